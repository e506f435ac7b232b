"""The bars above the board: nothing moves when the tool changes; all of it is reachable in a narrow window."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.services.loading import load_layout
from tests.gui.editor.hand import open_page, settle
from tests.gui.editor.toy import COAST, blank, opened
from tests.short_run import mark_long


@pytest.fixture(params=mark_long(slugs(), 0, 3))
def page(qtbot: QtBot, request: pytest.FixtureRequest) -> EditorPage:
    page = open_page(qtbot, load_layout(shipped_layouts(request.param)[0]))
    if page.document.game.has_survey:
        qtbot.waitUntil(lambda: page.options.overlays.isVisible())
    return page


def check_apart(page: EditorPage, boxes: list[QRect]) -> None:
    assert all(page.rect().contains(box) for box in boxes)
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))


def places(page: EditorPage) -> dict[QWidget, QRect]:
    """Where everything stands that belongs to no tool."""
    options = page.options
    parts = [part for part in page.tool_bar.findChildren(QAbstractButton) if part.isVisible()]
    parts += [part for part in options.overlays.buttons if part.isVisible()]
    return {
        part: QRect(part.mapTo(page, QPoint(0, 0)), part.size())
        for part in (*parts, options, options.symmetry, page.view, page.problems)
    }


@pytest.mark.parametrize("width", mark_long([1024, 1280, 1440]))
def test_buttons_fit_side_by_side_and_none_moves_when_a_tool_is_taken(page: EditorPage, width: int) -> None:
    page.resize(width, 560)
    settle()
    before = places(page)
    assert len(before) > 20
    check_apart(page, [box for part, box in before.items() if isinstance(part, QAbstractButton)])
    for tool in page.board.tools:
        if tool.is_available:
            page.board.set_tool(tool.key)
            QApplication.processEvents()
            assert places(page) == before, tool.key
            assert page.options.row.minimumSize().width() <= page.options.width(), tool.key
            assert page.options.name.text() == tool.name


HALF = 635  # what half a window of 1280 pixels has


@pytest.fixture(params=[slugs()[0], *(pytest.param(slug, marks=pytest.mark.long) for slug in slugs()[1:])])
def half(qtbot: QtBot, full_dress: None, request: pytest.FixtureRequest) -> EditorPage:
    half = open_page(qtbot, load_layout(shipped_layouts(request.param)[0]), HALF, 610)
    settle()
    return half


def test_two_editors_fit_side_by_side(half: EditorPage) -> None:
    assert half.minimumSizeHint().width() <= 480
    assert half.panes.folding.is_narrow
    buttons = [part for part in half.tool_bar.findChildren(QAbstractButton) if part.isVisible()]
    check_apart(half, [QRect(part.mapTo(half, QPoint(0, 0)), part.size()) for part in buttons])
    assert half.view.width() >= 200 and half.view.height() >= 200
    for panel in (half.palette_panel, half.problems):
        assert panel.isVisible() and half.rect().contains(QRect(panel.mapTo(half, QPoint(0, 0)), panel.size()))


def test_what_has_no_room_is_in_a_menu(half: EditorPage) -> None:
    bar = half.tool_bar
    assert bar.more_button.isVisible()
    bar.more_button.menu().aboutToShow.emit()
    listed = bar.more_button.menu().actions()
    hidden = [half.page_actions[name] for name, button in bar.buttons.items() if button.isHidden()]
    assert listed == [action for action in hidden if action.isVisible()] and listed
    listed[0].trigger()
    half.resize(2000, 610)
    QApplication.processEvents()
    assert (
        not bar.more_button.isVisible() and bar.check_button.text() == bar.check_button.accessibleName() == "Check all"
    )
    assert all(button.isVisible() for name, button in bar.buttons.items() if half.page_actions[name].isVisible())


def test_names_stay_where_words_have_no_room(half: EditorPage) -> None:
    for button in (half.tool_bar.check_button, half.tool_bar.playtest_button, half.problems.fix_all_button):
        assert button.accessibleName() and (button.text() == "" or button.text().isdecimal())
        assert button.toolTip()


def test_a_field_that_is_to_be_shown_opens_its_panel(half: EditorPage) -> None:
    assert not half.inspector.isVisible()
    half._show_field("name")
    assert half.inspector.isVisible()
    half.panes.folding.open("")
    half.resize(1400, 610)
    QApplication.processEvents()
    assert half.palette_panel.isVisible() and half.inspector.isVisible() and not half.panes.folding.is_narrow
    assert sum(half.panes.columns.sizes()) > 1000 and all(half.panes.columns.sizes())


def test_the_board_alone_is_shown_in_a_narrow_page_too(half: EditorPage) -> None:
    half.panes.show_side_panels(False)
    QApplication.processEvents()
    assert half.view.width() > HALF - 60
    half.panes.show_side_panels(True)
    QApplication.processEvents()
    assert half.palette_panel.isVisible()


def test_kinds_of_edge_are_buttons_of_the_border_tool(qtbot: QtBot) -> None:
    page = open_page(qtbot, opened(blank()))
    assert not any(button.isVisible() for button in page.options.edge_buttons.values())
    page.board.set_tool("border")
    buttons = page.options.edge_buttons
    assert list(buttons) == ["open", "shore", "coast"] and all(button.isVisible() for button in buttons.values())
    buttons["coast"].click()
    assert page.edit_state.edge_stamp == COAST and buttons["coast"].isChecked() and page.board.tool.key == "border"
    buttons["coast"].click()
    assert page.edit_state.edge_stamp is None and not buttons["coast"].isChecked()
    page.board.set_tool("select")
    assert not any(button.isVisible() for button in buttons.values())
