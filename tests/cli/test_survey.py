"""`survey`: the figures of a layout in words and as data; 0 measured, 2 unusable."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from studio.cli import main
from studio.core.cancellation import NEVER_CANCELLED
from studio.documents.paths import shipped_layouts
from studio.games import load, slugs
from studio.services.loading import load_layout

MEASURED = [slug for slug in slugs() if load(slug).has_survey]


@pytest.mark.parametrize("slug", MEASURED)
def test_the_figures_are_those_of_the_window(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = shipped_layouts(slug)[0]
    opened = load_layout(path)
    survey = opened.game.checks.survey(opened.body, -1, NEVER_CANCELLED)
    assert main(["survey", str(path), "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["caption"] == survey.caption and told["game"] == slug
    assert [(one["key"], one["value"]) for one in told["overlays"]] == [(one.key, one.value) for one in survey.overlays]
    assert [[row["cells"] for row in table["rows"]] for table in told["tables"]] == [
        [list(row.cells) for row in table.rows] for table in survey.tables
    ]
    assert main(["survey", str(path)]) == 0
    words = capsys.readouterr().out
    for table in survey.tables:
        assert table.title in words and table.note in words
        for row in table.rows:
            assert any(all(cell in line for cell in row.cells) for line in words.splitlines()), row


@pytest.mark.parametrize("slug", MEASURED)
def test_every_place_can_be_measured_from(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(shipped_layouts(slug)[0])
    assert main(["survey", path, "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    for place in told["choices"][:3]:
        assert main(["survey", path, "--from", place, "--json"]) == 0
        (other,) = json.loads(capsys.readouterr().out)
        assert other["from"] == place
    for wrong in ("ZZ9", "A1 up", "nowhere", "K11 north"):
        assert main(["survey", path, "--from", wrong]) == 2
        refusal = capsys.readouterr().err
        assert wrong in refusal and told["choices"][0] in refusal and "\n" not in refusal.strip()


def test_what_cannot_be_used_is_told_and_the_rest_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken, fine = tmp_path / "broken.json", shipped_layouts(MEASURED[0])[0]
    broken.write_text("{", encoding="utf-8")
    assert main(["survey", str(broken), str(fine), "--json"]) == 2
    captured = capsys.readouterr()
    first, second = json.loads(captured.out)
    assert first["unusable"] and second["tables"] and captured.err.count("\n") == 1


def test_it_says_when_time_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    path = next(path for slug in MEASURED for path in shipped_layouts(slug))
    assert main(["survey", str(path), "--seconds", "0.000001"]) == 2
    assert "not measured within" in capsys.readouterr().err
