"""Cells on the clipboard and as patterns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.editor.clipboard import CELLS_MIME, MAX_BYTES, MAX_CELLS
from studio.gui.editor.document import EditorDocument
from studio.gui.editor.edit_state import EditState
from studio.services.loading import load_layout
from tests.short_run import mark_long


@pytest.fixture(params=mark_long(slugs()))
def desk(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[EditState]:
    document = EditorDocument(load_layout(shipped_layouts(request.param)[0]))
    desk = EditState(document)
    document.setParent(desk)
    yield desk
    QGuiApplication.clipboard().clear()


def put(data: bytes) -> None:
    mime = QMimeData()
    mime.setData(CELLS_MIME, data)
    QGuiApplication.clipboard().setMimeData(mime)


def clipping(desk: EditState, **changes: Any) -> bytes:
    row = [0.0, 0.0, desk.game.editing.pick(desk.document.body, 0).key, 0, False]
    return json.dumps({"game": desk.game.info.slug, "first": 0, "cells": [row], **changes}).encode()


def test_hostile_content_is_refused_in_a_sentence(desk: EditState, qtbot: QtBot) -> None:
    row = json.loads(clipping(desk))["cells"][0]
    hostile = {
        "nothing": b"",
        "bad UTF-8": b'{"game": "\xff\xfe\xe4"}',
        "nested": b"[" * 5000 + b"]" * 5000,
        "nested in a field": b'{"game": ' + b"[" * 5000 + b"]" * 5000 + b"}",
        "nested cells": b'{"game": "x", "first": 0, "cells": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
        "megabytes": clipping(desk, cells=[row] * 200_000),
        "many cells": clipping(desk, cells=[row] * (MAX_CELLS + 1)),
        "a long word": clipping(desk, cells=[[0, 0, "x" * MAX_BYTES, 0, False]]),
        "a list": b"[1, 2]",
        "null": b"null",
        "half": clipping(desk)[:-9],
        "another field": clipping(desk, more=1),
        "no cells": clipping(desk, cells=[]),
        "wrong types": clipping(desk, cells=[["a", None, 3, "x", 7]]),
        "no number": clipping(desk, cells=[[float("nan"), 0, "sea", 0, False]]),
        "beyond numbers": clipping(desk).replace(b"0.0", b"1e999"),
        "far away": clipping(desk, cells=[[1e300, 0, "sea", 0, False]]),
        "many turns": clipping(desk, cells=[[0, 0, "sea", 10**400, False]]),
        "another game": clipping(desk, game="chess"),
    }
    before = desk.document.snapshot
    for what, data in hostile.items():
        put(data)
        with qtbot.waitSignal(desk.hinted) as shown:
            desk.paste(0)
        assert shown.args is not None and str(shown.args[0]).startswith(
            ("The clipboard contains", "There is no room")
        ), what
        assert (desk.document.snapshot, desk.document.stack.count()) == (before, 0), what


def test_stamps_that_no_game_knows_change_nothing(desk: EditState) -> None:
    before = desk.document.snapshot
    for key in ("", ":", "tile:", "tile:atlantis", "letter:\U0001f9ed", "edge:", "void\x00", "../.."):
        put(clipping(desk, cells=[[0, 0, key, 3, False]]))
        desk.paste(0)
        assert desk.document.snapshot == before, key


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from(["game", "first", "cells"]), inner),
    max_leaves=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(junk=JUNK)
def test_nothing_on_the_clipboard_is_an_error_of_the_program(desk: EditState, junk: Any) -> None:
    for data in (json.dumps(junk).encode(), clipping(desk, cells=junk), clipping(desk, first=junk)):
        put(data)
        desk.paste(0)
