"""The main job as one person does it: draw, see a problem, mend it, save, play, take back, replay, save, resume."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from studio import games
from studio.core.problems import Severity, has_errors
from studio.documents.paths import shipped_layouts
from studio.documents.store import read_layout
from studio.gui.editor.page import EditorPage
from studio.gui.output.thumbnails import thumbnail_queue
from studio.gui.play.page import PlayPage
from studio.gui.play.status import REPLAY
from studio.gui.settings import settings
from studio.gui.shell.main_window import MainWindow
from studio.gui.start.captions import ALL_GAMES
from studio.gui.start.match_setup import MatchSetup
from studio.gui.start.new_layout import GAME_SETTING, NewLayoutDialog
from studio.services.loading import load_layout, load_record
from tests.gui.editor.hand import press_fix
from tests.gui.stand_ins import plain_pictures
from tests.gui.windows import shown_window
from tests.shortly import shortly

CONTROL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    plain_pictures(monkeypatch)
    settings().set_value("speed", 1.0)
    settings().set_value("motion", False)
    window = shown_window(qtbot, settle)
    yield window
    qtbot.waitUntil(lambda: not thumbnail_queue().is_busy())


def settle(window: MainWindow) -> None:
    """Drop what is unsaved, so that the window closes without a question."""
    for page in window.pages():
        if page is not window.start:
            window._remove_page(page)


def saving_to(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next file that is asked for."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_words, **_more: (str(path), ""))


def spoil(page: EditorPage) -> None:
    """Paint with the stamps of the palette until the layout has an error that a click can mend."""
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
    raise AssertionError("no stroke spoils this layout")


def mendable(page: EditorPage) -> list[int]:
    """The rows of the problems panel that offer a repair."""
    return [number for number, row in enumerate(page.problems.listed_groups) if row.fixable]


def play_some(qtbot: QtBot, page: PlayPage, moves: int) -> None:
    """Make moves by keyboard whenever it is the person's turn."""
    controller = page.controller
    for _move in range(moves):
        qtbot.waitUntil(lambda: controller.may_choose or controller.is_over)
        if controller.is_over:
            return
        QTest.keyClick(page.board, Qt.Key.Key_Tab)
        QTest.keyClick(page.board, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: controller.may_choose or controller.is_over)


@pytest.mark.parametrize("slug", shortly(games.known(), 1))
def test_from_the_shipped_layout_to_the_resumed_match(
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
    editor = window.active_page()
    assert isinstance(editor, EditorPage)
    qtbot.waitUntil(lambda: editor.document.problems is not None)

    # a careless stroke, and its cure by one click
    spoil(editor)
    qtbot.waitUntil(lambda: editor.document.count(Severity.ERROR) > 0)
    assert window.tabs.is_tab_modified(1)
    qtbot.waitUntil(lambda: bool(mendable(editor)))
    errors = editor.document.count(Severity.ERROR)
    press_fix(editor, mendable(editor)[0])
    if editor.problem_controller.fix_preview.fixes is not None:  # it changes more than a space, and shows what first
        editor.problems.preview_bar.apply_button.click()
    qtbot.waitUntil(lambda: editor.document.count(Severity.ERROR) < errors)
    while editor.document.count(Severity.ERROR):
        editor.document.undo()

    # save: the shipped file stays as it is
    mine = tmp_path / "mine.json"
    saving_to(mine, monkeypatch)
    window.activateWindow()
    assert window.save()
    assert load_layout(mine).body == editor.document.body
    assert shipped.read_bytes() == before
    assert not window.tabs.is_tab_modified(1)
    assert settings().recent[0] == mine

    # play it at once against bots
    window.play_opened(editor.edited_layout())
    table = window.active_page()
    assert isinstance(table, PlayPage)
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

    # replay, and back to the table
    table.actions_.replay.trigger()
    assert table.controller.mode == REPLAY
    table.controller.resume()
    assert len(table.controller.match.decisions()) == count

    # save, close, resume
    saved = tmp_path / "kept.json"
    saving_to(saved, monkeypatch)
    assert window.save()
    state = table.controller.state.dump()
    assert window.close_page(table)
    again = window.open_path(saved)
    assert isinstance(again, PlayPage)
    assert again.controller.state.dump() == state
    assert load_record(saved)[1].state.dump() == state
    play_some(qtbot, again, 1)
    assert len(again.controller.match.decisions()) > count


def test_new_match_from_the_start_page(window: MainWindow, qtbot: QtBot) -> None:
    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, MatchSetup)
        dialog.count.button("2").click()
        dialog.rows()[1].kind.set_current("human")
        dialog.seed.setText("11")
        dialog.start_button.click()

    QTimer.singleShot(0, answer)
    QTest.mouseClick(window.start.new_match_button, LEFT)
    table = window.active_page()
    assert isinstance(table, PlayPage)
    assert table.controller.match.seats == 2
    assert set(table.controller.humans) == {0, 1}


