"""Earlier versions of saved files: kept in the data folder, ten of each, every one an ordinary document."""

from __future__ import annotations

import contextlib
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from studio.documents.files import DocumentError, write_text
from studio.documents.paths import backups_dir
from studio.documents.store import parse, text_of

if TYPE_CHECKING:
    from studio.documents.layout import Layout
    from studio.documents.record import Record

MOST = 10


@dataclass(frozen=True, slots=True)
class Backup:
    """What a file held before it was saved anew. `time`: when that version was written, in seconds since 1970."""

    path: Path
    time: float


def backups(path: Path) -> list[Backup]:
    """The earlier versions of a file, the latest first."""
    found = []
    with contextlib.suppress(OSError):
        for kept in _folder(path).glob("*.json"):
            with contextlib.suppress(ValueError):
                found.append(Backup(kept, int(kept.stem) / 1e9))
    return sorted(found, key=lambda backup: backup.time, reverse=True)


def save(path: Path, document: Layout | Record) -> None:
    """Write a document into a file of the user's; what it held becomes a backup. Raises `DocumentError`."""
    text = text_of(document)
    keep_backup(path, text)
    write_text(path, text)


def keep_backup(path: Path, text: str) -> bool:
    """Put aside what a file holds, because `text` is about to take its place; says whether there was anything to do.

    Nothing is kept of a file that is not there, holds that text already, or is no document. A data folder that
    cannot be written is no reason not to save: then nothing is kept either.
    """
    try:
        held, moment = path.read_bytes(), path.stat().st_mtime_ns
        if held == text.encode("utf-8"):
            return False
        parse(held)
        folder = _folder(path)
        folder.mkdir(parents=True, exist_ok=True)
        write_text(folder / f"{moment}.json", held.decode("utf-8"))
        for old in backups(path)[MOST:]:
            old.path.unlink(missing_ok=True)
    except (OSError, ValueError, DocumentError):
        return False
    return True


def _folder(path: Path) -> Path:
    """Where the versions of a file lie: the same for every spelling of its path."""
    name = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:24]
    return backups_dir() / name
