"""The list of findings: each cause with its places, its sentence, its repair, and a menu of what else can be done."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from studio.core.problems import Problem, Severity
from studio.core.text import _, headed, plural
from studio.gui.editor.problems.findings import Finding, Findings, Line, Remark
from studio.gui.editor.problems.rows import BACK, BUTTONS, EXPLAIN, FIX, MORE, NEXT, WORDS, FindingDelegate
from studio.gui.widgets import literal
from studio.gui.widgets.popups import Menu
from studio.gui.widgets.views import WALKING, plain_view

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
