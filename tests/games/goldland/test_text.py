"""The texts of Goldland sentence by sentence, and those of random matches."""

from __future__ import annotations

import re

import pytest

from studio.core.game import CHANCE, OVER, Action
from studio.core.rng import Rng
from studio.core.text import name_seats
from studio.games.goldland import rules, text
from tests.games.goldland.boards import at, begin, board, draw, first_game, index_of, step, walk
from tests.games.goldland.pieces import choose_move
from tests.playing import play
from tests.shortly import shortly

NAMES = ("Ada", "Bento", "Clara", "Duarte", "Elsa")
PROVISION, ROPE, RIFLE, SHOVEL, WOOD, PEARL, ROD = range(7)
PLAIN = """
    L13 L2  .
    L3  D3  Y2<
    L5  L10 S
"""
"""The canyon on C2 is blocked to the west, so that it has no road to the desert."""


def with_names(sentence: str) -> str:
    return name_seats(sentence, NAMES)


def event_texts(state: rules.State, action: Action) -> list[str]:
    """Play an action and return the texts of its events."""
    before = state.clone()
    assert before.to_move == CHANCE or action in before.legal()
    state.apply(action)
    events = text.events(before, action, state)
    assert all(event.private_to < 0 for event in events), "nothing is secret in this game"
    return [with_names(event.text) for event in events]


def move_texts(state: rules.State, action: Action) -> tuple[str, str]:
    """Return sentence and button of a legal action."""
    assert action in state.legal()
    return with_names(text.describe(state, action)), with_names(text.button_text(state, action))


def test_steps_of_all_kinds() -> None:
    state = begin(board(PLAIN), at={0: "B3"}, pack={0: "3 provision + 2 rope + 2 wood"})
    assert move_texts(state, (rules.STEP, at(state, "A3"), rules.FREE)) == ("Ada walks to A3.", "To A3")
    assert move_texts(state, (rules.STEP, at(state, "B2"), rules.PAY)) == (
        "Ada walks to the desert on B2 and pays 3 provisions.",
        "To B2 · 3 provisions",
    )
    state = begin(board(PLAIN), at={0: "B2"}, pack={0: "2 provision + 2 rope + 2 wood"}, camps={0: "C2"})
    cell = at(state, "C2")
    assert move_texts(state, (rules.STEP, cell, rules.CROSS)) == (
        "Ada crosses to the canyon on C2, past a camp, for any 4 pieces.",
        "Cross to C2",
    )
    assert move_texts(state, (rules.STEP, cell, rules.CROSS_PAY)) == (
        "Ada crosses to the canyon on C2, surviving it with 1 rope and 1 wood and 2 more.",
        "Cross to C2 and survive",
    )
    state = begin(board(PLAIN), at={0: "A2"}, camps={0: "B2"})
    assert (
        move_texts(state, (rules.STEP, at(state, "B2"), rules.FREE))[0]
        == "Ada walks to the desert on B2, free for a camp there."
    )
    state = begin(board("L1v L2\nL3 S", temple="B1"), at={0: "A2"})
    assert move_texts(state, (rules.STEP, at(state, "A1"), rules.CROSS)) == (
        "Ada crosses to A1 for 4 pieces.",
        "Cross to A1",
    )


def test_a_crossing_has_an_event_per_piece() -> None:
    state = begin(board("L1v L2\nL3 S", temple="B1"), at={0: "A2"}, pack={0: "3 provision + rope"})
    step(state, "A1", rules.CROSS)
    assert move_texts(state, (rules.HAND_OVER, PROVISION)) == (
        "Ada hands over 1 provision for the crossing.",
        "Hand over 1 provision",
    )
    for _piece in range(3):
        assert event_texts(state, (rules.HAND_OVER, PROVISION)) == ["Ada hands over 1 provision for the crossing."]
    assert event_texts(state, (rules.HAND_OVER, ROPE))[0] == "Ada hands over 1 rope for the crossing."


