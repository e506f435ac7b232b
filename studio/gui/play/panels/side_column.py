"""The column of seat cards and groups: as roomy as the height allows, scrolling when even the closest is too high."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from studio.core.panel import Panel
from studio.core.text import _
from studio.gui.play.match.controller import HUMAN, PLAY, MatchController
from studio.gui.play.panels.groups import Groups
from studio.gui.play.panels.seats import HEIGHTS, SeatCard
from studio.gui.widgets import ScrollArea

WIDTH = 272
GAPS = (8, 7, 6, 6)
LOOKS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3))
"""Densities of the seats and of the groups, the roomiest first."""


def kind_words(kind: str) -> str:
    """What is said of who sits in a seat."""
    if kind == HUMAN:
        return _("Person")
    return _("Bot · {kind}").format(kind=_(kind))


class SideColumn(ScrollArea):
    """Seats and groups of a panel. `pointed(target)`, `clicked(target)` where something is lit."""

    pointed = Signal(int)
    clicked = Signal(int)

    def __init__(self, controller: MatchController, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent, name=_("Seats and supplies"))
        self.controller = controller
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self.cards: list[SeatCard] = []
        for seat, setup in enumerate(controller.setups):
            card = SeatCard(seat, setup.name, kind_words(setup.kind), setup.kind == HUMAN)
            self._column.addWidget(card)
            self.cards.append(card)
        self.groups = Groups()
        self._column.addWidget(self.groups)
        parts: list[SeatCard | Groups] = [*self.cards, self.groups]
        for part in parts:
            part.pointed.connect(self.pointed)
            part.clicked.connect(self.clicked)
        self._column.addStretch(1)
        self.setWidget(content)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 600)

    def show_panel(self, panel: Panel) -> None:
        """Show other goods."""
        controller = self.controller
        for data in panel.seats:
            active = data.seat == controller.seat_to_move
            remark = ""
            if active and controller.mode == PLAY and not controller.is_over:
                if data.seat in controller.bots:
                    remark = _("paused") if controller.bots.is_held else _("thinking")
                else:
                    remark = _("to move")
            self.cards[data.seat].show_seat(data, active, remark)
        self.groups.show_groups(panel.groups)
        self._fit()

    def set_lit(self, lit: frozenset[int], chosen: int) -> None:
        """Which targets may be clicked now, and which is pointed at."""
        for card in self.cards:
            card.set_lit(lit, chosen)
        self.groups.set_lit(lit, chosen)

    def set_animated(self, animated: bool) -> None:
        """Whether numbers count up."""
        for card in self.cards:
            card.set_animated(animated)

    def _fit(self) -> None:
        room = self.height()
        for look, (seats, groups) in enumerate(LOOKS):
            gap = GAPS[seats]
            tall = len(self.cards) * (HEIGHTS[seats] + gap) + self.groups.height_at(groups)
            if tall <= room or look == len(LOOKS) - 1:
                self._column.setSpacing(gap)
                for card in self.cards:
                    card.set_density(seats)
                self.groups.set_density(groups)
                return

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
