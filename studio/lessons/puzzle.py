"""A puzzle, opened: whether a position has reached its goal, what the others answer, and a search for the way.

The others play as the greedy bot does, and luck hangs on the position alone, so that the same choices always lead to
the same end. A way counts as found only when nothing on it is left to luck: no draw in the midst of a turn comes
before the goal, and a last decision that draws something must reach it with other luck as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from pathlib import Path
from typing import Literal

from studio.bots.greedy import GreedyBot, settle
from studio.core.cancellation import ENDLESS, Patience
from studio.core.game import CHANCE, OVER, Action, State
from studio.core.rng import Rng
from studio.documents.lessons import Puzzle, read_puzzle
from studio.documents.store import DocumentError
from studio.lessons.goal import BadGoal, Goal, figures
from studio.lessons.prepared import PreparedMatch, fated, prepared
from studio.opening import Opened, opened

LUCKS = 8
"""In so many other lucks a goal must be reached, too, where the last decision draws something."""
Standing = Literal["open", "solved", "failed"]


@dataclass(frozen=True, slots=True)
class OpenPuzzle:
    """A puzzle with its match, which stands where the puzzle begins."""

    told: Puzzle
    opened: Opened
    match: PreparedMatch
    goal: Goal

    def reached(self, state: State) -> bool:
        """Whether the goal is reached in a position."""
        return self.goal.holds(figures(self.opened.game, state, self.told.seat))

    def standing(self, line: list[State]) -> Standing:
        """How it stands after these positions, from the first one on.

        A goal counts where a decision of the seat has led, within its turns: not what the others reach in theirs.
        """
        begun: set[str] = set()
        for before, after in pairwise(line):
            if before.to_move == self.told.seat:
                begun.add(self.opened.game.turn(before))
                if len(begun) <= self.told.turns and self.reached(after):
                    return "solved"
        turns, last = self.turns(line), line[-1]
        is_last_over = len(turns) == self.told.turns and self.opened.game.turn(last) not in turns
        return "failed" if last.to_move == OVER or len(turns) > self.told.turns or is_last_over else "open"

    def turns_used(self, line: list[State]) -> int:
        """How many turns of its own the seat has begun, the present one included."""
        return len(self.turns(line))

    def turns(self, line: list[State]) -> frozenset[str]:
        """The turns of its own that the seat has begun."""
        game, seat = self.opened.game, self.told.seat
        return frozenset(game.turn(state) for state in line if state.to_move == seat)

    def reply(self, state: State) -> Action:
        """What another seat does."""
        return GreedyBot(0).choose(self.opened.game, state, state.to_move)


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to: the decisions of the seat, None where there is no way; `looked` positions were seen."""

    way: tuple[Action, ...] | None
    looked: int


def open_puzzle(path: Path, data: bytes | None = None) -> OpenPuzzle:
    """The puzzle in a file, or in these bytes. Raises `DocumentError`, also for a goal that means nothing."""
    told = read_puzzle(path, data)
    match = prepared(told.match, path)
    if told.seat >= match.seats:
        raise DocumentError(path, "`$.seat`", "the match has no such seat.")
    if match.state.to_move != told.seat:
        raise DocumentError(path, "`$.match.log`", "where it ends it is not the turn of the puzzle's seat.")
    try:
        goal = Goal.read(told.goal, figures(match.game, match.state, told.seat))
    except BadGoal as problem:
        raise DocumentError(path, "`$.goal`", str(problem)) from None
    return OpenPuzzle(told, opened(told.match.layout), match, goal)


def solve(
    puzzle: OpenPuzzle,
    patience: Patience = ENDLESS,
    line: list[State] | None = None,
    liked: frozenset[Action] = frozenset(),
) -> Found:
    """A way to the goal that leaves nothing to luck, from where the puzzle begins or from the end of a line.

    Every way is looked at, those first that have most of the liked decisions, and of these what a bot would like best.
    Raises `Spent` when the patience ends first.
    """
    seat, turns, game = puzzle.told.seat, puzzle.told.turns, puzzle.opened.game
    line = line or [puzzle.match.start.state]
    ahead: list[tuple[int, float, int, State, frozenset[str], tuple[Action, ...]]] = []
    seen: set[str] = set()
    looked = 0

    def add(state: State, used: frozenset[str], way: tuple[Action, ...]) -> None:
        """This position is to be gone on from, if it is another one."""
        key = repr((state.dump(), sorted(used)))
        if key not in seen:
            seen.add(key)
            followed = sum(action in liked for action in way)
            heappush(ahead, (-followed, -game.evaluate(state, seat), len(seen), state, used, way))

    add(line[-1].clone(), puzzle.turns(line), ())
    while ahead:
        _followed, _value, _number, state, used, way = heappop(ahead)
        for action in state.legal():
            patience.look()
            looked += 1
            now, taken = state.clone(), (*way, action)
            now.apply(action)
            drew = _drawn(now)
            if now.to_move == seat and drew and game.turn(now) in used:
                continue
            if puzzle.reached(now):
                if not drew or _is_sure(puzzle, state, action):
                    return Found(taken, looked)
                continue
            if _answered(puzzle, now, seat):
                turn = game.turn(now)
                if len(used | {turn}) <= turns:
                    add(now, used | {turn}, taken)
    return Found(None, looked)


def _is_sure(puzzle: OpenPuzzle, before: State, action: Action) -> bool:
    """Whether the goal is reached whatever luck brings: tried with other lucks."""
    for luck in range(LUCKS):
        now = before.clone()
        now.apply(action)
        settle(now, Rng(luck))
        if not puzzle.reached(now):
            return False
    return True


def _drawn(state: State) -> bool:
    """Let luck have its way; says whether it had."""
    drew = state.to_move == CHANCE
    while state.to_move == CHANCE:
        state.apply(fated(state))
    return drew


def _answered(puzzle: OpenPuzzle, state: State, seat: int) -> bool:
    """Let the others move until the seat is to; says whether it ever is again."""
    while state.to_move not in (seat, OVER):
        state.apply(puzzle.reply(state))
        _drawn(state)
    return state.to_move == seat


def played(puzzle: OpenPuzzle, way: tuple[Action, ...]) -> list[State]:
    """The positions on a way, from the start on, those where the others move included. Raises `IllegalAction`."""
    match = puzzle.match
    match.visit(match.start)
    line = [match.state]
    for action in way:
        line.append(match.play(action).state)
        while match.state.to_move not in (puzzle.told.seat, OVER):
            line.append(match.play(puzzle.reply(match.state)).state)
    match.visit(match.start)
    return line


def greedily(puzzle: OpenPuzzle) -> tuple[Action, ...]:
    """What the greedy bot would do in the person's seat, until its turns are over or the goal is reached."""
    way: tuple[Action, ...] = ()
    while puzzle.standing(line := played(puzzle, way)) == "open":
        way = (*way, puzzle.reply(line[-1]))
    return way
