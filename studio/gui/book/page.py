"""A book in a tab: contents and search at the left, a clause in the middle, what hangs together at the right."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from PySide6.QtCore import QItemSelectionModel, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPixmap, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from studio.core.book import Block
from studio.core.protocols import Game
from studio.core.text import _, plural
from studio.documents.markup import manual, picture_file
from studio.games import load, slugs
from studio.gui.book.view import MARGINS, ClauseLeaf, Leaf, Link, Reading, nothing_like
from studio.gui.page import KeyGroup, Page
from studio.gui.style.stylesheet import MEDIUM, NORMAL, SEMIBOLD, current_theme, text_font
from studio.gui.style.theme import Theme
from studio.gui.widgets import (
    LEFT,
    RIGHT,
    Card,
    PlainButton,
    ScrollArea,
    Separator,
    literal,
    paint_row,
    paint_words,
    plain as plain_manual,
    text_label,
)
from studio.gui.widgets.actions import WALKING, Index, RowsModel, plain_view
from studio.gui.widgets.collapsible import RAIL, Folding, Slot
from studio.gui.widgets.inputs import Choice, SearchField
from studio.gui.widgets.text import plain

# The contents of a book: chapters and their clauses, with the number at the right and what was found marked.

ITEM = Qt.ItemDataRole
HIGH, NUMBER = 29, 42


class Row(NamedTuple):
    """A chapter (without a key) or a clause, and how often what is looked for stands in it."""

    key: str
    title: str
    number: str
    found: int = 0


class Rows(RowsModel[Row]):
    """The lines of the contents."""

    def data(self, index: Index, role: int = ITEM.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role in (ITEM.DisplayRole, ITEM.AccessibleTextRole):
            return f"{row.number} {row.title}".strip()
        if role == ITEM.ToolTipRole:
            return plain(row.title)
        if role == ITEM.AccessibleDescriptionRole and row.found:
            return plural("{n} place", "{n} places", row.found).format(n=row.found)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        return flags | Qt.ItemFlag.ItemIsSelectable if self.rows[index.row()].key else Qt.ItemFlag.ItemNeverHasChildren


class RowPainter(QStyledItemDelegate):
    """Paints a line: a chapter in bold, a clause further in, its number at the right."""

    def __init__(self, parent: QListView, rows: Rows) -> None:
        super().__init__(parent)
        self.rows = rows
        self.wanted = ""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, current_theme().target(HIGH))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, theme, state, flag = self.rows.rows[index.row()], current_theme(), option.state, QStyle.StateFlag
        rect = QRectF(option.rect).adjusted(0, 0, -6, 0)
        chosen = bool(state & flag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.key and (chosen or state & (flag.State_HasFocus | flag.State_MouseOver)):
            has_keys = bool(state & flag.State_HasFocus)
            paint_row(painter, rect.adjusted(0.8, 0.8, -0.8, -1.8), "tint" if chosen else "hover", has_keys)
        room = rect.adjusted(26 if row.key else 8, 0, -NUMBER if row.number else -8, 0)
        ink = theme.color("accent" if chosen else "text")
        weight = MEDIUM if chosen else NORMAL if row.key else SEMIBOLD
        self._mark(painter, room, row.title, weight)
        paint_words(painter, room, row.title, ink, 14, weight, LEFT)
        paint_words(painter, rect.adjusted(0, 0, -8, 0), row.number, theme.color("second"), 13, weight, RIGHT)
        painter.restore()

    def _mark(self, painter: QPainter, room: QRectF, words: str, weight: object) -> None:
        """Gold behind what is looked for."""
        at = words.casefold().find(self.wanted) if self.wanted else -1
        if at >= 0:
            face = QFontMetricsF(text_font(14, weight))  # type: ignore[arg-type]  # one of the weights of fonts
            left = room.left() + face.horizontalAdvance(words[:at])
            wide = face.horizontalAdvance(words[at : at + len(self.wanted)])
            painter.fillRect(QRectF(left, room.top() + 5, wide, room.height() - 11), current_theme().color("gold_tint"))


class Contents(QListView):
    """Chapters and clauses; `chosen` carries the key of a clause."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = Rows()
        self.setModel(self.rows)
        self.painter = RowPainter(self, self.rows)
        self.setItemDelegate(self.painter)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        plain_view(self, _("Contents"))
        self.clicked.connect(lambda index: self._choose(index.row()))

    def show_book(self, reading: Reading, found: Collection[str] | None, wanted: str = "") -> None:
        """List all clauses, or those in which something was found."""
        rows = []
        for chapter in reading.book:
            clauses = [clause for clause in chapter.clauses if found is None or clause.key in found]
            if clauses:
                rows.append(Row("", chapter.title, ""))
                rows += [Row(clause.key, clause.title, clause.number) for clause in clauses]
        self.painter.wanted = wanted.casefold().strip()
        self.rows.set_rows(rows)

    def mark(self, key: str) -> None:
        """Let a clause stand out."""
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
        elif event.key() in WALKING:
            super().keyPressEvent(event)
            self._choose(self.currentIndex().row())
        else:
            event.ignore()


