"""Draw architecture.svg: the packages of the program in layers, read from the import contracts in pyproject.toml.

`make docs` runs it; a test fails while the file is out of date.
"""

from __future__ import annotations

import tomllib
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = {
    "__main__": "entry point",
    "cli": "the commands; they need no window",
    "gui": "the window",
    "lab": "simulations, statistics, reports",
    "lessons": "tutorials and puzzles",
    "services": "from files to games and back",
    "bots": "random, novice, greedy, planner, mcts",
    "games": "one folder per game",
    "seatiles": "shared by the two Entdecker games",
    "drawing": "lines and outlines for pictures",
    "validation": "boards as graphs",
    "documents": "files: read, validate, write; markup",
    "core": "types: game, match, grid, picture, problem",
}
"""The task of each package."""
LIBRARIES = {"gui": "Qt", "seatiles": "python-sat", "validation": "networkx", "core": "standard library only"}
"""The library that only this package imports."""
WIDE, ROW, GAP, LEFT, TOP = 1040, 50, 10, 56, 66
MAIN = 590  # width of the main stack in pixels; the insets are to its right
PAPER, PANEL, LINE, INK, SECOND, ACCENT, GOLD = (
    "#EFE7D6", "#FBF7ED", "#C9B88F", "#2B261D", "#62573F", "#1E5A6C", "#F6E3B0"
)  # fmt: skip


def layers_of(contract: str) -> list[list[str]]:
    """Return the layers of a contract from the top, each with its packages."""
    project = tomllib.loads((HERE.parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
    found = next(one for one in project["tool"]["importlinter"]["contracts"] if one["id"] == contract)
    return [[name.strip("() ") for name in layer.split("|")] for layer in found["layers"]]


def label(x: float, y: float, text: str, px: float, ink: str = INK, weight: int = 400, anchor: str = "start") -> str:
    """Return a line of text."""
    style = f'font-size="{px}" fill="{ink}" font-weight="{weight}" text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(text)}</text>'


def box(x: float, y: float, wide: float, high: float, fill: str = PANEL) -> str:
    """Return a box with round corners."""
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="8" fill="{fill}" stroke="{LINE}"/>'


def stack() -> tuple[list[str], float]:
    """Return the layers of the program and their lower edge."""
    parts, y = [], float(TOP)
    for layer in layers_of("layers"):
        wide = (MAIN - GAP * (len(layer) - 1)) / len(layer)
        for place, package in enumerate(layer):
            x = LEFT + place * (wide + GAP)
            parts += [box(x, y, wide, ROW), label(x + 14, y + 21, package, 16, ACCENT, 600)]
            parts.append(label(x + 14, y + 39, PACKAGES[package], 13, SECOND))
            if package in LIBRARIES:
                parts.append(label(x + wide - 12, y + 21, LIBRARIES[package], 12, SECOND, 400, "end"))
        y += ROW + GAP
    return parts, y - GAP


def inset(y: float, title: str, layers: list[list[str]], note: str) -> tuple[list[str], float]:
    """Return a smaller stack at the right, the layers within a package, and its lower edge."""
    x, row = LEFT + MAIN + 34, 24
    wide = WIDE - x - 24
    high = 34 + row * len(layers) + 30
    parts = [box(x, y, wide, high), label(x + 14, y + 23, title, 15, ACCENT, 600)]
    for place, layer in enumerate(layers):
        top = y + 34 + place * row
        parts.append(
            f'<rect x="{x + 12:g}" y="{top:g}" width="{wide - 24:g}" height="{row - 4}" rx="5" fill="{GOLD}"/>'
        )
        parts.append(label(x + wide / 2, top + 14.5, "  ·  ".join(layer), 12.5, INK, 400, "middle"))
    parts.append(label(x + 14, y + high - 11, note, 12, SECOND))
    return parts, y + high


def drawing() -> str:
    """Return the diagram as SVG."""
    parts, bottom = stack()
    window, end = inset(TOP, "in gui", layers_of("window"), "no page imports the shell")
    game, end = inset(end + 16, "in every game", layers_of("game_layers"), "the same modules: protocols in core.game")
    high = max(bottom, end) + 24
    arrow = f'<path d="M28 {TOP}V{high - 34:g}m-6 -9l6 10l6 -10" fill="none" stroke="{ACCENT}" stroke-width="2"/>'
    heading = label(LEFT, 40, "Packages import only from packages below them", 21, INK)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high:g}" '
        'font-family="Cabin, Segoe UI, sans-serif">'
        f'<rect width="{WIDE}" height="{high:g}" rx="12" fill="{PAPER}"/>{heading}{arrow}'
        + "\n".join(["", *parts, *window, *game, "</svg>", ""])
    )


if __name__ == "__main__":
    (HERE / "architecture.svg").write_text(drawing(), encoding="utf-8")
