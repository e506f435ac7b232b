"""A tiny game that keeps every interface: it proves the contract suite, match and laboratory without a real one.

Pebbles: a bag of pebbles worth 1 to 3. In its turn a seat takes one or two unseen ones into its closed hand, or lays
a hand pebble open for its points, or looks at the lone pebble under the bowl; the seat that lays the last pebble also
scores the bowl. Hidden: hands of others, the bag's order (there is none), the bowl.
"""

from __future__ import annotations

from typing import Any, Self, cast

from studio.core import defaults
from studio.core.features import Feature, weighted_sum
from studio.core.game import CHANCE, EVERYBODY, FIRST_RULES, OVER, Action, Event, GameInfo, Json, Option, Options
from studio.core.panel import Panel, ScoreBreakdown, ScoreLine
from studio.core.picture import Picture
from studio.core.plugin import Game, GameModules
from studio.core.rng import Rng
from studio.core.text import seat_mark

TAKE, LAY, LOOK, DRAW, BOWL = range(5)


class State:
    """Counts of pebbles in the bag, hands, points; `owed` are pebbles still to be drawn for the active seat."""

    __slots__ = ("active", "bag", "bowl", "hands", "looked", "owed", "points", "seats", "to_move")

    def __init__(self, seats: int, bag: list[int]) -> None:
        self.seats, self.bag, self.bowl, self.owed, self.active = seats, bag, 0, 0, 0
        self.hands = [[0, 0, 0] for _seat in range(seats)]
        self.points = [0] * seats
        self.looked = [False] * seats
        self.to_move = CHANCE

    def legal(self) -> list[Action]:
        seat = self.to_move
        actions: list[Action] = [(TAKE, count) for count in (1, 2) if sum(self.bag) >= count]
        actions += [(LAY, value) for value in range(3) if self.hands[seat][value]]
        if not self.looked[seat]:
            actions.append((LOOK,))
        return actions or [(TAKE, 0)]

    def apply(self, action: Action) -> None:
        kind, seat = action[0], self.active
        if kind == BOWL:
            self.bag[action[1]] -= 1
            self.bowl = action[1] + 1
            self.to_move = 0
            return
        if kind == TAKE:
            self.owed = action[1]
        elif kind == DRAW:
            self.bag[action[1]] -= 1
            self.hands[seat][action[1]] += 1
            self.owed -= 1
        elif kind == LAY:
            self.hands[seat][action[1]] -= 1
            self.points[seat] += action[1] + 1
        else:
            self.looked[seat] = True
        if self.owed:
            self.to_move = CHANCE
        elif not any(self.bag) and not any(map(any, self.hands)):
            self.points[seat] += self.bowl
            self.to_move = OVER
        else:
            self.active = self.to_move = (seat + 1) % self.seats

    def chance(self) -> list[tuple[Action, int]]:
        kind = DRAW if self.bowl else BOWL
        return [((kind, value), count) for value, count in enumerate(self.bag) if count]

    def draw(self, rng: Rng) -> Action:
        return (DRAW if self.bowl else BOWL, rng.weighted(self.bag))

    def purpose(self) -> tuple[int, ...]:
        return (self.active, self.bowl > 0)

    def reveals(self, action: Action) -> bool:
        return action[0] == LOOK

    def clone(self) -> Self:
        other = object.__new__(type(self))
        other.seats, other.bowl, other.owed = self.seats, self.bowl, self.owed
        other.active, other.to_move = self.active, self.to_move
        other.bag, other.points, other.looked = self.bag[:], self.points[:], self.looked[:]
        other.hands = [hand[:] for hand in self.hands]
        return other

    def scores(self) -> list[int]:
        return self.points[:]

    def winners(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.points[seat] == max(self.points)]

    def observe(self, seat: int) -> Json:
        return {
            "to_move": self.to_move,
            "left": sum(self.bag),
            "owed": self.owed,
            "hands": [sum(hand) for hand in self.hands],
            "points": self.points[:],
            "looked": self.looked[:],
            "own": None if seat == EVERYBODY else self.hands[seat][:],
            "bowl": self.bowl if seat != EVERYBODY and self.looked[seat] else bool(self.bowl),
        }

    def redeal(self, seat: int, rng: Rng) -> Self:
        other = self.clone()
        closed = [place for place in range(self.seats) if place != seat]
        unseen = [value for place in closed for value in range(3) for _pebble in range(self.hands[place][value])]
        unseen += [value for value in range(3) for _pebble in range(self.bag[value])]
        hide_bowl = bool(self.bowl) and (seat == EVERYBODY or not self.looked[seat])
        if hide_bowl:
            unseen.append(self.bowl - 1)
        unseen.sort()
        rng.shuffle(unseen)
        if hide_bowl:
            other.bowl = unseen.pop() + 1
        for place in closed:
            other.hands[place] = [0, 0, 0]
            for _pebble in range(sum(self.hands[place])):
                other.hands[place][unseen.pop()] += 1
        other.bag = [unseen.count(value) for value in range(3)]
        return other

    def dump(self) -> Json:
        return {name: getattr(self.clone(), name) for name in self.__slots__}


