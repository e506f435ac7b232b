"""Every language is whole: no message missing or guessed, its fields, marks and clauses kept, its numbers right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from studio.core.text import load_catalog, translated_name, use_language
from studio.documents.paths import resources_dir
from studio.seatiles.text import kind_name as called_tile

LOCALE = resources_dir() / "locale"
LANGUAGES = sorted(path.stem for path in LOCALE.glob("*.po"))
MARKS = ("**", "`", "⟦", "⟧", "\n", "&", "…")
COUNTS = (0, 1, 2, 5, 21)
SAME = {
    "de": "April August September November Auto Bonus Bot Bots Cluster Duplex Ellipse Elo Esc Fairness fair Florida "
    "Alt Return "
    "Gold Land Name Normal Palette Pause Person Reserve Ring Route Sand Start Tab Text Version Zoom in print Duell",
    "fr": "Alt Ctrl "
    "Auto Base Bases Bonus Bot Bots Branches Camp Camps Classes Duel Ellipse Elo Expert Faces Fort Forts Jungle "
    "Normal Note Notes Options Page Pages Palette Pause Pile Pirates Points Point Provisions Provision Pumas Rose "
    "Rectangle Route Routes Stock Tab Temple Total Verdict Version Village Villages Violet Zoom Bandits Canyon Canyons "
    "Cyclone Cyclones Joker Jokers Licences Position Positions",
}
"""Words that are the same in English and in a language."""
RULES: dict[str, Callable[[int], int]] = {"de": lambda count: int(count != 1), "fr": lambda count: int(count > 1)}
"""Which form goes with a number."""
ANYWHERE = "Explorer Studio TERRA INCOGNITA Incognitum Mare apng text min ms mm kB pixels h s m"
"""Words that are the same in every language: names, Latin, units."""


@cache
def known(language: str) -> Catalog:
    """The messages as another reader than ours finds them."""
    with (LOCALE / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def pairs(message: Message) -> list[tuple[str, str]]:
    """The English of each form of a message, and what it is in the language."""
    if isinstance(message.id, str):
        return [(message.id, str(message.string))]
    one, many = message.id
    return [(one if form == 0 else many, text) for form, text in enumerate(message.string or ())]


def fields(words: str) -> Counter[str]:
    """The fields of a message, with how they are to be written."""
    parts = Formatter().parse(words.replace("{}", ""))
    return Counter(f"{name}!{spec}" for _text, name, spec, _how in parts if name is not None)


def filled(words: str, count: int) -> str:
    """A message with something in its fields."""
    values = {
        name: count if not spec or spec.endswith(("d", ",")) else 2.5
        for _text, name, spec, _how in Formatter().parse(words)
        if name
    }
    return words.format(*[count] * 9, **values)


def same_words(language: str, words: str) -> bool:
    """Whether words are rightly the same in English and in a language."""
    allowed = {word.lower() for word in f"{SAME[language]} {ANYWHERE}".split()}
    bare = re.sub(r"\{[^}]*\}|`[^`]*`", " ", words)
    return all(word.lower() in allowed for word in re.findall(r"[^\W\d_]{2,}", bare))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: str) -> None:
    template = read_po((LOCALE / "studio.pot").open("rb"))
    expected = {(message.id, message.context) for message in template if message.id}
    there = {(message.id, message.context) for message in known(language) if message.id}
    assert there == expected, "run `make locale`, and translate what is new"
    missing = [message.id for message in known(language) if message.id and not all(one for _, one in pairs(message))]
    assert not missing
    assert not [message.id for message in known(language) if message.id and message.fuzzy]


@pytest.mark.parametrize("language", LANGUAGES)
def test_fields_marks_and_clauses_are_kept(language: str) -> None:
    wrong = []
    for message in known(language):
        for source, label in pairs(message) if message.id and message.string else ():
            like = [fields(source)]
            if not isinstance(message.id, str):  # of one there need be no number: it may be in words
                like.append(fields(message.id[1]))
            clauses = [Counter(re.findall(r"\b[A-Z]\d+\b", text)) for text in (source, label)]
            ends = [(text[:1] == " ", text[-1:] == " ") for text in (source, label)]
            marks = [[text.count(mark) for mark in MARKS] for text in (source, label)]
            if fields(label) not in like or clauses[0] != clauses[1] or ends[0] != ends[1] or marks[0] != marks[1]:
                wrong.append((source, label))
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_stays_english_by_accident(language: str) -> None:
    left = [
        source
        for message in known(language)
        for source, text in (pairs(message) if message.id else ())
        if source == text and not same_words(language, source)
    ]
    assert not left, "translate it, or say in SAME that it is the same word"


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_go_with_their_numbers(language: str) -> None:
    """As many as the language has; and what is said of several numbers names the number."""
    ours = load_catalog(language, LOCALE)
    for message in known(language):
        forms = message.string
        if not message.id or isinstance(message.id, str) or not isinstance(forms, tuple):
            continue
        assert {RULES[language](count) for count in COUNTS} == set(range(len(forms)))
        one, many = message.id
        for count in COUNTS:
            text = ours.ngettext(one, many, count)
            assert text == forms[RULES[language](count)]
            assert filled(text, count)
            if count > 1:
                assert set(fields(text)) == set(fields(many)), f"said of {count}, too: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_program_reads_what_the_translators_wrote(language: str) -> None:
    ours = load_catalog(language, LOCALE)
    for message in known(language):
        if isinstance(message.id, str) and message.id:
            text = ours.pgettext(message.context, message.id) if message.context else ours.gettext(message.id)
            assert text == (message.string or message.id)
            if "{" in message.id:
                assert filled(text, 2)


def test_layouts_and_tiles_of_the_box_are_called_in_the_language_and_others_as_they_are() -> None:
    """A layout that somebody calls by a word of the program keeps its name: layouts have a context of their own."""
    use_language(["de"], LOCALE)
    try:
        assert [translated_name(text) for text in ("Base map", "Sea", "", "My sea")] == [
            "Grundkarte",
            "Sea",
            "",
            "My sea",
        ]
        assert [called_tile(name) for name in ("cape", "waterfall +5", "cape 2")] == ["Kap", "Wasserfall +5", "cape 2"]
    finally:
        use_language(["en"], LOCALE)
    assert called_tile("cape") == "cape"


FRENCH = re.compile(r" [:;?!»%]|«(?!\u00a0)|(?<!\u00a0)»")
"""What French has no-break spaces for."""


def test_no_line_breaks_where_french_and_german_keep_together() -> None:
    wrong = [text for message in known("fr") if message.id for _, text in pairs(message) if FRENCH.search(text)]
    wrong += [text for message in known("de") if message.id for _, text in pairs(message) if " %" in text]
    assert not wrong, "a no-break space belongs there"


INSIDE = re.compile(r"\{[^{}\"]*\b(?:_|plural|in_context)\('")


def test_no_message_is_written_where_nobody_collects_it() -> None:
    """Those inside the fields of a literal are not found by whoever collects them, and so never translated."""
    sources = (LOCALE.parents[1] / "studio").rglob("*.py")
    assert not [path.name for path in sources if INSIDE.search(path.read_text(encoding="utf-8"))]
