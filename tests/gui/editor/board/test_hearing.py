"""An editor's board for those who listen: what lies, what is noted and wrong there; what a key has changed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.gui.editor.page import EditorPage
from tests.gui.editor.toy import cape


def told(page: EditorPage, name: str) -> str:
    """The words of a place as Qt hands them on."""
    board = QAccessible.queryAccessibleInterface(page.view)
    assert board is not None
    place = page.document.grid.cell_named(name)
    space = next(board.child(at) for at, one in enumerate(page.view.targets) if one.cell == place)
    assert space is not None and space.text(QAccessible.Text.Name) == name
    return space.text(QAccessible.Text.Description)


def test_a_space_tells_what_lies_there_and_how_it_is_turned(page: EditorPage) -> None:
    document, desk = page.document, page.edit_state
    cell, step = document.grid.cell_named("C2"), 360 // document.grid.sides
    assert told(page, "C2") == f"{desk.name(desk.game.editing.pick(document.body, cell))}."
    document.apply("Painted", desk.game.editing.stamp(document.body, cell, cape()))
    assert told(page, "C2").startswith("Cape.")
    document.apply("Painted", desk.game.editing.stamp(document.body, cell, cape(1)))
    assert told(page, "C2").startswith(f"Cape, turned by {step}°.")


def test_notes_selection_and_findings_are_told(qtbot: QtBot, page: EditorPage) -> None:
    document = page.document
    document.pin("C2", "too near")
    page.edit_state.select([document.grid.cell_named("C2")])
    assert "Selected. too near." in told(page, "C2") and "too near" not in told(page, "C3")
    document.apply("Painted", page.edit_state.game.editing.stamp(document.body, document.grid.cell_named("B1"), cape()))
    qtbot.waitUntil(lambda: "A cape looks off the board." in told(page, "B1"))
    assert "cape" not in told(page, "C1")


def test_what_a_key_has_painted_is_announced(page: EditorPage, heard: list[QAccessibleEvent]) -> None:
    page.board.set_tool("stamp")
    page.edit_state.set_stamp(cape())
    page.view.move_cursor(1, 0)
    heard.clear()
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    said = [event.message() for event in heard if isinstance(event, QAccessibleAnnouncementEvent)]
    here = page.view.cursor_target
    assert said == [f"{page.view.target_name(here)}: {page.view.describe_target(here).details}"] and "Cape" in said[0]
