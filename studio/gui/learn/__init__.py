"""Matches for learning: tutorials, puzzles and boards of the rulebook."""
