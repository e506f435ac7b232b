"""A report as one long table, a value per row, for spreadsheets (CSV) and data frames (Parquet)."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from io import BytesIO, StringIO
from typing import Any, NamedTuple

from studio.core.game import Json


class ReportRow(NamedTuple):
    """One value. What it is not about is None; rates are shares.

    `side`: "A", "B" or "A-B" for a difference. `seat` from 0; `round` from 1. `low` and `high` bound its interval;
    `cases` is the size of its sample.
    """

    program: str
    game: str
    seed: int
    seats: int
    bots: str
    side: str
    layout: str
    hash: str
    options: str
    opening_plies: int
    matches: int
    figure: str
    seat: int | None = None
    bot: str | None = None
    space: str | None = None
    round: int | None = None
    value: float | None = None
    low: float | None = None
    high: float | None = None
    deviation: float | None = None
    median: float | None = None
    cases: int | None = None


def report_rows(report: Json) -> Iterator[ReportRow]:
    for number, side in enumerate(report["sides"]):
        yield from _side(_head(report, side, "AB"[number]), side)
    found = report["difference"]
    if found is not None:
        head = _head(report, report["sides"][0], "A-B")._replace(matches=found["pairs"], options="", hash="")
        for seat, rate in enumerate(found["win_rate"]):
            yield _interval_row(head, "win_rate", rate)._replace(seat=seat)
        for seat, points in enumerate(found["points"]):
            yield _interval_row(head, "points", points)._replace(seat=seat)
        yield _interval_row(head, "decisions", found["decisions"])
    if report["skill"] is not None:
        yield from _skill_tables(_head(report, report["sides"][0], "A"), report["skill"])


def _head(report: Json, side: Json, name: str) -> ReportRow:
    planned = report["experiment"]
    options = ",".join(f"{key}={value}" for key, value in sorted(side["options"].items()))
    return ReportRow(
        report["program"],
        report["game"],
        report["seed"],
        planned["seats"],
        ",".join(planned["bots"]),
        name,
        side["layout"],
        side["hash"],
        options,
        planned["opening_plies"],
        side["matches"],
        "",
    )


def _side(head: ReportRow, side: Json) -> Iterator[ReportRow]:
    found = side["fairness"]
    yield head._replace(figure=f"verdict_{found['verdict']}", seat=found["seat"], value=found["offset"])
    for seat in side["seats"]:
        own = head._replace(seat=seat["seat"])
        yield _interval_row(own, "win_rate", seat["win_rate"])
        if seat["equal_strength"] is not None:
            yield _interval_row(own, "win_rate_at_equal_strength", seat["equal_strength"])
        for name, spread in seat.items():
            if name not in ("seat", "wins", "win_rate", "equal_strength"):
                yield _spread(own, name, spread)
    for bot in side["bots"]:
        own = head._replace(bot=bot["bot"], cases=bot["matches"])
        yield _interval_row(own, "bot_win_rate", bot["win_rate"])
        if bot["elo"] is not None:
            yield _interval_row(own, "bot_elo", bot["elo"])
    if (pairs := side.get("pairs")) is not None:
        own = head._replace(bot=pairs["bot"], cases=sum(pairs["counts"]))
        yield _interval_row(own, "pair_win_rate", pairs["win_rate"])
        yield _interval_row(own, "pair_elo_difference", pairs["elo_difference"])
        yield own._replace(figure="likelihood_of_superiority", value=pairs["superiority"])
        for half, count in enumerate(pairs["counts"]):
            yield own._replace(figure=f"pairs.{half / 2:g}", value=count)
    yield _spread(head, "decisions", side["length"])
    for name, spread in side["numbers"].items():
        yield _spread(head, name, spread)
    course = side["course"]
    for name, measure in course["measures"].items():
        yield _interval_row(head, f"course.{name}", measure)._replace(cases=course["matches"])
    for name, curve in course["over_time"].items():
        for tenth, found in enumerate(curve, 1):
            if found is not None:
                yield _interval_row(head, f"course.{name}.{tenth}", found)
    for name, often in side["endings"].items():
        yield head._replace(figure=f"ending.{name}", value=often / max(1, side["matches"]), cases=often)
    for name, spaces in side["spaces"].items():
        for space, often in spaces.items():
            value = often / max(1, side["matches"])
            yield head._replace(figure=f"space.{name}", space=space, value=value, cases=often)
    for name, places in side["places"].items():
        for space, spread in places.items():
            yield _spread(head._replace(space=space), name, spread)
    for name, curves in side["curves"].items():
        for seat_number, means in enumerate(curves):
            for number, mean in enumerate(means, 1):
                yield head._replace(figure=name, seat=seat_number, round=number, value=mean)


def _skill_tables(head: ReportRow, skill: Json) -> Iterator[ReportRow]:
    rows = []
    for rung in skill["rungs"]:
        own = head._replace(bots=f"{rung['stronger']},{rung['weaker']}", matches=rung["matches"])
        rows.append((own, f"skill.{rung['stronger']}:{rung['weaker']}", rung))
    if (trace := skill["trace"]) is not None:
        rows.append((head._replace(bots=",".join(skill["bots"]), matches=trace["matches"]), "skill_trace", trace))
    for own, figure, rates in rows:
        yield _interval_row(own, figure, rates["here"])
        if skill["beside"] is not None:
            adjacent = own._replace(side="B", layout=skill["beside"]["layout"], hash=skill["beside"]["hash"])
            yield _interval_row(adjacent, figure, rates["beside"])
            yield _interval_row(own._replace(side="A-B", hash=""), figure, rates["difference"])


def _interval_row(head: ReportRow, figure: str, found: Json) -> ReportRow:
    return head._replace(figure=figure, value=found["value"], low=found["low"], high=found["high"])


def _spread(head: ReportRow, figure: str, spread: Json) -> ReportRow:
    half, mean = spread["half"], spread["mean"]
    low, high = (mean - half, mean + half) if half is not None else (None, None)
    return head._replace(
        figure=figure,
        value=mean,
        low=low,
        high=high,
        deviation=spread["deviation"],
        median=spread["median"],
        cases=spread["count"],
    )


def csv_bytes(*reports: Json) -> bytes:
    """The table of one or more reports as CSV in UTF-8 with a header."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(ReportRow._fields)
    for report in reports:
        writer.writerows(map(escape_formula, row) for row in report_rows(report))
    return text.getvalue().encode("utf-8")


