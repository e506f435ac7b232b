"""A single window: starting the program again sends its files to the running window.

The window holds a lock in the data folder; a request is a small file next to it, removed when it is read.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from studio.documents.autosave import Lock
from studio.documents.files import DocumentError, read_regular, write_bytes
from studio.documents.paths import data_dir

TIMEOUT = 10.0  # seconds to wait for the running window
POLL_INTERVAL = 0.02  # seconds between two checks
STALE_SECONDS = 60.0  # age at which a request has no sender waiting
MAX_REQUEST_BYTES, MAX_PATH_BYTES = 1 << 20, 4096

_log = logging.getLogger(__name__)


class OpenRequest(NamedTuple):
    """Files to open in the window, and a desktop's activation token."""

    files: tuple[str, ...]
    token: str = ""


class InstanceServer:
    """Held by the window that receives requests."""

    def __init__(self, folder: Path, lock: Lock) -> None:
        self.folder = folder
        self._lock = lock

    @classmethod
    def acquire(cls) -> InstanceServer | None:
        """The server of this data folder; None if another window holds it. Raises `OSError`."""
        folder = data_dir().absolute() / "window"
        folder.mkdir(0o700, exist_ok=True)
        lock = Lock.acquire(folder / "lock")
        return cls(folder, lock) if lock is not None else None

    def take_requests(self) -> list[OpenRequest]:
        """The requests since the last call. Invalid ones are logged and removed."""
        found = []
        for path in sorted(self.folder.glob("*.json")):
            request = _read(path)
            with contextlib.suppress(OSError):
                is_late = time.time() - path.stat().st_mtime > STALE_SECONDS
                path.unlink()  # the sender notices that it was taken
                if request is not None and not is_late:
                    found.append(request)
        return found

    def close(self) -> None:
        """Let another window become the server."""
        self._lock.release()


def _read(path: Path) -> OpenRequest | None:
    """The request in a file; None, with a log line, if it is too large or the system has no such paths."""
    try:
        data = read_regular(path, MAX_REQUEST_BYTES + 1)
        if len(data) > MAX_REQUEST_BYTES:
            raise ValueError("it is too large")
        raw = json.loads(data)
        files, token = raw["files"], raw["token"]
        if not isinstance(files, list) or not all(map(_is_valid, (*files, token))):
            raise ValueError("it contains an invalid path")
        return OpenRequest(tuple(files), token)
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as problem:
        _log.warning("request %s of another window ignored: %s", path.name, problem)
        return None


def _is_valid(text: str) -> bool:
    """Whether a text may be a path. Raises `TypeError`, and `ValueError` for surrogates that stand for no byte."""
    return len(os.fsencode(text)) <= MAX_PATH_BYTES and "\0" not in text


def send_to_instance(files: Sequence[Path], wait: Callable[[float], None] = time.sleep) -> bool:
    """Send files to the running window and wait until it takes them. False if it does not."""
    names = [str(path.absolute()) for path in files]
    request = {"files": names, "token": os.environ.get("XDG_ACTIVATION_TOKEN", "")}
    path = data_dir().absolute() / "window" / f"{time.time_ns()}-{os.getpid()}.json"
    try:
        write_bytes(path, json.dumps(request).encode("ascii"), durable=False)
        for _look in range(round(TIMEOUT / POLL_INTERVAL)):
            if not path.exists():
                return True
            wait(POLL_INTERVAL)
        path.unlink()
    except FileNotFoundError:  # it was taken just now
        return True
    except (OSError, DocumentError):
        return False
    return False
