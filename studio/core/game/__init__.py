"""The interfaces every game keeps: `State` (the rules) and `Game` (all that a window, a bot or a file asks of it).

A game answers room by room: each room is a protocol here (`layout_rooms`, `match_rooms`) and a module or folder in the
game's package, and mypy holds the one to the other (`studio.core.rooms.Suite`). What a room has nothing of its own to
say to, it takes from `studio.core.defaults`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from studio.core.game.layout_rooms import (
    BodyRoom,
    ChecksRoom,
    CutOutsRoom,
    EditingRoom,
    MakingRoom,
    SketchRoom,
    StyleRoom,
    WorkshopRoom,
)
from studio.core.game.match_rooms import (
    AnswersRoom,
    PanelRoom,
    PictureRoom,
    RulesRoom,
    SceneOf,
    TallyOf,
    TallyRoom,
    ValueRoom,
    WordsRoom,
)
from studio.core.game.state import B, D, S, State
from studio.core.game.terms import (
    CHANCE,
    EVERYBODY,
    LAY,
    LEARNT,
    OVER,
    Action,
    Board,
    Body,
    Event,
    GameInfo,
    IllegalAction,
    Json,
    Option,
    Options,
    Unplayable,
    Value,
    Verdicts,
)

if TYPE_CHECKING:  # a list of games is to be had without all that they speak in
    from studio.core.shown.style import Styles


class GameOf(
    BodyRoom[B, D],
    RulesRoom[D, S],
    WordsRoom[S],
    ChecksRoom[B],
    EditingRoom[B],
    MakingRoom[B],
    PictureRoom[S],
    SketchRoom[B],
    CutOutsRoom[B],
    WorkshopRoom[B],
    AnswersRoom[S],
    PanelRoom[S],
    ValueRoom[S],
    TallyRoom[D, S],
    Protocol[B, D, S],
):
    """The answers of all rooms of a game, in its own types of bodies, boards and states."""

    @property
    def info(self) -> GameInfo:
        """Its name, seats and options, in the language that is chosen."""

    def seats(self, body: B) -> range:
        """The numbers of seats a layout can be played with; none on a layout that serves too few."""

    @property
    def styles(self) -> Styles:
        """How its pictures are painted, beside what all games share."""

    @property
    def completes(self) -> bool:
        """Whether `complete` ever has anything to lay, so that a window offers it."""

    @property
    def coasts(self) -> bool:
        """Whether land and sea can be painted on its edges, so that a window has a brush for it."""

    @property
    def has_workshop(self) -> bool:
        """Whether there are `pieces` to be changed, so that a window offers a page for them."""

    @property
    def measures(self) -> bool:
        """Whether `survey` ever has something to show, so that a window keeps a place for it from the start."""


Game = GameOf[Body, Board, State]
"""A game as all others know it: its types are opaque, and what it gave goes back to it and to no other game."""
