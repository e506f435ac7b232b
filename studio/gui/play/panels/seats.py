"""The left column: cards of the seats with points and goods, and the groups below them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEasingCurve, QObject, QRectF, QSize, QVariantAnimation, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.bots import level_of
from studio.core.panel import Panel, Seat
from studio.core.text import _, join_clauses
from studio.documents.store import HUMAN
from studio.gui.play.controller import MatchController
from studio.gui.play.panels.clickable import ItemsCard, item_text
from studio.gui.play.panels.groups import GroupsPanel
from studio.gui.play.status import PLAY, SCRIPTED
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.sprites import sprite_aspect, sprite_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, display_font, text_font, widget_theme
from studio.gui.widgets import ScrollArea, paint_badge, paint_card, painter_on, vbox
from studio.gui.widgets.accessibility import Role, RowsWidget
from studio.gui.widgets.text import RIGHT, paint_text

COUNT_MS = 420  # duration of counting
HEIGHTS = (119, 92, 75, 62)  # of a card: roomy, close, without the line above the goods, in two lines
WIDTH = 272
GAPS = (8, 7, 6, 6)
DENSITIES = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3))  # of seats and groups, roomiest first


class NumberAnimation(QObject):
    """Counts numbers, known by key, to new values, if animations are on and seen. `changed` requests a repaint."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.animated = True
        self._from: dict[str, int] = {}
        self._to: dict[str, int] = {}
        self._share = 1.0
        self._run = QVariantAnimation(
            self, startValue=0.0, endValue=1.0, duration=COUNT_MS, easingCurve=QEasingCurve(QEasingCurve.Type.OutCubic)
        )
        self._run.valueChanged.connect(self._advance)

    def set_values(self, words: Mapping[str, str]) -> None:
        """Set values by key; whole numbers are animated."""
        values = {key: int(text) for key, text in words.items() if text.lstrip("-").isdigit()}
        if values == self._to:
            return
        owner = self.parent()
        seen = bool(self._to) and (not isinstance(owner, QWidget) or owner.isVisible())
        self._from = {key: self._now(key) if key in self._to else value for key, value in values.items()}
        self._to = values
        self._run.stop()
        if self.animated and seen:
            self._share = 0.0
            self._run.start()
        else:
            self._share = 1.0
        self.changed.emit()

    def display_text(self, key: str, words: str) -> str:
        return str(self._now(key)) if key in self._to and self._share < 1.0 else words

    def direction(self, key: str) -> int:
        """Return +1 while a number rises, -1 while it falls, else 0."""
        if self._share >= 1.0 or key not in self._to:
            return 0
        return (self._to[key] > self._from[key]) - (self._to[key] < self._from[key])

    def _now(self, key: str) -> int:
        first, last = self._from.get(key, self._to[key]), self._to[key]
        return round(first + (last - first) * self._share)

    def _advance(self, share: object) -> None:
        self._share = float(share) if isinstance(share, float) else 1.0
        self.changed.emit()


