"""Why something cannot be done in Die Neuen Entdecker: what is said is true, for every place and turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

import pytest

from studio.core.plugin import Game
from studio.games.neue_entdecker import GAME, rules as r
from studio.games.neue_entdecker.body import Body
from studio.services.loading import load_layout
from tests.contract.test_answers import some_positions, targets_beside
from tests.games.neue_entdecker.rules.oracle import Oracle
from tests.seatiles.reasons import Reader
from tests.seatiles.worth import check_class, check_island, check_odds, lands_at
from tests.told import Told


class Neue(Reader):
    """With the sentences that only this game has."""

    def __init__(self, body: Body, state: r.State) -> None:
        self.starts = Oracle(body, state)
        super().__init__(self.starts)
        self.match = state
        rest = r"(\d+) gold must remain for a tile: ⟦(\d)⟧ has (\d+) gold\."
        self.claims += [
            (r"No route over the sea joins (\w+) to an open edge of the board\.", self._no_route),
            (rf"The toll here is (\d+) gold, and {rest}", self._toll),
            (rf"The cheapest route to \w+ costs (\d+) gold, and {rest}", self._route),
            (r"Open tiles were announced: .*", lambda _told: state.open_tiles),
            (r"Hidden tiles were announced: .*", lambda _told: not state.open_tiles),
            (r"No tile of this class \(.*\) fits beside the ship\.", self._class),
            (r"The expedition goes on: draw a tile, place a unit or stop\.", lambda _told: state.phase == r.P_GO),
            (r"⟦\d⟧ has no scout in supply: .*", lambda _told: not state.supply[state.active * 3]),
            (r"The path to hut (\d) is full\.", lambda told: -1 not in state.paths[int(told[1]) - 1]),
            (r"Scouts go into the jungle when .*", lambda _told: state.phase not in (r.P_SEND, r.P_NATIVES)),
        ]

    def _no_route(self, _told: Told) -> bool:
        return self.target not in self.starts.start_tiles()

    def _spare(self, price: int, told: Told) -> bool:
        gold = self.match.gold[self.match.active]
        return int(told[1]) == price > gold - int(told[2]) and int(told[4]) == gold

    def _toll(self, told: Told) -> bool:
        return self._spare(int(self._rim()[1][-1]), told)

    def _route(self, told: Told) -> bool:
        return self._spare(min(self.starts.payments(self.target, self.match.active))[0], told)

    def _class(self, _told: Told) -> bool:
        cls = self.target - 2_000_100
        edges = {1: "....", 2: "a...", 3: "aa..", 4: "a.a.", 5: "aaa.", 6: "aaaa"}[cls]
        return not any(
            all(want in (None, have) for want, have in zip(self.oracle.facing(there), shape, strict=True))
            for there in self.oracle.beside_ship()
            for shape in (self.oracle.turned(edges, turn) for turn in range(4))
        )


@pytest.mark.parametrize("count", [16, pytest.param(200, marks=pytest.mark.long)])
def test_what_is_said_is_so(count: int) -> None:
    said: Counter[str] = Counter()
    for case, seen in some_positions("neue_entdecker", count):
        state = cast(r.State, seen)
        reader = Neue(cast(Body, load_layout(case.layout).body), state)
        targets = [target.cell for target in GAME.picture.picture(state, state.to_move).targets]
        for target in (*targets, *targets_beside(GAME.panel.panel(state, state.to_move))):
            for turn in (-1, 0, 1, 2, 3) if state.phase == r.P_LAY and target < state.board.chart.count else (-1,):
                if reason := GAME.place_info.why_not(state, target, turn):
                    said[reader.check(reason, target, turn)] += 1
    assert len(said) > 14, said


def ranking(value: int, found: Mapping[int, tuple[int, int, int]]) -> dict[int, int]:
    """N10: each next rank half of the rank above, rounded up; tied seats share a rank."""
    won: dict[int, int] = {}
    points = value
    for strength in sorted(set(found.values()), reverse=True):
        won |= {seat: points for seat, other in found.items() if other == strength}
        points = -(-points // 2)
    return won


def test_islands_and_stacks_are_told_as_they_are() -> None:
    seen: Counter[str] = Counter()
    for case, found in some_positions("neue_entdecker", 40, plain=True):
        state = cast(r.State, found)
        oracle = Oracle(cast(Body, load_layout(case.layout).body), state)
        for place in oracle.tile:
            cell = oracle.number(place)
            answer = GAME.place_info.describe_place(state, cell, 0)
            assert answer is not None
            if oracle.tile[place] != "...." and answer.title.startswith("Island"):
                falls = {oracle.number(one) for one, _letter in lands_at(oracle, cell)}
                bonus = sum(
                    int(oracle.chart.kinds[oracle.chart.placements[state.laid[one]].kind].bonus) for one in falls
                )
                seen[check_island(answer, oracle, cell, bonus, ranking)] += 1
        for action in state.legal():
            if action[0] == r.DRAW_HIDDEN:
                told = GAME.place_info.describe_place(state, 2_000_000 + action[1], 0)
                assert told is not None
                check_odds(cast(Game, GAME), state, action, told)
                seen["stack"] += 1
        for cls in range(1, 6):
            seen["class"] += check_class(GAME.place_info.describe_place(state, 2_000_120 + cls, 0), oracle, cls)
    assert set(seen) == {"complete", "open", "closing", "stack", "class"}, seen
