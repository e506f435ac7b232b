"""A clause of a book: title, number, text, pictures and boards."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cached_property
from html import escape
from itertools import groupby

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from studio.core.book import Block, Book, Chapter, Clause
from studio.core.game import EVERYBODY
from studio.core.picture import EDGE_BASE, Picture
from studio.core.plugin import Game
from studio.core.text import _, key_names
from studio.documents.markup import parse_spans
from studio.gui import widgets as w
from studio.gui.book.search import BookSearch
from studio.gui.output.thumbnails import MENTION_ROLE, MarkedBoard
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.sprites import sprite_aspect, sprite_pixmap
from studio.gui.style.stylesheet import NORMAL, SEMIBOLD, code_font, current_theme, display_font
from studio.lessons import sandbox_match

CLAUSE_NUMBER = re.compile(r"\b[A-Z]\d{1,2}\b")


class BookIndex:
    """A book with search and related clauses. Clauses are identified by their keys."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.clauses = {clause.key: clause for chapter in book for clause in chapter.clauses}
        self.order = list(self.clauses)
        self.is_numbered = any(clause.number for clause in self.clauses.values())

    def chapter_of(self, key: str) -> Chapter:
        return next(chapter for chapter in self.book if any(clause.key == key for clause in chapter.clauses))

    def neighbor(self, key: str, by: int) -> Clause | None:
        """The next or previous clause, None at the ends of the book."""
        place = self.order.index(key) + by
        return self.clauses[self.order[place]] if 0 <= place < len(self.order) else None

    def related(self, key: str) -> list[Clause]:
        """Clauses that this one mentions, then numbered ones that mention it; else those of its chapter."""
        found = [number for number in mentioned_clauses(self.clauses[key]) if number in self.clauses]
        found += [clause.key for clause in self.clauses.values() if clause.number and key in mentioned_clauses(clause)]
        chapter = [clause.key for clause in self.chapter_of(key).clauses]
        return [self.clauses[other] for other in dict.fromkeys(found or chapter) if other != key]

    @cached_property
    def search(self) -> BookSearch:
        return BookSearch(self.book)


def mentioned_clauses(clause: Clause) -> list[str]:
    """Numbers and link targets in a clause, each once. Texts below boards name spaces instead."""
    reported = [block.text for block in clause.blocks if block.kind not in ("board", "code")]
    links = (run.target for text in reported for run in parse_spans(text) if run.kind == "link")
    return list(dict.fromkeys([*(number for text in reported for number in CLAUSE_NUMBER.findall(text)), *links]))


def lead_sentence(clause: Clause) -> str:
    """First sentence of a clause."""
    reported = next((block.text for block in clause.blocks if block.kind == "words"), "")
    text = "".join(run.text for run in parse_spans(reported) if run.kind != "key").replace("  ", " ")
    return text.split(". ")[0].rstrip(".") + "." if text else ""


def block_html(block: Block, known: BookIndex, link: str, mark: str, wanted: str, key: str = "transparent") -> str:
    """HTML of a block: clause numbers and links in colour `link`, matches of `wanted` on `mark`, keys on `key`."""
    parts = []
    cap = f'<span style="background-color:{key}; font-weight:600; white-space:nowrap">&nbsp;', "&nbsp;</span>"
    for run in parse_spans(block.text):
        if run.kind == "link":
            parts.append(_link_html(run.target, run.text, link))
            continue
        text = "".join(_marked(piece, mark, wanted) for piece in _pieces(run.text, known, link))
        before, after = cap if run.kind == "key" else _TAGS.get(run.kind, ("", ""))
        parts.append(f"{before}{text}{after}")
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
    """Split text into HTML pieces: each clause number is a piece of its own."""
    end = 0
    for found in CLAUSE_NUMBER.finditer(words):
        if found[0] in known.clauses:
            yield escape(words[end : found.start()], quote=False)
            yield _link_html(found[0], found[0], link)
            end = found.end()
    yield escape(words[end:], quote=False)


def _marked(piece: str, mark: str, wanted: str) -> str:
    if not wanted or piece.startswith("<a "):
        return piece
    return re.sub(wanted, lambda found: f'<span style="background-color:{mark}">{found[0]}</span>', piece, flags=re.I)


MARGINS = 26  # pixels at the sides, including the scroll bar
SPRITE_HEIGHT = 34.0  # pixels of the sprite next to an item


