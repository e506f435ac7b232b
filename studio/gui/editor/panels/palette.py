"""The palette: the stamps of a game and the user's own, and their pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QAbstractItemModel, QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
    QTransform,
)
from PySide6.QtWidgets import QApplication, QListView, QMenu, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from studio.core.form import Field, Stamp, StampGroup, StampItem
from studio.core.picture import Picture
from studio.core.text import _
from studio.gui import widgets as w
from studio.gui.board.painter import paint_picture
from studio.gui.editor.board_controller import drag_stamp
from studio.gui.editor.brush import CustomStamp, load_custom_stamps
from studio.gui.editor.clipboard import make_pattern
from studio.gui.editor.dialogs import NameDialog
from studio.gui.editor.edit_state import EditState
from studio.gui.style.icons import transparent_pixmap
from studio.gui.style.stylesheet import MEDIUM, current_theme, display_font, text_font
from studio.gui.style.theme import Theme
from studio.gui.widgets.actions import NAVIGATION_KEYS, Index, RowsModel, plain_view
from studio.gui.widgets.inputs import CountBox

LARGE_COLUMNS, CUSTOM_COLUMNS, GRID_WIDTH = 2, 3, 186  # GRID_WIDTH: pixels for a row of small cards
SEPARATOR_HEIGHT = 11
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
    with w.painter_on(pixmap, smooth=True) as painter:
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
        with w.painter_on(pixmap) as painter:
            paint_picture(painter, picture, theme, QRectF(0, 0, side, side))
    if len(_pixmap_cache) > _MAX_CACHED:
        _pixmap_cache.clear()
        _colors.clear()
        _colors[picture] = picture
    _pixmap_cache[key] = (picture, pixmap)
    return pixmap


class Heading(NamedTuple):
    """The row above a group of stamps."""

    title: str
    note: str


class StampRow(NamedTuple):
    """A stamp of the palette. A large card has its count below if there is a `field`, a small one only its name."""

    item: StampItem
    on: str
    digit: str
    columns: int
    is_large: bool = False
    field: Field | None = None
    custom_stamp: CustomStamp | None = None

    @property
    def is_counted(self) -> bool:
        """Whether copies are limited; `remaining` is negative if more are used than exist."""
        return self.item.remaining >= 0 or bool(self.item.field)

    @property
    def picture_side(self) -> int:
        return 60 if self.is_large else 30

    @property
    def gap(self) -> int:
        return 8 if self.is_large else 5

    @property
    def tip(self) -> str:
        item, key = self.item, _("key {digit}").format(digit=self.digit)
        if self.custom_stamp is not None:
            how = _("Click to select, right-click to rename or remove, Ctrl+{digit} to replace.")
            return f"{item.name} ({self.digit})\n{how.format(digit=self.digit)}"
        head = f"{item.name} ({key})" if self.digit else item.name
        left = _("{n} left").format(n=item.remaining) if self.is_counted and item.painted < 0 else ""
        how = _("Click to select, Ctrl+click to add to a random mix, or drag onto the board.")
        return "\n".join(part for part in (head, item.tip, left, how) if part)


class StampModel(RowsModel[Heading | StampRow]):
    """The stamps of a game and the user's own, with headings. Editing a stamp sets its count."""

    def __init__(self, edit_state: EditState) -> None:
        super().__init__()
        self.edit_state = edit_state
        self.refresh()

    def refresh(self) -> None:
        """Read the stamps again; the model is only reset if others are shown."""
        rows = self._make_rows()
        if list(map(_row_key, rows)) == list(map(_row_key, self.rows)):
            self.rows = rows
            self.refresh_state()
        else:
            self.set_rows(rows)

    def refresh_state(self) -> None:
        self.dataChanged.emit(self.index(0), self.index(len(self.rows) - 1))

    def _make_rows(self) -> list[Heading | StampRow]:
        state = self.edit_state
        custom_stamps = load_custom_stamps(state.game)
        fields = {
            field.key: field for part in state.game.editing.form(state.document.body, -1) for field in part.fields
        }
        rows: list[Heading | StampRow] = [Heading(_("Custom stamps"), "")] if custom_stamps else []
        for slot, custom in custom_stamps.items():
            item = StampItem(Stamp(f"kept:{slot}"), custom.name, Picture((0.0, 0.0, 1.0, 1.0), ()))
            rows.append(StampRow(item, "", str(slot), CUSTOM_COLUMNS, custom_stamp=custom))
        digit = 0
        for group in state.palette:
            has_letters = any(item.letter for item in group.items)  # an alphabet would need too much room
            is_large = group.on == "cells" and any(item.field for item in group.items) and not has_letters
            columns = LARGE_COLUMNS if is_large else _narrow_columns(group)
            cards: list[StampRow] = []
            for item in group.items:
                digit += group.on == "cells"
                has_digit = group.on == "cells" and digit <= 9 and digit not in custom_stamps
                field = fields.get(item.field) if is_large else None
                cards.append(StampRow(item, group.on, str(digit) if has_digit else "", columns, is_large, field))
            left = [card.item.remaining for card in cards if card.is_counted and card.item.painted < 0]
            note = _("{n} left").format(n=sum(left)).replace("-", "−") if left else ""
            rows += [Heading(group.title, note), *cards]
        return rows

    def stamp_row(self, index: Index) -> StampRow | None:
        row = self.rows[index.row()] if index.isValid() else None
        return row if isinstance(row, StampRow) else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.stamp_row(index)
        if row is None:
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsDragEnabled if row.custom_stamp is None else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.item.name if isinstance(row, StampRow) else f"{row.title} {row.note}".strip()
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, StampRow):
            return w.plain_tooltip(row.tip)
        if role == Qt.ItemDataRole.CheckStateRole and isinstance(row, StampRow):
            return Qt.CheckState.Checked if self.is_chosen(row) else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: int, _role: int = Qt.ItemDataRole.EditRole) -> bool:
        row = self.stamp_row(index)
        assert row is not None and row.field is not None
        self.edit_state.set_count(row.field.key, value)
        return True

    def current_stamp(self, row: StampRow) -> Stamp | None:
        """Return the stamp in hand for cells or edges, like the row's stamp."""
        return self.edit_state.edge_stamp if row.on == "edges" else self.edit_state.stamp

    def is_chosen(self, row: StampRow) -> bool:
        mixed = self.edit_state.mixed_stamps if row.on == "cells" else ()
        return row.item.stamp.key in [stamp.key for stamp in (self.current_stamp(row), *mixed) if stamp is not None]

    def pixmap(self, row: StampRow, dpr: float) -> QPixmap:
        theme, side, grid = current_theme(), row.picture_side, self.edit_state.document.grid
        if row.custom_stamp is None:
            stamp = self.current_stamp(row)
            turn = stamp.turn if stamp is not None and self.is_chosen(row) else 0
            return stamp_pixmap(row.item, turn, grid.sides, side, theme, dpr)
        x, y = grid.center(0)
        corners = QPolygonF([QPointF(a - x, b - y) for a, b in grid.corners(0)])
        cells = []
        for dx, dy, stamp in make_pattern(row.custom_stamp.clipping)[0].cells:
            item, turn = (self.edit_state.item(stamp), stamp.turn) if stamp is not None else (None, 0)
            cells.append((item, turn, corners.translated(dx, dy)))
        return pattern_pixmap(cells, side, theme, dpr)


