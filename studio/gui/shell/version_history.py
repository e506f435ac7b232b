"""Earlier versions of a file, and the comparison of two layouts."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QPointF, QSize, QStringListModel, Qt, QTimer
from PySide6.QtWidgets import QGridLayout, QListView, QWidget

from studio.core.text import _, capitalize_first, relative_date, translated_name
from studio.documents.store import Backup, DocumentError, Layout, Record, list_backups, read
from studio.gui.board.view import BoardView, Mark, SpaceDescription
from studio.gui.editor.navigation import RulerFrame
from studio.gui.output.thumbnails import Thumbnail
from studio.gui.page import Page
from studio.gui.start.document_list import DocumentEntry, DocumentList
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card, Elided, EmptyState, PlainButton, ScrollArea, text_label, title_label
from studio.gui.widgets.actions import plain_view
from studio.gui.widgets.cards import hbox, vbox
from studio.gui.widgets.dialogs import AppDialog
from studio.services.layout_diff import (
    SpaceChange,
    StatChange,
    diff_layouts,
    layout_differences,
    match_differences,
    stamp_names,
)
from studio.services.loading import LoadedLayout, parse_layout

LIST = 330
PREVIEW_SIZE = QSize(460, 320)


class FileVersion(NamedTuple):
    """An earlier version, and how it differs from the current one."""

    backup: Backup
    document: Layout | Record
    differences: str

    @property
    def time_text(self) -> str:
        return relative_date(self.backup.time)


def list_versions(path: Path, drawn: LoadedLayout | None) -> list[FileVersion]:
    """The readable earlier versions of a file, the latest first.

    A layout is compared with `drawn`, a match with the file.
    """
    found = []
    for backup in list_backups(path):
        with contextlib.suppress(DocumentError):
            document = read(backup.path)
            found.append(FileVersion(backup, document, _differences(document, path, drawn)))
    return found


def _differences(document: Layout | Record, path: Path, drawn: LoadedLayout | None) -> str:
    """Describe the differences. Raises `DocumentError`."""
    same = _("same as the current version")
    if isinstance(document, Record):
        try:
            now = read(path)
        except DocumentError:
            return ""
        return ", ".join(match_differences(document, now)) or same if isinstance(now, Record) else ""
    then = parse_layout(document)
    if drawn is None or drawn.game is not then.game:
        return then.game.info.name
    return ", ".join(layout_differences(then, drawn)) or same


class VersionHistory(AppDialog):
    """A list of versions with a preview of the selected one. The choice "restore" means `selected`."""

    def __init__(
        self, parent: QWidget | None, name: str, found: list[FileVersion], drawn: LoadedLayout | None = None
    ) -> None:
        super().__init__(parent, _("Version history of “{name}”").format(name=name), "history")
        self.versions, self.current_layout = found, drawn
        self.selected: FileVersion | None = None
        if not found:
            remark = _(
                "Each time you save the file, its previous version is stored here. The last ten versions are kept."
            )
            empty = EmptyState("history", _("No earlier versions yet"), remark)
            empty.setMinimumSize(480, 200)
            self.body.addWidget(empty)
            self.add_button("", _("Close"), filled=True)
            return
        self.list = DocumentList(_("Layouts"), selects=True)
        self.list.setFixedWidth(LIST)
        entries = [
            DocumentEntry(capitalize_first(version.time_text), version.differences, version.backup.path)
            for version in found
        ]
        self.list.set_entries(entries)
        self.list.chosen.connect(self._choose)
        self.picture = Thumbnail(PREVIEW_SIZE)
        self.picture.setFixedSize(PREVIEW_SIZE)
        self.when = title_label("", 18)
        self.about = text_label("", "second", 13, wrap=True)
        preview = vbox(self.picture, self.when, self.about, 1, spacing=6)
        self.body.addLayout(hbox(self.list, (preview, 1), spacing=16), 1)
        if isinstance(found[0].document, Record):
            self.add_paragraph(_("The match opens in a new tab. The file does not change."))
        else:
            text = _("You can undo the restore in one step. The file does not change until you save.")
            self.add_paragraph(text)
        self.compare_button = PlainButton(_("Compare…"), "eye")
        self.compare_button.clicked.connect(self._compare)
        self.buttons.insertWidget(0, self.compare_button)
        self.add_button("", _("Cancel"))
        self.restore_button = self.add_button("restore", _("Restore this version"), filled=True, icon="history")
        self.list.set_current(entries[0])
        self._choose(entries[0])
        self.setMinimumWidth(LIST + PREVIEW_SIZE.width() + 60)
        self.resize(self.minimumWidth(), self.sizeHint().height())

    def _choose(self, entry: DocumentEntry) -> None:
        version = next(version for version in self.versions if version.backup.path == entry.path)
        self.selected = version
        self.picture.show_file(version.backup.path)
        self.when.setText(_("Saved {when}").format(when=version.time_text))
        self.about.setText(capitalize_first(version.differences))
        self.compare_button.setVisible(self._selected_layout() is not None)

    def _selected_layout(self) -> LoadedLayout | None:
        """The selected version if it can be compared with the current layout."""
        now, document = self.current_layout, self.selected.document if self.selected is not None else None
        if now is None or not isinstance(document, Layout) or document.game != now.layout.game:
            return None
        return parse_layout(document)

    def _compare(self) -> None:
        then = self._selected_layout()
        if then is None or self.current_layout is None or self.selected is None:
            return
        sides = (
            (_("Current version"), self.current_layout),
            (_("Saved {when}").format(when=self.selected.time_text), then),
        )
        answer = CompareAction("restore", _("Restore this version"), "history")
        if CompareDialog(self, translated_name(self.current_layout.layout.name), sides, (answer,)).ask() == "restore":
            self.finish("restore")


def choose_version(page: Page) -> FileVersion | None:
    path, edited = page.path(), page.edited_layout()
    if path is None:
        return None
    dialog = VersionHistory(page.window(), page.title(), list_versions(path, edited), edited)
    return dialog.selected if dialog.ask() == "restore" else None


# Comparison of two layouts.

DIALOG_SIZE = QSize(1120, 720)
CARD_HEIGHT = 176  # pixels of the cards below the boards


class CompareAction(NamedTuple):
    """A button of the dialog: choice, text and icon."""

    choice: str
    text: str
    icon: str = ""


class LinkedViews(QObject):
    """Keeps the centre and zoom of views the same; boards that are shown whole stay whole."""

    def __init__(self, frames: Sequence[RulerFrame], parent: QObject) -> None:
        super().__init__(parent)
        self._views = [frame.view for frame in frames]
        self._followed: dict[BoardView, tuple[float, QPointF] | None] = {}  # positions that follow from another view
        self._leader = self._views[0]
        self._sync_timer = QTimer(self)  # a view signals its move while it paints
        self._sync_timer.setSingleShot(True)
        self._sync_timer.timeout.connect(self._sync_views)
        for frame in frames:
            frame.moved.connect(partial(self._moved, frame.view))

    def _moved(self, view: BoardView) -> None:
        if view not in self._followed or self._followed[view] != view.view_position():
            self._leader = view
            self._sync_timer.start(0)

    def _sync_views(self) -> None:
        for view in self._views:
            if view is not self._leader:
                view.set_view_position(self._leader.view_position())
                self._followed[view] = view.view_position()


class CompareDialog(AppDialog):
    """Two layouts of one game with their titles, what differs, and buttons for `answers`.

    Raises `ValueError` if the games differ.
    """

    def __init__(
        self,
        parent: QWidget | None,
        name: str,
        sides: Sequence[tuple[str, LoadedLayout]],
        answers: Sequence[CompareAction],
    ) -> None:
        (first, mine), (second, theirs) = sides
        self.differences = diff_layouts(mine, theirs)
        super().__init__(parent, _("Differences in “{name}”").format(name=name), "eye")
        differing = {change.cell: change for change in self.differences.changes}
        self.frames = [_frame(title, opened, differing) for title, opened in sides]
        self.views = [frame.view for frame in self.frames]
        self._linked_views = LinkedViews(self.frames, self)
        boards = [
            (vbox(title_label(title, 18), (frame, 1), spacing=4), 1)
            for title, frame in zip((first, second), self.frames, strict=True)
        ]
        self.body.addLayout(hbox(*boards, spacing=14), 1)
        reported = ", ".join(layout_differences(theirs, mine)) or _("no visible differences")
        self.summary = Elided(_("{side}: {what}.").format(side=second, what=reported), "text", 14)
        self.body.addWidget(self.summary)
        figures = _figures_card((first, second), self.differences.stats)
        self.body.addLayout(hbox((self._spaces_card(), 1), (figures, 1), spacing=14))
        for answer in answers:
            self.add_button(answer.choice, answer.text, icon=answer.icon)
        self.add_button("", _("Decide later") if answers else _("Close"), filled=True)
        self.resize(DIALOG_SIZE if parent is None else DIALOG_SIZE.boundedTo(parent.window().size() - QSize(40, 40)))
        self._mark(-1)
        if self.differences.changes:
            self.list.setFocus()
            self.list.setCurrentIndex(self.list.model().index(0, 0))

    def _spaces_card(self) -> Card:
        changes = self.differences.changes
        card = Card(_("Spaces"), str(len(changes)), padding=10)
        card.setFixedHeight(CARD_HEIGHT)
        self.list = QListView()
        plain_view(self.list, _("Different spaces"))
        self.list.setUniformItemSizes(True)
        rows = [f"{change.name}    {change.one} → {change.other}" for change in changes]
        self.list.setModel(QStringListModel(rows, self.list))
        self.list.selectionModel().currentChanged.connect(lambda now, _before: self._show_space(now.row()))
        self.list.clicked.connect(lambda index: self._show_space(index.row()))  # also the current row
        self.list.setVisible(bool(changes))
        card.body.addWidget(self.list)
        if not changes:
            card.body.addWidget(text_label(_("All spaces are the same."), "second", 13, wrap=True))
            card.body.addStretch(1)
        return card

    def _show_space(self, row: int) -> None:
        """Show a space that differs in both boards."""
        cell = self.differences.changes[row].cell
        for view in self.views:
            if view.is_fitted:
                view.reveal([cell])
            else:
                view.center_on_targets([cell])
        self._mark(cell)

    def _mark(self, chosen: int) -> None:
        for view in self.views:
            changes = self.differences.changes
            marks = [Mark("chosen", change.cell, f"{change.one} → {change.other}") for change in changes]
            view.set_marks([*marks, *([Mark("selected", chosen)] if chosen >= 0 else [])])


def _frame(title: str, opened: LoadedLayout, differing: Mapping[int, SpaceChange]) -> RulerFrame:
    names = cache(partial(stamp_names, opened))

    def describe(target: int) -> SpaceDescription:
        change, stamp = differing.get(target), opened.game.editing.pick(opened.body, target)
        details = names().get(stamp.key, "") if change is None else f"{change.one} → {change.other}"
        return SpaceDescription(view.target_name(target), details)

    view = BoardView(current_theme(), describe=describe)
    view.setAccessibleName(title)
    view.set_picture(opened.game.sketch.sketch(opened.body, still=True))
    view.setMinimumSize(200, 120)
    frame = RulerFrame(view)
    frame.set_grid(opened.game.body.grid(opened.body))
    return frame


def _figures_card(titles: tuple[str, str], figures: Sequence[StatChange]) -> Card:
    """The statistics of both layouts, those that differ first and in bold."""
    differing = sum(figure.differs for figure in figures)
    card = Card(_("Statistics"), str(differing), padding=10)
    card.setFixedHeight(CARD_HEIGHT)
    room = QWidget()
    grid = QGridLayout(room)
    grid.setContentsMargins(0, 0, 8, 0)
    grid.setHorizontalSpacing(18)
    grid.setVerticalSpacing(3)
    grid.setColumnStretch(0, 1)
    for column, title in enumerate(titles):
        grid.addWidget(text_label(title, "second", 12), 0, column + 1, Qt.AlignmentFlag.AlignRight)
    for row, figure in enumerate(sorted(figures, key=lambda figure: not figure.differs), 1):
        role = "text" if figure.differs else "second"
        for column, text in enumerate(figure):
            side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
            grid.addWidget(text_label(text, role, 13, semibold=figure.differs), row, column, side)
    grid.setRowStretch(len(figures) + 1, 1)
    card.body.addWidget(ScrollArea(room, name=_("Statistics")))
    return card


def compare_with_file(page: Page) -> None:
    """Ask for a layout file, and compare it with the layout of a page. Raises `DocumentError`."""
    from PySide6.QtWidgets import QFileDialog

    from studio.gui.settings import settings
    from studio.services.loading import load_layout

    if (edited := page.edited_layout()) is None:
        return
    folder, kinds = str(settings().value("folder")), _("Layouts (*.json);;All files (*)")
    name, _filter = QFileDialog.getOpenFileName(page, _("Compare with"), folder, kinds)
    if not name:
        return
    other = load_layout(name)
    if other.game is not edited.game:
        text = _("the file contains a layout for {other}, but the active layout is for {one}.")
        raise DocumentError(name, "`$.game`", text.format(other=other.game.info.name, one=edited.game.info.name))
    CompareDialog(page.window(), page.title(), ((_("Here"), edited), (Path(name).name, other)), ()).ask()
