"""What is remembered of a sea is what would be found afresh."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.opening import open_layout, playable_board
from studio.seatiles.value import KEPT, Kept


@pytest.mark.parametrize("variants", [False, True])
@pytest.mark.parametrize("slug", ["neue_entdecker", "entdecker"])
def test_positions_are_worth_the_same_whether_or_not_something_is_remembered(
    slug: str, variants: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = open_layout(shipped_layouts(slug)[0])
    game, rng = opened.game, Rng(4)
    today = [option for option in game.info.options if option.key not in game.info.earlier]
    options: dict[str, Any] = {option.key: variants for option in today if isinstance(option.default, bool)}
    state = game.start(playable_board(opened), 3, {**game.info.defaults(), **options})
    met = []
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.apply(state.draw(rng))
            continue
        met.append((state.clone(), state.redeal(0, rng)))
        state.apply(rng.choose(state.legal()))
    remembered = [[game.evaluate(one, seat) for one in pair for seat in range(3)] for pair in met[::3]]
    monkeypatch.setattr(Kept, "recall", lambda _kept, _key: None)
    assert remembered == [[game.evaluate(one, seat) for one in pair for seat in range(3)] for pair in met[::3]]


def test_no_more_is_remembered_than_a_search_needs() -> None:
    kept: Kept[int] = Kept()
    for number in range(3 * KEPT):
        assert kept.recall(number) is None
        assert kept.keep(number, number) == number == kept.recall(number)
    assert sum(kept.recall(number) is not None for number in range(3 * KEPT)) <= KEPT
