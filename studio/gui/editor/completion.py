"""Completes the board with random tiles in a thread; started again, it finds another completion."""

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
NOTICE_DELAY_MS = 400
MAX_KNOWN = 32  # completions that can be replaced by another one


class CompletionRequest(NamedTuple):
    """The body to complete, the cells (empty: all), and the seed."""

    body: Body
    cells: frozenset[int]
    seed: int


class CompletionTask(QObject):
    """Completes the selection or the whole board in a thread, as one undo step each time.

    Started again on an unchanged completion of the same cells, it replaces that by another one. Long searches and
    failures show a toast over `view`; `ended` comes in every case.
    """

    ended = Signal()

    def __init__(self, page: QWidget, edit_state: EditState, view: BoardView) -> None:
        super().__init__(page)
        self._page, self._view = page, view
        self.edit_state, self.document = edit_state, edit_state.document
        self._request: CompletionRequest | None = None
        self._seed = 0
        self._completions: list[tuple[Body, CompletionRequest]] = []  # newest first
        self._task: BackgroundTask[CompletionRequest, Body | NotCompletable]
        self._task = BackgroundTask(self._complete, "completions", self)
        self._task.result_ready.connect(self._on_answer)
        self._notice_timer = QTimer(self, singleShot=True, interval=NOTICE_DELAY_MS)
        self._notice_timer.timeout.connect(self._show_notice)
        self.document.body_changed.connect(self.cancel)

    @property
    def is_busy(self) -> bool:
        return self._request is not None

    def start(self) -> None:
        if self.is_busy:
            return
        self.document.drop_stroke()
        body, cells = self.document.body, self.edit_state.selection
        known = [request for shown, request in self._completions if shown is body and request.cells == cells]
        body = known[0].body if known else body
        self._seed += 1
        self._request = CompletionRequest(body, cells, self._seed)
        self._notice_timer.start()
        self._task.start(self._request, immediately=True)

    def cancel(self) -> None:
        if self.is_busy:
            self._task.cancel()
            self._finish()

    def close(self) -> None:
        self._notice_timer.stop()
        self._task.close()

    def _complete(self, request: CompletionRequest, cancel_token: CancelToken) -> Body | NotCompletable:
        """Run in the thread: return the completed body or the reason why there is none."""
        cancel_token.set_timeout(MAX_SECONDS)
        try:
            return self.edit_state.game.editing.complete(request.body, request.cells, request.seed, cancel_token)
        except NotCompletable as refusal:
            return refusal
        except Cancelled:
            text = _("No completion found within {seconds} s.")
            return NotCompletable(text.format(seconds=format_number(MAX_SECONDS, "g")))

    def _finish(self) -> None:
        self._request = None
        self._notice_timer.stop()
        self.ended.emit()

    def _on_answer(self, answer: Body | NotCompletable) -> None:
        request = self._request
        assert request is not None, "cancelled requests have no answer"
        self._finish()
        if isinstance(answer, NotCompletable):
            self._show_failure(str(answer), answer.cells)
            return
        count = len(self.edit_state.changed_targets(request.body, answer, range(self.document.grid.count)))
        label = plural("Completed: {n} space", "Completed: {n} spaces", count).format(n=count)
        self._completions = [(answer, request), *self._completions][:MAX_KNOWN]
        self.document.apply(label, answer, icon="dice")
        self.edit_state.hinted.emit(_("{done}. Repeat for another completion.").format(done=label))

    def _show_notice(self) -> None:
        text, cancel = _("Completing…"), _("Cancel")
        toast = Toast(self._page, text, label=cancel, act=self.cancel, seconds=MAX_SECONDS, over=self._view)
        self.ended.connect(toast.dismiss)

    def _show_failure(self, text: str, cells: Sequence[int]) -> None:
        def show() -> None:
            self._view.reveal(list(cells))
            self.edit_state.select(cells)

        label = _("Show") if cells else ""
        Toast(self._page, text, "warning", label=label, act=show, seconds=10, over=self._view)
