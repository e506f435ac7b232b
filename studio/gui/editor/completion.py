"""Completing the chart: tiles by lot on what is undiscovered, found in a thread; asked again, another completion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from studio.core.cancellation import Cancelled, CancelToken
from studio.core.game import Body
from studio.core.problems import NotCompletable
from studio.core.text import _, format_number, plural
from studio.gui.background_task import BackgroundTask
from studio.gui.board.view import BoardView
from studio.gui.editor.edit_state import EditState
from studio.gui.widgets import Toast

MAX_SECONDS = 60.0
"""How long one completion may take."""
NOTICE_DELAY_MS = 400
"""What is not there by then is told to be on its way."""
MAX_KNOWN = 32
"""So many completions are known again, to go on from where they began."""


class CompletionRequest(NamedTuple):
    """A completion that is asked for: of which body, of which cells (none: of all), and which of the many."""

    body: Body
    cells: frozenset[int]
    seed: int


class CompletionTask(QObject):
    """Completes the selection, or the whole board, as one undo step each time.

    Asked again while a completion of the same cells lies on the board, it takes another one in its place.
    It says so when that takes long, and why there is none; `ended` comes in every case.
    """

    ended = Signal()

    def __init__(self, page: QWidget, edit_state: EditState, view: BoardView) -> None:
        """What is said lies over `view`."""
        super().__init__(page)
        self._page, self._view = page, view
        self.edit_state, self.document = edit_state, edit_state.document
        self._request: CompletionRequest | None = None
        self._seed = 0
        self._completions: list[tuple[Body, CompletionRequest]] = []
        """Completions, newest first, and what each was one of."""
        self._inquiry: BackgroundTask[CompletionRequest, Body | NotCompletable] = BackgroundTask(
            self._complete, "completions", self
        )
        self._inquiry.result_ready.connect(self._on_answer)
        self._notice_timer = QTimer(self)
        self._notice_timer.setSingleShot(True)
        self._notice_timer.setInterval(NOTICE_DELAY_MS)
        self._notice_timer.timeout.connect(self._show_notice)
        self.document.body_changed.connect(self.cancel)

    @property
    def is_busy(self) -> bool:
        """Whether a completion is still to come."""
        return self._request is not None

    def start(self) -> None:
        """Complete what is selected, or everything."""
        if self.is_busy:
            return
        self.document.drop_stroke()
        body, cells = self.document.body, self.edit_state.selection
        for shown, wish in self._completions:
            if shown is body and wish.cells == cells:
                body = wish.body
                break
        self._seed += 1
        self._request = CompletionRequest(body, cells, self._seed)
        self._notice_timer.start()
        self._inquiry.start(self._request, immediately=True)

    def cancel(self) -> None:
        """Want no completion any more."""
        if self.is_busy:
            self._inquiry.cancel()
            self._finish()

    def close(self) -> None:
        """Want none ever again."""
        self._notice_timer.stop()
        self._inquiry.close()

    def _complete(self, request: CompletionRequest, patience: CancelToken) -> Body | NotCompletable:
        """In the thread: the body that is completed, or why it is not."""
        patience.set_timeout(MAX_SECONDS)
        try:
            return self.edit_state.game.editing.complete(request.body, request.cells, request.seed, patience)
        except NotCompletable as refusal:
            return refusal
        except Cancelled:
            words = _("No completion was found within {seconds} s.")
            return NotCompletable(words.format(seconds=format_number(MAX_SECONDS, "g")))

    def _finish(self) -> None:
        self._request = None
        self._notice_timer.stop()
        self.ended.emit()

    def _on_answer(self, answer: Body | NotCompletable) -> None:
        wish = self._request
        assert wish is not None, "what nobody wants any more does not arrive"
        self._finish()
        if isinstance(answer, NotCompletable):
            self._show_failure(str(answer), answer.cells)
            return
        cells = range(self.document.grid.count)
        count = len(self.edit_state.changed_targets(wish.body, answer, cells))
        words = plural("Completed: {n} space", "Completed: {n} spaces", count).format(n=count)
        self._completions = [(answer, wish), *self._completions][:MAX_KNOWN]
        self.document.apply(words, answer, icon="dice")
        self.edit_state.hinted.emit(_("{done}. Again: another completion.").format(done=words))

    def _show_notice(self) -> None:
        words, cancel = _("Completing …"), _("Cancel")
        toast = Toast.show_message(
            self._page, words, label=cancel, act=self.cancel, seconds=MAX_SECONDS, over=self._view
        )
        self.ended.connect(toast.dismiss)

    def _show_failure(self, words: str, cells: Sequence[int]) -> None:
        """Say why there is no completion, and offer to show where."""

        def show() -> None:
            self._view.reveal(list(cells))
            self.edit_state.select(cells)

        label = _("Show") if cells else ""
        Toast.show_message(self._page, words, "warning", label=label, act=show, seconds=10, over=self._view)
