"""Where no window can be shown Qt aborts the program; here it ends with a sentence that says why."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler, qWarning

from studio.core.text import _, complain, either

PROGRAM = "explorer-studio"
UNUSABLE = 2


@contextmanager
def explained() -> Iterator[None]:
    """While the application is made: what Qt gives up with becomes a sentence and exit code 2."""
    said: list[str] = []

    def hear(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        said.append(message)
        if kind is QtMsgType.QtFatalMsg:  # nothing comes after this: Qt would abort
            complain(f"{PROGRAM}: {reason(said)}")
            sys.stderr.flush()
            os._exit(UNUSABLE)

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
        for message in said:
            qWarning(message)


def reason(said: list[str]) -> str:
    """Why no window can be shown, from what Qt has said of it."""
    from studio.gui.shell.desktop.libraries import missing

    asked = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    text = "\n".join(said)
    if asked and f'Could not find the Qt platform plugin "{asked}"' in text:
        known = ", ".join(sorted(re.findall(r"[\w-]+", text.rpartition("plugins are:")[2])))
        words = _('windows cannot be shown by "{name}" (QT_QPA_PLATFORM), but by {known}')
        return words.format(name=asked, known=known)
    if wanted := missing("platforms/libqxcb*"):
        words = _('no window can be shown, for a library is missing: {names}; "{program} check" tells all')
        return words.format(names=", ".join(wanted), program=PROGRAM)
    displays = [os.environ[name] for name in ("WAYLAND_DISPLAY", "DISPLAY") if os.environ.get(name)]
    if displays:
        words = _('the display "{name}" cannot be reached; "{program} demo" works without one')
        return words.format(name=either(displays), program=PROGRAM)
    return _('there is no display to open a window on; "{program} demo" works without').format(program=PROGRAM)
