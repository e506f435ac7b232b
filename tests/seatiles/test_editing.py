"""Completing a sea, painting its coast, and edits of both Entdecker games."""

from __future__ import annotations

import itertools
from collections import Counter
from operator import attrgetter
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from studio.core.cancellation import NEVER_CANCELLED, Cancelled, CancelToken
from studio.core.form import Field, Stamp
from studio.core.picture import edge_target
from studio.core.plugin import Game
from studio.core.problems import NotCompletable
from studio.games.entdecker import GAME as OLD
from studio.games.neue_entdecker import GAME as NEW
from studio.games.neue_entdecker.body import Body
from studio.seatiles.body import VOID, Laid, SeaBody, contents
from studio.seatiles.editing import complete_sea, paint_coast
from tests.contract.cases import is_sentence
from tests.core.test_own_picture import PICTURE
from tests.seatiles.sea_bodies import EDGE_KINDS, SIDES, TILES, beyond, board_of, bodies, required_edge, sea

seeds = st.integers(0, 10**18 - 1)


def edges(body: SeaBody, cell: int) -> str | None:
    """The edges of the tile on a space, "." sea; None where no tile lies."""
    lands = board_of(body).get((cell % len(body.spaces[0]), cell // len(body.spaces[0])), ".")
    return None if lands == "." else lands


def clashes(body: SeaBody) -> set[tuple[int, int]]:
    """Edges of tiles, by cell and side, that differ from what they face."""
    board, columns = board_of(body), len(body.spaces[0])
    return {
        (place[1] * columns + place[0], side)
        for place, lands in board.items()
        if lands != "."
        for side in range(4)
        if required_edge(body, board, place, side) not in (None, lands[side] != ".")
    }


def in_the_box(body: SeaBody) -> dict[str, int]:
    """By kind, all tiles there are: drawn ones, "?" ones, sorted ones."""
    return {
        kind.name: max(0, kind.hidden) + sum(max(0, count) for count in kind.events.values()) + max(0, kind.sorted)
        for kind in body.tiles
    }


def check_completed(before: SeaBody, after: SeaBody, cells: frozenset[int]) -> None:
    """Assert that a completion lays exactly the requested tiles, from the box, all edges matching."""
    old, new = contents(before), contents(after)
    expected = {cell for cell, content in enumerate(old) if content == "." and (not cells or cell in cells)}
    for cell, content in enumerate(old):
        assert isinstance(new[cell], Laid) if cell in expected else new[cell] == content
    assert not clashes(after)
    assert in_the_box(after) == in_the_box(before), "the number of tiles stays"
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


def test_a_board_that_the_box_cannot_fill_is_rejected_with_its_places() -> None:
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
def test_complete_boards_and_clashing_edges_are_rejected(rows: tuple[str, ...], cells: tuple[int, ...]) -> None:
    with pytest.raises(NotCompletable) as refusal:
        complete_sea(sea(*rows), cells, 0, NEVER_CANCELLED)
    assert is_sentence(str(refusal.value))


def test_a_completion_can_be_cancelled() -> None:
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


def requested_edges(body: SeaBody, requests: dict[int, bool]) -> dict[tuple[int, int], bool]:
    """Wishes by cell and side, from both sides."""
    by_name = {}
    for cell, side, other in inner(body):
        for target in (edge_target(cell, side), edge_target(other, side ^ 2)):
            if target in requests:
                by_name[cell, side] = by_name[other, side ^ 2] = requests[target]
    return by_name


@given(st.data())
def test_painted_edges_are_there_and_changed_tiles_match(data: st.DataObject) -> None:
    body = data.draw(bodies(5))
    requests = data.draw(painted(body))
    after, blocked = paint_coast(body, requests)
    old, new = contents(body), contents(after)
    bonus = {kind.name for kind in body.tiles if kind.bonus}
    held = {cell for cell, content in enumerate(old) if isinstance(content, Laid) and content.tile in bonus}
    want = requested_edges(body, requests)
    before = clashes(body)
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
    requests = data.draw(painted(body))
    after = paint_coast(body, requests)
    assert paint_coast(body, dict(reversed(requests.items()))) == after
    assert paint_coast(body, dict(sorted(requests.items()))) == after


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
    requests = {edge_target(0, 0): True, edge_target(0, 3): True, edge_target(0, 1): True}
    border = {"north": "coast", "east": "open 0", "south": "shore", "west": "open 1"}
    after, blocked = paint_coast(sea("..#", "...", border=border), requests)
    assert after.spaces == ("└┘#", "...") and not blocked


@pytest.mark.parametrize(("missing", "requests", "reason"), [
    ("bend", {edge_target(0, 1): True, edge_target(0, 2): True}, "east, south"),
    ("sea", {edge_target(0, 1): False}, "open sea"),
])  # fmt: skip
def test_a_space_without_a_fitting_tile_is_undiscovered_with_a_reason(
    missing: str, requests: dict[int, bool], reason: str
) -> None:
    tiles = tuple(tile for tile in TILES if tile["name"] != missing)
    after, blocked = paint_coast(sea("...", "...", tiles=tiles), requests)
    assert contents(after)[0] == "." and reason in blocked[0] and is_sentence(blocked[0])


def test_bonus_tiles_stay_with_a_reason() -> None:
    after, blocked = paint_coast(sea("...", ".5.", "..."), {edge_target(4, 1): False, edge_target(4, 0): True})
    assert after.spaces == (".╷.", ".5╴", "..."), "what lies beside them follows"
    assert list(blocked) == [4] and "B2" in blocked[4]


def test_tiles_of_which_some_are_left_are_preferred_and_the_one_that_lies_there_stays() -> None:
    tiles = (
        {"name": "sea", "shape": "....", "sorted": 9},
        {"name": "cape", "shape": "a...", "sorted": 1},
        {"name": "spit", "shape": ".a..", "sorted": 9},
    )
    requests = {edge_target(0, 1): True, edge_target(2, 1): True}
    after, _blocked = paint_coast(sea("..", "..", tiles=tiles), requests)
    laid = [content.tile for content in contents(after) if isinstance(content, Laid)]
    assert sorted(laid) == ["cape", "spit", "spit", "spit"]
    again, _blocked = paint_coast(after, {edge_target(0, 1): True})
    assert again is after


# Edits of both games; the contract suite tests stamps, erasers, sizes and values of fields of every game


BLANK: Body = NEW.editing.blank()
SMALL: Body = NEW.editing.resize(BLANK, 0, 0, -8, -5)  # four by three undiscovered spaces
STAMPS = [
    Stamp("undiscovered"),
    Stamp("void"),
    *(Stamp(f"tile:{kind.name}", turn) for kind in BLANK.tiles for turn in range(4)),
]
EDGE_STAMPS = [Stamp(f"edge:{kind}") for kind in EDGE_KINDS]
stamped = NEW.editing.stamp


@st.composite
def drawings(draw: st.DrawFn) -> Body:
    """The small board after a few random stamps."""
    body = SMALL
    for _step in range(draw(st.integers(0, 8))):
        if draw(st.booleans()):
            body = stamped(body, draw(st.integers(0, 11)), draw(st.sampled_from(STAMPS)))
        else:
            target = edge_target(draw(st.integers(0, 11)), draw(st.integers(0, 3)))
            body = stamped(body, target, draw(st.sampled_from(EDGE_STAMPS)))
    return body


def fields(game: Any, body: object, target: int) -> dict[str, Field]:
    return {field.key: field for section in game.editing.form(body, target) for field in section.fields}


def test_a_new_layout_has_the_whole_box_and_no_tile() -> None:
    assert set("".join(BLANK.spaces)) == {"."} and not BLANK.legend
    assert NEW.editing.blank() == BLANK
    assert NEW.editing.resize(BLANK, 0, 0, 0, 0) is BLANK
    assert sum(kind.hidden + kind.sorted + sum(kind.events.values()) for kind in BLANK.tiles) == 180


@given(drawings(), st.integers(0, 11), st.sampled_from(STAMPS))
def test_a_stamp_changes_no_other_space_and_gives_a_canonical_body(body: Body, cell: int, stamp: Stamp) -> None:
    after = stamped(body, cell, stamp)
    assert NEW.body.parse(NEW.body.to_plain(after)) == after
    old, new = contents(body), contents(after)
    assert all(old[other] == new[other] for other in range(12) if other != cell)


@given(drawings(), st.integers(0, 11), st.integers(0, 3), st.sampled_from(EDGE_STAMPS))
def test_outer_edges_can_be_stamped_picked_and_erased(body: Body, cell: int, side: int, stamp: Stamp) -> None:
    target, place, board = edge_target(cell, side), (cell % 4, cell // 4), board_of(body)
    after = stamped(body, target, stamp)
    if place not in board or beyond(place, side) in board:
        assert after is body
        return
    assert NEW.editing.pick(after, target) == stamp
    name = f"{'ABCD'[place[0]]}{place[1] + 1} {SIDES[side]}"
    assert (name in after.edges) == (stamp.key != f"edge:{getattr(body.border, SIDES[side])}"), "only differences"
    assert name not in stamped(after, target, NEW.editing.eraser(after, target)).edges


@pytest.mark.parametrize(
    ("target", "key"),
    [
        *((0, key) for key in ("edge:coast", "tile:moon")),
        *((edge_target(0, 0), key) for key in ("void", "edge:wall")),
        *((99, "void"), (-1, "void"), (edge_target(99, 0), "edge:coast")),
    ],
)
def test_stamps_go_only_where_they_belong(target: int, key: str) -> None:
    assert stamped(SMALL, target, Stamp(key)) is SMALL


def test_named_edges_move_with_their_spaces_and_are_dropped_when_they_become_inner() -> None:
    coast = stamped(stamped(SMALL, 5, Stamp("void")), edge_target(4, 1), Stamp("edge:coast"))
    assert coast.edges == {"A2 east": "coast"}
    assert stamped(coast, 5, Stamp("undiscovered")) == SMALL
    assert NEW.editing.resize(coast, 2, 1, 0, 0).edges == {"C3 east": "coast"}
    body = SMALL
    for cell, side in ((0, 0), (1, 0), (3, 1), (9, 2), (4, 3)):  # 4 by 3 spaces
        body = stamped(body, edge_target(cell, side), Stamp("edge:coast"))
    grown = NEW.editing.resize(body, 1, 2, 3, 1)
    assert set(grown.edges) == {"B1 north", "C1 north", "H3 east", "C6 south", "A4 west"}, "on the rim"
    assert NEW.editing.resize(grown, -1, -2, -3, -1) == body


@pytest.mark.parametrize(
    ("stamp", "turns", "expected"),
    [
        (Stamp("tile:bend", 3), 1, Stamp("tile:bend")),
        (Stamp("tile:bend"), -1, Stamp("tile:bend", 3)),
        (Stamp("tile:strait", 1), 1, Stamp("tile:strait")),
        *((Stamp(key), 1, Stamp(key)) for key in ("tile:sea", "void", "edge:coast")),
    ],
)
def test_rotations_that_look_alike_are_one(stamp: Stamp, turns: int, expected: Stamp) -> None:
    assert NEW.editing.rotate_stamp(BLANK, stamp, turns) == expected


@pytest.mark.parametrize("upright", [True, False])
@pytest.mark.parametrize("stamp", STAMPS)
def test_a_mirror_image_has_the_same_edges_the_other_way_round(stamp: Stamp, upright: bool) -> None:
    image = NEW.editing.mirror_stamp(BLANK, stamp, upright)
    if not stamp.key.startswith("tile:"):
        assert image == stamp
        return
    assert image.key == stamp.key
    old, new = edges(stamped(SMALL, 5, stamp), 5), edges(stamped(SMALL, 5, image), 5)
    assert old is not None and new is not None
    swapped = (0, 3, 2, 1) if upright else (2, 1, 0, 3)
    assert [land == "." for land in new] == [old[side] == "." for side in swapped]
    twice = NEW.editing.mirror_stamp(BLANK, image, upright)
    assert stamped(SMALL, 5, twice) == stamped(SMALL, 5, stamp)


def with_kind(body: Body, name: str, shape: str, bonus: int = 0) -> Body:
    body = NEW.pieces.add_pieces(body, "tile", 0)
    body = NEW.editing.set_field(body, -1, f"name:{body.tiles[-1].name}", name)
    body = NEW.editing.set_field(body, -1, f"shape:{name}", shape)
    result: Body = NEW.editing.set_field(body, -1, f"bonus:{name}", bonus)
    return result


def test_a_tile_without_mirror_image_becomes_the_kind_that_is_it() -> None:
    mirror = NEW.editing.mirror_stamp
    left = with_kind(BLANK, "left", "aab.")
    assert mirror(left, Stamp("tile:left"), True) == Stamp("tile:left"), "there is no other: it stays"
    both = with_kind(left, "right", "abb.")
    assert mirror(both, Stamp("tile:left"), False) == Stamp("tile:right")
    assert mirror(both, mirror(both, Stamp("tile:left", 2), True), True) == Stamp("tile:left", 2)
    bonus = with_kind(left, "right", "abb.", bonus=5)
    assert mirror(bonus, Stamp("tile:left"), False) == Stamp("tile:left"), "a bonus tile is something else"


@given(drawings(), *[st.integers(0, 3)] * 4)
def test_growing_keeps_everything_in_its_place(body: Body, left: int, top: int, right: int, bottom: int) -> None:
    grown = NEW.editing.resize(body, left, top, right, bottom)
    assert (len(grown.spaces[0]), len(grown.spaces)) == (4 + left + right, 3 + top + bottom)
    old, new = contents(body), contents(grown)
    for cell in range(12):
        assert new[(cell // 4 + top) * len(grown.spaces[0]) + cell % 4 + left] == old[cell]
    back = NEW.editing.resize(grown, -left, -top, -right, -bottom)
    assert back.spaces == body.spaces and set(back.edges) <= set(body.edges)


@pytest.mark.parametrize("change", [(-11, 0, 0, 0), (13, 0, 0, 0), (0, 17, 0, 0), (0, 0, 0, -7), (-20, -20, -20, -20)])
def test_a_board_has_its_limits(change: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="2 × 2 to 24 × 24"):
        NEW.editing.resize(BLANK, *change)


def other_value(field: Field) -> Any:
    """A value for a field that it does not have."""
    if isinstance(field.value, int) and field.kind == "int":
        return field.value + 1 if field.value < field.maximum else field.value - 1
    if field.kind == "choice":
        return next(value for value, _words in field.choices if value != field.value)
    if field.kind == "flag":
        return not field.value
    if field.kind == "picture":
        return PICTURE
    if field.key == "personal" or field.key.startswith("events."):
        return "1"
    texts = {"die": "1 wheel", "jungle.paths": "3 4", "jungle.tokens": "4 × 7", "spinner": "1 3", "chips": "2 × 3"}
    return texts.get(field.key, f"{field.value} two")


@pytest.mark.parametrize("game", [OLD, NEW], ids=lambda game: str(game.info.slug))
def test_every_field_can_be_set_and_has_the_value_that_was_set(game: Game) -> None:
    body = game.editing.stamp(game.editing.blank(), 3, Stamp("tile:bend", 1))
    for target in (-1, 3, 5, edge_target(0, 0), edge_target(3, 1)):
        for key, field in fields(game, body, target).items():
            if field.kind == "note":
                with pytest.raises(ValueError):
                    game.editing.set_field(body, target, key, field.value)
                continue
            assert game.editing.set_field(body, target, key, field.value) is body
            if field.kind == "choice" and len(field.choices) < 2:
                continue
            value = other_value(field)
            after = game.editing.set_field(body, target, key, value)
            assert after != body
            assert game.body.parse(game.body.to_plain(after)) == after
            assert fields(game, after, target)[f"name:{value}" if key.startswith("name:") else key].value == value


@pytest.mark.parametrize(
    ("key", "value", "place", "expected"),
    [
        ("piles", 4, "piles", 4),
        ("spinner", "5 1 3", "spinner", (1, 3, 5)),
        ("chips", "2 × 3, 4 × 1", "chips", {"1": 4, "3": 2}),
        ("ruins", 7, "ruins", 7),
        ("personal", "3 1 1", "personal", (1, 1, 3)),
        ("personal", "", "personal", ()),
        ("gold.start", 6, "gold.start", 6),
        ("units.fort.cost", 4, "units.fort.cost", 4),
        ("units.settlement.count", 2, "units.settlement.count", 2),
        ("border.north", "coast", "border.north", "coast"),
    ],
)
def test_a_field_of_entdecker_changes_one_value(key: str, value: str | int, place: str, expected: object) -> None:
    blank = OLD.editing.blank()
    after = OLD.editing.set_field(blank, -1, key, value)
    assert attrgetter(place)(after) == expected and after != blank
    assert OLD.editing.set_field(after, -1, key, fields(OLD, blank, -1)[key].value) == blank


def test_events_of_a_kind_and_of_the_table() -> None:
    after = OLD.editing.set_field(OLD.editing.blank(), -1, "event ruins:strait", 2)
    assert next(kind for kind in after.tiles if kind.name == "strait").events == {"friendly": 1, "ruins": 2}
    assert "event.class" in {problem.code for problem in OLD.checks.check(after)}
    allowed = OLD.editing.set_field(after, -1, "events.ruins", "5 4 3 2")
    assert allowed.events["ruins"] == (2, 3, 4, 5)
    assert "event.class" not in {problem.code for problem in OLD.checks.check(allowed)}


@pytest.mark.parametrize(
    ("game", "key", "values", "reason"),
    [
        (OLD, "spinner", ("", "2 wheel", "1 " * 13), "up to 12 faces"),
        (OLD, "chips", ("five of each",), "chips as number × value"),
        (OLD, "chips", (", ".join(f"1 × {value}" for value in range(1, 14)),), "at most 12 kinds of chips"),
        (OLD, "chips", ("100 × 2",), "99 of each"),
        (OLD, "events.storm", ("7",), "classes from 1 to 6"),
        (OLD, "personal", ("1 2 3 4 5 6 6",), "up to 6 classes"),
        (OLD, "gold.cap", (-1,), "from 0 to 99"),
        (OLD, "piles", (0,), "from 1 to 12"),
        (OLD, "bonus:sea", (3,), "no field"),
        (NEW, "shape:sea", ("e...",), r"\.$"),
        (NEW, "die", ("moon", "0", "", "wheel " * 13), r"\.$"),
        (NEW, "jungle.paths", ("5 13", "wheel", ""), r"\.$"),
        (NEW, "jungle.tokens", ("5", "3 × 0"), r"\.$"),
        (NEW, "name:sea", ("cape", " ", "x" * 41, "a\nb"), r"\.$"),
    ],
)
def test_an_invalid_value_is_rejected_with_a_reason(
    game: Game, key: str, values: tuple[str | int, ...], reason: str
) -> None:
    for value in values:
        with pytest.raises(ValueError, match=reason):
            game.editing.set_field(game.editing.blank(), -1, key, value)


def test_kinds_are_renamed_and_removed() -> None:
    body = stamped(SMALL, 3, Stamp("tile:bend", 2))
    after = NEW.editing.set_field(body, -1, "name:bend", "elbow")
    assert contents(after)[3] == Laid("elbow", 2) and after.spaces == body.spaces
    with pytest.raises(ValueError, match="is still on D1"):
        NEW.pieces.remove_piece(body, "bend")
    names = [kind.name for kind in NEW.pieces.remove_piece(SMALL, "bend").tiles]
    assert "bend" not in names and len(names) == 7
    last = SMALL
    for kind in SMALL.tiles[1:]:
        last = NEW.pieces.remove_piece(last, kind.name)
    with pytest.raises(ValueError, match="at least one"):
        NEW.pieces.remove_piece(last, "sea")
    odd = with_kind(BLANK, "units.a: b", "ab..")  # a name with a dot and a colon
    assert NEW.editing.set_field(odd, -1, "hidden:units.a: b", 3).tiles[-1].hidden == 3


def test_a_space_has_fields_and_notes_of_its_edges() -> None:
    body = stamped(stamped(SMALL, 5, Stamp("tile:bend", 1)), 6, Stamp("tile:sea"))
    shown = {key: field.value for key, field in fields(NEW, body, 5).items()}
    assert (shown["space"], shown["tile"], shown["turn"]) == ("tile", "bend", "1")
    assert shown["note.east"] == "land, facing C2: sea"
    assert shown["note.south"] == "land, facing B3: undiscovered"
    assert fields(NEW, SMALL, 0)["note.north"].value == "faces open sea, toll 2"
    void = stamped(SMALL, 0, Stamp("void"))
    assert set(fields(NEW, void, 0)) == {"space"}
    assert [field.kind for field in fields(NEW, SMALL, edge_target(5, 0)).values()] == ["note"], "an inner edge"
    for side in range(4):
        (field,) = fields(NEW, void, edge_target(0, side)).values()
        assert field.kind == "note" and "off the board" in str(field.value)


def test_a_tile_can_be_laid_from_the_form_of_its_space() -> None:
    body = SMALL
    for key, value in (("space", "tile"), ("tile", "cove"), ("turn", "2")):
        body = NEW.editing.set_field(body, 5, key, value)
    assert contents(body)[5] == Laid("cove", 2)
    assert NEW.editing.set_field(body, 5, "space", "undiscovered") == SMALL
    assert contents(NEW.editing.set_field(body, 5, "space", "void"))[5] == VOID


def test_the_palette_of_entdecker_counts_the_reserve_and_has_no_waterfalls() -> None:
    blank = OLD.editing.blank()
    groups = OLD.sketch.palette(OLD.editing.stamp(blank, 0, Stamp("tile:sea")))
    assert [group.title for group in groups] == ["Tiles", "Spaces", "Edges"]
    left = {"sea": 3, "cape": 6, "bend": 6, "strait": 4, "cove": 6, "inland": 9}
    assert {item.stamp.key: item.remaining for item in groups[0].items} == {f"tile:{k}": n for k, n in left.items()}
    assert {target.cell for target in OLD.sketch.sketch(blank).targets} >= set(range(70))
