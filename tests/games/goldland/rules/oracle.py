"""A second, slow implementation of the rules of Goldland, written from the rules page alone.

`Oracle` receives every action and has its own state: backpacks as bags of names, tiles as names on places, the turn as
a record (oracle_table.py). It shares no code with the rules.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from studio.core.game import Action
from studio.games.goldland import rules
from tests.games.goldland.rules.oracle_table import ITEMS, Place, Table, TurnRecord, bag


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
        """Return the first item of which any can be taken."""
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
        kind, rest = action[0], action[1:]
        self.actions()[kind](*rest)
        if self.over or self.pending[0] in ("tile", "drop"):
            return
        if self.pending[0] == "take" and self.next_item(self.pending[1]) is None:
            self.pending = ["turn"]
        if self.pending[0] == "turn" and not self.record.idle and self.legal() == {(rules.END,)}:
            self.end_turn()

    def actions(self) -> dict[int, Any]:
        return {
            rules.DISCARD: self.discard, rules.STEP: self.step, rules.HAND_OVER: self.hand_over,
            rules.NO_CAMP: self.no_camp, rules.PITCH: self.pitch, rules.SHIFT: self.shift,
            rules.STOP: self.stop, rules.GAIN: self.gain, rules.TAKE: self.take,
            rules.EXPLORE: self.explore, rules.TURN_UP: self.turn_up, rules.LAY: self.lay,
            rules.DROP: self.drop, rules.TREASURE: self.treasure, rules.END: self.end,
            rules.BUY: self.buy, rules.TILE: self.see,
        }  # fmt: skip

    def give_back(self, name: str, number: int = 1) -> None:
        assert self.me.pack[name] >= number
        self.me.pack[name] -= number
        self.stock[name] += number

    def receive(self, name: str, number: int = 1) -> None:
        assert self.stock[name] >= number and self.me.room >= number
        self.me.pack[name] += number
        self.stock[name] -= number

    def discard(self, item: int) -> None:
        self.give_back(ITEMS[item])

    def step(self, cell: int, way: int) -> None:
        me, record, there = self.me, self.record, self.place(cell)
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
        if way == rules.PAY:
            self.survive()
        elif way == rules.CROSS:
            self.pending = ["pieces", 4, 0, False]
        elif way == rules.CROSS_PAY:
            self.pending = ["pieces", 4 - red.total(), 0, True]
            if red.total() == 4:
                self.survive()

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

    def no_camp(self) -> None:
        self.pending = ["turn"]

    def pitch(self) -> None:
        self.me.supply -= 1
        self.me.camps[self.me.place] += 1
        self.has_progress = True
        self.settle_markers()

    def shift(self, cell: int) -> None:
        self.me.camps[self.place(cell)] -= 1
        self.me.camps[self.me.place] += 1
        self.settle_markers()

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
        """Return whether ending the move now means taking an amulet."""
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

    def drop(self, item: int) -> None:
        then = self.pending[1]
        self.give_back(ITEMS[item])
        self.pending = ["turn"]
        self.actions()[then[0]](*then[1:])

    def stop(self) -> None:
        if self.end_move((rules.STOP,)):
            self.pending = ["turn"]

    def gain(self, number: int) -> None:
        group = self.offers()[number]
        assert self.end_move((rules.GAIN, number))  # with no room for the amulet there is none for a gain
        self.record.gained = True
        self.pending = ["take", Counter(group)]

    def take(self, number: int) -> None:
        group = self.pending[1]
        name = self.next_item(group)
        assert name is not None
        self.receive(name, number)
        for known in ITEMS[: ITEMS.index(name) + 1]:
            group.pop(known, None)

    def explore(self) -> None:
        if self.end_move((rules.EXPLORE,)):
            self.record.explored = True
            self.pending = ["tile", None]

    def turn_up(self, cell: int) -> None:
        if self.end_move((rules.TURN_UP, cell)):
            self.record.explored = True
            self.pending = ["tile", self.place(cell)]

    def see(self, index: int) -> None:
        self.hidden.remove(index)
        self.pending = ["lay", index, self.pending[1]]

    def lay(self, cell: int, turn: int) -> None:
        place, index = self.place(cell), self.pending[1]
        self.laid[place] = index, turn
        if self.board.tiles[index].treasure:
            self.treasures.add(place)
        if self.tokens:
            self.tokens -= 1
            self.me.tokens += 1
        self.has_progress = True
        self.pending = ["turn"]

    def buy(self, item: int) -> None:
        price = self.board.numbers.price[len(self.seats)]
        self.me.tokens -= price
        self.tokens += price
        self.receive(ITEMS[item])

    def treasure(self) -> None:
        if self.end_move((rules.TREASURE,)):
            self.give_back("provision", 2)
            self.treasures.remove(self.me.place)
            self.me.treasures += 1
            self.has_progress = True
            self.end_turn()

    def end(self) -> None:
        if self.end_move((rules.END,)):
            self.end_turn()

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
