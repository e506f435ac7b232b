"""Little harbour maps with one thing wrong each, to be shown beside the explanation of a finding."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from studio.games.columbus.body import STANDARD_TILES, Body, Kind, canonical

PLAIN = ("A . . . H", " A . . . H", "A . . . H")
"""A sea with nothing wrong."""
FEW: dict[Kind, int] = dict.fromkeys(STANDARD_TILES, 0) | {"water": 60, "harbour": 3}


def _map(*rows: str, letters: Mapping[str, int] | None = None, **tiles: int) -> Body:
    """The map of these rows, with plenty of tiles that fit it but for these."""
    return canonical(Body(rows or PLAIN, {**FEW, **tiles}, dict(letters or {})))  # type: ignore[dict-item]  # kinds all


FAULTS: Mapping[str, Callable[[], Body]] = {
    "map.no_water": lambda: _map("A # # # H", " A # # # H", "# # # # #"),
    "letter.two": lambda: _map("A . . . H", " A . ea . H", "A . . . H", letters={"E": 1, "A": 1}),
    "home.few": lambda: _map("A . . . #", " A . . . H", "A . . . #"),
    "seats.served": lambda: _map(),
    "america.none": lambda: _map("# . . . H", " # . . . H", "# . . . H"),
    "harbour.inland": lambda: _map("A . . . H #", " A . . . # #", "A . . # # H", " A . . . # #"),
    "home.no_way": lambda: _map("A . # . H", " A . # . H", "A . # . H"),
    "home.unfair": lambda: _map("A . H . . . . H", " A . . . . . . H", "A . . . . . . H"),
    "home.single": lambda: _map("A . # . H", " A . . . H", "A . # . H"),
    "home.sealed": lambda: _map("A . # . H", " A . . . H", "A . . . H", " A . # . H", wreck=2),
    "water.isolated": lambda: _map("A . . H # .", " A . . H # .", "A . . H # #"),
    "route.broken": lambda: _map("A . . . . H", " A R R . R H", "A . . . . H", route=3),
    "tile.over": lambda: _map("A . . . H", " A . W . H", "A . . . H", whale=3),
    "space.over": lambda: _map("A . W . H", " A . W . H", "A . W . H", whale=1),
}
"""By code."""
