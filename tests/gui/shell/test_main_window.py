"""The window: tabs, titles, menus, unsaved changes, session."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QToolButton
from pytestqt.qtbot import QtBot

from studio import games
from studio.documents.autosave import AutosaveFile, TurnInfo, new_match_file
from studio.documents.paths import shipped_layouts
from studio.documents.store import Record, SeatEntry, read_layout
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.shell import session
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.tabs import MIN_TAB_WIDTH
from studio.gui.widgets import Toast
from studio.gui.widgets.buttons import Menu
from studio.services.loading import load_layout
from tests.gui.stand_ins import BASE, SMALLEST, Notebook
from tests.gui.windows import answer_next, has_dot, tab_buttons, toasts
from tests.helpers import instance_of, not_none
from tests.short_run import mark_long


def add_pages(window: MainWindow, *names: str) -> list[Notebook]:
    return [window.add_page(Notebook(name)) for name in names]


def titles(window: MainWindow) -> list[str]:
    pane = window.tabs.active_pane
    return [pane.tabText(place).replace("&&", "&") for place in range(pane.count())]


def menu_titles(window: MainWindow) -> list[str]:
    return [action.text() for action in window.menus.bar.actions() if action.isVisible()]


def test_a_new_window_shows_the_start_page(window: MainWindow) -> None:
    assert window.active_page() is window.start
    assert len(window.pages()) == 1
    assert window.windowTitle() == "Explorer Studio"
    assert tab_buttons(window, 0) is None


def test_control_characters_are_removed_from_titles(window: MainWindow) -> None:
    add_pages(window, "Up\n\x1b[31m \u202egnp.exe & <b>")
    assert window.windowTitle() == "Explorer Studio – Up [31m gnp.exe & <b>"
    assert titles(window)[1] == "Up [31m gnp.exe & <b>"


def test_first_size_fits_the_screen_with_a_frame(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen:
        def availableGeometry(self) -> QRect:
            return QRect(0, 0, 1440, 900)

    monkeypatch.setattr(MainWindow, "screen", lambda _window: Screen())
    window = MainWindow()
    qtbot.addWidget(window)
    assert 1400 <= window.width() <= 1440 - 2 * 8
    assert 840 <= window.height() <= 900 - 37 - 8


def test_minimum_size(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(10, 10)
    qtbot.waitUntil(lambda: (window.width(), window.height()) == (1024, 640))


def test_recent_menu_lists_stored_matches_by_name(window: MainWindow) -> None:
    menu = window.menus.recent
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions() if not action.isSeparator()] == ["No recent files"]
    match = new_match_file()
    layout = msgspec.structs.replace(load_layout(SMALLEST).layout, name="Rock & Reef")
    match.write(Record(layout=layout, seats=(SeatEntry("Ada"),)), turn_info=TurnInfo("Turn 3", 0, "Ada"))
    match.close()
    menu.aboutToShow.emit()
    texts = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert texts == ["Rock && Reef   (Turn 3, Ada to move)"]


def test_tabs_open_switch_and_close(window: MainWindow) -> None:
    first, second = add_pages(window, "First", "Second")
    assert window.active_page() is second
    assert second.isVisible()
    QTest.keyClick(window, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert window.active_page() is window.start
    window.tabs.step_page(-1)
    assert window.active_page() is second
    assert window.close_page(first)
    assert titles(window) == ["Start", "Second"]
    assert window.active_page() is second
    assert not window.close_page(window.start)


def test_close_button_closes_its_tab(window: MainWindow) -> None:
    add_pages(window, "First", "Second", "Third")
    buttons = not_none(tab_buttons(window, 2))
    buttons.close_button.click()
    assert [page.title() for page in window.pages()] == ["Start", "First", "Third"]


def test_changes_are_marked_in_tab_and_title(window: MainWindow) -> None:
    (page,) = add_pages(window, "Two Basins")
    assert window.windowTitle() == "Explorer Studio – Two Basins"
    assert not has_dot(window, 1)
    page.edit()
    assert has_dot(window, 1)
    assert window.windowTitle() == "Explorer Studio – Two Basins (edited)"
    assert window.documents.save()
    assert page.saves == 1
    assert not has_dot(window, 1)


@pytest.mark.parametrize(
    ("can_write", "choice", "closes", "saves"),
    [(True, "save", True, 1), (True, "discard", True, 0), (True, "", False, 0), (False, "save", False, 0)],
)
def test_closing_asks_about_unsaved_changes(
    window: MainWindow, can_write: bool, choice: str, closes: bool, saves: int
) -> None:
    (page,) = add_pages(window, "Two Basins")
    page.can_write = can_write
    page.edit()
    headings = answer_next(choice)
    assert window.close_page(page) is closes
    assert headings == ["Save changes to “Two Basins”?"]
    assert page.saves == saves
    assert (page in window.pages()) is not closes


def test_quitting_asks_once_for_all_modified_pages(window: MainWindow) -> None:
    pages = add_pages(window, "A", "B", "C")
    pages[0].edit()
    pages[2].edit()
    headings = answer_next("save")
    assert window.close()
    assert headings == ["Save changes?"]
    assert [page.saves for page in pages] == [1, 0, 1]


def test_menus_follow_the_active_page(window: MainWindow) -> None:
    (page,) = add_pages(window, "A")
    assert "&Bell" in menu_titles(window)
    assert menu_titles(window)[-1] == "&Help"
    assert page.undo_action in window.menus.menus["edit"].actions()
    assert page.own in window.menus.menus["view"].actions()
    assert not window.menus.action("no_undo").isVisible()
    window.show_page(window.start)
    assert "&Bell" not in menu_titles(window)
    assert page.undo_action not in window.menus.menus["edit"].actions()
    assert window.menus.action("no_undo").isVisible()
    assert not window.menus.action("save").isEnabled()


def test_status_strip_shows_the_widget_of_the_active_page(window: MainWindow) -> None:
    assert not window.tabs.status_strip.isVisible()
    (page,) = add_pages(window, "A")
    assert window.tabs.status_strip.isVisible()
    assert page.status is not None and page.status.isVisible()
    window.show_page(window.start)
    assert not window.tabs.status_strip.isVisible()


def test_session_stores_files_and_skips_missing_ones(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, missing = tmp_path / "here.json", tmp_path / "missing.json"
    here.write_text("{}", "utf-8")
    for page in (Notebook("Here", here), Notebook("Missing", missing), Notebook("Unsaved")):
        window.add_page(page)
    assert window.close()
    assert settings().string_list("tabs") == [str(here), str(missing)]
    opened: list[Path] = []
    monkeypatch.setattr(window.documents, "open_path", opened.append)
    session.restore_tabs(window.documents)
    assert opened == [here]


def test_a_page_may_refuse_to_close(window: MainWindow) -> None:
    (page,) = add_pages(window, "A")
    page.may_close = False
    assert not window.close_page(page)
    assert page in window.pages()
    page.may_close = True


def test_pages_of_the_same_name_are_numbered(window: MainWindow) -> None:
    first, _other, _second = add_pages(window, "A", "B", "A")
    assert titles(window) == ["Start", "A", "B", "A 2"]
    assert window.windowTitle() == "Explorer Studio – A 2"
    assert window.close_page(first)
    assert titles(window) == ["Start", "B", "A 2"], "an open page keeps its number"
    assert window.windowTitle() == "Explorer Studio – A 2"
    add_pages(window, "A")
    assert titles(window)[-1] == "A"


def test_matches_on_one_layout_are_numbered_on_narrow_tabs_too(window: MainWindow) -> None:
    for _match in range(2):
        window.commands.play_opened(load_layout(SMALLEST))
    first, second = titles(window)[1:]
    assert second == f"{first} 2"
    bar = window.tabs.active_pane.bar
    metrics = bar.fontMetrics()
    narrow = metrics.elidedText(second, bar.elideMode(), metrics.horizontalAdvance(second) - 20)
    assert "…" in narrow and narrow.endswith(" 2")


@pytest.mark.usefixtures("full_dress")
def test_many_tabs_keep_a_minimum_width_and_scroll(window: MainWindow, qtbot: QtBot) -> None:
    add_pages(window, *(f"A layout of mine {number}" for number in range(9)))
    window.show_page(window.start)
    tabs = window.tabs.active_pane.bar
    qtbot.waitUntil(lambda: tabs.width() < window.width() - 300)
    for place in range(tabs.count()):
        assert tabs.tabRect(place).width() >= min(MIN_TAB_WIDTH, tabs.tabSizeHint(place).width())
    arrows = [one for one in tabs.findChildren(QToolButton) if one.arrowType() is not Qt.ArrowType.NoArrow]
    forward = max(arrows, key=lambda arrow: arrow.x())
    for _click in range(tabs.count()):
        QTest.mouseClick(forward, Qt.MouseButton.LeftButton)
    assert tabs.tabRect(tabs.count() - 1).right() <= forward.x() + 1


@pytest.mark.usefixtures("full_dress", "full_start")
@pytest.mark.parametrize("size", mark_long([(1024, 640), (1280, 720), (1440, 900)]))
@pytest.mark.parametrize("view", mark_long(["start", "editor", "match", "final scores"], 1, 3))
def test_toasts_cover_no_button(window: MainWindow, size: tuple[int, int], view: str) -> None:
    window.resize(*size)
    if view == "editor":
        window.open_path(SMALLEST)
    elif view != "start":
        table = instance_of(PlayPage, window.commands.play_opened(load_layout(SMALLEST)))
        if view == "final scores":
            table.overlays.show_scores()
    QApplication.processEvents()
    window.tabs.show_toast("Saved in a_file_with_a_name_of_some_length.json")
    toast = next(toast for toast in window.findChildren(Toast) if toast.isVisible())
    box = QRect(toast.mapTo(window, QPoint(0, 0)), toast.size())
    buttons = [
        button
        for button in window.active_page().findChildren(QAbstractButton)
        if button.isVisible() and not button.visibleRegion().isEmpty()
    ]
    assert buttons
    assert window.rect().contains(box)
    assert not [b for b in buttons if box.intersects(QRect(b.mapTo(window, QPoint(0, 0)), b.size()))]


def test_a_new_toast_replaces_the_last_one(window: MainWindow) -> None:
    (page,) = add_pages(window, "A")
    page.message.emit("Rotated")
    page.message.emit("Mirrored")
    assert toasts(window) == ["Mirrored"]


def test_escape_leaves_full_screen(window: MainWindow) -> None:
    window.commands.toggle_full_screen()
    assert window.isFullScreen()
    assert window.menus.action("full_screen").isChecked()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isFullScreen()


_FIRST_PAINT = """
import enum, os, sys
made, create = set(), enum.EnumType._create_
def noted(*given, **named):
    kind = create(*given, **named)
    made.add(kind.__qualname__)
    return kind
