"""What lies still is handed out again: the window keeps such shapes ready by identity, and those made anew pile up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from studio.core.game import State
from studio.core.picture import Picture, Shape
from studio.core.plugin import Game
from studio.games import known
from tests.contract.cases import each_layout, positions


def pictures_at(game: Game, state: State) -> Iterator[tuple[str, Picture]]:
    """What a table shows of a position, the board and what stands beside it."""
    panel = game.panel.panel(state, state.to_move)
    yield "board", game.picture.picture(state, state.to_move)
    if panel.hand is not None:
        yield "hand", panel.hand
    if panel.tray is not None:
        yield "tray", panel.tray.picture
    for inset in panel.insets:
        yield inset.title, inset.picture


def still(picture: Picture) -> list[Shape]:
    return [shape for layer in picture.layers if layer.is_still for shape in layer.shapes]


@pytest.mark.parametrize("slug", known())
def test_still_shapes_of_a_position_are_handed_out_again(slug: str) -> None:
    case = next(case for case in each_layout() if case.slug == slug)
    anew: dict[str, Shape] = {}
    for state in positions(case)[::3]:
        twice = zip(pictures_at(case.game, state), pictures_at(case.game, state), strict=True)
        for (what, one), (_what, other) in twice:
            pairs = zip(still(one), still(other), strict=True)
            anew.update((what, mine) for mine, theirs in pairs if mine is not theirs)
    assert anew == {}