def escape_formula(cell: object) -> object:
    """A cell that spreadsheets show as text: with an apostrophe before what would start a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def arrow_schema(columns: Mapping[str, type]) -> Any:
    """The pyarrow schema of columns by name."""
    import pyarrow as arrow

    kinds = {str: arrow.string(), int: arrow.int64(), float: arrow.float64()}
    return arrow.schema([(name, kinds[kind]) for name, kind in columns.items()])


def parquet_bytes(*reports: Json) -> bytes:
    """The table of one or more reports as Parquet; it needs pyarrow."""
    import pyarrow as arrow
    from pyarrow import parquet

    schema = arrow_schema({name: _KINDS[name] for name in ReportRow._fields})
    table = arrow.Table.from_pylist([row._asdict() for report in reports for row in report_rows(report)], schema=schema)
    buffer = BytesIO()
    parquet.write_table(table, buffer)
    return buffer.getvalue()


_KINDS: dict[str, type] = {
    **dict.fromkeys(("seed", "seats", "opening_plies", "matches", "seat", "round", "cases"), int),
    **dict.fromkeys(("value", "low", "high", "deviation", "median"), float),
    **dict.fromkeys(("program", "game", "bots", "side", "layout", "hash", "options", "figure", "bot", "space"), str),
}
"""The type of each column."""
