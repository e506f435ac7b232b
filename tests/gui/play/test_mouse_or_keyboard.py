"""Matches played with the mouse alone, and with the keyboard alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from studio.core.game import Action
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.board.view import BoardView
from studio.gui.page import SeatSetup
from studio.gui.play.page import PlayPage
from studio.gui.play.panels.buttons import PlayMove
from studio.gui.settings import settings
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.page_factory import match_page
from studio.services.loading import load_layout, start_match
from tests.gui.play.conftest import hover
from tests.gui.windows import shown_window
from tests.short_run import mark_long

LEFT, RIGHT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier


# the mouse


def by_mouse(page: PlayPage, action: Action) -> str:
    """Make a move with the mouse; says which way it was found."""
    controller, choices = page.controller, page.controller.choices
    QApplication.processEvents()  # a person waits until the table lies still
    if choices.amount(action) is not None:
        _count_by_mouse(page, action)
        return _press_move(page, action) or _take_from_list(page, action)
    if action in choices.number_moves:
        for number in choices.number_moves[action]:
            if number not in choices.picked_numbers:
                press(page.decision.numbers.button(number))
        return _press_move(page, action) or _take_from_list(page, action)
    if (target := choices.target(action)) >= 0:
        view, place = shown_at(page, target)
        if view is not None:
            _place_by_mouse(page, action, view, place)
            return "place"
    assert controller.choices is choices
    return _press_move(page, action) or _take_from_list(page, action)


def press(widget: QWidget) -> None:
    assert widget.isVisible() and widget.isEnabled() and not widget.visibleRegion().isEmpty()
    QTest.mouseClick(widget, LEFT, NONE, widget.rect().center())


def shown_at(page: PlayPage, target: int) -> tuple[QWidget | None, QPoint]:
    """What shows a target, and a point there at which nothing else lies."""
    view, box = page.input.locate_target(target)
    if view is None:
        return None, QPoint()
    at = view.target_at if isinstance(view, BoardView) else getattr(view, "target_at")  # noqa: B009  # kinds of views
    parts = 12
    points = [
        QPoint(box.left() + box.width() * x // parts, box.top() + box.height() * y // parts)
        for x in range(parts + 1)
        for y in range(parts + 1)
    ]
    middle = box.center()
    points.sort(key=lambda point: (point - middle).manhattanLength())
    seen = view.visibleRegion()
    found = next((point for point in points if seen.contains(point) and at(point.toPointF()) == target), None)
    return (view, found) if found is not None else (None, QPoint())


def _place_by_mouse(page: PlayPage, action: Action, view: QWidget, place: QPoint) -> None:
    choices = page.controller.choices
    target = choices.target(action)
    if view is page.board:
        hover(page, place)
        QApplication.processEvents()
        assert page.board.target_at(place.toPointF()) == target, "what is pointed at does not slip away"
        if not choices.is_ambiguous(target):
            for _turn in choices.by_target[target]:
                if choices.selected_move == action:
                    break
                QTest.mouseClick(view, RIGHT, NONE, place)
    else:
        QTest.mouseMove(view, place)
    QTest.mouseClick(view, LEFT, NONE, place)
    menu = page.input.move_menu
    if menu.isVisible():
        entry = menu.actions()[choices.by_target[target].index(action)]
        QTest.mouseClick(menu, LEFT, NONE, menu.actionGeometry(entry).center())


def _count_by_mouse(page: PlayPage, action: Action) -> None:
    choices, row = page.controller.choices, page.decision.amounts
    kind, number = choices.amount(action) or (0, 0)
    if len(choices.amounts) > 1:
        press(row.kinds.button(str(kind)))
        QApplication.processEvents()  # new buttons are shown later
    known = [one for one, _move in choices.amounts[kind].moves]
    if not row.numbers.isHidden():
        press(row.numbers.button(str(number)))
        return
    for _step in known:
        now = (choices.amount(choices.default_move) or (0, 0))[1]
        if now == number:
            return
        press(row.more if now < number else row.less)


def _press_move(page: PlayPage, action: Action) -> str:
    button = page.decision.button_row.button_for(PlayMove(page.controller.play, action))
    if button is None:
        return ""
    press(button)
    return "button"


def _take_from_list(page: PlayPage, action: Action) -> str:
    overlays = page.commands.overlays
    if overlays.moves_list.isHidden():
        button = page.decision.button_row.button_for(overlays.toggle_moves)
        assert button is not None, "neither a place nor a button nor the list of all moves"
        press(button)
    moves = overlays.moves_list
    index = moves.rows.index(moves.rows.row_of(action))
    moves.list.scrollTo(index)
    place = moves.list.visualRect(index).center()
    QTest.mouseClick(moves.list.viewport(), LEFT, NONE, place)
    QTest.mouseDClick(moves.list.viewport(), LEFT, NONE, place)
    return "list"


# the keyboard


def key(page: PlayPage, which: Qt.Key) -> None:
    widget = page.window().focusWidget()
    assert widget is not None and page.isAncestorOf(widget), "the keyboard has left the table"
    QTest.keyClick(widget, which)


def by_keyboard(page: PlayPage, action: Action) -> str:
    """Make a move with the keyboard; says which way it was found."""
    choices = page.controller.choices
    if page.commands.overlays.moves_list.isVisible():
        return _find_in_list(page, action)
    if choices.amount(action) is not None and _count_by_keyboard(page, action):
        key(page, Qt.Key.Key_Return)
        return "number"
    if action in choices.number_moves and max(choices.number_moves[action]) <= 9:
        for number in choices.number_moves[action] - set(choices.picked_numbers):
            key(page, Qt.Key(Qt.Key.Key_0 + number))
        key(page, Qt.Key.Key_Return)
        return "number"
    if (target := choices.target(action)) >= 0:
        _place_by_keyboard(page, action, target)
        key(page, Qt.Key.Key_Return)
        return "place"
    if action == choices.default_move:
        key(page, Qt.Key.Key_Return)
        return "button"
    button = page.decision.button_row.button_for(PlayMove(page.controller.play, action))
    if button is not None and button.spec is not None and button.spec.key.isdigit():
        key(page, Qt.Key(Qt.Key.Key_0 + int(button.spec.key)))
        return "button"
    return _find_in_list(page, action)


def _place_by_keyboard(page: PlayPage, action: Action, target: int) -> None:
    """Tab to the place, the shorter way round, and R until the move is the one."""
    choices = page.controller.choices
    for _step in choices.targets:
        if choices.current_target == target:
            break
        now = choices.targets.index(choices.current_target) if choices.current_target in choices.targets else -1
        ahead = (choices.targets.index(target) - now) % len(choices.targets)
        key(page, Qt.Key.Key_Tab if ahead <= len(choices.targets) // 2 else Qt.Key.Key_Backtab)
    assert choices.current_target == target
    for _turn in choices.by_target[target]:
        if choices.selected_move == action:
            break
        key(page, Qt.Key.Key_R)
    assert choices.selected_move == action


def _count_by_keyboard(page: PlayPage, action: Action) -> bool:
    choices = page.controller.choices
    kind, number = choices.amount(action) or (0, 0)
    for _kind in choices.amounts:
        if (choices.amount(choices.default_move) or (-1, 0))[0] == kind:
            break
        key(page, Qt.Key.Key_Down)
    for _number in choices.amounts[kind].moves:
        now = (choices.amount(choices.default_move) or (0, 0))[1]
        if choices.default_move == action:
            return True
        key(page, Qt.Key.Key_Right if now < number else Qt.Key.Key_Left)
    return choices.default_move == action


def _find_in_list(page: PlayPage, action: Action) -> str:
    moves = page.commands.overlays.moves_list
    if moves.isHidden():
        key(page, Qt.Key.Key_W)
    assert moves.isVisible() and moves.field.hasFocus(), "the list of all moves opens by its key"
    for _row in moves.rows.rows:
        if moves.current_move() == action:
            break
        ahead = moves.rows.row_of(action) > moves.list.currentIndex().row()
        key(page, Qt.Key.Key_Down if ahead else Qt.Key.Key_Up)
    assert moves.current_move() == action
    key(page, Qt.Key.Key_Return)
    return "list"


Way = Callable[[PlayPage, Action], str]
WAYS: dict[str, Way] = {"mouse": by_mouse, "keyboard": by_keyboard}


@pytest.fixture
def tables(qtbot: QtBot, empty_start: None) -> Iterator[Callable[[str, str], PlayPage]]:
    """Makes a table of a game in a window: somebody plays against the greedy bot, or against somebody else."""
    settings().set_value("motion", False)
    settings().set_value("speed", 1.0)

    def make(slug: str, other: str) -> PlayPage:
        window: MainWindow = shown_window(qtbot)
        opened = load_layout(shipped_layouts(slug)[0])
        match = start_match(opened, 2, seed=7)
        page = window.add_page(match_page(match, opened, [SeatSetup("Ada"), SeatSetup("Bento", other)], None))
        assert isinstance(page, PlayPage)
        return page

    yield make


def played(qtbot: QtBot, page: PlayPage, way: str, least: int) -> Counter[str]:
    """So many moves of the person at least, or all; each is drawn, and is the one that is made. How they were made."""
    controller, luck, found = page.controller, Rng(23), Counter[str]()
    while not controller.is_over and found.total() < least:
        qtbot.waitUntil(lambda: controller.may_choose or controller.is_covered or controller.is_over)
        if controller.is_over:
            break
        if controller.is_covered:
            if way == "mouse":
                press(page.overlays.handover.confirm_button)
            else:
                qtbot.waitUntil(lambda: not page.overlays.handover.pause.isActive())
                key(page, Qt.Key.Key_Return)
            continue
        action, before = luck.choose(controller.state.legal()), len(controller.match.decisions())
        text = controller.choices.sentence(action)
        found[WAYS[way](page, action)] += 1
        qtbot.waitUntil(lambda: not controller.move_sequence.is_running)
        made = [one.action for one in controller.match.decisions()[before:]]
        assert made[:1] == [action], f"{text}: {action} and not {made[:1]}, after {found}"
    return found


@pytest.mark.parametrize("way", mark_long(WAYS))
def test_every_move_of_some_turns_can_be_made(qtbot: QtBot, tables: Callable[[str, str], PlayPage], way: str) -> None:
    found = played(qtbot, tables("columbus", "human"), way, 12)
    assert found.total() == 12 and found["list"] < 3


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("slug", slugs())
def test_a_whole_match(qtbot: QtBot, tables: Callable[[str, str], PlayPage], slug: str, way: str) -> None:
    page = tables(slug, "greedy")
    found = played(qtbot, page, way, 100_000)
    assert page.controller.is_over and found.total() > 20
    assert found["list"] < found.total() / 4, "most moves are made where they happen, and not in the list of all"
