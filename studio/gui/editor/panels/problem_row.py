"""One finding in the list of problems: its place, its sentence, its repair, and a menu of what else can be done."""

from __future__ import annotations

import math

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from studio.core.problems import Problem, Severity
from studio.core.text import _, plural
from studio.gui.style.fonts import MEDIUM, SEMIBOLD, text_font
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Elided, PlainButton, ToolButton, paint_severity

ROLES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "info"}


class PlaceChip(QWidget):
    """The place of a finding on a small plate, as names on a chart."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = text
        self.setFixedSize(88, 20)

    def set_text(self, text: str) -> None:
        """Name another place."""
        self.text = text
        self.setToolTip(text)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(text_font(12, MEDIUM))
            width = min(painter.fontMetrics().horizontalAdvance(self.text) + 15, self.width())
            plate = QRectF(0.5, 0.5, width - 1, self.height() - 1)
            painter.setBrush(theme.color("panel"))
            painter.setPen(QPen(theme.color("border"), 1))
            painter.drawRoundedRect(plate, 5, 5)
            painter.setPen(theme.color("text"))
            words = painter.fontMetrics().elidedText(self.text, Qt.TextElideMode.ElideRight, width - 10)
            painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, words)


class ProblemRow(QWidget):
    """One finding. A click anywhere chooses it; the button repairs it. Rows are used again for other findings.

    `kind_wanted` carries a code all of whose findings are to be repaired, `said` what to tell in the status bar.
    """

    chosen = Signal(object)
    fix_wanted = Signal(object)
    kind_wanted = Signal(str)
    said = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.problem: Problem | None = None
        self.is_chosen = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFixedHeight(29)
        row = QHBoxLayout(self)
        row.setContentsMargins(32, 0, 6, 0)
        row.setSpacing(10)
        self.place = PlaceChip()
        row.addWidget(self.place)
        self.words = Elided("")
        row.addWidget(self.words, 1)
        self.button = PlainButton(small=True)
        self.button.setFixedHeight(24)
        self.button.clicked.connect(lambda: self.fix_wanted.emit(self.problem))
        row.addWidget(self.button)
        self.more = ToolButton("more", _("More about this finding"), px=24, icon_px=18)
        self.more.clicked.connect(lambda: self._open_menu(self.more.mapToGlobal(QPoint(0, self.more.height()))))
        row.addWidget(self.more)
        self._repairs = 0

    def show_problem(
        self, problem: Problem, place: str, is_chosen: bool, is_first: bool, width: int, repairs: int
    ) -> None:
        """Be about this finding; `is_first` fills the button, `width` is the button's.

        `repairs` is how many findings of this code have a repair.
        """
        self.problem, self.is_chosen, self._repairs = problem, is_chosen, repairs
        self.setAccessibleName(f"{place}: {problem.message}")
        self.place.set_text(place)
        self.words.setFont(text_font(14, SEMIBOLD if is_chosen else text_font().weight()))
        self.words.set_text(problem.message)
        self.button.setVisible(problem.fix is not None)
        if problem.fix is not None:
            self.button.filled = is_first
            self.button.setFixedWidth(width)
            self.button.set_text(_short(problem.fix.label, width - 24))
            self.button.setToolTip(problem.fix.label)
        self.update()

    def menu(self) -> QMenu:
        """What can be done about this finding."""
        menu, problem = QMenu(self), self.problem
        assert problem is not None
        menu.addAction(_("Show it")).triggered.connect(lambda: self.chosen.emit(problem))
        menu.addAction(_("Copy the text")).triggered.connect(self._copy)
        menu.addSeparator()
        fix = menu.addAction(_("Fix it: {how}").format(how=problem.fix.label) if problem.fix else _("Fix it"))
        fix.setEnabled(problem.fix is not None)
        fix.triggered.connect(lambda: self.fix_wanted.emit(problem))
        words = plural("Fix all of this kind, {n}", "Fix all of this kind, {n}", self._repairs)
        kind = menu.addAction(words.format(n=self._repairs))
        kind.setEnabled(self._repairs > 1)
        kind.triggered.connect(lambda: self.kind_wanted.emit(problem.code))
        return menu

    def _open_menu(self, place: QPoint) -> None:
        if self.problem is not None:
            menu = self.menu()
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(place)

    def _copy(self) -> None:
        if self.problem is not None:
            QGuiApplication.clipboard().setText(f"{self.place.text}: {self.problem.message}")
            self.said.emit(_("The finding's text was copied."))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._open_menu(event.globalPos())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.chosen.emit(self.problem)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self.problem)
        elif key == Qt.Key.Key_Down:
            self.focusNextPrevChild(True)
        elif key == Qt.Key.Key_Up:
            self.focusNextPrevChild(False)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.problem is None:
            return
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rect = QRectF(self.rect())
            if self.is_chosen or self.underMouse() or self.hasFocus():
                role = f"{ROLES[self.problem.severity]}_tint" if self.is_chosen else "hover"
                painter.setPen(QPen(theme.color("accent"), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
                painter.setBrush(theme.color(role))
                painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -1.5), 6, 6)
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
            paint_severity(painter, QRectF(8, 6, 16, 16), self.problem.severity)


def fix_room(words: str) -> int:
    """How wide a button must be to say words in full."""
    return math.ceil(QFontMetricsF(text_font(13, SEMIBOLD)).horizontalAdvance(words)) + 26


def _short(words: str, room: float) -> str:
    """Words for a button that must fit."""
    metrics = QFontMetricsF(text_font(13, SEMIBOLD))
    return metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
