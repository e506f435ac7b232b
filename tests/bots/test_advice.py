"""Advice and reasons for single moves: what is advised, and that it does not depend on what a seat cannot know."""

from __future__ import annotations

import pytest

from studio.bots.advice import MOST, advise, explain_choice
from studio.core.rng import Rng
from studio.games import slugs
from tests.bots.test_bots import middle


@pytest.mark.parametrize("slug", slugs())
def test_advice_and_reasons_are_the_same_in_every_world_of_the_seat(slug: str) -> None:
    game, state = middle(slug, 20)
    advice = advise(game, state, 5)
    actions = [option.action for option in advice.options]
    assert actions[0] == advice.action and len(actions) <= MOST
    assert len({*actions}) == len(actions) and {*actions} <= {*state.legal()}
    other = state.redeal(state.to_move, Rng(31))
    assert advise(game, other, 5) == advice
    assert explain_choice(game, other, actions[-1], 3) == explain_choice(game, state, actions[-1], 3)
