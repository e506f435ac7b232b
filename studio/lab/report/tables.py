"""A report as one long table, a figure a row, for spreadsheets (CSV) and for data frames (Parquet)."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import BytesIO, StringIO
from typing import NamedTuple

from studio.core.game import Json
from studio.core.text import _


class Row(NamedTuple):
    """A figure and what it is about; what it is not about is None. Rates are shares from 0 to 1.

    `side`: "A" or "B", or "A-B" for a difference. `seat` from 0; `round` from 1. `low` and `high` are the bounds of its
    interval, `matches` how many there were, `cases` how many it comes from.
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


class Missing(Exception):
    """A library that is not there; the message is a sentence that says how to get it."""


def rows(report: Json) -> Iterator[Row]:
    """All figures of a report."""
    for number, side in enumerate(report["sides"]):
        yield from _side(_head(report, side, "AB"[number]), side)
    found = report["difference"]
    if found is not None:
        head = _head(report, report["sides"][0], "A-B")._replace(matches=found["pairs"], options="", hash="")
        for seat, rate in enumerate(found["win_rate"]):
            yield _of(head, "win_rate", rate)._replace(seat=seat)
        for seat, points in enumerate(found["points"]):
            yield _of(head, "points", points)._replace(seat=seat)
        yield _of(head, "decisions", found["decisions"])
    if report["skill"] is not None:
        yield from _skill(_head(report, report["sides"][0], "A"), report["skill"])


def _head(report: Json, side: Json, name: str) -> Row:
    planned = report["experiment"]
    options = ",".join(f"{key}={value}" for key, value in sorted(side["options"].items()))
    return Row(
        report["program"],
        report["game"],
        report["seed"],
        planned["seats"],
        ",".join(planned["bots"]),
        name,
        side["layout"],
        side["hash"],
        options,
        side["matches"],
        "",
    )


def _side(head: Row, side: Json) -> Iterator[Row]:
    yield head._replace(figure="p_value", value=side["p_value"])
    for seat in side["seats"]:
        own = head._replace(seat=seat["seat"])
        yield _of(own, "win_rate", seat["win_rate"])
        for name, spread in seat.items():
            if name not in ("seat", "wins", "win_rate"):
                yield _spread(own, name, spread)
    for bot in side["bots"]:
        yield _of(head._replace(bot=bot["bot"], cases=bot["matches"]), "bot_win_rate", bot["win_rate"])
    yield _spread(head, "decisions", side["length"])
    for name, spread in side["numbers"].items():
        yield _spread(head, name, spread)
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


def _skill(head: Row, skill: Json) -> Iterator[Row]:
    for rung in skill["rungs"]:
        own = head._replace(bots=f"{rung['stronger']},{rung['weaker']}", matches=rung["matches"])
        figure = f"skill.{rung['stronger']}:{rung['weaker']}"
        yield _of(own, figure, rung["here"])
        if skill["beside"] is not None:
            beside = own._replace(side="B", layout=skill["beside"]["layout"], hash=skill["beside"]["hash"])
            yield _of(beside, figure, rung["beside"])
            yield _of(own._replace(side="A-B", hash=""), figure, rung["difference"])


def _of(head: Row, figure: str, found: Json) -> Row:
    return head._replace(figure=figure, value=found["value"], low=found["low"], high=found["high"])


def _spread(head: Row, figure: str, spread: Json) -> Row:
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
    """The table of one or more reports as CSV in UTF-8, names in the first line."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(Row._fields)
    for report in reports:
        writer.writerows(rows(report))
    return text.getvalue().encode("utf-8")


def parquet_bytes(*reports: Json) -> bytes:
    """The table of one or more reports as Parquet. Raises `Missing` without the library pyarrow."""
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError:
        words = _('a Parquet file needs the package pyarrow: pip install "explorer-studio[parquet]"')
        raise Missing(words) from None
    kinds = {str: arrow.string(), int: arrow.int64(), float: arrow.float64()}
    schema = arrow.schema([(name, kinds[_KINDS[name]]) for name in Row._fields])
    table = arrow.Table.from_pylist([row._asdict() for report in reports for row in rows(report)], schema=schema)
    buffer = BytesIO()
    parquet.write_table(table, buffer)
    return buffer.getvalue()


_KINDS: dict[str, type] = {
    **dict.fromkeys(("seed", "seats", "matches", "seat", "round", "cases"), int),
    **dict.fromkeys(("value", "low", "high", "deviation", "median"), float),
    **dict.fromkeys(("program", "game", "bots", "side", "layout", "hash", "options", "figure", "bot", "space"), str),
}
"""What stands in each column."""
