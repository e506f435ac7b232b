"""Words that people read: translation, and the names of seats inside sentences."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from gettext import c2py
from pathlib import Path
from typing import TextIO

from studio.core.cache import clear_caches, text_cache

# The messages of one language, read from its `.po` file: the file that translators write is the one that is used.

_SIMPLE = re.compile(r'msgid "(.+)"\nmsgstr "(.+)"\s*\Z')
"""An entry as nearly all of them are: read at one stroke, since the window waits for it."""
_PIECE = re.compile(r'^(msg\w+)(?:\[(\d)\])? ((?:"(?:[^"\\]|\\.)*"\s*)+)', re.MULTILINE)
_PART = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\(.)")
_PLURAL_RULE = re.compile(r"^Plural-Forms:.*plural=([^;]+);", re.MULTILINE)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
CONTEXT = "\x04"
"""Lies between the context of a message and its words."""


class Catalog:
    """Messages and what they are in a language. What is missing or empty is answered in English."""

    def __init__(self, text: str = "") -> None:
        self._messages: dict[str, str] = {}
        self._forms: dict[str, dict[int, str]] = {}
        self._plural_form: Callable[[int], int] = lambda count: int(count != 1)
        rest: list[str] = []
        for entry in text.split("\n\n"):
            if simple := _SIMPLE.match(entry):
                self._messages[_unescape(simple[1])] = _unescape(simple[2])
            else:
                rest.append(entry)
        self._read("\n\n".join(rest))
        if rule := _PLURAL_RULE.search(self._messages.pop("", "")):
            self._plural_form = c2py(rule[1])

    def _read(self, text: str) -> None:
        context = source = ""
        for key, form, quoted in _PIECE.findall(text):
            words = _unescape("".join(_PART.findall(quoted)))
            if key == "msgctxt":
                context = words + CONTEXT
            elif key == "msgid":
                source, context = context + words, ""
            elif key == "msgstr" and words and form:
                self._forms.setdefault(source, {})[int(form)] = words
            elif key == "msgstr" and words:
                self._messages[source] = words

    def gettext(self, message: str) -> str:
        """The message in this language."""
        return self._messages.get(message, message)

    def pgettext(self, context: str, message: str) -> str:
        """The message in this language, as it is meant in a context."""
        return self._messages.get(context + CONTEXT + message, message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The form of a message that goes with a number."""
        form = self._forms.get(one, {}).get(self._plural_form(count))
        return form if form is not None else one if count == 1 else many


def _unescape(quoted: str) -> str:
    """What stands between quotation marks."""
    return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[1]), quoted) if "\\" in quoted else quoted


def available_languages(folder: Path) -> list[str]:
    """The languages there are: English, in which the messages are written, and those with a file in the folder."""
    return ["en", *sorted(path.stem for path in folder.glob("*.po"))]


def match_language(wanted: str, folder: Path) -> str:
    """The language that serves one asked for as "de", "de-AT" or "de_AT.UTF-8"; "" when there is none."""
    name = re.split(r"[-_.@]", wanted)[0].lower()
    if name in ("c", "posix"):
        return "en"
    return name if name in available_languages(folder) else ""


def load_catalog(language: str, folder: Path) -> Catalog:
    """The messages of a language. Raises `OSError`."""
    return Catalog() if language == "en" else Catalog((folder / f"{language}.po").read_text("utf-8"))


# Words that people read: translation, and the names of seats inside sentences.

_catalogue = Catalog()
_language = "en"


def use_language(wanted: Sequence[str], locale_dir: Path) -> None:
    """Use the first of the wanted languages that there are messages for in `locale_dir`; without any, English.

    Cached text in the language before is dropped. Text that is shown already stays as it is.
    """
    global _catalogue, _language, _separators
    language = next(filter(None, (match_language(one, locale_dir) for one in wanted)), "en")
    if language != _language:
        _catalogue, _language = load_catalog(language, locale_dir), language
        _separators = _separators_of(in_context("a number", "1,234.5"))
        clear_caches()


def language() -> str:
    """The language in use: "en", "de", …"""
    return _language


def _separators_of(written: str) -> dict[int, str]:
    """The signs in numbers of the language that writes 1,234.5 like this."""
    return {ord(","): written[1], ord("."): written[-2], ord("-"): "−"}


_separators = _separators_of("1,234.5")
"""How the language in use writes what groups digits and what begins decimals, and a minus that is one."""


class _LocalizedInt(int):
    """A whole number in a sentence."""

    def __format__(self, how: str) -> str:
        return int.__format__(self, how).translate(_separators)


class _LocalizedFloat(float):
    """A number with decimals in a sentence."""

    def __format__(self, how: str) -> str:
        return float.__format__(self, how).translate(_separators)


