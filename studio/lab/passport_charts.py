"""The charts of a fairness passport as SVG: its cells, the course of a cell, the seal, and the sheet to print."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from html import escape
from itertools import pairwise
from math import ceil, cos, floor, log, pi, sin
from textwrap import wrap

from studio.core.picture import SEAT_STYLES, SeatStyle
from studio.core.text import _, format_number, translated_name
from studio.documents.paths import resources_dir
from studio.games import load
from studio.lab.charts import ROLES, Figure, Mark, chart_style, seat_badge, svg_line, svg_rect, svg_text
from studio.lab.passport import BOTS, Cell, Passport, TracePoint, level_title, rule_names
from studio.lab.report import history_table
from studio.lab.statistics import DEFAULT_MARGIN
from studio.lab.verdict import Verdict, sequence_of

STATE_ROLES = {Verdict.FAIR: "done", Verdict.UNFAIR: "error", Verdict.OPEN: "second", None: "second"}
GROUNDS = {Verdict.FAIR: "done_tint", Verdict.UNFAIR: "error_tint", Verdict.OPEN: "inset", None: "panel"}
_ROLES = (*ROLES, "done", "done_tint", "error", "error_tint", "inset", "wax", "gold_border")
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
        parts.append(
            seat_badge(ink, x, y, 6.5) if is_guilty else f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="{ink.line}"/>'
        )
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

MAX_BAND = 0.25  # wider intervals, at the beginning, are not shown


def shown_seat(cell: Cell) -> int:
    """The seat whose course says most: the one that deviates certainly, or else the one that may deviate most."""
    found = cell.fairness
    if found.seat is not None:
        return found.seat
    return max(range(cell.seats), key=lambda seat: max(-cell.offsets[seat][1], cell.offsets[seat][2]))


def funnel_chart(
    cell: Cell, seat: int, width: float = 466, height: float = 190, inks: Sequence[SeatStyle] = SEAT_STYLES
) -> Figure:
    """The interval of a seat over the matches on a logarithmic axis; dashed ahead at the present rate."""
    label = _("Seat {seat} of {seats}, {bots}").format(seat=seat + 1, seats=cell.seats, bots=level_title(cell.bot))
    points = [TracePoint(point.matches, (point.offsets[seat],)) for point in cell.course]
    if not points:
        return Figure(width, height, label, [])
    last, fair = points[-1], 1 / cell.seats
    narrow = [point for point in points if point.offsets[0][2] - point.offsets[0][1] <= MAX_BAND]
    points = narrow if len(narrow) > 1 else points[-1:]
    end = min(max(cell.needed or 0, 1.5 * last.matches), 8 * last.matches)
    first = min(points[0].matches, end / 4)
    ends = [100 * bound for point in points for bound in point.offsets[0][1:]]
    low, high = max(-40.0, min(-5.0, *ends)), min(40.0, max(5.0, *ends))
    step = next(step for step in (5, 10, 20) if (high - low) / step <= 6 or step == 20)
    low, high = step * floor(low / step), step * ceil(high / step)
    left, right, top, bottom = 34.0, width - 92, 8.0, height - 26

    def x(matches: float) -> float:
        return left + (right - left) * log(max(matches, first) / first) / log(end / first)

    def y(offset: float) -> float:
        return bottom - (bottom - top) * (min(max(100 * offset, low), high) - low) / (high - low)

    def way(values: Sequence[tuple[float, float]]) -> str:
        return "M" + "L".join(f"{x(matches):.1f} {y(offset):.1f}" for matches, offset in values)

    ink = inks[seat % len(inks)]
    lows, highs, values = ([(point.matches, point.offsets[0][bound]) for point in points] for bound in (1, 2, 0))
    margin = DEFAULT_MARGIN
    parts = [svg_rect(left, y(margin), right - left, y(-margin) - y(margin), 'class="f_done" fill-opacity=".13"')]
    for percent in range(low, high + 1, step):
        parts.append(svg_line(left, y(percent / 100), right, y(percent / 100), 'class="grid"'))
        words = format_number(percent, "+d") if percent else "0"
        parts.append(svg_text(left - 6, y(percent / 100) + 4, words, "axis", "end"))
    parts.append(svg_line(left, y(0), right, y(0), 'class="s_text" stroke-width="1.3"'))
    for matches in _ticks(first, end):
        parts.append(svg_line(x(matches), bottom, x(matches), bottom + 4, 'class="base"'))
        parts.append(svg_text(x(matches), bottom + 18, format_number(matches, ","), "axis", "middle"))
    parts.append(svg_text(right + 10, bottom + 18, _("matches"), "axis"))
    if len(points) > 1:
        band = way(lows) + "L" + way(highs[::-1])[1:]
        parts.append(f'<path d="{band}z" fill="{ink.line}" fill-opacity=".2" stroke="{ink.line}" stroke-width="1.3"/>')
        parts.append(f'<path d="{way(values)}" fill="none" stroke="{ink.line}" stroke-width="2.4"/>')
    value, start, stop = last.offsets[0]
    rate = fair + value
    ahead = [(last.matches, start, stop)]
    for count in (last.matches * (end / last.matches) ** (part / 8) for part in range(1, 9)):
        later = sequence_of(rate * count, round(count), cell.seats)
        ahead.append((count, max(ahead[-1][1], later.low - fair), min(ahead[-1][2], later.high - fair)))
    for side in (1, 2):
        shape = way([(point[0], point[side]) for point in ahead])
        parts.append(f'<path d="{shape}" class="dashes"/>')
    parts.append(
        svg_line(x(last.matches), y(start), x(last.matches), y(stop), f'stroke="{ink.line}" stroke-width="1.6"')
    )
    parts.append(seat_badge(ink, x(last.matches), y(value), 8.5))
    spread = _apart([(y(margin), "± 3", "note f_done"), (y(0), _fair_text(fair), "note"), (y(value), None, "")])
    shown = format_number(100 * value, "+.1f")
    bounds = bounds_text(cell, seat)
    for at, words, kind in spread:
        if words is not None:
            parts.append(svg_text(right + 8, at + 4, words, kind))
        else:
            parts += [svg_text(right + 8, at + 4, shown, "strong"), svg_text(right + 8, at + 19, bounds, "note")]
    decided = cell.decided_at()
    if decided is not None and cell.verdict is not None:
        role = STATE_ROLES[cell.verdict]
        words = _("not fair from match {n}") if cell.verdict is Verdict.UNFAIR else _("fair from match {n}")
        at, is_right = x(decided), x(decided) < (left + right) / 2
        parts.append(svg_line(at, top, at, bottom, f'class="s_{role}" stroke-width="1.4" stroke-dasharray="2 3"'))
        place = at + 6 if is_right else at - 6
        words = words.format(n=format_number(decided, ","))
        parts.append(svg_text(place, bottom - 6, words, f"medium f_{role}", "start" if is_right else "end"))
    spoken = _("{label}: {value} %, {bounds}, after {count} matches.")
    spoken = spoken.format(label=label, value=shown, bounds=bounds, count=format_number(last.matches, ","))
    return Figure(width, height, label, parts, [Mark(left, top, right - left, bottom - top, spoken)])


def bounds_text(cell: Cell, seat: int) -> str:
    """The interval of a seat as offsets from its fair share."""
    low, high = (format_number(bound, "+d") for bound in cell.bounds(seat))
    return _("{low} to {high} %").format(low=low, high=high)


def _fair_text(fair: float) -> str:
    return _("fair: {rate:.4g} %").format(rate=100 * fair)


def _ticks(first: float, end: float) -> list[int]:
    """Round numbers on a logarithmic axis, at most six."""
    found = [part * 10**power for power in range(7) for part in (1, 2, 5) if first <= part * 10**power <= end]
    return found[:: -(-len(found) // 6) or 1]


def _apart(labels: Sequence[tuple[float, str | None, str]]) -> list[tuple[float, str | None, str]]:
    """Labels by height, moved so that none covers another; the one without words is two lines high."""
    found = sorted(labels, key=lambda label: label[0])
    for before, after in pairwise(range(len(found))):
        high = 31 if found[before][1] is None else 16
        found[after] = (max(found[after][0], found[before][0] + high), *found[after][1:])
    return found


# The seal.


def seal_parts(x: float, y: float, radius: float, date: datetime | None) -> list[str]:
    """The seal of a decided passport with its date, or its outline; in one ink."""
    if date is None:
        return [f'<circle cx="{x}" cy="{y}" r="{radius - 2}" class="s_border" stroke-dasharray="4 4"/>']
    words = f"EXPLORER STUDIO · {date:%Y-%m-%d} · "
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
    info = load(passport.game).info
    about = [info.name, *rule_names(passport.game, passport.options), _("version {hash}").format(hash=passport.board)]
    parts = [
        svg_rect(0, 0, *PAGE, 'fill="#fff"'),
        _title(MARGIN, top - 8, _("Fairness passport"), 30),
        f'<image x="{MARGIN}" y="{top + 8}" width="250" height="150" preserveAspectRatio="xMinYMid" href="{image}"/>',
        _title(MARGIN + 270, top + 44, translated_name(passport.layout) or _("Untitled layout"), 24),
        svg_text(MARGIN + 270, top + 68, " · ".join(about), "note"),
        *seal_parts(PAGE[0] - MARGIN - 58, top + 90, 56, datetime.now() if passport.is_decided else None),
    ]
    y = top + 190
    for found in passport.verdict_lines():
        size = 14 if found.verdict is None else 20
        rows = wrap(found.text, 78 if size == 20 else 105)
        if found.verdict is not None:
            parts.append(sign(found.verdict, MARGIN + 10, y - 6, 19))
        for row in rows:
            parts.append(_title(MARGIN + 30, y, row, size) if size == 20 else svg_text(MARGIN + 30, y, row, "note"))
            y += 1.3 * size
        y += 4
    columns, names = len(BOTS), 66.0
    each = (wide - names) / columns
    y += 14
    for column, bot in enumerate(BOTS):
        parts.append(svg_text(MARGIN + names + each * column + 3, y, level_title(bot), "strong"))
    y += 8
    seats = sorted({number for number, _bot in passport.cells})
    high = min(62.0, 320 / len(seats))
    for number in seats:
        parts.append(svg_text(MARGIN, y + high / 2 + 5, _("{seats} seats").format(seats=number), "strong"))
        for column, bot in enumerate(BOTS):
            parts.append(_placed(cell_chart(passport.cells[number, bot], each - 8, high - 5), each * column + names, y))
        y += high
    for column in range(columns):
        parts += axis_parts(each - 8, y + 10, MARGIN + names + each * column)
    y += 32
    if (cell := main_cell(passport)) is not None:
        chart = funnel_chart(cell, shown_seat(cell), wide, 180)
        parts += [_title(MARGIN, y + 12, chart.label, 19), _placed(chart, 0, y + 22)]
        y += 226
    parts.append(_title(MARGIN, y + 4, _("Results"), 19))
    shown = int((PAGE[1] - MARGIN - 34 - y) / ROW)
    for row in history_table([run.report for run in passport.history[: min(MAX_RUNS, shown - 1)]]):
        y += ROW
        for x, words in zip(RUN_COLUMNS, row, strict=True):
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