def test_surviving_gives_the_marker_and_a_camp() -> None:
    state = begin(board(PLAIN), at={0: "B3"})
    assert event_texts(state, (rules.STEP, at(state, "B2"), rules.PAY)) == [
        "Ada walks to the desert on B2 and pays 3 provisions.",
        "Ada is the first to survive deserts and takes the marker (5 points).",
    ]
    assert move_texts(state, (rules.PITCH,)) == ("Ada pitches a camp at the desert on B2.", "Pitch a camp")
    assert move_texts(state, (rules.NO_CAMP,)) == ("Ada pitches no camp at the desert on B2.", "No camp")


def test_a_marker_changes_hands() -> None:
    state = begin(board(PLAIN), at={0: "B3"}, marker=[-1, -1, 1, -1, -1, -1, -1], camps={})
    step(state, "B2", rules.PAY)
    assert event_texts(state, (rules.PITCH,)) == [
        "Ada pitches a camp at the desert on B2.",
        "Ada takes the marker of the deserts (5 points) from Bento, having 1 camp there.",
    ]


def test_a_camp_comes_from_another_tile() -> None:
    state = begin(board(PLAIN, camps=1), at={0: "B3"}, camps={0: "C2"})
    step(state, "B2", rules.PAY)
    assert move_texts(state, (rules.SHIFT, at(state, "C2"))) == (
        "Ada moves the camp of C2 to the desert on B2.",
        "Camp from C2",
    )


def test_gains_of_all_kinds() -> None:
    state = begin(board(PLAIN))
    assert move_texts(state, (rules.GAIN, 0)) == (
        "Ada gains 3 provisions and 2 pearls at C3.",
        "Gain 3 provisions and 2 pearls",
    )
    state = begin(board(PLAIN), at={0: "A1"}, pack={0: "rifle"})
    assert move_texts(state, (rules.GAIN, 0))[0] == "Ada shows 1 rifle at A1 to gain 2 pearls."
    assert move_texts(state, (rules.GAIN, 1)) == ("Ada shows 1 rifle at A1 to gain 2 provisions.", "Gain 2 provisions")
    play(state, (rules.GAIN, 0))
    assert move_texts(state, (rules.TAKE, 0)) == ("Ada takes no pearl.", "No pearl")
    assert move_texts(state, (rules.TAKE, 2)) == ("Ada takes 2 pearls.", "2 pearls")
    state = begin(board("N1 L2\nL3 S"), at={0: "A2"})
    step(state, "A1", rules.PAY)
    play(state, (rules.PITCH,))
    assert move_texts(state, (rules.GAIN, 0))[0] == "Ada is rewarded at the natives on A1 with 2 ropes."


def test_equal_alternatives_are_numbered() -> None:
    state = begin(board("X L2\nL3 S", lines={"X": "plain; gain rope | rope"}), at={0: "A1"})
    assert {move_texts(state, (rules.GAIN, number)) for number in (0, 1)} == {
        ("Ada gains 1 rope at A1 (choice 1).", "Gain 1 rope (choice 1)"),
        ("Ada gains 1 rope at A1 (choice 2).", "Gain 1 rope (choice 2)"),
    }


def test_exploring_and_laying() -> None:
    state = begin(board("L2 .\nL3 S", ["Y2", "D1"]))
    assert move_texts(state, (rules.EXPLORE,)) == ("Ada explores and draws a land tile.", "Explore")
    play(state, (rules.EXPLORE,))
    assert event_texts(state, (rules.TILE, index_of(state.board, "Y2"))) == [
        "Ada finds: canyon (pay 1 rope and 1 wood)."
    ]
    cell = at(state, "B1")
    assert [move_texts(state, action)[0] for action in state.legal()] == [
        f"Ada lays the canyon on B1, blocked to the {side}." for side in ("north", "east", "south", "west")
    ]
    assert event_texts(state, (rules.LAY, cell, 1)) == [
        "Ada lays the canyon on B1, blocked to the east.",
        "Ada takes 1 discovery token.",
    ]


