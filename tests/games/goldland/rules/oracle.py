"""A second, slow implementation of the rules of Goldland, written from the rules page alone.

`Table` has the components in play as bags of names and tiles on places, `Oracle` applies every action to them.
They share no table and no code with the rules; of the board they read only the layout data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from studio.core.game import CHANCE, OVER, Action
from studio.games.goldland import rules
from studio.games.goldland.rules.board import Board

ITEMS = ("provision", "rope", "rifle", "shovel", "wood", "pearl", "rod")
Place = tuple[int, int]
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west


def bag(counts: tuple[int, ...]) -> Counter[str]:
    return Counter({name: count for name, count in zip(ITEMS, counts, strict=True) if count})


@dataclass
class Seat:
    place: Place
    pack: Counter[str]
    supply: int
    camps: Counter[Place] = field(default_factory=Counter)
    treasures: int = 0
    amulet: bool = False
    tokens: int = 0
    coins: int = 0

    @property
    def room(self) -> int:
        return 12 - self.pack.total() - self.treasures - self.amulet


@dataclass
class TurnRecord:
    """The actions of this turn."""

    moving: bool = False
    move_over: bool = False
    budget: int | None = None
    visited: list[Place] = field(default_factory=list)
    survived: set[Place] = field(default_factory=set)
    gained: bool = False
    explored: bool = False

    @property
    def idle(self) -> bool:
        return not (self.moving or self.move_over or self.gained or self.explored)


class Table:
    """All components in play, and the adjacency of tiles."""

    def __init__(self, board: Board, seats: int, face_down: bool = False) -> None:
        numbers = board.numbers
        self.board, self.face_down = board, face_down
        self.temple = self.place(board.temple)
        kit = bag(numbers.kit)
        self.stock = bag(numbers.stock)
        for _seat in range(seats):
            self.stock.subtract(kit)
        self.seats = [Seat(self.place(board.start), Counter(kit), numbers.camps) for _seat in range(seats)]
        self.laid = {self.place(cell): divmod(one, 4) for cell, one in enumerate(board.laid) if one >= 0}
        known = {index for index, _turn in self.laid.values()}
        self.hidden = {i for i, tile in enumerate(board.tiles) if i not in known and tile.kind < rules.COAST}
        self.treasures = {place for place, (index, _turn) in self.laid.items() if board.tiles[index].treasure}
        self.tokens = numbers.tokens
        self.markers: dict[int, int] = {}
        self.bonus, self.reserve = numbers.bonus[seats], numbers.reserve[seats]
        self.box, self.made = numbers.coins - self.bonus - self.reserve, 0
        self.first: int | None = None
        self.window = False
        self.active, self.turns, self.rounds = 0, 1, 1
        self.ending = False
        self.stale_rounds, self.has_progress = 0, False
        self.record = TurnRecord()
        self.pending: list[Any] = ["turn"]  # the pending decision with its details
        self.over = False

    # board

    def place(self, cell: int) -> Place:
        row, column = divmod(cell, self.board.columns)
        return column, row

    def cell(self, place: Place) -> int:
        return place[1] * self.board.columns + place[0]

    def around(self, place: Place) -> Iterator[tuple[int, Place]]:
        for side, (east, south) in enumerate(STEPS):
            other = place[0] + east, place[1] + south
            if 0 <= other[0] < self.board.columns and 0 <= other[1] < self.board.rows:
                yield side, other

    def has_exit(self, place: Place, side: int) -> bool:
        index, turn = self.laid[place]
        tile = self.board.tiles[index]
        if tile.kind in (rules.COAST, rules.START):
            return side in [at_side for at_side, _other in self.around(place)]
        return bool(tile.exits >> (side - turn) % 4 & 1)

    def road(self, here: Place, side: int, there: Place) -> bool:
        return self.has_exit(here, side) and self.has_exit(there, (side + 2) % 4)

    def tile(self, place: Place) -> Any:
        return self.board.tiles[self.laid[place][0]]

    @property
    def me(self) -> Seat:
        return self.seats[self.active]

    # public facts

    def scores(self) -> list[int]:
        values = self.board.numbers.markers
        return [
            seat.coins + 3 * seat.treasures + 3 * seat.amulet
            + sum(values[kind] for kind, holder in self.markers.items() if holder == number)
            for number, seat in enumerate(self.seats)
        ]  # fmt: skip

    def facts(self) -> dict[str, Any]:
        spaces = [self.place(cell) for cell in range(self.board.columns * self.board.rows)]
        laid = [self.laid.get(place) for place in spaces]
        return {
            "at": [self.cell(seat.place) for seat in self.seats],
            "pack": [seat.pack[name] for seat in self.seats for name in ITEMS],
            "treasures": [seat.treasures for seat in self.seats],
            "amulet": [int(seat.amulet) for seat in self.seats],
            "tokens": [seat.tokens for seat in self.seats],
            "coins": [seat.coins for seat in self.seats],
            "camps": [seat.supply for seat in self.seats],
            "camp": [seat.camps[place] for seat in self.seats for place in spaces],
            "stock": [self.stock[name] for name in ITEMS],
            "token_stock": self.tokens,
            "marker": [self.markers.get(kind, -1) for kind in range(7)],
            "laid": [-1 if one is None else one[0] * 4 + one[1] for one in laid],
            "treasure": [int(place in self.treasures) for place in spaces],
            "hidden": sorted(self.hidden),
            "bonus": self.bonus, "reserve": self.reserve, "box": self.box, "added": self.made,
            "first": -1 if self.first is None else self.first,
            "turn": self.turns, "round": self.rounds,
            "scores": self.scores(),
            "to_move": OVER if self.over else CHANCE if self.pending[0] == "tile" else self.active,
        }  # fmt: skip


def facts_of(state: rules.State) -> dict[str, Any]:
    """Return the same facts from a position."""
    lists = ("at", "pack", "treasures", "amulet", "tokens", "coins", "camps", "camp", "stock", "marker", "laid")
    numbers = ("token_stock", "bonus", "reserve", "box", "added", "first", "turn", "round", "to_move")
    return {
        **{name: list(getattr(state, name)) for name in lists},
        **{name: getattr(state, name) for name in numbers},
        "treasure": list(state.treasure),
        "hidden": list(state.hidden),
        "scores": state.scores(),
    }


class Oracle(Table):
    """A match by the rules page; `legal()` and `facts()` must be equal to those of the rules."""

    # legal actions

    def legal(self) -> set[Action]:
        pending = self.pending[0]
        found = {
            "turn": self.turn_actions, "pieces": self.piece_actions, "camp": self.camp_actions,
            "take": self.take_actions, "lay": self.lay_actions, "drop": self.drop_actions,
        }[pending]()  # fmt: skip
        price = self.board.numbers.price[len(self.seats)]
        if self.me.tokens >= price and self.me.room > 0:
            found |= {(rules.BUY, item) for item, name in enumerate(ITEMS) if self.stock[name] > 0}
        return found

    def turn_actions(self) -> set[Action]:
        me, record = self.me, self.record
        found: set[Action] = {(rules.END,)}
        if not record.move_over:
            if record.budget is None:
                found |= {(rules.DISCARD, ITEMS.index(name)) for name, count in me.pack.items() if count > 0}
            if record.moving:
                found.add((rules.STOP,))
            found |= {(rules.STEP, self.cell(there), way) for there, way in self.possible_steps()}
        if not record.gained:
            found |= {(rules.GAIN, number) for number in self.possible_gains()}
        empty = [there for _side, there in self.around(me.place) if there not in self.laid]
        if self.hidden and not record.explored:
            if self.face_down:
                found |= {(rules.TURN_UP, self.cell(there)) for there in empty}
            elif empty:
                found.add((rules.EXPLORE,))
        if me.place in self.treasures and me.pack["provision"] >= 2:
            is_blocked = self.amulet_waits() and me.room == 0 and me.pack.total() == 2
            if not is_blocked:  # else one of the two would have to make room for the amulet
                found.add((rules.TREASURE,))
        return found

    def possible_steps(self) -> set[tuple[Place, int]]:
        me, record = self.me, self.record
        left = me.room if record.budget is None else record.budget - (len(record.visited) - 1)
        if left < 1:
            return set()
        return {
            (there, way)
            for side, there in self.around(me.place)
            if there in self.laid and there not in record.visited
            for way in self.ways(side, there)
        }

    def ways(self, side: int, there: Place) -> set[int]:
        me, tile = self.me, self.tile(there)
        road = self.road(me.place, side, there)
        adventure = tile.kind < rules.PLAIN
        able = bag(tile.pay) <= me.pack
        if not adventure:
            return {rules.FREE} if road else {rules.CROSS} if me.pack.total() >= 4 else set()
        camp = me.camps[there] > 0
        if road:
            return ({rules.FREE} if camp else set()) | ({rules.PAY} if able else set())
        if me.pack.total() < 4:
            return set()
        return ({rules.CROSS} if camp else set()) | ({rules.CROSS_PAY} if able else set())

    def offers(self) -> list[Counter[str]]:
        """Return the groups of black items that the seat may take on its tile."""
        tile = self.tile(self.me.place)
        shown = bag(tile.show)
        if shown:
            open_to_me = shown <= self.me.pack
        elif tile.kind < rules.PLAIN:
            open_to_me = self.me.place in self.record.survived
        else:
            open_to_me = True
        return [bag(group) for group in tile.gains] if open_to_me else []

    def possible_gains(self) -> set[int]:
        room = self.me.room - self.amulet_waits()
        return {
            number
            for number, group in enumerate(self.offers())
            if room > 0 and any(self.stock[name] > 0 for name in group)
        }

    def piece_actions(self) -> set[Action]:
        _pending, owed, least, _survives = self.pending
        pack = self.me.pack
        return {
            (rules.HAND_OVER, item)
            for item in range(least, 7)
            if pack[ITEMS[item]] and sum(pack[name] for name in ITEMS[item:]) >= owed
        }

    def camp_actions(self) -> set[Action]:
        me = self.me
        found: set[Action] = {(rules.NO_CAMP,)}
        if me.supply:
            return found | {(rules.PITCH,)}
        return found | {
            (rules.SHIFT, self.cell(place)) for place, count in me.camps.items() if count and place != me.place
        }

    def take_actions(self) -> set[Action]:
        _pending, group = self.pending
        name = self.next_item(group)
        assert name is not None
        most = min(group[name], self.me.room, self.stock[name])
        return {(rules.TAKE, number) for number in range(most + 1)}

    def next_item(self, group: Counter[str]) -> str | None:
        if self.me.room < 1:
            return None
        return next((name for name in ITEMS if group[name] and self.stock[name] > 0), None)

    def lay_actions(self) -> set[Action]:
        _pending, index, spot = self.pending
        tile = self.board.tiles[index]
        shapes: dict[frozenset[int], int] = {}
        for turn in range(4):
            shapes.setdefault(frozenset(side for side in range(4) if tile.exits >> (side - turn) % 4 & 1), turn)
        spaces = [there for _side, there in self.around(self.me.place) if there not in self.laid]
        return {
            (rules.LAY, self.cell(there), turn) for there in spaces if spot in (None, there) for turn in shapes.values()
        }

    def drop_actions(self) -> set[Action]:
        reserved = Counter(provision=2) if self.pending[1] == (rules.TREASURE,) else Counter()
        return {(rules.DROP, ITEMS.index(name)) for name, count in (self.me.pack - reserved).items() if count > 0}

    # effects of actions

    def apply(self, action: Action) -> None:
        self.perform(action)
        if self.over or self.pending[0] in ("tile", "drop"):
            return
        if self.pending[0] == "take" and self.next_item(self.pending[1]) is None:
            self.pending = ["turn"]
        if self.pending[0] == "turn" and not self.record.idle and self.legal() == {(rules.END,)}:
            self.end_turn()

    def perform(self, action: Action) -> None:
        me, record = self.me, self.record
        match action:
            case (rules.DISCARD, item):
                self.give_back(ITEMS[item])
            case (rules.STEP, cell, way):
                self.step(self.place(cell), way)
            case (rules.HAND_OVER, item):
                self.hand_over(item)
            case (rules.NO_CAMP,):
                self.pending = ["turn"]
            case (rules.PITCH,):
                me.supply -= 1
                me.camps[me.place] += 1
                self.has_progress = True
                self.settle_markers()
            case (rules.SHIFT, cell):
                me.camps[self.place(cell)] -= 1
                me.camps[me.place] += 1
                self.settle_markers()
            case (rules.STOP,):
                if self.end_move(action):
                    self.pending = ["turn"]
            case (rules.GAIN, number):
                group = self.offers()[number]
                assert self.end_move(action)  # with no room for the amulet there is none for a gain
                record.gained = True
                self.pending = ["take", Counter(group)]
            case (rules.TAKE, number):
                self.take(number)
            case (rules.EXPLORE,) | (rules.TURN_UP, _):
                if self.end_move(action):
                    record.explored = True
                    self.pending = ["tile", self.place(action[1]) if action[0] == rules.TURN_UP else None]
            case (rules.TILE, index):
                self.hidden.remove(index)
                self.pending = ["lay", index, self.pending[1]]
            case (rules.LAY, cell, turn):
                self.lay(self.place(cell), turn)
            case (rules.DROP, item):
                then = self.pending[1]
                self.give_back(ITEMS[item])
                self.pending = ["turn"]
                self.perform(then)
            case (rules.TREASURE,):
                if self.end_move(action):
                    self.give_back("provision", 2)
                    self.treasures.remove(me.place)
                    me.treasures += 1
                    self.has_progress = True
                    self.end_turn()
            case (rules.END,):
                if self.end_move(action):
                    self.end_turn()
            case (rules.BUY, item):
                price = self.board.numbers.price[len(self.seats)]
                me.tokens -= price
                self.tokens += price
                self.receive(ITEMS[item])

    def give_back(self, name: str, number: int = 1) -> None:
        assert self.me.pack[name] >= number
        self.me.pack[name] -= number
        self.stock[name] += number

    def receive(self, name: str, number: int = 1) -> None:
        assert self.stock[name] >= number and self.me.room >= number
        self.me.pack[name] += number
        self.stock[name] -= number

    def step(self, there: Place, way: int) -> None:
        me, record = self.me, self.record
        if record.budget is None:
            record.budget, record.visited = me.room, [me.place]
        record.moving = True
        record.visited.append(there)
        me.place = there
        record.survived = set()  # only the tile where the seat stops gives a reward
        red = bag(self.tile(there).pay)
        if way in (rules.PAY, rules.CROSS_PAY):
            for name, number in red.items():
                self.give_back(name, number)
        if way == rules.PAY or (way == rules.CROSS_PAY and red.total() == 4):
            self.survive()
        elif way == rules.CROSS:
            self.pending = ["pieces", 4, 0, False]
        elif way == rules.CROSS_PAY:
            self.pending = ["pieces", 4 - red.total(), 0, True]

    def hand_over(self, item: int) -> None:
        _pending, owed, _least, survives = self.pending
        self.give_back(ITEMS[item])
        if owed > 1:
            self.pending = ["pieces", owed - 1, item, survives]
        elif survives:
            self.survive()
        else:
            self.pending = ["turn"]

    def survive(self) -> None:
        self.record.survived.add(self.me.place)
        self.markers.setdefault(self.tile(self.me.place).kind, self.active)
        self.pending = ["camp"]

    def camps_of(self, seat: int, kind: int) -> int:
        return sum(count for place, count in self.seats[seat].camps.items() if self.tile(place).kind == kind)

    def settle_markers(self) -> None:
        clockwise = [(self.active + ahead) % len(self.seats) for ahead in range(len(self.seats))]
        for kind, holder in self.markers.items():
            most = max(self.camps_of(seat, kind) for seat in clockwise)
            if most > self.camps_of(holder, kind):
                self.markers[kind] = next(seat for seat in clockwise if self.camps_of(seat, kind) == most)
        self.pending = ["turn"]

    def amulet_waits(self) -> bool:
        record = self.record
        return record.moving and not record.move_over and self.me.place == self.temple and not self.me.amulet

    def end_move(self, then: Action) -> bool:
        """Return whether room for the amulet must be made before `then`."""
        if self.amulet_waits():
            if self.me.room < 1:
                self.pending = ["drop", then]
                return False
            self.take_amulet()
        if self.record.moving:
            self.record.move_over = True
        return True

    def take_amulet(self) -> None:
        self.me.amulet = True
        self.has_progress = True
        if self.first is None:
            self.first, self.window = self.active, True
        if self.window:
            coins = min(2, self.bonus)
            self.bonus -= coins
            self.me.coins += coins
        self.ending = self.ending or all(seat.amulet for seat in self.seats)

    def take(self, number: int) -> None:
        group = self.pending[1]
        name = self.next_item(group)
        assert name is not None
        self.receive(name, number)
        for known in ITEMS[: ITEMS.index(name) + 1]:
            group.pop(known, None)

    def lay(self, place: Place, turn: int) -> None:
        index = self.pending[1]
        self.laid[place] = index, turn
        if self.board.tiles[index].treasure:
            self.treasures.add(place)
        if self.tokens:
            self.tokens -= 1
            self.me.tokens += 1
        self.has_progress = True
        self.pending = ["turn"]

    def end_turn(self) -> None:
        if self.record.idle and self.tokens:
            self.tokens -= 1
            self.me.tokens += 1
        self.record, self.pending = TurnRecord(), ["turn"]
        self.active = (self.active + 1) % len(self.seats)
        if self.active == 0:
            self.stale_rounds = 0 if self.has_progress else self.stale_rounds + 1
            self.has_progress = False
            if self.ending or self.stale_rounds == 20:
                self.over, self.active = True, len(self.seats) - 1
                return
            self.rounds += 1
        self.turns += 1
        if self.window and self.active == self.first:
            self.box, self.bonus, self.window = self.box + self.bonus, 0, False
        if self.me.amulet:
            self.take_coin()

    def take_coin(self) -> None:
        if self.reserve:
            self.reserve -= 1
            self.ending = self.ending or self.reserve == 0
        elif not self.ending:
            return  # a layout without a reserve
        elif self.box:
            self.box -= 1
        else:
            self.made += 1
        self.me.coins += 1
        self.has_progress = True
