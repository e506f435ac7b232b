"""Caches of charts and overlays: repaired charts equal fresh ones, and the view always shows one position."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.picture import Label, Layer, Path, Picture, Sprite, Target, circle, rectangle
from studio.gui.board import cache as board_sheet
from studio.gui.board.cache import ChartCache, OverlayCache, _PaintJob
from studio.gui.board.painter import paint_image
from studio.gui.board.shape_cache import bounds_rect, dirty_rects
from studio.gui.board.view import BoardView
from studio.gui.style.theme import DARK, LIGHT, Theme
from studio.seatiles.drawing.coast import Sea
from studio.seatiles.drawing.picture import chart_picture
from tests.gui.board.conftest import ViewOpener
from tests.seatiles.seas import random_sea

LONG = pytest.mark.long


def without(sea: Sea, *cells: int) -> Picture:
    """The chart of a sea without the tiles of these cells."""
    tiles = [None if cell in cells else tile for cell, tile in enumerate(sea.tiles)]
    return chart_picture(sea._replace(tiles=tuple(tiles)))


def laid(sea: Sea) -> list[int]:
    return [cell for cell, tile in enumerate(sea.tiles) if tile is not None]


def shown(cache: ChartCache, picture: Picture) -> QImage:
    area, scale = bounds_rect(picture), cache.pixels
    image = QImage(round(area.width() * scale), round(area.height() * scale), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        cache.paint(painter, area.topLeft() * -scale, image.rect())
    return image


def painted(picture: Picture, scale: int, theme: object = LIGHT) -> ChartCache:
    cache = ChartCache(theme)  # type: ignore[arg-type]  # a theme
    cache.set_scale(scale)
    cache.set_picture(picture)
    cache.set_view(bounds_rect(picture))
    cache.finish()
    return cache


@pytest.mark.parametrize(
    ("scale", "seed"),
    [(23, 1), (57, 2), *(pytest.param(*more, marks=LONG) for more in ((23, 2), (57, 1), (90, 1), (90, 2)))],
)
def test_repaired_chart_equals_a_fresh_one(qtbot: QtBot, scale: int, seed: int) -> None:
    sea = random_sea(6, 5, seed)
    before, after = without(sea, laid(sea)[len(laid(sea)) // 2 + seed]), chart_picture(sea)
    repaired = painted(before, scale)
    areas = repaired.set_picture(after)
    assert areas and repaired.is_busy
    repaired.finish()
    assert shown(repaired, after) == shown(painted(after, scale), after)


def test_a_change_repaints_little(qtbot: QtBot) -> None:
    sea = random_sea(10, 8, 3)
    cell = next(c for c, tile in enumerate(sea.tiles) if tile is not None and 0 < c % 10 < 9 and 10 < c < 70)
    areas = dirty_rects(without(sea, cell), chart_picture(sea), LIGHT)
    box = QRectF(cell % 10, cell // 10, 1, 1).adjusted(-1.4, -1.4, 1.4, 1.4)
    assert areas
    assert all(box.contains(area) for area in areas)


def test_equal_pictures_need_no_work(qtbot: QtBot) -> None:
    sea = random_sea(5, 5, 4)
    cache = painted(chart_picture(sea), 40)
    assert cache.set_picture(chart_picture(sea)) == []
    assert not cache.is_busy


def test_dynamic_shapes_are_not_cached(qtbot: QtBot) -> None:
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
    cache.set_view(bounds_rect(picture))
    slices = 0
    while cache.is_busy:
        cache.work(0.0)
        slices += 1
    assert slices > 30


def test_theme_change_repaints(qtbot: QtBot) -> None:
    picture = chart_picture(random_sea(4, 4, 6))
    cache = painted(picture, 40)
    light = shown(cache, picture)
    cache.set_theme(DARK)
    assert cache.is_busy
    cache.finish()
    assert shown(cache, picture) != light
    assert shown(cache, picture) == shown(painted(picture, 40, DARK), picture)


@pytest.mark.long
def test_cache_adopts_another(qtbot: QtBot) -> None:
    """Of what is finished nothing is painted again; what was half repaired is, and what differs."""
    sea = random_sea(6, 5, 1)
    first, second = laid(sea)[5:7]
    before, halfway, after = without(sea, first, second), without(sea, first), chart_picture(sea)
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
        other.set_view(bounds_rect(picture))
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


def test_old_scale_is_stretched_while_zooming(qtbot: QtBot) -> None:
    picture = chart_picture(random_sea(4, 4, 7))
    cache = painted(picture, 40)
    cache.set_scale(80)
    cache.set_view(bounds_rect(picture))
    stretched = shown(cache, picture)
    assert stretched.pixelColor(stretched.rect().center()).alpha() == 255
    cache.finish()
    assert shown(cache, picture) != stretched


def test_picture_may_change_while_painting(qtbot: QtBot) -> None:
    sea = random_sea(6, 6, 8)
    pictures = [without(sea, *laid(sea)[:count]) for count in range(7)]
    cache = ChartCache(LIGHT)
    cache.set_scale(44)
    cache.set_view(bounds_rect(pictures[0]))
    for picture in pictures:
        cache.set_picture(picture)
        cache.set_view(bounds_rect(picture))
        for _ in range(7):
            cache.work(0.0)
    cache.finish()
    assert shown(cache, pictures[-1]) == shown(painted(pictures[-1], 44), pictures[-1])


def test_moved_sprite_is_repaired_at_both_places(qtbot: QtBot) -> None:
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
def test_view_is_painted_before_its_surroundings(qtbot: QtBot) -> None:
    picture, plain = chart_picture(random_sea(12, 8, 9)), Picture((0, 0, 12, 8), ())
    cache = ChartCache(LIGHT)
    cache.set_scale(100)
    cache.set_picture(picture)
    cache.set_view(QRectF(0, 0, 2, 2))
    cache.finish()

    def alpha_at(x: int, y: int) -> int:
        return shown(cache, plain).pixelColor(x, y).alpha()

    assert not cache.is_busy and not cache.is_idle
    assert alpha_at(50, 50) == 255 and alpha_at(1150, 750) == alpha_at(450, 50) == 0
    while not cache.is_idle:
        cache.work(0.5)
    assert alpha_at(450, 50) == 255, "one block beside the view"
    assert alpha_at(1150, 750) == 0, "but no farther"
    cache.set_view(QRectF(2.5, 0, 2, 2))
    assert not cache.is_busy


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=LONG), pytest.param(3, marks=LONG)])
def test_stroke_is_painted_coarsely_then_finely(qtbot: QtBot, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Space after space is laid, each shown before the one before is fine: only the newest is painted in haste."""
    hurried: list[QRectF] = []

    def watched(*args: object, **named: object) -> QImage:
        hurried.append(args[3])  # type: ignore[arg-type]  # the region
        return paint_image(*args, **named)  # type: ignore[arg-type]  # handed on

    monkeypatch.setattr("studio.gui.board.cache._FINE_SECONDS", 0.0)
    monkeypatch.setattr("studio.gui.board.cache.paint_image", watched)
    sea = random_sea(10, 8, seed)
    cells = laid(sea)[::7][:5]
    cache = painted(without(sea, *cells), 40)
    for number, cell in enumerate(cells, 1):
        picture = without(sea, *cells[number:])
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


