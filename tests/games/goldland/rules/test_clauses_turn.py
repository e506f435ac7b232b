"""Rules G1, G3 and G10–G13: set-up, the actions of a turn, gaining, exploring, buying and treasures."""

from __future__ import annotations

import json

import pytest

from studio.core.game import CHANCE, EVERYBODY
from studio.core.rng import Rng
from studio.games.goldland import rules
from studio.games.goldland.rules.board import Tile, make_board
from tests.games.goldland.boards import (
    FIRST_GAME,
    LAKESIDE,
    LAND,
    LINES,
    MEADOW,
    SHORE,
    at,
    begin,
    board,
    do,
    first_game,
    index_of,
    of_kind,
    offered,
    pack_of,
    pieces,
    steps,
    where,
)
from tests.helpers import play

GLADE = """
    .  .  .  E2
    .  L5 .  C7
    .  .  .  C5
    E1 C8 C6 S
"""
RING = """
    L1 L2  L3  E2
    L5 .   L7  C7
    L9 L10 L11 C5
    E1 C8  C6  S
"""
"""Tiles on all sides of B2."""
MINE = MEADOW.replace("L6", "M1")  # a treasure on B2
AROUND_B2 = ("B1", "A2", "C2", "B3")


def takes(most: int) -> list[tuple[int, int]]:
    return [(rules.TAKE, number) for number in range(most + 1)]


# Components and G1: set-up


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_g1_the_components_and_the_start(seats: int) -> None:
    state = rules.start(first_game(), seats, {})
    assert [state.stock[item] + sum(state.pack[item::7]) for item in range(7)] == [26, 16, 16, 16, 16, 16, 6]
    assert state.stock == [26 - 3 * seats, 16, 16, 16, 16, 16 - 2 * seats, 6]
    for seat in range(seats):
        assert (where(state, seat), state.free(seat)) == ("G7", 7)
        assert pack_of(state, seat) == pieces("3 provision + 2 pearl")
    assert (state.token_stock, state.tokens) == (36, [0] * seats)
    assert sum(state.coins) + state.bonus + state.reserve + state.box == 22
    assert state.camps == [10] * seats and set(state.camp) == {0}
    assert state.amulet == [0] * seats and state.treasures == [0] * seats
    assert state.marker[:7] == [-1] * 7
    assert state.treasure_stock == 8 and sum(state.treasure) == 0
    assert (state.to_move, state.active, state.phase) == (0, 0, rules.P_TURN)


def test_the_lines_of_the_page_add_up() -> None:
    kinds = [line.split(";")[0].removesuffix(" V") for line in LINES.values()]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "plain": 13, "bandits": 3, "pumas": 3, "desert": 4, "mountains": 3, "canyon": 3, "lake": 4, "natives": 3,
        "coast": 12,
    }  # fmt: skip
    assert sum("treasure" in line for line in LINES.values()) == 8


def test_g1_the_stack_holds_every_land_tile_equally_likely() -> None:
    state = do(rules.start(first_game(), 2, {}), "F7, explore")
    assert (state.to_move, state.phase) == (CHANCE, rules.P_TILE)
    land = [index for index, tile in enumerate(state.board.tiles) if tile.kind <= rules.PLAIN]
    assert len(land) == 36
    assert state.chance() == [((rules.TILE, index), 1) for index in land]
    seen = {state.draw(Rng(seed)) for seed in range(400)}
    assert seen == {(rules.TILE, index) for index in land}


def test_g1_a_tile_is_drawn_once() -> None:
    state = do(begin(board(SHORE, ["L1", "L2", "L3"]), at={0: "C4", 1: "C4"}), "explore L2 C3")
    left = [index_of(state.board, "L1"), index_of(state.board, "L3")]
    assert sorted(state.hidden) == left
    do(state, "end, B4, explore")
    assert [action[1] for action, _weight in state.chance()] == left


@pytest.mark.parametrize("face_down", [False, True])
def test_g1_all_revealed_tiles_are_public(face_down: bool) -> None:
    state = rules.start(first_game(), 3, {"face_down": face_down})
    rng = Rng(5)
    for _ply in range(150):
        everything = json.dumps(state.dump())
        for seat in (EVERYBODY, 0, 1, 2):
            assert json.dumps(state.observe(seat)) == everything
            if seat >= 0:
                assert json.dumps(state.redeal(seat, rng).dump()) == everything
        if state.to_move >= 0:
            assert not any(state.reveals(action) for action in state.legal())
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))


