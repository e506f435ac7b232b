"""Custom stamps, and the palette by keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.editor.brush import MAX_STAMP_CELLS, STAMPS_SETTING, load_custom_stamps
from studio.gui.editor.dialogs import NameDialog
from studio.gui.editor.page import EditorPage
from studio.gui.settings import Settings, settings
from tests.gui.editor.hand import (
    CTRL,
    GRID,
    chosen_stamps,
    click,
    click_stamp,
    lay,
    lies,
    open_page,
    press,
    stamp_count,
    stamp_rows,
)
from tests.gui.editor.toy import SEA, Toy, blank, cape, opened, toy_body


@pytest.fixture(autouse=True)
def no_stamps() -> None:
    settings().set_value(STAMPS_SETTING, {})


def keep_two(page: EditorPage, key: Qt.Key = Qt.Key.Key_3) -> None:
    """A cape and a sea beside each other, kept under a digit; the board is empty again."""
    lay(page.document, {"A1": cape(2), "B1": SEA})
    page.edit_state.select((GRID.cell_named("A1"), GRID.cell_named("B1")))
    press(page, key, CTRL)
    page.document.undo()
    page.edit_state.select(())


@pytest.mark.long
def test_a_group_is_kept_and_laid_again_and_again(page: EditorPage) -> None:
    keep_two(page)
    row = stamp_rows(page, is_custom=True)[0]
    assert (row.item.name, row.digit) == ("Cape, Sea", "3")
    press(page, Qt.Key.Key_3)
    assert page.board.tool.name == "Place"
    click(page, "C2")
    click(page, "C4")
    assert (lies(page, cape(2)), lies(page, SEA)) == ("C2 C4", "D2 D4")
    assert page.document.stack.undoText() == "Cape, Sea: 2 spaces"
    press(page, Qt.Key.Key_Escape)
    assert (page.edit_state.pattern, page.board.tool.key) == (None, "select")
    click_stamp(page, row)
    assert page.edit_state.pattern is not None
    assert page.view.hasFocus()


def test_a_digit_with_nothing_kept_is_the_palettes(page: EditorPage) -> None:
    press(page, Qt.Key.Key_2)
    assert page.edit_state.stamp == cape()
    press(page, Qt.Key.Key_R)
    press(page, Qt.Key.Key_1, CTRL)
    assert [row.digit for row in stamp_rows(page)[:3]] == ["", "2", "3"], "1 is no longer the sea's"
    press(page, Qt.Key.Key_1)
    click(page, "B2")
    assert lies(page, cape(1)) == "B2"
    page.edit_state.delete_custom_stamp(1)
    assert [row.digit for row in stamp_rows(page)[:3]] == ["1", "2", "3"]
    press(page, Qt.Key.Key_1)
    assert page.edit_state.stamp == SEA


def test_they_are_there_in_the_next_run_and_only_in_their_game(page: EditorPage, qtbot: QtBot) -> None:
    keep_two(page)
    again = Settings(settings().path)
    assert again.value(STAMPS_SETTING) == settings().value(STAMPS_SETTING)
    other = open_page(qtbot, opened(blank(hexagons=page.document.grid.sides == 6)))
    assert [row.item.name for row in stamp_rows(other, is_custom=True)] == ["Cape, Sea"]
    toy = Toy()
    toy.info = toy.info._replace(slug="other")
    assert load_custom_stamps(toy) == {}  # type: ignore[arg-type]  # the half of a game that the editor needs


def test_what_is_damaged_is_passed_over(page: EditorPage) -> None:
    keep_two(page, Qt.Key.Key_4)
    good: dict[str, Any] = settings().value(STAMPS_SETTING)["toy"][0]
    damaged: list[Any] = [
        None,
        7,
        "x" * 500,
        [],
        {},
        {**good, "slot": 0},
        {**good, "slot": 10},
        {**good, "slot": "1"},
        {**good, "name": None},
        {**good, "name": "n" * 200},
        {**good, "clipping": {}},
        {**good, "clipping": {**good["clipping"], "cells": []}},
        {**good, "clipping": {**good["clipping"], "game": "chess"}},
        {**good, "clipping": {**good["clipping"], "cells": good["clipping"]["cells"] * MAX_STAMP_CELLS}},
    ]
    for stored in ({"toy": [*damaged, good]}, {"toy": [*damaged, good, {**good, "name": "second"}]}):
        settings().set_value(STAMPS_SETTING, stored)
        page.edit_state.palette_changed.emit()
        assert [(row.digit, row.item.name) for row in stamp_rows(page, is_custom=True)] == [("4", "Cape, Sea")]
    nonsense: tuple[Any, ...] = (5, {}, None)
    for junk in nonsense:
        settings().set_value(STAMPS_SETTING, {"toy": junk})
        page.edit_state.palette_changed.emit()
        assert not stamp_rows(page, is_custom=True)
        assert page.palette_panel.stamp_model.index(0).data().startswith("Tiles")


def test_what_cannot_be_kept_is_said(page: EditorPage) -> None:
    messages: list[str] = []
    page.edit_state.hinted.connect(messages.append)
    page.edit_state.select((0, 1))
    press(page, Qt.Key.Key_5, CTRL)
    assert messages[-1] == "The selection contains only empty spaces."
    page.edit_state.select(())
    for _number in range(9):
        press(page, Qt.Key.Key_K, CTRL)
    assert sorted(load_custom_stamps(page.document.game)) == list(range(1, 10))
    press(page, Qt.Key.Key_K, CTRL)
    assert messages[-1].startswith("All nine slots are in use. Press Ctrl+1")


def test_the_palette_can_be_used_with_the_keyboard(page: EditorPage) -> None:
    keep_two(page)
    view, model, keys = page.palette_panel.view, page.palette_panel.stamp_model, Qt.Key
    view.setFocus()
    QTest.keyClick(view, keys.Key_Home)
    QTest.keyClick(view, keys.Key_Down)
    assert view.currentIndex().data() == "Sea", "headings are skipped"
    QTest.keyClick(view, keys.Key_Right)
    assert view.currentIndex().data() == "Cape"
    QTest.keyClick(view, keys.Key_Left)
    QTest.keyClick(view, keys.Key_F2)
    count = stamp_count(page, stamp_rows(page)[0])
    assert QApplication.focusWidget() is count.field
    QTest.keyClick(count.field, keys.Key_Up)
    assert toy_body(page.document.body).seas == 21
    view.setFocus()
    QTest.keyClick(view, keys.Key_Space)
    assert (page.edit_state.stamp, page.view.hasFocus()) == (SEA, True)
    view.setCurrentIndex(model.index(4))
    QTest.keyClick(view, keys.Key_Return, CTRL)
    assert chosen_stamps(page) == ["sea", "cape"]
    QTest.keyClick(view, keys.Key_3)
    assert page.edit_state.pattern is not None, "digits are the page's"


def test_a_name_of_ones_own(page: EditorPage, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_two(page)

    def answer(dialog: NameDialog) -> str:
        assert (dialog.field.text(), dialog.field.selectedText()) == ("Cape, Sea", "Cape, Sea")
        dialog.field.setText("  A bay ")
        return "rename"

    monkeypatch.setattr(NameDialog, "ask", answer)
    view = page.palette_panel.view
    view.setCurrentIndex(page.palette_panel.stamp_model.index(1))
    QTest.keyClick(view, Qt.Key.Key_F2)
    assert [row.item.name for row in stamp_rows(page, is_custom=True)] == ["A bay"]
    view.setCurrentIndex(page.palette_panel.stamp_model.index(1))
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert not stamp_rows(page, is_custom=True)
