"""The board view: pointing, zooming, panning, keyboard, marks and ghosts."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.picture import Layer, Path, Picture, Sprite, Target, circle, edge_target, rectangle
from studio.gui.board.cache import ChartCache
from studio.gui.board.target_shapes import TargetShapes
from studio.gui.board.view import BoardView, Mark, PointerEvent
from studio.gui.style.theme import DARK, LIGHT, Theme
from studio.seatiles.drawing.coast import Tile, lands_of_shape
from studio.seatiles.drawing.picture import chart_picture, ghost_picture
from tests.gui.board.conftest import ViewOpener
from tests.seatiles.seas import random_sea

SEA = random_sea(6, 5, 4)
OPEN = next(cell for cell, tile in enumerate(SEA.tiles) if tile is None)
COVERED = next(cell for cell, tile in enumerate(SEA.tiles) if tile is not None)
GHOST = ghost_picture(SEA, OPEN, Tile(lands_of_shape("aa..")))


@pytest.fixture(scope="module")
def chart() -> Picture:
    """Drawn once: a game hands out the same still shapes again and again, too."""
    return chart_picture(SEA)


@pytest.fixture
def view(open_view: ViewOpener, chart: Picture) -> BoardView:
    return open_view(chart, 520, 460)


@pytest.fixture
def painted(view: BoardView) -> BoardView:
    """The same, painted completely."""
    view.finish_painting()
    return view


def test_deleted_view_keeps_no_pixels(qtbot: QtBot) -> None:
    """Python may keep a closed view for long, as it is part of a cycle; its pixels are some thirty megabytes."""
    view = BoardView(LIGHT)
    view.resize(520, 460)
    view.set_picture(chart_picture(SEA))
    view.set_overlays([chart_picture(SEA)])
    view.show()
    view.finish_painting()
    view.grab()
    cache, sheet = view._cache, view._overlay_cache
    assert cache._scale.blocks and sheet._pixmaps
    gone: list[bool] = []
    view.destroyed.connect(lambda: gone.append(True))
    view.deleteLater()
    qtbot.waitUntil(lambda: bool(gone))
    assert not cache._scale.blocks and not sheet._pixmaps


@pytest.fixture
def heard(view: BoardView) -> list[PointerEvent]:
    heard: list[PointerEvent] = []
    view.pointer_event.connect(heard.append)
    return heard


def middle(view: BoardView, target: int) -> QPoint:
    return view.widget_rect(target).center()


def picture_of(view: BoardView) -> QImage:
    return view.grab().toImage()


def wheel(view: BoardView, at: QPoint, steps: int, modifiers: Qt.KeyboardModifier) -> None:
    places = QPointF(at), QPointF(view.mapToGlobal(at))
    deltas = QPoint(0, 0), QPoint(0, 120 * steps)
    phase = Qt.ScrollPhase.NoScrollPhase
    QApplication.sendEvent(view, QWheelEvent(*places, *deltas, Qt.MouseButton.NoButton, modifiers, phase, False))


NONE = Qt.KeyboardModifier.NoModifier


def test_every_target_is_hit_in_its_middle(view: BoardView) -> None:
    for target in chart_picture(SEA).targets:
        assert view.target_at(QPointF(middle(view, target.cell))) == target.cell
    assert view.target_at(QPointF(2, 2)) == -1


def test_covered_cells_follow_the_tiles(app: QApplication) -> None:
    sea = random_sea(6, 5, 2)
    laid = [cell for cell, tile in enumerate(sea.tiles) if tile is not None]
    spots = TargetShapes(LIGHT)
    for gone in (laid[:3], laid[2:9], [], laid, laid[5:6]):
        tiles = [None if cell in gone else tile for cell, tile in enumerate(sea.tiles)]
        spots.set_picture(chart_picture(sea._replace(tiles=tuple(tiles))), True)
        covered = [cell for cell in laid if (spot := spots.get(cell)) is not None and spot.is_covered]
        assert covered == [cell for cell in laid if cell not in gone]


def test_the_last_of_overlapping_targets_wins(view: BoardView) -> None:
    over = Target(2_000_001, circle(2.5, 2.5, 0.2))
    view.set_picture(chart_picture(SEA, targets=(over,)))
    assert view.target_at(QPointF(middle(view, 2_000_001))) == 2_000_001
    corner = view.widget_rect(2 * 6 + 2).topLeft() + QPoint(3, 3)
    assert view.target_at(QPointF(corner)) == 14


def test_click_events_have_target_and_button(view: BoardView, heard: list[PointerEvent]) -> None:
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, NONE, middle(view, 8))
    assert [(event.kind, event.target) for event in heard if event.kind != "move"] == [("press", 8), ("release", 8)]
    press = next(event for event in heard if event.kind == "press")
    assert press.button == Qt.MouseButton.LeftButton
    assert press.x == pytest.approx(2.5, abs=0.03) and press.y == pytest.approx(1.5, abs=0.03)
    shift, right = Qt.KeyboardModifier.ShiftModifier, Qt.MouseButton.RightButton
    QTest.mouseClick(view, right, shift, middle(view, edge_target(0, 0)))
    last = heard[-1]
    assert (last.target, last.button, last.modifiers) == (edge_target(0, 0), right, shift)


def test_move_double_click_and_leave_events(view: BoardView, heard: list[PointerEvent]) -> None:
    QTest.mouseMove(view, middle(view, 3))
    QTest.mouseDClick(view, Qt.MouseButton.LeftButton, NONE, middle(view, 3))
    assert ("double", 3) in [(event.kind, event.target) for event in heard]
    view.leaveEvent(None)  # type: ignore[arg-type]  # Qt hands over an event that is not looked at
    assert heard[-1].kind == "leave" and heard[-1].target == -1


def test_the_wheel_zooms_about_the_pointer(view: BoardView, heard: list[PointerEvent]) -> None:
    at = middle(view, 15)
    before = view.zoom
    place = view.board_point(QPointF(at))
    zooms: list[float] = []
    view.zoom_changed.connect(zooms.append)
    wheel(view, at, 2, NONE)
    assert view.zoom > before * 1.2 and zooms == [view.zoom]
    after = view.board_point(QPointF(at))
    assert abs(after.x() - place.x()) < 0.02 and abs(after.y() - place.y()) < 0.02
    assert not [event for event in heard if event.kind == "wheel"]
    for _ in range(40):
        wheel(view, at, -3, NONE)
    assert 0.05 < view.zoom < 0.4
    view.fit()
    assert view.zoom == pytest.approx(before)


def test_wheel_rotates_the_ghost(view: BoardView, heard: list[PointerEvent]) -> None:
    view.set_ghost(GHOST, OPEN)
    wheel(view, middle(view, OPEN), 1, NONE)
    wheel(view, middle(view, OPEN), -1, NONE)
    assert [(event.kind, event.target, event.turn) for event in heard] == [("wheel", OPEN, -1), ("wheel", OPEN, 1)]
    before = view.zoom
    wheel(view, middle(view, OPEN), 1, Qt.KeyboardModifier.ControlModifier)
    assert view.zoom > before


def test_chips_rotate_the_ghost(view: BoardView, heard: list[PointerEvent]) -> None:
    view.set_ghost(GHOST, OPEN)
    box = view.widget_rect(OPEN)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, NONE, box.bottomRight() + QPoint(2, 2))
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, NONE, box.bottomLeft() + QPoint(-2, 2))
    assert [(event.kind, event.turn) for event in heard if event.kind != "move"] == [("wheel", 1), ("wheel", -1)]


def test_small_spaces_have_no_chips(view: BoardView, heard: list[PointerEvent]) -> None:
    """Chips as large as half a space would take clicks meant for it and for its neighbours."""
    view.set_zoom(0.5)
    view.set_ghost(GHOST, OPEN)
    box = view.widget_rect(OPEN)
    right, left = box.bottomRight(), box.bottomLeft()
    for corner in (right - QPoint(3, 3), left + QPoint(3, -3), right + QPoint(2, 2)):
        QTest.mousePress(view, Qt.MouseButton.LeftButton, NONE, corner)
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, NONE, corner)
    assert [event.kind for event in heard if event.kind != "move"] == ["press", "release"] * 3


def test_middle_button_and_pan_tool_pan(view: BoardView, heard: list[PointerEvent]) -> None:
    view.set_zoom(2.0)
    start, cell = QPoint(300, 300), view.target_at(QPointF(300, 300))
    for button, tool in ((Qt.MouseButton.MiddleButton, False), (Qt.MouseButton.LeftButton, True)):
        view.set_pan_tool(tool)
        before = view.board_point(QPointF(0, 0))
        QTest.mousePress(view, button, NONE, start)
        QTest.mouseMove(view, start + QPoint(40, 25))
        QTest.mouseRelease(view, button, NONE, start + QPoint(40, 25))
        moved = before - view.board_point(QPointF(0, 0))
        assert moved.x() * 128 == pytest.approx(40, abs=1) and moved.y() * 128 == pytest.approx(25, abs=1)
    assert not [event for event in heard if event.kind in ("press", "release")]
    assert view.target_at(QPointF(380, 350)) == cell


def test_board_stays_in_view(view: BoardView) -> None:
    QTest.mousePress(view, Qt.MouseButton.MiddleButton, NONE, QPoint(10, 10))
    for _ in range(30):
        QTest.mouseMove(view, QPoint(9000, 9000))
        QTest.mouseMove(view, QPoint(10, 10))
        QTest.mouseMove(view, QPoint(9000, 9000))
    QTest.mouseRelease(view, Qt.MouseButton.MiddleButton, NONE, QPoint(10, 10))
    place = view.board_point(QPointF(view.width(), view.height()))
    assert place.x() > -1 and place.y() > -1


def test_arrow_keys_move_and_enter_presses(view: BoardView, heard: list[PointerEvent]) -> None:
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Right)
    first = heard[-1].target
    assert heard[-1].kind == "move" and first >= 0
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert heard[-1].target == first + 1
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert heard[-1].target == first + 1 - 6
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert [(event.kind, event.target) for event in heard[-2:]] == [("press", first - 5), ("release", first - 5)]
    for _ in range(12):
        QTest.keyClick(view, Qt.Key.Key_Left)
    assert heard[-1].target >= 1 << 20, "beyond the last column lie the edges"


def test_reveal_brings_targets_into_view(view: BoardView) -> None:
    view.set_zoom(3.0)
    for target in (0, 29, edge_target(5, 1)):
        view.reveal([target])
        assert view.rect().contains(middle(view, target))
    view.reveal([])


def test_resizing_keeps_the_whole_board_in_view(view: BoardView) -> None:
    view.resize(420, 380)
    for target in (0, 5, 24, 29, edge_target(0, 0), edge_target(29, 2)):
        assert view.rect().contains(middle(view, target))
    view.set_zoom(2.0)
    view.resize(500, 400)
    assert view.zoom == pytest.approx(2.0)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_every_mark_shows_on_paper_and_on_water(view: BoardView, theme: Theme) -> None:
    view.set_theme(theme)
    view.finish_painting()
    bare = picture_of(view)
    for kind in ("legal", "hover", "chosen", "selected", "error", "warning", "info", "last", "cursor"):
        for cell in (OPEN, COVERED):
            view.set_marks([Mark(kind, cell)])
            marked = picture_of(view)
            box = view.widget_rect(cell)
            xs, ys = range(box.left(), box.right()), range(box.top(), box.bottom())
            assert sum(marked.pixel(x, y) != bare.pixel(x, y) for x in xs for y in ys) > 60, (kind, cell)
        view.set_marks([])
        assert picture_of(view) == bare, kind


def test_marks_on_unknown_targets_are_ignored(painted: BoardView) -> None:
    bare = picture_of(painted)
    painted.set_marks([Mark("error", 99_999)])
    painted.set_band([88_888])
    assert picture_of(painted) == bare


def test_notes_of_marks(view: BoardView) -> None:
    view.set_marks([Mark("error", 7, "Land meets sea."), Mark("hover", 7), Mark("info", 8, "A hint.")])
    assert view.notes_at(QPointF(middle(view, 7))) == "Land meets sea."
    assert view.notes_at(QPointF(middle(view, 9))) == ""
    assert view.notes_at(QPointF(1, 1)) == ""


def test_a_ghost_and_a_band_show_and_go(painted: BoardView) -> None:
    bare = picture_of(painted)
    painted.set_ghost(GHOST, OPEN)
    assert picture_of(painted) != bare
    piece = Picture((0, 0, 1, 1), (Layer("piece", (Sprite("seatiles/scout", 0.5, 0.5, 0.4, seat=0),)),))
    painted.set_ghost(piece, OPEN)
    assert picture_of(painted) != bare
    painted.set_ghost(None)
    painted.set_band([0, 1, 6, 7])
    assert picture_of(painted) != bare
    painted.set_band(())
    assert picture_of(painted) == bare


def test_chart_is_painted_in_slices(open_view: ViewOpener, qtbot: QtBot) -> None:
    view = open_view(chart_picture(random_sea(8, 6, 9)), 700, 500)
    assert not view.is_painted
    qtbot.waitUntil(lambda: view.is_painted)


def test_fine_painting_waits_for_a_pause(open_view: ViewOpener, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.gui.board.cache._FINE_SECONDS", 0.0)
    sea = random_sea(8, 6, 9)
    laid = [cell for cell, tile in enumerate(sea.tiles) if tile is not None]
    view = open_view(chart_picture(sea), 700, 500)
    view.finish_painting()
    slices = 0

    def work(cache: ChartCache, seconds: float, ahead: bool = True) -> bool:
        nonlocal slices
        slices += 1
        return worked(cache, seconds, ahead)

    worked = ChartCache.work
    for cell in laid[:3]:
        sea = sea._replace(tiles=tuple(None if other == cell else tile for other, tile in enumerate(sea.tiles)))
        view.set_picture(chart_picture(sea))
        view.repaint()
        monkeypatch.setattr(ChartCache, "work", work)  # the first change is tried at once
    assert slices == 0 and not view.is_painted
    qtbot.waitUntil(lambda: view.is_painted)
    assert slices > 0


def test_an_inset_fills_its_view_without_a_table(open_view: ViewOpener) -> None:
    layer = Layer("a", (Path("fill:error", (rectangle(0, 0, 3, 2),)),))
    view = open_view(Picture((0, 0, 3, 2), (layer,), (Target(7, circle(1, 1, 0.5)),)), 300, 200)
    view.finish_painting()
    assert view.target_at(QPointF(100, 100)) == 7
    assert picture_of(view).pixelColor(3, 3) == LIGHT.color("error")


def test_calls_keep_the_reference_count_of_none(view: BoardView) -> None:
    """Some versions of PySide drop a reference to None with each such call and abort after some thousands."""
    before = sys.getrefcount(None)
    for _ in range(2_000):
        view.update()
        view.setMouseTracking(True)
    assert sys.getrefcount(None) >= before - 50


def test_painting_keeps_the_reference_count_of_none(painted: BoardView) -> None:
    before = sys.getrefcount(None)
    for _ in range(60):
        painted.set_marks([Mark("legal", 3), Mark("error", 4)])
        picture_of(painted)
        painted.set_marks([])
        picture_of(painted)
    assert sys.getrefcount(None) >= before - 50


def test_pulse_runs_only_if_visible_and_enabled(qtbot: QtBot) -> None:
    board = BoardView()
    qtbot.addWidget(board)
    targets = Target(0, rectangle(0, 0, 1, 1)), Target(1, rectangle(1, 1, 1, 1))
    board.set_picture(Picture((0, 0, 2, 2), (Layer("all", ()),), targets))
    board.resize(300, 300)
    board.set_marks([Mark("legal", 0)])
    assert not board._pulse.is_running, "not wanted"
    board.set_pulsing(True)
    assert not board._pulse.is_running, "not seen"
    board.show()
    qtbot.waitExposed(board)
    assert board._pulse.is_running
    qtbot.waitUntil(lambda: board._pulse.value < 0.9)
    board.set_marks([Mark("chosen", 0)])
    assert not board._pulse.is_running and board._pulse.value == 1.0
    board.set_marks([Mark("legal", 1)])
    assert board._pulse.is_running
    board.set_pulsing(False)
    assert not board._pulse.is_running
    board.set_pulsing(True)
    board.hide()
    assert not board._pulse.is_running
