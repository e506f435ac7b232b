"""Moves, events, scores and rules of Die Neuen Entdecker as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from studio.core.book import Book
from studio.core.game import LAY, OVER, PRIVATE_FACT, Action, BookPosition, Event, play_moves
from studio.core.panel import ScoreBreakdown, ScoreLine
from studio.core.text import _, capitalize_first, join_and, join_seats, plural, points_text, seat_mark, winner_text
from studio.documents import markup
from studio.games.neue_entdecker.body import Body, Jungle, build
from studio.games.neue_entdecker.rules import State, board as a, restore, start
from studio.games.neue_entdecker.rules.scoring import weight
from studio.seatiles import text
from studio.seatiles.body import EdgeKind
from studio.seatiles.facts import KINDS, sea_from_text
from studio.seatiles.text import Entry, border_edge, class_name, gold_text, space, stack, tiles_text

# Names of units, events, huts


def unit_name(kind: int) -> str:
    return (_("scout"), _("base"), _("settlement"))[kind]


def units(kind: int, count: int) -> str:
    texts = (
        plural("{count} scout", "{count} scouts", count),
        plural("{count} base", "{count} bases", count),
        plural("{count} settlement", "{count} settlements", count),
    )
    return texts[kind].format(count=count)


def event_name(event: int) -> str:
    """Return the name of a "?" event (N12), by its number from 1."""
    return ("", _("a gold-digger"), _("pirates"), _("natives"), _("a storm"))[event]


def hut(number: int) -> str:
    """Return the name of a hut, by its index from 0."""
    return _("hut {number}").format(number=number + 1)


def event_text(event: str) -> str:
    return {"gold": _("Gold-digger"), "pirates": _("Pirates"), "natives": _("Natives"), "storm": _("Storm")}[event]


# Names of moves: a sentence for logs and lists, a short button label


def describe(state: State, action: Action) -> str:
    return _SENTENCES[action[0]](state, action, seat_mark(state.to_move))


def button_text(state: State, action: Action) -> str:
    return _BUTTONS[action[0]](state, action)


def turn_title(state: State) -> str:
    """Return the title of the turn of a position; chiefs and tops come before the first (N14)."""
    if state.phase == a.P_CHIEFS or (state.phase == a.P_TOPS and state.then == a.THEN_BEGIN):
        return _("Setup")
    return text.turn_title(state)


def _chiefs(state: State, action: Action, who: str) -> str:
    numbers = join_and([str(number) for number in action[1:] if number])
    return _("{who} secretly names scouts {numbers} as chief scouts.").format(who=who, numbers=numbers)


def _start(state: State, action: Action, who: str) -> str:
    board = state.board
    place = border_edge(board, action[1], action[2]) if action[0] == a.START_RIM else space(board, action[1])
    count, toll, paid_seats = start_fare(state, action)
    if count == 1 and not toll and not paid_seats:
        return _("{who} sets sail from {place}.").format(who=who, place=place)
    fare = _fare(state, toll, _seats(state, paid_seats))
    if count > 1:
        return _("{who} sets sail from {place} with a choice of {count} routes. The cheapest costs {fare}.").format(
            who=who, place=place, count=count, fare=fare
        )
    return _("{who} sets sail from {place} and pays {fare}.").format(who=who, place=place, fare=fare)


def start_fare(state: State, action: Action) -> tuple[int, int, int]:
    """Return the number of possible payments of a start, and toll and paid owners (a bit mask) of the cheapest (N3)."""
    after = state.clone()
    after.apply(action)
    if after.phase == a.P_PAY:
        routes = after.legal()
        _pay, _cost, toll, owners = routes[0]
        return len(routes), toll, owners
    gains = [after.gold[seat] - state.gold[seat] for seat in range(state.seats)]
    owners = sum(1 << seat for seat, gain in enumerate(gains) if gain > 0)
    return 1, -sum(gains), owners


def _fare(state: State, toll: int, owners: list[int]) -> str:
    """Return the toll to the bank and the gold for owners on the route (N3)."""
    parts = [_("a toll of {gold}").format(gold=gold_text(toll))] if toll else []
    if owners:
        each = _("{gold} to {seats}") if len(owners) == 1 else _("{gold} each to {seats}")
        parts.append(each.format(gold=gold_text(state.board.route_toll), seats=join_seats(owners)))
    return join_and(parts) or _("nothing")


def _pay(state: State, action: Action, who: str) -> str:
    fare = _fare(state, action[2], _seats(state, action[3]))
    return _("{who} takes the route that costs {fare}.").format(who=who, fare=fare)


def _seats(state: State, owners: int) -> list[int]:
    return [seat for seat in range(state.seats) if owners >> seat & 1]


def _numbered(action: Action, at: int) -> str:
    """Return "scout 3" for the number in an action (N14), or "a scout" if it has none."""
    return _("scout {number}").format(number=action[at]) if len(action) > at else _("a scout")


def _unit(state: State, action: Action, who: str) -> str:
    kind, land = action[1], action[2]
    place, price = text.ship_land(state, land), gold_text(state.board.unit_cost[kind])
    if kind == a.SCOUT:
        sentence = _("{who} places {scout} on {place} for {price}.")
        return sentence.format(who=who, scout=_numbered(action, 3), place=place, price=price)
    sentence = _("{who} builds a base on {place} for {price}.")
    if kind == a.SETTLEMENT:
        sentence = _("{who} founds a settlement on {place} for {price}.")
    return sentence.format(who=who, place=place, price=price)


def _unit_from_cell(state: State, action: Action, who: str) -> str:
    return _("{who} takes {scout} back from {home} and places it on {place} for {price}.").format(
        who=who,
        scout=_scout(state.unit_number[action[2]]),
        home=space(state.board, action[2]),
        place=text.ship_land(state, action[1]),
        price=gold_text(state.board.unit_cost[a.SCOUT]),
    )


def _scout(number: int) -> str:
    return _("scout {number}").format(number=number) if number else _("the scout")


def _unit_from_path(state: State, action: Action, who: str) -> str:
    return _("{who} takes {scout} back from space {space} at {hut} and places it on {place} for {price}.").format(
        who=who,
        scout=_scout(state.path_numbers[action[2]][action[3]]),
        space=action[3] + 1,
        hut=hut(action[2]),
        place=text.ship_land(state, action[1]),
        price=gold_text(state.board.unit_cost[a.SCOUT]),
    )


def _natives_from_cell(state: State, action: Action, who: str) -> str:
    return _("{who} sends {scout} from {home} with the natives {where}.").format(
        who=who,
        scout=_scout(state.unit_number[action[2]]),
        home=space(state.board, action[2]),
        where=_up_the_path(state, action[1]),
    )


def _natives_from_path(state: State, action: Action, who: str) -> str:
    return _("{who} sends {scout} from space {space} at {home} with the natives {where}.").format(
        who=who,
        scout=_scout(state.path_numbers[action[2]][action[3]]),
        space=action[3] + 1,
        home=hut(action[2]),
        where=_up_the_path(state, action[1], action[2], action[3]),
    )


def _up_the_path(state: State, number: int, left: int = -1, gap: int = -1) -> str:
    """Return the space of a scout that takes this path (N11), if the scout on space `gap` of path `left` moves."""
    free = [place for place, seat in enumerate(state.paths[number]) if seat < 0]
    if left == number:
        free = sorted({*free, gap})
    if not free:
        return _("to {hut}").format(hut=hut(number))
    place, board = free[0], state.board
    label = _("to {hut}, space {space}").format(hut=hut(number), space=place + 1)
    if place == board.dot and not state.token[number] and any(state.bag):
        return _("{place} (dot: draw a token)").format(place=label)
    if place == board.eye and state.token[number]:
        return _("{place} (eye: look at the token)").format(place=label)
    return label


_SENTENCES: dict[int, Callable[[State, Action, str], str]] = {
    a.CHIEFS: _chiefs,
    a.WHEEL: lambda state, action, who: _("{who} chooses {own}. The others gain {others} each.").format(
        who=who, own=gold_text(action[1]), others=gold_text(action[1] + 1)
    ),
    a.START_RIM: _start,
    a.START_TILE: _start,
    a.PASS: text.pass_turn,
    a.PAY: _pay,
    a.ANNOUNCE_HIDDEN: lambda state, action, who: _("{who} announces {tiles} from the hidden piles for {gold}.").format(
        who=who, tiles=tiles_text(action[1]), gold=gold_text(action[1] * state.board.hidden_price)
    ),
    a.ANNOUNCE_OPEN: lambda state, action, who: _("{who} announces {tiles} from the open piles for {gold}.").format(
        who=who, tiles=tiles_text(action[1]), gold=gold_text(action[1] * state.board.open_price)
    ),
    a.DRAW_HIDDEN: lambda state, action, who: text.draw(state, action[1], stack(action[1]), who),
    a.DRAW_OPEN: lambda state, action, who: _("{who} takes an open tile of class {number}: {name}.").format(
        who=who, number=action[1], name=class_name(action[1])
    ),
    a.UNIT: _unit,
    a.UNIT_FROM_CELL: _unit_from_cell,
    a.UNIT_FROM_PATH: _unit_from_path,
    a.STOP: text.stop,
    a.LAY: text.lay,
    a.NATIVES_NONE: lambda state, action, who: _("{who} sends no scout with the natives.").format(who=who),
    a.NATIVES_SUPPLY: lambda state, action, who: _("{who} sends {scout} with the natives {where}.").format(
        who=who, scout=_numbered(action, 2), where=_up_the_path(state, action[1])
    ),
    a.NATIVES_FROM_CELL: _natives_from_cell,
    a.NATIVES_FROM_PATH: _natives_from_path,
    a.ISLAND: text.island,
    a.SEND: lambda state, action, who: _("{who} sends {scout} up the path {where}.").format(
        who=who, scout=_numbered(action, 2), where=_up_the_path(state, action[1])
    ),
}


def _unit_button(state: State, action: Action) -> str:
    name = capitalize_first(unit_name(action[1]))
    if len(action) > 3:
        name += f" {action[3]}"
    return text.unit_button(state, name, action[2], state.board.unit_cost[action[1]])


def _pay_button(state: State, action: Action) -> str:
    parts = [_("toll {toll}").format(toll=action[2])] if action[2] else []
    parts += [f"{state.board.route_toll} → {seat_mark(seat)}" for seat in _seats(state, action[3])]
    label = capitalize_first(", ".join(parts))
    return text.with_price(label, action[1]) if len(parts) > 1 else label


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
    a.NATIVES_NONE: lambda state, action: _("Send no scout"),
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


# Score lines: islands, then huts (N10, N13)


def score_breakdown(state: State) -> ScoreBreakdown:
    strength, title = partial(_strength, state), _("Island at {place}")
    waterfalls = _("{tiles} plus {bonus} for waterfalls")
    lines = [
        text.island_score_line(state, entries, title, _worth(entries, waterfalls), strength)
        for entries in text.entries_by_island(
            [entry for entry in state.ledger if entry[0] == a.SCORED_ISLAND and entry[1] >= 0]
        )
    ]
    for entry in state.ledger:
        if entry[0] == a.SCORED_HUT:
            title = capitalize_first(hut(entry[3]))
            lines.append(ScoreLine(title, text.score_columns(state, [entry]), hut_reason(state, entry)))
    winners = tuple(state.winners()) if state.to_move == OVER else ()
    return ScoreBreakdown(tuple(lines), winners, verdict(state))


def _worth(entries: Sequence[Entry], words: str) -> str:
    """Return the value of an island; `words` are formatted with {tiles} and {bonus} if it has a bonus."""
    size, bonus = entries[0][4], entries[0][5]
    return words.format(tiles=tiles_text(size), bonus=bonus) if bonus else tiles_text(size)


def _strength(state: State, counts: Entry) -> str:
    """Return settlements, bases, scouts; scouts by weight if chiefs count double (N14)."""
    settlements, bases, scouts = counts
    parts = [units(2, settlements)] if settlements else []
    if bases:
        parts.append(units(1, bases))
    if scouts:
        parts.append(_scouts(state, scouts))
    return join_and(parts)


def _scouts(state: State, count: int) -> str:
    if state.numbered:
        return plural("scouts counting as {count}", "scouts counting as {count}", count).format(count=count)
    return units(0, count)


def hut_reason(state: State, entry: Entry) -> str:
    """Return who gets the token of a hut, and why."""
    winner, value, scouts, nearest = entry[1], entry[4], entry[5], entry[6]
    if winner < 0:
        return _("no scouts have come here.")
    if not value:
        return _("{who} is first here, but the hut has no token.").format(who=seat_mark(winner))
    rivals = [seat for seat in range(state.seats) if seat != winner and _weight_on(state, entry[3], seat) == scouts]
    who, worth = seat_mark(winner), points_text(value)
    if rivals:
        return _(
            "{who} gains the token ({points}) with as many scouts as {rivals}, but the nearest to the hut."
        ).format(points=worth, who=who, rivals=join_seats(rivals))
    return _("{who} gains the token ({points}) with {scouts}, the nearest on space {space}.").format(
        points=worth, who=who, scouts=_scouts(state, scouts), space=nearest + 1
    )


def _weight_on(state: State, number: int, seat: int) -> int:
    """Return what a seat's scouts on a path count (chiefs twice, N14)."""
    numbers = zip(state.paths[number], state.path_numbers[number], strict=True)
    return sum(weight(state, seat, scout, seat) for other, scout in numbers if other == seat)