class SeatCard(ItemsCard):
    """Card of one seat: emblem, name, player, points, goods."""

    accessible_role = Role.ListItem

    def __init__(self, seat: int, name: str, kind_words: str, is_person: bool) -> None:
        super().__init__()
        self.seat = seat
        self.name = name
        self.kind_text = kind_words
        self.is_human = is_person
        self.data = Seat(seat, 0, ())
        self.active = False
        self.status = ""
        self.number_animation = NumberAnimation(self)
        self.number_animation.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(272, HEIGHTS[self.density])

    def show_seat(self, data: Seat, active: bool, remark: str) -> None:
        """Show goods; `remark` ("to move", "thinking") follows the kind of player."""
        self.data, self.active, self.status = data, active, remark
        self.number_animation.set_values(
            {"points": str(data.points), **{f"item{place}": item.value for place, item in enumerate(data.items)}}
        )
        goods = ", ".join(item_text(item, "{value} {words}") for item in data.items)
        facts = [self.name, self.kind_text, remark, data.note, _("{n} points").format(n=data.points), goods]
        self.setAccessibleName(join_clauses([fact for fact in facts if fact]))
        self.update()

    def box_of_item(self, place: int) -> QRectF:
        if 0 <= place < len(self._boxes):
            box = self._boxes[place][0]
            return QRectF(box.left(), box.top(), min(box.width(), 30.0), box.height())
        return QRectF(self.width() - 60, 4, 46, 32)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = widget_theme(self)
        close = self.density > 0
        with painter_on(self, smooth=True) as painter:
            paint_card(painter, QRectF(self.rect()), 10, self.active)
            wide = self.width()
            if self.density == len(HEIGHTS) - 1:
                self._paint_line(painter)
                self._paint_items(painter, 31.0)
                return
            radius = 17.0 if self.density == 0 else 14.0
            top = (13.0, 8.0, 9.0)[self.density]
            paint_badge(painter, QRectF(14, top + 1, 2 * radius, 2 * radius), self.seat, theme)
            left = 14 + 2 * radius + 10
            points_wide = 66.0
            room = wide - left - points_wide - 14
            name_px = 20 if not close else 18
            paint_text(painter, QRectF(left, top - 5, room, 25), self.name, theme.color("text"), name_px, display=True)
            second = theme.color("second")
            glyph = icon_pixmap("person" if self.is_human else "robot", second, 14, self.devicePixelRatioF())
            line = top + (23 if not close else 18)
            painter.drawPixmap(round(left), round(line), glyph)
            self._paint_status(painter, QRectF(left + 19, line - 3, wide - left - 19 - 60, 20))
            points = self.number_animation.display_text("points", str(self.data.points))
            area = QRectF(wide - points_wide - 14, top - 6, points_wide, 32)
            paint_text(painter, area, points, theme.color("text"), 30 if not close else 26, align=RIGHT, display=True)
            noun = QRectF(wide - points_wide - 14, line - 2, points_wide, 18)
            paint_text(painter, noun, _("points"), second, 12.5, align=RIGHT)
            rule = (64.0, 47.0, 44.0)[self.density]
            if self.density < 2:
                painter.setPen(QPen(theme.color("gold_border" if self.active else "line", 0.55), 1))
                painter.drawLine(QRectF(14, rule, wide - 28, 0).topLeft(), QRectF(14, rule, wide - 28, 0).topRight())
            self._paint_items(painter, rule)

    def _paint_line(self, painter: QPainter) -> None:
        """Paint everything but the goods in one line."""
        theme, wide = widget_theme(self), self.width()
        paint_badge(painter, QRectF(13, 6, 22, 22), self.seat, theme)
        points = self.number_animation.display_text("points", str(self.data.points))
        paint_text(painter, QRectF(wide - 58, 3, 46, 28), points, theme.color("text"), 24, align=RIGHT, display=True)
        left, end = 44.0, wide - 58.0
        name_wide = min(QFontMetricsF(display_font(18)).horizontalAdvance(self.name) + 2, (end - left) * 0.6)
        paint_text(painter, QRectF(left, 4, name_wide, 25), self.name, theme.color("text"), 18, display=True)
        left += name_wide + 8
        second = theme.color("second")
        glyph = icon_pixmap("person" if self.is_human else "robot", second, 14, self.devicePixelRatioF())
        painter.drawPixmap(round(left), 10, glyph)
        self._paint_status(painter, QRectF(left + 18, 7, end - left - 18, 20))

    def _paint_status(self, painter: QPainter, room: QRectF) -> None:
        """Paint the seat's status, and who is to move if there is room."""
        note = self.data.note or self.kind_text
        text = " · ".join(part for part in (note, self.status) if part)
        if QFontMetricsF(text_font(12.5)).horizontalAdvance(text) > room.width():
            text = note
        paint_text(painter, room, text, widget_theme(self).color("second"), 12.5)

    def _paint_items(self, painter: QPainter, rule: float) -> None:
        theme = widget_theme(self)
        self._boxes = []
        items = self.data.items
        if not items:
            return
        size = (28.0, 25.0, 21.0, 20.0)[self.density]
        wide = (self.width() - 24) / len(items)
        middle = (rule + self.height() - 2) / 2
        dpr = self.devicePixelRatioF()
        for place, item in enumerate(items):
            box = QRectF(12 + wide * place, rule + 4, wide, self.height() - rule - 8)
            self.place_item(painter, box, item, box.adjusted(1, 0, -1, -2), 6)
            seat = item.seat if item.seat >= 0 else -1
            picture_wide = size * sprite_aspect(item.sprite)
            pixmap = sprite_pixmap(item.sprite, size, theme, seat, "", dpr, item.is_faded)
            left = box.left() + 2
            painter.drawPixmap(QRectF(left, middle - size / 2, picture_wide, size).topLeft(), pixmap)
            ink = theme.color("off" if item.is_faded else "text")
            value = self.number_animation.display_text(f"item{place}", item.value)
            if self.number_animation.direction(f"item{place}") > 0:
                ink = theme.color("gold_text")
            text = QRectF(left + picture_wide + 6, middle - 12, box.right() - left - picture_wide - 4, 24)
            paint_text(painter, text, value, ink, 15, SEMIBOLD)