def test_a_treasure_is_found_and_taken() -> None:
    state = begin(board("L2 .\nL3 S", ["D1"]), token_stock=0)
    play(state, (rules.EXPLORE,))
    draw(state, "D1")
    assert event_texts(state, (rules.LAY, at(state, "B1"), 0)) == [
        "Ada lays the desert on B1, blocked to the north.",
        "A treasure lies at the desert on B1.",
        "No discovery token is left for Ada.",
    ]


def test_a_face_down_board() -> None:
    state = begin(board("L2 .\nL3 S", ["Y2"]), face_down=True)
    assert move_texts(state, (rules.TURN_UP, at(state, "B1"))) == (
        "Ada explores B1 and turns up its tile.",
        "Explore B1",
    )


def test_ends_of_turns() -> None:
    state = begin(board(PLAIN))
    assert move_texts(state, (rules.END,)) == ("Ada does nothing else and takes a discovery token.", "End the turn")
    assert move_texts(begin(board(PLAIN), token_stock=0), (rules.END,)) == ("Ada ends the turn.", "End the turn")
    walk(state, "B3")
    assert move_texts(state, (rules.STOP,)) == ("Ada ends the move at B3.", "End the move")
    assert move_texts(state, (rules.END,))[0] == "Ada ends the turn."


def test_discards_and_purchases() -> None:
    state = begin(board(PLAIN), tokens={0: 4})
    assert move_texts(state, (rules.DISCARD, PEARL)) == ("Ada discards 1 pearl.", "Discard 1 pearl")
    assert move_texts(state, (rules.BUY, WOOD)) == ("Ada buys 1 wood for 4 discovery tokens.", "Buy 1 wood")


def test_the_token_of_a_turn_with_only_a_treasure() -> None:
    country = board("L1 M1\nL3 S")
    state = begin(country, at={0: "B1"}, pack={0: "2 provision"})
    assert event_texts(state, (rules.TREASURE,)) == [
        "Ada takes the treasure of B1 for 2 provisions and ends the turn.",
        "Ada takes 1 discovery token for doing nothing else.",
    ]
    none = begin(country, at={0: "B1"}, pack={0: "2 provision"}, token_stock=0)
    assert len(event_texts(none, (rules.TREASURE,))) == 1
    walked = begin(country, at={0: "A1"}, pack={0: "2 provision"}, camps={0: "B1"})
    step(walked, "B1")
    assert len(event_texts(walked, (rules.TREASURE,))) == 1


def test_the_temple() -> None:
    state = begin(board("L1 L2\nL3 S"), 2, at={0: "A2", 1: "A2"})
    step(state, "A1")
    assert event_texts(state, (rules.STOP,)) == [
        "Ada ends the move at A1.",
        "Ada reaches the temple: an amulet, and 2 coins of the bonus pile.",
        "Ada has nothing left to do: the turn is over.",
    ]
    lines = event_texts(state, (rules.END,))
    assert lines[1:] == [
        "The last 2 coins of the bonus pile go back into the box.",
        "Ada takes 1 coin from the reserve.",
    ]
    play(state, (rules.END,))
    step(state, "A1")
    lines = event_texts(state, (rules.STOP,))
    assert lines[1:] == [
        "Bento reaches the temple: an amulet.",
        "Bento has nothing left to do: the turn is over.",
        "Every seat has an amulet.",
        "Ada wins with 6 points.",
    ]
    assert state.to_move == OVER


def test_a_full_backpack_makes_room() -> None:
    state = begin(board("L1 L2\nL3 S"), at={0: "A2"}, pack={0: "12 provision"})
    play(state, (rules.DISCARD, PROVISION))
    step(state, "A1")
    state.pack[ROPE] += 1
    play(state, (rules.STOP,))
    assert move_texts(state, (rules.DROP, ROPE)) == (
        "Ada discards 1 rope to make room for the amulet.",
        "Discard 1 rope",
    )


