"""Fixture: views of boards on screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from studio.core.picture import Picture
from studio.gui.board.view import BoardView
from studio.gui.style.theme import LIGHT, Theme

ViewOpener = Callable[..., BoardView]


@pytest.fixture
def open_view(qtbot: QtBot) -> ViewOpener:
    """Shows pictures; nothing that lies still is painted yet."""

    def make(picture: Picture, width: int, height: int, theme: Theme = LIGHT) -> BoardView:
        view = BoardView(theme)
        qtbot.addWidget(view)
        view.resize(width, height)
        view.set_picture(picture)
        view.show()
        return view

    return make
