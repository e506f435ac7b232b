"""All that is said of a match of Columbus; here what an action or a draw did, told in order, for log and animation.

The rules do several things in one step (a ship arrives, the match ends, the next seat may move a tile for free), so
the tale is found by comparing the position before with the one after. Drawn tiles are told to their seat alone (C1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.book import Book
from studio.core.game import LAY, OVER, Action, Event
from studio.core.panel import ScoreBreakdown, ScoreLine
from studio.core.text import _, join_and, join_seats, seat_mark, turn_ended_text, winner_text
from studio.documents import markup
from studio.games.columbus.rules import State, board as a
from studio.games.columbus.rules.position import courses, limit, progress, reach
from studio.games.columbus.text.moves import button_text, describe, turn_title
from studio.games.columbus.text.places import ordinal, place, rack_text, tiles

if TYPE_CHECKING:
    from studio.core.match import BookPosition


# The rules of Columbus to be read: the book, its boards, and which clause a decision follows.

CLAUSES = {
    a.P_DRAW: "C10",
    a.P_HARBOUR: "C1",
    a.P_LAY: "C2",
    a.P_PLACE: "C3",
    a.P_LIFT: "C4",
    a.P_DROP: "C4",
    a.P_SAIL: "C7",
    a.P_FREE: "C13",
    a.P_OVER: "C14",
}
"""By phase of a position: what the rules say of the next step."""


def book() -> Book:
    """The rules, clause by clause."""
    return markup.load_book("columbus")


def book_position(name: str) -> BookPosition[State]:
    """A board of the book."""
    from studio.games.columbus.text.places import POSITIONS  # which draws layouts, as a match never does

    return POSITIONS[name]()


def clause(state: State) -> str:
    """The clause that the next step of a position follows."""
    return CLAUSES[state.phase]


# How everybody came by their points in Columbus: seats minus place, for ships home and ships at sea (C14, C15).


def score_breakdown(state: State) -> ScoreBreakdown:
    """The final table, or how it stands so far; the columns add up to `state.scores()`."""
    scores = state.scores()
    home = [seat for seat in range(state.seats) if state.voyage[seat] == a.HOME]
    over = state.to_move == OVER
    lines = [ScoreLine(_("Home again"), _score_column(scores, home), _home_reason(state, home))]
    at_sea = ranking(state)
    if at_sea and (over or not home):
        title = _("Still at sea")
        lines.append(
            ScoreLine(title, _score_column(scores, at_sea) if over else (0,) * state.seats, _sea_reason(state, at_sea))
        )
    return ScoreBreakdown(tuple(lines), tuple(state.winners()) if over else (), verdict(state))


def ranking(state: State) -> list[int]:
    """The seats at sea, the furthest ahead first (C9); none while ships are still to be set out."""
    at_sea = [seat for seat in range(state.seats) if state.voyage[seat] != a.HOME and state.ship[seat] >= 0]
    return sorted(at_sea, key=lambda seat: -progress(state, seat))


def voyage_text(state: State, seat: int) -> str:
    """Where a ship is on its voyage: "homeward on D4"."""
    where = place(state.board, state.ship[seat])
    if state.voyage[seat] == a.OUTBOUND:
        return _("outward on {space}").format(space=where)
    return _("homeward on {space}").format(space=where)


def _score_column(scores: list[int], seats: list[int]) -> tuple[int, ...]:
    return tuple(score if seat in seats else 0 for seat, score in enumerate(scores))


def _home_reason(state: State, home: list[int]) -> str:
    """Who came home when."""
    if not home:
        return _("Nobody has come home yet.") if state.to_move != OVER else _("Nobody came home.")
    parts = [
        _("{who} in round {round} (in America in round {there})").format(
            who=seat_mark(seat), round=state.home_round[seat], there=state.america_round[seat]
        )
        for seat in sorted(home, key=lambda seat: state.place[seat])
    ]
    return _("Number of seats less the place: {list}.").format(list=join_and(parts))


def _sea_reason(state: State, at_sea: list[int]) -> str:
    """Who came how far."""
    parts = [_("{who} {voyage}").format(who=seat_mark(seat), voyage=voyage_text(state, seat)) for seat in at_sea]
    return _("Placed by how far they came: {list}.").format(list=join_and(parts))


def verdict(state: State) -> str:
    """Who has won, or how far they are."""
    if state.to_move == OVER:
        return winner_text(state.winners(), max(state.scores()))
    home = [seat for seat in range(state.seats) if state.place[seat]]
    if home:
        parts = [
            _("{who} {rank}").format(who=seat_mark(seat), rank=ordinal(state.place[seat]))
            for seat in sorted(home, key=lambda seat: state.place[seat])
        ]
        return _("Home: {list}.").format(list=join_and(parts))
    at_sea = ranking(state)
    if len(at_sea) < state.seats:
        return _("The ships have not set out yet.")
    ahead = [seat for seat in at_sea if progress(state, seat) == progress(state, at_sea[0])]
    if len(ahead) == state.seats:
        return _("All ships have come equally far.")
    if len(ahead) == 1:
        return _("{who} is ahead, {voyage}.").format(who=join_seats(ahead), voyage=voyage_text(state, ahead[0]))
    return _("{who} are ahead.").format(who=join_seats(ahead))


def goal_values(state: State, seat: int) -> dict[str, int | str]:
    """What goals of puzzles can ask of a seat: where its ship is, whether it has been in America, is home, and is to
    leave out turns for want of a way, and how many tiles it holds."""
    ship = state.ship[seat]
    return {
        "place": state.board.grid.name(ship) if ship >= 0 else "",
        "returning": int(state.voyage[seat] != a.OUTBOUND),
        "home": int(state.voyage[seat] == a.HOME),
        "blocked": state.blocked[seat],
        "rack": state.rack_size[seat],
    }


# All that is said of a match of Columbus; here what an action or a draw did, told in order, for log and animation.

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


_KINDS = {
    a.HARBOUR: "harbour",
    a.TAKE: "take",
    a.AS_CYCLONE: "cyclone",
    a.PLACE: LAY,
    a.SWAP: LAY,
    a.LIFT: "lift",
    a.DROP: LAY,
    a.LEAVE: "leave",
    a.SAIL: "sail",
    a.STAY: "stay",
    a.STOP: "stop",
    a.END: "turn",
    a.DRAW: "draw",
}


def events(before: State, action: Action, after: State) -> list[Event]:
    """What one action or chance outcome did, in order."""
    told: list[Event] = []
    if action[0] == a.DRAW:
        _draws(told, before, action, after)
    else:
        told.append(_action_event(before, action))
        _storm(told, before, action, after)
        _arrival(told, before, after)
        _blocked(told, before, action, after)
        _over(told, before, action, after)
    _free_move(told, before, after)
    _no_laying(told, before, action, after)
    if after.to_move == OVER:
        _end(told, after)
    return told


def _action_event(before: State, action: Action) -> Event:
    kind, seat = action[0], before.active
    cells: tuple[int, ...] = ()
    course: tuple[int, ...] = ()
    if kind in (a.HARBOUR, a.PLACE, a.SWAP, a.LIFT, a.DROP):
        cells = (action[1],)
    elif kind == a.SAIL:
        cells, course = (before.ship[seat], action[1]), courses(before, seat)[action[1]].spaces
    elif kind == a.STAY:
        cells = (before.ship[seat],)
    passing = kind == a.LIFT or (kind == a.TAKE and action[1] != a.T_CYCLONE)  # told again when it is put down
    return Event(_KINDS[kind], describe(before, action), seat, cells, is_transient=passing, path=course)


def _draws(told: list[Event], before: State, action: Action, after: State) -> None:
    """That a rack is filled, for all; what is drawn, for its seat. The first racks are told at once."""
    board, seat = before.board, before.active
    held = before.rack_size[seat]
    if before.turn == 0:
        if after.phase != a.P_DRAW or after.active != seat:  # the last tile of this rack
            words = _("{who} draws {tiles}.").format(who=seat_mark(seat), tiles=tiles(held + 1))
            told.append(Event("draw", words, seat))
            words = _("{who} draws {list}.").format(who=seat_mark(seat), list=rack_text(board, after.rack[seat]))
            told.append(Event("draw", words, seat, private_to=seat))
        return
    if held + before.laid == board.rack:  # the first tile: racks were full when the turn began, or there is no reserve
        count = min(board.rack - held, before.reserve_size)
        words = _("{who} draws {tiles}.").format(who=seat_mark(seat), tiles=tiles(count))
        told.append(Event("draw", words, seat))
    told.append(Event("draw", describe(before, action), seat, private_to=seat))
    if not after.reserve_size:
        told.append(Event("reserve", _("The reserve is empty: no more tiles are drawn.")))


def _storm(told: list[Event], before: State, action: Action, after: State) -> None:
    """That a cyclone finds nothing to move (C4), or nothing any more after a swap (C6)."""
    played = action[0] == a.AS_CYCLONE or (action[0] == a.TAKE and action[1] == a.T_CYCLONE)
    played |= action[0] == a.SWAP and before.phase == a.P_LIFT
    if played and after.phase != a.P_LIFT:
        told.append(Event("leave", _("No tile can be moved."), before.active))


def _arrival(told: list[Event], before: State, after: State) -> None:
    """America, and home again (C12–C14)."""
    seat = before.active
    who = seat_mark(seat)
    if after.voyage[seat] == before.voyage[seat]:
        return
    cell = after.ship[seat]
    if after.voyage[seat] == a.RETURNING:
        if before.discovered:
            words = _("{who} is in America and turns for home.").format(who=who)
            told.append(Event("america", words, seat, (cell,)))
            return
        words = _("{who} is the first in America and turns for home.").format(who=who)
        told.append(Event("america", words, seat, (cell,)))
        words = _("From now on each turn has one to three tiles, in any order with sailing, and ships may cover tiles.")
        told.append(Event("rules", words))
        return
    words = _("{who} is home again, {rank} of {seats}.").format(
        who=who, rank=ordinal(after.place[seat]), seats=after.seats
    )
    told.append(Event("home", words, seat, (cell,)))
    left = before.rack_size[seat]
    if left:
        words = _("The {tiles} on the rack of {who} leave the game face down.")
        if left == 1:
            words = _("The last tile on the rack of {who} leaves the game face down.")
        told.append(Event("shed", words.format(tiles=tiles(left), who=who), seat))


def _no_laying(told: list[Event], before: State, action: Action, after: State) -> None:
    """That a turn has no laying, or no more, because nothing on the rack can be laid (C2, C10)."""
    same_turn = before.turn == after.turn
    if after.phase != a.P_SAIL or after.laid >= limit(after) or action[0] == a.STOP:
        return
    if same_turn and before.phase == a.P_SAIL:
        return
    seat = after.active
    words = _("{who} can lay no more tiles.") if after.laid else _("{who} can lay no tile.")
    if not after.rack_size[seat]:
        words = _("{who} has no tiles left to lay.")
    told.append(Event("stop", words.format(who=seat_mark(seat)), seat))


def _blocked(told: list[Event], before: State, action: Action, after: State) -> None:
    """A turn that ends without any space the ship could have reached (C11)."""
    if action[0] not in (a.STAY, a.END):
        return
    seat = before.active
    count = after.blocked[seat]
    if count > before.blocked[seat]:
        words = _("{who} is blocked.").format(who=seat_mark(seat))
        if count > 1:
            words = _("{who} is blocked for the {rank} turn in a row.").format(who=seat_mark(seat), rank=ordinal(count))
        told.append(Event("blocked", words, seat, (after.ship[seat],)))


def _over(told: list[Event], before: State, action: Action, after: State) -> None:
    """A turn that ends by itself: the seat has sailed and can lay and swap no more (C13)."""
    seat, kind = before.active, action[0]
    if kind in (a.HARBOUR, a.STAY, a.END) or (kind == a.SAIL and not before.discovered):
        return
    if (after.turn != before.turn or after.phase in (a.P_DRAW, a.P_OVER)) and after.voyage[seat] != a.HOME:
        told.append(Event("turn", turn_ended_text(seat), seat))


def _free_move(told: list[Event], before: State, after: State) -> None:
    """The free move after three blocked turns (C11)."""
    if after.turn == before.turn or after.to_move == OVER:
        return
    seat = after.active
    if before.blocked[seat] < a.BLOCKED_TURNS or after.blocked[seat]:
        return
    words = _("{who} was blocked for three turns and may move a tile.")
    if not after.relief:
        words = _("{who} was blocked for three turns, but no tile can be moved.")
        if reach(after, seat):
            words = _("{who} was blocked for three turns, but the way is open again.")
    told.append(Event("relief", words.format(who=seat_mark(seat)), seat, (after.ship[seat],), starts_turn=True))


def _end(told: list[Event], after: State) -> None:
    if after.voyage.count(a.HOME) < after.seats - 1 and not (after.winner_only and a.HOME in after.voyage):
        words = _("In {rounds} rounds no tile was laid and no ship came home.").format(rounds=a.QUIET_ROUNDS)
        told.append(Event("end", words))
    told.append(Event("end", verdict(after)))
