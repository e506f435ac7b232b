"""Generated seas have the chosen sectors, symmetry, tiles, land and border, counted by other means."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest

from studio.core.generation import with_choice
from studio.core.plugin import Game
from studio.games import known, load


def _has_outline(slug: str) -> bool:
    generation = load(slug).generation
    sections = generation.choices(generation.templates()[0].recipe)
    return any(field.key == "outline" for section in sections for field in section.fields)


SEAS = [slug for slug in known() if _has_outline(slug)]
every_sea = pytest.mark.parametrize("slug", SEAS)


def _made(slug: str, seed: int = 1, **changes: Any) -> list[str]:
    return list(_plain(slug, seed, **changes)["spaces"])


def _plain(slug: str, seed: int = 1, **changes: Any) -> Any:
    game: Game = load(slug)
    recipe = game.generation.templates()[0].recipe
    for key, value in changes.items():
        recipe = with_choice(game.generation.choices(recipe), recipe, key.replace("_", "."), value)
    return game.body.to_plain(game.generation.make(recipe, seed))


def _no_bonus(slug: str) -> dict[str, int]:
    return {key.replace(".", "_"): 0 for key in load(slug).generation.templates()[0].recipe if key.startswith("bonus.")}


def _sectors(spaces: list[str]) -> list[int]:
    graph: Any = nx.Graph()
    for y, row in enumerate(spaces):
        for x, sign in enumerate(row):
            if sign == ".":
                graph.add_node((x, y))
                for a, b in ((x - 1, y), (x, y - 1)):
                    if a >= 0 and b >= 0 and spaces[b][a] == ".":
                        graph.add_edge((x, y), (a, b))
    return sorted(len(part) for part in nx.connected_components(graph))


@pytest.mark.long
@every_sea
@pytest.mark.parametrize("columns, rows", [(12, 8), (9, 13), (20, 20), (7, 6)])
def test_the_number_of_sectors_is_the_chosen_one(slug: str, columns: int, rows: int) -> None:
    for sectors in ("1", "2", "3"):
        for seed in range(3):
            changes = {"columns": columns, "rows": rows, "sectors": sectors, "fixed_sea": 0, **_no_bonus(slug)}
            sizes = _sectors(_made(slug, seed, **changes))
            assert len(sizes) == int(sectors), sizes
            assert max(sizes) - min(sizes) <= max(3, sum(sizes) // 15), "even in size"


@every_sea
@pytest.mark.parametrize("sectors", ["1", "2", "3", "4"])
@pytest.mark.parametrize("symmetry", ["mirror", "flip", "half", "quarter"])
def test_symmetric_seas_look_alike_from_both_sides(slug: str, symmetry: str, sectors: str) -> None:
    if symmetry == "quarter" and sectors in ("2", "3"):
        with pytest.raises(ValueError, match="only 1 or 4 sectors"):
            _made(slug, columns=12, rows=12, symmetry=symmetry, sectors=sectors)
        return
    bonus = {**_no_bonus(slug), **dict.fromkeys([*_no_bonus(slug)][:1], 4)}
    changes = {"columns": 14, "rows": 14, "outline": "ragged", "symmetry": symmetry, "fixed_sea": 4, **bonus}
    spaces = _made(slug, 2, sectors=sectors, **changes)
    image = {
        "mirror": [row[::-1] for row in spaces],
        "flip": spaces[::-1],
        "half": [row[::-1] for row in spaces[::-1]],
        "quarter": ["".join(row[x] for row in reversed(spaces)) for x in range(14)],
    }[symmetry]
    assert image == spaces


@every_sea
def test_pre_placed_land_is_rotated_with_the_symmetry(slug: str) -> None:
    changes = {"columns": 12, "rows": 12, "symmetry": "quarter", "fixed_sea": 0, "fixed_land": 12}
    plain = _plain(slug, 3, **changes, **_no_bonus(slug))
    shapes = {tile["name"]: tile["shape"] for tile in plain["tiles"]}
    laid = 0
    for y, row in enumerate(plain["spaces"]):
        for x, sign in enumerate(row):
            if sign not in ".#":
                laid += 1
                here, there = plain["legend"][sign], plain["legend"][plain["spaces"][x][11 - y]]
                edges = [_edges(shapes[one["tile"]], one.get("turn", 0)) for one in (here, there)]
                assert edges[1] == edges[0][-1] + edges[0][:-1], "a quarter clockwise"
    assert laid == 12


def _edges(shape: str, turn: int) -> str:
    flat = "".join("." if sign == "." else "x" for sign in shape)
    return flat[4 - turn :] + flat[: 4 - turn]


@every_sea
def test_the_share_of_land_is_that_of_the_tiles(slug: str) -> None:
    for share in (30, 40, 50):
        plain = _plain(slug, land=share, fixed_sea=0)
        tiles = [tile for tile in plain["tiles"] if not tile.get("bonus")]
        counts = [tile["hidden"] + sum(tile.get("events", {}).values()) + tile["sorted"] for tile in tiles]
        land = sum(count * (4 - tile["shape"].count(".")) for tile, count in zip(tiles, counts, strict=True))
        assert abs(100 * land / (4 * sum(counts)) - share) < 1


@every_sea
def test_a_larger_sea_has_more_tiles_and_a_smaller_one_the_box(slug: str) -> None:
    def tiles(plain: Any) -> int:
        return sum(t["hidden"] + sum(t.get("events", {}).values()) + t["sorted"] for t in plain["tiles"])

    box, small, large = _plain(slug), _plain(slug, columns=7), _plain(slug, columns=24, rows=24)
    assert tiles(small) == tiles(box)
    assert tiles(large) >= 24 * 24


@every_sea
def test_border_holes_and_a_drawn_outline_are_as_chosen(slug: str) -> None:
    changes: dict[str, Any] = {"outline": "drawn", "drawn": "###/..../...../....##", "fixed_sea": 0}
    plain = _plain(slug, border_north="coast", border_east="open 2", **changes)
    width = len(plain["spaces"][0])
    assert plain["spaces"][0].startswith("###") and plain["spaces"][3][4:6] == "##"
    assert plain["border"]["north"] == "coast" and plain["border"]["east"] == "open 2"
    assert {"E3 south", "F3 south", "D4 east", "G4 west"} <= set(plain["edges"]), "round a hole"
    assert set(plain["edges"].values()) == {"shore"} and width == len(plain["spaces"][-1])


@every_sea
def test_impossible_choices_are_rejected_with_a_sentence(slug: str) -> None:
    closed: dict[str, Any] = {f"border_{side}": "shore" for side in ("north", "east", "south", "west")}
    with pytest.raises(ValueError, match="No ship can enter"):
        _made(slug, fixed_sea=0, **closed)
    with pytest.raises(ValueError, match="leaves only"):
        _made(slug, columns=5, rows=5, outline="drawn", drawn="#####/#####/#####/#####")
    with pytest.raises(ValueError, match="too small for these choices"):
        _made(slug, columns=5, rows=5, fixed_land=24)
    with pytest.raises(ValueError, match="Two basins"):
        _made(slug, columns=12, rows=12, outline="basins", symmetry="quarter")
    with pytest.raises(ValueError, match="Set rows equal to columns"):
        _made(slug, columns=9, rows=8, symmetry="quarter")
