"""Panels that collapse to buttons at the edges of a narrow page."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QSplitter, QSplitterHandle, QVBoxLayout, QWidget

from studio.gui.settings import settings
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import MEDIUM, current_theme, text_font
from studio.gui.widgets.cards import PaintedButton, hbox, paint_box, vbox
from studio.gui.widgets.text import painter_on, set_style_property, set_tooltip

RAIL = 30  # pixels that a row of folded panels takes
MIN_RAIL_BUTTON = 84  # pixels of height that a folded panel's button keeps where a few of them share a low window
DEFAULT_PANEL_WIDTH = 320  # a panel that has been opened takes no more room than this, unless it needs it
MIN_HOST_WIDTH = 400  # no place is made narrower than this, whatever is folded
GRIP_LENGTH, GRIP_THICKNESS = 36, 3  # pixels of the grip in a splitter's handle
PAD = 6  # pixels round a panel that lies over something


class GripHandle(QSplitterHandle):
    """A handle with a visible grip."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        with painter_on(self) as painter:
            middle, half = QRectF(self.rect()).center(), QPointF(GRIP_LENGTH, GRIP_THICKNESS) / 2
            if self.orientation() == Qt.Orientation.Horizontal:
                half = QPointF(half.y(), half.x())
            grip = QRectF(middle - half, middle + half)
            paint_box(painter, grip, "accent" if self.underMouse() else "border", None, radius=GRIP_THICKNESS / 2)


class GripSplitter(QSplitter):
    """A splitter whose handles have a grip and whose widgets do not collapse."""

    def __init__(self, orientation: Qt.Orientation, handle_width: int) -> None:
        super().__init__(orientation, handleWidth=handle_width, childrenCollapsible=False)

    def createHandle(self) -> QSplitterHandle:
        return GripHandle(self.orientation(), self)


