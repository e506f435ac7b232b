"""A book in a tab: contents and search on the left, the clause in the middle, related clauses on the right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QItemSelectionModel, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPixmap, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from studio.core.book import Block
from studio.core.plugin import Game
from studio.core.text import _, plural
from studio.documents.markup import load_manual, picture_file
from studio.games import load, slugs
from studio.gui import widgets as w
from studio.gui.book.search import Found
from studio.gui.book.view import MARGINS, BookIndex, ClauseLink, ClauseView, SectionView
from studio.gui.page import KeyGroup, Page, ShowRules, TryRule
from studio.gui.style.stylesheet import MEDIUM, NORMAL, SEMIBOLD, current_theme, text_font
from studio.gui.style.theme import Theme
from studio.gui.widgets.actions import NAVIGATION_KEYS, Index, RowsModel, plain_view
from studio.gui.widgets.collapsible import RAIL, CollapsibleHost, PanelSlot
from studio.gui.widgets.inputs import ComboBox, SearchField

ITEM = Qt.ItemDataRole
ROW_HEIGHT, NUMBER = 29, 42


class ContentsRow(NamedTuple):
    """A chapter (without a key) or a clause."""

    key: str
    title: str
    number: str


class ContentsModel(RowsModel[ContentsRow]):
    def data(self, index: Index, role: int = ITEM.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role in (ITEM.DisplayRole, ITEM.AccessibleTextRole):
            return f"{row.number} {row.title}".strip()
        if role == ITEM.ToolTipRole:
            return w.plain_tooltip(row.title)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        return flags | Qt.ItemFlag.ItemIsSelectable if self.rows[index.row()].key else Qt.ItemFlag.ItemNeverHasChildren


class ContentsDelegate(QStyledItemDelegate):
    def __init__(self, parent: QListView, rows: ContentsModel) -> None:
        super().__init__(parent)
        self.rows = rows
        self.marks = ""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, current_theme().target_size(ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, theme, state, flag = self.rows.rows[index.row()], current_theme(), option.state, QStyle.StateFlag
        rect = QRectF(option.rect).adjusted(0, 0, -6, 0)
        chosen = bool(state & flag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.key and (chosen or state & (flag.State_HasFocus | flag.State_MouseOver)):
            has_keys = bool(state & flag.State_HasFocus)
            w.paint_row(painter, rect.adjusted(0.8, 0.8, -0.8, -1.8), "tint" if chosen else "hover", has_keys)
        room = rect.adjusted(26 if row.key else 8, 0, -NUMBER if row.number else -8, 0)
        ink = theme.color("accent" if chosen else "text")
        weight = MEDIUM if chosen else NORMAL if row.key else SEMIBOLD
        self._paint_match(painter, room, row.title, weight)
        w.paint_text(painter, room, row.title, ink, 14, weight, w.LEFT)
        w.paint_text(painter, rect.adjusted(0, 0, -8, 0), row.number, theme.color("second"), 13, weight, w.RIGHT)
        painter.restore()

    def _paint_match(self, painter: QPainter, room: QRectF, words: str, weight: object) -> None:
        """Paint a gold ground behind the text found."""
        face = QFontMetricsF(text_font(14, weight))  # type: ignore[arg-type]  # one of the weights of fonts
        for found in re.finditer(self.marks, words, re.I) if self.marks else ():
            left = room.left() + face.horizontalAdvance(words[: found.start()])
            wide = face.horizontalAdvance(found[0])
            painter.fillRect(QRectF(left, room.top() + 5, wide, room.height() - 11), current_theme().color("gold_tint"))


class ContentsView(QListView):
    """The table of contents; `chosen` carries the key of a clause."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.rows = ContentsModel()
        self.setModel(self.rows)
        self.painter = ContentsDelegate(self, self.rows)
        self.setItemDelegate(self.painter)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        plain_view(self, _("Contents"))
        self.clicked.connect(lambda index: self._choose(index.row()))

    def show_book(self, reading: BookIndex, found: Sequence[str] = (), marks: str = "") -> None:
        """List the clauses found, or all of them by chapter; `marks` is the pattern of the text to mark."""
        rows = []
        for title, clauses in [("", [reading.clauses[key] for key in found])] if found else reading.book:
            rows += [ContentsRow("", title, "")] if title else []
            rows += [ContentsRow(clause.key, clause.title, clause.number) for clause in clauses]
        self.painter.marks = marks
        self.rows.set_rows(rows)

    def highlight(self, key: str) -> None:
        row = next((number for number, row in enumerate(self.rows.rows) if row.key == key), -1)
        if row < 0:
            self.clearSelection()
            return
        index = self.rows.index(row)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.scrollTo(index)

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self.rows.rows) and self.rows.rows[row].key:
            self.chosen.emit(self.rows.rows[row].key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self.currentIndex().row())
        elif event.key() in NAVIGATION_KEYS:
            super().keyPressEvent(event)
            self._choose(self.currentIndex().row())
        else:
            event.ignore()


