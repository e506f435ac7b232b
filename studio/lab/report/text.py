"""A report as text, as `simulate` prints it; and the tables and sentences that other reports share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from studio.bots import is_timed
from studio.core.game import Json
from studio.core.protocols import BUILT, LIMIT, ROUNDS, SCORED, TURNS, VISITED
from studio.core.text import (
    SEAT_NAMES,
    _,
    format_number,
    format_percent,
    join_clauses,
    plural,
    translated_name,
    with_label,
)
from studio.games import load
from studio.lab.report.measures import bounds_text, comparison_text, measure_text, measure_texts
from studio.lab.results import REACHED
from studio.lab.verdict import verdict_names, verdict_text

CLEAR_HALF = 0.05  # half width of a difference below which "no difference" is worth saying


def statistic_titles(slug: str) -> dict[str, str]:
    """The names of all statistics: common ones and those of a game."""
    common = {
        TURNS: _("turns"),
        ROUNDS: _("rounds"),
        "lead_changes": _("lead changes"),
        "margin": _("winning margin (points)"),
        "moves": _("legal moves"),
        VISITED: _("visited"),
        BUILT: _("built on"),
        SCORED: _("scored"),
        REACHED: _("reached"),
        LIMIT: _("no more progress"),
    }
    return {**common, **load(slug).stats.titles()}


def seat_label(seat: int) -> str:
    """A seat in a table: number and default name."""
    return f"{seat + 1} {SEAT_NAMES[seat]}" if seat < len(SEAT_NAMES) else str(seat + 1)


def range_text(rate: Json, how: str = ".1f") -> str:
    """The interval of a rate in percent."""
    return f"{format_number(100 * rate['low'], how)} – {format_number(100 * rate['high'], how)}"


def report_lines(report: Json) -> list[str]:
    lines: list[str] = []
    sides = report["sides"]
    if not report["matches"] and not any(side["failures"] for side in sides):
        return [_("No match was finished.")]
    for number, side in enumerate(sides):
        if len(sides) > 1:
            lines += [f"{'AB'[number]}  {side['layout']}", ""]
        lines += _side(report, side, sides[1 - number] if len(sides) > 1 else None)
        lines.append("")
    if report["difference"] is not None:
        lines += [*_difference(report["difference"]), ""]
    if report["skill"] is not None and report["skill"]["rungs"]:
        lines += [*table_lines(skill_table(report["skill"])), "", *skill_sentences(report["skill"]), ""]
    if plies := report["experiment"]["opening_plies"]:
        lines.append(opening_text(plies))
    run = report["run"]
    text = _("speed      {rate:,.1f} matches/s, {pace:,.0f} decisions/s ({seconds:.2f} s, workers: {workers})")
    lines.append(
        text.format(
            rate=run["matches_per_second"],
            pace=run["decisions_per_second"],
            seconds=run["seconds"],
            workers=run["workers"],
        )
    )
    if any(map(is_timed, report["experiment"]["bots"])):
        lines.append(timed_text())
    if run["workers_lost"]:
        lost = plural(
            "{count} worker stopped. Its matches were reassigned.",
            "{count} workers stopped. Their matches were reassigned.",
            run["workers_lost"],
        )
        lines.append(lost.format(count=run["workers_lost"]))
    return [*lines, *filter(None, [state_text(report["state"])])]


def _side(report: Json, side: Json, other: Json | None) -> list[str]:
    names = statistic_titles(report["game"])
    seats, *others = side_tables(side, names, other)
    lines = [verdict_text(side)]
    if side["mostly_limit"]:
        lines.append(limit_warning())
    lines += ["", *table_lines(seats)]
    for rows in others:
        lines += ["", *table_lines(rows)]
    lines.append("")
    endings = side["endings"]
    if endings:
        reported = [with_label(names.get(name, name), str(count)) for name, count in endings.items()]
        lines.append(_("endings    {list}").format(list=join_clauses(reported)))
    never = [name for name, often in side["spaces"].get("reached", {}).items() if not often]
    if never:
        lines.append(_("spaces     never reached: {list}").format(list=", ".join(never)))
    lines.append(
        _("matches    {count:,}, {decisions:,} decisions and {draws:,} draws; shared wins: {shared}").format(
            count=side["matches"], decisions=side["decisions"], draws=side["draws"], shared=side["shared_wins"]
        )
    )
    if side["failures"]:
        first = side["failures"][0]
        text = plural(
            "failed     {count} match (not counted), number {match}: {reason}",
            "failed     {count} matches (not counted), the first is number {match}: {reason}",
            len(side["failures"]),
        )
        lines.append(text.format(count=len(side["failures"]), match=first["match"], reason=first["reason"]))
    return lines


def timed_text() -> str:
    return _("Bots with a time limit play differently each time, so these results cannot be reproduced.")


def opening_text(plies: int) -> str:
    text = plural("Every match starts with {n} random move.", "Every match starts with {n} random moves.", plies)
    return text.format(n=plies)


def state_text(state: str) -> str:
    """Why a run ended early; "" if it did not."""
    return {
        "stopped": _("Stopped by the user. The results cover the matches played until then."),
        "lost": _("The run was interrupted. The results cover the matches played until then."),
        "faulty": _("Custom statistics failed. The results cover the matches played until then."),
    }.get(state, "")


def limit_warning() -> str:
    return _("Most matches ended because no more progress was made. The results reflect bots that move aimlessly.")


def side_tables(side: Json, names: Mapping[str, str], other: Json | None = None) -> list[list[tuple[str, ...]]]:
    """The tables of a side, each with its head: seats, bots if they differ, statistics, course, by seat, by space.

    The course of play is compared with that of another side.
    """
    seats: list[tuple[str, ...]] = [
        (_("seat"), _("wins"), _("share"), _("from – to"), _("points"), _("±"), _("from"), _("to"))
    ]
    for seat in side["seats"]:
        rate, points = seat["win_rate"], seat["points"]
        seats.append(
            (
                seat_label(seat["seat"]),
                format_number(seat["wins"], ".1f" if round(seat["wins"], 1) % 1 else ".0f"),
                format_percent(rate["value"]),
                range_text(rate),
                format_number(points["mean"], ".1f"),
                format_number(points["deviation"], ".1f"),
                str(points["least"]),
                str(points["most"]),
            )
        )
    tables = [seats]
    if len({bot["bot"] for bot in side["bots"]}) > 1:
        tables.append(bots_table(side))
        if side.get("pairs") is not None:
            tables.append(_pairs(side["pairs"]))
        if side["seats"][0]["equal_strength"] is not None:
            tables.append(seats_at_equal_strength(side))
    figures = [spread_head(_("statistic")), spread_row(_("decisions"), side["length"])]
    figures += [spread_row(names.get(name, name), spread) for name, spread in side["numbers"].items()]
    tables.append(figures)
    if course := course_table(side, other):
        tables += [course, course_over_time(side)]
    if by_seat := [name for name in side["seats"][0] if name in names]:
        heads = (_("mean by seat"), *(seat_label(seat["seat"]) for seat in side["seats"]))
        tables.append([heads, *((names[name], *(_mean(seat[name]) for seat in side["seats"])) for name in by_seat)])
    for name, places in side["places"].items():
        if not places:
            continue
        head = (names.get(name, name), _("matches"), _("mean"), _("±"), _("median"), _("from"), _("to"))
        rows = [spread_row(place, spread) for place, spread in places.items()]
        tables.append(
            [
                head,
                *((row[0], str(spread["count"]), *row[1:]) for row, spread in zip(rows, places.values(), strict=True)),
            ]
        )
    return tables


def course_table(side: Json, other: Json | None = None) -> list[tuple[str, ...]]:
    """The measures of the course of play, compared with those of another side; empty if no match was rated."""
    course, there = side["course"], (other or {}).get("course")
    if not course["matches"]:
        return []
    about = plural("course of play, {count:,} match", "course of play, {count:,} matches", course["matches"])
    head = [about.format(count=course["matches"]), _("mean"), _("from – to")]
    if other is not None and there:
        head.append(_("compared with {side}").format(side=translated_name(other["layout"]) or _("unnamed")))
    rows = [tuple(head)]
    for name, text in measure_texts().items():
        if (found := course["measures"].get(name)) is None:
            continue
        title = f"{text.title} ({text.unit})" if text.unit else text.title
        row = [title, measure_text(name, found["value"]), bounds_text(name, found)]
        if there:
            rated, base = min(course["matches"], there["matches"]), there["measures"].get(name)
            row.append(comparison_text(name, found, base, rated) if base else "–")
        rows.append(tuple(row))
    return rows


def course_over_time(side: Json) -> list[tuple[str, ...]]:
    """The measures of the course of play by tenth of the match; empty if no match was rated."""
    course, texts = side["course"], measure_texts()
    if not course["matches"]:
        return []
    rows: list[tuple[str, ...]] = [(_("tenth of the match"), *map(str, range(1, 11)))]
    for name, curve in course["over_time"].items():
        values = (measure_text(name, found["value"]) if found is not None else "–" for found in curve)
        rows.append((texts[name].title, *values))
    return rows


def _mean(spread: Json) -> str:
    return format_number(spread["mean"], ".1f") if spread["count"] else "–"


def bots_table(side: Json) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [(_("bot"), _("matches"), _("win rate"), _("from – to"), _("Elo"), _("±"))]
    for bot in side["bots"]:
        rate, elo = bot["win_rate"], bot["elo"]
        points = ("–", "")
        if elo is not None:
            half = elo["high"] - elo["value"]  # 0 for the weakest
            points = format_number(elo["value"], ".0f"), format_number(half, ".0f") if half else ""
        rows.append((bot["bot"], str(bot["matches"]), format_percent(rate["value"]), range_text(rate), *points))
    return rows


def _pairs(found: Json) -> list[tuple[str, ...]]:
    """The pentanomial statistics of two bots."""
    rate, elo = found["win_rate"], found["elo_difference"]
    bounds = (format_number(elo[end], "+.0f") if elo[end] is not None else "–" for end in ("value", "low", "high"))
    head = (_("pairs with seats exchanged"), "0", "½", "1", "1½", "2", _("win rate"), _("from – to"))
    row = (f"{found['bot']} : {found['against']}", *map(str, found["counts"]))
    chance = format_percent(found["superiority"], ".1f")
    return [
        (*head, _("Elo difference"), _("from"), _("to"), _("likelihood of superiority")),
        (*row, format_percent(rate["value"]), range_text(rate), *bounds, chance),
    ]


def seats_at_equal_strength(side: Json) -> list[tuple[str, ...]]:
    """The seats' advantages over the fair share, separated from the strength of the bots."""
    rows: list[tuple[str, ...]] = [(_("seat at equal strength"), _("win rate"), _("advantage"), _("from – to"))]
    for seat in side["seats"]:
        rate = seat["equal_strength"]
        offsets = {name: bound - 1 / len(side["seats"]) for name, bound in rate.items()}
        advantage = format_percent(offsets["value"], "+.1f")
        rows.append((seat_label(seat["seat"]), format_percent(rate["value"]), advantage, range_text(offsets, "+.1f")))
    return rows


