"""Edits that every layout shares are pure, and give the same object back when nothing changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.documents import edits
from studio.documents.layout import Layout

LAYOUT = Layout(game="chess", name="a", author="b", notes="c", body={"x": 1})


def test_each_edit_changes_its_field_only() -> None:
    assert edits.renamed(LAYOUT, "z") == Layout(game="chess", name="z", author="b", notes="c", body={"x": 1})
    assert edits.credited(LAYOUT, "z") == Layout(game="chess", name="a", author="z", notes="c", body={"x": 1})
    assert edits.annotated(LAYOUT, "z") == Layout(game="chess", name="a", author="b", notes="z", body={"x": 1})
    assert edits.with_body(LAYOUT, {}) == Layout(game="chess", name="a", author="b", notes="c", body={})


def test_an_edit_without_change_gives_the_same_object() -> None:
    assert edits.renamed(LAYOUT, "a") is LAYOUT
    assert edits.credited(LAYOUT, "b") is LAYOUT
    assert edits.annotated(LAYOUT, "c") is LAYOUT
    assert edits.with_body(LAYOUT, {"x": 1}) is LAYOUT


def test_rows_grow_and_shrink_on_each_side() -> None:
    rows = ("abc", "def")
    assert edits.resized_rows(rows, 1, 0, 0, 1) == (".abc", ".def", "....")
    assert edits.resized_rows(rows, -1, -1, 1, 0) == ("ef.",)


@given(*[st.integers(0, 3)] * 4)
def test_growing_is_undone_by_shrinking(left: int, top: int, right: int, bottom: int) -> None:
    rows = ("abc", "def")
    grown = edits.resized_rows(rows, left, top, right, bottom)
    assert len(grown) == 2 + top + bottom and {len(row) for row in grown} == {3 + left + right}
    assert edits.resized_rows(grown, -left, -top, -right, -bottom) == rows


@pytest.mark.parametrize("change", [(-3, 0, 0, 0), (0, -2, 0, 0), (-3, 0, 5, 0), (0, 0, -3, 0)])
def test_rows_cannot_vanish(change: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="nothing would be left"):
        edits.resized_rows(("abc", "def"), *change)


def test_one_symbol_is_replaced() -> None:
    assert edits.with_symbol(("abc", "def"), 1, 1, "X") == ("abc", "dXf")
