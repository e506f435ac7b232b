"""A turn in which nothing but a pass is left, at the table: asked for, played by Enter, told, taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from studio.documents.paths import layouts_dir
from studio.gui.play.page import PlayPage
from studio.gui.play.panels.buttons import PlayMove
from studio.gui.play.replay.log_model import flat_lines
from studio.gui.settings import settings
from studio.gui.start.seats_form import SeatSetup
from studio.gui.style.theme import LIGHT
from studio.services.loading import LoadedLayout, load_layout, start_match
from tests.gui.play.hand import key


@pytest.fixture
def open_table(qtbot: QtBot) -> Iterator[Callable[[bool], PlayPage]]:
    """A match of two persons on a sea whose harbours take more than the first season brings."""
    made: list[PlayPage] = []

    def make(autoplay: bool) -> PlayPage:
        settings().set_value("motion", False)
        settings().set_value("autoplay", autoplay)
        opened = load_layout(layouts_dir() / "entdecker" / "base.json")
        game, body = opened.game, opened.body
        for name in ("north", "east", "south", "west"):
            body = game.editing.set_field(body, -1, f"border.{name}", "open 2")
        for name, value in (("gold.start", 0), ("spinner", "2")):
            body = game.editing.set_field(body, -1, name, value)
        opened = LoadedLayout(None, opened.layout, game, body)
        page = PlayPage(start_match(opened, 2, seed=3), opened, [SeatSetup("Ada"), SeatSetup("Bento")], LIGHT)
        page.resize(1280, 680)
        page.show()
        qtbot.addWidget(page)
        made.append(page)
        return page

    yield make
    for page in made:
        page.about_to_close()


def lines(page: PlayPage) -> list[str]:
    return [page.controller.fill_names(line.text) for line in flat_lines(page.follower.log_book.rows())]


def test_a_pass_is_the_button_that_enter_means(open_table: Callable[[bool], PlayPage]) -> None:
    page = open_table(False)
    controller = page.controller
    (only,) = controller.match.legal()
    button = page.decision.button_row.button_for(PlayMove(controller.play, only))
    assert page.decision.title.full_text() == "Ada, no start can be paid"
    assert button is not None and button.filled and button.text() == "Pass"
    key(page, Qt.Key.Key_Return)
    assert controller.match.decisions()[0].action == only
    assert "Ada can pay for no expedition and passes." in lines(page)
    assert page.decision.title.full_text() == "Bento, no start can be paid"
    page.decision.undo.click()
    assert controller.match.decisions() == [] and page.decision.title.full_text() == "Ada, no start can be paid"
    page.decision.redo.click()
    key(page, Qt.Key.Key_Return)
    assert page.decision.title.full_text() == "Ada, choose where your ship sets out"
    assert "Season 2: the spinner gives every seat 2 gold." in lines(page)
    assert not page.decision.undo.isEnabled()


def test_passes_that_are_made_by_themselves_are_told(qtbot: QtBot, open_table: Callable[[bool], PlayPage]) -> None:
    page = open_table(True)
    qtbot.waitUntil(lambda: len(page.controller.match.decisions()) == 2)
    told = [line for line in lines(page) if "passes" in line]
    assert told == [
        "Ada can pay for no expedition and passes. (the only choice)",
        "Bento can pay for no expedition and passes. (the only choice)",
    ]
