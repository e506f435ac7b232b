"""Input widgets: segments, spin boxes, a search field, a combo box, the header of a table that sorts."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QLocale, QPointF, QRegularExpression, QSize, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QFocusEvent,
    QHelpEvent,
    QIntValidator,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QRegularExpressionValidator,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QComboBox,
    QFrame,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QTableView,
    QWidget,
)

from studio.core.text import _, format_number
from studio.gui.style.icons import icon
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme, text_font
from studio.gui.widgets.accessibility import Role
from studio.gui.widgets.buttons import PopupKeyFilter, ToolButton
from studio.gui.widgets.cards import clear_layout, hbox
from studio.gui.widgets.text import escape_mnemonic, set_tooltip, show_tooltip


class Segmented(QFrame):
    """A few choices side by side, one of them chosen. Options are (key, words); `chosen` carries the key.

    `rounded` gives the pill of the window's Edit | Play switch. Only what a person does is signalled.
    """

    accessible_role = Role.Grouping
    chosen = Signal(str)

    def __init__(self, options: Sequence[tuple[str, str]] = (), rounded: bool = False, *, name: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setProperty("round", "true" if rounded else "false")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._row = hbox(parent=self, spacing=0, margins=(1, 1, 1, 1))
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._buttons: dict[str, QPushButton] = {}
        self.set_options(options)

    def set_options(self, options: Sequence[tuple[str, str]]) -> None:
        """Replace the choices; the first is selected."""
        for button in self._buttons.values():
            self._group.removeButton(button)
        clear_layout(self._row)
        self._buttons = {}
        for key, text in options:
            button = QPushButton(text, self)
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setFont(text_font(13, MEDIUM))
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(lambda _checked=False, key=key: self.chosen.emit(key))
            self._group.addButton(button)
            self._row.addWidget(button, 1)
            self._buttons[key] = button
        if options:
            self._buttons[options[0][0]].setChecked(True)

    def button(self, key: str) -> QPushButton:
        return self._buttons[key]

    def current(self) -> str:
        return next((key for key, button in self._buttons.items() if button.isChecked()), "")

    def set_current(self, key: str) -> None:
        if key in self._buttons:
            self._buttons[key].setChecked(True)

    def set_mixed(self) -> None:
        """Choose nothing: what this is about differs."""
        self._group.setExclusive(False)
        for button in self._buttons.values():
            button.setChecked(False)
        self._group.setExclusive(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        keys = list(self._buttons)
        if not step or not self.current():
            super().keyPressEvent(event)
            return
        place = min(max(keys.index(self.current()) + step, 0), len(keys) - 1)
        if keys[place] != self.current() and self._buttons[keys[place]].isEnabled():
            self._buttons[keys[place]].setFocus()
            self._buttons[keys[place]].click()


class CountBox(QFrame):
    """A whole number between − and +. `changed` is emitted for the user's changes only."""

    accessible_role = Role.Grouping
    changed = Signal(int)
    pattern = "-?[0-9]{0,15}"  # what can be typed; a number beyond the limits becomes the nearest within

    def __init__(
        self, value: int = 0, low: int = 0, high: int = 999, parent: QWidget | None = None, *, name: str = ""
    ) -> None:
        super().__init__(parent)
        self._value, self._low, self._high = value, low, high
        self._is_mixed = False
        self._fit()
        self.setMinimumWidth(82)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.minus = ToolButton("minus", _("One less"), px=22, icon_px=14, act=lambda: self._step(-1))
        self.plus = ToolButton("plus", _("One more"), px=22, icon_px=14, act=lambda: self._step(1))
        for button in (self.minus, self.plus):
            button.setAutoRepeat(True)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.field = QLineEdit(self.format_value(value))
        self.field.setFont(text_font(14, SEMIBOLD))
        self.field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        letters = QRegularExpression(self.pattern)
        self.field.setValidator(QRegularExpressionValidator(letters, self.field))  # limits would swallow what is typed
        self.field.setMinimumWidth(22)
        hbox(self.minus, (self.field, 1), self.plus, parent=self, spacing=0, margins=(2, 1, 2, 1))
        self.field.editingFinished.connect(self._typed)
        self.setAccessibleName(name)
        self._show()

    def setAccessibleName(self, name: str) -> None:
        """Name the field too: it has the focus and is what a screen reader reads."""
        super().setAccessibleName(name)
        self.field.setAccessibleName(name)

    def _fit(self) -> None:
        high = current_theme().target_size(24)
        self.setFixedHeight(high + 2)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def format_value(self, value: int) -> str:
        return str(value)

    def parse_value(self, words: str) -> int:
        """Raises `ValueError` for text that is no number."""
        return int(words)

    def value(self) -> int:
        return self._value

    def set_value(self, value: int) -> None:
        self._value = min(max(value, self._low), self._high)
        self._is_mixed = False
        self._show()

    def set_mixed(self) -> None:
        """Show that the selected objects differ; a new value applies to all."""
        self._is_mixed = True
        self._show()

    def set_range(self, low: int, high: int) -> None:
        self._low, self._high = low, high
        self.set_value(self._value)

    def _show(self) -> None:
        self.field.setText("" if self._is_mixed else self.format_value(self._value))
        self.field.setPlaceholderText(_("mixed") if self._is_mixed else "")
        self.minus.setEnabled(not self._is_mixed and self._value > self._low)
        self.plus.setEnabled(not self._is_mixed and self._value < self._high)

    def _step(self, by: int) -> None:
        if not self._is_mixed:
            self._set_by_user(self._value + by)

    def _typed(self) -> None:
        try:
            self._set_by_user(self.parse_value(self.field.text()))
        except ValueError:
            self._show()

    def _set_by_user(self, value: int) -> None:
        before = None if self._is_mixed else self._value
        self.set_value(value)
        if self._value != before:
            self.changed.emit(self._value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
        if step:
            self._step(step)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.field.setFocus(event.reason())  # not by a proxy: Tab would reach the frame again

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.field.hasFocus() and event.angleDelta().y():
            self._step(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            event.ignore()


class DigitsField(QLineEdit):
    """A field for one number up to a maximum, without separators, which differ between languages."""

    def __init__(self, most: int, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        digits = QIntValidator(0, most, self)
        plain = QLocale.c()
        plain.setNumberOptions(QLocale.NumberOption.RejectGroupSeparator)
        digits.setLocale(plain)
        self.setValidator(digits)


class SearchField(QLineEdit):
    """A rounded field with a search icon; Escape clears it."""

    def __init__(self, placeholder: str = "") -> None:
        super().__init__()
        self.setPlaceholderText(placeholder)
        self.setFont(text_font(13))
        self.setAccessibleName(placeholder)
        self._lens = QAction(escape_mnemonic(placeholder), self)
        set_tooltip(self._lens, placeholder)
        self._lens.triggered.connect(lambda: self.setFocus())
        self.addAction(self._lens, QLineEdit.ActionPosition.LeadingPosition)
        self._tint()

    def _tint(self) -> None:
        self._lens.setIcon(icon("search", current_theme(), "second", px=16))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._tint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            return
        super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(118, 28)


MAX_POPUP_WIDTH = 420  # pixels that an opened drop-down takes for long words


SPARE = 6  # pixels that the words of a choice keep from its arrow


class HalfStepBox(CountBox):
    """A length in steps of 0.5 between − and +; accepts "47.5" and "47,5"."""

    pattern = r"([0-9]{1,4}([.,][0-9]?)?)?"

    def format_value(self, value: int) -> str:
        return format_number(value / 2, "g")

    def parse_value(self, words: str) -> int:
        return round(2 * float(words.replace(",", ".")))


class ComboBox(QComboBox):
    """A combo box of (key, text); `chosen` carries the key the user has chosen. The wheel scrolls past it."""

    chosen = Signal(str)

    def __init__(self, options: Sequence[tuple[str, str]] = (), *, name: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        PopupKeyFilter(self.view())
        self.set_options(options)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.activated.connect(lambda _index: self.chosen.emit(self.current()))

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self.setAccessibleDescription("")

    def setAccessibleDescription(self, text: str) -> None:
        """Begin with the name: on Linux, Qt reads the chosen entry in its place."""
        super().setAccessibleDescription(". ".join(filter(None, (self.accessibleName(), text))))

    def set_options(self, options: Sequence[tuple[str, str]]) -> None:
        self.clear()
        for key, text in options:
            self.addItem(text, key)

    def current(self) -> str:
        return str(self.currentData() or "")

    def set_current(self, key: str) -> None:
        place = self.findData(key)
        if place >= 0:
            self.setCurrentIndex(place)

    def set_mixed(self) -> None:
        """Show that the selected objects differ; a new value applies to all."""
        self.setPlaceholderText(_("mixed"))
        self.setCurrentIndex(-1)

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(SPARE, 0)

    def shown_text(self) -> str:
        """The words of the choice as far as they have room."""
        from PySide6.QtWidgets import QStyle, QStyleOptionComboBox

        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self).width()
        text = self.currentText() or self.placeholderText()
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room - SPARE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        from PySide6.QtWidgets import QStyle, QStyleOptionComboBox, QStylePainter

        painter = QStylePainter(self)
        with painter:
            option = QStyleOptionComboBox()
            self.initStyleOption(option)
            option.currentText = self.shown_text()
            painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
            painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and not self.toolTip():
            whole = self.currentText()
            show_tooltip(event.globalPos(), whole if self.shown_text() != whole else "", self)
            return True
        return super().event(event)

    def showPopup(self) -> None:
        wide = self.view().sizeHintForColumn(0) + 24
        self.view().setMinimumWidth(min(max(wide, self.width()), MAX_POPUP_WIDTH))
        super().showPopup()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()


class SortHeader(QHeaderView):
    """The header of a table of selectable rows. A click sorts, a second one in descending order, a third no more."""

    def __init__(self, table: QTableView, proxy: QSortFilterProxyModel, height: int) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self.proxy = proxy
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(40)
        self.setFixedHeight(height)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.sectionClicked.connect(self._sort_by)
        table.setHorizontalHeader(self)
        table.verticalHeader().hide()
        table.setShowGrid(False)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)

    def _sort_by(self, section: int) -> None:
        if self.proxy.sortColumn() != section:
            self.proxy.sort(section, Qt.SortOrder.AscendingOrder)
        elif self.proxy.sortOrder() is Qt.SortOrder.AscendingOrder:
            self.proxy.sort(section, Qt.SortOrder.DescendingOrder)
        else:
            self.proxy.sort(-1)
        self.viewport().update()

    def paint_arrow(self, painter: QPainter, x: float, y: float, ink: QColor) -> None:
        """Paint the arrow of the sorted column from `x` on, `y` at its middle."""
        up = -1 if self.proxy.sortOrder() is Qt.SortOrder.AscendingOrder else 1
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(ink, 1.6))
        painter.drawPolyline([QPointF(x, y - 2 * up), QPointF(x + 4, y + 2 * up), QPointF(x + 8, y - 2 * up)])
