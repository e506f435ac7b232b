"""Fixtures: an editor page with the toy board, with squares and with hexagons."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.editor.page import EditorPage
from tests.gui.editor.hand import open_page
from tests.gui.editor.toy import blank, opened


def opened_page(qtbot: QtBot, hexagons: bool) -> EditorPage:
    page = open_page(qtbot, opened(blank(hexagons=hexagons)))
    page.view.setFocus()
    qtbot.waitUntil(lambda: page.problem_controller.verifier.state.value != "idle")
    return page


@pytest.fixture(params=[False, pytest.param(True, marks=pytest.mark.long)], ids=["squares", "hexagons"])
def page(qtbot: QtBot, request: pytest.FixtureRequest) -> EditorPage:
    return opened_page(qtbot, request.param)