def verdict(state: State) -> str:
    if state.to_move != OVER:
        return text.leader_text(state)
    best, winners = max(state.points), state.winners()
    if len(winners) > 1:
        return _("{who} share the victory: {points} and {gold} each.").format(
            who=join_seats(winners), points=points_text(best), gold=gold_text(state.gold[winners[0]])
        )
    who = seat_mark(winners[0])
    others = [seat for seat in text.tied_seats(state, best) if seat != winners[0]]
    if others:
        return _("{who} wins with {points}, tied with {others}, but with more gold.").format(
            who=who, points=points_text(best), others=join_seats(others)
        )
    return winner_text(winners, best)


def goal_values(state: State, seat: int) -> dict[str, int | str]:
    return {
        **text.goal_values(state, seat, ("scouts", "bases", "settlements")),
        "in_jungle": sum(path.count(seat) for path in state.paths),
    }


# Rule book, its boards, and the clause of a decision

CLAUSES = {
    a.P_TOPS: "N0",
    a.P_CHIEFS: "N14",
    a.P_DIE: "N1",
    a.P_WHEEL: "N1",
    a.P_START: "N2",
    a.P_PAY: "N3",
    a.P_ANNOUNCE: "N4",
    a.P_GO: "N6",
    a.P_FRONT: "N5",
    a.P_LAY: "N6",
    a.P_NATIVES: "N12",
    a.P_ISLAND: "N8",
    a.P_SEND: "N11",
    a.P_TOKEN: "N11",
    a.P_OVER: "N13",
}
"""Rule clauses of the next step, by phase."""


