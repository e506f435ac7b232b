"""The charts of a fairness passport as SVG: its cells, the course of a cell, the seal, and the sheet to print."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from math import ceil, cos, floor, log, pi, sin
from textwrap import wrap

from studio.bots import level_of
from studio.core.game import Json
from studio.core.picture import SEAT_STYLES, SeatStyle
from studio.core.text import _, format_number, translated_name
from studio.documents.paths import resources_dir
from studio.games import load
from studio.lab.passport.data import BOTS, Cell, Passport, bot_names, rule_names
from studio.lab.report.charts import ROLES, Figure, Mark, chart_style, seat_badge, svg_line, svg_rect, svg_text
from studio.lab.report.measures import comparison_text, half_text, measure_text, measure_texts
from studio.lab.report.text import history_table
from studio.lab.statistics import DEFAULT_MARGIN
from studio.lab.verdict import Verdict, sequence_of

STATE_ROLES = {Verdict.FAIR: "done", Verdict.UNFAIR: "error", Verdict.OPEN: "second", None: "second"}
GROUNDS = {Verdict.FAIR: "done_tint", Verdict.UNFAIR: "error_tint", Verdict.OPEN: "inset", None: "panel"}
_ROLES = (*ROLES, "done", "done_tint", "error", "error_tint", "inset", "wax", "gold_border", "gold_text")
TITLE_FAMILY = "EB Garamond"


def passport_style(colors: Mapping[str, str]) -> str:
    """The style sheet of these charts with a colour for each of the theme's roles."""
    rules = [f"svg .f_{role}{{fill:{colors[role]}}}svg .s_{role}{{stroke:{colors[role]};fill:none}}" for role in _ROLES]
    cell = "svg .cell{font-size:13px;font-weight:600}"
    return chart_style(colors) + cell + "".join(rules)


def style_roles() -> Sequence[str]:
    return _ROLES


@cache
def _icon(name: str) -> str:
    """A line icon on a grid of 24."""
    found: str = json.loads((resources_dir() / "icons" / "line_icons.json").read_text("utf-8"))[name]
    return found


def sign(verdict: Verdict | None, x: float, y: float, size: float = 14) -> str:
    """The sign of a state, which tells it apart without colour; `x` and `y` are its middle."""
    role, scale = STATE_ROLES[verdict], size / 24
    shape = {
        Verdict.FAIR: f'<g class="s_{role}" stroke-width="2.6">{_icon("tick")}</g>',
        Verdict.UNFAIR: f'<g class="s_{role}" stroke-width="2.2"><path d="M8 2.5h8L21.5 8v8L16 21.5H8L2.5 16V8z'
        'M8.5 8.5l7 7m0-7l-7 7"/></g>',
        Verdict.OPEN: f'<g class="s_{role}" stroke-width="2">{_icon("hourglass")}</g>',
        None: f'<path class="s_{role}" stroke-width="2.4" d="M5 12h14"/>',
    }[verdict]
    return f'<g transform="translate({x - size / 2:.1f} {y - size / 2:.1f}) scale({scale:.3f})">{shape}</g>'


# A cell.

SCALE, PAD = 0.10, 11.0  # the offset at the ends of a cell's axis, and pixels beside them


def cell_x(offset: float, width: float) -> float:
    """The place of an offset in a cell of this width; what lies beyond the axis is at its end."""
    return width / 2 + (width / 2 - PAD) * min(1.0, max(-1.0, offset / SCALE))


