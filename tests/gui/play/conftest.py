"""Tables for the tests of the play view."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from studio.core.match import Match
from studio.core.plugin import Game
from studio.documents.store import Layout
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.start.seats_form import SeatSetup
from studio.gui.style.theme import LIGHT
from studio.services.loading import LoadedLayout
from tests.gui.play.toy import TOY

PageOpener = Callable[..., PlayPage]


@pytest.fixture
def pages(qtbot: QtBot) -> Iterator[PageOpener]:
    """Opens pages and closes them again."""
    made: list[PlayPage] = []

    def make(*kinds: str, seed: int = 1, speed: float = 1.0, motion: bool = False, game: Game = TOY) -> PlayPage:
        settings().set_value("speed", speed)
        settings().set_value("motion", motion)
        match = Match(game, None, len(kinds), seed=seed)
        opened = LoadedLayout(None, Layout(game="toy", name="Toy", body={}), game, {})
        setups = [SeatSetup(("Ada", "Bento", "Clara")[seat], kind) for seat, kind in enumerate(kinds)]
        page = PlayPage(match, opened, setups, LIGHT)
        page.resize(1280, 640)
        page.show()
        qtbot.addWidget(page)
        made.append(page)
        return page

    yield make
    for page in made:
        page.about_to_close()
