"""An editor page on the toy board for every test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.editor.page import EditorPage
from studio.gui.style.theme import LIGHT
from tests.gui.editor.toy import blank, opened


def opened_page(qtbot: QtBot, hexagons: bool) -> Iterator[EditorPage]:
    """An open page on an empty toy board; it is closed afterwards."""
    page = EditorPage(opened(blank(hexagons=hexagons)), LIGHT)
    page.resize(1280, 640)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    page.show()
    qtbot.waitExposed(page)
    page.view.setFocus()
    qtbot.waitUntil(lambda: page.problem_controller.verifier.state.value != "idle")
    yield page


@pytest.fixture(params=[False, pytest.param(True, marks=pytest.mark.long)], ids=["squares", "hexagons"])
def page(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[EditorPage]:
    """An open page on an empty toy board, once of squares and once of hexagons: panels hardly see the difference."""
    yield from opened_page(qtbot, request.param)
