"""Pictures of Entdecker: the board with units, event discs, ship, targets and move previews; spinner and cut-outs."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from studio.core import defaults
from studio.core.game import Action
from studio.core.panel import Inset
from studio.core.picture import BESIDE, Label, Layer, Outline, Path, Picture, Shape, Sprite, circle, edge_target
from studio.core.pieces import CutOuts, Piece, PieceDetail, PieceSet
from studio.core.text import _
from studio.drawing.pen import ornament_paths, sprite_picture
from studio.games.entdecker.body import Body
from studio.games.entdecker.rules import State, board as a
from studio.games.entdecker.rules.board import EVENTS
from studio.games.entdecker.rules.scoring import fare
from studio.games.entdecker.text import event_text
from studio.seatiles import forms
from studio.seatiles.drawing import piece_editor as sea
from studio.seatiles.drawing.pieces import PieceStyle, board_overlay, marker_type, price_coin, sea_cut_outs, ship_sprite
from studio.seatiles.drawing.sketch import ghost as ghost, palette as palette, sketch as sketch
from studio.seatiles.drawing.woods import STACK_TARGET, ring_place, unit_place

OWN_TARGET: Final = BESIDE + 200  # + kind: a personal tile of the seat to move (E14)
PIECE_STYLE = PieceStyle(
    ("seatiles/scout", "entdecker/fort", "seatiles/settlement"),
    (
        "",
        "seatiles/event_storm",
        "entdecker/event_hostile",
        "entdecker/event_friendly",
        "seatiles/event_pirates",
        "entdecker/event_ruins",
        "seatiles/event_gold",
    ),
)

plan = defaults.plan
rotated_hand, revealed_picture = PIECE_STYLE.rotated_hand, PIECE_STYLE.revealed_picture


def picture(state: State, seat: int) -> Picture:
    """Return the board. It is the same for every seat because nothing on it is hidden (E1)."""
    return PIECE_STYLE.match_picture(state, state.phase == a.P_START, is_idle=state.phase in (a.P_START, a.P_SPIN))


def in_hand(state: State) -> Picture | None:
    sprites = {a.P_SPIN: "entdecker/spinner", a.P_CHIP: "entdecker/chip", a.P_OVER: "common/laurel"}
    sprite = sprites.get(state.phase)
    return PIECE_STYLE.hand(state) or (sprite_picture(sprite) if sprite else None)


def target(state: State, action: Action) -> int:
    match action[0]:
        case a.START_RIM:
            return edge_target(action[1], action[2])
        case a.START_TILE | a.LAY | a.ISLAND:
            return action[1]
        case a.DRAW:
            return STACK_TARGET + action[1]
        case a.OWN:
            return OWN_TARGET + action[1]
        case a.UNIT:
            return state.ship
    return -1  # scouts are taken back with a button only, to avoid doing so by an accidental click


def preview(state: State, action: Action) -> Picture | None:
    match action[0]:
        case a.UNIT:
            return PIECE_STYLE.unit_preview(state, action[1], action[2])
        case a.START_TILE:
            return _start_preview(state, action[1])
    return PIECE_STYLE.preview(state, action)


def _start_preview(state: State, cell: int) -> Picture:
    """Return the ship in the circle of a tile, and the price at the unit of another seat there (E3)."""
    chart = state.board.chart
    shapes: list[Shape] = [ship_sprite(ring_place(chart, cell, state.laid[cell]), state.to_move, cell)]
    cost, unit = fare(state, cell)
    if unit >= 0 and cost:
        x, y = unit_place(chart, cell, state.laid[cell], state.unit_land[cell])
        shapes += price_coin(x + 0.22, y - 0.02, cost, 0.28, 0.16, cell)
    return board_overlay(state, tuple(shapes))


# Inset with the income spinner and the gold displays, one hole per gold and seat
#
# Drawn in its own units, 10 wide. The pointer shows the last spin (E2). A display has one hole per gold, up to the
# maximum of a seat (E1).

WIDTH = 10.0
ROW = 0.74
_DIAL = 1.18  # radius of the spinner
_LEFT, _RIGHT = 3.68, 9.68  # first and last hole of a display
_MANY = 24  # displays with more holes are drawn as a bar with a number


def gold_inset(state: State) -> Inset:
    note = _("season {number}").format(number=state.season) if state.season else ""
    shown = state.income if state.income and state.turn else 0
    return Inset(
        _("Income and gold"),
        note,
        purse_picture(state.board.faces, shown, tuple(state.gold), state.board.most_gold, state.first),
    )


@lru_cache(maxsize=128)
def purse_picture(faces: tuple[int, ...], shown: int, gold: tuple[int, ...], most: int, first: int) -> Picture:
    """Return spinner and displays; `shown` is the face under the pointer (0: none yet), `first` the first player."""
    height = max(2.9, 0.62 + ROW * len(gold))
    middle = height / 2
    still = (*_dial(faces, 1.42, middle),)
    lively: list[Shape] = [*_pointer(faces, shown, 1.42, middle)]
    top = middle - ROW * (len(gold) - 1) / 2
    for seat, count in enumerate(gold):
        lively += _display(seat, count, most, top + ROW * seat, seat == first)
    return Picture((0.0, 0.0, WIDTH, height), (Layer("spinner", still), Layer("gold", tuple(lively), is_still=False)))


def _point(x: float, y: float, radius: float, turn: float) -> tuple[float, float]:
    """Return a point on a circle; turns are clockwise from the top, 1 is a full circle."""
    return x + radius * math.sin(turn * math.tau), y - radius * math.cos(turn * math.tau)


def _slice(x: float, y: float, radius: float, start: float, end: float) -> Outline:
    """Return a slice of the dial, its arc approximated by short lines."""
    pieces = max(2, round((end - start) * 72))
    arc = [_point(x, y, radius, start + (end - start) * step / pieces) for step in range(pieces + 1)]
    return ((x, y), *arc) if end - start < 1 else tuple(arc)


def _dial(faces: tuple[int, ...], x: float, y: float) -> list[Shape]:
    """Return the dial: a slice for each face, alternating light and dark, in a wooden rim."""
    count = len(faces)
    shapes: list[Shape] = [
        Path("fill:shadow:0.28", (circle(x + 0.05, y + 0.09, _DIAL + 0.12),)),
        Path("fill:ring_shade", (circle(x, y, _DIAL + 0.12),)),
        Path("fill:plate", (circle(x, y, _DIAL),)),
    ]
    for index, face in enumerate(faces):
        start = (index - 0.5) / count
        style = ("fill:gold_ring:0.55", "fill:gold_ring:0.25", "fill:gold_ring:0.40")[
            2 if count % 2 and index == count - 1 else index % 2
        ]
        shapes.append(Path(style, (_slice(x, y, _DIAL, start, start + 1 / count),)))
        px, py = _point(x, y, _DIAL * 0.70, index / count)
        shapes.append(Label("bold:plate_ink", str(face), px, py, 0.52 if count <= 8 else 0.34))
    shapes.append(Path("line:ring_shade:0.05:0.9", (circle(x, y, _DIAL),)))
    return shapes


def _pointer(faces: tuple[int, ...], shown: int, x: float, y: float) -> list[Shape]:
    """Return the pointer on the spun face, or between the last and the first face."""
    count = len(faces)
    turn = faces.index(shown) / count if shown in faces else -0.5 / count
    return [
        *ornament_paths("entdecker/needle", x, y, turn=360 * turn),
        Path("fill:gold_ring", (circle(x, y, 0.13),)),
        Path("line:ring_shade:0.045", (circle(x, y, 0.13),)),
    ]


def _display(seat: int, count: int, most: int, y: float, is_first: bool) -> list[Shape]:
    """Return a row of holes with a seat's coins; the first player of the season has a golden ring."""
    shapes: list[Shape] = [Sprite("common/emblem", 3.08, y, 0.50, seat=seat)]
    if is_first:
        shapes.append(Path("line:ring_shade:0.10", (circle(3.08, y, 0.30),)))
        shapes.append(Path("line:gold_ring:0.06", (circle(3.08, y, 0.30),)))
    if most > _MANY:
        shapes.append(Sprite("common/coin", _LEFT + 0.1, y, 0.46))
        shapes.append(Label("bold:text", f"{count} / {most}", _LEFT + 0.5, y, 0.38, anchor="left"))
        return shapes
    step = (_RIGHT - _LEFT) / max(most - 1, 1)
    radius = min(0.19, step * 0.40)
    holes = tuple(circle(_LEFT + step * index, y, radius) for index in range(most))
    if holes:
        shapes.append(Path("fill:ring_shade:0.22", holes))
        shapes.append(Path("line:ring_shade:0.03:0.75", holes))
    shapes += [Sprite("common/coin", _LEFT + step * index, y, radius * 2.35) for index in range(min(count, most))]
    return shapes


