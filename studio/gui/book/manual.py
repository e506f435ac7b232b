"""The manual as a book in a tab: the same contents, links and search as the rules of a game, with pictures."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.core.book import Block
from studio.core.text import _, plural
from studio.documents.prose.manual import manual, picture_file
from studio.gui.book.leaf import MARGINS, Leaf
from studio.gui.book.reading import Reading
from studio.gui.book.volume import Volume
from studio.gui.page import KeyGroup
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import plain, text_label


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
            picture.setAccessibleName(plain(block.words))
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
