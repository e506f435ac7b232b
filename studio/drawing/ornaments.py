"""Fixed drawings in the board's own strokes: SVG files read as outlines, whose style names stand as classes.

An ornament `room/name` is `resources/ornaments/<room>/<name>.svg`. Unlike a sprite it is painted by recipes, so that
hairlines keep their width at every scale and colours follow the theme; resources/ornaments/README.md says what such a
file may hold. A file is read when it is first drawn. Sprites by themselves are here too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from studio.core.grid import Point
from studio.core.picture import Layer, Outline, Path, Picture, Sprite, circle, rectangle, rounded
from studio.core.text import wordless
from studio.documents.paths import resources_dir
from studio.drawing.outlines import mapped, oval

if TYPE_CHECKING:  # the reader of XML is loaded when something is drawn
    from xml.etree.ElementTree import Element

_SVG = "{http://www.w3.org/2000/svg}"
_ASIDE = ("style", "title", "desc", "metadata", "defs")
_COMMAND = re.compile(r"([A-DF-Za-df-z])([^A-DF-Za-df-z]*)")  # e belongs to numbers
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_OPERANDS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Z": 0}


@wordless
@lru_cache(maxsize=192)
def thing(name: str, seat: int = -1, size: float = 0.92) -> Picture:
    """One sprite as a picture by itself."""
    return Picture((0.0, 0.0, 1.0, 1.0), (Layer("thing", (Sprite(name, 0.5, 0.5, size, seat=seat),), still=False),))


@wordless
@lru_cache(maxsize=4096)
def ornament(
    name: str, x: float = 0.0, y: float = 0.0, size: float = 1.0, turn: float = 0.0, cell: int = -1, style: str = ""
) -> tuple[Path, ...]:
    """The paths of an ornament `size` times as large, turned clockwise (in degrees), with its origin at (x, y).

    `style` takes the place of those in the file. Raises `OSError` without such a file, `ValueError` with the place
    and the reason for one that cannot be read.
    """
    sine, cosine = size * math.sin(math.radians(turn)), size * math.cos(math.radians(turn))

    def placed(px: float, py: float) -> Point:
        return x + px * cosine - py * sine, y + px * sine + py * cosine

    return tuple(
        Path(style or path.style, tuple(mapped(outline, placed) for outline in path.outlines), cell, path.closed)
        for path in _read(name)
    )


@wordless
@cache
def _read(name: str) -> tuple[Path, ...]:
    """The paths of an ornament as its file has them."""
    from xml.etree.ElementTree import ParseError, parse

    try:
        return tuple(_paths(parse(resources_dir() / "ornaments" / f"{name}.svg").getroot()))
    except (ParseError, ValueError) as problem:
        raise ValueError(f"ornament {name}: {problem}") from problem


def _paths(parent: Element) -> Iterator[Path]:
    """A path for each element with a class; a group with a class is one path of all that is in it."""
    for element in _drawn(parent):
        style = element.get("class", "")
        if element.tag == f"{_SVG}g" and not style:
            yield from _paths(element)
            continue
        if not style:
            raise ValueError(f"an element {_tag(element)} without class")
        parts = [_outlines(part) for part in (_drawn(element) if element.tag == f"{_SVG}g" else (element,))]
        if len({closed for _found, closed in parts}) != 1:
            raise ValueError(f"{style}: open and closed outlines in one group, or none")
        yield Path(style, tuple(outline for found, _closed in parts for outline in found), closed=parts[0][1])


def _drawn(parent: Element) -> Iterator[Element]:
    """The elements that are drawings, without notes and what editors of other makers leave behind."""
    for element in parent:
        if element.tag.startswith(_SVG) and _tag(element) not in _ASIDE:
            if "transform" in element.attrib:
                raise ValueError(f"{_tag(element)} has a transform; apply it to the coordinates")
            yield element


def _tag(element: Element) -> str:
    return element.tag.removeprefix(_SVG)


def _outlines(element: Element) -> tuple[tuple[Outline, ...], bool]:
    """The outlines of one element, and whether they are closed."""

    def at(*keys: str) -> list[float]:
        return [float(element.get(key, "0")) for key in keys]

    match _tag(element):
        case "path":
            return _path_data(element.get("d", ""))
        case "polyline":
            return _path_data(f"M{element.get('points', '')}")
        case "circle":
            return (circle(*at("cx", "cy", "r")),), True
        case "ellipse":
            return (oval(*at("cx", "cy", "rx", "ry")),), True
        case "rect" if "rx" in element.attrib:
            return (rounded(*at("x", "y", "width", "height", "rx")),), True
        case "rect":
            return (rectangle(*at("x", "y", "width", "height")),), True
    raise ValueError(f"an element {_tag(element)}, which ornaments have not")


def _path_data(data: str) -> tuple[tuple[Outline, ...], bool]:
    """The outlines of path data, which are all closed or all open."""
    found: list[list[tuple[float, ...]]] = []
    ends = 0
    x = y = 0.0
    for command, operands in _COMMAND.findall(data):
        kind, numbers = command.upper(), [float(number) for number in _NUMBER.findall(operands)]
        count = _OPERANDS.get(kind, -1)
        if count < 0 or (kind != "M" and len(found) == ends) or (len(numbers) % count if count else numbers):
            raise ValueError(f"path data {command}{operands.rstrip()}")
        if kind == "Z":
            ends += 1
            x, y = found[-1][0]
        for start in range(0, len(numbers), count or 1):
            step = numbers[start : start + count]
            if kind == "V":
                step = [0.0 if command == "v" else x, *step]
            elif kind == "H":
                step = [*step, 0.0 if command == "h" else y]
            if command.islower():
                step = [value + (y if i % 2 else x) for i, value in enumerate(step)]
            if kind == "M" and start == 0:
                found.append([])
            found[-1].append(tuple(step))
            x, y = step[-2:]
    if not found or ends not in (0, len(found)):
        raise ValueError("a path without outlines, or with open and closed ones")
    return tuple(map(tuple, found)), bool(ends)
