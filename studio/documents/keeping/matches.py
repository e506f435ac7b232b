"""The matches that keep themselves: a file each, until the person at the table throws it away."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from pathlib import Path

from studio.documents.keeping.side_file import SideFile, Standing, discard, fresh_path, listed, read_note
from studio.documents.paths import matches_dir

OLD_DAYS = 90
"""An unfinished match that nobody has touched for so long is thrown away at start, and that is told."""


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match in the data folder. `changed`: seconds since 1970; `standing` is None in files of older versions."""

    path: Path
    changed: float
    standing: Standing | None

    @property
    def is_finished(self) -> bool:
        """Whether the match is over."""
        return self.standing is not None and self.standing.is_finished


def new_match() -> SideFile:
    """A file for another match, under an id that no other has."""
    return SideFile(fresh_path(matches_dir()))


def is_kept(path: Path) -> bool:
    """Whether a file is one of these (and so no place that a person has chosen)."""
    return path.parent == matches_dir()


def kept_matches() -> list[KeptMatch]:
    """All matches that were kept, finished or not, the latest first. Nothing is replayed."""
    found = []
    for path in listed(matches_dir()):
        with contextlib.suppress(OSError):
            found.append(KeptMatch(path, path.stat().st_mtime, read_note(path).standing))
    return sorted(found, key=lambda kept: kept.changed, reverse=True)


def throw_away_old(now: float | None = None, days: int = OLD_DAYS) -> list[KeptMatch]:
    """Remove the unfinished matches that lie untouched for `days`; says which, so that the person can be told."""
    before = (time.time() if now is None else now) - days * 86_400
    old = [kept for kept in kept_matches() if kept.changed < before and not kept.is_finished]
    return [kept for kept in old if discard(kept.path)]
