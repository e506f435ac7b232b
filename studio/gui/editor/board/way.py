"""The way over a board: from place to place that was jumped to, back again and forward, as in a browser."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from studio.core.picture import is_edge
from studio.gui.board.view import BoardView
from studio.gui.editor.document.desk import Desk

LONGEST = 50
"""How many places are remembered."""


class Place(NamedTuple):
    """Where the board was looked at: its middle in board units and the zoom, 0 for the whole board; what was chosen."""

    x: float
    y: float
    zoom: float
    selection: frozenset[int]

    def is_like(self, other: Place) -> bool:
        """Whether going there would show nothing else, but for a hair's breadth."""
        near = abs(self.x - other.x) < 0.05 and abs(self.y - other.y) < 0.05
        return near and abs(self.zoom - other.zoom) < 0.001 and self.selection == other.selection


class Way(QObject):
    """Where the view has been. Whoever jumps calls `leave` first; `changed` comes when there is another way to go."""

    changed = Signal()

    def __init__(self, desk: Desk, view: BoardView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk, self._view = desk, view
        self._behind: list[Place] = []
        self._ahead: list[Place] = []

    @property
    def can_go_back(self) -> bool:
        """Whether there is a place behind."""
        return bool(self._behind)

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a place ahead."""
        return bool(self._ahead)

    def leave(self) -> None:
        """Remember the place that is in view, before it is left for another."""
        here = self._here()
        if not self._behind or not self._behind[-1].is_like(here):
            self._behind = [*self._behind, here][-LONGEST:]
        self._ahead.clear()
        self.changed.emit()

    def go_to(self, places: Iterable[int]) -> None:
        """Choose cells, or one edge, and bring them to the middle of the view."""
        group = frozenset(places)
        if not group:
            return
        self.leave()
        cells = [place for place in group if not is_edge(place)]
        self._desk.select(cells, -1 if cells else min(group))
        self._view.centre_on_targets(group)

    def zoom_to_selection(self) -> None:
        """Show what is chosen as large as it goes."""
        if self._desk.selection:
            self.leave()
            self._view.fit_targets(self._desk.selection)

    def back(self) -> None:
        """Go to the place before."""
        self._step(self._behind, self._ahead)

    def forward(self) -> None:
        """Go where one came back from."""
        self._step(self._ahead, self._behind)

    def _step(self, there: list[Place], other: list[Place]) -> None:
        here = self._here()
        while there:
            place = there.pop()
            if not place.is_like(here):
                other.append(here)
                self._show(place)
                break
        self.changed.emit()

    def _here(self) -> Place:
        middle = self._view.middle()
        return Place(middle.x(), middle.y(), 0.0 if self._view.is_fitted else self._view.zoom, self._desk.selection)

    def _show(self, place: Place) -> None:
        if place.zoom:
            self._view.set_zoom(place.zoom)
            self._view.centre_on(place.x, place.y)
        else:
            self._view.fit()
        cells = self._desk.document.grid.count  # the board may have another size by now
        self._desk.select(cell for cell in place.selection if cell < cells)
