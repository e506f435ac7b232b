"""What the log tells: turns, what came of each, and what happened line by line. Private lines stay private."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from studio.core.game import EVERYBODY, LAY, OVER
from studio.core.match import Node
from studio.core.text import _, name_seats, with_label
from studio.core.transcript import SCORE
from studio.gui.play.controller import MatchController
from studio.gui.play.status import ANALYSIS, REPLAY

HEAD, EVENT, SEAL, SINCE, NOW = "head", "event", "seal", "since", "now"


class LogLine(NamedTuple):
    """One line. `text` holds seat marks; `private` lines are only for the eyes on the table.

    `number` counts the lines that tell what happened within a turn, from 1; `cells` are the spaces it speaks of.
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
    """One turn: what it is called, whose it is, what came of it, the points it brought, and its lines.

    `start` is where it is known by: the node of its first line.
    """

    title: str
    seat: int
    start: Node
    text: str = ""
    points: int = 0
    lines: tuple[LogLine, ...] = ()

    @property
    def header_line(self) -> LogLine:
        """Its name as a line."""
        return LogLine(HEAD, self.title, self.seat, self.start)


LogRow = LogTurn | LogLine
_LineData = tuple[str, int, int, bool, str, tuple[int, ...], bool]


class LogBook:
    """Turns the nodes of a match into lines, and keeps what it has made."""

    def __init__(self, controller: MatchController) -> None:
        self.controller = controller
        self._turn_names: dict[Node, str] = {}
        self._line_cache: dict[Node, tuple[_LineData, ...]] = {}

    def lines(self) -> list[LogLine]:
        """All that is told, one line after another."""
        return [
            line
            for row in self.rows()
            for line in ((row.header_line, *row.lines) if isinstance(row, LogTurn) else (row,))
        ]

    def rows(self) -> list[LogRow]:
        """All turns up to the position on show (of a replay: to its end), what is new to the person who looks marked
        off, and what is going on now."""
        turns = self.turns()
        rows: list[LogRow] = [*turns]
        if 0 < (news := self.first_new_turn(turns)) < len(turns):
            rows.insert(news, LogLine(SINCE, _("Since your last turn")))
        now = self._status_line()
        return rows if now is None else [*rows, now]

    def turns(self) -> list[LogTurn]:
        """The turns in order: what one seat does at a stretch in what the game calls a turn or a round. Every decision
        is in one of them."""
        controller = self.controller
        nodes = controller.playback.nodes if controller.mode == REPLAY else controller.line()
        sealed = self._last_seal(nodes)
        turns: list[LogTurn] = []
        for place, node in enumerate(nodes):
            told = self.node_lines(node)
            if place < len(nodes) - 1:
                told = [line for line in told if not line.passing]
            late = [line for line in told if line.begins or node.parent is None]
            told = [line for line in told if line not in late]
            if place == sealed:
                told.append(LogLine(SEAL, _("Sealed – no undo past this point"), -1, node))
            if node.parent is not None and node.decision is not None:
                self._add_lines(
                    turns, self._turn_name(node.parent), node.decision.seat, node, told, _points_gained(node)
                )
            if late:
                self._add_lines(turns, self._turn_name(node), node.state.to_move, node, late)
        last = nodes[-1]
        if controller.mode != REPLAY and not controller.is_over:
            self._add_lines(turns, self._turn_name(last), last.state.to_move, last, [])
        return [self._with_summary(turn) for turn in turns]

    def _add_lines(
        self, turns: list[LogTurn], title: str, seat: int, node: Node, told: Sequence[LogLine], gained: int = 0
    ) -> None:
        """Put lines, and what their decision gained, into their turn: the last one, or one that begins with them."""
        if not turns or (turns[-1].title, turns[-1].seat) != (title, seat):
            turns.append(LogTurn(title, seat, node))
        turn = turns[-1]
        count = max((line.number for line in turn.lines), default=0)
        numbered = []
        for line in told:
            count += line.style == EVENT
            numbered.append(line._replace(number=count if line.style == EVENT else 0))
        turns[-1] = turn._replace(lines=(*turn.lines, *numbered), points=turn.points + gained)

    def _with_summary(self, turn: LogTurn) -> LogTurn:
        """The turn with what came of it: points before tiles laid, these before the last of its other deeds."""
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
        """Where what has happened since the last turn of the person who looks begins, while it is their turn again or
        others play; -1 when nothing has."""
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
        """What one node's events say to the eyes on the table."""
        controller = self.controller
        written = self._line_cache.get(node)
        if written is None:
            single = " " + _("(the only choice)") if node in controller.forced_nodes else ""
            told: list[_LineData] = [
                (
                    event.text,
                    event.seat,
                    event.private_to,
                    event.is_transient,
                    event.kind,
                    event.cells,
                    event.starts_turn,
                )
                for event in node.events
                if event.text
            ]
            if not told and node.decision is not None and node.parent is not None:
                sentence = controller.match.game.text.describe(node.parent.state, node.decision.action)
                # a decision without events: only its seat knows what was chosen, if it was something secret
                eyes = node.decision.seat if node.decision.sealed else EVERYBODY
                told = [(sentence, node.decision.seat, eyes, False, "", (), False)]
            if told and single:
                told[0] = (told[0][0] + single, *told[0][1:])
            written = self._line_cache[node] = tuple(told)
        return [
            LogLine(EVENT, text, seat, node, private >= 0, passing, kind, cells, 0, begins)
            for text, seat, private, passing, kind, cells, begins in written
            if controller.may_read(private)
        ]

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
            return LogLine(NOW, _("The table is passed on."), -1)
        if controller.is_awaiting_turn_end:
            return LogLine(
                NOW, _("The turn ends when {name} says so.").format(name=controller.names[controller.last_mover])
            )
        name = controller.names[seat]
        if controller.may_choose:
            count = len(controller.choices.actions)
            if count == 1:
                return LogLine(NOW, _("{name} has one choice.").format(name=name), seat)
            return LogLine(NOW, _("{name} chooses among {n} moves.").format(name=name, n=count), seat)
        if seat in controller.humans and not controller.move_sequence.is_running:
            return LogLine(NOW, _("{name} has one choice.").format(name=name), seat)
        if controller.bots.is_held:
            return LogLine(NOW, _("{name} waits; bots are paused.").format(name=name), seat)
        return LogLine(NOW, _("{name} is thinking.").format(name=name), seat)


