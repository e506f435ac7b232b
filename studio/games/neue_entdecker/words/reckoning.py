"""How everybody came by their points in Die Neuen Entdecker: islands one by one, then the huts (N10, N13)."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from studio.core.game import OVER
from studio.core.panel import Line, Reckoning
from studio.core.text import _, every, marks, plural, points, seat_mark
from studio.games.neue_entdecker.rules import actions as a
from studio.games.neue_entdecker.words.places import gold, hut, land_at, tiles, units

if TYPE_CHECKING:
    from studio.games.neue_entdecker.rules import State

Entry = tuple[int, ...]


def reckoning(state: State) -> Reckoning:
    """The final table, or how it stands so far; the columns add up to `state.scores()`."""
    islands = [entry for entry in state.ledger if entry[0] == a.SCORED_ISLAND and entry[1] >= 0]
    lines = []
    for (cell, land), group in groupby(islands, key=lambda entry: (entry[6], entry[7])):
        entries = list(group)
        place = land_at(state.board, state.laid[cell], cell, land)
        columns = _columns(state, entries)
        lines.append(Line(_("Island at {place}").format(place=place), columns, _island_reason(state, entries)))
    for entry in state.ledger:
        if entry[0] == a.SCORED_HUT:
            title = hut(entry[3]).capitalize()
            lines.append(Line(title, _columns(state, [entry]), hut_reason(state, entry)))
    winners = tuple(state.winners()) if state.to_move == OVER else ()
    return Reckoning(tuple(lines), winners, verdict(state))


def _columns(state: State, entries: list[Entry]) -> tuple[int, ...]:
    column = [0] * state.seats
    for entry in entries:
        if entry[1] >= 0:
            column[entry[1]] += entry[2]
    return tuple(column)


def _island_reason(state: State, entries: list[Entry]) -> str:
    """ "7 tiles and 5 for waterfalls: ⟦0⟧ first with 1 base and 2 scouts, ⟦1⟧ second with 1 scout." """
    size, bonus = entries[0][4], entries[0][5]
    worth = _("{tiles} and {bonus} for waterfalls").format(tiles=tiles(size), bonus=bonus) if bonus else tiles(size)
    ranks = [
        _("{who} {rank} with {units}").format(
            who=seat_mark(entry[1]), rank=_rank(entry[3]), units=_strength(state, entry[8:11])
        )
        for entry in entries
    ]
    return _("{worth}: {ranks}.").format(worth=worth, ranks=", ".join(ranks))


def _rank(place: int) -> str:
    return ("", _("first"), _("second"), _("third"), _("fourth"))[place]


def _strength(state: State, counts: Entry) -> str:
    """Settlements, bases, scouts; scouts are named by what they count for when chiefs count double (N14)."""
    settlements, bases, scouts = counts
    parts = [units(2, settlements)] if settlements else []
    if bases:
        parts.append(units(1, bases))
    if scouts:
        parts.append(_scouts(state, scouts))
    return every(parts)


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
    who, worth = seat_mark(winner), points(value)
    if rivals:
        return _("a token worth {points} goes to {who}: as many scouts as {rivals}, but the nearest one.").format(
            points=worth, who=who, rivals=marks(rivals)
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
    best = max(state.points)
    if state.to_move != OVER:
        if not best:
            return _("Nobody has points yet.")
        leaders = [seat for seat, count in enumerate(state.points) if count == best]
        if len(leaders) == 1:
            return _("{who} leads with {points}.").format(who=marks(leaders), points=points(best))
        return _("{who} lead with {points} each.").format(who=marks(leaders), points=points(best))
    winners = state.winners()
    level = [seat for seat, count in enumerate(state.points) if count == best]
    if len(winners) > 1:
        return _("{who} share the victory: {points} and {gold} each.").format(
            who=marks(winners), points=points(best), gold=gold(state.gold[winners[0]])
        )
    who = seat_mark(winners[0])
    if len(level) > 1:
        others = marks([seat for seat in level if seat != winners[0]])
        return _("{who} wins with {points}, like {others}, but with more gold.").format(
            who=who, points=points(best), others=others
        )
    return _("{who} wins with {points}.").format(who=who, points=points(best))
