"""The command `puzzle`: checks, solutions, and what cannot be used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from studio.cli import main
from studio.documents.lessons import read_puzzle
from studio.documents.paths import shipped_lessons
from studio.games import slugs

FILES = [path for slug in slugs() for path in shipped_lessons(slug, "puzzle")]
SHORT = min(FILES, key=lambda path: len(read_puzzle(path).solution))


def changed(folder: Path, old: str, new: str) -> str:
    text = SHORT.read_text(encoding="utf-8")
    assert old in text
    (folder / "puzzle.json").write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(folder / "puzzle.json")


def test_a_puzzle_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", str(SHORT)]) == 0
    out = capsys.readouterr().out
    assert read_puzzle(SHORT).goal in out and "The greedy bot does not solve it." in out


def test_the_solution_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", str(SHORT), "--solve"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(read_puzzle(SHORT).solution) and lines[0].strip().startswith("1  Ada")


def test_the_answer_may_be_no(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    goal = read_puzzle(SHORT).goal.replace('"', '\\"')
    assert main(["puzzle", changed(tmp_path, f'"goal": "{goal}"', '"goal": "points > 9999"')]) == 1
    assert "no way leads to the goal" in capsys.readouterr().out
    assert main(["puzzle", changed(tmp_path, f'"goal": "{goal}"', '"goal": "points >= 0"')]) == 1
    assert "no puzzle" in capsys.readouterr().out


def test_plain_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", str(SHORT), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (
        shown["solved"]
        and not shown["greedy"]
        and shown["given"] == "solved"
        and len(shown["words"]) == len(shown["way"])
    )


def test_files_that_are_no_puzzles_are_rejected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", changed(tmp_path, '"goal": "', '"goal": "gems + ')]) == 2
    assert "gems" in capsys.readouterr().err
    assert main(["puzzle", str(tmp_path / "nothing.json")]) == 2
    capsys.readouterr()
    assert main(["puzzle", str(SHORT), "--seconds", "0.001"]) == 2
    assert "longer than" in capsys.readouterr().err