def player_kind_text(kind: str) -> str:
    if kind == HUMAN:
        return _("Human")
    if kind == SCRIPTED:
        return _("scripted")
    return _("Bot · {name}").format(name=level_of(kind).title)


class SideColumn(ScrollArea):
    """Seats and groups, as roomy as the height allows; scrolls if even the densest is too high."""

    hovered = Signal(int)
    clicked = Signal(int)

    def __init__(self, controller: MatchController) -> None:
        super().__init__(name=_("Seats and supplies"))
        self.controller = controller
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        content = RowsWidget(accessibleName=_("Seats"))
        self.cards = [
            SeatCard(seat, setup.name, player_kind_text(setup.kind), setup.kind == HUMAN)
            for seat, setup in enumerate(controller.setups)
        ]
        self.groups = GroupsPanel()
        parts: list[SeatCard | GroupsPanel] = [*self.cards, self.groups]
        self._column = vbox(*parts, 1, parent=content, spacing=8)
        for part in parts:
            part.hovered.connect(self.hovered)
            part.clicked.connect(self.clicked)
        self.setWidget(content)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 600)

    def show_panel(self, panel: Panel) -> None:
        controller = self.controller
        requested = controller.last_mover if controller.is_awaiting_turn_end else controller.seat_to_move
        for data in panel.seats:
            active, remark = data.seat == requested, ""
            if active and controller.mode == PLAY and not controller.is_over:
                waiting = _("paused") if controller.bots.is_held else _("thinking")
                remark = waiting if data.seat in controller.bots else _("to move")
            self.cards[data.seat].show_seat(data, active, remark)
        self.groups.show_groups(panel.groups)
        self._fit()

    def set_clickable(self, lit: frozenset[int], chosen: int) -> None:
        for card in self.cards:
            card.set_clickable(lit, chosen)
        self.groups.set_clickable(lit, chosen)

    def set_animated(self, animated: bool) -> None:
        for card in self.cards:
            card.number_animation.animated = animated

    def _fit(self) -> None:
        room = self.height()
        for look, (seats, groups) in enumerate(DENSITIES):
            gap = GAPS[seats]
            tall = len(self.cards) * (HEIGHTS[seats] + gap) + self.groups.height_at(groups)
            if tall <= room or look == len(DENSITIES) - 1:
                self._column.setSpacing(gap)
                for card in self.cards:
                    card.set_density(seats)
                self.groups.set_density(groups)
                return

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
