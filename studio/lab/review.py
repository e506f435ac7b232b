"""The review of a match: the chances of winning after every decision, luck and choice, and what moves have lost.

Chances and luck come from the true positions, each seat rated by what it knew. A decision is judged with the knowledge
of its seat alone (`studio.bots.judging`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from operator import mul
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from studio import __version__
from studio.bots.chances import winning_chances
from studio.bots.greedy import play_on, resolve_chance
from studio.bots.judging import Judge, Judgement
from studio.core.cancellation import NEVER_CANCELLED, Cancelled, CancelToken
from studio.core.game import Action, Json, State
from studio.core.match import Match, Node
from studio.core.plugin import Game
from studio.core.rng import Rng
from studio.documents.store import HUMAN, Record

FORMAT, VERSION = "studio.review", 1
MOST_EXPENSIVE = 3  # moves that are shown on their own

Chances = tuple[float, ...]  # of all seats, as shares; the sum is 1


class ReviewStep(msgspec.Struct, frozen=True):
    """One step of a match: a decision and the draws after it.

    `number` counts from 1, as the nodes of `Match.line` behind the root; `turn` counts the turns from 1. `moves` is the
    number of legal moves. The chances are those `before` the decision, those `expected` right after it (the mean over
    the draws that could follow) and those `after` the draws: choice is the difference of the first two, luck that of
    the last two. `judgement` is None while the decision is not judged, and for forced moves and seats without a review.
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


