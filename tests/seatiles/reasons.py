"""Reads what is said of why something cannot be done at sea, and looks whether it is so: edge by edge, from the tiles.

It shares no code with the rules; the sentences are read in English.
"""

from __future__ import annotations

import re
from re import Match
from typing import Any

import networkx as nx

from studio.core.panel import IllegalReason
from studio.core.picture import EDGE_BASE
from tests.helpers import Claim, check_claim
from tests.seatiles.oracle import SIDES, SeaOracle

Place = tuple[int, int]
SPACE = r"([A-Z]+)(\d+)"


def place(column: str, row: str) -> Place:
    """A space by its name, up to column Z."""
    return ord(column) - 65, int(row) - 1


class Reader:
    """Checks the reasons of one position; a game adds its own sentences to `claims`."""

    def __init__(self, oracle: SeaOracle) -> None:
        self.oracle, self.state = oracle, oracle.position
        self.target, self.turn = -1, -1
        self.at: tuple[int, ...] = ()
        self.claims: list[Claim] = [
            (r"The tile in hand is laid on a space, not at the border\.", lambda _told: self.is_edge),
            (rf"{SPACE} is off the board\.", lambda shown: place(*shown.groups()) not in self.oracle.cells),
            (rf"On {SPACE} lies a tile already\.", self._laid),
            (rf"The ship lies in the (\w+) harbour at {SPACE}: from there it can only go to {SPACE}\.", self._in_port),
            (rf"The (\w+) edge of {SPACE} is land\. A ship leaves a tile over a sea edge only; from .*", self._land),
            (rf"{SPACE} does not lie beside the ship: from {SPACE} it can go to (.*)\.", self._apart),
            (rf"However it is turned, the .* does not fit on {SPACE}: there it must have .*", self._no_turn),
            (
                r"Turned like this, the (\w+) edge of the .* is (land|sea), and the (.*) there is (land|sea)\.",
                self._edge,
            ),
            (r"The border is (land|a shore) here: no ship comes from outside\.", self._border),
            (rf"{SPACE} behind this harbour is discovered: from outside .*", self._behind),
            (rf"{SPACE} is undiscovered\. A ship sets out from .*", self._undiscovered),
            (rf"No sea edge of {SPACE} faces an undiscovered space\.", self._closed),
            (r"First .*", self._elsewhere),
            (r"An expedition begins now: choose where the ship sets out\.", self._elsewhere),
            (r"The tile in hand is laid first\.", self._elsewhere),
            (rf"A unit is placed only on the tile laid last, where the ship lies: on {SPACE}\.", self._last_tile),
            (
                rf"{SPACE} carries no land for a unit\.",
                lambda shown: self.oracle.tile[place(*shown.groups())] == "." * 4,
            ),
            (r"The cheapest unit.*, a \w+, costs (\d+) gold.*: ⟦(\d)⟧ has (\d+) gold\.", self._poor),
            (rf"This island is chosen on {SPACE}\.", self._island),
            (r"Here is no island that is to be scored now; choose one on .*", self._no_island),
            (r"This (pile|stack) is used up\.", lambda _told: not self.state.stack_size[self.target - 2_000_000]),
            (r"As many tiles are (drawn|taken) as were (declared|announced)\.", lambda _told: not self.state.left),
            (rf"No sea edge leads on from {SPACE}: .*", lambda _told: not self.oracle.beside_ship()),
        ]

    @property
    def is_edge(self) -> bool:
        return EDGE_BASE <= self.target < 2_000_000

    @property
    def asked(self) -> Place:
        """The space that was asked about."""
        cell = (self.target - EDGE_BASE) // 8 if self.is_edge else self.target
        return cell % self.oracle.columns, cell // self.oracle.columns

    def check(self, reason: IllegalReason, target: int, turn: int = -1) -> str:
        """Find the one sentence that this is, and look whether it is true; which one it is."""
        self.target, self.turn, self.at = target, turn, reason.targets
        return check_claim(reason.text, self.claims, (self.asked, turn))

    # the claims

    def _laid(self, shown: Match[str]) -> bool:
        return self.asked == place(*shown.groups()) and self.asked in self.oracle.tile

    def _in_port(self, shown: Match[str]) -> bool:
        side, *port = shown[1], shown[2], shown[3]
        cell = self.oracle.number(place(*port))
        at = EDGE_BASE + cell * 8 + SIDES.index(side)
        rim = cell * 4 + SIDES.index(side)
        return (
            self.state.ship_rim == rim and self.asked != place(*port) == place(shown[4], shown[5]) and self.at == (at,)
        )

    def _ship(self) -> Place:
        return self.state.ship % self.oracle.columns, self.state.ship // self.oracle.columns

    def _land(self, shown: Match[str]) -> bool:
        side, here = SIDES.index(shown[1]), place(shown[2], shown[3])
        beyond = {side: other for side, other, _edge in self.oracle.around(here)}
        at = EDGE_BASE + self.oracle.number(here) * 8 + side
        return (
            here == self._ship()
            and beyond[side] == self.asked
            and self.oracle.tile[here][side] != "."
            and self.at == (at,)
        )

    def _apart(self, shown: Match[str]) -> bool:
        (x, y), (a, b) = self.asked, place(shown[3], shown[4])
        named = {place(*one) for one in re.findall(SPACE, shown[5])}
        adjacent = abs(x - a) + abs(y - b) == 1
        return (a, b) == self._ship() and not adjacent and named == set(self.oracle.beside_ship())

    def _conflicts(self, turn: int) -> dict[int, tuple[str, str]]:
        """By side: what the tile in hand would have there, and what it must have."""
        assert self.state.hand is not None
        shape = self.oracle.turned(self.oracle.shape(self.state.hand[0]), turn)
        looks = self.oracle.looks(shape)[0]
        expected = self.oracle.facing(self.asked)
        return {s: (looks[s], want) for s, want in enumerate(expected) if want is not None and looks[s] != want}

    def _no_turn(self, shown: Match[str]) -> bool:
        must = set(re.findall(r"(north|east|south|west)", shown.string))
        sides = {SIDES[side] for side, want in enumerate(self.oracle.facing(self.asked)) if want is not None}
        return must == sides and all(self._conflicts(turn) for turn in range(4)) and self.turn < 0

    def _edge(self, shown: Match[str]) -> bool:
        side = SIDES.index(shown[1])
        have, want = self._conflicts(self.turn)[side]
        labels = {"a": "land", ".": "sea"}
        at = EDGE_BASE + self.oracle.number(self.asked) * 8 + side
        return (labels[have], labels[want]) == (shown[2], shown[4]) and self.at == (at,)

    def _rim(self) -> tuple[Place | None, str]:
        side = (self.target - EDGE_BASE) % 8
        return next((other, edge) for one, other, edge in self.oracle.around(self.asked) if one == side)

    def _border(self, shown: Match[str]) -> bool:
        return self._rim() == (None, "coast" if shown[1] == "land" else "shore")

    def _behind(self, shown: Match[str]) -> bool:
        return self.asked in self.oracle.tile and self._rim()[1].startswith("open")

    def _undiscovered(self, _told: Match[str]) -> bool:
        return self.asked in self.oracle.undiscovered

    def _closed(self, shown: Match[str]) -> bool:
        here = place(*shown.groups())
        return not any(
            self.oracle.tile[here][side] == "." and other in self.oracle.undiscovered
            for side, other, _edge in self.oracle.around(here)
        )

    def _elsewhere(self, _told: Match[str]) -> bool:
        """Something else is asked for: no tile can be laid."""
        return all(action[0] != self.state.board.numbers.lay for action in self.state.moves) or self.target >= 2_000_000

    def _last_tile(self, shown: Match[str]) -> bool:
        return self.target != self.state.ship == self.oracle.number(place(*shown.groups()))

    def _poor(self, shown: Match[str]) -> bool:
        return int(shown[2]) == self.state.active and int(shown[3]) == self.state.gold[self.state.active] < int(
            shown[1]
        )

    def _lands(self, here: Place) -> set[Any]:
        return {(here, letter) for letter in set(self.oracle.tile.get(here, "....")) - {"."}}

    def _island(self, shown: Match[str]) -> bool:
        graph, first = self.oracle.islands(), place(*shown.groups())
        return any(nx.has_path(graph, one, other) for one in self._lands(self.asked) for other in self._lands(first))

    def _no_island(self, _told: Match[str]) -> bool:
        pending = {node >> 2 for node in self.state.pending}
        return self.target not in pending
