"""What has become of a file since it was last read or written here: the same, changed by others, or gone."""

from __future__ import annotations

import contextlib
import stat
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from studio.documents.files import LIMIT


class Fate(Enum):
    """What has become of a file."""

    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"


class Fingerprint(NamedTuple):
    """A file at one moment: when it was modified (ns since 1970), its size in bytes, a digest of what it holds."""

    modified: int
    size: int
    digest: bytes


def fingerprint(path: Path) -> Fingerprint | None:
    """The fingerprint of an ordinary file; None where there is none. Raises `OSError` when it cannot be told."""
    from hashlib import sha256

    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            return None
        with path.open("rb") as file:
            return Fingerprint(found.st_mtime_ns, found.st_size, sha256(file.read(LIMIT + 1)).digest())
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None


class Watched:
    """One file as it is known here. Make it before the file is read: what happens in between is then seen, too."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: Fingerprint | None = None
        self.remember()

    def remember(self) -> None:
        """The file as it is now is known: it was read, written, or its change was put up with."""
        with contextlib.suppress(OSError):
            self._known = fingerprint(self.path)

    def doubt(self, since: float) -> None:
        """What is known of the file is from this moment, in seconds since 1970: what was written later is a change."""
        written = self.changed_at()
        if written is not None and written > since:
            self._known = None

    def look(self, thorough: bool = False) -> Fate:
        """What has become of the file. The content is read when time or size differ, or to be `thorough`.

        A file that was only touched, or written with the same content, is the same. A file that cannot be looked at
        (its disk does not answer) counts as the same until it can.
        """
        try:
            if self._known is not None and not thorough:
                found = self.path.stat()
                if (found.st_mtime_ns, found.st_size) == self._known[:2] and stat.S_ISREG(found.st_mode):
                    return Fate.SAME
            now = fingerprint(self.path)
        except FileNotFoundError:
            now = None
        except OSError:
            return Fate.SAME
        if now is None:
            return Fate.SAME if self._known is None else Fate.GONE
        if self._known is None or now.digest != self._known.digest:
            return Fate.CHANGED
        self._known = now
        return Fate.SAME

    def changed_at(self) -> float | None:
        """When the file was modified last, in seconds since 1970; None when it is gone."""
        with contextlib.suppress(OSError):
            return self.path.stat().st_mtime
        return None


def is_same_file(path: Path, other: Path) -> bool:
    """Whether two paths lead to one file: by a link, by `..`, or by letters that the file system takes as alike."""
    if path == other:
        return True
    with contextlib.suppress(OSError, ValueError):
        return path.samefile(other)
    return False
