"""The tray below the board: shown, pointed at, clicked, reached by number keys, hidden from others; ghosts there."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.picture import Layer, Path, Picture, rectangle
from studio.gui.play.page import PlayPage
from studio.gui.play.panels.clickable import EMPTY, PictureView
from studio.gui.style.theme import DARK
from tests.gui.play.match.test_plans import NONE, Opener, hover, played, table
from tests.gui.play.toy import FAR, LAY, LOOK, SURE, TRAY, WAIT

__all__ = ["table"]
LEFT = Qt.MouseButton.LeftButton


def spot(view: PictureView, target: int) -> QPoint:
    """The middle of a target of a picture beside the board."""
    place = view.center_of(target)
    assert place is not None
    return place.toPoint()


def right_below_the_board(page: PlayPage) -> bool:
    """Whether the tray lies between the board and the decision, as wide as both."""
    board, tray, decision = (widget.geometry() for widget in (page.board, page.tray, page.decision))
    return board.bottom() < tray.top() < tray.bottom() < decision.top() and board.width() == tray.width()


def test_the_tray_lies_below_the_board(qtbot: QtBot, table: Opener) -> None:
    page = table("human", "human")
    assert page.tray.isVisible() and right_below_the_board(page)
    assert page.tray.view.clickable >= {TRAY + 1, TRAY + 2}
    assert "Your tiles" in page.tray.view.accessibleName() and "2 Tile 2" in page.tray.view.accessibleName()
    page.set_theme(DARK)
    page.grab()


def test_a_click_on_the_tray(qtbot: QtBot, table: Opener) -> None:
    page = table("human", "human")
    view = page.tray.view
    QTest.mouseMove(view, spot(view, TRAY + 1))
    assert page.controller.choices.selected_move == (LOOK,) and view.chosen == TRAY + 1
    QTest.mouseClick(view, LEFT, NONE, spot(view, TRAY))
    assert played(page) == [], "nothing can be done there"
    QTest.mouseClick(view, LEFT, NONE, spot(view, TRAY + 1))
    assert played(page) == [(LOOK,)]


def test_number_keys_mean_the_places_of_the_tray(qtbot: QtBot, table: Opener) -> None:
    page = table("human", "human")
    for key in (Qt.Key.Key_1, Qt.Key.Key_9, Qt.Key.Key_0):
        QTest.keyClick(page.board, key)
    assert played(page) == [], "places without a move, and places that are not there"
    QTest.keyClick(page.board, Qt.Key.Key_3)
    QTest.keyClick(page.board, Qt.Key.Key_3)
    assert played(page) == [(WAIT,), (SURE,)]
    assert [page.tray.target_for_key(key) for key in (1, 2, 3, 4, 5, 0)] == [TRAY, TRAY + 1, TRAY + 2, TRAY + 3, -1, -1]


def test_things_alike_on_the_tray_mean_the_same_move(qtbot: QtBot, table: Opener) -> None:
    page = table("human", "human")
    view = page.tray.view
    assert view.clickable >= {TRAY + 1, TRAY + 2, TRAY + 3} and TRAY not in view.clickable
    QTest.mouseMove(view, spot(view, TRAY + 3))
    assert view.chosen == TRAY + 3 and page.board.ghost is None
    button = page.decision.button_row.button_for(page.commands.confirm)
    assert button is not None and button.text() == "Wait"
    QTest.mouseClick(view, LEFT, NONE, spot(view, TRAY + 3))
    assert played(page) == [(WAIT,)]
    assert TRAY + 3 not in view.clickable
    page.actions_.undo.trigger()
    QTest.keyClick(page.board, Qt.Key.Key_4)
    assert played(page) == [(WAIT,)]


def test_the_tray_is_reached_by_tab(qtbot: QtBot, table: Opener) -> None:
    page = table("human", "human")
    QTest.keyClick(page.board, Qt.Key.Key_Backtab)
    assert page.tray.view.chosen == TRAY + 2
    QTest.keyClick(page.board, Qt.Key.Key_Return)
    assert played(page) == [(WAIT,)]


def test_the_tray_is_private(qtbot: QtBot, table: Opener) -> None:
    page = table("human", "human")
    controller = page.controller
    controller.play((LOOK,))
    controller.play((LAY, 0, 0))
    assert not page.overlays.handover.isHidden()
    assert page.tray.view.picture is EMPTY and page.tray.view.accessibleName() == ""
    QTest.keyClick(page.overlays.handover, Qt.Key.Key_3)
    assert len(played(page)) == 2
    controller.confirm_handover()
    assert page.tray.view.picture.targets


def test_a_low_window_keeps_its_board(qtbot: QtBot, table: Opener) -> None:
    page = table("human", "human")
    page.resize(1280, 640)
    qtbot.waitUntil(lambda: right_below_the_board(page))
    low = page.decision.height()
    assert page.decision.undo_timeline.isHidden() and page.decision.undo.isVisible()
    assert page.board.height() > 0.55 * page.height()
    page.resize(1600, 950)
    assert page.decision.height() > low and page.decision.undo_timeline.isVisible()
    qtbot.waitUntil(lambda: right_below_the_board(page) and page.tray.width() > 900)
    page.controller.play((LAY, 0, 0))
    assert page.decision.undo.text() and page.decision.undo.isEnabled()
    page.resize(1280, 640)
    page.decision.undo.click()
    assert played(page) == [] and page.decision.height() == low
    page.controller.play((LAY, 0, 0))
    page.controller.start_replay()
    assert page.decision.replay.isVisible(), "a replay has its slider in any window"


def test_without_a_tray_there_is_no_room_for_it(qtbot: QtBot, table: Opener) -> None:
    page = table("human", "human")
    assert page.decision.compact
    page.tray.hide()
    page._fit_parts()
    assert not page.decision.compact and page.decision.undo.text()


def test_ghosts_lie_where_their_place_is(qtbot: QtBot, table: Opener) -> None:
    page = table("human", "human")
    hover(page, FAR)
    assert page.board.ghost is not None and page.input.panel_ghost == (None, -1)
    page.controller.point(4)
    assert page.board.ghost is not None
    page.controller.point(TRAY + 1)
    assert page.board.ghost is None, "what is done on the tray is not shown on the board"


def test_a_ghost_in_a_picture_beside_the_board(qtbot: QtBot) -> None:
    view = PictureView()
    qtbot.addWidget(view)
    view.resize(100, 100)
    view.set_picture(Picture((0, 0, 2, 2), (Layer("all", (Path("fill:sand", (rectangle(0, 0, 2, 2),)),)),)))
    before = view.grab().toImage()
    ghost = Picture((1, 1, 2, 2), (Layer("all", (Path("fill:deep", (rectangle(1, 1, 1, 1),)),)),))
    view.set_ghost(ghost)
    shown = view.grab().toImage()
    assert shown.pixel(75, 75) != before.pixel(75, 75) and shown.pixel(25, 25) == before.pixel(25, 25)
    view.set_ghost(None)
    assert view.grab().toImage() == before
    assert view.target_at(QPointF(5, 5)) == -1
