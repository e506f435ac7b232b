"""Names of spaces, equipment, adventures and tile lines of Goldland, and the boards of its rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from studio.core.cache import text_cache
from studio.core.game import Action, BookPosition
from studio.core.grid import column_name
from studio.core.text import _, capitalize_first, join_and, join_clauses, join_or, plural
from studio.games.goldland.body import build
from studio.games.goldland.layout_reading import COAST, TILES, land_from_text
from studio.games.goldland.rules import State, board as a, restore, start
from studio.games.goldland.rules.board import Board, Tile


def space(board: Board, cell: int) -> str:
    row, column = divmod(cell, board.columns)
    return f"{column_name(column)}{row + 1}"


def side_name(side: int) -> str:
    return (_("north"), _("east"), _("south"), _("west"))[side]


# Equipment


def items_text(item: int, count: int) -> str:
    text = (
        plural("{count} provision", "{count} provisions", count),
        plural("{count} rope", "{count} ropes", count),
        plural("{count} rifle", "{count} rifles", count),
        plural("{count} shovel", "{count} shovels", count),
        plural("{count} wood", "{count} wood", count),
        plural("{count} pearl", "{count} pearls", count),
        plural("{count} fishing rod", "{count} fishing rods", count),
    )
    return text[item].format(count=count)


def item_name(item: int) -> str:
    return (_("provisions"), _("ropes"), _("rifles"), _("shovels"), _("wood"), _("pearls"), _("fishing rods"))[item]


def no_items(item: int) -> str:
    return (
        _("no provision"),
        _("no rope"),
        _("no rifle"),
        _("no shovel"),
        _("no wood"),
        _("no pearl"),
        _("no fishing rod"),
    )[item]


def pieces_text(counts: Sequence[int]) -> str:
    """Return "2 rifles and 1 rope", "nothing" if there are none."""
    return join_and([items_text(item, count) for item, count in enumerate(counts) if count]) or _("nothing")


# Counts


def coins_text(count: int) -> str:
    return plural("{count} coin", "{count} coins", count).format(count=count)


def tokens_text(count: int) -> str:
    return plural("{count} discovery token", "{count} discovery tokens", count).format(count=count)


def steps_text(count: int) -> str:
    return plural("{count} step", "{count} steps", count).format(count=count)


def treasures_text(count: int) -> str:
    return plural("{count} treasure", "{count} treasures", count).format(count=count)


def camps_text(count: int) -> str:
    return plural("{count} camp", "{count} camps", count).format(count=count)


# Tiles


@text_cache()
def _kind_names() -> tuple[tuple[str, str, str, str], ...]:
    """Return by kind of tile: one tile, one with its article, all tiles, and the marker of an adventure."""
    return (
        (_("bandits"), _("the bandits"), _("bandits"), _("bandit marker")),
        (_("pumas"), _("the pumas"), _("pumas"), _("puma marker")),
        (_("desert"), _("the desert"), _("deserts"), _("desert marker")),
        (_("mountains"), _("the mountains"), _("mountains"), _("mountain marker")),
        (_("canyon"), _("the canyon"), _("canyons"), _("canyon marker")),
        (_("lake"), _("the lake"), _("lakes"), _("lake marker")),
        (_("natives"), _("the natives"), _("natives"), _("natives’ marker")),
        (_("plain"), _("the plain tile"), "", ""),
        (_("coast"), _("the coast tile"), "", ""),
        (_("start"), _("the start tile"), "", ""),
    )


def kind_name(kind: int) -> str:
    return _kind_names()[kind][0]


def kind_text(kind: str) -> str:
    """Return the heading of a kind of tile by its key."""
    return capitalize_first(kind_name(a.KIND_KEYS.index(kind)))


def the_tile(tile: Tile) -> str:
    """Return a tile with its article: "the desert", "the plain tile", "the village"."""
    return _("the village") if tile.village else _kind_names()[tile.kind][1]


def tiles_of(adventure: int) -> str:
    return _kind_names()[adventure][2]


def marker_name(adventure: int) -> str:
    return _kind_names()[adventure][3]


def place(board: Board, laid: Sequence[int], cell: int) -> str:
    """Return "C4", or "the desert on C4" for an adventure."""
    name = space(board, cell)
    if laid[cell] < 0 or board.kind_at(laid[cell]) >= a.ADVENTURES:
        return name
    return _("{tile} on {space}").format(tile=the_tile(board.tiles[laid[cell] >> 2]), space=name)


def line_text(tile: Tile) -> str:
    """Return the line of a tile: "pay 2 rifles for 2 pearls", "show 1 shovel for 2 wood or 2 ropes", "" for none."""
    parts = []
    gain = join_or([pieces_text(one) for one in tile.gains])
    if any(tile.pay):
        red = _("pay {pieces}").format(pieces=pieces_text(tile.pay))
        if gain and not any(tile.show):
            red = _("pay {pieces} for {gain}").format(pieces=pieces_text(tile.pay), gain=gain)
        parts.append(red)
    if gain and any(tile.show):
        parts.append(_("show {pieces} for {gain}").format(pieces=pieces_text(tile.show), gain=gain))
    elif gain and not any(tile.pay):
        parts.append(_("gain {gain}").format(gain=gain))
    if tile.treasure:
        parts.append(_("a treasure for {price}").format(price=pieces_text(a.TREASURE_PRICE)))
    return join_clauses(parts)


def tile_title(tile: Tile) -> str:
    """Return a tile with its line: "canyon (pay 1 rope and 1 wood)"."""
    text = line_text(tile)
    name = _("village") if tile.village else kind_name(tile.kind)
    return _("{tile} ({line})").format(tile=name, line=text) if text else name


def orientation_text(exits: int) -> str:
    """Return the rotation of a tile by its exits, "" if all sides are open."""
    if exits == 15:
        return ""
    blocked = [side_name(side) for side in range(4) if not exits >> side & 1]
    if len(blocked) == 1:
        return _("blocked on the {side} side").format(side=blocked[0])
    if len(blocked) == 4:
        return _("blocked on all sides")
    roads = [side_name(side) for side in range(4) if exits >> side & 1]
    return _("open to the {sides}").format(sides=join_and(roads))


# Boards of the rulebook: small layouts on which real moves are played

D2, C3, D3 = 7, 10, 11  # space numbers of the example layout


def _land(
    *rows: str, at: str = "", tiles: Mapping[str, Mapping[str, str]] | None = None, **more: object
) -> BookPosition[State]:
    """Return the first turn of two seats on the layout of these rows; `at` is the first adventurer's space."""
    body = land_from_text(*rows, tiles=tiles)
    board = build(body)
    plain = start(board, 2, {}).dump() | more
    if at:
        plain["at"][0] = (ord(at[0]) - 65) + (int(at[1:]) - 1) * board.columns
    return BookPosition(body, restore(board, plain))


