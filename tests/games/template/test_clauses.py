"""The rules of the meadow, clause by clause (M1–M6), on a meadow of three by three whose middle is a hedge."""

from __future__ import annotations

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games._template.body import Body, build
from studio.games._template.rules import DRAW, NONE, PLANT, TAKE, State, start

RING = Body(("...", ".#.", "..."), (6, 4, 2))
RING_CELLS = (0, 1, 2, 3, 5, 6, 7, 8)


def begun(*hands: tuple[int, int], body: Body = RING) -> State:
    """A match in which every seat has drawn these two kinds of seed."""
    state = start(build(body), len(hands), {})
    for kind in (kind for hand in hands for kind in hand):
        state.apply((DRAW, kind))
    return state


def plant(state: State, kind: int, cell: int, drawn: int = NONE) -> None:
    """Take a seed, plant it, and draw one of a kind when there are any."""
    state.apply((TAKE, kind))
    state.apply((PLANT, cell))
    if state.to_move == CHANCE:
        state.apply((DRAW, drawn))


def test_m1_grass_and_hedge() -> None:
    board = build(RING)
    assert board.grass == RING_CELLS
    assert board.neighbors[0] == (1, 3)
    assert board.neighbors[1] == (2, 0)


def test_m2_every_seat_draws_two_seeds() -> None:
    state, rng = start(build(RING), 3, {}), Rng(1)
    for _draw in range(6):
        assert state.to_move == CHANCE
        assert state.chance() == [((DRAW, kind), count) for kind, count in enumerate(state.bag) if count]
        state.apply(state.draw(rng))
    assert state.to_move == 0
    assert [sum(hand) for hand in state.hands] == [2, 2, 2]
    assert sum(state.bag) == 6


def test_m3_a_seed_of_the_own_hand_is_taken_for_all_to_see() -> None:
    state = begun((0, 2), (1, 1))
    assert state.legal() == [(TAKE, 0), (TAKE, 2)]
    state.apply((TAKE, 2))
    assert state.to_move == 0
    assert state.hands[0] == [1, 0, 0]
    assert state.observe(1)["held"] == 2


def test_m4_a_flower_scores_its_worth_and_a_point_for_every_flower_beside_it() -> None:
    state = begun((0, 2), (1, 1))
    plant(state, 2, 1, drawn=0)
    assert state.scores() == [3, 0]
    plant(state, 1, 3, drawn=0)
    assert state.scores() == [3, 2]
    plant(state, 0, 0, drawn=0)
    assert state.scores() == [3 + 1 + 2, 2]


def test_m4_no_flower_grows_on_a_hedge_or_on_another() -> None:
    state = begun((0, 2), (1, 1))
    plant(state, 2, 1, drawn=0)
    state.apply((TAKE, 1))
    assert state.legal() == [(PLANT, cell) for cell in (0, 2, 3, 5, 6, 7, 8)]


def test_m5_a_seed_is_drawn_after_planting_then_the_next_seat_is_to_move() -> None:
    state = begun((0, 2), (1, 1))
    state.apply((TAKE, 0))
    state.apply((PLANT, 0))
    assert state.to_move == CHANCE
    state.apply((DRAW, 1))
    assert state.to_move == 1
    assert state.hands[0] == [0, 1, 1]


def test_m5_hands_are_used_up_when_the_bag_is_empty_and_empty_hands_are_passed_over() -> None:
    state = begun((0, 0), (0, 0), (0, 0), (0, 1), body=Body(("......",) * 5, (8, 1, 0)))
    plant(state, 0, 0, drawn=0)  # the last seed of the bag
    assert not any(state.bag)
    for seat, cell in ((1, 6), (2, 12), (3, 18), (0, 2), (1, 8), (2, 14), (3, 20)):
        assert state.to_move == seat
        plant(state, 0 if state.hands[seat][0] else 1, cell)
    assert [sum(hand) for hand in state.hands] == [1, 0, 0, 0]
    assert state.to_move == 0


def test_m6_the_match_ends_when_no_grass_is_free() -> None:
    state, rng = begun((0, 2), (1, 1)), Rng(3)
    for cell in RING_CELLS:
        assert state.to_move != OVER
        state.apply(state.legal()[0])
        state.apply((PLANT, cell))
        if state.to_move == CHANCE:
            state.apply(state.draw(rng))
    assert state.to_move == OVER
    assert any(map(any, state.hands))


def test_m6_the_match_ends_when_no_seed_is_left_and_equals_share_the_victory() -> None:
    state = begun((0, 0), (0, 0), body=Body(("......",) * 5, (4, 0, 0)))
    for cell in (0, 2, 4, 12):
        plant(state, 0, cell)
    assert state.to_move == OVER
    assert state.scores() == [2, 2]
    assert state.winners() == [0, 1]
