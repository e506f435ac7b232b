"""Earlier versions differ from today's in words that can be counted after."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.documents.store import Record
from studio.games import slugs
from studio.services.layout_diff import layout_differences, match_differences
from studio.services.loading import LoadedLayout, load_layout, start_match, to_layout, to_record


def stamped(opened: LoadedLayout) -> LoadedLayout:
    """The layout with one space painted over, and nothing else: painting it back gives the layout."""
    game, body = opened.game, opened.body
    stamps = [item.stamp for group in game.sketch.palette(body) if group.on == "cells" for item in group.items]
    for cell in range(game.body.grid(body).count):
        for stamp in stamps:
            painted = game.editing.stamp(body, cell, stamp)
            there = game.editing.pick(body, cell)
            if game.editing.pick(painted, cell) != there and game.editing.stamp(painted, cell, there) == body:
                return replace(opened, body=painted)
    raise AssertionError("nothing can be painted")


@pytest.mark.parametrize("slug", slugs())
def test_spaces_sizes_and_words_of_a_layout(slug: str) -> None:
    now = load_layout(shipped_layouts(slug)[0])
    assert layout_differences(now, now) == []
    assert layout_differences(stamped(now), now) == ["1 space differs"]
    larger = replace(now, body=now.game.editing.resize(now.body, 0, 0, 1, 0))
    before, after = now.game.body.grid(now.body), now.game.body.grid(larger.body)
    words = [f"{before.columns} × {before.rows}, now {after.columns} × {after.rows}"]
    assert layout_differences(now, larger) == words
    renamed = replace(now, layout=msgspec.structs.replace(now.layout, name="Old", notes="Other"))
    assert layout_differences(renamed, now) == ["called “Old”", "other words about it"]


def test_moves_of_a_match() -> None:
    opened = load_layout(shipped_layouts(slugs()[0])[0])
    match, rng, records = start_match(opened, 2, seed=3), Rng(5), list[Record]()

    def record() -> Record:
        return to_record(match, to_layout(opened), ["Ada", "Bento"], ["human", "human"])

    for _step in range(6):
        legal = match.state.legal()
        match.play(legal[rng.below(len(legal))])
        records.append(record())
    assert match_differences(records[-1], records[-1]) == []
    assert match_differences(records[2], records[-1]) == ["3 moves fewer"]
    assert match_differences(records[-1], records[4]) == ["1 move more"]
    log = list(records[-1].log)
    log[3] = ((99,), ())
    other = msgspec.structs.replace(records[-1], log=tuple(log))
    assert match_differences(other, records[-1]) == ["another course from move 4 on"]
