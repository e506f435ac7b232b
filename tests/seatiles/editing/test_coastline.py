"""Land and sea painted on edges: tiles follow, all edges match, and the order of strokes makes no difference."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, strategies as st

from studio.core.picture import edge_target
from studio.seatiles.body import Laid, SeaBody, contents
from studio.seatiles.editing import paint_coast
from tests.contract.cases import is_sentence
from tests.seatiles.editing.test_completing import clashes, edges
from tests.seatiles.sea_bodies import TILES, bodies, sea


def inner(body: SeaBody) -> list[tuple[int, int, int]]:
    """Edges between two spaces: cell, its side 1 or 2, the cell beyond."""
    columns, symbols = len(body.spaces[0]), "".join(body.spaces)
    east = [(cell, 1, cell + 1) for cell in range(len(symbols)) if (cell + 1) % columns]
    south = [(cell, 2, cell + columns) for cell in range(len(symbols) - columns)]
    return [edge for edge in east + south if "#" not in (symbols[edge[0]], symbols[edge[2]])]


@st.composite
def painted(draw: st.DrawFn, body: SeaBody) -> dict[int, bool]:
    """Some edges of a body, each named from one of its sides, land or sea."""
    some = draw(st.lists(st.sampled_from(inner(body) or [(0, 0, -1)]), max_size=10, unique=True))
    found = {}
    for cell, side, other in some:
        target = edge_target(other, side ^ 2) if other >= 0 and draw(st.booleans()) else edge_target(cell, side)
        found[target] = draw(st.booleans())
    return found


def asked(body: SeaBody, wishes: dict[int, bool]) -> dict[tuple[int, int], bool]:
    """Wishes by cell and side, from both sides."""
    by_name = {}
    for cell, side, other in inner(body):
        for target in (edge_target(cell, side), edge_target(other, side ^ 2)):
            if target in wishes:
                by_name[cell, side] = by_name[other, side ^ 2] = wishes[target]
    return by_name


@given(st.data())
def test_what_is_painted_is_there_and_what_is_touched_matches(data: st.DataObject) -> None:
    body = data.draw(bodies(5))
    wishes = data.draw(painted(body))
    after, blocked = paint_coast(body, wishes)
    old, new = contents(body), contents(after)
    bonus = {kind.name for kind in body.tiles if kind.bonus}
    held = {cell for cell, content in enumerate(old) if isinstance(content, Laid) and content.tile in bonus}
    want = asked(body, wishes)
    before = set(clashes(body))
    for cell, content in enumerate(old):
        touched = any((cell, side) in want for side in range(4)) and cell not in held
        if not touched or content == "#":
            assert new[cell] == content
        elif new[cell] == ".":
            assert is_sentence(blocked[cell])
        else:
            own = edges(after, cell)
            assert own is not None and cell not in blocked
    for (cell, side), land in want.items():
        own = edges(after, cell)
        if own is not None and (own[side] != ".") != land:
            columns = len(body.spaces[0])
            other = cell + (-columns, 1, columns, -1)[side]
            assert held & {cell, other}, "only bonus tiles withstand"
            assert cell in blocked or other in blocked
    for cell, side in clashes(after):  # only where tiles that stay clashed already, or hold a touched one between them
        assert (cell, side) in before, (cell, side)


@given(st.data())
def test_the_order_makes_no_difference(data: st.DataObject) -> None:
    body = data.draw(bodies(4))
    wishes = data.draw(painted(body))
    after = paint_coast(body, wishes)
    assert paint_coast(body, dict(reversed(wishes.items()))) == after
    assert paint_coast(body, dict(sorted(wishes.items()))) == after


def test_strokes_in_any_order_give_the_same_board() -> None:
    body = sea("....", ".┼..", "...~")
    strokes = [
        {edge_target(0, 1): True, edge_target(1, 2): True},
        {edge_target(5, 1): False, edge_target(6, 0): True},
        {edge_target(9, 0): False, edge_target(9, 1): True, edge_target(10, 1): True},
        {edge_target(4, 1): False},
    ]
    found = set()
    for order in itertools.permutations(strokes):
        after = body
        for stroke in order:
            after, blocked = paint_coast(after, stroke)
            assert not blocked
        found.add((after.spaces, str(after.legend)))
    at_once, _blocked = paint_coast(body, {edge: land for stroke in strokes for edge, land in stroke.items()})
    assert found == {(at_once.spaces, str(at_once.legend))}


def test_a_stroke_of_land_over_open_water() -> None:
    after, blocked = paint_coast(sea("....", "...."), {edge_target(0, 1): True, edge_target(1, 1): True})
    assert after.spaces == ("╶─╴.", "....") and not blocked


def test_the_border_and_void_stay_and_tiles_follow_them() -> None:
    wishes = {edge_target(0, 0): True, edge_target(0, 3): True, edge_target(0, 1): True}
    border = {"north": "coast", "east": "open 0", "south": "shore", "west": "open 1"}
    after, blocked = paint_coast(sea("..#", "...", border=border), wishes)
    assert after.spaces == ("└┘#", "...") and not blocked


@pytest.mark.parametrize(("missing", "wishes", "told"), [
    ("bend", {edge_target(0, 1): True, edge_target(0, 2): True}, "east, south"),
    ("sea", {edge_target(0, 1): False}, "open sea"),
])  # fmt: skip
def test_a_place_that_no_tile_of_the_set_can_satisfy_is_undiscovered_and_says_why(
    missing: str, wishes: dict[int, bool], told: str
) -> None:
    tiles = tuple(tile for tile in TILES if tile["name"] != missing)
    after, blocked = paint_coast(sea("...", "...", tiles=tiles), wishes)
    assert contents(after)[0] == "." and told in blocked[0] and is_sentence(blocked[0])


def test_bonus_tiles_stay_and_say_so() -> None:
    after, blocked = paint_coast(sea("...", ".5.", "..."), {edge_target(4, 1): False, edge_target(4, 0): True})
    assert after.spaces == (".╷.", ".5╴", "..."), "what lies beside them follows"
    assert list(blocked) == [4] and "B2" in blocked[4]


def test_tiles_of_which_some_are_left_are_preferred_and_the_one_that_lies_there_stays() -> None:
    tiles = (
        {"name": "sea", "shape": "....", "sorted": 9},
        {"name": "cape", "shape": "a...", "sorted": 1},
        {"name": "spit", "shape": ".a..", "sorted": 9},
    )
    wishes = {edge_target(0, 1): True, edge_target(2, 1): True}
    after, _blocked = paint_coast(sea("..", "..", tiles=tiles), wishes)
    laid = [content.tile for content in contents(after) if isinstance(content, Laid)]
    assert sorted(laid) == ["cape", "spit", "spit", "spit"]
    again, _blocked = paint_coast(after, {edge_target(0, 1): True})
    assert again is after
