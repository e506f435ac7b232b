"""The way that a start pays for: from an open border edge over the routes of tiles to the ship (N2, N3)."""

from __future__ import annotations

from collections import deque

from studio.core.grid import Point
from studio.core.picture import Outline
from studio.drawing.square import INWARD
from studio.games.neue_entdecker.rules import State
from studio.seatiles.drawing.spots import beyond_edge, ring_place
from studio.seatiles.rules.chart import OPEN_2


def voyage(state: State, cell: int, toll: int, owners: int) -> list[tuple[int, int]]:
    """The shortest way that costs no more than `toll` and pays no seat outside the bit mask `owners`.

    As (cell, side) pairs from the border inward: the side is where the ship comes in. Empty when there is none.
    """
    chart, laid = state.board.chart, state.laid
    closed = 0
    for seat in range(state.seats):
        if seat != state.active and not owners >> seat & 1:
            closed |= state.owners[seat]
    if laid[cell] < 0 or closed >> cell & 1:
        return []
    came: dict[int, int] = {cell: -1}
    ahead = deque([cell])
    while ahead:
        here = ahead.popleft()
        edges = chart.placements[laid[here]].edges
        for side in range(4):
            if edges >> side & 1:
                continue
            if 0 <= chart.rim[here * 4 + side] <= min(toll, OPEN_2):
                way = [(here, side)]
                while came[here] >= 0:
                    leaves = came[here]
                    here = chart.near[here * 4 + leaves]
                    way.append((here, leaves ^ 2))
                return way
        for side in range(4):
            other = chart.near[here * 4 + side]
            if edges >> side & 1 or other < 0 or laid[other] < 0 or other in came or closed >> other & 1:
                continue
            if chart.placements[laid[other]].edges >> (side ^ 2) & 1:
                continue
            came[other] = side ^ 2  # leads back towards the ship
            ahead.append(other)
    return []


def line(state: State, way: list[tuple[int, int]]) -> Outline:
    """The line of a voyage in board units, through the circles of its tiles."""
    chart = state.board.chart
    cell, side = way[0]
    points: list[tuple[float, ...]] = [beyond_edge(chart, cell, side, 0.18), _edge(state, cell, side)]
    for index, (here, came) in enumerate(way):
        ring = ring_place(chart, here, state.laid[here])
        points.append(_bend(points[-1], came, ring))
        if index + 1 < len(way):
            leaves = way[index + 1][1] ^ 2
            end = _edge(state, here, leaves)
            bend = _bend(end, leaves, ring)
            points.append((*bend[2:4], *bend[:2], *end))
    return tuple(points)


def _edge(state: State, cell: int, side: int) -> Point:
    return beyond_edge(state.board.chart, cell, side, 0.0)


def _bend(start: tuple[float, ...], side: int, ring: Point) -> tuple[float, float, float, float, float, float]:
    """A curve from the middle of an edge, square to it, to a circle."""
    sx, sy = start[-2], start[-1]
    dx, dy = INWARD[side]
    return sx + dx * 0.2, sy + dy * 0.2, ring[0] * 0.75 + sx * 0.25, ring[1] * 0.75 + sy * 0.25, *ring
