"""Texts of every move of Goldland: a sentence for log and lists, a short text for a button."""

from __future__ import annotations

from collections.abc import Callable

from studio.core.game import Action
from studio.core.text import _, capitalize_first, seat_mark
from studio.games.goldland.rules import State, board as a
from studio.games.goldland.rules.board import Tile
from studio.games.goldland.text.places import (
    items_text,
    no_items,
    orientation_text,
    pieces_text,
    place,
    space,
    the_tile,
    tile_title,
    tokens_text,
)

MAX_LENGTH = 40  # maximum characters of a button


def describe(state: State, action: Action) -> str:
    return _SENTENCES[action[0]](state, action, seat_mark(state.to_move if state.to_move >= 0 else state.active))


def button_text(state: State, action: Action) -> str:
    return _BUTTONS[action[0]](state, action)


def has_acted(state: State) -> bool:
    return bool(state.moved or state.gained or state.explored)


# Sentences


def _step(state: State, action: Action, who: str) -> str:
    cell, way = action[1], action[2]
    board = state.board
    tile = board.tiles[state.laid[cell] >> 2]
    where = place(board, state.laid, cell)
    if way == a.PAY:
        return _("{who} moves to {place} and pays {pieces}.").format(who=who, place=where, pieces=pieces_text(tile.pay))
    if way == a.CROSS_PAY:
        rest = a.CROSSING - board.pay_total[state.laid[cell] >> 2]
        if rest <= 0:
            text = _("{who} crosses to {place} and survives with {pieces}.")
            return text.format(who=who, place=where, pieces=pieces_text(tile.pay))
        return _("{who} crosses to {place} and survives with {pieces} and {rest} more.").format(
            who=who, place=where, pieces=pieces_text(tile.pay), rest=rest
        )
    if way == a.CROSS:
        if tile.kind < a.ADVENTURES:
            return _("{who} crosses to {place} for any {count} pieces, thanks to a camp.").format(
                who=who, place=where, count=a.CROSSING
            )
        return _("{who} crosses to {place} for {count} pieces.").format(who=who, place=where, count=a.CROSSING)
    if tile.kind < a.ADVENTURES:
        return _("{who} moves to {place} for free, thanks to a camp.").format(who=who, place=where)
    return _("{who} moves to {place}.").format(who=who, place=where)


def _here(state: State) -> str:
    return place(state.board, state.laid, state.at[state.active])


def _tile_here(state: State) -> Tile:
    return state.board.tiles[state.laid[state.at[state.active]] >> 2]


def _gain(state: State, action: Action, who: str) -> str:
    tile = _tile_here(state)
    gains = pieces_text(tile.gains[action[1]])
    where = _here(state)
    if any(tile.show):
        text = _("{who} shows {shown} at {place} to gain {gains}").format(
            who=who, shown=pieces_text(tile.show), place=where, gains=gains
        )
    elif any(tile.pay):
        text = _("{who} receives {gains} at {place} as a reward").format(who=who, place=where, gains=gains)
    else:
        text = _("{who} gains {gains} at {place}").format(who=who, place=where, gains=gains)
    return _("{sentence}{which}.").format(sentence=text, which=_distinguish(tile.gains, action[1]))


def _distinguish(gains: tuple[tuple[int, ...], ...], alternative: int) -> str:
    """Return a text that distinguishes alternatives that are alike, as a layout may have them."""
    is_unique = gains.count(gains[alternative]) < 2
    return "" if is_unique else _(" (choice {number})").format(number=alternative + 1)


def _take(state: State, action: Action, who: str) -> str:
    if not action[1]:
        return _("{who} takes {nothing}.").format(who=who, nothing=no_items(state.item))
    return _("{who} takes {pieces}.").format(who=who, pieces=items_text(state.item, action[1]))


def _lay(state: State, action: Action, who: str) -> str:
    board = state.board
    orientation = orientation_text(board.roads[state.hand << 2 | action[2]])
    text = _("{who} places {tile} on {space}.") if not orientation else _("{who} places {tile} on {space}, {lie}.")
    return text.format(who=who, tile=the_tile(board.tiles[state.hand]), space=space(board, action[1]), lie=orientation)


def _end(state: State, action: Action, who: str) -> str:
    if has_acted(state) or not state.token_stock:
        return _("{who} ends the turn.").format(who=who)
    return _("{who} ends the turn without an action and takes a discovery token.").format(who=who)


