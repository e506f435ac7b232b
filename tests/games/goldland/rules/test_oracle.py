"""Random matches compared with the oracle; cheapest walks (G4–G7) with all walks of the rules and of the oracle."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from itertools import product
from random import Random

import pytest

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games.goldland import rules
from studio.games.goldland.rules.board import Board
from studio.games.goldland.rules.moves import Walk, _pack_counts, _payable, reach
from tests.games.goldland.boards import first_game
from tests.games.goldland.pieces import choose_move, random_board
from tests.games.goldland.rules.oracle import Oracle, Place, bag, facts_of
from tests.short_run import mark_long

MOST_PLIES = 6000


def compare_match(board: Board, seats: int, seed: int, face_down: bool) -> Counter[str]:
    """Compare every position of a random match with the oracle; return how often each event happened."""
    rng = Rng(seed)
    state = rules.start(board, seats, {"face_down": face_down})
    oracle = Oracle(board, seats, face_down)
    counts: Counter[str] = Counter()
    for ply in range(MOST_PLIES):
        facts = facts_of(state)
        assert facts == oracle.facts()
        if state.to_move == OVER:
            best = max(oracle.scores())
            assert state.winners() == [seat for seat, score in enumerate(oracle.scores()) if score == best]
            counts["made coin"] += oracle.made
            counts["stale end"] += not oracle.ending
            return counts
        if state.to_move == CHANCE:
            assert state.chance() == [((rules.TILE, tile), 1) for tile in sorted(oracle.hidden)]
            action = state.draw(rng)
        else:
            legal = state.legal()
            assert legal == sorted(oracle.legal()), (ply, oracle.pending)
            action = choose_move(state, rng)
        if not rng.below(25):
            state = rules.restore(board, json.loads(json.dumps(state.dump())))
        counts[f"kind {action[0]}"] += 1
        if action[0] == rules.STEP:
            counts[f"way {action[2]}"] += 1
        holders = state.marker[:]
        other = state.clone()
        state.apply(action)
        assert facts_of(other) == facts  # a copy is independent of the original
        oracle.apply(action)
        counts["marker changes hands"] += sum(a not in (-1, b) for a, b in zip(holders, state.marker, strict=True))
    raise AssertionError("endless")


@pytest.mark.parametrize("face_down", [False, True])
@pytest.mark.parametrize("seats", mark_long([2, 3, 4, 5], 1))
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
def test_matches_of_the_first_game_agree_with_the_oracle(seats: int, face_down: bool, seed: int) -> None:
    compare_match(first_game(), seats, seed, face_down)


def on_random_boards(seeds: Iterable[int]) -> set[str]:
    """Play one match on a random board for each seed; return how often each event happened."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        seats = 2 + seed % 4
        counts += compare_match(random_board(Random(seed), seats), seats, seed, seed % 3 == 0)
    return set(counts)


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in (1, 2, 3))])
def test_matches_on_random_boards_agree_with_the_oracle(part: int) -> None:
    counts = on_random_boards(range(part * 25, part * 25 + 25))
    # every kind of action and step occurs, so that all rules are compared
    assert {f"kind {kind}" for kind in range(17) if kind != rules.DROP} <= counts
    assert {f"way {way}" for way in range(4)} | {"marker changes hands", "stale end"} <= counts


def test_rare_events_agree_with_the_oracle() -> None:
    # room made for the amulet; coins due when the box is empty
    assert {f"kind {rules.DROP}", "made coin"} <= on_random_boards((18, 81, 97, 115, 194, 214))


Cost = tuple[int, int, int]  # pieces, crossings, steps
MOST_WALKS = 3000


def every_walk(state: rules.State) -> dict[int, Cost] | None:
    """Return by cell pieces, crossings and steps of the cheapest walk; None if there are too many walks to try."""
    seat, here = state.active, state.at[state.active]
    best: dict[int, Cost] = {}
    seen = {json.dumps(state.dump())}
    left = [(state, 0, 0, 0)]
    while left:
        now, pieces, crossings, steps = left.pop()
        cell = now.at[seat]
        if now.phase == rules.P_TURN and cell != here:
            best[cell] = min(best.get(cell, (99, 0, 0)), (pieces, crossings, steps))
        for action in now.legal():
            if action[0] not in (rules.STEP, rules.HAND_OVER, rules.NO_CAMP):
                continue
            after = now.clone()
            after.apply(action)
            assert after.active == seat
            key = json.dumps((after.dump(), crossings, steps))
            if key in seen:
                continue
            seen.add(key)
            if len(seen) > MOST_WALKS:
                return None
            stepped = action[0] == rules.STEP
            crossed = stepped and action[2] in (rules.CROSS, rules.CROSS_PAY)
            lost = now.pieces(seat) - after.pieces(seat)
            left.append((after, pieces + lost, crossings + crossed, steps + stepped))
    return best


def cost(way: Walk) -> Cost:
    return way.pieces, sum(one in (rules.CROSS, rules.CROSS_PAY) for one in way.ways), way.steps


