"""Copied under another name, with one line in the list of games, the template is a game like the others."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[3]
NAME = "orchard"


def _copy(folder: Path) -> None:
    """The project with a game made from the template, by the steps of resources/docs/adding_a_game.md."""
    for part in ("studio", "resources", "layouts", "tests"):
        shutil.copytree(HOUSE / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(HOUSE / name, folder)
    pairs = (
        ("studio/games/_template", f"studio/games/{NAME}"),
        ("layouts/_template", f"layouts/{NAME}"),
        ("resources/sprites/_template", f"resources/sprites/{NAME}"),
        ("resources/books/_template", f"resources/books/{NAME}"),
        ("resources/lessons/_template", f"resources/lessons/{NAME}"),
        ("tests/games/template", f"tests/games/{NAME}"),
    )
    for source, target in pairs:
        shutil.copytree(folder / source, folder / target)
        for file in (folder / target).rglob("*"):
            if file.suffix in (".py", ".json", ".md"):
                text = file.read_text(encoding="utf-8").replace("_template", NAME).replace("meadow_", f"{NAME}_")
                file.write_text(text, encoding="utf-8")
    for name in ("test_copy.py", "test_hexagons.py"):
        (folder / "tests" / "games" / NAME / name).unlink()
    registry = folder / "studio" / "games" / "__init__.py"
    text = registry.read_text(encoding="utf-8")
    assert '"columbus")' in text
    registry.write_text(text.replace('"columbus")', f'"columbus", "{NAME}")'), encoding="utf-8")


@pytest.mark.long
def test_a_copy_under_another_name_is_a_game_like_the_others(tmp_path: Path) -> None:
    _copy(tmp_path)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(tmp_path), "HOME": str(tmp_path)}

    def run(*words: str) -> str:
        command = [sys.executable, "-m", *words]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    layout = f"layouts/{NAME}/between_hedges.json"
    assert NAME in run("studio", "games")
    assert "can be played" in run("studio", "validate", layout)
    run("studio", "play", layout, "--seats", "3", "--bots", "greedy,random,random", "--seed", "3", "--record", "m.json")
    run("studio", "render", "m.json", "-o", "board.png")
    assert (tmp_path / "board.png").stat().st_size > 5000
    run("studio.services.schemas")
    run("tests.contract.regenerate", NAME)
    run("mypy", f"studio/games/{NAME}/__init__.py")
    few = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not long")
    run("pytest", *few, "tests/contract", "tests/games/" + NAME, "tests/services", "-k", NAME)
    whole = (
        "tests/gui/shell/test_whole_job.py",
        "tests/gui/play/test_matches.py",
        "tests/gui/style/test_sprites.py",
    )
    run("pytest", *few, *whole, "-k", f"{NAME} or every")
