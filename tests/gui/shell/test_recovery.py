"""Recovery of unsaved work after a crash; matches of other instances."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.documents.autosave import AutosaveFile, UnsavedDocument, adopt, find_unsaved, list_stored_matches
from studio.documents.paths import set_data_dir
from studio.documents.store import read_layout, read_record
from studio.gui.editor.page import EditorPage
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.shell import session
from studio.gui.shell.main_window import MainWindow
from studio.gui.widgets import PlainButton, Toast
from studio.services.loading import load_layout
from tests.gui.stand_ins import SMALLEST
from tests.gui.windows import open_match, play_on, toasts
from tests.helpers import instance_of, not_none
from tests.short_run import mark_long


@pytest.fixture(autouse=True)
def discard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", lambda *_arguments: "discard")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A copy of a shipped layout."""
    return Path(shutil.copy(SMALLEST, tmp_path))


def table(window: MainWindow, moves: int) -> PlayPage:
    page = open_match(window, load_layout(SMALLEST))
    play_on(page, moves)
    return page


def crash(window: MainWindow, path: Path) -> tuple[UnsavedDocument, list[int]]:
    """An unsaved match with three moves more than its file, and its scores."""
    page = table(window, 4)
    page.file.write(path)
    play_on(page, 3)
    page.autosave_now(for_good=True)
    scores = page.controller.state.scores()
    window.close_page(page)
    (unsaved,) = find_unsaved()
    assert (unsaved.source, unsaved.changes) == (path, 3)
    assert unsaved.turn_info is not None and unsaved.turn_info.name in ("Ada", "Bento")
    return unsaved, scores


