"""What is typed is found in words: letters in order, parts in any order, the better fit first."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from studio.gui.shell.command_palette import FIRST, GAP, LETTER, NEXT, START, fuzzy_match


def worth(typed: str, words: str) -> float:
    like = fuzzy_match(typed, words)
    assert like is not None, (typed, words)
    return like.score


@pytest.mark.parametrize(
    ("typed", "better", "worse"),
    [
        ("zo", "Zoom in", "Resize the board"),
        ("save", "Save", "Save as"),
        ("sa", "Save as", "Select all"),
        ("nl", "New layout", "Only"),
        ("stamp", "Stamp", "Keep as a stamp"),
        ("fix", "Fix all safe ones", "Full index"),
    ],
)
def test_the_better_fit_is_worth_more(typed: str, better: str, worse: str) -> None:
    like = fuzzy_match(typed, worse)
    assert like is None or worth(typed, better) > like.score


def test_parts_come_in_any_order_and_all_of_them() -> None:
    assert fuzzy_match("board fit", "Fit the board") is not None
    assert fuzzy_match("board sun", "Fit the board") is None


def test_accents_and_capitals_make_no_difference() -> None:
    like = fuzzy_match("ÉCR", "Écran")
    assert like is not None
    assert like.positions == (0, 1, 2)
    assert fuzzy_match("ecr", "ÉCRAN") is not None


def test_letters_strewn_about_are_no_fit() -> None:
    assert fuzzy_match("ohp", "Zoom all the maps in") is None


def test_nothing_typed_fits_everything() -> None:
    assert fuzzy_match("  ", "Save") is not None


def by_hand(part: str, words: str) -> float | None:
    """The best of all ways to find a part: every choice of places."""
    best = None
    for places in combinations(range(len(words)), len(part)):
        if any(words[place] != letter for place, letter in zip(places, part, strict=True)):
            continue
        total = 0.0
        for step, place in enumerate(places):
            total += LETTER + (FIRST if not place or words[place - 1] == " " else 0.0) + (0.0 if place else START)
            if step:
                gap = place - places[step - 1] - 1
                total += NEXT if not gap else -GAP * gap
        best = total if best is None else max(best, total)
    return best


@given(st.text("ab", min_size=1, max_size=4), st.text("ab ", min_size=1, max_size=9))
def test_it_is_the_best_of_all_ways(part: str, words: str) -> None:
    like, best = fuzzy_match(part, words), by_hand(part, words)
    if like is None:
        assert best is None or best < 2 * len(part)
        return
    assert best is not None
    assert abs(like.score - (best - 0.01 * len(words))) < 1e-9
    assert "".join(words[place] for place in like.positions) == part
