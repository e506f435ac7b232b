"""The chart cache: repairing a changed chart gives the very pixels of painting it anew, at every scale."""

from __future__ import annotations

from typing import NoReturn

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from studio.core.picture import Layer, Path, Picture, Sprite, circle, rectangle
from studio.gui.board.cache import ChartCache, _PaintJob
from studio.gui.board.painter import paint_image
from studio.gui.board.shape_cache import dirty_rects
from studio.gui.style.theme import DARK, LIGHT
from studio.seatiles.drawing.picture import chart_picture
from tests.seatiles.seas import random_sea

LONG = pytest.mark.long


def whole(picture: Picture) -> QRectF:
    left, top, right, bottom = picture.bounds
    return QRectF(left, top, right - left, bottom - top)


def shown(cache: ChartCache, picture: Picture) -> QImage:
    area = whole(picture)
    scale = cache.pixels
    image = QImage(round(area.width() * scale), round(area.height() * scale), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        cache.paint(painter, QPointF(-area.left() * scale, -area.top() * scale), image.rect())
    return image


def painted(picture: Picture, scale: int, theme: object = LIGHT) -> ChartCache:
    cache = ChartCache(theme)  # type: ignore[arg-type]  # a theme
    cache.set_scale(scale)
    cache.set_picture(picture)
    cache.set_view(whole(picture))
    cache.finish()
    return cache


@pytest.mark.parametrize(
    ("scale", "seed"),
    [(23, 1), (57, 2), *(pytest.param(*more, marks=LONG) for more in ((23, 2), (57, 1), (90, 1), (90, 2)))],
)
def test_repairing_equals_painting_anew(qtbot: QtBot, scale: int, seed: int) -> None:
    sea = random_sea(6, 5, seed)
    laid = [cell for cell, tile in enumerate(sea.tiles) if tile is not None]
    cell = laid[len(laid) // 2 + seed]
    tiles = [*sea.tiles]
    tiles[cell] = None
    before, after = chart_picture(sea._replace(tiles=tuple(tiles))), chart_picture(sea)
    repaired = painted(before, scale)
    areas = repaired.set_picture(after)
    assert areas and repaired.is_busy
    repaired.finish()
    assert shown(repaired, after) == shown(painted(after, scale), after)


def test_a_change_repaints_little(qtbot: QtBot) -> None:
    sea = random_sea(10, 8, 3)
    cell = next(c for c, tile in enumerate(sea.tiles) if tile is not None and 0 < c % 10 < 9 and 10 < c < 70)
    tiles = [*sea.tiles]
    tiles[cell] = None
    areas = dirty_rects(chart_picture(sea._replace(tiles=tuple(tiles))), chart_picture(sea), LIGHT)
    box = QRectF(cell % 10, cell // 10, 1, 1).adjusted(-1.4, -1.4, 1.4, 1.4)
    assert areas
    assert all(box.contains(area) for area in areas)


def test_equal_pictures_need_no_work(qtbot: QtBot) -> None:
    sea = random_sea(5, 5, 4)
    cache = painted(chart_picture(sea), 40)
    assert cache.set_picture(chart_picture(sea)) == []
    assert not cache.is_busy


def test_lively_shapes_are_not_cached(qtbot: QtBot) -> None:
    ground = Layer("ground", (Path("fill:deep", (rectangle(0, 0, 4, 4),)),))
    one = Picture((0, 0, 4, 4), (ground, Layer("units", (Path("fill:error", (circle(1, 1, 1),)),), is_still=False)))
    other = Picture((0, 0, 4, 4), (ground,))
    assert dirty_rects(one, other, LIGHT) == []
    assert shown(painted(one, 20), one) == shown(painted(other, 20), other)


@pytest.mark.long
def test_work_pauses(qtbot: QtBot) -> None:
    cache = ChartCache(LIGHT)
    picture = chart_picture(random_sea(8, 8, 5))
    cache.set_scale(60)
    cache.set_picture(picture)
    cache.set_view(whole(picture))
    slices = 0
    while cache.is_busy:
        cache.work(0.0)
        slices += 1
    assert slices > 30


def test_another_theme_is_painted_anew(qtbot: QtBot) -> None:
    picture = chart_picture(random_sea(4, 4, 6))
    cache = painted(picture, 40)
    light = shown(cache, picture)
    cache.set_theme(DARK)
    assert cache.is_busy
    cache.finish()
    assert shown(cache, picture) != light
    assert shown(cache, picture) == shown(painted(picture, 40, DARK), picture)


@pytest.mark.long
def test_one_cache_goes_on_from_another(qtbot: QtBot) -> None:
    """Of what is finished nothing is painted again; what was half repaired is, and what differs."""
    sea = random_sea(6, 5, 1)
    tiles = [*sea.tiles]
    first, second = [cell for cell, tile in enumerate(tiles) if tile is not None][5:7]
    tiles[first] = None
    halfway = chart_picture(sea._replace(tiles=tuple(tiles)))
    tiles[second] = None
    before, after = chart_picture(sea._replace(tiles=tuple(tiles))), chart_picture(sea)
    cache = painted(before, 40)
    cache.set_picture(halfway)
    cache.work(0.0)
    assert cache.is_busy
    found = {}
    half = cache.copy()
    cache.suspend()
    for picture in (halfway, after):
        other = ChartCache(LIGHT)
        other.set_scale(40)
        other.set_picture(picture)
        other.set_view(whole(picture))
        other.adopt(half.copy())
        assert other.is_busy
        other.finish()
        found[picture is after] = shown(other, picture)
    assert found[False] == shown(painted(halfway, 40), halfway)
    assert found[True] == shown(painted(after, 40), after)
    other.adopt(painted(chart_picture(sea), 40).copy())
    assert not other.is_busy
    other.adopt(painted(after, 40, DARK).copy())
    assert shown(other, after) == found[True], "not in another theme"


def test_zooming_shows_the_old_scale_until_the_new_is_painted(qtbot: QtBot) -> None:
    picture = chart_picture(random_sea(4, 4, 7))
    cache = painted(picture, 40)
    cache.set_scale(80)
    cache.set_view(whole(picture))
    stretched = shown(cache, picture)
    assert stretched.pixelColor(stretched.rect().center()).alpha() == 255
    cache.finish()
    assert shown(cache, picture) != stretched


def test_a_picture_that_changes_while_painted_ends_up_right(qtbot: QtBot) -> None:
    seas = [random_sea(6, 6, 8)]
    for cell in [c for c, tile in enumerate(seas[0].tiles) if tile is not None][:6]:
        tiles = [*seas[-1].tiles]
        tiles[cell] = None
        seas.append(seas[-1]._replace(tiles=tuple(tiles)))
    pictures = [chart_picture(sea) for sea in seas]
    cache = ChartCache(LIGHT)
    cache.set_scale(44)
    cache.set_view(whole(pictures[0]))
    for picture in pictures:
        cache.set_picture(picture)
        cache.set_view(whole(picture))
        for _ in range(7):
            cache.work(0.0)
    cache.finish()
    assert shown(cache, pictures[-1]) == shown(painted(pictures[-1], 44), pictures[-1])


def test_a_sprite_that_moves_is_repaired_at_both_places(qtbot: QtBot) -> None:
    ground = Layer("ground", (Path("fill:deep", (rectangle(0, 0, 8, 8),)),))
    here = Picture((0, 0, 8, 8), (ground, Layer("a", (Sprite("seatiles/event", 1, 1, 0.5),))))
    there = Picture((0, 0, 8, 8), (ground, Layer("a", (Sprite("seatiles/event", 6, 6, 0.5),))))
    areas = dirty_rects(here, there, LIGHT)
    assert any(area.contains(QPointF(1, 1)) for area in areas)
    assert any(area.contains(QPointF(6, 6)) for area in areas)
    cache = painted(here, 50)
    cache.set_picture(there)
    cache.finish()
    assert shown(cache, there) == shown(painted(there, 50), there)


@pytest.mark.long
def test_what_is_in_view_is_painted_first_and_what_lies_beside_it_after(qtbot: QtBot) -> None:
    picture = chart_picture(random_sea(12, 8, 9))
    cache = ChartCache(LIGHT)
    cache.set_scale(100)
    cache.set_picture(picture)
    cache.set_view(QRectF(0, 0, 2, 2))
    cache.finish()
    assert not cache.is_busy and not cache.is_idle
    assert alpha_at(cache, 50, 50) == 255 and alpha_at(cache, 1150, 750) == alpha_at(cache, 450, 50) == 0
    while not cache.is_idle:
        cache.work(0.5)
    assert alpha_at(cache, 450, 50) == 255, "one block beside the view"
    assert alpha_at(cache, 1150, 750) == 0, "but no farther"
    cache.set_view(QRectF(2.5, 0, 2, 2))
    assert not cache.is_busy


def alpha_at(cache: ChartCache, x: int, y: int) -> int:
    image = QImage(1200, 800, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        cache.paint(painter, QPointF(0, 0), QRect(0, 0, 1200, 800))
    return image.pixelColor(x, y).alpha()


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=LONG), pytest.param(3, marks=LONG)])
def test_a_stroke_is_shown_coarsely_where_it_goes_and_ends_up_fine(
    qtbot: QtBot, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Space after space is laid, each shown before the one before is fine: only the newest is painted in haste."""
    hurried: list[QRectF] = []

    def watched(*args: object, **named: object) -> QImage:
        hurried.append(args[3])  # type: ignore[arg-type]  # the region
        return paint_image(*args, **named)  # type: ignore[arg-type]  # handed on

    monkeypatch.setattr("studio.gui.board.cache._FINE_SECONDS", 0.0)
    monkeypatch.setattr("studio.gui.board.cache.paint_image", watched)
    sea = random_sea(10, 8, seed)
    laid = [cell for cell, tile in enumerate(sea.tiles) if tile is not None][::7][:5]
    tiles = [None if cell in laid else tile for cell, tile in enumerate(sea.tiles)]
    cache = painted(chart_picture(sea._replace(tiles=tuple(tiles))), 40)
    for cell in laid:
        tiles[cell] = sea.tiles[cell]
        picture = chart_picture(sea._replace(tiles=tuple(tiles)))
        cache.set_picture(picture)
        hurried.clear()
        shown(cache, picture)
        near = QRectF(cell % 10, cell // 10, 1, 1).adjusted(-1.6, -1.6, 1.6, 1.6)
        assert hurried and all(near.contains(area) for area in hurried)
        hurried.clear()
        shown(cache, picture)
        assert hurried == [], "once is enough"
    cache.finish()
    after = chart_picture(sea)
    assert shown(cache, after) == shown(painted(after, 40), after)


def test_nothing_is_painted_finely_while_changes_come_faster_than_that(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a job has painted of one space would be thrown away with the next."""
    begun: list[QRect] = []

    class Watched(_PaintJob):
        def __init__(self, rect: QRect, *others: object) -> None:
            begun.append(rect)
            super().__init__(rect, *others)  # type: ignore[arg-type]  # handed on

    monkeypatch.setattr("studio.gui.board.cache._FINE_SECONDS", 0.0)
    monkeypatch.setattr("studio.gui.board.cache._PaintJob", Watched)
    sea = random_sea(10, 8, 2)
    laid = [cell for cell, tile in enumerate(sea.tiles) if tile is not None][::7][:5]
    tiles = [None if cell in laid else tile for cell, tile in enumerate(sea.tiles)]
    cache = painted(chart_picture(sea._replace(tiles=tuple(tiles))), 40)
    for number, cell in enumerate(laid):
        tiles[cell] = sea.tiles[cell]
        picture = chart_picture(sea._replace(tiles=tuple(tiles)))
        cache.set_picture(picture)
        assert cache.is_deferred is (number > 0)
        begun.clear()
        shown(cache, picture)
        assert not (number and begun)
    cache.work(0.0)
    assert begun and not cache.is_deferred
    cache.finish()
    begun.clear()
    cache.set_picture(chart_picture(sea._replace(tiles=(None, *sea.tiles[1:]))), hurried=True)
    shown(cache, chart_picture(sea))
    assert cache.is_deferred and not begun, "nor of the first one, if more are to come"
    cache.set_picture(chart_picture(sea))
    cache.finish()
    assert shown(cache, chart_picture(sea)) == shown(painted(chart_picture(sea), 40), chart_picture(sea))


def test_strips_that_are_known_are_not_looked_at() -> None:
    class Unseen(tuple[Path, ...]):
        def __iter__(self) -> NoReturn:
            raise AssertionError("a strip that both pictures have")

    known, one, other = (Unseen((Path("coast", (circle(x, 1, 0.4),), x),)) for x in (1, 2, 3))
    layers = [Layer("all", (*known[:], *strip[:]), strips=(known, tuple(strip[:]))) for strip in (one, other)]
    before, after = (Picture((0, 0, 9, 9), (layer,)) for layer in layers)
    assert len(dirty_rects(before, after, LIGHT)) == 2


def test_equal_shapes_are_known_again_whatever_their_order(qtbot: QtBot) -> None:
    def layered(*shapes: Path) -> Picture:
        return Picture((0, 0, 9, 9), (Layer("all", shapes),))

    one, two = (Path("coast", (circle(x, 1, 0.4),), 3) for x in (1, 2))
    like_one, like_two = (Path("coast", (circle(x, 1, 0.4),), 3) for x in (1, 2))
    elsewhere = Path("coast", (circle(5, 5, 0.4),), 3)
    assert dirty_rects(layered(one, two), layered(like_two, like_one), LIGHT) == []
    assert len(dirty_rects(layered(one, two), layered(like_two), LIGHT)) == 1
    assert len(dirty_rects(layered(one, two), layered(like_two, elsewhere), LIGHT)) == 2
    assert len(dirty_rects(layered(one), layered(like_one, one), LIGHT)) == 1, "one more of the same"
