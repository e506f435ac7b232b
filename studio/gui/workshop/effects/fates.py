"""Problems by what became of them: caused, mended, or they stay; each with its place and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from studio.core.problems import Problem, Severity
from studio.core.text import _, plural
from studio.gui.style.fonts import MEDIUM, text_font
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import CENTRE, Chip, paint_button, paint_severity, paint_words, show_tip
from studio.gui.widgets.views import WALKING, Index, RowsModel, plain_view

CAUSED, MENDED, STAYS = "caused", "mended", "stays"
LINE = 38


class Fate(NamedTuple):
    """A problem, and what became of it."""

    kind: str
    problem: Problem
    place: str

    @property
    def fix(self) -> str:
        """What its safe repair is called, "" without one."""
        fix = self.problem.fix
        return fix.label if fix is not None and fix.safe and self.kind != MENDED else ""

    @property
    def words(self) -> str:
        """In words, for a screen reader."""
        told = {CAUSED: _("Caused"), MENDED: _("Mended"), STAYS: _("Stays")}[self.kind]
        return f"{told}. {self.place}. {self.problem.message}"


class FateModel(RowsModel[Fate]):
    """The problems that are shown."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.rows[index.row()].words
        return None


class _FateRow(QStyledItemDelegate):
    """Paints a row: what became of it, sign, place, sentence, and at its end an eye or its safe repair."""

    def __init__(self, model: FateModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, LINE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = current_theme()
        fate = self._model.rows[index.row()]
        box = QRectF(option.rect).adjusted(0.5, 1.5, -0.5, -1.5)
        view = self.parent()
        assert isinstance(view, FateList)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_caused = fate.kind == CAUSED
        look = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "info"}[fate.problem.severity]
        if is_caused:
            painter.setBrush(theme.color(f"{look}_tint"))
            painter.setPen(QPen(theme.color(f"{look}_mark"), 1))
            painter.drawRoundedRect(box, 7, 7)
        elif view.currentIndex().row() == index.row() and view.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("accent"), 1.5))
            painter.drawRoundedRect(box, 7, 7)
        painter.setPen(Qt.PenStyle.NoPen)
        told = {CAUSED: _("Caused"), MENDED: _("Mended"), STAYS: _("Stays")}[fate.kind]
        ground, ink = {CAUSED: (f"{look}_tint", look), MENDED: ("done_tint", "done"), STAYS: ("inset", "second")}[
            fate.kind
        ]
        chip = QRectF(box.left() + 8, box.center().y() - 12, 78, 24)
        painter.setBrush(theme.color("panel" if is_caused else ground))
        painter.drawRoundedRect(chip, 12, 12)
        sign = {CAUSED: "warning", MENDED: "tick", STAYS: "dots"}[fate.kind]
        painter.drawPixmap(QPointF(chip.left() + 8, chip.center().y() - 7), icon_pixmap(sign, theme.color(ink), 14))
        paint_words(painter, chip.adjusted(27, 0, 0, 0), told, theme.color(ink), 13, MEDIUM)
        painter.setOpacity(0.55 if fate.kind == MENDED else 1.0)
        paint_severity(painter, QRectF(chip.right() + 10, box.center().y() - 8.5, 17, 17), fate.problem.severity)
        painter.setOpacity(1.0)
        wide = QFontMetricsF(text_font(13, MEDIUM)).horizontalAdvance(fate.place) + 16
        place = QRectF(chip.right() + 37, box.center().y() - 11, min(wide, 130.0), 22)
        painter.setBrush(theme.color("panel"))
        painter.setPen(QPen(theme.color("border"), 1))
        painter.drawRoundedRect(place, 6, 6)
        room = place.adjusted(6, 0, -6, 0)
        paint_words(painter, room, fate.place, theme.color("text"), 13, MEDIUM, CENTRE)
        end = self.end_box(box, fate)
        words = QRectF(place.right() + 10, box.top(), end.left() - place.right() - 18, box.height())
        paint_words(painter, words, fate.problem.message, theme.color("text"), 13.5)
        if fate.fix:
            ink_colour = paint_button(painter, end, pointed=view.pointed == index.row())
            wand = icon_pixmap("wand", ink_colour, 15)
            painter.drawPixmap(QPointF(end.left() + 9, end.center().y() - 7.5), wand)
            paint_words(painter, end.adjusted(30, 0, -4, 0), fate.fix, ink_colour, 13, MEDIUM)
        elif fate.problem.cells:
            eye = icon_pixmap("eye", theme.color("text" if view.pointed == index.row() else "second"), 17)
            painter.drawPixmap(QPointF(end.center().x() - 8.5, end.center().y() - 8.5), eye)

    @staticmethod
    def end_box(box: QRectF, fate: Fate) -> QRectF:
        """Where the eye or the repair of a row is."""
        wide = min(QFontMetricsF(text_font(13, MEDIUM)).horizontalAdvance(fate.fix) + 42, 210.0) if fate.fix else 30.0
        return QRectF(box.right() - wide - 6, box.center().y() - 13, wide, 26)


