"""The board on as many pages as needed: equal, overlapping parts with glue bands, joints, ruler and map."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from studio.core.picture import Label, Layer, Outline, Path, Picture, Shape, rectangle
from studio.core.text import _, format_number
from studio.drawing import print_layout as m
from studio.drawing.pen import Box
from studio.drawing.print_layout import FOOT, TOP, Page, PlacedPicture, PrintOptions, Unprintable

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class PageGrid(NamedTuple):
    """How a board is cut into pages; `wide`, `high` and `overlap` of the part on each page are in millimetres."""

    is_landscape: bool
    columns: int
    rows: int
    wide: float
    high: float
    overlap: float

    @property
    def pages(self) -> int:
        return self.columns * self.rows

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """Return where the part of a page begins on the joined board."""
        return column * (self.wide - self.overlap), row * (self.high - self.overlap)

    def joints(self) -> list[tuple[int, int, bool]]:
        """Return the joints in order, as the page on whose right (True) or lower edge they are."""
        right = [(column, row, True) for row in range(self.rows) for column in range(self.columns - 1)]
        return right + [(column, row, False) for row in range(self.rows - 1) for column in range(self.columns)]

    def letter(self, column: int, row: int, is_right: bool) -> str:
        """Return the name of a joint: A … without I, then AA …"""
        round_, place = divmod(self.joints().index((column, row, is_right)), len(LETTERS))
        return LETTERS[place] * (round_ + 1)


def room_for_board(choices: PrintOptions, across: bool) -> tuple[float, float]:
    wide, high = choices.size(across)
    adjacent = choices.margin + m.OFF + m.CROP
    return wide - 2 * adjacent, high - TOP - max(FOOT, 21.0 + choices.margin)


def split_board(wide: float, high: float, choices: PrintOptions) -> PageGrid:
    """Cut a board of that size into as few pages as possible. Raises `Unprintable` for more than 99."""
    grids = []
    for across in (False, True) if choices.is_landscape is None else (choices.is_landscape,):
        room = room_for_board(choices, across)
        columns, rows = (
            ceil(round((long - choices.overlap) / (most - choices.overlap), 6)) if most > choices.overlap + 10 else 100
            for long, most in zip((wide, high), room, strict=True)
        )
        columns, rows, lap = max(1, columns), max(1, rows), choices.overlap
        one = (wide + (columns - 1) * lap) / columns, (high + (rows - 1) * lap) / rows
        grids.append(PageGrid(across, columns, rows, *one, lap))
    best = min(grids, key=lambda split: (split.pages, split.is_landscape))
    if best.pages > 99:
        raise Unprintable(_("The board needs more than 99 pages. Choose larger paper or smaller tiles."))
    return best


def board_pages(
    picture: Picture, side: float, choices: PrintOptions, name: str, about: str, pages: int
) -> tuple[list[Page], PageGrid]:
    """Return the pages of a board. `pages` is the number of all pages, 0 while it is not known."""
    left, top, right, foot = picture.bounds
    cut = split_board((right - left) * side, (foot - top) * side, choices)
    found = []
    for row in range(cut.rows):
        for column in range(cut.columns):
            wide, high = choices.size(cut.is_landscape)
            x, y = (wide - cut.wide) / 2, TOP
            at = cut.corner(column, row)
            clip = rectangle(x, y, cut.wide, cut.high)
            placed = PlacedPicture(picture, x - at[0] - left * side, y - at[1] - top * side, side, side, clip)
            number = row * cut.columns + column + 1
            box = (x, y, x + cut.wide, y + cut.high)
            part = _("board") if cut.pages == 1 else _("board, row {row}, column {column}").format(
                row=row + 1, column=column + 1)  # fmt: skip
            edge = choices.margin + m.OFF + m.CROP
            shapes: list[Shape] = m.title(
                name, f"{about} · {part}", _("page {number} of {count}").format(number=number, count=pages),
                *((x, x + cut.wide) if cut.wide > 120 else (edge, wide - edge)))  # fmt: skip
            bands = _bands(cut, column, row, box)
            joints = tuple(_joints(cut, column, row))
            if bands:
                shapes += m.glue(box, bands, choices.ink_saving)
                shapes += _joining(cut, column, row, box)
            if choices.cut_marks:
                shapes.append(m.crop_marks(box))
            if choices.fold_marks:
                shapes += _folds(cut, column, row, box)
            if choices.joins:
                shapes += _letters(cut, column, row, box, choices.margin)
            shapes += m.ruler(x, box[3] + 9.4, format_number(side, ".1f"))
            if choices.joins and cut.pages > 1:
                shapes += _map(cut, column, row, box, joints)
            over = Picture((0, 0, wide, high), (Layer("marks", tuple(shapes)),), clips=(("glue", tuple(bands)),))
            found.append(Page("board", wide, high, (placed,), over, (column, row), joints))
    return found, cut


def _folds(cut: PageGrid, column: int, row: int, box: Box) -> Iterator[Shape]:
    """Yield the fold marks in the margin, in the middle of the joined board across and down."""
    left, top, right, foot = box
    (x, y), (far_x, far_y) = cut.corner(column, row), cut.corner(cut.columns - 1, cut.rows - 1)
    across, down = left + (far_x + cut.wide) / 2 - x, top + (far_y + cut.high) / 2 - y
    ends = []
    if left <= across <= right:
        ends += [(across, top, -1)] if row == 0 else []
        ends += [(across, foot, 1)] if row == cut.rows - 1 else []
        for at, edge, out in ends:
            yield from m.fold_mark(at, edge, 0, out)
    ends = []
    if top <= down <= foot:
        ends += [(left, down, -1)] if column == 0 else []
        ends += [(right, down, 1)] if column == cut.columns - 1 else []
        for edge, at, out in ends:
            yield from m.fold_mark(edge, at, out, 0)


def _bands(cut: PageGrid, column: int, row: int, box: Box) -> list[Outline]:
    left, top, right, foot = box
    lap, bands = cut.overlap, []
    has_right, has_foot = column < cut.columns - 1, row < cut.rows - 1
    if has_right:
        bands.append(rectangle(right - lap, top, lap, foot - top))
    if has_foot:
        bands.append(rectangle(left, foot - lap, right - left - (lap if has_right else 0), lap))
    return bands


def _joining(cut: PageGrid, column: int, row: int, box: Box) -> list[Shape]:
    left, top, right, foot = box
    lap, tips = cut.overlap, []
    has_right, has_foot = column < cut.columns - 1, row < cut.rows - 1
    x, y = right - lap, foot - lap
    ends = []
    if has_right:
        ends.append((x, top, x, y if has_foot else foot))
        tips += [m.triangle(x, top - 1.2, 0, 1), m.triangle(x, foot + 1.2, 0, -1)]
    if has_foot:
        ends.append((left, y, x if has_right else right, y))
        tips += [m.triangle(left - 1.2, y, 1, 0), m.triangle(right + 1.2, y, -1, 0)]
    return [m.line_segments(f"dash:{m.INK}:0.22:2.4:1.4", *ends), Path(f"fill:{m.INK}", tuple(tips))]


def _joints(cut: PageGrid, column: int, row: int) -> Iterator[tuple[str, int]]:
    """Yield the letters of a page's joints and the page beyond each: left, upper, right, lower."""
    number = row * cut.columns + column + 1
    if column:
        yield cut.letter(column - 1, row, True), number - 1
    if row:
        yield cut.letter(column, row - 1, False), number - cut.columns
    if column < cut.columns - 1:
        yield cut.letter(column, row, True), number + 1
    if row < cut.rows - 1:
        yield cut.letter(column, row, False), number + cut.columns


