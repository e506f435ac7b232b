"""The panel at every step of random matches, details of places, and reasons for illegal moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from re import Match
from typing import cast

import networkx as nx
import pytest

from studio.core.game import EVERYBODY, OVER
from studio.core.panel import Group, IllegalReason, Panel
from studio.core.picture import Path, Sprite
from studio.games.columbus import GAME, rules
from studio.games.columbus.drawing.picture import RACK_TARGET, plan, rack_kinds, target
from studio.games.columbus.panel import panel
from tests.contract.test_place_info import some_positions, targets_beside
from tests.games.columbus.rules.oracle import Sea
from tests.games.columbus.sea import DUO, LANE, SEA, STANDARD, all_tiles, begin, do, free, lane, position, sailing, walk
from tests.helpers import Claim, check_claim, play
from tests.short_run import mark_long_rows

WATER, FULL, BECALMED, WRECK, CYCLONE, JOKER, WHALE, HARBOUR, ROUTE, ISLAND, LETTER = range(11)


def _group(shown: Panel, title: str) -> Group:
    return next(group for group in shown.groups if group.title == title)


def _tiles_on(shown: Panel) -> list[str]:
    """Return the sprites on the rack in order."""
    assert shown.tray is not None
    sprites = [s for layer in shown.tray.picture.layers for s in layer.shapes if isinstance(s, Sprite)]
    return [s.name.rpartition("/")[2] for s in sprites if s.name.rpartition("/")[2].startswith("tile_")]


@pytest.mark.parametrize(
    ("board", "seats", "seed"), mark_long_rows([(STANDARD, 5, 1), (SEA, 2, 2), (DUO, 2, 3), (LANE, 6, 4)], 2)
)
def test_every_position_has_texts_that_fit(board: rules.Board, seats: int, seed: int) -> None:
    for number, state in enumerate(walk(rules.start(board, seats, {}), seed)):
        if number % 3 and state.to_move < 0:
            continue
        for seat in {EVERYBODY, max(0, state.to_move)}:
            shown = panel(state, seat)
            assert len(shown.seats) == seats and shown.title and shown.tray is not None
            assert len(shown.title) <= 60 and len(shown.hint) <= 100, shown
            assert not any(mark in shown.title + shown.hint for mark in "{}")
            assert [step.state for step in shown.steps].count("now") <= 3
            if state.to_move >= 0:
                assert f"⟦{state.to_move}⟧" in shown.title
                assert any(step.state == "now" for step in shown.steps)
            assert [one.points for one in shown.seats] == state.scores()


def test_others_see_backs() -> None:
    state = begin(STANDARD, 3)
    shown = panel(state, EVERYBODY)
    assert _tiles_on(shown) == ["tile_back"] * 10
    assert shown.tray is not None and not shown.tray.picture.targets
    assert "tile_back" not in _tiles_on(panel(state, 1))


def test_the_rack_is_sorted_by_kind_with_a_target_per_tile() -> None:
    state = position(racks="cyclone, water, whale, water, joker, E", ships="H1 H3")
    shown = panel(state, 0)
    names = ["tile_water", "tile_water", "tile_whale", "tile_letter", "tile_cyclone", "tile_joker"]
    assert _tiles_on(shown) == names
    assert shown.tray is not None
    spots = [spot.cell for spot in shown.tray.picture.targets]
    assert spots == [RACK_TARGET + place for place in range(6)]
    assert target(state, (rules.TAKE, WATER)) == RACK_TARGET
    assert target(state, (rules.TAKE, JOKER)) == RACK_TARGET + 5
    second = plan(state, RACK_TARGET + 1)
    assert second is not None and second.actions == ((rules.TAKE, WATER),)
    assert plan(state, RACK_TARGET + 6) is None and plan(state, 3) is None


def test_tiles_that_cannot_be_laid_are_shaded() -> None:
    def shaded(state: rules.State) -> int:
        tray = panel(state, 0).tray
        assert tray is not None
        shades = [s for layer in tray.picture.layers for s in layer.shapes if isinstance(s, Path)]
        return sum(shade.style in ("fill:sea_gold_ink:0.55", "fill:sea_gold_ink:0.40") for shade in shades)

    state = position(racks="water, 2 whale", tiles="D1 whale", ships="H1 H3")
    assert shaded(state) == 2
    do(state, "take water")
    assert shaded(state) == 2, "the one in hand is not"
    assert plan(state, RACK_TARGET) is None
    assert shaded(sailing(racks="water, whale", ships="H1 H3")) == 0


def test_the_tile_in_hand_is_raised_and_all_places_keep_their_meaning() -> None:
    def rack(state: rules.State) -> tuple[dict[int, tuple[float, ...]], list[str]]:
        """Where the targets are across, and the titles of their details."""
        tray = panel(state, 0).tray
        assert tray is not None
        details = [GAME.place_info.describe_place(state, spot.cell, 0) for spot in tray.picture.targets]
        spots = {spot.cell: spot.outline[1][:1] for spot in tray.picture.targets}
        return spots, [info.title for info in details if info is not None]

    state = position(racks="water, 3 whale, joker", ships="H1 H3")
    before = rack(state)
    assert len(before[0]) == len(before[1]) == 5
    do(state, "take whale")
    tray = panel(state, 0).tray
    assert tray is not None
    assert [spot.name for spot in tray.picture.targets].index("Back to the rack") == 1
    assert rack_kinds(state, 0) == [WATER, WHALE, WHALE, WHALE, JOKER]
    assert rack(state) == before


def test_steps_before_and_after_america() -> None:
    def names(state: rules.State) -> list[tuple[str, str]]:
        return [(step.name, step.state) for step in panel(state, state.to_move).steps]

    state = position(ships="H1 H3")
    assert names(state) == [("Place 1/3", "now"), ("Sail", "later"), ("Refill", "later")]
    assert names(sailing(ships="H1 H3")) == [("Place tiles", "done"), ("Sail", "now"), ("Refill", "later")]
    waiting = sailing(tiles="B1 joker", ships="H1 H3", racks="water", sailed=True)
    assert names(waiting) == [("Place tiles", "done"), ("Sail", "done"), ("Refill", "now")]
    state = free(LANE, tiles=lane("         ~"), ships="K1 M1", laid=1)
    assert names(state) == [("Place 2/3", "now"), ("Sail", "now"), ("End and refill", "later")]
    state = free(LANE, tiles=lane("         ~"), ships="K1 M1", laid=3, sailed=True)
    assert names(state)[1:] == [("Sail", "done"), ("End and refill", "now")]
    start = rules.start(SEA, 2, {})
    assert [step.name for step in panel(start, 0).steps] == ["Fill racks", "Choose harbours"]


def test_the_log_and_the_panel_name_turns_alike() -> None:
    state = position(ships="H1 H3")
    for number in (1, 4):
        state.round = number
        assert GAME.text.turn_title(state) == panel(state, 0).turn == f"Round {number}"
    start = rules.start(SEA, 2, {})
    assert GAME.text.turn_title(start) == panel(start, 0).turn == "Setup"


def test_titles_name_the_possible_actions() -> None:
    def title(state: rules.State) -> str:
        return panel(state, state.to_move).title.replace("⟦0⟧", "Ada")

    assert title(position(ships="H1 H3", laid=1)) == "Ada, take tile 2 of 3"
    assert title(position(STANDARD, 5, laid=1)) == "Ada, take tile 2 of 2"
    laying = position(ships="H1 H3", laid=1)
    assert panel(laying, 1).title == "⟦0⟧ places tile 2 of 3", "no request above the rack of another seat"
    assert [panel(laying, seat).tray.title for seat in (0, 1)] == ["Rack: ⟦0⟧", "Rack: ⟦1⟧"]  # type: ignore[union-attr]  # a rack
    state = sailing(LANE, tiles=lane("         ~"), ships="K1 M1")
    assert title(state) == "Ada, sail up to 2 spaces or stay"
    state = sailing(LANE, tiles=lane("         ~"), ships="L1 K1")
    assert title(state) == "Ada, sail up to 4 spaces or stay"
    assert "last ship" in panel(state, 0).hint
    blocked = sailing(tiles="C1 water", ships="C1 H3", blocked=[1, 0])
    assert title(blocked) == "Ada, no space can be reached"
    assert panel(blocked, 0).hint == "Blocked turn 2 of 3. After that, you can move a tile."
    state = free(LANE, tiles=lane("         ~"), ships="K1 M1", racks="water")
    assert title(state) == "Ada, place up to 3 tiles or sail"
    assert "Place at least one tile." in panel(state, 0).hint


def test_cards_and_counts_are_those_of_the_position() -> None:
    for number, state in enumerate(walk(rules.start(STANDARD, 4, {}), 8)):
        if number % 60 and state.to_move != OVER:
            continue
        shown = panel(state, EVERYBODY)
        reserve, cyclones, jokers, *_rest = _group(shown, "Next to the board").items
        assert int(reserve.value) == state.reserve_size
        assert (int(cyclones.value), int(jokers.value)) == (state.gone[CYCLONE], state.gone[JOKER])
        unseen = _group(shown, "Unseen tiles")
        hidden = sum(sum(rack) for rack in (*state.rack, *state.shed)) + state.reserve_size
        assert sum(int(item.value) for item in unseen.items) == hidden
        own = _group(panel(state, 2), "Unseen tiles")
        assert sum(int(item.value) for item in own.items) == hidden - sum(state.rack[2]) - sum(state.shed[2])
        for card in shown.seats:
            assert int(card.items[3].value) == state.rack_size[card.seat]
        assert sum(all_tiles(state)) == sum(STANDARD.tiles)


def test_places_follow_the_ships() -> None:
    state = position(LANE, 3, tiles=lane("~~~~~~"), ships="C1 E1 N1", voyage=[0, 1, 0], discovered=True)
    cards = panel(state, 0).seats
    assert [card.items[1].value for card in cards] == ["2", "1", "3"]
    assert [card.note for card in cards] == ["outbound", "returning", "outbound, last"]
    assert _group(panel(state, 0), "Next to the board").note == "last ship: ⟦2⟧"


def test_a_swapped_joker_is_known() -> None:
    state = position(ships="H1 H3", known=[0, 1], racks={0: "water", 1: "joker, water"})
    assert panel(state, 0).seats[1].items[3].tip == "2 tiles on the rack, including 1 swapped joker"


def test_only_its_seat_is_match_of_a_swap_after_laying() -> None:
    def hints(state: rules.State) -> tuple[str, str]:
        return panel(state, 0).hint, panel(state, 1).hint

    joker = "You can swap highlighted jokers."
    state = sailing(tiles="G1 water, B1 joker", ships="H1 H3", racks="water")
    assert [joker in hint for hint in hints(state)] == [True, False]
    play(state, (rules.SAIL, state.board.grid.cell_named("G1")))
    assert panel(state, 0).title == "⟦0⟧, swap a joker or end the turn"
    assert panel(state, 1).title == "⟦0⟧, end the turn"
    assert hints(state) == (joker, "The ship has sailed.")


NAMED = r"(?:\w[\w ]* \()?([A-Z]\d+)\)?"  # a space, possibly with its harbour: "Palos (R8)"


class Reader:
    """Reads the reasons of one position in English and compares them with the map and the dump."""

    def __init__(self, state: rules.State) -> None:
        self.state, self.sea = state, Sea(rows_of(state), state.dump())
        self.seat = state.active
        self.cell = -1
        self.claims: list[Claim] = [
            (rf"{NAMED} is not a home harbour\. .*", lambda _match: self.symbol != "H"),
            (rf"⟦(\d)⟧ has already chosen {NAMED}\.", lambda match: state.harbour[int(match[1])] == self.cell),
            (rf"{NAMED} is a home harbour\. No tile can be placed there\.", lambda _match: self.symbol == "H"),
            (rf"{NAMED} is printed on the map .*", lambda _match: self.symbol == "F"),
            (rf"{NAMED} is land\.( Place tiles on the sea\.)?", lambda _match: self.symbol == "#"),
            (rf"{NAMED} is off the board\.", lambda _match: self.symbol == "-"),
            (r"(\w+) already has (?!two tiles).*\.", lambda _match: self.sea.upper[self.cell] != ""),
            (r"(\w+) already has two tiles, the maximum\.", lambda _match: self.sea.lower[self.cell] != ""),
            (
                r"(\w+) has .*\. Only water and picture tiles can be covered\.",
                lambda _match: self.sea.upper[self.cell] in ("full sail", "becalmed", "wreck", "joker", "cyclone"),
            ),
            (r"A ship is on (\w+)\. No tile can be placed under it\.", self._ship),
            (r"(\w+) is open water, and .* fits only where its picture is printed\.", self._picture),
            (r"(\w+) shows (.*), and .* does not fit there\.", self._picture),
            (r"(\w+) has no tile to move\.", lambda _match: not self.sea.upper[self.cell]),
            (r"A ship is on (\w+)\. Its tile cannot be moved\.", self._ship),
            (r"There is no other space for .* on (\w+)\.", self._nowhere),
            (r"The tile comes from (\w+)\. .*", lambda _match: self.cell == state.lifted),
            (r"A ship is on the joker on (\w+), so it cannot be swapped\.", self._ship),
            (r"To swap the joker on (\w+), you need .* on your rack\.", self._no_swap),
            (r"The ship is already on (\w+)\.", lambda _match: self.cell == state.ship[self.seat]),
            (
                r"(\w+) has a wreck\. No ship can enter or pass it\.",
                lambda _match: self.sea.upper[self.cell] == "wreck",
            ),
            (
                r"(\w+) has no tile yet\. .*",
                lambda _match: not self.sea.upper[self.cell] and self.symbol not in "HF#",
            ),
            (r"The ship of ⟦(\d)⟧ is on (\w+)\. .*", lambda match: state.ship[int(match[1])] == self.cell),
            (rf"{NAMED} belongs to ⟦(\d)⟧\. No other .*", self._kept),
            (r"No path leads from the ship to (\w+)\. .*", lambda _match: self._far() is None),
            (
                r"(\w+) is (\d+) spaces? away\. From its position, the ship can sail at most (\d+) spaces?\.",
                self._too_far,
            ),
            (r"The ship has already sailed this turn.*", lambda _match: state.sailed),
            (r"First .*", lambda _match: state.phase not in (rules.P_SAIL, rules.P_FREE)),
            (r"No more tiles can be placed this turn\. Sail now\.", lambda _match: state.phase == rules.P_SAIL),
            (
                r"You have placed all tiles that this turn allows\.",
                lambda _match: state.laid >= (2 if state.seats > 4 else 3),
            ),
            (r"No space is free for (.*)\.", lambda _match: True),  # that this is so, the actions on the rack say
        ]

    @property
    def symbol(self) -> str:
        return self.sea.symbols[self.cell]

    def check(self, reason: IllegalReason, cell: int) -> str:
        """Check that exactly one known sentence matches and is true; return it."""
        self.cell = cell
        return check_claim(reason.text, self.claims, self.state.board.grid.name(cell))

    def _ship(self, _match: Match[str]) -> bool:
        return self.cell in self.sea.ships

    def _picture(self, _match: Match[str]) -> bool:
        state = self.state
        kind = state.hand if state.phase == rules.P_PLACE else state.tile[state.lifted]
        return not self.sea.upper[self.cell] and not self.sea.may_lie(self.sea.words[kind], self.cell)

    def _nowhere(self, _match: Match[str]) -> bool:
        tile = self.sea.upper[self.cell]
        return not self.sea.places(tile) - {self.cell} and self.cell not in self.sea.ships

    def _no_swap(self, _match: Match[str]) -> bool:
        rack = self.state.rack[self.seat]
        return self.sea.upper[self.cell] == "joker" and not rack[self.sea.words.index(self.sea.shown(self.cell))]

    def _kept(self, match: Match[str]) -> bool:
        owner = int(match[2])
        return self.state.own_harbour and owner != self.seat and self.state.harbour[owner] == self.cell

    def _far(self) -> int | None:
        """Return the length of the shortest path, however far the ship may sail; no path continues where a voyage
        ends."""
        graph: nx.DiGraph[int] = nx.DiGraph()
        start = self.state.ship[self.seat]
        for one in range(len(self.sea.symbols)):
            if one != start and (not self._entered(one) or self.sea._ends(self.seat, one)):
                continue
            graph.add_edges_from((one, other) for other in self.sea.near(one) if self._entered(other))
        lengths = nx.single_source_shortest_path_length(graph, start) if start in graph else {}
        return lengths.get(self.cell)

    def _entered(self, cell: int) -> bool:
        return self.sea.symbols[cell] in ("H", "F") or self.sea.upper[cell] not in ("", "wreck")

    def _too_far(self, match: Match[str]) -> bool:
        far, may = int(match[2]), int(match[3])
        return far == self._far() and may == self.sea.distance(self.seat) < far


def rows_of(state: rules.State) -> list[str]:
    grid = state.board.grid
    lines = [" ".join(state.board.tokens[row * grid.columns : (row + 1) * grid.columns]) for row in range(grid.rows)]
    return [(" " if grid.is_shifted(row) else "") + line for row, line in enumerate(lines)]


def states(count: int, plain: bool = False) -> Iterator[rules.State]:
    return (cast(rules.State, state) for _case, state in some_positions("columbus", count, plain=plain))


@pytest.mark.parametrize("count", [16, pytest.param(200, marks=pytest.mark.long)])
def test_reasons_are_true(count: int) -> None:
    counts: Counter[str] = Counter()
    for state in states(count):
        reader = Reader(state)
        targets = [spot.cell for spot in GAME.picture.picture(state, state.to_move).targets]
        for place in (*targets, *targets_beside(GAME.panel.panel(state, state.to_move))):
            if reason := GAME.place_info.why_not(state, place):
                counts[reader.check(reason, place)] += 1
    assert len(counts) > 14, counts


def test_details_of_ships_and_tiles_are_correct() -> None:
    """Compare the range of every ship and the number of spaces for each tile on the rack with the oracle."""
    seen: Counter[str] = Counter()
    for state in states(20, plain=True):
        sea = Sea(rows_of(state), state.dump())
        for seat, cell in enumerate(state.ship):
            if cell < 0 or state.voyage[seat] == rules.HOME or state.turn == 0:
                continue
            answer = GAME.place_info.describe_place(state, cell, state.to_move)
            assert answer is not None and answer.title == f"The ship of ⟦{seat}⟧"
            assert int(answer.groups[0].facts[0].value.split()[0]) == sea.distance(seat)
            seen["ship"] += 1
        tray = GAME.panel.panel(state, state.to_move).tray
        names = [spot.name for spot in tray.picture.targets] if tray is not None else []
        for number, name in enumerate(names):
            answer = GAME.place_info.describe_place(state, 2_000_000 + number, state.to_move)
            if answer is None or state.phase == rules.P_PLACE or "can be placed on" not in answer.text:
                continue
            tile = name.partition(":")[0].lower().removeprefix("letter ").replace("becalmed ship", "becalmed")
            match = re.search(r"can be placed on (\d+) space", answer.text)
            assert match is not None and int(match[1]) == len(sea.places(tile)), (name, answer)
            seen["tile"] += 1
    assert seen["ship"] and seen["tile"], seen
