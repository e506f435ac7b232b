"""What stands beside the board and can be clicked where it is lit: pictures, and cards of things with numbers."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPainterPath
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.panel import Item
from studio.gui.play.paint import paint_lit
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Tipped


class LitView(Tipped):
    """Knows which of its targets are lit. `pointed(target)`, `clicked(target)`."""

    pointed = Signal(int)
    clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lit: frozenset[int] = frozenset()
        self.chosen = -1
        self.setMouseTracking(True)

    def set_lit(self, lit: frozenset[int], chosen: int) -> None:
        """Which targets may be clicked now, and which is pointed at."""
        if (lit, chosen) != (self.lit, self.chosen):
            self.lit, self.chosen = lit, chosen
            self.update()

    def target_at(self, _place: QPointF) -> int:
        """The target at a place of the widget, or -1."""
        return -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        target = self.target_at(event.position())
        self.show_pointing(target)
        lit = target in self.lit  # also when it has just been found to be the end of a plan
        self.setCursor(Qt.CursorShape.PointingHandCursor if lit else Qt.CursorShape.ArrowCursor)

    def show_pointing(self, target: int) -> None:
        """The pointer has moved, and is over this target now."""
        if target in self.lit:
            self.pointed.emit(target)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        target = self.target_at(event.position())
        if target in self.lit and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(target)
        else:
            super().mousePressEvent(event)


class ItemsCard(LitView):
    """Paints things with numbers, some of them targets. Subclasses say where, by `place_item`, each time they paint."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.density = 0
        self._boxes: list[tuple[QRectF, Item]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_density(self, density: int) -> None:
        """Roomy (0) or closer (1, 2, 3)."""
        if density != self.density:
            self.density = density
            self.updateGeometry()
            self.update()

    def place_item(self, painter: QPainter, box: QRectF, item: Item, frame: QRectF, corner: float) -> None:
        """A thing stands in this box; lit, it has a frame."""
        self._boxes.append((box, item))
        if item.target >= 0 and item.target in self.lit:
            path = QPainterPath()
            path.addRoundedRect(frame, corner, corner)
            paint_lit(painter, path, current_theme(), "chosen" if item.target == self.chosen else "legal")

    def _item_at(self, place: QPointF) -> Item | None:
        return next((item for box, item in self._boxes if box.contains(place)), None)

    def target_at(self, place: QPointF) -> int:
        item = self._item_at(place)
        return item.target if item is not None else -1

    def words_at(self, place: QPointF) -> str:
        item = self._item_at(place)
        return (item.tip or item.caption) if item is not None else ""

    def place_of(self, target: int) -> QPointF | None:
        """Where a target's thing stands on this card (after it has been painted), for pointing at it."""
        return next((box.center() for box, item in self._boxes if item.target == target), None)
