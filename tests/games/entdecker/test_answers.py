"""Why something cannot be done in Entdecker: what is said is true, for every place and turn of many positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

import pytest

from studio.core.plugin import Game
from studio.games.entdecker import GAME, rules as r
from studio.games.entdecker.body import Body
from studio.services.loading import load_layout
from tests.contract.test_answers import some_positions, targets_beside
from tests.seatiles.oracle import SeaOracle
from tests.seatiles.reasons import SPACE, Reader
from tests.seatiles.worth import check_class, check_island, check_odds
from tests.told import Told

COSTS = (1, 3, 6)


class Entdecker(Reader):
    """With the sentences that only Entdecker has."""

    def __init__(self, body: Body, state: r.State) -> None:
        super().__init__(SeaOracle(body, state, state.board.chart))
        self.match = state
        self.claims += [
            (r"On the very first turn an expedition sets out from the border only\.", self._first),
            (r"The toll here is (\d+) gold, and 1 gold must remain for a tile: ⟦(\d)⟧ has (\d+) gold\.", self._toll),
            (
                r"Setting out from the \w+ of ⟦\d⟧ costs (\d+) gold, and 1 gold must remain for a tile: "
                r"⟦(\d)⟧ has (\d+) gold\.",
                self._fare,
            ),
            (
                rf"Setting out from {SPACE} costs 0 gold, and 1 gold must remain for a tile: ⟦\d⟧ has 0 gold\.",
                lambda _told: state.gold[state.active] == 0,
            ),
            (r"⟦\d⟧ has no unit in supply that may stand on \w+\.", self._none_left),
            (r"One own tile a turn, and one is laid already\.", lambda _told: state.own_laid),
            (r"An own tile uses 2 of the declared gold, and 1 is left\.", lambda _told: state.left == 1),
            (r"This tile fits nowhere beside the ship\.", self._fits_nowhere),
        ]

    def _first(self, _told: Told) -> bool:
        return self.match.turn == 1 and any(action[0] == r.START_RIM for action in self.match.legal())

    def _spare(self, price: int, told: Told) -> bool:
        gold = self.match.gold[self.match.active]
        return int(told[1]) == price > gold - 1 and int(told[3]) == gold and int(told[2]) == self.match.active

    def _toll(self, told: Told) -> bool:
        return self._spare(int(self._rim()[1][-1]), told)

    def _fare(self, told: Told) -> bool:
        unit = self.match.unit[self.target]
        return unit // 3 != self.match.active and self._spare(COSTS[unit % 3], told)

    def _none_left(self, _told: Told) -> bool:
        seat, hostile = self.match.active, self.match.event[self.match.ship] == 2
        return not any(self.match.supply[seat * 3 + kind] for kind in range(2 if hostile else 3))

    def _fits_nowhere(self, _told: Told) -> bool:
        return not self.oracle.placements(self.target - 2_000_200)


@pytest.mark.parametrize("count", [16, pytest.param(200, marks=pytest.mark.long)])
def test_what_is_said_is_so(count: int) -> None:
    said: Counter[str] = Counter()
    for case, seen in some_positions("entdecker", count):
        state = cast(r.State, seen)
        reader = Entdecker(cast(Body, load_layout(case.layout).body), state)
        targets = [target.cell for target in GAME.picture.picture(state, state.to_move).targets]
        for target in (*targets, *targets_beside(GAME.panel.panel(state, state.to_move))):
            for turn in (-1, 0, 1, 2, 3) if state.phase == r.P_LAY and target < state.board.chart.count else (-1,):
                if reason := GAME.place_info.why_not(state, target, turn):
                    said[reader.check(reason, target, turn)] += 1
    assert len(said) > 14, said


def test_a_turn_that_fits_is_no_matter_and_the_others_are() -> None:
    """With the tile in hand the reason depends on how it is turned."""
    for _case, seen in some_positions("entdecker", 200):
        state = cast(r.State, seen)
        if state.phase != r.P_LAY or state.hand is None:
            continue
        kind = state.hand[0]
        for cell in {action[1] for action in state.legal() if action[0] == r.LAY}:
            for turn in range(4):
                fits = (r.LAY, cell, state.board.chart.placement_of[kind][turn]) in state.legal()
                assert (GAME.place_info.why_not(state, cell, turn) is None) == fits
            assert GAME.place_info.why_not(state, cell) is None


def ranking(value: int, found: Mapping[int, tuple[int, int, int]]) -> dict[int, int]:
    """E12: at each place half of the place above, rounded up; those who tie share the better place."""
    won = {}
    for seat, strength in found.items():
        points = value
        for _better in range(sum(other > strength for other in found.values())):
            points = -(-points // 2)
        won[seat] = points
    return won


def test_islands_and_stacks_are_told_as_they_are() -> None:
    seen: Counter[str] = Counter()
    for case, found in some_positions("entdecker", 40, plain=True):
        state = cast(r.State, found)
        oracle = SeaOracle(cast(Body, load_layout(case.layout).body), state, state.board.chart)
        for place in oracle.tile:
            cell = oracle.number(place)
            answer = GAME.place_info.describe_place(state, cell, 0)
            assert answer is not None
            if oracle.tile[place] != "...." and answer.title.startswith("Island"):
                seen[check_island(answer, oracle, cell, 0, ranking)] += 1
        for action in state.legal():
            if action[0] == r.DRAW:
                told = GAME.place_info.describe_place(state, 2_000_000 + action[1], 0)
                assert told is not None
                check_odds(cast(Game, GAME), state, action, told)
                seen["stack"] += 1
        for cls in range(1, 6):
            seen["class"] += check_class(GAME.place_info.describe_place(state, 2_000_120 + cls, 0), oracle, cls)
    assert set(seen) == {"complete", "open", "closing", "stack", "class"}, seen
