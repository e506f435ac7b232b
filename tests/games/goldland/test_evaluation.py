"""The evaluation of positions: its parts, paths to the temple, bots that reach it; statistics of Lab matches."""

from __future__ import annotations

from typing import Any

import pytest

from studio import bots
from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import goldland
from studio.games.goldland import evaluation, rules
from studio.games.goldland.rules import State, board as a
from studio.lab.jobs import make_bots
from studio.services.loading import load_layout, playable_board
from tests.games.goldland.boards import as_action, at, begin, board, do, first_game
from tests.helpers import play
from tests.short_run import mark_long

GAME: Any = goldland.GAME
LAND = """
    .   L2  L3   L4
    D3  Y1  L5   L6
    L7  M3  N3   L8
    E1  C8  C6   S
"""


def value_of(state: rules.State, seat: int = 0) -> float:
    return evaluation.evaluate(state, seat)


def greedy_move(state: rules.State) -> tuple[int, ...]:
    return bots.make_bot("greedy", 1).choose(GAME, state, state.to_move)


def route(state: rules.State, name: str, pack: tuple[int, ...], camped: tuple[int, ...] = ()) -> evaluation.Route:
    return evaluation.laid_tiles(state).temple_paths((pack, camped, bool(state.hidden))).route(at(state, name))


def test_points_count() -> None:
    plain = value_of(begin(LAND))
    assert value_of(begin(LAND, coins=[3, 0])) > plain
    assert value_of(begin(LAND, coins=[0, 3])) < plain
    assert value_of(begin(LAND, marker=[-1, -1, 0, -1, -1, -1, -1])) > plain
    assert value_of(begin(LAND, tokens=4)) > plain


def test_nearer_the_temple_is_better() -> None:
    drawn = board("L2 L3 L4 L5\nL6 L7 L11 S")
    values = [value_of(begin(drawn, at={0: name}, pack="shovel", gained=1)) for name in ("D2", "D1", "C1", "B1")]
    assert values == sorted(values) and len(set(values)) == 4


def test_a_full_backpack_is_hardly_worse_than_one_with_a_free_compartment() -> None:
    """Pieces can be discarded before the first step (G4)."""
    drawn = board("L1 L2 L3 L4 L5 L6\nL7 L8 L9 L10 L11 S")
    nearly, full = (begin(drawn, pack=f"{count} rope", moved=2) for count in (a.COMPARTMENTS - 1, a.COMPARTMENTS))
    assert abs(value_of(full) - value_of(nearly)) < evaluation.TURN


def test_equipment_needed_on_the_path_is_worth_more() -> None:
    drawn = board("L1 . .\nD3 . .\nL3 L4 S")
    needed = begin(drawn, at="A3", pack="3 provision")
    useless = begin(drawn, at="A3", pack="3 rod")
    assert value_of(needed) > value_of(useless) + 1.0


def test_a_route_adds_up_what_it_needs() -> None:
    state = begin("L1 . .\nD3 . .\nN1 L4 S")  # without undiscovered tiles
    nothing = (0,) * 7
    path = route(state, "B3", nothing)
    assert (path.steps, path.unknown, path.any) == (3, 0, 0)
    assert path.red == (3, 0, 0, 0, 0, 2, 0) and path.open == 0
    assert route(state, "B3", (3, 0, 0, 0, 0, 2, 0)).open == 3
    camped = (at(state, "A3"),)
    assert route(state, "B3", nothing, camped).red == (3, 0, 0, 0, 0, 0, 0)
    assert route(state, "B3", nothing, camped).open == 1


def test_a_route_leads_over_undiscovered_spaces_while_tiles_are_left() -> None:
    state = begin(board("L1 . .\n. . .\nL3 L4 S", ["L9"]))
    assert route(state, "A3", (0,) * 7).unknown == 1 and route(state, "A3", (0,) * 7).ahead == 1
    ground = evaluation.laid_tiles(state)
    assert ground.temple_paths(((0,) * 7, (), False)).route(at(state, "A3")).turns >= evaluation.FAR


