"""What a move was worth to its seat: its chance of winning, compared with that of other moves.

Nothing is used that the seat could not know. In every deal all moves meet the same hidden information and the same
draws; then all seats play on like the Easy bot, and the position is rated. The deals that choose the move to compare
with are not those that measure the loss: the best of several estimates would be too high.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist, fmean, stdev

from studio.bots.chances import winning_chances
from studio.bots.greedy import evaluate_moves, play_on, rank_moves
from studio.bots.limits import Limit
from studio.bots.planner import PlannerBot
from studio.bots.reasons import Term, compare_positions
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import Action, State
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
PROOF, PROOF_DEALS = 4, 10  # turns of the seat that are played before a mark is given; deals, at most twice
LOOK_CONFIDENCES = (0.99, 0.96)  # after the first deals of a proof and after all: together at least as sure as 95 %
HOPE = 0.5  # share of the half width that a loss needs after the first deals of a proof
MOVES, RIVALS = 3, 2  # other moves that are tried, and measured
PLANNER = Limit(count=60)
LOOKS = 2  # draws for each move in the first look


def mark_titles() -> dict[str, str]:
    """The names of all marks."""
    return {"inaccuracy": _("inaccuracy"), "mistake": _("mistake"), "blunder": _("blunder")}


@dataclass(frozen=True, slots=True)
class Option:
    """A move, its chance of winning as a share, and half the width of the chance's interval."""

    action: Action
    chance: float
    half: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision: some of its moves, best first, and what the played one lost against the best of the others.

    `loss` is a share, negative if the played move is better; `half` is half the width of its interval (95 %, more if a
    proof ended early), from deals in which both were played. `deals` is their number. If the loss is clear, `reason`
    speaks for the better move.
    """

    options: tuple[Option, ...]
    loss: float
    half: float
    deals: int
    reason: tuple[Term, ...] = ()

    @property
    def is_clear(self) -> bool:
        """Whether the interval of the loss excludes 0, so that the played move was worse."""
        return self.loss > self.half

    @property
    def is_suspect(self) -> bool:
        """Whether a first look is no reason to call the move good."""
        return self.loss >= SUSPECT

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


class Judge:
    """Tries the moves of the seat to move. Equal seeds give equal results, whatever the seat cannot know."""

    def __init__(self, game: Game, state: State, seed: int, cancel: CancelToken = NEVER_CANCELLED) -> None:
        self._game, self._state, self._seat = game, state, state.to_move
        self._rng, self._cancel, self._check_time = Rng(seed), cancel, cancel.raise_if_cancelled
        self._lines: list[Line] = []  # of the first look, the played one first, the others best first

    def judge(self, played: Action, followed: Line = (), effort: int = 1) -> Judgement:
        """Judge a legal move, of at least two. Raises `Cancelled`. The rest is as in `look`."""
        first = self.look(played, followed, effort)
        return self.measure(effort) if first.is_suspect else first

    def look(self, played: Action, followed: Line = (), effort: int = 1) -> Judgement:
        """Compare a legal move, of at least two, with others in a few deals. Raises `Cancelled`.

        `followed` are the seat's next decisions before any draw; the move is continued by them or by the Easy bot,
        whichever is better. `effort` multiplies the deals.
        """
        lines = [(played,), *([(played, *followed)] if followed else []), *self._others(played)]
        ends = self._try(lines, FIRST_DEALS * effort, rounds=0)
        means = [fmean(self._chance(end) for end in column) for column in zip(*ends, strict=True)]
        order = sorted(range(len(lines)), key=means.__getitem__, reverse=True)
        own = next(place for place in order if lines[place][0] == played)
        chosen = [own, *(place for place in order if lines[place][0] != played)]
        self._lines = [lines[place] for place in chosen]
        return self._judgement(self._lines, [[row[place] for place in chosen] for row in ends])

    def measure(self, effort: int = 1) -> Judgement:
        """Measure the loss of the move that looked suspect. A mark is given only after a proof. Raises `Cancelled`."""
        lines = self._lines[: 1 + RIVALS]
        deals = effort * max(LEAST_DEALS, TURNS // (1 + len(self._state.scores())))  # in a round the seat has two turns
        ends = self._try(lines, deals // 2, rounds=1)
        judgement = self._judgement(lines, ends)
        if judgement.loss + judgement.half >= MARKS[-1][0]:
            ends += self._try(lines, deals - deals // 2, rounds=1)
            judgement = self._judgement(lines, ends)
        return self._prove(judgement, effort) if judgement.mark else judgement

    def _prove(self, judgement: Judgement, effort: int) -> Judgement:
        """Measure a loss over more turns: the rating of a position may be far from what comes of it."""
        best = next(option.action for option in judgement.options if option.action != self._lines[0][0])
        lines, deals = [self._lines[0], next(line for line in self._lines if line[0] == best)], effort * PROOF_DEALS
        ends = self._try(lines, deals, rounds=PROOF)
        later = self._judgement(lines, ends, LOOK_CONFIDENCES[0])
        if not later.is_clear and later.loss > max(SUSPECT, HOPE * later.half):
            ends += self._try(lines, deals, rounds=PROOF)
            later = self._judgement(lines, ends, LOOK_CONFIDENCES[1])
        return replace(later, reason=judgement.reason if later.is_clear else ())

    def first_loss(self, played: Action) -> float:
        """How much more the game's evaluation gives the best-looking move right after it. Raises `Cancelled`."""
        actions = self._state.legal()
        values = evaluate_moves(self._game, self._redeal(), actions, self._seat, self._rng, self._check_time, 1)
        return max(values) - values[actions.index(played)]

    def _others(self, played: Action) -> list[Line]:
        """The planner's move and those that look best right after them, without the played one."""
        actions = [action for action in self._state.legal() if action != played]
        dealt = self._redeal()
        values = evaluate_moves(self._game, dealt, actions, self._seat, self._rng, self._check_time, LOOKS)
        likely = rank_moves(actions, values, self._rng)[:MOVES]
        planner = PlannerBot(self._rng.below(1 << 31), PLANNER)
        planned = planner.choose(self._game, self._state, self._seat, self._cancel)
        return [(action,) for action in dict.fromkeys((planned, *likely)) if action != played]

    def _redeal(self) -> State:
        return self._state.redeal(self._seat, Rng(self._rng.below(1 << 31)))

    def _try(self, lines: Sequence[Line], deals: int, rounds: int) -> list[list[State]]:
        """The positions after all lines, by deal, at the end of the turn and of so many of the seat's turns more."""
        found = []
        for _deal in range(deals):
            dealt, seed = self._redeal(), self._rng.below(1 << 30)
            found.append([dealt.clone() for _line in lines])
            for line, state in zip(lines, found[-1], strict=True):
                play_on(self._game, state, self._seat, seed, self._check_time, line, rounds)
        return found

    def _chance(self, state: State) -> float:
        return winning_chances(self._game, state)[self._seat]

    def _judgement(
        self, lines: Sequence[Line], ends: Sequence[Sequence[State]], confidence: float = CONFIDENCE
    ) -> Judgement:
        """The judgement of the first line, from the positions after all lines by deal."""
        z = z_score(len(lines) - 1, confidence)
        columns = [[*map(self._chance, column)] for column in zip(*ends, strict=True)]
        options = [Option(line[0], *_mean(column, z_score())) for line, column in zip(lines, columns, strict=True)]
        losses = [
            _mean([other - own for own, other in zip(columns[0], column, strict=True)], z) for column in columns[1:]
        ]
        (loss, half), best = max((loss, place) for place, loss in enumerate(losses, 1))
        pairs = [(row[best], row[0]) for row in ends]
        reason = compare_positions(self._game, self._seat, pairs) if loss > half else ()
        options.sort(key=lambda option: -option.chance)
        return Judgement(tuple(options), loss, half, len(ends), reason)


def _mean(values: Sequence[float], z: float) -> tuple[float, float]:
    """The mean and half the width of its interval, by Student's distribution.

    Source: R. A. Fisher, E. A. Cornish, "The percentile points of distributions having known cumulants",
    Technometrics 2 (1960), for its quantiles.
    """
    freedom = len(values) - 1
    if not freedom:
        return values[0], 1.0
    t = z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    return fmean(values), t * stdev(values) / sqrt(len(values))