def test_fast_changes_defer_fine_painting(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a job has painted of one space would be thrown away with the next."""
    begun: list[QRect] = []

    class Watched(_PaintJob):
        def __init__(self, rect: QRect, *others: object) -> None:
            begun.append(rect)
            super().__init__(rect, *others)  # type: ignore[arg-type]  # handed on

    monkeypatch.setattr("studio.gui.board.cache._FINE_SECONDS", 0.0)
    monkeypatch.setattr("studio.gui.board.cache._PaintJob", Watched)
    sea = random_sea(10, 8, 2)
    cells = laid(sea)[::7][:5]
    cache = painted(without(sea, *cells), 40)
    for number in range(len(cells)):
        picture = without(sea, *cells[number + 1 :])
        cache.set_picture(picture)
        assert cache.is_deferred is (number > 0)
        begun.clear()
        shown(cache, picture)
        assert not (number and begun)
    cache.work(0.0)
    assert begun and not cache.is_deferred
    cache.finish()
    begun.clear()
    cache.set_picture(without(sea, 0), hurried=True)
    shown(cache, chart_picture(sea))
    assert cache.is_deferred and not begun, "nor of the first one, if more are to come"
    cache.set_picture(chart_picture(sea))
    cache.finish()
    assert shown(cache, chart_picture(sea)) == shown(painted(chart_picture(sea), 40), chart_picture(sea))


def test_shared_strips_are_not_compared() -> None:
    class Unseen(tuple[Path, ...]):
        def __iter__(self) -> NoReturn:
            raise AssertionError("a strip that both pictures have")

    known, one, other = (Unseen((Path("coast", (circle(x, 1, 0.4),), x),)) for x in (1, 2, 3))
    layers = [Layer("all", (*known[:], *strip[:]), strips=(known, tuple(strip[:]))) for strip in (one, other)]
    before, after = (Picture((0, 0, 9, 9), (layer,)) for layer in layers)
    assert len(dirty_rects(before, after, LIGHT)) == 2


def test_equal_shapes_match_in_any_order(qtbot: QtBot) -> None:
    def layered(*shapes: Path) -> Picture:
        return Picture((0, 0, 9, 9), (Layer("all", shapes),))

    one, two = (Path("coast", (circle(x, 1, 0.4),), 3) for x in (1, 2))
    like_one, like_two = (Path("coast", (circle(x, 1, 0.4),), 3) for x in (1, 2))
    elsewhere = Path("coast", (circle(5, 5, 0.4),), 3)
    assert dirty_rects(layered(one, two), layered(like_two, like_one), LIGHT) == []
    assert len(dirty_rects(layered(one, two), layered(like_two), LIGHT)) == 1
    assert len(dirty_rects(layered(one, two), layered(like_two, elsewhere), LIGHT)) == 2
    assert len(dirty_rects(layered(one), layered(like_one, one), LIGHT)) == 1, "one more of the same"


# Overlays

PICTURE = Picture(
    (0, 0, 3, 2),
    (
        Layer("ground", (Path("fill:sand", (rectangle(0, 0, 3, 2),)),)),
        Layer("ships", (Path("fill:rubric", (circle(1, 1, 0.7),)), Label("text:ink", "7", 2, 1, 0.6)), is_still=False),
    ),
)


def overlay_image(
    sheet: OverlayCache, scale: float = 40, theme: Theme = LIGHT, origin: tuple[int, int] = (10, 20)
) -> QImage:
    """What a sheet puts on a white ground."""
    image = QImage(200, 160, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sheet.paint(painter, theme, scale, QPointF(*origin), QRectF(-1, -1, 8, 8))
    return image


def far_apart(one: QImage, other: QImage) -> int:
    """The greatest difference of a colour."""
    pairs = (
        (one.pixelColor(x, y), other.pixelColor(x, y))
        for x in range(0, one.width(), 3)
        for y in range(0, one.height(), 3)
    )
    return max(max(abs(a.red() - b.red()), abs(a.green() - b.green()), abs(a.blue() - b.blue())) for a, b in pairs)


@pytest.mark.parametrize("still", [None, False])
def test_cached_overlay_equals_a_fresh_one(
    app: QApplication, monkeypatch: pytest.MonkeyPatch, still: bool | None
) -> None:
    sheet = OverlayCache(still)
    sheet.set_pictures((PICTURE,))
    saved = overlay_image(sheet)
    monkeypatch.setattr(board_sheet, "MAX_CACHED_PIXELS", 0)
    afresh = overlay_image(sheet)
    assert far_apart(saved, afresh) <= 3
    blank = overlay_image(OverlayCache())
    assert far_apart(saved, blank) > 60
    corner = saved.pixelColor(12, 22)
    assert (corner == Qt.GlobalColor.white) == (still is False), "the ground is a still layer"


def test_overlay_changes_with_picture_scale_theme_and_origin(app: QApplication) -> None:
    sheet = OverlayCache(still=None)
    assert not sheet.set_pictures(())
    assert sheet.set_pictures((PICTURE,)) and not sheet.set_pictures((PICTURE,))
    first = overlay_image(sheet)
    assert overlay_image(sheet) == first
    assert far_apart(overlay_image(sheet, scale=30), first) > 30
    assert far_apart(overlay_image(sheet, theme=DARK), first) > 5
    moved = overlay_image(sheet, origin=(40, 20))
    assert moved.copy(40, 0, 120, 160) == first.copy(10, 0, 120, 160)
    assert sheet.set_pictures(())
    assert overlay_image(sheet) == overlay_image(OverlayCache())


# What the view shows is always one position, without a mixture of old and new and without blank paper.

COLUMNS, ROWS = 40, 30
HERE, THERE = "error", "done"
TURNS = 12  # turns of the event loop that are looked at; the fine painting of such a board takes more than these


def board(color: Callable[[int], str]) -> Picture:
    """Squares in a colour each, on a chart with glows and water lines, which take long to paint."""
    cells = [(cell % COLUMNS, cell // COLUMNS) for cell in range(COLUMNS * ROWS)]
    sea = random_sea(COLUMNS // 2, ROWS // 2, 3)
    slow = tuple(layer for layer in chart_picture(sea).layers if layer.is_still)
    squares = tuple(
        Path(f"fill:{color(cell)}", (rectangle(x + 0.2, y + 0.2, x + 0.8, y + 0.8),))
        for cell, (x, y) in enumerate(cells)
    )
    targets = tuple(Target(cell, circle(x + 0.5, y + 0.5, 0.3)) for cell, (x, y) in enumerate(cells))
    return Picture((0, 0, COLUMNS, ROWS), (*slow, Layer("squares", squares)), targets)


def seen(image: QImage, view: BoardView, theme: Theme = LIGHT) -> set[str]:
    """The colours in the middle of the squares in view: role names, or what else is there."""
    names = {theme.color(role).name(): role for role in (HERE, THERE)}
    found = set()
    for cell in range(COLUMNS * ROWS):
        middle = view.widget_rect(cell).center()
        if view.rect().adjusted(4, 4, -4, -4).contains(middle):
            color = image.pixelColor(middle).name()
            found.add(names.get(color, color))
    return found


def turns(view: BoardView) -> list[set[str]]:
    """What is seen after each of some turns of the event loop."""
    frames = []
    for _turn in range(TURNS):
        QApplication.processEvents()
        frames.append(seen(view.grab().toImage(), view))
    return frames


@pytest.fixture
def view(open_view: ViewOpener) -> BoardView:
    view = open_view(board(lambda _cell: HERE), 900, 680)
    view.finish_painting()
    assert seen(view.grab().toImage(), view) == {HERE}
    return view


@pytest.mark.long
def test_whole_board_changes_at_once(view: BoardView) -> None:
    view.set_picture(board(lambda _cell: THERE))
    assert turns(view) == [{THERE}] * TURNS
    assert not view.is_painted, "else this has shown nothing"


@pytest.mark.long
def test_two_ends_of_the_board_change_together(view: BoardView) -> None:
    """Fewer than half of the squares: the others stay as they are, finely painted."""
    view.set_picture(board(lambda cell: THERE if cell % COLUMNS in (0, 1, 2, 37, 38, 39) else HERE))
    for _turn in range(TURNS):
        QApplication.processEvents()
        image = view.grab().toImage()
        for cell in range(COLUMNS * ROWS):
            color = THERE if cell % COLUMNS in (0, 1, 2, 37, 38, 39) else HERE
            assert image.pixelColor(view.widget_rect(cell).center()) == LIGHT.color(color), cell


@pytest.mark.long
def test_a_picture_that_changes_with_every_turn(view: BoardView) -> None:
    for turn in range(TURNS):
        color = (HERE, THERE)[turn % 2]
        view.set_picture(board(lambda _cell, color=color: color))  # type: ignore[misc]  # bound at once
        assert seen(view.grab().toImage(), view) == {color}, turn
        QApplication.processEvents()


@pytest.mark.long
def test_panning_shows_the_newest_picture(view: BoardView) -> None:
    view.set_zoom(1.0)
    view.center_on(8, 6)
    view.finish_painting()
    while not view.is_idle:
        QApplication.processEvents()  # what lies beside the view is kept ready
    view.set_picture(board(lambda _cell: THERE))
    for x in (12, 16, 20, 24):
        view.center_on(x, 10)
        assert seen(view.grab().toImage(), view) == {THERE}
        QApplication.processEvents()


def test_first_paint_is_not_blank(open_view: ViewOpener) -> None:
    assert turns(open_view(board(lambda _cell: HERE), 900, 680)) == [{HERE}] * TURNS


@pytest.mark.long
def test_view_changes_are_not_blank(view: BoardView) -> None:
    view.set_zoom(1.4)
    view.finish_painting()
    view.fit()
    assert seen(view.grab().toImage(), view) == {HERE}
    view.set_zoom(0.6)
    view.center_on(30, 20)
    assert seen(view.grab().toImage(), view) == {HERE}
    view.set_theme(DARK)
    assert seen(view.grab().toImage(), view, DARK) == {HERE}


def test_zooming_shows_the_newest_picture(view: BoardView) -> None:
    view.set_picture(board(lambda _cell: THERE))
    view.set_zoom(1.2)
    assert seen(view.grab().toImage(), view) == {THERE}


@pytest.mark.long
def test_coarse_painting_leaves_no_trace(view: BoardView, qtbot: QtBot) -> None:
    """When all is painted the sight is that of a view which never showed anything else."""
    after = board(lambda cell: THERE if cell % 3 else HERE)
    for picture in (board(lambda _cell: THERE), after, board(lambda cell: HERE if cell < 700 else THERE), after):
        view.set_picture(picture)
        view.grab()
        QApplication.processEvents()
    view.finish_painting()
    fresh = BoardView(LIGHT)
    qtbot.addWidget(fresh)
    fresh.resize(view.size())
    fresh.set_picture(after)
    fresh.finish_painting()
    assert view.grab().toImage() == fresh.grab().toImage()
    assert view.board_point(QPointF(0, 0)) == fresh.board_point(QPointF(0, 0))
