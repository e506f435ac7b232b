"""Helpers for tests: legal play, bodies after fixes, the sentences of a board, and the drawings of games."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from studio.core.game import CHANCE, Action, State
from studio.core.problems import Fix
from studio.core.rng import Rng
from studio.documents.paths import resources_dir

B = TypeVar("B")
S = TypeVar("S", bound=State)
Claim = tuple[str, Callable[[re.Match[str]], Any]]
"""The pattern of a sentence, and whether a match of it is true."""
SPRITE_FILES = sorted((resources_dir() / "sprites").glob("*/*.svg"))
SPRITE_NAMES = [f"{file.parent.name}/{file.stem}" for file in SPRITE_FILES if not file.stem.endswith("@small")]
"""Their names as games use them (`folder/name`), without small variants."""


def settled(state: S, seed: int = 1) -> S:
    """Return the position after all pending draws."""
    rng = Rng(seed)
    while state.to_move == CHANCE:
        state.apply(state.draw(rng))
    return state


def play(state: S, *actions: Action) -> S:
    """Play decisions, which must be legal."""
    for action in actions:
        assert action in state.legal(), (action, state.legal())
        state.apply(action)
    return state


def body_after(fix: Fix | None, body: type[B]) -> B:
    """Return the body after a fix, which must exist."""
    assert fix is not None and isinstance(fix.body, body)
    return fix.body


def check_claim(sentence: str, claims: Sequence[Claim], about: object) -> str:
    """Find the one claim that an English sentence makes, assert that it is true, and return its pattern."""
    found = [(pattern, match, holds) for pattern, holds in claims if (match := re.fullmatch(pattern, sentence))]
    assert len(found) == 1, f"{sentence}: {[pattern for pattern, *_rest in found]}"
    pattern, match, holds = found[0]
    assert holds(match), f"not true of {about}: {sentence}"
    return pattern
