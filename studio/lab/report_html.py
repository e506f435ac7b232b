"""A report as a self-contained page with charts and maps, for light and dark screens and for paper; and as a table."""

from __future__ import annotations

import csv
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, NamedTuple

from studio.bots import is_timed, level_of
from studio.core.game import Json
from studio.core.text import _, capitalize_first, format_percent, translated_name, with_label
from studio.documents.markup import build_page, own_fonts
from studio.lab import charts
from studio.lab.charts import CLASSES, ROLES, MapBoard, chart_style
from studio.lab.measures import measure_texts
from studio.lab.report import (
    equal_strength_note,
    limit_warning,
    opening_text,
    side_tables,
    skill_sentences,
    state_text,
    statistic_titles,
    timed_text,
)
from studio.lab.statistics import Bar, lead_bars, make_bins
from studio.lab.verdict import verdict_text
from studio.services.loading import LoadedLayout

MAPS = ("reached", "visited", "built", "scored")  # maps in display order

BOARD_WIDTH = 1100  # pixels of a board's picture
PAGE_STYLE = """
main{max-width:1180px;margin:0 auto;padding:28px 22px 48px}
.about{color:var(--second);margin:0 0 18px}
.row{display:grid;gap:14px;grid-template-columns:repeat(auto-fit,minmax(250px,1fr));align-items:start}
.row>section{margin:0}.row{margin:0 0 14px}
.verdict{font-family:"EB Garamond",Garamond,Georgia,serif;font-weight:400;font-size:25px;margin:0 0 6px}
.verdict::before{content:"●";font-size:16px;margin-right:10px;vertical-align:2px;color:var(--second)}
.fair::before{content:"✓";color:var(--ok)}.unfair::before{content:"▲";color:var(--bad)}
.uneven::before{content:"▲";color:var(--goldline)}
.warn{background:var(--gold);border:1px solid var(--goldline);border-radius:8px;padding:8px 12px}
table{border-collapse:collapse;width:100%}th,td{padding:4px 8px;text-align:right;border-top:1px solid var(--line)}
th{font-weight:600;color:var(--second);border-top:0}td{white-space:nowrap}
th:first-child,td:first-child{text-align:left;white-space:normal}
.wide{overflow-x:auto}
svg{display:block;width:100%;height:auto}
svg.board text{font-size:.34px;font-weight:600;text-anchor:middle;fill:inherit;paint-order:stroke;stroke-width:.07px;
stroke-linejoin:round}
svg.board text.in[fill="#F4ECDB"]{fill:#F4ECDB}svg.board text.in[fill="#14191C"]{fill:#14191C}
svg .cell{stroke:#14191C;stroke-opacity:.35;stroke-width:.02}
svg .never{fill:#000;fill-opacity:.06;stroke:#5B4A30;stroke-width:.035;stroke-dasharray:.1 .07}
svg .cross{stroke:#5B4A30;stroke-width:.05;fill:none}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;margin:8px 0 0;padding:0;list-style:none;
color:var(--second);font-size:13px}
.legend i{display:inline-block;width:15px;height:15px;border-radius:3px;margin-right:6px;vertical-align:-3px;
border:1px solid var(--second)}
footer{color:var(--second);font-size:13px}code{font-size:12.5px}
"""
CHART_COLORS = {role: f"var(--{role})" for role in ROLES} | {
    "border": "var(--second)",
    "on_accent": "var(--panel)",
    "gold_tint": "var(--gold)",
}


def render_page(report: Json, boards: Sequence[MapBoard], fonts: Mapping[str, Path]) -> bytes:
    """The page in UTF-8. `boards` are those of the sides; `fonts` are files by "family weight"."""
    game, sides = report["game"], report["sides"]
    names = statistic_titles(game)
    heading = " · ".join(translated_name(side["layout"]) or _("unnamed") for side in sides)
    parts = [
        f"<h1>{escape(heading)}</h1>",
        f'<p class="about">{escape(_about(report))}</p>',
        _defs(boards),
        _fairness(report),
    ]
    for number, (side, board) in enumerate(zip(sides, boards, strict=True)):
        if len(sides) > 1:
            text = escape(verdict_text(side))
            parts.append(f"<h1>{'AB'[number]} · {escape(side['layout'])}</h1><p class='about'>{text}</p>")
        other = sides[1 - number] if len(sides) > 1 else None
        tables = (
            f'<div class="wide">{html_table(rows[1:], rows[0])}</div><br>' for rows in side_tables(side, names, other)
        )
        parts += [_charts(side, names), _maps(side, board, number, names), _curves(side, names), _course(side)]
        parts.append(html_section(_("Statistics"), "".join(tables)))
    if report["skill"] is not None and report["skill"]["rungs"]:
        parts.append(_skill_section(report["skill"]))
    parts.append(_foot(report))
    return build_page(heading, chart_style(CHART_COLORS) + PAGE_STYLE, f"<main>{''.join(parts)}</main>", fonts)


