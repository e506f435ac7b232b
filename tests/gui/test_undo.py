"""Undo commands and their documents are deleted in any order by the garbage collector."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.editor.document import EditorDocument
from studio.gui.editor.panels.overview import HistoryView
from studio.gui.piece_editor.draft import PieceDraft
from studio.services.loading import load_layout
from tests.gui.editor.toy import opened


def _document() -> tuple[QObject, QUndoStack]:
    document = EditorDocument(opened())
    for name in ("one", "two", "three"):
        document.rename("name", name)
        document.rename("author", name)
    return document, document.stack


def _draft() -> tuple[QObject, QUndoStack]:
    layout = load_layout(shipped_layouts(slugs()[0])[0])
    game, body = layout.game, layout.body
    draft = PieceDraft(game, body)
    filled = [
        cell
        for cell in range(game.body.grid(body).count)
        if game.editing.pick(body, cell) != game.editing.eraser(body, cell)
    ]
    for cell in filled:
        assert draft.apply_edit(
            "cleared", partial(game.editing.stamp, target=cell, stamp=game.editing.eraser(body, cell))
        )
    return draft, draft.stack


@pytest.mark.parametrize("make", [_document, _draft])
def test_commands_may_outlive_their_owner(qtbot: QtBot, make: Callable[[], tuple[QObject, QUndoStack]]) -> None:
    """Python would delete the commands first, then the stack that still points to them, and the process would die."""
    owner, stack = make()
    reference = weakref.ref(owner)
    commands = [stack.command(index) for index in range(stack.count())]
    assert len(commands) >= 3
    holder = [owner]
    owner.itself = owner  # type: ignore[attr-defined]  # a cycle for the garbage collector
    del owner, stack
    gc.collect()
    del commands, holder
    gc.collect()
    assert reference() is None


def test_commands_are_deleted_with_their_owner(qtbot: QtBot) -> None:
    owner, stack = _document()
    reference = weakref.ref(stack.command(0))
    assert reference() is not None
    del owner, stack
    gc.collect()
    assert reference() is None


def test_a_stack_that_was_shown_is_deleted_with_its_owner(qtbot: QtBot) -> None:
    document = EditorDocument(opened())
    view, stack = HistoryView(document), weakref.ref(document.stack)
    view.deleteLater()
    del document, view
    for _turn in range(2):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect()
    left = stack()
    assert left is None or not isValid(left)
