"""Figures of the set before and after: boxes side by side, and the parts that make it up as bars."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.pieces import Figure
from studio.core.text import _, headed
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme, text_font
from studio.gui.widgets import CENTRE, Tipped, paint_words

BOX, LOW_BOX = 54, 46
LINE = 26


class FigureBoxes(Tipped):
    """Figures side by side: "180 → 184" on a tint, or what it is and "same"."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pairs: list[tuple[Figure, Figure]] = []
        self.setFixedHeight(BOX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_compact(self, is_compact: bool) -> None:
        """Be lower."""
        self.setFixedHeight(LOW_BOX if is_compact else BOX)

    def show_figures(self, before: Sequence[Figure], after: Sequence[Figure]) -> None:
        """Show these; both have the same labels."""
        self.pairs = [(old, new) for new in after for old in before if old.label == new.label]
        self.setAccessibleName(". ".join(self._words(*pair) for pair in self.pairs))
        self.update()

    @staticmethod
    def _label(figure: Figure) -> str:
        return f"{figure.label}, {figure.unit}" if figure.unit else figure.label

    def _words(self, old: Figure, new: Figure) -> str:
        if old.value == new.value:
            return f"{self._label(new)} {new.value}, " + _("same")
        return _("{label}: {old} before, {new} after").format(label=self._label(new), old=old.value, new=new.value)

    def words_at(self, place: QPointF) -> str:
        if not self.pairs:
            return ""
        number = int(place.x() / self.width() * len(self.pairs))
        return self._words(*self.pairs[min(max(number, 0), len(self.pairs) - 1)])

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            wide = (self.width() + 8) / max(1, len(self.pairs))
            for number, (old, new) in enumerate(self.pairs):
                high = self.height()
                box = QRectF(number * wide, 0, wide - 8, high).adjusted(0.5, 0.5, -0.5, -0.5)
                differs = old.value != new.value
                painter.setBrush(theme.color("tint" if differs else "inset"))
                painter.setPen(QPen(theme.color("accent", 0.5) if differs else theme.color("line"), 1))
                painter.drawRoundedRect(box, 7, 7)
                title = QRectF(box.left() + 10, high * 0.08, wide - 22, 20)
                paint_words(painter, title, self._label(new), theme.color("second"), 13)
                room = QRectF(box.left() + 10, high * 0.45, wide - 22, 24)
                head = f"{old.value} → "
                need = QFontMetricsF(text_font(16, SEMIBOLD)).horizontalAdvance(f"{head}{new.value}")
                if differs and need > room.width():
                    paint_words(painter, room, str(new.value), theme.color("accent"), 16, SEMIBOLD)
                elif differs:
                    paint_words(painter, room, head, theme.color("second"), 15)
                    room.setLeft(room.left() + QFontMetricsF(text_font(15)).horizontalAdvance(head))
                    paint_words(painter, room, str(new.value), theme.color("text"), 16, SEMIBOLD)
                else:
                    paint_words(painter, room, str(new.value), theme.color("text"), 16, SEMIBOLD)
                    far = QFontMetricsF(text_font(16, SEMIBOLD)).horizontalAdvance(str(new.value)) + 8
                    paint_words(painter, room.adjusted(far, 0, 0, 0), _("same"), theme.color("second"), 13)


class SpreadBars(Tipped):
    """The parts that make up the set: for each a count, and two bars, before and after."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ""
        self.pairs: list[tuple[Figure, Figure]] = []
        self.setFixedHeight(2 * LINE)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_compact(self, is_compact: bool) -> None:
        """Leave out what the bars mean where there is little room: their tips tell it."""
        self.setFixedHeight(LINE if is_compact else 2 * LINE)

    def show_figures(self, title: str, before: Sequence[Figure], after: Sequence[Figure]) -> None:
        """Show these."""
        self.title = title
        self.pairs = [(old, new) for new in after for old in before if old.label == new.label]
        told = ", ".join(headed(new.label, new.value) for _old, new in self.pairs)
        self.setAccessibleName(f"{title} {told}")
        self.setVisible(bool(self.pairs))
        self.update()

    def words_at(self, place: QPointF) -> str:
        shown = self._places()
        for box, (old, new) in zip(shown, self.pairs, strict=False):
            if box.contains(place):
                return self._words(old, new)
        return ", ".join(self._words(*pair) for pair in self.pairs[len(shown) :])

    @staticmethod
    def _words(old: Figure, new: Figure) -> str:
        words = _("{label}: {old} before, {new} after")
        return words.format(label=new.label, old=old.value, new=new.value)

    def _left(self) -> float:
        return QFontMetricsF(text_font(13)).horizontalAdvance(self.title) + 14

    @staticmethod
    def _ring(figure: Figure) -> float:
        """How wide the plate of a label is."""
        return max(19.0, QFontMetricsF(text_font(12, SEMIBOLD)).horizontalAdvance(figure.label) + 12)

    def _places(self) -> list[QRectF]:
        """A box for each part: in one row what is left over is for the bars; else in as many rows as there is room.

        Those that have no room are left to the tip.
        """
        left, wide = self._left(), self.width()
        numbers = QFontMetricsF(text_font(14, SEMIBOLD))
        needs = [self._ring(new) + numbers.horizontalAdvance(str(new.value)) + 18 for _old, new in self.pairs]
        spare = max(0.0, (wide - left - sum(needs)) / max(1, len(needs)))
        found: list[QRectF] = []
        x, y = left, 0.0
        for need in needs:
            if x + need > wide + 8 and x > left:
                x, y = left, y + LINE
            if y + LINE > self.height() + 4:
                break
            found.append(QRectF(x, y, need + spare, LINE))
            x += need + spare
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            left = self._left()
            paint_words(painter, QRectF(0, 0, left, 26), self.title, theme.color("second"), 13)
            most = max((max(old.value, new.value) for old, new in self.pairs), default=1) or 1
            boxes = self._places()
            for box, (old, new) in zip(boxes, self.pairs, strict=False):
                differs = old.value != new.value
                ring = QRectF(box.left(), box.top() + 3.5, self._ring(new), 19)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(theme.color("border"), 1.2))
                painter.drawRoundedRect(ring, 9.5, 9.5)
                paint_words(painter, ring, new.label, theme.color("second"), 12, SEMIBOLD, CENTRE)
                room = QRectF(ring.right() + 5, box.top(), 40, 26)
                ink = theme.color("accent" if differs else "text")
                paint_words(painter, room, str(new.value), ink, 14, SEMIBOLD if differs else MEDIUM)
                bars = room.left() + QFontMetricsF(text_font(14, SEMIBOLD)).horizontalAdvance(str(new.value)) + 6
                long = box.right() - bars - 8
                if long < 12:
                    continue
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("line"))
                painter.drawRoundedRect(QRectF(bars, 7, max(4.0, long * old.value / most), 5), 2.5, 2.5)
                painter.setBrush(theme.color("accent", 1.0 if differs else 0.55))
                painter.drawRoundedRect(QRectF(bars, 14, max(4.0, long * new.value / most), 5), 2.5, 2.5)
            if len(boxes) < len(self.pairs):
                end = boxes[-1].right() if boxes else left
                more = QRectF(min(end - 4, self.width() - 12), boxes[-1].top() if boxes else 0, 14, 26)
                paint_words(painter, more, "…", theme.color("second"), 14)
            has_legend = self.height() > 30 and boxes and boxes[-1].top() == 0
            x = left if has_legend else self.width()
            for role, alpha, words in (("line", 1.0, _("before")), ("accent", 0.55, _("after")),
                                       ("accent", 1.0, _("after, changed"))):  # fmt: skip
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color(role, alpha))
                painter.drawRoundedRect(QRectF(x, 35.5, 14, 5), 2.5, 2.5)
                paint_words(painter, QRectF(x + 19, 29, 120, 18), words, theme.color("second"), 12)
                x += 19 + QFontMetricsF(text_font(12)).horizontalAdvance(words) + 16
