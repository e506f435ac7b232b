"""Is it fair? A sentence, and the win rate of every seat with its interval, drawn side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from studio.core.game import Json
from studio.core.problems import Severity
from studio.core.text import SEAT_NAMES, _, numeral, percent
from studio.gui.style.fonts import MEDIUM, SEMIBOLD
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import CENTRE, RIGHT, Card, SeverityMark, Tipped, paint_badge, paint_words, title_label
from studio.gui.widgets.charts import seat_line
from studio.lab.report import verdict_words
from studio.lab.statistics.fairness import Verdict

ROW, HEAD, FOOT = 46, 30, 30
NAMES, FIGURES = 118.0, 200.0
"""Pixels of the names at the left and of the figures at the right."""
SECOND = 46.0
"""Pixels of them that are for a second side alone."""
MOST_LINES = 7


class Rate(NamedTuple):
    """A seat's win rate on one side and between which two the true one lies, in percent."""

    value: float
    low: float
    high: float


def rate_of(seat: Json) -> Rate:
    """The rate of a seat as a report has it."""
    value, low, high = (100 * float(seat["win_rate"][key]) for key in ("value", "low", "high"))
    return Rate(value, low, high)


def scale(rates: list[Rate], fair: float) -> tuple[float, float, float]:
    """From where to where an axis goes that holds all intervals, and the step of its figures; in percent."""
    low, high = min([fair - 2, *(rate.low for rate in rates)]), max([fair + 2, *(rate.high for rate in rates)])
    step = next(step for step in (1, 2, 5, 10, 20) if (high - low) / step <= MOST_LINES or step == 20)
    return step * (low // step), -step * (-high // step), step


class IntervalChart(Tipped):
    """A row for each seat: its emblem, its interval about the line of what is fair, its figures."""

    def __init__(self) -> None:
        super().__init__()
        self.sides: list[list[Rate]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.is_early = True

    def show_sides(self, sides: list[Json], is_early: bool) -> None:
        """The seats of one side or two."""
        self.sides = [[rate_of(seat) for seat in side["seats"]] for side in sides]
        self.is_early = is_early
        self.setAccessibleName(" ".join(self.words_of(seat) for seat in range(len(self.sides[0]))))
        self.updateGeometry()
        self.update()

    def words_of(self, seat: int) -> str:
        """What is known of a seat, in a sentence."""
        first = self.sides[0][seat]
        words = _("Seat {seat} wins {rate:.1f} % of the matches, between {low:.1f} and {high:.1f} %.").format(
            seat=seat + 1, rate=first.value, low=first.low, high=first.high
        )
        if len(self.sides) > 1:
            words += " " + _("On B {rate:.1f} %.").format(rate=self.sides[1][seat].value)
        return words

    def words_at(self, place: QPointF) -> str:
        seat = int((place.y() - HEAD) // ROW)
        return self.words_of(seat) if self.sides and 0 <= seat < len(self.sides[0]) else ""

    def sizeHint(self) -> QSize:
        return QSize(420, HEAD + FOOT + ROW * (len(self.sides[0]) if self.sides else 4))

    def minimumSizeHint(self) -> QSize:
        return QSize(360, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self.sides:
            return
        seats, theme = len(self.sides[0]), current_theme()
        fair = 100 / seats
        low, high, step = scale([rate for side in self.sides for rate in side], fair)
        left, wide = NAMES, max(60.0, self._columns()[0].left() - NAMES - 10)
        bottom = HEAD + ROW * seats

        def at(percent: float) -> float:
            return left + wide * (percent - low) / (high - low)

        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_rows(painter, fair)
            painter.setPen(QPen(theme.color("border"), 1))
            painter.drawLine(QPointF(left, bottom + 0.5), QPointF(left + wide, bottom + 0.5))
            tick = low
            while tick <= high + 1e-9:
                painter.setPen(QPen(theme.color("border"), 1))
                painter.drawLine(QPointF(at(tick), bottom), QPointF(at(tick), bottom + 4))
                words = percent(tick / 100, ".0f") if tick + step > high else numeral(tick, ".0f")
                paint_words(
                    painter, QRectF(at(tick) - 24, bottom + 6, 48, 18), words, theme.color("second"), 12, align=CENTRE
                )
                tick += step
            painter.setPen(QPen(theme.color("text"), 1.6))
            painter.drawLine(QPointF(at(fair), HEAD - 6), QPointF(at(fair), bottom))
            words = _("fair: {rate:.4g} %").format(rate=fair)
            paint_words(
                painter, QRectF(at(fair) - 60, 0, 120, HEAD - 8), words, theme.color("text"), 13, MEDIUM, CENTRE
            )
            self._paint_heads(painter)
            for seat in range(seats):
                y = HEAD + ROW * (seat + 0.5)
                if len(self.sides) > 1:
                    self._paint_second(painter, self.sides[1][seat], y + 11, at)
                self._paint_first(painter, seat, y - (5 if len(self.sides) > 1 else 0), at)

    def _columns(self) -> list[QRectF]:
        """Where the figures of A, its interval and B stand."""
        right = float(self.width()) + (0 if len(self.sides) > 1 else SECOND)
        return [
            QRectF(right - FIGURES, 0, 62, ROW),
            QRectF(right - FIGURES + 62, 0, 84, ROW),
            QRectF(right - FIGURES + 146, 0, 52, ROW),
        ]

    def _paint_heads(self, painter: QPainter) -> None:
        heads = (_("A"), _("from – to"), _("B") if len(self.sides) > 1 else "")
        for box, words in zip(self._columns(), heads, strict=True):
            paint_words(
                painter, box.adjusted(0, 0, 0, HEAD - ROW - 8), words, current_theme().color("second"), 12, align=RIGHT
            )

    def _paint_rows(self, painter: QPainter, fair: float) -> None:
        theme = current_theme()
        for seat, rate in enumerate(self.sides[0]):
            box = QRectF(0, HEAD + ROW * seat, self.width(), ROW)
            if not self.is_early and not rate.low <= fair <= rate.high:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("gold_tint"))
                painter.drawRoundedRect(box.adjusted(0, 1, 0, -1), 6, 6)
            elif seat:
                painter.setPen(QPen(theme.color("line"), 1))
                painter.drawLine(box.topLeft(), box.topRight())
            paint_badge(painter, QRectF(8, box.center().y() - 14, 28, 28), seat)
            name = _("Seat {number}").format(number=seat + 1)
            ink, second = theme.color("text"), theme.color("second")
            paint_words(painter, QRectF(44, box.top() + 5, NAMES - 48, 19), name, ink, 14, SEMIBOLD)
            paint_words(
                painter, QRectF(44, box.top() + 23, NAMES - 48, 17), SEAT_NAMES[seat % len(SEAT_NAMES)], second, 12
            )
            figures = [percent(rate.value / 100), f"{numeral(rate.low, '.1f')} – {numeral(rate.high, '.1f')}", ""]
            if len(self.sides) > 1:
                figures[2] = percent(self.sides[1][seat].value / 100)
            for column, (place, words) in enumerate(zip(self._columns(), figures, strict=True)):
                weight, px = (MEDIUM, 13) if column else (SEMIBOLD, 15)
                paint_words(
                    painter, place.translated(0, box.top()), words, second if column else ink, px, weight, RIGHT
                )

    def _paint_first(self, painter: QPainter, seat: int, y: float, at: Callable[[float], float]) -> None:
        """A band with caps, and a dot with the emblem unless it is too early for one."""
        rate, line = self.sides[0][seat], seat_line(seat)
        left, right = at(rate.low), at(rate.high)
        band = QColor(line)
        band.setAlphaF(0.5)
        painter.setPen(QPen(line, 1) if self.is_early else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if self.is_early else band)
        painter.drawRect(QRectF(left, y - 2.5, right - left, 5))
        painter.setPen(QPen(line, 2))
        for x in (left, right):
            painter.drawLine(QPointF(x, y - 6), QPointF(x, y + 6))
        if not self.is_early:
            paint_badge(painter, QRectF(at(rate.value) - 8.5, y - 8.5, 17, 17), seat)

    def _paint_second(self, painter: QPainter, rate: Rate, y: float, at: Callable[[float], float]) -> None:
        """A thin line with a hollow dot."""
        theme = current_theme()
        painter.setPen(QPen(theme.color("border"), 1.4))
        painter.drawLine(QPointF(at(rate.low), y), QPointF(at(rate.high), y))
        painter.setBrush(theme.color("panel"))
        painter.drawEllipse(QPointF(at(rate.value), y), 3.6, 3.6)


SEVERE = {
    Verdict.EARLY: Severity.INFO,
    Verdict.LEVEL: Severity.INFO,
    Verdict.UNEVEN: Severity.WARNING,
    Verdict.UNFAIR: Severity.ERROR,
}
"""How the verdict is marked; what is fair has no mark."""


class FairnessCard(Card):
    """The sentence and the chart."""

    def __init__(self) -> None:
        super().__init__(_("Is it fair?"), _("share of matches won, 95 % for all seats together"))
        row = QHBoxLayout()
        row.setSpacing(10)
        self.mark: QWidget | None = None
        self._row = row
        self.words = title_label(_("Nothing was played yet."), 21)
        self.words.setWordWrap(True)
        row.addWidget(self.words, 1)
        self.body.addLayout(row)
        self.chart = IntervalChart()
        self.chart.hide()
        self.body.addWidget(self.chart)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_report(self, report: Json) -> None:
        """What the matches so far say."""
        sides = report["sides"]
        found = Verdict(sides[0]["verdict"])
        if self.mark is not None:
            self.mark.hide()
            self.mark.deleteLater()
            self.mark = None
        if found in SEVERE:
            self.mark = SeverityMark(SEVERE[found], 20)
            self._row.insertWidget(0, self.mark, 0, Qt.AlignmentFlag.AlignTop)
        self.words.setText(verdict_words(sides[0]))
        self.chart.show_sides(sides, found is Verdict.EARLY)
        self.chart.show()
