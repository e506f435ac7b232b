"""A window of pages in tabs: which is in front, what they are called, how they come, change and go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import delete

from studio.core.text import _, language
from studio.documents.autosave import is_held, is_kept
from studio.documents.files import is_same_file
from studio.gui.page import Page
from studio.gui.settings import settings
from studio.gui.shell.base_window import DressedWindow
from studio.gui.shell.language import respeak
from studio.gui.shell.split_view import Sides
from studio.gui.shell.tab_bar import StatusStrip, TabNames, TabStrip, TopRow
from studio.gui.start.page import StartPage
from studio.gui.widgets import Toast, one_line

Kind = TypeVar("Kind", bound=Page)


class TabbedWindow(DressedWindow):
    """Tabs above, the page in front, a strip of facts at the foot. `start` is the first page and stays.

    What else is to be done about pages, a window says in the methods at the end.
    """

    def __init__(self, start: StartPage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.start = start
        self._sources: dict[Page, Path] = {}
        self._names = TabNames()
        self._front: Page | None = None
        self.top = TopRow()
        self.sides = Sides(self.top, start)
        self.strip = StatusStrip()
        self.centre = QWidget()
        self._column = column = QVBoxLayout(self.centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(self.sides, 1)
        column.addWidget(self.strip)
        self.setCentralWidget(self.centre)
        self.sides.turned.connect(self._turned)
        self.sides.closing.connect(self.close_page)

    @property
    def tabs(self) -> TabStrip:
        """The tabs of the side that is worked on."""
        return self.sides.active.tabs

    def pages(self) -> list[Page]:
        """All pages, from left to right."""
        return self.sides.pages()

    def front(self) -> Page:
        """The page that is worked with: the one that is seen, or the one of two where the keyboard is."""
        return self.sides.front()

    def add_page(self, page: Kind, after: Page | None = None) -> Kind:
        """Put a page into a tab, after another one or at the end, and bring it to the front."""
        page.changed.connect(lambda: self._page_changed(page))
        page.message.connect(self.say)
        self.page_added(page)
        self.sides.add(page, after)
        return page

    def show_page(self, page: Page) -> None:
        """Bring a page to the front."""
        self.sides.show_page(page)

    def show_open(self, kind: type[Kind], is_meant: Callable[[Kind], bool] = lambda _page: True) -> Kind | None:
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
        self.sides.step(by)

    def split_front(self) -> None:
        """Show the page in front beside the others, on the right."""
        self.sides.split(self.front())

    def move_front_over(self) -> None:
        """Bring the page in front to the other side."""
        self.sides.move_over(self.front())

    def close_page(self, page: Page) -> bool:
        """Close a tab after asking about unsaved changes. False when it stays."""
        if page is self.start or not all(map(self.close_page, self.belonging(page))):
            return False
        if page.is_modified() and not self.may_go([page]):
            return False
        return self._drop(page)

    def belonging(self, page: Page) -> list[Page]:
        """The pages that go when this one goes."""
        return [other for other in self.pages() if other.belongs_to(page)]

    def inner_first(self) -> list[Page]:
        """All pages, those that belong to others first: what they bring into these is saved and kept with them."""
        pages = self.pages()
        return sorted(pages, key=lambda page: not any(page.belongs_to(other) for other in pages))

    def _drop(self, page: Page) -> bool:
        farewell = page.farewell()
        if not page.closing():
            return False
        for other in self.belonging(page):
            self._drop(other)
        self._sources.pop(page, None)
        self.page_gone(page)
        self.sides.drop(page)
        page.deleteLater()
        if farewell:
            self.say(farewell)
        return True

    def replace_page(self, page: Page, other: Page) -> None:
        """Put another page where one was."""
        self.add_page(other, after=page)
        self._drop(page)

    def leave_one(self, page: Page, path: Path) -> None:
        """A file that was written over has one tab: others of it go, unless they hold changes of their own."""
        for other in self.pages():
            shown = other.path()
            if other is not page and shown is not None and is_same_file(shown, path) and not other.is_modified():
                self._drop(other)

    def go_over(self) -> None:
        """Go on with what is seen on the other side."""
        self.sides.go_over()

    def join_sides(self) -> None:
        """Have all tabs on one side again."""
        self.sides.join()

    def _escape(self) -> None:
        if not self.sides.dragging.end():
            super()._escape()

    def close_front(self) -> None:
        """Close the tab in front."""
        self.close_page(self.front())

    def respeak(self) -> None:
        """Say everything in the language that is spoken now. Pages that are not seen wait until they are."""
        for toast in self.centre.findChildren(Toast):
            toast.dismiss()
        before, self.top = self.top, TopRow()
        self._column.insertWidget(0, self.top)
        self.furnish_top()
        self.sides.respeak(self.top)
        delete(before)
        self.top.show()
        self._column.activate()  # pages find the room that they are going to have
        self._turned()

    def _turned(self) -> None:
        page = self.front()
        for shown in self.sides.shown():
            if shown.language != language():
                respeak(shown)
                self.page_respoken(shown)
        for other in self.pages():
            self._show_state(other)
        if page is not self._front:
            before, self._front = self._front, page
            if before is not None and before in self.pages():
                before.deactivated()
            page.activated()
            page.setFocus()
            self.page_shown(page)
        self.strip.show_page(page)
        self._follow()

    def _page_changed(self, page: Page) -> None:
        if page in self.pages():
            self._show_state(page)
            self.page_refreshed(page)
            if page is self._front:
                self._follow()

    def _follow(self) -> None:
        page = self.front()
        edited = _(" (edited)") if page.is_modified() else ""
        title = self.title_of(page) if page is not self.start else ""
        self.setWindowTitle(f"Explorer Studio – {title}{edited}" if title else "Explorer Studio")
        self.front_follows(page)

    def _show_state(self, page: Page) -> None:
        path, title = self.path_of(page), self.title_of(page)
        self.sides.name(page, title, page.is_modified(), f"{title}\n{path}" if path else title)

    def title_of(self, page: Page) -> str:
        """What a page is called, with a number where another one is called the same."""
        return one_line(self._names.name(page, self.pages()))

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
        """A page is about to get a tab."""

    def page_shown(self, page: Page) -> None:
        """A page has come to the front."""

    def page_refreshed(self, page: Page) -> None:
        """Title, path, or whether it is modified may be others now."""

    def furnish_top(self) -> None:
        """Fill the row above the pages."""

    def page_respoken(self, page: Page) -> None:
        """All that is seen on a page was made anew."""

    def page_gone(self, page: Page) -> None:
        """A page was closed."""

    def front_follows(self, page: Page) -> None:
        """The page in front is another, or offers other things."""

    def may_go(self, pages: Sequence[Page]) -> bool:
        """Ask about the unsaved changes of these pages; whether they may go."""
        return True


# What is open from one run of the program to the next: which files, on which side, and which of them is seen.

START = ""
"""Stands for the start page where paths stand for others."""


class Opening(Protocol):
    """What is asked of the window here."""

    sides: Sides
    start: StartPage

    def pages(self) -> list[Page]: ...
    def front(self) -> Page: ...
    def open_path(self, path: Path) -> Page | None: ...
    def path_of(self, page: Page) -> Path | None: ...


def remember_tabs(window: Opening) -> None:
    """Write down what is open. Pages that no file holds are kept elsewhere, and offered at the next start."""

    def named(page: Page) -> str | None:
        path = window.path_of(page)
        return START if page is window.start else str(path) if path is not None else None

    def names(pages: list[Page]) -> list[str]:
        return [name for page in pages if (name := named(page)) is not None]

    sides = window.sides
    settings().put("tabs", [name for name in names(window.pages()) if name != START])
    settings().put("beside", names(sides.sides[1].pages) if sides.is_split else [])
    settings().put("shown", names([*(page for page in sides.shown() if page is not window.front()), window.front()]))
    settings().put("divider", sides.share())


def restore_tabs(window: Opening) -> None:
    """Open again what was open; files that are gone are passed over.

    While something waits to be restored, the start page that offers it stays in front.
    """
    pages: dict[str, Page] = {START: window.start}
    for name in settings().texts("tabs"):
        path = Path(name)
        if path.is_file() and not (is_kept(path) and is_held(path)) and (page := window.open_path(path)) is not None:
            pages[name] = page
    sides = window.sides
    for name in settings().texts("beside"):
        if (page := pages.get(name)) is None:
            continue
        if not sides.is_split:
            sides.split(page)
        elif page not in sides.sides[1].pages:
            sides.bring(page, sides.sides[1])
    sides.set_share(float(settings().value("divider")))
    shown = [pages[name] for name in settings().texts("shown") if name in pages]
    if window.start.is_offering or not shown:
        shown.append(window.start)
    for page in shown:
        sides.show_page(page)
