"""What a game answers about its layouts: as data, checked, edited, made, drawn, printed, its pieces changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from studio.core.game import (
    Action,
    B,
    B_in,
    B_out,
    Body,
    D_in,
    D_out,
    Event,
    Json,
    Options,
    S,
    S_in,
    S_out,
    Value,
)

if TYPE_CHECKING:
    from studio.core.book import Book, Explanation
    from studio.core.cancellation import CancelToken
    from studio.core.form import Section, Stamp, StampGroup, Survey
    from studio.core.generation import Recipe, Template
    from studio.core.grid import Grid
    from studio.core.panel import IllegalReason, Panel, PlaceInfo, Plan, ScoreBreakdown
    from studio.core.picture import Picture, Styles
    from studio.core.pieces import CutOuts, MissingPieces, PatternRow, PieceDetail, PieceSet
    from studio.core.problems import Problem


class BodyProtocol(Protocol[B, D_out]):
    """`body`: layouts as data, and the board made of them."""

    def parse(self, raw: Json) -> B:
        """The layout body from plain data. Raises `ValueError` with one clear sentence and its place."""

    def to_plain(self, body: B) -> Json:
        """The body as plain data, keys in canonical order."""

    def schema(self) -> Json:
        """JSON Schema of the body."""

    def grid(self, body: B) -> Grid:
        """The spaces of the body and their neighbours."""

    def build(self, body: B) -> D_out:
        """The immutable board of a body without errors."""

    def max_seats(self, body: B) -> int:
        """How many seats the layout serves; the game itself may have fewer."""


class ChecksProtocol(Protocol[B_in]):
    """`checks`: what is wrong with a layout, or worth knowing of it."""

    def check(self, body: B_in) -> Sequence[Problem]:
        """All quick findings, worst first. Never raises for a body that `parse` accepts."""

    def verify(self, body: B_in, cancel: CancelToken) -> Sequence[Problem]:
        """Slow findings (can this board be completed?), to be run off the user interface's thread.

        Looks at its patience every few hundredths of a second. When that is spent it never raises: it answers what was
        found so far, and last a finding that says so, whose code ends in ".undecided" (`studio.core.patience.as_far`).
        """

    def survey(self, body: B_in, target: int, cancel: CancelToken) -> Survey:
        """Figures, tables and overlays for a layout, asked about one of its `choices` (-1: its own first choice).

        May be slow and runs off the user interface's thread. Looks at its patience as `prove` does and raises `Spent`
        when that is spent; raises nothing else for a body that `parse` accepts.
        """

    def codes(self) -> Sequence[str]:
        """The codes of all findings that `check` and `prove` can give, and of those about any layout's file."""

    def explain(self, code: str) -> Explanation:
        """What all findings with a code are about. Raises `KeyError` for a code that is not among `codes`."""


class EditingProtocol(Protocol[B]):
    """`editing`: pure edits of a layout. Body in, body out."""

    def blank(self) -> B:
        """The body that File → New starts from."""

    def stamp(self, body: B, target: int, stamp: Stamp) -> B:
        """A pure edit; the same body if it changes nothing or does not go there."""

    def pick(self, body: B, target: int) -> Stamp:
        """The stamp that would paint what is there."""

    def eraser(self, body: B, target: int) -> Stamp:
        """The stamp that clears a target (an undiscovered space; the default edge)."""

    def rotate_stamp(self, body: B, stamp: Stamp, turns: int) -> Stamp:
        """The stamp after so many quarter turns (sixths on hexagons) clockwise."""

    def mirror_stamp(self, body: B, stamp: Stamp, upright: bool) -> Stamp:
        """The stamp as a mirror shows it; `upright` mirrors east and west, else north and south."""

    def complete(self, body: B, cells: Collection[int], seed: int, cancel: CancelToken) -> B:
        """The body with tiles on all undiscovered spaces among `cells` (none named: on all of them), within the supply.

        Any completion that the rules allow may come, always the same for the same seed. May be slow and runs off the
        user interface's thread. Raises `Incompletable` with a sentence when there is none, `Spent` when the patience
        ends first.
        """

    def paint_coast(self, body: B, edges: Mapping[int, bool]) -> tuple[B, Mapping[int, str]]:
        """The body with land (True) or sea on edges between spaces, given as edge targets; what lies there follows.

        The same whatever the order of the edges. Beside the body stands, by cell, the reason why nothing can lie there.
        """

    def resize(self, body: B, left: int, top: int, right: int, bottom: int) -> B:
        """Rows and columns added (negative: taken away) on each side. Raises `ValueError` with a sentence."""

    def form(self, body: B, target: int) -> Sequence[Section]:
        """The inspector for a target, or for the whole layout when it is -1."""

    def set_field(self, body: B, target: int, key: str, value: Value) -> B:
        """A pure edit. Raises `ValueError` with a sentence when the value cannot be."""


