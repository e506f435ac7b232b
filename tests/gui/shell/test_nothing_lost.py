"""Nothing that a person made is lost: document commands in any order, compared with a model of plain texts."""

from __future__ import annotations

import errno
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from studio.core.form import Stamp
from studio.documents import store
from studio.documents.autosave import AutosaveFile
from studio.documents.paths import set_data_dir
from studio.documents.store import layout_text
from studio.gui.editor.page import EditorPage
from studio.gui.editor.problems.controller import ProblemController
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.page_factory import generated_page
from studio.gui.shell.version_history import CompareDialog, VersionHistory
from studio.gui.undo import UndoStep
from studio.gui.widgets.dialogs import AppDialog
from studio.services.loading import new_layout, to_layout
from tests.gui.stand_ins import SMALLEST, plain_pictures
from tests.helpers import instance_of, not_none
from tests.short_run import mark_long

FILES = ("a.json", "b.json", "c.json")
MAKE_TEMPORARY = tempfile.mkstemp
TABS, VERSIONS = 4, 3  # open tabs in all windows, earlier versions of a file
NUMBER = st.integers(0, 30)
Reply = str | Callable[[Any], None]


def meaning(data: bytes | str) -> str:
    """What a file says, however it is written."""
    raw = json.loads(data)
    return json.dumps({key: raw[key] for key in sorted(raw) if key != "$schema"}, sort_keys=True)


def edited(text: str, change: Callable[[dict[str, Any]], object]) -> str:
    raw = json.loads(text)
    change(raw)
    return json.dumps(raw, sort_keys=True)


def is_layout(data: bytes | None) -> bool:
    return data is not None and data.startswith(b"{")


@dataclass(eq=False)
class Tab:
    """What a person expects of an open layout: its steps (`at` is the current one), its file, and how that looked."""

    page: EditorPage
    steps: list[str]
    path: Path | None = None
    known: bytes | None = None
    at: int = 0
    is_forced: bool = False  # unsaved, even if it says the same as the file
    is_restored: bool = False  # its file may be compared with an earlier one, and be asked about needlessly
    is_undone: bool = False  # back to what its file contains
    outside: str | None = None  # its last content that was in a file

    @property
    def text(self) -> str:
        return self.steps[self.at]

    @property
    def is_saved(self) -> bool:
        return not self.is_forced and is_layout(self.known) and self.text == meaning(self.known or b"")

    def push(self, text: str) -> None:
        if text != self.text:
            self.steps[self.at + 1 :] = [text]
            self.at += 1


class Orphan(NamedTuple):
    """What a crash must leave: a text, its file, and how that looked when it was opened or saved."""

    text: str
    path: Path | None
    known: bytes | None


