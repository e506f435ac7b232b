"""What every move of Die Neuen Entdecker is called: a sentence for log and lists, a few words for a button."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from studio.core.game import OVER, Action
from studio.core.panel import ScoreBreakdown, ScoreLine
from studio.core.text import _, capitalize_first, join_and, join_seats, plural, points_text, seat_mark, winner_text
from studio.games.neue_entdecker.rules import board as a
from studio.seatiles import text
from studio.seatiles.text import (
    Entry,
    class_name,
    entries_by_island,
    goal_values as island_figures,
    gold_text,
    harbour,
    island_score_line,
    leader_text,
    score_columns,
    space,
    stack,
    tied_seats,
    tiles_text,
)

if TYPE_CHECKING:
    from studio.games.neue_entdecker.rules import State


# Names of things in the words of Die Neuen Entdecker: units, events, huts. Those of the sea are in seatiles/words.


def unit_name(kind: int) -> str:
    """Scout, base, settlement."""
    return (_("scout"), _("base"), _("settlement"))[kind]


def units(kind: int, count: int) -> str:
    """So many units of a kind."""
    words = (
        plural("{count} scout", "{count} scouts", count),
        plural("{count} base", "{count} bases", count),
        plural("{count} settlement", "{count} settlements", count),
    )
    return words[kind].format(count=count)


def event_name(event: int) -> str:
    """What a "?" tile may bring (N12), by its number from 1."""
    return ("", _("a gold-digger"), _("pirates"), _("natives"), _("a storm"))[event]


def hut(number: int) -> str:
    """A hut of the jungle, by its number from 0."""
    return _("hut {number}").format(number=number + 1)


def event_text(event: str) -> str:
    """An event's name."""
    return {
        "gold": _("Gold-digger"),
        "pirates": _("Pirates"),
        "natives": _("Natives"),
        "storm": _("Storm"),
    }[event]


# What every move of Die Neuen Entdecker is called: a sentence for log and lists, a few words for a button.


def describe(state: State, action: Action) -> str:
    """A sentence that says what the seat to move does with this action."""
    return _SENTENCES[action[0]](state, action, seat_mark(state.to_move))


def button_text(state: State, action: Action) -> str:
    """The same in a few words."""
    return _BUTTONS[action[0]](state, action)


def turn_title(state: State) -> str:
    """What the turn that a position belongs to is called; chiefs and tops come before the first (N14)."""
    if state.phase == a.P_CHIEFS or (state.phase == a.P_TOPS and state.then == a.THEN_BEGIN):
        return _("Set-up")
    return text.turn_title(state)


# sentences


def _chiefs(state: State, action: Action, who: str) -> str:
    numbers = join_and([str(number) for number in action[1:] if number])
    return _("{who} secretly makes chiefs of the scouts numbered {numbers}.").format(who=who, numbers=numbers)


