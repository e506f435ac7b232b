"""Countries made from choices keep them: coast, villages, temple, land tiles, backpacks."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.generation import with_choice
from studio.games.goldland import GAME


def _plain(seed: int = 1, **changes: Any) -> Any:
    recipe = GAME.generation.templates()[0].recipe
    for key, value in changes.items():
        recipe = with_choice(GAME.generation.choices(recipe), recipe, key.replace("_", "."), value)
    return GAME.body.to_plain(GAME.generation.make(recipe, seed))


def test_the_box_is_the_first_game() -> None:
    assert _plain(7) == GAME.body.to_plain(GAME.editing.blank())


@pytest.mark.parametrize("columns, rows", [(4, 4), (7, 7), (9, 9), (10, 5)])
def test_every_space_of_coast_and_land_has_its_tile(columns: int, rows: int) -> None:
    plain = _plain(3, columns=columns, rows=rows, coast="shuffled", villages=2)
    tokens = [row.split() for row in plain["spaces"]]
    coast = [tile["name"] for tile in plain["tiles"] if tile["kind"] == "coast"]
    assert sorted([*tokens[-1][:-1], *(row[-1] for row in tokens[:-1])]) == sorted(coast)
    assert len(plain["tiles"]) - len(coast) == (columns - 1) * (rows - 1)
    assert sum(tile.get("village", False) for tile in plain["tiles"]) == 2
    villages = {tile["name"] for tile in plain["tiles"] if tile.get("village")}
    assert not villages & {tokens[-1][-2], tokens[-2][-1]}, "none beside the start"
    assert sum(tile.get("treasure", False) for tile in plain["tiles"]) <= 8


def test_start_temple_and_backpacks_lie_where_they_were_chosen() -> None:
    assert _plain(start="0")["spaces"][0].startswith("S") and _plain(start="0")["temple"] == "G7"
    assert _plain(start="3", temple="along")["temple"] == "G3"
    assert _plain(temple="across")["temple"] == "C1"
    assert _plain(temple="middle")["temple"] == "C3"
    assert len({_plain(seed, temple="anywhere")["temple"] for seed in range(6)}) > 2
    kit = _plain(kit_provision=5, kit_pearl=3, tokens=20)
    assert (kit["kit"], kit["tokens"]) == ({"provision": 5, "pearl": 3}, 20)


def test_shares_and_laid_tiles_are_counted() -> None:
    plain = _plain(2, adventures=40, laid=7)
    land = [tile for tile in plain["tiles"] if tile["kind"] != "coast"]
    assert sum(tile["kind"] != "plain" for tile in land) == round(0.4 * 36)
    inland = [token for row in plain["spaces"][:-1] for token in row.split()[:-1]]
    assert sum(token != "." for token in inland) == 7


def test_too_many_villages_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="room for 2 villages"):
        _plain(columns=4, rows=4, villages=5)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("count", "size"), [(1, 7), (8, 7), (20, 9)])
def test_void_spaces_lie_in_the_land_and_part_nothing(count: int, size: int, seed: int) -> None:
    plain = _plain(seed, void=count, columns=size, rows=size)
    tokens = [row.split() for row in plain["spaces"]]
    assert [token for row in tokens for token in row].count("#") == count
    assert not [row for row in tokens[:-1] if row[-1] == "#"] and "#" not in tokens[-1]
    land = [tile for tile in plain["tiles"] if tile["kind"] != "coast"]
    assert len(land) == (size - 1) ** 2 - count
    body = GAME.body.parse(plain)
    assert not {problem.code for problem in GAME.checks.check(body)} & {
        "space.cut_off",
        "tiles.too_few",
        "tiles.too_many",
    }


def test_more_void_than_land_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="room for 0 void spaces"):
        _plain(void=1, columns=4, rows=4)
