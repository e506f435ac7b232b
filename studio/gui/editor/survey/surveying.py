"""What is measured of the layout on the desk: asked anew after every step, about the place chosen; what of it is
drawn over the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from studio.core.form import Overlay, Survey
from studio.core.game import Body
from studio.core.picture import Path, Picture
from studio.gui.editor.document.document import EditorDocument
from studio.gui.inquiry import PAUSE_MS, Inquiry
from studio.gui.settings import settings

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
