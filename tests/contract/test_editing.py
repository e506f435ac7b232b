"""Edits of layouts: stamps, forms, sizes, completion, coasts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from studio.core.cancellation import NEVER_CANCELLED
from studio.core.form import Field, Section, Stamp, StampItem
from studio.core.game import Body, Json
from studio.core.picture import edge_target, is_edge
from studio.core.plugin import Game
from studio.core.problems import NotCompletable, Severity
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import known, load
from studio.services.loading import LoadedLayout, load_layout
from tests.contract.cases import is_sentence
from tests.gui.editor import toy

SOME = 7  # places of a sort that are tried: all of them would be thousands of edits a board


@dataclass(frozen=True, slots=True)
class Board:
    """A layout to be edited: a shipped one of a game, or a small one of the toy (an empty path)."""

    slug: str
    path: Path | None
    is_quick: bool = False  # of fields alike (those of all tiles, say) only the first is filled in

    def __str__(self) -> str:
        return f"{self.slug}-{self.path.stem}{'-quick' * self.is_quick}" if self.path else self.slug

    @property
    def game(self) -> Game:
        return _opened(self).game

    @property
    def body(self) -> Body:
        return _opened(self).body

    def places(self, on: str) -> list[int]:
        """All cells, or all edges, of the layout as the editor shows it."""
        shown = sorted({target.cell for target in self.game.sketch.sketch(self.body).targets})
        return [target for target in shown if is_edge(target) == (on == "edges")]

    def targets(self, on: str) -> list[int]:
        """Some of them; the first and the last among them."""
        places = self.places(on)
        return sorted({places[index * (len(places) - 1) // (SOME - 1)] for index in range(SOME)}) if places else []

    def items(self) -> Iterator[tuple[str, StampItem]]:
        """Where stamps of the palette go, and the stamps."""
        for group in self.game.sketch.palette(self.body):
            yield from ((group.on, item) for item in group.items)


@cache
def _opened(board: Board) -> LoadedLayout:
    if board.path:
        return load_layout(board.path)
    return toy.opened(toy.blank(hexagons=board.slug.endswith("hexagons")))


def _boards() -> Iterator[object]:
    yield from (Board(slug, None) for slug in ("toy of squares", "toy of hexagons"))
    for slug in known():
        yield Board(slug, shipped_layouts(slug)[0], is_quick=True)
        yield from (pytest.param(Board(slug, path), marks=pytest.mark.long) for path in shipped_layouts(slug))


@pytest.fixture(params=_boards(), ids=str, scope="module")
def board(request: pytest.FixtureRequest) -> Iterator[Board]:
    """A layout that no edit of it changes."""
    found: Board = request.param
    before = found.game.body.to_plain(found.body)
    yield found
    assert found.game.body.to_plain(found.body) == before


def test_every_stamp_of_the_palette_can_be_painted_and_picked(board: Board) -> None:
    game, body = board.game, board.body
    for on, item in board.items():
        assert on in ("cells", "edges")
        for target in board.targets(on):
            after = game.editing.stamp(body, target, item.stamp)
            assert game.editing.stamp(after, target, item.stamp) is after, "a second dab changes nothing"
            if after is not body:
                assert after != body and game.editing.pick(after, target) == item.stamp
        assert any(
            game.editing.pick(game.editing.stamp(body, place, item.stamp), place) == item.stamp
            for place in board.places(on)
        )


def test_stamping_the_picked_stamp_changes_nothing(board: Board) -> None:
    game, body = board.game, board.body
    for target in (*board.targets("cells"), *board.targets("edges")):
        assert game.editing.stamp(body, target, game.editing.pick(body, target)) is body


def test_erasing_twice_changes_nothing_more(board: Board) -> None:
    game, body = board.game, board.body
    for target in (*board.targets("cells"), *board.targets("edges")):
        erased = game.editing.stamp(body, target, game.editing.eraser(body, target))
        assert erased is body or game.editing.pick(erased, target) == game.editing.eraser(erased, target)
        assert game.editing.stamp(erased, target, game.editing.eraser(erased, target)) is erased


def test_turning_all_the_way_round_and_mirroring_twice_change_nothing(board: Board) -> None:
    game, body = board.game, board.body
    sides = game.body.grid(body).sides
    keys = {item.stamp.key: item.turns for _on, item in board.items()}
    for key, turns in keys.items():
        for stamp in (Stamp(key, turn) for turn in range(turns)):
            assert game.editing.rotate_stamp(body, stamp, sides) == game.editing.rotate_stamp(body, stamp, 0) == stamp
            assert game.editing.rotate_stamp(body, game.editing.rotate_stamp(body, stamp, 1), sides - 1) == stamp
            for upright in (False, True):
                image = game.editing.mirror_stamp(body, stamp, upright)
                assert image.key in keys and 0 <= image.turn < keys[image.key]
                back = game.editing.mirror_stamp(body, image, upright)
                # a piece that exists on one side of the board only (Florida) has another image on the other
                assert back == stamp or (
                    back.key != stamp.key and game.editing.mirror_stamp(body, back, upright) == image
                )


def test_every_field_accepts_its_own_value(board: Board) -> None:
    game, body = board.game, board.body
    for target, field in _tried(board):
        if field.kind == "button":
            if field.value is False:
                assert game.editing.set_field(body, target, field.key, True) == body
        elif field.kind != "note":
            assert game.editing.set_field(body, target, field.key, field.value) == body, field


def test_an_invalid_value_is_rejected_with_a_sentence(board: Board) -> None:
    wrong: dict[str, tuple[str | int | bool, ...]] = {
        "int": ("many", True),
        "text": (3, False),
        "flag": (2, "yes"),
        "choice": ("no such choice", 1),
        "button": ("press", 2),
        "note": ("other words",),
        "picture": ("a.png", "data:image/png;base64,AAAA", True),
    }
    for target, field in _tried(board):
        limits = (field.minimum - 1, field.maximum + 1) if field.kind == "int" else ()
        for value in (*wrong[field.kind], *limits):
            _refused(board, target, field.key, value)
    _refused(board, -1, "no such field", 1)


def test_the_palette_names_existing_fields(board: Board) -> None:
    there = {field.key for target, field in _fields(board) if target < 0}
    assert {item.field for _on, item in board.items() if item.field} <= there


def test_a_board_grows_and_shrinks_on_each_side_or_the_reason_is_given(board: Board) -> None:
    game, body = board.game, board.body
    grid = game.body.grid(body)
    assert game.editing.resize(body, 0, 0, 0, 0) == body
    for side in range(4):
        for number in (1, -1):
            change = [0, 0, 0, 0]
            change[side] = number
            try:
                other = game.body.grid(game.editing.resize(body, *change))
            except ValueError as problem:
                assert is_sentence(str(problem))
            else:
                assert (other.columns, other.rows) == (
                    grid.columns + change[0] + change[2],
                    grid.rows + sum(change[1::2]),
                )
    with pytest.raises(ValueError) as nothing:
        game.editing.resize(body, -grid.columns, -grid.rows, 0, 0)
    assert is_sentence(str(nothing.value))


@pytest.mark.parametrize("slug", known())
def test_a_new_layout_has_no_errors_and_is_canonical_also_when_completed(slug: str) -> None:
    game = load(slug)
    blank = game.editing.blank()
    assert not _errors(game, blank)
    for body in filter(None, (blank, _completed(game, blank, (), 7))):
        plain: Json = game.body.to_plain(body)
        assert game.body.parse(plain) == body and game.body.to_plain(game.body.parse(plain)) == plain


def _fields(board: Board) -> Iterator[tuple[int, Field]]:
    """Every field of the forms for the whole layout, some cells and some edges."""
    for target in (-1, *board.targets("cells"), *board.targets("edges")):
        sections: tuple[Section, ...] = tuple(board.game.editing.form(board.body, target))
        for section in sections:
            yield from ((target, field) for field in section.fields)


def _tried(board: Board) -> Iterator[tuple[int, Field]]:
    """The fields to be filled in: all, or on the quick board one of those alike."""
    alike: set[tuple[str, str]] = set()
    for target, field in _fields(board):
        sort = re.sub(r"\d+|:.*", "", field.key), field.kind
        if not board.is_quick or target >= 0 or sort not in alike:
            alike.add(sort)
            yield target, field


def _refused(board: Board, target: int, key: str, value: str | int | bool) -> None:
    with pytest.raises(ValueError) as error:
        board.game.editing.set_field(board.body, target, key, value)
    assert is_sentence(str(error.value)), (key, value)


# Completion with random tiles, or an error with its reason


ALL_LAID = {"space.none", "set.no_hidden", "set.empty_stack"}
"""Codes of errors of boards without undiscovered spaces or hidden tiles."""


def _completable_boards() -> Iterator[object]:
    for hexagons in (False, True):
        opened = toy.opened(toy.blank(hexagons=hexagons))
        yield pytest.param(opened.game, opened.body, id=f"toy-{'hexagons' if hexagons else 'squares'}")
    for slug in known():
        yield pytest.param(load(slug), load(slug).editing.blank(), id=slug)
        for place, path in enumerate(shipped_layouts(slug)):
            body = load_layout(path).body
            marks = pytest.mark.long if place else ()
            yield pytest.param(load(slug), body, id=f"{slug}-{path.stem}", marks=marks)


boards = pytest.mark.parametrize("game, body", list(_completable_boards()))


def _completed(game: Game, body: Body, cells: Collection[int], seed: int) -> Body | None:
    """The completion, or None if the error says that there is none."""
    try:
        return game.editing.complete(body, cells, seed, NEVER_CANCELLED)
    except NotCompletable as error:
        assert is_sentence(str(error)), error
        assert all(0 <= cell < game.body.grid(body).count for cell in error.cells)
    return None


def _errors(game: Game, body: Body) -> set[str]:
    return {problem.code for problem in game.checks.check(body) if problem.severity is Severity.ERROR}


@pytest.mark.parametrize("seed", range(4))
@boards
def test_a_completion_changes_only_undiscovered_spaces(game: Game, body: Body, seed: int) -> None:
    count, rng = game.body.grid(body).count, Rng(seed)
    cells = {rng.below(count) for _cell in range(4 * seed)}
    after = _completed(game, body, cells, seed)
    if after is None:
        return
    assert game.can_complete
    changed = {cell for cell in range(count) if game.editing.pick(after, cell) != game.editing.pick(body, cell)}
    assert changed and (not cells or changed <= cells)
    assert all(game.editing.stamp(body, cell, game.editing.eraser(body, cell)) == body for cell in changed), (
        "nothing lay there"
    )
    assert _completed(game, body, cells, seed) == after, "the same seed, the same completion"
    assert _completed(game, after, cells, seed) is None, "nothing is left to be completed"
    assert _errors(game, after) - ALL_LAID <= _errors(game, body)


@boards
def test_seeds_give_different_completions(game: Game, body: Body) -> None:
    found = [_completed(game, body, (), seed) for seed in range(6)]
    if None not in found:
        assert len({str(game.body.to_plain(each)) for each in found}) > 3
    elif not game.can_complete:
        assert found == [None] * 6


# Painting land and sea: a pure edit in any order of edges; without effect in games without coasts


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("slug", [*known(), "toy of squares", "toy of hexagons"])
def test_edges_are_painted_in_any_order_and_blocked_ones_have_a_reason(slug: str, seed: int) -> None:
    is_toy = slug.startswith("toy")
    opened = toy.opened(toy.blank(hexagons="hex" in slug)) if is_toy else load_layout(shipped_layouts(slug)[0])
    game, body, rng = opened.game, opened.body, Rng(seed)
    assert is_toy or game is load(slug)
    grid = game.body.grid(body)
    plain = game.body.to_plain(body)
    every = [(cell, side) for cell in range(grid.count) for side in range(grid.sides) if grid.neighbor(cell, side) >= 0]
    some = {rng.choose(every): bool(rng.below(2)) for _edge in range(12)}
    there = {frozenset((cell, grid.neighbor(cell, side))): (cell, side, land) for (cell, side), land in some.items()}
    edges = {edge_target(cell, side): land for cell, side, land in there.values()}
    after, blocked = game.editing.paint_coast(body, edges)
    assert (after, blocked) == game.editing.paint_coast(body, dict(reversed(edges.items()))), "in any order"
    assert game.body.to_plain(body) == plain and game.editing.paint_coast(body, {})[0] == body
    assert all(is_sentence(text) and 0 <= cell < grid.count for cell, text in blocked.items())
    changed = {cell for cell in range(grid.count) if game.editing.pick(after, cell) != game.editing.pick(body, cell)}
    assert changed <= {cell for pair in there for cell in pair}
    assert bool(changed) == game.can_paint_coast
    if not is_toy:
        assert game.body.parse(game.body.to_plain(after)) == after
