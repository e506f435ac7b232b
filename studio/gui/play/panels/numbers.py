"""The numbers that a move is put together from, a button each: click as many as it takes, the chosen ones are lit."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.text import _
from studio.gui.widgets import PlainButton

WIDE, HIGH, GAP = 34, 28, 4
"""Pixels of a button, and between two and above them."""


class NumberButton(PlainButton):
    """A number that is lit or not; what is lit is more than what is checked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", small=True, parent=parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCheckable(True)

    def show_number(self, number: int, lit: bool) -> None:
        """Be the button of a number."""
        self.set_text(str(number))
        self.setAccessibleName(_("Number {number}").format(number=number))
        self.setChecked(lit)
        self.filled = lit
        self.update()


class NumbersRow(QWidget):
    """Buttons in rows. `picked(number)` when one is clicked."""

    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.numbers: tuple[int, ...] = ()
        self._buttons: list[NumberButton] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_numbers(self, numbers: Sequence[int], lit: Collection[int]) -> None:
        """Offer numbers, some of them chosen; none to take them away."""
        if tuple(numbers) != self.numbers:
            self.numbers = tuple(numbers)
            for button in self._buttons:
                button.deleteLater()
            self._buttons = [NumberButton(self) for _number in numbers]
            for number, button in zip(numbers, self._buttons, strict=True):
                button.clicked.connect(partial(self._pick, number))
                button.show()
            self._arrange()
        for number, button in zip(self.numbers, self._buttons, strict=True):
            button.show_number(number, number in lit)
        self.setVisible(bool(numbers))

    def button(self, number: int) -> NumberButton:
        """The button of a number that is offered."""
        return self._buttons[self.numbers.index(number)]

    def height_for(self, wide: int) -> int:
        """How high the rows are in such a width."""
        return self._rows(wide) * (HIGH + GAP)

    def _rows(self, wide: int) -> int:
        return math.ceil(len(self.numbers) / max(1, (wide + GAP) // (WIDE + GAP)))

    def _pick(self, number: int, _checked: bool = False) -> None:
        self.picked.emit(number)

    def _arrange(self) -> None:
        columns = math.ceil(len(self.numbers) / max(1, self._rows(self.width())))  # rows of one length
        for place, button in enumerate(self._buttons):
            row, column = divmod(place, columns)
            button.setGeometry(column * (WIDE + GAP), GAP + row * (HIGH + GAP), WIDE, HIGH)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
