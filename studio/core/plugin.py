"""A game that only hands each question to the module of its package that answers it.

Modules are imported when first asked, so that a simulation never loads msgspec, networkx or any drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Generic, NamedTuple, cast

from studio.core.cancellation import CancelToken
from studio.core.form import Stamp, Survey
from studio.core.game import Action, B, D, GameInfo, S
from studio.core.panel import IllegalReason, PlaceInfo, Plan
from studio.core.picture import Picture
from studio.core.pieces import MissingPieces, PatternRow, PieceDetail, PieceSet
from studio.core.problems import Problem
from studio.core.protocols import GameOf

if TYPE_CHECKING:
    from studio.core.book import Book, Explanation
    from studio.core.form import Section, StampGroup
    from studio.core.game import Event, Json, Options, Value
    from studio.core.generation import Recipe, Template
    from studio.core.grid import Grid
    from studio.core.panel import Panel, ScoreBreakdown
    from studio.core.picture import Styles
    from studio.core.pieces import CutOuts
    from studio.core.protocols import (
        BodyProtocol,
        BookPositionProtocol,
        ChecksProtocol,
        CutOutsProtocol,
        EditingProtocol,
        EvaluationProtocol,
        GenerationProtocol,
        PanelProtocol,
        PictureProtocol,
        PiecesProtocol,
        PlaceInfoProtocol,
        RulesProtocol,
        SketchProtocol,
        StatsCollector,
        StatsProtocol,
        StyleProtocol,
        TextProtocol,
    )


class GameModules(NamedTuple, Generic[B, D, S]):
    """All rooms of one game. A game's door names them in one of these for mypy, which holds each to its protocol."""

    body: BodyProtocol[B, D]
    rules: RulesProtocol[D, S]
    text: TextProtocol[S]
    checks: ChecksProtocol[B]
    editing: EditingProtocol[B]
    generation: GenerationProtocol[B]
    picture: PictureProtocol[S]
    sketch: SketchProtocol[B]
    cutouts: CutOutsProtocol[B]
    pieces: PiecesProtocol[B]
    style: StyleProtocol
    place_info: PlaceInfoProtocol[S]
    panel: PanelProtocol[S]
    evaluation: EvaluationProtocol[S]
    stats: StatsProtocol[D, S]


