"""The earlier versions of the file behind a page: when each was written, what differs from now, and the way back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.core.text import _, begun, called, moment_words
from studio.documents.keeping.backups import Backup, backups
from studio.documents.keeping.side_file import Unsaved
from studio.documents.layout import Layout
from studio.documents.record import Record
from studio.documents.store import DocumentError, read
from studio.gui.output.thumbnails import Thumbnail
from studio.gui.page import Page
from studio.gui.shell.filing.recovery import Tabs
from studio.gui.shell.page_makers import restored_page
from studio.gui.start.layout_list import Entry, LayoutList
from studio.gui.widgets import EmptyState, PlainButton, text_label, title_label
from studio.gui.widgets.dialogs import HouseDialog
from studio.opening import opened
from studio.opening.differences import layout_differences, match_differences

if TYPE_CHECKING:
    from studio.opening import Opened

LIST = 330
LOOK = QSize(460, 320)


class Version(NamedTuple):
    """An earlier version that can be read, and what it has that today's has not."""

    backup: Backup
    document: Layout | Record
    differences: str

    @property
    def when(self) -> str:
        """When it was written."""
        return moment_words(self.backup.time)


def versions(path: Path, drawn: Opened | None) -> list[Version]:
    """The earlier versions of a file, the latest first; damaged ones are passed over.

    A layout is compared with the one that is drawn, a match with what is in the file.
    """
    found = []
    for backup in backups(path):
        try:
            document = read(backup.path)
            words = _differences(document, path, drawn)
        except DocumentError:
            continue
        found.append(Version(backup, document, words))
    return found


def _differences(document: Layout | Record, path: Path, drawn: Opened | None) -> str:
    """Words for what differs. Raises `DocumentError` for what this program can make nothing of."""
    same = _("the same as now")
    if isinstance(document, Record):
        try:
            now = read(path)
        except DocumentError:
            return ""
        return ", ".join(match_differences(document, now)) or same if isinstance(now, Record) else ""
    then = opened(document)
    if drawn is None or drawn.game is not then.game:
        return then.game.info.name
    return ", ".join(layout_differences(then, drawn)) or same


class EarlierVersions(HouseDialog):
    """All of them beside each other, one of them large. Choice "restore" means `chosen`."""

    def __init__(self, parent: QWidget | None, name: str, found: list[Version], drawn: Opened | None = None) -> None:
        super().__init__(parent, _("Earlier versions of “{name}”").format(name=name), "history")
        self.found, self.drawn = found, drawn
        self.chosen: Version | None = None
        if not found:
            remark = _("Whenever the file is saved, what it held before is kept here: the last ten versions.")
            empty = EmptyState("history", _("There is no earlier version yet"), remark)
            empty.setMinimumSize(480, 200)
            self.body.addWidget(empty)
            self.add_button("", _("Close"), filled=True)
            return
        row = QHBoxLayout()
        row.setSpacing(16)
        self.list = LayoutList()
        self.list.setFixedWidth(LIST)
        entries = [Entry(begun(version.when), version.differences, version.backup.path) for version in found]
        self.list.set_entries(entries)
        self.list.chosen.connect(self._choose)
        row.addWidget(self.list)
        column = QVBoxLayout()
        column.setSpacing(6)
        self.picture = Thumbnail(LOOK)
        self.picture.setFixedSize(LOOK)
        column.addWidget(self.picture)
        self.when = title_label("", 18)
        column.addWidget(self.when)
        self.about = text_label("", "second", 13, wrap=True)
        column.addWidget(self.about)
        column.addStretch(1)
        row.addLayout(column, 1)
        self.body.addLayout(row, 1)
        self.note = self.add_words(self._note())
        self.compare_button = PlainButton(_("Compare…"), "eye")
        self.compare_button.clicked.connect(self._compare)
        self.buttons.insertWidget(0, self.compare_button)
        self.add_button("", _("Cancel"))
        self.restore_button = self.add_button("restore", _("Restore this version"), filled=True, icon="history")
        self.list.set_current(entries[0])
        self._choose(entries[0])
        self.setMinimumWidth(LIST + LOOK.width() + 60)
        self.resize(self.minimumWidth(), self.sizeHint().height())

    def _note(self) -> str:
        if isinstance(self.found[0].document, Record):
            return _("The match opens in a tab of its own. The file stays as it is.")
        return _("Restoring is one step that can be undone. The file stays as it is until you save.")

    def _choose(self, entry: Entry) -> None:
        version = next(version for version in self.found if version.backup.path == entry.path)
        self.chosen = version
        self.picture.show_file(version.backup.path)
        self.when.setText(_("Saved {when}").format(when=version.when))
        self.about.setText(begun(version.differences))
        self.compare_button.setVisible(self._then() is not None)

    def _then(self) -> Opened | None:
        """The version that is chosen, where it can be compared with the layout that is drawn."""
        document = self.chosen.document if self.chosen is not None else None
        if self.drawn is None or not isinstance(document, Layout) or document.game != self.drawn.layout.game:
            return None
        return opened(document)

    def _compare(self) -> None:
        """Look at the version beside what is drawn, and perhaps bring it back from there."""
        from studio.gui.shell.filing.compare import Answer, Comparison

        then = self._then()
        if then is None or self.drawn is None or self.chosen is None:
            return
        sides = (_("Now"), self.drawn), (_("Saved {when}").format(when=self.chosen.when), then)
        answer = Answer("restore", _("Restore this version"), "history")
        if Comparison(self, called(self.drawn.layout.name), sides, (answer,)).ask() == "restore":
            self.finish("restore")


def show_earlier(window: Tabs, parent: QWidget, page: Page) -> Page | None:
    """Ask for an earlier version of a page's file, and bring it back: a layout as one undo step in its editor.

    A match goes into a tab of its own, without a file; so does a layout where the page draws none of its game.
    """
    path = page.path()
    if path is None:
        return None
    dialog = EarlierVersions(parent, page.title(), versions(path, page.drawn()), page.drawn())
    version = dialog.chosen if dialog.ask() == "restore" else None
    if version is None:
        return None
    try:
        return _brought_back(window, page, version)
    except DocumentError as error:
        window.tell(error)
        return None


def _brought_back(window: Tabs, page: Page, version: Version) -> Page:
    document, drawn = version.document, page.drawn()
    if isinstance(document, Layout) and drawn is not None and drawn.layout.game == document.game:
        if page.take_in(document, _("Version restored")):
            window.say(_("Restored as it was {when}; one undo step leads back").format(when=version.when))
        else:
            window.say(_("This version is the same as now"), "info")
        return page
    backup = version.backup
    return window.add_page(restored_page(Unsaved(backup.path, document, None, backup.time, 1), None))
