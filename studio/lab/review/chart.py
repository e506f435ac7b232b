"""The chart of the chances of winning as SVG, for the page of a review and for the window."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from studio.bots.judging import SIGNS, mark_titles
from studio.core.game import OVER, State
from studio.core.picture import SEAT_STYLES, SeatStyle
from studio.core.text import _, format_percent, plural
from studio.lab.report.charts import Figure, Mark, seat_badge, svg_line, svg_rect, svg_text
from studio.lab.review.model import Review, TurnReview, lucky_turns, review_turns

LEFT, RIGHT, TOP, LANE, AXIS = 50.0, 164.0, 34.0, 22.0, 24.0  # pixels round the plot; the lane of luck, the turns
END = 14.0  # pixels from the end of the lines to the names
SEAL_WIDTH = 84.0  # pixels from the middle of a seal to the end of its figure, and the half of the next one
LABEL, TICK = 32.0, 80.0  # least distances of two names and of two turn labels
MARK_DISTANCE = 25.0  # pixels from a line to a mark
NAME_LENGTH = 17  # characters of a name
LOW = 170  # pixels, below which only the middle line is drawn
STYLE = """
svg .inaccuracy{fill:#FBF0D0;stroke:#A97C20}svg .mistake{fill:#F3C66B;stroke:#8A5A0C}
svg .blunder{fill:#C2392B;stroke:#7C1D14}svg text.on_inaccuracy{fill:#6B4708;font-weight:600}
svg text.on_mistake{fill:#3E2A08;font-weight:600}svg text.on_blunder{fill:#fff;font-weight:600}
svg .seal{fill:#8E2A24;stroke:#4F1411}svg .shine{fill:none;stroke:#D9897F;stroke-width:1.3}
svg .thread{stroke:#A63A32;stroke-dasharray:1.2 2.4}
"""


class Plot(NamedTuple):
    """Where turns and chances are in a chart of this size, whose last turn is `last`."""

    width: float
    height: float
    last: int

    @property
    def base(self) -> float:
        return self.height - LANE - AXIS

    def x(self, turn: float) -> float:
        return LEFT + (self.width - LEFT - RIGHT) * turn / max(1, self.last)

    def y(self, share: float) -> float:
        return self.base - (self.base - TOP) * share

    def turn_at(self, x: float) -> int:
        return min(max(1, round((x - LEFT) / max(1.0, self.x(1) - LEFT))), self.last)


def turn_text(turn: TurnReview, names: Sequence[str], lucky: int | None) -> str:
    """What a turn was, as a sentence; `lucky` is the seat that its draws have helped, None if that is not shown."""
    step = turn.key_step
    parts = [_("Turn {n}").format(n=turn.number)]
    if step.mark:
        text = _("choice of {name}, {mark}: {loss:.0f} % lost")
        parts.append(text.format(name=names[step.seat], mark=mark_titles()[step.mark], loss=100 * step.loss))
    if lucky is not None:
        text = _("luck: draws give {name} {gain:.0f} %")
        parts.append(text.format(name=names[lucky], gain=100 * turn.luck[lucky]))
    text, shares = _("{name} {chance:.0f} %"), zip(names, turn.after, strict=True)
    parts.append(", ".join(text.format(name=name, chance=100 * share) for name, share in shares))
    return "; ".join(parts) + "."


def result_texts(state: State) -> list[str]:
    """The points of each seat, and whether it has won."""
    winners = state.winners() if state.to_move == OVER else ()
    found = []
    for seat, points in enumerate(state.scores()):
        text = plural("{n} point", "{n} points", points)
        if seat in winners:
            text = plural("won, {n} point", "won, {n} points", points)
        found.append(text.format(n=points))
    return found


def chances_chart(
    review: Review,
    names: Sequence[str],
    results: Sequence[str],
    width: float = 1120.0,
    height: float = 300.0,
    inks: Sequence[SeatStyle] = SEAT_STYLES,
    current: int = 0,
) -> Figure:
    """The chance of each seat after every turn; marks of moves; below them a lane of lucky draws.

    `results` are the seats' results, shown with their names. The turn `current` is emphasised, 0 for none.
    """
    turns = review_turns(review)
    plot, lucky = Plot(width, height, len(turns)), lucky_turns(turns)
    parts = [*_current_column(plot, current), *_hatches(plot, turns, review)]
    parts += _grid(plot, current, has_lane=bool(lucky))
    if turns:
        rows = [review.steps[0].before, *(turn.after for turn in turns)]
        for seat in reversed(range(review.seats)):
            shares = [row[seat] for row in rows]
            solid = f'stroke-width="{2.8 if seat < 2 else 2.4}"'
            for path, is_luck in _paths(plot, shares, lucky):
                pen = 'stroke-width="2" stroke-dasharray="2 2.2"' if is_luck else solid
                parts.append(f'<path d="{path}" class="keyline"/>')
                parts.append(f'<path d="{path}" stroke="{inks[seat].line}" fill="none" stroke-linejoin="round" {pen}/>')
        parts += _seals(plot, turns, lucky, inks)
        parts += _badges(plot, turns, inks, current)
        parts += _ends(plot, rows[-1], names, results, inks)
    half = (plot.x(1) - plot.x(0)) / 2
    marks = [
        Mark(plot.x(turn.number) - half, 0, 2 * half, height, turn_text(turn, names, lucky.get(turn.number)))
        for turn in turns
    ]
    return Figure(width, height, _("Chance of winning"), parts, marks)


def _current_column(plot: Plot, current: int) -> Iterator[str]:
    if current:
        x, top, foot = plot.x(current), TOP - 8, plot.height - AXIS
        yield svg_rect(x - 11, top, 22, foot - top, 'class="f_gold_tint"')
        yield svg_line(x, top, x, foot, 'class="s_gold_border" stroke-width="1.4"')
        yield svg_rect(x - 36, foot + 3, 72, 20, 'class="f_gold_text" rx="10"')
        yield svg_text(x, foot + 17.5, _("Turn {n}").format(n=current), "small f_panel", "middle")


def _hatches(plot: Plot, turns: Sequence[TurnReview], review: Review) -> Iterator[str]:
    """Hatched columns of the turns that are not judged yet, and of the other players' turns between them."""
    waiting = []
    for turn in turns:
        choices = [step for step in turn.steps if step.moves > 1 and step.seat in review.people]
        is_waiting = not choices or any(step.judgement is None for step in choices)
        if is_waiting and not review.is_complete:
            waiting.append(turn.number)
    if waiting:
        yield '<defs><pattern id="waiting" width="6" height="6" patternUnits="userSpaceOnUse">'
        yield '<path d="M-1 7L7 -1" class="grid"/></pattern></defs>'
    for number in waiting:
        left, right = plot.x(number - 0.5), plot.x(min(number + 0.5, plot.last))
        yield svg_rect(left, TOP, right - left, plot.base - TOP, 'fill="url(#waiting)"')


def _grid(plot: Plot, current: int, *, has_lane: bool) -> Iterator[str]:
    for percent in (0, 50, 100) if plot.height < LOW else (0, 25, 50, 75, 100):
        y = round(plot.y(percent / 100)) + 0.5
        dots = "" if percent in (0, 100) else ' stroke-dasharray="1 2"'
        yield svg_line(LEFT, y, plot.width - RIGHT, y, f'class="grid"{dots}')
        text = format_percent(1.0, ".0f") if percent == 100 else str(percent)
        yield svg_text(LEFT - 8, y + 4, text, "axis", "end")
    if has_lane:
        yield svg_text(LEFT - 8, plot.base + 2 + LANE / 2 + 4, _("Luck"), "axis", "end")
    wide = plot.x(1) - plot.x(0)
    step = next((step for step in (5, 10, 20, 50, 100) if step * wide >= TICK), 200)
    rounds = [number for number in range(step, plot.last + 1, step) if (number - 1) * wide > TICK / 2]
    for number in [1, *rounds] if plot.last else []:
        if not current or abs(plot.x(number) - plot.x(current)) > 56:
            text = _("Turn {n}").format(n=number) if number == 1 else str(number)
            yield svg_text(plot.x(number), plot.height - AXIS + 16, text, "axis", "middle")


def _paths(plot: Plot, shares: Sequence[float], lucky: Collection[int]) -> Iterator[tuple[str, bool]]:
    """The line of a seat in parts, and whether a part is due to draws. No part overshoots its ends.

    Source: F. N. Fritsch, J. Butland, "A method for constructing local monotone piecewise cubic interpolants",
    SIAM J. Sci. Stat. Comput. 5 (1984); the turns are equally far apart.
    """
    points = [(plot.x(number), plot.y(share)) for number, share in enumerate(shares)]
    rises = [after[1] - before[1] for before, after in pairwise(points)]
    slopes = [0.0, *(2 * a * b / (a + b) if a * b > 0 else 0.0 for a, b in pairwise(rises)), 0.0]
    wide = (points[1][0] - points[0][0]) / 3
    for is_luck, turns in groupby(range(1, len(points)), lucky.__contains__):
        path = ""
        for number in turns:
            (x, y), (end_x, end_y) = points[number - 1 : number + 1]
            first, second = y + slopes[number - 1] / 3, end_y - slopes[number] / 3
            path = path or f"M{x:.1f} {y:.1f}"
            path += f"C{x + wide:.1f} {first:.1f} {end_x - wide:.1f} {second:.1f} {end_x:.1f} {end_y:.1f}"
        yield path, is_luck


def _seals(plot: Plot, turns: Sequence[TurnReview], lucky: dict[int, int], inks: Sequence[SeatStyle]) -> Iterator[str]:
    """The seals of lucky draws, each with a thread to the seat that it helped most, and its gain."""
    y = plot.base + 2 + LANE / 2
    for number, seat in lucky.items():
        x, turn = plot.x(number), turns[number - 1]
        yield svg_line(x, y, x, plot.y(turn.after[seat]), 'class="thread"')
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" class="seal"/>'
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5.2" class="shine"/>'
        side = 1 if x + SEAL_WIDTH < plot.width - RIGHT + END else -1  # at the end of the lines their names begin
        if not any(0 < side * (plot.x(other) - x) < SEAL_WIDTH for other in lucky):  # else only the tooltip has it
            text = _("+{gain:.0f} %").format(gain=100 * turn.luck[seat])
            yield seat_badge(inks[seat], x + side * 18, y, 7)
            yield svg_text(x + side * 28, y + 4, text, "small", "start" if side > 0 else "end")


def _badges(plot: Plot, turns: Sequence[TurnReview], inks: Sequence[SeatStyle], current: int) -> Iterator[str]:
    """The marks of moves, on the side of the line with more room."""
    for turn in turns:
        mark, seat = turn.key_step.mark, turn.key_step.seat
        if not mark:
            continue
        x, y = plot.x(turn.number), plot.y(turn.after[seat])
        is_above = y - TOP > plot.base - y or y - MARK_DISTANCE - 10 > TOP
        at = y - MARK_DISTANCE if is_above else y + MARK_DISTANCE
        yield svg_line(x, y, x, at, f'stroke="{inks[seat].line}" stroke-width="1.4"')
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.2" fill="{inks[seat].line}"/>'
        if turn.number == current:
            yield f'<circle cx="{x:.1f}" cy="{at:.1f}" r="13.5" class="s_gold_border" stroke-width="2"/>'
        yield f'<circle cx="{x:.1f}" cy="{at:.1f}" r="10.5" class="{mark}" stroke-width="1.4"/>'
        yield svg_text(x, at + 4.5, SIGNS[mark], f"on_{mark}", "middle")


def _ends(
    plot: Plot, shares: Sequence[float], names: Sequence[str], results: Sequence[str], inks: Sequence[SeatStyle]
) -> Iterator[str]:
    """The names at the ends of the lines, highest first, at least `LABEL` apart."""
    x, y = plot.x(plot.last), -LABEL
    spare = plot.height - AXIS - LABEL * len(shares)
    for rank, seat in enumerate(sorted(range(len(shares)), key=lambda seat: -shares[seat])):
        end = plot.y(shares[seat])
        y = min(max(y + LABEL, end - LABEL / 2, 4.0), max(4.0, spare) + LABEL * rank)
        middle, name = y + LABEL / 2, names[seat]
        if abs(middle - end) > 2:
            yield svg_line(x + 3, end, x + 13, middle, f'stroke="{inks[seat].line}"')
        yield seat_badge(inks[seat], x + 26, middle, 10)
        shown = name if len(name) <= NAME_LENGTH else f"{name[: NAME_LENGTH - 1]}…"
        yield svg_text(x + 42, middle - 3, shown, "medium")
        yield svg_text(x + 42, middle + 12, results[seat], "axis")
