"""The editor's contract: every edit of every game is pure, ends where it says, and can be taken back.

A body is frozen, so that undoing is keeping the old one: each test compares the body it began with, as plain data,
with what it was before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from studio.core.form import Field, Section, Stamp, StampItem
from studio.core.game import Body, Json
from studio.core.picture import is_edge
from studio.core.plugin import Game
from studio.documents.paths import shipped_layouts
from studio.games import known, load
from studio.services.loading import LoadedLayout, load_layout
from tests.contract.cases import is_sentence
from tests.gui.editor import toy

SOME = 7
"""Places of a sort that are tried: all of them would be thousands of edits a board."""


@dataclass(frozen=True, slots=True)
class Board:
    """A layout to be edited: a shipped one of a game, or a small one of the toy (an empty path)."""

    slug: str
    path: Path | None
    is_quick: bool = False
    """Of fields alike (those of all tiles, say) only the first is filled in."""

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


def test_every_stamp_of_the_palette_paints_and_is_picked_up_again(board: Board) -> None:
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


def test_what_is_picked_up_is_what_lies_there(board: Board) -> None:
    game, body = board.game, board.body
    for target in (*board.targets("cells"), *board.targets("edges")):
        assert game.editing.stamp(body, target, game.editing.pick(body, target)) is body


def test_the_eraser_clears_or_leaves_what_must_be(board: Board) -> None:
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
                # what there is but once on one side of the board (Florida) has another image on the other
                assert back == stamp or (
                    back.key != stamp.key and game.editing.mirror_stamp(body, back, upright) == image
                )


def test_every_field_may_be_filled_in_with_what_it_holds(board: Board) -> None:
    game, body = board.game, board.body
    for target, field in _tried(board):
        if field.kind == "button":
            if field.value is False:
                assert game.editing.set_field(body, target, field.key, True) == body
        elif field.kind != "note":
            assert game.editing.set_field(body, target, field.key, field.value) == body, field


def test_a_value_that_cannot_be_is_refused_with_a_sentence(board: Board) -> None:
    wrong: dict[str, tuple[str | int | bool, ...]] = {
        "int": ("many", True),
        "text": (3, False),
        "flag": (2, "yes"),
        "choice": ("no such choice", 1),
        "button": ("press", 2),
        "note": ("other words",),
    }
    for target, field in _tried(board):
        limits = (field.minimum - 1, field.maximum + 1) if field.kind == "int" else ()
        for value in (*wrong[field.kind], *limits):
            _refused(board, target, field.key, value)
    _refused(board, -1, "no such field", 1)


def test_the_palette_names_fields_that_there_are(board: Board) -> None:
    there = {field.key for target, field in _fields(board) if target < 0}
    assert {item.field for _on, item in board.items() if item.field} <= there


def test_a_board_grows_and_shrinks_on_each_side_or_says_why_not(board: Board) -> None:
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
def test_a_new_layout_has_no_errors_and_is_saved_as_it_is(slug: str) -> None:
    game = load(slug)
    body = game.editing.blank()
    plain: Json = game.body.to_plain(body)
    assert game.body.parse(plain) == body and game.body.to_plain(game.body.parse(plain)) == plain
    assert all(problem.severity < 2 for problem in game.checks.check(body))


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
    with pytest.raises(ValueError) as refusal:
        board.game.editing.set_field(board.body, target, key, value)
    assert is_sentence(str(refusal.value)), (key, value)
