"""Details of places and reasons for illegal moves, compared with a second reading of the rules."""

from __future__ import annotations

import re
from collections import Counter
from typing import cast

import networkx as nx
import pytest

from studio.core.panel import IllegalReason
from studio.games.columbus import GAME, rules as r
from tests.contract.test_place_info import some_positions, targets_beside
from tests.games.columbus.rules.oracle import Sea
from tests.told import Claim, Told, read

NAMED = r"(?:\w[\w ]* \()?([A-Z]\d+)\)?"
"""A space, possibly with its harbour: "Palos (R8)"."""


class Reader:
    """Reads the reasons of one position in English and compares them with the map and the dump."""

    def __init__(self, state: r.State) -> None:
        self.state, self.sea = state, Sea(rows_of(state), state.dump())
        self.seat = state.active
        self.cell = -1
        self.claims: list[Claim] = [
            (rf"{NAMED} is no home harbour: .*", lambda _told: self.symbol != "H"),
            (rf"⟦(\d)⟧ has chosen {NAMED} already\.", lambda match: state.harbour[int(match[1])] == self.cell),
            (rf"{NAMED} is a home harbour: no tile is ever laid there\.", lambda _told: self.symbol == "H"),
            (rf"{NAMED} is printed on the chart .*", lambda _told: self.symbol == "F"),
            (rf"{NAMED} is land(: tiles are laid on the sea)?\.", lambda _told: self.symbol == "#"),
            (rf"{NAMED} is off the board\.", lambda _told: self.symbol == "-"),
            (r"On (\w+) lies .* already\.", lambda _told: self.sea.upper[self.cell] != ""),
            (r"On (\w+) two tiles lie already: .*", lambda _told: self.sea.lower[self.cell] != ""),
            (r"On (\w+) lies .*; only water and pictures may be covered\.", self._bare),
            (r"A ship lies on (\w+): nothing is laid under it\.", self._ship),
            (r"(\w+) is open water, and .* lies only where it is printed\.", self._picture),
            (r"(\w+) shows (.*), and .* does not go there\.", self._picture),
            (r"No tile lies on (\w+) that could be moved\.", lambda _told: not self.sea.upper[self.cell]),
            (r"A ship lies on (\w+): its tile stays\.", self._ship),
            (r"There is no other space where .* on (\w+) may lie\.", self._nowhere),
            (r"From (\w+) the tile was lifted: .*", lambda _told: self.cell == state.lifted),
            (r"A ship lies on the joker on (\w+): it is not swapped\.", self._ship),
            (r"The joker on (\w+) is swapped for .*, and there is none on the rack\.", self._no_swap),
            (r"The ship lies on (\w+) now\.", lambda _told: self.cell == state.ship[self.seat]),
            (
                r"On (\w+) lies a wreck: no ship enters or passes it\.",
                lambda _told: self.sea.upper[self.cell] == "wreck",
            ),
            (
                r"No tile lies on (\w+) yet: .*",
                lambda _told: not self.sea.upper[self.cell] and self.symbol not in "HF#",
            ),
            (r"The ship of ⟦(\d)⟧ lies on (\w+): .*", lambda match: state.ship[int(match[1])] == self.cell),
            (rf"{NAMED} belongs to ⟦(\d)⟧, and no other .*", self._kept),
            (r"No way leads to (\w+) from where the ship lies: .*", lambda _told: self._far() is None),
            (
                r"(\w+) is (\d+) spaces? away, and from where it lies the ship sails (\d+) spaces? at most\.",
                self._too_far,
            ),
            (r"The ship has sailed in this turn.*", lambda _told: state.sailed),
            (r"First .*", lambda _told: state.phase not in (r.P_SAIL, r.P_FREE)),
            (r"No more tiles are laid in this turn: now the ship sails\.", lambda _told: state.phase == r.P_SAIL),
            (r"As many tiles are laid as a turn allows\.", lambda _told: state.laid >= (2 if state.seats > 4 else 3)),
            (r"No space is free for (.*)\.", lambda _told: True),  # that this is so, the actions on the rack say
        ]

    @property
    def symbol(self) -> str:
        return self.sea.symbols[self.cell]

    def check(self, reason: IllegalReason, cell: int) -> str:
        """Check that exactly one known sentence matches and is true; return it."""
        self.cell = cell
        return read(reason.text, self.claims, self.state.board.grid.name(cell))

    def _bare(self, _told: Told) -> bool:
        return self.sea.upper[self.cell] in ("full sail", "becalmed", "wreck", "joker", "cyclone")

    def _ship(self, _told: Told) -> bool:
        return self.cell in self.sea.ships

    def _kind(self) -> str:
        kind = self.state.hand if self.state.phase == r.P_PLACE else self.state.tile[self.state.lifted]
        return self.sea.words[kind]

    def _picture(self, _told: Told) -> bool:
        return not self.sea.upper[self.cell] and not self.sea.may_lie(self._kind(), self.cell)

    def _nowhere(self, _told: Told) -> bool:
        tile = self.sea.upper[self.cell]
        return not self.sea.places(tile) - {self.cell} and self.cell not in self.sea.ships

    def _no_swap(self, _told: Told) -> bool:
        rack = self.state.rack[self.seat]
        return self.sea.upper[self.cell] == "joker" and not rack[self.sea.words.index(self.sea.shown(self.cell))]

    def _kept(self, match: Told) -> bool:
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

    def _too_far(self, match: Told) -> bool:
        far, may = int(match[2]), int(match[3])
        return far == self._far() and may == self.sea.distance(self.seat) < far


