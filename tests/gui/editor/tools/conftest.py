"""Fixture: an editor page, with squares and with hexagons in the short run, too."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.editor.page import EditorPage
from tests.gui.editor.conftest import opened_page


@pytest.fixture(params=[False, True], ids=["squares", "hexagons"])
def page(qtbot: QtBot, request: pytest.FixtureRequest) -> EditorPage:
    return opened_page(qtbot, request.param)