def test_g1_a_board_with_tiles_already_laid_keeps_them_out_of_the_stack() -> None:
    drawn = board(SHORE.replace(".", "L1", 1).replace(".", "D1", 1), ["L2", "K2"])
    state = begin(drawn, at={0: "C4", 1: "C4"})
    assert state.laid[at(state, "A1")] >= 0 and state.laid[at(state, "C1")] == -1
    assert sum(state.treasure) == 1 and state.treasure[at(state, "B1")]  # of the desert, placed at the start
    assert state.treasure_stock == 1  # the lake's
    do(state, "explore")
    assert [action[1] for action, _weight in state.chance()] == [index_of(drawn, "L2"), index_of(drawn, "K2")]


def test_g1_only_land_tiles_are_in_the_stack() -> None:
    state = rules.start(board(SHORE, ["L1", "C1", "B1"]), 2, {})
    assert list(state.hidden) == [index_of(state.board, "L1"), index_of(state.board, "B1")]


def test_g1_backpacks_are_filled_until_the_stock_is_empty() -> None:
    state = rules.start(board(SHORE, stock=(5, 16, 16, 16, 16, 4, 6)), 3, {})
    full, less, none = (pieces(text) for text in ("3 provision + 2 pearl", "2 provision + 2 pearl", ""))
    assert [pack_of(state, seat) for seat in range(3)] == [full, less, none]
    assert (state.stock[rules.PROVISION], state.stock[rules.PEARL]) == (0, 0)


# G3: actions of a turn


@pytest.mark.parametrize(
    ("script", "pack", "tokens"),
    [
        ("gain 2 rope, explore L5 C3, C3, stop", "shovel + wood + 2 rope", [1, 0]),
        ("explore L5 C3, C3, D3, D4, gain 3 provision + 2 pearl", "3 provision + shovel + wood + 2 pearl", [1, 0]),
        ("D4, D3, D2, gain 2 wood, explore L5 C2", "shovel + 3 wood", [1, 0]),
    ],
)
def test_g3_the_three_actions_in_any_order(script: str, pack: str, tokens: list[int]) -> None:
    state = do(begin(board(SHORE, ["L5", "L6", "L7"]), at="C4", pack="shovel + wood"), script)
    assert (state.active, pack_of(state), state.tokens) == (1, pieces(pack), tokens)


def test_g3_each_action_once() -> None:
    state = begin(board(SHORE, ["L5", "L6", "L7"]), at="C4", pack="shovel + wood")
    assert of_kind(do(state, "gain 2 rope"), rules.GAIN) == []
    assert of_kind(do(state, "explore L5 C3"), rules.EXPLORE) == [] and where(state) == "C4"
    assert of_kind(do(state, "B4"), rules.EXPLORE) == []  # though the space north of B4 is empty
    assert do(state, "stop").active == 1


def test_g3_a_stopped_move_cannot_continue() -> None:
    state = begin(board(SHORE, ["L5"]), at="D4")
    assert of_kind(state, rules.STOP) == []  # nothing begun
    do(state, "C4, stop")
    assert of_kind(state, rules.STEP) == of_kind(state, rules.DISCARD) == of_kind(state, rules.STOP) == []
    assert of_kind(state, rules.EXPLORE) == [(rules.EXPLORE,)]


def test_g3_starting_another_action_ends_the_move() -> None:
    state = begin(board(SHORE, ["L5"]), at="D4", pack="shovel")
    explored = do(state.clone(), "C4, explore L5 C3")
    assert of_kind(explored, rules.STEP) == [] and of_kind(explored, rules.GAIN)
    gained = do(state, "C4, gain 2 rope")
    assert of_kind(gained, rules.STEP) == [] and of_kind(gained, rules.EXPLORE)


def test_g3_discarding_has_not_begun_the_move() -> None:
    state = do(begin(MEADOW), "discard provision")
    assert of_kind(state, rules.STOP) == []
    do(state, "gain provision")  # on the tile where it stands
    assert (state.active, state.moved) == (0, 0)
    assert where(do(state, "C4")) == "C4"


@pytest.mark.parametrize(
    ("script", "tokens"),
    [
        ("end", 1),
        ("discard pearl, end", 1),  # only discards are no action
        ("buy rope + wood, end", 1),  # nor are purchases
        ("treasure", 1),
        ("C2, end", 0),
        ("gain provision, end", 0),
        ("gain , end", 0),
    ],
)
def test_g3_a_turn_without_actions_earns_a_token(script: str, tokens: int) -> None:
    drawn = board(MINE.replace("M1", "M9"), lines={"M9": "plain; gain provision; treasure"})
    state = do(begin(drawn, at="B2", pack="3 provision + 2 pearl", tokens=8 * ("buy" in script)), script)
    assert (state.tokens, state.token_stock, state.active) == ([tokens, 0], 36 - tokens, 1)


