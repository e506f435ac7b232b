"""Sheets of pieces in the order of their kinds, with mirrored backs, and whole printouts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from studio.core.picture import Label, Layer, Outline, Path, Picture, Shape, circle, rectangle
from studio.core.pieces import CutOuts, Piece, PieceType
from studio.core.text import _, format_number, plural
from studio.drawing import print_layout as m
from studio.drawing.geometry import map_outline
from studio.drawing.pen import Box
from studio.drawing.print_board import PageGrid, board_pages
from studio.drawing.print_layout import Page, PlacedPicture, PrintOptions, Unprintable

BLEED = 1.5
APART = 4.0  # the distance between pieces that are cut out one by one
SMALL = 10.0  # the size of the pieces in the legend of a sheet
DASHES = f"dash:{m.INK}:0.20:2.0:1.2"
FOLD = 6.0  # the distance between the fronts and the backs that are folded behind them


class PieceGrid(NamedTuple):
    """The arrangement of pieces on a sheet: the corner of the first, the size of each, the step to the next.

    `edge_to_edge`: straight cuts separate them.
    """

    is_landscape: bool
    columns: int
    rows: int
    left: float
    top: float
    wide: float
    high: float
    step_x: float
    step_y: float
    edge_to_edge: bool

    @property
    def capacity(self) -> int:
        return self.columns * self.rows

    def corner(self, place: int) -> tuple[float, float]:
        """Return the upper left corner of a piece; pieces are counted row by row."""
        row, column = divmod(place, self.columns)
        return self.left + column * self.step_x, self.top + row * self.step_y

    def box(self) -> Box:
        right = self.left + (self.columns - 1) * self.step_x + self.wide
        return self.left, self.top, right, self.top + (self.rows - 1) * self.step_y + self.high

    @property
    def cut_count(self) -> int:
        return self.columns + self.rows + 2 if self.edge_to_edge else 0


def arrange_pieces(sort: PieceType, side: float, choices: PrintOptions) -> PieceGrid:
    """Return an arrangement with as few sheets as possible. Raises `Unprintable` if not one piece fits."""
    xs, ys = [point[-2] for point in sort.outline], [point[-1] for point in sort.outline]
    unit = side * sort.side
    wide, high = (max(xs) - min(xs)) * unit, (max(ys) - min(ys)) * unit
    is_square = len(sort.outline) == 4 and len(set(xs)) == len(set(ys)) == 2 and not sort.is_marker
    gap = 0.0 if is_square else APART
    folded = choices.backs == "fold" and sort.back is not None
    grids = []
    for across in (False, True) if choices.is_landscape is None else (choices.is_landscape,):
        paper, tall = choices.size(across)
        room = paper - 2 * (choices.margin + BLEED)
        below = tall - m.TOP - max(m.FOOT, 21.0 + choices.margin)
        if folded:
            below = (below - FOLD) / 2
        columns, rows = int((room + gap + 1e-6) // (wide + gap)), int((below + gap + 1e-6) // (high + gap))
        left = (paper - columns * (wide + gap) + gap) / 2
        grids.append(PieceGrid(across, columns, rows, left, m.TOP, wide, high, wide + gap, high + gap, is_square))
    best = min(
        grids, key=lambda one: (-(-sort.total // max(1, one.capacity)) if one.capacity else 1e9, one.is_landscape)
    )
    if best.columns < 1 or best.rows < 1:
        raise m.too_small_error(max(wide, high))
    return best


def sheet_pages(
    sort: PieceType, side: float, choices: PrintOptions, name: str, about: str, first: int, pages: int
) -> list[Page]:
    """Return the sheets of a type with their backs: front, back, front, back; or all backs after all fronts.

    `first` is the number of the first page, `pages` the number of all pages.
    """
    grid = arrange_pieces(sort, side, choices)
    faces = [piece for piece in sort.pieces for _one in range(piece.count)]
    sheets = [faces[start : start + grid.capacity] for start in range(0, len(faces), grid.capacity)]
    backs = sort.back is not None and choices.backs in ("duplex", "separate")
    between = 2 if backs and choices.backs == "duplex" else 1
    result: list[Page] = []
    behind: list[Page] = []
    for index in range(len(sheets)):
        number = first + index * between
        back_number = number + 1 if between == 2 else first + len(sheets) + index
        maker = _SheetMaker(sort, side * sort.side, choices, grid, sheets, index, name, about, pages)
        result.append(maker.front(number, back_number if backs else 0))
        if backs:
            (result if between == 2 else behind).append(maker.back(back_number, number))
    return result + behind


@dataclass(frozen=True, slots=True)
class _SheetMaker:
    """Makes both sides of one sheet."""

    piece_type: PieceType
    unit: float
    choices: PrintOptions
    grid: PieceGrid
    sheets: Sequence[Sequence[Piece]]
    index: int
    name: str
    about: str
    pages: int

    @property
    def sheet(self) -> Sequence[Piece]:
        return self.sheets[self.index]

    def front(self, number: int, back: int) -> Page:
        placed: list[PlacedPicture] = []
        for place, piece in enumerate(self.sheet):
            corner = self.grid.corner(place)
            if self.grid.edge_to_edge:
                placed += self._bleed_strips(piece.face, place)
            placed.append(self._at(piece.face, *corner))
        shapes = self._title(number, _("fronts"))
        shapes += self._cuts(len(self.sheet), range(len(self.sheet)))
        if self.choices.backs == "fold" and self.piece_type.back is not None:
            pictures, labels = self._folded_backs(self.piece_type.back)
            placed += pictures
            shapes += labels
        elif back and self.choices.backs == "duplex":
            for x, y in self._targets():
                shapes += m.target(x, y)
        pictures, labels = self._foot(back)
        placed += pictures
        shapes += labels
        return self._page("markers" if self.piece_type.is_marker else "tiles", placed, shapes)

    def back(self, number: int, front: int) -> Page:
        """Return the backs, each behind its face when the paper is turned on its long edge."""
        assert self.piece_type.back is not None
        placed: list[PlacedPicture] = []
        plain: list[Shape] = []
        for place in range(len(self.sheet)):
            corner = self.grid.corner(self._mirrored(place))
            if self.choices.ink_saving:
                plain += self._plain_back(*corner)
                continue
            if self.grid.edge_to_edge:
                placed += self._bleed_strips(self.piece_type.back, self._mirrored(place))
            placed.append(self._at(self.piece_type.back, *corner))
        shapes = self._title(number, _("backs of page {number}").format(number=front)) + plain
        if self.choices.backs == "duplex":
            shapes += [Path(f"fill:{m.INK}", (circle(x, y, m.DOT),)) for x, y in self._targets()]
        else:
            shapes += self._cuts(len(self.sheet), [self._mirrored(place) for place in range(len(self.sheet))])
        return self._page("backs", placed, shapes)._replace(is_back=self.choices.backs == "duplex")

    # pieces

    def _mirrored(self, place: int) -> int:
        """Return the place of a back when the paper is turned on its long edge."""
        row, column = divmod(place, self.grid.columns)
        if self.grid.is_landscape:
            return (self.grid.rows - 1 - row) * self.grid.columns + column
        return row * self.grid.columns + self.grid.columns - 1 - column

    def _outline(self, x: float, y: float, unit: float = 0.0) -> Outline:
        (left, top), unit = self._least(), unit or self.unit
        return map_outline(self.piece_type.outline, lambda a, b: (x + (a - left) * unit, y + (b - top) * unit))

    def _least(self) -> tuple[float, float]:
        return min(point[-2] for point in self.piece_type.outline), min(point[-1] for point in self.piece_type.outline)

    def _at(self, face: Picture, x: float, y: float, unit: float = 0.0) -> PlacedPicture:
        (left, top), unit = self._least(), unit or self.unit
        return PlacedPicture(face, x - left * unit, y - top * unit, unit, unit, self._outline(x, y, unit))

    def _bleed_strips(self, face: Picture, place: int) -> Iterator[PlacedPicture]:
        """Yield mirrored strips that continue a tile at the edge of the sheet a little beyond the cut."""
        x, y = self.grid.corner(place)
        row, column = divmod(place, self.grid.columns)
        wide, high = self.grid.wide, self.grid.high
        count = len(self.sheet)
        sides = (
            (column == 0, -1, 0),
            (column == self.grid.columns - 1 or place == count - 1, 1, 0),
            (row == 0, 0, -1),
            (place + self.grid.columns >= count or row == self.grid.rows - 1, 0, 1),
        )
        for is_rim, dx, dy in sides:
            if not is_rim:
                continue
            if dx:
                clip = rectangle(x - BLEED if dx < 0 else x + wide, y, BLEED, high)
                yield PlacedPicture(face, x if dx < 0 else x + 2 * wide, y, -wide, high, clip)
            else:
                clip = rectangle(x, y - BLEED if dy < 0 else y + high, wide, BLEED)
                yield PlacedPicture(face, x, y if dy < 0 else y + 2 * high, wide, -high, clip)

    def _plain_back(self, x: float, y: float) -> list[Shape]:
        r = min(self.grid.wide, self.grid.high) * 0.36
        return m.plain_back(self._outline(x, y), x + self.grid.wide / 2, y + self.grid.high / 2, r)

    def _folded_backs(self, back: Picture) -> tuple[list[PlacedPicture], list[Shape]]:
        """Return the backs below the fold, their heads towards it, and the fold line."""
        left, _top, right, foot = self.grid.box()
        axis, (least_x, least_y) = foot + FOLD / 2, self._least()
        placed: list[PlacedPicture] = []
        shapes: list[Shape] = []
        rims = []
        for place in range(len(self.sheet)):
            x, y = self.grid.corner(place)
            below = 2 * axis - y - self.grid.high
            rims.append(self._outline(x, below))
            if self.choices.ink_saving:
                shapes += self._plain_back(x, below)
            else:
                ox, oy = x + self.grid.wide + least_x * self.unit, below + self.grid.high + least_y * self.unit
                placed.append(PlacedPicture(back, ox, oy, self.unit, self.unit, rims[-1], is_upside_down=True))
        return placed, [
            *shapes,
            m.line_segments(f"dash:{m.INK}:0.2:4.0:1.6", (left, axis, right, axis)),
            Path(f"dash:{m.INK}:0.20:2.0:1.2", tuple(rims)),
            *m.pill(_("fold here"), (left + right) / 2, axis),
        ]

    # marks

    def _title(self, number: int, what: str) -> list[Shape]:
        sheet = _("sheet {number} of {count}").format(number=self.index + 1, count=len(self.sheets))
        wide, _high = self.choices.size(self.grid.is_landscape)
        left = min(self.grid.left, self.choices.margin + 7.5)
        page = _("page {number} of {count}").format(number=number, count=self.pages)
        return m.title(self.name, f"{self.about} · {self.piece_type.title}, {sheet}, {what}", page, left, wide - left)

    def _cuts(self, count: int, used: Sequence[int]) -> list[Shape]:
        if not self.grid.edge_to_edge:
            rims = tuple(self._outline(*self.grid.corner(place)) for place in used)
            return [Path(DASHES, rims)]
        grid = self.grid
        columns = min(count, grid.columns)
        rows = -(-count // grid.columns)
        right, foot = grid.left + columns * grid.wide, grid.top + rows * grid.high
        xs = [grid.left + column * grid.wide for column in range(columns + 1)]
        ys = [grid.top + row * grid.high for row in range(rows + 1)]
        ends = [(x, grid.top - BLEED, x, foot + BLEED) for x in xs]
        ends += [(grid.left - BLEED, y, right + BLEED, y) for y in ys]
        # adjacent tiles are cut apart along dashes on a light line
        shapes: list[Shape] = [m.line_segments("line:panel:0.84:0.9", *ends), m.line_segments(DASHES, *ends)]
        if self.choices.cut_marks:
            near, far = m.TICK_OFF, m.TICK_OFF + m.TICK
            ticks = [(x, grid.top - far, x, grid.top - near) for x in xs]
            ticks += [(x, foot + near, x, foot + far) for x in xs]
            wide, _high = self.choices.size(grid.is_landscape)
            margin = self.choices.margin
            long = max(0.0, min(m.TICK, grid.left - BLEED - margin - 0.2))
            ticks += [(margin, y, margin + long, y) for y in ys]
            ticks += [(wide - margin - long, y, wide - margin, y) for y in ys]
            shapes.append(m.line_segments(m.HAIR, *ticks))
        return shapes

    def _targets(self) -> list[tuple[float, float]]:
        """Return four points off the corners that fall on each other when the paper is turned."""
        left, top, right, foot = self.grid.box()
        inset = min(self.grid.wide / 2, (right - left) / 4)
        return [(x, y) for y in (top - 5.2, foot + 5.2) for x in (left + inset, right - inset)]

    def _foot(self, back: int) -> tuple[list[PlacedPicture], list[Shape]]:
        """Return the legend: the pieces on this sheet with their counts, and where the others are."""
        wide, high = self.choices.size(self.grid.is_landscape)
        y = high - max(m.FOOT, 21.0 + self.choices.margin) + 8.6
        left, _top, right, _foot = self.grid.box()
        left = min(left, self.choices.margin + 7.5)
        right = max(right, wide - self.choices.margin - 7.5)
        pictures: list[PlacedPicture] = []
        shapes: list[Shape] = []
        here = Counter(piece.name for piece in self.sheet)
        faces = {piece.name: piece.face for piece in reversed(self.sheet)}
        end = right - (46 if back else 26)
        x = left
        for shown, (name, count) in enumerate(here.items()):
            rest = self._rest(name)
            text = f"{name} × {count}"
            need = SMALL + 1.8 + max(m.estimate_width(text, 3.15), m.estimate_width(rest, 3.0)) + 5
            if x + need > end:
                more = len(here) - shown
                text_ = plural("and {count} more kind", "and {count} more kinds", more).format(count=more)
                shapes.append(m.text_label(text_, x, y + 4, 3.0, "text:second"))
                break
            small = SMALL / max(self.grid.wide, self.grid.high) * self.unit
            pictures.append(self._at(faces[name], x, y, small))
            shapes.append(Path(m.HAIR, (pictures[-1].clip,)))
            shapes.append(m.text_label(text, x + SMALL + 1.8, y + 2.2, 3.15, "bold:text"))
            shapes.append(m.text_label(rest, x + SMALL + 1.8, y + 7.0, 3.0, "text:second"))
            x += need
        count = len(self.sheet)
        summary = plural("{count} piece", "{count} pieces", count).format(count=count)
        if self.grid.edge_to_edge:
            cuts = min(count, self.grid.columns) + 1 + -(-count // self.grid.columns) + 1
            summary += " · " + plural("{count} cut", "{count} cuts", cuts).format(count=cuts)
        shapes.append(Label("bold:text", summary, right, y + 2.2, 3.15, anchor="right"))
        if back:
            text_ = _("backs: page {number}").format(number=back)
            if self.choices.backs == "duplex":
                text_ += " · " + _("flip on the long edge")
            shapes.append(Label("text:second", text_, right, y + 7.0, 3.0, anchor="right"))
        return pictures, shapes

    def _rest(self, name: str) -> str:
        others = [
            _("sheet {number} has {count}").format(number=number + 1, count=count)
            for number, sheet in enumerate(self.sheets)
            if number != self.index and (count := sum(piece.name == name for piece in sheet))
        ]
        return ", ".join(others[:2]) + (" …" if len(others) > 2 else "") if others else _("all")

    def _page(self, part: str, placed: Sequence[PlacedPicture], shapes: Sequence[Shape]) -> Page:
        wide, high = self.choices.size(self.grid.is_landscape)
        over = Picture((0, 0, wide, high), (Layer("marks", tuple(shapes)),))
        return Page(part, wide, high, tuple(placed), over)


# A whole printout: the board, then the sheets of each type, numbered consecutively.


class Printout(NamedTuple):
    """The pages in order, the millimetres per board unit, how the board is cut (None without one), the piece types."""

    pages: tuple[Page, ...]
    side: float
    page_grid: PageGrid | None
    piece_types: tuple[PieceType, ...]

    def pages_of(self, part: str) -> list[int]:
        return [number for number, page in enumerate(self.pages, 1) if page.part == part]

    @property
    def duplex_sheets(self) -> int:
        return sum(page.is_back for page in self.pages)

    @property
    def sheets(self) -> int:
        return len(self.pages) - self.duplex_sheets


def build_printout(cut_outs: CutOuts, choices: PrintOptions, name: str, game: str) -> Printout:
    """Arrange everything on pages. Raises `Unprintable` with a message if it does not fit."""
    side = choices.side or cut_outs.unit_mm
    if not m.MIN_SIDE <= side <= m.MAX_SIDE:
        least, most, given = (format_number(value, "g") for value in (m.MIN_SIDE, m.MAX_SIDE, side))
        text = _("The side of a tile must be {least} to {most} mm, not {side} mm.")
        raise Unprintable(text.format(least=least, most=most, side=given))
    types = tuple(
        sort for sort in cut_outs.piece_types if sort.total and (choices.markers if sort.is_marker else choices.tiles)
    )
    pages, split = _pages(cut_outs, types, side, choices, name, game, 0)
    if not pages:
        raise Unprintable(_("There is nothing to print. Select the board, the tiles or the markers."))
    pages, split = _pages(cut_outs, types, side, choices, name, game, len(pages))
    return Printout(tuple(pages), side, split, types)


def without_published(cut_outs: CutOuts, box: CutOuts) -> CutOuts:
    """Return the cut-outs without the pieces in the `box` of the published game: other kinds, and excess copies."""

    def key(sort: PieceType, piece: Piece) -> Hashable:
        return sort.title, piece.name, piece.design or piece.face

    owned = {key(sort, piece): piece.count for sort in box.piece_types for piece in sort.pieces}
    types = []
    for sort in cut_outs.piece_types:
        counts = [(piece, piece.count - owned.get(key(sort, piece), 0)) for piece in sort.pieces]
        types.append(sort._replace(pieces=tuple(replace(piece, count=more) for piece, more in counts if more > 0)))
    return cut_outs._replace(piece_types=tuple(types))


def with_empty_backs(pages: Printout) -> Printout:
    """Return the same printout for double-sided paper: fronts without a back get an empty page behind them."""
    found: list[Page] = []
    for page in pages.pages:
        if found and not page.is_back and not found[-1].is_back:
            front = found[-1]
            empty = Picture(front.marks.bounds, ())
            found.append(Page(front.part, front.wide, front.high, (), empty, is_back=True))
        found.append(page)
    return pages._replace(pages=tuple(found))


def _pages(
    cut_outs: CutOuts,
    sorts: tuple[PieceType, ...],
    side: float,
    choices: PrintOptions,
    name: str,
    game: str,
    count: int,
) -> tuple[list[Page], PageGrid | None]:
    pages: list[Page] = []
    split = None
    if choices.board:
        pages, split = board_pages(cut_outs.board, side, choices, name, game, count)
    for sort in sorts:
        pages += sheet_pages(sort, side, choices, name, game, len(pages) + 1, count)
    return pages, split
