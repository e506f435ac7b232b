"""The painter: positions of shapes, joined styles, clips, and regions that equal the whole."""

from __future__ import annotations

from typing import Literal

import pytest
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from studio.core.picture import Label, Layer, Path, Picture, Shape, Sprite, circle, rectangle, strip_layer
from studio.gui.board.painter import paint_image, paint_picture
from studio.gui.board.shape_cache import bounds_rect, outline_path, trace_shape
from studio.gui.output.export import picture_pixmap
from studio.gui.style.theme import DARK, LIGHT

pytestmark = pytest.mark.usefixtures("qtbot")


def image_of(*shapes: Shape, scale: float = 20, bounds: tuple[float, float, float, float] = (0, 0, 4, 4)) -> QImage:
    picture = Picture(bounds, (Layer("all", shapes),))
    return paint_image(picture, LIGHT, scale, bounds_rect(picture))


def is_near(image: QImage, x: int, y: int, color: QColor) -> bool:
    got = image.pixelColor(x, y)
    parts = (got.red() - color.red(), got.green() - color.green(), got.blue() - color.blue())
    return got.alpha() == 255 and all(abs(part) <= 3 for part in parts)


def test_a_fill_covers_its_outline_and_nothing_else() -> None:
    image = image_of(Path("fill:error", (rectangle(1, 1, 2, 2),)))
    assert is_near(image, 40, 40, LIGHT.color("error"))
    assert is_near(image, 20, 20, LIGHT.color("error")) and is_near(image, 59, 59, LIGHT.color("error"))
    assert image.pixelColor(19, 40).alpha() == 0 and image.pixelColor(60, 40).alpha() == 0


def test_adjacent_areas_have_no_seam() -> None:
    parts = [Path("fill:deep", (rectangle(0.5 + i * 0.31, 0, 0.31, 4),)) for i in range(9)]
    image = image_of(*parts, scale=23)
    for x in range(14, 73):
        assert image.pixelColor(x, 40).alpha() == 255, x


def test_translucent_shapes_of_one_style_do_not_add_up() -> None:
    image = image_of(Path("fill:error:0.5", (rectangle(0, 0, 3, 3),)), Path("fill:error:0.5", (rectangle(1, 1, 3, 3),)))
    assert image.pixelColor(10, 10).alpha() == image.pixelColor(40, 40).alpha() == image.pixelColor(70, 70).alpha()


@pytest.mark.parametrize("between", [(), (Path("fill:deep", (rectangle(3.5, 3.5, 0.2, 0.2),)),)])
def test_strips_are_painted_like_one_layer(between: tuple[Path, ...]) -> None:
    """Runs go on from strip to strip, and end where another style comes between, seen or not."""
    one, other = (Path("fill:error:0.5", (rectangle(x, x, 2, 2),)) for x in (0, 1))
    strips = ((one,), between, (other,))
    shapes = tuple(shape for strip in strips for shape in strip)
    layer = strip_layer("all", strips)
    assert layer.shapes == shapes
    for region in (QRectF(0, 0, 4, 4), QRectF(1, 1, 1, 1)):
        pictures = [Picture((0, 0, 4, 4), (drawn,)) for drawn in (layer, Layer("all", shapes))]
        images = [paint_image(picture, LIGHT, 20, region) for picture in pictures]
        assert images[0] == images[1]
        add_up = images[0].pixelColor(10, 10).alpha() if region.width() == 1 else images[0].pixelColor(30, 30).alpha()
        assert (add_up > 130) is bool(between)


def test_a_clip_group_bounds_its_shapes() -> None:
    shape = Path("fill:error", (rectangle(0, 0, 4, 4),), clip="half")
    for outline in (rectangle(0, 0, 2, 4), circle(1, 2, 1)):
        picture = Picture((0, 0, 4, 4), (Layer("all", (shape,)),), clips=(("half", (outline,)),))
        image = paint_image(picture, LIGHT, 20, QRectF(0, 0, 4, 4))
        assert is_near(image, 20, 40, LIGHT.color("error"))
        assert image.pixelColor(50, 40).alpha() == 0
    nothing = Picture((0, 0, 4, 4), (Layer("all", (shape,)),))
    assert paint_image(nothing, LIGHT, 20, QRectF(0, 0, 4, 4)).pixelColor(20, 40).alpha() == 0


def test_lines_keep_a_least_width() -> None:
    image = image_of(Path("coast", (((0, 2), (4, 2)),), is_closed=False), scale=8)
    assert max(image.pixelColor(16, y).alpha() for y in range(12, 20)) > 90


def test_water_lines_are_parallel_to_the_line() -> None:
    line = Path("foam", (((1, 0), (1, 4)),), is_closed=False)
    image = image_of(line, scale=120)
    row = [image.pixelColor(x, 240).alpha() for x in range(480)]
    peaks = [x for x in range(1, 479) if row[x] > row[x - 1] and row[x] >= row[x + 1] and row[x] > 8]
    for distance in (0.052, 0.092, 0.140, 0.198):
        assert any(abs(x - 120 * (1 + distance)) < 2.5 for x in peaks), distance
        assert any(abs(x - 120 * (1 - distance)) < 2.5 for x in peaks), distance


