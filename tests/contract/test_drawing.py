"""Styles, sprites, shared shapes and pieces to print."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

import studio
from studio.core.cancellation import NEVER_CANCELLED
from studio.core.game import State
from studio.core.picture import Gradient, Picture, Recipe, Shape, Sprite, Styles, TextureFill
from studio.core.pieces import CutOuts
from studio.core.plugin import Game
from studio.documents.paths import resources_dir
from studio.drawing.pen import ornament_paths
from studio.drawing.print_layout import Page, PlacedPicture, PrintOptions
from studio.drawing.print_sheets import build_printout
from studio.games import known, load
from studio.gui.style.recipes import parse_recipe
from studio.gui.style.theme import SHARED
from studio.seatiles.style import SEA
from studio.services.loading import load_layout
from tests.contract.cases import Case, each_layout, over, positions
from tests.helpers import SPRITE_NAMES

STUDIO = Path(studio.__file__).parent
each_game = pytest.mark.parametrize("slug", known())


def roles_of(recipe: Recipe) -> Iterator[str]:
    for step in recipe.steps:
        if isinstance(step, Gradient):
            yield from (step.first, step.last)
        elif not isinstance(step, TextureFill):
            yield step.role
    if recipe.text_style:
        yield from filter(None, (recipe.text_style.role, recipe.text_style.plate))


def pictures_of(case: Case) -> Iterator[Picture]:
    """What a window may have to paint of a layout, and of a match on it."""
    game = case.game
    for body in (load_layout(case.layout).body, game.editing.blank()):
        yield from (game.sketch.sketch(body), game.sketch.sketch(body, still=True))
        yield from (item.picture for group in game.sketch.palette(body) for item in group.items)
        yield from (overlay.picture for overlay in game.checks.survey(body, -1, NEVER_CANCELLED).overlays)
        paper = game.sketch.cut_outs(body)
        yield paper.board
        for sort in paper.piece_types:
            yield from (piece.face for piece in sort.pieces)
            yield from filter(None, [sort.back])
    for state in positions(case)[::3]:
        panel = game.panel.panel(state, state.to_move)
        ghosts = [game.picture.preview(state, action) for action in state.legal()[:9]] if state.to_move >= 0 else []
        shown = (game.picture.picture(state, state.to_move), panel.hand, panel.tray and panel.tray.picture, *ghosts)
        yield from filter(None, shown)
        yield from (inset.picture for inset in panel.insets)


@cache
def drawn(slug: str) -> tuple[frozenset[str], frozenset[str]]:
    """The names of styles and of sprites in the pictures of a game, and of styles that it has in store."""
    case = next(case for case in each_layout() if case.slug == slug)
    shapes = [shape for picture in pictures_of(case) for layer in picture.layers for shape in layer.shapes]
    sprites = frozenset(shape.name for shape in shapes if isinstance(shape, Sprite))
    styles = {shape.style for shape in shapes if not isinstance(shape, Sprite)}
    return frozenset(styles | named_in(STUDIO / "games" / slug)), sprites


@cache
def nodes_of(folder: Path) -> tuple[ast.AST, ...]:
    """The syntax nodes of a folder, without its styles."""
    files = [file for file in folder.rglob("*.py") if file.name != "style.py"]
    return tuple(node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


class Texts(NamedTuple):
    """The texts in the code of a folder, and patterns of its formatted texts."""

    plain: set[str]
    filled: set[str]

    def have(self, name: str) -> bool:
        return name in self.plain or any(re.fullmatch(pattern, name) for pattern in self.filled)


def inked(folder: Path) -> set[str]:
    """The styles in the ornaments of a folder; the common ones belong to `drawing`."""
    folder_name = "common" if folder.name == "drawing" else folder.name
    names = [file.stem for file in (resources_dir() / "ornaments" / folder_name).glob("*.svg")]
    return {path.style for name in names for path in ornament_paths(f"{folder_name}/{name}")}


@cache
def texts_of(folder: Path) -> Texts:
    found = Texts(inked(folder), set())
    for node in nodes_of(folder):
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            if any(isinstance(part, str) and re.search(r"\w", part) for part in parts):
                found.filled.add("".join(re.escape(part) if isinstance(part, str) else r"\w+" for part in parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.plain.add(node.value)
    return found


def named_in(folder: Path) -> set[str]:
    """The styles that a folder names in its paths and labels, in code or in ornaments."""
    found = inked(folder)
    for node in nodes_of(folder):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Path", "Label"):
            style = node.args[0] if node.args else None
            if isinstance(style, ast.Constant) and isinstance(style.value, str):
                found.add(style.value)
    return {name for name in found if parse_recipe(name) is None}


def roles_used(styles: Styles, names: frozenset[str]) -> set[str]:
    """The roles of the styles with these names."""
    recipes = [styles.recipes.get(name) or SHARED.recipes.get(name) or parse_recipe(name) for name in names]
    found = {role for recipe in recipes if recipe for role in roles_of(recipe)}
    return {role for role in found if not re.match(r"seat\d\.", role)}


@each_game
def test_every_style_and_sprite_that_a_game_draws_is_its_own_or_shared(slug: str) -> None:
    own, (styles, sprites) = load(slug).style.STYLES, drawn(slug)
    named = {name for name in styles if parse_recipe(name) is None}
    assert named <= own.recipes.keys() | SHARED.recipes.keys()
    assert roles_used(own, styles) <= own.colors.keys() | SHARED.colors.keys()
    assert [name for name in sprites if name not in SPRITE_NAMES] == []


@each_game
def test_no_style_of_a_game_is_unused(slug: str) -> None:
    own, folder = load(slug).style.STYLES, STUDIO / "games" / slug
    all_texts = [texts_of(folder)]
    if "studio.seatiles" in (folder / "style.py").read_text(encoding="utf-8"):
        all_texts.append(texts_of(STUDIO / "seatiles"))
    assert [name for name in own.recipes if not any(texts.have(name) for texts in all_texts)] == []
    roles = {role for recipe in own.recipes.values() for role in roles_of(recipe)}
    for texts in all_texts:  # "fill:ROLE:0.5", or ROLE by itself where it is filled in
        roles |= {part for text in (*texts.plain, *texts.filled) for part in text.split(":")[:2]}
    assert own.colors.keys() - roles == set()


@pytest.mark.long
def test_what_is_shared_is_used_by_two_games_or_by_the_window() -> None:
    users = {name: [slug for slug in known() if name in drawn(slug)[0]] for name in SHARED.recipes}
    for_all = named_in(STUDIO / "drawing")
    assert [name for name, games in users.items() if len(games) < 2 and name not in for_all] == []
    window = texts_of(STUDIO / "gui")
    games = [roles_used(load(slug).style.STYLES, drawn(slug)[0]) for slug in known()]
    by_two = {role for one, other in combinations(games, 2) for role in one & other}
    assert [role for role in SHARED.colors if role not in by_two and not window.have(role)] == []


def test_shared_folders_draw_in_shared_styles_only() -> None:
    assert named_in(STUDIO / "drawing") | named_in(STUDIO / "gui") <= SHARED.recipes.keys()
    assert named_in(STUDIO / "seatiles") <= SEA.recipes.keys() | SHARED.recipes.keys()


def test_the_window_paints_in_shared_roles_only() -> None:
    questions: set[str] = set()
    for file in (STUDIO / "gui").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        questions |= set(re.findall(r'\.color\(\s*"(\w+)"', text)) | set(re.findall(r'"(?:fill|line|dash):(\w+)', text))
    assert len(questions) > 20
    assert questions <= SHARED.colors.keys()


def test_games_do_not_disturb_one_another() -> None:
    styles = {slug: load(slug).style.STYLES for slug in known()}
    for (one, mine), (other, theirs) in combinations([*styles.items(), ("shared", SHARED)], 2):
        both = mine.recipes.keys() & theirs.recipes.keys()
        assert [name for name in both if mine.recipes[name] != theirs.recipes[name]] == [], (one, other)
        roles = mine.colors.keys() & theirs.colors.keys()
        assert [role for role in roles if mine.colors[role] != theirs.colors[role]] == [], (one, other)


# Still shapes are cached: the window keeps them by identity


def pictures_at(game: Game, state: State) -> Iterator[tuple[str, Picture]]:
    """The board at a position and the pictures next to it."""
    panel = game.panel.panel(state, state.to_move)
    yield "board", game.picture.picture(state, state.to_move)
    if panel.hand is not None:
        yield "hand", panel.hand
    if panel.tray is not None:
        yield "tray", panel.tray.picture
    for inset in panel.insets:
        yield inset.title, inset.picture


def still(picture: Picture) -> list[Shape]:
    return [shape for layer in picture.layers if layer.is_still for shape in layer.shapes]


@each_game
def test_still_shapes_of_a_position_are_handed_out_again(slug: str) -> None:
    case = next(case for case in each_layout() if case.slug == slug)
    fresh: dict[str, Shape] = {}
    for state in positions(case)[::3]:
        for (what, one), (_what, other) in zip(*(pictures_at(case.game, state) for _time in range(2)), strict=True):
            pairs = zip(still(one), still(other), strict=True)
            fresh.update((what, mine) for mine, theirs in pairs if mine is not theirs)
    assert fresh == {}


# On paper: every shipped layout has a board and pieces to cut out, all of them on pages


every_drawn_layout = over(case for case in each_layout() if case.layout)


def paper(case: Case) -> CutOuts:
    return case.game.sketch.cut_outs(load_layout(case.layout).body)


@every_drawn_layout
def test_pieces_are_there_and_named(case: Case) -> None:
    found = paper(case)
    assert 15 <= found.unit_mm <= 120
    assert len({sort.title for sort in found.piece_types}) == len(found.piece_types)
    for sort in found.piece_types:
        assert sort.side > 0
        assert all(piece.count > 0 and piece.name for piece in sort.pieces)
        names = Counter(piece.name for piece in sort.pieces)
        assert max(names.values(), default=1) == 1, names.most_common(2)
        xs, ys = zip(*(point[-2:] for point in sort.outline), strict=True)
        for picture in (*(piece.face for piece in sort.pieces), *filter(None, [sort.back])):
            left, top, right, foot = picture.bounds
            assert left <= min(xs) + 1e-6 and top <= min(ys) + 1e-6
            assert right >= max(xs) - 1e-6 and foot >= max(ys) - 1e-6


@every_drawn_layout
def test_all_of_it_lies_on_pages(case: Case) -> None:
    found = paper(case)
    pages = build_printout(found, PrintOptions(backs="none"), "name", "game").pages
    lie = Counter(id(placed.picture) for page in pages for placed in true_size(page))
    expected: Counter[int] = Counter()
    for sort in found.piece_types:
        for piece in sort.pieces:
            expected[id(piece.face)] += piece.count
    assert {face: lie[face] for face in expected} == expected
    assert lie[id(found.board)] >= sum(page.part == "board" for page in pages), "small parts share a page"
    assert not any(layer.name == "locks" for layer in found.board.layers), "padlocks belong to the editor"


def true_size(page: Page) -> list[PlacedPicture]:
    """The pieces to cut out, without bleed and the small pictures in the footer."""
    upright = [placed for placed in page.pictures if placed.across > 0 and placed.down > 0]
    scale = max((placed.across for placed in upright), default=0.0)
    return [placed for placed in upright if placed.across == pytest.approx(scale)]
