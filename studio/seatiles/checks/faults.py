"""Little seas with one thing wrong each, to be shown beside the explanation of a finding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from studio.seatiles.body import AnySea
from studio.seatiles.body.little import little_sea


def sea_faults(base: AnySea) -> Mapping[str, Callable[[], AnySea]]:
    """By code: a little sea like `base`, the rest of its box included, in which the checks find it."""
    draw = partial(little_sea, base)
    walled = ("......", ".┌┬┬┐.", ".├..┤.", ".└┴┴┘.", "......")
    corner = ("╶.╴.", ".╵..", "....")
    gate = ("......", "##..##", "......", "......", "......")
    return {
        "edge.mismatch": lambda: draw("....", ".╶~.", "...."),
        "border.mismatch": lambda: draw("....", "╴...", "...."),
        "border.closed": lambda: draw("....", "....", "....", border="shore"),
        "space.none": lambda: draw("~~~", "~~~"),
        "gap.enclosed": lambda: draw("..~..", ".~.~.", "..~..", "....."),
        "space.unreachable": lambda: draw(*walled),
        "space.cut": lambda: draw("..~..", ".....", "..~..", "..~.."),
        "space.gate": lambda: draw(*gate, border="shore", edges={"A1 west": "open 0"}),
        "sector.count": lambda: draw("..~.", "..~.", "..~."),
        "island.complete": lambda: draw("....", ".╶╴.", "...."),
        "bonus.beside_sea": lambda: draw(".....", "..5~.", "....."),
        "bonus.islandless": lambda: draw("..╷..", ".╶5╴.", "..╵..", "....."),
        "tile.isthmus": lambda: draw("....", ".─..", "....", strait={"shape": "a.a."}),
        "tile.bonus_lands": lambda: draw("....", ".5..", "....", falls={"shape": "a.b."}),
        "tiles.preplaced": lambda: draw("~~..", "....", "....", sea={"sorted": 1}),
        "tiles.too_few": lambda: draw(*corner, cove={"hidden": 0, "sorted": 0}),
        "board.incompletable": lambda: draw(*corner, cove={"hidden": 0, "sorted": 0}),
    }
