"""What can be set about the tool in hand, in the tool bar: the size of a brush, the word to lay."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from studio.core.text import _
from studio.gui.editor.actions import Actions
from studio.gui.editor.document.desk import Desk
from studio.gui.editor.tools import Tool
from studio.gui.style.icons import RINGS, brush_icon
from studio.gui.widgets import Separator, ToolButton

LONGEST = 40
"""Letters in a word; no board is wider."""


class ToolOptions(QWidget):
    """Brush sizes for tools that paint with a brush, a field for the tool that lays words, nothing for the others.

    `entered` comes when a word is typed and Enter pressed.
    """

    entered = Signal()

    def __init__(self, actions: Actions, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        self.line = Separator(upright=True)
        row.addSpacing(4)
        row.addWidget(self.line)
        row.addSpacing(4)
        sides = desk.document.grid.sides
        self.sizes = [
            ToolButton(brush_icon(sides, rings), action=actions[f"brush_{rings}"], icon_px=22) for rings in range(RINGS)
        ]
        for button in self.sizes:
            row.addWidget(button)
        self.word = QLineEdit()
        self.word.setMaxLength(LONGEST)
        self.word.setFixedSize(150, 32)
        self.word.setPlaceholderText(_("Word"))
        self.word.setAccessibleName(_("Word"))
        self.word.setToolTip(_("The word to lay: type it, then drag from its first space to its last"))
        self.word.textEdited.connect(self._typed)
        self.word.returnPressed.connect(self.entered)
        row.addWidget(self.word)
        self._has_room = True
        self._tool: Tool | None = None

    def show_tool(self, tool: Tool) -> None:
        """Offer what this tool can be set to."""
        fresh = tool is not self._tool
        self._tool = tool
        self._show()
        if fresh and tool.key == "word" and not self.desk.word:
            self.word.setFocus()

    def set_room(self, has_room: bool) -> None:
        """Whether the tool bar has room for brush sizes; the keys and the menu set them too."""
        self._has_room = has_room
        self._show()

    def _show(self) -> None:
        brushed = self._tool is not None and self._tool.brushed and self._has_room
        worded = self._tool is not None and self._tool.key == "word"
        for button in self.sizes:
            button.setVisible(brushed)
        self.word.setVisible(worded)
        self.setVisible(brushed or worded)

    def _typed(self, text: str) -> None:
        place = self.word.cursorPosition()
        self.word.setText(text.upper())
        self.word.setCursorPosition(place)
        self.desk.set_word(self.word.text())
