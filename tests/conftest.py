"""The amount of testing: `make test` leaves out tests marked `long`, `make test-all` runs everything."""

from __future__ import annotations

import faulthandler
import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from tests.short_run import EXAMPLES

if TYPE_CHECKING:
    from tests.helpers import Cli

os.environ["LANGUAGE"] = "en"  # independent of the machine's language, also in child processes
QUICK = "not long"  # the marker expression of the short run
SELDOM = 50_000
"""Threshold of garbage collection: with Python's default of 700 it takes a sixth of the time of tests without a window.
The window has its own schedule (`studio.gui.shell.idle_gc`).
"""
IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ
DEATHS = "STUDIO_TESTS_DEATHS"  # the folder for stacks of killed processes


def is_long(marks: Iterable[Any]) -> bool:
    """Whether a mark of a test or of a value excludes it from the short run."""
    return any(mark.name == "long" for mark in marks)


def pytest_configure(config: pytest.Config) -> None:
    """One profile for every property test: no deadlines, and reproducible examples in the short run."""
    quick = config.option.markexpr == QUICK
    settings.register_profile(
        "studio",
        max_examples=EXAMPLES if quick else 300,
        derandomize=quick,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],  # deadlines depend on the machine
    )
    settings.load_profile("studio")
    if not IS_WORKER:
        os.environ[DEATHS] = tempfile.mkdtemp(prefix="deaths-")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files whose tests are all long: importing them costs every process a second."""
    if config.option.markexpr == QUICK and collection_path.suffix == ".py":
        return "\npytestmark = pytest.mark.long\n" in collection_path.read_text(encoding="utf-8") or None
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Module | pytest.Class, obj: object) -> list[pytest.Item] | None:
    """Skip the variants of a long test."""
    if collector.config.option.markexpr == QUICK and is_long(getattr(obj, "pytestmark", ())):
        return []
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Skip the long values of a test: otherwise every process would collect twice as many tests."""
    if metafunc.config.option.markexpr != QUICK:
        return
    parametrize = metafunc.parametrize

    def without_long(names: str | Sequence[str], values: Iterable[object], **more: Any) -> None:
        rows = list(values)
        places = [place for place, row in enumerate(rows) if not is_long(getattr(row, "marks", ()))]
        if places:  # a test without values would count as skipped
            ids = more.get("ids")
            if ids is not None and not callable(ids):
                named = list(ids)
                more["ids"] = [named[place] for place in places]
            rows = [rows[place] for place in places]
        parametrize(names, rows, **more)

    metafunc.parametrize = without_long  # type: ignore[assignment, method-assign]  # pytest asks for no values before


def pytest_sessionstart() -> None:
    """Turn off garbage collection during test collection.

    A process that is killed by a signal writes its stack into a file, which the summary shows.
    """
    gc.disable()
    faulthandler.enable((Path(os.environ[DEATHS]) / str(os.getpid())).open("w"))


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection, with the garbage among them, which takes long to find."""
    gc.freeze()
    gc.set_threshold(SELDOM)
    gc.enable()


@pytest.fixture(autouse=True, scope="module")
def kept() -> Iterator[None]:
    """Exclude what the tests of a file leave in caches from garbage collection."""
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture
def data_folder(tmp_path: Path) -> Iterator[Path]:
    from studio.documents.paths import set_data_dir

    set_data_dir(tmp_path / "data")
    yield tmp_path / "data"
    set_data_dir(None)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], data_folder: Path) -> Cli:
    from tests.helpers import Cli

    return Cli(capsys)


@pytest.fixture
def at_a_terminal() -> Iterator[None]:
    """Handle Ctrl+C, also in child processes, if a shell runs the tests in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the processor time of all processes, which has a budget (CONTRIBUTING)."""
    if IS_WORKER:
        return
    for file in sorted(Path(os.environ[DEATHS]).glob("*")):
        if text := file.read_text(encoding="utf-8"):
            terminalreporter.section("where a process died")
            terminalreporter.write(text)
    shutil.rmtree(os.environ[DEATHS])
    terminalreporter.write_line(f"{sum(os.times()[:4]):.0f} seconds of processor time")
