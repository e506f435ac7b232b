"""The pieces of a layout as data: the set, one piece enlarged with what can be changed on it, patterns, and cut-outs.

Nothing here changes a layout. What can be changed names a field of the layout's form: the window passes its key and the
new value to `editing.set_field` with -1 as the target.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from studio.core.form import Field
from studio.core.picture import Outline, Picture, rectangle


@dataclass(frozen=True, slots=True)
class Chip:
    """Something small that is counted on pieces, such as an event or an item."""

    name: str
    picture: Picture
    count: int


TableCell = str | int | tuple[Chip, ...]  # a table cell: text, a number, or chips


DASH = "–"  # instead of 0


def cell_text(cell: TableCell) -> str:
    """Text of a cell for searches and screen readers."""
    if isinstance(cell, tuple):
        return ", ".join(f"{chip.name} {chip.count}" for chip in cell) or DASH
    return (str(cell) if cell else DASH) if isinstance(cell, int) else cell


class Column(NamedTuple):
    """A column of the table next to the picture and the name. If space is short, the column with the greatest
    `hide_rank` is hidden first."""

    title: str
    kind: Literal["text", "number", "chips"]
    tip: str = ""
    hide_rank: int = 0


class Entry(NamedTuple):
    """A piece of the set, or several that look alike: one row of the table.

    `cells` has one cell per column, and `fields` the form field that is edited there, or None. `name_field` is None if
    names are fixed. `badge` is a short text behind the name ("+5"). `pattern` is the key of its pattern, "" for none.
    `places` are the cells of the board that it is on.
    """

    key: str
    name: str
    picture: Picture
    cells: tuple[TableCell, ...]
    fields: tuple[Field | None, ...]
    name_field: Field | None = None
    badge: str = ""
    pattern: str = ""
    places: tuple[int, ...] = ()


class SetStat(NamedTuple):
    """A value of the whole set that is compared before and after a change ("Tiles 180", "Land 45 %")."""

    label: str
    value: int
    unit: str = ""


@dataclass(frozen=True, slots=True)
class PieceSet:
    """The whole set.

    `totals` has one cell per column. `distribution` are values that together make up the set. `new_kinds` are the kinds
    of new pieces that can be added, as (key, label).
    """

    title: str
    columns: tuple[Column, ...] = ()
    entries: tuple[Entry, ...] = ()
    totals: tuple[TableCell, ...] = ()
    stats: tuple[SetStat, ...] = ()
    distribution_title: str = ""
    distribution: tuple[SetStat, ...] = ()
    new_kinds: tuple[tuple[str, str], ...] = ()

    def entry(self, key: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.key == key), None)


# One piece, enlarged.


class Change(NamedTuple):
    """The effect of a click or a drop: the form field that gets a value, and a description of it."""

    field: str
    value: str | int | bool
    text: str


class Place(NamedTuple):
    """A place of the enlarged piece that can be changed: an edge, a corner, a part of its line.

    Its marker is centred on (x, y), in the units of the picture and often outside its bounds: a plate with the `label`,
    turned by `turn` degrees, or without a label a round button with the `icon` ("" for a dot). `tone` is the colour
    role of its background. `outline` is the part of the picture that belongs to it, empty for none. `state` says what
    it is now. If `change` is None a click has no effect and `state` says why. `drops` are the effects of dropping
    something from the tray here, by its key, `refusals` the reasons why things cannot be dropped here, by the same
    keys. `removal` removes the last thing. With `choices` a click offers these values, one of
    them named like `state`, for the field of `change`.
    """

    name: str
    state: str
    x: float
    y: float
    change: Change | None = None
    label: str = ""
    icon: str = ""
    tone: str = ""
    turn: float = 0.0
    outline: Outline = ()
    drops: tuple[tuple[str, Change], ...] = ()
    refusals: tuple[tuple[str, str], ...] = ()
    removal: Change | None = None
    choices: tuple[Choice, ...] = ()


class Choice(NamedTuple):
    """One of the values that a place can get, and how the piece looks with it."""

    value: str
    name: str
    picture: Picture


class Item(NamedTuple):
    """Something on the tray that can be dragged to places of the piece."""

    key: str
    name: str
    picture: Picture


class RotatedPiece(NamedTuple):
    """The piece after some turns; `same_as` is the lowest turn that looks the same (itself if none does)."""

    turn: int
    name: str
    picture: Picture
    same_as: int


class MirrorImage(NamedTuple):
    """The mirror image of a piece, if no rotation equals it: its pattern, and the entries that have this pattern."""

    pattern: str
    name: str
    picture: Picture
    entries: tuple[str, ...]


class Counter(NamedTuple):
    """A count shown as a chip, and the field that holds it."""

    field: Field
    picture: Picture


@dataclass(frozen=True, slots=True)
class PieceDetail:
    """One piece, enlarged and rotated, with everything that can be changed on it.

    `places` are in clockwise order, which the arrow keys follow. `facts` are short texts ("class 5 · three land
    edges"). `fields` are shown below, `counters` as chips under their own title.
    """

    picture: Picture
    places: tuple[Place, ...] = ()
    facts: tuple[str, ...] = ()
    turns: tuple[RotatedPiece, ...] = ()
    mirror_image: MirrorImage | None = None
    counters_title: str = ""
    counters: tuple[Counter, ...] = ()
    fields: tuple[Field, ...] = ()
    tray: tuple[Item, ...] = ()


# Patterns.


@dataclass(frozen=True, slots=True)
class Pattern:
    """A possible look of pieces: how many of the set have it (`count`), and in which entries; none if it is missing.

    `forbidden` says why no set can have it, "" if one can.
    """

    key: str
    name: str
    text: str
    picture: Picture
    count: int = 0
    entries: tuple[str, ...] = ()
    forbidden: str = ""


class PatternRow(NamedTuple):
    """The patterns of one class, with its name and a short note ("36 tiles")."""

    title: str
    note: str
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class MissingPieces:
    """How many more pieces of a pattern are needed; `text` says why, `cells` where."""

    pattern: str
    count: int
    text: str
    cells: tuple[int, ...] = ()


# Cut-outs: the board, and tiles and markers with their backs, to print. Paper is measured in millimetres.

SQUARE: Outline = rectangle(0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Piece:
    """Printed pieces that look alike, at least one. Pieces with the same `design` are the same, else with the same
    face."""

    name: str
    face: Picture
    count: int
    design: Hashable = None


class PieceType(NamedTuple):
    """Pieces with the same outline and back, which share their sheets.

    `outline` is the cutting line, in the units of the faces and of the back; `side` is one such unit in board units.
    Without a `back` the pieces have no hidden side.
    """

    title: str
    pieces: tuple[Piece, ...]
    outline: Outline = SQUARE
    side: float = 1.0
    back: Picture | None = None
    is_marker: bool = False

    @property
    def total(self) -> int:
        return sum(piece.count for piece in self.pieces)


class CutOuts(NamedTuple):
    """Everything that is printed to play at a table.

    `board` is drawn without what only the editor shows; its bounds are the size of the paper. `unit_mm` is the default
    size of a board unit in millimetres; `is_published`: as in the published game.
    """

    board: Picture
    piece_types: tuple[PieceType, ...]
    unit_mm: float
    is_published: bool = False
