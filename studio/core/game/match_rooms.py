"""What a game answers about its matches: by its rules, in words and pictures, beside the board, to bots, in numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from studio.core.game.state import D_in, S, S_in, S_out
from studio.core.game.terms import Action, Body, Event, Json, Options

if TYPE_CHECKING:
    from studio.core.shown.answers import Answer, Reason
    from studio.core.shown.book import Book
    from studio.core.shown.panel import Panel, Plan, Reckoning
    from studio.core.shown.picture import Picture
    from studio.core.tally import Counted


class RulesRoom(Protocol[D_in, S]):
    """`rules`: positions, on the standard library alone."""

    def start(self, board: D_in, seats: int, options: Options) -> S:
        """The position before the first decision or draw."""

    def restore(self, board: D_in, dump: Json) -> S:
        """The position that `State.dump` told of."""

    def restated(self, state: S, action: Action) -> Sequence[Action]:
        """A recorded action as today's rules have it, when a clause was changed after the match was written down.

        The last one takes its place; those before it are decisions that were not asked for then and draw nothing.
        """


class SceneOf(Protocol[S_out]):
    """A position for a board in a book, and the body of the layout that it is played on (`studio.core.match.Scene`)."""

    @property
    def body(self) -> Body: ...
    @property
    def state(self) -> S_out: ...


class WordsRoom(Protocol[S]):
    """`words`: what a match says to people."""

    def describe(self, state: S, action: Action) -> str:
        """A sentence for the log, the move list, a screen reader. No two legal actions read alike."""

    def button(self, state: S, action: Action) -> str:
        """The same in a few words, for a button."""

    def turn(self, state: S) -> str:
        """What the game calls the turn that a position belongs to ("Turn 14", "Round 3"): a head in the log."""

    def events(self, before: S, action: Action, after: S) -> list[Event]:
        """What one action or chance outcome did, in order."""

    def reckoning(self, state: S) -> Reckoning:
        """How everybody came by their points; at any time, complete when the match is over."""

    def figures(self, state: S, seat: int) -> Mapping[str, int | str]:
        """What goals of puzzles can ask of a seat, beside its points, by plain names: gold, islands led, its place.

        Always the same names; places by their names on the board, "" for none.
        """

    def book(self) -> Book:
        """The rules to be read, clause by clause; a game that has none is not offered to be read about."""

    def clause(self, state: S) -> str:
        """The number of the clause in the book that the next step of a position follows."""

    def scene(self, name: str) -> SceneOf[S]:
        """The position of a board in the book, and its layout. Raises `KeyError` for a name that stands nowhere."""


class PictureRoom(Protocol[S_in]):
    """`drawing.picture`: the board of a match, and what its places mean."""

    def picture(self, state: S_in, seat: int) -> Picture:
        """The board as one seat may see it (EVERYBODY: as all may)."""

    def target(self, state: S_in, action: Action) -> int:
        """The target (of the board's picture, an inset or an item) that an action belongs to, or -1."""

    def preview(self, state: S_in, action: Action) -> Picture | None:
        """The ghost of an action on its target, in the coordinates of the picture that the target lies in, or None."""

    def as_laid(self, state: S_in, action: Action) -> Picture | None:
        """The thing in hand as an action would lay it, turned as there; None where it lies in hand as it is."""

    def turned_up(self, state: S_in, outcome: Action) -> Picture | None:
        """What an outcome of chance turned up for all to see (a tile before it is laid or put away), or None.

        `state` is any earlier position of the match.
        """

    def plan(self, state: S_in, target: int) -> Plan | None:
        """The moves that a click on a target means when none belongs there by itself, or None.

        Asked once per target and position while it is pointed at, and at once for all targets on a tray: of several
        tiles alike there, one bears the move and the others may mean it by a plan. May take some milliseconds.
        """


class AnswersRoom(Protocol[S_in]):
    """`answers`: what the board says when somebody asks it. Nothing here tells what the seat to move may not see."""

    def why_not(self, state: S_in, place: int, turn: int = -1) -> Reason | None:
        """Why the seat to move can do nothing at a target now, by the clause that forbids it.

        `turn` is how often the tile in hand is turned clockwise, -1: however it is turned. None where something can be
        done, by an action or a plan, and when nobody is to move; otherwise every target of the board has a reason.
        """

    def about(self, state: S_in, place: int, seat: int) -> Answer | None:
        """What is at a target of the board or beside it, or what the thing in hand (HAND) is, for the eyes of a seat
        (EVERYBODY: as all may know it). None where there is nothing to tell beyond its name."""


class PanelRoom(Protocol[S_in]):
    """`panel`: what stands beside the board of a match."""

    def panel(self, state: S_in, seat: int) -> Panel:
        """Everything beside the board, as one seat may see it (EVERYBODY: as all may)."""


class ValueRoom(Protocol[S_in]):
    """`value`: how bots judge a position."""

    def evaluate(self, state: S_in, seat: int) -> float:
        """How good the position looks for a seat, from what that seat may know; more is better."""

    def foresee(self, state: S_in, seat: int) -> Mapping[Action, float]:
        """What moves of the seat to move lead to, in the measure of `evaluate`, where that costs less than making them.

        None of them need be there; those that are draw nothing, or are worth the same whatever they draw.
        """


class TallyOf(Protocol[S_in]):
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

    def after(self, state: S_in) -> Counted:
        """The match is over; what it came to."""


class TallyRoom(Protocol[D_in, S_in]):
    """`tally`: what is counted in matches of this game: by the laboratory, beside what it counts in all, and of every
    seat (`Counted.seats`) for the summary of a finished match."""

    def tally(self) -> TallyOf[S_in]:
        """What watches one match, fresh."""

    def titles(self) -> Mapping[str, str]:
        """What people call each figure and each ending that the tally names, in the language that is chosen."""

    def ground(self, board: D_in) -> Collection[int]:
        """The cells where anything can happen in a match: maps of how often it does leave out the others."""
