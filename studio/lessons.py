"""Tutorials, puzzles and rulebook boards as playable matches."""

from __future__ import annotations

import ast
import json
import operator
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from pathlib import Path
from typing import Literal
from zlib import crc32

from msgspec.structs import replace

from studio.bots.greedy import GreedyBot, resolve_chance
from studio.core.book import Block, Clause
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import CHANCE, OVER, Action, Body, State
from studio.core.match import Decision, Match, Node
from studio.core.plugin import Game
from studio.core.rng import Luck, Rng
from studio.core.text import _, points_text
from studio.documents.lessons import MAX_DIFFICULTY, Puzzle, Step, Tutorial, read_puzzle, read_tutorial
from studio.documents.store import DocumentError, Record, SeatEntry
from studio.services.loading import LoadedLayout, parse_layout, replay_record

# Scripted matches: the same choices always have the same draws.


class ScriptedMatch(Match):
    """A match that follows a recorded one; `script` has its decisions.

    On the script draws are the recorded ones, elsewhere they depend on the position alone. It starts at `start`, where
    the script ends. Only what is played after that can be undone, but all positions can be visited.
    """

    def __init__(self, written: Match) -> None:
        self.script: tuple[Decision, ...] = ()
        super().__init__(
            written.game,
            written.board,
            written.seats,
            written.options,
            analysis=True,
            opening=written.opening,
            rules=written.rules,
        )
        self.script = tuple(written.decisions())
        self.follow_script(len(self.script))
        self.start: Node = self.node

    @property
    def next_decision(self) -> Decision | None:
        depth = self.node.depth
        return self.script[depth] if depth < len(self.script) else None

    def play(self, action: Action, draws: Sequence[Action] | None = None) -> Node:
        coming = self.next_decision
        if draws is None and coming is not None and action == coming.action:
            made = self.decisions()
            if tuple(made) == self.script[: len(made)]:
                draws = coming.draws
        return super().play(action, draws)

    def follow_script(self, depth: int) -> None:
        """Play the script from the root for so many decisions."""
        self.visit(self.root)
        for decision in self.script[:depth]:
            known = next((node for node in self.node.children if node.decision == decision), None)
            if known is not None:
                self.visit(known)
            else:
                self.play(decision.action, decision.draws)

    def draw_chance(self, state: State) -> Action:
        return fixed_outcome(state)

    @property
    def can_undo(self) -> bool:
        return self.node.depth > self.start.depth

    @property
    def can_redo(self) -> bool:
        return super().can_redo and self.node.depth >= self.start.depth

    def redo_line(self) -> list[Node]:
        return super().redo_line() if self.can_redo else []


def scripted_match(record: Record, path: str | Path) -> ScriptedMatch:
    """The match of a lesson's record. Raises `DocumentError`; `path` is only named in it."""
    try:
        return ScriptedMatch(replay_record(record, path))
    except DocumentError as problem:
        raise DocumentError(path, problem.place.replace("`$", "`$.match", 1), problem.reason) from None


def fixed_outcome(state: State) -> Action:
    """The draw in a position of a puzzle, always the same for the same position, whatever the date of its rules."""
    plain = {key: value for key, value in state.dump().items() if key != "rules"}
    return state.draw(Rng(crc32(json.dumps(plain, sort_keys=True).encode())))


# Tutorials.


@dataclass(frozen=True, slots=True)
class LoadedTutorial:
    """A tutorial with its match. Steps count from 0."""

    document: Tutorial
    opened: LoadedLayout
    match: ScriptedMatch

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.document.steps

    def expected_action(self, step: int) -> Action | None:
        """The action that the user has to make at a step; None if there is none."""
        current = self.steps[step]
        return self.match.script[current.after].action if current.act else None


def load_tutorial(path: Path) -> LoadedTutorial:
    """Load a tutorial. Raises `DocumentError`, also if its steps do not fit its match."""
    document = read_tutorial(path)
    match = scripted_match(document.match, path)
    _check_seat(document, match, path)
    before = 0
    for number, step in enumerate(document.steps):
        place = f"`$.steps[{number}].after`"
        if not before <= step.after <= len(match.script):
            raise DocumentError(path, place, _("steps must be in the order of the decisions."))
        if step.act and (step.after == len(match.script) or match.script[step.after].seat != document.seat):
            raise DocumentError(path, place, _("the next decision there must be the player's."))
        before = step.after + step.act
    return LoadedTutorial(document, parse_layout(document.match.layout), match)


