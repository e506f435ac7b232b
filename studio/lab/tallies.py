"""What is counted in every match of every game, and tallies that a person has written in a file of their own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePath
from types import CodeType
from typing import NamedTuple

from studio.core.game import Action, Json, State
from studio.core.protocols import TURNS, Counted, TallyOf
from studio.core.text import _

EVERY = 32
"""The moves to choose from are counted at every so many decisions: asking for them is dear."""


class Course:
    """How a match goes, whatever the game: turns, who leads, how close it ends, how many moves there are.

    Who plays the match says when it is another's turn and when to look at the choice: cheaper than to see every step,
    as tallies do.
    """

    def __init__(self, seats: int) -> None:
        self._seats, self._leader = seats, -1
        self._turns = self._changes = 0
        self._moves: list[int] = []

    def turn(self, state: State) -> None:
        """Another seat is to move."""
        if not self._turns % self._seats:  # once a round: asking for the score is dear too
            self._lead(state)
        self._turns += 1

    def choice(self, state: State) -> None:
        """Every so many decisions: what there is to choose from."""
        self._moves.append(len(state.legal()))

    def after(self, state: State) -> Counted:
        """The figures of the match."""
        self._lead(state)
        order = sorted(state.scores(), reverse=True)
        numbers = {
            TURNS: [self._turns],
            "lead_changes": [self._changes],
            "margin": [order[0] - order[1]] if len(order) > 1 else [],
            "moves": self._moves,
        }
        return Counted(numbers=numbers)

    def _lead(self, state: State) -> None:
        scores = state.scores()
        best = max(scores)
        if scores.count(best) == 1 and (leader := scores.index(best)) != self._leader:
            self._changes += self._leader >= 0
            self._leader = leader


class Source(NamedTuple):
    """A person's own tally: what its file is called and what stands in it. It travels to every worker as text."""

    name: str
    text: str


class Faulty(Exception):
    """A person's own tally cannot be used; the message is a sentence that says why."""


@lru_cache(maxsize=8)
def _compiled(source: Source) -> CodeType:
    return compile(source.text, source.name, "exec")


class Own:
    """A person's own tally: a class `Tally` with `before`, `step` and `after`, what goes wrong in it made a sentence.

    Its figures are called by the file's name and their own ("mine.crowns"), so that they meet no others.
    """

    watched: Collection[int] = ()

    def __init__(self, source: Source) -> None:
        """Raises `Faulty`."""
        self._name = source.name
        self._stem = PurePath(source.name).stem
        space: dict[str, Json] = {"__name__": self._stem, "__file__": source.name}
        with _Blame(source.name):
            exec(_compiled(source), space)  # the person's own program, at their own wish
        made = space.get("Tally")
        if not isinstance(made, type):
            raise Faulty(_("{file}: there is no class Tally in it.").format(file=source.name))
        for name in ("before", "step", "after"):
            if name not in dir(made):
                raise Faulty(_("{file}: its class Tally has no method {name}.").format(file=source.name, name=name))
        with _Blame(source.name):
            self._tally: TallyOf[State] = made()

    def before(self, state: State) -> None:
        """The match begins. Raises `Faulty`."""
        with _Blame(self._name):
            self._tally.before(state)

    def step(self, state: State, action: Action) -> None:
        """Before every action. Raises `Faulty`."""
        with _Blame(self._name):
            self._tally.step(state, action)

    def after(self, state: State) -> Counted:
        """Its figures. Raises `Faulty`."""
        with _Blame(self._name):
            found = self._tally.after(state)
        try:
            return self._named(found)
        except (TypeError, ValueError) as problem:
            words = _("{file}: what its method after returns cannot be counted: {reason}.")
            raise Faulty(words.format(file=self._name, reason=problem)) from None

    def _named(self, found: Counted | Mapping[str, int | Sequence[int]]) -> Counted:
        """With its figures under the file's name; a plain dict holds numbers."""
        if isinstance(found, Mapping):
            found = Counted(numbers={key: [few] if isinstance(few, int) else few for key, few in found.items()})
        if not isinstance(found, Counted):
            raise TypeError(_("it is neither a dict nor Counted"))
        stem = self._stem
        return Counted(
            {f"{stem}.{key}": [_whole(number) for number in few] for key, few in found.numbers.items()},
            {f"{stem}.{key}": [None if n is None else _whole(n) for n in few] for key, few in found.seats.items()},
            {f"{stem}.{key}": {_whole(cell) for cell in cells} for key, cells in found.spaces.items()},
            {f"{stem}.{key}": [(_whole(cell), _whole(n)) for cell, n in few] for key, few in found.places.items()},
            {f"{stem}.{key}": [[_whole(n) for n in seat] for seat in few] for key, few in found.curves.items()},
            "",
        )


def _whole(number: int) -> int:
    """A whole number; what else it may be is refused."""
    if not isinstance(number, int):
        raise TypeError(_("{number} is not a whole number").format(number=repr(number)[:40]))
    return int(number)


class _Blame:
    """Turns whatever goes wrong in a person's file into a sentence with the line."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        """Nothing yet."""

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: Json) -> None:
        if not isinstance(problem, (Exception, SystemExit)):  # a tally ends no program
            return
        line = problem.lineno if isinstance(problem, SyntaxError) else None
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == self._name:
                line = trace.tb_lineno
            trace = trace.tb_next
        said = problem.msg if isinstance(problem, SyntaxError) else str(problem)
        words = _("{file}, line {line}: {kind}: {reason}") if line else _("{file}: {kind}: {reason}")
        raise Faulty(
            words.format(file=self._name, line=line, kind=type(problem).__name__, reason=said or "–")
        ) from None


def joined(parts: Sequence[Counted]) -> Counted:
    """What several tallies of one match came to; where two speak of the same, the later one knows better."""
    first, *others = parts
    for other in others:
        first = Counted(
            {**first.numbers, **other.numbers},
            {**first.seats, **other.seats},
            {**first.spaces, **other.spaces},
            {**first.places, **other.places},
            {**first.curves, **other.curves},
            other.ending or first.ending,
        )
    return first
