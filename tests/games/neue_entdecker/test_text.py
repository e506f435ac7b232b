"""The texts of Die Neuen Entdecker, most of all those that are rare in random matches."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import OVER, Action
from studio.games.neue_entdecker import GAME, rules, text
from studio.seatiles.body import Border
from studio.seatiles.rules.chart import Placement, rotation
from studio.seatiles.text import land_name, orientation_text
from tests.games.neue_entdecker.sea import GOLD, NATIVES, PIRATES, STORM, begin, body, changed, draw, jungle
from tests.helpers import play, settled
from tests.seatiles.little_seas import BEND, COVE, NORTH, SEA, WEST, at, event_texts, named

SMALL = body("... ... ...")
SEA_OF_TWELVE = body(".... .... ....")
ENDED = "Ada can neither draw a tile nor place a unit. The expedition ends."
MISFIT = "It fits nowhere next to the ship and goes to the discard pile."
STORMY = "Storm! The turn of Ada ends."


def texts(state: rules.State, action: Action) -> list[str]:
    """Play an action; the texts of its events, private ones marked with the seat."""
    return event_texts(text, state, action)


def sentence(state: rules.State, action: Action) -> str:
    return named(text.describe(state, action))


def button(state: rules.State, action: Action) -> str:
    return named(text.button_text(state, action))


def placement(shape: str, turn: int = 0) -> Placement:
    return Placement(0, *rotation(shape, turn))


@pytest.mark.parametrize(
    ("shape", "turn", "expected"),
    [
        ("a...", 0, "land to the north"),
        ("a...", 3, "land to the west"),
        ("aa..", 0, "land to the north and east"),
        ("aaa.", 1, "land to the east, south and west"),
        ("a.b.", 0, "lands to the north and, separately, to the south"),
        ("ab..", 1, "lands to the east and, separately, to the south"),
        ("aaab", 0, "lands to the north, east and south and, separately, to the west"),
    ],
)
def test_the_orientation_of_a_tile(shape: str, turn: int, expected: str) -> None:
    assert orientation_text(placement(shape, turn)) == expected


@pytest.mark.parametrize(
    ("shape", "land", "expected"),
    [("aaa.", 0, ""), ("a.b.", 1, "south"), ("aabb", 0, "north-east"), ("aabb", 1, "south-west"), ("abc.", 2, "south")],
)
def test_lands_of_one_tile_have_names(shape: str, land: int, expected: str) -> None:
    assert land_name(placement(shape), land) == expected


def test_starts_name_the_toll_and_the_paid_seats() -> None:
    state = begin(body("... ... ...", "open 2"))
    harbour = (rules.START_RIM, 0, NORTH)
    assert sentence(state, harbour) == "Ada sets sail from the north border edge of A1 and pays a toll of 2 gold."
    assert button(state, (rules.START_RIM, 0, WEST)) == "A1 west"
    state = changed(begin(body("=. ..")), {"A1": (1, rules.BASE)})
    action = (rules.START_TILE, at(state, "A1"))
    assert sentence(state, action) == "Ada sets sail from A1 and pays 2 gold to Bento."
    assert texts(state, action)[0] == "Ada sets sail from A1 and pays 2 gold to Bento."


def two_routes(east: str, west: str, seats: int) -> tuple[rules.State, Action]:
    """A start on B1 with a route past the base of Bento in the west and one past that of Clara in the east."""
    drawn = body("=~~= #..#", Border("shore", east, "shore", west))  # type: ignore[arg-type]  # kinds of edges
    state = changed(begin(drawn, seats), {"A1": (1, rules.BASE), "D1": (2, rules.BASE)})
    return state, (rules.START_TILE, at(state, "B1"))


def test_a_choice_of_routes_names_their_prices() -> None:
    state, action = two_routes("open 0", "open 0", 3)
    assert sentence(state, action) == (
        "Ada sets sail from B1 with a choice of 2 routes. The cheapest costs 2 gold to Bento."
    )
    state.apply(action)
    assert [sentence(state, other) for other in state.legal()] == [
        "Ada takes the route that costs 2 gold to Bento.",
        "Ada takes the route that costs 2 gold to Clara.",
    ]
    assert [button(state, other) for other in state.legal()] == ["2 → Bento", "2 → Clara"]


def test_routes_of_different_price_are_named_with_their_sums_the_cheapest_first() -> None:
    state, action = two_routes("open 1", "open 2", 4)
    assert texts(state, action) == [
        "Ada sets sail from B1 with a choice of 2 routes. The cheapest costs a toll of 1 gold and 2 gold to Clara."
    ]
    assert GAME.panel.panel(state, 0).title == "⟦0⟧, choose your route to B1"
    buttons = ["Toll 1, 2 → Clara · 3 gold", "Toll 2, 2 → Bento · 4 gold"]
    assert [button(state, other) for other in state.legal()] == buttons
    dearest = state.legal()[-1]
    assert texts(state, dearest) == ["Ada takes the route that costs a toll of 2 gold and 2 gold to Bento."]
    assert state.gold == [3, 9, 7, 7]


def sailing(rows: str = ".... .... ....", number: int = 3, **options: bool) -> rules.State:
    """Seat 0 of two has announced hidden tiles from the north border edge of A1."""
    state = begin(body(rows), 2, **options)
    if state.numbered:
        play(state, (rules.CHIEFS, 1, 3), (rules.CHIEFS, 2, 4))
    return play(state, (rules.START_RIM, 0, NORTH), (rules.ANNOUNCE_HIDDEN, number))


def turn_up(state: rules.State, kind: int, event: int = 0) -> list[str]:
    """Draw this tile; the texts of all events of it."""
    state.stack_top[0] = 1 if event else 0
    lines = texts(state, (rules.DRAW_HIDDEN, 0)) + texts(state, (rules.FRONT, kind, event))
    while state.phase == rules.P_TOPS:
        lines += texts(state, state.chance()[0][0])
    return lines


@pytest.mark.parametrize(
    ("kind", "event", "fields", "expected"),
    [
        (SEA, 0, {}, ["Ada draws the plain tile on top of pile 1.", "Ada reveals: sea.", "Ada places the sea on A1."]),
        (COVE, 0, {}, [MISFIT]),
        (SEA, STORM, {}, ["Ada reveals: sea, with a storm.", "Ada places the sea on A1.", STORMY]),
        (SEA, PIRATES, {}, ["Pirates! Ada loses 2 gold."]),
        (SEA, PIRATES, {"gold": [1, 7]}, ["Pirates! But Ada loses no gold."]),
        (BEND, GOLD, {}, ["Gold-digger! Ada gains 3 gold."]),
        (BEND, NATIVES, {}, ["Natives greet Ada: a scout may follow them into the jungle."]),
        (
            BEND,
            NATIVES,
            {"supply": [0, 2, 1, 19, 2, 1]},
            ["Natives greet Ada, but there is no scout to send or no free path."],
        ),
    ],
)
def test_a_tile_is_laid_or_discarded_before_its_event(
    kind: int, event: int, fields: dict[str, Any], expected: list[str]
) -> None:
    assert turn_up(changed(sailing(), **fields), kind, event)[-len(expected) :] == expected


def test_an_expedition_that_ends_without_a_choice_says_so() -> None:
    one = sailing(number=1)
    assert turn_up(one.clone(), SEA)[2:] == ["Ada places the sea on A1.", ENDED]
    assert turn_up(one.clone(), COVE)[-2:] == [MISFIT, ENDED]
    assert turn_up(one.clone(), SEA, STORM)[-1] == STORMY
    natives = changed(one, gold=[0, 7])
    assert turn_up(natives, BEND, NATIVES)[-1].startswith("Natives greet Ada")
    assert texts(natives, (rules.NATIVES_NONE,)) == ["Ada sends no scout with the natives.", ENDED]
    taken = play(begin(SEA_OF_TWELVE, 2), (rules.START_RIM, 0, NORTH), (rules.ANNOUNCE_OPEN, 1))
    assert texts(taken, (rules.DRAW_OPEN, 1))[-1] == ENDED
    state = sailing()  # but not one that the seat ends
    draw(state, BEND)
    for ending in ((rules.STOP,), (rules.UNIT, rules.SCOUT, 0)):
        assert ENDED not in texts(state.clone(), ending)


def test_scouts_taken_back_are_described_with_their_places() -> None:
    state = changed(sailing("...e ....  ...."), {"D1": (0, rules.SCOUT)}, paths=jungle(hut3=[1, 0]))
    state.supply[0] = 0
    draw(state, BEND, NATIVES)
    sentences = [sentence(state, action) for action in state.legal()]
    assert "Ada sends no scout with the natives." in sentences
    assert "Ada sends the scout from D1 with the natives to hut 3, space 3." in sentences
    start = "Ada sends the scout from space 2 at hut 3 with the natives to hut 1, space 1 "
    assert any(one.startswith(start) for one in sentences)
    assert len(set(sentences)) == len(sentences)
    play(state, (rules.NATIVES_NONE,))
    sentences = [sentence(state, action) for action in state.legal()]
    assert "Ada takes the scout back from D1 and places it on A1 for 1 gold." in sentences
    assert "Ada takes the scout back from space 2 at hut 3 and places it on A1 for 1 gold." in sentences
    assert {"Scout from D1", "Scout from hut 3, space 2"} <= {button(state, action) for action in state.legal()}


def test_numbered_scouts_are_named_by_their_numbers() -> None:
    state = sailing(chief_scouts=True)
    draw(state, BEND)
    assert sentence(state, (rules.UNIT, rules.SCOUT, 0, 7)) == "Ada places scout 7 on A1 for 1 gold."
    assert button(state, (rules.UNIT, rules.SCOUT, 0, 7)) == "Scout 7 · 1 gold"


def test_decisions_before_the_first_turn_are_set_up() -> None:
    state = begin(SMALL, 2, chief_scouts=True)
    heads = [(GAME.text.turn_title(state), GAME.panel.panel(state, state.to_move).turn)]
    for _seat in range(2):
        state.apply(state.legal()[0])
        settled(state)
        heads.append((GAME.text.turn_title(state), GAME.panel.panel(state, state.to_move).turn))
    assert heads == [("Setup",) * 2, ("Setup",) * 2, ("Turn 1",) * 2]


def test_chiefs_are_named_in_secret() -> None:
    state = begin(SMALL, 2, chief_scouts=True)
    assert GAME.panel.panel(state, 0).numbers == tuple(range(1, 20)), "clicked two at a time, not as 171 pairs"
    assert button(state, (rules.CHIEFS, 4, 9)) == "Name 4 and 9"
    assert GAME.panel.panel(begin(SMALL, 2), 0).numbers == ()
    assert texts(state, (rules.CHIEFS, 4, 9)) == [
        "Ada has named chief scouts in secret.",
        "(Ada only) Ada secretly names scouts 4 and 9 as chief scouts.",
    ]


def island(**fields: object) -> rules.State:
    """Seat 0 may close islands on A1 and C1 with a tile on B1; Ada has a scout on A1, Bento a base on C1."""
    state = changed(begin(body("e.w ..."), 2), {"A1": (0, rules.SCOUT), "C1": (1, rules.BASE)}, **fields)
    return play(state, (rules.START_RIM, 1, NORTH), (rules.ANNOUNCE_OPEN, 1))


def sending(**fields: object) -> rules.State:
    """Ada's island is scored, and her scout waits to be sent."""
    state = play(island(**fields), (rules.DRAW_OPEN, 4), (rules.STOP,))
    while state.phase == rules.P_ISLAND:
        state.apply(state.legal()[0])
    assert state.phase == rules.P_SEND
    return state


