"""A stroke is shown coarsely while the hand moves; when it rests the board is what a whole painting would be."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.picture import Picture
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.board.cache import ChartCache
from studio.gui.editor.page import EditorPage
from studio.gui.style.theme import LIGHT
from studio.services.loading import load_layout
from tests.gui.editor.hand import LEFT, spot

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
    page = EditorPage(load_layout(shipped_layouts(slug)[0]), LIGHT)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    page.resize(1200, 800)
    page.show()
    view, game, grid = page.view, page.document.game, page.document.grid
    qtbot.waitExposed(page)
    for _turn in range(10):  # until the columns have found their widths
        QApplication.processEvents()
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
    QTest.mousePress(view, LEFT, pos=spot(view, "A1"))
    QApplication.processEvents()
    shown: list[Picture] = []
    set_picture = view.set_picture

    def told(picture: Picture, hurried: bool) -> None:
        shown.append(picture)
        set_picture(picture, hurried)

    monkeypatch.setattr(view, "set_picture", told)
    QTest.mouseMove(view, spot(view, "F1"))
    laid = document.body
    assert sum(game.editing.pick(laid, cell) == page.edit_state.stamp for cell in range(document.grid.count)) == 6
    whole = game.sketch.sketch(laid)
    qtbot.waitUntil(lambda: bool(shown) and shown[-1] == whole)
    assert len(shown) == 3, "two spaces with a frame"
    QTest.mouseMove(view, spot(view, "F4"))
    QTest.mouseRelease(view, LEFT, pos=spot(view, "F4"))
    QApplication.processEvents()
    assert shown[-1] == game.sketch.sketch(document.body), "all of it when the button is let go"
