"""The chart of the chances of winning in the window: turns can be chosen in it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy

from studio.core.text import _
from studio.gui.style.stylesheet import widget_theme
from studio.gui.widgets.svg_chart import SvgChart, seat_inks
from studio.lab.review.chart import STYLE, Plot, chances_chart, turn_text
from studio.lab.review.model import Review, TurnReview, lucky_turns


class ChanceChart(SvgChart):
    """The chances of all seats by turn. `turn_chosen(number)`: a turn was clicked or dragged to."""

    more_style = STYLE
    turn_chosen = Signal(int)

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(_("Chance of winning"))
        self.names = names
        self.turns: Sequence[TurnReview] = ()
        self.current = 0  # number of the chosen turn
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_review(self, review: Review, turns: Sequence[TurnReview], results: Sequence[str]) -> None:
        """Show the turns of a review; `results` has one text for each seat."""
        self.turns, self._lucky = turns, lucky_turns(turns)
        inks = seat_inks(widget_theme(self))
        self.show_chart(
            lambda width, height: chances_chart(review, self.names, results, width, height, inks, self.current)
        )

    def show_current(self, number: int) -> None:
        self.current, self._drawn = number, None
        self.setAccessibleName(f"{self._name}. {self.turn_text(self.turns[number - 1])}")
        self.update()

    def turn_text(self, turn: TurnReview) -> str:
        return turn_text(turn, self.names, self._lucky.get(turn.number))

    def refresh(self) -> None:
        telling = [turn for turn in self.turns if turn.key_step.mark or turn.number in self._lucky]
        self.setAccessibleDescription(" ".join(map(self.turn_text, telling)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(640, 230)

    def minimumSizeHint(self) -> QSize:
        return QSize(360, 130)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # the page goes from turn to turn

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.mouseMoveEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.turns and event.buttons() & Qt.MouseButton.LeftButton:
            number = Plot(self.width(), self.height(), len(self.turns)).turn_at(event.position().x())
            if number != self.current:
                self.turn_chosen.emit(number)
