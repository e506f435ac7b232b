"""The strip below the tools: what the tool in hand can be set to, what is drawn over the board, the symmetry.

It is always there and as high as ever, so that nothing moves under the hand when another tool is taken.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from studio.core.text import _
from studio.drawing.symmetry import Symmetry, symmetries
from studio.gui.editor.actions import Actions
from studio.gui.editor.document.areas import Joining, Reach
from studio.gui.editor.document.desk import Desk
from studio.gui.editor.survey.overlays import OverlayButtons
from studio.gui.editor.tools import Tool
from studio.gui.style.fonts import SEMIBOLD, text_font
from studio.gui.style.icons import RINGS, brush_icon
from studio.gui.widgets import ToolBar, ToolButton, set_tip, text_label
from studio.gui.widgets.actions import tip_with_keys
from studio.gui.widgets.inputs import Choice

HIGH = 40
NAMED = 104
"""Pixels for the name of the tool: what it can be set to begins at one place, whatever it is called."""
LONGEST = 40
"""Letters in a word; no board is wider."""


class OptionStrip(ToolBar):
    """At the left the tool's name and its options, at the right what holds for all of them.

    `entered` comes when a word is typed and Enter pressed.
    """

    entered = Signal()

    def __init__(self, actions: Actions, desk: Desk, overlays: OverlayButtons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(HIGH)
        self.desk = desk
        self.tool: Tool | None = None
        self._offered: list[tuple[str, str]] = []
        self.name = text_label("", "text", 13)
        self.name.setFont(text_font(13, SEMIBOLD))
        self.name.setFixedWidth(NAMED)
        self.add_widget(self.name)
        self.reaches = [self._button(actions, reach.value) for reach in Reach]
        self.add_space(10)
        self.joinings = [self._button(actions, f"join_{joining.value}") for joining in Joining]
        self.outline = self._button(actions, "outline")
        self.sizes = [
            ToolButton(brush_icon(desk.document.grid.sides, rings), action=actions[f"brush_{rings}"], icon_px=22)
            for rings in range(RINGS)
        ]
        for button in self.sizes:
            self.add_widget(button)
        self.word = self._word_field()
        self.add_widget(self.word)
        self.add_stretch()
        self.overlays = overlays
        self.add_widget(overlays)
        self.add_space(18)
        self.add_widget(text_label(_("Symmetry"), "second", 13))
        self.add_space(6)
        self.symmetry = Choice()
        self._offer_symmetries()
        tip_with_keys(self.symmetry, _("Strokes are repeated on the other side"), actions["symmetry"])
        self.symmetry.setAccessibleName(_("Symmetry"))
        self.symmetry.chosen.connect(lambda key: desk.set_symmetry(Symmetry(key)))
        desk.symmetry_changed.connect(self._show_symmetry)
        desk.document.settled.connect(self._offer_symmetries)
        self.add_widget(self.symmetry)

    def _show_symmetry(self) -> None:
        self.symmetry.set_current(self.desk.symmetry.value)

    def _button(self, actions: Actions, name: str) -> ToolButton:
        button = ToolButton(actions.icon_name(name), action=actions[name])
        self.add_widget(button)
        return button

    def _word_field(self) -> QLineEdit:
        field = QLineEdit()
        field.setMaxLength(LONGEST)
        field.setFixedSize(170, 30)
        field.setPlaceholderText(_("Word"))
        field.setAccessibleName(_("Word"))
        set_tip(field, _("The word to lay: type it, then drag from its first space to its last"))
        field.textEdited.connect(self._typed)
        field.returnPressed.connect(self.entered)
        return field

    def show_tool(self, tool: Tool) -> None:
        """Offer what this tool can be set to."""
        fresh, self.tool = tool is not self.tool, tool
        self.name.setText(tool.name)
        for button in self.sizes:
            button.setVisible(tool.brushed)
        self.outline.setVisible(tool.bounded)
        for button in (*self.reaches, *self.joinings):
            button.setVisible(tool.key == "select")
        self.word.setVisible(tool.key == "word")
        if fresh and tool.key == "word" and not self.desk.word:
            self.word.setFocus()

    def _offer_symmetries(self) -> None:
        """A board of another size may have others: what it no longer has is not gone on with."""
        offered = [(symmetry.value, symmetry.words) for symmetry in symmetries(self.desk.document.grid)]
        if offered != self._offered:
            self._offered = offered
            self.symmetry.set_options(offered)
            if self.desk.symmetry not in symmetries(self.desk.document.grid):
                self.desk.set_symmetry(Symmetry.NONE)
            self.symmetry.set_current(self.desk.symmetry.value)

    def _typed(self, text: str) -> None:
        place = self.word.cursorPosition()
        self.word.setText(text.upper())
        self.word.setCursorPosition(place)
        self.desk.set_word(self.word.text())
