"""The chart in a match: every move has a target, previews show its effect, hidden tiles are not shown."""

from __future__ import annotations

import pytest

from studio.core.game import EVERYBODY, OVER
from studio.core.picture import Label, Path, Picture, Sprite
from studio.core.rng import Rng
from studio.games.columbus import rules
from studio.games.columbus.drawing.picture import picture, preview, target
from studio.games.columbus.drawing.tiles import R
from studio.games.columbus.panel import panel
from studio.games.columbus.rules.position import courses
from tests.games.columbus.sea import DUO, LANE, SEA, STANDARD, at, free, lane, names, position, sailing, walk
from tests.playing import play
from tests.shortly import rows_shortly

WATER, FULL, BECALMED, WRECK, CYCLONE, JOKER, WHALE, HARBOUR, ROUTE, ISLAND, LETTER = range(11)
SHOWN = (rules.HARBOUR, rules.PLACE, rules.SWAP, rules.DROP, rules.SAIL)
LOOSE = (rules.AS_CYCLONE, rules.LEAVE, rules.STAY, rules.STOP, rules.END)


def _sprites(shown: Picture, layer: str) -> list[Sprite]:
    return [s for one in shown.layers if one.name == layer for s in one.shapes if isinstance(s, Sprite)]


def _paths(shown: Picture, style: str) -> list[Path]:
    return [s for one in shown.layers for s in one.shapes if isinstance(s, Path) and s.style == style]


