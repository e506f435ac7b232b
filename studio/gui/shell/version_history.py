"""Earlier versions of a file, and the comparison of two layouts."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping, Sequence
from functools import cache, partial
from pathlib import Path as FilePath
from typing import NamedTuple

from PySide6.QtCore import QObject, QPointF, QSize, QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QGridLayout, QHeaderView, QLabel, QListView, QTableView, QWidget

from studio.core.problems import Problem, by_severity, has_errors
from studio.core.text import _, capitalize_first, relative_date, translated_name
from studio.documents.store import Backup, DocumentError, Layout, Record, list_backups, read
from studio.gui.board.view import BoardView, Mark, PointerEvent
from studio.gui.editor.navigation import RulerFrame
from studio.gui.editor.panels.palette import square_pixmap
from studio.gui.editor.problem_names import SEVERITIES, count_text
from studio.gui.editor.problems.panel import VerifyStatus
from studio.gui.editor.problems.problem_groups import Verifier
from studio.gui.output.thumbnails import Thumbnail
from studio.gui.page import Page
from studio.gui.start.document_list import DocumentEntry, DocumentList
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card, Elided, EmptyState, PlainButton, ScrollArea, set_tooltip, text_label, title_label
from studio.gui.widgets.accessibility import AccessiblePart
from studio.gui.widgets.actions import plain_view
from studio.gui.widgets.cards import hbox, vbox
from studio.gui.widgets.dialogs import AppDialog, ask_layout
from studio.services.layout_diff import (
    PartChange,
    SpaceChange,
    StatChange,
    diff_layouts,
    layout_differences,
    layout_stats,
    match_differences,
    stamp_names,
)
from studio.services.layout_merge import LayoutParts, Path
from studio.services.loading import LoadedLayout, filter_ignored, find_problems, parse_layout, to_layout

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


def list_versions(path: FilePath, drawn: LoadedLayout | None) -> list[FileVersion]:
    """The readable earlier versions, the latest first. A layout is compared with `drawn`, a match with the file."""
    found = []
    for backup in list_backups(path):
        with contextlib.suppress(DocumentError):
            document = read(backup.path)
            found.append(FileVersion(backup, document, _differences(document, path, drawn)))
    return found


def _differences(document: Layout | Record, path: FilePath, drawn: LoadedLayout | None) -> str:
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
        self.merged: LoadedLayout | None = None  # for the choice "merge"
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
        self.compare_button = PlainButton(_("Compare…"), "eye", act=self._compare)
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
        sides = (_("Current version"), self.current_layout), (capitalize_first(self.selected.time_text), then)
        answer = CompareAction("restore", _("Restore this version"), "history")
        dialog = CompareDialog(self, translated_name(self.current_layout.layout.name), sides, (answer,))
        if choice := dialog.ask():
            self.merged = dialog.result_layout
            self.finish(choice)


def choose_version(page: Page) -> FileVersion | None:
    path, edited = page.path(), page.edited_layout()
    if path is None:
        return None
    dialog = VersionHistory(page.window(), page.title(), list_versions(path, edited), edited)
    choice = dialog.ask()
    if choice == "merge" and dialog.merged is not None:
        apply_merge(page, dialog.merged)
    return dialog.selected if choice == "restore" else None


# Comparison of two layouts.

DIALOG_SIZE = QSize(1120, 720)
PIECE_PX, ROW_HEIGHT = 28, 24
MAX_FIGURES_WIDTH = 360
CARD_HEIGHT = 200  # pixels of the cards below the boards


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
        self._sync_timer = QTimer(self, singleShot=True)  # a view signals its move while it paints
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


class PartTable(QTableView):
    """The parts that differ, with both values. Arrow keys or a click take one: `taken(rows, is_right)`."""

    taken = Signal(object, bool)

    def __init__(self, parts: Sequence[PartChange], titles: tuple[str, str]) -> None:
        super().__init__()
        plain_view(self, _("Differences"))
        self._parts = parts
        self._items = QStandardItemModel(len(parts), 3, self)
        self._items.setHorizontalHeaderLabels([_("Name"), *titles])
        ratio = self.devicePixelRatioF()
        for row, part in enumerate(parts):
            self._items.setItem(row, 0, QStandardItem(part.name))
            for column, picture in enumerate(part.pictures, 1):
                item = QStandardItem()
                if picture is not None:
                    item.setIcon(QIcon(square_pixmap(picture, 0, PIECE_PX, current_theme(), ratio)))
                self._items.setItem(row, column, item)
        self.setModel(self._items)
        self.setIconSize(QSize(PIECE_PX, PIECE_PX))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(ROW_HEIGHT)
        for row, part in enumerate(parts):
            self.setRowHeight(row, ROW_HEIGHT if part.pictures == (None, None) else PIECE_PX + 6)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.clicked.connect(lambda index: self._take([index.row()], index.column()))
        header.sectionClicked.connect(lambda column: self._take(range(len(self._parts)), column))
        header.setSectionsClickable(True)

    def _take(self, rows: Sequence[int], column: int) -> None:
        if column:
            self.taken.emit(rows, column == 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            rows = [index.row() for index in self.selectionModel().selectedRows()]
            self.taken.emit(rows, event.key() == Qt.Key.Key_Right)
        else:
            super().keyPressEvent(event)

    def show_taken(self, taken: Collection[Path]) -> None:
        """Tick the side of each part that the result has."""
        theme = current_theme()
        for row, part in enumerate(self._parts):
            for column, text in enumerate((part.one, part.other), 1):
                item, is_taken = self._items.item(row, column), (part.path in taken) == (column == 2)
                item.setText(f"✓ {text}" if is_taken else text)
                set_tooltip(item, text)
                item.setForeground(theme.color("text" if is_taken else "second"))


class CompareDialog(AppDialog):
    """Two layouts of one game with their titles, what differs, and buttons for `answers`.

    Parts of the second can be taken into the first: the choice "merge" means `result`. Raises `ValueError` if the games
    differ.
    """

    def __init__(
        self,
        parent: QWidget | None,
        name: str,
        sides: Sequence[tuple[str, LoadedLayout]],
        answers: Sequence[CompareAction],
    ) -> None:
        (first, mine), (second, theirs) = sides
        self.differences, self._parts = diff_layouts(mine, theirs), LayoutParts(mine, theirs)
        self.taken: frozenset[Path] = frozenset()
        self.result_layout = mine
        super().__init__(parent, _("Differences in “{name}”").format(name=name), "eye")
        differing = {change.cell: change for change in self.differences.changes}
        self.frames = [_frame(title, opened, differing) for title, opened in sides]
        self.views = [frame.view for frame in self.frames]
        self._linked_views = LinkedViews(self.frames, self)
        for is_right, view in enumerate(self.views):
            view.pointer_event.connect(partial(self._on_pointer, bool(is_right)))
        boards = [
            (vbox(title_label(title, 18), (frame, 1), spacing=4), 1)
            for title, frame in zip((first, second), self.frames, strict=True)
        ]
        self.body.addLayout(hbox(*boards, spacing=14), 1)
        reported = ", ".join(layout_differences(theirs, mine)) or _("no visible differences")
        self.summary = Elided(_("{side}: {what}.").format(side=second, what=reported), "text", 14)
        self.body.addWidget(self.summary)
        self._result_labels: dict[str, QLabel] = {}
        figures = _figures_card((first, second), self.differences.stats, self._result_labels)
        cards = (self._parts_card((first, second)), 6), (self._problems_card(), 3), (figures, 4)
        self.body.addLayout(hbox(*cards, spacing=14))
        for answer in answers:
            self.add_button(answer.choice, answer.text, icon=answer.icon)
        if self.differences.parts:
            self.merge_button = self.add_button("merge", _("Apply selection"), icon="tick")
        self.add_button("", _("Decide later") if answers else _("Close"), filled=True)
        self.resize(DIALOG_SIZE if parent is None else DIALOG_SIZE.boundedTo(parent.window().size() - QSize(40, 40)))
        self._chosen = -1
        self.verifier = Verifier(mine.game, self)
        self.verifier.state_changed.connect(lambda: self.verify_status.set_state(self.verifier.state))
        self.verifier.result_ready.connect(self._show_problems)
        self._show_result()
        if self.differences.parts:
            self.list.setFocus()
            self.list.selectRow(0)

    def done(self, result: int) -> None:
        self.verifier.close()
        super().done(result)

    def _parts_card(self, titles: tuple[str, str]) -> Card:
        parts = self.differences.parts
        card = Card(_("Differences"), str(len(parts)), padding=10)
        card.setFixedHeight(CARD_HEIGHT)
        self.list = PartTable(parts, titles)
        self.list.taken.connect(self.take)
        self.list.selectionModel().currentChanged.connect(lambda now, _before: self._show_part(now.row()))
        self.list.clicked.connect(lambda index: self._show_part(index.row()))  # also the current row
        self.list.setVisible(bool(parts))
        set_tooltip(self.list.horizontalHeader(), _("Click a column to take everything from this side."))
        card.body.addWidget(self.list)
        if not parts:
            card.body.addWidget(text_label(_("All spaces are the same."), "second", 13, wrap=True))
            card.body.addStretch(1)
        return card

    def _problems_card(self) -> Card:
        """Problems of the result, and whether it is verified."""
        self.problems_card = Card(_("Result"), " ", padding=10)
        self.problems_card.setFixedHeight(CARD_HEIGHT)
        self.verify_status = VerifyStatus()
        self.verify_status.verdicts = self._parts.one.game.info.verdicts
        self.problem_list = QListView()
        plain_view(self.problem_list, _("Problems of the result"))
        self.problem_list.setWordWrap(True)
        self.problem_list.setModel(QStringListModel(self))
        self.problems_card.body.addWidget(self.verify_status)
        self.problems_card.body.addWidget(self.problem_list, 1)
        return self.problems_card

    def take(self, rows: Sequence[int], is_right: bool) -> None:
        """Take parts from one side, with those that they need."""
        paths = {self.differences.parts[row].path for row in rows}
        self.taken = self._parts.complete(self.taken | paths if is_right else self.taken - paths, grows=is_right)
        self.result_layout = self._parts.take(self.taken)
        self._show_result()

    def _on_pointer(self, is_right: bool, event: PointerEvent) -> None:
        if event.kind == "press" and event.button == Qt.MouseButton.LeftButton:
            rows = [row for row, part in enumerate(self.differences.parts) if event.target in part.targets]
            if rows:
                self.list.selectRow(rows[0])
                self.take(rows, is_right)

    def _show_result(self) -> None:
        self.list.show_taken(self.taken)
        self._mark(self._chosen)
        figures = layout_stats(self.result_layout)
        for name, label in self._result_labels.items():
            label.setText(figures.get(name, "–"))
        if self.differences.parts:
            self.merge_button.setEnabled(bool(self.taken))
        self._show_problems(())
        if has_errors(find_problems(self.result_layout)):
            self.verifier.cancel()
        else:
            self.verifier.start(self.result_layout.body)

    def _show_problems(self, verified: Sequence[Problem]) -> None:
        """Show the problems of the result; those of its verification come later."""
        result = self.result_layout
        found = find_problems(result)
        grid = result.game.body.grid(result.body)
        shown = filter_ignored(by_severity([*found, *verified]), result.layout.ignored, grid).active
        model = self.problem_list.model()
        assert isinstance(model, QStringListModel)
        model.setStringList([problem.message for problem in shown])
        counts = {severity: sum(problem.severity is severity for problem in shown) for severity in SEVERITIES}
        self.problems_card.set_note(", ".join(count_text(severity, n) for severity, n in counts.items() if n))

    def _show_part(self, row: int) -> None:
        """Show on both boards where a part differs."""
        targets = self.differences.parts[row].targets if row >= 0 else ()
        for view in self.views:
            if targets and view.is_fitted:
                view.reveal(targets)
            elif targets:
                view.center_on_targets(targets[:1])
        self._chosen = targets[0] if targets else -1
        self._mark(self._chosen)

    def _mark(self, chosen: int) -> None:
        """Mark the places that differ where the result has them, and the chosen one on both boards."""
        for is_right, view in enumerate(self.views):
            marks = [
                Mark(
                    "chosen" if (part.path in self.taken) == bool(is_right) else "last",
                    target,
                    f"{part.one} → {part.other}",
                )
                for part in self.differences.parts
                for target in part.targets
            ]
            view.set_marks([*marks, *([Mark("selected", chosen)] if chosen >= 0 else [])])


def apply_merge(page: Page, result: LoadedLayout) -> None:
    """Replace the layout of a page by a merged one, as one undo step."""
    if page.replace_layout(to_layout(result), _("Merged")):
        page.message.emit(_("Merged the selected parts; undo to go back"))


def _frame(title: str, opened: LoadedLayout, differing: Mapping[int, SpaceChange]) -> RulerFrame:
    names = cache(partial(stamp_names, opened))

    def describe(target: int) -> AccessiblePart:
        change, stamp = differing.get(target), opened.game.editing.pick(opened.body, target)
        details = names().get(stamp.key, "") if change is None else f"{change.one} → {change.other}"
        return AccessiblePart(", ".join(filter(None, (view.target_name(target), details))))

    view = BoardView(current_theme(), describe=describe)
    view.setAccessibleName(title)
    view.set_picture(opened.game.sketch.sketch(opened.body, still=True))
    view.setMinimumSize(200, 120)
    frame = RulerFrame(view)
    frame.set_grid(opened.game.body.grid(opened.body))
    return frame


def _figures_card(titles: tuple[str, str], figures: Sequence[StatChange], results: dict[str, QLabel]) -> Card:
    """The statistics of both layouts and of the result (`results`, by name); those that differ first and in bold."""
    differing = sum(figure.differs for figure in figures)
    card = Card(_("Statistics"), str(differing), padding=10)
    card.setFixedHeight(CARD_HEIGHT)
    room = QWidget()
    grid = QGridLayout(room)
    grid.setContentsMargins(0, 0, 8, 0)
    grid.setHorizontalSpacing(18)
    grid.setVerticalSpacing(3)
    grid.setColumnStretch(0, 1)
    for column, title in enumerate((*titles, _("Result"))):
        heading = text_label(title, "second", 12, wrap=True)
        heading.setAlignment(Qt.AlignmentFlag.AlignRight)
        grid.addWidget(heading, 0, column + 1)
    for row, figure in enumerate(sorted(figures, key=lambda figure: not figure.differs), 1):
        role = "text" if figure.differs else "second"
        labels = [text_label(text, role, 13, semibold=figure.differs) for text in (*figure, figure.one)]
        for column, label in enumerate(labels):
            grid.addWidget(label, row, column, Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft)
        results[figure.name] = labels[-1]
    grid.setRowStretch(len(figures) + 1, 1)
    card.body.addWidget(ScrollArea(room, name=_("Statistics")))
    card.setMinimumWidth(min(room.sizeHint().width() + 36, MAX_FIGURES_WIDTH))
    return card


def compare_with_file(page: Page) -> None:
    """Ask for a layout file, and compare it with the layout of a page. Raises `DocumentError`."""
    edited = page.edited_layout()
    other = ask_layout(page, _("Compare with"), edited.game) if edited is not None else None
    if edited is None or other is None or other.path is None:
        return
    dialog = CompareDialog(page.window(), page.title(), ((_("Here"), edited), (other.path.name, other)), ())
    if dialog.ask() == "merge":
        apply_merge(page, dialog.result_layout)
