"""What the matches come to: a row for each finding, with the button for its next step."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.core.problems import Severity
from studio.core.text import _
from studio.gui.editor.document.places import KINDS
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card, PlainButton, SeverityMark, text_label
from studio.lab.findings import AGAIN, IMPROVE, MAP, MORE, RECORD, Finding

WIDE = 306


class Tick(QWidget):
    """The mark of what is as one would have it."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(18, 18)
        self.setAccessibleName(_("good"))

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            sign = icon_pixmap("tick", current_theme().color("done"), 16, self.devicePixelRatioF())
            painter.drawPixmap(1, 1, sign)


class FindingRow(QWidget):
    """One finding on its tint. `step_wanted(step, target)`."""

    step_wanted = Signal(str, str)

    def __init__(self, finding: Finding, can_step: bool) -> None:
        super().__init__()
        self.finding = finding
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 9, 10, 10)
        row.setSpacing(9)
        mark = Tick() if finding.severity is None else SeverityMark(finding.severity, 17)
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(3)
        column.addWidget(text_label(finding.title, "text", 14, semibold=True, wrap=True))
        if finding.words:
            column.addWidget(text_label(finding.words, "second", 13, wrap=True))
        self.button: PlainButton | None = None
        if finding.step and can_step:
            self.button = PlainButton(self._words(), small=True)
            self.button.clicked.connect(lambda: self.step_wanted.emit(finding.step, finding.target))
            column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignRight)
        row.addLayout(column, 1)
        self.setAccessibleName(f"{finding.title}. {finding.words}")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def _words(self) -> str:
        target = self.finding.target
        return {
            RECORD: _("Open the record"),
            MORE: _("Play {n} more").format(n=target),
            IMPROVE: _("Improve fairness…"),
            MAP: _("Show the map"),
            AGAIN: _("Run B too"),
        }[self.finding.step]

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, severity = current_theme(), self.finding.severity
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            is_grave = severity in (Severity.WARNING, Severity.ERROR)
            painter.setBrush(theme.color(f"{KINDS[severity]}_tint" if severity is not None and is_grave else "inset"))
            painter.setPen(QPen(theme.color("gold_border" if severity is Severity.WARNING else "line"), 1))
            painter.drawRoundedRect(self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)


def plain_words(action: QAction) -> str:
    """The words of an action without the mark of its key."""
    return action.text().replace("&", "")


class FindingsCard(Card):
    """All findings; while matches are played they may still change, and their steps wait."""

    step_wanted = Signal(str, str)

    def __init__(self) -> None:
        super().__init__(_("Findings"), " ")
        self.rows: list[FindingRow] = []
        self._column = QVBoxLayout()
        self._column.setSpacing(8)
        self.body.addLayout(self._column)
        self.buttons: list[PlainButton] = []
        self._foot = QHBoxLayout()
        self._foot.setSpacing(8)
        self.body.addLayout(self._foot)
        self.body.addStretch(1)
        self._shown: tuple[Sequence[Finding], bool] | None = None

    def add_action(self, action: QAction, icon: str) -> None:
        """A button at the foot for something that can be done with the result."""
        button = PlainButton(plain_words(action), icon, small=True)
        button.clicked.connect(action.trigger)
        action.changed.connect(lambda: button.setEnabled(action.isEnabled()))
        button.setEnabled(action.isEnabled())
        self.buttons.append(button)
        self._foot.addWidget(button)

    def sizeHint(self) -> QSize:
        return QSize(WIDE, super().sizeHint().height())

    def show_findings(self, found: Sequence[Finding], may_change: bool, is_kept: bool) -> None:
        """Show these; `is_kept`: the result is there again when the layout is opened next."""
        note = _("kept with the layout") if is_kept else " "
        self.set_note(_("may still change") if may_change else note)
        if (found, may_change) == self._shown:
            return
        self._shown = found, may_change
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [FindingRow(finding, not may_change) for finding in found]
        for row in self.rows:
            row.step_wanted.connect(self.step_wanted)
            self._column.addWidget(row)
