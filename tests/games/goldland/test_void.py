"""Void spaces in files, rules, checks, the editor and pictures."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.cancellation import NEVER_CANCELLED
from studio.core.form import VOID_KEY, Stamp
from studio.core.game import CHANCE, OVER
from studio.core.grid import SquareGrid
from studio.core.picture import Path, Picture
from studio.core.rng import Rng
from studio.documents.store import Layout
from studio.games.goldland import GAME, rules
from studio.games.goldland.body import Body, contents, parse, to_plain
from studio.games.goldland.checks.roads import Roads
from studio.games.goldland.layout_reading import layout_facts
from studio.services.loading import parse_layout, to_layout
from studio.services.tiled import export_map, import_map
from tests.mending import mended

VOID = Stamp(VOID_KEY)
FIRST = GAME.editing.blank()
GRID = SquareGrid(7, 7)


def with_stamps(*names: str, body: Body = FIRST, stamp: Stamp = VOID) -> Body:
    for name in names:
        body = GAME.editing.stamp(body, GAME.body.grid(body).cell_named(name), stamp)
    return body


def with_enough_tiles(body: Body) -> Body:
    """Return the body with as many land tiles as spaces for them."""
    for problem in GAME.checks.check(body):
        if problem.code == "tiles.too_many":
            return mended(problem.fix, Body)
    return body


HOLED = with_enough_tiles(with_stamps("C2", "D3", "D4", "F6"))


def codes(body: Body) -> set[str]:
    return {problem.code for problem in (*GAME.checks.check(body), *GAME.checks.verify(body, NEVER_CANCELLED))}


def test_void_is_written_as_a_hash_and_read_again() -> None:
    assert contents(HOLED)[GRID.cell_named("C2")] == "#"
    assert parse(to_plain(HOLED)) == HOLED
    assert "#" not in "".join(FIRST.spaces)


def test_void_spaces_need_no_tile() -> None:
    assert len(layout_facts(HOLED).land) == 36 - 4 == len(layout_facts(HOLED).stack)
    assert not {code for code in codes(HOLED) if code.startswith(("tiles", "void", "space", "temple", "coast"))}
    problem = next(one for one in GAME.checks.check(with_stamps("C2")) if one.code == "tiles.too_many")
    assert "37" not in problem.message and "36 for 35" in problem.message


@pytest.mark.parametrize("name", ["G7", "F7", "G6", "A7", "A1"])
def test_start_coast_and_temple_stay_on_the_board(name: str) -> None:
    assert with_stamps(name) is FIRST


def test_the_stamp_removes_a_tile_and_the_eraser_restores_the_space() -> None:
    laid = with_stamps("D4", stamp=Stamp("tile:L1"))
    void = with_stamps("D4", body=laid)
    cell = GRID.cell_named("D4")
    assert GAME.editing.pick(void, cell) == VOID and "L1" not in layout_facts(void).places
    assert with_stamps("D4", body=void, stamp=GAME.editing.eraser(void, cell)) == FIRST
    assert with_stamps("D4", body=void, stamp=Stamp("tile:L1")) == laid


def test_moving_the_temple_restores_its_space() -> None:
    body = with_stamps("C2", body=with_stamps("C2"), stamp=Stamp("temple"))
    assert body.temple == "C2" and not layout_facts(body).void


def test_the_inspector_of_a_space_offers_void() -> None:
    cell = GRID.cell_named("C2")
    body = GAME.editing.set_field(FIRST, cell, "tile", "#")
    assert body == with_stamps("C2")
    assert GAME.editing.set_field(body, cell, "tile", "") == FIRST
    choices = next(
        field.choices for section in GAME.editing.form(FIRST, 0) for field in section.fields if field.key == "tile"
    )
    assert "#" not in dict(choices), "the temple is there"


def test_void_is_like_the_area_beyond_the_edge_in_a_match() -> None:
    board = GAME.body.build(HOLED)
    for name in ("C2", "D3", "D4", "F6"):
        cell = GRID.cell_named(name)
        assert board.neighbors[cell] == (-1, -1, -1, -1)
        assert all(cell not in around for around in board.neighbors)
    assert board.neighbors[GRID.cell_named("C3")] == (-1, -1, GRID.cell_named("C4"), GRID.cell_named("B3"))
    adjacent = GRID.cell_named("F7")
    assert board.fixed_roads[adjacent] == 0b1010, "the coast tile south of F6 has no road to the north"
    assert GAME.body.build(FIRST).fixed_roads[adjacent] == 0b1011


@pytest.mark.parametrize("face_down", [False, True])
def test_matches_never_enter_void_spaces(face_down: bool) -> None:
    board = GAME.body.build(HOLED)
    void = board.void
    state, rng = rules.start(board, 3, {"face_down": face_down}), Rng(8)
    steps = 0
    while state.to_move != OVER:
        action = state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal())
        state.apply(action)
        steps += 1
        assert not void & set(state.at)
        assert all(state.laid[cell] < 0 for cell in void)
        if not steps % 400:
            names = {spot.name.partition(":")[0] for spot in GAME.picture.picture(state, -1).targets}
            assert "C2" not in names and "C3" in names
    assert steps > 100


def test_a_temple_or_a_coast_tile_missing_over_void_is_an_error() -> None:
    raw = to_plain(FIRST)
    rows = [row.split() for row in raw["spaces"]]
    rows[0][0] = "#"
    problem = next(
        one
        for one in GAME.checks.check(parse({**raw, "spaces": [" ".join(row) for row in rows]}))
        if one.code == "temple.void"
    )
    assert not layout_facts(mended(problem.fix, Body)).void
    rows = [row.split() for row in raw["spaces"]]
    rows[6][2] = "#"
    gap = next(
        one
        for one in GAME.checks.check(parse({**raw, "spaces": [" ".join(row) for row in rows]}))
        if one.code == "coast.gap"
    )
    assert not layout_facts(mended(gap.fix, Body)).void


def test_cut_off_spaces_are_reported_and_fixed() -> None:
    body = with_stamps("B1", "B2", "A3")
    problems = {one.code: one for one in GAME.checks.check(body)}
    assert GRID.name(problems["temple.cut_off"].cells[0]) == "A1"
    assert {GRID.name(cell) for cell in problems["space.cut_off"].cells} == {"A1", "A2"}
    assert Roads(layout_facts(body)).find_path(layout_facts(body).grid.cell_named("G7"), GRID.cell_named("A1")) is None
    GAME.checks.verify(body, NEVER_CANCELLED)
    assert "no way" in GAME.checks.survey(body, -1, NEVER_CANCELLED).caption
    moved = mended(problems["temple.cut_off"].fix, Body)
    assert "temple.cut_off" not in codes(moved)
    (lost,) = [one for one in GAME.checks.check(moved) if one.code == "space.cut_off"]
    assert "space.cut_off" not in codes(mended(lost.fix, Body))


def test_too_little_land_is_reported() -> None:
    names = [GRID.name(cell) for cell in layout_facts(FIRST).land if cell and GRID.coords(cell)[1] > 0]
    assert "land.few" not in codes(with_stamps(*names[:20]))
    assert "land.few" in codes(with_stamps(*names))


@pytest.mark.parametrize("sides", [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 1), (-1, -1, 0, 0)])
def test_resizing_moves_void_spaces_and_keeps_the_temple_off_them(sides: tuple[int, int, int, int]) -> None:
    body = with_stamps("C2", "D3", "B2", "A2", "B1")
    after = GAME.editing.resize(body, *sides)
    reading = layout_facts(after)
    assert reading.temple not in reading.void and len(reading.void) >= 2
    left, top = sides[:2]
    column, row = GRID.coords(GRID.cell_named("D3"))
    assert reading.grid.cell(column + left, row + top) in reading.void


def test_void_survives_export_to_tiled() -> None:
    import json
    from pathlib import Path as File

    before = parse_layout(Layout(game="goldland", name="Holes", body=to_plain(HOLED)))
    out = export_map(before, "holes")
    raw = {**out.map, "tilesets": [{"firstgid": 1, **out.tileset}]}
    back = import_map(json.dumps(raw).encode(), File("/nowhere/holes.tmj"))
    assert to_layout(back).body == to_plain(HOLED)


def area(outline: tuple[tuple[float, ...], ...]) -> float:
    """Return the signed area, positive for clockwise outlines with y downwards."""
    places = [(point[-2], point[-1]) for point in outline]
    return sum(x * b - a * y for (x, y), (a, b) in zip(places, [*places[1:], places[0]], strict=True)) / 2


def parchment(picture: Picture) -> float:
    shapes: Any = [shape for layer in picture.layers for shape in layer.shapes if shape_style(shape) == "parchment"]
    (shape,) = shapes
    return sum(map(area, shape.outlines))


def shape_style(shape: object) -> str:
    return shape.style if isinstance(shape, Path) else ""


def test_the_sheet_has_empty_holes_at_void_spaces() -> None:
    holed, whole = GAME.sketch.sketch(HOLED), GAME.sketch.sketch(FIRST)
    assert parchment(whole) - parchment(holed) == pytest.approx(4.0)
    for layer in holed.layers:
        if layer.name == "terra":
            paths = [shape for shape in layer.shapes if isinstance(shape, Path)]
            assert paths and all(shape.clip == "sheet" for shape in paths)


def test_a_board_without_void_has_no_holes() -> None:
    for layer in GAME.sketch.sketch(FIRST).layers:
        if layer.name == "terra":
            assert not [shape for shape in layer.shapes if isinstance(shape, Path) and shape.clip]
