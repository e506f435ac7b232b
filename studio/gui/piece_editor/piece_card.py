"""The middle of the piece editor: the selected piece, its rotations and mirror image, counts and fields."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QDrag,
    QDropEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QSizePolicy, QWidget

from studio.core.form import Field
from studio.core.picture import Picture
from studio.core.pieces import Change, Counter, Item, MirrorImage, PieceDetail, RotatedPiece
from studio.core.text import _, in_context
from studio.gui import widgets as w
from studio.gui.editor.panels.fields import FieldRow, PictureButtons
from studio.gui.editor.panels.palette import square_pixmap
from studio.gui.piece_editor.draft import PieceDraft
from studio.gui.piece_editor.piece_canvas import ITEM_MIME, PieceCanvas, accepts_keys, place_text
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme, text_font
from studio.gui.widgets.accessibility import Role
from studio.gui.widgets.inputs import CountBox

GAP = 6
DECREASE_KEYS = frozenset((Qt.Key.Key_Minus, Qt.Key.Key_Down, Qt.Key.Key_Backspace, Qt.Key.Key_Delete))


class CounterChip(QWidget):
    """A counter with its picture: a click adds one, the right button or − subtracts one."""

    accessible_role = Role.Button
    count_changed = Signal(object, int)

    def __init__(self, counter: Counter) -> None:
        super().__init__()
        self.counter = counter
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_counter(counter)

    def show_counter(self, counter: Counter) -> None:
        self.counter = counter
        self.setAccessibleName(f"{counter.field.label} {counter.field.value}")
        self.updateGeometry()
        self.update()

    @property
    def value(self) -> int:
        return int(self.counter.field.value)

    @property
    def text(self) -> str:
        return f"{self.counter.field.label} {self.value}" if self.value else self.counter.field.label

    def sizeHint(self) -> QSize:
        return QSize(round(QFontMetricsF(text_font(13, SEMIBOLD)).horizontalAdvance(self.text)) + 39, 30)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._change_by(-1 if event.button() is Qt.MouseButton.RightButton else 1)

    def event(self, event: QEvent) -> bool:
        return accepts_keys(event, DECREASE_KEYS) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        more = {Qt.Key.Key_Space, Qt.Key.Key_Plus, Qt.Key.Key_Up, Qt.Key.Key_Return, Qt.Key.Key_Enter}
        key = Qt.Key(event.key())
        if key in more | DECREASE_KEYS:
            self._change_by(1 if key in more else -1)
        else:
            super().keyPressEvent(event)

    def _change_by(self, by: int) -> None:
        field = self.counter.field
        value = min(max(self.value + by, field.minimum), field.maximum)
        if value != self.value:
            self.count_changed.emit(field, value)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with w.painter_on(self, smooth=True) as painter:
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            is_there = self.value > 0
            edge = "accent" if self.hasFocus() else "gold_border" if is_there else "line"
            width = 2 if self.hasFocus() else 1.2
            w.paint_box(painter, box, "gold_tint" if is_there else "inset", edge, width=width, radius=box.height() / 2)
            painter.setOpacity(1.0 if is_there else 0.6)
            pixmap = square_pixmap(self.counter.picture, 0, 21, theme, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(7, 4.5), pixmap)
            painter.setOpacity(1.0)
            ink = theme.color("text" if is_there else "second")
            room = QRectF(31, 0, self.width() - 33, self.height())
            w.paint_text(painter, room, self.text, ink, 13, SEMIBOLD if is_there else MEDIUM)


class ItemChip(QAbstractButton):
    """An item to drag onto a place of the piece, or to click for the place of the cursor."""

    def __init__(self, item: Item) -> None:
        super().__init__()
        self.item = item
        self._pressed = QPoint()
        self.setFixedSize(40, 40)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setAccessibleName(item.name)
        w.set_tooltip(self, item.name)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._pressed = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self.isDown() or (event.position().toPoint() - self._pressed).manhattanLength() < 8:
            return
        self.setDown(False)
        drag, data = QDrag(self), QMimeData()
        data.setData(ITEM_MIME, self.item.key.encode())
        drag.setMimeData(data)
        drag.setPixmap(square_pixmap(self.item.picture, 0, 34, current_theme(), self.devicePixelRatioF()))
        drag.setHotSpot(QPoint(17, 17))
        drag.exec(Qt.DropAction.CopyAction)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with w.painter_on(self, smooth=True) as painter:
            border, width = ("accent", 2) if self.hasFocus() else ("line", 1)
            w.paint_box(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), "inset", border, width=width)
            pixmap = square_pixmap(self.item.picture, 0, 30, theme, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(5, 5), pixmap)


class FlowRow(QWidget):
    """A title and small widgets in a row that wraps."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = w.text_label(title, "second", 13)
        self._title.setParent(self)
        self._widgets: list[QWidget] = []
        flows = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        flows.setHeightForWidth(True)
        self.setSizePolicy(flows)

    def set_title(self, title: str) -> None:
        self._title.setText(title)
        self._arrange()

    def item_chips(self) -> list[ItemChip]:
        return [widget for widget in self._widgets if isinstance(widget, ItemChip)]

    def add(self, widget: QWidget) -> None:
        widget.setParent(self)
        widget.show()
        self._widgets.append(widget)
        self._arrange()

    def clear(self) -> None:
        for widget in self._widgets:
            widget.hide()
            widget.deleteLater()
        self._widgets = []

    def _item_rects(self, width: int) -> tuple[list[QRect], int]:
        """Boxes of the widgets in this width, and the total height."""
        title = self._title.sizeHint().width()
        left = title + 12 if title > 2 else 0
        x, y, high = left, 0, 0
        places = []
        for widget in self._widgets:
            size = widget.sizeHint() if widget.sizeHint().isValid() else widget.size()
            if x > left and x + size.width() > width:
                x, y = left, y + high + 6
                high = 0
            places.append(QRect(x, y, size.width(), size.height()))
            high = max(high, size.height())
            x += size.width() + GAP
        return places, y + high

    def _arrange(self) -> None:
        places, _high = self._item_rects(self.width())
        for widget, place in zip(self._widgets, places, strict=True):
            widget.setGeometry(place)
        first = places[0].height() if places else 16
        self._title.setGeometry(0, 0, self._title.sizeHint().width(), first)
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max(1, self._item_rects(width)[1])

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(self.width(), 200)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()


