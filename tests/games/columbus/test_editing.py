"""Editing a harbour map: stamps, form fields, resizing."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from studio.core.form import Field, Stamp
from studio.core.picture import edge_target
from studio.core.problems import Severity
from studio.documents.paths import shipped_layouts
from studio.games.columbus import GAME
from studio.games.columbus.body import Body, grid, parse, tokens_of
from studio.games.columbus.editing import STAMPS
from studio.services.loading import load_layout

KEYS = [key for key, _token in STAMPS] + ["letter:A", "letter:Q"]


def body() -> Body:
    made: Body = GAME.editing.blank()
    return made


def field(of: Body, target: int, key: str) -> Field:
    return next(field for section in GAME.editing.form(of, target) for field in section.fields if field.key == key)


def test_the_blank_map_can_be_played() -> None:
    assert list(GAME.checks.check(body())) == []


@pytest.mark.parametrize("key", KEYS)
def test_a_painted_stamp_can_be_picked(key: str) -> None:
    for cell in (0, 5, 60):
        after = GAME.editing.stamp(body(), cell, Stamp(key))
        assert GAME.editing.pick(after, cell) == Stamp(key)
        assert GAME.editing.stamp(after, cell, Stamp(key)) is after
        others = [other for other in range(grid(after).count) if other != cell]
        assert [tokens_of(after)[other] for other in others] == [tokens_of(body())[other] for other in others]
        assert parse(GAME.body.to_plain(after)) == after


def test_invalid_stamps_and_targets_change_nothing() -> None:
    for key in ("kraken", "letter:", "letter:AB", "letter:É", ""):
        assert GAME.editing.stamp(body(), 5, Stamp(key)) is body()
    assert GAME.editing.stamp(body(), -1, Stamp("land")) is body()
    assert GAME.editing.stamp(body(), 10_000, Stamp("land")) is body()


def test_the_eraser_and_picking_an_edge_give_water() -> None:
    assert GAME.editing.pick(body(), edge_target(5, 2)) == GAME.editing.eraser(body(), 0) == Stamp("water")


def test_a_mirror_exchanges_the_coasts() -> None:
    assert GAME.editing.mirror_stamp(body(), Stamp("home"), True) == Stamp("america")
    assert GAME.editing.mirror_stamp(body(), Stamp("america"), True) == Stamp("home")
    assert GAME.editing.mirror_stamp(body(), Stamp("home"), False) == Stamp("home")
    assert GAME.editing.rotate_stamp(body(), Stamp("island"), 2) == Stamp("island")


@pytest.mark.parametrize("by", [(-17, 0, 0, 0), (0, -9, 0, 0), (0, 0, 22, 0), (0, 0, 0, 20)])
def test_a_size_beyond_the_limits_is_rejected(by: tuple[int, int, int, int]) -> None:
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
def test_invalid_values_are_rejected_with_a_sentence(target: int, key: str, value: str | int) -> None:
    start = GAME.editing.stamp(body(), 61, Stamp("letter:A"))
    with pytest.raises(ValueError, match=r"\.$"):
        GAME.editing.set_field(start, target, key, value)


def test_a_button_matches_the_picture_tiles_to_the_map() -> None:
    assert field(body(), -1, "match").value is False
    changed = GAME.editing.stamp(GAME.editing.stamp(body(), 30, Stamp("whale")), 29, Stamp("letter:Z"))
    assert field(changed, -1, "match").value is True
    after = GAME.editing.set_field(changed, -1, "match", True)
    assert after.tiles["whale"] == body().tiles["whale"] + 1
    assert after.letters["Z"] == 1
    assert not [problem for problem in GAME.checks.check(after) if problem.code in ("space.over", "tile.over")]
    assert GAME.editing.set_field(after, -1, "match", True) is after


def test_a_button_restores_the_standard_set() -> None:
    changed = GAME.editing.set_field(GAME.editing.set_field(body(), -1, "tiles.joker", 9), -1, "letters.S", 0)
    assert GAME.editing.set_field(changed, -1, "standard", True) == body()
    assert field(body(), -1, "standard").value is False


def test_a_space_can_be_chosen_in_the_inspector() -> None:
    after = GAME.editing.set_field(body(), 60, "space", "letter")
    assert field(after, 60, "letter").value == "A"
    after = GAME.editing.set_field(after, 60, "letter", "q")
    assert GAME.editing.pick(after, 60) == Stamp("letter:Q")
    assert GAME.editing.pick(GAME.editing.set_field(after, 60, "space", "land"), 60) == Stamp("land")


# Resizing.


MAPS = [GAME.body.parse(load_layout(path).layout.body) for path in shipped_layouts("columbus")]


def _map(*rows: str) -> Body:
    return GAME.body.parse({"spaces": list(rows)})


SMALL = _map(
    "# A . R . H #",
    " A . o . I H #",
    "# . . W . . .",
    " # # # # # # #",
)


@pytest.mark.parametrize(
    ("change", "rows"),
    [
        ((2, 0, 0, 0), ("# A . . . R . H #", " A . . . o . I H #", "# . . . . W . . .", " # # # # # # # # #")),
        ((0, 0, 2, 0), ("# A . R . . . H #", " A . o . I . . H #", "# . . W . . . . .", " # # # # # # # # #")),
        ((0, 0, -1, 0), ("# A . R H #", " A . o . H #", "# . . W . .", " # # # # # #")),
        ((-1, 0, 0, 0), ("# A R . H #", " A o . I H #", "# . W . . .", " # # # # # #")),
        (
            (0, 1, 0, 0),
            (" # # . . . # #", "# A . R . H #", " A . o . I H #", "# . . W . . .", " # # # # # # #"),
        ),
        (
            (0, 0, 0, 1),
            ("# A . R . H #", " A . o . I H #", "# . . W . . .", " # . . . . . .", "# # # # # # #"),
        ),
        ((0, 0, 0, -1), ("# A . R . H #", " A . o . I H #", "# # # # # # #")),
    ],
)
def test_coasts_stay_at_the_edges(change: tuple[int, int, int, int], rows: tuple[str, ...]) -> None:
    assert GAME.editing.resize(SMALL, *change).spaces == rows


GROWTH = st.integers(0, 3)


@given(st.sampled_from(MAPS), GROWTH, GROWTH, GROWTH, GROWTH)
def test_growing_a_map_keeps_its_spaces_and_can_be_undone(
    body: Body, left: int, top: int, right: int, bottom: int
) -> None:
    grown = GAME.editing.resize(body, left, top, right, bottom)
    assert GAME.editing.resize(grown, -left, -top, -right, -bottom) == body

    before, after = Counter(tokens_of(body)), Counter(tokens_of(grown))
    assert {token: count for token, count in after.items() if token not in "#."} == {
        token: count for token, count in before.items() if token not in "#."
    }
    assert not [problem for problem in GAME.checks.check(grown) if problem.severity is Severity.ERROR]
    for row in grown.spaces:
        line = row.split()
        for place, token in enumerate(line):
            if token == "H":
                assert set(line[place:]) <= set("#HAF") or set(line[: place + 1]) <= set("#HAF"), "none out at sea"


@given(st.sampled_from(MAPS), st.integers(0, 12), st.integers(0, 12))
def test_narrowing_a_map_keeps_its_harbours(body: Body, left: int, right: int) -> None:
    columns = grid(body).columns - left - right
    if columns < 5:
        return
    narrowed = GAME.editing.resize(body, -left, 0, -right, 0)
    assert grid(narrowed).columns == columns
    if columns >= 9:
        assert tokens_of(narrowed).count("H") == tokens_of(body).count("H")


def test_rows_keep_their_shift() -> None:
    old = grid(MAPS[0])
    for top in (-2, -1, 1, 2):
        new = grid(GAME.editing.resize(MAPS[0], 0, top, 0, 0))
        rows = [row for row in range(old.rows) if 0 <= row + top < new.rows]
        assert all(old.is_shifted(row) == new.is_shifted(row + top) for row in rows)
