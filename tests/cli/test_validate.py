"""The commands `explain` and `survey`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from studio.cli import main
from studio.core.cancellation import NEVER_CANCELLED
from studio.documents.paths import shipped_layouts
from studio.games import load, slugs
from studio.services.loading import layout_from_body, load_layout, save_layout


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A layout with land against sea."""
    opened = load_layout(shipped_layouts("entdecker")[0])
    (fault, *_mended) = opened.game.checks.explain("edge.mismatch").examples
    save_layout(replace(layout_from_body("entdecker", fault.body), path=None), tmp_path / "faulty.json")
    return tmp_path / "faulty.json"


def test_a_code_is_explained_with_its_clause_and_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "edge.mismatch"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("edge.mismatch: Edges that do not match (T4 · ")
    assert "Entdecker and Die Neuen Entdecker" in out or "Die Neuen Entdecker and Entdecker" in out
    assert out.count("edge.mismatch:") == 1 and max(map(len, out.splitlines())) <= 92


def test_a_code_that_means_two_things_is_explained_twice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "tiles.too_few"]) == 0
    out = capsys.readouterr().out
    assert out.count("tiles.too_few:") == 2 and "Goldland" in out
    assert main(["explain", "tiles.too_few", "--json"]) == 0
    messages: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    assert {entry["game"] for entry in messages} == {"entdecker", "neue_entdecker", "goldland"}
    assert all(entry["paragraphs"] and entry["matters"] and entry["title"] for entry in messages)


def test_every_code_of_every_game_can_be_explained(capsys: pytest.CaptureFixture[str]) -> None:
    from studio.games import load

    for code in {code for slug in slugs() for code in load(slug).checks.codes()}:
        assert main(["explain", code]) == 0
        assert capsys.readouterr().out.startswith(f"{code}: ")


def test_a_layout_is_explained_problem_by_problem(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(faulty)]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Edges that do not match (T4)" in out
    assert "→ Here: B2 and C2 do not match" in out
    assert "the layout cannot be played" in out and "What would mend it: Turn B2." in out
    assert main(["explain", str(faulty), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown[0]["code"] == "edge.mismatch" and shown[0]["here"][0].startswith("B2 and C2")


def test_validate_explains_in_passing(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(faulty)]) == 1
    assert "Edges that do not match" not in capsys.readouterr().out
    assert main(["validate", str(faulty), "--explain"]) == 1
    assert "Edges that do not match (T4)" in capsys.readouterr().out
    assert main(["validate", str(faulty), "--explain", "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert found["problems"][0]["explanation"]["clause"] == "T4"


def test_a_rule_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "N8"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("N8: Gaps close by themselves (Die Neuen Entdecker)") and "*" not in out
    assert max(map(len, out.splitlines())) <= 92
    assert main(["explain", "T9", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["clause"] == "T9" and shown["blocks"][0]["kind"] == "words"


def test_unknown_codes_are_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "edge.mismach"]) == 2
    assert 'did you mean "edge.mismatch"?' in capsys.readouterr().err
    assert main(["explain", "a potato"]) == 2
    assert "neither the code of a finding nor a clause nor a file" in capsys.readouterr().err
    assert main(["explain", ""]) == 2
    assert capsys.readouterr().err.count("\n") == 1


MEASURED = [slug for slug in slugs() if load(slug).has_survey]


@pytest.mark.parametrize("slug", MEASURED)
def test_the_figures_are_those_of_the_window(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = shipped_layouts(slug)[0]
    opened = load_layout(path)
    survey = opened.game.checks.survey(opened.body, -1, NEVER_CANCELLED)
    assert main(["survey", str(path), "--json"]) == 0
    (shown,) = json.loads(capsys.readouterr().out)
    assert shown["caption"] == survey.caption and shown["game"] == slug
    assert [(one["key"], one["value"]) for one in shown["overlays"]] == [
        (one.key, one.value) for one in survey.overlays
    ]
    assert [[row["cells"] for row in table["rows"]] for table in shown["tables"]] == [
        [list(row.cells) for row in table.rows] for table in survey.tables
    ]
    assert main(["survey", str(path)]) == 0
    text = capsys.readouterr().out
    for table in survey.tables:
        assert table.title in text and table.note in text
        for row in table.rows:
            assert any(all(cell in line for cell in row.cells) for line in text.splitlines()), row


@pytest.mark.parametrize("slug", MEASURED)
def test_every_place_can_be_measured_from(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(shipped_layouts(slug)[0])
    assert main(["survey", path, "--json"]) == 0
    (shown,) = json.loads(capsys.readouterr().out)
    for place in shown["choices"][:3]:
        assert main(["survey", path, "--from", place, "--json"]) == 0
        (other,) = json.loads(capsys.readouterr().out)
        assert other["from"] == place
    for wrong in ("ZZ9", "A1 up", "nowhere", "K11 north"):
        assert main(["survey", path, "--from", wrong]) == 2
        refusal = capsys.readouterr().err
        assert wrong in refusal and shown["choices"][0] in refusal and "\n" not in refusal.strip()


def test_unusable_files_are_reported_and_the_rest_is_measured(
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
