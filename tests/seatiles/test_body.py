"""From a body to its chart and the counts of its tiles."""

from __future__ import annotations

import msgspec

from studio.seatiles.body import build_chart, count_tiles
from studio.seatiles.rules.chart import COAST, OPEN_1, SHORE
from tests.seatiles.sea_bodies import sea


def test_spaces_borders_and_laid_tiles() -> None:
    body = sea(".#.", "~┌.", border={"north": "open 1", "east": "shore", "south": "coast", "west": "open 0"})
    chart = build_chart(body)
    assert (chart.columns, chart.rows, list(chart.void)) == (3, 2, [0, 1, 0, 0, 0, 0])
    assert [chart.rim[edge] for edge in (0, 1, 2, 3)] == [OPEN_1, SHORE, -1, 0]  # B1 is void, A2 is not
    assert chart.rim[4 * 4 + 2] == COAST
    assert chart.near[2 * 4 + 2] == 5
    laid = {cell: chart.placements[placement] for cell, placement in chart.laid}
    assert {cell: (chart.kinds[one.kind].name, one.turn) for cell, one in laid.items()} == {
        3: ("sea", 0),
        4: ("bend", 1),
    }


def test_single_edges_override_their_border() -> None:
    chart = build_chart(sea("..", "..", edges={"A1 north": "coast"}))
    assert [chart.rim[edge] for edge in (0, 3, 4)] == [COAST, 0, 0]


def test_counts_leave_out_bonus_tiles_and_what_is_laid() -> None:
    body = sea("~..", "~5┌")
    marked = msgspec.structs.replace(body.tiles[0], events={"ruins": 2})
    body = msgspec.structs.replace(body, tiles=(marked, *body.tiles[1:]))
    hidden, left = count_tiles(body, build_chart(body), ("storm", "ruins"))
    assert hidden[::3] == [5, 5, 5, 5, 5, 0, 0]
    assert hidden[:3] == [5, 0, 2]
    assert sum(hidden) == 27
    assert left == [3, 5, 4, 5, 5, 5, 0]
