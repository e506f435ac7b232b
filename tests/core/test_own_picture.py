"""A person's own pictures: what is accepted, and hostile files that are refused without harm."""

import struct
import zlib
from itertools import pairwise

import pytest

from studio.core.own_picture import MAX_BYTES, check_picture, picture_data, picture_text
from studio.documents.decoding import check_pictures


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(width: int = 8, height: int = 8, color: bytes = b"\xc0\x30\x20\xff", rows: bytes | None = None) -> bytes:
    """A PNG of one colour; `rows` are other pixels."""
    rows = (b"\0" + color * width) * height if rows is None else rows
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def svg(inside: str, head: str = "") -> bytes:
    text = f'{head}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{inside}</svg>'
    return text.encode()


PICTURE = picture_text(png())
CIRCLE = '<circle cx="5" cy="5" r="4" fill="url(#glow)"/>'
INKSCAPE = '<i:namedview xmlns:i="http://www.inkscape.org" i:zoom="2"/><metadata>drawn by me</metadata>'
ILLUSTRATOR = (
    '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://w3.org/s.dtd">'
)


@pytest.mark.parametrize(
    "data",
    [
        *(png(), png(1024, 1024), svg(CIRCLE), svg(INKSCAPE + CIRCLE), svg(CIRCLE, ILLUSTRATOR)),
        svg("<style>.a { fill: red }</style><path class='a' d='M0 0h9v9z'/>"),
    ],
)
def test_pngs_and_svgs_are_accepted_and_returned_unchanged(data: bytes) -> None:
    text = picture_text(data)
    check_picture(text)
    assert picture_data(text) == data


ENTITIES = "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in pairwise("abcdefghij"))
HOSTILE = {
    "many pixels": (png(10_000, 10_000, rows=b""), "10000 × 10000"),
    "packed tightly": (png(8, 8, rows=bytes(16 << 20)), "damaged"),
    "truncated": (png()[:-20], "damaged"),
    "half its pixels": (png()[:60] + png()[-12:], "damaged"),
    "changed": (png().replace(b"IDAT", b"IDAU"), "damaged"),
    "no chunks": (b"\x89PNG\r\n\x1a\n", "damaged"),
    "large": (svg("<!--" + "x" * MAX_BYTES + "-->"), "256 KB"),
    "entities": (svg("&j;", f'<!DOCTYPE svg [<!ENTITY a "ha">{ENTITIES}]>'), "ENTITY"),
    "own entity": (svg("&a;", '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>'), "ENTITY"),
    "script": (svg("<script>alert(1)</script>"), "script"),
    "handler": (svg('<path onload="alert(1)" d="M0 0"/>'), "onload"),
    "other file": (svg('<image href="file:///etc/passwd"/>'), "image"),
    "other namespace": (svg('<x:image xmlns:x="urn:x" href="a.png"/>'), "image"),
    "link": (svg('<linearGradient xmlns:l="http://www.w3.org/1999/xlink" l:href="http://example.org/a"/>'), "href"),
    "outer paint": (svg('<rect width="9" height="9" fill="url(http://example.org/a)"/>'), "url"),
    "outer style": (svg("<style>@import 'http://example.org/a.css';</style>"), "@import"),
    "copies of copies": (svg('<g id="a"><use href="#a"/></g>'), "use"),
    "deep": (svg("<g>" * 100 + "</g>" * 100), "too many parts"),
    "many": (svg("<path/>" * 3000), "too many parts"),
    "many points": (svg(f'<polyline points="{"0,0 9,9 " * 8000}"/>'), "too many parts"),
    "many rules": (svg(f"<style>{'a b {}' * 300}</style>"), "too many parts"),
    "other encoding": (svg(CIRCLE).decode().encode("utf-16"), "damaged"),
    "hidden entity": (svg("&a;", "<!DOCTYPE svg [<!ENTITY a 'b'>]>").decode().encode("utf-16-le"), "not allowed"),
    "cut off": (svg(CIRCLE)[:-6], "damaged"),
    "web page": (b"<html><svg/></html>", "html"),
    "photo": (b"\xff\xd8\xff\xe0 JFIF", "not a PNG"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_with_the_reason(name: str) -> None:
    data, reason = HOSTILE[name]
    with pytest.raises(ValueError, match=reason):
        check_picture(picture_text(data))


@pytest.mark.parametrize("text", ["data:image/png;base64,====", "data:text/html;base64,AAAA", "a.png", "data:,x", "é"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a PNG"):
        check_picture(text)
    with pytest.raises(ValueError, match="not a PNG"):
        check_picture(picture_text(png()).replace("image/png", "image/svg+xml"))


def test_the_pictures_of_a_layout_have_a_limit_together() -> None:
    large = picture_text(svg("<!--" + "x" * (MAX_BYTES - 100) + "-->"))
    check_pictures([large] * 4, "tiles")
    with pytest.raises(ValueError, match=r"\$\.tiles\[4\]\.picture.*1024 KB"):
        check_pictures([large] * 5, "tiles")
