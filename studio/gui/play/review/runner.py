"""Reviews a match on a worker thread, and stores the review."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal

from studio.core.cancellation import CancelToken
from studio.core.plugin import Game
from studio.documents.files import DocumentError
from studio.documents.lessons import Puzzle
from studio.documents.store import Record
from studio.gui.background_task import BackgroundTask
from studio.lab.review.model import Review, ReviewStep
from studio.lab.review.run import judge_again, review_match
from studio.lab.review.store import load_review, save_review
from studio.lab.worker_pool import default_workers
from studio.lessons import make_puzzle
from studio.services.loading import replay_record

LONGER = 4  # how many times more deals one decision gets on request

Job = Callable[[CancelToken], Review]
PuzzleJob = Callable[[CancelToken], Puzzle | None]


class ReviewRunner(QObject):
    """The review of a match: stored, complete, or on its way; without steps if nothing is known yet.

    `changed`: there is more of it, or the work has started or stopped. `advanced(record, review)`: the same, for the
    page of the match. `puzzle_ready(puzzle)`: the result of `make_puzzle`, or None. `failed(text)`: the review could
    not be stored.
    """

    changed = Signal()
    advanced = Signal(object, object)
    puzzle_ready = Signal(object)
    failed = Signal(str)
    _reported = Signal(object)

    def __init__(self, record: Record, game: Game) -> None:
        super().__init__()
        self.record = record
        unknown = Review(match="", game=game.info.slug, seats=len(record.seats), people=())
        self.review = load_review(record, game) or unknown
        self.changed.connect(lambda: self.advanced.emit(self.record, self.review))
        self._task: BackgroundTask[Job, Review] = BackgroundTask(lambda job, cancel: job(cancel), "review", self, 0)
        self._task.result_ready.connect(self._finish)
        self._puzzle_task: BackgroundTask[PuzzleJob, Puzzle | None] = BackgroundTask(
            lambda job, cancel: job(cancel), "puzzles", self, 0
        )
        self._puzzle_task.result_ready.connect(self.puzzle_ready)
        self._reported.connect(self._show, Qt.ConnectionType.QueuedConnection)

    @property
    def is_running(self) -> bool:
        return self._task.is_waiting

    def start(self) -> None:
        """Begin or continue the review, unless it runs or is complete."""
        if not self.is_running and not self.review.is_complete:
            record, earlier, tell, processes = self.record, self.review, self._report, default_workers()

            def review(cancel: CancelToken) -> Review:
                match = replay_record(record)
                return review_match(record, match, earlier=earlier, processes=processes, tell=tell, cancel=cancel)

            self._start(review)

    def stop(self) -> None:
        """Stop and store what there is; `start` continues."""
        if self.is_running:
            self._task.cancel()
            self._save()
            self.changed.emit()

    def think_longer(self, number: int) -> None:
        """Judge one decision again, with more deals."""
        review, record = self.review, self.record
        if not self.is_running and review.steps[number - 1].judgement is not None:
            effort = LONGER * review.effort
            self._start(lambda cancel: judge_again(review, replay_record(record), number, effort, cancel))

    def make_puzzle(self, step: ReviewStep, title: str) -> None:
        """Make a puzzle of a judged decision, if it is suitable."""
        record = self.record
        if step.options:
            number, best = step.number, step.options[0].action
            self._puzzle_task.start(
                lambda cancel: make_puzzle(record, replay_record(record), number, best, title, cancel), immediately=True
            )

    def close(self) -> None:
        """Stop for ever; what there is is stored."""
        was_running = self.is_running
        self._task.close()
        self._puzzle_task.close()
        if was_running:
            self._save()

    def _start(self, job: Job) -> None:
        self._task.start(job, immediately=True)
        self.changed.emit()

    def _report(self, review: Review) -> None:
        """Pass a partial review to the window's thread; runs in the worker thread."""
        with contextlib.suppress(RuntimeError):  # the page may be gone
            self._reported.emit(review)

    def _show(self, review: Review) -> None:
        if not self.review.is_complete:
            self.review = review
            self.changed.emit()

    def _finish(self, review: Review) -> None:
        self.review = review
        self._save()
        self.changed.emit()

    def _save(self) -> None:
        if self.review.steps:
            try:
                save_review(self.review)
            except DocumentError as problem:
                self.failed.emit(str(problem))
