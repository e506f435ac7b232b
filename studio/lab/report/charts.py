"""The charts of experiments as SVG, for the report and for the window.

Shapes have classes, which `chart_style` gives the colours of a page or a theme. A seat is always shown by its colour
and its emblem together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor, log10
from typing import NamedTuple

from studio.core.game import Json
from studio.core.grid import Grid
from studio.core.picture import EMBLEM_DISC_RADIUS, EMBLEMS, SEAT_STYLES, SeatStyle
from studio.core.text import SEAT_NAMES, _, format_number, format_percent, join_clauses, with_label
from studio.drawing.overlays import span_text
from studio.lab.report.findings import LadderEntry
from studio.lab.report.text import range_text, shown_rate
from studio.lab.statistics import DENSITY_STEPS, Bar, density, round_step
from studio.lab.verdict import Verdict

CLASSES = ("#2C4A66", "#47677A", "#75897A", "#B7A862", "#F2D27A")
"""The classes of a map from rare to often; they differ in lightness and in their patterns."""
ON_CLASS = ("#F4ECDB", "#F4ECDB", "#14191C", "#14191C", "#14191C")
ROLES = ("text", "second", "line", "border", "accent", "on_accent", "panel", "gold_tint")  # the colours that charts use
_STYLE = """
svg text{font-size:12.5px;fill:{text}}
svg .strong{font-size:14px;font-weight:600}svg .figure{font-size:15px;font-weight:600}
svg .note,svg .axis{fill:{second};font-size:12px}svg .label{font-size:13px}
svg .small{font-size:12px;font-weight:500}svg .inner{font-size:12px;font-weight:500;fill:{on_accent}}
svg .gain{font-size:12px;font-weight:500;fill:{accent}}svg .medium{font-size:13px;font-weight:500}
svg .fair{stroke:{text};stroke-width:1.6}svg .base{stroke:{border}}svg .grid{stroke:{line}}
svg .bar{fill:{accent};fill-opacity:.78}svg .off{fill:{gold_tint}}
svg .other{stroke:{border};fill:{panel};stroke-width:1.4}
svg .own{stroke:{accent};fill:{accent};stroke-width:2.4}svg .band{fill:{accent};fill-opacity:.5}
svg .rise{stroke:{accent};stroke-width:1.4;stroke-dasharray:1.4 2.8;fill:none}
svg .mark{stroke:{text};stroke-width:2;fill:none}
svg .outline{stroke:{text};stroke-width:1.3;stroke-dasharray:1.3 2.6;fill:none}
svg .keyline{stroke:{panel};stroke-width:5.5;fill:none}
svg .dashes{stroke:{text};stroke-width:1.1;stroke-dasharray:4.4 2.2;fill:none}
"""


def chart_style(colors: Mapping[str, str]) -> str:
    """The style sheet of charts with a colour for each of `ROLES`."""
    found = _STYLE
    for role in ROLES:
        found = found.replace(f"{{{role}}}", colors[role])
    return found


class Mark(NamedTuple):
    """A part of a chart, in its units, with a sentence for the pointer and the keyboard."""

    left: float
    top: float
    width: float
    height: float
    text: str


class Figure(NamedTuple):
    """A chart: its size in pixels, its SVG elements and its marks."""

    width: float
    height: float
    label: str
    parts: Sequence[str]
    marks: Sequence[Mark] = ()

    def to_svg(self, style: str = "") -> str:
        """The SVG element; with `style` it needs no page around it."""
        tips = "".join(
            f'<rect x="{mark.left:.1f}" y="{mark.top:.1f}" width="{mark.width:.1f}" height="{mark.height:.1f}" '
            f'fill-opacity="0"><title>{escape(mark.text)}</title></rect>'
            for mark in self.marks
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:.0f} {self.height:.0f}" role="img" '
            f'aria-label="{escape(self.label, quote=True)}" style="max-width:{self.width:.0f}px">'
            f"{style and f'<style>{style}</style>'}{''.join(self.parts)}{'' if style else tips}</svg>"
        )


class MapBoard(NamedTuple):
    """What maps are drawn on: the spaces, and the picture of the layout with its bounds in board units."""

    grid: Grid
    bounds: tuple[float, float, float, float]
    image: str  # as a data URL, or "" for bare spaces


def seat_badge(ink: SeatStyle, x: float, y: float, radius: float = 9.0) -> str:
    """A seat's emblem on its colour."""
    if ink.emblem_name in EMBLEMS:
        points = " ".join(f"{0.52 * radius * a:.2f},{0.52 * radius * b:.2f}" for a, b in EMBLEMS[ink.emblem_name])
        emblem = f'<polygon points="{points}"/>'
    else:
        emblem = f'<circle r="{0.52 * radius * EMBLEM_DISC_RADIUS:.2f}"/>'
    ring = f'<circle r="{0.8 * radius:.2f}" fill="none" stroke="{ink.emblem}" stroke-opacity=".75"/>'
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><circle r="{radius}" fill="{ink.body}" stroke="{ink.shade}"/>'
        f'{ring if radius > 9 else ""}<g fill="{ink.emblem}">{emblem}</g></g>'
    )


