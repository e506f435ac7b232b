"""Buttons, tool buttons, switches and menus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt, SignalInstance
from PySide6.QtGui import (
    QAction,
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QLinearGradient,
    QPainter,
    QPaintEvent,
    QPen,
    QRegion,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget
from shiboken6 import isValid

from studio.gui.style.icons import icon, icon_pixmap
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme, mix_colors, text_font
from studio.gui.widgets.text import (
    keycap_width,
    paint_keycap,
    painter_on,
    set_style_property,
    set_tooltip,
    show_tooltip,
    wrapped_height,
)

Slot = Callable[..., object] | SignalInstance


class PlainButton(QPushButton):
    """An outlined button with icon, text and key cap; a click calls `act`. `small` is 28 px high instead of 36."""

    filled = False

    def __init__(
        self,
        text: str = "",
        icon: str = "",
        key: str = "",
        small: bool = False,
        parent: QWidget | None = None,
        *,
        tip: str = "",
        act: Slot | None = None,
    ) -> None:
        super().__init__(text, parent)
        self.icon_name = icon
        self.key = key
        self.small = small
        self.role = "text"  # the colour of icon and words: "error" for what throws something away
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(text)
        set_tooltip(self, tip)
        if act is not None:
            self.clicked.connect(act)
        if not text:
            self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_text(self, text: str, icon: str | None = None, key: str | None = None) -> None:
        """Set the text, and perhaps icon and key. Without text the accessible name stays."""
        self.setText(text)
        self.setAccessibleName(text or self.accessibleName())
        self.icon_name = self.icon_name if icon is None else icon
        self.key = self.key if key is None else key
        self.updateGeometry()
        self.update()

    def _face(self) -> QFontMetricsF:
        return QFontMetricsF(text_font(13 if self.small else 14, SEMIBOLD if self.filled else MEDIUM))

    def sizeHint(self) -> QSize:
        text, pad = self.text(), 10 if self.small else 14
        width = 2.0 * pad + (self._face().horizontalAdvance(text) if text else 0)
        if self.icon_name:
            width += 20 + (8 if text else -2)
        if self.key:
            width += keycap_width(self.key) + 10
        return QSize(round(width), current_theme().target_size(28 if self.small else 36))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with painter_on(self) as painter:
            ink = self._paint_ground(painter)
            text = self.text()
            advance = self._face().horizontalAdvance(text)
            inner = self.sizeHint().width() - 2 * (10 if self.small else 14)
            x = max(self.width() - inner, 8) / 2
            is_wide = not text or self.width() >= inner + 8
            if not is_wide:  # of icon and words in too little room the words say more
                x = max(self.width() - advance, 8) / 2
            if self.icon_name and is_wide:
                px = 18 if self.small else 20
                pixmap = icon_pixmap(self.icon_name, ink, px, self.devicePixelRatioF())
                painter.drawPixmap(round(x), round((self.height() - px) / 2), pixmap)
                x += 28
            painter.setPen(ink)
            painter.setFont(text_font(13 if self.small else 14, SEMIBOLD if self.filled else MEDIUM))
            room = QRectF(x, 0, min(advance + 2, self.width() - x - 4), self.height())
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, round(room.width()) + 1)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
            if self.key:
                wide = keycap_width(self.key)
                plate = QRectF(x + advance + 10, self.height() / 2 - 10, wide, 20)
                paint_keycap(painter, plate, self.key, self.filled and self.isEnabled(), self.isEnabled())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and not self.toolTip():
            has_room = 0 < self._face().horizontalAdvance(self.text()) <= self.width() - 10
            show_tooltip(event.globalPos(), "" if has_room else self.text() or self.accessibleName(), self)
            return True
        return super().event(event)

    def _paint_ground(self, painter: QPainter) -> QColor:
        pressed = self.isDown() or self.isChecked()
        rect = QRectF(self.rect())
        ink = paint_button(painter, rect, self.filled, pressed, self.underMouse(), self.isEnabled(), self.isChecked())
        if self.isEnabled() and not self.filled and self.role != "text":
            ink = current_theme().color(self.role)
        if self.hasFocus():
            rect = rect.adjusted(0.5, 0.5, -0.5, -0.5)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(current_theme().color("on_accent" if self.filled else "accent"), 1.6))
            painter.drawRoundedRect(rect.adjusted(2, 2, -2, -2) if self.filled else rect, 6, 6)
        return ink


def paint_button(
    painter: QPainter,
    box: QRectF,
    filled: bool = False,
    pressed: bool = False,
    pointed: bool = False,
    enabled: bool = True,
    checked: bool = False,
) -> QColor:
    """Paint a button without its text, for widgets and rows of lists. Returns the text colour."""
    theme = current_theme()
    rect = box.adjusted(0.5, 0.5, -0.5, -0.5)
    ink = theme.color("text")
    if not enabled:
        painter.setBrush(theme.color("inset"))
        painter.setPen(QPen(theme.color("line"), 1))
        ink = theme.color("off")
    elif filled:
        accent, light = theme.color("accent"), QColor("#FFFFFF")
        top = mix_colors(accent, light, 0.14 if not pressed else 0.0)
        if pointed and not pressed:
            top = mix_colors(accent, light, 0.24)
        fade = QLinearGradient(rect.topLeft(), rect.bottomLeft())
        fade.setColorAt(0, top)
        fade.setColorAt(1, accent)
        painter.setBrush(fade)
        painter.setPen(QPen(mix_colors(accent, QColor("#0B1A1E"), 0.18), 1))
        ink = theme.color("on_accent")
    else:
        ground = "tint" if pressed else ("hover" if pointed else "panel")
        painter.setBrush(theme.color(ground))
        painter.setPen(QPen(theme.color("accent" if checked else "border"), 1))
    painter.drawRoundedRect(rect, 7, 7)
    return ink


def press_focused(room: QWidget, event: QKeyEvent) -> bool:
    """Press the focused button on Enter, as Qt does in dialogs; return whether a button has the focus."""
    button = room.focusWidget()
    if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or not isinstance(button, QAbstractButton):
        return False
    if not event.isAutoRepeat():
        button.click()
    return True


class PrimaryButton(PlainButton):
    """A filled button for the default choice."""

    filled = True


class ToolButton(QToolButton):
    """A square button with an icon, 32 px; a click calls `act`. The tooltip of its action includes the shortcut."""

    def __init__(
        self,
        icon: str,
        tip: str = "",
        action: QAction | None = None,
        px: int = 32,
        icon_px: int = 20,
        *,
        act: Slot | None = None,
    ) -> None:
        super().__init__()
        self.icon_name = icon
        self._icon_px = icon_px
        self._px = px
        self._fit()
        self.setIconSize(QSize(icon_px, icon_px))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if action is not None:
            self.setDefaultAction(action)
            action.changed.connect(self._sync_action)
            self._sync_action()
        elif tip:
            set_tooltip(self, tip)
            self.setAccessibleName(tip)
        if act is not None:
            self.clicked.connect(act)
        self._tint()

    def _fit(self) -> None:
        side = current_theme().target_size(self._px)
        self.setFixedSize(side, side)

    def set_icon_name(self, name: str) -> None:
        self.icon_name = name
        self._tint()

    def _sync_action(self) -> None:
        action = self.defaultAction()
        if action is None:
            return
        text = action.toolTip() or action.text().replace("&", "")
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        set_tooltip(self, f"{text} ({keys})" if keys and not text.endswith(f"({keys})") else text)
        self.setAccessibleName(text)
        self.setAccessibleDescription(keys)  # else Qt reads the tooltip, which repeats the name
        self._tint()  # Qt has just put the action's own icon there

    def _tint(self) -> None:
        self.setIcon(icon(self.icon_name, current_theme(), px=self._icon_px))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._tint()
            if self.minimumSize() == self.maximumSize():  # else another fixed size was set
                self._fit()


SWITCH_LABEL_X = 44  # where the words of a switch begin


class ToggleSwitch(QAbstractButton):
    """A switch with a text next to it, which wraps if there is too little room."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setText(text)
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        across = QSizePolicy.Policy.Preferred if text else QSizePolicy.Policy.Minimum
        policy = QSizePolicy(across, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(bool(text))
        self.setSizePolicy(policy)
        self._is_mixed = False

    def set_mixed(self, is_mixed: bool) -> None:
        """Show that some of the selected objects are on and some off; a click turns all on."""
        if is_mixed != self._is_mixed:
            self._is_mixed = is_mixed
            self.update()
        if is_mixed:
            self.setChecked(False)

    def sizeHint(self) -> QSize:
        width = QFontMetricsF(text_font(14)).horizontalAdvance(self.text())
        return QSize(round(36 + (10 + width + 2 if self.text() else 0)), current_theme().target_size(26))

    def minimumSizeHint(self) -> QSize:
        usual = self.sizeHint()
        if not self.sizePolicy().hasHeightForWidth():
            return usual
        longest = max(map(QFontMetricsF(text_font(14)).horizontalAdvance, self.text().split()), default=0.0)
        return QSize(round(SWITCH_LABEL_X + longest + 2), usual.height())

    def hasHeightForWidth(self) -> bool:
        return self.sizePolicy().hasHeightForWidth()

    def heightForWidth(self, width: int) -> int:
        return max(current_theme().target_size(26), round(wrapped_height(self.text(), width - SWITCH_LABEL_X, 14)) + 6)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with painter_on(self) as painter:
            track = QRectF(1.5, self.height() / 2 - 9, 33, 18)
            on = self.isChecked()
            ground = theme.color("accent" if on else "inset") if self.isEnabled() else theme.color("inset")
            edge = theme.color("accent" if on or self.hasFocus() else "border")
            painter.setBrush(ground)
            painter.setPen(QPen(edge if self.isEnabled() else theme.color("line"), 1.8 if self.hasFocus() else 1))
            painter.drawRoundedRect(track, 9, 9)
            knob = theme.color("on_accent" if on and self.isEnabled() else "border")
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(knob)
            left = track.center().x() - 6.5 if self._is_mixed and not on else track.left() + 2.5
            painter.drawEllipse(QRectF(track.right() - 15.5 if on else left, track.top() + 2.5, 13, 13))
            painter.setPen(theme.color("text" if self.isEnabled() else "off"))
            painter.setFont(text_font(14))
            room = QRectF(SWITCH_LABEL_X, 0, self.width() - SWITCH_LABEL_X, self.height())
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            painter.drawText(room, flags | Qt.TextFlag.TextWordWrap, self.text())


# Popups receive all keys while they are open.
#
# Single-key shortcuts of the page are looked up before a popup sees the key: E in an open menu would choose the eraser.

ENTRY_PADDING, SEPARATOR_HEIGHT, MENU_PADDING = 14, 11, 14
"""Pixels of a line of a menu above and below its words, of a line drawn between, and of all that is round them."""


class Menu(QMenu):
    """A menu that receives all keys while it is open. Its lines move closer if it is higher than the screen."""

    def __init__(self, *names: Any) -> None:  # whatever QMenu takes
        super().__init__(*names)
        self.aboutToShow.connect(self.fit)

    def fit(self) -> None:
        """Use dense lines if the menu is higher than the screen; Qt would add a second column."""
        drawn = [action.isSeparator() for action in self.actions() if action.isVisible()]
        line = self.fontMetrics().height() + ENTRY_PADDING
        high = MENU_PADDING + sum(SEPARATOR_HEIGHT if between else line for between in drawn)
        set_style_property(self, "dense", high > self.screen().availableGeometry().height())

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return done

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return the focus to the page after Escape, too; Qt would leave it in the menu bar."""
        super().keyPressEvent(event)
        bar = QApplication.focusWidget()
        is_closed = event.key() == Qt.Key.Key_Escape and QApplication.activePopupWidget() is None
        if is_closed and bar is not None and bar.inherits("QMenuBar"):
            QApplication.sendEvent(bar, QKeyEvent(event.type(), event.key(), event.modifiers()))


class PopupKeyFilter(QObject):
    """Keeps the keys of an open combo box list from the shortcuts of the page."""

    def __init__(self, popup: QObject) -> None:
        super().__init__(popup)
        popup.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        return False


# A ring around the focused widget, shown while the keyboard is used.

RING_WIDTH = 2


class RingOverlay(QWidget):
    """The ring, which lies over a widget and ignores the mouse."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setObjectName("ring")
        owner.installEventFilter(self)
        self._fit(owner.rect())
        self.raise_()
        self.show()

    def _fit(self, room: QRect) -> None:
        self.setGeometry(room)
        inner = self.rect().adjusted(RING_WIDTH, RING_WIDTH, -RING_WIDTH, -RING_WIDTH)
        self.setMask(QRegion(self.rect()).subtracted(QRegion(inner)))  # so that nothing below is painted for it

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self._fit(watched.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), current_theme().color("accent"))


class FocusRing(QObject):
    """Shows the ring in one window or dialog, which must be visible already."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.window = window
        self.ring: RingOverlay | None = None
        self._is_keyboard = False
        handle, app = window.windowHandle(), QApplication.instance()
        assert handle is not None and isinstance(app, QApplication)
        handle.installEventFilter(self)
        app.focusChanged.connect(self._moved)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.KeyPress:
            self._is_keyboard = True
        elif event.type() is QEvent.Type.MouseButtonPress:
            self._is_keyboard = False
            self._remove_ring()
        return False

    def show_for_keyboard(self) -> None:
        self._is_keyboard = True

    def _moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        self._remove_ring()
        if self._is_keyboard and now is not None and now is not self.window and now.window() is self.window:
            self.ring = RingOverlay(now)

    def _remove_ring(self) -> None:
        if self.ring is not None and isValid(self.ring):
            self.ring.hide()
            self.ring.deleteLater()
        self.ring = None
