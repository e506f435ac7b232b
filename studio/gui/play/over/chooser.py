"""The small menu beside a place where a click could mean several moves."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from studio.core.game import Action
from studio.gui.play.match.choices import Choices
from studio.gui.play.match.controller import MatchController
from studio.gui.style.fonts import MEDIUM, text_font
from studio.gui.widgets import literal, set_tip
from studio.gui.widgets.popups import Menu


class Chooser(Menu):
    """The small menu when a click could mean several moves: short words, shown on the board while pointed at.

    A position that has gone takes its menu along.
    """

    def __init__(self, controller: MatchController, parent: QWidget) -> None:
        super().__init__(parent)
        self.controller = controller
        self.setToolTipsVisible(True)
        self._choices: Choices | None = None
        controller.refreshed.connect(self._follow)

    def ask(self, target: int, place: QPoint) -> None:
        """Offer the moves on a target beside a place of the screen."""
        controller, choices = self.controller, self.controller.choices
        self._choices = choices
        self.clear()
        for action in choices.by_target[target]:
            entry = self.addAction(literal(choices.label(action)))
            set_tip(entry, choices.sentence(action))
            entry.hovered.connect(partial(controller.choose, action))
            entry.triggered.connect(partial(self._take, action))
            if action == choices.chosen:
                entry.setFont(text_font(14, MEDIUM))
                self.setActiveAction(entry)
        self.popup(place + QPoint(2, 2))

    def _take(self, action: Action, _checked: bool = False) -> None:
        if self.controller.choices is self._choices:
            self.controller.play(action)

    def _follow(self) -> None:
        if self.isVisible() and self.controller.choices is not self._choices:
            self.close()
