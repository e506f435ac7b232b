"""Edits of the kinds of tile of a sea: new ones, copies, other shapes and counts, kinds of another layout."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import msgspec

from studio.core.game import Value
from studio.core.text import _
from studio.seatiles.body import AnySea, Content, Laid, SeaBody, TileKind, contents, edited, grid_of, tidy_kind
from studio.seatiles.body.facts import Facts
from studio.seatiles.body.patterns import SHAPES, pattern_of
from studio.seatiles.rules.shape import edges_of, same_looks, turned
from studio.seatiles.words.shapes import shape_name

NEW = "tile"
"""What `added` makes besides patterns: a tile of a shape that the set has not."""
MOST_KINDS, MOST_TILES, LONGEST = 200, 999, 40


def index_of(body: SeaBody, name: str) -> int:
    """Which of the kinds is called so. Raises `ValueError` with a sentence when none is."""
    for index, kind in enumerate(body.tiles):
        if kind.name == name:
            return index
    raise ValueError(_("There is no kind of tile called “{name}”.").format(name=name))


def added(body: AnySea, what: str, count: int) -> AnySea:
    """So many more sorted tiles of a pattern, or (`NEW`) a further kind; see `WorkshopRoom`."""
    if what == NEW:
        present = {pattern_of(kind.shape) for kind in body.tiles}
        what = next((shape for shape in SHAPES if shape not in present), SHAPES[0])
    elif what not in SHAPES:
        raise ValueError(_("No tile can look like this: its land would cut the ships' route in two."))
    else:
        for index, kind in enumerate(body.tiles):
            if not kind.bonus and pattern_of(kind.shape) == what:
                if kind.sorted + count > MOST_TILES:
                    raise ValueError(_("There can be at most {most} sorted tiles of a kind.").format(most=MOST_TILES))
                return _with_kinds(body, index, 1, [msgspec.structs.replace(kind, sorted=kind.sorted + count)])
    return _with_kinds(
        body, len(body.tiles), 0, [TileKind(numbered_name(body.tiles, shape_name(what)), what, sorted=count)]
    )


def duplicated(body: AnySea, piece: str) -> AnySea:
    """A copy of a kind behind it, with the same counts; see `WorkshopRoom`."""
    index = index_of(body, piece)
    copy = msgspec.structs.replace(body.tiles[index], name=numbered_name(body.tiles, piece))
    return _with_kinds(body, index + 1, 0, [copy])


def removed(body: AnySea, piece: str) -> AnySea:
    """The set without a kind that does not lie on the board; see `WorkshopRoom`."""
    cells = contents(body)
    places = [
        grid_of(body).name(cell) for cell, laid in enumerate(cells) if isinstance(laid, Laid) and laid.tile == piece
    ]
    if places:
        raise ValueError(
            _("“{name}” still lies on {places}; take it off the board before you remove it.").format(
                name=piece, places=", ".join(places[:6]) + ("…" if len(places) > 6 else "")
            )
        )
    if len(body.tiles) == 1:
        raise ValueError(_("A tile set has at least one kind of tile."))
    return _with_kinds(body, index_of(body, piece), 1, [])


def imported(body: AnySea, other: AnySea, pieces: Collection[str]) -> AnySea:
    """Kinds of another layout: their counts where they are known, else as further kinds; see `WorkshopRoom`."""
    tiles = list(body.tiles)
    for kind in other.tiles:
        if kind.name not in pieces:
            continue
        index = next((index for index, own in enumerate(tiles) if own.name == kind.name), -1)
        if index >= 0 and tiles[index].bonus == kind.bonus and pattern_of(tiles[index].shape) == pattern_of(kind.shape):
            tiles[index] = msgspec.structs.replace(
                tiles[index], hidden=kind.hidden, events=kind.events, sorted=kind.sorted
            )
        else:
            tiles.append(msgspec.structs.replace(kind, name=numbered_name(tiles, kind.name)))
    return _with_kinds(body, 0, len(body.tiles), tiles)


def _with_kinds(body: AnySea, index: int, old: int, new: Sequence[TileKind]) -> AnySea:
    """The body with other kinds in the place of so many."""
    tiles = [*body.tiles[:index], *new, *body.tiles[index + old :]]
    if len(tiles) > MOST_KINDS:
        raise ValueError(_("A tile set has at most {most} kinds of tile.").format(most=MOST_KINDS))
    return edited(body, tiles=tiles)


def set_kind(body: AnySea, part: str, name: str, value: Value, events: Sequence[str]) -> AnySea:
    """A field of a kind filled in: "name", "shape", "hidden", "event <event>", "sorted" or "bonus".

    `events` are those of the game, in their order.
    """
    index = index_of(body, name)
    kind = body.tiles[index]
    cells = contents(body)
    if part == "name":
        fresh = fresh_name(body, str(value))
        cells = [Laid(fresh, laid.turn) if isinstance(laid, Laid) and laid.tile == name else laid for laid in cells]
        new = msgspec.structs.replace(kind, name=fresh)
    elif part.startswith("event "):
        counts = {**kind.events, part.removeprefix("event "): int(value)}
        new = tidy_kind(msgspec.structs.replace(kind, events=counts), events)
    else:
        new = msgspec.structs.replace(kind, **{part: value})
        if new.shape != kind.shape:
            cells = _turned_to_fit(body, kind, new.shape)
    return edited(body, cells=cells, tiles=[*body.tiles[:index], new, *body.tiles[index + 1 :]])


def _turned_to_fit(body: SeaBody, kind: TileKind, shape: str) -> list[Content]:
    """What lies on the cells when a kind gets another shape: in its turn, or in that of those like it that fits best.

    Turns that looked alike may look different now (T4); then what is beside the tile decides, and last the least.
    """
    facts = Facts(body)
    cells = list(facts.cells)
    for cell, content in enumerate(cells):
        if isinstance(content, Laid) and content.tile == kind.name:
            land, sea = facts.need(cell)
            misfits = {}
            for turn in range(4):
                if same_looks(kind.shape, turn) == content.turn:
                    edges = edges_of(turned(shape, turn))
                    misfits[turn] = (edges & sea | ~edges & land).bit_count()
            cells[cell] = Laid(kind.name, min(misfits, key=misfits.__getitem__))
    return cells


def fresh_name(body: SeaBody, text: str) -> str:
    """A name for a kind that no other bears. Raises `ValueError` with a sentence."""
    name = text.strip()
    if not 1 <= len(name) <= LONGEST or not name.isprintable():
        raise ValueError(_("A name of a tile has 1 to 40 characters."))
    if any(kind.name == name for kind in body.tiles):
        raise ValueError(_("There is already a kind of tile called “{name}”.").format(name=name))
    return name


def numbered_name(tiles: Sequence[TileKind], name: str) -> str:
    """The name, or with a number behind it when a kind of that name is there."""
    taken = {kind.name for kind in tiles}
    if name not in taken:
        return name
    stem, number = re.sub(r" \d+$", "", name), 2
    while (fresh := f"{stem[: LONGEST - 4].rstrip()} {number}") in taken:
        number += 1
    return fresh
