"""The modules of a game, one protocol each: every function that the program calls, with its arguments and its result.

`studio.core.plugin` says under which name a module is found and which modules may be missing. `studio.core.defaults`
has functions for everything that a game does not need.

Terms: a *body* is the content of a layout file, a *board* is a body compiled for play, a *state* is a position in a
match. All three are opaque outside their game. A *target* is a place in a picture as a number: a cell, an edge, or a
thing next to the board (see `studio.core.picture`). `EVERYBODY` as a seat means: only what all seats may know.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from studio.core.game import Action, B, B_in, B_out, BookPosition, D_in, D_out, Event, Json, Options, S, S_in, Value

if TYPE_CHECKING:
    from studio.core.book import Book, Explanation
    from studio.core.cancellation import CancelToken
    from studio.core.features import Feature
    from studio.core.form import Section, Stamp, StampGroup, Survey
    from studio.core.generation import Recipe, Template
    from studio.core.grid import Grid
    from studio.core.panel import IllegalReason, Panel, PlaceInfo, Plan, ScoreBreakdown
    from studio.core.picture import Picture, Styles
    from studio.core.pieces import CutOuts, MissingPieces, PatternRow, PieceDetail, PieceSet
    from studio.core.problems import Problem


# Layouts: parse, check, edit, generate, draw and print them.


class BodyProtocol(Protocol[B, D_out]):
    """`body`: the layout file format, and the board compiled from it."""

    def parse(self, raw: Json) -> B:
        """Return the body for plain data from a file. Raises `SchemaError` with the place and what is wrong there."""

    def to_plain(self, body: B) -> Json:
        """Return the body as plain data with its keys in canonical order; `parse` gives an equal body back."""

    def schema(self) -> Json:
        """Return the JSON Schema of the plain data."""

    def grid(self, body: B) -> Grid:
        """Return the cells of the body and their neighbours."""

    def build(self, body: B) -> D_out:
        """Return the immutable board of a body that `check` finds no errors in."""

    def max_seats(self, body: B) -> int:
        """Return how many seats the layout supports; the game itself may allow fewer."""


class ChecksProtocol(Protocol[B_in]):
    """`checks`: problems, explanations and measurements of a layout."""

    def check(self, body: B_in) -> Sequence[Problem]:
        """Return all problems that are quick to find, most severe first. Never raises for a parsed body."""

    def verify(self, body: B_in, cancel: CancelToken) -> Sequence[Problem]:
        """Return problems that need a search, for example whether the board can be completed.

        Runs on a worker thread and checks `cancel` every few hundredths of a second. Never raises when cancelled:
        returns what was found so far and, last, a problem whose code ends in ".undecided"
        (`studio.core.cancellation.partial_results`).
        """

    def survey(self, body: B_in, target: int, cancel: CancelToken) -> Survey:
        """Return tables and overlays that measure the layout from one of its `choices` (-1: the first).

        Runs on a worker thread and checks `cancel` as `verify` does. Raises `Cancelled`, and nothing else for a
        parsed body.
        """

    def codes(self) -> Sequence[str]:
        """Return the codes of all problems that `check` and `verify` can give, and those of any layout file."""

    def explain(self, code: str) -> Explanation:
        """Return the explanation that all problems with a code share. Raises `KeyError` for an unknown code."""


class EditingProtocol(Protocol[B]):
    """`editing`: edits of a layout as pure functions from body to body."""

    def blank(self) -> B:
        """Return the body of a new, empty layout."""

    def stamp(self, body: B, target: int, stamp: Stamp) -> B:
        """Paint a stamp on a target. Returns the same body if this changes nothing or the stamp does not fit there."""

    def pick(self, body: B, target: int) -> Stamp:
        """Return the stamp that would paint what is at a target."""

    def eraser(self, body: B, target: int) -> Stamp:
        """Return the stamp that clears a target: an undiscovered space, the default edge."""

    def rotate_stamp(self, body: B, stamp: Stamp, turns: int) -> Stamp:
        """Return the stamp rotated clockwise by `turns` sides of a cell (90° on squares, 60° on hexagons)."""

    def mirror_stamp(self, body: B, stamp: Stamp, upright: bool) -> Stamp:
        """Return the mirror image of a stamp; `upright` exchanges east and west, otherwise north and south."""

    def complete(self, body: B, cells: Collection[int], seed: int, cancel: CancelToken) -> B:
        """Put random tiles on the undiscovered spaces among `cells` (empty: on all of them), within the supply.

        Every legal completion is possible; the same seed gives the same one. Runs on a worker thread. Raises
        `NotCompletable` if there is none, and `Cancelled`.
        """

    def paint_coast(self, body: B, edges: Mapping[int, bool]) -> tuple[B, Mapping[int, str]]:
        """Make edges between spaces, given as edge targets, land (True) or sea, and replace the tiles next to them.

        The result does not depend on the order of the edges. The second value maps each cell for which no tile fits
        to the reason.
        """

    def resize(self, body: B, left: int, top: int, right: int, bottom: int) -> B:
        """Add rows and columns on each side (negative: remove them). Raises `ValueError` with a message."""

    def form(self, body: B, target: int) -> Sequence[Section]:
        """Return the inspector's form for a target, or for the whole layout if it is -1."""

    def set_field(self, body: B, target: int, key: str, value: Value) -> B:
        """Set a field of that form. Raises `ValueError` with a message if the value is not possible."""