_SENTENCES: dict[int, Callable[[State, Action, str], str]] = {
    a.DISCARD: lambda state, action, who: _("{who} discards {piece}.").format(who=who, piece=items_text(action[1], 1)),
    a.STEP: _step,
    a.HAND_OVER: lambda state, action, who: _("{who} hands over {piece} for the crossing.").format(
        who=who, piece=items_text(action[1], 1)
    ),
    a.NO_CAMP: lambda state, action, who: _("{who} places no camp at {place}.").format(who=who, place=_here(state)),
    a.PITCH: lambda state, action, who: _("{who} places a camp at {place}.").format(who=who, place=_here(state)),
    a.SHIFT: lambda state, action, who: _("{who} moves the camp from {space} to {place}.").format(
        who=who, space=space(state.board, action[1]), place=_here(state)
    ),
    a.STOP: lambda state, action, who: _("{who} ends the move at {place}.").format(who=who, place=_here(state)),
    a.GAIN: _gain,
    a.TAKE: _take,
    a.EXPLORE: lambda state, action, who: _("{who} explores and draws a land tile.").format(who=who),
    a.TURN_UP: lambda state, action, who: _("{who} explores {space} and turns over its tile.").format(
        who=who, space=space(state.board, action[1])
    ),
    a.LAY: _lay,
    a.DROP: lambda state, action, who: _("{who} discards {piece} to make room for the amulet.").format(
        who=who, piece=items_text(action[1], 1)
    ),
    a.TREASURE: lambda state, action, who: _(
        "{who} takes the treasure on {space} for {price} and ends the turn."
    ).format(who=who, space=space(state.board, state.at[state.active]), price=pieces_text(a.TREASURE_PRICE)),
    a.END: _end,
    a.BUY: lambda state, action, who: _("{who} buys {piece} for {price}.").format(
        who=who, piece=items_text(action[1], 1), price=tokens_text(state.price())
    ),
    a.TILE: lambda state, action, who: _("{who} discovers: {tile}.").format(
        who=who, tile=tile_title(state.board.tiles[action[1]])
    ),
}


# Buttons


def _step_button(state: State, action: Action) -> str:
    name = space(state.board, action[1])
    tile = state.laid[action[1]] >> 2
    match action[2]:
        case a.PAY:
            text = _("To {space} · {price}").format(space=name, price=pieces_text(state.board.tiles[tile].pay))
            return text if len(text) <= MAX_LENGTH else _("To {space} · pay").format(space=name)
        case a.CROSS:
            return _("Cross to {space}").format(space=name)
        case a.CROSS_PAY:
            return _("Cross to {space} and survive").format(space=name)
    return _("To {space}").format(space=name)


def _gain_button(state: State, action: Action) -> str:
    gains = _tile_here(state).gains
    text = _("Gain {pieces}{which}").format(pieces=pieces_text(gains[action[1]]), which=_distinguish(gains, action[1]))
    return text if len(text) <= MAX_LENGTH else _("Gain, choice {number}").format(number=action[1] + 1)


_BUTTONS: dict[int, Callable[[State, Action], str]] = {
    a.DISCARD: lambda state, action: _("Discard {piece}").format(piece=items_text(action[1], 1)),
    a.STEP: _step_button,
    a.HAND_OVER: lambda state, action: _("Hand over {piece}").format(piece=items_text(action[1], 1)),
    a.NO_CAMP: lambda state, action: _("No camp"),
    a.PITCH: lambda state, action: _("Place camp"),
    a.SHIFT: lambda state, action: _("Camp from {space}").format(space=space(state.board, action[1])),
    a.STOP: lambda state, action: _("End move"),
    a.GAIN: _gain_button,
    a.TAKE: lambda state, action: (
        items_text(state.item, action[1]) if action[1] else capitalize_first(no_items(state.item))
    ),
    a.EXPLORE: lambda state, action: _("Explore"),
    a.TURN_UP: lambda state, action: _("Explore {space}").format(space=space(state.board, action[1])),
    a.LAY: lambda state, action: _("Place on {space}").format(space=space(state.board, action[1])),
    a.DROP: lambda state, action: _("Discard {piece}").format(piece=items_text(action[1], 1)),
    a.TREASURE: lambda state, action: _("Take treasure"),
    a.END: lambda state, action: _("End turn"),
    a.BUY: lambda state, action: _("Buy {piece}").format(piece=items_text(action[1], 1)),
    a.TILE: lambda state, action: _("Land tile {name}").format(name=state.board.tiles[action[1]].name),
}


def turn_title(state: State) -> str:
    return _("Turn {number}").format(number=state.turn)
