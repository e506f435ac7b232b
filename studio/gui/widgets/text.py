"""Painted text, labels, tooltips, chips, key caps and relative times."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QPaintDevice,
    QPainter,
    QResizeEvent,
    QShowEvent,
    QStandardItem,
    Qt,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolTip, QWidget

from studio.core.text import _
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import MEDIUM, NORMAL, SEMIBOLD, current_theme, display_font, polish, text_font
from studio.gui.widgets.accessibility import Role

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTER = Qt.AlignmentFlag.AlignCenter


@contextmanager
def painter_on(target: QPaintDevice, smooth: bool = False) -> Iterator[QPainter]:
    """Paint on a widget or a picture with smooth edges; `smooth` also scales pixmaps smoothly."""
    with QPainter(target) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
        yield painter


def paint_text(
    painter: QPainter,
    rect: QRectF,
    words: str,
    ink: QColor,
    px: float = 14,
    weight: QFont.Weight = NORMAL,
    align: Qt.AlignmentFlag = LEFT,
    *,
    display: bool = False,
    italic: bool = False,
) -> None:
    """Paint one line, elided if there is too little room."""
    font = display_font(px, italic) if display else text_font(px, weight)
    font.setItalic(italic)
    painter.setFont(font)
    painter.setPen(ink)
    shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, math.ceil(rect.width()) + 1)
    whole = Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip  # what is a hair wider loses none of its letters
    painter.drawText(rect, align | whole, shown)


def wrapped_height(words: str, width: float, px: float = 14, weight: QFont.Weight = NORMAL) -> float:
    room = QRectF(0, 0, max(width, 40.0), 10_000)
    return QFontMetricsF(text_font(px, weight)).boundingRect(room, Qt.TextFlag.TextWordWrap, words).height()


def paint_wrapped(
    painter: QPainter, rect: QRectF, words: str, ink: QColor, px: float = 14, weight: QFont.Weight = NORMAL
) -> None:
    painter.setFont(text_font(px, weight))
    painter.setPen(ink)
    painter.drawText(rect, Qt.TextFlag.TextWordWrap, words)


def plain_tooltip(words: str) -> str:
    """Escape a tooltip that Qt would take for rich text, since a name may contain `<img src="…">`."""
    return Qt.convertFromPlainText(words) if Qt.mightBeRichText(words) else words


def one_line(words: str) -> str:
    """A name for a tab, a title bar or a dialog: control characters and line breaks become spaces."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in words).split())


def escape_mnemonic(words: str) -> str:
    """Text for a button, an action or a tab in which "&" is a character and marks no mnemonic."""
    return words.replace("&", "&&")


def set_tooltip(owner: QWidget | QAction | QStandardItem, words: str) -> None:
    owner.setToolTip(plain_tooltip(words))


def show_tooltip(place: QPoint, words: str, owner: QWidget) -> None:
    """Show a tooltip as plain text at a screen position; without text hide the current one."""
    QToolTip.showText(place, plain_tooltip(words), owner)


def show_rich_tooltip(place: QPoint, markup: str, owner: QWidget) -> None:
    """Show a tooltip as rich text, whose names are escaped."""
    QToolTip.showText(place, markup, owner)


def is_tooltip_shown() -> bool:
    return QToolTip.isVisible()


class Title(QLabel):
    """A label in the display font, with room above for the accents of capitals."""

    def setText(self, text: str) -> None:
        super().setText(text)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        face = QFontMetricsF(self.font())
        above = -face.tightBoundingRect(self.text()).top() - face.ascent()
        self.setContentsMargins(0, math.ceil(above) if above >= 1 else 0, 0, 0)


def title_label(text: str = "", px: int = 19, italic: bool = False, parent: QWidget | None = None) -> QLabel:
    """A label in the display font."""
    label = Title(parent)
    label.setFont(display_font(px, italic))
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    return label


def text_label(
    text: str = "", role: str = "text", px: int = 14, *, semibold: bool = False, wrap: bool = False, rich: bool = False
) -> QLabel:
    """A label in the text font; `role` is text, second, off, gold, error, warning, info, done or accent."""
    label = QLabel(text)
    label.setFont(text_font(px, SEMIBOLD if semibold else text_font().weight()))
    label.setProperty("role", role)
    label.setWordWrap(wrap)
    label.setTextFormat(Qt.TextFormat.RichText if rich else Qt.TextFormat.PlainText)
    return label


class IconLabel(QLabel):
    """An icon in a colour role of the theme, `px` pixels square. It is painted when it is shown."""

    def __init__(self, icon: str = "", role: str = "text", px: int = 16) -> None:
        super().__init__()
        self._icon, self._role, self._px = icon, role, px

    def set_icon(self, icon: str, role: str) -> None:
        self._icon, self._role = icon, role
        if icon and self.isVisible():
            self.setPixmap(icon_pixmap(icon, current_theme().color(role), self._px, self.devicePixelRatioF()))

    def sizeHint(self) -> QSize:
        return QSize(self._px, self._px)

    def showEvent(self, event: QShowEvent) -> None:
        self.set_icon(self._icon, self._role)
        super().showEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.set_icon(self._icon, self._role)