class GenerationProtocol(Protocol[B_out]):
    """`generation`: new layouts from a recipe, which maps the key of each choice to a value."""

    def templates(self) -> Sequence[Template]:
        """Return the recipes to start from, all with the same keys; the first, "box", is the published game."""

    def choices(self, recipe: Recipe) -> Sequence[Section]:
        """Return the form of a recipe, filled with its values. All games call the size "columns" and "rows".

        A field that other choices make meaningless may be missing; the recipe keeps its value.
        """

    def make(self, recipe: Recipe, seed: int) -> B_out:
        """Return a layout without errors for a recipe that its form allows; the same seed gives the same layout.

        Raises `ValueError` with a message on what to change if none is found.
        """


class SketchProtocol(Protocol[B_in]):
    """`drawing.sketch`: the layout in the editor, its palette, and what is printed."""

    def sketch(self, body: B_in, still: bool = False) -> Picture:
        """Draw the layout for the editor. Targets are cells, and edges at the rim (`edge_target`).

        A `still` picture is not edited: ornaments may be moved or left out in favour of what is on the board.
        """

    def palette(self, body: B_in) -> Sequence[StampGroup]:
        """Return the stamps that can be painted, in titled groups."""

    def ghost(self, body: B_in, target: int, stamp: Stamp) -> Picture | None:
        """Draw a stamp as it would look on a target, in the coordinates of the sketch; None for no preview."""

    def cut_outs(self, body: B_in) -> CutOuts:
        """Return the board and all pieces to print, with the counts of the box. Never raises for a parsed body."""


class PiecesProtocol(Protocol[B]):
    """`drawing.piece_editor`: the pieces of a layout, to view and to change.

    Most changes are values for fields of the layout's form, named by what is shown; the others are edits here. All of
    it works for every parsed body, whatever problems it has.
    """

    def pieces(self, body: B) -> PieceSet:
        """Return the whole set, its entries in order, each with a key."""

    def piece_detail(self, body: B, piece: str, turn: int) -> PieceDetail:
        """Return one entry, enlarged and rotated clockwise by `turn` sides."""

    def patterns(self, body: B) -> Sequence[PatternRow]:
        """Return all patterns that a piece of this game can have, in rows; empty if the game has none."""

    def missing_pieces(self, body: B, cancel: CancelToken) -> Sequence[MissingPieces]:
        """Return how many pieces of which patterns the set lacks to complete the board.

        Runs on a worker thread. Raises `Cancelled`.
        """

    def add_pieces(self, body: B, what: str, count: int) -> B:
        """Add `count` pieces of a pattern, or a new entry of one of the set's `new_kinds`.

        An entry with this pattern gets more pieces; otherwise a new entry is added. Raises `ValueError` with a message.
        """

    def duplicate_piece(self, body: B, piece: str) -> B:
        """Add a copy of an entry behind it, under a new name. Raises `ValueError` with a message."""

    def remove_piece(self, body: B, piece: str) -> B:
        """Remove an entry. Raises `ValueError` saying where it is still used or why it must stay."""

    def import_pieces(self, body: B, other: B, pieces: Collection[str]) -> B:
        """Add entries of another layout. Raises `ValueError` with a message if the set cannot hold them.

        For an entry that exists, by name and look, the count is copied; one whose name is in use gets a new name.
        """


