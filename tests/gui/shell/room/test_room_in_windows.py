"""Room for every word in the window itself, its menus and whatever a command asks, in any language, however large."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QFileDialog, QMenu, QStyle, QStyleOption, QWidget
from pytestqt.qtbot import QtBot

from studio.core.text import _
from studio.documents.paths import shipped_layouts
from studio.gui.shell import session as speech
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.tab_bar import TabStrip, TopRow
from studio.gui.style import stylesheet
from studio.gui.widgets.actions import menu_actions
from studio.gui.widgets.dialogs import AppDialog
from tests.gui.shell.room.fitting import WAIT, Misfit, Painted, misfits, settled
from tests.gui.shell.test_languages import table
from tests.gui.windows import forget_changes, shown_window

pytestmark = pytest.mark.usefixtures("full_dress", "english_afterwards")

SCREEN = (1920, 1080)
"""Pixels, of which text of 200 % leaves a quarter."""
SIZES = (100, 150, 200)
NOT_ASKING = ("window.find", "window.quit")


def window_of(qtbot: QtBot, percent: int) -> MainWindow:
    """A window with more tabs than it has room for, on a large screen, with text of this size."""
    window = shown_window(qtbot, forget_changes)
    for slug in ("neue_entdecker", "columbus", "goldland"):
        for path in shipped_layouts(slug)[:2]:
            window.open_path(path)
    window.add_page(table("goldland"))
    if percent != stylesheet.DEFAULT_SCALE:
        window.choose_text_size(percent)
    window.resize(SCREEN[0] * 100 // percent, SCREEN[1] * 100 // percent)
    return window


def asked(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, painted: Painted, percent: int) -> dict[str, set[Misfit]]:
    """By the heading of whatever is asked from now on: what of it has too little room. Nothing is answered."""
    found: dict[str, set[Misfit]] = {}

    class Screen:
        def availableGeometry(self) -> QRect:
            return QRect(0, 0, SCREEN[0] * 100 // percent, SCREEN[1] * 100 // percent)

    def shown(dialog: AppDialog) -> int:
        dialog.setModal(False)
        layout = dialog.layout()
        assert layout is not None
        wish = layout.totalSizeHint().expandedTo(dialog.minimumSize())  # Qt's own screen here is a small one
        dialog.resize(wish.boundedTo(Screen().availableGeometry().size()))
        dialog.show()
        found[dialog.heading.text()] = settled(qtbot, dialog, painted)
        dialog.hide()
        return 0

    for name in ("getOpenFileName", "getSaveFileName", "getOpenFileNames"):
        monkeypatch.setattr(QFileDialog, name, staticmethod(lambda *_how, **_more: ("", "")))
    monkeypatch.setattr(AppDialog, "exec", shown)
    monkeypatch.setattr(AppDialog, "screen", lambda _dialog: Screen())
    return found


def test_the_tab_in_front_is_whole_where_tabs_scroll(qtbot: QtBot, painted: Painted) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    row, strip = TopRow(holder), TabStrip()
    for number in range(8):
        row.menu_bar.addMenu(f"Menu {number}")
    row.set_tabs(strip)
    for number in range(6):
        name = f"A layout with a name {number}"
        strip.set_tab(strip.add_tab("", "map"), name, False, name)
    holder.resize(640, 360)
    row.resize(640, row.height())
    holder.show()
    for place in (0, 5, 2):
        strip.setCurrentIndex(place)
        assert not misfits(row, painted)
    strip.setMinimumWidth(1)
    strip.setMaximumWidth(120)
    assert Misfit("clipped", "TabStrip", "A layout with a name 2") in misfits(row, painted)


def test_menus_scroll_rather_than_stand_in_columns(qtbot: QtBot) -> None:
    window = shown_window(qtbot)
    head = window.menus.menus["view"]
    assert head.style().styleHint(QStyle.StyleHint.SH_Menu_Scrollable, QStyleOption(), head)


@pytest.mark.long
@pytest.mark.parametrize("percent", SIZES)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_window_and_all_it_asks_have_room(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, painted: Painted, language: str, percent: int
) -> None:
    speech.choose(language)
    window = window_of(qtbot, percent)
    dialogs = asked(monkeypatch, qtbot, painted, percent)
    tried: set[str] = set()
    wrong: dict[str, set[Misfit]] = {}
    for page in (window.start, *window.pages()[-4:]):
        window.split_view.show_page(page)
        qtbot.wait(WAIT)
        wrong[page.title()] = settled(qtbot, window, painted)
        for head in window.menus.bar.actions():
            menu = head.menu()
            if not isinstance(menu, QMenu) or not head.isVisible():
                continue
            if menu.sizeHint().width() > window.width():
                wrong.setdefault(menu.title(), set()).add(Misfit("wide", "Menu", menu.title()))
            for action, _place in list(menu_actions(menu)):
                name = action.objectName()
                asks = action.text().endswith("…") or name in ("window.about", "window.shortcuts")
                if asks and action.isEnabled() and name not in tried and name not in NOT_ASKING:
                    tried.add(name)
                    action.trigger()
    assert len(dialogs) > 7, "they were opened"
    assert {_("New match"), _("Export a picture")} <= dialogs.keys()
    found = {heading: one for heading, one in (wrong | dialogs).items() if one}
    assert not found
