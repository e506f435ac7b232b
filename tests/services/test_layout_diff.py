"""Differences between versions of a document, and previews of edits."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.documents.store import Record
from studio.games import slugs
from studio.services.layout_diff import (
    EditPreview,
    diff_layouts,
    layout_differences,
    match_differences,
    preview_edit,
    preview_text,
)
from studio.services.layout_merge import BOARD, LayoutParts
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
def test_spaces_sizes_and_texts_of_a_layout(slug: str) -> None:
    now = load_layout(shipped_layouts(slug)[0])
    assert layout_differences(now, now) == []
    assert layout_differences(stamped(now), now) == ["1 space differs"]
    larger = replace(now, body=now.game.editing.resize(now.body, 0, 0, 1, 0))
    before, after = now.game.body.grid(now.body), now.game.body.grid(larger.body)
    texts = [f"{before.columns} × {before.rows}, now {after.columns} × {after.rows}"]
    assert layout_differences(now, larger) == texts
    renamed = replace(now, layout=msgspec.structs.replace(now.layout, name="Old", notes="Other"))
    assert layout_differences(renamed, now) == ["named “Old”", "description differs"]


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
    assert match_differences(other, records[-1]) == ["different from move 4 on"]


@pytest.mark.parametrize("slug", slugs())
def test_exactly_the_painted_places_are_reported(slug: str) -> None:
    opened = load_layout(shipped_layouts(slug)[0])
    game, body = opened.game, opened.body
    assert preview_edit(game, body, body) == EditPreview((), (), ())
    painted = body
    stamps = [item.stamp for group in game.sketch.palette(body) if group.on == "cells" for item in group.items]
    for number in range(40):  # all sorts of strokes, some of which take something else off again
        try:
            painted = game.editing.stamp(
                painted, number * 7 % game.body.grid(body).count, stamps[number * 3 % len(stamps)]
            )
        except ValueError:
            continue
    shown = preview_edit(game, body, painted)
    fixed = body
    for cell in shown.cells:  # exactly these spaces lead from one body to the other
        fixed = game.editing.stamp(fixed, cell, game.editing.pick(painted, cell))
    others = set(range(game.body.grid(body).count)) - set(shown.cells)
    assert all(game.editing.pick(body, cell) == game.editing.pick(painted, cell) for cell in others)
    assert all(game.editing.pick(fixed, cell) == game.editing.pick(painted, cell) for cell in shown.cells)
    assert shown.is_large
    assert f"Changes {len(shown.cells)} space" in preview_text(game, body, shown)


@pytest.mark.parametrize("slug", slugs())
def test_values_are_printed_by_name_for_both_layouts(slug: str) -> None:
    opened = load_layout(shipped_layouts(slug)[0])
    game, body = opened.game, opened.body
    for section in game.editing.form(body, -1):
        for field in section.fields:
            if field.kind == "int" and isinstance(field.value, int) and field.value < field.maximum:
                after = game.editing.set_field(body, -1, field.key, field.value + 1)
                shown = preview_edit(game, body, after)
                expected = f"{section.title} · {field.label}", str(field.value), str(field.value + 1)
                assert expected in shown.field_changes
                assert f"{field.label}: {field.value} → {field.value + 1}" in preview_text(game, body, shown)
                return
    pytest.fail("no figure in the form")


@pytest.mark.parametrize("slug", slugs())
def test_a_different_size_is_reported(slug: str) -> None:
    opened = load_layout(shipped_layouts(slug)[0])
    grid = opened.game.body.grid(opened.body)
    shown = preview_edit(opened.game, opened.body, opened.game.editing.resize(opened.body, 0, 0, 2, 0))
    assert (shown.cells, shown.size, shown.is_large) == ((), f"{grid.columns + 2} × {grid.rows}", True)


# pieces


def with_counts(opened: LoadedLayout) -> tuple[LoadedLayout, str, int]:
    """The layout with one piece more of a kind, the name of the kind, and how many there were."""
    game, pieces = opened.game, opened.game.pieces.pieces(opened.body)
    for entry in pieces.entries:
        for field in entry.fields:
            if field is not None and field.kind == "int":
                body = game.editing.set_field(opened.body, -1, field.key, int(field.value) + 1)
                return replace(opened, body=body), entry.name, int(field.value)
    first = pieces.entries[0]  # a game whose tiles are single ones: a copy
    body = game.pieces.duplicate_piece(opened.body, first.key)
    (fresh,) = [entry.name for entry in game.pieces.pieces(body).entries if pieces.entry(entry.key) is None]
    return replace(opened, body=body), fresh, -1


def has_pieces(slug: str) -> bool:
    opened = load_layout(shipped_layouts(slug)[0])
    return bool(opened.game.pieces.pieces(opened.body).entries)


@pytest.mark.parametrize("slug", [slug for slug in slugs() if has_pieces(slug)])
def test_a_piece_that_differs_is_reported_with_its_pictures_and_counts(slug: str) -> None:
    now = load_layout(shipped_layouts(slug)[0])
    after, name, count = with_counts(now)
    assert layout_differences(now, after) == ["1 piece differs"]
    (piece,) = diff_layouts(now, after).pieces
    assert piece.name == name and piece.kind == "piece"
    if count < 0:
        assert piece.one == "–" and piece.pictures[0] is None and piece.pictures[1] is not None
    else:
        assert f"{count}" in piece.one and f"{count + 1}" in piece.other and None not in piece.pictures


@pytest.mark.parametrize("slug", [slug for slug in slugs() if len(shipped_layouts(slug)) > 1])
def test_every_part_has_a_name_and_two_texts(slug: str) -> None:
    one, other = (load_layout(path) for path in shipped_layouts(slug)[:2])
    found = diff_layouts(one, other)
    assert found.parts and all(part.name and part.one and part.other for part in found.parts)
    assert {part.path for part in found.parts} == set(LayoutParts(one, other).paths)
    paths = {(*BOARD, change.name): (change.one, change.other) for change in found.changes}
    assert all(paths[part.path] == (part.one, part.other) for part in found.parts if part.path in paths)
