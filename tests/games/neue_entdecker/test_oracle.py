"""Random matches beside slow oracles that know the layout and networkx, but none of the rules' own tables."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.core.game import CHANCE, OVER, Action
from studio.core.rng import Rng
from studio.games.neue_entdecker import rules
from studio.games.neue_entdecker.body import Body
from studio.games.neue_entdecker.build import build
from studio.seatiles.body import Border, TileKind
from studio.seatiles.chart import cells_of
from studio.seatiles.gaps import gaps
from studio.seatiles.islands import all_islands, is_complete, root_of
from tests.games.neue_entdecker.random_seas import SIDES, STEPS, random_body
from tests.games.neue_entdecker.sea import begin, body, changed

Graph = Any  # networkx has no types of its own for what its nodes are
FILLERS = {1: "....", 2: "a...", 3: "aa..", 4: "a.b.", 5: "aaa.", 6: "aaaa"}

BASE = body(
    "............ ..~...X..~.. ............ .....~~..5.. ..5..~...... ............ ..~......~.. ............",
    Border("open 2", "open 1", "open 0", "open 1"),
)
TWO_SECTORS = body(
    ".....~...... .....~...... .....~...... ..5..~...X.. ..5...~..... ......~..... ......~..... ......~....."
)
RAGGED = body("##....## #......# ...~~... .n....5. #......# ##....##", Border("open 0", "shore", "coast", "open 1"))


class Oracle:
    """What the rules pages say about a position, by exhaustive search and graphs."""

    def __init__(self, drawn: Body, state: rules.State) -> None:
        self.drawn, self.state = drawn, state
        self.columns = len(drawn.spaces[0])
        self.cells = [(x, y) for y, row in enumerate(drawn.spaces) for x, symbol in enumerate(row) if symbol != "#"]
        chart = state.board.chart
        self.tile: dict[tuple[int, int], str] = {}
        for x, y in self.cells:
            placement = state.laid[self.number((x, y))]
            if placement >= 0:
                one = chart.placements[placement]
                self.tile[x, y] = self.turned(self.shape(one.kind), one.turn)
        self.undiscovered = {place for place in self.cells if place not in self.tile}

    def number(self, place: tuple[int, int]) -> int:
        return place[1] * self.columns + place[0]

    def shape(self, kind: int) -> str:
        if kind < len(self.drawn.tiles):
            return self.drawn.tiles[kind].shape
        return FILLERS[int(self.state.board.chart.kinds[kind].name.removeprefix("filler "))]

    @staticmethod
    def turned(shape: str, turn: int) -> str:
        return "".join(shape[(side - turn) % 4] for side in range(4))

    def around(self, place: tuple[int, int]) -> Iterator[tuple[int, tuple[int, int] | None, str]]:
        """Side, the space there or None, and the kind of outer edge or ""."""
        for side, (dx, dy) in enumerate(STEPS):
            other = (place[0] + dx, place[1] + dy)
            if other in self.tile or other in self.undiscovered:
                yield side, other, ""
            else:
                name = f"{chr(65 + place[0])}{place[1] + 1} {SIDES[side]}"
                yield side, None, self.drawn.edges.get(name, getattr(self.drawn.border, SIDES[side]))

    def facing(self, place: tuple[int, int]) -> list[str | None]:
        """For each side "." or "a" as the tile there must be, None when it is free."""
        found: list[str | None] = []
        for side, other, edge in self.around(place):
            if other is None:
                found.append("a" if edge == "coast" else ".")
            elif other in self.tile:
                found.append("." if self.tile[other][side ^ 2] == "." else "a")
            else:
                found.append(None)
        return found

    @staticmethod
    def looks(shape: str) -> tuple[str, frozenset[frozenset[int]]]:
        groups = frozenset(frozenset(s for s in range(4) if shape[s] == one) for one in set(shape) - {"."})
        return "".join("." if letter == "." else "a" for letter in shape), groups

    def beside_ship(self) -> list[tuple[int, int]]:
        """The undiscovered spaces that the ship can sail to."""
        state = self.state
        if state.ship_rim >= 0:
            cell = state.ship_rim // 4
            return [(cell % self.columns, cell // self.columns)]
        place = (state.ship % self.columns, state.ship // self.columns)
        return [
            other
            for side, other, _edge in self.around(place)
            if other is not None and other in self.undiscovered and self.tile[place][side] == "."
        ]

    def placements(self, kind: int) -> set[tuple[Any, ...]]:
        """Spaces and looks of every way to lay a kind of tile beside the ship (N6, T4)."""
        found = set()
        for place in self.beside_ship():
            wanted = self.facing(place)
            for turn in range(4):
                shape = self.turned(self.shape(kind), turn)
                plain = self.looks(shape)[0]
                if all(want is None or want == have for want, have in zip(wanted, plain, strict=True)):
                    found.add((place, *self.looks(shape)))
        return found

    def islands(self) -> Graph:
        """Lands joined across facing land edges (T7)."""
        graph = nx.Graph()
        for place, shape in self.tile.items():
            graph.add_nodes_from((place, letter) for letter in set(shape) - {"."})
        for place, shape in self.tile.items():
            for side, other, _edge in self.around(place):
                if other in self.tile and shape[side] != "." and self.tile[other][side ^ 2] != ".":
                    graph.add_edge((place, shape[side]), (other, self.tile[other][side ^ 2]))
        return graph

    def is_complete(self, lands: set[tuple[tuple[int, int], str]]) -> bool:
        for place, letter in lands:
            for side, other, edge in self.around(place):
                if self.tile[place][side] != letter:
                    continue
                if other is None:
                    if edge != "coast":
                        return False
                elif other not in self.tile or self.tile[other][side ^ 2] == ".":
                    return False
        return True

    def seas(self, *, sail_unknown: bool) -> Graph:
        """Where ships can go: tiles joined over facing seas; with `sail_unknown` undiscovered spaces too."""
        graph = nx.Graph()
        graph.add_node("border")
        for place in self.cells:
            if place in self.undiscovered and not sail_unknown:
                continue
            graph.add_node(place)
            for side, other, edge in self.around(place):
                if place in self.tile and self.tile[place][side] != ".":
                    continue
                if other is None:
                    if edge.startswith("open"):
                        graph.add_edge("border", place)
                elif (other in self.tile and self.tile[other][side ^ 2] == ".") or (
                    other in self.undiscovered and sail_unknown
                ):
                    graph.add_edge(place, other)
        return graph

    def gaps(self) -> set[int]:
        """The spaces that T8 wants filled."""
        reached = nx.node_connected_component(self.seas(sail_unknown=True), "border")
        return {
            self.number(place) for place in self.undiscovered if place not in reached or None not in self.facing(place)
        }

    def start_tiles(self) -> set[int]:
        """The discovered tiles with a route and a sea edge facing an undiscovered space (N2), whatever the cost."""
        reached = nx.node_connected_component(self.seas(sail_unknown=False), "border") - {"border"}
        return {
            self.number(place)
            for place in reached
            if any(
                self.tile[place][side] == "." and other in self.undiscovered for side, other, _e in self.around(place)
            )
        }

    def payments(self, cell: int, seat: int) -> tuple[int, set[tuple[int, int]]]:
        """The lowest sum and its payments (toll, owners paid), by walking every route there is (N3)."""
        target = (cell % self.columns, cell // self.columns)
        graph = self.seas(sail_unknown=False)
        graph.remove_node("border")
        share = self.drawn.gold.route_toll
        best = 10**9
        found: set[tuple[int, int]] = set()
        for place in self.tile:
            tolls = {
                int(edge[-1])
                for side, other, edge in self.around(place)
                if other is None and edge.startswith("open") and self.tile[place][side] == "."
            }
            for route in nx.all_simple_paths(graph, place, target) if tolls and place != target else [[target]]:
                if not tolls:
                    continue
                owners = set()
                for step in route:
                    unit = self.state.unit[self.number(step)]
                    if unit >= 0 and unit % 3 and unit // 3 != seat:
                        owners.add(unit // 3)
                for toll in tolls:
                    total = toll + share * len(owners)
                    mask = sum(1 << owner for owner in owners) if share else 0
                    if total < best:
                        best, found = total, set()
                    if total == best:
                        found.add((toll, mask))
        return best, found


def as_looks(oracle: Oracle, actions: list[Action]) -> list[tuple[Any, ...]]:
    """LAY actions in the oracle's words."""
    chart = oracle.state.board.chart
    found = []
    for _kind, cell, placement in actions:
        one = chart.placements[placement]
        shape = oracle.turned(oracle.shape(one.kind), one.turn)
        found.append(((cell % oracle.columns, cell // oracle.columns), *oracle.looks(shape)))
    return found


def check_chart(oracle: Oracle) -> None:
    """Islands, completeness, gaps and union-find agree with networkx."""
    state, chart = oracle.state, oracle.state.board.chart
    graph = oracle.islands()
    wanted = {}
    for lands in nx.connected_components(graph):
        tiles = frozenset(oracle.number(place) for place, _letter in lands)
        key = frozenset((oracle.number(place), oracle.tile[place].index(letter)) for place, letter in lands)
        wanted[key] = (len(tiles), oracle.is_complete(lands))
    found = {}
    for nodes in all_islands(chart, state.laid):
        sides = frozenset((node >> 2, chart.placements[state.laid[node >> 2]].land.index(node & 3)) for node in nodes)
        found[sides] = (len({node >> 2 for node in nodes}), is_complete(chart, state.laid, nodes))
        roots = {root_of(state.parent, node) for node in nodes}
        assert len(roots) == 1
        assert (state.open_edges[roots.pop()] == 0) == found[sides][1]
    assert found == wanted
    assert set(cells_of(gaps(chart, state.undiscovered, state.sea))) == oracle.gaps()
    assert set(cells_of(state.undiscovered)) == {oracle.number(place) for place in oracle.undiscovered}


def check_starts(oracle: Oracle) -> None:
    """Every affordable start is there, and nothing else (N2, N4)."""
    state = oracle.state
    legal = state.legal()
    gold = state.gold[state.active]
    price = oracle.drawn.gold.hidden_tile if state.hidden_plain + state.hidden_query else oracle.drawn.gold.open_tile
    price = min(price, oracle.drawn.gold.open_tile)
    rims = set()
    for place in oracle.undiscovered:
        for side, other, edge in oracle.around(place):
            if other is None and edge.startswith("open") and gold - int(edge[-1]) >= price:
                rims.add((rules.START_RIM, oracle.number(place), side))
    assert {action for action in legal if action[0] == rules.START_RIM} == rims
    tiles = {action[1] for action in legal if action[0] == rules.START_TILE}
    possible = oracle.start_tiles()
    assert tiles <= possible
    if len(oracle.tile) <= 9:
        assert tiles == {cell for cell in possible if gold - oracle.payments(cell, state.active)[0] >= price}
    elif gold >= price + 2 + oracle.drawn.gold.route_toll * 3:
        assert tiles == possible
    assert ((rules.PASS,) in legal) == (not rims and not tiles)


def census(state: rules.State) -> dict[str, Any]:
    """Everything that is neither made nor lost: tiles, units, scout numbers, tokens."""
    chart = state.board.chart
    tiles = Counter({index: count for index, count in enumerate(state.hidden) if count})
    tiles.update({index: count for index, count in enumerate(state.discard) if count})
    tiles.update({kind * 5: count for kind, count in enumerate(state.sorted_left) if count})
    tiles.subtract({kind * 5: count for kind, count in enumerate(state.added) if count})
    if state.hand is not None:
        tiles[state.hand[0] * 5 + state.hand[1]] += 1
    for cell, placement in enumerate(state.laid):
        if placement >= 0:
            tiles[chart.placements[placement].kind * 5 + state.event[cell]] += 1
    units = state.supply[:]
    numbers = [Counter(n for n in range(100) if mask >> n & 1) for mask in state.numbers]
    for cell, unit in enumerate(state.unit):
        if unit >= 0:
            units[unit] += 1
            numbers[unit // 3][state.unit_number[cell]] += unit % 3 == 0
    for path, on_path in zip(state.paths, state.path_numbers, strict=True):
        for seat, number in zip(path, on_path, strict=True):
            if seat >= 0:
                units[seat * 3] += 1
                numbers[seat][number] += 1
    for seat, waiting in enumerate(state.waiting):
        units[seat * 3] += waiting
        numbers[seat].update(n for n in range(100) if state.waiting_numbers[seat] >> n & 1)
    tokens = Counter(value for value in state.token if value)
    tokens.update(dict(zip(state.board.token_values, state.bag, strict=True)))
    return {
        "tiles": {index: count for index, count in tiles.items() if count},
        "units": units,
        "numbers": [dict(+counted) for counted in numbers] if state.numbered else [],
        "tokens": {value: count for value, count in tokens.items() if count},
    }


def check_gold(before: rules.State, action: Action, after: rules.State) -> None:
    """Gold comes from the bank and goes there only where the rules say."""
    flow = sum(after.gold) - sum(before.gold)
    kind = action[0]
    board = before.board
    if kind in (rules.START_RIM, rules.START_TILE, rules.PAY):
        assert -2 <= flow <= 0
    elif kind == rules.ANNOUNCE_HIDDEN:
        assert flow == -action[1] * board.hidden_price
    elif kind == rules.ANNOUNCE_OPEN:
        assert flow == -action[1] * board.open_price
    elif kind in (rules.UNIT, rules.UNIT_FROM_CELL, rules.UNIT_FROM_PATH):
        assert flow == -board.unit_cost[action[1] if kind == rules.UNIT else rules.SCOUT]
    elif kind == rules.WHEEL or (kind == rules.DIE and action[1]):
        assert flow == (action[1] + 1) * before.seats - 1
    elif kind in (rules.FRONT, rules.TOP, rules.LAY):
        seat = before.active
        assert flow in (0, board.digger, -(before.gold[seat] // 2))
    else:
        assert flow == 0
    assert min(after.gold) >= 0


def check_scoring(before: rules.State, after: rules.State, oracle: Oracle) -> None:
    """New ledger entries of islands: value from networkx, points by rank (N10)."""
    new = [entry for entry in after.ledger[len(before.ledger) :] if entry[0] == rules.SCORED_ISLAND]
    for entry in new:
        cell, land = entry[6], entry[7]
        place = (cell % oracle.columns, cell // oracle.columns)
        side = after.board.chart.placements[after.laid[cell]].land.index(land)
        lands = nx.node_connected_component(oracle.islands(), (place, oracle.tile[place][side]))
        tiles = {spot for spot, _letter in lands}
        kinds = [after.board.chart.placements[after.laid[oracle.number(spot)]].kind for spot in tiles]
        bonus = sum(oracle.drawn.tiles[kind].bonus for kind in kinds if kind < len(oracle.drawn.tiles))
        assert entry[4:6] == (len(tiles), bonus)
        assert oracle.is_complete(lands)
        others = [one for one in new if one[6:8] == (cell, land) and one[1] >= 0]
        ranks = sorted({one[8:11] for one in others}, reverse=True)
        points = len(tiles) + bonus
        for rank, strength in enumerate(ranks):
            for one in others:
                if one[8:11] == strength:
                    assert one[2:4] == (points, rank + 1)
            points = -(-points // 2)
    gained: Counter[int] = Counter()
    for entry in after.ledger[len(before.ledger) :]:
        gained[entry[1]] += entry[2]
    assert [now - then for now, then in zip(after.points, before.points, strict=True)] == [
        gained[seat] for seat in range(after.seats)
    ]


def run(drawn: Body, seats: int, seed: int, chief_scouts: bool = False, every: int = 1) -> rules.State:
    """A random match with every check after each ply (the slow ones after `every` laid tiles)."""
    board = build(drawn)
    rng = Rng(seed)
    state = rules.start(board, seats, {"chief_scouts": chief_scouts})
    first = census(state)
    expected: set[tuple[Any, ...]] | None = None
    tiles, ship, plies = -1, -1, 0
    while state.to_move != OVER:
        plies += 1
        assert plies < 20_000
        if state.to_move == CHANCE:
            action = state.draw(rng)
            weights = dict(state.chance())
            assert weights[action] > 0
            assert len(weights) == len(state.chance())
        else:
            legal = state.legal()
            assert legal
            assert legal == sorted(set(legal))
            action = rng.choose(legal)
        before = state.clone()
        if action[0] == rules.FRONT:
            expected = Oracle(drawn, state).placements(action[1])
            ship = state.ship
        elif action[0] == rules.DRAW_OPEN:
            any_kind = board.chart.class_kinds[action[1]][0]
            assert Oracle(drawn, state).placements(any_kind)
        state.apply(action)
        assert census(state) == first
        check_gold(before, action, state)
        oracle = Oracle(drawn, state)
        if len(state.ledger) > len(before.ledger):
            check_scoring(before, state, oracle)
        if state.phase == rules.P_LAY:
            assert state.hand is not None
            wanted = oracle.placements(state.hand[0])
            looks = as_looks(oracle, state.legal())
            assert len(looks) == len(set(looks)) > 1
            assert set(looks) == wanted
        elif expected is not None and state.hand is None:
            assert len(expected) < 2 or action[0] == rules.LAY
            assert bool(expected) == (state.ship != ship)
            expected = None
        if state.phase == rules.P_START:
            if state.left == 0 and state.turn > 1:
                assert not oracle.gaps()
            check_starts(oracle)
        if len(oracle.tile) != tiles and len(oracle.tile) % every == 0:
            tiles = len(oracle.tile)
            check_chart(oracle)
            again = rules.restore(board, json.loads(json.dumps(state.dump())))
            assert again.dump() == state.dump()
            assert again.moves == state.moves or state.to_move < 0
            assert (again.sea, again.undiscovered, again.need) == (state.sea, state.undiscovered, state.need)
            assert (again.owners, again.hidden_plain) == (state.owners, state.hidden_plain)
    assert not state.undiscovered
    return state


@pytest.mark.parametrize(
    ("drawn", "seats", "chief_scouts"), [(BASE, 4, False), (TWO_SECTORS, 2, True), (RAGGED, 3, False)]
)
def test_random_matches_agree_with_the_oracles(drawn: Body, seats: int, chief_scouts: bool) -> None:
    for seed in range(4):
        assert sum(run(drawn, seats, seed, chief_scouts, every=5).scores()) > 0


@settings(max_examples=250, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.integers(2, 4), st.booleans())
def test_random_layouts_agree_with_the_oracles(seed: int, seats: int, chief_scouts: bool) -> None:
    drawn = random_body(Random(seed), 5)
    assert run(drawn, seats, seed, chief_scouts).to_move == OVER


@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (2, 24), (24, 2), (24, 24), (13, 7)])
def test_every_size_ends(columns: int, rows: int) -> None:
    board = build(body(["." * columns] * rows))
    rng = Rng(columns)
    state = rules.start(board, 3, {})
    while state.to_move != OVER:
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
    assert not state.undiscovered
    assert min(state.laid) >= 0


SEA_ONLY = (TileKind("sea", "....", hidden=30, sorted=40), TileKind("strait", "a.b.", hidden=9, sorted=9))


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.integers(0, 2**32))
def test_payments_equal_path_enumeration(seed: int) -> None:
    random = Random(seed)
    columns, rows = random.randint(2, 4), random.randint(2, 4)
    spaces = ["".join(random.choice("~~~~~.#") for _x in range(columns)) for _y in range(rows)]
    border = Border(*(random.choice(("open 0", "open 1", "open 2", "shore")) for _side in SIDES))
    edges = {
        f"{'ABCD'[x]}{y + 1} {side}": random.choice(("open 0", "open 1", "open 2", "shore"))
        for x in range(columns)
        for y in range(rows)
        for side in SIDES
        if random.random() < 0.3
    }
    drawn = body(spaces, border, edges=edges)
    state = rules.start(build(drawn), 4, {})
    plain = state.dump()
    plain.update(phase=rules.P_START, to_move=0, gold=[random.choice((3, 5, 7, 30)), 7, 7, 7])
    for cell, placement in enumerate(plain["laid"]):
        if placement >= 0 and random.random() < 0.5:
            plain["unit"][cell] = random.randrange(4) * 3 + random.choice((0, 1, 1, 2))
    state = rules.restore(state.board, plain)
    oracle = Oracle(drawn, state)
    starts = {action[1] for action in state.legal() if action[0] == rules.START_TILE}
    for cell in oracle.start_tiles():
        total, wanted = oracle.payments(cell, 0)
        assert (cell in starts) == (total < state.gold[0])
        if cell in starts:
            after = state.clone()
            after.apply((rules.START_TILE, cell))
            if len(wanted) > 1:
                assert {(toll, owners) for _kind, toll, owners in after.legal()} == wanted
            else:
                _toll, owners = next(iter(wanted))
                paid = [-total, *(2 * (owners >> seat & 1) for seat in (1, 2, 3))]
                assert [now - then for now, then in zip(after.gold, state.gold, strict=True)] == paid
    assert starts <= oracle.start_tiles()


class Counting:
    """A random source that gives one chosen number, to hear how often each outcome would be drawn."""

    def __init__(self, value: int) -> None:
        self.value, self.limit = value, 0

    def below(self, limit: int) -> int:
        self.limit = limit
        return self.value

    def choose(self, items: Any) -> Any:
        return items[self.below(len(items))]

    def weighted(self, weights: Any) -> int:
        pick = self.below(sum(weights))
        return next(index for index in range(len(weights)) if pick < sum(weights[: index + 1]))


def test_draw_gives_every_outcome_with_its_weight() -> None:
    rng = Rng(5)
    seen: Counter[int] = Counter()
    for seed in range(3):
        state = rules.start(build(RAGGED), 3, {})
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                first = Counting(0)
                drawn = Counter([state.draw(first)])  # type: ignore[arg-type]  # it only needs three of Rng's methods
                for value in range(1, first.limit):
                    drawn[state.draw(Counting(value))] += 1  # type: ignore[arg-type]  # as above
                assert drawn == dict(state.chance())
                seen[state.phase] += 1
                state.apply(state.draw(rng))
            else:
                state.apply(rng.choose(state.legal()))
        assert seed >= 0
    assert set(seen) == {rules.P_TOPS, rules.P_DIE, rules.P_FRONT, rules.P_TOKEN}


def test_tops_and_fronts_come_as_from_a_shuffled_pack() -> None:
    # two stacks of two out of four tiles; drawn in the order first, second, first, second stack
    tiles = (TileKind("sea", "....", hidden=2, events={"gold": 1}), TileKind("cape", "a...", hidden=1))
    pack = [(0, 0), (0, 0), (0, 1), (1, 0)]
    wanted: Counter[tuple[Any, ...]] = Counter()
    for order in permutations(pack):
        one, other = order[:2], order[2:]
        backs = [bool(tile[1]) for tile in (one[0], other[0])]
        wanted[(*backs, one[0], bool(one[1][1]), other[0], bool(other[1][1]), one[1], other[1])] += 1
    state = rules.start(build(body("..... ..... ..... .....", tiles=tiles, stacks=2)), 2, {})
    found: dict[tuple[Any, ...], Fraction] = {}

    def follow(now: rules.State, story: tuple[Any, ...], chance: Fraction) -> None:
        drawn = sum(isinstance(one, tuple) for one in story)
        if drawn == 4:  # what follows is the discard, shuffled anew
            found[story] = found.get(story, Fraction(0)) + chance
            return
        if now.to_move == CHANCE and now.phase in (rules.P_TOPS, rules.P_FRONT):
            outcomes = now.chance()
            total = sum(weight for _action, weight in outcomes)
            for action, weight in outcomes:
                after = now.clone()
                after.apply(action)
                seen = bool(action[2]) if action[0] == rules.TOP else (action[1], action[2])
                follow(after, (*story, seen), chance * Fraction(weight, total))
            return
        after = changed(now, hand=None, phase=rules.P_FRONT, to_move=CHANCE, stack=drawn % 2)
        follow(after, story, chance)

    follow(state, (), Fraction(1))
    # a shuffled pack shows the same stories equally often
    assert found == {story: Fraction(count, 24) for story, count in wanted.items()}


def test_redeal_keeps_what_is_seen_and_shuffles_the_rest() -> None:
    rng = Rng(9)
    state = begin(BASE, 4, chief_scouts=True)
    deals: dict[int, set[str]] = {seat: set() for seat in range(4)}
    for ply in range(500):
        if state.to_move == OVER:
            break
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
        if ply % 20 == 0 and state.to_move != OVER:
            for seat in range(4):
                other = state.redeal(seat, rng)
                assert other.observe(seat) == state.observe(seat)
                assert census(other) == census(state)
                assert (other.to_move < 0) or other.legal() == state.legal()
                deals[seat].add(json.dumps(other.dump()["chiefs"]))
    assert all(len(found) > 5 for found in deals.values())
