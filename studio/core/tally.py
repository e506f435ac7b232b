"""The public names for counting in matches: what a `--tally` file imports. `Counted` is what `after` returns."""

from studio.core.protocols import BUILT, LIMIT, ROUNDS, SCORED, TURNS, VISITED, MatchStats as Counted

__all__ = ["BUILT", "LIMIT", "ROUNDS", "SCORED", "TURNS", "VISITED", "Counted"]
