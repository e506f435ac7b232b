"""A match from a reviewed decision on, which the user makes again. The match of the review does not change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from studio.core.match import Match, Node
from studio.core.text import _
from studio.documents.autosave import AutosaveFile
from studio.gui import widgets as w
from studio.gui.page import Page, SeatSetup
from studio.gui.play.match_file import MatchFile, NullMatchFile
from studio.gui.play.page import PlayPage
from studio.gui.play.review.cards import Moves
from studio.gui.play.status import PLAY, MatchSnapshot
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets.accessibility import announce
from studio.lab.review.model import ReviewStep
from studio.services.loading import LoadedLayout


class TaskBar(QWidget):
    """What is to be done, with buttons for the answer and to try once more."""

    def __init__(self) -> None:
        super().__init__()
        self.text = w.text_label("", "text", 14, wrap=True)
        self.answer = w.PlainButton(_("Show answer"), "eye", small=True)
        self.again = w.PlainButton(_("Start over"), "rotate_left", small=True)
        row = w.hbox(w.IconLabel("branch", "accent", 20), (self.text, 1), self.answer, self.again, parent=self)
        row.setSpacing(10)
        row.setContentsMargins(16, 7, 16, 7)

    def show_text(self, text: str) -> None:
        self.text.setText(text)
        self.setAccessibleName(text)
        announce(self, text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), current_theme().color("tint"))


class TryAgainPage(PlayPage):
    """The match, with the task above it. It is not saved."""

    icon_name = "branch"

    def __init__(
        self,
        reviewed: Match,
        opened: LoadedLayout,
        setups: Sequence[SeatSetup],
        played: Node,
        step: ReviewStep,
        *,
        predecessor: TryAgainPage | None = None,
    ) -> None:
        """`played` is the position after the decision in the match of the review."""
        assert played.parent is not None
        self.reviewed, self.played, self.step = reviewed, played, step
        match = predecessor.controller.match if predecessor is not None else reviewed.branch(played.parent, step.number)
        match.analysis = True  # the decision can be made again after draws, too
        self._depth = played.parent.depth
        super().__init__(match, opened, setups, current_theme(), predecessor=predecessor)

    def _build_ui(self) -> None:
        super()._build_ui()
        self.task = TaskBar()
        self.add_notice(self.task)
        self._moves = Moves(self.reviewed.game, self.played, self.step, self.controller.names)
        self.task.answer.clicked.connect(self._show_answer)
        self.task.again.clicked.connect(self._start_over)
        self.controller.changed.connect(self._judge)
        text = _("In the match: {move}. Find a better move.")
        self._task_text = text.format(move=self._moves.text(self.step.action))
        self._answer_text = ""
        self._judge(None, None)

    def _judge(self, _before: MatchSnapshot | None, _after: MatchSnapshot | None) -> None:
        """Compare the user's decision with those of the review."""
        line = self.controller.match.line()
        is_made = self.controller.mode == PLAY and len(line) > self._depth + 1
        self.task.again.setVisible(is_made)
        text = self._answer_text or self._task_text
        if is_made:
            decision = line[self._depth + 1].decision
            assert decision is not None
            text = self._verdict(decision.action)
        if text != self.task.text.text():
            self.task.show_text(text)

    def _verdict(self, action: tuple[int, ...]) -> str:
        move, options = self._moves.text(action), {option.action: option.chance for option in self.step.options}
        if action not in options:
            return _("{move}: the review did not compare this move.").format(move=move)
        chance, own = round(100 * options[action]), round(100 * options[self.step.action])
        if action == self.step.action:
            return _("{move}: the same move as in the match, {chance} %.").format(move=move, chance=chance)
        if action == self.step.options[0].action:
            text = _("{move}: the best of the compared moves, {chance} % instead of {own} %.")
        else:
            text = _("{move}: {chance} % instead of {own} %.")
        return text.format(move=move, chance=chance, own=own)

    def _show_answer(self) -> None:
        if not self.step.options:
            return
        best = self.step.options[0]
        text = _("Best of the compared moves: {move}, {chance} %.")
        self._answer_text = text.format(move=self._moves.text(best.action), chance=round(100 * best.chance))
        if best.action == self.step.action:
            self._answer_text = _("No compared move was better than the one you played.")
        self.task.answer.setEnabled(False)
        self.task.show_text(self._answer_text)

    def _start_over(self) -> None:
        self.controller.jump_to(self.controller.match.line()[self._depth])

    # interface of pages

    def _make_file(self, path: Path | None, side: AutosaveFile | None, unsaved: int) -> MatchFile:
        return NullMatchFile(self.controller, self.opened, path, self, AutosaveFile(), unsaved)

    def successor(self, replaced: Mapping[Page, Page]) -> TryAgainPage:
        return TryAgainPage(
            self.reviewed, self.opened, self.controller.setups, self.played, self.step, predecessor=self
        )

    def title(self) -> str:
        return _("Try again · turn {n}").format(n=self.step.turn)

    def path(self) -> Path | None:
        return None

    def can_save(self) -> bool:
        return False