def test_g3_a_discovery_earns_no_second_token() -> None:
    state = do(begin(board(SHORE, ["L5", "L6"]), at="C4"), "explore L5 C3, end")
    assert state.tokens == [1, 0]


def test_g3_no_token_when_none_is_left() -> None:
    state = do(begin(MEADOW, tokens={1: 36}), "end")
    assert (state.tokens, state.token_stock) == ([0, 36], 0)


def test_g3_the_turn_ends_automatically_without_other_moves() -> None:
    assert do(begin(MEADOW, at="B2", pack="wood"), "B1, stop").active == 1
    state = do(begin(MEADOW, at="B2", pack="wood", tokens=4), "B1, stop")
    assert state.active == 0 and of_kind(state, rules.BUY)  # a purchase is still possible
    assert do(state, "end").active == 1


def test_g3_a_turn_without_actions_never_ends_automatically() -> None:
    # boxed in with a full backpack of treasures: passing is the only move, but it is not played automatically
    state = begin(MEADOW, at="B2", pack="", treasures={0: 12})
    assert state.legal() == [(rules.END,)]
    do(state, "end")
    assert (state.active, state.tokens) == (1, [1, 0])


def test_g3_turns_rotate_and_rounds_are_counted() -> None:
    state = begin(MEADOW, seats=3)
    first = state.round
    for seat in (1, 2, 0):
        do(state, "end")
        assert state.active == state.to_move == seat
    assert state.round == first + 1


def test_g3_the_state_of_a_turn_is_reset() -> None:
    state = do(begin(MEADOW, pack="shovel"), "C4, gain rope")
    assert state.active == 1
    do(state, "end")
    assert of_kind(state, rules.GAIN) and of_kind(state, rules.DISCARD)
    assert "D4" in steps(state)  # the tile left in the last turn


def test_g17_draws_are_the_only_chance() -> None:
    state = do(begin(board(FIRST_GAME, LINES), at="F7"), "explore")
    assert state.to_move == CHANCE
    do(state, "draw L1")
    assert state.to_move == 0 and state.phase == rules.P_LAY


# G10: lines


def test_g10_the_start_tile_gives_provisions_and_pearls_for_free() -> None:
    state = begin(MEADOW, pack="")
    stock = state.stock[:]
    do(state, "gain 3 provision + 2 pearl")
    assert pack_of(state) == pieces("3 provision + 2 pearl")
    assert state.stock == [stock[0] - 3, *stock[1:5], stock[5] - 2, stock[6]]
    again = do(begin(MEADOW, at="C3"), "D3, D4, gain 3 provision + 2 pearl")
    assert pack_of(again) == pieces("6 provision + 4 pearl")


def test_g10_the_start_tile_of_the_first_game() -> None:
    state = play(rules.start(first_game(), 2, {}), (rules.GAIN, 0))
    assert (state.phase, state.item, state.legal()) == (rules.P_TAKE, rules.PROVISION, takes(3))
    do(state, "take 3")
    assert (state.item, state.legal()) == (rules.PEARL, takes(2))
    do(state, "take 1")
    assert pack_of(state) == pieces("6 provision + 3 pearl")


def test_g10_elsewhere_the_white_item_is_shown() -> None:
    assert offered(begin(MEADOW, at="C1", pack="rope + pearl + wood")) == set()
    state = begin(MEADOW, at="C1", pack="shovel")
    assert offered(state) == {0}
    assert pack_of(do(state, "gain 2 wood")) == pieces("shovel + 2 wood")  # shown, not given away


def test_g10_every_shown_piece_must_be_held() -> None:
    drawn = board(MEADOW.replace("L6", "X1"), lines={"X1": "plain; show 2 rope + wood; gain 2 rifle"})
    for text, able in (("rope + wood", False), ("2 rope", False), ("2 rope + wood", True), ("3 wood", False)):
        assert bool(offered(begin(drawn, at="B2", pack=text))) is able


def test_g10_all_of_an_overlapping_group() -> None:
    state = begin(MEADOW, at="A1", pack="shovel")  # wood + rope
    assert offered(state) == {0}
    do(state, "gain 0")
    assert (state.item, state.legal()) == (rules.ROPE, takes(1))
    do(state, "take 1")
    assert (state.item, state.legal()) == (rules.WOOD, takes(1))
    do(state, "take 1")
    assert pack_of(state) == pieces("shovel + wood + rope")


