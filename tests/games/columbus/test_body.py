"""The layout format of harbour maps: the canonical form, what is rejected (C16), and spaces off the board."""

from __future__ import annotations

import json
from typing import Any

import pytest

from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.form import VOID_KEY, Stamp
from studio.core.picture import Path
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games.columbus import GAME, rules
from studio.games.columbus.body import SYMBOLS, Body, grid, parse, to_plain, tokens_of, with_tokens
from studio.games.columbus.checks.sailing import sea_of
from studio.games.columbus.rules.board import board_of
from tests.games.columbus.sea import TILES, begin, position, sailing, where
from tests.games.columbus.test_checks import HEXES, SHIPPED, painted
from tests.helpers import body_after, play, signed_area

SMALL = ["H . A", " . s .", "# R ."]


def raw(**changes: Any) -> dict[str, Any]:
    return {"spaces": SMALL, **changes}


def test_bodies_survive_a_round_trip() -> None:
    rng = Rng(5)
    for _case in range(40):
        columns, rows, first = rng.below(38) + 3, rng.below(28) + 3, rng.below(2)
        lines = []
        for row in range(rows):
            tokens = [(SYMBOLS + "abcz")[rng.below(len(SYMBOLS) + 4)] for _column in range(columns)]
            lines.append(" " * ((row + first) % 2) + " ".join(tokens))
        body = parse({"spaces": lines, "tiles": {"water": rng.below(50)}, "letters": {"Z": rng.below(3)}})
        assert list(body.spaces) == lines
        assert parse(json.loads(json.dumps(to_plain(body)))) == body
        assert grid(body).count == columns * rows == len(tokens_of(body))
        assert grid(body).shifted_odd == (not first)
        assert with_tokens(body, tokens_of(body)) is body


def test_blanks_between_spaces_do_not_matter() -> None:
    assert parse(raw(spaces=["H  .   A", "   . s .", "#  R ."])) == parse(raw())


def test_the_default_is_the_standard_set_of_135() -> None:
    body = parse(raw())
    assert sum(body.tiles.values()) + sum(body.letters.values()) == 135
    assert body.rack == 10
    assert (body.tiles["water"], body.tiles["cyclone"], body.tiles["wreck"], body.tiles["joker"]) == (54, 12, 4, 4)


@pytest.mark.parametrize(
    ("changes", "place", "words"),
    [
        ({"spaces": ["H . A", " . ."]}, "`$.spaces`", "must be 3 to 30, not 2"),
        ({"spaces": ["H . A", " . .", "# R ."]}, "`$.spaces[1]`", "this row has 2 spaces, but the first has 3"),
        ({"spaces": ["H .", " . .", "# R"]}, "`$.spaces[0]`", "must be 3 to 40, not 2"),
        ({"spaces": ["H . A", ". s .", "# R ."]}, "`$.spaces[1]`", "begins like the row above"),
        ({"spaces": ["H . A", " . X .", "# R ."]}, "`$.spaces[1]`", "Unknown value “X”"),
        ({"spaces": ["H . A", " . ..... .", "# R ."]}, "`$.spaces[1]`", "“.....”"),
        ({"letters": {"ab": 1}}, "`$.letters`", "Unknown value “ab”; available: A, B, "),
        ({"tiles": {"kraken": 1}}, "`$", "unknown value"),
        ({"tiles": {"water": 1.5}}, "`$.tiles", "number with decimals"),
        ({"rack": 0}, "`$.rack`", ">= 1"),
        ({"colour": "blue"}, "`$`", "unknown field"),
        ({"spaces": "H . A"}, "`$.spaces`", "expected a list"),
    ],
)
def test_invalid_bodies_are_rejected_with_their_place(changes: dict[str, Any], place: str, words: str) -> None:
    with pytest.raises(ValueError) as shown:
        parse(raw(**changes))
    assert str(shown.value).startswith(place)
    assert words in str(shown.value)
    assert str(shown.value).endswith(".")


def test_two_letters_in_a_space_are_accepted_and_reported() -> None:
    body = parse(raw(spaces=["H . A", " . sa .", "# R ."]))
    (problem,) = (problem for problem in GAME.checks.check(body) if problem.code == "letter.two")
    assert problem.cells == (4,)
    assert isinstance(problem.fix and problem.fix.body, Body)
    assert tokens_of(problem.fix.body)[4] == "s"  # type: ignore[union-attr]  # asserted above


def test_shipped_maps_have_no_problems() -> None:
    paths = shipped_layouts("columbus")
    assert len(paths) == 5
    for path in paths:
        body = parse(json.loads(path.read_text(encoding="utf-8"))["body"])
        assert list(GAME.checks.check(body)) == []
        assert list(GAME.checks.verify(body, CancelToken(5))) == []


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
    after = body_after(fixes[0], Body)
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


def test_the_chart_has_a_hole_for_void() -> None:
    names = ("I5", "J5", "J6", "I6", "M9", "A1", "B1")
    holed, whole = (GAME.sketch.sketch(body) for body in (painted(SHIPPED, **dict.fromkeys(names, "-")), SHIPPED))

    def sheet(style: str, picture: object) -> float:
        (layer,) = [layer for layer in picture.layers if layer.name == "sheet"]  # type: ignore[attr-defined]  # a picture
        (shape,) = [shape for shape in layer.shapes if shape.style == style]
        assert isinstance(shape, Path)
        return signed_area(shape.outlines)

    assert not [layer for layer in whole.layers if layer.name == "holes" and layer.shapes]
    hexagon = HEXES.corners(0)
    for style in ("vellum", "chart_sea"):
        lost = sheet(style, whole) - sheet(style, holed)
        assert lost == pytest.approx(len(names) * signed_area([hexagon]), abs=1e-3)
    drawn = {shape.cell for layer in holed.layers if layer.name in ("printed", "grid") for shape in layer.shapes}
    assert not {HEXES.cell_named(name) for name in names} & drawn
