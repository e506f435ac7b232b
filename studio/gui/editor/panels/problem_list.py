"""The list of findings: each with its place, its sentence, its repair, and a menu of what else can be done."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QItemSelectionModel,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFontMetricsF,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from studio.core.problems import Problem, Severity
from studio.core.text import _, plural
from studio.gui.editor.document.places import KINDS
from studio.gui.style.fonts import MEDIUM, NORMAL, SEMIBOLD, text_font
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import CENTRE, literal, paint_button, paint_severity, paint_words, show_tip
from studio.gui.widgets.views import ROOT, WALKING, Index, plain_view

ITEM = Qt.ItemDataRole
ROW, REMARK = 29, 36
CHIP = QSize(88, 20)
WORDS, FIX, MORE = "words", "fix", "more"
"""The parts of a row: its sentence (a click anywhere chooses it), the repair's button, the menu's button."""


@dataclass(frozen=True)
class Finding:
    """A row: a problem with the words for its place, and how many of its kind have a repair."""

    problem: Problem
    place: str
    repairs: int = 0


class Findings(QAbstractListModel):
    """The findings that are listed, and below them a remark, if there is anything to say."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[Finding] = []
        self.remark = ""
        self.is_clear = True
        """Whether there is nothing to find at all, which the remark says."""

    def show_rows(self, rows: Sequence[Finding], remark: str, is_clear: bool) -> None:
        """List others."""
        self.beginResetModel()
        self.rows, self.remark, self.is_clear = list(rows), remark, is_clear
        self.endResetModel()

    def finding(self, index: Index) -> Finding | None:
        """What a row is about; None for the remark."""
        return self.rows[index.row()] if 0 <= index.row() < len(self.rows) else None

    def first_repair(self) -> Problem | None:
        """The repair to begin with: that of the first finding with one, if it is an error."""
        first = next((row.problem for row in self.rows if row.problem.fix is not None), None)
        return first if first is not None and first.severity is Severity.ERROR else None

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows) + bool(self.remark)

    def data(self, index: Index, role: int = ITEM.DisplayRole) -> object:
        row = self.finding(index)
        if role in (ITEM.DisplayRole, ITEM.AccessibleTextRole):
            return self.remark if row is None else f"{row.place}: {row.problem.message}"
        if role == ITEM.AccessibleDescriptionRole and row is not None and row.problem.fix is not None:
            return _("Fix it: {how}").format(how=row.problem.fix.label)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        return plain | Qt.ItemFlag.ItemIsSelectable if self.finding(index) is not None else plain