class PanelSlot(QWidget):
    """Holds a panel while there is room for it; its size follows the panel."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self.panel = panel
        self._room = vbox(parent=self)
        self.restore_panel()

    def restore_panel(self) -> None:
        self._room.addWidget(self.panel)


class RailButton(PaintedButton):
    """Opens and closes a collapsed panel; its text is vertical."""

    def __init__(self, words: str, icon: str) -> None:
        super().__init__(words, checkable=True)
        self.icon_name = icon
        set_tooltip(self, words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Maximum)

    def sizeHint(self) -> QSize:
        return QSize(RAIL - 2, QFontMetrics(text_font(13, MEDIUM)).horizontalAdvance(self.text()) + 50)

    def minimumSizeHint(self) -> QSize:
        return QSize(RAIL - 2, min(MIN_RAIL_BUTTON, self.sizeHint().height()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with painter_on(self) as painter:
            box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            ground = "tint" if self.isChecked() else "hover" if self.underMouse() else "panel"
            paint_box(painter, box, ground, "accent" if self.isChecked() or self.hasFocus() else "line")
            ink = theme.color("accent" if self.isChecked() else "text")
            pixmap = icon_pixmap(self.icon_name, ink, 17, self.devicePixelRatioF())
            painter.drawPixmap(round((self.width() - 17) / 2), 10, pixmap)
            painter.setPen(theme.color("text"))
            painter.setFont(text_font(13, MEDIUM))
            painter.translate(self.width(), 34)
            painter.rotate(90)
            room = QRectF(0, 0, self.height() - 40, self.width())
            text = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.height() - 40)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


class Drawer(QFrame):
    """Holds the open collapsed panel. Escape closes it."""

    close_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._room = QVBoxLayout(self)
        self.hide()

    def set_panel(self, panel: QWidget, is_over: bool) -> None:
        set_style_property(self, "isOverlay", is_over)
        self._room.setContentsMargins(*((PAD,) * 4 if is_over else (0, 0, 0, 0)))
        self._room.addWidget(panel)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_requested.emit()
        else:
            super().keyPressEvent(event)


class CollapsiblePanel(NamedTuple):
    """A panel with its slot, its button and its side."""

    slot: PanelSlot
    button: RailButton
    is_right: bool


class CollapsibleHost(QWidget):
    """A widget with panels in `PanelSlot`s, which collapse to buttons at its edges when it is narrower than `least` px.

    One collapsed panel may be open at a time, next to the rest if there is room, else over it. Its key is stored under
    `name`; `first` is the default ("" for none).
    """

    expanded = Signal()

    def __init__(self, name: str, content: QWidget, least: int, first: str = "", gap: int = 10) -> None:
        super().__init__()
        self.content, self.min_width = content, least
        self._settings_key, self._first = f"{name}_folded", first
        self._panels: dict[str, CollapsiblePanel] = {}
        self._gap = gap
        self.is_narrow, self._is_shown = False, True
        self._is_chosen = False  # the open panel, or none, was chosen; it stays at other widths
        self.collapsed_keys: frozenset[str] = frozenset()
        self.open_key = ""
        self._row = hbox(parent=self, spacing=gap)
        self._rails = (QWidget(), QWidget())
        self._row.addWidget(self._rails[0])
        self._row.addWidget(content, 1)
        self._row.addWidget(self._rails[1])
        for rail in self._rails:
            vbox(1, parent=rail, spacing=6)
            rail.hide()
        self.drawer = Drawer(self)
        self.drawer.close_requested.connect(self._close)

    def add(self, key: str, slot: PanelSlot, words: str, icon: str, at_right: bool) -> None:
        """Make a panel collapsible; `key` names it in the settings, `words` is the text of its button."""
        button = RailButton(words, icon)
        column = self._rails[at_right].layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(column.count() - 1, button)
        button.clicked.connect(lambda checked: self._pressed(key if checked else ""))
        self._panels[key] = CollapsiblePanel(slot, button, at_right)

    def _pressed(self, key: str) -> None:
        settings().set_value(self._settings_key, key)
        self._is_chosen = True
        self.open(key)

    def _close(self) -> None:
        self._is_chosen = True
        self.open("")

    def reveal(self, key: str) -> None:
        if (self.is_narrow or key in self.collapsed_keys) and self._is_shown:
            self._is_chosen = True
            self.open(key)

    def show_panels(self, shown: bool) -> None:
        if shown != self._is_shown:
            self._is_shown = shown
            self._arrange()

    def set_collapsed_keys(self, keys: frozenset[str]) -> None:
        if keys != self.collapsed_keys:
            self.collapsed_keys = keys
            self._arrange()

    def open(self, key: str) -> None:
        """Open a collapsed panel, or none ("")."""
        for other, fold in self._panels.items():
            fold.button.setChecked(other == key)
        if key != self.open_key:
            if self.open_key:
                self._panels[self.open_key].slot.restore_panel()
            self.open_key = key
        self._place()

    def minimumSizeHint(self) -> QSize:
        return QSize(MIN_HOST_WIDTH, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if (self.width() < self.min_width) != self.is_narrow:
            self.is_narrow = not self.is_narrow
            self._arrange()
        elif self.is_narrow and not self._is_chosen and event.oldSize().width() != self.width():
            self._arrange()
        elif self.open_key:
            self._place()

    def _arrange(self) -> None:
        """Collapse all panels, or show each in its place."""
        folded = (set(self._panels) if self.is_narrow else self.collapsed_keys) if self._is_shown else set()
        for key, fold in self._panels.items():
            fold.slot.setVisible(self._is_shown and key not in folded)
            fold.button.setVisible(key in folded)
        for at_right, rail in enumerate(self._rails):
            rail.setVisible(any(self._panels[key].is_right == bool(at_right) for key in folded))
        saved = str(settings().value(self._settings_key, self._first))
        wanted = saved if saved in folded and not self._is_overlay(saved) else ""
        self._is_chosen = False
        self.open(wanted)
        if not folded:
            self.expanded.emit()

    def _panel_width(self, fold: CollapsiblePanel) -> int:
        panel = fold.slot.panel
        least = max(panel.minimumWidth(), panel.minimumSizeHint().width())
        return min(max(least, min(panel.sizeHint().width(), DEFAULT_PANEL_WIDTH)), panel.maximumWidth())

    def _available_width(self) -> int:
        return self.width() - self._gap * 2 - RAIL * sum(not rail.isHidden() for rail in self._rails)

    def _is_overlay(self, key: str) -> bool:
        """Whether an open panel covers the content because both do not fit side by side."""
        return (
            self._available_width() - self._panel_width(self._panels[key]) - self._gap
            < self.content.minimumSizeHint().width()
        )

    def _place(self) -> None:
        """Place the open panel next to the content or over it."""
        self._row.removeWidget(self.drawer)
        if not self.open_key:
            self.drawer.hide()
            return
        fold = self._panels[self.open_key]
        panel, wide, is_over = fold.slot.panel, self._panel_width(fold), self._is_overlay(self.open_key)
        self.drawer.set_panel(panel, is_over)
        panel.show()
        self.drawer.show()
        if not is_over:
            self.drawer.setFixedWidth(wide)
            self._row.insertWidget(2 if fold.is_right else 1, self.drawer)
            return
        wide = max(min(wide + 2 * PAD, self._available_width()), RAIL)
        self.drawer.setFixedWidth(wide)
        edge = RAIL + self._gap // 2
        left = self.width() - edge - wide if fold.is_right else edge
        self.drawer.setGeometry(QRect(left, 0, wide, self.height()))
        self.drawer.raise_()
