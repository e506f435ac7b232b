"""How matches went, as charts that grow with them: their length, changes of the lead, and how they ended.

They are painted by hand like the intervals above them: so they follow the theme, need no library (pyqtgraph would
load numpy and take the time of the program's own start), and every mark has a sentence, for the pointer and the keys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from studio.core.game import Json
from studio.core.protocols import ROUNDS, TURNS
from studio.core.text import _, format_number, format_percent, join_clauses
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme
from studio.gui.widgets import CENTER, RIGHT, Card, paint_badge, paint_text, text_label
from studio.gui.widgets.charts import Chart, ChartMark, seat_line
from studio.lab.findings import LadderEntry, elo_ladder
from studio.lab.statistics import DENSITY_STEPS, Bar, density, lead_bars, make_bins, margin_bars, round_step

FOOT, TOP = 22.0, 22.0
"""Pixels for the axis below a chart, and for figures above its highest bar."""
PALER = 0.78


def accent(alpha: float = PALER) -> QColor:
    """The colour of bars."""
    colour = QColor(current_theme().color("accent"))
    colour.setAlphaF(alpha)
    return colour


class ColumnChart(Chart):
    """Upright bars; a second side is a dashed outline over them (`outlined`) or a short line on each."""

    def __init__(self, name: str, outlined: bool) -> None:
        super().__init__(name)
        self.bars: list[Bar] = []
        self.middles: list[float] = []
        """The median of each side, marked by an upright line; [] for none."""
        self._outlined = outlined

    def show_bars(self, bars: Sequence[Bar], middles: Sequence[float] = ()) -> None:
        """Show these."""
        self.bars, self.middles = list(bars), list(middles)
        self.refresh()

    def _max_share(self) -> float:
        return max((share for bar in self.bars for share in bar.shares), default=0.0) or 1.0

    def _column(self, place: int, share: float) -> QRectF:
        """The bar of this share at a place."""
        each, high = self.width() / max(1, len(self.bars)), self.height() - FOOT - TOP
        tall = high * share / self._max_share()
        return QRectF(place * each + 1, TOP + high - tall, each - 2, tall)

    def marks(self) -> list[ChartMark]:
        found = []
        for place, bar in enumerate(self.bars):
            words = _("{value}: {share:.1f} % of the matches").format(value=bar.text, share=100 * bar.shares[0])
            if len(bar.shares) > 1:
                words += _("; on B {share:.1f} %").format(share=100 * bar.shares[1])
            box = self._column(place, 1.0)
            box.setTop(TOP)
            found.append(ChartMark(box, words))
        return found

    def paint(self, painter: QPainter) -> None:
        theme, base = current_theme(), self.height() - FOOT
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(accent())
        for place, bar in enumerate(self.bars):
            painter.drawRect(self._column(place, bar.shares[0]))
        painter.setPen(QPen(theme.color("border"), 1))
        painter.drawLine(QPointF(0, base + 0.5), QPointF(self.width(), base + 0.5))
        if self.bars and len(self.bars[0].shares) > 1:
            self._paint_second(painter)
        self._paint_middles(painter)
        self._paint_words(painter)

    def _paint_second(self, painter: QPainter) -> None:
        ink = current_theme().color("text")
        before = QPointF(self._column(0, 0).left() - 1, self.height() - FOOT)
        painter.setPen(QPen(ink, 1.3, Qt.PenStyle.DotLine) if self._outlined else QPen(ink, 2))
        for place, bar in enumerate(self.bars):
            box = self._column(place, bar.shares[1])
            left, right = QPointF(box.left() - 1, box.top()), QPointF(box.right() + 1, box.top())
            if self._outlined:
                painter.drawLine(before, left)
                before = right
            painter.drawLine(left, right)
        if self._outlined:
            painter.drawLine(before, QPointF(before.x(), self.height() - FOOT))

    def _paint_middles(self, painter: QPainter) -> None:
        if not self.bars:
            return
        theme, first = current_theme(), self.bars[0]
        wide = first.high - first.low + 1
        each = self.width() / len(self.bars)
        for number, middle in enumerate(self.middles[:2]):
            x = each * (middle + 0.5 - first.low) / wide
            painter.setPen(QPen(theme.color("text"), 1.6, Qt.PenStyle.SolidLine if not number else Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, TOP - 4), QPointF(x, self.height() - FOOT))
            words = format_number(middle, ".0f") if not number else _("B {number:.0f}").format(number=middle)
            others = [other for place, other in enumerate(self.middles) if place != number]
            at_left = middle < min(others, default=middle - 1) or (middle in others and not number)
            box = QRectF(x - 53, 0, 50, 17) if at_left else QRectF(x + 3 if others else x - 25, 0, 50, 17)
            box.moveLeft(min(max(0.0, box.left()), self.width() - box.width()))
            align = RIGHT if at_left else CENTER if not others else None
            ink = theme.color("second" if number else "text")
            if align is None:
                paint_text(painter, box, words, ink, 13, MEDIUM)
            else:
                paint_text(painter, box, words, ink, 13, SEMIBOLD, align)

    def _paint_words(self, painter: QPainter) -> None:
        """Ends of the bins below; the share in each bar, or above where it is low, if bars are wide."""
        theme, each = current_theme(), self.width() / max(1, len(self.bars))
        every = max(1, -(-len(self.bars) * 34 // max(34, self.width())))
        for place, bar in enumerate(self.bars):
            is_open = not self.middles and place == len(self.bars) - 1
            if place % every == 0:
                box = QRectF(place * each - 20, self.height() - FOOT + 4, each + 40, 17)
                words = f"{bar.low}+" if is_open else str(bar.low)
                paint_text(painter, box, words, theme.color("second"), 12, align=CENTER)
            if self.middles or each < 22:
                continue
            box, shown = self._column(place, bar.shares[0]), format_number(100 * bar.shares[0], ".0f")
            is_low = box.height() < 22
            above = min(self._column(place, share).top() for share in bar.shares) - 19
            room = QRectF(box.left() - 4, above if is_low else box.bottom() - 19, box.width() + 8, 17)
            paint_text(painter, room, shown, theme.color("text" if is_low else "on_accent"), 12, MEDIUM, CENTER)


class BarChart(Chart):
    """Bars that lie, one below the other, each under its words with its share at the right."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.bars: list[tuple[str, Bar]] = []

    def show_bars(self, bars: Sequence[tuple[str, Bar]]) -> None:
        """Show these under these words."""
        self.bars = list(bars)
        self.refresh()

    def _row(self) -> float:
        return self.height() / max(5, len(self.bars))

    def marks(self) -> list[ChartMark]:
        found = []
        for place, (words, bar) in enumerate(self.bars):
            told = _("{what}: {share:.1f} % of the matches").format(what=words, share=100 * bar.shares[0])
            if len(bar.shares) > 1:
                told += _("; on B {share:.1f} %").format(share=100 * bar.shares[1])
            found.append(ChartMark(QRectF(0, place * self._row(), self.width(), self._row()), told))
        return found

    def paint(self, painter: QPainter) -> None:
        theme, row = current_theme(), self._row()
        most = max((share for _words, bar in self.bars for share in bar.shares), default=0.0) or 1.0
        wide = self.width() - 58
        for place, (words, bar) in enumerate(self.bars):
            y = place * row
            paint_text(painter, QRectF(0, y, self.width(), 18), words, theme.color("text"), 13)
            track = QRectF(0, y + 20, max(1.0, wide * bar.shares[0] / most), 13)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(accent())
            painter.drawRect(track)
            if len(bar.shares) > 1:
                x = max(1.0, wide * bar.shares[1] / most)
                painter.setPen(QPen(theme.color("text"), 2))
                painter.drawLine(QPointF(x, y + 17), QPointF(x, y + 36))
            figure = format_percent(bar.shares[0])
            box = QRectF(self.width() - 60, y + 16, 60, 20)
            paint_text(painter, box, figure, theme.color("text"), 13, SEMIBOLD, RIGHT)