def cell_chart(
    cell: Cell,
    width: float = 194,
    height: float = 65,
    inks: Sequence[SeatStyle] = SEAT_STYLES,
    *,
    has_button: bool = False,
) -> Figure:
    """The state of a cell: sign, words, number of matches, and a bar per seat around its fair share.

    `has_button`: a button is put in the place of the words.
    """
    verdict = cell.verdict
    role, ground = STATE_ROLES[verdict], GROUNDS[verdict]
    dashes = ' stroke-dasharray="4 3"' if verdict is None else ""
    edge = "border" if verdict is None or verdict is Verdict.OPEN else role
    middle = height / 2 if verdict is None else 15
    parts = [
        svg_rect(0.5, 0.5, width - 1, height - 1, f'rx="7" class="f_{ground}"'),
        svg_rect(0.5, 0.5, width - 1, height - 1, f'rx="7" class="s_{edge}" stroke-opacity=".55"{dashes}'),
        sign(verdict, 15, middle, 13),
    ]
    count, words = format_number(cell.matches, ","), cell.state_text()
    if verdict is Verdict.UNFAIR and not _has_room(words, count, width):
        words = bounds_text(cell, cell.fairness.seat or 0)
    if not has_button:
        parts.append(svg_text(26, middle + 4.5, words, f"cell f_{role}"))
    if verdict is None:
        return Figure(width, height, cell.spoken_text(), parts)
    if _has_room(words, count, width):
        parts.append(svg_text(width - 9, middle + 4.5, count, "note", "end"))
    top, bottom, middle = 25.0, height - 5, width / 2
    shade = cell_x(DEFAULT_MARGIN, width) - middle
    parts += [
        svg_rect(middle - shade, top, 2 * shade, bottom - top, 'class="f_done" fill-opacity=".13"'),
        svg_line(middle, top, middle, bottom, 'class="s_text" stroke-width="1.3" stroke-opacity=".7"'),
    ]
    guilty = cell.fairness.seat if verdict is Verdict.UNFAIR else None
    step = (bottom - top) / cell.seats
    for seat, (value, low, high) in enumerate(cell.offsets):
        y, ink = top + step * (seat + 0.5), inks[seat % len(inks)]
        left, right, is_guilty = cell_x(low, width), cell_x(high, width), seat == guilty
        thick = min(3.6, step - 1) * (1.5 if is_guilty else 1)
        bar = f'rx="{thick / 2:.1f}" fill="{ink.line}" fill-opacity="{1 if is_guilty else 0.5}"'
        parts.append(svg_rect(left, y - thick / 2, max(2.0, right - left), thick, bar))
        for end, at, way in ((low, left, -4), (high, right, 4)):
            if abs(end) > SCALE:  # open
                arrow = f"M{at:.1f} {y - 2.6:.1f}l{way} 2.6l{-way} 2.6"
                parts.append(f'<path d="{arrow}" fill="none" stroke="{ink.line}" stroke-width="1.3"/>')
        x = cell_x(value, width)
        dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="{ink.line}"/>'
        beside_arrow = min(max(x, PAD + 9), width - PAD - 9)
        parts.append(seat_badge(ink, beside_arrow, y, 6.5) if is_guilty else dot)
    return Figure(width, height, cell.spoken_text(), parts)


def _has_room(words: str, count: str, width: float) -> bool:
    return 42 + 6.6 * len(words) + 6.8 * len(count) <= width


def axis_parts(width: float, y: float, left: float = 0.0) -> list[str]:
    """The figures under a column of cells."""
    margin = round(100 * DEFAULT_MARGIN)
    ends = [(-SCALE, "−10 %", "start", PAD - 6), (SCALE, "+10 %", "end", 6 - PAD)]
    marks = [(-DEFAULT_MARGIN, f"−{margin}"), (0.0, "0"), (DEFAULT_MARGIN, f"+{margin}")]
    return [
        *(svg_text(left + cell_x(at, width) - shift, y, words, "axis", anchor) for at, words, anchor, shift in ends),
        *(svg_text(left + cell_x(at, width), y, words, "axis", "middle") for at, words in marks),
    ]


# The course of a cell.

_ZERO = 'class="s_text" stroke-width="1.3"'
MAX_BAND = 0.25  # wider intervals, at the beginning, are not shown


def shown_seat(cell: Cell) -> int:
    """The seat whose course says most: the one that deviates certainly, or else the one that may deviate most."""
    if not cell.matches:
        return 0
    found = cell.fairness
    return (
        found.seat
        if found.seat is not None
        else max(range(cell.seats), key=lambda seat: max(-cell.offsets[seat][1], cell.offsets[seat][2]))
    )


