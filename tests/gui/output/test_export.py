"""Pictures as files: right size, not empty, clear words when something is wrong."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer

from studio.core.picture import Picture
from studio.documents.files import DocumentError, write_bytes
from studio.documents.paths import shipped_layouts
from studio.gui.output.export import check_output, render_bytes, write_tiled
from studio.gui.style.theme import DARK, LIGHT
from studio.seatiles.drawing.picture import chart_picture, tile_picture
from studio.services.loading import load_layout
from tests.seatiles.seas import random_sea

pytestmark = pytest.mark.usefixtures("qtbot")


def render_file(picture: Picture, path: Path, width: int = 1600) -> None:
    check_output(path)
    write_bytes(path, render_bytes(picture, path.suffix, width))


def colors_of(image: QImage) -> int:
    return len({image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)})


def test_png(tmp_path: Path) -> None:
    picture = chart_picture(random_sea(6, 4, 1))
    render_file(picture, tmp_path / "board.png", 640)
    image = QImage(str(tmp_path / "board.png"))
    assert image.size() == QSize(640, round(640 * (4 + 2.05) / (6 + 2.05)))
    assert colors_of(image) > 200


def test_svg_holds_vectors_and_clips(tmp_path: Path) -> None:
    render_file(chart_picture(random_sea(5, 4, 2)), tmp_path / "board.svg", 500)
    text = (tmp_path / "board.svg").read_text(encoding="utf-8")
    assert 'viewBox="0 0 500 ' in text and text.count("<path") > 200 and "<clipPath" in text
    assert "<image" not in text
    renderer = QSvgRenderer(str(tmp_path / "board.svg"))
    assert renderer.isValid() and renderer.defaultSize().width() > 0


def test_pdf_page_has_the_proportions_of_the_picture(tmp_path: Path) -> None:
    render_file(tile_picture("aa.."), tmp_path / "tile.pdf", 400)
    data = (tmp_path / "tile.pdf").read_bytes()
    assert data.startswith(b"%PDF-") and len(data) > 3000
    found = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert found is not None
    assert float(found[1]) == pytest.approx(300, abs=1.5) and float(found[2]) == pytest.approx(300, abs=1.5)


def test_both_themes(tmp_path: Path) -> None:
    picture = chart_picture(random_sea(4, 4, 3))
    assert render_bytes(picture, ".png", 300, LIGHT) != render_bytes(picture, ".png", 300, DARK)


def test_invalid_output_is_rejected(tmp_path: Path) -> None:
    picture = tile_picture("....")
    with pytest.raises(DocumentError, match=r"must end in \.png"):
        render_file(picture, tmp_path / "board.gif")
    with pytest.raises(DocumentError, match="wide"):
        render_file(picture, tmp_path / "board.png", 5)
    with pytest.raises(DocumentError, match="no such folder"):
        render_file(picture, tmp_path / "nowhere" / "board.png")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf"])
def test_writing_is_atomic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    path = tmp_path / f"board{ending}"
    path.write_bytes(b"old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DocumentError, match="no space left"):
        render_file(tile_picture("...."), path, 100)
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"old"]


def kind_at_edge(image: QImage, side: int) -> str:
    """What is drawn in the middle of an edge of a tile: sea is blue, land is not."""
    along = range(round(image.width() * 0.42), round(image.width() * 0.58))
    deep = round(image.width() * 0.06)
    far = image.width() - 1 - deep
    places = [((at, deep), (far, at), (at, far), (deep, at))[side] for at in along]
    return "sea" if sum((pixel := image.pixelColor(*place)).blue() - pixel.red() for place in places) > 0 else "land"


@pytest.mark.parametrize("slug", ["entdecker", "neue_entdecker"])
def test_terrain_for_tiled_is_what_is_drawn_at_the_edges(slug: str, tmp_path: Path) -> None:
    write_tiled(load_layout(shipped_layouts(slug)[0]), tmp_path, "board")
    tileset = json.loads((tmp_path / "board.tsj").read_text(encoding="utf-8"))
    (terrain,) = tileset["wangsets"]
    names = [color["name"] for color in terrain["colors"]]
    assert terrain["type"] == "edge" and tileset["transformations"]["rotate"]
    seen = set()
    for tile in terrain["wangtiles"]:
        image = QImage(str(tmp_path / tileset["tiles"][tile["tileid"]]["image"]))
        assert len(tile["wangid"]) == 8 and not any(tile["wangid"][1::2]), "corners have no terrain"
        drawn = [kind_at_edge(image, side) for side in range(4)]
        assert [names[number - 1] for number in tile["wangid"][::2]] == drawn, image
        seen |= set(drawn)
    assert seen == set(names)
    layers = json.loads((tmp_path / "board.tmj").read_text(encoding="utf-8"))["layers"]
    assert {layer["name"]: layer["visible"] for layer in layers} == {"spaces": True, "edges": False}
