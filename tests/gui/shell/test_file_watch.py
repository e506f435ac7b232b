"""Files changed by other programs: pages reload, ask, or keep their changes; nothing is overwritten unasked."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from studio.documents.autosave import AutosaveFile, UnsavedDocument, find_unsaved
from studio.documents.paths import shipped_layouts
from studio.documents.store import parse, read_layout, read_record
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.play.page import PlayPage
from studio.gui.shell.file_watch import NoticeBar
from studio.gui.shell.main_window import MainWindow
from studio.gui.widgets.buttons import PlainButton
from studio.gui.widgets.dialogs import AppDialog
from studio.services.loading import load_layout, start_match, to_record
from tests.gui.stand_ins import SMALLEST
from tests.gui.windows import answer_next, in_dialog, play_on, toasts
from tests.helpers import instance_of, not_none, write_record


@pytest.fixture(autouse=True)
def active(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "isActiveWindow", lambda: True)  # there is no window manager


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "sea.json"
    path.write_bytes(SMALLEST.read_bytes())
    return path


@pytest.fixture
def page(window: MainWindow, path: Path) -> EditorPage:
    return instance_of(EditorPage, window.open_path(path))


def rename(path: Path, name: str) -> None:
    """Change the name of a layout as another program does."""
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "name": name}), "utf-8")


def activate(window: MainWindow) -> None:
    """Make the window active again, which checks its files."""
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))


def bar_of(page: EditorPage | PlayPage) -> NoticeBar | None:
    return next((bar for bar in page.findChildren(NoticeBar) if not bar.isHidden()), None)


def shown_bar(page: EditorPage | PlayPage) -> NoticeBar:
    return not_none(bar_of(page))


def press(page: EditorPage | PlayPage, text: str) -> None:
    buttons = [button for button in shown_bar(page).findChildren(PlainButton) if not button.isHidden()]
    QTest.mouseClick(next(button for button in buttons if button.text() == text), Qt.MouseButton.LeftButton)


@pytest.fixture
def conflict(window: MainWindow, page: EditorPage, path: Path) -> NoticeBar:
    """The bar of a page with the unsaved name "Mine", whose file was renamed "Theirs"."""
    page.document.rename("name", "Mine")
    rename(path, "Theirs")
    activate(window)
    return shown_bar(page)


def test_unmodified_page_reloads_as_one_undo_step(window: MainWindow, page: EditorPage, path: Path) -> None:
    before = page.document.snapshot
    os.utime(path, (1000, 1000))
    activate(window)
    assert page.document.stack.count() == 0 and bar_of(page) is None and not toasts(window), "only the date changed"
    rename(path, "Theirs")
    activate(window)
    assert page.title() == "Theirs" and not page.is_modified() and bar_of(page) is None
    assert any("sea.json was changed by another program and reloaded" in text for text in toasts(window))
    assert page.document.stack.count() == 1
    page.document.undo()
    assert page.document.snapshot == before and page.is_modified()
    page.document.redo()
    assert page.title() == "Theirs" and not page.is_modified()


def test_undone_steps_are_not_dropped_by_another_program(window: MainWindow, page: EditorPage, path: Path) -> None:
    page.document.rename("name", "Undone")
    page.document.undo()
    rename(path, "Theirs")
    activate(window)
    assert not page.is_modified() and shown_bar(page).message.text() == "Another program changed this file"
    page.document.redo()
    assert page.title() == "Undone"


def test_undo_brings_back_fields_of_other_programs(window: MainWindow, page: EditorPage, path: Path) -> None:
    before = path.read_bytes()
    for place in ("", "body"):
        raw = json.loads(path.read_bytes())
        (raw[place] if place else raw)["x-tool"] = place
        path.write_text(json.dumps(raw), "utf-8")
        activate(window)
    assert page.document.stack.count() == 2 and not page.is_modified()
    after = read_layout(path)
    page.document.stack.setIndex(0)
    assert page.is_modified() and window.documents.save() and read_layout(path) == parse(before)
    page.document.stack.setIndex(2)
    assert page.is_modified() and window.documents.save() and read_layout(path) == after


def test_page_in_background_reloads_when_it_is_shown(window: MainWindow, page: EditorPage, path: Path) -> None:
    window.show_page(window.start)
    rename(path, "Theirs")
    activate(window)
    assert page.title() != "Theirs"
    window.show_page(page)
    assert page.title() == "Theirs"


def test_bar_for_a_modified_page(window: MainWindow, page: EditorPage, conflict: NoticeBar) -> None:
    assert conflict.message.text() == "Another program changed this file"
    assert "1 unsaved change here" in conflict.details.full_text() and "Today at" in conflict.details.full_text()
    assert page.title() == "Mine"
    page.document.rename("author", "Me")
    assert "2 unsaved changes here" in conflict.details.full_text()
    assert page.options.y() < conflict.y() < page.panes.y() and conflict.height() == 46
    assert not any(button.hasFocus() or button.isDefault() for button in conflict.findChildren(PlainButton))
    activate(window)
    assert len(page.findChildren(NoticeBar)) == 1


@pytest.mark.usefixtures("conflict")
def test_reload_can_be_undone(page: EditorPage) -> None:
    press(page, "Reload")
    assert page.title() == "Theirs" and not page.is_modified() and bar_of(page) is None
    page.document.undo()
    assert page.title() == "Mine" and page.is_modified()


@pytest.mark.usefixtures("conflict")
def test_keep_mine_asks_no_more_and_saves(window: MainWindow, page: EditorPage, path: Path) -> None:
    press(page, "Keep mine")
    assert bar_of(page) is None and page.is_modified()
    page.document.undo()
    assert page.is_modified(), "the file differs"
    activate(window)
    assert bar_of(page) is None and read_layout(path).name == "Theirs"
    page.document.redo()
    assert window.documents.save()
    assert read_layout(path).name == "Mine" and not page.is_modified()


@pytest.mark.usefixtures("conflict")
@pytest.mark.parametrize(("choice", "name"), [("reload", "Theirs"), ("mine", "Mine"), ("", "Mine")])
def test_compare_offers_both_versions(page: EditorPage, path: Path, choice: str, name: str) -> None:
    answer_next(choice)
    press(page, "Compare")
    assert page.title() == name and (bar_of(page) is None) is bool(choice)
    assert read_layout(path).name == "Theirs"


@pytest.mark.usefixtures("conflict")
def test_save_as_from_the_bar(page: EditorPage, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = path.with_name("other.json")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: (str(other), ""))
    press(page, "Save as…")
    assert (read_layout(path).name, read_layout(other).name) == ("Theirs", "Mine")
    assert page.path() == other and bar_of(page) is None and not page.is_modified()


@pytest.mark.parametrize(
    ("choice", "name", "saved"), [("", "Theirs", False), ("save", "Mine", True), ("save_as", "Theirs", True)]
)
def test_saving_over_a_changed_file_asks(
    window: MainWindow,
    page: EditorPage,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    choice: str,
    name: str,
    saved: bool,
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: (str(path.with_name("other.json")), ""))
    page.document.rename("name", "Mine")
    before = path.stat()
    rename(path, "Theirs")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    headings = answer_next(choice)
    assert window.documents.save() is saved
    assert read_layout(path).name == name
    assert page.is_modified() is not saved
    assert len(headings) == 1


def test_a_save_that_fails_offers_another_file(
    window: MainWindow, page: EditorPage, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = path.with_name("other.json")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: (str(other), ""))
    monkeypatch.setattr(window.documents.file_watcher, "ask_before_saving", lambda _page: "save")
    page.document.rename("name", "Mine")
    path.unlink()
    path.mkdir()
    headings = answer_next("save_as")
    assert window.documents.save()
    assert headings == ["The file could not be saved"]
    assert read_layout(other).name == "Mine" and page.path() == other and path.is_dir()


def test_enter_and_space_do_not_overwrite(
    window: MainWindow, page: EditorPage, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def cancel(*_arguments: object) -> tuple[str, str]:
        asked.append("where")
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", cancel)
    page.document.rename("name", "Mine")
    rename(path, "Theirs")
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):

        def press_key(dialog: AppDialog, key: Qt.Key = key) -> None:
            QTest.keyClick(dialog.focusWidget() or dialog, key)

        in_dialog(press_key)
        assert not window.documents.save()
    assert asked == ["where", "where"] and read_layout(path).name == "Theirs"


def test_deleted_file_can_be_saved_again(window: MainWindow, page: EditorPage, path: Path) -> None:
    path.unlink()
    activate(window)
    assert shown_bar(page).message.text() == "This file was deleted or moved"
    assert page.is_modified(), "closing would lose it"
    press(page, "Save again")
    assert read_layout(path) and bar_of(page) is None and not page.is_modified()


def test_damaged_file_is_reported_in_the_bar(window: MainWindow, page: EditorPage, path: Path) -> None:
    whole = path.read_text("utf-8")
    path.write_text(whole[: len(whole) // 2], "utf-8")
    activate(window)
    bar = shown_bar(page)
    assert "cannot be read" in bar.message.text() and "JSON" in bar.details.full_text()
    path.write_text(whole, "utf-8")
    rename(path, "New words")
    press(page, "Reload")
    assert page.title().startswith("New ") and bar_of(page) is None


def test_layout_of_another_game_is_not_loaded(window: MainWindow, page: EditorPage, path: Path) -> None:
    before = page.document.snapshot
    path.write_bytes(shipped_layouts(slugs()[1])[0].read_bytes())
    activate(window)
    assert "another game" in shown_bar(page).details.full_text()
    assert page.document.snapshot == before


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_all_paths_of_a_file_share_a_tab(window: MainWindow, page: EditorPage, path: Path) -> None:
    link, hard, folder = path.with_name("link.json"), path.with_name("hard.json"), path.parent / "in"
    link.symlink_to(path)
    hard.hardlink_to(path)
    folder.mkdir()
    for other in (link, hard, folder / ".." / path.name):
        window.show_page(window.start)
        assert window.open_path(other) is page
    assert len(window.pages()) == 2


def test_saving_over_an_open_file_closes_its_unmodified_tab(
    window: MainWindow, page: EditorPage, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: (str(path), ""))
    for is_modified in (False, True):
        path.with_name("other.json").write_bytes(path.read_bytes())
        other = instance_of(EditorPage, window.open_path(path.with_name("other.json")))
        other.document.rename("name", f"Other {is_modified}")
        if is_modified:
            page.document.rename("name", "Mine")
        assert window.documents.save_as() and read_layout(path).name == f"Other {is_modified}"
        assert (page in window.pages()) is is_modified
        if not is_modified:
            page = other
    window.show_page(page)
    assert bar_of(page) is not None and page.title() == "Mine"


def test_restored_layout_with_a_newer_file(window: MainWindow, path: Path) -> None:
    side = AutosaveFile()
    side.write(msgspec.structs.replace(read_layout(path), name="Mine"), path, 1)
    side.close()
    (unsaved,) = find_unsaved()
    os.utime(path, (unsaved.changed + 60,) * 2)
    page = window.documents.restore_unsaved(unsaved)
    assert isinstance(page, EditorPage) and page.title() == "Mine" and page.is_modified()
    assert shown_bar(page).message.text() == "Another program changed this file"


def crash(window: MainWindow, page: EditorPage | PlayPage) -> UnsavedDocument:
    """End the page as a crash does, after its last autosave."""
    page.autosave_now(for_good=True)
    window.close_page(page)
    (unsaved,) = find_unsaved()
    return unsaved


@pytest.mark.parametrize("crashes", [1, 2])
def test_restored_layout_whose_file_changed_before_the_crash(
    window: MainWindow, page: EditorPage, path: Path, crashes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", lambda *_arguments: "discard")
    page.document.rename("name", "Mine")
    rename(path, "Theirs")
    for crash_number in range(crashes):
        page.document.rename("name", f"Mine {crash_number}")
        page = instance_of(EditorPage, window.documents.restore_unsaved(crash(window, page)))
    assert page.title() == f"Mine {crashes - 1}"
    assert shown_bar(page).message.text() == "Another program changed this file"
    headings = answer_next("")
    assert not window.documents.save() and headings == ["Overwrite changes from another program?"]
    assert read_layout(path).name == "Theirs"


@pytest.mark.parametrize("is_open", [False, True])
def test_restored_layout_whose_file_did_not_change(
    window: MainWindow, page: EditorPage, path: Path, is_open: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", lambda *_arguments: "discard")
    page.document.rename("name", "Mine")
    unsaved = crash(window, page)
    os.utime(path, (5e9, 5e9))
    if is_open:
        window.open_path(path)
    page = instance_of(EditorPage, window.documents.restore_unsaved(unsaved))
    assert page.title() == "Mine" and bar_of(page) is None
    assert window.documents.save() and read_layout(path).name == "Mine"


def test_change_of_a_visible_file_is_noticed_without_any_event(
    window: MainWindow, page: EditorPage, path: Path, qtbot: QtBot
) -> None:
    (timer,) = window.documents.findChildren(QTimer, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert timer.isActive() and 2 * timer.interval() <= 2000
    for name in "ABCDE":
        before = path.stat()
        path.write_text(path.read_text("utf-8").replace(f'"name": "{page.title()}"', f'"name": "{name}"'), "utf-8")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        timer.timeout.emit()
        assert page.title() == name
    page.document.rename("name", "Mine")
    rename(path, "Theirs")
    timer.timeout.emit()
    buttons = shown_bar(page).findChildren(PlainButton)
    rename(path, "Theirs again")
    timer.timeout.emit()
    assert shown_bar(page).findChildren(PlainButton) == buttons, "one of them may be pressed just now"
    path.unlink()
    timer.timeout.emit()
    assert "changed" in shown_bar(page).message.text(), "it may be written again"
    timer.timeout.emit()
    assert shown_bar(page).message.text() == "This file was deleted or moved"


def test_nothing_is_reloaded_below_a_dialog(window: MainWindow, page: EditorPage, path: Path) -> None:
    dialog = AppDialog(window, "Question", "eye")
    dialog.open()
    rename(path, "Theirs")
    window.documents.file_watcher.poll([page])
    assert page.title() != "Theirs"
    dialog.close()
    window.documents.file_watcher.poll([page])
    assert page.title() == "Theirs"


# matches


@pytest.fixture
def match_path(tmp_path: Path) -> Path:
    """A match of two humans with some decisions."""
    opened = load_layout(SMALLEST)
    match = start_match(opened, 2, seed=4)
    for _decision in range(6):
        match.play(match.state.legal()[0])
    path = tmp_path / "match.json"
    write_record(path, to_record(match, opened.layout, ("Ada", "Bento"), ("human", "human")))
    return path


@pytest.fixture
def table(window: MainWindow, match_path: Path) -> PlayPage:
    return instance_of(PlayPage, window.open_path(match_path))


def shorten(path: Path) -> None:
    """Remove the last two decisions of a record."""
    data = json.loads(path.read_text("utf-8"))
    data["log"] = data["log"][:-2]
    path.write_text(json.dumps(data), "utf-8")


def move(table: PlayPage) -> None:
    controller = table.controller
    if controller.is_covered:
        controller.confirm_handover()
    before = controller.match.node
    controller.play(controller.match.state.legal()[0])
    assert controller.match.node is not before


def test_match_without_new_moves_reloads_in_its_tab(window: MainWindow, table: PlayPage, match_path: Path) -> None:
    window.open_path(SMALLEST)
    window.show_page(table)
    shorten(match_path)
    activate(window)
    fresh = window.active_page()
    assert fresh is not table and isinstance(fresh, PlayPage) and window.pages()[1] is fresh
    assert len(window.pages()) == 3
    assert len(fresh.controller.match.decisions()) == 4
    assert any("reloaded" in text for text in toasts(window))


def test_reloading_a_match_with_new_moves_asks(window: MainWindow, table: PlayPage, match_path: Path) -> None:
    move(table)
    shorten(match_path)
    activate(window)
    assert "1 unsaved change here" in shown_bar(table).details.full_text()
    headings = answer_next("no")
    press(table, "Reload")
    assert window.active_page() is table and len(headings) == 1
    press(table, "Keep mine")
    assert bar_of(table) is None and table.is_modified()
    assert window.documents.save() and len(read_record(match_path).log) == 7
    assert not table.is_modified()
    move(table)
    shorten(match_path)
    activate(window)
    headings = answer_next("yes")
    press(table, "Reload")
    assert window.active_page() is not table and len(headings) == 1


def test_autosaved_matches_are_not_watched(window: MainWindow) -> None:
    page = instance_of(PlayPage, window.commands.play_opened(load_layout(SMALLEST)))
    page.controller.close()
    activate(window)
    assert bar_of(page) is None


def test_restored_match_whose_file_changed_before_the_crash(
    window: MainWindow, table: PlayPage, match_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", lambda *_arguments: "discard")
    play_on(table, 2)
    shorten(match_path)
    play_on(table, 1)
    page = instance_of(PlayPage, window.documents.restore_unsaved(crash(window, table)))
    assert shown_bar(page).message.text() == "Another program changed this file"
    headings = answer_next("")
    assert not window.documents.save() and headings == ["Overwrite changes from another program?"]
