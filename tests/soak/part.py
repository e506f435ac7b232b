"""A part of the long run: things of one kind, numbered from 0, done in slices until there were enough of them."""

from __future__ import annotations

import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from studio.documents.files import write_bytes


@dataclass(slots=True)
class Told:
    """What is told while one thing is done: how much it counts, where it is, what is worth a note.

    `record` makes what shows a failure again: an ending for its file's name, and the bytes of it.
    """

    count: int = 0
    place: str = ""
    notes: list[str] = field(default_factory=list)
    record: Callable[[], tuple[str, bytes]] | None = None


class Failure(msgspec.Struct, frozen=True):
    """What went wrong with the thing of this number, and the file with what shows it again ("": its number will do)."""

    thing: int
    words: str
    record: str = ""


class Slice(msgspec.Struct, frozen=True):
    """What a slice came to; `seconds` are those of the processor, of all its processes."""

    count: int
    seconds: float
    notes: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """`one` does the thing with a number and raises what is wrong; there were enough once `goal` are counted.

    A slice has `each` things, and a process of its own: `one` must be known there by its name.
    """

    name: str
    unit: str
    goal: int
    one: Callable[[int, Told], None]
    each: int = 1

    def slice(self, number: int, folder: Path) -> Slice:
        """Do the things of a slice, all of them, whatever fails; records of failures go into the folder."""
        count, notes, failures = 0, [], []
        for thing in range(number * self.each, (number + 1) * self.each):
            told = Told()
            try:
                with all_errors():
                    self.one(thing, told)
            except Exception as problem:
                failures.append(self._failure(thing, told, problem, folder))
            count += told.count
            notes += told.notes
        return Slice(count, sum(os.times()[:4]), tuple(notes), tuple(failures))

    def _failure(self, thing: int, told: Told, problem: Exception, folder: Path) -> Failure:
        last = traceback.extract_tb(problem.__traceback__)[-1]
        words = f"{type(problem).__name__} {problem}".strip().splitlines()[0][:400]
        words = f"{words} in {last.name} ({Path(last.filename).name}:{last.lineno}: {last.line})"
        words = f"{told.place}: {words}" if told.place else words
        try:
            ending, data = told.record() if told.record is not None else ("", b"")
        except Exception as other:
            return Failure(thing, f"{words}; and no record of it: {other!r}")
        if not data:
            return Failure(thing, words)
        path = folder / f"{self.name}-{thing}{ending}"
        write_bytes(path, data)
        return Failure(thing, words, str(path))


@contextmanager
def all_errors() -> Iterator[None]:
    """Errors that nobody could raise to (in slots, in threads, in destructors) are raised in the end."""
    lost: list[BaseException] = []

    def hook(_kind: object, error: BaseException, _trace: object) -> None:
        lost.append(error)

    def other(event: threading.ExceptHookArgs | sys.UnraisableHookArgs) -> None:
        if event.exc_value is not None:
            lost.append(event.exc_value)

    was = sys.excepthook, threading.excepthook, sys.unraisablehook
    sys.excepthook, threading.excepthook, sys.unraisablehook = hook, other, other
    try:
        yield
    finally:
        sys.excepthook, threading.excepthook, sys.unraisablehook = was
    if lost:
        raise lost[0]