def test_the_last_coin_and_coins_from_the_box() -> None:
    state = begin(board("L1 L2\nL3 S"), 3, amulets=[1, 2], first=1, reserve=1)
    assert event_texts(state, (rules.END,))[1:] == [
        "Bento takes 1 coin from the reserve.",
        "The last coin of the reserve is taken: this round is the last.",
    ]
    assert event_texts(state, (rules.END,))[1:] == ["Clara takes 1 coin from the box, the reserve being empty."]


def test_stale_rounds_end_the_match() -> None:
    state = begin(board("L1 L2\nL3 S"), stale=19)
    play(state, (rules.END,))
    assert event_texts(state, (rules.END,))[1:] == [
        "Nothing has come of 20 rounds in a row.",
        "Ada and Bento share the victory: 0 points each.",
    ]


def test_the_score_table_names_everything() -> None:
    state = begin(
        board(PLAIN),
        3,
        amulets=[2],
        treasures={1: 2},
        camps={0: "B2", 1: "B2"},
        marker=[-1, -1, 0, -1, -1, -1, 2],
        coins=[0, 4, 1],
        first=2,
    )
    table = text.score_breakdown(state)
    assert [(line.title, line.points) for line in table.lines] == [
        ("Gold coins", (0, 4, 1)),
        ("Treasures", (0, 6, 0)),
        ("Amulet", (0, 0, 3)),
        ("Marker of the deserts", (5, 0, 0)),
        ("Marker of the natives", (0, 0, 2)),
    ]
    reasons = [with_names(line.reason) for line in table.lines]
    assert reasons[1:] == [
        "3 points each: Bento has 2 treasures.",
        "Clara reached the temple, Clara first.",
        "On deserts, Ada has 1 camp and Bento has 1 camp.",
        "Clara survived natives first.",
    ]
    assert with_names(table.verdict) == "Bento leads with 10 points." and table.winners == ()
    assert text.score_breakdown(begin(board(PLAIN))).verdict == "Nobody has points yet."


@pytest.mark.parametrize("seats", shortly([2, 5]))
@pytest.mark.parametrize("face_down", [False, True])
def test_random_matches_have_complete_texts(seats: int, face_down: bool) -> None:
    rng = Rng(seats + 20)
    state = rules.start(first_game(), seats, {"face_down": face_down})
    seen: set[int] = set()
    while state.to_move != OVER:
        before = state.clone()
        if state.to_move == CHANCE:
            action = state.draw(rng)
        else:
            legal = state.legal()
            sentences = [text.describe(state, one) for one in legal]
            assert len(set(sentences)) == len(legal), "two moves read alike"
            for one, sentence in zip(legal, sentences, strict=True):
                assert sentence.endswith(".") and sentence.strip() == sentence
                assert 0 < len(text.button_text(state, one)) <= 40
                assert f"⟦{state.to_move}⟧" in sentence
            action = choose_move(state, rng)
        seen.add(action[0])
        state.apply(action)
        events = text.events(before, action, state)
        assert events and all(event.kind and event.text for event in events)
        for event in events:
            assert not re.search(r"[{}]|None", event.text)
            assert all(0 <= cell < state.board.count for cell in event.cells)
        table = text.score_breakdown(state)
        assert [sum(line.points[seat] for line in table.lines) for seat in range(seats)] == state.scores()
    assert {rules.STEP, rules.GAIN, rules.TAKE, rules.LAY, rules.END, rules.PITCH} <= seen
    assert table.winners == tuple(state.winners())


def test_only_automatic_ends_of_turns_are_reported() -> None:
    over = "Ada has nothing left to do: the turn is over."
    assert event_texts(begin(board(PLAIN), at={0: "B3"}), (rules.END,))[0] == (
        "Ada does nothing else and takes a discovery token."
    )
    state = begin(board("L1 L2\nL3 S"), at={0: "A2"}, gained=1)
    step(state, "B2")
    assert event_texts(state, (rules.STOP,)) == ["Ada ends the move at B2.", over]
    busy = begin(board("L1 L2\nL3 S"), at={0: "A2"})
    step(busy, "B2")
    assert event_texts(busy, (rules.STOP,)) == ["Ada ends the move at B2."]  # the equipment there may be gained
