"""The lines of the log, and the model of the tree that shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from studio.bots.judging import SIGNS, mark_titles
from studio.core.game import EVERYBODY, LAY, OVER
from studio.core.match import Node
from studio.core.text import _, name_seats, with_label
from studio.core.transcript import SCORE
from studio.gui.play.controller import MatchController
from studio.gui.play.status import ANALYSIS, REPLAY

EVENT, SEAL, SINCE, NOW = "event", "seal", "since", "now"


class LogLine(NamedTuple):
    """One line. `text` has seat marks; only the viewer may read `private` lines.

    `number` counts the events of a turn, from 1; `cells` are the cells it is about.
    """

    style: str
    text: str
    seat: int = -1
    node: Node | None = None
    private: bool = False
    passing: bool = False
    kind: str = ""
    cells: tuple[int, ...] = ()
    number: int = 0
    begins: bool = False


class LogTurn(NamedTuple):
    """One turn: title, seat, its first node (its identity), summary, points gained, lines."""

    title: str
    seat: int
    start: Node
    text: str = ""
    points: int = 0
    lines: tuple[LogLine, ...] = ()


LogRow = LogTurn | LogLine


class LogBook:
    """Turns the nodes of a match into lines, which are cached."""

    def __init__(self, controller: MatchController) -> None:
        self.controller = controller
        self._turn_names: dict[Node, str] = {}
        self._line_cache: dict[Node, list[tuple[int, LogLine]]] = {}  # each with the seat that it is private to

    def rows(self) -> list[LogRow]:
        """Return the turns up to the position (a replay: all), a separator before what is new, and the status."""
        turns = self.turns()
        rows: list[LogRow] = [*turns]
        if 0 < (news := self.first_new_turn(turns)) < len(turns):
            rows.insert(news, LogLine(SINCE, _("Since your last turn")))
        now = self._status_line()
        return rows if now is None else [*rows, now]

    def turns(self) -> list[LogTurn]:
        """Return the turns in order: what one seat does without interruption in a turn or round of the game."""
        controller = self.controller
        nodes = controller.playback.nodes if controller.mode == REPLAY else controller.line()
        sealed = self._last_seal(nodes)
        turns: list[LogTurn] = []
        for place, node in enumerate(nodes):
            reported = self.node_lines(node)
            if place < len(nodes) - 1:
                reported = [line for line in reported if not line.passing]
            late = [line for line in reported if line.begins or node.parent is None]
            reported = [line for line in reported if line not in late]
            if place == sealed:
                reported.append(LogLine(SEAL, _("Undo limit – no undo past this point"), -1, node))
            if node.parent is not None and node.decision is not None:
                self._add_lines(
                    turns, self._turn_name(node.parent), node.decision.seat, node, reported, _points_gained(node)
                )
            if late:
                self._add_lines(turns, self._turn_name(node), node.state.to_move, node, late)
        last = nodes[-1]
        if controller.mode != REPLAY and not controller.is_over:
            self._add_lines(turns, self._turn_name(last), last.state.to_move, last, [])
        return [self._with_summary(turn) for turn in turns]

    def _add_lines(
        self, turns: list[LogTurn], title: str, seat: int, node: Node, reported: Sequence[LogLine], gained: int = 0
    ) -> None:
        """Add lines and points to the last turn, or to a new one if title or seat differ."""
        if not turns or (turns[-1].title, turns[-1].seat) != (title, seat):
            turns.append(LogTurn(title, seat, node))
        turn = turns[-1]
        count = max((line.number for line in turn.lines), default=0)
        numbered = []
        for line in reported:
            count += line.style == EVENT
            numbered.append(line._replace(number=count if line.style == EVENT else 0))
        turns[-1] = turn._replace(lines=(*turn.lines, *numbered), points=turn.points + gained)

    def _with_summary(self, turn: LogTurn) -> LogTurn:
        """Return the turn with its summary: points before tiles laid, before the last of its other events."""
        open_to_all = [line for line in turn.lines if line.style == EVENT and not line.private]
        own = [line for line in open_to_all if line.seat == turn.seat]
        for lines in (
            [line for line in open_to_all if line.kind == SCORE],
            [line for line in own if line.kind == LAY],
            [line for line in own if line.cells],
            own,
            open_to_all,
        ):
            if lines:
                return turn._replace(text=lines[-1].text.removesuffix("."))
        return turn

    def first_new_turn(self, turns: Sequence[LogTurn]) -> int:
        """Return the index of the first turn since the viewer's last turn, -1 if there is none."""
        controller = self.controller
        eyes, alone = controller.viewer, len(controller.setups) == len(controller.humans)
        if controller.mode == ANALYSIS or controller.is_over or eyes < 0 or alone:
            return -1
        end = len(turns)
        while end and turns[end - 1].seat == eyes:
            end -= 1
        mine = [place for place in range(end) if turns[place].seat == eyes]
        return mine[-1] + 1 if mine and mine[-1] + 1 < end else -1

    def _last_seal(self, nodes: Sequence[Node]) -> int:
        if self.controller.mode in (ANALYSIS, REPLAY) or self.controller.is_over:
            return -1
        return max((place for place, node in enumerate(nodes) if node.decision and node.decision.sealed), default=-1)

    def node_lines(self, node: Node) -> list[LogLine]:
        """Return what the viewer may read of one node's events."""
        controller = self.controller
        lines = self._line_cache.get(node)
        if lines is None:
            lines = self._line_cache[node] = [
                (
                    event.private_to,
                    LogLine(
                        EVENT,
                        event.text,
                        event.seat,
                        node,
                        private=event.private_to >= 0,
                        passing=event.is_transient,
                        kind=event.kind,
                        cells=event.cells,
                        begins=event.starts_turn,
                    ),
                )
                for event in node.events
                if event.text
            ]
            if not lines and node.decision is not None and node.parent is not None:
                sentence = controller.match.game.text.describe(node.parent.state, node.decision.action)
                # a decision without events that reveals something is known to its seat only
                private_to = node.decision.seat if node.decision.sealed else EVERYBODY
                lines.append((private_to, LogLine(EVENT, sentence, node.decision.seat, node, private_to >= 0)))
            if lines and node in controller.forced_nodes:
                private_to, first = lines[0]
                note = _("(forced)")
                lines[0] = private_to, first._replace(text=f"{first.text} {note}")
        return [line for private_to, line in lines if controller.may_read(private_to)]

    def _turn_name(self, node: Node) -> str:
        turn = self._turn_names.get(node)
        if turn is None:
            turn = self._turn_names[node] = self.controller.match.game.text.turn_title(node.state)
        return turn

    def _status_line(self) -> LogLine | None:
        controller = self.controller
        seat = controller.seat_to_move
        if controller.mode == REPLAY:
            return None
        if seat == OVER:
            return LogLine(NOW, _("The match is over."))
        if controller.is_covered:
            return LogLine(NOW, _("Waiting for the next player."), -1)
        if controller.is_awaiting_turn_end:
            return LogLine(
                NOW, _("The turn ends when {name} confirms.").format(name=controller.names[controller.last_mover])
            )
        name = controller.names[seat]
        if controller.may_choose:
            count = len(controller.choices.actions)
            if count == 1:
                return LogLine(NOW, _("{name} has one legal move.").format(name=name), seat)
            return LogLine(NOW, _("{name} can choose from {n} moves.").format(name=name, n=count), seat)
        if seat in controller.humans and not controller.move_sequence.is_running:
            return LogLine(NOW, _("{name} has one legal move.").format(name=name), seat)
        if controller.bots.is_held:
            return LogLine(NOW, _("{name} is waiting. Bots are paused.").format(name=name), seat)
        return LogLine(NOW, _("{name} is thinking.").format(name=name), seat)