def _check_seat(document: Tutorial | Puzzle, match: Match, path: Path) -> None:
    if document.seat >= match.seats:
        text = _("the match has only {seats} seats, numbered from 0.")
        raise DocumentError(path, "`$.seat`", text.format(seats=match.seats))


# Rulebook boards.


class SandboxMatch(Match):
    """A match that starts in any position, with free navigation and undo."""

    def __init__(self, game: Game, state: State) -> None:
        self.game, self.board = game, None
        self.seats, self.options, self.rules = len(state.scores()), {}, game.rules_date
        self.rng, self.analysis = Luck(0), True
        self.root = self.node = Node(state)
        self.opening = ()

    def analysis_copy(self) -> Match:
        other = SandboxMatch(self.game, self.root.state.clone())
        other.replay((decision.action, decision.draws) for decision in self.decisions())
        return other


def sandbox_match(game: Game, clause: Clause) -> tuple[Block, SandboxMatch, Body] | None:
    """A match from the first playable board of a rule, with that board and its layout; None if there is none."""
    for block in clause.blocks:
        if block.kind == "board":
            scene = game.text.book_position(block.name)
            if scene.state.to_move >= 0:
                return block, SandboxMatch(game, scene.state), scene.body
    return None


# Goals: expressions over the values of a seat, such as `points >= 12 and place == "C3"`.
#
# They may contain integers, texts, names of values, `+ - *`, comparisons (also chained), `and`, `or`, `not` and
# parentheses, with the meaning of Python. Names are those of the game (`goal_values`), `points`, and `lead`: points
# ahead of the best other seat.

GoalValue = int | str
GoalValues = Mapping[str, GoalValue]

