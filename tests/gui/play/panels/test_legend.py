"""Goldland's legend has room for its words in every language."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetricsF
from pytestqt.qtbot import QtBot

from studio.core.picture import Label
from studio.core.text import use_language
from studio.documents.paths import resources_dir
from studio.games.goldland.backpacks import legend
from studio.gui.style.stylesheet import text_font

pytestmark = pytest.mark.usefixtures("full_dress")


@pytest.mark.usefixtures("english_afterwards")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_no_word_reaches_the_next_sign(qtbot: QtBot, language: str) -> None:
    use_language([language], resources_dir() / "locale")
    picture = legend().picture
    labels = [shape for layer in picture.layers for shape in layer.shapes if isinstance(shape, Label)]
    assert len(labels) == len(picture.targets) == 9
    unit = 100.0
    for label, target in zip(labels, picture.targets, strict=True):
        end = label.x + QFontMetricsF(text_font(label.size * unit)).horizontalAdvance(label.text) / unit
        xs = [point[-2] for point in target.outline]
        assert min(xs) < label.x and end <= max(xs) + 0.01 <= picture.bounds[2] + 0.02, label.text
    boxes = [
        tuple(round(value, 3) for point in (one.outline[0], one.outline[2]) for value in point[-2:])
        for one in picture.targets
    ]
    for place, (left, top, right, _foot) in enumerate(boxes):
        assert not [other for other in boxes[place + 1 :] if other[1] == top and other[0] < right and left < other[2]]
