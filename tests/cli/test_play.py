"""The command `puzzle`: checks, solutions, and what cannot be used."""

from __future__ import annotations

from pathlib import Path

from studio.documents.lessons import read_puzzle
from studio.documents.paths import shipped_lessons
from studio.games import slugs
from tests.helpers import Cli

FILES = [path for slug in slugs() for path in shipped_lessons(slug, "puzzle")]
SHORT = min(FILES, key=lambda path: len(read_puzzle(path).solution))


def changed(folder: Path, old: str, new: str) -> str:
    text = SHORT.read_text(encoding="utf-8")
    assert old in text
    (folder / "puzzle.json").write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(folder / "puzzle.json")


def test_a_puzzle_is_checked(cli: Cli) -> None:
    out = cli("puzzle", SHORT).out
    assert read_puzzle(SHORT).goal in out and "The greedy bot does not solve it." in out


def test_the_solution_is_printed(cli: Cli) -> None:
    lines = cli("puzzle", SHORT, "--solve").out.splitlines()
    assert len(lines) == len(read_puzzle(SHORT).solution) and lines[0].strip().startswith("1  Ada")


def test_the_answer_may_be_no(tmp_path: Path, cli: Cli) -> None:
    goal = read_puzzle(SHORT).goal.replace('"', '\\"')
    assert (
        "no solution exists"
        in cli("puzzle", changed(tmp_path, f'"goal": "{goal}"', '"goal": "points > 9999"'), code=1).out
    )
    assert "too easy" in cli("puzzle", changed(tmp_path, f'"goal": "{goal}"', '"goal": "points >= 0"'), code=1).out


def test_plain_data(cli: Cli) -> None:
    shown = cli.json("puzzle", SHORT)
    assert (
        shown["solved"]
        and not shown["greedy"]
        and shown["given"] == "solved"
        and len(shown["words"]) == len(shown["way"])
    )


def test_files_that_are_no_puzzles_are_rejected(tmp_path: Path, cli: Cli) -> None:
    assert "gems" in cli("puzzle", changed(tmp_path, '"goal": "', '"goal": "gems + '), code=2).err
    cli("puzzle", tmp_path / "nothing.json", code=2)
    assert "did not finish within" in cli("puzzle", SHORT, "--timeout", "0.001", code=2).err