def funnel_chart(
    cell: Cell, seat: int, width: float = 466, height: float = 190, inks: Sequence[SeatStyle] = SEAT_STYLES
) -> Figure:
    """The interval of a seat over the matches on a logarithmic axis; dashed ahead at the present rate."""
    label = _("Seat {seat} of {seats}, {bots}").format(seat=seat + 1, seats=cell.seats, bots=level_of(cell.bot).title)
    points = [(point.matches, *point.offsets[seat]) for point in cell.course]
    if not points:
        return Figure(width, height, label, [])
    points = [point for point in points if point[3] - point[2] <= MAX_BAND] or points[-1:]
    (matches, value, *_bounds), fair = points[-1], 1 / cell.seats
    end = min(max(cell.needed or 0, 1.5 * matches), 8 * matches)
    first = min(points[0][0], end / 4)
    ends = [100 * bound for point in points for bound in point[2:]]
    step = next(step for step in (5, 10, 20) if (max(5, *ends) - min(-5, *ends)) / step <= 6 or step == 20)
    low, high = step * floor(min(-5, *ends) / step), step * ceil(max(5, *ends) / step)
    left, right, top, bottom, ink = 34.0, width - 92, 8.0, height - 26, inks[seat % len(inks)]

    def x(matches: float) -> float:
        return left + (right - left) * log(matches / first) / log(end / first)

    def y(offset: float) -> float:
        return bottom - (bottom - top) * (100 * offset - low) / (high - low)

    def path(course: Sequence[tuple[float, ...]], column: int) -> str:
        return "L".join(f"{x(point[0]):.1f} {y(point[column]):.1f}" for point in course)

    margin = DEFAULT_MARGIN
    parts = [svg_rect(left, y(margin), right - left, y(-margin) - y(margin), 'class="f_done" fill-opacity=".13"')]
    for percent in range(low, high + 1, step):
        parts.append(svg_line(left, y(percent / 100), right, y(percent / 100), 'class="grid"' if percent else _ZERO))
        words = format_number(percent, "+d") if percent else "0"
        parts.append(svg_text(left - 6, y(percent / 100) + 4, words, "axis", "end"))
    ticks = [part * 10**power for power in range(7) for part in (1, 2, 5) if first <= part * 10**power <= end / 1.1]
    for tick in ticks[:: -(-len(ticks) // 6) or 1]:
        parts.append(svg_line(x(tick), bottom, x(tick), bottom + 4, 'class="base"'))
        parts.append(svg_text(x(tick), bottom + 18, format_number(tick, ","), "axis", "middle"))
    parts.append(svg_text(right + 10, bottom + 18, _("matches"), "axis"))
    band = f"M{path(points, 2)}L{path(points[::-1], 3)}z"
    parts.append(f'<path d="{band}" fill="{ink.line}" fill-opacity=".2" stroke="{ink.line}" stroke-width="1.3"/>')
    parts.append(f'<path d="M{path(points, 1)}" fill="none" stroke="{ink.line}" stroke-width="2.4"/>')
    ahead = [points[-1]]
    for count in (matches * (end / matches) ** (part / 8) for part in range(1, 9)):
        later = sequence_of((fair + value) * count, round(count), cell.seats)
        ahead.append((count, value, max(ahead[-1][2], later.low - fair), min(ahead[-1][3], later.high - fair)))
    parts += [f'<path d="M{path(ahead, column)}" class="dashes"/>' for column in (2, 3)]
    parts.append(seat_badge(ink, x(matches), y(value), 8.5))
    shown, bounds = format_number(100 * value, "+.1f"), bounds_text(cell, seat)
    parts += [svg_text(right + 8, y(value) + 4, shown, "strong"), svg_text(right + 8, y(value) + 19, bounds, "note")]
    if cell.decided_at is not None:
        role, at = STATE_ROLES[cell.verdict], max(left, x(max(first, cell.decided_at)))
        anchor, shift = ("start", 6) if at < (left + right) / 2 else ("end", -6)
        words = _("not fair from match {n}") if cell.verdict is Verdict.UNFAIR else _("fair from match {n}")
        words = words.format(n=format_number(cell.decided_at, ","))
        parts.append(svg_line(at, top, at, bottom, f'class="s_{role}" stroke-width="1.4" stroke-dasharray="2 3"'))
        parts.append(svg_text(at + shift, bottom - 6, words, f"medium f_{role}", anchor))
    spoken = _("{label}: {value} %, {bounds}, after {count} matches.")
    spoken = spoken.format(label=label, value=shown, bounds=bounds, count=format_number(cell.matches, ","))
    return Figure(width, height, label, parts, [Mark(left, top, right - left, bottom - top, spoken)])


def bounds_text(cell: Cell, seat: int) -> str:
    """The interval of a seat as offsets from its fair share."""
    low, high = (format_number(bound, "+d") for bound in cell.bounds(seat))
    return _("{low} to {high} %").format(low=low, high=high)


# The course of play.

FUN = ("drama", "lead_changes", "decisiveness", "length")  # measures on the passport


def fun_chart(course: Json, base: Json | None, width: float = 884) -> Figure:
    """Measures of the course of play with their intervals; those of the base board hollow, and in words."""
    each, parts, marks, height = width / len(FUN), list[str](), list[Mark](), 100.0
    for place, (name, words) in enumerate((name, measure_texts()[name]) for name in FUN):
        found, there = course["measures"].get(name), (base or {"measures": {}})["measures"].get(name)
        if found is None:
            continue
        left, wide = each * place, each - 40
        half, shown = half_text(name, found), measure_text(name, found["value"])
        unit = " ".join([words.unit, *([f"± {half}"] if half else [])])
        ends = [
            point[end]
            for point in (found, there or found)
            for end in ("value", "low", "high")
            if point[end] is not None
        ]
        start, room = min(ends), max(ends) - min(ends) or 1.0
        scale = [
            left + 8 + (wide - 16) * ((found[end] if found[end] is not None else found["value"]) - start) / room
            for end in ("low", "value", "high")
        ]
        parts += [
            _title(left, 17, words.title, 18),
            f'<text x="{left:.1f}" y="48" style="font-size:26px">{shown}</text>',
            svg_text(left + 14 * len(shown) + 8, 49, unit, "note"),
            svg_line(left, 66, left + wide, 66, 'class="base"'),
            svg_rect(scale[0], 63, max(2.0, scale[2] - scale[0]), 6, 'rx="3" class="band"'),
            f'<circle cx="{scale[1]:.1f}" cy="66" r="5" class="own"/>',
        ]
        comparison = _("base board not measured")
        if there is not None and base is not None:
            at = left + 8 + (wide - 16) * (there["value"] - start) / room
            parts.append(f'<circle cx="{at:.1f}" cy="66" r="5" class="other"/>')
            comparison = comparison_text(name, found, there, min(course["matches"], base["matches"]))
        lines = wrap(words.definition, max(12, int(wide / 5.5)))
        height = max(height, 98.0 + 15 * len(lines))
        parts.append(svg_text(left, 90, comparison, "medium"))
        parts += [svg_text(left, 107 + 15 * row, line, "note") for row, line in enumerate(lines)]
        spoken = f"{words.title}: {shown} {unit}, {comparison}. {words.definition}"
        marks.append(Mark(left, 0, wide, 98, spoken))
    return Figure(width, height, _("Course of play"), parts, marks)


# The seal.


def seal_parts(x: float, y: float, radius: float, date: str) -> list[str]:
    """The seal of a decided passport with its date, or an outline without one; in one ink."""
    if not date:
        return [f'<circle cx="{x}" cy="{y}" r="{radius - 2}" class="s_border" stroke-dasharray="4 4"/>']
    words = f"EXPLORER STUDIO · {date} · "
    parts = [
        f'<circle cx="{x}" cy="{y}" r="{share * radius:.1f}" class="s_wax" stroke-width="{wide}"/>'
        for share, wide in ((0.98, 1.6), (0.93, 0.8), (0.62, 0.8))
    ]
    size = 2 * pi * 0.7 * radius / len(words)
    for place, letter in enumerate(words):
        turn = 360 * place / len(words)
        parts.append(
            f'<text class="f_wax" style="font-size:{1.45 * size:.1f}px" text-anchor="middle" '
            f'transform="translate({x} {y}) rotate({turn:.1f}) translate(0 {-0.71 * radius:.1f})">{letter}</text>'
        )
    star = [(0.46 if point % 2 == 0 else 0.15, pi * point / 8 - pi / 2) for point in range(16)]
    star = [(far * (0.68 if point % 4 == 2 else 1), turn) for point, (far, turn) in enumerate(star)]
    corners = " ".join(f"{x + far * radius * cos(turn):.1f},{y + far * radius * sin(turn):.1f}" for far, turn in star)
    return [*parts, f'<polygon points="{corners}" class="f_wax"/>']


# The sheet.

PAGE = (794.0, 1123.0)  # A4 upright at 96 dots per inch
MARGIN, ROW, MAX_RUNS = 44.0, 22.0, 8
RUN_COLUMNS = (0, 116, 160, 232, 372, 440, 508, 576, 650)  # pixels of the columns of `history_table`


def sheet(passport: Passport, board: bytes) -> Figure:
    """The passport on one page; `board` is the picture of its board as PNG."""
    wide, top = PAGE[0] - 2 * MARGIN, MARGIN + 30
    image = f"data:image/png;base64,{b64encode(board).decode()}"
    across, down = (int.from_bytes(board[at : at + 4]) for at in (16, 20))  # pixels of a PNG
    scale = min(250 / max(1, across), 116 / max(1, down))  # Qt would stretch the picture
    info = load(passport.game).info
    about = [info.name, *rule_names(passport.game, passport.options), _("version {hash}").format(hash=passport.board)]
    parts = [
        svg_rect(0, 0, *PAGE, 'fill="#fff"'),
        _title(MARGIN, top - 8, _("Fairness passport"), 30),
        f'<image x="{MARGIN}" y="{top + 8}" width="{scale * across:.1f}" height="{scale * down:.1f}" href="{image}"/>',
        _title(MARGIN + 270, top + 44, translated_name(passport.layout) or _("Untitled layout"), 24),
        svg_text(MARGIN + 270, top + 68, " · ".join(about), "note"),
        *seal_parts(PAGE[0] - MARGIN - 58, top + 66, 56, passport.sealed),
    ]
    y = top + 152
    for found in passport.verdict_lines():
        size = 14 if found.verdict is None else 20
        lines = wrap(found.text, 78 if size == 20 else 105)
        if found.verdict is not None:
            parts.append(sign(found.verdict, MARGIN + 10, y - 6, 19))
        for row in lines:
            parts.append(_title(MARGIN + 30, y, row, size) if size == 20 else svg_text(MARGIN + 30, y, row, "note"))
            y += 1.3 * size
        y += 4
    columns, names = len(BOTS), 66.0
    each = (wide - names) / columns
    y += 14
    for column, bot in enumerate(BOTS):
        parts.append(svg_text(MARGIN + names + each * column + 3, y, level_of(bot).title, "strong"))
    y += 8
    seats = sorted({number for number, _bot in passport.cells})
    high = min(62.0, 280 / len(seats))
    for number in seats:
        parts.append(svg_text(MARGIN, y + high / 2 + 5, _("{seats} seats").format(seats=number), "strong"))
        for column, bot in enumerate(BOTS):
            parts.append(_placed(cell_chart(passport.cells[number, bot], each - 8, high - 5), each * column + names, y))
        y += high
    for column in range(columns):
        parts += axis_parts(each - 8, y + 10, MARGIN + names + each * column)
    y += 32
    if (cell := main_cell(passport)) is not None:
        chart = funnel_chart(cell, shown_seat(cell), wide, 150)
        parts += [_title(MARGIN, y + 12, chart.label, 19), _placed(chart, 0, y + 20)]
        y += 192
        course, base = passport.courses(cell)
        if course is not None:
            chart = fun_chart(course, base, wide)
            parts.append(_placed(chart, 0, y))
            y += chart.height + 16
    if (shown := int((PAGE[1] - MARGIN - 42 - y) / ROW)) > 1:
        parts.append(_title(MARGIN, y + 4, _("Results"), 19))
        reports = [run.report for run in passport.history[: min(MAX_RUNS, shown - 1)]]
        head, *rows = history_table(reports)
        rows = [(*row[:2], bot_names(report), *row[3:]) for row, report in zip(rows, reports, strict=True)]
        for cells in (head, *rows):
            y += ROW
            for x, words in zip(RUN_COLUMNS, cells, strict=True):
                parts.append(svg_text(MARGIN + x, y + 4, words, "note"))
            parts.append(svg_line(MARGIN, y + 10, PAGE[0] - MARGIN, y + 10, 'class="grid"'))
    note = _("Confidence intervals that hold at any time of the run, 95 % for all seats of a cell together.")
    parts.append(svg_text(MARGIN, PAGE[1] - MARGIN + 8, note, "note"))
    return Figure(*PAGE, _("Fairness passport"), parts)


def main_cell(passport: Passport) -> Cell | None:
    """The cell that the verdict is most about: the worst unfair one of its bot, or else the one with most matches."""
    measured = [cell for cell in passport.cells.values() if cell.matches]

    def weight(cell: Cell) -> tuple[bool, bool, float]:
        is_unfair = cell.verdict is Verdict.UNFAIR
        return cell.bot == passport.bot, is_unfair, abs(cell.fairness.offset) if is_unfair else cell.matches

    return max(measured, key=weight, default=None)


def _title(x: float, y: float, words: str, size: float) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" style="font-size:{size}px;font-family:{TITLE_FAMILY}">{escape(words)}</text>'


def _placed(figure: Figure, x: float, y: float) -> str:
    return f'<g transform="translate({MARGIN + x:.1f} {y:.1f})">{"".join(figure.parts)}</g>'
