"""The panel next to the board: steps of the turn, prompts and hints, supplies, backpacks."""

from __future__ import annotations

import pytest

from studio.core.game import EVERYBODY, OVER
from studio.core.panel import Group, Item, Panel
from studio.core.rng import Rng
from studio.core.text import name_seats
from studio.games.goldland import GAME, rules
from studio.games.goldland.drawing.pieces import PACK_TARGET
from studio.games.goldland.rules import board as a
from tests.games.goldland.boards import begin, board, draw, first_game, gain, index_of, step, walk
from tests.games.goldland.pieces import choose_move
from tests.playing import play
from tests.shortly import rows_shortly

LAND = """
    .   L2  L3   L4
    D3  Y1  L5   L6
    L7  M3  N3   L8
    E1  C8  C6   S
"""
NAMES = ("Ada", "Bento", "Clara")


def panel_of(state: rules.State) -> Panel:
    return GAME.panel.panel(state, EVERYBODY)


def prompt_texts(state: rules.State) -> tuple[str, str]:
    """Return title and hint with seat names."""
    panel = panel_of(state)
    return name_seats(panel.title, NAMES), name_seats(panel.hint, NAMES)


def turn_steps(state: rules.State) -> dict[str, str]:
    return {one.name: one.state for one in panel_of(state).steps}


def group(state: rules.State, title: str) -> Group:
    return next(one for one in panel_of(state).groups if one.title == title)


def values(items: tuple[Item, ...]) -> list[str]:
    return [item.value for item in items]


@pytest.mark.parametrize(("seats", "face_down"), rows_shortly([(2, False), (5, False), (3, True)], 2))
def test_titles_and_hints_fit_on_one_line(seats: int, face_down: bool) -> None:
    rng = Rng(seats)
    state = rules.start(first_game(), seats, {"face_down": face_down})
    ply = 0
    while state.to_move != OVER:
        ply += 1
        if ply > 150 and ply % 13:  # the first turns completely, then samples
            state.apply(choose_move(state, rng) if state.to_move >= 0 else state.draw(rng))
            continue
        panel = panel_of(state)
        assert 0 < len(panel.title) <= 60 and len(panel.hint) <= 100, panel
        assert f"⟦{state.active}⟧" in panel.title
        assert [seat.points for seat in panel.seats] == state.scores()
        assert any(one.state == "now" for one in panel.steps)
        for seat in panel.seats:
            coins, treasures, tokens, camps = values(seat.items)
            number = seat.seat
            assert int(coins) == state.coins[number] and int(treasures) == state.treasures[number]
            assert int(tokens) == state.tokens[number] and int(camps) == state.camps[number]
            assert ("amulet" in seat.note) == bool(state.amulet[number])
        assert values(group(state, "Stock").items) == [str(left) for left in state.stock]
        assert [item.seat for item in group(state, "Adventure markers").items] == state.marker
        tiles, left, amulets, bonus, reserve = map(int, values(group(state, "Land and temple").items))
        assert (tiles, left, bonus, reserve) == (len(state.hidden), state.token_stock, state.bonus, state.reserve)
        assert amulets == seats - sum(state.amulet)
        state.apply(choose_move(state, rng) if state.to_move >= 0 else state.draw(rng))
    panel = panel_of(state)
    assert panel.turn == "The end" and all(one.state == "done" for one in panel.steps)
    assert all(f"⟦{seat}⟧" in panel.title for seat in state.winners())


# Steps of a turn (G2, G3)


def test_possible_steps_are_highlighted() -> None:
    state = begin(board(LAND, ["L9"]), at={0: "B1"}, pack={0: "3 shovel"})
    assert turn_steps(state) == {"Move": "now", "Gain": "now", "Explore": "now", "End": "later"}
    gain(state, "2 wood")
    assert turn_steps(state) == {"Move": "now", "Gain": "done", "Explore": "now", "End": "later"}
    step(state, "B2", a.PAY)
    play(state, (a.NO_CAMP,))
    assert turn_steps(state) == {"Move 6/7": "now", "Gain": "done", "Explore": "later", "End": "later"}
    play(state, (a.END,))
    assert turn_steps(state) == {"Move": "now", "Gain": "now", "Explore": "later", "End": "later"}


def test_only_the_end_of_the_turn_remains() -> None:
    state = begin(board("L3 L4\nL2 S"), tokens={0: 4}, pack={0: "rope"}, at={0: "B1"})
    walk(state, "A1")
    play(state, (a.STOP,))
    assert turn_steps(state)["Move"] == "done" and turn_steps(state)["End"] == "now"


def test_a_coin_was_taken_at_the_start_of_the_turn() -> None:
    state = begin(board(LAND), amulets=[0])
    assert next(iter(turn_steps(state).items())) == ("Coin", "done")


def test_a_drawn_tile_belongs_to_exploring() -> None:
    state = begin(board(LAND, ["L9"]), at={0: "B1"})
    play(state, (a.EXPLORE,))
    assert turn_steps(state)["Explore"] == "now"
    draw(state, "L9")
    assert turn_steps(state)["Explore"] == "now" and panel_of(state).hand is not None


# Prompts and hints


