"""The command of the soak test: parts, duration, resumption, and the table of results."""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from tests.soak.ledger import ROOT, Unusable, opened_ledger
from tests.soak.part import Part, Told, all_errors
from tests.soak.running import STATE, Run

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
    parser.add_argument("--fresh", action="store_true", help="forget what was done and begin anew")
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
    failures = ledger.told_failures(chosen)
    print("\n".join(failures) if failures else "Nothing failed.")
    if failures:
        return 1
    return 128 + run.ended if run.ended else 0


def again(part: Part, thing: int) -> int:
    """Do one thing of a part in this process, and show its error."""
    import tempfile

    from studio.documents.paths import set_data_dir

    shown = Told()
    with tempfile.TemporaryDirectory() as data:
        set_data_dir(Path(data))
        try:
            with all_errors():
                part.one(thing, shown)
        except Exception:
            traceback.print_exc()
            print(shown.place, file=sys.stderr)
            return 1
    print(f"{part.name} {thing}: {shown.count} {part.unit}", *shown.notes)
    return 0
