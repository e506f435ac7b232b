"""How a match went, as a line for every seat: points after each turn, the moments that are told below marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy

from studio.core.text import _, headed
from studio.core.transcript import Recap
from studio.gui.style.fonts import MEDIUM, SEMIBOLD, text_font
from studio.gui.style.stylesheet import current_theme
from studio.gui.style.worn import theme_at
from studio.gui.widgets import CENTRE, LEFT, RIGHT, paint_badge, paint_words
from studio.gui.widgets.charts import Chart, Mark, seat_line

LEFT_ROOM, RIGHT_ROOM, TOP, FOOT = 34.0, 124.0, 24.0, 22.0
BAND = 52.0
"""Pixels for what the very end brings, which is no turn."""
LABEL = 20.0
"""The least distance of two seats' names."""
GRID, ROUND = 4, (1, 2, 3, 4, 5, 10, 15, 20, 25, 30, 40, 50, 75)
"""How many lines lie under the chart, and how far apart they may be, or ten times as far."""
TICK = 78.0
"""The least distance of two turns that are named below."""


class RecapChart(Chart):
    """Steps, because points come in jumps; a slope only at the very end, where all is counted."""

    def __init__(self) -> None:
        super().__init__(_("Points over the turns"), high=200)
        self.names: Sequence[str] = ()
        self.turns: Sequence[str] = ()
        self.lines: Sequence[Sequence[int]] = ()
        self.winners: Sequence[int] = ()
        self.numbers: Mapping[int, int] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_recap(self, recap: Recap, names: Sequence[str]) -> str:
        """Show a match; returns what the lines are about. Where nobody had points before the end they are about what
        else the game counts round by round."""
        self.names, self.winners = names, recap.winners
        if recap.tells_points or not recap.curves:
            self.turns = [turn.name for turn in recap.turns]
            self.lines = recap.points
            self.numbers = {moment.turn: number for number, moment in enumerate(recap.moments, 1)}
            heading = _("Points over the turns")
        else:
            what, curves = recap.curves[0]
            self.turns = [_("Round {round}").format(round=number) for number in range(1, len(curves[0]) + 1)]
            self.lines = [(0, *curve) for curve in curves]
            self.numbers = {}
            heading = _("Round by round: {what}").format(what=what)
        self.set_name(heading)
        self.refresh()
        return heading

    def sizeHint(self) -> QSize:
        return QSize(560, 230)

    def minimumSizeHint(self) -> QSize:
        return QSize(320, 150)

    # where things lie

    @property
    def _has_end(self) -> bool:
        return bool(self.turns) and not self.turns[-1]

    def _x(self, time: int) -> float:
        """Where a time lies: 0 before the first turn, n after the n-th."""
        last = len(self.turns) - self._has_end
        wide = self.width() - LEFT_ROOM - RIGHT_ROOM - BAND * self._has_end
        return LEFT_ROOM + wide * min(time, last) / max(1, last) + (BAND if time > last else 0)

    def _top(self) -> int:
        """The highest figure of the scale."""
        most: int = max((value for line in self.lines for value in line), default=0)
        steps = (step * unit for unit in (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000) for step in ROUND)
        return next(GRID * step for step in steps if GRID * step >= most)

    def _y(self, value: float) -> float:
        base = self.height() - FOOT
        return base - (base - TOP) * max(0.0, value) / self._top()

    def marks(self) -> list[Mark]:
        found = []
        for time in range(1, len(self.turns) + 1):
            left, right = self._x(time - 1), self._x(time)
            figures = ", ".join(f"{name} {line[time]}" for name, line in zip(self.names, self.lines, strict=True))
            words = headed(self.turns[time - 1] or _("At the end"), f"{figures}.")
            found.append(Mark(QRectF(left, TOP, right - left, self.height() - TOP - FOOT), words))
        return found

    def _path(self, line: Sequence[int]) -> QPainterPath:
        path = QPainterPath(QPointF(self._x(0), self._y(line[0])))
        last = len(self.turns) - self._has_end
        for time in range(1, len(line)):
            if time <= last:
                path.lineTo(self._x(time), self._y(line[time - 1]))
            path.lineTo(self._x(time), self._y(line[time]))
        return path

    # painting

    def paint(self, painter: QPainter) -> None:
        if not self.turns:
            return
        theme, base, last = theme_at(self), self.height() - FOOT, len(self.turns) - self._has_end
        if self._has_end:
            band = QRectF(self._x(last), TOP - 6, BAND, base - TOP + 6)
            painter.fillRect(band, theme.color("gold_tint", 0.55))
            box = QRectF(band.left() - 14, base + 3, BAND + 28, 18)
            paint_words(painter, box, _("the end"), theme.color("gold_text"), 12, SEMIBOLD, CENTRE)
        for part in range(GRID + 1):
            value = self._top() * part // GRID
            y = round(self._y(value)) + 0.5
            painter.setPen(QPen(theme.color("line" if part else "border"), 1))
            painter.drawLine(QPointF(LEFT_ROOM, y), QPointF(self._x(len(self.turns)), y))
            paint_words(
                painter, QRectF(0, y - 9, LEFT_ROOM - 8, 18), str(value), theme.color("second"), 12, align=RIGHT
            )
        self._paint_turns(painter, last)
        order = sorted(range(len(self.lines)), key=lambda seat: (seat in self.winners, seat))
        for width, on_paper in ((5.0, True), (0.0, False)):
            for seat in order:
                ink = theme.color("panel") if on_paper else seat_line(seat, theme)
                pen = QPen(ink, width or (3.0 if seat in self.winners else 2.2))
                pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
                painter.setPen(pen)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawPath(self._path(self.lines[seat]))
        self._paint_numbers(painter)
        self._paint_ends(painter)

    def _paint_turns(self, painter: QPainter, last: int) -> None:
        """Name some turns below, the first and the last among them."""
        theme, base = theme_at(self), self.height() - FOOT
        count = max(1, int((self._x(last) - self._x(0)) / TICK))
        shown = sorted({max(1, round(last * part / count)) for part in range(count + 1)}) if last else []
        for time in shown:
            if time == last and self._has_end and count > 1:
                continue  # the words for the end stand there
            box = QRectF(self._x(time) - 40, base + 3, 80, 18)
            box.moveLeft(max(0.0, box.left()))
            paint_words(painter, box, self.turns[time - 1], theme.color("second"), 12, align=CENTRE)

    def _paint_numbers(self, painter: QPainter) -> None:
        """Mark the turns of the moments."""
        theme = theme_at(self)
        right = -20.0
        for turn, number in sorted(self.numbers.items()):
            x = self._x(turn + 1)
            centre = max(x, right + 22)  # two turns close by: their discs stand side by side
            right = centre
            painter.setPen(QPen(theme.color("gold_text"), 1.2, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(x, TOP - 2), QPointF(x, self.height() - FOOT))
            paint_number(painter, QPointF(centre, TOP - 12), number)

    def _paint_ends(self, painter: QPainter) -> None:
        """Name the seats where their lines end, best first, none upon another."""
        theme, x = theme_at(self), self._x(len(self.turns))
        order = sorted(range(len(self.lines)), key=lambda seat: -self.lines[seat][-1])
        y = TOP - LABEL
        spare = self.height() - FOOT - LABEL * len(order)
        for rank, seat in enumerate(order):
            value = self.lines[seat][-1]
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(seat_line(seat, theme))
            painter.drawEllipse(QPointF(x, self._y(value)), 3.4, 3.4)
            y = min(max(y + LABEL, self._y(value)), spare + LABEL * (rank + 0.5))
            paint_badge(painter, QRectF(x + 10, y - 9, 18, 18), seat, theme)
            room = self.width() - x - 33 - 34
            wide = min(room, QFontMetricsF(text_font(13, MEDIUM)).horizontalAdvance(self.names[seat]) + 8)
            words = QRectF(x + 33, y - 10, wide, 20)
            paint_words(painter, words, self.names[seat], theme.color("text"), 13, MEDIUM, LEFT)
            figure = QRectF(words.right(), y - 10, 34, 20)
            paint_words(painter, figure, str(value), theme.color("text"), 16, align=LEFT, display=True)


def paint_number(painter: QPainter, centre: QPointF, number: int) -> None:
    """The disc with the number of a moment."""
    theme = current_theme()
    painter.setPen(QPen(theme.color("gold_border"), 1.5))
    painter.setBrush(theme.color("panel"))
    painter.drawEllipse(centre, 9.5, 9.5)
    box = QRectF(centre.x() - 10, centre.y() - 10, 20, 20)
    paint_words(painter, box, str(number), theme.color("gold_text"), 13, SEMIBOLD, CENTRE)
