"""Generated layouts have the chosen coast, villages, temple, land tiles and backpacks; the shipped layouts."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from studio.core.problems import Severity
from studio.documents import store
from studio.documents.paths import shipped_layouts
from studio.games.goldland import GAME
from studio.games.goldland.body import Body
from tests.helpers import generated

_plain = partial(generated, GAME)


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


def test_start_temple_and_backpacks_are_as_chosen() -> None:
    assert _plain(start="0")["spaces"][0].startswith("S") and _plain(start="0")["temple"] == "G7"
    assert _plain(start="3", temple="along")["temple"] == "G3"
    assert _plain(temple="across")["temple"] == "C1"
    assert _plain(temple="middle")["temple"] == "C3"
    assert len({_plain(seed, temple="anywhere")["temple"] for seed in range(6)}) > 2
    kit = _plain(tokens=20, **{"kit.provision": 5, "kit.pearl": 3})
    assert (kit["kit"], kit["tokens"]) == ({"provision": 5, "pearl": 3}, 20)


def test_the_share_of_adventures_and_placed_tiles_are_as_chosen() -> None:
    plain = _plain(2, adventures=40, laid=7)
    land = [tile for tile in plain["tiles"] if tile["kind"] != "coast"]
    assert sum(tile["kind"] != "plain" for tile in land) == round(0.4 * 36)
    inland = [token for row in plain["spaces"][:-1] for token in row.split()[:-1]]
    assert sum(token != "." for token in inland) == 7


@pytest.mark.parametrize(
    ("choices", "reason"), [({"villages": 5}, "room for only 2 villages"), ({"void": 1}, "room for only 0 void spaces")]
)
def test_impossible_choices_are_rejected(choices: dict[str, int], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        _plain(columns=4, rows=4, **choices)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("count", "size"), [(1, 7), (8, 7), (20, 9)])
def test_void_spaces_separate_no_land(count: int, size: int, seed: int) -> None:
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


# Shipped layouts

SHIPPED = shipped_layouts("goldland")
by_name = pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)


def body_of(path: Path) -> Body:
    body = GAME.body.parse(store.read_layout(path).body)
    assert isinstance(body, Body)
    return body


def test_all_five_layouts_are_shipped() -> None:
    assert [path.stem for path in SHIPPED] == [
        "first_game", "generous_coast", "scarce_coast", "shuffled_coast", "temple_in_the_west",
    ]  # fmt: skip


@by_name
def test_shuffled_coasts_have_no_problems(path: Path) -> None:
    body = body_of(path)
    for _time in range(5):
        shuffled = GAME.editing.set_field(body, -1, "shuffle", True)
        assert [problem for problem in GAME.checks.check(shuffled) if problem.severity is not Severity.INFO] == []


def test_the_new_layout_is_the_first_game() -> None:
    assert GAME.editing.blank() == body_of(SHIPPED[0])


def test_the_wide_board_has_tiles_for_its_spaces() -> None:
    body = body_of(SHIPPED[4])
    kinds = Counter(one.kind == "coast" for one in body.tiles)
    assert (len(body.spaces), len(body.spaces[0].split())) == (6, 9)
    assert kinds == {True: 9 + 6 - 2, False: 8 * 5} and body.temple == "A3"
