"""Pictures as SVG files: named groups of layers, titles of spaces and pieces, and text that stays text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from functools import partial
from html import escape
from itertools import groupby

from PySide6.QtCore import QBuffer, QIODevice, QSize
from PySide6.QtGui import QColor, QPainter
from PySide6.QtSvg import QSvgGenerator

from studio.core.picture import Label, Layer, Outline, Picture, Sprite, TextStyle, is_edge
from studio.gui.board.painter import ShapePainter, set_render_hints
from studio.gui.board.shape_cache import SPRITE_KIND, bounds_rect
from studio.gui.style.stylesheet import DISPLAY_FAMILIES, TEXT_FAMILIES
from studio.gui.style.theme import Theme

GROUPS = {"grid": "board", "harbours": "edges", "locks": "notes", "pins": "notes", "what": "notes", "over": "overlays"}
"""The group of a layer by its first word; of all others "pieces" or, without shapes on spaces, "board"."""
FAMILIES = {
    "display": ", ".join(f"'{name}'" for name in DISPLAY_FAMILIES) + ", Garamond, Georgia, serif",
    "text": ", ".join(f"'{name}'" for name in TEXT_FAMILIES) + ", 'Segoe UI', Arial, sans-serif",
}
NOISE = re.compile(r'\nfont-family="[^\n]*\n(?=>)|<g [^>]*>\s*</g>\s*| vector-effect="none"')
"""The attributes and empty groups that Qt writes for every change of the pen."""


class SvgPainter(ShapePainter):
    """Paints each run of shapes into a document of its own and joins their elements."""

    def __init__(self, picture: Picture, theme: Theme, scale: float, size: QSize) -> None:
        super().__init__(QPainter(), picture, theme, scale, 0, 0, bounds_rect(picture), vector=True)
        self._size = size
        self._definitions: list[str] = []
        self._texts: list[str] = []
        self._ids = Counter[str]()
        self._place_names = {target.cell: target.name for target in picture.targets}

    def document(self, dpi: float, ground: QColor) -> Generator[None, None, str]:
        """Return the whole file."""
        wide, high = self._size.width(), self._size.height()
        left, top = (-edge * self.scale for edge in self.picture.bounds[:2])
        groups = []
        for name, layers in groupby((layer for layer in self.picture.layers if layer.shapes), _group_name):
            parts = []
            for layer in layers:
                parts.append(self._group(f"layer-{layer.name}", (yield from self._elements(layer))))
            groups.append(self._group(name, "".join(parts), f' transform="translate({left:g} {top:g})"'))
        places = (self._place(target.cell, target.outline) for target in self.picture.targets)
        groups.append(self._group("spaces", "".join(places), f' transform="translate({left:g} {top:g})"'))
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" version="1.1"'
            ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
            f' width="{wide * 25.4 / dpi:g}mm" height="{high * 25.4 / dpi:g}mm" viewBox="0 0 {wide} {high}"'
            ' style="font-variant-numeric: lining-nums">\n'
            f"<title>Explorer Studio</title>\n<defs>{''.join(self._definitions)}</defs>\n"
            f'<rect id="background" width="{wide}" height="{high}" fill="{ground.name()}"/>\n{"".join(groups)}</svg>\n'
        )

    def _group(self, name: str, elements: str, more: str = "") -> str:
        layer = f' inkscape:groupmode="layer" inkscape:label="{escape(name)}"'
        return f'<g id="{self._id(name)}"{layer}{more}>\n{elements}</g>\n' if elements else ""

    def _id(self, name: str) -> str:
        name = re.sub(r"\W", "-", name)
        self._ids[name] += 1
        return name if self._ids[name] == 1 else f"{name}-{self._ids[name]}"

    def _place(self, cell: int, outline: Outline) -> str:
        """Return the invisible area of a space or an edge, with its name."""
        data = " ".join(
            ("C" if len(point) == 6 else "L" if number else "M")
            + " ".join(f"{part * self.scale:.2f}" for part in point)
            for number, point in enumerate(outline)
        )
        name = self._id(f"{'edge' if is_edge(cell) else 'space'}-{cell}")
        title = escape(self._place_names[cell])
        return f'<path id="{name}" d="{data} Z" fill="none" pointer-events="all"><title>{title}</title></path>\n'

    def _elements(self, layer: Layer) -> Generator[None, None, str]:
        found = []
        for run in self._runs_in_region(layer):
            if run.kind == SPRITE_KIND:
                for sprite in (item.shape for item in run.items if isinstance(item.shape, Sprite)):
                    drawn = yield from self._drawn(partial(self.paint_sprite, sprite))
                    name = sprite.name.rpartition("/")[2].replace("_", " ")
                    title = " · ".join(filter(None, (self._place_names.get(sprite.cell, ""), name)))
                    found.append(f'<g id="{self._id("piece")}"><title>{escape(title)}</title>{drawn}</g>\n')
                continue
            found.append((yield from self._drawn(partial(self.paint_run, run))))
            found.append(self._group("labels", "".join(self._texts)))
            self._texts.clear()
        return "".join(found)

    def _drawn(self, paint: Callable[[], Iterable[None] | None]) -> Generator[None, None, str]:
        """Return what is painted, as elements; their definitions are collected."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
        generator.setOutputDevice(buffer)
        generator.setSize(self._size)
        with QPainter(generator) as self.painter:
            set_render_hints(self.painter)
            yield from paint() or ()
        text = NOISE.sub("", bytes(buffer.data().data()).decode())
        prefix = self._id("d")
        text = re.sub(r'(id="|url\(#)', rf"\1{prefix}-", text)
        definitions, body = text.partition("<defs>")[2].rsplit("</defs>", 1)
        self._definitions.append(definitions)
        return NOISE.sub("", body.rpartition("</svg>")[0].strip() + "\n")

    def paint_label(self, label: Label, letters: TextStyle) -> None:
        place, size = self._anchor(label), label.size * self.scale
        color = self.color(letters.role, letters.alpha)
        anchor = {"left": "start", "right": "end"}.get(label.anchor, "middle")
        style = f'font-family="{FAMILIES[letters.family]}" font-size="{size:.2f}" text-anchor="{anchor}"'
        style += ' font-style="italic"' * letters.italic + ' font-weight="bold"' * letters.bold
        style += f' letter-spacing="{letters.spacing * size:.2f}"' if letters.spacing else ""
        fill = f'fill="{color.name()}" fill-opacity="{color.alphaF():.3g}"'
        text = f'<text xml:space="preserve" y="{0.33 * size:.2f}" {fill} {style}>{escape(label.text)}</text>'
        if letters.plate:
            wide = (0.55 * len(label.text) + 0.52) * size
            plate = f'x="{-wide / 2:.2f}" y="{-0.49 * size:.2f}" width="{wide:.2f}" height="{0.98 * size:.2f}"'
            text = f'<rect {plate} rx="{0.49 * size:.2f}" fill="{self.color(letters.plate).name()}"/>{text}'
        turn = f" rotate({label.turn:g})" if label.turn else ""
        self._texts.append(f'<g transform="translate({place.x():.2f} {place.y():.2f}){turn}">{text}</g>\n')


def _group_name(layer: Layer) -> str:
    on_spaces = not layer.is_still or any(shape.cell >= 0 for shape in layer.shapes)
    return GROUPS.get(layer.name.partition(" ")[0], "pieces" if on_spaces else "board")