_COMPARED: dict[type[ast.cmpop], Callable[[GoalValue, GoalValue], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_COUNTED: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
MAX_NUMBER = 10**9


class GoalError(ValueError):
    pass


def goal_values(game: Game, state: State, seat: int) -> GoalValues:
    """The values that a goal can use, for a seat."""
    points = state.scores()
    others = [count for other, count in enumerate(points) if other != seat]
    return {**game.text.goal_values(state, seat), "points": points[seat], "lead": points[seat] - max(others, default=0)}


@dataclass(frozen=True, slots=True)
class Goal:
    """A parsed goal. `parse` raises `GoalError`."""

    text: str
    tree: ast.expr

    @classmethod
    def parse(cls, words: str, known: GoalValues) -> Goal:
        """Parse a goal over values with these names and types. Raises `GoalError`."""
        try:
            tree = ast.parse(words.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise GoalError(_("“{goal}” is not a valid expression.").format(goal=words)) from None
        goal = cls(words, tree)
        if not isinstance(_value(tree, known), bool):
            raise GoalError(_("“{goal}” must contain a comparison.").format(goal=words))
        return goal

    def is_reached(self, values: GoalValues) -> bool:
        return bool(_value(self.tree, values))


def _value(node: ast.expr, values: GoalValues) -> GoalValue | bool:
    """The value of an expression. All parts are evaluated, so that every error is found at once."""
    match node:
        case ast.Constant(value=bool()):
            pass
        case ast.Constant(value=int() | str() as value) if not isinstance(value, int) or abs(value) <= MAX_NUMBER:
            return value
        case ast.Name(id=name):
            if name not in values:
                error = _("Unknown value “{name}”; available: {known}.")
                raise GoalError(error.format(name=name, known=", ".join(sorted(values))))
            return values[name]
        case ast.UnaryOp(op=ast.Not(), operand=part):
            return not _truth(part, values)
        case ast.UnaryOp(op=ast.USub(), operand=part):
            return -_number(part, values)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _COUNTED:
            return _COUNTED[type(op)](_number(left, values), _number(right, values))
        case ast.BoolOp(op=op, values=parts):
            truths = [_truth(part, values) for part in parts]
            return all(truths) if isinstance(op, ast.And) else any(truths)
        case ast.Compare(left=first, ops=ops, comparators=rest) if all(type(op) in _COMPARED for op in ops):
            compared = [_value(part, values) for part in (first, *rest)]
            if len({type(value) for value in compared}) > 1 or isinstance(compared[0], bool):
                raise GoalError(_("Compare numbers only with numbers, and texts only with texts."))
            return all(_COMPARED[type(op)](compared[at], compared[at + 1]) for at, op in enumerate(ops))
    raise GoalError(_("A goal can contain only numbers, values, comparisons, “and”, “or” and “not”."))


def _truth(node: ast.expr, values: GoalValues) -> bool:
    value = _value(node, values)
    if not isinstance(value, bool):
        raise GoalError(_("Use “and”, “or” and “not” only with comparisons."))
    return value


def _number(node: ast.expr, values: GoalValues) -> int:
    value = _value(node, values)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MAX_NUMBER:
        raise GoalError(_("Calculations need numbers."))
    return value


# Puzzles. The other seats play like the greedy bot, and draws depend on the position alone, so that the same choices
# always lead to the same end. A solution must not depend on luck: no draw within a turn before the goal, and a last
# decision with a draw must reach it for other seeds, too.

MAX_POSITIONS = 20_000  # positions in which all solutions are searched
SOLVED = -1  # number of the position after a solution
SEEDS_TRIED = 8  # seeds that must all reach the goal if the last decision draws something
PuzzleStatus = Literal["open", "solved", "failed"]


@dataclass(frozen=True, slots=True)
class LoadedPuzzle:
    """A puzzle with its match at the initial position."""

    document: Puzzle
    opened: LoadedLayout
    match: ScriptedMatch
    goal: Goal

    def is_reached(self, state: State) -> bool:
        return self.goal.is_reached(goal_values(self.opened.game, state, self.document.seat))

    def status(self, line: list[State]) -> PuzzleStatus:
        """The status after these positions, from the first one on.

        A goal counts only after a decision of the seat within its turns, not if others reach it.
        """
        begun: set[str] = set()
        for before, after in pairwise(line):
            if before.to_move == self.document.seat:
                begun.add(self.opened.game.text.turn_title(before))
                if len(begun) <= self.document.turns and self.is_reached(after):
                    return "solved"
        turns, last = self.turns(line), line[-1]
        is_last_over = len(turns) == self.document.turns and self.opened.game.text.turn_title(last) not in turns
        return "failed" if last.to_move == OVER or len(turns) > self.document.turns or is_last_over else "open"

    def turns_used(self, line: list[State]) -> int:
        """The number of turns that the seat has begun."""
        return len(self.turns(line))

    def turns(self, line: list[State]) -> frozenset[str]:
        """The titles of the turns that the seat has begun."""
        game, seat = self.opened.game, self.document.seat
        return frozenset(game.text.turn_title(state) for state in line if state.to_move == seat)

    def reply(self, state: State) -> Action:
        """The move of another seat."""
        return GreedyBot(0).choose(self.opened.game, state, state.to_move)


@dataclass(frozen=True, slots=True)
class SolveResult:
    """The seat's decisions, None if there is no solution; and the number of positions searched."""

    actions: tuple[Action, ...] | None
    positions_seen: int


def load_puzzle(path: Path, data: bytes | None = None) -> LoadedPuzzle:
    """Load a puzzle from a file or from these bytes. Raises `DocumentError`, also for an invalid goal."""
    document = read_puzzle(path, data)
    match = scripted_match(document.match, path)
    _check_seat(document, match, path)
    if match.state.to_move != document.seat:
        raise DocumentError(path, "`$.match.log`", _("at its end, it must be the turn of the puzzle's seat."))
    try:
        goal = Goal.parse(document.goal, goal_values(match.game, match.state, document.seat))
    except GoalError as problem:
        raise DocumentError(path, "`$.goal`", str(problem)) from None
    return LoadedPuzzle(document, parse_layout(document.match.layout), match, goal)


def solve(
    puzzle: LoadedPuzzle,
    cancel: CancelToken = NEVER_CANCELLED,
    line: list[State] | None = None,
    preferred: frozenset[Action] = frozenset(),
) -> SolveResult:
    """Search for a solution that does not depend on draws, from the start or from the end of `line`.

    Complete best-first search: most `preferred` decisions first, then by evaluation. Raises `Cancelled`.
    """
    seat, game = puzzle.document.seat, puzzle.opened.game
    line = line or [puzzle.match.start.state]
    ahead: list[tuple[int, float, int, State, frozenset[str], tuple[Action, ...]]] = []
    seen: set[str] = set()
    seen_count = 0

    def add(state: State, used: frozenset[str], actions: tuple[Action, ...]) -> None:
        key = repr((state.dump(), sorted(used)))
        if key not in seen:
            seen.add(key)
            followed = sum(action in preferred for action in actions)
            heappush(ahead, (-followed, -game.evaluation.evaluate(state, seat), len(seen), state, used, actions))

    add(line[-1].clone(), puzzle.turns(line), ())
    while ahead:
        _followed, _value, _number, state, used, actions = heappop(ahead)
        for action in state.legal():
            cancel.raise_if_cancelled()
            seen_count += 1
            outcome = _outcome(puzzle, state, action, used)
            if outcome is True:
                return SolveResult((*actions, action), seen_count)
            if outcome:
                add(*outcome, (*actions, action))
    return SolveResult(None, seen_count)


def all_solutions(puzzle: LoadedPuzzle, cancel: CancelToken = NEVER_CANCELLED) -> list[tuple[Action, ...]] | None:
    """All solutions that do not depend on draws and have no needless decision, each in one order only, shortest first.

    None if there are more than `MAX_POSITIONS` to search. Raises `Cancelled`.
    """
    start, turns = puzzle.match.start.state, puzzle.turns([puzzle.match.start.state])
    moves: list[list[tuple[Action, int]]] = []  # by position, to the number of the next one; SOLVED if it solves
    positions, numbers = [(start, turns)], {repr((start.dump(), sorted(turns))): 0}
    for state, used in positions:
        if len(positions) > MAX_POSITIONS:
            return None
        moves.append([])
        for action in state.legal():
            cancel.raise_if_cancelled()
            outcome = _outcome(puzzle, state, action, used)
            if outcome is True:
                moves[-1].append((action, SOLVED))
            elif outcome:
                number = numbers.setdefault(repr((outcome[0].dump(), sorted(outcome[1]))), len(positions))
                moves[-1].append((action, number))
                if number == len(positions):
                    positions.append(outcome)
    useful, count = {SOLVED}, 0
    while count != len(useful):
        count = len(useful)
        useful |= {at for at in reversed(range(len(moves))) if any(there in useful for _move, there in moves[at])}
    found: dict[int, list[tuple[Action, ...]]] = {}
    ahead = [(0, tuple[Action, ...]())] if 0 in useful else []
    for at, actions in ahead:  # grows, by the number of decisions
        for action, there in moves[at]:
            cancel.raise_if_cancelled()
            line, known = (*actions, action), found.setdefault(there, [])
            if there in useful and not any(Counter(other) <= Counter(line) for other in known):
                known.append(line)
                if there != SOLVED:
                    ahead.append((there, line))
    return found.get(SOLVED, [])


def _outcome(
    puzzle: LoadedPuzzle, state: State, action: Action, used: frozenset[str]
) -> bool | tuple[State, frozenset[str]]:
    """What a decision leads to: True if it surely reaches the goal, False if nowhere, or the seat's next position."""
    seat, game = puzzle.document.seat, puzzle.opened.game
    now = state.clone()
    now.apply(action)
    drew = _resolve_draws(now)
    if now.to_move == seat and drew and game.text.turn_title(now) in used:
        return False
    if puzzle.is_reached(now):
        return not drew or _is_sure(puzzle, state, action)
    if len(used) == puzzle.document.turns and game.text.turn_title(now) not in used:
        return False  # the last turn is over
    while now.to_move not in (seat, OVER):
        now.apply(puzzle.reply(now))
        _resolve_draws(now)
    if now.to_move != seat or len(used := used | {game.text.turn_title(now)}) > puzzle.document.turns:
        return False
    return now, used


def _is_sure(puzzle: LoadedPuzzle, before: State, action: Action) -> bool:
    """Whether the goal is reached with other draws, too."""
    for seed in range(SEEDS_TRIED):
        now = before.clone()
        now.apply(action)
        resolve_chance(now, Rng(seed))
        if not puzzle.is_reached(now):
            return False
    return True


def _resolve_draws(state: State) -> bool:
    """Apply all pending draws; return whether there were any."""
    drew = state.to_move == CHANCE
    while state.to_move == CHANCE:
        state.apply(fixed_outcome(state))
    return drew


def solution_positions(puzzle: LoadedPuzzle, actions: tuple[Action, ...]) -> list[State]:
    """All positions of a solution, including those of other seats. Raises `IllegalAction`."""
    match = puzzle.match
    match.visit(match.start)
    line = [match.state]
    for action in actions:
        line.append(match.play(action).state)
        while match.state.to_move not in (puzzle.document.seat, OVER):
            line.append(match.play(puzzle.reply(match.state)).state)
    match.visit(match.start)
    return line


def greedy_actions(puzzle: LoadedPuzzle) -> tuple[Action, ...]:
    """The greedy bot's decisions for the seat until its turns are over or the goal is reached."""
    actions: tuple[Action, ...] = ()
    while puzzle.status(line := solution_positions(puzzle, actions)) == "open":
        actions = (*actions, puzzle.reply(line[-1]))
    return actions


# Puzzles from matches.

MAX_TURN_MOVES = 2_000  # decisions after a first move up to which its turn is searched
MAX_LISTED = 40  # solutions of a file, apart from the first one


def make_puzzle(
    record: Record, match: Match, number: int, best: Action, title: str, cancel: CancelToken = NEVER_CANCELLED
) -> Puzzle | None:
    """A puzzle of one turn from the decision of a match with this number, counted from 1.

    Its goal are the points that are surely reached only by turns that begin with `best`. None if other turns reach as
    many, if the greedy bot does, or if there are too many ways to play the turn. Raises `Cancelled`.
    """
    log = tuple([(decision.action, decision.draws) for decision in match.decisions()[: number - 1]])
    seats = tuple([SeatEntry(one.name, one.kind, one.color) for one in record.seats])
    played = replace(record, log=log, seats=seats, bookmarks=())
    start = scripted_match(played, "")
    seat, reached = start.state.to_move, _reachable_points(match.game, start.state, cancel)
    points = reached.pop(best, 0)
    if not reached or points <= max(reached.values()):
        return None
    words = _("Reach a total of **{points}** this turn. Only one first move leads there.")
    text, goal = str(words.format(points=points_text(points))), f"points >= {points}"
    puzzle = Puzzle(title=str(title), words=text, seat=seat, goal=goal, match=played)
    parsed = Goal.parse(goal, goal_values(match.game, start.state, seat))
    loaded = LoadedPuzzle(puzzle, parse_layout(record.layout), start, parsed)
    ways = all_solutions(loaded, cancel) or []
    is_gift = loaded.status(solution_positions(loaded, greedy_actions(loaded))) == "solved"
    if is_gift or not 0 < len(ways) <= MAX_LISTED:
        return None
    difficulty = min(MAX_DIFFICULTY, (len(ways[0]) + 1) // 2)
    return replace(puzzle, solution=ways[0], other_solutions=tuple(ways[1:]), difficulty=difficulty)


def _reachable_points(game: Game, start: State, cancel: CancelToken) -> dict[Action, int]:
    """For each move, the most points that its seat can surely reach in this turn; empty if there are too many ways.

    The turn is searched up to its first draw. After a draw, the smallest number after several outcomes counts.
    """
    seat, turn, found = start.to_move, game.text.turn_title(start), dict[Action, int]()
    for first in start.legal():
        waiting, seen = [(start, first)], set[str]()
        for state, action in waiting:  # grows
            cancel.raise_if_cancelled()
            if len(waiting) > MAX_TURN_MOVES:
                return {}
            now = state.clone()
            now.apply(action)
            has_drawn = now.to_move == CHANCE
            ends = [now.clone() for _seed in range(SEEDS_TRIED if has_drawn else 1)]
            for seed, end in enumerate(ends):
                resolve_chance(end, Rng(seed))
            found[first] = max(found.get(first, 0), min(end.scores()[seat] for end in ends))
            goes_on = not has_drawn and now.to_move == seat and game.text.turn_title(now) == turn
            if goes_on and (key := repr(now.dump())) not in seen:
                seen.add(key)
                waiting += [(now, move) for move in now.legal()]
    return found
