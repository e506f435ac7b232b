"""What flies across the table: tiles from their pile, turning over on the way; coins and pieces; points."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QRegion
from PySide6.QtWidgets import QWidget

ARC, HIGHEST = 0.12, 44.0
"""How far a flight is thrown up, of its length and at most in pixels."""


class Flight(NamedTuple):
    """A thing on its way from box to box, in the coordinates of the page, between two shares of the whole time.

    It turns over from its `back` to its `face` if it has one; a face that is not known yet is asked for again. What
    `vanishes` fades at the end; what `rests` stands still in the middle of its way, `at` a box of its own.
    """

    face: Callable[[], QPixmap | None]
    first: QRectF
    last: QRectF
    begin: float
    end: float
    back: QPixmap | None = None
    vanishes: bool = False
    rest: QRectF | None = None


class Flights(QWidget):
    """Lies over the page and lets things fly. It never takes the mouse."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._flights: list[Flight] = []
        self._share = 0.0
        self._painted = QRegion()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.hide()

    @property
    def count(self) -> int:
        """How many things are on their way."""
        return len(self._flights)

    def begin(self, flights: list[Flight]) -> None:
        """Let these fly."""
        self._flights, self._share = flights, 0.0
        if flights:
            page = self.parentWidget()
            assert page is not None
            self.setGeometry(page.rect())
            self.show()

    def show_share(self, share: float) -> None:
        """Be so far on the way."""
        self._share = share
        now = QRegion()
        for flight in self._flights:
            box = self._box(flight)
            if box is not None:
                now += box.toAlignedRect().adjusted(-3, -3, 3, 3)
        self.update(now.united(self._painted))
        self._painted = now

    def finish(self) -> None:
        """Be there at once."""
        self._flights, self._painted = [], QRegion()
        self.hide()

    def _part(self, flight: Flight) -> float:
        return (self._share - flight.begin) / (flight.end - flight.begin)

    def _box(self, flight: Flight) -> QRectF | None:
        """Where it is now; None before and after."""
        part = self._part(flight)
        if not 0.0 <= part < 1.0:
            return None
        if flight.rest is None:
            return _between(flight.first, flight.last, part)
        if part < 0.4:
            return _between(flight.first, flight.rest, part / 0.4)
        if part < 0.7:
            return flight.rest
        return _between(flight.rest, flight.last, (part - 0.7) / 0.3)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            for flight in self._flights:
                box = self._box(flight)
                if box is not None:
                    self._paint(painter, flight, box, self._part(flight))

    def _paint(self, painter: QPainter, flight: Flight, box: QRectF, part: float) -> None:
        picture = flight.face()
        if flight.back is not None:
            # the edge is seen half-way of the first leg
            leg = min(1.0, part / (0.4 if flight.rest is not None else 1.0))
            turned = abs(1.0 - 2.0 * leg)
            if leg < 0.5 or picture is None:
                picture = flight.back
            box = QRectF(box.center().x() - box.width() * turned / 2, box.top(), box.width() * turned, box.height())
        if picture is None or picture.isNull():
            return
        painter.setOpacity(min(1.0, (1.0 - part) / 0.25) if flight.vanishes else 1.0)
        painter.drawPixmap(box, picture, QRectF(picture.rect()))


def _between(first: QRectF, last: QRectF, part: float) -> QRectF:
    """A box on its way, thrown up a little."""
    eased = part * part * (3 - 2 * part)
    way = last.center() - first.center()
    lift = min(HIGHEST, ARC * (abs(way.x()) + abs(way.y()))) * 4 * eased * (1 - eased)
    centre = first.center() + way * eased - QPointF(0, lift)
    wide = first.width() + (last.width() - first.width()) * eased
    high = first.height() + (last.height() - first.height()) * eased
    return QRectF(centre - QPointF(wide / 2, high / 2), QSizeF(wide, high))


def box_on(page: QWidget, view: QWidget, box: QRectF | QRect) -> QRectF:
    """A box of a view in the coordinates of the page."""
    return QRectF(box).translated(QPointF(view.mapTo(page, QPoint())))


def square(box: QRectF, side: float = 0.0) -> QRectF:
    """The square at the top of a box, or one of another side about its middle."""
    if side:
        return QRectF(box.center() - QPointF(side / 2, side / 2), QSizeF(side, side))
    side = min(box.width(), box.height())
    return QRectF(box.center().x() - side / 2, box.top(), side, side)
