"""The summary of a finished match."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from studio.core.game import OVER
from studio.core.transcript import MatchSummary, Turn
from studio.gui.page import Rematch, SeatSetup
from studio.gui.play.overlays.summary import TEXT_HEIGHT, TITLE, ScoreChart, elide_to_two_lines
from studio.gui.play.page import PlayPage
from studio.gui.play.status import REPLAY
from studio.gui.start.match_setup import rematch_choice
from studio.gui.style.theme import DARK
from studio.gui.widgets import wrapped_height
from studio.services.loading import load_layout
from tests.gui.play.conftest import PageOpener
from tests.gui.play.toy import LAY


@pytest.fixture
def over(qtbot: QtBot, pages: PageOpener) -> PlayPage:
    page = pages("random", "random", seed=4)
    qtbot.waitUntil(lambda: not page.overlays.end_screen.isHidden())
    assert page.controller.seat_to_move == OVER
    return page


def test_the_summary_is_shown_before_the_score_table(over: PlayPage) -> None:
    table, sheet = over.overlays.end_screen, over.overlays.end_screen.sheet
    assert table.summary.isVisible() and not table.scroll_area.isVisible()
    scores = over.controller.state.scores()
    last = sheet.chart.marks()[-1].text
    assert last == f"At the end: Ada {scores[0]}, Bento {scores[1]}."
    assert sheet.stats.accessibleName().startswith("stones laid: Ada ")
    assert sheet.winner_banner.accessibleName() == table.verdict.text()
    QTest.mouseClick(table.points, Qt.MouseButton.LeftButton)
    assert table.scroll_area.isVisible() and table.verdict.isVisible() and not table.summary.isVisible()
    QTest.mouseClick(table.points, Qt.MouseButton.LeftButton)
    assert table.summary.isVisible()


def test_scores_during_the_match_show_no_summary(page: PlayPage) -> None:
    page.controller.play((LAY, 0, 0))
    page.actions_.score_table.trigger()
    table = page.overlays.end_screen
    assert table.scroll_area.isVisible() and not table.summary.isVisible()
    assert table.points.isHidden() and table.share.isHidden() and table.rematch.isHidden()


def test_arrow_keys_move_through_the_chart(over: PlayPage) -> None:
    chart = over.overlays.end_screen.sheet.chart
    chart.setFocus()
    for _step in range(2):
        QTest.keyClick(chart, Qt.Key.Key_Right)
    assert chart.marks()[1].text in chart.accessibleName() and chart.marks()[1].text.startswith("Turn 2: ")
    for mark, after in zip(chart.marks(), chart.marks()[1:], strict=False):
        assert mark.box.right() == after.box.left(), "the pointer is always on a turn"


@pytest.mark.parametrize("by_key", [False, True])
def test_a_key_moment_opens_the_replay(over: PlayPage, by_key: bool) -> None:
    table, controller = over.overlays.end_screen, over.controller
    card = table.sheet.cards[-1]
    line = controller.line()
    if by_key:
        card.setFocus()
        QTest.keyClick(card, Qt.Key.Key_Space)
    else:
        QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    controller.playback.stop()
    assert table.isHidden() and controller.mode == REPLAY
    assert controller.node is line[card.moment.step].parent
    assert card.accessibleDescription() and "⟦" not in card.title + card.description


def test_the_summary_is_exported_as_an_image(over: PlayPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "end.png"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_rest: (str(target), ""))
    table = over.overlays.end_screen
    QTest.mouseClick(table.share, Qt.MouseButton.LeftButton)
    image = QImage(str(target))
    assert image.width() == 2 * (table.sheet.width() + 48) and image.height() == 2 * (table.sheet.height() + 48 + TITLE)
    colours = {image.pixelColor(x, y).name() for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}
    assert len(colours) > 12, "there is something on it"


def test_a_rematch_is_requested(qtbot: QtBot, over: PlayPage) -> None:
    with qtbot.waitSignal(over.request) as requested:
        QTest.mouseClick(over.overlays.end_screen.rematch, Qt.MouseButton.LeftButton)
    assert requested.args == [Rematch(over.opened, over.controller.setups, over.controller.match.options)]


def test_in_a_rematch_the_next_seat_begins() -> None:
    opened = load_layout("layouts/_template/between_hedges.json")
    setups = SeatSetup("Ada"), SeatSetup("Bento", "greedy")
    options = {option.key: option.default for option in opened.game.info.options}
    choice = rematch_choice(opened, setups, {**options, "gone": True})
    assert [setup.name for setup in choice.setups] == ["Bento", "Ada"]
    assert choice.options == options, "rules of records from before are not offered again"


def test_a_long_description_is_elided(qtbot: QtBot) -> None:
    story = elide_to_two_lines("The whole sea is charted and the huts are opened. " * 8, 300)
    assert story.endswith(" …") and wrapped_height(story, 300, 13) <= TEXT_HEIGHT
    assert elide_to_two_lines("Short.", 300) == "Short."


def test_a_new_theme_repaints_the_key_moments(qtbot: QtBot, over: PlayPage) -> None:
    sheet = over.overlays.end_screen.sheet
    qtbot.waitUntil(lambda: all(card.image is not None for card in sheet.cards))
    cards = sheet.cards
    over.set_theme(DARK)
    assert sheet.cards and sheet.cards[0] is not cards[0]
    assert not any(card.isVisible() for card in cards), "none lies over the new ones"
    sheet.image("Toy")
    assert all(card.image is not None for card in sheet.cards), "what is shared is whole"


def test_an_analysis_has_no_summary(over: PlayPage) -> None:
    over.overlays.hide_scores()
    over.controller.start_analysis()
    over.overlays.show_scores()
    table = over.overlays.end_screen
    assert table.scroll_area.isVisible() and not table.summary.isVisible() and table.points.isHidden()


def test_without_points_before_the_end_the_chart_shows_other_statistics(qtbot: QtBot) -> None:
    turns = Turn("Round 1", 1, 2), Turn("Round 2", 3, 4), Turn("", 5, 5)
    late = MatchSummary(turns, ((0, 0, 0, 2), (0, 0, 0, 1)), (0,), (), (), (("spaces sailed", ((3, 7), (2, 9))),))
    chart = ScoreChart()
    qtbot.addWidget(chart)
    assert chart.show_summary(late, ("Ada", "Bento")) == "Per round: spaces sailed"
    assert [mark.text for mark in chart.marks()] == ["Round 1: Ada 3, Bento 2.", "Round 2: Ada 7, Bento 9."]
    assert chart.show_summary(replace(late, curves=()), ("Ada", "Bento")) == "Points per turn"
    assert chart.marks()[-1].text == "At the end: Ada 2, Bento 1."
    chart.grab()
