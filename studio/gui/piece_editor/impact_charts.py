"""Statistics of the set before and after: boxes and bars."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from studio.core.pieces import SetStat
from studio.core.text import _, with_label
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme, text_font
from studio.gui.widgets import CENTER, TooltipWidget, paint_box, paint_text, painter_on

BOX_HEIGHT, COMPACT_BOX_HEIGHT = 54, 46
LINE_HEIGHT = 26


def paired(before: Sequence[SetStat], after: Sequence[SetStat]) -> list[tuple[SetStat, SetStat]]:
    return [(old, new) for new in after for old in before if old.label == new.label]


def change_text(label: str, old: SetStat, new: SetStat) -> str:
    return _("{label}: {old} before, {new} after").format(label=label, old=old.value, new=new.value)


class StatBoxes(TooltipWidget):
    """Boxes such as "180 → 184", or the value and "same"."""

    def __init__(self) -> None:
        super().__init__()
        self.pairs: list[tuple[SetStat, SetStat]] = []
        self.setFixedHeight(BOX_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_compact(self, is_compact: bool) -> None:
        self.setFixedHeight(COMPACT_BOX_HEIGHT if is_compact else BOX_HEIGHT)

    def show_stats(self, before: Sequence[SetStat], after: Sequence[SetStat]) -> None:
        """Show statistics; both sides have the same labels."""
        self.pairs = paired(before, after)
        self.setAccessibleName(". ".join(self._change_text(*pair) for pair in self.pairs))
        self.update()

    @staticmethod
    def _stat_label(figure: SetStat) -> str:
        return f"{figure.label}, {figure.unit}" if figure.unit else figure.label

    def _change_text(self, old: SetStat, new: SetStat) -> str:
        if old.value == new.value:
            return f"{self._stat_label(new)} {new.value}, " + _("same")
        return change_text(self._stat_label(new), old, new)

    def text_at(self, place: QPointF) -> str:
        if not self.pairs:
            return ""
        number = int(place.x() / self.width() * len(self.pairs))
        return self._change_text(*self.pairs[min(max(number, 0), len(self.pairs) - 1)])

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with painter_on(self) as painter:
            wide = (self.width() + 8) / max(1, len(self.pairs))
            for number, (old, new) in enumerate(self.pairs):
                high = self.height()
                box = QRectF(number * wide, 0, wide - 8, high).adjusted(0.5, 0.5, -0.5, -0.5)
                differs = old.value != new.value
                paint_box(
                    painter, box, "tint" if differs else "inset", theme.color("accent", 0.5) if differs else "line"
                )
                title = QRectF(box.left() + 10, high * 0.08, wide - 22, 20)
                paint_text(painter, title, self._stat_label(new), theme.color("second"), 13)
                room = QRectF(box.left() + 10, high * 0.45, wide - 22, 24)
                head = f"{old.value} → "
                need = QFontMetricsF(text_font(16, SEMIBOLD)).horizontalAdvance(f"{head}{new.value}")
                if differs and need > room.width():
                    paint_text(painter, room, str(new.value), theme.color("accent"), 16, SEMIBOLD)
                elif differs:
                    paint_text(painter, room, head, theme.color("second"), 15)
                    room.setLeft(room.left() + QFontMetricsF(text_font(15)).horizontalAdvance(head))
                    paint_text(painter, room, str(new.value), theme.color("text"), 16, SEMIBOLD)
                else:
                    paint_text(painter, room, str(new.value), theme.color("text"), 16, SEMIBOLD)
                    far = QFontMetricsF(text_font(16, SEMIBOLD)).horizontalAdvance(str(new.value)) + 8
                    paint_text(painter, room.adjusted(far, 0, 0, 0), _("same"), theme.color("second"), 13)


class ShareBars(TooltipWidget):
    """Parts of the set, each with its count and two bars, before and after."""

    def __init__(self) -> None:
        super().__init__()
        self.title = ""
        self.pairs: list[tuple[SetStat, SetStat]] = []
        self.setFixedHeight(2 * LINE_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_compact(self, is_compact: bool) -> None:
        """Hide the legend."""
        self.setFixedHeight(LINE_HEIGHT if is_compact else 2 * LINE_HEIGHT)

    def show_shares(self, title: str, before: Sequence[SetStat], after: Sequence[SetStat]) -> None:
        self.title = title
        self.pairs = paired(before, after)
        texts = ", ".join(with_label(new.label, new.value) for _old, new in self.pairs)
        self.setAccessibleName(f"{title} {texts}")
        self.setVisible(bool(self.pairs))
        self.update()

    def text_at(self, place: QPointF) -> str:
        shown = self._part_boxes()
        for box, (old, new) in zip(shown, self.pairs, strict=False):
            if box.contains(place):
                return change_text(new.label, old, new)
        return ", ".join(change_text(new.label, old, new) for old, new in self.pairs[len(shown) :])

    def _bars_left(self) -> float:
        return QFontMetricsF(text_font(13)).horizontalAdvance(self.title) + 14

    @staticmethod
    def _plate_width(figure: SetStat) -> float:
        return max(19.0, QFontMetricsF(text_font(12, SEMIBOLD)).horizontalAdvance(figure.label) + 12)

    def _part_boxes(self) -> list[QRectF]:
        """A box per part, in as many rows as fit; a single row leaves the rest to the bars."""
        left, wide = self._bars_left(), self.width()
        numbers = QFontMetricsF(text_font(14, SEMIBOLD))
        needs = [self._plate_width(new) + numbers.horizontalAdvance(str(new.value)) + 18 for _old, new in self.pairs]
        spare = max(0.0, (wide - left - sum(needs)) / max(1, len(needs)))
        found: list[QRectF] = []
        x, y = left, 0.0
        for need in needs:
            if x + need > wide + 8 and x > left:
                x, y = left, y + LINE_HEIGHT
            if y + LINE_HEIGHT > self.height() + 4:
                break
            found.append(QRectF(x, y, need + spare, LINE_HEIGHT))
            x += need + spare
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with painter_on(self) as painter:
            left = self._bars_left()
            paint_text(painter, QRectF(0, 0, left, 26), self.title, theme.color("second"), 13)
            most = max((max(old.value, new.value) for old, new in self.pairs), default=1) or 1
            boxes = self._part_boxes()
            for box, (old, new) in zip(boxes, self.pairs, strict=False):
                differs = old.value != new.value
                ring = QRectF(box.left(), box.top() + 3.5, self._plate_width(new), 19)
                paint_box(painter, ring, None, "border", width=1.2, radius=9.5)
                paint_text(painter, ring, new.label, theme.color("second"), 12, SEMIBOLD, CENTER)
                room = QRectF(ring.right() + 5, box.top(), 40, 26)
                ink = theme.color("accent" if differs else "text")
                paint_text(painter, room, str(new.value), ink, 14, SEMIBOLD if differs else MEDIUM)
                bars = room.left() + QFontMetricsF(text_font(14, SEMIBOLD)).horizontalAdvance(str(new.value)) + 6
                long = box.right() - bars - 8
                if long < 12:
                    continue
                paint_box(painter, QRectF(bars, 7, max(4.0, long * old.value / most), 5), "line", None, radius=2.5)
                painter.setBrush(theme.color("accent", 1.0 if differs else 0.55))
                painter.drawRoundedRect(QRectF(bars, 14, max(4.0, long * new.value / most), 5), 2.5, 2.5)
            if len(boxes) < len(self.pairs):
                end = boxes[-1].right() if boxes else left
                more = QRectF(min(end - 4, self.width() - 12), boxes[-1].top() if boxes else 0, 14, 26)
                paint_text(painter, more, "…", theme.color("second"), 14)
            has_legend = self.height() > 30 and boxes and boxes[-1].top() == 0
            x = left if has_legend else self.width()
            for role, alpha, text in (("line", 1.0, _("before")), ("accent", 0.55, _("after")),
                                       ("accent", 1.0, _("after, changed"))):  # fmt: skip
                paint_box(painter, QRectF(x, 35.5, 14, 5), theme.color(role, alpha), None, radius=2.5)
                paint_text(painter, QRectF(x + 19, 29, 120, 18), text, theme.color("second"), 12)
                x += 19 + QFontMetricsF(text_font(12)).horizontalAdvance(text) + 16
