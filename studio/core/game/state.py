"""A position, and what rooms call the body, the board and the position of their own game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from studio.core.game.terms import Action, Json

if TYPE_CHECKING:
    from studio.core.rng import Rng


class State(Protocol):
    """A position: mutable, cheap to clone; no Qt, no players, no random source inside."""

    to_move: int

    def legal(self) -> list[Action]:
        """The moves of the seat to move, sorted, unique, not empty. Only when `to_move` ≥ 0."""

    def apply(self, action: Action) -> None:
        """Play a legal action or a chance outcome, in place. Trusts its caller."""

    def chance(self) -> list[tuple[Action, int]]:
        """Outcomes with whole-number weights. Only when `to_move` is CHANCE."""

    def draw(self, rng: Rng) -> Action:
        """One outcome of `chance`, with its probability, without building the list."""

    def reveals(self, action: Action) -> bool:
        """Whether this legal action shows its seat something hidden without drawing it (a look under a cover)."""

    def clone(self) -> Self:
        """An independent copy."""

    def scores(self) -> list[int]:
        """Points by seat."""

    def winners(self) -> list[int]:
        """Who has won; several when shared. Only when `to_move` is OVER."""

    def observe(self, seat: int) -> Json:
        """What this seat may see (EVERYBODY: what all may see)."""

    def redeal(self, seat: int, rng: Rng) -> Self:
        """A clone in which all that `seat` cannot see is dealt afresh; `observe(seat)` stays the same."""

    def dump(self) -> Json:
        """The whole position, so that `Game.restore` gives an equal one."""


B = TypeVar("B")
D = TypeVar("D")
S = TypeVar("S", bound=State)
B_in = TypeVar("B_in", contravariant=True)
B_out = TypeVar("B_out", covariant=True)
D_in = TypeVar("D_in", contravariant=True)
D_out = TypeVar("D_out", covariant=True)
S_in = TypeVar("S_in", bound=State, contravariant=True)
S_out = TypeVar("S_out", bound=State, covariant=True)
"""Body, board and state of one game, as its rooms know them (taken in, given out, or both)."""
