"""The status bar: how long ago the layout was saved, what is in hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from studio.documents.paths import layouts_dir
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.editor.panels.status import SaveStatus
from studio.gui.style.theme import LIGHT
from studio.services.loading import load_layout
from tests.gui.editor.toy import SEA, cape


def test_the_clock_of_the_last_save(qtbot: QtBot) -> None:
    now = [100.0]
    clock = SaveStatus(lambda: now[0])
    qtbot.addWidget(clock)
    clock.show_state(edited=False, has_file=False)
    assert clock.text() == "Not saved yet"
    clock.show_state(edited=True, has_file=False)
    assert clock.text() == "Edited, not saved"
    clock.show_state(edited=False, has_file=True)
    assert clock.text() == "Saved"
    clock.note_save()
    assert clock.text() == "Saved just now"
    now[0] += 200
    clock.refresh()
    assert clock.text() == "Saved 3 min ago"
    clock.show_state(edited=True, has_file=True)
    assert clock.text() == "Edited, saved 3 min ago"


def test_saving_sets_the_clock(qtbot: QtBot, tmp_path: Path) -> None:
    page = EditorPage(load_layout(layouts_dir() / slugs()[0] / "base.json"), LIGHT)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    assert page.status_bar.save_status.text() == "Saved"
    page.document.save(tmp_path / "mine.json")
    assert page.status_bar.save_status.text() == "Saved just now"
    page.document.rename("author", "Ada")
    assert page.status_bar.save_status.text() == "Edited, saved just now"


def test_degrees_are_told_of_stamps_that_turn(page: EditorPage) -> None:
    page.choose_stamp(SEA)
    assert page.status_bar.tool_label.text() == "Stamp: Sea"
    page.choose_stamp(cape(1))
    assert page.status_bar.tool_label.text() == f"Stamp: Cape, {360 // page.document.grid.sides}°"


@pytest.mark.usefixtures("full_dress")
def test_what_has_no_room_is_left_out_whole(qtbot: QtBot) -> None:
    page = EditorPage(load_layout(layouts_dir() / slugs()[0] / "base.json"), LIGHT)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    status = page.status_bar
    qtbot.addWidget(status)
    parts = (
        status.zoom_slider,
        status.spaces_label,
        status.zoom_label,
        status.save_status,
        status.tool_label,
        status.counters,
    )
    seen = []
    for width in range(1200, 100, -20):
        status.resize(width, 28)
        status.show()
        status.grab()
        shown = [part for part in parts if part.isVisible()]
        assert all(part.width() >= part.sizeHint().width() or part is status.zoom_slider for part in shown), width
        assert all(status.rect().contains(part.geometry()) for part in shown) or shown == [status.counters], width
        seen.append(len(shown))
    assert seen[0] == len(parts) and seen[-1] == 1 and seen == sorted(seen, reverse=True)
    status.resize(1200, 28)
    assert status.zoom_slider.isVisible() and status.tool_label.isVisible()
