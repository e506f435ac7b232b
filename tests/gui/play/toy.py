"""A tiny game for the play view's tests: six fields, a die, secrets, a look, and a decision without a choice.

Two or three seats lay stones on the fields A1 … C2. On the upper row a stone is worth 1 and nothing is drawn; on the
lower row a die is rolled for its worth. A seat may once look at its own secret number (which counts at the end), or
wait, which must be confirmed. Each stone may lie in two ways.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from studio.core.book import Block, Book, Chapter, Clause
from studio.core.features import Feature
from studio.core.game import CHANCE, OVER, Action, Event, GameInfo, Json, Options
from studio.core.grid import SquareGrid
from studio.core.match import Match
from studio.core.panel import (
    Fact,
    FactGroup,
    Group,
    IllegalReason,
    Inset,
    Item,
    Panel,
    PlaceInfo,
    Plan,
    ScoreBreakdown,
    ScoreLine,
    Seat,
    Step,
)
from studio.core.picture import BESIDE, HAND, Label, Layer, Path, Picture, Shape, Target, edge_target, rectangle
from studio.core.plugin import Game
from studio.core.protocols import MatchStats
from studio.core.rng import Rng
from studio.core.text import seat_mark
from studio.gui.page import SeatSetup
from studio.gui.play.controller import MatchController
from tests.toy import toy_game

LAY, LOOK, WAIT, SURE = range(4)
GRID = SquareGrid(3, 2)
PILE = BESIDE
FIELDS = 6


class ToyState:
    """Who has which field, the secrets, and whose turn it is."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.fields = [-1] * FIELDS
        self.ways = [0] * FIELDS
        self.points = [0] * seats
        self.secrets = [0] * seats
        self.looked = [False] * seats
        self.active = 0
        self.sure = False
        self.rolling = -1
        self.to_move = CHANCE
        self.turn = 1

    def legal(self) -> list[Action]:
        if self.sure:
            return [(SURE,)]
        moves: list[Action] = [(LAY, field, way) for field in range(FIELDS) for way in (0, 1) if self.fields[field] < 0]
        if not self.looked[self.active]:
            moves.append((LOOK,))
        return [*moves, (WAIT,)]

    def chance(self) -> list[tuple[Action, int]]:
        return [((number,), 1) for number in (1, 2, 3)]

    def draw(self, rng: Rng) -> Action:
        return (1 + rng.below(3),)

    def purpose(self) -> tuple[int, ...]:
        return (self.active,)

    def apply(self, action: Action) -> None:
        if self.to_move == CHANCE:
            if self.rolling >= 0:
                self.points[self.active] += action[0]
                self.rolling = -1
                self._next()
            else:
                self.secrets[self.secrets.index(0)] = action[0]
                if 0 not in self.secrets:
                    self.to_move = self.active
            return
        if action[0] == LAY:
            self.fields[action[1]], self.ways[action[1]] = self.active, action[2]
            if action[1] >= 3:
                self.rolling, self.to_move = action[1], CHANCE
            else:
                self.points[self.active] += 1
                self._next()
        elif action[0] == LOOK:
            self.looked[self.active] = True
        elif action[0] == WAIT:
            self.sure = True
        else:
            self.sure = False
            self._next()

    def _next(self) -> None:
        self.active = (self.active + 1) % self.seats
        self.turn += 1
        self.to_move = self.active
        if -1 not in self.fields:
            self.to_move = OVER
            self.points = [points + secret for points, secret in zip(self.points, self.secrets, strict=True)]

    def reveals(self, action: Action) -> bool:
        return action == (LOOK,)

    def clone(self) -> ToyState:
        other = object.__new__(ToyState)
        other.__dict__.update(
            {key: value[:] if isinstance(value, list) else value for key, value in self.__dict__.items()}
        )
        return other

    def scores(self) -> list[int]:
        return self.points[:]

    def winners(self) -> list[int]:
        best = max(self.points)
        return [seat for seat, points in enumerate(self.points) if points == best]

    def observe(self, seat: int) -> Json:
        seen = self.dump()
        open_to_all = self.to_move == OVER
        seen["secrets"] = [
            secret if open_to_all or (one == seat and self.looked[one]) else 0
            for one, secret in enumerate(self.secrets)
        ]
        return seen

    def redeal(self, seat: int, rng: Rng) -> ToyState:
        other = self.clone()
        for one in range(self.seats):
            if self.to_move != OVER and not (one == seat and self.looked[one]):
                other.secrets[one] = 1 + rng.below(3)
        return other

    def dump(self) -> Json:
        return {key: value[:] if isinstance(value, list) else value for key, value in self.__dict__.items()}


def square(cell: int) -> tuple[tuple[float, ...], ...]:
    column, row = GRID.coords(cell)
    return rectangle(column, row, 1, 1)


