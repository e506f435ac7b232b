"""The board answers by mouse and by keyboard: why not, what is there, the rule about it; not to purists."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from tests.gui.play.hand import click, hover, key
from tests.gui.play.toy import LAY


@pytest.fixture
def page(pages: Any) -> PlayPage:
    """A table on which the first stone lies on B1."""
    made: PlayPage = pages("human", "human")
    made.controller.play((LAY, 1, 0))
    made.controller.hand_over()
    return made


def rest(page: PlayPage, target: int) -> None:
    """The pointer comes to a target and stays there."""
    place = page.board.widget_rect(target).center()
    hover(page, place)
    event = QHelpEvent(QHelpEvent.Type.ToolTip, place, page.board.mapToGlobal(place))
    QCoreApplication.sendEvent(page.board, event)


def test_a_click_where_nothing_can_be_done_is_answered_beside_the_place(qtbot: QtBot, page: PlayPage) -> None:
    card = page.answers.card
    assert card.isHidden()
    click(page, 1)
    assert not card.isHidden()
    assert card.answer is not None and card.answer.title == "Not on B1"
    assert card.answer.words == "The stone of Ada lies on B1."
    corner = page.board.mapTo(page, QPoint())
    assert not card.geometry().intersects(page.board.widget_rect(1).translated(corner))
    assert page.rect().contains(card.geometry())
    hover(page, page.board.widget_rect(4).center())
    assert not card.isHidden(), "what was asked by a click stays"
    key(page, Qt.Key.Key_Escape)
    assert card.isHidden() and len(page.controller.match.decisions()) == 1


def test_the_answer_opens_the_book_at_its_clause(qtbot: QtBot, page: PlayPage) -> None:
    click(page, 1)
    rule = page.answers.card.rule
    assert rule is not None
    with qtbot.waitSignal(page.rule_requested) as asked:
        QTest.mouseClick(rule, Qt.MouseButton.LeftButton)
    assert asked.args == [page.opened.game, "P1"]
    assert page.answers.card.isHidden()


def test_a_pointer_that_rests_is_told_what_is_there_until_it_goes(qtbot: QtBot, page: PlayPage) -> None:
    rest(page, 1)
    card = page.answers.card
    assert card.answer is not None and card.answer.title == "A stone" and card.answer.words == "Ada laid it."
    assert card.answer.parts[0].facts[0].words == "Ada"
    rest(page, 1)
    assert not card.isHidden()
    hover(page, page.board.widget_rect(4).center())
    qtbot.waitUntil(card.isHidden)


def test_where_a_move_can_be_made_no_card_comes(qtbot: QtBot, page: PlayPage) -> None:
    rest(page, 4)
    assert page.answers.card.isHidden()


def test_keys_ask_at_the_space_under_the_cursor(qtbot: QtBot, page: PlayPage) -> None:
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
    answer = page.answers.card.answer
    assert answer is not None and answer.title == "Not on B1"
    assert len(page.controller.match.decisions()) == decisions, "Enter plays nothing elsewhere"
    with qtbot.waitSignal(page.rule_requested) as asked:
        QTest.keyClick(board, Qt.Key.Key_F1)
    assert asked.args[1] == "P1"


def test_an_answer_goes_with_its_position(qtbot: QtBot, page: PlayPage) -> None:
    click(page, 1)
    page.controller.play((LAY, 4, 0))
    assert page.answers.card.isHidden()


def test_purists_are_not_answered(qtbot: QtBot, page: PlayPage) -> None:
    click(page, 1)
    page.actions_.purist.trigger()
    assert page.answers.card.isHidden() and settings().value("purist") is True
    click(page, 1)
    rest(page, 1)
    assert page.answers.card.isHidden()
    assert page.decision.hint.full_text() == "B1: nothing can be done there now."
