"""What is looked into of an installation: a whole one is found whole, and each thing that is amiss is found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from studio.documents import paths
from studio.documents.paths import set_data_dir
from studio.services.diagnostics import CheckResult, report_lines, run_diagnostics

pytestmark = pytest.mark.usefixtures("data_folder")


def amiss() -> dict[str, str]:
    return {one.title: one.text for one in run_diagnostics() if not one.is_ok}


def test_this_installation_is_whole_and_nothing_is_left_behind(data_folder: Path) -> None:
    looked = list(run_diagnostics())
    assert all(one.is_ok and one.text for one in looked), looked
    assert [line.split()[0] for line in report_lines(looked)] == ["OK"] * len(looked)
    assert list(data_folder.iterdir()) == []


def test_defects_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    (tmp_path / "file").touch()
    monkeypatch.setattr(paths, "shipped_layouts", lambda _game="": [broken])
    set_data_dir(tmp_path / "file" / "data")
    found = amiss()
    assert set(found) == {"Layouts", "Data folder"}
    assert "broken.json" in found["Layouts"]


def test_lines_stand_under_each_other() -> None:
    messages = list(report_lines([CheckResult("A", True, "one"), CheckResult("Long", False, "two")]))
    assert messages == ["OK       A     one", "problem  Long  two"]


def test_the_command_prints_everything(tmp_path: Path) -> None:
    texts = [sys.executable, "-m", "studio", "check", "--json", "--data-dir", str(tmp_path)]
    done = subprocess.run(texts, capture_output=True, text=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    assert (done.returncode, done.stderr) == (0, "")
    shown = json.loads(done.stdout)
    assert {"Fonts", "Images", "Window system", "Libraries"} <= {one["what"] for one in shown}
    assert all(one["ok"] for one in shown)
