"""What stands inside a sentence of a text: bold and slanted words, pieces of files, keys, ways to other sections.

**bold**  *slanted*  `piece of a file`  [Ctrl+S]  [words](lab)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Literal, NamedTuple

from studio.core.book import Block
from studio.core.text import key_words

WIDTH = 92
"""Letters in a line on a terminal."""
_MARKS = re.compile(r"(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([\w.]+\)|\[(?:\]|[^\]]+)\])")
_LINK = re.compile(r"\[([^\]]+)\]\(([\w.]+)\)")


class Run(NamedTuple):
    """Words that look alike, keys as they are called; `target` is the key of the section that a link leads to."""

    kind: Literal["plain", "bold", "slanted", "code", "key", "link"]
    words: str
    target: str = ""


def runs(words: str) -> Iterator[Run]:
    """The words of a block in pieces that look alike."""
    for part in filter(None, _MARKS.split(words)):
        if not _MARKS.fullmatch(part):
            yield Run("plain", part)
        elif part.startswith("**"):
            yield Run("bold", part[2:-2])
        elif part.startswith("*"):
            yield Run("slanted", part[1:-1])
        elif part.startswith("`"):
            yield Run("code", part[1:-1])
        elif link := _LINK.fullmatch(part):
            yield Run("link", link[1], link[2])
        else:
            yield Run("key", key_words(part[1:-1]))


def bare(words: str) -> str:
    """The words alone; keys stay in brackets, which tell them from words."""
    return "".join(f"[{run.words}]" if run.kind == "key" else run.words for run in runs(words))


def lines(blocks: Iterable[Block], is_airy: bool = False) -> Iterator[str]:
    """Blocks as lines for a terminal, perhaps with empty ones between all but items. Pictures are for the window."""
    before = ""
    for block in (block for block in blocks if block.kind != "board"):
        if is_airy and not before == block.kind == "item":
            yield ""
        before = block.kind
        if block.kind == "code":
            yield from (f"    {line}" for line in block.words.splitlines())
        else:
            first = {"item": "  - ", "aside": "  | "}.get(block.kind, "  ")
            yield from wrap(bare(block.words), WIDTH, initial_indent=first, subsequent_indent=" " * len(first))
