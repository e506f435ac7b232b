"""Two versions of a layout beside each other: what differs is ringed in both pictures and said below."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.shell.compare import FEW, Comparison
from studio.gui.style.stylesheet import current_theme
from studio.opening import Opened, open_layout
from studio.opening.differences import differing_cells


def changed(opened: Opened, cells: list[int]) -> Opened:
    """A layout with what lies on some cells taken off, or put where nothing lies."""
    game, body = opened.game, opened.body
    stamps = [item.stamp for group in game.palette(body) for item in group.items]
    for cell in cells:
        body = next(after for stamp in stamps if (after := game.stamp(body, cell, stamp)) != body)
    return replace(opened, body=body)


@pytest.mark.parametrize("slug", slugs())
def test_differing_cells_are_ringed_and_named(qtbot: QtBot, slug: str) -> None:
    mine = open_layout(shipped_layouts(slug)[0])
    grid = mine.game.grid(mine.body)
    touched = [grid.count // 2, grid.count // 2 + 1]
    theirs = changed(mine, touched)
    theirs = replace(theirs, layout=msgspec.structs.replace(theirs.layout, name="Theirs"))
    cells = differing_cells(theirs, mine)
    assert cells
    dialog = Comparison(None, "Sea", mine, theirs)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: all(picture.is_drawn() for picture in dialog.pictures))
    assert "differ" in dialog.words.text() and "called “Theirs”" in dialog.words.text()
    assert dialog.places.text() == ", ".join(grid.name(cell) for cell in cells[:FEW])
    gold = current_theme().color("gold_ring").rgb()
    for picture, opened in zip(dialog.pictures, (mine, theirs), strict=True):
        image = picture.grab().toImage()
        left, top, right, _bottom = opened.game.sketch(opened.body, still=True).bounds
        place = picture.place()
        scale = place.width() / (right - left)
        for cell in cells:
            ring = [
                image.pixel(round(place.x() + (x - left) * scale + dx), round(place.y() + (y - top) * scale + dy))
                for x, y in grid.corners(cell)
                for dx in range(-3, 4)
                for dy in range(-3, 4)
            ]
            assert gold in ring, grid.name(cell)


def test_layouts_that_differ_in_words_or_size_ring_nothing(qtbot: QtBot) -> None:
    mine = open_layout(shipped_layouts(slugs()[0])[0])
    larger = replace(mine, body=mine.game.resized(mine.body, 0, 0, 2, 0))
    for theirs, words in ((larger, "now"), (mine, "nothing that can be seen")):
        dialog = Comparison(None, "Sea", mine, theirs)
        qtbot.addWidget(dialog)
        assert words in dialog.words.text() and dialog.places.isHidden()
        assert [button.objectName() for button in dialog.findChildren(QPushButton)] == ["reload", "mine", ""]
