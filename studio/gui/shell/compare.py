"""A layout as it is here beside what its file holds by now: two pictures, what differs ringed in both."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.core.text import _
from studio.gui.output.thumbnails import Thumbnail
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import text_label, title_label
from studio.gui.widgets.dialogs import HouseDialog
from studio.opening import Opened
from studio.opening.differences import differing_cells, layout_differences

LOOK = QSize(440, 330)
FEW = 24
"""Spaces that are named one by one."""


class MarkedPicture(Thumbnail):
    """The picture of a layout with some of its cells ringed."""

    def __init__(self, opened: Opened, cells: list[int]) -> None:
        super().__init__(LOOK)
        grid = opened.game.grid(opened.body)
        left, top, right, bottom = opened.game.sketch(opened.body, still=True).bounds
        self._bounds = QRectF(left, top, right - left, bottom - top)
        self.setFixedSize(LOOK.width(), min(round(LOOK.width() * (bottom - top) / (right - left)), LOOK.height()))
        self._marks = [QPolygonF([QPointF(x, y) for x, y in grid.corners(cell)]) for cell in cells]
        self.show_opened(opened)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.is_drawn() or not self._marks:
            return
        theme, place, bounds = current_theme(), self.place(), self._bounds
        scale = place.width() / bounds.width()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(place.topLeft())
            painter.scale(scale, scale)
            painter.translate(-bounds.topLeft())
            for role, width in (("ring_shade", 4.0), ("gold_ring", 2.0)):
                pen = QPen(theme.color(role), width)
                pen.setCosmetic(True)
                painter.setPen(pen)
                for mark in self._marks:
                    painter.drawPolygon(mark)


class Comparison(HouseDialog):
    """Both versions. Choice "reload" takes what is in the file, "mine" what is here; "" leaves it open."""

    def __init__(self, parent: QWidget | None, name: str, mine: Opened, theirs: Opened) -> None:
        super().__init__(parent, _("What differs in “{name}”").format(name=name), "eye")
        cells = differing_cells(theirs, mine)
        row = QHBoxLayout()
        row.setSpacing(16)
        self.pictures = [MarkedPicture(opened, cells) for opened in (mine, theirs)]
        for title, picture in zip((_("Here"), _("In the file")), self.pictures, strict=True):
            column = QVBoxLayout()
            column.setSpacing(6)
            column.addWidget(title_label(title, 18))
            column.addWidget(picture)
            column.addStretch(1)
            row.addLayout(column)
        self.body.addLayout(row)
        differences = ", ".join(layout_differences(theirs, mine)) or _("nothing that can be seen on the board")
        self.words = text_label(_("In the file: {what}.").format(what=differences), "text", 14, wrap=True)
        self.body.addWidget(self.words)
        grid = mine.game.grid(mine.body)
        names = ", ".join(grid.name(cell) for cell in cells[:FEW]) + (" …" if len(cells) > FEW else "")
        self.places = text_label(names, "second", 13, wrap=True)
        self.places.setVisible(bool(cells))
        self.body.addWidget(self.places)
        self.add_button("reload", _("Reload"), icon="rotate_right")
        self.add_button("mine", _("Keep mine"), icon="pencil")
        self.add_button("", _("Decide later"), filled=True)
        self.setMinimumWidth(2 * LOOK.width() + 60)
