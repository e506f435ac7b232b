"""The rack of a seat as a picture: its tiles by kind on the wood before it, backs for all others (C1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from studio.core.panel import Inset
from studio.core.picture import BESIDE, Layer, Path, Picture, Shape, Sprite, Target
from studio.core.text import _, begun, seat_mark
from studio.games.columbus.drawing import look
from studio.games.columbus.drawing.printed import hexagon_at
from studio.games.columbus.drawing.tile_faces import face, tile_shapes
from studio.games.columbus.rules import State
from studio.games.columbus.rules import actions as a
from studio.games.columbus.rules.laying import limit
from studio.games.columbus.words.places import tile_name, tiles, use_of

RACK_TARGET: Final = BESIDE
"""+ place: a tile on the rack, counted from the left."""
PITCH = 1.07
_TOP, _HIGH = 0.66, 1.27
_RAISED = 0.07
ORDER = (
    *(a.T_WATER, a.T_FULL_SAIL, a.T_WHALE, a.T_ISLAND, a.T_ROUTE, a.T_HARBOUR),
    *(a.T_BECALMED, a.T_WRECK, a.T_CYCLONE, a.T_JOKER),
)
"""The kinds of tile as they lie on the rack, the letters and the home-made ones after the pictures."""


def rack_of(state: State, seat: int) -> Inset:
    """What lies before the seat that looks: its own tiles; backs only for who has no rack (EVERYBODY)."""
    owner = seat if seat >= 0 else state.active
    size = max(state.board.rack, state.rack_size[owner])
    if seat < 0:
        return Inset(seat_mark(owner), tiles(state.rack_size[owner]), _backs(size, state.rack_size[owner]))
    return Inset(_("Rack of {who}").format(who=seat_mark(seat)), _note(state, seat), _tiles(state, seat, size))


def placed_kinds(state: State, seat: int) -> list[int]:
    """The kinds of the tiles on the rack by place from the left, the one in hand among them (`held`)."""
    hand = held(state, seat)
    return [kind for kind in _order(state) for _tile in range(state.rack[seat][kind] + (kind == hand))]


def held(state: State, seat: int) -> int:
    """The kind of the tile in a seat's hand, or NO_TILE: it is raised at the first place of its kind."""
    return state.hand if state.to_move == seat == state.active and state.phase == a.P_PLACE else a.NO_TILE


def place_of(state: State, kind: int) -> int:
    """The first place of the active seat's rack with a tile of a kind, or -1."""
    kinds = placed_kinds(state, state.active)
    return kinds.index(kind) if kind in kinds else -1


def _order(state: State) -> list[int]:
    board, pictures = state.board, ORDER.index(a.T_BECALMED)
    letters, homemade = range(a.T_LETTER, board.first_homemade), range(board.first_homemade, len(board.tiles))
    return [*ORDER[:pictures], *letters, *homemade, *ORDER[pictures:]]


def _note(state: State, seat: int) -> str:
    if state.active == seat and state.to_move == seat and state.phase in (a.P_LAY, a.P_PLACE, a.P_FREE):
        left = limit(state) - state.laid
        return _("{left} to lay").format(left=left) if not state.discovered else _("up to {left}").format(left=left)
    return ""


def _tiles(state: State, seat: int, size: int) -> Picture:
    """The tiles face up; those that cannot be laid now are in the shade, the one in hand is raised.

    The places keep their targets while a tile is in hand: a click on another one means that one instead.
    """
    board, kinds = state.board, placed_kinds(state, seat)
    at_work = state.to_move == seat == state.active
    raised = kinds.index(hand) if (hand := held(state, seat)) != a.NO_TILE else -1
    choosing = at_work and state.phase in (a.P_LAY, a.P_FREE)
    able = {action[1] for action in state.legal() if action[0] == a.TAKE} if choosing else set(kinds)
    shapes: list[Shape] = [_hollow(place) for place in range(len(kinds), size)]
    spots: list[Target] = []
    for place, kind in enumerate(kinds):
        x, y = _centre(place)
        shown = face(board, kind)
        if place == raised:
            y -= _RAISED
            shapes += tile_shapes(-1, (x, y), *shown)
            shapes.append(Path("sea_own", (hexagon_at((x, y), 0.94),)))
            spots.append(Target(RACK_TARGET + place, hexagon_at((x, y), 0.97), _("Back to the rack")))
            continue
        shapes += tile_shapes(-1, (x, y), *shown)
        if kind not in able or raised >= 0:
            shade = "fill:sea_gold_ink:0.40" if raised >= 0 else "fill:sea_gold_ink:0.55"
            shapes.append(Path(shade, (hexagon_at((x, y + 0.015), 1.0),)))
        tip = _("{tile}: {use}").format(tile=begun(tile_name(board, kind)), use=use_of(board, kind))
        spots.append(Target(RACK_TARGET + place, hexagon_at((x, y), 0.97), tip))
    return Picture(_bounds(size), (Layer("rack", tuple(shapes), still=False),), tuple(spots))


@lru_cache(maxsize=64)
def _backs(size: int, count: int) -> Picture:
    shapes: list[Shape] = [_hollow(place) for place in range(count, size)]
    shapes += [Sprite(look.BACK, *_centre(place), look.TILE_SIZE) for place in range(count)]
    return Picture(_bounds(size), (Layer("rack", tuple(shapes), still=False),))


def _hollow(place: int) -> Path:
    return Path("fill:sea_gold_ink:0.30", (hexagon_at(_centre(place), 0.92),))


def _centre(place: int) -> tuple[float, float]:
    return 0.55 + place * PITCH, _TOP


def _bounds(size: int) -> tuple[float, float, float, float]:
    return 0.0, 0.0, 1.10 + (size - 1) * PITCH, _HIGH
