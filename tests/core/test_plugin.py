"""The modules of games: mypy checks each against its protocol; an optional one may be missing or empty."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from studio.core import defaults
from studio.core.plugin import Game, GamePlugin
from studio.games import known, load, slugs

ROOT = Path(__file__).parents[2]
OPTIONAL = ("place_info", "evaluation", "stats")


def test_only_games_that_can_be_measured_have_a_survey() -> None:
    assert {slug for slug in known() if load(slug).has_survey} == set(slugs())  # not the template


@pytest.mark.parametrize("slug", known())
def test_mypy_compares_the_modules_of_every_game(slug: str) -> None:
    package = ROOT / "studio" / "games" / slug / "__init__.py"
    assert "GameModules[" in package.read_text(encoding="utf-8")


@pytest.mark.parametrize("text", [None, '"""Nothing yet."""\n'], ids=["missing", "empty"])
def test_an_optional_module_that_is_missing_or_empty_falls_back_to_defaults(
    text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = f"bare_game_{'missing' if text is None else 'empty'}"
    drawing = tmp_path / package / "drawing"
    drawing.mkdir(parents=True)
    for path in (drawing / "__init__.py", drawing.parent / "__init__.py"):
        path.write_text("", encoding="utf-8")
    if text is not None:
        for path in (drawing / "piece_editor.py", *(drawing.parent / f"{name}.py" for name in OPTIONAL)):
            path.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    game: Game = GamePlugin(package, load("_template")._info)
    assert not game.has_piece_editor
    assert {game.pieces, game.place_info, game.evaluation, game.stats} == {defaults}
    with pytest.raises(ModuleNotFoundError):
        _ = game.rules


@pytest.mark.long
def test_mypy_reports_a_missing_function_and_a_wrong_signature(tmp_path: Path) -> None:
    """Rename `eraser` and change the signature of `preview`, each in a copy of the program."""
    studio = tmp_path / "studio"
    shutil.copytree(ROOT / "studio", studio, ignore=shutil.ignore_patterns("__pycache__", "gui"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    _plant(studio / "games/columbus/editing.py", r"\beraser\b", "rubber")
    _plant(studio / "games/goldland/drawing/picture.py", r"def preview\(state: State, ", "def preview(state: Board, ")
    command = [sys.executable, "-m", "mypy", "studio/games/columbus/__init__.py", "studio/games/goldland/__init__.py"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    reported = re.findall(r"studio/games/(\w+)/__init__\.py:\d+: error: .* expected \"(\w+)\[", found.stdout)
    assert sorted(reported) == [("columbus", "EditingProtocol"), ("goldland", "PictureProtocol")], (
        found.stdout + found.stderr
    )


def _plant(path: Path, pattern: str, instead: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.search(pattern, text)
    path.write_text(re.sub(pattern, instead, text), encoding="utf-8")
