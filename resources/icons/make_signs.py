"""Writes the small SVG files that Qt wants as files, from the window's own line icons, for both themes.

`signs/` is what the style sheet names (ticks, arrows); `themes/` replaces the stock icons of file and message dialogs.
Run from the top of the source tree: QT_QPA_PLATFORM=offscreen python resources/icons/make_signs.py
"""

from __future__ import annotations

from pathlib import Path

from studio.gui.style.icons import line_icons
from studio.gui.style.theme import DARK, LIGHT, Theme

FOLDER = Path(__file__).parent
SIGNS = {"down": ("down", "second", 2.4), "right": ("right", "second", 2.4), "tick": ("tick", "text", 2.6)}
SIGNS["tick_on"] = ("tick", "on_accent", 3.0)
STOCK = {
    "folder": ("folder", "gold_text"),
    "user-home": ("home", "second"),
    "user-desktop": ("map", "second"),
    "computer": ("computer", "second"),
    "drive-harddisk": ("computer", "second"),
    "text-x-generic": ("new", "second"),
    "folder-new": ("folder_new", "text"),
    "go-up": ("arrow_up", "text"),
    "go-previous": ("arrow_left", "text"),
    "go-next": ("arrow_right", "text"),
    "view-list-icons": ("cards", "text"),
    "view-list-text": ("cards", "text"),
    "view-list-details": ("list", "text"),
    "document-save": ("save", "text"),
    "document-open": ("open", "text"),
    "dialog-warning": ("warning", "warning"),
    "dialog-error": ("error", "error"),
    "dialog-information": ("info", "info"),
    "dialog-question": ("help", "accent"),
    "edit-clear": ("cross", "second"),
    "edit-undo": ("undo", "text"),
    "edit-redo": ("redo", "text"),
    "edit-cut": ("cut", "text"),
    "edit-copy": ("copy", "text"),
    "edit-paste": ("paste", "text"),
    "edit-delete": ("trash", "text"),
    "edit-select-all": ("rectangle", "text"),
}
INDEX = """[Icon Theme]
Name={name}
Comment=Line icons of Explorer Studio
Directories=all

[all]
Size=24
Type=Scalable
MinSize=8
MaxSize=512
Context=Actions
"""


def drawing(shape: str, ink: str, stroke: float) -> str:
    """An icon as an SVG file in one colour."""
    shapes = line_icons()[shape].replace('fill="ink"', f'fill="{ink}"')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" fill="none" '
        f'stroke="{ink}" stroke-width="{stroke:g}" stroke-linecap="round" stroke-linejoin="round">{shapes}</svg>\n'
    )


def write(theme: Theme) -> None:
    """Write all files of one theme."""
    for name, (shape, role, stroke) in SIGNS.items():
        svg = drawing(shape, theme.color(role).name(), stroke)
        (FOLDER / "signs" / f"{name}_{theme.name}.svg").write_text(svg, "utf-8")
    folder = FOLDER / "themes" / f"explorer-{theme.name}"
    (folder / "all").mkdir(parents=True, exist_ok=True)
    (folder / "index.theme").write_text(INDEX.format(name=folder.name), "utf-8")
    for name, (shape, role) in STOCK.items():
        (folder / "all" / f"{name}.svg").write_text(drawing(shape, theme.color(role).name(), 1.9), "utf-8")


if __name__ == "__main__":
    for each in (LIGHT, DARK):
        write(each)
