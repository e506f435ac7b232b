"""Marks inside sentences: what is read out of them, and how texts look on a terminal."""

from __future__ import annotations

import pytest

from studio.core.book import Block
from studio.documents.markup import Run, bare, lines, runs


def test_marks_inside_a_sentence_are_read() -> None:
    words = "A **bold** *slanted* `a_file.json` [Ctrl+S], see [the lab](lab): 2 * 3."
    assert [*runs(words)] == [
        Run("plain", "A "),
        Run("bold", "bold"),
        Run("plain", " "),
        Run("slanted", "slanted"),
        Run("plain", " "),
        Run("code", "a_file.json"),
        Run("plain", " "),
        Run("key", "Ctrl+S"),
        Run("plain", ", see "),
        Run("link", "the lab", "lab"),
        Run("plain", ": 2 * 3."),
    ]
    assert bare(words) == "A bold slanted a_file.json [Ctrl+S], see the lab: 2 * 3."


@pytest.mark.parametrize("key", ["[", "]", "Ctrl+[", "Ctrl+\\", "."])
def test_brackets_are_keys_too(key: str) -> None:
    assert [*runs(f"a [{key}] b")] == [Run("plain", "a "), Run("key", key), Run("plain", " b")]


def test_blocks_are_lines_on_a_terminal() -> None:
    blocks = [
        Block("words", "Some *words*."),
        Block("board", "A picture", "one"),
        Block("item", "first"),
        Block("item", "second"),
        Block("code", "{\n  1\n}"),
        Block("aside", "Mind this."),
    ]
    assert [*lines(blocks)] == [
        "  Some words.",
        "  - first",
        "  - second",
        "    {",
        "      1",
        "    }",
        "  | Mind this.",
    ]
    assert [*lines(blocks, is_airy=True)] == [
        *("", "  Some words."),
        *("", "  - first", "  - second"),
        *("", "    {", "      1", "    }"),
        *("", "  | Mind this."),
    ]
