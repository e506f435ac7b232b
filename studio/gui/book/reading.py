"""A book as it is read: its clauses in order, what is found in them, which of them speak of which."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cached_property
from html import escape

from studio.core.book import Block, Book, Chapter, Clause
from studio.documents.prose.inline import bare, runs

NUMBER = re.compile(r"\b[A-Z]\d{1,2}\b")


class Reading:
    """A book and ways through it. Clauses are named by their keys."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.clauses = {clause.key: clause for chapter in book for clause in chapter.clauses}
        self.order = list(self.clauses)
        self.is_numbered = any(clause.number for clause in self.clauses.values())

    def chapter_of(self, key: str) -> Chapter:
        """The chapter that a clause stands in."""
        return next(chapter for chapter in self.book if any(clause.key == key for clause in chapter.clauses))

    def beside(self, key: str, by: int) -> Clause | None:
        """The next clause or the one before; None at the ends of the book."""
        place = self.order.index(key) + by
        return self.clauses[self.order[place]] if 0 <= place < len(self.order) else None

    def related(self, key: str) -> list[Clause]:
        """The clauses that this one speaks of, then those with a number that speak of it; else those beside it."""
        spoken = [number for number in numbers(self.clauses[key]) if number in self.clauses]
        speaking = [other for other, clause in self.clauses.items() if clause.number and key in numbers(clause)]
        beside = [clause.key for clause in self.chapter_of(key).clauses]
        return [self.clauses[other] for other in dict.fromkeys([*spoken, *speaking] or beside) if other != key]

    def places(self, words: str) -> dict[str, int]:
        """In which clauses words stand, and how often."""
        wanted = words.casefold().strip()
        if not wanted:
            return {}
        counts = {
            key: sum(text.casefold().count(wanted) for text in texts(clause)) for key, clause in self.clauses.items()
        }
        return {key: count for key, count in counts.items() if count}

    def nearest(self, words: str) -> str:
        """A word of the book that is much like this one; "" if there is none."""
        return next(iter(get_close_matches(words.casefold().strip(), self._words, n=1, cutoff=0.7)), "")

    @cached_property
    def _words(self) -> list[str]:
        found = (word.casefold() for clause in self.clauses.values() for text in texts(clause) for word in text.split())
        return sorted({word.strip(".,:;()“”*?!") for word in found if len(word) > 3})


def texts(clause: Clause) -> Iterator[str]:
    """All that is to be read in a clause."""
    yield clause.title
    yield clause.number
    yield from (bare(block.words) for block in clause.blocks)


def numbers(clause: Clause) -> list[str]:
    """The numbers of clauses that a clause speaks of and the keys that it links to, each once. Below a board stand
    names of spaces instead."""
    told = [block.words for block in clause.blocks if block.kind not in ("board", "code")]
    links = (run.target for words in told for run in runs(words) if run.kind == "link")
    return list(dict.fromkeys([*(number for words in told for number in NUMBER.findall(words)), *links]))


def lead(clause: Clause) -> str:
    """The first sentence of a clause."""
    told = next((block.words for block in clause.blocks if block.kind == "words"), "")
    words = "".join(run.words for run in runs(told) if run.kind != "key").replace("  ", " ")
    return words.split(". ")[0].rstrip(".") + "." if words else ""


def html(block: Block, known: Reading, link: str, mark: str, wanted: str, key: str = "transparent") -> str:
    """The words of a block for a label: numbers of clauses and links lead there in the colour `link`, what is looked
    for lies on the colour `mark`, a key to be pressed on the colour `key`."""
    parts = []
    cap = f'<span style="background-color:{key}; font-weight:600; white-space:nowrap">&nbsp;', "&nbsp;</span>"
    for run in runs(block.words):
        if run.kind == "link":
            parts.append(_way(run.target, run.words, link))
            continue
        words = "".join(_marked(piece, mark, wanted) for piece in _pieces(run.words, known, link))
        before, after = cap if run.kind == "key" else _TAGS.get(run.kind, ("", ""))
        parts.append(f"{before}{words}{after}")
    return "".join(parts)


_TAGS = {
    "bold": ("<b>", "</b>"),
    "slanted": ("<i>", "</i>"),
    "code": ('<span style="font-family:monospace">', "</span>"),
}


def _way(key: str, words: str, link: str) -> str:
    shown = escape(words, quote=False)
    return f'<a href="{key}" style="color:{link}; text-decoration:none; font-weight:600">{shown}</a>'


def _pieces(words: str, known: Reading, link: str) -> Iterator[str]:
    """Words as HTML, in pieces: each number of a clause is one of its own."""
    end = 0
    for found in NUMBER.finditer(words):
        if found[0] in known.clauses:
            yield escape(words[end : found.start()], quote=False)
            yield _way(found[0], found[0], link)
            end = found.end()
    yield escape(words[end:], quote=False)


def _marked(piece: str, mark: str, wanted: str) -> str:
    if not wanted.strip() or piece.startswith("<a "):
        return piece
    pattern = re.escape(escape(wanted.strip(), quote=False))
    return re.sub(pattern, lambda found: f'<span style="background-color:{mark}">{found[0]}</span>', piece, flags=re.I)
