"""The progress of an experiment, with buttons to pause and cancel it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy

from studio.core.game import Json
from studio.core.text import _, format_duration, format_number, plural
from studio.gui import widgets as w
from studio.gui.style.stylesheet import MEDIUM, current_theme
from studio.lab.run import Phase, Progress

ABORTED_PHASES = (Phase.LOST, Phase.FAULTY)  # runs that ended by a failure
FUNNEL = 880  # pixels; a narrower bar hides the convergence chart


class Bar(QProgressBar):
    """A progress bar, gold while paused."""

    def __init__(self) -> None:
        super().__init__(textVisible=False, maximum=1000)

    def set_progress(self, share: float, is_paused: bool) -> None:
        self.setValue(round(1000 * share))
        self.setAccessibleName(_("{share:.0f} % played").format(share=100 * share))
        w.set_style_property(self, "isPaused", is_paused)


class ConvergenceChart(w.TooltipWidget):
    """The half width of the widest interval so far, and as it is expected until the experiment ends."""

    def __init__(self) -> None:
        super().__init__()
        self.past: list[tuple[int, float]] = []
        self.expected: Sequence[tuple[int, float]] = [(0, 1.0)]  # from now to the end
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_widths(self, expected: Sequence[tuple[int, float]]) -> None:
        """Show matches and half widths from now to the end, after those that were shown before in the same run."""
        self.past = [point for point in self.past if point[0] < expected[0][0]] + [expected[0]]
        self.expected = expected
        self.setAccessibleName(self.text_at(QPointF()))
        self.update()

    def text_at(self, _place: QPointF) -> str:
        text = _(
            "Each rate is accurate to ± {now:.1f} % now, and to about ± {end:.1f} % after {about:,} matches if the "
            "rates stay."
        )
        about, end = self.expected[-1]
        return text.format(now=100 * self.expected[0][1], end=100 * end, about=about)

    def sizeHint(self) -> QSize:
        return QSize(196, 58)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self.past:
            return
        theme, middle, wide = current_theme(), 32.0, 112.0
        end, goal = self.expected[-1]
        first = end / 40  # the first matches are omitted: their intervals cover almost everything
        points = [point for point in self.past if point[0] >= first] or self.past[-1:]
        most = points[0][1]

        def at(point: tuple[int, float]) -> QPointF:
            return QPointF(wide * max(0.0, point[0] - first) / max(1.0, end - first), 24 * min(1.0, point[1] / most))

        with w.painter_on(self) as painter:
            stop, band = QColor(theme.color("done")), QColor(theme.color("accent"))
            stop.setAlphaF(0.25)
            band.setAlphaF(0.28)
            tall = 24 * goal / most
            painter.fillRect(QRectF(0, middle - tall, wide, 2 * tall), stop)
            past, coming = [at(point) for point in points], [at(point) for point in self.expected]
            upper, lower = ([QPointF(p.x(), middle + side * p.y()) for p in past] for side in (-1, 1))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(band)
            painter.drawPolygon(QPolygonF([*upper, *reversed(lower)]))
            for side in (-1, 1):
                painter.setPen(QPen(theme.color("accent"), 1.4))
                painter.drawPolyline(QPolygonF([QPointF(p.x(), middle + side * p.y()) for p in past]))
                painter.setPen(QPen(theme.color("accent"), 1.2, Qt.PenStyle.DashLine))
                painter.drawPolyline(QPolygonF([QPointF(p.x(), middle + side * p.y()) for p in coming]))
            now = past[-1]
            painter.setPen(QPen(theme.color("text"), 1.6))
            painter.drawLine(QPointF(now.x(), middle - now.y() - 3), QPointF(now.x(), middle + now.y() + 3))
            text = _("± {half:.1f} now").format(half=100 * self.past[-1][1])
            box = QRectF(min(max(5.0, now.x() - 40), wide - 20), 0, 90, 14)
            w.paint_text(painter, box, text, theme.color("text"), 12, MEDIUM)
            text = _("± {half:.1f} goal").format(half=100 * goal)
            w.paint_text(painter, QRectF(wide + 6, middle - 9, 80, 18), text, theme.color("done"), 12, MEDIUM)


class RunBar(w.Card):
    """The progress of a run, with buttons to pause, cancel, and to resume it after it stopped."""

    pause_requested = Signal(bool)
    cancel_requested = Signal()
    resume_requested = Signal(bool)

    def __init__(self) -> None:
        super().__init__(padding=12)
        self._is_paused = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.number = w.title_label("0", 26)
        self.about = w.Elided("", "second", 13)
        first = w.hbox(self.number, (self.about, 1), spacing=8)
        self.bar = Bar()
        left = w.vbox(first, self.bar, spacing=4)
        row = w.hbox((left, 1), spacing=18)
        self.rate, self.left, self.gone = (self._figure(row, text) for text in (_("matches"), _("left"), _("elapsed")))
        self.convergence = ConvergenceChart()
        row.addWidget(self.convergence)
        self.pause = w.PlainButton(_("Pause"), "pause", small=True)
        self.cancel = w.PlainButton(_("Cancel"), "stop", small=True, act=self.cancel_requested)
        self.pause.clicked.connect(lambda: self.pause_requested.emit(not self._is_paused))
        self.here = w.PlainButton(_("Resume here"), "play", small=True, act=lambda: self.resume_requested.emit(True))
        self.again = w.PlainButton(_("Resume"), "play", small=True)
        self.again.clicked.connect(lambda: self.resume_requested.emit(False))
        for button in (self.pause, self.cancel, self.here, self.again):
            row.addWidget(button)
        self.body.addLayout(row)
        self.note = w.text_label("", "warning", 13, wrap=True)
        self.note.hide()
        self.body.addWidget(self.note)
        self.reset()

    @staticmethod
    def _figure(row: QHBoxLayout, words: str) -> w.Elided:
        figure = w.Elided("–", "text", 15)
        figure.setMinimumWidth(88)
        column = w.vbox(figure, w.text_label(words, "second", 12), spacing=0)
        row.addLayout(column)
        return figure

    def reset(self) -> None:
        self.about.set_text(_("matches played. Choose the options and press Run"))
        self._update_buttons(False)

    def show_started(self, played: int = 0) -> None:
        """Show that a run begins, or continues after so many matches."""
        self.show_message("")
        self.number.setText(format_number(played, ","))
        self.about.set_text(_("matches: starting workers"))
        for figure in (self.rate, self.left, self.gone):
            figure.set_text("–")
        self.bar.set_progress(0, False)
        self._is_paused = False
        self._update_buttons(True)

    def show_stored(self, report: Json) -> None:
        """Show a stored result."""
        run, rates = report["run"], [seat["win_rate"] for seat in report["sides"][0]["seats"]]
        half = max(rate["high"] - rate["low"] for rate in rates) / 2
        state = Phase(report["state"])
        phase = state if state in (Phase.FINISHED, *ABORTED_PHASES) else Phase.STOPPED
        count = report["matches"]
        about = report["experiment"]["stop"].get("count", count)
        self.show_progress(Progress(phase, count, about, half, run["seconds"], None, run["workers"], 0, 0))
        if report["state"] == Phase.RUNNING.value:
            text = _("matches played until the program ended, each rate accurate to ± {half:.1f} %")
            self.about.set_text(text.format(half=100 * half))

    def show_progress(self, progress: Progress) -> None:
        phase, about = progress.phase, progress.estimated_matches
        self.number.setText(format_number(progress.matches, ","))
        self._is_paused = phase is Phase.PAUSED
        text = {
            Phase.FINISHED: _("matches played"),
            Phase.STOPPED: _("matches played, stopped"),
            Phase.PAUSED: _("matches played, paused"),
            Phase.LOST: _("matches played until all workers stopped"),
            Phase.FAULTY: _("matches played until custom statistics failed"),
        }.get(phase, _("matches"))
        if phase is Phase.RUNNING and about is not None:
            text = _("of about {count:,} matches").format(count=about)
        if progress.matches and not (phase is Phase.RUNNING and self.width() >= FUNNEL):  # the funnel says it
            text += _(", each rate accurate to ± {half:.1f} %").format(half=100 * progress.half_width)
        self.about.set_text(text)
        whole = progress.matches if phase is Phase.FINISHED else about or 0
        is_paused = phase in (Phase.PAUSED, Phase.STOPPED, *ABORTED_PHASES)
        self.bar.set_progress(min(1.0, progress.matches / whole) if whole else 0.0, is_paused)
        if progress.matches and progress.expected:
            self.convergence.show_widths(progress.expected)
        self.rate.set_text(_("{rate:.1f} / s").format(rate=progress.rate))
        self.left.set_text("–" if progress.seconds_left is None else format_duration(progress.seconds_left))
        self.gone.set_text(format_duration(progress.seconds))
        lost = progress.lost_workers
        if lost:
            message = plural(
                "{count} worker stopped. Its matches were reassigned.",
                "{count} workers stopped. Their matches were reassigned.",
                lost,
            )
            self.show_message(message.format(count=lost))
        self._update_buttons(phase in (Phase.RUNNING, Phase.PAUSED, Phase.READY))

    def offer_resume(self, *, is_lost: bool, elsewhere: bool) -> None:
        """Offer to play the rest: on the same workers, or here if they were `elsewhere`; some or all may be lost."""
        self.here.setVisible(elsewhere)
        self.again.set_text(_("Try again") if is_lost else _("Resume"), "rotate_right" if is_lost else "play")
        self.again.setVisible(True)

    def show_message(self, words: str) -> None:
        self.note.setText(words)
        self.note.setVisible(bool(words))

    def _update_buttons(self, is_busy: bool) -> None:
        self.pause.set_text(_("Resume") if self._is_paused else _("Pause"), "play" if self._is_paused else "pause")
        self.pause.setVisible(is_busy)
        self.cancel.setVisible(is_busy)
        self.here.setVisible(False)
        self.again.setVisible(False)
        self.convergence.setVisible(is_busy and self.width() >= FUNNEL)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.convergence.setVisible(self.pause.isVisibleTo(self) and self.width() >= FUNNEL)