def _points_gained(node: Node) -> int:
    """The points that a decision brought to who took it; what a whole match is worth comes to no turn."""
    if node.parent is None or node.decision is None or node.decision.seat < 0 or node.state.to_move == OVER:
        return 0
    seat = node.decision.seat
    return node.state.scores()[seat] - node.parent.state.scores()[seat]


# The log as a tree: turns with their lines folded under them, filtered by a search or by a space.

AnyIndex = QModelIndex | QPersistentModelIndex
LINE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
ROOT = QModelIndex()


class LogTree(QAbstractItemModel):
    """The rows that are shown. Those that stay at the front are kept when others come, so that nothing jumps.

    A line knows its turn by the number of its row (`internalId`, from 1; 0 are turns).
    """

    def __init__(self, names: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.names = names
        self.all: list[LogRow] = []
        self.rows: list[LogRow] = []
        self.search = ""
        self.history_cell = -1
        """The space whose lines alone are shown, or -1."""

    @property
    def visible_lines(self) -> list[LogLine]:
        """All rows that are shown, one after another, folded or not."""
        return [
            line
            for row in self.rows
            for line in ((row.header_line, *row.lines) if isinstance(row, LogTurn) else (row,))
        ]

    @property
    def is_filtered(self) -> bool:
        """Whether only some lines are shown."""
        return bool(self.search) or self.history_cell >= 0

    def set_rows(self, rows: Sequence[LogRow]) -> None:
        """Tell something else."""
        self.all = list(rows)
        self._fill()

    def set_search(self, words: str) -> None:
        """Show only lines that contain the words, under their turns."""
        self.search = words.strip().casefold()
        self._fill()

    def set_history(self, cell: int) -> None:
        """Show only lines about a space (-1: about all)."""
        self.history_cell = cell
        self._fill()

    def line_text(self, line: LogLine | LogTurn) -> str:
        """A line as it is read."""
        return name_seats(line.text, self.names)

    def _matches(self, line: LogLine) -> bool:
        if line.style != EVENT or (self.history_cell >= 0 and self.history_cell not in line.cells):
            return False
        return self.search in self.line_text(line).casefold()

    def _filtered_rows(self) -> list[LogRow]:
        if not self.is_filtered:
            return self.all
        turns = [row for row in self.all if isinstance(row, LogTurn)]
        found = [turn._replace(lines=tuple(line for line in turn.lines if self._matches(line))) for turn in turns]
        return [turn for turn in found if turn.lines]

    def _fill(self) -> None:
        wanted = self._filtered_rows()
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
        """Change the lines of a turn that stays the same turn; whether it is."""
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

    # what Qt asks

    def index(self, row: int, column: int = 0, parent: AnyIndex = ROOT) -> QModelIndex:
        if not 0 <= row < self.rowCount(parent) or column:
            return QModelIndex()
        return self.createIndex(row, 0, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: AnyIndex = ROOT) -> QModelIndex:  # type: ignore[override]  # the other is QObject's
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
        """What stands in a row."""
        if not index.isValid():
            return None
        turn = index.internalId()
        if not turn:
            return self.rows[index.row()] if index.row() < len(self.rows) else None
        row = self.rows[turn - 1] if turn <= len(self.rows) else None
        return row.lines[index.row()] if isinstance(row, LogTurn) and index.row() < len(row.lines) else None

    def node_of(self, index: AnyIndex) -> Node | None:
        """The position that a row tells of: how a line came about, or a turn began."""
        row = self.row_at(index)
        return row.start if isinstance(row, LogTurn) else row.node if row is not None else None

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        row = self.row_at(index)
        if row is None:
            return None
        if role == LINE_ROLE:
            return row
        turn = isinstance(row, LogTurn)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return with_label(row.title, self.line_text(row)) if isinstance(row, LogTurn) else self.line_text(row)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, LogLine) and row.private:
            return _("Only you can read this line.")
        if role == Qt.ItemDataRole.ToolTipRole and turn:
            return self.line_text(row)
        return None
