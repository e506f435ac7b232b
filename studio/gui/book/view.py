"""One clause as it is read: title and number, the first words large, pictures side by side, then the rest."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cached_property
from html import escape
from itertools import groupby

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QLabel, QSizePolicy, QWidget

from studio.core.book import Block, Book, Chapter, Clause
from studio.core.game import EVERYBODY
from studio.core.picture import EDGE_BASE, Picture
from studio.core.plugin import Game
from studio.core.text import _, key_names
from studio.documents.markup import parse_spans, plain_text
from studio.gui.output.thumbnails import MENTION_ROLE, MarkedBoard
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.sprites import sprite_aspect, sprite_pixmap
from studio.gui.style.stylesheet import NORMAL, SEMIBOLD, code_font, current_theme, display_font
from studio.gui.widgets import (
    Chip,
    Inset,
    PrimaryButton,
    escape_mnemonic,
    hbox,
    paint_row,
    paint_text,
    paint_wrapped,
    painter_on,
    text_label,
    title_label,
    vbox,
    wrapped_height,
)
from studio.lessons import sandbox_match

# A book as it is read: its clauses in order, what is found in them, which of them speak of which.

CLAUSE_NUMBER = re.compile(r"\b[A-Z]\d{1,2}\b")


class BookIndex:
    """A book and ways through it. Clauses are named by their keys."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.clauses = {clause.key: clause for chapter in book for clause in chapter.clauses}
        self.order = list(self.clauses)
        self.is_numbered = any(clause.number for clause in self.clauses.values())

    def chapter_of(self, key: str) -> Chapter:
        """The chapter that a clause stands in."""
        return next(chapter for chapter in self.book if any(clause.key == key for clause in chapter.clauses))

    def neighbor(self, key: str, by: int) -> Clause | None:
        """The next clause or the one before; None at the ends of the book."""
        place = self.order.index(key) + by
        return self.clauses[self.order[place]] if 0 <= place < len(self.order) else None

    def related(self, key: str) -> list[Clause]:
        """The clauses that this one speaks of, then those with a number that speak of it; else those beside it."""
        spoken = [number for number in mentioned_clauses(self.clauses[key]) if number in self.clauses]
        speaking = [
            other for other, clause in self.clauses.items() if clause.number and key in mentioned_clauses(clause)
        ]
        beside = [clause.key for clause in self.chapter_of(key).clauses]
        return [self.clauses[other] for other in dict.fromkeys([*spoken, *speaking] or beside) if other != key]

    def search(self, words: str) -> dict[str, int]:
        """In which clauses words stand, and how often."""
        wanted = words.casefold().strip()
        if not wanted:
            return {}
        counts = {
            key: sum(text.casefold().count(wanted) for text in clause_texts(clause))
            for key, clause in self.clauses.items()
        }
        return {key: count for key, count in counts.items() if count}

    def similar_word(self, words: str) -> str:
        """A word of the book that is much like this one; "" if there is none."""
        return next(iter(get_close_matches(words.casefold().strip(), self._words, n=1, cutoff=0.7)), "")

    @cached_property
    def _words(self) -> list[str]:
        found = (
            word.casefold()
            for clause in self.clauses.values()
            for text in clause_texts(clause)
            for word in text.split()
        )
        return sorted({word.strip(".,:;()“”*?!") for word in found if len(word) > 3})


def clause_texts(clause: Clause) -> Iterator[str]:
    """All that is to be read in a clause."""
    yield clause.title
    yield clause.number
    yield from (plain_text(block.text) for block in clause.blocks)


def mentioned_clauses(clause: Clause) -> list[str]:
    """The numbers of clauses that a clause speaks of and the keys that it links to, each once. Below a board stand
    names of spaces instead."""
    told = [block.text for block in clause.blocks if block.kind not in ("board", "code")]
    links = (run.target for words in told for run in parse_spans(words) if run.kind == "link")
    return list(dict.fromkeys([*(number for words in told for number in CLAUSE_NUMBER.findall(words)), *links]))


def lead_sentence(clause: Clause) -> str:
    """The first sentence of a clause."""
    told = next((block.text for block in clause.blocks if block.kind == "words"), "")
    words = "".join(run.text for run in parse_spans(told) if run.kind != "key").replace("  ", " ")
    return words.split(". ")[0].rstrip(".") + "." if words else ""


def block_html(block: Block, known: BookIndex, link: str, mark: str, wanted: str, key: str = "transparent") -> str:
    """The words of a block for a label: numbers of clauses and links lead there in the colour `link`, what is looked
    for lies on the colour `mark`, a key to be pressed on the colour `key`."""
    parts = []
    cap = f'<span style="background-color:{key}; font-weight:600; white-space:nowrap">&nbsp;', "&nbsp;</span>"
    for run in parse_spans(block.text):
        if run.kind == "link":
            parts.append(_link_html(run.target, run.text, link))
            continue
        words = "".join(_marked(piece, mark, wanted) for piece in _pieces(run.text, known, link))
        before, after = cap if run.kind == "key" else _TAGS.get(run.kind, ("", ""))
        parts.append(f"{before}{words}{after}")
    return "".join(parts)


