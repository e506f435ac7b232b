"""The words of Die Neuen Entdecker, sentence by sentence, most of all those that random matches seldom bring up."""

from __future__ import annotations

import pytest

from studio.core.game import OVER, Action, Event
from studio.core.text import name_seats
from studio.games.neue_entdecker import GAME, rules, text
from studio.seatiles.body import Border
from studio.seatiles.rules.chart import Placement, rotation
from studio.seatiles.text import land_name, orientation_text
from tests.games.neue_entdecker import sea
from tests.games.neue_entdecker.sea import begin, body, changed, draw
from tests.helpers import play, settled
from tests.seatiles.little_seas import NORTH, WEST, at

NAMES = ("Ada", "Bento", "Clara", "Duarte")


def named(sentence: str) -> str:
    return name_seats(sentence, NAMES)


def told(state: rules.State, action: Action) -> list[str]:
    """Plays an action; what is told of it. Private lines say in front who may read them."""
    before = state.clone()
    state.apply(action)
    return [_line(event) for event in text.events(before, action, state)]


def _line(event: Event) -> str:
    alone = f"({NAMES[event.private_to]} only) " if event.private_to >= 0 else ""
    return alone + named(event.text)


def placement(shape: str, turn: int = 0) -> Placement:
    one = rotation(shape, turn)
    return Placement(0, *one)


@pytest.mark.parametrize(
    ("shape", "turn", "expected"),
    [
        ("a...", 0, "land to the north"),
        ("a...", 3, "land to the west"),
        ("aa..", 0, "land to the north and east"),
        ("aaa.", 1, "land to the east, south and west"),
        ("a.b.", 0, "lands to the north and, apart, to the south"),
        ("ab..", 1, "lands to the east and, apart, to the south"),
        ("aaab", 0, "lands to the north, east and south and, apart, to the west"),
    ],
)
def test_how_a_tile_lies(shape: str, turn: int, expected: str) -> None:
    assert orientation_text(placement(shape, turn)) == expected


@pytest.mark.parametrize(
    ("shape", "land", "expected"),
    [("aaa.", 0, ""), ("a.b.", 1, "south"), ("aabb", 0, "north-east"), ("aabb", 1, "south-west"), ("abc.", 2, "south")],
)
def test_lands_of_one_tile_are_told_apart(shape: str, land: int, expected: str) -> None:
    assert land_name(placement(shape), land) == expected


def test_a_voyage_from_a_harbour_tells_the_toll() -> None:
    state = begin(body("... ... ...", "open 2"))
    assert named(text.describe(state, (rules.START_RIM, 0, NORTH))) == (
        "Ada sets sail from the north harbour at A1 for a toll of 2 gold."
    )
    assert text.button_text(state, (rules.START_RIM, 0, WEST)) == "A1 west"


def test_a_voyage_past_the_bases_of_others_tells_who_is_paid() -> None:
    state = changed(begin(body("=. ..", "open 0")), {"A1": (1, rules.BASE)})
    action = (rules.START_TILE, at(state, "A1"))
    assert named(text.describe(state, action)) == "Ada sets sail from A1 for 2 gold to Bento."
    assert told(state, action)[0] == "Ada sets sail from A1 for 2 gold to Bento."


def test_a_choice_of_routes_names_what_each_costs() -> None:
    state = changed(
        begin(body("=~~= #..#", Border("shore", "open 0", "shore", "open 0"))),
        {"A1": (1, rules.BASE), "D1": (2, rules.BASE)},
    )
    action = (rules.START_TILE, at(state, "B1"))
    assert named(text.describe(state, action)) == (
        "Ada sets sail from B1, with 2 routes to choose from; the cheapest costs 2 gold to Bento."
    )
    state.apply(action)
    assert [named(text.describe(state, other)) for other in state.legal()] == [
        "Ada takes the route that costs 2 gold to Bento.",
        "Ada takes the route that costs 2 gold to Clara.",
    ]
    assert [named(text.button_text(state, other)) for other in state.legal()] == ["2 → Bento", "2 → Clara"]


