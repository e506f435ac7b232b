"""Descriptions for screen readers."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface

from studio.core.picture import Picture
from studio.gui.play.page import PlayPage
from tests.gui.play.conftest import PageOpener, key
from tests.gui.play.toy import LAY
from tests.helpers import not_none


@pytest.fixture
def page(heard: list[QAccessibleEvent], pages: PageOpener) -> PlayPage:
    return pages("human", "human")


def announced(heard: list[QAccessibleEvent]) -> list[str]:
    return [event.message() for event in heard if isinstance(event, QAccessibleAnnouncementEvent)]


def table(page: PlayPage) -> QAccessibleInterface:
    return not_none(QAccessible.queryAccessibleInterface(page.board))


def test_the_board_is_an_accessible_table(page: PlayPage) -> None:
    board = table(page)
    assert board.role() == QAccessible.Role.Table and board.text(QAccessible.Text.Name) == "Board"
    assert board.childCount() == len(page.board.targets) > 4
    owner = board.parent()
    assert owner is not None and owner.object() is page.board.parentWidget()
    for place, target in enumerate(page.board.targets):
        space = board.child(place)
        assert space is not None and space.isValid() and space.role() == QAccessible.Role.Cell
        assert target.name in space.text(QAccessible.Text.Name)
        assert board.indexOfChild(space) == place
        found = board.childAt(space.rect().center().x(), space.rect().center().y())
        assert found is space
    assert board.child(-1) is None and board.child(board.childCount()) is None
    assert board.childAt(-500, -500) is None


def test_places_describe_whether_they_are_legal(page: PlayPage) -> None:
    page.controller.play((LAY, 1, 0))
    page.controller.confirm_handover()
    board, choices = table(page), page.controller.choices
    legal = set(choices.targets)
    assert legal
    refused = 0
    for place, target in enumerate(page.board.targets):
        space = not_none(board.child(place))
        text = space.text(QAccessible.Text.Description)
        assert bool(space.state().selectable) == (target.cell in legal)
        sentence = choices.text if target.cell == choices.current_target else "Can be selected."
        assert text.startswith(sentence) == (target.cell in legal)
        reason = page.info_popup.illegal_reason(target.cell)
        if target.cell not in legal and reason is not None:
            assert page.controller.fill_names(reason.text) in text
            refused += 1
    assert refused


def test_events_and_decisions_are_announced(page: PlayPage, heard: list[QAccessibleEvent]) -> None:
    heard.clear()
    page.controller.play((LAY, 1, 0))
    page.controller.confirm_handover()
    shown = announced(heard)
    assert all(
        event.politeness() == QAccessible.AnnouncementPoliteness.Polite
        for event in heard
        if isinstance(event, QAccessibleAnnouncementEvent)
    )
    line = page.controller.fill_names(page.controller.node.events[0].text)
    assert any(line in text for text in shown), shown
    assert any(page.controller.view.panel.title in text and "Selectable: " in text for text in shown), shown


def test_cursor_and_selection_are_announced(page: PlayPage, heard: list[QAccessibleEvent]) -> None:
    heard.clear()
    page.board.setFocus()
    page.board.move_cursor(1, 0)
    (focus,) = heard
    assert focus.type() == QAccessible.Event.Focus
    assert page.board.targets[focus.child()].cell == page.board.cursor_target
    here = table(page).focusChild()
    assert here is not None and here.rect().contains(
        page.board.mapToGlobal(QPoint(0, 0)) + page.board.widget_rect(page.board.cursor_target).center()
    )


def test_a_choice_is_announced_once(page: PlayPage, heard: list[QAccessibleEvent]) -> None:
    page.board.setFocus()
    heard.clear()
    key(page, Qt.Key.Key_Tab)
    here = not_none(table(page).focusChild())
    assert [event.type() for event in heard] == [QAccessible.Event.Focus]  # the space, which says what is chosen there
    assert here.text(QAccessible.Text.Description).startswith(page.controller.choices.text)
    page.board.clearFocus()
    heard.clear()
    page.controller.step_target()
    assert announced(heard) == [page.controller.choices.text]


def test_tab_moves_the_accessible_focus(page: PlayPage, heard: list[QAccessibleEvent]) -> None:
    page.board.setFocus()
    for _step in range(2):
        heard.clear()
        key(page, Qt.Key.Key_Tab)
        place = page.controller.choices.current_target
        (focus,) = [event for event in heard if event.type() == QAccessible.Event.Focus]
        assert page.board.targets[focus.child()].cell == place
        here = table(page).focusChild()
        assert here is not None and page.board.target_name(place) in here.text(QAccessible.Text.Name)
        assert here.state().focused


def test_nothing_is_announced_during_a_handover(page: PlayPage, heard: list[QAccessibleEvent]) -> None:
    page.controller.play((LAY, 1, 0))
    if page.controller.is_covered:
        board = table(page)
        for place in range(board.childCount()):
            space = board.child(place)
            assert space is not None and not space.text(QAccessible.Text.Name)
            assert not space.text(QAccessible.Text.Description)


def test_a_deleted_board_is_no_longer_described(page: PlayPage) -> None:
    board = table(page)
    space = board.child(0)
    assert space is not None and space.isValid()
    page.board.set_picture(Picture((0, 0, 1, 1), ()))
    assert not space.isValid() and board.childCount() == 0
