"""How the editor's page is divided: palette, board over problems, forms over the small board over history.

In a narrow page palette and forms fold away to the sides.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from studio.core.text import _
from studio.gui.settings import settings
from studio.gui.widgets.collapsible import CollapsibleHost, PanelSlot

GAP = 10
LOW_HEIGHT = 700  # below this the board gets more and the panels less
DEFAULT_SIZES = {"editor_columns": (236, 900, 276), "editor_middle": (560, 196), "editor_right": (430, 140, 176)}
SMALL_SIZES = {"editor_columns": (226, 800, 262), "editor_middle": (400, 152), "editor_right": (330, 112, 120)}
MIN_HEIGHTS = (104, 96, 80)
MIN_RIGHT, MIN_RIGHT_WIDE = 254, 318  # width of the right column with form or survey
FOLD_WIDTH = 860  # below this the side panels collapse
PALETTE, FORMS = "palette", "forms"


class EditorPanes(QWidget):
    """Three columns in splitters, whose sizes are saved."""

    def __init__(
        self, left: QWidget, board: QWidget, below: QWidget, right: tuple[QWidget, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        # From the whole to the parts: whatever is put somewhere else is dressed again with all that is in it.
        room = QHBoxLayout(self)
        room.setContentsMargins(GAP, GAP, GAP, GAP)
        self.middle, self.right = _make_splitter(Qt.Orientation.Vertical), _make_splitter(Qt.Orientation.Vertical)
        self.columns = _make_splitter(Qt.Orientation.Horizontal)
        self.folding = CollapsibleHost("editor", self.columns, FOLD_WIDTH, first=PALETTE)
        room.addWidget(self.folding)
        slots = PanelSlot(left), PanelSlot(self.right)
        _fill_splitter(self.columns, (slots[0], self.middle, slots[1]), 1)
        _fill_splitter(self.middle, (board, below), 0)
        _fill_splitter(self.right, right, 0)
        self.folding.add(PALETTE, slots[0], _("Palette"), "brush", at_right=False)
        self.folding.add(FORMS, slots[1], _("Properties, board, history"), "sliders", at_right=True)
        self.folding.expanded.connect(self._restore_sizes)
        self._lower_panel = below
        self._is_restored = False
        left.setMinimumWidth(222)
        self.right.setMinimumWidth(MIN_RIGHT)
        board.setMinimumSize(240, 200)
        below.setMinimumHeight(96)
        for widget, least in zip(right, MIN_HEIGHTS, strict=True):
            widget.setMinimumHeight(least)

    def show_side_panels(self, shown: bool) -> None:
        self.folding.show_panels(shown)
        self._lower_panel.setVisible(shown)

    def reveal_forms(self) -> None:
        self.folding.reveal(FORMS)

    def set_right_wide(self, wide: bool) -> None:
        self.right.setMinimumWidth(MIN_RIGHT_WIDE if wide else MIN_RIGHT)

    def save_sizes(self) -> None:
        for name, splitter in self._splitters().items():
            if self._is_restored and all(splitter.sizes()):
                settings().set_value(name, splitter.sizes())

    def _splitters(self) -> dict[str, QSplitter]:
        return {"editor_columns": self.columns, "editor_middle": self.middle, "editor_right": self.right}

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_restored:
            return
        self._is_restored = True
        self._restore_sizes()

    def _restore_sizes(self) -> None:
        usual = SMALL_SIZES if self.height() < LOW_HEIGHT else DEFAULT_SIZES
        for name, splitter in self._splitters().items():
            kept = settings().value(name, [])
            good = len(kept) == splitter.count() and all(type(size) is int and size > 0 for size in kept)
            splitter.setSizes(kept if good else list(usual[name]))


def _make_splitter(orientation: Qt.Orientation) -> QSplitter:
    splitter = QSplitter(orientation)
    splitter.setHandleWidth(GAP)
    splitter.setChildrenCollapsible(False)
    return splitter


def _fill_splitter(splitter: QSplitter, widgets: tuple[QWidget, ...], stretching: int) -> None:
    for place, widget in enumerate(widgets):
        splitter.addWidget(widget)
        splitter.setStretchFactor(place, 1 if place == stretching else 0)
