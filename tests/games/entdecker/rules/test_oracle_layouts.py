"""Two hundred random matches on each shipped layout (sixteen in the short run), checked after every ply."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from studio.documents.paths import shipped_layouts
from studio.games.entdecker.body import parse
from tests.games.entdecker.rules.watched import watched
from tests.shortly import shortly


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 25), marks=pytest.mark.long)], ids=len)
@pytest.mark.parametrize("options", shortly(product((False, True), repeat=3), 0, 7))
@pytest.mark.parametrize("path", shortly(shipped_layouts("entdecker"), 1), ids=lambda path: path.stem)
def test_random_matches_on_shipped_layouts_agree_with_the_oracles(
    path: Path, options: tuple[bool, ...], seeds: range
) -> None:
    drawn = parse(json.loads(path.read_text())["body"])
    points = [sum(watched(drawn, 2 + seed % 3, seed, options, every=5).scores()) for seed in seeds]
    assert sum(points) > 0