def _wheel(state: State, action: Action, who: str) -> str:
    return _("{who} chooses {own}: the others get {others}.").format(
        who=who, own=gold_text(action[1]), others=gold_text(action[1] + 1)
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
    parts = [_("a toll of {gold}").format(gold=gold_text(toll))] if toll else []
    if owners:
        each = _("{gold} to {seats}") if len(owners) == 1 else _("{gold} each to {seats}")
        parts.append(each.format(gold=gold_text(state.board.route_toll), seats=join_seats(owners)))
    return join_and(parts) or _("nothing")


def _pay(state: State, action: Action, who: str) -> str:
    fare = _fare(state, action[2], _seats(state, action[3]))
    return _("{who} takes the route that costs {fare}.").format(who=who, fare=fare)


def _seats(state: State, owners: int) -> list[int]:
    """The seats of a bit mask."""
    return [seat for seat in range(state.seats) if owners >> seat & 1]


def _announce_hidden(state: State, action: Action, who: str) -> str:
    return _("{who} announces {tiles} from the hidden stacks, for {gold}.").format(
        who=who, tiles=tiles_text(action[1]), gold=gold_text(action[1] * state.board.hidden_price)
    )


def _announce_open(state: State, action: Action, who: str) -> str:
    return _("{who} announces {tiles} from the open stacks, for {gold}.").format(
        who=who, tiles=tiles_text(action[1]), gold=gold_text(action[1] * state.board.open_price)
    )


def _draw_hidden(state: State, action: Action, who: str) -> str:
    return text.draw(state, action[1], stack(action[1]), who)


def _draw_open(state: State, action: Action, who: str) -> str:
    return _("{who} takes an open tile of class {number}: {name}.").format(
        who=who, number=action[1], name=class_name(action[1])
    )


def _numbered(action: Action, at: int) -> str:
    """The number of the scout that an action names, for the chief scouts (N14)."""
    return _("scout {number}").format(number=action[at]) if len(action) > at else _("a scout")


def _unit(state: State, action: Action, who: str) -> str:
    kind, land = action[1], action[2]
    place, price = text.ship_land(state, land), gold_text(state.board.unit_cost[kind])
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
        place=text.ship_land(state, action[1]),
        price=gold_text(state.board.unit_cost[a.SCOUT]),
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
        place=text.ship_land(state, action[1]),
        price=gold_text(state.board.unit_cost[a.SCOUT]),
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
    a.STOP: text.stop,
    a.LAY: text.lay,
    a.NATIVES_NONE: _natives_none,
    a.NATIVES_SUPPLY: _natives_supply,
    a.NATIVES_FROM_CELL: _natives_from_cell,
    a.NATIVES_FROM_PATH: _natives_from_path,
    a.ISLAND: text.island,
    a.SEND: _send,
}


# buttons


def _unit_button(state: State, action: Action) -> str:
    name = capitalize_first(unit_name(action[1]))
    if len(action) > 3:
        name += f" {action[3]}"
    return text.unit_button(state, name, action[2], state.board.unit_cost[action[1]])


def _pay_button(state: State, action: Action) -> str:
    parts = [_("toll {toll}").format(toll=action[2])] if action[2] else []
    parts += [f"{state.board.route_toll} → {seat_mark(seat)}" for seat in _seats(state, action[3])]
    words = capitalize_first(", ".join(parts))
    return text.with_price(words, action[1]) if len(parts) > 1 else words


def _path_button(number: int, scout: int = 0) -> str:
    name = capitalize_first(hut(number))
    return _("{hut}, scout {number}").format(hut=name, number=scout) if scout else name


_BUTTONS: dict[int, Callable[[State, Action], str]] = {
    a.CHIEFS: lambda state, action: _("Name {numbers}").format(
        numbers=join_and([str(number) for number in action[1:] if number])
    ),
    a.WHEEL: lambda state, action: gold_text(action[1]),
    a.START_RIM: text.start_rim_button,
    a.START_TILE: lambda state, action: space(state.board, action[1]),
    a.PASS: text.pass_button,
    a.PAY: _pay_button,
    a.ANNOUNCE_HIDDEN: lambda state, action: text.with_price(
        _("{count} hidden").format(count=action[1]), action[1] * state.board.hidden_price
    ),
    a.ANNOUNCE_OPEN: lambda state, action: text.with_price(
        _("{count} open").format(count=action[1]), action[1] * state.board.open_price
    ),
    a.DRAW_HIDDEN: lambda state, action: text.draw_button(state, action[1], stack(action[1])),
    a.DRAW_OPEN: lambda state, action: capitalize_first(class_name(action[1])),
    a.UNIT: _unit_button,
    a.UNIT_FROM_CELL: lambda state, action: _("Scout from {space}").format(space=space(state.board, action[2])),
    a.UNIT_FROM_PATH: lambda state, action: _("Scout from {hut}, space {space}").format(
        hut=hut(action[2]), space=action[3] + 1
    ),
    a.STOP: text.stop_button,
    a.LAY: text.lay_button,
    a.NATIVES_NONE: lambda state, action: _("Send nobody"),
    a.NATIVES_SUPPLY: lambda state, action: _path_button(action[1], *action[2:]),
    a.NATIVES_FROM_CELL: lambda state, action: _("{space} to {hut}").format(
        space=space(state.board, action[2]), hut=hut(action[1])
    ),
    a.NATIVES_FROM_PATH: lambda state, action: _("{home}, space {space}, to {hut}").format(
        home=capitalize_first(hut(action[2])), space=action[3] + 1, hut=hut(action[1])
    ),
    a.ISLAND: text.island_button,
    a.SEND: lambda state, action: _path_button(action[1], *action[2:]),
}


