"""GUI tests: offscreen, with the shipped fonts and a temporary data folder; exceptions in slots fail the test."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from studio.documents.paths import set_data_dir

PATIENCE = 60  # seconds to wait for conditions and open dialogs, enough for a busy machine

BARE = ("editor", "lab", "play", "shell", "piece_editor")
"""Folders whose tests run without the style sheet, with which a window takes twice as long to build."""


class PatientBot(QtBot):
    """Waits up to `PATIENCE` seconds instead of five."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE * 1000) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE * 1000, **more: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **more)

    def waitExposed(self, widget: Any, *, timeout: int = PATIENCE * 1000) -> Any:
        return super().waitExposed(widget, timeout=timeout)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


def pytest_configure(config: pytest.Config) -> None:
    """Ignore warnings of the offscreen platform about its missing window manager."""
    config.addinivalue_line("qt_log_ignore", "This plugin does not support propagateSizeHints")
    config.addinivalue_line("qt_log_ignore", "This plugin does not support (raise|grabbing the keyboard)")


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path) -> Iterator[Path]:
    """A temporary folder for settings and recent files."""
    folder = tmp_path / "data"
    set_data_dir(folder)
    yield folder
    set_data_dir(None)


@pytest.fixture(autouse=True, scope="session")
def idle_gc(qapp: QApplication) -> Iterator[None]:
    """Collect garbage only on the GUI thread, as in the program."""
    from studio.gui.shell.app import collect_when_idle

    collect_when_idle(qapp)
    yield
    gc.enable()
    qapp.clipboard().clear()  # the offscreen clipboard outlives Python objects


@pytest.fixture(autouse=True)
def light_theme(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[None]:
    """Apply the light theme, with the style sheet except in `BARE`; delete all widgets after the test."""
    from studio.gui.style import stylesheet
    from studio.gui.style.stylesheet import apply_theme, current_theme
    from studio.gui.style.theme import LIGHT

    folder = request.path.relative_to(Path(__file__).parent).parts[0]
    is_bare = folder in BARE and "full_dress" not in request.fixturenames
    if current_theme() is not LIGHT or bool(qapp.styleSheet()) == is_bare:
        apply_theme(qapp, LIGHT)
        if is_bare:
            qapp.setStyleSheet("")
    yield
    stylesheet.set_ui_scale(stylesheet.DEFAULT_SCALE)
    for widget in qapp.topLevelWidgets():  # they would be styled again with every theme
        widget.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # without an event loop they would stay


@pytest.fixture
def english_afterwards(qtbot: QtBot) -> Iterator[None]:
    """Reset the language after the test."""
    from studio.gui.shell import session

    yield
    session.choose("en")


@pytest.fixture
def full_dress() -> None:
    """Use the style sheet in a folder of `BARE`."""


@pytest.fixture
def empty_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """New windows have an empty start page."""
    from tests.gui.stand_ins import EmptyStart

    monkeypatch.setattr("studio.gui.shell.main_window.StartPage", EmptyStart)


@pytest.fixture
def full_start() -> None:
    """Use the real start page where the fixture `window` has an empty one."""


@pytest.fixture(autouse=True)
def no_hidden_errors(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Exceptions in destructors and callbacks fail the test."""
    lost: list[str] = []

    def unraisable(event: sys.UnraisableHookArgs) -> None:
        lost.append(f"{event.err_msg or ''} {event.exc_value!r}")

    monkeypatch.setattr(sys, "unraisablehook", unraisable)
    yield
    assert not lost, lost


@pytest.fixture(autouse=True)
def no_endless_dialog(qapp: QApplication) -> Iterator[None]:
    """A dialog that is not answered fails the test instead of blocking it."""
    seen: dict[QWidget, int] = {}
    stuck: list[str] = []

    def look() -> None:
        dialog = qapp.activeModalWidget()
        if isinstance(dialog, QDialog):
            seen[dialog] = seen.get(dialog, 0) + 1
            if seen[dialog] > PATIENCE:
                stuck.append(dialog.windowTitle())
                dialog.reject()

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(1000)
    yield
    timer.stop()
    assert not stuck, f"not answered: {stuck}"


@pytest.fixture
def app(qapp: QApplication, qtbot: QtBot) -> QApplication:
    """The application, with an event loop that pytest-qt watches."""
    assert qtbot is not None
    return qapp


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[QAccessibleEvent]]:
    """The events for a screen reader, as if one were active."""
    from studio.gui.widgets import accessibility

    events: list[QAccessibleEvent] = []
    monkeypatch.setattr(accessibility, "notify_screen_reader", events.append)
    was = QAccessible.isActive()
    QAccessible.setActive(True)
    yield events
    QAccessible.setActive(was)
