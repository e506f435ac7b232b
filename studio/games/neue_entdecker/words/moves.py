"""What every move of Die Neuen Entdecker is called: a sentence for log and lists, a few words for a button."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from studio.core.game import Action
from studio.core.text import _, begun, every, marks, seat_mark
from studio.games.neue_entdecker.rules import actions as a
from studio.games.neue_entdecker.words.places import hut, unit_name
from studio.seatiles.words import moves
from studio.seatiles.words.places import class_name, gold, harbour, space, stack, tiles

if TYPE_CHECKING:
    from studio.games.neue_entdecker.rules import State


def describe(state: State, action: Action) -> str:
    """A sentence that says what the seat to move does with this action."""
    return _SENTENCES[action[0]](state, action, seat_mark(state.to_move))


def button(state: State, action: Action) -> str:
    """The same in a few words."""
    return _BUTTONS[action[0]](state, action)


def turn(state: State) -> str:
    """What the turn that a position belongs to is called; chiefs and tops come before the first (N14)."""
    if state.phase == a.P_CHIEFS or (state.phase == a.P_TOPS and state.then == a.THEN_BEGIN):
        return _("Set-up")
    return moves.turn(state)


# sentences


def _chiefs(state: State, action: Action, who: str) -> str:
    numbers = every([str(number) for number in action[1:] if number])
    return _("{who} secretly makes chiefs of the scouts numbered {numbers}.").format(who=who, numbers=numbers)


def _wheel(state: State, action: Action, who: str) -> str:
    return _("{who} chooses {own}: the others get {others}.").format(
        who=who, own=gold(action[1]), others=gold(action[1] + 1)
    )


def _start(state: State, action: Action, who: str) -> str:
    board = state.board
    place = harbour(board, action[1], action[2]) if action[0] == a.START_RIM else space(board, action[1])
    after = state.clone()
    after.apply(action)
    if after.phase == a.P_PAY:
        routes = after.legal()
        _pay, _cost, toll, paid_seats = routes[0]
        return _("{who} sets sail from {place}, with {count} routes to choose from; the cheapest costs {fare}.").format(
            who=who, place=place, count=len(routes), fare=_fare(state, toll, _seats(state, paid_seats))
        )
    owners = [seat for seat in range(state.seats) if after.gold[seat] > state.gold[seat]]
    paid = state.gold[state.active] - after.gold[state.active]
    if not paid:
        return _("{who} sets sail from {place}.").format(who=who, place=place)
    toll = paid - sum(after.gold[seat] - state.gold[seat] for seat in owners)
    return _("{who} sets sail from {place} for {fare}.").format(who=who, place=place, fare=_fare(state, toll, owners))


def _fare(state: State, toll: int, owners: list[int]) -> str:
    """A toll to the bank and what owners along the route get (N3)."""
    parts = [_("a toll of {gold}").format(gold=gold(toll))] if toll else []
    if owners:
        each = _("{gold} to {seats}") if len(owners) == 1 else _("{gold} each to {seats}")
        parts.append(each.format(gold=gold(state.board.route_toll), seats=marks(owners)))
    return every(parts) or _("nothing")


def _pay(state: State, action: Action, who: str) -> str:
    fare = _fare(state, action[2], _seats(state, action[3]))
    return _("{who} takes the route that costs {fare}.").format(who=who, fare=fare)


def _seats(state: State, owners: int) -> list[int]:
    """The seats of a bit mask."""
    return [seat for seat in range(state.seats) if owners >> seat & 1]


def _announce_hidden(state: State, action: Action, who: str) -> str:
    return _("{who} announces {tiles} from the hidden stacks, for {gold}.").format(
        who=who, tiles=tiles(action[1]), gold=gold(action[1] * state.board.hidden_price)
    )


def _announce_open(state: State, action: Action, who: str) -> str:
    return _("{who} announces {tiles} from the open stacks, for {gold}.").format(
        who=who, tiles=tiles(action[1]), gold=gold(action[1] * state.board.open_price)
    )


def _draw_hidden(state: State, action: Action, who: str) -> str:
    return moves.draw(state, action[1], stack(action[1]), who)


def _draw_open(state: State, action: Action, who: str) -> str:
    return _("{who} takes an open tile of class {number}: {name}.").format(
        who=who, number=action[1], name=class_name(action[1])
    )


def _numbered(action: Action, at: int) -> str:
    """The number of the scout that an action names, for the chief scouts (N14)."""
    return _("scout {number}").format(number=action[at]) if len(action) > at else _("a scout")


def _unit(state: State, action: Action, who: str) -> str:
    kind, land = action[1], action[2]
    place, price = moves.ship_land(state, land), gold(state.board.unit_cost[kind])
    if kind == a.SCOUT:
        sentence = _("{who} lands {scout} on {place} for {price}.")
        return sentence.format(who=who, scout=_numbered(action, 3), place=place, price=price)
    sentence = _("{who} builds a base on {place} for {price}.")
    if kind == a.SETTLEMENT:
        sentence = _("{who} founds a settlement on {place} for {price}.")
    return sentence.format(who=who, place=place, price=price)


def _unit_from_cell(state: State, action: Action, who: str) -> str:
    return _("{who} takes {scout} back from {home} and lands it on {place} for {price}.").format(
        who=who,
        scout=_scout_on(state, action[2]),
        home=space(state.board, action[2]),
        place=moves.ship_land(state, action[1]),
        price=gold(state.board.unit_cost[a.SCOUT]),
    )


def _scout_on(state: State, cell: int) -> str:
    number = state.unit_number[cell]
    return _("scout {number}").format(number=number) if number else _("the scout")


def _scout_in(state: State, path: int, place: int) -> str:
    number = state.path_numbers[path][place] if state.numbered else 0
    return _("scout {number}").format(number=number) if number else _("the scout")


def _unit_from_path(state: State, action: Action, who: str) -> str:
    return _("{who} calls {scout} back from space {space} before {hut} and lands it on {place} for {price}.").format(
        who=who,
        scout=_scout_in(state, action[2], action[3]),
        space=action[3] + 1,
        hut=hut(action[2]),
        place=moves.ship_land(state, action[1]),
        price=gold(state.board.unit_cost[a.SCOUT]),
    )


def _pass(state: State, action: Action, who: str) -> str:
    return _("{who} can pay for no expedition and passes.").format(who=who)


def _natives_none(state: State, action: Action, who: str) -> str:
    return _("{who} sends nobody along with the natives.").format(who=who)


def _natives_supply(state: State, action: Action, who: str) -> str:
    return _("{who} sends {scout} along with the natives {where}.").format(
        who=who, scout=_numbered(action, 2), where=_up_the_path(state, action[1])
    )


def _natives_from_cell(state: State, action: Action, who: str) -> str:
    return _("{who} sends {scout} on {home} along with the natives {where}.").format(
        who=who,
        scout=_scout_on(state, action[2]),
        home=space(state.board, action[2]),
        where=_up_the_path(state, action[1]),
    )


def _natives_from_path(state: State, action: Action, who: str) -> str:
    return _("{who} sends {scout} on space {space} before {home} along with the natives {where}.").format(
        who=who,
        scout=_scout_in(state, action[2], action[3]),
        space=action[3] + 1,
        home=hut(action[2]),
        where=_up_the_path(state, action[1], action[2], action[3]),
    )


def _up_the_path(state: State, number: int, left: int = -1, gap: int = -1) -> str:
    """Where a scout that takes this path comes to stand (N11), when the scout on space `gap` of path `left` moves."""
    free = [place for place, seat in enumerate(state.paths[number]) if seat < 0]
    if left == number:
        free = sorted({*free, gap})
    if not free:
        return _("to {hut}").format(hut=hut(number))
    place, board = free[0], state.board
    words = _("to {hut}, space {space}").format(hut=hut(number), space=place + 1)
    if place == board.dot and not state.token[number] and any(state.bag):
        return _("{place} (the dot: a token is drawn)").format(place=words)
    if place == board.eye and state.token[number]:
        return _("{place} (the eye: a look at its token)").format(place=words)
    return words


def _send(state: State, action: Action, who: str) -> str:
    return _("{who} sends {scout} up the path {where}.").format(
        who=who, scout=_numbered(action, 2), where=_up_the_path(state, action[1])
    )


_SENTENCES: dict[int, Callable[[State, Action, str], str]] = {
    a.CHIEFS: _chiefs,
    a.WHEEL: _wheel,
    a.START_RIM: _start,
    a.START_TILE: _start,
    a.PASS: _pass,
    a.PAY: _pay,
    a.ANNOUNCE_HIDDEN: _announce_hidden,
    a.ANNOUNCE_OPEN: _announce_open,
    a.DRAW_HIDDEN: _draw_hidden,
    a.DRAW_OPEN: _draw_open,
    a.UNIT: _unit,
    a.UNIT_FROM_CELL: _unit_from_cell,
    a.UNIT_FROM_PATH: _unit_from_path,
    a.STOP: moves.stop,
    a.LAY: moves.lay,
    a.NATIVES_NONE: _natives_none,
    a.NATIVES_SUPPLY: _natives_supply,
    a.NATIVES_FROM_CELL: _natives_from_cell,
    a.NATIVES_FROM_PATH: _natives_from_path,
    a.ISLAND: moves.island,
    a.SEND: _send,
}


# buttons


def _unit_button(state: State, action: Action) -> str:
    name = begun(unit_name(action[1]))
    if len(action) > 3:
        name += f" {action[3]}"
    return moves.unit_button(state, name, action[2], state.board.unit_cost[action[1]])


def _pay_button(state: State, action: Action) -> str:
    parts = [_("toll {toll}").format(toll=action[2])] if action[2] else []
    parts += [f"{state.board.route_toll} → {seat_mark(seat)}" for seat in _seats(state, action[3])]
    words = begun(", ".join(parts))
    return moves.priced(words, action[1]) if len(parts) > 1 else words


def _path_button(number: int, scout: int = 0) -> str:
    name = begun(hut(number))
    return _("{hut}, scout {number}").format(hut=name, number=scout) if scout else name


_BUTTONS: dict[int, Callable[[State, Action], str]] = {
    a.CHIEFS: lambda state, action: _("Name {numbers}").format(
        numbers=every([str(number) for number in action[1:] if number])
    ),
    a.WHEEL: lambda state, action: gold(action[1]),
    a.START_RIM: moves.start_rim_button,
    a.START_TILE: lambda state, action: space(state.board, action[1]),
    a.PASS: moves.pass_button,
    a.PAY: _pay_button,
    a.ANNOUNCE_HIDDEN: lambda state, action: moves.priced(
        _("{count} hidden").format(count=action[1]), action[1] * state.board.hidden_price
    ),
    a.ANNOUNCE_OPEN: lambda state, action: moves.priced(
        _("{count} open").format(count=action[1]), action[1] * state.board.open_price
    ),
    a.DRAW_HIDDEN: lambda state, action: moves.draw_button(state, action[1], stack(action[1])),
    a.DRAW_OPEN: lambda state, action: begun(class_name(action[1])),
    a.UNIT: _unit_button,
    a.UNIT_FROM_CELL: lambda state, action: _("Scout from {space}").format(space=space(state.board, action[2])),
    a.UNIT_FROM_PATH: lambda state, action: _("Scout from {hut}, space {space}").format(
        hut=hut(action[2]), space=action[3] + 1
    ),
    a.STOP: moves.stop_button,
    a.LAY: moves.lay_button,
    a.NATIVES_NONE: lambda state, action: _("Send nobody"),
    a.NATIVES_SUPPLY: lambda state, action: _path_button(action[1], *action[2:]),
    a.NATIVES_FROM_CELL: lambda state, action: _("{space} to {hut}").format(
        space=space(state.board, action[2]), hut=hut(action[1])
    ),
    a.NATIVES_FROM_PATH: lambda state, action: _("{home}, space {space}, to {hut}").format(
        home=begun(hut(action[2])), space=action[3] + 1, hut=hut(action[1])
    ),
    a.ISLAND: moves.island_button,
    a.SEND: lambda state, action: _path_button(action[1], *action[2:]),
}
