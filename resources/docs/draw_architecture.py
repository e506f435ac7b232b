"""Draws architecture.svg: the rooms of the program as floors, read from the contracts in pyproject.toml.

From the top of the source tree: python resources/docs/draw_architecture.py (a test says when it has to be done again)
"""

from __future__ import annotations

import tomllib
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
ROOMS = {
    "__main__": "the door",
    "cli": "the commands; they need no window",
    "gui": "the window",
    "lab": "many matches, statistics, reports",
    "lessons": "tutorials and puzzles",
    "opening": "from files to games and back",
    "bots": "who plays by themselves",
    "games": "a folder for each game",
    "seatiles": "what both games of sea tiles share",
    "drawing": "lines and outlines for pictures",
    "validation": "boards as graphs",
    "documents": "files: read, check, keep; texts",
    "core": "the vocabulary: game, match, grid, picture, problem",
}
"""What each room is for."""
BROUGHT = {"gui": "Qt", "seatiles": "python-sat", "validation": "networkx", "core": "standard library only"}
"""What a room alone uses."""
WIDE, ROW, GAP, LEFT, TOP = 1040, 50, 10, 56, 66
MAIN = 590
"""Pixels of the house; its insets stand at the right."""
PAPER, PANEL, LINE, INK, SECOND, ACCENT, GOLD = (
    "#EFE7D6", "#FBF7ED", "#C9B88F", "#2B261D", "#62573F", "#1E5A6C", "#F6E3B0"
)  # fmt: skip


def layers_of(contract: str) -> list[list[str]]:
    """The layers of a contract from the top, each with the rooms that stand side by side in it."""
    project = tomllib.loads((HERE.parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
    found = next(one for one in project["tool"]["importlinter"]["contracts"] if one["id"] == contract)
    return [[name.strip("() ") for name in layer.split("|")] for layer in found["layers"]]


def words(x: float, y: float, text: str, px: float, ink: str = INK, weight: int = 400, anchor: str = "start") -> str:
    """A line of text."""
    style = f'font-size="{px}" fill="{ink}" font-weight="{weight}" text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(text)}</text>'


def box(x: float, y: float, wide: float, high: float, fill: str = PANEL) -> str:
    """A card."""
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="8" fill="{fill}" stroke="{LINE}"/>'


def house() -> tuple[list[str], float]:
    """The floors of the program, and how far down they go."""
    parts, y = [], float(TOP)
    for layer in layers_of("layers"):
        wide = (MAIN - GAP * (len(layer) - 1)) / len(layer)
        for place, room in enumerate(layer):
            x = LEFT + place * (wide + GAP)
            parts += [box(x, y, wide, ROW), words(x + 14, y + 21, room, 16, ACCENT, 600)]
            parts.append(words(x + 14, y + 39, ROOMS[room], 13, SECOND))
            if room in BROUGHT:
                parts.append(words(x + wide - 12, y + 21, BROUGHT[room], 12, SECOND, 400, "end"))
        y += ROW + GAP
    return parts, y - GAP


def inset(y: float, title: str, layers: list[list[str]], note: str) -> tuple[list[str], float]:
    """A smaller stack at the right: floors within a room, and how far down it goes."""
    x, row = LEFT + MAIN + 34, 24
    wide = WIDE - x - 24
    high = 34 + row * len(layers) + 30
    parts = [box(x, y, wide, high), words(x + 14, y + 23, title, 15, ACCENT, 600)]
    for place, layer in enumerate(layers):
        top = y + 34 + place * row
        parts.append(
            f'<rect x="{x + 12:g}" y="{top:g}" width="{wide - 24:g}" height="{row - 4}" rx="5" fill="{GOLD}"/>'
        )
        parts.append(words(x + wide / 2, top + 14.5, "  ·  ".join(layer), 12.5, INK, 400, "middle"))
    parts.append(words(x + 14, y + high - 11, note, 12, SECOND))
    return parts, y + high


def drawing() -> str:
    """The whole picture."""
    parts, bottom = house()
    window, end = inset(TOP, "in gui", layers_of("window"), "the shell knows pages, no page knows the shell")
    game, end = inset(end + 16, "in every game", layers_of("floors"), "the same rooms in each: protocols in core.game")
    high = max(bottom, end) + 24
    arrow = f'<path d="M28 {TOP}V{high - 34:g}m-6 -9l6 10l6 -10" fill="none" stroke="{ACCENT}" stroke-width="2"/>'
    heading = words(LEFT, 40, "Who knows whom: arrows point down only", 21, INK)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high:g}" '
        'font-family="Cabin, Segoe UI, sans-serif">'
        f'<rect width="{WIDE}" height="{high:g}" rx="12" fill="{PAPER}"/>{heading}{arrow}'
        + "\n".join(["", *parts, *window, *game, "</svg>", ""])
    )


if __name__ == "__main__":
    (HERE / "architecture.svg").write_text(drawing(), encoding="utf-8")
