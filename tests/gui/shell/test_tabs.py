"""Two sides of tabs: pages are split, moved, dragged and joined; the keyboard and the mouse say which is in front."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QPushButton,
    QTabBar,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import load, slugs
from studio.gui.editor.page import EditorPage
from studio.gui.output.print_page import PrintPage
from studio.gui.page import Page
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.shell import session
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.tabs import MenuBar
from studio.gui.widgets import Toast
from tests.gui.stand_ins import BASE, SMALLEST, Notebook, plain_pictures
from tests.gui.windows import has_dot, shown_window
from tests.helpers import instance_of, not_none

LEFT = Qt.MouseButton.LeftButton


class Desk(Notebook):
    """A page with something to type into and a button that takes no keyboard."""

    def __init__(self, name: str, path: Path | None = None) -> None:
        super().__init__(name, path)
        self.turns: list[str] = []
        self.field, self.button = QLineEdit(), QToolButton()
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        for part in (self.field, self.button):
            column.addWidget(part)
        self.setFocusProxy(self.field)

    def activated(self) -> None:
        self.turns.append("came")

    def deactivated(self) -> None:
        self.turns.append("went")


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, empty_start: None) -> MainWindow:
    """A window with three pages beside the start page."""
    plain_pictures(monkeypatch)
    window = shown_window(qtbot, settle)
    window.activateWindow()
    for name in "ABC":
        window.add_page(Desk(name))
    return window


def settle(window: MainWindow) -> None:
    """Leave nothing to ask about."""
    for page in window.pages():
        if isinstance(page, Desk):
            page.modified = False


def desk(window: MainWindow, name: str) -> Desk:
    return next(page for page in window.pages() if isinstance(page, Desk) and page.title() == name)


def titles(window: MainWindow) -> list[list[str]]:
    """What the tabs of each side say."""
    return [[pane.tabText(place) for place in range(pane.count())] for pane in window.tabs.panes]


def seen(window: MainWindow) -> list[str]:
    """The pages that can be seen, from left to right."""
    pages = [page for page in window.pages() if page.isVisible()]
    return [page.title() for page in sorted(pages, key=lambda page: page.mapTo(window, QPoint(0, 0)).x())]


def do(window: MainWindow, name: str) -> None:
    """An entry of the menus."""
    action = window.menus.action(name)
    assert action.isEnabled(), name
    action.trigger()


def press_at(window: MainWindow, part: QPushButton | QToolButton | Page) -> None:
    """A click where the window system sees it: in the window, at the middle of a part."""
    at = part.mapTo(window, part.rect().center())
    QTest.mouseClick(window.windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, at)
    QApplication.processEvents()


def test_the_page_in_front_is_split_off_to_the_right(window: MainWindow) -> None:
    do(window, "split")
    assert titles(window) == [["Start", "A", "B"], ["C"]]
    assert seen(window) == ["B", "C"]
    assert window.active_page() is desk(window, "C")
    left, right = window.tabs.panes
    assert abs(left.width() - right.width()) <= 2
    assert not window.menus.action("split").isEnabled()
    assert [page.title() for page in window.pages()] == ["Start", "A", "B", "C"]
    assert window.windowTitle() == "Explorer Studio – C"


@pytest.mark.usefixtures("empty_start")
def test_a_tab_that_is_alone_is_not_split(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    assert not window.menus.action("split").isEnabled()
    window.tabs.split()
    assert len(window.tabs.panes) == 1


def test_pages_move_over_and_the_last_one_joins_the_sides(window: MainWindow) -> None:
    do(window, "split")
    window.show_page(desk(window, "A"))
    do(window, "move_over")
    assert titles(window) == [["Start", "B"], ["C", "A"]]
    assert window.active_page() is desk(window, "A") and seen(window) == ["Start", "A"]
    assert desk(window, "A").field.hasFocus()
    do(window, "move_over")
    window.show_page(desk(window, "C"))
    do(window, "move_over")
    assert titles(window) == [["Start", "B", "A", "C"]], "a side without tabs is gone"
    assert seen(window) == ["C"]
    QApplication.processEvents()
    bar = window.tabs.active_pane.bar
    assert bar.isVisible() and bar.mapTo(window, QPoint(0, 0)).y() < 10, "next to the menus again"


def test_closing_the_last_tab_of_a_side_joins(window: MainWindow) -> None:
    do(window, "split")
    assert window.close_page(desk(window, "C"))
    assert titles(window) == [["Start", "A", "B"]]
    assert window.active_page() is desk(window, "B") and seen(window) == ["B"]
    assert window.menus.action("split").isEnabled()


def test_joining_keeps_what_is_in_front(window: MainWindow) -> None:
    do(window, "split")
    desk(window, "C").edit()
    before = len(desk(window, "C").turns)
    do(window, "join")
    assert titles(window) == [["Start", "A", "B", "C"]]
    assert window.active_page() is desk(window, "C") and seen(window) == ["C"]
    assert has_dot(window, 3), "its dot came along"
    assert len(desk(window, "C").turns) == before, "it never left the front"


def test_new_pages_open_where_one_works(window: MainWindow) -> None:
    do(window, "split")
    window.add_page(Desk("D"))
    assert titles(window) == [["Start", "A", "B"], ["C", "D"]]
    do(window, "go_over")
    window.add_page(Desk("E"))
    assert titles(window) == [["Start", "A", "B", "E"], ["C", "D"]]


def test_the_keyboard_decides_what_menus_act_on(window: MainWindow) -> None:
    do(window, "split")
    b, c = desk(window, "B"), desk(window, "C")
    b.field.setFocus(Qt.FocusReason.MouseFocusReason)
    assert window.active_page() is b and b.turns[-1] == "came" and c.turns[-1] == "went"
    assert window.windowTitle() == "Explorer Studio – B"
    assert b.undo_action in window.menus.menus["edit"].actions()
    b.edit()
    assert window.documents.save() and b.saves == 1 and c.saves == 0
    do(window, "go_over")
    assert window.active_page() is c and c.field.hasFocus()
    assert c.undo_action in window.menus.menus["edit"].actions()


def test_a_press_on_what_takes_no_keyboard_comes_to_its_side(window: MainWindow) -> None:
    do(window, "split")
    press_at(window, desk(window, "B").button)
    assert window.active_page() is desk(window, "B")
    assert desk(window, "B").field.hasFocus()


def test_what_hides_with_the_keyboard_in_it_does_not_change_sides(window: MainWindow) -> None:
    do(window, "split")
    b = desk(window, "B")
    b.field.setFocus()
    QApplication.processEvents()
    assert window.active_page() is b
    b.setFocusProxy(None)
    b.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    b.field.hide()
    assert window.active_page() is b
    focus = QApplication.focusWidget()
    assert focus is None or not window.tabs.panes[1].isAncestorOf(focus), "typing would go to the other page"


def test_tabs_are_stepped_through_on_both_sides(window: MainWindow) -> None:
    do(window, "split")
    found = []
    for _step in range(4):
        window.tabs.step_page(1)
        found.append(window.active_page().title())
    assert found == ["Start", "A", "B", "C"]


def test_the_start_page_may_be_on_either_side(window: MainWindow) -> None:
    window.show_page(window.start)
    do(window, "split")
    assert titles(window) == [["A", "B", "C"], ["Start"]]
    left, right = window.tabs.panes
    assert right.bar.tabButton(0, QTabBar.ButtonPosition.RightSide) is None, "it stays"
    assert left.bar.tabButton(0, QTabBar.ButtonPosition.RightSide) is not None
    assert not window.close_page(window.start)


def drag(window: MainWindow, page: Page, to: QPoint, steps: int = 4) -> None:
    """Pull the tab of a page to a point of the window."""
    pane = window.tabs.pane_of(page)
    tabs = pane.bar
    start = tabs.tabRect(pane.pages().index(page)).center()
    end = tabs.mapFrom(window, to)
    QTest.mousePress(tabs, LEFT, Qt.KeyboardModifier.NoModifier, start)
    for step in range(1, steps + 1):
        at = QPointF(start) + (QPointF(end) - QPointF(start)) * step / steps
        QTest.mouseMove(tabs, at.toPoint())
    QTest.mouseRelease(tabs, LEFT, Qt.KeyboardModifier.NoModifier, end)
    QApplication.processEvents()


@pytest.mark.parametrize(("x", "expected"), [(0.8, [["Start", "A", "C"], ["B"]]), (0.2, [["B"], ["Start", "A", "C"]])])
def test_a_tab_dragged_to_a_half_of_the_window_lies_there(
    window: MainWindow, x: float, expected: list[list[str]]
) -> None:
    drag(window, desk(window, "B"), QPoint(round(window.width() * x), 400))
    assert titles(window) == expected
    assert window.active_page() is desk(window, "B")
    drag(window, desk(window, "B"), QPoint(round(window.width() * (1 - x)), 400))
    assert titles(window) == [["Start", "A", "C", "B"]]


def test_a_tab_dragged_along_its_strip_changes_its_place(window: MainWindow) -> None:
    bar = window.tabs.active_pane.bar
    drag(window, desk(window, "C"), bar.mapTo(window, bar.tabRect(1).center()))
    assert titles(window) == [["Start", "C", "A", "B"]]
    assert window.active_page() is desk(window, "C") and seen(window) == ["C"]
    drag(window, desk(window, "C"), bar.mapTo(window, bar.tabRect(3).center()))
    assert titles(window) == [["Start", "A", "B", "C"]]


def test_a_tab_dragged_onto_a_tab_of_the_other_pane_is_inserted_before_it(window: MainWindow) -> None:
    do(window, "split")
    bar = window.tabs.panes[0].bar
    window.add_page(Desk("D"))
    drag(window, desk(window, "D"), bar.mapTo(window, bar.tabRect(1).center()))
    assert titles(window) == [["Start", "D", "A", "B"], ["C"]]
    assert window.active_page() is desk(window, "D") and seen(window) == ["D", "C"]


def test_a_tab_that_is_let_go_above_its_own_side_stays(window: MainWindow) -> None:
    do(window, "split")
    before = titles(window)
    drag(window, desk(window, "A"), QPoint(200, 500))
    assert titles(window) == before


def test_escape_lets_go_of_a_dragged_tab(window: MainWindow) -> None:
    tabs = window.tabs.active_pane.bar
    start = tabs.tabRect(2).center()
    QTest.mousePress(tabs, LEFT, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(tabs, tabs.mapFrom(window, QPoint(1000, 400)))
    assert window.tabs.cancel_drag()
    QTest.mouseRelease(tabs, LEFT, Qt.KeyboardModifier.NoModifier, tabs.mapFrom(window, QPoint(1000, 400)))
    assert len(titles(window)) == 1
    QTest.mousePress(tabs, LEFT, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(tabs, tabs.mapFrom(window, QPoint(1000, 400)))
    QTest.keyClick(window, Qt.Key.Key_Escape)
    QTest.mouseRelease(tabs, LEFT, Qt.KeyboardModifier.NoModifier, tabs.mapFrom(window, QPoint(1000, 400)))
    assert len(titles(window)) == 1


def test_a_file_that_is_open_on_the_other_side_is_said_to_be_there(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "copy.json"
    shutil.copy(SMALLEST, path)
    page = not_none(window.open_path(path))
    window.tabs.split()
    window.tabs.focus_other_pane()
    assert window.active_page() is not page
    assert window.open_path(path) is page
    assert window.active_page() is page
    messages = [toast.label.text() for toast in window.findChildren(Toast) if toast.isVisible()]
    assert len(messages) == 1 and messages[0].endswith("is already open on the right.")


def test_sides_are_remembered(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = []
    for name in ("one", "two", "three"):
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_text("{}", "utf-8")
        window.add_page(Desk(name, paths[-1]))
    window.tabs.split()
    window.show_page(desk(window, "two"))
    window.tabs.move_to_other_pane()
    window.show_page(desk(window, "one"))
    window.tabs.splitter.setSizes([400, 873])
    share = window.tabs.split_ratio()
    assert window.close()
    assert settings().string_list("tabs") == [str(path) for path in (paths[0], paths[2], paths[1])]

    other = MainWindow()
    other.resize(1280, 720)
    other.show()
    by_path = {str(path): path.stem for path in paths}
    monkeypatch.setattr(other.documents, "open_path", lambda path: other.add_page(Desk(by_path[str(path)], path)))
    session.restore_tabs(other.documents)
    assert titles(other) == [["Start", "one"], ["three", "two"]]
    assert seen(other) == ["one", "two"] and other.active_page().title() == "one"
    assert abs(other.tabs.split_ratio() - share) < 0.02
    other.close()
    other.deleteLater()


@pytest.mark.parametrize("value", [["nonsense"], ["", "gone.json"], [3]])
def test_settings_that_make_no_sense_cost_the_sides_and_no_more(window: MainWindow, value: list[object]) -> None:
    for name in ("beside", "shown"):
        settings().set_value(name, value)
    settings().set_value("divider", -4.0)
    session.restore_tabs(window.documents)
    assert len(window.tabs.panes) in (1, 2) and window.active_page() in window.pages()


def test_a_page_behind_asks_for_no_height_of_the_one_that_is_seen(window: MainWindow) -> None:
    """Where lines are wrapped on one page, all of them were as high as that one likes to be."""
    high = Desk("D")
    text = QLabel("Many words in lines that are wrapped. " * 9)
    text.setWordWrap(True)
    for part in (text, QTextEdit(), QTextEdit(), QTextEdit(), QTextEdit()):
        layout = not_none(high.layout())
        layout.addWidget(part)
    window.add_page(high)
    window.show_page(desk(window, "A"))
    for height in (690, 560):
        window.resize(1264, height)
        QApplication.processEvents()
        page = window.active_page()
        area = page.parentWidget()
        assert area is not None and page.height() == area.height(), height


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_any_two_pages_fit_beside_each_other(window: MainWindow, slug: str) -> None:
    """Editor, table, paper, rules, workshop: each in half of a window of 1280 pixels."""
    editor = not_none(window.open_path(shipped_layouts(slug)[0]))
    window.commands.print_layout(editor)
    window.commands.show_rules(load(slug))
    window.commands.open_piece_editor(editor)
    window.show_page(editor)
    drawn = not_none(editor.edited_layout())
    table = instance_of(PlayPage, window.commands.play_opened(drawn))
    table.controller.close()
    for page in window.pages():
        assert page.minimumSizeHint().width() <= 480, page.title()
    window.tabs.split()
    QApplication.processEvents()
    left, right = window.tabs.panes
    assert abs(left.width() - right.width()) <= 2


@pytest.mark.long
def test_pages_on_paper_follow_the_drawing_beside_them(window: MainWindow, qtbot: QtBot) -> None:
    editor = instance_of(EditorPage, window.open_path(BASE))
    printed = instance_of(PrintPage, window.commands.print_layout(editor))
    window.tabs.split()
    qtbot.waitUntil(lambda: not printed.view.is_busy())
    before, inks = printed.pages, dict(printed.view.inks)
    assert before is not None and len(inks) == len(before.pages)
    editor.document.rename("notes", "nothing to be seen")
    document = editor.document
    free = document.grid.count - 1
    stamp = next(item.stamp for item in editor.edit_state.items("cells") if item.field)
    document.apply("laid", document.game.editing.stamp(document.body, free, stamp))
    qtbot.waitUntil(lambda: printed.pages is not before)
    assert printed.pages is not None
    same = {number for number, (a, b) in enumerate(zip(before.pages, printed.pages.pages, strict=True), 1) if a == b}
    assert {number for number, page in enumerate(printed.pages.pages, 1) if page.part == "board"} & same == set()
    assert "backs" in {printed.pages.pages[number - 1].part for number in same}
    qtbot.waitUntil(lambda: not printed.view.is_busy())
    assert len(printed.view.inks) == len(printed.pages.pages)
    document.stack.setClean()


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 12))])
def test_tabs_in_any_order(window: MainWindow, seed: int) -> None:
    """Whatever is done to tabs, every page has one, two at most are seen, and the one in front is one of them."""
    luck = Random(seed)
    made = 3
    for _step in range(120):
        pages = window.pages()
        page = luck.choice(pages)
        match luck.randrange(9):
            case 0 if len(pages) < 9:
                made += 1
                window.add_page(Desk(f"New {made}"), after=luck.choice([None, page]))
            case 1:
                window.close_page(page)
            case 2:
                window.tabs.split()
            case 3:
                window.tabs.move_to_other_pane()
            case 4:
                window.tabs.join_panes()
            case 5:
                window.tabs.step_page(luck.choice([1, -1]))
            case 6 if page.isVisible():
                page.setFocus(Qt.FocusReason.MouseFocusReason)
            case 7:
                drag(window, page, QPoint(luck.randrange(window.width()), luck.randrange(window.height())))
            case 8 if isinstance(page, Desk):
                page.edit()
                page.modified = False
                page.changed.emit()
        sides = window.tabs
        assert 1 <= len(sides.panes) <= 2 and all(side.pages() for side in sides.panes)
        assert (
            window.active_page() is sides.active_pane.current_page() and window.active_page() in sides.visible_pages()
        )
        assert [page for page in window.pages() if page.isVisible()] == sides.visible_pages()
        assert window.start in window.pages() and len(set(window.pages())) == len(window.pages())
        for side in sides.panes:
            assert [side.tabText(place) for place in range(side.count())] == [
                window.documents.title_of(page) for page in side.pages()
            ]
            assert side.bar.isVisible()
        assert window.windowTitle().startswith("Explorer Studio")
        assert all(
            page.turns.count("came") - page.turns.count("went") in (0, 1) for page in pages if isinstance(page, Desk)
        )


@pytest.mark.usefixtures("full_dress")
def test_menus_without_room_stand_behind_a_mark_that_is_seen(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    menu_bar = MenuBar()
    menu_bar.setParent(holder)
    for number in range(9):
        menu_bar.addMenu(f"A long menu {number}")
    menu_bar.setGeometry(0, 0, 300, 30)
    holder.resize(420, 60)
    holder.show()
    more = menu_bar.findChild(QToolButton, "qt_menubar_ext_button")
    assert isinstance(more, QToolButton) and more.isVisible()
    shown = more.grab().toImage()
    inks = {shown.pixel(x, y) for x in range(shown.width()) for y in range(shown.height())}
    assert len(inks) > 3, "the mark is drawn, and not only its ground"
    assert more.icon().actualSize(QSize(12, 12)) == QSize(12, 12)


@pytest.mark.usefixtures("full_dress")
def test_close_buttons_stay_in_their_tabs_if_they_become_larger(window: MainWindow, qtbot: QtBot) -> None:
    bar = window.tabs.active_pane.bar
    width = bar.tabButton(1, QTabBar.ButtonPosition.RightSide).width()
    window.appearance.choose("large_targets", True)
    qtbot.waitUntil(lambda: bar.tabButton(1, QTabBar.ButtonPosition.RightSide).width() > width)
    for place in range(1, bar.count()):
        assert bar.tabRect(place).contains(bar.tabButton(place, QTabBar.ButtonPosition.RightSide).geometry())


def test_closing_a_tab_returns_to_where_it_was_opened(window: MainWindow) -> None:
    window.show_page(desk(window, "A"))
    window.add_page(Desk("D"))
    assert titles(window) == [["Start", "A", "B", "C", "D"]]
    assert window.close_page(desk(window, "D"))
    assert window.active_page() is desk(window, "A")


def test_all_tabs_are_listed_and_shown_in_small(window: MainWindow) -> None:
    window.add_page(Desk("D & <b>E</b>"))
    window.menus.tab_list.aboutToShow.emit()
    actions = window.menus.tab_list.actions()
    assert [action.text() for action in actions] == ["Start", "A", "B", "C", "D && <b>E</b>"]
    assert actions[4].isChecked()
    actions[1].trigger()
    assert window.active_page() is desk(window, "A")
    pane = window.tabs.active_pane
    assert "data:image/png;base64," in pane.hover_card(2) and "<b>B</b>" in pane.hover_card(2)
    assert "<img" not in pane.hover_card(1), "it is visible"
    assert "<b>E" not in pane.hover_card(4)
