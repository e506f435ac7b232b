"""Steps that can be undone: the end of what they change, whatever holds on to them when Python searches."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoStack
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.editor.document import EditorDocument
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
    laid = [
        cell
        for cell in range(game.body.grid(body).count)
        if game.editing.pick(body, cell) != game.editing.eraser(body, cell)
    ]
    for cell in laid:
        assert draft.apply_edit(
            "lifted", partial(game.editing.stamp, target=cell, stamp=game.editing.eraser(body, cell))
        )
    return draft, draft.stack


@pytest.mark.parametrize("make", [_document, _draft])
def test_it_is_taken_apart_in_any_order(qtbot: QtBot, make: Callable[[], tuple[QObject, QUndoStack]]) -> None:
    """What is held from elsewhere during one search stands before its owner in the next one: Python would take the
    steps apart, then the stack that still points to them, and the process would die."""
    owner, stack = make()
    end = weakref.ref(owner)
    steps = [stack.command(index) for index in range(stack.count())]
    assert len(steps) >= 3
    holder = [owner]
    owner.itself = owner  # type: ignore[attr-defined]  # only a search finds it
    del owner, stack
    gc.collect()
    del steps, holder
    gc.collect()
    assert end() is None


def test_steps_end_with_their_owner(qtbot: QtBot) -> None:
    owner, stack = _document()
    end = weakref.ref(stack.command(0))
    assert end() is not None
    del owner, stack
    gc.collect()
    assert end() is None