def test_an_island_has_its_points_by_seat() -> None:
    state = island()
    lines = texts(state, (rules.DRAW_OPEN, 4))
    assert lines[:2] == [
        "Ada takes an open tile of class 4: strait.",
        "Ada places the strait on B1, lands to the east and, separately, to the west.",
    ]
    play(state, (rules.STOP,))
    assert [sentence(state, action) for action in state.legal()] == [
        "Ada chooses the island at A1 to score next.",
        "Ada chooses the island at the east land of B1 to score next.",
    ]
    assert texts(state, state.legal()[0])[1] == "The island at A1 is complete (2 tiles): 2 points for Ada."
    play(state, (rules.SEND, 0))
    lines = texts(state, (rules.TOKEN, 5))
    assert "The island at the east land of B1 is complete (2 tiles): 2 points for Bento." in lines
    table = text.score_breakdown(state)
    assert [(line.title, line.points, named(line.reason)) for line in table.lines] == [
        ("Island at A1", (2, 0), "2 tiles: Ada first with 1 scout."),
        ("Island at the east land of B1", (0, 2), "2 tiles: Bento first with 1 base."),
    ]
    assert named(table.verdict) == "Ada and Bento lead with 2 points each."


def test_ranks_and_waterfalls_are_in_the_reason() -> None:
    ledger = [
        [rules.SCORED_ISLAND, 1, 7, 1, 2, 5, 0, 0, 1, 1, 0, 3],
        [rules.SCORED_ISLAND, 0, 4, 2, 2, 5, 0, 0, 0, 0, 2, 3],
        [rules.SCORED_ISLAND, 2, 4, 2, 2, 5, 0, 0, 0, 0, 2, 3],
    ]
    state = changed(begin(body("e5w ..."), 3), points=[7, 4, 4], ledger=ledger)
    line = text.score_breakdown(state).lines[0]
    assert line.points == (4, 7, 4)
    assert named(line.reason) == (
        "2 tiles plus 5 for waterfalls: Bento first with 1 settlement and 1 base, "
        "Ada second with 2 scouts, Clara second with 2 scouts."
    )


