"""A window with pages in tabs."""

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
        """The tabs of the active pane."""
        return self.split_view.active_pane.tabs

    def pages(self) -> list[Page]:
        """All pages, from left to right."""
        return self.split_view.pages()

    def active_page(self) -> Page:
        return self.split_view.active_page()

    def add_page(self, page: Kind, after: Page | None = None) -> Kind:
        """Put a page into a tab, after another one or at the end, and bring it to the front."""
        page.changed.connect(lambda: self._page_changed(page))
        page.message.connect(self.show_toast)
        self.page_added(page)
        self.split_view.add_page(page, after)
        return page

    def show_page(self, page: Page) -> None:
        self.split_view.show_page(page)

    def activate_existing(self, kind: type[Kind], is_meant: Callable[[Kind], bool] = lambda _page: True) -> Kind | None:
        """Bring the open page of a kind that is meant to the front; None where there is none yet."""
        page = next((page for page in self.pages() if isinstance(page, kind) and is_meant(page)), None)
        if page is not None:
            self.show_page(page)
        return page

    def show_start(self) -> None:
        self.show_page(self.start)

    def step_tab(self, by: int) -> None:
        self.split_view.step_page(by)

    def split_active(self) -> None:
        self.split_view.split(self.active_page())

    def move_active_to_other_pane(self) -> None:
        self.split_view.move_to_other_pane(self.active_page())

    def close_page(self, page: Page) -> bool:
        """Close a tab after asking about unsaved changes. False when it stays."""
        if page is self.start or not all(map(self.close_page, self.dependents(page))):
            return False
        if page.is_modified() and not self.confirm_close([page]):
            return False
        return self._remove_page(page)

    def dependents(self, page: Page) -> list[Page]:
        """The pages that close with this one."""
        return [other for other in self.pages() if other.belongs_to(page)]

    def dependents_first(self) -> list[Page]:
        """All pages, dependents first: what they add to other pages is saved with those."""
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
        self.add_page(other, after=page)
        self._remove_page(page)

    def close_duplicates(self, page: Page, path: Path) -> None:
        """Close unmodified pages of a file that another page has written."""
        for other in self.pages():
            shown = other.path()
            if other is not page and shown is not None and is_same_file(shown, path) and not other.is_modified():
                self._remove_page(other)

    def focus_other_pane(self) -> None:
        self.split_view.focus_other_pane()

    def join_panes(self) -> None:
        self.split_view.join_panes()

    def _escape(self) -> None:
        if not self.split_view.tab_drag.cancel():
            super()._escape()

    def close_active(self) -> None:
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
        """Title of a page, with a number if another page has the same."""
        return one_line(self._tab_names.unique_title(page, self.pages()))

    def path_of(self, page: Page) -> Path | None:
        """The file of a page; for an unsaved copy of a shipped layout, the original."""
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
        """Show a notification, perhaps with one action."""
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
        """Ask about unsaved changes; whether the pages may close."""
        return True
