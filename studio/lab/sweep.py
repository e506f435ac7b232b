"""Many layouts, options and numbers of seats: the experiments of all points, and one table of their reports.

One crew may serve all points; every report is the one that the point alone would give.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from studio.core.game import IllegalAction, Json, Options, Unplayable
from studio.core.text import _, numeral
from studio.lab.experiment import Experiment, checked, side_of
from studio.lab.report import verdict_words
from studio.lab.statistics.sequential import Stop
from studio.opening import Opened

NUMBERS = ("turns", "lead_changes", "margin")
"""What the table tells of the course of the matches."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """What to play: every layout by every number of seats under every set of options. `bots`: one name for all seats.

    Points that cannot be played (a layout with errors, too many seats, an option that a game has not) are skipped and
    told.
    """

    layouts: tuple[Opened, ...]
    seats: tuple[int, ...]
    options: tuple[Options, ...]
    bot: str
    stop: Stop
    seed: int = 0


class Point(NamedTuple):
    """One point of a sweep: its experiment, or why it cannot be played."""

    name: str
    experiment: Experiment | None
    reason: str = ""


def points(sweep: Sweep) -> list[Point]:
    """All points, layouts first, then seats, then options."""
    found: list[Point] = []
    for opened in sweep.layouts:
        for seats in sweep.seats:
            for options in sweep.options:
                found.append(_point(sweep, opened, seats, options))
    return found


def _point(sweep: Sweep, opened: Opened, seats: int, options: Options) -> Point:
    told = ",".join(f"{key}={value}" for key, value in sorted(options.items()))
    name = " · ".join(filter(None, (opened.layout.name, _("{count} seats").format(count=seats), told)))
    unknown = set(options) - set(opened.game.info.defaults())
    if unknown:
        return Point(name, None, _("the game has no option {name}").format(name=min(unknown)))
    try:
        side = side_of(opened, seats, options)
    except Unplayable as problem:
        return Point(name, None, problem.problems[0].message)
    except IllegalAction as problem:
        return Point(name, None, str(problem))
    return Point(name, checked(Experiment((side,), seats, (sweep.bot,), stop=sweep.stop, seed=sweep.seed)))


def rows(reports: Sequence[Json]) -> list[tuple[str, ...]]:
    """The table of a sweep with its head: a report a row."""
    head = (
        "layout",
        "seats",
        "options",
        "matches",
        "least",
        "most",
        "p",
        "turns",
        "lead",
        "margin",
        "limit",
        "verdict",
    )
    words = {
        "layout": _("layout"),
        "seats": _("seats"),
        "options": _("options"),
        "matches": _("matches"),
        "least": _("least %"),
        "most": _("most %"),
        "p": _("p"),
        "turns": _("turns"),
        "lead": _("lead changes"),
        "margin": _("margin"),
        "limit": _("limit %"),
        "verdict": _("verdict"),
    }
    table: list[tuple[str, ...]] = [tuple(words[name] for name in head)]
    for report in reports:
        side = report["sides"][0]
        rates = [100 * seat["win_rate"]["value"] for seat in side["seats"]]
        options = ",".join(f"{key}={value}" for key, value in side["options"].items() if value)
        numbers = side["numbers"]
        limit = 100 * side["endings"].get("limit", 0) / max(1, side["matches"])
        table.append(
            (
                side["layout"],
                str(len(rates)),
                options or "–",
                str(side["matches"]),
                numeral(min(rates), ".1f"),
                numeral(max(rates), ".1f"),
                numeral(side["p_value"], ".3f"),
                *(numeral(numbers[name]["mean"], ".1f") if name in numbers else "–" for name in NUMBERS),
                numeral(limit, ".0f"),
                verdict_words(side),
            )
        )
    return table
