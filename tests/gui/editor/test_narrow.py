"""The editor in half a window: panels are folded, tools that have no room are behind one button, all can be reached."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.style.theme import LIGHT
from studio.services.loading import load_layout

pytestmark = pytest.mark.usefixtures("full_dress")

HALF = 635
"""What half a window of 1280 pixels has."""


@pytest.fixture(params=[slugs()[0], *(pytest.param(slug, marks=pytest.mark.long) for slug in slugs()[1:])])
def page(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[EditorPage]:
    """The first layout of each game in half a window."""
    page = EditorPage(load_layout(shipped_layouts(request.param)[0]), LIGHT)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    page.resize(HALF, 610)
    page.show()
    qtbot.waitExposed(page)
    for _turn in range(10):  # until the columns have found their widths
        QApplication.processEvents()
    yield page


def box_of(page: EditorPage, part: QAbstractButton) -> QRect:
    return QRect(part.mapTo(page, QPoint(0, 0)), part.size())


def test_two_editors_fit_side_by_side(page: EditorPage) -> None:
    assert page.minimumSizeHint().width() <= 480
    assert page.panes.folding.is_narrow
    buttons = [part for part in page.tool_bar.findChildren(QAbstractButton) if part.isVisible()]
    boxes = [box_of(page, part) for part in buttons]
    assert all(page.rect().contains(box) for box in boxes)
    assert not [(one, other) for one in boxes for other in boxes if one is not other and one.intersects(other)]
    assert page.view.width() >= 200 and page.view.height() >= 200
    for panel in (page.palette_panel, page.problems):
        assert panel.isVisible() and page.rect().contains(QRect(panel.mapTo(page, QPoint(0, 0)), panel.size()))


def test_what_has_no_room_is_in_a_menu(page: EditorPage) -> None:
    bar = page.tool_bar
    assert bar.more_button.isVisible()
    bar.more_button.menu().aboutToShow.emit()
    listed = bar.more_button.menu().actions()
    hidden = [page.page_actions[name] for name, button in bar.buttons.items() if button.isHidden()]
    assert listed == [action for action in hidden if action.isVisible()] and listed
    listed[0].trigger()
    page.resize(2000, 610)
    QApplication.processEvents()
    assert (
        not bar.more_button.isVisible() and bar.check_button.text() == bar.check_button.accessibleName() == "Check all"
    )
    assert all(button.isVisible() for name, button in bar.buttons.items() if page.page_actions[name].isVisible())


def test_names_stay_where_words_have_no_room(page: EditorPage) -> None:
    for button in (page.tool_bar.check_button, page.tool_bar.playtest_button, page.problems.fix_all_button):
        assert button.accessibleName() and (button.text() == "" or button.text().isdecimal())
        assert button.toolTip()


def test_a_field_that_is_to_be_shown_opens_its_panel(page: EditorPage) -> None:
    assert not page.inspector.isVisible()
    page._show_field("name")
    assert page.inspector.isVisible()
    page.panes.folding.open("")
    page.resize(1280, 610)
    QApplication.processEvents()
    assert page.palette_panel.isVisible() and page.inspector.isVisible() and not page.panes.folding.is_narrow
    assert sum(page.panes.columns.sizes()) > 1000 and all(page.panes.columns.sizes())


def test_the_board_alone_is_shown_in_a_narrow_page_too(page: EditorPage) -> None:
    page.panes.show_side_panels(False)
    QApplication.processEvents()
    assert page.view.width() > HALF - 60
    page.panes.show_side_panels(True)
    QApplication.processEvents()
    assert page.palette_panel.isVisible()
