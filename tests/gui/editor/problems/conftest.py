"""Fixture: an editor page with squares only; problems are the same on hexagons."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.editor.page import EditorPage
from tests.gui.editor.conftest import opened_page


@pytest.fixture
def page(qtbot: QtBot) -> EditorPage:
    return opened_page(qtbot, hexagons=False)