TURN_PX, PITCH = 52, 76
LABEL_HEIGHT = 19  # pixels for the name of a rotation below its picture
REPEAT_OPACITY = 0.35


class TurnsColumn(w.TooltipWidget):
    """The piece in each rotation, and its mirror image below. Repeated rotations are pale."""

    turn_chosen = Signal(int)
    mirror_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.turns: tuple[RotatedPiece, ...] = ()
        self.mirror_image: MirrorImage | None = None
        self.turn = 0
        self.setFixedWidth(TURN_PX + 14)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_turns(self, turns: Sequence[RotatedPiece], turn: int, mirror_image: MirrorImage | None) -> None:
        self.turns, self.turn, self.mirror_image = tuple(turns), turn, mirror_image
        self.setVisible(len(self.turns) > 1 or mirror_image is not None)
        self.setAccessibleName(_("Rotations: {turn} shown").format(turn=self.turns[turn].name) if self.turns else "")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(TURN_PX + 14, 18 + 4 * PITCH + 90)

    def minimumSizeHint(self) -> QSize:
        return QSize(TURN_PX + 14, 180)

    def _scale(self) -> float:
        """Scale of the pictures that fits the height, at most 1."""
        need = 20 + (len(self.turns) + (1 if self.mirror_image else 0)) * PITCH + (26 if self.mirror_image else 0)
        return min(1.0, self.height() / need)

    def _has_labels(self) -> bool:
        """Whether there is room for names; otherwise they are only in tooltips."""
        return (PITCH - TURN_PX) * self._scale() >= LABEL_HEIGHT

    def turn_box(self, number: int) -> QRectF:
        """Box of a rotation's picture; the one after the last is that of the mirror image."""
        scale = self._scale()
        side = round(TURN_PX * scale) if self._has_labels() else round(min(TURN_PX, PITCH * scale - 8))
        y = 20 + number * PITCH * scale + (12 if number == len(self.turns) else 0)
        return QRectF((self.width() - side) / 2, round(y), side, side)

    def _index_at(self, point: QPointF) -> int:
        count = len(self.turns) + bool(self.mirror_image)
        return next((n for n in range(count) if self.turn_box(n).adjusted(-4, -2, 4, 18).contains(point)), -1)

    def text_at(self, place: QPointF) -> str:
        number = self._index_at(place)
        if number < 0:
            return ""
        if number == len(self.turns):
            if self.mirror_image is not None and self.mirror_image.entries:
                return _("Click to show the mirror image.")
            return _("Not in the set. Click to add the mirror image.")
        turned = self.turns[number]
        if turned.same_as != turned.turn:
            return _("{turn} looks the same as {like}.").format(turn=turned.name, like=self.turns[turned.same_as].name)
        return turned.name

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._index_at(event.position())
        if number == len(self.turns):
            self.mirror_requested.emit()
        elif number >= 0 and self.turns[number].same_as == number:
            self.turn_chosen.emit(number)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with w.painter_on(self, smooth=True) as painter:
            head = QRectF(0, 0, self.width(), 16)
            title = in_context("to turn a tile", "Rotations")
            w.paint_text(painter, head, title, theme.color("second"), 12.5, align=w.CENTER)
            for number, turned in enumerate(self.turns):
                is_repeat = turned.same_as != turned.turn
                text = f"= {self.turns[turned.same_as].name}" if is_repeat else turned.name
                opacity = REPEAT_OPACITY if is_repeat else 1.0
                self._paint(painter, number, turned.picture, text, opacity, number == self.turn)
            if self.mirror_image is not None:
                box = self.turn_box(len(self.turns))
                painter.setPen(QPen(theme.color("line"), 1))
                painter.drawLine(QPointF(4, box.top() - 10), QPointF(self.width() - 4, box.top() - 10))
                pale = 1.0 if self.mirror_image.entries else 0.5
                self._paint(painter, len(self.turns), self.mirror_image.picture, _("mirrored"), pale, False)
                if self._has_labels():
                    room = QRectF(0, box.bottom() + 17, self.width(), 15)
                    w.paint_text(painter, room, self.mirror_image.name, theme.color("second"), 12.5, align=w.CENTER)

    def _paint(
        self, painter: QPainter, number: int, picture: Picture, words: str, opacity: float, is_current: bool
    ) -> None:
        theme, box = current_theme(), self.turn_box(number)
        painter.setOpacity(opacity)
        pixmap = square_pixmap(picture, 0, int(box.width()), theme, self.devicePixelRatioF())
        painter.drawPixmap(box.topLeft(), pixmap)
        painter.setOpacity(1.0)
        if is_current:
            w.paint_box(painter, box.adjusted(-3, -3, 3, 3), None, "accent", width=2, radius=5)
        if not self._has_labels():
            return
        ink = theme.color("text" if is_current else "second")
        room = QRectF(0, box.bottom() + 3, self.width(), 15)
        w.paint_text(painter, room, words, ink, 12.5, SEMIBOLD if is_current else MEDIUM, w.CENTER)


