"""The texts of a match of Columbus: rulebook, scoring, goals of puzzles, and events."""

from __future__ import annotations

from studio.core.book import Book
from studio.core.game import LAY, OVER, Action, BookPosition, Event
from studio.core.panel import ScoreBreakdown, ScoreLine
from studio.core.text import _, join_and, join_seats, seat_mark, turn_ended_text, winner_text
from studio.documents import markup
from studio.games.columbus.rules import State, board as a
from studio.games.columbus.rules.position import courses, limit, progress, reach
from studio.games.columbus.text.moves import button_text as button_text, describe as describe, turn_title as turn_title
from studio.games.columbus.text.places import POSITIONS, ordinal, place, rack_text, tiles

# Rulebook.

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
"""By phase: the rule that governs the next step."""


def book() -> Book:
    return markup.load_book("columbus")


def book_position(name: str) -> BookPosition[State]:
    return POSITIONS[name]()


def clause(state: State) -> str:
    return CLAUSES[state.phase]


# Scoring: number of seats minus place, for ships at home and ships at sea (C14, C15).


def score_breakdown(state: State) -> ScoreBreakdown:
    """Return the score table, final or so far; the columns add up to `state.scores()`."""
    at_sea = ranking(state)
    home = [seat for seat in range(state.seats) if state.voyage[seat] == a.HOME]
    over = state.to_move == OVER
    points = [tuple(score * (seat in seats) for seat, score in enumerate(state.scores())) for seats in (home, at_sea)]
    lines = [ScoreLine(_("Return home"), points[0], _home_reason(state, home))]
    if at_sea and (over or not home):
        parts = [_("{who} {voyage}").format(who=seat_mark(seat), voyage=voyage_text(state, seat)) for seat in at_sea]
        reason = _("Ranked by progress: {list}.").format(list=join_and(parts))
        lines.append(ScoreLine(_("Still at sea"), points[1] if over else (0,) * state.seats, reason))
    return ScoreBreakdown(tuple(lines), tuple(state.winners()) if over else (), verdict(state))


def ranking(state: State) -> list[int]:
    """Return the seats at sea, the leader first (C9); empty before all ships have set out."""
    at_sea = [seat for seat in range(state.seats) if state.voyage[seat] != a.HOME and state.ship[seat] >= 0]
    return sorted(at_sea, key=lambda seat: -progress(state, seat))


def voyage_text(state: State, seat: int) -> str:
    """Return where a ship is on its voyage: "homeward on D4"."""
    text = _("outbound on {space}") if state.voyage[seat] == a.OUTBOUND else _("returning on {space}")
    return text.format(space=place(state.board, state.ship[seat]))


def _home_reason(state: State, home: list[int]) -> str:
    if not home:
        return _("No ship has come home yet.") if state.to_move != OVER else _("No ship came home.")
    parts = [
        _("{who} in round {round} (in America in round {there})").format(
            who=seat_mark(seat), round=state.home_round[seat], there=state.america_round[seat]
        )
        for seat in sorted(home, key=lambda seat: state.place[seat])
    ]
    return _("Number of seats minus place: {list}.").format(list=join_and(parts))


def verdict(state: State) -> str:
    if state.to_move == OVER:
        return winner_text(state.winners(), max(state.scores()))
    home = [seat for seat in range(state.seats) if state.place[seat]]
    if home:
        parts = [
            _("{who} ({rank})").format(who=seat_mark(seat), rank=ordinal(state.place[seat]))
            for seat in sorted(home, key=lambda seat: state.place[seat])
        ]
        return _("Home: {list}.").format(list=join_and(parts))
    at_sea = ranking(state)
    if len(at_sea) < state.seats:
        return _("The ships have not started yet.")
    ahead = [seat for seat in at_sea if progress(state, seat) == progress(state, at_sea[0])]
    if len(ahead) == state.seats:
        return _("All ships have made equal progress.")
    if len(ahead) == 1:
        return _("{who} is ahead, {voyage}.").format(who=join_seats(ahead), voyage=voyage_text(state, ahead[0]))
    return _("{who} are ahead.").format(who=join_seats(ahead))


