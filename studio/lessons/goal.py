"""Goals of puzzles: expressions over the figures of a seat, such as `points >= 12 and place == "C3"`.

There are whole numbers, texts, names of figures, `+ - *`, comparisons (also in a row), `and`, `or`, `not` and
parentheses, with the meaning that Python gives them. Figures are those that the game names (`Game.figures`), and of
every game `points` and `lead`, the points ahead of the best other seat.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from studio.core.game import State
from studio.core.protocols import Game
from studio.core.text import _

Figure = int | str
Figures = Mapping[str, Figure]

_COMPARED: dict[type[ast.cmpop], Callable[[Figure, Figure], bool]] = {
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
MOST = 10**9


class BadGoal(ValueError):
    """A goal that means nothing; the message says why, in one sentence."""


def figures(game: Game, state: State, seat: int) -> Figures:
    """What a goal can ask of a seat."""
    points = state.scores()
    others = [count for other, count in enumerate(points) if other != seat]
    return {**game.figures(state, seat), "points": points[seat], "lead": points[seat] - max(others, default=0)}


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal that was read: `holds` says whether it is reached. Raises `BadGoal` when it is made."""

    words: str
    tree: ast.expr

    @classmethod
    def read(cls, words: str, known: Figures) -> Goal:
        """The goal in these words, about figures like these. Raises `BadGoal`."""
        try:
            tree = ast.parse(words.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise BadGoal(_("“{goal}” is no expression.").format(goal=words)) from None
        goal = cls(words, tree)
        if not isinstance(_value(tree, known), bool):
            raise BadGoal(_("“{goal}” is neither true nor false: it compares nothing.").format(goal=words))
        return goal

    def holds(self, now: Figures) -> bool:
        """Whether it is reached with these figures."""
        return bool(_value(self.tree, now))


def _value(node: ast.expr, now: Figures) -> Figure | bool:
    """What a part comes to. All parts are looked at, so that a mistake is found at the first look."""
    match node:
        case ast.Constant(value=bool()):
            pass
        case ast.Constant(value=int() | str() as value) if not isinstance(value, int) or abs(value) <= MOST:
            return value
        case ast.Name(id=name):
            if name not in now:
                raise BadGoal(
                    _("There is no figure “{name}”; there are {known}.").format(name=name, known=", ".join(sorted(now)))
                )
            return now[name]
        case ast.UnaryOp(op=ast.Not(), operand=part):
            return not _truth(part, now)
        case ast.UnaryOp(op=ast.USub(), operand=part):
            return -_number(part, now)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _COUNTED:
            return _COUNTED[type(op)](_number(left, now), _number(right, now))
        case ast.BoolOp(op=op, values=parts):
            truths = [_truth(part, now) for part in parts]
            return all(truths) if isinstance(op, ast.And) else any(truths)
        case ast.Compare(left=first, ops=ops, comparators=rest) if all(type(op) in _COMPARED for op in ops):
            values = [_value(part, now) for part in (first, *rest)]
            if len({type(value) for value in values}) > 1 or isinstance(values[0], bool):
                raise BadGoal(_("Numbers are compared with numbers, and texts with texts."))
            return all(_COMPARED[type(op)](values[at], values[at + 1]) for at, op in enumerate(ops))
    raise BadGoal(_("A goal has numbers, figures, comparisons, “and”, “or” and “not”, and nothing else."))


def _truth(node: ast.expr, now: Figures) -> bool:
    value = _value(node, now)
    if not isinstance(value, bool):
        raise BadGoal(_("“and”, “or” and “not” stand between comparisons."))
    return value


def _number(node: ast.expr, now: Figures) -> int:
    value = _value(node, now)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MOST:
        raise BadGoal(_("One can only count with numbers."))
    return value
