"""The strip of tools above the board, and the two buttons that everything else is for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QWidget

from studio.core.text import _
from studio.gui.editor.actions import Actions
from studio.gui.editor.tools import TOOLS
from studio.gui.widgets import PlainButton, PrimaryButton, Separator, ToolBar, ToolButton
from studio.gui.widgets.actions import first_key, tip_with_keys
from studio.gui.widgets.popups import Menu

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
