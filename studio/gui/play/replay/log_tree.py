"""The log as a tree: turns with their lines folded under them, filtered by a search or by a space."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from studio.core.match import Node
from studio.core.text import _, headed, name_seats
from studio.gui.play.replay.log_model import EVENT, LogLine, LogRow, LogTurn

AnyIndex = QModelIndex | QPersistentModelIndex
LINE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
ROOT = QModelIndex()


class LogTree(QAbstractItemModel):
    """The rows that are shown. Those that stay at the front are kept when others come, so that nothing jumps.

    A line knows its turn by the number of its row (`internalId`, from 1; 0 are turns).
    """

    def __init__(self, names: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.names = names
        self.all: list[LogRow] = []
        self.rows: list[LogRow] = []
        self.search = ""
        self.story = -1
        """The space whose lines alone are shown, or -1."""

    @property
    def shown(self) -> list[LogLine]:
        """All rows that are shown, one after another, folded or not."""
        return [line for row in self.rows for line in ((row.head, *row.lines) if isinstance(row, LogTurn) else (row,))]

    @property
    def is_filtered(self) -> bool:
        """Whether only some lines are shown."""
        return bool(self.search) or self.story >= 0

    def set_rows(self, rows: Sequence[LogRow]) -> None:
        """Tell something else."""
        self.all = list(rows)
        self._fill()

    def set_search(self, words: str) -> None:
        """Show only lines that contain the words, under their turns."""
        self.search = words.strip().casefold()
        self._fill()

    def set_story(self, cell: int) -> None:
        """Show only lines about a space (-1: about all)."""
        self.story = cell
        self._fill()

    def words(self, line: LogLine | LogTurn) -> str:
        """A line as it is read."""
        return name_seats(line.text, self.names)

    def _fits(self, line: LogLine) -> bool:
        if line.look != EVENT or (self.story >= 0 and self.story not in line.cells):
            return False
        return self.search in self.words(line).casefold()

    def _wanted(self) -> list[LogRow]:
        if not self.is_filtered:
            return self.all
        turns = [row for row in self.all if isinstance(row, LogTurn)]
        found = [turn._replace(lines=tuple(line for line in turn.lines if self._fits(line))) for turn in turns]
        return [turn for turn in found if turn.lines]

    def _fill(self) -> None:
        wanted = self._wanted()
        same = 0
        while same < min(len(self.rows), len(wanted)) and self.rows[same] == wanted[same]:
            same += 1
        if same < min(len(self.rows), len(wanted)) and self._grow(same, wanted[same]):
            same += 1
        if same < len(self.rows):
            self.beginRemoveRows(ROOT, same, len(self.rows) - 1)
            del self.rows[same:]
            self.endRemoveRows()
        if same < len(wanted):
            self.beginInsertRows(ROOT, same, len(wanted) - 1)
            self.rows += wanted[same:]
            self.endInsertRows()

    def _grow(self, row: int, new: LogRow) -> bool:
        """Change the lines of a turn that stays the same turn; whether it is."""
        old = self.rows[row]
        if not (isinstance(old, LogTurn) and isinstance(new, LogTurn) and old[:3] == new[:3]):
            return False
        parent = self.index(row, 0)
        same = 0
        while same < min(len(old.lines), len(new.lines)) and old.lines[same] == new.lines[same]:
            same += 1
        if same < len(old.lines):
            self.beginRemoveRows(parent, same, len(old.lines) - 1)
            self.rows[row] = old._replace(lines=old.lines[:same])
            self.endRemoveRows()
        if same < len(new.lines):
            self.beginInsertRows(parent, same, len(new.lines) - 1)
            self.rows[row] = new
            self.endInsertRows()
        self.rows[row] = new
        self.dataChanged.emit(parent, parent)
        return True

    # what Qt asks

    def index(self, row: int, column: int = 0, parent: AnyIndex = ROOT) -> QModelIndex:
        if not 0 <= row < self.rowCount(parent) or column:
            return QModelIndex()
        return self.createIndex(row, 0, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: AnyIndex = ROOT) -> QModelIndex:  # type: ignore[override]  # the other is QObject's
        if not index.isValid() or not index.internalId():
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, 0)

    def rowCount(self, parent: AnyIndex = ROOT) -> int:
        if not parent.isValid():
            return len(self.rows)
        if parent.internalId() or parent.row() >= len(self.rows):
            return 0
        row = self.rows[parent.row()]
        return len(row.lines) if isinstance(row, LogTurn) else 0

    def columnCount(self, _parent: AnyIndex = ROOT) -> int:
        return 1

    def at(self, index: AnyIndex) -> LogRow | None:
        """What stands in a row."""
        if not index.isValid():
            return None
        turn = index.internalId()
        if not turn:
            return self.rows[index.row()] if index.row() < len(self.rows) else None
        row = self.rows[turn - 1] if turn <= len(self.rows) else None
        return row.lines[index.row()] if isinstance(row, LogTurn) and index.row() < len(row.lines) else None

    def node_of(self, index: AnyIndex) -> Node | None:
        """The position that a row tells of: how a line came about, or a turn began."""
        row = self.at(index)
        return row.start if isinstance(row, LogTurn) else row.node if row is not None else None

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        row = self.at(index)
        if row is None:
            return None
        if role == LINE_ROLE:
            return row
        turn = isinstance(row, LogTurn)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return headed(row.title, self.words(row)) if isinstance(row, LogTurn) else self.words(row)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, LogLine) and row.private:
            return _("Only you can read this line.")
        if role == Qt.ItemDataRole.ToolTipRole and turn:
            return self.words(row)
        return None
