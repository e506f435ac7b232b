"""Cards with a picture of their own beside the board; lit targets in them can be clicked."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from studio.core.panel import Inset
from studio.core.picture import Picture
from studio.gui.board.overlay import GHOST_OPACITY
from studio.gui.board.painter import outline_path, paint_picture
from studio.gui.play.paint import paint_lit
from studio.gui.play.panels.lit import LitView
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card

LEAST = 120
"""Pixels that a card keeps even in a low window."""
WIDTH = 284
FOLDED = 44
TIGHT = 0.3
"""Share of the highest inset that may be missing before the others are folded."""
EMPTY = Picture((0, 0, 1, 1), ())


class PictureView(LitView):
    """A picture fitted into a widget, its targets lit, pointed at and clicked. Painted once per size and theme."""

    def __init__(self, parent: QWidget | None = None, corner: float = 6.0) -> None:
        super().__init__(parent)
        self.corner = corner
        self.picture = EMPTY
        self._hover = -1
        self._ghost: Picture | None = None
        self._cached: QPixmap | None = None
        self._cached_for: tuple[object, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_picture(self, picture: Picture) -> None:
        """Show another picture."""
        if picture != self.picture:
            self.picture = picture
            self._cached = None
            self.update()

    def set_ghost(self, ghost: Picture | None) -> None:
        """What the move pointed at would look like, in this picture's coordinates, or nothing."""
        if ghost is not self._ghost:
            self._ghost = ghost
            self.update()

    def has(self, target: int) -> bool:
        """Whether a target lies in the picture."""
        return any(one.cell == target for one in self.picture.targets)

    def forget(self) -> None:
        """Paint anew."""
        self._cached = None
        self.update()

    @property
    def ratio(self) -> float:
        """Width of the picture for a height of 1."""
        left, top, right, bottom = self.picture.bounds
        return (right - left) / max(1e-6, bottom - top)

    def frame(self) -> QRectF:
        """Where the picture is painted."""
        wide, tall = float(self.width()), float(self.height())
        if wide / max(1.0, tall) > self.ratio:
            used = tall * self.ratio
            return QRectF((wide - used) / 2, 0, used, tall)
        used = wide / self.ratio
        return QRectF(0, (tall - used) / 2, wide, used)

    def _to_pixels(self) -> QTransform:
        left, top, right, _bottom = self.picture.bounds
        frame = self.frame()
        scale = frame.width() / max(1e-6, right - left)
        transform = QTransform()
        transform.translate(frame.left() - left * scale, frame.top() - top * scale)
        transform.scale(scale, scale)
        return transform

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        frame = self.frame()
        if frame.width() < 2 or frame.height() < 2:
            return
        dpr = self.devicePixelRatioF()
        key = (theme.name, frame.width(), frame.height(), dpr)
        if self._cached is None or self._cached_for != key:
            pixmap = QPixmap(round(frame.width() * dpr), round(frame.height() * dpr))
            pixmap.setDevicePixelRatio(dpr)
            pixmap.fill(Qt.GlobalColor.transparent)
            with QPainter(pixmap) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                clip = QPainterPath()
                clip.addRoundedRect(QRectF(0, 0, frame.width(), frame.height()), self.corner, self.corner)
                painter.setClipPath(clip)
                paint_picture(painter, self.picture, theme, QRectF(0, 0, frame.width(), frame.height()))
            self._cached, self._cached_for = pixmap, key
        with QPainter(self) as painter:
            painter.drawPixmap(frame.topLeft(), self._cached)
            transform = self._to_pixels()
            if self._ghost is not None:
                left, top, right, bottom = self._ghost.bounds
                painter.setOpacity(GHOST_OPACITY)
                place = transform.mapRect(QRectF(left, top, right - left, bottom - top))
                paint_picture(painter, self._ghost, theme, place)
                painter.setOpacity(1.0)
            for target in self.picture.targets:
                if target.cell in self.lit:
                    kind = "chosen" if target.cell == self.chosen else "hover" if target.cell == self._hover else "lit"
                    paint_lit(painter, transform.map(outline_path((target.outline,), True)), theme, kind)

    def target_at(self, place: QPointF) -> int:
        """The target at a place of the widget, or -1; lit ones are preferred."""
        back, possible = self._to_pixels().inverted()
        if not possible:
            return -1
        point = back.map(place)
        found = [
            target.cell for target in self.picture.targets if outline_path((target.outline,), True).contains(point)
        ]
        return next((cell for cell in reversed(found) if cell in self.lit), found[-1] if found else -1)

    def box_of(self, target: int) -> QRectF | None:
        """The box of a target in the widget."""
        for one in self.picture.targets:
            if one.cell == target:
                return self._to_pixels().mapRect(outline_path((one.outline,), True).boundingRect())
        return None

    def place_of(self, target: int) -> QPointF | None:
        """The middle of a target in the widget."""
        box = self.box_of(target)
        return box.center() if box is not None else None

    def show_pointing(self, target: int) -> None:
        if target != self._hover:
            self._hover = target
            self.update()
            if target >= 0:
                self.pointed.emit(target)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = -1
        self.update()
        super().leaveEvent(event)

    def words_at(self, place: QPointF) -> str:
        target = self.target_at(place)
        return next((one.name for one in self.picture.targets if one.cell == target), "")


