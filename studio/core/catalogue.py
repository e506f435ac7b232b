"""The messages of one language, read from its `.po` file: the file that translators write is the one that is used."""

from __future__ import annotations

import re
from collections.abc import Callable
from gettext import c2py
from pathlib import Path

_SIMPLE = re.compile(r'msgid "(.+)"\nmsgstr "(.+)"\s*\Z')
"""An entry as nearly all of them are: read at one stroke, since the window waits for it."""
_PIECE = re.compile(r'^(msg\w+)(?:\[(\d)\])? ((?:"(?:[^"\\]|\\.)*"\s*)+)', re.MULTILINE)
_PART = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\(.)")
_RULE = re.compile(r"^Plural-Forms:.*plural=([^;]+);", re.MULTILINE)
_MEANT = {"n": "\n", "t": "\t", "r": "\r"}
CONTEXT = "\x04"
"""Lies between the context of a message and its words."""


class Catalogue:
    """Messages and what they are in a language. What is missing or empty is answered in English."""

    def __init__(self, text: str = "") -> None:
        self._words: dict[str, str] = {}
        self._forms: dict[str, dict[int, str]] = {}
        self._which: Callable[[int], int] = lambda count: int(count != 1)
        rest: list[str] = []
        for entry in text.split("\n\n"):
            if simple := _SIMPLE.match(entry):
                self._words[_meant(simple[1])] = _meant(simple[2])
            else:
                rest.append(entry)
        self._read("\n\n".join(rest))
        if rule := _RULE.search(self._words.pop("", "")):
            self._which = c2py(rule[1])

    def _read(self, text: str) -> None:
        context = source = ""
        for key, form, quoted in _PIECE.findall(text):
            words = _meant("".join(_PART.findall(quoted)))
            if key == "msgctxt":
                context = words + CONTEXT
            elif key == "msgid":
                source, context = context + words, ""
            elif key == "msgstr" and words and form:
                self._forms.setdefault(source, {})[int(form)] = words
            elif key == "msgstr" and words:
                self._words[source] = words

    def gettext(self, message: str) -> str:
        """The message in this language."""
        return self._words.get(message, message)

    def pgettext(self, context: str, message: str) -> str:
        """The message in this language, as it is meant in a context."""
        return self._words.get(context + CONTEXT + message, message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The form of a message that goes with a number."""
        form = self._forms.get(one, {}).get(self._which(count))
        return form if form is not None else one if count == 1 else many


def _meant(quoted: str) -> str:
    """What stands between quotation marks."""
    return _ESCAPE.sub(lambda found: _MEANT.get(found[1], found[1]), quoted) if "\\" in quoted else quoted


def languages(folder: Path) -> list[str]:
    """The languages there are: English, in which the messages are written, and those with a file in the folder."""
    return ["en", *sorted(path.stem for path in folder.glob("*.po"))]


def first_of(wanted: str, folder: Path) -> str:
    """The language that serves one asked for as "de", "de-AT" or "de_AT.UTF-8"; "" when there is none."""
    name = re.split(r"[-_.@]", wanted)[0].lower()
    if name in ("c", "posix"):
        return "en"
    return name if name in languages(folder) else ""


def catalogue(language: str, folder: Path) -> Catalogue:
    """The messages of a language. Raises `OSError`."""
    return Catalogue() if language == "en" else Catalogue((folder / f"{language}.po").read_text("utf-8"))
