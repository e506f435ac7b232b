"""How the editor's page is divided: palette, board over problems, forms over the small board over history.

In a narrow page palette and forms fold away to the sides.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from studio.core.text import _
from studio.gui.settings import settings
from studio.gui.widgets.collapsible import Folding, Slot

GAP = 10
LOW = 700
"""In a room lower than this the board gets more and the panels less."""
USUAL = {"editor_columns": (236, 900, 276), "editor_middle": (560, 196), "editor_right": (430, 140, 176)}
SMALL = {"editor_columns": (226, 800, 262), "editor_middle": (400, 152), "editor_right": (330, 112, 120)}
LEAST_HEIGHTS = (104, 96, 80)
RIGHT, WIDE_RIGHT = 254, 318
"""Least widths of the column on the right: for forms, for the survey."""
LEAST = 860
"""In a room narrower than this the panels at the sides are folded."""
PALETTE, FORMS = "palette", "forms"


class Columns(QWidget):
    """Three columns between movable walls; where the walls stand is remembered."""

    def __init__(
        self, left: QWidget, board: QWidget, below: QWidget, right: tuple[QWidget, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        # From the whole to the parts: whatever is put somewhere else is dressed again with all that is in it.
        room = QHBoxLayout(self)
        room.setContentsMargins(GAP, GAP, GAP, GAP)
        self.middle, self.right = _splitter(Qt.Orientation.Vertical), _splitter(Qt.Orientation.Vertical)
        self.columns = _splitter(Qt.Orientation.Horizontal)
        self.folding = Folding("editor", self.columns, LEAST, first=PALETTE)
        room.addWidget(self.folding)
        slots = Slot(left), Slot(self.right)
        _fill(self.columns, (slots[0], self.middle, slots[1]), 1)
        _fill(self.middle, (board, below), 0)
        _fill(self.right, right, 0)
        self.folding.add(PALETTE, slots[0], _("Palette"), "brush", at_right=False)
        self.folding.add(FORMS, slots[1], _("Properties, board, history"), "sliders", at_right=True)
        self.folding.unfolded.connect(self._set_walls)
        self._below = below
        self._arranged = False
        left.setMinimumWidth(222)
        self.right.setMinimumWidth(RIGHT)
        board.setMinimumSize(240, 200)
        below.setMinimumHeight(96)
        for widget, least in zip(right, LEAST_HEIGHTS, strict=True):
            widget.setMinimumHeight(least)

    def show_sides(self, shown: bool) -> None:
        """Show the panels round the board, or leave the whole room to it."""
        self.folding.show_panels(shown)
        self._below.setVisible(shown)

    def reveal_forms(self) -> None:
        """See to it that the forms can be seen."""
        self.folding.reveal(FORMS)

    def widen(self, wide: bool) -> None:
        """Give the column on the right room for figures side by side, or only for forms."""
        self.right.setMinimumWidth(WIDE_RIGHT if wide else RIGHT)

    def remember(self) -> None:
        """Keep where the walls stand for the next time."""
        for name, splitter in self._walls().items():
            if self._arranged and all(splitter.sizes()):
                settings().put(name, splitter.sizes())

    def _walls(self) -> dict[str, QSplitter]:
        return {"editor_columns": self.columns, "editor_middle": self.middle, "editor_right": self.right}

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._arranged:
            return
        self._arranged = True
        self._set_walls()

    def _set_walls(self) -> None:
        """Put the walls where they stood last, or where they usually do."""
        usual = SMALL if self.height() < LOW else USUAL
        for name, splitter in self._walls().items():
            kept = settings().value(name, [])
            good = len(kept) == splitter.count() and all(type(size) is int and size > 0 for size in kept)
            splitter.setSizes(kept if good else list(usual[name]))


def _splitter(orientation: Qt.Orientation) -> QSplitter:
    splitter = QSplitter(orientation)
    splitter.setHandleWidth(GAP)
    splitter.setChildrenCollapsible(False)
    return splitter


def _fill(splitter: QSplitter, widgets: tuple[QWidget, ...], stretching: int) -> None:
    for place, widget in enumerate(widgets):
        splitter.addWidget(widget)
        splitter.setStretchFactor(place, 1 if place == stretching else 0)
