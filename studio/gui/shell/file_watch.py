"""Files that other programs change: pages without work of the user reload them, the others ask in a bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QWidget

from studio.core.text import _, capitalize_first, plural, relative_date
from studio.documents.autosave import UnsavedDocument
from studio.documents.files import DocumentError, FileStatus, WatchedFile
from studio.documents.paths import data_dir
from studio.gui.page import Page
from studio.gui.shell.page_factory import page_for_file
from studio.gui.style.stylesheet import current_theme, mix_colors
from studio.gui.widgets.buttons import PlainButton
from studio.gui.widgets.cards import hbox, remove_widgets
from studio.gui.widgets.text import Elided, IconLabel, text_label


class FileWatcher(QObject):
    """Knows the file of every page as it was last read or written; `check` compares it with the disk.

    `failed` carries an error. `replaced(page, other)`: the second page should replace the first one.
    """

    message = Signal(str)
    failed = Signal(object)
    save_requested = Signal(object)
    save_as_requested = Signal(object)
    replaced = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._files: dict[Page, WatchedFile] = {}
        self._bars: dict[Page, NoticeBar] = {}
        self._missing: set[Page] = set()  # pages without their file at the last poll

    def add_page(self, page: Page) -> None:
        """Watch the file of a new page; its state is the one now unless `update_file` was called before."""
        if page not in self._files:
            self.update_file(page)

    def update_file(self, page: Page, seen: WatchedFile | None = None) -> None:
        """A page's file was just read or written. `seen`: as it was before it was read."""
        self._hide_bar(page)
        self._files.pop(page, None)
        path = page.path()
        if path is not None and not path.is_relative_to(data_dir().absolute()):  # there only the program writes
            self._files[page] = seen if seen is not None and seen.path == path else WatchedFile(path)
        page.watch_file(self._files.get(page))

    def expect(self, page: Page, unsaved: UnsavedDocument) -> None:
        """Compare the file of a page with the one from which its restored changes started."""
        file = self._files.get(page)
        if file is not None and unsaved.origin is not None:
            file.expect(unsaved.origin)
        elif file is not None:  # autosaved by an older version
            file.invalidate_if_newer(unsaved.changed)

    def remove_page(self, page: Page) -> None:
        self._files.pop(page, None)
        self._bars.pop(page, None)

    def adopt(self, before: FileWatcher, replaced: Mapping[Page, Page]) -> None:
        """Watch the files of deleted pages for their successors."""
        self._files = {replaced[page]: file for page, file in before._files.items()}

    def check(self, page: Page) -> None:
        """Reload the page if its file has changed, or show a bar if that would lose changes."""
        file, bar = self._files.get(page), self._bars.get(page)
        fate = file.check() if file is not None else FileStatus.SAME
        if file is None or fate is FileStatus.SAME:
            self._hide_bar(page)
        elif fate is FileStatus.GONE:
            if bar is None or bar.status is not fate:
                page.mark_unsaved()
                self._show_gone(page, file)
        elif page.has_work():
            self._show_changed(page, file)
        else:
            self._auto_reload(page, file)

    def poll(self, pages: Sequence[Page]) -> None:
        """Check the visible pages, but not during a drag or below a dialog.

        A missing file is looked for twice, since some programs remove a file before they write it again.
        """
        if QApplication.mouseButtons() != Qt.MouseButton.NoButton or QApplication.activeModalWidget() is not None:
            return
        missing = {page for page in pages if page in self._files and self._files[page].modified_at() is None}
        for page in pages:
            if page not in missing - self._missing:
                self.check(page)
        self._missing = missing

    def refresh(self, page: Page) -> None:
        bar, file = self._bars.get(page), self._files.get(page)
        if bar is not None and file is not None and file.modified_at() is not None and page.is_modified():
            bar.details.set_text(_change_summary(page, file))

    def ask_before_saving(self, page: Page) -> str:
        """Ask before overwriting changes of another program. Return "save", "save_as" or "" (cancelled)."""
        file = self._files.get(page)
        if file is None or file.check(thorough=True) is not FileStatus.CHANGED:
            return "save"
        from studio.gui.widgets.dialogs import AppDialog

        heading = _("Overwrite changes from another program?")
        dialog = AppDialog(page.window(), heading, "warning", "warning")
        text = _(
            "Another program changed “{name}” {time}, after you opened it here. Overwriting the file "
            "discards that change."
        )
        dialog.add_paragraph(text.format(name=file.path.name, time=relative_date(file.modified_at() or 0)))
        dialog.add_button("", _("Cancel"))
        dialog.add_button("save", _("Overwrite"))
        dialog.add_button("save_as", _("Save as…"), filled=True)
        return dialog.ask()

    def reload(self, page: Page) -> None:
        """Load the file again, unless the user cancels."""
        try:
            self._reload(page)
        except DocumentError as error:
            self.failed.emit(error)

    def keep_own_version(self, page: Page) -> None:
        """Ignore the change of the file; the page has unsaved changes from now on."""
        self._files[page].accept()
        self._hide_bar(page)
        page.mark_unsaved()

    def compare(self, page: Page) -> None:
        """Compare the page's layout with the one in the file, and do what the user chooses then."""
        from studio.gui.shell.version_history import CompareAction, CompareDialog, apply_merge
        from studio.services.loading import load_layout

        mine, path = page.edited_layout(), self._files[page].path
        try:
            theirs = load_layout(path)
            if mine is None or theirs.game is not mine.game:
                raise DocumentError(path, "`$.game`", _("it now contains a layout of another game."))
        except DocumentError as error:
            self.failed.emit(error)
            return
        sides = (_("Here"), mine), (_("In the file"), theirs)
        answers = CompareAction("reload", _("Reload"), "rotate_right"), CompareAction("mine", _("Keep mine"), "pencil")
        dialog = CompareDialog(page.window(), page.title(), sides, answers)
        choice = dialog.ask()
        if choice == "merge":
            apply_merge(page, dialog.result_layout)
            choice = "mine"
        if choice == "reload":
            self.reload(page)
        elif choice == "mine":
            self.keep_own_version(page)

    def _auto_reload(self, page: Page, file: WatchedFile) -> None:
        try:
            self._reload(page)
        except DocumentError as error:  # no dialog: the file may be half-written
            text = _("Another program changed this file, and it cannot be read")
            self._show_changed(page, file, text, error.reason)
        else:
            self.message.emit(_("{name} was changed by another program and reloaded").format(name=file.path.name))

    def _reload(self, page: Page) -> None:
        """Raises `DocumentError`."""
        path = self._files[page].path
        seen = WatchedFile(path)
        if page.reload():
            self.update_file(page, seen)
        elif not page.is_modified() or self._confirm_discard(page):
            other, _source = page_for_file(path)
            self.update_file(other, seen)
            self.replaced.emit(page, other)

    def _confirm_discard(self, page: Page) -> bool:
        from studio.gui.widgets.dialogs import confirm

        text = _("Your unsaved changes will be lost.")
        return confirm(page.window(), _("Reload “{name}”?").format(name=page.title()), text, _("Reload"))

    def _show_bar(
        self, page: Page, status: FileStatus, text: str, details: str, *choices: tuple[str, str, Callable[[], None]]
    ) -> None:
        bar = self._bars.get(page)
        if bar is None:
            bar = self._bars[page] = NoticeBar()
            page.add_notice(bar)
            bar.show()
        bar.set_message(text, details)
        if bar.status is not status:  # the same buttons stay, one may be pressed just now
            bar.status = status
            bar.set_buttons(*choices)

    def _hide_bar(self, page: Page) -> None:
        bar = self._bars.pop(page, None)
        if bar is not None:
            bar.hide()
            bar.deleteLater()

    def _show_changed(self, page: Page, file: WatchedFile, text: str = "", details: str = "") -> None:
        compare = (_("Compare"), "eye", partial(self.compare, page))
        self._show_bar(
            page,
            FileStatus.CHANGED,
            text or _("Another program changed this file"),
            details or _change_summary(page, file),
            (_("Reload"), "rotate_right", partial(self.reload, page)),
            (_("Keep mine"), "pencil", partial(self.keep_own_version, page)),
            *([compare] if page.edited_layout() is not None else []),
            (_("Save as…"), "save", partial(self.save_as_requested.emit, page)),
        )

    def _show_gone(self, page: Page, file: WatchedFile) -> None:
        text = _("{name} is no longer in its folder. Save it again to keep it.").format(name=file.path.name)
        self._show_bar(
            page,
            FileStatus.GONE,
            _("This file was deleted or moved"),
            text,
            (_("Save again"), "save", partial(self.save_requested.emit, page)),
            (_("Save as…"), "save", partial(self.save_as_requested.emit, page)),
        )