def goal_values(state: State, seat: int) -> dict[str, int | str]:
    """Return the values that puzzle goals can test: where the ship is, whether it has been in America or is home,
    how many turns in a row it was blocked, and how many tiles the seat holds."""
    ship = state.ship[seat]
    return {
        "place": state.board.grid.name(ship) if ship >= 0 else "",
        "returning": int(state.voyage[seat] != a.OUTBOUND),
        "home": int(state.voyage[seat] == a.HOME),
        "blocked": state.blocked[seat],
        "rack": state.rack_size[seat],
    }


# Events. The rules do several things in one step (a ship arrives, the match ends, the next seat may move a tile), so
# they are found by comparing the positions before and after. Only its own seat is shown which tiles it drew (C1).

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
    found: list[Event] = []
    if action[0] == a.DRAW:
        _draws(found, before, action, after)
    else:
        found.append(_action_event(before, action))
        _storm(found, before, action, after)
        _arrival(found, before, after)
        _blocked(found, before, action, after)
        _over(found, before, action, after)
    _free_move(found, before, after)
    _no_laying(found, before, action, after)
    if after.to_move == OVER:
        if after.voyage.count(a.HOME) < after.seats - 1 and not (after.winner_only and a.HOME in after.voyage):
            text = _("In {rounds} rounds, no tile was placed and no ship came home.").format(rounds=a.QUIET_ROUNDS)
            found.append(Event("end", text))
        found.append(Event("end", verdict(after)))
    return found


def _action_event(before: State, action: Action) -> Event:
    kind, seat = action[0], before.active
    cells, path = tuple[int, ...](), tuple[int, ...]()
    if kind in (a.HARBOUR, a.PLACE, a.SWAP, a.LIFT, a.DROP):
        cells = (action[1],)
    elif kind == a.SAIL:
        cells, path = (before.ship[seat], action[1]), courses(before, seat)[action[1]].spaces
    elif kind == a.STAY:
        cells = (before.ship[seat],)
    # the event of putting it down repeats it
    is_transient = kind == a.LIFT or (kind == a.TAKE and action[1] != a.T_CYCLONE)
    return Event(_KINDS[kind], describe(before, action), seat, cells, is_transient=is_transient, path=path)


def _draws(found: list[Event], before: State, action: Action, after: State) -> None:
    """Add that a rack is filled, for all, and what is drawn, for its seat. The first racks are reported as a whole."""
    board, seat = before.board, before.active
    held = before.rack_size[seat]
    if before.turn == 0:
        if after.phase != a.P_DRAW or after.active != seat:  # the last tile of this rack
            text = _("{who} draws {tiles}.").format(who=seat_mark(seat), tiles=tiles(held + 1))
            found.append(Event("draw", text, seat))
            text = _("{who} draws {list}.").format(who=seat_mark(seat), list=rack_text(board, after.rack[seat]))
            found.append(Event("draw", text, seat, private_to=seat))
        return
    if held + before.laid == board.rack:  # the first tile: racks were full when the turn began, or there is no reserve
        count = min(board.rack - held, before.reserve_size)
        text = _("{who} draws {tiles}.").format(who=seat_mark(seat), tiles=tiles(count))
        found.append(Event("draw", text, seat))
    found.append(Event("draw", describe(before, action), seat, private_to=seat))
    if not after.reserve_size:
        found.append(Event("reserve", _("The reserve is empty. No more tiles are drawn.")))


