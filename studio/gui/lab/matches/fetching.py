"""A match of a run on its way to the table: what failed was written down, all else is played again beside it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from studio.core.cancellation import Patience, Spent
from studio.core.game import Action
from studio.core.text import SEAT_NAMES, _
from studio.gui.lab.beside import Beside
from studio.lab.experiment import Experiment
from studio.lab.listing import Line
from studio.lab.play import Log
from studio.lab.work import play_again


class _Hurried(Log):
    """A log that ends the match when nobody wants it any more."""

    def __init__(self, patience: Patience) -> None:
        super().__init__()
        self._patience = patience

    def note(self, action: Action, drawn: bool) -> None:
        self._patience.look()
        super().note(action, drawn)


class Fetching(Beside):
    """Fetches one match after another: `found(Record)` when it is there."""

    found = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._patience = Patience()

    def fetch(self, experiment: Experiment, line: Line) -> None:
        """Have the record of a match. One that is on its way already is left to come."""
        names = SEAT_NAMES[: experiment.seats]
        if line.failure is not None:
            self.found.emit(experiment.record(line.side, *line.failure.written(), names))
            return
        if self.is_busy:
            return
        self._patience = patience = Patience()
        self.begin(lambda: self._play(experiment, line, patience))

    def cancel(self) -> None:
        """Leave it: nothing is found then."""
        self._patience.end()

    def _play(self, experiment: Experiment, line: Line, patience: Patience) -> None:
        log = _Hurried(patience)
        try:
            state = play_again(experiment.plan(line.side), line.match, log).state
        except Spent:
            return
        if (tuple(state.scores()), tuple(state.winners())) != (line.points, line.winners):
            words = _("Match {number} came out otherwise when it was played again: its bots think by the clock.")
            self.failed.emit(words.format(number=line.match))
            return
        names = SEAT_NAMES[: experiment.seats]
        self.found.emit(experiment.record(line.side, line.match, *log.written(), names))
