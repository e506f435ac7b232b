"""Marks inside sentences: what is read out of them, and how texts look on a terminal."""

from __future__ import annotations

import pytest

from studio.core.book import Block
from studio.documents.markup import TextSpan, parse_spans, plain_text, text_lines


def test_marks_inside_a_sentence_are_read() -> None:
    words = "A **bold** *slanted* `a_file.json` [Ctrl+S], see [the lab](lab): 2 * 3."
    assert [*parse_spans(words)] == [
        TextSpan("plain", "A "),
        TextSpan("bold", "bold"),
        TextSpan("plain", " "),
        TextSpan("slanted", "slanted"),
        TextSpan("plain", " "),
        TextSpan("code", "a_file.json"),
        TextSpan("plain", " "),
        TextSpan("key", "Ctrl+S"),
        TextSpan("plain", ", see "),
        TextSpan("link", "the lab", "lab"),
        TextSpan("plain", ": 2 * 3."),
    ]
    assert plain_text(words) == "A bold slanted a_file.json [Ctrl+S], see the lab: 2 * 3."


@pytest.mark.parametrize("key", ["[", "]", "Ctrl+[", "Ctrl+\\", "."])
def test_brackets_are_keys_too(key: str) -> None:
    assert [*parse_spans(f"a [{key}] b")] == [TextSpan("plain", "a "), TextSpan("key", key), TextSpan("plain", " b")]


def test_blocks_are_lines_on_a_terminal() -> None:
    blocks = [
        Block("words", "Some *words*."),
        Block("board", "A picture", "one"),
        Block("item", "first"),
        Block("item", "second"),
        Block("code", "{\n  1\n}"),
        Block("aside", "Mind this."),
    ]
    assert [*text_lines(blocks)] == [
        "  Some words.",
        "  - first",
        "  - second",
        "    {",
        "      1",
        "    }",
        "  | Mind this.",
    ]
    assert [*text_lines(blocks, is_airy=True)] == [
        *("", "  Some words."),
        *("", "  - first", "  - second"),
        *("", "    {", "      1", "    }"),
        *("", "  | Mind this."),
    ]