class FindingDelegate(QStyledItemDelegate):
    """Paints a row: the mark of severity, the place on a small plate as names on a chart, the words, two buttons."""

    def __init__(self, parent: ProblemList) -> None:
        super().__init__(parent)
        self.view = parent
        self.findings = parent.findings
        self.fix_width = 0
        self.pointed: tuple[int, str] = (-1, "")
        """Row and part under the pointer."""
        self.is_down = False
        """Whether the pointed part is a button that is pressed."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, ROW if self.findings.finding(index) is not None else REMARK)

    def parts(self, index: Index) -> dict[str, QRect]:
        """Where the parts of a row are in the view."""
        row, box = self.findings.finding(index), self.view.visualRect(index).adjusted(0, 0, -6, 0)
        if row is None:
            return {}
        more = QRect(box.right() - 29, box.top() + 2, 24, 24)
        found = {MORE: more}
        edge = more.left()
        if row.problem.fix is not None:
            found[FIX] = QRect(edge - 10 - self.fix_width, box.top() + 2, self.fix_width, 24)
            edge = found[FIX].left()
        found[WORDS] = QRect(130, box.top(), edge - 10 - 130, ROW)
        return found

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, rect = self.findings.finding(index), QRectF(option.rect).adjusted(0, 0, -6, 0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row is None:
            self._paint_remark(painter, rect)
        else:
            self._paint_row(painter, option, rect, index, row)
        painter.restore()

    def _paint_row(
        self, painter: QPainter, option: QStyleOptionViewItem, rect: QRectF, index: Index, row: Finding
    ) -> None:
        theme, state, flag = current_theme(), option.state, QStyle.StateFlag
        chosen, has_keys = bool(state & flag.State_Selected), bool(state & flag.State_HasFocus)
        if chosen or has_keys or state & flag.State_MouseOver:
            painter.setPen(QPen(theme.color("accent"), 1) if has_keys else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(f"{KINDS[row.problem.severity]}_tint" if chosen else "hover"))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -1.5), 6, 6)
        painter.setClipRect(rect)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setClipping(False)
        paint_severity(painter, QRectF(8, rect.top() + 6, 16, 16), row.problem.severity)
        self._paint_chip(painter, QRectF(32, rect.top() + 4, CHIP.width(), CHIP.height()), row.place)
        parts = self.parts(index)
        ink, weight = theme.color("text"), SEMIBOLD if chosen else NORMAL
        paint_words(painter, QRectF(parts[WORDS]), row.problem.message, ink, 14, weight)
        pointed = self.pointed[1] if self.pointed[0] == index.row() else ""
        if row.problem.fix is not None:
            filled, down = row.problem is self.findings.first_repair(), self.is_down and pointed == FIX
            ink = paint_button(painter, QRectF(parts[FIX]), filled, down, pointed == FIX)
            room = QRectF(parts[FIX]).adjusted(11, 0, -11, 0)
            paint_words(painter, room, row.problem.fix.label, ink, 13, SEMIBOLD if filled else MEDIUM, CENTRE)
        if pointed == MORE:
            painter.setPen(QPen(theme.color("line"), 1))
            painter.setBrush(theme.color("tint" if self.is_down else "hover"))
            painter.drawRoundedRect(QRectF(parts[MORE]).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        sign = icon_pixmap("more", theme.color("text"), 14, painter.device().devicePixelRatio())
        painter.drawPixmap(parts[MORE].topLeft() + QPoint(5, 5), sign)

    def _paint_chip(self, painter: QPainter, room: QRectF, place: str) -> None:
        theme = current_theme()
        width = min(QFontMetricsF(text_font(12, MEDIUM)).horizontalAdvance(place) + 15, room.width())
        plate = QRectF(room.left() + 0.5, room.top() + 0.5, width - 1, room.height() - 1)
        painter.setBrush(theme.color("panel"))
        painter.setPen(QPen(theme.color("border"), 1))
        painter.drawRoundedRect(plate, 5, 5)
        paint_words(painter, plate.adjusted(5, 0, -5, 0), place, theme.color("text"), 12, MEDIUM, CENTRE)

    def _paint_remark(self, painter: QPainter, rect: QRectF) -> None:
        icon, role = ("tick", "done") if self.findings.is_clear else ("eye_closed", "second")
        ink: QColor = current_theme().color(role)
        sign = icon_pixmap(icon, ink, 18, painter.device().devicePixelRatio())
        painter.drawPixmap(7, round(rect.top()) + 9, sign)
        paint_words(painter, rect.adjusted(33, 0, 0, 0), self.findings.remark, ink)

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, _option: QStyleOptionViewItem, index: Index
    ) -> bool:
        show_tip(event.globalPos(), self.tip(event.pos(), index), view)
        return True

    def tip(self, pos: QPoint, index: Index) -> str:
        """What a place of a row is: the finding's place, the words that were cut short, what a button does."""
        row = self.findings.finding(index)
        if row is None:
            return ""
        part = next((name for name, box in self.parts(index).items() if box.contains(pos)), "")
        if part == FIX and row.problem.fix is not None:
            return row.problem.fix.label
        if part == MORE:
            return _("More about this finding")
        return row.problem.message if part == WORDS else row.place