def test_the_beginning_of_a_turn() -> None:
    state = begin(board(LAND, ["L9"]), at={0: "D1"}, pack={0: "3 provision + 2 pearl"})
    assert prompt_texts(state) == (
        "Ada, move or end the turn",
        "7 empty compartments: 7 steps. A gain here needs 1 shovel. No undiscovered space beside D1.",
    )
    state = begin(board(LAND, ["L9"]), at={0: "B1"}, pack={0: "shovel"})
    assert prompt_texts(state) == (
        "Ada, move, gain or explore",
        "11 empty compartments: 11 steps. Ending now earns a token.",
    )
    state = begin(board(LAND), at={0: "B1"}, pack={0: "12 shovel"})
    assert prompt_texts(state) == (
        "Ada, move or end the turn",
        "No compartment is empty: each discarded piece is a step. A gain needs a free compartment.",
    )
    assert "No land tile is left to explore." in prompt_texts(begin(board(LAND), at={0: "B1"}, pack={0: "shovel"}))[1]


def test_a_treasure_that_cannot_be_paid() -> None:
    state = begin(board("L3 L2 .\nL5 D1 S"), at={0: "B2"}, pack={0: "provision"})
    assert prompt_texts(state)[1] == (
        "11 empty compartments: 11 steps. The treasure here costs 2 provisions. Nothing is gained on B2."
    )
    state = begin(board("L3 L2 .\nL5 D1 S"), at={0: "B2"}, pack={0: "2 provision"})
    assert prompt_texts(state)[0] == "Ada, move or take the treasure"


def test_during_a_move() -> None:
    state = begin(board(LAND), pack={0: "10 pearl"}, at={0: "D1"})
    play(state, (a.DISCARD, a.PEARL))
    title, hint = prompt_texts(state)  # discards have not begun the move
    assert title == "Ada, move or end the turn" and hint.startswith("3 empty compartments: 3 steps.")
    earlier = begin(board(LAND), pack={0: "10 pearl"}, at={0: "D1"}, earlier=True)
    play(earlier, (a.DISCARD, a.PEARL))
    assert prompt_texts(earlier)[0] == "Ada, 3 steps to go: walk, or discard more"
    walk(state, "C1")
    assert prompt_texts(state) == (
        "Ada, walk on or end the move",
        "2 of 3 steps left. A gain here needs 1 shovel. No undiscovered space beside C1.",
    )
    walk(state, "C2 D2")
    title, hint = prompt_texts(state)
    assert title == "Ada, end the move" and hint.startswith("0 of 3 steps left.")
    state = begin(board(". . .\nL1 L3 S", ["Y2"]), pack={0: "9 pearl"})
    walk(state, "B2")
    assert prompt_texts(state)[0] == "Ada, walk on, explore or end the move"


def test_decisions_within_a_turn() -> None:
    state = begin(board(LAND), at={0: "B2"}, pack={0: "3 provision + rope"})
    step(state, "A2", a.PAY)
    title, hint = prompt_texts(state)
    assert title == "Ada, a camp at the desert on A2?" and "5 points" in hint
    play(state, (a.NO_CAMP,))
    state = begin(board(LAND))
    play(state, (a.GAIN, 0))
    assert panel_of(state).default_move == (a.TAKE, 3), "all that there is"
    assert prompt_texts(state) == (
        "Ada, how much do you take?",
        "Up to 3 provisions; 7 compartments are free. Every piece is a step less.",
    )
    state = begin(board("L1v .\nL3 S", temple="B1"), at={0: "A2"}, pack={0: "3 provision + 2 rope"})
    step(state, "A1", a.CROSS)
    title, hint = prompt_texts(state)
    assert title == "Ada, hand over equipment for the crossing"
    assert hint == "4 more pieces go back into the stock: click them. In the order of the stock, rope last."
    play(state, *[(a.HAND_OVER, a.PROVISION)] * 2)
    assert prompt_texts(state)[1] == "2 more pieces go back into the stock: click them."


def test_the_drawn_tile_is_described() -> None:
    state = begin(board(LAND, ["B1"]), at={0: "B1"})
    play(state, (a.EXPLORE,))
    assert prompt_texts(state)[0] == "Ada turns over a land tile"
    state.apply((a.TILE, index_of(state.board, "B1")))
    title, hint = prompt_texts(state)
    assert title == "Ada, lay the tile beside you" and hint.startswith("Bandits (pay 2 rifles for 2 pearls).")


# Backpacks


def test_the_backpack_shows_its_pieces_and_steps() -> None:
    state = begin(board(LAND), 3, pack={0: "2 rope + rifle", 1: "pearl"}, treasures={0: 1}, amulets=[0])
    own, others = panel_of(state).insets[:2]
    assert name_seats(own.title, NAMES) == "Backpack of Ada" and own.note == "7 steps"
    clicked = [target.cell for target in own.picture.targets]
    assert sorted(clicked) == [PACK_TARGET + a.ROPE] * 2 + [PACK_TARGET + a.RIFLE]
    assert [name_seats(target.name, NAMES) for target in others.picture.targets] == [
        "Bento: 1 pearl; 11 steps",
        "Clara: 3 provisions and 2 pearls; 7 steps",
    ]


def test_pieces_are_clickable_only_if_they_can_be_used() -> None:
    state = begin(board(LAND), at={0: "D1"})
    assert panel_of(state).insets[0].picture.targets
    walk(state, "C1")
    assert not panel_of(state).insets[0].picture.targets
    assert panel_of(state).insets[0].note == "6 steps left"
