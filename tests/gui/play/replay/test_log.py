"""The log: lines, turns, search, history, menu."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio import games
from studio.core.game import OVER, Action, Event
from studio.core.match import Node
from studio.documents.paths import shipped_layouts
from studio.games import load
from studio.gui.board.view import Mark
from studio.gui.page import SeatSetup
from studio.gui.play.controller import MatchController
from studio.gui.play.page import PlayPage
from studio.gui.play.replay.log import LogView, bold_names
from studio.gui.play.replay.log_model import EVENT, NOW, SINCE, LogBook, LogLine, LogTree, LogTurn
from studio.gui.play.status import PLAY, REPLAY
from studio.gui.widgets import Toast
from studio.gui.widgets.actions import disabled_reason
from studio.gui.widgets.buttons import Menu
from studio.services.loading import load_layout, start_match
from tests.gui.play.conftest import HEAD, PageOpener, click, flat_lines, key
from tests.gui.play.toy import LAY, LOOK, Toy, ToyState, toy_controller
from tests.gui.play.worlds import SEATS, layout, random_match
from tests.helpers import not_none
from tests.short_run import mark_long

FIRST = (LAY, 0, 0)


def test_transient_events_are_shown_until_the_next_event(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def events(_self: object, before: ToyState, action: Action, after: ToyState) -> list[Event]:
        return [Event("take", f"takes {action}", before.active, is_transient=action == FIRST)]

    monkeypatch.setattr(Toy, "events", events)
    controller = toy_controller("human", "human")
    controller.begin()
    book = LogBook(controller)
    controller.play(FIRST)
    assert f"takes {FIRST}" in [line.text for line in flat_lines(book.rows()) if line.style == EVENT]
    controller.match.play(controller.state.legal()[0])
    messages = [line.text for line in flat_lines(book.rows()) if line.style == EVENT]
    assert messages and f"takes {FIRST}" not in messages
    controller.close()


def test_names_are_bold_in_the_log() -> None:
    assert bold_names("⟦1⟧ meets ⟦0⟧.", ("Ada", "Bento")) == ("Bento meets Ada.", [(0, 5), (12, 3)])
    assert bold_names("no ⟦9⟧ here", ("Ada",)) == ("no ⟦9⟧ here", [])


FREE = [(LAY, 0, 0), (LAY, 1, 0), (LAY, 2, 0)]


@pytest.fixture
def played(page: PlayPage) -> PlayPage:
    """Three moves without a draw."""
    for action in FREE:
        page.controller.play(action)
    return page


@pytest.fixture
def sealed(page: PlayPage) -> PlayPage:
    """A move with a draw, which cannot be taken back, and three without."""
    for action in ((LAY, 3, 0), *FREE):
        page.controller.play(action)
    page.log.view.expandAll()
    return page


def back_entry(page: PlayPage) -> tuple[Menu, QAction]:
    """The open menu, and its entry to take moves back."""
    (menu,) = page.log.findChildren(Menu)
    (back,) = [action for action in menu.actions() if action.text() == "Undo to here"]
    return menu, back


@pytest.mark.parametrize("seed", mark_long(range(1, 40)))
@pytest.mark.parametrize("slug", games.slugs())
def test_turns_hold_every_decision_once_and_in_order(qtbot: QtBot, slug: str, seed: int) -> None:
    match = random_match(layout(slug, 30), SEATS, seed, 70)
    controller = MatchController(match, [SeatSetup(f"Seat {seat}", "human") for seat in range(SEATS)])
    controller.viewer = match.state.to_move if not match.is_over else 0
    line = match.line()
    turns = LogBook(controller).turns()
    place = {node: number for number, node in enumerate(line)}
    messages = [(place[row.node], turn) for turn in turns for row in turn.lines if row.node is not None]
    assert [number for number, _turn in messages] == sorted(number for number, _turn in messages)
    for node in line[1:]:
        assert node.parent is not None and node.decision is not None
        own = match.game.text.turn_title(node.parent.state), node.decision.seat
        mine = {id(turn) for number, turn in messages if number == place[node] and (turn.title, turn.seat) == own}
        silent = all(
            event.is_transient or not event.text or not controller.may_read(event.private_to) for event in node.events
        )
        assert len(mine) == 1 or (silent and node is not line[-1])
    assert all((one.title, one.seat) != (other.title, other.seat) for one, other in pairwise(turns))
    for node in line[::5]:
        heading = match.game.panel.panel(node.state, -1).turn
        assert node.state.to_move == OVER or heading == match.game.text.turn_title(node.state), (
            "the strip calls it otherwise"
        )
    for turn in turns:
        numbers = [row.number for row in turn.lines if row.style == EVENT]
        assert numbers == list(range(1, len(numbers) + 1))
        public = [row.text for row in turn.lines if row.style == EVENT and not row.private]
        assert turn.text in {text.removesuffix(".") for text in public} or not public
    controller.close()


def test_a_turn_has_a_summary(played: PlayPage) -> None:
    turns = played.follower.log_book.turns()
    assert (played.controller.fill_names(turns[0].text), turns[0].points) == ("Ada lays a stone on A1", 1)
    counts = [(turn.title, turn.seat, len(turn.lines)) for turn in turns]
    assert counts == [("Turn 1", 0, 1), ("Turn 2", 1, 1), ("Turn 3", 0, 1), ("Turn 4", 1, 0)]


def test_a_continued_turn_counts_its_points_once(page: PlayPage, monkeypatch: pytest.MonkeyPatch) -> None:
    page.controller.play(FREE[0])
    state = page.controller.state
    assert state.scores()[0] == 1
    state.to_move = 0
    monkeypatch.setattr(Toy, "turn_title", lambda _game, _state: "Turn 1")
    (turn,) = LogBook(page.controller).turns()
    assert (turn.seat, turn.points) == (0, 1)


def test_after_a_replay_the_log_scrolls_to_the_end(qtbot: QtBot) -> None:
    view = LogView(("Ada", "Bento"))
    qtbot.addWidget(view)
    view.resize(260, 200)
    view.show()
    nothing: Any = None
    nodes = [Node(nothing) for _number in range(40)]
    messages = [LogLine(EVENT, f"Line {number}", 0, node) for number, node in enumerate(nodes)]
    turns = [
        LogTurn("Turn 1", 0, nodes[0], lines=tuple(messages[:20])),
        LogTurn("Turn 2", 1, nodes[20], lines=tuple(messages[20:30])),
    ]
    bar = view.verticalScrollBar()
    view.show_rows(turns, None, frozenset())
    view.grab()
    assert bar.value() == bar.maximum() > 0
    view.show_rows(turns, nodes[2], frozenset())
    view.grab()
    assert bar.value() < bar.maximum() - 24, "the moment of the replay is in sight"
    view.show_rows(turns, None, frozenset())
    view.grab()
    assert bar.value() == bar.maximum()
    view.show_rows([turns[0], turns[1]._replace(lines=tuple(messages[20:]))], None, frozenset())
    view.grab()
    assert bar.value() == bar.maximum()


def test_after_a_look_back_the_log_offers_the_newest_line(qtbot: QtBot) -> None:
    view = LogView(("Ada", "Bento"))
    qtbot.addWidget(view)
    view.resize(260, 200)
    view.show()
    nothing: Any = None
    nodes = [Node(nothing) for _number in range(40)]
    messages = [LogLine(EVENT, f"Line {number}", 0, node) for number, node in enumerate(nodes)]

    def show(count: int, now: Node | None = None) -> None:
        view.show_rows([LogTurn("Turn 1", 0, nodes[0], lines=tuple(messages[:count]))], now, frozenset())
        view.grab()

    bar = view.verticalScrollBar()
    show(20)
    assert bar.value() == bar.maximum() > 0 and view.newest.isHidden()
    bar.setValue(0)
    assert view.newest.isVisible() and view.viewport().geometry().contains(view.newest.geometry())
    show(30)
    assert bar.value() == 0 and view.newest.isVisible(), "it does not scroll during a look back"
    view.newest.click()
    assert bar.value() == bar.maximum() and view.newest.isHidden()
    show(40)
    assert bar.value() == bar.maximum() and view.newest.isHidden(), "it follows again"
    show(40, nodes[2])
    assert view.newest.isHidden(), "a replay has its own buttons"


def test_new_turns_are_below_a_separator(pages: PageOpener) -> None:
    page = pages("human", "random", "random", paused=True)
    page.controller.play(FREE[0])
    page.controller.play_scripted(FREE[1])
    page.controller.play_scripted(FREE[2])
    looks = [row.style if isinstance(row, LogLine) else row.title for row in page.follower.log_book.rows()]
    assert looks == ["Turn 1", SINCE, "Turn 2", "Turn 3", "Turn 4", NOW]


def test_the_model_is_consistent(page: PlayPage) -> None:
    tester = QAbstractItemModelTester(page.log.view.lines, QAbstractItemModelTester.FailureReportingMode.Warning)
    for action in (*FREE, (LAY, 4, 0)):
        page.controller.play(action)
    page.log.search.setText("b1")
    page.log.search.clear()
    page.actions_.undo.trigger()
    page.controller.play((LAY, 5, 1))
    page.controller.start_replay()
    page.controller.playback.seek(2)
    page.controller.resume()
    model = page.log.view.lines
    assert [row for row in model.rows if isinstance(row, LogTurn)] == page.follower.log_book.turns()
    assert tester.model() is model  # what it finds wrong it says as Qt's warnings, which fail


def _line(page: PlayPage, words: str) -> Any:
    model: LogTree = page.log.view.lines
    for place, row in enumerate(model.rows):
        if isinstance(row, LogTurn):
            for number, line in enumerate(row.lines):
                if words in model.line_text(line):
                    return model.index(number, 0, model.index(place))
    raise AssertionError(words)


def test_a_click_folds_a_turn_or_shows_a_position(played: PlayPage) -> None:
    view = played.log.view
    head = view.lines.index(2)
    assert view.isExpanded(head) and not view.isExpanded(view.lines.index(0))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(head).center())
    assert not view.isExpanded(head)
    played.controller.refresh()
    assert not view.isExpanded(head), "what was folded stays folded"
    view.row_chosen.emit(_line(played, "B1"))
    playback = played.controller.playback
    assert played.controller.mode == REPLAY and playback.index == 2 and not playback.is_running
    assert view.painter.current_node is played.controller.node and len(view.painter.future_nodes) == 1
    view.row_chosen.emit(_line(played, "C1"))
    assert playback.index == 3
    key(played, Qt.Key.Key_Escape)
    assert played.controller.mode == PLAY and len(played.controller.match.decisions()) == 3


def test_a_hovered_line_highlights_its_cells(page: PlayPage) -> None:
    page.controller.play(FREE[1])
    view = page.log.view
    view.entered.emit(_line(page, "B1"))
    assert Mark("hover", 1) in page.board.marks
    view.cells_hovered.emit(())
    assert Mark("hover", 1) not in page.board.marks


def test_the_history_of_a_cell_is_shown_until_escape(played: PlayPage) -> None:
    box = played.board.widget_rect(1)
    QTest.mouseClick(played.board, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, box.center())
    assert [
        (line.style, played.controller.fill_names(line.text)) for line in flat_lines(played.log.view.lines.rows)
    ] == [(HEAD, "Turn 2"), (EVENT, "Bento lays a stone on B1.")]
    assert played.log.chip.text == "History of B1" and not played.log.history_cell.isHidden()
    key(played, Qt.Key.Key_Escape)
    assert played.log.history_cell.isHidden() and flat_lines(played.log.view.lines.rows)[-1].style == NOW
    played.controller.start_replay(played.controller.match.node)
    click(played, 2)
    assert played.log.chip.text == "History of C1", "where nobody chooses a click is enough"


def test_the_menu_undoes_to_a_line(sealed: PlayPage) -> None:
    nodes = sealed.controller.match.line()
    may = sealed.controller.may_take_back
    assert [may(node) for node in nodes] == [False, True, True, True, False], "the die was rolled in the first"
    view = sealed.log.view
    view.setCurrentIndex(_line(sealed, "A1"))
    middle = view.rect().center()
    by_key = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, middle, view.mapToGlobal(middle))
    QApplication.sendEvent(view, by_key)  # it knows of no line: meant is the one where the keyboard is
    menu, back = back_entry(sealed)
    assert back.isEnabled()
    back.trigger()
    menu.close()
    assert sealed.controller.match.node is nodes[2] and sealed.controller.can_redo


def test_a_blocked_undo_has_a_reason(sealed: PlayPage) -> None:
    view = sealed.log.view
    view.setCurrentIndex(_line(sealed, "C1"))
    view.menu_requested.emit(view.currentIndex(), view.rect().center())
    menu, back = back_entry(sealed)
    assert not back.isEnabled() and disabled_reason(back) == "There are no later moves to undo."
    menu.close()
    first, *_others, newest = sealed.controller.match.line()
    assert newest.parent is not None
    why = sealed.controller.undo_blocked_reason
    assert why(first) == "An undo limit is in between, or the move was not yours."
    sealed.controller.start_replay(first)
    assert why(newest.parent) == "You cannot undo in a replay."
    sealed.controller.resume()
    sealed.actions_.undo.trigger()
    assert why(newest.parent) == "There are no later moves to undo.", "what came was taken back"


def test_the_menu_opens_the_rule_of_a_line(qtbot: QtBot, open_page: PageOpener) -> None:
    game = load("_template")
    opened = load_layout(shipped_layouts("_template")[0])
    page = open_page(start_match(opened, 2), opened, "human", "greedy", size=(1280, 700), speed=0.5)
    page.controller.play(page.controller.choices.actions[0])
    page.controller.play(page.controller.choices.actions[0])
    view = page.log.view
    turn = view.lines.index(0)
    rows = [view.lines.index(row, 0, turn) for row in range(view.lines.rowCount(turn))]
    shown = next(index for index in rows if (node := view.lines.node_of(index)) is not None and node.parent is not None)
    place = view.visualRect(shown).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, view.viewport().mapToGlobal(place))
    QApplication.sendEvent(view.viewport(), event)
    (menu,) = page.log.findChildren(Menu)
    with qtbot.waitSignal(page.request) as requested:
        menu.actions()[0].trigger()
    menu.close()
    assert requested.args is not None and requested.args[0].game is game
    assert requested.args[0].rule == game.text.clause(not_none(not_none(view.lines.node_of(shown)).parent).state)


def test_a_move_is_explained_unless_that_may_reveal_something(qtbot: QtBot, pages: PageOpener) -> None:
    page = pages("human", "greedy", paused=True)
    page.controller.play(FIRST)
    free = page.controller.match.node
    assert page.controller.reason_blocked_reason(free) == ""
    page.log.reason_requested.emit(free)
    qtbot.waitUntil(lambda: any(toast.isVisible() for toast in page.findChildren(Toast)))
    (text,) = [toast.label.text() for toast in page.findChildren(Toast)]
    assert text == "No other move differs much from it." or text.startswith("On average: ")
    page.controller.play_scripted((LOOK,))  # the bot looks at its secret
    page.controller.play_scripted((LAY, 1, 0))
    assert "hidden information" in page.controller.reason_blocked_reason(page.controller.match.node)