def finished(points: list[int], gold: list[int], **fields: Any) -> rules.State:
    fields |= {"points": points, "gold": gold, "phase": rules.P_OVER, "to_move": OVER}
    return changed(begin(body("... ..."), 3), **fields)


@pytest.mark.parametrize(
    ("points", "gold", "expected"),
    [
        ([9, 4, 1], [0, 9, 9], "Ada wins with 9 points."),
        ([9, 9, 1], [2, 5, 9], "Bento wins with 9 points, tied with Ada, but with more gold."),
        ([9, 9, 9], [5, 5, 2], "Ada and Bento share the victory: 9 points and 5 gold each."),
    ],
)
def test_the_verdict_names_the_winner_and_the_reason(points: list[int], gold: list[int], expected: str) -> None:
    assert named(text.score_breakdown(finished(points, gold)).verdict) == expected


@pytest.mark.parametrize(
    ("entry", "path", "expected"),
    [
        ((1, 10, 10, 2), [1, 1, 0], "Bento gains the token (10 points) with 2 scouts, the nearest on space 1."),
        (
            (1, 10, 10, 1),
            [1, 0],
            "Bento gains the token (10 points) with as many scouts as Ada, but the nearest to the hut.",
        ),
        ((-1, 0, 15, 0), [], "no scouts have come here."),
        ((1, 0, 0, 1), [1], "Bento is first here, but the hut has no token."),
    ],
)
def test_huts_have_a_reason_for_their_token(entry: tuple[int, ...], path: list[int], expected: str) -> None:
    seat, points, token, scouts = entry
    ledger = [[rules.SCORED_HUT, seat, points, 0, token, scouts, 0 if seat >= 0 else -1, 9]]
    state = finished([0, points, 0], [0, 0, 0], paths=jungle(hut1=path), ledger=ledger)
    line = text.score_breakdown(state).lines[0]
    assert (line.title, named(line.reason)) == ("Hut 1", expected)