def report_page(report: Json, layouts: Sequence[LoadedLayout], images: Sequence[bytes]) -> bytes:
    """The page of a report; `layouts` are those of its sides, `images` their pictures as PNG."""
    boards = []
    for opened, image in zip(layouts, images, strict=True):
        bounds = opened.game.sketch.sketch(opened.body, still=True).bounds
        data = f"data:image/png;base64,{b64encode(image).decode('ascii')}"
        boards.append(MapBoard(opened.game.body.grid(opened.body), bounds, data))
    return render_page(report, boards, own_fonts())


def _about(report: Json) -> str:
    planned, run = report["experiment"], report["run"]
    text = _("{matches:,} matches · {seats} seats · bots {bots} · seed {seed}").format(
        matches=report["matches"],
        seats=planned["seats"],
        bots=", ".join(level_of(bot).title for bot in dict.fromkeys(planned["bots"])),
        seed=report["seed"],
    )
    seconds = _("{seconds:.0f} s").format(seconds=run["seconds"])
    return " · ".join(filter(None, [text, seconds, state_text(report["state"])]))


def _defs(boards: Sequence[MapBoard]) -> str:
    """The shared definitions of maps: board pictures and patterns of the classes."""
    inner = ""
    for number, board in enumerate(boards):
        left, top, right, bottom = board.bounds
        if board.image:
            inner += (
                f'<image id="board{number}" x="{left:.3f}" y="{top:.3f}" width="{right - left:.3f}" '
                f'height="{bottom - top:.3f}" href="{board.image}" preserveAspectRatio="none"/>'
            )
    strokes = (
        '<circle cx=".1" cy=".1" r=".022" fill="#fff" fill-opacity=".45"/>',
        '<path d="M0 .1H.2" stroke="#fff" stroke-opacity=".3" stroke-width=".02"/>',
        '<path d="M0 .2 .2 0" stroke="#14191C" stroke-opacity=".3" stroke-width=".02"/>',
        '<path d="M0 .2 .2 0M0 0 .2 .2" stroke="#14191C" stroke-opacity=".2" stroke-width=".016"/>',
        "",
    )
    for place, stroke in enumerate(strokes):
        inner += f'<pattern id="class{place}" width=".2" height=".2" patternUnits="userSpaceOnUse">{stroke}</pattern>'
    return f'<svg width="0" height="0" style="position:absolute;width:0;height:0"><defs>{inner}</defs></svg>'


def _fairness(report: Json) -> str:
    sides = report["sides"]
    side = sides[0]
    warning = f'<p class="warn">{escape(limit_warning())}</p>' if side["mostly_limit"] else ""
    note = _("Confidence intervals that hold at any time of the run, 95 % for all seats together.")
    if side["seats"][0]["equal_strength"] is not None:
        note = equal_strength_note()
    fair = _("fair: {rate:.1f} %").format(rate=100 / len(side["seats"]))
    return html_section(
        _("Fairness"),
        f'<p class="verdict {side["fairness"]["verdict"]}">{escape(verdict_text(side))}</p>{warning}'
        f'<div class="wide">{charts.interval_chart(sides, fair).to_svg()}</div>'
        f'<p class="about">{escape(note)}</p>',
    )


def html_section(heading: str, body: str) -> str:
    return f"<section><h2>{escape(heading)}</h2>{body}</section>"


def _skill_section(found: Json) -> str:
    note = _("The better bot has every other seat, and the seats rotate. Intervals: 95 % for all rungs together.")
    if found["beside"] is not None:
        hollow = _("Filled: this board. Hollow: “{layout}”.").format(
            layout=translated_name(found["beside"]["layout"]) or _("unnamed")
        )
        note = f"{hollow} {note}"
    sentences = "".join(f"<p>{escape(text)}</p>" for text in skill_sentences(found))
    chart = f'<div class="wide">{charts.skill_chart(found).to_svg()}</div><p class="about">{escape(note)}</p>'
    return html_section(_("Effect of skill"), sentences + chart)


