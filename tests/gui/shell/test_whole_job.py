"""Whole workflows: draw, fix a problem, save, play, undo, replay, save, resume; new matches and layouts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from studio import games
from studio.core.problems import Problem, Severity, group_by_cause, has_errors
from studio.documents.paths import shipped_layouts
from studio.documents.store import read_layout
from studio.gui.editor.page import EditorPage
from studio.gui.play.page import PlayPage
from studio.gui.play.status import REPLAY
from studio.gui.settings import settings
from studio.gui.shell.main_window import MainWindow
from studio.gui.start import match_setup
from studio.gui.start.captions import ALL_GAMES
from studio.gui.start.match_setup import MatchSetup
from studio.gui.start.new_layout import GAME_SETTING, NewLayoutDialog
from studio.services.loading import load_layout
from tests.gui.editor.hand import press_fix
from tests.gui.windows import answer_next, has_dot, in_dialog
from tests.helpers import instance_of, load_record, not_none, write_layout
from tests.short_run import mark_long

LEFT = Qt.MouseButton.LeftButton


def save_to(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments, **_more: (str(path), ""))


def cause_error(page: EditorPage) -> None:
    """Stamp until the layout has an error with a fix."""
    game, document, view = page.document.game, page.document, page.view
    stamps = [item.stamp for group in game.sketch.palette(document.body) if group.on == "cells" for item in group.items]
    for cell in range(document.grid.count):
        for stamp in stamps:
            tried = game.editing.stamp(document.body, cell, stamp)
            problems = game.checks.check(tried)
            if any(problem.severity is Severity.ERROR and problem.fix is not None for problem in problems):
                page.choose_stamp(stamp)
                view.reveal([cell])
                spot = view.widget_rect(cell).center()
                QTest.mouseMove(view, spot)
                QTest.mouseClick(view, LEFT, Qt.KeyboardModifier.NoModifier, spot)
                return
    raise AssertionError("no stamp causes a fixable error")


def fixable_rows(page: EditorPage) -> list[int]:
    return [number for number, row in enumerate(page.problems.listed_groups) if row.fixable]


def play_some(qtbot: QtBot, page: PlayPage, moves: int) -> None:
    """Make moves with the keyboard."""
    controller = page.controller
    for _move in range(moves):
        qtbot.waitUntil(lambda: controller.may_choose or controller.is_over)
        if controller.is_over:
            return
        QTest.keyClick(page.board, Qt.Key.Key_Tab)
        QTest.keyClick(page.board, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: controller.may_choose or controller.is_over)


@pytest.mark.usefixtures("full_start")
@pytest.mark.parametrize("slug", mark_long(games.known(), 1))
def test_from_a_shipped_layout_to_a_resumed_match(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    shipped = shipped_layouts(slug)[0]
    before = shipped.read_bytes()
    qtbot.waitUntil(lambda: window.start.layout_browser.is_complete)
    if slug in games.slugs():
        card = next(card for card in window.start.cards if card.path == shipped)
        QTest.mouseClick(card.edit_button, LEFT)
    else:
        window.open_path(shipped)  # the template is on no card
    editor = instance_of(EditorPage, window.active_page())
    qtbot.waitUntil(lambda: editor.document.check_count > 0)
    QApplication.processEvents()  # the list of problems takes its height

    # cause an error and fix it with one click
    cause_error(editor)
    qtbot.waitUntil(lambda: editor.document.count(Severity.ERROR) > 0)
    assert has_dot(window, 1)
    qtbot.waitUntil(lambda: bool(fixable_rows(editor)))
    errors = editor.document.count(Severity.ERROR)
    press_fix(editor, fixable_rows(editor)[0])
    if editor.problem_controller.fix_preview.fixes is not None:  # fixes of several cells show a preview first
        editor.problems.preview_bar.apply_button.click()
    qtbot.waitUntil(lambda: editor.document.count(Severity.ERROR) < errors)
    while editor.document.count(Severity.ERROR):
        editor.document.undo()

    # save: the shipped file is unchanged
    mine = tmp_path / "mine.json"
    save_to(mine, monkeypatch)
    window.activateWindow()
    assert window.documents.save()
    assert load_layout(mine).body == editor.document.body
    assert shipped.read_bytes() == before
    assert not has_dot(window, 1)
    assert settings().recent[0] == mine

    # play against bots
    window.commands.play_opened(editor.edited_layout())
    table = instance_of(PlayPage, window.active_page())
    play_some(qtbot, table, 4)
    match = table.controller.match
    count = len(match.decisions())
    assert count >= 4
    if table.controller.can_undo:
        assert table.undo_action is not None
        table.undo_action.trigger()
        assert len(match.decisions()) < count
        assert table.redo_action is not None
        table.redo_action.trigger()
        assert len(match.decisions()) == count

    # replay, and resume
    table.actions_.replay.trigger()
    assert table.controller.mode == REPLAY
    table.controller.resume()
    assert len(table.controller.match.decisions()) == count

    # save, close, resume
    saved = tmp_path / "kept.json"
    save_to(saved, monkeypatch)
    assert window.documents.save()
    state = table.controller.state.dump()
    assert window.close_page(table)
    again = instance_of(PlayPage, window.open_path(saved))
    assert again.controller.state.dump() == state
    assert load_record(saved)[1].state.dump() == state
    play_some(qtbot, again, 1)
    assert len(again.controller.match.decisions()) > count


@pytest.mark.usefixtures("full_start")
def test_new_match_from_the_start_page(window: MainWindow) -> None:
    def answer(dialog: MatchSetup) -> None:
        dialog.count.button("2").click()
        dialog.rows()[1].kind.set_current("human")
        dialog.seed.setText("11")
        dialog.start_button.click()

    in_dialog(answer, MatchSetup)
    QTest.mouseClick(window.start.new_match_button, LEFT)
    table = instance_of(PlayPage, window.active_page())
    assert table.controller.match.seats == 2
    assert set(table.controller.humans) == {0, 1}


@pytest.mark.usefixtures("full_start")
def test_new_match_preselects_the_game_of_the_start_page(window: MainWindow) -> None:
    last, other = shipped_layouts(games.slugs()[1])[-1], games.slugs()[2]
    settings().set_value("layout", str(last))
    preselected: list[tuple[str, Path | None]] = []

    def look(dialog: MatchSetup) -> None:
        entry = not_none(dialog.layouts.current())
        preselected.append((dialog.games.current(), entry.path))
        dialog.reject()

    for slug in (other, games.slugs()[1], ALL_GAMES):
        window.start.layout_browser.show_game(slug)
        in_dialog(look, MatchSetup)
        window.menus.action("new_match").trigger()
    assert preselected == [(other, shipped_layouts(other)[0]), (games.slugs()[1], last), (games.slugs()[1], last)]
    window.start.layout_browser.show_game(other)
    window.open_path(last)
    in_dialog(look, MatchSetup)
    window.commands.new_match()
    assert preselected[-1][0] == games.slugs()[1], "the start page is not active"


@pytest.mark.usefixtures("full_start")
def test_new_layout_preselects_the_game_of_the_start_page(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    preselected: list[str] = []

    def made(dialog: NewLayoutDialog) -> None:
        preselected.append(dialog.games.current())

    monkeypatch.setattr(NewLayoutDialog, "exec", made)
    last, other = games.slugs()[1:3]
    settings().set_value(GAME_SETTING, last)
    for slug in (other, ALL_GAMES):
        window.start.layout_browser.show_game(slug)
        window.menus.action("new_layout").trigger()
    assert preselected == [other, last]


def test_active_layout_is_offered_once(window: MainWindow) -> None:
    page = instance_of(EditorPage, window.open_path(shipped_layouts(games.slugs()[0])[0]))
    page.document.rename("name", "Twice?")
    offered: list[str] = []

    def look(dialog: MatchSetup) -> None:
        offered.extend(entry.name for entry in dialog.layouts.entries())
        dialog.reject()

    in_dialog(look, MatchSetup)
    window.commands.play_active()
    assert offered.count("Twice?") == 1


def test_a_layout_with_errors_leads_to_its_editor(window: MainWindow, tmp_path: Path) -> None:
    slug = games.slugs()[0]
    opened = load_layout(shipped_layouts(slug)[0])
    game, body = opened.game, opened.body
    stamps = [item.stamp for group in game.sketch.palette(body) for item in group.items if group.on == "cells"]
    strokes = (game.editing.stamp(body, cell, stamp) for cell in range(game.body.grid(body).count) for stamp in stamps)
    bad = next(stroke for stroke in strokes if has_errors(list(game.checks.check(stroke))))
    path = tmp_path / "bad.json"
    layout = read_layout(shipped_layouts(slug)[0])
    write_layout(path, type(layout)(game=slug, name="Bad", body=game.body.to_plain(bad)))

    def start(dialog: MatchSetup) -> None:
        answer_next("edit")
        dialog.start_button.click()

    in_dialog(start, MatchSetup)
    page = instance_of(EditorPage, window.commands.play_path(path))
    assert window.active_page() is page
    assert len(window.pages()) == 2


@pytest.fixture
def page(window: MainWindow) -> EditorPage:
    """An editor with an error on its board."""
    page = instance_of(EditorPage, window.open_path(shipped_layouts("columbus")[0]))
    cause_error(page)
    assert page.document.count(Severity.ERROR)
    return page


def test_chosen_error_is_shown_in_the_open_editor(
    window: MainWindow, page: EditorPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Problem] = []

    def last_cause(_parent: QWidget | None, problems: Sequence[Problem]) -> tuple[Problem, ...]:
        shown.extend(problems)
        return group_by_cause(problems)[-1]

    monkeypatch.setattr(match_setup, "show_errors_dialog", last_cause)
    pages = len(window.pages())
    page.commands.playtest()
    assert shown and len(window.pages()) == pages, "no second editor of the same layout"
    assert window.active_page() is page
    assert page.problems.current_problems == group_by_cause(shown)[-1] == page.board.highlighted_problems


def test_chosen_error_of_a_file_is_shown_in_its_editor(
    window: MainWindow, page: EditorPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.document.save(tmp_path / "spoiled.json")
    opened = page.document.to_loaded()
    monkeypatch.setattr(match_setup, "show_errors_dialog", lambda _parent, problems: group_by_cause(problems)[0])
    assert window.commands.play_opened(load_layout(tmp_path / "spoiled.json")) is page
    assert page.problems.current_problems
    assert window.close_page(page)
    other = window.commands.play_opened(opened)
    assert isinstance(other, EditorPage) and other is not page
    assert other.problems.current_problems and other.problems.current_problems[0].severity is Severity.ERROR
    qtbot.waitUntil(lambda: not other.view.visibleRegion().isEmpty())
    assert other.problems.current_problems, "it stays selected after the first check"


def test_closing_the_errors_dialog_changes_nothing(
    window: MainWindow, page: EditorPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_setup, "show_errors_dialog", lambda _parent, _problems: ())
    page.commands.playtest()
    assert window.active_page() is page and page.problems.current_problems == ()