COUNT_WIDTH, WIDE_WIDTH = 84, 460  # pixels of a count, and of a card in which three of them fit side by side


class PieceCard(w.Card):
    """All of the selected piece. Changes go to the draft."""

    def __init__(self, draft: PieceDraft) -> None:
        super().__init__(" ", "")
        self.draft = draft
        self.rename_button = w.ToolButton("pencil", _("Rename"), px=26, icon_px=15)
        self.header.insertWidget(1, self.rename_button)
        self._facts: list[w.Chip] = []
        self.piece_canvas = PieceCanvas()
        self.turns_column = TurnsColumn()
        self.hint_label = w.Elided("", "second", 13)
        self.hint_label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.hint_label.setMinimumHeight(18)
        middle = w.vbox((self.piece_canvas, 1), self.hint_label, spacing=2)
        self.body.addLayout(w.hbox((middle, 1), self.turns_column, spacing=4), 1)
        self._separator = w.Separator()
        self.body.addWidget(self._separator)
        self._content, self.tray_row, self.counters_row = QWidget(), FlowRow(_("Items")), FlowRow("")
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(8)
        w.vbox(self.tray_row, self.counters_row, self._grid, parent=self._content, spacing=8)
        self.field_rows: dict[str, FieldRow] = {}
        self.counter_chips: dict[str, CounterChip] = {}
        self.area = _LowerArea(self._content)
        self.body.addWidget(self.area)
        self.piece_canvas.changed.connect(self._on_place_changed)
        self.piece_canvas.place_pointed.connect(
            lambda place: self.hint_label.set_text(place_text(place) if place is not None else "")
        )
        self.turns_column.turn_chosen.connect(lambda turn: draft.select(draft.selected_key, turn))
        self.turns_column.mirror_requested.connect(self.show_mirror_image)
        self._field_shapes: tuple[object, ...] = ()
        self.setAcceptDrops(True)

    def _picture_buttons(self) -> PictureButtons | None:
        controls = [row.control for row in self.field_rows.values()]
        return next((control for control in controls if isinstance(control, PictureButtons)), None)

    def dragEnterEvent(self, event: QDropEvent) -> None:
        names = [url.fileName().lower() for url in event.mimeData().urls() if url.isLocalFile()]
        if self._picture_buttons() is not None and len(names) == 1 and names[0].endswith((".png", ".svg")):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if buttons := self._picture_buttons():
            buttons.load(event.mimeData().urls()[0].toLocalFile())

    def refresh(self) -> None:
        entry = self.draft.selected_entry
        if entry is None:
            return
        piece = self.draft.selected_detail()
        self.set_title(entry.name)
        self.rename_button.setVisible(entry.name_field is not None)
        self._show_facts(piece.facts)
        self.piece_canvas.show_piece(piece, entry.name)
        self.turns_column.show_turns(piece.turns, self.draft.turn, piece.mirror_image)
        self._show_counters(piece)
        self._show_fields(piece.fields)
        self._show_tray(piece.tray)
        self._order_tab_stops()
        self.area.updateGeometry()

    def _show_facts(self, facts: Sequence[str]) -> None:
        while len(self._facts) < len(facts):
            chip = w.Chip()
            self.header.addWidget(chip)
            self._facts.append(chip)
        for number, chip in enumerate(self._facts):
            chip.show_text(facts[number] if number < len(facts) else "", "plain")
        self._fit_facts()

    def _fit_facts(self) -> None:
        """Hide facts that do not fit next to the name, the first and longest one first."""
        room = self.width() - 2 * 14 - 40 - self.title_label.sizeHint().width()
        for chip in reversed(self._facts):
            room -= chip.sizeHint().width() + 8
            chip.setVisible(bool(chip.text) and room > 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_facts()
        self._fill_grid()

    def _fill_grid(self) -> None:
        """Arrange the fields in as many columns as fit."""
        columns = 3 if self.width() >= WIDE_WIDTH else 2
        place = 0
        for row in self.field_rows.values():
            wide = {"text": columns, "choice": columns, "picture": 2}.get(row.field.kind, 1)
            if place % columns + wide > columns:
                place += columns - place % columns
            self._grid.addWidget(row, place // columns, place % columns, 1, wide, Qt.AlignmentFlag.AlignVCenter)
            place += wide

    def _show_counters(self, piece: PieceDetail) -> None:
        keys = [counter.field.label for counter in piece.counters]
        if keys != list(self.counter_chips):
            self.counter_chips = {}
            self.counters_row.clear()
            for counter in piece.counters:
                chip = CounterChip(counter)
                chip.count_changed.connect(lambda field, value: self._on_field_edited(field.key, value, field.label))
                self.counter_chips[counter.field.label] = chip
                self.counters_row.add(chip)
        for counter in piece.counters:
            self.counter_chips[counter.field.label].show_counter(counter)
        self.counters_row.set_title(piece.counters_title)
        self.counters_row.setVisible(bool(piece.counters))

    def _show_fields(self, fields: Sequence[Field]) -> None:
        shapes = tuple((field.label, field.kind, field.choices) for field in fields)
        if shapes != self._field_shapes:
            self._field_shapes = shapes
            for row in self.field_rows.values():
                row.blockSignals(True)
                self._grid.removeWidget(row)
                row.hide()
                row.deleteLater()
            self.field_rows = {}
            for field in fields:
                row = FieldRow(field)
                if isinstance(row.control, CountBox):
                    row.control.setFixedWidth(COUNT_WIDTH)
                row.edited.connect(self._on_field_edited)
                self.field_rows[field.label] = row
            self._fill_grid()
        for field in fields:
            row = self.field_rows[field.label]
            row.show_field(field)
        self._separator.setVisible(bool(fields) or bool(self.counter_chips))

    def _show_tray(self, items: Sequence[Item]) -> None:
        if [chip.item.key for chip in self.tray_row.item_chips()] != [item.key for item in items]:
            self.tray_row.clear()
            for item in items:
                chip = ItemChip(item)
                chip.clicked.connect(partial(self.piece_canvas.drop_item, item.key))
                self.tray_row.add(chip)
        self.tray_row.setVisible(bool(items))

    def _order_tab_stops(self) -> None:
        """Let Tab move from the piece to the controls below it, row by row, although these were created last."""
        before: QWidget = self.area
        stops = [stop for row in self.field_rows.values() for stop in row.tab_stops]
        for widget in (*self.tray_row.item_chips(), *self.counter_chips.values(), *stops):
            QWidget.setTabOrder(before, widget)
            before = widget

    def _on_place_changed(self, change: Change) -> None:
        entry = self.draft.selected_entry
        place = self.piece_canvas.places[self.piece_canvas.current_index].name
        name = entry.name if entry is not None else ""
        self.draft.set_field(change.field, change.value, _("{piece} · {place}").format(piece=name, place=place))

    def _on_field_edited(self, key: str, value: str | int | bool, label: str = "") -> None:
        entry = self.draft.selected_entry
        row = next((row for row in self.field_rows.values() if row.field.key == key), None)
        label = label or (row.field.label if row is not None else "")
        text = _("{piece} · {place}").format(piece=entry.name if entry is not None else "", place=label)
        try:
            self.draft.game.editing.set_field(self.draft.body, -1, key, value)
        except ValueError as problem:
            if row is not None:
                row.show_error(str(problem))
                return
        self.draft.set_field(key, value, text, merge="" if key.startswith("picture:") else key)

    def show_mirror_image(self) -> None:
        """Select the mirror image; add it if it is not in the set."""
        mirror_image = self.draft.selected_detail().mirror_image
        if mirror_image is None:
            return
        if mirror_image.entries:
            self.draft.select(mirror_image.entries[0])
        else:
            pattern = mirror_image.pattern
            self.draft.apply_edit(
                _("Mirror image added"), lambda body: self.draft.game.pieces.add_pieces(body, pattern, 0)
            )


class _LowerArea(w.ScrollArea):
    """The part below the piece: as high as its content, as long as the piece keeps its room."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__(inside, name=_("Counts and properties"))
        self._content = inside
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    def sizeHint(self) -> QSize:
        wide = max(self.width(), 200)
        return QSize(wide, max(self._content.heightForWidth(wide), self._content.minimumSizeHint().height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, min(72, self.sizeHint().height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()
