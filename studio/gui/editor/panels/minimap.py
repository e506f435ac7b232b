"""The whole board in small: the stamps of its spaces, what is wrong, and which part the view shows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.form import VOID_KEY, Stamp
from studio.core.problems import Problem, Severity
from studio.core.text import _
from studio.gui.editor.clipboard import MAX_OUTLINED, SEVERITY_NAMES, problem_targets
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.panels.palette import cell_pixmap, mean_color
from studio.gui.style.stylesheet import current_theme

FLAT_PX = 12.0
"""Smaller cells show only their colour, unless the rotation of their picture matters."""


class Minimap(QWidget):
    """A small copy of the board; a press or drag emits `moved` (board units)."""

    moved = Signal(float, float)

    def __init__(self, edit_state: EditState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edit_state = edit_state
        self._board_pixmap: QPixmap | None = None
        self._pixmap_key: tuple[object, ...] = ()
        self._marks: list[tuple[int, Severity]] = []
        self._view: tuple[float, float, float, float] | None = None
        self.setMinimumHeight(64)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(_("The board in small"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        edit_state.document.step_finished.connect(self._clear_pixmap)

    def sizeHint(self) -> QSize:
        return QSize(240, 100)

    def _clear_pixmap(self) -> None:
        self._board_pixmap = None
        self.update()

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Outline the cells of these problems, most severe on top."""
        ordered = sorted(problems, key=lambda problem: problem.severity)
        few = [problem for problem in ordered if len(problem_targets(problem)) <= MAX_OUTLINED[problem.severity]]
        self._marks = [(cell, problem.severity) for problem in few for cell in problem.cells]
        self.update()

    def set_view(self, left: float, top: float, right: float, bottom: float) -> None:
        self._view = (left, top, right, bottom)
        self.update()

    def _scale(self) -> tuple[float, float, float]:
        """Return pixels per board unit and the origin of the board in pixels."""
        grid = self.edit_state.document.grid
        room = QRectF(self.rect()).adjusted(8, 6, -8, -6)
        scale = min(room.width() / grid.width, room.height() / grid.height)
        left = room.center().x() - grid.width * scale / 2
        return scale, left, room.center().y() - grid.height * scale / 2

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.mouseMoveEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            scale, left, top = self._scale()
            self.moved.emit((event.position().x() - left) / scale, (event.position().y() - top) / scale)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, grid = current_theme(), self.edit_state.document.grid
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("table"))
            painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
            scale, left, top = self._scale()
            painter.drawPixmap(QPointF(left, top), self._small_board(scale))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for cell, severity in self._marks:
                if 0 <= cell < grid.count:
                    corners = [QPointF(left + x * scale, top + y * scale) for x, y in grid.corners(cell)]
                    painter.setPen(QPen(theme.color(f"{SEVERITY_NAMES[severity]}_mark"), 1.8))
                    painter.drawPolygon(QPolygonF(corners))
            if self._view is not None:
                a, b, c, d = self._view
                frame = QRectF(left + a * scale, top + b * scale, (c - a) * scale, (d - b) * scale)
                frame = frame.intersected(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5))
                painter.setPen(QPen(theme.color("accent"), 2))
                painter.drawRoundedRect(frame, 3, 3)

    def _small_board(self, scale: float) -> QPixmap:
        """Paint all stamps, cached until the layout changes."""
        desk, theme, dpr = self.edit_state, current_theme(), self.devicePixelRatioF()
        key = (scale, dpr, theme.key)
        if self._board_pixmap is not None and self._pixmap_key == key:
            return self._board_pixmap
        grid, body = desk.document.grid, desk.document.body
        chart = QPixmap(round(grid.width * scale * dpr) + 1, round(grid.height * scale * dpr) + 1)
        chart.setDevicePixelRatio(dpr)
        chart.fill(Qt.GlobalColor.transparent)
        pictures: dict[Stamp, QPixmap] = {}
        grounds: dict[Stamp, QColor | None] = {}
        with QPainter(chart) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            for cell in range(grid.count):
                corners = QPolygonF([QPointF(x * scale, y * scale) for x, y in grid.corners(cell)])
                stamp = desk.game.editing.pick(body, cell)
                if stamp not in grounds:
                    grounds[stamp] = self._flat_color(
                        stamp, stamp == desk.game.editing.eraser(body, cell) or scale < FLAT_PX
                    )
                ground, item = grounds[stamp], desk.item(stamp)
                if ground is not None or item is None:
                    colour = ground or theme.color("paper")
                    painter.setBrush(colour)
                    # lines between tiny cells would be all one sees; their own colour closes the seams
                    painter.setPen(QPen(colour if scale < FLAT_PX else theme.color("line"), 0.8))
                    painter.drawPolygon(corners)
                    continue
                box = corners.boundingRect()
                if stamp not in pictures:
                    shape = corners.translated(-box.topLeft())
                    pictures[stamp] = cell_pixmap(item, stamp.turn, shape, theme, dpr)
                painter.drawPixmap(box, pictures[stamp], QRectF(0, 0, box.width() * dpr, box.height() * dpr))
        self._board_pixmap, self._pixmap_key = chart, key
        return chart

    def _flat_color(self, stamp: Stamp, flat: bool) -> QColor | None:
        """Return the colour of a space that is shown without picture, else None."""
        item, theme = self.edit_state.item(stamp), current_theme()
        if stamp.key == VOID_KEY:
            return theme.color("table_edge")
        if item is None:
            return theme.color("paper")
        return mean_color(item, theme) if flat and item.turns <= 1 else None
