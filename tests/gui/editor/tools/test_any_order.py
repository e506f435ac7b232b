"""Random actions in any order: undo and redo lead to exactly the same bytes."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.problems import Severity
from studio.documents.store import layout_text
from studio.drawing.symmetry import symmetries
from studio.gui.editor.dialogs import NoteDialog
from studio.gui.editor.edit_state import SelectionMode, SelectionShape
from studio.gui.editor.page import EditorPage
from studio.gui.style.theme import LIGHT
from studio.services.loading import to_layout
from tests.gui.editor.hand import ALT, CTRL, NONE, SHIFT, click_stamp, pull, stamp_rows
from tests.gui.editor.toy import Toy, blank, opened, toy_body

HELD = st.sampled_from([NONE, NONE, NONE, SHIFT, CTRL, ALT, SHIFT | CTRL])
PLACES = st.integers(0, 79)  # spaces and then edges of the rim, round and round
KEYS = st.sampled_from(
    [
        *((Qt.Key(ord(letter)), NONE) for letter in "RHVNY123GOB[] "),
        *((Qt.Key(ord(letter)), CTRL) for letter in "AI[]CXV1ZY"),
        *((key, NONE) for key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Return, Qt.Key.Key_Escape)),
        *((key, NONE) for key in (Qt.Key.Key_Right, Qt.Key.Key_Down)),
        *((key, CTRL) for key in (Qt.Key.Key_Up, Qt.Key.Key_Left)),
        *((Qt.Key.Key_V, CTRL | SHIFT), (Qt.Key.Key_F, SHIFT)),
    ]
)


class Hands(RuleBasedStateMachine):
    """Hands on a page with a small board, of squares or of hexagons."""

    page: EditorPage

    @initialize(hexagons=st.booleans(), rows=st.sampled_from([5, 6]))
    def sit_down(self, hexagons: bool, rows: int) -> None:
        QGuiApplication.clipboard().clear()
        self.page = EditorPage(opened(blank(6, rows, hexagons=hexagons), Toy(letters="GO")), LIGHT)
        self.page.resize(1024, 600)
        self.page.show()
        QApplication.processEvents()
        self.page.view.setFocus()
        self.first = self.written()

    def written(self) -> str:
        document = self.page.document
        return layout_text(to_layout(document.to_loaded())) + repr(document.body)

    def place(self, number: int) -> QPoint:
        targets = [*range(self.page.document.grid.count), *sorted(self.page.board.edges)]
        return self.page.view.widget_rect(targets[number % len(targets)]).center()

    @rule(number=st.integers(0, 50))
    def take_a_tool(self, number: int) -> None:
        offered = [tool.key for tool in self.page.board.tools if tool.is_available]
        self.page.page_actions[f"tool_{offered[number % len(offered)]}"].trigger()

    @rule(
        number=st.integers(0, 7),
        reach=st.sampled_from(list(SelectionShape)),
        joining=st.sampled_from(list(SelectionMode)),
    )
    def choose(self, number: int, reach: SelectionShape, joining: SelectionMode) -> None:
        offered = symmetries(self.page.document.grid)
        self.page.edit_state.set_symmetry(offered[number % len(offered)])
        self.page.edit_state.set_selection_mode(joining)
        self.page.board.set_selection_shape(reach)

    @rule(number=st.integers(0, 4), beside=st.booleans())
    def take_a_stamp(self, number: int, beside: bool) -> None:
        click_stamp(self.page, stamp_rows(self.page)[number], CTRL if beside else NONE)

    @rule(way=st.lists(PLACES, min_size=1, max_size=5), held=HELD, is_right=st.booleans())
    def drag(self, way: list[int], held: Qt.KeyboardModifier, is_right: bool) -> None:
        button = Qt.MouseButton.RightButton if is_right and len(way) == 1 else Qt.MouseButton.LeftButton
        pull(self.page, *map(self.place, way), keys=held, button=button)

    @rule(key=KEYS)
    def press(self, key: tuple[Qt.Key, Qt.KeyboardModifier]) -> None:
        QTest.keyClick(self.page.view, *key)

    @precondition(lambda self: self.page.page_actions["pin_note"].isEnabled() and not self.page.document.is_in_stroke)
    @rule(words=st.sampled_from(["here", "there is more to it", ""]))
    def pin_a_note(self, words: str) -> None:
        def answer() -> None:
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, NoteDialog)
            dialog.field.clear()
            QTest.keyClicks(dialog.field, words)
            QTest.keyClick(dialog.field, Qt.Key.Key_Return if words else Qt.Key.Key_Escape)

        requested = QTimer()
        requested.setSingleShot(True)
        requested.timeout.connect(answer)
        requested.start(0)
        self.page.view.setFocus()
        QTest.keyClick(self.page.view, Qt.Key.Key_P)
        requested.stop()  # the letter may have been typed on the board: then nothing was asked

    @precondition(lambda self: not self.page.document.is_in_stroke)
    @rule(left=st.integers(-1, 1), top=st.integers(-1, 1), right=st.integers(-1, 1), foot=st.integers(-1, 1))
    def resize(self, left: int, top: int, right: int, foot: int) -> None:
        document = self.page.document
        wide, high = document.grid.columns + left + right, document.grid.rows + top + foot
        if 4 <= wide <= 8 and 4 <= high <= 8:
            body = document.game.editing.resize(document.body, left, top, right, foot)
            document.resize("Resized", body, left, top)

    @precondition(lambda self: not self.page.document.is_in_stroke)
    @rule(name=st.sampled_from(["One", "Regenerate", ""]), field=st.sampled_from(["name", "author", "notes"]))
    def rename(self, name: str, field: str) -> None:
        self.page.document.rename(field, name)

    @precondition(lambda self: not self.page.document.is_in_stroke)
    @rule(is_ignored=st.booleans())
    def mend_or_ignore(self, is_ignored: bool) -> None:
        document = self.page.document
        warnings = [problem for problem in document.problems if problem.severity is not Severity.ERROR]
        if is_ignored and warnings:
            document.ignore(warnings[:1], "as it is meant")
        elif fixable := [problem for problem in document.problems if problem.fix is not None]:
            self.page.problem_controller.fix(fixable[0])

    @precondition(lambda self: not self.page.document.is_in_stroke)
    @rule()
    def go_back_and_forth(self) -> None:
        """Step by step with the keys, so that every step is undone and made again."""
        stack, page = self.page.document.stack, self.page
        here, versions = stack.index(), [self.written()]
        page.board.cancel()
        while stack.index():
            page.document.undo()
            versions.append(self.written())
        assert versions[-1] == self.first
        for version in reversed(versions[:-1]):
            page.document.redo()
            assert self.written() == version
        assert stack.index() == here

    @invariant()
    def a_step_changes_something(self) -> None:
        document = self.page.document
        assert document.game.body.grid(document.body).count == len(toy_body(document.body).cells)
        assert self.page.edit_state.selection <= set(range(document.grid.count))
        assert document.is_in_stroke or not self.page.board.tool.is_active or not self.page.board.tool.is_typing

    def teardown(self) -> None:
        self.page.board.cancel()
        self.page.document.stack.setIndex(0)
        assert self.written() == self.first
        self.page.about_to_close()
        self.page.hide()
        self.page.deleteLater()
        QApplication.processEvents()


def _try(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        Hands,
        settings=settings(
            max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


def test_a_few_things_in_any_order(qtbot: QtBot) -> None:
    _try(4, 25)


@pytest.mark.long
def test_many_things_in_any_order(qtbot: QtBot) -> None:
    _try(60, 60)
