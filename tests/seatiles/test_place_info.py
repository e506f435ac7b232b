"""Reasons of illegal moves and details of places in both Entdecker games: true at every place of many positions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import networkx as nx
import pytest

from studio.core.game import State
from studio.core.panel import IllegalReason, PlaceInfo
from studio.core.picture import EDGE_BASE
from studio.core.plugin import Game
from studio.games import load
from studio.games.entdecker import rules as old
from studio.games.neue_entdecker import rules as r
from studio.services.loading import load_layout
from tests.contract.test_place_info import some_positions, targets_beside
from tests.games.neue_entdecker.oracle import Oracle
from tests.helpers import Claim, check_claim
from tests.seatiles.oracle import SeaOracle
from tests.seatiles.sea_bodies import SIDES

Place = tuple[int, int]
Match = re.Match[str]
SPACE = r"([A-Z]+)(\d+)"
REST = r"(\d+) gold, and (\d+) gold must remain for a tile\. ⟦(\d)⟧ has (\d+) gold\."


def place(column: str, row: str) -> Place:
    """A space by its name, up to column Z."""
    return ord(column) - 65, int(row) - 1


class Reader:
    """Checks the reasons of one position; a game adds its own sentences to `claims`."""

    def __init__(self, oracle: SeaOracle) -> None:
        self.oracle, self.state = oracle, oracle.position
        self.target, self.turn = -1, -1
        self.at: tuple[int, ...] = ()
        self.claims: list[Claim] = [
            (r"Place the tile in hand on a space, not at the border\.", lambda _match: self.is_edge),
            (rf"{SPACE} is off the board\.", lambda match: place(*match.groups()) not in self.oracle.cells),
            (
                rf"{SPACE} already has a tile\.",
                lambda match: self.space == place(*match.groups()) and self.space in self.oracle.tile,
            ),
            (
                rf"The ship is at the (\w+) border edge of {SPACE}\. From there it can only sail to {SPACE}\.",
                self._in_port,
            ),
            (rf"The (\w+) edge of {SPACE} is land\. A ship leaves a tile only over a sea edge: from .*", self._land),
            (rf"{SPACE} is not next to the ship\. From {SPACE} it can sail to (.*)\.", self._apart),
            (rf"The .* does not fit on {SPACE} in any rotation\. It must have .* there\.", self._no_turn),
            (
                r"In this rotation, the (\w+) edge of the .* is (land|sea), but the (.*) is (land|sea)\.",
                self._edge,
            ),
            (
                r"The border is (land|shore) here\. Ships cannot start from it\.",
                lambda match: self._rim() == (None, "coast" if match[1] == "land" else "shore"),
            ),
            (
                rf"{SPACE} behind this border edge is discovered\. From the border, .*",
                lambda _match: self.space in self.oracle.tile and self._rim()[1].startswith("open"),
            ),
            (rf"The toll here is {REST}", lambda match: self.is_too_dear(int(self._rim()[1][-1]), match)),
            (
                rf"{SPACE} is undiscovered\. A ship starts from .*",
                lambda _match: self.space in self.oracle.undiscovered,
            ),
            (rf"No sea edge of {SPACE} faces an undiscovered space\.", self._closed),
            (r"First .*|.* first(\.|: .*)|Draw a tile first\. .*", self._elsewhere),
            (r"A new expedition begins: choose where the ship starts\.", self._elsewhere),
            (
                rf"A unit can be placed only on the last tile, where the ship is: on {SPACE}\.",
                lambda match: self.target != self.state.ship == self.oracle.number(place(*match.groups())),
            ),
            (
                rf"{SPACE} has no land for a unit\.",
                lambda match: self.oracle.tile[place(*match.groups())] == "." * 4,
            ),
            (r"The cheapest unit.* \(\w+\) costs (\d+) gold.*\. ⟦(\d)⟧ has (\d+) gold\.", self._poor),
            (rf"Choose this island on {SPACE}\.", self._island),
            (
                r"There is no island to score here\. Choose one on .*",
                lambda _match: self.target not in {node >> 2 for node in self.state.pending},
            ),
            (r"This pile is empty\.", lambda _match: not self.state.stack_size[self.target - 2_000_000]),
            (r"All (declared tiles are drawn|announced tiles are taken)\.", lambda _match: not self.state.left),
            (rf"No sea edge leads on from {SPACE}\. .*", lambda _match: not self.oracle.beside_ship()),
        ]

    @property
    def is_edge(self) -> bool:
        return EDGE_BASE <= self.target < 2_000_000

    @property
    def space(self) -> Place:
        """The space of the target."""
        cell = (self.target - EDGE_BASE) // 8 if self.is_edge else self.target
        return cell % self.oracle.columns, cell // self.oracle.columns

    def check(self, reason: IllegalReason, target: int, turn: int = -1) -> str:
        """Find the one sentence that this is, and look whether it is true; which one it is."""
        self.target, self.turn, self.at = target, turn, reason.targets
        return check_claim(reason.text, self.claims, (self.space, turn))

    def _in_port(self, match: Match) -> bool:
        side, *port = match[1], match[2], match[3]
        cell = self.oracle.number(place(*port))
        at = EDGE_BASE + cell * 8 + SIDES.index(side)
        rim = cell * 4 + SIDES.index(side)
        return (
            self.state.ship_rim == rim and self.space != place(*port) == place(match[4], match[5]) and self.at == (at,)
        )

    def _ship(self) -> Place:
        return self.state.ship % self.oracle.columns, self.state.ship // self.oracle.columns

    def _land(self, match: Match) -> bool:
        side, here = SIDES.index(match[1]), place(match[2], match[3])
        beyond = {side: other for side, other, _edge in self.oracle.around(here)}
        at = EDGE_BASE + self.oracle.number(here) * 8 + side
        return (
            here == self._ship()
            and beyond[side] == self.space
            and self.oracle.tile[here][side] != "."
            and self.at == (at,)
        )

    def _apart(self, match: Match) -> bool:
        (x, y), (a, b) = self.space, place(match[3], match[4])
        named = {place(*one) for one in re.findall(SPACE, match[5])}
        beside = abs(x - a) + abs(y - b) == 1
        return (a, b) == self._ship() and not beside and named == set(self.oracle.beside_ship())

    def _conflicts(self, turn: int) -> dict[int, tuple[str, str]]:
        """By side: what the tile in hand would have there, and what it must have."""
        assert self.state.hand is not None
        shape = self.oracle.turned(self.oracle.shape(self.state.hand[0]), turn)
        looks = self.oracle.looks(shape)[0]
        expected = self.oracle.facing(self.space)
        return {s: (looks[s], want) for s, want in enumerate(expected) if want is not None and looks[s] != want}

    def _no_turn(self, match: Match) -> bool:
        must = set(re.findall(r"(north|east|south|west)", match.string))
        sides = {SIDES[side] for side, want in enumerate(self.oracle.facing(self.space)) if want is not None}
        return must == sides and all(self._conflicts(turn) for turn in range(4)) and self.turn < 0

    def _edge(self, match: Match) -> bool:
        side = SIDES.index(match[1])
        have, want = self._conflicts(self.turn)[side]
        words = {"a": "land", ".": "sea"}
        at = EDGE_BASE + self.oracle.number(self.space) * 8 + side
        return (words[have], words[want]) == (match[2], match[4]) and self.at == (at,)

    def _rim(self) -> tuple[Place | None, str]:
        side = (self.target - EDGE_BASE) % 8
        return next((other, edge) for one, other, edge in self.oracle.around(self.space) if one == side)

    def is_too_dear(self, price: int, match: Match) -> bool:
        """Whether the sentence has this price, which leaves the active seat too little gold."""
        active, gold = self.state.active, self.state.gold[self.state.active]
        return int(match[1]) == price > gold - int(match[2]) and (int(match[3]), int(match[4])) == (active, gold)

    def _closed(self, match: Match) -> bool:
        here = place(*match.groups())
        return not any(
            self.oracle.tile[here][side] == "." and other in self.oracle.undiscovered
            for side, other, _edge in self.oracle.around(here)
        )

    def _elsewhere(self, _match: Match) -> bool:
        """Another decision is pending: no tile can be laid."""
        return all(action[0] != self.state.board.numbers.lay for action in self.state.moves) or self.target >= 2_000_000

    def _poor(self, match: Match) -> bool:
        return int(match[2]) == self.state.active and int(match[3]) == self.state.gold[self.state.active] < int(
            match[1]
        )

    def _lands(self, here: Place) -> set[Any]:
        return {(here, letter) for letter in set(self.oracle.tile.get(here, "....")) - {"."}}

    def _island(self, match: Match) -> bool:
        graph, first = self.oracle.islands(), place(*match.groups())
        return any(nx.has_path(graph, one, other) for one in self._lands(self.space) for other in self._lands(first))


# Islands, stacks and classes, against graphs of the tiles and a trial of every draw


Strength = tuple[int, int, int]
Ranking = Callable[[int, Mapping[int, Strength]], dict[int, int]]
"""Points by seat from the value of an island and the units there, settlements first."""


def fits(oracle: SeaOracle, place: Place, shape: str) -> bool:
    """Whether a shape with edges "a" and "." matches all that is known around a space."""
    return all(want in (None, have) for want, have in zip(oracle.facing(place), shape, strict=True))


def looks_of_class(oracle: SeaOracle, cls: int) -> set[str]:
    """The edges of a class in all rotations."""
    edges = ("....", "a...", "aa..", "a.a.", "aaa.", "aaaa")[cls - 1]
    return {oracle.turned(edges, turn) for turn in range(4)}


def lands_at(oracle: SeaOracle, cell: int) -> set[Any]:
    """The lands of the largest island of which this tile carries a part (of equals: of its first land)."""
    place = (cell % oracle.columns, cell // oracle.columns)
    letters = sorted(set(oracle.tile[place]) - {"."})
    graph = oracle.islands()
    found = [nx.node_connected_component(graph, (place, letter)) for letter in letters]
    return max(found, key=len, default=set())


def check_island(answer: PlaceInfo, oracle: SeaOracle, cell: int, bonus: int, ranking: Ranking) -> str:
    """Size, state, what every seat would get, what closes it; says which kind of island it was."""
    state = oracle.position
    lands = lands_at(oracle, cell)
    size = len({place for place, _letter in lands})
    assert re.search(rf"\b{size} tiles?", answer.text), answer
    if oracle.is_complete(lands):
        assert answer.note == "complete"
        return "complete"
    gaps = {
        oracle.number(other)
        for place, letter in lands
        for side, other, _edge in oracle.around(place)
        if oracle.tile[place][side] == letter and other is not None and other not in oracle.tile
    }
    if gaps:
        assert answer.note == f"open at {len(gaps)} space{'s' * (len(gaps) > 1)}", (answer, gaps)
    strength: dict[int, list[int]] = {}
    for place, letter in lands:
        one = oracle.number(place)
        shape = oracle.tile[place]
        number = oracle.chart.placements[state.laid[one]].land[shape.index(letter)]
        if state.unit[one] >= 0 and state.unit_land[one] == number:
            seat, kind = divmod(state.unit[one], 3)
            strength.setdefault(seat, [0, 0, 0])[2 - kind] += 1
    won = ranking(size + bonus, {seat: (a, b, c) for seat, (a, b, c) in strength.items()})
    match = {fact.seat: int(fact.value.split()[0]) for fact in answer.groups[0].facts if fact.seat >= 0}
    assert match == won, (answer, strength)
    assert {fact.seat for fact in answer.groups[0].facts if fact.is_strong} == {
        seat for seat, points in won.items() if strength[seat] == max(strength.values())
    }
    if len(gaps) != 1:
        return "open"
    check_closing(answer, oracle, next(iter(lands)), gaps.pop())
    return "closing"


def check_closing(answer: PlaceInfo, oracle: SeaOracle, land: Any, gap: int) -> None:
    """Every tile that closes it, by laying each one in each turn."""
    place = (gap % oracle.columns, gap // oracle.columns)
    counts = []
    for kind in range(len(oracle.chart.kinds)):
        left = hidden_of(oracle, kind)
        closes = False
        for turn in range(4):
            shape = oracle.turned(oracle.shape(kind), turn)
            if fits(oracle, place, oracle.looks(shape)[0]):
                oracle.tile[place] = shape
                closes |= oracle.is_complete(nx.node_connected_component(oracle.islands(), land))
                del oracle.tile[place]
        if closes and left:
            counts.append(left)
    whole = sum(oracle.position.hidden)
    match = [int(fact.value.split()[0]) for fact in answer.groups[1].facts if fact.value]
    if len(counts) <= 4:
        assert sorted(match) == sorted(counts), (answer, counts)
    else:
        assert match[-1] == sum(counts), (answer, counts)
    assert all(
        abs(fact.share - int(fact.value.split()[0]) / whole) < 1e-9 for fact in answer.groups[1].facts if fact.value
    )


def hidden_of(oracle: SeaOracle, kind: int) -> int:
    """How many tiles of a kind are hidden."""
    sorts = oracle.position.board.numbers.sorts
    return sum(oracle.position.hidden[kind * sorts : (kind + 1) * sorts])


def check_odds(game: Game, state: State, draw: tuple[int, ...], answer: PlaceInfo) -> None:
    """The odds that the next tile of a stack fits, by drawing every tile that may lie there."""
    drawn = state.clone()
    drawn.apply(draw)
    fits = whole = 0
    for outcome, weight in drawn.chance():
        after: Any = drawn.clone()
        before = after.laid_turn
        after.apply(outcome)
        while after.to_move == -1 and after.hand is not None:
            after.apply(after.chance()[0][0])  # the next top, or whatever else is seen
        whole += weight
        fits += weight * (after.hand is not None or after.laid_turn > before or after.laid != drawn.dump()["laid"])
    match = re.search(r"fits next to the ship with a probability of (\d+) %", answer.text)
    assert match is not None and int(match[1]) == round(100 * fits / whole), (answer.text, fits, whole)
    assert re.search(rf"one of {whole}\b", answer.text)
    assert sum(int(fact.value.split()[0]) for fact in answer.groups[0].facts) == whole


def check_class(answer: PlaceInfo | None, oracle: SeaOracle, cls: int) -> bool:
    """How many tiles with such edges are hidden, and on how many spaces of the chart one of them would fit."""
    assert answer is not None
    looks = looks_of_class(oracle, cls)
    kinds = [kind for kind in range(len(oracle.chart.kinds)) if oracle.looks(oracle.shape(kind))[0] in looks]
    left = sum(hidden_of(oracle, kind) for kind in kinds)
    assert int(answer.groups[0].facts[0].value.split()[0]) == left
    spaces = sum(any(fits(oracle, place, shape) for shape in looks) for place in oracle.undiscovered)
    assert re.search(rf"fits on {spaces} space", answer.text), (answer.text, spaces)
    return True


# Both games


class Entdecker(Reader):
    """With the sentences of Entdecker."""

    def __init__(self, body: Any, state: old.State) -> None:
        super().__init__(SeaOracle(body, state, state.board.chart))
        self.claims += [
            (
                r"In the first season, an expedition starts only from the border\.",
                lambda _match: state.season == 1 and any(action[0] == old.START_RIM for action in state.legal()),
            ),
            (rf"Starting from the \w+ of ⟦\d⟧ costs {REST}", self._fare),
            (
                rf"Starting from {SPACE} costs 0 gold, and 1 gold must remain for a tile\. ⟦\d⟧ has 0 gold\.",
                lambda _match: state.gold[state.active] == 0,
            ),
            (r"⟦\d⟧ has no unit in supply that can be placed on \w+\.", self._none_left),
            (r"You can place only one personal tile per turn\.", lambda _match: state.own_laid),
            (r"A personal tile costs 2 of the declared gold, and only 1 is left\.", lambda _match: state.left == 1),
            (
                r"This tile fits nowhere next to the ship\.",
                lambda _match: not self.oracle.placements(self.target - 2_000_200),
            ),
        ]

    def _fare(self, match: Match) -> bool:
        unit = self.state.unit[self.target]
        return unit // 3 != self.state.active and self.is_too_dear((1, 3, 6)[unit % 3], match)

    def _none_left(self, _match: Match) -> bool:
        seat, hostile = self.state.active, self.state.event[self.state.ship] == 2
        return not any(self.state.supply[seat * 3 + kind] for kind in range(2 if hostile else 3))


class Neue(Reader):
    """With the sentences of Die Neuen Entdecker."""

    def __init__(self, body: Any, state: r.State) -> None:
        starts = Oracle(body, state)
        super().__init__(starts)
        self.claims += [
            (
                r"No route connects (\w+) to an open border edge\.",
                lambda _match: self.target not in starts.start_tiles(),
            ),
            (
                rf"The cheapest route to \w+ costs {REST}",
                lambda match: self.is_too_dear(min(starts.payments(self.target, state.active))[0], match),
            ),
            (r"This expedition announced open tiles, .*", lambda _match: state.open_tiles),
            (r"This expedition announced hidden tiles, .*", lambda _match: not state.open_tiles),
            (r"No tile of this class \(.*\) fits next to the ship\.", self._class),
            (r"The expedition continues: draw a tile, place a unit or stop\.", lambda _match: state.phase == r.P_GO),
            (r"⟦\d⟧ has no scout in supply\. .*", lambda _match: not state.supply[state.active * 3]),
            (r"The path to hut (\d) is full\.", lambda match: -1 not in state.paths[int(match[1]) - 1]),
            ("Scouts go to the jungle when .*", lambda _match: state.phase not in (r.P_SEND, r.P_NATIVES)),
        ]

    def _class(self, _match: Match) -> bool:
        looks = looks_of_class(self.oracle, self.target - 2_000_100)
        return not any(fits(self.oracle, place, shape) for place in self.oracle.beside_ship() for shape in looks)


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
    game, said = load(one.slug), Counter[str]()
    for body, state in one.positions(count):
        reader = one.reader(body, state)
        targets = [target.cell for target in game.picture.picture(state, state.to_move).targets]
        for target in (*targets, *targets_beside(game.panel.panel(state, state.to_move))):
            is_laying = state.phase == one.lay_phase and target < state.board.chart.count
            for turn in (-1, 0, 1, 2, 3) if is_laying else (-1,):
                if reason := game.place_info.why_not(state, target, turn):
                    said[reader.check(reason, target, turn)] += 1
    assert len(said) > 14, said


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
