"""The options of a new layout as rows of a label and a control."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import prod
from typing import TypeVar, cast

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import (
    QBrush,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QStandardItemModel,
    QWheelEvent,
)
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QLineEdit, QSizePolicy, QSlider, QWidget

from studio.core.form import Field, Section
from studio.core.game import Value
from studio.core.generation import format_mask, parse_mask
from studio.core.text import _, plural
from studio.gui import widgets as w
from studio.gui.style.stylesheet import current_theme, text_font
from studio.gui.widgets.accessibility import Role
from studio.gui.widgets.inputs import ComboBox, CountBox, Segmented

# Outlines of boards: small pictures to choose from, and one to draw by hand.

CARD, MAX_COLUMNS = QSize(104, 80), 4
CANVAS_HEIGHT = 190  # pixels


def mask_size(mask: str) -> tuple[int, int]:
    rows = mask.split("/")
    return max(1, len(rows[0])), max(1, len(rows))


def mask_outline(off: set[int], columns: int, rows: int, px: float) -> QPainterPath:
    """The border of the spaces that are left, relative to the corner of the board, with `px` pixels per space."""
    left = QPainterPath()
    for row in range(rows):
        column = 0
        while column < columns:
            start = column
            while column < columns and row * columns + column not in off:
                column += 1
            if column > start:  # a run of spaces at once; a hair more, so that neighbouring runs melt together
                left.addRect(QRectF(start * px, row * px, (column - start) * px, px + 0.01))
            column += 1
    left.setFillRule(Qt.FillRule.WindingFill)
    return left.simplified()


def paint_mask(painter: QPainter, room: QRectF, mask: str) -> None:
    """Draw an outline as large as fits, centred."""
    theme, (columns, rows) = current_theme(), mask_size(mask)
    px = min(room.width() / columns, room.height() / rows)
    off = parse_mask(mask, columns, rows)
    painter.save()
    painter.translate(room.center() - QPointF(columns * px / 2, rows * px / 2))
    painter.setBrush(theme.color("paper"))
    painter.setPen(QPen(theme.color("ink"), 1.4))
    painter.drawPath(mask_outline(off, columns, rows, px))
    painter.restore()


class MaskCard(w.PaintedButton):
    """One outline to choose."""

    def __init__(self, words: str, mask: str) -> None:
        super().__init__(words, checkable=True)
        self.outline = mask
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(64)

    def sizeHint(self) -> QSize:
        return CARD

    def show_mask(self, mask: str) -> None:
        self.outline = mask
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, on = current_theme(), self.isChecked()
        with QPainter(self) as painter:
            w.paint_choice(painter, self, "inset")
            painter.setOpacity(1.0 if self.isEnabled() else 0.35)
            paint_mask(painter, QRectF(10, 8, self.width() - 20, self.height() - 36), self.outline)
            room = QRectF(2, self.height() - 24, self.width() - 4, 18)
            ink = theme.color("text" if on else "second")
            w.paint_text(painter, room, self.text(), ink, 12, text_font().weight(), w.CENTER)


class MaskCards(QWidget):
    """Outlines to choose from; `chosen` carries the key. Arrow keys wrap around."""

    accessible_role = Role.Grouping
    chosen = Signal(str)

    def __init__(self, field: Field) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(5)
        self._group = QButtonGroup(self)
        abreast = -(-len(field.choices) // -(-len(field.choices) // MAX_COLUMNS))  # rows as full as can be
        self.cards: dict[str, MaskCard] = {}
        for place, ((key, text), mask) in enumerate(zip(field.choices, field.masks, strict=True)):
            card = MaskCard(text, mask)
            card.clicked.connect(lambda _checked=False, key=key: self.chosen.emit(key))
            self._group.addButton(card)
            grid.addWidget(card, place // abreast, place % abreast)
            self.cards[key] = card

    def show_field(self, field: Field) -> None:
        """Show the current value without emitting signals."""
        reasons = dict(field.disabled)
        for (key, _words), mask in zip(field.choices, field.masks, strict=True):
            self.cards[key].show_mask(mask)
            self.cards[key].setEnabled(key not in reasons)
            w.set_tooltip(self.cards[key], reasons.get(key, ""))
            self.cards[key].setChecked(key == field.value)


class MaskCanvas(QWidget):
    """An outline drawn by drags, or arrow keys and Space. `changed` carries the mask."""

    changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.columns = self.rows = 1
        self.removed_cells: set[int] = set()
        self.cursor_cell = 0
        self._is_removing: bool | None = None
        self._last = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.CrossCursor)
        w.set_tooltip(self, _("Drag over spaces to remove them from the board or to add them back"))

    def show_mask(self, mask: str, columns: int, rows: int) -> None:
        """Show a mask on a board of this size."""
        self.columns, self.rows = columns, rows
        self.removed_cells = parse_mask(mask, columns, rows)
        self.cursor_cell = min(self.cursor_cell, columns * rows - 1)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, CANVAS_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, CANVAS_HEIGHT)

    def _cell_size(self) -> float:
        return min((self.width() - 4) / self.columns, (self.height() - 4) / self.rows)

    def _corner(self) -> QPointF:
        px = self._cell_size()
        return QPointF((self.width() - self.columns * px) / 2, (self.height() - self.rows * px) / 2)

    def cell_at(self, point: QPointF | QPoint) -> int:
        """The space under the pointer, or -1."""
        away = QPointF(point) - self._corner()
        column, row = int(away.x() // self._cell_size()), int(away.y() // self._cell_size())
        return row * self.columns + column if 0 <= column < self.columns and 0 <= row < self.rows else -1

    def center_of(self, cell: int) -> QPointF:
        row, column = divmod(cell, self.columns)
        return self._corner() + QPointF((column + 0.5) * self._cell_size(), (row + 0.5) * self._cell_size())

    def _set_cell(self, cell: int, takes: bool) -> None:
        if cell >= 0 and (cell in self.removed_cells) != takes:
            self.removed_cells ^= {cell}
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if event.button() is Qt.MouseButton.LeftButton and cell >= 0:
            self._is_removing, self._last = cell not in self.removed_cells, cell
            self.cursor_cell = cell
            self._set_cell(cell, self._is_removing)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if self._is_removing is None or cell < 0:
            return
        start, end = self.center_of(self._last), event.position()
        steps = max(1, round((end - start).manhattanLength() / self._cell_size() * 2))
        for step in range(steps + 1):  # a quick hand skips no space
            self._set_cell(self.cell_at(start + (end - start) * (step / steps)), self._is_removing)
        self._last = self.cursor_cell = cell

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._is_removing is not None and event.button() is Qt.MouseButton.LeftButton:
            self._is_removing = None
            self.changed.emit(format_mask(self.removed_cells, self.columns, self.rows))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
        row, column = divmod(self.cursor_cell, self.columns)
        if step := steps.get(Qt.Key(event.key())):
            column = min(max(column + step[0], 0), self.columns - 1)
            row = min(max(row + step[1], 0), self.rows - 1)
            self.cursor_cell = row * self.columns + column
            self.update()
        elif event.key() == Qt.Key.Key_Space:
            self._set_cell(self.cursor_cell, self.cursor_cell not in self.removed_cells)
            self.changed.emit(format_mask(self.removed_cells, self.columns, self.rows))
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = current_theme(), self._cell_size()
        with w.painter_on(self) as painter:
            painter.translate(self._corner())
            board = QRectF(0, 0, self.columns * px, self.rows * px)
            painter.fillRect(board, theme.color("inset"))
            painter.fillRect(board, QBrush(theme.color("border"), Qt.BrushStyle.BDiagPattern))
            painter.setBrush(theme.color("paper"))
            painter.setPen(Qt.PenStyle.NoPen)
            shape = mask_outline(self.removed_cells, self.columns, self.rows, px)
            painter.drawPath(shape)
            painter.setPen(QPen(theme.color("line"), 1))
            for column in range(self.columns + 1):
                painter.drawLine(QPointF(column * px, 0), QPointF(column * px, board.height()))
            for row in range(self.rows + 1):
                painter.drawLine(QPointF(0, row * px), QPointF(board.width(), row * px))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("ink"), 1.6))
            painter.drawPath(shape)
            if self.hasFocus():
                row, column = divmod(self.cursor_cell, self.columns)
                painter.setPen(QPen(theme.color("gold_border"), 3))
                painter.drawRoundedRect(QRectF(column * px, row * px, px, px).adjusted(1, 1, -1, -1), 3, 3)


class Compass(QWidget):
    """Four choices on the sides of a small outline; `chosen` carries key and value."""

    chosen = Signal(str, object)

    PLACES = ((0, 1), (1, 2), (2, 1), (1, 0))  # row and column by side, clockwise from the north

    def __init__(self, fields: Sequence[Field]) -> None:
        super().__init__()
        self._mask = "."
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(6)
        grid.setRowMinimumHeight(1, 52)
        for column in range(3):
            grid.setColumnStretch(column, 1)
        self.sides: dict[str, ComboBox] = {}
        for field, (row, column) in zip(fields, self.PLACES, strict=True):
            choice = ComboBox(field.choices, name=field.label)
            choice.setMinimumWidth(94)
            choice.chosen.connect(lambda value, key=field.key: self.chosen.emit(key, value))
            w.set_tooltip(choice, field.label)
            grid.addWidget(choice, row, column)
            self.sides[field.key] = choice

    def show_fields(self, fields: Sequence[Field], mask: str) -> None:
        """Show the current values; `outline` is the mask of the board, if there is one."""
        self._mask = mask
        for field in fields:
            self.sides[field.key].set_current(str(field.value))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with w.painter_on(self) as painter:
            high = 46.0
            paint_mask(painter, QRectF(self.width() / 2 - 45, self.height() / 2 - high / 2, 90, high), self._mask)


# The options of a game as rows of a label and a control.

LABELS = 92  # pixels of the column of labels
ROOM = 40  # characters of choices side by side; more get a combo box
SIZE_KEYS = ("columns", "rows")


class PercentSlider(QWidget):
    """A slider from 0 to 100 % with a mark at the value of the box, and a field for the number."""

    accessible_role = Role.Grouping
    changed = Signal(int)

    def __init__(self, least: int, most: int, usual: int) -> None:
        super().__init__()
        self._default = usual
        self.slider = _Slider(Qt.Orientation.Horizontal)
        self.slider.setRange(least, most)
        self.count = CountBox(low=least, high=most)
        self.count.setFixedWidth(92)
        w.hbox((self.slider, 1), self.count, w.text_label("%", "second", 13), parent=self, spacing=10)
        self.setFixedHeight(50)
        self.slider.valueChanged.connect(self._on_slide)
        self.count.changed.connect(self.changed)

    def _on_slide(self, value: int) -> None:
        if value != self.count.value():
            self.count.set_value(value)
            self.changed.emit(value)

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self.slider.setAccessibleName(name)
        self.count.setAccessibleName(name)

    def paintEvent(self, _event: QPaintEvent) -> None:
        least, most = self.slider.minimum(), self.slider.maximum()
        if not least <= self._default <= most or least == most:
            return
        theme = current_theme()
        groove = self.slider.geometry()
        x = groove.left() + 8 + (groove.width() - 16) * (self._default - least) / (most - least)
        with QPainter(self) as painter:
            painter.setPen(QPen(theme.color("second"), 1.4))
            y = groove.center().y() + 9.0
            painter.drawLine(QPointF(x, y), QPointF(x, y + 4))
            text = _("original {number}").format(number=self._default)
            w.paint_text(painter, QRectF(x - 40, y + 3, 80, 15), text, theme.color("second"), 12, align=w.CENTER)


class _Slider(QSlider):
    """A slider that does not react to the wheel."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class ChoiceRow(QWidget):
    """One option. `edited` carries key and value."""

    edited = Signal(str, object)

    def __init__(self, field: Field, usual: Value) -> None:
        super().__init__()
        self.field = field
        self._is_updating = False
        row = w.hbox(parent=self, spacing=10)
        self.label = w.text_label(field.label, "text", 13, wrap=True)
        self.label.setFixedWidth(LABELS)
        self.control, edited = self._control(field, usual)
        edited.connect(self._emit_edited)
        self.control.setAccessibleName(field.label)
        self.label.setBuddy(self.control)
        tall = field.kind == "mask" or bool(field.masks)
        row.addWidget(self.label, 0, Qt.AlignmentFlag.AlignTop if tall else Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.control, 0 if field.kind == "int" else 1)
        if field.kind == "int":
            row.addStretch(1)

    def _control(self, field: Field, usual: Value) -> tuple[QWidget, SignalInstance]:
        """Return the widget of an option, and its signal that carries the new value."""
        if field.kind == "int":
            count = CountBox(low=field.minimum, high=field.maximum)
            count.setFixedSize(112, 30)
            return count, count.changed
        if field.kind == "share":
            share = PercentSlider(field.minimum, field.maximum, int(usual))
            return share, share.changed
        if field.kind == "flag":
            switch = w.ToggleSwitch()
            return switch, switch.toggled
        if field.kind == "mask":
            canvas = MaskCanvas()
            return canvas, canvas.changed
        if field.masks:
            cards = MaskCards(field)
            return cards, cards.chosen
        if field.kind == "choice":
            is_short = sum(len(text) + 2 for _value, text in field.choices) <= ROOM
            choice = Segmented(field.choices) if is_short else ComboBox(field.choices)
            return choice, choice.chosen
        line = QLineEdit()
        return line, line.textEdited

    def show_field(self, field: Field, recipe: Mapping[str, Value]) -> None:
        """Show the current value without emitting signals."""
        self.field, self._is_updating = field, True
        control, value, reasons = self.control, field.value, dict(field.disabled)
        w.set_tooltip(self.label, field.tip)
        if isinstance(control, w.ToggleSwitch):
            w.set_tooltip(control, field.tip or field.label)
        if isinstance(control, CountBox):
            control.set_range(field.minimum, field.maximum)
            control.set_value(int(value))
        elif isinstance(control, PercentSlider):
            control.count.set_value(int(value))
            control.slider.setValue(int(value))
        elif isinstance(control, w.ToggleSwitch):
            control.setChecked(bool(value))
        elif isinstance(control, MaskCanvas):
            control.show_mask(str(value), int(recipe["columns"]), int(recipe["rows"]))
        elif isinstance(control, MaskCards):
            control.show_field(field)
        elif isinstance(control, Segmented):
            control.set_current(str(value))
            for key, _words in field.choices:
                control.button(key).setEnabled(key not in reasons)
                w.set_tooltip(control.button(key), reasons.get(key, ""))
        elif isinstance(control, ComboBox):
            control.set_current(str(value))
            _disable_choices(control, reasons)
        elif isinstance(control, QLineEdit) and control.text() != value:
            control.setText(str(value))
        self._is_updating = False

    def _emit_edited(self, value: object) -> None:
        if not self._is_updating:
            self.edited.emit(self.field.key, value)


