"""Search in a book by words: without stop words, with synonyms, best clauses first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from html import escape
from math import log
from typing import NamedTuple
from unicodedata import combining, normalize

from studio.core.book import Book, Clause
from studio.documents.markup import plain_text
from studio.documents.paths import resources_dir

_WORD = re.compile(r"\w+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_SUFFIXES = ("ees", "ing", "ed", "ee", "ent", "en", "er", "ez", "es", "em", "e", "n", "s")
TITLE, OFTEN = 0.6, 0.5  # weight of words in the title, and of words that are in several sentences
KEPT = 0.5  # part of the best clause's score that other results need
RARE = 0.8  # part of the largest weight that a word needs to be marked


class Found(NamedTuple):
    """Clauses, best first, a pattern of the text to mark, and the corrected words if those given are nowhere."""

    keys: list[str]
    marks: str = ""
    corrected: str = ""


def fold(text: str) -> str:
    """Lower case without accents."""
    return "".join(sign for sign in normalize("NFKD", text.casefold()) if not combining(sign)).replace("œ", "oe")


def stem(word: str) -> str:
    """A folded word without its ending."""
    ending = next((end for end in _SUFFIXES if word.endswith(end) and len(word) - len(end) >= 3), "")
    return word.removesuffix(ending)


@cache
def _synonyms() -> tuple[frozenset[str], dict[str, frozenset[str]]]:
    """Stop words, and all words with the same meaning by stem."""
    lines = (resources_dir() / "books" / "synonyms.txt").read_text(encoding="utf-8").splitlines()
    stops, *groups = ([fold(word) for word in line.split()] for line in lines if not line.startswith("#"))
    found: dict[str, frozenset[str]] = {}
    for group in groups:
        stems = frozenset(map(stem, group))
        found |= {one: found.get(one, frozenset()) | stems for one in stems}
    return frozenset(stops), found


class _Indexed(NamedTuple):
    """The words of a clause: those of its title, and those of each sentence."""

    title: frozenset[str]
    sentences: list[frozenset[str]]
    text: str


def clause_texts(clause: Clause) -> Iterator[str]:
    yield clause.title
    yield clause.number
    yield from (plain_text(block.text) for block in clause.blocks)


class BookSearch:
    def __init__(self, book: Book) -> None:
        self._clauses: dict[str, _Indexed] = {}
        self._forms: dict[str, set[str]] = {}  # folded words as they are written
        for clause in (clause for chapter in book for clause in chapter.clauses):
            title, number, *texts = clause_texts(clause)
            sentences = [self._folded(part) for text in texts for part in _SENTENCE.split(text)]
            whole = "\n".join((title, number, *texts)).casefold()
            self._clauses[clause.key] = _Indexed(self._folded(f"{title} {number}"), sentences, whole)

    def _folded(self, text: str) -> frozenset[str]:
        words = {word: fold(word) for word in _WORD.findall(text.casefold())}
        for word, folded in words.items():
            self._forms.setdefault(folded, set()).add(word)
        return frozenset(words.values())

    def find(self, query: str) -> Found:
        """Find the clauses that contain or answer a query."""
        asked = [fold(word) for word in _WORD.findall(query.casefold())]
        if not asked:
            return Found([])
        found = self._find([word for word in asked if word not in _synonyms()[0]] or asked, query)
        if found.keys:
            return found
        close = [next(iter(get_close_matches(word, self._forms, n=1, cutoff=0.6)), "") for word in asked]
        corrected = " ".join(min(self._forms[word]) for word in close if word)
        return self._find([word for word in close if word], corrected)._replace(corrected=corrected)

    def _find(self, words: list[str], query: str) -> Found:
        phrase = query.casefold().strip()
        meant = [self._matches(word) for word in dict.fromkeys(words)]
        weights = [self._weight(matches) for matches in meant]
        scores = {key: self._score(clause, meant, weights, phrase) for key, clause in self._clauses.items()}
        least = KEPT * max(scores.values(), default=0.0)
        keys = sorted((key for key, score in scores.items() if score and score >= least), key=lambda key: -scores[key])
        strong = [part for part, weight in zip(meant, weights, strict=True) if weight >= RARE * max(weights)]
        forms = {form for matches in strong for word in matches for form in self._forms[word]}
        exact = [re.escape(escape(phrase, quote=False))] if len(meant) > 1 else []
        return Found(keys, "|".join([*exact, *(rf"\b{form}\b" for form in sorted(forms))]) if keys else "")

    def _matches(self, word: str) -> dict[str, float]:
        """Words of the book that match a word of the query, with a weight up to 1."""
        same = _synonyms()[1].get(root := stem(word), frozenset())
        found = {}
        for other in self._forms:
            if other == word:
                found[other] = 1.0
            elif (other_root := stem(other)) == root:
                found[other] = 0.95
            elif len(word) > 2 and other.startswith(word):
                found[other] = 0.8
            elif other_root in same:
                found[other] = 0.75
            elif len(word) > 4 and word in other:
                found[other] = 0.5
        return found

    def _weight(self, matches: dict[str, float]) -> float:
        """A word in fewer clauses weighs more."""
        has = sum(any(matches.keys() & part for part in (one.title, *one.sentences)) for one in self._clauses.values())
        return log(1 + len(self._clauses) / has) if has else 0.0

    def _score(self, clause: _Indexed, meant: list[dict[str, float]], weights: list[float], phrase: str) -> float:
        def part(words: frozenset[str]) -> list[float]:
            return [
                max((matches[word] for word in matches.keys() & words), default=0.0) * weight
                for matches, weight in zip(meant, weights, strict=True)
            ]

        title, sentences = sum(part(clause.title)), [part(words) for words in clause.sentences]
        together: float = max((sum(part(words | clause.title)) for words in clause.sentences), default=title)
        often: float = sum(
            max(column) * (1 - 1 / (1 + sum(map(bool, column)))) for column in zip(*sentences, strict=True)
        )
        exact = sum(weights) if len(meant) > 1 and phrase in clause.text else 0.0
        return TITLE * title + together + OFTEN * often + exact
