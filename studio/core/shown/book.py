"""A book of rules: chapters of clauses, each in words, lists, asides, and boards whose positions the game prepares."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Block(NamedTuple):
    """A part of a clause. The words of a board stand below it, and `name` is what the game knows it by; of an item it
    is the sprite beside it, "" for none."""

    kind: Literal["words", "head", "item", "aside", "board"]
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
