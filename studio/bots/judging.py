"""What a move was worth to its seat: its chance of winning, compared with that of other moves.

Nothing is used that the seat could not know. In every deal all moves meet the same hidden information and the same
draws; then all seats play on like the Easy bot, and the position is rated. Before a review marks a move, its deals are
played to the end of the match, because ratings of single positions can be far off. The deals that choose the move to
compare with are not those that measure the loss: the best of several estimates would be too high.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple, cast

from studio.bots.chances import ERROR, winning_chances
from studio.bots.greedy import DIGITS, evaluate_moves, play_on, rank_moves
from studio.bots.limits import Limit
from studio.bots.planner import PlannerBot
from studio.bots.reasons import Term, compare_positions
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import OVER, Action, State
from studio.core.plugin import Game
from studio.core.rng import Rng
from studio.core.text import _

MARKS = ((0.15, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))
"""The smallest loss of each mark, as a share; the interval of the loss must exclude 0, too."""
SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""All marks, the smallest loss first, with their signs."""
CONFIDENCE = 0.95
SUSPECT = 0.03  # a loss in the first deals from which a decision is measured
FIRST_DEALS = 4  # to choose the best move
TURNS, LEAST_DEALS = 60, 10  # turns that are played for each move to measure the loss, in so many deals at least
TO_END = 1_000  # turns of a seat in which every match ends
PROOFS, LONG_PROOFS = (4,), (4, TO_END)
"""Turns of the seat that are played before a mark is given. A loss after four turns is often none in the end."""
PROOF_DEALS = 10  # until the first look
SECOND_BEST = 10  # percent of second-best moves in matches that are played to the end, or all would be alike
MEASURE_LOOKS, PROOF_LOOKS = (0.99, 0.98), (0.0, 0.98, 0.97)
"""The confidence of each look at the loss, each with twice the deals: all together at least as sure as `CONFIDENCE`.
At a look with 0 a hopeless loss is given up, but none is clear: a loss that is clear in few deals is overestimated.
"""
HOPE = 0.5  # share of the half width that a loss needs to be measured in more deals
MOVES, RIVALS = 3, 2  # other moves that are tried, and measured
PLANNER = Limit(count=60)
LOOKS = 2  # draws for each move in the first look


def mark_titles() -> dict[str, str]:
    """The names of all marks."""
    return {"inaccuracy": _("inaccuracy"), "mistake": _("mistake"), "blunder": _("blunder")}


