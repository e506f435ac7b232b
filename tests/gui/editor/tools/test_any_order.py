"""Anything in any order: whatever hands do on a page, undo leads back to the very bytes, and redo forth to them."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.drawing.symmetry import symmetries
from studio.gui.editor.document.areas import Joining, Reach
from studio.gui.editor.page import EditorPage
from studio.gui.style.theme import LIGHT
from tests.gui.editor.toy import Toy, blank, opened

NONE, CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
HELD = st.sampled_from([NONE, NONE, NONE, SHIFT, CTRL, ALT, SHIFT | CTRL])
CELLS = st.integers(0, 34)
KEYS = st.sampled_from(
    [
        (Qt.Key.Key_R, NONE),
        (Qt.Key.Key_H, NONE),
        (Qt.Key.Key_V, NONE),
        (Qt.Key.Key_N, NONE),
        (Qt.Key.Key_Y, NONE),
        (Qt.Key.Key_A, CTRL),
        (Qt.Key.Key_I, CTRL),
        (Qt.Key.Key_BracketRight, CTRL),
        (Qt.Key.Key_BracketLeft, CTRL),
        (Qt.Key.Key_C, CTRL),
        (Qt.Key.Key_X, CTRL),
        (Qt.Key.Key_V, CTRL),
        (Qt.Key.Key_V, CTRL | SHIFT),
        (Qt.Key.Key_Delete, NONE),
        (Qt.Key.Key_Up, CTRL),
        (Qt.Key.Key_Left, CTRL),
        (Qt.Key.Key_1, CTRL),
        (Qt.Key.Key_1, NONE),
        (Qt.Key.Key_2, NONE),
        (Qt.Key.Key_3, NONE),
        (Qt.Key.Key_G, NONE),
        (Qt.Key.Key_O, NONE),
        (Qt.Key.Key_Backspace, NONE),
        (Qt.Key.Key_Return, NONE),
        (Qt.Key.Key_Escape, NONE),
        (Qt.Key.Key_Z, CTRL),
        (Qt.Key.Key_Y, CTRL),
    ]
)


class Hands(RuleBasedStateMachine):
    """Hands on a page with a small board, of squares or of hexagons."""

    page: EditorPage

    @initialize(hexagons=st.booleans())
    def sit_down(self, hexagons: bool) -> None:
        QGuiApplication.clipboard().clear()
        self.page = EditorPage(opened(blank(7, 5, hexagons=hexagons), Toy(letters="GO")), LIGHT)
        self.page.resize(1024, 600)
        self.page.show()
        QApplication.processEvents()
        self.page.view.setFocus()
        self.first = self.written()

    def written(self) -> str:
        """The body as bytes of a file would say it, with what the plain form leaves out."""
        document = self.page.document
        return json.dumps([document.game.plain(document.body), repr(document.body)])

    def place(self, cell: int) -> QPoint:
        return self.page.view.widget_rect(cell).center()

    @rule(number=st.integers(0, 50))
    def take_a_tool(self, number: int) -> None:
        offered = [tool.key for tool in self.page.easel.tools if tool.offered]
        self.page.keys[f"tool_{offered[number % len(offered)]}"].trigger()

    @rule(number=st.integers(0, 7), reach=st.sampled_from(list(Reach)), joining=st.sampled_from(list(Joining)))
    def choose(self, number: int, reach: Reach, joining: Joining) -> None:
        offered = symmetries(self.page.document.grid)
        self.page.desk.set_symmetry(offered[number % len(offered)])
        self.page.desk.set_joining(joining)
        self.page.easel.reach(reach)

    @rule(number=st.integers(0, 4), beside=st.booleans())
    def take_a_stamp(self, number: int, beside: bool) -> None:
        card = self.page.palette_panel.cards[number]
        QTest.mouseClick(card, Qt.MouseButton.LeftButton, CTRL if beside else NONE)

    @rule(way=st.lists(CELLS, min_size=1, max_size=5), held=HELD, is_right=st.booleans())
    def drag(self, way: list[int], held: Qt.KeyboardModifier, is_right: bool) -> None:
        button = Qt.MouseButton.RightButton if is_right and len(way) == 1 else Qt.MouseButton.LeftButton
        view = self.page.view
        QTest.mouseMove(view, self.place(way[0]))
        QTest.mousePress(view, button, held, self.place(way[0]))
        for cell in way[1:]:
            QTest.mouseMove(view, self.place(cell))
        QTest.mouseRelease(view, button, held, self.place(way[-1]))

    @rule(key=KEYS)
    def press(self, key: tuple[Qt.Key, Qt.KeyboardModifier]) -> None:
        QTest.keyClick(self.page.view, *key)

    @precondition(lambda self: not self.page.document.in_stroke)
    @rule()
    def go_back_and_forth(self) -> None:
        stack = self.page.document.stack
        here, now = stack.index(), self.written()
        self.page.document.jump(0)
        assert self.written() == self.first
        self.page.document.jump(here)
        assert self.written() == now

    @invariant()
    def a_step_changes_something(self) -> None:
        document = self.page.document
        assert document.game.grid(document.body).count == len(json.loads(self.written())[0]["cells"])
        assert self.page.desk.selection <= set(range(document.grid.count))
        assert document.in_stroke or not self.page.easel.tool.active or not self.page.easel.tool.is_typing

    def teardown(self) -> None:
        self.page.easel.cancel()
        self.page.document.jump(0)
        assert self.written() == self.first
        self.page.closing()
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
