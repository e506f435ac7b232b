"""A report as a self-contained page with charts and maps, for light and dark screens and for paper; and as a table."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from studio.bots import is_timed, level_of
from studio.core.game import Json
from studio.core.text import _, capitalize_first, format_percent, translated_name, with_label
from studio.documents.markup import build_page, own_fonts
from studio.lab.report import charts
from studio.lab.report.charts import CLASSES, ROLES, MapBoard, chart_style
from studio.lab.report.measures import measure_texts
from studio.lab.report.text import (
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