class FoldSign(QWidget):
    """The small angle at the end of a card's head: down while the card is open, to the right while it is folded."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open = True
        self.setFixedSize(14, 14)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_open(self, is_open: bool) -> None:
        """Point down or to the right."""
        if is_open != self._open:
            self._open = is_open
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        points = ((3.5, 5.0), (7.0, 8.5), (10.5, 5.0)) if self._open else ((5.5, 3.5), (9.0, 7.0), (5.5, 10.5))
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(current_theme().color("second"), 1.6))
            painter.drawPolyline([QPointF(x, y) for x, y in points])


class InsetCard(Card):
    """A titled card around one picture, as high as that wants for the width. A click on its head folds or opens it."""

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(" ", " ", parent, padding=12)
        self.view = PictureView(self)
        self.body.addWidget(self.view, 1)
        self._sign = FoldSign()
        self.header.addWidget(self._sign)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_inset(self, inset: Inset) -> None:
        """Show another inset."""
        self.set_title(inset.title)
        self.set_note(inset.note)
        self.view.setAccessibleName(f"{inset.title}. {inset.note}")
        self.view.set_picture(inset.picture)

    def height_for(self, width: int) -> int:
        """How high the card wants to be at a width."""
        return round((width - 24) / self.view.ratio) + 54

    @property
    def is_folded(self) -> bool:
        """Whether only the title is shown."""
        return self.view.isHidden()

    def set_folded(self, folded: bool) -> None:
        """Show only the title, or the picture too."""
        self.view.setVisible(not folded)
        self._sign.set_open(not folded)

    def set_foldable(self, foldable: bool) -> None:
        """Whether there are other cards to make way for."""
        self._sign.setVisible(foldable)

    def _is_head(self, place: QPointF) -> bool:
        return not self._sign.isHidden() and place.y() < FOLDED

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        pointing = self._is_head(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if pointing else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._is_head(event.position()):
            self.pressed.emit()
        super().mousePressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(284, self.height_for(WIDTH))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 90)


class Insets(QWidget):
    """All insets of a panel, one card below the other; together at most `room` high.

    Where room is short the last ones are folded first, but neither that where something can be clicked nor that
    opened last; what a person has folded stays so until there is something to click in it.
    """

    pointed = Signal(int)
    clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[InsetCard] = []
        self._room = 400
        self._open = -1
        self._shut: set[int] = set()
        self._busy = -1
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_insets(self, insets: tuple[Inset, ...]) -> None:
        """Show other insets; cards that are there already are kept."""
        while len(self.cards) < len(insets):
            card = InsetCard(self)
            card.view.pointed.connect(self.pointed)
            card.view.clicked.connect(self.clicked)
            card.pressed.connect(partial(self._fold_or_open, len(self.cards)))
            self._column.addWidget(card)
            self.cards.append(card)
        for place, card in enumerate(self.cards):
            card.setVisible(place < len(insets))
            if place < len(insets):
                card.show_inset(insets[place])
        self.set_room(self._room)

    @property
    def count(self) -> int:
        """How many cards there are."""
        return sum(not card.isHidden() for card in self.cards)

    def set_room(self, room: int) -> None:
        """How high all cards may be together."""
        self._room = room
        shown = [card for card in self.cards if not card.isHidden()]
        if not shown:
            return
        wants = [FOLDED if self._is_shut(place) else card.height_for(WIDTH) for place, card in enumerate(shown)]
        # the first to fold comes first; how much may be missing is always the same, lest cards jump at every decision
        order = sorted(range(len(shown)), key=lambda place: (place == self._busy, place == self._open, -place))
        for place in order[:-1]:
            if sum(wants) + 12 * (len(shown) - 1) - room <= TIGHT * max(wants):
                break
            wants[place] = FOLDED
        excess = sum(wants) + 12 * (len(shown) - 1) - room
        while excess > 0 and max(wants) > LEAST:
            wants[wants.index(max(wants))] -= min(excess, 4)
            excess -= 4
        for card, want in zip(shown, wants, strict=True):
            card.set_foldable(len(shown) > 1)
            card.set_folded(want == FOLDED)
            card.setFixedHeight(want)

    def _is_shut(self, place: int) -> bool:
        return place in self._shut and place != self._busy

    def _fold_or_open(self, place: int) -> None:
        if self.cards[place].is_folded:
            self._open = place
            self._shut.discard(place)
        elif place != self._busy:
            self._open = -1 if self._open == place else self._open
            self._shut.add(place)
        self.set_room(self._room)

    def set_ghost(self, ghost: Picture | None, target: int) -> None:
        """What the move pointed at would look like, in the picture that its target lies in."""
        for card in self.cards:
            card.view.set_ghost(ghost if card.view.has(target) else None)

    def forget(self) -> None:
        """Paint anew (another theme)."""
        for card in self.cards:
            card.view.forget()

    def set_lit(self, lit: frozenset[int], chosen: int) -> None:
        """Which targets may be clicked now, and which is pointed at."""
        busy = -1
        for place, card in enumerate(self.cards):
            card.view.set_lit(lit, chosen)
            if any(target.cell in lit for target in card.view.picture.targets):
                busy = place
        if busy != self._busy:
            self._busy = busy
            self.set_room(self._room)
