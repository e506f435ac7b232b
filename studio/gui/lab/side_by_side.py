"""Two layouts and their difference as three small boards; the one that is pressed is shown large."""

from __future__ import annotations

from statistics import pstdev

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.core.grid import Grid
from studio.core.picture import Picture
from studio.core.text import _
from studio.drawing.survey import laid_over
from studio.gui.output.marked_board import cropped
from studio.gui.output.thumbnails import Thumbnail
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card, Elided, set_tip

FIRST, SECOND, DIFFERENCE = "first", "second", "difference"
SMALL = QSize(150, 108)


class SmallBoard(Thumbnail):
    """One board with a map on it, a space ringed; pressed by pointer or key it emits `pressed`."""

    pressed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(SMALL)
        self.ring: tuple[float, float] | None = None
        self.is_chosen = False
        self._map: Picture | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(SMALL.width() // 2)
        self.setFixedHeight(SMALL.height())
        self.setAccessibleName(name)
        set_tip(self, _("Show it large"))

    def show_map(self, board: Picture, laid: Picture) -> None:
        """Show a board's spaces with a map on them."""
        self._map = cropped(laid_over(board, [laid]), rim=0.1)
        self.show_picture(self._map)

    def show_ring(self, grid: Grid, cell: int) -> None:
        """Ring a space, or (-1) none."""
        self.ring = grid.centre(cell) if cell >= 0 else None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.pressed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.pressed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            if self.ring is not None and self._map is not None and self.is_drawn():
                left, top, right, _bottom = self._map.bounds
                place = self.place()
                scale = place.width() / (right - left)
                at = QPointF(place.left() + (self.ring[0] - left) * scale, place.top() + (self.ring[1] - top) * scale)
                half = max(5.0, 0.55 * scale)
                for colour, wide in (("ring_shade", 4.0), ("gold_ring", 2.0)):
                    painter.setPen(QPen(theme.color(colour), wide))
                    painter.drawRect(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half))
            if self.is_chosen or self.hasFocus():
                painter.setPen(QPen(theme.color("accent"), 2 if self.is_chosen else 1.2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5, 5)


class SideBySide(Card):
    """A, B, and A less B. `chosen` carries which of them is to be shown large."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__(_("Side by side"), " ")
        row = QHBoxLayout()
        row.setSpacing(8)
        self.boards: dict[str, SmallBoard] = {}
        self.names: dict[str, Elided] = {}
        for key, name in ((FIRST, _("A")), (SECOND, _("B")), (DIFFERENCE, _("A − B"))):
            holder = QWidget()
            column = QVBoxLayout(holder)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(3)
            self.names[key] = Elided(name, "text", 13)
            column.addWidget(self.names[key])
            board = SmallBoard(name)
            board.pressed.connect(lambda key=key: self._choose(key))
            column.addWidget(board)
            self.boards[key] = board
            row.addWidget(holder, 1)
        self.body.addLayout(row)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.current = FIRST
        self.show_chosen(FIRST)

    def _choose(self, key: str) -> None:
        self.show_chosen(key)
        self.chosen.emit(key)

    def show_chosen(self, key: str) -> None:
        """Mark the one that is shown large."""
        self.current = key
        for name, board in self.boards.items():
            board.is_chosen = name == key
            board.update()

    def show_names(self, first: str, second: str) -> None:
        """What the two layouts are called."""
        for key, words in ((FIRST, _("A · {name}").format(name=first)), (SECOND, _("B · {name}").format(name=second))):
            self.names[key].set_text(words)
            self.boards[key].setAccessibleName(words)

    def show_evenness(self, first: list[float], second: list[float]) -> None:
        """Say on which of the two all spaces are more alike, by the deviation of their shares (0 to 1)."""
        if len(first) < 2 or len(second) < 2:
            self.set_note(" ")
            return
        one, other = 100 * pstdev(first), 100 * pstdev(second)
        if abs(one - other) < 1:
            words = _("equally even: σ {a:.0f} points")
        else:
            words = (
                _("A is more even: σ {a:.0f}, B {b:.0f}") if one < other else _("B is more even: σ {b:.0f}, A {a:.0f}")
            )
        self.set_note(words.format(a=one, b=other))
