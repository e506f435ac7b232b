"""What the log keeps and what it lets go."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from studio.core.game import Action, Event
from studio.gui.play.replay.log import bold_names
from studio.gui.play.replay.log_model import EVENT, LogBook, flat_lines
from tests.gui.play.match.test_controller import table
from tests.gui.play.toy import LAY, Toy, ToyState

FIRST = (LAY, 0, 0)


def test_what_is_passing_is_told_only_until_the_next_thing_happens(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def events(_self: object, before: ToyState, action: Action, after: ToyState) -> list[Event]:
        return [Event("take", f"takes {action}", before.active, is_transient=action == FIRST)]

    monkeypatch.setattr(Toy, "events", events)
    controller = table("human", "human")
    controller.begin()
    book = LogBook(controller)
    controller.play(FIRST)
    assert f"takes {FIRST}" in [line.text for line in flat_lines(book.rows()) if line.style == EVENT]
    controller.match.play(controller.state.legal()[0])
    told = [line.text for line in flat_lines(book.rows()) if line.style == EVENT]
    assert told and f"takes {FIRST}" not in told
    controller.close()


def test_names_stand_out_in_the_log() -> None:
    assert bold_names("⟦1⟧ meets ⟦0⟧.", ("Ada", "Bento")) == ("Bento meets Ada.", [(0, 5), (12, 3)])
    assert bold_names("no ⟦9⟧ here", ("Ada",)) == ("no ⟦9⟧ here", [])
