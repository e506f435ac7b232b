"""One stamp of the palette as a card: its picture and name, how many are left, and the count in the box."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication, QSizePolicy, QWidget

from studio.core.form import Field, StampItem
from studio.core.text import _
from studio.gui.editor.panels.stamp_pictures import stamp_pixmap
from studio.gui.style.fonts import MEDIUM, text_font
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import paint_choice, set_tip
from studio.gui.widgets.inputs import CountBox


class StampCard(QAbstractButton):
    """One stamp. A large card has the count of its kind below; a small one only its name."""

    tells_digit = False
    """Whether its digit is always there, not only under the pointer."""
    count_wanted = Signal(str, int)
    dragged = Signal()

    def __init__(self, item: StampItem, large: bool, digit: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.item = item
        self.large = large
        self.digit = digit
        self.turn, self.sides = 0, 4
        self._pressed = QPointF()
        self.is_with_ctrl = False
        """Whether Ctrl was held at the last press."""
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.box: CountBox | None = None
        if large and item.field:
            self.box = CountBox(parent=self)
            self.box.setMinimumWidth(0)
            self.box.changed.connect(self._count)
        self.setFixedHeight(self.sizeHint().height())
        self.set_item(item)

    @property
    def picture_side(self) -> int:
        """The side of the picture, in pixels."""
        return 60 if self.large else 30

    @property
    def is_counted(self) -> bool:
        """Whether there are only so many; fewer than none when more are used than the box holds."""
        return self.item.left >= 0 or bool(self.item.field)

    def set_item(self, item: StampItem) -> None:
        """Show another state of the same stamp."""
        self.item = item
        keys = _("key {digit}").format(digit=self.digit) if self.digit else ""
        head = f"{item.name} ({keys})" if keys else item.name
        left = _("{n} left").format(n=item.left) if self.is_counted and item.drawn < 0 else ""
        how = _("Click to take it in hand (with Ctrl beside others: one of them by chance), or drag it to the board.")
        set_tip(self, "\n".join(part for part in (head, item.tip, left, how) if part))
        self.setAccessibleName(item.name)
        self.update()

    def set_count(self, field: Field) -> None:
        """Show the count of the kind, within its limits."""
        if self.box is not None and isinstance(field.value, int):
            self.box.set_range(field.least, field.most)
            self.box.set_value(field.value)
            set_tip(self.box, field.tip or field.label)
            self.box.setAccessibleName(field.label)

    def set_turn(self, turn: int, sides: int) -> None:
        """Show the stamp turned clockwise by so many of the `sides` steps of a whole turn."""
        if (turn, sides) != (self.turn, self.sides):
            self.turn, self.sides = turn, sides
            self.update()

    def _count(self, value: int) -> None:
        self.count_wanted.emit(self.item.field, value)

    def sizeHint(self) -> QSize:
        if self.large:
            return QSize(94, 116 if self.item.field else 88)
        return QSize(44, 53)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.is_with_ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        super().mousePressEvent(event)
        self._pressed = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        away = (event.position() - self._pressed).manhattanLength()
        if event.buttons() & Qt.MouseButton.LeftButton and away >= QApplication.startDragDistance():
            self.setDown(False)
            self.dragged.emit()
        else:
            super().mouseMoveEvent(event)

    def minimumSizeHint(self) -> QSize:
        return QSize(76 if self.large else 32, self.sizeHint().height())

    def resizeEvent(self, _event: object) -> None:
        if self.box is not None:
            self.box.setGeometry(8, self.height() - 31, self.width() - 16, 25)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            on = self.isChecked()
            paint_choice(painter, self, "inset")
            side = self.picture_side
            top = 7 if self.large else 4
            left = round((self.width() - side) / 2)
            picture = self.pixmap()
            is_used_up = self.is_counted and self.item.left <= 0 and self.item.drawn < 0
            painter.setOpacity(0.35 if is_used_up else 1.0)
            painter.drawPixmap(left, top, picture)
            painter.setOpacity(1.0)
            if self.large and self.is_counted:
                self._paint_left(painter, left + side, top)
            if self.digit and (self.underMouse() or on or self.tells_digit):
                painter.setFont(text_font(12, MEDIUM))
                painter.setPen(theme.color("second"))
                painter.drawText(QRectF(3, 3, 10, 14), Qt.AlignmentFlag.AlignCenter, self.digit)
            painter.setPen(theme.color("text"))
            room = QRectF(2, top + side + 1, self.width() - 4, 17)
            name = self.item.name if self.large else caption(self.item)
            painter.setFont(_fitting(name, room.width(), 13.0 if self.large else 12.0))
            words = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, round(room.width()))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, words)

    def pixmap(self) -> QPixmap:
        """The stamp as the card shows it."""
        theme, dpr = current_theme(), self.devicePixelRatioF()
        return stamp_pixmap(self.item, self.turn, self.sides, self.picture_side, theme, dpr)

    def _paint_left(self, painter: QPainter, right: int, top: int) -> None:
        """How many are left, or how many places show it, on a small plate at the picture's corner."""
        theme = current_theme()
        painter.setFont(text_font(12, MEDIUM))
        item = self.item
        words = str(item.left if item.drawn < 0 else item.drawn).replace("-", "−")
        width = max(18, painter.fontMetrics().horizontalAdvance(words) + 9)
        plate = QRectF(right - width + 6, top - 4, width, 17)
        none = item.left < 0 if item.drawn < 0 else item.left != 0
        painter.setPen(QPen(theme.color("error" if none else "line"), 1))
        painter.setBrush(theme.color("error_tint" if none else "panel"))
        painter.drawRoundedRect(plate, 8, 8)
        painter.setPen(theme.color("error" if none else "second"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, words)


def caption(item: StampItem) -> str:
    """What stands below a small card: a letter is its own name."""
    return item.letter or item.name


def _fitting(words: str, room: float, px: float) -> QFont:
    """The type in which words fit a width, a little smaller than usual if need be."""
    sizes = [px, px - 1, px - 2]
    fonts = (text_font(size) for size in sizes)
    return next((font for font in fonts if QFontMetricsF(font).horizontalAdvance(words) <= room), text_font(sizes[-1]))
