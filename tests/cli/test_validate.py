"""The commands `explain` and `survey`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from studio.core.cancellation import NEVER_CANCELLED
from studio.documents.paths import shipped_layouts
from studio.games import load, slugs
from studio.services.loading import layout_from_body, load_layout, save_layout
from tests.cli.test_layouts import rich
from tests.helpers import Cli


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A layout with land against sea."""
    opened = load_layout(shipped_layouts("entdecker")[0])
    (fault, *_fixed) = opened.game.checks.explain("edge.mismatch").examples
    save_layout(replace(layout_from_body("entdecker", fault.body), path=None), tmp_path / "faulty.json")
    return tmp_path / "faulty.json"


def test_a_code_is_explained_with_its_clause_and_games(cli: Cli) -> None:
    out = cli("explain", "edge.mismatch").out
    assert out.startswith("edge.mismatch: Edges that do not match (T4 · ")
    assert "Entdecker and Die Neuen Entdecker" in out or "Die Neuen Entdecker and Entdecker" in out
    assert out.count("edge.mismatch:") == 1 and max(map(len, out.splitlines())) <= 92


def test_a_code_that_means_two_things_is_explained_twice(cli: Cli) -> None:
    out = cli("explain", "tiles.too_few").out
    assert out.count("tiles.too_few:") == 2 and "Goldland" in out
    messages: list[dict[str, Any]] = cli.json("explain", "tiles.too_few")
    assert {entry["game"] for entry in messages} == {"entdecker", "neue_entdecker", "goldland"}
    assert all(entry["paragraphs"] and entry["matters"] and entry["title"] for entry in messages)


def test_every_code_of_every_game_can_be_explained(cli: Cli) -> None:
    for code in {code for slug in slugs() for code in load(slug).checks.codes()}:
        assert cli("explain", code).out.startswith(f"{code}: ")


def test_a_layout_is_explained_problem_by_problem(faulty: Path, cli: Cli) -> None:
    out = " ".join(cli("explain", faulty).out.split())
    assert "Edges that do not match (T4)" in out
    assert "→ Here: B2 and C2 do not match" in out
    assert "Fix this error before you play the layout. Fix: Rotate B2." in out
    shown = cli.json("explain", faulty)
    assert shown[0]["code"] == "edge.mismatch" and shown[0]["here"][0].startswith("B2 and C2")


def test_validate_explains_in_passing(faulty: Path, cli: Cli) -> None:
    assert "Edges that do not match" not in cli("validate", faulty, code=1).out
    assert "Edges that do not match (T4)" in cli("validate", faulty, "--explain", code=1).out
    (found,) = cli.json("validate", faulty, "--explain", code=1)
    assert found["problems"][0]["explanation"]["clause"] == "T4"


def test_a_rule_is_printed(cli: Cli) -> None:
    out = cli("explain", "N8").out
    assert out.startswith("N8: Gaps are filled (Die Neuen Entdecker)") and "*" not in out
    assert max(map(len, out.splitlines())) <= 92
    shown = cli.json("explain", "T9")
    assert shown["clause"] == "T9" and shown["blocks"][0]["kind"] == "words"


def test_unknown_codes_are_rejected(cli: Cli) -> None:
    assert 'did you mean "edge.mismatch"?' in cli("explain", "edge.mismach", code=2).err
    assert "neither a problem code nor a rule nor a file" in cli("explain", "a potato", code=2).err
    assert cli("explain", "", code=2).err.count("\n") == 1


MEASURED = [slug for slug in slugs() if load(slug).has_survey]


@pytest.mark.parametrize("slug", MEASURED)
def test_the_figures_are_those_of_the_window(slug: str, cli: Cli) -> None:
    path = shipped_layouts(slug)[0]
    opened = load_layout(path)
    survey = opened.game.checks.survey(opened.body, -1, NEVER_CANCELLED)
    (shown,) = cli.json("survey", path)
    assert shown["caption"] == survey.caption and shown["game"] == slug
    assert [(one["key"], one["value"]) for one in shown["overlays"]] == [
        (one.key, one.value) for one in survey.overlays
    ]
    assert [[row["cells"] for row in table["rows"]] for table in shown["tables"]] == [
        [list(row.cells) for row in table.rows] for table in survey.tables
    ]
    text = cli("survey", path).out
    for table in survey.tables:
        assert table.title in text and table.note in text
        for row in table.rows:
            assert any(all(cell in line for cell in row.cells) for line in text.splitlines()), row