def _inland(token: str) -> tuple[str, ...]:
    """Return the example layout with a land tile next to the coast, on C3."""
    return COAST[0], COAST[1], f".  .  {token} C4", COAST[3]


_TO_D3: Action = (a.STEP, D3, a.FREE)
_PAID = ((a.HAND_OVER,),) * 4
_DRAWN = (_TO_D3, (a.EXPLORE,), (a.TILE, next(n for n, tile in enumerate(TILES) if tile.name == "L1")))
_OTHERS = {"L3": {"kind": "lake", "pay": "2 wood"}, "L4": {"kind": "bandits", "pay": "2 rifle", "show": ""}}
"""Kinds that the example layout lacks."""
POSITIONS: Mapping[str, Callable[[], BookPosition[State]]] = {
    "start": lambda: _land(*COAST),
    "move": lambda: _land(*COAST).after(_TO_D3, (a.STEP, D2, a.FREE)),
    "crossing": lambda: _land(*_inland("L1/1")).after(_TO_D3, (a.STEP, C3, a.CROSS), *_PAID),
    "camp": lambda: _land(*_inland("N1")).after(_TO_D3, (a.STEP, C3, a.PAY), (a.PITCH,)),
    "explore-before": lambda: _land(*COAST).after(*_DRAWN),
    "explore-after": lambda: _land(*COAST).after(*_DRAWN, (a.LAY, C3, 0)),
    "treasure": lambda: _land(*_inland("D1"), at="D3"),
    "kinds": lambda: _land("L1 D1 P1 E1", "M1 Y1 N1 C3", "L3 L4 .  C4", COAST[3], tiles=_OTHERS),
    "temple": lambda: _land("L1 L2 .  E1", *COAST[1:], at="A1", amulet=[1, 0]),
}
"""Positions by their name in the rulebook."""