def walk(state: rules.State, way: Walk) -> None:
    """Play the walk by legal moves, keeping its red items for the adventures."""
    seat, reserved = state.active, list(way.paid)
    for cell, one in zip(way.cells, way.ways, strict=True):
        action = (rules.STEP, cell, one)
        assert action in state.legal()
        if one in (rules.PAY, rules.CROSS_PAY):
            for item, number in state.board.pays[state.laid[cell] >> 2]:
                reserved[item] -= number
        state.apply(action)
        while state.phase == rules.P_HAND_OVER:
            handed = [a for a in state.legal() if a[0] == rules.HAND_OVER]
            spare = [a for a in handed if state.pack[seat * rules.ITEMS + a[1]] > reserved[a[1]]]
            state.apply(spare[0])
        if state.phase == rules.P_CAMP:
            state.apply((rules.NO_CAMP,))
    assert reserved == [0] * rules.ITEMS


@pytest.mark.parametrize("seed", range(30))
def test_every_tile_is_reached_by_its_cheapest_way(seed: int) -> None:
    rng = Rng(seed)
    state = rules.start(random_board(Random(seed), 2), 2, {})
    count = 0
    for _position in range(40):
        for _decision in range(1 + rng.below(6)):
            if state.to_move != OVER:
                state.apply(state.draw(rng) if state.to_move == CHANCE else choose_move(state, rng))
        if state.phase not in (rules.P_TURN, rules.P_HAND_OVER) or state.moved == 2:
            continue
        before = json.dumps(state.dump())
        ways = reach(state, state.active)
        assert json.dumps(state.dump()) == before
        best = every_walk(state)
        if best is None:
            continue
        if state.phase == rules.P_HAND_OVER:
            best = {cell: (pieces - state.owed, crossings, steps) for cell, (pieces, crossings, steps) in best.items()}
        assert {cell: cost(way) for cell, way in ways.items()} == best
        count += 1
        for cell, way in ways.items():
            if state.phase == rules.P_TURN:
                walker = state.clone()
                walk(walker, way)
                assert walker.at[state.active] == cell
    assert count > 1


def test_pieces_that_are_owed_are_paid_from_what_the_adventures_ahead_leave() -> None:
    """In the order of items: from those before `least` nothing can be handed over any more."""
    few = [(held, kept) for held in range(5) for kept in range(held + 1)]
    rest = [0] * (rules.ITEMS - 2)
    for (one, keep_one), (other, keep_other) in product(few, few):
        red = _pack_counts(((0, keep_one), (1, keep_other)))
        for least in range(3):
            can = (one - keep_one if least < 1 else 0) + (other - keep_other if least < 2 else 0)
            payable = [owed for owed in range(10) if _payable([one, other, *rest], red, owed, least)]
            assert payable == list(range(can + 1))


# Comparison with all paths and payments of the rules page

LONGEST = 11  # maximum steps of the walks that are tried


def cheapest(oracle: Oracle, seat: int, left: int, visited: list[Place]) -> dict[int, Cost]:
    """Return by cell the cheapest of all paths from a seat's tile, each paid in every possible way."""
    me = oracle.seats[seat]
    best: dict[int, Cost] = {}

    def follow(here: Place, path: list[Place], red: Counter[str], cost: Cost) -> None:
        for side, there in oracle.around(here):
            if there not in oracle.laid or there in path or cost[2] == left:
                continue
            tile = oracle.tile(there)
            free = tile.kind >= rules.PLAIN or me.camps[there] > 0
            road = oracle.road(here, side, there)
            for wanted in ([Counter[str]()] if free else []) + ([bag(tile.pay)] if tile.kind < rules.PLAIN else []):
                price = wanted.total() if road else max(4, wanted.total())
                after = (cost[0] + price, cost[1] + (not road), cost[2] + 1)
                if red + wanted <= me.pack and after[0] <= me.pack.total():
                    cell = oracle.cell(there)
                    best[cell] = min(best.get(cell, after), after)
                    follow(there, [*path, there], red + wanted, after)

    follow(me.place, [*visited, me.place], Counter(), (0, 0, 0))
    return best


def compare_walks(seed: int) -> tuple[int, int]:
    """Compare the walks of every seat in some positions of a match; return the counts of tiles and of crossings."""
    rng, seats = Rng(seed), 2 + seed % 3
    board = random_board(Random(seed), seats)
    state, oracle = rules.start(board, seats, {}), Oracle(board, seats)
    tiles = crossed = 0
    while state.to_move != OVER and state.round < 40:
        if state.phase == rules.P_TURN and not rng.below(6):
            for seat in range(seats):
                left, visited = oracle.seats[seat].room, list[Place]()
                if seat == oracle.active:
                    if oracle.record.move_over:
                        assert reach(state, seat) == {}
                        continue
                    visited = oracle.record.visited
                    if oracle.record.budget is not None:
                        left = oracle.record.budget - len(visited) + 1
                if left > LONGEST:
                    continue
                ways = reach(state, seat)
                costs = {cell: cost(way) for cell, way in ways.items()}
                assert costs == cheapest(oracle, seat, left, visited)
                assert all(way.cells[-1] == cell and len(way.cells) == way.steps for cell, way in ways.items())
                tiles, crossed = tiles + len(costs), crossed + sum(cost[1] > 0 for cost in costs.values())
        action = state.draw(rng) if state.to_move == CHANCE else choose_move(state, rng)
        state.apply(action)
        oracle.apply(action)
    return tiles, crossed


@pytest.mark.parametrize("part", mark_long(range(8)))
def test_the_cheapest_of_all_ways(part: int) -> None:
    found = [compare_walks(seed) for seed in range(part * 20, part * 20 + 20)]
    assert sum(tiles for tiles, _crossed in found) > 5_000
    assert sum(crossed for _tiles, crossed in found) > 250
