"""The results of a layout in the editor: problems for its list, overlays for its board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from studio.core.form import Overlay
from studio.core.game import Json
from studio.core.grid import Grid
from studio.core.problems import Problem, Severity
from studio.core.protocols import BUILT, SCORED, VISITED
from studio.core.text import _
from studio.drawing.overlays import class_breaks, heatmap, heatmap_keys
from studio.lab.report import statistic_titles, verdict_text
from studio.lab.results import REACHED
from studio.lab.statistics import Verdict

KIND_ORDER = (VISITED, BUILT, SCORED, REACHED)
"""The display order of what all games have; the game's own follow."""
UNFAIR_VERDICTS = (Verdict.UNEVEN, Verdict.UNFAIR)


def result_problems(reports: Sequence[Json], is_changed: bool) -> Iterator[Problem]:
    """The problems that reports (one per number of seats) add to a layout; `is_changed`: the board changed since."""
    for report in reports:
        side = report["sides"][0]
        if Verdict(side["verdict"]) is Verdict.EARLY:
            continue
        words = _("{verdict} Found in {matches:,} matches with {seats} seats ({bots}).").format(
            verdict=verdict_text(side),
            matches=side["matches"],
            seats=report["experiment"]["seats"],
            bots=", ".join(dict.fromkeys(report["experiment"]["bots"])),
        )
        if is_changed:
            words = _("The board was changed since matches were played on it. Before that: {words}").format(words=words)
            yield Problem("lab.changed", Severity.INFO, words)
        elif Verdict(side["verdict"]) in UNFAIR_VERDICTS:
            yield Problem("lab.unfair", Severity.WARNING, words)


def event_kinds(side: Json) -> list[str]:
    """The names of the statistics by space of a side, in display order."""
    return sorted(
        side["spaces"], key=lambda name: (KIND_ORDER.index(name) if name in KIND_ORDER else len(KIND_ORDER), name)
    )


def event_rates(side: Json, kind: str, grid: Grid) -> dict[int, float]:
    """By cell, the share of matches in which it happened there. Unknown spaces are left out."""
    matches, often = side["matches"], side["spaces"].get(kind, {})
    cells = {grid.cell_named(name): count / matches for name, count in often.items() if matches}
    return {cell: share for cell, share in cells.items() if cell >= 0}


def event_overlays(report: Json, grid: Grid, is_changed: bool) -> tuple[Overlay, ...]:
    """An overlay for each statistic by space."""
    side, names = report["sides"][0], statistic_titles(report["game"])
    found = []
    for kind in event_kinds(side):
        often = event_rates(side, kind, grid)
        limits = class_breaks(list(often.values()))
        has_none = any(share <= 0 for share in often.values())
        what = names.get(kind, kind)
        tip = _("In how many of {matches:,} matches each space is {what}").format(matches=side["matches"], what=what)
        if is_changed:
            tip += " " + _("(played before the board was changed)")
        overlay = Overlay(
            f"lab.{kind}",
            _("Matches: {what}").format(what=what),
            _("older") if is_changed else f"{side['matches']:,}",
            heatmap(grid, often, limits),
            tip,
            keys=heatmap_keys(limits, has_none, _("never")),
        )
        if often:
            found.append(overlay)
    return tuple(found)
