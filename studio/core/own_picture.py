"""A person's own picture of a piece: a PNG or SVG file as a data URI. It is checked here without being drawn."""

from __future__ import annotations

import re
import struct
import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from xml.parsers import expat

from studio.core.text import _

PREFIX = "data:image/"
MAX_BYTES, MAX_TOTAL_BYTES = 256 * 1024, 1024 * 1024  # of one picture, of all in a layout
MAX_SIDE = 1024  # pixels
MAX_COST, MAX_DEPTH = 20_000, 40  # elements, numbers and rules of an SVG by their cost; the nesting of its elements
_PNG = b"\x89PNG\r\n\x1a\n"
PATTERN = "^(data:image/(png|svg[+]xml);base64,[A-Za-z0-9+/]+=*)?$"

_ELEMENTS = frozenset((
    "svg", "g", "defs", "title", "desc", "metadata", "style", "path", "rect", "circle", "ellipse", "line", "polyline",
    "polygon", "text", "tspan", "linearGradient", "radialGradient", "stop",
    "namedview", "grid", "page", "RDF", "Work", "format", "type",
))  # fmt: skip
"""What an SVG may contain: shapes and text, then notes by Inkscape. Others could load files or take hours to draw."""
_NUMBER = re.compile(r"\d+")
_OUTSIDE = re.compile(r"url\(\s*['\"]?(?!#)|@import", re.IGNORECASE)


def picture_text(data: bytes) -> str:
    """The content of a file as it is written in a layout."""
    return f"{PREFIX}{'png' if data.startswith(_PNG) else 'svg+xml'};base64,{b64encode(data).decode()}"


def picture_data(text: str) -> bytes:
    return b64decode(text.partition(",")[2])


def check_picture(text: str, others: Sequence[str] = ()) -> None:
    """Check a picture; `others` are those that the layout has besides. Raises `ValueError` with a message."""
    if not text:
        return
    try:
        data = picture_data(text)
    except ValueError:
        data = b""
    if not data or picture_text(data) != text:
        raise ValueError(_("The file is not a PNG or SVG picture."))
    if len(data) > MAX_BYTES:
        raise ValueError(_("The picture is too large. The limit is {limit} KB.").format(limit=MAX_BYTES // 1024))
    if len(data) + sum(len(other) * 3 // 4 for other in others) > MAX_TOTAL_BYTES:
        message = _("The pictures of a layout are too large. The limit is {limit} KB for all together.")
        raise ValueError(message.format(limit=MAX_TOTAL_BYTES // 1024))
    try:
        _check_png(data) if data.startswith(_PNG) else _check_svg(data)
    except (struct.error, zlib.error, expat.ExpatError):
        raise ValueError(_("The picture is damaged or incomplete, or it is not a PNG or SVG picture.")) from None


def _check_png(data: bytes) -> None:
    place, kind, pixels = len(_PNG), b"", b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">I4s", data, place)
        content, place = data[place + 8 : place + 8 + length], place + 12 + length
        if struct.unpack_from(">I", data, place - 4)[0] != zlib.crc32(kind + content):
            raise zlib.error
        if kind == b"IHDR":
            width, height = struct.unpack_from(">II", content)
            if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
                message = _("The picture has {width} × {height} pixels. The limit is {most} × {most}.")
                raise ValueError(message.format(width=width, height=height, most=MAX_SIDE))
        elif kind == b"IDAT":
            pixels += content
    unpacked = zlib.decompressobj()
    unpacked.decompress(pixels, 9 * (MAX_SIDE + 8) ** 2)  # up to 64 bits per pixel, and something for every row
    if not unpacked.eof:
        raise zlib.error


def _check_svg(data: bytes) -> None:
    parser = expat.ParserCreate("utf-8", " ")
    depth = cost = 0

    def refuse(name: str) -> None:
        message = _("The picture contains “{name}”, which is not allowed. Save it as a plain SVG or as a PNG.")
        raise ValueError(message.format(name=name[:40]))

    def add_cost(more: int) -> None:
        nonlocal cost
        cost += more
        if cost > MAX_COST or depth > MAX_DEPTH:
            raise ValueError(_("The SVG picture has too many parts. Save it as a PNG."))

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        add_cost(10 + len(_NUMBER.findall(" ".join(attributes.values()))))
        local = name.rpartition(" ")[2]
        if local not in _ELEMENTS or (depth == 1) != (local == "svg"):
            refuse(local)
        for full, value in attributes.items():
            attribute = full.rpartition(" ")[2].lower()
            is_link = attribute == "href" and not value.startswith("#")
            if attribute.startswith("on") or is_link or _OUTSIDE.search(value):
                refuse(attribute)

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1

    def text(content: str) -> None:
        add_cost(100 * content.count("{"))  # every rule of a style sheet is compared with every element
        if found := _OUTSIDE.search(content):
            refuse(found[0])

    def document_type(_name: str, _system: str | None, _public: str | None, has_entities: int) -> None:
        if has_entities:
            refuse("DOCTYPE")

    def declaration(_version: str, encoding: str | None, _standalone: int) -> None:
        if (encoding or "utf-8").lower() != "utf-8":
            refuse(encoding or "")

    parser.buffer_text = True
    parser.buffer_size = MAX_BYTES
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    parser.StartDoctypeDeclHandler, parser.XmlDeclHandler = document_type, declaration
    parser.Parse(data, True)
