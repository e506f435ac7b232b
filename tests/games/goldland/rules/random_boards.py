"""Random small boards, some with few components so that all supplies run out, and a player that makes progress."""

from __future__ import annotations

from random import Random

from studio.core.game import CHANCE, OVER, Action
from studio.core.rng import Rng
from studio.games.goldland import rules
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
    """Return a board of four or five columns and rows with few components.

    The start is in any corner, the temple in another row and column.
    """
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


def small_board(rng: Rng, columns: int = 5, rows: int = 5, temple: int = 0) -> Board:
    """Start in the south-east, coast along two sides, a few placed land tiles, the rest undiscovered, random lines."""
    tiles = [Tile("S", rules.START)]
    laid = [-1] * (columns * rows)
    start = columns * rows - 1
    laid[start] = 0
    coast = [columns * (rows - 1) + column for column in range(columns - 1)]
    coast += [row * columns + columns - 1 for row in range(rows - 1)]
    for cell in coast:
        laid[cell] = len(tiles) * 4
        tiles.append(Tile(f"C{cell}", rules.COAST, show=_random_pieces(rng, 1), gains=(_random_pieces(rng, 3),)))
    land = [cell for cell in range(columns * rows) if laid[cell] < 0]
    for cell in land:
        kind = rng.below(rules.ADVENTURES + 3)
        exits = 15 & ~(1 << rng.below(4))
        if rng.below(5) == 0:
            exits &= ~(1 << rng.below(4))
        gains = tuple(_random_pieces(rng, 1 + rng.below(3)) for _alternative in range(rng.below(3)))
        if kind < rules.ADVENTURES:
            pay, shown = _random_pieces(rng, 1 + rng.below(3)), rng.below(3) == 0
            tile = Tile(f"L{cell}", kind, exits, pay, _random_pieces(rng, int(shown)), gains, rng.below(3) == 0)
        else:
            tile = Tile(f"L{cell}", rules.PLAIN, exits, show=_random_pieces(rng, 1), gains=gains, treasure=False)
        if rng.below(3) == 0:
            laid[cell] = len(tiles) * 4 + rng.below(4)
        tiles.append(tile)
    return make_board(
        columns, rows, start, temple, laid, tiles, Numbers(camps=2 + rng.below(4), tokens=6 + rng.below(20))
    )


def _random_pieces(rng: Rng, number: int) -> Pieces:
    counts = [0] * rules.ITEMS
    for _piece in range(number):
        counts[rng.below(rules.ITEMS)] += 1
    provision, rope, rifle, shovel, wood, pearl, rod = counts
    return provision, rope, rifle, shovel, wood, pearl, rod


def choose_move(state: rules.State, actions: list[Action], rng: Rng) -> Action:
    """Choose a random move, usually not one that gives up or discards, usually one nearer the temple."""
    action = rng.choose(actions)
    for _try in range(4):
        is_rejected = action[0] in (rules.END, rules.STOP, rules.DISCARD) or action == (rules.TAKE, 0)
        if action[0] == rules.STEP:
            columns = state.board.columns
            old, new = state.at[state.active], action[1]
            is_rejected = sum(divmod(new, columns)) > sum(divmod(old, columns)) and not state.amulet[state.active]
        if not is_rejected:
            break
        action = rng.choose(actions)
    return action


def play(state: rules.State, rng: Rng, most: int = 100_000) -> int:
    """Play at most so many decisions; return their number."""
    count = 0
    while state.to_move != OVER and count < most:
        if state.to_move == CHANCE:
            state.apply(state.draw(rng))
        else:
            state.apply(choose_move(state, state.legal(), rng))
            count += 1
    return count
