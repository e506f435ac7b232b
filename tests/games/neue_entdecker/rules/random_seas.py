"""Random layouts for the oracles: random seas with random numbers of everything in the box."""

from __future__ import annotations

from random import Random

from studio.games.neue_entdecker.body import SEATS, Body, Gold, Jungle, Unit, Units
from studio.games.neue_entdecker.rules.board import EVENTS
from tests.games.neue_entdecker.sea import TILES
from tests.seatiles.random_layouts import home_made, random_sea_fields


def random_body(random: Random, most: int = 6) -> Body:
    """A layout whose pre-placed tiles match each other and the border."""
    tiles = TILES if random.random() < 0.5 else home_made(random, EVENTS)
    return Body(
        **random_sea_fields(random, tiles, most),
        stacks=random.choice((1, 2, 6)),
        units=Units(scout=Unit(1, dict.fromkeys(SEATS, random.choice((1, 2, 3, 4, 12))))),
        gold=Gold(
            start=random.randint(0, 30), hidden_tile=random.choice((1, 1, 2)), route_toll=random.choice((2, 2, 1, 0))
        ),
        jungle=Jungle(
            paths=tuple(random.randint(1, 5) for _hut in range(random.randint(1, 7))),
            dot=random.randint(1, 3),
            eye=random.randint(1, 3),
            tokens={"5": random.randint(0, 3), "12": random.randint(0, 2)},
        ),
    )