class ChartCard(Card):
    """A chart under its title, with a line that says what is drawn and the figure that sums it up."""

    def __init__(self, title: str, chart: Chart) -> None:
        super().__init__(title, padding=12)
        self.chart = chart
        self.about = text_label("", "second", 12, wrap=True)
        self.about.setMinimumHeight(34)
        self.about.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(self.about)
        self.body.addWidget(chart)
        self.note = text_label("", "second", 12, wrap=True)
        self.note.hide()
        self.body.addWidget(self.note)
        self.body.addStretch(1)

    def set_texts(self, about: str, note: str = "") -> None:
        """Put these words above and below the chart."""
        self.about.setText(about)
        self.note.setText(note)
        self.note.setVisible(bool(note))


def _counts(sides: Sequence[Json], name: str) -> list[Mapping[str, int]]:
    return [side["counts"].get(name, {}) for side in sides]


def _mean(side: Json, name: str) -> float:
    return float(side["numbers"][name]["mean"]) if name in side["numbers"] else 0.0


class LengthCard(ChartCard):
    """How many turns matches take."""

    def __init__(self) -> None:
        self.columns = ColumnChart(_("Length"), outlined=True)
        super().__init__(_("Length"), self.columns)

    def show_sides(self, sides: Sequence[Json]) -> None:
        """The figures of one side or two."""
        name = next((name for name in (TURNS, ROUNDS) if sides[0]["counts"].get(name)), TURNS)
        middles = [float(side["numbers"][name]["median"]) for side in sides if name in side["numbers"]]
        self.columns.show_bars(make_bins(_counts(sides, name)), middles)
        words = _("Turns to the end") if name == TURNS else _("Rounds to the end")
        if len(middles) > 1:
            by = middles[0] - middles[1]
            longer, shorter = _("; median {by:.0f} longer than B"), _("; median {by:.0f} shorter than B")
            words += (longer if by > 0 else shorter).format(by=abs(by)) if by else _("; median as on B")
        elif middles:
            words += _("; the line is the median")
        self.set_texts(words)