class Tally:
    """Counts stones."""

    watched: tuple[int, ...] = ()

    def before(self, state: ToyState) -> None:
        self.stones = [0] * state.seats

    def step(self, state: ToyState, action: Action) -> None:
        if state.to_move != CHANCE and action[0] == LAY:
            self.stones[state.active] += 1

    def after(self, state: ToyState) -> MatchStats:
        return MatchStats(seats={"stones_of": self.stones})


class Toy:
    """The game object, as far as the play view asks for it."""

    info = GameInfo("toy", "Toy", "nobody", 2026, 2, 3)

    def to_plain(self, body: Any) -> Json:
        return body

    def start(self, board: Any, seats: int, options: Options, rules: str = "") -> ToyState:
        return ToyState(seats)

    def grid(self, body: Any) -> SquareGrid:
        return GRID

    def describe(self, state: ToyState, action: Action) -> str:
        if action[0] == LAY:
            return f"Lay a stone on {GRID.name(action[1])}" + (", turned" if action[2] else "")
        return {LOOK: "Look at your secret number", WAIT: "Wait", SURE: "Yes, wait"}[action[0]]

    def button_text(self, state: ToyState, action: Action) -> str:
        return (
            f"Lay on {GRID.name(action[1])}"
            if action[0] == LAY
            else {LOOK: "Look", WAIT: "Wait", SURE: "Sure"}[action[0]]
        )

    def turn_title(self, state: ToyState) -> str:
        return f"Turn {state.turn}"

    def events(self, before: ToyState, action: Action, after: ToyState) -> list[Event]:
        seat = before.active
        who = seat_mark(seat)
        if before.to_move == CHANCE:
            return [Event("gold", f"{who} rolls {action[0]}.", seat)] if before.rolling >= 0 else []
        if action[0] == LAY:
            return [Event("lay", f"{who} lays a stone on {GRID.name(action[1])}.", seat, (action[1],))]
        if action[0] == LOOK:
            return [
                Event("look", f"{who} looks at a secret.", seat),
                Event("look", f"The secret is {before.secrets[seat]}.", seat, (), seat),
            ]
        return [Event("wait", f"{who} waits.", seat)] if action[0] == SURE else []

    def score_breakdown(self, state: ToyState) -> ScoreBreakdown:
        secrets = tuple(state.secrets) if state.to_move == OVER else (0,) * state.seats
        stones = tuple(points - secret for points, secret in zip(state.points, secrets, strict=True))
        winners = tuple(state.winners()) if state.to_move == OVER else ()
        lines = (
            ScoreLine("Stones", stones, "What the stones were worth."),
            ScoreLine("Secrets", secrets, "Shown at the end."),
        )
        return ScoreBreakdown(lines, winners, f"{seat_mark(winners[0])} wins." if winners else "Not over yet.")

    def picture(self, state: ToyState, seat: int) -> Picture:
        shapes: list[Shape] = [Path("paper", (rectangle(0, 0, 3, 2),))]
        shapes += [Path("land", (square(cell),), cell) for cell in range(FIELDS) if state.fields[cell] >= 0]
        if seat >= 0 and state.looked[seat]:
            shapes.append(Label("name", f"secret {state.secrets[seat]}", 1.5, 1, 0.3))
        targets = tuple(Target(cell, square(cell), GRID.name(cell)) for cell in range(FIELDS))
        return Picture((-0.2, -0.2, 3.2, 2.2), (Layer("all", tuple(shapes)),), targets)

    def panel(self, state: ToyState, seat: int) -> Panel:
        who = seat_mark(state.active)
        known = state.secrets[seat] if seat >= 0 and (state.looked[seat] or state.to_move == OVER) else 0
        return Panel(
            turn=f"Turn {state.turn}",
            steps=(Step("Lay", "now" if not state.sure else "done"), Step("Wait", "now" if state.sure else "later")),
            title=f"{who}, lay a stone" if state.to_move != OVER else "The match is over",
            hint=f"Your secret is {known}." if known else "Upper row 1 point, lower row a die.",
            seats=tuple(
                Seat(one, state.points[one], (Item("toy/stone", str(state.fields.count(one)), "stones"),))
                for one in range(state.seats)
            ),
            groups=(
                Group(
                    "Pile",
                    "stones left",
                    (Item("toy/stone", str(state.fields.count(-1)), "left", target=PILE),),
                    "stacks",
                ),
            ),
            insets=(
                Inset(
                    "Secrets", "yours only", Picture((0, 0, 1, 1), (Layer("all", ()),), (Target(PILE + 1, square(0)),))
                ),
            ),
        )

    def target(self, state: ToyState, action: Action) -> int:
        return action[1] if action[0] == LAY else PILE + 1 if action[0] == LOOK else -1

    def preview(self, state: ToyState, action: Action) -> Picture | None:
        if action[0] != LAY:
            return None
        return Picture((-0.2, -0.2, 3.2, 2.2), (Layer("ghost", (Path("land", (square(action[1]),), action[1]),)),))

    def plan(self, state: ToyState, target: int) -> Plan | None:
        return None

    def rotated_hand(self, state: ToyState, action: Action) -> Picture | None:
        return Picture((0, 0, 1, 1), (Layer(f"turned {action[2]}", ()),)) if action[0] == LAY else None

    def revealed_picture(self, state: ToyState, outcome: Action) -> Picture | None:
        return None

    def why_not(self, state: ToyState, place: int, turn: int = -1) -> IllegalReason | None:
        if not 0 <= place < FIELDS or state.fields[place] < 0:
            return None
        who = seat_mark(state.fields[place])
        return IllegalReason("P1", f"The stone of {who} lies on {GRID.name(place)}.", (edge_target(place, 1),))

    def describe_place(self, state: ToyState, place: int, seat: int) -> PlaceInfo | None:
        if place == HAND:
            return PlaceInfo("In hand", text="A stone.")
        if not 0 <= place < FIELDS or state.fields[place] < 0:
            return None
        owner = state.fields[place]
        facts = (Fact(seat_mark(owner), "1", owner, is_strong=True), Fact("a die", "3 · 50 %", share=0.5))
        marked = Picture((0, 0, 3, 2), (Layer("marked", (Path("line:legal:0.05", (square(place),)),)),))
        return PlaceInfo(
            "A stone", "1 point", f"{seat_mark(owner)} laid it.", (FactGroup("Worth", facts),), "P1", marked
        )

    def book(self) -> Book:
        return (Chapter("Stones", (Clause("P1", "A stone stays", (Block("words", "It lies where it was laid."),)),)),)

    def new_collector(self) -> Tally:
        return Tally()

    def titles(self) -> dict[str, str]:
        return {"stones_of": "stones laid"}

    CHANCES = ()
    FEATURES = (Feature("lead", 1.0, lambda count: f"{count} more points"),)

    def features(self, state: ToyState, seat: int) -> list[float]:
        return [self.evaluate(state, seat)]

    def evaluate(self, state: ToyState, seat: int) -> float:
        return state.points[seat] - sum(state.points) / len(state.points)

    rate = evaluate

    def estimate_moves(self, state: ToyState, seat: int) -> dict[Action, float]:
        return {}


