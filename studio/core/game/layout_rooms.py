"""What a game answers about its layouts: as data, checked, edited, made, drawn, printed, its pieces changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from studio.core.game.state import B, B_in, B_out, D_out
from studio.core.game.terms import Json, Value

if TYPE_CHECKING:
    from studio.core.grid import Grid
    from studio.core.making import Recipe, Template
    from studio.core.patience import Patience
    from studio.core.problems import Problem
    from studio.core.shown.cutouts import CutOuts
    from studio.core.shown.explaining import Explanation
    from studio.core.shown.form import Section, Stamp, StampGroup, Survey
    from studio.core.shown.picture import Picture
    from studio.core.shown.style import Styles
    from studio.core.shown.workshop import Bench, Need, PatternRow, PieceSet


class BodyRoom(Protocol[B, D_out]):
    """`body`: layouts as data, and the board made of them."""

    def parse(self, raw: Json) -> B:
        """The layout body from plain data. Raises `ValueError` with one clear sentence and its place."""

    def plain(self, body: B) -> Json:
        """The body as plain data, keys in canonical order."""

    def schema(self) -> Json:
        """JSON Schema of the body."""

    def grid(self, body: B) -> Grid:
        """The spaces of the body and their neighbours."""

    def build(self, body: B) -> D_out:
        """The immutable board of a body without errors."""

    def most_seats(self, body: B) -> int:
        """How many seats the layout serves; the game itself may have fewer."""


class ChecksRoom(Protocol[B_in]):
    """`checks`: what is wrong with a layout, or worth knowing of it."""

    def check(self, body: B_in) -> Sequence[Problem]:
        """All quick findings, worst first. Never raises for a body that `parse` accepts."""

    def prove(self, body: B_in, patience: Patience) -> Sequence[Problem]:
        """Slow findings (can this board be completed?), to be run off the user interface's thread.

        Looks at its patience every few hundredths of a second. When that is spent it never raises: it answers what was
        found so far, and last a finding that says so, whose code ends in ".undecided" (`studio.core.patience.as_far`).
        """

    def survey(self, body: B_in, target: int, patience: Patience) -> Survey:
        """Figures, tables and overlays for a layout, asked about one of its `choices` (-1: its own first choice).

        May be slow and runs off the user interface's thread. Looks at its patience as `prove` does and raises `Spent`
        when that is spent; raises nothing else for a body that `parse` accepts.
        """

    def codes(self) -> Sequence[str]:
        """The codes of all findings that `check` and `prove` can give, and of those about any layout's file."""

    def explain(self, code: str) -> Explanation:
        """What all findings with a code are about. Raises `KeyError` for a code that is not among `codes`."""


class EditingRoom(Protocol[B]):
    """`editing`: pure edits of a layout. Body in, body out."""

    def blank(self) -> B:
        """The body that File → New starts from."""

    def stamp(self, body: B, target: int, stamp: Stamp) -> B:
        """A pure edit; the same body if it changes nothing or does not go there."""

    def pick(self, body: B, target: int) -> Stamp:
        """The stamp that would paint what is there."""

    def eraser(self, body: B, target: int) -> Stamp:
        """The stamp that clears a target (an undiscovered space; the default edge)."""

    def turned(self, body: B, stamp: Stamp, turns: int) -> Stamp:
        """The stamp after so many quarter turns (sixths on hexagons) clockwise."""

    def mirrored(self, body: B, stamp: Stamp, upright: bool) -> Stamp:
        """The stamp as a mirror shows it; `upright` mirrors east and west, else north and south."""

    def complete(self, body: B, cells: Collection[int], seed: int, patience: Patience) -> B:
        """The body with tiles on all undiscovered spaces among `cells` (none named: on all of them), within the supply.

        Any completion that the rules allow may come, always the same for the same seed. May be slow and runs off the
        user interface's thread. Raises `Incompletable` with a sentence when there is none, `Spent` when the patience
        ends first.
        """

    def coasted(self, body: B, edges: Mapping[int, bool]) -> tuple[B, Mapping[int, str]]:
        """The body with land (True) or sea on edges between spaces, given as edge targets; what lies there follows.

        The same whatever the order of the edges. Beside the body stands, by cell, the reason why nothing can lie there.
        """

    def resized(self, body: B, left: int, top: int, right: int, bottom: int) -> B:
        """Rows and columns added (negative: taken away) on each side. Raises `ValueError` with a sentence."""

    def form(self, body: B, target: int) -> Sequence[Section]:
        """The inspector for a target, or for the whole layout when it is -1."""

    def set_field(self, body: B, target: int, key: str, value: Value) -> B:
        """A pure edit. Raises `ValueError` with a sentence when the value cannot be."""


class MakingRoom(Protocol[B_out]):
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


class SketchRoom(Protocol[B_in]):
    """`drawing.sketch`: a layout in the editor, and what can be painted on it."""

    def sketch(self, body: B_in, still: bool = False) -> Picture:
        """The layout as the editor shows it. Targets: cells, and rim edges as `edge_target(cell, side)`.

        In a `still` picture, on which nobody draws, ornaments may make way for what lies on the board.
        """

    def palette(self, body: B_in) -> Sequence[StampGroup]:
        """The stamps that can be painted with, in titled groups."""

    def ghost(self, body: B_in, target: int, stamp: Stamp) -> Picture | None:
        """What the stamp would look like there."""


class CutOutsRoom(Protocol[B_in]):
    """`drawing.cutouts`: a layout on paper, to be played with scissors and glue."""

    def cut_outs(self, body: B_in) -> CutOuts:
        """The board and all pieces that are printed, each as often as the box has it. Never raises for a body that
        `parse` accepts."""


class WorkshopRoom(Protocol[B]):
    """`drawing.workshop`: the pieces of a layout, to be looked at and changed.

    What is shown here says with which fields of the layout's form it is changed; what no field can do is an edit here.
    All of it works for every body that `parse` accepts, whatever the checks say of it.
    """

    def pieces(self, body: B) -> PieceSet:
        """The whole set. Its entries have keys of their own, in the order of the set."""

    def bench(self, body: B, piece: str, turn: int) -> Bench:
        """One entry of the set, large and turned so often."""

    def patterns(self, body: B) -> Sequence[PatternRow]:
        """The ways that pieces of this game can look, in rows; none where there is nothing to tell of them."""

    def needs(self, body: B, patience: Patience) -> Sequence[Need]:
        """What the set lacks for the proof: how many more pieces of which patterns.

        May be slow and runs off the user interface's thread. Raises `Spent` when the patience is spent.
        """

    def added(self, body: B, what: str, count: int) -> B:
        """The set with so many more pieces of a pattern, or a new entry of a sort that it `makes`.

        An entry that has the pattern already gets more; else there is a new one. Raises `ValueError` with a sentence.
        """

    def duplicated(self, body: B, piece: str) -> B:
        """The set with another entry like this one behind it, under another name. Raises `ValueError`."""

    def removed(self, body: B, piece: str) -> B:
        """The set without an entry. Raises `ValueError` with a sentence: where it still lies, or why it must stay."""

    def imported(self, body: B, other: B, pieces: Collection[str]) -> B:
        """The set with entries of another layout. Raises `ValueError` with a sentence when they have no room.

        One that is there already, by name and look, gives its counts; one whose name is taken gets another name.
        """


class StyleRoom(Protocol):
    """`style`: how the pictures of this game are painted."""

    @property
    def STYLES(self) -> Styles:
        """The recipes and colours of its own; what all games share the window has (`studio.gui.style`)."""
