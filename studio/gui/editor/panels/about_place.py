"""The inspector's look at one space or edge: its stamp in large, and what the problems say about it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent, QTransform
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.core.picture import is_edge
from studio.core.problems import Problem, Severity
from studio.core.text import _
from studio.gui.editor.document.desk import Desk
from studio.gui.editor.document.places import KINDS, problems_at
from studio.gui.editor.panels.stamp_pictures import stamp_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import paint_severity, paint_wrapped, text_label, wrapped_height

SIDE = 66
MOST = 3
"""So many remarks at most; the rest stands in the list of problems."""


class Portrait(QWidget):
    """What lies on a cell, in large; sides that a finding is about carry a bar."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.cell = -1
        self._sides: dict[int, Severity] = {}
        self.setFixedSize(SIDE + 4, SIDE + 4)

    def set_cell(self, cell: int, problems: Sequence[Problem]) -> None:
        """Show another cell."""
        self.cell = cell
        self._sides = {}
        for problem in problems:
            for place, side in problem.edges:
                if place == cell:
                    self._sides[side] = max(problem.severity, self._sides.get(side, problem.severity))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        desk, body, theme = self.desk, self.desk.document.body, current_theme()
        if not 0 <= self.cell < desk.document.grid.count:
            return
        stamp = desk.game.pick(body, self.cell)
        item = desk.item(stamp)
        grid = desk.document.grid
        shape = QPolygonF([QPointF(x, y) for x, y in grid.corners(self.cell)])
        box = shape.boundingRect()
        scale = SIDE / max(box.width(), box.height())
        shape = QTransform.fromScale(scale, scale).map(shape.translated(-box.center()))
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(self.width() / 2, 2 + SIDE / 2)
            if item is not None:
                pixmap = stamp_pixmap(item, stamp.turn, grid.sides, SIDE, theme, self.devicePixelRatioF())
                painter.drawPixmap(QPointF(-SIDE / 2, -SIDE / 2), pixmap)
            painter.setPen(QPen(theme.color("border"), 1))
            painter.drawPolygon(shape)
            for side, severity in self._sides.items():
                pen = QPen(theme.color(f"{KINDS[severity]}_mark"), 5)
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                painter.setPen(pen)
                painter.drawLine(shape.at(side), shape.at((side + 1) % shape.count()))


class Remark(QWidget):
    """One finding in the words of the problems panel, wrapped, on the tint of its severity."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.problem: Problem | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_problem(self, problem: Problem) -> None:
        """Say something else."""
        self.problem = problem
        self.setAccessibleName(problem.message)
        self._fit()
        self.update()

    def _fit(self) -> None:
        """Be as high as the words need at this width."""
        words = self.problem.message if self.problem is not None else ""
        self.setFixedHeight(max(28, round(wrapped_height(words, self.width() - 34, 13)) + 13))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.problem is None:
            return
        theme, kind = current_theme(), KINDS[self.problem.severity]
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(f"{kind}_tint"))
            painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
            paint_severity(painter, QRectF(7, 7, 15, 15), self.problem.severity)
            room = QRectF(28, 6, self.width() - 34, self.height() - 9)
            paint_wrapped(painter, room, self.problem.message, theme.color(kind), 13)


class AboutPlace(QWidget):
    """Portrait and remarks of the selected place; hidden when several or none are selected."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.portrait = Portrait(desk)
        self.remarks = [Remark() for _number in range(MOST)]
        self.calm = text_label(_("Nothing is wrong here."), "second", 13, wrap=True)
        column = QVBoxLayout()
        column.setSpacing(5)
        for remark in self.remarks:
            column.addWidget(remark)
        column.addWidget(self.calm)
        column.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self.portrait, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        self.refresh()

    def refresh(self) -> None:
        """Look at the selection again."""
        desk = self.desk
        target = desk.form_target
        self.setVisible(target >= 0)
        problems = problems_at(desk.document.problems, target) if target >= 0 else []
        self.portrait.setVisible(target >= 0 and not is_edge(target))
        self.portrait.set_cell(target, problems)
        self.calm.setVisible(not problems)
        for remark, problem in zip(self.remarks, [*problems[:MOST], *[None] * MOST], strict=False):
            remark.setVisible(problem is not None)
            if problem is not None:
                remark.set_problem(problem)
