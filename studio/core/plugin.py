"""A game as the rest of the program sees it: its modules, each typed by a protocol, and its info.

Callers use a module directly: `game.text.describe(state, action)`. The protocols are in `studio.core.protocols`. A game
takes functions that it does not need from `studio.core.defaults`; an optional module may be missing or empty.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Generic, dataclass_transform

from studio.core.game import FIRST_RULES, B, Board, Body, D, GameInfo, S, State

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
"""Modules whose name differs from the attribute's."""
_OPTIONAL = {"pieces": "pieces", "place_info": "describe_place", "evaluation": "evaluate", "stats": "new_collector"}
"""Modules that a game may leave out, each with a function by which a module that is not empty is recognized."""


@dataclass_transform(kw_only_default=True)
class _Fields:
    """For type checkers, a base of data classes. `dataclasses` itself would take a tenth of the time to list games."""


class GameModules(_Fields, Generic[B, D, S]):
    """The modules of one game. A game's `__init__` fills it in for the type checker, which compares signatures."""

    body: BodyProtocol[B, D]
    rules: RulesProtocol[D, S]
    text: TextProtocol[S]
    checks: ChecksProtocol[B]
    editing: EditingProtocol[B]
    generation: GenerationProtocol[B]
    picture: PictureProtocol[S]
    sketch: SketchProtocol[B]
    style: StyleProtocol
    panel: PanelProtocol[S]
    pieces: PiecesProtocol[B]
    place_info: PlaceInfoProtocol[S]
    evaluation: EvaluationProtocol[S]
    stats: StatsProtocol[D, S]


class GamePlugin(GameModules[B, D, S]):
    """The game of a package. A module is imported at its first use, so that a simulation loads no drawing code.

    `places` names modules of the package that are elsewhere than in other games.
    """

    def __init__(self, package: str, info: Callable[[], GameInfo], **places: str) -> None:
        self._package = package
        self._info = info
        self._places = {**_PLACES, **places}

    def __getattr__(self, name: str) -> object:
        if name not in GameModules.__annotations__:
            raise AttributeError(name)
        from studio.core import defaults  # not needed at start-up

        place = f"{self._package}.{self._places.get(name, name)}"
        try:
            module = import_module(place)
        except ModuleNotFoundError as error:
            if name not in _OPTIONAL or not f"{place}.".startswith(f"{error.name}."):
                raise  # a required module is missing, or one that this module imports
            module = defaults
        if name in _OPTIONAL and _OPTIONAL[name] not in vars(module):
            module = defaults
        setattr(self, name, module)
        return module

    @property
    def info(self) -> GameInfo:
        """Name, seats and options in the current language."""
        return self._info()

    @property
    def rules_date(self) -> str:
        """The date of the current rules: of the latest change."""
        return max(self.rules.CHANGES.values(), default=FIRST_RULES)

    def seats(self, body: B) -> range:
        """Return the numbers of seats a layout can be played with; empty if it supports too few."""
        info = self.info
        return range(info.min_seats, min(info.max_seats, self.body.max_seats(body)) + 1)

    @property
    def can_complete(self) -> bool:
        """Whether undiscovered spaces of a layout can be filled with tiles."""
        return not _is_default(self.editing.complete)

    @property
    def can_paint_coast(self) -> bool:
        """Whether land and sea can be painted on edges."""
        return not _is_default(self.editing.paint_coast)

    @property
    def has_piece_editor(self) -> bool:
        return not _is_default(self.pieces.pieces)

    @property
    def has_survey(self) -> bool:
        return not _is_default(self.checks.survey)


def _is_default(function: Callable[..., object]) -> bool:
    return function.__module__ == "studio.core.defaults"


Game = GamePlugin[Body, Board, State]  # a game whose bodies, boards and states are opaque to the caller
