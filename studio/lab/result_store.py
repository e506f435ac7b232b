"""Results that are kept: in the data folder beside their layouts, never inside them, found again by the board's hash.

A file holds one report with the layouts that it is about: the newest for each board and number of seats. A layout that
was changed since is found by its file, of which it is kept which board was measured last.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from studio.core.game import Json
from studio.documents.files import DocumentError, write_text
from studio.documents.paths import results_dir
from studio.documents.store import Layout, layout_text, parse

FORMAT, VERSION = "studio.lab.kept", 1
MAX_RESULTS = 300
"""Reports that are kept; the oldest go."""
LINK_SUFFIX = ".measured"
"""The ending of the files that say which board of a layout's file was measured last."""


class StoredResult(NamedTuple):
    """A report and the layouts of its sides, as they were."""

    report: Json
    layouts: tuple[Layout, ...]
    number: int
    """Which experiment on its layout it was, from 1."""


def save_result(report: Json, layouts: Sequence[Layout], path: Path | None, number: int = 1) -> bool:
    """Keep a report; `path` is the file of its first layout. Says whether it was kept. Raises `DocumentError`.

    `number` says which experiment on the layout it is.

    A run that was not finished takes no place of one with more matches.
    """
    side, seats = report["sides"][0], report["experiment"]["seats"]
    file = results_dir() / f"{side['hash']}-{seats}.json"
    before = _read_result(file)
    if before is not None and report["state"] != "finished" and before.report["matches"] > report["matches"]:
        return False
    _make_folder()
    whole = {
        "format": FORMAT,
        "version": VERSION,
        "number": number,
        "digest": _digest(report),
        "report": report,
        "layouts": [layout_text(layout) for layout in layouts],
    }
    write_text(file, json.dumps(whole, ensure_ascii=False))
    if path is not None:
        link_layout(path, side["hash"])
    if before is None:
        _delete_old()
    return True


def load_results(board: str) -> list[StoredResult]:
    """What is kept of the board with this hash, the newest first; what cannot be read is passed over."""
    try:
        files = [(file.stat().st_mtime_ns, file) for file in results_dir().glob(f"{board}-*.json")]
    except OSError:
        return []
    found = [_read_result(file) for _moment, file in sorted(files, reverse=True)]
    return [result for result in found if result is not None]


def has_results() -> bool:
    """Whether there is any result, so that it is worth looking for one."""
    return results_dir().is_dir()


def link_layout(path: Path, board: str) -> None:
    """The board with this hash is that of the layout in this file, and it was measured. Raises `DocumentError`."""
    _make_folder()
    write_text(_link_path(path), board)


def last_measured_board(path: Path) -> str:
    """The hash of the board of this file's layout that was measured last; "" for none."""
    with contextlib.suppress(OSError, ValueError):
        return _link_path(path).read_text("ascii").strip()[:64]
    return ""


def _link_path(path: Path) -> Path:
    """Where it is kept of a file which board was measured: the same for every spelling of its path."""
    return results_dir() / (hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:24] + LINK_SUFFIX)


def _make_folder() -> None:
    try:
        results_dir().mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise DocumentError(results_dir(), "", f"{problem.strerror or problem}.") from None


def _read_result(file: Path) -> StoredResult | None:
    """A result in a file; None when there is none of this version."""
    try:
        whole = json.loads(file.read_bytes())
        if (whole["format"], whole["version"]) != (FORMAT, VERSION):
            return None
        layouts = [parse(text.encode("utf-8"), file) for text in whole["layouts"]]
        report: Json = whole["report"]
        number = int(whole.get("number", 1))  # what is from before has none
        if len(report["sides"]) != len(layouts) or whole.get("digest") not in (None, _digest(report)):
            return None  # changed by another hand; what is from before has no digest
    except (OSError, ValueError, TypeError, KeyError, AttributeError, DocumentError):
        return None
    return StoredResult(report, tuple(layout for layout in layouts if isinstance(layout, Layout)), number)


def _digest(report: Json) -> str:
    """What a report is known by, so that nobody reads one that this program has not written."""
    return hashlib.sha256(json.dumps(report, sort_keys=True).encode()).hexdigest()


def _delete_old() -> None:
    """Let the oldest results go, where there are too many."""
    with contextlib.suppress(OSError):
        for ending in (".json", LINK_SUFFIX):
            files = sorted(results_dir().glob(f"*{ending}"), key=lambda file: file.stat().st_mtime_ns)
            for file in files[:-MAX_RESULTS]:
                file.unlink(missing_ok=True)
