"""Lines of symmetry over a board."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF

from studio.drawing.symmetry import Axes
from studio.gui.board.viewport import _axis_lines

AREA = QRectF(-4, -3, 8, 6)


@pytest.mark.parametrize(("folds", "spokes"), [(2, 4), (3, 3), (4, 4), (6, 6)])
def test_rotation_has_a_spoke_per_fold(folds: int, spokes: int) -> None:
    lines = _axis_lines(Axes(middle=(0.0, 0.0), folds=folds), AREA, 1.0)
    assert len(lines) == spokes
    angles = sorted(math.degrees(math.atan2(end.y(), end.x())) % 360 for _start, end in lines)
    assert all(abs(after - before - 360 / spokes) < 1e-6 for before, after in pairwise(angles))
    on_rim = [abs(abs(end.x()) - 4) < 1e-6 or abs(abs(end.y()) - 3) < 1e-6 for _start, end in lines]
    assert all(on_rim) == (folds > 2), "short arms where there are no sectors to show"
