"""The tool bar of the editor, and the bar below it with the options of the current tool."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QAction, QIcon, QResizeEvent
from PySide6.QtWidgets import QLineEdit

from studio.core.form import StampItem
from studio.core.text import _
from studio.drawing.symmetry import Symmetry, symmetries
from studio.gui.editor.commands import EditorActions
from studio.gui.editor.edit_state import EditState, SelectionMode, SelectionShape
from studio.gui.editor.panels.palette import stamp_pixmap
from studio.gui.editor.survey.overlays import OverlayButtons
from studio.gui.editor.tools import TOOLS, Tool
from studio.gui.style.icons import BRUSH_SIZES, brush_icon
from studio.gui.style.stylesheet import SEMIBOLD, current_theme, text_font
from studio.gui.widgets import PlainButton, PrimaryButton, Separator, ToolBar, ToolButton, hbox, set_tooltip, text_label
from studio.gui.widgets.actions import first_key, icon_of, set_shortcut_tooltip
from studio.gui.widgets.buttons import Menu
from studio.gui.widgets.inputs import ComboBox

MIN_WIDTH = 400
ALWAYS_SHOWN = 4  # tools that are never hidden


class EditorToolBar(ToolBar):
    """All tools in groups. Buttons stay where they are, whatever the current tool."""

    def __init__(self, actions: EditorActions) -> None:
        super().__init__()
        self.page_actions = actions
        self.buttons: dict[str, ToolButton] = {}
        self._separators: list[tuple[Separator, tuple[str, ...]]] = []
        groups = (
            ("save", "undo", "redo"),
            tuple(f"tool_{tool.key}" for tool in TOOLS),
            ("complete",) if actions["complete"].isVisible() else (),
            ("turn_left", "turn_right", "mirror_h", "mirror_v"),
            ("zoom_out", "zoom_in", "fit", "marks"),
        )
        for number, group in enumerate(groups):
            if number and group:
                self._separators.append((self.add_separator(), group))
            for name in group:
                self.buttons[name] = self.add_action(actions[name], icon_of(actions[name]))
        self.more_button = ToolButton("chevrons", _("More tools"))
        self.more_button.setPopupMode(ToolButton.ToolButtonPopupMode.InstantPopup)
        self.more_button.setMenu(Menu("", self.more_button))
        self.more_button.menu().aboutToShow.connect(self._fill_more_menu)
        self.row.addWidget(self.more_button)
        self.row.addStretch(1)
        self.check_button = PlainButton(_("Check all"), "shield")
        self.playtest_button = PrimaryButton(_("Playtest"), "play")
        tips = (
            _("Find problems and verify that the board can be completed"),
            _("Play this layout; the same key returns to the editor"),
        )
        buttons = ((self.check_button, "check", tips[0]), (self.playtest_button, "play", tips[1]))
        for button, name, tip in buttons:
            set_shortcut_tooltip(button, tip, actions[name])
            button.clicked.connect(actions[name].trigger)
            actions[name].changed.connect(self.fit_buttons)
            button.setFixedHeight(34)
        self.row.addWidget(self.check_button)
        self.row.addSpacing(8)
        self.row.addWidget(self.playtest_button)
        check_key, play_key = (partial(self._show_key, button, actions[name]) for button, name, _tip in buttons)
        check_label, play_label = (partial(self._show_label, button) for button, _name, _tip in buttons)
        self._reductions: tuple[Callable[[bool], None], ...] = (
            check_key,
            partial(self._show_buttons, "zoom_out zoom_in"),
            play_key,
            partial(self._show_buttons, "turn_left"),
            partial(self._show_buttons, "save marks"),
            play_label,
            check_label,
            partial(self._show_buttons, "fit"),
            partial(self._show_buttons, "turn_right mirror_h mirror_v"),
            *(partial(self._show_buttons, name) for name in reversed(groups[2] + groups[1][ALWAYS_SHOWN:])),
        )

    def update_tools(self) -> None:
        self._show_buttons(" ".join(f"tool_{tool.key}" for tool in TOOLS), True)
        self.fit_buttons()

    def minimumSizeHint(self) -> QSize:
        return QSize(MIN_WIDTH, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_buttons()

    def fit_buttons(self) -> None:
        """Show as many buttons as fit. The others stay in the menus and on the keyboard."""
        for step in self._reductions:
            step(True)
        gone = []
        for step in self._reductions:
            if self._fits():
                break
            step(False)
            gone.append(step)
        for step in reversed(gone):  # the last one may have left room for something smaller
            step(True)
            if not self._fits():
                step(False)

    def _fits(self) -> bool:
        for line, group in self._separators:
            line.setVisible(any(not self.buttons[name].isHidden() for name in group))
        self.more_button.setVisible(bool(self._hidden_actions()))
        self.row.invalidate()
        return self.row.minimumSize().width() <= self.width()

    def _show_buttons(self, names: str, shown: bool) -> None:
        for name in names.split():
            self.buttons[name].setVisible(shown and self.page_actions[name].isVisible())

    def _show_key(self, button: PlainButton, action: QAction, shown: bool) -> None:
        button.set_text(button.text(), key=first_key(action) if shown else "")

    def _show_label(self, button: PlainButton, shown: bool) -> None:
        button.set_text(button.accessibleName() if shown else "")

    def _hidden_actions(self) -> list[QAction]:
        actions = {name: self.page_actions[name] for name, button in self.buttons.items() if button.isHidden()}
        return [action for action in actions.values() if action.isVisible()]

    def _fill_more_menu(self) -> None:
        self.more_button.menu().clear()
        self.more_button.menu().addActions(self._hidden_actions())


BAR_HEIGHT = 40
NAME_WIDTH = 104  # fixed, so that the options start at the same place for every tool
MAX_WORD_LENGTH = 40  # no board is wider


class EdgeButton(ToolButton):
    """Chooses a kind of edge, whose picture it shows."""

    def __init__(self, item: StampItem) -> None:
        self._item = item
        super().__init__("", item.name, icon_px=24)
        self.setCheckable(True)

    def _tint(self) -> None:
        side, theme = self.iconSize().width(), current_theme()
        self.setIcon(QIcon(stamp_pixmap(self._item, 0, 4, side, theme, self.devicePixelRatioF())))


class ToolOptionsBar(ToolBar):
    """Name and options of the tool; symmetry, overlays. `entered`: Enter was pressed after typing a word."""

    entered = Signal()

    def __init__(self, actions: EditorActions, edit_state: EditState, overlays: OverlayButtons) -> None:
        super().__init__()
        self.setFixedHeight(BAR_HEIGHT)
        self.edit_state = edit_state
        self.tool: Tool | None = None
        self._symmetry_options: list[tuple[str, str]] = []
        self.name = text_label("", "text", 13)
        self.name.setFont(text_font(13, SEMIBOLD))
        self.name.setFixedWidth(NAME_WIDTH)
        self.row.addWidget(self.name)
        self.shape_buttons = [self._button(actions, reach.value) for reach in SelectionShape]
        self.row.addSpacing(10)
        self.mode_buttons = [self._button(actions, f"join_{joining.value}") for joining in SelectionMode]
        self.outline_button = self._button(actions, "outline")
        self.size_buttons = [
            ToolButton(brush_icon(edit_state.document.grid.sides, rings), action=actions[f"brush_{rings}"], icon_px=22)
            for rings in range(BRUSH_SIZES)
        ]
        for button in self.size_buttons:
            self.row.addWidget(button)
        self.word_field = QLineEdit(maxLength=MAX_WORD_LENGTH, placeholderText=_("Word"))
        self.word_field.setFixedSize(170, 30)
        self.word_field.setAccessibleName(_("Word"))
        set_tooltip(self.word_field, _("Type a word, then drag from its first space to its last"))
        self.word_field.textEdited.connect(self._on_word_edited)
        self.word_field.returnPressed.connect(self.entered)
        self.row.addWidget(self.word_field)
        self.edge_buttons: dict[str, EdgeButton] = {}
        self._edge_row = hbox(spacing=2)
        self.row.addLayout(self._edge_row)
        edit_state.edge_stamp_changed.connect(self._update_edges)
        edit_state.palette_changed.connect(self._update_edges)
        self.row.addStretch(1)
        self.overlays = overlays
        self.row.addWidget(overlays)
        self.row.addSpacing(18)
        self.row.addWidget(text_label(_("Symmetry"), "second", 13))
        self.row.addSpacing(6)
        self.symmetry = ComboBox(name=_("Symmetry"))
        self._update_symmetries()
        set_shortcut_tooltip(self.symmetry, _("Repeat strokes symmetrically"), actions["symmetry"])
        self.symmetry.chosen.connect(lambda key: edit_state.set_symmetry(Symmetry(key)))
        edit_state.symmetry_changed.connect(self._update_symmetries)
        edit_state.document.step_finished.connect(self._update_symmetries)
        self.row.addWidget(self.symmetry)

    def _button(self, actions: EditorActions, name: str) -> ToolButton:
        button = ToolButton(icon_of(actions[name]), action=actions[name])
        self.row.addWidget(button)
        return button

    def show_tool(self, tool: Tool) -> None:
        fresh, self.tool = tool is not self.tool, tool
        self.name.setText(tool.name)
        for button in self.size_buttons:
            button.setVisible(tool.uses_brush)
        self.outline_button.setVisible(tool.has_outline_option)
        for button in (*self.shape_buttons, *self.mode_buttons):
            button.setVisible(tool.key == "select")
        self.word_field.setVisible(tool.key == "word")
        self._update_edges()
        if fresh and tool.key == "word" and not self.edit_state.word:
            self.word_field.setFocus()

    def _update_edges(self) -> None:
        """Show the kinds of edge as buttons while the border tool is active; the pressed one is painted."""
        state, is_border = self.edit_state, self.tool is not None and self.tool.key == "border"
        for item in state.items("edges") if is_border else ():
            if item.stamp.key not in self.edge_buttons:
                button = self.edge_buttons[item.stamp.key] = EdgeButton(item)
                button.clicked.connect(lambda on, stamp=item.stamp: state.set_edge_stamp(stamp if on else None))
                self._edge_row.addWidget(button)
        chosen = state.edge_stamp.key if state.edge_stamp is not None else ""
        for key, shown in self.edge_buttons.items():
            shown.setChecked(key == chosen)
            shown.setVisible(is_border)

    def _update_symmetries(self) -> None:
        """A board of another size may have other symmetries."""
        offered = symmetries(self.edit_state.document.grid)
        options = [(symmetry.value, symmetry.title) for symmetry in offered]
        if options != self._symmetry_options:
            self._symmetry_options = options
            self.symmetry.set_options(options)
            if self.edit_state.symmetry not in offered:
                self.edit_state.set_symmetry(Symmetry.NONE)
        self.symmetry.set_current(self.edit_state.symmetry.value)

    def _on_word_edited(self, text: str) -> None:
        cursor = self.word_field.cursorPosition()
        self.word_field.setText(text.upper())
        self.word_field.setCursorPosition(cursor)
        self.edit_state.set_word(self.word_field.text())
