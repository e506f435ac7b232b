"""A window of pages in tabs: which is in front, what they are called, how they come, change and go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from studio.core.text import _
from studio.documents.watched import is_same_file
from studio.gui.page import Page
from studio.gui.shell.dressed_window import DressedWindow
from studio.gui.shell.strips import StatusStrip, TabNames, TopRow
from studio.gui.start.start_page import StartPage
from studio.gui.widgets import Toast, one_line


class TabbedWindow(DressedWindow):
    """Tabs above, the page in front, a strip of facts at the foot. `start` is the first page and stays.

    What else is to be done about pages, a window says in the methods at the end.
    """

    def __init__(self, start: StartPage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.start = start
        self._pages: list[Page] = []
        self._sources: dict[Page, Path] = {}
        self._names = TabNames()
        self._front: Page | None = None
        self.top = TopRow()
        self.tabs = self.top.tabs
        self.stack = QStackedWidget()
        self.strip = StatusStrip()
        self.centre = QWidget()
        column = QVBoxLayout(self.centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(self.stack, 1)
        column.addWidget(self.strip)
        self.setCentralWidget(self.centre)
        self.tabs.currentChanged.connect(self._tab_changed)
        self.tabs.closing.connect(self._tab_closing)

    def pages(self) -> list[Page]:
        """All pages, the start page first."""
        return list(self._pages)

    def front(self) -> Page:
        """The page that is seen."""
        return self._pages[max(self.tabs.currentIndex(), 0)]

    def add_page(self, page: Page, place: int = -1) -> Page:
        """Put a page into a tab, at a place or at the end, and bring it to the front."""
        self._pages.insert(place if place >= 0 else len(self._pages), page)
        self.stack.addWidget(page)
        place = self.tabs.add(self.title_of(page), page.icon_name, place)
        page.changed.connect(lambda: self._page_changed(page))
        page.message.connect(self.say)
        self.page_added(page)
        self._show_state(place)
        if self.tabs.currentIndex() == place:
            self._tab_changed(place)
        else:
            self.tabs.setCurrentIndex(place)
        return page

    def show_page(self, page: Page) -> None:
        """Bring a page to the front."""
        self.tabs.setCurrentIndex(self._pages.index(page))

    def show_start(self) -> None:
        """Bring the start page to the front."""
        self.tabs.setCurrentIndex(0)

    def step_tab(self, by: int) -> None:
        """Go to the next or previous tab, round and round."""
        self.tabs.setCurrentIndex((self.tabs.currentIndex() + by) % self.tabs.count())

    def close_page(self, page: Page) -> bool:
        """Close a tab after asking about unsaved changes. False when it stays."""
        if page is self.start or (page.is_modified() and not self.may_go([page])):
            return False
        return self._drop(page)

    def _drop(self, page: Page) -> bool:
        farewell = page.farewell()
        if not page.closing():
            return False
        place = self._pages.index(page)
        if self.tabs.currentIndex() == place:
            self.tabs.setCurrentIndex(place - 1)
        self._pages.remove(page)
        self._sources.pop(page, None)
        self.page_gone(page)
        self.tabs.blockSignals(True)
        self.tabs.remove(place)
        self.tabs.blockSignals(False)
        self.stack.removeWidget(page)
        page.hide()
        page.deleteLater()
        self._tab_changed(self.tabs.currentIndex())
        if farewell:
            self.say(farewell)
        return True

    def replace_page(self, page: Page, other: Page) -> None:
        """Put another page where one was."""
        self.add_page(other, self._pages.index(page) + 1)
        self._drop(page)

    def leave_one(self, page: Page, path: Path) -> None:
        """A file that was written over has one tab: others of it go, unless they hold changes of their own."""
        for other in self._pages[:]:
            shown = other.path()
            if other is not page and shown is not None and is_same_file(shown, path) and not other.is_modified():
                self._drop(other)

    def close_front(self) -> None:
        """Close the tab in front."""
        self.close_page(self.front())

    def _tab_closing(self, place: int) -> None:
        self.close_page(self._pages[place])

    def _tab_changed(self, place: int) -> None:
        if not 0 <= place < len(self._pages):
            return
        page = self._pages[place]
        if page is not self._front:
            before, self._front = self._front, page
            if before is not None and before in self._pages:
                before.deactivated()
            self.stack.setCurrentWidget(page)
            page.activated()
            page.setFocus()
            self.page_shown(page)
        self.strip.show_page(page)
        self._follow()

    def _page_changed(self, page: Page) -> None:
        if page in self._pages:
            self._show_state(self._pages.index(page))
            self.page_refreshed(page)
            if page is self._front:
                self._follow()

    def _follow(self) -> None:
        page = self.front()
        edited = _(" (edited)") if page.is_modified() else ""
        title = self.title_of(page) if page is not self.start else ""
        self.setWindowTitle(f"Explorer Studio – {title}{edited}" if title else "Explorer Studio")
        self.front_follows(page)

    def _show_state(self, place: int) -> None:
        page = self._pages[place]
        path, title = self.path_of(page), self.title_of(page)
        self.tabs.show_state(place, title, page.is_modified(), str(path) if path else title)

    def title_of(self, page: Page) -> str:
        """What a page is called, with a number where another one is called the same."""
        return one_line(self._names.name(page, self._pages))

    def path_of(self, page: Page) -> Path | None:
        """The file behind a page; for an unsaved copy of a shipped layout, the layout it was made from."""
        return page.path() or self._sources.get(page)

    def page_of(self, path: Path) -> Page | None:
        """The page that shows a file, whichever way leads to it."""
        for page in self._pages:
            shown = self.path_of(page)
            if shown is not None and is_same_file(shown, path):
                return page
        return None

    def say(
        self,
        words: str,
        kind: str = "done",
        seconds: float = 4,
        label: str = "",
        act: Callable[[], object] | None = None,
    ) -> None:
        """A remark that goes away by itself, perhaps with one thing to do."""
        calm = self.front().calm()
        Toast.say(self.centre, words, kind, label, act, seconds, over=None if calm is self.start else calm)

    def page_added(self, page: Page) -> None:
        """A page has its place, and no tab yet."""

    def page_shown(self, page: Page) -> None:
        """A page has come to the front."""

    def page_refreshed(self, page: Page) -> None:
        """Title, path, or whether it is modified may be others now."""

    def page_gone(self, page: Page) -> None:
        """A page was closed."""

    def front_follows(self, page: Page) -> None:
        """The page in front is another, or offers other things."""

    def may_go(self, pages: Sequence[Page]) -> bool:
        """Ask about the unsaved changes of these pages; whether they may go."""
        return True
