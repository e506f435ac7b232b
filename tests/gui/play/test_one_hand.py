"""A match with the mouse alone, and one with the keyboard alone: every move that is legal can be made either way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from studio.core.game import Action
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.page_factory import match_page
from studio.gui.start.seats_form import SeatSetup
from studio.services.loading import load_layout, start_match
from tests.gui.play.ways import by_keyboard, by_mouse, key, press
from tests.gui.windows import shown_window
from tests.shortly import shortly

Way = Callable[[PlayPage, Action], str]
WAYS: dict[str, Way] = {"mouse": by_mouse, "keyboard": by_keyboard}


@pytest.fixture
def tables(qtbot: QtBot) -> Iterator[Callable[[str, str], PlayPage]]:
    """Makes a table of a game in a window: somebody plays against the greedy bot, or against somebody else."""
    settings().set_value("motion", False)
    settings().set_value("speed", 1.0)

    def make(slug: str, other: str) -> PlayPage:
        window: MainWindow = shown_window(qtbot)
        opened = load_layout(shipped_layouts(slug)[0])
        match = start_match(opened, 2, seed=7)
        page = window.add_page(match_page(match, opened, [SeatSetup("Ada"), SeatSetup("Bento", other)], None))
        assert isinstance(page, PlayPage)
        return page

    yield make


def played(qtbot: QtBot, page: PlayPage, way: str, least: int) -> Counter[str]:
    """So many moves of the person at least, or all; each is drawn, and is the one that is made. How they were made."""
    controller, luck, found = page.controller, Rng(23), Counter[str]()
    while not controller.is_over and found.total() < least:
        qtbot.waitUntil(lambda: controller.may_choose or controller.is_covered or controller.is_over)
        if controller.is_over:
            break
        if controller.is_covered:
            if way == "mouse":
                press(page.overlays.handover.confirm_button)
            else:
                qtbot.waitUntil(lambda: not page.overlays.handover.pause.isActive())
                key(page, Qt.Key.Key_Return)
            continue
        action, before = luck.choose(controller.state.legal()), len(controller.match.decisions())
        words = controller.choices.sentence(action)
        found[WAYS[way](page, action)] += 1
        qtbot.waitUntil(lambda: not controller.move_sequence.is_running)
        made = [one.action for one in controller.match.decisions()[before:]]
        assert made[:1] == [action], f"{words}: {action} and not {made[:1]}, after {found}"
    return found


@pytest.mark.parametrize("way", shortly(WAYS))
def test_every_move_of_some_turns_can_be_made(qtbot: QtBot, tables: Callable[[str, str], PlayPage], way: str) -> None:
    found = played(qtbot, tables("columbus", "human"), way, 12)
    assert found.total() == 12 and found["list"] < 3


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("slug", slugs())
def test_a_whole_match(qtbot: QtBot, tables: Callable[[str, str], PlayPage], slug: str, way: str) -> None:
    page = tables(slug, "greedy")
    found = played(qtbot, page, way, 100_000)
    assert page.controller.is_over and found.total() > 20
    assert found["list"] < found.total() / 4, "most moves are made where they happen, and not in the list of all"
