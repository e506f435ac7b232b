"""Bots that think in a thread, and their hints."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import cast

import pytest
from pytestqt.qtbot import QtBot

from studio.core.cancellation import NEVER_CANCELLED, Cancelled, CancelToken
from studio.core.game import Action, State
from studio.core.plugin import Game
from studio.gui.play.bots import Thinker


class Ponderer:
    """A bot that thinks until it is called off, or a test gives up on it."""

    def __init__(self) -> None:
        self.asked: list[CancelToken] = []
        self.called_off = threading.Event()
        self.forgotten = threading.Event()

    def start_turn(self, turn: int) -> None:
        """Nothing to do."""

    def choose(self, game: Game, state: State, seat: int, cancel: CancelToken = NEVER_CANCELLED) -> Action:
        self.asked.append(cancel)
        while not self.forgotten.wait(0.002):
            if cancel.is_cancelled:
                self.called_off.set()
                raise Cancelled
        return (0,)


@pytest.fixture
def bot() -> Iterator[Ponderer]:
    bot = Ponderer()
    timer = threading.Timer(60, bot.forgotten.set)
    timer.start()
    yield bot
    timer.cancel()
    bot.forgotten.set()


def ask(thinker: Thinker, bot: Ponderer) -> None:
    thinker.start(bot, cast(Game, None), cast(State, None), 0)


def test_closing_cancels_the_bot(bot: Ponderer, qtbot: QtBot) -> None:
    thinker = Thinker()
    messages: list[object] = []
    thinker.failed.connect(messages.append)
    ask(thinker, bot)
    qtbot.waitUntil(lambda: bool(bot.asked))
    thinker.close()
    assert bot.called_off.is_set() and not bot.forgotten.is_set()
    qtbot.wait(20)
    assert not messages, "to be called off is no failure"


def test_a_new_request_cancels_the_old_one(bot: Ponderer, qtbot: QtBot) -> None:
    thinker = Thinker()
    answers: list[object] = []
    thinker.answered.connect(answers.append)
    thinker.failed.connect(answers.append)
    ask(thinker, bot)
    qtbot.waitUntil(lambda: len(bot.asked) == 1)
    ask(thinker, bot)
    qtbot.waitUntil(lambda: len(bot.asked) == 2)
    assert bot.asked[0].is_cancelled and not bot.asked[1].is_cancelled
    bot.forgotten.set()
    qtbot.waitUntil(lambda: bool(answers))
    assert answers == [(0,)]
    thinker.close()
