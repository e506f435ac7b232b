"""The choices of a game as rows: words on the left, the right control for each kind of choice on the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QSlider, QVBoxLayout, QWidget

from studio.core.form import Field, Section
from studio.core.game import Value
from studio.core.text import _, plural
from studio.gui.start.making.masks import Compass, MaskCanvas, MaskCards
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import CENTRE, Elided, Separator, ToggleSwitch, paint_words, set_tip, text_label
from studio.gui.widgets.inputs import Choice, CountBox, Segmented

LABELS = 92
"""How wide the column of words is."""
ROOM = 40
"""Letters that choices side by side may have together; more get a drop-down."""
SIZE = ("columns", "rows")


class Share(QWidget):
    """A part of a hundred: a slider with a tick where the box has it, and the number."""

    changed = Signal(int)

    def __init__(self, least: int, most: int, usual: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._usual = usual
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        self.slider = _Slider(Qt.Orientation.Horizontal)
        self.slider.setRange(least, most)
        self.count = CountBox(low=least, high=most)
        self.count.setFixedWidth(92)
        row.addWidget(self.slider, 1)
        row.addWidget(self.count)
        row.addWidget(text_label("%", "second", 13))
        self.setFixedHeight(50)
        self.slider.valueChanged.connect(self._slid)
        self.count.changed.connect(self.changed)

    def _slid(self, value: int) -> None:
        if value != self.count.value():
            self.count.set_value(value)
            self.changed.emit(value)

    def show_value(self, value: int) -> None:
        """Show a number without a signal."""
        self.count.set_value(value)
        self.slider.setValue(value)

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self.slider.setAccessibleName(name)
        self.count.setAccessibleName(name)

    def paintEvent(self, _event: QPaintEvent) -> None:
        least, most = self.slider.minimum(), self.slider.maximum()
        if not least <= self._usual <= most or least == most:
            return
        theme = current_theme()
        groove = self.slider.geometry()
        x = groove.left() + 8 + (groove.width() - 16) * (self._usual - least) / (most - least)
        with QPainter(self) as painter:
            painter.setPen(QPen(theme.color("second"), 1.4))
            y = groove.center().y() + 9.0
            painter.drawLine(QPointF(x, y), QPointF(x, y + 4))
            words = _("box {number}").format(number=self._usual)
            paint_words(painter, QRectF(x - 40, y + 3, 80, 15), words, theme.color("second"), 12, align=CENTRE)


class _Slider(QSlider):
    """A slider past which the wheel scrolls."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class ChoiceRow(QWidget):
    """One choice. `edited` carries key and value when a person has chosen."""

    edited = Signal(str, object)

    def __init__(self, field: Field, usual: Value, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self._showing = False
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        self.label = text_label(field.label, "text", 13, wrap=True)
        self.label.setFixedWidth(LABELS)
        self.control = self._control(field, usual)
        self.control.setAccessibleName(field.label)
        self.label.setBuddy(self.control)
        tall = field.kind == "mask" or bool(field.masks)
        row.addWidget(self.label, 0, Qt.AlignmentFlag.AlignTop if tall else Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.control, 0 if field.kind == "int" else 1)
        if field.kind == "int":
            row.addStretch(1)

    def _control(self, field: Field, usual: Value) -> QWidget:
        if field.kind == "int":
            count = CountBox(low=field.least, high=field.most)
            count.setFixedSize(112, 30)
            count.changed.connect(self._say)
            return count
        if field.kind == "share":
            share = Share(field.least, field.most, int(usual))
            share.changed.connect(self._say)
            return share
        if field.kind == "flag":
            switch = ToggleSwitch()
            switch.toggled.connect(self._say)
            return switch
        if field.kind == "mask":
            canvas = MaskCanvas()
            canvas.changed.connect(self._say)
            return canvas
        if field.masks:
            cards = MaskCards(field)
            cards.chosen.connect(self._say)
            return cards
        if field.kind == "choice" and sum(len(words) + 2 for _value, words in field.choices) <= ROOM:
            segments = Segmented(field.choices)
            segments.chosen.connect(self._say)
            return segments
        if field.kind == "choice":
            choice = Choice(field.choices)
            choice.chosen.connect(self._say)
            return choice
        line = QLineEdit()
        line.textEdited.connect(self._say)
        return line

    def show_field(self, field: Field, recipe: Mapping[str, Value]) -> None:
        """Show what is chosen, without saying that a person did it."""
        self.field, self._showing = field, True
        control, value, reasons = self.control, field.value, dict(field.off)
        set_tip(self.label, field.tip)
        if isinstance(control, ToggleSwitch):
            set_tip(control, field.tip or field.label)
        if isinstance(control, CountBox):
            control.set_range(field.least, field.most)
            control.set_value(int(value))
        elif isinstance(control, Share):
            control.show_value(int(value))
        elif isinstance(control, ToggleSwitch):
            control.setChecked(bool(value))
        elif isinstance(control, MaskCanvas):
            control.show_mask(str(value), int(recipe["columns"]), int(recipe["rows"]))
        elif isinstance(control, MaskCards):
            control.show_field(field)
        elif isinstance(control, Segmented):
            control.set_current(str(value))
            for key, _words in field.choices:
                control.button(key).setEnabled(key not in reasons)
                set_tip(control.button(key), reasons.get(key, ""))
        elif isinstance(control, Choice):
            control.set_current(str(value))
            _forbid(control, reasons)
        elif isinstance(control, QLineEdit) and control.text() != value:
            control.setText(str(value))
        self._showing = False

    def _say(self, value: object) -> None:
        if not self._showing:
            self.edited.emit(self.field.key, value)


def _forbid(choice: Choice, reasons: Mapping[str, str]) -> None:
    """Let a drop-down offer some of its choices greyed, with the reason as their tip."""
    model = choice.model()
    assert isinstance(model, QStandardItemModel)
    for place in range(choice.count()):
        reason = reasons.get(str(choice.itemData(place)), "")
        model.item(place).setEnabled(not reason)
        set_tip(model.item(place), reason)


class SizeRow(QWidget):
    """Columns and rows, side by side."""

    edited = Signal(str, object)

    def __init__(self, fields: Sequence[Field], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        label = text_label(_("Size"), "text", 13)
        label.setFixedWidth(LABELS)
        row.addWidget(label)
        self.counts: dict[str, CountBox] = {}
        for field in fields:
            if self.counts:
                row.addWidget(text_label("×", "second", 13))
            count = CountBox(low=field.least, high=field.most)
            count.setFixedSize(98, 30)
            count.setAccessibleName(field.label)
            set_tip(count, field.label)
            count.changed.connect(lambda value, key=field.key: self.edited.emit(key, value))
            row.addWidget(count)
            self.counts[field.key] = count
        self.spaces = Elided("", "second", 13)
        row.addWidget(self.spaces, 1)

    def show_fields(self, fields: Sequence[Field], outline: str) -> None:
        """Show what is chosen; `outline` is the mask of the board, where there is one."""
        for field in fields:
            self.counts[field.key].set_range(field.least, field.most)
            self.counts[field.key].set_value(int(field.value))
        count = outline.count(".") if outline else prod(int(field.value) for field in fields)
        self.spaces.set_text(plural("{n} space", "{n} spaces", count).format(n=count))


class ChoiceForm(QWidget):
    """All choices. `edited` carries key and value. Rows that go on having their choice stay, and keep the keyboard."""

    edited = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.setSpacing(8)
        self._column.addStretch(1)
        self._parts: dict[object, QWidget] = {}
        self.rows: dict[str, ChoiceRow] = {}
        self.size_row: SizeRow | None = None
        self.compass: Compass | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def clear(self) -> None:
        """Forget everything: another game has other choices."""
        self._keep({})
        self.rows, self.size_row, self.compass = {}, None, None

    def show_choices(
        self, sections: Sequence[Section], recipe: Mapping[str, Value], usual: Mapping[str, Value]
    ) -> None:
        """Show the choices of a recipe; `usual` is that of the box."""
        wanted: dict[object, QWidget] = {}
        self.rows, self.size_row, self.compass = {}, None, None
        for number, section in enumerate(sections):
            if number:
                wanted["line", section.title] = self._part(("line", section.title), Separator)
            size = [field for field in section.fields if field.key in SIZE]
            if len(size) == len(SIZE):
                wanted["size"] = part = self._part("size", lambda fields=size: self._linked(SizeRow(fields)))
                assert isinstance(part, SizeRow)
                part.show_fields(size, next((other.compass for other in sections if other.compass), ""))
                self.size_row = part
            if section.compass:
                key = ("compass", section.title)
                wanted[key] = around = self._part(key, lambda section=section: _Around(section, self))
                assert isinstance(around, _Around)
                around.compass.show_fields(section.fields, section.compass)
                self.compass = around.compass
                continue
            for field in section.fields:
                if len(size) == len(SIZE) and field.key in SIZE:
                    continue
                shape = (field.key, field.kind, field.choices, bool(field.masks))
                part = self._part(
                    shape, lambda field=field: self._linked(ChoiceRow(field, usual.get(field.key, field.value)))
                )
                assert isinstance(part, ChoiceRow)
                part.show_field(field, recipe)
                wanted[shape] = self.rows[field.key] = part
        self._keep(wanted)

    def _linked(self, part: SizeRow | ChoiceRow) -> SizeRow | ChoiceRow:
        part.edited.connect(self.edited)
        return part

    def _part(self, key: object, made: object) -> QWidget:
        found = self._parts.get(key)
        if found is None:
            assert callable(made)
            found = self._parts[key] = made()
        return found

    def _keep(self, wanted: dict[object, QWidget]) -> None:
        """Show these parts in this order, and let all others go."""
        for key in [key for key in self._parts if key not in wanted]:
            part = self._parts.pop(key)
            self._column.removeWidget(part)
            part.hide()
            part.deleteLater()
        for place, part in enumerate(wanted.values()):
            if self._column.indexOf(part) != place:
                self._column.insertWidget(place, part)


class _Around(QWidget):
    """A compass with its title and note on the left."""

    def __init__(self, section: Section, form: ChoiceForm) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addStretch(1)
        for text, role, px in ((section.title, "text", 13), (section.note, "second", 12)):
            label = text_label(text, role, px, wrap=True)
            label.setFixedWidth(LABELS)
            words.addWidget(label)
        words.addStretch(1)
        row.addLayout(words)
        self.compass = Compass(section.fields)
        self.compass.chosen.connect(form.edited)
        row.addWidget(self.compass, 1)