class People(RuleBasedStateMachine):
    """Two programs, a person at each, other programs, and a disk that is full now and then."""

    patch: ClassVar[pytest.MonkeyPatch]

    @initialize()
    def start(self) -> None:
        base = Path(tempfile.mkdtemp(prefix="people-"))
        self.folder, self.data = base / "files", base / "data"
        self.folder.mkdir()
        set_data_dir(self.data)
        self.full: tuple[Path, ...] = ()
        self.numbers, self.replies, self.asked = count(), dict[str, Reply](), list[str]()
        self.unexpected: list[str] = []
        self.disk: dict[Path, bytes] = {}
        self.versions: dict[Path, list[bytes]] = {self.folder / name: [] for name in FILES}
        self.orphans: list[Orphan] = []
        self.tabs: list[Tab] = []
        self.dead: list[MainWindow] = []
        self.target = self.folder / FILES[2]
        self.patch.setattr(AppDialog, "ask", lambda dialog: self.answer(dialog))
        self.patch.setattr(QFileDialog, "getSaveFileName", lambda *_given: (str(self.target), ""))
        self.patch.setattr(tempfile, "mkstemp", self.make_temporary)
        for name in FILES[:2]:
            self.write(self.folder / name, edited(meaning(SMALLEST.read_bytes()), partial(dict.update, author=name)))
        self.windows = [self.new_window()]
        self.open(0, FILES[0])

    def new_window(self) -> MainWindow:
        return MainWindow()  # not shown: painting takes most of the time

    def make_temporary(self, *given: Any, **named: Any) -> Any:
        if any(Path(named["dir"]).is_relative_to(folder) for folder in self.full):
            raise OSError(errno.ENOSPC, "No space left on device")
        return MAKE_TEMPORARY(*given, **named)

    def answer(self, dialog: AppDialog) -> str:
        heading = dialog.heading.text()
        self.asked.append(heading)
        reply = next((reply for start, reply in self.replies.items() if heading.startswith(start)), None)
        if callable(reply):
            reply(dialog)
        elif reply:
            not_none(dialog.findChild(QPushButton, reply)).click()
        elif reply is None:
            self.unexpected.append(heading)
        dialog.deleteLater()
        return dialog.choice

    def is_asked(self, start: str) -> bool:
        return any(heading.startswith(start) for heading in self.asked)

    def expect(self, replies: Mapping[str, Reply]) -> None:
        self.replies, self.asked = dict(replies), []

    # the state of things

    @property
    def is_data_full(self) -> bool:
        return self.data in self.full

    def write(self, path: Path, text: str) -> None:
        """Another program writes a file, in its own way."""
        path.write_text(text, "utf-8")
        self.disk[path] = path.read_bytes()

    def token(self) -> str:
        return f"made {next(self.numbers)}"

    def window_of(self, tab: Tab) -> MainWindow:
        return next(window for window in self.windows if tab.page in window.pages())

    def tab(self, number: int) -> Tab:
        return self.tabs[number % len(self.tabs)]

    def settle(self) -> None:
        for _look in range(5000):
            QApplication.processEvents()
            savers = [tab.page.autosaver for tab in self.tabs]
            if all(
                saver._pending is None
                and (saver._running_write is None or saver._running_write.done())
                and (saver._rejected is None or self.is_data_full)
                for saver in savers
            ):
                return
            time.sleep(0.001)
        raise AssertionError("autosaving does not end")

    def saved_outside(self) -> set[str]:
        """What is in files, earlier versions and unsaved documents."""
        paths = chain(self.folder.glob("*"), self.data.glob("unsaved/*.json"), self.data.glob("backups/*/*"))
        return self.texts_in(paths)

    @staticmethod
    def texts_in(paths: Iterable[Path]) -> set[str]:
        return {meaning(held) for held in map(Path.read_bytes, paths) if is_layout(held)}

    def check(self) -> None:
        """Is everything somewhere?"""
        self.settle()
        assert not self.unexpected, self.unexpected
        for path in self.versions:
            assert (path.read_bytes() if path.exists() else None) == self.disk.get(path), path.name
        outside = self.saved_outside()
        for tab in self.tabs:
            self.notice_reload(tab)
            stack = tab.page.document.stack
            steps = [instance_of(UndoStep, stack.command(place)) for place in range(stack.count())]
            held = {self.text_of(tab.page, draft) for step in steps for draft in (step.old, step.new)}
            assert {*tab.steps} <= {*held, tab.text}, "a step is lost"
            in_file = self.disk.get(tab.path) if tab.path is not None else None
            tab.is_undone = not tab.page.is_modified() and is_layout(in_file) and tab.text == meaning(in_file or b"")
            if tab.is_saved or tab.text in outside:
                tab.outside = None if tab.is_saved else tab.text
            else:
                assert self.is_data_full, "unsaved work is only in memory"
                assert tab.outside is None or tab.outside in outside, "unsaved work is lost"
        assert {orphan.text for orphan in self.orphans} <= outside, "what a crash left is lost"
        backups = {path.read_bytes() for path in self.data.glob("backups/*/*")}
        for versions in self.versions.values():
            assert {*versions[-VERSIONS:]} <= backups, "an earlier version is lost"

    def text_of(self, page: EditorPage, draft: Any = None) -> str:
        document = page.document
        now = document.snapshot
        document.snapshot = draft or now
        try:
            return meaning(layout_text(to_layout(document.to_loaded())))
        finally:
            document.snapshot = now

    def notice_reload(self, tab: Tab) -> None:
        """A page without unsaved changes shows its file as soon as it can."""
        actual = self.text_of(tab.page)
        if actual == tab.text:
            return
        assert tab.path is not None and is_layout(self.disk.get(tab.path)) and tab.is_saved, "the page has changed"
        assert actual == meaning(self.disk[tab.path]), "the page shows something else"
        assert tab.at == len(tab.steps) - 1, "undone work was dropped"
        tab.push(actual)
        tab.known = self.disk[tab.path]

    # edits

    @precondition(lambda self: self.tabs)
    @rule(number=NUMBER, place=st.sampled_from(["A1", "B2", "C3"]))
    def note(self, number: int, place: str) -> None:
        tab, text = self.tab(number), self.token()
        tab.page.document.pin(place, text)
        tab.push(edited(tab.text, lambda raw: raw.setdefault("pins", {}).update({place: text})))
        self.check()

    @precondition(lambda self: self.tabs)
    @rule(number=NUMBER, cell=st.integers(0, 5), is_hedge=st.booleans())
    def paint(self, number: int, cell: int, is_hedge: bool) -> None:
        tab = self.tab(number)
        document = tab.page.document
        stamp = Stamp("hedge" if is_hedge else "grass")
        document.apply("Painted", document.game.editing.stamp(document.body, cell, stamp))

        def change(raw: dict[str, Any]) -> None:
            row = raw["body"]["spaces"][0]
            raw["body"]["spaces"][0] = row[:cell] + ("#" if is_hedge else ".") + row[cell + 1 :]

        tab.push(edited(tab.text, change))
        self.check()

    @precondition(lambda self: self.tabs)
    @rule(number=NUMBER, is_redo=st.booleans())
    def go_back(self, number: int, is_redo: bool) -> None:
        tab = self.tab(number)
        action = tab.page.redo_action if is_redo else tab.page.undo_action
        not_none(action).trigger()
        tab.at = min(max(tab.at + (1 if is_redo else -1), 0), len(tab.steps) - 1)
        self.check()

    # files

    @precondition(lambda self: len(self.tabs) < TABS)
    @rule(number=NUMBER, name=st.sampled_from(FILES))
    def open(self, number: int, name: str) -> None:
        window, path = self.windows[number % len(self.windows)], self.folder / name
        if not (known := any(tab.path == path and tab.page in window.pages() for tab in self.tabs)):
            self.expect({} if is_layout(self.disk.get(path)) else {"The file could not": "close"})
        page = window.open_path(path)
        if not known and page is not None:
            self.tabs.append(Tab(instance_of(EditorPage, page), [meaning(self.disk[path])], path, self.disk[path]))
        self.check()

    @precondition(lambda self: len(self.tabs) < TABS)
    @rule(number=NUMBER)
    def new(self, number: int) -> None:
        made = generated_page(new_layout("_template", self.token()))
        page = self.windows[number % len(self.windows)].documents.add_page(instance_of(EditorPage, made))
        self.tabs.append(Tab(page, [self.text_of(page)], is_forced=True))
        self.check()

    def saving(
        self, tab: Tab, act: Callable[[], bool], overwrite: str, is_as: bool = False, more: Mapping[str, Reply] = {}
    ) -> bool:
        """`act` saves a tab. It must ask, and only then, if that destroys what another program wrote."""
        path = None if is_as else tab.path
        is_foreign = path is not None and path in self.disk and self.disk[path] != tab.known
        self.expect({"Overwrite changes": overwrite, "The file could not be saved": "close", **more})
        is_done = act()
        is_asked = self.is_asked("Overwrite changes")
        assert is_asked or not is_foreign, "overwritten without a question"
        assert is_foreign or not is_asked or tab.is_restored, "a needless question"
        target = path if path is not None and not (is_asked and overwrite == "save_as") else self.target
        is_saved = not (is_asked and not overwrite) and not self.is_asked("The file could not be saved")
        assert is_done == is_saved, "whether it was saved is reported wrongly"
        held, now = self.disk.get(target), target.read_bytes() if target.exists() else None
        backups = {file.read_bytes() for file in self.data.glob("backups/*/*")}
        is_replaced = held != now and not self.is_data_full if is_saved else held in backups
        if held is not None and is_layout(held) and is_replaced and self.versions[target][-1:] != [held]:
            self.versions[target].append(held)
        if is_saved and now is not None:
            assert meaning(now) == tab.text, "something else was saved"
            self.disk[target] = now
            for other in [one for one in self.tabs if one.path == target and not self.is_open(one)]:
                assert other is tab or (other.is_saved and other.at == len(other.steps) - 1), "a tab was closed"
                self.tabs.remove(other)
            tab.path, tab.known, tab.is_forced = target, now, False
        return is_done

    def is_open(self, tab: Tab) -> bool:
        return any(tab.page in window.pages() for window in self.windows)

    @precondition(lambda self: self.tabs)
    @rule(number=NUMBER, overwrite=st.sampled_from(["save", "save_as", ""]), name=st.sampled_from(FILES))
    def save(self, number: int, overwrite: str, name: str) -> None:
        tab, self.target = self.tab(number), self.folder / name
        self.saving(tab, lambda: self.window_of(tab).documents.save_page(tab.page), overwrite)
        self.check()

    @precondition(lambda self: self.tabs)
    @rule(number=NUMBER, name=st.sampled_from(FILES))
    def save_as(self, number: int, name: str) -> None:
        tab, self.target = self.tab(number), self.folder / name
        window = self.window_of(tab)
        window.show_page(tab.page)
        self.check()
        self.saving(tab, window.documents.save_as, "", is_as=True)
        self.check()

    @precondition(lambda self: self.tabs)
    @rule(
        number=NUMBER,
        answer=st.sampled_from(["save", "discard", ""]),
        overwrite=st.sampled_from(["save", "save_as", ""]),
        name=st.sampled_from(FILES),
    )
    def close(self, number: int, answer: str, overwrite: str, name: str) -> None:
        tab, self.target = self.tab(number), self.folder / name
        window = self.window_of(tab)
        window.show_page(tab.page)
        self.check()
        needs, asks = not tab.is_saved, tab.page.is_modified()
        question = {"Save changes to": answer}

        def close() -> bool:
            return window.close_page(tab.page)

        if asks and answer == "save":
            is_closed = self.saving(tab, close, overwrite, more=question)
        else:
            self.expect(question)
            is_closed = close()
        assert self.is_asked("Save changes to") == asks and (asks or not needs), "closed without a question"
        if is_closed and tab in self.tabs:
            self.tabs.remove(tab)
        self.check()

    @rule(
        number=NUMBER,
        name=st.sampled_from(["", *FILES]),
        kind=st.sampled_from(["notes", "unknown", "body", "broken", "gone"]),
        is_noticed=st.booleans(),
    )
    def change_on_disk(self, number: int, name: str, kind: str, is_noticed: bool) -> None:
        """Another program writes or deletes a file. An old time is not what tells that it has changed."""
        path, text = self.folder / (name or FILES[0]), self.token()
        if not name and self.tabs:
            path = self.tab(number).path or path
        held = self.disk.get(path)
        before = meaning(held if held is not None and is_layout(held) else SMALLEST.read_bytes())
        if kind == "gone":
            path.unlink(missing_ok=True)
            self.disk.pop(path, None)
        elif kind == "broken":
            self.write(path, text)
        else:
            changes: dict[str, Callable[[dict[str, Any]], object]] = {
                "notes": lambda raw: raw.update(notes=text),
                "unknown": lambda raw: raw.update({"x-tool": text}),
                "body": lambda raw: raw["body"].update({"x-hint": text}),
            }
            self.write(path, edited(before, changes[kind]))
            os.utime(path, (1e9, 1e9))
        if is_noticed:
            self.look()
        self.check()

    def look(self) -> None:
        """Two seconds pass."""
        for window in self.windows:
            for _twice in range(2):
                window.documents.file_watcher.poll(window.tabs.visible_pages())
            for tab in self.tabs:
                if tab.page in window.tabs.visible_pages() and tab.path is not None:
                    tab.is_forced |= tab.path not in self.disk

    def changed_tabs(self) -> list[Tab]:
        """Tabs whose file now contains another layout."""
        contents = [(tab, self.disk.get(tab.path)) for tab in self.tabs if tab.path is not None]
        return [tab for tab, held in contents if is_layout(held) and held != tab.known]

    @precondition(lambda self: self.changed_tabs())
    @rule(number=NUMBER, answer=st.sampled_from(["reload", "mine", "first", "all"]))
    def decide(self, number: int, answer: str) -> None:
        """A person chooses what to do about a file that has changed."""
        changed = self.changed_tabs()
        tab = changed[number % len(changed)]
        theirs = self.disk[not_none(tab.path)]
        watcher = self.window_of(tab).documents.file_watcher

        def take(dialog: CompareDialog) -> None:
            dialog.take(range(len(dialog.differences.parts))[: 1 if answer == "first" else None], True)
            dialog.finish("merge" if dialog.differences.parts else "mine")

        if answer == "reload":
            watcher.reload(tab.page)
            tab.push(meaning(theirs))
        elif answer == "mine":
            watcher.keep_own_version(tab.page)
        else:
            self.expect({"Differences in": take})
            watcher.compare(tab.page)
            actual = self.text_of(tab.page)
            assert answer == "first" or actual == meaning(theirs), "all of it was to be taken"
            tab.push(actual)
        tab.known, tab.is_forced, tab.outside = theirs, answer != "reload", None
        self.check()

    @precondition(lambda self: any(tab.path in self.disk for tab in self.tabs))
    @rule(number=NUMBER, version=NUMBER)
    def revert(self, number: int, version: int) -> None:
        candidates = [tab for tab in self.tabs if tab.path in self.disk]
        tab = candidates[number % len(candidates)]
        self.window_of(tab).show_page(tab.page)
        self.check()
        versions = self.versions[not_none(tab.path)][: -VERSIONS - 1 : -1]

        def choose(dialog: VersionHistory) -> None:
            assert [found.backup.path.read_bytes() for found in dialog.versions] == versions, "versions are in disorder"
            if versions:
                dialog.selected = dialog.versions[version % len(versions)]
                dialog.finish("restore")

        self.expect({"Version history": choose})
        self.window_of(tab).commands.show_version_history()
        if versions:
            tab.push(meaning(versions[version % len(versions)]))
        self.check()

    # the ends of programs

    def leave(self, window: MainWindow) -> None:
        """Forget a window. What was unsaved must be offered again, but not what was undone to the state of its file.

        With a full disk, an earlier version that was restored may be nowhere but in the versions.
        """
        unsaved = self.texts_in(self.data.glob("unsaved/*.json"))
        for tab in [tab for tab in self.tabs if tab.page in window.pages()]:
            is_offered = not self.is_data_full or tab.outside in unsaved
            if not tab.is_saved and not tab.is_undone and tab.outside is not None and is_offered:
                self.orphans.append(Orphan(tab.outside, tab.path, tab.known))
            self.tabs.remove(tab)
        self.windows.remove(window)
        self.dead.append(window)

    @rule(number=NUMBER, place=st.sampled_from(["", "A1"]), is_changed=st.booleans(), is_restored=st.booleans())
    def crash(self, number: int, place: str, is_changed: bool, is_restored: bool) -> None:
        """A program is killed, perhaps right after an edit. No code of it runs, and the system closes its locks."""
        window = self.windows[number % len(self.windows)]
        active = window.active_page()
        if place and isinstance(active, EditorPage):
            active.document.pin(place, self.token())
        for page in window.pages():
            if isinstance(page, EditorPage):
                page.autosaver._timer.stop()
                page.autosaver._retry_timer.stop()
                abandon(page.autosaver.file)
        self.leave(window)
        self.windows.append(self.new_window())
        self.check()
        if is_changed and self.orphans:
            self.change_on_disk(0, (self.orphans[-1].path or self.target).name, "notes", False)
        while is_restored and self.orphans:
            self.restore(0, 0, True)

    @precondition(lambda self: self.tabs)
    @rule(number=NUMBER, is_discarded=st.booleans())
    def end(self, number: int, is_discarded: bool) -> None:
        """A person closes the window and discards what is unsaved, or the session of the desktop ends."""
        window = self.windows[number % len(self.windows)]
        if is_discarded:
            self.expect({"Save changes": "discard"})
            needs = any(not tab.is_saved for tab in self.tabs if tab.page in window.pages())
            window.close()
            assert self.is_asked("Save changes") or not needs, "closed without a question"
            self.tabs = [tab for tab in self.tabs if tab.page not in window.pages()]
        else:
            window.shut_down()
        self.leave(window)
        self.windows.append(self.new_window())
        self.check()

    @precondition(lambda self: len(self.windows) < 2)
    @rule()
    def start_again(self) -> None:
        self.windows.append(self.new_window())

    @precondition(lambda self: self.orphans)
    @rule(number=NUMBER, orphan=NUMBER, is_restored=st.sampled_from([True, True, True, False]))
    def restore(self, number: int, orphan: int, is_restored: bool) -> None:
        """A person restores or discards what a crash left."""
        window, wanted = self.windows[number % len(self.windows)], self.orphans[orphan % len(self.orphans)]
        panel = window.start.recovery_panel
        panel.refresh()
        found = [(one.source, meaning(one.path.read_bytes())) for one in panel.documents]
        assert (wanted.path, wanted.text) in found, "what a crash left is not offered"
        place = found.index((wanted.path, wanted.text))
        unsaved = panel.documents[place]
        self.orphans.remove(wanted)
        if is_restored:
            page = instance_of(EditorPage, window.documents.restore_unsaved(unsaved))
            self.settle()
            tab = next((tab for tab in self.tabs if tab.page is page), None)
            if tab is None:
                held = self.disk.get(wanted.path) if page.path() is not None and wanted.path is not None else None
                tab = Tab(page, [meaning(held) if held is not None and is_layout(held) else wanted.text], page.path())
                self.tabs.append(tab)
            tab.push(wanted.text)
            tab.known, tab.is_restored = wanted.known if tab.path is not None else None, True
            tab.is_forced = tab.page.is_modified()
        else:
            panel.list.set_current(panel.list.entries()[place])
            self.expect({"Discard": "yes"})
            panel._discard()
        self.check()

    @rule(where=st.sampled_from(["", "", "", "data", "files", "both"]))
    def fill_disk(self, where: str) -> None:
        folders = {"data": (self.data,), "files": (self.folder,), "both": (self.data, self.folder)}
        self.full = folders.get(where, ())
        self.check()

    def teardown(self) -> None:
        self.full = ()
        self.settle()
        for window in [*self.windows, *self.dead]:
            for page in window.pages():
                page.stop_tasks()
            window.hide()
            window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        shutil.rmtree(self.folder.parent)