def _row_key(row: Heading | StampRow) -> tuple[object, ...]:
    if isinstance(row, Heading):
        return (row.title,)
    return row.item.stamp.key, row.on, row.digit, row.columns, row.is_large, row.field is None, row.custom_stamp


def _narrow_columns(group: StampGroup) -> int:
    """Return the number of columns for a group of small cards."""
    metrics = QFontMetricsF(text_font(12))
    longest = max((metrics.horizontalAdvance(caption(item)) for item in group.items), default=0.0) + 5
    return int(min(max(GRID_WIDTH // max(longest, 36.0), 2), 5, max(len(group.items), 1)))


def caption(item: StampItem) -> str:
    return item.letter or item.name


def _fitting_font(text: str, room: float, px: float) -> QFont:
    """Return the largest of three sizes in which a text fits."""
    fonts = (text_font(size) for size in (px, px - 1, px - 2))
    return next((font for font in fonts if QFontMetricsF(font).horizontalAdvance(text) <= room), text_font(px - 2))


class StampDelegate(QStyledItemDelegate):
    """Paints headings and cards; its editor is the count of a stamp."""

    def __init__(self, model: StampModel, view: QListView) -> None:
        super().__init__(view)
        self._model, self._view = model, view

    @property
    def _room(self) -> int:
        """The width of a row of cards; there is always room for the scroll bar."""
        return self._view.maximumViewportSize().width() - self._view.verticalScrollBar().sizeHint().width() - 9

    def _card(self, rect: QRect, row: StampRow) -> QRect:
        return rect.adjusted(0, 0, -row.gap, -min(row.gap, 6))

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        row = self._model.rows[index.row()]
        if isinstance(row, Heading):
            title = QFontMetrics(display_font(19)).height()
            return QSize(self._room + 8, title + 5 + (SEPARATOR_HEIGHT if index.row() else 0))
        height = 90 + self._count_height() if row.field is not None else 88 if row.is_large else 53
        return QSize((self._room + row.gap) // row.columns, height + min(row.gap, 6))

    def _count_height(self) -> int:
        return current_theme().target_size(24) + 2

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> QWidget:
        box = CountBox(parent=parent)
        box.setMinimumWidth(0)
        box.changed.connect(lambda _count: self.commitData.emit(box))
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        row = self._model.stamp_row(index)
        if isinstance(editor, CountBox) and row is not None and row.field is not None:
            editor.set_range(row.field.minimum, row.field.maximum)
            editor.set_value(int(row.field.value))
            w.set_tooltip(editor, row.field.tip or row.field.label)
            editor.setAccessibleName(row.field.label)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        assert isinstance(editor, CountBox)
        model.setData(index, editor.value())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._model.stamp_row(index)
        assert row is not None
        high = self._count_height()
        card = self._card(option.rect, row)
        editor.setGeometry(card.left() + 8, card.bottom() - high - 4, card.width() - 16, high)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._model.rows[index.row()]
        painter.save()
        if isinstance(row, Heading):
            self._paint_heading(painter, QRectF(option.rect), row, index.row() > 0)
        else:
            self._paint_card(painter, self._card(option.rect, row), option.state, row)
        painter.restore()

    def _paint_heading(self, painter: QPainter, rect: QRectF, row: Heading, has_separator: bool) -> None:
        theme = current_theme()
        rect.setWidth(self._room)
        if has_separator:
            painter.setPen(QPen(theme.color("line"), 1.4))
            painter.drawLine(QPointF(rect.left(), rect.top() + 2.5), QPointF(rect.right(), rect.top() + 2.5))
        title = rect.adjusted(0, SEPARATOR_HEIGHT if has_separator else 0, 0, -5)
        w.paint_text(painter, title, row.title, theme.color("text"), 19, display=True)
        w.paint_text(painter, title, row.note, theme.color("second"), 13, align=w.RIGHT)

    def _paint_card(self, painter: QPainter, card: QRect, state: QStyle.StateFlag, row: StampRow) -> None:
        theme, item, side = current_theme(), row.item, row.picture_side
        is_chosen, is_hovered = self._model.is_chosen(row), bool(state & QStyle.StateFlag.State_MouseOver)
        has_keys = bool(state & QStyle.StateFlag.State_HasFocus)
        w.paint_choice_box(painter, QRectF(card), "inset", is_chosen, has_keys, is_hovered)
        left, top = card.left() + round((card.width() - side) / 2), card.top() + (7 if row.is_large else 4)
        is_used_up = row.is_counted and item.remaining <= 0 and item.painted < 0
        painter.setOpacity(0.35 if is_used_up else 1.0)
        painter.drawPixmap(left, top, self._model.pixmap(row, painter.device().devicePixelRatioF()))
        painter.setOpacity(1.0)
        if row.is_large and row.is_counted:
            self._paint_remaining(painter, left + side, top, item)
        if row.digit and (is_hovered or is_chosen or row.custom_stamp is not None):
            box = QRectF(card.left() + 3, card.top() + 3, 10, 14)
            w.paint_text(painter, box, row.digit, theme.color("second"), 12, MEDIUM, w.CENTER)
        painter.setPen(theme.color("text"))
        room = QRectF(card.left() + 2, top + side + 1, card.width() - 4, 17)
        name = item.name if row.is_large else caption(item)
        painter.setFont(_fitting_font(name, room.width(), 13.0 if row.is_large else 12.0))
        text = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, round(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_remaining(self, painter: QPainter, right: int, top: int, item: StampItem) -> None:
        """Paint how many copies are left, or how many places show the stamp, at the picture's corner."""
        theme = current_theme()
        painter.setFont(text_font(12, MEDIUM))
        text = str(item.remaining if item.painted < 0 else item.painted).replace("-", "−")
        width = max(18, painter.fontMetrics().horizontalAdvance(text) + 9)
        plate = QRectF(right - width + 6, top - 4, width, 17)
        is_wrong = item.remaining < 0 if item.painted < 0 else item.remaining != 0
        ground, border = ("error_tint", "error") if is_wrong else ("panel", "line")
        w.paint_box(painter, plate, ground, border, radius=8)
        painter.setPen(theme.color("error" if is_wrong else "second"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)


class StampView(QListView):
    """The palette. `stamp_clicked` carries a row and whether Ctrl was held, also for Space and Enter."""

    stamp_clicked = Signal(object, bool)

    def __init__(self, model: StampModel) -> None:
        super().__init__()
        self.stamps = model
        plain_view(self, _("Palette"))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setDragEnabled(True)
        self.setItemDelegate(StampDelegate(model, self))
        self.setModel(model)
        self.clicked.connect(lambda index: self._click(index, QApplication.keyboardModifiers()))
        model.modelReset.connect(self._open_counts)
        self._open_counts()

    def _open_counts(self) -> None:
        """Show the counts of all stamps that have one."""
        for number, row in enumerate(self.stamps.rows):
            if isinstance(row, StampRow) and row.field is not None:
                self.openPersistentEditor(self.stamps.index(number))

    def _click(self, index: Index, modifiers: Qt.KeyboardModifier) -> None:
        if (row := self.stamps.stamp_row(index)) is not None:
            self.stamp_clicked.emit(row, bool(modifiers & Qt.KeyboardModifier.ControlModifier))

    def sizeHint(self) -> QSize:
        return QSize(GRID_WIDTH + 14, 200)

    def startDrag(self, _actions: Qt.DropAction) -> None:
        row = self.stamps.stamp_row(self.currentIndex())
        if row is not None and row.custom_stamp is None:
            held, stamp = self.stamps.current_stamp(row), row.item.stamp
            picture = self.stamps.pixmap(row, self.devicePixelRatioF())
            drag_stamp(self, held if held is not None and held.key == stamp.key else stamp, row.on, picture)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if (custom := self._custom_stamp(self.indexAt(event.pos()))) is not None:
            menu = QMenu(self)
            menu.addAction(_("Rename…")).triggered.connect(lambda: self._rename(custom))
            menu.addAction(_("Remove")).triggered.connect(lambda: self._delete(custom))
            menu.exec(event.globalPos())
            menu.deleteLater()

    def _custom_stamp(self, index: Index) -> CustomStamp | None:
        row = self.stamps.stamp_row(index)
        return row.custom_stamp if row is not None else None

    def _rename(self, custom: CustomStamp) -> None:
        dialog = NameDialog(custom.name, self.window())
        if dialog.ask() == "rename":
            self.stamps.edit_state.rename_custom_stamp(custom.slot, dialog.field.text())

    def _delete(self, custom: CustomStamp) -> None:
        self.stamps.edit_state.delete_custom_stamp(custom.slot)

    def event(self, event: QEvent) -> bool:
        # The page has a shortcut on Delete; here it is about the stamp.
        asked = event.type() == QEvent.Type.ShortcutOverride
        is_delete = asked and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Delete
        if is_delete and self._custom_stamp(self.currentIndex()) is not None:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index, key = self.currentIndex(), event.key()
        custom, count = self._custom_stamp(index), self.indexWidget(index)
        if key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._click(index, event.modifiers())
        elif key == Qt.Key.Key_F2 and custom is not None:
            self._rename(custom)
        elif key == Qt.Key.Key_F2 and count is not None:
            count.setFocus()
        elif key == Qt.Key.Key_Delete and custom is not None:
            self._delete(custom)
        elif key in NAVIGATION_KEYS:
            super().keyPressEvent(event)
        else:
            event.ignore()  # letters and digits are the page's keys


class PalettePanel(w.Card):
    """All stamps. `stamp_chosen` carries a stamp, `edge_chosen` one or None, `custom_stamp_chosen` a digit."""

    stamp_chosen = Signal(object)
    edge_chosen = Signal(object)
    stamp_mixed = Signal()
    custom_stamp_chosen = Signal(int)

    def __init__(self, edit_state: EditState) -> None:
        super().__init__(padding=11)
        self.edit_state = edit_state
        self.stamp_model = StampModel(edit_state)
        self.view = StampView(self.stamp_model)
        self.body.addWidget(self.view)
        self.view.stamp_clicked.connect(self._on_stamp_clicked)
        edit_state.palette_changed.connect(self.stamp_model.refresh)
        edit_state.stamp_changed.connect(self.stamp_model.refresh_state)
        edit_state.edge_stamp_changed.connect(self.stamp_model.refresh_state)

    def choose_digit(self, digit: int) -> None:
        items = self.edit_state.items("cells")
        if 0 <= digit < len(items):
            self.stamp_chosen.emit(items[digit].stamp)

    def _on_stamp_clicked(self, row: StampRow, with_ctrl: bool) -> None:
        stamp, held = row.item.stamp, self.stamp_model.current_stamp(row)
        is_same = held is not None and held.key == stamp.key
        if row.custom_stamp is not None:
            self.custom_stamp_chosen.emit(row.custom_stamp.slot)
        elif row.on == "edges":
            self.edge_chosen.emit(None if is_same else stamp)
        elif with_ctrl:
            self.edit_state.toggle_mixed(stamp)
            self.stamp_mixed.emit()
        else:
            self.stamp_chosen.emit(held if is_same else stamp)