def test_g10_one_of_separate_groups() -> None:
    state = begin(MEADOW, at="B1", pack="shovel")  # 2 wood | 2 rope
    assert offered(state) == {0, 1}
    for alternative, text in enumerate(("2 wood", "2 rope")):
        after = do(state.clone(), f"gain {alternative}: {text}")
        assert pack_of(after) == pieces(f"shovel + {text}") and offered(after) == set()


def test_g10_any_part_may_be_declined() -> None:
    state = begin(MEADOW, pack="")
    for provisions in range(4):
        for pearls in range(3):
            taken = play(state.clone(), (rules.GAIN, 0), (rules.TAKE, provisions), (rules.TAKE, pearls))
            assert pack_of(taken) == (provisions, 0, 0, 0, 0, pearls, 0)
            assert offered(taken) == set()  # it was still the gain of this turn


def test_g10_limited_by_free_compartments() -> None:
    state = play(begin(MEADOW, pack="10 wood"), (rules.GAIN, 0))
    assert state.legal() == takes(2)
    assert play(state.clone(), (rules.TAKE, 1)).legal() == takes(1)
    do(state, "take 2")  # no room for pearls: no decision
    assert state.phase == rules.P_TURN and pack_of(state) == pieces("10 wood + 2 provision")
    state = play(begin(MEADOW, pack="6 wood", treasures={0: 4}, amulets=[0]), (rules.GAIN, 0))
    assert state.legal() == takes(1)


def test_g10_limited_by_stock_without_substitute() -> None:
    # the remaining rope is in seat 1's backpack
    state = begin(MEADOW, at="B1", pack={0: "shovel", 1: "12 rope"}, stock=[20, 1, 16, 15, 1, 0, 6])
    assert offered(state) == {0, 1}
    assert do(state, "gain 1").legal() == takes(1)
    state = play(begin(MEADOW, pack="", stock=[0, 16, 16, 16, 16, 1, 6]), (rules.GAIN, 0))
    assert (state.item, state.legal()) == (rules.PEARL, takes(1))


@pytest.mark.parametrize(
    ("place", "pack", "stock", "alternatives"),
    [
        ("B1", "shovel", [20, 0, 16, 15, 16, 16, 6], {0}),
        ("B1", "shovel", [20, 0, 16, 15, 0, 16, 6], set()),
        ("D4", "12 wood", [20, 16, 16, 16, 4, 16, 6], set()),
        ("D4", "", [0, 9, 9, 9, 9, 0, 6], set()),
    ],
)
def test_g10_gains_that_cannot_be_taken_are_not_offered(
    place: str, pack: str, stock: list[int], alternatives: set[int]
) -> None:
    assert offered(begin(MEADOW, at=place, pack=pack, stock=stock)) == alternatives


def test_g10_once_a_turn() -> None:
    # D3: shovel -> 2 pearl
    assert do(begin(MEADOW, pack="shovel"), "gain provision, D3, stop").active == 1  # no second gain


def test_g10_before_moving_or_where_the_move_ends() -> None:
    state = begin(MEADOW, pack="shovel")
    assert steps(do(state.clone(), "gain provision"))
    do(state, "C4, C3, C2, C1")  # neither at the start nor in passing: at L3, shovel -> 2 wood
    assert offered(state) == {0}
    do(state, "gain 2 wood")
    assert (state.active, where(state)) == (1, "C1")
    assert offered(do(begin(MEADOW, at="C2", pack="shovel"), "C1, stop")) == {0}


def test_g10_only_the_own_tile_counts() -> None:
    state = begin(MEADOW, at="C1", pack="shovel")
    assert offered(state) == {0}
    assert offered(do(state, "C2")) == set()  # rope -> 2 wood


# G10: rewards


def test_g10_the_reward_of_a_paid_adventure() -> None:
    state = do(begin(LAKESIDE, at="B2", pack="2 rifle"), "A2 pay, pitch, gain 2 provision")
    assert pack_of(state) == pieces("2 provision") and state.active == 1


def test_g10_the_reward_without_a_camp_and_after_stopping_and_exploring() -> None:
    drawn = board(LAKESIDE.replace("L1 ", ". "), ["L1"])
    state = do(begin(drawn, at="B2", pack="2 rifle"), "A2 pay, no camp, stop")
    assert offered(state) == {0}
    assert pack_of(do(state, "explore L1 A1, gain 2 provision")) == pieces("2 provision")