def _disable_choices(choice: ComboBox, reasons: Mapping[str, str]) -> None:
    """Disable choices of a combo box, with the reason as their tooltip."""
    model = choice.model()
    assert isinstance(model, QStandardItemModel)
    for place in range(choice.count()):
        reason = reasons.get(str(choice.itemData(place)), "")
        model.item(place).setEnabled(not reason)
        w.set_tooltip(model.item(place), reason)


class SizeRow(QWidget):
    """Columns and rows, side by side."""

    edited = Signal(str, object)

    def __init__(self, fields: Sequence[Field]) -> None:
        super().__init__()
        row = w.hbox(parent=self, spacing=10)
        label = w.text_label(_("Size"), "text", 13)
        label.setFixedWidth(LABELS)
        row.addWidget(label)
        self.counts: dict[str, CountBox] = {}
        for field in fields:
            if self.counts:
                row.addWidget(w.text_label("×", "second", 13))
            count = CountBox(low=field.minimum, high=field.maximum, name=field.label)
            count.setFixedSize(98, 30)
            w.set_tooltip(count, field.label)
            count.changed.connect(lambda value, key=field.key: self.edited.emit(key, value))
            row.addWidget(count)
            self.counts[field.key] = count
        self.spaces = w.Elided("", "second", 13)
        row.addWidget(self.spaces, 1)

    def show_fields(self, fields: Sequence[Field], outline: str) -> None:
        """Show the current values; `outline` is the mask of the board, if there is one."""
        for field in fields:
            self.counts[field.key].set_range(field.minimum, field.maximum)
            self.counts[field.key].set_value(int(field.value))
        count = outline.count(".") if outline else prod(int(field.value) for field in fields)
        self.show_count(count)

    def show_count(self, count: int) -> None:
        self.spaces.set_text(plural("{n} space", "{n} spaces", count).format(n=count))


