"""The strips above the board: nothing in them moves when another tool is taken, and everything says what it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.style.theme import LIGHT
from studio.services.loading import load_layout
from tests.shortly import shortly

WIDTHS = [1024, 1280, 1440]


@pytest.fixture(params=shortly(slugs(), 0, 3))
def page(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[EditorPage]:
    """The first layout of each game, measured where the game measures."""
    page = EditorPage(load_layout(shipped_layouts(request.param)[0]), LIGHT)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    page.resize(1280, 640)
    page.show()
    qtbot.waitExposed(page)
    if page.document.game.has_survey:
        qtbot.waitUntil(lambda: page.options.overlays.isVisible())
    yield page


def places(page: EditorPage) -> dict[QWidget, QRect]:
    """Where everything stands that belongs to no tool."""
    options = page.options
    parts = [part for part in page.tool_bar.findChildren(QAbstractButton) if part.isVisible()]
    parts += [part for part in options.overlays.buttons if part.isVisible()]
    return {
        part: QRect(part.mapTo(page, QPoint(0, 0)), part.size())
        for part in (*parts, options, options.symmetry, page.view, page.problems)
    }


@pytest.mark.parametrize("width", shortly(WIDTHS))
def test_no_button_moves_when_a_tool_is_taken(page: EditorPage, width: int) -> None:
    page.resize(width, 560)
    for _turn in range(10):  # until the columns have found their widths
        QApplication.processEvents()
    before = places(page)
    assert len(before) > 20
    for tool in page.board.tools:
        if tool.is_available:
            page.board.set_tool(tool.key)
            QApplication.processEvents()
            assert places(page) == before, tool.key
            assert page.options.row.minimumSize().width() <= page.options.width(), tool.key
            assert page.options.name.text() == tool.name


@pytest.mark.parametrize("width", shortly(WIDTHS))
def test_the_buttons_fit_side_by_side(page: EditorPage, width: int) -> None:
    page.resize(width, 560)
    for _turn in range(10):  # until the columns have found their widths
        QApplication.processEvents()
    boxes = [box for part, box in places(page).items() if isinstance(part, QAbstractButton)]
    assert all(page.rect().contains(box) for box in boxes)
    assert not [(one, other) for one in boxes for other in boxes if one is not other and one.intersects(other)]


def test_every_button_carries_words_or_a_tooltip(page: EditorPage) -> None:
    for button in page.findChildren(QAbstractButton):
        if button.isVisible() and not button.text():
            assert button.toolTip() or button.accessibleName(), button
            assert button.toolTip() or not button.icon().availableSizes(), button.accessibleName()
