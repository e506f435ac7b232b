"""How everybody came by their points in Entdecker: islands one by one, ruins, the greatest discoverer (E10–E13)."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from studio.core.game import OVER
from studio.core.panel import Line, Reckoning
from studio.core.text import _, every, marks, points, seat_mark
from studio.games.entdecker.rules import actions as a
from studio.games.entdecker.words.places import chips, units
from studio.seatiles.words import land_at, space, tiles

if TYPE_CHECKING:
    from studio.games.entdecker.rules import State

Entry = tuple[int, ...]


def reckoning(state: State) -> Reckoning:
    """The final table, or how it stands so far; the columns add up to `state.scores()`."""
    islands = [entry for entry in state.ledger if entry[0] in (a.SCORED_ISLAND, a.UNFINISHED_ISLAND) and entry[1] >= 0]
    lines = []
    for (kind, cell, land), group in groupby(islands, key=lambda entry: (entry[0], entry[6], entry[7])):
        entries = list(group)
        place = land_at(state.board, state.laid[cell], cell, land)
        title = _("Island at {place}") if kind == a.SCORED_ISLAND else _("Unfinished island at {place}")
        lines.append(Line(title.format(place=place), _columns(state, entries), _island_reason(entries)))
    finds = [entry for entry in state.ledger if entry[0] == a.FOUND_RUINS]
    if finds:
        reason = every([
            _("{who} on {space}").format(who=seat_mark(entry[1]), space=space(state.board, entry[3])) for entry in finds
        ])  # fmt: skip
        lines.append(Line(_("Ruins"), _columns(state, finds), _("Found by {list}.").format(list=reason)))
    best = [entry for entry in state.ledger if entry[0] == a.MOST_CHIPS]
    if best:
        reason = _("With {chips} {reason}").format(chips=chips(best[0][2]), reason=most_chips_reason(best))
        lines.append(Line(_("Greatest discoverer"), _columns(state, best), reason))
    winners = tuple(state.winners()) if state.to_move == OVER else ()
    return Reckoning(tuple(lines), winners, verdict(state))


def _columns(state: State, entries: list[Entry]) -> tuple[int, ...]:
    column = [0] * state.seats
    for entry in entries:
        column[entry[1]] += entry[2]
    return tuple(column)


def _island_reason(entries: list[Entry]) -> str:
    """ "7 tiles and 3 for the plant: ⟦0⟧ first with 1 fort and 2 scouts, ⟦1⟧ second with 1 scout." """
    size, chip = entries[0][4], entries[0][5]
    worth = _("{tiles} and {chip} for the plant").format(tiles=tiles(size), chip=chip) if chip else tiles(size)
    ranks = [
        _("{who} {rank} with {units}").format(
            who=seat_mark(entry[1]), rank=_rank(entry[3]), units=_strength(entry[8:11])
        )
        for entry in entries
    ]
    return _("{worth}: {ranks}.").format(worth=worth, ranks=", ".join(ranks))


def _rank(place: int) -> str:
    return ("", _("first"), _("second"), _("third"), _("fourth"))[place]


def _strength(counts: Entry) -> str:
    """Settlements, forts, scouts."""
    return every([units(2 - index, count) for index, count in enumerate(counts) if count])


def most_chips_reason(entries: list[Entry]) -> str:
    """Who has the most plant chips, and that each counts a point (E13)."""
    seats = [entry[1] for entry in entries]
    if len(seats) == 1:
        return _("{who} is the greatest discoverer: {points}.").format(
            who=seat_mark(seats[0]), points=points(entries[0][2])
        )
    return _("{who} are the greatest discoverers: {points} each.").format(
        who=marks(seats), points=points(entries[0][2])
    )


def verdict(state: State) -> str:
    """Who has won, or who leads."""
    best = max(state.points)
    leaders = [seat for seat, count in enumerate(state.points) if count == best]
    if state.to_move == OVER:
        if len(leaders) > 1:
            return _("{who} share the victory: {points} each.").format(who=marks(leaders), points=points(best))
        return _("{who} wins with {points}.").format(who=marks(leaders), points=points(best))
    if not best:
        return _("Nobody has points yet.")
    if len(leaders) == 1:
        return _("{who} leads with {points}.").format(who=marks(leaders), points=points(best))
    return _("{who} lead with {points} each.").format(who=marks(leaders), points=points(best))
