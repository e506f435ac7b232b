"""What a game counts in a match: figures with names, places on its ground, and not a bit of the position changed."""

from __future__ import annotations

from studio.core.game import CHANCE, LAY, OVER
from studio.core.match import Match
from studio.core.protocols import BUILT, ROUNDS, SCORED, TURNS, VISITED, MatchStats
from studio.core.rng import Rng
from studio.core.transcript import collect_stats
from tests.contract.cases import Case, every_layout

COMMON = {VISITED, BUILT, SCORED, TURNS, ROUNDS}
"""What the laboratory has names for."""


def counted(case: Case, *, only_watched: bool = False) -> MatchStats:
    """A match of random moves, watched; one that is not watched must come out the same."""
    state, other, tally, luck = case.start(), case.start(), case.game.stats.new_collector(), Rng(3)
    tally.before(state)
    while state.to_move != OVER:
        action = state.draw(luck) if state.to_move == CHANCE else luck.choose(state.legal())
        if not only_watched or not tally.watched or action[0] in tally.watched:
            tally.step(state, action)
        state.apply(action)
        other.apply(action)
    found = tally.after(state)
    assert state.dump() == other.dump()
    return found


@every_layout
def test_figures_have_names_and_places(case: Case) -> None:
    found, names = counted(case), {*case.game.stats.titles(), *COMMON}
    for part in (found.numbers, found.seats, found.spaces, found.places, found.curves):
        assert set(part) <= names, "each figure has a title"
    assert not found.ending or found.ending in names
    ground = set(case.game.stats.map_cells(case.board))
    assert all(set(cells) <= ground for cells in found.spaces.values())
    assert all(cell in ground for pairs in found.places.values() for cell, _number in pairs)
    assert all(len(row) == case.seats for row in [*found.seats.values(), *found.curves.values()])


@every_layout
def test_the_same_match_comes_to_the_same(case: Case) -> None:
    assert counted(case) == counted(case) == counted(case, only_watched=True)


@every_layout
def test_tiles_of_a_seat_are_those_that_its_log_tells_of(case: Case) -> None:
    match, luck = Match(case.game, case.board, case.seats, case.options, seed=5), Rng(5)
    while not match.is_over:
        match.play(luck.choose(match.legal()))
    seats = collect_stats(case.game, match.line()).seats
    messages = [event for node in match.line()[1:] for event in node.events if event.kind == LAY]
    for name in seats.keys() & {"tiles_of", "explored_of"}:
        assert list(seats[name]) == [sum(event.seat == seat for event in messages) for seat in range(case.seats)]