enum.EnumType._create_ = noted
from studio.gui.shell import app, main_window
def painted(window, event):
    late = {"msgspec", "networkx", "pysat", "platform", "studio.services.loading", "studio.documents.store"}
    late |= {"multiprocessing", "studio.games", "studio.gui.start.content", "studio.gui.board.canvas"}
    print(late & set(sys.modules), {"PrimitiveElement", "ComplexControl"} & made, flush=True)
    os._exit(0)
main_window.MainWindow.paintEvent = painted
app.run()
"""


@pytest.mark.long
def test_first_paint_loads_no_modules_for_documents(tmp_path: Path) -> None:
    """No libraries for documents, no games, not the enums of all styles (PySide makes them when a style is touched)."""
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", _FIRST_PAINT]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
    assert shown.strip() == "set() set()"


@pytest.mark.usefixtures("full_dress")
def test_long_menus_are_dense_on_a_low_screen(window: MainWindow) -> None:
    menu = Menu(window)
    for count in range(27):
        if count % 5 == 4:
            menu.addSeparator()
        menu.addAction(f"Entry {count}")
    high = window.screen().availableGeometry().height()
    menu.fit()
    assert bool(menu.property("dense")) == (high < 900)
    dense = menu.sizeHint().height()
    menu.setProperty("dense", False)
    menu.style().unpolish(menu)
    menu.style().polish(menu)
    normal = Menu(window)
    normal.addActions(menu.actions())
    assert not menu.property("dense") and (dense < normal.sizeHint().height() or high >= 900)
    menu.clear()
    menu.addAction("Alone")
    menu.fit()
    assert not menu.property("dense")


def undescribed_buttons(window: MainWindow) -> list[str]:
    """The visible buttons without a text that lack a tooltip or an accessible name."""
    return [
        f"{type(button).__name__} in {type(button.parent()).__name__} {button.objectName()}"
        for button in window.findChildren(QAbstractButton)
        if button.isVisible() and not button.text() and not (button.toolTip() and button.accessibleName())
    ]


@pytest.fixture
def recent_work() -> None:
    """A recent file with unsaved changes."""
    side = AutosaveFile()
    side.write(read_layout(BASE), None, 3)
    side.close()
    settings().add_recent(BASE)


@pytest.mark.usefixtures("recent_work", "full_start")
def test_buttons_of_the_start_page_have_text_or_tooltip_and_name(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.start.layout_browser.is_complete)
    assert undescribed_buttons(window) == []


@pytest.mark.parametrize("slug", mark_long(games.slugs(), 2))
@pytest.mark.parametrize("size", mark_long([(1024, 640), (1440, 900)]))
def test_buttons_of_editors_and_matches_have_text_or_tooltip_and_name(
    window: MainWindow, slug: str, size: tuple[int, int]
) -> None:
    window.resize(*size)
    path = shipped_layouts(slug)[0]
    window.open_path(path)
    QApplication.processEvents()
    assert undescribed_buttons(window) == []
    assert window.commands.play_opened(load_layout(path)) is not None
    QApplication.processEvents()
    assert undescribed_buttons(window) == []
