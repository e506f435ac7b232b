"""Home-made kinds of tile, an addition of this program: rules, files, checks, texts, pictures, bots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from studio.core.cancellation import NEVER_CANCELLED
from studio.core.game import OVER
from studio.core.picture import Path as Outlined
from studio.core.problems import Problem, Severity
from studio.documents.store import Layout, layout_text
from studio.games.columbus import GAME, evaluation, rules
from studio.games.columbus.body import EMBLEMS, GROUNDS, TINTS, Body, HomeMadeData, homemade_tile, parse, to_plain
from studio.games.columbus.checks.sailing import speeds
from studio.games.columbus.drawing.picture import rack_kinds
from studio.games.columbus.drawing.tiles import tile_picture
from studio.games.columbus.evaluation import prices
from studio.games.columbus.rules import HomeMade
from studio.games.columbus.rules.board import S_HARBOUR, S_LETTER, S_WATER, S_WHALE, board_of
from studio.games.columbus.text.places import use_of
from studio.lab.jobs import make_bots, play_match
from studio.services.loading import parse_layout, to_layout
from tests.core.test_own_picture import PICTURE
from tests.games.columbus.sea import (
    SEA_ROWS,
    TILES,
    WATERS,
    all_tiles,
    at,
    begin,
    do,
    free,
    position,
    sailing,
    walk,
    where,
)
from tests.games.columbus.test_checks import SHIPPED
from tests.helpers import body_after
from tests.services.test_tiled import carried

REEF: Any = {"id": "reef", "name": "Reef", "emblem": "reef", "tint": "grey", "step": 0, "on": ["water"], "count": 3}
CURRENT: Any = {
    "id": "current",
    "name": "Fair current",
    "emblem": "current",
    "tint": "sea",
    "step": 5,
    "on": ["water", "letter"],
    "count": 6,
}


def with_kinds(*kinds: Any) -> Body:
    return parse({**to_plain(SHIPPED), "homemade": list(kinds)})


ANY: Any = GAME
BODY = with_kinds(REEF, CURRENT)
BOARD = GAME.body.build(BODY)
LANE = board_of(["A . . . . . . . . . . H H H H H H"], "", TILES, homemade=tuple(map(homemade_tile, BODY.homemade)))
T_REEF, T_CURRENT = BOARD.first_homemade, BOARD.first_homemade + 1


def changed(**changes: Any) -> Body:
    return with_kinds({**REEF, **changes}, CURRENT)


# files


def test_home_made_kinds_survive_a_round_trip() -> None:
    raw = to_plain(BODY)
    assert raw["homemade"] == [REEF, CURRENT]
    assert parse(json.loads(json.dumps(raw))) == BODY
    assert "homemade" not in to_plain(SHIPPED)
    assert list(raw) == ["spaces", "tiles", "letters", "rack", "homemade"]


def test_defaults_are_filled_in_and_grounds_are_sorted() -> None:
    body = with_kinds(
        {"id": "x", "name": "X"}, {"id": "y", "name": "Y", "on": ["harbour", "letter", "water", "letter"]}
    )
    assert body.homemade[0] == HomeMadeData("x", "X", "current", "sea", 2, ("water",), 0)
    assert body.homemade[1].on == ("water", "letter", "harbour")


@pytest.mark.parametrize(
    ("changes", "place", "words"),
    [
        ({"id": "current"}, "`$.homemade[1].id`", "“current” already exists"),
        ({"id": "water"}, "`$.homemade[0].id`", "“water” already exists"),
        ({"id": "A"}, "`$.homemade[", ""),
        ({"id": "x" * 21}, "`$.homemade[", ""),
        ({"name": ""}, "`$.homemade[0].name`", "up to 24 letters"),
        ({"name": " Reef"}, "`$.homemade[0].name`", "up to 24 letters"),
        ({"name": "⟦0⟧"}, "`$.homemade[0].name`", "up to 24 letters"),
        ({"name": "<b>Reef"}, "`$.homemade[0].name`", "up to 24 letters"),
        ({"name": "x" * 25}, "`$.homemade[", ""),
        ({"step": 7}, "`$.homemade[", ""),
        ({"step": -1}, "`$.homemade[", ""),
        ({"on": ["land"]}, "`$.homemade[", ""),
        ({"emblem": "kraken"}, "`$.homemade[", ""),
        ({"tint": "plaid"}, "`$.homemade[", ""),
        ({"count": 1000}, "`$.homemade[", ""),
        ({"picture": "data:image/png;base64,AAAA"}, "`$.homemade[0].picture`", "not a PNG"),
        ({"weight": 1}, "`$.homemade[", ""),
    ],
)
def test_invalid_kinds_are_rejected(changes: Any, place: str, words: str) -> None:
    with pytest.raises(ValueError) as error:
        changed(**changes)
    assert place in str(error.value) and words in str(error.value)


def test_a_layout_with_them_goes_through_tiled_and_back(tmp_path: Path) -> None:
    body = changed(picture=PICTURE)
    assert to_plain(body)["homemade"][0]["picture"] == PICTURE
    before = parse_layout(Layout(game="columbus", name="Reefs", body=to_plain(body)))
    assert layout_text(to_layout(carried(before, tmp_path))) == layout_text(to_layout(before))


# checks


def found(body: Body, code: str) -> list[Problem]:
    return [problem for problem in GAME.checks.check(body) if problem.code == code]


def test_a_valid_set_adds_no_problems() -> None:
    assert not found(changed(on=[], count=0), "tile.no_space"), "a kind without tiles may fit nowhere"
    assert {problem.code for problem in GAME.checks.check(BODY)} == {
        problem.code for problem in GAME.checks.check(SHIPPED)
    }


@pytest.mark.parametrize(
    ("body", "code", "severity", "field"),
    [
        (changed(count=-2), "tile.negative", Severity.ERROR, "count:reef"),
        (changed(on=[]), "tile.no_space", Severity.WARNING, "count:reef"),
        (changed(name="fair CURRENT"), "tile.same_name", Severity.ERROR, "count:current"),
        (changed(name="Water"), "tile.same_name", Severity.ERROR, "count:reef"),
        (
            with_kinds(*({**REEF, "id": f"reef{n}", "name": f"Reef {n}"} for n in range(13))),
            "tile.many_kinds",
            Severity.ERROR,
            "count:reef12",
        ),
    ],
)
def test_each_problem_of_kinds_is_reported_and_fixed(body: Body, code: str, severity: Severity, field: str) -> None:
    problem = found(body, code)[0]
    assert (problem.severity, problem.field) == (severity, field)
    assert problem.fix is not None
    assert not found(body_after(problem.fix, Body), code)


def test_impassable_tiles_count_as_wrecks() -> None:
    without = {problem.code for problem in GAME.checks.verify(SHIPPED, NEVER_CANCELLED)}
    many = GAME.checks.verify(changed(count=9), NEVER_CANCELLED)
    assert "home.sealed" not in without
    sealed = [problem for problem in many if problem.code == "home.sealed"]
    assert sealed and "impassable custom tiles" in sealed[0].message


def test_impassable_tiles_count_for_racks_but_not_for_a_voyage() -> None:
    few = {"water": 0, "route": 0, "island": 0, "letter": 0, "whale": 0, "joker": 0, "full_sail": 0, "becalmed": 0}
    bare = msgspec.structs.replace(SHIPPED, tiles={**SHIPPED.tiles, **few}, letters={})
    barring = msgspec.structs.replace(bare, homemade=changed(count=99).homemade[:1])
    passable = msgspec.structs.replace(bare, homemade=changed(count=99, step=1).homemade[:1])
    assert not found(barring, "tile.few_for_racks")
    assert found(barring, "tile.few_for_voyage")
    assert not found(passable, "tile.few_for_voyage")


def test_best_speed_uses_the_fastest_tile_that_fits() -> None:
    letters = [cell for cell, kind in enumerate(BOARD.space) if kind == S_LETTER]
    waters = [cell for cell, kind in enumerate(BOARD.space) if kind == S_WATER]
    harbours = [cell for cell, kind in enumerate(BOARD.space) if kind == S_HARBOUR]
    best, usual = speeds(BODY, at_best=True), speeds(BODY, at_best=False)
    assert {best[cell] for cell in letters} == {5} and {usual[cell] for cell in letters} == {3}
    assert {best[cell] for cell in waters} == {5} and {usual[cell] for cell in waters} == {2}
    assert {best[cell] for cell in harbours} == {3}
    assert speeds(SHIPPED, at_best=False) == usual


# the form


def test_the_form_has_their_fields() -> None:
    fields = {field.key: field for section in GAME.editing.form(BODY, -1) for field in section.fields}
    assert fields["count:reef"].value == 3 and fields["name:reef"].value == "Reef"
    questions = [fields[f"{part}:reef"].value for part in ("step", "emblem", "on water", "on route")]
    assert questions == ["0", "reef", True, False]
    more = GAME.editing.set_field(BODY, -1, "count:reef", 5)
    assert [kind.count for kind in more.homemade] == [5, 6]
    assert GAME.editing.set_field(more, -1, "count:reef", 3) == BODY
    assert GAME.editing.set_field(BODY, -1, "standard", True).homemade == ()
    assert GAME.editing.set_field(BODY, -1, "match", True).homemade == BODY.homemade


def test_the_palette_says_which_kinds_fit() -> None:
    tips = {item.stamp.key: item.tip for group in GAME.sketch.palette(BODY) for item in group.items}
    assert "“Reef” and “Fair current”" in tips["water"]
    assert "“Fair current”" in tips["letter:S"] and "Reef" not in tips["letter:S"]
    assert "Custom" not in tips["route"]


# the match


def test_texts_name_and_describe_them() -> None:
    state = begin(BOARD)
    state.hand, state.phase = T_CURRENT, rules.P_PLACE
    state.moves = None
    sentence = GAME.text.describe(state, state.legal()[0])
    assert "“Fair current”" in sentence
    assert use_of(BOARD, T_REEF) == "ships cannot enter or pass it; it fits open water"
    assert use_of(BOARD, T_CURRENT) == "ships sail 5 spaces from it; it fits open water and letters"


def test_the_rack_shows_them_and_the_panel_counts_what_is_unseen() -> None:
    state = begin(BOARD)
    seat = state.to_move
    state.rack[seat][T_CURRENT] += 1
    state.rack_size[seat] += 1
    assert T_CURRENT in rack_kinds(state, seat)
    panel = GAME.panel.panel(state, -1)
    unseen = panel.groups[1]
    tips = [item.tip for item in unseen.items]
    assert any(tip.startswith("“Reef”: 3 unseen") for tip in tips)
    kinds = BOARD.tiles
    assert sum(kinds) == 135 + 9


@pytest.mark.parametrize("emblem", EMBLEMS)
@pytest.mark.parametrize("step", range(7))
def test_every_look_has_one_pearl_per_step(emblem: Any, step: int) -> None:
    for tint in TINTS:
        kind = HomeMadeData("x", "X", emblem, tint, step, GROUNDS, 1)
        (layer,) = tile_picture("homemade", made=homemade_tile(kind)).layers
        pearls = [shape for shape in layer.shapes if isinstance(shape, Outlined) and shape.style == "homemade_pearl"]
        assert sum(len(shape.outlines) for shape in pearls) == step
        assert f"homemade_{tint}" in GAME.style.STYLES.recipes


def test_they_are_printed_with_the_others() -> None:
    pieces = {piece.name: piece.count for sort in GAME.sketch.cut_outs(BODY).piece_types for piece in sort.pieces}
    assert pieces["Reef"] == 3 and pieces["Fair current"] == 6


def test_bots_prefer_fast_tiles_to_water_and_water_to_impassable_ones() -> None:
    waters = {f"{letter}1": rules.T_WATER for letter in "BCDEFGHIJ"}
    worth = [
        evaluation.evaluate(sailing(LANE, tiles={**waters, "K1": kind}, ships="L1 N1", sailed=True), 0)
        for kind in (LANE.first_homemade, rules.T_WATER, LANE.first_homemade + 1)
    ]
    assert worth == sorted(worth) and len(set(worth)) == 3


def test_a_home_made_tile_on_the_rack_lowers_the_cost_of_spaces_it_fits() -> None:
    held, drawn = (prices(position(BOARD, racks=rack), 0)[0][rules.T_LETTER] for rack in ("current", "reef"))
    assert held < drawn


@pytest.mark.long
def test_bots_finish_a_match_with_them() -> None:
    state = play_match(ANY, BOARD, 3, {}, make_bots(["greedy"] * 3, 3), 3)
    assert sorted(state.state.scores()) == [0, 1, 2]


# Rules.


REEF_TILE = HomeMade("reef", "Reef", "reef", "grey", 0, (S_WATER,), 3)
CURRENT_TILE = HomeMade("current", "Fair current", "current", "sea", 6, (S_WATER, S_LETTER), 4)
SHOAL_TILE = HomeMade("shoal", "Shoal", "weed", "green", 1, (S_WHALE, S_HARBOUR), 2)
SMALL = board_of(SEA_ROWS, "", TILES, {"E": 3, "O": 2}, homemade=(REEF_TILE, CURRENT_TILE, SHOAL_TILE))
SMALL_REEF, SMALL_CURRENT, SMALL_SHOAL = range(rules.T_LETTER + 2, rules.T_LETTER + 5)
RULES_LANE = board_of(["A . . . . . . . . . . H H H H H H"], "", TILES, homemade=(REEF_TILE, CURRENT_TILE))
LANE_REEF, LANE_CURRENT = rules.T_LETTER, rules.T_LETTER + 1


def test_the_kinds_come_after_the_letters_and_into_the_reserve() -> None:
    assert SMALL.letters == "EO" and SMALL.first_homemade == SMALL_REEF
    assert SMALL.tiles[SMALL_REEF:] == (3, 4, 2)
    state = begin(SMALL)
    assert sum(rack[SMALL_CURRENT] for rack in state.rack) + state.reserve[SMALL_CURRENT] == 4


@pytest.mark.parametrize(
    ("kind", "spaces"), [("reef", WATERS), ("current", WATERS | {"D3", "F3"}), ("shoal", {"D1", "A1", "A3"})]
)
def test_they_fit_the_spaces_of_their_kinds_only(kind: str, spaces: set[str]) -> None:
    assert where(do(position(SMALL, racks=kind), f"take {kind}"), rules.PLACE) == spaces


def test_they_count_as_tiles_of_a_turn() -> None:
    state = do(position(SMALL, racks="2 current, reef"), "lay current G1, lay current G2, lay reef B1")
    assert state.phase == rules.P_SAIL and state.laid == 3


def reached(tiles: str) -> set[str]:
    """Return the spaces that a ship reaches from L1 on the lane; the other ship is behind it."""
    return where(sailing(RULES_LANE, tiles=tiles, ships="L1 Q1"), rules.SAIL)


@pytest.mark.parametrize("step", range(1, 7))
def test_a_ship_sails_as_far_as_the_step_of_the_tile_where_its_move_begins(step: int) -> None:
    kind = CURRENT_TILE._replace(step=step)
    board = board_of(["A . . . . . . . . . . H H H H H H"], "", TILES, homemade=(kind,))
    water = {f"{letter}1": rules.T_WATER for letter in "BCDEFGHIJ"}
    state = sailing(board, tiles={**water, "K1": rules.T_LETTER}, ships="K1 Q1")
    west = {f"{letter}1" for letter in "ABCDEFGHIJ"[10 - step :]}
    east = {f"{letter}1" for letter in "LMNOP"[:step]}
    assert where(state, rules.SAIL) == west | east


def test_the_last_ship_goes_one_space_further_from_them_too() -> None:
    water = {f"{letter}1": rules.T_WATER for letter in "BCDEFGHI"}
    state = sailing(RULES_LANE, tiles={**water, "K1": LANE_CURRENT, "J1": rules.T_WATER}, ships="K1 C1")
    assert "D1" in where(state, rules.SAIL)


def test_ships_pass_them_like_water() -> None:
    assert reached("K1 current, J1 water, I1 water") >= {"K1", "J1", "I1"}


def test_with_no_step_they_are_neither_entered_nor_passed() -> None:
    assert reached("K1 reef, J1 water") == {"M1", "N1", "O1"}


def test_cyclones_move_them_to_spaces_where_they_fit() -> None:
    state = do(position(SMALL, tiles="D1 shoal, G1 reef", racks="cyclone"), "take cyclone")
    assert {"D1", "G1"} <= where(state, rules.LIFT)
    assert where(do(state, "lift D1"), rules.DROP) == {"A1", "A3"}
    do(state, "drop A1")
    assert (state.tile[at(state, "A1")], state.tile[at(state, "D1")]) == (SMALL_SHOAL, rules.NO_TILE)


def test_they_cover_no_tile_and_are_covered_by_none() -> None:
    state = free(SMALL, tiles="G1 current, G2 water", racks="full_sail, wreck, current")
    places = where(do(state.clone(), "take full_sail"), rules.PLACE)
    assert "G2" in places and "G1" not in places
    assert not {"G1", "G2"} & where(do(state, "take current"), rules.PLACE)


def test_no_joker_stands_for_them() -> None:
    state = position(SMALL, tiles="G1 joker", racks="current, reef")
    assert not where(state, rules.SWAP)
    state = position(SMALL, tiles="G1 joker", racks="water")
    assert where(state, rules.SWAP) == {"G1"}


def test_an_american_harbour_below_one_is_entered_and_turns_the_ship() -> None:
    state = do(sailing(SMALL, tiles="A1 shoal, B1 water", ships="B1 H2"), "sail A1")
    assert state.voyage[0] == rules.RETURNING and state.discovered


@pytest.mark.parametrize("seed", range(3))
def test_matches_with_them_lose_no_tile_and_restore(seed: int) -> None:
    small = board_of(
        ["A . . H H", " # . . . F"],
        "",
        {"water": 6, "harbour": 2, "joker": 2, "cyclone": 1},
        {},
        3,
        (REEF_TILE, CURRENT_TILE),
    )
    assert small.tiles[rules.T_LETTER :] == (3, 4)
    state = rules.start(small, 2, {})
    for number, now in enumerate(walk(state, seed)):
        assert all_tiles(now) == list(small.tiles)
        if not number % 7:
            again = rules.restore(small, now.dump())
            assert again.dump() == now.dump()
            assert now.to_move < 0 or again.legal() == now.legal()
    assert state.to_move == OVER


def test_a_board_without_them_is_unchanged() -> None:
    bare = board_of(SEA_ROWS, "", TILES, {"E": 3, "O": 2})
    assert bare.homemade == () and len(bare.tiles) == bare.first_homemade == rules.T_LETTER + 2
    assert begin(bare).dump()["rack"] != begin(SMALL).dump()["rack"]
