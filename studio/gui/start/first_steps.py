"""What a new user can begin with, in place of an empty list of recent documents."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from studio import games
from studio.core.text import _
from studio.documents.paths import shipped_layouts, shipped_lessons
from studio.gui.page import NewLayout, NewMatch, OpenLesson, Request
from studio.gui.settings import settings
from studio.gui.widgets import PlainButton, text_label, vbox

GAME_SETTING = "start_game"  # in the settings: the game whose layouts are shown, "" for all


class FirstSteps(QWidget):
    """Buttons to learn, draw and play. `request` carries what the window has to do."""

    request = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[PlainButton] = []
        column = vbox(parent=self, spacing=6)
        steps = (
            ("book", _("Learn a game"), _("A prepared match shows you the rules in five minutes.")),
            ("new", _("Draw a board"), _("Choose a template, then change it with brush and palette.")),
            ("play", _("Play now"), _("Start a match against bots at once.")),
        )
        for step, (icon, title, remark) in enumerate(steps):
            button = PlainButton(title, icon)
            button.setAccessibleDescription(remark)
            button.clicked.connect(lambda _checked=False, step=step: self.request.emit(_requests()[step]))
            column.addWidget(button)
            column.addWidget(text_label(remark, "second", 13, wrap=True))
            column.addSpacing(12)
            self.buttons.append(button)
        column.addStretch(1)


def _requests() -> tuple[Request, ...]:
    """What the buttons request, for the chosen game or the first one."""
    game = settings().value(GAME_SETTING) or games.slugs()[0]
    tutorial, layout = shipped_lessons(game, "tutorial")[0], shipped_layouts(game)[0]
    return OpenLesson(tutorial), NewLayout(), NewMatch(path=layout, at_once=True)
