"""Who makes how many points, seat by seat, and how much better one bot is than another: one row for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from studio.core.game import Json
from studio.core.text import _, numeral
from studio.gui.lab.results.charts import ChartCard
from studio.gui.style.fonts import MEDIUM, SEMIBOLD
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import CENTRE, RIGHT, paint_badge, paint_words
from studio.gui.widgets.charts import Chart, Mark, seat_line
from studio.lab.findings import Rung, rungs
from studio.lab.statistics.bins import STEPS, density, round_step

ROW, LADDER_ROW = 52, 40
TICKS = 6


class Densities(Chart):
    """For each seat how its points are spread: a hill, its middle half as a bar, its median as an upright line."""

    def __init__(self) -> None:
        super().__init__(_("Points by seat"))
        self.sides: list[list[Json]] = []
        self.hills: list[list[list[float]]] = []
        self.low, self.step = 0, 1

    def show_sides(self, sides: Sequence[Json]) -> None:
        """The points of one side or two."""
        self.sides = [[seat["points"] for seat in side["seats"]] for side in sides]
        values = [int(value) for side in self.sides for points in side for value in points["counts"]]
        low, high = min([0, *values]), max([1, *values])
        self.step = max(1, -(-(high - low + 1) // STEPS))
        self.low, steps = low, (high - low) // self.step + 1
        self.hills = [[density(points["counts"], low, self.step, steps) for points in side] for side in self.sides]
        self.refresh()

    def sizeHint(self) -> QSize:
        return QSize(250, max(236, ROW * len(self.sides[0]) + 24) if self.sides else 236)

    def minimumSizeHint(self) -> QSize:
        return QSize(210, self.sizeHint().height())

    def _row(self) -> float:
        return (self.height() - 24) / max(1, len(self.sides[0]))

    def marks(self) -> list[Mark]:
        found = []
        for seat, points in enumerate(self.sides[0] if self.sides else []):
            words = _("Seat {seat}: median {median}, half of the matches from {low} to {high}").format(
                seat=seat + 1, median=points["median"], low=points["lower"], high=points["upper"]
            )
            if len(self.sides) > 1:
                words += _("; on B median {median}").format(median=self.sides[1][seat]["median"])
            found.append(Mark(QRectF(0, seat * self._row(), self.width(), self._row()), words + "."))
        return found

    def paint(self, painter: QPainter) -> None:
        if not self.sides:
            return
        theme, row, left = current_theme(), self._row(), 32.0
        wide = self.width() - left - 44
        steps = len(self.hills[0][0])
        most = max((height for side in self.hills for hill in side for height in hill), default=0.0) or 1.0

        def x(value: float) -> float:
            return left + wide * (value - self.low) / max(1, self.step * steps)

        last = self.low + self.step * steps
        tick = round_step(self.low, last, TICKS)
        for value in range(-tick * (-self.low // tick), last + 1, tick):
            painter.setPen(QPen(theme.color("line"), 1))
            if value > self.low:
                painter.drawLine(QPointF(x(value), 4), QPointF(x(value), row * len(self.sides[0])))
            box = QRectF(x(value) - 24, self.height() - 19, 48, 17)
            paint_words(painter, box, str(value), theme.color("second"), 12, align=CENTRE)
        for seat, points in enumerate(self.sides[0]):
            base, high, line = row * (seat + 1) - 6, row - 12, seat_line(seat)
            hill = self._hill(self.hills[0][seat], x, base, high / most)
            fill = QColor(line)
            fill.setAlphaF(0.32)
            painter.setPen(QPen(line, 1.4))
            painter.setBrush(fill)
            painter.drawPath(hill)
            if len(self.sides) > 1:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(theme.color("text"), 1.1, Qt.PenStyle.DashLine))
                painter.drawPath(self._hill(self.hills[1][seat], x, base, high / most))
            half = QRectF(QPointF(x(points["lower"]), base - 1), QPointF(x(points["upper"] + 1), base + 3))
            painter.fillRect(half, line)
            painter.setPen(QPen(line, 2))
            middle = x(points["median"] + 0.5)
            painter.drawLine(QPointF(middle, base - high), QPointF(middle, base))
            paint_badge(painter, QRectF(0, base - row / 2 - 6, 24, 24), seat)
            box = QRectF(self.width() - 42, base - row / 2 - 5, 42, 20)
            paint_words(painter, box, numeral(points["median"], ","), theme.color("text"), 14, SEMIBOLD, RIGHT)

    def _hill(self, heights: Sequence[float], x: Callable[[float], float], base: float, tall: float) -> QPainterPath:
        path = QPainterPath(QPointF(x(self.low), base))
        for place, height in enumerate(heights):
            path.lineTo(x(self.low + (place + 0.5) * self.step), base - height * tall)
        path.lineTo(x(self.low + len(heights) * self.step), base)
        return path


class PointsCard(ChartCard):
    """How many points each seat makes."""

    def __init__(self) -> None:
        self.densities = Densities()
        super().__init__(_("Points by seat"), self.densities)

    def show_sides(self, sides: Sequence[Json]) -> None:
        """The figures of one side or two."""
        self.densities.show_sides(sides)
        words = _("Median and middle half")
        self.say(words + (_("; dashes: B") if len(sides) > 1 else ""))


class Ladder(Chart):
    """The bots one above the other, from the weakest at the left below to the best at the right above."""

    def __init__(self) -> None:
        super().__init__(_("Skill ladder"))
        self.rungs: list[Rung] = []

    def show_rungs(self, found: Sequence[Rung]) -> None:
        """Show these."""
        self.rungs = list(found)
        self.refresh()

    def sizeHint(self) -> QSize:
        return QSize(420, LADDER_ROW * len(self.rungs) + 30)

    def minimumSizeHint(self) -> QSize:
        return QSize(320, self.sizeHint().height())

    def marks(self) -> list[Mark]:
        found = []
        for place, rung in enumerate(reversed(self.rungs)):
            points = rung.points[0]
            words = _("{bot}: {points:,.0f} Elo points, ± {half:.0f}").format(
                bot=rung.bot, points=points.value, half=points.half
            )
            if len(rung.points) > 1:
                words += _("; on B {points:,.0f}").format(points=rung.points[1].value)
            found.append(Mark(QRectF(0, place * LADDER_ROW, self.width(), LADDER_ROW), words + "."))
        return found

    def paint(self, painter: QPainter) -> None:
        if not self.rungs:
            return
        theme, left = current_theme(), 120.0
        wide = self.width() - left - 100
        ends = [end for rung in self.rungs for points in rung.points for end in (points.low, points.high)]
        low, high = min(ends), max(*ends, min(ends) + 100)
        step = next(step for step in (50, 100, 200, 500, 1000, 5000) if (high - low) / step <= 6 or step == 5000)
        low, high = step * (low // step), -step * (-high // step)
        base = LADDER_ROW * len(self.rungs)

        def x(points: float) -> float:
            return left + wide * (points - low) / (high - low)

        tick = low
        while tick <= high:
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(QPointF(x(tick), 4), QPointF(x(tick), base))
            box = QRectF(x(tick) - 30, base + 6, 60, 17)
            paint_words(painter, box, numeral(tick, ",.0f"), theme.color("second"), 12, align=CENTRE)
            tick += step
        before: QPointF | None = None
        for place, rung in enumerate(self.rungs):
            y = base - LADDER_ROW * (place + 0.5) - (4 if len(rung.points) > 1 else 0)
            points = rung.points[0]
            here = QPointF(x(points.value), y)
            if before is not None:
                painter.setPen(QPen(theme.color("accent"), 1.4, Qt.PenStyle.DotLine))
                painter.drawLine(before, QPointF(before.x(), y))
                painter.drawLine(QPointF(before.x(), y), here)
                gain = points.value - self.rungs[place - 1].points[0].value
                box = QRectF(min(before.x(), here.x()) - 10, y - 19, abs(here.x() - before.x()) + 20, 17)
                words = numeral(gain, "+.0f")
                paint_words(painter, box, words, theme.color("accent"), 12, MEDIUM, CENTRE)
            before = here
            if len(rung.points) > 1:
                other = rung.points[1]
                painter.setPen(QPen(theme.color("border"), 1.4))
                painter.drawLine(QPointF(x(other.low), y + 11), QPointF(x(other.high), y + 11))
                painter.setBrush(theme.color("panel"))
                painter.drawEllipse(QPointF(x(other.value), y + 11), 3.6, 3.6)
            band = QColor(theme.color("accent"))
            band.setAlphaF(0.5)
            painter.fillRect(QRectF(x(points.low), y - 2.5, x(points.high) - x(points.low), 5), band)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent"))
            painter.drawEllipse(here, 5, 5)
            paint_words(painter, QRectF(0, y - 10, left - 10, 20), rung.bot, theme.color("text"), 14)
            figure = numeral(points.value, ",.0f") + (f" ± {points.half:.0f}" if place else "")
            box = QRectF(x(points.high) + 9, y - 10, 110, 20)
            paint_words(painter, box, figure, theme.color("text"), 13, MEDIUM)


class LadderCard(ChartCard):
    """Whether skill pays: the bots of a result by strength."""

    def __init__(self) -> None:
        self.ladder = Ladder()
        super().__init__(_("Skill ladder"), self.ladder)
        self.about.setMinimumHeight(0)

    def show_sides(self, sides: Sequence[Json]) -> None:
        """The bots of one side or two; nothing where all are the same."""
        found = rungs(sides)
        self.setVisible(bool(found))
        self.ladder.show_rungs(found)
        if found:
            gain = found[-1].points[0]
            words = _("Elo points, the weakest at 1,000; intervals 95 %. The best is {gain:,.0f} ± {half:.0f} above.")
            self.say(words.format(gain=gain.value - found[0].points[0].value, half=gain.half))
