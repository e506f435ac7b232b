"""Kinds of tile that a layout brings along, in every room but the rules: files, checks, words, pictures, bots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from studio.core.picture import Path as Outlined
from studio.core.problems import Problem, Severity
from studio.documents.store import Layout, layout_text
from studio.games.columbus import GAME, evaluation, rules
from studio.games.columbus.body import EMBLEMS, GROUNDS, TINTS, Body, HomeMadeData, homemade_tile, parse, to_plain
from studio.games.columbus.checks.sailing import speeds
from studio.games.columbus.drawing.picture import rack_kinds
from studio.games.columbus.drawing.tiles import tile_picture
from studio.games.columbus.evaluation import prices
from studio.games.columbus.rules.board import S_HARBOUR, S_LETTER, S_WATER, board_of
from studio.games.columbus.text.places import use_of
from studio.lab.jobs import make_bots, play_match
from studio.services.loading import parse_layout, to_layout
from studio.services.tiled import export_map, import_map
from tests.games.columbus.sea import TILES, begin, position, sailing
from tests.games.columbus.test_checks import SHIPPED
from tests.mending import mended

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


def test_a_body_with_them_comes_back_as_it_was_and_without_them_says_nothing_of_them() -> None:
    raw = to_plain(BODY)
    assert raw["homemade"] == [REEF, CURRENT]
    assert parse(json.loads(json.dumps(raw))) == BODY
    assert "homemade" not in to_plain(SHIPPED)
    assert list(raw) == ["spaces", "tiles", "letters", "rack", "homemade"]


def test_what_is_left_out_is_filled_in_and_grounds_stand_in_one_order() -> None:
    body = with_kinds(
        {"id": "x", "name": "X"}, {"id": "y", "name": "Y", "on": ["harbour", "letter", "water", "letter"]}
    )
    assert body.homemade[0] == HomeMadeData("x", "X", "current", "sea", 2, ("water",), 0)
    assert body.homemade[1].on == ("water", "letter", "harbour")


@pytest.mark.parametrize(
    ("changes", "place", "words"),
    [
        ({"id": "current"}, "`$.homemade[1].id`", 'another kind of tile "current"'),
        ({"id": "water"}, "`$.homemade[0].id`", 'another kind of tile "water"'),
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
        ({"weight": 1}, "`$.homemade[", ""),
    ],
)
def test_what_could_not_be_shown_is_refused(changes: Any, place: str, words: str) -> None:
    with pytest.raises(ValueError) as refused:
        changed(**changes)
    assert place in str(refused.value) and words in str(refused.value)


def test_a_layout_with_them_goes_through_tiled_and_back() -> None:
    before = parse_layout(Layout(game="columbus", name="Reefs", body=to_plain(BODY)), None)
    out = export_map(before, "reefs")
    files = out.texts()
    folder = Path("/nowhere")
    tileset = json.loads(files["reefs.tsj"])
    raw = {**out.map, "tilesets": [{"firstgid": 1, **tileset}]}
    back = import_map(json.dumps(raw).encode(), folder / "reefs.tmj")
    assert layout_text(to_layout(back)) == layout_text(to_layout(before))


# checks


def found(body: Body, code: str) -> list[Problem]:
    return [problem for problem in GAME.checks.check(body) if problem.code == code]


def test_a_sound_set_is_quiet() -> None:
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
def test_each_finding_is_told_and_its_fix_mends_it(body: Body, code: str, severity: Severity, field: str) -> None:
    problem = found(body, code)[0]
    assert (problem.severity, problem.field) == (severity, field)
    assert problem.fix is not None
    assert not found(mended(problem.fix, Body), code)


def test_a_kind_without_tiles_may_fit_nowhere() -> None:
    assert not found(changed(on=[], count=0), "tile.no_space")


def test_tiles_that_no_ship_enters_count_as_wrecks_do() -> None:
    without = {problem.code for problem in GAME.checks.verify(SHIPPED, _endless())}
    many = GAME.checks.verify(changed(count=9), _endless())
    assert "home.sealed" not in without
    sealed = [problem for problem in many if problem.code == "home.sealed"]
    assert sealed and "home-made tiles that no ship enters" in sealed[0].message


def _endless() -> Any:
    from studio.core.cancellation import NEVER_CANCELLED

    return NEVER_CANCELLED


def test_they_are_tiles_for_racks_but_barring_ones_are_none_for_a_voyage() -> None:
    few = {"water": 0, "route": 0, "island": 0, "letter": 0, "whale": 0, "joker": 0, "full_sail": 0, "becalmed": 0}
    bare = msgspec.structs.replace(SHIPPED, tiles={**SHIPPED.tiles, **few}, letters={})
    barring = msgspec.structs.replace(bare, homemade=changed(count=99).homemade[:1])
    passable = msgspec.structs.replace(bare, homemade=changed(count=99, step=1).homemade[:1])
    assert not found(barring, "tile.few_for_racks")
    assert found(barring, "tile.few_for_voyage")
    assert not found(passable, "tile.few_for_voyage")


def test_at_best_a_space_has_the_fastest_tile_that_may_lie_there() -> None:
    letters = [cell for cell, kind in enumerate(BOARD.space) if kind == S_LETTER]
    waters = [cell for cell, kind in enumerate(BOARD.space) if kind == S_WATER]
    harbours = [cell for cell, kind in enumerate(BOARD.space) if kind == S_HARBOUR]
    best, usual = speeds(BODY, at_best=True), speeds(BODY, at_best=False)
    assert {best[cell] for cell in letters} == {5} and {usual[cell] for cell in letters} == {3}
    assert {best[cell] for cell in waters} == {5} and {usual[cell] for cell in waters} == {2}
    assert {best[cell] for cell in harbours} == {3}
    assert speeds(SHIPPED, at_best=False) == usual


# the form


def test_their_numbers_are_fields_and_the_standard_set_has_none_of_them() -> None:
    fields = {field.key: field for section in GAME.editing.form(BODY, -1) for field in section.fields}
    assert fields["count:reef"].value == 3 and fields["name:reef"].value == "Reef"
    asked = [fields[f"{part}:reef"].value for part in ("step", "emblem", "on water", "on route")]
    assert asked == ["0", "reef", True, False]
    more = GAME.editing.set_field(BODY, -1, "count:reef", 5)
    assert [kind.count for kind in more.homemade] == [5, 6]
    assert GAME.editing.set_field(more, -1, "count:reef", 3) == BODY
    assert GAME.editing.set_field(BODY, -1, "standard", True).homemade == ()
    assert GAME.editing.set_field(BODY, -1, "match", True).homemade == BODY.homemade


def test_the_palette_says_which_of_them_may_lie_on_a_space() -> None:
    tips = {item.stamp.key: item.tip for group in GAME.sketch.palette(BODY) for item in group.items}
    assert "“Reef” and “Fair current”" in tips["water"]
    assert "“Fair current”" in tips["letter:S"] and "Reef" not in tips["letter:S"]
    assert "Home-made" not in tips["route"]


# the match


def test_words_call_them_by_their_names_and_say_what_they_do() -> None:
    state = begin(BOARD)
    state.hand, state.phase = T_CURRENT, rules.P_PLACE
    state.moves = None
    told = GAME.text.describe(state, state.legal()[0])
    assert "“Fair current”" in told
    assert use_of(BOARD, T_REEF) == "no ship enters or passes it; it fits open water"
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
    assert any(tip.startswith("“Reef”: 3 still unseen") for tip in tips)
    kinds = BOARD.tiles
    assert sum(kinds) == 135 + 9


@pytest.mark.parametrize("emblem", EMBLEMS)
@pytest.mark.parametrize("step", range(7))
def test_every_look_is_drawn_with_as_many_pearls_as_it_has_steps(emblem: Any, step: int) -> None:
    for tint in TINTS:
        kind = HomeMadeData("x", "X", emblem, tint, step, GROUNDS, 1)
        (layer,) = tile_picture("homemade", made=homemade_tile(kind)).layers
        pearls = [shape for shape in layer.shapes if isinstance(shape, Outlined) and shape.style == "homemade_pearl"]
        assert sum(len(shape.outlines) for shape in pearls) == step
        assert f"homemade_{tint}" in GAME.style.STYLES.recipes


def test_they_are_cut_out_with_the_others() -> None:
    pieces = {piece.name: piece.count for sort in GAME.sketch.cut_outs(BODY).piece_types for piece in sort.pieces}
    assert pieces["Reef"] == 3 and pieces["Fair current"] == 6


def test_to_a_bot_a_quick_tile_on_its_way_is_worth_more_than_water_and_a_barring_one_less() -> None:
    waters = {f"{letter}1": rules.T_WATER for letter in "BCDEFGHIJ"}
    worth = [
        evaluation.evaluate(sailing(LANE, tiles={**waters, "K1": kind}, ships={0: "L1", 1: "N1"}, sailed=True), 0)
        for kind in (LANE.first_homemade, rules.T_WATER, LANE.first_homemade + 1)
    ]
    assert worth == sorted(worth) and len(set(worth)) == 3


def test_to_a_bot_a_tile_of_the_rack_that_fits_opens_a_space_as_its_picture_would() -> None:
    held, drawn = (prices(position(BOARD, racks={0: rack}), 0)[0][rules.T_LETTER] for rack in ([T_CURRENT], [T_REEF]))
    assert held < drawn


@pytest.mark.long
def test_bots_play_a_whole_match_with_them_and_come_home() -> None:
    state = play_match(ANY, BOARD, 3, {}, make_bots(["greedy"] * 3, 3), 3)
    assert sorted(state.state.scores()) == [0, 1, 2]