def svg_text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """A line of text; `y` is its base line."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def svg_line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {style}/>'


def svg_rect(x: float, y: float, width: float, height: float, style: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" {style}/>'


ROW, HEAD, FOOT = 46.0, 30.0, 30.0
NAMES, FIGURES, SECOND = 118.0, 200.0, 46.0
"""Pixels of the names at the left and of the figures at the right, and those of them that only a second side needs."""
MAX_GRID_LINES = 7
SWEEP_LEFT = 48.0  # pixels of the figures at the left


def percent_scale(rates: Sequence[Json], fair: float) -> tuple[float, float, float]:
    """The ends of an axis that holds all intervals, and the step of its figures; in percent, as is `fair`."""
    low = min([fair - 2, *(100 * rate["low"] for rate in rates)])
    high = max([fair + 2, *(100 * rate["high"] for rate in rates)])
    step = next(step for step in (1, 2, 5, 10, 20) if (high - low) / step <= MAX_GRID_LINES or step == 20)
    return step * (low // step), -step * (-high // step), step


def interval_chart(
    sides: Sequence[Json],
    fair_text: str,
    width: float = 1040.0,
    inks: Sequence[SeatStyle] = SEAT_STYLES,
) -> Figure:
    """The win rate of every seat with its interval; that of a second side hollow below."""
    rates = [[shown_rate(seat) for seat in side["seats"]] for side in sides]
    seats, has_two = rates[0], len(sides) > 1
    fair = 100 / len(seats)
    low, high, step = percent_scale([rate for side in rates for rate in side], fair)
    right = width + (0 if has_two else SECOND)
    columns = [right - FIGURES + 62, right - FIGURES + 146, right - FIGURES + 198]
    room, bottom = max(60.0, right - FIGURES - NAMES - 10), HEAD + ROW * len(seats)

    def x(percent: float) -> float:
        return NAMES + room * (percent - low) / (high - low)

    parts, marks = [], []
    for seat, rate in enumerate(seats):
        top, ink = HEAD + ROW * seat, inks[seat % len(inks)]
        y = top + ROW / 2
        if not rate["low"] <= fair / 100 <= rate["high"]:
            parts.append(svg_rect(0, top + 1, width, ROW - 2, 'rx="6" class="off"'))
        elif seat:
            parts.append(svg_line(0, top, width, top, 'class="grid"'))
        parts += [
            seat_badge(ink, 22, y, 13.5),
            svg_text(44, top + 19, _("Seat {number}").format(number=seat + 1), "strong"),
            svg_text(44, top + 35.5, SEAT_NAMES[seat % len(SEAT_NAMES)], "note"),
            svg_text(columns[0], y + 5, format_percent(rate["value"]), "figure", "end"),
            svg_text(columns[1], y + 4.5, range_text(rate), "note", "end"),
        ]
        text = _("Seat {seat} wins {rate:.1f} % of the matches, between {low:.1f} and {high:.1f} %.")
        if sides[0]["seats"][seat].get("equal_strength") is not None:
            text = _("At equal strength, seat {seat} wins {rate:.1f} %, between {low:.1f} and {high:.1f} %.")
        text = text.format(seat=seat + 1, rate=100 * rate["value"], low=100 * rate["low"], high=100 * rate["high"])
        if has_two:
            other = rates[1][seat]
            text += " " + _("On B {rate:.1f} %.").format(rate=100 * other["value"])
            parts.append(svg_text(columns[2], y + 4.5, format_percent(other["value"]), "note", "end"))
        marks.append(Mark(0, top, width, ROW, text))
    tick = low
    while tick <= high + 1e-9:
        text = format_percent(tick / 100, ".0f") if tick + step > high else format_number(tick, ".0f")
        parts += [
            svg_line(x(tick), bottom, x(tick), bottom + 4, 'class="base"'),
            svg_text(x(tick), bottom + 19, text, "axis", "middle"),
        ]
        tick += step
    parts += [
        svg_line(NAMES, bottom + 0.5, NAMES + room, bottom + 0.5, 'class="base"'),
        svg_line(x(fair), HEAD - 6, x(fair), bottom, 'class="fair"'),
        svg_text(x(fair), 15, fair_text, "medium", "middle"),
        svg_text(columns[0], 15, _("A"), "note", "end"),
        svg_text(columns[1], 15, _("from – to"), "note", "end"),
    ]
    if has_two:
        parts.append(svg_text(columns[2], 15, _("B"), "note", "end"))
    for seat, rate in enumerate(seats):
        y = HEAD + ROW * (seat + 0.5)
        if has_two:
            other = rates[1][seat]
            parts.append(
                _hollow_interval(x(100 * other["low"]), x(100 * other["value"]), x(100 * other["high"]), y + 11)
            )
        ends = x(100 * rate["low"]), x(100 * rate["high"])
        y, line = y - (5 if has_two else 0), inks[seat % len(inks)].line
        fill = f'fill="{line}" fill-opacity=".5"'
        parts.append(svg_rect(ends[0], y - 2.5, ends[1] - ends[0], 5, fill))
        parts += [svg_line(end, y - 6, end, y + 6, f'stroke="{line}" stroke-width="2"') for end in ends]
        parts.append(seat_badge(inks[seat % len(inks)], x(100 * rate["value"]), y, 8.5))
    return Figure(width, bottom + FOOT, _("Win rate of each seat with confidence interval"), parts, marks)


def sweep_chart(
    points: Sequence[tuple[str, Json]], label: str, width: float, height: float, inks: Sequence[SeatStyle]
) -> Figure:
    """The win rate of every seat with its interval by value, one side of a report each; what is not fair is tinted."""
    rates = [[shown_rate(seat) for seat in side["seats"]] for _text, side in points]
    fair, base, top = 100 / len(rates[0]), height - 26, 10.0
    low, high, step = percent_scale([rate for seats in rates for rate in seats], fair)
    each = (width - SWEEP_LEFT) / len(points)
    gap = min(24.0, each / (len(rates[0]) + 0.5))
    longest = max(len(text) for text, _side in points)
    every = max(1, ceil((8 * longest + 8) / each))

    def y(percent: float) -> float:
        return base - (base - top) * (percent - low) / (high - low)

    parts, marks, tick = [], [], low
    while tick <= high + 1e-9:
        parts.append(svg_line(SWEEP_LEFT, y(tick), width, y(tick), 'class="grid"'))
        parts.append(svg_text(SWEEP_LEFT - 8, y(tick) + 4, format_percent(tick / 100, ".0f"), "axis", "end"))
        tick += step
    parts.append(svg_line(SWEEP_LEFT, y(fair), width, y(fair), 'class="fair"'))
    for place, ((text, side), seats) in enumerate(zip(points, rates, strict=True)):
        left, spoken = SWEEP_LEFT + each * place, []
        if side["fairness"]["verdict"] == Verdict.UNFAIR.value:
            parts.insert(0, svg_rect(left + 1, top, each - 2, base - top, 'rx="6" class="off"'))
        for seat, rate in enumerate(seats):
            x, ink = left + each / 2 + gap * (seat - (len(seats) - 1) / 2), inks[seat % len(inks)]
            start, wide = y(100 * rate["high"]), min(5.0, gap / 3)
            bar = f'fill="{ink.line}" fill-opacity=".5"'
            parts.append(svg_rect(x - wide / 2, start, wide, y(100 * rate["low"]) - start, bar))
            parts.append(seat_badge(ink, x, y(100 * rate["value"]), min(8.5, 0.42 * gap)))
            rate_text = with_label(_("Seat {number}").format(number=seat + 1), format_percent(rate["value"]))
            spoken.append(f"{rate_text} ({range_text(rate)})")
        if place % every == 0:
            parts.append(svg_text(left + each / 2, base + 18, text, "axis", "middle"))
        marks.append(Mark(left, 0, each, height, with_label(text, join_clauses(spoken))))
    return Figure(width, height, label, parts, marks)


def _hollow_interval(low: float, middle: float, high: float, y: float) -> str:
    return f'<g class="other">{svg_line(low, y, high, y, "")}<circle cx="{middle:.1f}" cy="{y:.1f}" r="3.6"/></g>'


def skill_chart(found: Json) -> Figure:
    """How often the better bot of each rung wins, with its interval; on the other board hollow below."""
    left, width, row = 190.0, 620.0, 46.0

    def x(rate: float) -> float:
        return left + width * rate

    parts = []
    for number, rung in enumerate(found["rungs"]):
        y = 24 + row * number + row / 2
        here, adjacent = rung["here"], rung["beside"]
        parts.append(svg_text(0, y + 5, f"{rung['stronger']} : {rung['weaker']}", "strong"))
        parts.append(_rate(x, here, y - 7 if adjacent is not None else y, "own"))
        if adjacent is not None:
            parts += [
                _rate(x, adjacent, y + 8, "other"),
                svg_text(1034, y + 5, format_number(100 * adjacent["value"], ".1f"), "note", "end"),
            ]
        parts += [
            svg_text(900, y + 5, format_percent(here["value"]), "figure", "end"),
            svg_text(984, y + 5, range_text(here), "note", "end"),
        ]
    bottom, fair = 24 + row * len(found["rungs"]), found["fair"]
    parts.append(f'<line x1="{x(fair):.1f}" x2="{x(fair):.1f}" y1="20" y2="{bottom:.1f}" class="fair"/>')
    parts.append(svg_text(x(fair), 13, _("no skill: {rate:.0f} %").format(rate=100 * fair), "note", "middle"))
    parts.append(svg_text(900, 13, _("here"), "note", "end"))
    if found["beside"] is not None:
        parts.append(svg_text(1034, 13, _("there"), "note", "end"))
    for rate in range(0, 101, 20):
        parts.append(svg_text(x(rate / 100), bottom + 16, str(rate), "axis", "middle"))
    return Figure(1040, bottom + 24, _("Win rate of the better bot"), parts)


def _rate(x: Callable[[float], float], rate: Json, y: float, kind: str) -> str:
    low, high, middle = x(rate["low"]), x(rate["high"]), x(rate["value"])
    return f'<g class="{kind}">{svg_line(low, y, high, y, "")}<circle cx="{middle:.1f}" cy="{y:.1f}" r="4.6"/></g>'


SEAT_ROW, TICKS = 52.0, 6


def points_chart(
    sides: Sequence[Json], width: float = 304.0, height: float = 0.0, inks: Sequence[SeatStyle] = SEAT_STYLES
) -> Figure:
    """How the points of each seat are spread: a density, its middle half as a bar, its median as an upright line.

    A second side is a dashed outline. `height` 0 takes what the seats need.
    """
    spreads = [[seat["points"] for seat in side["seats"]] for side in sides]
    values = [int(value) for side in spreads for points in side for value in points["counts"]]
    low, high = min([0, *values]), max([1, *values])
    step = max(1, -(-(high - low + 1) // DENSITY_STEPS))
    steps = (high - low) // step + 1
    densities = [[density(points["counts"], low, step, steps) for points in side] for side in spreads]
    most = max((value for side in densities for curve in side for value in curve), default=0.0) or 1.0
    height = height or SEAT_ROW * len(spreads[0]) + 24
    row, left, room, last = (height - 24) / len(spreads[0]), 32.0, width - 76, low + step * steps

    def x(value: float) -> float:
        return left + room * (value - low) / max(1, step * steps)

    def curve(heights: Sequence[float], base: float) -> str:
        points = "".join(
            f"L{x(low + (place + 0.5) * step):.1f} {base - (row - 12) * value / most:.1f}"
            for place, value in enumerate(heights)
        )
        return f"M{x(low):.1f} {base:.1f}{points}L{x(last):.1f} {base:.1f}"

    parts, marks = [], []
    tick = round_step(low, last, TICKS)
    for value in range(-tick * (-low // tick), last + 1, tick):
        if value > low:
            parts.append(svg_line(x(value), 4, x(value), row * len(spreads[0]), 'class="grid"'))
        parts.append(svg_text(x(value), height - 6, str(value), "axis", "middle"))
    for seat, points in enumerate(spreads[0]):
        base, ink = row * (seat + 1) - 6, inks[seat % len(inks)]
        shape = f'fill="{ink.line}" fill-opacity=".32" stroke="{ink.line}" stroke-width="1.4"'
        parts.append(f'<path d="{curve(densities[0][seat], base)}" {shape}/>')
        text = _("Seat {seat}: median {median}, middle half from {low} to {high}").format(
            seat=seat + 1, median=points["median"], low=points["lower"], high=points["upper"]
        )
        if len(sides) > 1:
            parts.append(f'<path d="{curve(densities[1][seat], base)}" class="dashes"/>')
            text += _("; on B median {median}").format(median=spreads[1][seat]["median"])
        start, middle = x(points["lower"]), x(points["median"] + 0.5)
        parts += [
            svg_rect(start, base - 1, x(points["upper"] + 1) - start, 4, f'fill="{ink.line}"'),
            svg_line(middle, base - row + 12, middle, base, f'stroke="{ink.line}" stroke-width="2"'),
            seat_badge(ink, 12, base - row / 2 + 6, 11.5),
            svg_text(width, base - row / 2 + 10, format_number(points["median"], ","), "strong", "end"),
        ]
        marks.append(Mark(0, seat * row, width, row, text + "."))
    return Figure(width, height, _("Points by seat"), parts, marks)


BAR_TOP, BAR_FOOT = 22.0, 22.0  # pixels for figures above the highest bar, and for the axis below


def _bar_text(text: str, bar: Bar, words: str) -> str:
    reported = words.format(value=text, what=text, share=100 * bar.shares[0])
    return reported + _("; on B {share:.1f} %").format(share=100 * bar.shares[1]) if len(bar.shares) > 1 else reported


def column_chart(
    bars: Sequence[Bar],
    label: str,
    width: float = 280.0,
    height: float = 190.0,
    medians: Sequence[float] = (),
    outlined: bool = False,
) -> Figure:
    """Upright bars; a second side is a dotted outline over them (`outlined`) or a short line on each.

    `medians`, one for each side, are upright lines. Without them the last bar is open to the right, and bars that are
    wide enough have their shares as figures.
    """
    each, base = width / max(1, len(bars)), height - BAR_FOOT
    most = max((share for bar in bars for share in bar.shares), default=0.0) or 1.0
    every = max(1, -(-len(bars) * 34 // max(34, round(width))))

    def top(share: float) -> float:
        return base - (base - BAR_TOP) * share / most

    parts, marks, outline = [], [], f"M0 {base:.1f}"
    for place, bar in enumerate(bars):
        left, first = place * each, top(bar.shares[0])
        parts.append(svg_rect(left + 1, first, each - 2, base - first, 'class="bar"'))
        text = _bar_text(bar.text, bar, _("{value}: {share:.1f} % of the matches"))
        marks.append(Mark(left + 1, BAR_TOP, each - 2, base - BAR_TOP, text))
        if len(bar.shares) > 1:
            outline += f"V{top(bar.shares[1]):.1f}H{left + each:.1f}"
            if not outlined:
                parts.append(svg_line(left, top(bar.shares[1]), left + each, top(bar.shares[1]), 'class="mark"'))
        if place % every == 0:
            text = f"{bar.low}+" if not medians and place == len(bars) - 1 else str(bar.low)
            parts.append(svg_text(max(left + each / 2, 3.5 * len(text)), base + 17, text, "axis", "middle"))
        if not medians and each >= 22:
            is_low = base - first < 22
            y = min(top(share) for share in bar.shares) - 6 if is_low else base - 6
            shown = format_number(100 * bar.shares[0], ".0f")
            parts.append(svg_text(left + each / 2, y, shown, "small" if is_low else "inner", "middle"))
    parts.append(svg_line(0, base + 0.5, width, base + 0.5, 'class="base"'))
    if outlined and bars and len(bars[0].shares) > 1:
        parts.append(f'<path d="{outline}V{base:.1f}" class="outline"/>')
    for number, median in enumerate(medians[:2] if bars else ()):
        x = each * (median + 0.5 - bars[0].low) / (bars[0].high - bars[0].low + 1)
        text = _("B {number:.0f}").format(number=median) if number else format_number(median, ".0f")
        parts.append(svg_line(x, BAR_TOP - 4, x, base, 'class="outline"' if number else 'class="fair"'))
        others = [other for place, other in enumerate(medians) if place != number]
        is_left = bool(others) and (median < min(others) or (median in others and not number))
        room = 4.0 * len(text)
        anchor = "end" if is_left else "start" if others else "middle"
        near, far = {"end": (2 * room, 0.0), "start": (0.0, 2 * room), "middle": (room, room)}[anchor]
        place_x = min(max(x + (0 if not others else -3 if is_left else 3), near), width - far)
        parts.append(svg_text(place_x, 13, text, "note" if number else "medium", anchor))
    return Figure(width, height, label, parts, marks)


def bar_chart(rows: Sequence[tuple[str, Bar]], label: str, width: float, height: float) -> Figure:
    """Level bars, each under its words with its share at the right; a second side is a short line on each."""
    row, room = height / max(5, len(rows)), width - 58
    most = max((share for _words, bar in rows for share in bar.shares), default=0.0) or 1.0
    parts, marks = [], []
    for place, (text, bar) in enumerate(rows):
        y = place * row
        parts.append(svg_text(0, y + 13.5, text, "label"))
        parts.append(svg_rect(0, y + 20, max(1.0, room * bar.shares[0] / most), 13, 'class="bar"'))
        if len(bar.shares) > 1:
            x = max(1.0, room * bar.shares[1] / most)
            parts.append(svg_line(x, y + 17, x, y + 36, 'class="mark"'))
        parts.append(svg_text(width, y + 31, format_percent(bar.shares[0]), "strong", "end"))
        marks.append(Mark(0, y, width, row, _bar_text(text, bar, _("{what}: {share:.1f} % of the matches"))))
    return Figure(width, height, label, parts, marks)


LADDER_ROW, LADDER_NAMES = 40.0, 120.0
MAX_NAME = 16  # letters of the name of a bot that there is room for


def ladder_chart(entries: Sequence[LadderEntry], label: str, width: float) -> Figure:
    """The bots by Elo points, the weakest at the left below; a second side is hollow below each."""
    ends = [end for entry in entries for points in entry.elo for end in (points.low, points.high)]
    low, high = min(ends), max(*ends, min(ends) + 100)
    step = next(step for step in (50, 100, 200, 500, 1000, 5000) if (high - low) / step <= 6 or step == 5000)
    low, high, base = step * (low // step), -step * (-high // step), LADDER_ROW * len(entries)

    def x(points: float) -> float:
        return LADDER_NAMES + (width - LADDER_NAMES - 100) * (points - low) / (high - low)

    parts, marks, before = [], [], 0.0
    tick = low
    while tick <= high:
        parts.append(svg_line(x(tick), 4, x(tick), base, 'class="grid"'))
        parts.append(svg_text(x(tick), base + 19, format_number(tick, ",.0f"), "axis", "middle"))
        tick += step
    for place, entry in enumerate(entries):
        points, here = entry.elo[0], x(entry.elo[0].value)
        y = base - LADDER_ROW * (place + 0.5) - (4 if len(entry.elo) > 1 else 0)
        text = _("{bot}: {points:,.0f} Elo points, ± {half:.0f}").format(
            bot=entry.bot, points=points.value, half=points.half_width
        )
        if place:
            parts.append(f'<path d="M{before:.1f} {y + LADDER_ROW:.1f}V{y:.1f}H{here:.1f}" class="rise"/>')
            gain = format_number(points.value - entries[place - 1].elo[0].value, "+.0f")
            parts.append(svg_text((before + here) / 2, y - 6, gain, "gain", "middle"))
        before = here
        if len(entry.elo) > 1:
            other = entry.elo[1]
            parts.append(_hollow_interval(x(other.low), x(other.value), x(other.high), y + 11))
            text += _("; on B {points:,.0f}").format(points=other.value)
        name = entry.bot if len(entry.bot) <= MAX_NAME else f"{entry.bot[: MAX_NAME - 1]}…"
        figure = format_number(points.value, ",.0f") + (f" ± {points.half_width:.0f}" if place else "")
        parts += [
            svg_rect(x(points.low), y - 2.5, x(points.high) - x(points.low), 5, 'class="band"'),
            f'<circle cx="{here:.1f}" cy="{y:.1f}" r="5" class="own"/>',
            svg_text(0, y + 5, name, "label"),
            svg_text(x(points.high) + 9, y + 4.5, figure, "medium"),
        ]
        marks.append(Mark(0, base - LADDER_ROW * (place + 1), width, LADDER_ROW, text + "."))
    return Figure(width, base + 30, label, parts, marks[::-1])


def curves_chart(lines: Sequence[Sequence[float]], label: str) -> Figure | None:
    """A number round by round, a line for each seat; None for fewer than two rounds."""
    rounds, most = max(map(len, lines), default=0), max((value for line in lines for value in line), default=1.0)
    width, height = 1040.0, 240.0
    if rounds < 2:
        return None
    parts = []
    for value in axis_ticks(most):
        y = height - 20 - (height - 34) * value / (most or 1)
        parts.append(f'<line x1="34" x2="{width - 26:.0f}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>')
        parts.append(svg_text(28, y + 4, format_number(value, "g"), "axis", "end"))
    for seat, line in enumerate(lines):
        places = [
            (34 + (width - 60) * place / (rounds - 1), height - 20 - (height - 34) * value / (most or 1))
            for place, value in enumerate(line)
        ]
        way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        parts.append(
            f'<path d="{way}" fill="none" stroke="{SEAT_STYLES[seat % len(SEAT_STYLES)].line}" stroke-width="2"/>'
        )
        parts.append(seat_badge(SEAT_STYLES[seat % len(SEAT_STYLES)], width - 12, 24 + 24 * seat))
    for place in range(0, rounds, max(1, rounds // 12)):
        parts.append(svg_text(34 + (width - 60) * place / (rounds - 1), height - 4, str(place + 1), "axis", "middle"))
    return Figure(width, height, label, parts)


def axis_ticks(most: float) -> list[float]:
    """Two to five round numbers up to the most."""
    if most <= 0:
        return []
    unit = 10.0 ** floor(log10(most))
    step = next(part * unit for part in (0.2, 0.5, 1.0, 2.0) if most / (part * unit) < 6)
    return [round(step * number, 9) for number in range(1, int(most / step + 1e-9) + 1)]


def heatmap_svg(
    board: MapBoard, shares: Mapping[str, float], number: int, label: str
) -> tuple[str, list[tuple[str, int]]]:
    """A map of the board with a figure in every space, and its legend: words and number of spaces, often first.

    `number` is that of the side, whose picture the page has once.
    """
    edges = percent_breaks(list(shares.values()))
    left, top, right, bottom = board.bounds
    found = [0] * (len(edges) + 2)
    parts = [f'<use href="#board{number}"/>'] if board.image else []
    for name, share in shares.items():
        cell = board.grid.cell_named(name)
        corners = board.grid.corners(cell)
        x, y = board.grid.center(cell)
        outline = " ".join(f"{a:.3f},{b:.3f}" for a, b in corners)
        rounded = round(100 * share)
        tip = f"<title>{escape(with_label(name, format_percent(share)))}</title>"
        if not share:
            found[-1] += 1
            parts.append(
                f'<g>{tip}<polygon points="{outline}" class="never"/>'
                f'<path d="M{x - 0.13:.2f} {y - 0.13:.2f}l.26 .26m-.26 0l.26 -.26" class="cross"/></g>'
            )
            continue
        place = sum(rounded >= edge for edge in edges)
        found[place] += 1
        parts.append(
            f'<g>{tip}<polygon points="{outline}" fill="{CLASSES[place]}" fill-opacity=".86" class="cell"/>'
            f'<polygon points="{outline}" fill="url(#class{place})"/>'
            f'<text x="{x:.3f}" y="{y + 0.12:.3f}" fill="{ON_CLASS[place]}" class="in" stroke="{CLASSES[place]}">'
            f"{rounded or '&lt;1'}</text></g>"
        )
    svg = (
        f'<svg viewBox="{left:.3f} {top:.3f} {right - left:.3f} {bottom - top:.3f}" role="img" class="board" '
        f'aria-label="{escape(label, quote=True)}">{"".join(parts)}</svg>'
    )
    return svg, _legend(edges, found)


def percent_breaks(shares: Sequence[float]) -> list[int]:
    """Four bounds in whole percent between five classes: round numbers near the quintiles."""
    met = sorted(round(100 * share) for share in shares if share)
    if not met:
        return [20, 40, 60, 80]
    bounds: list[int] = []
    step = 5 if met[-1] - met[0] >= 25 else 1
    for part in range(1, 5):
        edge = step * round(met[len(met) * part // 5] / step)
        bounds.append(max(edge, bounds[-1] + step) if bounds else max(edge, step))
    over = max(0, bounds[-1] - 100)
    return [bound - over for bound in bounds]


def _legend(edges: Sequence[int], found: Sequence[int]) -> list[tuple[str, int]]:
    texts = [_("under {edge} %").format(edge=edges[0])]
    texts += [span_text(low, high) for low, high in pairwise(edges)]
    texts += [
        _("{edge} % or more").format(edge=edges[-1]) if edges[-1] < 100 else format_percent(1, ".0f"),
        _("never"),
    ]
    return list(zip(texts, found, strict=True))[::-1]
