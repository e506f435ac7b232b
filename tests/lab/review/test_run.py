"""Reviews of matches: chances, luck, judged decisions; interrupted reviews; what a seat cannot know."""

from __future__ import annotations

import json
import multiprocessing
import random
from collections.abc import Sequence

import msgspec
import pytest

from studio.bots.judging import Judgement, Option, Stages
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import Action, Options
from studio.core.match import Match, Node
from studio.core.rng import Rng
from studio.documents.paths import layouts_dir, shipped_layouts
from studio.documents.store import Record
from studio.games import slugs
from studio.lab.jobs import make_bots
from studio.lab.review import judgements
from studio.lab.review.model import Chances, Review, ReviewStep, match_identity
from studio.lab.review.report import review_lines, review_page
from studio.lab.review.run import expected_chances, review_match, with_judgement
from studio.services.loading import load_layout, playable_board, to_record

SMALL = layouts_dir() / "_template" / "between_hedges.json"


def played(path: str | None = None, bots: Sequence[str] = ("greedy", "random"), seed: int = 1) -> tuple[Record, Match]:
    """A match between bots, as if people had played it."""
    opened = load_layout(SMALL)
    match = Match(opened.game, playable_board(opened), len(bots), None, seed)
    choosers = make_bots(bots, seed)
    while not match.is_over:
        match.play(choosers[match.state.to_move].choose(opened.game, match.state, match.state.to_move))
    return to_record(match, opened.layout, [*"ABCD"][: len(bots)], ["human"] * len(bots)), match


@pytest.fixture(scope="module")
def reviewed() -> tuple[Record, Match, Review]:
    record, match = played()
    return record, match, review_match(record, match)


def test_every_step_has_chances_that_add_up_and_go_on(reviewed: tuple[Record, Match, Review]) -> None:
    _record, match, review = reviewed
    assert [step.action for step in review.steps] == [decision.action for decision in match.decisions()]
    for before, after in zip(review.steps, review.steps[1:], strict=False):
        assert before.after == after.before
    for step in review.steps:
        for chances in (step.before, step.expected, step.after):
            assert sum(chances) == pytest.approx(1) and min(chances) >= 0
    winners = match.state.winners()
    assert review.steps[-1].after == tuple(seat in winners for seat in range(2))


def test_luck_comes_from_draws_alone_and_adds_up_to_nothing(reviewed: tuple[Record, Match, Review]) -> None:
    _record, match, review = reviewed
    lucky = [step for step in review.steps if any(step.luck)]
    assert lucky and all(match.decisions()[step.number - 1].draws for step in lucky)
    assert sum(review.totals(seat).luck for seat in range(2)) == pytest.approx(0)


def test_every_choice_is_judged_and_forced_moves_are_not(reviewed: tuple[Record, Match, Review]) -> None:
    _record, match, review = reviewed
    assert review.is_complete and review.judged == sum(step.moves > 1 for step in review.steps)
    for step, node in zip(review.steps, match.line(), strict=False):
        assert step.moves == len(node.state.legal())
        if step.judgement is not None:
            assert step.action in {option.action for option in step.judgement.options}
            assert {option.action for option in step.judgement.options} <= set(node.state.legal())


def test_a_review_survives_json(reviewed: tuple[Record, Match, Review]) -> None:
    review = reviewed[2]
    assert Review.from_data(json.loads(json.dumps(review.to_data()))) == review
    with pytest.raises(ValueError, match="version"):
        Review.from_data({**review.to_data(), "version": 99})


@pytest.mark.parametrize(
    ("after", "luck", "expected"),
    [
        ((0.5, 0.5), (0.1, -0.1), (0.4, 0.6)),
        ((0.987, 0.013), (-0.026, 0.026), (1.0, 0.0)),
        ((0.9, 0.05, 0.05), (-0.2, 0.1, 0.1), (1.0, 0.0, 0.0)),
    ],
)
def test_chances_without_luck_stay_between_nothing_and_certainty(
    after: Chances, luck: Sequence[float], expected: Chances
) -> None:
    assert expected_chances(after, luck) == pytest.approx(expected)


