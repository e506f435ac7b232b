"""Autosaved documents and matches in the data folder: locked while open, recovered after a crash."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from studio.core.text import _
from studio.documents.files import DocumentError, Fingerprint, read_regular, write_bytes, write_text
from studio.documents.paths import matches_dir, unsaved_dir

if TYPE_CHECKING:
    from studio.documents.store import Layout, Record


# File locks.


def _hold(handle: int) -> None:
    """Lock an open file without waiting. Raises `OSError` if another program holds it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """Holds an empty file until `release` or the end of the program, however it ends."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle = handle

    @classmethod
    def acquire(cls, path: Path) -> Lock | None:
        """Lock this file, creating it if needed; None if another program holds it. Raises `OSError`."""
        while True:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                _hold(handle)
            except (BlockingIOError, PermissionError):
                os.close(handle)
                return None
            except OSError:
                return cls(path, handle)  # the file system has no locks: continue without one
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(handle), path.stat()):
                    return cls(path, handle)
            os.close(handle)  # the previous holder has just removed the file that we locked

    def release(self) -> None:
        """Unlock and remove the file."""
        with contextlib.suppress(OSError):  # Windows cannot remove an open file
            self.path.unlink(missing_ok=True)
        os.close(self._handle)
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                self.path.unlink(missing_ok=True)


# Autosaved documents.


class TurnInfo(NamedTuple):
    """The state of a match for lists that do not replay it: turn title, seat to move (-1: over) and its name."""

    turn: str
    seat: int = -1
    name: str = ""

    @property
    def is_finished(self) -> bool:
        return self.seat < 0


class AutosaveMeta(NamedTuple):
    """What the document does not contain: its source file (None: not saved yet), and changes since it was saved.

    `origin` is the state of the source file from which the changes started; None in files of older versions.
    """

    source: Path | None = None
    changes: int = 0
    turn_info: TurnInfo | None = None
    origin: Fingerprint | None = None


@dataclass(frozen=True, slots=True)
class UnsavedDocument:
    """A document that was not saved when its program ended. `changed`: Unix time; `changes` since saved."""

    path: Path
    document: Layout | Record
    source: Path | None
    changed: float
    changes: int
    turn_info: TurnInfo | None = None
    origin: Fingerprint | None = None


def new_autosave_path(folder: Path) -> Path:
    """A new path: time and random digits."""
    return folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.urandom(4).hex()}.json"


class AutosaveFile:
    """One open document in the data folder, locked until `close` or the end of the program.

    Nothing is in the folder before the first `write`.
    """

    def __init__(self, path: Path | None = None, lock: Lock | None = None) -> None:
        self.path = path if path is not None else new_autosave_path(unsaved_dir())
        self._lock = lock
        self._meta: AutosaveMeta | None = None
        self._closed = False

    @property
    def is_written(self) -> bool:
        return self._lock is not None and self.path.is_file()

    def write(
        self,
        document: Layout | Record,
        source: Path | None = None,
        changes: int = 0,
        turn_info: TurnInfo | None = None,
        origin: Fingerprint | None = None,
    ) -> None:
        """Write the document atomically; do nothing once closed. Raises `DocumentError`."""

        if self._closed:
            return
        from studio.documents.store import document_text  # the start page lists matches without reading them

        text = document_text(document)
        if self._lock is None:
            self._lock = _lock_for(self.path)
        note = AutosaveMeta(source, changes, turn_info, origin)
        if note != self._meta:
            # metadata of a match may be lost in a power cut, the source of a layout must not
            plain: dict[str, object] = {"source": source and str(source), "changes": changes, "standing": turn_info}
            if origin is not None:
                plain["origin"] = [origin.modified, origin.size, origin.digest.hex()]
            # ASCII, since a path may contain surrogates
            data = json.dumps(plain).encode("ascii") + b"\n"
            write_bytes(_meta_path(self.path), data, durable=source is not None)
            self._meta = note
        write_text(self.path, text)

    def discard(self) -> None:
        """Remove the file; a later `write` creates it again."""
        if self._lock is not None:
            for path in (self.path, _meta_path(self.path)):
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)
            self._release()

    def close(self) -> None:
        """Unlock the file and leave it."""
        self._closed = True
        self._release()

    def _release(self) -> None:
        self._meta = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def find_unsaved(folder: Path | None = None) -> list[UnsavedDocument]:
    """The documents of programs that ended, latest first. Damaged ones are skipped."""
    found: list[UnsavedDocument] = []
    folder = folder or unsaved_dir()
    _clear_orphan_meta(folder)
    for path in list_documents(folder):
        lock = _try_lock(path)
        if lock is None:
            continue
        from studio.documents.store import read  # rarely needed at start

        with contextlib.suppress(DocumentError, OSError):
            meta, changed = read_meta(path), path.stat().st_mtime
            found.append(
                UnsavedDocument(path, read(path), meta.source, changed, meta.changes, meta.turn_info, meta.origin)
            )
        lock.release()
    return sorted(found, key=lambda unsaved: unsaved.changed, reverse=True)


def _clear_orphan_meta(folder: Path) -> None:
    """Remove metadata without a document, left by a crash between the two writes."""
    with contextlib.suppress(OSError):
        for note in folder.glob("*.note"):
            path = note.with_suffix(".json")
            lock = None if path.exists() else _try_lock(path)
            if lock is not None:
                if not path.exists():
                    note.unlink(missing_ok=True)
                lock.release()


def list_documents(folder: Path) -> list[Path]:
    """The documents of a folder, unsorted."""
    with contextlib.suppress(OSError):
        return list(folder.glob("*.json"))
    return []


def adopt(path: Path) -> AutosaveFile | None:
    """Take over a document; None if another program holds it or it is gone."""
    lock = _try_lock(path)
    if lock is None:
        return None
    if not path.is_file():
        lock.release()
        return None
    return AutosaveFile(path, lock)


def is_in_use(path: Path) -> bool:
    """Whether a document is open in any program."""
    lock = _try_lock(path)
    if lock is not None:
        lock.release()
    return lock is None


def discard(path: Path) -> bool:
    """Remove a document. False if another program holds it."""
    side = adopt(path)
    if side is not None:
        side.discard()
    return side is not None or not path.exists()


def read_meta(path: Path) -> AutosaveMeta:
    """The metadata of a document; empty if missing or damaged."""
    with contextlib.suppress(OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        raw = json.loads(read_regular(_meta_path(path)))
        source, standing, state = raw["source"], raw["standing"], raw.get("origin")
        turn_info = TurnInfo(str(standing[0]), int(standing[1]), str(standing[2])) if standing else None
        origin = Fingerprint(int(state[0]), int(state[1]), bytes.fromhex(state[2])) if state else None
        return AutosaveMeta(Path(source) if source else None, int(raw["changes"]), turn_info, origin)
    return AutosaveMeta()


def _meta_path(path: Path) -> Path:
    return path.with_suffix(".note")


def _try_lock(path: Path) -> Lock | None:
    """The lock of a document, None if it is held."""
    with contextlib.suppress(OSError):
        return Lock.acquire(path.with_suffix(".lock"))
    return None


def _lock_for(path: Path) -> Lock:
    """The lock of a document to be written. Raises `DocumentError`."""
    reason = _("another program uses it")
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        lock = Lock.acquire(path.with_suffix(".lock"))
    except OSError as problem:
        lock, reason = None, (problem.strerror or str(problem)).lower()
    if lock is None:
        raise DocumentError(path, "", _("it could not be written ({reason}).").format(reason=reason))
    return lock


# Autosaved matches: a file each, until the user deletes it.

OLD_DAYS = 90  # unfinished matches not changed for so many days are offered for deletion


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match in the data folder. `changed`: Unix time; `turn_info` is None in files of older versions."""

    path: Path
    changed: float
    turn_info: TurnInfo | None

    @property
    def is_finished(self) -> bool:
        return self.turn_info is not None and self.turn_info.is_finished

    @property
    def is_old(self) -> bool:
        """Whether the match is unfinished and has not changed for `OLD_DAYS`, if the clock is right."""
        return not self.is_finished and self.changed < time.time() - OLD_DAYS * 86_400


def new_match_file() -> AutosaveFile:
    return AutosaveFile(new_autosave_path(matches_dir()))


def is_stored_match(path: Path) -> bool:
    """Whether a file is an autosaved match, not one in a place chosen by the user."""
    return path.parent == matches_dir()


def list_stored_matches() -> list[StoredMatch]:
    """All autosaved matches, latest first, without replaying them."""
    found = []
    for path in list_documents(matches_dir()):
        with contextlib.suppress(OSError):
            found.append(StoredMatch(path, path.stat().st_mtime, read_meta(path).turn_info))
    return sorted(found, key=lambda saved: saved.changed, reverse=True)
