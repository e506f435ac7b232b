"""A game that only hands each question to the module of its package that answers it.

Modules are imported when first asked, so that a simulation never loads msgspec, networkx or any drawing. A package has
the rooms `body` (parse, plain, schema, grid, build), `rules` (start, restore), `words` (describe, button, events,
reckoning), `checks` (check, prove), `editing` (blank, stamp, pick, eraser, turned, mirrored, resized, form, set_field),
`drawing.picture` (picture, target, preview), `drawing.sketch` (sketch, palette, ghost), `panel` (panel), `value`
(evaluate). Two questions may go unanswered: a picture may have a `plan`, checks a `survey`; without them there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from studio.core.form import Section, Stamp, StampGroup, Survey
from studio.core.game import Action, Event, GameInfo, Json, Options, State
from studio.core.grid import Grid
from studio.core.panel import Panel, Plan, Reckoning
from studio.core.picture import Picture
from studio.core.problems import Problem


class Rooms:
    """The `Game` of a package; each answer is described at `studio.core.game.Game`."""

    def __init__(self, package: str, info: Callable[[], GameInfo]) -> None:
        self._package = package
        self._info = info
        self._rooms: dict[str, Any] = {}

    @property
    def info(self) -> GameInfo:
        """Made anew each time, since its words follow the language that is chosen."""
        return self._info()

    def _room(self, name: str) -> Any:
        room = self._rooms.get(name)
        if room is None:
            room = self._rooms[name] = import_module(f"{self._package}.{name}")
        return room

    # documents

    def parse(self, raw: Json) -> Any:
        return self._room("body").parse(raw)

    def plain(self, body: Any) -> Json:
        return self._room("body").plain(body)

    def schema(self) -> Json:
        return self._room("body").schema()

    def blank(self) -> Any:
        return self._room("editing").blank()

    def check(self, body: Any) -> Sequence[Problem]:
        found: Sequence[Problem] = self._room("checks").check(body)
        return found

    def prove(self, body: Any, seconds: float) -> Sequence[Problem]:
        found: Sequence[Problem] = self._room("checks").prove(body, seconds)
        return found

    @property
    def measures(self) -> bool:
        return hasattr(self._room("checks"), "survey")

    def survey(self, body: Any, target: int) -> Survey:
        measure = getattr(self._room("checks"), "survey", None)
        return measure(body, target) if measure else Survey()

    # rules

    def build(self, body: Any) -> Any:
        return self._room("body").build(body)

    def start(self, board: Any, seats: int, options: Options) -> State:
        state: State = self._room("rules").start(board, seats, options)
        return state

    def restore(self, board: Any, dump: Json) -> State:
        state: State = self._room("rules").restore(board, dump)
        return state

    def grid(self, body: Any) -> Grid:
        grid: Grid = self._room("body").grid(body)
        return grid

    # words

    def describe(self, state: State, action: Action) -> str:
        return str(self._room("words").describe(state, action))

    def button(self, state: State, action: Action) -> str:
        return str(self._room("words").button(state, action))

    def events(self, before: State, action: Action, after: State) -> list[Event]:
        told: list[Event] = self._room("words").events(before, action, after)
        return told

    def reckoning(self, state: State) -> Reckoning:
        table: Reckoning = self._room("words").reckoning(state)
        return table

    # play view

    def picture(self, state: State, seat: int) -> Picture:
        shown: Picture = self._room("drawing.picture").picture(state, seat)
        return shown

    def panel(self, state: State, seat: int) -> Panel:
        beside: Panel = self._room("panel").panel(state, seat)
        return beside

    def target(self, state: State, action: Action) -> int:
        return int(self._room("drawing.picture").target(state, action))

    def preview(self, state: State, action: Action) -> Picture | None:
        ghost: Picture | None = self._room("drawing.picture").preview(state, action)
        return ghost

    def plan(self, state: State, target: int) -> Plan | None:
        think = getattr(self._room("drawing.picture"), "plan", None)
        return think(state, target) if think else None

    # editor

    def sketch(self, body: Any, still: bool = False) -> Picture:
        shown: Picture = self._room("drawing.sketch").sketch(body, still)
        return shown

    def palette(self, body: Any) -> Sequence[StampGroup]:
        groups: Sequence[StampGroup] = self._room("drawing.sketch").palette(body)
        return groups

    def ghost(self, body: Any, target: int, stamp: Stamp) -> Picture | None:
        ghost: Picture | None = self._room("drawing.sketch").ghost(body, target, stamp)
        return ghost

    def stamp(self, body: Any, target: int, stamp: Stamp) -> Any:
        return self._room("editing").stamp(body, target, stamp)

    def pick(self, body: Any, target: int) -> Stamp:
        stamp: Stamp = self._room("editing").pick(body, target)
        return stamp

    def eraser(self, body: Any, target: int) -> Stamp:
        stamp: Stamp = self._room("editing").eraser(body, target)
        return stamp

    def turned(self, body: Any, stamp: Stamp, turns: int) -> Stamp:
        after: Stamp = self._room("editing").turned(body, stamp, turns)
        return after

    def mirrored(self, body: Any, stamp: Stamp, upright: bool) -> Stamp:
        after: Stamp = self._room("editing").mirrored(body, stamp, upright)
        return after

    def resized(self, body: Any, left: int, top: int, right: int, bottom: int) -> Any:
        return self._room("editing").resized(body, left, top, right, bottom)

    def form(self, body: Any, target: int) -> Sequence[Section]:
        sections: Sequence[Section] = self._room("editing").form(body, target)
        return sections

    def set_field(self, body: Any, target: int, key: str, value: str | int | bool) -> Any:
        return self._room("editing").set_field(body, target, key, value)

    # bots

    def evaluate(self, state: State, seat: int) -> float:
        return float(self._room("value").evaluate(state, seat))
