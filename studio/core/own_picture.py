"""A person's own picture of a piece: a PNG or SVG file as a data URI. It is checked here without being drawn."""

from __future__ import annotations

import re
import struct
import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from io import BytesIO

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
_ANY_NAMESPACE = re.compile(r"^\{.*\}")
_FORBIDDEN = re.compile(r"url\(\s*['\"]?(?!#)|@import|<!ENTITY|\0", re.IGNORECASE)
_ACTIVE = re.compile(r"on\w*=.*|href=(?!#).*", re.IGNORECASE | re.DOTALL)  # attributes that run or load something


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
    except (struct.error, zlib.error, UnicodeDecodeError):
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
    from xml.etree import ElementTree  # only imported for files that have such pictures

    text, depth = data.decode(), 0
    _refuse(_FORBIDDEN.search(text))
    cost = 100 * text.count("{")  # every rule of a style sheet is compared with every element
    try:
        for event, element in ElementTree.iterparse(BytesIO(data), ("start", "end")):
            depth += 1 if event == "start" else -1
            if event == "end":
                continue
            name, values = _ANY_NAMESPACE.sub("", element.tag), element.attrib.values()
            cost += 10 + len(_NUMBER.findall(" ".join(values)))
            if cost > MAX_COST or depth > MAX_DEPTH:
                raise ValueError(_("The SVG picture has too many parts. Save it as a PNG."))
            if name not in _ELEMENTS or (depth == 1) != (name == "svg"):
                _refuse(re.match(".*", name))
            for attribute, value in element.items():
                _refuse(_FORBIDDEN.search(value) or _ACTIVE.fullmatch(f"{_ANY_NAMESPACE.sub('', attribute)}={value}"))
    except ElementTree.ParseError:
        raise zlib.error from None


def _refuse(found: re.Match[str] | None) -> None:
    if found:
        message = _("The picture contains “{name}”, which is not allowed. Save it as a plain SVG or as a PNG.")
        raise ValueError(message.format(name=found[0][:40]))
