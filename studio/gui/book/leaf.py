"""One clause as it is read: title and number, the first words large, pictures side by side, then the rest."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.core.book import Block, Clause
from studio.core.text import _
from studio.gui.book.reading import Reading, html
from studio.gui.style.fonts import code_font, display_font
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.sprites import sprite_aspect, sprite_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Chip, Inset, text_label, title_label

MARGINS = 26
"""Pixels at its sides and for the scroll bar."""
SIGN = 34.0
"""Height of the sprite beside an item."""


class Leaf(QWidget):
    """Shows a clause; `wanted` carries the key of another one that was clicked. Subclasses know the pictures."""

    wanted = Signal(str)

    def __init__(self, reading: Reading, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.reading = reading
        self.room = 760
        """Pixels that there are for what is read, side by side."""
        self.words: list[QLabel] = []
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
        self._parts, self.words = [], []
        self._add(self._heading(clause))
        is_first = True
        for kind, group in groupby(clause.blocks, key=lambda block: block.kind):
            blocks = list(group)
            if kind == "board":
                self._add(self.pictures(blocks))
            else:
                for block in blocks:
                    self._add(self._text(block, looked_for, is_lead=is_first and kind == "words"))
                    is_first = False
        if (offered := self.offer(clause)) is not None:
            self._add(offered)
        self._column.addStretch(1)

    def pictures(self, blocks: list[Block]) -> QWidget:
        """The pictures of blocks that follow one another, with their words."""
        raise NotImplementedError

    def offer(self, _clause: Clause) -> QWidget | None:
        """What can be done with a clause, at its foot."""
        return None

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

    def _code(self, block: Block) -> QWidget:
        label = text_label(block.words, "text", 13, wrap=True)
        label.setFont(code_font(13))
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        inset = Inset()
        inset.column.addWidget(label)
        return inset

    def _text(self, block: Block, looked_for: str, is_lead: bool) -> QWidget:
        theme = current_theme()
        if block.kind == "code":
            return self._code(block)
        accent, gold, cap = (theme.color(role).name() for role in ("accent", "gold_tint", "line"))
        words = html(block, self.reading, accent, gold, looked_for, cap)
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