class SeatReview(NamedTuple):
    """Totals of a seat. `accuracy` is the mean share of the best move's chance that was kept, None without a choice.

    `luck` is what draws have added to its chance, in all. `marks` counts the decisions by mark.
    """

    accuracy: float | None
    luck: float
    marks: dict[str, int]


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A review, complete or not. `match` identifies the match (`match_identity`); the review of another one is void.

    `people` are the seats whose decisions are judged, `to_judge` is the number of these decisions with a choice.
    Without steps nothing is known yet.
    """

    format: str = FORMAT
    version: Annotated[int, Meta(ge=VERSION, le=VERSION)] = VERSION
    match: str
    game: str
    seats: int
    people: tuple[int, ...]
    effort: int = 1
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
        steps = [step for step in self.steps if step.seat == seat and step.judgement is not None]
        judgements = [step.judgement for step in steps if step.judgement is not None]
        marks = [judgement.mark for judgement in judgements]
        return SeatReview(
            min(1.0, sum(one.kept for one in judgements) / len(judgements)) if judgements else None,
            sum(step.luck[seat] for step in self.steps),
            {mark: marks.count(mark) for mark in dict.fromkeys(marks) if mark},
        )

    def most_expensive(self, seat: int | None = None, most: int = MOST_EXPENSIVE) -> list[ReviewStep]:
        """The steps with a mark that lost most, of one seat or of all, most expensive first."""
        marked = [step for step in self.steps if step.mark and seat in (None, step.seat)]
        return sorted(marked, key=lambda step: (-_loss(step), step.number))[:most]

    def to_data(self) -> Json:
        """The review as plain data; `from_data` makes an equal one."""
        return msgspec.to_builtins(self)

    @staticmethod
    def from_data(data: Json) -> Review:
        """Raises `ValueError`."""
        return msgspec.convert(data, Review)


def _loss(step: ReviewStep) -> float:
    return step.judgement.loss if step.judgement is not None else 0.0


def match_identity(record: Record) -> str:
    """What a review depends on, as a hash: board, rules and moves, and the version of the program."""
    seen = [record.layout.game, record.layout.body, len(record.seats), record.options, record.rules, record.opening]
    data = msgspec.json.encode([__version__, *seen, record.log], order="sorted")
    return hashlib.sha256(data).hexdigest()[:32]


def human_seats(record: Record) -> tuple[int, ...]:
    """The seats of people."""
    return tuple(seat for seat, entry in enumerate(record.seats) if entry.kind == HUMAN)


def review_match(
    record: Record,
    match: Match,
    *,
    people: Sequence[int] | None = None,
    effort: int = 1,
    earlier: Review | None = None,
    tell: Callable[[Review], object] = lambda review: None,
    cancel: CancelToken = NEVER_CANCELLED,
) -> Review:
    """Review a match up to its current position; `match` is that of the record.

    `people` are the seats whose decisions are judged: those of people by default. `tell` is called with what is known
    so far: first with the chances of the whole match, then after every judged decision, those first that seem most
    expensive. `effort` multiplies the deals. If `cancel` is cancelled, the review is returned as far as it is;
    `earlier`, such a review of the same match, is continued. The result does not depend on interruptions.
    """
    seats = human_seats(record) if people is None else tuple(people)
    review = Review(match=match_identity(record), game=match.game.info.slug, seats=match.seats, people=seats,
                    effort=effort)  # fmt: skip
    if earlier is not None and earlier.steps and _settings(earlier) == _settings(review):
        review = earlier
    try:
        if not review.steps:
            review = msgspec.structs.replace(review, steps=tuple(_steps(match, cancel)))
            choices = sum(step.moves > 1 and step.seat in seats for step in review.steps)
            review = msgspec.structs.replace(review, to_judge=choices)
        tell(review)
        line = match.line()
        for number in _judging_order(match.game, line, review, cancel):
            judgement = _judge(match.game, line, review.steps[number - 1], effort, cancel)
            review = _with_judgement(review, number, judgement)
            tell(review)
    except Cancelled:
        pass
    return review


def judge_again(review: Review, match: Match, number: int, effort: int, cancel: CancelToken) -> Review:
    """The review with one decision judged again, with more deals. Raises `Cancelled`."""
    judgement = _judge(match.game, match.line(), review.steps[number - 1], effort, cancel)
    return _with_judgement(review, number, judgement)


def _settings(review: Review) -> tuple[object, ...]:
    return review.match, review.people, review.effort


def _with_judgement(review: Review, number: int, judgement: Judgement) -> Review:
    steps = list(review.steps)
    steps[number - 1] = msgspec.structs.replace(steps[number - 1], judgement=judgement)
    return msgspec.structs.replace(review, steps=tuple(steps))


def _steps(match: Match, cancel: CancelToken) -> Iterator[ReviewStep]:
    """All steps without judgements."""
    game, line = match.game, match.line()
    before, turn, title = tuple(winning_chances(game, line[0].state)), 0, ""
    for number, node in enumerate(line[1:], 1):
        cancel.raise_if_cancelled()
        start, decision = line[number - 1].state, node.decision
        assert decision is not None
        if (here := game.text.turn_title(start)) != title or not turn:
            title, turn = here, turn + 1
        after = expected = tuple(winning_chances(game, node.state))
        if decision.draws:
            decided = start.clone()
            decided.apply(decision.action)
            luck = _luck(game, decided, node, number, cancel)
            expected = tuple(chance - gain for chance, gain in zip(after, luck, strict=True))
        yield ReviewStep(number, turn, decision.seat, decision.action, len(start.legal()), before, expected, after)
        before = after


BLIND = 1e-6  # the difference of chances up to which they count as equal
MAX_OUTCOMES = 12  # of a draw that are all tried; of more, so many are drawn


def _luck(game: Game, decided: State, node: Node, seed: int, cancel: CancelToken) -> list[float]:
    """What the draws behind a decision changed: the chances after them, less the mean over the outcomes of the first.

    Draws after it have one outcome each. If the evaluation does not see a difference at once (a tile that is not placed
    yet), the turn is played on.
    """
    outcomes, rng, seat = decided.chance(), Rng(seed), max(0, node.state.to_move)
    if len(outcomes) > MAX_OUTCOMES:
        outcomes = [(decided.draw(rng), 1) for _draw in range(MAX_OUTCOMES)]
    weights, ends = [weight for _outcome, weight in outcomes], [node.state.clone()]
    for outcome, _weight in outcomes:
        ends.append(decided.clone())
        ends[-1].apply(outcome)
        resolve_chance(ends[-1], rng)
    rows = [winning_chances(game, end) for end in ends]
    if all(abs(one - other) < BLIND for row in rows for one, other in zip(row, rows[0], strict=True)):
        for end in ends:
            play_on(game, end, seat, seed, cancel.raise_if_cancelled, rounds=0)
        rows = [winning_chances(game, end) for end in ends]
    columns = zip(*rows, strict=True)
    return [drawn - sum(map(mul, weights, others)) / sum(weights) for drawn, *others in columns]


def _judging_order(game: Game, line: Sequence[Node], review: Review, cancel: CancelToken) -> list[int]:
    """The numbers of the decisions that are not judged yet, first those that look most expensive."""
    losses = []
    for step in review.steps:
        if step.moves > 1 and step.seat in review.people and step.judgement is None:
            judge = Judge(game, line[step.number - 1].state, step.number, cancel)
            losses.append((-judge.first_loss(step.action), step.number))
    return [number for _loss, number in sorted(losses)]


def _judge(game: Game, line: Sequence[Node], step: ReviewStep, effort: int, cancel: CancelToken) -> Judgement:
    """The judgement of one decision."""
    followed: list[Action] = []
    for before, node in pairwise(line[step.number :]):  # the seat's next decisions, as long as nothing is drawn
        assert node.decision is not None and before.decision is not None
        if before.decision.draws or node.decision.seat != step.seat:
            break
        followed.append(node.decision.action)
    judge = Judge(game, line[step.number - 1].state, step.number, cancel)
    return judge.judge(step.action, tuple(followed), effort)
