"""Asks for a new size of the board, and which side the rows and columns are added to or taken from."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from studio.core.form import Stamp
from studio.core.game import Body
from studio.core.plugin import Game
from studio.core.text import _, plural
from studio.gui.editor.document import EditorDocument
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import text_label
from studio.gui.widgets.dialogs import AppDialog
from studio.gui.widgets.inputs import CountBox


def split_change(change: int, anchor: int) -> tuple[int, int]:
    """Split a change of size between near and far side; `anchor` 0, 1, 2 keeps the near side, middle, far side."""
    if anchor == 1:
        return change // 2, change - change // 2
    return (0, change) if anchor == 0 else (change, 0)


def ask_resize(parent: QWidget, document: EditorDocument) -> bool:
    """Ask for a new size and apply it; return False if cancelled."""
    dialog = ResizeDialog(document.game, document.body, parent)
    if dialog.ask() != "resize":
        return False
    grid = document.game.body.grid(dialog.new_body)
    words = _("Board resized to {columns} × {rows}").format(columns=grid.columns, rows=grid.rows)
    document.resize(words, dialog.new_body, *dialog.added_before)
    return True


class AnchorGrid(QWidget):
    """Nine positions: where the existing board stays on the new one."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = self.row = 1
        self.setFixedSize(128, 128)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(_("What is there stays at"))

    def sizeHint(self) -> QSize:
        return QSize(128, 128)

    def set_anchor(self, column: int, row: int) -> None:
        column, row = min(max(column, 0), 2), min(max(row, 0), 2)
        if (column, row) != (self.column, self.row):
            self.column, self.row = column, row
            self.changed.emit()
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.set_anchor(int(event.position().x() // 43), int(event.position().y() // 43))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
        step = keys.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.set_anchor(self.column + step[0], self.row + step[1])

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for place in range(9):
                column, row = place % 3, place // 3
                here = (column, row) == (self.column, self.row)
                near = abs(column - self.column) <= 1 and abs(row - self.row) <= 1
                painter.setBrush(theme.color("accent" if here else "tint" if near else "inset"))
                painter.setPen(QPen(theme.color("accent" if self.hasFocus() and here else "border"), 1))
                painter.drawRoundedRect(QRectF(column * 43 + 2, row * 43 + 2, 38, 38), 6, 6)


class ResizeDialog(AppDialog):
    """Size and anchor; sizes that the game rejects disable the button and show its message."""

    def __init__(self, game: Game, body: Body, parent: QWidget | None = None) -> None:
        super().__init__(parent, _("Resize the board"), "resize")
        self.game, self.old_body = game, body
        self.new_body: Body = body
        self.added_before = (0, 0)  # columns at the left, rows at the top
        grid = game.body.grid(body)
        self._size = (grid.columns, grid.rows)
        self.columns = CountBox(self._size[0], 1, 99)
        self.rows = CountBox(self._size[1], 1, 99)
        self.anchor = AnchorGrid()
        fields = QGridLayout()
        fields.setHorizontalSpacing(12)
        fields.setVerticalSpacing(10)
        for line, (words, box) in enumerate(((_("Columns"), self.columns), (_("Rows"), self.rows))):
            fields.addWidget(text_label(words), line, 0)
            fields.addWidget(box, line, 1)
            box.setFixedWidth(120)
            box.setAccessibleName(words)
            box.changed.connect(self._preview_size)
        fields.setRowStretch(2, 1)
        side = QVBoxLayout()
        side.addWidget(text_label(_("What is there stays at"), "second", 13))
        side.addWidget(self.anchor)
        top = QHBoxLayout()
        top.setSpacing(28)
        top.addLayout(fields)
        top.addLayout(side)
        top.addStretch(1)
        self.body.addLayout(top)
        self.message_label = text_label("", "second", 13, wrap=True)
        self.message_label.setMinimumHeight(34)
        self.body.addWidget(self.message_label)
        self.anchor.changed.connect(self._preview_size)
        self.add_button("", _("Cancel"))
        self.ok_button = self.add_button("resize", _("Resize"), filled=True)
        self._preview_size()

    def _preview_size(self) -> None:
        wide, high = self.columns.value() - self._size[0], self.rows.value() - self._size[1]
        left, right = split_change(wide, self.anchor.column)
        top, bottom = split_change(high, self.anchor.row)
        self.added_before = (left, top)
        try:
            self.new_body = self.game.editing.resize(self.old_body, left, top, right, bottom)
        except ValueError as problem:
            self.new_body = self.old_body
            self.message_label.setText(str(problem))
            self.message_label.setProperty("role", "error")
            self.ok_button.setEnabled(False)
        else:
            self.message_label.setText(self._lost_text())
            self.message_label.setProperty("role", "second")
            self.ok_button.setEnabled(bool(wide or high))
        self.message_label.style().unpolish(self.message_label)
        self.message_label.style().polish(self.message_label)

    def _lost_text(self) -> str:
        count = (_count_drawn(self.game, self.old_body) - _count_drawn(self.game, self.new_body)).total()
        if count:
            words = plural("{n} drawn space will be cut off.", "{n} drawn spaces will be cut off.", count)
            return words.format(n=count)
        return _("Nothing drawn is cut off.")


def _count_drawn(game: Game, body: Body) -> Counter[Stamp]:
    """Count the stamps of all spaces that are not empty."""
    cells = range(game.body.grid(body).count)
    return Counter(
        stamp for cell in cells if (stamp := game.editing.pick(body, cell)) != game.editing.eraser(body, cell)
    )
