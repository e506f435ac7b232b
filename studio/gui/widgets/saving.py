"""Where to save: one question for layouts, matches and pictures, which never leads over a file that was not named."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath

from PySide6.QtWidgets import QFileDialog, QWidget

from studio.core.text import _
from studio.documents.files import plain_name
from studio.gui.settings import settings
from studio.gui.widgets.dialogs import confirm


def ask_where(
    parent: QWidget, heading: str, title: str, kinds: Sequence[tuple[str, str]], path: Path | None = None
) -> Path | None:
    """The file to save in, ending as one of `kinds` (words and ending, the usual one first); None: not at all.

    Of an ending in two parts (".layout.json") the last is enough where somebody has typed it.
    Proposed is `path`, or else a plain name made of `title` in the folder used last. The file dialog asks before it
    hands out the name of a file that is there; when the ending was left out, this asks instead.
    """
    endings = [ending for _words, ending in kinds]
    suffixes = [PurePath(f"x{ending}").suffix for ending in endings]
    filters = ";;".join(f"{words} (*{suffix})" for (words, _ending), suffix in zip(kinds, suffixes, strict=True))
    proposed = path or Path(str(settings().value("folder"))) / plain_name(title, endings[0])
    while True:
        chosen, kind = QFileDialog.getSaveFileName(parent, heading, str(proposed), filters)
        if not chosen:
            return None
        proposed = Path(chosen)
        if proposed.suffix.lower() in suffixes:
            return proposed
        asked = next((number for number, suffix in enumerate(suffixes) if f"(*{suffix})" in kind), 0)
        proposed = proposed.with_name(proposed.name + endings[asked])
        if not proposed.exists() or may_replace(parent, proposed):
            return proposed


def may_replace(parent: QWidget, path: Path) -> bool:
    """Ask whether a file may be replaced."""
    heading = _("Replace “{name}”?").format(name=path.name)
    words = _("There is a file of this name in the folder. What it holds would be lost.")
    return confirm(parent, heading, words, _("Replace"), _("Choose another name"))