def test_routes_of_different_price_are_named_with_their_sums_the_cheapest_first() -> None:
    state = changed(
        begin(body("=~~= #..#", Border("shore", "open 1", "shore", "open 2")), 4),
        {"A1": (1, rules.BASE), "D1": (2, rules.BASE)},
    )
    action = (rules.START_TILE, at(state, "B1"))
    assert told(state, action) == [
        "Ada sets sail from B1, with 2 routes to choose from; the cheapest costs a toll of 1 gold and 2 gold to Clara."
    ]
    assert GAME.panel.panel(state, 0).title == "⟦0⟧, choose your route to B1"
    assert [named(text.button_text(state, other)) for other in state.legal()] == [
        "Toll 1, 2 → Clara · 3 gold",
        "Toll 2, 2 → Bento · 4 gold",
    ]
    dearest = state.legal()[-1]
    assert told(state, dearest) == ["Ada takes the route that costs a toll of 2 gold and 2 gold to Bento."]
    assert state.gold == [3, 9, 7, 7]


def sailing(rows: str = ".... .... ....", seats: int = 2, **options: bool) -> rules.State:
    """Seat 0 has announced three hidden tiles from the north harbour at A1."""
    state = begin(body(rows, "open 0"), seats, **options)
    for seat in range(seats if state.numbered else 0):
        play(state, (rules.CHIEFS, 1 + seat, 3 + seat))
    return play(state, (rules.START_RIM, 0, NORTH), (rules.ANNOUNCE_HIDDEN, 3))


def turn_up(state: rules.State, kind: int, event: int = 0) -> list[str]:
    """Draw this tile; everything told of it."""
    state.stack_top[0] = 1 if event else 0
    lines = told(state, (rules.DRAW_HIDDEN, 0)) + told(state, (rules.FRONT, kind, event))
    while state.phase == rules.P_TOPS:
        lines += told(state, state.chance()[0][0])
    return lines


def test_a_tile_that_fits_one_way_is_laid_at_once() -> None:
    assert turn_up(sailing(), sea.SEA) == [
        "Ada draws the plain tile on top of stack 1.",
        "Ada turns up: sea.",
        "Ada lays the sea on A1.",
    ]


def test_a_tile_that_does_not_fit_is_thrown_away() -> None:
    assert turn_up(sailing(), sea.COVE)[-1] == "It fits nowhere beside the ship and goes to the discard pile."


def test_events_are_told_after_the_tile_is_laid() -> None:
    assert turn_up(sailing(), sea.SEA, sea.STORM)[1:] == [
        "Ada turns up: sea, with a storm.",
        "Ada lays the sea on A1.",
        "A storm breaks: the turn of Ada is over.",
    ]
    assert turn_up(sailing(), sea.SEA, sea.PIRATES)[-1] == "Pirates! Ada loses 2 gold."
    poor = sailing()
    poor.gold[0] = 1
    assert turn_up(poor, sea.SEA, sea.PIRATES)[-1] == "Pirates! But Ada has nothing worth their while."
    assert turn_up(sailing(), sea.BEND, sea.GOLD)[-1] == "A gold-digger: Ada finds 3 gold."
    assert turn_up(sailing(), sea.BEND, sea.NATIVES)[-1] == (
        "Natives greet Ada: a scout may follow them into the jungle."
    )


OVER_BY_ITSELF = "Ada can neither draw on nor place a unit: the expedition is over."


