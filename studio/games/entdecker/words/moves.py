"""What every move of Entdecker is called: a sentence for log and lists, a few words for a button."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from studio.core.game import Action
from studio.core.text import _, begun, seat_mark
from studio.games.entdecker.rules import actions as a
from studio.games.entdecker.words.places import fare, pile, price, unit_name
from studio.seatiles.words import moves
from studio.seatiles.words.places import gold, harbour, space, tile_name, tiles

if TYPE_CHECKING:
    from studio.games.entdecker.rules import State


def describe(state: State, action: Action) -> str:
    """A sentence that says what the seat to move does with this action."""
    return _SENTENCES[action[0]](state, action, seat_mark(state.to_move))


def button(state: State, action: Action) -> str:
    """The same in a few words."""
    return _BUTTONS[action[0]](state, action)


# sentences


def _start_rim(state: State, action: Action, who: str) -> str:
    place, toll = harbour(state.board, action[1], action[2]), state.board.chart.rim[action[1] * 4 + action[2]]
    if toll:
        return _("{who} sets sail from {place} for a toll of {gold}.").format(who=who, place=place, gold=gold(toll))
    return _("{who} sets sail from {place}.").format(who=who, place=place)


def _start_tile(state: State, action: Action, who: str) -> str:
    place = space(state.board, action[1])
    cost, unit = fare(state, action[1])
    if unit < 0:
        return _("{who} sets sail from {place}.").format(who=who, place=place)
    return _("{who} sets sail from {place} and pays {gold}, the price of the {unit} of {owner} there.").format(
        who=who, place=place, gold=gold(cost), unit=unit_name(unit % 3), owner=seat_mark(unit // 3)
    )


def _pass(state: State, action: Action, who: str) -> str:
    return _("{who} can pay for no expedition and passes.").format(who=who)


def _declare(state: State, action: Action, who: str) -> str:
    if state.personal_tiles:
        return _("{who} declares {gold} for the expedition.").format(who=who, gold=gold(action[1]))
    return _("{who} declares {tiles}, for {gold}.").format(who=who, tiles=tiles(action[1]), gold=gold(action[1]))


def _draw(state: State, action: Action, who: str) -> str:
    return moves.draw(state, action[1], pile(action[1]), who)


def _own(state: State, action: Action, who: str) -> str:
    return _("{who} lays a personal tile instead of drawing: {tile}.").format(
        who=who, tile=tile_name(state.board, action[1])
    )


def _unit(state: State, action: Action, who: str) -> str:
    place = moves.ship_land(state, action[2])
    sentence = (
        _("{who} lands a scout on {place} for {price}."),
        _("{who} builds a fort on {place} for {price}."),
        _("{who} founds a settlement on {place} for {price}."),
    )[action[1]]
    return sentence.format(who=who, place=place, price=gold(price(state, action[1])))


def _recall(state: State, action: Action, who: str) -> str:
    return _("{who} takes the scout on {place} back into the supply.").format(
        who=who, place=space(state.board, action[1])
    )


_SENTENCES: dict[int, Callable[[State, Action, str], str]] = {
    a.START_RIM: _start_rim,
    a.START_TILE: _start_tile,
    a.PASS: _pass,
    a.DECLARE: _declare,
    a.DRAW: _draw,
    a.OWN: _own,
    a.UNIT: _unit,
    a.STOP: moves.stop,
    a.LAY: moves.lay,
    a.ISLAND: moves.island,
    a.RECALL: _recall,
}


# buttons


def _start_tile_button(state: State, action: Action) -> str:
    cost, _unit = fare(state, action[1])
    place = space(state.board, action[1])
    return moves.priced(place, cost) if cost else place


def _unit_button(state: State, action: Action) -> str:
    return moves.unit_button(state, begun(unit_name(action[1])), action[2], price(state, action[1]))


_BUTTONS: dict[int, Callable[[State, Action], str]] = {
    a.START_RIM: moves.start_rim_button,
    a.START_TILE: _start_tile_button,
    a.PASS: moves.pass_button,
    a.DECLARE: lambda state, action: gold(action[1]) if state.personal_tiles else tiles(action[1]),
    a.DRAW: lambda state, action: moves.draw_button(state, action[1], pile(action[1])),
    a.OWN: lambda state, action: _("Personal: {tile}").format(tile=tile_name(state.board, action[1])[:30]),
    a.UNIT: _unit_button,
    a.STOP: moves.stop_button,
    a.LAY: moves.lay_button,
    a.ISLAND: moves.island_button,
    a.RECALL: lambda state, action: _("Scout back from {space}").format(space=space(state.board, action[1])),
}
