"""Proofs and surveys end when their patience does, wherever that is, and say that they did not finish."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from studio.core.cancellation import Cancelled, CancelToken
from studio.core.game import Body
from studio.core.plugin import Game
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.services.loading import load_layout
from tests.bench.rules import drawn, grown
from tests.shortly import shortly

AFTER = 3
"""So often at most a search may look again after it was told that it is over, having several parts."""


class Counted(CancelToken):
    """Is spent at the so-manieth look, and counts all of them; the clock plays no part."""

    def __init__(self, enough: float) -> None:
        super().__init__()
        self.enough, self.looks = enough, 0

    def raise_if_cancelled(self) -> None:
        self.looks += 1
        if self.looks > self.enough:
            self.cancel()
        super().raise_if_cancelled()


def bodies(slug: str, is_large: bool) -> list[tuple[Game, Body]]:
    """A layout as it is shipped, or on the largest board with and without many tiles."""
    opened = load_layout(shipped_layouts(slug)[0])
    game = opened.game
    if not is_large:
        return [(game, opened.body)]
    large = grown(game, opened.body)[0]
    return [(game, large), (game, drawn(game, large))]


def stops(looks: int) -> list[int]:
    """Some looks at which to end, the first and the last among them."""
    return sorted({0, 1, 2, looks // 3, looks // 2, looks - 1} & set(range(looks)))


@pytest.mark.parametrize("is_large", shortly([False, True]), ids=["shipped", "large"])
@pytest.mark.parametrize("slug", slugs())
def test_a_proof_ends_with_its_patience(slug: str, is_large: bool) -> None:
    for game, body in bodies(slug, is_large):
        whole = Counted(5000)
        found = game.checks.verify(body, whole)
        # a game that has nothing to prove says so at once
        assert whole.looks or not found, "a proof that never looks at its patience cannot be called off"
        for enough in stops(whole.looks):
            patience = Counted(enough)
            hurried = game.checks.verify(body, patience)
            assert patience.looks <= enough + AFTER
            if not any(problem.code.endswith(".undecided") for problem in hurried):
                # all that could be had without a search, or a fix that nobody had the patience for
                assert {problem.code for problem in hurried} == {problem.code for problem in found}
            assert all(game.body.grid(body).count > cell for problem in hurried for cell in problem.cells)


@pytest.mark.parametrize("is_large", shortly([False, True]), ids=["shipped", "large"])
@pytest.mark.parametrize("slug", slugs())
def test_a_survey_ends_with_its_patience(slug: str, is_large: bool) -> None:
    for game, body in bodies(slug, is_large):
        if not game.has_survey:
            continue
        whole = Counted(10**9)
        game.checks.survey(body, -1, whole)
        assert whole.looks
        ended = 0
        for enough in stops(whole.looks):
            ended += _ends(lambda patience: game.checks.survey(body, -1, patience), enough)  # noqa: B023  # asked at once
        assert ended, "what is kept needs no search, but not everything can be kept"


def _ends(ask: Callable[[CancelToken], object], enough: int) -> bool:
    patience = Counted(enough)
    try:
        ask(patience)
    except Cancelled:
        return True
    return False
