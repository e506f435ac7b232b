"""What comes of a recipe and a seed, worked out in a thread: layout, findings, figures and picture, or a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject

from studio.core.cancellation import Patience, Spent
from studio.core.form import Section, Survey
from studio.core.game import Body
from studio.core.generation import Recipe
from studio.core.picture import Picture
from studio.core.problems import Problem
from studio.core.protocols import Game
from studio.gui.editor.document.prover import Proof, verdict
from studio.gui.inquiry import Inquiry

PAUSE_MS = 40
"""Choices rest so long before they are rolled: a slider that is dragged asks for its newest place only."""
SECONDS = 2.0
"""How long the proof of one roll among others may think."""


@dataclass(frozen=True, slots=True, eq=False)
class Wish:
    """What is to be made."""

    game: Game
    recipe: Recipe
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class Roll:
    """What was made of a wish; `refusal` says why nothing was, else there are body and picture."""

    wish: Wish
    body: Body | None = None
    picture: Picture | None = None
    problems: Sequence[Problem] = ()
    facts: Sequence[Section] = ()
    refusal: str = ""
    proof: Proof = Proof.IDLE
    brief: str = ""
    """What tells it from other rolls, in a few signs, once it was measured."""


def rolled(wish: Wish) -> Roll:
    """Make the layout. Never raises for a recipe of the game."""
    game = wish.game
    try:
        body = game.make(wish.recipe, wish.seed)
    except ValueError as refusal:
        return Roll(wish, refusal=str(refusal))
    return Roll(wish, body, game.sketch(body, still=True), tuple(game.check(body)), tuple(game.form(body, -1)))


def proved(wish: Wish, patience: Patience) -> Roll:
    """The same with what its proof finds out, if that is soon."""
    roll = rolled(wish)
    if roll.body is None:
        return roll
    patience.limit(SECONDS)
    proof, brief = verdict(wish.game.prove(roll.body, patience)), ""
    with suppress(Spent):
        brief = wish.game.survey(roll.body, -1, patience).brief
    return replace(roll, proof=proof, brief=brief)


class Measurer(Inquiry[Roll, Survey]):
    """Measures the roll that is shown, in a thread; nothing of what was refused."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            lambda roll, patience: roll.wish.game.survey(roll.body, -1, patience), "roll surveys", parent, PAUSE_MS
        )


class Roller(Inquiry[Wish, Roll]):
    """Makes the newest wish in a thread, and perhaps proves it there."""

    def __init__(self, room: str, parent: QObject | None = None, proves: bool = False) -> None:
        def answer(wish: Wish, patience: Patience) -> Roll:
            return proved(wish, patience) if proves else rolled(wish)

        super().__init__(answer, room, parent, PAUSE_MS)