def _charts(side: Json, names: Mapping[str, str]) -> str:
    parts = [html_section(_("Points by seat"), charts.points_chart([side]).to_svg())]
    counts = side["counts"]
    for name, heading in (
        ("turns", _("Length in turns")),
        ("lead_changes", _("Lead changes")),
        ("margin", _("Winning margin")),
    ):
        if counts.get(name):
            bars = lead_bars([counts[name]]) if name == "lead_changes" else make_bins([counts[name]])
            medians = () if name == "lead_changes" else (side["numbers"][name]["median"],)
            parts.append(html_section(heading, charts.column_chart(bars, heading, medians=medians).to_svg()))
    ended = ""
    if side["endings"]:
        rows = [
            (names.get(name, name), format_percent(often / max(1, side["matches"])))
            for name, often in sorted(side["endings"].items(), key=lambda pair: -pair[1])
        ]
        ended = html_section(_("Match endings"), html_table(rows))
    return f'<div class="row">{"".join(parts)}</div>{ended}'


def _maps(side: Json, board: MapBoard, number: int, names: Mapping[str, str]) -> str:
    parts = []
    there = [name for name in MAPS if name in side["spaces"]]
    for name in [*there, *sorted(set(side["spaces"]) - set(MAPS))]:
        shares = {space: often / max(1, side["matches"]) for space, often in side["spaces"][name].items()}
        heading = _("Spaces {what}, per 100 matches").format(what=names.get(name, name))
        drawn, legend = charts.heatmap_svg(board, shares, number, heading)
        colors = [*CLASSES, "transparent"][::-1]
        items = "".join(
            f'<li><i style="background:{color}"></i>{escape(with_label(text, count))}</li>'
            for (text, count), color in zip(legend, colors, strict=True)
        )
        parts.append(html_section(heading, f'{drawn}<ul class="legend">{items}</ul>'))
    return f'<div class="row" style="grid-template-columns:repeat(auto-fit,minmax(460px,1fr))">{"".join(parts)}</div>'


def _curves(side: Json, names: Mapping[str, str]) -> str:
    parts = []
    for name, lines in side["curves"].items():
        heading = capitalize_first(_("{what} by round").format(what=names.get(name, name)))
        chart = charts.curves_chart(lines, heading)
        parts.append(html_section(heading, chart.to_svg() if chart is not None else ""))
    return "".join(parts)


def _course(side: Json) -> str:
    """How often the expected winner loses over the match, and what each measure of its course says."""
    course = side["course"]
    if not course["matches"]:
        return ""
    rates = [found["value"] if found is not None else 0.0 for found in course["over_time"]["uncertainty"]]
    bars = [Bar(tenth, tenth, (rate,)) for tenth, rate in enumerate(rates, 1)]
    heading = _("Expected winner loses, by tenth of the match")
    terms = "".join(
        f"<dt>{escape(text.title)}</dt><dd>{escape(text.definition)}</dd>"
        for name, text in measure_texts().items()
        if name in course["measures"]
    )
    parts = (
        html_section(heading, charts.column_chart(bars, heading, 520.0).to_svg()),
        html_section(_("Course of play"), f"<dl>{terms}</dl>"),
    )
    return f'<div class="row">{"".join(parts)}</div>'


def html_table(rows: Sequence[Sequence[str]], head: Sequence[str] = ()) -> str:
    first = "".join(f"<th>{escape(word)}</th>" for word in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(word)}</td>" for word in row) + "</tr>" for row in rows)
    return f"<table><tr>{first}</tr>{body}</table>" if head else f"<table>{body}</table>"


def _foot(report: Json) -> str:
    lines = [_("Explorer Studio {version}, {game}.").format(version=report["program"], game=report["game"])]
    for number, side in enumerate(report["sides"]):
        options = ", ".join(f"{key} = {value}" for key, value in side["options"].items()) or "–"
        text = _("{side}: “{layout}”, board {hash}, options {options}, {matches:,} matches, {failed} failed.")
        lines.append(
            text.format(
                side="AB"[number],
                layout=translated_name(side["layout"]),
                hash=side["hash"],
                options=options,
                matches=side["matches"],
                failed=len(side["failures"]),
            )
        )
    planned = report["experiment"]
    rotated = _("seats rotate") if planned["rotated"] else _("each bot keeps its seat")
    seats_words = _("Bots by seat: {bots}; {rotated}. Stop rule: {stop}.")
    stop = ", ".join(f"{key} {value}" for key, value in planned["stop"].items())
    if plies := planned["opening_plies"]:
        lines.append(opening_text(plies))
    lines.append(seats_words.format(bots=", ".join(planned["bots"]), rotated=rotated, stop=stop))
    if any(map(is_timed, planned["bots"])):
        lines.append(timed_text())
    else:
        lines.append(_("The same seed, bots and board give the same results on any computer."))
    return "<footer>" + "<br>".join(escape(line) for line in lines) + "</footer>"


# A report as one long table, a value per row, for spreadsheets (CSV) and data frames (Parquet).


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