CONTENTS, RELATED = 290, 284
ROOMY = 1180  # a narrower page hides the related clauses
GAP = 10
FOLD_WIDTH = 800  # on a narrower page the contents are collapsed
MAX_RELATED = 7


class BookState(NamedTuple):
    """The clause that is open, and those to go back and forward to."""

    key: str
    back: list[str]
    forward: list[str]


class BookView(Page):
    """A book, clause by clause. Subclasses call `set_book` in `_build_ui`."""

    icon_name = "book"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = ""
        self._back_stack: list[str] = []
        self._forward_stack: list[str] = []
        self._build_ui()
        self.open_clause(self.book_index.order[0])

    def _build_ui(self) -> None:
        """Create the widgets with `set_book`; subclasses implement it."""
        raise NotImplementedError

    def view_state(self) -> BookState:
        return BookState(self.key, self._back_stack, self._forward_stack)

    def restore_view_state(self, state: object) -> None:
        assert isinstance(state, BookState)
        self.key, self._back_stack, self._forward_stack = state
        self._show()

    def set_book(
        self, reading: BookIndex, leaf: SectionView, search_words: str, note: str, above: QWidget | None = None
    ) -> None:
        """Build the page for a book: `search_words` is the placeholder of the search field, `note` is shown next to the
        heading of the contents, and `above` is placed above the search field.
        """
        self.book_index = reading
        self.contents = ContentsView()
        self.search, self._found = SearchField(search_words), Found([])
        self.section_view = leaf
        contents, holder = PanelSlot(self._contents_card(note, above)), QWidget()
        w.hbox(contents, (self._clause_card(), 1), self._related_card(), parent=holder, spacing=GAP)
        self.folding = CollapsibleHost("book", holder, FOLD_WIDTH, gap=GAP)
        self.folding.add("contents", contents, _("Contents"), "list", at_right=False)
        w.vbox((self.folding, 1), parent=self, margins=(GAP, GAP, GAP, GAP))
        self.setFocusProxy(self.contents)
        self.contents.chosen.connect(self.open_clause)
        leaf.clause_requested.connect(self.open_clause)
        self.search.textChanged.connect(self._search_changed)
        self.search.returnPressed.connect(self._open_first_match)
        for keys, slot in (
            ("Ctrl+F", self.focus_search),
            ("Alt+Left", self.back),
            ("Alt+Right", self.forward),
            ("Ctrl+Up", lambda: self.go_by(-1)),
            ("Ctrl+Down", lambda: self.go_by(1)),
        ):
            QShortcut(keys, self, slot, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._search_changed("")

    def _contents_card(self, note: str, above: QWidget | None) -> w.Card:
        card = w.Card(_("Contents"), note)
        card.setFixedWidth(CONTENTS)
        if above is not None:
            card.body.addWidget(above)
        card.body.addWidget(self.search)
        self.search_status = w.text_label("", "second", 13, wrap=True)
        card.body.addWidget(self.search_status)
        card.body.addWidget(self.contents, 1)
        return card

    def _clause_card(self) -> w.Card:
        card = w.Card(padding=18)
        self.path_label = w.text_label("", "second", 14)
        self.previous_button = w.PlainButton("", "left", small=True, act=lambda: self.go_by(-1))
        self.next_button = w.PlainButton("", "right", small=True, act=lambda: self.go_by(1))
        card.body.addLayout(w.hbox(self.path_label, 1, self.previous_button, self.next_button, spacing=8))
        card.body.addWidget(w.Separator())
        self.area = w.ScrollArea(self.section_view, name=_("Text"))
        card.body.addWidget(self.area, 1)
        return card

    def _related_card(self) -> w.Card:
        self.related_card = w.Card(_("Related"), " ")
        self.related_card.setFixedWidth(RELATED)
        self._related = QWidget()
        self._related_column = w.vbox(parent=self._related, spacing=10)
        self.related_card.body.addWidget(self._related)
        self.related_card.body.addStretch(1)
        self.links: list[ClauseLink] = []
        return self.related_card

    def can_save(self) -> bool:
        return False

    def navigation_shortcuts(self) -> list[tuple[str, list[str]]]:
        """Shortcuts of every book, for the shortcut dialog."""
        return [
            (_("Next or previous section"), ["Ctrl+Down", "Ctrl+Up"]),
            (_("Back or forward"), ["Alt+Left", "Alt+Right"]),
        ]

    def set_theme(self, theme: Theme) -> None:
        self._show()

    def open_clause(self, key: str) -> None:
        """Show the clause with this key, if there is one."""
        if key in self.book_index.clauses and key != self.key:
            if self.key:
                self._back_stack.append(self.key)
                self._forward_stack.clear()
            self._go(key)

    def go_by(self, by: int) -> None:
        if (clause := self.book_index.neighbor(self.key, by)) is not None:
            self.open_clause(clause.key)

    def back(self) -> None:
        if self._back_stack:
            self._forward_stack.append(self.key)
            self._go(self._back_stack.pop())

    def forward(self) -> None:
        if self._forward_stack:
            self._back_stack.append(self.key)
            self._go(self._forward_stack.pop())

    def _go(self, key: str) -> None:
        self.key = key
        self._show()
        self.area.verticalScrollBar().setValue(0)

    def _show(self) -> None:
        clause = self.book_index.clauses[self.key]
        self.section_view.show_clause(clause, self._found.marks)
        self.contents.highlight(self.key)
        self.path_label.setText(f"{self.book_index.chapter_of(self.key).title}  ›  {clause.title}")
        for button, by in ((self.previous_button, -1), (self.next_button, 1)):
            other = self.book_index.neighbor(self.key, by)
            button.setVisible(other is not None)
            if other is not None:
                button.set_text(w.escape_mnemonic(other.title))
        self._show_related()

    def _show_related(self) -> None:
        w.clear_layout(self._related_column)
        self.links = []
        for clause in self.book_index.related(self.key)[:MAX_RELATED]:
            link = ClauseLink(clause, RELATED - 28, self.book_index.is_numbered)
            link.clicked.connect(lambda _on=False, key=clause.key: self.open_clause(key))
            self._related_column.addWidget(link)
            self.links.append(link)
        self.related_card.setVisible(bool(self.links) and self.width() >= ROOMY)

    def _search_changed(self, words: str) -> None:
        self._found = found = self.book_index.search.find(words)
        self.contents.show_book(self.book_index, found.keys, found.marks)
        self.search_status.setVisible(bool(words.strip()))
        text = plural("{n} result", "{n} results", len(found.keys)).format(n=len(found.keys))
        if found.corrected:
            text = _("No results for “{words}”. Results for “{nearest}”:")
        elif not found.keys:
            text = _("No results for “{words}”.")
        self.search_status.setText(text.format(words=words.strip(), nearest=found.corrected))
        if self.key:
            self._show()

    def _open_first_match(self) -> None:
        if self._found.keys:
            self.open_clause(self._found.keys[0])
            self.contents.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit(event.size().width())

    def focus_search(self) -> None:
        self.folding.reveal("contents")
        self.search.setFocus()

    def _fit(self, width: int) -> None:
        """Show related clauses and boards if there is room."""
        self.related_card.setVisible(bool(self.links) and width >= ROOMY)
        is_narrow = width - 2 * GAP < FOLD_WIDTH
        room = width - (RAIL if is_narrow else CONTENTS) - (RELATED + 10 if width >= ROOMY else 0) - 30 - 2 * 18
        room -= self.area.verticalScrollBar().sizeHint().width()
        self.setFocusProxy(self.area if is_narrow else self.contents)
        if room != self.section_view.available_width:
            self.section_view.available_width = room
            self.section_view.show_clause(self.book_index.clauses[self.key], self._found.marks)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
        else:
            super().keyPressEvent(event)


def game_of(page: Page) -> Game:
    """The game of a page, or else the first game."""
    about = page.edited_layout() or page.match_layout()
    if about is not None and about.game.text.book():
        return about.game
    return next(game for game in map(load, slugs()) if game.text.book())


class BookPage(BookView):
    """The rules of a game."""

    manual_key = "learning"
    section_view: ClauseView

    def __init__(self, game: Game) -> None:
        self.game = game
        super().__init__()

    def successor(self, replaced: Mapping[Page, Page]) -> BookPage:
        return BookPage(self.game)

    def _build_ui(self) -> None:
        game, reading = self.game, BookIndex(self.game.text.book())
        numbered = sum(bool(clause.number) for clause in reading.clauses.values())
        note = plural("{n} rule", "{n} rules", numbered).format(n=numbered)
        with_book = [game.info for game in map(load, slugs()) if game.text.book()]
        self.games = games = ComboBox([(info.slug, info.name) for info in with_book], name=_("Game"))
        games.set_current(game.info.slug)
        self.set_book(reading, ClauseView(game, reading), _("Search rules"), note, games)
        games.chosen.connect(self._other_game)
        self.section_view.try_requested.connect(self.try_board)
        QShortcut("Ctrl+T", self, self.try_board, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)

    def title(self) -> str:
        return _("Rules: {game}").format(game=self.game.info.name)

    def shortcuts(self) -> list[KeyGroup]:
        keys = [(_("Search rules"), ["Ctrl+F"]), (_("Try the example board"), ["Ctrl+T"]), *self.navigation_shortcuts()]
        return [(_("Rules"), keys)]

    def try_board(self) -> None:
        self.request.emit(TryRule(self.game, self.book_index.clauses[self.key]))

    def _other_game(self, slug: str) -> None:
        """The book of another game has its own tab."""
        self.games.set_current(self.game.info.slug)
        if slug != self.game.info.slug:
            self.request.emit(ShowRules(load(slug)))


class ManualView(SectionView):
    def pictures(self, blocks: list[Block]) -> QWidget:
        whole = QWidget()
        column = w.vbox(parent=whole, spacing=6, margins=(0, 4, 0, 4))
        for block in blocks:
            shown = QPixmap(str(picture_file(block.name, current_theme().is_dark)))
            if shown.width() > (wide := self.available_width - MARGINS):
                density = self.devicePixelRatioF()
                shown = shown.scaledToWidth(round(wide * density), Qt.TransformationMode.SmoothTransformation)
                shown.setDevicePixelRatio(density)
            picture = QLabel(pixmap=shown)
            picture.setAccessibleName(w.plain_tooltip(block.text))
            column.addWidget(picture)
            column.addWidget(w.text_label(block.text, "second", 14, wrap=True))
        return whole


class ManualPage(BookView):
    manual_key = ""  # it is open

    def successor(self, replaced: Mapping[Page, Page]) -> ManualPage:
        return ManualPage()

    def _build_ui(self) -> None:
        reading = BookIndex(load_manual())
        count = len(reading.clauses)
        note = plural("{n} page", "{n} pages", count).format(n=count)
        self.set_book(reading, ManualView(reading), _("Search manual"), note)

    def title(self) -> str:
        return _("Manual")

    def shortcuts(self) -> list[KeyGroup]:
        return [(_("Manual"), [(_("Search manual"), ["Ctrl+F"]), *self.navigation_shortcuts()])]
