"""Whole matches in the window."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from studio import games
from studio.core.game import EVERYBODY
from studio.core.match import Match
from studio.documents.autosave import adopt, list_stored_matches
from studio.documents.paths import unsaved_dir
from studio.documents.store import list_backups, read_record
from studio.gui.play.page import PlayPage
from studio.gui.play.status import NO_SEAT, PLAY, with_seat_names
from studio.gui.settings import settings
from studio.gui.shell.main_window import MainWindow
from studio.gui.widgets import Toast
from studio.services.loading import start_match
from tests.gui.play.conftest import PageOpener, flat_lines, log_lines
from tests.gui.play.worlds import layout
from tests.gui.windows import open_match, play_on, shown_window
from tests.helpers import instance_of, load_record, not_none
from tests.short_run import mark_long


@pytest.fixture
def table(open_page: PageOpener) -> PageOpener:
    """Opens pages of real games."""

    def make(
        slug: str, *kinds: str, seed: int = 3, match: Match | None = None, path: Path | None = None, least: int = 0
    ) -> PlayPage:
        opened = layout(slug, least)
        return open_page(match or start_match(opened, len(kinds), {}, seed), opened, *kinds, path=path)

    return make


def take_a_click(page: PlayPage, chooser: random.Random) -> None:
    """Make one move with the mouse: on the board, beside it, or on a button."""
    controller, choices = page.controller, page.controller.choices
    places = [(page.board, target, page.board.widget_rect(target).center()) for target in choices.targets]
    spots = [(widget, place) for widget, target, place in places if not page.board.widget_rect(target).isEmpty()]
    for card in page.insets.cards:
        if not card.view.isHidden():
            found = [card.view.center_of(target) for target in choices.targets]
            spots += [(card.view, place.toPoint()) for place in found if place is not None]  # type: ignore[misc]  # both are widgets
    for group in page.side.groups.cards:
        group.grab()  # places are known once painted
        adjacent = [group.center_of(target) for target in choices.targets]
        spots += [(group, place.toPoint()) for place in adjacent if place is not None]  # type: ignore[misc]  # both are widgets
    before = len(controller.match.decisions())
    if spots and (not choices.untargeted or chooser.random() < 0.8):
        widget, place = chooser.choice(spots)
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
        if page.input.move_menu.isVisible():
            chooser.choice(page.input.move_menu.actions()).trigger()
            assert len(controller.match.decisions()) == before + 1 and page.input.move_menu.isHidden()
    if len(controller.match.decisions()) == before:
        controller.play(chooser.choice(choices.actions))


@pytest.mark.parametrize("least", [12, pytest.param(0, marks=pytest.mark.long)], ids=["small", "whole"])
@pytest.mark.parametrize("slug", mark_long(games.known(), 1))
def test_a_whole_match_by_mouse_against_bots(qtbot: QtBot, table: PageOpener, slug: str, least: int) -> None:
    page = table(slug, "human", "greedy", "random", least=least)
    controller, chooser = page.controller, random.Random(5)
    while not controller.is_over:
        qtbot.waitUntil(lambda: controller.may_choose or controller.is_over)
        if controller.may_choose:
            take_a_click(page, chooser)
    table_ = page.overlays.end_screen
    qtbot.waitUntil(lambda: not table_.isHidden())
    lines = table_.rows.breakdown.lines
    assert [sum(line.points[seat] for line in lines) for seat in range(3)] == controller.state.scores()
    table_.board_button.click()
    assert not page.is_modified(), "it stays in the data folder, so nobody has to be asked"


@pytest.mark.parametrize("slug", mark_long(games.known(), 4))
def test_turns_by_keyboard_alone(qtbot: QtBot, table: PageOpener, slug: str) -> None:
    page = table(slug, "human", "random")
    controller = page.controller
    played = 0
    while played < 25 and not controller.is_over:
        qtbot.waitUntil(lambda: controller.may_choose or controller.is_over)
        before = len(controller.match.decisions())
        QTest.keyClick(page.board, Qt.Key.Key_Tab)
        QTest.keyClick(page.board, Qt.Key.Key_R)
        QTest.keyClick(page.board, Qt.Key.Key_Return)
        assert len(controller.match.decisions()) > before, "Tab and Enter always make a move"
        played += 1
    assert played == 25


@pytest.mark.parametrize("most", [100, pytest.param(400, marks=pytest.mark.long)])
@pytest.mark.parametrize("slug", mark_long(games.known(), 1))
def test_two_humans_never_see_each_others_secrets(table: PageOpener, slug: str, most: int) -> None:
    page = table(slug, "human", "human")
    controller, chooser = page.controller, random.Random(7)
    passed, secrets = 0, False
    while not controller.is_over and len(controller.match.decisions()) < most:
        game, state = controller.match.game, controller.state
        secrets = secrets or any(state.observe(seat) != state.observe(EVERYBODY) for seat in (0, 1))
        if controller.handover_seat != NO_SEAT:
            passed += 1
            assert not page.overlays.handover.isHidden() and page.overlays.handover.geometry() == page.rect()
            assert page.shown_view is not None
            assert page.shown_view.panel == with_seat_names(game.panel.panel(state, EVERYBODY), controller.fill_names)
            assert page.shown_view.picture == game.picture.picture(state, EVERYBODY)
            page.overlays.handover.confirm_button.click()
            assert controller.viewpoint == state.to_move
            continue
        shown = {(line.node, line.text) for line in flat_lines(page.log.view.lines.rows)}
        for node in controller.line():
            secret = [event.text for event in node.events if event.private_to not in (-1, controller.viewer)]
            messages = [event.text for event in node.events if event.private_to in (-1, controller.viewer)]
            assert not [text for text in secret if text not in messages and (node, text) in shown]
        controller.play(chooser.choice(controller.choices.actions))
    assert bool(passed) == secrets, "the table is passed on when, and only when, there is something to hide"


@pytest.mark.parametrize("slug", mark_long(games.known(), 3))
def test_saved_matches_continue(table: PageOpener, slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = table(slug, "human", "human")
    chooser = random.Random(11)
    for _move in range(60):
        page.controller.confirm_handover()
        if page.controller.is_over:
            break
        page.controller.play(chooser.choice(page.controller.choices.actions))
    target = tmp_path / "voyage.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: (str(target), ""))
    assert page.save()
    _record, match = load_record(target)
    again = table(slug, "human", "human", match=match, path=target)
    assert again.controller.state.dump() == page.controller.state.dump()
    assert log_lines(again)[-5:-1] == log_lines(page)[-5:-1]
    assert not again.is_modified()
    assert again.controller.match.rng.state != page.controller.match.rng.state


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, empty_start: None) -> MainWindow:
    """The window; it never asks about unsaved matches, for nobody is there to answer."""
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", lambda *_arguments: "discard")
    settings().set_value("speed", 1.0)
    settings().set_value("motion", False)
    return shown_window(qtbot)


def at_the_table(window: MainWindow, seed: int = 4, moves: int = 6) -> PlayPage:
    """A match of two people with some moves made."""
    page = open_match(window, layout(games.slugs()[0], 12), seed=seed)
    play_on(page, moves)
    return page


def kept_paths() -> list[Path]:
    return [match.path for match in list_stored_matches()]


def test_a_match_is_autosaved_to_its_end(window: MainWindow) -> None:
    page = at_the_table(window)
    dump = page.controller.state.dump()
    assert not page.is_modified(), "it keeps itself, so nobody has to be asked"
    assert window.close_page(page)
    (toast,) = window.findChildren(Toast)
    assert "is saved" in toast.label.text() and "Recent" in toast.label.text()
    (saved,) = list_stored_matches()
    assert saved.turn_info is not None and not saved.is_finished
    assert saved.turn_info.name in ("Ada", "Bento") and saved.turn_info.turn
    assert saved.path not in settings().recent, "it is listed as what it is, and that is enough"
    other = instance_of(PlayPage, window.open_path(saved.path))
    assert other.controller.state.dump() == dump
    assert other.controller.names == ("Ada", "Bento")
    assert window.open_path(saved.path) is other, "one match is not opened twice"
    play_on(other, -1)
    dump = other.controller.state.dump()
    assert not other.is_modified() and window.close_page(other)
    (over,) = list_stored_matches()
    assert over.path == saved.path and over.is_finished
    again = window.open_path(over.path)
    assert isinstance(again, PlayPage) and again.controller.state.dump() == dump
    assert window.close_page(again), "closed unchanged"
    assert kept_paths() == [saved.path]


def test_every_decision_is_written_promptly(window: MainWindow) -> None:
    page = at_the_table(window, moves=0)
    for count in range(1, 12):
        play_on(page, 1)
        log = read_record(kept_paths()[0]).log if count > 1 else ()
        assert len(log) >= count - 1
    assert page.autosave_now()
    assert len(read_record(kept_paths()[0]).log) == 11
    assert page.controller.can_undo or len(page.controller.match.decisions()) == 11


@pytest.mark.long
def test_every_match_has_its_own_autosave(window: MainWindow) -> None:
    pages = [at_the_table(window, seed) for seed in range(9)]
    assert all(page.autosave_now() for page in pages)
    assert len(kept_paths()) == 9
    window.close_page(pages[0])
    play_on(pages[1], 1)
    assert pages[1].autosave_now() and len(kept_paths()) == 9


def test_a_match_without_moves_is_not_kept(window: MainWindow) -> None:
    page = at_the_table(window, moves=0)
    assert window.close_page(page)
    assert kept_paths() == [] and not window.findChildren(Toast)


def test_unsaved_moves_are_autosaved_next_to_the_file(window: MainWindow, tmp_path: Path) -> None:
    page = at_the_table(window)
    assert page.autosave_now() and len(kept_paths()) == 1
    target = tmp_path / "voyage.json"
    page.file.write(target)
    assert kept_paths() == [], "it lies in a place of a person's choice now"
    play_on(page, 3)
    assert page.autosave_now()
    assert page.is_modified() and len(read_record(target).log) == 6
    (side,) = unsaved_dir().glob("*.json")
    assert len(read_record(side).log) == 9
    page.file.write(target)
    assert list(unsaved_dir().glob("*")) == [] and not page.is_modified()
    (backup,) = list_backups(target)
    assert len(read_record(backup.path).log) == 6
    play_on(page, 1)
    assert page.autosave_now() and list(unsaved_dir().glob("*.json"))
    assert window.close_page(page), "the changes are discarded"
    assert list(unsaved_dir().glob("*")) == [] and len(read_record(target).log) == 9


def test_a_locked_match_is_opened_as_a_copy(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    page = at_the_table(window)
    dump = page.controller.state.dump()
    window.close_page(page)
    (path,) = kept_paths()
    elsewhere = not_none(adopt(path))
    questions: list[str] = []
    answers = iter([False, True])

    def confirm(_parent: object, heading: str, *_words: str) -> bool:
        questions.append(heading)
        return next(answers)

    monkeypatch.setattr("studio.gui.widgets.dialogs.confirm", confirm)
    assert window.open_path(path) is None
    copy = window.open_path(path)
    assert isinstance(copy, PlayPage) and len(questions) == 2
    assert copy.controller.state.dump() == dump and kept_paths() == [path]
    before = path.read_bytes()
    play_on(copy, 2)
    assert copy.autosave_now() and len(kept_paths()) == 2
    assert path.read_bytes() == before
    elsewhere.close()


def test_closing_asks_if_autosave_fails(window: MainWindow, qtbot: QtBot, data_folder: Path) -> None:
    data_folder.mkdir(exist_ok=True)
    (data_folder / "matches").write_text("in the way", "utf-8")
    page = at_the_table(window, moves=2)
    qtbot.waitUntil(page.is_modified)
    assert "Autosave failed" in page.findChildren(Toast)[0].label.text()
    (data_folder / "matches").unlink()
    play_on(page, 1)
    qtbot.waitUntil(lambda: not page.is_modified())


def test_keys_reach_the_match_in_the_window(window: MainWindow) -> None:
    page = open_match(window, layout(games.slugs()[0]))
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    page.board.setFocus()
    QTest.keyClick(page.board, Qt.Key.Key_Tab)
    assert page.controller.choices.selected_move is not None
    QTest.keyClick(page.board, Qt.Key.Key_Escape)
    assert page.controller.choices.selected_move is None
    QTest.keyClick(page.board, Qt.Key.Key_W)
    moves = page.overlays.moves_list
    assert not moves.isHidden()
    QTest.keyClicks(moves.field, "wh")
    assert moves.field.text() == "wh", "letters are typed, not taken for shortcuts"
    QTest.keyClick(moves.field, Qt.Key.Key_Escape)
    QTest.keyClick(moves.field, Qt.Key.Key_Escape)
    assert moves.isHidden()
    page.actions_.score_table.trigger()
    QTest.keyClick(page.overlays.end_screen, Qt.Key.Key_Escape)
    assert page.overlays.end_screen.isHidden()
    page.controller.play(page.controller.choices.actions[0])
    QTest.keyClick(page.board, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.controller.match.decisions() == []
    QTest.keyClick(page.board, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert len(page.controller.match.decisions()) == 1
    page.actions_.replay.trigger()
    page.controller.playback.stop()
    page.decision.replay.slider.setFocus()
    QTest.keyClick(page.decision.replay.slider, Qt.Key.Key_Escape)
    assert page.controller.mode == PLAY, "Escape leads back wherever the keyboard is"


def test_closing_the_window_ends_the_bots(qtbot: QtBot, window: MainWindow) -> None:
    settings().set_value("speed", 0.75)
    before = set(threading.enumerate())
    page = open_match(window, layout(games.slugs()[0]), "greedy", "greedy", "greedy")
    qtbot.waitUntil(lambda: len(page.controller.match.decisions()) > 2)
    window.close()
    played = len(page.controller.match.decisions())
    qtbot.wait(150)
    assert len(page.controller.match.decisions()) == played
    assert not set(threading.enumerate()) - before
