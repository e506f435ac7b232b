"""Random layouts for the oracles: random seas with random numbers of everything in the box."""

from __future__ import annotations

from random import Random

from studio.games.entdecker.body import Body, Gold, Unit, Units
from studio.games.entdecker.rules.board import EVENTS
from tests.games.entdecker.sea import TILES
from tests.seatiles.random_layouts import home_made, random_sea_fields


def random_body(random: Random, most: int = 6) -> Body:
    """A layout whose pre-placed tiles match each other and the border."""
    tiles = TILES if random.random() < 0.5 else home_made(random, EVENTS, bonus=0.0)
    return Body(
        **random_sea_fields(random, tiles, most),
        piles=random.choice((1, 2, 5, 12)),
        spinner=tuple(random.randint(0, 9) for _face in range(random.randint(1, 4))),
        units=Units(
            scout=Unit(random.choice((0, 1, 1, 1, 2)), random.choice((1, 2, 3, 3, 6))),
            fort=Unit(random.choice((1, 3, 3, 13)), random.choice((0, 1, 2, 2))),
            settlement=Unit(random.choice((6, 6, 4, 2)), random.choice((0, 1, 1, 2))),
        ),
        gold=Gold(start=random.randint(0, 12), cap=random.choice((12, 12, 12, 3, 1, 20)), find=random.randint(0, 5)),
        chips={str(value): random.randint(0, 5) for value in random.sample(range(1, 10), random.randint(0, 4))},
        ruins=random.randint(0, 5),
        personal=tuple(random.randint(1, 6) for _tile in range(random.randint(0, 5))),
    )
