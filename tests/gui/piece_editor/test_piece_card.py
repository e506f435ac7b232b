"""The piece card: kinds of tile, their spaces, and items that are dropped."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from studio.core.game import Json
from studio.core.own_picture import picture_data
from studio.documents.paths import layouts_dir
from studio.gui.editor.panels.fields import PictureButtons
from studio.gui.output.export import picture_pixmap
from studio.gui.piece_editor.page import PieceEditorPage
from studio.gui.piece_editor.piece_canvas import ITEM_MIME, ChoiceGrid
from studio.gui.style.stylesheet import current_theme
from tests.core.test_own_picture import png
from tests.gui.piece_editor.test_page import LEFT, RIGHT, choose, click_place, opened
from tests.helpers import instance_of, not_none

SEA = layouts_dir() / "columbus" / "sargasso_sea.json"
COUNTRY = layouts_dir() / "goldland" / "first_game.json"


def plain(page: PieceEditorPage) -> Json:
    return page.draft.game.body.to_plain(page.draft.body)


def line(page: PieceEditorPage, name: str) -> Json:
    return next(tile for tile in plain(page)["tiles"] if tile["name"] == name)


def drop(page: PieceEditorPage, item: str, place: str) -> None:
    """Let something of the tray fall on the part of the large piece that belongs to a place."""
    large = page.piece_card.piece_canvas
    number = next(number for number, one in enumerate(large.places) if one.name == place)
    data = QMimeData()
    data.setData(ITEM_MIME, item.encode())
    middle, copy = QPointF(large.badge_center(number)), Qt.DropAction.CopyAction
    given = copy, data, LEFT, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(large, QDragEnterEvent(middle.toPoint(), *given))
    QApplication.sendEvent(large, QDragMoveEvent(middle.toPoint(), *given))
    QApplication.sendEvent(large, QDropEvent(middle, *given))


def test_custom_kind_is_applied_as_one_step(qtbot: QtBot) -> None:
    page = opened(qtbot, SEA)
    choose(page, "wreck")
    assert not page.piece_card.piece_canvas.places
    QTest.mouseClick(page.set_card.buttons["duplicate"], LEFT)
    assert page.piece_card.title_label.text() == "Wreck 2"
    click_place(page, "Islands")
    click_place(page, "Open water")
    for name, option in (("Range", "3 spaces"), ("Drawing", "Ice"), ("Colour", "Sea blue")):
        click_place(page, name)
        grid = not_none(page.piece_card.piece_canvas.findChild(ChoiceGrid))
        assert grid.isVisible() and sum(button.isChecked() for button in grid.buttons) == 1
        QTest.mouseClick(next(one for one in grid.buttons if one.accessibleName() == option), LEFT)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    (kind,) = plain(page)["homemade"]
    assert (kind["step"], kind["on"], kind["emblem"], kind["tint"], kind["count"]) == (3, ["island"], "ice", "sea", 4)
    document = page.editor.document
    before = document.game.body.to_plain(document.body)
    QTest.mouseClick(page.apply_button, LEFT)
    assert document.stack.count() == 1 and document.game.body.to_plain(document.body)["homemade"] == [kind]
    document.undo()
    assert document.game.body.to_plain(document.body) == before and "homemade" not in before


def drop_file(page: PieceEditorPage, path: Path) -> bool:
    """Let a file fall on the card; return whether it is taken."""
    card, data = page.piece_card, QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    given = Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(card.rect().center(), *given)
    enter.ignore()
    QApplication.sendEvent(card, enter)
    if enter.isAccepted():
        QApplication.sendEvent(card, QDropEvent(QPointF(card.rect().center()), *given))
    return enter.isAccepted()


def test_own_picture_is_dropped_drawn_and_removed(qtbot: QtBot, tmp_path: Path) -> None:
    good, huge, photo = tmp_path / "red.PNG", tmp_path / "huge.png", tmp_path / "a.jpg"
    good.write_bytes(png(color=b"\xff\x00\x00\xff"))
    huge.write_bytes(png(10_000, 10_000, rows=b""))
    photo.write_bytes(b"photo")
    page = opened(qtbot, SEA)
    choose(page, "wreck")
    assert not drop_file(page, good), "a published kind has no own picture"
    QTest.mouseClick(page.set_card.buttons["duplicate"], LEFT)
    assert drop_file(page, good) and not drop_file(page, photo)
    (kind,) = plain(page)["homemade"]
    assert picture_data(kind["picture"]) == good.read_bytes()
    drawn = picture_pixmap(not_none(page.draft.selected_entry).picture, QSize(100, 100), current_theme()).toImage()
    assert drawn.pixelColor(drawn.width() // 2, drawn.height() // 2).name() == "#ff0000"
    assert drop_file(page, huge)
    assert plain(page)["homemade"] == [kind]
    row = next(row for row in page.piece_card.field_rows.values() if row.field.kind == "picture")
    assert "10000 × 10000 pixels" in row.error_label.text()
    QTest.mouseClick(instance_of(PictureButtons, row.control).remove_button, LEFT)
    assert "picture" not in plain(page)["homemade"][0]
    page.page_actions["undo"].trigger()
    assert plain(page)["homemade"] == [kind]


@pytest.mark.long
def test_click_on_the_space_changes_it(qtbot: QtBot) -> None:
    page = opened(qtbot, SEA)
    choose(page, "water")
    QTest.mouseClick(page.set_card.buttons["duplicate"], LEFT)
    large = page.piece_card.piece_canvas
    box = large.piece_box()
    left, top, right, foot = page.draft.selected_detail().picture.bounds
    x, y = (1.36 - left) / (right - left) * box.width(), (0.42 - top) / (foot - top) * box.height()
    QTest.mouseClick(large, LEFT, pos=(box.topLeft() + QPointF(x, y)).toPoint())
    assert plain(page)["homemade"][0]["on"] == ["water", "route"]
    large.setFocus()
    assert large.places[large.current_index].name == "The route"
    QTest.keyClick(large, Qt.Key.Key_Right)
    QTest.keyClick(large, Qt.Key.Key_Space)
    assert plain(page)["homemade"][0]["on"] == ["water", "route", "letter"]


def test_published_kinds_cannot_be_removed(qtbot: QtBot) -> None:
    page = opened(qtbot, SEA)
    messages: list[str] = []
    page.draft.edit_rejected.connect(messages.append)
    choose(page, "whale")
    QTest.mouseClick(page.set_card.buttons["remove"], LEFT)
    assert len(messages) == 1 and "part of the published game" in messages[0] and not page.is_modified()


def test_items_are_dropped_and_removed(qtbot: QtBot) -> None:
    page = opened(qtbot, COUNTRY)
    choose(page, "L3")
    click_place(page, "East side")
    assert line(page, "L3")["exits"] == "SW"
    drop(page, "rod", "Or gain")
    assert line(page, "L3")["gain"] == "2 wood | rod"
    drop(page, "rope", "Show")
    assert line(page, "L3")["show"] == "rope + shovel"
    click_place(page, "Gain", RIGHT)
    assert line(page, "L3")["gain"] == "wood | rod"
    before = plain(page)
    drop(page, "gold", "Gain")
    drop(page, "rope", "South side")
    assert plain(page) == before, "neither is such a thing, nor is that a place for things"
    assert QToolTip.text() == "South side: this item cannot be dropped here."
    QTest.mouseClick(page.apply_button, LEFT)
    document = page.editor.document
    assert document.game.body.to_plain(document.body) == before and document.stack.count() == 1


def test_tray_click_adds_an_item_at_the_cursor(qtbot: QtBot) -> None:
    page = opened(qtbot, COUNTRY)
    choose(page, "B1")
    click_place(page, "Pay")
    chips = {chip.item.key: chip for chip in page.piece_card.tray_row.item_chips()}
    QTest.mouseClick(chips["wood"], LEFT)
    assert line(page, "B1")["pay"] == "2 rifle + wood"
    QTest.keyClick(page.piece_card.piece_canvas, Qt.Key.Key_Delete)
    assert line(page, "B1")["pay"] == "2 rifle"
    assert page.draft.stack.index() == 2
    for key in ("wood", "wood", "wood"):
        QTest.mouseClick(chips[key], LEFT)
    assert line(page, "B1")["pay"] == "2 rifle + 2 wood" and page.draft.stack.index() == 4
    assert page.draft.change_count == 1 and page.status_strip._pending_label.text() == "1 change not applied"
    assert QToolTip.text().startswith("“Pay” is full: it holds 4 pieces"), "the refusal is told at the place"


@pytest.mark.long
def test_missing_tile_is_added_from_the_patterns(qtbot: QtBot) -> None:
    page = opened(qtbot, COUNTRY)
    choose(page, "L2")
    QTest.mouseClick(page.set_card.buttons["remove"], LEFT)
    qtbot.waitUntil(lambda: "L2" in page.pattern_card.needs)
    grid = page.pattern_card.grid
    cell = next(cell for cell in grid.cells if cell.pattern.key == "L2")
    QTest.mouseClick(grid, LEFT, pos=cell.box.center().toPoint())
    QTest.mouseClick(page.pattern_card.detail_card.add_button, LEFT)
    assert line(page, "L2")["gain"] == "2 wood | 2 rope"
