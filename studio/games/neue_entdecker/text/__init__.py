"""All that is said of a match of Die Neuen Entdecker; here what an action or a draw did, told in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from studio.core.book import Book
from studio.core.game import LAY, OVER, PRIVATE_FACT, Action, Event
from studio.core.match import BookPosition, play_moves
from studio.core.text import _, capitalize_first, plural, points_text, seat_mark
from studio.documents import markup
from studio.games.neue_entdecker.body import Body, Jungle, build
from studio.games.neue_entdecker.rules import (
    ANNOUNCE_HIDDEN,
    BASE,
    DRAW_HIDDEN,
    FRONT,
    LAY as LAY_scenes,
    SCOUT,
    START_RIM,
    START_TILE,
    STOP,
    UNIT,
    State,
    board as a,
    restore,
    start,
)
from studio.games.neue_entdecker.text.moves import (
    button_text,
    describe,
    event_name,
    goal_values,
    hut,
    hut_reason,
    score_breakdown,
    turn_title,
    verdict,
)
from studio.seatiles import text
from studio.seatiles.body import EdgeKind
from studio.seatiles.facts import KINDS, sea_from_text
from studio.seatiles.text import (
    Entry,
    entries_by_island,
    expedition_over_events,
    filled_events,
    gold_text,
    pirates_event,
    scored_event,
    storm_event,
    tile_drawn_event,
    tile_events,
    tiles_text,
    was_laid,
)

# The rules of Die Neuen Entdecker to be read: the book, its boards, and which clause a decision follows.

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
"""By phase of a position: what the rules say of the next step."""


def book() -> Book:
    """The rules, and those of sea tiles after them."""
    return markup.load_book("neue_entdecker", "sea_tiles")


def book_position(name: str) -> BookPosition[State]:
    """A board of the book."""

    return POSITIONS[name]()


def clause(state: State) -> str:
    """The clause that the next step of a position follows."""
    return CLAUSES[state.phase]


# All that is said of a match of Die Neuen Entdecker; here what an action or a draw did, told in order.

__all__ = [
    "book",
    "book_position",
    "button_text",
    "clause",
    "describe",
    "events",
    "goal_values",
    "score_breakdown",
    "turn_title",
]


_SAIL = (a.START_RIM, a.START_TILE, a.PAY, a.ANNOUNCE_HIDDEN, a.ANNOUNCE_OPEN, a.STOP, a.PASS)
_ENDING = (a.STOP, a.UNIT, a.UNIT_FROM_CELL, a.UNIT_FROM_PATH)
_EXPLORING = (a.P_ANNOUNCE, a.P_GO, a.P_FRONT, a.P_LAY, a.P_NATIVES)
_UNITS = (a.UNIT, a.UNIT_FROM_CELL, a.UNIT_FROM_PATH)
_JUNGLE = (a.SEND, a.NATIVES_NONE, a.NATIVES_SUPPLY, a.NATIVES_FROM_CELL, a.NATIVES_FROM_PATH)


def events(before: State, action: Action, after: State) -> list[Event]:
    """What one action or chance outcome did, in order."""
    told = _action_event(before, action, after) if before.to_move >= 0 else _draw(before, action, after)
    _tile(told, before, action, after)
    if _at_sea(before) and not _at_sea(after) and action[0] not in _ENDING:
        told += expedition_over_events(told, before.active)
    told += _fillers(before, after)
    _islands(told, before, after)
    if after.to_move == OVER:
        _end(told, before, after)
    return told


def _at_sea(state: State) -> bool:
    """Whether an expedition goes on, from what was announced on (N4–N7, N12)."""
    between = state.phase in (a.P_TOPS, a.P_TOKEN) and state.then in (a.THEN_PLACE, a.THEN_EVENT, a.THEN_GO)
    return between or state.phase in _EXPLORING


# what was chosen or drawn


def _action_event(before: State, action: Action, after: State) -> list[Event]:
    seat, kind = before.to_move, action[0]
    if kind == a.CHIEFS:
        public = _("{who} has named chief scouts in secret.").format(who=seat_mark(seat))
        return [Event("chiefs", public, seat), Event(PRIVATE_FACT, describe(before, action), seat, private_to=seat)]
    sentence = describe(before, action)
    if kind in _SAIL:
        cells = (action[1],) if kind in (a.START_RIM, a.START_TILE) else ()
        return [Event("sail", sentence, seat, cells)]
    if kind == a.LAY:
        return [Event(LAY, sentence, seat, (action[1],))]
    if kind in _UNITS:
        return [Event("unit", sentence, seat, (before.ship,))]
    if kind == a.ISLAND:
        return [Event("island", sentence, seat, (action[1],))]
    if kind in _JUNGLE:
        return [Event("jungle", sentence, seat), *_token_events(before, seat, after)]
    return [Event("gold" if kind == a.WHEEL else "draw", sentence, seat)]


def _token_events(before: State, seat: int, after: State) -> list[Event]:
    """Tokens that a scout on the eye has just shown its seat (N11)."""
    told = []
    for number, seen in enumerate(after.seen):
        if (seen & ~before.seen[number]) >> seat & 1:
            who, place = seat_mark(seat), hut(number)
            told.append(Event("look", _("{who} looks at the token of {hut}.").format(who=who, hut=place), seat))
            told.append(_token(number, after.token[number], seat))
    return told


def _token(number: int, value: int, seat: int) -> Event:
    words = _("The token of {hut} is worth {points}.").format(hut=hut(number), points=points_text(value))
    return Event(PRIVATE_FACT, words, seat, private_to=seat)


def _draw(before: State, action: Action, after: State) -> list[Event]:
    seat, kind = before.active, action[0]
    who = seat_mark(seat)
    if kind == a.DIE:
        if not action[1]:
            return [
                Event(
                    "die", _("{who} rolls the wheel and may choose a number.").format(who=who), seat, starts_turn=True
                )
            ]
        words = _("{who} rolls a {number}: {own}, and {others} for everybody else.").format(
            who=who, number=action[1], own=gold_text(action[1]), others=gold_text(action[1] + 1)
        )
        return [Event("die", words, seat, starts_turn=True)]
    if kind == a.FRONT:
        return [tile_drawn_event(before, action, event_name(action[2]))]
    if kind == a.TOKEN:
        looker = before.looker
        words = _("{who} draws a token, looks at it and puts it into {hut}.").format(
            who=seat_mark(looker), hut=hut(before.hut)
        )
        return [Event("token", words, looker), _token(before.hut, action[1], looker)]
    return []  # a new top is seen on the stacks; no word is needed


# what became of the tile in hand


def _tile(told: list[Event], before: State, action: Action, after: State) -> None:
    """The tile laid by the rules, or thrown away; then its event (N6, N12)."""
    told += tile_events(before, action, after, _("It fits nowhere beside the ship and goes to the discard pile."))
    waited = before.phase == a.P_TOPS and before.then == a.THEN_EVENT
    waits = after.phase == a.P_TOPS and after.then == a.THEN_EVENT
    if (was_laid(before, after) or waited) and not waits and not after.open_tiles and after.event[after.ship]:
        told.append(_event_of(before, after, after.event[after.ship]))


def _event_of(before: State, after: State, event: int) -> Event:
    seat = before.active
    who, cells = seat_mark(seat), (after.ship,)
    if event == a.GOLD:
        words = _("A gold-digger: {who} finds {gold}.").format(who=who, gold=gold_text(after.board.digger))
        return Event("gold", words, seat, cells)
    if event == a.PIRATES:
        return pirates_event(seat, cells, before.gold[seat] // 2)
    if event == a.NATIVES:
        if after.phase == a.P_NATIVES:
            words = _("Natives greet {who}: a scout may follow them into the jungle.").format(who=who)
        else:
            words = _("Natives greet {who}, who has no scout to send or no path to send it up.").format(who=who)
        return Event("natives", words, seat, cells)
    return storm_event(seat, cells)


def _fillers(before: State, after: State) -> list[Event]:
    """Gaps that were filled, all of them when nobody sails any more (N8, N13, T9)."""
    gaps = filled_events(before, after)
    if gaps and after.idle >= a.IDLE_ROUNDS:
        words = _("{count} rounds without a new tile: nobody sails any more.").format(count=a.IDLE_ROUNDS)
        gaps.insert(0, Event("idle", words))
    return gaps


# points


def _islands(told: list[Event], before: State, after: State) -> None:
    """Islands scored, what was found out about chiefs, scouts that come back (N10, N11, N14)."""
    new = [entry for entry in after.ledger[len(before.ledger) :] if entry[0] == a.SCORED_ISLAND]
    told += [scored_event(after, entries, _worth(entries)) for entries in entries_by_island(new)]
    for index in range(2 * after.seats):
        if (after.chief_known & ~before.chief_known) >> index & 1 and after.chiefs[index] and after.to_move != OVER:
            words = _("Scout {number} of {who} turns out to be a chief!").format(
                number=after.chiefs[index], who=seat_mark(index // 2)
            )
            told.append(Event("chiefs", words, index // 2))
    for seat in range(after.seats):
        home = after.supply[seat * 3] - before.supply[seat * 3]
        if home > 0:
            words = plural(
                "Every path is full: {count} scout of {who} comes home.",
                "Every path is full: {count} scouts of {who} come home.",
                home,
            ).format(count=home, who=seat_mark(seat))
            told.append(Event("jungle", words, seat))


def _worth(entries: Sequence[Entry]) -> str:
    size, bonus = entries[0][4], entries[0][5]
    return (
        _("{tiles} and {bonus} for its waterfalls").format(tiles=tiles_text(size), bonus=bonus)
        if bonus
        else tiles_text(size)
    )


def _end(told: list[Event], before: State, after: State) -> None:
    """The huts are opened and the match is over (N13)."""
    told.append(Event("end", _("The whole sea is charted, and the huts are opened.")))
    for entry in after.ledger[len(before.ledger) :]:
        if entry[0] == a.SCORED_HUT:
            words = _("{hut}: {reason}").format(hut=capitalize_first(hut(entry[3])), reason=hut_reason(after, entry))
            told.append(Event("hut", words, entry[1]))
    told.append(Event("end", verdict(after)))


# The boards in the book of Die Neuen Entdecker: little seas on which real moves are played.

PLAIN = Body(spaces=("..", ".."), tiles=KINDS, jungle=Jungle(paths=(5, 6, 6, 7, 6, 6, 5), eye=2))
"""What little seas are drawn on."""
SEA, CAPE = 0, 1
"""Kinds of tile that are drawn."""


def _sea(
    *rows: str, units: Mapping[str, tuple[int, int]] | None = None, edges: Mapping[str, EdgeKind] | None = None
) -> BookPosition[State]:
    """The first turn of three seats on the sea of these rows, with (seat, kind of unit) on some spaces."""
    body = sea_from_text(PLAIN, *rows, edges=edges)
    board = build(body)
    plain = play_moves(start(board, 3, {})).dump()
    text.place_units(plain, board.chart.grid, units or {})
    return BookPosition(body, restore(board, plain))


def _voyage(*further: Action) -> BookPosition[State]:
    """A voyage from a sheet of sea in the south, and what comes next."""
    draw = (START_TILE, 9), (ANNOUNCE_HIDDEN, 2), (DRAW_HIDDEN,), (FRONT, CAPE, 0)
    return _sea(*text.VOYAGE).after(*draw, *further)


def _gap(*further: Action) -> BookPosition[State]:
    """A sheet of sea is laid in the north, after which a space below it has four known sides."""
    state = _sea(*text.GAP, units={"C2": (1, SCOUT)})
    return state.after((START_RIM, 1, 0), (ANNOUNCE_HIDDEN, 2), (DRAW_HIDDEN,), (FRONT, SEA, 0), *further)


_ISLAND = {"B2": (0, BASE), "B1": (1, SCOUT), "A2": (1, SCOUT), "C2": (2, SCOUT)}
POSITIONS: Mapping[str, Callable[[], BookPosition[State]]] = {
    **{name: partial(_sea, *rows) for name, rows in text.POSITIONS.items()},
    "border-start": lambda: _sea("....", ".~..", "....").after((START_RIM, 2, 0)),
    "tile-start": lambda: _sea("....", "..~.", "..~.").after((START_TILE, 6)),
    "route": lambda: _sea("....", "~~..", ".╶..", units={"B3": (1, BASE)}, edges={"A2 west": "open 2"}).after(
        (START_TILE, 5)
    ),
    "lay-before": _voyage,
    "lay-after": lambda: _voyage((LAY_scenes, 5)),
    "unit": lambda: _voyage((LAY_scenes, 5), (UNIT, BASE)),
    "gap-before": _gap,
    "gap-after": lambda: _gap((STOP,)),
    "island": lambda: _sea(*text.ISLAND, units=_ISLAND),
}
"""By the name in the book."""
