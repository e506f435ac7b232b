"""Boards and positions, and the legal moves compared with an exhaustive search at every decision of many matches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path

import pytest

from studio.core.game import OVER, Options
from studio.core.grid import HexGrid
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.documents.store import read_layout
from studio.games.columbus import GAME, rules
from studio.games.columbus.body import Body
from studio.games.columbus.rules import T_JOKER, State
from studio.games.columbus.rules.board import Board, board_of, spread
from studio.games.columbus.rules.position import can_sail
from tests.games.columbus.pieces import box_of, check_pieces
from tests.games.columbus.rules.oracle import Sea
from tests.games.columbus.sea import DUO, LANE, SEA, STANDARD, TILES, all_tiles, begin, do, eager, position, walk
from tests.short_run import mark_long

# Boards.


UNEVEN = board_of([" # A . S . H", "F . . B . .", " A R W . . H"], "", TILES)


def test_a_body_and_its_rows_give_the_same_board() -> None:
    rows = ("A . e . o H", " F R I W S H", "# . . B . #")
    letters = {"E": 2, "O": 1, "X": 1}
    built = GAME.body.build(Body(rows, dict.fromkeys(TILES, 3), letters, 7))  # type: ignore[arg-type]  # the kinds are plain texts here
    assert astuple(built) == astuple(board_of(rows, "", dict.fromkeys(TILES, 3), letters, 7))
    assert built.letters == "EOX"
    assert built.tiles == (3,) * 10 + (2, 1, 1)
    assert built.rack == 7


@pytest.mark.parametrize("board", [STANDARD, SEA, LANE, DUO, UNEVEN])
def test_neighbours_are_those_of_the_grid(board: Board) -> None:
    for cell in range(board.count):
        near = [board.grid.neighbor(cell, side) for side in range(6)]
        assert list(board.neighbors[cell]) == near
        assert rules.cells_in(spread(board, 1 << cell) % (1 << board.count)) == sorted(
            other for other in near if other >= 0
        )


def test_a_joker_stands_for_the_picture_of_its_space() -> None:
    shown: dict[str, set[int]] = {symbol: set() for symbol in rules.SYMBOLS}
    for cell, space in enumerate(STANDARD.space):
        shown[rules.SYMBOLS[space]].add(STANDARD.picture[cell])
    assert shown.pop("L") == set(range(rules.T_LETTER, rules.T_LETTER + 6))
    assert shown == {
        **{symbol: {rules.NO_TILE} for symbol in "#HF"},
        "-": set(),
        ".": {rules.T_WATER},
        "A": {rules.T_HARBOUR},
        "R": {rules.T_ROUTE},
        "I": {rules.T_ISLAND},
        "W": {rules.T_WHALE},
        "S": {rules.T_FULL_SAIL},
        "B": {rules.T_BECALMED},
    }


def test_the_shipped_map_is_that_of_the_rules_page() -> None:
    layouts = {path.stem: path for path in shipped_layouts("columbus")}
    body = GAME.body.parse(read_layout(layouts["sargasso_sea"]).body)
    assert astuple(GAME.body.build(body)) == astuple(STANDARD)


# Positions.


BOARDS = {"standard": STANDARD, "little": SEA, "lane": LANE, "duo": DUO}
every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
OPTIONS: tuple[Options, ...] = ({}, {"own_harbour": True}, {"winner_only": True})


def test_the_box_holds_the_tiles_of_the_component_table() -> None:
    assert sum(STANDARD.tiles) == 135
    assert STANDARD.tiles[: rules.T_LETTER] == (54, 7, 7, 4, 12, 4, 5, 8, 12, 11)
    assert dict(zip(STANDARD.letters, STANDARD.tiles[rules.T_LETTER :], strict=True)) == {
        letter: "SARGASSOSEE".count(letter) for letter in "AEGORS"
    }


def test_the_map_is_that_of_the_rules_page() -> None:
    counted = {symbol: STANDARD.space.count(kind) for kind, symbol in enumerate(rules.SYMBOLS)}
    assert {key: counted[key] for key in "HAFRLIWSB"} == {
        "H": 8, "A": 8, "F": 1, "R": 12, "L": 11, "I": 11, "W": 5, "S": 4, "B": 4,
    }  # fmt: skip
    assert "".join(STANDARD.letter) == "SARGASSOSEE"
    assert isinstance(STANDARD.grid, HexGrid)
    assert (STANDARD.grid.columns, STANDARD.grid.rows) == (19, 11)


@every_board
@pytest.mark.parametrize("seats", [2, 6])
def test_no_tile_is_lost_at_any_ply(board: Board, seats: int) -> None:
    seats = min(seats, len(board.homes))
    for seed, options in enumerate(OPTIONS):
        last = None
        for state in walk(rules.start(board, seats, options), seed):
            assert all_tiles(state) == all_tiles(state.redeal(0, Rng(seed))) == list(board.tiles)
            assert state.rack_size == [sum(rack) for rack in state.rack]
            assert max(state.rack_size) <= board.rack
            assert state.reserve_size == sum(state.reserve)
            assert all(state.known[seat] <= state.rack[seat][T_JOKER] for seat in range(seats))
            ships = [cell for cell in state.ship if cell >= 0]
            assert len(set(ships)) == len(ships)
            if last is not None and state.to_move != OVER:
                assert state.turn - last in (0, 1)
            last = state.turn
        assert state.to_move == OVER
        assert sorted(state.place)[0] == 1


@every_board
def test_cached_moves_equal_recomputed_ones(board: Board) -> None:
    for state in walk(rules.start(board, 2, {}), 5):
        if state.to_move >= 0:
            moves = state.legal()
            state.recompute()
            assert state.legal() == moves == sorted(set(moves))
            assert moves


def test_the_moves_after_a_redeal_follow_the_new_rack() -> None:
    state = begin()
    for seed in range(10):
        dealt = state.redeal(1, Rng(seed))
        taken = {action[1] for action in dealt.legal() if action[0] == rules.TAKE}
        assert taken == {kind for kind, count in enumerate(dealt.rack[0]) if count}  # all lie somewhere on a bare sea


def test_rounds_are_counted() -> None:
    rounds = {}
    for state in walk(rules.start(SEA, 3, {}), 1):
        if state.turn and not state.discovered:
            rounds[state.turn] = state.round
    assert len(rounds) > 6
    assert all(number == 1 + (turn - 1) // 3 for turn, number in rounds.items())


def test_a_redeal_is_as_likely_as_a_shuffle() -> None:
    """Over many deals the other rack holds each kind in proportion to all unknown tiles."""
    state = begin(STANDARD, 2)
    unknown = [left + held for left, held in zip(state.reserve, state.rack[1], strict=True)]
    sums, rng = [0] * len(unknown), Rng(11)
    for _deal in range(2000):
        for kind, count in enumerate(state.redeal(0, rng).rack[1]):
            sums[kind] += count
    for kind, count in enumerate(unknown):
        share = 2000 * 10 * count / sum(unknown)
        assert abs(sums[kind] - share) <= 6 * share**0.5


def test_known_jokers_stay_on_their_rack_in_a_redeal() -> None:
    state = do(position(racks="10 water", tiles="G2 joker"), "swap G2")
    assert all(state.redeal(1, Rng(seed)).rack[0][T_JOKER] >= 1 for seed in range(30))
    do(state, "lay joker G3")
    assert any(state.redeal(1, Rng(seed)).rack[0][T_JOKER] == 0 for seed in range(30))


def test_a_redeal_knows_what_its_own_seat_shed() -> None:
    for state in walk(rules.start(SEA, 3, {}), 2):
        if rules.HOME in state.voyage and state.to_move >= 0:
            home = state.voyage.index(rules.HOME)
            assert sum(state.shed[home]) > 0
            assert state.redeal(home, Rng(1)).shed[home] == state.shed[home]
            before = state.dump()
            others = {str(state.redeal(state.to_move, Rng(seed)).shed[home]) for seed in range(30)}
            assert len(others) > 1
            assert state.dump() == before
            return
    raise AssertionError("nobody came home")


def test_a_cyclone_with_nothing_to_move_needs_no_decision() -> None:
    state = do(position(racks="2 cyclone"), "take cyclone, take cyclone")
    assert state.phase == rules.P_SAIL


# Conservation of tiles, at every step of 200 random matches per map and number of seats.


MATCHES, PARTS = 200, 4
CASES = [
    pytest.param(path, seats, part, marks=() if (seats, part) == (2 + number % 5, 0) else pytest.mark.long)
    for number, path in enumerate(shipped_layouts("columbus"))
    for seats in (2, 3, 4, 5, 6)
    for part in range(PARTS)
]


@pytest.mark.long
@pytest.mark.parametrize(("path", "seats", "part"), CASES, ids=lambda value: getattr(value, "stem", None))
def test_shipped_maps_lose_no_tile(path: Path, seats: int, part: int) -> None:
    board, box = box_of(path)
    came_home = 0
    for seed in range(part, MATCHES, PARTS):
        options: Options = {"own_harbour": bool(seed % 8 > 3), "winner_only": seed % 16 > 11}
        chooser = eager if seed // PARTS % 3 else lambda state, rng: rng.choose(state.legal())
        state = rules.start(board, seats, options)
        for ply, _position in enumerate(walk(state, seed * 8 + seats, chooser)):
            check_pieces(state, box)
            assert ply < 20_000
        assert state.to_move == OVER
        stacks = [cell for cell, below in enumerate(state.under) if below != rules.NO_TILE]
        assert all(state.tile[cell] != rules.NO_TILE for cell in stacks)
        order = sorted(state.place)  # seats of equal rank share a place (C15)
        assert order == [order.index(place) + 1 for place in order]
        came_home += sum(state.home_round[seat] > 0 for seat in range(seats))
    assert came_home


SEAS = {
    "little": ["A . . W . S . H", " F . R I . B . H", "A . . e . o . H", " # . . . . . . #"],
    "shifted": [" # A . S . . H", "F . . . B . H", " A R . W . . H", "# I . x . . #", " # . . . H H #"],
    "islets": ["A . # . . H H", " . . . # . . H", "F # S . B . H", " . . . . # . H", "A . I . . . H"],
}
FEW = {**TILES, "water": 20, "route": 2, "island": 2, "whale": 2, "cyclone": 5, "harbour": 3}


def check_lay(state: State, sea: Sea) -> None:
    assert not sea.is_america_reached
    offered = state.legal()
    can_lay, rack = sea.can_lay(state.active), state.rack[state.active]
    taken = {sea.words[action[1]] for action in offered if action[0] == rules.TAKE}
    assert taken == can_lay - (set() if sea.places("joker") else {"joker"})
    assert ((rules.AS_CYCLONE,) in offered) == bool(rack[rules.T_JOKER])
    assert cells(offered, rules.SWAP) == sea.swappable(state.active)
    assert ((rules.STOP,) in offered) == (not can_lay)
    most = 2 if state.seats > 4 else 3
    assert state.laid < most
    assert can_lay or sea.swappable(state.active)
    assert {action[0] for action in offered} <= {rules.TAKE, rules.AS_CYCLONE, rules.SWAP, rules.STOP}


def check_place(state: State, sea: Sea) -> None:
    assert cells(state.legal(), rules.PLACE) == sea.places(sea.words[state.hand])


def check_lift(state: State, sea: Sea) -> None:
    assert cells(state.legal(), rules.LIFT) == sea.movable() != set()
    assert cells(state.legal(), rules.SWAP) == sea.swappable(state.active)
    assert (rules.LEAVE,) in state.legal()


def check_drop(state: State, sea: Sea) -> None:
    assert cells(state.legal(), rules.DROP) == sea.places(sea.upper[state.lifted]) - {state.lifted}


def check_sail(state: State, sea: Sea) -> None:
    assert not sea.is_america_reached
    swaps = sea.swappable(state.active)
    assert cells(state.legal(), rules.SWAP) == swaps
    if state.sailed:
        assert state.legal()[len(swaps) :] == [(rules.END,)]
        assert any(tile == "joker" and cell not in sea.ships for cell, tile in enumerate(sea.upper))
        return
    assert cells(state.legal(), rules.SAIL) == sea.goals(state.active)
    assert can_sail(state, state.active) == bool(sea.goals(state.active))
    assert (rules.STAY,) in state.legal()
    most = 2 if state.seats > 4 else 3
    assert state.laid == most or state.rack[state.active][rules.T_JOKER] or not sea.can_lay(state.active)


def check_free(state: State, sea: Sea) -> None:
    assert sea.is_america_reached
    offered, can_lay = state.legal(), sea.can_lay(state.active)
    may_lay = state.laid < 3
    taken = {sea.words[action[1]] for action in offered if action[0] == rules.TAKE}
    assert taken == (can_lay - (set() if sea.places("joker") else {"joker"}) if may_lay else set())
    assert cells(offered, rules.SWAP) == sea.swappable(state.active)
    assert cells(offered, rules.SAIL) == (set() if state.sailed else sea.goals(state.active))
    assert can_sail(state, state.active) == bool(sea.goals(state.active))
    assert ((rules.END,) in offered) == (state.laid > 0 or not can_lay)
    open_jokers = [cell for cell, tile in enumerate(sea.upper) if tile == "joker" and cell not in sea.ships]
    assert offered != [(rules.END,)] or not state.sailed or open_jokers


CHECKS: dict[int, Callable[[State, Sea], None]] = {
    rules.P_LAY: check_lay,
    rules.P_PLACE: check_place,
    rules.P_LIFT: check_lift,
    rules.P_DROP: check_drop,
    rules.P_SAIL: check_sail,
    rules.P_FREE: check_free,
}


def cells(actions: list[tuple[int, ...]], kind: int) -> set[int]:
    return {action[1] for action in actions if action[0] == kind}


@pytest.mark.parametrize("own_harbour", [False, True])
@pytest.mark.parametrize("seats", mark_long([2, 3, 5], 1))
@pytest.mark.parametrize("name", SEAS)
def test_legal_moves_equal_an_exhaustive_search(name: str, seats: int, own_harbour: bool) -> None:
    rows = SEAS[name]
    board = board_of(rows, "", FEW)
    seats = min(seats, len(board.homes))
    seen = set()
    for seed in range(6):
        for state in walk(rules.start(board, seats, {"own_harbour": own_harbour}), seed):
            if state.to_move < 0 or state.phase == rules.P_HARBOUR:
                continue
            offered = state.legal()
            assert offered == sorted(set(offered))
            assert offered
            CHECKS[state.phase](state, Sea(rows, state.dump()))
            seen.add(state.phase)
    assert seen == set(CHECKS)


@pytest.mark.parametrize(("name", "seats"), [("little", 2), ("shifted", 3), ("islets", 5)])
def test_the_turn_of_the_first_arrival_goes_on_as_long_as_the_oracle_says(name: str, seats: int) -> None:
    rows, ends = SEAS[name], set()
    board = board_of(rows, "", FEW)
    for seed in range(12):
        before = -1, 0, 0, False
        for state in walk(rules.start(board, min(seats, len(board.homes)), {}), seed):
            turn, seat, laid, was_discovered = before
            if state.discovered and not was_discovered:
                is_over = state.phase != rules.P_FREE or state.turn != turn
                assert is_over == Sea(rows, state.dump()).is_turn_over(seat, laid)
                ends.add(is_over)
                break
            before = state.turn, state.active, state.laid, state.discovered
    assert ends == {False, True}


def test_progress_and_last_ship_equal_the_oracle() -> None:
    rows = SEAS["little"]
    board = board_of(rows, "", FEW)
    for seed in range(4):
        for state in walk(rules.start(board, 3, {}), seed):
            if state.turn and state.to_move >= 0:
                sea = Sea(rows, state.dump())
                at_sea = [seat for seat in range(3) if state.voyage[seat] != rules.HOME]
                last = [one for one in at_sea if all(sea.behind(one, other) for other in at_sea if other != one)]
                assert rules.last_ship(state) == (last[0] if last else -1)
                for one in at_sea:
                    assert rules.distance(state, one) == sea.distance(one)
