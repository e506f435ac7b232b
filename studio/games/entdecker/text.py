"""Moves, events, scores and rules of Entdecker as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from studio.core.book import Book
from studio.core.game import LAY, OVER, Action, BookPosition, Event, play_moves
from studio.core.panel import ScoreBreakdown, ScoreLine
from studio.core.text import _, capitalize_first, join_and, join_seats, plural, points_text, seat_mark, winner_text
from studio.documents import markup
from studio.games.entdecker.body import Body, build
from studio.games.entdecker.rules import State, board as a, restore, start
from studio.games.entdecker.rules.expedition import price
from studio.games.entdecker.rules.scoring import fare
from studio.seatiles import text
from studio.seatiles.facts import KINDS, sea_from_text
from studio.seatiles.text import Entry, border_edge, gold_text, space, tile_name, tiles_text

# Rule book, its boards, and the clause of a decision

CLAUSES = {
    a.P_TOPS: "E1",
    a.P_SPIN: "E2",
    a.P_START: "E3",
    a.P_DECLARE: "E4",
    a.P_GO: "E6",
    a.P_FRONT: "E5",
    a.P_LAY: "E5",
    a.P_CHIP: "E11",
    a.P_ISLAND: "E8",
    a.P_OVER: "E13",
}
"""Rule clauses of the next step, by phase."""


def book() -> Book:
    """Return the rules, followed by those of the sea tiles."""
    return markup.load_book("entdecker", "sea_tiles")


def book_position(name: str) -> BookPosition[State]:
    return POSITIONS[name]()


def clause(state: State) -> str:
    return CLAUSES[state.phase]


# Names of piles, units, events, chips


def unit_name(kind: int) -> str:
    return (_("scout"), _("fort"), _("settlement"))[kind]


def units(kind: int, count: int) -> str:
    texts = (
        plural("{count} scout", "{count} scouts", count),
        plural("{count} fort", "{count} forts", count),
        plural("{count} settlement", "{count} settlements", count),
    )
    return texts[kind].format(count=count)


def chips(count: int) -> str:
    return plural("{count} plant chip", "{count} plant chips", count).format(count=count)


def event_name(event: int) -> str:
    """Return the name of a "?" event, by its number from 1."""
    return ("", _("a storm"), _("hostile natives"), _("friendly natives"), _("pirates"), _("ruins"), _("a gold find"))[
        event
    ]


def event_text(event: str) -> str:
    return {
        "storm": _("Storm"),
        "hostile": _("Hostile natives"),
        "friendly": _("Friendly natives"),
        "pirates": _("Pirates"),
        "ruins": _("Ruins"),
        "gold": _("Gold find"),
    }[event]


# Names of moves: a sentence for logs and lists, a short button label


def describe(state: State, action: Action) -> str:
    return _SENTENCES[action[0]](state, action, seat_mark(state.to_move))


def button_text(state: State, action: Action) -> str:
    return _BUTTONS[action[0]](state, action)


def _start_rim(state: State, action: Action, who: str) -> str:
    place, toll = border_edge(state.board, action[1], action[2]), state.board.chart.rim[action[1] * 4 + action[2]]
    if toll:
        return _("{who} sets sail from {place} and pays a toll of {gold}.").format(
            who=who, place=place, gold=gold_text(toll)
        )
    return _("{who} sets sail from {place}.").format(who=who, place=place)


def _start_tile(state: State, action: Action, who: str) -> str:
    place = space(state.board, action[1])
    cost, unit = fare(state, action[1])
    if unit < 0:
        return _("{who} sets sail from {place}.").format(who=who, place=place)
    return _("{who} sets sail from {place} and pays {gold}, the price of the {unit} of {owner} there.").format(
        who=who, place=place, gold=gold_text(cost), unit=unit_name(unit % 3), owner=seat_mark(unit // 3)
    )


def _declare(state: State, action: Action, who: str) -> str:
    if state.personal_tiles:
        return _("{who} declares {gold} for the expedition.").format(who=who, gold=gold_text(action[1]))
    return _("{who} declares {tiles} for {gold}.").format(
        who=who, tiles=tiles_text(action[1]), gold=gold_text(action[1])
    )


def _unit(state: State, action: Action, who: str) -> str:
    place = text.ship_land(state, action[2])
    sentence = (
        _("{who} places a scout on {place} for {price}."),
        _("{who} builds a fort on {place} for {price}."),
        _("{who} founds a settlement on {place} for {price}."),
    )[action[1]]
    return sentence.format(who=who, place=place, price=gold_text(price(state, action[1])))


_SENTENCES: dict[int, Callable[[State, Action, str], str]] = {
    a.START_RIM: _start_rim,
    a.START_TILE: _start_tile,
    a.PASS: text.pass_turn,
    a.DECLARE: _declare,
    a.DRAW: lambda state, action, who: text.draw(state, action[1], text.stack(action[1]), who),
    a.OWN: lambda state, action, who: _("{who} places a personal tile instead of drawing: {tile}.").format(
        who=who, tile=tile_name(state.board, action[1])
    ),
    a.UNIT: _unit,
    a.STOP: text.stop,
    a.LAY: text.lay,
    a.ISLAND: text.island,
    a.RECALL: lambda state, action, who: _("{who} takes the scout on {place} back to the supply.").format(
        who=who, place=space(state.board, action[1])
    ),
}


def _start_tile_button(state: State, action: Action) -> str:
    cost, _unit = fare(state, action[1])
    place = space(state.board, action[1])
    return text.with_price(place, cost) if cost else place


_BUTTONS: dict[int, Callable[[State, Action], str]] = {
    a.START_RIM: text.start_rim_button,
    a.START_TILE: _start_tile_button,
    a.PASS: text.pass_button,
    a.DECLARE: lambda state, action: gold_text(action[1]) if state.personal_tiles else tiles_text(action[1]),
    a.DRAW: lambda state, action: text.draw_button(state, action[1], text.stack(action[1])),
    a.OWN: lambda state, action: _("Personal: {tile}").format(tile=tile_name(state.board, action[1])[:30]),
    a.UNIT: lambda state, action: text.unit_button(
        state, capitalize_first(unit_name(action[1])), action[2], price(state, action[1])
    ),
    a.STOP: text.stop_button,
    a.LAY: text.lay_button,
    a.ISLAND: text.island_button,
    a.RECALL: lambda state, action: _("Take back scout from {space}").format(space=space(state.board, action[1])),
}


turn_title = text.turn_title


# Score lines: islands, ruins, the greatest discoverer (E10–E13)

ISLANDS = (a.SCORED_ISLAND, a.UNFINISHED_ISLAND)


def score_breakdown(state: State) -> ScoreBreakdown:
    lines = []
    for entries in text.entries_by_island([entry for entry in state.ledger if entry[0] in ISLANDS and entry[1] >= 0]):
        title = _("Island at {place}") if entries[0][0] == a.SCORED_ISLAND else _("Incomplete island at {place}")
        lines.append(
            text.island_score_line(state, entries, title, worth(entries), partial(text.strength_text, units=units))
        )
    finds = [entry for entry in state.ledger if entry[0] == a.FOUND_RUINS]
    if finds:
        reason = join_and([
            _("{who} on {space}").format(who=seat_mark(entry[1]), space=space(state.board, entry[3])) for entry in finds
        ])  # fmt: skip
        lines.append(ScoreLine(_("Ruins"), text.score_columns(state, finds), _("Found by {list}.").format(list=reason)))
    best = [entry for entry in state.ledger if entry[0] == a.MOST_CHIPS]
    if best:
        reason = _("With {chips}, {reason}").format(chips=chips(best[0][2]), reason=most_chips_reason(best))
        lines.append(ScoreLine(_("Greatest discoverer"), text.score_columns(state, best), reason))
    winners = tuple(state.winners()) if state.to_move == OVER else ()
    return ScoreBreakdown(tuple(lines), winners, verdict(state))


def worth(entries: Sequence[Entry]) -> str:
    """Return the value of an island: its tiles, and the highest chip drawn for it (E11)."""
    size, chip = entries[0][4], entries[0][5]
    return (
        _("{tiles} plus a plant chip of {chip}").format(tiles=tiles_text(size), chip=chip) if chip else tiles_text(size)
    )


def most_chips_reason(entries: Sequence[Entry]) -> str:
    """Return who has the most plant chips, a point for each (E13)."""
    seats = [entry[1] for entry in entries]
    if len(seats) == 1:
        return _("{who} is the greatest discoverer ({points}).").format(
            who=seat_mark(seats[0]), points=points_text(entries[0][2])
        )
    return _("{who} are the greatest discoverers ({points} each).").format(
        who=join_seats(seats), points=points_text(entries[0][2])
    )


def verdict(state: State) -> str:
    if state.to_move != OVER:
        return text.leader_text(state)
    best = max(state.points)
    return winner_text(text.tied_seats(state, best), best)


def goal_values(state: State, seat: int) -> dict[str, int | str]:
    return {**text.goal_values(state, seat, ("scouts", "forts", "settlements")), "chips": len(state.chips[seat])}


_KINDS = {
    a.START_RIM: "sail",
    a.START_TILE: "sail",
    a.PASS: "sail",
    a.DECLARE: "sail",
    a.STOP: "sail",
    a.DRAW: "draw",
    a.OWN: "draw",
    a.UNIT: "unit",
    a.RECALL: "unit",
    a.LAY: LAY,
    a.ISLAND: "island",
}


def events(before: State, action: Action, after: State) -> list[Event]:
    reported = [_action_event(before, action)] if before.to_move >= 0 else _draw(before, action, after)
    reported += _tile(before, action, after)
    if _at_sea(before) and not _at_sea(after) and action[0] not in (a.STOP, a.UNIT):
        reported += text.expedition_over_events(reported, before.active)
    reported += text.filled_events(before, after)
    reported += _islands(before, after)
    if after.to_move == OVER:
        reported += _end(before, after)
    return reported


def _at_sea(state: State) -> bool:
    """Return whether an expedition is under way, from the declaration on (E4–E7, E10)."""
    between = state.phase in (a.P_TOPS, a.P_CHIP) and state.then in (a.THEN_PLACE, a.THEN_GO)
    return between or state.phase in (a.P_DECLARE, a.P_GO, a.P_FRONT, a.P_LAY)


def _action_event(before: State, action: Action) -> Event:
    kind = action[0]
    cells: tuple[int, ...] = ()
    if kind in (a.START_RIM, a.START_TILE, a.LAY, a.ISLAND, a.RECALL):
        cells = (action[1],)
    elif kind == a.UNIT:
        cells = (before.ship,)
    return Event(_KINDS[kind], describe(before, action), before.to_move, cells)


def _draw(before: State, action: Action, after: State) -> list[Event]:
    kind = action[0]
    if kind == a.SPIN:
        return [_income(before, action[1], after)]
    if kind == a.FRONT:
        return [text.tile_drawn_event(before, action, event_name(action[2]))]
    if kind == a.CHIP:
        seat = before.takers[0]
        label = _("{who} draws a plant chip of value {value}.").format(who=seat_mark(seat), value=action[1])
        return [Event("token", label, seat)]
    return []  # a new top is visible on the piles


def _income(before: State, income: int, after: State) -> Event:
    """Return each seat's income (E2), and the seats whose display is full."""
    label = _("Season {number}: each seat gains {gold} from the spinner.").format(
        number=before.season, gold=gold_text(income)
    )
    full = [seat for seat in range(before.seats) if after.gold[seat] < before.gold[seat] + income]
    if full:
        label += " " + plural(
            "{who} can hold at most {most}.", "{who} can hold at most {most} each.", len(full)
        ).format(who=join_seats(full), most=gold_text(after.board.most_gold))
    return Event("gold", label, starts_turn=True)


