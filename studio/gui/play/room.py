"""Where the parts of a table stand, and how they share the page: the board gets all that the others can spare."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from studio.core.text import _
from studio.gui.play.panels.decision import DecisionPanel
from studio.gui.play.panels.insets import WIDTH, Insets
from studio.gui.play.panels.tray import Tray
from studio.gui.widgets.folding import RAIL, Folding, Slot

GAP, BETWEEN = 12, 8
LEAST = 900
"""In a room narrower than this the columns beside the board are folded."""
ROOMY = 840
"""Pixels of height from which a tray need not take the room of the beads."""
SMALL = 44
"""Pixels of a space: smaller ones are hard to read."""


class Room:
    """Seats on the left, the board between what is above and below it, on the right a column that ends with the log."""

    def __init__(self, page: QWidget, seats: QWidget) -> None:
        self._page, self._seats = page, seats
        rows = QVBoxLayout(page)
        rows.setContentsMargins(0, 0, 0, 0)
        self.right = QWidget()
        left, self._slot = Slot(seats), Slot(self.right)
        table = QWidget()
        self._row = QHBoxLayout(table)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GAP)
        self.folding = Folding("table", table, LEAST, gap=GAP)
        self.folding.add("seats", left, _("Seats"), "people", at_right=False)
        self.folding.add("log", self._slot, _("Details and log"), "list", at_right=True)
        inner = QHBoxLayout()
        inner.setContentsMargins(GAP, GAP, GAP, GAP)
        inner.addWidget(self.folding)
        rows.addLayout(inner, 1)
        self._row.addWidget(left)

    def stand(self, strip: QWidget, board: QWidget, tray: Tray, decision: DecisionPanel) -> None:
        """Put the board between the strip above it and what lies and is asked below it."""
        self._strip, self._tray, self._decision = strip, tray, decision
        centre = QVBoxLayout()
        centre.setSpacing(BETWEEN)
        centre.addWidget(strip)
        centre.addWidget(board, 1)
        centre.addWidget(tray)
        centre.addWidget(decision)
        self._row.addLayout(centre, 1)

    def line_up(self, insets: Insets, *cards: QWidget, log: QWidget) -> None:
        """Fill the column on the right."""
        self._insets, self._log = insets, log
        self.right.setFixedWidth(WIDTH)
        column = QVBoxLayout(self.right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(insets)
        for card in cards:
            column.addWidget(card)
        column.addWidget(log, 1)
        self._row.addWidget(self._slot)

    @property
    def column_height(self) -> int:
        """How high the column on the right is, or will be as soon as it follows a new size of the page."""
        area, high = self._page.parentWidget(), self._page.height()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if area is not None:
            high = min(high, area.viewport().height())  # else a page that was too high once would stay so
        return high - 2 * GAP

    def fit_tray(self, asks: bool) -> None:
        """Share the room below the board; `asks`: the match goes on there, and is not looked at again."""
        racked = not self._tray.isHidden()
        self._decision.set_compact(racked and self._page.height() < ROOMY and asks)
        if racked:
            self._tray.fit(self._page.height())

    def share_column(self, below: Sequence[int]) -> None:
        """Give the insets their part of the column on the right; `below`: heights of what stands above the log."""
        share = 0.40 if below else 0.56 if self._insets.count < 3 else 0.66
        left = self.column_height - sum(below) - GAP * (len(below) + 1) - self._log.minimumSizeHint().height()
        self._insets.set_room(min(round(self.column_height * share), left))

    def spare_log(self, bounds: tuple[float, float, float, float], is_used: bool) -> None:
        """Fold the log where the spaces of a wide board would be too small beside it, unless the column is used."""
        page, tray = self._page, self._tray
        left, top, right, foot = bounds
        below = self._decision.height() + (0 if tray.isHidden() else tray.height() + BETWEEN)
        room = page.width() - self._seats.width() - 4 * GAP
        high = (page.height() - 2 * GAP - self._strip.sizeHint().height() - below - 2 * BETWEEN) / (foot - top)
        beside, alone = (min(wide / (right - left), high) for wide in (room - WIDTH, room - RAIL))
        gains = beside < SMALL and alone > 1.1 * beside and not is_used
        self.folding.set_shy(frozenset({"log"}) if gains else frozenset())
