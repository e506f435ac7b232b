"""Small things on the bench: what is counted on a piece, what can be dragged onto it, and the rows they stand in."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QDrag, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.pieces import Counter, Item
from studio.gui.editor.panels.stamp_pictures import square_pixmap
from studio.gui.style.fonts import MEDIUM, SEMIBOLD, text_font
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import paint_words, set_tip, text_label
from studio.gui.workshop.bench.large import ITEM_TYPE

GAP = 6
LESS = frozenset((Qt.Key.Key_Minus, Qt.Key.Key_Down, Qt.Key.Key_Backspace, Qt.Key.Key_Delete))
"""Keys that count one less."""


class CounterChip(QWidget):
    """Something counted on the piece, with its picture: a click is one more, the right button or − one less."""

    counted = Signal(object, int)

    def __init__(self, counter: Counter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.counter = counter
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_counter(counter)

    def show_counter(self, counter: Counter) -> None:
        """Another count of the same thing."""
        self.counter = counter
        self.setAccessibleName(f"{counter.field.label} {counter.field.value}")
        self.updateGeometry()
        self.update()

    @property
    def value(self) -> int:
        """How many there are."""
        return int(self.counter.field.value)

    @property
    def words(self) -> str:
        """What stands on it."""
        return f"{self.counter.field.label} {self.value}" if self.value else self.counter.field.label

    def sizeHint(self) -> QSize:
        return QSize(round(QFontMetricsF(text_font(13, SEMIBOLD)).horizontalAdvance(self.words)) + 39, 30)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._step(-1 if event.button() is Qt.MouseButton.RightButton else 1)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in LESS:
            event.accept()  # the page's own Delete would take the piece out of the set
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        more = {Qt.Key.Key_Space, Qt.Key.Key_Plus, Qt.Key.Key_Up, Qt.Key.Key_Return, Qt.Key.Key_Enter}
        key = Qt.Key(event.key())
        if key in more | LESS:
            self._step(1 if key in more else -1)
        else:
            super().keyPressEvent(event)

    def _step(self, by: int) -> None:
        field = self.counter.field
        value = min(max(self.value + by, field.least), field.most)
        if value != self.value:
            self.counted.emit(field, value)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            is_there = self.value > 0
            painter.setBrush(theme.color("gold_tint" if is_there else "inset"))
            edge = "accent" if self.hasFocus() else "gold_border" if is_there else "line"
            painter.setPen(QPen(theme.color(edge), 2 if self.hasFocus() else 1.2))
            painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
            painter.setOpacity(1.0 if is_there else 0.6)
            pixmap = square_pixmap(self.counter.picture, 0, 21, theme, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(7, 4.5), pixmap)
            painter.setOpacity(1.0)
            ink = theme.color("text" if is_there else "second")
            room = QRectF(31, 0, self.width() - 33, self.height())
            paint_words(painter, room, self.words, ink, 13, SEMIBOLD if is_there else MEDIUM)


class ItemChip(QWidget):
    """Something of the tray: dragged onto a place of the piece, or clicked to go where the keyboard is."""

    picked = Signal(str)

    def __init__(self, item: Item, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.item = item
        self._pressed: QPoint | None = None
        self.setFixedSize(40, 40)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setAccessibleName(item.name)
        set_tip(self, item.name)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None or (event.position().toPoint() - self._pressed).manhattanLength() < 8:
            return
        self._pressed = None
        drag, data = QDrag(self), QMimeData()
        data.setData(ITEM_TYPE, self.item.key.encode())
        drag.setMimeData(data)
        drag.setPixmap(square_pixmap(self.item.picture, 0, 34, current_theme(), self.devicePixelRatioF()))
        drag.setHotSpot(QPoint(17, 17))
        drag.exec(Qt.DropAction.CopyAction)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        if self._pressed is not None:
            self._pressed = None
            self.picked.emit(self.item.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.picked.emit(self.item.key)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            painter.setBrush(theme.color("inset"))
            painter.setPen(QPen(theme.color("accent" if self.hasFocus() else "line"), 2 if self.hasFocus() else 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)
            pixmap = square_pixmap(self.item.picture, 0, 30, theme, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(5, 5), pixmap)


class Flow(QWidget):
    """A title and small widgets in a row that goes on below when there is no room."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = text_label(title, "second", 13)
        self._title.setParent(self)
        self._widgets: list[QWidget] = []
        flows = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        flows.setHeightForWidth(True)
        self.setSizePolicy(flows)

    def set_title(self, title: str) -> None:
        """Another title."""
        self._title.setText(title)
        self._arrange()

    def widgets(self, kind: type[ItemChip]) -> list[ItemChip]:
        """Those of a kind."""
        return [widget for widget in self._widgets if isinstance(widget, kind)]

    def add(self, widget: QWidget) -> None:
        """One more."""
        widget.setParent(self)
        widget.show()
        self._widgets.append(widget)
        self._arrange()

    def clear(self) -> None:
        """None any more."""
        for widget in self._widgets:
            widget.hide()
            widget.deleteLater()
        self._widgets = []

    def _places(self, width: int) -> tuple[list[QRect], int]:
        """Where the widgets go in so much width, and how high that is."""
        title = self._title.sizeHint().width()
        left = title + 12 if title > 2 else 0
        x, y, high = left, 0, 0
        places = []
        for widget in self._widgets:
            size = widget.sizeHint() if widget.sizeHint().isValid() else widget.size()
            if x > left and x + size.width() > width:
                x, y = left, y + high + 6
                high = 0
            places.append(QRect(x, y, size.width(), size.height()))
            high = max(high, size.height())
            x += size.width() + GAP
        return places, y + high

    def _arrange(self) -> None:
        places, _high = self._places(self.width())
        for widget, place in zip(self._widgets, places, strict=True):
            widget.setGeometry(place)
        first = places[0].height() if places else 16
        self._title.setGeometry(0, 0, self._title.sizeHint().width(), first)
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max(1, self._places(width)[1])

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(self.width(), 200)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
