"""Pieces on the chart during a match: event discs, units, the ship, bright lanes and move previews.

The static layers of the chart are built once per set of placed tiles and shared; the few shapes above are rebuilt.
`PieceStyle` holds the sprites of a game's units and events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from studio.core.cache import text_cache
from studio.core.game import OVER, Action
from studio.core.grid import Point
from studio.core.picture import Label, Layer, Path, Picture, Shape, Sprite, rectangle
from studio.core.pieces import SQUARE, CutOuts, Piece, PieceType
from studio.core.text import SEAT_NAMES, _, capitalize_first
from studio.drawing.pen import sprite_picture
from studio.seatiles.body import Laid, SeaBody, TileKind, contents, grid_of
from studio.seatiles.drawing.coast import Sea, Tile, lands_of_shape, sea_of
from studio.seatiles.drawing.frame import FRAME
from studio.seatiles.drawing.picture import chart_picture, ghost_picture, lanes, tile_picture
from studio.seatiles.drawing.sketch import sketch
from studio.seatiles.drawing.woods import disc_place, disc_spot, origin, point_outside_edge, ring_place, unit_place
from studio.seatiles.rules.chart import Chart, members
from studio.seatiles.rules.play import SeaState
from studio.seatiles.text import Charted, kind_name

SHIP_SIZE = 0.54
DISC_SIZE = 0.31
AT_PORT = 0.20
NEAR = 2
"""Distance from the ship, in tiles, within which routes are drawn bright."""


class SeaView(Protocol):
    """Position fields read by this module."""

    @property
    def board(self) -> Charted: ...
    @property
    def laid(self) -> Sequence[int]: ...
    @property
    def event(self) -> Sequence[int]: ...
    @property
    def unit(self) -> Sequence[int]: ...
    @property
    def unit_land(self) -> Sequence[int]: ...
    @property
    def ship(self) -> int: ...
    @property
    def ship_rim(self) -> int: ...
    @property
    def hand(self) -> tuple[int, int] | None: ...


class PieceStyle(NamedTuple):
    """Sprites of a game's units with their sizes, and of its events by number; event 0 has none."""

    units: tuple[str, str, str]
    sizes: tuple[float, float, float]
    events: tuple[str, ...]


@text_cache(12)
def base_chart(chart: Chart, laid: tuple[int, ...]) -> tuple[Sea, Picture]:
    """Return the chart with its placed tiles only."""
    sea = sea_of(chart, laid)
    return sea, chart_picture(sea, quiet_routes=True)


def match_picture(
    s: SeaState, style: PieceStyle, is_choosing_start: bool, is_idle: bool, text: Callable[[int], str] | None = None
) -> Picture:
    """Return the board of a match: bright lanes near possible starts of the ship, a frame on the last tile, the pieces.

    `is_idle`: the ship is where the last expedition ended. `text` returns the label of the unit on a cell.
    """
    is_over = s.to_move == OVER
    bright = tiles_at_ship(s)
    if is_choosing_start and s.to_move >= 0:
        bright = [action[1] for action in s.legal() if action[0] == s.board.numbers.start_tile]
    sea, still = base_chart(s.board.chart, tuple(s.laid))
    trail = last_tile_frame(s) if s.laid_turn and s.ship >= 0 and not is_over else ()
    pieces = piece_shapes(s, style, -1 if is_idle or is_over else s.active, is_idle, text)
    lively = (
        Layer("lanes", lanes(sea, bright), is_still=False),
        Layer("trail", trail, is_still=False),
        Layer("pieces", pieces, is_still=False),
    )
    return replace(still, layers=still.layers + lively)


def tiles_at_ship(state: SeaView) -> list[int]:
    """Return the placed tiles whose routes touch the ship."""
    laid, chart = state.laid, state.board.chart
    if state.ship < 0 or laid[state.ship] < 0:
        return []
    found = {state.ship}
    edge = [state.ship]
    for _step in range(NEAR):
        reached = []
        for cell in edge:
            for other in chart.over_sea[cell * 16 + chart.placements[laid[cell]].edges]:
                if laid[other] >= 0 and other not in found:
                    found.add(other)
                    reached.append(other)
        edge = reached
    return sorted(found)


def last_tile_frame(state: SeaView) -> tuple[Shape, ...]:
    x, y = origin(state.board.chart, state.ship)
    return (Path("line:keyline:0.018:0.55", (rectangle(x + 0.018, y + 0.018, 0.964, 0.964),), state.ship),)


