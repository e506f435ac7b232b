"""Features: phrases for differences, and those of every game."""

from __future__ import annotations

from itertools import pairwise

import pytest

from studio.core.features import POINTS, POINTS_OF_RIVALS, compared, no_phrase
from studio.games import load, slugs


def test_a_phrase_counts_whole_units_and_says_more_or_less() -> None:
    assert POINTS(4) == "4 more points"
    assert POINTS(0.8) == "1 more point"
    assert POINTS(-1.2) == "1 fewer point"
    assert POINTS(0.4) == POINTS(-0.4) == POINTS(0) == "", "too little to name"
    far = compared(lambda _count: "farther", lambda _count: "nearer", unit=0.2)
    assert [far(0.15), far(-0.15), far(0.05)] == ["farther", "nearer", ""]
    assert no_phrase(9) == ""


def test_phrases_about_rivals_leave_room_for_the_name() -> None:
    assert POINTS_OF_RIVALS(-2).format(rival="Clara") == "2 fewer points for Clara"


@pytest.mark.parametrize("slug", slugs())
def test_every_phrase_of_a_game_can_be_said(slug: str) -> None:
    found = load(slug).evaluation.FEATURES
    keys = [feature.key for feature in found]
    assert len(set(keys)) == len(keys)
    said = [feature for feature in found if feature.text(9)]
    for feature in said:
        assert ("{rival}" in feature.text(9)) == feature.of_rivals
        assert "{" not in feature.text(9).format(rival="Clara")
        assert feature.text(-9) != feature.text(9)
    assert sum(feature.weight > 0 for feature in said) >= 4
    phrases = sorted(str(feature.text(9)) for feature in said)
    assert all(one != other for one, other in pairwise(phrases)), "two features with the same phrase"