class GenerationProtocol(Protocol[B_out]):
    """`making`: whole new layouts from a few choices. What one chose is a recipe: a value by the key of each choice."""

    def templates(self) -> Sequence[Template]:
        """Recipes to start from, "box" first: as the published game has it. All of them have the same keys."""

    def choices(self, recipe: Recipe) -> Sequence[Section]:
        """What there is to choose, with what a recipe chose. "columns" and "rows" are the size in every game.

        A field may be missing when other choices leave it nothing to say; what the recipe has for it is kept.
        """

    def make(self, recipe: Recipe, seed: int) -> B_out:
        """The layout of a recipe whose values its choices allow: always the same for the same seed, without errors.

        Raises `ValueError` with a sentence that says what to change when there is none.
        """


class SketchProtocol(Protocol[B_in]):
    """`drawing.sketch`: a layout in the editor, and what can be painted on it."""

    def sketch(self, body: B_in, still: bool = False) -> Picture:
        """The layout as the editor shows it. Targets: cells, and rim edges as `edge_target(cell, side)`.

        In a `still` picture, on which nobody draws, ornaments may make way for what lies on the board.
        """

    def palette(self, body: B_in) -> Sequence[StampGroup]:
        """The stamps that can be painted with, in titled groups."""

    def ghost(self, body: B_in, target: int, stamp: Stamp) -> Picture | None:
        """What the stamp would look like there."""

    def cut_outs(self, body: B_in) -> CutOuts:
        """The board and all pieces that are printed, each as often as the box has it. Never raises for a body that
        `parse` accepts."""


class PiecesProtocol(Protocol[B]):
    """`drawing.workshop`: the pieces of a layout, to be looked at and changed.

    What is shown here says with which fields of the layout's form it is changed; what no field can do is an edit here.
    All of it works for every body that `parse` accepts, whatever the checks say of it.
    """

    def pieces(self, body: B) -> PieceSet:
        """The whole set. Its entries have keys of their own, in the order of the set."""

    def piece_detail(self, body: B, piece: str, turn: int) -> PieceDetail:
        """One entry of the set, large and turned so often."""

    def patterns(self, body: B) -> Sequence[PatternRow]:
        """The ways that pieces of this game can look, in rows; none where there is nothing to tell of them."""

    def missing_pieces(self, body: B, cancel: CancelToken) -> Sequence[MissingPieces]:
        """What the set lacks for the proof: how many more pieces of which patterns.

        May be slow and runs off the user interface's thread. Raises `Spent` when the patience is spent.
        """

    def add_pieces(self, body: B, what: str, count: int) -> B:
        """The set with so many more pieces of a pattern, or a new entry of a sort that it `makes`.

        An entry that has the pattern already gets more; else there is a new one. Raises `ValueError` with a sentence.
        """

    def duplicate_piece(self, body: B, piece: str) -> B:
        """The set with another entry like this one behind it, under another name. Raises `ValueError`."""

    def remove_piece(self, body: B, piece: str) -> B:
        """The set without an entry. Raises `ValueError` with a sentence: where it still lies, or why it must stay."""

    def import_pieces(self, body: B, other: B, pieces: Collection[str]) -> B:
        """The set with entries of another layout. Raises `ValueError` with a sentence when they have no room.

        One that is there already, by name and look, gives its counts; one whose name is taken gets another name.
        """


