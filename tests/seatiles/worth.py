"""What is told of islands and stacks at sea, held against graphs of the tiles and a trial of every draw."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import networkx as nx

from studio.core.game import State
from studio.core.panel import PlaceInfo
from studio.core.plugin import Game
from tests.seatiles.oracle import SeaOracle

Strength = tuple[int, int, int]
Ranking = Callable[[int, Mapping[int, Strength]], dict[int, int]]
"""Points by seat from the value of an island and the units there, settlements first."""


def lands_at(oracle: SeaOracle, cell: int) -> set[Any]:
    """The lands of the largest island of which this tile carries a part (of equals: of its first land)."""
    place = (cell % oracle.columns, cell // oracle.columns)
    letters = sorted(set(oracle.tile[place]) - {"."})
    graph = oracle.islands()
    found = [nx.node_connected_component(graph, (place, letter)) for letter in letters]
    return max(found, key=len, default=set())


def check_island(answer: PlaceInfo, oracle: SeaOracle, cell: int, bonus: int, ranking: Ranking) -> str:
    """Size, state, what every seat would get, what closes it; says which kind of island it was."""
    state = oracle.position
    lands = lands_at(oracle, cell)
    size = len({place for place, _letter in lands})
    assert re.search(rf"\b{size} tiles?", answer.text), answer
    if oracle.is_complete(lands):
        assert answer.note == "complete"
        return "complete"
    gaps = {
        oracle.number(other)
        for place, letter in lands
        for side, other, _edge in oracle.around(place)
        if oracle.tile[place][side] == letter and other is not None and other not in oracle.tile
    }
    if gaps:
        assert answer.note == f"open at {len(gaps)} space{'s' * (len(gaps) > 1)}", (answer, gaps)
    strength: dict[int, list[int]] = {}
    for place, letter in lands:
        one = oracle.number(place)
        shape = oracle.tile[place]
        number = oracle.chart.placements[state.laid[one]].land[shape.index(letter)]
        if state.unit[one] >= 0 and state.unit_land[one] == number:
            seat, kind = divmod(state.unit[one], 3)
            strength.setdefault(seat, [0, 0, 0])[2 - kind] += 1
    won = ranking(size + bonus, {seat: (a, b, c) for seat, (a, b, c) in strength.items()})
    shown = {fact.seat: int(fact.value.split()[0]) for fact in answer.groups[0].facts if fact.seat >= 0}
    assert shown == won, (answer, strength)
    assert {fact.seat for fact in answer.groups[0].facts if fact.is_strong} == {
        seat for seat, points in won.items() if strength[seat] == max(strength.values())
    }
    if len(gaps) != 1:
        return "open"
    check_closing(answer, oracle, next(iter(lands)), gaps.pop())
    return "closing"


def check_closing(answer: PlaceInfo, oracle: SeaOracle, land: Any, gap: int) -> None:
    """Every tile that closes it, by laying each one in each turn."""
    state, place = oracle.position, (gap % oracle.columns, gap // oracle.columns)
    expected, counts = oracle.facing(place), []
    for kind, one in enumerate(oracle.chart.kinds):
        left = sum(state.hidden[kind * len(state.hidden) // len(oracle.chart.kinds) :][: _sorts(oracle)])
        closes = False
        for turn in range(4):
            shape = oracle.turned(oracle.shape(kind), turn)
            if all(want in (None, have) for want, have in zip(expected, oracle.looks(shape)[0], strict=True)):
                oracle.tile[place] = shape
                closes |= oracle.is_complete(nx.node_connected_component(oracle.islands(), land))
                del oracle.tile[place]
        if closes and left:
            counts.append(left)
            assert one.name
    whole = sum(state.hidden)
    messages = [int(fact.value.split()[0]) for fact in answer.groups[1].facts if fact.value]
    if len(counts) <= 4:
        assert sorted(messages) == sorted(counts), (answer, counts)
    else:
        assert messages[-1] == sum(counts), (answer, counts)
    assert all(
        abs(fact.share - int(fact.value.split()[0]) / whole) < 1e-9 for fact in answer.groups[1].facts if fact.value
    )


def _sorts(oracle: SeaOracle) -> int:
    return len(oracle.position.hidden) // len(oracle.chart.kinds)


def check_odds(game: Game, state: State, draw: tuple[int, ...], answer: PlaceInfo) -> None:
    """The odds that the next tile of a stack fits, by drawing every tile that may lie there."""
    drawn = state.clone()
    drawn.apply(draw)
    fits = whole = 0
    for outcome, weight in drawn.chance():
        after: Any = drawn.clone()
        before = after.laid_turn
        after.apply(outcome)
        while after.to_move == -1 and after.hand is not None:
            after.apply(after.chance()[0][0])  # the next top, or whatever else is seen
        whole += weight
        fits += weight * (after.hand is not None or after.laid_turn > before or after.laid != drawn.dump()["laid"])
    shown = re.search(r"fits beside the ship is (\d+) %", answer.text)
    assert shown is not None and int(shown[1]) == round(100 * fits / whole), (answer.text, fits, whole)
    assert re.search(rf"one of {whole}\b", answer.text)
    assert sum(int(fact.value.split()[0]) for fact in answer.groups[0].facts) == whole


def check_class(answer: PlaceInfo | None, oracle: SeaOracle, cls: int) -> bool:
    """How many tiles with such edges are hidden, and on how many spaces of the chart one of them would fit."""
    assert answer is not None
    state = oracle.position
    edges = {1: "....", 2: "a...", 3: "aa..", 4: "a.a.", 5: "aaa."}[cls]
    looks = {oracle.turned(edges, turn) for turn in range(4)}
    sorts = len(state.hidden) // len(oracle.chart.kinds)
    left = sum(
        sum(state.hidden[kind * sorts : (kind + 1) * sorts])
        for kind in range(len(oracle.chart.kinds))
        if oracle.looks(oracle.shape(kind))[0] in looks
    )
    assert int(answer.groups[0].facts[0].value.split()[0]) == left
    fits = [
        place
        for place in oracle.undiscovered
        if any(
            all(want in (None, have) for want, have in zip(oracle.facing(place), shape, strict=True)) for shape in looks
        )
    ]
    assert re.search(rf"fits on {len(fits)} space", answer.text), (answer.text, len(fits))
    return True
