"""Details of places of Goldland (tiles, adventures, camps, temple, stack), and why a move there is illegal."""

from __future__ import annotations

from collections import Counter, deque

from studio.core.panel import Fact, FactGroup, IllegalReason, PlaceInfo
from studio.core.picture import HAND, Path, edge_target, rectangle
from studio.core.text import _, capitalize_first, join_and, plural, points_text, seat_mark
from studio.games.goldland.drawing.picture import plan, target, tile_picture
from studio.games.goldland.drawing.pieces import PACK_TARGET, STOCK_TARGET, board_overlay
from studio.games.goldland.rules import State, board as a
from studio.games.goldland.rules.board import Tile
from studio.games.goldland.text import camps_on, clause
from studio.games.goldland.text.places import (
    coins_text,
    item_name,
    items_text,
    kind_name,
    line_text,
    marker_name,
    no_items,
    orientation_text,
    pieces_text,
    side_name,
    space,
    steps_text,
    the_tile,
    tokens_text,
)


def describe_place(state: State, place: int, seat: int) -> PlaceInfo | None:
    """Return the details of a target, the same for all viewers (G1)."""
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
    return capitalize_first(_("village") if tile.village else kind_name(tile.kind))


def _tile(state: State, cell: int) -> PlaceInfo:
    """Return the details of a placed tile: line, roads, and what is on it."""
    board = state.board
    tile = board.tiles[state.laid[cell] >> 2]
    sentences = [f"{capitalize_first(line_text(tile))}." if line_text(tile) else _("There is nothing to gain here.")]
    if tile.kind not in (a.COAST, a.START) and (roads := orientation_text(board.roads[state.laid[cell]])):
        sentences.append(f"{capitalize_first(roads)}.")
    facts = [
        Fact(_("adventurer of {who}").format(who=seat_mark(seat)), seat=seat)
        for seat, place in enumerate(state.at)
        if place == cell
    ]
    for seat in range(state.seats):
        if number := state.camp[seat * board.count + cell]:
            words_of = plural("{n} camp of {who}", "{n} camps of {who}", number)
            facts.append(Fact(words_of.format(n=number, who=seat_mark(seat)), seat=seat))
    if state.treasure[cell]:
        text = _("a treasure for {price}").format(price=pieces_text(a.TREASURE_PRICE))
        facts.append(Fact(text, points_text(a.TREASURE_VALUE), is_strong=True))
    parts = [FactGroup(_("Here"), tuple(facts))] if facts else []
    rule = "G10"
    if tile.kind < a.ADVENTURES:
        parts.append(_marker(state, tile.kind))
        rule = "G7"
    if cell == board.temple:
        parts.append(FactGroup(_("The temple"), _temple_facts(state)))
        rule = "G14"
    close = tile_picture(board, state.laid[cell] >> 2, state.laid[cell] & 3)
    return PlaceInfo(_name(tile), space(board, cell), " ".join(sentences), tuple(parts), rule, picture=close)


def _marker(state: State, adventure: int) -> FactGroup:
    """Return the holder of an adventure's marker and everybody's camps on such tiles (G9)."""
    holder = state.marker[adventure]
    counts = {seat: camps_on(state, seat, adventure) for seat in range(state.seats)}
    order = sorted((seat for seat in counts if counts[seat] or seat == holder), key=lambda seat: -counts[seat])
    facts = [
        Fact(
            _("{who} has it").format(who=seat_mark(seat)) if seat == holder else seat_mark(seat),
            plural("{n} camp", "{n} camps", counts[seat]).format(n=counts[seat]),
            seat,
            is_strong=seat == holder,
        )
        for seat in order
    ]
    if holder < 0:
        facts = [Fact(_("for the first to survive it"))]
    value = points_text(state.board.numbers.markers[adventure])
    return FactGroup(capitalize_first(marker_name(adventure)), tuple(facts), value)


