"""Files: thousands of corrupted ones, programs killed while they save and edit, two programs on one file."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from studio.documents.paths import set_data_dir
from tests.gui.shell import process_end
from tests.mutating import mutated
from tests.soak.ledger import Part, Progress
from tests.test_mutations import tried

OTHERS = 10_000_000  # the first number of a file here: the test suite uses others


def file(number: int, progress: Progress) -> None:
    """A corrupted file is rejected with an error, or usable."""
    progress.place = f"file {OTHERS + number}"
    progress.record = lambda: (".json", mutated(OTHERS + number))
    tried(OTHERS + number)
    progress.count = 1


@contextmanager
def a_place() -> Iterator[tuple[Path, Path]]:
    """A layout in a folder, and an empty data folder of this process and others."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data, layout = folder / "data", folder / "files" / "gulf.json"
        data.mkdir()
        layout.parent.mkdir()
        shutil.copy(process_end.SHIPPED, layout)
        set_data_dir(data)
        yield layout, data


def killed(kill: Callable[[Path, Path, int], object], number: int, progress: Progress) -> None:
    progress.count = 1
    with a_place() as (layout, data):
        if kill(layout, data, number):
            progress.notes.append(f"{number} amid writing")


def table(_layout: Path, data: Path, number: int) -> None:
    process_end.killed_table(data, number)


def savers(_number: int, progress: Progress) -> None:
    progress.count = 1
    with a_place() as (layout, data):
        turns, requested = process_end.two_savers(layout, data)
    progress.notes.append(f"{turns} turns, {requested} requests")


PARTS = (
    Part("kills-saving", "kills", 50, partial(killed, process_end.killed_saver), 5),
    Part("kills-editing", "kills", 20, partial(killed, process_end.killed_editor), 5),
    Part("kills-playing", "kills", 20, partial(killed, table), 5),
    Part("two-programs", "pairs", 10, savers, 5),
    Part("files", "files", 20_000, file, 500),
)
