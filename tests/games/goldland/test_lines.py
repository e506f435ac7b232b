"""The text notation of lines: what it means, its one canonical form, and what is no such notation."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from studio.games.goldland.body import (
    count_pieces,
    normalize_group,
    normalize_line,
    parse_group,
    parse_line,
    unknown_words,
)
from tests.games.goldland.bodies import ITEMS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("  ", ()),
        ("shovel", (("shovel", 1),)),
        ("2 rifle", (("rifle", 2),)),
        ("wood + rope", (("rope", 1), ("wood", 1))),
        ("wood+2 wood", (("wood", 3),)),
        ("2 Rifles + PROVISIONS", (("provision", 1), ("rifle", 2))),
        ("rum + 2 pearl", (("pearl", 2), ("rum", 1))),
    ],
)
def test_pieces_that_belong_together(text: str, expected: tuple[tuple[str, int], ...]) -> None:
    assert parse_group(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 wood | 2 rope", "2 wood | 2 rope"),
        ("rope|wood+rope", "rope | rope + wood"),
        ("rope | 1 rope", "rope"),
        ("", ""),
    ],
)
def test_alternatives_keep_their_order_and_come_once(text: str, expected: str) -> None:
    assert normalize_line(text) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2", "“2” is no equipment"),
        ("rope +", "“” is no equipment"),
        ("rope wood", "“rope wood” is no equipment"),
        ("-2 rope", "“-2 rope” is no equipment"),
        ("rope, wood", "“rope, wood” is no equipment"),
        ("0 rope", "1 to 12 pieces"),
        ("13 rope", "1 to 12 pieces"),
        ("7 rope + 6 rope", "1 to 12 pieces"),
        ("rope |", "nothing on one side of the bar"),
        ("| rope", "nothing on one side of the bar"),
        ("rope | wood | rod | pearl | rifle", "at most 4 alternatives"),
    ],
)
def test_what_is_no_line_is_refused_in_one_sentence(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why.replace("|", r"\|").replace("+", r"\+")) as caught:
        parse_line(text)
    assert str(caught.value).endswith(".")


def test_what_is_paid_has_no_alternatives() -> None:
    with pytest.raises(ValueError, match="no equipment"):
        parse_group("rope | wood")


def test_strangers_are_named_and_count_for_nothing() -> None:
    assert unknown_words("rum + rope", "2 gold | rum") == ["rum", "gold"]
    assert count_pieces(parse_group("3 rum + 2 rope")) == (0, 2, 0, 0, 0, 0, 0)
    assert count_pieces(parse_group("rod + provision + 2 pearl")) == (1, 0, 0, 0, 0, 2, 1)


@given(st.lists(st.dictionaries(st.sampled_from(ITEMS), st.integers(1, 12), min_size=1), min_size=1, max_size=4))
def test_writing_and_reading_are_inverse(groups: list[dict[str, int]]) -> None:
    text = " | ".join(" + ".join(f"{count} {item}" for item, count in group.items()) for group in groups)
    assert normalize_line(normalize_line(text)) == normalize_line(text)
    unique = [dict(group) for place, group in enumerate(groups) if group not in groups[:place]]
    assert [dict(group) for group in parse_line(text)] == unique
    assert normalize_group(normalize_line(text).split(" | ")[0]) == normalize_line(text).split(" | ")[0]


@given(st.text(max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        line = normalize_line(text)
    except ValueError as problem:
        assert str(problem).endswith(".")
    else:
        assert normalize_line(line) == line