def equal_strength_note() -> str:
    return _("Estimated win rates of the seats between equal bots, 95 % intervals for all seats together.")


def shown_rate(seat: Json) -> Json:
    """The win rate of a seat between equal bots: the estimate if bots differ and there is one, or what was observed."""
    found: Json = seat.get("equal_strength") or seat["win_rate"]
    return found


def spread_head(title: str, *, has_other: bool = False) -> tuple[str, ...]:
    """The head of a table with rows by `spread_row`."""
    return (title, _("mean"), _("±"), _("median"), _("from"), _("to"), *([_("B, mean")] if has_other else []))


def spread_row(title: str, spread: Json, *others: Json | None) -> tuple[str, ...]:
    """A statistic as a row of a table, with its mean on other sides."""
    means = tuple(_mean(other) if other is not None else "–" for other in others)
    if not spread["count"]:
        return (title, "–", "", "", "", "", *means)
    half = "" if spread["half"] is None else format_number(spread["half"], ".2f")
    bounds = (str(spread[name]) for name in ("median", "least", "most"))
    return (title, _mean(spread), half, *bounds, *means)


def _difference(found: Json) -> list[str]:
    rows = [(_("A − B, same draws"), _("win rate"), _("from – to"), _("points"))]
    for seat, (rate, points) in enumerate(zip(found["win_rate"], found["points"], strict=True)):
        bounds = "" if rate["low"] is None else range_text(rate, "+.1f")
        value, points_value = format_percent(rate["value"], "+.1f"), format_number(points["value"], "+.1f")
        rows.append((seat_label(seat), value, bounds, points_value))
    return table_lines(rows)