class Pebbles:
    """The toy's functions, without those of the editor."""

    DECISIONS = ("TAKE", "LAY", "LOOK")
    TAKE, LAY, LOOK = TAKE, LAY, LOOK
    info = GameInfo("pebbles", "Pebbles", "nobody", 2026, 2, 3, (Option("short", "Short", "Half the bag."),))

    def build(self, body: Any) -> list[int]:
        return list(body)

    def start(self, board: Any, seats: int, options: Options, rules: str = "") -> State:
        return State(seats, [count // 2 + 1 if options["short"] else count for count in board])

    def restore(self, board: Any, dump: Json) -> State:
        state = State(dump["seats"], dump["bag"])
        for name in State.__slots__:
            setattr(state, name, dump[name])
        return state.clone()

    def describe(self, state: State, action: Action) -> str:
        who = seat_mark(state.to_move)
        if action[0] == TAKE:
            return f"{who} takes {action[1]} from the bag."
        return f"{who} lays a {action[1] + 1}." if action[0] == LAY else f"{who} looks under the bowl."

    def button_text(self, state: State, action: Action) -> str:
        return ("Take", "Lay", "Look")[action[0]]

    def turn_title(self, state: State) -> str:
        return "Play"

    def events(self, before: State, action: Action, after: State) -> list[Event]:
        seat = before.active
        if action[0] == DRAW:
            return [Event("draw", f"{seat_mark(seat)} draws a {action[1] + 1}.", seat, private_to=seat)]
        if action[0] == LOOK:
            return [Event("look", f"The bowl hides a {before.bowl}.", seat, private_to=seat)]
        return [] if action[0] == BOWL else [Event("move", self.describe(before, action), seat)]

    def score_breakdown(self, state: State) -> ScoreBreakdown:
        winners = tuple(state.winners()) if state.to_move == OVER else ()
        return ScoreBreakdown((ScoreLine("Pebbles", tuple(state.points)),), winners, "Somebody wins.")

    def picture(self, state: State, seat: int) -> Picture:
        return Picture((0, 0, 1, 1), ())

    def panel(self, state: State, seat: int) -> Panel:
        return Panel("", (), "", str(state.observe(seat)), ())

    def evaluate(self, state: State, seat: int) -> float:
        return weighted_sum((1.0, 0.5), self.features(state, seat))

    FEATURES = (Feature("points", 1.0), Feature("hand", 0.5))

    def features(self, state: State, seat: int) -> list[float]:
        return [state.points[seat], sum((value + 1) * count for value, count in enumerate(state.hands[seat]))]

    rate = evaluate
    CHANCES = defaults.CHANCES
    describe_place = staticmethod(defaults.describe_place)
    estimate_moves = staticmethod(defaults.estimate_moves)
    why_not = staticmethod(defaults.why_not)
    goal_values = staticmethod(defaults.goal_values)
    new_collector = staticmethod(defaults.new_collector)
    titles = staticmethod(defaults.titles)
    map_cells = staticmethod(defaults.map_cells)


class ToyGame:
    """One object that answers for every module of a game: `game.text.describe` is its `describe`."""

    rules_date = FIRST_RULES

    def __init__(self, answers: Any) -> None:
        self.answers = answers

    def __getattr__(self, name: str) -> Any:
        return self.answers if name in GameModules.__annotations__ else getattr(self.answers, name)


def toy_game(answers: Any) -> Game:
    """An object with the functions of some modules, taken for a whole game."""
    return cast(Game, ToyGame(answers))


def pebbles() -> Game:
    return toy_game(Pebbles())


BODY = [5, 4, 3]