class StyleProtocol(Protocol):
    """`style`: how the shapes in the game's pictures are painted."""

    @property
    def STYLES(self) -> Styles:
        """The game's own style recipes and colours. Those that all games share are in `studio.gui.style`."""


# Matches: rules, texts, pictures, the panel, answers about places, evaluation for bots, statistics.


class RulesProtocol(Protocol[D_in, S]):
    """`rules`: positions. Uses the standard library only, so that simulations start fast."""

    @property
    def CHANGES(self) -> Mapping[str, str]:
        """By the number of each changed clause: the date from which the change applies ("2026-11-24")."""

    @property
    def DECISIONS(self) -> Collection[str]:
        """The names of the constants that are the first numbers of a seat's actions, draws excluded."""

    def start(self, board: D_in, seats: int, options: Options, rules: str = ...) -> S:
        """Return the position before the first decision or draw.

        `rules` is the date of the rules to play by. Default: the current ones.
        """

    def restore(self, board: D_in, dump: Json) -> S:
        """Return the position that `State.dump` described."""

    def migrate_action(self, state: S, action: Action) -> Sequence[Action]:
        """Translate an action recorded under an older version of the rules into today's actions.

        The last one replaces it. Those before it are decisions that were not asked for then; they draw nothing.
        """


class TextProtocol(Protocol[S]):
    """`text`: a match in words, and the rulebook."""

    def describe(self, state: S, action: Action) -> str:
        """Return an action as a sentence for the log, the move list and screen readers; unique among legal actions."""

    def button_text(self, state: S, action: Action) -> str:
        """Return an action as the short text of a button."""

    def turn_title(self, state: S) -> str:
        """Return the game's name for the turn of a position ("Turn 14", "Round 3"), a heading in the log."""

    def events(self, before: S, action: Action, after: S) -> list[Event]:
        """Return what one action or chance outcome did, in order."""

    def score_breakdown(self, state: S) -> ScoreBreakdown:
        """Return what each seat has points for: at any time, complete when the match is over."""

    def goal_values(self, state: S, seat: int) -> Mapping[str, int | str]:
        """Return the values of a seat, apart from its points, that puzzle goals can test: gold, islands led, its place.

        The names are always the same. Places are names of the board, "" for none.
        """

    def book(self) -> Book:
        """Return the rulebook: chapters of numbered clauses. Empty if the game has none."""

    def clause(self, state: S) -> str:
        """Return the number of the clause that governs the next step of a position."""

    def book_position(self, name: str) -> BookPosition[S]:
        """Return the position and layout of a board in the rulebook. Raises `KeyError` for an unknown name."""


class PictureProtocol(Protocol[S_in]):
    """`drawing.picture`: the board of a match and its targets."""

    def picture(self, state: S_in, seat: int) -> Picture:
        """Draw the board as one seat may see it (or `EVERYBODY`)."""

    def target(self, state: S_in, action: Action) -> int:
        """Return the target, in the board's picture, an inset or an item, that a click plays the action on; or -1."""

    def preview(self, state: S_in, action: Action) -> Picture | None:
        """Draw the effect of an action at its target, in the coordinates of the picture that holds the target."""

    def rotated_hand(self, state: S_in, action: Action) -> Picture | None:
        """Draw the thing in hand rotated as an action would place it; None if it is not rotated."""

    def revealed_picture(self, state: S_in, outcome: Action) -> Picture | None:
        """Draw what a chance outcome revealed to everybody, such as a tile before it is placed; None for nothing.

        `state` is any earlier position of the match.
        """

    def plan(self, state: S_in, target: int) -> Plan | None:
        """Return the sequence of moves that a click on a target means if no single move belongs there, or None.

        Called once per target and position when the pointer reaches it, and for all targets of a tray at once: of
        several equal tiles one carries the move, the others can offer it as a plan. May take some milliseconds.
        """