def _localize(value: object) -> object:
    """A number so that a message writes it as its language does; anything else, and what has no signs, as it is."""
    if type(value) is float:
        return _LocalizedFloat(value)
    return _LocalizedInt(value) if type(value) is int and not 0 <= value < 1000 else value


class Message(str):
    """A translated message; `format` writes numbers as the language in use does."""

    __slots__ = ()

    def format(self, *values: object, **fields: object) -> str:
        return super().format(*map(_localize, values), **{name: _localize(one) for name, one in fields.items()})


class FormattedNumber(str):
    """A number as the language in use writes it; `machine_text` is how files write it."""

    __slots__ = ("machine_text",)
    machine_text: str


def _(message: str) -> str:
    """The message in the language in use."""
    return Message(_catalogue.gettext(message))


def in_context(context: str, message: str) -> str:
    """The message in the language in use, where the same English words mean two things."""
    return Message(_catalogue.pgettext(context, message))


LAYOUT_CONTEXT = "a layout"
"""The context of what layouts say of themselves that come with the program."""


def translated_name(words: str) -> str:
    """Name, author or notes of a layout as they are shown: what came with the program in the language that is spoken.

    Other words than those of the layouts that came with it are not known in their context and stay as they are.
    """
    return in_context(LAYOUT_CONTEXT, words) if words else words


def format_number(value: float, how: str = "") -> str:
    """A number as the language in use writes it: 1234.5 as ",.1f" is "1,234.5", "1.234,5", "1 234,5".

    `how` is written as for `format`. Messages write the numbers in their fields so by themselves; what is kept in
    files, read by machines or typed in again is never written like this.
    """
    bare = format(value, how)
    number = FormattedNumber(bare.translate(_separators))
    number.machine_text = bare
    return number


def unlocalized(words: str) -> str:
    """A number as every language writes it in files; anything else as it is."""
    return words.machine_text if isinstance(words, FormattedNumber) else words


def format_percent(share: float, how: str = ".1f") -> str:
    """A share, 1 for all, in per cent: "12.5 %"."""
    return _("{percent} %").format(percent=format_number(100 * share, how))


