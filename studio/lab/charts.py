"""The charts of a report as SVG.

Shapes use classes of the page's style sheet, so that charts follow its theme. A seat has both a color and an emblem.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import pairwise
from math import floor, log10
from typing import NamedTuple

from studio.core.game import Json
from studio.core.grid import Grid
from studio.core.text import _, format_number, format_percent, with_label
from studio.drawing.overlays import span_text
from studio.lab.report import range_text

SEAT_STYLES = (
    ("#2F6FB8", "#2F6FB8", "disc"),
    ("#BF3F2A", "#BF3F2A", "triangle"),
    ("#52AB84", "#2C7355", "square"),
    ("#EDC03A", "#AE821A", "diamond"),
    ("#5A2455", "#82447B", "star"),
    ("#F3ECDD", "#8C7F63", "cross"),
)
"""By seat: color of areas, color of lines, emblem."""
CLASSES = ("#2C4A66", "#47677A", "#75897A", "#B7A862", "#F2D27A")
"""From rare to frequent; they differ by lightness and by pattern."""
ON_CLASS = ("#F4ECDB", "#F4ECDB", "#14191C", "#14191C", "#14191C")
_EMBLEMS = {
    "disc": '<circle r="4.2"/>',
    "triangle": '<path d="M0 -4.8 4.6 3.4H-4.6Z"/>',
    "square": '<path d="M-3.8 -3.8H3.8V3.8H-3.8Z"/>',
    "diamond": '<path d="M0 -5 5 0 0 5 -5 0Z"/>',
    "star": '<path d="M0 -5.2 1.4 -1.6 5 -1.6 2.1 .8 3.1 4.4 0 2.2 -3.1 4.4 -2.1 .8 -5 -1.6 -1.4 -1.6Z"/>',
    "cross": '<path d="M-1.6 -4.8H1.6V-1.6H4.8V1.6H1.6V4.8H-1.6V1.6H-4.8V-1.6H-1.6Z"/>',
}


class MapBoard(NamedTuple):
    """What maps are drawn on: the grid, and the picture of the layout with its bounds in board units."""

    grid: Grid
    bounds: tuple[float, float, float, float]
    image: str
    """A data URL, or "" for bare cells."""


def seat_emblem_svg(seat: int, x: float, y: float) -> str:
    fill, line, emblem = SEAT_STYLES[seat % len(SEAT_STYLES)]
    inner = "#2B261D" if fill in ("#EDC03A", "#F3ECDD", "#52AB84") else "#FFF6E2"
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><circle r="9" fill="{fill}" stroke="{line}" stroke-width="1.5"/>'
        f'<g fill="{inner}">{_EMBLEMS[emblem]}</g></g>'
    )


def _svg(width: float, height: float, inner: str, label: str) -> str:
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(label, quote=True)}"'
        f' style="max-width:{width:.0f}px">{inner}</svg>'
    )


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def intervals_svg(sides: Sequence[Json]) -> str:
    """The win rate of each seat with its interval; those of a second side are hollow."""
    seats, fair = len(sides[0]["seats"]), 1 / len(sides[0]["seats"])
    rates = [seat["win_rate"] for side in sides for seat in side["seats"]]
    step = 0.02
    low, high = min(fair - 0.02, *(rate["low"] for rate in rates)), max(fair + 0.02, *(rate["high"] for rate in rates))
    while (high - low) / step > 14:
        step *= 2
    low, high = step * int(low / step), step * (int(high / step) + 1)
    left, width, row = 120.0, 690.0, 52.0
    height = 40 + row * seats

    def x(rate: float) -> float:
        return left + width * (rate - low) / (high - low)

    parts = []
    for seat in range(seats):
        y = 30 + row * seat + row / 2
        own = sides[0]["seats"][seat]["win_rate"]
        if not own["low"] <= fair <= own["high"]:
            parts.append(
                f'<rect x="0" y="{y - row / 2 + 3:.1f}" width="1040" height="{row - 6:.1f}" rx="7" class="off"/>'
            )
        parts += [seat_emblem_svg(seat, 14, y), _text(32, y + 5, _("Seat {number}").format(number=seat + 1), "strong")]
        for side in range(len(sides) - 1, -1, -1):
            rate = sides[side]["seats"][seat]["win_rate"]
            parts.append(_interval(x, rate, y + (9 if side else -3 if len(sides) > 1 else 0), seat, side))
        parts += [
            _text(900, y + 5, format_percent(own["value"]), "figure", "end"),
            _text(984, y + 5, range_text(own), "note", "end"),
        ]
        if len(sides) > 1:
            other = sides[1]["seats"][seat]["win_rate"]["value"]
            parts.append(_text(1034, y + 5, format_number(100 * other, ".1f"), "note", "end"))
    bottom = 30 + row * seats
    parts.append(f'<line x1="{x(fair):.1f}" x2="{x(fair):.1f}" y1="22" y2="{bottom:.1f}" class="fair"/>')
    parts.append(_text(x(fair), 14, _("fair: {rate:.1f} %").format(rate=100 * fair), "note", "middle"))
    parts.append(_text(900, 14, "A" if len(sides) > 1 else _("wins"), "note", "end"))
    parts.append(_text(984, 14, _("from – to"), "note", "end"))
    if len(sides) > 1:
        parts.append(_text(1034, 14, "B", "note", "end"))
    rate = low
    while rate <= high + 1e-9:
        parts.append(_text(x(rate), bottom + 16, f"{100 * rate:.0f}", "axis", "middle"))
        rate += step * (1 if (high - low) / step <= 8 else 2)
    return _svg(1040, height + 14, "".join(parts), _("Win rate of each seat with its interval"))


def _interval(x: Callable[[float], float], rate: Json, y: float, seat: int, side: int) -> str:
    line = SEAT_STYLES[seat % len(SEAT_STYLES)][1]
    low, high, middle = x(rate["low"]), x(rate["high"]), x(rate["value"])
    if side:
        return _rate(x, rate, y, "other")
    tip = f"{format_percent(rate['value'])} ({range_text(rate)})"
    caps = "".join(
        f'<line x1="{end:.1f}" x2="{end:.1f}" y1="{y - 6:.1f}" y2="{y + 6:.1f}" stroke="{line}" stroke-width="2"/>'
        for end in (low, high)
    )
    return (
        f"<g><title>{tip}</title>"
        f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="{line}" stroke-width="5" '
        f'stroke-opacity=".5"/>{caps}{seat_emblem_svg(seat, middle, y)}</g>'
    )


def skill_svg(found: Json) -> str:
    """The win rate of the better bot of each rung with its interval; hollow on the other board."""
    left, width, row = 190.0, 620.0, 46.0

    def x(rate: float) -> float:
        return left + width * rate

    parts = []
    for number, rung in enumerate(found["rungs"]):
        y = 24 + row * number + row / 2
        here, beside = rung["here"], rung["beside"]
        parts.append(_text(0, y + 5, f"{rung['stronger']} : {rung['weaker']}", "strong"))
        parts.append(_rate(x, here, y - 7 if beside is not None else y, "own"))
        if beside is not None:
            parts += [
                _rate(x, beside, y + 8, "other"),
                _text(1034, y + 5, format_number(100 * beside["value"], ".1f"), "note", "end"),
            ]
        parts += [
            _text(900, y + 5, format_percent(here["value"]), "figure", "end"),
            _text(984, y + 5, range_text(here), "note", "end"),
        ]
    bottom, fair = 24 + row * len(found["rungs"]), found["fair"]
    parts.append(f'<line x1="{x(fair):.1f}" x2="{x(fair):.1f}" y1="20" y2="{bottom:.1f}" class="fair"/>')
    parts.append(_text(x(fair), 13, _("no skill: {rate:.0f} %").format(rate=100 * fair), "note", "middle"))
    parts.append(_text(900, 13, _("here"), "note", "end"))
    if found["beside"] is not None:
        parts.append(_text(1034, 13, _("there"), "note", "end"))
    for rate in range(0, 101, 20):
        parts.append(_text(x(rate / 100), bottom + 16, str(rate), "axis", "middle"))
    return _svg(1040, bottom + 24, "".join(parts), _("How often the better bot wins"))


def _rate(x: Callable[[float], float], rate: Json, y: float, kind: str) -> str:
    low, high, middle = x(rate["low"]), x(rate["high"]), x(rate["value"])
    return (
        f'<g class="{kind}"><line x1="{low:.1f}" x2="{high:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<circle cx="{middle:.1f}" cy="{y:.1f}" r="4.6"/></g>'
    )


def points_svg(side: Json) -> str:
    """The distribution of points by seat, with quartiles and median."""
    seats = side["seats"]
    every = [int(value) for seat in seats for value in seat["points"]["counts"]]
    low, high = min(every, default=0), max(every, default=1)
    bins = 40
    wide = max(1, -(-(high - low + 1) // bins))
    left, width, row = 30.0, 230.0, 62.0
    span = max(1, high - low + 1)

    def x(value: float) -> float:
        return left + width * (value - low) / span

    parts = []
    for number, seat in enumerate(seats):
        fill, line, _emblem = SEAT_STYLES[number % len(SEAT_STYLES)]
        base = 12 + row * number + 44
        heights: dict[int, int] = {}
        for value, often in seat["points"]["counts"].items():
            place = (int(value) - low) // wide
            heights[place] = heights.get(place, 0) + often
        most = max(heights.values(), default=1)
        outline = f"M{x(low):.1f} {base:.1f}"
        for place in range(span // wide + 1):
            top = base - 38 * heights.get(place, 0) / most
            outline += f"L{x(low + place * wide):.1f} {top:.1f}H{min(x(low + (place + 1) * wide), left + width):.1f}"
        parts.append(
            f'<path d="{outline}V{base:.1f}Z" fill="{fill}" fill-opacity=".35" stroke="{line}" stroke-width="1.2"/>'
        )
        spread = seat["points"]
        parts.append(
            f'<line x1="{x(spread["lower"]):.1f}" x2="{x(spread["upper"] + 1):.1f}" y1="{base:.1f}" y2="{base:.1f}" '
            f'stroke="{line}" stroke-width="4"/>'
            f'<line x1="{x(spread["median"] + 0.5):.1f}" x2="{x(spread["median"] + 0.5):.1f}" y1="{base - 40:.1f}" '
            f'y2="{base:.1f}" stroke="{line}" stroke-width="2"/>'
        )
        parts += [seat_emblem_svg(number, 12, base - 18), _text(300, base - 14, str(spread["median"]), "figure", "end")]
    bottom = 12 + row * len(seats)
    for value in (low, (low + high) // 2, high):
        parts.append(_text(x(value), bottom + 12, str(value), "axis", "middle"))
    return _svg(304, bottom + 18, "".join(parts), _("Points of each seat"))


def histogram_svg(counts: Mapping[str, int], label: str, most_bins: int = 14) -> str:
    """How often each value occurred, in bins of equal width."""
    values = {int(value): often for value, often in counts.items()}
    low, high = min(values, default=0), max(values, default=0)
    wide = max(1, -(-(high - low + 1) // most_bins))
    bins = (high - low) // wide + 1
    heights = [0] * bins
    for value, often in values.items():
        heights[(value - low) // wide] += often
    total, most = sum(heights), max(heights, default=1) or 1
    width, height = 280.0, 190.0
    each = width / bins
    parts = []
    for place, often in enumerate(heights):
        tall = (height - 34) * often / most
        first, last = low + place * wide, low + (place + 1) * wide - 1
        name = str(first) if first == last else f"{first} – {last}"
        share = often / max(1, total)
        parts.append(
            f"<g><title>{with_label(name, format_percent(share))}</title>"
            f'<rect x="{place * each + 1:.1f}" y="{height - 18 - tall:.1f}" width="{each - 2:.1f}" '
            f'height="{tall:.1f}" class="bar"/></g>'
        )
        if bins <= 8 or not place % -(-bins // 6):
            parts.append(_text(place * each + each / 2, height - 3, str(first), "axis", "middle"))
        if often == most:
            middle = min(max(place * each + each / 2, 15), width - 15)
            parts.append(_text(middle, height - 22 - tall, format_percent(share, ".0f"), "axis", "middle"))
    return _svg(width, height, "".join(parts), label)


def curves_svg(lines: Sequence[Sequence[float]], label: str) -> str:
    """Means by round: a line per seat with its emblem at the end."""
    rounds, most = max(map(len, lines), default=0), max((value for line in lines for value in line), default=1.0)
    width, height = 1040.0, 240.0
    if rounds < 2:
        return ""
    parts = []
    for value in axis_ticks(most):
        y = height - 20 - (height - 34) * value / (most or 1)
        parts.append(f'<line x1="34" x2="{width - 26:.0f}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>')
        parts.append(_text(28, y + 4, format_number(value, "g"), "axis", "end"))
    for seat, line in enumerate(lines):
        places = [
            (34 + (width - 60) * place / (rounds - 1), height - 20 - (height - 34) * value / (most or 1))
            for place, value in enumerate(line)
        ]
        way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        parts.append(
            f'<path d="{way}" fill="none" stroke="{SEAT_STYLES[seat % len(SEAT_STYLES)][1]}" stroke-width="2"/>'
        )
        parts.append(seat_emblem_svg(seat, width - 12, 24 + 24 * seat))
    for place in range(0, rounds, max(1, rounds // 12)):
        parts.append(_text(34 + (width - 60) * place / (rounds - 1), height - 4, str(place + 1), "axis", "middle"))
    return _svg(width, height, "".join(parts), label)


def axis_ticks(most: float) -> list[float]:
    """Two to five round numbers up to the largest value."""
    if most <= 0:
        return []
    unit = 10.0 ** floor(log10(most))
    step = next(part * unit for part in (0.2, 0.5, 1.0, 2.0) if most / (part * unit) < 6)
    return [round(step * number, 9) for number in range(1, int(most / step + 1e-9) + 1)]


def heatmap_svg(
    board: MapBoard, shares: Mapping[str, float], number: int, label: str
) -> tuple[str, list[tuple[str, int]]]:
    """A map of the board with a class per cell, and its legend: label and number of cells, highest class first.

    `number` is the index of the side, whose picture the page defines once.
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
    """Four round bounds in percent between five classes, near the quintiles."""
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
    words = [_("under {edge} %").format(edge=edges[0])]
    words += [span_text(low, high) for low, high in pairwise(edges)]
    words += [
        _("{edge} % and more").format(edge=edges[-1]) if edges[-1] < 100 else format_percent(1, ".0f"),
        _("never"),
    ]
    return list(zip(words, found, strict=True))[::-1]