@dataclass(frozen=True, slots=True)
class Option:
    """A move, its chance of winning as a share, and half the width of the chance's interval.

    The interval covers the deals, and twice the mean error of the chances of positions that are not over.
    """

    action: Action
    chance: float
    half: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision: some of its moves, best first, and what the played one lost against the best of the others.

    `loss` is a share, negative if the played move is better; `half` is half the width of its interval (95 %, more if a
    proof ended early), from deals in which both were played. `deals` is their number. If the loss is clear, `reason`
    speaks for the better move. `measured` are loss and half width with what the seat lost later in the same turn,
    None if that is the same.
    """

    options: tuple[Option, ...]
    loss: float
    half: float
    deals: int
    reason: tuple[Term, ...] = ()
    measured: tuple[float, float] | None = None

    @property
    def _whole(self) -> tuple[float, float]:
        """The loss and half width with what was lost later in the turn."""
        return self.measured or (self.loss, self.half)

    def without(self, later: Judgement | None) -> Judgement:
        """The judgement of this decision alone: what a later one in the same turn has lost is left out."""
        loss, half = self._whole
        if later is None:
            return replace(self, loss=loss, half=half, measured=None)
        other, width = later._whole
        return replace(self, loss=min(loss, max(0.0, loss - other)), half=hypot(half, width), measured=(loss, half))

    @property
    def is_lossy(self) -> bool:
        """Whether the interval of the measured loss excludes 0."""
        loss, half = self._whole
        return loss > half

    @property
    def is_clear(self) -> bool:
        """Whether the interval of the loss excludes 0, so that the played move was worse."""
        return self.loss > self.half

    @property
    def is_best(self) -> bool:
        """Whether the played move leads all others by as much as a mark takes, and the interval excludes 0."""
        return -self.loss > self.half and -self.loss >= MARKS[-1][0]

    @property
    def kept(self) -> float:
        """The share of the best move's chance that the played one has kept.

        The loss is shrunk by its standard error, so that noise costs little (positive-part James–Stein estimator).
        """
        error = self.half / z_score(len(self.options) - 1)
        loss = self.loss - error * error / self.loss if self.loss > error else 0.0
        return max(0.0, 1.0 - loss / self.options[0].chance) if loss else 1.0

    @property
    def mark(self) -> str:
        """One of `MARKS`, or "" for none."""
        return next((mark for least, mark in MARKS if self.is_clear and self.loss >= least), "")


def z_score(comparisons: int = 1, confidence: float = CONFIDENCE) -> float:
    """The two-sided normal quantile for so many simultaneous intervals (Bonferroni)."""
    return NormalDist().inv_cdf(1 - (1 - confidence) / (2 * max(1, comparisons)))


Line = tuple[Action, ...]  # a move and the seat's next decisions in this turn; the Easy bot chooses further ones
Deal = tuple[int, int]  # the seeds of hidden information and of draws
Stages = Generator[float, None, Judgement]


class End(NamedTuple):
    """A position after a line, and the chance of winning of the judged seat."""

    state: State
    chance: float


class Judge:
    """Tries the moves of the seat to move. Equal seeds give equal results, whatever the seat cannot know."""

    def __init__(
        self,
        game: Game,
        state: State,
        seed: int,
        cancel: CancelToken = NEVER_CANCELLED,
        proofs: Sequence[int] = PROOFS,
    ) -> None:
        """`proofs`: turns of the seat that are played before a mark is given; the loss must be clear after each."""
        self._game, self._state, self._seat, self._proofs = game, state, state.to_move, proofs
        self._rng, self._cancel, self._check_time = Rng(seed), cancel, cancel.raise_if_cancelled

    def judge(self, played: Action, followed: Line = (), effort: int = 1) -> Judgement:
        """Judge a legal move, of at least two. Raises `Cancelled`. The rest is as in `stages`."""
        stages = self.stages(played, followed, effort)
        while True:
            try:
                next(stages)
            except StopIteration as end:
                return cast("Judgement", end.value)

    def stages(self, played: Action, followed: Line = (), effort: int = 1) -> Stages:
        """Judge a legal move, of at least two; yields the loss as it seems after each stage. Raises `Cancelled`.

        `followed` are the seat's next decisions before any draw; the move is continued by them or by the Easy bot,
        whichever is better in the end. `effort` multiplies the deals.
        """
        deals, likely = self._deals(FIRST_DEALS * effort), self._likely(played)
        own, rivals = (played, *followed), [(action,) for action in likely]
        ends: dict[Line, list[End]] = {line: self._ends(line, deals[:1], rounds=0) for line in (own, *rivals)}
        yield max(ends[line][0].chance for line in rivals) - ends[own][0].chance
        for line in dict.fromkeys([(played,), own, self._planned(), *rivals]):
            begun = ends.pop(line, [])
            ends[line] = begun + self._ends(line, deals[len(begun) :], rounds=0)
        if followed and _chances(ends[played,]) == _chances(ends[own]):
            del ends[played,]  # the Easy bot goes on in the same way
        judgement = self._judgement(ends, played)
        if judgement.loss < SUSPECT:
            return judgement
        yield judgement.loss
        lines = [line for line in ends if line[0] == played]
        others = _best_lines(ends, played)[:RIVALS]
        count = max(LEAST_DEALS, TURNS // (1 + len(self._state.scores())))  # in a round the seat has two turns
        measured = yield from self._measure([*lines, *others], effort * count // 2, 1, MEASURE_LOOKS)
        best = next(option.action for option in measured.options if option.action != played)
        lines += [line for line in others if line[0] == best]
        proof = measured
        for rounds in self._proofs:
            if proof.mark:
                yield proof.loss
                proof = yield from self._measure(lines, effort * PROOF_DEALS, rounds, PROOF_LOOKS)
        return replace(proof, reason=measured.reason if proof.is_clear else ())

    def _measure(self, lines: Sequence[Line], count: int, rounds: int, looks: Sequence[float]) -> Stages:
        """Measure the loss of the first line's move in so many deals, and in twice as many at each further look.

        It ends when the loss is clear or hopeless. At most 5 % of moves without a loss have a clear one, because the
        error rates of the looks add up to that (Bonferroni); giving up adds none. After the first look only the best of
        the move's own lines goes on.
        """
        ends: dict[Line, list[End]] = {line: [] for line in lines}
        played = lines[0][0]
        for confidence in looks:
            deals = self._deals(len(next(iter(ends.values()))) or count)
            for line, found in ends.items():
                found += self._ends(line, deals, rounds)
            own = _best_line(ends, played)
            ends = {line: found for line, found in ends.items() if line[0] != played or line == own}
            judgement = self._judgement(ends, played, confidence or CONFIDENCE, are_rates=rounds == TO_END)
            if judgement.loss <= max(SUSPECT, HOPE * judgement.half) or (confidence and judgement.is_clear):
                break
            yield judgement.loss
        return judgement

    def _likely(self, played: Action) -> list[Action]:
        """The moves that look best right after them, without the played one; of moves that look equal one comes first.

        Equal ones are often the same, such as draws from piles with the same backs.
        """
        actions = [action for action in self._state.legal() if action != played]
        dealt = self._redeal(self._rng.below(1 << 31))
        values = evaluate_moves(self._game, dealt, actions, self._seat, self._rng, self._check_time, LOOKS)
        worth = dict(zip(actions, values, strict=True))
        ranked = rank_moves(actions, values, self._rng)
        best = set({round(worth[action], DIGITS): action for action in reversed(ranked)}.values())
        return sorted(ranked, key=lambda action: action not in best)[:MOVES]

    def _planned(self) -> Line:
        """The planner's move and its next decisions."""
        planner = PlannerBot(self._rng.below(1 << 31), PLANNER)
        return planner.plan_turn(self._game, self._state, self._seat, self._rng, self._cancel)

    def _redeal(self, seed: int) -> State:
        return self._state.redeal(self._seat, Rng(seed))

    def _deals(self, count: int) -> list[Deal]:
        return [(self._rng.below(1 << 31), self._rng.below(1 << 30)) for _deal in range(count)]

    def _ends(self, line: Line, deals: Sequence[Deal], rounds: int) -> list[End]:
        """The positions after a line, by deal: at the end of the turn and of so many of the seat's turns more."""
        found, second_best = [], SECOND_BEST if rounds == TO_END else 0
        for hidden, draws in deals:
            state = self._redeal(hidden)
            play_on(self._game, state, self._seat, draws, self._check_time, line, rounds, second_best)
            found.append(End(state, winning_chances(self._game, state)[self._seat]))
        return found

    def _judgement(
        self,
        ends: Mapping[Line, Sequence[End]],
        played: Action,
        confidence: float = CONFIDENCE,
        *,
        are_rates: bool = False,
    ) -> Judgement:
        """The judgement of a move, from the ends of all lines in the same deals; of its own lines the best counts.

        `are_rates`: the ends are those of matches, so that the chances are rates of victories.
        """
        own = _best_line(ends, played)
        others = _best_lines(ends, played)
        z, losses = z_score(len(others), confidence), []
        for line in others:
            pairs = zip(_chances(ends[own]), _chances(ends[line]), strict=True)
            losses.append(_mean([other - chance for chance, other in pairs], z, is_rate=are_rates))
        (loss, half), best = max((loss, place) for place, loss in enumerate(losses))
        states = [(other.state, end.state) for end, other in zip(ends[own], ends[others[best]], strict=True)]
        reason = compare_positions(self._game, self._seat, states) if loss > half else ()
        options = [_option(line[0], ends[line], is_rate=are_rates) for line in (own, *others)]
        options.sort(key=lambda option: -option.chance)
        return Judgement(tuple(options), loss, half, len(states), reason)