# How everybody came by their points in Die Neuen Entdecker: islands one by one, then the huts (N10, N13).


def score_breakdown(state: State) -> ScoreBreakdown:
    """The final table, or how it stands so far; the columns add up to `state.scores()`."""
    strength, title = partial(_strength, state), _("Island at {place}")
    lines = [
        island_score_line(state, entries, title, _worth(entries), strength)
        for entries in entries_by_island(
            [entry for entry in state.ledger if entry[0] == a.SCORED_ISLAND and entry[1] >= 0]
        )
    ]
    for entry in state.ledger:
        if entry[0] == a.SCORED_HUT:
            title = capitalize_first(hut(entry[3]))
            lines.append(ScoreLine(title, score_columns(state, [entry]), hut_reason(state, entry)))
    winners = tuple(state.winners()) if state.to_move == OVER else ()
    return ScoreBreakdown(tuple(lines), winners, verdict(state))


def _worth(entries: Sequence[Entry]) -> str:
    size, bonus = entries[0][4], entries[0][5]
    return (
        _("{tiles} and {bonus} for waterfalls").format(tiles=tiles_text(size), bonus=bonus)
        if bonus
        else tiles_text(size)
    )


def _strength(state: State, counts: Entry) -> str:
    """Settlements, bases, scouts; scouts are named by what they count for when chiefs count double (N14)."""
    settlements, bases, scouts = counts
    parts = [units(2, settlements)] if settlements else []
    if bases:
        parts.append(units(1, bases))
    if scouts:
        parts.append(_scouts(state, scouts))
    return join_and(parts)


def _scouts(state: State, count: int) -> str:
    if state.numbered:
        return plural("scouts counting {count}", "scouts counting {count}", count).format(count=count)
    return units(0, count)


def hut_reason(state: State, entry: Entry) -> str:
    """Who gets the token of a hut and why."""
    winner, value, scouts, nearest = entry[1], entry[4], entry[5], entry[6]
    if winner < 0:
        return _("nobody has come here.")
    if not value:
        return _("{who} is first here, but no token was left for it.").format(who=seat_mark(winner))
    rivals = [seat for seat in range(state.seats) if seat != winner and _weight_on(state, entry[3], seat) == scouts]
    who, worth = seat_mark(winner), points_text(value)
    if rivals:
        return _("a token worth {points} goes to {who}: as many scouts as {rivals}, but the nearest one.").format(
            points=worth, who=who, rivals=join_seats(rivals)
        )
    return _("a token worth {points} goes to {who} with {scouts}, the nearest on space {space}.").format(
        points=worth, who=who, scouts=_scouts(state, scouts), space=nearest + 1
    )


def _weight_on(state: State, number: int, seat: int) -> int:
    """What a seat's scouts on a path count for (chiefs twice, N14)."""
    total = 0
    for place, other in enumerate(state.paths[number]):
        if other == seat:
            scout = state.path_numbers[number][place]
            total += 2 if scout and scout in state.chiefs[seat * 2 : seat * 2 + 2] else 1
    return total


def verdict(state: State) -> str:
    """Who has won and why, or who leads."""
    if state.to_move != OVER:
        return leader_text(state)
    best, winners = max(state.points), state.winners()
    if len(winners) > 1:
        return _("{who} share the victory: {points} and {gold} each.").format(
            who=join_seats(winners), points=points_text(best), gold=gold_text(state.gold[winners[0]])
        )
    who = seat_mark(winners[0])
    others = [seat for seat in tied_seats(state, best) if seat != winners[0]]
    if others:
        return _("{who} wins with {points}, like {others}, but with more gold.").format(
            who=who, points=points_text(best), others=join_seats(others)
        )
    return winner_text(winners, best)


def goal_values(state: State, seat: int) -> dict[str, int | str]:
    """What goals of puzzles can ask of a seat."""
    return {
        **island_figures(state, seat, ("scouts", "bases", "settlements")),
        "in_jungle": sum(path.count(seat) for path in state.paths),
    }
