"""Searches a fairer layout and offers the best three."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.text import _
from studio.gui import widgets as w
from studio.gui.lab.series import Series, SeriesRunner, SeriesView, Stage
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets.inputs import CountBox
from studio.lab import improve
from studio.lab.run import Experiment
from studio.lab.worker_pool import WorkerPool
from studio.services.loading import LoadedLayout

# The introduction, shown until a search has results.

PICTURE_HEIGHT, PICTURE_WIDTH = 112.0, 196.0  # pixels of a picture


def _draw_copies(painter: QPainter) -> None:
    """Two copies of a board behind one on which two spaces change places."""
    theme, cell = current_theme(), 20.0
    for step in (2, 1, 0):
        board = QRectF(26 + 16 * step, 34 - 13 * step, 6 * cell, 3 * cell)
        w.paint_box(painter, board.adjusted(-4, -4, 4, 4), "paper", "line", width=1.2, radius=4)
    for column in range(6):
        for row in range(3):
            changed = (column, row) in ((1, 1), (4, 1))
            space = QRectF(27 + column * cell, 35 + row * cell, cell - 2, cell - 2)
            w.paint_box(painter, space, theme.color("accent", 1.0 if changed else 0.16), None, radius=2)
    painter.setPen(QPen(theme.color("text"), 1.6))
    painter.drawLine(QPointF(68, 64), QPointF(105, 64))
    for tip, back in ((68.0, 6.0), (105.0, -6.0)):
        painter.drawPolyline([QPointF(tip + back, 59), QPointF(tip, 64), QPointF(tip + back, 69)])


def _draw_rounds(painter: QPainter) -> None:
    """Illustration: of eight candidates four continue and two reach the end."""
    theme = current_theme()
    runs = (1, 3, 1, 2, 3, 1, 2, 1)
    for place, rounds in enumerate(runs):
        y, end = 14.0 + 12.5 * place, 20 + 52.0 * rounds
        stays = rounds == 3
        ink = theme.color("accent" if stays else "off")
        painter.setPen(QPen(ink, 2.4 if stays else 1.6))
        painter.drawLine(QPointF(18, y), QPointF(end, y))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(QPointF(end, y), 4.5 if stays else 3.0, 4.5 if stays else 3.0)
    painter.setPen(QPen(theme.color("line"), 1.2, Qt.PenStyle.DashLine))
    for number in (1, 2):
        painter.drawLine(QPointF(20 + 52.0 * number + 8, 6), QPointF(20 + 52.0 * number + 8, 108))


def _draw_confirmation(painter: QPainter) -> None:
    """The board as it was off the fair line, the best three about it."""
    theme, fair = current_theme(), 84.0
    painter.setPen(QPen(theme.color("text"), 1.4))
    painter.drawLine(QPointF(fair, 6), QPointF(fair, 108))
    for place, (middle, half) in enumerate(((134.0, 26.0), (92.0, 18.0), (80.0, 20.0), (101.0, 19.0))):
        y = 20.0 + 24 * place
        ink = theme.color("warning" if not place else "accent")
        painter.setPen(QPen(ink, 1.8))
        painter.drawLine(QPointF(middle - half, y), QPointF(middle + half, y))
        for end in (-half, half):
            painter.drawLine(QPointF(middle + end, y - 5), QPointF(middle + end, y + 5))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(QPointF(middle, y), 5, 5)


class _Illustration(QWidget):
    """An illustration of a step."""

    def __init__(self, draw: Callable[[QPainter], None]) -> None:
        super().__init__()
        self._draw = draw
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(round(PICTURE_WIDTH / 2))

    def sizeHint(self) -> QSize:
        return QSize(round(PICTURE_WIDTH), round(PICTURE_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        with w.painter_on(self) as painter:
            painter.scale(self.width() / PICTURE_WIDTH, self.width() / PICTURE_WIDTH)
            self._draw(painter)


class ImproveIntro(QWidget):
    """The three steps of a search, side by side."""

    def __init__(self) -> None:
        super().__init__()
        row = w.hbox(parent=self, spacing=24, margins=(0, 18, 0, 0))
        for draw, title, text in (
            (
                _draw_copies,
                _("1 · Changed copies"),
                _("Copies mirror halves, swap spaces or edges, or change one value. Copies with errors are skipped."),
            ),
            (
                _draw_rounds,
                _("2 · Elimination"),
                _(
                    "All copies play with the same seeds. After each round, the less fair half is dropped "
                    "and the others play more matches."
                ),
            ),
            (
                _draw_confirmation,
                _("3 · Confirmation of best three"),
                _("They and the original play the same new matches. You can open each as a new layout."),
            ),
        ):
            column = w.vbox(spacing=6)
            column.addWidget(_Illustration(draw), 0, Qt.AlignmentFlag.AlignHCenter)
            heading = w.text_label(title, "text", 14, semibold=True, wrap=True)
            for label in (heading, w.text_label(text, "second", 13, wrap=True)):
                label.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
                column.addWidget(label)
            column.addStretch(1)
            row.addLayout(column, 1)


# The search.

DEFAULT_CANDIDATES, DEFAULT_CONFIRM_MATCHES = 24, 2_000


class ImproveView(SeriesView):
    """The settings, the progress and the results of a search."""

    open_requested = Signal(object)

    def __init__(self, runner: SeriesRunner) -> None:
        super().__init__(runner, _("Improve fairness"), _("Find fairer layout"), "wand")
        self.rows: list[w.Inset] = []
        self.open_buttons: list[w.PlainButton] = []
        text = _(
            "The search tries changes on copies of the layout: it mirrors halves, swaps spaces or edges, and changes "
            "single values. It uses the bots, seats and rules of the experiment. The best three copies then play new "
            "matches that were not used to choose them. The layout itself does not change."
        )
        row = w.hbox(parent=self.settings, spacing=10)
        self.candidates = CountBox(DEFAULT_CANDIDATES, 4, 200)
        self.confirm_matches = CountBox(DEFAULT_CONFIRM_MATCHES, 100, 100_000)
        for reported, field in (
            (_("Changes to try"), self.candidates),
            (_("Confirmation matches"), self.confirm_matches),
        ):
            row.addWidget(w.text_label(reported, "text", 13))
            field.setFixedWidth(112)
            field.setAccessibleName(reported)
            field.changed.connect(lambda _value: self._show_estimate())
            row.addWidget(field)
            row.addSpacing(12)
        row.addStretch(1)
        self.intro = ImproveIntro()
        self.column.addWidget(w.text_label(text, "second", 13, wrap=True))
        self.column.addWidget(self.intro)
        self.column.addStretch(1)
        self.update_controls()
        self._show_estimate()

    def make_series(self, opened: LoadedLayout, plan: Experiment) -> Callable[[WorkerPool], Series]:
        counts, options = (self.candidates.value(), self.confirm_matches.value()), plan.sides[0].options
        config = improve.SearchConfig(opened, plan.seats, options, plan.bots, *counts, plan.seed)
        return lambda pool: improve.Improver(config, pool, resumes=True)

    def clear(self) -> None:
        w.remove_widgets(self.column, self.rows)
        self.rows, self.open_buttons = [], []
        self.status_label.setText(_("Creating changed copies; copies with errors are skipped."))

    def _show_estimate(self) -> None:
        count = improve.estimate_matches(self.candidates.value(), self.confirm_matches.value())
        self.status_label.setText(_("This requires about {count:,} matches at most.").format(count=count))

    def update_controls(self) -> None:
        super().update_controls()
        self.intro.setVisible(not self.rows)

    def _result(self) -> improve.SearchResult | None:
        return self.stage.result if isinstance(self.stage, improve.SearchStage) else None

    def final_text(self) -> str:
        found = self._result()
        return improve.outcome_text(found.best) if found is not None else super().final_text()

    def show_stage(self, stage: Stage) -> None:
        super().show_stage(stage)
        if (found := self._result()) is None:
            return
        self.clear()
        self._add("", found.original)
        for number, improvement in enumerate(found.best, 1):
            self._add(str(number), improvement, can_open=True)
        self.intro.hide()

    def _add(self, title: str, improvement: improve.Improvement, can_open: bool = False) -> None:
        row = w.Inset()
        line = w.hbox(spacing=10)
        if title:
            line.addWidget(w.title_label(title, 18))
        line.addWidget(w.text_label(improve.improvement_text(improvement), "text", 14, wrap=True), 1)
        if can_open:
            button = w.PlainButton(_("Open as new layout"), "new", small=True)
            button.setAccessibleName(_("Open number {number} as new layout").format(number=title))
            button.clicked.connect(lambda: self.open_requested.emit(improvement))
            line.addWidget(button)
            self.open_buttons.append(button)
        row.column.addLayout(line)
        self.rows.append(row)
        self.column.insertWidget(self.column.count() - 1, row)
