"""Searches a fairer layout and offers the best three."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.text import _
from studio.gui import widgets as w
from studio.gui.lab.run_bar import Bar
from studio.gui.lab.runner import WorkerThread
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets.inputs import CountBox
from studio.lab import improve
from studio.lab.worker_pool import WorkerPool
from studio.services.loading import LoadedLayout

# The introduction, shown until a search has results.

PICTURE_HEIGHT, PICTURE_WIDTH = 112.0, 196.0  # pixels of a picture
MIN_WIDTH = 720  # pixels of the view, below which the form of the experiment is folded


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


class ImproveResult(NamedTuple):
    """The result of a search: the original layout, and the best changes, the fairest first."""

    original: improve.Improvement
    best: Sequence[improve.Improvement]


def estimate_matches(candidates: int, proof: int) -> int:
    racing, total = candidates + 1, 0
    for number in range(1, improve.MAX_ROUNDS + 1):
        if racing <= improve.MAX_PROPOSALS + 1:
            break
        total += racing * improve.ROUND_MATCHES * 2 ** max(0, number - 2)
        racing = max(improve.MAX_PROPOSALS + 1, (racing + 1) // 2)
    return total + min(racing, improve.MAX_PROPOSALS + 1) * proof


class ImproveRunner(WorkerThread):
    """Runs one search after another."""

    found = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._improver: improve.Improver | None = None
        self._is_cancelled = False

    def start(self, search: improve.SearchConfig, make_workers: Callable[[], WorkerPool]) -> None:
        """Start a search; `make_workers` is called in its thread and may raise `NoWorkersError`."""
        self._is_cancelled, self._improver = False, None
        self.start_job(lambda: self._work(search, make_workers))

    def cancel(self) -> None:
        self._is_cancelled = True
        if self._improver is not None:
            self._improver.cancel()

    def _work(self, search: improve.SearchConfig, make_workers: Callable[[], WorkerPool]) -> None:
        crew = make_workers()
        try:
            self._improver = improver = improve.Improver(search, crew, resumes=True)
            if self._is_cancelled:
                return
            for stage in improver.steps():
                self.post(self.updated.emit, stage)
            if improver.original is not None:
                self.post(self.found.emit, ImproveResult(improver.original, improver.best))
        finally:
            crew.close()


class ImproveState(NamedTuple):
    """The progress of a search: whether it runs, the estimated number of matches, its last stage, its result."""

    is_running: bool
    estimated_matches: int
    stage: improve.SearchStage | None
    result: ImproveResult | None


class ImproveView(QWidget):
    """The settings, the progress and the results of a search."""

    start_requested = Signal()
    open_requested = Signal(object)

    def __init__(self, searching: ImproveRunner) -> None:
        super().__init__()
        self.runner = searching
        self.is_running = False
        self._result: ImproveResult | None = None
        self._stage: improve.SearchStage | None = None
        self.rows: list[w.Inset] = []
        self.open_buttons: list[w.PlainButton] = []
        self._estimated_matches, self._has_message = 1, False
        card = w.Card(_("Improve fairness"), " ")
        text = _(
            "The search tries changes on copies of the layout: it mirrors halves, swaps spaces or edges, and changes "
            "single values. It uses the bots, seats and rules of the experiment. The best three copies then play new "
            "matches that were not used to choose them. The layout itself does not change."
        )
        row = w.hbox(spacing=10)
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
        self.begin = w.PrimaryButton(_("Find fairer layout"), "wand", act=self.start_requested)
        self.stop = w.PlainButton(_("Cancel"), "stop", act=self.runner.cancel)
        card.body.addLayout(row)
        self.status_label = w.text_label("", "second", 13, wrap=True)
        card.body.addLayout(w.hbox((self.status_label, 1), self.stop, self.begin, spacing=10))
        self.bar = Bar()
        card.body.addWidget(self.bar)
        room = QWidget()
        self._column = w.vbox(parent=room, spacing=8, margins=(0, 0, 6, 0))
        self.intro = ImproveIntro()
        self._column.addWidget(w.text_label(text, "second", 13, wrap=True))
        self._column.addWidget(self.intro)
        self._column.addStretch(1)
        card.body.addWidget(w.ScrollArea(room, name=_("Fairer layouts")), 1)
        w.vbox(card, parent=self)
        self.runner.updated.connect(self._show_stage)
        self.runner.found.connect(self.show_result)
        self.runner.failed.connect(self.show_error)
        self.runner.finished.connect(self._search_finished)
        self._update_controls()
        self._show_estimate()

    def minimumSizeHint(self) -> QSize:
        return QSize(MIN_WIDTH, super().minimumSizeHint().height())

    def state(self) -> ImproveState:
        return ImproveState(self.is_running, self._estimated_matches, self._stage, self._result)

    def restore_state(self, memory: ImproveState) -> None:
        """Let things stand so."""
        self.is_running, self._estimated_matches = memory.is_running, memory.estimated_matches
        self._update_controls()
        if memory.stage is not None and memory.is_running:
            self._show_stage(memory.stage)
        if memory.result is not None:
            self.show_result(memory.result)

    def start(
        self,
        opened: LoadedLayout,
        seats: int,
        options: dict[str, bool | int | str],
        bots: tuple[str, ...],
        seed: int,
        make_workers: Callable[[], WorkerPool],
    ) -> None:
        """Begin with this layout. Raises `ValueError` if the bots differ."""
        if self.is_running:
            return
        config = improve.SearchConfig(
            opened, seats, options, bots, self.candidates.value(), self.confirm_matches.value(), seed
        )
        w.remove_widgets(self._column, self.rows)
        self.rows, self.open_buttons = [], []
        self.is_running, self._has_message = True, False
        self._result = self._stage = None
        self._estimated_matches = estimate_matches(self.candidates.value(), self.confirm_matches.value())
        self.status_label.setText(_("Creating changed copies; copies with errors are skipped."))
        self.runner.start(config, make_workers)
        self._update_controls()

    def show_error(self, words: str) -> None:
        self._has_message = True
        self.status_label.setText(words)

    def _show_estimate(self) -> None:
        if not self.is_running:
            count = estimate_matches(self.candidates.value(), self.confirm_matches.value())
            self.status_label.setText(_("This requires about {count:,} matches at most.").format(count=count))

    def _update_controls(self) -> None:
        self.begin.setEnabled(not self.is_running)
        self.stop.setVisible(self.is_running)
        self.bar.setVisible(self.is_running)
        self.intro.setVisible(not self.rows)
        self.bar.set_progress(0, False)
        for field in (self.candidates, self.confirm_matches):
            field.setEnabled(not self.is_running)

    def _show_stage(self, stage: improve.SearchStage) -> None:
        self._stage = stage
        self.status_label.setText(stage.text)
        self.bar.set_progress(min(0.99, stage.matches / self._estimated_matches), False)

    def _search_finished(self) -> None:
        self.is_running = False
        self._update_controls()
        if not self._has_message:
            self.status_label.setText(_("Stopped without a result."))

    def show_result(self, found: ImproveResult) -> None:
        """Offer what was found."""
        w.remove_widgets(self._column, self.rows)
        self.rows, self.open_buttons = [], []
        self._result, self._has_message = found, True
        self._add("", found.original)
        for number, improvement in enumerate(found.best, 1):
            self._add(str(number), improvement, can_open=True)
        self.status_label.setText(improve.outcome_text(found.best))
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
        self._column.insertWidget(self._column.count() - 1, row)