def _storm(found: list[Event], before: State, action: Action, after: State) -> None:
    """Add that a cyclone finds nothing to move (C4), or nothing any more after a swap (C6)."""
    played = action[0] == a.AS_CYCLONE or (action[0] == a.TAKE and action[1] == a.T_CYCLONE)
    played |= action[0] == a.SWAP and before.phase == a.P_LIFT
    if played and after.phase != a.P_LIFT:
        found.append(Event("leave", _("No tile can be moved."), before.active))


def _arrival(found: list[Event], before: State, after: State) -> None:
    """Add the arrival in America or at home (C12–C14)."""
    seat = before.active
    who = seat_mark(seat)
    if after.voyage[seat] == before.voyage[seat]:
        return
    cell = after.ship[seat]
    if after.voyage[seat] == a.RETURNING:
        text = _("{who} reaches America and turns for home.")
        if not before.discovered:
            text = _("{who} is the first to reach America and turns for home.")
        found.append(Event("america", text.format(who=who), seat, (cell,)))
        text = _(
            "From now on, place one to three tiles per turn, before or after sailing. Ship tiles can cover other tiles."
        )
        if not before.discovered:
            found.append(Event("rules", text))
        return
    text = _("{who} is home, {rank} of {seats}.").format(who=who, rank=ordinal(after.place[seat]), seats=after.seats)
    found.append(Event("home", text, seat, (cell,)))
    left = before.rack_size[seat]
    if left:
        text = _("{tiles} from the rack of {who} leave the game face down.")
        if left == 1:
            text = _("The last tile from the rack of {who} leaves the game face down.")
        found.append(Event("shed", text.format(tiles=tiles(left), who=who), seat))


def _no_laying(found: list[Event], before: State, action: Action, after: State) -> None:
    """Add that no tile, or no further one, can be placed in this turn (C2, C10)."""
    same_turn = before.turn == after.turn
    if after.phase != a.P_SAIL or after.laid >= limit(after) or action[0] == a.STOP:
        return
    if same_turn and before.phase == a.P_SAIL:
        return
    seat = after.active
    text = _("{who} cannot place any more tiles.") if after.laid else _("{who} cannot place a tile.")
    if not after.rack_size[seat]:
        text = _("{who} has no tiles left to place.")
    found.append(Event("stop", text.format(who=seat_mark(seat)), seat))


def _blocked(found: list[Event], before: State, action: Action, after: State) -> None:
    """Add that a turn ended without any space that the ship could have reached (C11)."""
    if action[0] not in (a.STAY, a.END):
        return
    seat = before.active
    count = after.blocked[seat]
    if count > before.blocked[seat]:
        text = _("{who} is blocked.").format(who=seat_mark(seat))
        if count > 1:
            text = _("{who} is blocked for the {rank} turn in a row.").format(who=seat_mark(seat), rank=ordinal(count))
        found.append(Event("blocked", text, seat, (after.ship[seat],)))


def _over(found: list[Event], before: State, action: Action, after: State) -> None:
    """Add that a turn ended automatically: the seat has sailed and can place and swap no more (C13)."""
    seat, kind = before.active, action[0]
    if kind in (a.HARBOUR, a.STAY, a.END) or (kind == a.SAIL and not after.discovered):
        return
    if (after.turn != before.turn or after.phase in (a.P_DRAW, a.P_OVER)) and after.voyage[seat] != a.HOME:
        found.append(Event("turn", turn_ended_text(seat), seat))


def _free_move(found: list[Event], before: State, after: State) -> None:
    """Add the free move after three blocked turns (C11)."""
    if after.turn == before.turn or after.to_move == OVER:
        return
    seat = after.active
    if before.blocked[seat] < a.BLOCKED_TURNS or after.blocked[seat]:
        return
    text = _("{who} was blocked for three turns and can move a tile.")
    if not after.relief:
        text = _("{who} was blocked for three turns, but no tile can be moved.")
        if reach(after, seat):
            text = _("{who} was blocked for three turns, but the path is open again.")
    found.append(Event("relief", text.format(who=seat_mark(seat)), seat, (after.ship[seat],), starts_turn=True))
