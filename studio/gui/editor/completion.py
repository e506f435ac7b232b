"""Completing the chart: tiles by lot on what is undiscovered, found in a thread; asked again, another completion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from studio.core.cancellation import Patience, Spent
from studio.core.game import Body
from studio.core.problems import Incompletable
from studio.core.text import _, numeral, plural
from studio.gui.background_task import Inquiry
from studio.gui.board.view import BoardView
from studio.gui.editor.edit_state import Desk
from studio.gui.widgets import Toast

SECONDS = 60.0
"""How long one completion may take."""
SOON_MS = 400
"""What is not there by then is told to be on its way."""
KNOWN = 32
"""So many completions are known again, to go on from where they began."""


class Wish(NamedTuple):
    """A completion that is asked for: of which body, of which cells (none: of all), and which of the many."""

    body: Body
    cells: frozenset[int]
    seed: int


class Completing(QObject):
    """Completes the selection, or the whole board, as one undo step each time.

    Asked again while a completion of the same cells lies on the board, it takes another one in its place.
    It says so when that takes long, and why there is none; `ended` comes in every case.
    """

    ended = Signal()

    def __init__(self, page: QWidget, desk: Desk, view: BoardView) -> None:
        """What is said lies over `view`."""
        super().__init__(page)
        self._page, self._view = page, view
        self.desk, self.document = desk, desk.document
        self._wish: Wish | None = None
        self._seed = 0
        self._known: list[tuple[Body, Wish]] = []
        """Completions, newest first, and what each was one of."""
        self._inquiry: Inquiry[Wish, Body | Incompletable] = Inquiry(self._completed, "completions", self)
        self._inquiry.answered.connect(self._arrived)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._soon.timeout.connect(self._tell_begun)
        self.document.body_changed.connect(self.cancel)

    @property
    def is_busy(self) -> bool:
        """Whether a completion is still to come."""
        return self._wish is not None

    def ask(self) -> None:
        """Complete what is selected, or everything."""
        if self.is_busy:
            return
        self.document.drop_stroke()
        body, cells = self.document.body, self.desk.selection
        for shown, wish in self._known:
            if shown is body and wish.cells == cells:
                body = wish.body
                break
        self._seed += 1
        self._wish = Wish(body, cells, self._seed)
        self._soon.start()
        self._inquiry.ask(self._wish, at_once=True)

    def cancel(self) -> None:
        """Want no completion any more."""
        if self.is_busy:
            self._inquiry.forget()
            self._end()

    def close(self) -> None:
        """Want none ever again."""
        self._soon.stop()
        self._inquiry.close()

    def _completed(self, wish: Wish, patience: Patience) -> Body | Incompletable:
        """In the thread: the body that is completed, or why it is not."""
        patience.limit(SECONDS)
        try:
            return self.desk.game.complete(wish.body, wish.cells, wish.seed, patience)
        except Incompletable as refusal:
            return refusal
        except Spent:
            words = _("No completion was found within {seconds} s.")
            return Incompletable(words.format(seconds=numeral(SECONDS, "g")))

    def _end(self) -> None:
        self._wish = None
        self._soon.stop()
        self.ended.emit()

    def _arrived(self, answer: Body | Incompletable) -> None:
        wish = self._wish
        assert wish is not None, "what nobody wants any more does not arrive"
        self._end()
        if isinstance(answer, Incompletable):
            self._tell_refused(str(answer), answer.cells)
            return
        cells = range(self.document.grid.count)
        count = len(self.desk.changed(wish.body, answer, cells))
        words = plural("Completed: {n} space", "Completed: {n} spaces", count).format(n=count)
        self._known = [(answer, wish), *self._known][:KNOWN]
        self.document.apply(words, answer, icon="dice")
        self.desk.hinted.emit(_("{done}. Again: another completion.").format(done=words))

    def _tell_begun(self) -> None:
        words, cancel = _("Completing …"), _("Cancel")
        toast = Toast.say(self._page, words, label=cancel, act=self.cancel, seconds=SECONDS, over=self._view)
        self.ended.connect(toast.dismiss)

    def _tell_refused(self, words: str, cells: Sequence[int]) -> None:
        """Say why there is no completion, and offer to show where."""

        def show() -> None:
            self._view.reveal(list(cells))
            self.desk.select(cells)

        label = _("Show") if cells else ""
        Toast.say(self._page, words, "warning", label=label, act=show, seconds=10, over=self._view)