def book() -> Book:
    """Return the rules, followed by those of the sea tiles."""
    return markup.load_book("neue_entdecker", "sea_tiles")


def book_position(name: str) -> BookPosition[State]:
    return POSITIONS[name]()


def clause(state: State) -> str:
    return CLAUSES[state.phase]


_ENDING = (a.STOP, a.UNIT, a.UNIT_FROM_CELL, a.UNIT_FROM_PATH)
_EXPLORING = (a.P_ANNOUNCE, a.P_GO, a.P_FRONT, a.P_LAY, a.P_NATIVES)
_KINDS = {
    a.WHEEL: "gold",
    **dict.fromkeys((a.START_RIM, a.START_TILE, a.PASS, a.PAY, a.ANNOUNCE_HIDDEN, a.ANNOUNCE_OPEN, a.STOP), "sail"),
    **dict.fromkeys((a.DRAW_HIDDEN, a.DRAW_OPEN), "draw"),
    **dict.fromkeys((a.UNIT, a.UNIT_FROM_CELL, a.UNIT_FROM_PATH), "unit"),
    a.LAY: LAY,
    **dict.fromkeys((a.NATIVES_NONE, a.NATIVES_SUPPLY, a.NATIVES_FROM_CELL, a.NATIVES_FROM_PATH, a.SEND), "jungle"),
    a.ISLAND: "island",
}
"""Kinds of event by kind of action, except for the secret chiefs."""


