"""Figures of the set before and after: boxes side by side, and the parts that make it up as bars."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.text import _
from studio.core.workshop import Figure
from studio.gui.style.fonts import MEDIUM, SEMIBOLD, text_font
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import CENTRE, Tipped, paint_words

BOX, LOW_BOX = 54, 46


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

    def _words(self, old: Figure, new: Figure) -> str:
        if old.value == new.value:
            return f"{new.label} {new.value}{new.unit}, " + _("same")
        return _("{label}: {old} before, {new} after").format(label=new.label, old=old.value, new=new.value)

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
                label = f"{new.label}, {new.unit}" if new.unit else new.label
                paint_words(
                    painter, QRectF(box.left() + 10, high * 0.08, wide - 22, 20), label, theme.color("second"), 13
                )
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
        self.setFixedHeight(48)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_compact(self, is_compact: bool) -> None:
        """Leave out what the bars mean where there is little room: their tips tell it."""
        self.setFixedHeight(26 if is_compact else 48)

    def show_figures(self, title: str, before: Sequence[Figure], after: Sequence[Figure]) -> None:
        """Show these."""
        self.title = title
        self.pairs = [(old, new) for new in after for old in before if old.label == new.label]
        told = ", ".join(f"{new.label}: {new.value}" for _old, new in self.pairs)
        self.setAccessibleName(f"{title} {told}")
        self.setVisible(bool(self.pairs))
        self.update()

    def words_at(self, place: QPointF) -> str:
        for (left, wide), (old, new) in zip(self._places(), self.pairs, strict=True):
            if left <= place.x() < left + wide:
                words = _("{label}: {old} before, {new} after")
                return words.format(label=new.label, old=old.value, new=new.value)
        return ""

    def _left(self) -> float:
        return QFontMetricsF(text_font(13)).horizontalAdvance(self.title) + 14

    @staticmethod
    def _ring(figure: Figure) -> float:
        """How wide the plate of a label is."""
        return max(19.0, QFontMetricsF(text_font(12, SEMIBOLD)).horizontalAdvance(figure.label) + 12)

    def _places(self) -> list[tuple[float, float]]:
        """Where each part begins and how wide it is: as much as it needs, and what is left for the bars."""
        left = self._left()
        numbers = QFontMetricsF(text_font(14, SEMIBOLD))
        needs = [self._ring(new) + numbers.horizontalAdvance(str(new.value)) + 18 for _old, new in self.pairs]
        spare = max(0.0, (self.width() - left - sum(needs)) / max(1, len(needs)))
        found = []
        for need in needs:
            found.append((left, need + spare))
            left += need + spare
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            left = self._left()
            paint_words(painter, QRectF(0, 0, left, 26), self.title, theme.color("second"), 13)
            most = max((max(old.value, new.value) for old, new in self.pairs), default=1) or 1
            for (x, wide), (old, new) in zip(self._places(), self.pairs, strict=True):
                differs = old.value != new.value
                ring = QRectF(x, 3.5, self._ring(new), 19)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(theme.color("border"), 1.2))
                painter.drawRoundedRect(ring, 9.5, 9.5)
                paint_words(painter, ring, new.label, theme.color("second"), 12, SEMIBOLD, CENTRE)
                room = QRectF(ring.right() + 5, 0, 40, 26)
                ink = theme.color("accent" if differs else "text")
                paint_words(painter, room, str(new.value), ink, 14, SEMIBOLD if differs else MEDIUM)
                bars = room.left() + QFontMetricsF(text_font(14, SEMIBOLD)).horizontalAdvance(str(new.value)) + 6
                long = x + wide - bars - 8
                if long < 12:
                    continue
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("line"))
                painter.drawRoundedRect(QRectF(bars, 7, max(4.0, long * old.value / most), 5), 2.5, 2.5)
                painter.setBrush(theme.color("accent", 1.0 if differs else 0.55))
                painter.drawRoundedRect(QRectF(bars, 14, max(4.0, long * new.value / most), 5), 2.5, 2.5)
            x = left if self.height() > 30 else self.width()
            for role, alpha, words in (("line", 1.0, _("before")), ("accent", 0.55, _("after")),
                                       ("accent", 1.0, _("after, changed"))):  # fmt: skip
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color(role, alpha))
                painter.drawRoundedRect(QRectF(x, 35.5, 14, 5), 2.5, 2.5)
                paint_words(painter, QRectF(x + 19, 29, 120, 18), words, theme.color("second"), 12)
                x += 19 + QFontMetricsF(text_font(12)).horizontalAdvance(words) + 16
