"""Programs that are killed while they are used, and what must be recovered afterwards."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from studio.documents.autosave import StoredMatch, find_unsaved, list_stored_matches
from studio.documents.paths import shipped_layouts
from studio.documents.store import MAX_BACKUPS, Layout, list_backups, read_layout, read_record, save_with_backup
from studio.games import slugs
from studio.services.loading import parse_layout, replay_record

PATIENCE = 120.0
BEHIND = 2.0  # seconds by which the autosaved layout may lag behind
SLACK = 2.0  # additional seconds on a busy machine
PARTS = ".*.part"  # the temporary files of writing
SHIPPED = shipped_layouts(slugs()[0])[0]


class BusyProcess:
    """A process with simulated input; `lines` are the words of the lines that it has printed."""

    def __init__(self, kind: str, file: Path, data: Path, first: int = 0) -> None:
        command = [sys.executable, "-m", "tests.gui.shell.busy_process", kind, str(file), str(data), str(first)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines: list[list[str]] = []
        self._more = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if not line.endswith("\n"):
                continue  # cut off by the kill
            with self._more:
                self.lines.append(line.split())
                self._more.notify_all()
        with self._more:
            self._more.notify_all()

    def wait_for(self, count: int) -> None:
        """Wait until `count` actions were reported."""
        with self._more:
            done = self._more.wait_for(
                lambda: len(self.lines) >= count or self.process.poll() is not None, timeout=PATIENCE
            )
        assert done and self.process.poll() is None, self.failure()

    def end(self, number: signal.Signals) -> int:
        """Send a signal and return the exit code."""
        os.kill(self.process.pid, number)
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code

    def failure(self) -> str:
        return self.process.stderr.read() if self.process.stderr and self.process.poll() is not None else "too slow"


@contextmanager
def busy_process(kind: str, file: Path, data: Path, first: int = 0) -> Iterator[BusyProcess]:
    process = BusyProcess(kind, file, data, first)
    try:
        yield process
    finally:
        process.process.kill()
        process.process.communicate()


def unsaved_layout(file: Path) -> Layout:
    """The only unsaved layout, which belongs to `file`."""
    (unsaved,) = find_unsaved()
    assert isinstance(unsaved.document, Layout) and unsaved.source == file and unsaved.changes >= 1
    parse_layout(unsaved.document)
    return unsaved.document


def stored_moves(moves: list[tuple[int, ...]]) -> int:
    """The number of moves of the only stored match, which agrees with `moves` and can be replayed."""
    (stored,) = list_stored_matches()
    assert isinstance(stored, StoredMatch)
    record = read_record(stored.path)
    log = [action for action, _draws in record.log]
    assert log[: len(moves)] == moves[: len(log)]
    replay_record(record, stored.path)
    return len(log)


def killed_editor(file: Path, data: Path, seed: int) -> None:
    """Kill an editor at a random time: its file is unchanged, and at most two seconds of work are lost."""
    before = file.read_bytes()
    rng = random.Random(seed)
    with busy_process("editor", file, data) as process:
        process.wait_for(1)
        time.sleep(rng.uniform(0.2, BEHIND + SLACK + 2.0))  # not right after a line was printed
        killed = time.monotonic()
        process.end(signal.SIGKILL)
    assert file.read_bytes() == before
    certain = [int(count) for moment, count in process.lines if float(moment) < killed - BEHIND - SLACK]
    if certain or find_unsaved():
        assert int(unsaved_layout(file).name) >= max(certain, default=1)


def killed_table(data: Path, seed: int) -> None:
    """Kill a match at a random time: at most the last decision is lost."""
    rng = random.Random(seed)
    with busy_process("table", SHIPPED, data) as process:
        process.wait_for(rng.randrange(2, 120))
        time.sleep(rng.uniform(0.0, 0.05))  # not right after a line was printed
        process.end(signal.SIGKILL)
    moves = [tuple(int(number) for number in numbers) for _moment, *numbers in process.lines]
    assert len(moves) - 1 <= stored_moves(moves) <= len(moves) + 1


def stop_while_writing(process: BusyProcess, folder: Path) -> None:
    """Stop a program while it writes a file, which takes a millisecond or two."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if any(folder.glob(PARTS)):
            os.kill(process.process.pid, signal.SIGSTOP)
            if any(folder.glob(PARTS)):
                return
            os.kill(process.process.pid, signal.SIGCONT)


def killed_saver(file: Path, data: Path, seed: int) -> bool:
    """Kill a program that saves continuously: its file and all backups are complete.

    Return whether it was killed while it wrote, so that the next save had temporary files to remove.
    """
    rng = random.Random(seed)
    with busy_process("saver", file, data) as process:
        process.wait_for(rng.randrange(1, 40))
        if seed % 2:
            stop_while_writing(process, file.parent)
        else:
            time.sleep(rng.uniform(0.0, 0.05))  # not right after a line was printed
        process.end(signal.SIGKILL)
    layout, last = read_layout(file), int(process.lines[-1][1])
    assert last <= int(layout.name) <= last + 1
    parse_layout(layout)
    names = [read_layout(backup.path).name for backup in list_backups(file)]
    versions = [int(name) for name in names if name.isdecimal()]
    latest = versions[0] if versions else 0
    assert int(layout.name) - 1 <= latest <= int(layout.name), "the backup is made before the file is written"
    assert versions == list(range(latest, latest - len(versions), -1)) and len(versions) >= min(MAX_BACKUPS, latest)
    parts = list(file.parent.glob(PARTS))
    save_with_backup(file, layout)
    assert not any(path.exists() for path in parts)
    return bool(parts)


def two_savers(file: Path, data: Path, seconds: float = 4.0) -> tuple[int, int]:
    """Two programs save one file: it is complete whenever it is read, and neither overwrites the other's unasked.

    Return how often the file changed hands, and how often that was asked.
    """
    offset = 1_000_000  # of the numbers of the second program
    with busy_process("sharer", file, data / "one") as one, busy_process("sharer", file, data / "two", offset) as two:
        one.wait_for(1)
        two.wait_for(1)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            parse_layout(read_layout(file))
            time.sleep(0.01)
        one.end(signal.SIGKILL)
        two.end(signal.SIGKILL)
    saved = sorted((float(moment), who, int(number), int(asked)) for who, process in enumerate((one, two))
                   for moment, number, asked in process.lines)  # fmt: skip
    layout, last = read_layout(file), {who: number for _moment, who, number, _asked in saved}
    parse_layout(layout)
    assert int(layout.name) in {number + more for number in last.values() for more in (0, 1)}
    asked_before = {0: 0, 1: 0}
    turns = asked_first = 0
    for before, (_moment, who, _number, asked) in zip([None, *saved], saved, strict=False):
        if before is not None and before[1] != who:
            turns += 1
            asked_first += asked > asked_before[who]
        asked_before[who] = asked
    assert turns == 0 or asked_first * 2 >= turns, "the other rarely saves between question and writing"
    return turns, asked_first
