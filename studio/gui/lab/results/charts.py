"""How matches went, as charts that grow with them: their length, changes of the lead, and how they ended.

They are painted by hand like the intervals above them: so they follow the theme, need no library (pyqtgraph would
load numpy and take the time of the program's own start), and every mark has a sentence, for the pointer and the keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from studio.core.game import Json
from studio.core.protocols import ROUNDS, TURNS
from studio.core.text import _, numeral, percent, strung
from studio.gui.style.fonts import MEDIUM, SEMIBOLD
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import CENTRE, RIGHT, Card, paint_words, text_label
from studio.gui.widgets.charts import Chart, Mark
from studio.lab.statistics.bins import Bar, bins, lead_bars, margin_bars

FOOT, TOP = 22.0, 22.0
"""Pixels for the axis below a chart, and for figures above its highest bar."""
PALER = 0.78


def accent(alpha: float = PALER) -> QColor:
    """The colour of bars."""
    colour = QColor(current_theme().color("accent"))
    colour.setAlphaF(alpha)
    return colour


class Columns(Chart):
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

    def _most(self) -> float:
        return max((share for bar in self.bars for share in bar.shares), default=0.0) or 1.0

    def _column(self, place: int, share: float) -> QRectF:
        """The bar of this share at a place."""
        each, high = self.width() / max(1, len(self.bars)), self.height() - FOOT - TOP
        tall = high * share / self._most()
        return QRectF(place * each + 1, TOP + high - tall, each - 2, tall)

    def marks(self) -> list[Mark]:
        found = []
        for place, bar in enumerate(self.bars):
            words = _("{value}: {share:.1f} % of the matches").format(value=bar.words, share=100 * bar.shares[0])
            if len(bar.shares) > 1:
                words += _("; on B {share:.1f} %").format(share=100 * bar.shares[1])
            box = self._column(place, 1.0)
            box.setTop(TOP)
            found.append(Mark(box, words))
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
            words = numeral(middle, ".0f") if not number else _("B {number:.0f}").format(number=middle)
            others = [other for place, other in enumerate(self.middles) if place != number]
            at_left = middle < min(others, default=middle - 1) or (middle in others and not number)
            box = QRectF(x - 53, 0, 50, 17) if at_left else QRectF(x + 3 if others else x - 25, 0, 50, 17)
            box.moveLeft(min(max(0.0, box.left()), self.width() - box.width()))
            align = RIGHT if at_left else CENTRE if not others else None
            ink = theme.color("second" if number else "text")
            if align is None:
                paint_words(painter, box, words, ink, 13, MEDIUM)
            else:
                paint_words(painter, box, words, ink, 13, SEMIBOLD, align)

    def _paint_words(self, painter: QPainter) -> None:
        """Ends of the bins below; the share in each bar, or above where it is low, if bars are wide."""
        theme, each = current_theme(), self.width() / max(1, len(self.bars))
        every = max(1, -(-len(self.bars) * 34 // max(34, self.width())))
        for place, bar in enumerate(self.bars):
            is_open = not self.middles and place == len(self.bars) - 1
            if place % every == 0:
                box = QRectF(place * each - 20, self.height() - FOOT + 4, each + 40, 17)
                words = f"{bar.low}+" if is_open else str(bar.low)
                paint_words(painter, box, words, theme.color("second"), 12, align=CENTRE)
            if self.middles or each < 22:
                continue
            box, shown = self._column(place, bar.shares[0]), numeral(100 * bar.shares[0], ".0f")
            is_low = box.height() < 22
            above = min(self._column(place, share).top() for share in bar.shares) - 19
            room = QRectF(box.left() - 4, above if is_low else box.bottom() - 19, box.width() + 8, 17)
            paint_words(painter, room, shown, theme.color("text" if is_low else "on_accent"), 12, MEDIUM, CENTRE)


class Classes(Chart):
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

    def marks(self) -> list[Mark]:
        found = []
        for place, (words, bar) in enumerate(self.bars):
            told = _("{what}: {share:.1f} % of the matches").format(what=words, share=100 * bar.shares[0])
            if len(bar.shares) > 1:
                told += _("; on B {share:.1f} %").format(share=100 * bar.shares[1])
            found.append(Mark(QRectF(0, place * self._row(), self.width(), self._row()), told))
        return found

    def paint(self, painter: QPainter) -> None:
        theme, row = current_theme(), self._row()
        most = max((share for _words, bar in self.bars for share in bar.shares), default=0.0) or 1.0
        wide = self.width() - 58
        for place, (words, bar) in enumerate(self.bars):
            y = place * row
            paint_words(painter, QRectF(0, y, self.width(), 18), words, theme.color("text"), 13)
            track = QRectF(0, y + 20, max(1.0, wide * bar.shares[0] / most), 13)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(accent())
            painter.drawRect(track)
            if len(bar.shares) > 1:
                x = max(1.0, wide * bar.shares[1] / most)
                painter.setPen(QPen(theme.color("text"), 2))
                painter.drawLine(QPointF(x, y + 17), QPointF(x, y + 36))
            figure = percent(bar.shares[0])
            box = QRectF(self.width() - 60, y + 16, 60, 20)
            paint_words(painter, box, figure, theme.color("text"), 13, SEMIBOLD, RIGHT)


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

    def say(self, about: str, note: str = "") -> None:
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
        self.columns = Columns(_("Length"), outlined=True)
        super().__init__(_("Length"), self.columns)

    def show_sides(self, sides: Sequence[Json]) -> None:
        """The figures of one side or two."""
        name = next((name for name in (TURNS, ROUNDS) if sides[0]["counts"].get(name)), TURNS)
        middles = [float(side["numbers"][name]["median"]) for side in sides if name in side["numbers"]]
        self.columns.show_bars(bins(_counts(sides, name)), middles)
        words = _("Turns to the end") if name == TURNS else _("Rounds to the end")
        if len(middles) > 1:
            by = middles[0] - middles[1]
            longer, shorter = _("; median {by:.0f} longer than B"), _("; median {by:.0f} shorter than B")
            words += (longer if by > 0 else shorter).format(by=abs(by)) if by else _("; median as on B")
        elif middles:
            words += _("; the line is the median")
        self.say(words)


class LeadCard(ChartCard):
    """How often the lead changes."""

    def __init__(self) -> None:
        self.columns = Columns(_("Lead changes"), outlined=False)
        super().__init__(_("Lead changes"), self.columns)

    def show_sides(self, sides: Sequence[Json]) -> None:
        """The figures of one side or two."""
        self.columns.show_bars(lead_bars(_counts(sides, "lead_changes")))
        words = _("% of matches; mean {mean:.1f}").format(mean=_mean(sides[0], "lead_changes"))
        if len(sides) > 1:
            words += _("; line: B, mean {mean:.1f}").format(mean=_mean(sides[1], "lead_changes"))
        self.say(words)


class EndingCard(ChartCard):
    """By how much matches are won, and how they end."""

    def __init__(self) -> None:
        self.classes = Classes(_("How they ended"))
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
                words = _("by {words}").format(words=bar.words.replace(" – ", "–"))
            bars.append((words, bar))
        self.classes.show_bars(bars if any(counts) else [])
        side = sides[0]
        told = [
            _("{how}: {share:.0f} %").format(how=names.get(name, name), share=100 * often / max(1, side["matches"]))
            for name, often in sorted(side["endings"].items(), key=lambda pair: -pair[1])
        ]
        words = _("Points between first and second")
        self.say(words + (_("; line: B") if len(sides) > 1 else ""), strung(told[:3]))
