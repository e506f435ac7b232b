"""Follows the match: log, markers of recent turns, replay of what was missed, branches of an analysis."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QModelIndex, QObject, QStringListModel, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView

from studio.core.game import LAY
from studio.core.match import HIDDEN_ACTION, Node
from studio.core.text import _, plural, with_label
from studio.gui.board.step_markers import StepMarker
from studio.gui.board.view import BoardView
from studio.gui.play.controller import MatchController
from studio.gui.play.replay.log import LogCard
from studio.gui.play.replay.log_model import EVENT, LogBook, LogLine, LogTurn
from studio.gui.play.status import ANALYSIS, PLAY, REPLAY
from studio.gui.widgets import Card, PlainButton, text_label


def recent_turns(turns: Sequence[LogTurn], people: Collection[int]) -> Sequence[LogTurn]:
    """Return the turns to mark: from a human's until the next human's is over; without humans the last one."""
    end = len(turns)
    while end and turns[end - 1].seat in people:
        end -= 1
    begin = end
    while begin and turns[begin - 1].seat not in people:
        begin -= 1
    if not people:
        begin = max((place for place in range(end) if turns[place].lines), default=end)
    return turns[begin:end]


def current_turn(turns: Sequence[LogTurn], gone: Collection[Node]) -> Sequence[LogTurn]:
    """Return the turn of the last of these positions, with its lines so far."""
    for turn in reversed(turns):
        lines = tuple(line for line in turn.lines if line.node in gone)
        if lines:
            return (turn._replace(lines=lines),)
    return ()


def has_acted(turns: Sequence[LogTurn], people: Collection[int]) -> bool:
    """Whether the human to move has already made a decision in this turn."""
    turn = turns[-1] if turns else None
    if turn is None or turn.seat not in people:
        return False
    decisions = [line.node.decision for line in turn.lines if line.node is not None]
    return any(decision is not None and decision.seat == turn.seat for decision in decisions)


def turn_markers(turns: Sequence[LogTurn], shows: Callable[[int], bool]) -> list[StepMarker]:
    """Return the markers of the lines that happened at a visible place, in order."""
    return [
        StepMarker(place, line.number, turn.seat, number, line.kind == LAY)
        for number, turn in enumerate(turns)
        for line in turn.lines
        if line.style == EVENT and shows(place := _line_cell(line))
    ]


def _line_cell(line: LogLine) -> int:
    """Return where a line happened: the end of a path of two, or the first of many cells."""
    if not line.cells:
        return -1
    return line.cells[-1] if len(line.cells) < 3 else line.cells[0]


MIN_STEP_MS = 420  # least time of a step in a recall


class MatchFollower(QObject):
    """Updates the log and the markers on the board, and replays what the viewer may have missed."""

    def __init__(
        self,
        controller: MatchController,
        board: BoardView,
        log: LogCard,
        button: PlainButton,
        set_button_text: Callable[[str], None],
    ) -> None:
        super().__init__(button)
        self.controller, self.board, self.log, self.button = controller, board, log, button
        self._set_button_text = set_button_text
        self.log_book = LogBook(controller)
        self.is_recalling = False
        self._own_turn_end: Node | None = None
        self._last_other_node: Node | None = None
        self._recalled_node: Node | None = None
        self.button.clicked.connect(self.recall)
        controller.playback.changed.connect(self._playback_changed)

    def refresh(self) -> None:
        controller, replaying = self.controller, self.controller.mode == REPLAY
        rows = self.log_book.rows()
        turns = [row for row in rows if isinstance(row, LogTurn)]
        self.log.show_rows(rows, controller.node if replaying else None, controller.forward() if replaying else ())
        self._show_recent_turns(turns)
        if not replaying:
            first = self.log_book.first_new_turn(turns)
            end = turns[first].start.parent if 0 < first < len(turns) else None
            # what ended the turn against the viewer's will is part of the recap
            self._own_turn_end = end.parent if end is not None and end is controller.forced_end() else end
            self._last_other_node = self._find_last_other_node()
        self.button.setVisible(self.can_recall or self.is_recalling)
        self._set_button_text(
            _("Replay again") if self._last_other_node is self._recalled_node else _("Since your last turn")
        )

    def _show_recent_turns(self, turns: list[LogTurn]) -> None:
        controller = self.controller
        people = controller.humans
        if controller.is_covered or controller.mode not in (PLAY, REPLAY) or controller.is_over:
            self.board.set_steps(())
        elif controller.mode == REPLAY:
            self.board.set_steps(turn_markers(current_turn(turns, set(controller.line()[1:])), self._is_on_board))
        else:
            self.board.set_steps(turn_markers(recent_turns(turns, people), self._is_on_board), has_acted(turns, people))

    def _is_on_board(self, target: int) -> bool:
        return not self.board.widget_rect(target).isEmpty()

    # recall

    def _find_last_other_node(self) -> Node | None:
        node = self.controller.match.node
        while node.parent is not None and node.decision is not None and node.decision.seat == self.controller.viewer:
            node = node.parent
        return node

    @property
    def can_recall(self) -> bool:
        return self.controller.mode == PLAY and not self.controller.is_covered and self._own_turn_end is not None

    def recall(self) -> None:
        """Replay what happened since the viewer's last turn; then the match continues."""
        if not self.can_recall:
            return
        controller, self._recalled_node = self.controller, self._last_other_node
        self.is_recalling = True
        controller.start_replay(self._own_turn_end)
        controller.playback.set_delay(max(MIN_STEP_MS, controller.bots.delay))
        controller.playback.run()

    def stop_recall(self) -> None:
        if self.is_recalling:
            self._stop()
            self.controller.resume()

    def _stop(self) -> None:
        self.is_recalling = False
        self.controller.playback.set_delay(self.controller.bots.delay)

    def _playback_changed(self) -> None:
        """The replay was stopped, by its end or by the user."""
        reel = self.controller.playback
        if not self.is_recalling or reel.is_running:
            return
        if self.controller.mode == REPLAY and reel.index < len(reel.nodes) - 1:
            self._stop()
        else:
            self.stop_recall()