@pytest.mark.parametrize(
    ("pack", "camps", "script", "alternatives"),
    [
        ("2 rifle", "A2", "A2", set()),  # walking in with a camp
        ("2 rifle", "A2", "A2 pay, no camp", {0}),  # paying again
        ("2 rifle + wood", "", "A2 pay, pitch, end, end", set()),  # in a later turn
        ("2 rifle + wood", "", "A2 pay, pitch, end, end, discard wood", set()),
        ("2 rifle", "B1", "A2 pay, pitch, A1", set()),  # walking on
        ("2 rifle", "B1", "A2 pay, pitch, A1, B1", set()),  # bandits with a camp: the pumas were paid
        ("3 rifle", "", "gain provision, A2 pay, pitch", set()),  # after another gain
        ("3 provision", "", "B3 pay, pitch", set()),  # an adventure without black items
    ],
)
def test_g10_the_reward_is_for_paying_in_this_turn(pack: str, camps: str, script: str, alternatives: set[int]) -> None:
    state = do(begin(LAKESIDE, at="B2", pack=pack, camps=camps), script)
    assert (state.active, offered(state)) == (0, alternatives)


def test_g10_the_reward_for_paying_within_a_crossing() -> None:
    state = begin(LAKESIDE.replace("L6", "L6<"), at="B2", pack="2 rifle + 3 wood", camps="A2")
    assert offered(do(state.clone(), "A2 cross, hand 2 rifle + 2 wood")) == set()
    assert offered(do(state, "A2 cross pay, hand 2 wood, pitch")) == {0}


def test_g10_a_reward_may_be_taken_in_part() -> None:
    state = do(begin(LAKESIDE, at="B2", pack="3 rifle + wood"), "C2 pay, no camp")
    do(state, "gain 0")
    assert (state.item, state.legal()) == (rules.ROPE, takes(1))
    do(state, "take 0, take 1")
    assert pack_of(state) == pieces("shovel + wood")


def test_g10_a_shown_line_of_an_adventure_is_an_ordinary_one() -> None:
    lake = board(LAKESIDE)
    # with a camp, unpaid; and in a later turn without one
    assert offered(do(begin(lake, at="C2", pack="rod", camps="C1"), "C1")) == {0}
    assert offered(begin(lake, at="C1", pack="rod")) == {0}
    assert offered(begin(lake, at="C1", pack="rope")) == set()
    # paid, but without the rod there is nothing
    assert offered(do(begin(lake, at="C2", pack="2 wood"), "C1 pay, no camp")) == set()


# G11: exploring


@pytest.mark.parametrize(
    ("place", "able"), [("D4", False), ("C4", True), ("B4", True), ("A4", True), ("D1", True), ("D3", True)]
)
def test_g11_only_next_to_an_undiscovered_space(place: str, able: bool) -> None:
    state = begin(board(SHORE, ["L1"]), at=place)
    assert bool(of_kind(state, rules.EXPLORE)) is able  # C3 touches D4 only at the corner
    state = begin(board(SHORE.replace(".  C5", "L1 C5"), ["L2"]), at=place)
    assert bool(of_kind(state, rules.EXPLORE)) is (able and place not in ("C4", "D3"))


def test_g11_not_with_an_empty_stack() -> None:
    assert of_kind(begin(SHORE, at="C4"), rules.EXPLORE) == []
    state = do(begin(board(SHORE, ["L1"]), at="C4"), "explore L1 C3, end, C4, B4")
    assert of_kind(state, rules.EXPLORE) == []


@pytest.mark.parametrize("drawn", [GLADE, GLADE.replace("L5", "L5^")])  # roads do not matter
def test_g11_the_tile_is_laid_on_any_empty_neighbour_in_any_rotation(drawn: str) -> None:
    state = do(begin(board(drawn, ["L1", "B1"]), at="B2"), "explore")
    assert state.to_move == CHANCE and where(state) == "B2"
    do(state, "draw B1")
    places = [at(state, name) for name in AROUND_B2]
    assert state.legal() == [(rules.LAY, cell, turn) for cell in sorted(places) for turn in range(4)]
    do(state, "lay A2 <")
    assert state.laid[at(state, "A2")] == index_of(state.board, "B1") * 4 + 3
    assert (state.active, where(state)) == (0, "B2")


@pytest.mark.parametrize(
    ("mark", "blocked", "open_side"), [("^", "B1", "A2"), (">", "C2", "B1"), ("v", "B3", "C2"), ("<", "A2", "B3")]
)
def test_g11_the_rotation_turns_the_blocked_side_clockwise(mark: str, blocked: str, open_side: str) -> None:
    state = do(begin(board(RING, ["L13"]), at=open_side, pack=""), f"explore, draw L13, lay B2 {mark}")
    assert "B2" in steps(state)
    state.at[0] = at(state, blocked)
    assert "B2" not in steps(rules.restore(state.board, state.dump()))


