"""Why a move is impossible, and what is at a place: what both games say is true, for every place of many positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from re import Match
from typing import Any, NamedTuple

import pytest

from studio.games import load
from studio.games.entdecker import rules as old
from studio.games.neue_entdecker import rules as r
from studio.services.loading import load_layout
from tests.contract.test_place_info import some_positions, targets_beside
from tests.games.neue_entdecker.rules.oracle import Oracle
from tests.seatiles.oracle import SeaOracle
from tests.seatiles.reasons import SPACE, Reader
from tests.seatiles.worth import Ranking, check_class, check_island, check_odds, lands_at

COSTS = (1, 3, 6)


class Entdecker(Reader):
    """With the sentences that only Entdecker has."""

    def __init__(self, body: Any, state: old.State) -> None:
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

    def _first(self, _told: Match[str]) -> bool:
        return self.match.turn == 1 and any(action[0] == old.START_RIM for action in self.match.legal())

    def _spare(self, price: int, shown: Match[str]) -> bool:
        gold = self.match.gold[self.match.active]
        return int(shown[1]) == price > gold - 1 and int(shown[3]) == gold and int(shown[2]) == self.match.active

    def _toll(self, shown: Match[str]) -> bool:
        return self._spare(int(self._rim()[1][-1]), shown)

    def _fare(self, shown: Match[str]) -> bool:
        unit = self.match.unit[self.target]
        return unit // 3 != self.match.active and self._spare(COSTS[unit % 3], shown)

    def _none_left(self, _told: Match[str]) -> bool:
        seat, hostile = self.match.active, self.match.event[self.match.ship] == 2
        return not any(self.match.supply[seat * 3 + kind] for kind in range(2 if hostile else 3))

    def _fits_nowhere(self, _told: Match[str]) -> bool:
        return not self.oracle.placements(self.target - 2_000_200)


class Neue(Reader):
    """With the sentences that only this game has."""

    def __init__(self, body: Any, state: r.State) -> None:
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
            (r"The path to hut (\d) is full\.", lambda shown: -1 not in state.paths[int(shown[1]) - 1]),
            (r"Scouts go into the jungle when .*", lambda _told: state.phase not in (r.P_SEND, r.P_NATIVES)),
        ]

    def _no_route(self, _told: Match[str]) -> bool:
        return self.target not in self.starts.start_tiles()

    def _spare(self, price: int, shown: Match[str]) -> bool:
        gold = self.match.gold[self.match.active]
        return int(shown[1]) == price > gold - int(shown[2]) and int(shown[4]) == gold

    def _toll(self, shown: Match[str]) -> bool:
        return self._spare(int(self._rim()[1][-1]), shown)

    def _route(self, shown: Match[str]) -> bool:
        return self._spare(min(self.starts.payments(self.target, self.match.active))[0], shown)

    def _class(self, _told: Match[str]) -> bool:
        cls = self.target - 2_000_100
        edges = {1: "....", 2: "a...", 3: "aa..", 4: "a.a.", 5: "aaa.", 6: "aaaa"}[cls]
        return not any(
            all(want in (None, have) for want, have in zip(self.oracle.facing(there), shape, strict=True))
            for there in self.oracle.beside_ship()
            for shape in (self.oracle.turned(edges, turn) for turn in range(4))
        )


def rank_1996(value: int, found: Mapping[int, tuple[int, int, int]]) -> dict[int, int]:
    """E12: at each place half of the place above, rounded up; those who tie share the better place."""
    won = {}
    for seat, strength in found.items():
        points = value
        for _better in range(sum(other > strength for other in found.values())):
            points = -(-points // 2)
        won[seat] = points
    return won


def rank_2001(value: int, found: Mapping[int, tuple[int, int, int]]) -> dict[int, int]:
    """N10: each next rank half of the rank above, rounded up; tied seats share a rank."""
    won: dict[int, int] = {}
    points = value
    for strength in sorted(set(found.values()), reverse=True):
        won |= {seat: points for seat, other in found.items() if other == strength}
        points = -(-points // 2)
    return won


class SeaGame(NamedTuple):
    """What the checks of one game need."""

    slug: str
    lay_phase: int
    draw: int
    reader: type[Entdecker] | type[Neue]
    ranking: Ranking

    def positions(self, count: int, plain: bool = False) -> Any:
        """Bodies and positions, as many as `count`."""
        for case, state in some_positions(self.slug, count, plain):
            yield load_layout(case.layout).body, state

    def oracle(self, body: Any, state: Any) -> SeaOracle:
        return Oracle(body, state) if self.reader is Neue else SeaOracle(body, state, state.board.chart)


OLD = SeaGame("entdecker", old.P_LAY, old.DRAW, Entdecker, rank_1996)
NEW = SeaGame("neue_entdecker", r.P_LAY, r.DRAW_HIDDEN, Neue, rank_2001)
BOTH = pytest.mark.parametrize("one", [OLD, NEW], ids=lambda one: str(one.slug))


@pytest.mark.parametrize("count", [16, pytest.param(200, marks=pytest.mark.long)])
@BOTH
def test_every_reason_is_true(one: SeaGame, count: int) -> None:
    game, message = load(one.slug), Counter[str]()
    for body, state in one.positions(count):
        reader = one.reader(body, state)
        targets = [target.cell for target in game.picture.picture(state, state.to_move).targets]
        for target in (*targets, *targets_beside(game.panel.panel(state, state.to_move))):
            is_laying = state.phase == one.lay_phase and target < state.board.chart.count
            for turn in (-1, 0, 1, 2, 3) if is_laying else (-1,):
                if reason := game.place_info.why_not(state, target, turn):
                    message[reader.check(reason, target, turn)] += 1
    assert len(message) > 14, message


@BOTH
def test_the_reason_depends_on_how_the_tile_in_hand_is_turned(one: SeaGame) -> None:
    game = load(one.slug)
    for _body, state in one.positions(200):
        if state.phase != one.lay_phase or state.hand is None:
            continue
        lay, kind = state.board.numbers.lay, state.hand[0]
        for cell in {action[1] for action in state.legal() if action[0] == lay}:
            for turn in range(4):
                fits = (lay, cell, state.board.chart.placement_of[kind][turn]) in state.legal()
                assert (game.place_info.why_not(state, cell, turn) is None) == fits
            assert game.place_info.why_not(state, cell) is None


@BOTH
def test_islands_stacks_and_classes_are_described_as_they_are(one: SeaGame) -> None:
    game, seen = load(one.slug), Counter[str]()
    for body, state in one.positions(40, plain=True):
        oracle = one.oracle(body, state)
        kinds, placements = oracle.chart.kinds, oracle.chart.placements
        for place in oracle.tile:
            cell = oracle.number(place)
            answer = game.place_info.describe_place(state, cell, 0)
            assert answer is not None
            if oracle.tile[place] != "...." and answer.title.startswith("Island"):
                cells = {oracle.number(land) for land, _letter in lands_at(oracle, cell)}
                bonus = sum(int(kinds[placements[state.laid[other]].kind].bonus) for other in cells)
                seen[check_island(answer, oracle, cell, bonus if one is NEW else 0, one.ranking)] += 1
        for action in state.legal():
            if action[0] == one.draw:
                answer = game.place_info.describe_place(state, 2_000_000 + action[1], 0)
                assert answer is not None
                check_odds(game, state, action, answer)
                seen["stack"] += 1
        for cls in range(1, 6):
            seen["class"] += check_class(game.place_info.describe_place(state, 2_000_120 + cls, 0), oracle, cls)
    assert set(seen) == {"complete", "open", "closing", "stack", "class"}, seen
