"""Layout helpers, cards, separators, toolbars, scroll areas, empty states and toasts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

import shiboken6
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QColor, QLinearGradient, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLayout,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from studio.core.text import _
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets.accessibility import Role
from studio.gui.widgets.buttons import PlainButton, ToolButton
from studio.gui.widgets.text import Elided, IconLabel, text_label, title_label

Box = TypeVar("Box", QHBoxLayout, QVBoxLayout)
SLIDE = 80  # pixels by which a press on a button slides a strip
LayoutItem = QWidget | QLayout | tuple[QWidget | QLayout, int] | int
"""What `hbox` and `vbox` add: a widget or a layout, also with its stretch factor; a number is an empty stretch."""
Margins = tuple[int, int, int, int]  # pixels at the left, the top, the right and the bottom


def hbox(
    *items: LayoutItem, parent: QWidget | None = None, spacing: int = -1, margins: Margins = (0, 0, 0, 0)
) -> QHBoxLayout:
    """Return a row of these items, the layout of `parent` if there is one; a spacing of -1 is that of the style."""
    return _fill(QHBoxLayout(), items, parent, spacing, margins)


def vbox(
    *items: LayoutItem, parent: QWidget | None = None, spacing: int = -1, margins: Margins = (0, 0, 0, 0)
) -> QVBoxLayout:
    """Return a column of these items; the rest is as in `hbox`."""
    return _fill(QVBoxLayout(), items, parent, spacing, margins)


def _fill(layout: Box, items: Sequence[LayoutItem], parent: QWidget | None, spacing: int, margins: Margins) -> Box:
    if parent is not None:
        parent.setLayout(layout)
    layout.setContentsMargins(*margins)
    layout.setSpacing(spacing)
    for item in items:
        if isinstance(item, int):
            layout.addStretch(item)
            continue
        added, stretch = item if isinstance(item, tuple) else (item, 0)
        if isinstance(added, QWidget):
            layout.addWidget(added, stretch)
        else:
            layout.addLayout(added, stretch)
    return layout


def remove_widgets(layout: QLayout, widgets: Iterable[QWidget]) -> None:
    """Remove widgets from a layout and delete them."""
    for widget in widgets:
        layout.removeWidget(widget)
        widget.hide()
        widget.deleteLater()


def clear_layout(layout: QLayout, start: int = 0) -> None:
    """Remove all items from `start` on, and delete their widgets."""
    while (item := layout.takeAt(start)) is not None:
        if (widget := item.widget()) is not None:
            remove_widgets(layout, [widget])


class CardFrame(QFrame):
    """An empty card."""

    corner = 10.0

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_card(painter, QRectF(self.rect()), self.corner)


class Card(CardFrame):
    """A card. Put widgets into `body`, and into `header` right of the title, which is there only with title or note."""

    accessible_role = Role.Grouping

    def __init__(self, title: str = "", note: str = "", parent: QWidget | None = None, padding: int = 14) -> None:
        super().__init__(parent)
        self.column = vbox(
            parent=self, spacing=8, margins=(padding, padding - 3 if title else padding, padding, padding)
        )
        self.setAccessibleName(title.strip())
        self.title_label = title_label(title)
        self.title_label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.note_label = Elided(note, "second", 13)
        self.note_label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.header = hbox(self.title_label, 1, self.note_label, spacing=8)
        if title or note:
            self.column.addLayout(self.header)
        self.body = vbox(spacing=8)
        self.column.addLayout(self.body, 1)

    def set_title(self, title: str) -> None:
        """Only for a card that was made with a title."""
        self.title_label.setText(title)
        self.setAccessibleName(title)

    def set_note(self, note: str) -> None:
        self.note_label.set_text(note)


def paint_card(painter: QPainter, rect: QRectF, corner: float = 10.0, active: bool = False) -> None:
    """Draw a sheet of paper with shadow and border; gold when active."""
    theme = current_theme()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    shade = QColor(theme.color("border"))
    shade.setAlphaF(0.22 if theme.name == "light" else 0.0)
    painter.setBrush(shade)
    painter.drawRoundedRect(rect.adjusted(0.5, 1.5, -0.5, 0), corner, corner)
    sheet = rect.adjusted(0.5, 0.5, -0.5, -1.5)
    if active:
        fade = QLinearGradient(sheet.topLeft(), sheet.bottomRight())
        fade.setColorAt(0, theme.color("gold_tint"))
        fade.setColorAt(1, theme.color("panel"))
        painter.setBrush(fade)
        painter.setPen(QPen(theme.color("gold_border"), 2))
        sheet.adjust(0.5, 0.5, -0.5, -0.5)
    else:
        painter.setBrush(theme.color("panel"))
        painter.setPen(QPen(theme.color("line"), 1))
    painter.drawRoundedRect(sheet, corner, corner)


def paint_floating(painter: QPainter, paper: QRectF, shade: float, edge: str = "border") -> None:
    """Draw a sheet that floats above the page, with a shadow of `shade` pixels."""
    theme, corner = current_theme(), 9.0
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, round(60 / shade)))
    reach = shade
    while reach > 0:
        painter.drawRoundedRect(paper.adjusted(-reach, 1 - reach, reach, reach), corner + reach, corner + reach)
        reach -= 1 if shade < 8 else 2
    painter.setBrush(theme.color("panel"))
    painter.setPen(QPen(theme.color(edge), 1))
    painter.drawRoundedRect(paper.adjusted(0.5, 0.5, -0.5, -0.5), corner, corner)


Paint = QColor | str | None  # a colour, the name of a role of the theme, or nothing


def paint_box(
    painter: QPainter, box: QRectF, ground: Paint, border: Paint, *, width: float = 1, radius: float = 7
) -> None:
    """Draw a rounded rectangle with a ground and a border."""
    color = current_theme().color
    painter.setBrush(Qt.BrushStyle.NoBrush if ground is None else color(ground) if isinstance(ground, str) else ground)
    border = color(border) if isinstance(border, str) else border
    painter.setPen(Qt.PenStyle.NoPen if border is None else QPen(border, width))
    painter.drawRoundedRect(box, radius, radius)


def paint_row(painter: QPainter, box: QRectF, ground: str = "", has_keys: bool = False) -> None:
    """Draw the background of a row in a colour role, and a ring if it has the keyboard focus."""
    theme = current_theme()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.color("accent"), 1.4) if has_keys else Qt.PenStyle.NoPen)
    painter.setBrush(theme.color(ground) if ground else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, 7, 7)


def paint_choice(painter: QPainter, button: QAbstractButton, ground: str) -> None:
    """Draw the background of a card that can be chosen; `ground` is its colour role in the normal state."""
    paint_choice_box(painter, QRectF(button.rect()), ground, button.isChecked(), button.hasFocus(), button.underMouse())


def paint_choice_box(painter: QPainter, box: QRectF, ground: str, on: bool, has_keys: bool, is_hovered: bool) -> None:
    """Draw what `paint_choice` draws for a card that is not a button."""
    theme, strong = current_theme(), on or has_keys
    rect = box.adjusted(0.8, 0.8, -0.8, -0.8)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.color("accent" if strong else "line"), 1.6 if strong else 1))
    painter.setBrush(theme.color("tint" if on else "hover" if is_hovered else ground))
    painter.drawRoundedRect(rect, 8, 8)
    if has_keys:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(2.4, 2.4, -2.4, -2.4), 6, 6)


class PaintedButton(QAbstractButton):
    """A button that its class paints, again when the pointer enters or leaves it."""

    def __init__(self, text: str = "", checkable: bool = False) -> None:
        super().__init__()
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(checkable)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)


class Inset(QFrame):
    """A tinted area in a card; put widgets into `column`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = vbox(parent=self, spacing=4, margins=(14, 10, 14, 12))


