"""The lines of the log: turn heads, what happened, the seal, and what is going on now. Private lines stay private."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from studio.core.game import EVERYBODY, OVER
from studio.core.match import Node
from studio.core.text import _
from studio.gui.play.match.controller import ANALYSIS, REPLAY, MatchController

HEAD, EVENT, SEAL, NOW = "head", "event", "seal", "now"


class LogLine(NamedTuple):
    """One line. `text` holds seat marks; `private` lines are only for the eyes on the table."""

    look: str
    text: str
    seat: int = -1
    node: Node | None = None
    private: bool = False
    passing: bool = False


class LogBook:
    """Turns the nodes of a match into lines, and keeps what it has made."""

    def __init__(self, controller: MatchController) -> None:
        self.controller = controller
        self._turns: dict[Node, str] = {}
        self._written: dict[Node, tuple[tuple[str, int, int, bool], ...]] = {}

    def lines(self) -> list[LogLine]:
        """All lines up to the position on show."""
        controller = self.controller
        nodes = controller.line()
        result: list[LogLine] = []
        head = ""
        sealed = self._last_seal(nodes)
        for place, node in enumerate(nodes):
            if place:
                turn = self._turn(nodes[place - 1])
                if turn and turn != head:
                    head = turn
                    result.append(LogLine(HEAD, head, -1, node))
            told = self._told(node)
            if place < len(nodes) - 1:
                told = [line for line in told if not line.passing]
            late = self._late(node, told)
            result += told[: len(told) - late]
            if late:
                head = self._turn(node)
                result.append(LogLine(HEAD, head, -1, node))
                result += told[len(told) - late :]
            if place == sealed:
                result.append(LogLine(SEAL, _("Sealed – no undo past this point"), -1, node))
        now = self._now()
        if now is not None:
            turn = self._turn(nodes[-1])
            if turn and turn != head and not controller.is_over:
                result.append(LogLine(HEAD, turn, -1, nodes[-1]))
            result.append(now)
        return result

    def _last_seal(self, nodes: Sequence[Node]) -> int:
        if self.controller.mode in (ANALYSIS, REPLAY) or self.controller.is_over:
            return -1
        return max((place for place, node in enumerate(nodes) if node.decision and node.decision.sealed), default=-1)

    def _told(self, node: Node) -> list[LogLine]:
        """What one node's events say to the eyes on the table."""
        controller = self.controller
        written = self._written.get(node)
        if written is None:
            single = " " + _("(the only choice)") if node in controller.automatic else ""
            told = [(event.text, event.seat, event.private_to, event.passing) for event in node.events if event.text]
            if not told and node.decision is not None and node.parent is not None:
                sentence = controller.match.game.describe(node.parent.state, node.decision.action)
                # a decision without events: only its seat knows what was chosen, if it was something secret
                eyes = node.decision.seat if node.decision.sealed else EVERYBODY
                told = [(sentence, node.decision.seat, eyes, False)]
            if told and single:
                told[0] = (told[0][0] + single, *told[0][1:])
            written = self._written[node] = tuple(told)
        return [
            LogLine(EVENT, text, seat, node, private >= 0, passing)
            for text, seat, private, passing in written
            if controller.may_read(private)
        ]

    def _late(self, node: Node, told: Sequence[LogLine]) -> int:
        """How many of the last lines belong to the next turn already: what was drawn for the seat that begins it."""
        seat = node.state.to_move
        if node.parent is None or node.decision is None or seat in (OVER, node.decision.seat):
            return 0
        if self._turn(node.parent) == self._turn(node):
            return 0
        late = 0
        while late < len(told) and told[-1 - late].seat == seat:
            late += 1
        return late

    def _turn(self, node: Node) -> str:
        turn = self._turns.get(node)
        if turn is None:
            turn = self._turns[node] = self.controller.match.game.turn(node.state)
        return turn

    def _now(self) -> LogLine | None:
        controller = self.controller
        seat = controller.seat_to_move
        if controller.mode == REPLAY:
            return None
        if seat == OVER:
            return LogLine(NOW, _("The match is over."))
        if controller.is_covered:
            return LogLine(NOW, _("The table is passed on."), -1)
        name = controller.names[seat]
        if controller.may_choose:
            count = len(controller.choices.actions)
            if count == 1:
                return LogLine(NOW, _("{name} has one choice.").format(name=name), seat)
            return LogLine(NOW, _("{name} chooses among {n} moves.").format(name=name, n=count), seat)
        if seat in controller.humans and not controller.walk.is_going:
            return LogLine(NOW, _("{name} has one choice.").format(name=name), seat)
        if controller.bots.is_held:
            return LogLine(NOW, _("{name} waits; bots are paused.").format(name=name), seat)
        return LogLine(NOW, _("{name} is thinking.").format(name=name), seat)
