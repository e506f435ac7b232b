"""A game that only hands each question to the module of its package that answers it.

Modules are imported when first asked, so that a simulation never loads msgspec, networkx or any drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Generic, NamedTuple, cast

from studio.core.cancellation import Patience
from studio.core.form import Stamp, Survey
from studio.core.game import Action, B, D, GameInfo, S
from studio.core.panel import Answer, Plan, Reason
from studio.core.picture import Picture
from studio.core.pieces import Bench, Need, PatternRow, PieceSet
from studio.core.problems import Problem
from studio.core.protocols import GameOf

if TYPE_CHECKING:
    from studio.core.book import Book, Explanation
    from studio.core.form import Section, StampGroup
    from studio.core.game import Event, Json, Options, Value
    from studio.core.generation import Recipe, Template
    from studio.core.grid import Grid
    from studio.core.panel import Panel, Reckoning
    from studio.core.picture import Styles
    from studio.core.pieces import CutOuts
    from studio.core.protocols import (
        AnswersRoom,
        BodyRoom,
        ChecksRoom,
        CutOutsRoom,
        EditingRoom,
        MakingRoom,
        PanelRoom,
        PictureRoom,
        RulesRoom,
        SceneOf,
        SketchRoom,
        StyleRoom,
        TallyOf,
        TallyRoom,
        ValueRoom,
        WordsRoom,
        WorkshopRoom,
    )


class Suite(NamedTuple, Generic[B, D, S]):
    """All rooms of one game. A game's door names them in one of these for mypy, which holds each to its protocol."""

    body: BodyRoom[B, D]
    rules: RulesRoom[D, S]
    words: WordsRoom[S]
    checks: ChecksRoom[B]
    editing: EditingRoom[B]
    making: MakingRoom[B]
    picture: PictureRoom[S]
    sketch: SketchRoom[B]
    cutouts: CutOutsRoom[B]
    workshop: WorkshopRoom[B]
    style: StyleRoom
    answers: AnswersRoom[S]
    panel: PanelRoom[S]
    value: ValueRoom[S]
    tally: TallyRoom[D, S]


