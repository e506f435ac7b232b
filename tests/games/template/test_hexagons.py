"""The template on hexagons, without its optional modules, passes the main checks of the contract suite."""

from __future__ import annotations

import shutil
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
from tests.contract.cases import Case, positions
from tests.contract.invariants import QUICK, SLOW

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
def test_what_holds_in_every_game_holds_here(holds: Any) -> None:
    for case, state in states():
        holds(case, state)


def test_modules_that_are_left_out_are_the_defaults() -> None:
    game = hexagons()
    assert {game.place_info, game.evaluation, game.stats, game.pieces} == {defaults}


def test_spaces_are_hexagons_in_pictures_ghosts_and_neighbors() -> None:
    case = CASES[0]
    game, board = case.game, case.board
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
