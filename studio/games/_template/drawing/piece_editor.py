"""The pieces of the game are always the same: nothing to be changed in a workshop."""

from studio.core.defaults import added, bench, duplicated, imported, needs, patterns, pieces, removed

__all__ = ["added", "bench", "duplicated", "imported", "needs", "patterns", "pieces", "removed"]