class StyleProtocol(Protocol):
    """`style`: how the pictures of this game are painted."""

    @property
    def STYLES(self) -> Styles:
        """The recipes and colours of its own; what all games share the window has (`studio.gui.style`)."""


# What a game answers about its matches: by its rules, in words and pictures, beside the board, to bots, in numbers.


class RulesProtocol(Protocol[D_in, S]):
    """`rules`: positions, on the standard library alone."""

    def start(self, board: D_in, seats: int, options: Options) -> S:
        """The position before the first decision or draw."""

    def restore(self, board: D_in, dump: Json) -> S:
        """The position that `State.dump` told of."""

    def migrate_action(self, state: S, action: Action) -> Sequence[Action]:
        """A recorded action as today's rules have it, when a clause was changed after the match was written down.

        The last one takes its place; those before it are decisions that were not asked for then and draw nothing.
        """


class BookPositionProtocol(Protocol[S_out]):
    """A position for a board in a book, and the body of the layout that it is played on (`studio.core.match.Scene`)."""

    @property
    def body(self) -> Body: ...
    @property
    def state(self) -> S_out: ...


class TextProtocol(Protocol[S]):
    """`words`: what a match says to people."""

    def describe(self, state: S, action: Action) -> str:
        """A sentence for the log, the move list, a screen reader. No two legal actions read alike."""

    def button_text(self, state: S, action: Action) -> str:
        """The same in a few words, for a button."""

    def turn_title(self, state: S) -> str:
        """What the game calls the turn that a position belongs to ("Turn 14", "Round 3"): a head in the log."""

    def events(self, before: S, action: Action, after: S) -> list[Event]:
        """What one action or chance outcome did, in order."""

    def score_breakdown(self, state: S) -> ScoreBreakdown:
        """How everybody came by their points; at any time, complete when the match is over."""

    def goal_values(self, state: S, seat: int) -> Mapping[str, int | str]:
        """What goals of puzzles can ask of a seat, beside its points, by plain names: gold, islands led, its place.

        Always the same names; places by their names on the board, "" for none.
        """

    def book(self) -> Book:
        """The rules to be read, clause by clause; a game that has none is not offered to be read about."""

    def clause(self, state: S) -> str:
        """The number of the clause in the book that the next step of a position follows."""

    def book_position(self, name: str) -> BookPositionProtocol[S]:
        """The position of a board in the book, and its layout. Raises `KeyError` for a name that stands nowhere."""


class PictureProtocol(Protocol[S_in]):
    """`drawing.picture`: the board of a match, and what its places mean."""

    def picture(self, state: S_in, seat: int) -> Picture:
        """The board as one seat may see it (EVERYBODY: as all may)."""

    def target(self, state: S_in, action: Action) -> int:
        """The target (of the board's picture, an inset or an item) that an action belongs to, or -1."""

    def preview(self, state: S_in, action: Action) -> Picture | None:
        """The ghost of an action on its target, in the coordinates of the picture that the target lies in, or None."""

    def rotated_hand(self, state: S_in, action: Action) -> Picture | None:
        """The thing in hand as an action would lay it, turned as there; None where it lies in hand as it is."""

    def revealed_picture(self, state: S_in, outcome: Action) -> Picture | None:
        """What an outcome of chance turned up for all to see (a tile before it is laid or put away), or None.

        `state` is any earlier position of the match.
        """

    def plan(self, state: S_in, target: int) -> Plan | None:
        """The moves that a click on a target means when none belongs there by itself, or None.

        Asked once per target and position while it is pointed at, and at once for all targets on a tray: of several
        tiles alike there, one bears the move and the others may mean it by a plan. May take some milliseconds.
        """


