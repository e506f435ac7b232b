"""Texts of more than a sentence: what is read out of them, and that all of it can be translated."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.core.book import Block
from studio.documents.markup import Section, messages, parse_sections
from studio.documents.paths import resources_dir

TEXT = """\
# A turn

## N8: Gaps close by themselves

At the end of
every turn.

![Before](before)
![After, when all is done](after)

### What counts as a gap
- Storm: the turn
  ends.
- [seatiles/event_gold] Gold.

> **Ruling.** It is
> so.

## edge.mismatch: A title: with more (T4, N2)
Words.
"""


def test_what_a_text_says_is_read(tmp_path: Path) -> None:
    path = tmp_path / "text.md"
    path.write_text(TEXT, encoding="utf-8")
    chapter, gaps, finding = parse_sections(path)
    assert chapter == Section(1, "", "A turn", (), ())
    assert gaps[:4] == (2, "N8", "Gaps close by themselves", ())
    assert gaps.blocks == (
        Block("words", "At the end of every turn."),
        Block("board", "Before", "before"),
        Block("board", "After, when all is done", "after"),
        Block("head", "What counts as a gap"),
        Block("item", "Storm: the turn ends."),
        Block("item", "Gold.", "seatiles/event_gold"),
        Block("aside", "**Ruling.** It is so."),
    )
    assert finding == Section(2, "edge.mismatch", "A title: with more", ("T4", "N2"), (Block("words", "Words."),))
    assert [*messages(path)][:3] == ["A turn", "Gaps close by themselves", "At the end of every turn."]


def test_a_text_begins_with_a_heading(tmp_path: Path) -> None:
    path = tmp_path / "text.md"
    path.write_text("Words.\n", encoding="utf-8")
    with pytest.raises(ValueError, match="no heading"):
        parse_sections(path)


@pytest.mark.parametrize("path", sorted((resources_dir() / "books").rglob("*.md")), ids=lambda path: path.parent.name)
def test_the_books_can_be_read_and_translated(path: Path) -> None:
    found = parse_sections(path)
    assert len(found) > 2 and found[0].level == 1
    assert all(words.strip() and "  " not in words for words in messages(path))
    keys = [section.key for section in found if section.level == 2]
    assert all(keys) and len(set(keys)) == len(keys)
    template = (resources_dir() / "locale" / "studio.pot").read_text(encoding="utf-8")
    for words in messages(path):
        assert words.replace('"', '\\"') in template
