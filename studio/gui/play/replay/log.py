"""The log card: what happened, turn by turn, with a field to search it and a chip for the story of one space."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QTreeView, QWidget

from studio.core.match import Node
from studio.core.text import _
from studio.gui.play.replay.log_model import SEAL, LogLine, LogRow, LogTurn
from studio.gui.play.replay.log_paint import LogDelegate
from studio.gui.play.replay.log_tree import AnyIndex, LogTree
from studio.gui.widgets import Card, Chip, ToolButton
from studio.gui.widgets.actions import set_usable
from studio.gui.widgets.inputs import SearchField
from studio.gui.widgets.popups import Menu
from studio.gui.widgets.views import WALKING, plain_view

FRESH = 2
"""So many of the last turns are unfolded by themselves."""


class LogView(QTreeView):
    """The tree itself; keeps to the end unless somebody has scrolled up.

    `pointed(cells)` tells of which spaces the line under the pointer or the keyboard speaks, `chosen(index)` of a click
    or Enter, `asked(index, place)` that the menu of a line is wanted at a place.
    """

    pointed = Signal(tuple)
    chosen = Signal(QModelIndex)
    asked = Signal(QModelIndex, QPoint)

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = LogTree(names, self)
        self.painter = LogDelegate(names, self)
        self.painter.is_open = self.isExpanded
        self.setModel(self.lines)
        self.setItemDelegate(self.painter)
        plain_view(self, _("Log"))
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setExpandsOnDoubleClick(False)
        self.setUniformRowHeights(False)
        self.setSelectionMode(QTreeView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.verticalScrollBar().setSingleStep(18)
        self._unfolded: dict[Node, bool] = {}
        """What a person has folded (False) or unfolded, by the start of the turn."""
        self._stick = True
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(self._grown)
        self.entered.connect(self._point)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        self.asked.emit(index, self.visualRect(index).bottomLeft() if by_key else event.pos())

    def show_rows(self, rows: Sequence[LogRow], now: Node | None, ahead: frozenset[Node]) -> None:
        """Tell this; in a replay `now` is the position on show, and `ahead` are those still to come."""
        self.painter.measure(rows)
        moved = now is not self.painter.now
        self.painter.now, self.painter.ahead = now, ahead
        self.lines.set_rows(rows)
        self.unfold()
        if moved and now is not None:
            self._stick = False
            self._show_now(now)
        elif moved:
            self._stick = True
            self.scrollToBottom()
        self.viewport().update()

    def unfold(self) -> None:
        """Unfold what is fresh, what a person wants unfolded and, while only some lines are shown, all of them."""
        turns = [(place, row) for place, row in enumerate(self.lines.rows) if isinstance(row, LogTurn)]
        fresh = {place for place, _row in turns[-FRESH:]} if self.painter.now is None else set[int]()
        for place, row in turns:
            wanted = self.lines.is_filtered or self._unfolded.get(row.start, place in fresh)
            if self.painter.now is not None and row.start not in self._unfolded:
                wanted = wanted or any(line.node is self.painter.now for line in row.lines)
            index = self.lines.index(place)
            if self.isExpanded(index) != wanted:
                self.setExpanded(index, wanted)

    def fold(self, index: QModelIndex) -> None:
        """Fold a turn, or unfold it; remembered."""
        row = self.lines.at(index)
        if isinstance(row, LogTurn) and not self.lines.is_filtered:
            self._unfolded[row.start] = not self.isExpanded(index)
            self._stick = False
            self.setExpanded(index, self._unfolded[row.start])
            self.viewport().update()

    def _show_now(self, now: Node) -> None:
        for place, row in enumerate(self.lines.rows):
            told = (
                [number for number, line in enumerate(row.lines) if line.node is now]
                if isinstance(row, LogTurn)
                else []
            )
            if told:
                self.scrollTo(self.lines.index(told[-1], 0, self.lines.index(place)))
                return

    def _point(self, index: AnyIndex) -> None:
        row = self.lines.at(index)
        lines = row.lines if isinstance(row, LogTurn) else (row,) if row is not None else ()
        self.pointed.emit(tuple(dict.fromkeys(cell for line in lines for cell in line.cells)))

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        super().currentChanged(current, previous)
        if self.hasFocus():
            self._point(current)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.setCurrentIndex(index)
            self.chosen.emit(index)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            index = self.currentIndex()
            if isinstance(self.lines.at(index), LogTurn) and self.isExpanded(index) != (
                event.key() == Qt.Key.Key_Right
            ):
                self.fold(index)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.chosen.emit(self.currentIndex())
        elif event.key() in WALKING:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def _scrolled(self, value: int) -> None:
        self._stick = value >= self.verticalScrollBar().maximum() - 24

    def _grown(self, _least: int, most: int) -> None:
        if self._stick:
            self.verticalScrollBar().setValue(most)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.viewport().width()
        if wide != self.painter.view_width:
            self.painter.view_width = wide
            self.scheduleDelayedItemsLayout()


class LogCard(Card):
    """The log with its title and search field.

    `visited(node)` when a line is clicked, `rule_wanted(node)` when its menu is asked for the rule that the step to
    there followed, `taken_back(node)` when all after it is to be taken back; `pointed(cells)` lights spaces;
    `story_left` when the story of a space is closed.
    """

    visited = Signal(object)
    rule_wanted = Signal(object)
    taken_back = Signal(object)
    pointed = Signal(tuple)
    story_left = Signal()

    def __init__(self, names: Sequence[str], no_way_back: Callable[[Node], str], parent: QWidget | None = None) -> None:
        super().__init__(_("Log"), " ", parent, padding=12)
        self._no_way_back = no_way_back
        self.note_label.hide()
        self.search = SearchField(_("Find in log"))
        self.search.setFixedWidth(172)  # German words for it fit
        self.header.addWidget(self.search)
        self.story = QWidget()
        row = QHBoxLayout(self.story)
        row.setContentsMargins(0, 0, 0, 2)
        row.setSpacing(4)
        self.chip = Chip("", "gold", "list")
        close = ToolButton("cross", _("Tell everything again (Esc)"), px=26)
        close.clicked.connect(self.story_left)
        row.addWidget(self.chip)
        row.addWidget(close)
        row.addStretch(1)
        self.story.hide()
        self.body.addWidget(self.story)
        self.view = LogView(names, self)
        self.body.addWidget(self.view, 1)
        self.search.textChanged.connect(self._search)
        self.view.chosen.connect(self._choose)
        self.view.pointed.connect(self.pointed)
        self.view.asked.connect(self._offer)

    def show_rows(self, rows: Sequence[LogRow], now: Node | None = None, ahead: Sequence[Node] = ()) -> None:
        """Show other lines; see `LogView.show_rows`."""
        self.view.show_rows(rows, now, frozenset(ahead))

    def show_story(self, cell: int, name: str) -> None:
        """Tell only of one space (-1: of all again)."""
        self.view.lines.set_story(cell)
        self.view.unfold()
        self.chip.set_text(_("Story of {place}").format(place=name))
        self.story.setVisible(cell >= 0)

    def _search(self, words: str) -> None:
        self.view.lines.set_search(words)
        self.view.unfold()

    def _choose(self, index: QModelIndex) -> None:
        row = self.view.lines.at(index)
        if isinstance(row, LogTurn):
            self.view.fold(index)
        elif isinstance(row, LogLine) and row.node is not None and row.look != SEAL:
            self.visited.emit(row.node)

    def _offer(self, index: QModelIndex, place: QPoint) -> None:
        """The menu of a line."""
        node = self.view.lines.node_of(index)
        if node is None or node.parent is None:
            return
        menu = Menu("", self)
        menu.addAction(_("Show the rule of this step")).triggered.connect(lambda: self.rule_wanted.emit(node))
        menu.addAction(_("Look at this moment")).triggered.connect(lambda: self.visited.emit(node))
        back = menu.addAction(_("Take back to here"))
        reason = self._no_way_back(node)
        set_usable(back, not reason, reason)
        back.triggered.connect(lambda: self.taken_back.emit(node))
        menu.setToolTipsVisible(True)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.view.viewport().mapToGlobal(place))