class ProblemList(QListView):
    """Findings under the hand: a click chooses one, its buttons repair it or open a menu; Enter chooses, too.

    `kind_wanted` carries a code all of whose findings are to be repaired, `said` what to tell in the status bar.
    """

    chosen = Signal(object)
    fix_wanted = Signal(object)
    kind_wanted = Signal(str)
    said = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.findings = Findings(self)
        self.setModel(self.findings)
        self.rows = FindingDelegate(self)
        self.setItemDelegate(self.rows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)  # walking is not yet choosing
        plain_view(self, _("Problems"))

    def show_findings(self, rows: Sequence[Finding], remark: str, is_clear: bool) -> None:
        """List others; the keyboard stays on the same line, the view where it was scrolled to."""
        line, depth = self.currentIndex().row(), self.verticalScrollBar().value()
        self.findings.show_rows(rows, remark, is_clear)
        self.rows.pointed = (-1, "")
        if line >= 0 and rows:
            self._put_keys(min(line, len(rows) - 1))
        self.doItemsLayout()  # else there is nothing yet to scroll through
        self.verticalScrollBar().setValue(depth)

    def mark(self, problem: Problem | None) -> None:
        """Let the chosen finding stand out, or none."""
        self.clearSelection()
        row = next((at for at, row in enumerate(self.findings.rows) if row.problem == problem), -1)
        if row >= 0:
            self.selectionModel().select(self.findings.index(row), QItemSelectionModel.SelectionFlag.Select)

    def reveal(self) -> None:
        """Scroll to the chosen finding, and let the keyboard go on from there."""
        for index in self.selectedIndexes():
            self._put_keys(index.row())
            self.scrollTo(index)

    def _put_keys(self, row: int) -> None:
        keep = QItemSelectionModel.SelectionFlag.NoUpdate
        self.selectionModel().setCurrentIndex(self.findings.index(row), keep)

    def menu(self, row: Finding) -> QMenu:
        """What can be done about a finding."""
        menu, problem = QMenu(self), row.problem
        menu.addAction(_("Show it")).triggered.connect(lambda: self.chosen.emit(problem))
        menu.addAction(_("Copy the text")).triggered.connect(lambda: self._copy(row))
        menu.addSeparator()
        fix = menu.addAction(_("Fix it: {how}").format(how=literal(problem.fix.label)) if problem.fix else _("Fix it"))
        fix.setEnabled(problem.fix is not None)
        fix.triggered.connect(lambda: self.fix_wanted.emit(problem))
        words = plural("Fix all of this kind, {n}", "Fix all of this kind, {n}", row.repairs)
        kind = menu.addAction(words.format(n=row.repairs))
        kind.setEnabled(row.repairs > 1)
        kind.triggered.connect(lambda: self.kind_wanted.emit(problem.code))
        return menu

    def _open_menu(self, row: Finding, place: QPoint) -> None:
        menu = self.menu(row)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.viewport().mapToGlobal(place))

    def _copy(self, row: Finding) -> None:
        QGuiApplication.clipboard().setText(f"{row.place}: {row.problem.message}")
        self.said.emit(_("The finding's text was copied."))

    # pointer and keys

    def _part_at(self, pos: QPoint) -> tuple[int, str]:
        """Row and part at a place of the view."""
        index = self.indexAt(pos)
        if self.findings.finding(index) is None:
            return -1, ""
        parts = self.rows.parts(index)
        return index.row(), next((name for name in (FIX, MORE) if name in parts and parts[name].contains(pos)), WORDS)

    def _point(self, pointed: tuple[int, str], is_down: bool = False) -> None:
        if (pointed, is_down) != (self.rows.pointed, self.rows.is_down):
            self.rows.pointed, self.rows.is_down = pointed, is_down
            self.viewport().setCursor(
                Qt.CursorShape.PointingHandCursor if pointed[1] == FIX else Qt.CursorShape.ArrowCursor
            )
            self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        row, part = self._part_at(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and row >= 0:
            self._point((row, part), part != WORDS)
            if part == WORDS:
                self.chosen.emit(self.findings.rows[row].problem)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not self.rows.is_down:
            self._point(self._part_at(event.position().toPoint()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        pressed, here = (self.rows.pointed, self.rows.is_down), self._part_at(event.position().toPoint())
        self._point(here)
        if pressed == (here, True) and event.button() is Qt.MouseButton.LeftButton:
            row = self.findings.rows[here[0]]
            if here[1] == FIX:
                self.fix_wanted.emit(row.problem)
            else:
                self._open_menu(row, self.rows.parts(self.findings.index(here[0]))[MORE].bottomLeft() + QPoint(0, 1))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point((-1, ""))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        row = self.findings.finding(index)
        if row is not None:
            self._open_menu(row, self.visualRect(index).bottomLeft() if by_key else event.pos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.findings.finding(self.currentIndex())
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and row is not None:
            self.chosen.emit(row.problem)
        elif event.key() in WALKING:
            super().keyPressEvent(event)
        else:
            event.ignore()  # letters are the tools' keys


def fix_room(words: str) -> int:
    """How wide a button must be to say words in full."""
    return math.ceil(QFontMetricsF(text_font(13, SEMIBOLD)).horizontalAdvance(words)) + 26
