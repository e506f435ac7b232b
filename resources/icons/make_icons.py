"""Draws the app icon: writes explorer-studio.svg, then PNGs of 16 to 512 px and an .ico from it.

Run from the top of the source tree: QT_QPA_PLATFORM=offscreen python resources/icons/make_icons.py
"""

from __future__ import annotations

import math
import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

FOLDER = Path(__file__).parent
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def petal(angle: float, reach: float, waist: float, left: str, right: str) -> str:
    """A point of the rose, from the middle (256, 256) outward, one half lit, one in shade."""

    def at(radius: float, turn: float) -> str:
        rad = math.radians(angle + turn - 90)
        return f"{256 + radius * math.cos(rad):.1f} {256 + radius * math.sin(rad):.1f}"

    tip, one, other = at(reach, 0), at(waist, -45), at(waist, 45)
    return f'<path d="M256 256L{one}L{tip}z" fill="{left}"/><path d="M256 256L{other}L{tip}z" fill="{right}"/>'


def drawing(small: bool = False) -> str:
    """The SVG: a ring of brass, deep water, a coast with its water lines, the rose above it."""
    coast = (
        "M44 322C84 300 112 322 146 304C174 289 172 256 204 262C240 269 244 312 284 314C322 316 330 286 366 296"
        "C398 305 408 336 470 318"
    )
    land = coast + "A223 223 0 0 1 44 322z"
    lines = "".join(
        f'<path d="{coast}" fill="none" stroke="#BFE0D6" stroke-width="{width}" stroke-opacity="{strength}"/>'
        for width, strength in ((66, 0.10), (44, 0.16), (22, 0.30))
    )
    rays = "".join(
        f'<path d="M256 256L{256 + 214 * math.cos(math.radians(a)):.1f} {256 + 214 * math.sin(math.radians(a)):.1f}" '
        'stroke="#FFFDF4" stroke-opacity="0.20" stroke-width="2.5"/>'
        for a in range(0, 360, 15)
    )
    minor = "".join(petal(a, 128, 30, "#F6DF9A", "#A97524") for a in (45, 135, 225, 315))
    major = "".join(petal(a, 196, 46, "#FFFBEF", "#D9C79B") for a in (90, 180, 270))
    north = petal(0, 208, 46, "#D9543F", "#A32F26")
    shore = (
        f'<path d="{land}" fill="url(#land)"/><path d="{coast}" fill="none" stroke="#ECDDB2" stroke-width="13"/>'
        f'<path d="{coast}" fill="none" stroke="#443A24" stroke-width="5"/>'
    )
    if small:  # only the rose, stouter
        lines = rays = shore = minor = ""
        major = "".join(petal(a, 205, 84, "#FFFBEF", "#E6D6AC") for a in (90, 180, 270))
        north = petal(0, 208, 84, "#E8624A", "#C8402F")
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">
<defs>
<radialGradient id="sea" cx="0.5" cy="0.38" r="0.75"><stop offset="0" stop-color="#3A7C92"/>
<stop offset="0.6" stop-color="#25596F"/><stop offset="1" stop-color="#173C4B"/></radialGradient>
<linearGradient id="brass" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#F6DF9A"/>
<stop offset="0.5" stop-color="#DDB054"/><stop offset="1" stop-color="#94631A"/></linearGradient>
<linearGradient id="land" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#C9C68C"/>
<stop offset="1" stop-color="#8C9458"/></linearGradient>
</defs>
<circle cx="256" cy="256" r="222" fill="url(#sea)"/>{lines}{rays}{shore}
<circle cx="256" cy="256" r="232" fill="none" stroke="url(#brass)" stroke-width="32"/>
<circle cx="256" cy="256" r="248" fill="none" stroke="#5C3D0C" stroke-width="6"/>
<circle cx="256" cy="256" r="214" fill="none" stroke="#3A2A10" stroke-width="6"/>
<g stroke="#2B1D14" stroke-width="5" stroke-linejoin="round">{minor}{major}{north}</g>
<circle cx="256" cy="256" r="21" fill="#F6DF9A" stroke="#2B1D14" stroke-width="6"/>
<circle cx="256" cy="256" r="7" fill="#2B1D14"/>
</svg>
"""


def picture(svg: str, px: int) -> QImage:
    """The drawing as a picture `px` wide, drawn four times as large and reduced."""
    image = QImage(px * 4, px * 4, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        QSvgRenderer(QByteArray(svg.encode())).render(painter)
    return image.scaled(px, px, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)


def png(image: QImage) -> bytes:
    """The picture as the bytes of a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, b"PNG")
    return bytes(buffer.data().data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """An .ico file that holds PNGs."""
    head, body = struct.pack("<HHH", 0, 1, len(pictures)), b""
    start = 6 + 16 * len(pictures)
    for px, data in pictures.items():
        head += struct.pack("<BBBBHHII", px % 256, px % 256, 0, 0, 1, 32, len(data), start + len(body))
        body += data
    return head + body


def main() -> None:
    """Write all files."""
    app = QGuiApplication.instance() or QGuiApplication([])
    assert app is not None
    (FOLDER / "explorer-studio.svg").write_text(drawing(), "utf-8")
    pictures = {px: png(picture(drawing(small=px <= 24), px)) for px in SIZES}
    for px, data in pictures.items():
        (FOLDER / f"explorer-studio-{px}.png").write_bytes(data)
    (FOLDER / "explorer-studio.ico").write_bytes(ico({px: pictures[px] for px in (16, 24, 32, 48, 64, 128, 256)}))


if __name__ == "__main__":
    main()
