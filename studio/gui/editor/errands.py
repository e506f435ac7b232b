"""What the editor asks a person in a dialog first: where to save, the board's new size, where a picture goes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

from studio.core.text import _
from studio.gui.settings import settings

if TYPE_CHECKING:
    from studio.gui.editor.document.document import EditorDocument
    from studio.gui.style.theme import Theme

PICTURES = "PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"
EXPORT_WIDTH = 2400


def ask_file(parent: QWidget, document: EditorDocument, title: str) -> Path | None:
    """Where the layout is to be saved; None when nobody wants to."""
    name = document.path or _suggested(title, "json")
    chosen, _kind = QFileDialog.getSaveFileName(parent, _("Save the layout"), str(name), _("Layouts (*.json)"))
    if not chosen:
        return None
    path = Path(chosen)
    return path if path.suffix else path.with_suffix(".json")


def resize(parent: QWidget, document: EditorDocument) -> bool:
    """Ask for a new size of the board and give it to it; say whether that was wanted."""
    from studio.gui.editor.panels.resize_dialog import ResizeDialog

    dialog = ResizeDialog(document.game, document.body, parent)
    if dialog.ask() != "resize":
        return False
    grid = document.game.grid(dialog.new)
    words = _("Board resized to {columns} × {rows}").format(columns=grid.columns, rows=grid.rows)
    document.apply(words, dialog.new, icon="resize")
    return True


def export(parent: QWidget, document: EditorDocument, title: str, theme: Theme) -> Path | None:
    """Ask for a file and write the board there as a picture; None when nobody wants to."""
    from studio.gui.output.render import render_file

    name = _suggested(title, "png")
    chosen, kind = QFileDialog.getSaveFileName(parent, _("Export a picture"), str(name), PICTURES)
    if not chosen:
        return None
    path = Path(chosen)
    if path.suffix.lower() not in (".png", ".svg", ".pdf"):
        path = path.with_name(f"{path.name}.{kind[:3].lower()}")
    render_file(document.game.sketch(document.body, still=True), path, EXPORT_WIDTH, theme)
    return path


def _suggested(title: str, suffix: str) -> Path:
    """A layout's name as the name of a file, in the folder used last."""
    kept = "".join(letter if letter.isalnum() else "_" for letter in title.lower())
    name = "_".join(part for part in kept.split("_") if part) or "layout"
    return Path(str(settings().value("folder"))) / f"{name}.{suffix}"
