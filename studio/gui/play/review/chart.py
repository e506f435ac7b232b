"""The chart of the chances of winning: a line for each seat, marks of decisions, seals of lucky draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy

from studio.bots.judging import mark_titles
from studio.core.text import _, format_percent
from studio.gui import widgets as w
from studio.gui.play.marks import paint_mark
from studio.gui.play.replay.log import paint_seal
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, widget_theme
from studio.gui.widgets.charts import Chart, ChartMark, seat_line
from studio.lab.review.model import Chances, Review, ReviewStep

SEAL_WIDTH = 84.0  # pixels from the middle of a seal to the end of its figure, and the half of the next one
LEFT, RIGHT, TOP, LANE, AXIS = 50.0, 164.0, 34.0, 22.0, 24.0  # pixels round the plot; the lane of luck, the turns
LABEL = 32.0  # least distance of two names
TICK = 80.0  # least distance of two turn labels
SHOWN_LUCK, LUCK_TURNS = 0.05, 4  # the smallest shown effect of draws, and the turns with at most one
MARK_DISTANCE = 25.0  # pixels from a line to a mark
LOW = 170  # pixels, below which only the middle line is drawn


class TurnReview(NamedTuple):
    """A turn: its steps, the chances after it, and what its draws have changed."""

    number: int
    steps: tuple[ReviewStep, ...]
    after: Chances
    luck: Chances

    @property
    def key_step(self) -> ReviewStep:
        """The step to show for the turn: the most expensive of the marked ones, else the last judged one."""
        judged = [step for step in self.steps if step.judgement is not None]
        marked = [step for step in judged if step.mark]
        if marked:
            return max(marked, key=lambda step: step.judgement.loss if step.judgement is not None else 0.0)
        return (judged or self.steps)[-1]


def review_turns(review: Review | None) -> list[TurnReview]:
    """The turns of a review, in order."""
    turns: dict[int, list[ReviewStep]] = {}
    for step in review.steps if review is not None else ():
        turns.setdefault(step.turn, []).append(step)
    return [
        TurnReview(
            number, tuple(steps), steps[-1].after, tuple(map(sum, zip(*(one.luck for one in steps), strict=True)))
        )
        for number, steps in turns.items()
    ]


def lucky_turns(turns: Sequence[TurnReview]) -> dict[int, int]:
    """The numbers of the turns whose draws changed most, with the seat that gained most."""
    found: dict[int, int] = {}
    for turn in sorted(turns, key=lambda turn: -max(turn.luck)):
        is_alone = all(abs(turn.number - other) >= LUCK_TURNS for other in found)
        if max(turn.luck) >= SHOWN_LUCK and is_alone:
            found[turn.number] = turn.luck.index(max(turn.luck))
    return found


class ChanceChart(Chart):
    """The chances of all seats by turn. `turn_chosen(number)`: a turn was clicked or dragged to."""

    turn_chosen = Signal(int)

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(_("Chance of winning"), high=200)
        self.names = names
        self.results: Sequence[str] = [""] * len(names)
        self.turns: Sequence[TurnReview] = ()
        self.start: Chances = ()
        self.current = 0  # number of the chosen turn
        self._seals: dict[int, int] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_turns(self, start: Chances, turns: Sequence[TurnReview], results: Sequence[str]) -> None:
        """Show turns; `start` are the chances before the first, `results` one text for each seat at the end."""
        self.start, self.turns, self.results = start, turns, results
        self._seals = lucky_turns(turns)
        self.refresh()

    def show_current(self, number: int) -> None:
        self.current = number
        turn = next((turn for turn in self.turns if turn.number == number), None)
        self.setAccessibleName(f"{self._name}. {self.turn_text(turn)}" if turn is not None else self._name)
        self.update()

    def refresh(self) -> None:
        telling = [turn for turn in self.turns if turn.key_step.mark or turn.number in self._seals]
        self.setAccessibleDescription(" ".join(map(self.turn_text, telling)))
        self.update()

    def turn_text(self, turn: TurnReview) -> str:
        """What a turn was, for the pointer and for screen readers."""
        step, judgement = turn.key_step, turn.key_step.judgement
        parts = [_("Turn {n}").format(n=turn.number)]
        if step.mark and judgement is not None:
            text = _("choice of {name}, {mark}: {loss:.0f} % lost")
            parts.append(
                text.format(name=self.names[step.seat], mark=mark_titles()[step.mark], loss=100 * judgement.loss)
            )
        if turn.number in self._seals:
            seat = self._seals[turn.number]
            text = _("luck: draws give {name} {gain:.0f} %")
            parts.append(text.format(name=self.names[seat], gain=100 * turn.luck[seat]))
        shares = zip(self.names, turn.after, strict=True)
        parts.append(
            ", ".join(_("{name} {chance:.0f} %").format(name=name, chance=100 * share) for name, share in shares)
        )
        return "; ".join(parts) + "."

    def sizeHint(self) -> QSize:
        return QSize(640, 230)

    def minimumSizeHint(self) -> QSize:
        return QSize(360, 130)

    # geometry

    @property
    def _base(self) -> float:
        return self.height() - LANE - AXIS

    def _x(self, number: int) -> float:
        last = self.turns[-1].number if self.turns else 1
        return LEFT + (self.width() - LEFT - RIGHT) * number / max(1, last)

    def _y(self, share: float) -> float:
        return self._base - (self._base - TOP) * share

    def marks(self) -> list[ChartMark]:
        half = (self._x(1) - self._x(0)) / 2
        return [
            ChartMark(QRectF(self._x(turn.number) - half, 0, 2 * half, self.height()), self.turn_text(turn))
            for turn in self.turns
        ]

    # input

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # the page goes from turn to turn

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._choose_at(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose_at(event)

    def _choose_at(self, event: QMouseEvent) -> None:
        if self.turns and event.buttons() & Qt.MouseButton.LeftButton:
            nearest = min(self.turns, key=lambda turn: abs(self._x(turn.number) - event.position().x()))
            if nearest.number != self.current:
                self.turn_chosen.emit(nearest.number)

    # painting

    def paint(self, painter: QPainter) -> None:
        self._paint_grid(painter)
        if not self.turns:
            return
        self._paint_current(painter)
        theme = widget_theme(self)
        for seat in reversed(range(len(self.names))):
            ink = seat_line(seat, theme)
            for path, is_luck in self._paths(seat):
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(theme.color("panel"), 5.5))
                painter.drawPath(path)
                pen = QPen(ink, 2.0 if is_luck else 2.8 if seat < 2 else 2.4)
                if is_luck:
                    pen.setDashPattern([1.0, 1.1])
                pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
                painter.setPen(pen)
                painter.drawPath(path)
        self._paint_luck(painter)
        self._paint_marks(painter)
        self._paint_ends(painter)

    def _paint_grid(self, painter: QPainter) -> None:
        theme, right = widget_theme(self), self.width() - RIGHT
        for part in (0, 25, 50, 75, 100):
            y = round(self._y(part / 100)) + 0.5
            is_end = part in (0, 100)
            if not is_end and part != 50 and self.height() < LOW:
                continue
            painter.setPen(QPen(theme.color("line"), 1, Qt.PenStyle.SolidLine if is_end else Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(LEFT, y), QPointF(right, y))
            text = format_percent(1.0, ".0f") if part == 100 else str(part)
            w.paint_text(painter, QRectF(0, y - 9, LEFT - 8, 18), text, theme.color("second"), 12, align=w.RIGHT)
        if self._seals:
            box = QRectF(0, self._base + 2, LEFT - 8, LANE)
            w.paint_text(painter, box, _("Luck"), theme.color("second"), 12, align=w.RIGHT)
        shown = self._x(self.current) if self.current else None
        for number in self._labelled_turns():
            if shown is None or abs(self._x(number) - shown) > 56:
                text = _("Turn {n}").format(n=number) if number == 1 else str(number)
                box = QRectF(self._x(number) - 40, self.height() - AXIS, 80, AXIS)
                w.paint_text(painter, box, text, theme.color("second"), 12, align=w.CENTER)

    def _labelled_turns(self) -> list[int]:
        """The first turn and multiples of a round number, far enough from each other."""
        last = len(self.turns)
        width = self._x(1) - self._x(0)
        step = next((step for step in (5, 10, 20, 50, 100) if step * width >= TICK), 200) if last else 1
        return (
            [1, *(number for number in range(step, last + 1, step) if (number - 1) * width > TICK / 2)] if last else []
        )

    def _paint_current(self, painter: QPainter) -> None:
        if not self.current:
            return
        theme, x = widget_theme(self), self._x(self.current)
        painter.fillRect(QRectF(x - 11, TOP - 8, 22, self.height() - AXIS - TOP + 8), theme.color("gold_tint"))
        painter.setPen(QPen(theme.color("gold_border"), 1.4))
        painter.drawLine(QPointF(x, TOP - 8), QPointF(x, self.height() - AXIS))
        pill = QRectF(x - 36, self.height() - AXIS + 3, 72, 20)
        w.paint_box(painter, pill, "gold_text", None, radius=10)
        text = _("Turn {n}").format(n=self.current)
        w.paint_text(painter, pill, text, theme.color("panel"), 12, SEMIBOLD, w.CENTER)

    def _paths(self, seat: int) -> Iterator[tuple[QPainterPath, bool]]:
        """The line of a seat in parts, and whether a part is due to draws. No part overshoots its ends.

        Source: F. N. Fritsch, J. Butland, "A method for constructing local monotone piecewise cubic interpolants",
        SIAM J. Sci. Stat. Comput. 5 (1984); the turns are equally far apart.
        """
        shares = [self.start[seat], *(turn.after[seat] for turn in self.turns)]
        points = [QPointF(self._x(number), self._y(share)) for number, share in enumerate(shares)]
        rises = [after.y() - before.y() for before, after in pairwise(points)]
        slopes = [0.0, *(2 * a * b / (a + b) if a * b > 0 else 0.0 for a, b in pairwise(rises)), 0.0]
        part, wide = QPainterPath(points[0]), (points[-1].x() - points[0].x()) / len(rises) / 3
        for place, turn in enumerate(self.turns):
            start, end = points[place : place + 2]
            is_luck = turn.number in self._seals
            if is_luck:
                yield part, False
                part = QPainterPath(start)
            part.cubicTo(start + QPointF(wide, slopes[place] / 3), end - QPointF(wide, slopes[place + 1] / 3), end)
            if is_luck:
                yield part, True
                part = QPainterPath(end)
        yield part, False

    def _paint_luck(self, painter: QPainter) -> None:
        theme, y = widget_theme(self), self._base + 2 + LANE / 2
        by_number = {turn.number: turn for turn in self.turns}
        for number, seat in self._seals.items():
            x, turn = self._x(number), by_number[number]
            painter.setPen(QPen(theme.color("wax"), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, y), QPointF(x, self._y(turn.after[seat])))
            paint_seal(painter, QPointF(x, y), 9, theme)
            if any(x < self._x(other) < x + SEAL_WIDTH for other in self._seals):
                continue  # the tooltip has the figure, too
            text = _("+{gain:.0f} %").format(gain=100 * turn.luck[seat])
            w.paint_badge(painter, QRectF(x + 11, y - 7, 14, 14), seat, theme)
            w.paint_text(painter, QRectF(x + 28, y - 9, 60, 18), text, theme.color("text"), 12, SEMIBOLD)

    def _paint_marks(self, painter: QPainter) -> None:
        theme = widget_theme(self)
        for turn in self.turns:
            step = turn.key_step
            if not step.mark:
                continue
            x, y = self._x(turn.number), self._y(turn.after[step.seat])
            is_above = y - TOP > self._base - y or y - MARK_DISTANCE - 10 > TOP
            at = QPointF(x, y - MARK_DISTANCE if is_above else y + MARK_DISTANCE)
            ink = seat_line(step.seat, theme)
            painter.setPen(QPen(ink, 1.4))
            painter.drawLine(QPointF(x, y), at)
            painter.setPen(QPen(theme.color("panel"), 1.2))
            painter.setBrush(ink)
            painter.drawEllipse(QPointF(x, y), 4.2, 4.2)
            if turn.number == self.current:
                painter.setPen(QPen(theme.color("gold_border"), 2))
                painter.setBrush(theme.color("panel"))
                painter.drawEllipse(at, 13.5, 13.5)
            paint_mark(painter, at, step.mark)

    def _paint_ends(self, painter: QPainter) -> None:
        """Label the ends of the lines, highest first, at least `LABEL` apart."""
        theme, x = widget_theme(self), self._x(self.turns[-1].number)
        order = sorted(range(len(self.names)), key=lambda seat: -self.turns[-1].after[seat])
        spare, y = self.height() - AXIS - LABEL * len(order), -LABEL
        for rank, seat in enumerate(order):
            end = self._y(self.turns[-1].after[seat])
            y = min(max(y + LABEL, end - LABEL / 2, 4.0), max(4.0, spare) + LABEL * rank)
            middle = y + LABEL / 2
            if abs(middle - end) > 2:
                painter.setPen(QPen(seat_line(seat, theme), 1))
                painter.drawLine(QPointF(x + 3, end), QPointF(x + 13, middle))
            w.paint_badge(painter, QRectF(x + 16, middle - 10, 20, 20), seat, theme)
            wide = self.width() - x - 42
            name = QRectF(x + 42, middle - 16, wide, 17)
            w.paint_text(painter, name, self.names[seat], theme.color("text"), 13, MEDIUM)
            points = QRectF(x + 42, middle - 1, wide, 17)
            w.paint_text(painter, points, self.results[seat], theme.color("second"), 12)
