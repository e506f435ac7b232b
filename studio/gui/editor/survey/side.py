"""The upper place at the right of the board: the form of what is selected, or the survey of the whole layout."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from studio.core.text import _
from studio.gui.settings import settings
from studio.gui.widgets import Segmented

FORM, SURVEY = "form", "survey"
KEPT = "editor_side"
"""In the settings: which of both was in front last."""


class SurveySide(QWidget):
    """Holds both, one of them in front. Without a survey there is only the form, and nothing to choose.

    `turned(name)` tells that another one is in front.
    """

    turned = Signal(str)

    def __init__(self, form: QWidget, survey: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form, self.survey = form, survey
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
        self._stack.addWidget(survey)

    @property
    def front(self) -> str:
        """Which of both is in front."""
        return SURVEY if self._stack.currentWidget() is self.survey else FORM

    def offer_survey(self) -> None:
        """From now on there is a survey: bring it to the front unless a person wanted the form last."""
        if not self.has_survey:
            self.has_survey = True
            self.switch.show()
            self.turn(FORM if settings().value(KEPT, SURVEY) == FORM else SURVEY)

    def turn(self, name: str) -> None:
        """Bring one of both to the front."""
        self.switch.set_current(name)
        self._stack.setCurrentWidget(self.survey if name == SURVEY else self.form)
        self.turned.emit(name)

    def _chosen(self, name: str) -> None:
        settings().put(KEPT, name)
        self.turn(name)
