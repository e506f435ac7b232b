"""Texts of more than a sentence, as they lie in resources/books: rules and explanations, paragraph by paragraph.

They are written in a small part of Markdown, so that they are read and edited as what they are:

    # A turn                                 a chapter
    ## N8: Gaps close by themselves          a section with its key
    ## edge.mismatch: A title (T4)           a section about a clause, or, of several, about that of the game
    Lines up to an empty one.                a paragraph
    ### What counts as a gap                 a heading between paragraphs
    - Storm: the turn ends.                  an item of a list, up to the next one or an empty line
    - [seatiles/scout] Scout: a unit.        an item with a sprite beside it
    > **Ruling.** The match *ends* at once.  words that stand apart; words may be bold or slanted
    ![Before](before)                        a board, with the words below it and the name that the game knows it by
    ```                                      lines as they are, up to the next fence

Words may have `pieces of a file` and [ways to other sections](lab) in them. Every part is a message of its own for
whoever translates (packaging/extract_messages.py), but for lines between fences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from studio.core.book import Block, Book, Chapter, Clause, Explanation, Explanations
from studio.core.text import _
from studio.documents.paths import resources_dir

_HEADING = re.compile(r"(#{1,3}) +(?:([\w.]+): +)?(.*?)(?: +\(([A-Z0-9, ]+)\))?")
_SIGN = re.compile(r"\[(\w+/\w+)\] +(.*)")
_BOARD = re.compile(r"!\[(.*)\]\(([\w-]+)\)")
FENCE = "```"


class Section(NamedTuple):
    """What stands under a heading; `clauses` are the numbers behind its title."""

    level: int
    key: str
    title: str
    clauses: tuple[str, ...]
    blocks: tuple[Block, ...]


def sections(path: Path) -> tuple[Section, ...]:
    """The sections of a text, chapters included. Raises `OSError` and `ValueError`."""
    found: list[Section] = []
    for lines in _chunks(path.read_text(encoding="utf-8")):
        if lines[0] == FENCE:
            if not found:
                raise ValueError(f"{path.name}: it begins with a fence and no heading")
            found[-1] = found[-1]._replace(blocks=(*found[-1].blocks, Block("code", "\n".join(lines[1:]))))
            continue
        words = " ".join(lines)
        if heading := _HEADING.fullmatch(words):
            level, key, title, clauses = heading.groups(default="")
            if len(level) < 3:
                found.append(Section(len(level), key, title, tuple(re.findall(r"\w+", clauses)), ()))
                continue
        if not found:
            raise ValueError(f"{path.name}: it begins with words and no heading: {words[:40]}")
        found[-1] = found[-1]._replace(blocks=(*found[-1].blocks, _block(words)))
    return tuple(found)


def _chunks(text: str) -> Iterator[list[str]]:
    """Lines that belong together: up to an empty line, a heading, or the next item of a list; or what a fence holds,
    below that fence."""
    held: list[str] = []
    for line in (*text.splitlines(), ""):
        bare = line.strip()
        if held and held[0] == FENCE:
            if bare != FENCE:
                held.append(line)
                continue
            yield held
            held = []
            continue
        if held and (not bare or bare.startswith(("#", "- ", "![", FENCE)) or held[0].startswith(("#", "!["))):
            yield held
            held = []
        if bare:
            held.append(bare.lstrip("> ") if held else bare)


def _block(words: str) -> Block:
    if board := _BOARD.fullmatch(words):
        return Block("board", board[1], board[2])
    for sign, kind in (("### ", "head"), ("- ", "item"), ("> ", "aside")):
        if words.startswith(sign):
            if kind == "item" and (pictured := _SIGN.fullmatch(words[len(sign) :])):
                return Block("item", pictured[2], pictured[1])
            return Block(kind, words[len(sign) :])  # type: ignore[arg-type]  # a tuple's first part widens to text
    return Block("words", words)


def messages(path: Path) -> Iterator[str]:
    """All that is to be translated in a text."""
    for section in sections(path):
        yield section.title
        yield from (block.words for block in section.blocks if block.kind != "code")


@cache
def of_book(book: str, part: str) -> tuple[Section, ...]:
    """The sections of a part of a game's book: "rules" or "findings". Raises `OSError` and `ValueError`."""
    return sections(resources_dir() / "books" / book / f"{part}.md")


def explanations(letters: str, *books: str) -> Explanations:
    """What findings mean, by their codes, in the language that is chosen: of any layout, and from these books.

    `letters` are those that the numbers of the game's own clauses begin with.
    """
    found = {}
    for book in ("common", *books):
        for section in of_book(book, "findings"):
            if section.level == 2:
                words = tuple(_(block.words) for block in section.blocks if block.kind == "words")
                matters = " ".join(_(block.words) for block in section.blocks if block.kind == "aside")
                clause = next((number for number in section.clauses if number[0] in letters), "")
                found[section.key] = Explanation(_(section.title), clause, words, matters)
    return found


def book(*books: str) -> Book:
    """The rules that stand in these books, one after another, in the language that is chosen."""
    return bound(section for name in books for section in of_book(name, "rules"))


def bound(found: Iterable[Section]) -> Book:
    """Sections as chapters and their clauses, in the language that is chosen."""
    chapters: list[Chapter] = []
    for section in found:
        if section.level == 1:
            chapters.append(Chapter(_(section.title), ()))
            continue
        clause = Clause(section.key, _(section.title), tuple(map(_spoken, section.blocks)))
        chapters[-1] = chapters[-1]._replace(clauses=(*chapters[-1].clauses, clause))
    return tuple(chapters)


def _spoken(block: Block) -> Block:
    return block if block.kind == "code" else block._replace(words=_(block.words))
