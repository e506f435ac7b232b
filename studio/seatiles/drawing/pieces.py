"""Pieces on the chart during a match: event discs, units, the ship, bright lanes and move previews.

The static layers of the chart are built once per set of placed tiles and shared; the few shapes above are rebuilt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

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
from studio.seatiles.rules.position import SeaPosition
from studio.seatiles.text import kind_name

SHIP_SIZE = 0.54
DISC_SIZE = 0.31
UNIT_SIZES = (0.42, 0.43, 0.46)  # by kind, weakest first
AT_PORT = 0.20
NEAR = 2  # distance from the ship, in tiles, within which routes are drawn bright


@text_cache(12)
def base_chart(chart: Chart, laid: tuple[int, ...]) -> tuple[Sea, Picture]:
    """Return the chart with its placed tiles only."""
    sea = sea_of(chart, laid)
    return sea, chart_picture(sea, quiet_routes=True)


class PieceStyle(NamedTuple):
    """Sprites of a game's units by kind, and of its events by number; event 0 has none."""

    units: tuple[str, str, str]
    events: tuple[str, ...]

    def match_picture(
        self, s: SeaState, is_choosing_start: bool, is_idle: bool, text: Callable[[int], str] = lambda _cell: ""
    ) -> Picture:
        """Return the board: bright lanes near the ship or its possible starts, a frame on the last tile, the pieces.

        `is_idle`: the ship is where the last expedition ended. `text` returns the label of the unit on a cell.
        """
        is_over = s.to_move == OVER
        bright = _tiles_at_ship(s)
        if is_choosing_start and s.to_move >= 0:
            bright = [action[1] for action in s.legal() if action[0] == s.board.numbers.start_tile]
        sea, still = base_chart(s.board.chart, tuple(s.laid))
        trail: tuple[Shape, ...] = ()
        if s.laid_turn and s.ship >= 0 and not is_over:
            x, y = origin(s.board.chart, s.ship)
            trail = (Path("line:keyline:0.018:0.55", (rectangle(x + 0.018, y + 0.018, 0.964, 0.964),), s.ship),)
        lively = (
            Layer("lanes", lanes(sea, bright), is_still=False),
            Layer("trail", trail, is_still=False),
            Layer("pieces", self._pieces(s, -1 if is_idle or is_over else s.active, is_idle, text), is_still=False),
        )
        return replace(still, layers=still.layers + lively)

    def _pieces(self, s: SeaState, ship_seat: int, faded: bool, text: Callable[[int], str]) -> tuple[Shape, ...]:
        """Return discs, units and the ship, southern ones in front."""
        chart, laid = s.board.chart, s.laid
        shapes: list[tuple[float, Shape]] = []
        for cell, event in enumerate(s.event):
            if event and laid[cell] >= 0:
                x, y = disc_place(chart, cell, laid[cell])
                shapes.append((y - 0.5, Sprite(self.events[event], x, y, DISC_SIZE, cell)))
        for cell, unit in enumerate(s.unit):
            if unit >= 0:
                foot = unit_place(chart, cell, laid[cell], s.unit_land[cell])
                shapes.append((foot[1], self._unit(foot, unit, cell, text(cell))))
        place: Point | None = None
        if s.ship >= 0 and laid[s.ship] >= 0:
            place = ring_place(chart, s.ship, laid[s.ship])
        elif s.ship_rim >= 0:
            place = point_outside_edge(chart, s.ship_rim >> 2, s.ship_rim & 3, AT_PORT)
        if place is not None:
            shapes.append((place[1] + 0.15, ship_sprite(place, ship_seat, s.ship)._replace(is_faded=faded)))
        shapes.sort(key=lambda item: item[0])
        return tuple(shape for _y, shape in shapes)

    def _unit(self, foot: Point, unit: int, cell: int, text: str) -> Sprite:
        """Return a unit (seat * 3 + kind) with its foot at a point."""
        seat, kind = divmod(unit, 3)
        size = UNIT_SIZES[kind]
        return Sprite(self.units[kind], foot[0], foot[1] - size * 0.42, size, cell, seat, text=text)

    def hand(self, s: SeaPosition) -> Picture | None:
        return None if s.hand is None else self._face(s, *s.hand)

    def rotated_hand(self, s: SeaPosition, action: Action) -> Picture | None:
        """Return the tile in hand as rotated by an action; None for other actions."""
        if s.hand is None or action[0] != s.board.numbers.lay:
            return None
        return self._face(s, *s.hand, s.board.chart.placements[action[2]].turn)

    def revealed_picture(self, s: SeaPosition, outcome: Action) -> Picture | None:
        """Return the tile revealed by an outcome; None for other outcomes."""
        return self._face(s, outcome[1], outcome[2]) if outcome[0] == s.board.numbers.front else None

    def _face(self, s: SeaPosition, kind: int, event: int, turn: int = 0) -> Picture:
        """Return a tile with its "?" event on top, after quarter turns clockwise."""
        one = s.board.chart.kinds[kind]
        over: tuple[Shape, ...] = ()
        if event:
            x, y = disc_spot(lands_of_shape(one.shape, turn))
            over = (Sprite(self.events[event], x, y, 0.36),)
        return tile_picture(one.shape, turn, one.bonus, over, own_picture=one.picture)

    def preview(self, s: SeaPosition, action: Action) -> Picture | None:
        """Return the preview of placing a tile, starting at the border or choosing an island, else None."""
        chart, numbers = s.board.chart, s.board.numbers
        if action[0] == numbers.lay:
            cell, placement = action[1], chart.placements[action[2]]
            kind = chart.kinds[placement.kind]
            sea, _picture = base_chart(chart, tuple(s.laid))
            over: tuple[Shape, ...] = ()
            if s.hand is not None and s.hand[1]:
                (x, y), (px, py) = origin(chart, cell), disc_spot(placement.land)
                over = (Sprite(self.events[s.hand[1]], x + px, y + py, DISC_SIZE, cell),)
            return ghost_picture(sea, cell, Tile(placement.land, kind.bonus, kind.picture), over)
        if action[0] == numbers.start_rim:
            _start, cell, side = action
            place = point_outside_edge(chart, cell, side, AT_PORT)
            shapes: list[Shape] = [ship_sprite(place, s.to_move, cell)]
            if toll := chart.rim[cell * 4 + side]:
                shapes.append(Sprite(f"common/coin_{toll}", place[0] + 0.30, place[1] + 0.12, 0.24, cell))
            return board_overlay(s, tuple(shapes))
        if action[0] == numbers.island:
            cells = sorted({node >> 2 for node in members(chart, s.laid, action[1] * 4 + action[2])})
            squares = tuple(rectangle(*origin(chart, one), 1.0, 1.0) for one in cells)
            return board_overlay(s, (Path("fill:legal:0.32", squares, clip="land"),))
        return None

    def unit_preview(self, s: SeaPosition, kind: int, land: int, text: str = "") -> Picture:
        """Return a unit of the seat to move on a land of the tile with the ship."""
        foot = unit_place(s.board.chart, s.ship, s.laid[s.ship], land)
        return board_overlay(s, (self._unit(foot, s.to_move * 3 + kind, s.ship, text),))

    def discs(self, events: Sequence[str], text: Callable[[str], str]) -> dict[str, tuple[str, str]]:
        """Return text and sprite by event."""
        return {event: (text(event), disc) for event, disc in zip(events, self.events[1:], strict=True)}

    def unit_pieces(self, names: Sequence[str], count: Callable[[int, int], int], seats: int) -> list[Piece]:
        """Return the units of all seats and the ship to print; `count` returns the number of a kind per seat."""
        units = [
            Piece(f"{name}, {SEAT_NAMES[seat]}", sprite_picture(sprite, seat), count(seat, kind))
            for seat in range(seats)
            for kind, (name, sprite) in enumerate(zip(names, self.units, strict=True))
        ]
        return [*units, Piece(_("Ship"), sprite_picture("seatiles/ship", 0), 1)]


