"""The program's window for tests, and answers to its dialogs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QPushButton, QTabBar
from pytestqt.qtbot import QtBot

from studio.gui.page import SeatSetup
from studio.gui.play.page import PlayPage
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.tabs import TabButtons
from studio.gui.widgets import Toast
from studio.gui.widgets.actions import menu_actions
from studio.gui.widgets.dialogs import AppDialog
from studio.services.loading import LoadedLayout, start_match
from tests.helpers import instance_of, not_none

NAMES = ("Ada", "Bento", "Clara")


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


def in_dialog(action: Callable[[Any], object], kind: type[AppDialog] = AppDialog) -> None:
    """Call `action` with the dialog that opens next, which is of a kind."""

    def run() -> None:
        action(instance_of(kind, QApplication.activeModalWidget()))

    QTimer.singleShot(0, run)


def answer_next(choice: str) -> list[str]:
    """Press the button named `choice` of the dialog that opens next, or close it; the list receives its heading."""
    headings: list[str] = []

    def press(dialog: AppDialog) -> None:
        headings.append(dialog.heading.text())
        if not choice:
            dialog.close()
            return
        button = not_none(dialog.findChild(QPushButton, choice))
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


def open_match(window: MainWindow, opened: LoadedLayout, *kinds: str, seed: int = 4) -> PlayPage:
    """A new match without a file, by default of two humans."""
    setups = [SeatSetup(name, kind) for name, kind in zip(NAMES, kinds or ("human", "human"), strict=False)]
    match = start_match(opened, len(setups), {}, seed)
    return instance_of(PlayPage, window.commands.open_match(match, opened, setups))


def play_on(page: PlayPage, moves: int) -> None:
    """So many moves, or all that are left (-1)."""
    while moves and not page.controller.is_over:
        page.controller.confirm_handover()
        page.controller.play(page.controller.choices.actions[0])
        moves -= 1


WITHOUT_DIALOG = ("window.find", "window.quit")


def visible_menus(window: MainWindow) -> list[QMenu]:
    menus = [head.menu() for head in window.menus.bar.actions() if head.isVisible()]
    return [menu for menu in menus if isinstance(menu, QMenu)]


def never_ask_for_files(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("getOpenFileName", "getSaveFileName", "getOpenFileNames"):
        monkeypatch.setattr(QFileDialog, name, staticmethod(lambda *_how, **_more: ("", "")))


def trigger_dialogs(window: MainWindow, tried: set[str]) -> None:
    """Trigger all enabled actions of the menus that open a dialog, but for those in `tried`, and add them to it."""
    for menu in visible_menus(window):
        for action, _place in list(menu_actions(menu)):
            name = action.objectName()
            opens_dialog = action.text().endswith("…") or name in ("window.about", "window.shortcuts")
            if opens_dialog and action.isEnabled() and name not in tried and name not in WITHOUT_DIALOG:
                tried.add(name)
                action.trigger()