class BranchesCard(Card):
    """All lines of an analysis, each named by its first move that leaves the line before it."""

    node_clicked = Signal(object)

    def __init__(self, controller: MatchController) -> None:
        super().__init__(_("Branches"), " ", padding=12)
        self.controller = controller
        self._starts: list[Node] = []
        self._model = QStringListModel(self)
        self.list = QListView()
        self.list.setModel(self._model)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(_("Branches"))
        self.body.addWidget(self.list, 1)
        self.redeal_label = text_label("", "second", 13)
        self.redeal_label.setWordWrap(True)
        self.body.addWidget(self.redeal_label)
        self.list.activated.connect(self._visit)
        self.list.clicked.connect(self._visit)

    def refresh(self) -> None:
        controller = self.controller
        if controller.mode != ANALYSIS:
            self._starts = []
            self._model.setStringList([])
            return
        redealt = _("Hidden information is randomised in this analysis.")
        if controller.viewer >= 0:
            redealt = _("Information hidden from {name} is randomised in this analysis.")
            redealt = redealt.format(name=controller.names[controller.viewer])
        self.redeal_label.setText(redealt)
        self.redeal_label.setVisible(controller.is_redealt)
        self._starts = line_starts(controller.match.root)
        texts = [self._line_name(node) for node in self._starts]
        if texts != self._model.stringList():
            self._model.setStringList(texts)
        shown = controller.node
        while shown not in self._starts and shown.parent is not None:
            shown = shown.parent
        self.list.setCurrentIndex(self._model.index(self._starts.index(shown), 0))
        self.set_note(plural("{n} line", "{n} lines", len(texts)).format(n=len(texts)))

    def _line_name(self, node: Node) -> str:
        if node.decision is None or node.parent is None:
            return _("Match")
        controller, action, game = self.controller, node.decision.action, self.controller.match.game
        if action == HIDDEN_ACTION:
            move = next((event.text for event in node.events if event.text), "…")
        else:
            move = game.text.button_text(node.parent.state, action)
        return controller.fill_names(with_label(game.text.turn_title(node.parent.state), move))

    def _visit(self, index: QModelIndex) -> None:
        if 0 <= index.row() < len(self._starts):
            node = self._starts[index.row()]
            if node.parent is None:  # the match itself is shown at its end
                while node.children:
                    node = node.children[0]
            self.node_clicked.emit(node)


def line_starts(root: Node) -> list[Node]:
    """Return the first node of every line: the root, and each node that is not the first after its parent."""
    starts = [root]
    for node in starts:  # which grows
        while node.children:
            starts += node.children[1:]
            node = node.children[0]
    return starts
