"""Stored results: in the data folder, found by the hash of their board.

A file holds the report of one run, with its layouts. Links from a layout's file to boards find the results of a layout
that was changed since, and those of its variations.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from studio.core.game import Json
from studio.documents.files import DocumentError, read_regular, write_text
from studio.documents.paths import results_dir
from studio.documents.store import Layout, layout_text, parse
from studio.lab.report.data import VERSION as REPORT_VERSION

FORMAT, VERSION = "studio.lab.kept", 1
MAX_RESULTS = 2_000  # beyond this number the reports that were saved first are deleted, except the newest of a board
MAX_BOARDS = {".measured": 20, ".varied": 100}
"""Boards that a layout's file is linked to, by the extension of the link: its own, and those of its variations."""


class StoredResult(NamedTuple):
    report: Json
    layouts: tuple[Layout, ...]
    number: int  # number of the experiment on its layout, from 1
    saved: str = ""  # date of the last save as ISO 8601 in UTC


def save_result(
    report: Json, layouts: Sequence[Layout], path: Path | None, number: int = 1, *, is_variation: bool = False
) -> None:
    """Store a report; `path` is the file of its first layout, or of the one that it varies. Raises `DocumentError`.

    It replaces an earlier report of the same run only. `number` counts the experiments on the layout.
    """
    if is_variation:
        report = {**report, "experiment": {**report["experiment"], "variation": report["sides"][0]["layout"]}}
    board, seats = report["sides"][0]["hash"], report["experiment"]["seats"]
    started = re.sub(r"\D", "", report["run"]["started"])
    file = results_dir() / f"{board}-{seats}-{started}.json"
    is_new = not file.exists()
    make_folder()
    whole = {
        "format": FORMAT,
        "version": VERSION,
        "date": now(),
        "number": number,
        "digest": _digest(report),
        "report": report,
        "layouts": [layout_text(layout) for layout in layouts],
    }
    write_text(file, json.dumps(whole, ensure_ascii=False))
    if path is not None:
        link_layout(path, board, is_variation=is_variation)
    if is_new:
        _delete_old()


def load_results(board: str) -> list[StoredResult]:
    """The result of the board with this hash for each number of seats, newest first.

    It is the newest, but an unfinished run does not replace one with more matches.
    """
    found: dict[int, StoredResult] = {}
    finished: set[int] = set()
    for result in _stored_runs(board, finished):
        report = result.report
        seats = report["experiment"]["seats"]
        if seats not in found or report["matches"] > found[seats].report["matches"]:
            found[seats] = result
        if report["state"] == "finished":
            finished.add(seats)
    return [*found.values()]


def load_history(board: str) -> list[StoredResult]:
    """The results of all runs of the board with this hash, newest first."""
    return [*_stored_runs(board)]


def _stored_runs(board: str, skipped: Collection[int] = ()) -> Iterator[StoredResult]:
    """The results of a board, newest first, without those of some numbers of seats; unreadable ones are skipped."""
    for file in sorted(results_dir().glob(f"{board}-*.json"), key=stored_date, reverse=True):
        seats = file.stem.split("-")[1]
        if not (seats.isdecimal() and int(seats) in skipped) and (result := _read_result(file)) is not None:
            yield result


def has_results() -> bool:
    """Whether there may be any result."""
    return results_dir().is_dir()


def link_layout(path: Path, board: str, *, is_variation: bool = False) -> None:
    """Note that the layout in this file, or a variation of it, had the board with this hash when it was measured.

    Raises `DocumentError`.
    """
    make_folder()
    link, most = _links(path)[is_variation]
    boards = [board, *(other for other in _read_link(link) if other != board)]
    write_text(link, "\n".join(boards[:most]))


def last_measured_board(path: Path) -> str:
    """The hash of the board that was measured last for this file; "" for none."""
    return next(iter(linked_boards(path)), "")


def linked_boards(path: Path, *, of_variations: bool = False) -> list[str]:
    """The hashes of the boards that were measured for this file, or for variations of it, the last one first."""
    return _read_link(_links(path)[of_variations][0])


def _read_link(link: Path) -> list[str]:
    with contextlib.suppress(OSError, ValueError):
        return [board[:64] for board in read_regular(link).decode("ascii").split()]
    return []


def _links(path: Path) -> list[tuple[Path, int]]:
    """The links of a file, the same for every spelling of its path, each with the most boards that it has."""
    name = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:24]
    return [(results_dir() / f"{name}{suffix}", most) for suffix, most in MAX_BOARDS.items()]


def make_folder() -> None:
    """Create the folder of results. Raises `DocumentError`."""
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
        number, date = int(whole["number"]), str(whole["date"])
        if report["version"] != REPORT_VERSION or len(report["sides"]) != len(layouts):
            return None
        if whole["digest"] != _digest(report):  # edited by hand
            return None
    except (OSError, ValueError, TypeError, KeyError, AttributeError, DocumentError):
        return None
    played = tuple(layout for layout in layouts if isinstance(layout, Layout))
    return StoredResult(report, played, number, date)


def _digest(report: Json) -> str:
    """A checksum that detects reports edited by hand."""
    return hashlib.sha256(json.dumps(report, sort_keys=True).encode()).hexdigest()


def now() -> str:
    """The present moment as it is stored: ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def stored_date(file: Path) -> tuple[str, str]:
    """The date of saving as it is stored, since file times may lie, and the name."""
    with contextlib.suppress(OSError):
        if found := re.search(rb'"date": ?"([0-9T:.+-]+)', read_regular(file, 200)):
            return found[1].decode("ascii"), file.name
    return "", file.name


def _delete_old() -> None:
    """Delete the oldest results, and the links to boards without results."""
    with contextlib.suppress(OSError):
        files = sorted(results_dir().glob("*.json"), key=stored_date)
        newest = {_board(file): file for file in files}
        older = [file for file in files if newest[_board(file)] != file]
        for file in older[: max(0, len(files) - MAX_RESULTS)]:
            file.unlink(missing_ok=True)
        for link in (link for suffix in MAX_BOARDS for link in results_dir().glob(f"*{suffix}")):
            if newest.keys().isdisjoint(_read_link(link)):
                link.unlink(missing_ok=True)


def _board(file: Path) -> str:
    return file.name.partition("-")[0]
