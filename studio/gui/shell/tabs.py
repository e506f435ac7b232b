"""A window of pages in tabs: which is in front, what they are called, how they come, change and go."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.core.text import _
from studio.documents.files import is_same_file
from studio.gui.page import Page
from studio.gui.shell.base_window import BaseWindow
from studio.gui.shell.split_view import SplitView
from studio.gui.shell.tab_bar import StatusStrip, TabNames, TabStrip, TopRow
from studio.gui.start.page import StartPage
from studio.gui.widgets import Toast, one_line

Kind = TypeVar("Kind", bound=Page)


class TabbedWindow(BaseWindow):
    """Tabs above, the page in front, a strip of facts at the foot. `start` is the first page and stays.

    What else is to be done about pages, a window says in the methods at the end.
    """

    def __init__(self, start: StartPage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sources: dict[Page, Path] = {}
        self._tab_names = TabNames()
        self.build_center(start)

    def build_center(self, start: StartPage) -> None:
        """Make the tabs and what surrounds them; only `start` has no tab yet."""
        self.start = start
        self._last_active: Page | None = None
        self.top = TopRow()
        self.split_view = SplitView(self.top, start)
        self.status_strip = StatusStrip()
        self.centre = QWidget()
        column = QVBoxLayout(self.centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(self.split_view, 1)
        column.addWidget(self.status_strip)
        self.setCentralWidget(self.centre)
        self.split_view.active_changed.connect(self._on_active_changed)
        self.split_view.close_requested.connect(self.close_page)

    @property
    def tabs(self) -> TabStrip:
        """The tabs of the side that is worked on."""
        return self.split_view.active_pane.tabs

    def pages(self) -> list[Page]:
        """All pages, from left to right."""
        return self.split_view.pages()

    def active_page(self) -> Page:
        """The page that is worked with: the one that is seen, or the one of two where the keyboard is."""
        return self.split_view.active_page()

    def add_page(self, page: Kind, after: Page | None = None) -> Kind:
        """Put a page into a tab, after another one or at the end, and bring it to the front."""
        page.changed.connect(lambda: self._page_changed(page))
        page.message.connect(self.show_toast)
        self.page_added(page)
        self.split_view.add_page(page, after)
        return page

    def show_page(self, page: Page) -> None:
        """Bring a page to the front."""
        self.split_view.show_page(page)

    def activate_existing(self, kind: type[Kind], is_meant: Callable[[Kind], bool] = lambda _page: True) -> Kind | None:
        """Bring the open page of a kind that is meant to the front; None where there is none yet."""
        page = next((page for page in self.pages() if isinstance(page, kind) and is_meant(page)), None)
        if page is not None:
            self.show_page(page)
        return page

    def show_start(self) -> None:
        """Bring the start page to the front."""
        self.show_page(self.start)

    def step_tab(self, by: int) -> None:
        """Go to the next or previous tab, round and round, on both sides."""
        self.split_view.step_page(by)

    def split_active(self) -> None:
        """Show the page in front beside the others, on the right."""
        self.split_view.split(self.active_page())

    def move_active_to_other_pane(self) -> None:
        """Bring the page in front to the other side."""
        self.split_view.move_to_other_pane(self.active_page())

    def close_page(self, page: Page) -> bool:
        """Close a tab after asking about unsaved changes. False when it stays."""
        if page is self.start or not all(map(self.close_page, self.dependents(page))):
            return False
        if page.is_modified() and not self.confirm_close([page]):
            return False
        return self._remove_page(page)

    def dependents(self, page: Page) -> list[Page]:
        """The pages that go when this one goes."""
        return [other for other in self.pages() if other.belongs_to(page)]

    def dependents_first(self) -> list[Page]:
        """All pages, those that belong to others first: what they bring into these is saved and kept with them."""
        pages = self.pages()
        return sorted(pages, key=lambda page: not any(page.belongs_to(other) for other in pages))

    def _remove_page(self, page: Page) -> bool:
        farewell = page.close_message()
        if not page.about_to_close():
            return False
        for other in self.dependents(page):
            self._remove_page(other)
        self._sources.pop(page, None)
        self.page_closed(page)
        self.split_view.remove_page(page)
        page.deleteLater()
        if farewell:
            self.show_toast(farewell)
        return True

    def replace_page(self, page: Page, other: Page) -> None:
        """Put another page where one was."""
        self.add_page(other, after=page)
        self._remove_page(page)

    def close_duplicates(self, page: Page, path: Path) -> None:
        """A file that was written over has one tab: others of it go, unless they hold changes of their own."""
        for other in self.pages():
            shown = other.path()
            if other is not page and shown is not None and is_same_file(shown, path) and not other.is_modified():
                self._remove_page(other)

    def focus_other_pane(self) -> None:
        """Go on with what is seen on the other side."""
        self.split_view.focus_other_pane()

    def join_panes(self) -> None:
        """Have all tabs on one side again."""
        self.split_view.join_panes()

    def _escape(self) -> None:
        if not self.split_view.tab_drag.cancel():
            super()._escape()

    def close_active(self) -> None:
        """Close the tab in front."""
        self.close_page(self.active_page())

    def _on_active_changed(self) -> None:
        page = self.active_page()
        for other in self.pages():
            self._update_tab(other)
        if page is not self._last_active:
            before, self._last_active = self._last_active, page
            if before is not None and before in self.pages():
                before.deactivated()
            page.activated()
            page.setFocus()
            self.page_activated(page)
        self.status_strip.show_page(page)
        self._update_title()

    def _page_changed(self, page: Page) -> None:
        if page in self.pages():
            self._update_tab(page)
            self.page_refreshed(page)
            if page is self._last_active:
                self._update_title()

    def _update_title(self) -> None:
        page = self.active_page()
        edited = _(" (edited)") if page.is_modified() else ""
        title = self.title_of(page) if page is not self.start else ""
        self.setWindowTitle(f"Explorer Studio – {title}{edited}" if title else "Explorer Studio")
        self.active_page_changed(page)

    def _update_tab(self, page: Page) -> None:
        path, title = self.path_of(page), self.title_of(page)
        self.split_view.set_tab(page, title, page.is_modified(), f"{title}\n{path}" if path else title)

    def replace_pages(self, replaced: Mapping[Page, Page]) -> None:
        """Let what is known of pages apply to their successors, which have no tabs yet."""
        self._sources = {replaced[page]: path for page, path in self._sources.items()}
        self._tab_names.replace_pages(replaced)

    def title_of(self, page: Page) -> str:
        """What a page is called, with a number where another one is called the same."""
        return one_line(self._tab_names.unique_title(page, self.pages()))

    def path_of(self, page: Page) -> Path | None:
        """The file behind a page; for an unsaved copy of a shipped layout, the layout it was made from."""
        return page.path() or self._sources.get(page)

    def page_of(self, path: Path) -> Page | None:
        """The page that shows a file, whichever way leads to it."""
        for page in self.pages():
            shown = self.path_of(page)
            if shown is not None and is_same_file(shown, path):
                return page
        return None

    def show_toast(
        self,
        words: str,
        kind: str = "done",
        seconds: float = 4,
        label: str = "",
        act: Callable[[], object] | None = None,
    ) -> None:
        """A remark that goes away by itself, perhaps with one thing to do."""
        calm = self.active_page().toast_area()
        Toast.show_message(self.centre, words, kind, label, act, seconds, over=None if calm is self.start else calm)

    def page_added(self, page: Page) -> None:
        """A page is about to get a tab."""

    def page_activated(self, page: Page) -> None:
        """A page has come to the front."""

    def page_refreshed(self, page: Page) -> None:
        """Title, path, or whether it is modified may be others now."""

    def page_closed(self, page: Page) -> None:
        """A page was closed."""

    def active_page_changed(self, page: Page) -> None:
        """The page in front is another, or offers other things."""

    def confirm_close(self, pages: Sequence[Page]) -> bool:
        """Ask about the unsaved changes of these pages; whether they may go."""
        return True
