"""Completing a sea, and painting its coast."""

from __future__ import annotations

import itertools
from collections import Counter

import msgspec
import pytest
from hypothesis import given, strategies as st

from studio.core.cancellation import NEVER_CANCELLED, Cancelled, CancelToken
from studio.core.picture import edge_target
from studio.core.problems import NotCompletable
from studio.seatiles.body import Laid, SeaBody, contents
from studio.seatiles.editing import complete_sea, paint_coast
from tests.contract.cases import is_sentence
from tests.seatiles.sea_bodies import TILES, bodies, sea

STEP = ((0, -1), (1, 0), (0, 1), (-1, 0))
seeds = st.integers(0, 10**18 - 1)


def edges(body: SeaBody, cell: int) -> str | None:
    """What lies on the four edges of a space, "." sea; None where no tile lies."""
    content = contents(body)[cell]
    if not isinstance(content, Laid):
        return None
    shape = {kind.name: kind.shape for kind in body.tiles}[content.tile]
    return shape[-content.turn :] + shape[: -content.turn] if content.turn else shape


def clashes(body: SeaBody) -> list[tuple[int, int]]:
    """Edges of tiles, by cell and side, that differ from what they face."""
    rows, columns = len(body.spaces), len(body.spaces[0])
    cells, found = contents(body), []
    sides = (body.border.north, body.border.east, body.border.south, body.border.west)
    for cell in range(rows * columns):
        own = edges(body, cell)
        for side, (dx, dy) in enumerate(STEP):
            x, y = cell % columns + dx, cell // columns + dy
            inside = 0 <= x < columns and 0 <= y < rows
            other = y * columns + x
            if own is None:
                continue
            if inside and cells[other] != "#":
                faced = edges(body, other)
                expected = None if faced is None else faced[(side + 2) % 4] != "."
            else:
                name = f"{chr(65 + cell % columns)}{cell // columns + 1} {('north', 'east', 'south', 'west')[side]}"
                expected = body.edges.get(name, sides[side]) == "coast"
            if expected is not None and expected != (own[side] != "."):
                found.append((cell, side))
    return found


def in_the_box(body: SeaBody) -> dict[str, int]:
    """By kind, all tiles there are: drawn ones, "?" ones, sorted ones."""
    return {
        kind.name: max(0, kind.hidden) + sum(max(0, count) for count in kind.events.values()) + max(0, kind.sorted)
        for kind in body.tiles
    }


def check_completed(before: SeaBody, after: SeaBody, cells: frozenset[int]) -> None:
    """Hold a completion to everything that it promises."""
    old, new = contents(before), contents(after)
    expected = {cell for cell, content in enumerate(old) if content == "." and (not cells or cell in cells)}
    for cell, content in enumerate(old):
        assert isinstance(new[cell], Laid) if cell in expected else new[cell] == content
    assert clashes(after) == []
    assert in_the_box(after) == in_the_box(before), "tiles are only moved about in the box"
    lying = Counter(content.tile for content in new if isinstance(content, Laid))
    was = Counter(content.tile for content in old if isinstance(content, Laid))
    for one, kind in zip(before.tiles, after.tiles, strict=True):
        assert (one.name, one.shape, one.bonus) == (kind.name, kind.shape, kind.bonus)
        assert kind.hidden >= min(0, one.hidden) and all(count >= 0 for count in kind.events.values())
        if was[one.name] <= one.sorted:
            assert lying[kind.name] <= kind.sorted, "as many sorted tiles as lie on the board"
        assert not one.bonus or lying[one.name] == was[one.name]


@given(bodies(5), seeds, st.frozensets(st.integers(0, 24), max_size=8))
def test_a_completion_matches_all_edges_and_keeps_to_the_box(body: SeaBody, seed: int, cells: frozenset[int]) -> None:
    cells = frozenset(cell for cell in cells if cell < len(body.spaces) * len(body.spaces[0]))
    try:
        after = complete_sea(body, cells, seed, CancelToken(20))
    except NotCompletable as refusal:
        assert is_sentence(str(refusal)), refusal
        return
    check_completed(body, after, cells)
    assert complete_sea(body, cells, seed, CancelToken(20)) == after


