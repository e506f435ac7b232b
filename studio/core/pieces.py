"""What the workshop shows of a layout's pieces, as data: the whole set, one piece large, the patterns there are.

Nothing here changes a layout. What can be changed says with which field of the layout's form: the window gives its key
and the new value to `editing.set_field`, with -1 as the target.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from studio.core.form import Field
from studio.core.picture import Outline, Picture, rectangle


@dataclass(frozen=True, slots=True)
class Chip:
    """Something small that is counted on pieces: an event, an item."""

    name: str
    picture: Picture
    count: int


TableCell = str | int | tuple[Chip, ...]
"""What stands in the table: words, a figure, or chips."""


class Column(NamedTuple):
    """A column of the table beside the picture and the name. Where room is short, the greatest `spare` goes first."""

    title: str
    kind: Literal["text", "number", "chips"]
    tip: str = ""
    hide_rank: int = 0


class Entry(NamedTuple):
    """A piece of the set, or a kind of pieces that look alike: one row of the table.

    `key` is what the edits call it. `cells` has a cell per column, and `fields` the field that is filled in there, or
    None; `naming` is the field of its name, None where names are given. `badge` is a word behind the name ("+5");
    `pattern` the key of its pattern, "" without one. `places` are the cells of the board on which it lies.
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
    """A figure of the whole set, to be compared before and after ("Tiles 180", "Land 45 %")."""

    label: str
    value: int
    unit: str = ""


@dataclass(frozen=True, slots=True)
class PieceSet:
    """The whole set. `totals` has a cell per column; `spread` are figures that together make up the set, under a title.

    `makes` are the sorts of new pieces, as (key, words): one where there is nothing to choose.
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
        """The entry with this key."""
        return next((entry for entry in self.entries if entry.key == key), None)


# one piece, large


class Change(NamedTuple):
    """What a click or a drop does: the field of the layout's form that gets a value; `words` tell of it beforehand."""

    field: str
    value: str | int | bool
    text: str


class Place(NamedTuple):
    """A place of the large piece where it can be changed: an edge, a corner, a part of its line.

    Its sign is centred on (x, y), in the units of the picture and often outside its bounds; it is a plate with the
    `label`, turned by `turn` degrees, or without one a round button that bears the `icon` ("" for a dot). `tone` is
    the role of its ground. `outline` is what of the picture itself belongs to it, () for nothing. `state` says what
    it is now. A `change` of None: there is nothing to click, and `state` says why. `drops` are what happens when
    something of the tray is dropped there, by its key, `refusals` are sentences on what does not go there, by the same
    keys, and `takes` takes the last thing off again.
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


class Item(NamedTuple):
    """Something on the tray that can be dragged to places of the piece."""

    key: str
    name: str
    picture: Picture


class RotatedPiece(NamedTuple):
    """The piece after so many turns: `like` is the least turn that looks the same (itself, when none does before)."""

    turn: int
    name: str
    picture: Picture
    same_as: int


class MirrorImage(NamedTuple):
    """The mirror image of a piece that is no turn of itself: its pattern, and the entries of the set that have it."""

    pattern: str
    name: str
    picture: Picture
    entries: tuple[str, ...]


class Counter(NamedTuple):
    """A count that is shown as a chip: the field it fills in, and its picture."""

    field: Field
    picture: Picture


@dataclass(frozen=True, slots=True)
class PieceDetail:
    """One piece as it lies on the bench: large, in some turn, with all that can be changed on it.

    `places` go round it clockwise, as the arrow keys do. `facts` are a few words each ("class 5 · three land edges").
    `fields` are filled in below, `counters` are chips under a title of their own.
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


# patterns


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way that pieces can look: how many of the set do (`count`), and as which entries; none: it is lacking.

    `forbidden` says in a sentence why no set can have it, "" where one can.
    """

    key: str
    name: str
    text: str
    picture: Picture
    count: int = 0
    entries: tuple[str, ...] = ()
    forbidden: str = ""


class PatternRow(NamedTuple):
    """Patterns of one class, with its name and a few words on it ("36 tiles")."""

    title: str
    note: str
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class MissingPieces:
    """So many more pieces of a pattern the proof would need; `words` is a sentence that says why, `cells` where."""

    pattern: str
    count: int
    text: str
    cells: tuple[int, ...] = ()


# What is cut out of paper to play a layout at a table: tiles and markers with their backs, beside the board itself.
#
# The measures of paper are in millimetres; a drawing is in its own units, as everywhere.

SQUARE: Outline = rectangle(0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Piece:
    """Pieces that look alike: what they are called, their face, how many there are (at least one)."""

    name: str
    face: Picture
    count: int


class PieceType(NamedTuple):
    """Pieces of one outline and one back, which share their sheets.

    `outline` is where the scissors go, in the units of the faces and of the back. `side` is how many sides of a tile
    on the board one such unit is. Without a `back` they lie open.
    """

    title: str
    pieces: tuple[Piece, ...]
    outline: Outline = SQUARE
    side: float = 1.0
    back: Picture | None = None
    is_marker: bool = False

    @property
    def total(self) -> int:
        """How many pieces there are."""
        return sum(piece.count for piece in self.pieces)


class CutOuts(NamedTuple):
    """All of it. `board` is drawn without what only the editor shows; its bounds are the paper it lies on.

    `millimetres` is the side of a tile (what a board counts as 1) where nobody asks for another;
    `is_published`: it is that of the published game.
    """

    board: Picture
    piece_types: tuple[PieceType, ...]
    unit_mm: float
    is_published: bool = False
