"""Editing a harbour map: painting, picking, mirrors, another size, the fields of the inspector."""

from __future__ import annotations

import pytest

from studio.core.form import Field, Stamp
from studio.core.picture import edge_target
from studio.games.columbus import GAME
from studio.games.columbus.body import Body, grid, parse, tokens_of
from studio.games.columbus.editing import STAMPS

KEYS = [key for key, _token in STAMPS] + ["letter:A", "letter:Q"]


def body() -> Body:
    made: Body = GAME.editing.blank()
    return made


def field(of: Body, target: int, key: str) -> Field:
    return next(field for section in GAME.editing.form(of, target) for field in section.fields if field.key == key)


def test_the_blank_map_can_be_played() -> None:
    assert list(GAME.checks.check(body())) == []


@pytest.mark.parametrize("key", KEYS)
def test_what_is_stamped_is_what_is_picked(key: str) -> None:
    for cell in (0, 5, 60):
        after = GAME.editing.stamp(body(), cell, Stamp(key))
        assert GAME.editing.pick(after, cell) == Stamp(key)
        assert GAME.editing.stamp(after, cell, Stamp(key)) is after
        others = [other for other in range(grid(after).count) if other != cell]
        assert [tokens_of(after)[other] for other in others] == [tokens_of(body())[other] for other in others]
        assert parse(GAME.body.to_plain(after)) == after


def test_stamps_that_are_none_and_places_off_the_map_change_nothing() -> None:
    for key in ("kraken", "letter:", "letter:AB", "letter:É", ""):
        assert GAME.editing.stamp(body(), 5, Stamp(key)) is body()
    assert GAME.editing.stamp(body(), -1, Stamp("land")) is body()
    assert GAME.editing.stamp(body(), 10_000, Stamp("land")) is body()


def test_edges_have_nothing_to_pick_up() -> None:
    assert GAME.editing.pick(body(), edge_target(5, 2)) == Stamp("water")


def test_the_eraser_leaves_water() -> None:
    assert GAME.editing.eraser(body(), 0) == Stamp("water")


def test_a_mirror_swaps_the_two_coasts_and_turns_nothing() -> None:
    assert GAME.editing.mirror_stamp(body(), Stamp("home"), True) == Stamp("america")
    assert GAME.editing.mirror_stamp(body(), Stamp("america"), True) == Stamp("home")
    assert GAME.editing.mirror_stamp(body(), Stamp("home"), False) == Stamp("home")
    assert GAME.editing.rotate_stamp(body(), Stamp("island"), 2) == Stamp("island")


@pytest.mark.parametrize("by", [(-17, 0, 0, 0), (0, -9, 0, 0), (0, 0, 22, 0), (0, 0, 0, 20)])
def test_a_size_beyond_the_limits_is_refused(by: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="3 × 3 to 40 × 30"):
        GAME.editing.resize(body(), *by)


def test_counts_of_tiles_can_be_set() -> None:
    for key, number in (("tiles.water", 60), ("letters.S", 2), ("rack", 12)):
        after = GAME.editing.set_field(body(), -1, key, number)
        assert field(after, -1, key).value == number
        assert GAME.editing.set_field(after, -1, key, number) is after
    assert "S" not in GAME.editing.set_field(body(), -1, "letters.S", 0).letters


@pytest.mark.parametrize(
    ("target", "key", "value"),
    [
        (-1, "tiles.water", 1000),
        (-1, "tiles.water", -1),
        (-1, "tiles.kraken", 1),
        (-1, "rack", "ten"),
        (-1, "note.size", "9"),
        (0, "space", "kraken"),
        (61, "letter", "AB"),
        (61, "letter", ""),
    ],
)
def test_values_that_cannot_be_are_refused_with_a_sentence(target: int, key: str, value: str | int) -> None:
    start = GAME.editing.stamp(body(), 61, Stamp("letter:A"))
    with pytest.raises(ValueError, match=r"\.$"):
        GAME.editing.set_field(start, target, key, value)


def test_one_button_sets_the_picture_tiles_to_what_the_map_asks_for() -> None:
    assert field(body(), -1, "match").value is False
    changed = GAME.editing.stamp(GAME.editing.stamp(body(), 30, Stamp("whale")), 29, Stamp("letter:Z"))
    assert field(changed, -1, "match").value is True
    after = GAME.editing.set_field(changed, -1, "match", True)
    assert after.tiles["whale"] == body().tiles["whale"] + 1
    assert after.letters["Z"] == 1
    assert not [problem for problem in GAME.checks.check(after) if problem.code in ("space.over", "tile.over")]
    assert GAME.editing.set_field(after, -1, "match", True) is after


def test_one_button_brings_the_standard_set_back() -> None:
    changed = GAME.editing.set_field(GAME.editing.set_field(body(), -1, "tiles.joker", 9), -1, "letters.S", 0)
    assert GAME.editing.set_field(changed, -1, "standard", True) == body()
    assert field(body(), -1, "standard").value is False


def test_a_space_can_be_chosen_in_the_inspector() -> None:
    after = GAME.editing.set_field(body(), 60, "space", "letter")
    assert field(after, 60, "letter").value == "A"
    after = GAME.editing.set_field(after, 60, "letter", "q")
    assert GAME.editing.pick(after, 60) == Stamp("letter:Q")
    assert GAME.editing.pick(GAME.editing.set_field(after, 60, "space", "land"), 60) == Stamp("land")
