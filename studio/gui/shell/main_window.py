"""The main window."""

from __future__ import annotations

import os
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QEvent, Qt, QTimer, QUrl
from PySide6.QtGui import (
    QCloseEvent,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from studio.core.text import _
from studio.gui.page import Page
from studio.gui.shell import session
from studio.gui.shell.appearance import Appearance
from studio.gui.shell.commands import Commands
from studio.gui.shell.documents import Documents
from studio.gui.shell.menus import Menus
from studio.gui.shell.tabs import Corner, MenuBar, Tabs
from studio.gui.start.page import StartPage
from studio.gui.style.icons import Logo, app_icon
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import ToolButton, press_focused
from studio.gui.widgets.buttons import FocusRing

MANY_TABS = 5  # with so many a button lists them
SESSION_END_TIMEOUT_MS = 60_000  # if the desktop session still runs then, its end was cancelled


class MainWindow(QMainWindow):
    """The window of the program.

    Its parts: `tabs` (the widgets), `documents` (pages and files), `commands` (what menus and pages request), `menus`,
    and `appearance`. All but the last are replaced when the language changes. `is_start_deferred`: the start page is
    created after the first paint.
    """

    def __init__(self, parent: QWidget | None = None, *, is_start_deferred: bool = False) -> None:
        super().__init__(parent)
        self.focus_ring: FocusRing | None = None
        self._is_autosaved = False
        self.setWindowIcon(app_icon())
        self.setAcceptDrops(True)
        self.appearance = Appearance(self)
        self.appearance.changed.connect(self._on_appearance_changed)
        self.appearance.size_changed.connect(self._on_text_size_changed)
        for keys, slot in (("Escape", self._on_escape), ("Shift+F10", self._open_context_menu)):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)
        self._build(StartPage(is_start_deferred))
        self.add_page(self.start)
        session.restore_geometry(self)
        self._on_appearance_changed()

    def _build(self, start: StartPage) -> Documents:
        """Create the parts and their widgets. Only the start page exists, without a tab."""
        self.start = start
        menu_bar, buttons = MenuBar(), Corner(spacing=2)
        self.tabs = Tabs(start, Corner(Logo(24), menu_bar, spacing=4), buttons)
        self.setCentralWidget(self.tabs)
        self.documents = Documents(self.tabs, start)
        self.commands = Commands(self, self.documents, menu_bar)
        self.menus = Menus(self, menu_bar, self.documents, self.commands, self.appearance)
        self.menus.language_chosen.connect(self.choose_language)
        self._theme_button = ToolButton("moon", _("Switch theme"), act=self.appearance.toggle_theme)
        self._tabs_button = ToolButton("list", _("List of all tabs"))
        self._tabs_button.setPopupMode(ToolButton.ToolButtonPopupMode.InstantPopup)
        self._tabs_button.setMenu(self.menus.tab_list)
        self._tabs_button.hide()
        buttons.row.addWidget(self._tabs_button)
        buttons.row.addWidget(ToolButton("search", action=self.menus.action("find")))
        buttons.row.addWidget(self._theme_button)
        buttons.row.addWidget(ToolButton("help", action=self.menus.action("manual")))
        self.documents.active_changed.connect(self._on_active_changed)
        # what other parts of the program need most
        self.pages, self.active_page, self.show_page = self.tabs.pages, self.tabs.active_page, self.tabs.show_page
        self.add_page, self.close_page = self.documents.add_page, self.documents.close_page
        self.open_path = self.documents.open_path
        return self.documents

    def choose_language(self, name: str) -> None:
        """Choose a language, or "system", and save the choice."""
        session.choose(name)
        QTimer.singleShot(0, self, self.rebuild)  # later: this deletes the menu in which it was chosen

    def rebuild(self) -> None:
        """Create all widgets again, in the language in use, with the same documents, matches and experiments."""
        from studio.gui.shell.rebuild import rebuild

        playtests = self.commands.playtests
        replaced = rebuild(self.documents, self._build)
        self.commands.playtests.adopt(playtests, replaced)
        self._on_appearance_changed()

    def _on_active_changed(self, page: Page) -> None:
        title = self.documents.title_of(page) if page is not self.start else ""
        edited = _(" (edited)") if page.is_modified() else ""
        self.setWindowTitle(f"Explorer Studio – {title}{edited}" if title else "Explorer Studio")
        self.menus.update_for_page(page)
        self._tabs_button.setVisible(len(self.pages()) >= MANY_TABS)

    def _on_appearance_changed(self) -> None:
        self._theme_button.set_icon_name("sun" if current_theme().is_dark else "moon")
        self.tabs.update_marks()
        for page in self.tabs.visible_pages():  # the others when they are shown
            page.set_theme(current_theme())
        self.menus.appearance_menu.refresh()

    def _on_text_size_changed(self, is_applied: bool) -> None:
        self.menus.appearance_menu.refresh()
        if not is_applied:
            self.tabs.show_toast(_("The new text size applies after a restart."), "info")

    # events

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.focus_ring is None:
            self.focus_ring = FocusRing(self)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            for page in self.tabs.visible_pages():
                self.documents.file_watcher.check(page)
        elif event.type() == QEvent.Type.WindowStateChange:
            self.menus.action("full_screen").setChecked(self.isFullScreen())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not press_focused(self, event):
            super().keyPressEvent(event)

    def _on_escape(self) -> None:
        if not self.tabs.cancel_drag() and self.isFullScreen():
            self.commands.toggle_full_screen()

    def _open_context_menu(self) -> None:
        """Open the context menu of the widget with the focus; Qt knows this shortcut only on some systems."""
        widget = self.focusWidget()
        if widget is not None:
            place = widget.rect().center()
            reason = QContextMenuEvent.Reason.Keyboard
            QApplication.sendEvent(widget, QContextMenuEvent(reason, place, widget.mapToGlobal(place)))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            _accept_as_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [local_path(url) for url in event.mimeData().urls() if url.isLocalFile()]
        _accept_as_copy(event)
        QTimer.singleShot(0, lambda: self.documents.open_many(paths))

    # session

    def autosave_all(self) -> None:
        """Autosave unsaved documents and save the session, because the desktop session is about to end."""
        session.save(self, self.documents)
        for page in self.pages():
            page.autosave_now()
        self._is_autosaved = True
        QTimer.singleShot(SESSION_END_TIMEOUT_MS, self, self._on_session_continued)

    def _on_session_continued(self) -> None:
        self._is_autosaved = False

    def shut_down(self) -> None:
        """Stop without asking. Unsaved documents are autosaved and offered at the next start."""
        self.setEnabled(False)  # further changes would be lost
        session.save(self, self.documents)
        for page in self.documents.dependents_first():
            page.autosave_now(for_good=True)
        for page in self.pages():
            page.about_to_close()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._is_autosaved:  # no dialog can be answered now, and nothing is lost
            self.shut_down()
            event.accept()
            return
        modified = [
            page
            for page in self.documents.dependents_first()
            if any(one.is_modified() for one in (page, *self.documents.dependents(page)))
        ]
        if modified and not self.documents.confirm_close(modified):
            event.ignore()
            return
        session.save(self, self.documents)
        event.setAccepted(all(page.about_to_close() for page in self.pages()))


def _accept_as_copy(event: QDropEvent) -> None:
    """Accept as a copy: a file manager deletes files that are moved."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()


def local_path(url: QUrl) -> str:
    """The local file of a URL, with undecodable bytes as Python represents them."""
    if os.name != "posix":
        return url.toLocalFile()
    return os.fsdecode(unquote_to_bytes(url.path(QUrl.ComponentFormattingOption.FullyEncoded)))
