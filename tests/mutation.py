"""Mutation tests: `python -m tests.mutation [--only NAMES] [--sample N] [--minutes M] [--fresh]`, or `make mutation`.

Changes one operator, number or condition of a module at a time (cosmic-ray, in a copy of the project) and runs its
tests without the long ones. A change that no test notices survives. Results are stored in build/mutation; a
later call continues, for as long as neither the module nor its tests have changed. Prints the score of each module with
its 95 % confidence interval, and the survivors.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome

from studio.lab.statistics import wilson_interval, z_score

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "mutation"
TREE = BUILD / "tree"
TIMEOUT = 120.0  # seconds; endless loops count as noticed
SAMPLE = 60
SEED = 1


class Target(NamedTuple):
    """A module and the tests that should notice its changes."""

    module: str
    tests: tuple[str, ...]


TARGETS = {
    "rules": Target("studio/games/goldland/rules/moves.py", ("tests/games/goldland/rules",)),
    "checks": Target("studio/seatiles/checks/__init__.py", ("tests/seatiles/test_checks.py",)),
    "documents": Target("studio/documents/store.py", ("tests/documents/test_store.py",)),
    "statistics": Target("studio/lab/statistics.py", ("tests/lab/test_statistics.py",)),
}


def copy_project() -> None:
    """Make a fresh copy of all files that git tracks, as they are."""
    shutil.rmtree(TREE, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        (TREE / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, TREE / name)


def digest(target: Target) -> str:
    """Identifies the content of a module and its tests."""
    files = [ROOT / target.module]
    for name in target.tests:
        files += sorted((ROOT / name).rglob("*.py")) if (ROOT / name).is_dir() else [ROOT / name]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:12]


def never_run(source: str) -> Iterator[tuple[int, int]]:
    """Yield the first and last lines of annotations and of imports for type checkers, which no test can notice."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.returns is not None:
            yield node.lineno, node.body[0].lineno - 1
        elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            yield node.annotation.lineno, node.annotation.end_lineno or 0
        elif isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            yield node.lineno, node.end_lineno or 0


def is_annotation(source: str, line: int, operator: str) -> bool:
    """Whether a mutation changes `|` in an annotation, or an import for type checkers."""
    return "BitOr" in operator and any(first <= line <= last for first, last in never_run(source))


def prepare(target: Target, sample: int, path: Path) -> None:
    """Store a random sample of the mutations of a module, always the same."""
    everything = path.with_suffix(".all.sqlite")
    everything.unlink(missing_ok=True)
    with use_db(str(everything), WorkDB.Mode.create) as database:
        init([Path(target.module)], database, {})
        items = sorted(
            database.work_items, key=lambda item: (item.mutations[0].start_pos, item.mutations[0].operator_name)
        )
    everything.unlink()
    source = Path(target.module).read_text("utf-8")
    items = [
        item
        for item in items
        if not is_annotation(source, item.mutations[0].start_pos[0], item.mutations[0].operator_name)
    ]
    chosen = random.Random(SEED).sample(items, min(sample, len(items)))
    print(f"{len(chosen)} of {len(items)} mutations", flush=True)
    with use_db(str(path), WorkDB.Mode.create) as database:
        database.add_work_items(chosen)


def run(name: str, target: Target, sample: int, deadline: float) -> None:
    """Try the mutations that were not tried yet until the deadline, then report."""
    path = BUILD / f"{name}-{digest(target)}-{sample}.sqlite"
    shutil.copyfile(ROOT / target.module, TREE / target.module)  # an interrupted mutation would stay
    print(f"\n{name}: {target.module}", flush=True)
    command = f"{sys.executable} -m pytest -x -q -p no:cacheprovider -m 'not long' {' '.join(target.tests)}"
    if not path.exists():
        if subprocess.run(command, shell=True, stdout=subprocess.DEVNULL).returncode:
            raise SystemExit(f"{name}: its tests fail without a change")
        prepare(target, sample, path)
    with use_db(str(path)) as database:
        for item in list(database.pending_work_items):
            if time.monotonic() > deadline:
                break
            database.set_result(item.job_id, mutate_and_test(item.mutations, command, TIMEOUT))
        report(database)


def report(database: WorkDB) -> None:
    """Print the score and the survivors."""
    outcomes = Counter(result.test_outcome for _job, result in database.results)
    survivors = outcomes[TestOutcome.SURVIVED]
    tried = sum(outcomes.values())
    if tried:
        score = wilson_interval(tried - survivors, tried, z_score())
        print(
            f"score {score.value:.1%} ({score.low:.1%} to {score.high:.1%}), {tried} of {database.num_work_items} tried"
        )
    for _job, result in database.results:
        if result.test_outcome is TestOutcome.SURVIVED:
            lines = [
                line
                for line in (result.diff or "").splitlines()
                if line[:1] in "+-@" and line[:3] not in ("+++", "---")
            ]
            print("  survived", *lines, sep="\n    ")


def main() -> None:
    """Do what the arguments say."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--only", default=",".join(TARGETS), help="names of targets, separated by commas")
    parser.add_argument("--sample", type=int, default=SAMPLE, help=f"mutations per module (default: {SAMPLE})")
    parser.add_argument("--minutes", type=float, default=120.0, help="time limit (default: 120)")
    parser.add_argument("--fresh", action="store_true", help="discard earlier results")
    args = parser.parse_args()
    deadline = time.monotonic() + 60 * args.minutes
    if args.fresh:
        shutil.rmtree(BUILD, ignore_errors=True)
    copy_project()
    os.chdir(TREE)
    # Bytecode of a mutation could be taken for that of the next one: files have the same size and second.
    os.environ |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(TREE), "QT_QPA_PLATFORM": "offscreen"}
    for name in args.only.split(","):
        run(name, TARGETS[name], args.sample, deadline)


if __name__ == "__main__":
    main()
