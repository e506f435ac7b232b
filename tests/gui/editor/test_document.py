"""The document of an editor: steps, problems, files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from studio.core.cancellation import NEVER_CANCELLED
from studio.core.form import Stamp
from studio.core.problems import Severity
from studio.documents.paths import layouts_dir
from studio.documents.store import DocumentError
from studio.games import slugs
from studio.gui.editor.document import EditorDocument, FixBatch
from studio.services.loading import load_layout
from tests.gui.editor.hand import lay
from tests.gui.editor.toy import EMPTY, SEA, VOID, Toy, ToyBody, blank, cape, opened, toy_body

SHIPPED = layouts_dir() / slugs()[0] / "base.json"


@pytest.fixture
def document(qtbot: QtBot) -> EditorDocument:
    return EditorDocument(opened())


def put(document: EditorDocument, cell: int, stamp: Stamp = SEA) -> ToyBody:
    body = document.game.editing.stamp(document.body, cell, stamp)
    assert isinstance(body, ToyBody)
    return body


def test_equal_bodies_are_no_step(document: EditorDocument) -> None:
    assert not document.apply("nothing", document.body)
    assert not document.apply("the same again", put(document, 0, EMPTY))
    assert document.stack.count() == 0


def test_steps_with_one_key_merge_and_others_do_not(document: EditorDocument) -> None:
    for seas in (21, 22, 23):
        document.apply("seas", document.game.editing.set_field(document.body, -1, "seas", seas), ("field", -1, "seas"))
    assert document.stack.count() == 1
    document.apply("other", put(document, 3), ("field", 3, "kind"))
    document.apply("no key", put(document, 4))
    document.apply("no key", put(document, 5))
    assert document.stack.count() == 4
    document.stack.setIndex(0)
    assert document.body == blank()
    document.stack.setIndex(4)
    assert document.body.seas == 23


def test_steps_do_not_merge_over_a_save(document: EditorDocument) -> None:
    key = ("field", -1, "seas")
    document.apply("seas", document.game.editing.set_field(document.body, -1, "seas", 21), key)
    document.stack.setClean()
    document.apply("seas", document.game.editing.set_field(document.body, -1, "seas", 22), key)
    assert document.is_modified
    document.undo()
    assert (toy_body(document.body).seas, document.is_modified) == (21, False)


def test_words_of_the_layout_are_undone_too(document: EditorDocument, qtbot: QtBot) -> None:
    for text in ("T", "Tw", "Two"):
        with qtbot.waitSignal(document.meta_changed):
            document.rename("name", text)
    document.rename("author", "Ada")
    assert document.stack.count() == 2
    document.undo()
    document.undo()
    assert document.snapshot[:3] == ("Toy sea", "", "")
    document.redo()
    assert document.snapshot.name == "Two"


def test_signals_of_a_stroke(document: EditorDocument) -> None:
    seen: list[str] = []
    document.body_changed.connect(lambda _old, _new: seen.append("body"))
    document.step_finished.connect(lambda: seen.append("settled"))
    document.problems_changed.connect(lambda: seen.append("problems"))
    document.show_stroke(put(document, 0))
    document.show_stroke(put(document, 1))
    assert seen == ["body", "body"], "problems are not looked for in the middle of a stroke"
    document.end_stroke("two seas")
    assert seen == ["body", "body", "problems", "settled"]


def test_a_stroke_that_comes_back_is_no_step(document: EditorDocument) -> None:
    before = document.body
    document.show_stroke(put(document, 0))
    document.show_stroke(before)
    assert not document.end_stroke("nothing")
    assert (document.stack.count(), document.is_in_stroke) == (0, False)


def test_a_fix_is_one_undoable_step(document: EditorDocument) -> None:
    document.apply("cape", put(document, 2, cape(0)))
    (problem,) = document.problems
    assert problem.fix is not None
    assert document.apply_fixes(FixBatch(problem.fix.label, problem.fix.body, 1))
    assert toy_body(document.body).at(2) == cape(2)
    assert document.problems == []
    assert document.stack.undoText() == "Turn it"
    document.undo()
    assert toy_body(document.body).at(2) == cape(0)
    assert [problem.code for problem in document.problems] == ["toy.cape"]


def test_fix_all_safe_makes_one_step_and_leaves_the_unsafe(document: EditorDocument) -> None:
    lay(document, {"A1": cape(), "D1": cape(), "F1": cape(), "D2": VOID})
    body = document.body
    assert sum(problem.fix is not None and problem.fix.safe for problem in document.problems) == 3
    repairs = document.safe_fixes()
    assert repairs.number == 3 and document.apply_fixes(repairs)
    assert [toy_body(document.body).at(cell) for cell in (0, 3, 5, 9)] == [cape(2), cape(2), cape(2), VOID]
    assert document.stack.count() == 2
    document.undo()
    assert document.body == body
    repairs = document.safe_fixes()
    assert repairs.number == 3 and document.apply_fixes(repairs)


def test_a_proof_is_forgotten_when_the_body_changes(document: EditorDocument) -> None:
    found = Toy().verify(put(document, 0), NEVER_CANCELLED)
    document.recheck()
    document.set_verify_problems(found)
    assert [problem.code for problem in document.problems] == ["toy.proof"]
    document.apply("sea", put(document, 1))
    assert document.problems == []


def test_save_and_open_again(qtbot: QtBot, tmp_path: Path) -> None:
    source = load_layout(SHIPPED)
    document = EditorDocument(source)
    game = document.game
    document.apply("drawn", game.editing.stamp(document.body, 0, VOID))
    document.rename("name", "Mine")
    target = tmp_path / "mine.json"
    assert document.is_modified
    document.save(target)
    assert not document.is_modified
    again = load_layout(target)
    assert (again.layout.name, again.body) == ("Mine", document.body)
    document.undo()
    assert document.is_modified
    document.redo()
    assert not document.is_modified


def test_a_failed_save_keeps_the_document_unsaved(qtbot: QtBot, tmp_path: Path) -> None:
    document = EditorDocument(load_layout(SHIPPED))
    document.rename("name", "Mine")
    with pytest.raises(DocumentError):
        document.save(tmp_path / "no" / "such" / "folder" / "mine.json")
    assert document.is_modified
    assert document.path == SHIPPED


def test_fields_of_a_newer_program_are_reported_and_kept(tmp_path: Path) -> None:
    raw = json.loads(SHIPPED.read_text(encoding="utf-8"))
    raw["body"]["weather"] = "fine"
    path = tmp_path / "newer.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    document = EditorDocument(load_layout(path))
    document.recheck()
    assert [problem.code for problem in document.problems if problem.severity is Severity.WARNING] == ["file.unknown"]
    document.rename("name", "Regenerate")
    document.save(path)
    raw["name"] = "Regenerate"
    assert json.loads(path.read_text(encoding="utf-8")) == raw
    del raw["body"]["weather"]
    path.write_text(json.dumps(raw), encoding="utf-8")
    document.reload()
    assert document.count(Severity.WARNING) == 0