def test_curves_follow_their_handles() -> None:
    outline = ((0.0, 0.0), (0.0, 1.0, 1.0, 1.0, 1.0, 0.0))
    path = outline_path((outline,), True)
    assert path.boundingRect().bottom() == pytest.approx(0.75, abs=0.01)
    assert path.elementCount() == 5


@pytest.mark.parametrize("anchor", ["left", "middle", "right"])
def test_labels_keep_to_their_anchor(anchor: Literal["left", "middle", "right"]) -> None:
    image = image_of(Label("bold:text", "HHH", 2, 2, 0.6, anchor=anchor), scale=30)
    inked = [x for x in range(120) if any(image.pixelColor(x, y).alpha() > 60 for y in range(120))]
    rows = [y for y in range(120) if any(image.pixelColor(x, y).alpha() > 60 for x in range(120))]
    assert inked and abs((rows[0] + rows[-1]) / 2 - 60) < 3
    if anchor == "left":
        assert inked[0] >= 58
    elif anchor == "right":
        assert inked[-1] <= 62
    else:
        assert abs((inked[0] + inked[-1]) / 2 - 60) < 3


@pytest.mark.parametrize("turn", [0, -30, 90])
@pytest.mark.parametrize("style", ["bold:text", "terra_word", "home_tag"])
def test_labels_stay_inside_their_box(style: str, turn: float) -> None:
    label = Label(style, "ÅÊgjÇ (Wpy|", 2, 2, 0.4, turn=turn)
    image, box = image_of(label, scale=60), trace_shape(label).box
    wide, high = (box.width(), box.height()) if turn != 90 else (box.height(), box.width())
    assert high < wide / 2 or turn == -30
    inked = [(x, y) for x in range(240) for y in range(240) if image.pixelColor(x, y).alpha()]
    assert inked and all(box.contains(QPointF(x / 60, y / 60)) for x, y in inked)


def test_sprites_are_placed_and_rotated() -> None:
    image = image_of(Sprite("seatiles/ship", 1, 1, 1.2, seat=1))
    assert any(image.pixelColor(x, y).alpha() > 200 for x in range(10, 30) for y in range(10, 30))
    assert not any(image.pixelColor(x, y).alpha() for x in range(50, 80) for y in range(50, 80))
    assert image_of(Sprite("seatiles/ship", 2, 2, 1.2, seat=1, turn=90)) != image_of(
        Sprite("seatiles/ship", 2, 2, 1.2, seat=1)
    )


def test_a_region_equals_that_part_of_the_whole() -> None:
    shapes = (
        Path("fill:deep", (rectangle(0, 0, 8, 8),)),
        Path("halo", (circle(4, 4, 2),)),
        Path("land", (circle(4, 4, 2),)),
    )
    picture = Picture((0, 0, 8, 8), (Layer("all", shapes),))
    whole = paint_image(picture, LIGHT, 32, QRectF(0, 0, 8, 8))
    part = paint_image(picture, LIGHT, 32, QRectF(1, 2, 4, 3))
    assert part.size() == QSize(128, 96)
    assert part == whole.copy(32, 64, 128, 96)


def test_a_picture_is_fitted_into_a_rectangle() -> None:
    picture = Picture((0, 0, 2, 1), (Layer("all", (Path("fill:error", (rectangle(0, 0, 2, 1),)),)),))
    image = QImage(100, 100, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        paint_picture(painter, picture, LIGHT, QRectF(0, 0, 100, 100))
    assert image.pixelColor(50, 50).alpha() == 255 and image.pixelColor(50, 20).alpha() == 0
    pixmap = picture_pixmap(picture, QSize(60, 60), DARK, 2.0)
    assert pixmap.size() == QSize(120, 120) and pixmap.devicePixelRatio() == 2.0
    assert pixmap.toImage().pixelColor(60, 60).alpha() == 255


def test_still_and_dynamic_layers_are_painted_separately(qtbot: QtBot) -> None:
    ground = Layer("ground", (Path("fill:error", (rectangle(0, 0, 1, 2),)),))
    units = Layer("units", (Path("fill:error", (rectangle(1, 0, 1, 2),)),), is_still=False)
    picture = Picture((0, 0, 2, 2), (ground, units))
    still = paint_image(picture, LIGHT, 10, QRectF(0, 0, 2, 2), still=True)
    lively = paint_image(picture, LIGHT, 10, QRectF(0, 0, 2, 2), still=False)
    assert still.pixelColor(5, 5).alpha() == 255 and still.pixelColor(15, 5).alpha() == 0
    assert lively.pixelColor(5, 5).alpha() == 0 and lively.pixelColor(15, 5).alpha() == 255
