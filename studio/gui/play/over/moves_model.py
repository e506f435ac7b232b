"""The rows of the list of all moves: moves of a kind stand together under the words that they have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from studio.core.game import Action
from studio.core.text import _
from studio.gui.play.paint import paint_words
from studio.gui.style.fonts import MEDIUM
from studio.gui.style.stylesheet import current_theme

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class Entry(NamedTuple):
    """A move in words, or (without a move) the heading of those that follow; without words only a line."""

    words: str
    action: Action | None = None


def grouped(moves: Sequence[tuple[Action, str]]) -> list[Entry]:
    """The moves with headings: kinds with several moves first, then all others; plain when that parts nothing."""
    kinds: dict[int, list[tuple[Action, str]]] = {}
    for action, words in moves:
        kinds.setdefault(action[0] if action else 0, []).append((action, words))
    large = [group for group in kinds.values() if len(group) > 1]
    alone = [group[0] for group in kinds.values() if len(group) == 1]
    if not large or len(large) + bool(alone) < 2:
        return [Entry(words, action) for action, words in moves]
    rows: list[Entry] = []
    start = len(shared_words([words for _action, words in moves]))  # such as who is to move
    for group in large:
        heading = " ".join(shared_words([words for _action, words in group])[start:])
        if heading:
            rows.append(Entry(f"{heading[:1].upper()}{heading[1:]} …"))
        elif rows:
            rows.append(Entry(""))
        rows += [Entry(words, action) for action, words in group]
    if alone:
        rows.append(Entry(_("Other moves")))
        rows += [Entry(words, action) for action, words in alone]
    return rows


def shared_words(sentences: Sequence[str]) -> list[str]:
    """The words with which all sentences begin."""
    shared = []
    for words in zip(*(sentence.split() for sentence in sentences), strict=False):
        if len(set(words)) > 1:
            break
        shared.append(words[0])
    return shared


class MovesModel(QAbstractListModel):
    """The rows for a list view; headings can be read but not chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Entry] = []

    def set_rows(self, rows: list[Entry]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        shown = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        return self.rows[index.row()].words if shown and index.isValid() else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and self.rows[index.row()].action is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def row_of(self, action: Action | None) -> int:
        """The row of a move, or -1."""
        return next(
            (place for place, entry in enumerate(self.rows) if entry.action is not None and entry.action == action), -1
        )

    def step(self, row: int, steps: int) -> int:
        """The row of a move so many moves on, headings not counted; at the ends the last or the first."""
        moves = [place for place, entry in enumerate(self.rows) if entry.action is not None]
        if not moves:
            return -1
        here = moves.index(row) if row in moves else 0
        return moves[min(max(here + steps, 0), len(moves) - 1)]


class MovesDelegate(QStyledItemDelegate):
    """Writes headings small and quiet, with a line above."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, MovesModel) or model.rows[index.row()].action is not None:
            super().paint(painter, option, index)
            return
        theme = current_theme()
        box = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.row():
            painter.setPen(QPen(theme.color("line"), 1))
            y = box.top() if model.rows[index.row()].words else box.center().y()
            painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
        paint_words(
            painter, box.adjusted(6, 3, -6, 0), model.rows[index.row()].words, theme.color("second"), 12, MEDIUM
        )
        painter.restore()
