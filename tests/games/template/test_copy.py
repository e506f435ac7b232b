"""Copies of the template: under another name, and on hexagons."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from studio.core import defaults
from studio.core.game import State
from studio.core.plugin import Game
from studio.core.problems import Severity
from tests.contract.cases import QUICK, SLOW, Case, positions

ROOT = Path(__file__).parents[3]
NAME = "orchard"


def _copy(folder: Path) -> None:
    """The project with a game made from the template, by the steps of resources/docs/adding_a_game.md."""
    for part in ("studio", "resources", "layouts", "tests", "packaging"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder)
    folders = ["studio/games", "layouts", "resources/sprites", "resources/books", "resources/lessons"]
    for parent, source in (*((one, "_template") for one in folders), ("tests/games", "template")):
        target = folder / parent / NAME
        shutil.copytree(folder / parent / source, target)
        for file in target.rglob("*"):
            if file.suffix in (".py", ".json", ".md"):
                text = file.read_text(encoding="utf-8").replace("_template", NAME).replace("meadow_", f"{NAME}_")
                file.write_text(text, encoding="utf-8")
    (folder / "tests" / "games" / NAME / "test_copy.py").unlink()
    registry = folder / "studio" / "games" / "__init__.py"
    text = registry.read_text(encoding="utf-8")
    assert '"columbus")' in text
    registry.write_text(text.replace('"columbus")', f'"columbus", "{NAME}")'), encoding="utf-8")


@pytest.mark.long
def test_a_copy_under_another_name_is_a_game_like_the_others(tmp_path: Path) -> None:
    _copy(tmp_path)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(tmp_path), "HOME": str(tmp_path)}

    def run(*words: str) -> str:
        command = [sys.executable, *([] if words[0].endswith(".py") else ["-m"]), *words]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    layout = f"layouts/{NAME}/between_hedges.json"
    assert NAME in run("studio", "games")
    assert "can be played" in run("studio", "validate", layout)
    run("studio", "play", layout, "--seats", "3", "--bots", "greedy,random,random", "--seed", "3", "-o", "m.json")
    run("studio", "render", "m.json", "-o", "board.png")
    assert (tmp_path / "board.png").stat().st_size > 5000
    run("packaging/json_schemas.py")
    run("tests.contract.regenerate", NAME)
    run("mypy", f"studio/games/{NAME}/__init__.py")
    few = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not long")
    run("pytest", *few, "tests/contract", "tests/games/" + NAME, "tests/services", "-k", NAME)
    whole = [f"tests/gui/{name}.py" for name in ("shell/test_whole_job", "play/test_matches", "style/test_sprites")]
    run("pytest", *few, *whole, "-k", f"{NAME} or every")


# On hexagons, without the optional modules


TEMPLATE = Path(__file__).parents[3] / "studio" / "games" / "_template"
OPTIONAL = ("place_info", "evaluation", "stats")


@cache
def hexagons() -> Game:
    """A copy of the template of which one line of the body and the list of modules are changed."""
    package = Path(tempfile.mkdtemp()) / "hexagonal_meadow"
    shutil.copytree(TEMPLATE, package, ignore=shutil.ignore_patterns("__pycache__", *(f"{one}.py" for one in OPTIONAL)))
    for file in package.glob("*.py"):
        text = file.read_text(encoding="utf-8").replace("studio.games._template", package.name)
        if file.name == "body.py":
            text = text.replace("SquareGrid", "HexGrid")
        file.write_text(text, encoding="utf-8")
    sys.path.append(str(package.parent))
    try:
        game: Game = import_module(package.name).GAME
        for module in ("rules", "body", "text", "checks", "editing", "generation", "picture", "sketch", "panel"):
            getattr(game, module)
    finally:
        sys.path.remove(str(package.parent))
        shutil.rmtree(package.parent)
    return game


class HexCase(Case):
    __slots__ = ()

    @property
    def game(self) -> Game:
        return hexagons()

    @property
    def board(self) -> Any:
        game = hexagons()
        return game.body.build(game.body.parse({"spaces": ["..#...", "......", "...#..", "......"]}))


CASES = [HexCase("hexagonal_meadow", "", seats) for seats in (2, 3, 4)]


def states() -> list[tuple[Case, State]]:
    return [(case, state) for case in CASES for state in positions(case)]


@pytest.mark.parametrize("holds", [*QUICK, *SLOW], ids=lambda check: str(check.__name__))
def test_invariants_of_every_game_hold_on_hexagons(holds: Any) -> None:
    for case, state in states():
        holds(case, state)


def test_spaces_are_hexagons_in_pictures_ghosts_and_neighbors() -> None:
    game, board = hexagons(), CASES[0].board
    assert {game.place_info, game.evaluation, game.stats, game.pieces} == {defaults}
    assert board.grid.sides == 6 and max(map(len, board.neighbors)) == 6
    for _case, state in states():
        picture = game.picture.picture(state, 0)
        assert {len(target.outline) for target in picture.targets} == {6}
        for action in state.legal() if state.to_move >= 0 else ():
            ghost = game.picture.preview(state, action)
            assert ghost is None or ghost.bounds[3] - ghost.bounds[1] > 1.1  # higher than it is wide
        assert game.panel.panel(state, 0).seats


def test_layouts_are_edited_drawn_and_generated() -> None:
    game = hexagons()
    body = game.editing.blank()
    assert game.body.parse(game.body.to_plain(body)) == body
    for group in game.sketch.palette(body):
        for item in group.items:
            after = game.editing.stamp(body, 7, item.stamp)
            assert game.editing.pick(after, 7) == item.stamp
            assert game.sketch.ghost(body, 7, item.stamp) is not None
            assert len(game.sketch.sketch(after).targets) == game.body.grid(after).count
    assert game.editing.resize(game.editing.resize(body, 1, 2, 0, 0), -1, -2, 0, 0) == body
    assert game.sketch.cut_outs(body).piece_types
    for template in game.generation.templates():
        made = game.generation.make(template.recipe, 3)
        assert not [problem for problem in game.checks.check(made) if problem.severity == Severity.ERROR]
    for code in game.checks.codes():
        assert game.checks.explain(code)
