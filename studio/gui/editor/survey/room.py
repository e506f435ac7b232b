"""The survey in the editor: puts what is measured beside the board and over it, and rows of figures under the hand."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from studio.core.form import Row
from studio.core.targets import is_edge
from studio.gui.editor.board.easel import Easel
from studio.gui.editor.survey.panel import Caption, SurveyPanel
from studio.gui.editor.survey.side import SurveySide
from studio.gui.editor.survey.surveying import Surveying


class SurveyRoom(QObject):
    """All of it, wired together. `side` is the place beside the board that it shares with the form."""

    def __init__(self, easel: Easel, form: QWidget, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.easel = easel
        self.surveying = Surveying(easel.document, self)
        self.panel = SurveyPanel(self.surveying)
        self.side = SurveySide(form, self.panel)
        self.caption = Caption(easel.view)
        easel.view.installEventFilter(self)
        self.panel.shown.connect(self._show_row)
        self.surveying.changed.connect(self._changed)
        self.surveying.switched.connect(self._draw)
        self.surveying.ask()

    def begin(self) -> None:
        """Keep a place from the start where the game measures, so that the board need not make room later."""
        self._changed()

    def show(self, shown: bool) -> None:
        """Draw the survey over the board, or leave the board alone."""
        self.surveying.show(shown)

    def close(self) -> None:
        """Measure no more."""
        self.surveying.close()

    def _changed(self) -> None:
        if self.surveying.is_known:
            self.side.offer_survey()

    def _draw(self) -> None:
        self.easel.view.set_overlays(self.surveying.drawn())
        self.caption.set_words(self.surveying.caption)

    def _show_row(self, row: Row) -> None:
        """Select what a row is about, and bring it into view."""
        self.easel.view.reveal(row.targets)
        cells = [target for target in row.targets if not is_edge(target)]
        edge = row.targets[0] if not cells and len(row.targets) == 1 else -1
        self.easel.desk.select(cells, edge)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.easel.view and event.type() == QEvent.Type.Resize:
            self.caption.place()
        return super().eventFilter(watched, event)