def test_a_bot_walks_onto_the_temple_and_stops() -> None:
    state = begin("L3 L2\nL4 S", at="A2")
    assert greedy_move(state) == as_action(state, "A1")
    do(state, "A1")
    state.apply(greedy_move(state))
    assert state.amulet[0]


def test_a_bot_crosses_onto_the_temple_with_its_last_pieces() -> None:
    state = begin("D3v .\nL4 S", at="A2", pack="3 provision + rope")
    assert greedy_move(state) == as_action(state, "A1 cross pay")


def test_a_bot_pitches_a_camp_and_takes_a_treasure() -> None:
    state = do(begin("L3 . .\nD3 . .\nL4 L5 S", at="A3", pack="4 provision"), "A2 pay")
    assert greedy_move(state) == (a.PITCH,)
    held = [-1, -1, 1, -1, -1, -1, -1]
    state = begin("L3 L2 .\nL5 D1 S", at="B2", pack="3 provision", amulets=[0], marker=held)
    assert greedy_move(state) == (a.TREASURE,)


def test_a_bot_pays_with_the_least_useful_piece() -> None:
    state = do(begin("L1v . .\nL2 . .\nL3 L4 S", at="A2", pack="rope + 4 rod + shovel"), "A1 cross")
    assert greedy_move(state) == (a.HAND_OVER, a.ROD)


def test_a_bot_ends_a_turn_without_useful_moves() -> None:
    state = begin("L3 L2\nL4 S", at="A1", amulets=[0])
    play(state, greedy_move(state))
    assert state.active == 1 and state.tokens[0] == 1


@pytest.mark.parametrize("seats", mark_long([2, 5]))
@pytest.mark.parametrize("face_down", [False, True])
def test_greedy_bots_reach_the_temple(seats: int, face_down: bool) -> None:
    """Rule G15: matches end at the temple, not after stale rounds."""
    for seed in range(2):
        state = _match(["greedy"] * seats, seed, face_down)
        assert any(state.amulet) and state.last_round and state.stale < a.STALE_ROUNDS


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(6):
        best = seed % 2
        state = _match(["greedy" if seat == best else "random" for seat in range(2)], seed)
        wins += state.winners() == [best]
    assert wins == 6


def _match(names: list[str], seed: int, face_down: bool = False) -> rules.State:
    state, rng = rules.start(first_game(), len(names), {"face_down": face_down}), Rng(seed)
    sitting = [bots.make_bot(name, seed * 16 + seat) for seat, name in enumerate(names)]
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.apply(state.draw(rng))
        else:
            state.apply(sitting[state.to_move].choose(GAME, state, state.to_move))
    return state


def test_an_arrival_counts_in_its_round() -> None:
    """Also for the last seat of a round, whose arrival ends its turn and with it the round (G14)."""
    opened = load_layout(shipped_layouts("goldland")[0])
    game, board = opened.game, playable_board(opened)
    last = 0
    for seed in range(6):
        state, tally, luck, bots = (
            game.rules.start(board, 2, {}),
            game.stats.new_collector(),
            Rng(seed),
            make_bots(["greedy"] * 2, seed),
        )
        assert isinstance(state, State)
        tally.before(state)
        rounds: list[int | None] = [None, None]
        while state.to_move != OVER:
            seat = state.to_move
            action = state.draw(luck) if seat == CHANCE else bots[seat].choose(game, state, seat)
            tally.step(state, action)
            amulets, number = state.amulet[:], state.round
            state.apply(action)
            for one in range(2):
                if state.amulet[one] and not amulets[one]:
                    rounds[one] = number
                    last += state.round > number
        found = tally.after(state)
        assert list(found.seats["arrival"]) == rounds
        assert list(found.numbers["first_arrival"]) == [min(n for n in rounds if n is not None)] if any(rounds) else []
    assert last, "somebody arrives at the end of a round"