class PlaceInfoProtocol(Protocol[S_in]):
    """`answers`: what the board says when somebody asks it. Nothing here tells what the seat to move may not see."""

    def why_not(self, state: S_in, place: int, turn: int = -1) -> IllegalReason | None:
        """Why the seat to move can do nothing at a target now, by the clause that forbids it.

        `turn` is how often the tile in hand is turned clockwise, -1: however it is turned. None where something can be
        done, by an action or a plan, and when nobody is to move; otherwise every target of the board has a reason.
        """

    def describe_place(self, state: S_in, place: int, seat: int) -> PlaceInfo | None:
        """What is at a target of the board or beside it, or what the thing in hand (HAND) is, for the eyes of a seat
        (EVERYBODY: as all may know it). None where there is nothing to tell beyond its name."""


class PanelProtocol(Protocol[S_in]):
    """`panel`: what stands beside the board of a match."""

    def panel(self, state: S_in, seat: int) -> Panel:
        """Everything beside the board, as one seat may see it (EVERYBODY: as all may)."""


class EvaluationProtocol(Protocol[S_in]):
    """`value`: how bots judge a position."""

    def evaluate(self, state: S_in, seat: int) -> float:
        """How good the position looks for a seat, from what that seat may know; more is better."""

    def estimate_moves(self, state: S_in, seat: int) -> Mapping[Action, float]:
        """What moves of the seat to move lead to, in the measure of `evaluate`, where that costs less than making them.

        None of them need be there; those that are draw nothing, or are worth the same whatever they draw.
        """


class StatsCollector(Protocol[S_in]):
    """What watches one match and then tells what it came to.

    It leaves the positions as they are and keeps none of them, since they change as the match goes on.
    """

    @property
    def watched(self) -> Collection[int]:
        """The kinds of action of which it has to see a step, so that it is asked less; none: all."""

    def before(self, state: S_in) -> None:
        """The match begins from this position."""

    def step(self, state: S_in, action: Action) -> None:
        """In this position this action, or outcome of chance, is about to be applied."""

    def after(self, state: S_in) -> MatchStats:
        """The match is over; what it came to."""


class StatsProtocol(Protocol[D_in, S_in]):
    """`tally`: what is counted in matches of this game: by the laboratory, beside what it counts in all, and of every
    seat (`Counted.seats`) for the summary of a finished match."""

    def new_collector(self) -> StatsCollector[S_in]:
        """What watches one match, fresh."""

    def titles(self) -> Mapping[str, str]:
        """What people call each figure and each ending that the tally names, in the language that is chosen."""

    def map_cells(self, board: D_in) -> Collection[int]:
        """The cells where anything can happen in a match: maps of how often it does leave out the others."""


# What the tallies of a match come to, and the names that all games use for the same things.
#
# A tally (`studio.core.game.TallyOf`) watches one match from its first position to its last.

VISITED, BUILT, SCORED = "visited", "built", "scored"
"""Spaces that every game may tell of: where somebody was, built, made points."""
TURNS, ROUNDS = "turns", "rounds"
"""Numbers that every game may tell: turns and rounds of one match."""
LIMIT = "limit"
"""The ending of a match in which nothing happened any more until a limit of the rules stopped it."""


class MatchStats(NamedTuple):
    """What one match came to, by names of which no two tallies use the same. All figures are whole numbers.

    `numbers`: none, one or more each (the sizes of all islands). `seats`: one number a seat, None where it has none.
    `spaces`: the cells where it happened in this match, each once. `places`: pairs of a cell and a number.
    `curves`: for each seat its numbers round by round. `ending`: how it came to its end, in a short word.
    """

    numbers: Mapping[str, Sequence[int]] = {}
    seats: Mapping[str, Sequence[int | None]] = {}
    spaces: Mapping[str, Collection[int]] = {}
    places: Mapping[str, Sequence[tuple[int, int]]] = {}
    curves: Mapping[str, Sequence[Sequence[int]]] = {}
    ending: str = ""
