"""What is remembered of a sea is what would be found afresh."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import load
from studio.seatiles.evaluation import CACHE_SIZE, BoardCache
from studio.seatiles.rules.chart import SeaBoard
from studio.services.loading import load_layout, playable_board


@pytest.mark.parametrize("variants", [False, True])
@pytest.mark.parametrize("slug", ["neue_entdecker", "entdecker"])
def test_positions_are_worth_the_same_whether_or_not_something_is_remembered(
    slug: str, variants: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = load_layout(shipped_layouts(slug)[0])
    game, rng = opened.game, Rng(4)
    today = [option for option in game.info.options if option.key not in game.info.legacy_options]
    options: dict[str, Any] = {option.key: variants for option in today if isinstance(option.default, bool)}
    state = game.rules.start(playable_board(opened), 3, {**game.info.defaults(), **options})
    met = []
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.apply(state.draw(rng))
            continue
        met.append((state.clone(), state.redeal(0, rng)))
        state.apply(rng.choose(state.legal()))
    remembered = [[game.evaluation.evaluate(one, seat) for one in pair for seat in range(3)] for pair in met[::3]]
    monkeypatch.setattr(BoardCache, "get", lambda _kept, _board, _key: None)
    assert remembered == [
        [game.evaluation.evaluate(one, seat) for one in pair for seat in range(3)] for pair in met[::3]
    ]


def test_no_more_is_remembered_than_a_search_needs() -> None:
    saved: BoardCache[int] = BoardCache()
    board, other = (a_board("neue_entdecker") for _board in range(2))
    for number in range(3 * CACHE_SIZE):
        assert saved.get(board, number) is None
        assert saved.put(number, number) == number == saved.get(board, number)
    assert 0 < sum(saved.get(board, number) is not None for number in range(3 * CACHE_SIZE)) <= CACHE_SIZE
    assert saved.get(other, 3 * CACHE_SIZE - 1) is None


@pytest.mark.parametrize("slug", ["entdecker", "neue_entdecker"])
def test_a_board_that_is_gone_is_not_kept_by_what_was_worked_out_of_it(slug: str) -> None:
    kind = type(a_board(slug))

    def alive() -> int:
        gc.collect()
        return sum(type(thing) is kind for thing in gc.get_objects())

    def judged() -> None:
        game, rng = load(slug), Rng(3)
        state = game.rules.start(a_board(slug), 2, {})
        for _move in range(12):
            state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
        assert game.evaluation.evaluate(state, 0) == game.evaluation.evaluate(state.clone(), 0)

    judged()
    before = alive()
    for _another in range(3):
        judged()
    assert alive() == before, "the last board, and no other"


def a_board(slug: str) -> SeaBoard:
    """The first board of a game, compiled anew."""
    board = load(slug).body.build(load_layout(shipped_layouts(slug)[0]).body)
    assert isinstance(board, SeaBoard)
    return board
