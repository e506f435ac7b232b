"""How a row of the list of findings looks: the parts it has, where they are, what they say under the pointer."""

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
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from studio.core.problems import Problem, Severity
from studio.core.text import _, headed, plural
from studio.gui.editor.clipboard import KINDS
from studio.gui.editor.problems.problem_groups import Finding, Findings, Line, Remark
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import MEDIUM, NORMAL, SEMIBOLD, current_theme, text_font
from studio.gui.widgets import (
    CENTRE,
    literal,
    paint_button,
    paint_row,
    paint_severity,
    paint_words,
    paint_wrapped,
    show_tip,
    wrapped_height,
)
from studio.gui.widgets.actions import WALKING, Index, plain_view
from studio.gui.widgets.buttons import Menu

ITEM = Qt.ItemDataRole
ROW, REMARK = 29, 36
CHIP = QSize(88, 20)
STEPS = 76
"""The room for the two arrows of a row with several places, and for the number between them."""
PLACE, WORDS, BACK, NEXT, FIX, EXPLAIN, MORE = "place", "words", "back", "next", "fix", "explain", "more"
"""The parts of a row: the plate with its place, its sentence (a click anywhere chooses it), the arrows from place to
place, the repair's button, the buttons that explain it and that open its menu."""
BUTTONS = (BACK, NEXT, FIX, EXPLAIN, MORE)
READABLE = 220
"""A sentence with less room than this beside the buttons lies below them instead."""
TOP = 26
"""How much lower it lies there."""
LEAST_PLACE, LEAST_FIX = 44, 64
"""So much is left of a place and of a repair's words where they have little room; then the arrows go, since keys do as
they do."""
TOLD_BESIDE = 120
"""A remark with less room than this beside its button stands above it."""
FOOT = 30
"""What the button takes there."""
IGNORED = 0.5
"""How much of the marks is left of a finding that is ignored."""
TOLD = 12
"""So many lines a tip has at most."""