def _temple_facts(state: State) -> tuple[Fact, ...]:
    facts = [Fact(_("an amulet for every seat that stops here"), points_text(a.AMULET_VALUE))]
    if state.bonus:
        facts.append(Fact(_("the first also take from the bonus pile"), coins_text(state.bonus)))
    facts += [
        Fact(_("{who} has an amulet").format(who=seat_mark(seat)), seat=seat)
        for seat in range(state.seats)
        if state.amulet[seat]
    ]
    return tuple(facts)


def _temple(state: State) -> PlaceInfo:
    """Return the details of the temple's space before a tile is placed there (G14)."""
    text = _("The temple belongs to the tile that is placed here.")
    groups = (FactGroup("", _temple_facts(state)),)
    return PlaceInfo(_("The temple"), space(state.board, state.board.temple), text, groups, "G14")


def _unexplored(state: State, cell: int) -> PlaceInfo:
    """Return the tiles that a space without a tile may still get (G11)."""
    tiles = state.board.tiles
    counts = Counter(tiles[tile].kind for tile in state.hidden)
    total = len(state.hidden)
    facts = tuple(
        Fact(
            capitalize_first(kind_name(kind)),
            _("{count} · {share} %").format(count=count, share=round(100 * count / total)),
            share=count / total,
        )
        for kind, count in sorted(counts.items(), key=lambda pair: -pair[1])
    )
    note = plural("{n} tile left", "{n} tiles left", total).format(n=total)
    text = _("Explore from an adjacent tile: place a land tile in any rotation and take a discovery token.")
    title = _("{space}, undiscovered").format(space=space(state.board, cell))
    return PlaceInfo(title, note, text, (FactGroup(_("Possible tiles"), facts),) if facts else (), "G11")