def events(before: State, action: Action, after: State) -> list[Event]:
    reported = _action_event(before, action, after) if before.to_move >= 0 else _draw(before, action, after)
    reported += _tile(before, action, after)
    if _at_sea(before) and not _at_sea(after) and action[0] not in _ENDING:
        reported += text.expedition_over_events(reported, before.active)
    reported += _fillers(before, after)
    reported += _islands(before, after)
    if after.to_move == OVER:
        reported += _end(before, after)
    return reported


def _at_sea(state: State) -> bool:
    """Return whether an expedition is under way, from the announcement on (N4–N7, N12)."""
    between = state.phase in (a.P_TOPS, a.P_TOKEN) and state.then in (a.THEN_PLACE, a.THEN_EVENT, a.THEN_GO)
    return between or state.phase in _EXPLORING


def _action_event(before: State, action: Action, after: State) -> list[Event]:
    seat, kind = before.to_move, action[0]
    if kind == a.CHIEFS:
        public = _("{who} has named chief scouts in secret.").format(who=seat_mark(seat))
        return [Event("chiefs", public, seat), Event(PRIVATE_FACT, describe(before, action), seat, private_to=seat)]
    cells: tuple[int, ...] = ()
    if kind in (a.START_RIM, a.START_TILE, a.LAY, a.ISLAND):
        cells = (action[1],)
    elif _KINDS[kind] == "unit":
        cells = (before.ship,)
    tokens = _token_events(before, seat, after) if _KINDS[kind] == "jungle" else []
    return [Event(_KINDS[kind], describe(before, action), seat, cells), *tokens]


