"""The board at play, the panel beside it: at every ply of random matches, for every seat and for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from studio.core.game import EVERYBODY, OVER
from studio.core.match import Match
from studio.core.panel import Panel
from studio.core.picture import BESIDE, Picture, Sprite, target_edge
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.documents.store import read_layout
from studio.games import load
from studio.games.neue_entdecker import GAME
from studio.games.neue_entdecker.drawing import jungle, picture as voyages
from studio.games.neue_entdecker.drawing.jungle import scenery
from studio.games.neue_entdecker.drawing.picture import picture, preview, target
from studio.games.neue_entdecker.rules import State, board as a
from tests.games.neue_entdecker.sea import begin, body, changed
from tests.helpers import play
from tests.seatiles.little_seas import at
from tests.short_run import mark_long_rows


@cache
def _board(name: str) -> Any:
    path = next(path for path in shipped_layouts("neue_entdecker") if path.stem == name)
    return GAME.body.build(GAME.body.parse(read_layout(path).body))


def _plies(layout: str, seats: int, seed: int, numbered: bool = False) -> Iterator[State]:
    """Every position of a random match, chance included."""
    match = Match(load("neue_entdecker"), _board(layout), seats, {"chief_scouts": numbered}, seed)
    rng = Rng(seed + 1)
    state: Any = GAME.rules.start(_board(layout), seats, match.options)
    while state.to_move != OVER:
        yield state
        state.apply(rng.choose(state.legal()) if state.to_move >= 0 else state.draw(rng))
    yield state


def _targets(board: Picture, panel: Panel) -> set[int]:
    """All numbers that can be clicked."""
    found = {target.cell for target in board.targets}
    for inset in panel.insets:
        found |= {target.cell for target in inset.picture.targets}
    for group in panel.groups:
        found |= {item.target for item in group.items if item.target >= 0}
    for seat in panel.seats:
        found |= {item.target for item in seat.items if item.target >= 0}
    return found


@pytest.mark.parametrize(
    ("layout", "seats", "seed", "numbered"),
    mark_long_rows([("base", 4, 1, False), ("variant_1", 2, 2, True), ("variant_3", 3, 3, False)], 1),
)
def test_every_ply_can_be_shown_and_every_move_clicked(layout: str, seats: int, seed: int, numbered: bool) -> None:
    seen: set[int] = set()
    for ply, state in enumerate(_plies(layout, seats, seed, numbered)):
        if ply % 3 and state.phase in seen:
            continue
        board = GAME.picture.picture(state, EVERYBODY)
        panel = GAME.panel.panel(state, EVERYBODY)
        assert len(panel.seats) == seats and len(panel.steps) == 5
        assert panel.title and all(shape for inset in panel.insets for shape in inset.picture.layers)
        if state.to_move < 0:
            continue
        seen.add(state.phase)
        assert f"⟦{state.to_move}⟧" in panel.title
        assert len(panel.title) <= 60 and len(panel.hint) <= 100, panel  # one line each in a small window
        here = _targets(board, panel)
        for action in state.legal():
            place = GAME.picture.target(state, action)
            assert place == -1 or place in here, (action, place)
    assert {a.P_START, a.P_ANNOUNCE, a.P_GO} <= seen


@pytest.mark.parametrize(("seats", "seed", "numbered"), mark_long_rows([(4, 5, False), (3, 6, True)], 1))
def test_no_seat_sees_what_is_hidden_from_it(seats: int, seed: int, numbered: bool) -> None:
    for ply, state in enumerate(_plies("base", seats, seed, numbered)):
        if ply % 7:
            continue
        for seat in (EVERYBODY, *range(seats)):
            other = state.redeal(seat, Rng(seed + ply))
            assert GAME.panel.panel(other, seat) == GAME.panel.panel(state, seat)
            assert GAME.picture.picture(other, seat).layers[-1] == GAME.picture.picture(state, seat).layers[-1]
        if state.to_move >= 0 and state.phase == a.P_START:
            assert GAME.picture.picture(state, EVERYBODY) == GAME.picture.picture(state, 0)


def test_a_token_shows_only_to_those_who_looked() -> None:
    for state in _plies("base", 4, 9):
        hut = next((hut for hut in range(7) if state.token[hut] and state.seen[hut] not in (0, 15)), -1)
        if hut < 0 or state.to_move == OVER:
            continue
        value = str(state.token[hut])
        for seat in (EVERYBODY, *range(4)):
            shapes = GAME.panel.panel(state, seat).insets[0].picture.layers[-1].shapes
            x, _y = scenery(state.board.paths, state.board.dot, state.board.eye).huts[hut]
            (sprite,) = (s for s in shapes if isinstance(s, Sprite) and s.name.endswith("hut_token") and s.x == x)
            knows = seat >= 0 and bool(state.seen[hut] >> seat & 1)
            assert sprite.text == (value if knows else "?")
        return
    pytest.fail("no token was drawn in the whole match")


def test_previews_show_tiles_units_ships_and_routes() -> None:
    shown: set[int] = set()
    for state in _plies("base", 4, 11):
        if state.to_move < 0:
            continue
        for action in state.legal():
            ghost = preview(state, action)
            if ghost is not None:
                shown.add(action[0])
                assert any(layer.shapes for layer in ghost.layers)
            if action[0] == a.LAY:
                assert ghost is not None
                column, row = action[1] % 12, action[1] // 12
                assert ghost.bounds == (column, row, column + 1, row + 1)
            else:
                assert action[0] not in (a.UNIT, a.START_RIM, a.START_TILE, a.PAY, a.ISLAND) or ghost is not None
    assert {a.LAY, a.UNIT, a.START_RIM, a.START_TILE} <= shown


def test_turns_of_a_tile_give_different_ghosts() -> None:
    for state in _plies("base", 2, 3):
        if state.phase != a.P_LAY:
            continue
        by_cell: dict[int, list[Picture | None]] = {}
        for action in state.legal():
            by_cell.setdefault(target(state, action), []).append(preview(state, action))
        if any(len(ghosts) > 1 for ghosts in by_cell.values()):
            for ghosts in by_cell.values():
                assert all(one != other for i, one in enumerate(ghosts) for other in ghosts[:i])
            return
    pytest.fail("no tile fitted in two ways")


def test_pieces_stand_on_their_tiles_and_belong_to_their_seats() -> None:
    last: Any = None
    for state in _plies("variant_2", 3, 4):
        last = state
        pieces = [s for s in picture(state, EVERYBODY).layers[-1].shapes if isinstance(s, Sprite)]
        units = {s.cell: s for s in pieces if s.name in ("seatiles/scout", "seatiles/base", "seatiles/settlement")}
        assert sorted(units) == [cell for cell, unit in enumerate(state.unit) if unit >= 0]
        for cell, sprite in units.items():
            assert sprite.seat == state.unit[cell] // 3
            column, row = cell % 12, cell // 12
            assert column < sprite.x < column + 1 and row < sprite.y + sprite.size * 0.42 < row + 1
        assert sum(s.name == "seatiles/ship" for s in pieces) <= 1
    assert last.to_move == OVER and "⟦" in GAME.panel.panel(last, EVERYBODY).title


def test_the_way_of_a_start_costs_what_is_paid_and_joins_border_and_ship() -> None:
    checked = 0
    for state in _plies("base", 4, 21):
        if state.phase != a.P_START or state.to_move < 0:
            continue
        for action in state.legal():
            if action[0] != a.START_TILE:
                continue
            after = state.clone()
            after.apply(action)
            if after.phase == a.P_PAY:
                after.apply(after.legal()[0])
            gains = [after.gold[seat] - state.gold[seat] for seat in range(4)]
            owners = sum(1 << seat for seat in range(4) if gains[seat] > 0)
            toll = -gains[state.active] - sum(gain for gain in gains if gain > 0)
            way = voyages.find_voyage(state, action[1], toll, owners)
            assert way and way[-1][0] == action[1]
            assert state.board.chart.rim[way[0][0] * 4 + way[0][1]] == toll
            met = {seat for cell, _side in way for seat in range(4) if state.owners[seat] >> cell & 1}
            assert met - {state.active} == {seat for seat in range(4) if owners >> seat & 1}
            checked += 1
    assert checked > 20


def test_each_payment_shows_its_own_route() -> None:
    drawn = body("..... ==~== .....", "shore", edges={"A2 west": "open 0", "E2 east": "open 1", "A1 north": "open 0"})
    state = changed(begin(drawn, 2), {"B2": (1, a.BASE)})
    start = (a.START_TILE, at(state, "C2"))
    cheapest = preview(state, start)
    play(state, start)
    toll, owner = state.legal()
    assert voyages.find_voyage(state, state.ship, *toll[2:]) == [
        (at(state, "E2"), 1),
        (at(state, "D2"), 1),
        (at(state, "C2"), 1),
    ]
    assert voyages.find_voyage(state, state.ship, *owner[2:])[0] == (at(state, "A2"), 3)
    assert preview(state, toll) == cheapest != preview(state, owner)


def test_targets_of_stacks_and_huts_lie_above_cells_and_edges() -> None:
    state: Any = next(s for s in _plies("base", 4, 1) if s.phase == a.P_GO)
    draws = [
        GAME.picture.target(state, action) for action in state.legal() if action[0] in (a.DRAW_HIDDEN, a.DRAW_OPEN)
    ]
    assert draws and all(number >= BESIDE for number in draws) and len(set(draws)) == len(draws)
    state = next(s for s in _plies("base", 4, 1) if s.phase == a.P_START)
    rims = [action for action in state.legal() if action[0] == a.START_RIM]
    assert rims and all(target_edge(GAME.picture.target(state, action)) == action[1:] for action in rims)


def test_the_serpent_has_fifty_spaces_and_counts_laps() -> None:
    def shown(points: int) -> tuple[Sprite, list[str]]:
        shapes = [s for s in jungle.track_picture((points,)).layers[-1].shapes if isinstance(s, Sprite)]
        (scout,) = (s for s in shapes if s.name == "seatiles/scout")
        return scout, [s.text for s in shapes if s.name == "common/plate"]

    assert len({(shown(points)[0].x, shown(points)[0].y) for points in range(51)}) == 51
    assert shown(53)[0] == shown(3)[0]
    assert [shown(points)[1] for points in (0, 50, 51, 100, 101)] == [[], [], ["+50"], ["+50"], ["+100"]]


def test_chiefs_show_to_their_seat_alone_until_they_are_known() -> None:
    named = False
    for state in _plies("base", 3, 8, numbered=True):
        for seat in range(3):
            mine = [number for number in state.chiefs[seat * 2 : seat * 2 + 2] if number]
            if len(mine) < 2 or state.waiting[seat] or state.to_move == OVER:
                continue
            named = True
            assert all(str(number) in GAME.panel.panel(state, seat).seats[seat].note for number in mine)
            secret = [mine[i] for i in range(2) if not state.chief_known >> (seat * 2 + i) & 1]
            note = GAME.panel.panel(state, (seat + 1) % 3).seats[seat].note
            assert not {str(number) for number in secret} & set(note.split())
        if state.turn > 12:
            break
    assert named


@pytest.mark.parametrize("huts", [(5, 6, 6, 7, 6, 6, 5), (3,), (12, 12), (4, 4, 4, 4, 4, 4, 4, 4, 4, 4)])
def test_any_jungle_has_its_spaces_apart_and_inside(huts: tuple[int, ...]) -> None:
    ground = scenery(huts, 0, 1)
    assert [len(spaces) for spaces in ground.spaces] == list(huts)
    for hut, spaces in zip(ground.huts, ground.spaces, strict=True):
        away = [abs(x - hut[0]) + abs(y - hut[1]) for x, y in spaces]
        assert away[0] == min(away)  # space 0 is nearest the hut
        assert all(0 < x < 10 and 0 < y < 7.4 for x, y in spaces)
        assert len({(round(x, 2), round(y, 2)) for x, y in spaces}) == len(spaces)