class Rooms(GameOf[B, D, S]):
    """The game of a package; each answer is described at its room in `studio.core.game`."""

    def __init__(self, package: str, info: Callable[[], GameInfo]) -> None:
        self._package = package
        self._info = info

    @property
    def info(self) -> GameInfo:
        """Made anew each time, since its words follow the language that is chosen."""
        return self._info()

    def _room(self, name: str) -> object:
        return import_module(f"{self._package}.{name}")

    # the rooms; the game's door holds each to its protocol

    @cached_property
    def _body(self) -> BodyRoom[B, D]:
        return cast("BodyRoom[B, D]", self._room("body"))

    @cached_property
    def _rules(self) -> RulesRoom[D, S]:
        return cast("RulesRoom[D, S]", self._room("rules"))

    @cached_property
    def _words(self) -> WordsRoom[S]:
        return cast("WordsRoom[S]", self._room("text"))

    @cached_property
    def _checks(self) -> ChecksRoom[B]:
        return cast("ChecksRoom[B]", self._room("checks"))

    @cached_property
    def _editing(self) -> EditingRoom[B]:
        return cast("EditingRoom[B]", self._room("editing"))

    @cached_property
    def _making(self) -> MakingRoom[B]:
        return cast("MakingRoom[B]", self._room("generation"))

    @cached_property
    def _picture(self) -> PictureRoom[S]:
        return cast("PictureRoom[S]", self._room("drawing.picture"))

    @cached_property
    def _sketch(self) -> SketchRoom[B]:
        return cast("SketchRoom[B]", self._room("drawing.sketch"))

    @cached_property
    def _cutouts(self) -> CutOutsRoom[B]:
        return cast("CutOutsRoom[B]", self._room("drawing.sketch"))

    @cached_property
    def _workshop(self) -> WorkshopRoom[B]:
        return cast("WorkshopRoom[B]", self._room("drawing.piece_editor"))

    @cached_property
    def _answers(self) -> AnswersRoom[S]:
        return cast("AnswersRoom[S]", self._room("place_info"))

    @cached_property
    def _panel(self) -> PanelRoom[S]:
        return cast("PanelRoom[S]", self._room("panel"))

    @cached_property
    def _value(self) -> ValueRoom[S]:
        return cast("ValueRoom[S]", self._room("evaluation"))

    @cached_property
    def _tally(self) -> TallyRoom[D, S]:
        return cast("TallyRoom[D, S]", self._room("stats"))

    # documents

    def parse(self, raw: Json) -> B:
        return self._body.parse(raw)

    def plain(self, body: B) -> Json:
        return self._body.plain(body)

    def schema(self) -> Json:
        return self._body.schema()

    def grid(self, body: B) -> Grid:
        return self._body.grid(body)

    def build(self, body: B) -> D:
        return self._body.build(body)

    def most_seats(self, body: B) -> int:
        return self._body.most_seats(body)

    def seats(self, body: B) -> range:
        info = self.info
        return range(info.least_seats, min(info.most_seats, self.most_seats(body)) + 1)

    # rules

    def start(self, board: D, seats: int, options: Options) -> S:
        return self._rules.start(board, seats, options)

    def restore(self, board: D, dump: Json) -> S:
        return self._rules.restore(board, dump)

    def restated(self, state: S, action: Action) -> Sequence[Action]:
        return self._rules.restated(state, action)

    # words

    def describe(self, state: S, action: Action) -> str:
        return self._words.describe(state, action)

    def button(self, state: S, action: Action) -> str:
        return self._words.button(state, action)

    def turn(self, state: S) -> str:
        return self._words.turn(state)

    def events(self, before: S, action: Action, after: S) -> list[Event]:
        return self._words.events(before, action, after)

    def figures(self, state: S, seat: int) -> Mapping[str, int | str]:
        return self._words.figures(state, seat)

    def reckoning(self, state: S) -> Reckoning:
        return self._words.reckoning(state)

    def book(self) -> Book:
        return self._words.book()

    def clause(self, state: S) -> str:
        return self._words.clause(state)

    def scene(self, name: str) -> SceneOf[S]:
        return self._words.scene(name)

    # checks

    def check(self, body: B) -> Sequence[Problem]:
        return self._checks.check(body)

    def prove(self, body: B, patience: Patience) -> Sequence[Problem]:
        return self._checks.prove(body, patience)

    def survey(self, body: B, target: int, patience: Patience) -> Survey:
        return self._checks.survey(body, target, patience)

    def codes(self) -> Sequence[str]:
        return self._checks.codes()

    def explain(self, code: str) -> Explanation:
        return self._checks.explain(code)

    @property
    def measures(self) -> bool:
        from studio.core import defaults

        return self._checks.survey is not defaults.survey

    # editing

    def blank(self) -> B:
        return self._editing.blank()

    def stamp(self, body: B, target: int, stamp: Stamp) -> B:
        return self._editing.stamp(body, target, stamp)

    def pick(self, body: B, target: int) -> Stamp:
        return self._editing.pick(body, target)

    def eraser(self, body: B, target: int) -> Stamp:
        return self._editing.eraser(body, target)

    def turned(self, body: B, stamp: Stamp, turns: int) -> Stamp:
        return self._editing.turned(body, stamp, turns)

    def mirrored(self, body: B, stamp: Stamp, upright: bool) -> Stamp:
        return self._editing.mirrored(body, stamp, upright)

    def complete(self, body: B, cells: Collection[int], seed: int, patience: Patience) -> B:
        return self._editing.complete(body, cells, seed, patience)

    @property
    def completes(self) -> bool:
        from studio.core import defaults

        return self._editing.complete is not defaults.complete

    def coasted(self, body: B, edges: Mapping[int, bool]) -> tuple[B, Mapping[int, str]]:
        return self._editing.coasted(body, edges)

    @property
    def coasts(self) -> bool:
        from studio.core import defaults

        return self._editing.coasted is not defaults.coasted

    def resized(self, body: B, left: int, top: int, right: int, bottom: int) -> B:
        return self._editing.resized(body, left, top, right, bottom)

    def form(self, body: B, target: int) -> Sequence[Section]:
        return self._editing.form(body, target)

    def set_field(self, body: B, target: int, key: str, value: Value) -> B:
        return self._editing.set_field(body, target, key, value)

    # making

    def templates(self) -> Sequence[Template]:
        return self._making.templates()

    def choices(self, recipe: Recipe) -> Sequence[Section]:
        return self._making.choices(recipe)

    def make(self, recipe: Recipe, seed: int) -> B:
        return self._making.make(recipe, seed)

    # drawing

    def picture(self, state: S, seat: int) -> Picture:
        return self._picture.picture(state, seat)

    def target(self, state: S, action: Action) -> int:
        return self._picture.target(state, action)

    def preview(self, state: S, action: Action) -> Picture | None:
        return self._picture.preview(state, action)

    def as_laid(self, state: S, action: Action) -> Picture | None:
        return self._picture.as_laid(state, action)

    def turned_up(self, state: S, outcome: Action) -> Picture | None:
        return self._picture.turned_up(state, outcome)

    def plan(self, state: S, target: int) -> Plan | None:
        return self._picture.plan(state, target)

    def sketch(self, body: B, still: bool = False) -> Picture:
        return self._sketch.sketch(body, still)

    def palette(self, body: B) -> Sequence[StampGroup]:
        return self._sketch.palette(body)

    def ghost(self, body: B, target: int, stamp: Stamp) -> Picture | None:
        return self._sketch.ghost(body, target, stamp)

    def cut_outs(self, body: B) -> CutOuts:
        return self._cutouts.cut_outs(body)

    # the workshop

    def pieces(self, body: B) -> PieceSet:
        return self._workshop.pieces(body)

    def bench(self, body: B, piece: str, turn: int) -> Bench:
        return self._workshop.bench(body, piece, turn)

    def patterns(self, body: B) -> Sequence[PatternRow]:
        return self._workshop.patterns(body)

    def needs(self, body: B, patience: Patience) -> Sequence[Need]:
        return self._workshop.needs(body, patience)

    def added(self, body: B, what: str, count: int) -> B:
        return self._workshop.added(body, what, count)

    def duplicated(self, body: B, piece: str) -> B:
        return self._workshop.duplicated(body, piece)

    def removed(self, body: B, piece: str) -> B:
        return self._workshop.removed(body, piece)

    def imported(self, body: B, other: B, pieces: Collection[str]) -> B:
        return self._workshop.imported(body, other, pieces)

    @property
    def has_workshop(self) -> bool:
        from studio.core import defaults

        return self._workshop.pieces is not defaults.pieces

    @property
    def styles(self) -> Styles:
        return cast("StyleRoom", self._room("style")).STYLES

    # asking the board

    def why_not(self, state: S, place: int, turn: int = -1) -> Reason | None:
        return self._answers.why_not(state, place, turn)

    def about(self, state: S, place: int, seat: int) -> Answer | None:
        return self._answers.about(state, place, seat)

    # beside the board, bots, the laboratory

    def panel(self, state: S, seat: int) -> Panel:
        return self._panel.panel(state, seat)

    def evaluate(self, state: S, seat: int) -> float:
        return self._value.evaluate(state, seat)

    def foresee(self, state: S, seat: int) -> Mapping[Action, float]:
        return self._value.foresee(state, seat)

    def tally(self) -> TallyOf[S]:
        return self._tally.tally()

    def titles(self) -> Mapping[str, str]:
        return self._tally.titles()

    def ground(self, board: D) -> Collection[int]:
        return self._tally.ground(board)
