"""The panels below the form: the minimap and the undo history."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import (
    QAbstractItemView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QUndoView,
    QWidget,
)

from studio.core.form import VOID_KEY, Stamp
from studio.core.problems import Problem, Severity
from studio.core.text import _
from studio.gui.editor.document import EditCommand, EditorDocument
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.panels.palette import cell_pixmap, mean_color
from studio.gui.editor.problem_names import MAX_OUTLINED, SEVERITY_NAMES, problem_targets
from studio.gui.style.icons import icon_pixmap, transparent_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card, paint_box, paint_row, paint_text, painter_on, show_tooltip
from studio.gui.widgets.accessibility import Role
from studio.gui.widgets.actions import NAVIGATION_KEYS, Index, plain_view

FLAT_PX = 12.0  # smaller cells show only their colour, unless the rotation of their picture matters


class Minimap(QWidget):
    """A small copy of the board; a press or drag emits `moved` (board units)."""

    accessible_role = Role.Graphic
    moved = Signal(float, float)

    def __init__(self, edit_state: EditState) -> None:
        super().__init__()
        self.edit_state = edit_state
        self._board_pixmap: QPixmap | None = None
        self._pixmap_key: tuple[object, ...] = ()
        self._marks: list[tuple[int, Severity]] = []
        self._view: tuple[float, float, float, float] | None = None
        self.setMinimumHeight(64)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(_("Board overview"))
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
        with painter_on(self) as painter:
            paint_box(painter, QRectF(self.rect()), "table", None, radius=6)
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
                paint_box(painter, frame, None, "accent", width=2, radius=3)

    def _small_board(self, scale: float) -> QPixmap:
        """Paint all stamps, cached until the layout changes."""
        state, theme, dpr = self.edit_state, current_theme(), self.devicePixelRatioF()
        key = (scale, dpr, theme.key)
        if self._board_pixmap is not None and self._pixmap_key == key:
            return self._board_pixmap
        grid, body = state.document.grid, state.document.body
        chart = transparent_pixmap(round(grid.width * scale * dpr) + 1, round(grid.height * scale * dpr) + 1, dpr)
        pictures: dict[Stamp, QPixmap] = {}
        grounds: dict[Stamp, QColor | None] = {}
        with QPainter(chart) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            for cell in range(grid.count):
                corners = QPolygonF([QPointF(x * scale, y * scale) for x, y in grid.corners(cell)])
                stamp = state.stamp_at(cell)
                if stamp not in grounds:
                    is_empty = stamp == state.game.editing.eraser(body, cell)
                    grounds[stamp] = self._flat_color(stamp, is_empty or scale < FLAT_PX)
                ground, item = grounds[stamp], state.item(stamp)
                if ground is not None or item is None:
                    color = ground or theme.color("paper")
                    painter.setBrush(color)
                    # lines between tiny cells would dominate; their own colour closes the seams
                    painter.setPen(QPen(color if scale < FLAT_PX else theme.color("line"), 0.8))
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


ROW_HEIGHT = 27


class StepDelegate(QStyledItemDelegate):
    """Paints a step: icon and label; undone ones greyed out in italics, a dot at the saved one."""

    def __init__(self, document: EditorDocument, parent: QWidget) -> None:
        super().__init__(parent)
        self.stack = document.stack

    def icon_name(self, step: int) -> str:
        """Return the icon of a step; step 0 is the layout as opened."""
        if step == 0:
            return "open"
        command = self.stack.command(step - 1)
        return (command.icon if isinstance(command, EditCommand) else "") or "pencil"

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, current_theme().target_size(ROW_HEIGHT))

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, _option: QStyleOptionViewItem, index: Index
    ) -> bool:
        show_tooltip(event.globalPos(), index.data() or "", view)
        return True

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, step, now = current_theme(), index.row(), self.stack.index()
        rect = QRectF(option.rect).adjusted(0, 0, -4, 0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if step == now or option.state & QStyle.StateFlag.State_MouseOver:
            has_keys = step == now and option.widget is not None and option.widget.hasFocus()
            paint_row(painter, rect.adjusted(1, 1, -1, -1), "tint" if step == now else "hover", has_keys)
        ink = theme.color("text" if step <= now else "off")
        pixmap = icon_pixmap(self.icon_name(step), ink, 16, painter.device().devicePixelRatio())
        painter.drawPixmap(8, round(rect.top()) + 6, pixmap)
        paint_text(painter, rect.adjusted(34, 0, -6, 0), index.data(), ink, 13, italic=step > now)
        if self.stack.count() and step == self.stack.cleanIndex():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("done"))
            painter.drawEllipse(QRectF(2, rect.center().y() - 2, 4, 4))
        painter.restore()


class HistoryView(QUndoView):
    """The undo view without letter search, which would take the tools' shortcuts."""

    def __init__(self, document: EditorDocument) -> None:
        super().__init__(document.stack)
        self.steps = StepDelegate(document, self)
        self.setItemDelegate(self.steps)
        self.setEmptyLabel(_("Layout opened"))
        self.setUniformItemSizes(True)
        plain_view(self, _("History"))
        self.verticalScrollBar().rangeChanged.connect(self._show_step)
        document.stack.indexChanged.connect(self._show_step)  # Qt scrolls for keys, but not for a click

    def _show_step(self) -> None:
        self.scrollTo(self.currentIndex())

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        for row in (index.row() - 1, index.row() + 1, index.row()):  # the steps before and after are visible too
            if 0 <= row < self.model().rowCount():
                super().scrollTo(self.model().index(row, 0), hint)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in NAVIGATION_KEYS:
            super().keyPressEvent(event)
        else:
            event.ignore()  # letters are the tools' keys


class HistoryPanel(Card):
    def __init__(self, document: EditorDocument) -> None:
        super().__init__(_("History"), " ")
        self.stack = document.stack
        self.history = HistoryView(document)
        self.body.addWidget(self.history, 1)
        document.history_changed.connect(self._update_note)
        self._update_note()

    def _update_note(self) -> None:
        self.set_note(_("{n} of {all}").format(n=self.stack.index() + 1, all=self.stack.count() + 1))