def _tile(before: State, action: Action, after: State) -> list[Event]:
    """Return the events of a tile placed automatically, or put aside, and of its "?" (E5, E10)."""
    away = _("It fits nowhere next to the ship and leaves the game.")
    hand = text.hand_tile(before, action)
    if after.keep_misfits and hand is not None and not hand[1]:
        away = _("It fits nowhere next to the ship and goes to the reserve.")
    reported = text.tile_events(before, action, after, away)
    if text.was_laid(before, after) and after.event[after.ship]:
        reported.append(_event_of(before, after, after.event[after.ship]))
    return reported


def _event_of(before: State, after: State, event: int) -> Event:
    seat = before.active
    who, cells, board = seat_mark(seat), (after.ship,), after.board
    if event == a.STORM:
        return text.storm_event(seat, cells)
    if event == a.HOSTILE:
        label = _("Hostile natives! {who} pays double for a unit here and cannot found a settlement.").format(who=who)
        return Event("natives", label, seat, cells)
    if event == a.FRIENDLY:
        label = _("Friendly natives show {who} a rare plant.").format(who=who)
        if not any(before.bag):
            label = _("Friendly natives greet {who}, but no plant chip is left.").format(who=who)
        return Event("natives", label, seat, cells)
    if event == a.PIRATES:
        return text.pirates_event(seat, cells, (before.gold[seat] + 1) // 2)
    if event == a.RUINS:
        label = _("Ruins of an old city: {points} for {who}.").format(points=points_text(board.ruins), who=who)
        return Event("score", label, seat, cells)
    found = min(before.gold[seat] + board.treasure, board.most_gold) - before.gold[seat]
    label = _("Gold! {who} finds {gold}.").format(who=who, gold=gold_text(found))
    if found < board.treasure:
        label = _("Gold! {who} can keep only {gold} of it.").format(who=who, gold=gold_text(found))
    return Event("gold", label, seat, cells)


def _islands(before: State, after: State) -> list[Event]:
    """Return the scored islands, completed ones and, at the end, the others (E11, E13)."""
    groups = text.entries_by_island([entry for entry in after.ledger[len(before.ledger) :] if entry[0] in ISLANDS])
    reported = [text.scored_event(after, group, worth(group)) for group in groups if group[0][0] == a.SCORED_ISLAND]
    if after.to_move == OVER and after.undiscovered:
        label = _("The draw piles are empty. Incomplete islands are scored as they are.")
        if after.hidden_plain + after.hidden_query:
            label = _("No ship has started for {turns} turns. Incomplete islands are scored as they are.").format(
                turns=after.passes
            )
        reported.append(Event("end", label))
    unfinished = _("The incomplete island at {place} ({worth}): {gains}.")
    late = [group for group in groups if group[0][0] == a.UNFINISHED_ISLAND]
    return reported + [text.scored_event(after, group, worth(group), unfinished) for group in late]


def _end(before: State, after: State) -> list[Event]:
    """Return the bonus of the greatest discoverers and the end of the match (E13)."""
    reported = [] if after.undiscovered else [Event("end", _("All spaces are discovered."))]
    best = [entry for entry in after.ledger[len(before.ledger) :] if entry[0] == a.MOST_CHIPS]
    if best:
        label = _("With {chips}, {reason}").format(chips=chips(best[0][2]), reason=most_chips_reason(best))
        reported.append(Event("score", label, best[0][1]))
    return [*reported, Event("end", verdict(after))]


# Example positions of the rule book: small seas on which real moves are played

PLAIN = Body(spaces=("..", ".."), tiles=KINDS)  # base layout of the example seas


def _sea(*rows: str, units: Mapping[str, tuple[int, int]] | None = None, later: bool = True) -> BookPosition[State]:
    """Return a turn of three seats on the sea of these rows, the first or a later, with (seat, unit kind) on spaces."""
    body = sea_from_text(PLAIN, *rows)
    board = build(body)
    plain = play_moves(start(board, 3, {})).dump()
    plain["turn"] = 4 if later else 1
    text.place_units(plain, board.chart.grid, units or {})
    return BookPosition(body, restore(board, plain))


POSITIONS: Mapping[str, Callable[[], BookPosition[State]]] = {
    **text.sea_positions(_sea, a.NUMBERS, ((a.DECLARE, 2), (a.DRAW,)), a.UNIT, a.STOP),
    "border-start": lambda: _sea("....", ".~..", "....", later=False).after((a.START_RIM, 2, 0)),
    "tile-start": lambda: _sea("....", ".~╴.", "....").after((a.START_TILE, 5)),
}
"""Positions by their name in the rule book."""
