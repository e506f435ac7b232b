"""Random boards, a player for random matches, and the count of all components in a position."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from studio.core.game import Action, State
from studio.core.rng import Rng
from studio.games.goldland import rules
from studio.games.goldland.body import build, parse
from studio.games.goldland.rules.board import (
    COAST,
    ITEM_KEYS,
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


def counting(layout: Path) -> Callable[[State], None]:
    """Return a function that checks that a position of a match on a layout has all components."""
    census = Census(box_of(layout)[1])

    def counted(state: State) -> None:
        assert isinstance(state, rules.State)
        census.count(state)

    return counted


@cache
def box_of(path: Path) -> tuple[Board, dict[str, Any]]:
    """Return the board of a shipped layout, and the components in its file."""
    raw = json.loads(path.read_text(encoding="utf-8"))["body"]
    box = {
        "stock": [raw["stock"][item] for item in ITEM_KEYS],
        **{key: raw[key] for key in ("tokens", "coins", "camps")},
        "tiles": len(raw["tiles"]) + 1,  # and the start tile
        "treasures": sum(tile.get("treasure", False) for tile in raw["tiles"]),
    }
    return build(parse(raw)), box


class Census:
    """Counts the components of a match; piles that have not changed are not counted again."""

    def __init__(self, box: dict[str, Any]) -> None:
        self.box = box
        self.known: dict[str, tuple[Any, ...]] = {}

    def changed(self, name: str, *piles: list[int] | tuple[int, ...] | int) -> bool:
        now = tuple(pile[:] if isinstance(pile, list) else pile for pile in piles)
        if self.known.get(name) == now:
            return False
        self.known[name] = now
        return True

    def count(self, state: rules.State) -> None:
        """Check that every component is somewhere and that no pile is negative."""
        box, seats, cells = self.box, state.seats, state.board.count
        if self.changed("backpacks", state.stock, state.pack, state.treasures, state.amulet):
            for item, number in enumerate(box["stock"]):
                assert state.stock[item] + sum(state.pack[item::7]) == number
            for seat in range(seats):
                pieces = sum(state.pack[seat * 7 : seat * 7 + 7])
                assert 0 <= pieces + state.treasures[seat] + state.amulet[seat] <= 12
            assert min(state.stock) >= 0 and min(state.pack) >= 0
            assert set(state.amulet) <= {0, 1} and len(state.amulet) == seats
        if self.changed("camps", state.camps, state.camp):
            for seat in range(seats):
                assert state.camps[seat] + sum(state.camp[seat * cells : seat * cells + cells]) == box["camps"]
            assert min(state.camps) >= 0 and min(state.camp) >= 0
        if self.changed("tokens", state.tokens, state.token_stock):
            assert state.token_stock + sum(state.tokens) == box["tokens"]
            assert min(state.token_stock, *state.tokens) >= 0
        if self.changed("coins", state.coins, state.bonus, state.reserve, state.box, state.added):
            assert state.bonus + state.reserve + state.box + sum(state.coins) == box["coins"] + state.added
            assert min(state.bonus, state.reserve, state.box, state.added, *state.coins) >= 0
            assert not (state.added and state.box)  # made only when the box was empty
        if self.changed("treasures", state.treasures, state.treasure, state.treasure_stock):
            assert state.treasure_stock + sum(state.treasure) + sum(state.treasures) == box["treasures"]
            assert state.treasure_stock >= 0 and set(state.treasure) <= {0, 1}
        if self.changed("tiles", state.laid, state.hidden, state.hand):
            tiles = [placement >> 2 for placement in state.laid if placement >= 0] + list(state.hidden)
            if state.hand >= 0:
                tiles.append(state.hand)
            assert sorted(tiles) == list(range(box["tiles"]))


PUT_OFF = (rules.END, rules.STOP, rules.DISCARD, rules.BUY)


def choose_move(state: rules.State, rng: Rng) -> Action:
    """Choose any kind of action, then any of that kind, but prefer reaching the temple and filling the backpack
    there."""
    legal = state.legal()
    everything = kinds = sorted({action[0] for action in legal})
    if len(kinds) > 1 and rng.below(4):
        kinds = [kind for kind in kinds if kind not in PUT_OFF] or kinds
    kind = rng.choose(kinds)
    if not state.amulet[state.active]:
        if state.at[state.active] == state.board.temple and rng.below(4):
            kind = next((kind for kind in (rules.BUY, rules.STOP) if kind in everything), kind)
        elif rules.STEP in kinds and rng.below(4):
            kind = rules.STEP
    actions = [action for action in legal if action[0] == kind]
    if kind == rules.STEP and rng.below(3):
        return min((rng.choose(actions) for _try in range(3)), key=lambda action: _to_temple(state, action[1]))
    return rng.choose(actions)


def _to_temple(state: rules.State, cell: int) -> int:
    (row, column), (to_row, to_column) = (divmod(one, state.board.columns) for one in (cell, state.board.temple))
    return abs(row - to_row) + abs(column - to_column)


def some(random: Random, most: int) -> Pieces:
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
