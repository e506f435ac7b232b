"""The texts of Goldland sentence by sentence, and those of random matches."""

from __future__ import annotations

from studio.core.game import CHANCE, OVER
from studio.core.text import name_seats
from studio.games.goldland import rules, text
from tests.games.goldland.boards import as_action, begin, board, do

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


def event_texts(state: rules.State, move: str) -> list[str]:
    before = state.clone()
    played = as_action(state, move)
    assert before.to_move == CHANCE or played in before.legal()
    state.apply(played)
    events = text.events(before, played, state)
    assert all(event.private_to < 0 for event in events), "nothing is secret in this game"
    return [with_names(event.text) for event in events]


def move_texts(state: rules.State, move: str) -> tuple[str, str]:
    played = as_action(state, move)
    assert played in state.legal()
    return with_names(text.describe(state, played)), with_names(text.button_text(state, played))


def test_steps_of_all_kinds() -> None:
    state = begin(PLAIN, at="B3", pack="3 provision + 2 rope + 2 wood")
    assert move_texts(state, "A3") == ("Ada moves to A3.", "To A3")
    assert move_texts(state, "B2 pay") == (
        "Ada moves to the desert on B2 and pays 3 provisions.",
        "To B2 · 3 provisions",
    )
    state = begin(PLAIN, at="B2", pack="2 provision + 2 rope + 2 wood", camps="C2")
    assert move_texts(state, "C2 cross") == (
        "Ada crosses to the canyon on C2 for any 4 pieces, thanks to a camp.",
        "Cross to C2",
    )
    assert move_texts(state, "C2 cross pay") == (
        "Ada crosses to the canyon on C2 and survives with 1 rope and 1 wood and 2 more.",
        "Cross to C2 and survive",
    )
    state = begin(PLAIN, at="A2", camps="B2")
    assert move_texts(state, "B2")[0] == "Ada moves to the desert on B2 for free, thanks to a camp."
    state = begin(board("L1v L2\nL3 S", temple="B1"), at="A2")
    assert move_texts(state, "A1 cross") == ("Ada crosses to A1 for 4 pieces.", "Cross to A1")


def test_a_crossing_has_an_event_per_piece() -> None:
    state = do(begin(board("L1v L2\nL3 S", temple="B1"), at="A2", pack="3 provision + rope"), "A1 cross")
    assert move_texts(state, "hand provision") == (
        "Ada hands over 1 provision for the crossing.",
        "Hand over 1 provision",
    )
    for _piece in range(3):
        assert event_texts(state, "hand provision") == ["Ada hands over 1 provision for the crossing."]
    assert event_texts(state, "hand rope")[0] == "Ada hands over 1 rope for the crossing."


def test_surviving_gives_the_marker_and_a_camp() -> None:
    state = begin(PLAIN, at="B3")
    assert event_texts(state, "B2 pay") == [
        "Ada moves to the desert on B2 and pays 3 provisions.",
        "Ada is the first to survive deserts and takes the marker (5 points).",
    ]
    assert move_texts(state, "pitch") == ("Ada places a camp at the desert on B2.", "Place camp")
    assert move_texts(state, "no camp") == ("Ada places no camp at the desert on B2.", "No camp")


def test_a_marker_changes_hands() -> None:
    state = do(begin(PLAIN, at="B3", marker=[-1, -1, 1, -1, -1, -1, -1], camps={}), "B2 pay")
    assert event_texts(state, "pitch") == [
        "Ada places a camp at the desert on B2.",
        "Ada has 1 camp there and takes the desert marker (5 points) from Bento.",
    ]


def test_a_camp_comes_from_another_tile() -> None:
    state = do(begin(board(PLAIN, camps=1), at="B3", camps="C2"), "B2 pay")
    assert move_texts(state, "shift C2") == ("Ada moves the camp from C2 to the desert on B2.", "Camp from C2")


def test_gains_of_all_kinds() -> None:
    state = begin(PLAIN)
    assert move_texts(state, "gain 0") == (
        "Ada gains 3 provisions and 2 pearls at C3.",
        "Gain 3 provisions and 2 pearls",
    )
    state = begin(PLAIN, at="A1", pack="rifle")
    assert move_texts(state, "gain 0")[0] == "Ada shows 1 rifle at A1 to gain 2 pearls."
    assert move_texts(state, "gain 1") == ("Ada shows 1 rifle at A1 to gain 2 provisions.", "Gain 2 provisions")
    do(state, "gain 0")
    assert move_texts(state, "take 0") == ("Ada takes no pearl.", "No pearl")
    assert move_texts(state, "take 2") == ("Ada takes 2 pearls.", "2 pearls")
    state = do(begin("N1 L2\nL3 S", at="A2"), "A1 pay, pitch")
    assert move_texts(state, "gain 0")[0] == "Ada receives 2 ropes at the natives on A1 as a reward."


def test_equal_alternatives_are_numbered() -> None:
    state = begin(board("X L2\nL3 S", lines={"X": "plain; gain rope | rope"}), at="A1")
    assert {move_texts(state, f"gain {number}") for number in (0, 1)} == {
        ("Ada gains 1 rope at A1 (choice 1).", "Gain 1 rope (choice 1)"),
        ("Ada gains 1 rope at A1 (choice 2).", "Gain 1 rope (choice 2)"),
    }


