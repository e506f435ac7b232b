"""Words that people read: translation, and the names of seats inside sentences."""

from __future__ import annotations

import gettext
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


SEAT_NAMES = ("Ada", "Bento", "Clara", "Duarte", "Elsa", "Fabio")
"""Names that seats bear until somebody types others."""
