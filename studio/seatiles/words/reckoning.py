"""How everybody came by their points on islands, and who leads: what every game on sea tiles reckons alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from studio.core.panel import Line
from studio.core.text import _, marks, points, seat_mark
from studio.seatiles.rules.islands import root_of
from studio.seatiles.rules.position import SeaPosition
from studio.seatiles.words.events import Entry
from studio.seatiles.words.places import land_at


def islands(entries: Sequence[Entry]) -> list[list[Entry]]:
    """The entries of each island, in the order of the ledger."""
    return [list(group) for _key, group in groupby(entries, key=lambda entry: (entry[0], entry[6], entry[7]))]


def columns(s: SeaPosition, entries: Sequence[Entry]) -> tuple[int, ...]:
    """What these entries give to every seat."""
    column = [0] * s.seats
    for entry in entries:
        if entry[1] >= 0:
            column[entry[1]] += entry[2]
    return tuple(column)


def island_line(
    s: SeaPosition, entries: Sequence[Entry], title: str, worth: str, units: Callable[[Entry], str]
) -> Line:
    """An island: "7 tiles and 5 for waterfalls: ⟦0⟧ first with 1 base and 2 scouts, ⟦1⟧ second with 1 scout." """
    cell, land = entries[0][6], entries[0][7]
    ranks = [
        _("{who} {rank} with {units}").format(who=seat_mark(entry[1]), rank=_rank(entry[3]), units=units(entry[8:11]))
        for entry in entries
    ]
    reason = _("{worth}: {ranks}.").format(worth=worth, ranks=", ".join(ranks))
    return Line(title.format(place=land_at(s.board, s.laid[cell], cell, land)), columns(s, entries), reason)


def _rank(place: int) -> str:
    return ("", _("first"), _("second"), _("third"), _("fourth"))[place]


def leading(s: SeaPosition) -> str:
    """Who leads so far."""
    best = max(s.points)
    if not best:
        return _("Nobody has points yet.")
    leaders = level(s, best)
    if len(leaders) == 1:
        return _("{who} leads with {points}.").format(who=marks(leaders), points=points(best))
    return _("{who} lead with {points} each.").format(who=marks(leaders), points=points(best))


def level(s: SeaPosition, count: int) -> list[int]:
    """The seats with so many points."""
    return [seat for seat, own in enumerate(s.points) if own == count]


def figures(s: SeaPosition, seat: int, units: Sequence[str]) -> dict[str, int | str]:
    """What goals can ask of a seat: its gold and ship, the islands not yet complete where it stands and leads, its
    supply by the names of `units`, the weakest first. Chief scouts count as others do."""
    grid, strength = s.board.chart.grid, dict[int, dict[int, list[int]]]()
    for cell, unit in enumerate(s.unit):
        if unit >= 0:
            root = root_of(s.parent, cell * 4 + s.unit_land[cell])
            if s.open_edges[root]:
                owner, kind = divmod(unit, len(units))
                here = strength.setdefault(root, {}).setdefault(owner, [0] * len(units))
                here[len(units) - 1 - kind] += 1
    held = [by_seat for by_seat in strength.values() if seat in by_seat]
    return {
        "gold": s.gold[seat],
        "place": grid.name(s.ship) if s.ship >= 0 and s.active == seat else "",
        "islands_held": len(held),
        "islands_led": sum(by_seat[seat] == max(by_seat.values()) for by_seat in held),
        **{name: s.supply[seat * len(units) + kind] for kind, name in enumerate(units)},
    }
