"""Unhandled exceptions: a log, a report that can be sent, and a dialog, after which the program continues."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from studio import __version__
from studio.core.text import language
from studio.documents.files import DocumentError, write_text
from studio.documents.paths import data_dir
from studio.gui.widgets.actions import recent_actions

LOG_LIMIT = 1 << 20
MAX_REPORTS = 5
MAX_CHAIN, MAX_FRAMES = 8, 60  # errors, and frames of each, in a report
_PACKAGES = sys.stdlib_module_names | {"studio", "PySide6", "shiboken6", "numpy", "networkx", "msgspec", "platformdirs"}
_MESSAGES = r"""'[\w.]+'\ object\ (has\ no\ attribute\ '\w+'|is\ not\ [a-z]+|cannot\ be\ [a-z ]+)
    |(list|tuple|string|range\ object)\ (assignment\ )?index\ out\ of\ range|pop\ from\ (an\ )?empty\ \w+
    |unsupported\ operand\ type\(s\)\ for\ [^\w ]+:\ '[\w.]+'\ and\ '[\w.]+'
    |[\w.<>]+\(\)\ (missing|takes|got)\ [\w ]+(positional|keyword)[\w ]+
    |(not\ enough|too\ many)\ values\ to\ unpack\ \(expected\ \d+(,\ got\ \d+)?\)
    |([a-z]+\ )*division\ (or\ modulo\ )?by\ zero|maximum\ recursion\ depth\ exceeded[a-z ]*
    |Internal\ C\+\+\ object\ \([\w.]+\)\ already\ deleted\.|\(?-?\d+(,\ -?\d+)*\)?"""
"""The messages that reports may contain: those of Python and Qt about names in code, and numbers."""


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
        write_log(text)
        place = traceback.extract_tb(trace)[-1] if trace is not None else None
        mark = f"{kind.__name__} {place.filename}:{place.lineno}" if place else kind.__name__
        if self._showing or mark in self._reported:
            return
        self._reported.add(mark)
        from studio.gui.widgets.dialogs import crash

        self._showing = True
        try:
            summary = f"{kind.__name__}: {error}" if str(error) else kind.__name__
            crash(self.window, summary[:400], write_report(error), self._save_all).ask()
        finally:
            self._showing = False


def log_file() -> Path:
    folder = data_dir() / "logs"
    folder.mkdir(0o700, parents=True, exist_ok=True)
    return folder / "explorer-studio.log"


def write_log(text: str) -> Path | None:
    """Append to the log, or start a new one if it is large. None if it cannot be written."""
    try:
        path = log_file()
        if path.exists() and (not path.is_file() or path.stat().st_size > LOG_LIMIT):  # a pipe would block
            path.replace(path.with_suffix(".old.log"))
        moment = time.strftime("%Y-%m-%dT%H:%M:%S%z")
        with open(path, "a", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(f"--- {moment}  Explorer Studio {__version__}  Python {sys.version.split()[0]}\n{text}\n")
    except OSError:
        return None
    return path


def write_report(error: BaseException) -> Path | None:
    """Write a report of an error and delete old ones. None if it cannot be written."""
    try:
        folder = log_file().parent
        path = folder / time.strftime("report-%Y%m%d-%H%M%S.txt")
        write_text(path, "".join(f"{line}\n" for line in format_report(error, recent_actions())))
        for old in sorted(folder.glob("report-*.txt"))[:-MAX_REPORTS]:
            with contextlib.suppress(OSError):
                old.unlink()
    except (OSError, DocumentError):
        return None
    return path


def format_report(error: BaseException, done: Sequence[tuple[float, str]]) -> list[str]:
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
        *_error_lines(error),
    ]


def _error_lines(error: BaseException) -> list[str]:
    """The error and its causes, last first: types, and modules, lines and functions of known packages."""
    lines: list[str] = []
    current: BaseException | None = error
    for _count in range(MAX_CHAIN):
        if current is None:
            break
        lines.append(f"{_type_name(current)}: {_message(current)}")
        frames = list(traceback.walk_tb(current.__traceback__))[-MAX_FRAMES:]
        for frame, number in reversed(frames):
            name = str(frame.f_globals.get("__name__", ""))
            known = name.partition(".")[0] in _PACKAGES
            lines.append(f"  {name}, line {number}, {frame.f_code.co_name}" if known else "  (other code)")
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return lines


def _type_name(error: BaseException) -> str:
    kind = type(error)
    return kind.__qualname__ if kind.__module__.partition(".")[0] in _PACKAGES else "(other error)"


def _message(error: BaseException) -> str:
    if isinstance(error, OSError):
        return errno.errorcode.get(error.errno or 0, "(no code)")
    text = str(error)
    return text if re.fullmatch(_MESSAGES, text, re.VERBOSE | re.ASCII) else f"({len(text)} characters)"
