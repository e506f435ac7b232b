"""Translation, numbers and lists in the current language, seat names in messages, and output to the terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from gettext import c2py
from typing import TYPE_CHECKING, TextIO, TypeVar, cast

from studio.core.cache import clear_caches, text_cache

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

# The messages of one language, read from its `.po` file at run time.

# Patterns are compiled at first use: English needs none of them.
_SIMPLE = r'msgid "(.+)"\nmsgstr "(.+)"\s*\Z'
"""The common form of an entry, read in one step because the window waits for it."""
_PIECE = r'(?m)^(msg\w+)(?:\[(\d)\])? ((?:"(?:[^"\\]|\\.)*"\s*)+)'
_PART = r'"((?:[^"\\]|\\.)*)"'
_PLURAL_RULE = r"(?m)^Plural-Forms:.*plural=([^;]+);"
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
CONTEXT = "\x04"  # separates the context of a message from its text


class Catalog:
    """The messages of a language. Missing and empty ones are in English."""

    def __init__(self, text: str = "") -> None:
        self._messages: dict[str, str] = {}
        self._forms: dict[str, dict[int, str]] = {}
        self._plural_form: Callable[[int], int] = lambda count: int(count != 1)
        if text:
            self._read(text)

    def _read(self, text: str) -> None:
        rest: list[str] = []
        match_simple = re.compile(_SIMPLE).match
        for entry in text.split("\n\n"):
            if simple := match_simple(entry):
                self._messages[_unescape(simple[1])] = _unescape(simple[2])
            else:
                rest.append(entry)
        self._read_others("\n\n".join(rest))
        if rule := re.search(_PLURAL_RULE, self._messages.pop("", "")):
            self._plural_form = c2py(rule[1])

    def _read_others(self, text: str) -> None:
        context = source = ""
        for key, form, quoted in re.findall(_PIECE, text):
            label = _unescape("".join(re.findall(_PART, quoted)))
            if key == "msgctxt":
                context = label + CONTEXT
            elif key == "msgid":
                source, context = context + label, ""
            elif key == "msgstr" and label and form:
                self._forms.setdefault(source, {})[int(form)] = label
            elif key == "msgstr" and label:
                self._messages[source] = label

    def gettext(self, message: str) -> str:
        return self._messages.get(message, message)

    def pgettext(self, context: str, message: str) -> str:
        """The message in this language, as it is meant in a context."""
        return self._messages.get(context + CONTEXT + message, message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        form = self._forms.get(one, {}).get(self._plural_form(count))
        return form if form is not None else one if count == 1 else many


def _unescape(quoted: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), quoted) if "\\" in quoted else quoted


def available_languages(folder: Path) -> list[str]:
    """Return English, in which messages are written, and the languages of the `.po` files in the folder."""
    return ["en", *sorted(path.stem for path in folder.glob("*.po"))]


def match_language(wanted: str, folder: Path) -> str:
    """Return the available language for "de", "de-AT" or "de_AT.UTF-8"; "" if there is none."""
    name = re.split(r"[-_.@]", wanted)[0].lower()
    if name in ("c", "posix"):
        return "en"
    return name if name in available_languages(folder) else ""


def load_catalog(language: str, folder: Path) -> Catalog:
    """The messages of a language. Raises `OSError`."""
    return Catalog() if language == "en" else Catalog((folder / f"{language}.po").read_text("utf-8"))


# translation

_catalogue = Catalog()
_language = "en"


def use_language(wanted: Sequence[str], locale_dir: Path) -> None:
    """Use the first wanted language that has messages in `locale_dir`, otherwise English.

    Cached text is dropped; text that is already shown does not change.
    """
    global _catalogue, _language, _separators
    language = next(filter(None, (match_language(one, locale_dir) for one in wanted)), "en")
    if language != _language:
        _catalogue, _language = load_catalog(language, locale_dir), language
        _separators = _separators_of(in_context("a number", "1,234.5"))
        clear_caches()


def language() -> str:
    """The code of the current language: "en", "de", …"""
    return _language


def _separators_of(written: str) -> dict[int, str]:
    """The separators of a language, taken from its way of writing 1,234.5."""
    return {ord(","): written[1], ord("."): written[-2], ord("-"): "−"}


_separators = _separators_of("1,234.5")
"""Digit grouping, decimal separator and minus sign of the current language, as a table for `str.translate`."""


Value = TypeVar("Value")


class _LocalizedInt(int):
    """An integer that `str.format` writes in the current language."""

    def __format__(self, how: str) -> str:
        return int.__format__(self, how).translate(_separators)


class _LocalizedFloat(float):
    """A float that `str.format` writes in the current language."""

    def __format__(self, how: str) -> str:
        return float.__format__(self, how).translate(_separators)


def _localize(value: object) -> object:
    """Wrap an int or float so that a message formats it in the current language; return anything else as it is."""
    if type(value) is float:
        return _LocalizedFloat(value)
    return _LocalizedInt(value) if type(value) is int and not 0 <= value < 1000 else value


class Message(str):
    """A translated message; `format` writes numbers in the current language.

    It keeps the function that made it and the arguments of that, for `retranslate`.
    """

    __slots__ = ("origin",)
    origin: tuple[Callable[..., str], tuple[object, ...], Mapping[str, object]]

    def __reduce__(self) -> tuple[object, ...]:
        return str, (str(self),)

    def format(self, *values: object, **fields: object) -> str:
        text = super().format(*map(_localize, values), **{name: _localize(one) for name, one in fields.items()})
        return _message(text, Message.format, self, *values, **fields)


def _message(text: str, function: Callable[..., str], /, *args: object, **fields: object) -> Message:
    message = Message(text)
    message.origin = function, args, fields
    return message


def retranslate(text: Value) -> Value:
    """A message in the current language, with the values that were formatted into it; anything else as it is."""
    if isinstance(text, tuple):
        return cast(Value, tuple(map(retranslate, text)))
    if not isinstance(text, Message):
        return text
    function, args, fields = text.origin
    return cast(Value, function(*retranslate(args), **{name: retranslate(one) for name, one in fields.items()}))


class FormattedNumber(Message):
    """A number written in the current language; `machine_text` is the form for files."""

    __slots__ = ("machine_text",)
    machine_text: str


def _(message: str) -> str:
    """Translate a message into the current language."""
    return _message(_catalogue.gettext(message), _, message)


def in_context(context: str, message: str) -> str:
    """Translate a message whose English text has several meanings."""
    return _message(_catalogue.pgettext(context, message), in_context, context, message)


LAYOUT_CONTEXT = "a layout"  # the context of names, authors and notes of shipped layouts


def translated_name(words: str) -> str:
    """Name, author or notes of a layout for display; texts of shipped layouts in the current language.

    Other texts have no entry in this context and stay as they are.
    """
    return in_context(LAYOUT_CONTEXT, words) if words else words


def split_notes(notes: str) -> tuple[str, str, str]:
    """Description, heading and details of a layout's notes, each line translated like a name.

    A line such as `## Sources` is the heading.
    """
    description, _mark, rest = notes.partition("\n## ")
    heading, _end, details = rest.partition("\n")
    whole, below = ("\n".join(map(translated_name, part.split("\n"))) for part in (description, details))
    return whole, translated_name(heading), below


def format_number(value: float, how: str = "") -> str:
    """A number in the current language: 1234.5 as ",.1f" is "1,234.5", "1.234,5", "1 234,5".

    `how` is a format specification. Messages format their numbers themselves. For files and other programs use
    `unlocalized` on the result.
    """
    bare = format(value, how)
    number = FormattedNumber(bare.translate(_separators))
    number.machine_text = bare
    number.origin = format_number, (value, how), {}
    return number


def unlocalized(words: str) -> str:
    """A formatted number as files write it; anything else as it is."""
    return words.machine_text if isinstance(words, FormattedNumber) else words


def format_percent(share: float, how: str = ".1f") -> str:
    """A rate from 0 to 1 in per cent: "12.5 %"."""
    return _("{percent} %").format(percent=format_number(100 * share, how))


def format_duration(seconds: float) -> str:
    """Seconds as text: "48 s", "3 min 6 s", "2 h 5 min"."""
    whole = round(seconds)
    if whole < 60:
        return _("{seconds} s").format(seconds=whole)
    if whole < 3600:
        return _("{minutes} min {seconds} s").format(minutes=whole // 60, seconds=whole % 60)
    return _("{hours} h {minutes} min").format(hours=whole // 3600, minutes=whole % 3600 // 60)


def plural(one: str, many: str, count: int) -> str:
    """Return the plural form of a message for a count; the caller formats the count in."""
    return _message(_catalogue.ngettext(one, many, count), plural, one, many, count)


def seat_mark(seat: int) -> str:
    """The placeholder for the name of a seat in a sentence. `name_seats` replaces it when the sentence is shown."""
    return f"⟦{seat}⟧"


def name_seats(sentence: str, names: Sequence[str]) -> str:
    """Replace every seat mark by the name of that seat."""
    for seat, name in enumerate(names):
        sentence = sentence.replace(f"⟦{seat}⟧", name)
    return sentence


def sanitize(text: str) -> str:
    """Escape control characters in text from outside, such as "\\n" and "\\x1b", and return it as one line.

    Line breaks, escape sequences, direction marks and lone surrogates are escaped. Joiners and no-break spaces stay.
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in JOINERS else repr(letter)[1:-1] for letter in text)


