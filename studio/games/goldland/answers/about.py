"""What lies at a place of Goldland: tiles with their lines, adventures, camps, the temple, what is still to come."""

from __future__ import annotations

from collections import Counter

from studio.core.panel import Answer, Fact, Part
from studio.core.picture import HAND, Path, rectangle
from studio.core.text import _, begun, plural, points, seat_mark
from studio.games.goldland.drawing.country import tile_picture
from studio.games.goldland.drawing.look import PACK_TARGET, STOCK_TARGET
from studio.games.goldland.drawing.walks import over_board
from studio.games.goldland.rules import State
from studio.games.goldland.rules import actions as a
from studio.games.goldland.rules.board import Tile
from studio.games.goldland.words.places import (
    coins,
    item_name,
    kind_name,
    lie,
    line_words,
    marker_name,
    no_items,
    pieces,
    space,
    tokens,
)
from studio.games.goldland.words.reckoning import camps_on


def about(state: State, place: int, seat: int) -> Answer | None:
    """What is at a target; in this game all know the same (G1)."""
    board = state.board
    if place == HAND:
        return _held(state) if state.phase == a.P_LAY else None
    if 0 <= place - STOCK_TARGET < a.ITEMS:
        return _equipment(state, place - STOCK_TARGET)
    if 0 <= place - PACK_TARGET < a.ITEMS or not 0 <= place < board.count or place in board.void:
        return None
    if state.laid[place] >= 0:
        return _tile(state, place)
    return _temple(state) if place == board.temple else _unexplored(state, place)


def _name(tile: Tile) -> str:
    return begun(_("village") if tile.village else kind_name(tile.kind))


def _tile(state: State, cell: int) -> Answer:
    """A tile that lies: its line, its roads, who and what is on it."""
    board = state.board
    tile = board.tiles[state.laid[cell] >> 2]
    words = [f"{begun(line_words(tile))}." if line_words(tile) else _("There is nothing to gain here.")]
    if tile.kind not in (a.COAST, a.START) and (roads := lie(board.roads[state.laid[cell]])):
        words.append(f"{begun(roads)}.")
    here = [
        Fact(_("the adventurer of {who}").format(who=seat_mark(seat)), seat=seat) for seat in _standing(state, cell)
    ]
    for seat in range(state.seats):
        if number := state.camp[seat * board.count + cell]:
            words_of = plural("{n} camp of {who}", "{n} camps of {who}", number)
            here.append(Fact(words_of.format(n=number, who=seat_mark(seat)), seat=seat))
    if state.treasure[cell]:
        price = pieces(a.TREASURE_PRICE)
        here.append(Fact(_("a treasure, for {price}").format(price=price), points(a.TREASURE_VALUE), strong=True))
    parts = [Part(_("Here"), tuple(here))] if here else []
    if tile.kind < a.ADVENTURES:
        parts.append(_marker(state, tile.kind))
    if cell == board.temple:
        parts.append(Part(_("The temple"), _temple_facts(state)))
    close = tile_picture(board, state.laid[cell] >> 2, state.laid[cell] & 3)
    return Answer(
        _name(tile), space(board, cell), " ".join(words), tuple(parts), _clause(state, cell, tile), picture=close
    )


def _clause(state: State, cell: int, tile: Tile) -> str:
    if cell == state.board.temple:
        return "G14"
    return "G7" if tile.kind < a.ADVENTURES else "G10"


def _standing(state: State, cell: int) -> list[int]:
    return [seat for seat, at in enumerate(state.at) if at == cell]


def _marker(state: State, adventure: int) -> Part:
    """Who has the marker of an adventure, and who has how many camps on such tiles (G9)."""
    holder = state.marker[adventure]
    counts = {seat: camps_on(state, seat, adventure) for seat in range(state.seats)}
    order = sorted((seat for seat in counts if counts[seat] or seat == holder), key=lambda seat: -counts[seat])
    facts = [
        Fact(
            _("{who} has it").format(who=seat_mark(seat)) if seat == holder else seat_mark(seat),
            plural("{n} camp", "{n} camps", counts[seat]).format(n=counts[seat]),
            seat,
            strong=seat == holder,
        )
        for seat in order
    ]
    if holder < 0:
        facts = [Fact(_("for the first who survives it"))]
    return Part(begun(marker_name(adventure)), tuple(facts), points(state.board.numbers.markers[adventure]))


def _temple_facts(state: State) -> tuple[Fact, ...]:
    facts = [Fact(_("an amulet for everybody who comes here"), points(a.AMULET_VALUE))]
    if state.bonus:
        facts.append(Fact(_("the first ones also take from the bonus pile"), coins(state.bonus)))
    facts += [
        Fact(_("{who} has an amulet").format(who=seat_mark(seat)), seat=seat)
        for seat in range(state.seats)
        if state.amulet[seat]
    ]
    return tuple(facts)


def _temple(state: State) -> Answer:
    """The temple's space while no tile lies there (G14)."""
    words = _("The temple belongs to the tile that will be laid here.")
    return Answer(
        _("The temple"), space(state.board, state.board.temple), words, (Part("", _temple_facts(state)),), "G14"
    )


def _unexplored(state: State, cell: int) -> Answer:
    """A space without a tile: what may still come (G11)."""
    tiles = state.board.tiles
    counts = Counter(tiles[tile].kind for tile in state.hidden)
    whole = len(state.hidden)
    facts = tuple(
        Fact(
            begun(kind_name(kind)),
            _("{count} · {share} %").format(count=count, share=round(100 * count / whole)),
            share=count / whole,
        )
        for kind, count in sorted(counts.items(), key=lambda pair: -pair[1])
    )
    note = plural("{n} tile left", "{n} tiles left", whole).format(n=whole)
    words = _("Explored from a tile beside it: a land tile is laid, in any turn, and brings a discovery token.")
    title = _("{space}, unexplored").format(space=space(state.board, cell))
    return Answer(title, note, words, (Part(_("What may come next"), facts),) if facts else (), "G11")


def _held(state: State) -> Answer:
    """The land tile in hand, and where it may lie."""
    tile, columns = state.board.tiles[state.hand], state.board.columns
    cells = dict.fromkeys(action[1] for action in state.legal() if action[0] == a.LAY)
    squares = tuple(rectangle(cell % columns + 0.04, cell // columns + 0.04, 0.92, 0.92) for cell in cells)
    words = f"{begun(line_words(tile))}." if line_words(tile) else _("There is nothing to gain here.")
    shapes = [Path("dash:plate_ink:0.028:0.09:0.08", (square,)) for square in squares]
    return Answer(_name(tile), "", words, (), "G11", over_board(state, shapes))


def _equipment(state: State, item: int) -> Answer:
    """A kind of equipment in the stock, and on which laid tiles it is asked for or gained."""
    board = state.board
    laid = [board.tiles[placement >> 2] for placement in state.laid if placement >= 0]
    asked = sum(1 for tile in laid if tile.pay[item])
    shown = sum(1 for tile in laid if tile.show[item])
    gained = sum(1 for tile in laid if any(one[item] for one in tile.gains))
    facts = (
        Fact(_("laid tiles that cost it"), str(asked)),
        Fact(_("laid tiles to which it is shown"), str(shown)),
        Fact(_("laid tiles that give it"), str(gained)),
    )
    left = state.stock[item]
    note = _("{count} in stock").format(count=left) if left else no_items(item)
    words = _("One costs {price}, at any time of one's turn.").format(price=tokens(state.price()))
    return Answer(begun(item_name(item)), note, words, (Part("", facts),), "G12")