def _points_gained(node: Node) -> int:
    """Return the points that a decision brought to its seat; final scoring counts for no turn."""
    if node.parent is None or node.decision is None or node.decision.seat < 0 or node.state.to_move == OVER:
        return 0
    seat = node.decision.seat
    return node.state.scores()[seat] - node.parent.state.scores()[seat]


AnyIndex = QModelIndex | QPersistentModelIndex
LINE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
ROOT = QModelIndex()


class LogTree(QAbstractItemModel):
    """The rows; unchanged ones at the front stay. The `internalId` of a line is the row of its turn + 1, of turns 0."""

    def __init__(self, names: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.names = names
        self.all: list[LogRow] = []
        self.rows: list[LogRow] = []
        self.marks: Mapping[Node, str] = {}  # of a review
        self.search = ""
        self.history_cell = -1  # only lines about this cell are shown, or -1

    def mark_of(self, row: LogRow) -> str:
        """The mark of the decision that a line is the first of, or the worst one of a turn; "" for none."""
        if isinstance(row, LogTurn):
            marks = {self.mark_of(line) for line in row.lines}
            return next((mark for mark in reversed(SIGNS) if mark in marks), "")
        mark = self.marks.get(row.node, "") if row.node is not None and row.style == EVENT else ""
        if row.node is None or not mark:
            return ""
        return mark if row.text == next((event.text for event in row.node.events if event.text), row.text) else ""

    @property
    def is_filtered(self) -> bool:
        return bool(self.search) or self.history_cell >= 0

    def set_rows(self, rows: Sequence[LogRow]) -> None:
        self.all = list(rows)
        self._fill()

    def set_search(self, words: str) -> None:
        """Show only lines that contain the text, under their turns."""
        self.search = words.strip().casefold()
        self._fill()

    def set_history(self, cell: int) -> None:
        self.history_cell = cell
        self._fill()

    def line_text(self, line: LogLine | LogTurn) -> str:
        return name_seats(line.text, self.names)

    def _matches(self, line: LogLine) -> bool:
        if line.style != EVENT or (self.history_cell >= 0 and self.history_cell not in line.cells):
            return False
        return self.search in self.line_text(line).casefold()

    def _fill(self) -> None:
        wanted = self.all
        if self.is_filtered:
            turns = [row for row in self.all if isinstance(row, LogTurn)]
            found = [turn._replace(lines=tuple(line for line in turn.lines if self._matches(line))) for turn in turns]
            wanted = [turn for turn in found if turn.lines]
        same = 0
        while same < min(len(self.rows), len(wanted)) and self.rows[same] == wanted[same]:
            same += 1
        if same < min(len(self.rows), len(wanted)) and self._extend_turn(same, wanted[same]):
            same += 1
        if same < len(self.rows):
            self.beginRemoveRows(ROOT, same, len(self.rows) - 1)
            del self.rows[same:]
            self.endRemoveRows()
        if same < len(wanted):
            self.beginInsertRows(ROOT, same, len(wanted) - 1)
            self.rows += wanted[same:]
            self.endInsertRows()

    def _extend_turn(self, row: int, new: LogRow) -> bool:
        """Change the lines of a turn that stays the same turn; returns whether it is."""
        old = self.rows[row]
        if not (isinstance(old, LogTurn) and isinstance(new, LogTurn) and old[:3] == new[:3]):
            return False
        parent = self.index(row, 0)
        same = 0
        while same < min(len(old.lines), len(new.lines)) and old.lines[same] == new.lines[same]:
            same += 1
        if same < len(old.lines):
            self.beginRemoveRows(parent, same, len(old.lines) - 1)
            self.rows[row] = old._replace(lines=old.lines[:same])
            self.endRemoveRows()
        if same < len(new.lines):
            self.beginInsertRows(parent, same, len(new.lines) - 1)
            self.rows[row] = new
            self.endInsertRows()
        self.rows[row] = new
        self.dataChanged.emit(parent, parent)
        return True

    # model interface

    def index(self, row: int, column: int = 0, parent: AnyIndex = ROOT) -> QModelIndex:
        if not 0 <= row < self.rowCount(parent) or column:
            return QModelIndex()
        return self.createIndex(row, 0, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: AnyIndex = ROOT) -> QModelIndex:  # type: ignore[override]  # QObject has another `parent`
        if not index.isValid() or not index.internalId():
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, 0)

    def rowCount(self, parent: AnyIndex = ROOT) -> int:
        if not parent.isValid():
            return len(self.rows)
        if parent.internalId() or parent.row() >= len(self.rows):
            return 0
        row = self.rows[parent.row()]
        return len(row.lines) if isinstance(row, LogTurn) else 0

    def columnCount(self, _parent: AnyIndex = ROOT) -> int:
        return 1

    def row_at(self, index: AnyIndex) -> LogRow | None:
        if not index.isValid():
            return None
        turn = index.internalId()
        if not turn:
            return self.rows[index.row()] if index.row() < len(self.rows) else None
        row = self.rows[turn - 1] if turn <= len(self.rows) else None
        return row.lines[index.row()] if isinstance(row, LogTurn) and index.row() < len(row.lines) else None

    def node_of(self, index: AnyIndex) -> Node | None:
        """Return the position of a row: the result of a line's step, or the start of a turn."""
        row = self.row_at(index)
        return row.start if isinstance(row, LogTurn) else row.node if row is not None else None

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        row = self.row_at(index)
        if row is None:
            return None
        if role == LINE_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return with_label(row.title, self.line_text(row)) if isinstance(row, LogTurn) else self.line_text(row)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, LogLine) and row.private:
            return _("Only you can read this line.")
        if role == Qt.ItemDataRole.AccessibleDescriptionRole and (mark := self.mark_of(row)):
            return mark_titles()[mark]
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, LogTurn):
            return self.line_text(row)
        return None
