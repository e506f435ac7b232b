"""The piece editor: clicks on home-made tiles, copies of published ones, letters."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.pieces import Place
from studio.games.columbus import GAME
from studio.games.columbus.body import GROUNDS, MAX_HOMEMADE, Body, HomeMadeData
from studio.games.columbus.editing import NEW, NEW_LETTER
from tests.contract import test_piece_editor as contract
from tests.contract.cases import is_sentence
from tests.games.columbus.test_checks import SHIPPED
from tests.games.columbus.test_homemade import BODY, CURRENT, REEF, with_kinds

ANY: Any = GAME


@pytest.mark.parametrize(
    "check",
    [
        contract.test_the_set_is_told_whole,
        contract.test_what_can_be_filled_in_is_in_the_form_of_the_layout,
        contract.test_sections_of_a_piece_name_an_entry,
        contract.test_a_click_is_a_pure_edit_and_some_click_takes_it_back,
        contract.test_pieces_are_added_copied_and_removed,
        contract.test_pieces_come_in_from_another_layout,
    ],
)
def test_the_contract_holds_for_home_made_kinds(check: Any) -> None:
    check(ANY, BODY)


def place(body: Body, name: str, piece: str = "reef") -> Place:
    return next(one for one in GAME.pieces.piece_detail(body, piece, 0).places if one.name == name)


def clicked(body: Body, name: str, times: int = 1) -> Body:
    for _time in range(times):
        change = place(body, name).change
        assert change is not None
        body = GAME.editing.set_field(body, -1, change.field, change.value)
    return body


def kind(body: Body, number: int = 0) -> HomeMadeData:
    return body.homemade[number]


def test_clicks_on_the_step_cycle_from_0_to_6() -> None:
    steps = [kind(clicked(BODY, "Step", times)).step for times in range(8)]
    assert steps == [0, 1, 2, 3, 4, 5, 6, 0]
    assert place(BODY, "Step").label == "Shut" and place(clicked(BODY, "Step", 3), "Step").label == "3 spaces"


def test_clicks_on_drawing_and_ground_go_through_all_of_them() -> None:
    assert len({kind(clicked(BODY, "Drawing", times)).emblem for times in range(8)}) == 8
    assert len({kind(clicked(BODY, "Ground", times)).tint for times in range(6)}) == 6
    assert clicked(clicked(BODY, "Drawing", 8), "Ground", 6) == BODY


def test_a_click_on_a_kind_of_space_allows_or_forbids_it() -> None:
    assert kind(clicked(BODY, "Islands")).on == ("water", "island")
    assert kind(clicked(BODY, "Open water")).on == ()
    assert clicked(BODY, "Islands", 2) == BODY
    assert len(GAME.pieces.piece_detail(BODY, "reef", 0).places) == len(GROUNDS) + 3


def test_details_give_the_number_of_spaces_that_fit() -> None:
    assert (
        GAME.pieces.piece_detail(BODY, "reef", 0).facts[1]
        == f"{sum(row.count('.') for row in SHIPPED.spaces)} spaces on this map"
    )


def test_published_kinds_have_only_a_count() -> None:
    detail = GAME.pieces.piece_detail(BODY, "wreck", 0)
    assert not detail.places and [field.key for field in detail.fields] == ["tiles.wreck"]


@pytest.mark.parametrize(
    ("piece", "step", "on"),
    [
        ("water", 2, ("water",)),
        ("full_sail", 4, ("water", "full_sail")),
        ("becalmed", 1, ("water", "becalmed")),
        ("wreck", 0, ("water",)),
        ("island", 3, ("island",)),
        ("S", 3, ("letter",)),
    ],
)
def test_a_copy_of_a_published_kind_follows_its_rules(piece: str, step: int, on: Any) -> None:
    copy = kind(GAME.pieces.duplicate_piece(SHIPPED, piece))
    names = [entry.name.casefold() for entry in GAME.pieces.pieces(GAME.pieces.duplicate_piece(SHIPPED, piece)).entries]
    assert len(set(names)) == len(names), "a name of its own"
    assert (copy.step, copy.on) == (step, on)
    assert not [
        problem
        for problem in GAME.checks.check(GAME.pieces.duplicate_piece(SHIPPED, piece))
        if problem.code == "tile.same_name"
    ]


@pytest.mark.parametrize("piece", ["cyclone", "joker"])
def test_cyclones_and_jokers_cannot_be_copied(piece: str) -> None:
    with pytest.raises(ValueError, match="only its number can be changed"):
        GAME.pieces.duplicate_piece(SHIPPED, piece)


def test_published_kinds_and_letters_of_the_map_stay_in_the_set() -> None:
    with pytest.raises(ValueError, match="part of the published game"):
        GAME.pieces.remove_piece(BODY, "whale")
    with pytest.raises(ValueError, match="The map shows the letter S on"):
        GAME.pieces.remove_piece(BODY, "S")
    more = GAME.pieces.add_pieces(BODY, NEW_LETTER, 0)
    assert more.letters["B"] == 1 and GAME.pieces.remove_piece(more, "B") == BODY


def test_the_number_of_home_made_kinds_is_limited() -> None:
    body = BODY
    for _number in range(MAX_HOMEMADE - 2):
        body = GAME.pieces.add_pieces(body, NEW, 1)
    assert len({one.name for one in body.homemade}) == len({one.id for one in body.homemade}) == MAX_HOMEMADE
    with pytest.raises(ValueError, match="at most 12"):
        GAME.pieces.add_pieces(body, NEW, 1)
    with pytest.raises(ValueError, match="at most 12"):
        GAME.pieces.duplicate_piece(body, "reef")


@pytest.mark.parametrize("name", ["", "  ", "Fair current", "WATER", "<b>", "x" * 25, "a\nb"])
def test_invalid_names_are_rejected_with_a_sentence(name: str) -> None:
    with pytest.raises(ValueError) as error:
        GAME.editing.set_field(BODY, -1, "name:reef", name)
    assert is_sentence(str(error.value))


def test_kinds_are_imported_by_name_and_look() -> None:
    other = with_kinds({**REEF, "count": 9}, {**CURRENT, "step": 1}, {"id": "fog", "name": "Fog bank", "count": 2})
    after = GAME.pieces.import_pieces(BODY, other, ["reef", "current", "fog", "whale"])
    assert [(one.name, one.step, one.count) for one in after.homemade] == [
        ("Reef", 0, 9),
        ("Fair current", 5, 6),
        ("Fair current 2", 1, 6),
        ("Fog bank", 2, 2),
    ]
    assert GAME.body.parse(GAME.body.to_plain(after)) == after
