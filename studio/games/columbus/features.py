"""Further features of a position for a seat, whose weight is 0 unless one is learned: what a good player looks at.

All values are shares (of a rack, of a map's longest way, of the spaces near a ship), so that they mean the same on
every map and with any number of seats. Only the seat's own rack is used; all else is open to everybody (C1).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from operator import or_

from studio.games.columbus.rules import board as a
from studio.games.columbus.rules.board import T_JOKER, Board, spread
from studio.games.columbus.rules.position import Position, distance, is_last, limit, open_for, reach

_NEAR = 3  # spaces to what is near a ship: about one turn
_DISC = 36  # spaces so near on open sea
_RACE = 6.0  # turns between two ships that count as the largest lead

BOTH = (  # of the seat, and the mean of its rivals at sea
    "near_goal",  # 1 at its goal, 0 as far from it as the farthest home harbour from America
    "pace",  # spaces it can sail from its tile, of the most from any
    "is_last",  # whether it may go one space further (C9)
    "reach",  # spaces where its voyage can end now, of those near
    "goal_in_reach",
    "sea_beside",  # spaces beside it that ships can enter, of six
    "blocked",  # blocked turns in a row, of those after which it may move a tile (C11)
    "rack_size",  # tiles on the rack, of a full one
    "known_jokers",  # jokers on it that all know of, of all jokers
    "ships_near",  # other ships near it, of all others
    "sea_ahead",  # of the spaces near it that are nearer to its goal: those that ships can enter
    "gaps_ahead",  # … empty ones
    "closed_ahead",  # … wrecks and other tiles that close the sea
    "calm_ahead",  # … becalmed ships
    "fast_ahead",  # … full sails
    "pictures_ahead",  # … tiles from which ships sail three spaces
    "jokers_ahead",  # … jokers that could be swapped
)
_PICTURES = {a.T_WHALE: "whales", a.T_HARBOUR: "harbours", a.T_ROUTE: "routes", a.T_ISLAND: "islands"}
OWN = (
    *_PICTURES.values(),  # tiles on the rack, of a full one
    "letters",
    "kinds",  # different tiles on the rack
    "playable",  # tiles on the rack that fit somewhere
    "fit_ahead",  # tiles on the rack that fit an empty space ahead
    "gaps_held",  # empty spaces ahead for which the rack has a tile, of those near
    "swaps",  # jokers that it can take for a tile of its rack (C6), of all jokers
    "to_place",  # tiles it can still place this turn, of a turn's
    "to_sail",  # whether it can still sail this turn
    "race",  # turns ahead of the first rival on the same leg, from -1 to 1
    "is_ahead",  # whether no rival is nearer to coming home
    "late",  # not yet in America although another ship was
    "goals_open",  # spaces of its goal that ships can enter, of all of them
)
EARLY = ("path", "stride", "leader_path", *[f"rack_{kind}" for kind in range(T_JOKER + 1)])
"""Basic features that also count times the part of the tiles that is still to be drawn."""


def more_values(s: Position, seat: int, basic: Mapping[str, float], goals: Mapping[int, int]) -> list[float]:
    """Return the values of the further features from those of the basic ones; 0 while harbours are being chosen.

    `goals` are the goals by seat at sea.
    """
    if not s.turn:
        return [0.0] * (2 * len(BOTH) + len(OWN) + len(EARLY))
    rows = {owner: _row(s, owner, cells) for owner, cells in goals.items()}
    rivals = [row for owner, row in rows.items() if owner != seat] or [[0.0] * len(BOTH)]
    drawn = sum(s.board.tiles) - s.seats * s.board.rack
    early = min(1.0, s.reserve_size / drawn) if drawn > 0 else 0.0
    return [
        *rows[seat],
        *[sum(column) / len(rivals) for column in zip(*rivals, strict=True)],
        *_own(s, seat, goals[seat], basic, len(rows) > 1),
        *[early * basic[key] for key in EARLY],
    ]


def _row(s: Position, seat: int, goals: int) -> list[float]:
    """Return the values of `BOTH` for a ship at sea."""
    board, ship = s.board, s.ship[seat]
    near, ahead = _around(s, seat, goals)
    spaces = ahead.bit_count() or 1
    found = reach(s, seat)
    steps = _steps(board, goals)[ship]
    pictures = 0
    for kind, cells in enumerate(s.on):
        if cells and board.steps[kind] == a.STEP_OF_PICTURES:
            pictures |= cells
    return [
        max(-1.0, 1.0 - steps / _span(board)),
        distance(s, seat) / (1 + max(board.steps)),
        float(is_last(s, seat)),
        found.bit_count() / _DISC,
        float(bool(found & goals)),
        (board.beside[ship] & s.sea).bit_count() / 6,
        s.blocked[seat] / a.BLOCKED_TURNS,
        s.rack_size[seat] / (board.rack or 1),
        s.known[seat] / (board.tiles[T_JOKER] or 1),
        (near & s.ships).bit_count() / (s.seats - 1),
        (ahead & s.sea).bit_count() / spaces,
        (ahead & s.free).bit_count() / spaces,
        (ahead & ~s.sea & ~s.free).bit_count() / spaces,
        (ahead & s.on[a.T_BECALMED]).bit_count() / spaces,
        (ahead & s.on[a.T_FULL_SAIL]).bit_count() / spaces,
        (ahead & pictures).bit_count() / spaces,
        (ahead & s.on[T_JOKER] & ~s.ships).bit_count() / spaces,
    ]


def _own(s: Position, seat: int, goals: int, basic: Mapping[str, float], has_rivals: bool) -> list[float]:
    """Return the values of `OWN`."""
    board, rack = s.board, s.rack[seat]
    whole = board.rack or 1
    _near, ahead = _around(s, seat, goals)
    gaps = ahead & s.free
    playable = fit = held = 0
    for kind, count in enumerate(rack):
        if count:
            playable += count * (kind == a.T_CYCLONE or open_for(s, kind) != 0)
            if board.fits[kind] & gaps:
                fit += count
                if kind != T_JOKER:
                    held |= board.fits[kind] & gaps
    swaps, jokers = 0, s.on[T_JOKER] & ~s.ships
    while jokers:
        cell = jokers.bit_length() - 1
        jokers ^= 1 << cell
        swaps += rack[board.picture[cell]] > 0
    is_active = s.active == seat
    race = is_first = 0.0
    if has_rivals:
        lead = basic["leader_path"] - basic["path"]
        if basic["outward"] == basic["leader_outward"]:
            race = max(-1.0, min(1.0, lead / _RACE))
            is_first = float(lead >= 0)
        else:
            is_first = basic["leader_outward"]
    return [
        *[rack[kind] / whole for kind in _PICTURES],
        sum(rack[a.T_LETTER : board.first_homemade]) / whole,
        sum([count > 0 for count in rack]) / whole,
        playable / whole,
        fit / whole,
        held.bit_count() / _DISC,
        swaps / (board.tiles[T_JOKER] or 1),
        max(0, limit(s) - s.laid) / limit(s) if is_active else 0.0,
        float(is_active and not s.sailed),
        race,
        is_first,
        float(s.discovered and s.voyage[seat] == a.OUTBOUND),
        (goals & s.sea).bit_count() / (goals.bit_count() or 1),
    ]


def _around(s: Position, seat: int, goals: int) -> tuple[int, int]:
    """Return the spaces near a ship, without its own, and those of them that are nearer to its goals."""
    board, ship = s.board, s.ship[seat]
    near = _disc(board, ship)
    levels = _levels(board, goals)
    steps = _steps(board, goals)[ship]
    return near, near & levels[min(steps, len(levels)) - 1] if steps else 0


@lru_cache(maxsize=4096)
def _disc(board: Board, cell: int) -> int:
    """Return the spaces within `_NEAR` spaces of one, without it."""
    found = 1 << cell
    for _space in range(_NEAR):
        found |= spread(board, found)
    return found & _spaces(board) & ~(1 << cell)


@lru_cache(maxsize=64)
def _levels(board: Board, goals: int) -> list[int]:
    """Return by number of steps the spaces from which some goal is that near, whatever is on the spaces between."""
    rings, left = [goals], _spaces(board) & ~goals
    while rings[-1]:
        rings.append(spread(board, rings[-1]) & left)
        left &= ~rings[-1]
    return list(accumulate(rings[:-1], or_)) or [0]


@lru_cache(maxsize=64)
def _steps(board: Board, goals: int) -> list[int]:
    """Return the number of steps from each space to the nearest goal; the number of spaces if there is no way."""
    levels = _levels(board, goals)
    return [
        next((steps for steps, cells in enumerate(levels) if cells >> cell & 1), board.count)
        for cell in range(board.count)
    ]


@lru_cache(maxsize=4)
def _span(board: Board) -> int:
    """Return the steps from the home harbour that is farthest from America."""
    steps = _steps(board, board.america)
    return max([steps[home] for home in board.homes if steps[home] < board.count], default=1) or 1


@lru_cache(maxsize=4)
def _spaces(board: Board) -> int:
    """Return all spaces but land."""
    return board.fits[T_JOKER] | board.printed