def test_exploring_and_laying() -> None:
    state = begin(board("L2 .\nL3 S", ["Y2", "D1"]))
    assert move_texts(state, "explore") == ("Ada explores and draws a land tile.", "Explore")
    do(state, "explore")
    assert event_texts(state, "draw Y2") == ["Ada discovers: canyon (pay 1 rope and 1 wood)."]
    for mark, side in zip("^>v<", ("north", "east", "south", "west"), strict=True):
        assert move_texts(state, f"lay B1 {mark}")[0] == f"Ada places the canyon on B1, blocked on the {side} side."
    assert event_texts(state, "lay B1 >") == [
        "Ada places the canyon on B1, blocked on the east side.",
        "Ada takes 1 discovery token.",
    ]


def test_a_treasure_is_found_and_taken() -> None:
    state = do(begin(board("L2 .\nL3 S", ["D1"]), token_stock=0), "explore, draw D1")
    assert event_texts(state, "lay B1 ^") == [
        "Ada places the desert on B1, blocked on the north side.",
        "A treasure is placed at the desert on B1.",
        "No discovery token is left for Ada.",
    ]


def test_a_face_down_board() -> None:
    state = begin(board("L2 .\nL3 S", ["Y2"]), face_down=True)
    assert move_texts(state, "turn B1") == ("Ada explores B1 and turns over its tile.", "Explore B1")


def test_ends_of_turns() -> None:
    state = begin(PLAIN)
    assert move_texts(state, "end") == ("Ada ends the turn without an action and takes a discovery token.", "End turn")
    assert move_texts(begin(PLAIN, token_stock=0), "end") == ("Ada ends the turn.", "End turn")
    do(state, "B3")
    assert move_texts(state, "stop") == ("Ada ends the move at B3.", "End move")
    assert move_texts(state, "end")[0] == "Ada ends the turn."


def test_discards_and_purchases() -> None:
    state = begin(PLAIN, tokens=4)
    assert move_texts(state, "discard pearl") == ("Ada discards 1 pearl.", "Discard 1 pearl")
    assert move_texts(state, "buy wood") == ("Ada buys 1 wood for 4 discovery tokens.", "Buy 1 wood")


def test_the_token_of_a_turn_with_only_a_treasure() -> None:
    country = board("L1 M1\nL3 S")
    state = begin(country, at="B1", pack="2 provision")
    assert event_texts(state, "treasure") == [
        "Ada takes the treasure on B1 for 2 provisions and ends the turn.",
        "Ada takes 1 discovery token for a turn without an action.",
    ]
    none = begin(country, at="B1", pack="2 provision", token_stock=0)
    assert len(event_texts(none, "treasure")) == 1
    walked = do(begin(country, at="A1", pack="2 provision", camps="B1"), "B1")
    assert len(event_texts(walked, "treasure")) == 1


def test_the_temple() -> None:
    state = do(begin("L1 L2\nL3 S", 2, at={0: "A2", 1: "A2"}), "A1")
    assert event_texts(state, "stop") == [
        "Ada ends the move at A1.",
        "Ada reaches the temple and takes an amulet and 2 coins from the bonus pile.",
        "Ada has no moves left; the turn is over.",
    ]
    lines = event_texts(state, "end")
    assert lines[1:] == [
        "2 coins left in the bonus pile go back into the box.",
        "Ada takes 1 coin from the reserve.",
    ]
    do(state, "end, A1")
    lines = event_texts(state, "stop")
    assert lines[1:] == [
        "Bento reaches the temple and takes an amulet.",
        "Bento has no moves left; the turn is over.",
        "Every seat has an amulet.",
        "Ada wins with 6 points.",
    ]
    assert state.to_move == OVER


def test_a_full_backpack_makes_room() -> None:
    state = do(begin("L1 L2\nL3 S", at="A2", pack="12 provision"), "discard provision, A1")
    state.pack[ROPE] += 1
    do(state, "stop")
    assert move_texts(state, "drop rope") == ("Ada discards 1 rope to make room for the amulet.", "Discard 1 rope")


def test_the_last_coin_and_coins_from_the_box() -> None:
    state = begin("L1 L2\nL3 S", 3, amulets=[1, 2], first=1, reserve=1)
    assert event_texts(state, "end")[1:] == [
        "Bento takes 1 coin from the reserve.",
        "The last coin of the reserve is taken. This is the last round.",
    ]
    assert event_texts(state, "end")[1:] == ["Clara takes 1 coin from the box because the reserve is empty."]


def test_stale_rounds_end_the_match() -> None:
    state = do(begin("L1 L2\nL3 S", stale=19), "end")
    assert event_texts(state, "end")[1:] == [
        "No progress for 20 rounds in a row.",
        "Ada and Bento share the victory with 0 points each.",
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
        ("Desert marker", (5, 0, 0)),
        ("Natives’ marker", (0, 0, 2)),
    ]
    reasons = [with_names(line.reason) for line in table.lines]
    assert reasons[1:] == [
        "3 points each: Bento has 2 treasures.",
        "Clara reached the temple, Clara first.",
        "On deserts: Ada has 1 camp and Bento has 1 camp.",
        "Clara survived natives first.",
    ]
    assert with_names(table.verdict) == "Bento leads with 10 points." and table.winners == ()
    assert text.score_breakdown(begin(PLAIN)).verdict == "No seat has points yet."


def test_only_automatic_ends_of_turns_are_reported() -> None:
    over = "Ada has no moves left; the turn is over."
    assert event_texts(begin(PLAIN, at="B3"), "end")[0] == (
        "Ada ends the turn without an action and takes a discovery token."
    )
    state = do(begin("L1 L2\nL3 S", at="A2", gained=1), "B2")
    assert event_texts(state, "stop") == ["Ada ends the move at B2.", over]
    busy = do(begin("L1 L2\nL3 S", at="A2"), "B2")
    assert event_texts(busy, "stop") == ["Ada ends the move at B2."]  # the equipment there may be gained
