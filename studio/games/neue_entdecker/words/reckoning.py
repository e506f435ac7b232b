"""How everybody came by their points in Die Neuen Entdecker: islands one by one, then the huts (N10, N13)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from studio.core.game import OVER
from studio.core.panel import Line, Reckoning
from studio.core.text import _, begun, every, marks, plural, points, seat_mark, won
from studio.games.neue_entdecker.rules import actions as a
from studio.games.neue_entdecker.words.places import hut, units
from studio.seatiles.words.events import Entry
from studio.seatiles.words.places import gold, tiles
from studio.seatiles.words.reckoning import columns, island_line, islands, leading, level
from studio.seatiles.words.reckoning import figures as island_figures

if TYPE_CHECKING:
    from studio.games.neue_entdecker.rules import State


def reckoning(state: State) -> Reckoning:
    """The final table, or how it stands so far; the columns add up to `state.scores()`."""
    strength, title = partial(_strength, state), _("Island at {place}")
    lines = [
        island_line(state, entries, title, _worth(entries), strength)
        for entries in islands([entry for entry in state.ledger if entry[0] == a.SCORED_ISLAND and entry[1] >= 0])
    ]
    for entry in state.ledger:
        if entry[0] == a.SCORED_HUT:
            title = begun(hut(entry[3]))
            lines.append(Line(title, columns(state, [entry]), hut_reason(state, entry)))
    winners = tuple(state.winners()) if state.to_move == OVER else ()
    return Reckoning(tuple(lines), winners, verdict(state))


def _worth(entries: Sequence[Entry]) -> str:
    size, bonus = entries[0][4], entries[0][5]
    return _("{tiles} and {bonus} for waterfalls").format(tiles=tiles(size), bonus=bonus) if bonus else tiles(size)


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
    if state.to_move != OVER:
        return leading(state)
    best, winners = max(state.points), state.winners()
    if len(winners) > 1:
        return _("{who} share the victory: {points} and {gold} each.").format(
            who=marks(winners), points=points(best), gold=gold(state.gold[winners[0]])
        )
    who = seat_mark(winners[0])
    others = [seat for seat in level(state, best) if seat != winners[0]]
    if others:
        return _("{who} wins with {points}, like {others}, but with more gold.").format(
            who=who, points=points(best), others=marks(others)
        )
    return won(winners, best)


def figures(state: State, seat: int) -> dict[str, int | str]:
    """What goals of puzzles can ask of a seat."""
    return {
        **island_figures(state, seat, ("scouts", "bases", "settlements")),
        "in_jungle": sum(path.count(seat) for path in state.paths),
    }
