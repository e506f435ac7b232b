"""A sea to be printed: the chart with what lies on it, the tiles of the stacks and the sorted ones with their backs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from studio.core.picture import Layer, Path, Picture, Sprite
from studio.core.pieces import SQUARE, CutOuts, Piece, Sort
from studio.core.text import _, begun
from studio.seatiles.body import Laid, SeaBody, TileKind, contents, grid_of
from studio.seatiles.drawing.frame import FRAME
from studio.seatiles.drawing.picture import tile_picture
from studio.seatiles.drawing.sea import lands_of_shape
from studio.seatiles.drawing.sketch import sketch
from studio.seatiles.drawing.spots import disc_spot
from studio.seatiles.words.places import called

MILLIMETRES = 48.0
"""Our own: what a side of the published tiles measures is not known to us."""
_OUT = FRAME - 0.06
"""How far the sheet reaches beyond the spaces."""


def sea_cut_outs(body: SeaBody, discs: Mapping[str, tuple[str, str]], markers: Sequence[Sort]) -> CutOuts:
    """The board without padlocks, and all tiles but those printed on it. `discs` are words and sprites of events."""
    grid = grid_of(body)
    drawn = sketch(body, still=True)
    board = replace(
        drawn,
        bounds=(-_OUT, -_OUT, grid.columns + _OUT, grid.rows + _OUT),
        layers=tuple(layer for layer in drawn.layers if layer.name != "locks"),
    )
    tiles = (
        Sort(_("hidden tiles"), tuple(_hidden(body)), back=_back("seatiles/back")),
        Sort(_("“?” tiles"), tuple(_events(body, discs)), back=_back("seatiles/back_event")),
        Sort(_("open tiles"), tuple(_sorted(body))),
    )
    return CutOuts(board, (*tiles, *markers), MILLIMETRES)


def _back(sprite: str) -> Picture:
    """A back whose round corners lie on its rim's colour, so that a cut beside the line shows no paper."""
    ground = Path("fill:joint", (SQUARE,))
    return Picture((0, 0, 1, 1), (Layer("back", (ground, Sprite(sprite, 0.5, 0.5, 1.0)), still=False),))


def _name(kind: TileKind) -> str:
    return begun(called(kind.name))


def _face(kind: TileKind, disc: str = "") -> Picture:
    """A tile without a rim, so that neighbours on a sheet are cut apart anywhere."""
    over = (Sprite(disc, *disc_spot(lands_of_shape(kind.shape)), 0.34),) if disc else ()
    return tile_picture(kind.shape, 0, kind.bonus, over, is_framed=False)


def _hidden(body: SeaBody) -> Iterator[Piece]:
    for kind in body.tiles:
        if not kind.bonus and kind.hidden > 0:
            yield Piece(_name(kind), _face(kind), kind.hidden)


def _events(body: SeaBody, discs: Mapping[str, tuple[str, str]]) -> Iterator[Piece]:
    for kind in body.tiles:
        for event, count in kind.events.items():
            if not kind.bonus and count > 0:
                words, disc = discs[event]
                yield Piece(f"{_name(kind)} ? {words}", _face(kind, disc), count)


def _sorted(body: SeaBody) -> Iterator[Piece]:
    """The tiles that lie open. Those that the layout has laid are printed on the board; other bonus tiles stay away."""
    laid = [content.tile for content in contents(body) if isinstance(content, Laid)]
    for kind in body.tiles:
        left = 0 if kind.bonus else kind.sorted - laid.count(kind.name)
        if left > 0:
            yield Piece(_name(kind), _face(kind), left)
