"""The survey of a layout: measured in a thread, its overlays with their switches, and stored Lab results."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QMouseEvent, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.form import LegendKey, Overlay, Survey
from studio.core.game import Body
from studio.core.picture import Layer, Path, Picture, Shape, Sprite, circle
from studio.core.text import _, with_label
from studio.documents.files import DocumentError
from studio.drawing.geometry import map_outline, scale_outline
from studio.gui.background_task import DEBOUNCE_MS, BackgroundTask
from studio.gui.board.painter import paint_picture
from studio.gui.editor.document import EditorDocument
from studio.gui.output.export import picture_pixmap
from studio.gui.settings import settings
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Elided, ToggleSwitch, ToolButton, hbox, painter_on, set_tooltip, text_label
from studio.lab import result_store

if TYPE_CHECKING:
    from studio.core.grid import Grid
    from studio.lab.result_store import StoredResult


LAB_PREFIX = "lab."
"""Prefix of the keys of overlays with Lab results. They cover the board, so only one at a time is on."""
SHOWN_SETTING = "survey_shown"
SWITCHES_SETTING = "survey_switches"  # for each game, by overlay, whether it is on


def is_empty(survey: Survey) -> bool:
    return not (survey.overlays or survey.tables or survey.choices or survey.caption)


class SurveyController(QObject):
    """Keeps the newest survey. `changed`: there is another one; `switched`: other overlays are shown."""

    changed = Signal()
    switched = Signal()

    def __init__(self, document: EditorDocument, parent: QObject | None = None, pause_ms: int = DEBOUNCE_MS) -> None:
        super().__init__(parent)
        self.document = document
        self.survey = Survey()
        self._game_survey = Survey()
        self._lab_maps: tuple[Overlay, ...] = ()
        self.has_survey = document.game.has_survey
        self.has_answer = False
        self._origin = -1
        self._grid = document.grid
        game = document.game
        self._inquiry: BackgroundTask[tuple[Body, int], Survey] = BackgroundTask(
            lambda requested, patience: game.checks.survey(*requested, patience), "surveys", self, pause_ms
        )
        self._inquiry.result_ready.connect(self._on_answer)
        document.body_changed.connect(self._body_changed)
        document.step_finished.connect(self.request_survey)
        settings().changed.connect(self._on_setting_changed)

    @property
    def is_waiting(self) -> bool:
        return self._inquiry.is_waiting

    def request_survey(self, at_once: bool = False) -> None:
        self._inquiry.start((self.document.body, self._origin), at_once)

    def set_origin(self, target: int) -> None:
        """Measure from another place."""
        wanted = self._origin if self._origin >= 0 else self.survey.target
        if target != wanted and any(target == place for place, _name in self.survey.choices):
            self._origin = target
            self.request_survey(at_once=True)

    def close(self) -> None:
        self._inquiry.close()

    def is_overlay_on(self, overlay: Overlay) -> bool:
        """Return whether an overlay is drawn: by the user's setting, else by the game's default."""
        if not self.is_shown:
            return False
        switch = self._switches().get(overlay.key)
        return switch if isinstance(switch, bool) else overlay.is_shown

    def set_overlay_on(self, key: str, on: bool) -> None:
        """Switch an overlay for all layouts of this game. If the survey is hidden, it is shown with this one alone."""
        slug, switches = self.document.game.info.slug, self._switches()
        if not self.is_shown:
            switches = dict.fromkeys((overlay.key for overlay in self.survey.overlays), False)
        if on and key.startswith(LAB_PREFIX):
            switches = {other: is_on and not other.startswith(LAB_PREFIX) for other, is_on in switches.items()}
        settings().set_value(SWITCHES_SETTING, {**settings().value(SWITCHES_SETTING, {}), slug: {**switches, key: on}})
        self.set_shown(self.is_shown or on)

    @property
    def is_shown(self) -> bool:
        """Whether overlays are drawn, in all editors."""
        return bool(settings().value(SHOWN_SETTING, True))

    def set_shown(self, shown: bool) -> None:
        settings().set_value(SHOWN_SETTING, shown)

    def _on_setting_changed(self, name: str) -> None:
        if name in (SHOWN_SETTING, SWITCHES_SETTING):
            self.switched.emit()

    def _switches(self) -> dict[str, bool]:
        switches = settings().value(SWITCHES_SETTING, {}).get(self.document.game.info.slug)
        return switches if isinstance(switches, dict) else {}

    def visible_overlays(self) -> list[Overlay]:
        """Return the overlays to draw, lowest first."""
        on = [overlay for overlay in reversed(self.survey.overlays) if self.is_overlay_on(overlay)]
        # lines are drawn last, or areas would hide them
        return sorted(on, key=lambda overlay: _has_lines(overlay.picture) and not overlay.key.startswith(LAB_PREFIX))

    @property
    def caption(self) -> str:
        """The text on the board, about the overlays; "" while none is visible."""
        return self.survey.caption if self.visible_overlays() else ""

    def _on_answer(self, survey: Survey) -> None:
        places = [place for place, _name in survey.choices]
        if self._origin >= 0 and self._origin not in places:
            self._origin = -1  # the place is gone: the game chooses
        self._game_survey = survey
        self.has_answer = True
        self._update_survey()

    def set_lab_maps(self, maps: Sequence[Overlay]) -> None:
        if tuple(maps) != self._lab_maps:
            self._lab_maps = tuple(maps)
            self._update_survey()

    def _update_survey(self) -> None:
        self.survey = replace(self._game_survey, overlays=(*self._game_survey.overlays, *self._lab_maps))
        self.has_survey = self.has_survey or not is_empty(self.survey)
        self.changed.emit()
        self.switched.emit()

    def _body_changed(self, _old: object, _new: object) -> None:
        if self.document.grid != self._grid:  # what was measured lies elsewhere on a board of another size
            self._grid = self.document.grid
            self.survey = self._game_survey = Survey(choices=self.survey.choices, target=self.survey.target)
            self._lab_maps = ()
            self.switched.emit()


def _has_lines(picture: Picture) -> bool:
    return any(isinstance(shape, Path) and not shape.is_closed for layer in picture.layers for shape in layer.shapes)


SWATCH_WIDTH, SWATCH_HEIGHT = 1.5, 0.9  # board units
MAX_AREAS, MAX_KEYS = 7, 3
SWATCH_SCALE = 0.74  # of what is drawn on a space, so that it fits with its border
ICON_SIZE = QSize(30, 18)
BUTTON_SIZE = QSize(40, 32)


def make_swatch(overlay: Overlay) -> Picture:
    """Return a sample of an overlay for the legend: its first drawing, its lines, or its areas side by side."""
    shapes = [shape for layer in overlay.picture.layers for shape in layer.shapes]
    paths = [shape for shape in shapes if isinstance(shape, Path)]
    middle = SWATCH_HEIGHT / 2
    sample: list[Shape] = []
    sprite = next((shape for shape in shapes if isinstance(shape, Sprite)), None)
    first = next((path for path in paths if path.is_closed), None)
    lines = list(dict.fromkeys(path.style for path in paths if not path.is_closed))
    areas = list(dict.fromkeys(path.style for path in paths if path.is_closed))
    if lines and areas and overlay.keys:
        sample += _sample_keys(overlay.keys)
    elif lines and sprite is None:
        sample += [Path(style, (((0.06, middle), (SWATCH_WIDTH - 0.06, middle)),), is_closed=False) for style in lines]
    elif sprite is None and len(areas) > 3:
        step = (SWATCH_WIDTH - 0.44) / (min(len(areas), MAX_AREAS) - 1)
        for number, style in enumerate(areas[:MAX_AREAS]):
            sample.append(Path(style, (circle(0.22 + number * step, middle, 0.2),)))
    elif sprite is not None or first is not None:
        x, y = (sprite.x, sprite.y) if sprite is not None else _shape_center(first) if first is not None else (0.0, 0.0)
        near = [path for path in paths if _is_near(path, x, y)]
        for style in areas:
            sample += [_move_shape(path, SWATCH_WIDTH / 2 - x, middle - y) for path in near if path.style == style][:1]
        if sprite is not None:
            size = min(sprite.size * SWATCH_SCALE, SWATCH_HEIGHT) if sample else 0.8
            sample.append(sprite._replace(x=SWATCH_WIDTH / 2, y=middle, size=size, cell=-1))
    return Picture((0, 0, SWATCH_WIDTH, SWATCH_HEIGHT), (Layer("swatch", tuple(sample)),))


def _sample_keys(keys: Sequence[LegendKey]) -> list[Shape]:
    """Return some keys of a legend, from first to last, as small squares."""
    steps = min(len(keys), MAX_KEYS)
    shown = [keys[step * (len(keys) - 1) // max(1, steps - 1)] for step in range(steps)]
    size = min(SWATCH_HEIGHT - 0.1, (SWATCH_WIDTH - 0.1) / len(shown))
    left, top = (SWATCH_WIDTH - size * len(shown)) / 2, (SWATCH_HEIGHT - size) / 2
    return [
        shape._replace(
            outlines=tuple(scale_outline(line, left + number * size, top, size, size) for line in shape.outlines)
        )
        for number, key in enumerate(shown)
        for layer in key.picture.layers
        for shape in layer.shapes
        if isinstance(shape, Path)
    ]


def _shape_center(shape: Path) -> tuple[float, float]:
    """Return the centre of the bounding box of a shape's first outline."""
    xs, ys = [point[-2] for point in shape.outlines[0]], [point[-1] for point in shape.outlines[0]]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _is_near(shape: Path, x: float, y: float) -> bool:
    """Return whether a closed shape is a small one around a place."""
    return shape.is_closed and all(abs(point[-2] - x) < 0.7 and abs(point[-1] - y) < 0.7 for point in shape.outlines[0])


