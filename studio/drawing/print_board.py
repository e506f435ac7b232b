"""The board on as few pages as possible: overlapping parts with glue bands, joints on tile edges, ruler and map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import le
from typing import Final, NamedTuple

from studio.core.picture import EDGE_BASE, Label, Layer, Outline, Path, Picture, Shape, rectangle, rounded_rectangle
from studio.core.text import _, format_number
from studio.drawing import print_layout as m
from studio.drawing.pen import Box
from studio.drawing.print_layout import FOOT, TOP, Page, PlacedPicture, PrintOptions, Unprintable

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
MARKS: Final = m.OFF + m.CROP  # room for the letter of a joint to the left of a part
APART: Final = 18.0  # the distance of parts on one page: room for the marks of both
MAX_PAGES, MAX_PARTS = 99, 400
Lines = tuple[Sequence[float], Sequence[float]]


class BoardPart(NamedTuple):
    """A part of a board with its glue bands: its `box` on the joined board, and its corner (x, y) on a page, in
    millimetres. Pages are numbered from 1."""

    column: int
    row: int
    box: Box
    page: int = 0
    x: float = 0.0
    y: float = 0.0

    @property
    def wide(self) -> float:
        return self.box[2] - self.box[0]

    @property
    def high(self) -> float:
        return self.box[3] - self.box[1]

    @property
    def page_box(self) -> Box:
        return self.x, self.y, self.x + self.wide, self.y + self.high


class PageGrid(NamedTuple):
    """How a board is cut: its parts row by row, and the millimetres by which adjacent ones overlap."""

    is_landscape: bool
    columns: int
    rows: int
    overlap: float
    parts: tuple[BoardPart, ...]

    @property
    def pages(self) -> int:
        return max(part.page for part in self.parts)

    def part(self, column: int, row: int) -> BoardPart:
        return self.parts[row * self.columns + column]

    def joints(self) -> list[tuple[int, int, bool]]:
        """Return the joints in order, as the part on whose right (True) or lower edge they are."""
        right = [(column, row, True) for row in range(self.rows) for column in range(self.columns - 1)]
        return right + [(column, row, False) for row in range(self.rows - 1) for column in range(self.columns)]

    def letter(self, column: int, row: int, is_right: bool) -> str:
        """Return the name of a joint: A … without I, then AA …"""
        round_, place = divmod(self.joints().index((column, row, is_right)), len(LETTERS))
        return LETTERS[place] * (round_ + 1)

    def joints_of(self, part: BoardPart) -> dict[str, tuple[str, int]]:
        """Return the letter of the joint at each side of a part that has one, and the page beyond it."""
        x, y = part.column, part.row
        beyond = {"left": (x - 1, y), "top": (x, y - 1), "right": (x + 1, y), "foot": (x, y + 1)}
        return {
            side: (self.letter(min(x, column), min(y, row), row == y), self.part(column, row).page)
            for side, (column, row) in beyond.items()
            if 0 <= column < self.columns and 0 <= row < self.rows
        }


def room_for_board(choices: PrintOptions, across: bool) -> tuple[float, float]:
    """Return the largest size of a part. Parts of the first column may be wider by `MARKS` without fold marks."""
    wide, high = choices.size(across)
    marks = 2 * MARKS if choices.fold_marks else MARKS
    return wide - 2 * choices.margin - marks, high - TOP - max(FOOT, 21.0 + choices.margin)


def tile_lines(board: Picture, side: float) -> Lines:
    """Return the distances of the corners of spaces from the left and upper edge of a board, in millimetres."""
    points = {point[-2:] for target in board.targets if target.cell < EDGE_BASE for point in target.outline}
    left, top = board.bounds[:2]
    return sorted({round((x - left) * side, 3) for x, _y in points}), sorted({(y - top) * side for _x, y in points})


def split_board(wide: float, high: float, choices: PrintOptions, lines: Lines = ((), ())) -> PageGrid:
    """Cut a board of that size, if possible along these lines, so that it needs as few pages as possible.
    Raises `Unprintable` for more than 99.
    """
    grids = []
    for across in (False, True) if choices.is_landscape is None else (choices.is_landscape,):
        room = room_for_board(choices, across)
        if min(room) < choices.overlap + 10:
            continue
        columns = _cut(lines[0], wide, room[0], choices.overlap, 0.0 if choices.fold_marks else MARKS)
        rows = _cut(lines[1], high, room[1], choices.overlap)
        if len(columns) * len(rows) <= MAX_PARTS:
            parts = [
                BoardPart(column, row, (left, top, right, foot))
                for row, (top, foot) in enumerate(rows)
                for column, (left, right) in enumerate(columns)
            ]
            placed = sorted(_place(parts, room, choices, across), key=lambda part: (part.row, part.column))
            grids.append(PageGrid(across, len(columns), len(rows), choices.overlap, tuple(placed)))
    best = min(grids, key=lambda split: (split.pages, len(split.parts), split.is_landscape), default=None)
    if best is None or best.pages > MAX_PAGES:
        raise Unprintable(_("The board needs more than 99 pages. Choose larger paper or smaller tiles."))
    return best


def _cut(
    lines: Sequence[float], length: float, room: float, lap: float, more: float = 0.0
) -> list[tuple[float, float]]:
    """Return where parts begin and end that are as long as possible and overlap; the first has `more` room."""
    starts, reach = [0.0], room + more
    while starts[-1] + reach < length - 1e-6:
        end = starts[-1] + reach - lap + 1e-6
        starts.append(max((line for line in lines if starts[-1] + 1e-6 < line <= end), default=end))
        reach = room
    return [*((start, following + lap) for start, following in pairwise(starts)), (starts[-1], length)]


def _place(
    parts: Sequence[BoardPart], room: tuple[float, float], choices: PrintOptions, across: bool
) -> Iterator[BoardPart]:
    """Yield the parts with their places: each on the first page where it fits next to or below the others."""
    pages: list[list[BoardPart]] = []
    for part in parts:
        page = next((page for page in pages if any(map(le, _lengths([*page, part]), room))), None)
        if page is None:
            pages.append(page := [])
        page.append(part)
    for number, page in enumerate(pages, 1):
        wide, _high = _lengths(page)
        is_row, x, y = wide <= room[0], 0.0, TOP
        for part in page:
            if not x or not is_row:
                marks = MARKS if part.column or choices.fold_marks else 0.0
                x = max((choices.size(across)[0] - (wide if is_row else part.wide)) / 2, choices.margin + marks)
            yield part._replace(page=number, x=x, y=y)
            x, y = (x + part.wide + APART, y) if is_row else (x, y + part.high + APART)


def _lengths(parts: Sequence[BoardPart]) -> tuple[float, float]:
    """Return the width of these parts in a row, and the height of them in a column, with room for marks."""
    apart = APART * (len(parts) - 1) - 1e-6
    return sum(part.wide for part in parts) + apart, sum(part.high for part in parts) + apart


def board_pages(
    picture: Picture, side: float, choices: PrintOptions, name: str, about: str, pages: int
) -> tuple[list[Page], PageGrid]:
    """Return the pages of a board. `pages` is the number of all pages, 0 while it is not known."""
    left, top, right, foot = picture.bounds
    cut = split_board((right - left) * side, (foot - top) * side, choices, tile_lines(picture, side))
    wide, high = choices.size(cut.is_landscape)
    edge = choices.margin + MARKS
    found = []
    for number in range(1, cut.pages + 1):
        parts = [part for part in cut.parts if part.page == number]
        first = parts[0]
        what = _("board") if len(cut.parts) == 1 or len(parts) > 1 else _("board, row {row}, column {column}").format(
            row=first.row + 1, column=first.column + 1)  # fmt: skip
        page_text = _("page {number} of {count}").format(number=number, count=pages)
        shapes: list[Shape] = m.title(name, f"{about} · {what}", page_text, edge, wide - edge)
        joining = [_joining(cut, part, choices.margin, wide - choices.margin) for part in parts]
        bands = [band for bands, _lines in joining for band in bands]
        joints = tuple(joint for part in parts for joint in cut.joints_of(part).values())
        if bands:
            shapes += m.glue((0.0, 0.0, wide, high), bands, choices.ink_saving)
        for part, (_bands, lines) in zip(parts, joining, strict=True):
            shapes += lines
            if choices.cut_marks:
                shapes.append(m.crop_marks(part.page_box, choices.margin, wide - choices.margin))
            if choices.fold_marks:
                shapes += _folds(cut, part)
            if choices.joins:
                shapes += _letters(cut, part, choices.margin)
        below = high - max(FOOT, 21.0 + choices.margin)
        shapes += m.ruler(edge, below + 9.4, format_number(side, ".1f"))
        if choices.joins and cut.pages > 1:
            shapes += _map(cut, number, edge, wide - edge, below + 8.2, joints)
        over = Picture((0, 0, wide, high), (Layer("marks", tuple(shapes)),), clips=(("glue", tuple(bands)),))
        placed = tuple(
            PlacedPicture(
                picture,
                part.x - part.box[0] - left * side,
                part.y - part.box[1] - top * side,
                side,
                side,
                rectangle(part.x, part.y, part.wide, part.high),
            )
            for part in parts
        )
        found.append(Page("board", wide, high, placed, over, (first.column, first.row), joints))
    return found, cut


def _folds(cut: PageGrid, part: BoardPart) -> Iterator[Shape]:
    """Yield the fold marks in the margin, in the middle of the joined board across and down."""
    left, top, right, foot = part.page_box
    end = cut.parts[-1].box
    across, down = left + end[2] / 2 - part.box[0], top + end[3] / 2 - part.box[1]
    if left <= across <= right:
        if part.row == 0:
            yield from m.fold_mark(across, top, 0, -1)
        if part.row == cut.rows - 1:
            yield from m.fold_mark(across, foot, 0, 1)
    if top <= down <= foot:
        if part.column == 0:
            yield from m.fold_mark(left, down, -1, 0)
        if part.column == cut.columns - 1:
            yield from m.fold_mark(right, down, 1, 0)


def _joining(cut: PageGrid, part: BoardPart, start: float, end: float) -> tuple[list[Outline], list[Shape]]:
    """Return the glue bands of a part, and the lines that pages are joined along, with triangles at their ends between
    x = `start` and `end`."""
    left, top, right, foot = part.page_box
    has_right, has_foot = part.column < cut.columns - 1, part.row < cut.rows - 1
    x, y = right - (cut.overlap if has_right else 0), foot - (cut.overlap if has_foot else 0)
    bands, ends, tips = [], [], []
    if has_right:
        bands.append(rectangle(x, top, cut.overlap, foot - top))
        ends.append((x, top, x, y))
        tips += [m.triangle(x, top - 1.2, 0, 1), m.triangle(x, foot + 1.2, 0, -1)]
    if has_foot:
        bands.append(rectangle(left, y, x - left, cut.overlap))
        ends.append((left, y, x, y))
        sides = m.triangle(left - 1.2, y, 1, 0), m.triangle(right + 1.2, y, -1, 0)
        tips += [tip for tip in sides if all(start <= point[0] <= end for point in tip)]
    lines = m.line_segments(f"dash:{m.INK}:0.22:2.4:1.4", *ends)
    return bands, [lines, Path(f"fill:{m.INK}", tuple(tips))] if ends else []


def _letters(cut: PageGrid, part: BoardPart, margin: float) -> Iterator[Shape]:
    """Yield the letter of each joint in the middle of its edge, with instructions where there is room."""
    left, top, right, foot = part.page_box
    middle, half, lap = (left + right) / 2, (top + foot) / 2, cut.overlap
    r = m.RING if lap >= 8 else max(1.6, lap / 2 - 0.4)
    for side, (name, page) in cut.joints_of(part).items():
        text = _("glue here · under page {number}").format(number=page)
        if side == "left":
            text = _("cut along the image edge · glue onto strip {letter} of page {number}")
        elif side == "top":
            text = _("cut along the edge · glue onto strip {letter} of page {number}")
        text = text.format(letter=name, number=page)
        long = m.estimate_width(text, 3.0)
        fits_down = half + 12 + long < foot
        if side == "right":
            yield from m.letter(name, right - lap / 2, half, r)
            if fits_down:
                yield from m.pill(text, right - lap / 2, half + 8 + long / 2, 90)
        elif side == "foot":
            yield from m.letter(name, middle, foot - lap / 2, r)
            if middle - 12 - long > left:
                yield from m.pill(text, middle - 8 - long / 2, foot - lap / 2)
        elif side == "left":
            x = max(margin + m.RING, left - 7.5)
            yield from m.letter(name, x, half)
            yield m.arrow(x + m.RING + 0.2, half, 0.35 if left - x < 7 else 1, 0)
            yield from m.scissors(x, half + 7.5)
            if fits_down:
                yield Label("text:second", text, x, half + 12 + long / 2, 3.0, turn=90)
        else:
            yield from m.letter(name, middle, top - m.RING - 1.4, m.RING)
            if middle + m.RING + 3 + long < right:
                yield m.text_label(text, middle + m.RING + 3, top - m.RING - 1.4, 3.0, "text:second")


def _map(
    cut: PageGrid, page: int, left: float, right: float, y: float, joints: Sequence[tuple[str, int]]
) -> list[Shape]:
    """Return a map of the parts with their pages and those of this page filled, and the joints with the pages beyond
    them, at the lower right."""
    fit = min(1.0, 64.0 / (cut.columns * m.CELL[0]), 12.7 / (cut.rows * m.CELL[1]))
    wide, high, gap = m.CELL[0] * fit, m.CELL[1] * fit, 0.35 * fit
    start = right - cut.columns * wide
    shapes: list[Shape] = []
    for part in cut.parts:
        x, top, is_own = start + part.column * wide, y + part.row * high, part.page == page
        cell = rounded_rectangle(x + gap, top + gap, wide - 2 * gap, high - 2 * gap, 0.8 * fit)
        shapes.append(Path(f"fill:{m.INK}" if is_own else f"line:{m.INK}:0.2", (cell,)))
        if fit > 0.7:
            look = "bold:panel" if is_own else "text:text"
            shapes.append(Label(look, str(part.page), x + wide / 2, top + high / 2, 3.1))
    if start - 18 - left < m.RULER + 12:  # no room next to the ruler
        return shapes
    step = min(5.0, 12.7 / max(1, len(joints)))
    for place, (name, number) in enumerate(joints):
        middle = y + step * (place + 0.5)
        shapes += m.letter(name, start - 18, middle, step * 0.42)
        shapes.append(m.text_label(_("page {number}").format(number=number), start - 14.6, middle, 3.0))
    return shapes