def _tiles_at_ship(s: SeaPosition) -> list[int]:
    """Return the placed tiles whose routes touch the ship."""
    laid, chart = s.laid, s.board.chart
    if s.ship < 0 or laid[s.ship] < 0:
        return []
    found = edge = {s.ship}
    for _step in range(NEAR):
        around = (chart.over_sea[cell * 16 + chart.placements[laid[cell]].edges] for cell in edge)
        edge = {other for others in around for other in others if laid[other] >= 0} - found
        found = found | edge
    return sorted(found)


def ship_sprite(place: Point, seat: int, cell: int) -> Sprite:
    """Return the ship in a circle or at a harbour."""
    return Sprite("seatiles/ship", place[0], place[1] - 0.10, SHIP_SIZE, cell, seat)


def board_overlay(s: SeaPosition, shapes: tuple[Shape, ...]) -> Picture:
    """Return shapes that replace the whole board."""
    _sea, still = base_chart(s.board.chart, tuple(s.laid))
    return Picture(still.bounds, (Layer("ghost", shapes, is_still=False),), clips=still.clips)


def price_coin(x: float, y: float, gold: int, size: float, letters: float, cell: int) -> list[Shape]:
    """Return a coin with its amount; above five a number is shown."""
    if 1 <= gold <= 5:
        return [Sprite(f"common/coin_{gold}", x, y, size, cell)]
    return [Sprite("common/coin", x, y, size, cell), Label("bold:coin_text", str(gold), x, y, letters, cell)]


# Printable cut-outs: the chart with its pieces, tiles with their backs

MILLIMETRES = 48.0  # our own choice of tile side; the size of the published tiles is unknown
_OUT = FRAME - 0.06  # distance that the sheet extends beyond the spaces, in board units


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


def marker_type(title: str, pieces: Iterable[Piece], side: float, back: Picture | None = None) -> PieceType:
    """Return markers of this height in tile sides; those with count 0 are omitted."""
    return PieceType(title, tuple(piece for piece in pieces if piece.count > 0), side=side, back=back, is_marker=True)


def _back(sprite: str) -> Picture:
    """Return a tile back whose rounded corners have the rim colour, so that inaccurate cuts show no paper."""
    ground = Path("fill:joint", (SQUARE,))
    return Picture((0, 0, 1, 1), (Layer("back", (ground, Sprite(sprite, 0.5, 0.5, 1.0)), is_still=False),))


def _name(kind: TileKind) -> str:
    return capitalize_first(kind_name(kind.name))


def _face(kind: TileKind, disc: str = "") -> Picture:
    """Return a tile without rim, so that neighbours on a sheet can be cut apart anywhere."""
    over = (Sprite(disc, *disc_spot(lands_of_shape(kind.shape)), 0.34),) if disc else ()
    return tile_picture(kind.shape, 0, kind.bonus, over, is_framed=False, own_picture=kind.picture)


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
    """Return the sorted tiles. Pre-placed ones are printed on the board; other bonus tiles are omitted."""
    laid = [content.tile for content in contents(body) if isinstance(content, Laid)]
    for kind in body.tiles:
        left = 0 if kind.bonus else kind.sorted - laid.count(kind.name)
        if left > 0:
            yield Piece(_name(kind), _face(kind), left)