def _change_summary(page: Page, file: WatchedFile) -> str:
    """When the file was changed, and what would be lost here."""
    count = page.changes()
    here = plural("{n} unsaved change here", "{n} unsaved changes here", count).format(n=count)
    changed = capitalize_first(relative_date(file.modified_at() or 0))
    return f"{changed} · {here}" if count else changed


HEIGHT = 46


class NoticeBar(QWidget):
    """A warning icon, a message with details, and small buttons without a default."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(HEIGHT)
        self.message = text_label("", "text", 14, semibold=True)
        self.details = Elided("", "second", 13)
        items = IconLabel("warning", "warning", 20), self.message, (self.details, 1)
        self._row = hbox(*items, parent=self, spacing=10, margins=(16, 0, 16, 1))
        self._buttons: list[PlainButton] = []
        self.status = FileStatus.SAME  # of the file, as shown

    def set_message(self, text: str, details: str) -> None:
        if self.accessibleName() == f"{text}. {details}":
            return
        self.message.setText(text)
        self.details.set_text(details)
        self.setAccessibleName(f"{text}. {details}")

    def set_buttons(self, *choices: tuple[str, str, Callable[[], None]]) -> None:
        """Replace the buttons by others: text, icon, slot."""
        remove_widgets(self._row, self._buttons)
        self._buttons = [PlainButton(text, icon, small=True, act=act) for text, icon, act in choices]
        for button in self._buttons:
            self._row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
            button.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        ground = theme.color("warning_tint")
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), ground)
            painter.setPen(QPen(mix_colors(theme.color("gold_border"), ground, 0.45), 1))
            painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