class LeadCard(ChartCard):
    """How often the lead changes."""

    def __init__(self) -> None:
        self.columns = ColumnChart(_("Lead changes"), outlined=False)
        super().__init__(_("Lead changes"), self.columns)

    def show_sides(self, sides: Sequence[Json]) -> None:
        """The figures of one side or two."""
        self.columns.show_bars(lead_bars(_counts(sides, "lead_changes")))
        words = _("% of matches; mean {mean:.1f}").format(mean=_mean(sides[0], "lead_changes"))
        if len(sides) > 1:
            words += _("; line: B, mean {mean:.1f}").format(mean=_mean(sides[1], "lead_changes"))
        self.set_texts(words)


class EndingCard(ChartCard):
    """By how much matches are won, and how they end."""

    def __init__(self) -> None:
        self.classes = BarChart(_("How they ended"))
        super().__init__(_("How they ended"), self.classes)

    def show_sides(self, sides: Sequence[Json], names: Mapping[str, str]) -> None:
        """The figures of one side or two; `names` puts endings into words."""
        counts, bars = _counts(sides, "margin"), []
        for place, bar in enumerate(margin_bars(counts)):
            if not place:
                words = _("no point apart")
            elif place == 4:
                words = _("by {low} or more").format(low=bar.low)
            else:
                words = _("by {words}").format(words=bar.text.replace(" – ", "–"))
            bars.append((words, bar))
        self.classes.show_bars(bars if any(counts) else [])
        side = sides[0]
        told = [
            _("{how}: {share:.0f} %").format(how=names.get(name, name), share=100 * often / max(1, side["matches"]))
            for name, often in sorted(side["endings"].items(), key=lambda pair: -pair[1])
        ]
        words = _("Points between first and second")
        self.set_texts(words + (_("; line: B") if len(sides) > 1 else ""), join_clauses(told[:3]))


# Who makes how many points, seat by seat, and how much better one bot is than another: one row for each.

ROW, LADDER_ROW = 52, 40
TICKS = 6