def _move_shape(shape: Path, dx: float, dy: float) -> Path:
    """Return a shape moved and scaled around the swatch's centre."""
    left, top = SWATCH_WIDTH / 2, SWATCH_HEIGHT / 2

    def moved(x: float, y: float) -> tuple[float, float]:
        return left + (x + dx - left) * SWATCH_SCALE, top + (y + dy - top) * SWATCH_SCALE

    return Path(shape.style, (map_outline(shape.outlines[0], moved),), is_closed=shape.is_closed)


class Swatch(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.picture: Picture | None = None
        self.setFixedSize(40, 24)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.picture is not None:
            with painter_on(self) as painter:
                paint_picture(painter, self.picture, current_theme(), QRectF(self.rect()))


def _overlay_text(overlay: Overlay) -> str:
    return with_label(overlay.name, overlay.value) if overlay.value else overlay.name


class OverlayRow(QWidget):
    """The switch of an overlay: a click anywhere emits `switched(key, on)`."""

    switched = Signal(str, bool)

    def __init__(self) -> None:
        super().__init__()
        self.key = ""
        self.swatch = Swatch()
        self.name = Elided("", "text", 13)
        self.value = text_label("", "second", 13)
        self.toggle = ToggleSwitch()
        hbox(self.swatch, (self.name, 1), self.value, self.toggle, parent=self, spacing=9)
        self.toggle.clicked.connect(lambda on: self.switched.emit(self.key, on))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_overlay(self, overlay: Overlay, is_on: bool) -> None:
        self.key = overlay.key
        self.swatch.picture = make_swatch(overlay)
        self.swatch.update()
        self.name.set_text(overlay.name)
        self.value.setText(overlay.value)
        self.toggle.setChecked(is_on)
        self.toggle.setAccessibleName(_overlay_text(overlay))
        self.toggle.setAccessibleDescription(overlay.tip)
        set_tooltip(self, overlay.tip or _("Show on the board"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.toggle.click()

    def sizeHint(self) -> QSize:
        return QSize(250, current_theme().target_size(28))


class OverlayButton(ToolButton):
    """The button of an overlay, with its swatch."""

    def __init__(self) -> None:
        super().__init__("layers")
        self.overlay: Overlay | None = None
        self.setIconSize(ICON_SIZE)
        self.setCheckable(True)

    def _fit(self) -> None:
        self.setFixedSize(BUTTON_SIZE.width(), current_theme().target_size(BUTTON_SIZE.height()))

    def show_overlay(self, overlay: Overlay, is_on: bool) -> None:
        if overlay is not self.overlay:
            self.overlay = overlay
            set_tooltip(self, _overlay_text(overlay))
            self.setAccessibleName(overlay.name)
            self.setAccessibleDescription(overlay.tip)
            self._update_icon()
        self.setChecked(is_on)

    def _update_icon(self) -> None:
        if self.overlay is not None:
            pixmap = picture_pixmap(make_swatch(self.overlay), ICON_SIZE, current_theme(), self.devicePixelRatioF())
            self.setIcon(QIcon(QPixmap(pixmap)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._update_icon()


class OverlayButtons(QWidget):
    """The buttons of all overlays in a row; hidden if there are none."""

    def __init__(self, survey_controller: SurveyController) -> None:
        super().__init__()
        self.survey_controller = survey_controller
        self.buttons: list[OverlayButton] = []
        self._row = hbox(text_label(_("Overlays"), "second", 13), parent=self, spacing=2, margins=(4, 0, 0, 0))
        self._row.addSpacing(4)
        survey_controller.changed.connect(self.refresh)
        survey_controller.switched.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        overlays = self.survey_controller.survey.overlays
        while len(self.buttons) < len(overlays):
            button = OverlayButton()
            button.clicked.connect(lambda on, button=button: self._switch_overlay(button, on))
            self._row.addWidget(button)
            self.buttons.append(button)
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(overlays) and any(layer.shapes for layer in overlays[place].picture.layers))
            if place < len(overlays):
                button.show_overlay(overlays[place], self.survey_controller.is_overlay_on(overlays[place]))
        self.setVisible(bool(overlays))

    def _switch_overlay(self, button: OverlayButton, on: bool) -> None:
        if button.overlay is not None:
            self.survey_controller.set_overlay_on(button.overlay.key, on)


class LabData(QObject):
    """Shows stored Lab results of the board: problems and overlays, also those from before it was changed."""

    def __init__(self, document: EditorDocument, survey_controller: SurveyController) -> None:
        super().__init__(document)
        self.document, self.survey_controller = document, survey_controller
        self._board_hash = ""
        self._last_measured = ""
        self._results: Sequence[StoredResult] = ()
        self._grid: Grid | None = None
        document.step_finished.connect(self.load)
        document.saved.connect(self._on_saved)

    def load(self, force: bool = False) -> None:
        """Load the results of this board, else of the one measured last; `force` after new results were stored."""
        if not result_store.has_results() or self.document.is_in_stroke:
            return
        from studio.lab.run import layout_hash
        from studio.services.loading import to_layout

        board = layout_hash(to_layout(self.document.to_loaded(with_stroke=False)))
        if board == self._board_hash and not force:
            return
        self._board_hash = board
        found: Sequence[StoredResult] = result_store.load_results(board)
        is_changed, path = not found, self.document.path
        if found:
            self._last_measured = board
        else:
            if not self._last_measured and path is not None:
                self._last_measured = result_store.last_measured_board(path)
            found = result_store.load_results(self._last_measured) if self._last_measured else ()
        self._show_results(found, is_changed)

    def _show_results(self, found: Sequence[StoredResult], is_changed: bool) -> None:
        from studio.lab.report.findings import event_overlays, result_problems
        from studio.services.loading import parse_layout

        self.document.set_lab_problems(tuple(result_problems([one.report for one in found], is_changed)))
        maps: tuple[Overlay, ...] = ()
        if found:
            if [*found] != [*self._results]:
                then = parse_layout(found[0].layouts[0])
                self._grid = then.game.body.grid(then.body)
            if self._grid == self.document.grid:  # else spaces have other names, or there are others
                maps = event_overlays(found[0].report, self.document.grid, is_changed)
        self._results = found
        self.survey_controller.set_lab_maps(maps)

    def _on_saved(self) -> None:
        """Remember which measured board the file holds, to find its results after further changes."""
        if self._last_measured and self._last_measured == self._board_hash and self.document.path is not None:
            with contextlib.suppress(DocumentError):  # it only serves a hint
                result_store.link_layout(self.document.path, self._board_hash)
