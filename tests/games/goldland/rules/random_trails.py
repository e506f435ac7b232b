"""Random small boards with few pieces, camps, tokens and coins, so that all supplies run out."""

from __future__ import annotations

from random import Random

from studio.games.goldland.rules.board import (
    COAST,
    ITEMS,
    NOTHING,
    PLAIN,
    START,
    Board,
    Numbers,
    Pieces,
    Tile,
    make_board,
)


def some(random: Random, most: int) -> Pieces:
    """Return one to `most` pieces of any kinds."""
    counts = [0] * ITEMS
    for _piece in range(random.randint(1, most)):
        counts[random.choice((0, 0, 1, 2, 3, 4, 5, 6))] += 1
    return tuple(counts)  # type: ignore[return-value]  # seven of them


def random_tile(random: Random, kind: int) -> Tile:
    """Return a tile of a kind with a random line; land tiles mostly have three exits."""
    if kind == START:
        return Tile("S", START, gains=((3, 0, 0, 0, 0, 2, 0),))
    adventure = kind < PLAIN
    shown = some(random, 2) if not adventure or random.random() < 0.3 else NOTHING
    if not adventure and random.random() < 0.1:
        shown = NOTHING
    gains = tuple(some(random, 3) for _group in range(random.choice((0, 1, 1, 1, 2)) if adventure else 1))
    exits = random.choice((0b1110, 0b1110, 0b1110, 0b0111, 0b0101, 0b1111))
    pay = some(random, random.choice((1, 1, 2, 2, 3, 4))) if adventure else NOTHING
    return Tile(f"T{kind}", kind, exits, pay, shown, gains, kind != COAST and random.random() < 0.4)


def random_board(random: Random, seats: int) -> Board:
    """Return four or five columns and rows, the start in any corner, the temple in another row and column."""
    columns, rows = random.randint(4, 5), random.randint(4, 5)
    count = columns * rows
    start = random.choice((0, columns - 1, count - columns, count - 1))
    temple = random.choice([cell for cell in range(count) if cell // columns != start // columns
                            and cell % columns != start % columns])  # fmt: skip
    tiles, laid = [random_tile(random, START)], [-1] * count
    laid[start] = 0
    for cell in range(count):
        on_coast = cell // columns == start // columns or cell % columns == start % columns
        if cell != start and (on_coast or random.random() < 0.5):
            kind = COAST if on_coast else random.choice((0, 1, 2, PLAIN))
            laid[cell] = len(tiles) * 4 + (0 if on_coast else random.randrange(4))
            tiles.append(random_tile(random, kind))
    tiles += [random_tile(random, random.choice((0, 1, 2, PLAIN))) for _space in range(laid.count(-1))]
    kit = random.choice(
        ((3, 0, 0, 0, 0, 2, 0), (3, 0, 0, 0, 0, 2, 0), some(random, 10), (2, 2, 2, 2, 1, 1, 1), (4, 1, 1, 1, 2, 2, 0))
    )
    bonus, reserve = random.choice((2, 3, 2 * seats)), random.choice((0, 1, 2, 3, 4))
    numbers = Numbers(
        stock=tuple(number * seats + random.randint(1, 9) for number in kit),  # type: ignore[arg-type]  # seven of them
        kit=kit,
        tokens=random.choice((3, 9, 36)),
        coins=random.choice((22, bonus + reserve)),
        camps=random.randint(1, 4),
        price=(0, 0, *(random.randint(1, 2) for _seats in range(4))),
        bonus=(bonus,) * 6,
        reserve=(reserve,) * 6,
    )
    return make_board(columns, rows, start, temple, laid, tiles, numbers)
