"""Drawings that outlive a change of language hold no words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from studio.core import text
from studio.core.game import EVERYBODY
from studio.core.picture import Picture
from studio.core.text import use_language
from studio.documents.paths import resources_dir, shipped_layouts
from studio.games import known
from studio.services.loading import LoadedLayout, load_layout, start_match
from tests.shortly import shortly


def speak(language: str) -> None:
    use_language([language], resources_dir() / "locale")


@pytest.fixture
def english_afterwards() -> Iterator[None]:
    yield
    speak("en")


def drawn(opened: LoadedLayout) -> list[Picture]:
    """All that is drawn of a layout: itself, what can be laid there, a match that has begun."""
    game, body = opened.game, opened.body
    match = start_match(opened, game.info.max_seats, seed=3)
    for _turn in range(8):
        match.play(match.legal()[0])
    stamps = [item.picture for group in game.sketch.palette(body) for item in group.items]
    return [
        game.sketch.sketch(body),
        game.picture.picture(match.state, EVERYBODY),
        *(picture for picture in stamps if picture),
    ]


@pytest.mark.usefixtures("english_afterwards")
@pytest.mark.parametrize("slug", shortly(known()))
def test_what_is_kept_of_a_drawing_is_the_same_in_every_language(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As drawn over what was kept of English ones, so it is drawn by who has kept nothing."""
    opened = load_layout(shipped_layouts(slug)[0])
    drawn(opened)
    speak("de")
    over_kept = drawn(opened)
    speak("en")
    monkeypatch.setattr(text, "_language_independent", set())
    speak("de")
    assert drawn(opened) == over_kept