def skill_table(found: Json) -> list[tuple[str, ...]]:
    """The table of a ladder: how often the better bot of each rung wins."""
    adjacent = found["beside"]
    head = [_("skill: win rate of better bot"), _("here"), _("from – to")]
    if adjacent is not None:
        head += [translated_name(adjacent["layout"]) or _("unnamed"), _("from – to")]
    rows = [tuple(head)]
    for rung in found["rungs"]:
        row = [f"{rung['stronger']} : {rung['weaker']}"]
        for rate in (rung["here"], rung["beside"]) if adjacent is not None else (rung["here"],):
            row += [format_percent(rate["value"]), range_text(rate)]
        rows.append(tuple(row))
    return rows


def skill_sentences(found: Json) -> list[str]:
    """Whether skill pays more here than on the other board: a sentence per rung, and the skill trace."""
    sentences = [_skill(found, rung) for rung in found["rungs"] if rung["matches"]]
    if found["trace"] is not None:
        layout = (found["beside"] or {}).get("layout", "")
        sentences.append(skill_trace_text(found["trace"], found["fair"], translated_name(layout) or _("unnamed")))
    return sentences


def skill_trace_text(trace: Json, fair: float = 0.5, layout: str = "") -> str:
    """A skill trace in a sentence or two; `layout` is the name of the other board."""
    text = plural(
        "Skill trace over {count} doubling: with twice the thinking, a bot wins {value:.1f} % "
        "({low:.1f} – {high:.1f}); {fair:.0f} % means no effect.",
        "Skill trace over {count} doublings: with twice the thinking, a bot wins {value:.1f} % "
        "({low:.1f} – {high:.1f}); {fair:.0f} % means no effect.",
        trace["doublings"],
    )
    rates = {name: 100 * bound for name, bound in trace["here"].items()}
    text = text.format(count=trace["doublings"], fair=100 * fair, **rates)
    if trace["beside"] is None:
        return text
    other = _("On “{layout}” it wins {there:.1f} %, a difference of {value} % ({low} to {high}).").format(
        layout=layout,
        there=100 * trace["beside"]["value"],
        **{name: format_number(100 * bound, "+.1f") for name, bound in trace["difference"].items()},
    )
    return f"{text} {other}"


