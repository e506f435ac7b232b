"""A part of the soak test: things of one kind, numbered from 0, done in slices up to a goal."""

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
    """What a thing reports while it is done: amount, place, notes.

    `record` makes a file that reproduces a failure: extension and bytes.
    """

    count: int = 0
    place: str = ""
    notes: list[str] = field(default_factory=list)
    record: Callable[[], tuple[str, bytes]] | None = None


class Failure(msgspec.Struct, frozen=True):
    """The error of a thing, and the file that reproduces it ("": the number is enough)."""

    thing: int
    words: str
    record: str = ""


class Slice(msgspec.Struct, frozen=True):
    """The result of a slice; `seconds` of processor time of all its processes."""

    count: int
    seconds: float
    notes: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """`one` does the thing with a number and raises errors; it is done when `goal` are counted.

    A slice has `each` things in a process of its own, which imports `one` by name.
    """

    name: str
    unit: str
    goal: int
    one: Callable[[int, Told], None]
    each: int = 1

    def slice(self, number: int, folder: Path) -> Slice:
        """Do all things of a slice, whatever fails; records of failures go into the folder."""
        count, notes, failures = 0, [], []
        for thing in range(number * self.each, (number + 1) * self.each):
            shown = Told()
            try:
                with all_errors():
                    self.one(thing, shown)
            except Exception as problem:
                failures.append(self._failure(thing, shown, problem, folder))
            count += shown.count
            notes += shown.notes
        return Slice(count, sum(os.times()[:4]), tuple(notes), tuple(failures))

    def _failure(self, thing: int, shown: Told, problem: Exception, folder: Path) -> Failure:
        last = traceback.extract_tb(problem.__traceback__)[-1]
        text = f"{type(problem).__name__} {problem}".strip().splitlines()[0][:400]
        text = f"{text} in {last.name} ({Path(last.filename).name}:{last.lineno}: {last.line})"
        text = f"{shown.place}: {text}" if shown.place else text
        try:
            ending, data = shown.record() if shown.record is not None else ("", b"")
        except Exception as other:
            return Failure(thing, f"{text}; and no record of it: {other!r}")
        if not data:
            return Failure(thing, text)
        path = folder / f"{self.name}-{thing}{ending}"
        write_bytes(path, data)
        return Failure(thing, text, str(path))


@contextmanager
def all_errors() -> Iterator[None]:
    """Raise errors from slots, threads and destructors at the end."""
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