_TAGS = {
    "bold": ("<b>", "</b>"),
    "slanted": ("<i>", "</i>"),
    "code": ('<span style="font-family:monospace">', "</span>"),
}


def _link_html(key: str, words: str, link: str) -> str:
    shown = escape(words, quote=False)
    return f'<a href="{key}" style="color:{link}; text-decoration:none; font-weight:600">{shown}</a>'


def _pieces(words: str, known: BookIndex, link: str) -> Iterator[str]:
    """Words as HTML, in pieces: each number of a clause is one of its own."""
    end = 0
    for found in CLAUSE_NUMBER.finditer(words):
        if found[0] in known.clauses:
            yield escape(words[end : found.start()], quote=False)
            yield _link_html(found[0], found[0], link)
            end = found.end()
    yield escape(words[end:], quote=False)


def _marked(piece: str, mark: str, wanted: str) -> str:
    if not wanted.strip() or piece.startswith("<a "):
        return piece
    pattern = re.escape(escape(wanted.strip(), quote=False))
    return re.sub(pattern, lambda found: f'<span style="background-color:{mark}">{found[0]}</span>', piece, flags=re.I)


# One clause as it is read: title and number, the first words large, pictures side by side, then the rest.

MARGINS = 26
"""Pixels at its sides and for the scroll bar."""
SPRITE_HEIGHT = 34.0
"""Height of the sprite beside an item."""


