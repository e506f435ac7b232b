"""Features: phrases for differences, and those of every game."""

from __future__ import annotations

from itertools import pairwise

import pytest

from studio.core.features import POINTS, POINTS_OF_RIVALS, Feature, uncounted
from studio.games import load, slugs


def test_a_phrase_counts_whole_units_and_says_more_or_less() -> None:
    points = Feature("points", 1.0, *POINTS)
    assert [points.text(4), points.text(0.8), points.text(-1.2)] == ["4 more points", "1 more point", "1 fewer point"]
    assert points.text(0.4) == points.text(-0.4) == points.text(0) == "", "too little to name"
    path = Feature("path", -1.0, uncounted("farther"), uncounted("nearer"), unit=0.2)
    assert [path.text(0.15), path.text(-0.15), path.text(0.05)] == ["farther", "nearer", ""]
    assert Feature("lost", 1.0).text(9) == ""


def test_phrases_about_rivals_leave_room_for_the_name() -> None:
    points = Feature("rivals_points", -1.0, *POINTS_OF_RIVALS)
    assert points.text(-2).format(rival="Clara") == "2 fewer points for Clara"


@pytest.mark.parametrize("slug", slugs())
def test_every_phrase_of_a_game_can_be_said(slug: str) -> None:
    found = load(slug).evaluation.FEATURES
    keys = [feature.key for feature in found]
    assert len(set(keys)) == len(keys)
    said = [feature for feature in found if feature.text(9)]
    for feature in said:
        assert ("{rival}" in feature.text(9)) == feature.key.startswith("rivals_")
        assert "{" not in feature.text(9).format(rival="Clara")
        assert feature.text(-9) != feature.text(9)
    assert sum(feature.weight > 0 for feature in said) >= 4
    phrases = sorted(str(feature.text(9)) for feature in said)
    assert all(one != other for one, other in pairwise(phrases)), "two features with the same phrase"
