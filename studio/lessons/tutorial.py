"""A tutorial, opened: its match stands at any step, and knows what the person is to do there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from studio.core.game import Action
from studio.documents.lessons import Step, Tutorial, read_tutorial
from studio.documents.paths import shipped_lessons
from studio.documents.store import DocumentError
from studio.lessons.prepared import PreparedMatch, prepared
from studio.opening import Opened, opened


@dataclass(frozen=True, slots=True)
class OpenTutorial:
    """A tutorial with its match. Steps are counted from 0."""

    told: Tutorial
    opened: Opened
    match: PreparedMatch

    @property
    def steps(self) -> tuple[Step, ...]:
        """What is said, one after another."""
        return self.told.steps

    def wanted(self, step: int) -> Action | None:
        """What the person is to do at a step; None where there is nothing but to read."""
        told = self.steps[step]
        return self.match.script[told.after].action if told.act else None

    def until(self, step: int) -> int:
        """How many decisions are made when the step after this one begins, or when all is over."""
        return self.steps[step + 1].after if step + 1 < len(self.steps) else len(self.match.script)


def open_tutorial(path: Path) -> OpenTutorial:
    """The tutorial in a file. Raises `DocumentError`, also for steps that do not go with its match."""
    told = read_tutorial(path)
    match = prepared(told.match, path)
    if told.seat >= match.seats:
        raise DocumentError(path, "`$.seat`", "the match has no such seat.")
    before = 0
    for number, step in enumerate(told.steps):
        place = f"`$.steps[{number}].after`"
        if not before <= step.after <= len(match.script):
            raise DocumentError(path, place, "steps stand in the order of the match's decisions.")
        if step.act and (step.after == len(match.script) or match.script[step.after].seat != told.seat):
            raise DocumentError(path, place, "the next decision there is not the person's.")
        before = step.after + step.act
    return OpenTutorial(told, opened(told.match.layout), match)


def tutorial_of(game: str) -> Path | None:
    """The tutorial that comes with the program for a game."""
    return next(iter(shipped_lessons(game, "tutorial")), None)
