"""A window that opens, saves, compares, restores and watches files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from studio.core.text import _
from studio.documents.autosave import UnsavedDocument, is_stored_match
from studio.documents.files import WatchedFile
from studio.gui.page import Page
from studio.gui.settings import settings
from studio.gui.shell.file_watch import FileWatcher
from studio.gui.shell.page_factory import OpenInOtherInstance, page_for_file
from studio.gui.shell.recovery import confirm_copy, restore_unsaved
from studio.gui.shell.tabs import TabbedWindow
from studio.gui.start.page import StartPage

if TYPE_CHECKING:
    from studio.documents.store import DocumentError


class DocumentWindow(TabbedWindow):
    """Opens files in tabs and saves what is in them. `disk` notices when other programs change them."""

    def __init__(self, start: StartPage, parent: QWidget | None = None) -> None:
        super().__init__(start, parent)
        self.file_watcher = FileWatcher(self)
        self.file_watcher.message.connect(self.show_toast)
        self.file_watcher.failed.connect(self.show_error)
        self.file_watcher.save_requested.connect(self.save_page)
        self.file_watcher.save_as_requested.connect(lambda page: self._after_save(page, page.save_as))
        self.file_watcher.replaced.connect(self.replace_page)

    def page_added(self, page: Page) -> None:
        self.file_watcher.add_page(page)

    def page_activated(self, page: Page) -> None:
        self.file_watcher.check(page)

    def page_refreshed(self, page: Page) -> None:
        self.file_watcher.refresh(page)

    def replace_pages(self, replaced: Mapping[Page, Page]) -> None:
        super().replace_pages(replaced)
        self.file_watcher.replace_pages(replaced)

    def page_closed(self, page: Page) -> None:
        self.file_watcher.remove_page(page)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            for page in self.split_view.visible_pages():
                self.file_watcher.check(page)

    # opening

    def open_path(self, path: str | Path, copy: bool = False) -> Page | None:
        """Open a layout or a match record in a tab of its own; a dialog tells when it cannot be.

        `copy`: of a match that keeps itself, play another one that begins with the same moves.
        """
        from studio.documents.store import DocumentError

        path = Path(path).absolute()
        if (page := self.page_of(path)) is not None:
            self._activate_page(page)
            return page
        seen = WatchedFile(path)
        try:
            page, source = page_for_file(path, copy)
        except DocumentError as error:
            self.show_error(error)
            return None
        except OpenInOtherInstance:
            return self.open_path(path, copy=True) if confirm_copy(self) else None
        self.file_watcher.update_file(page, seen)
        self._add_new_page(page, source)
        if page.path() is not None and not is_stored_match(path):
            settings().add_recent(path)
            settings().set_value("folder", str(path.parent))
        return page

    def _activate_page(self, page: Page) -> None:
        """Bring to the front what is asked for and open already; where it lies on the other side, say so."""
        if (place := self.split_view.other_pane_index(page)) is not None:
            text = _("{name} is open on the left already.") if place == 0 else _("{name} is open on the right already.")
            self.show_toast(text.format(name=self.title_of(page)), "info")
        self.show_page(page)

    def restore_unsaved(self, unsaved: UnsavedDocument) -> Page | None:
        """Open a document as it was when its program ended, not yet in its file. None when it cannot be."""

        page = restore_unsaved(self, unsaved)
        if page is not None:
            self.file_watcher.check_since(page, unsaved.changed)
        return page

    def open_many(self, paths: Sequence[str | Path]) -> None:
        for path in paths:
            self.open_path(path)

    def open_dialog(self) -> None:
        """Ask for files and open them."""
        from PySide6.QtWidgets import QFileDialog

        names, _filter = QFileDialog.getOpenFileNames(
            self,
            _("Open"),
            str(settings().value("folder")),
            _("Layouts and matches (*.json);;Maps of Tiled (*.tmj);;All files (*)"),
        )
        self.open_many(names)

    def _add_new_page(self, page: Page, source: Path | None) -> Page:
        """Show a new page and record the layout it is a copy of."""
        if source is not None:
            self._sources[page] = source
        return self.add_page(page)

    def open_dropped(self, paths: Sequence[str]) -> None:
        self.open_many(paths)

    # saving

    def save(self) -> bool:
        """Save the active page."""
        return self.save_page(self.active_page())

    def save_page(self, page: Page) -> bool:
        """Save a page and show errors. False when it was not saved."""
        return self._after_save(page, page.save)

    def save_as(self) -> bool:
        return self._after_save(self.active_page(), self.active_page().save_as)

    def show_version_history(self) -> Page | None:
        from studio.gui.shell.version_history import show_version_history

        return show_version_history(self, self, self.active_page())

    def compare_active(self) -> None:
        from studio.gui.shell.version_history import compare_with_file

        compare_with_file(self, self.active_page())

    def _after_save(self, page: Page, how: Callable[[], bool]) -> bool:
        from studio.documents.store import DocumentError

        if how == page.save:
            answer = self.file_watcher.ask_before_saving(page)
            if not answer:
                return False
            how = page.save if answer == "save" else page.save_as
        try:
            done = how()
        except DocumentError as error:
            self.show_error(error, _("This file could not be written"))
            return False
        path = page.path()
        if done and path is not None:
            self.file_watcher.update_file(page)
            self.close_duplicates(page, path)
            settings().add_recent(path)
            settings().set_value("folder", str(path.parent))
            self.show_toast(_("Saved in {name}").format(name=path.name))
        self._page_changed(page)
        return done

    def confirm_close(self, pages: Sequence[Page]) -> bool:
        """Ask about unsaved changes of these pages; whether they may go."""
        from studio.gui.widgets.dialogs import ask_unsaved

        if len(pages) == 1:
            self.show_page(pages[0])
        parting = pages[0].unsaved_prompt() if len(pages) == 1 else None
        answer = ask_unsaved(self, [self.title_of(page) for page in pages], parting)
        if answer == "save":
            return all(map(self.save_page, pages))
        return answer == "discard"

    def save_all(self) -> None:
        """Save all modified pages, after a crash."""
        for page in self.dependents_first():
            if page.is_modified():
                self.save_page(page)

    def show_error(self, error: DocumentError, heading: str = "") -> None:
        from studio.gui.widgets.dialogs import show_document_error

        show_document_error(self, error, heading)
