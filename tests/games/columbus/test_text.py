"""The texts of a match: sentences, buttons, events, scores."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import OVER, Action
from studio.core.rng import Rng
from studio.core.text import name_seats
from studio.games.columbus import rules, text
from tests.games.columbus.rules.oracle import Sea
from tests.games.columbus.sea import (
    LANE,
    SEA,
    SEA_ROWS,
    STANDARD,
    as_action,
    begin,
    do,
    eager,
    free,
    lane,
    position,
    sailing,
)

NAMES = ("Ada", "Bento", "Clara", "Duarte", "Elsa", "Fabio")
WATER, FULL, BECALMED, WRECK, CYCLONE, JOKER = range(6)
WHALE, HARBOUR, ROUTE, ISLAND, LETTER = range(6, 11)


def named(sentence: str) -> str:
    return name_seats(sentence, NAMES)


def events_of(state: rules.State, move: str | Action, seat: int = -1) -> list[str]:
    """Play a move and return what a seat (-1: all seats) reads of it."""
    before = state.clone()
    action = as_action(state, move) if isinstance(move, str) else move
    state.apply(action)
    events = text.events(before, action, state)
    return [named(event.text) for event in events if event.private_to in (-1, seat)]


def texts_of(state: rules.State, move: str) -> tuple[str, str]:
    action = as_action(state, move)
    assert action in state.legal()
    return named(text.describe(state, action)), named(text.button_text(state, action))


def test_setting_out() -> None:
    state = rules.start(SEA, 2, {})
    rng = Rng(1)
    while state.rack_size[0] < 9:
        assert events_of(state, state.draw(rng), 0) == [], "complete first racks only are reported"
    lines = events_of(state.clone(), (rules.DRAW, WHALE), 0)
    assert lines[0] == "Ada draws 10 tiles." and len(lines) == 2
    assert "whale" in lines[1]
    assert events_of(state.clone(), (rules.DRAW, WHALE), 1) == ["Ada draws 10 tiles."]
    while state.to_move < 0:
        state.apply(state.draw(rng))
    assert texts_of(state, "harbour H1") == ("Ada starts from Bristol (H1).", "Start from Bristol (H1)")


def test_laying() -> None:
    state = position(ships="H1 H3", racks="water, whale, E, joker, cyclone, harbour")
    assert texts_of(state, "take water") == ("Ada takes a water tile.", "Take water")
    assert texts_of(state, "take E") == ("Ada takes a letter E.", "Take letter E")
    assert texts_of(state, "take cyclone") == ("Ada plays a cyclone.", "Play cyclone")
    assert texts_of(state, "as cyclone") == ("Ada plays a joker as a cyclone.", "Joker as cyclone")
    do(state, "take water")
    assert texts_of(state, "place G1") == ("Ada places a water tile on G1.", "Place on G1")
    do(state, "place G1, take joker")
    assert texts_of(state, "place D1")[0] == "Ada places a joker on D1 as a whale."
    assert texts_of(state, "place A1")[0] == "Ada places a joker on A1 as an American harbour."


def test_a_ship_tile_covers_another_tile() -> None:
    state = do(free(tiles="G1 water", ships="H1 H3", racks="wreck"), "take wreck")
    assert texts_of(state, "place G1") == ("Ada places a wreck over the water tile on G1.", "Cover G1")


def test_cyclones_and_jokers() -> None:
    state = position(tiles="G1 water, F1 joker", ships="H1 H3", racks="cyclone, full_sail")
    swap = ("Ada swaps a full sail for the joker on F1.", "Take joker on F1")
    assert texts_of(state, "swap F1") == swap
    do(state, "take cyclone")
    assert texts_of(state, "lift G1") == ("Ada lifts the water tile on G1.", "Lift G1")
    assert texts_of(state, "leave") == ("Ada moves no tile.", "Move no tile")
    other = state.clone()
    do(state, "lift G1")
    assert texts_of(state, "drop B1") == ("Ada moves the water tile from G1 to B1.", "Move to B1")
    do(other, "lift F1")
    assert texts_of(other, "drop D1")[0] == "Ada moves the joker from F1 to D1 as a whale."


@pytest.mark.parametrize("cyclones", [1, 3])
def test_a_cyclone_with_nothing_to_move(cyclones: int) -> None:
    state = position(ships="H1 H3", racks={0: [CYCLONE] * cyclones})
    lines = ["Ada plays a cyclone.", "No tile can be moved.", "Ada has no tiles left to place."]
    assert events_of(state, "take cyclone") == lines[: 3 if cyclones == 1 else 2]


def test_sailing_staying_and_being_blocked() -> None:
    state = sailing(LANE, tiles=lane("         ~"), ships="L1 M1")
    assert texts_of(state, "sail K1") == ("Ada sails to K1.", "Sail to K1")
    assert texts_of(state, "stay") == ("Ada stays on Galway (L1).", "Stay")
    blocked = sailing(SEA, tiles="C1 water", ships="C1 H3", blocked=[1, 0])
    assert texts_of(blocked, "stay")[0] == "Ada cannot sail and stays on C1."
    assert events_of(blocked, "stay")[:2] == [
        "Ada cannot sail and stays on C1.",
        "Ada is blocked for the 2nd turn in a row.",
    ]


def test_the_event_of_a_voyage_has_its_path() -> None:
    rng, state, bent = Rng(5), rules.start(SEA, 3, {}), 0
    while state.to_move != OVER:
        before, action = state.clone(), eager(state, rng) if state.to_move >= 0 else state.draw(rng)
        state.apply(action)
        paths = [event.path for event in text.events(before, action, state) if event.path]
        assert bool(paths) is (action[0] == rules.SAIL)
        for path in paths:
            sea, seat = Sea(SEA_ROWS, before.dump()), before.active
            assert list(path) in list(sea.ways(seat)) and path[-1] == action[1]
            bent += len(path) > 2
    assert bent


@pytest.mark.parametrize(
    ("tiles", "end"),
    [("~ x", " and can move a tile."), ("~", ", but no tile can be moved."), ("~~", ", but the path is open again.")],
)
def test_three_blocked_turns_give_a_free_move(tiles: str, end: str) -> None:
    state = sailing(LANE, tiles=lane(tiles), ships="Q1 B1", blocked=[0, 3], laid=0)
    assert events_of(state, "stay")[-1] == f"Bento was blocked for three turns{end}"


def test_a_turn_that_waits_for_a_swap() -> None:
    state = sailing(tiles="G1 water, B1 joker", ships="H1 H3", racks="water")
    assert events_of(state, "sail G1") == ["Ada sails to G1."]
    assert texts_of(state, "swap B1")[1] == "Take joker on B1"
    assert texts_of(state, "end") == ("Ada ends the turn.", "End turn")
    assert events_of(state, "swap B1") == [
        "Ada swaps a water tile for the joker on B1.",
        "Ada has no moves left; the turn is over.",
    ]


def test_a_seat_can_stop_laying() -> None:
    state = position(tiles="D1 joker, C2 route", ships="H1 H3", racks="whale, route", laid=1)
    assert texts_of(state, "stop") == ("Ada places no more tiles.", "Stop placing")
    assert events_of(state, "stop") == ["Ada places no more tiles."]


def test_a_cyclone_that_a_swap_leaves_nothing_to_move() -> None:
    state = do(position(tiles="D1 joker", ships="H1 H3", racks="cyclone, whale, water"), "take cyclone")
    assert events_of(state, "swap D1") == ["Ada swaps a whale for the joker on D1.", "No tile can be moved."]


def test_america_is_found() -> None:
    state = sailing(LANE, 3, tiles="A1 harbour, B1 water, C1 water", ships="B1 C1 N1")
    assert texts_of(state, "sail A1") == ("Ada reaches America at Honduras (A1).", "To America, A1")
    lines = events_of(state, "sail A1")
    assert lines[1] == "Ada is the first to reach America and turns for home."
    assert "one to three tiles" in lines[2]


def test_coming_home_and_the_end() -> None:
    state = free(
        LANE, 2, tiles=lane("         ~~"), ships="K1 M1", voyage=[1, 0], america_round=[7, 0], racks="2 water"
    )
    assert texts_of(state, "sail L1") == ("Ada sails home to Galway (L1).", "Home to L1")
    assert events_of(state, "sail L1") == [
        "Ada sails home to Galway (L1).",
        "Ada is home, 1st of 2.",
        "2 tiles from the rack of Ada leave the game face down.",
        "Ada wins with 1 point.",
    ]
    table = text.score_breakdown(state)
    assert [(line.title, line.points) for line in table.lines] == [("Return home", (1, 0)), ("Still at sea", (0, 0))]
    assert "Ada in round 1 (in America in round 7)" in named(table.lines[0].reason)
    assert named(table.lines[1].reason) == "Ranked by progress: Bento outbound on Bristol (M1)."


def test_ends_of_turns() -> None:
    state = free(SEA, tiles="C1 water", ships="C1 H3", laid=1)
    assert texts_of(state, "end") == ("Ada cannot sail and ends the turn.", "End without sailing")
    state = free(LANE, tiles=lane("         ~~"), ships="K1 M1", laid=1)
    assert texts_of(state, "end")[0] == "Ada ends the turn without sailing."
    state = free(SEA, ships="H1 H3", laid=1, sailed=True)
    assert texts_of(state, "end") == ("Ada ends the turn.", "End turn")


def test_only_its_seat_reads_which_tiles_it_drew() -> None:
    state = begin(STANDARD, 2)
    rng = Rng(3)
    while state.to_move >= 0:
        state.apply(eager(state, rng))
    seat, count = state.active, state.board.rack - state.rack_size[state.active]
    everybody, own, lines = [], [], 0
    while state.to_move < 0:
        action = state.draw(rng)
        own += events_of(state.clone(), action, seat)
        everybody += events_of(state, action, 1 - seat)
        lines += 1
    assert lines == count
    assert everybody == [f"{NAMES[seat]} draws {count} tiles."]
    assert len(own) == 1 + count and own[0] == everybody[0]


def test_twenty_quiet_rounds_end_the_match() -> None:
    state = free(SEA, ships="H1 H3", racks={0: "", 1: ""}, dry=True, quiet=39)
    lines = events_of(state, "end")
    assert lines[-2:] == [
        "In 20 rounds, no tile was placed and no ship came home.",
        "Ada and Bento share the victory with 1 point each.",
    ]


def test_only_an_automatic_end_of_turn_is_reported() -> None:
    over = "Ada has no moves left; the turn is over."
    state = free(tiles="G1 water", ships="G1 H3", racks="water", laid=3)
    assert events_of(state.clone(), "sail H1") == ["Ada sails to Bristol (H1).", over]
    assert over not in events_of(state.clone(), "end")
    early = position(tiles="G1 water", ships="G1 H3", racks="water", phase=rules.P_SAIL)
    assert over not in events_of(early, "sail H1")  # sailing is how these turns end


def test_the_verdict_says_who_is_home_or_ahead() -> None:
    def verdict(ships: str, **fields: Any) -> str:
        state = position(LANE, len(ships.split()), tiles=lane("~~~~~~"), ships=ships, **fields)
        return text.score_breakdown(state).verdict

    assert text.score_breakdown(rules.start(LANE, 2, {})).verdict == "The ships have not started yet."
    assert verdict("C1 C1") == "All ships have made equal progress."
    assert verdict("C1 E1 N1") == "⟦0⟧ is ahead, outbound on C1."
    assert verdict("C1 C1 N1") == "⟦0⟧ and ⟦1⟧ are ahead."
    assert verdict("C1 N1 D1", voyage=[0, rules.HOME, 0], place=[0, 1, 0], discovered=True) == "Home: ⟦1⟧ (1st)."


def test_a_cyclone_moves_a_ship_tile_onto_another_tile() -> None:
    state = do(free(LANE, tiles="E1 wreck, B1 water", racks="cyclone", ships="L1 Q1"), "take cyclone, lift E1")
    assert texts_of(state, "drop B1")[0] == "Ada moves the wreck from E1 onto the water tile on B1."
