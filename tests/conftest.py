"""How hard the suite tries: `make test` leaves out what is marked `long`, `make test-all` runs all of it."""

from __future__ import annotations

import faulthandler
import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.shortly import EXAMPLES

os.environ["LANGUAGE"] = "en"  # whatever is spoken where the tests run, of them and of the programs they start
QUICK = "not long"
"""The marker expression of the short run."""
SELDOM = 50_000
"""So many objects are made until Python searches for what nobody needs: with its own 700 it spends a sixth of the time
of tests without a window on that. In a window the program says when (`studio.gui.shell.rest`)."""
IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ
DEATHS = "STUDIO_TESTS_DEATHS"
"""The folder, known to all processes of a run, for where they stood when they died."""


def is_long(marks: Iterable[Any]) -> bool:
    """Whether one of the marks of a test, or of one of its values, leaves it out of the short run."""
    return any(mark.name == "long" for mark in marks)


def pytest_configure(config: pytest.Config) -> None:
    """One way of making examples up for every property: no test depends on the clock, the short run not on luck."""
    quick = config.option.markexpr == QUICK
    settings.register_profile(
        "studio",
        max_examples=EXAMPLES if quick else 300,
        derandomize=quick,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],  # how fast examples come is a matter of the machine
    )
    settings.load_profile("studio")
    if not IS_WORKER:
        os.environ[DEATHS] = tempfile.mkdtemp(prefix="deaths-")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A file whose tests are all long is not read in the short run: what it imports costs every process a second."""
    if config.option.markexpr == QUICK and collection_path.suffix == ".py":
        return "\npytestmark = pytest.mark.long\n" in collection_path.read_text(encoding="utf-8") or None
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Module | pytest.Class, obj: object) -> list[pytest.Item] | None:
    """Nor is a test that is long by itself made up, in all its variants, only to be left out."""
    if collector.config.option.markexpr == QUICK and is_long(getattr(obj, "pytestmark", ())):
        return []
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Nor those of a test's values that are long: half of all tests would be collected in vain, by every process."""
    if metafunc.config.option.markexpr != QUICK:
        return
    parametrize = metafunc.parametrize

    def shortly(names: str | Sequence[str], values: Iterable[object], **more: Any) -> None:
        rows = list(values)
        places = [place for place, row in enumerate(rows) if not is_long(getattr(row, "marks", ()))]
        if places:  # a test with no values at all would be told as skipped
            ids = more.get("ids")
            if ids is not None and not callable(ids):
                named = list(ids)
                more["ids"] = [named[place] for place in places]
            rows = [rows[place] for place in places]
        parametrize(names, rows, **more)

    metafunc.parametrize = shortly  # type: ignore[assignment, method-assign]  # pytest asks for no values before


def pytest_sessionstart() -> None:
    """While tests are collected all that is made stays: Python need not search for what nobody needs.

    Where a process stands when it dies by a signal it writes into a file, which the summary shows: what it says to the
    screen stands thousands of tests above.
    """
    gc.disable()
    faulthandler.enable((Path(os.environ[DEATHS]) / str(os.getpid())).open("w"))


def pytest_collection_finish() -> None:
    """Thousands of collected tests stay to the end: they are not looked at by that search, either."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(SELDOM)
    gc.enable()


@pytest.fixture(autouse=True, scope="module")
def kept() -> Iterator[None]:
    """What the tests of a file leave in caches stays: later searches for what nobody needs pass it over."""
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture
def at_a_terminal() -> Iterator[None]:
    """Ctrl+C is heard, here and in what is started, as it is not where a shell runs the tests in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the run has cost in all its processes: it has a budget (CONTRIBUTING), however busy the machine is."""
    if IS_WORKER:
        return
    for file in sorted(Path(os.environ[DEATHS]).glob("*")):
        if words := file.read_text(encoding="utf-8"):
            terminalreporter.section("where a process died")
            terminalreporter.write(words)
    shutil.rmtree(os.environ[DEATHS])
    terminalreporter.write_line(f"{sum(os.times()[:4]):.0f} seconds of processor time")
