"""The results of a report in a few sentences, most severe first; each may offer one next step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import median
from typing import NamedTuple

from studio.core.form import Overlay
from studio.core.game import Json
from studio.core.grid import Grid
from studio.core.problems import Problem, Severity
from studio.core.protocols import BUILT, ROUNDS, SCORED, TURNS, VISITED
from studio.core.text import _, plural, translated_name
from studio.drawing.overlays import class_breaks, heatmap, heatmap_keys
from studio.lab.report.text import limit_warning, statistic_titles
from studio.lab.results import REACHED
from studio.lab.statistics import Interval
from studio.lab.verdict import Verdict, more_text, verdict_text

OPEN_RECORD, MORE_MATCHES, IMPROVE, SHOW_MAP, RUN_AGAIN = "record", "more", "improve", "map", "again"
"""Next steps: open the record of a failed match, play more matches, improve the layout, show a map, run again."""
RARE_SHARE = 0.6  # spaces below this share of the median are reported as rarely reached
MIN_MATCHES = 200  # below, nothing is said about spaces and skill
MAX_NAMED = 8  # spaces named in a sentence
MIN_USUAL, MIN_USUAL_SHARE = 50, 0.05  # matches at the median space; below, a rare space says little


class Finding(NamedTuple):
    """A result; `severity` is None for a good one. `step` is one of the steps above.

    `target` belongs to the step: a number of matches, or the key of a map.
    """

    severity: Severity | None
    title: str
    text: str = ""
    step: str = ""
    target: str = ""


def findings(report: Json, *, has_other: bool = False) -> list[Finding]:
    """All results of a report. `has_other`: a layout to compare with was chosen after the run."""
    side = report["sides"][0]
    found = [*_failed(report), *_fairness(side)]
    if side["mostly_limit"]:
        found.append(Finding(Severity.WARNING, _("Aimless bots"), limit_warning()))
    if side["matches"] >= MIN_MATCHES:
        found += [*_spaces(side, statistic_titles(report["game"])), *_skill(report["sides"])]
    if len(report["sides"]) > 1:
        found += _length(report["sides"])
    elif has_other:
        text = _("The comparison was chosen after this run.")
        found.append(Finding(Severity.INFO, _("B was not played"), text, RUN_AGAIN))
    return sorted(found, key=lambda finding: -1 if finding.severity is None else finding.severity, reverse=True)


def _failed(report: Json) -> Iterator[Finding]:
    failed = [failure for side in report["sides"] for failure in side["failures"]]
    if failed:
        title = plural("{n} match failed", "{n} matches failed", len(failed)).format(n=len(failed))
        text = _("Failed matches do not count. Match {match}: {reason}").format(**failed[0])
        yield Finding(Severity.ERROR, title, text, OPEN_RECORD)


def _fairness(side: Json) -> Iterator[Finding]:
    found = side["fairness"]
    match Verdict(found["verdict"]):
        case Verdict.FAIR:
            yield Finding(None, verdict_text(side))
        case Verdict.UNFAIR:
            yield Finding(Severity.WARNING, verdict_text(side), step=IMPROVE)
        case Verdict.OPEN:
            more = found["more_matches"]
            step = (MORE_MATCHES, str(-(-more // 50) * 50)) if more else ("", "")
            text = verdict_text(side) if found["bots_differ"] else more_text(found)
            yield Finding(Severity.INFO, _("Fairness still open"), text, *step)


def _spaces(side: Json, names: dict[str, str]) -> Iterator[Finding]:
    never = [name for name, often in side["spaces"].get(REACHED, {}).items() if not often]
    if never:
        title = plural("{n} space is never reached", "{n} spaces are never reached", len(never)).format(n=len(never))
        yield Finding(Severity.INFO, title, _join_names(never), SHOW_MAP, REACHED)
    for kind in (SCORED, VISITED):
        often = {name: count for name, count in side["spaces"].get(kind, {}).items() if count}
        if len(often) < MAX_NAMED:
            continue
        usual = median(often.values())
        if usual < max(MIN_USUAL, MIN_USUAL_SHARE * side["matches"]):
            continue
        seldom = sorted(
            (name for name, count in often.items() if count < RARE_SHARE * usual), key=lambda name: often[name]
        )
        if seldom and len(seldom) <= len(often) // 3:
            text = plural("{n} space is rarely {what}", "{n} spaces are rarely {what}", len(seldom))
            most = 100 * often[seldom[-1]] / side["matches"]
            output = _("{list}: in at most {most:.0f} % of the matches (typical space: {usual:.0f} %).")
            yield Finding(
                Severity.INFO,
                text.format(n=len(seldom), what=names.get(kind, kind)),
                output.format(list=_join_names(seldom), most=most, usual=100 * usual / side["matches"]),
                SHOW_MAP,
                kind,
            )
            return


def _join_names(spaces: Sequence[str]) -> str:
    return ", ".join(spaces[:MAX_NAMED]) + (" …" if len(spaces) > MAX_NAMED else "")


def _length(sides: Sequence[Json]) -> Iterator[Finding]:
    for name, unit in ((TURNS, _("turns")), (ROUNDS, _("rounds"))):
        first, second = (side["numbers"].get(name) for side in sides)
        if not first or not second or first["half"] is None or second["half"] is None:
            continue
        text = _("{a:.1f} {unit} instead of {b:.1f}.").format(a=first["mean"], b=second["mean"], unit=unit)
        if abs(first["mean"] - second["mean"]) > first["half"] + second["half"]:
            title = _("Shorter than {name}") if first["mean"] < second["mean"] else _("Longer than {name}")
            yield Finding(None, title.format(name=translated_name(sides[1]["layout"]) or "B"), text)
        return


def _skill(sides: Sequence[Json]) -> Iterator[Finding]:
    found = elo_ladder(sides)
    if not found:
        return
    first, best = found[0], found[-1]
    points = best.elo[0]
    gain = points.value - first.elo[0].value
    text = _("{best} is {gain:.0f} ± {half:.0f} Elo points above {first}.").format(
        best=best.bot, gain=gain, half=points.half_width, first=first.bot
    )
    if points.half_width < gain:
        yield Finding(None, _("Skill matters"), text)
    else:
        yield Finding(Severity.INFO, _("No measurable effect of skill"), text)
    if len(sides) > 1:
        other = best.elo[1]
        more = gain - (other.value - first.elo[1].value)
        if abs(more) > sqrt(points.half_width**2 + other.half_width**2):
            title = _("Skill matters more than on {name}") if more > 0 else _("Skill matters less than on {name}")
            output = _(
                "On the other board, the gap between {first} and {best} is {more:.0f} Elo points {what}."
            ).format(first=first.bot, best=best.bot, more=abs(more), what=_("smaller") if more > 0 else _("larger"))
            yield Finding(None, title.format(name=translated_name(sides[1]["layout"]) or "B"), output)


class LadderEntry(NamedTuple):
    """A bot with its Elo rating on each side."""

    bot: str
    elo: tuple[Interval, ...]


def elo_ladder(sides: Sequence[Json]) -> list[LadderEntry]:
    """The bots of a result by rating, the weakest at 1,000; empty if they cannot be separated from their seats."""
    if any(bot["elo"] is None for side in sides for bot in side["bots"]):
        return []
    rated = [{bot["bot"]: Interval(**bot["elo"]) for bot in side["bots"]} for side in sides]
    names = sorted(rated[0], key=lambda name: rated[0][name].value)
    return [LadderEntry(name, tuple(elo[name] for elo in rated)) for name in names]


# The results of a layout in the editor: problems for its list, overlays for its board.

KIND_ORDER = (VISITED, BUILT, SCORED, REACHED)  # the display order of what all games have; the game's own follow


def result_problems(reports: Sequence[Json], is_changed: bool) -> Iterator[Problem]:
    """The problems that reports (one per number of seats) add to a layout; `is_changed`: the board changed since."""
    for report in reports:
        side = report["sides"][0]
        verdict = Verdict(side["fairness"]["verdict"])
        if verdict is Verdict.OPEN:
            continue
        text = _("{verdict} Based on {matches:,} matches with {seats} seats ({bots}).").format(
            verdict=verdict_text(side),
            matches=side["matches"],
            seats=report["experiment"]["seats"],
            bots=", ".join(dict.fromkeys(report["experiment"]["bots"])),
        )
        if is_changed:
            text = _("The board has changed since these matches were played. Earlier result: {words}").format(
                words=text
            )
            yield Problem("lab.changed", Severity.INFO, text)
        elif verdict is Verdict.UNFAIR:
            yield Problem("lab.unfair", Severity.WARNING, text)


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
        tip = _("Number of times each space is {what} in {matches:,} matches").format(
            matches=side["matches"], what=what
        )
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