def _held(state: State) -> PlaceInfo:
    """Return the details of the drawn land tile and where it may be placed."""
    tile, columns = state.board.tiles[state.hand], state.board.columns
    cells = dict.fromkeys(action[1] for action in state.legal() if action[0] == a.LAY)
    squares = tuple(rectangle(cell % columns + 0.04, cell // columns + 0.04, 0.92, 0.92) for cell in cells)
    text = f"{capitalize_first(line_text(tile))}." if line_text(tile) else _("There is nothing to gain here.")
    shapes = [Path("dash:plate_ink:0.028:0.09:0.08", (square,)) for square in squares]
    return PlaceInfo(_name(tile), "", text, (), "G11", board_overlay(state, shapes))


def _equipment(state: State, item: int) -> PlaceInfo:
    """Return a kind of equipment in the stock, and the placed tiles that ask for it or give it."""
    board = state.board
    laid = [board.tiles[placement >> 2] for placement in state.laid if placement >= 0]
    facts = (
        Fact(_("placed tiles that cost it"), str(sum(tile.pay[item] > 0 for tile in laid))),
        Fact(_("placed tiles where it is shown"), str(sum(tile.show[item] > 0 for tile in laid))),
        Fact(_("placed tiles that give it"), str(sum(any(gain[item] for gain in tile.gains) for tile in laid))),
    )
    left = state.stock[item]
    note = _("{count} in stock").format(count=left) if left else no_items(item)
    text = _("One costs {price}. Buy at any time in your turn.").format(price=tokens_text(state.price()))
    return PlaceInfo(capitalize_first(item_name(item)), note, text, (FactGroup("", facts),), "G12")


# Reasons why a move is illegal, by rules G3–G14


def why_not(state: State, place: int, turn: int = -1) -> IllegalReason | None:
    """Return why nothing can be done at a place, None if something can. A drawn tile may be placed in any rotation."""
    if state.to_move < 0 or any(target(state, action) == place for action in state.legal()) or plan(state, place):
        return None
    if place >= STOCK_TARGET:
        return _stock(state, place - STOCK_TARGET) if place - STOCK_TARGET < a.ITEMS else None
    if place >= PACK_TARGET:
        return _pack(state, place - PACK_TARGET) if place - PACK_TARGET < a.ITEMS else None
    if not 0 <= place < state.board.count:
        return None
    if place in state.board.void:
        return IllegalReason("G16", _("{space} is off the board.").format(space=space(state.board, place)), (place,))
    match state.phase:
        case a.P_TURN:
            return _explore(state, place) if state.laid[place] < 0 else _walk(state, place)
        case a.P_LAY:
            return _lay(state, place)
        case a.P_CAMP:
            return _camp(state, place)
    return _wrong_step(state)


def _wrong_step(state: State) -> IllegalReason:
    """Return that the decision is about equipment, not a place."""
    text = {
        a.P_TURN: _("Continue your turn first."),
        a.P_HAND_OVER: _("First hand over the equipment for the crossing."),
        a.P_CAMP: _("First decide whether to place a camp here."),
        a.P_TAKE: _("First choose how many to take."),
        a.P_LAY: _("First place the drawn tile."),
        a.P_DROP: _("First make room for the amulet."),
    }[state.phase]
    return IllegalReason(clause(state), text)


# Exploring


def _explore(state: State, cell: int) -> IllegalReason:
    """Return why no tile is drawn for an undiscovered space (G11)."""
    board, here = state.board, state.at[state.active]
    name = space(board, cell)
    if state.explored:
        text = _("{space} is undiscovered, but you can explore only once per turn.")
        return IllegalReason("G3", text.format(space=name), (cell,))
    if not state.hidden:
        return IllegalReason("G11", _("No land tile is left for {space}.").format(space=name), (cell,))
    text = _("{space} is not next to the adventurer on {here}. Explore from an adjacent tile.")
    return IllegalReason("G11", text.format(space=name, here=space(board, here)), (here,))


def _lay(state: State, cell: int) -> IllegalReason:
    """Return why the drawn tile cannot be placed on a space (G11)."""
    board, here = state.board, state.at[state.active]
    name = space(board, cell)
    if state.laid[cell] >= 0:
        return IllegalReason("G11", _("{space} already has a tile.").format(space=name), (cell,))
    if state.spot >= 0:
        text = _("The tile was turned over on {space} and must stay there.")
        return IllegalReason("G11", text.format(space=space(board, state.spot)), (state.spot,))
    text = _("{space} is not next to the adventurer on {here}.")
    return IllegalReason("G11", text.format(space=name, here=space(board, here)), (here,))


# Walking


def _walk(state: State, cell: int) -> IllegalReason:
    """Return why the adventurer cannot walk to a tile (G3–G7)."""
    board, seat = state.board, state.active
    here = state.at[seat]
    name = space(board, cell)
    if cell == here:
        return IllegalReason("G4", _("The adventurer is on {space}.").format(space=name), (cell,))
    if state.moved == 2:
        text = _("The move of this turn has ended. Go to {space} in a later turn.")
        return IllegalReason("G3", text.format(space=name), (here,))
    points = state.points if state.points >= 0 else state.free(seat)
    if not points:
        text = _("Each step requires an empty compartment in the backpack, and {who} has none.")
        if state.points >= 0:
            text = _("{who} has used all movement points.")
        return IllegalReason("G4", text.format(who=seat_mark(seat)))
    if state.visited >> cell & 1:
        text = _("This move has already visited {space}. No tile can be visited twice.").format(space=name)
        return IllegalReason("G4", text, (cell,))
    neighbors = {other: road for other, _tile, road, *_ready in state.links[here]}
    if cell in neighbors:
        return _step(state, cell, neighbors[cell])
    steps = _steps_to(state, cell)
    if steps < 0:
        text = _("No path over tiles leads from {here} to {space} in this move.")
        return IllegalReason("G4", text.format(space=name, here=space(board, here)), (here,))
    if steps > points:
        text = plural(
            "{space} is {far} away, but only {count} movement point is left.",
            "{space} is {far} away, but only {count} movement points are left.",
            points,
        ).format(space=name, far=steps_text(steps), count=points)
        return IllegalReason("G4", text, (here,))
    text = _("{who} cannot pay for the path to {space}. A crossing costs 4 pieces, an adventure its red items.")
    return IllegalReason("G7", text.format(who=seat_mark(seat), space=name), (here,))


def _step(state: State, cell: int, road: bool) -> IllegalReason:
    """Return why a neighbouring tile cannot be paid for (G6, G7)."""
    board, seat = state.board, state.active
    here, tile = state.at[seat], board.tiles[state.laid[cell] >> 2]
    side = next(side for side in range(4) if board.neighbors[here][side] == cell)
    edge = (edge_target(here, side),)
    who, held = seat_mark(seat), state.pieces(seat)
    if not road and held < a.CROSSING:
        text = _("No road leads {side} from {here}. A crossing costs 4 pieces of equipment, but {who} has {count}.")
        text = text.format(side=side_name(side), here=space(board, here), who=who, count=held)
        return IllegalReason("G6", text, edge)
    pack = state.pack[seat * a.ITEMS : (seat + 1) * a.ITEMS]
    missing = [
        items_text(item, pack[item]) if pack[item] else no_items(item)
        for item, number in enumerate(tile.pay)
        if pack[item] < number
    ]
    text = _("Entering {tile} on {space} costs {price}, but {who} has {lacking}.").format(
        tile=the_tile(tile), space=space(board, cell), price=pieces_text(tile.pay), who=who, lacking=join_and(missing)
    )
    return IllegalReason("G7", text, (cell,))


def _steps_to(state: State, cell: int) -> int:
    """Return the steps to a tile in this move if nothing had to be paid; -1 if none lead there."""
    here = state.at[state.active]
    steps, ahead = {here: 0}, deque([here])
    while ahead and cell not in steps:
        at = ahead.popleft()
        for other, *_more in state.links[at]:
            if other not in steps and not state.visited >> other & 1:
                steps[other] = steps[at] + 1
                ahead.append(other)
    return steps.get(cell, -1)


def _camp(state: State, cell: int) -> IllegalReason:
    """Return why a tile has nothing to do with the camp that may be placed now (G8)."""
    board, seat = state.board, state.active
    here = space(board, state.at[seat])
    text = _("{who} has no camp on {space} to move to {here}.")
    if state.camps[seat]:
        text, cell = _("Place the camp on {here}, where the adventure was survived."), state.at[seat]
    elif cell == state.at[seat]:
        text = _("No camp is left in the supply. You can move one here from another tile.")
    return IllegalReason("G8", text.format(who=seat_mark(seat), space=space(board, cell), here=here), (cell,))


# Equipment


def _pack(state: State, item: int) -> IllegalReason:
    """Return why equipment in the backpack cannot be used now (G4, G6, G14)."""
    if not state.pack[state.active * a.ITEMS + item]:
        text = _("{who} has {nothing}.").format(who=seat_mark(state.active), nothing=no_items(item))
        return IllegalReason("G4", text)
    if state.phase == a.P_HAND_OVER:
        return IllegalReason("G6", _("Hand over the rest for the crossing in the order of the backpack."))
    if state.phase == a.P_DROP:
        return IllegalReason("G13", _("These provisions are needed for the treasure."))
    if state.phase != a.P_TURN:
        return _wrong_step(state)
    return IllegalReason("G4", _("Equipment can be discarded only before the first step of a move."))


def _stock(state: State, item: int) -> IllegalReason:
    """Return why equipment cannot be bought now (G12)."""
    seat = state.active
    who, price = seat_mark(seat), state.price()
    if not state.stock[item]:
        return IllegalReason("G12", _("None is left in the stock."))
    if state.tokens[seat] < price:
        text = _("A piece of equipment costs {price}, but {who} has {held}.")
        text = text.format(price=tokens_text(price), who=who, held=tokens_text(state.tokens[seat]))
        return IllegalReason("G12", text)
    return IllegalReason("G12", _("{who} has no empty compartment for it.").format(who=who))
