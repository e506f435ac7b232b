"""The switches of the survey: beside the board a row for each overlay, above it a button that turns the same."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from studio.core.form import Key, Overlay
from studio.core.picture import Layer, Outline, Path, Picture, Shape, Sprite, circle
from studio.core.text import _, headed
from studio.gui.board.painting.painter import paint_picture
from studio.gui.editor.survey.surveying import Surveying
from studio.gui.output.render import picture_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Elided, ToggleSwitch, ToolButton, set_tip, text_label

WIDE, HIGH = 1.5, 0.9
"""A swatch in board units."""
MOST, MOST_KEYS = 7, 3
SMALLER = 0.74
"""What lies on a space is drawn smaller than there, so that it fits with its rim."""
ICON = QSize(30, 18)
BUTTON = QSize(40, 32)


def swatch(overlay: Overlay) -> Picture:
    """A sample of what an overlay is made of: its first drawing, or its lines, or its areas side by side.

    Where areas bear lines, as patterns do, it is a sample of its legend.
    """
    shapes = [shape for layer in overlay.picture.layers for shape in layer.shapes]
    middle = HIGH / 2
    sample: list[Shape] = []
    sprite = next((shape for shape in shapes if isinstance(shape, Sprite)), None)
    lines = list(dict.fromkeys(shape.style for shape in shapes if isinstance(shape, Path) and not shape.closed))
    first = next((shape for shape in shapes if isinstance(shape, Path) and shape.closed), None)
    areas = list(dict.fromkeys(shape.style for shape in shapes if isinstance(shape, Path) and shape.closed))
    if lines and areas and overlay.keys:
        sample += _side_by_side(overlay.keys)
    elif lines and sprite is None:
        sample += [Path(style, (((0.06, middle), (WIDE - 0.06, middle)),), closed=False) for style in lines]
    elif sprite is None and len(areas) > 3:
        step = (WIDE - 0.44) / (min(len(areas), MOST) - 1)
        sample += [
            Path(style, (circle(0.22 + number * step, middle, 0.2),)) for number, style in enumerate(areas[:MOST])
        ]
    elif sprite is not None or first is not None:
        x, y = (sprite.x, sprite.y) if sprite is not None else _centre(first) if first is not None else (0.0, 0.0)
        for style in areas:
            one = next(
                (shape for shape in shapes if isinstance(shape, Path) and shape.style == style and _near(shape, x, y)),
                None,
            )
            if one is not None:
                sample.append(_moved(one, WIDE / 2 - x, middle - y))
        if sprite is not None:
            size = min(sprite.size * SMALLER, HIGH) if sample else 0.8
            sample.append(sprite._replace(x=WIDE / 2, y=middle, size=size, cell=-1))
    return Picture((0, 0, WIDE, HIGH), (Layer("swatch", tuple(sample)),))


def _side_by_side(keys: Sequence[Key]) -> list[Shape]:
    """A few keys of a legend from its first to its last, each as a small square."""
    steps = min(len(keys), MOST_KEYS)
    shown = [keys[step * (len(keys) - 1) // max(1, steps - 1)] for step in range(steps)]
    size = min(HIGH - 0.1, (WIDE - 0.1) / len(shown))
    left, top = (WIDE - size * len(shown)) / 2, (HIGH - size) / 2

    def placed(outline: Outline, number: int) -> Outline:
        x = left + number * size
        return tuple(
            tuple((top if place % 2 else x) + value * size for place, value in enumerate(point)) for point in outline
        )

    return [
        shape._replace(outlines=tuple(placed(outline, number) for outline in shape.outlines))
        for number, key in enumerate(shown)
        for layer in key.picture.layers
        for shape in layer.shapes
        if isinstance(shape, Path)
    ]


def _centre(shape: Path) -> tuple[float, float]:
    """The middle of the box of a shape's first outline."""
    xs, ys = [point[-2] for point in shape.outlines[0]], [point[-1] for point in shape.outlines[0]]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _near(shape: Path, x: float, y: float) -> bool:
    """Whether a closed shape is a small one around a place."""
    return shape.closed and all(abs(point[-2] - x) < 0.7 and abs(point[-1] - y) < 0.7 for point in shape.outlines[0])


