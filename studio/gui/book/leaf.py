"""One clause as it is read: title and number, the first words large, boards side by side, then the rest."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.core.game import EVERYBODY, Game
from studio.core.shown.book import Block, Clause
from studio.core.shown.picture import Picture
from studio.core.shown.targets import EDGE_BASE
from studio.core.text import _
from studio.gui.book.reading import NUMBER, Reading, html
from studio.gui.output.marked_board import RIGHT, MarkedBoard
from studio.gui.style.fonts import display_font
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.sprites import sprite_aspect, sprite_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Chip, Inset, PrimaryButton, text_label, title_label
from studio.lessons.scene import scene_match

WIDE, HIGH, GAP = 380, 300, 16
"""The room of a board at most, and between two of them."""
MARGINS = 26
"""Pixels at its sides and for the scroll bar."""
SIGN = 34.0
"""Height of the sprite beside an item."""
RIM = 0.62
"""Board units that are seen around the spaces of a board: ships lie before its border."""


def spoken_of(picture: Picture, words: str) -> set[int]:
    """The cells whose names stand in the words below a board."""
    names = set(NUMBER.findall(words))
    spaces = (target for target in picture.targets if 0 <= target.cell < EDGE_BASE)
    return {target.cell for target in spaces if names.intersection(NUMBER.findall(target.name)[:1])}


class Leaf(QWidget):
    """Shows a clause; `wanted` carries the number of another one that was clicked, `tried` asks for its board."""

    wanted = Signal(str)
    tried = Signal()

    def __init__(self, game: Game, reading: Reading, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.game, self.reading = game, reading
        self.room = 2 * WIDE
        """Pixels that there are for what is read, side by side."""
        self.boards: list[MarkedBoard] = []
        self.words: list[QLabel] = []
        self.try_it: PrimaryButton | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 0, MARGINS - 12, 8)
        self._column.setSpacing(12)
        self._parts: list[QWidget] = []

    def show_clause(self, clause: Clause, looked_for: str = "") -> None:
        """Show this clause, and mark what is looked for."""
        for part in self._parts:
            self._column.removeWidget(part)
            part.hide()
            part.deleteLater()
        while self._column.count():
            self._column.takeAt(0)
        self._parts, self.boards, self.words, self.try_it = [], [], [], None
        self._add(self._heading(clause))
        is_first = True
        for kind, group in groupby(clause.blocks, key=lambda block: block.kind):
            blocks = list(group)
            if kind == "board":
                self._add(self._pictures(blocks))
            else:
                for block in blocks:
                    self._add(self._text(block, looked_for, is_lead=is_first and kind == "words"))
                    is_first = False
        if clause.number and scene_match(self.game, clause) is not None:
            self._add(self._offer())
        self._column.addStretch(1)

    def _offer(self) -> QWidget:
        """The way to a table with the board of the clause."""
        strip = QWidget()
        row = QHBoxLayout(strip)
        row.setContentsMargins(0, 6, 0, 0)
        row.setSpacing(12)
        self.try_it = button = PrimaryButton(_("Try it"), "play", "Ctrl+T")
        button.clicked.connect(self.tried)
        row.addWidget(button)
        row.addWidget(text_label(_("Opens this board on a table of its own."), "second", 14), 1)
        return strip

    def _add(self, part: QWidget) -> None:
        self._column.addWidget(part)
        self._parts.append(part)

    def _heading(self, clause: Clause) -> QWidget:
        strip = QWidget()
        row = QHBoxLayout(strip)
        row.setContentsMargins(0, 4, 0, 0)
        row.setSpacing(12)
        title = title_label(clause.title, 31)
        title.setWordWrap(True)
        row.addWidget(title, 0 if len(clause.title) < 34 else 1)
        if clause.number:
            row.addWidget(Chip(clause.number, "gold"), 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1 if len(clause.title) < 34 else 0)
        return strip

    def _text(self, block: Block, looked_for: str, is_lead: bool) -> QWidget:
        theme = current_theme()
        words = html(block, self.reading, theme.color("accent").name(), theme.color("gold_tint").name(), looked_for)
        label = text_label(words, "text", 15, wrap=True, rich=True)
        if is_lead or block.kind == "head":
            label.setFont(display_font(20 if is_lead else 19))
        label.linkActivated.connect(self.wanted)
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.words.append(label)
        if block.kind == "item":
            return _beside(self._sign(block.name) if block.name else text_label("•", "gold", 15), label, 10)
        if block.kind == "aside":
            sign = QLabel()
            sign.setPixmap(icon_pixmap("info", theme.color("accent"), 18, self.devicePixelRatioF()))
            inset = Inset()
            inset.column.addWidget(_beside(sign, label, 0))
            return inset
        return label

    def _sign(self, name: str) -> QLabel:
        """The sprite beside an item; what belongs to seats in the colour of the first."""
        sign = QLabel()
        tall = min(SIGN, SIGN * 1.3 / sprite_aspect(name))
        sign.setPixmap(sprite_pixmap(name, tall, current_theme(), 0, "", self.devicePixelRatioF()))
        sign.setFixedWidth(round(SIGN * 1.3))
        sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        return sign

    def _pictures(self, blocks: list[Block]) -> QWidget:
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


def _beside(sign: QLabel, words: QWidget, inset: int) -> QWidget:
    """A small sign, and words beside it."""
    strip = QWidget()
    row = QHBoxLayout(strip)
    row.setContentsMargins(inset, 0, 0, 0)
    row.setSpacing(10)
    pictured = not sign.pixmap().isNull() and sign.pixmap().height() > 20 * sign.devicePixelRatioF()
    row.addWidget(sign, 0, Qt.AlignmentFlag.AlignVCenter if pictured else Qt.AlignmentFlag.AlignTop)
    row.addWidget(words, 1, Qt.AlignmentFlag.AlignVCenter if pictured else Qt.AlignmentFlag(0))
    return strip


def nothing_like(words: str, nearest: str) -> str:
    """What a search says that found nothing."""
    if nearest:
        return _("“{words}” stands nowhere. Did you mean “{nearest}”?").format(words=words, nearest=nearest)
    return _("“{words}” stands nowhere in this book.").format(words=words)