Part = TypeVar("Part", bound=QWidget)


class ChoiceForm(QWidget):
    """All options. `edited` carries key and value. Rows whose option is still there stay and keep the focus."""

    edited = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self._column = w.vbox(1, parent=self, spacing=8, margins=(0, 0, 8, 0))
        self._parts: dict[object, QWidget] = {}
        self.rows: dict[str, ChoiceRow] = {}
        self.size_row: SizeRow | None = None
        self.compass: Compass | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def clear(self) -> None:
        self._set_parts({})
        self.rows, self.size_row, self.compass = {}, None, None

    def show_choices(
        self, sections: Sequence[Section], recipe: Mapping[str, Value], usual: Mapping[str, Value]
    ) -> None:
        """Show the choices of a recipe; `usual` is the recipe of the published game."""
        wanted: dict[object, QWidget] = {}
        self.rows, self.size_row, self.compass = {}, None, None
        for number, section in enumerate(sections):
            if number:
                wanted["line", section.title] = self._reuse_part(("line", section.title), w.Separator)
            size = [field for field in section.fields if field.key in SIZE_KEYS]
            if len(size) == len(SIZE_KEYS):
                self.size_row = wanted["size"] = self._reuse_part("size", partial(SizeRow, size))
                self.size_row.show_fields(size, next((other.compass for other in sections if other.compass), ""))
            if section.compass:
                key = ("compass", section.title)
                wanted[key] = around = self._reuse_part(key, partial(_CompassRow, section))
                around.compass.show_fields(section.fields, section.compass)
                self.compass = around.compass
                continue
            for field in section.fields:
                if len(size) == len(SIZE_KEYS) and field.key in SIZE_KEYS:
                    continue
                shape = (field.key, field.kind, field.choices, bool(field.masks))
                part = self._reuse_part(shape, partial(ChoiceRow, field, usual.get(field.key, field.value)))
                part.show_field(field, recipe)
                wanted[shape] = self.rows[field.key] = part
        self._set_parts(wanted)

    def _reuse_part(self, key: object, make: Callable[[], Part]) -> Part:
        """Return the part with this key, made now if there is none yet."""
        if key not in self._parts:
            part = self._parts[key] = make()
            if isinstance(part, SizeRow | ChoiceRow | _CompassRow):
                part.edited.connect(self.edited)
        return cast("Part", self._parts[key])

    def _set_parts(self, wanted: dict[object, QWidget]) -> None:
        """Show these parts in this order and delete all others."""
        w.remove_widgets(self._column, [self._parts.pop(key) for key in set(self._parts) - set(wanted)])
        for place, part in enumerate(wanted.values()):
            if self._column.indexOf(part) != place:
                self._column.insertWidget(place, part)


class _CompassRow(QWidget):
    """A compass with its title and note on the left. `edited` carries key and value."""

    edited = Signal(str, object)

    def __init__(self, section: Section) -> None:
        super().__init__()
        row = w.hbox(parent=self, spacing=10)
        caption = w.vbox(1, spacing=1)
        for text, role, px in ((section.title, "text", 13), (section.note, "second", 12)):
            label = w.text_label(text, role, px, wrap=True)
            label.setFixedWidth(LABELS)
            caption.addWidget(label)
        caption.addStretch(1)
        row.addLayout(caption)
        self.compass = Compass(section.fields)
        self.compass.chosen.connect(self.edited)
        row.addWidget(self.compass, 1)
