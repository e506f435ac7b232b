"""Where to save: one question for layouts, matches and pictures, which never leads over a file that was not named."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from studio.core.text import _
from studio.documents.files import plain_name
from studio.gui.settings import settings
from studio.gui.widgets.dialogs import confirm


def ask_where(
    parent: QWidget, heading: str, title: str, kinds: Sequence[tuple[str, str]], path: Path | None = None
) -> Path | None:
    """The file to save in, ending as one of `kinds` (words and ending, the usual one first); None: not at all.

    Proposed is `path`, or else a plain name made of `title` in the folder used last. The file dialog asks before it
    hands out the name of a file that is there; when the ending was left out, this asks instead.
    """
    endings = [ending for _words, ending in kinds]
    filters = ";;".join(f"{words} (*{ending})" for words, ending in kinds)
    proposed = path or Path(str(settings().value("folder"))) / plain_name(title, endings[0])
    while True:
        chosen, kind = QFileDialog.getSaveFileName(parent, heading, str(proposed), filters)
        if not chosen:
            return None
        proposed = Path(chosen)
        if proposed.suffix.lower() in endings:
            return proposed
        ending = next((ending for ending in endings if f"(*{ending})" in kind), endings[0])
        proposed = proposed.with_name(proposed.name + ending)
        if not proposed.exists() or may_replace(parent, proposed):
            return proposed


def may_replace(parent: QWidget, path: Path) -> bool:
    """Ask whether a file may be replaced."""
    heading = _("Replace “{name}”?").format(name=path.name)
    words = _("There is a file of this name in the folder. What it holds would be lost.")
    return confirm(parent, heading, words, _("Replace"), _("Choose another name"))