def test_match_is_restored_with_unsaved_moves(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "voyage.json"
    unsaved, scores = crash(window, path)
    before = path.read_bytes()
    page = instance_of(PlayPage, window.documents.restore_unsaved(unsaved))
    assert page.path() == path and page.is_modified() and path.read_bytes() == before
    assert len(page.controller.match.decisions()) == 7 and page.controller.state.scores() == scores
    play_on(page, 2)
    page.autosave_now(for_good=True)
    (again,) = find_unsaved()
    assert (again.source, again.changes) == (path, 5) and again.path != unsaved.path
    page.file.write(path)
    assert not page.is_modified() and len(read_record(path).log) == 9


def test_restored_match_replaces_its_unmodified_tab(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "voyage.json"
    unsaved, _scores = crash(window, path)
    window.open_path(path)
    count = len(window.pages())
    page = window.documents.restore_unsaved(unsaved)
    assert len(window.pages()) == count and page is window.active_page() and page.path() == path


def test_restored_match_gets_its_own_tab_if_its_file_was_played_on(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "voyage.json"
    unsaved, _scores = crash(window, path)
    other = instance_of(PlayPage, window.open_path(path))
    play_on(other, 1)
    page = window.documents.restore_unsaved(unsaved)
    assert isinstance(page, PlayPage) and page is not other
    (stored,) = list_stored_matches()
    assert page.path() == stored.path and not page.is_modified()
    assert len(read_record(stored.path).log) == 7


def test_matches_of_other_instances_are_not_reopened(window: MainWindow) -> None:
    first, second = table(window, 2), table(window, 2)
    window.autosave_all()
    paths = settings().string_list("tabs")
    assert len(paths) == 2
    for page in (first, second):
        window.close_page(page)
    elsewhere = not_none(adopt(Path(paths[0])))
    session.restore_tabs(window.documents)
    assert [page.path() for page in window.pages()[1:]] == [Path(paths[1])]
    elsewhere.close()


def restarted(first: MainWindow, qtbot: QtBot, path: Path) -> MainWindow:
    """A new window after one with unsaved changes in `path` was shut down."""
    page = instance_of(EditorPage, first.open_path(path))
    page.document.rename("name", "Changed and not saved")
    first.shut_down()
    again = MainWindow()
    qtbot.addWidget(again)
    return again


@pytest.mark.usefixtures("full_start")
def test_start_page_stays_active_if_there_is_unsaved_work(window: MainWindow, qtbot: QtBot, path: Path) -> None:
    window = restarted(window, qtbot, path)
    session.restore_tabs(window.documents)
    assert [page.path() for page in window.pages()] == [None, path]
    assert window.active_page() is window.start and len(window.start.recovery_panel.documents) == 1
    window.start.recovery_panel.restore_button.click()
    assert window.active_page().path() == path and window.active_page().is_modified()
    session.save(window, window.documents)
    after = MainWindow()
    qtbot.addWidget(after)
    session.restore_tabs(after.documents)
    assert after.active_page().path() == path, "without unsaved work the last active tab is active"


@pytest.mark.usefixtures("full_start")
@pytest.mark.parametrize("exists", mark_long([True, False], 1))
def test_two_versions_of_one_file_are_restored_in_two_tabs(
    window: MainWindow, qtbot: QtBot, path: Path, exists: bool
) -> None:
    second = restarted(window, qtbot, path)
    third = restarted(second, qtbot, path)
    if not exists:
        path.unlink()
    assert len(third.start.recovery_panel.documents) == 2
    third.start.recovery_panel.all_button.click()
    layouts = third.pages()[1:]
    assert [page.title() for page in layouts] == ["Changed and not saved"] * 2
    assert sorted(str(page.path()) for page in layouts) == sorted(["None", str(path)])
    assert all(page.is_modified() for page in layouts)
    third.shut_down()
    assert len(find_unsaved()) == 2


@pytest.mark.usefixtures("full_start")
def test_toast_leads_to_the_unsaved_work(window: MainWindow, qtbot: QtBot, path: Path) -> None:
    window = restarted(window, qtbot, path)
    window.documents.open_many([path])
    window.documents.notify_unsaved()
    (toast,) = window.findChildren(Toast)
    assert "start page lists unsaved documents" in toast.label.text()
    toast.findChildren(PlainButton)[0].click()
    assert window.active_page() is window.start


@pytest.mark.usefixtures("full_start")
def test_restore_all_on_the_start_page(window: MainWindow, path: Path) -> None:
    layout = read_layout(path)
    for name, source in (("Changed", path), ("Never saved", None)):
        side = AutosaveFile()
        side.write(msgspec.structs.replace(layout, name=name), source, 2)
        side.close()
    before = path.read_bytes()
    window.start.refresh_recent()
    panel = window.start.recovery_panel
    assert [len(panel.documents), panel.isVisible()] == [2, True]
    QTest.mouseClick(panel.all_button, Qt.MouseButton.LeftButton)
    assert {(page.title(), page.path(), page.is_modified()) for page in window.pages()[1:]} == {
        ("Changed", path, True),
        ("Never saved", None, True),
    }
    assert not panel.isVisible() and panel.documents == []
    assert path.read_bytes() == before
    page = next(page for page in window.pages() if page.path() == path)
    assert page.undo_action is not None
    page.undo_action.trigger()
    assert (page.title(), page.is_modified()) == (layout.name, False)


def test_window_works_without_a_data_folder(
    qtbot: QtBot, tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a file").write_text("no folder", "utf-8")
    with monkeypatch.context() as no_data:
        no_data.setattr("platformdirs.user_data_dir", lambda *_given, **_more: str(tmp_path / "a file" / "data"))
        set_data_dir(None)
        window = MainWindow()
        qtbot.addWidget(window)
        window.show()
        session.restore_tabs(window.documents)
        page = instance_of(EditorPage, window.open_path(path))
        page.document.rename("name", "Saved all the same")
        assert not page.autosave_now()
        qtbot.waitUntil(lambda: any("Autosave failed" in text for text in toasts(window)))
        assert window.documents.save() and read_layout(path).name == "Saved all the same"
        assert isinstance(window.commands.play_opened(page.edited_layout()), PlayPage)
        window.shut_down()
