"""The board of the editor: dropped stamps, accessible texts, and what is shown during and after changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QDragEnterEvent,
    QDropEvent,
    QImage,
    QPainter,
    QPixmap,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.form import Stamp
from studio.core.picture import Picture, edge_target
from studio.documents.paths import shipped_layouts
from studio.drawing.symmetry import Symmetry
from studio.games import slugs
from studio.gui.board.cache import ChartCache
from studio.gui.editor.board_controller import stamp_from_mime, stamp_to_mime
from studio.gui.editor.page import EditorPage
from studio.gui.editor.panels import palette
from studio.gui.style.theme import LIGHT
from studio.services.loading import load_layout
from tests.gui.editor.hand import GRID, LEFT, NONE, click, drag, lay, open_page, settle, spot, stamp_point, stamp_rows
from tests.gui.editor.toy import COAST, SEA, cape, toy_body


def drop(page: EditorPage, data: QMimeData, target: int) -> bool:
    """Carry something over the board and let it go on a target; say whether it was taken."""
    place = page.view.widget_rect(target).center()
    enter = QDragEnterEvent(place, Qt.DropAction.CopyAction, data, LEFT, NONE)
    enter.setAccepted(False)
    QApplication.sendEvent(page.view, enter)
    if not enter.isAccepted():
        return False
    event = QDropEvent(QPointF(place), Qt.DropAction.CopyAction, data, LEFT, NONE)
    QApplication.sendEvent(page.view, event)
    return event.isAccepted()


def test_a_stamp_lands_as_one_step(page: EditorPage) -> None:
    page.edit_state.set_symmetry(Symmetry.LEFT_RIGHT)
    cell = GRID.cell_named("B2")
    assert drop(page, stamp_to_mime(cape(1), "cells"), cell)
    body = toy_body(page.document.body)
    image = ("E2", cape(3)) if page.document.grid.sides == 4 else ("D2", cape(4))
    assert (body.at(cell), body.at(GRID.cell_named(image[0]))) == (cape(1), image[1])
    assert page.document.stack.count() == 1
    page.document.undo()
    assert set(toy_body(page.document.body).cells) == {Stamp("empty")}


def test_a_kind_of_edge_lands_on_the_edge_also_from_inside(page: EditorPage) -> None:
    edge = edge_target(GRID.cell_named("C1"), 0)
    assert drop(page, stamp_to_mime(COAST, "edges"), edge)
    assert toy_body(page.document.body).edges == ((edge, "coast"),)
    assert drop(page, stamp_to_mime(COAST, "edges"), GRID.cell_named("C3"))
    assert page.document.stack.count() == 1, "no edge is near the middle of a space"


def test_other_things_are_left_to_the_window(page: EditorPage) -> None:
    data = QMimeData()
    data.setText("a letter")
    assert stamp_from_mime(data) is None
    assert not drop(page, data, 3)
    assert page.document.stack.count() == 0


def test_pulling_a_card_carries_its_stamp_as_it_is_turned(page: EditorPage, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Stamp, str]] = []

    def carry(_source: object, stamp: Stamp, on: str, picture: QPixmap) -> None:
        assert not picture.isNull()
        seen.append((stamp, on))

    monkeypatch.setattr(palette, "drag_stamp", carry)
    page.edit_state.set_stamp(cape(2))
    rows, viewport = stamp_rows(page), page.palette_panel.view.viewport()
    for row in (rows[0], rows[1], rows[-1]):
        place = stamp_point(page, row)
        QTest.mousePress(viewport, LEFT, pos=place)
        QTest.mouseMove(viewport, place + QPoint(2, 1))
        QTest.mouseMove(viewport, place + QPoint(40, 30))
        QTest.mouseRelease(viewport, LEFT, pos=place + QPoint(40, 30))
    assert seen == [(SEA, "cells"), (cape(2), "cells"), (COAST, "edges")]


def description(page: EditorPage, name: str) -> str:
    """The words of a place as Qt hands them on."""
    board = QAccessible.queryAccessibleInterface(page.view)
    assert board is not None
    place = page.document.grid.cell_named(name)
    space = next(board.child(at) for at, one in enumerate(page.view.targets) if one.cell == place)
    assert space is not None and space.text(QAccessible.Text.Name).startswith(f"{name}, ")
    here, more = (space.text(kind) for kind in (QAccessible.Text.Name, QAccessible.Text.Description))
    return f"{here.removeprefix(f'{name}, ')}. {more}".strip()


def test_a_space_tells_what_lies_there_and_how_it_is_turned(page: EditorPage) -> None:
    document, desk = page.document, page.edit_state
    cell, step = document.grid.cell_named("C2"), 360 // document.grid.sides
    assert description(page, "C2") == f"{desk.name(desk.game.editing.pick(document.body, cell))}."
    lay(document, {"C2": cape()})
    assert description(page, "C2").startswith("Cape.")
    lay(document, {"C2": cape(1)})
    assert description(page, "C2").startswith(f"Cape, rotated {step}°.")


def test_notes_selection_and_findings_are_announced(qtbot: QtBot, page: EditorPage) -> None:
    document = page.document
    document.pin("C2", "too near")
    page.edit_state.select([document.grid.cell_named("C2")])
    assert "Selected. too near." in description(page, "C2") and "too near" not in description(page, "C3")
    lay(document, {"B1": cape()})
    qtbot.waitUntil(lambda: "A cape looks off the board." in description(page, "B1"))
    assert "cape" not in description(page, "C1")


def test_what_a_key_has_painted_is_announced(page: EditorPage, heard: list[QAccessibleEvent]) -> None:
    page.board.set_tool("stamp")
    page.edit_state.set_stamp(cape())
    page.view.move_cursor(1, 0)
    heard.clear()
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    messages = [event.message() for event in heard if isinstance(event, QAccessibleAnnouncementEvent)]
    here = page.view.cursor_target
    assert messages == [f"{page.view.target_name(here)}, Cape."]


def seen(page: EditorPage) -> QImage:
    return page.view.grab().toImage()


def rested(page: EditorPage) -> QImage:
    settle(20)
    page.view.finish_painting()
    return seen(page)


def nudge(page: EditorPage) -> None:
    page.edit_state.nudge(1)


def paste(page: EditorPage) -> None:
    page.edit_state.copy()
    page.edit_state.paste(GRID.cell_named("B3"))


def undo(page: EditorPage) -> None:
    page.document.undo()


def drag_stamp(page: EditorPage) -> None:
    view = page.view
    drag(page, "B2 D2")
    QTest.mouseMove(view, spot(page, "B1"))


@pytest.mark.parametrize("act", [nudge, paste, undo, drag_stamp])
def test_the_tiles_and_their_marks_move_together(page: EditorPage, act: Callable[[EditorPage], None]) -> None:
    QTest.keyClick(page.view, Qt.Key.Key_B)
    for name in ("A1", "B1", "A2", "B2"):
        click(page, name)
    page.board.set_tool("select")
    page.edit_state.select(GRID.cell_named(name) for name in ("A1", "B1", "A2", "B2"))
    if act is undo:
        nudge(page)
    QTest.mouseMove(page.view, spot(page, "B1"))
    before = rested(page)
    act(page)
    between = seen(page)
    after = rested(page)
    assert before != after
    assert between in (before, after)


SIDE = 900


def pixels(cache: ChartCache, corner: QPointF) -> QImage:
    """What a cache shows on a sheet of that side."""
    image = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        cache.paint(painter, corner, image.rect())
    return image


def painted_whole(picture: Picture, like: ChartCache) -> ChartCache:
    fresh = ChartCache(LIGHT)
    fresh.set_scale(like.pixels)
    fresh.set_picture(picture)
    fresh.set_view(like._visible_area)
    fresh.finish()
    return fresh


@pytest.mark.parametrize("slug", [slugs()[0], *(pytest.param(slug, marks=pytest.mark.long) for slug in slugs()[1:])])
def test_after_a_stroke_every_pixel_is_that_of_a_whole_painting(qtbot: QtBot, slug: str) -> None:
    page = open_page(qtbot, load_layout(shipped_layouts(slug)[0]), 1200, 800)
    view, game, grid = page.view, page.document.game, page.document.grid
    qtbot.waitExposed(page)
    settle()
    view.finish_painting()
    before = page.document.body
    stamps = [item.stamp for group in game.sketch.palette(before) if group.on == "cells" for item in group.items]
    cells = [grid.cell(column, 2 + column % 3) for column in range(1, grid.columns - 1)]
    stamp = max(stamps, key=lambda one: sum(game.editing.stamp(before, cell, one) != before for cell in cells))
    page.choose_stamp(stamp)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=view.widget_rect(cells[0]).center())
    for cell in cells[1:]:
        QTest.mouseMove(view, view.widget_rect(cell).center())
        QApplication.processEvents()
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=view.widget_rect(cells[-1]).center())
    assert page.document.body != before
    QApplication.processEvents()
    qtbot.waitUntil(lambda: view.is_painted)
    cache = view._cache
    assert cache.picture is not None and cache.picture == game.sketch.sketch(page.document.body)
    corner = QPointF(40, 40)
    assert pixels(cache, corner) == pixels(painted_whole(cache.picture, cache), corner)


def test_a_leap_of_the_mouse_is_laid_at_once_and_followed_in_several_frames(
    page: EditorPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, document, game = page.view, page.document, page.document.game
    QTest.keyClick(view, Qt.Key.Key_B)
    QTest.mousePress(view, LEFT, pos=spot(page, "A1"))
    QApplication.processEvents()
    shown: list[Picture] = []
    set_picture = view.set_picture

    def record(picture: Picture, hurried: bool) -> None:
        shown.append(picture)
        set_picture(picture, hurried)

    monkeypatch.setattr(view, "set_picture", record)
    QTest.mouseMove(view, spot(page, "F1"))
    laid = document.body
    assert sum(game.editing.pick(laid, cell) == page.edit_state.stamp for cell in range(document.grid.count)) == 6
    whole = game.sketch.sketch(laid)
    qtbot.waitUntil(lambda: bool(shown) and shown[-1] == whole)
    assert len(shown) == 3, "two spaces with a frame"
    QTest.mouseMove(view, spot(page, "F4"))
    QTest.mouseRelease(view, LEFT, pos=spot(page, "F4"))
    QApplication.processEvents()
    assert shown[-1] == game.sketch.sketch(document.body), "all of it when the button is let go"
