"""Helpers for tests: legal play, bodies after fixes, sentences of a board, drawings of games, commands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest

from studio.core.game import CHANCE, Action, State
from studio.core.generation import with_choice
from studio.core.match import Match
from studio.core.problems import Fix
from studio.core.rng import Rng
from studio.documents import store
from studio.documents.files import write_text
from studio.documents.paths import resources_dir
from studio.documents.store import Layout, Record
from studio.services.loading import replay_record

B = TypeVar("B")
S = TypeVar("S", bound=State)
Claim = tuple[str, Callable[[re.Match[str]], Any]]  # the pattern of a sentence, and whether a match of it is true
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
    for action in actions:
        assert action in state.legal(), (action, state.legal())
        state.apply(action)
    return state


def generated(game: Any, seed: int = 1, **changes: Any) -> Any:
    """Make a layout of the first template with other choices, as plain data."""
    recipe = game.generation.templates()[0].recipe
    for key, value in changes.items():
        recipe = with_choice(game.generation.choices(recipe), recipe, key, value)
    return game.body.to_plain(game.generation.make(recipe, seed))


def write_layout(path: str | Path, layout: Layout) -> None:
    write_text(path, store.layout_text(layout))


def write_record(path: str | Path, record: Record) -> None:
    write_text(path, store.record_text(record))


def load_record(path: str | Path) -> tuple[Record, Match]:
    """The record in a file, and its match replayed to the end."""
    record = store.read_record(path)
    return record, replay_record(record, path)


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


def signed_area(outlines: Iterable[Sequence[Sequence[float]]]) -> float:
    """Return the area in outlines, positive for clockwise ones with y downwards."""
    lines = [pair for outline in outlines for pair in zip(outline, [*outline[1:], outline[0]], strict=True)]
    return sum(a[-2] * b[-1] - b[-2] * a[-1] for a, b in lines) / 2


class Output(NamedTuple):
    out: str
    err: str


class Cli:
    """Runs commands of the program in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def run(self, *words: object) -> tuple[int, str, str]:
        """Return exit code, standard output and standard error."""
        from studio.cli import main

        self._capsys.readouterr()
        code = main([str(word) for word in words])
        return code, *self._capsys.readouterr()

    def __call__(self, *words: object, code: int | tuple[int, ...] = 0) -> Output:
        """Run a command that must end with this exit code, or one of these."""
        found, out, err = self.run(*words)
        assert found in (code if isinstance(code, tuple) else (code,)), (found, out, err)
        return Output(out, err)

    def json(self, *words: object, code: int | tuple[int, ...] = 0) -> Any:
        return json.loads(self(*words, "--json", code=code).out)

    def text(self, *words: object) -> str:
        """Return the standard output of a command that succeeds and prints no error."""
        out, err = self(*words)
        assert err == ""
        return out

    def error(self, *words: object) -> str:
        """Return the one line with which a command rejects its input."""
        code, _out, err = self.run(*words)
        return one_line_error(code, err)


def one_line_error(code: int, err: str) -> str:
    assert code == 2
    assert err.startswith("explorer-studio: ") and err.endswith("\n") and err.count("\n") == 1, err
    assert "Traceback" not in err
    return err


def not_none(value: B | None) -> B:
    assert value is not None
    return value


def instance_of(kind: type[B], value: object) -> B:
    assert isinstance(value, kind)
    return value
