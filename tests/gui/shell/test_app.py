"""The application: idle garbage collection, files of other instances, unusable displays."""

from __future__ import annotations

import builtins
import gc
import os
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from studio.documents.single_instance import InstanceServer, send_to_instance
from studio.gui.settings import Settings
from studio.gui.shell.app import (
    MIDDLE,
    OLD,
    YOUNG,
    FileOpenFilter,
    IdleGc,
    InstanceListener,
    failure_reason,
    make_application,
)
from tests.gui.stand_ins import BASE

DISPLAY_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


@pytest.fixture
def idle_gc(qtbot: QtBot) -> Iterator[IdleGc]:
    """One that collects only when called."""
    owner = QObject()
    collector = IdleGc(owner)
    collector.stop()
    yield collector


class Loop(QObject):
    """References itself, as pages and their parts reference each other."""

    def __init__(self) -> None:
        super().__init__()
        self.me = self


def allocate(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Pretend that `count` objects were allocated."""
    monkeypatch.setattr(gc, "get_count", lambda: (count, 0, 0))


@pytest.fixture
def garbage() -> weakref.ref[Loop]:
    """A reference to a dead loop in the oldest generation."""
    loop = Loop()
    reference = weakref.ref(loop)
    gc.collect(0)
    gc.collect(1)
    return reference


def test_worker_threads_collect_nothing(app: QApplication, qtbot: QtBot) -> None:
    """Qt may be using the objects in the GUI thread at the same time."""
    make_application()
    threads: list[threading.Thread] = []
    loop = Loop()
    weakref.finalize(loop, lambda: threads.append(threading.current_thread()))
    del loop
    stored: list[object] = []
    worker = threading.Thread(target=lambda: stored.append([[[]] for _number in range(10 * OLD)]))
    worker.start()
    worker.join()
    assert not threads
    qtbot.waitUntil(lambda: bool(threads))
    assert threads == [threading.main_thread()]


def test_the_application_has_one_collector_instead_of_pythons(idle_gc: IdleGc) -> None:
    make_application()
    make_application()
    app = QCoreApplication.instance()
    assert app is not None and len(app.findChildren(IdleGc)) == 1
    assert not gc.isenabled()


def test_garbage_is_collected_when_no_button_is_held(
    idle_gc: IdleGc, garbage: weakref.ref[Loop], monkeypatch: pytest.MonkeyPatch
) -> None:
    allocate(monkeypatch, OLD)
    monkeypatch.setattr(QApplication, "mouseButtons", lambda: Qt.MouseButton.LeftButton)
    assert idle_gc.collect() == -1 and garbage() is not None
    monkeypatch.undo()
    allocate(monkeypatch, YOUNG - 1)
    assert idle_gc.collect() == -1 and garbage() is not None, "too little was allocated"
    allocate(monkeypatch, OLD)
    assert idle_gc.collect() == 2 and garbage() is None


def test_older_generations_are_collected_less_often(idle_gc: IdleGc, monkeypatch: pytest.MonkeyPatch) -> None:
    allocate(monkeypatch, YOUNG)
    generations = [idle_gc.collect() for _turn in range(OLD // YOUNG)]
    assert generations.count(2) == 1 and generations[-1] == 2
    assert generations.count(1) == OLD // MIDDLE - 1 and generations[MIDDLE // YOUNG - 1] == 1


def test_files_of_other_instances_open_once_no_dialog_is_open(qtbot: QtBot, data_folder: Path) -> None:
    server = InstanceServer.acquire()
    assert server is not None
    window = QWidget()
    qtbot.addWidget(window)
    window.showMinimized()
    opened: list[str] = []
    InstanceListener(server, window, opened.extend)
    dialog = QDialog(window)
    dialog.open()
    assert send_to_instance([Path("/a/sea.json")], wait=lambda seconds: qtbot.wait(round(seconds * 1000)))
    assert opened == []
    dialog.close()
    qtbot.waitUntil(lambda: opened == ["/a/sea.json"])
    assert not window.isMinimized()
    assert send_to_instance([], wait=lambda seconds: qtbot.wait(round(seconds * 1000))), "only raises the window"
    assert opened == ["/a/sea.json"]
    server.close()


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="it is ended by a signal")
def test_a_second_program_sends_its_files_to_the_first(tmp_path: Path, data_folder: Path) -> None:
    command = [sys.executable, "-m", "studio", "--data-dir", str(data_folder)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    first = subprocess.Popen([*command, str(BASE)], env=environment)
    try:
        other = tmp_path / "other.json"
        other.write_bytes(BASE.read_bytes())
        while not (data_folder / "window" / "lock").exists():
            assert first.poll() is None
        second = subprocess.run([*command, str(other)], env=environment, capture_output=True, text=True, timeout=60)
        assert (second.returncode, second.stderr) == (0, "")
        assert "in the running window" in second.stdout
    finally:
        first.send_signal(signal.SIGTERM)
        first.wait(60)
    assert Settings().string_list("tabs")[-1] == str(other)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays have names there")
@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"QT_QPA_PLATFORM": "nonsense"}, 'Qt platform plugin "nonsense" (QT_QPA_PLATFORM) is not available'),
        pytest.param({"DISPLAY": ":99"}, 'cannot connect to display ":99"', marks=pytest.mark.long),
        pytest.param({"WAYLAND_DISPLAY": "wayland-9"}, 'cannot connect to display "wayland-9"', marks=pytest.mark.long),
    ],
)
def test_unusable_display_is_reported_in_one_line(environment: dict[str, str], message: str) -> None:
    plain = {name: value for name, value in os.environ.items() if name not in DISPLAY_VARIABLES}
    done = subprocess.run(
        [sys.executable, "-m", "studio"],
        env={**plain, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 2
    *libraries, line = done.stderr.splitlines()  # the Wayland library prints a line first
    assert line.startswith("explorer-studio: ") and message in line
    assert len(libraries) <= 1 and "Traceback" not in done.stderr


def test_failure_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in DISPLAY_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    assert "no display is available" in failure_reason([])
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setenv("WAYLAND_DISPLAY", "w-1")
    assert "w-1 or :7" in failure_reason(["could not connect to display :7"])
    monkeypatch.setattr("studio.services.libraries.missing_plugins", lambda _pattern: ["libxcb-cursor.so.0"])
    assert "because a library is missing: libxcb-cursor.so.0" in failure_reason(["Could not load"])


COPY_AND_QUIT = """
import sys
from PySide6.QtCore import QMimeData, QTimer
from studio.gui.shell.app import make_application
app = make_application()
data = QMimeData()
data.setData("application/x-cells", b"x")
app.clipboard().setMimeData(data)
QTimer.singleShot(0, app.quit)
sys.exit(app.exec())
"""


def test_the_program_ends_normally_after_a_copy() -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(Path(__file__).parents[3])}
    assert subprocess.run([sys.executable, "-c", COPY_AND_QUIT], check=False, env=environment).returncode == 0


def test_importing_reads_no_sources_for_a_feature_of_pyside_that_is_not_used() -> None:
    assert builtins.__import__ is not vars(builtins)["__feature_import__"]


def test_files_that_macos_sends_are_opened(app: QApplication) -> None:
    opened: list[str] = []
    listener = FileOpenFilter(app, opened.extend)
    app.installEventFilter(listener)
    try:
        QApplication.sendEvent(app, QFileOpenEvent(str(BASE)))
    finally:
        app.removeEventFilter(listener)
        listener.deleteLater()
    assert opened == [str(BASE)]