def piece_shapes(
    state: SeaView, look: PieceStyle, ship_seat: int, faded: bool, text: Callable[[int], str] | None = None
) -> tuple[Shape, ...]:
    """Return discs, units and the ship, southern ones in front; `text` returns the label of the unit on a cell."""
    chart, laid = state.board.chart, state.laid
    shapes: list[tuple[float, Shape]] = []
    for cell, event in enumerate(state.event):
        if event and laid[cell] >= 0:
            x, y = disc_place(chart, cell, laid[cell])
            shapes.append((y - 0.5, Sprite(look.events[event], x, y, DISC_SIZE, cell)))
    for cell, unit in enumerate(state.unit):
        if unit >= 0:
            foot = unit_place(chart, cell, laid[cell], state.unit_land[cell])
            shapes.append((foot[1], unit_sprite(look, foot, unit, cell, text(cell) if text else "")))
    place = ship_place(state)
    if place is not None:
        sprite = ship_sprite(place, ship_seat, state.ship)
        shapes.append((place[1] + 0.15, sprite._replace(is_faded=faded)))
    shapes.sort(key=lambda item: item[0])
    return tuple(shape for _y, shape in shapes)


def unit_sprite(look: PieceStyle, foot: Point, unit: int, cell: int, text: str = "") -> Sprite:
    """Return a unit (seat * 3 + kind) with its foot at a point."""
    size = look.sizes[unit % 3]
    return Sprite(look.units[unit % 3], foot[0], foot[1] - size * 0.42, size, cell, unit // 3, text=text)


def ship_sprite(place: Point, seat: int, cell: int) -> Sprite:
    """Return the ship in a circle or at a harbour."""
    return Sprite("seatiles/ship", place[0], place[1] - 0.10, SHIP_SIZE, cell, seat)


def ship_place(state: SeaView) -> Point | None:
    """Return the ship's point: in the circle of its tile or at its harbour; None if it has not started."""
    chart = state.board.chart
    if state.ship >= 0 and state.laid[state.ship] >= 0:
        return ring_place(chart, state.ship, state.laid[state.ship])
    if state.ship_rim >= 0:
        return point_outside_edge(chart, state.ship_rim >> 2, state.ship_rim & 3, AT_PORT)
    return None


def hand_picture(state: SeaView, look: PieceStyle) -> Picture | None:
    return None if state.hand is None else tile_face(state, look, *state.hand)


def rotated_hand_picture(s: SeaState, style: PieceStyle, action: Action) -> Picture | None:
    """Return the tile in hand as rotated by an action; None for other actions."""
    if s.hand is None or action[0] != s.board.numbers.lay:
        return None
    return tile_face(s, style, *s.hand, s.board.chart.placements[action[2]].turn)


def revealed_tile(s: SeaState, style: PieceStyle, outcome: Action) -> Picture | None:
    """Return the tile revealed by an outcome; None for other outcomes."""
    return tile_face(s, style, outcome[1], outcome[2]) if outcome[0] == s.board.numbers.front else None


def tile_face(state: SeaView, look: PieceStyle, kind: int, event: int, turn: int = 0) -> Picture:
    """Return a tile with its "?" event on top, after quarter turns clockwise."""
    one = state.board.chart.kinds[kind]
    over: tuple[Shape, ...] = ()
    if event:
        x, y = disc_spot(lands_of_shape(one.shape, turn))
        over = (Sprite(look.events[event], x, y, 0.36),)
    return tile_picture(one.shape, turn, one.bonus, over)


def board_overlay(state: SeaView, shapes: tuple[Shape, ...]) -> Picture:
    """Return shapes that replace the whole board."""
    _sea, still = base_chart(state.board.chart, tuple(state.laid))
    return Picture(still.bounds, (Layer("ghost", shapes, is_still=False),), clips=still.clips)


def tile_ghost(state: SeaView, look: PieceStyle, cell: int, placement: int, event: int) -> Picture:
    chart = state.board.chart
    sea, _picture = base_chart(chart, tuple(state.laid))
    one = chart.placements[placement]
    over: tuple[Shape, ...] = ()
    if event:
        x, y = origin(chart, cell)
        px, py = disc_spot(one.land)
        over = (Sprite(look.events[event], x + px, y + py, DISC_SIZE, cell),)
    return ghost_picture(sea, cell, Tile(one.land, chart.kinds[one.kind].bonus), over)


def unit_ghost(state: SeaView, look: PieceStyle, unit: int, land: int, text: str = "") -> Picture:
    foot = unit_place(state.board.chart, state.ship, state.laid[state.ship], land)
    return board_overlay(state, (unit_sprite(look, foot, unit, state.ship, text),))


def port_ghost(state: SeaView, cell: int, side: int, seat: int) -> Picture:
    """Return the ship at the harbour and its toll."""
    chart = state.board.chart
    place = point_outside_edge(chart, cell, side, AT_PORT)
    toll = chart.rim[cell * 4 + side]
    shapes: list[Shape] = [ship_sprite(place, seat, cell)]
    if toll:
        shapes.append(Sprite(f"common/coin_{toll}", place[0] + 0.30, place[1] + 0.12, 0.24, cell))
    return board_overlay(state, tuple(shapes))


def price_coin(x: float, y: float, gold: int, size: float, letters: float, cell: int) -> list[Shape]:
    """Return a coin with its amount; above five a number is shown."""
    if 1 <= gold <= 5:
        return [Sprite(f"common/coin_{gold}", x, y, size, cell)]
    return [Sprite("common/coin", x, y, size, cell), Label("bold:coin_text", str(gold), x, y, letters, cell)]


def island_ghost(state: SeaView, cell: int, land: int) -> Picture:
    chart = state.board.chart
    cells = sorted({node >> 2 for node in members(chart, state.laid, cell * 4 + land)})
    squares = tuple(rectangle(*origin(chart, one), 1.0, 1.0) for one in cells)
    return board_overlay(state, (Path("fill:legal:0.32", squares, clip="land"),))


# Printable cut-outs: the chart with its pieces, tiles with their backs

MILLIMETRES = 48.0
"""Our own choice of tile side; the size of the published tiles is unknown."""
_OUT = FRAME - 0.06
"""Distance that the sheet extends beyond the spaces, in board units."""


def sea_cut_outs(body: SeaBody, discs: Mapping[str, tuple[str, str]], markers: Sequence[PieceType]) -> CutOuts:
    """Return the board without padlocks and all tiles not printed on it. `discs` are texts and sprites of events."""
    grid = grid_of(body)
    drawn = sketch(body, still=True)
    board = replace(
        drawn,
        bounds=(-_OUT, -_OUT, grid.columns + _OUT, grid.rows + _OUT),
        layers=tuple(layer for layer in drawn.layers if layer.name != "locks"),
    )
    tiles = (
        PieceType(_("hidden tiles"), tuple(_hidden(body)), back=_back("seatiles/back")),
        PieceType(_("“?” tiles"), tuple(_events(body, discs)), back=_back("seatiles/back_event")),
        PieceType(_("open tiles"), tuple(_sorted(body))),
    )
    return CutOuts(board, (*tiles, *markers), MILLIMETRES)


def unit_pieces(names: Sequence[str], style: PieceStyle, count: Callable[[int, int], int], seats: int) -> list[Piece]:
    """Return the units of all seats and the ship; `count` returns the number of a kind per seat."""
    units = [
        Piece(f"{name}, {SEAT_NAMES[seat]}", sprite_picture(sprite, seat), count(seat, kind))
        for seat in range(seats)
        for kind, (name, sprite) in enumerate(zip(names, style.units, strict=True))
    ]
    return [*units, Piece(_("Ship"), sprite_picture("seatiles/ship", 0), 1)]


def marker_type(title: str, pieces: Iterable[Piece], side: float, back: Picture | None = None) -> PieceType:
    """Return markers of this height in tile sides; those with count 0 are omitted."""
    return PieceType(title, tuple(piece for piece in pieces if piece.count > 0), side=side, back=back, is_marker=True)


def event_discs(events: Sequence[str], text: Callable[[str], str], style: PieceStyle) -> dict[str, tuple[str, str]]:
    return {event: (text(event), disc) for event, disc in zip(events, style.events[1:], strict=True)}


def _back(sprite: str) -> Picture:
    """Return a tile back whose rounded corners have the rim colour, so that inaccurate cuts show no paper."""
    ground = Path("fill:joint", (SQUARE,))
    return Picture((0, 0, 1, 1), (Layer("back", (ground, Sprite(sprite, 0.5, 0.5, 1.0)), is_still=False),))


def _name(kind: TileKind) -> str:
    return capitalize_first(kind_name(kind.name))


def _face(kind: TileKind, disc: str = "") -> Picture:
    """Return a tile without rim, so that neighbours on a sheet can be cut apart anywhere."""
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
                text, disc = discs[event]
                yield Piece(f"{_name(kind)} ? {text}", _face(kind, disc), count)


def _sorted(body: SeaBody) -> Iterator[Piece]:
    """Return the sorted tiles. Pre-placed ones are printed on the board; other bonus tiles are omitted."""
    laid = [content.tile for content in contents(body) if isinstance(content, Laid)]
    for kind in body.tiles:
        left = 0 if kind.bonus else kind.sorted - laid.count(kind.name)
        if left > 0:
            yield Piece(_name(kind), _face(kind), left)
