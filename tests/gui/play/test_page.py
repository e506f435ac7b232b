"""The page of a match, on the toy game and with real clicks and keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from studio.core.game import EVERYBODY
from studio.core.text import use_language
from studio.documents.paths import resources_dir
from studio.documents.store import read_record
from studio.gui.page import SeatSetup
from studio.gui.play.page import PlayPage
from studio.gui.play.panels.buttons import PlayMove
from studio.gui.play.replay.log_model import EVENT, NOW, SEAL
from studio.gui.play.status import ANALYSIS, NO_SEAT, PLAY, REPLAY, with_seat_names
from studio.gui.settings import settings
from studio.gui.style.stylesheet import apply_theme, widget_theme
from studio.gui.style.theme import DARK, LIGHT, SEAT_COLORS
from tests.gui.play.conftest import HEAD, PageOpener, click, flat_lines, key
from tests.gui.play.toy import LAY, LOOK, TOY, Toy, ToyState
from tests.gui.play.worlds import layout, random_match
from tests.helpers import not_none


def looks(page: PlayPage) -> list[tuple[str, str]]:
    return [(line.style, page.controller.fill_names(line.text)) for line in flat_lines(page.follower.log_book.rows())]


@pytest.mark.usefixtures("english_afterwards", "full_dress")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("size", [(1280, 720), (636, 660), (500, 560)])
def test_the_controls_below_the_board_do_not_overlap(
    qtbot: QtBot, pages: PageOpener, language: str, size: tuple[int, int]
) -> None:
    use_language([language], resources_dir() / "locale")
    page = pages("human", "random", size=size)
    decision = page.decision
    for compact in (False, True):
        decision.set_compact(compact)
        qtbot.wait(1)
        speed, foot = decision.speed, [decision.undo, decision.redo, decision.undo_timeline, decision.speed]
        boxes = [part.geometry() for part in foot if part.isVisible()]
        assert not any(one.intersects(other) for one, other in combinations(boxes, 2))
        assert all(decision.rect().contains(box) for box in boxes) and decision.width() <= page.width()
        labels = [part.geometry() for part in speed.findChildren(QWidget) if part.isVisible()]
        assert not any(one.intersects(other) for one, other in combinations(labels, 2))
        assert all(speed.rect().contains(box) for box in labels)
        for button in (decision.undo, decision.redo):
            assert button.text() or button.toolTip() == button.accessibleName()


@pytest.mark.usefixtures("full_dress")
@pytest.mark.parametrize("width", [1280, 640, 480])
def test_the_controls_of_a_replay_do_not_overlap(qtbot: QtBot, pages: PageOpener, width: int) -> None:
    page = pages("human", "random", size=(width, 640))
    click(page, 1)
    page.controller.start_replay()
    qtbot.wait(1)
    replay = page.decision.replay
    boxes = [part.geometry() for part in replay.findChildren(QWidget) if part.isVisible()]
    assert len(boxes) >= 5 and not any(one.intersects(other) for one, other in combinations(boxes, 2))
    assert not replay.geometry().intersects(page.decision.speed.geometry())
    assert replay.position_label.text() in replay.slider.toolTip()


@pytest.mark.usefixtures("full_dress")
def test_the_speed_keeps_its_labels_when_undo_and_redo_lose_theirs(qtbot: QtBot, pages: PageOpener) -> None:
    page = pages("human", "random", size=(627, 640))
    qtbot.wait(1)
    decision = page.decision
    assert decision.undo.text() == "" and decision.speed.caption.isVisible() and decision.speed.speed_label.isVisible()


def test_a_click_plays_a_move(page: PlayPage) -> None:
    click(page, 1)
    assert page.controller.match.decisions()[0].action == (LAY, 1, 0)
    assert page.strip.turn == "Turn 2"
    assert page.side.cards[0].data.points == 1
    assert page.side.cards[1].active and not page.side.cards[0].active
    assert (HEAD, "Turn 1") in looks(page)
    assert (EVENT, "Ada lays a stone on B1.") in looks(page)


def test_the_only_place_has_a_button(pages: PageOpener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "target", lambda _self, _state, action: 1 if action == (LAY, 1, 0) else -1)
    page = pages("human", "human")
    button = page.decision.button_row.button_for(PlayMove(page.controller.play, (LAY, 1, 0)))
    assert button is not None and button.filled
    assert page.decision.button_row.button_for(page.controller.step_target) is None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert page.controller.match.decisions()[0].action == (LAY, 1, 0)


def test_the_layout_is_stable_when_a_bot_is_to_move(pages: PageOpener) -> None:
    page = pages("human", "random", speed=0.0)
    decision = page.decision
    before = (decision.undo.y(), decision.button_row.y(), decision.hint.y(), decision.undo_timeline.height())
    assert not decision.speed.isHidden()
    page.controller.set_paused(True)
    page.controller.play((LAY, 4, 0))
    assert not decision.speed.isHidden()
    layout = not_none(decision.layout())
    layout.activate()
    assert (decision.undo.y(), decision.button_row.y(), decision.hint.y(), decision.undo_timeline.height()) == before


@pytest.mark.parametrize("has_insets", [True, False])
def test_the_column_starts_at_the_top(pages: PageOpener, monkeypatch: pytest.MonkeyPatch, has_insets: bool) -> None:
    panel = Toy.panel
    if not has_insets:
        monkeypatch.setattr(Toy, "panel", lambda *given: replace(panel(*given), insets=()))
    page = pages("human", "human")
    layout = not_none(page.right.layout())
    layout.activate()
    first = page.insets if has_insets else page.log
    assert first.isVisible() and first.mapTo(page.right, first.rect().topLeft()).y() == 0


def test_showing_a_position_changes_nothing(pages: PageOpener, monkeypatch: pytest.MonkeyPatch) -> None:
    legal = ToyState.legal
    monkeypatch.setattr(ToyState, "legal", lambda self: [one for one in legal(self) if one[:2] == (LAY, 4)])
    page = pages("human", "human")
    view = page.controller.view
    page.controller.choose(None)
    page.controller.refresh()
    assert page.shown_view is page.controller.view is view, "made once per position"
    assert view.choices.selected_move is None, "showing it points at nothing"


def test_a_handover_covers_private_information(page: PlayPage) -> None:
    controller = page.controller
    controller.play((LOOK,))
    secret = controller.state.dump()["secrets"][0]
    assert f"Your secret is {secret}." == page.controller.view.panel.hint
    assert (EVENT, f"The secret is {secret}.") in looks(page)
    controller.play((LAY, 0, 0))
    cover = page.overlays.handover
    assert not cover.isHidden()
    assert cover.geometry() == page.rect()
    assert controller.handover_seat == 1
    assert page.controller.view.picture == TOY.picture.picture(controller.state, EVERYBODY)
    assert page.controller.view.panel == with_seat_names(
        TOY.panel.panel(controller.state, EVERYBODY), controller.fill_names
    )
    assert all("The secret is" not in text for _look, text in looks(page))
    shown = flat_lines(page.log.view.lines.rows)
    assert all("The secret is" not in line.text for line in shown)
    page.overlays.toggle_moves()
    page.overlays.show_scores()
    assert page.overlays.moves_list.isHidden() and page.overlays.end_screen.isHidden()
    cover.confirm_button.click()
    assert cover.isHidden()
    assert controller.handover_seat == NO_SEAT and controller.viewer == 1
    assert all("The secret is" not in text for _look, text in looks(page)), "nor may the next person read it"


def test_undo_redo_and_undo_limit_in_the_timeline(page: PlayPage) -> None:
    assert page.undo_action is not None and page.redo_action is not None
    beads = page.decision.undo_timeline
    assert not page.undo_action.isEnabled()
    page.controller.play((LAY, 0, 0))
    assert page.undo_action.isEnabled() and beads.undo_count == 1
    page.undo_action.trigger()
    assert (beads.undo_count, beads.redo_count) == (0, 1) and page.redo_action.isEnabled()
    page.decision.redo.click()
    assert beads.redo_count == 0
    page.controller.play((LAY, 3, 0))
    assert not page.undo_action.isEnabled(), "a die was rolled"
    assert beads.sealed == (False, True) and beads.undo_count == 0
    assert [look for look, _words in looks(page)].count(SEAL) == 1
    page.controller.play((LAY, 1, 0))
    assert beads.summary().startswith("1 step back to the undo limit")
    page.decision.undo_timeline.picked.emit(-1)
    assert len(page.controller.match.decisions()) == 2


def test_the_log_search_keeps_turn_titles(page: PlayPage) -> None:
    for action in ((LAY, 0, 0), (LAY, 1, 0), (LAY, 2, 0)):
        page.controller.play(action)
    page.log.search.setText("b1")
    shown = [(line.style, page.controller.fill_names(line.text)) for line in flat_lines(page.log.view.lines.rows)]
    assert shown == [(HEAD, "Turn 2"), (EVENT, "Bento lays a stone on B1.")]
    page.log.search.clear()
    assert flat_lines(page.log.view.lines.rows)[-1].style == NOW


def test_a_whole_match_of_clicks_against_bots(qtbot: QtBot, pages: PageOpener) -> None:
    page = pages("human", "greedy", "random", seed=3)
    controller = page.controller
    for _round in range(20):
        qtbot.waitUntil(lambda: controller.may_choose or controller.is_over)
        if controller.is_over:
            break
        click(page, controller.choices.targets[0])
    assert controller.is_over
    table = page.overlays.end_screen
    qtbot.waitUntil(lambda: not table.isHidden())
    lines = table.rows.breakdown.lines
    sums = [sum(line.points[seat] for line in lines) for seat in range(3)]
    assert sums == controller.state.scores() == list(table.head.totals)
    assert list(table.head.winners) == controller.state.winners()
    assert all(name in table.rows.accessibleName() for name in ("Ada", "Bento", "Clara"))
    QTest.keyClick(table, Qt.Key.Key_Escape)
    assert table.isHidden()
    page.overlays.show_scores()
    assert not table.isHidden()


def test_replay_slider(page: PlayPage) -> None:
    for action in ((LAY, 0, 0), (LAY, 1, 0), (LAY, 2, 0)):
        page.controller.play(action)
    page.actions_.replay.trigger()
    controller = page.controller
    controller.playback.stop()
    slider = page.decision.replay.slider
    assert controller.mode == REPLAY and slider.maximum() == 3
    slider.setValue(1)
    assert controller.playback.index == 1
    assert page.controller.view.picture == TOY.picture.picture(controller.playback.nodes[1].state, 0)
    key(page, Qt.Key.Key_Right)
    assert slider.value() == 2
    key(page, Qt.Key.Key_Home)
    assert slider.value() == 0 and not page.decision.replay.back.isEnabled()
    assert page.decision.button_row.button_for(page.commands.confirm) is None
    key(page, Qt.Key.Key_Escape)
    assert controller.mode == PLAY and len(controller.line()) == 4


def test_analysis_lists_every_line_by_name(page: PlayPage) -> None:
    page.controller.play((LAY, 3, 0))
    assert not page.controller.can_undo
    page.actions_.analyse.trigger()
    assert page.controller.mode == ANALYSIS and page.controller.can_undo
    page.actions_.undo.trigger()
    page.controller.play((LAY, 1, 0))
    page.controller.play((LAY, 2, 0))
    page.actions_.undo.trigger()
    page.controller.play((LAY, 0, 0))
    card = page.branches
    assert card.isVisible() and card.note_label.full_text() == "3 lines"
    assert card._model.stringList() == ["Match", "Turn 1: Lay on B1", "Turn 2: Lay on A1"]
    assert card.list.currentIndex().row() == 2
    for row, action in enumerate(((LAY, 3, 0), (LAY, 1, 0), (LAY, 0, 0))):
        card.list.clicked.emit(card._model.index(row))
        assert not_none(page.controller.node.decision).action == action
        assert card.list.currentIndex().row() == row
    page.actions_.resume.trigger()
    assert not page.branches.isVisible()


def test_pause_and_one_bot_move(qtbot: QtBot, pages: PageOpener) -> None:
    page = pages("random", "random", speed=0.0)
    page.commands.pause()
    assert page.decision.button_row.button_for(page.controller.step_bot) is not None
    assert page.side.cards[0].status == "paused"
    page.actions_.step.trigger()
    qtbot.waitUntil(lambda: len(page.controller.match.decisions()) == 1)
    page.table_settings.set_speed(3)
    assert settings().value("speed") == pytest.approx(0.75)


def test_pausing_by_the_speed_slider_is_not_saved(qtbot: QtBot, pages: PageOpener) -> None:
    page = pages("random", "random", speed=0.0)
    slider, known = page.decision.speed.slider, settings().value("speed")
    page.actions_.slower.trigger()
    assert page.controller.bots.is_held and page.side.cards[0].status == "paused"
    assert page.decision.speed.speed_label.text() == "paused" and settings().value("speed") == known
    page.actions_.step.trigger()
    qtbot.waitUntil(lambda: len(page.controller.match.decisions()) == 1)
    assert slider.value() == slider.minimum()
    slider.setValue(slider.maximum())
    assert not page.controller.bots.is_held and settings().value("speed") == 1.0
    page.commands.pause()
    assert slider.value() == slider.minimum()
    page.commands.replay()
    assert slider.value() == slider.maximum() and slider.minimum() == 0


def test_themes_and_accessible_names(page: PlayPage) -> None:
    page.set_theme(DARK)
    page.grab()
    assert page.board.accessibleName()
    assert "Ada" in page.side.cards[0].accessibleName() and "0 points" in page.side.cards[0].accessibleName()
    assert "Turn 1" in page.strip.accessibleName()
    assert page.decision.undo_timeline.accessibleName()
    buttons = [page.decision.undo, page.decision.redo, page.overlays.moves_list.close_button]
    assert all(button.accessibleName() for button in buttons)


def test_tooltips_show_custom_shortcuts(page: PlayPage) -> None:
    for button, action in (
        (page.decision.replay.bookmark_button, page.actions_.bookmark),
        (page.notes.close_button, page.actions_.notes),
    ):
        assert button.toolTip().endswith(f"({action.shortcut().toString()})")
        action.setShortcut("Ctrl+Alt+K")
        assert button.toolTip() == f"{button.accessibleName()} (Ctrl+Alt+K)"
        action.setShortcut("")
        assert button.toolTip() == button.accessibleName()


def test_animations_do_not_delay_clicks(qtbot: QtBot, pages: PageOpener) -> None:
    page = pages("human", "human", speed=0.5)
    page.table_settings.switch("motion", True)
    click(page, 0)
    assert page.animator.is_running
    click(page, 1)
    assert len(page.controller.match.decisions()) == 2
    qtbot.waitUntil(lambda: not page.animator.is_running)
    page.table_settings.switch("motion", False)
    click(page, 2)
    assert not page.animator.is_running


def test_saving_asks_once(page: PlayPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page.controller.play((LAY, 0, 0))
    questions: list[str] = []

    def choose(*arguments: Any) -> tuple[str, str]:
        questions.append(str(arguments[2]))
        return str(tmp_path / "mine"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    assert page.save() and page.save()
    assert len(questions) == 1
    assert page.path() == tmp_path / "mine.match.json" and page.title() == "mine"
    assert not page.is_modified()
    page.controller.play((LAY, 1, 0))
    assert page.is_modified()
    raw = json.loads((tmp_path / "mine.match.json").read_text())
    assert raw["log"] == [[[LAY, 0, 0], []]]


@pytest.mark.usefixtures("english_afterwards")
def test_a_tab_translates_the_name_of_a_shipped_layout(page: PlayPage) -> None:
    """Chosen just now or out of a match that goes on: a record keeps the name as it was written."""
    layout = structs.replace(page.opened.layout, name="Sargasso Sea")
    page.file.opened = replace(page.opened, layout=layout)
    use_language(["de"], resources_dir() / "locale")
    assert page.title() == "Sargassosee · Partie"


# Colours of seats.


def _board(page: PlayPage) -> QImage:
    page.board.finish_painting()
    return page.board.grab().toImage()


def test_seat_colors_are_shown_and_saved(
    qtbot: QtBot, qapp: QApplication, reopened: Callable[[PlayPage, Path], PlayPage], tmp_path: Path
) -> None:
    opened, path = layout("entdecker", 16), tmp_path / "m.json"

    def make(color: str) -> PlayPage:
        setups = [SeatSetup("Ada", color=color), SeatSetup("Bento", "random")]
        table = PlayPage(random_match(opened, 2, 3, 4), opened, setups, LIGHT)
        qtbot.addWidget(table, before_close_func=lambda page: page.about_to_close())
        table.controller.set_paused(True)
        return table

    page, other = make("plum"), make("")
    plum, blue = SEAT_COLORS[4], SEAT_COLORS[0]
    for table, body in ((page, plum.body), (other, blue.body)):
        card = table.side.cards[0]
        assert widget_theme(card).seat(0).body == body and widget_theme(table.log.view.viewport()).seat(0).body == body
        assert widget_theme(table.overlays.handover).seat(0).body == body
        assert widget_theme(card).seat(1) == SEAT_COLORS[1]
    assert page.side.cards[0].grab().toImage() != other.side.cards[0].grab().toImage()
    assert _board(page) != _board(other)
    lit = [_board(table) for table in (page, other)]
    apply_theme(qapp, DARK)
    assert _board(page) != _board(other) and _board(page) not in lit
    again = reopened(page, path)
    assert [seat.color for seat in read_record(path).seats] == ["plum", ""]
    assert widget_theme(again.side).seat(0).body == plum.body


def test_random_seating_is_shown_and_saved(
    open_page: PageOpener, reopened: Callable[[PlayPage, Path], PlayPage], tmp_path: Path
) -> None:
    opened = layout("entdecker", 16)
    page = open_page(random_match(opened, 2, 3, 0), opened, "human", "random")
    page.mark_random_seating()
    again = reopened(page, tmp_path / "m.json")
    assert read_record(tmp_path / "m.json").by_lot and again.controller.annotations.random_seating