def test_an_interrupted_review_continues_with_the_same_result(reviewed: tuple[Record, Match, Review]) -> None:
    record, match, whole = reviewed
    cancel = CancelToken()

    def tell(so_far: Review) -> None:
        if so_far.judged == 3:
            cancel.cancel()

    partial = review_match(record, match, tell=tell, cancel=cancel)
    assert partial.judged == 3 and not partial.is_complete
    assert review_match(record, match, earlier=partial) == whole


def test_the_decision_that_seems_most_expensive_goes_on_first(
    reviewed: tuple[Record, Match, Review], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = reviewed[1]
    drops = {1: 0.3, 2: 0.2, 3: -0.1}  # what the evaluation sees at once
    losses = {1: [0.1, 0.0], 2: [0.25], 3: [0.4]}  # as they seem after each stage

    class Staged:
        def __init__(self, _game: object, _state: object, seed: int, *_more: object) -> None:
            self.number = seed

        def stages(self, *_how: object) -> Stages:
            yield from losses[self.number]
            return Judgement((Option((1,), 0.5, 0.1),), 0.0, 0.1, 4)

    monkeypatch.setattr(judgements, "Judge", Staged)
    choices = [judgements.Choice(number, match.state, (1,), drop=drop) for number, drop in drops.items()]
    found = judgements.judge_choices(match.game, choices, 1, 1, NEVER_CANCELLED)
    assert [number for number, _judgement in found] == [2, 1, 3]


def test_the_largest_drops_of_the_curve_come_first(reviewed: tuple[Record, Match, Review]) -> None:
    _record, match, review = reviewed
    steps = tuple(msgspec.structs.replace(step, judgement=None) for step in review.steps)
    choices = judgements.missing_choices(match.line(), msgspec.structs.replace(review, steps=steps))
    assert len(choices) == review.to_judge
    drops = [step.before[step.seat] - step.expected[step.seat] for step in (steps[one.number - 1] for one in choices)]
    assert drops == sorted(drops, reverse=True)


@pytest.mark.parametrize("is_killed", [False, True])
def test_processes_judge_like_this_one_even_if_they_are_killed(
    reviewed: tuple[Record, Match, Review], monkeypatch: pytest.MonkeyPatch, is_killed: bool
) -> None:
    record, match, whole = reviewed
    monkeypatch.setattr(judgements, "SHARE", 5)
    started = 0

    def tell(so_far: Review) -> None:
        nonlocal started
        children = multiprocessing.active_children()
        started = max(started, len(children))
        if is_killed and so_far.judged == 1:
            for child in children:
                child.kill()

    assert review_match(record, match, processes=2, tell=tell) == whole
    assert started == 2 and not multiprocessing.active_children()


def test_a_cancelled_review_ends_its_processes(
    reviewed: tuple[Record, Match, Review], monkeypatch: pytest.MonkeyPatch
) -> None:
    record, match, whole = reviewed
    monkeypatch.setattr(judgements, "SHARE", 5)
    cancel = CancelToken()

    def tell(so_far: Review) -> None:
        if so_far.judged == 1:
            cancel.cancel()

    partial = review_match(record, match, processes=2, tell=tell, cancel=cancel)
    assert not multiprocessing.active_children()
    assert 1 <= partial.judged < whole.to_judge
    assert review_match(record, match, earlier=partial) == whole


def draws(node: Node) -> tuple[Action, ...]:
    return node.decision.draws if node.decision is not None else ()


def test_accuracy_is_what_the_turns_of_a_seat_keep() -> None:
    """Two decisions of a turn, each of which keeps half of the chance, and a turn without a loss."""
    even = (0.5, 0.5)
    half = Judgement((Option((1,), 0.6, 0.0), Option((2,), 0.3, 0.0)), 0.3, 0.0, 20)
    best = Judgement((Option((2,), 0.6, 0.0), Option((1,), 0.3, 0.0)), -0.3, 0.0, 20)
    decisions = [(1, 0, half), (1, 0, half), (1, 0, None), (2, 1, best), (3, 0, best)]
    steps = [
        ReviewStep(number, turn, seat, (2,), 2, even, even, even, found)
        for number, (turn, seat, found) in enumerate(decisions, 1)
    ]
    review = Review(match="", game="", seats=2, people=(0, 1), to_judge=4, steps=tuple(steps))
    assert [review.totals(seat).accuracy for seat in range(2)] == [pytest.approx((0.5 * 0.5 + 1) / 2), 1.0]


def test_what_a_later_decision_of_the_turn_has_lost_counts_once(reviewed: tuple[Record, Match, Review]) -> None:
    _record, match, review = reviewed
    line = match.line()
    pairs = zip(review.steps, review.steps[1:], strict=False)
    first, second = next(
        (one.number, two.number)
        for one, two in pairs
        if (one.seat, one.turn) == (two.seat, two.turn) and not draws(line[one.number])
    )
    best, played = Option((1,), 0.8, 0.05), Option((2,), 0.6, 0.05)
    earlier = Judgement((best, played), 0.22, 0.12, 40)
    later = Judgement((best, played), 0.2, 0.09, 40)
    empty = msgspec.structs.replace(
        review, steps=tuple(msgspec.structs.replace(step, judgement=None) for step in review.steps)
    )
    found = []
    for order in ([(first, earlier), (second, later)], [(second, later), (first, earlier)]):
        judged = empty
        for number, judgement in order:
            judged = with_judgement(judged, line, number, judgement)
        found.append(judged)
    assert found[0] == found[1]
    own = found[0].steps[first - 1].judgement
    assert own is not None
    assert (own.loss, own.half) == pytest.approx((0.02, 0.15)) and own.measured == (0.22, 0.12) and not own.mark
    assert found[0].steps[second - 1].judgement == later and later.mark == "blunder"
    unsure = Judgement((best, played), 0.1, 0.11, 40)
    judged = with_judgement(found[0], line, second, unsure)  # its loss may be nothing
    assert judged.steps[first - 1].judgement == earlier


def test_the_review_of_another_match_is_void(reviewed: tuple[Record, Match, Review]) -> None:
    other_record, other = played(seed=2)
    assert match_identity(other_record, other.game) != match_identity(reviewed[0], other.game)
    assert review_match(other_record, other, earlier=reviewed[2]).steps != reviewed[2].steps


def test_other_weights_of_the_evaluation_make_another_review(
    reviewed: tuple[Record, Match, Review], monkeypatch: pytest.MonkeyPatch
) -> None:
    record, match, review = reviewed
    evaluation, identity = match.game.evaluation, review.match
    first, *others = evaluation.FEATURES
    monkeypatch.setattr(evaluation, "FEATURES", (first._replace(weight=first.weight + 1), *others))
    assert match_identity(record, match.game) != identity
    monkeypatch.undo()
    assert match_identity(record, match.game) == identity
    monkeypatch.setattr(evaluation, "CHANCES", (0.5, 0.0, 0.0, 40.0))
    assert match_identity(record, match.game) != identity


# Matches that are not over.


def unfinished(slug: str, longest: int) -> tuple[Record, Match]:
    """The beginning of a match; in Die Neuen Entdecker it begins with secret decisions."""
    opened = load_layout(shipped_layouts(slug)[0])
    options: Options = {"chief_scouts": True} if slug == "neue_entdecker" else {}
    match = Match(opened.game, playable_board(opened), 2, options, 3)
    choosers = make_bots(["greedy"] * 2, 3)
    while len(match.decisions()) < longest:
        match.play(choosers[match.state.to_move].choose(opened.game, match.state, match.state.to_move))
    return to_record(match, opened.layout, ["A", "B"], ["human", "greedy"]), match


@pytest.mark.parametrize(("slug", "longest"), [("neue_entdecker", 7), ("columbus", 4)])
def test_a_review_before_the_end_does_not_depend_on_what_is_hidden(slug: str, longest: int) -> None:
    """The secrets of the other seat are other ones in `other`; chances and judgements are the same."""
    record, match = unfinished(slug, longest)
    other = Match(match.game, match.board, 2, match.options, 3, opening=match.opening, rules=match.rules)
    other.replay((decision.action, decision.draws) for decision in match.decisions())
    for node in other.line():
        node.state = node.state.redeal(0, Rng(77))
    assert [node.state.dump() for node in match.line()] != [node.state.dump() for node in other.line()]
    review = review_match(record, match, people=(0,))
    assert review.is_redealt and not review.is_over and review.is_complete
    assert review_match(record, other, people=(0,)) == review
    assert not any(any(step.luck) for step in review.steps)


def test_a_match_without_secrets_is_reviewed_as_far_as_it_is() -> None:
    record, match = unfinished("goldland", 5)
    review = review_match(record, match, people=(0, 1))
    assert (review.is_over, review.is_redealt) == (False, False)
    assert len(review.steps) == 5 and max(review.steps[-1].after) < 1, "the end is open"


def test_a_review_before_the_end_needs_a_single_seat_if_there_are_secrets() -> None:
    record, match = unfinished("columbus", 4)
    with pytest.raises(ValueError, match="single seat"):
        review_match(record, match, people=(0, 1))


# Random records: any layout, number of seats and option, finished or not.


def random_record(slug: str, number: int, longest: int) -> tuple[Record, Match]:
    """A match by random moves and greedy ones, up to so many decisions."""
    luck = random.Random(f"{slug} {number}")
    opened = load_layout(luck.choice(shipped_layouts(slug)))
    game, seats = opened.game, luck.choice(opened.game.seats(opened.body))
    switches = [option.key for option in game.info.options if isinstance(option.default, bool)]
    options: Options = {key: luck.choice((True, False)) for key in switches}
    match = Match(game, playable_board(opened), seats, options, number)
    choosers = make_bots([luck.choice(("random", "greedy")) for _seat in range(seats)], number)
    while not match.is_over and len(match.decisions()) < longest:
        match.play(choosers[match.state.to_move].choose(game, match.state, match.state.to_move))
    return to_record(match, opened.layout, [*"ABCDEF"][:seats], ["human"] * seats), match


def check_review(record: Record, match: Match, people: Sequence[int]) -> None:
    review = review_match(record, match, people=people)
    assert review.is_complete and len(review.steps) == len(match.decisions())
    assert sum(review.totals(seat).luck for seat in range(match.seats)) == pytest.approx(0, abs=1e-9)
    assert Review.from_data(json.loads(json.dumps(review.to_data()))) == review
    names = [seat.name for seat in record.seats]
    assert review_page(review, match, record.layout.name, names) and review_lines(review, match, names)
    for step in review.steps:
        assert all(0 <= chance <= 1 for chance in (*step.before, *step.after))
        if step.judgement is not None:
            assert all(0 <= option.chance <= 1 and option.half >= 0 for option in step.judgement.options)
            assert 0 <= step.judgement.kept <= 1


@pytest.mark.parametrize("slug", slugs())
def test_the_beginning_of_a_match_can_be_reviewed(slug: str) -> None:
    record, match = random_record(slug, 0, 2)
    check_review(record, match, (0,))


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_random_records_can_be_reviewed(slug: str) -> None:
    for number in range(1, 26):
        record, match = random_record(slug, number, 60 if number == 25 else 2 + number % 10)
        check_review(record, match, (number % match.seats,))
