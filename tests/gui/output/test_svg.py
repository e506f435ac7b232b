"""SVG files: named groups, titles and text, and the same picture as on paper."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from studio.core.picture import Label, Layer, Path, Picture, Sprite, rectangle
from studio.documents.paths import shipped_layouts
from studio.drawing.overlays import with_notes, with_overlays, with_piece_names
from studio.games import known, slugs
from studio.gui.board.painter import fit_scale, paint_vector, run_steps
from studio.gui.output.export import render_bytes
from studio.gui.style.theme import LIGHT
from studio.services.loading import load_layout
from tests.short_run import mark_long

pytestmark = pytest.mark.usefixtures("qtbot")
SVG = "{http://www.w3.org/2000/svg}"
WIDTH = 700


def board_of(slug: str) -> Picture:
    opened = load_layout(shipped_layouts(slug)[0])
    board = with_piece_names(opened.game.sketch.sketch(opened.body, still=True), opened.game, opened.body)
    board = with_notes(board, opened.game.body.grid(opened.body), {"B2": "Whales & <ice>"})
    mark = Picture((0, 0, 1, 1), (Layer("survey", (Path("fill:ink:0.2", (rectangle(0, 0, 1, 1),)),)),))
    return with_overlays(board, [mark])


def file_of(picture: Picture) -> str:
    return render_bytes(picture, ".svg", WIDTH).decode()


@pytest.mark.parametrize("slug", slugs())
def test_groups_have_names_and_spaces_have_titles(slug: str) -> None:
    picture = board_of(slug)
    root = ElementTree.fromstring(file_of(picture))
    ids = [element.get("id", "") for element in root.iter() if element.get("id")]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[A-Za-z_][\w.-]*", name) for name in ids)
    groups = [element.get("id", "") for element in root if element.tag == f"{SVG}g"]
    assert {"board", "notes", "spaces"} <= set(groups) and set(ids) >= {"labels", *groups}
    assert groups[-2:] == ["overlays", "spaces"]
    assert ("edges" in groups) == ("entdecker" in slug), "edges of other boards are not drawn"
    assert all(element.tag in {f"{SVG}{name}" for name in ("title", "defs", "rect", "g")} for element in root)
    spaces = next(element for element in root if element.get("id") == "spaces")
    assert [place.findtext(f"{SVG}title") for place in spaces] == [target.name for target in picture.targets]
    assert all(re.fullmatch(r"[A-Z]+\d+( \w+)?: .+", target.name) for target in picture.targets), "what is there"
    sprites = [shape for layer in picture.layers for shape in layer.shapes if isinstance(shape, Sprite)]
    pieces = [group for group in root.iter(f"{SVG}g") if re.fullmatch(r"piece(-\d+)?", group.get("id", ""))]
    assert len(pieces) == len(sprites) and all(piece.findtext(f"{SVG}title") for piece in pieces)


@pytest.mark.parametrize("slug", known())
def test_text_is_text_with_a_generic_font_at_last(slug: str) -> None:
    picture = board_of(slug)
    written = list(ElementTree.fromstring(file_of(picture)).iter(f"{SVG}text"))
    labels = [shape.text for layer in picture.layers for shape in layer.shapes if isinstance(shape, Label)]
    assert sorted(text.text or "" for text in written) == sorted(labels)
    assert all(text.get("font-family", "").rpartition(", ")[2] in ("serif", "sans-serif") for text in written)


@pytest.mark.parametrize("slug", mark_long(known()))
def test_the_file_shows_the_picture(slug: str) -> None:
    """Compared with the picture painted at once. Qt reads one font family, and no figures in the height of capitals."""
    picture = board_of(slug)
    text = re.sub(r"font-family=\"'([^']+)'[^\"]*\"", r'font-family="\1"', file_of(picture))
    renderer = QSvgRenderer(QByteArray(text.encode()))
    box = renderer.viewBoxF()
    read, painted = (QImage(WIDTH, round(box.height()), QImage.Format.Format_RGB32) for _image in range(2))
    with QPainter(read) as painter:
        renderer.render(painter, QRectF(0, 0, WIDTH, box.height()))
    painted.fill(LIGHT.color("table"))
    with QPainter(painted) as painter:
        run_steps(paint_vector(painter, picture, LIGHT, fit_scale(picture, WIDTH, box.height())))
    places = [(x, y) for x in range(0, WIDTH, 3) for y in range(0, painted.height(), 3)]
    apart = [abs(read.pixelColor(x, y).lightness() - painted.pixelColor(x, y).lightness()) for x, y in places]
    assert sum(apart) / len(apart) < 5 and sum(part > 40 for part in apart) < 0.04 * len(apart)