class SectionView(QWidget):
    """Shows a clause; `wanted` carries the key of another one that was clicked. Subclasses know the pictures."""

    clause_requested = Signal(str)

    def __init__(self, reading: BookIndex, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.book_index = reading
        self.available_width = 760
        """Pixels that there are for what is read, side by side."""
        self.labels: list[QLabel] = []
        self._column = vbox(parent=self, spacing=12, margins=(8, 0, MARGINS - 12, 8))
        self._parts: list[QWidget] = []

    def show_clause(self, clause: Clause, looked_for: str = "") -> None:
        """Show this clause, and mark what is looked for."""
        for part in self._parts:
            self._column.removeWidget(part)
            part.hide()
            part.deleteLater()
        while self._column.count():
            self._column.takeAt(0)
        self._parts, self.labels = [], []
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
        if (offered := self.make_footer(clause)) is not None:
            self._add(offered)
        self._column.addStretch(1)

    def pictures(self, blocks: list[Block]) -> QWidget:
        """The pictures of blocks that follow one another, with their words."""
        raise NotImplementedError

    def make_footer(self, _clause: Clause) -> QWidget | None:
        """What can be done with a clause, at its foot."""
        return None

    def _add(self, part: QWidget) -> None:
        self._column.addWidget(part)
        self._parts.append(part)

    def _heading(self, clause: Clause) -> QWidget:
        strip = QWidget()
        row = hbox(parent=strip, spacing=12, margins=(0, 4, 0, 0))
        title = title_label(clause.title, 31)
        title.setWordWrap(True)
        row.addWidget(title, 0 if len(clause.title) < 34 else 1)
        if clause.number:
            row.addWidget(Chip(clause.number, "gold"), 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1 if len(clause.title) < 34 else 0)
        return strip

    def _code(self, block: Block) -> QWidget:
        label = text_label(block.text, "text", 13, wrap=True)
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
        words = block_html(block, self.book_index, accent, gold, looked_for, cap)
        label = text_label(words, "text", 15, wrap=True, rich=True)
        if is_lead or block.kind == "head":
            label.setFont(display_font(20 if is_lead else 19))
        label.linkActivated.connect(self.clause_requested)
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.labels.append(label)
        if block.kind == "item":
            return _with_icon(self._sign(block.name) if block.name else text_label("•", "gold", 15), label, 10)
        if block.kind == "aside":
            sign = QLabel()
            sign.setPixmap(icon_pixmap("info", theme.color("accent"), 18, self.devicePixelRatioF()))
            inset = Inset()
            inset.column.addWidget(_with_icon(sign, label, 0))
            return inset
        return label

    def _sign(self, name: str) -> QLabel:
        """The sprite beside an item; what belongs to seats in the colour of the first."""
        sign = QLabel()
        tall = min(SPRITE_HEIGHT, SPRITE_HEIGHT * 1.3 / sprite_aspect(name))
        sign.setPixmap(sprite_pixmap(name, tall, current_theme(), 0, "", self.devicePixelRatioF()))
        sign.setFixedWidth(round(SPRITE_HEIGHT * 1.3))
        sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        return sign


def _with_icon(sign: QLabel, words: QWidget, inset: int) -> QWidget:
    """A small sign, and words beside it."""
    strip = QWidget()
    row = hbox(parent=strip, spacing=10, margins=(inset, 0, 0, 0))
    pictured = not sign.pixmap().isNull() and sign.pixmap().height() > 20 * sign.devicePixelRatioF()
    row.addWidget(sign, 0, Qt.AlignmentFlag.AlignVCenter if pictured else Qt.AlignmentFlag.AlignTop)
    row.addWidget(words, 1, Qt.AlignmentFlag.AlignVCenter if pictured else Qt.AlignmentFlag(0))
    return strip


def no_match_text(words: str, nearest: str) -> str:
    """What a search says that found nothing."""
    if nearest:
        return _("“{words}” stands nowhere. Did you mean “{nearest}”?").format(words=words, nearest=nearest)
    return _("“{words}” stands nowhere in this book.").format(words=words)


# A way to another clause: its number and title, and below them what it says first.

LINK_NUMBER_WIDTH, LINK_INDENT, TOP = 44, 8, 24
"""Pixels to the left of the title, where clauses have numbers and where none has; and above what is said first."""


class ClauseLink(QAbstractButton):
    """Looks like a line of a list, and can be pressed. `is_numbered`: its book has clauses with numbers."""

    def __init__(self, clause: Clause, width: int, is_numbered: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left = LINK_NUMBER_WIDTH if is_numbered else LINK_INDENT
        self.clause, self.lead_text = clause, lead_sentence(clause)
        self.setText(escape_mnemonic(f"{clause.number} {clause.title}".strip()))
        self.setAccessibleName(f"{clause.number} {clause.title}".strip())
        self.setAccessibleDescription(self.lead_text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._hint = QSize(width, TOP + math.ceil(wrapped_height(self.lead_text, width - self._left - 8, 13)) + 8)

    def sizeHint(self) -> QSize:
        return self._hint

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, rect = current_theme(), QRectF(self.rect())
        with painter_on(self) as painter:
            if self.underMouse() or self.hasFocus():
                paint_row(painter, rect.adjusted(1, 1, -1, -1), "hover", self.hasFocus())
            head = QRectF(6, 2, rect.width() - 12, TOP - 2)
            paint_text(painter, head, self.clause.number, theme.color("gold_text"), 14, SEMIBOLD)
            words = rect.adjusted(self._left, 2, -8, 0)
            title = QRectF(words.left(), 2, words.width(), TOP - 2)
            paint_text(painter, title, self.clause.title, theme.color("text"), 14, SEMIBOLD)
            paint_wrapped(painter, words.adjusted(0, TOP - 2, 0, 0), self.lead_text, theme.color("second"), 13, NORMAL)


# A clause of the rules: the boards that its game prepares, side by side, and the way to a table to try them.

BOARD_WIDTH, BOARD_HEIGHT, GAP = 380, 300, 16
"""The room of a board at most, and between two of them."""
RIM = 0.62
"""Board units that are seen around the spaces of a board: ships lie before its border."""


def mentioned_cells(picture: Picture, words: str) -> set[int]:
    """The cells whose names stand in the words below a board."""
    names = set(CLAUSE_NUMBER.findall(words))
    spaces = (target for target in picture.targets if 0 <= target.cell < EDGE_BASE)
    return {target.cell for target in spaces if names.intersection(CLAUSE_NUMBER.findall(target.name)[:1])}


class ClauseView(SectionView):
    """Shows a clause of a game; `tried` asks for its board."""

    try_requested = Signal()

    def __init__(self, game: Game, reading: BookIndex, parent: QWidget | None = None) -> None:
        super().__init__(reading, parent)
        self.game = game
        self.boards: list[MarkedBoard] = []
        self.try_it: PrimaryButton | None = None

    def show_clause(self, clause: Clause, looked_for: str = "") -> None:
        self.boards, self.try_it = [], None
        super().show_clause(clause, looked_for)

    def make_footer(self, clause: Clause) -> QWidget | None:
        """The way to a table with the board of the clause, if it has one to try."""
        if not clause.number or sandbox_match(self.game, clause) is None:
            return None
        strip = QWidget()
        row = hbox(parent=strip, spacing=12, margins=(0, 6, 0, 0))
        self.try_it = button = PrimaryButton(_("Try it"), "play", key_names("Ctrl+T"))
        button.clicked.connect(self.try_requested)
        row.addWidget(button)
        row.addWidget(text_label(_("Opens this board on a table of its own."), "second", 14), 1)
        return strip

    def pictures(self, blocks: list[Block]) -> QWidget:
        strip = QWidget()
        row = hbox(parent=strip, spacing=GAP, margins=(0, 2, 0, 2))
        wide = min(BOARD_WIDTH, (self.available_width - MARGINS - GAP * (len(blocks) - 1)) // len(blocks))
        for block in blocks:
            picture = self.game.picture.picture(self.game.text.book_position(block.name).state, EVERYBODY)
            board = MarkedBoard(
                picture, mentioned_cells(picture, block.text), MENTION_ROLE, QSize(wide, BOARD_HEIGHT), block.text, RIM
            )
            self.boards.append(board)
            whole = QWidget()
            whole.setFixedWidth(board.width())
            vbox(board, text_label(block.text, "second", 14, wrap=True), 1, parent=whole, spacing=6)
            row.addWidget(whole)
        row.addStretch(1)
        return strip
