"""The rows of a form, with a control for each kind of field, and its collapsible sections."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QPlainTextEdit, QSizePolicy, QWidget

from studio.core.form import Field, Section
from studio.core.own_picture import MAX_BYTES, picture_text
from studio.core.text import _
from studio.documents.files import read_regular
from studio.gui import widgets as w
from studio.gui.settings import settings
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, current_theme, text_font
from studio.gui.widgets.accessibility import Role
from studio.gui.widgets.inputs import ComboBox, CountBox, Segmented

MIN_NOTE_LABEL, MAX_NOTE_LABEL = 66, 118
LIVE_PREFIX = "meta."  # fields with such keys emit `edited` on every letter
MAX_SEGMENT_LETTERS = 30  # longer choices get a drop-down


class FieldRow(QWidget):
    """A field: label, control, and below it the reason why a value was rejected.

    `edited` carries key and value after a change by the user: layout properties on every letter, texts of the
    game on Enter or when focus leaves. Escape restores the stored value.
    """

    edited = Signal(str, object)

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.field = field
        self._is_updating = False
        column = w.vbox(parent=self, spacing=3)
        self.label = w.Elided(field.label, "second", 13)
        self.control = self._make_control(field)
        self._control_key = _control_key(field)
        if field.kind == "note":
            self.label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            row = w.hbox(self.label, (self.control, 1), spacing=8)
            for part in (self.label, self.control):
                row.setAlignment(part, Qt.AlignmentFlag.AlignTop)
            column.addLayout(row)
        elif field.kind in ("int", "flag", "picture"):
            column.addLayout(w.hbox((self.label, 1), self.control, spacing=8))
        else:
            if field.label and field.kind != "button":  # a button bears its label itself
                column.addWidget(self.label)
            column.addWidget(self.control)
        self.error_label = w.text_label("", "error", 12, wrap=True)
        self.error_label.hide()
        column.addWidget(self.error_label)
        self.show_field(field)

    def _make_control(self, field: Field) -> QWidget:
        if field.kind == "int":
            count = CountBox(low=field.minimum, high=field.maximum)
            count.setFixedWidth(94)
            count.changed.connect(self._emit_value)
            return count
        if field.kind == "flag":
            switch = w.ToggleSwitch()
            switch.toggled.connect(self._emit_value)
            return switch
        if field.kind == "button":
            button = w.PlainButton(field.label, small=True, act=lambda: self._emit_value(True))
            self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # takes the keyboard when the button has no more to do
            return button
        if field.kind == "choice":
            if len(field.choices) <= 5 and sum(len(text) + 2 for _key, text in field.choices) <= MAX_SEGMENT_LETTERS:
                segments = Segmented(field.choices)
                segments.chosen.connect(self._emit_value)
                return segments
            choice = ComboBox(field.choices)
            choice.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            choice.setMinimumContentsLength(8)
            choice.chosen.connect(self._emit_value)
            return choice
        if field.kind == "picture":
            picture = PictureButtons()
            picture.chosen.connect(self._emit_value)
            return picture
        if field.kind == "note":
            return w.text_label("", px=13, wrap=True)
        if field.maximum == 2:  # a text of several lines
            notes = QPlainTextEdit(tabChangesFocus=True)
            notes.setFixedHeight(74)
            notes.textChanged.connect(lambda: self._emit_value(notes.toPlainText()))
            return notes
        line = QLineEdit()
        if field.key.startswith(LIVE_PREFIX):
            line.textEdited.connect(self._emit_value)
        else:
            line.editingFinished.connect(self._emit_text)
        line.installEventFilter(self)
        return line

    def can_show(self, field: Field) -> bool:
        return self._control_key == _control_key(field)

    @property
    def tab_stops(self) -> list[QWidget]:
        tab = Qt.FocusPolicy.TabFocus
        if self.control.focusPolicy() & tab:
            return [self.control]
        return [part for part in self.control.findChildren(QWidget) if part.focusPolicy() & tab]

    def show_field(self, field: Field, keep_text: bool = False) -> None:
        """Show a field's value. `keep_text` leaves the control alone, while the user types in it."""
        self.field = field
        # other controls show it themselves
        in_label = field.is_mixed and isinstance(self.control, w.ToggleSwitch | Segmented)
        self.label.set_text(_("{label}: mixed").format(label=field.label) if in_label else field.label)
        if field.kind == "note":
            self.label.setFixedWidth(min(max(self.label.sizeHint().width(), MIN_NOTE_LABEL), MAX_NOTE_LABEL))
        w.set_tooltip(self.control, field.tip)
        self.control.setAccessibleName(field.label)
        if not keep_text:
            self.clear_error()
            self._set_value(field)

    def _set_value(self, field: Field) -> None:
        """Set the control's value without emitting `edited`."""
        self._is_updating = True
        control, value = self.control, field.value
        if isinstance(control, CountBox):
            control.set_range(field.minimum, field.maximum)
            control.set_value(int(value))
            if field.is_mixed:
                control.set_mixed()
        elif isinstance(control, w.PlainButton):
            control.set_text(field.label)
            if not field.value and control.hasFocus():
                self.setFocus()  # else it would go on to a text field, where Ctrl+Z is the field's own
            control.setEnabled(bool(field.value))
        elif isinstance(control, w.ToggleSwitch):
            control.setChecked(bool(value))
            control.set_mixed(field.is_mixed)
        elif isinstance(control, PictureButtons):
            if not value and control.remove_button.hasFocus():
                control.choose_button.setFocus()
            control.remove_button.setVisible(bool(value))
        elif isinstance(control, Segmented | ComboBox):
            control.set_mixed() if field.is_mixed else control.set_current(str(value))
        elif isinstance(control, QPlainTextEdit):
            control.setPlaceholderText(_("mixed") if field.is_mixed else "")
            if control.toPlainText() != self._text:
                control.setPlainText(self._text)
        elif isinstance(control, QLineEdit):
            control.setPlaceholderText(_("mixed") if field.is_mixed else "")
            if control.text() != self._text:
                control.setText(self._text)
                if not control.hasFocus():
                    control.setCursorPosition(0)  # a long text shows its beginning
        elif isinstance(control, QLabel):
            control.setText(self._text)
        self._is_updating = False

    @property
    def _text(self) -> str:
        """The value as text; "" if several places hold different values."""
        return "" if self.field.is_mixed else str(self.field.value)

    def show_error(self, reason: str) -> None:
        """Show why a value was rejected; typed text stays for correction, other controls are reset."""
        if not isinstance(self.control, QLineEdit):
            self._set_value(self.field)
        self.error_label.setText(reason)
        self.error_label.show()
        self._mark_invalid(True)

    def clear_error(self) -> None:
        if not self.error_label.isHidden():
            self.error_label.hide()
            self._mark_invalid(False)

    def _mark_invalid(self, is_invalid: bool) -> None:
        line = self.control.field if isinstance(self.control, CountBox) else self.control
        w.set_style_property(line, "wrong", "true" if is_invalid else "false")

    def _emit_value(self, value: object) -> None:
        if not self._is_updating:
            self.edited.emit(self.field.key, value)

    def _emit_text(self) -> None:
        assert isinstance(self.control, QLineEdit)
        if self.control.text() != self._text:
            self._emit_value(self.control.text())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self.show_field(self.field)
                return True
        return super().eventFilter(watched, event)


