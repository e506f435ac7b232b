"""What an edit would change is told before it is made: spaces, edges, figures and size, and nothing else."""

from __future__ import annotations

import pytest

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.services.layout_diff import EditPreview, preview_edit, preview_text
from studio.services.loading import load_layout


@pytest.mark.parametrize("slug", slugs())
def test_every_painted_place_is_told_and_no_other(slug: str) -> None:
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
    told = preview_edit(game, body, painted)
    mended = body
    for cell in told.cells:  # what was told and no more leads from the one to the other
        mended = game.editing.stamp(mended, cell, game.editing.pick(painted, cell))
    others = set(range(game.body.grid(body).count)) - set(told.cells)
    assert all(game.editing.pick(body, cell) == game.editing.pick(painted, cell) for cell in others)
    assert all(game.editing.pick(mended, cell) == game.editing.pick(painted, cell) for cell in told.cells)
    assert told.is_large
    assert f"Changes {len(told.cells)} space" in preview_text(game, body, told)


@pytest.mark.parametrize("slug", slugs())
def test_figures_are_told_by_name_with_both_values(slug: str) -> None:
    opened = load_layout(shipped_layouts(slug)[0])
    game, body = opened.game, opened.body
    for section in game.editing.form(body, -1):
        for field in section.fields:
            if field.kind == "int" and isinstance(field.value, int) and field.value < field.maximum:
                after = game.editing.set_field(body, -1, field.key, field.value + 1)
                told = preview_edit(game, body, after)
                wanted = f"{section.title} · {field.label}", str(field.value), str(field.value + 1)
                assert wanted in told.field_changes
                assert f"{field.label}: {field.value} → {field.value + 1}" in preview_text(game, body, told)
                return
    pytest.fail("no figure in the form")


@pytest.mark.parametrize("slug", slugs())
def test_another_size_is_told_as_such(slug: str) -> None:
    opened = load_layout(shipped_layouts(slug)[0])
    grid = opened.game.body.grid(opened.body)
    told = preview_edit(opened.game, opened.body, opened.game.editing.resize(opened.body, 0, 0, 2, 0))
    assert (told.cells, told.size, told.is_large) == ((), f"{grid.columns + 2} × {grid.rows}", True)
