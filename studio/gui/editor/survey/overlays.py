"""The switches of the survey: beside the board a row for each overlay, above it a button that turns the same."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from studio.core.form import Key, Overlay, Survey
from studio.core.game import Body
from studio.core.picture import Layer, Outline, Path, Picture, Shape, Sprite, circle
from studio.core.text import _, headed
from studio.documents.files import DocumentError
from studio.gui.background_task import PAUSE_MS, Inquiry
from studio.gui.board.painter import paint_picture
from studio.gui.editor.document import EditorDocument
from studio.gui.output.export import picture_pixmap
from studio.gui.settings import settings
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Elided, ToggleSwitch, ToolButton, set_tip, text_label
from studio.lab import result_store

if TYPE_CHECKING:
    from studio.core.grid import Grid
    from studio.lab.result_store import Kept


# What is measured of the layout on the desk: asked anew after every step, about the place chosen; what of it is
# drawn over the board.

MATCHES = "lab."
"""Keys of the maps of what happened in matches begin so. They cover the board, so that one at a time is drawn."""
SWITCHES = "survey_switches"
"""In the settings: for each game, by overlay, whether it is on."""


def is_empty(survey: Survey) -> bool:
    """Whether there is nothing to show: the game measures nothing, or nothing of this layout."""
    return not (survey.overlays or survey.tables or survey.choices or survey.caption)


class Surveying(QObject):
    """Keeps the newest survey. `changed` tells of another one, `switched` that other overlays are to be drawn."""

    changed = Signal()
    switched = Signal()

    def __init__(self, document: EditorDocument, parent: QObject | None = None, pause_ms: int = PAUSE_MS) -> None:
        super().__init__(parent)
        self.document = document
        self.survey = Survey()
        self._asked = Survey()
        self._maps: tuple[Overlay, ...] = ()
        self.is_known = document.game.measures
        """Whether this game measures anything, so that there is something to keep a place for."""
        self.has_answer = False
        self.is_shown = True
        self._target = -1
        self._grid = document.grid
        game = document.game
        self._inquiry: Inquiry[tuple[Body, int], Survey] = Inquiry(
            lambda asked, patience: game.survey(*asked, patience), "surveys", self, pause_ms
        )
        self._inquiry.answered.connect(self._take)
        document.body_changed.connect(self._body_changed)
        document.settled.connect(self.ask)

    @property
    def is_waiting(self) -> bool:
        """Whether the survey on show is of an older body."""
        return self._inquiry.is_waiting

    def ask(self, at_once: bool = False) -> None:
        """Measure the body as it stands."""
        self._inquiry.ask((self.document.body, self._target), at_once)

    def choose(self, target: int) -> None:
        """Measure from another place."""
        wanted = self._target if self._target >= 0 else self.survey.target
        if target != wanted and any(target == place for place, _name in self.survey.choices):
            self._target = target
            self.ask(at_once=True)

    def close(self) -> None:
        """Measure no more."""
        self._inquiry.close()

    # overlays

    def is_on(self, overlay: Overlay) -> bool:
        """Whether an overlay is to be drawn: as somebody has switched it, else as the game proposes."""
        kept = self._switches().get(overlay.key)
        return kept if isinstance(kept, bool) else overlay.shown

    def switch(self, key: str, on: bool) -> None:
        """Draw an overlay from now on, in all layouts of this game, or not."""
        slug, switches = self.document.game.info.slug, self._switches()
        if on and key.startswith(MATCHES):
            switches = {other: is_on and not other.startswith(MATCHES) for other, is_on in switches.items()}
        settings().put(SWITCHES, {**settings().value(SWITCHES, {}), slug: {**switches, key: on}})
        self.switched.emit()

    def show(self, shown: bool) -> None:
        """Draw the overlays that are on, or nothing."""
        self.is_shown = shown
        self.switched.emit()

    def _switches(self) -> dict[str, bool]:
        kept = settings().value(SWITCHES, {}).get(self.document.game.info.slug)
        return kept if isinstance(kept, dict) else {}

    def drawn(self) -> list[Overlay]:
        """What to lay over the board, the lowest first."""
        if not self.is_shown:
            return []
        on = [overlay for overlay in reversed(self.survey.overlays) if self.is_on(overlay)]
        return sorted(
            on, key=lambda overlay: _has_lines(overlay.picture) and not overlay.key.startswith(MATCHES)
        )  # areas would hide the ways over them

    @property
    def caption(self) -> str:
        """The line to show on the board: about what is drawn there, so "" while nothing is."""
        return self.survey.caption if self.drawn() else ""

    def _take(self, survey: Survey) -> None:
        places = [place for place, _name in survey.choices]
        if self._target >= 0 and self._target not in places:
            self._target = -1  # the place is gone: the game chooses
        self._asked = survey
        self.has_answer = True
        self._show()

    def show_maps(self, maps: Sequence[Overlay]) -> None:
        """Offer these maps of what happened in matches beside what the game measures."""
        if tuple(maps) != self._maps:
            self._maps = tuple(maps)
            self._show()

    def _show(self) -> None:
        self.survey = replace(self._asked, overlays=(*self._asked.overlays, *self._maps))
        self.is_known = self.is_known or not is_empty(self.survey)
        self.changed.emit()
        self.switched.emit()

    def _body_changed(self, _old: object, _new: object) -> None:
        if self.document.grid != self._grid:  # what was measured lies elsewhere on a board of another size
            self._grid = self.document.grid
            self.survey = self._asked = Survey(choices=self.survey.choices, target=self.survey.target)
            self._maps = ()
            self.switched.emit()


def _has_lines(picture: Picture) -> bool:
    return any(isinstance(shape, Path) and not shape.closed for layer in picture.layers for shape in layer.shapes)


# The switches of the survey: beside the board a row for each overlay, above it a button that turns the same.

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


# What is kept of matches on the layout at the easel: findings for its problems, maps for its survey.


class Measured(QObject):
    """Looks after every step whether matches are known of the board as it is, or as it was before it was changed."""

    def __init__(self, document: EditorDocument, surveying: Surveying) -> None:
        super().__init__(document)
        self.document, self.surveying = document, surveying
        self._board = ""
        self._last = ""
        self._found: Sequence[Kept] = ()
        self._grid: Grid | None = None
        document.settled.connect(self.look)
        document.saved.connect(self._saved)

    def look(self, anew: bool = False) -> None:
        """Look what is kept of this board, and else of the one that was measured last; `anew`: something was kept."""
        if not result_store.is_anything_kept() or self.document.in_stroke:
            return
        from studio.lab.run import layout_hash
        from studio.services.loading import to_layout

        board = layout_hash(to_layout(self.document.settled_opened()))
        if board == self._board and not anew:
            return
        self._board = board
        found: Sequence[Kept] = result_store.kept(board)
        is_changed = not found
        if found:
            self._last = board
        else:
            path = self.document.path
            self._last = self._last or (result_store.last_of(path) if path is not None else "")
            found = result_store.kept(self._last) if self._last else ()
        self._show(found, is_changed)

    def _show(self, found: Sequence[Kept], is_changed: bool) -> None:
        from studio.lab.layout_feedback import findings, overlays
        from studio.services.loading import opened

        self.document.set_measured(tuple(findings([one.report for one in found], is_changed)))
        maps: tuple[Overlay, ...] = ()
        if found:
            if [*found] != [*self._found]:
                then = opened(found[0].layouts[0])
                self._grid = then.game.grid(then.body)
            if self._grid == self.document.grid:  # else spaces have other names, or there are others
                maps = overlays(found[0].report, self.document.grid, is_changed)
        self._found = found
        self.surveying.show_maps(maps)

    def _saved(self) -> None:
        """The file holds a board now that was measured: it is found by it, when it is changed again."""
        if self._last and self._last == self._board and self.document.path is not None:
            with contextlib.suppress(DocumentError):  # what cannot be kept costs a hint
                result_store.belongs(self.document.path, self._board)
