"""One window for all: who starts the program again hands its files over to the window that is there, by a letter.

The window holds a lock in the data folder, so that another data folder has a window of its own, and what a program left
that was killed holds nobody up. A letter is a small file beside it, gone as soon as it is taken in.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from studio.documents.autosave import Lock
from studio.documents.files import DocumentError, write_bytes
from studio.documents.paths import data_dir

TIMEOUT = 10.0
"""Seconds that somebody waits for an answer before opening a window of its own."""
POLL_INTERVAL = 0.02
"""Seconds between two looks."""
STALE_SECONDS = 60.0
"""Seconds after which nobody waits for a letter any more."""


class OpenRequest(NamedTuple):
    """What somebody wants of the window: these files, and to be seen, for which a desktop may have given a token."""

    files: tuple[str, ...]
    token: str = ""


class InstanceServer:
    """Held by the window that takes calls in."""

    def __init__(self, folder: Path, lock: Lock) -> None:
        self.folder = folder
        self._lock = lock

    @classmethod
    def acquire(cls) -> InstanceServer | None:
        """The door of this data folder; None when a window holds it already. Raises `OSError`."""
        folder = data_dir().absolute() / "window"
        folder.mkdir(exist_ok=True)
        lock = Lock.acquire(folder / "lock")
        return cls(folder, lock) if lock is not None else None

    def take_requests(self) -> list[OpenRequest]:
        """The calls that have come in since, each once. What is no letter is thrown away."""
        found = []
        for path in sorted(self.folder.glob("*.json")):
            call = _read(path)
            with contextlib.suppress(OSError):
                is_late = time.time() - path.stat().st_mtime > STALE_SECONDS
                path.unlink()  # whoever sent it takes this for an answer
                if call is not None and not is_late:
                    found.append(call)
        return found

    def close(self) -> None:
        """Let the next one be the window."""
        self._lock.release()


def _read(path: Path) -> OpenRequest | None:
    try:
        raw = json.loads(path.read_text("utf-8"))
        files, token = raw["files"], raw["token"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    is_sound = isinstance(token, str) and isinstance(files, list) and all(isinstance(one, str) for one in files)
    return OpenRequest(tuple(files), token) if is_sound else None


def send_to_instance(files: Sequence[Path], wait: Callable[[float], None] = time.sleep) -> bool:
    """Give files to the window that holds the door, and wait for it. False when it does not answer."""
    names = [str(path.absolute()) for path in files]
    call = {"files": names, "token": os.environ.get("XDG_ACTIVATION_TOKEN", "")}
    letter = data_dir().absolute() / "window" / f"{time.time_ns()}-{os.getpid()}.json"
    try:
        write_bytes(letter, json.dumps(call).encode("ascii"), durable=False)
        for _look in range(round(TIMEOUT / POLL_INTERVAL)):
            if not letter.exists():
                return True
            wait(POLL_INTERVAL)
        letter.unlink()
    except FileNotFoundError:  # just now
        return True
    except (OSError, DocumentError):
        return False
    return False
