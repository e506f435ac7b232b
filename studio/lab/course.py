"""The course of one match: the expected winner by round, the number of legal moves, the spaces reached.

The *expected winner* is the seat that the game's evaluation, by which bots play, rates highest. Each seat is rated
once a round, at the start of its own turn: rated together, the seat to move would seem to lead.

Sources: [Browne] C. Browne, "Automatic generation and evaluation of recombination games", PhD thesis, Queensland
University of Technology (2008); [Ludii] the metrics of the Ludii game system (Ludeme/Ludii, Evaluation/src/metrics).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from math import sqrt

from studio.core.game import State
from studio.core.protocols import BUILT, SCORED, VISITED, MatchStats

PARTS = 1_000  # the unit of shares, since all values are whole numbers
TENTHS = range(10)  # of a match; the expected winner is that of their middle
PREFIX = "course/"  # of the names of these values among the numbers of a match; `--stats` files cannot use it
LEAD_CHANGES = "lead_changes"  # is among the statistics of a report as well
DIGITS = 9  # ratings that agree to so many decimals are equal
RARELY = 97  # random matches are too short to rate all of them; a prime, so that all orders of seats are rated


def is_rated(bots: Collection[str], match: int) -> bool:
    """Whether the course of a match is measured: every one, but only every 97th between random bots alone."""
    return match % RARELY == 0 or any(bot.partition("-")[0] != "random" for bot in bots)


class Course:
    """Rates all seats of a match once a round; `rounds` has a row of ratings for each."""

    def __init__(self, evaluate: Callable[[State, int], float], seats: int) -> None:
        self._evaluate, self._seats, self._turns = evaluate, seats, 0
        self._recent: dict[int, float] = {}
        self.rounds: list[list[float]] = []

    def start_turn(self, state: State) -> None:
        self._recent[state.to_move] = self._evaluate(state, state.to_move)
        self._turns += 1
        if self._turns % self._seats == 0:  # seats without a turn in this round are rated now
            recent = self._recent
            row = [recent[seat] if seat in recent else self._evaluate(state, seat) for seat in range(self._seats)]
            self.rounds.append([round(rating, DIGITS) for rating in row])
            recent.clear()


def course_values(rounds: Sequence[Sequence[float]], winners: Collection[int]) -> dict[str, list[int]]:
    """The values of a match from the ratings of each round and the actual winners. Empty for a match without a round.

    - lead_changes: how often the expected winner changes, the actual winner being the last; ties change nothing.
      Source: [Browne] "lead change", [Ludii] LeadChange, there as a share of the moves.
    - drama: over the rounds in which the winner is behind, the mean of √(best rating - winner's rating), in units of
      √(largest difference of two seats in the match), because games rate in units of their own; 0 if the winner is
      never behind. Source: [Browne] "drama" (average); [Ludii] Drama without the root.
    - uncertainty: by tenth of the match, how often the expected winner loses; among equals one is drawn. Decisiveness
      is its complement after two thirds. Source: after [Browne] "uncertainty" and "decisiveness", which compare the
      development of ratings; here only their order counts, because boards have ratings of different size.
    """
    if not rounds:
        return {}
    leaders = [[seat for seat, rating in enumerate(row) if rating == max(row)] for row in rounds]
    sole = [few[0] for few in (*leaders, [*winners]) if len(few) == 1]
    largest = max(max(row) - min(row) for row in rounds)
    behind = [max(row) - max(row[seat] for seat in winners) for row in rounds]
    gaps = [sqrt(gap / largest) for gap in behind if gap > 0]
    right = [PARTS * sum(seat in winners for seat in few) // len(few) for few in leaders]
    wrong = [PARTS - right[_round_at(len(rounds), 2 * tenth + 1, 20)] for tenth in TENTHS]
    return {
        LEAD_CHANGES: [sum(one != other for one, other in pairwise(sole))],
        "drama": [round(PARTS * sum(gaps) / len(gaps)) if gaps else 0],
        "decisiveness": [right[_round_at(len(rounds), 2, 3)]],
        "uncertainty": [round(sum(wrong) / len(wrong))],
        **{f"uncertainty.{tenth}": [wrong[tenth]] for tenth in TENTHS},
    }


def _round_at(rounds: int, part: int, whole: int) -> int:
    """The index of the round that ends at or after this fraction of a match."""
    return -(-part * rounds // whole) - 1


def choice_values(moves: Sequence[int], interval: int, decisions: int) -> dict[str, list[int]]:
    """The number of legal moves, and whether there is only one, by tenth of the match.

    `moves` were counted at every `interval`-th of all `decisions`.
    Source: [Ludii] BranchingFactor and DecisionMoves, the share of moves that are no forced ones.
    """
    found: dict[str, list[int]] = {"branching": [*moves], "forced": [PARTS * (count == 1) for count in moves]}
    for place, count in enumerate(moves, 1):
        tenth = min(10 * place * interval // decisions, 9)
        found.setdefault(f"branching.{tenth}", []).append(count)
        found.setdefault(f"forced.{tenth}", []).append(PARTS * (count == 1))
    return found


def match_values(
    course: Course, stats: MatchStats, winners: Collection[int], ground: Collection[int], interval: int, decisions: int
) -> dict[str, list[int]]:
    """All values of a match by name, with the prefix except for lead changes.

    coverage: the share of `ground`, where something can happen, that was visited, built on or scored. Source: [Ludii]
    BoardCoverageDefault.
    """
    reached = {cell for name in (VISITED, BUILT, SCORED) for cell in stats.spaces.get(name, ())}.intersection(ground)
    values = {
        **course_values(course.rounds, winners),
        **choice_values(stats.numbers["moves"], interval, decisions),
        "coverage": [PARTS * len(reached) // len(ground)] if ground else [],
    }
    return {name if name == LEAD_CHANGES else f"{PREFIX}{name}": few for name, few in values.items()}
