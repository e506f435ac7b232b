"""The program's window for tests: on screen, and gone without a question when its test is over."""

from __future__ import annotations

from collections.abc import Callable

from pytestqt.qtbot import QtBot

from studio.gui.editor.page import EditorPage
from studio.gui.shell.main_window import MainWindow


def forget_changes(window: MainWindow) -> None:
    """Leave nothing to ask about, so that a window closes by itself after its test."""
    for page in window.pages():
        if isinstance(page, EditorPage):
            page.document.stack.setClean()


def shown_window(qtbot: QtBot, leaving: Callable[[MainWindow], None] | None = None) -> MainWindow:
    """A window of 1280 by 720; `leaving` is done to it before it closes."""
    window = MainWindow()
    qtbot.addWidget(window, before_close_func=leaving)
    window.resize(1280, 720)
    window.show()
    qtbot.waitExposed(window)
    return window
