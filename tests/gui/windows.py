"""The program's window for tests, and answers to its dialogs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QPushButton, QTabBar
from pytestqt.qtbot import QtBot

from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.tabs import TabButtons
from studio.gui.widgets import Toast
from studio.gui.widgets.dialogs import AppDialog


def discard_pages(window: MainWindow) -> None:
    """Close all pages but the start page without saving."""
    for page in window.pages():
        if page is not window.start and page in window.pages():  # a page closes its dependents
            window.documents._remove_page(page)


def shown_window(qtbot: QtBot, leaving: Callable[[MainWindow], None] = discard_pages) -> MainWindow:
    """A window of 1280 by 720; `leaving` is called with it before it closes."""
    window = MainWindow()
    qtbot.addWidget(window, before_close_func=leaving)
    window.resize(1280, 720)
    window.show()
    qtbot.waitExposed(window)
    return window


def in_dialog(action: Callable[[AppDialog], object]) -> None:
    """Call `action` with the dialog that opens next."""

    def run() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, AppDialog)
        action(dialog)

    QTimer.singleShot(0, run)


def answer_next(choice: str) -> list[str]:
    """Press the button named `choice` of the dialog that opens next, or close it; the list receives its heading."""
    headings: list[str] = []

    def press(dialog: AppDialog) -> None:
        headings.append(dialog.heading.text())
        if not choice:
            dialog.close()
            return
        button = dialog.findChild(QPushButton, choice)
        assert button is not None
        button.click()

    in_dialog(press)
    return headings


def toasts(window: MainWindow) -> list[str]:
    """The texts of the toasts that are shown."""
    return [toast.label.text() for toast in window.findChildren(Toast) if toast.isVisible()]


def tab_buttons(window: MainWindow, place: int) -> TabButtons | None:
    """The close button and the dot of a tab of the active pane."""
    buttons = window.tabs.active_pane.bar.tabButton(place, QTabBar.ButtonPosition.RightSide)
    return buttons if isinstance(buttons, TabButtons) else None


def has_dot(window: MainWindow, place: int) -> bool:
    """Whether a tab of the active pane is marked as modified."""
    buttons = tab_buttons(window, place)
    return buttons is not None and buttons.dot.isVisible()