def test_an_expedition_that_ends_by_itself_is_told() -> None:
    one = begin(body(".... .... ....", "open 0"), 2)
    play(one, (rules.START_RIM, 0, NORTH), (rules.ANNOUNCE_HIDDEN, 1))
    assert turn_up(one.clone(), sea.SEA)[2:] == ["Ada lays the sea on A1.", OVER_BY_ITSELF]
    assert turn_up(one.clone(), sea.COVE)[-2:] == [
        "It fits nowhere beside the ship and goes to the discard pile.",
        OVER_BY_ITSELF,
    ]
    assert turn_up(one.clone(), sea.SEA, sea.STORM)[-1] == "A storm breaks: the turn of Ada is over."
    natives = changed(one, gold=[0, 7])
    assert turn_up(natives, sea.BEND, sea.NATIVES)[-1].startswith("Natives greet Ada")
    assert told(natives, (rules.NATIVES_NONE,)) == ["Ada sends nobody along with the natives.", OVER_BY_ITSELF]
    taken = play(begin(body(".... .... ....", "open 0"), 2), (rules.START_RIM, 0, NORTH), (rules.ANNOUNCE_OPEN, 1))
    assert told(taken, (rules.DRAW_OPEN, 1))[-1] == OVER_BY_ITSELF


def test_an_expedition_that_was_ended_is_not_told_to_have_ended_by_itself() -> None:
    state = sailing()
    draw(state, sea.BEND)
    for ending in ((rules.STOP,), (rules.UNIT, rules.SCOUT, 0)):
        assert OVER_BY_ITSELF not in told(state.clone(), ending)


def test_natives_with_nobody_to_send() -> None:
    state = changed(sailing(), supply=[0, 2, 1, 19, 2, 1])
    assert turn_up(state, sea.BEND, sea.NATIVES)[-1] == (
        "Natives greet Ada, who has no scout to send or no path to send it up."
    )


def test_scouts_taken_back_say_where_they_stood() -> None:
    paths = [[-1] * length for length in (5, 6, 6, 7, 6, 6, 5)]
    paths[2] = [1, 0, -1, -1, -1, -1]
    state = changed(sailing("...e ....  ...."), {"D1": (0, rules.SCOUT)}, paths=paths)
    state.supply[0] = 0
    draw(state, sea.BEND, sea.NATIVES)
    sentences = [named(text.describe(state, action)) for action in state.legal()]
    assert "Ada sends nobody along with the natives." in sentences
    assert "Ada sends the scout on D1 along with the natives to hut 3, space 3." in sentences
    assert "Ada sends the scout on space 2 before hut 3 along with the natives to hut 1, space 1 " in " ".join(
        sentences
    )
    assert len(set(sentences)) == len(sentences)
    play(state, (rules.NATIVES_NONE,))
    sentences = [named(text.describe(state, action)) for action in state.legal()]
    assert "Ada takes the scout back from D1 and lands it on A1 for 1 gold." in sentences
    assert "Ada calls the scout back from space 2 before hut 3 and lands it on A1 for 1 gold." in sentences
    buttons = [text.button_text(state, action) for action in state.legal()]
    assert "Scout from D1" in buttons
    assert "Scout from hut 3, space 2" in buttons


def test_numbered_scouts_are_named_by_their_numbers() -> None:
    state = sailing(chief_scouts=True)
    draw(state, sea.BEND)
    assert named(text.describe(state, (rules.UNIT, rules.SCOUT, 0, 7))) == "Ada lands scout 7 on A1 for 1 gold."
    assert text.button_text(state, (rules.UNIT, rules.SCOUT, 0, 7)) == "Scout 7 · 1 gold"


def test_what_comes_before_the_first_turn_is_no_turn() -> None:
    state = begin(body("... ... ...", "open 0"), 2, chief_scouts=True)
    heads = [(GAME.text.turn_title(state), GAME.panel.panel(state, state.to_move).turn)]
    for _seat in range(2):
        state.apply(state.legal()[0])
        settled(state)
        heads.append((GAME.text.turn_title(state), GAME.panel.panel(state, state.to_move).turn))
    assert heads == [("Set-up",) * 2, ("Set-up",) * 2, ("Turn 1",) * 2]


