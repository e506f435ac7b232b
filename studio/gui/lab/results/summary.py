"""What the matches say, from the sentence to the tables: verdict, charts, findings, as the room allows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.core.game import Json
from studio.gui.lab.results.charts import ChartCard, EndingCard, LeadCard, LengthCard
from studio.gui.lab.results.fairness import FairnessCard
from studio.gui.lab.results.figures import FiguresCard
from studio.gui.lab.results.findings import WIDE, FindingsCard
from studio.gui.lab.results.points import LadderCard, PointsCard
from studio.lab.findings import Finding
from studio.lab.report.plain import titles

GAP = 10
MOST = 16_777_215
"""What Qt calls as wide as one likes."""
LEAST = 440
ROOMY = 800
"""In less room than this the charts stand two by two."""
BESIDE = 900
"""In less room than this the findings lie below the verdict instead of beside it."""


class Summary(QWidget):
    """Everything but the maps, one below the other; wants to lie in something that scrolls."""

    def __init__(self) -> None:
        super().__init__()
        self.fairness, self.figures, self.ladder = FairnessCard(), FiguresCard(), LadderCard()
        self.points, self.length, self.leads, self.endings = PointsCard(), LengthCard(), LeadCard(), EndingCard()
        self.charts: list[ChartCard] = [self.points, self.length, self.leads, self.endings]
        for card in self.charts:
            card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.findings = FindingsCard()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 6, 0)
        self._row.setSpacing(GAP)
        self._row.setSizeConstraint(QBoxLayout.SizeConstraint.SetNoConstraint)  # as it stands it may be wider
        column = QVBoxLayout()
        column.setSpacing(GAP)
        self._row.addLayout(column, 1)
        self._row.addWidget(self.findings)
        column.addWidget(self.fairness)
        self._grid = QGridLayout()
        self._grid.setSpacing(GAP)
        column.addLayout(self._grid)
        column.addWidget(self.ladder)
        column.addWidget(self.figures, 1)
        self.columns = 0
        self._arrange(4)

    def _arrange(self, columns: int) -> None:
        """The four charts in so many columns."""
        if columns == self.columns:
            return
        self.columns = columns
        for place, card in enumerate(self.charts):
            self._grid.addWidget(card, place // columns, place % columns)
        shares = (256, 182, 176, 176) if columns == 4 else (1, 1, 0, 0)
        for place, share in enumerate(shares):
            self._grid.setColumnStretch(place, share)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_beside = self.width() >= BESIDE
        direction = QBoxLayout.Direction.LeftToRight if is_beside else QBoxLayout.Direction.TopToBottom
        self._row.setDirection(direction)
        self.findings.setMaximumWidth(WIDE if is_beside else MOST)
        self._arrange(4 if self.width() - is_beside * (WIDE + GAP) >= ROOMY else 2)

    def show_report(self, report: Json, found: Sequence[Finding], may_change: bool, is_kept: bool) -> None:
        """What the matches so far say; `may_change`: more are being played; `is_kept`: they are kept."""
        self.findings.show_findings(found, may_change, is_kept)
        sides = report["sides"]
        self.fairness.show_report(report)
        self.points.show_sides(sides)
        self.length.show_sides(sides)
        self.leads.show_sides(sides)
        self.endings.show_sides(sides, titles(report["game"]))
        self.ladder.show_sides(sides)
        self.figures.show_report(report)