def _moved(shape: Path, dx: float, dy: float) -> Path:
    """A shape somewhere else, a little smaller than on the board and around the swatch's middle."""
    by = SMALLER

    def moved(point: tuple[float, ...]) -> tuple[float, ...]:
        pairs = [(point[place] + dx, point[place + 1] + dy) for place in range(0, len(point), 2)]
        return tuple(v for x, y in pairs for v in (WIDE / 2 + (x - WIDE / 2) * by, HIGH / 2 + (y - HIGH / 2) * by))

    return Path(shape.style, (tuple(moved(point) for point in shape.outlines[0]),), closed=shape.closed)


class Swatch(QWidget):
    """Shows a sample."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture: Picture | None = None
        self.setFixedSize(40, 24)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.picture is not None:
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                paint_picture(painter, self.picture, current_theme(), QRectF(self.rect()))


class OverlayRow(QWidget):
    """One switch. A click anywhere on the row turns it; `switched(key, on)`."""

    switched = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = ""
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(9)
        self.swatch = Swatch()
        self.name = Elided("", "text", 13)
        self.value = text_label("", "second", 13)
        self.toggle = ToggleSwitch()
        for widget, stretch in ((self.swatch, 0), (self.name, 1), (self.value, 0), (self.toggle, 0)):
            row.addWidget(widget, stretch)
        self.toggle.clicked.connect(lambda on: self.switched.emit(self.key, on))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_overlay(self, overlay: Overlay, is_on: bool) -> None:
        """Be about this overlay."""
        self.key = overlay.key
        self.swatch.picture = swatch(overlay)
        self.swatch.update()
        self.name.set_text(overlay.name)
        self.value.setText(overlay.value)
        self.toggle.setChecked(is_on)
        self.toggle.setAccessibleName(headed(overlay.name, overlay.value) if overlay.value else overlay.name)
        self.toggle.setAccessibleDescription(overlay.tip)
        set_tip(self, overlay.tip or _("Show it on the board"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.toggle.click()

    def sizeHint(self) -> QSize:
        return QSize(250, current_theme().target(28))


class OverlayButton(ToolButton):
    """One overlay, shown by a sample of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("layers", parent=parent)
        self.overlay: Overlay | None = None
        self.setIconSize(ICON)
        self.setCheckable(True)

    def _fit(self) -> None:
        self.setFixedSize(BUTTON.width(), current_theme().target(BUTTON.height()))

    def show_overlay(self, overlay: Overlay, is_on: bool) -> None:
        """Be about this overlay."""
        if overlay is not self.overlay:
            self.overlay = overlay
            set_tip(self, headed(overlay.name, overlay.value) if overlay.value else overlay.name)
            self.setAccessibleName(overlay.name)
            self.setAccessibleDescription(overlay.tip)
            self._draw()
        self.setChecked(is_on)

    def _draw(self) -> None:
        if self.overlay is not None:
            drawn = picture_pixmap(swatch(self.overlay), ICON, current_theme(), self.devicePixelRatioF())
            self.setIcon(QIcon(QPixmap(drawn)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._draw()


class OverlayButtons(QWidget):
    """All of them in a row after a word; nothing where nothing is measured."""

    def __init__(self, surveying: Surveying, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.surveying = surveying
        self.buttons: list[OverlayButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(4, 0, 0, 0)
        self._row.setSpacing(2)
        self._row.addWidget(text_label(_("Overlays"), "second", 13))
        self._row.addSpacing(4)
        self.setAccessibleName(_("Overlays"))
        surveying.changed.connect(self.refresh)
        surveying.switched.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Follow the newest survey and its switches."""
        overlays = self.surveying.survey.overlays
        while len(self.buttons) < len(overlays):
            button = OverlayButton()
            button.clicked.connect(lambda on, button=button: self._turn(button, on))
            self._row.addWidget(button)
            self.buttons.append(button)
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(overlays) and any(layer.shapes for layer in overlays[place].picture.layers))
            button.setEnabled(self.surveying.is_shown)
            if place < len(overlays):
                button.show_overlay(overlays[place], self.surveying.is_on(overlays[place]))
        self.setVisible(bool(overlays))

    def _turn(self, button: OverlayButton, on: bool) -> None:
        if button.overlay is not None:
            self.surveying.switch(button.overlay.key, on)