class GamePlugin(GameOf[B, D, S]):
    """The game of a package; each answer is described at its room in `studio.core.game`."""

    def __init__(self, package: str, info: Callable[[], GameInfo]) -> None:
        self._package = package
        self._info = info

    @property
    def info(self) -> GameInfo:
        """Made anew each time, since its words follow the language that is chosen."""
        return self._info()

    def _module(self, name: str) -> object:
        return import_module(f"{self._package}.{name}")

    # the rooms; the game's door holds each to its protocol

    @cached_property
    def _body(self) -> BodyProtocol[B, D]:
        return cast("BodyProtocol[B, D]", self._module("body"))

    @cached_property
    def _rules(self) -> RulesProtocol[D, S]:
        return cast("RulesProtocol[D, S]", self._module("rules"))

    @cached_property
    def _text(self) -> TextProtocol[S]:
        return cast("TextProtocol[S]", self._module("text"))

    @cached_property
    def _checks(self) -> ChecksProtocol[B]:
        return cast("ChecksProtocol[B]", self._module("checks"))

    @cached_property
    def _editing(self) -> EditingProtocol[B]:
        return cast("EditingProtocol[B]", self._module("editing"))

    @cached_property
    def _generation(self) -> GenerationProtocol[B]:
        return cast("GenerationProtocol[B]", self._module("generation"))

    @cached_property
    def _picture(self) -> PictureProtocol[S]:
        return cast("PictureProtocol[S]", self._module("drawing.picture"))

    @cached_property
    def _sketch(self) -> SketchProtocol[B]:
        return cast("SketchProtocol[B]", self._module("drawing.sketch"))

    @cached_property
    def _cutouts(self) -> CutOutsProtocol[B]:
        return cast("CutOutsProtocol[B]", self._module("drawing.sketch"))

    @cached_property
    def _pieces(self) -> PiecesProtocol[B]:
        return cast("PiecesProtocol[B]", self._module("drawing.piece_editor"))

    @cached_property
    def _place_info(self) -> PlaceInfoProtocol[S]:
        return cast("PlaceInfoProtocol[S]", self._module("place_info"))

    @cached_property
    def _panel(self) -> PanelProtocol[S]:
        return cast("PanelProtocol[S]", self._module("panel"))

    @cached_property
    def _evaluation(self) -> EvaluationProtocol[S]:
        return cast("EvaluationProtocol[S]", self._module("evaluation"))

    @cached_property
    def _stats(self) -> StatsProtocol[D, S]:
        return cast("StatsProtocol[D, S]", self._module("stats"))

    # documents

    def parse(self, raw: Json) -> B:
        return self._body.parse(raw)

    def to_plain(self, body: B) -> Json:
        return self._body.to_plain(body)

    def schema(self) -> Json:
        return self._body.schema()

    def grid(self, body: B) -> Grid:
        return self._body.grid(body)

    def build(self, body: B) -> D:
        return self._body.build(body)

    def max_seats(self, body: B) -> int:
        return self._body.max_seats(body)

    def seats(self, body: B) -> range:
        info = self.info
        return range(info.min_seats, min(info.max_seats, self.max_seats(body)) + 1)

    # rules

    def start(self, board: D, seats: int, options: Options) -> S:
        return self._rules.start(board, seats, options)

    def restore(self, board: D, dump: Json) -> S:
        return self._rules.restore(board, dump)

    def migrate_action(self, state: S, action: Action) -> Sequence[Action]:
        return self._rules.migrate_action(state, action)

    # words

    def describe(self, state: S, action: Action) -> str:
        return self._text.describe(state, action)

    def button_text(self, state: S, action: Action) -> str:
        return self._text.button_text(state, action)

    def turn_title(self, state: S) -> str:
        return self._text.turn_title(state)

    def events(self, before: S, action: Action, after: S) -> list[Event]:
        return self._text.events(before, action, after)

    def goal_values(self, state: S, seat: int) -> Mapping[str, int | str]:
        return self._text.goal_values(state, seat)

    def score_breakdown(self, state: S) -> ScoreBreakdown:
        return self._text.score_breakdown(state)

    def book(self) -> Book:
        return self._text.book()

    def clause(self, state: S) -> str:
        return self._text.clause(state)

    def book_position(self, name: str) -> BookPositionProtocol[S]:
        return self._text.book_position(name)

    # checks

    def check(self, body: B) -> Sequence[Problem]:
        return self._checks.check(body)

    def verify(self, body: B, cancel: CancelToken) -> Sequence[Problem]:
        return self._checks.verify(body, cancel)

    def survey(self, body: B, target: int, cancel: CancelToken) -> Survey:
        return self._checks.survey(body, target, cancel)

    def codes(self) -> Sequence[str]:
        return self._checks.codes()

    def explain(self, code: str) -> Explanation:
        return self._checks.explain(code)

    @property
    def has_survey(self) -> bool:
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

    def rotate_stamp(self, body: B, stamp: Stamp, turns: int) -> Stamp:
        return self._editing.rotate_stamp(body, stamp, turns)

    def mirror_stamp(self, body: B, stamp: Stamp, upright: bool) -> Stamp:
        return self._editing.mirror_stamp(body, stamp, upright)

    def complete(self, body: B, cells: Collection[int], seed: int, cancel: CancelToken) -> B:
        return self._editing.complete(body, cells, seed, cancel)

    @property
    def can_complete(self) -> bool:
        from studio.core import defaults

        return self._editing.complete is not defaults.complete

    def paint_coast(self, body: B, edges: Mapping[int, bool]) -> tuple[B, Mapping[int, str]]:
        return self._editing.paint_coast(body, edges)

    @property
    def can_paint_coast(self) -> bool:
        from studio.core import defaults

        return self._editing.paint_coast is not defaults.paint_coast

    def resize(self, body: B, left: int, top: int, right: int, bottom: int) -> B:
        return self._editing.resize(body, left, top, right, bottom)

    def form(self, body: B, target: int) -> Sequence[Section]:
        return self._editing.form(body, target)

    def set_field(self, body: B, target: int, key: str, value: Value) -> B:
        return self._editing.set_field(body, target, key, value)

    # making

    def templates(self) -> Sequence[Template]:
        return self._generation.templates()

    def choices(self, recipe: Recipe) -> Sequence[Section]:
        return self._generation.choices(recipe)

    def make(self, recipe: Recipe, seed: int) -> B:
        return self._generation.make(recipe, seed)

    # drawing

    def picture(self, state: S, seat: int) -> Picture:
        return self._picture.picture(state, seat)

    def target(self, state: S, action: Action) -> int:
        return self._picture.target(state, action)

    def preview(self, state: S, action: Action) -> Picture | None:
        return self._picture.preview(state, action)

    def rotated_hand(self, state: S, action: Action) -> Picture | None:
        return self._picture.rotated_hand(state, action)

    def revealed_picture(self, state: S, outcome: Action) -> Picture | None:
        return self._picture.revealed_picture(state, outcome)

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
        return self._pieces.pieces(body)

    def piece_detail(self, body: B, piece: str, turn: int) -> PieceDetail:
        return self._pieces.piece_detail(body, piece, turn)

    def patterns(self, body: B) -> Sequence[PatternRow]:
        return self._pieces.patterns(body)

    def missing_pieces(self, body: B, cancel: CancelToken) -> Sequence[MissingPieces]:
        return self._pieces.missing_pieces(body, cancel)

    def add_pieces(self, body: B, what: str, count: int) -> B:
        return self._pieces.add_pieces(body, what, count)

    def duplicate_piece(self, body: B, piece: str) -> B:
        return self._pieces.duplicate_piece(body, piece)

    def remove_piece(self, body: B, piece: str) -> B:
        return self._pieces.remove_piece(body, piece)

    def import_pieces(self, body: B, other: B, pieces: Collection[str]) -> B:
        return self._pieces.import_pieces(body, other, pieces)

    @property
    def has_piece_editor(self) -> bool:
        from studio.core import defaults

        return self._pieces.pieces is not defaults.pieces

    @property
    def styles(self) -> Styles:
        return cast("StyleProtocol", self._module("style")).STYLES

    # asking the board

    def why_not(self, state: S, place: int, turn: int = -1) -> IllegalReason | None:
        return self._place_info.why_not(state, place, turn)

    def describe_place(self, state: S, place: int, seat: int) -> PlaceInfo | None:
        return self._place_info.describe_place(state, place, seat)

    # beside the board, bots, the laboratory

    def panel(self, state: S, seat: int) -> Panel:
        return self._panel.panel(state, seat)

    def evaluate(self, state: S, seat: int) -> float:
        return self._evaluation.evaluate(state, seat)

    def estimate_moves(self, state: S, seat: int) -> Mapping[Action, float]:
        return self._evaluation.estimate_moves(state, seat)

    def new_collector(self) -> StatsCollector[S]:
        return self._stats.new_collector()

    def titles(self) -> Mapping[str, str]:
        return self._stats.titles()

    def map_cells(self, board: D) -> Collection[int]:
        return self._stats.map_cells(board)
