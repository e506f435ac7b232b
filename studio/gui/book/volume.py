"""A book in a tab: contents and search at the left, a clause in the middle, what hangs together at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.core.text import _, plural
from studio.gui.book.contents import Contents
from studio.gui.book.leaf import Leaf, nothing_like
from studio.gui.book.link import Link
from studio.gui.book.reading import Reading
from studio.gui.page import Page
from studio.gui.style.theme import Theme
from studio.gui.widgets import Card, PlainButton, ScrollArea, Separator, literal, text_label
from studio.gui.widgets.folding import RAIL, Folding, Slot
from studio.gui.widgets.inputs import SearchField

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
