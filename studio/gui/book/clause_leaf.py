"""A clause of the rules: the boards that its game prepares, side by side, and the way to a table to try them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.core.book import Block, Clause
from studio.core.game import EVERYBODY
from studio.core.picture import EDGE_BASE, Picture
from studio.core.protocols import Game
from studio.core.text import _, key_words
from studio.gui.book.leaf import MARGINS, Leaf
from studio.gui.book.reading import NUMBER, Reading
from studio.gui.output.marked_board import RIGHT, MarkedBoard
from studio.gui.widgets import PrimaryButton, text_label
from studio.lessons.scene import scene_match

WIDE, HIGH, GAP = 380, 300, 16
"""The room of a board at most, and between two of them."""
RIM = 0.62
"""Board units that are seen around the spaces of a board: ships lie before its border."""


def spoken_of(picture: Picture, words: str) -> set[int]:
    """The cells whose names stand in the words below a board."""
    names = set(NUMBER.findall(words))
    spaces = (target for target in picture.targets if 0 <= target.cell < EDGE_BASE)
    return {target.cell for target in spaces if names.intersection(NUMBER.findall(target.name)[:1])}


class ClauseLeaf(Leaf):
    """Shows a clause of a game; `tried` asks for its board."""

    tried = Signal()

    def __init__(self, game: Game, reading: Reading, parent: QWidget | None = None) -> None:
        super().__init__(reading, parent)
        self.game = game
        self.boards: list[MarkedBoard] = []
        self.try_it: PrimaryButton | None = None

    def show_clause(self, clause: Clause, looked_for: str = "") -> None:
        self.boards, self.try_it = [], None
        super().show_clause(clause, looked_for)

    def offer(self, clause: Clause) -> QWidget | None:
        """The way to a table with the board of the clause, if it has one to try."""
        if not clause.number or scene_match(self.game, clause) is None:
            return None
        strip = QWidget()
        row = QHBoxLayout(strip)
        row.setContentsMargins(0, 6, 0, 0)
        row.setSpacing(12)
        self.try_it = button = PrimaryButton(_("Try it"), "play", key_words("Ctrl+T"))
        button.clicked.connect(self.tried)
        row.addWidget(button)
        row.addWidget(text_label(_("Opens this board on a table of its own."), "second", 14), 1)
        return strip

    def pictures(self, blocks: list[Block]) -> QWidget:
        strip = QWidget()
        row = QHBoxLayout(strip)
        row.setContentsMargins(0, 2, 0, 2)
        row.setSpacing(GAP)
        wide = min(WIDE, (self.room - MARGINS - GAP * (len(blocks) - 1)) // len(blocks))
        for block in blocks:
            picture = self.game.picture(self.game.scene(block.name).state, EVERYBODY)
            board = MarkedBoard(picture, spoken_of(picture, block.words), RIGHT, QSize(wide, HIGH), block.words, RIM)
            self.boards.append(board)
            whole = QWidget()
            whole.setFixedWidth(board.width())
            column = QVBoxLayout(whole)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(6)
            column.addWidget(board)
            column.addWidget(text_label(block.words, "second", 14, wrap=True))
            column.addStretch(1)
            row.addWidget(whole)
        row.addStretch(1)
        return strip