@given(seeds, st.frozensets(st.integers(0, 29), max_size=12))
def test_a_part_is_completed_so_that_the_rest_still_can_be(seed: int, cells: frozenset[int]) -> None:
    body = sea("......", "..╷...", "..╵...", ".#....", "....~.")
    part = complete_sea(body, cells, seed, NEVER_CANCELLED) if cells - {8, 14, 19, 28} else body
    if part is not body:
        check_completed(body, part, cells)
    if "." in "".join(part.spaces):
        check_completed(part, complete_sea(part, (), seed, NEVER_CANCELLED), frozenset())


def test_other_seeds_give_other_completions() -> None:
    body = sea(*["........"] * 6, tiles=[{**tile, "hidden": 20} for tile in TILES])
    found = {complete_sea(body, (), seed, NEVER_CANCELLED).spaces for seed in range(10)}
    assert len(found) == 10


def test_every_kind_of_a_class_comes_and_question_tiles_only_when_needed() -> None:
    tiles = ({"name": "sea", "shape": "....", "hidden": 1}, {"name": "deep", "shape": "....", "hidden": 2})
    body = sea("..", "..", tiles=tiles)
    marked = msgspec.structs.replace(body.tiles[0], events={"storm": 2, "pirates": 1})
    body = msgspec.structs.replace(body, tiles=(marked, body.tiles[1]))
    part = complete_sea(body, (0, 1, 2), 1, NEVER_CANCELLED)
    assert [kind.events for kind in part.tiles] == [{"storm": 2, "pirates": 1}, {}]
    after = complete_sea(part, (), 1, NEVER_CANCELLED)
    assert [(kind.hidden, kind.events, kind.sorted) for kind in after.tiles] == [
        (0, {"storm": 1, "pirates": 1}, 2),
        (0, {}, 2),
    ]
    assert Counter(laid.tile for laid in contents(after) if isinstance(laid, Laid)) == {"sea": 2, "deep": 2}


def test_a_board_that_the_box_cannot_fill_is_refused_with_its_places() -> None:
    tiles = tuple({**tile, "hidden": 0, "sorted": 0} if tile["name"] == "cove" else tile for tile in TILES)
    with pytest.raises(NotCompletable) as refusal:
        complete_sea(sea("╶.╴", ".╵.", tiles=tiles), (), 0, NEVER_CANCELLED)
    assert refusal.value.cells == (1,) and "B1" in str(refusal.value)


def test_a_selection_is_filled_though_the_box_is_too_small_for_the_board() -> None:
    body = sea(*["." * 20] * 10)
    with pytest.raises(NotCompletable):
        complete_sea(body, (), 0, NEVER_CANCELLED)
    cells = frozenset(range(5)) | frozenset(range(20, 25))
    check_completed(body, complete_sea(body, cells, 0, NEVER_CANCELLED), cells)


@pytest.mark.parametrize("rows, cells", [(("~~", "~~"), ()), (("~.", ".."), (0,)), (("┼.", ".."), ())])
def test_nothing_to_complete_and_edges_that_clash_are_told(rows: tuple[str, ...], cells: tuple[int, ...]) -> None:
    with pytest.raises(NotCompletable) as refusal:
        complete_sea(sea(*rows), cells, 0, NEVER_CANCELLED)
    assert is_sentence(str(refusal.value))


def test_a_completion_ends_with_its_patience() -> None:
    with pytest.raises(Cancelled):
        complete_sea(sea("....", "...."), (), 0, CancelToken(0.0))


# Land and sea painted on edges: tiles follow, all edges match, and the order of strokes makes no difference


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
