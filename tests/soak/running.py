"""The command of the soak test: runs the slices of all parts in processes of their own and saves every result."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import FrameType

from studio.documents.paths import set_data_dir
from tests.soak.ledger import ROOT, Account, Failure, Ledger, Part, Progress, Slice, Unusable, all_errors, opened_ledger

LONGEST = 2 * 3600.0  # seconds of wall time after which a slice counts as stuck
GRACE = 10.0  # seconds that a terminated slice has to clean up
STATE, RECORDS = "soak.json", "soak"  # the state file, and the folder next to it for records of failures and output


def carry_out(connection: Connection, part: Part, number: int, folder: Path) -> None:
    """Run a slice in its process and report the result; end if the parent process ends."""
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_follow, daemon=True).start()
    with (folder / f"{part.name}.log").open("ab") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    with tempfile.TemporaryDirectory() as data:
        set_data_dir(Path(data))
        connection.send(part.slice(number, folder))


def _end(_number: int, _frame: FrameType | None) -> None:
    raise SystemExit(1)  # cleans up on the way


def _follow() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class Slot:
    part: Part
    number: int
    process: SpawnProcess
    until: float


class Run:
    """Continues parts until they are done, the time is up, or a signal ends it (`ended`)."""

    def __init__(self, parts: Sequence[Part], ledger: Ledger, folder: Path, workers: int = 1, minutes: float = 0.0):
        self.parts, self.ledger, self.folder, self.workers = parts, ledger, folder, workers
        self.records = folder / RECORDS
        self.until = time.monotonic() + minutes * 60 if minutes else float("inf")
        self.ended = 0
        self._slots: dict[Connection, Slot] = {}

    def go(self) -> None:
        self.records.mkdir(parents=True, exist_ok=True)
        was = {number: signal.signal(number, self._stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            while not self.ended:
                self._fill()
                if not self._slots:
                    break
                for connection in wait(list(self._slots), timeout=0.5):
                    assert isinstance(connection, Connection)
                    self._finish(connection)
                self._give_up_stuck()
        finally:
            self._clear()
            for number, handler in was.items():
                signal.signal(number, handler)

    def _stop(self, number: int, _frame: FrameType | None) -> None:
        self.ended = number

    def _fill(self) -> None:
        while len(self._slots) < self.workers and time.monotonic() < self.until and not self.ended:
            found = next((part for part in self.parts if self._wants_more(part)), None)
            if found is None:
                return
            self._start(found)

    def _wants_more(self, part: Part) -> bool:
        """Whether finished slices and the expected results of running ones do not reach the goal."""
        account = self.ledger.account(part)
        return not account.is_done and account.done + account.hoped * len(self._running(part)) < part.goal

    def _running(self, part: Part) -> set[int]:
        return {slot.number for slot in self._slots.values() if slot.part is part}

    def _start(self, part: Part) -> None:
        taken = self._running(part) | set(self.ledger.account(part).slices)
        number = next(number for number in range(len(taken) + 1) if number not in taken)
        spawn = multiprocessing.get_context("spawn")
        here, there = spawn.Pipe(duplex=False)
        process = spawn.Process(target=carry_out, args=(there, part, number, self.records))
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Ctrl+C is for this process alone
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        there.close()
        self._slots[here] = Slot(part, number, process, time.monotonic() + LONGEST)

    def _finish(self, connection: Connection) -> None:
        slot = self._slots.pop(connection)
        try:
            done: Slice = connection.recv()
        except EOFError:  # it crashed
            slot.process.join()
            done = self._lost(slot, f"the process ended with {slot.process.exitcode}")
        connection.close()
        slot.process.join()
        self._keep(slot, done)

    def _lost(self, slot: Slot, words: str) -> Slice:
        first = slot.number * slot.part.each
        log = self.records / f"{slot.part.name}.log"
        hoped = self.ledger.account(slot.part).hoped  # counts as done, so that it is not repeated for ever
        return Slice(hoped, 0.0, (), (Failure(first, f"{words}, in the slice that begins here", str(log)),))

    def _keep(self, slot: Slot, done: Slice) -> None:
        account = self.ledger.account(slot.part)
        account.add(slot.number, done)
        self.ledger.write(self.folder / STATE)
        print(said(slot.part, account), flush=True)
        for failure in done.failures:
            print(f"  FAILED {slot.part.name} {failure.thing}: {failure.words}", file=sys.stderr, flush=True)

    def _give_up_stuck(self) -> None:
        for connection, slot in list(self._slots.items()):
            if time.monotonic() > slot.until:
                _put_down(slot.process)
                del self._slots[connection]
                self._keep(slot, self._lost(slot, f"nothing came for {LONGEST:.0f} seconds"))

    def _clear(self) -> None:
        """Stop running slices; they will be repeated."""
        for slot in self._slots.values():
            slot.process.terminate()
        for slot in self._slots.values():
            _put_down(slot.process)
        self._slots.clear()


def _put_down(process: SpawnProcess) -> None:
    process.terminate()
    process.join(GRACE)
    if process.is_alive():
        process.kill()
        process.join()


def said(part: Part, account: Account) -> str:
    moment = time.strftime("%H:%M:%S")
    far = f"{account.done:,} of {part.goal:,} {part.unit}"
    failed = f"{account.failures} failed" if account.failures else "nothing failed"
    return f"{moment}  {part.name}: {far}, {account.seconds:,.0f} s of processor time, {failed}"


FOLDER = ROOT / "build"


def every_part() -> list[Part]:
    """All parts, shortest first, so that an hour covers everything."""
    from tests.soak import rules, spoiling, window

    return [*spoiling.PARTS, *window.PARTS, *rules.parts()]


def main(argv: Sequence[str] | None = None, parts: Sequence[Part] = (), folder: Path = FOLDER) -> int:
    """Exit code 0: success; 1: failures; 2: the earlier run cannot be continued; 128 + signal: ended by it."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # for all processes, including those to be killed
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak",
        description="Play, spoil, undo, kill and look on for hours; what was done is kept, and the next run goes on.",
    )
    parser.add_argument("--only", default="", metavar="PARTS", help="some parts, by words in their names: files,kills")
    parser.add_argument("--minutes", type=float, default=0.0, help="begin no slice after so many minutes")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="slices side by side (one per core)")
    parser.add_argument("--fresh", action="store_true", help="discard stored results and start again")
    parser.add_argument("--again", type=int, metavar="NUMBER", help="do only this thing of a part, here")
    args = parser.parse_args(argv)
    chosen = [part for part in parts or every_part() if any(word.strip() in part.name for word in args.only.split(","))]
    if not chosen:
        parser.error(f"there is no part with “{args.only}” in its name: {', '.join(p.name for p in every_part())}")
    if args.again is not None:
        return again(chosen[0], args.again)
    try:
        ledger = opened_ledger(folder / STATE, args.fresh)
    except Unusable as problem:
        print(problem, file=sys.stderr)
        return 2
    run = Run(chosen, ledger, folder, max(1, args.workers), args.minutes)
    run.go()
    print(f"\nExplorer Studio {ledger.version} ({ledger.commit}), {ledger.begun} to {ledger.changed}, {ledger.machine}")
    print(ledger.table(chosen))
    failures = ledger.failure_lines(chosen)
    print("\n".join(failures) if failures else "Nothing failed.")
    if failures:
        return 1
    return 128 + run.ended if run.ended else 0


def again(part: Part, thing: int) -> int:
    progress = Progress()
    with tempfile.TemporaryDirectory() as data:
        set_data_dir(Path(data))
        try:
            with all_errors():
                part.one(thing, progress)
        except Exception:
            traceback.print_exc()
            print(progress.place, file=sys.stderr)
            return 1
    print(f"{part.name} {thing}: {progress.count} {part.unit}", *progress.notes)
    return 0