class SectionView(QWidget):
    """Shows a clause; `clause_requested` carries the key of a clicked link. Subclasses add the pictures."""

    clause_requested = Signal(str)

    def __init__(self, reading: BookIndex, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.book_index = reading
        self.available_width = 760  # pixels for pictures side by side
        self.labels: list[QLabel] = []
        self._column = w.vbox(parent=self, spacing=12, margins=(8, 0, MARGINS - 12, 8))

    def show_clause(self, clause: Clause, marks: str = "") -> None:
        """Show a clause and mark the matches of a pattern."""
        w.clear_layout(self._column)
        self.labels = []
        self._column.addWidget(self._heading(clause))
        is_first = True
        for kind, group in groupby(clause.blocks, key=lambda block: block.kind):
            blocks = list(group)
            if kind == "board":
                self._column.addWidget(self.pictures(blocks))
            else:
                for block in blocks:
                    self._column.addWidget(self._text(block, marks, is_lead=is_first and kind == "words"))
                    is_first = False
        if (offered := self.make_footer(clause)) is not None:
            self._column.addWidget(offered)
        self._column.addStretch(1)

    def pictures(self, blocks: list[Block]) -> QWidget:
        """Return the widget that shows these picture blocks; subclasses implement it."""
        raise NotImplementedError

    def make_footer(self, _clause: Clause) -> QWidget | None:
        """Actions below a clause, if any."""
        return None

    def _heading(self, clause: Clause) -> QWidget:
        strip = QWidget()
        row = w.hbox(parent=strip, spacing=12, margins=(0, 4, 0, 0))
        title = w.title_label(clause.title, 31)
        title.setWordWrap(True)
        row.addWidget(title, 0 if len(clause.title) < 34 else 1)
        if clause.number:
            row.addWidget(w.Chip(clause.number, "gold"), 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1 if len(clause.title) < 34 else 0)
        return strip

    def _code(self, block: Block) -> QWidget:
        label = w.text_label(block.text, "text", 13, wrap=True)
        label.setFont(code_font(13))
        flags = Qt.TextInteractionFlag
        label.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
        inset = w.Inset()
        inset.column.addWidget(label)
        return inset

    def _text(self, block: Block, marks: str, is_lead: bool) -> QWidget:
        theme = current_theme()
        if block.kind == "code":
            return self._code(block)
        accent, gold, cap = (theme.color(role).name() for role in ("accent", "gold_tint", "line"))
        text = block_html(block, self.book_index, accent, gold, marks, cap)
        label = w.text_label(text, "text", 15, wrap=True, rich=True)
        if is_lead or block.kind == "head":
            label.setFont(display_font(20 if is_lead else 19))
        label.linkActivated.connect(self.clause_requested)
        flags = Qt.TextInteractionFlag
        label.setTextInteractionFlags(flags.TextBrowserInteraction | flags.TextSelectableByKeyboard)
        self.labels.append(label)
        if block.kind == "item":
            return _with_icon(self._sign(block.name) if block.name else w.text_label("•", "gold", 15), label, 10)
        if block.kind == "aside":
            sign = QLabel(pixmap=icon_pixmap("info", theme.color("accent"), 18, self.devicePixelRatioF()))
            inset = w.Inset()
            inset.column.addWidget(_with_icon(sign, label, 0))
            return inset
        return label

    def _sign(self, name: str) -> QLabel:
        """The sprite next to an item, in the first seat's colour if it depends on the seat."""
        tall = min(SPRITE_HEIGHT, SPRITE_HEIGHT * 1.3 / sprite_aspect(name))
        pixmap = sprite_pixmap(name, tall, current_theme(), 0, "", self.devicePixelRatioF())
        sign = QLabel(pixmap=pixmap, alignment=Qt.AlignmentFlag.AlignCenter)
        sign.setFixedWidth(round(SPRITE_HEIGHT * 1.3))
        return sign


def _with_icon(sign: QLabel, words: QWidget, inset: int) -> QWidget:
    strip = QWidget()
    row = w.hbox(parent=strip, spacing=10, margins=(inset, 0, 0, 0))
    pictured = not sign.pixmap().isNull() and sign.pixmap().height() > 20 * sign.devicePixelRatioF()
    row.addWidget(sign, 0, Qt.AlignmentFlag.AlignVCenter if pictured else Qt.AlignmentFlag.AlignTop)
    row.addWidget(words, 1, Qt.AlignmentFlag.AlignVCenter if pictured else Qt.AlignmentFlag(0))
    return strip


LINK_NUMBER_WIDTH, LINK_INDENT, TOP = 44, 8, 24
"""Pixels left of the title with and without clause numbers, and above the first sentence."""


class ClauseLink(w.PaintedButton):
    """A link to a clause: number, title and first sentence. `is_numbered`: the book has clause numbers."""

    def __init__(self, clause: Clause, width: int, is_numbered: bool = True) -> None:
        super().__init__(w.escape_mnemonic(f"{clause.number} {clause.title}".strip()))
        self._left = LINK_NUMBER_WIDTH if is_numbered else LINK_INDENT
        self.clause, self.lead_text = clause, lead_sentence(clause)
        self.setAccessibleName(f"{clause.number} {clause.title}".strip())
        self.setAccessibleDescription(self.lead_text)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._hint = QSize(width, TOP + math.ceil(w.wrapped_height(self.lead_text, width - self._left - 8, 13)) + 8)

    def sizeHint(self) -> QSize:
        return self._hint

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, rect = current_theme(), QRectF(self.rect())
        with w.painter_on(self) as painter:
            if self.underMouse() or self.hasFocus():
                w.paint_row(painter, rect.adjusted(1, 1, -1, -1), "hover", self.hasFocus())
            head = QRectF(6, 2, rect.width() - 12, TOP - 2)
            w.paint_text(painter, head, self.clause.number, theme.color("gold_text"), 14, SEMIBOLD)
            text = rect.adjusted(self._left, 2, -8, 0)
            title = QRectF(text.left(), 2, text.width(), TOP - 2)
            w.paint_text(painter, title, self.clause.title, theme.color("text"), 14, SEMIBOLD)
            w.paint_wrapped(painter, text.adjusted(0, TOP - 2, 0, 0), self.lead_text, theme.color("second"), 13, NORMAL)


BOARD_WIDTH, BOARD_HEIGHT, GAP = 380, 300, 16  # maximum size of a board, and the gap between two
RIM = 0.62  # visible board units around the spaces: ships are outside the border


def mentioned_cells(picture: Picture, words: str) -> set[int]:
    """Cells whose names are mentioned in the caption of a board."""
    names = set(CLAUSE_NUMBER.findall(words))
    spaces = (target for target in picture.targets if 0 <= target.cell < EDGE_BASE)
    return {target.cell for target in spaces if names.intersection(CLAUSE_NUMBER.findall(target.name)[:1])}


class ClauseView(SectionView):
    """A clause of a game's rules; `try_requested` asks for a match on its board."""

    try_requested = Signal()

    def __init__(self, game: Game, reading: BookIndex) -> None:
        super().__init__(reading)
        self.game = game
        self.boards: list[MarkedBoard] = []
        self.try_it: w.PrimaryButton | None = None

    def show_clause(self, clause: Clause, marks: str = "") -> None:
        self.boards, self.try_it = [], None
        super().show_clause(clause, marks)

    def make_footer(self, clause: Clause) -> QWidget | None:
        """The button to try the board of a clause, if it has one."""
        if not clause.number or sandbox_match(self.game, clause) is None:
            return None
        strip = QWidget()
        row = w.hbox(parent=strip, spacing=12, margins=(0, 6, 0, 0))
        self.try_it = button = w.PrimaryButton(_("Try it"), "play", key_names("Ctrl+T"), act=self.try_requested)
        row.addWidget(button)
        row.addWidget(w.text_label(_("Opens this board in a separate match."), "second", 14), 1)
        return strip

    def pictures(self, blocks: list[Block]) -> QWidget:
        strip = QWidget()
        row = w.hbox(parent=strip, spacing=GAP, margins=(0, 2, 0, 2))
        wide = min(BOARD_WIDTH, (self.available_width - MARGINS - GAP * (len(blocks) - 1)) // len(blocks))
        for block in blocks:
            picture = self.game.picture.picture(self.game.text.book_position(block.name).state, EVERYBODY)
            cells, size = mentioned_cells(picture, block.text), QSize(wide, BOARD_HEIGHT)
            board = MarkedBoard(picture, cells, MENTION_ROLE, size, block.text, RIM)
            self.boards.append(board)
            whole = QWidget()
            whole.setFixedWidth(board.width())
            w.vbox(board, w.text_label(block.text, "second", 14, wrap=True), 1, parent=whole, spacing=6)
            row.addWidget(whole)
        row.addStretch(1)
        return strip
