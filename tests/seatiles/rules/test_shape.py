"""Shapes of tiles: classes, lands, rotations."""

from __future__ import annotations

from itertools import product

from studio.seatiles.rules import chart


def looks(text: str) -> tuple[frozenset[frozenset[int]], frozenset[int]]:
    """Lands as groups of sides, and the sea sides."""
    groups = {letter: frozenset(s for s in range(4) if text[s] == letter) for letter in set(text) - {"."}}
    return frozenset(groups.values()), frozenset(s for s in range(4) if text[s] == ".")


ALL_SHAPES = ["".join(letters) for letters in product(".abcd", repeat=4)]


def test_rotations_are_those_that_look_different() -> None:
    for text in ALL_SHAPES:
        turned = {looks("".join(text[(side - turn) % 4] for side in range(4))) for turn in range(4)}
        assert len(chart.rotations(text)) == len(turned)
        for one in chart.rotations(text):
            sides = {number: frozenset(s for s in range(4) if one.land[s] == number) for number in range(one.lands)}
            assert (frozenset(sides.values()), frozenset(s for s in range(4) if one.land[s] < 0)) in turned
            assert one.edges == sum(1 << s for s in range(4) if one.land[s] >= 0)


def test_turned_moves_north_to_east() -> None:
    assert chart.turned("abcd", 1) == "dabc"
    assert chart.turned("abcd", 0) == chart.turned("abcd", 4) == "abcd"
    assert chart.turned("a...", 3) == "...a"


def test_lands_are_numbered_from_the_north() -> None:
    assert chart.rotation("ab..", 3).land == (0, -1, -1, 1)  # b has come north and is land 0 there
    assert chart.rotation("b.a.", 1).land == (-1, 0, -1, 1)


def test_isthmus_is_two_opposite_edges_of_one_land() -> None:
    isthmus = {text for text in ALL_SHAPES if chart.has_isthmus(text)}
    assert "a.a." in isthmus
    assert "abab" in isthmus
    assert "acab" in isthmus
    assert not isthmus & {"aaaa", "aaa.", "a.b.", "aa..", "ab..", "...."}


def test_same_looks_is_the_least_turn() -> None:
    assert [chart.same_looks("a.b.", turn) for turn in range(4)] == [0, 1, 0, 1]
    assert [chart.same_looks("aaaa", turn) for turn in range(4)] == [0, 0, 0, 0]
    assert [chart.same_looks("ab..", turn) for turn in range(4)] == [0, 1, 2, 3]