def test_chiefs_are_named_in_secret() -> None:
    state = begin(body("... ... ...", "open 0"), 2, chief_scouts=True)
    assert GAME.panel.panel(state, 0).numbers == tuple(range(1, 20)), "clicked two at a time, not as 171 pairs"
    assert GAME.text.button_text(state, (rules.CHIEFS, 4, 9)) == "Name 4 and 9"
    assert GAME.panel.panel(begin(body("... ... ...", "open 0"), 2), 0).numbers == ()
    assert told(state, (rules.CHIEFS, 4, 9)) == [
        "Ada has named chief scouts in secret.",
        "(Ada only) Ada secretly makes chiefs of the scouts numbered 4 and 9.",
    ]


def island(**fields: object) -> rules.State:
    """Seat 0 may close the island on B1 and C1 with a tile on A1; Ada has two scouts there, Bento one base."""
    state = changed(begin(body("e.w ...", "open 0"), 2), {"A1": (0, rules.SCOUT), "C1": (1, rules.BASE)}, **fields)
    return play(state, (rules.START_RIM, 1, NORTH), (rules.ANNOUNCE_OPEN, 1))


def test_an_island_tells_its_worth_and_who_gets_it() -> None:
    state = island()
    lines = told(state, (rules.DRAW_OPEN, 4))
    assert lines[:2] == [
        "Ada takes an open tile of class 4: strait.",
        "Ada lays the strait on B1, lands to the east and, apart, to the west.",
    ]
    play(state, (rules.STOP,))
    first, second = state.legal()
    assert [named(text.describe(state, action)) for action in (first, second)] == [
        "Ada has the island at A1 scored next.",
        "Ada has the island at the east land of B1 scored next.",
    ]
    assert told(state, first)[1] == "The island at A1 is complete (2 tiles): 2 points for Ada."
    play(state, (rules.SEND, 0))
    lines = told(state, (rules.TOKEN, 5))
    assert "The island at the east land of B1 is complete (2 tiles): 2 points for Bento." in lines
    table = text.score_breakdown(state)
    assert [(line.title, line.points, named(line.reason)) for line in table.lines] == [
        ("Island at A1", (2, 0), "2 tiles: Ada first with 1 scout."),
        ("Island at the east land of B1", (0, 2), "2 tiles: Bento first with 1 base."),
    ]
    assert named(table.verdict) == "Ada and Bento lead with 2 points each."


def test_ranks_and_waterfalls_stand_in_the_reason() -> None:
    state = changed(
        begin(body("e5w ...", "open 0"), 3),
        points=[7, 4, 4],
        ledger=[
            [rules.SCORED_ISLAND, 1, 7, 1, 2, 5, 0, 0, 1, 1, 0, 3],
            [rules.SCORED_ISLAND, 0, 4, 2, 2, 5, 0, 0, 0, 0, 2, 3],
            [rules.SCORED_ISLAND, 2, 4, 2, 2, 5, 0, 0, 0, 0, 2, 3],
        ],
    )
    line = text.score_breakdown(state).lines[0]
    assert line.points == (4, 7, 4)
    assert named(line.reason) == (
        "2 tiles and 5 for waterfalls: Bento first with 1 settlement and 1 base, "
        "Ada second with 2 scouts, Clara second with 2 scouts."
    )


def finished(points: list[int], gold: list[int]) -> rules.State:
    return changed(begin(body("... ...", "open 0"), 3), points=points, gold=gold, phase=rules.P_OVER, to_move=OVER)


@pytest.mark.parametrize(
    ("points", "gold", "expected"),
    [
        ([9, 4, 1], [0, 9, 9], "Ada wins with 9 points."),
        ([9, 9, 1], [2, 5, 9], "Bento wins with 9 points, like Ada, but with more gold."),
        ([9, 9, 9], [5, 5, 2], "Ada and Bento share the victory: 9 points and 5 gold each."),
    ],
)
def test_the_verdict_says_who_has_won_and_why(points: list[int], gold: list[int], expected: str) -> None:
    assert named(text.score_breakdown(finished(points, gold)).verdict) == expected