@pytest.mark.parametrize(("exits", "turns"), [(0b0101, [0, 1]), (0b1111, [0]), (0b0011, [0, 1, 2, 3])])
def test_g11_each_rotation_that_looks_different_once(exits: int, turns: list[int]) -> None:
    drawn = board(SHORE, ["L1"])
    tiles = [*drawn.tiles[:-1], Tile("X1", rules.PLAIN, exits)]
    state = do(begin(make_board(4, 4, drawn.start, drawn.temple, drawn.laid, tiles), at="C4"), "explore, draw X1")
    assert state.legal() == [(rules.LAY, at(state, "C3"), turn) for turn in turns]


def test_g11_then_the_active_seat_takes_a_discovery_token() -> None:
    state = do(begin(board(SHORE, ["L1", "L2"]), at={1: "C4"}), "end, explore, draw L1")
    assert (state.to_move, state.tokens) == (1, [1, 0])  # seat 0's for passing
    do(state, "lay C3 ^")
    assert (state.tokens, state.token_stock) == ([1, 1], 34)


def test_g11_no_token_when_none_is_left() -> None:
    state = do(begin(board(SHORE, ["L1", "L2"]), at="C4", tokens={1: 36}), "explore L1 C3")
    assert (state.tokens, state.token_stock) == ([0, 36], 0)


def test_g11_once_a_turn() -> None:
    state = do(begin(board(SHORE, ["L1", "L2"]), at="B4"), "explore L1 B3")
    assert of_kind(state, rules.EXPLORE) == []
    assert of_kind(do(state, "A4"), rules.EXPLORE) == []


def test_g11_the_new_tile_may_be_entered_at_once() -> None:
    state = do(begin(board(SHORE, ["L1", "B1"]), at="C4", pack="2 rifle"), "explore B1 C3, C3 pay, pitch, gain 2 pearl")
    assert pack_of(state) == pieces("2 pearl")


@pytest.mark.parametrize("name", LAND)
def test_g11_a_treasure_tile_gets_a_treasure(name: str) -> None:
    state = begin(board(SHORE, LAND), at="C4")
    assert state.treasure_stock == 8
    do(state, f"explore {name} C3")
    has = name in {"B2", "P3", "D1", "D2", "M1", "Y3", "K2", "N2"}
    assert state.treasure[at(state, "C3")] == has and sum(state.treasure) == has
    assert state.treasure_stock == 8 - has


# G11: face-down board


def test_g11_on_a_face_down_board_a_neighbour_is_turned_up() -> None:
    drawn = board(GLADE, LAND)
    face_up = begin(drawn, at="B2")
    assert of_kind(face_up, rules.TURN_UP) == [] and of_kind(face_up, rules.EXPLORE) == [(rules.EXPLORE,)]
    state = begin(drawn, at="B2", face_down=True)
    assert of_kind(state, rules.EXPLORE) == []
    assert of_kind(state, rules.TURN_UP) == sorted((rules.TURN_UP, at(state, name)) for name in AROUND_B2)
    do(state, "turn C2")
    assert (state.to_move, state.phase) == (CHANCE, rules.P_TILE)
    assert [action[1] for action, _weight in state.chance()] == sorted(state.hidden)
    do(state, "draw D1")
    assert state.legal() == [(rules.LAY, at(state, "C2"), turn) for turn in range(4)]
    do(state, "lay C2 v")
    assert state.laid[at(state, "C2")] == index_of(state.board, "D1") * 4 + 2
    assert state.tokens[0] == 1 and state.treasure[at(state, "C2")] == 1


def test_g11_turning_up_ends_the_move() -> None:
    state = do(begin(board(GLADE, LAND), at="B4", face_down=True, tokens=4), "C4, turn C3, draw L5, lay C3 ^")
    assert of_kind(state, rules.STEP) == of_kind(state, rules.STOP) == of_kind(state, rules.TURN_UP) == []


# G12: buying


