"""What every survey keeps to: on all shipped layouts, from every place that it offers."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.core.cancellation import NEVER_CANCELLED
from studio.core.form import Survey
from studio.core.grid import Grid
from studio.core.picture import Label, Picture, Sprite, is_edge, target_edge
from studio.documents.paths import shipped_layouts
from studio.games import load, slugs
from studio.services.loading import load_layout

MEASURED = [slug for slug in slugs() if load(slug).has_survey]
LAYOUTS = [
    pytest.param(path, id=f"{slug}-{path.stem}", marks=[pytest.mark.long] if number else [])
    for slug in MEASURED
    for number, path in enumerate(shipped_layouts(slug))
]


def surveys(path: Path) -> list[Survey]:
    """From the game's own choice of place, and from every other."""
    opened = load_layout(path)
    first = opened.game.checks.survey(opened.body, -1, NEVER_CANCELLED)
    others = [target for target, _words in first.choices if target >= 0]
    return [first, *(opened.game.checks.survey(opened.body, target, NEVER_CANCELLED) for target in others)]


@pytest.mark.parametrize("path", LAYOUTS)
def test_a_survey_is_whole(path: Path) -> None:
    opened = load_layout(path)
    grid: Grid = opened.game.body.grid(opened.body)
    found = surveys(path)
    for number, survey in enumerate(found):
        assert survey.overlays and survey.tables and survey.caption and survey.brief
        targets = [target for target, _words in survey.choices]
        assert survey.choices == found[0].choices and len(set(targets)) == len(targets)
        words = [name for _target, name in survey.choices]
        assert all(words) and len(set(words)) == len(words)
        assert survey.target in (targets or [-1])
        assert not number or survey.target == [target for target in targets if target >= 0][number - 1]
        keys = [overlay.key for overlay in survey.overlays]
        assert len(set(keys)) == len(keys)
        for overlay in survey.overlays:
            assert overlay.name and overlay.value and overlay.tip
            assert within(overlay.picture, grid)
            told = [key.text for key in overlay.keys]
            assert all(told) and len(set(told)) == len(told)
        for table in survey.tables:
            assert table.title and table.rows
            for row in table.rows:
                assert len(row.cells) == len(table.columns) and any(row.cells)
                assert row.bar <= 1
                assert len(set(row.targets)) == len(row.targets)
                for target in row.targets:
                    cell = target_edge(target)[0] if is_edge(target) else target
                    assert 0 <= cell < grid.count


def within(picture: Picture, grid: Grid) -> bool:
    """Whether all that is drawn lies on the board."""
    places = []
    for layer in picture.layers:
        for shape in layer.shapes:
            if isinstance(shape, Sprite | Label):
                places.append((shape.x, shape.y))
            else:
                places += [(point[-2], point[-1]) for outline in shape.outlines for point in outline]
    edge = 0.1
    return all(-edge <= x <= grid.width + edge and -edge <= y <= grid.height + edge for x, y in places)


@pytest.mark.parametrize("slug", MEASURED)
def test_nothing_but_the_board_makes_a_survey(slug: str) -> None:
    opened = load_layout(shipped_layouts(slug)[0])
    again = opened.game.body.parse(opened.game.body.to_plain(opened.body))
    assert opened.game.checks.survey(again, -1, NEVER_CANCELLED) == opened.game.checks.survey(
        opened.body, -1, NEVER_CANCELLED
    )
    assert opened.game.checks.survey(opened.body, 999_999_999, NEVER_CANCELLED) == opened.game.checks.survey(
        opened.body, -1, NEVER_CANCELLED
    )


@pytest.mark.long
@pytest.mark.parametrize("slug", MEASURED)
def test_a_blank_board_and_one_full_of_tiles_are_measured_too(slug: str) -> None:
    game = load(slug)
    body = game.editing.blank()
    stamps = [item.stamp for group in game.sketch.palette(body) if group.on == "cells" for item in group.items]
    assert game.checks.survey(body, -1, NEVER_CANCELLED)
    for stamp in stamps:
        painted = body
        for cell in range(game.body.grid(body).count):
            painted = game.editing.stamp(painted, cell, stamp)
        game.checks.survey(painted, -1, NEVER_CANCELLED)
