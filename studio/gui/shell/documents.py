"""The pages in the tabs and their files: open, save, restore and close."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from studio.core.text import _
from studio.documents.autosave import UnsavedDocument, adopt, is_stored_match
from studio.documents.files import DocumentError, WatchedFile, is_same_file
from studio.gui.page import Page
from studio.gui.settings import settings
from studio.gui.shell.file_watch import FileWatcher
from studio.gui.shell.page_factory import OpenInOtherInstance, page_for_file, restored_page
from studio.gui.shell.tabs import Tabs
from studio.gui.start.page import StartPage
from studio.gui.widgets import one_line

POLL_MS = 800  # time between two looks at the files of visible pages

Kind = TypeVar("Kind", bound=Page)


class Documents(QObject):
    """Pages with their files and titles. The start page stays open.

    `page_added` and `page_closed` carry a page. `active_changed`: the active page is another one, or has changed.
    """

    page_added = Signal(object)
    page_closed = Signal(object)
    active_changed = Signal(object)

    def __init__(self, tabs: Tabs, start: StartPage) -> None:
        super().__init__(tabs)
        self.tabs, self.start = tabs, start
        self._sources: dict[Page, Path] = {}
        self._numbers: dict[Page, tuple[str, int]] = {}  # titles, and numbers that distinguish equal titles
        self._openers: dict[Page, Page] = {}  # the pages that were active when others were opened
        self._last_active: Page | None = None
        self.file_watcher = FileWatcher(self)
        self.file_watcher.message.connect(tabs.show_toast)
        self.file_watcher.failed.connect(self.show_error)
        self.file_watcher.save_requested.connect(self.save_page)
        self.file_watcher.save_as_requested.connect(lambda page: self._after_save(page, page.save_as))
        self.file_watcher.replaced.connect(self.replace_page)
        poll_timer = QTimer(self, interval=POLL_MS)
        poll_timer.timeout.connect(lambda: self.file_watcher.poll(tabs.visible_pages()))
        poll_timer.start()
        tabs.active_changed.connect(self._on_active_changed)
        tabs.close_requested.connect(self.close_page)

    def adopt(self, before: Documents, replaced: Mapping[Page, Page]) -> None:
        """Take over what was known of deleted pages for their successors, which have no tabs yet."""
        self._sources = {replaced[page]: path for page, path in before._sources.items()}
        self._numbers = {replaced[page]: number for page, number in before._numbers.items()}
        self._openers = {replaced[page]: replaced[opener] for page, opener in before._openers.items()}
        self.file_watcher.adopt(before.file_watcher, replaced)

    # pages

    def add_page(self, page: Kind, after: Page | None = None) -> Kind:
        """Show a page in a new tab, after another page or at the end."""
        page.changed.connect(lambda: self._on_page_changed(page))
        page.message.connect(self.tabs.show_toast)
        self.file_watcher.add_page(page)
        self.page_added.emit(page)
        if (opener := self._last_active) is not None and opener is not self.start:
            self._openers[page] = opener
        self.tabs.add_page(page, after)
        return page

    def activate_existing(self, kind: type[Kind], is_meant: Callable[[Kind], bool] = lambda _page: True) -> Kind | None:
        """Show the open page of a class that fulfils a condition, if there is one."""
        page = next((page for page in self.tabs.pages() if isinstance(page, kind) and is_meant(page)), None)
        if page is not None:
            self.tabs.show_page(page)
        return page

    def close_page(self, page: Page) -> bool:
        """Close a tab after asking about unsaved changes. False if it stays open."""
        if page is self.start or not all(map(self.close_page, self.dependents(page))):
            return False
        if page.is_modified() and not self.confirm_close([page]):
            return False
        return self._remove_page(page)

    def dependents(self, page: Page) -> list[Page]:
        """The pages that close with this one."""
        return [other for other in self.tabs.pages() if other.belongs_to(page)]

    def dependents_first(self) -> list[Page]:
        """All pages, dependents first: what they add to other pages is saved with those."""
        pages = self.tabs.pages()
        return sorted(pages, key=lambda page: not any(page.belongs_to(other) for other in pages))

    def _remove_page(self, page: Page) -> bool:
        message = page.close_message()
        if not page.about_to_close():
            return False
        for other in self.dependents(page):
            self._remove_page(other)
        self._sources.pop(page, None)
        self.file_watcher.remove_page(page)
        self.page_closed.emit(page)
        opener = self._openers.pop(page, None)
        self._openers = {other: before for other, before in self._openers.items() if before is not page}
        if opener in self.tabs.pages() and page is self.tabs.active_page():
            self.tabs.show_page(opener)
        self.tabs.remove_page(page)
        if message:
            self.tabs.show_toast(message)
        return True

    def replace_page(self, page: Page, other: Page) -> None:
        self.add_page(other, after=page)
        self._remove_page(page)

    def _on_active_changed(self) -> None:
        page = self.tabs.active_page()
        for other in self.tabs.pages():
            self._update_tab(other)
        if page is not self._last_active:
            before, self._last_active = self._last_active, page
            if before is not None and before in self.tabs.pages():
                before.deactivated()
            page.activated()
            page.setFocus()
            self.file_watcher.check(page)
        self.tabs.show_status(page)
        self.active_changed.emit(page)

    def _on_page_changed(self, page: Page) -> None:
        if page in self.tabs.pages():
            self._update_tab(page)
            self.file_watcher.refresh(page)
            if page is self._last_active:
                self.active_changed.emit(page)

    def _update_tab(self, page: Page) -> None:
        path, title = self.path_of(page), self.title_of(page)
        self.tabs.set_tab(page, title, page.is_modified(), f"{title}\n{path}" if path else title)

    def title_of(self, page: Page) -> str:
        """Title of a page. Of pages with the same title all but the first have a number, which they keep."""
        title, pages = page.title(), self.tabs.pages()
        self._numbers = {other: self._numbers[other] for other in pages if other in self._numbers}
        if page not in self._numbers or self._numbers[page][0] != title:
            taken = {number for name, number in self._numbers.values() if name == title}
            self._numbers[page] = title, next(number for number in count(1) if number not in taken)
        number = self._numbers[page][1]
        return one_line(title if number == 1 else f"{title} {number}")

    def path_of(self, page: Page) -> Path | None:
        """The file of a page; for an unsaved copy of a shipped layout, the original."""
        return page.path() or self._sources.get(page)

    def page_of(self, path: Path) -> Page | None:
        pages = ((page, self.path_of(page)) for page in self.tabs.pages())
        return next((page for page, shown in pages if shown is not None and is_same_file(shown, path)), None)

    # opening

    def open_path(self, path: str | Path, copy: bool = False) -> Page | None:
        """Open a file in a tab, or show an error. `copy`: start another match with the moves of an autosaved one."""
        path = Path(path).absolute()
        if (page := self.page_of(path)) is not None:
            self._show_open_page(page)
            return page
        seen = WatchedFile(path)
        try:
            page, source = page_for_file(path, copy)
        except DocumentError as error:
            self.show_error(error)
            return None
        except OpenInOtherInstance:
            return self.open_path(path, copy=True) if self._confirm_copy() else None
        self.file_watcher.update_file(page, seen)
        self.add_new_page(page, source)
        if page.path() is not None and not is_stored_match(path):
            settings().add_recent(path)
        return page

    def _confirm_copy(self) -> bool:
        from studio.gui.widgets.dialogs import confirm

        text = _("You can play a match in only one window at a time. A copy starts with the moves made so far.")
        return confirm(self.tabs.window(), _("This match is open in another window"), text, _("Open copy"))

    def _show_open_page(self, page: Page) -> None:
        """Show a page that is open already, with a notification if it is in the other pane."""
        pane = self.tabs.pane_of(page)
        if pane is not self.tabs.active_pane:
            is_left = pane is self.tabs.panes[0]
            text = _("{name} is already open on the left.") if is_left else _("{name} is already open on the right.")
            self.tabs.show_toast(text.format(name=self.title_of(page)), "info")
        self.tabs.show_page(page)

    def open_many(self, paths: Sequence[str | Path]) -> None:
        for path in paths:
            self.open_path(path)

    def open_dialog(self) -> None:
        from PySide6.QtWidgets import QFileDialog

        names, _filter = QFileDialog.getOpenFileNames(
            self.tabs.window(),
            _("Open"),
            str(settings().value("folder")),
            _("Layouts and matches (*.json);;Tiled maps (*.tmj);;All files (*)"),
        )
        self.open_many(names)

    def add_new_page(self, page: Page, source: Path | None) -> Page:
        """Show a new page. `source` is the layout that it is a copy of."""
        if source is not None:
            self._sources[page] = source
        return self.add_page(page)

    def restore_unsaved(self, unsaved: UnsavedDocument) -> Page | None:
        """Open a document with its unsaved changes, or None. Its autosave file goes once the page has another."""
        side = adopt(unsaved.path)
        if side is None:
            self.tabs.show_toast(_("Another window has already opened this document."), "warning")
            return None
        try:
            page = self._restored_page(unsaved)
            self.file_watcher.expect(page, unsaved)
            if page.autosave_now():
                side.discard()
        except DocumentError as error:
            self.show_error(error)
            return None
        finally:
            side.close()
        self.file_watcher.check(page)
        return page

    def _restored_page(self, unsaved: UnsavedDocument) -> Page:
        """The page of the document's file, with its unsaved changes as one undo step.

        If that page has other unsaved changes, it stays and the document is opened in another one.
        """
        from studio.documents.store import Layout

        document, source = unsaved.document, unsaved.source
        page = self.page_of(source) if source is not None else None
        if isinstance(document, Layout):
            if page is None and source is not None:
                with contextlib.suppress(DocumentError, OpenInOtherInstance):
                    page = self.add_page(page_for_file(source)[0])
            drawn = page.edited_layout() if page is not None else None
            is_same = drawn is not None and drawn.layout.game == document.game
            if page is not None and is_same and not page.is_modified():
                page.replace_layout(document, _("Unsaved changes restored"), unsaved.changes)
                self.tabs.show_page(page)
                return page
        elif page is not None and not page.is_modified() and self.close_page(page):
            page = None
        return self.add_page(restored_page(unsaved, source if page is None else None))

    def notify_unsaved(self) -> None:
        """Point to unsaved documents on the start page if another page is active."""
        if self.start.has_unsaved and self.tabs.active_page() is not self.start:
            text = _("The start page lists unsaved documents.")
            show = (_("Show"), lambda: self.tabs.show_page(self.start))
            self.tabs.show_toast(text, "info", 20, *show)

    # saving

    def save(self) -> bool:
        return self.save_page(self.tabs.active_page())

    def save_as(self) -> bool:
        page = self.tabs.active_page()
        return self._after_save(page, page.save_as)

    def save_page(self, page: Page) -> bool:
        """Save a page and show errors. False if it was not saved."""
        answer = self.file_watcher.ask_before_saving(page)
        return bool(answer) and self._after_save(page, page.save if answer == "save" else page.save_as)

    def _after_save(self, page: Page, save: Callable[[], bool]) -> bool:
        try:
            is_saved = save()
        except DocumentError as error:
            from studio.gui.widgets.dialogs import document_error

            dialog = document_error(self.tabs.window(), error, _("The file could not be saved"), saving=True)
            return dialog.ask() == "save_as" and self._after_save(page, page.save_as)
        path = page.path()
        if is_saved and path is not None:
            self.file_watcher.update_file(page)
            self._close_duplicates(page, path)
            settings().add_recent(path)
            self.tabs.show_toast(_("Saved as {name}").format(name=path.name))
        self._on_page_changed(page)
        return is_saved

    def _close_duplicates(self, page: Page, path: Path) -> None:
        """Close the pages of a file that another page has written, unless they contain work of the user."""
        for other in self.tabs.pages():
            shown = other.path()
            if other is not page and shown is not None and is_same_file(shown, path) and not other.has_work():
                self._remove_page(other)

    def save_all(self) -> None:
        """Save all modified pages, after a crash."""
        for page in self.dependents_first():
            if page.is_modified():
                self.save_page(page)

    def confirm_close(self, pages: Sequence[Page]) -> bool:
        """Ask about unsaved changes of pages. Whether they may close."""
        from studio.gui.widgets.dialogs import ask_unsaved

        if len(pages) == 1:
            self.tabs.show_page(pages[0])
        prompt = pages[0].unsaved_prompt() if len(pages) == 1 else None
        answer = ask_unsaved(self.tabs.window(), [self.title_of(page) for page in pages], prompt)
        if answer == "save":
            return all(map(self.save_page, pages))
        return answer == "discard"

    def show_error(self, error: DocumentError, heading: str = "") -> None:
        from studio.gui.widgets.dialogs import show_document_error

        show_document_error(self.tabs.window(), error, heading)
