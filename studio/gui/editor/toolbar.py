"""The strip of tools above the board, the symmetry, and the two buttons that everything else is for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from studio.core.text import _
from studio.gui.editor.actions import Actions
from studio.gui.editor.document.desk import Desk
from studio.gui.editor.document.symmetry import Symmetry
from studio.gui.editor.survey.overlays import OverlayButtons
from studio.gui.editor.tools import TOOLS, Tool
from studio.gui.style.icons import RINGS, brush_icon
from studio.gui.widgets import PlainButton, PrimaryButton, Separator, ToolBar, ToolButton, set_tip, text_label
from studio.gui.widgets.inputs import Choice

LEAST = 900
"""The tool bar asks for no more room than this, however much it would like to show."""
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
        set_tip(self.word, _("The word to lay: type it, then drag from its first space to its last"))
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


class EditorBar(ToolBar):
    """All tools in groups."""

    def __init__(self, actions: Actions, desk: Desk, overlays: OverlayButtons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.actions_of_page = actions
        self.buttons: dict[str, ToolButton] = {}
        groups = (
            ("save", "undo", "redo"),
            tuple(f"tool_{tool.key}" for tool in TOOLS),
            ("turn_left", "turn_right", "mirror_h", "mirror_v"),
            ("zoom_out", "zoom_in", "fit", "marks"),
        )
        for number, group in enumerate(groups):
            if number:
                self.add_separator()
            for name in group:
                self.buttons[name] = self.add_action(actions[name], actions.icon_name(name))
        self.add_separator()
        self.label = text_label(_("Symmetry"), "second", 13)
        self.add_widget(self.label)
        self.add_space(6)
        self.choice = Choice([(symmetry.value, symmetry.words) for symmetry in Symmetry])
        self.choice.setMaximumWidth(166)
        set_tip(self.choice, _("Strokes are repeated on the other side (Y)"))
        self.choice.setAccessibleName(_("Symmetry"))
        self.choice.chosen.connect(lambda key: desk.set_symmetry(Symmetry(key)))
        desk.symmetry_changed.connect(lambda: self.choice.set_current(desk.symmetry.value))
        self.add_widget(self.choice)
        self.options = ToolOptions(actions, desk)
        self.add_widget(self.options)
        self.overlays = overlays
        self.add_widget(overlays)
        overlays.surveying.changed.connect(self.fit)
        self.add_stretch()
        self.check = PlainButton(_("Check all"), "shield", "F7")
        set_tip(self.check, _("Look for problems and prove that the board can be completed (F7)"))
        self.check.clicked.connect(actions["check"].trigger)
        self.play = PrimaryButton(_("Playtest"), "play", "F5")
        set_tip(self.play, _("Try this layout out, and back with the same key (F5); in a new match (Shift+F5)"))
        self.play.clicked.connect(actions["play"].trigger)
        for button in (self.check, self.play):
            button.setFixedHeight(34)
        self.add_widget(self.check)
        self.add_space(8)
        self.add_widget(self.play)
        self._spare: tuple[Callable[[bool], None], ...] = (
            self.label.setVisible,
            partial(self._show_buttons, "turn_left zoom_out zoom_in"),
            overlays.set_room,
            lambda shown: self.check.set_text(self.check.text(), key="F7" if shown else ""),
            partial(self._show_buttons, "mirror_h mirror_v fit"),
            self.options.set_room,
            partial(self._show_buttons, "save marks turn_right"),
            lambda shown: self.play.set_text(self.play.text(), key="F5" if shown else ""),
        )

    def follow_tools(self) -> None:
        """Show buttons only of the tools that are offered."""
        for tool in TOOLS:
            self.buttons[f"tool_{tool.key}"].setVisible(self.actions_of_page[f"tool_{tool.key}"].isVisible())
        self.fit()

    def show_tool(self, tool: Tool) -> None:
        """Offer what the tool in hand can be set to."""
        self.options.show_tool(tool)
        self.fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Show as much as there is room for. What goes first stays in the menus, on the keyboard and the wheel."""
        for step in self._spare:
            step(True)
        gone = []
        for step in self._spare:
            if self._fits():
                break
            step(False)
            gone.append(step)
        for step in reversed(gone):  # the last to go may have left room for something smaller that went before
            step(True)
            if not self._fits():
                step(False)

    def _fits(self) -> bool:
        self.row.invalidate()
        return self.row.minimumSize().width() <= self.width()

    def _show_buttons(self, names: str, shown: bool) -> None:
        for name in names.split():
            self.buttons[name].setVisible(shown)
