"""Words that people read: translation, and the names of seats inside sentences."""

from __future__ import annotations

import gettext
import sys
from collections.abc import Sequence
from pathlib import Path

_translations: gettext.NullTranslations = gettext.NullTranslations()


def use_language(languages: Sequence[str], locale_dir: Path) -> None:
    """Translate from now on into the first of `languages` that `locale_dir` holds; else stay English."""
    global _translations
    _translations = gettext.translation("studio", str(locale_dir), list(languages), fallback=True)


def _(message: str) -> str:
    """The message in the language in use."""
    return _translations.gettext(message)


def plural(one: str, many: str, count: int) -> str:
    """`one` or `many`, whichever the language wants for `count`; the caller formats the number in."""
    return _translations.ngettext(one, many, count)


def seat_mark(seat: int) -> str:
    """The place in a sentence where the name of a seat goes. Games write this; whoever shows it calls `name_seats`."""
    return f"⟦{seat}⟧"


def name_seats(sentence: str, names: Sequence[str]) -> str:
    """The sentence with every seat mark replaced by that seat's name."""
    for seat, name in enumerate(names):
        sentence = sentence.replace(f"⟦{seat}⟧", name)
    return sentence


def visible(text: str) -> str:
    """Text that may come from anywhere, in one line that does nothing: control characters and the like are spelt out.

    Line breaks, escape sequences, marks that turn the direction of writing, halves of letters: "\\n", "\\x1b".
    What joins letters and emoji stays.
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in JOINERS else repr(letter)[1:-1] for letter in text)


JOINERS = "\u200c\u200d"


def say(*lines: str, aside: bool = False) -> None:
    """Print lines on standard output, or `aside` on standard error: the one door through which words reach a terminal.

    Names and paths in them may hold anything, so what would do something to the terminal is spelt out.
    """
    for line in lines:
        print(visible(line), file=sys.stderr if aside else sys.stdout)


def every(parts: Sequence[str]) -> str:
    """Parts of an enumeration: "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{list} and {last}").format(list=", ".join(parts[:-1]), last=parts[-1])


def either(parts: Sequence[str]) -> str:
    """Parts of a choice: "a", "a or b", "a, b or c"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{list} or {last}").format(list=", ".join(parts[:-1]), last=parts[-1])


def begun(words: str) -> str:
    """Words as a sentence or a label begins: the first letter large, all others as they are."""
    return words[:1].upper() + words[1:]


HINT = 100
"""Letters that a hint may have in a small window."""


def hint_of(*sentences: str) -> str:
    """As many of the sentences, in their order, as a hint has room for."""
    words = ""
    for sentence in sentences:
        if sentence and len(words) + len(sentence) < HINT:
            words = f"{words} {sentence}".strip()
    return words


def marks(seats: Sequence[int]) -> str:
    """Several seats in a sentence."""
    return every([seat_mark(seat) for seat in seats])


def turn_over(seat: int) -> str:
    """That a turn has ended by itself. Every game tells it where no decision of the seat does."""
    return _("{who} has nothing left to do: the turn is over.").format(who=seat_mark(seat))


def points(count: int) -> str:
    """So many points."""
    return plural("{count} point", "{count} points", count).format(count=count)


def won(winners: Sequence[int], best: int) -> str:
    """Who has won, as a sentence."""
    if len(winners) > 1:
        return _("{who} share the victory: {points} each.").format(who=marks(winners), points=points(best))
    return _("{who} wins with {points}.").format(who=marks(winners), points=points(best))


def victory(winners: Sequence[int], best: int) -> str:
    """Who has won, as a title."""
    if len(winners) > 1:
        return _("{seats} share the victory with {points}").format(seats=marks(winners), points=points(best))
    return _("{who} wins with {points}").format(who=marks(winners), points=points(best))


SEAT_NAMES = ("Ada", "Bento", "Clara", "Duarte", "Elsa", "Fabio")
"""Names that seats bear until somebody types others."""
