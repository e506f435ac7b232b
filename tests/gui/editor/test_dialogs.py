"""Notes on spaces and rim edges: dialogs, list, undo, files, and the size of the board."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.core.picture import edge_target, parse_place
from studio.documents import store
from studio.documents.paths import shipped_layouts
from studio.documents.store import DocumentError, layout_text
from studio.games import slugs
from studio.gui.editor.dialogs import NoteDialog, NoteList
from studio.gui.editor.document import EditorDocument
from studio.gui.editor.page import EditorPage
from studio.services.loading import load_layout
from tests.gui.windows import in_dialog


def type_note(words: str) -> None:
    def answer(dialog: NoteDialog) -> None:
        assert dialog.focusWidget() is dialog.field
        dialog.field.clear()
        QTest.keyClicks(dialog.field, words)
        QTest.keyClick(dialog.field, Qt.Key.Key_Return)

    in_dialog(answer, NoteDialog)


def test_a_note_is_pinned_shown_and_undone(page: EditorPage) -> None:
    cell = page.document.grid.cell_named("C2")
    page.edit_state.select([cell])
    type_note("too  near")
    QTest.keyClick(page.view, Qt.Key.Key_P)
    assert page.document.pins == {"C2": "too near"}
    assert page.is_modified()
    page.edit_state.select(())
    assert page.view.notes_at(page.view.widget_rect(cell).center().toPointF()) == "too near"
    page.document.undo()
    assert page.document.pins == {}
    assert page.view.notes_at(page.view.widget_rect(cell).center().toPointF()) == ""
    page.document.redo()
    assert page.document.pins == {"C2": "too near"}


def test_without_a_selection_there_is_nothing_to_pin(page: EditorPage) -> None:
    page.edit_state.select(())
    assert not page.page_actions["pin_note"].isEnabled()


def test_a_note_is_taken_off(page: EditorPage) -> None:
    page.document.pin("A1", "here")
    page.edit_state.select([0])

    def remove(dialog: NoteDialog) -> None:
        assert dialog.field.text() == "here"
        dialog.finish("remove")

    in_dialog(remove, NoteDialog)
    page.page_actions["pin_note"].trigger()
    assert page.document.pins == {}


def test_the_list_leads_there_and_removes(page: EditorPage) -> None:
    for space in ("D3", "A1", "Z9"):
        page.document.pin(space, f"about {space}")
    shown: list[str] = []

    def go(dialog: NoteList) -> None:
        model = dialog.list.model()
        shown.extend(str(model.index(row, 0).data()) for row in range(model.rowCount()))
        dialog.list.setCurrentIndex(model.index(2, 0))
        QTest.keyClick(dialog.list, Qt.Key.Key_Return)

    in_dialog(go, NoteList)
    QTest.keyClick(page.view, Qt.Key.Key_P, Qt.KeyboardModifier.ShiftModifier)
    assert [row.split()[0] for row in shown] == ["Z9", "A1", "D3"]
    assert "not on this board" in shown[0]
    assert page.edit_state.selection == {page.document.grid.cell_named("D3")}

    def remove(dialog: NoteList) -> None:
        dialog.remove_button.click()
        dialog.reject()

    in_dialog(remove, NoteList)
    page.page_actions["notes"].trigger()
    assert list(page.document.pins) == ["A1", "D3"]


def test_an_empty_list_says_how_to_begin(page: EditorPage) -> None:
    in_dialog(lambda dialog: dialog.reject(), NoteList)
    page.page_actions["notes"].trigger()
    assert page.document.pins == {}


def test_notes_go_along_when_the_board_gets_another_size(page: EditorPage) -> None:
    document = page.document
    document.pin("B2", "stays on its space")
    document.pin("F4", "is cut off")
    document.resize("Resized", document.game.editing.resize(document.body, 2, 1, -3, 0), 2, 1)
    assert document.pins == {"D3": "stays on its space"}
    document.undo()
    assert document.pins == {"B2": "stays on its space", "F4": "is cut off"}


@pytest.mark.parametrize("slug", slugs())
def test_notes_are_kept_in_the_file_and_only_when_there_are_any(slug: str, tmp_path: Path) -> None:
    opened = load_layout(shipped_layouts(slug)[0])
    assert "pins" not in json.loads(layout_text(opened.layout))
    document = EditorDocument(opened)
    document.pin("A1", "“first”, and ⚓")
    path = tmp_path / "kept.json"
    document.save(path)
    raw = json.loads(path.read_text("utf-8"))
    assert raw["pins"] == {"A1": "“first”, and ⚓"}
    again = EditorDocument(load_layout(path))
    assert again.pins == document.pins
    again.pin("A1", "")
    again.save(path)
    assert "pins" not in json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize(
    "pins",
    [
        *(7, ["A1"], {"A1": 3}, {"A1": ""}, {"A1": "x" * 501}),
        *({place: "x"} for place in ("", "a1", "A0", "A1 X", "A1 n", "A1  N", "A1 NNE", "N", "A1 N ")),
    ],
)
def test_damaged_notes_are_refused_in_words(pins: object, tmp_path: Path) -> None:
    raw = json.loads(shipped_layouts(slugs()[0])[0].read_text("utf-8"))
    path = tmp_path / "odd.json"
    path.write_text(json.dumps({**raw, "pins": pins}), encoding="utf-8")
    with pytest.raises(DocumentError, match="pins"):
        store.read_layout(path)


def rim_edge(page: EditorPage, name: str, side: int) -> int:
    edge = edge_target(page.document.grid.cell_named(name), side)
    assert edge in page.board.edges
    return edge


@pytest.mark.parametrize("page", [False], ids=["squares"], indirect=True)
def test_a_note_is_pinned_to_an_edge_of_the_rim(page: EditorPage) -> None:
    north = rim_edge(page, "B1", 0)
    page.edit_state.select((), north)
    assert page.page_actions["pin_note"].isEnabled()
    type_note("a toll is meant here")
    QTest.keyClick(page.view, Qt.Key.Key_P)
    assert page.document.pins == {"B1 N": "a toll is meant here"}
    page.edit_state.select(())
    at = page.view.widget_rect(north).center().toPointF()
    assert page.view.notes_at(at) == "a toll is meant here"
    page.document.undo()
    assert page.document.pins == {} and page.view.notes_at(at) == ""
    page.document.redo()

    def go(dialog: NoteList) -> None:
        dialog.finish("go")

    in_dialog(go, NoteList)
    page.page_actions["notes"].trigger()
    assert page.edit_state.edge == north and not page.edit_state.selection


@pytest.mark.parametrize("page", [False], ids=["squares"], indirect=True)
def test_notes_on_the_rim_stay_on_it_when_the_board_gets_another_size(page: EditorPage) -> None:
    document = page.document
    last = document.grid.name(document.grid.count - 1)
    for name in ("B1 N", "A2 W", f"{last} S"):
        document.pin(name, f"about {name}")
    document.resize("Resized", document.game.editing.resize(document.body, 2, 1, 3, 2), 2, 1)
    grid = document.grid
    foot = grid.name(grid.cell(grid.columns - 1 - 3, grid.rows - 1))
    assert set(document.pins) == {"D1 N", "A3 W", f"{foot} S"}
    document.undo()
    document.resize("Resized", document.game.editing.resize(document.body, 0, -1, 0, 0), 0, -1)
    assert set(document.pins) >= {"B1 N", "A1 W"}
    assert all(parse_place(document.grid, name) >= 0 for name in document.pins)


def test_a_note_on_an_edge_is_kept_in_the_file(tmp_path: Path) -> None:
    document = EditorDocument(load_layout(shipped_layouts(slugs()[0])[0]))
    document.pin("A1 N", "the cheapest way in")
    document.save(tmp_path / "kept.json")
    assert EditorDocument(load_layout(tmp_path / "kept.json")).pins == {"A1 N": "the cheapest way in"}
