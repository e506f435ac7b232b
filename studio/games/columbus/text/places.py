"""Names of spaces, tiles and harbours, numbers of things, and the boards of the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from studio.core.cache import text_cache
from studio.core.game import Action, BookPosition, play_moves
from studio.core.text import _, join_and, plural, quote
from studio.games.columbus.body import (
    AMERICA,
    FLORIDA,
    HOME as HOME_TOKEN,
    STANDARD_TILES,
    Body,
    Kind,
    build,
    homemade_of,
    to_canonical,
)
from studio.games.columbus.rules import State, board as a, restore, start
from studio.games.columbus.rules.board import Board

EUROPE: Final = (
    *("Galway", "Bristol", "Plymouth", "Antorff", "Dieppe", "Brest", "Nantes", "Bordeaux"),
    *("Bayona", "Bilbao", "Coruña", "Porto", "Lisboa", "Lagos", "Palos", "Cadiz"),
)
"""Harbours of the east, from the north. Those of `_FIRST_EUROPE` are used first."""
_FIRST_EUROPE = ("Palos", "Lisboa", "Bristol", "Bordeaux", "Galway", "Brest", "Porto", "Bilbao")
AMERICAS: Final = (
    *("Labrador", "Terra Noua", "Bacalaos", "Norumbega", "Cabo Cod", "Virginia", "Hatarask", "Panuco"),
    *("Iucatan", "Honduras", "Veragua", "Darien", "Cartagena", "Paria", "Guiana", "Brasil"),
)
"""Harbours of the west, from the north; Florida is named by the rules."""
_FIRST_AMERICAS = ("Honduras", "Labrador", "Darien", "Norumbega", "Paria", "Terra Noua", "Iucatan", "Veragua")


def space(board: Board, cell: int) -> str:
    return board.grid.name(cell)


# tiles


def home_name(board: Board, kind: int) -> str:
    """Return the name of a home-made kind of tile; "" for the published ones."""
    return board.homemade[kind - board.first_homemade].name if kind >= board.first_homemade else ""


def tile_name(board: Board, kind: int) -> str:
    """Return a kind of tile for titles and tooltips: "water", "letter A"."""
    return _tile_text(board, kind, quote("{name}"), _("letter {letter}"), 0)


def _tile_text(board: Board, kind: int, homemade: str, letter: str, column: int) -> str:
    """Return the text for a home-made kind or a letter, or that of a column of `_tile_names`."""
    if made := home_name(board, kind):
        return homemade.format(name=made)
    if kind >= a.T_LETTER:
        return letter.format(letter=board.letters[kind - a.T_LETTER])
    return _tile_names()[kind][column]


@text_cache()
def _tile_names() -> tuple[tuple[str, str, str], ...]:
    """Return by published kind of tile: its name, with the indefinite article, with the definite article."""
    return (
        (_("water"), _("a water tile"), _("the water tile")),
        (_("full sail"), _("a full sail"), _("the full sail")),
        (_("becalmed ship"), _("a becalmed ship"), _("the becalmed ship")),
        (_("wreck"), _("a wreck"), _("the wreck")),
        (_("cyclone"), _("a cyclone"), _("the cyclone")),
        (_("joker"), _("a joker"), _("the joker")),
        (_("whale"), _("a whale"), _("the whale")),
        (_("harbour"), _("an American harbour"), _("the American harbour")),
        (_("route"), _("a route tile"), _("the route tile")),
        (_("island"), _("an island"), _("the island")),
    )


def kind_text(body: Body, kind: str) -> str:
    """Return a kind of tile by its key; a capital letter means the letter tiles that show it."""
    if made := homemade_of(body, kind):
        return quote(made.name)
    if kind not in a.TILE_KEYS:
        return _("letter {letter}").format(letter=kind)
    texts = {"becalmed": _("becalmed"), "harbour": _("American harbour")}
    return texts.get(kind) or _tile_names()[a.TILE_KEYS.index(kind)][0]


def a_tile(board: Board, kind: int) -> str:
    """Return a tile in a sentence: "a water tile", "a letter A"."""
    return _tile_text(board, kind, _("a tile “{name}”"), _("a letter {letter}"), 1)


def the_tile(board: Board, kind: int) -> str:
    """Return a certain tile in a sentence: "the water tile", "the letter A"."""
    return _tile_text(board, kind, _("the tile “{name}”"), _("the letter {letter}"), 2)


def tile_count(board: Board, kind: int, count: int) -> str:
    """Return a number of tiles of a kind: "3 water tiles"."""
    if made := home_name(board, kind):
        return plural("{count} tile “{name}”", "{count} tiles “{name}”", count).format(count=count, name=made)
    if kind >= a.T_LETTER:
        return plural("{count} letter {letter}", "{count} letters {letter}", count).format(
            count=count, letter=board.letters[kind - a.T_LETTER]
        )
    texts = (
        plural("{count} water tile", "{count} water tiles", count),
        plural("{count} full sail", "{count} full sails", count),
        plural("{count} becalmed ship", "{count} becalmed ships", count),
        plural("{count} wreck", "{count} wrecks", count),
        plural("{count} cyclone", "{count} cyclones", count),
        plural("{count} joker", "{count} jokers", count),
        plural("{count} whale", "{count} whales", count),
        plural("{count} American harbour", "{count} American harbours", count),
        plural("{count} route tile", "{count} route tiles", count),
        plural("{count} island", "{count} islands", count),
    )
    return texts[kind].format(count=count)


def rack_text(board: Board, rack: Sequence[int]) -> str:
    """Return the tiles of a rack: "3 water tiles and 1 joker"; "nothing" if it is empty."""
    return join_and([tile_count(board, kind, count) for kind, count in enumerate(rack) if count]) or _("nothing")


def use_of(board: Board, kind: int) -> str:
    """Return what a tile does and where it fits (C3, C4, C7, C8)."""
    if kind >= board.first_homemade:
        made = board.homemade[kind - board.first_homemade]
        return _("{step}; it fits {grounds}").format(step=step_text(made.step), grounds=grounds_text(made.on))
    if kind >= a.T_LETTER:
        return _("ships sail 3 spaces from it; it fits its own letter")
    return (
        _("ships sail 2 spaces from it; it fits open water"),
        _("ships sail 4 spaces from it; it fits water or its picture"),
        _("ships stop there and sail 1 space from it; it fits water or its picture"),
        _("ships cannot enter or pass it; it fits open water"),
        _("it is placed next to the board and moves a tile"),
        _("ships sail 2 spaces from it; it replaces any tile except a wreck or acts as a cyclone"),
        _("ships sail 3 spaces from it; it fits its picture"),
        _("outbound ships stop there; it fits its picture"),
        _("ships sail 3 spaces from it; it fits its picture"),
        _("ships sail 3 spaces from it; it fits its picture"),
    )[kind]


def step_text(step: int) -> str:
    if not step:
        return _("ships cannot enter or pass it")
    return plural("ships sail {count} space from it", "ships sail {count} spaces from it", step).format(count=step)


def ground_names() -> dict[int, str]:
    """Return the kinds of space that home-made tiles may be placed on, S_…, as in a sentence."""
    return {
        a.S_WATER: _("open water"),
        a.S_ROUTE: _("the route"),
        a.S_LETTER: _("letters"),
        a.S_ISLAND: _("islands"),
        a.S_WHALE: _("whales"),
        a.S_FULL_SAIL: _("printed full sails"),
        a.S_BECALMED: _("printed becalmed ships"),
        a.S_HARBOUR: _("American harbours"),
    }


def grounds_text(on: Sequence[int]) -> str:
    """Return what a home-made tile may be placed on: "open water and islands"; "no space" for nothing."""
    return join_and([ground_names()[space] for space in on]) or _("no space")


# harbours


@text_cache(64)
def harbour_names(tokens: tuple[str, ...]) -> dict[int, str]:
    """Return the name of every harbour by its cell; harbours beyond the known names are numbered."""
    names: dict[int, str] = {}
    for token, known, first, other_name in (
        (HOME_TOKEN, EUROPE, _FIRST_EUROPE, "Portus"),
        (AMERICA, AMERICAS, _FIRST_AMERICAS, "Portus Nouus"),
    ):
        cells = [cell for cell, other in enumerate(tokens) if other == token]
        chosen = (*first, *(name for name in known if name not in first))[: len(cells)]
        sorted_names = sorted(chosen, key=known.index)  # from the north, as the cells are
        for number, cell in enumerate(cells):
            names[cell] = sorted_names[number] if number < len(sorted_names) else f"{other_name} {number + 1}"
    florida = [cell for cell, other in enumerate(tokens) if other == FLORIDA]
    for number, cell in enumerate(florida):
        names[cell] = _("Florida") + (f" {number + 1}" if number else "")
    return names


def harbour_of(board: Board, cell: int) -> str:
    """Return the name of a harbour; "" for other spaces."""
    return harbour_names(board.tokens).get(cell, "")


def place(board: Board, cell: int) -> str:
    """Return a space with the name of its harbour, if it is one: "Palos (R8)"."""
    name = harbour_of(board, cell)
    return _("{harbour} ({space})").format(harbour=name, space=space(board, cell)) if name else space(board, cell)


# numbers of things


def tiles(count: int) -> str:
    return plural("{count} tile", "{count} tiles", count).format(count=count)


def spaces(count: int) -> str:
    return plural("{count} space", "{count} spaces", count).format(count=count)


def ordinal(place: int) -> str:
    return (_("1st"), _("2nd"), _("3rd"), _("4th"), _("5th"), _("6th"))[place - 1]


# The boards of the rulebook: small maps on which real moves are played.

OPEN = ("A . . . H", " A . . W H", "F . . . H")
LANE = ("# # # # #", " A . . . H", "# # # # H")
KINDS = ("A . S B H", " A . . W H", "A R I e H")
BOX: dict[Kind, int] = dict.fromkeys(STANDARD_TILES, 9) | {"water": 30}


def _sea(
    rows: tuple[str, ...] = OPEN, tiles: Mapping[str, int] | None = None, ship: str = "", *moves: Action
) -> BookPosition[State]:
    """Return the first turn of two seats; if `tiles` are on the map, before sailing, with the first ship on `ship`."""
    body = to_canonical(Body(rows, BOX, {"E": 3} if rows is KINDS else {}, 3))
    board = build(body)
    state = play_moves(start(board, 2, {}), *((a.HARBOUR, home) for home in board.homes[:2]))
    if not tiles:
        return BookPosition(body, state)
    plain = state.dump()
    for name, kind in tiles.items():
        plain["tile"][board.grid.cell_named(name)] = kind
        plain["reserve"][kind] -= 1
    if ship:
        plain["ship"][0] = board.grid.cell_named(ship)
    plain |= {"phase": a.P_SAIL, "laid": 3}
    return BookPosition(body, play_moves(restore(board, plain), *moves))


_WAY = {"B1": a.T_WATER, "C1": a.T_WATER, "C2": a.T_WATER, "D2": a.T_WHALE}
_KINDS = {
    "B1": a.T_WATER, "C1": a.T_FULL_SAIL, "D1": a.T_BECALMED, "B2": a.T_WRECK, "C2": a.T_JOKER, "D2": a.T_WHALE,
    "B3": a.T_ROUTE, "C3": a.T_ISLAND, "D3": a.T_LETTER,
}  # fmt: skip
POSITIONS: Mapping[str, Callable[[], BookPosition[State]]] = {
    "start": lambda: _sea(),
    "laid": lambda: _sea(OPEN, {"B1": a.T_WATER, "C1": a.T_WATER, "D2": a.T_WHALE}),
    "sail-before": lambda: _sea(OPEN, _WAY, "B1"),
    "sail-after": lambda: _sea(OPEN, _WAY, "B1", (a.SAIL, 7)),
    "wreck": lambda: _sea(LANE, {"B2": a.T_WATER, "C2": a.T_WRECK, "D2": a.T_WATER}, "D2"),
    "kinds": lambda: _sea(KINDS, _KINDS),
    "america": lambda: _sea(
        OPEN, {"B2": a.T_WATER, "C2": a.T_WATER, "D2": a.T_WHALE, "A2": a.T_HARBOUR}, "C2", (a.SAIL, 5)
    ),
}
"""By the name in the rulebook."""