@pytest.mark.parametrize(("seats", "price"), [(2, 4), (3, 3), (4, 2), (5, 2)])
def test_g12_the_price_by_number_of_seats(seats: int, price: int) -> None:
    assert of_kind(begin(MEADOW, seats, tokens=price - 1), rules.BUY) == []
    state = begin(MEADOW, seats, tokens=price + 1)
    assert of_kind(state, rules.BUY) == [(rules.BUY, item) for item in range(7)]
    before, tokens = state.stock[:], state.token_stock
    do(state, "buy rod")
    assert state.tokens[0] == 1 and state.token_stock == tokens + price
    assert pack_of(state) == pieces("3 provision + 2 pearl + rod")
    assert state.stock == [*before[:6], before[6] - 1]
    assert of_kind(state, rules.BUY) == []


def test_g12_a_price_below_one_token_counts_as_one() -> None:
    state = do(begin(board(MEADOW, price=(0, 0, 0)), tokens=1), "buy wood")
    assert (state.tokens[0], of_kind(state, rules.BUY)) == (0, [])


@pytest.mark.parametrize(
    ("drawn", "place", "pack", "script", "phase"),
    [
        (MEADOW, "D4", "11 wood", "buy rope", rules.P_TURN),
        (SHORE, "C4", "11 wood", "explore, draw L5, buy rod", rules.P_LAY),
        (MEADOW, "B1", "11 wood", "A1, buy rod, stop", rules.P_DROP),
    ],
)
def test_g12_only_into_a_free_compartment(drawn: str, place: str, pack: str, script: str, phase: int) -> None:
    state = do(begin(board(drawn, ["L5"]), at=place, pack=pack, tokens=12), script)
    assert (state.phase, of_kind(state, rules.BUY)) == (phase, [])


def test_g12_treasures_and_the_amulet_fill_compartments() -> None:
    state = do(begin(MEADOW, pack="8 wood", treasures={0: 2}, amulets=[0], tokens=12), "buy rope")
    assert of_kind(state, rules.BUY) == []


def test_g12_only_from_stock() -> None:
    state = begin(MEADOW, tokens=4, stock=[20, 0, 16, 16, 1, 12, 0])
    assert {action[1] for action in of_kind(state, rules.BUY)} == {0, 2, 3, 4, 5}


def test_g12_as_often_as_wanted() -> None:
    state = do(begin(MEADOW, 4, tokens=15), "buy 2 rope + rifle + shovel + 2 wood + rod")
    assert (state.tokens[0], state.free(0)) == (1, 0)


def test_g12_only_in_the_own_turn() -> None:
    state = begin(MEADOW, tokens={1: 8})
    assert of_kind(state, rules.BUY) == []
    assert of_kind(do(state, "end"), rules.BUY) and state.active == 1
    assert pack_of(do(state, "buy rod"), 1) == pieces("3 provision + 2 pearl + rod")


def test_g12_during_a_move() -> None:
    state = do(begin(LAKESIDE, at="B3", pack="rifle", tokens=4), "B2")
    assert "B1 pay" not in steps(state)
    assert do(state, "buy rifle, B1 pay").phase == rules.P_CAMP  # now the bandits can be paid


def test_g12_before_a_crossing_is_complete() -> None:
    state = do(begin(MEADOW.replace("L6", "L6^"), at="B2", pack="4 wood", tokens=4), "B1 cross, buy rod, hand 3 wood")
    assert of_kind(state, rules.HAND_OVER) == [(rules.HAND_OVER, rules.WOOD), (rules.HAND_OVER, rules.ROD)]
    assert pack_of(do(state, "hand rod")) == pieces("wood")


def test_g12_between_paying_and_pitching() -> None:
    state = do(begin(LAKESIDE, at="B2", pack="2 rifle", tokens=4), "B1 pay, buy rod")
    assert state.phase == rules.P_CAMP
    do(state, "pitch")


def test_g12_while_taking() -> None:
    state = play(begin(MEADOW, pack="9 wood", tokens=8), (rules.GAIN, 0))
    assert of_kind(state, rules.TAKE) == takes(3)
    do(state, "buy rod")
    assert of_kind(state, rules.TAKE) == takes(2)  # room for two
    do(state, "take 1")
    assert state.item == rules.PEARL
    assert of_kind(state, rules.TAKE) == takes(1)
    do(state, "buy rod")  # the last compartment: no pearl can be taken, and no decision is left
    assert pack_of(state) == pieces("9 wood + provision + 2 rod")
    assert (state.phase, state.item, state.alternative, state.gained) == (rules.P_TURN, -1, -1, 1)
    assert offered(state) == set()


def test_g12_the_last_piece_of_stock_while_taking() -> None:
    state = do(begin(MEADOW, pack="", tokens=4, stock=[9, 9, 9, 9, 9, 1, 6]), "gain 0, take 0")
    assert state.item == rules.PEARL
    do(state, "buy pearl")
    assert state.phase == rules.P_TURN and pack_of(state) == pieces("pearl")


