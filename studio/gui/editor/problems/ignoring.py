"""Asking why findings are not to count."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QLineEdit, QWidget

from studio.core.problems import Problem, together
from studio.core.text import _, plural
from studio.gui.style.fonts import text_font
from studio.gui.widgets import ToggleSwitch
from studio.gui.widgets.dialogs import HouseDialog

LONGEST = 500


class IgnoreDialog(HouseDialog):
    """Why findings of one code are not to count, and whether that goes for all that may come. Choice "ignore"."""

    def __init__(self, parent: QWidget | None, problems: Sequence[Problem]) -> None:
        count = len(problems)
        super().__init__(parent, plural("Ignore this finding", "Ignore these {n} findings", count).format(n=count),
                         "eye_closed")  # fmt: skip
        self.add_words(together(problems), "text")
        self.field = QLineEdit()
        self.field.setFont(text_font(14))
        self.field.setMaxLength(LONGEST)
        self.field.setMinimumHeight(34)
        self.field.setPlaceholderText(_("Why it is as it should be"))
        self.field.setAccessibleName(_("Reason"))
        self.body.addWidget(self.field)
        self.everywhere = ToggleSwitch(_("Wherever it comes up, now and later"))
        self.body.addWidget(self.everywhere)
        if not all(problem.cells or problem.edges or problem.field for problem in problems):
            self.everywhere.setChecked(True)  # it has no place that could be named
            self.everywhere.setEnabled(False)
        self.add_words(_("It is kept in the layout's file, listed apart, and counts again whenever you like."))
        self.add_button("", _("Cancel"))
        self.yes = self.add_button("ignore", _("Ignore"), filled=True, icon="eye_closed")
        self.field.textChanged.connect(lambda: self.yes.setEnabled(bool(self.reason())))
        self.yes.setEnabled(False)
        self.field.setFocus()

    def reason(self) -> str:
        """What is typed, in one line."""
        return " ".join(self.field.text().split())
