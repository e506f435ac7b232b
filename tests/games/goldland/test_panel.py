"""The panel next to the board, details of places, and reasons for illegal moves that are true in many positions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from re import Match
from typing import cast

import pytest

from studio.core.game import EVERYBODY, FIRST_RULES, OVER
from studio.core.panel import Group, IllegalReason, Item, Panel
from studio.core.rng import Rng
from studio.core.text import name_seats
from studio.games.goldland import GAME, rules, rules as r
from studio.games.goldland.drawing.pieces import PACK_TARGET
from studio.games.goldland.rules import board as a
from tests.contract.test_place_info import some_positions, targets_beside
from tests.games.goldland.boards import begin, board, do, first_game, index_of
from tests.games.goldland.pieces import choose_move
from tests.helpers import Claim, check_claim, play
from tests.short_run import mark_long_rows

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
    panel = panel_of(state)
    return name_seats(panel.title, NAMES), name_seats(panel.hint, NAMES)


def turn_steps(state: rules.State) -> dict[str, str]:
    return {one.name: one.state for one in panel_of(state).steps}


def group(state: rules.State, title: str) -> Group:
    return next(one for one in panel_of(state).groups if one.title == title)


def values(items: tuple[Item, ...]) -> list[str]:
    return [item.value for item in items]


@pytest.mark.parametrize(("seats", "face_down"), mark_long_rows([(2, False), (5, False), (3, True)], 2))
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
    state = begin(board(LAND, ["L9"]), at="B1", pack="3 shovel")
    assert turn_steps(state) == {"Move": "now", "Gain": "now", "Explore": "now", "End": "later"}
    do(state, "gain 2 wood")
    assert turn_steps(state) == {"Move": "now", "Gain": "done", "Explore": "now", "End": "later"}
    do(state, "B2 pay, no camp")
    assert turn_steps(state) == {"Move 6/7": "now", "Gain": "done", "Explore": "later", "End": "later"}
    do(state, "end")
    assert turn_steps(state) == {"Move": "now", "Gain": "now", "Explore": "later", "End": "later"}


def test_only_the_end_of_the_turn_remains() -> None:
    state = do(begin("L3 L4\nL2 S", tokens=4, pack="rope", at="B1"), "A1, stop")
    assert turn_steps(state)["Move"] == "done" and turn_steps(state)["End"] == "now"


def test_a_coin_was_taken_at_the_start_of_the_turn() -> None:
    state = begin(LAND, amulets=[0])
    assert next(iter(turn_steps(state).items())) == ("Coin", "done")


def test_a_drawn_tile_belongs_to_exploring() -> None:
    state = do(begin(board(LAND, ["L9"]), at="B1"), "explore")
    assert turn_steps(state)["Explore"] == "now"
    do(state, "draw L9")
    assert turn_steps(state)["Explore"] == "now" and panel_of(state).hand is not None


# Prompts and hints


def test_the_beginning_of_a_turn() -> None:
    state = begin(board(LAND, ["L9"]), at="D1", pack="3 provision + 2 pearl")
    assert prompt_texts(state) == (
        "Ada, move or end the turn",
        "7 empty compartments: 7 steps. A gain here requires 1 shovel. No undiscovered space next to D1.",
    )
    state = begin(board(LAND, ["L9"]), at="B1", pack="shovel")
    assert prompt_texts(state) == (
        "Ada, move, gain or explore",
        "11 empty compartments: 11 steps. End now to get a token.",
    )
    state = begin(LAND, at="B1", pack="12 shovel")
    assert prompt_texts(state) == (
        "Ada, move or end the turn",
        ("No compartment is empty. Each discarded piece gives one step. A gain requires an empty compartment."),
    )
    assert "No land tile is left to explore." in prompt_texts(begin(LAND, at="B1", pack="shovel"))[1]


def test_a_treasure_that_cannot_be_paid() -> None:
    state = begin("L3 L2 .\nL5 D1 S", at="B2", pack="provision")
    assert prompt_texts(state)[1] == (
        "11 empty compartments: 11 steps. The treasure here costs 2 provisions. Nothing to gain on B2."
    )
    state = begin("L3 L2 .\nL5 D1 S", at="B2", pack="2 provision")
    assert prompt_texts(state)[0] == "Ada, move or take the treasure"


def test_during_a_move() -> None:
    state = do(begin(LAND, pack="10 pearl", at="D1"), "discard pearl")
    title, hint = prompt_texts(state)  # discards have not begun the move
    assert title == "Ada, move or end the turn" and hint.startswith("3 empty compartments: 3 steps.")
    earlier = do(begin(LAND, pack="10 pearl", at="D1", rules=FIRST_RULES), "discard pearl")
    assert prompt_texts(earlier)[0] == "Ada, 3 steps left: move or discard"
    do(state, "C1")
    assert prompt_texts(state) == (
        "Ada, move on or end the move",
        "2 of 3 steps left. A gain here requires 1 shovel. No undiscovered space next to C1.",
    )
    do(state, "C2, D2")
    title, hint = prompt_texts(state)
    assert title == "Ada, end the move" and hint.startswith("0 of 3 steps left.")
    state = do(begin(board(". . .\nL1 L3 S", ["Y2"]), pack="9 pearl"), "B2")
    assert prompt_texts(state)[0] == "Ada, move on, explore or end the move"


def test_decisions_within_a_turn() -> None:
    state = do(begin(LAND, at="B2", pack="3 provision + rope"), "A2 pay")
    title, hint = prompt_texts(state)
    assert title == "Ada, place a camp at the desert on A2?" and "5 points" in hint
    do(state, "no camp")
    state = do(begin(LAND), "gain 0")
    assert panel_of(state).default_move == (a.TAKE, 3), "all that there is"
    assert prompt_texts(state) == (
        "Ada, how many do you take?",
        "Up to 3 provisions; 7 compartments are empty. Each piece costs one step.",
    )
    state = do(begin(board("L1v .\nL3 S", temple="B1"), at="A2", pack="3 provision + 2 rope"), "A1 cross")
    title, hint = prompt_texts(state)
    assert title == "Ada, pay for the crossing"
    assert hint == "Click 4 more pieces to return them to the stock. Use the order of the stock, ropes last."
    play(state, *[(a.HAND_OVER, a.PROVISION)] * 2)
    assert prompt_texts(state)[1] == "Click 2 more pieces to return them to the stock."


def test_the_drawn_tile_is_described() -> None:
    state = do(begin(board(LAND, ["B1"]), at="B1"), "explore")
    assert prompt_texts(state)[0] == "Ada turns over a land tile"
    state.apply((a.TILE, index_of(state.board, "B1")))
    title, hint = prompt_texts(state)
    assert title == "Ada, place the tile next to you" and hint.startswith("Bandits (pay 2 rifles for 2 pearls).")


# Backpacks


def test_the_backpack_shows_its_pieces_and_steps() -> None:
    state = begin(LAND, 3, pack={0: "2 rope + rifle", 1: "pearl"}, treasures={0: 1}, amulets=[0])
    own, others = panel_of(state).insets[:2]
    assert name_seats(own.title, NAMES) == "Backpack: Ada" and own.note == "7 steps"
    clicked = [target.cell for target in own.picture.targets]
    assert sorted(clicked) == [PACK_TARGET + a.ROPE] * 2 + [PACK_TARGET + a.RIFLE]
    assert [name_seats(target.name, NAMES) for target in others.picture.targets] == [
        "Bento: 1 pearl; 11 steps",
        "Clara: 3 provisions and 2 pearls; 7 steps",
    ]


def test_pieces_are_clickable_only_if_they_can_be_used() -> None:
    state = begin(LAND, at="D1")
    assert panel_of(state).insets[0].picture.targets
    do(state, "C1")
    assert not panel_of(state).insets[0].picture.targets
    assert panel_of(state).insets[0].note == "6 steps left"


SIDES = ("north", "east", "south", "west")
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
WORDS = ("provision", "rope", "rifle", "shovel", "wood", "pearl", "fishing rods")
PACK, STOCK = 2_000_000, 2_000_020


class Reader:
    """Reads the English reasons of one position and compares them with tiles and backpack."""

    def __init__(self, state: r.State) -> None:
        self.state, self.board, self.seat = state, state.board, state.active
        self.here = state.at[self.seat]
        self.pack = state.pack[self.seat * 7 : self.seat * 7 + 7]
        self.cell = -1
        self.at: tuple[int, ...] = ()
        points = 12 - sum(self.pack) - state.treasures[self.seat] - state.amulet[self.seat]
        self.points = state.points if state.points >= 0 else points
        apart = r"\w+ is not next to the adventurer on (\w+)\."
        self.claims: list[Claim] = [
            (r"(\w+) is off the board\.", lambda _match: self.cell in state.board.void),
            (rf"{apart}(?: Explore from an adjacent tile\.)?", self._apart),
            (r"\w+ is undiscovered, but you can explore only once per turn\.", lambda _match: state.explored),
            (r"No land tile is left for \w+\.", lambda _match: not state.hidden),
            (r"\w+ already has a tile\.", lambda _match: state.laid[self.cell] >= 0),
            (
                r"The tile was turned over on (\w+) and must stay there\.",
                lambda match: self.named(match[1]) == state.spot,
            ),
            (r"The adventurer is on \w+\.", lambda _match: self.cell == self.here),
            (r"The move of this turn has ended\. Go to \w+ in a later turn\.", lambda _match: state.moved == 2),
            (r"Each step requires an empty compartment .*", lambda _match: self.points == 0 and not state.moved),
            (r"⟦\d⟧ has used all movement points\.", lambda _match: self.points == 0),
            (
                r"This move has already visited \w+\. No tile can be visited twice\.",
                lambda _match: state.visited >> self.cell & 1,
            ),
            (r"(\w+) is (\d+) steps? away, but only (\d+) movement points? (?:is|are) left\.", self._far),
            (r"No path over tiles leads from \w+ to \w+ in this move\.", lambda _match: self.steps() < 0),
            (r"⟦\d⟧ cannot pay for the path to \w+\. .*", lambda _match: not self.payable()),
            (
                r"No road leads (\w+) from (\w+)\. A crossing costs 4 pieces of equipment, but ⟦\d⟧ has (\d+)\.",
                self._cross,
            ),
            (r"Entering .* on \w+ costs (.*), but ⟦\d⟧ has (.*)\.", self._price),
            (r"First .*", lambda _match: state.phase != r.P_TURN),
            (
                r"Place the camp on (\w+), where the adventure was survived\.",
                lambda match: self.named(match[1]) == self.here,
            ),
            (r"No camp is left in the supply\. .*", lambda _match: not state.camps[self.seat]),
            (
                r"⟦\d⟧ has no camp on \w+ to move to \w+\.",
                lambda _match: not state.camp[self.seat * self.board.count + self.cell],
            ),
            (r"⟦\d⟧ has no (?!empty|camp)(.*)\.", lambda match: not self.pack[WORDS.index(match[1])]),
            (r"Hand over the rest for the crossing in the order .*", lambda _match: state.phase == r.P_HAND_OVER),
            (r"These provisions are needed for the treasure\.", lambda _match: self.pack[0] == 2),
            (r"Equipment can be discarded only before the first step of a move\.", lambda _match: state.moved),
            (r"None is left in the stock\.", lambda _match: not state.stock[self.cell - STOCK]),
            (
                r"A piece of equipment costs (\d+) discovery tokens?, but ⟦\d⟧ has (\d+) discovery tokens?\.",
                self._tokens,
            ),
            (r"⟦\d⟧ has no empty compartment for it\.", lambda _match: points == 0),
        ]

    def check(self, reason: IllegalReason, cell: int) -> str:
        """Find the only sentence that matches, check that it is true, and return it."""
        self.cell, self.at = cell, reason.targets
        return check_claim(reason.text, self.claims, cell)

    def named(self, name: str) -> int:
        return (int(name[1:]) - 1) * self.board.columns + ord(name[0]) - 65

    def around(self, cell: int) -> list[tuple[int, int]]:
        row, column = divmod(cell, self.board.columns)
        found = [(side, row + down, column + right) for side, (down, right) in enumerate(STEPS)]
        places = [
            (side, one * self.board.columns + other)
            for side, one, other in found
            if 0 <= one < self.board.rows and 0 <= other < self.board.columns
        ]
        return [] if cell in self.board.void else [(s, c) for s, c in places if c not in self.board.void]

    def road(self, cell: int, side: int) -> bool:
        """Return whether the tile on a space has an exit on this side."""
        placement = self.state.laid[cell]
        if self.board.tiles[placement >> 2].kind in (r.COAST, r.START):
            return side in dict(self.around(cell))
        exits = self.board.tiles[placement >> 2].exits
        return bool(exits >> (side - placement % 4) % 4 & 1)

    def steps(self) -> int:
        """Return the fewest steps over tiles that this move has not visited, paid or not; -1 if there is no path."""
        edge, seen, count = {self.here}, {self.here}, 0
        while edge:
            if self.cell in edge:
                return count
            ahead = {other for one in edge for _side, other in self.around(one) if self.state.laid[other] >= 0}
            edge = {other for other in ahead - seen if not self.state.visited >> other & 1}
            seen |= edge
            count += 1
        return -1

    def payable(self) -> bool:
        """Return whether some walk there can be paid, by trying all of them."""

        def is_reachable(at: int, visited_cells: frozenset[int], pack: tuple[int, ...], owed: int) -> bool:
            if at == self.cell:
                return True
            if len(visited_cells) > self.points:
                return False
            for side, other in self.around(at):
                if self.state.laid[other] < 0 or other in visited_cells or self.state.visited >> other & 1:
                    continue
                tile, left, more = self.board.tiles[self.state.laid[other] >> 2], pack, owed
                red = (0,) * 7
                if tile.kind < 7 and not self.state.camp[self.seat * self.board.count + other]:
                    red = tile.pay
                left = tuple(have - want for have, want in zip(left, red, strict=True))
                if not (self.road(at, side) and self.road(other, (side + 2) % 4)):
                    more += max(0, 4 - sum(red))
                if min(left) >= 0 and sum(left) >= more and is_reachable(other, visited_cells | {other}, left, more):
                    return True
            return False

        return is_reachable(self.here, frozenset({self.here}), tuple(self.pack), 0)

    # claims

    def _apart(self, match: Match[str]) -> bool:
        return self.named(match[1]) == self.here and self.cell not in dict(self.around(self.here)).values()

    def _far(self, match: Match[str]) -> bool:
        return self.named(match[1]) == self.cell and int(match[2]) == self.steps() > int(match[3]) == self.points

    def _cross(self, match: Match[str]) -> bool:
        side = SIDES.index(match[1])
        roads = self.road(self.here, side) and self.road(self.cell, (side + 2) % 4)
        neighbor = dict(self.around(self.here))[side] == self.cell
        at = (1 << 20) + self.here * 8 + side
        return neighbor and not roads and sum(self.pack) == int(match[3]) < 4 and self.at == (at,)

    def _price(self, match: Match[str]) -> bool:
        tile = self.board.tiles[self.state.laid[self.cell] >> 2]
        lacks = [item for item in range(7) if self.pack[item] < tile.pay[item]]
        words = match[2].split(" and ")
        counts = {re.sub(r"^(no|\d+) ", "", one).removesuffix("s"): one.split()[0] for one in words}
        right = {WORDS[item]: str(self.pack[item]) if self.pack[item] else "no" for item in lacks}
        return tile.kind < 7 and bool(lacks) and counts == right

    def _tokens(self, match: Match[str]) -> bool:
        return (
            self.state.tokens[self.seat]
            == int(match[2])
            < int(match[1])
            == max(1, self.board.numbers.price[self.state.seats])
        )


def states(count: int) -> Iterator[r.State]:
    return (cast(r.State, state) for _case, state in some_positions("goldland", count))


@pytest.mark.parametrize("count", [32, pytest.param(200, marks=pytest.mark.long)])
def test_reasons_are_true(count: int) -> None:
    said: Counter[str] = Counter()
    for state in states(count):
        reader = Reader(state)
        targets = [target.cell for target in GAME.picture.picture(state, state.to_move).targets]
        for target in (*targets, *targets_beside(GAME.panel.panel(state, state.to_move))):
            if reason := GAME.place_info.why_not(state, target):
                said[reader.check(reason, target)] += 1
    assert len(said) > 12, said


def test_a_gain_of_a_single_piece_is_one_move_run() -> None:
    """A gain of a single piece takes it: the panel plays this automatically, and only then (G10)."""
    seen: Counter[bool] = Counter()
    for state in states(150):
        runs = {run[0]: run for run in GAME.panel.panel(state, state.to_move).move_runs}
        for action in state.legal():
            if action[0] == r.GAIN:
                after = state.clone()
                after.apply(action)
                offers = []
                while after.phase == r.P_TAKE and after.active == state.active and after.gained:
                    offers.append(
                        max(number for kind, number in (move[:2] for move in after.legal() if move[0] == r.TAKE))
                    )
                    after.apply((r.TAKE, 0))
                assert offers == [1] or action not in runs, (offers, runs)
                assert action in runs or offers != [1] or state.free(state.active) == 1
                seen[action in runs] += 1
    assert seen[True] and seen[False], seen


def test_the_possible_tiles_are_the_stack() -> None:
    """Each kind has its count and percentage; together they are the stack (G11)."""
    checked = 0
    for state in states(40):
        empty = [cell for cell, laid in enumerate(state.laid) if laid < 0 and cell not in state.board.void]
        for cell in empty[:3]:
            answer = GAME.place_info.describe_place(state, cell, 0)
            assert answer is not None
            if cell == state.board.temple or not state.hidden:
                continue
            kinds = Counter(state.board.tiles[tile].kind for tile in state.hidden)
            counts = {fact.text: int(fact.value.split()[0]) for fact in answer.groups[0].facts}
            assert sorted(counts.values()) == sorted(kinds.values()) and answer.note.startswith(str(len(state.hidden)))
            assert abs(sum(fact.share for fact in answer.groups[0].facts) - 1) < 1e-9
            checked += 1
    assert checked > 20