def _token_events(before: State, seat: int, after: State) -> list[Event]:
    """Return the tokens that a scout on the eye has just shown its seat (N11)."""
    reported = []
    for number, seen in enumerate(after.seen):
        if (seen & ~before.seen[number]) >> seat & 1:
            who, place = seat_mark(seat), hut(number)
            reported.append(Event("look", _("{who} looks at the token of {hut}.").format(who=who, hut=place), seat))
            reported.append(_token(number, after.token[number], seat))
    return reported


def _token(number: int, value: int, seat: int) -> Event:
    label = _("The token of {hut} is worth {points}.").format(hut=hut(number), points=points_text(value))
    return Event(PRIVATE_FACT, label, seat, private_to=seat)


def _draw(before: State, action: Action, after: State) -> list[Event]:
    seat, kind = before.active, action[0]
    who = seat_mark(seat)
    if kind == a.DIE:
        label = _("{who} rolls the wheel and chooses a number.").format(who=who)
        if action[1]:
            label = _("{who} rolls a {number} and gains {own}. Every other seat gains {others}.").format(
                who=who, number=action[1], own=gold_text(action[1]), others=gold_text(action[1] + 1)
            )
        return [Event("die", label, seat, starts_turn=True)]
    if kind == a.FRONT:
        return [text.tile_drawn_event(before, action, event_name(action[2]))]
    if kind == a.TOKEN:
        looker = before.looker
        label = _("{who} draws a token, looks at it and puts it in {hut}.").format(
            who=seat_mark(looker), hut=hut(before.hut)
        )
        return [Event("token", label, looker), _token(before.hut, action[1], looker)]
    return []  # a new top is visible on the stacks


def _tile(before: State, action: Action, after: State) -> list[Event]:
    """Return the events of a tile placed automatically, or discarded, and of its "?" (N6, N12)."""
    away = _("It fits nowhere next to the ship and goes to the discard pile.")
    reported = text.tile_events(before, action, after, away)
    waited = before.phase == a.P_TOPS and before.then == a.THEN_EVENT
    waits = after.phase == a.P_TOPS and after.then == a.THEN_EVENT
    if (text.was_laid(before, after) or waited) and not waits and not after.open_tiles and after.event[after.ship]:
        reported.append(_event_of(before, after, after.event[after.ship]))
    return reported


