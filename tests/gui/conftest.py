"""GUI tests: offscreen, with the shipped fonts, in a data folder of their own; exceptions in slots fail the test."""

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

PATIENCE = 60
"""Seconds until what does not come counts as missing, a dialog as forgotten: a busy machine is no fault."""


BARE = ("editor", "lab", "play", "shell", "workshop")
"""Rooms whose tests ask what can be done there: without the style sheet a window is built in half the time."""


class PatientBot(QtBot):
    """Waits as long as it takes: everywhere in these tests patience is the same."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE * 1000) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE * 1000, **more: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **more)

    def waitExposed(self, widget: Any, *, timeout: int = PATIENCE * 1000) -> Any:
        return super().waitExposed(widget, timeout=timeout)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """In place of the one that loses patience after five seconds."""
    return PatientBot(request)


def pytest_configure(config: pytest.Config) -> None:
    """The offscreen platform has no window manager, and says so at least sizes and at menus that pop up."""
    config.addinivalue_line("qt_log_ignore", "This plugin does not support propagateSizeHints")
    config.addinivalue_line("qt_log_ignore", "This plugin does not support (raise|grabbing the keyboard)")


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder of its own for settings and recent files."""
    folder = tmp_path / "data"
    set_data_dir(folder)
    yield folder
    set_data_dir(None)


@pytest.fixture(autouse=True, scope="session")
def resting(qapp: QApplication) -> Iterator[None]:
    """As in the program no thread but the window's takes apart what is left of closed pages."""
    from studio.gui.shell.app import collect_when_idle

    collect_when_idle(qapp)
    yield
    gc.enable()
    qapp.clipboard().clear()  # offscreen it outlives Python, and would give back to it what a test has copied


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[None]:
    """The application in the light theme with its typefaces, in its style sheet where looks matter; no window or part
    of one outlives its test."""
    from studio.gui.style import stylesheet
    from studio.gui.style.stylesheet import apply_theme, current_theme
    from studio.gui.style.theme import LIGHT

    room = request.path.relative_to(Path(__file__).parent).parts[0]
    is_bare = room in BARE and "full_dress" not in request.fixturenames
    if current_theme() is not LIGHT or bool(qapp.styleSheet()) == is_bare:
        apply_theme(qapp, LIGHT)
        if is_bare:
            qapp.setStyleSheet("")
    yield
    stylesheet.set_ui_scale(stylesheet.DEFAULT_SCALE)
    for widget in qapp.topLevelWidgets():  # those of another test would be dressed with every theme, too
        widget.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # without an event loop nothing else does


@pytest.fixture
def english_afterwards(qtbot: QtBot) -> Iterator[None]:
    """For tests in which the window speaks other languages."""
    from studio.gui.shell import session

    yield
    session.choose("en")


@pytest.fixture
def full_dress() -> None:
    """For tests in those rooms that ask for sizes and colours: they get the style sheet all the same."""


@pytest.fixture(autouse=True)
def loud(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Exceptions that nobody could raise to (in destructors, in callbacks) fail the test."""
    lost: list[str] = []

    def unraisable(event: sys.UnraisableHookArgs) -> None:
        lost.append(f"{event.err_msg or ''} {event.exc_value!r}")

    monkeypatch.setattr(sys, "unraisablehook", unraisable)
    yield
    assert not lost, lost


@pytest.fixture(autouse=True)
def no_endless_dialog(qapp: QApplication) -> Iterator[None]:
    """A dialog that nobody answers fails its test instead of waiting for ever."""
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
    assert not stuck, f"nobody answered: {stuck}"


@pytest.fixture
def app(qapp: QApplication, qtbot: QtBot) -> QApplication:
    """The application, with an event loop that pytest-qt watches."""
    assert qtbot is not None
    return qapp


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[QAccessibleEvent]]:
    """What a screen reader is told, as if one listened."""
    from studio.gui.board import view

    events: list[QAccessibleEvent] = []
    monkeypatch.setattr(view, "notify_screen_reader", events.append)
    was = QAccessible.isActive()
    QAccessible.setActive(True)
    yield events
    QAccessible.setActive(was)
