"""The ways into a game for who does not know it yet: its tutorial and its puzzles, with what is done of them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.core.text import _
from studio.documents.paths import shipped_lessons
from studio.gui.start.progress import DONE, reached
from studio.gui.widgets import PlainButton, literal, set_tip


class LearnRow(QWidget):
    """Two buttons, of which a game without lessons shows none. `chosen` carries the file of a lesson."""

    chosen = Signal(object)

    def __init__(self, slug: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slug = slug
        self.tutorials, self.puzzles = shipped_lessons(slug, "tutorial"), shipped_lessons(slug, "puzzle")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        self.tutorial = PlainButton(_("Tutorial"), "book", small=True)
        self.tutorial.clicked.connect(lambda: self.chosen.emit(self.tutorials[0]))
        set_tip(self.tutorial, _("Learn the game in five minutes, one thing at a time."))
        self.riddles = PlainButton(_("Puzzles"), "star", small=True)
        self.riddles.clicked.connect(self._offer)
        for button, lessons in ((self.tutorial, self.tutorials), (self.riddles, self.puzzles)):
            row.addWidget(button)
            button.setVisible(bool(lessons))

    def showEvent(self, event: QShowEvent) -> None:
        self.refresh()
        super().showEvent(event)

    def refresh(self) -> None:
        """Say what is done by now."""
        if self.tutorials:
            is_done = reached(self.tutorials[0]) == DONE
            self.tutorial.set_text(_("Tutorial"), "tick" if is_done else "book")
        solved = sum(reached(path) == DONE for path in self.puzzles)
        words = _("Puzzles {solved}/{count}").format(solved=solved, count=len(self.puzzles))
        self.riddles.set_text(words if solved else _("Puzzles"), "tick" if solved == len(self.puzzles) else "star")
        set_tip(self.riddles, _("Positions with a goal: find the way."))

    def _offer(self) -> None:
        """The puzzles, by name."""
        from studio.documents.lessons import read_puzzle
        from studio.gui.style.icons import icon
        from studio.gui.style.stylesheet import current_theme
        from studio.gui.widgets.popups import Menu

        menu = Menu("", self)
        for path in self.puzzles:
            entry = menu.addAction(literal(_(read_puzzle(path).title)))
            if reached(path) == DONE:
                entry.setIcon(icon("tick", current_theme()))
            entry.triggered.connect(partial(self._choose, path))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.riddles.mapToGlobal(QPoint(0, self.riddles.height() + 2)))

    def _choose(self, path: object, _checked: bool = False) -> None:
        self.chosen.emit(path)
