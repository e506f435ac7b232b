"""Information about places, and why nothing can be done there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QCursor, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip, QWidget
from pytestqt.qtbot import QtBot

from studio.core.book import find_clause
from studio.core.panel import Fact
from studio.gui.page import ShowRules
from studio.gui.play import input as input_room
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from tests.gui.play.conftest import PageOpener, click, hover, key
from tests.gui.play.toy import LAY, PILE
from tests.gui.play.worlds import layout, random_match
from tests.helpers import not_none


@pytest.fixture
def page(pages: PageOpener) -> PlayPage:
    made: PlayPage = pages("human", "human")
    made.controller.play((LAY, 1, 0))
    made.controller.confirm_handover()
    return made


def rest(page: PlayPage, target: int) -> None:
    place = page.board.widget_rect(target).center()
    hover(page, place)
    event = QHelpEvent(QHelpEvent.Type.ToolTip, place, page.board.mapToGlobal(place))
    QCoreApplication.sendEvent(page.board, event)


def test_an_illegal_click_shows_the_reason(page: PlayPage) -> None:
    card = page.info_popup.card
    assert card.isHidden()
    click(page, 1)
    assert not card.isHidden()
    assert card.info is not None and card.info.title == "Not on B1"
    assert card.info.text == "The stone of Ada lies on B1."
    corner = page.board.mapTo(page, QPoint())
    assert not card.geometry().intersects(page.board.widget_rect(1).translated(corner))
    assert page.rect().contains(card.geometry())
    hover(page, page.board.widget_rect(4).center())
    assert not card.isHidden(), "what was asked by a click stays"
    key(page, Qt.Key.Key_Escape)
    assert card.isHidden() and len(page.controller.match.decisions()) == 1


def test_the_card_opens_its_rule(qtbot: QtBot, page: PlayPage) -> None:
    click(page, 1)
    rule = not_none(page.info_popup.card.rule)
    with qtbot.waitSignal(page.request) as requested:
        QTest.mouseClick(rule, Qt.MouseButton.LeftButton)
    assert requested.args == [ShowRules(page.opened.game, "P1")]
    assert page.info_popup.card.isHidden()


def test_hovering_shows_information_until_the_pointer_leaves(qtbot: QtBot, page: PlayPage) -> None:
    rest(page, 1)
    card = page.info_popup.card
    assert card.info is not None and card.info.title == "A stone" and card.info.text == "Ada laid it."
    assert card.info.groups[0].facts[0].text == "Ada"
    rest(page, 1)
    assert not card.isHidden()
    hover(page, page.board.widget_rect(4).center())
    qtbot.waitUntil(card.isHidden)


def rest_beside(view: QWidget, place: QPoint) -> None:
    QTest.mouseMove(view, place)
    QCoreApplication.sendEvent(view, QHelpEvent(QHelpEvent.Type.ToolTip, place, view.mapToGlobal(place)))


def test_hovering_a_score_shows_its_breakdown(qtbot: QtBot, page: PlayPage) -> None:
    seat = page.side.cards[0]
    rest_beside(seat, QPoint(seat.width() - 20, 14))
    answer = page.info_popup.card.info
    assert answer is not None and (answer.title, answer.note) == ("Ada", "1 point")
    assert answer.groups[0].facts[0] == Fact("Stones. What the stones were worth.", "1")
    QTest.mouseMove(page.side.cards[1], QPoint(9, 9))
    QCoreApplication.sendEvent(seat, QEvent(QEvent.Type.Leave))
    qtbot.waitUntil(page.info_popup.card.isHidden)


def test_hovering_the_hand_shows_information(page: PlayPage) -> None:
    page.decision.hand.show()
    QCoreApplication.processEvents()
    rest_beside(page.decision.hand, QPoint(10, 10))
    answer = page.info_popup.card.info
    assert answer is not None and answer.title == "In hand" and not page.info_popup.card.isHidden()


def test_a_place_without_information_shows_its_name(page: PlayPage) -> None:
    pile = page.side.groups.cards[0]
    box = not_none(pile.box_of(PILE))
    rest_beside(pile, box.center().toPoint())
    assert page.info_popup.card.isHidden()
    assert QToolTip.text() == pile.text_at(box.center())
    QToolTip.hideText()


def test_a_legal_place_shows_what_is_there(page: PlayPage, monkeypatch: pytest.MonkeyPatch) -> None:
    rest(page, 4)
    assert page.info_popup.card.isHidden() and QToolTip.text() == "Lay a stone on B2"
    key(page, Qt.Key.Key_R)
    assert QToolTip.text() == "Lay a stone on B2, turned", "the tip tells of it as it is turned now"
    QToolTip.hideText()
    monkeypatch.setattr(page.controller.choices, "is_playable", lambda _target: True)
    monkeypatch.setattr(page.board, "is_covered", lambda _target: True)
    rest(page, 1)
    answer = page.info_popup.card.info
    assert answer is not None and answer.text.endswith("Ada laid it.")


def test_keys_show_information_at_the_cursor(qtbot: QtBot, page: PlayPage) -> None:
    board = page.board
    seen = set()
    for arrow in (Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Left):
        QTest.keyClick(board, arrow, Qt.KeyboardModifier.ShiftModifier)
        seen.add(board.cursor_target)
        if board.cursor_target == 1:
            break
    assert board.cursor_target == 1, seen
    decisions = len(page.controller.match.decisions())
    QTest.keyClick(board, Qt.Key.Key_Return)
    answer = page.info_popup.card.info
    assert answer is not None and answer.title == "Not on B1"
    assert len(page.controller.match.decisions()) == decisions, "Enter plays nothing elsewhere"
    with qtbot.waitSignal(page.request) as requested:
        QTest.keyClick(board, Qt.Key.Key_F1)
    assert requested.args[0].rule == "P1"


def test_a_pinned_card_closes_on_the_next_action(page: PlayPage) -> None:
    click(page, 1)
    assert page.info_popup.is_pinned
    key(page, Qt.Key.Key_Plus)
    assert page.info_popup.is_open, "who looks closer is still reading"
    key(page, Qt.Key.Key_Tab)
    assert not page.info_popup.is_open and page.controller.choices.current_target >= 0


def test_the_card_does_not_cover_the_choices(page: PlayPage) -> None:
    requested = QRect(page.decision.mapTo(page, QPoint()), page.decision.size())
    assert page.info_popup._boxes_to_avoid(None)[-1] == requested
    card = page.info_popup.card
    card.resize(280, 120)
    card.place_near(QRect(requested.center().x() - 20, requested.top() - 50, 40, 40), page.rect(), [requested])
    assert not card.geometry().intersects(requested)


def test_the_card_closes_with_its_position(page: PlayPage) -> None:
    click(page, 1)
    page.controller.play((LAY, 4, 0))
    assert page.info_popup.card.isHidden()


def test_help_off_shows_no_information(page: PlayPage) -> None:
    click(page, 1)
    page.actions_.help_off.trigger()
    assert page.info_popup.card.isHidden() and settings().value("purist") is True
    click(page, 1)
    rest(page, 1)
    assert page.info_popup.card.isHidden()
    assert page.decision.hint.full_text() == "B1: no move is possible here now."


@pytest.fixture
def at_table(open_page: PageOpener) -> Callable[[str], PlayPage]:
    return lambda slug: open_page(
        random_match(layout(slug), 2, 1, 0), layout(slug), "human", "random", size=(1280, 678)
    )


def test_f1_over_a_panel_item_opens_its_rule(
    qtbot: QtBot, at_table: Callable[[str], PlayPage], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = at_table("goldland")
    card = page.side.cards[0]
    card.grab()
    box, item = card._boxes[-1]
    questions: list[str] = []
    page.request.connect(lambda request: questions.append(request.rule))
    messages: list[str] = []
    monkeypatch.setattr(input_room, "show_tooltip", lambda _place, words, _view: messages.append(words))
    page.input.show_panel_tip(card.mapTo(page, box.center().toPoint()), card)
    clause = find_clause(page.opened.game.text.book(), item.sprite)
    title = next(one.title for chapter in page.opened.game.text.book() for one in chapter.clauses if one.key == clause)
    assert messages and title in messages[0].rpartition("\nF1: ")[2], "and the tip names it"
    place = card.mapToGlobal(box.center().toPoint())
    monkeypatch.setattr(QCursor, "pos", staticmethod(lambda: place))
    QTest.keyClick(page.board, Qt.Key.Key_F1)
    assert questions == [clause] and clause
    stock = next(one for one in page.side.groups.cards if one.data.items[0].target >= 0)
    qtbot.waitUntil(lambda: stock.grab() is not None and bool(stock._boxes))  # as soon as it is laid out
    box, item = stock._boxes[0]
    answer = page.info_popup.place_info(item.target)
    assert answer is not None and answer.clause == "G12" != find_clause(page.opened.game.text.book(), item.sprite)
    place = stock.mapToGlobal(box.center().toPoint())
    QTest.keyClick(page.board, Qt.Key.Key_F1)
    assert questions == [clause, "G12"], "where there is an answer, F1 opens the clause that this names"


def test_the_move_list_does_not_cover_the_board(at_table: Callable[[str], PlayPage]) -> None:
    page = at_table("columbus")
    page.actions_.moves.trigger()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    board = QRect(page.board.mapTo(page, QPoint()), page.board.size())
    assert page.overlays.moves_list.isVisible() and not page.overlays.moves_list.geometry().intersects(board)
    page.actions_.moves.trigger()
    assert page.overlays.moves_list.isHidden()
