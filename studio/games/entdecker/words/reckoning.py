"""How everybody came by their points in Entdecker: islands one by one, ruins, the greatest discoverer (E10–E13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from studio.core.game import OVER
from studio.core.panel import Line, Reckoning
from studio.core.text import _, every, marks, points, seat_mark, won
from studio.games.entdecker.rules import actions as a
from studio.games.entdecker.words.places import chips, units
from studio.seatiles.words.events import Entry
from studio.seatiles.words.places import space, tiles
from studio.seatiles.words.reckoning import columns, island_line, islands, leading, level
from studio.seatiles.words.reckoning import figures as island_figures

if TYPE_CHECKING:
    from studio.games.entdecker.rules import State

ISLANDS = (a.SCORED_ISLAND, a.UNFINISHED_ISLAND)


def reckoning(state: State) -> Reckoning:
    """The final table, or how it stands so far; the columns add up to `state.scores()`."""
    lines = []
    for entries in islands([entry for entry in state.ledger if entry[0] in ISLANDS and entry[1] >= 0]):
        title = _("Island at {place}") if entries[0][0] == a.SCORED_ISLAND else _("Unfinished island at {place}")
        lines.append(island_line(state, entries, title, worth(entries), _strength))
    finds = [entry for entry in state.ledger if entry[0] == a.FOUND_RUINS]
    if finds:
        reason = every([
            _("{who} on {space}").format(who=seat_mark(entry[1]), space=space(state.board, entry[3])) for entry in finds
        ])  # fmt: skip
        lines.append(Line(_("Ruins"), columns(state, finds), _("Found by {list}.").format(list=reason)))
    best = [entry for entry in state.ledger if entry[0] == a.MOST_CHIPS]
    if best:
        reason = _("With {chips} {reason}").format(chips=chips(best[0][2]), reason=most_chips_reason(best))
        lines.append(Line(_("Greatest discoverer"), columns(state, best), reason))
    winners = tuple(state.winners()) if state.to_move == OVER else ()
    return Reckoning(tuple(lines), winners, verdict(state))


def worth(entries: Sequence[Entry]) -> str:
    """What an island is worth: its tiles, and the highest chip drawn for it (E11)."""
    size, chip = entries[0][4], entries[0][5]
    return _("{tiles} and {chip} for the plant").format(tiles=tiles(size), chip=chip) if chip else tiles(size)


def _strength(counts: Entry) -> str:
    """Settlements, forts, scouts."""
    return every([units(2 - index, count) for index, count in enumerate(counts) if count])


def most_chips_reason(entries: Sequence[Entry]) -> str:
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
    if state.to_move != OVER:
        return leading(state)
    best = max(state.points)
    return won(level(state, best), best)


def figures(state: State, seat: int) -> dict[str, int | str]:
    """What goals of puzzles can ask of a seat."""
    return {**island_figures(state, seat, ("scouts", "forts", "settlements")), "chips": len(state.chips[seat])}