def abandon(file: AutosaveFile) -> None:
    """Close the lock of a file as the system does when a program is killed."""
    if file._lock is not None:
        os.close(file._lock._handle)
        file._lock = None
    file._closed = True


@pytest.fixture
def people(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> type[People]:
    """The machine, with short waits and without what costs time and keeps nothing."""
    plain_pictures(monkeypatch)
    monkeypatch.setattr("studio.gui.autosave.AUTOSAVE_DELAY_MS", 0)
    monkeypatch.setattr("studio.gui.autosave.RETRY_MS", 1)
    monkeypatch.setattr("studio.gui.shell.documents.POLL_MS", 10**8)
    monkeypatch.setattr(store, "MAX_BACKUPS", VERSIONS)
    monkeypatch.setattr(ProblemController, "start_verification", lambda *_given, **_named: None)
    People.patch = monkeypatch
    return People


def run(machine: type[People], examples: int, steps: int, **more: Any) -> None:
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        **more,
    )
    run_state_machine_as_test(machine, settings=chosen)


def test_nothing_is_lost_in_a_few_steps(people: type[People]) -> None:
    run(people, 3, 25, derandomize=True)


@pytest.mark.long
def test_nothing_is_lost_in_many_steps(people: type[People]) -> None:
    run(people, 100, 50)


