"""The rooms of games: mypy holds each to its protocol, and a room that is silent takes the house's answer."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from studio.games import known, load, slugs

HOUSE = Path(__file__).parents[2]


def test_only_games_that_measure_keep_a_place_for_it() -> None:
    assert {slug for slug in known() if load(slug).has_survey} == set(slugs())  # the template has nothing to measure


@pytest.mark.parametrize("slug", known())
def test_the_door_of_a_game_holds_its_rooms(slug: str) -> None:
    door = HOUSE / "studio" / "games" / slug / "__init__.py"
    assert "Suite[" in door.read_text(encoding="utf-8")


@pytest.mark.long
def test_mypy_finds_what_a_room_lacks_and_what_it_asks_wrongly(tmp_path: Path) -> None:
    """A renamed `eraser` and a `preview` with another signature, each in a copy of the house."""
    studio = tmp_path / "studio"
    shutil.copytree(HOUSE / "studio", studio, ignore=shutil.ignore_patterns("__pycache__", "gui"))
    shutil.copy(HOUSE / "pyproject.toml", tmp_path)
    _plant(studio / "games/columbus/editing/__init__.py", r"\beraser\b", "rubber")
    _plant(studio / "games/goldland/drawing/picture.py", r"def preview\(state: State, ", "def preview(state: Board, ")
    command = [sys.executable, "-m", "mypy", "studio/games/columbus/__init__.py", "studio/games/goldland/__init__.py"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    blamed = re.findall(r"studio/games/(\w+)/__init__\.py:\d+: error: .* expected \"(\w+)\[", found.stdout)
    assert sorted(blamed) == [("columbus", "EditingRoom"), ("goldland", "PictureRoom")], found.stdout + found.stderr


def _plant(path: Path, pattern: str, instead: str) -> None:
    """A fault in a file of the copy."""
    text = path.read_text(encoding="utf-8")
    assert re.search(pattern, text)
    path.write_text(re.sub(pattern, instead, text), encoding="utf-8")
