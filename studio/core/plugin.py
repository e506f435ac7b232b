"""A game as everything outside its own package sees it: its modules, each held to a protocol, and what it is called.

A question is asked of the module that answers it: `game.text.describe(state, action)`. The protocols are in
`studio.core.protocols`; a game takes from `studio.core.defaults` the functions of which it needs no own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Generic

from studio.core.game import B, Board, Body, D, GameInfo, S, State

if TYPE_CHECKING:
    from studio.core.protocols import (
        BodyProtocol,
        ChecksProtocol,
        EditingProtocol,
        EvaluationProtocol,
        GenerationProtocol,
        PanelProtocol,
        PictureProtocol,
        PiecesProtocol,
        PlaceInfoProtocol,
        RulesProtocol,
        SketchProtocol,
        StatsProtocol,
        StyleProtocol,
        TextProtocol,
    )

_PLACES = {"picture": "drawing.picture", "sketch": "drawing.sketch", "pieces": "drawing.piece_editor"}
"""Where a module is found that is not called as its attribute is."""


@dataclass(kw_only=True)
class GameModules(Generic[B, D, S]):
    """The modules of one game, filled in by its `__init__` for the type checker alone, which compares signatures."""

    body: BodyProtocol[B, D]
    rules: RulesProtocol[D, S]
    text: TextProtocol[S]
    checks: ChecksProtocol[B]
    editing: EditingProtocol[B]
    generation: GenerationProtocol[B]
    picture: PictureProtocol[S]
    sketch: SketchProtocol[B]
    pieces: PiecesProtocol[B]
    style: StyleProtocol
    place_info: PlaceInfoProtocol[S]
    panel: PanelProtocol[S]
    evaluation: EvaluationProtocol[S]
    stats: StatsProtocol[D, S]


class GamePlugin(GameModules[B, D, S]):
    """The game of a package. A module is imported at its first use, so that a simulation loads no drawing."""

    def __init__(self, package: str, info: Callable[[], GameInfo]) -> None:
        self._package = package
        self._info = info

    def __getattr__(self, name: str) -> object:
        if name not in GameModules.__annotations__:
            raise AttributeError(name)
        module = import_module(f"{self._package}.{_PLACES.get(name, name)}")
        setattr(self, name, module)
        return module

    @property
    def info(self) -> GameInfo:
        """Name, seats and options in the current language."""
        return self._info()

    def seats(self, body: B) -> range:
        """The numbers of seats a layout can be played with; empty if it serves too few."""
        info = self.info
        return range(info.min_seats, min(info.max_seats, self.body.max_seats(body)) + 1)

    @property
    def can_complete(self) -> bool:
        """Whether undiscovered spaces of a layout can be filled with tiles."""
        from studio.core import defaults

        return self.editing.complete is not defaults.complete

    @property
    def can_paint_coast(self) -> bool:
        """Whether land and sea can be painted on edges."""
        from studio.core import defaults

        return self.editing.paint_coast is not defaults.paint_coast

    @property
    def has_piece_editor(self) -> bool:
        """Whether layouts have pieces that can be edited."""
        from studio.core import defaults

        return self.pieces.pieces is not defaults.pieces

    @property
    def has_survey(self) -> bool:
        """Whether layouts can be measured."""
        from studio.core import defaults

        return self.checks.survey is not defaults.survey


Game = GamePlugin[Body, Board, State]
"""A game as others see it: its bodies, boards and states are opaque and go back to the game that made them."""
