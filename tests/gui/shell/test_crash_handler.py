"""Crash reports: contents, what is left out, number of files."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio import __version__
from studio.documents.store import DocumentError, read_layout
from studio.gui.shell.crash_handler import MAX_REPORTS, format_report, log_file, write_report
from studio.gui.widgets.actions import make_action, recent_actions, record_action

SECRETS = (
    "no file: 'Erna/plan.json'",
    "[Erna/plan.json]",
    '("/home/erna/plan.json")',
    "file:///home/erna/plan.json",
    "host:/erna/plan.json",
    "~/erna/plan.json",
    "../erna/plan.json",
    "erna/plan.json",
    r"C:\Users\Erna\plan.json",
    r"\\host\erna",
    "Erna's plan has no start",
    "'erna/plan' object has no attribute 'x'",
    "42\nErna",
)


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("kind", [ValueError, KeyError, OSError, FileNotFoundError])
def test_no_text_of_documents_is_in_a_report(secret: str, kind: type[Exception]) -> None:
    """Paths, names of layouts, and the user's modules, functions and types stay out."""
    space: dict[str, object] = {"__name__": "erna_plan", "kind": kind, "secret": secret}
    exec(compile(OTHER, "/home/erna/plan.py", "exec"), space)
    with pytest.raises(Exception, match="erna") as caught:
        space["erna"]()  # type: ignore[operator]
    text = "\n".join(format_report(caught.value, [])).lower()
    assert "erna" not in text and "plan" not in text and "(other code)" in text


OTHER = """
class ErnaError(Exception): pass
def erna():
    try:
        raise kind(secret)
    except kind as error:
        error.add_note("erna")
        raise ErnaError("erna", secret) from error
"""


def test_a_report_has_errors_with_causes_and_places(tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as caught:
        read_layout(tmp_path / "none.json")
    lines = format_report(caught.value, [])
    assert any(line.startswith("  studio.documents.files, line ") and line.endswith(", read_bytes") for line in lines)
    assert any(line.startswith("DocumentError: (") for line in lines)
    with pytest.raises(FileNotFoundError) as missing:
        (tmp_path / "none").open()
    assert "FileNotFoundError: ENOENT" in format_report(missing.value, [])
    for text in (
        "'NoneType' object has no attribute 'cells'",
        "list index out of range",
        "unsupported operand type(s) for +: 'int' and 'str'",
        "division by zero",
        "f() missing 1 required positional argument",
        "Internal C++ object (PySide6.QtWidgets.QLabel) already deleted.",
    ):
        assert f"TypeError: {text}" in format_report(TypeError(text), [])


def test_report_has_versions_and_recent_actions(qtbot: QtBot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    make_action(owner, "toy.break", "Break it", "").trigger()
    record_action("ToyPage")
    lines = format_report(RuntimeError("mast"), recent_actions())
    assert __version__ in lines[0] and "Python" in lines[0] and "Qt" in lines[0]
    done = [line.split()[-1] for line in lines[3 : lines.index("", 3)]]
    assert done[-2:] == ["toy.break", "ToyPage"]
    assert lines[-1] == "RuntimeError: (4 characters)"


def test_old_reports_are_deleted(data_folder: Path) -> None:
    folder = log_file().parent
    for number in range(MAX_REPORTS + 2):
        (folder / f"report-2001010{number}-000000.txt").touch()
    written = write_report(RuntimeError("mast"))
    left = sorted(path.name for path in folder.glob("report-*.txt"))
    assert written is not None and len(left) == MAX_REPORTS and left[-1] == written.name
    assert "report-20010100-000000.txt" not in left


def test_unwritable_folder_gives_no_report(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data_folder.mkdir()
    (data_folder / "logs").write_text("a file where the folder should be", encoding="utf-8")
    assert write_report(RuntimeError("mast")) is None
