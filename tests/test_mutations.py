"""Thousands of corrupted files: each is rejected with an error, or is a document that works everywhere."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, strategies as st

from studio.core.game import EVERYBODY, IllegalAction, LayoutNotPlayable
from studio.core.text import sanitize
from studio.documents import store
from studio.documents.store import DocumentError, Record
from studio.services.loading import (
    LoadedLayout,
    find_problems,
    parse_layout,
    replay_record,
    start_match,
    to_layout,
    to_record,
)
from tests.mutating import mutated

BATCH = 500
SHORT, LONG = 200, 20_000


def tried(number: int) -> bool:
    """Read a corrupted file and use it in every way; return whether it was usable."""
    path = Path(f"file {number}.json")
    data = mutated(number)
    try:
        found = store.parse(data, path)
        layout = parse_layout(found.layout if isinstance(found, Record) else found, path)
        match = replay_record(found, path) if isinstance(found, Record) else None
    except DocumentError as refusal:
        sentence = str(refusal)
        assert sanitize(sentence) == sentence and sentence.endswith(".") and len(sentence) < 1200
        return False
    game, body = layout.game, layout.body
    assert parse_layout(to_layout(layout)).body == body, "what was read is written and read again"
    for problem in find_problems(layout):
        assert problem.code in game.checks.codes()
        assert problem.message and all(0 <= cell < game.body.grid(body).count for cell in problem.cells)
    game.sketch.sketch(body)
    game.sketch.palette(body)
    game.editing.form(body, -1)
    _play(layout, Random(number))
    if match is not None:
        assert isinstance(found, Record)
        again = to_record(match, to_layout(layout), [seat.name for seat in found.seats], [s.kind for s in found.seats])
        assert store.parse(store.record_text(again).encode()) == again
        game.picture.picture(match.state, EVERYBODY)
        game.text.score_breakdown(match.state)
    return True


def _play(layout: LoadedLayout, luck: Random) -> None:
    try:
        match = start_match(layout, luck.choice(layout.game.info.seats), seed=luck.randrange(99))
    except LayoutNotPlayable as problem:
        assert problem.problems
        return
    except IllegalAction as problem:  # a layout may support fewer seats than its game
        assert "seats" in str(problem)
        return
    for _decision in range(6):
        if not match.is_over:
            match.play(luck.choice(match.state.legal()))
    layout.game.picture.picture(match.state, EVERYBODY)


def test_corrupted_files_are_rejected_or_usable() -> None:
    used = [number for number in range(SHORT) if tried(number)]
    assert SHORT // 20 < len(used) < SHORT, "some of both, else this tries nothing"


@pytest.mark.long
@pytest.mark.parametrize("start", range(SHORT, LONG, BATCH))
def test_many_corrupted_files_are_rejected_or_usable(start: int) -> None:
    for number in range(start, min(start + BATCH, LONG)):
        tried(number)


@given(st.binary(max_size=60))
def test_any_bytes_are_rejected(data: bytes) -> None:
    with pytest.raises(DocumentError):
        store.parse(data)