def set_style_property(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet selects by, and apply its rules again."""
    if value != widget.property(name):
        widget.setProperty(name, value)
        polish(widget)


class Elided(QLabel):
    """A label of one line, elided with a tooltip without room.

    `by_sentence` omits whole sentences instead, unless that would leave more than half of the line empty.
    A `short` text replaces the whole one where that has no room.
    """

    def __init__(self, text: str = "", role: str = "text", px: int = 14) -> None:
        super().__init__()
        self.setFont(text_font(px))
        self.setProperty("role", role)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._full = self._short = ""
        self.by_sentence = False
        self.set_text(text)

    def full_text(self) -> str:
        return self._full

    def set_role(self, role: str) -> None:
        set_style_property(self, "role", role)

    def set_text(self, text: str, short: str = "") -> None:
        self._full, self._short = text, short
        if short:
            self.setMinimumWidth(self.fontMetrics().horizontalAdvance(short) + 2)
        self.setAccessibleName(text)
        self._fit()

    def _fit(self) -> None:
        room, metrics = max(0, self.width()), self.fontMetrics()
        shown = longer = self._full
        while self.by_sentence and metrics.horizontalAdvance(shown) > room and ". " in shown:
            shown, longer = shown.rpartition(". ")[0] + ".", shown
        if 2 * metrics.horizontalAdvance(shown) < room:
            shown = longer
        if self._short and metrics.horizontalAdvance(shown) > room:
            shown = self._short
        shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, room)
        self.setText(shown)
        set_tooltip(self, self._full if shown != self._full else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(min(24, self.sizeHint().width()), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self._full) + 2, super().sizeHint().height())


class TooltipWidget(QWidget):
    """A painted widget with a tooltip for each of its places."""

    accessible_role = Role.StaticText

    def text_at(self, _place: QPointF) -> str:
        """The tooltip at a place of the widget, or ""."""
        return ""

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            show_tooltip(event.globalPos(), self.text_at(QPointF(event.pos())), self)
            return True
        return super().event(event)


class KeyCap(QLabel):
    """A key cap."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.setFont(text_font(12, MEDIUM))
        self.setAlignment(CENTER)
        self.setFixedSize(round(keycap_width(key)), 20)


def keycap_width(key: str) -> float:
    return max(22.0, QFontMetricsF(text_font(12, MEDIUM)).horizontalAdvance(key) + 14)


def paint_keycap(painter: QPainter, rect: QRectF, key: str, on_accent: bool, enabled: bool = True) -> None:
    """Draw a key cap."""
    theme = current_theme()
    ink = theme.color("on_accent") if on_accent else theme.color("second")
    ground = QColor(theme.color("on_accent") if on_accent else theme.color("border"))
    ground.setAlphaF(0.20 if on_accent else 0.26)
    if not enabled:
        ink = theme.color("off")
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(rect, 5, 5)
    painter.setPen(ink)
    painter.setFont(text_font(12, MEDIUM))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, key)


class Chip(QFrame):
    """A rounded tag: an optional icon and a few words on a tint.

    `kind` is plain, accent, gold, error, warning, info or done; `outlined` adds an edge in the colour of the words.
    """

    accessible_role = Role.StaticText

    def __init__(self, text: str = "", kind: str = "plain", icon: str = "", outlined: bool = False) -> None:
        super().__init__()
        self.setProperty("outlined", outlined)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._icon, self._label = IconLabel(px=15), QLabel()
        self._label.setFont(text_font(13, MEDIUM))
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout(self)
        row.setSpacing(5)
        row.setContentsMargins(10, 0, 10, 0)
        row.addWidget(self._icon)
        row.addWidget(self._label)
        self.setFixedHeight(26)
        self.show_text(text, kind, icon)

    @property
    def text(self) -> str:
        return self._label.text()

    def show_text(self, text: str, kind: str, icon: str = "") -> None:
        self._label.setText(text)
        self._icon.setVisible(bool(icon))
        self._icon.set_icon(icon, {"plain": "second", "gold": "gold_text"}.get(kind, kind))
        set_style_property(self, "kind", kind)
        set_style_property(self._label, "role", "second" if kind == "plain" else kind)
        self.setAccessibleName(text)


# Relative times.


def time_ago(seconds: float) -> str:
    """How long ago something was: "just now", "20 s ago", "3 min ago"."""
    if seconds < 10:
        return _("just now")
    if seconds < 60:
        return _("{n} s ago").format(n=int(seconds) // 10 * 10)
    if seconds < 3600:
        return _("{n} min ago").format(n=int(seconds) // 60)
    return _("{n} h ago").format(n=int(seconds) // 3600)


def seconds_to_change(seconds: float) -> float:
    """In how many seconds the text of `time_ago` changes."""
    step = 10 if seconds < 60 else 60 if seconds < 3600 else 3600
    return step - math.fmod(seconds, step)


class RelativeTime(QObject):
    """The time since `restart` as text; `changed` is emitted when the text of a visible widget changes."""

    changed = Signal()

    def __init__(self, widget: QWidget, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(widget)
        self._widget, self._clock = widget, clock
        self._moment: float | None = None
        self.timer = QTimer(self, singleShot=True)
        self.timer.timeout.connect(self._refresh)
        widget.installEventFilter(self)

    def restart(self) -> None:
        self._moment = self._clock()
        self._refresh()

    @property
    def text(self) -> str:
        return time_ago(self._clock() - self._moment) if self._moment is not None else ""

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and self._moment is not None:
            self._refresh()
        elif event.type() == QEvent.Type.Hide and "timer" in vars(self):  # gone if Python frees the object first
            self.timer.stop()
        return False

    def _refresh(self) -> None:
        if self._moment is not None and self._widget.isVisible():
            self.timer.start(math.ceil(1000 * seconds_to_change(self._clock() - self._moment)))
        self.changed.emit()