JOINERS = "\u200c\u200d\u00a0\u202f"


_is_quiet = False


def set_quiet(quiet: bool) -> None:
    """Print errors only, or everything again."""
    global _is_quiet
    _is_quiet = quiet


def is_quiet() -> bool:
    return _is_quiet


def print_text(*lines: str, aside: bool = False) -> None:
    """Print lines on standard output, or with `aside` on standard error; nothing in quiet mode.

    Together with `print_error` this is the only output to a terminal. Control characters in the lines are escaped.
    """
    if not _is_quiet:
        _print(lines, sys.stderr if aside else sys.stdout)


def print_error(*lines: str) -> None:
    """Print an error on standard error, also in quiet mode."""
    _print(lines, sys.stderr)


def _print(lines: Sequence[str], stream: TextIO) -> None:
    for line in lines:
        print(sanitize(line), file=stream)


def join_list(parts: Sequence[str]) -> str:
    """ "a", "a, b", "a, b, c"."""
    return _message(", ".join(parts), join_list, tuple(parts))


def join_and(parts: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return join_list(parts)
    return _("{list} and {last}").format(list=join_list(parts[:-1]), last=parts[-1])


def join_or(parts: Sequence[str]) -> str:
    """ "a", "a or b", "a, b or c"."""
    if len(parts) < 2:
        return join_list(parts)
    return _("{list} or {last}").format(list=join_list(parts[:-1]), last=parts[-1])


def quote(words: str) -> str:
    """Put text in the quotation marks of the current language."""
    return _("“{words}”").format(words=words)


def with_label(head: object, words: object) -> str:
    """Text after its label: "Harbour: two ships"."""
    return _("{head}: {words}").format(head=head, words=words)


def join_clauses(parts: Sequence[str]) -> str:
    """ "a; b"."""
    return _message(_("; ").join(parts), join_clauses, tuple(parts))


def join_sentences(parts: Sequence[str]) -> str:
    """Join texts as sentences: a full stop follows each that does not end with a mark of its own."""
    return " ".join(part if part[-1] in ".?!…:" else f"{part}." for part in parts if part)


def capitalize_first(words: str) -> str:
    """Make the first letter upper case and leave the rest."""
    return _message(words[:1].upper() + words[1:], capitalize_first, words)


MAX_HINT_LENGTH = 100  # characters of a hint that fit in a small window


def fit_hint(*sentences: str) -> str:
    """Return as many of the sentences, in order, as fit in a hint."""
    text = ""
    for sentence in sentences:
        if sentence and len(text) + len(sentence) < MAX_HINT_LENGTH:
            text = f"{text} {sentence}".strip()
    return text


def join_seats(seats: Sequence[int]) -> str:
    """ "Ada, Bento and Clara", as seat marks."""
    return join_and([seat_mark(seat) for seat in seats])


def turn_ended_text(seat: int) -> str:
    """The sentence for a turn that ends because no decision is left."""
    return _("{who} has no moves left; the turn is over.").format(who=seat_mark(seat))


def points_text(count: int) -> str:
    return plural("{count} point", "{count} points", count).format(count=count)


def kind_taken_text(name: str) -> str:
    """The error for the name of a kind of tile that another kind has."""
    return _("A tile kind named “{name}” already exists.").format(name=name)


def winner_text(winners: Sequence[int], best: int) -> str:
    if len(winners) > 1:
        return _("{who} share the victory with {points} each.").format(
            who=join_seats(winners), points=points_text(best)
        )
    return _("{who} wins with {points}.").format(who=join_seats(winners), points=points_text(best))


def winner_title(winners: Sequence[int], best: int) -> str:
    if len(winners) > 1:
        return _("{seats} share the victory with {points}").format(seats=join_seats(winners), points=points_text(best))
    return _("{who} wins with {points}").format(who=join_seats(winners), points=points_text(best))


SEAT_NAMES = ("Ada", "Bento", "Clara", "Duarte", "Elsa", "Fabio")  # the default names of seats


# names of keys: "Ctrl+Del" is "Strg+Entf" in German


@text_cache()
def _names() -> dict[str, str]:
    """Names of keys in settings and texts; where Qt has a name, it is the same."""
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
    """A shortcut with the names of its keys in the current language; unknown keys stay as they are."""
    names = _names()
    return "+".join(names.get(part, part) for part in keys.split("+"))


# dates


def relative_date(seconds: float, now: datetime | None = None) -> str:
    """A time in seconds since 1970 as local text: "today at 14:32", "on 3 May at 09:05".

    `now` is local time (default: the current time).
    """
    from datetime import datetime, timedelta

    then, today = datetime.fromtimestamp(seconds), now or datetime.now()
    clock = f"{then:%H:%M}"
    if then.date() == today.date():
        return _("today at {clock}").format(clock=clock)
    if then.date() == today.date() - timedelta(days=1):
        return _("yesterday at {clock}").format(clock=clock)
    months = (
        *(_("January"), _("February"), _("March"), _("April"), _("May"), _("June")),
        *(_("July"), _("August"), _("September"), _("October"), _("November"), _("December")),
    )
    day = _("{day} {month}").format(day=then.day, month=months[then.month - 1])
    if then.year != today.year:
        day = _("{day} {year}").format(day=day, year=then.year)
    return _("on {day} at {clock}").format(day=day, clock=clock)