def _event_of(before: State, after: State, event: int) -> Event:
    seat = before.active
    who, cells = seat_mark(seat), (after.ship,)
    if event == a.GOLD:
        label = _("Gold-digger! {who} gains {gold}.").format(who=who, gold=gold_text(after.board.digger))
        return Event("gold", label, seat, cells)
    if event == a.PIRATES:
        return text.pirates_event(seat, cells, before.gold[seat] // 2)
    if event == a.NATIVES:
        if after.phase == a.P_NATIVES:
            label = _("Natives greet {who}: a scout may follow them into the jungle.").format(who=who)
        else:
            label = _("Natives greet {who}, but there is no scout to send or no free path.").format(who=who)
        return Event("natives", label, seat, cells)
    return text.storm_event(seat, cells)


def _fillers(before: State, after: State) -> list[Event]:
    """Return the gaps that were filled; all of them if no expedition is possible any more (N8, N13, T9)."""
    gaps = text.filled_events(before, after)
    if gaps and after.idle >= a.IDLE_ROUNDS:
        label = _("No new tile in {count} rounds: the match ends.").format(count=a.IDLE_ROUNDS)
        gaps.insert(0, Event("idle", label))
    return gaps


def _islands(before: State, after: State) -> list[Event]:
    """Return the scored islands, revealed chiefs, and returning scouts (N10, N11, N14)."""
    new = [entry for entry in after.ledger[len(before.ledger) :] if entry[0] == a.SCORED_ISLAND]
    waterfalls = _("{tiles} plus {bonus} for waterfalls")
    groups = text.entries_by_island(new)
    reported = [text.scored_event(after, entries, _worth(entries, waterfalls)) for entries in groups]
    for index in range(2 * after.seats):
        if (after.chief_known & ~before.chief_known) >> index & 1 and after.chiefs[index] and after.to_move != OVER:
            label = _("Scout {number} of {who} is a chief scout!").format(
                number=after.chiefs[index], who=seat_mark(index // 2)
            )
            reported.append(Event("chiefs", label, index // 2))
    for seat in range(after.seats):
        home = after.supply[seat * 3] - before.supply[seat * 3]
        if home > 0:
            label = plural(
                "All paths are full: {count} scout of {who} returns to the supply.",
                "All paths are full: {count} scouts of {who} return to the supply.",
                home,
            ).format(count=home, who=seat_mark(seat))
            reported.append(Event("jungle", label, seat))
    return reported


def _end(before: State, after: State) -> list[Event]:
    """Return the opening of the huts and the end of the match (N13)."""
    reported = [Event("end", _("All spaces are discovered. The huts are opened."))]
    for entry in after.ledger[len(before.ledger) :]:
        if entry[0] == a.SCORED_HUT:
            label = _("{hut}: {reason}").format(hut=capitalize_first(hut(entry[3])), reason=hut_reason(after, entry))
            reported.append(Event("hut", label, entry[1]))
    return [*reported, Event("end", verdict(after))]


# Example positions of the rule book: small seas on which real moves are played

PLAIN = Body(spaces=("..", ".."), tiles=KINDS, jungle=Jungle(paths=(5, 6, 6, 7, 6, 6, 5), eye=2))
"""Base layout of the example seas."""


def _sea(
    *rows: str, units: Mapping[str, tuple[int, int]] | None = None, edges: Mapping[str, EdgeKind] | None = None
) -> BookPosition[State]:
    """Return the first turn of three seats on the sea of these rows, with (seat, unit kind) on some spaces."""
    body = sea_from_text(PLAIN, *rows, edges=edges)
    board = build(body)
    plain = play_moves(start(board, 3, {})).dump()
    text.place_units(plain, board.chart.grid, units or {})
    return BookPosition(body, restore(board, plain))


POSITIONS: Mapping[str, Callable[[], BookPosition[State]]] = {
    **text.sea_positions(_sea, a.NUMBERS, ((a.ANNOUNCE_HIDDEN, 2), (a.DRAW_HIDDEN,)), a.UNIT, a.STOP),
    "border-start": lambda: _sea("....", ".~..", "....").after((a.START_RIM, 2, 0)),
    "tile-start": lambda: _sea("....", "..~.", "..~.").after((a.START_TILE, 6)),
    "route": lambda: _sea("....", "~~..", ".╶..", units={"B3": (1, a.BASE)}, edges={"A2 west": "open 2"}).after(
        (a.START_TILE, 5)
    ),
}
"""Positions by their name in the rule book."""