def _letters(cut: PageGrid, column: int, row: int, box: Box, margin: float) -> Iterator[Shape]:
    """Yield the letter of each joint in the middle of its edge, with instructions."""
    left, top, right, foot = box
    middle, half, lap = (left + right) / 2, (top + foot) / 2, cut.overlap
    number = row * cut.columns + column + 1
    r = m.RING if lap >= 8 else max(1.6, lap / 2 - 0.4)
    if column < cut.columns - 1:
        yield from m.letter(cut.letter(column, row, True), right - lap / 2, half, r)
        text = _("glue here · under page {number}").format(number=number + 1)
        yield from m.pill(text, right - lap / 2, half + 8 + m.estimate_width(text, 3.0) / 2, 90)
    if row < cut.rows - 1:
        yield from m.letter(cut.letter(column, row, False), middle, foot - lap / 2, r)
        text = _("glue here · under page {number}").format(number=number + cut.columns)
        yield from m.pill(text, middle - 8 - m.estimate_width(text, 3.0) / 2, foot - lap / 2)
    if column:
        name = cut.letter(column - 1, row, True)
        x = max(margin + m.RING, left - 7.5)
        yield from m.letter(name, x, half)
        yield m.arrow(x + m.RING + 0.2, half, 0.35 if left - x < 7 else 1, 0)
        yield from m.scissors(x, half + 7.5)
        text = _("cut along the image edge · glue onto strip {letter} of page {number}")
        text = text.format(letter=name, number=number - 1)
        yield Label("text:second", text, x, half + 12 + m.estimate_width(text, 3.0) / 2, 3.0, turn=90)
    if row:
        name = cut.letter(column, row - 1, False)
        yield from m.letter(name, middle, top - m.RING - 1.4, m.RING)
        text = _("cut along the edge · glue onto strip {letter} of page {number}")
        text = text.format(letter=name, number=number - cut.columns)
        yield m.text_label(text, middle + m.RING + 3, top - m.RING - 1.4, 3.0, "text:second")


def _map(cut: PageGrid, column: int, row: int, box: Box, joints: tuple[tuple[str, int], ...]) -> Iterator[Shape]:
    """Yield the joints with the pages beyond them, and the map of pages, at the lower right."""
    right, y = box[2], box[3] + 8.2
    fit = min(1.0, 64.0 / (cut.columns * m.CELL[0]), 14.0 / (cut.rows * m.CELL[1]))
    x = right - cut.columns * m.CELL[0] * fit - 18
    yield from m.page_map(right, y, cut.columns, cut.rows, (column, row))
    if x - box[0] < m.RULER + 12:  # no room next to the ruler
        return
    step = min(5.0, 14.4 / max(1, len(joints)))
    for place, (name, number) in enumerate(joints):
        middle = y + step * (place + 0.5)
        yield from m.letter(name, x, middle, step * 0.42)
        yield m.text_label(_("page {number}").format(number=number), x + 3.4, middle, 3.0)
