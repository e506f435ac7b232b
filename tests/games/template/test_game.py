"""The meadow of the template: rules clause by clause (M1 to M6), checks and editing."""

from __future__ import annotations

import pytest

from studio.core.form import Stamp
from studio.core.game import CHANCE, OVER
from studio.core.problems import Severity
from studio.core.rng import Rng
from studio.games._template.body import Body, build, grass_of, parse, to_plain
from studio.games._template.checks import check
from studio.games._template.editing import blank, eraser, pick, resize, set_field, stamp
from studio.games._template.rules import DRAW, NONE, PLANT, TAKE, State, start
from tests.helpers import body_after

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


def test_m1_grass_and_its_neighbours() -> None:
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


def test_m3_a_seed_of_the_own_hand_is_taken_openly() -> None:
    state = begun((0, 2), (1, 1))
    assert state.legal() == [(TAKE, 0), (TAKE, 2)]
    state.apply((TAKE, 2))
    assert (state.to_move, state.hands[0], state.observe(1)["held"]) == (0, [1, 0, 0], 2)


def test_m4_a_flower_scores_its_worth_and_a_point_for_every_flower_next_to_it() -> None:
    state = begun((0, 2), (1, 1))
    for kind, cell, scores in ((2, 1, [3, 0]), (1, 3, [3, 2]), (0, 0, [3 + 1 + 2, 2])):
        plant(state, kind, cell, drawn=0)
        assert state.scores() == scores
    state.apply((TAKE, 1))
    assert state.legal() == [(PLANT, cell) for cell in (2, 5, 6, 7, 8)], "not on a hedge or another flower"


def test_m5_a_seed_is_drawn_after_planting_then_the_next_seat_is_to_move() -> None:
    state = begun((0, 2), (1, 1))
    state.apply((TAKE, 0))
    state.apply((PLANT, 0))
    assert state.to_move == CHANCE
    state.apply((DRAW, 1))
    assert (state.to_move, state.hands[0]) == (1, [0, 1, 1])


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


# Editing and checks


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        ({"spaces": ["..."]}, "`$.spaces`"),
        ({"spaces": ["...", "..", "..."]}, "`$.spaces[1]`"),
        ({"spaces": ["...", ".~.", "..."]}, "`$.spaces[1]`"),
        ({"spaces": ["..."] * 3, "seeds": [1, 2, -1]}, "`$.seeds[2]`"),
        ({"spaces": ["..."] * 3, "bees": 1}, "`$`"),
    ],
)
def test_an_invalid_body_is_rejected_with_its_place(raw: object, place: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as caught:
        parse(raw)
    assert str(caught.value).startswith(place + ": ")


def test_painting_is_pure_and_gives_the_same_object_where_nothing_changes() -> None:
    body = blank()
    assert parse(to_plain(body)) == body
    hedged = stamp(body, 7, Stamp("hedge"))
    assert hedged.spaces[1] == ".#...."
    assert body == blank()
    assert pick(hedged, 7) == Stamp("hedge")
    assert stamp(hedged, 7, Stamp("hedge")) is hedged
    assert stamp(hedged, 99, Stamp("hedge")) is hedged
    assert stamp(hedged, 7, eraser(hedged, 7)) == body


def test_a_hedge_around_a_square_is_found_and_fixed() -> None:
    body = stamp(stamp(blank(), 1, Stamp("hedge")), 6, Stamp("hedge"))
    (found,) = check(body)
    assert (found.code, found.severity, found.cells) == ("alone", Severity.ERROR, (0,))
    after = body_after(found.fix, Body)
    assert not check(after)
    assert 0 not in grass_of(after)


def test_too_little_grass_and_too_few_seeds_cannot_be_played() -> None:
    found = check(Body(("...", "###", "..."), (1, 1, 1)))
    assert [(problem.code, problem.severity) for problem in found] == [
        ("few_squares", Severity.ERROR),
        ("few_seeds", Severity.ERROR),
    ]
    assert [problem.code for problem in check(body_after(found[0].fix, Body))] == ["few_seeds"]


def test_sizes_grow_and_shrink_on_every_side() -> None:
    body = Body(("...", ".#.", "..."))
    assert resize(body, 1, 0, 0, 2).spaces == ("....", "..#.", "....", "....", "....")
    assert resize(resize(body, 2, 1, 1, 0), -2, -1, -1, 0) == body
    with pytest.raises(ValueError, match="2 × 3"):
        resize(body, -1, 0, 0, 0)


def test_fields_are_set_within_their_limits() -> None:
    body = blank()
    assert set_field(body, -1, "seeds.2", 7).seeds == (12, 8, 7)
    assert set_field(body, -1, "seeds.2", 5) is body
    assert set_field(body, 3, "space", "hedge") == stamp(body, 3, Stamp("hedge"))
    for target, key, value in ((-1, "seeds.2", 100), (-1, "seeds.3", 1), (-1, "note.size", "9"), (3, "space", "pond")):
        with pytest.raises(ValueError, match=r"\.$"):
            set_field(body, target, key, value)