def format_duration(seconds: float) -> str:
    """A time as people say it: "48 s", "3 min 6 s", "2 h 5 min"."""
    whole = round(seconds)
    if whole < 60:
        return _("{seconds} s").format(seconds=whole)
    if whole < 3600:
        return _("{minutes} min {seconds} s").format(minutes=whole // 60, seconds=whole % 60)
    return _("{hours} h {minutes} min").format(hours=whole // 3600, minutes=whole % 3600 // 60)


def plural(one: str, many: str, count: int) -> str:
    """`one` or `many`, whichever the language wants for `count`; the caller formats the number in."""
    return Message(_catalogue.ngettext(one, many, count))


def seat_mark(seat: int) -> str:
    """The place in a sentence where the name of a seat goes. Games write this; whoever shows it calls `name_seats`."""
    return f"⟦{seat}⟧"


def name_seats(sentence: str, names: Sequence[str]) -> str:
    """The sentence with every seat mark replaced by that seat's name."""
    for seat, name in enumerate(names):
        sentence = sentence.replace(f"⟦{seat}⟧", name)
    return sentence


def sanitize(text: str) -> str:
    """Text that may come from anywhere, in one line that does nothing: control characters and the like are spelt out.

    Line breaks, escape sequences, marks that turn the direction of writing, halves of letters: "\\n", "\\x1b".
    What joins letters and emoji stays, and spaces at which no line breaks.
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in JOINERS else repr(letter)[1:-1] for letter in text)


JOINERS = "\u200c\u200d\u00a0\u202f"


_is_quiet = False


def set_quiet(quiet: bool) -> None:
    """Say nothing more but what went wrong; or everything again."""
    global _is_quiet
    _is_quiet = quiet


def is_quiet() -> bool:
    """Whether nothing is to be said but what went wrong."""
    return _is_quiet


def print_text(*lines: str, aside: bool = False) -> None:
    """Print lines on standard output, or `aside` on standard error, unless the program is to be quiet.

    This and `complain` are the doors through which words reach a terminal. Names and paths in them may hold anything,
    so what would do something to the terminal is spelt out.
    """
    if not _is_quiet:
        _print(lines, sys.stderr if aside else sys.stdout)


def print_error(*lines: str) -> None:
    """Print on standard error what went wrong, however quiet the program is to be."""
    _print(lines, sys.stderr)


def _print(lines: Sequence[str], stream: TextIO) -> None:
    for line in lines:
        print(sanitize(line), file=stream)


def join_and(parts: Sequence[str]) -> str:
    """Parts of an enumeration: "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{list} and {last}").format(list=", ".join(parts[:-1]), last=parts[-1])


def join_or(parts: Sequence[str]) -> str:
    """Parts of a choice: "a", "a or b", "a, b or c"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{list} or {last}").format(list=", ".join(parts[:-1]), last=parts[-1])


def quote(words: str) -> str:
    """Words in the quotation marks of the language."""
    return _("“{words}”").format(words=words)


def with_label(head: object, words: object) -> str:
    """Words behind what they are about: "Harbour: two ships"."""
    return _("{head}: {words}").format(head=head, words=words)


def join_clauses(parts: Sequence[str]) -> str:
    """Parts of a sentence, one behind the other: "a; b"."""
    return _("; ").join(parts)


def capitalize_first(words: str) -> str:
    """Words as a sentence or a label begins: the first letter large, all others as they are."""
    return words[:1].upper() + words[1:]


MAX_HINT_LENGTH = 100
"""Letters that a hint may have in a small window."""


def fit_hint(*sentences: str) -> str:
    """As many of the sentences, in their order, as a hint has room for."""
    words = ""
    for sentence in sentences:
        if sentence and len(words) + len(sentence) < MAX_HINT_LENGTH:
            words = f"{words} {sentence}".strip()
    return words


def join_seats(seats: Sequence[int]) -> str:
    """Several seats in a sentence."""
    return join_and([seat_mark(seat) for seat in seats])


def turn_ended_text(seat: int) -> str:
    """That a turn has ended by itself. Every game tells it where no decision of the seat does."""
    return _("{who} has nothing left to do: the turn is over.").format(who=seat_mark(seat))


def points_text(count: int) -> str:
    """So many points."""
    return plural("{count} point", "{count} points", count).format(count=count)


def winner_text(winners: Sequence[int], best: int) -> str:
    """Who has won, as a sentence."""
    if len(winners) > 1:
        return _("{who} share the victory: {points} each.").format(who=join_seats(winners), points=points_text(best))
    return _("{who} wins with {points}.").format(who=join_seats(winners), points=points_text(best))


def winner_title(winners: Sequence[int], best: int) -> str:
    """Who has won, as a title."""
    if len(winners) > 1:
        return _("{seats} share the victory with {points}").format(seats=join_seats(winners), points=points_text(best))
    return _("{who} wins with {points}").format(who=join_seats(winners), points=points_text(best))


SEAT_NAMES = ("Ada", "Bento", "Clara", "Duarte", "Elsa", "Fabio")
"""Names that seats bear until somebody types others."""


# What the keys of a keyboard are called: "Ctrl+Del" is "Strg+Entf" on a German one.


@text_cache()
def _names() -> dict[str, str]:
    """Keys by the names that settings and texts of the program use. Where Qt names a key, too, it is the same name."""
    return {
        "Ctrl": in_context("a key", "Ctrl"),
        "Shift": in_context("a key", "Shift"),
        "Alt": in_context("a key", "Alt"),
        "Space": in_context("a key", "Space"),
        "Enter": in_context("a key", "Enter"),
        "Return": in_context("a key", "Return"),
        "Tab": in_context("a key", "Tab"),
        "Esc": in_context("a key", "Esc"),
        "Del": in_context("a key", "Del"),
        "Backspace": in_context("a key", "Backspace"),
        "Home": in_context("a key", "Home"),
        "End": in_context("a key", "End"),
        "PgUp": in_context("a key", "PgUp"),
        "PgDown": in_context("a key", "PgDown"),
        "Left": in_context("a key", "Left"),
        "Right": in_context("a key", "Right"),
        "Up": in_context("a key", "Up"),
        "Down": in_context("a key", "Down"),
        "Click": in_context("a key", "Click"),
    }


def key_names(keys: str) -> str:
    """Keys that are pressed together, as people find them on their keyboard; those without a name as they are."""
    names = _names()
    return "+".join(names.get(part, part) for part in keys.split("+"))


# A moment in words, as near to today as it is.


def relative_date(seconds: float, now: datetime | None = None) -> str:
    """A moment, in seconds since 1970, by the clock on the wall: "today at 14:32", "on 3 May at 09:05".

    `now` is local time; left out, the clock is asked.
    """
    then, today = datetime.fromtimestamp(seconds), now or datetime.now()
    clock = f"{then:%H:%M}"
    if then.date() == today.date():
        return _("today at {clock}").format(clock=clock)
    if then.date() == today.date() - timedelta(days=1):
        return _("yesterday at {clock}").format(clock=clock)
    return _("on {day} at {clock}").format(day=_format_day(then.date(), today.year), clock=clock)


def _format_day(day: date, year: int) -> str:
    """A day, with its year when that is another."""
    words = _("{day} {month}").format(day=day.day, month=_month_names()[day.month - 1])
    return words if day.year == year else _("{day} {year}").format(day=words, year=day.year)


def _month_names() -> tuple[str, ...]:
    return (
        *(_("January"), _("February"), _("March"), _("April"), _("May"), _("June")),
        *(_("July"), _("August"), _("September"), _("October"), _("November"), _("December")),
    )
