"""A file that one program holds while it lives; the system lets go of it when the program ends, however it ends."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path


def _hold(handle: int) -> None:
    """Lock an open file without waiting. Raises `OSError` when another program holds it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """Holds an empty file until `release`, or until the program is gone."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle = handle

    @classmethod
    def take(cls, path: Path) -> Lock | None:
        """The lock on this file, made when it is not there; None when somebody holds it. Raises `OSError`."""
        while True:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                _hold(handle)
            except (BlockingIOError, PermissionError):
                os.close(handle)
                return None
            except OSError:
                return cls(path, handle)  # this file system knows no locks: better kept unguarded than not kept
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(handle), path.stat()):
                    return cls(path, handle)
            os.close(handle)  # whoever held it has just removed it: what we hold lies in no folder any more

    def release(self) -> None:
        """Let go, and leave no trace."""
        with contextlib.suppress(OSError):  # Windows removes no file that is open
            self.path.unlink(missing_ok=True)
        os.close(self._handle)
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                self.path.unlink(missing_ok=True)
