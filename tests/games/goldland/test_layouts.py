"""The shipped layouts of Goldland: true to the published box, with coasts that can be shuffled."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from studio.core.problems import Severity
from studio.documents import store
from studio.documents.paths import shipped_layouts
from studio.games.goldland import GAME
from studio.games.goldland.body import Body

SHIPPED = shipped_layouts("goldland")
by_name = pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)


def body_of(path: Path) -> Body:
    body = GAME.body.parse(store.read_layout(path).body)
    assert isinstance(body, Body)
    return body


def test_all_five_are_there() -> None:
    assert [path.stem for path in SHIPPED] == [
        "first_game", "generous_coast", "scarce_coast", "shuffled_coast", "temple_in_the_west",
    ]  # fmt: skip


@by_name
def test_a_random_coast_of_every_layout_is_sound(path: Path) -> None:
    body = body_of(path)
    for _time in range(5):
        shuffled = GAME.editing.set_field(body, -1, "shuffle", True)
        assert [problem for problem in GAME.checks.check(shuffled) if problem.severity is not Severity.INFO] == []


# the first game, against the page of the rules

COAST = {
    "C1": ("V", "pearl", "shovel"), "C2": ("V", "pearl", "rifle"), "C3": ("V", "pearl", "shovel | rifle"),
    "C4": ("V", "pearl", "2 rifle"), "C5": ("", "pearl", "rope"), "C6": ("", "shovel", "2 rope"),
    "C7": ("", "shovel", "2 wood"), "C8": ("", "rope", "rod"), "C9": ("", "rope", "rod"),
    "C10": ("", "rod", "3 provision"), "E1": ("", "rod", "3 provision"), "E2": ("", "rifle", "3 provision"),
}  # fmt: skip
PLAIN = [
    ("shovel", "rope + wood"), ("shovel", "2 wood | 2 rope"), ("shovel", "2 wood"), ("shovel", "2 rope"),
    ("rifle", "3 provision"), ("rifle", "2 provision"), ("rod", "3 provision"), ("pearl", "2 rifle"),
    ("pearl", "shovel | rifle"), ("provision", "rope"), ("rope", "2 wood"), ("shovel", "2 pearl"),
    ("rifle", "2 pearl | 2 provision"),
]  # fmt: skip
ADVENTURES = {
    "bandits": ["2 rifle>2 pearl", "2 rifle>T", "3 rifle>rope + shovel"],
    "pumas": ["2 rifle>2 provision", "rifle>provision", "2 rifle>T"],
    "desert": ["3 provision>T", "3 provision>T", "3 provision>", "2 provision>"],
    "mountains": ["2 rope>T", "rope + shovel>", "2 rope>"],
    "canyon": ["2 wood>", "rope + wood>", "2 rope>T"],
    "lake": [
        "2 wood>rod:3 provision", "2 wood>Trod:2 provision", "rope + wood>rod:2 provision", "2 wood>rod:3 provision",
    ],
    "natives": ["2 pearl>2 rope", "2 pearl>T", "provision + pearl>2 provision"],
}  # fmt: skip


def test_the_first_game_has_the_tiles_of_the_box() -> None:
    tiles = body_of(SHIPPED[0]).tiles
    coast = {one.name: ("V" if one.village else "", one.show, one.gain) for one in tiles if one.kind == "coast"}
    assert coast == COAST and [one.name for one in tiles if one.end] == ["E1", "E2"]
    assert [(one.show, one.gain) for one in tiles if one.kind == "plain"] == PLAIN
    for kind, lines in ADVENTURES.items():
        found = [one for one in tiles if one.kind == kind]
        written = [f"{one.pay}>{'T' * one.treasure}{one.show}{':' if one.show else ''}{one.gain}" for one in found]
        assert written == lines
    assert Counter(one.kind for one in tiles) == {
        "coast": 12, "plain": 13, "bandits": 3, "pumas": 3, "desert": 4, "mountains": 3, "canyon": 3, "lake": 4,
        "natives": 3,
    }  # fmt: skip
    assert {one.exits for one in tiles} == {None} and sum(one.treasure for one in tiles) == 8


def test_the_first_game_lies_as_the_rules_page_says() -> None:
    """Outward from the start: west C5 C1 C6 C8 C2 E1; north C7 C3 C9 C4 C10 E2."""
    body = body_of(SHIPPED[0])
    rows = [row.split() for row in body.spaces]
    assert list(reversed(rows[6])) == ["S", "C5", "C1", "C6", "C8", "C2", "E1"]
    assert [row[6] for row in reversed(rows)] == ["S", "C7", "C3", "C9", "C4", "C10", "E2"]
    assert {token for row in rows[:6] for token in row[:6]} == {"."} and body.temple == "A1"


def test_the_new_layout_is_the_first_game() -> None:
    assert GAME.editing.blank() == body_of(SHIPPED[0])


def test_the_wide_board_has_tiles_for_its_spaces() -> None:
    body = body_of(SHIPPED[4])
    kinds = Counter(one.kind == "coast" for one in body.tiles)
    assert (len(body.spaces), len(body.spaces[0].split())) == (6, 9)
    assert kinds == {True: 9 + 6 - 2, False: 8 * 5} and body.temple == "A3"