def test_a_new_match_begins_with_the_game_that_the_start_page_shows(window: MainWindow) -> None:
    last, other = shipped_layouts(games.slugs()[1])[-1], games.slugs()[2]
    settings().set_value("layout", str(last))
    begun: list[tuple[str, Path | None]] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, MatchSetup)
        entry = dialog.layouts.current()
        assert entry is not None
        begun.append((dialog.games.current(), entry.path))
        dialog.reject()

    for slug in (other, games.slugs()[1], ALL_GAMES):
        window.start.layout_browser.show_game(slug)
        QTimer.singleShot(0, look)
        window.menus.action("new_match").trigger()
    assert begun == [(other, shipped_layouts(other)[0]), (games.slugs()[1], last), (games.slugs()[1], last)]
    window.start.layout_browser.show_game(other)
    window.open_path(last)
    QTimer.singleShot(0, look)
    window.new_match()
    assert begun[-1][0] == games.slugs()[1], "what the start page shows matters while it is in front"


def test_a_new_layout_begins_with_the_game_that_the_start_page_shows(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []

    def made(dialog: NewLayoutDialog) -> None:
        begun.append(dialog.games.current())

    monkeypatch.setattr(NewLayoutDialog, "exec", made)
    last, other = games.slugs()[1:3]
    settings().set_value(GAME_SETTING, last)
    for slug in (other, ALL_GAMES):
        window.start.layout_browser.show_game(slug)
        window.menus.action("new_layout").trigger()
    assert begun == [other, last]


def test_the_layout_in_front_is_offered_once(window: MainWindow) -> None:
    page = window.open_path(shipped_layouts(games.slugs()[0])[0])
    assert isinstance(page, EditorPage)
    page.document.rename("name", "Twice?")
    offered: list[str] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, MatchSetup)
        offered.extend(entry.name for entry in dialog.layouts.entries())
        dialog.reject()

    QTimer.singleShot(0, look)
    window.play_active()
    assert offered.count("Twice?") == 1


def test_a_layout_with_errors_leads_to_its_editor(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    from PySide6.QtWidgets import QPushButton

    from studio.documents.store import write_layout

    slug = games.slugs()[0]
    opened = load_layout(shipped_layouts(slug)[0])
    game, body = opened.game, opened.body
    stamps = [item.stamp for group in game.sketch.palette(body) for item in group.items if group.on == "cells"]
    strokes = (game.editing.stamp(body, cell, stamp) for cell in range(game.body.grid(body).count) for stamp in stamps)
    bad = next(stroke for stroke in strokes if has_errors(list(game.checks.check(stroke))))
    path = tmp_path / "bad.json"
    layout = read_layout(shipped_layouts(slug)[0])
    write_layout(path, type(layout)(game=slug, name="Bad", body=game.body.to_plain(bad)))

    def start() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, MatchSetup)
        QTimer.singleShot(0, edit)
        dialog.start_button.click()

    def edit() -> None:
        dialog = QApplication.activeModalWidget()
        assert dialog is not None
        button = dialog.findChild(QPushButton, "edit")
        assert button is not None
        button.click()

    QTimer.singleShot(0, start)
    page = window.play_path(path)
    assert isinstance(page, EditorPage)
    assert window.active_page() is page
    assert window.tabs.count() == 2
