"""The layout as the editor shows it, the stamps of its palette, and the ghost under the pointer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from studio.core.form import Stamp, StampGroup, StampItem
from studio.core.kept import kept
from studio.core.picture import Layer, Outline, Path, Picture, Shape, Target, rectangle, rounded
from studio.core.text import _
from studio.games.goldland.body import build
from studio.games.goldland.body.data import TILE_KINDS, Body, TileData, looks, tile_of
from studio.games.goldland.body.reading import Reading, reading_of
from studio.games.goldland.drawing.cards import start_card, temple_card, tile_card, undiscovered_card
from studio.games.goldland.drawing.country import Temple, country
from studio.games.goldland.drawing.scenery import ghost_picture
from studio.games.goldland.drawing.standing import face_at, faces_of, marks_on
from studio.games.goldland.drawing.temple import temple_shapes
from studio.games.goldland.editing import START_STAMP, TEMPLE_STAMP, UNDISCOVERED_STAMP, goes, tile_of_stamp
from studio.games.goldland.editing.forms import tile_words
from studio.games.goldland.words.places import kind_words


def sketch(body: Body, still: bool = False) -> Picture:
    """The board as a match would begin on it, with a padlock on every tile that the shuffle leaves alone."""
    return _drawn(body)


@kept(1)
def _drawn(body: Body) -> Picture:
    reading, board = reading_of(body), build(body)
    grid = reading.grid
    printed: list[Shape] = []
    for cell, placement in enumerate(board.laid):
        if placement >= 0:
            column, row = grid.place(cell)
            printed += marks_on(board.tiles[placement >> 2], column, row, cell)
    base = country(
        grid.columns, grid.rows, faces_of(board, board.laid), tuple(printed), Temple(reading.temple, 0, 0, 0)
    )
    locks = [shape for name in body.locked for shape in _lock(*grid.place(grid.named(name)), grid.named(name))]
    targets = tuple(Target(cell, rectangle(*grid.place(cell), 1, 1), grid.name(cell)) for cell in range(grid.count))
    return replace(base, layers=(*base.layers, Layer("locks", tuple(locks))), targets=targets)


def _lock(x: int, y: int, cell: int) -> tuple[Shape, ...]:
    """The padlock that says: the shuffle leaves this tile alone."""
    px, py, s = x + 0.13, y + 0.86, 0.085
    bow: Outline = (
        (px - 0.027, py - 0.006),
        (px - 0.029, py - 0.068, px + 0.029, py - 0.068, px + 0.027, py - 0.006),
    )
    return (
        Path("lock", (rounded(px - s, py - s, 2 * s, 2 * s, 0.035),), cell),
        Path("lock_ink", (rounded(px - 0.044, py - 0.008, 0.088, 0.062, 0.012),), cell),
        Path("lock_line", (bow,), cell, closed=False),
    )


# palette


def palette(body: Body) -> Sequence[StampGroup]:
    """Every tile, by kind, faded when it is laid already; the start, the temple, an undiscovered space."""
    reading = reading_of(body)
    groups = [StampGroup(_("Places"), tuple(_places(reading)))]
    for kind in TILE_KINDS:
        items = tuple(_tile_item(reading, tile) for tile in body.tiles if tile.kind == kind)
        if items:
            groups.append(StampGroup(kind_words(kind), items))
    return tuple(groups)


def _places(reading: Reading) -> Iterator[StampItem]:
    tip = _("A land space that is to be explored. On the coast it changes nothing.")
    yield StampItem(UNDISCOVERED_STAMP, _("Undiscovered"), undiscovered_card(), tip)
    tip = _("All begin here. In another corner the whole board is mirrored with it.")
    yield StampItem(START_STAMP, _("Start"), start_card(), tip)
    yield StampItem(TEMPLE_STAMP, _("Temple"), temple_card(), _("The final space, on land."))


def _tile_item(reading: Reading, tile: TileData) -> StampItem:
    places = reading.places.get(tile.name, ())
    where = _("Lies on {names}.").format(names=", ".join(map(reading.grid.name, places)))
    stamp, tip, known = Stamp(f"tile:{tile.name}"), tile_words(tile), tile_of(tile)
    if tile.kind == "coast":
        if places:
            tip += "\n" + where + " " + _("On another coast space the two change places.")
        sea = _sea(reading, places[0]) if places else 0
        return StampItem(stamp, tile.name, tile_card(known, 0, sea or 4), tip)
    pictures = [tile_card(known, turn) for turn in looks(tile)]
    tip += "\n" + (where if places else _("In the stack; laid here it lies on the board from the start."))
    left = 0 if places else 1
    return StampItem(stamp, tile.name, pictures[0], tip, left, "", len(pictures), tuple(pictures[1:]))


def _sea(reading: Reading, cell: int) -> int:
    """The outer sides of a space, as bits."""
    return sum(1 << side for side in range(4) if reading.grid.neighbour(cell, side) < 0)


# ghosts


def ghost(body: Body, target: int, stamp: Stamp) -> Picture | None:
    """What the stamp would look like there; None where it does not go."""
    reading = reading_of(body)
    if not goes(reading, target, stamp):
        return None
    column, row = reading.grid.place(target)
    if stamp == UNDISCOVERED_STAMP:
        return undiscovered_card(column, row, target)
    if stamp == TEMPLE_STAMP:
        shapes = temple_shapes(column, row, 0, 0, 0, False, 15, target)
        return Picture((column, row, column + 1, row + 1), (Layer("temple", shapes),))
    board = build(body)
    if stamp == START_STAMP:
        number = len(board.tiles) - 1
    else:
        tile = tile_of_stamp(reading, stamp)
        assert tile is not None  # `goes` has seen to it
        number = body.tiles.index(tile)
    turn = 0 if stamp == START_STAMP else stamp.turn % 4
    face = face_at(board, target, number * 4 + turn)
    return ghost_picture(face, marks_on(board.tiles[number], column, row, target))