@pytest.mark.parametrize(
    ("board", "seats", "seed", "own"), rows_shortly([(STANDARD, 4, 1, False), (SEA, 3, 2, True), (DUO, 2, 3, False)], 1)
)
def test_every_position_can_be_drawn_and_every_move_clicked(
    board: rules.Board, seats: int, seed: int, own: bool
) -> None:
    seen: set[int] = set()
    for number, state in enumerate(walk(rules.start(board, seats, {"own_harbour": own}), seed)):
        assert isinstance(state, rules.State)
        if state.to_move < 0:
            continue
        seen |= {action[0] for action in state.legal()}
        if number % 5:
            continue
        shown, tray = picture(state, state.to_move), panel(state, state.to_move).tray
        assert tray is not None
        places = {spot.cell for spot in (*shown.targets, *tray.picture.targets)}
        used: dict[int, int] = {}
        for action in state.legal():
            place = target(state, action)
            assert place in places or (place == -1 and action[0] in LOOSE), action
            if place >= 0:
                assert used.setdefault(place, action[0]) == action[0], "one place, one kind of move"
        for action in state.legal()[:: max(1, len(state.legal()) // 6)]:
            assert (preview(state, action) is not None) == (action[0] in SHOWN), action
    assert {rules.TAKE, rules.PLACE, rules.SAIL, rules.HARBOUR} <= seen


def test_hidden_tiles_are_not_shown() -> None:
    for number, state in enumerate(walk(rules.start(STANDARD, 3, {}), 6)):
        assert isinstance(state, rules.State)
        if number % 50 == 0:
            for seat in (EVERYBODY, 0, 1, 2):
                assert picture(state, seat) == picture(state.redeal(seat, Rng(5)), seat)


def test_tiles_ships_and_flags_are_those_of_the_position() -> None:
    for number, state in enumerate(walk(rules.start(STANDARD, 4, {}), 8)):
        assert isinstance(state, rules.State)
        if (number % 90 and state.to_move != OVER) or not state.turn:
            continue
        shown = picture(state, EVERYBODY)
        tiles = [s.cell for s in _sprites(shown, "tiles") if s.name.startswith("columbus/tile_")]
        placed = [cell for both in (state.tile, state.under) for cell, kind in enumerate(both) if kind != rules.NO_TILE]
        assert sorted(tiles) == sorted(placed)
        ships = {s.seat: (s.cell, s.name) for s in _sprites(shown, "ships")}
        sprites = ("columbus/ship_out", "columbus/ship_home", "columbus/ship_home")
        assert ships == {seat: (state.ship[seat], sprites[state.voyage[seat]]) for seat in range(4)}
        assert {s.seat: s.cell for s in _sprites(shown, "flags")} == dict(enumerate(state.harbour))


def test_a_tile_on_another_is_drawn_higher() -> None:
    state = free(tiles={"G1": (WATER, WRECK), "E1": WRECK}, ships={0: "H1", 1: "H3"})
    tops = {s.cell: s.y for s in _sprites(picture(state, 0), "tiles") if s.name == "columbus/tile_wreck"}
    rows = {cell: STANDARD.grid.center(0)[1] for cell in tops}
    assert tops[at(state, "E1")] == pytest.approx(rows[at(state, "E1")])
    assert tops[at(state, "G1")] < tops[at(state, "E1")] - 0.05 * R


def _all_paths(state: rules.State, seat: int) -> dict[int, int]:
    """Return the length of the shortest path by goal, found by sailing every possible path (C7, C8, C12, C14)."""
    board, start = state.board, state.ship[seat]
    others = {cell for other, cell in enumerate(state.harbour) if other != seat} if state.own_harbour else set()
    found: dict[int, int] = {}

    def sail(cell: int, steps: int) -> None:
        for other in board.neighbors[cell]:
            if other < 0 or other == start:
                continue
            kind, home = state.tile[other], other in board.homes
            if kind == WRECK or (kind == rules.NO_TILE and not home and other not in board.florida):
                continue
            if other not in state.ship and other not in others:
                found[other] = min(steps, found.get(other, 99))
            ends = kind == BECALMED
            if state.voyage[seat] == rules.OUTBOUND:
                ends |= other in board.harbours or other in board.florida
            else:
                ends |= other == state.harbour[seat] if state.own_harbour else home and other not in state.ship
            if not ends and steps < rules.distance(state, seat):
                sail(other, steps + 1)

    sail(start, 1)
    return found


@pytest.mark.parametrize("own", [False, True])
def test_courses_lead_wherever_the_rules_let_a_ship_sail(own: bool) -> None:
    jumps = 0
    for number, state in enumerate(walk(rules.start(SEA, 3, {"own_harbour": own}), 3)):
        assert isinstance(state, rules.State)
        if not state.turn or number % 3 or state.to_move == OVER:
            continue
        for seat in range(3):
            if state.voyage[seat] == rules.HOME:
                continue
            found = courses(state, seat)
            assert {cell: course.distance for cell, course in found.items()} == _all_paths(state, seat)
            for cell, course in found.items():
                assert course.spaces[0] == state.ship[seat] and course.spaces[-1] == cell
                for one, other in zip(course.spaces, course.spaces[1:], strict=False):
                    assert other in state.board.neighbors[one]
                assert list(course.jumped) == [other for other in course.spaces[1:-1] if other in state.ship]
                jumps += len(course.jumped)
    assert jumps


def test_reach_is_framed_and_measured() -> None:
    state = sailing(LANE, tiles=lane("       ~~~"), ships={0: "L1", 1: "M1"})
    shown = picture(state, 0)
    badges = [s for one in shown.layers if one.name == "badges" for s in one.shapes if isinstance(s, Label)]
    assert {(names(state, [s.cell]).pop(), s.text) for s in badges} == {
        *(("K1", "1"), ("J1", "2"), ("I1", "3"), ("N1", "2"), ("O1", "3")),
    }
    (frames,) = _paths(shown, "sea_reach")
    assert len(frames.outlines) == 5
    assert len(_paths(shown, "sea_own")) == 1
    laying = position(LANE, tiles=lane("       ~~~"), ships={0: "L1", 1: "M1"})
    assert not _paths(picture(laying, 0), "sea_reach")


def test_the_preview_of_a_voyage_shows_path_and_jumped_ships() -> None:
    state = sailing(LANE, tiles=lane("       ~~~"), ships={0: "L1", 1: "K1"})
    ghost = preview(state, (rules.SAIL, at(state, "J1")))
    assert ghost is not None
    assert len(_paths(ghost, "sea_pearl")[0].outlines) == 10 and len(_paths(ghost, "sea_lifted")) == 1
    (ship,) = _sprites(ghost, "ghost")
    assert (ship.name, ship.seat) == ("columbus/ship_out", 0)


def test_a_ship_turns_in_america() -> None:
    state = sailing(LANE, tiles={"A1": HARBOUR} | lane("~~"), ships={0: "B1", 1: "M1"})
    ghost = preview(state, (rules.SAIL, at(state, "A1")))
    assert ghost is not None and _sprites(ghost, "ghost")[-1].name == "columbus/ship_home"


def test_tiles_that_can_be_covered_lifted_or_swapped_are_framed() -> None:
    def framed(state: rules.State, seat: int = 0) -> int:
        return sum(len(path.outlines) for path in _paths(picture(state, seat), "sea_reach"))

    state = free(tiles={"G1": WATER, "C1": WATER}, ships={0: "C1", 1: "H3"}, racks={0: [WRECK]}, sailed=True)
    play(state, (rules.TAKE, WRECK))
    assert framed(state) == 1, "not the one under a ship"
    state = position(tiles={"B1": JOKER, "C1": WATER}, ships={0: "H1", 1: "H3"}, racks={0: [WATER, CYCLONE]})
    assert framed(state) == 1, "the joker"
    assert framed(state, 1) == 0 and framed(state, EVERYBODY) == 0, "that it can be swapped is the rack's secret"
    play(state, (rules.TAKE, CYCLONE))
    assert framed(state) == 2
    play(state, (rules.LIFT, at(state, "C1")))
    assert framed(state) == 0 and len(_paths(picture(state, 0), "sea_lifted")) == 1


def test_previews_of_tiles() -> None:
    state = position(ships={0: "H1", 1: "H3"}, racks={0: [JOKER, WATER]})
    play(state, (rules.TAKE, JOKER))
    ghost = preview(state, (rules.PLACE, at(state, "D1")))
    assert ghost is not None
    assert [s.name for s in _sprites(ghost, "ghost")] == ["columbus/tile_joker", "columbus/print_whale"]


def test_targets_are_named_by_space_harbour_and_tile() -> None:
    state = position(tiles={"G1": WATER}, ships={0: "H1", 1: "H3"})
    names_by_cell = {spot.cell: spot.name for spot in picture(state, 0).targets}
    assert names_by_cell[at(state, "G1")] == "G1 · water"
    assert names_by_cell[at(state, "H1")] == "H1 · Bristol"
    assert names_by_cell[at(state, "B1")] == "B1"
    assert picture(state, 0).targets is picture(state, 1).targets
