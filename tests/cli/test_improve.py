"""The command `improve`: new layouts, told with figures; what cannot be is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.services.loading import load_layout
from tests.cli.test_commands import refused, run

LAYOUT = str(shipped_layouts(slugs()[1])[1])


def test_the_best_are_written_as_new_layouts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("improve", LAYOUT, "--tries", "3", "--matches", "40", "--workers", "1", "-o", str(tmp_path))
    code, out, err = run(capsys, *words)
    assert code in (0, 1) and err == ""
    assert out.startswith("as it is: off by ")
    written = sorted(tmp_path.iterdir())
    assert [path.name for path in written] == [f"{Path(LAYOUT).stem}_{number}.json" for number in (1, 2, 3)]
    assert "evened" in load_layout(written[0]).layout.name
    assert "exists already" in refused(run(capsys, *words))
    data = json.loads(run(capsys, *words[:-2], "--json")[1])
    assert len(data["best"]) == 3 and data["before"]["changed"] == "as it is" and data["files"] == []


def test_what_cannot_be_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "no such folder" in refused(run(capsys, "improve", LAYOUT, "-o", str(tmp_path / "no")))
    assert 'no bot "x"' in refused(run(capsys, "improve", LAYOUT, "--bots", "x"))