def rows_of(state: r.State) -> list[str]:
    grid = state.board.grid
    lines = [" ".join(state.board.tokens[row * grid.columns : (row + 1) * grid.columns]) for row in range(grid.rows)]
    return [(" " if grid.is_shifted(row) else "") + line for row, line in enumerate(lines)]


@pytest.mark.parametrize("count", [16, pytest.param(200, marks=pytest.mark.long)])
def test_reasons_are_true(count: int) -> None:
    counts: Counter[str] = Counter()
    for _case, seen in some_positions("columbus", count):
        state = cast(r.State, seen)
        reader = Reader(state)
        targets = [target.cell for target in GAME.picture.picture(state, state.to_move).targets]
        for target in (*targets, *targets_beside(GAME.panel.panel(state, state.to_move))):
            if reason := GAME.place_info.why_not(state, target):
                counts[reader.check(reason, target)] += 1
    assert len(counts) > 14, counts


def test_details_of_ships_and_tiles_are_correct() -> None:
    """Compare the range of every ship and the number of spaces for each tile on the rack with the oracle."""
    seen: Counter[str] = Counter()
    for _case, found in some_positions("columbus", 20, plain=True):
        state = cast(r.State, found)
        sea = Sea(rows_of(state), state.dump())
        for seat, cell in enumerate(state.ship):
            if cell < 0 or state.voyage[seat] == r.HOME or state.turn == 0:
                continue
            answer = GAME.place_info.describe_place(state, cell, state.to_move)
            assert answer is not None and answer.title == f"The ship of ⟦{seat}⟧"
            assert int(answer.groups[0].facts[0].value.split()[0]) == sea.distance(seat)
            seen["ship"] += 1
        tray = GAME.panel.panel(state, state.to_move).tray
        names = [target.name for target in tray.picture.targets] if tray is not None else []
        for number, name in enumerate(names):
            answer = GAME.place_info.describe_place(state, 2_000_000 + number, state.to_move)
            if answer is None or state.phase == r.P_PLACE or "may lie on" not in answer.text:
                continue
            tile = name.partition(":")[0].lower().removeprefix("letter ").replace("becalmed ship", "becalmed")
            match = re.search(r"may lie on (\d+) space", answer.text)
            assert match is not None and int(match[1]) == len(sea.places(tile)), (name, answer)
            seen["tile"] += 1
    assert seen["ship"] and seen["tile"], seen
