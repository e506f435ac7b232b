"""The trail of the others: what they did where since a person last had a turn, numbered as the log numbers it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from studio.core.game import LAY
from studio.core.match import Node
from studio.gui.board.steps import Step
from studio.gui.play.replay.log_model import EVENT, LogLine, LogTurn


def trail(turns: Sequence[LogTurn], people: Collection[int]) -> Sequence[LogTurn]:
    """The turns that leave a trail: those since the last turn of a person, until the turn of the next one is over.

    Where nobody is a person, it is the last turn.
    """
    end = len(turns)
    while end and turns[end - 1].seat in people:
        end -= 1
    begin = end
    while begin and turns[begin - 1].seat not in people:
        begin -= 1
    if not people:
        begin = max((place for place in range(end) if turns[place].lines), default=end)
    return turns[begin:end]


def so_far(turns: Sequence[LogTurn], gone: Collection[Node]) -> Sequence[LogTurn]:
    """The turn that the last of these positions is in, as far as it has come."""
    for turn in reversed(turns):
        lines = tuple(line for line in turn.lines if line.node in gone)
        if lines:
            return (turn._replace(lines=lines),)
    return ()


def is_begun(turns: Sequence[LogTurn], people: Collection[int]) -> bool:
    """Whether the person whose turn it is has made a decision in it."""
    turn = turns[-1] if turns else None
    if turn is None or turn.seat not in people:
        return False
    decisions = [line.node.decision for line in turn.lines if line.node is not None]
    return any(decision is not None and decision.seat == turn.seat for decision in decisions)


def steps(turns: Sequence[LogTurn], shows: Callable[[int], bool]) -> list[Step]:
    """What was done at places that are shown, in order."""
    return [
        Step(place, line.number, turn.seat, number, line.kind == LAY)
        for number, turn in enumerate(turns)
        for line in turn.lines
        if line.look == EVENT and shows(place := _place(line))
    ]


def _place(line: LogLine) -> int:
    """Where a line happened: where a way of two ends, or the first of the many spaces of an island."""
    if not line.cells:
        return -1
    return line.cells[-1] if len(line.cells) < 3 else line.cells[0]
