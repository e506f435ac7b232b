"""What a room answers when its game has nothing of its own to say: take the name into the room.

`turned, mirrored = defaults.turned, defaults.mirrored` in `editing` says that stamps look alike from every side, and
`complete` there that no space waits for a tile;
`most_seats` is for `body`, `restated` for `rules`, `prove` and `survey` are for `checks`, `plan` and `preview` for
`drawing.picture`, and `ghost` for `drawing.sketch`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NoReturn

from studio.core.form import Stamp, Survey
from studio.core.game import Action, Body, State
from studio.core.panel import Plan
from studio.core.patience import Patience
from studio.core.picture import Picture
from studio.core.problems import Incompletable, Problem
from studio.core.text import _

MOST_SEATS = 12
"""No game has more."""


def most_seats(body: Body) -> int:
    """As many as sit at any table: the layout serves as many as the game."""
    return MOST_SEATS


def restated(state: State, action: Action) -> Sequence[Action]:
    """No clause was changed since matches were first written down."""
    return (action,)


def prove(body: Body, patience: Patience) -> Sequence[Problem]:
    """Nothing that takes a search."""
    return ()


def survey(body: Body, target: int, patience: Patience) -> Survey:
    """Nothing to measure; the window then keeps no place for it."""
    return Survey()


def turned(body: Body, stamp: Stamp, turns: int) -> Stamp:
    """A stamp that looks the same however it is turned."""
    return stamp


def mirrored(body: Body, stamp: Stamp, upright: bool) -> Stamp:
    """A stamp that looks the same in a mirror."""
    return stamp


def complete(body: Body, cells: Collection[int], seed: int, patience: Patience) -> NoReturn:
    """No spaces that wait for tiles; the window then offers no completion."""
    raise Incompletable(_("On the boards of this game there is nothing to complete."))


def preview(state: State, action: Action) -> Picture | None:
    """No ghost under the pointer."""
    return None


def plan(state: State, target: int) -> Plan | None:
    """A click means one move or none."""
    return None


def ghost(body: Body, target: int, stamp: Stamp) -> Picture | None:
    """No ghost under the brush."""
    return None
