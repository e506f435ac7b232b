"""What is done with findings is the same on squares and on hexagons: here one board is enough."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.editor.page import EditorPage
from tests.gui.editor.conftest import opened_page


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[EditorPage]:
    yield from opened_page(qtbot, hexagons=False)