TOY = toy_game(Toy())

FAR, RISKY, BARE = 100, 101, 102
TRAY = 3_000_000


class Rack(Toy):
    """The toy with two places that mean several moves, one that means nothing, and a rack of four below the board.

    FAR waits and confirms it. RISKY looks at the secret first, which seals. On the rack, the first place does nothing,
    the second looks, the third either waits or, once that is chosen, confirms; the fourth is as good for waiting.
    """

    def __init__(self) -> None:
        self.thoughts: list[int] = []

    def picture(self, state: ToyState, seat: int) -> Picture:
        board = super().picture(state, seat)
        extra = (
            Target(FAR, rectangle(3.0, 0, 0.2, 1), "Far away"),
            Target(RISKY, rectangle(3.0, 1, 0.2, 1), "Risky"),
            Target(BARE, rectangle(-0.2, 0, 0.2, 1), "Bare"),
        )
        return replace(board, targets=(*board.targets, *extra))

    def plan(self, state: ToyState, target: int) -> Plan | None:
        self.thoughts.append(target)
        if target == TRAY + 3 and (WAIT,) in state.legal():
            return Plan(((WAIT,),), Picture((0, 0, 0, 0), ()), "Wait, with the other tile alike")
        if target not in (FAR, RISKY):
            return None
        way = Picture((0, 0, 3.2, 2), (Layer("way", (Path("route", (rectangle(0, 0.9, 3, 0.2),)),)),))
        if target == RISKY:
            return Plan(((LOOK,), (WAIT,), (SURE,)), way, "Look, then wait for good")
        return Plan(((WAIT,), (SURE,)), way, f"{seat_mark(state.active)} waits for good")

    def target(self, state: ToyState, action: Action) -> int:
        if action[0] in (WAIT, SURE):
            return TRAY + 2
        return TRAY + 1 if action[0] == LOOK else super().target(state, action)

    def panel(self, state: ToyState, seat: int) -> Panel:
        targets = tuple(Target(TRAY + place, rectangle(place, 0, 1, 1), f"Tile {place + 1}") for place in range(4))
        shapes = tuple(Path("land", (rectangle(place + 0.1, 0.1, 0.8, 0.8),)) for place in range(4))
        mine = seat >= 0
        picture = Picture((0, 0, 4, 1), (Layer("all", shapes if mine else ()),), targets if mine else ())
        return replace(super().panel(state, seat), tray=Inset("Your tiles", "3", picture))


def rack() -> Game:
    return toy_game(Rack())


def toy_controller(*kinds: str, seed: int = 1) -> MatchController:
    match = Match(TOY, None, len(kinds), seed=seed)
    return MatchController(match, [SeatSetup(f"Seat {seat}", kind) for seat, kind in enumerate(kinds)])
