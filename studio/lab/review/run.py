"""The review of a match: the chances of winning after every decision, luck and choice, and what moves have lost.

Chances and luck come from the true positions, each seat rated by what it knew. A decision is judged with the knowledge
of its seat alone (`studio.bots.judging`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import mul

import msgspec

from studio.bots.chances import winning_chances
from studio.bots.greedy import play_on, resolve_chance
from studio.bots.judging import LONG_PROOFS, Judge, Judgement
from studio.core.cancellation import NEVER_CANCELLED, Cancelled, CancelToken
from studio.core.game import EVERYBODY, State
from studio.core.match import Match, Node, redeal_hidden
from studio.core.plugin import Game
from studio.core.rng import Rng
from studio.core.text import _
from studio.documents.store import Record
from studio.lab.review.judgements import followed_actions, judge_choices, missing_choices
from studio.lab.review.model import Chances, Review, ReviewStep, human_seats, match_identity


def hide_secrets(match: Match, people: Sequence[int]) -> bool:
    """Randomise what is hidden from the only one of `people`, unless the match is over; returns whether there was any.

    Raises `ValueError` if there are several people, or none, and anything is hidden from one of them.
    """
    if match.is_over:
        return False
    found = redeal_hidden(match.line(), people[0] if len(people) == 1 else EVERYBODY, Rng(0))
    if found and len(people) != 1:
        raise ValueError(_("The match is not over, and players have hidden information: review a single seat."))
    return found


def review_match(
    record: Record,
    match: Match,
    *,
    people: Sequence[int] | None = None,
    effort: int = 1,
    earlier: Review | None = None,
    processes: int = 1,
    tell: Callable[[Review], object] = lambda review: None,
    cancel: CancelToken = NEVER_CANCELLED,
) -> Review:
    """Review a match up to its current position; `match` is that of the record. What may not be known yet is hidden in
    it first (`hide_secrets`).

    `people` are the seats whose decisions are judged: those of people by default. `tell` is called with what is known
    so far: first with the chances of the whole match, then after every judged decision, those first that seem most
    expensive. `effort` multiplies the deals. Long matches are judged in up to so many `processes`. If `cancel` is
    cancelled, the review is returned as far as it is; `earlier`, such a review of the same match, is continued. The
    result depends neither on interruptions nor on processes.
    """
    seats = human_seats(record) if people is None else tuple(people)
    is_redealt = hide_secrets(match, seats)
    game = match.game
    identity, slug = match_identity(record, game), game.info.slug
    review = Review(match=identity, game=slug, seats=match.seats, people=seats, effort=effort, is_over=match.is_over,
                    is_redealt=is_redealt)  # fmt: skip
    if earlier is not None and earlier.steps and _settings(earlier) == _settings(review):
        review = earlier
    try:
        if not review.steps:
            review = msgspec.structs.replace(review, steps=tuple(_steps(match, cancel, has_luck=not is_redealt)))
            choices = sum(step.moves > 1 and step.seat in seats for step in review.steps)
            review = msgspec.structs.replace(review, to_judge=choices)
        tell(review)
        line = match.line()
        for number, judgement in judge_choices(game, missing_choices(line, review), effort, processes, cancel):
            review = with_judgement(review, line, number, judgement)
            tell(review)
    except Cancelled:
        pass
    return review


def judge_again(review: Review, match: Match, number: int, effort: int, cancel: CancelToken) -> Review:
    """The review with one decision judged again, with more deals. Raises `Cancelled`."""
    line, step = match.line(), review.steps[number - 1]
    judge = Judge(match.game, line[number - 1].state, number, cancel, LONG_PROOFS)
    return with_judgement(review, line, number, judge.judge(step.action, followed_actions(line, step), effort))


def _settings(review: Review) -> tuple[object, ...]:
    return review.match, review.people, review.effort


def with_judgement(review: Review, line: Sequence[Node], number: int, judgement: Judgement) -> Review:
    """The review with another judgement. What a decision has lost does not count in the earlier ones of its turn, too,
    as long as nothing was drawn: their measured losses contain it."""
    steps = list(review.steps)
    steps[number - 1] = msgspec.structs.replace(steps[number - 1], judgement=judgement)
    first = last = number
    while first > 1 and _continues(line[first - 1], line[first]):
        first -= 1
    while last < len(steps) and _continues(line[last], line[last + 1]):
        last += 1
    later = None
    for place in range(last - 1, first - 2, -1):
        found = steps[place].judgement
        if found is not None:
            steps[place] = msgspec.structs.replace(steps[place], judgement=found.without(later))
            later = found if found.is_lossy else later
    return msgspec.structs.replace(review, steps=tuple(steps))


def _continues(node: Node, after: Node) -> bool:
    """Whether a decision follows another of the same seat without a draw between them."""
    before, decision = node.decision, after.decision
    return before is not None and decision is not None and before.seat == decision.seat and not before.draws


def _steps(match: Match, cancel: CancelToken, *, has_luck: bool) -> Iterator[ReviewStep]:
    """All steps without judgements."""
    game, line = match.game, match.line()
    before, turn, title = tuple(winning_chances(game, line[0].state)), 0, ""
    for number, node in enumerate(line[1:], 1):
        cancel.raise_if_cancelled()
        start, decision = line[number - 1].state, node.decision
        assert decision is not None
        if (here := game.text.turn_title(start)) != title:
            turn += not title or any(map(str.isdigit, title))  # the setup has no number, and counts with the first turn
            title = here
        after = expected = tuple(winning_chances(game, node.state))
        if decision.draws and has_luck:
            decided = start.clone()
            decided.apply(decision.action)
            luck = _luck(game, decided, node, number, cancel)
            expected = expected_chances(after, luck)
        yield ReviewStep(number, turn, decision.seat, decision.action, len(start.legal()), before, expected, after)
        before = after


def expected_chances(after: Chances, luck: Sequence[float]) -> Chances:
    """The chances after some draws without their luck. They stay within 0 and 1, although luck is an estimate."""
    shares = [min(1.0, max(0.0, chance - gain)) for chance, gain in zip(after, luck, strict=True)]
    return tuple(share / sum(shares) for share in shares)


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