@pytest.mark.parametrize("slug", MEASURED)
def test_every_place_can_be_measured_from(slug: str, cli: Cli) -> None:
    path = str(shipped_layouts(slug)[0])
    (shown,) = cli.json("survey", path)
    for place in shown["choices"][:3]:
        (other,) = cli.json("survey", path, "--from", place)
        assert other["from"] == place
    for wrong in ("ZZ9", "A1 up", "nowhere", "K11 north"):
        refusal = cli("survey", path, "--from", wrong, code=2).err
        assert wrong in refusal and shown["choices"][0] in refusal and "\n" not in refusal.strip()


def test_unusable_files_are_reported_and_the_rest_is_measured(tmp_path: Path, cli: Cli) -> None:
    broken, fine = tmp_path / "broken.json", shipped_layouts(MEASURED[0])[0]
    broken.write_text("{", encoding="utf-8")
    captured = cli("survey", broken, fine, "--json", code=2)
    first, second = json.loads(captured.out)
    assert first["unusable"] and second["tables"] and captured.err.count("\n") == 1


def test_it_says_when_time_is_over(cli: Cli) -> None:
    path = next(path for slug in MEASURED for path in shipped_layouts(slug))
    assert "survey not finished within" in cli("survey", path, "--timeout", "0.000001", code=2).err


# Ignored problems


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A sea that can be played, with findings that are no errors."""
    raw = json.loads(shipped_layouts("columbus")[0].read_text("utf-8"))
    raw["from_tomorrow"] = 1  # a warning
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    return path


def put(path: Path, *entries: dict[str, str]) -> None:
    raw = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**raw, "ignored": entries}), encoding="utf-8")


def test_validate_separates_ignored_problems(odd: Path, cli: Cli) -> None:
    cli("validate", odd)
    cli("validate", "--strict", odd, code=1)
    put(odd, {"code": "file.unknown", "reason": "a friend's field"}, {"code": "gone", "reason": "once", "spaces": "A1"})
    out = cli("validate", "--strict", odd).out
    assert "ignored: 1)" in out and "ignored: warning file.unknown" in out and "Reason: a friend's field" in out
    assert "gone [A1] (once): ignored, but no longer found." in out
    (shown,) = cli.json("validate", odd)
    assert [problem["code"] for problem in shown["ignored"]] == ["file.unknown"]
    assert shown["ignored"][0]["reason"] == "a friend's field"
    assert "file.unknown" not in [problem["code"] for problem in shown["problems"]]
    assert shown["not_found"] == [{"code": "gone", "reason": "once", "spaces": ["A1"], "fields": []}]


def test_unused_entries_are_reported_only_after_all_checks(odd: Path, cli: Cli) -> None:
    put(odd, {"code": "gone", "reason": "once"})
    assert "no longer found" not in cli("validate", "--no-verify", odd).out
    assert cli.json("validate", "--no-verify", odd)[0]["not_found"] is None


def test_an_error_stays_an_error_whatever_the_file_says(odd: Path, cli: Cli) -> None:
    raw = json.loads(odd.read_text("utf-8"))
    raw["body"]["tiles"] = {}  # nothing to fill a rack with
    odd.write_text(json.dumps(raw), encoding="utf-8")
    codes = {p["code"] for p in cli.json("validate", odd, code=1)[0]["problems"] if p["severity"] == "error"}
    put(odd, *({"code": code, "reason": "never mind"} for code in codes))
    assert "errors cannot be ignored." in cli("validate", odd, code=1).out


def test_fix_leaves_ignored_problems_alone(tmp_path: Path, cli: Cli) -> None:
    path = rich(tmp_path / "rich.json")
    put(path, {"code": "gold.over_cap", "reason": "as drawn"})
    cli("fix", path)
    message = cli("fix", path, "--code", "gold.over_cap")
    assert 'the layout ignores the problems "gold.over_cap"; they are not fixed' in message.err
    assert ", 1 ignored" in message.out
    assert json.loads(path.read_text("utf-8"))["body"]["gold"]["start"] == 9
    put(path)
    assert "1 problem fixed" in cli("fix", path, "--code", "gold.over_cap").out
    assert json.loads(path.read_text("utf-8"))["body"]["gold"]["start"] == 8
