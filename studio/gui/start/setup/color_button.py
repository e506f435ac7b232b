"""The badge of a seat as a button that changes the colour of its pieces; the emblem on it stays the seat's own."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from studio.core.text import _
from studio.gui.style.seat_colours import SEATS
from studio.gui.style.stylesheet import current_theme
from studio.gui.style.worn import theme_at
from studio.gui.widgets import badge_pixmap, paint_badge, set_tip
from studio.gui.widgets.popups import Menu


def color_words(hue: int) -> str:
    """What a colour of the palette is called."""
    return (_("Blue"), _("Vermilion"), _("Green"), _("Yellow"), _("Plum"), _("Ivory"))[hue]


class ColorButton(QAbstractButton):
    """Painted in what is worn where it lies. `wanted(hue)` when a person has chosen a colour."""

    wanted = Signal(int)

    def __init__(self, seat: int, px: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seat, self.hue = seat, seat
        self.setFixedSize(px, px)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._offer)
        self.show_hue(seat)

    def show_hue(self, hue: int) -> None:
        """Say which colour it is; painted it is as the card wears it."""
        self.hue = hue
        words = _("Colour of seat {number}: {color}").format(number=self.seat + 1, color=color_words(hue))
        self.setAccessibleName(words)
        set_tip(self, words)
        self.update()

    def menu(self) -> Menu:
        """All colours to choose from."""
        menu, usual = Menu("", self), tuple(range(len(SEATS)))
        for hue in usual:
            worn = tuple(hue if seat == self.seat else other for seat, other in enumerate(usual))
            theme = current_theme().wearing(worn)
            entry = menu.addAction(
                QIcon(badge_pixmap(self.seat, 20, self.devicePixelRatioF(), theme)), color_words(hue)
            )
            entry.setCheckable(True)
            entry.setChecked(hue == self.hue)
            entry.triggered.connect(partial(self.wanted.emit, hue))
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _offer(self) -> None:
        self.menu().popup(self.mapToGlobal(QPoint(0, self.height() + 2)))

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, box = theme_at(self), QRectF(self.rect())
        with QPainter(self) as painter:
            paint_badge(painter, box.adjusted(1, 1, -1, -1), self.seat, theme)
            if self.hasFocus() or self.underMouse():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(theme.color("accent"), 2))
                painter.drawEllipse(box.adjusted(1, 1, -1, -1))