class Separator(QFrame):
    """A thin line."""

    def __init__(self, upright: bool = False) -> None:
        super().__init__()
        self.setProperty("upright", upright)
        fixed, wide = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding
        self.setSizePolicy(fixed if upright else wide, wide if upright else fixed)
        self._hint = QSize(9, 20) if upright else QSize(40, 5)

    def sizeHint(self) -> QSize:
        return self._hint


class ToolBar(QFrame):
    """A toolbar: 46 px high, icon buttons of 32 px, groups divided by lines."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(46)
        self.row = hbox(parent=self, spacing=2, margins=(12, 0, 12, 0))

    def add_action(self, action: QAction, icon: str) -> ToolButton:
        button = ToolButton(icon, action=action)
        self.row.addWidget(button)
        return button

    def add_separator(self) -> Separator:
        line = Separator(upright=True)
        self.row.addSpacing(4)
        self.row.addWidget(line)
        self.row.addSpacing(4)
        return line


class ScrollArea(QScrollArea):
    """A scroll area without a frame or a horizontal scroll bar. `name` is for screen readers."""

    accessible_role = Role.Pane

    def __init__(self, content: QWidget | None = None, parent: QWidget | None = None, *, name: str) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setViewport(QWidget())  # fills no ground; and to ask for Qt's own makes PySide load all kinds of widgets
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if content is not None:
            self.setWidget(content)
            content.setAutoFillBackground(False)


class ScrollStrip(QFrame):
    """A strip of constant height that scrolls horizontally by the wheel or two buttons if there is too little room."""

    def __init__(self, strip: QWidget, parent: QWidget | None = None, *, name: str) -> None:
        super().__init__(parent)
        self.setFixedHeight(strip.height())
        self.strip = strip
        self.area = ScrollArea(parent=self, name=name)  # empty: reparenting applies the style sheet to all of it again
        self.area.setWidget(strip)
        strip.setAutoFillBackground(False)
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.arrows = ToolButton("left", _("Scroll left"), px=26), ToolButton("right", _("Scroll right"), px=26)
        for end, by in zip(self.arrows, (-SLIDE, SLIDE), strict=True):
            end.setParent(self)
            end.setAutoRepeat(True)
            end.clicked.connect(partial(self.scroll_by, by))
        self.area.viewport().installEventFilter(self)
        bar = self.area.horizontalScrollBar()
        bar.rangeChanged.connect(self._update_arrows)
        bar.valueChanged.connect(self._update_arrows)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.height())

    def scroll_by(self, by: int) -> None:
        bar = self.area.horizontalScrollBar()
        bar.setValue(bar.value() + by)

    def _update_arrows(self) -> None:
        is_short = self.strip.minimumSizeHint().width() > self.width()
        left, wide = self.width() - 2 * self.arrows[0].width() * is_short, self.arrows[0].width()
        self.area.setGeometry(0, 0, left, self.height())
        bar = self.area.horizontalScrollBar()
        for place, is_beyond in enumerate((bar.value() > 0, bar.value() < bar.maximum())):
            end = self.arrows[place]
            end.move(left + place * wide, (self.height() - end.height()) // 2)
            end.setVisible(is_short)
            end.setEnabled(is_beyond)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_arrows()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QWheelEvent):  # only up and down would be heard of, where there is nothing to see
            turned = event.angleDelta()
            self.scroll_by(-(turned.x() or turned.y()))
            return True
        return super().eventFilter(watched, event)


class EmptyState(QWidget):
    """Shown when there is no content: an icon, a heading, a remark; add buttons to `row`."""

    def __init__(self, icon: str, line: str, remark: str = "") -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setSpacing(6)
        column.addStretch(1)
        sign = IconLabel(icon, "off", 36)
        sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        sign.setFixedHeight(44)
        column.addWidget(sign)
        heading = title_label(line, 18)
        heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        heading.setWordWrap(True)
        column.addWidget(heading)
        self.remark = text_label(remark, "second", 13, wrap=True)
        self.remark.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self.remark)
        self.row = QHBoxLayout()
        self.row.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addLayout(self.row)
        column.addStretch(1)


# A short message that floats over the lower edge of a window for some seconds.

STEP = 6  # pixels by which a remark goes up as long as it would cover something to press
_ICONS = {"info": "info", "done": "tick", "warning": "warning", "error": "error"}


class Toast(QWidget):
    """A message over `host`, or at the bottom of `over` while that is shown. `kind`: info, done, warning, error."""

    def __init__(
        self,
        host: QWidget,
        text: str,
        kind: str = "info",
        label: str = "",
        act: Callable[[], object] | None = None,
        seconds: float = 5,
        over: QWidget | None = None,
    ) -> None:
        for old in host.findChildren(Toast):
            old.dismiss()
        super().__init__(host)
        self.kind = kind
        self._over = over
        row = hbox(parent=self, spacing=10, margins=(14, 9, 8, 11))
        row.addWidget(IconLabel(_ICONS.get(kind, "info"), kind, 18))
        self.label = text_label(text, "text", 14)
        row.addWidget(self.label)
        if label and act is not None:
            button = PlainButton(label, small=True, act=act)
            button.clicked.connect(self.dismiss)
            row.addWidget(button)
        close = ToolButton("cross", "×", px=26, icon_px=14, act=self.dismiss)
        row.addWidget(close)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.dismiss)
        host.installEventFilter(self)
        if over is not None:
            over.installEventFilter(self)
        self.adjustSize()
        self._place()
        self.show()
        self.raise_()
        self._timer.start(round(seconds * 1000))

    def dismiss(self) -> None:
        self._timer.stop()
        for watched in (self.parentWidget(), self._over):
            if watched is not None and shiboken6.isValid(watched):
                watched.removeEventFilter(self)
        self.hide()
        self.setParent(None)
        self.deleteLater()

    def _place(self) -> None:
        host = self.parentWidget()
        if host is None:
            return
        room, foot = host.rect(), 44
        if self._over is not None and shiboken6.isValid(self._over) and self._over.isVisibleTo(host):
            room, foot = QRect(self._over.mapTo(host, QPoint(0, 0)), self._over.size()), 14
        width = min(self.sizeHint().width(), host.width() - 32)
        self.resize(width, self.sizeHint().height())
        left = min(max(room.center().x() - width // 2, 16), host.width() - width - 16)
        lowest = room.bottom() - self.height() - foot
        pressed = self._interactive_rects(host)
        free = (
            top
            for top in range(lowest, room.top(), -STEP)
            if not any(QRect(QPoint(left, top), self.size()).intersects(place) for place in pressed)
        )
        self.move(left, next(free, lowest))

    def _interactive_rects(self, host: QWidget) -> list[QRect]:
        """Rectangles of buttons, text fields and other messages."""
        parts: list[QWidget] = [*host.findChildren(QAbstractButton), *host.findChildren(QLineEdit)]
        if self._over is not None and shiboken6.isValid(self._over):  # and what is said there already
            floating = self._over.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
            parts += [part for part in floating if part.height() < self._over.height() // 2]
        return [
            QRect(part.mapTo(host, QPoint(0, 0)), part.size())
            for part in parts
            if part.isVisibleTo(host) and not part.visibleRegion().isEmpty() and not self.isAncestorOf(part)
        ]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.parent():
            self._place()
        elif watched is self._over and not event.spontaneous():
            if event.type() == QEvent.Type.Hide:
                self.hide()
            elif event.type() == QEvent.Type.Show:
                self._place()
                self.show()
                self.raise_()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_floating(painter, QRectF(self.rect()).adjusted(3, 2, -3, -4), 3)
