"""A tile taken from the tray by mistake: Escape puts it back, a click on another one takes that one instead."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.game import Action
from studio.documents.paths import layouts_dir
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.start.seats_form import SeatSetup
from studio.gui.style.theme import LIGHT
from studio.services.loading import load_layout, start_match

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[PlayPage]:
    """A match with a rack of tiles, in the first turn of its first seat."""
    settings().set_value("motion", False)
    opened = load_layout(layouts_dir() / "columbus" / "sargasso_sea.json")
    match = start_match(opened, 2, seed=11)
    match.play(match.state.legal()[0])
    match.play(match.state.legal()[0])
    page = PlayPage(match, opened, [SeatSetup("Ada", "human"), SeatSetup("Bento", "random")], LIGHT)
    page.resize(1280, 680)
    qtbot.addWidget(page)
    page.show()
    yield page
    page.about_to_close()


def spot(page: PlayPage, place: int) -> QPoint:
    found = page.tray.view.center_of(page.tray.targets[place])
    assert found is not None
    return found.toPoint()


def taken(page: PlayPage) -> list[Action]:
    return [decision.action for decision in page.controller.match.decisions()[2:]]


def kinds(page: PlayPage) -> tuple[Action, Action, Action]:
    """What the first place of the tray, the last, and the one in the middle where another kind begins hold."""
    game, state = page.controller.match.game, page.controller.state
    found = [game.picture.plan(state, place) for place in page.tray.targets]
    actions = [plan.actions[0] for plan in found if plan is not None]
    assert len(actions) == 10
    return actions[0], actions[-1], actions[6]


def test_escape_puts_a_tile_back(page: PlayPage) -> None:
    first, _last, _other = kinds(page)
    QTest.mouseClick(page.tray.view, LEFT, NONE, spot(page, 0))
    assert taken(page) == [first]
    page.controller.choose(None)
    QTest.keyClick(page.board, Qt.Key.Key_Escape)
    assert taken(page) == []
    assert not page.controller.has_piece_in_hand
    QTest.keyClick(page.board, Qt.Key.Key_Escape)
    assert taken(page) == []


def test_another_place_of_the_tray_takes_what_lies_there_instead(page: PlayPage) -> None:
    first, _last, other = kinds(page)
    assert first != other
    QTest.mouseClick(page.tray.view, LEFT, NONE, spot(page, 0))
    QTest.mouseClick(page.tray.view, LEFT, NONE, spot(page, 6))
    assert taken(page) == [other]
    QTest.keyClick(page.board, Qt.Key.Key_1)
    assert taken(page) == [first], "number keys mean the places too"


def test_the_place_of_the_tile_in_hand_puts_it_back(page: PlayPage) -> None:
    _first, _last, other = kinds(page)
    QTest.mouseClick(page.tray.view, LEFT, NONE, spot(page, 6))
    assert taken(page) == [other]
    held = page.tray.targets[6]
    assert next(one.name for one in page.tray.view.picture.targets if one.cell == held) == "Back to the rack"
    QTest.mouseClick(page.tray.view, LEFT, NONE, spot(page, 6))
    assert taken(page) == []
