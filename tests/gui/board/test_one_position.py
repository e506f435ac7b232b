"""What the board shows is always one position, the newest: no mixture of old and new, and no blank paper."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.picture import Layer, Path, Picture, Target, circle, rectangle
from studio.gui.board.view import BoardView
from studio.gui.style.theme import DARK, LIGHT, Theme
from studio.seatiles.drawing.picture import chart_picture
from tests.seatiles.seas import random_sea

COLUMNS, ROWS = 40, 30
HERE, THERE = "error", "done"
TURNS = 12
"""Turns of the event loop that are looked at; the fine painting of such a board takes more than these."""


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
def view(qtbot: QtBot) -> BoardView:
    view = BoardView(LIGHT)
    qtbot.addWidget(view)
    view.resize(900, 680)
    view.set_picture(board(lambda _cell: HERE))
    view.show()
    view.finish_painting()
    assert seen(view.grab().toImage(), view) == {HERE}
    return view


@pytest.mark.long
def test_all_at_once_elsewhere(view: BoardView) -> None:
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
def test_what_comes_into_view_is_no_older(view: BoardView) -> None:
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


def test_a_first_sight_is_no_blank_paper(qtbot: QtBot) -> None:
    view = BoardView(LIGHT)
    qtbot.addWidget(view)
    view.resize(900, 680)
    view.set_picture(board(lambda _cell: HERE))
    view.show()
    assert turns(view) == [{HERE}] * TURNS


@pytest.mark.long
def test_zooming_out_moving_and_another_theme_show_no_blank_paper(view: BoardView) -> None:
    view.set_zoom(1.4)
    view.finish_painting()
    view.fit()
    assert seen(view.grab().toImage(), view) == {HERE}
    view.set_zoom(0.6)
    view.center_on(30, 20)
    assert seen(view.grab().toImage(), view) == {HERE}
    view.set_theme(DARK)
    assert seen(view.grab().toImage(), view, DARK) == {HERE}


def test_zooming_after_a_change_shows_the_new_one(view: BoardView) -> None:
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
