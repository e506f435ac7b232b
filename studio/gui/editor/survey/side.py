"""The survey in the editor: beside the board in turn with the form, drawn over the board, and in a line at its foot."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from studio.core.form import Row
from studio.core.picture import is_edge
from studio.core.text import _
from studio.gui.editor.board.easel import Easel
from studio.gui.editor.survey.panel import SurveyPanel
from studio.gui.editor.survey.surveying import Surveying
from studio.gui.settings import settings
from studio.gui.style.fonts import MEDIUM, text_font
from studio.gui.widgets.inputs import Segmented
from studio.gui.widgets.text import paint_wrapped, wrapped_height

FORM, SURVEY = "form", "survey"
KEPT = "editor_side"
"""In the settings: which of both was in front last."""


class SurveyLine(QWidget):
    """The survey in one line, on a dark pill at the lower left of the board it lies over."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self.words = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def set_words(self, words: str) -> None:
        """Say something else; "" for nothing."""
        if words != self.words:
            self.words = words
            self.setAccessibleName(words)
            self.setVisible(bool(words))
            self.place()
            self.update()

    def place(self) -> None:
        """Lie at the lower left of the board."""
        board = self.parentWidget()
        if board is not None and self.words:
            wide = QFontMetricsF(text_font(13, MEDIUM)).horizontalAdvance(self.words) + 30
            wide = min(math.ceil(wide), board.width() - 24)
            high = wrapped_height(self.words, wide - 28, 13, MEDIUM)
            self.resize(wide, max(30, math.ceil(high) + 12))
            self.move(12, board.height() - self.height() - 10)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            pill = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -1.5)
            painter.setPen(QColor(255, 248, 232, 70))
            painter.setBrush(QColor("#14263A"))
            painter.drawRoundedRect(pill, 15, 15)
            high = wrapped_height(self.words, self.width() - 28, 13, MEDIUM)
            room = QRectF(14, (self.height() - 1 - high) / 2, self.width() - 28, high)
            paint_wrapped(painter, room, self.words, QColor("#F7F1E2"), 13, MEDIUM)


class SurveySide(QWidget):
    """The upper place at the right of the board: the form of what is selected, or the survey, one of them in front.

    Without a survey there is only the form, and nothing to choose. `turned(name)` tells that another one is in front.
    """

    turned = Signal(str)

    def __init__(self, easel: Easel, form: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.easel, self.form = easel, form
        self.surveying = Surveying(easel.document, self)
        self.panel = SurveyPanel(self.surveying)
        self.caption = SurveyLine(easel.view)
        self.has_survey = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self.switch = Segmented(((FORM, _("Properties")), (SURVEY, _("Survey"))))
        self.switch.setAccessibleName(_("Properties or survey"))
        self.switch.chosen.connect(self._chosen)
        self.switch.hide()
        column.addWidget(self.switch)
        self._stack = QStackedLayout()
        column.addLayout(self._stack, 1)  # first, or the form would be shown as a window of its own for a moment
        self._stack.addWidget(form)
        self._stack.addWidget(self.panel)
        easel.view.installEventFilter(self)
        self.panel.shown.connect(self._show_row)
        self.surveying.changed.connect(self.offer)
        self.surveying.switched.connect(self._draw)
        self.surveying.ask()

    @property
    def front(self) -> str:
        """Which of both is in front."""
        return SURVEY if self._stack.currentWidget() is self.panel else FORM

    def offer(self) -> None:
        """Where the game measures, bring the survey to the front unless a person wanted the form last.

        Asked at the start already, it keeps a place, so that the board need not make room later.
        """
        if self.surveying.is_known and not self.has_survey:
            self.has_survey = True
            self.switch.show()
            self.turn(FORM if settings().value(KEPT, SURVEY) == FORM else SURVEY)

    def turn(self, name: str) -> None:
        """Bring one of both to the front."""
        self.switch.set_current(name)
        self._stack.setCurrentWidget(self.panel if name == SURVEY else self.form)
        self.turned.emit(name)

    def stop(self) -> None:
        """Measure no more."""
        self.surveying.close()

    def _chosen(self, name: str) -> None:
        settings().put(KEPT, name)
        self.turn(name)

    def _draw(self) -> None:
        self.easel.view.set_overlays([overlay.picture for overlay in self.surveying.drawn()])
        self.caption.set_words(self.surveying.caption)

    def _show_row(self, row: Row) -> None:
        """Select what a row is about, and bring it into view."""
        self.easel.way.leave()
        self.easel.view.reveal(row.targets)
        cells = [target for target in row.targets if not is_edge(target)]
        edge = row.targets[0] if not cells and len(row.targets) == 1 else -1
        self.easel.desk.select(cells, edge)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.easel.view and event.type() == QEvent.Type.Resize:
            self.caption.place()
        return super().eventFilter(watched, event)
