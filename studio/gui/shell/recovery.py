"""Restore unsaved documents, and delete old matches."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtWidgets import QWidget

from studio.core.text import _, plural
from studio.documents.autosave import OLD_DAYS, UnsavedDocument, adopt, delete_old
from studio.documents.files import DocumentError
from studio.gui.page import Page
from studio.gui.shell.page_factory import OpenInOtherInstance, page_for_file, restored_page
from studio.gui.start.page import StartPage


class RecoveryHost(Protocol):
    """What is asked of the window here."""

    @property
    def start(self) -> StartPage: ...
    def page_of(self, path: Path) -> Page | None: ...
    def add_page(self, page: Page) -> Page: ...
    def show_page(self, page: Page) -> None: ...
    def close_page(self, page: Page) -> bool: ...
    def show_error(self, error: DocumentError) -> None: ...
    def active_page(self) -> Page: ...
    def show_start(self) -> None: ...
    def show_toast(
        self,
        words: str,
        kind: str = ...,
        seconds: float = ...,
        label: str = ...,
        act: Callable[[], object] | None = ...,
    ) -> None: ...


def restore_unsaved(window: RecoveryHost, unsaved: UnsavedDocument) -> Page | None:
    """Open a document as it was when its program ended: changed, and not yet in its file. None when it cannot be.

    What was kept of it goes only when the page keeps it itself.
    """
    side = adopt(unsaved.path)
    if side is None:
        window.show_toast(_("Another window has opened it meanwhile."), "warning")
        return None
    try:
        page = _page_for(window, unsaved)
        if page.autosave_now():
            side.discard()
    except DocumentError as error:
        window.show_error(error)
        return None
    finally:
        side.close()
    return page


def _page_for(window: RecoveryHost, unsaved: UnsavedDocument) -> Page:
    """The page at the document's file with its unsaved changes as one undo step; else a page of its own.

    What has other unsaved changes is left alone: both are there then, in two tabs.
    """
    from studio.documents.store import Layout

    document, source = unsaved.document, unsaved.source
    page = window.page_of(source) if source is not None else None
    if isinstance(document, Layout):
        if page is None and source is not None:
            with contextlib.suppress(DocumentError, OpenInOtherInstance):
                page = window.add_page(page_for_file(source)[0])
        drawn = page.edited_layout() if page is not None else None
        is_same = drawn is not None and drawn.layout.game == document.game
        if page is not None and is_same and not page.is_modified():
            page.replace_layout(document, _("Unsaved changes restored"), unsaved.changes)
            window.show_page(page)
            return page
    elif page is not None and not page.is_modified() and window.close_page(page):
        page = None
    return window.add_page(restored_page(unsaved, source if page is None else None))


def confirm_copy(parent: QWidget) -> bool:
    """Whether a copy of a match is to be opened that another program plays."""
    from studio.gui.widgets.dialogs import confirm

    text = _("A match is played in one window at a time. A copy begins with the moves made so far.")
    return confirm(parent, _("This match is open in another window"), text, _("Open a copy"))


def notify_unsaved(window: RecoveryHost) -> None:
    """Point to unsaved documents on the start page if another page is active."""
    if window.start.has_unsaved and window.active_page() is not window.start:
        text = _("Documents that were not saved wait on the start page.")
        window.show_toast(text, "info", 20, _("Show them"), window.show_start)


def delete_old_matches(window: RecoveryHost) -> None:
    """Throw away the unfinished matches that nobody has touched for long, and say so."""
    gone = delete_old()
    if gone:
        text = plural(
            "{n} unfinished match that nobody had touched for {days} days was thrown away.",
            "{n} unfinished matches that nobody had touched for {days} days were thrown away.",
            len(gone),
        )
        window.show_toast(text.format(n=len(gone), days=OLD_DAYS), "info", seconds=20)
