"""Repairs that change much are shown before they are made, on the board and in a bar; small ones are made at once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from studio.core.picture import Picture
from studio.gui.editor.page import EditorPage
from studio.gui.widgets import wrapped_height
from tests.gui.editor.hand import GRID, body, click, lies, press_fix
from tests.gui.editor.toy import cape


@pytest.fixture
def capes(page: EditorPage) -> EditorPage:
    """A page with three capes that look off the board."""
    drawn = page.document.body
    for name in ("A1", "C1", "E1"):
        drawn = page.document.game.editing.stamp(drawn, GRID.cell_named(name), cape())
    page.document.apply("capes", drawn)
    page.board.refresh()
    return page


def shown(page: EditorPage) -> bool:
    return page.problems.preview_bar.isVisible()


def pictures(page: EditorPage, monkeypatch: pytest.MonkeyPatch) -> list[Picture]:
    """The pictures that the board is given from now on."""
    given: list[Picture] = []
    before = page.view.set_picture

    def set_picture(picture: Picture, hurried: bool = False) -> None:
        given.append(picture)
        before(picture, hurried)

    monkeypatch.setattr(page.view, "set_picture", set_picture)
    return given


def test_a_repair_of_one_space_is_made_at_once(page: EditorPage) -> None:
    page.document.apply("cape", page.document.game.editing.stamp(page.document.body, 2, cape()))
    press_fix(page, 0)
    assert lies(page, cape(2)) == "C1" and not shown(page)


def test_a_repair_of_several_spaces_is_shown_first(capes: EditorPage, monkeypatch: pytest.MonkeyPatch) -> None:
    before, given = capes.document.body, pictures(capes, monkeypatch)
    press_fix(capes, 0)
    assert shown(capes) and capes.document.body is before and capes.document.stack.count() == 1
    assert capes.problems.preview_bar.text == "3 fixes? Changes 3 spaces: A1, C1, E1."
    assert {mark.target for mark in capes.view.marks if mark.kind == "chosen"} == {0, 2, 4}
    mended = before
    for cell in (0, 2, 4):
        mended = capes.document.game.editing.stamp(mended, cell, cape(2))
    assert given == [capes.document.game.sketch.sketch(mended)], "the board is drawn as it would be"
    assert capes.problems.preview_bar.apply_button.hasFocus()
    QTest.keyClick(capes.problems.preview_bar.apply_button, Qt.Key.Key_Return)
    assert lies(capes, cape(2)) == "A1 C1 E1" and not shown(capes)
    assert capes.document.stack.undoText() == "3 fixes"
    capes.document.undo()
    assert capes.document.body is before


def test_escape_leaves_everything_as_it_is(capes: EditorPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    before, given = capes.document.body, pictures(capes, monkeypatch)
    capes.page_actions["fix_all"].trigger()
    assert shown(capes) and len(given) == 1
    QTest.keyClick(capes.problems.preview_bar.apply_button, Qt.Key.Key_Escape)
    assert not shown(capes) and capes.document.body is before and capes.document.stack.count() == 1
    qtbot.waitUntil(lambda: given[-1] == capes.document.game.sketch.sketch(before))
    assert capes.problems.problem_list.hasFocus()


@pytest.mark.parametrize("way", ["cancel", "press", "edit", "undo", "tool", "row"])
def test_whatever_else_is_done_takes_the_proposal_back(capes: EditorPage, qtbot: QtBot, way: str) -> None:
    document, before = capes.document, capes.document.body
    if way == "press":
        capes.board.set_tool("stamp")
    capes.page_actions["fix_all"].trigger()
    assert shown(capes)
    match way:
        case "cancel":
            capes.problems.preview_bar.cancel_button.click()
        case "press":
            click(qtbot, capes, "B3")
        case "edit":
            document.apply("other", document.game.editing.stamp(before, 9, cape(1)))
            assert body(capes).at(9) == cape(1)
            document.undo()
        case "undo":
            capes.page_actions["undo"].trigger()
        case "tool":
            capes.page_actions["tool_stamp"].trigger()
        case "row":
            capes.problems.choose(capes.problems.listed_groups[0].problems)
    assert not shown(capes) and capes.problem_controller.fix_preview.fixes is None
    assert document.body == before and lies(capes, cape()) == "A1 C1 E1"


def test_enter_on_the_board_makes_it_too(capes: EditorPage) -> None:
    capes.page_actions["fix_all"].trigger()
    capes.view.setFocus()
    QTest.keyClick(capes.view, Qt.Key.Key_Return)
    assert lies(capes, cape(2)) == "A1 C1 E1"


def test_enter_on_cancel_cancels(capes: EditorPage) -> None:
    capes.page_actions["fix_all"].trigger()
    capes.problems.preview_bar.cancel_button.setFocus()
    QTest.keyClick(capes.problems.preview_bar.cancel_button, Qt.Key.Key_Return)
    assert lies(capes, cape(2)) == "" and not shown(capes)


def test_the_card_makes_way_for_what_is_proposed(capes: EditorPage) -> None:
    problem = capes.document.problems[0]
    assert problem.fix is not None
    capes.problem_controller.explain(problem)
    card = capes.problem_controller.explain_card
    assert card is not None and card.isVisible()
    capes.problem_controller.fix_all()
    assert shown(capes) and not card.isVisible() and capes.problems.preview_bar.apply_button.hasFocus()


@pytest.mark.parametrize("width", [300, 420, 700])
def test_a_proposal_says_what_it_changes_in_any_width(capes: EditorPage, width: int) -> None:
    bar = capes.problems.preview_bar
    capes.page_actions["fix_all"].trigger()
    bar.resize(width, bar.height())
    shown_words = bar.findChild(QLabel)
    assert shown_words is not None
    assert "Changes 3 spaces" in shown_words.text()
    assert wrapped_height(shown_words.text(), shown_words.width(), 13) <= bar.height()
    assert bar.apply_button.geometry().right() <= width and not bar.apply_button.geometry().intersects(
        shown_words.geometry()
    )
