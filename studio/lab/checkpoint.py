"""Checkpoints: the state of a run in the data folder, from which it continues after a crash or days later.

Matches depend on the experiment alone, so a run that continues has the same results as one that never stopped.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import asdict, fields
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec

from studio import __version__
from studio.core.game import Json
from studio.core.text import _
from studio.documents.files import DocumentError, read_regular, write_bytes
from studio.documents.paths import results_dir
from studio.lab.result_store import make_folder
from studio.lab.run import Experiment, Progress, Run, RunState
from studio.lab.statistics import MAX_MATCHES, Matches

SUFFIX = ".checkpoint"
SECONDS = 10.0  # between two checkpoints
MAX_CHECKPOINTS, MAX_TOTAL = 600, 1 << 28  # files and bytes; the ones that were saved first are deleted beyond
MAX_BYTES = 1 << 28
DIGEST = hashlib.sha256().digest_size  # bytes before the data, by which damage is noticed


class DamagedCheckpointError(ValueError):
    """A checkpoint cannot be read; the message has its path."""


class Checkpoint(msgspec.Struct):
    """A state of a run, and the experiment that it belongs to."""

    experiment: dict[str, Any]
    state: RunState


def identity(experiment: Experiment) -> Json:
    """What the results depend on, as plain data. Of a number of matches only the rule: the first ones are the same."""
    apart = ("sides", "stop", "workers", "scheduler", "target_length")
    stop = experiment.stop
    rule = {} if isinstance(stop, Matches) else {key: value for key, value in asdict(stop).items() if key != "most"}
    found = {
        **{field.name: getattr(experiment, field.name) for field in fields(experiment) if field.name not in apart},
        "boards": [side.hash for side in experiment.sides],
        "options": [side.options for side in experiment.sides],
        "stop": [type(stop).__name__, rule],
        "version": __version__,
    }
    return msgspec.json.decode(msgspec.json.encode(found, order="sorted"))


def save_checkpoint(run: Run) -> None:
    """Store the state of a run between two of its steps; a checkpoint with more matches stays. Raises `DocumentError`.

    It takes the place of the last one of the same experiment.
    """
    state = run.state
    if not state.matches or any(results.matches + len(results.failures) != state.matches for results in state.results):
        return  # a second Ctrl+C came while a match was counted
    experiment = identity(run.experiment)
    file = _path(experiment)
    before = _read(file)
    if before is not None and before.state.matches > state.matches:
        return
    try:
        data = msgspec.msgpack.encode(Checkpoint(experiment, state))
    except OverflowError as problem:  # custom statistics with huge numbers
        raise DocumentError(file, "", f"{problem}.") from None
    make_folder()
    write_bytes(file, hashlib.sha256(data).digest() + data)
    if before is None:
        with suppress(OSError):
            files = [(path.stat(), path) for path in results_dir().glob(f"*{SUFFIX}")]
            total = 0
            for number, (about, path) in enumerate(sorted(files, key=lambda one: -one[0].st_mtime_ns), 1):
                total += about.st_size
                if number > MAX_CHECKPOINTS or total > MAX_TOTAL:
                    path.unlink(missing_ok=True)


def find_checkpoint(experiment: Experiment) -> RunState | None:
    """The saved state with the most matches from which an experiment continues. Raises `DamagedCheckpointError`."""
    wanted = identity(experiment)
    file, stop = _path(wanted), experiment.stop
    own = _read(file)
    if own is None and file.exists():
        text = _("{path}: the saved run is damaged. Delete this file to start with the first match.")
        raise DamagedCheckpointError(text.format(path=file))
    limit = min(stop.count if isinstance(stop, Matches) else stop.most, MAX_MATCHES)
    if own is not None and own.state.matches == limit:
        return own.state
    states = [one.state for one in _saved(wanted) if not _differences(one, wanted, experiment)]
    return max((state for state in states if state.matches <= limit), key=lambda state: state.matches, default=None)


def fresh_text(experiment: Experiment) -> str:
    """Why an experiment without a checkpoint starts with the first match."""
    wanted = identity(experiment)
    if saved := _saved(wanted):
        different = min((_differences(one, wanted, experiment) for one in saved), key=len)
        text = _("The run starts with the first match, since the saved one of this layout differs: {list}.")
        return text.format(list=", ".join(different) or "matches")
    return _("No run of this layout is saved, so the run starts with the first match.")


def _saved(wanted: Json) -> list[Checkpoint]:
    """All readable checkpoints of a board."""
    return [one for one in map(_read, results_dir().glob(f"{wanted['boards'][0]}-*{SUFFIX}")) if one is not None]


def _differences(saved: Checkpoint, wanted: Json, experiment: Experiment) -> list[str]:
    """The keys of what prevents an experiment from continuing; up to a number of matches it continues any rule."""
    ignored = {"stop"} if isinstance(experiment.stop, Matches) else set()
    keys = {*saved.experiment, *wanted} - ignored
    return sorted(key for key in keys if saved.experiment.get(key) != wanted.get(key))


def steps_with_checkpoints(
    run: Run, every: float = 0.5, failed: Callable[[DocumentError], None] = lambda _problem: None
) -> Generator[Progress, None, None]:
    """`Run.steps`, with a checkpoint every 10 s and at the end, however it ends; `failed` is called without one."""
    last = monotonic()

    def save() -> None:
        try:
            save_checkpoint(run)
        except DocumentError as problem:
            failed(problem)

    try:
        for progress in run.steps(every):
            if monotonic() - last >= SECONDS:
                save()
                last = monotonic()
            yield progress
    finally:
        save()


def _path(experiment: Json) -> Path:
    digest = hashlib.sha256(msgspec.json.encode(experiment, order="sorted")).hexdigest()[:16]
    return results_dir() / f"{experiment['boards'][0]}-{digest}{SUFFIX}"


def _read(file: Path) -> Checkpoint | None:
    """A checkpoint; None if it is missing or damaged."""
    try:
        whole = read_regular(file, MAX_BYTES)
        if hashlib.sha256(whole[DIGEST:]).digest() != whole[:DIGEST]:
            return None
        return msgspec.msgpack.decode(whole[DIGEST:], type=Checkpoint)
    except (OSError, ValueError):  # msgspec's errors are values, too
        return None
