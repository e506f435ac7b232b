"""Small random boards and a player that makes progress in random matches."""

from __future__ import annotations

from studio.core.game import CHANCE, OVER, Action
from studio.core.rng import Rng
from studio.games.goldland import rules
from studio.games.goldland.rules.board import Board, Numbers, Pieces, Tile, make_board


def random_board(rng: Rng, columns: int = 5, rows: int = 5, temple: int = 0) -> Board:
    """Start in the south-east, coast along two sides, a few placed land tiles, the rest undiscovered, random lines."""
    tiles = [Tile("S", rules.START)]
    laid = [-1] * (columns * rows)
    start = columns * rows - 1
    laid[start] = 0
    coast = [columns * (rows - 1) + column for column in range(columns - 1)]
    coast += [row * columns + columns - 1 for row in range(rows - 1)]
    for cell in coast:
        laid[cell] = len(tiles) * 4
        tiles.append(Tile(f"C{cell}", rules.COAST, show=_some(rng, 1), gains=(_some(rng, 3),)))
    land = [cell for cell in range(columns * rows) if laid[cell] < 0]
    for cell in land:
        kind = rng.below(rules.ADVENTURES + 3)
        exits = 15 & ~(1 << rng.below(4))
        if rng.below(5) == 0:
            exits &= ~(1 << rng.below(4))
        gains = tuple(_some(rng, 1 + rng.below(3)) for _alternative in range(rng.below(3)))
        if kind < rules.ADVENTURES:
            pay, shown = _some(rng, 1 + rng.below(3)), rng.below(3) == 0
            tile = Tile(f"L{cell}", kind, exits, pay, _some(rng, int(shown)), gains, rng.below(3) == 0)
        else:
            tile = Tile(f"L{cell}", rules.PLAIN, exits, show=_some(rng, 1), gains=gains, treasure=False)
        if rng.below(3) == 0:
            laid[cell] = len(tiles) * 4 + rng.below(4)
        tiles.append(tile)
    return make_board(
        columns, rows, start, temple, laid, tiles, Numbers(camps=2 + rng.below(4), tokens=6 + rng.below(20))
    )


def _some(rng: Rng, number: int) -> Pieces:
    counts = [0] * rules.ITEMS
    for _piece in range(number):
        counts[rng.below(rules.ITEMS)] += 1
    provision, rope, rifle, shovel, wood, pearl, rod = counts
    return provision, rope, rifle, shovel, wood, pearl, rod


def lively(state: rules.State, actions: list[Action], rng: Rng) -> Action:
    """Choose a random move, usually not one that gives up or discards, usually one nearer the temple."""
    action = rng.choose(actions)
    for _try in range(4):
        dull = action[0] in (rules.END, rules.STOP, rules.DISCARD) or action == (rules.TAKE, 0)
        if action[0] == rules.STEP:
            columns = state.board.columns
            old, new = state.at[state.active], action[1]
            dull = sum(divmod(new, columns)) > sum(divmod(old, columns)) and not state.amulet[state.active]
        if not dull:
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
            state.apply(lively(state, state.legal(), rng))
            count += 1
    return count
