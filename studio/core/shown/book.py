"""A book of rules: chapters of clauses, each in words, lists, asides, and boards whose positions the game prepares."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Block(NamedTuple):
    """A part of a clause. The words of a board stand below it, and `name` is what the game knows it by; of an item it
    is the sprite beside it, "" for none. Code is lines as they stand in a file or on a command line."""

    kind: Literal["words", "head", "item", "aside", "board", "code"]
    words: str
    name: str = ""


class Clause(NamedTuple):
    """What stands under one number ("N8"). What has no number, as a list of signs, has a key in small letters."""

    key: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def number(self) -> str:
        """What code, findings and other clauses cite it by; "" where nobody does."""
        return self.key if self.key[:1].isupper() else ""


class Chapter(NamedTuple):
    """Clauses that belong together."""

    title: str
    clauses: tuple[Clause, ...]


Book = tuple[Chapter, ...]


def explaining(book: Book, sprite: str) -> str:
    """The key of the clause that explains a thing with its picture, "" for none.

    The nearest counts: "entdecker/chip_3" is shown as "entdecker/chip" where not by itself.
    """
    plain = sprite.partition("@")[0]
    shown = {
        block.name: clause.key
        for chapter in reversed(book)
        for clause in reversed(chapter.clauses)
        for block in clause.blocks
        if block.kind == "item" and block.name and f"{plain}_".startswith(f"{block.name}_")
    }
    return shown[max(shown, key=len)] if shown else ""
