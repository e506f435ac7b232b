"""Printed boards and pieces: pages, marks, backs."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, strategies as st

from studio.core.picture import Label, Layer, Path, Picture, rectangle
from studio.core.pieces import SQUARE, CutOuts, Piece, PieceType
from studio.documents.paths import layouts_dir, shipped_layouts
from studio.drawing.print_board import room_for_board, split_board
from studio.drawing.print_layout import PAPERS, Backs, Page, PrintOptions, Unprintable
from studio.drawing.print_sheets import Printout, arrange_pieces, build_printout, without_published
from studio.games import known
from studio.services.loading import load_layout

TILE = Picture((0, 0, 1, 1), (Layer("tile", (Path("fill:ink", (SQUARE,)),)),))
HEXAGON = ((0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25))


def board(columns: float, rows: float) -> Picture:
    return Picture((0, 0, columns, rows), (Layer("board", (Path("fill:ink", (rectangle(0, 0, columns, rows),)),)),))


def tiles_of(count: int, back: bool = True, outline: tuple[tuple[float, ...], ...] = SQUARE) -> PieceType:
    return PieceType("tiles", (Piece("Bend", TILE, count),), outline, back=TILE if back else None)


def printed(cut_outs: CutOuts, choices: PrintOptions | None = None) -> Printout:
    return build_printout(cut_outs, choices or PrintOptions(), "Name", "Game")


def texts(page: Page) -> list[str]:
    return [shape.text for layer in page.marks.layers for shape in layer.shapes if isinstance(shape, Label)]


# The board


def test_the_published_example_takes_eight_pages_of_a4() -> None:
    cut = split_board(667.0, 475.0, PrintOptions())
    assert (cut.is_landscape, cut.columns, cut.rows, cut.pages) == (False, 4, 2, 8)
    assert [cut.letter(*joint) for joint in cut.joints()] == list("ABCDEFGHJK"), "across, then down, without I"
    assert (cut.letter(0, 0, True), cut.letter(0, 0, False)) == ("A", "G")
    assert cut.joints_of(cut.part(1, 1)) == {"left": ("D", 5), "top": ("H", 2), "right": ("E", 7)}


@given(
    wide=st.floats(60, 1400), high=st.floats(60, 1400), overlap=st.floats(0, 25), paper=st.sampled_from(tuple(PAPERS))
)
def test_parts_fit_their_pages_and_join_to_the_whole(wide: float, high: float, overlap: float, paper: str) -> None:
    choices = PrintOptions(paper=paper, overlap=overlap)
    lines = range(48, 1400, 48), range(30, 1400, 48)
    try:
        cut = split_board(wide, high, choices, lines)
    except Unprintable:
        return
    room, (across, down) = room_for_board(choices, cut.is_landscape), choices.size(cut.is_landscape)
    for part in cut.parts:
        left, top = part.box[:2]
        assert part.wide <= room[0] + 1e-3 + (0 if part.column else 7.5) and part.high <= room[1] + 1e-3
        before = cut.part(max(0, part.column - 1), part.row).box[2], cut.part(part.column, max(0, part.row - 1)).box[3]
        assert left == pytest.approx(before[0] - overlap if part.column else 0)
        assert top == pytest.approx(before[1] - overlap if part.row else 0)
        assert part.x >= 6 and part.y >= 24 and part.x + part.wide <= across - 6 and part.y + part.high <= down - 27
        assert not part.column or round(left, 3) in lines[0]
        for other in cut.parts:
            if other is not part and other.page == part.page:
                gaps = other.x - part.x - part.wide, part.x - other.x - other.wide
                assert max(*gaps, other.y - part.y - part.high, part.y - other.y - other.high) > 17.9
    assert cut.parts[-1].box[2:] == (wide, high)
    assert sorted({part.page for part in cut.parts}) == list(range(1, cut.pages + 1))


EDGES_OF = {4: 1.0, 6: 0.5}  # the distance of vertical edges of spaces, in their widths


@pytest.mark.parametrize("slug", known())
def test_joints_are_on_tile_edges_on_the_fewest_sheets(slug: str) -> None:
    for path in shipped_layouts(slug)[:2]:
        opened = load_layout(path)
        cut_outs = opened.game.sketch.cut_outs(opened.body)
        grid = opened.game.body.grid(opened.body)
        pages = printed(cut_outs, PrintOptions(tiles=False, markers=False, overlap=6)).pages
        for placed in (one for page in pages for one in page.pictures):
            left, top = (placed.clip[0][0] - placed.x) / placed.across, (placed.clip[0][1] - placed.y) / placed.down
            if left > cut_outs.board.bounds[0] + 0.01:
                assert (left / EDGES_OF[grid.sides]) % 1 == pytest.approx(0, abs=1e-3) or left % 1 > 0.999
            if top > cut_outs.board.bounds[1] + 0.01 and grid.sides == 4:
                assert round(top, 4) % 1 == 0, path
        assert len(pages) <= BEFORE.get(path.stem, 99), path


BEFORE = {"base": 8, "archipelago": 8, "coast": 8, "first_game": 6, "sargasso_sea": 8, "between_hedges": 4}
"""The pages of A4 of equal parts, whose lowest quarters were blank and whose joints ran through tiles."""


def test_small_parts_share_a_page_and_say_so() -> None:
    found = printed(CutOuts(board(7.66, 7.66), (), 50.0), PrintOptions(overlap=6))
    assert found.page_grid is not None and len(found.pages) < len(found.page_grid.parts)
    page = next(page for page in found.pages if len(page.pictures) > 1)
    assert not any("row" in text for text in texts(page))
    letters = {name for name, _number in page.joints}
    assert letters <= set(texts(page))


def test_adjacent_pages_overlap() -> None:
    pages = printed(CutOuts(board(12, 8), (), 48.0)).pages
    cut = split_board(12 * 48, 8 * 48, PrintOptions())
    for page in pages:
        placed = page.pictures[0]
        x = min(point[-2] for point in placed.clip)
        seen = (x - placed.x) / placed.across  # the part of the board at the left edge of the picture
        assert seen * 48 == pytest.approx(cut.part(*page.spot).box[0])


def test_pages_are_numbered_and_name_their_neighbours() -> None:
    pages = printed(CutOuts(board(12, 8), (), 48.0)).pages
    cut = split_board(12 * 48, 8 * 48, PrintOptions())
    assert f"page 2 of {len(pages)}" in texts(pages[1])
    letter = cut.letter(0, 0, True)
    assert (letter, 2) in pages[0].joints and (letter, 1) in pages[1].joints
    assert texts(pages[0]).count(letter) >= 1 and texts(pages[1]).count(letter) >= 1
    assert any("glue here · under page 2" in text for text in texts(pages[0]))


@pytest.mark.parametrize(("paper", "across", "backs"), list(product(PAPERS, (None, False, True), ("duplex", "fold"))))
def test_nothing_is_drawn_in_the_margins(paper: str, across: bool | None, backs: Backs) -> None:
    choices = PrintOptions(paper=paper, is_landscape=across, backs=backs)
    cut_outs = CutOuts(board(12, 8), (tiles_of(50), tiles_of(9, outline=HEXAGON)), 48.0)
    for page in printed(cut_outs, choices).pages:
        places = [point for placed in page.pictures for point in placed.clip]
        shapes = [shape for layer in page.marks.layers for shape in layer.shapes if isinstance(shape, Path)]
        clipped = [shape for shape in shapes if not shape.clip]
        places += [point for shape in clipped for outline in shape.outlines for point in outline]
        for x, y in (point[-2:] for point in places):
            assert 5.99 <= x <= page.wide - 5.99
            assert 5.99 <= y <= page.high - 5.99


# Pieces


def test_a4_holds_twenty_tiles_of_48_mm() -> None:
    grid = arrange_pieces(tiles_of(40), 48.0, PrintOptions())
    assert (grid.is_landscape, grid.columns, grid.rows, grid.cut_count) == (False, 4, 5, 11)
    assert grid.box() == pytest.approx((9.0, 24.0, 201.0, 264.0))


@pytest.mark.parametrize("across", [False, True])
def test_backs_are_behind_their_fronts(across: bool) -> None:
    pages = printed(CutOuts(board(3, 3), (tiles_of(27),), 48.0), PrintOptions(is_landscape=across, board=False)).pages
    assert [page.is_back for page in pages] == [False, True] * (len(pages) // 2)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        boxes = [sorted(middles(page)) for page in (front, back)]
        turned = [
            (round(x, 3), round(front.high - y, 3)) if across else (round(front.wide - x, 3), round(y, 3))
            for x, y in boxes[1]
        ]
        if across:  # turned sheets move by the difference of the upper and lower margin
            shift = min(y for _x, y in turned) - min(y for _x, y in boxes[0])
            turned = [(x, round(y - shift, 3)) for x, y in turned]
        assert sorted(turned) == boxes[0]


def middles(page: Page) -> list[tuple[float, float]]:
    found = []
    for placed in page.pictures:
        if placed.across == placed.down == 48.0:  # neither mirrored at the rim nor small in the footer
            xs, ys = zip(*(point[-2:] for point in placed.clip), strict=True)
            found.append((round((min(xs) + max(xs)) / 2, 3), round((min(ys) + max(ys)) / 2, 3)))
    return found


@pytest.mark.parametrize(
    ("backs", "parts"),
    [("separate", ["tiles"] * 2 + ["backs"] * 2), ("none", ["tiles"] * 2), ("duplex", ["tiles", "backs"] * 2)],
)
def test_backs_follow_their_fronts_or_all_fronts(backs: Backs, parts: list[str]) -> None:
    found = printed(CutOuts(board(3, 3), (tiles_of(27),), 48.0), PrintOptions(board=False, backs=backs))
    assert [page.part for page in found.pages] == parts
    assert backs != "duplex" or found.sheets == 2


def test_folded_backs_mirror_their_fronts() -> None:
    page = printed(CutOuts(board(3, 3), (tiles_of(4),), 48.0), PrintOptions(board=False, backs="fold")).pages[0]
    backs = [placed for placed in page.pictures if placed.is_upside_down]
    assert len(backs) == 4
    fronts = [placed for placed in page.pictures if not placed.is_upside_down and placed.across == placed.down == 48.0]
    axes = {
        round((max(y for _x, y in one.clip) + min(y for _x, y in other.clip)) / 2, 3)
        for one, other in zip(fronts, backs, strict=True)
    }
    assert len(axes) == 1
    for one, other in zip(fronts, backs, strict=True):
        assert min(x for x, _y in one.clip) == pytest.approx(min(x for x, _y in other.clip))


@pytest.mark.parametrize("outline", [SQUARE, HEXAGON])
def test_the_legend_shows_every_kind(outline: tuple[tuple[float, ...], ...]) -> None:
    kinds = tuple(Piece(name, TILE, 3) for name in ("Bend", "Cove", "Sea"))
    sheet = PieceType("tiles", kinds, outline, back=TILE)
    page = printed(CutOuts(board(3, 3), (sheet,), 48.0), PrintOptions(board=False)).pages[0]
    small = [placed for placed in page.pictures if 0 < placed.across < 20]
    labels = [shape for layer in page.marks.layers for shape in layer.shapes if isinstance(shape, Label)]
    assert len(small) == 3
    for placed, name in zip(small, ("Bend", "Cove", "Sea"), strict=True):
        xs, ys = zip(*(point[-2:] for point in placed.clip), strict=True)
        assert max(max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx(10.0)
        label = next(label for label in labels if label.text == f"{name} × 3")
        assert max(xs) < label.x and min(ys) - 1 < label.y < max(ys)
        assert min(xs) >= 6 and max(ys) <= page.high - 6


@pytest.mark.parametrize("size", [(4, 3), (13.9, 9.9)])
def test_fold_marks_are_in_the_margin_at_the_middle(size: tuple[float, float]) -> None:
    cut_outs = CutOuts(board(*size), (), 48.0)
    marked = printed(cut_outs, PrintOptions(joins=False, cut_marks=False, fold_marks=True))
    cut = marked.page_grid
    assert cut is not None
    found: list[tuple[float, float]] = []
    for page in marked.pages:
        shapes = [shape for layer in page.marks.layers for shape in layer.shapes]
        part = cut.part(*page.spot)
        x0, y0 = part.x, part.y
        for shape in (one for one in shapes if isinstance(one, Path) and one.style == "line:text:0.28"):
            for point in (point[-2:] for outline in shape.outlines for point in outline):
                is_inside = x0 < point[0] < x0 + part.wide and y0 < point[1] < y0 + part.high
                assert not is_inside, "the finished board shows none"
            if not shape.is_closed:
                x, y = shape.outlines[0][0][-2:]
                found.append((x - x0 + part.box[0], y - y0 + part.box[1]))
    wide, high = size[0] * 48, size[1] * 48
    across = {round(y) for x, y in found if x == pytest.approx(wide / 2)}
    down = {round(x) for x, y in found if y == pytest.approx(high / 2)}
    assert across == {-2, round(high + 2)} and down == {-2, round(wide + 2)}
    assert (len(marked.pages) == 1) == (size == (4, 3))


def test_hexagons_are_printed_apart() -> None:
    grid = arrange_pieces(tiles_of(12, outline=HEXAGON), 40.0, PrintOptions())
    assert not grid.edge_to_edge
    assert grid.step_x == pytest.approx(44.0)


@pytest.mark.parametrize(
    ("types", "options", "reason"),
    [
        *(((), PrintOptions(side=side), "15 to 120 mm") for side in (1.0, 14.9, 121.0)),
        (
            (PieceType("maps", (Piece("Map", TILE, 1),), side=6.0),),
            PrintOptions(),
            "page is too small for a piece of 288 mm",
        ),
        ((), PrintOptions(board=False), "nothing to print"),
        ((), PrintOptions(margin=140.0), "99 pages"),
    ],
)
def test_what_does_not_fit_is_rejected(types: tuple[PieceType, ...], options: PrintOptions, reason: str) -> None:
    with pytest.raises(Unprintable, match=reason):
        printed(CutOuts(board(3, 3), types, 48.0), options)


def test_only_pieces_that_the_published_game_lacks() -> None:
    box = CutOuts(board(3, 3), (PieceType("tiles", (Piece("Bend", TILE, 4), Piece("Sea", TILE, 9))),), 48.0)
    redrawn = Picture((0, 0, 1, 1), (Layer("tile", (Path("fill:gold", (SQUARE,)),)),))
    kinds = Piece("Bend", TILE, 6), Piece("Sea", TILE, 7), Piece("Bend", redrawn, 4), Piece("Cove", TILE, 1)
    more = without_published(box._replace(piece_types=(PieceType("tiles", kinds), tiles_of(3))), box)
    assert [piece.count for piece in more.piece_types[0].pieces] == [2, 4, 1]
    assert [piece.name for piece in more.piece_types[0].pieces] == ["Bend", "Bend", "Cove"]


@pytest.mark.parametrize(
    ("name", "lacking"),
    [
        ("neue_entdecker/base", {}),
        ("entdecker/duel", {}),
        ("goldland/temple_in_the_west", {"L14": 1, "L15": 1, "M4": 1, "Y4": 1}),
        ("columbus/short_crossing", {"Letter O": 1, "Letter V": 1}),
        ("neue_entdecker/coast", {"Bend": 3, "Cove": 2, "Inland": 15}),
    ],
)
def test_pieces_that_the_published_game_lacks(name: str, lacking: dict[str, int]) -> None:
    opened = load_layout(layouts_dir() / f"{name}.json")
    sketch, blank = opened.game.sketch, opened.game.editing.blank()
    more = without_published(sketch.cut_outs(opened.body), sketch.cut_outs(blank))
    assert (
        Counter(piece.name for sort in more.piece_types for piece in sort.pieces for _n in range(piece.count))
        == lacking
    )