class PlaceInfoProtocol(Protocol[S_in]):
    """`place_info`: details of a place and why no move is possible there. Shows only what the seat to move may know."""

    def why_not(self, state: S_in, place: int, turn: int = -1) -> IllegalReason | None:
        """Return why the seat to move can do nothing at a target, with the clause that forbids it.

        `turn` is the clockwise rotation of the tile in hand (-1: any rotation). None if an action or a plan is
        possible there or no seat is to move; otherwise every target of the board has a reason.
        """

    def describe_place(self, state: S_in, place: int, seat: int) -> PlaceInfo | None:
        """Return what a seat may know of a target on or next to the board, or of the thing in hand (`HAND`).

        None if there is nothing to show beyond its name.
        """


class PanelProtocol(Protocol[S_in]):
    """`panel`: what the window shows next to the board of a match."""

    def panel(self, state: S_in, seat: int) -> Panel:
        """Return the panel as one seat may see it (or `EVERYBODY`)."""


class EvaluationProtocol(Protocol[S_in]):
    """`evaluation`: how bots rate positions."""

    @property
    def CHANCES(self) -> Sequence[float]:
        """The coefficients of `studio.bots.chances` for this evaluation; may be empty."""

    def evaluate(self, state: S_in, seat: int) -> float:
        """Return how good a position is for a seat, from what that seat may know. Higher is better."""

    def rate(self, state: S_in, seat: int) -> float:
        """Return `evaluate`, or a better measure of how far a seat is ahead: chances of winning compare it."""

    def estimate_moves(self, state: S_in, seat: int) -> Mapping[Action, float]:
        """Return `evaluate` of the positions after moves of the seat to move, where that is cheaper than playing them.

        May cover any subset of the moves. Every move in it draws nothing, or has the same value whatever it draws.
        """

    @property
    def FEATURES(self) -> Sequence[Feature]:
        """The features of the game and their weights in `evaluate`."""

    def features(self, state: S_in, seat: int) -> Sequence[float]:
        """Return the value of each feature of a position for a seat, from what that seat may know.

        The sum of the values times their weights is `evaluate`, apart from rounding.
        """


class StatsCollector(Protocol[S_in]):
    """Observes one match and then returns its statistics.

    Must not change the positions or keep references to them: they are changed in place as the match goes on.
    """

    @property
    def watched(self) -> Collection[int]:
        """The kinds of action for which `step` must be called; empty: all."""

    def before(self, state: S_in) -> None:
        """Called with the first position of the match."""

    def step(self, state: S_in, action: Action) -> None:
        """Called before an action or chance outcome is applied to a position."""

    def after(self, state: S_in) -> MatchStats:
        """Called with the final position; returns the statistics."""


class StatsProtocol(Protocol[D_in, S_in]):
    """`stats`: statistics of this game, for the Lab and, per seat, for the summary of a finished match."""

    def new_collector(self) -> StatsCollector[S_in]:
        """Return a collector for one match."""

    def titles(self) -> Mapping[str, str]:
        """Return the title, in the current language, of each value and each ending that the collector names."""

    def map_cells(self, board: D_in) -> Collection[int]:
        """Return the cells where something can happen in a match; maps leave out the others."""


# Names that the statistics of all games share.

VISITED, BUILT, SCORED = "visited", "built", "scored"
"""Keys of `MatchStats.spaces`: cells that were visited, built on, or scored."""
TURNS, ROUNDS = "turns", "rounds"  # keys of `MatchStats.numbers`: the length of a match
LIMIT = "limit"  # the ending of a match that was stopped because nothing had happened for as long as the rules allow


class MatchStats(NamedTuple):
    """Statistics of one match by name, all whole numbers. No name is used in two of these groups.

    `numbers`: none, one or more values each (the sizes of all islands). `seats`: one value per seat, None where a seat
    has none. `spaces`: the cells where something happened, each once. `places`: pairs of a cell and a number.
    `curves`: for each seat its values round by round. `ending`: how the match ended, as a key of `titles`.
    """

    numbers: Mapping[str, Sequence[int]] = {}
    seats: Mapping[str, Sequence[int | None]] = {}
    spaces: Mapping[str, Collection[int]] = {}
    places: Mapping[str, Sequence[tuple[int, int]]] = {}
    curves: Mapping[str, Sequence[Sequence[int]]] = {}
    ending: str = ""