# Editor picture and printable pieces

_SEATS = 4
_MARKER, _COIN = 0.45, 0.36  # heights of printed pieces in tile sides


def discs() -> dict[str, tuple[str, str]]:
    return PIECE_STYLE.discs(EVENTS, event_text)


def cut_outs(body: Body) -> CutOuts:
    """Return board, tiles and pieces to print, with enough gold to fill all displays."""
    units = body.units.scout, body.units.fort, body.units.settlement
    names = _("Scout"), _("Fort"), _("Settlement")
    chips = [Piece(_("Plant chip {value}").format(value=value),
                   sprite_picture(f"entdecker/chip_{value}" if value in "1234" else "entdecker/chip"), count)
             for value, count in body.chips.items()]  # fmt: skip
    small = [
        Piece(_("Coin"), sprite_picture("common/coin"), max(0, body.gold.cap) * _SEATS),
        *chips,
        Piece(_("Ruins"), sprite_picture("entdecker/event_ruins"), body.ruins),
    ]
    markers = PIECE_STYLE.unit_pieces(names, lambda _seat, kind: units[kind].count, _SEATS)
    return sea_cut_outs(
        body, discs(), (marker_type(_("units"), markers, _MARKER), marker_type(_("coins and chips"), small, _COIN))
    )


# Tiles in the piece editor: those of any sea, with the events of this game

patterns, missing_pieces = sea.patterns, sea.missing_pieces
add_pieces, duplicate_piece = forms.add_pieces, forms.duplicate_piece
remove_piece, import_pieces = forms.remove_piece, forms.import_pieces


def pieces(body: Body) -> PieceSet:
    return sea.sea_pieces(body, discs())


def piece_detail(body: Body, piece: str, turn: int) -> PieceDetail:
    return sea.sea_piece_detail(body, piece, turn, discs(), has_bonus=False)