def _skill(found: Json, rung: Json) -> str:
    here, adjacent, apart = rung["here"], rung["beside"], rung["difference"]
    if adjacent is None:
        text = _("Skill on the base board: {stronger} wins {here:.1f} % against {weaker} ({low:.1f} – {high:.1f}).")
        return text.format(
            stronger=rung["stronger"],
            weaker=rung["weaker"],
            here=100 * here["value"],
            low=100 * here["low"],
            high=100 * here["high"],
        )
    half = (apart["high"] - apart["low"]) / 2
    if apart["low"] > 0 or apart["high"] < 0:
        text = _(
            "Skill matters more here: {stronger} wins {here:.1f} % against {weaker}, and {there:.1f} "
            "% on “{layout}” ({value} %, {low} to {high})."
        )
        if apart["value"] < 0:
            text = _(
                "Skill matters less here: {stronger} wins {here:.1f} % against {weaker}, and {there:.1f} "
                "% on “{layout}” ({value} %, {low} to {high})."
            )
    elif half <= CLEAR_HALF:
        text = _(
            "Skill matters as much here as on “{layout}”: {stronger} wins {here:.1f} % against "
            "{weaker}, and {there:.1f} % there (± {half:.1f} %)."
        )
    else:
        text = _(
            "Too few matches to say whether skill matters more here than on “{layout}”: {stronger} "
            "wins {here:.1f} % against {weaker}, and {there:.1f} % there (± {half:.1f} %)."
        )
    return text.format(
        stronger=rung["stronger"],
        weaker=rung["weaker"],
        layout=translated_name(found["beside"]["layout"]) or _("unnamed"),
        here=100 * here["value"],
        there=100 * adjacent["value"],
        half=100 * half,
        **{name: format_number(100 * apart[name], "+.1f") for name in ("value", "low", "high")},
    )


def history_table(reports: Sequence[Json]) -> list[tuple[str, ...]]:
    """A table of runs, with the options that differ from the defaults."""
    verdicts = verdict_names()
    rows: list[tuple[str, ...]] = [
        (
            _("date"),
            _("seats"),
            _("bots"),
            _("options"),
            _("seed"),
            _("matches"),
            _("state"),
            _("verdict"),
            _("version"),
        )
    ]
    for report in reports:
        default = {option.key: option.default for option in load(report["game"]).info.options}
        options = report["sides"][0]["options"]
        shown = [f"{key}={value}" for key, value in options.items() if value != default.get(key)]
        if plies := report["experiment"]["opening_plies"]:
            shown.append(f"openings={plies}")
        if varied := report["experiment"].get("variation"):
            shown.insert(0, varied)
        bots = report["experiment"]["bots"]
        rows.append(
            (
                f"{datetime.fromisoformat(report['run']['started']).astimezone():%Y-%m-%d %H:%M}",
                str(report["experiment"]["seats"]),
                ",".join(bots[:1] if len(set(bots)) == 1 else bots),
                ",".join(shown) or "–",
                str(report["seed"]),
                format_number(report["matches"], ","),
                _("finished") if report["state"] == "finished" else _("stopped"),
                " / ".join(verdicts[side["fairness"]["verdict"]] for side in report["sides"]),
                report["program"],
            )
        )
    return rows


def table_lines(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """A table as lines with a rule under the head; the first `left` columns are left-aligned."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(
            word.ljust(width) if column < left else word.rjust(width)
            for column, (word, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    return [lines[0], "  ".join("-" * width for width in widths), *lines[1:]]
