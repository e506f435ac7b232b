"""The text of documents: JSON, stable, maps as maps, short things on one line."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, strategies as st

from studio.documents.files import WIDTH, to_text

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=12), inner, max_size=6),
    max_leaves=30,
)


@given(plain)
def test_the_text_is_json_of_the_same_data(value: Any) -> None:
    assert json.loads(to_text(value)) == value


@given(plain)
def test_the_same_data_gives_the_same_text(value: Any) -> None:
    assert to_text(json.loads(to_text(value))) == to_text(value)


@given(plain)
def test_a_line_is_too_long_only_when_it_holds_one_long_thing(value: Any) -> None:
    for line in to_text(value).splitlines():
        if len(line) > WIDTH + 1:
            assert not line.rstrip(",").endswith(("}", "]")) or len(line.strip()) < 12


def test_rows_of_symbols_stand_one_below_the_other() -> None:
    text = to_text({"spaces": ["..", "#."], "one": [1, 2], "none": [], "map": {"rows": ["a", "b"]}})
    assert text == (
        '{\n  "spaces": [\n    "..",\n    "#."\n  ],\n  "one": [1, 2],\n  "none": [],\n'
        '  "map": {\n    "rows": [\n      "a",\n      "b"\n    ]\n  }\n}\n'
    )


def test_long_lists_have_one_entry_a_line() -> None:
    text = to_text({"log": [[[1, number], []] for number in range(40)]})
    assert text.splitlines()[2] == "    [[1, 0], []],"


def test_text_stays_readable() -> None:
    assert to_text({"a": "Ä ┌ “x”"}) == '{\n  "a": "Ä ┌ “x”"\n}\n'
