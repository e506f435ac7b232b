"""The public names for `--stats` files. `Counted` is what `after` returns."""

from studio.core.protocols import BUILT, LIMIT, ROUNDS, SCORED, TURNS, VISITED, MatchStats as Counted

__all__ = ["BUILT", "LIMIT", "ROUNDS", "SCORED", "TURNS", "VISITED", "Counted"]
