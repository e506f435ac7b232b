"""Where a hundred spaces are open: they are large enough to be read, lit as one field, and the best few breathe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest
from pytestqt.qtbot import QtBot

from studio.core.match import Match
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games.columbus import rules
from studio.gui.play.bots import BEST_COUNT
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.start.seats_form import SeatSetup
from studio.gui.style.theme import LIGHT
from studio.services.loading import load_layout, playable_board


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[PlayPage]:
    """A table of Columbus, as large as a window of 1440 × 900 leaves it, with a water tile in hand."""
    settings().set_value("motion", False)
    opened = load_layout(shipped_layouts("columbus")[0])
    match = Match(opened.game, playable_board(opened), 2, seed=3)
    rng = Rng(3)
    while cast(rules.State, match.state).phase != rules.P_PLACE or len(match.legal()) < 60:
        match.play(rng.choose(match.legal()))
    made = PlayPage(match, opened, [SeatSetup(name, "human") for name in ("Ada", "Bento")], LIGHT)
    made.resize(1440, 812)
    made.show()
    qtbot.addWidget(made)
    made.controller.confirm_handover()
    yield made
    made.about_to_close()


def best_of(page: PlayPage) -> set[int]:
    return {mark.target for mark in page.board.marks if mark.kind == "best"}


def test_a_wide_chart_has_the_room_of_the_log(qtbot: QtBot, page: PlayPage) -> None:
    qtbot.waitUntil(lambda: page.board.widget_rect(100).height() >= 56)
    assert page.folding.collapsed_keys == {"log"} and not page.log.isVisible()
    page.folding.reveal("log")
    assert page.log.isVisible()
    page.resize(1900, 1000)
    qtbot.waitUntil(lambda: not page.folding.collapsed_keys)
    qtbot.waitUntil(page.log.isVisible)
    assert page.folding.open_key == ""


def test_the_best_few_are_those_that_look_best_after_each_move(qtbot: QtBot, page: PlayPage) -> None:
    state, game = page.controller.state, page.controller.match.game
    worth = {}
    for action in state.legal():
        if action[0] == rules.PLACE:
            after = state.clone()
            after.apply(action)
            worth[action[1]] = game.evaluation.evaluate(after, state.to_move)
    qtbot.waitUntil(lambda: len(best_of(page)) == BEST_COUNT)
    assert min(worth[cell] for cell in best_of(page)) == sorted(worth.values())[-BEST_COUNT]
    lit = {mark.target for mark in page.board.marks if mark.kind in ("best", "legal")}
    assert lit == set(worth)


def test_purists_are_not_advised(qtbot: QtBot, page: PlayPage) -> None:
    qtbot.waitUntil(lambda: bool(best_of(page)))
    page.actions_.help_off.trigger()
    assert not best_of(page)
    page.actions_.help_off.trigger()
    qtbot.waitUntil(lambda: bool(best_of(page)))
