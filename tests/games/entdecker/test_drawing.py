"""The board at play and the panel beside it: at every ply of random matches; nothing that is to come shows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from studio.core.game import EVERYBODY, OVER
from studio.core.panel import Group, Panel
from studio.core.picture import Label, Picture, Sprite
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.documents.store import read_layout
from studio.games.entdecker import GAME, drawing as purse
from studio.games.entdecker.drawing import OWN_TARGET
from studio.games.entdecker.rules import State, board as a
from studio.seatiles.drawing.woods import STACK_TARGET
from tests.games.entdecker.sea import body, changed, draw, sailing
from tests.helpers import play
from tests.seatiles.little_seas import at
from tests.short_run import mark_long_rows


@cache
def _board(name: str) -> Any:
    path = next(path for path in shipped_layouts("entdecker") if path.stem == name)
    return GAME.body.build(GAME.body.parse(read_layout(path).body))


def _plies(layout: str, seats: int, seed: int, **options: bool) -> Iterator[State]:
    """Every position of a random match, chance included."""
    rng = Rng(seed)
    state: Any = GAME.rules.start(_board(layout), seats, {**GAME.info.defaults(), **options})
    while state.to_move != OVER:
        yield state
        state.apply(rng.choose(state.legal()) if state.to_move >= 0 else state.draw(rng))
    yield state


def _targets(board: Picture, panel: Panel) -> set[int]:
    """All numbers that can be clicked."""
    found = {target.cell for target in board.targets}
    for group in panel.groups:
        found |= {item.target for item in group.items if item.target >= 0}
    return found


def _group(panel: Panel, title: str) -> Group:
    return next(group for group in panel.groups if group.title == title)


@pytest.mark.parametrize(
    ("layout", "seats", "seed", "own"),
    mark_long_rows(
        [("base", 4, 1, True), ("archipelago", 3, 2, False), ("ring_sea", 2, 3, True), ("long_coast", 4, 4, False)]
    ),
)
def test_every_ply_can_be_shown_and_every_move_clicked(layout: str, seats: int, seed: int, own: bool) -> None:
    seen: set[int] = set()
    for state in _plies(layout, seats, seed, personal_tiles=own):
        board = GAME.picture.picture(state, EVERYBODY)
        panel = GAME.panel.panel(state, EVERYBODY)
        assert len(panel.seats) == seats and len(panel.steps) == 5 and panel.title
        assert len(panel.title) <= 60 and len(panel.hint) <= 100, panel  # one line each in a small window
        if state.to_move < 0:
            continue
        assert f"⟦{state.to_move}⟧" in panel.title
        here = _targets(board, panel)
        for action in state.legal():
            seen.add(action[0])
            place = GAME.picture.target(state, action)
            assert place in here or (place == -1 and action[0] in (a.PASS, a.DECLARE, a.STOP, a.RECALL)), action
            ghost = GAME.picture.preview(state, action)
            assert (ghost is not None) == (action[0] in (a.LAY, a.UNIT, a.START_RIM, a.START_TILE, a.ISLAND)), action
            hand = GAME.picture.rotated_hand(state, action)
            assert (hand is not None) == (action[0] == a.LAY), action
            if hand is not None:  # as it lies in hand only where it is not turned
                is_turned = state.board.chart.placements[action[2]].turn > 0
                assert (hand != panel.hand) == is_turned, action
    assert {a.START_RIM, a.START_TILE, a.DECLARE, a.DRAW, a.UNIT, a.STOP, a.LAY, a.RECALL} <= seen
    assert (a.OWN in seen) == own


def test_every_seat_sees_the_same() -> None:
    for ply, state in enumerate(_plies("duel", 3, 5)):
        if ply % 9 == 0:
            for seat in range(3):
                assert GAME.picture.picture(state, seat) == GAME.picture.picture(state, EVERYBODY)
                assert GAME.panel.panel(state, seat) == GAME.panel.panel(state, EVERYBODY)


def test_the_piles_show_their_backs_and_sizes() -> None:
    for state in _plies("base", 2, 7):
        if state.to_move < 0:
            continue
        piles = _group(GAME.panel.panel(state, 0), "Draw piles")
        assert piles.look == "stacks" and len(piles.items) == 5
        for number, item in enumerate(piles.items):
            size, top = state.stack_size[number], state.stack_top[number]
            assert item.value == str(size) and item.target == STACK_TARGET + number
            assert item.sprite.endswith("_empty") == (size == 0)
            assert item.sprite.endswith("_event") == (size > 0 and top == a.BACK_QUERY)


def test_counts_beside_the_board_are_those_of_the_position() -> None:
    for ply, state in enumerate(_plies("base", 4, 8)):
        if ply % 40 and state.to_move != OVER:
            continue
        panel = GAME.panel.panel(state, EVERYBODY)
        come, reserve = _group(panel, "What may still come"), _group(panel, "Reserve")
        assert sum(int(item.value) for item in come.items) == state.hidden_plain + state.hidden_query
        assert sum(int(item.value) for item in reserve.items) == sum(state.sorted_left)
        assert sum(int(item.value) for item in _group(panel, "Events").items) == state.hidden_query
        assert [int(item.value) for item in _group(panel, "Plant chips").items] == list(state.bag)
        for seat in panel.seats:
            gold, scouts, forts, settlements, chips = (int(item.value) for item in seat.items)
            assert gold == state.gold[seat.seat] and chips == len(state.chips[seat.seat])
            assert [scouts, forts, settlements] == list(state.supply[seat.seat * 3 : seat.seat * 3 + 3])
            assert seat.points == state.points[seat.seat]


def test_declared_and_remaining_draws_are_told() -> None:
    state = sailing(3)
    assert "3 of 3 declared draws left" in GAME.panel.panel(state, 0).hint
    draw(state, 0)
    if state.phase == a.P_LAY:
        play(state, next(action for action in state.legal() if action[0] == a.LAY))
    panel = GAME.panel.panel(state, 0)
    assert [step.name for step in panel.steps if step.state == "now"] == ["Explore 2/3"]
    assert "2 of 3 declared draws left" in panel.hint


def test_own_tiles_are_places_to_click() -> None:
    state = sailing(4, options={"personal_tiles": True})
    own = _group(GAME.panel.panel(state, 0), "Personal tiles")
    assert own.look == "stacks" and [item.target for item in own.items] == [OWN_TARGET + kind for kind in range(4)]
    assert GAME.panel.panel(state, 0).seats[1].note == "4 personal tiles"
    assert "4 of 4 declared gold left" in GAME.panel.panel(state, 0).hint


def test_hostile_natives_are_named_where_a_unit_costs_double() -> None:
    state = sailing(2, gold=12)
    draw(state, 1, a.HOSTILE)
    if state.phase == a.P_LAY:
        play(state, next(action for action in state.legal() if action[0] == a.LAY))
    assert "2 gold" in GAME.panel.panel(state, 0).hint and "double" in GAME.panel.panel(state, 0).hint
    unit = next(action for action in state.legal() if action[:2] == (a.UNIT, a.SCOUT))
    assert GAME.text.button_text(state, unit) == "Scout · 2 gold"


def test_a_start_on_a_foreign_fort_shows_its_price() -> None:
    sea = body("..... .~n.. ..... ..... .....")
    state = sailing(1, drawn=sea)
    fresh = changed(
        GAME.rules.start(state.board, 2, {}), {"C2": (1, a.FORT, 0)}, phase=a.P_START, to_move=0, turn=2, gold=[9, 4]
    )
    cell = at(fresh, "C2")
    ghost = GAME.picture.preview(fresh, (a.START_TILE, cell))
    assert ghost is not None
    assert "common/coin_3" in {shape.name for shape in ghost.layers[0].shapes if isinstance(shape, Sprite)}
    assert GAME.text.button_text(fresh, (a.START_TILE, cell)) == "C2 · 3 gold"


def test_the_display_has_a_hole_for_each_gold() -> None:
    picture = purse.purse_picture((2, 3, 4, 5), 4, (5, 12, 0), 12, 1)
    coins = [s for s in picture.layers[1].shapes if isinstance(s, Sprite) and s.name == "common/coin"]
    assert len(coins) == 17
    labels = [s.text for layer in picture.layers for s in layer.shapes if isinstance(s, Label)]
    assert labels == ["2", "3", "4", "5"]
    rich = purse.purse_picture((2, 2), 2, (30, 0), 40, 0)
    assert "30 / 40" in [s.text for layer in rich.layers for s in layer.shapes if isinstance(s, Label)]


def test_units_stand_on_their_tiles_in_their_colours() -> None:
    for state in _plies("base", 3, 9):
        if state.to_move < 0:
            continue
        pieces = [s for s in GAME.picture.picture(state, EVERYBODY).layers[-1].shapes if isinstance(s, Sprite)]
        units = {
            s.cell: (s.name, s.seat) for s in pieces if s.name.rpartition("/")[2] in ("scout", "fort", "settlement")
        }
        names = ("seatiles/scout", "entdecker/fort", "seatiles/settlement")
        assert units == {cell: (names[unit % 3], unit // 3) for cell, unit in enumerate(state.unit) if unit >= 0}