def test_g12_with_the_drawn_tile_in_hand() -> None:
    state = do(begin(board(SHORE, ["L5"]), at="C4", tokens=4), "explore, draw L5, buy rod")
    assert state.phase == rules.P_LAY and of_kind(state, rules.LAY)


def test_g12_before_a_treasure() -> None:
    state = begin(MINE, at="B2", pack="provision", tokens=4)
    assert of_kind(state, rules.TREASURE) == []
    assert do(state, "buy provision, treasure").treasures[0] == 1


def test_g12_at_the_end_of_the_turn() -> None:
    state = do(begin(MEADOW, at="B2", pack="wood", tokens=4), "B1, stop")
    bought = do(state.clone(), "buy shovel")  # for the line of B1: one more thing to do
    assert bought.active == 0 and offered(bought) == {0, 1}
    do(state, "buy rod")  # the tokens are gone and nothing else can be done
    assert (state.active, pack_of(state)) == (1, pieces("wood + rod"))


def test_g12_a_purchase_alone_never_ends_the_turn() -> None:
    assert do(begin(MEADOW, at="B2", pack="", treasures={0: 11}, tokens=4), "buy rod").active == 0


# G13: treasures


def test_g13_two_provisions_for_the_treasure_and_the_turn_is_over() -> None:
    state = begin(MINE, at="B2", pack="3 provision + shovel")
    stock = state.stock[rules.PROVISION]
    do(state, "treasure")
    assert pack_of(state) == pieces("provision + shovel") and state.stock[rules.PROVISION] == stock + 2
    assert (state.treasures, state.treasure[at(state, "B2")], state.active) == ([1, 0], 0, 1)
    assert state.free(0) == 9  # two pieces, one treasure


@pytest.mark.parametrize(
    ("drawn", "place", "pack", "script", "able"),
    [
        (MINE, "B2", "provision + 5 rope", "", False),
        (MINE, "B2", "2 provision", "", True),
        (MINE, "B2", "5 provision", "", True),
        (MINE, "B2", "10 wood + 2 provision", "", True),  # the provisions make room
        (MINE, "B2", "2 provision", "B1", False),  # only on the tile where the turn ends
        (MEADOW, "B2", "2 provision", "", False),
        (MEADOW.replace("L6", "D1"), "B1", "5 provision", "B2 pay, pitch", True),  # two more after the desert
        (MEADOW.replace("L6", "D1"), "B1", "4 provision", "B2 pay, pitch", False),
    ],
)
def test_g13_a_treasure_needs_two_provisions(drawn: str, place: str, pack: str, script: str, able: bool) -> None:
    state = begin(drawn, at=place, pack=pack)
    if script:
        do(state, script)
    assert of_kind(state, rules.TREASURE) == [(rules.TREASURE,)] * able
    if able:
        left = pack_of(state)[rules.PROVISION] - 2
        assert (do(state, "treasure").treasures, pack_of(state)[rules.PROVISION], state.active) == ([1, 0], left, 1)


def test_g13_taking_the_treasure_is_optional() -> None:
    state = do(begin(MINE, at="B2"), "end")
    assert state.treasures == [0, 0] and state.treasure[at(state, "B2")] == 1
    assert do(state, "end, treasure").treasures == [1, 0]  # in a later turn


def test_g13_there_is_one_treasure_on_a_tile() -> None:
    state = do(begin(MINE, at={0: "B2", 1: "B2"}), "treasure")
    assert of_kind(state, rules.TREASURE) == []
    assert of_kind(do(state, "end"), rules.TREASURE) == []


def test_g13_the_turn_may_continue_before_the_treasure_is_taken() -> None:
    state = do(begin(board(MINE.replace("L2", "."), ["L2", "L1"]), at="B3", camps="B2"), "B2, explore L2 B1")
    assert of_kind(state, rules.TREASURE) == [(rules.TREASURE,)]
    do(state, "treasure")
    assert state.treasures[0] == 1 and state.tokens[0] == 1


def test_g13_a_backpack_may_hold_several_treasures() -> None:
    state = do(begin(MINE, at="B2", pack="2 provision", treasures={0: 7}), "treasure")
    assert state.treasures[0] == 8 and state.free(0) == 4


def test_g13_discards_before_it_are_no_action() -> None:
    state = do(begin(MINE, at="B2", pack="3 provision"), "discard provision, treasure")
    assert (state.treasures[0], state.tokens[0], state.active) == (1, 1, 1)
