"""A document under an id of its own in the data folder: written while it is open, found again after a crash."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from studio.documents.files import DocumentError, write_bytes, write_text
from studio.documents.paths import matches_dir, unsaved_dir

if TYPE_CHECKING:
    from studio.documents.store import Layout, Record


# A file that one program holds while it lives; the system lets go of it when the program ends, however it ends.


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
    def acquire(cls, path: Path) -> Lock | None:
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


# A document under an id of its own in the data folder: written while it is open, found again after a crash.


class TurnInfo(NamedTuple):
    """How a match stands, for lists that cannot replay it: what the game calls the turn, and who is to move.

    `seat` is -1 when the match is over.
    """

    turn: str
    seat: int = -1
    name: str = ""

    @property
    def is_finished(self) -> bool:
        """Whether nobody is to move any more."""
        return self.seat < 0


class AutosaveMeta(NamedTuple):
    """What the document itself does not say: the file it is from (None: none yet), changes since that was written."""

    source: Path | None = None
    changes: int = 0
    turn_info: TurnInfo | None = None


@dataclass(frozen=True, slots=True)
class UnsavedDocument:
    """A document that was not saved when its program ended. `changed`: seconds since 1970; `changes` since saved."""

    path: Path
    document: Layout | Record
    source: Path | None
    changed: float
    changes: int
    turn_info: TurnInfo | None = None


def new_autosave_path(folder: Path) -> Path:
    """A path in `folder` that no document has had yet: the moment, and some luck against another program."""
    return folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.urandom(4).hex()}.json"


class AutosaveFile:
    """One open document in the data folder. Nobody else writes, adopts or discards it until `close` or the end.

    Nothing lies in the folder before the first `keep`.
    """

    def __init__(self, path: Path | None = None, lock: Lock | None = None) -> None:
        self.path = path if path is not None else new_autosave_path(unsaved_dir())
        self._lock = lock
        self._meta: AutosaveMeta | None = None
        self._closed = False

    @property
    def is_written(self) -> bool:
        """Whether there is anything in the folder."""
        return self._lock is not None and self.path.is_file()

    def write(
        self, document: Layout | Record, source: Path | None = None, changes: int = 0, turn_info: TurnInfo | None = None
    ) -> None:
        """Write the document as it stands, all of it or nothing; nothing once closed. Raises `DocumentError`."""

        if self._closed:
            return
        from studio.documents.store import document_text  # the start page lists matches, and need not read any

        text = document_text(document)
        if self._lock is None:
            self._lock = _lock_for(self.path)
        note = AutosaveMeta(source, changes, turn_info)
        if note != self._meta:
            # how a match stands need not outlast a power cut, where a layout belongs must
            write_bytes(_meta_path(self.path), _meta_text(note).encode(), durable=source is not None)
            self._meta = note
        write_text(self.path, text)

    def discard(self) -> None:
        """Remove it: it is saved elsewhere, or not wanted. A later `keep` writes it again."""
        if self._lock is not None:
            for path in (self.path, _meta_path(self.path)):
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)
            self._release()

    def close(self) -> None:
        """Leave it as it lies, for whoever comes next."""
        self._closed = True
        self._release()

    def _release(self) -> None:
        self._meta = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def find_unsaved(folder: Path | None = None) -> list[UnsavedDocument]:
    """The documents whose program lives no more, the latest first. Damaged ones are passed over and left alone."""
    found: list[UnsavedDocument] = []
    folder = folder or unsaved_dir()
    _clear_orphan_meta(folder)
    for path in list_documents(folder):
        lock = _try_lock(path)
        if lock is None:
            continue
        from studio.documents.store import read  # the window opens without it where nothing was left behind

        with contextlib.suppress(DocumentError, OSError):
            note = read_meta(path)
            found.append(
                UnsavedDocument(path, read(path), note.source, path.stat().st_mtime, note.changes, note.turn_info),
            )
        lock.release()
    return sorted(found, key=lambda unsaved: unsaved.changed, reverse=True)


def _clear_orphan_meta(folder: Path) -> None:
    """Remove the notes of documents that were never written, because their program died just then."""
    with contextlib.suppress(OSError):
        for note in folder.glob("*.note"):
            path = note.with_suffix(".json")
            lock = None if path.exists() else _try_lock(path)
            if lock is not None:
                if not path.exists():
                    note.unlink(missing_ok=True)
                lock.release()


def list_documents(folder: Path) -> list[Path]:
    """The documents of a folder, in no order; none when it is not there."""
    with contextlib.suppress(OSError):
        return list(folder.glob("*.json"))
    return []


def adopt(path: Path) -> AutosaveFile | None:
    """Go on with a document that nobody holds; None when another program holds it or it is gone."""
    lock = _try_lock(path)
    if lock is None:
        return None
    if not path.is_file():
        lock.release()
        return None
    return AutosaveFile(path, lock)


def is_in_use(path: Path) -> bool:
    """Whether a document is open, here or in another program."""
    lock = _try_lock(path)
    if lock is not None:
        lock.release()
    return lock is None


def discard(path: Path) -> bool:
    """Remove a document that nobody holds. False when another program holds it."""
    side = adopt(path)
    if side is not None:
        side.discard()
    return side is not None or not path.exists()


def read_meta(path: Path) -> AutosaveMeta:
    """What lies beside a document; an empty note when nothing does or it is damaged."""
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        raw = json.loads(_meta_path(path).read_text("utf-8"))
        source, standing = raw["source"], raw["standing"]
        told = TurnInfo(str(standing[0]), int(standing[1]), str(standing[2])) if standing else None
        return AutosaveMeta(Path(source) if source else None, int(raw["changes"]), told)
    return AutosaveMeta()


def _meta_text(note: AutosaveMeta) -> str:
    source = str(note.source) if note.source is not None else None
    # in ASCII, since a path may hold what is no Unicode
    return json.dumps({"source": source, "changes": note.changes, "standing": note.turn_info}) + "\n"


def _meta_path(path: Path) -> Path:
    return path.with_suffix(".note")


def _try_lock(path: Path) -> Lock | None:
    """The lock of a document, if it can be had."""
    with contextlib.suppress(OSError):
        return Lock.acquire(path.with_suffix(".lock"))
    return None


def _lock_for(path: Path) -> Lock:
    """The lock of a document that is about to be written. Raises `DocumentError`."""
    reason = "another program holds it"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = Lock.acquire(path.with_suffix(".lock"))
    except OSError as problem:
        lock, reason = None, (problem.strerror or str(problem)).lower()
    if lock is None:
        raise DocumentError(path, "", f"it could not be written ({reason}).")
    return lock


# The matches that keep themselves: a file each, until the person at the table throws it away.

OLD_DAYS = 90
"""An unfinished match that nobody has touched for so long is thrown away at start, and that is told."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match in the data folder. `changed`: seconds since 1970; `standing` is None in files of older versions."""

    path: Path
    changed: float
    turn_info: TurnInfo | None

    @property
    def is_finished(self) -> bool:
        """Whether the match is over."""
        return self.turn_info is not None and self.turn_info.is_finished


def new_match_file() -> AutosaveFile:
    """A file for another match, under an id that no other has."""
    return AutosaveFile(new_autosave_path(matches_dir()))


def is_stored_match(path: Path) -> bool:
    """Whether a file is one of these (and so no place that a person has chosen)."""
    return path.parent == matches_dir()


def list_stored_matches() -> list[StoredMatch]:
    """All matches that were kept, finished or not, the latest first. Nothing is replayed."""
    found = []
    for path in list_documents(matches_dir()):
        with contextlib.suppress(OSError):
            found.append(StoredMatch(path, path.stat().st_mtime, read_meta(path).turn_info))
    return sorted(found, key=lambda kept: kept.changed, reverse=True)


def delete_old(now: float | None = None, days: int = OLD_DAYS) -> list[StoredMatch]:
    """Remove the unfinished matches that lie untouched for `days`; says which, so that the person can be told."""
    before = (time.time() if now is None else now) - days * 86_400
    old = [kept for kept in list_stored_matches() if kept.changed < before and not kept.is_finished]
    return [kept for kept in old if discard(kept.path)]
