"""Programs that are killed while somebody is at work in them, and what must be found of it afterwards."""

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
BEHIND = 2.0
"""Seconds that what is kept of a layout may lag behind what is seen."""
SLACK = 2.0
"""Seconds more for a machine that is busy with other tests."""
PARTS = ".*.part"
"""What lies beside a file while it is written."""
SHIPPED = shipped_layouts(slugs()[0])[0]


class Victim:
    """The program in a process of its own, with somebody at work in it."""

    def __init__(self, kind: str, file: Path, data: Path, first: int = 0) -> None:
        command = [sys.executable, "-m", "tests.gui.shell.desktop.victim", kind, str(file), str(data), str(first)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines: list[list[str]] = []
        self._more = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if not line.endswith("\n"):
                continue  # the last one, cut off by the kill
            with self._more:
                self.lines.append(line.split())
                self._more.notify_all()
        with self._more:
            self._more.notify_all()

    def wait_for(self, count: int) -> None:
        """Until so many things were done."""
        with self._more:
            done = self._more.wait_for(
                lambda: len(self.lines) >= count or self.process.poll() is not None, timeout=PATIENCE
            )
        assert done and self.process.poll() is None, self.complaint()

    def end(self, number: signal.Signals) -> int:
        """Send a signal and wait for the end; the exit code."""
        os.kill(self.process.pid, number)
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code

    def complaint(self) -> str:
        """What the program wrote when it should not have ended."""
        return self.process.stderr.read() if self.process.stderr and self.process.poll() is not None else "too slow"


@contextmanager
def at_work(kind: str, file: Path, data: Path, first: int = 0) -> Iterator[Victim]:
    victim = Victim(kind, file, data, first)
    try:
        yield victim
    finally:
        victim.process.kill()
        victim.process.communicate()


def left_layout(file: Path) -> Layout:
    """The one layout that the program left behind, whole and of that file."""
    (unsaved,) = find_unsaved()
    assert isinstance(unsaved.document, Layout) and unsaved.source == file and unsaved.changes >= 1
    parse_layout(unsaved.document)
    return unsaved.document


def left_match(moves: list[tuple[int, ...]]) -> int:
    """How many moves of the one match are kept: just those that were made, and they can be played again."""
    (saved,) = list_stored_matches()
    assert isinstance(saved, StoredMatch)
    record = read_record(saved.path)
    log = [action for action, _draws in record.log]
    assert log[: len(moves)] == moves[: len(log)]
    replay_record(record, saved.path)
    return len(log)


def killed_editor(file: Path, data: Path, seed: int) -> None:
    """Kill an editor at any moment: its file is as it was, and what was done is kept but for two seconds."""
    before = file.read_bytes()
    luck = random.Random(seed)
    with at_work("editor", file, data) as victim:
        victim.wait_for(1)
        time.sleep(luck.uniform(0.2, BEHIND + SLACK + 2.0))  # at any moment, not that of a message
        killed = time.monotonic()
        victim.end(signal.SIGKILL)
    assert file.read_bytes() == before
    certain = [int(count) for moment, count in victim.lines if float(moment) < killed - BEHIND - SLACK]
    if certain or find_unsaved():
        assert int(left_layout(file).name) >= max(certain, default=1)


def killed_table(data: Path, seed: int) -> None:
    """Kill a table at any moment: all decisions but the last are kept."""
    luck = random.Random(seed)
    with at_work("table", SHIPPED, data) as victim:
        victim.wait_for(luck.randrange(2, 120))
        time.sleep(luck.uniform(0.0, 0.05))  # not just after a message
        victim.end(signal.SIGKILL)
    moves = [tuple(int(number) for number in numbers) for _moment, *numbers in victim.lines]
    assert len(moves) - 1 <= left_match(moves) <= len(moves) + 1


def stop_amid_writing(victim: Victim, folder: Path) -> None:
    """Hold a program while a file of its own lies there half written: that is so for a millisecond or two."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if any(folder.glob(PARTS)):
            os.kill(victim.process.pid, signal.SIGSTOP)
            if any(folder.glob(PARTS)):
                return
            os.kill(victim.process.pid, signal.SIGCONT)


def killed_saver(file: Path, data: Path, seed: int) -> bool:
    """Kill a program that saves again and again: its file is what was saved last, whole, and so are all versions
    before. Whether the kill came amid writing, so that the next save had something to clear away."""
    luck = random.Random(seed)
    with at_work("saver", file, data) as victim:
        victim.wait_for(luck.randrange(1, 40))
        if seed % 2:
            stop_amid_writing(victim, file.parent)
        else:
            time.sleep(luck.uniform(0.0, 0.05))  # not just after a message
        victim.end(signal.SIGKILL)
    layout, last = read_layout(file), int(victim.lines[-1][1])
    assert last <= int(layout.name) <= last + 1
    parse_layout(layout)
    names = [read_layout(backup.path).name for backup in list_backups(file)]
    versions = [int(name) for name in names if name.isdecimal()]
    latest = versions[0] if versions else 0
    assert int(layout.name) - 1 <= latest <= int(layout.name), "kept before the file is written"
    assert versions == list(range(latest, latest - len(versions), -1)) and len(versions) >= min(MAX_BACKUPS, latest)
    parts = list(file.parent.glob(PARTS))
    save_with_backup(file, layout)
    assert not any(path.exists() for path in parts)
    return bool(parts)


def two_savers(file: Path, data: Path, seconds: float = 4.0) -> tuple[int, int]:
    """Two programs save one file by turns: it is whole whenever somebody reads it, and neither overwrites what the
    other has saved without having asked. How often the file went from one to the other, and how often it was asked."""
    apart = 1_000_000
    """By so much the second program's numbers are larger."""
    with at_work("sharer", file, data / "one") as one, at_work("sharer", file, data / "two", apart) as two:
        one.wait_for(1)
        two.wait_for(1)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            parse_layout(read_layout(file))
            time.sleep(0.01)
        one.end(signal.SIGKILL)
        two.end(signal.SIGKILL)
    saved = sorted((float(moment), who, int(number), int(requested)) for who, victim in enumerate((one, two))
                   for moment, number, requested in victim.lines)  # fmt: skip
    layout, last = read_layout(file), {who: number for _moment, who, number, _asked in saved}
    parse_layout(layout)
    assert int(layout.name) in {number + more for number in last.values() for more in (0, 1)}
    asked_before = {0: 0, 1: 0}
    turns = asked_first = 0
    for before, (_moment, who, _number, requested) in zip([None, *saved], saved, strict=False):
        if before is not None and before[1] != who:
            turns += 1
            asked_first += requested > asked_before[who]
        asked_before[who] = requested
    assert turns == 0 or asked_first * 2 >= turns, "the other may save between the question and the writing, seldom"
    return turns, asked_first
