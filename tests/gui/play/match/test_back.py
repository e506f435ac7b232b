"""Taking a whole turn back, and turns that end only when a person says so."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from studio import games
from studio.core.rng import Rng
from studio.gui.play.controller import MatchController
from studio.gui.play.status import NO_SEAT
from studio.services.loading import start_match
from tests.gui.play.conftest import PageOpener
from tests.gui.play.hand import key
from tests.gui.play.match.test_controller import Setup
from tests.gui.play.toy import LAY, LOOK, SURE, WAIT
from tests.gui.play.worlds import SEATS, layout
from tests.shortly import shortly


@pytest.mark.parametrize("seed", shortly(range(1, 30)))
@pytest.mark.parametrize("slug", games.slugs())
def test_a_turn_that_is_reset_is_as_it_was_at_its_beginning_or_at_the_last_seal(
    qtbot: QtBot, slug: str, seed: int
) -> None:
    match, rng = start_match(layout(slug, 30), SEATS, seed=seed), Rng(seed)
    controller = MatchController(match, [Setup(f"Seat {seat}", "human") for seat in range(SEATS)])
    begun, whose, tried = match.state.dump(), (match.state.to_move, match.game.text.turn_title(match.state)), 0
    all_sealed = True
    for _decision in range(120):
        if match.is_over:
            break
        controller.handover_seat = NO_SEAT
        if rng.below(6) == 0:
            tried += controller.turn_steps() > 0
            controller.reset_turn()
            assert match.state.dump() == begun
            controller.handover_seat = NO_SEAT
        decision = match.play(rng.choose(match.legal())).decision
        now = (match.state.to_move, match.game.text.turn_title(match.state))
        all_sealed = all_sealed and decision is not None and decision.sealed
        if decision is not None and (decision.sealed or now != whose):
            begun, whose = match.state.dump(), now
    assert tried or all_sealed or seed > 1
    controller.close()


def test_bots_wait_until_the_turn_is_ended(qtbot: QtBot, pages: PageOpener) -> None:
    page = pages("human", "random")
    page.table_settings.set_confirm_turn_end(True)
    controller = page.controller
    controller.play((LAY, 0, 0))
    assert controller.is_awaiting_turn_end and not controller.is_thinking and not controller.may_choose
    assert page.decision.title.full_text() == "Ada, does your turn end here?"
    assert page.side.cards[0].active and not page.side.cards[1].active, "she is asked, nobody else yet"
    assert page.decision.hand.isHidden(), "what the next one has in hand is not hers"
    assert page.actions_.undo.isEnabled()
    page.actions_.reset.trigger()
    assert controller.match.decisions() == [] and controller.may_choose and not controller.is_awaiting_turn_end
    controller.play((LAY, 1, 0))
    qtbot.wait(30)
    assert len(controller.match.decisions()) == 1, "no bot has played"
    key(page, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(controller.match.decisions()) > 1)


def test_the_table_is_passed_on_only_when_the_turn_is_ended(qtbot: QtBot, pages: PageOpener) -> None:
    page = pages("human", "human")
    page.table_settings.set_confirm_turn_end(True)
    controller = page.controller
    controller.play((LOOK,))
    assert not controller.is_awaiting_turn_end, "it is still the same turn"
    controller.play((WAIT,))
    assert not controller.is_awaiting_turn_end
    controller.play((SURE,))
    assert controller.is_awaiting_turn_end and not controller.is_covered and controller.viewer == 0
    page.commands.confirm()
    assert controller.is_covered and controller.handover_seat == 1
    page.table_settings.set_confirm_turn_end(False)
    controller.confirm_handover()
    controller.play((LAY, 0, 0))
    assert not controller.is_awaiting_turn_end
