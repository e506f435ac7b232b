"""The status bar and the minimap."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.documents.paths import layouts_dir
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.editor.panels.overview import Minimap
from studio.gui.editor.panels.status import SaveStatus
from studio.services.loading import load_layout
from tests.gui.editor.hand import LEFT, lay, open_page
from tests.gui.editor.toy import SEA, VOID, cape


def test_the_clock_of_the_last_save(qtbot: QtBot) -> None:
    now = [100.0]
    clock = SaveStatus(lambda: now[0])
    qtbot.addWidget(clock)
    clock.show_state(edited=False, has_file=False)
    assert clock.text() == "Not saved yet"
    clock.show_state(edited=True, has_file=False)
    assert clock.text() == "Modified, not saved"
    clock.show_state(edited=False, has_file=True)
    assert clock.text() == "Saved"
    clock.saved_time.restart()
    assert clock.text() == "Saved just now"
    now[0] += 200
    clock.refresh()
    assert clock.text() == "Saved 3 min ago"
    clock.show_state(edited=True, has_file=True)
    assert clock.text() == "Modified, saved 3 min ago"


def test_saving_sets_the_clock(qtbot: QtBot, tmp_path: Path) -> None:
    page = open_page(qtbot, load_layout(layouts_dir() / slugs()[0] / "base.json"))
    assert page.status_bar.save_status.text() == "Saved"
    page.document.save(tmp_path / "mine.json")
    assert page.status_bar.save_status.text() == "Saved just now"
    page.document.rename("author", "Ada")
    assert page.status_bar.save_status.text() == "Modified, saved just now"


def test_only_stamps_that_turn_show_degrees(page: EditorPage) -> None:
    page.choose_stamp(SEA)
    assert page.status_bar.tool_label.text() == "Stamp: Sea"
    page.choose_stamp(cape(1))
    assert page.status_bar.tool_label.text() == f"Stamp: Cape, {360 // page.document.grid.sides}°"


@pytest.mark.usefixtures("full_dress")
def test_what_has_no_room_is_left_out_whole(qtbot: QtBot) -> None:
    page = open_page(qtbot, load_layout(layouts_dir() / slugs()[0] / "base.json"))
    status = page.status_bar
    qtbot.addWidget(status)
    labels = status.spaces_label, status.zoom_label, status.save_status, status.tool_label
    parts = status.zoom_slider, *labels, status.counters
    seen = []
    for width in range(1200, 100, -20):
        status.resize(width, 28)
        status.show()
        status.grab()
        shown = [part for part in parts if part.isVisible()]
        assert all(part.width() >= part.sizeHint().width() or part is status.zoom_slider for part in shown), width
        assert all(status.rect().contains(part.geometry()) for part in shown) or shown == [status.counters], width
        seen.append(len(shown))
    assert seen[0] == len(parts) and seen[-1] == 1 and seen == sorted(seen, reverse=True)
    status.resize(1200, 28)
    assert status.zoom_slider.isVisible() and status.tool_label.isVisible()


@pytest.fixture(params=[(420, 300), (90, 64)], ids=["large", "tiny"])
def small(page: EditorPage, qtbot: QtBot, request: pytest.FixtureRequest) -> Minimap:
    small = Minimap(page.edit_state)
    qtbot.addWidget(small)
    small.resize(*request.param)
    return small


def place(small: Minimap, name: str) -> QPoint:
    """Where a cell's middle is on the small board: it is centred and as large as the margins allow."""
    grid = small.edit_state.document.grid
    scale = min((small.width() - 16) / grid.width, (small.height() - 12) / grid.height)
    x, y = grid.center(grid.cell_named(name))
    return QPoint(
        round(small.width() / 2 + (x - grid.width / 2) * scale),
        round(small.height() / 2 + (y - grid.height / 2) * scale),
    )


def colours(small: Minimap, *names: str) -> list[QColor]:
    image = small.grab().toImage()
    return [image.pixelColor(place(small, name)) for name in names]


def test_a_painted_space_shows_where_it_is(page: EditorPage, small: Minimap) -> None:
    before = colours(small, "B2", "E3", "F4")
    for name, stamp in (("B2", SEA), ("E3", cape(1)), ("A1", VOID)):
        lay(page.document, {name: stamp})
    after = colours(small, "B2", "E3", "F4")
    assert after[0] != before[0] and after[1] != before[1] and after[0] != after[1]
    assert after[2] == before[2]


def test_a_press_asks_for_the_place_under_it(page: EditorPage, small: Minimap, qtbot: QtBot) -> None:
    grid = page.document.grid
    for name in ("A1", "F4", "C2"):
        with qtbot.waitSignal(small.moved) as requested:
            QTest.mousePress(small, LEFT, pos=place(small, name))
        assert requested.args is not None
        QTest.mouseRelease(small, LEFT, pos=place(small, name))
        assert math.dist(requested.args, grid.center(grid.cell_named(name))) < 0.12
        assert grid.cell_at(*requested.args) == grid.cell_named(name)
