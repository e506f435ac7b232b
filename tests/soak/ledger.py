"""Parts of the soak test, their results, and the file from which the next run continues."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import msgspec

from studio import __version__
from studio.documents.files import write_bytes
from studio.lab.report import text


@dataclass(slots=True)
class Progress:
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
    one: Callable[[int, Progress], None]
    each: int = 1

    def slice(self, number: int, folder: Path) -> Slice:
        """Do all things of a slice, whatever fails; records of failures go into the folder."""
        count, notes, failures = 0, [], []
        for thing in range(number * self.each, (number + 1) * self.each):
            progress = Progress()
            try:
                with all_errors():
                    self.one(thing, progress)
            except Exception as problem:
                failures.append(self._failure(thing, progress, problem, folder))
            count += progress.count
            notes += progress.notes
        return Slice(count, sum(os.times()[:4]), tuple(notes), tuple(failures))

    def _failure(self, thing: int, progress: Progress, problem: Exception, folder: Path) -> Failure:
        last = traceback.extract_tb(problem.__traceback__)[-1]
        text = f"{type(problem).__name__} {problem}".strip().splitlines()[0][:400]
        text = f"{text} in {last.name} ({Path(last.filename).name}:{last.lineno}: {last.line})"
        text = f"{progress.place}: {text}" if progress.place else text
        try:
            ending, data = progress.record() if progress.record is not None else ("", b"")
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


ROOT = Path(__file__).parents[2]
MOST_FAILURES = 20  # a part stops after so many failures


class Unusable(Exception):
    """The file is not the state of this run; the message says what to do."""


class Account(msgspec.Struct):
    """The progress of a part: how much is done, processor seconds, and its slices by number."""

    unit: str
    goal: int
    done: int = 0
    seconds: float = 0.0
    slices: dict[int, Slice] = {}

    def add(self, number: int, slice: Slice) -> None:
        self.slices[number] = slice
        self.done = sum(one.count for one in self.slices.values())
        self.seconds = round(sum(one.seconds for one in self.slices.values()), 2)

    @property
    def failures(self) -> int:
        return sum(len(one.failures) for one in self.slices.values())

    @property
    def hoped(self) -> int:
        return self.done // len(self.slices) if self.slices else self.goal

    @property
    def is_done(self) -> bool:
        return self.done >= self.goal or self.failures >= MOST_FAILURES


class Ledger(msgspec.Struct):
    """The program, machine and time of the run, and the progress of its parts."""

    version: str
    commit: str
    machine: str
    begun: str
    changed: str
    parts: dict[str, Account] = {}

    def account(self, part: Part) -> Account:
        """The progress of a part, whose goal may have changed."""
        account = self.parts.setdefault(part.name, Account(part.unit, part.goal))
        account.goal = part.goal
        return account

    def write(self, path: Path) -> None:
        self.changed = now()
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(path, msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")

    def table(self, parts: Sequence[Part]) -> str:
        rows = [("part", "done", "of", "", "failures", "s CPU", "")]
        for part in parts:
            account = self.account(part)
            notes = [note for _number, one in sorted(account.slices.items()) for note in one.notes]
            rows.append(
                (
                    part.name,
                    f"{account.done:,}",
                    f"{account.goal:,}",
                    account.unit,
                    str(account.failures),
                    f"{account.seconds:,.0f}",
                    "; ".join(notes[-3:]),
                )
            )
        return "\n".join(text.table_lines(rows))

    def failure_lines(self, parts: Sequence[Part]) -> list[str]:
        """A line per failure: part, number to repeat it, error, record."""
        return [
            f"{part.name} {failure.thing}: {failure.words}" + (f" → {failure.record}" if failure.record else "")
            for part in parts
            for _number, one in sorted(self.account(part).slices.items())
            for failure in one.failures
        ]


def opened_ledger(path: Path, fresh: bool) -> Ledger:
    """The state of the run to continue, or a new one. Raises `Unusable`."""
    new = Ledger(__version__, commit(), machine(), now(), now())
    if fresh or not path.exists():
        return new
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Ledger)
    except (OSError, msgspec.DecodeError):
        raise Unusable(f"{path} cannot be read; --fresh starts again.") from None
    if (found.version, found.commit, found.machine) != (new.version, new.commit, new.machine):
        raise Unusable(
            f"{path} tells of {found.version} ({found.commit}) on {found.machine}, and this is {new.version} "
            f"({new.commit}) on {new.machine}: figures of both would mean nothing. --fresh starts again."
        )
    return found


def now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def machine() -> str:
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), model)
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def commit() -> str:
    """The current commit, with a + if files differ from it."""
    try:
        name = _git("rev-parse", "--short=12", "HEAD")
        return name + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.CalledProcessError):
        return "no commit"


def _git(*words: str) -> str:
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True).stdout.strip()
