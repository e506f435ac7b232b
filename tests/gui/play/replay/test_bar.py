"""The bar that sets the pace of bots: its words have room in every language, and it tells how fast they mean."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from studio.core.text import use_language
from studio.documents.paths import resources_dir
from studio.gui.play.bots import DELAYS, speed_factor, speed_name
from studio.gui.play.replay.bar import PAUSED, SpeedBox


@pytest.mark.usefixtures("english_afterwards")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_speed_has_room_for_its_word_and_tells_how_fast_it_is(qtbot: QtBot, language: str) -> None:
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


def test_times_are_what_the_delays_are() -> None:
    for speed, times in enumerate(("⅓×", "½×", "1×", "4×")):
        value = {"⅓×": 1 / 3, "½×": 1 / 2, "1×": 1.0, "4×": 4.0}[times]
        assert speed_factor(speed) == times and DELAYS[2] / DELAYS[speed] == pytest.approx(value, rel=0.15)