class FateList(QListView):
    """Problems by what became of them. `fix_wanted` carries one to be repaired, `show_wanted` one to be seen."""

    fix_wanted = Signal(object)
    show_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fates = FateModel()
        self.pointed = -1
        plain_view(self, _("Problems caused, mended, and those that stay"))
        self.setItemDelegate(_FateRow(self.fates, self))
        self.setModel(self.fates)
        self.setMinimumHeight(LINE)

    def _act(self, row: int) -> None:
        fate = self.fates.rows[row]
        if fate.fix:
            self.fix_wanted.emit(fate.problem)
        elif fate.problem.cells:
            self.show_wanted.emit(fate.problem)

    def _end(self, point: QPointF) -> int:
        index = self.indexAt(point.toPoint())
        if not index.isValid():
            return -1
        box = QRectF(self.visualRect(index)).adjusted(0.5, 1.5, -0.5, -1.5)
        return index.row() if _FateRow.end_box(box, self.fates.rows[index.row()]).contains(point) else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        row = self._end(event.position())
        if row >= 0:
            self._act(row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        row = self._end(event.position())
        if row != self.pointed:
            self.pointed = row
            pointing = row >= 0
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if pointing else Qt.CursorShape.ArrowCursor)
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index: QModelIndex = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and index.isValid():
            self._act(index.row())
        elif event.key() in WALKING:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            assert isinstance(event, QHelpEvent)
            index = self.indexAt(event.pos())
            fate = self.fates.rows[index.row()] if index.isValid() else None
            show_tip(event.globalPos(), "\n".join(filter(None, (fate.problem.message, fate.fix))) if fate else "", self)
            return True
        return super().viewportEvent(event)


class FateChip(Chip):
    """How many problems were caused, mended or stay; a click shows only these."""

    pressed = Signal(str)

    def __init__(self, fate: str) -> None:
        super().__init__(outlined=True)
        self.fate = fate
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._is_chosen = False
        self.show_count(())

    def show_count(self, found: Sequence[Problem]) -> None:
        """So many."""
        told = {
            CAUSED: plural("{n} caused", "{n} caused", len(found)),
            MENDED: plural("{n} mended", "{n} mended", len(found)),
            STAYS: plural("{n} stays", "{n} stay", len(found)),
        }[self.fate]
        worst = max((problem.severity for problem in found), default=Severity.INFO)
        kind = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "info"}[worst]
        if self.fate == MENDED or not found:
            kind = "done" if found else "plain"
        self.icon = {CAUSED: "warning", MENDED: "tick", STAYS: "info"}[self.fate]
        self.set_text(told.format(n=len(found)), kind)

    def set_chosen(self, chosen: bool) -> None:
        """Whether only these are shown."""
        self._is_chosen = chosen
        self.update()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        self.pressed.emit(self.fate)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.pressed.emit(self.fate)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._is_chosen or self.hasFocus():
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(current_theme().color("accent"), 2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 12, 12)
