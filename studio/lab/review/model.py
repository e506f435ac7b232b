"""What is known of a match under review: chances of winning, luck and judged decisions, as plain data."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from operator import attrgetter
from statistics import fmean
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from studio import __version__
from studio.bots.judging import LONG_PROOFS, PROOF_LOOKS, Judgement, Option
from studio.core.game import Action, Json
from studio.core.plugin import Game
from studio.documents.store import HUMAN, Record

FORMAT, VERSION = "studio.review", 1
MOST_EXPENSIVE = 3  # moves that are shown on their own

Chances = tuple[float, ...]  # of all seats, as shares; the sum is 1


class ReviewStep(msgspec.Struct, frozen=True):
    """One step of a match: a decision and the draws after it.

    `number` counts from 1, as the nodes of `Match.line` behind the root. `turn` counts the turns from 1, as the game
    does; the setup belongs to the first. `moves` is the number of legal moves. The chances are those `before` the
    decision, those `expected` right after it (the mean over the draws that could follow) and those `after` the draws:
    choice is the difference of the first two, luck that of the last two. `judgement` is None while the decision is not
    judged, and for forced moves and seats without a review.
    """

    number: int
    turn: int
    seat: int
    action: Action
    moves: int
    before: Chances
    expected: Chances
    after: Chances
    judgement: Judgement | None = None

    @property
    def luck(self) -> Chances:
        """What the draws changed for each seat; the sum is 0."""
        return tuple(after - mean for after, mean in zip(self.after, self.expected, strict=True))

    @property
    def mark(self) -> str:
        """ "blunder", "mistake", "inaccuracy" or ""."""
        return self.judgement.mark if self.judgement is not None else ""

    @property
    def loss(self) -> float:
        """The loss as a share, 0 while the decision is not judged."""
        return self.judgement.loss if self.judgement is not None else 0.0

    @property
    def options(self) -> tuple[Option, ...]:
        """The compared moves, best first; none while the decision is not judged."""
        return self.judgement.options if self.judgement is not None else ()

    @property
    def is_clear(self) -> bool:
        """Whether the played move was clearly worse than the best of the options."""
        return self.judgement is not None and self.judgement.is_clear


class SeatReview(NamedTuple):
    """Totals of a seat. `accuracy` is the share of the best moves' chance that was kept in a turn, as the mean of all
    turns with a choice; None without one.

    `luck` is what draws have added to its chance, in all. `marks` counts the decisions by mark.
    """

    accuracy: float | None
    luck: float
    marks: dict[str, int]


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A review, complete or not. `match` identifies the match (`match_identity`); the review of another one is void.

    `people` are the seats whose decisions are judged, `to_judge` is the number of these decisions with a choice.
    Without steps nothing is known yet. `is_over`: the match is. If it is not, `is_redealt` says that what is hidden
    from the only reviewed seat was dealt at random; luck is unknown then, and secret decisions are empty.
    """

    format: str = FORMAT
    version: Annotated[int, Meta(ge=VERSION, le=VERSION)] = VERSION
    match: str
    game: str
    seats: int
    people: tuple[int, ...]
    effort: int = 1
    is_over: bool = True
    is_redealt: bool = False
    to_judge: int = 0
    steps: tuple[ReviewStep, ...] = ()

    @property
    def judged(self) -> int:
        """The number of judged decisions."""
        return sum(step.judgement is not None for step in self.steps)

    @property
    def is_complete(self) -> bool:
        return bool(self.steps) and self.judged == self.to_judge

    def totals(self, seat: int) -> SeatReview:
        kept: dict[int, float] = {}  # by turn
        for step in self.steps:
            if step.seat == seat and step.judgement is not None:
                kept[step.turn] = kept.get(step.turn, 1.0) * step.judgement.kept
        marks = [step.mark for step in self.steps if step.seat == seat]
        return SeatReview(
            min(1.0, fmean(kept.values())) if kept else None,
            sum(step.luck[seat] for step in self.steps),
            {mark: marks.count(mark) for mark in dict.fromkeys(marks) if mark},
        )

    def most_expensive(self, seat: int | None = None) -> list[ReviewStep]:
        """The steps with a mark that lost most, of one seat or of all, most expensive first."""
        marked = [step for step in self.steps if step.mark and seat in (None, step.seat)]
        return sorted(marked, key=lambda step: (-step.loss, step.number))[:MOST_EXPENSIVE]

    def best_moves(self, seat: int | None = None) -> list[ReviewStep]:
        """The steps whose move was clearly better than the others that were compared, the largest lead first."""
        judged = [step for step in self.steps if step.judgement is not None and step.judgement.is_best]
        best = [step for step in judged if seat in (None, step.seat)]
        return sorted(best, key=lambda step: (step.loss, step.number))[:MOST_EXPENSIVE]

    def to_data(self) -> Json:
        """The review as plain data; `from_data` makes an equal one."""
        return msgspec.to_builtins(self)

    @staticmethod
    def from_data(data: Json) -> Review:
        """Raises `ValueError`."""
        return msgspec.convert(data, Review)


def match_identity(record: Record, game: Game) -> str:
    """What a review depends on, as a hash: board, rules, moves, the program's version, how losses are proved, and
    weights and chances of the evaluation."""
    weights = [(feature.key, feature.weight) for feature in game.evaluation.FEATURES], game.evaluation.CHANCES
    seen = [record.layout.game, record.layout.body, len(record.seats), record.options, record.rules, record.opening]
    data = msgspec.json.encode([__version__, LONG_PROOFS, PROOF_LOOKS, weights, *seen, record.log], order="sorted")
    return hashlib.sha256(data).hexdigest()[:32]


def human_seats(record: Record) -> tuple[int, ...]:
    """The seats of people."""
    return tuple(seat for seat, entry in enumerate(record.seats) if entry.kind == HUMAN)


class TurnReview(NamedTuple):
    """A turn: its steps, the chances after it, and what its draws have changed."""

    number: int
    steps: tuple[ReviewStep, ...]
    after: Chances
    luck: Chances

    @property
    def key_step(self) -> ReviewStep:
        """The step to show for the turn: the most expensive of the marked ones, else the last judged one."""
        judged = [step for step in self.steps if step.judgement is not None]
        marked = [step for step in judged if step.mark]
        return max(marked, key=attrgetter("loss")) if marked else (judged or self.steps)[-1]


def review_turns(review: Review) -> list[TurnReview]:
    """The turns of a review, in order."""
    turns: dict[int, list[ReviewStep]] = {}
    for step in review.steps:
        turns.setdefault(step.turn, []).append(step)
    return [
        TurnReview(
            number, tuple(steps), steps[-1].after, tuple(map(sum, zip(*(one.luck for one in steps), strict=True)))
        )
        for number, steps in turns.items()
    ]


SHOWN_LUCK, LUCK_TURNS = 0.05, 4  # the smallest shown effect of draws, and the turns with at most one


def lucky_turns(turns: Sequence[TurnReview]) -> dict[int, int]:
    """The numbers of the turns whose draws changed most, with the seat that gained most."""
    found: dict[int, int] = {}
    for turn in sorted(turns, key=lambda turn: -max(turn.luck)):
        is_alone = all(abs(turn.number - other) >= LUCK_TURNS for other in found)
        if max(turn.luck) >= SHOWN_LUCK and is_alone:
            found[turn.number] = turn.luck.index(max(turn.luck))
    return found
