"""Die Neuen Entdecker (Klaus Teuber, 2001): rules N0–N15 on the sea tiles T1–T9.

The game object only hands each question to the module that answers it; modules are imported when first asked, so
that a simulation never loads msgspec, networkx or any drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from studio.core.form import Section, Stamp, StampGroup
from studio.core.game import Action, Event, GameInfo, Json, Option, Options
from studio.core.grid import SquareGrid
from studio.core.panel import Panel, Reckoning
from studio.core.picture import Picture
from studio.core.problems import Problem
from studio.core.text import _

if TYPE_CHECKING:
    from studio.games.neue_entdecker.body import Body
    from studio.games.neue_entdecker.rules import Board, State


class NeueEntdecker:
    """The game as the rest of the house sees it."""

    @property
    def info(self) -> GameInfo:
        return GameInfo(
            slug="neue_entdecker",
            name="Die Neuen Entdecker",
            author="Klaus Teuber",
            year=2001,
            least_seats=2,
            most_seats=4,
            options=(
                Option(
                    "chief_scouts",
                    _("Chief scouts"),
                    _("Scouts are numbered; each seat secretly names two that count double (Fritz Gruber)."),
                ),
            ),
            version=1,
            blurb=_("Sail from the rim, uncover islands tile by tile, and send your scouts up the jungle paths."),
        )

    # documents

    def parse(self, raw: Json) -> Body:
        from studio.games.neue_entdecker import body

        return body.parse(raw)

    def plain(self, body: Body) -> Json:
        from studio.games.neue_entdecker import body as module

        return module.plain(body)

    def schema(self) -> Json:
        from studio.games.neue_entdecker import body

        return body.schema()

    def blank(self) -> Body:
        from studio.games.neue_entdecker import editing

        return editing.blank()

    def check(self, body: Body) -> Sequence[Problem]:
        from studio.games.neue_entdecker import checks

        return checks.check(body)

    def prove(self, body: Body, seconds: float) -> Sequence[Problem]:
        from studio.games.neue_entdecker import checks

        return checks.prove(body, seconds)

    # rules

    def build(self, body: Body) -> Board:
        from studio.games.neue_entdecker import build

        return build.build(body)

    def start(self, board: Board, seats: int, options: Options) -> State:
        from studio.games.neue_entdecker import rules

        return rules.start(board, seats, options)

    def restore(self, board: Board, dump: Json) -> State:
        from studio.games.neue_entdecker import rules

        return rules.restore(board, dump)

    def grid(self, body: Body) -> SquareGrid:
        return SquareGrid(len(body.spaces[0]), len(body.spaces))

    # words

    def describe(self, state: State, action: Action) -> str:
        from studio.games.neue_entdecker import words

        return words.describe(state, action)

    def button(self, state: State, action: Action) -> str:
        from studio.games.neue_entdecker import words

        return words.button(state, action)

    def events(self, before: State, action: Action, after: State) -> list[Event]:
        from studio.games.neue_entdecker import words

        return words.events(before, action, after)

    def reckoning(self, state: State) -> Reckoning:
        from studio.games.neue_entdecker import words

        return words.reckoning(state)

    # play view

    def picture(self, state: State, seat: int) -> Picture:
        from studio.games.neue_entdecker import picture

        return picture.picture(state, seat)

    def panel(self, state: State, seat: int) -> Panel:
        from studio.games.neue_entdecker import panel

        return panel.panel(state, seat)

    def target(self, state: State, action: Action) -> int:
        from studio.games.neue_entdecker import picture

        return picture.target(state, action)

    def preview(self, state: State, action: Action) -> Picture | None:
        from studio.games.neue_entdecker import picture

        return picture.preview(state, action)

    # editor

    def sketch(self, body: Body) -> Picture:
        from studio.games.neue_entdecker import sketch

        return sketch.sketch(body)

    def palette(self, body: Body) -> Sequence[StampGroup]:
        from studio.games.neue_entdecker import sketch

        return sketch.palette(body)

    def ghost(self, body: Body, target: int, stamp: Stamp) -> Picture | None:
        from studio.games.neue_entdecker import sketch

        return sketch.ghost(body, target, stamp)

    def stamp(self, body: Body, target: int, stamp: Stamp) -> Body:
        from studio.games.neue_entdecker import editing

        return editing.stamp(body, target, stamp)

    def pick(self, body: Body, target: int) -> Stamp:
        from studio.games.neue_entdecker import editing

        return editing.pick(body, target)

    def eraser(self, body: Body, target: int) -> Stamp:
        from studio.games.neue_entdecker import editing

        return editing.eraser(body, target)

    def turned(self, body: Body, stamp: Stamp, turns: int) -> Stamp:
        from studio.games.neue_entdecker import editing

        return editing.turned(body, stamp, turns)

    def mirrored(self, body: Body, stamp: Stamp, upright: bool) -> Stamp:
        from studio.games.neue_entdecker import editing

        return editing.mirrored(body, stamp, upright)

    def resized(self, body: Body, left: int, top: int, right: int, bottom: int) -> Body:
        from studio.games.neue_entdecker import editing

        return editing.resized(body, left, top, right, bottom)

    def form(self, body: Body, target: int) -> Sequence[Section]:
        from studio.games.neue_entdecker import editing

        return editing.form(body, target)

    def set_field(self, body: Body, target: int, key: str, value: str | int | bool) -> Body:
        from studio.games.neue_entdecker import editing

        return editing.set_field(body, target, key, value)

    # bots

    def evaluate(self, state: Any, seat: int) -> float:
        from studio.games.neue_entdecker import value

        return value.evaluate(state, seat)


GAME = NeueEntdecker()
