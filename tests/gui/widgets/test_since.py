"""How long ago something was: the words, and that nobody is woken up without need."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.gui.widgets.text import RelativeTime, seconds_to_change, time_ago

TIMES = [
    (0, "just now"),
    (9.9, "just now"),
    (10, "10 s ago"),
    (59, "50 s ago"),
    (60, "1 min ago"),
    (3599, "59 min ago"),
    (3600, "1 h ago"),
    (90000, "25 h ago"),
]


@pytest.mark.parametrize(("seconds", "words"), TIMES)
def test_times_in_words(seconds: float, words: str) -> None:
    assert time_ago(seconds) == words


@pytest.mark.parametrize("seconds", [seconds for seconds, _words in TIMES] + [0.3, 14.2, 61.5, 4000])
def test_words_last_until_they_change_and_no_longer(seconds: float) -> None:
    rest = seconds_to_change(seconds)
    assert rest > 0
    assert time_ago(seconds + rest - 0.01) == time_ago(seconds) != time_ago(seconds + rest + 0.01)


def test_who_is_hidden_is_not_woken_up(qtbot: QtBot) -> None:
    now = [100.0]
    widget = QWidget()
    qtbot.addWidget(widget)
    since = RelativeTime(widget, lambda: now[0])
    told: list[str] = []
    since.changed.connect(lambda: told.append(since.text))
    assert since.text == "" and not since.timer.isActive()
    since.restart()
    assert told == ["just now"] and not since.timer.isActive(), "nobody sees it"
    widget.show()
    assert since.timer.isActive() and since.timer.interval() == 10000
    now[0] += 130
    widget.hide()
    assert not since.timer.isActive()
    widget.show()
    assert told[-1] == "2 min ago" and since.timer.interval() == 50000