def test_only_its_finder_reads_the_value_of_a_token() -> None:
    state = sending()
    assert texts(state, (rules.SEND, 5)) == ["Ada sends a scout up the path to hut 6, space 1 (dot: draw a token)."]
    assert texts(state, (rules.TOKEN, 15))[:2] == [
        "Ada draws a token, looks at it and puts it in hut 6.",
        "(Ada only) The token of hut 6 is worth 15 points.",
    ]
    seen: dict[str, Any] = {"token": [0, 0, 0, 0, 10, 0, 0], "seen": [0, 0, 0, 0, 2, 0, 0], "bag": [3, 2, 3]}
    assert texts(sending(paths=jungle(hut5=[1]), **seen), (rules.SEND, 4))[:3] == [
        "Ada sends a scout up the path to hut 5, space 2 (eye: look at the token).",
        "Ada looks at the token of hut 5.",
        "(Ada only) The token of hut 5 is worth 10 points.",
    ]


def test_gaps_are_named_by_their_spaces() -> None:
    state = begin(body("~.~. ~.~. ~~~."), 2)
    play(state, (rules.START_RIM, 1, NORTH), (rules.ANNOUNCE_OPEN, 1))
    lines = texts(state, (rules.DRAW_OPEN, 1)) + texts(state, (rules.STOP,))
    assert "The gap on B2 is filled: sea." in lines


def test_the_die_and_the_wheel() -> None:
    state = changed(begin(body("... ..."), 2), gold=[0, 0], phase=rules.P_DIE, to_move=-1)
    assert texts(state.clone(), (rules.DIE, 4)) == ["Ada rolls a 4 and gains 4 gold. Every other seat gains 5 gold."]
    assert texts(state, (rules.DIE, 0)) == ["Ada rolls the wheel and chooses a number."]
    assert sentence(state, (rules.WHEEL, 6)) == "Ada chooses 6 gold. The others gain 7 gold each."


def test_a_seat_that_cannot_sail_passes() -> None:
    state = changed(begin(body("... ...", "open 2"), 2), gold=[2, 2])
    assert texts(state, (rules.PASS,))[0] == "Ada cannot pay for an expedition and passes."
    state = changed(state, idle=9, turn=19, gold=[0, 0], phase=rules.P_START, to_move=1)
    assert texts(state, (rules.PASS,))[1] == "No new tile in 10 rounds: the match ends."
