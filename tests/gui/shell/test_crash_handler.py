"""Crash reports: contents, removed paths, number of files."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio import __version__
from studio.documents.store import read_layout
from studio.gui.shell.crash_handler import MAX_REPORTS, format_report, log_file, strip_paths, write_report
from studio.gui.widgets.actions import make_action, recent_actions, record_action


def traceback_of(path: Path) -> str:
    try:
        read_layout(path)
        path.open()
    except Exception:
        return traceback.format_exc()
    raise AssertionError


def test_paths_of_user_files_are_removed(tmp_path: Path) -> None:
    secret = tmp_path / "Aunt Erna's plan" / "Erna's birthday.json"
    for text in (
        traceback_of(secret),
        f"OSError: [Errno 13] no: {str(tmp_path / 'a b' / 'c.json')!r}",
        f"in {tmp_path}/x,",
    ):
        stripped = strip_paths(text)
        assert not any(word in stripped for word in (str(tmp_path), "birthday", "Erna", "c.json"))
        assert "(a path)" in stripped
    stripped = strip_paths(r"FileNotFoundError: 'C:\Users\Ada\plan.json' and C:\Users\Ada")
    assert "Ada" not in stripped


def test_paths_inside_the_program_are_shortened(tmp_path: Path) -> None:
    stripped = strip_paths(traceback_of(tmp_path / "none.json"))
    assert '"(program)/studio/documents/' in stripped and "line " in stripped
    assert strip_paths('say "on / off" or 3/4') == 'say "on / off" or 3/4'
    assert f"{sys.base_prefix}/" not in strip_paths(f'File "{sys.base_prefix}/lib/json/x.py"')


def test_report_has_versions_and_recent_actions(qtbot: QtBot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    make_action(owner, "toy.break", "Break it", "").trigger()
    record_action("ToyPage")
    lines = format_report("Traceback\nRuntimeError: mast\n", recent_actions())
    assert __version__ in lines[0] and "Python" in lines[0] and "Qt" in lines[0]
    done = [line.split()[-1] for line in lines[3 : lines.index("", 3)]]
    assert done[-2:] == ["toy.break", "ToyPage"]
    assert lines[-2:] == ["Traceback", "RuntimeError: mast"]


def test_old_reports_are_deleted(data_folder: Path) -> None:
    folder = log_file().parent
    for number in range(MAX_REPORTS + 2):
        (folder / f"report-2001010{number}-000000.txt").touch()
    written = write_report("mast")
    left = sorted(path.name for path in folder.glob("report-*.txt"))
    assert written is not None and len(left) == MAX_REPORTS and left[-1] == written.name
    assert "report-20010100-000000.txt" not in left


def test_unwritable_folder_gives_no_report(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data_folder.mkdir()
    (data_folder / "logs").write_text("a file where the folder should be", encoding="utf-8")
    assert write_report("mast") is None