# A book in a tab: contents and search at the left, a clause in the middle, what hangs together at the right.

CONTENTS, RELATED = 290, 284
ROOMY = 1180
"""In a page narrower than this there is no room for what hangs together."""
GAP = 10
LEAST = 800
"""In a room narrower than this the contents are folded."""
MOST_RELATED = 7


class Volume(Page):
    """A book, clause by clause. Subclasses say in `furnish` which, by `lay_out`."""

    icon_name = "book"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = ""
        self._past: list[str] = []
        self._ahead: list[str] = []
        self.furnish()
        self.open_clause(self.reading.order[0])

    def lay_out(self, reading: Reading, leaf: Leaf, search_words: str, note: str, above: QWidget | None = None) -> None:
        """Lay the book open: `search_words` stand in the field to search it, `note` beside the word contents, and
        `above` what is chosen above that field."""
        self.reading = reading
        self.contents = Contents()
        self.search = SearchField(search_words)
        self.leaf = leaf
        contents, holder = Slot(self._contents_card(note, above)), QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP)
        row.addWidget(contents)
        row.addWidget(self._clause_card(), 1)
        row.addWidget(self._related_card())
        self.folding = Folding("book", holder, LEAST, gap=GAP)
        self.folding.add("contents", contents, _("Contents"), "list", at_right=False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(GAP, GAP, GAP, GAP)
        outer.addWidget(self.folding, 1)
        self.setFocusProxy(self.contents)
        self.contents.chosen.connect(self.open_clause)
        leaf.wanted.connect(self.open_clause)
        self.search.textChanged.connect(self._look_for)
        self.search.returnPressed.connect(self._first_found)
        for keys, slot in (
            ("Ctrl+F", self.look_up),
            ("Alt+Left", self.back),
            ("Alt+Right", self.forward),
            ("Ctrl+Up", lambda: self.turn(-1)),
            ("Ctrl+Down", lambda: self.turn(1)),
        ):
            QShortcut(keys, self, slot, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._look_for("")

    # building

    def _contents_card(self, note: str, above: QWidget | None) -> Card:
        card = Card(_("Contents"), note)
        card.setFixedWidth(CONTENTS)
        if above is not None:
            card.body.addWidget(above)
        card.body.addWidget(self.search)
        self.told = text_label("", "second", 13, wrap=True)
        card.body.addWidget(self.told)
        card.body.addWidget(self.contents, 1)
        return card

    def _clause_card(self) -> Card:
        card = Card(padding=18)
        strip = QHBoxLayout()
        strip.setSpacing(8)
        self.way = text_label("", "second", 14)
        strip.addWidget(self.way)
        strip.addStretch(1)
        self.before, self.after = PlainButton("", "left", small=True), PlainButton("", "right", small=True)
        self.before.clicked.connect(lambda: self.turn(-1))
        self.after.clicked.connect(lambda: self.turn(1))
        strip.addWidget(self.before)
        strip.addWidget(self.after)
        card.body.addLayout(strip)
        card.body.addWidget(Separator())
        self.area = ScrollArea(self.leaf, name=_("Text"))
        card.body.addWidget(self.area, 1)
        return card

    def _related_card(self) -> Card:
        self.beside = Card(_("Related"), " ")
        self.beside.setFixedWidth(RELATED)
        self._related = QWidget()
        self._related_column = QVBoxLayout(self._related)
        self._related_column.setContentsMargins(0, 0, 0, 0)
        self._related_column.setSpacing(10)
        self.beside.body.addWidget(self._related)
        self.beside.body.addStretch(1)
        self.links: list[Link] = []
        return self.beside

    # what the window asks

    def can_save(self) -> bool:
        return False

    def reading_keys(self) -> list[tuple[str, list[str]]]:
        """Keys of every book, for the sheet of shortcuts."""
        return [
            (_("On to what follows, and to what came before"), ["Ctrl+Down", "Ctrl+Up"]),
            (_("Back to what was read before, and forth"), ["Alt+Left", "Alt+Right"]),
        ]

    def set_theme(self, theme: Theme) -> None:
        self._show()

    # turning pages

    def open_clause(self, key: str) -> None:
        """Show the clause with this number; one that the book does not have changes nothing."""
        if key in self.reading.clauses and key != self.key:
            if self.key:
                self._past.append(self.key)
                self._ahead.clear()
            self._go(key)

    def turn(self, by: int) -> None:
        """On to the next clause, or to the one before."""
        if (clause := self.reading.beside(self.key, by)) is not None:
            self.open_clause(clause.key)

    def back(self) -> None:
        """To the clause that was read before."""
        if self._past:
            self._ahead.append(self.key)
            self._go(self._past.pop())

    def forward(self) -> None:
        """Forth again."""
        if self._ahead:
            self._past.append(self.key)
            self._go(self._ahead.pop())

    def _go(self, key: str) -> None:
        self.key = key
        self._show()
        self.area.verticalScrollBar().setValue(0)

    def _show(self) -> None:
        clause = self.reading.clauses[self.key]
        self.leaf.show_clause(clause, self.search.text())
        self.contents.mark(self.key)
        self.way.setText(f"{self.reading.chapter_of(self.key).title}  ›  {clause.title}")
        for button, by in ((self.before, -1), (self.after, 1)):
            other = self.reading.beside(self.key, by)
            button.setVisible(other is not None)
            if other is not None:
                button.set_text(literal(other.title))
        self._show_related()

    def _show_related(self) -> None:
        while (item := self._related_column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.links = []
        for clause in self.reading.related(self.key)[:MOST_RELATED]:
            link = Link(clause, RELATED - 28, self.reading.is_numbered)
            link.clicked.connect(lambda _on=False, key=clause.key: self.open_clause(key))
            self._related_column.addWidget(link)
            self.links.append(link)
        self.beside.setVisible(bool(self.links) and self.width() >= ROOMY)

    # searching

    def _look_for(self, words: str) -> None:
        found = self.reading.places(words)
        looking = bool(words.strip())
        self.contents.show_book(self.reading, found if looking else None, words)
        self.told.setVisible(looking)
        count = sum(found.values())
        places = plural("{n} place", "{n} places", count).format(n=count)
        self.told.setText(places if found else nothing_like(words.strip(), self.reading.nearest(words)))
        if self.key:
            self._show()

    def _first_found(self) -> None:
        found = self.reading.places(self.search.text())
        if found:
            self.open_clause(self.key if self.key in found else next(iter(found)))
            self.contents.setFocus()

    # room

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit(event.size().width())

    def look_up(self) -> None:
        """Go to where one types what is looked for."""
        self.folding.reveal("contents")
        self.search.setFocus()

    def _fit(self, width: int) -> None:
        """Show what hangs together if there is room, and boards in the room that is left."""
        self.beside.setVisible(bool(self.links) and width >= ROOMY)
        is_narrow = width - 2 * GAP < LEAST
        room = width - (RAIL if is_narrow else CONTENTS) - (RELATED + 10 if width >= ROOMY else 0) - 30 - 2 * 18
        self.setFocusProxy(self.area if is_narrow else self.contents)
        if room != self.leaf.room:
            self.leaf.room = room
            self.leaf.show_clause(self.reading.clauses[self.key], self.search.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
        else:
            super().keyPressEvent(event)


# The rules of a game as a book in a tab.


def game_of(page: Page) -> Game:
    """The game that a page is about, or the first there is."""
    about = page.drawn() or page.played()
    if about is not None and about.game.book():
        return about.game
    return next(game for game in map(load, slugs()) if game.book())


class BookPage(Volume):
    """The rules of a game, clause by clause."""

    manual = "learning"
    leaf: ClauseLeaf

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        self.game = game
        super().__init__(parent)

    def furnish(self) -> None:
        game, reading = self.game, Reading(self.game.book())
        numbered = sum(bool(clause.number) for clause in reading.clauses.values())
        note = plural("{n} clause", "{n} clauses", numbered).format(n=numbered)
        self.games = games = Choice([(game.info.slug, game.info.name) for game in map(load, slugs()) if game.book()])
        games.setAccessibleName(_("Game"))
        games.set_current(game.info.slug)
        self.lay_out(reading, ClauseLeaf(game, reading), _("Search the rules"), note, games)
        games.chosen.connect(self._other_game)
        self.leaf.tried.connect(self.try_it)
        QShortcut("Ctrl+T", self, self.try_it, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)

    def title(self) -> str:
        return _("Rules of {game}").format(game=self.game.info.name)

    def shortcuts(self) -> list[KeyGroup]:
        keys = [
            (_("Search the rules"), ["Ctrl+F"]),
            (_("Try the board of the clause"), ["Ctrl+T"]),
            *self.reading_keys(),
        ]
        return [(_("Rules"), keys)]

    def try_it(self) -> None:
        """Ask for the board of this clause on a table of its own."""
        self.try_requested.emit(self.game, self.reading.clauses[self.key])

    def _other_game(self, slug: str) -> None:
        """The book of another game has a tab of its own."""
        self.games.set_current(self.game.info.slug)
        if slug != self.game.info.slug:
            self.rule_requested.emit(load(slug), "")


# The manual as a book in a tab: the same contents, links and search as the rules of a game, with pictures.


class ManualLeaf(Leaf):
    """Shows a page of the manual."""

    def pictures(self, blocks: list[Block]) -> QWidget:
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(6)
        for block in blocks:
            shown = QPixmap(str(picture_file(block.name, current_theme().is_dark)))
            if shown.width() > (wide := self.room - MARGINS):
                density = self.devicePixelRatioF()
                shown = shown.scaledToWidth(round(wide * density), Qt.TransformationMode.SmoothTransformation)
                shown.setDevicePixelRatio(density)
            picture = QLabel()
            picture.setPixmap(shown)
            picture.setAccessibleName(plain_manual(block.words))
            column.addWidget(picture)
            column.addWidget(text_label(block.words, "second", 14, wrap=True))
        return whole


class ManualPage(Volume):
    """How the program is used, page by page."""

    manual = ""  # it is open

    def furnish(self) -> None:
        reading = Reading(manual())
        count = len(reading.clauses)
        note = plural("{n} page", "{n} pages", count).format(n=count)
        self.lay_out(reading, ManualLeaf(reading), _("Search the manual"), note)

    def title(self) -> str:
        return _("Manual")

    def shortcuts(self) -> list[KeyGroup]:
        return [(_("Manual"), [(_("Search the manual"), ["Ctrl+F"]), *self.reading_keys()])]
