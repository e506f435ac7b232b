"""The earlier versions of the file behind a page: when each was written, what differs from now, and the way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QSize, QStringListModel, Qt, QTimer
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QListView, QVBoxLayout, QWidget

from studio.core.text import _, begun, called, moment_words
from studio.documents.autosave import Unsaved
from studio.documents.store import Backup, DocumentError, Layout, Record, backups, read
from studio.gui.board.accessible import Said
from studio.gui.board.view import BoardView, Mark
from studio.gui.editor.rulers import RulerFrame
from studio.gui.output.thumbnails import Thumbnail
from studio.gui.page import Page
from studio.gui.shell.page_factory import restored_page
from studio.gui.shell.recovery import Tabs
from studio.gui.start.gallery import Entry, LayoutList
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card, Elided, EmptyState, PlainButton, ScrollArea, text_label, title_label
from studio.gui.widgets.actions import plain_view
from studio.gui.widgets.dialogs import HouseDialog
from studio.services.layout_diff import Change, Figure, compared, layout_differences, match_differences, names_of
from studio.services.loading import Opened, opened

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


# Two versions of a layout beside each other: boards that move as one, what differs marked, figures in columns.

USUAL = QSize(1120, 720)
LOW = 176
"""Pixels of height for what is told below the boards."""


class Answer(NamedTuple):
    """A button below: what it is called in the code, what it says, its icon."""

    choice: str
    words: str
    icon: str = ""


class Together(QObject):
    """Keeps views at one place and one zoom, whichever is moved; boards that are shown whole stay whole."""

    def __init__(self, frames: Sequence[RulerFrame], parent: QObject) -> None:
        super().__init__(parent)
        self._views = [frame.view for frame in frames]
        self._led: dict[BoardView, tuple[float, ...]] = {}
        """Where views were led: they tell of it when they paint, and it is no reason to lead others."""
        self._leader: BoardView | None = None
        self._late = QTimer(self)  # a view tells that it has moved while it paints
        self._late.setSingleShot(True)
        self._late.timeout.connect(self._follow)
        for frame in frames:
            frame.moved.connect(partial(self._moved, frame.view))

    def _moved(self, view: BoardView) -> None:
        if self._led.get(view) != _look(view):
            self._leader = view
            self._late.start(0)

    def _follow(self) -> None:
        leader = self._leader
        for view in self._views:
            if leader is None or view is leader:
                continue
            if leader.is_fitted:
                view.fit()
            else:
                view.set_zoom(leader.zoom)
                view.centre_on(leader.middle().x(), leader.middle().y())
            self._led[view] = _look(view)


def _look(view: BoardView) -> tuple[float, ...]:
    """What a view shows: its middle, its zoom, whether all."""
    middle = view.middle()
    return (middle.x(), middle.y(), view.zoom, float(view.is_fitted))


class Comparison(HouseDialog):
    """Both versions, and what to do about them; the choice "" leaves everything as it is.

    `sides` are two layouts of one game, each with a title. Raises `ValueError` where the games are two.
    """

    def __init__(
        self, parent: QWidget | None, name: str, sides: Sequence[tuple[str, Opened]], answers: Sequence[Answer]
    ) -> None:
        (first, mine), (second, theirs) = sides
        self.found = compared(mine, theirs)
        super().__init__(parent, _("What differs in “{name}”").format(name=name), "eye")
        differing = {change.cell: change for change in self.found.changes}
        self.frames = [_frame(title, opened, differing) for title, opened in sides]
        self.views = [frame.view for frame in self.frames]
        self._together = Together(self.frames, self)
        boards = QHBoxLayout()
        boards.setSpacing(14)
        for (title, _opened), frame in zip(sides, self.frames, strict=True):
            column = QVBoxLayout()
            column.setSpacing(4)
            column.addWidget(title_label(title, 18))
            column.addWidget(frame, 1)
            boards.addLayout(column, 1)
        self.body.addLayout(boards, 1)
        told = ", ".join(layout_differences(theirs, mine)) or _("nothing that can be seen on the board")
        self.words = Elided(_("{side}: {what}.").format(side=second, what=told), "text", 14)
        self.body.addWidget(self.words)
        below = QHBoxLayout()
        below.setSpacing(14)
        below.addWidget(self._spaces_card(), 1)
        below.addWidget(_figures_card((first, second), self.found.figures), 1)
        self.body.addLayout(below)
        for answer in answers:
            self.add_button(answer.choice, answer.words, icon=answer.icon)
        self.add_button("", _("Decide later") if answers else _("Close"), filled=True)
        self.resize(USUAL if parent is None else USUAL.boundedTo(parent.window().size() - QSize(40, 40)))
        self._mark(-1)
        if self.found.changes:
            self.list.setFocus()
            self.list.setCurrentIndex(self.list.model().index(0, 0))

    def _spaces_card(self) -> Card:
        changes = self.found.changes
        card = Card(_("Spaces"), str(len(changes)), padding=10)
        card.setFixedHeight(LOW)
        self.list = QListView()
        plain_view(self.list, _("Spaces that differ"))
        self.list.setUniformItemSizes(True)
        rows = [f"{change.name}    {change.one} → {change.other}" for change in changes]
        self.list.setModel(QStringListModel(rows, self.list))
        self.list.selectionModel().currentChanged.connect(lambda now, _before: self._go(now.row()))
        self.list.clicked.connect(lambda index: self._go(index.row()))  # the one that is chosen already, too
        self.list.setVisible(bool(changes))
        card.body.addWidget(self.list)
        if not changes:
            card.body.addWidget(text_label(_("No space holds anything else."), "second", 13, wrap=True))
            card.body.addStretch(1)
        return card

    def _go(self, row: int) -> None:
        """Show a space that differs in both boards."""
        cell = self.found.changes[row].cell
        for view in self.views:
            if view.is_fitted:
                view.reveal([cell])
            else:
                view.centre_on_targets([cell])
        self._mark(cell)

    def _mark(self, chosen: int) -> None:
        for view in self.views:
            marks = [Mark("chosen", change.cell, f"{change.one} → {change.other}") for change in self.found.changes]
            view.set_marks([*marks, *([Mark("selected", chosen)] if chosen >= 0 else [])])


def _frame(title: str, opened: Opened, differing: Mapping[int, Change]) -> RulerFrame:
    view = BoardView(current_theme())
    view.setAccessibleName(title)
    names = cache(partial(names_of, opened))

    def said(target: int) -> Said:
        change, stamp = differing.get(target), opened.game.pick(opened.body, target)
        if change is not None:
            return Said(view.named(target), f"{change.one} → {change.other}")
        return Said(view.named(target), names().get(stamp.key, ""))

    view.spoken = said
    view.set_picture(opened.game.sketch(opened.body, still=True))
    view.setMinimumSize(200, 120)
    frame = RulerFrame(view)
    frame.set_grid(opened.game.grid(opened.body))
    return frame


def _figures_card(titles: tuple[str, str], figures: Sequence[Figure]) -> Card:
    """All figures in two columns, those that differ first and in bold."""
    differing = sum(figure.differs for figure in figures)
    card = Card(_("Figures"), str(differing), padding=10)
    card.setFixedHeight(LOW)
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
        for column, words in enumerate(figure):
            side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
            grid.addWidget(text_label(words, role, 13, semibold=figure.differs), row, column, side)
    grid.setRowStretch(len(figures) + 1, 1)
    card.body.addWidget(ScrollArea(room, name=_("Figures")))
    return card


def compare_with_file(window: Tabs, page: Page) -> None:
    """Ask for a layout file, and show what it holds beside the layout of a page."""
    from PySide6.QtWidgets import QFileDialog

    from studio.documents.store import DocumentError
    from studio.gui.settings import settings
    from studio.services.loading import open_layout

    if (drawn := page.drawn()) is None:
        return
    folder, kinds = str(settings().value("folder")), _("Layouts (*.json);;All files (*)")
    name, _filter = QFileDialog.getOpenFileName(page, _("Compare with"), folder, kinds)
    if not name:
        return
    try:
        other = open_layout(name)
        if other.game is not drawn.game:
            words = _("it holds a layout of {other}; the one in front is of {one}.")
            raise DocumentError(name, "`$.game`", words.format(other=other.game.info.name, one=drawn.game.info.name))
    except DocumentError as error:
        window.tell(error)
        return
    Comparison(page.window(), page.title(), ((_("Here"), drawn), (Path(name).name, other)), ()).ask()