class DensityChart(Chart):
    """For each seat how its points are spread: a hill, its middle half as a bar, its median as an upright line."""

    def __init__(self) -> None:
        super().__init__(_("Points by seat"))
        self.sides: list[list[Json]] = []
        self.densities: list[list[list[float]]] = []
        self.low, self.step = 0, 1

    def show_sides(self, sides: Sequence[Json]) -> None:
        """The points of one side or two."""
        self.sides = [[seat["points"] for seat in side["seats"]] for side in sides]
        values = [int(value) for side in self.sides for points in side for value in points["counts"]]
        low, high = min([0, *values]), max([1, *values])
        self.step = max(1, -(-(high - low + 1) // DENSITY_STEPS))
        self.low, steps = low, (high - low) // self.step + 1
        self.densities = [[density(points["counts"], low, self.step, steps) for points in side] for side in self.sides]
        self.refresh()

    def sizeHint(self) -> QSize:
        return QSize(250, max(236, ROW * len(self.sides[0]) + 24) if self.sides else 236)

    def minimumSizeHint(self) -> QSize:
        return QSize(210, self.sizeHint().height())

    def _row(self) -> float:
        return (self.height() - 24) / max(1, len(self.sides[0]))

    def marks(self) -> list[ChartMark]:
        found = []
        for seat, points in enumerate(self.sides[0] if self.sides else []):
            words = _("Seat {seat}: median {median}, half of the matches from {low} to {high}").format(
                seat=seat + 1, median=points["median"], low=points["lower"], high=points["upper"]
            )
            if len(self.sides) > 1:
                words += _("; on B median {median}").format(median=self.sides[1][seat]["median"])
            found.append(ChartMark(QRectF(0, seat * self._row(), self.width(), self._row()), words + "."))
        return found

    def paint(self, painter: QPainter) -> None:
        if not self.sides:
            return
        theme, row, left = current_theme(), self._row(), 32.0
        wide = self.width() - left - 44
        steps = len(self.densities[0][0])
        most = max((height for side in self.densities for hill in side for height in hill), default=0.0) or 1.0

        def x(value: float) -> float:
            return left + wide * (value - self.low) / max(1, self.step * steps)

        last = self.low + self.step * steps
        tick = round_step(self.low, last, TICKS)
        for value in range(-tick * (-self.low // tick), last + 1, tick):
            painter.setPen(QPen(theme.color("line"), 1))
            if value > self.low:
                painter.drawLine(QPointF(x(value), 4), QPointF(x(value), row * len(self.sides[0])))
            box = QRectF(x(value) - 24, self.height() - 19, 48, 17)
            paint_text(painter, box, str(value), theme.color("second"), 12, align=CENTER)
        for seat, points in enumerate(self.sides[0]):
            base, high, line = row * (seat + 1) - 6, row - 12, seat_line(seat)
            hill = self._hill(self.densities[0][seat], x, base, high / most)
            fill = QColor(line)
            fill.setAlphaF(0.32)
            painter.setPen(QPen(line, 1.4))
            painter.setBrush(fill)
            painter.drawPath(hill)
            if len(self.sides) > 1:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(theme.color("text"), 1.1, Qt.PenStyle.DashLine))
                painter.drawPath(self._hill(self.densities[1][seat], x, base, high / most))
            half = QRectF(QPointF(x(points["lower"]), base - 1), QPointF(x(points["upper"] + 1), base + 3))
            painter.fillRect(half, line)
            painter.setPen(QPen(line, 2))
            middle = x(points["median"] + 0.5)
            painter.drawLine(QPointF(middle, base - high), QPointF(middle, base))
            paint_badge(painter, QRectF(0, base - row / 2 - 6, 24, 24), seat)
            box = QRectF(self.width() - 42, base - row / 2 - 5, 42, 20)
            paint_text(painter, box, format_number(points["median"], ","), theme.color("text"), 14, SEMIBOLD, RIGHT)

    def _hill(self, heights: Sequence[float], x: Callable[[float], float], base: float, tall: float) -> QPainterPath:
        path = QPainterPath(QPointF(x(self.low), base))
        for place, height in enumerate(heights):
            path.lineTo(x(self.low + (place + 0.5) * self.step), base - height * tall)
        path.lineTo(x(self.low + len(heights) * self.step), base)
        return path


class PointsCard(ChartCard):
    """How many points each seat makes."""

    def __init__(self) -> None:
        self.densities = DensityChart()
        super().__init__(_("Points by seat"), self.densities)

    def show_sides(self, sides: Sequence[Json]) -> None:
        """The figures of one side or two."""
        self.densities.show_sides(sides)
        words = _("Median and middle half")
        self.set_texts(words + (_("; dashes: B") if len(sides) > 1 else ""))


class LadderChart(Chart):
    """The bots one above the other, from the weakest at the left below to the best at the right above."""

    def __init__(self) -> None:
        super().__init__(_("Skill ladder"))
        self.rungs: list[LadderEntry] = []

    def show_rungs(self, found: Sequence[LadderEntry]) -> None:
        """Show these."""
        self.rungs = list(found)
        self.refresh()

    def sizeHint(self) -> QSize:
        return QSize(420, LADDER_ROW * len(self.rungs) + 30)

    def minimumSizeHint(self) -> QSize:
        return QSize(320, self.sizeHint().height())

    def marks(self) -> list[ChartMark]:
        found = []
        for place, rung in enumerate(reversed(self.rungs)):
            points = rung.elo[0]
            words = _("{bot}: {points:,.0f} Elo points, ± {half:.0f}").format(
                bot=rung.bot, points=points.value, half=points.half_width
            )
            if len(rung.elo) > 1:
                words += _("; on B {points:,.0f}").format(points=rung.elo[1].value)
            found.append(ChartMark(QRectF(0, place * LADDER_ROW, self.width(), LADDER_ROW), words + "."))
        return found

    def paint(self, painter: QPainter) -> None:
        if not self.rungs:
            return
        theme, left = current_theme(), 120.0
        wide = self.width() - left - 100
        ends = [end for rung in self.rungs for points in rung.elo for end in (points.low, points.high)]
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
            paint_text(painter, box, format_number(tick, ",.0f"), theme.color("second"), 12, align=CENTER)
            tick += step
        before: QPointF | None = None
        for place, rung in enumerate(self.rungs):
            y = base - LADDER_ROW * (place + 0.5) - (4 if len(rung.elo) > 1 else 0)
            points = rung.elo[0]
            here = QPointF(x(points.value), y)
            if before is not None:
                painter.setPen(QPen(theme.color("accent"), 1.4, Qt.PenStyle.DotLine))
                painter.drawLine(before, QPointF(before.x(), y))
                painter.drawLine(QPointF(before.x(), y), here)
                gain = points.value - self.rungs[place - 1].elo[0].value
                box = QRectF(min(before.x(), here.x()) - 10, y - 19, abs(here.x() - before.x()) + 20, 17)
                words = format_number(gain, "+.0f")
                paint_text(painter, box, words, theme.color("accent"), 12, MEDIUM, CENTER)
            before = here
            if len(rung.elo) > 1:
                other = rung.elo[1]
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
            paint_text(painter, QRectF(0, y - 10, left - 10, 20), rung.bot, theme.color("text"), 14)
            figure = format_number(points.value, ",.0f") + (f" ± {points.half_width:.0f}" if place else "")
            box = QRectF(x(points.high) + 9, y - 10, 110, 20)
            paint_text(painter, box, figure, theme.color("text"), 13, MEDIUM)


class LadderCard(ChartCard):
    """Whether skill pays: the bots of a result by strength."""

    def __init__(self) -> None:
        self.ladder = LadderChart()
        super().__init__(_("Skill ladder"), self.ladder)
        self.about.setMinimumHeight(0)

    def show_sides(self, sides: Sequence[Json]) -> None:
        """The bots of one side or two; nothing where all are the same."""
        found = elo_ladder(sides)
        self.setVisible(bool(found))
        self.ladder.show_rungs(found)
        if found:
            gain = found[-1].elo[0]
            words = _("Elo points, the weakest at 1,000; intervals 95 %. The best is {gain:,.0f} ± {half:.0f} above.")
            self.set_texts(words.format(gain=gain.value - found[0].elo[0].value, half=gain.half_width))
