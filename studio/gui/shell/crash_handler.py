"""Unhandled exceptions: a log, a report that can be sent, and a dialog, after which the program continues."""

from __future__ import annotations

import contextlib
import re
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from studio import __version__
from studio.core.text import language
from studio.documents.paths import data_dir
from studio.gui.widgets.actions import recent_actions

LOG_LIMIT = 1 << 20
MAX_REPORTS = 5
_ROOT = Path(__file__).resolve().parents[3]  # of the program's own files
_FRAME = re.compile(r'\s*File "([^"]*)"')
# from the start of a path to where the last one of the line may end: names may contain anything
_PATHS = re.compile(r"""(?<![^\s'"(=])(?:[A-Za-z]:)?[\\/](?=\S)(?:.*[\\/])?.*?(?=: |$)""")


class CrashHandler:
    """A `sys.excepthook` that writes the log, and shows a dialog once per kind and place of an error."""

    def __init__(self, window: QWidget, save_all: Callable[[], None]) -> None:
        self.window, self._save_all = window, save_all
        self._reported: set[str] = set()
        self._showing = False

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        sys.stderr.write(text)
        log = write_log(text)
        place = traceback.extract_tb(trace)[-1] if trace is not None else None
        mark = f"{kind.__name__} {place.filename}:{place.lineno}" if place else kind.__name__
        if self._showing or mark in self._reported:
            return
        self._reported.add(mark)
        from studio.gui.widgets.dialogs import crash

        self._showing = True
        try:
            summary = f"{kind.__name__}: {error}" if str(error) else kind.__name__
            crash(self.window, summary[:400], write_report(text) or log, self._save_all).ask()
        finally:
            self._showing = False


def log_file() -> Path:
    folder = data_dir() / "logs"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "explorer-studio.log"


def write_log(text: str) -> Path | None:
    """Append to the log, or start a new one if it is large. None if it cannot be written."""
    try:
        path = log_file()
        if path.exists() and (not path.is_file() or path.stat().st_size > LOG_LIMIT):  # a pipe would block
            path.replace(path.with_suffix(".old.log"))
        moment = datetime.now().astimezone().isoformat(timespec="seconds")
        with path.open("a", encoding="utf-8") as file:
            file.write(f"--- {moment}  Explorer Studio {__version__}  Python {sys.version.split()[0]}\n{text}\n")
    except OSError:
        return None
    return path


def write_report(text: str) -> Path | None:
    """Write a report of an error and delete old ones. None if it cannot be written."""
    try:
        folder = log_file().parent
        path = folder / f"report-{datetime.now():%Y%m%d-%H%M%S}.txt"
        path.write_text("".join(f"{line}\n" for line in format_report(text, recent_actions())), encoding="utf-8")
        for old in sorted(folder.glob("report-*.txt"))[:-MAX_REPORTS]:
            with contextlib.suppress(OSError):
                old.unlink()
    except OSError:
        return None
    return path


def format_report(text: str, done: Sequence[tuple[float, str]]) -> list[str]:
    """The lines of a report: versions, the last actions with their times, the error."""
    import platform  # not needed at a usual start

    now = time.monotonic()
    return [
        f"Explorer Studio {__version__}, Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}, "
        f"{QGuiApplication.platformName()}, {language()}",
        "",
        "What was done last, and how many seconds before:",
        *(f"  {now - moment:8.1f}  {name}" for moment, name in done),
        "",
        *strip_paths(text).rstrip().split("\n"),
    ]


def strip_paths(text: str) -> str:
    """Remove all paths but those of the program and of Python."""
    lines = []
    for line in text.split("\n"):
        frame = _FRAME.match(line)
        shortened = f'  File "{_shorten_path(Path(frame[1]))}"{line[frame.end() :]}' if frame is not None else ""
        lines.append(shortened or _PATHS.sub("(a path)", line))
    return "\n".join(lines)


def _shorten_path(path: Path) -> str:
    for root, name in ((Path(sys.prefix), "python"), (Path(sys.base_prefix), "python"), (_ROOT, "program")):
        if path.is_relative_to(root):
            return f"({name})/{path.relative_to(root).as_posix()}"
    return "(a path)" if path.is_absolute() else path.as_posix()