@pytest.mark.parametrize(
    ("entry", "paths", "expected"),
    [
        (
            [1, 10, 0, 10, 2, 0],
            [1, 1, 0],
            "a token worth 10 points goes to Bento with 2 scouts, the nearest on space 1.",
        ),
        (
            [1, 10, 0, 10, 1, 0],
            [1, 0],
            "a token worth 10 points goes to Bento: as many scouts as Ada, but the nearest one.",
        ),
        ([-1, 0, 0, 15, 0, -1], [], "nobody has come here."),
        ([1, 0, 0, 0, 1, 0], [1], "Bento is first here, but no token was left for it."),
    ],
)
def test_huts_tell_why_somebody_gets_the_token(entry: list[int], paths: list[int], expected: str) -> None:
    seat, points, hut, token, scouts, nearest = entry
    every = [[-1] * length for length in (5, 6, 6, 7, 6, 6, 5)]
    every[0] = (paths + [-1] * 5)[:5]
    state = changed(
        finished([0, max(points, 0), 0], [0, 0, 0]),
        paths=every,
        ledger=[[rules.SCORED_HUT, seat, points, hut, token, scouts, nearest, 9]],
    )
    line = text.score_breakdown(state).lines[0]
    assert line.title == "Hut 1"
    assert named(line.reason) == expected


def test_a_token_is_told_to_its_finder_alone() -> None:
    state = changed(island(), points=[0, 0])
    told(state, (rules.DRAW_OPEN, 4))
    lines = told(state, (rules.STOP,))
    while state.phase == rules.P_ISLAND:
        lines = told(state, state.legal()[0])
    assert state.phase == rules.P_SEND
    assert told(state, (rules.SEND, 5)) == [
        "Ada sends a scout up the path to hut 6, space 1 (the dot: a token is drawn)."
    ]
    assert told(state, (rules.TOKEN, 15))[:2] == [
        "Ada draws a token, looks at it and puts it into hut 6.",
        "(Ada only) The token of hut 6 is worth 15 points.",
    ]
    assert lines


def test_a_look_at_a_token_is_told_in_two_ways() -> None:
    paths = [[-1] * length for length in (5, 6, 6, 7, 6, 6, 5)]
    paths[4][0] = 1
    state = changed(island(), paths=paths, token=[0, 0, 0, 0, 10, 0, 0], seen=[0, 0, 0, 0, 2, 0, 0], bag=[3, 2, 3])
    told(state, (rules.DRAW_OPEN, 4))
    told(state, (rules.STOP,))
    while state.phase == rules.P_ISLAND:
        told(state, state.legal()[0])
    assert told(state, (rules.SEND, 4))[:3] == [
        "Ada sends a scout up the path to hut 5, space 2 (the eye: a look at its token).",
        "Ada looks at the token of hut 5.",
        "(Ada only) The token of hut 5 is worth 10 points.",
    ]


def test_gaps_are_told_by_their_spaces() -> None:
    state = begin(body("~.~. ~.~. ~~~.", "open 0"), 2)
    play(state, (rules.START_RIM, 1, NORTH), (rules.ANNOUNCE_OPEN, 1))
    lines = told(state, (rules.DRAW_OPEN, 1)) + told(state, (rules.STOP,))
    assert "The gap on B2 is filled: open sea." in lines


def test_the_die_and_the_wheel() -> None:
    state = changed(begin(body("... ...", "open 0"), 2), gold=[0, 0], phase=rules.P_DIE, to_move=-1)
    assert told(state.clone(), (rules.DIE, 4)) == ["Ada rolls a 4: 4 gold, and 5 gold for everybody else."]
    assert told(state, (rules.DIE, 0)) == ["Ada rolls the wheel and may choose a number."]
    assert named(text.describe(state, (rules.WHEEL, 6))) == "Ada chooses 6 gold: the others get 7 gold."


def test_a_seat_that_cannot_sail_passes() -> None:
    state = changed(begin(body("... ...", "open 2"), 2), gold=[2, 2])
    assert told(state, (rules.PASS,))[0] == "Ada can pay for no expedition and passes."