def prune_newest_version(path: Path, text: str) -> bool:
    if is_made := MAKE_BACKUP(path, text):
        store.list_backups(path)[0].path.unlink()
    return is_made


def save_without_side_file(page: EditorPage) -> bool:
    page.autosaver.discard()
    return SAVE(page)


MAKE_BACKUP, SAVE = store.make_backup, EditorPage.save


FAULTS: dict[str, tuple[str, Callable[..., object]]] = {
    "an earlier version is lost": ("studio.documents.store.make_backup", prune_newest_version),
    "overwritten without a question": ("studio.gui.shell.file_watch.FileWatcher.expect", lambda *_given: None),
    "unsaved work is": ("studio.gui.editor.page.EditorPage.save", save_without_side_file),
}


@pytest.mark.parametrize("message", mark_long(["", *FAULTS]))
def test_planted_faults_are_found_in_known_steps(
    people: type[People], monkeypatch: pytest.MonkeyPatch, message: str
) -> None:
    """Without a fault, the same steps pass."""
    if message:
        monkeypatch.setattr(*FAULTS[message])
    machine = people()
    with pytest.raises(AssertionError, match=message) if message else nullcontext():
        machine.start()
        machine.note(0, "A1")
        machine.fill_disk("files")
        machine.save(0, "save", FILES[0])
        machine.fill_disk("")
        machine.crash(0, "", is_changed=True, is_restored=True)
        machine.save(0, "save", FILES[0])
    machine.teardown()


@pytest.mark.long
@pytest.mark.parametrize("message", ["an earlier version is lost", "unsaved work is"])  # the other is found rarely
def test_planted_faults_are_found_in_random_steps(
    people: type[People], monkeypatch: pytest.MonkeyPatch, message: str
) -> None:
    monkeypatch.setattr(*FAULTS[message])
    with pytest.raises(AssertionError, match=message):
        run(people, 400, 50, derandomize=True, phases=[Phase.generate])
