"""Spaces off the board, an addition of this program: files, rules, checks, editor, pictures."""

from __future__ import annotations

import pytest

from studio.core.cancellation import NEVER_CANCELLED
from studio.core.form import VOID_KEY, Stamp
from studio.core.picture import Path
from studio.games.columbus import GAME, rules
from studio.games.columbus.body import Body, grid, parse, to_plain, tokens_of
from studio.games.columbus.checks.sailing import sea_of
from studio.games.columbus.rules.board import board_of
from tests.games.columbus.sea import TILES, begin, position, sailing, where
from tests.games.columbus.test_checks import HEXES, SHIPPED, painted
from tests.mending import mended
from tests.playing import play

VOID = Stamp(VOID_KEY)
SEA = board_of(["A . . . . . H", " # . - - . . #", "F . . . . . H"], "", TILES)


def codes(body: Body) -> set[str]:
    return {problem.code for problem in (*GAME.checks.check(body), *GAME.checks.verify(body, NEVER_CANCELLED))}


def test_no_tile_is_placed_on_void() -> None:
    for kind in (rules.T_WATER, rules.T_JOKER, rules.T_WRECK, rules.T_FULL_SAIL):
        state = position(SEA, racks={0: [kind]})
        play(state, (rules.TAKE, kind))
        assert where(state, rules.PLACE) >= {"B1", "B2", "E2"}
        assert not {"C2", "D2"} & where(state, rules.PLACE)


def test_ships_do_not_pass_void() -> None:
    laid = dict.fromkeys(["D1", "C3", "D3", "E3", "C1", "E1"], rules.T_FULL_SAIL)
    state = sailing(SEA, tiles=laid, ships={0: "D1", 1: "G3"})
    assert {"C1", "E1"} <= where(state, rules.SAIL)
    assert not {"C2", "D2", "D3"} & where(state, rules.SAIL)


def test_void_is_no_target_in_a_match() -> None:
    state = begin(SEA)
    names = {spot.name for spot in GAME.picture.picture(state, 0).targets}
    assert "C2" not in names and "B2" in names


@pytest.mark.parametrize("name", ["A5", "B2", "M9", "R8"])
def test_void_can_be_painted_and_erased(name: str) -> None:
    cell = HEXES.cell_named(name)
    body = GAME.editing.stamp(SHIPPED, cell, VOID)
    assert GAME.editing.pick(body, cell) == VOID
    assert GAME.editing.stamp(body, cell, VOID) is body
    assert GAME.editing.stamp(body, cell, GAME.editing.pick(SHIPPED, cell)) == SHIPPED
    assert tokens_of(GAME.editing.stamp(body, cell, GAME.editing.eraser(body, cell)))[cell] == "."


def test_the_palette_and_the_form_offer_void() -> None:
    items = {item.stamp: item.name for group in GAME.sketch.palette(SHIPPED) for item in group.items}
    assert items[VOID] == "Void"
    cell = HEXES.cell_named("J6")
    body = GAME.editing.set_field(SHIPPED, cell, "space", VOID_KEY)
    assert GAME.editing.pick(body, cell) == VOID
    assert [field.key for section in GAME.editing.form(body, cell) for field in section.fields] == ["space"]


def test_water_behind_void_is_unreachable() -> None:
    assert "map.no_water" in codes(parse({**to_plain(SHIPPED), "spaces": ["H - A", " - - -", "H - A"]}))
    body = painted(J1="-", L1="-", J2="-", K2="-")
    assert parse(to_plain(body)) == body and tokens_of(body)[HEXES.cell_named("J1")] == "-"
    assert "water.isolated" in codes(body)
    assert not sea_of(body).neighbors[HEXES.cell_named("J1")]
    assert all(HEXES.cell_named("J1") not in around for around in sea_of(body).neighbors)


def test_a_fix_digs_through_land_but_not_through_void() -> None:
    walled = parse({**to_plain(SHIPPED), "spaces": ["A . # . H", " . . - - #", "A . - . H"]})
    fixes = [problem.fix for problem in GAME.checks.check(walled) if problem.code == "home.no_way"]
    assert fixes and fixes[0] is not None
    after = mended(fixes[0], Body)
    assert tokens_of(after)[2] == "." and tokens_of(after).count("-") == 3
    shut = parse({**to_plain(SHIPPED), "spaces": ["A . - . H", " . . - - #", "A . - . H"]})
    assert [problem.fix for problem in GAME.checks.check(shut) if problem.code == "home.no_way"] == [None, None]


@pytest.mark.parametrize("sides", [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 2, 1), (2, 2, 2, 2)])
def test_resizing_keeps_void_at_the_edges(sides: tuple[int, int, int, int]) -> None:
    body = parse({**to_plain(SHIPPED), "spaces": ["- # . . # -", " - A . . H -", "- A . . H -", " - # . . # -"]})
    wider = GAME.editing.resize(body, *sides)
    tokens, hexes = tokens_of(wider), grid(wider)
    for row in range(hexes.rows):
        line = tokens[row * hexes.columns : (row + 1) * hexes.columns]
        assert line[0] == line[-1] == "-" and "-" not in line[1:-1]
    assert tokens.count("H") == tokens.count("A") == 2
    assert GAME.editing.resize(wider, *(-side for side in sides)) == body


def area(outline: tuple[tuple[float, ...], ...]) -> float:
    """Return the signed area, positive for clockwise on the screen."""
    places = [(point[-2], point[-1]) for point in outline]
    return sum(x * b - a * y for (x, y), (a, b) in zip(places, [*places[1:], places[0]], strict=True)) / 2


def test_the_chart_has_a_hole_for_void() -> None:
    names = ("I5", "J5", "J6", "I6", "M9", "A1", "B1")
    holed, whole = (GAME.sketch.sketch(body) for body in (painted(**dict.fromkeys(names, "-")), SHIPPED))

    def sheet(style: str, picture: object) -> float:
        (layer,) = [layer for layer in picture.layers if layer.name == "sheet"]  # type: ignore[attr-defined]  # a picture
        (shape,) = [shape for shape in layer.shapes if shape.style == style]
        assert isinstance(shape, Path)
        return sum(map(area, shape.outlines))

    assert not [layer for layer in whole.layers if layer.name == "holes" and layer.shapes]
    hexagon = HEXES.corners(0)
    for style in ("vellum", "chart_sea"):
        lost = sheet(style, whole) - sheet(style, holed)
        assert lost == pytest.approx(len(names) * area(hexagon), abs=1e-3)
    drawn = {shape.cell for layer in holed.layers if layer.name in ("printed", "grid") for shape in layer.shapes}
    assert not {HEXES.cell_named(name) for name in names} & drawn
