"""How everybody came by their points in Columbus: seats minus place, for ships home and ships at sea (C14, C15)."""

from __future__ import annotations

from studio.core.game import OVER
from studio.core.panel import Line, Reckoning
from studio.core.text import _, every, marks, seat_mark, won
from studio.games.columbus.rules import State
from studio.games.columbus.rules import actions as a
from studio.games.columbus.rules.sailing import progress
from studio.games.columbus.words.places import ordinal, place


def reckoning(state: State) -> Reckoning:
    """The final table, or how it stands so far; the columns add up to `state.scores()`."""
    scores = state.scores()
    home = [seat for seat in range(state.seats) if state.voyage[seat] == a.HOME]
    over = state.to_move == OVER
    lines = [Line(_("Home again"), _column(scores, home), _home_reason(state, home))]
    at_sea = ranking(state)
    if at_sea and (over or not home):
        title = _("Still at sea")
        lines.append(Line(title, _column(scores, at_sea) if over else (0,) * state.seats, _sea_reason(state, at_sea)))
    return Reckoning(tuple(lines), tuple(state.winners()) if over else (), verdict(state))


def ranking(state: State) -> list[int]:
    """The seats at sea, the furthest ahead first (C9); none while ships are still to be set out."""
    at_sea = [seat for seat in range(state.seats) if state.voyage[seat] != a.HOME and state.ship[seat] >= 0]
    return sorted(at_sea, key=lambda seat: -progress(state, seat))


def voyage_words(state: State, seat: int) -> str:
    """Where a ship is on its voyage: "homeward on D4"."""
    where = place(state.board, state.ship[seat])
    if state.voyage[seat] == a.OUTBOUND:
        return _("outward on {space}").format(space=where)
    return _("homeward on {space}").format(space=where)


def _column(scores: list[int], seats: list[int]) -> tuple[int, ...]:
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
    return _("Number of seats less the place: {list}.").format(list=every(parts))


def _sea_reason(state: State, at_sea: list[int]) -> str:
    """Who came how far."""
    parts = [_("{who} {voyage}").format(who=seat_mark(seat), voyage=voyage_words(state, seat)) for seat in at_sea]
    return _("Placed by how far they came: {list}.").format(list=every(parts))


def verdict(state: State) -> str:
    """Who has won, or how far they are."""
    if state.to_move == OVER:
        return won(state.winners(), max(state.scores()))
    home = [seat for seat in range(state.seats) if state.place[seat]]
    if home:
        parts = [
            _("{who} {rank}").format(who=seat_mark(seat), rank=ordinal(state.place[seat]))
            for seat in sorted(home, key=lambda seat: state.place[seat])
        ]
        return _("Home: {list}.").format(list=every(parts))
    at_sea = ranking(state)
    if len(at_sea) < state.seats:
        return _("The ships have not set out yet.")
    ahead = [seat for seat in at_sea if progress(state, seat) == progress(state, at_sea[0])]
    if len(ahead) == state.seats:
        return _("All ships have come equally far.")
    if len(ahead) == 1:
        return _("{who} is ahead, {voyage}.").format(who=marks(ahead), voyage=voyage_words(state, ahead[0]))
    return _("{who} are ahead.").format(who=marks(ahead))


def figures(state: State, seat: int) -> dict[str, int | str]:
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