class FindingDelegate(QStyledItemDelegate):
    """Paints a row: the mark of severity, the place on a small plate as names on a chart, the words, two buttons."""

    def __init__(self, parent: QListView, findings: Findings) -> None:
        super().__init__(parent)
        self.view = parent
        self.findings = findings
        self.fix_width = 0
        self.pointed: tuple[int, str] = (-1, "")
        """Row and part under the pointer."""
        self.is_down = False
        """Whether the pointed part is a button that is pressed."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        row = self.findings.line(index)
        if row is None:
            return QSize(100, REMARK)
        if isinstance(row, Remark):
            parts = self._remark_parts(row, self._box())
            high = max(REMARK, math.ceil(wrapped_height(row.words, parts[WORDS].width(), 14, NORMAL)) + 15)
            is_above = FIX in parts and parts[FIX].left() < parts[WORDS].right()
            return QSize(100, high + FOOT if is_above else high)
        # as if it were chosen, so that nothing moves when it is
        room = self._parts(row, self._box())[WORDS]
        words = wrapped_height(row.message, room.width(), 14, SEMIBOLD)
        return QSize(100, max(current_theme().target(ROW), room.top() + math.ceil(words) + 12))

    def parts(self, index: Index) -> dict[str, QRect]:
        """Where the parts of a row are in the view."""
        row, rect = self.findings.line(index), self.view.visualRect(index)
        box = self._box().adjusted(0, rect.top(), 0, rect.bottom())
        if isinstance(row, Remark):
            return self._remark_parts(row, box)
        return {} if row is None else self._parts(row, box)

    def _remark_parts(self, remark: Remark, box: QRect) -> dict[str, QRect]:
        found = {WORDS: QRect(33, box.top(), box.right() - 8 - 33, box.height())}
        if not remark.fix_words:
            return found
        found[FIX] = QRect(box.right() - 5 - self.fix_width, box.top() + 6, self.fix_width, 24)
        if found[FIX].left() - 10 - 33 < TOLD_BESIDE:
            found[WORDS].setHeight(box.height() - FOOT)
            found[FIX] = QRect(33, box.bottom() - 28, min(self.fix_width, box.right() - 5 - 33), 24)
        else:
            found[WORDS].setRight(found[FIX].left() - 10)
        return found

    def _box(self) -> QRect:
        """The room for a row, without its height."""
        return QRect(0, 0, self.view.viewport().width() - 6, 1)

    def _parts(self, row: Finding, box: QRect) -> dict[str, QRect]:
        found = {MORE: QRect(box.right() - 29, box.top() + 2, 24, 24)}
        found[EXPLAIN] = found[MORE].translated(-26, 0)
        edge = found[EXPLAIN].left()
        least = 32 + LEAST_PLACE + 8 + (10 + LEAST_FIX if row.fix_words else 0)
        steps = 10 + STEPS if len(row.problems) > 1 and edge - 10 - STEPS >= least else 0
        if row.fix_words:
            width = max(LEAST_FIX, min(self.fix_width, edge - 10 - steps - 8 - 32 - _plate_width(row.place)))
            found[FIX] = QRect(edge - 10 - width, box.top() + 2, width, 24)
            edge = found[FIX].left()
        if steps:
            edge -= steps
            found[BACK] = QRect(edge, box.top() + 3, 20, 22)
            found[NEXT] = QRect(edge + STEPS - 20, box.top() + 3, 20, 22)
        found[PLACE] = QRect(32, box.top() + 4, min(_plate_width(row.place), edge - 8 - 32), CHIP.height())
        found[WORDS] = QRect(130, box.top(), edge - 10 - 130, box.height())
        if self._is_narrow(box):
            found[WORDS] = QRect(32, box.top() + TOP, box.right() - 8 - 32, box.height() - TOP)
        return found

    def _is_narrow(self, box: QRect) -> bool:
        """Whether sentences lie below their buttons: all of them, where one would have no room beside."""
        fix = 10 + self.fix_width if self.findings.has_repairs else 0
        steps = 10 + STEPS if self.findings.has_several else 0
        return box.width() - 60 - fix - steps - 10 - 130 < READABLE

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, rect = self.findings.line(index), QRectF(option.rect).adjusted(0, 0, -6, 0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Remark):
            self._paint_remark(painter, rect, index, row)
        elif row is not None:
            self._paint_row(painter, option, rect, index, row)
        painter.restore()

    def _paint_row(
        self, painter: QPainter, option: QStyleOptionViewItem, rect: QRectF, index: Index, row: Finding
    ) -> None:
        theme, state, flag = current_theme(), option.state, QStyle.StateFlag
        chosen, has_keys = bool(state & flag.State_Selected), bool(state & flag.State_HasFocus)
        if chosen or has_keys or state & flag.State_MouseOver:
            ground = f"{KINDS[row.severity]}_tint" if chosen else "hover"
            paint_row(painter, rect.adjusted(0.8, 0.8, -0.8, -1.8), ground, has_keys)
        painter.setClipRect(rect)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setClipping(False)
        painter.setOpacity(1.0 if row.entry is None else IGNORED)
        paint_severity(painter, QRectF(8, rect.top() + 6, 16, 16), row.severity)
        parts = self.parts(index)
        self._paint_chip(painter, QRectF(parts[PLACE]), row.place)
        painter.setOpacity(1.0)
        ink, weight = theme.color("text" if row.entry is None else "second"), SEMIBOLD if chosen else NORMAL
        paint_wrapped(painter, QRectF(parts[WORDS]).adjusted(0, 5, 0, 0), row.message, ink, 14, weight)
        pointed = self._pointed(index)
        if BACK in parts:
            self._paint_steps(painter, parts, row, pointed)
        if row.fix_words:
            self._paint_button(painter, parts[FIX], row.fix_words, pointed, row is self.findings.first_repair())
        self._paint_sign(painter, parts[EXPLAIN], "help", pointed == EXPLAIN)
        self._paint_sign(painter, parts[MORE], "more", pointed == MORE)

    def _pointed(self, index: Index) -> str:
        """The part of this row that the pointer is on."""
        return self.pointed[1] if self.pointed[0] == index.row() else ""

    def _paint_button(self, painter: QPainter, box: QRect, words: str, pointed: str, filled: bool) -> None:
        ink = paint_button(painter, QRectF(box), filled, self.is_down and pointed == FIX, pointed == FIX)
        weight = SEMIBOLD if filled else MEDIUM
        paint_words(painter, QRectF(box).adjusted(11, 0, -11, 0), words, ink, 13, weight, CENTRE)

    def _paint_steps(self, painter: QPainter, parts: dict[str, QRect], row: Finding, pointed: str) -> None:
        """The arrows from place to place, and between them which one it is, or how many there are."""
        self._paint_sign(painter, parts[BACK], "left", pointed == BACK)
        self._paint_sign(painter, parts[NEXT], "right", pointed == NEXT)
        room = QRectF(parts[BACK].topRight(), parts[NEXT].bottomLeft())
        words = f"{row.at + 1}/{len(row.problems)}" if row.at >= 0 else str(len(row.problems))
        paint_words(painter, room, words, current_theme().color("second"), 12, MEDIUM, CENTRE)

    def _paint_sign(self, painter: QPainter, box: QRect, icon: str, is_pointed: bool) -> None:
        """A small button that is only a sign until the pointer is on it."""
        theme = current_theme()
        if is_pointed:
            painter.setPen(QPen(theme.color("line"), 1))
            painter.setBrush(theme.color("tint" if self.is_down else "hover"))
            painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        sign = icon_pixmap(icon, theme.color("text"), 14, painter.device().devicePixelRatio())
        painter.drawPixmap(box.topLeft() + QPoint((box.width() - 14) // 2, (box.height() - 14) // 2), sign)

    def _paint_chip(self, painter: QPainter, room: QRectF, place: str) -> None:
        theme = current_theme()
        plate = room.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setBrush(theme.color("panel"))
        painter.setPen(QPen(theme.color("border"), 1))
        painter.drawRoundedRect(plate, 5, 5)
        paint_words(painter, plate.adjusted(5, 0, -5, 0), place, theme.color("text"), 12, MEDIUM, CENTRE)

    def _paint_remark(self, painter: QPainter, rect: QRectF, index: Index, remark: Remark) -> None:
        ink, parts = current_theme().color(remark.role), self.parts(index)
        sign = icon_pixmap(remark.icon, ink, 18, painter.device().devicePixelRatio())
        painter.drawPixmap(7, round(rect.top()) + 9, sign)
        paint_wrapped(painter, QRectF(parts[WORDS]).adjusted(0, 8, 0, 0), remark.words, ink, 14, NORMAL)
        if FIX in parts:
            self._paint_button(painter, parts[FIX], remark.fix_words, self._pointed(index), False)

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, _option: QStyleOptionViewItem, index: Index
    ) -> bool:
        show_tip(event.globalPos(), self.tip(event.pos(), index), view)
        return True

    def tip(self, pos: QPoint, index: Index) -> str:
        """What a part of a row is: the places of the finding, what is wrong at each of them, what a button does."""
        row = self.findings.line(index)
        if row is None:
            return ""
        part = next((name for name, box in self.parts(index).items() if box.contains(pos)), "")
        if isinstance(row, Remark):
            return _("Ask no longer for this to be ignored") if part == FIX else ""
        if part == FIX and row.entry is not None:
            return _("Let these findings count again")
        if part == FIX:
            labels = [problem.fix.label for problem in row.mendable if problem.fix is not None]
            return "\n".join(_few(labels))
        if part in (BACK, NEXT):
            return _("The place before") if part == BACK else _("The next place")
        if part == EXPLAIN:
            return _("What does this mean? (F1)")
        if part == MORE:
            return _("What else can be done")
        if part == WORDS:
            return row.message if row.at >= 0 else "\n".join(_few([problem.message for problem in row.problems]))
        return row.place if row.at >= 0 else ", ".join(_few(row.places))


def _plate_width(place: str) -> int:
    """How wide the plate of a place is where there is room for it."""
    return min(math.ceil(QFontMetricsF(text_font(12, MEDIUM)).horizontalAdvance(place)) + 15, CHIP.width())


def _few(lines: Sequence[str]) -> list[str]:
    """The first lines of a tip, each once, and how many there are beyond."""
    once = list(dict.fromkeys(lines))
    beyond = len(once) - TOLD
    return [*once[:TOLD], _("and {n} more").format(n=beyond)] if beyond > 0 else once


def fix_room(words: str) -> int:
    """How wide a button must be to say words in full."""
    return math.ceil(QFontMetricsF(text_font(13, SEMIBOLD)).horizontalAdvance(words)) + 26


# The list of findings: each cause with its places, its sentence, its repair, and a menu of what else can be done.

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class ProblemList(QListView):
    """Findings under the hand: a click chooses one, its buttons repair it or open a menu; Enter chooses, too.

    `chosen` carries the problems of a row, or the one of them that was stepped to; `fix_wanted` one problem to repair,
    `kind_wanted` a code all of whose findings are to be repaired, `ignore_wanted` problems of one code that are not to
    count, `heed_wanted` an entry that ignores no more, `spaces_wanted` problems whose spaces are to be selected,
    `explain_wanted` one problem to explain, `lab_wanted` asks for the matches behind a finding, `said` what to tell in
    the status bar.
    """

    chosen = Signal(tuple)
    fix_wanted = Signal(object)
    kind_wanted = Signal(str)
    ignore_wanted = Signal(tuple)
    heed_wanted = Signal(object)
    spaces_wanted = Signal(tuple)
    explain_wanted = Signal(object)
    lab_wanted = Signal()
    said = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.findings = Findings(self)
        self.setModel(self.findings)
        self.rows = FindingDelegate(self, self.findings)
        self.setItemDelegate(self.rows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)  # walking is not yet choosing
        plain_view(self, _("Problems"))

    def show_findings(self, rows: Sequence[Finding], remark: Remark | None, aside: Sequence[Line] = ()) -> None:
        """List others; the keyboard stays on the same line, the view where it was scrolled to."""
        line, depth = self.currentIndex().row(), self.verticalScrollBar().value()
        self.findings.show_rows(rows, remark, aside)
        self.rows.pointed = (-1, "")
        last = self.findings.rowCount() - 1
        if line >= 0 and last >= 0:
            self._put_keys(min(line, last))
        self.doItemsLayout()  # else there is nothing yet to scroll through
        self.verticalScrollBar().setValue(depth)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In another width sentences take other heights: Qt asks for these anew only when the list grows higher."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def mark(self, chosen: Sequence[Problem]) -> None:
        """Let the row of the chosen findings stand out, or none."""
        self.clearSelection()
        if self.findings.step_to(chosen):
            self.scheduleDelayedItemsLayout()  # another sentence may need another height
        lines = enumerate(self.findings.lines)
        row = next((at for at, row in lines if chosen and isinstance(row, Finding) and chosen[0] in row.problems), -1)
        if row >= 0:
            self.selectionModel().select(self.findings.index(row), QItemSelectionModel.SelectionFlag.Select)

    def begin(self) -> None:
        """Let the keyboard go on from the first line."""
        if self.findings.rowCount():
            self._put_keys(0)

    def reveal(self) -> None:
        """Scroll to the chosen finding, and let the keyboard go on from there."""
        for index in self.selectedIndexes():
            self._put_keys(index.row())
            self.scrollTo(index)

    def _put_keys(self, row: int) -> None:
        keep = QItemSelectionModel.SelectionFlag.NoUpdate
        self.selectionModel().setCurrentIndex(self.findings.index(row), keep)

    def menu(self, row: Finding) -> Menu:
        """What can be done about a finding."""
        menu, one = Menu(self), row.problems[max(row.at, 0)]
        several = len(row.problems) > 1
        show = menu.addAction(_("Show all places") if several else _("Show it"))
        show.triggered.connect(lambda: self.chosen.emit(row.problems))
        explain = menu.addAction(_("Explain it") + "\tF1")
        explain.triggered.connect(lambda: self.explain_wanted.emit(one))
        cells = {cell for problem in row.problems for cell in problem.cells}
        words = plural("Select its space", "Select its {n} spaces", len(cells)).format(n=len(cells))
        select = menu.addAction(words if cells else _("Select its spaces"))
        select.setEnabled(bool(cells))
        select.triggered.connect(lambda: self.spaces_wanted.emit(row.problems))
        menu.addAction(_("Copy the text")).triggered.connect(lambda: self._copy(row))
        menu.addSeparator()
        if row.entry is not None:
            menu.addAction(row.fix_words).triggered.connect(lambda: self.heed_wanted.emit(row.entry))
            return menu
        words = _("Fix it: {how}") if not several else _("Fix {place} only: {how}")
        place = row.places[max(row.at, 0)]
        fix = menu.addAction(words.format(how=literal(one.fix.label), place=place) if one.fix else _("Fix it"))
        fix.setEnabled(one.fix is not None)
        fix.triggered.connect(lambda: self.fix_wanted.emit(one))
        count = len(row.mendable)
        kind = menu.addAction(plural("Fix all of this kind, {n}", "Fix all of this kind, {n}", count).format(n=count))
        kind.setEnabled(count > 1)
        kind.triggered.connect(lambda: self.kind_wanted.emit(one.code))
        menu.addSeparator()
        can_ignore = row.severity is not Severity.ERROR
        ignore = menu.addAction(_("Ignore…") if can_ignore else _("Ignore… (errors cannot be ignored)"))
        ignore.setEnabled(can_ignore)
        ignore.triggered.connect(lambda: self.ignore_wanted.emit((one,) if row.at >= 0 else row.problems))
        return menu

    def _mend(self, row: Line) -> None:
        """Ask for what a row's button does: repair all that it is about, let something count again, open the lab."""
        if isinstance(row, Remark) or row.entry is not None:
            self.heed_wanted.emit(row.entry)
            return
        if row.is_measured:
            self.lab_wanted.emit()
            return
        several = row.mendable
        if len(several) == 1:
            self.fix_wanted.emit(several[0])
        else:
            self.kind_wanted.emit(several[0].code)

    def step(self, row: Finding, by: int) -> None:
        """Choose the next or the previous place of a row, round and round, and say which one it is."""
        at = (row.at + by if row.at >= 0 or by > 0 else -1) % len(row.problems)
        place, count = row.places[at], len(row.problems)
        self.chosen.emit((row.problems[at],))
        self.said.emit(_("{place}: {n} of {count}").format(place=place, n=at + 1, count=count))

    def _open_menu(self, row: Finding, place: QPoint) -> None:
        menu = self.menu(row)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.viewport().mapToGlobal(place))

    def _copy(self, row: Finding) -> None:
        lines = [headed(place, problem.message) for place, problem in zip(row.places, row.problems, strict=True)]
        QGuiApplication.clipboard().setText("\n".join(lines if row.at < 0 else lines[row.at : row.at + 1]))
        self.said.emit(_("The finding's text was copied."))

    # pointer and keys

    def _part_at(self, pos: QPoint) -> tuple[int, str]:
        """Row and part at a place of the view."""
        index = self.indexAt(pos)
        parts = self.rows.parts(index)
        if not parts:
            return -1, ""
        return index.row(), next((name for name in BUTTONS if name in parts and parts[name].contains(pos)), WORDS)

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
            line = self.findings.line(self.findings.index(row))
            if part == WORDS and isinstance(line, Finding):
                self.chosen.emit(line.problems)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not self.rows.is_down:
            self._point(self._part_at(event.position().toPoint()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        pressed, here = (self.rows.pointed, self.rows.is_down), self._part_at(event.position().toPoint())
        self._point(here)
        if pressed == (here, True) and event.button() is Qt.MouseButton.LeftButton:
            row = self.findings.line(self.findings.index(here[0]))
            if here[1] == FIX and row is not None:
                self._mend(row)
            elif not isinstance(row, Finding):
                pass
            elif here[1] == EXPLAIN:
                self.explain_wanted.emit(row.problems[max(row.at, 0)])
            elif here[1] in (BACK, NEXT):
                self.step(row, 1 if here[1] == NEXT else -1)
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

    def event(self, event: QEvent) -> bool:
        # The window has shortcuts on F1 and Ctrl+C; here they are about a finding.
        is_asked = (
            event.type() == QEvent.Type.ShortcutOverride and self.findings.finding(self.currentIndex()) is not None
        )
        if is_asked and isinstance(event, QKeyEvent) and (_asks(event) or _copies(event)):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        line, is_enter = self.findings.line(self.currentIndex()), event.key() in ENTER
        row = line if isinstance(line, Finding) else None
        if row is not None and _asks(event):
            self.explain_wanted.emit(row.problems[max(row.at, 0)])
        elif row is not None and _copies(event):
            self._copy(row)
        elif is_enter and isinstance(line, Remark) and line.entry is not None:
            self.heed_wanted.emit(line.entry)
        elif is_enter and row is not None:
            self.chosen.emit(row.problems)
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and row is not None and len(row.problems) > 1:
            self.step(row, 1 if event.key() == Qt.Key.Key_Right else -1)
        elif event.key() in WALKING:
            super().keyPressEvent(event)
        else:
            event.ignore()  # letters are the tools' keys


def _asks(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_F1


def _copies(event: QKeyEvent) -> bool:
    return event.matches(QKeySequence.StandardKey.Copy)
