"""The set as a model for views: searched, sorted, only what has changed."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSortFilterProxyModel, Qt

from studio.core.form import Field
from studio.core.pieces import Cell, Entry, PieceSet
from studio.core.text import _
from studio.gui.widgets.text import plain
from studio.gui.widgets.views import ROOT, Index

NAME = 0
"""The first column: picture, name and badges."""
SORTS, KEY = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
DASH = "–"


class PieceModel(QAbstractTableModel):
    """The set as a table; `before` are the entries that it is compared with, by their keys then."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pieces = PieceSet("")
        self.before: dict[str, Entry] = {}
        """By key now: the entry before. What is not in it is new."""

    def show(self, pieces: PieceSet, before: dict[str, Entry]) -> None:
        """Other pieces. Where only what they say has changed, rows keep their place in every view."""
        keys = [entry.key for entry in pieces.entries]
        if keys == [entry.key for entry in self.pieces.entries] and len(pieces.columns) == len(self.pieces.columns):
            self.pieces, self.before = pieces, before
            if keys:
                self.dataChanged.emit(self.index(0, 0), self.index(len(keys) - 1, len(pieces.columns)))
            return
        self.beginResetModel()
        self.pieces, self.before = pieces, before
        self.endResetModel()

    def entry_at(self, row: int) -> Entry:
        """The entry of a row."""
        return self.pieces.entries[row]

    def is_new(self, entry: Entry) -> bool:
        """Whether it was not there before."""
        return entry.key not in self.before

    def is_changed(self, entry: Entry) -> bool:
        """Whether it is new, or says something else than before."""
        old = self.before.get(entry.key)
        return old is None or (old.name, old.cells, old.badge, old.pattern) != (
            entry.name,
            entry.cells,
            entry.badge,
            entry.pattern,
        )

    def old_cell(self, entry: Entry, place: int) -> Cell | None:
        """What stood in a cell before, when it was something else."""
        old = self.before.get(entry.key)
        return old.cells[place] if old is not None and old.cells[place] != entry.cells[place] else None

    def field_at(self, index: Index) -> Field | None:
        """The field that is filled in in a cell."""
        entry = self.entry_at(index.row())
        return entry.naming if index.column() == NAME else entry.fields[index.column() - 1]

    # what Qt asks

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.pieces.entries)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else 1 + len(self.pieces.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        found = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return found | Qt.ItemFlag.ItemIsEditable if self.field_at(index) is not None else found

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self.entry_at(index.row())
        cell: Cell = entry.name if index.column() == NAME else entry.cells[index.column() - 1]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return cell_words(cell)
        if role == Qt.ItemDataRole.EditRole:
            field = self.field_at(index)
            return None if field is None else str(field.value)
        if role == SORTS:
            return sum(chip.count for chip in cell) if isinstance(cell, tuple) else cell
        return entry.key if role == KEY else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        roles = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole
        if orientation is Qt.Orientation.Horizontal and role in roles:
            title = _("Name") if section == NAME else self.pieces.columns[section - 1].title
            return plain(title) if role == Qt.ItemDataRole.ToolTipRole else title
        return None


def cell_words(cell: Cell) -> str:
    """A cell in words, for a search and for screen readers."""
    if isinstance(cell, tuple):
        return ", ".join(f"{chip.name} {chip.count}" for chip in cell) or DASH
    return (str(cell) if cell else DASH) if isinstance(cell, int) else cell


class PieceProxy(QSortFilterProxyModel):
    """The rows that a search finds, perhaps only those that have changed; sorted by any column."""

    def __init__(self, model: PieceModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._words: list[str] = []
        self.only_changed = False
        self.setSourceModel(model)
        self.setSortRole(SORTS)
        self.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        model.dataChanged.connect(lambda *_places: self.invalidate())

    def search(self, text: str) -> None:
        """Show rows in which all of these words stand."""
        self._words = text.casefold().split()
        self.invalidate()

    def show_changed(self, only: bool) -> None:
        """Show only what is new or has changed, or all."""
        self.only_changed = only
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, _parent: QModelIndex | QPersistentModelIndex) -> bool:
        entry = self._model.entry_at(source_row)
        if self.only_changed and not self._model.is_changed(entry):
            return False
        texts = [cell_words(cell) for cell in entry.cells if not isinstance(cell, int)]
        told = " ".join([entry.name, entry.badge, *texts]).casefold()
        return all(word in told for word in self._words)
