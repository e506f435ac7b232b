"""The strip of tools above the board, and the two buttons that everything else is for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from studio.core.text import _
from studio.drawing.symmetry import Symmetry, symmetries
from studio.gui.editor.commands import Actions
from studio.gui.editor.edit_state import Desk, Joining, Reach
from studio.gui.editor.survey.overlays import OverlayButtons
from studio.gui.editor.tools import TOOLS, Tool
from studio.gui.style.icons import RINGS, brush_icon
from studio.gui.style.stylesheet import SEMIBOLD, text_font
from studio.gui.widgets import PlainButton, PrimaryButton, Separator, ToolBar, ToolButton, set_tip, text_label
from studio.gui.widgets.actions import first_key, tip_with_keys
from studio.gui.widgets.buttons import Menu
from studio.gui.widgets.inputs import Choice

LEAST = 400
"""The tool bar asks for no more room than this, however much it would like to show."""
FIRST = 4
"""So many tools are always shown."""


class EditorBar(ToolBar):
    """All tools in groups. Nothing here depends on the tool in hand: a button stays where it is."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.actions_of_page = actions
        self.buttons: dict[str, ToolButton] = {}
        self._lines: list[tuple[Separator, tuple[str, ...]]] = []
        groups = (
            ("save", "undo", "redo"),
            tuple(f"tool_{tool.key}" for tool in TOOLS),
            ("complete",) if actions["complete"].isVisible() else (),
            ("turn_left", "turn_right", "mirror_h", "mirror_v"),
            ("zoom_out", "zoom_in", "fit", "marks"),
        )
        for number, group in enumerate(groups):
            if number and group:
                self._lines.append((self.add_separator(), group))
            for name in group:
                self.buttons[name] = self.add_action(actions[name], actions.icon_name(name))
        self.more = ToolButton("chevrons", _("More tools"))
        self.more.setPopupMode(ToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(Menu("", self.more))
        self.more.menu().aboutToShow.connect(self._fill_more)
        self.add_widget(self.more)
        self.add_stretch()
        self.check = PlainButton(_("Check all"), "shield")
        tip_with_keys(self.check, _("Look for problems and prove that the board can be completed"), actions["check"])
        self.check.clicked.connect(actions["check"].trigger)
        self.play = PrimaryButton(_("Playtest"), "play")
        tip_with_keys(self.play, _("Try this layout out, and back with the same key"), actions["play"])
        self.play.clicked.connect(actions["play"].trigger)
        for button in (self.check, self.play):
            button.setFixedHeight(34)
        self.add_widget(self.check)
        self.add_space(8)
        self.add_widget(self.play)
        self._spare: tuple[Callable[[bool], None], ...] = (
            lambda shown: self.check.set_text(self.check.text(), key=first_key(actions["check"]) if shown else ""),
            partial(self._show_buttons, "zoom_out zoom_in"),
            lambda shown: self.play.set_text(self.play.text(), key=first_key(actions["play"]) if shown else ""),
            partial(self._show_buttons, "turn_left"),
            partial(self._show_buttons, "save marks"),
            lambda shown: self.play.set_text(self.play.accessibleName() if shown else ""),
            lambda shown: self.check.set_text(self.check.accessibleName() if shown else ""),
            partial(self._show_buttons, "fit"),
            partial(self._show_buttons, "turn_right mirror_h mirror_v"),
            *(partial(self._show_buttons, name) for name in reversed(groups[2] + groups[1][FIRST:])),
        )
        for name in ("check", "play"):
            actions[name].changed.connect(self.fit)

    def follow_tools(self) -> None:
        """Show buttons only of the tools that are offered."""
        self._show_buttons(" ".join(f"tool_{tool.key}" for tool in TOOLS), True)
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
        for line, group in self._lines:
            line.setVisible(any(not self.buttons[name].isHidden() for name in group))
        self.more.setVisible(any(button.isHidden() and action.isVisible() for button, action in self._offered()))
        self.row.invalidate()
        return self.row.minimumSize().width() <= self.width()

    def _show_buttons(self, names: str, shown: bool) -> None:
        for name in names.split():
            self.buttons[name].setVisible(shown and self.actions_of_page[name].isVisible())

    def _offered(self) -> list[tuple[ToolButton, QAction]]:
        return [(button, self.actions_of_page[name]) for name, button in self.buttons.items()]

    def _fill_more(self) -> None:
        """What there is no room for, in the order of the strip."""
        menu = self.more.menu()
        menu.clear()
        for button, action in self._offered():
            if button.isHidden() and action.isVisible():
                menu.addAction(action)


# The strip below the tools: what the tool in hand can be set to, what is drawn over the board, the symmetry.
#
# It is always there and as high as ever, so that nothing moves under the hand when another tool is taken.

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
