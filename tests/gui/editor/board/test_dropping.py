"""Stamps dragged from the palette to the board."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.form import Stamp
from studio.core.picture import edge_target
from studio.drawing.symmetry import Symmetry
from studio.gui.editor.board_controller import stamp_from_mime, stamp_to_mime
from studio.gui.editor.page import EditorPage
from studio.gui.editor.panels import palette
from tests.gui.editor.hand import GRID, LEFT
from tests.gui.editor.toy import COAST, SEA, cape, toy_body

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of any window
NONE = Qt.KeyboardModifier.NoModifier


def drop(page: EditorPage, data: QMimeData, target: int) -> bool:
    """Carry something over the board and let it go on a target; say whether it was taken."""
    place = page.view.widget_rect(target).center()
    enter = QDragEnterEvent(place, Qt.DropAction.CopyAction, data, LEFT, NONE)
    enter.setAccepted(False)
    QApplication.sendEvent(page.view, enter)
    if not enter.isAccepted():
        return False
    event = QDropEvent(QPointF(place), Qt.DropAction.CopyAction, data, LEFT, NONE)
    QApplication.sendEvent(page.view, event)
    return event.isAccepted()


def test_a_stamp_lands_as_one_step(page: EditorPage) -> None:
    page.edit_state.set_symmetry(Symmetry.LEFT_RIGHT)
    cell = GRID.cell_named("B2")
    assert drop(page, stamp_to_mime(cape(1), "cells"), cell)
    body = toy_body(page.document.body)
    image = ("E2", cape(3)) if page.document.grid.sides == 4 else ("D2", cape(4))
    assert (body.at(cell), body.at(GRID.cell_named(image[0]))) == (cape(1), image[1])
    assert page.document.stack.count() == 1
    page.document.undo()
    assert set(toy_body(page.document.body).cells) == {Stamp("empty")}


def test_a_kind_of_edge_lands_on_the_edge_also_from_inside(page: EditorPage) -> None:
    edge = edge_target(GRID.cell_named("C1"), 0)
    assert drop(page, stamp_to_mime(COAST, "edges"), edge)
    assert toy_body(page.document.body).edges == ((edge, "coast"),)
    assert drop(page, stamp_to_mime(COAST, "edges"), GRID.cell_named("C3"))
    assert page.document.stack.count() == 1, "no edge is near the middle of a space"


def test_other_things_are_left_to_the_window(page: EditorPage) -> None:
    data = QMimeData()
    data.setText("a letter")
    assert stamp_from_mime(data) is None
    assert not drop(page, data, 3)
    assert page.document.stack.count() == 0


def test_pulling_a_card_carries_its_stamp_as_it_is_turned(
    page: EditorPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Stamp, str]] = []

    def carry(_source: object, stamp: Stamp, on: str, picture: QPixmap) -> None:
        assert not picture.isNull()
        seen.append((stamp, on))

    monkeypatch.setattr(palette, "drag_stamp", carry)
    page.edit_state.set_stamp(cape(2))
    cards = page.palette_panel.cards
    for card in (cards[0], cards[1], cards[-1]):
        QTest.mousePress(card, LEFT, pos=QPoint(20, 20))
        QTest.mouseMove(card, QPoint(22, 21))
        QTest.mouseMove(card, QPoint(60, 50))
        QTest.mouseRelease(card, LEFT, pos=QPoint(60, 50))
    assert seen == [(SEA, "cells"), (cape(2), "cells"), (COAST, "edges")]
