"""Stored results: in the data folder, found by the hash of their board.

A file holds the newest report for a board and a number of seats, with its layouts. A link from a layout's file to the
board measured last finds results of a layout that was changed since.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from studio.core.game import Json
from studio.documents.files import DocumentError, read_regular, write_text
from studio.documents.paths import results_dir
from studio.documents.store import Layout, layout_text, parse
from studio.lab.report import upgrade

FORMAT, VERSION = "studio.lab.kept", 1
MAX_RESULTS = 300  # the reports that were saved first are deleted beyond this number
LINK_SUFFIX = ".measured"  # the extension of links from a layout's file to the board measured last


class StoredResult(NamedTuple):
    report: Json
    layouts: tuple[Layout, ...]
    number: int  # number of the experiment on its layout, from 1


def save_result(report: Json, layouts: Sequence[Layout], path: Path | None, number: int = 1) -> bool:
    """Store a report; `path` is the file of its first layout. Returns whether it was stored. Raises `DocumentError`.

    An unfinished run does not replace one with more matches. `number` counts the experiments on the layout.
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
        "sequence": max(map(_sequence, results_dir().glob("*.json")), default=0) + 1,
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
    """The results of the board with this hash, newest first; unreadable ones are skipped."""
    files = sorted(results_dir().glob(f"{board}-*.json"), key=_sequence, reverse=True)
    return [result for result in map(_read_result, files) if result is not None]


def has_results() -> bool:
    """Whether there may be any result."""
    return results_dir().is_dir()


def link_layout(path: Path, board: str) -> None:
    """Note that the layout in this file had the board with this hash when it was measured. Raises `DocumentError`."""
    _make_folder()
    write_text(_link_path(path), board)


def last_measured_board(path: Path) -> str:
    """The hash of the board that was measured last for this file; "" for none."""
    return _linked_board(_link_path(path))


def _linked_board(link: Path) -> str:
    with contextlib.suppress(OSError, ValueError):
        return read_regular(link).decode("ascii").strip()[:64]
    return ""


def _link_path(path: Path) -> Path:
    """The link of a file, the same for every spelling of its path."""
    return results_dir() / (hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:24] + LINK_SUFFIX)


def _make_folder() -> None:
    try:
        results_dir().mkdir(0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise DocumentError(results_dir(), "", f"{problem.strerror or problem}.") from None


def _read_result(file: Path) -> StoredResult | None:
    """A result; None if it is unreadable or of another version."""
    try:
        whole = json.loads(read_regular(file, 1 << 26))
        if (whole["format"], whole["version"]) != (FORMAT, VERSION):
            return None
        layouts = [parse(text.encode("utf-8"), file) for text in whole["layouts"]]
        report: Json = whole["report"]
        number = int(whole.get("number", 1))  # missing in old files
        if len(report["sides"]) != len(layouts) or whole.get("digest") not in (None, _digest(report)):
            return None  # edited by hand; old files have no digest
    except (OSError, ValueError, TypeError, KeyError, AttributeError, DocumentError):
        return None
    return StoredResult(upgrade(report), tuple(layout for layout in layouts if isinstance(layout, Layout)), number)


def _digest(report: Json) -> str:
    """A checksum that detects reports edited by hand."""
    return hashlib.sha256(json.dumps(report, sort_keys=True).encode()).hexdigest()


def _sequence(file: Path) -> int:
    """The place of a result in the order of saving, since file times may lie; 0 if an older version stored it."""
    with contextlib.suppress(OSError):
        if found := re.search(rb'"sequence": (\d+)', read_regular(file, 200)):
            return int(found[1])
    return 0


def _delete_old() -> None:
    """Delete the oldest results, and the links to boards without results."""
    with contextlib.suppress(OSError):
        files = sorted(results_dir().glob("*.json"), key=lambda file: (_sequence(file), file.name))
        for file in files[:-MAX_RESULTS]:
            file.unlink(missing_ok=True)
        boards = {file.name.rpartition("-")[0] for file in files[-MAX_RESULTS:]}
        for link in results_dir().glob(f"*{LINK_SUFFIX}"):
            if _linked_board(link) not in boards:
                link.unlink(missing_ok=True)
