"""Two versions of a layout beside each other: boards that move as one, what differs marked, figures in columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QSize, QStringListModel, Qt, QTimer
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QListView, QVBoxLayout, QWidget

from studio.core.text import _
from studio.gui.board.spoken import Said
from studio.gui.board.view import BoardView, Mark
from studio.gui.editor.board.frame import RulerFrame
from studio.gui.page import Page
from studio.gui.shell.filing.recovery import Tabs
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card, Elided, ScrollArea, text_label, title_label
from studio.gui.widgets.dialogs import HouseDialog
from studio.gui.widgets.views import plain_view
from studio.opening import Opened
from studio.opening.comparing import Change, Figure, compared, names_of
from studio.opening.differences import layout_differences

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
    from studio.opening import open_layout

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