def _best_line(ends: Mapping[Line, Sequence[End]], action: Action) -> Line:
    """The best line of a move, the first of equal ones."""
    return max((line for line in ends if line[0] == action), key=lambda line: fmean(_chances(ends[line])))


def _best_lines(ends: Mapping[Line, Sequence[End]], played: Action) -> list[Line]:
    """The best line of each move but the played one, best first."""
    found: dict[Action, Line] = {}
    for line in sorted(ends, key=lambda line: (-fmean(_chances(ends[line])), line)):
        if line[0] != played:
            found.setdefault(line[0], line)
    return list(found.values())


def _option(action: Action, ends: Sequence[End], *, is_rate: bool) -> Option:
    chance, half = _mean(_chances(ends), z_score(), is_rate=is_rate)
    return Option(action, chance, hypot(half, 2 * ERROR * fmean(end.state.to_move != OVER for end in ends)))


def _chances(ends: Sequence[End]) -> list[float]:
    return [end.chance for end in ends]


def _mean(values: Sequence[float], z: float, *, is_rate: bool) -> tuple[float, float]:
    """The mean and half the width of its interval, by Student's distribution.

    That of a rate is at least as wide as Wilson's interval of a rate of 0 or 1: a few equal results are not certain.

    Source: R. A. Fisher, E. A. Cornish, "The percentile points of distributions having known cumulants",
    Technometrics 2 (1960), for its quantiles.
    """
    freedom = len(values) - 1
    if not freedom:
        return values[0], 1.0
    t = z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    half = t * stdev(values) / sqrt(len(values))
    return fmean(values), max(half, z * z / (2 * (len(values) + z * z))) if is_rate else half
