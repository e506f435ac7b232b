"""The list of problems: how its rows are laid out and painted, and what its buttons do."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetricsF,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from studio.core.problems import Problem, Severity
from studio.core.text import _, plural, with_label
from studio.gui import widgets as w
from studio.gui.editor.problem_names import SEVERITY_NAMES
from studio.gui.editor.problems.problem_groups import ListNote, ListRow, ProblemGroup, ProblemGroupModel
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import MEDIUM, NORMAL, SEMIBOLD, current_theme, text_font
from studio.gui.widgets.actions import NAVIGATION_KEYS, Index, plain_view
from studio.gui.widgets.buttons import Menu

ITEM = Qt.ItemDataRole
ROW_HEIGHT, NOTE_HEIGHT = 29, 36
CHIP_SIZE = QSize(88, 20)
STEPPER_WIDTH = 76  # two arrows and the number between them
PLACE, TEXT, BACK, NEXT, FIX, EXPLAIN, MORE = "place", "words", "back", "next", "fix", "explain", "more"
"""The parts of a row: plate with the place, message (a click chooses the row), arrows between places, buttons."""
BUTTON_PARTS = (BACK, NEXT, FIX, EXPLAIN, MORE)
MIN_TEXT_WIDTH = 220  # if less width is left next to the buttons, the message is below them
TEXT_OFFSET = 26
MIN_PLACE, MIN_FIX = 44, 64  # least width of plate and fix button; below that the arrows are hidden
MIN_NOTE_WIDTH = 120  # if less width is left next to its button, a note is above it
NOTE_BUTTON_HEIGHT = 30
IGNORED_OPACITY = 0.5
MAX_TIP_LINES = 12


class ProblemDelegate(QStyledItemDelegate):
    """Paints a row: severity, place on a small plate as names on a chart, message, buttons."""

    def __init__(self, parent: QListView, findings: ProblemGroupModel) -> None:
        super().__init__(parent)
        self.view = parent
        self.group_model = findings
        self.fix_width = 0
        self.hovered: tuple[int, str] = (-1, "")  # row and part under the pointer
        self.is_down = False  # whether that part is pressed

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        row = self.group_model.row_at(index)
        if row is None:
            return QSize(100, NOTE_HEIGHT)
        if isinstance(row, ListNote):
            parts = self._note_parts(row, self._row_box())
            high = max(NOTE_HEIGHT, math.ceil(w.wrapped_height(row.text, parts[TEXT].width(), 14, NORMAL)) + 15)
            is_above = FIX in parts and parts[FIX].left() < parts[TEXT].right()
            return QSize(100, high + NOTE_BUTTON_HEIGHT if is_above else high)
        # as if it were chosen, so that nothing moves when it is
        room = self._group_parts(row, self._row_box())[TEXT]
        text = w.wrapped_height(row.message, room.width(), 14, SEMIBOLD)
        return QSize(100, max(current_theme().target_size(ROW_HEIGHT), room.top() + math.ceil(text) + 12))

    def parts(self, index: Index) -> dict[str, QRect]:
        """Return the rectangles of the parts of a row in the view."""
        row, rect = self.group_model.row_at(index), self.view.visualRect(index)
        box = self._row_box().adjusted(0, rect.top(), 0, rect.bottom())
        if isinstance(row, ListNote):
            return self._note_parts(row, box)
        return {} if row is None else self._group_parts(row, box)

    def _note_parts(self, remark: ListNote, box: QRect) -> dict[str, QRect]:
        found = {TEXT: QRect(33, box.top(), box.right() - 8 - 33, box.height())}
        if not remark.button_text:
            return found
        found[FIX] = QRect(box.right() - 5 - self.fix_width, box.top() + 6, self.fix_width, 24)
        if found[FIX].left() - 10 - 33 < MIN_NOTE_WIDTH:
            found[TEXT].setHeight(box.height() - NOTE_BUTTON_HEIGHT)
            found[FIX] = QRect(33, box.bottom() - 28, min(self.fix_width, box.right() - 5 - 33), 24)
        else:
            found[TEXT].setRight(found[FIX].left() - 10)
        return found

    def _row_box(self) -> QRect:
        return QRect(0, 0, self.view.viewport().width() - 6, 1)

    def _group_parts(self, row: ProblemGroup, box: QRect) -> dict[str, QRect]:
        found = {MORE: QRect(box.right() - 29, box.top() + 2, 24, 24)}
        found[EXPLAIN] = found[MORE].translated(-26, 0)
        edge = found[EXPLAIN].left()
        least = 32 + MIN_PLACE + 8 + (10 + MIN_FIX if row.button_text else 0)
        steps = 10 + STEPPER_WIDTH if len(row.problems) > 1 and edge - 10 - STEPPER_WIDTH >= least else 0
        if row.button_text:
            width = max(MIN_FIX, min(self.fix_width, edge - 10 - steps - 8 - 32 - _plate_width(row.place)))
            found[FIX] = QRect(edge - 10 - width, box.top() + 2, width, 24)
            edge = found[FIX].left()
        if steps:
            edge -= steps
            found[BACK] = QRect(edge, box.top() + 3, 20, 22)
            found[NEXT] = QRect(edge + STEPPER_WIDTH - 20, box.top() + 3, 20, 22)
        found[PLACE] = QRect(32, box.top() + 4, min(_plate_width(row.place), edge - 8 - 32), CHIP_SIZE.height())
        found[TEXT] = QRect(130, box.top(), edge - 10 - 130, box.height())
        if self._is_narrow(box):
            found[TEXT] = QRect(32, box.top() + TEXT_OFFSET, box.right() - 8 - 32, box.height() - TEXT_OFFSET)
        return found

    def _is_narrow(self, box: QRect) -> bool:
        """Return whether messages are below the buttons: all of them, if one does not fit next to its buttons."""
        fix = 10 + self.fix_width if self.group_model.has_fixes else 0
        steps = 10 + STEPPER_WIDTH if self.group_model.has_several else 0
        return box.width() - 60 - fix - steps - 10 - 130 < MIN_TEXT_WIDTH

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, rect = self.group_model.row_at(index), QRectF(option.rect).adjusted(0, 0, -6, 0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, ListNote):
            self._paint_note(painter, rect, index, row)
        elif row is not None:
            self._paint_group(painter, option, rect, index, row)
        painter.restore()

    def _paint_group(
        self, painter: QPainter, option: QStyleOptionViewItem, rect: QRectF, index: Index, row: ProblemGroup
    ) -> None:
        theme, state, flag = current_theme(), option.state, QStyle.StateFlag
        chosen, has_keys = bool(state & flag.State_Selected), bool(state & flag.State_HasFocus)
        if chosen or has_keys or state & flag.State_MouseOver:
            ground = f"{SEVERITY_NAMES[row.severity]}_tint" if chosen else "hover"
            w.paint_row(painter, rect.adjusted(0.8, 0.8, -0.8, -1.8), ground, has_keys)
        painter.setClipRect(rect)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setClipping(False)
        painter.setOpacity(1.0 if row.entry is None else IGNORED_OPACITY)
        w.paint_severity(painter, QRectF(8, rect.top() + 6, 16, 16), row.severity)
        parts = self.parts(index)
        self._paint_chip(painter, QRectF(parts[PLACE]), row.place)
        painter.setOpacity(1.0)
        ink, weight = theme.color("text" if row.entry is None else "second"), SEMIBOLD if chosen else NORMAL
        w.paint_wrapped(painter, QRectF(parts[TEXT]).adjusted(0, 5, 0, 0), row.message, ink, 14, weight)
        pointed = self.hovered[1] if self.hovered[0] == index.row() else ""
        if BACK in parts:
            self._paint_steps(painter, parts, row, pointed)
        if row.button_text:
            self._paint_button(painter, parts[FIX], row.button_text, pointed, row is self.group_model.first_fix())
        self._paint_icon_button(painter, parts[EXPLAIN], "help", pointed == EXPLAIN)
        self._paint_icon_button(painter, parts[MORE], "more", pointed == MORE)

    def _paint_button(self, painter: QPainter, box: QRect, text: str, pointed: str, filled: bool) -> None:
        ink = w.paint_button(painter, QRectF(box), filled, self.is_down and pointed == FIX, pointed == FIX)
        weight = SEMIBOLD if filled else MEDIUM
        w.paint_text(painter, QRectF(box).adjusted(11, 0, -11, 0), text, ink, 13, weight, w.CENTER)

    def _paint_steps(self, painter: QPainter, parts: dict[str, QRect], row: ProblemGroup, pointed: str) -> None:
        """Paint the arrows between places, and the number of the current place or of all."""
        self._paint_icon_button(painter, parts[BACK], "left", pointed == BACK)
        self._paint_icon_button(painter, parts[NEXT], "right", pointed == NEXT)
        room = QRectF(parts[BACK].topRight(), parts[NEXT].bottomLeft())
        text = f"{row.place_index + 1}/{len(row.problems)}" if row.place_index >= 0 else str(len(row.problems))
        w.paint_text(painter, room, text, current_theme().color("second"), 12, MEDIUM, w.CENTER)

    def _paint_icon_button(self, painter: QPainter, box: QRect, icon: str, is_pointed: bool) -> None:
        """Paint an icon, with a button's frame under the pointer."""
        theme = current_theme()
        if is_pointed:
            ground = "tint" if self.is_down else "hover"
            w.paint_box(painter, QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), ground, "line")
        sign = icon_pixmap(icon, theme.color("text"), 14, painter.device().devicePixelRatio())
        painter.drawPixmap(box.topLeft() + QPoint((box.width() - 14) // 2, (box.height() - 14) // 2), sign)

    def _paint_chip(self, painter: QPainter, room: QRectF, place: str) -> None:
        theme = current_theme()
        plate = room.adjusted(0.5, 0.5, -0.5, -0.5)
        w.paint_box(painter, plate, "panel", "border", radius=5)
        w.paint_text(painter, plate.adjusted(5, 0, -5, 0), place, theme.color("text"), 12, MEDIUM, w.CENTER)

    def _paint_note(self, painter: QPainter, rect: QRectF, index: Index, remark: ListNote) -> None:
        ink, parts = current_theme().color(remark.role), self.parts(index)
        icon = icon_pixmap(remark.icon, ink, 18, painter.device().devicePixelRatio())
        painter.drawPixmap(7, round(rect.top()) + 9, icon)
        w.paint_wrapped(painter, QRectF(parts[TEXT]).adjusted(0, 8, 0, 0), remark.text, ink, 14, NORMAL)
        if FIX in parts:
            pointed = self.hovered[1] if self.hovered[0] == index.row() else ""
            self._paint_button(painter, parts[FIX], remark.button_text, pointed, False)

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, _option: QStyleOptionViewItem, index: Index
    ) -> bool:
        w.show_tooltip(event.globalPos(), self.tooltip(event.pos(), index), view)
        return True

    def tooltip(self, pos: QPoint, index: Index) -> str:
        row = self.group_model.row_at(index)
        if row is None:
            return ""
        part = next((name for name, box in self.parts(index).items() if box.contains(pos)), "")
        if isinstance(row, ListNote):
            return _("Remove this entry from the ignored problems") if part == FIX else ""
        if part == FIX and row.entry is not None:
            return _("Stop ignoring these problems")
        if part == FIX:
            labels = [problem.fix.label for problem in row.fixable if problem.fix is not None]
            return "\n".join(_shorten_lines(labels))
        if part in (BACK, NEXT):
            return _("Previous location") if part == BACK else _("Next location")
        if part == EXPLAIN:
            return _("Explain this problem (F1)")
        if part == MORE:
            return _("More actions")
        if part == TEXT:
            messages = [problem.message for problem in row.problems]
            return row.message if row.place_index >= 0 else "\n".join(_shorten_lines(messages))
        return row.place if row.place_index >= 0 else ", ".join(_shorten_lines(row.places))


def _plate_width(place: str) -> int:
    """Return the preferred width of the plate of a place."""
    return min(math.ceil(QFontMetricsF(text_font(12, MEDIUM)).horizontalAdvance(place)) + 15, CHIP_SIZE.width())


def _shorten_lines(lines: Sequence[str]) -> list[str]:
    """Return the first lines of a tooltip without duplicates, and how many more there are."""
    once = list(dict.fromkeys(lines))
    beyond = len(once) - MAX_TIP_LINES
    return [*once[:MAX_TIP_LINES], _("and {n} more").format(n=beyond)] if beyond > 0 else once


def fix_button_width(text: str) -> int:
    """Return the width of a button with its full label."""
    return math.ceil(QFontMetricsF(text_font(13, SEMIBOLD)).horizontalAdvance(text)) + 26


ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
KEY_LEFT, KEY_RIGHT = Qt.Key.Key_Left, Qt.Key.Key_Right


class ProblemList(QListView):
    """Rows of problems with buttons and a context menu. A click or Enter chooses a row.

    `chosen` carries the problems of a row, or the one that was stepped to; `message` is a text for the status
    bar.
    """

    chosen = Signal(tuple)
    fix_requested = Signal(object)
    fix_kind_requested = Signal(str)
    ignore_requested = Signal(tuple)
    unignore_requested = Signal(object)
    select_spaces_requested = Signal(tuple)
    explain_requested = Signal(object)
    lab_requested = Signal()
    message = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.group_model = ProblemGroupModel()
        self.setModel(self.group_model)
        self.problem_delegate = ProblemDelegate(self, self.group_model)
        self.setItemDelegate(self.problem_delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)  # walking is not yet choosing
        plain_view(self, _("Problems"))

    def show_rows(self, rows: Sequence[ListRow]) -> None:
        """List other rows; the current row and the scroll position stay."""
        current, scrolled = self.currentIndex().row(), self.verticalScrollBar().value()
        self.group_model.set_rows(list(rows))
        self.problem_delegate.hovered = (-1, "")
        if current >= 0 and rows:
            self.set_current_row(min(current, len(rows) - 1))
        self.doItemsLayout()  # or the scroll bar would have no range yet
        self.verticalScrollBar().setValue(scrolled)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay rows out again; Qt queries their heights only when the list becomes higher."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def highlight(self, chosen: Sequence[Problem]) -> None:
        """Select the row of the chosen problems, or none."""
        self.clearSelection()
        if self.group_model.focus_problem(chosen):
            self.scheduleDelayedItemsLayout()  # another message may need another height
        for number, row in enumerate(self.group_model.rows):
            if chosen and isinstance(row, ProblemGroup) and chosen[0] in row.problems:
                self.selectionModel().select(self.group_model.index(number), QItemSelectionModel.SelectionFlag.Select)
                return

    def reveal_highlighted(self) -> None:
        """Scroll to the chosen row and make it current for the keyboard."""
        for index in self.selectedIndexes():
            self.set_current_row(index.row())
            self.scrollTo(index)

    def set_current_row(self, row: int) -> None:
        keep = QItemSelectionModel.SelectionFlag.NoUpdate
        self.selectionModel().setCurrentIndex(self.group_model.index(row), keep)

    def make_menu(self, row: ProblemGroup) -> Menu:
        menu, one, several = Menu(self), row.focused, len(row.problems) > 1
        show = menu.addAction(_("Show all locations") if several else _("Show"))
        show.triggered.connect(lambda: self.chosen.emit(row.problems))
        explain = menu.addAction(_("Explain") + "\tF1")
        explain.triggered.connect(lambda: self.explain_requested.emit(one))
        cells = {cell for problem in row.problems for cell in problem.cells}
        text = plural("Select space", "Select {n} spaces", len(cells)).format(n=len(cells))
        select = menu.addAction(text if cells else _("Select spaces"))
        select.setEnabled(bool(cells))
        select.triggered.connect(lambda: self.select_spaces_requested.emit(row.problems))
        menu.addAction(_("Copy text")).triggered.connect(lambda: self._copy_text(row))
        menu.addSeparator()
        if row.entry is not None:
            menu.addAction(row.button_text).triggered.connect(lambda: self.unignore_requested.emit(row.entry))
            return menu
        text = _("Fix: {how}") if not several else _("Fix {place} only: {how}")
        place = row.places[max(row.place_index, 0)]
        fix = menu.addAction(text.format(how=w.escape_mnemonic(one.fix.label), place=place) if one.fix else _("Fix"))
        fix.setEnabled(one.fix is not None)
        fix.triggered.connect(lambda: self.fix_requested.emit(one))
        count = len(row.fixable)
        kind = menu.addAction(plural("Fix similar problems ({n})", "Fix similar problems ({n})", count).format(n=count))
        kind.setEnabled(count > 1)
        kind.triggered.connect(lambda: self.fix_kind_requested.emit(one.code))
        menu.addSeparator()
        can_ignore = row.severity is not Severity.ERROR
        ignore = menu.addAction(_("Ignore…") if can_ignore else _("Ignore… (not for errors)"))
        ignore.setEnabled(can_ignore)
        ignore.triggered.connect(lambda: self.ignore_requested.emit((one,) if row.place_index >= 0 else row.problems))
        return menu

    def _press_button(self, row: ListRow) -> None:
        if isinstance(row, ListNote) or row.entry is not None:
            self.unignore_requested.emit(row.entry)
        elif row.is_from_lab:
            self.lab_requested.emit()
        elif len(row.fixable) == 1:
            self.fix_requested.emit(row.fixable[0])
        else:
            self.fix_kind_requested.emit(row.fixable[0].code)

    def step_place(self, row: ProblemGroup, by: int) -> None:
        """Choose the next or previous place of a row, wrapping around."""
        at = (row.place_index + by if row.place_index >= 0 or by > 0 else -1) % len(row.problems)
        place, count = row.places[at], len(row.problems)
        self.chosen.emit((row.problems[at],))
        self.message.emit(_("{place}: {n} of {count}").format(place=place, n=at + 1, count=count))

    def _open_menu(self, row: ProblemGroup, place: QPoint) -> None:
        menu = self.make_menu(row)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.viewport().mapToGlobal(place))

    def _copy_text(self, row: ProblemGroup) -> None:
        lines = [with_label(place, problem.message) for place, problem in zip(row.places, row.problems, strict=True)]
        QGuiApplication.clipboard().setText("\n".join(lines) if row.place_index < 0 else lines[row.place_index])
        self.message.emit(_("The problem text was copied."))

    def _part_at(self, pos: QPoint) -> tuple[int, str]:
        """Return row and part at a position of the view."""
        index = self.indexAt(pos)
        parts = self.problem_delegate.parts(index)
        if not parts:
            return -1, ""
        return index.row(), next((name for name in BUTTON_PARTS if name in parts and parts[name].contains(pos)), TEXT)

    def _set_hovered(self, pointed: tuple[int, str], is_down: bool = False) -> None:
        delegate, shape = self.problem_delegate, Qt.CursorShape
        if (pointed, is_down) != (delegate.hovered, delegate.is_down):
            delegate.hovered, delegate.is_down = pointed, is_down
            self.viewport().setCursor(shape.PointingHandCursor if pointed[1] == FIX else shape.ArrowCursor)
            self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        row, part = self._part_at(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and row >= 0:
            self._set_hovered((row, part), part != TEXT)
            line = self.group_model.row_at(self.group_model.index(row))
            if part == TEXT and isinstance(line, ProblemGroup):
                self.chosen.emit(line.problems)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not self.problem_delegate.is_down:
            self._set_hovered(self._part_at(event.position().toPoint()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        pressed = (self.problem_delegate.hovered, self.problem_delegate.is_down)
        number, part = here = self._part_at(event.position().toPoint())
        self._set_hovered(here)
        if pressed != (here, True) or event.button() is not Qt.MouseButton.LeftButton:
            return
        index = self.group_model.index(number)
        row = self.group_model.row_at(index)
        if part == FIX and row is not None:
            self._press_button(row)
        elif isinstance(row, ProblemGroup) and part == EXPLAIN:
            self.explain_requested.emit(row.focused)
        elif isinstance(row, ProblemGroup) and part in (BACK, NEXT):
            self.step_place(row, 1 if part == NEXT else -1)
        elif isinstance(row, ProblemGroup):
            self._open_menu(row, self.problem_delegate.parts(index)[MORE].bottomLeft() + QPoint(0, 1))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._set_hovered((-1, ""))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        row = self.group_model.group_at(index)
        if row is not None:
            self._open_menu(row, self.visualRect(index).bottomLeft() if by_key else event.pos())

    def event(self, event: QEvent) -> bool:
        # The window has shortcuts on F1 and Ctrl+C; here they are about a problem.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            is_ours = event.key() == Qt.Key.Key_F1 or event.matches(QKeySequence.StandardKey.Copy)
            if is_ours and self.group_model.group_at(self.currentIndex()) is not None:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, key = self.group_model.row_at(self.currentIndex()), event.key()
        if key in ENTER_KEYS and isinstance(row, ListNote) and row.entry is not None:
            self.unignore_requested.emit(row.entry)
        elif isinstance(row, ProblemGroup) and key == Qt.Key.Key_F1:
            self.explain_requested.emit(row.focused)
        elif isinstance(row, ProblemGroup) and event.matches(QKeySequence.StandardKey.Copy):
            self._copy_text(row)
        elif isinstance(row, ProblemGroup) and key in ENTER_KEYS:
            self.chosen.emit(row.problems)
        elif isinstance(row, ProblemGroup) and key in (KEY_LEFT, KEY_RIGHT) and len(row.problems) > 1:
            self.step_place(row, 1 if key == KEY_RIGHT else -1)
        elif key in NAVIGATION_KEYS:
            super().keyPressEvent(event)
        else:
            event.ignore()  # letters are the tools' keys