class PictureButtons(QWidget):
    """Choose a person's own picture from a file, or remove it."""

    accessible_role = Role.Grouping
    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        choose = self.choose_button = w.PlainButton(_("Own picture…"), small=True)
        self.remove_button = w.PlainButton(_("Remove picture"), small=True, act=lambda: self.chosen.emit(""))
        choose.clicked.connect(self._ask)
        w.hbox(choose, self.remove_button, parent=self, spacing=6)

    def _ask(self) -> None:
        folder, kinds = str(settings().value("folder")), _("Pictures (*.png *.svg)")
        name, _filter = QFileDialog.getOpenFileName(self, _("Own picture"), folder, kinds)
        if name:
            self.load(name)

    def load(self, path: str) -> None:
        """Choose the image in a file. The layout's form checks it."""
        try:
            data = read_regular(Path(path), MAX_BYTES + 1)
        except OSError:
            data = b""  # which is no image
        self.chosen.emit(picture_text(data))


def _control_key(field: Field) -> tuple[object, ...]:
    """Return the parts of a field that decide which control it needs."""
    return field.kind, field.choices, field.kind == "text" and field.maximum == 2


class SectionBox(QWidget):
    """A collapsible section of rows. Rows are made when it is first opened."""

    folded = Signal(str, bool)
    edited = Signal(str, object)

    def __init__(self, section: Section, folded: bool = False, has_header: bool = True) -> None:
        super().__init__()
        self.section = section
        self.has_no_header = not has_header
        self.rows: dict[str, FieldRow] = {}
        self.is_folded = folded
        self._focus_key = ""
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # takes the keyboard of a row that goes
        self.section_header = SectionHeader(section.title, folded)
        self.section_header.clicked.connect(lambda: self.set_folded(not self.is_folded))
        self.note = w.text_label("", "second", 12, wrap=True)
        self.content = QWidget()
        self._column = w.vbox(self.note, parent=self.content, spacing=8, margins=(0, 0, 0, 2))
        w.vbox(self.section_header, self.content, parent=self, spacing=7)
        self.content.setVisible(not folded)
        self.show_section(section)

    def show_section(self, section: Section, typing: str = "") -> None:
        """Show the values of a section; the field being typed in is left alone."""
        self.section = section
        self.section_header.set_title(section.title)
        self.section_header.setVisible(bool(section.title) and not self.has_no_header)
        self.note.setText(section.note)
        self.note.setVisible(bool(section.note))
        if self.is_folded:
            return
        fields = {field.key: field for field in section.fields}
        for field, (key, old) in zip(section.fields, list(self.rows.items()), strict=False):
            if key not in fields and field.key not in self.rows and old.can_show(field):
                self.rows[field.key] = self.rows.pop(key)  # a field whose key is the text typed into it
        for key in list(self.rows):
            if key not in fields or not self.rows[key].can_show(fields[key]):
                self._remove_row(key, key in fields)
        for place, field in enumerate(section.fields, 1):  # the note comes first
            row = self.rows.get(field.key)
            if row is None:
                row = self.rows[field.key] = FieldRow(field)
                row.edited.connect(self.edited)
            if self._column.indexOf(row) != place:
                self._column.insertWidget(place, row)
            row.show_field(field, keep_text=field.key == typing)
            if field.key == self._focus_key:
                self._focus_key = ""
                row.control.setFocus(Qt.FocusReason.OtherFocusReason)
        self.rows = {field.key: self.rows[field.key] for field in section.fields}

    def _remove_row(self, key: str, is_replaced: bool) -> None:
        """Remove a row. If it had the focus, that stays here or goes to the new row of the same field."""
        row = self.rows.pop(key)
        focus = QApplication.focusWidget()
        row.blockSignals(True)  # losing the focus must not be an edit
        if focus is not None and row.isAncestorOf(focus):
            self._focus_key = key if is_replaced else ""
            self.setFocus()
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()

    @property
    def tab_stops(self) -> list[QWidget]:
        return [self.section_header, *(stop for row in self.rows.values() for stop in row.tab_stops)]

    def set_folded(self, folded: bool) -> None:
        if folded != self.is_folded:
            self.is_folded = folded
            self.show_section(self.section)
            self.content.setVisible(not folded)
            self.section_header.set_folded(folded)
            self.folded.emit(self.section.title, folded)


class SectionHeader(QWidget):
    """The clickable title of a section, with an arrow."""

    clicked = Signal()

    def __init__(self, title: str, folded: bool) -> None:
        super().__init__()
        self.is_folded = folded
        self.setFixedHeight(24)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_title(title)

    def set_title(self, title: str) -> None:
        self.title = title
        self.setAccessibleName(title)
        self.update()

    def set_folded(self, folded: bool) -> None:
        self.is_folded = folded
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setPen(theme.color("accent" if self.hasFocus() else "text"))
            painter.setFont(text_font(13, SEMIBOLD))
            painter.drawText(self.rect().adjusted(0, 0, -20, 0), Qt.AlignmentFlag.AlignVCenter, self.title)
            arrow = icon_pixmap(
                "right" if self.is_folded else "down", theme.color("second"), 14, self.devicePixelRatioF()
            )
            painter.drawPixmap(self.width() - 16, 5, arrow)
            painter.setPen(theme.color("accent" if self.hasFocus() else "line"))
            painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
