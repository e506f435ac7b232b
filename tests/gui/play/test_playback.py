"""Replays: every step is shown, and the bar follows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from studio import games
from studio.core.text import use_language
from studio.documents.paths import resources_dir
from studio.gui.board.view import BoardView
from studio.gui.play.bots import DELAYS, speed_factor, speed_name
from studio.gui.play.page import PlayPage
from studio.gui.play.playback import Playback
from studio.gui.play.replay.bar import PAUSED, SpeedBox
from studio.gui.style.theme import LIGHT
from tests.gui.play.conftest import PageOpener
from tests.gui.play.worlds import layout, random_match

STEPS = 45


class Witness(QObject):
    """Notes at which steps the board was painted."""

    def __init__(self, page: PlayPage) -> None:
        super().__init__(page)
        self.page = page
        self.seen: set[int] = set()
        page.board.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.seen.add(self.page.controller.playback.index)
        return False


@pytest.fixture(params=games.slugs())
def page(qtbot: QtBot, open_page: PageOpener, request: pytest.FixtureRequest) -> PlayPage:
    """A match of some length with instant bots."""
    opened = layout(request.param)
    page = open_page(random_match(opened, 2, 5, STEPS), opened, "human", "random")
    qtbot.waitExposed(page)
    return page


@pytest.mark.long
def test_a_fast_replay_shows_every_step(qtbot: QtBot, page: PlayPage, monkeypatch: pytest.MonkeyPatch) -> None:
    reel, witness = page.controller.playback, Witness(page)
    left, unseen, wrong = list[int](), list[int](), list[int]()
    fresh = BoardView(LIGHT)
    qtbot.addWidget(fresh)
    page.frame.hide()
    go_on = Playback._next

    def next_step(self: Playback) -> None:
        index, was_seen = reel.index, reel.index in witness.seen
        sight = None
        if was_seen and index % 5 == 0 and page.board.is_displayed:
            page.board.set_marks(())
            page.board.set_steps(())
            sight = page.board.grab().toImage()
        go_on(self)
        if reel.index == index:
            return
        left.append(index)
        if not was_seen:
            unseen.append(index)
        elif sight != _painted(fresh, page, index) and index % 5 == 0:
            wrong.append(index)

    monkeypatch.setattr(Playback, "_next", next_step)
    page.commands.replay()
    assert reel.is_running
    qtbot.waitUntil(lambda: not reel.is_running)
    assert left == list(range(len(reel.nodes) - 1))
    assert not unseen, "a step is shown before the next is taken"
    assert not wrong, "what is seen is the step, as if nothing else had been there before"


def _painted(fresh: BoardView, page: PlayPage, index: int) -> QImage:
    controller = page.controller
    fresh.resize(page.board.size())
    fresh.set_picture(controller.match.game.picture.picture(controller.playback.nodes[index].state, controller.viewer))
    fresh.finish_painting()
    return fresh.grab().toImage()


@pytest.mark.usefixtures("english_afterwards")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_speed_label_fits_and_has_a_tooltip(qtbot: QtBot, language: str) -> None:
    use_language([language], resources_dir() / "locale")
    box = SpeedBox(2)
    qtbot.addWidget(box)
    for speed in range(len(DELAYS)):
        box.set_speed(speed)
        assert box.speed_label.text() == speed_name(speed)
        assert box.speed_label.fontMetrics().horizontalAdvance(box.speed_label.text()) <= box.speed_label.width()
        assert speed_name(speed) in box.toolTip() and speed_factor(speed) in box.toolTip()
    box.set_speed(PAUSED)
    assert "0×" in box.toolTip()
    assert box.speed_label.fontMetrics().horizontalAdvance(box.speed_label.text()) <= box.speed_label.width()


def test_speed_factors_match_the_delays() -> None:
    for speed, times in enumerate(("⅓×", "½×", "1×", "4×")):
        value = {"⅓×": 1 / 3, "½×": 1 / 2, "1×": 1.0, "4×": 4.0}[times]
        assert speed_factor(speed) == times and DELAYS[2] / DELAYS[speed] == pytest.approx(value, rel=0.15)
