"""The palette: cards for the stamps of a game and for custom stamps, and their pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPixmap,
    QPolygonF,
    QTransform,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QGridLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QWidget,
)

from studio.core.form import Field, Stamp, StampGroup, StampItem
from studio.core.picture import Picture
from studio.core.text import _
from studio.gui.board.painter import paint_picture
from studio.gui.editor.board_controller import drag_stamp
from studio.gui.editor.brush import CustomStamp, load_custom_stamps
from studio.gui.editor.clipboard import make_pattern
from studio.gui.editor.dialogs import NameDialog
from studio.gui.editor.edit_state import EditState
from studio.gui.style.stylesheet import MEDIUM, current_theme, text_font
from studio.gui.style.theme import Theme
from studio.gui.widgets import (
    Card,
    ScrollArea,
    Separator,
    hbox,
    paint_box,
    paint_choice,
    set_tooltip,
    text_label,
    title_label,
    vbox,
)
from studio.gui.widgets.inputs import CountBox

_MAX_CACHED = 600
_pixmap_cache: dict[tuple[int, int, int, str, float], tuple[Picture, QPixmap]] = {}
_colors: dict[Picture, Picture] = {}


def stamp_pixmap(item: StampItem, turn: int, sides: int, side: int, theme: Theme, dpr: float) -> QPixmap:
    """Return a stamp `side` logical pixels square, rotated clockwise by `turn` of `sides` steps.

    Uses the game's own picture of that rotation if there is one (trees stay upright).
    """
    look = turn % item.turns if item.turns > 1 else 0
    if 0 < look <= len(item.rotated_pictures):
        return square_pixmap(item.rotated_pictures[look - 1], 0, side, theme, dpr)
    return square_pixmap(item.picture, look * 360 // sides, side, theme, dpr)


def cell_pixmap(item: StampItem, turn: int, corners: QPolygonF, theme: Theme, dpr: float) -> QPixmap:
    """Return a stamp clipped to the shape of a cell whose box has its corner at the origin, in logical pixels."""
    box = corners.boundingRect()
    side = math.ceil(max(box.width(), box.height()))
    whole = stamp_pixmap(item, turn, corners.count(), side, theme, dpr)
    pixmap = transparent_pixmap(math.ceil(box.width() * dpr), math.ceil(box.height() * dpr), dpr)
    shape = QPainterPath()
    shape.addPolygon(corners)
    with QPainter(pixmap) as painter:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipPath(shape)
        painter.drawPixmap(QPointF(box.center().x() - side / 2, box.center().y() - side / 2), whole)
    return pixmap


def pattern_pixmap(
    cells: Sequence[tuple[StampItem | None, int, QPolygonF]], side: int, theme: Theme, dpr: float
) -> QPixmap:
    """Return several stamps in a square of `side` logical pixels; a cell is item, rotation and shape.

    The shapes may be in any unit; cells without item stay transparent.
    """
    box = QRectF()
    for _item, _turn, shape in cells:
        box = box.united(shape.boundingRect())
    scale = side / max(box.width(), box.height(), 1e-6)
    left, top = (side - box.width() * scale) / 2, (side - box.height() * scale) / 2
    pixmap = transparent_pixmap(round(side * dpr), round(side * dpr), dpr)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for item, turn, shape in cells:
            if item is not None:
                corner = shape.boundingRect().topLeft()
                small = QTransform().scale(scale, scale).map(shape.translated(-corner))
                place = QPointF(left + (corner.x() - box.left()) * scale, top + (corner.y() - box.top()) * scale)
                painter.drawPixmap(place, cell_pixmap(item, turn, small, theme, dpr))
    return pixmap


def mean_color(item: StampItem, theme: Theme) -> QColor:
    """Return the mean colour of a stamp's picture."""
    image = stamp_pixmap(item, 0, 4, 32, theme, 1.0).toImage()
    point = image.scaled(1, 1, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
    colour = point.pixelColor(0, 0)
    colour.setAlpha(255)
    return colour


def square_pixmap(picture: Picture, degrees: int, side: int, theme: Theme, dpr: float) -> QPixmap:
    """Return a picture in a square of `side` logical pixels, rotated clockwise by `degrees`.

    Games may build an equal picture on every call, so pictures are first mapped to one object by value; the cache
    then uses its identity.
    """
    picture = _colors.setdefault(picture, picture)
    key = (id(picture), degrees % 360, side, theme.key, dpr)
    found = _pixmap_cache.get(key)
    if found is not None and found[0] is picture:
        return found[1]
    px = round(side * dpr)
    if degrees % 360:
        upright = square_pixmap(picture, 0, side, theme, dpr)
        turned = upright.transformed(QTransform().rotate(degrees), Qt.TransformationMode.SmoothTransformation)
        # a rotation by a sixth makes the pixmap larger
        pixmap = turned.copy((turned.width() - px) // 2, (turned.height() - px) // 2, px, px)
        pixmap.setDevicePixelRatio(dpr)
    else:
        pixmap = transparent_pixmap(px, px, dpr)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_picture(painter, picture, theme, QRectF(0, 0, side, side))
    if len(_pixmap_cache) > _MAX_CACHED:
        _pixmap_cache.clear()
        _colors.clear()
        _colors[picture] = picture
    _pixmap_cache[key] = (picture, pixmap)
    return pixmap


def transparent_pixmap(width: int, height: int, dpr: float) -> QPixmap:
    pixmap = QPixmap(width, height)
    pixmap.fill(Qt.GlobalColor.transparent)
    pixmap.setDevicePixelRatio(dpr)
    return pixmap


class StampCard(QAbstractButton):
    """One stamp. A large card has the count of its kind below, a small one only its name."""

    shows_digit = False  # always, not only under the pointer
    count_requested = Signal(str, int)
    dragged = Signal()

    def __init__(self, item: StampItem, large: bool, digit: str) -> None:
        super().__init__()
        self.item = item
        self.large = large
        self.digit = digit
        self.picture_side = 60 if large else 30
        self.turn, self.sides = 0, 4
        self._pressed = QPointF()
        self.is_with_ctrl = False  # at the last press
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.box: CountBox | None = None
        if large and item.field:
            self.box = CountBox(parent=self)
            self.box.setMinimumWidth(0)
            self.box.changed.connect(lambda count: self.count_requested.emit(self.item.field, count))
        self.setFixedHeight(self.sizeHint().height())
        self.set_item(item)

    @property
    def is_counted(self) -> bool:
        """Whether copies are limited; `remaining` is negative if more are used than exist."""
        return self.item.remaining >= 0 or bool(self.item.field)

    def set_item(self, item: StampItem) -> None:
        self.item = item
        key = _("key {digit}").format(digit=self.digit)
        head = f"{item.name} ({key})" if self.digit else item.name
        left = _("{n} left").format(n=item.remaining) if self.is_counted and item.painted < 0 else ""
        how = _("Click to take it in hand (with Ctrl beside others: one of them by chance), or drag it to the board.")
        set_tooltip(self, "\n".join(part for part in (head, item.tip, left, how) if part))
        self.setAccessibleName(item.name)
        self.update()

    def set_count(self, field: Field) -> None:
        if self.box is not None and isinstance(field.value, int):
            self.box.set_range(field.minimum, field.maximum)
            self.box.set_value(field.value)
            set_tooltip(self.box, field.tip or field.label)
            self.box.setAccessibleName(field.label)

    def set_turn(self, turn: int, sides: int) -> None:
        if (turn, sides) != (self.turn, self.sides):
            self.turn, self.sides = turn, sides
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(94, 116 if self.item.field else 88) if self.large else QSize(44, 53)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.is_with_ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        super().mousePressEvent(event)
        self._pressed = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        away = (event.position() - self._pressed).manhattanLength()
        if event.buttons() & Qt.MouseButton.LeftButton and away >= QApplication.startDragDistance():
            self.setDown(False)
            self.dragged.emit()
        else:
            super().mouseMoveEvent(event)

    def minimumSizeHint(self) -> QSize:
        return QSize(76 if self.large else 32, self.sizeHint().height())

    def resizeEvent(self, _event: object) -> None:
        if self.box is not None:
            self.box.setGeometry(8, self.height() - 31, self.width() - 16, 25)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, side, top = current_theme(), self.picture_side, 7 if self.large else 4
        left = round((self.width() - side) / 2)
        with QPainter(self) as painter:
            paint_choice(painter, self, "inset")
            is_used_up = self.is_counted and self.item.remaining <= 0 and self.item.painted < 0
            painter.setOpacity(0.35 if is_used_up else 1.0)
            painter.drawPixmap(left, top, self.pixmap())
            painter.setOpacity(1.0)
            if self.large and self.is_counted:
                self._paint_remaining(painter, left + side, top)
            if self.digit and (self.underMouse() or self.isChecked() or self.shows_digit):
                painter.setFont(text_font(12, MEDIUM))
                painter.setPen(theme.color("second"))
                painter.drawText(QRectF(3, 3, 10, 14), Qt.AlignmentFlag.AlignCenter, self.digit)
            painter.setPen(theme.color("text"))
            room = QRectF(2, top + side + 1, self.width() - 4, 17)
            name = self.item.name if self.large else caption(self.item)
            painter.setFont(_fitting_font(name, room.width(), 13.0 if self.large else 12.0))
            text = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, round(room.width()))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)

    def pixmap(self) -> QPixmap:
        theme, dpr = current_theme(), self.devicePixelRatioF()
        return stamp_pixmap(self.item, self.turn, self.sides, self.picture_side, theme, dpr)

    def _paint_remaining(self, painter: QPainter, right: int, top: int) -> None:
        """Paint how many copies are left, or how many places show the stamp, at the picture's corner."""
        theme, item = current_theme(), self.item
        painter.setFont(text_font(12, MEDIUM))
        text = str(item.remaining if item.painted < 0 else item.painted).replace("-", "−")
        width = max(18, painter.fontMetrics().horizontalAdvance(text) + 9)
        plate = QRectF(right - width + 6, top - 4, width, 17)
        is_wrong = item.remaining < 0 if item.painted < 0 else item.remaining != 0
        ground, border = ("error_tint", "error") if is_wrong else ("panel", "line")
        paint_box(painter, plate, ground, border, radius=8)
        painter.setPen(theme.color("error" if is_wrong else "second"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)


def caption(item: StampItem) -> str:
    return item.letter or item.name


def _fitting_font(text: str, room: float, px: float) -> QFont:
    """Return the largest of three sizes in which a text fits."""
    fonts = (text_font(size) for size in (px, px - 1, px - 2))
    return next((font for font in fonts if QFontMetricsF(font).horizontalAdvance(text) <= room), text_font(px - 2))


COLUMNS = 3


class CustomStampCard(StampCard):
    """A saved stamp with a context menu; Delete and F2 work as in the menu."""

    shows_digit = True
    rename_requested = Signal()
    delete_requested = Signal()

    def __init__(self, edit_state: EditState, saved: CustomStamp) -> None:
        self.edit_state, self.custom_stamp = edit_state, saved
        picture = Picture((0.0, 0.0, 1.0, 1.0), ())
        super().__init__(StampItem(Stamp(f"kept:{saved.slot}"), saved.name, picture), False, str(saved.slot))
        self.setCheckable(False)
        how = _(
            "Click to take it in hand. Ctrl+{digit} puts something else here; the right button renames or removes it."
        )
        set_tooltip(self, f"{saved.name} ({saved.slot})\n{how.format(digit=saved.slot)}")

    def pixmap(self) -> QPixmap:
        grid = self.edit_state.document.grid
        x, y = grid.center(0)
        corners = QPolygonF([QPointF(a - x, b - y) for a, b in grid.corners(0)])
        cells = []
        for dx, dy, stamp in make_pattern(self.custom_stamp.clipping)[0].cells:
            item, turn = (self.edit_state.item(stamp), stamp.turn) if stamp is not None else (None, 0)
            cells.append((item, turn, corners.translated(dx, dy)))
        return pattern_pixmap(cells, self.picture_side, current_theme(), self.devicePixelRatioF())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.addAction(_("Rename…")).triggered.connect(self.rename_requested)
        menu.addAction(_("Remove")).triggered.connect(self.delete_requested)
        menu.exec(event.globalPos())
        menu.deleteLater()

    def event(self, event: QEvent) -> bool:
        # The page has a shortcut on Delete; here it is about the card.
        requested = event.type() == QEvent.Type.ShortcutOverride
        if requested and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Delete:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.delete_requested.emit()
        elif event.key() == Qt.Key.Key_F2:
            self.rename_requested.emit()
        else:
            super().keyPressEvent(event)


class CustomStampGroup(QWidget):
    """All saved stamps of a game; hidden if there are none. `chosen` carries a digit."""

    chosen = Signal(int)

    def __init__(self, edit_state: EditState) -> None:
        super().__init__()
        self.edit_state = edit_state
        self.cards: list[CustomStampCard] = []
        self._shown_stamps: dict[int, CustomStamp] = {}
        self._grid = QGridLayout()
        self._grid.setSpacing(5)
        for number in range(COLUMNS):
            self._grid.setColumnStretch(number, 1)
        vbox(title_label(_("Your own")), self._grid, Separator(), parent=self, spacing=5)
        self.refresh()

    @property
    def slots(self) -> frozenset[int]:
        return frozenset(self._shown_stamps)

    def refresh(self) -> None:
        stamps = load_custom_stamps(self.edit_state.game)
        self.setVisible(bool(stamps))
        if stamps == self._shown_stamps:
            return
        self._shown_stamps = stamps
        for card in self.cards:
            self._grid.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = []
        for place, (slot, stamp) in enumerate(stamps.items()):
            card = CustomStampCard(self.edit_state, stamp)
            card.clicked.connect(lambda _on=False, slot=slot: self.chosen.emit(slot))
            card.rename_requested.connect(lambda slot=slot: self._rename(slot))
            card.delete_requested.connect(lambda slot=slot: self.edit_state.delete_custom_stamp(slot))
            self.cards.append(card)
            self._grid.addWidget(card, place // COLUMNS, place % COLUMNS)

    def _rename(self, slot: int) -> None:
        dialog = NameDialog(self._shown_stamps[slot].name, self.window())
        if dialog.ask() == "rename":
            self.edit_state.rename_custom_stamp(slot, dialog.field.text())


LARGE_COLUMNS, GRID_WIDTH = 2, 186  # columns of large cards, pixels for a row of small ones
DIGITS = "123456789"


class GroupBox(QWidget):
    def __init__(self, group: StampGroup, first_digit: int, taken: frozenset[int]) -> None:
        super().__init__()
        self.group = group
        self.cards: list[StampCard] = []
        has_letters = any(item.letter for item in group.items)  # an alphabet would need too much room
        large = group.on == "cells" and any(item.field for item in group.items) and not has_letters
        self.note: QLabel = text_label("", "second", 13)
        header = hbox(title_label(group.title), 1, self.note)
        grid = QGridLayout()
        grid.setHorizontalSpacing(8 if large else 5)
        grid.setVerticalSpacing(6 if large else 5)
        columns = LARGE_COLUMNS if large else _narrow_columns(group)
        for place, item in enumerate(group.items):
            digit = DIGITS[first_digit + place : first_digit + place + 1] if group.on == "cells" else ""
            card = StampCard(item, large, "" if digit and int(digit) in taken else digit)
            self.cards.append(card)
            grid.addWidget(card, place // columns, place % columns, Qt.AlignmentFlag.AlignTop)
        for number in range(columns):
            grid.setColumnStretch(number, 1)
            grid.setColumnMinimumWidth(number, 32)
        vbox(header, grid, parent=self, spacing=5)


def _narrow_columns(group: StampGroup) -> int:
    """Return the number of columns for a group of small cards."""
    metrics = QFontMetricsF(text_font(12))
    longest = max((metrics.horizontalAdvance(caption(item)) for item in group.items), default=0.0) + 5
    return int(min(max(GRID_WIDTH // max(longest, 36.0), 2), 5, max(len(group.items), 1)))


class PalettePanel(Card):
    """All groups of the palette. `stamp_chosen` carries a stamp for cells, `edge_chosen` one for edges or None."""

    stamp_chosen = Signal(object)
    edge_chosen = Signal(object)
    stamp_mixed = Signal()

    def __init__(self, edit_state: EditState) -> None:
        super().__init__(padding=11)
        self.edit_state = edit_state
        self.groups: list[GroupBox] = []
        self._layout_key: tuple[object, ...] = ()
        self.custom_stamps = CustomStampGroup(edit_state)
        self._column = vbox(spacing=6)
        content = QWidget()
        vbox(self.custom_stamps, (self._column, 1), parent=content, spacing=6, margins=(0, 0, 9, 0))
        self.area = ScrollArea(content, name=_("Palette"))
        self.body.addWidget(self.area)
        edit_state.palette_changed.connect(self.refresh)
        edit_state.stamp_changed.connect(self._update_current)
        edit_state.edge_stamp_changed.connect(self._update_current)
        self.refresh()

    @property
    def cards(self) -> list[StampCard]:
        return [card for group in self.groups for card in group.cards]

    def refresh(self) -> None:
        """Update the cards; rebuild them only if the stamps have changed."""
        palette = self.edit_state.palette
        self.custom_stamps.refresh()
        groups = [(group.title, group.on, tuple(item.stamp.key for item in group.items)) for group in palette]
        layout_key = (self.custom_stamps.slots, *groups)
        if layout_key != self._layout_key:
            self._layout_key = layout_key
            self._rebuild()
        form = self.edit_state.game.editing.form(self.edit_state.document.body, -1)
        fields = {field.key: field for section in form for field in section.fields}
        items = [item for group in palette for item in group.items]
        for card, item in zip(self.cards, items, strict=True):
            card.set_item(item)
            if item.field in fields:
                card.set_count(fields[item.field])
        for box in self.groups:
            left = [card.item.remaining for card in box.cards if card.is_counted and card.item.painted < 0]
            box.note.setText(_("{n} left").format(n=sum(left)).replace("-", "−") if left else "")
        self._update_current()

    def choose_digit(self, digit: int) -> None:
        items = self.edit_state.items("cells")
        if 0 <= digit < len(items):
            self.stamp_chosen.emit(items[digit].stamp)

    def _rebuild(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.groups = []
        digit = 0
        for group in self.edit_state.palette:
            if self.groups:
                self._column.addWidget(Separator())
            box = GroupBox(group, digit, self.custom_stamps.slots)
            if group.on == "cells":
                digit += len(group.items)
            for card in box.cards:
                card.clicked.connect(lambda _checked=False, card=card, on=group.on: self._on_card_clicked(card, on))
                card.count_requested.connect(self.edit_state.set_count)
                card.dragged.connect(lambda card=card, on=group.on: self._on_card_dragged(card, on))
            self.groups.append(box)
            self._column.addWidget(box)
        self._column.addStretch(1)

    def _on_card_clicked(self, card: StampCard, on: str) -> None:
        state, stamp = self.edit_state, card.item.stamp
        held = state.edge_stamp if on == "edges" else state.stamp
        is_same = held is not None and held.key == stamp.key
        if on == "edges":
            self.edge_chosen.emit(None if is_same else stamp)
        elif card.is_with_ctrl:
            state.toggle_mixed(stamp)
            self.stamp_mixed.emit()
            return
        else:
            self.stamp_chosen.emit(held if is_same else stamp)
        self._update_current()

    def _on_card_dragged(self, card: StampCard, on: str) -> None:
        held = self.edit_state.edge_stamp if on == "edges" else self.edit_state.stamp
        stamp = held if held is not None and held.key == card.item.stamp.key else card.item.stamp
        drag_stamp(card, stamp, on, card.pixmap())
        self._update_current()

    def _update_current(self) -> None:
        state = self.edit_state
        for box in self.groups:
            held: Stamp | None = state.edge_stamp if box.group.on == "edges" else state.stamp
            keys = {stamp.key for stamp in state.mixed_stamps} if box.group.on == "cells" else set()
            for card in box.cards:
                on = card.item.stamp.key in keys or (held is not None and card.item.stamp.key == held.key)
                card.setChecked(on)
                card.set_turn(held.turn if on and held is not None else 0, state.document.grid.sides)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.update()
