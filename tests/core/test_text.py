"""Texts: seat marks, numbers, dates, plurals, catalogues and the shipped translations."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog as BabelCatalog, Message
from babel.messages.pofile import read_po

from studio.core import text
from studio.core.cache import text_cache
from studio.core.text import Catalog, available_languages, load_catalog, match_language
from studio.documents.paths import resources_dir
from studio.seatiles.text import kind_name


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    text.use_language(["en"], resources_dir() / "locale")


def speak(language: str) -> None:
    text.use_language([language], resources_dir() / "locale")


def test_marks_become_names() -> None:
    sentence = f"{text.seat_mark(0)} pays {text.seat_mark(2)}; {text.seat_mark(0)} sighs."
    assert text.name_seats(sentence, ["Ada", "Bento", "Clara"]) == "Ada pays Clara; Ada sighs."
    assert text.name_seats(text.seat_mark(3), ["Ada"]) == text.seat_mark(3)
    assert len(set(text.SEAT_NAMES)) == len(text.SEAT_NAMES) == 6


def test_english_needs_no_catalogue() -> None:
    assert text._("tile") == "tile"
    assert [text.plural("one tile", "{count} tiles", count) for count in (1, 2)] == ["one tile", "{count} tiles"]


def test_a_hint_has_as_many_whole_sentences_as_fit() -> None:
    long = "a" * 60 + "."
    assert text.fit_hint("One.", "", "Two.") == "One. Two."
    assert text.fit_hint(long, long, "Short.") == f"{long} Short."
    assert text.fit_hint() == ""


def test_winners_have_a_text_and_a_title() -> None:
    assert text.winner_text([1], 12) == "⟦1⟧ wins with 12 points."
    assert text.winner_title([1], 12) == "⟦1⟧ wins with 12 points"
    assert text.winner_text([0, 2], 1) == "⟦0⟧ and ⟦2⟧ share the victory with 1 point each."
    assert text.winner_title([0, 2], 1) == "⟦0⟧ and ⟦2⟧ share the victory with 1 point"


NUMBERS = [
    (1234567.891, ",.1f", "1,234,567.9", "1.234.567,9", "1\u202f234\u202f567,9"),
    (-1234, ",", "−1,234", "−1.234", "−1\u202f234"),
    (2.5, "g", "2.5", "2,5", "2,5"),
    (2026, "", "2026", "2026", "2026"),
    (0.125, "+.2f", "+0.12", "+0,12", "+0,12"),
]


@pytest.mark.parametrize(("value", "how", "english", "german", "french"), NUMBERS)
def test_numbers_are_written_in_the_style_of_the_language(
    value: float, how: str, english: str, german: str, french: str
) -> None:
    assert text.format_number(value, how) == english
    for language, words in (("de", german), ("fr", french), ("en", english)):
        speak(language)
        assert text.format_number(value, how) == words == text._(f"{{one:{how}}}").format(one=value)
        assert text.unlocalized(text.format_number(value, how)) == format(value, how)


def test_percentages_and_labels_have_no_break_spaces() -> None:
    assert (text.format_percent(0.125), text.with_label("Harbour", "2"), text.join_clauses(["a", "b"])) == (
        "12.5 %",
        "Harbour: 2",
        "a; b",
    )
    speak("fr")
    assert text.format_percent(0.125) == "12,5\u00a0%"
    assert text.with_label("Port", 2) == "Port\u00a0: 2" and text.join_clauses(["a", "b"]) == "a\u00a0; b"
    speak("de")
    assert text.format_percent(0.05, ".0f") == "5\u00a0%" and text.with_label("Hafen", "2") == "Hafen: 2"


def test_values_that_are_no_numbers_stay() -> None:
    speak("de")
    assert text._("{a} {b} {c:>3}").format(a="0.2.0", b=True, c=7) == "0.2.0 True   7"


def test_messages_can_be_retranslated() -> None:
    def message() -> str:
        spaces = text.plural("{n} space", "{n} spaces", 1234).format(n=1234)
        parts = [text.capitalize_first(text._("sea")), "Ada", text.join_list([spaces, text.format_number(2.5)])]
        return text._("{name} on {place}").format(name=text.join_and(parts), place=text.quote(text.join_or(parts[:2])))

    english = message()
    speak("de")
    assert text.retranslate(english) == message() == "Meer, Ada und 1234 Felder, 2,5: „Meer oder Ada“"
    assert text.retranslate("sea") == "sea" and text.retranslate(pickle.loads(pickle.dumps(english))) == english
    assert text.unlocalized(text.retranslate(text.format_number(2.5))) == "2.5"


def test_durations_are_rounded() -> None:
    words = ["0 s", "59 s", "3 min 6 s", "2 h 5 min"]
    assert [text.format_duration(seconds) for seconds in (0.2, 59, 186, 7500)] == words


TODAY = datetime(2026, 3, 1, 9, 30)


@pytest.mark.parametrize(
    ("then", "words"),
    [
        (datetime(2026, 3, 1, 0, 0), "today at 00:00"),
        (datetime(2026, 3, 1, 14, 32), "today at 14:32"),
        (datetime(2026, 2, 28, 23, 59), "yesterday at 23:59"),
        (datetime(2026, 2, 27, 7, 5), "on 27 February at 07:05"),
        (datetime(2025, 12, 3, 7, 5), "on 3 December 2025 at 07:05"),
    ],
)
def test_dates_are_relative_to_today(then: datetime, words: str) -> None:
    assert text.relative_date(then.timestamp(), TODAY) == words


# Catalogues of messages


FRENCH = r"""# A comment of a translator.
msgid ""
msgstr ""
"Language: fr\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

msgid "tile"
msgstr "tuile"

#: somewhere.py
#, fuzzy
msgid "a \"quoted\" word\\"
msgstr "un mot « entre \"guillemets\" »"

msgid "two\nlines"
msgstr ""
"deux\n"
"lignes"

msgid "not yet"
msgstr ""

msgctxt "to do it"
msgid "Play"
msgstr "Jouer"

msgid "Play"
msgstr "Jeu"

msgid "{count} tile"
msgid_plural "{count} tiles"
msgstr[0] "{count} tuile"
msgstr[1] "{count} tuiles"
"""
POLISH = '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"\n'


def test_a_catalogue_has_texts_plurals_and_contexts() -> None:
    french = Catalog(FRENCH)
    assert french.gettext("tile") == "tuile"
    assert french.gettext('a "quoted" word\\') == 'un mot « entre "guillemets" »'
    assert french.gettext("two\nlines") == "deux\nlignes"
    assert french.gettext("not yet") == "not yet" and french.gettext("unknown") == "unknown"
    assert french.pgettext("to do it", "Play") == "Jouer" and french.gettext("Play") == "Jeu"
    assert french.pgettext("on a stage", "Play") == "Play"
    forms = [french.ngettext("{count} tile", "{count} tiles", count) for count in (0, 1, 2)]
    assert forms == ["{count} tuile", "{count} tuile", "{count} tuiles"]
    assert french.ngettext("one", "many", 1) == "one" and french.ngettext("one", "many", 0) == "many"


def test_a_language_may_have_three_forms() -> None:
    polish = Catalog(
        f'msgid ""\nmsgstr ""\n{POLISH}\nmsgid "hut"\nmsgid_plural "huts"\n'
        'msgstr[0] "chata"\nmsgstr[1] "chaty"\nmsgstr[2] "chat"\n'
    )
    assert [polish.ngettext("hut", "huts", count) for count in (1, 2, 5, 12, 22)] == [
        "chata",
        "chaty",
        "chat",
        "chat",
        "chaty",
    ]


def test_a_locale_matches_an_available_language(tmp_path: Path) -> None:
    (tmp_path / "fr.po").write_text(FRENCH, "utf-8")
    assert available_languages(tmp_path) == ["en", "fr"]
    locales = ("fr", "fr_CA.UTF-8", "fr-Latn-CH", "FR@euro", "en_GB", "C.UTF-8", "POSIX", "xx", "")
    assert [match_language(one, tmp_path) for one in locales] == ["fr", "fr", "fr", "fr", "en", "en", "en", "", ""]


@text_cache()
def cached_text() -> str:
    return text._("tile")


def test_cached_text_is_dropped_when_the_language_changes(tmp_path: Path) -> None:
    (tmp_path / "fr.po").write_text(FRENCH, "utf-8")
    assert cached_text() == "tile"
    text.use_language(["xx", "fr_CH", "en"], tmp_path)
    assert (text.language(), text._("tile"), cached_text()) == ("fr", "tuile", "tuile")
    assert text.in_context("to do it", "Play") == "Jouer"
    text.use_language([], tmp_path)
    assert (text.language(), cached_text(), text._("tile")) == ("en", "tile", "tile")


# The shipped translations


LOCALE = resources_dir() / "locale"
LANGUAGES = sorted(path.stem for path in LOCALE.glob("*.po"))
MARKS = ("**", "`", "⟦", "⟧", "\n", "&", "…")
COUNTS = (0, 1, 2, 5, 21)
SAME = {
    "de": "Alternative April August September November Auto Bonus Bot Bots Cluster Duplex Ellipse Elo Esc "
    "Experiment Fairness fair Florida Alt Return Gold "
    "Land Name Normal Original Palette Pause Position Problem Reserve Ring Route Sand Start Tab Text Version Zoom in",
    "fr": "Alt Alternative Alternatives Arguments Ctrl Distances Images Impossible Obstacles Portrait Rotation Sources "
    "Variations Auto Base Bases Bonus Bot Bots Branches Camp Camps Classes Duel Ellipse Elo Faces Fort Forts Jungle "
    "Normal Note Notes Options Page Pages Palette Pause Pile Pirates Points Point Provisions Provision Pumas Rose "
    "Rectangle Route Routes Stock Tab Temple Total Verdict Version Village Villages Violet Zoom Bandits Canyon Canyons "
    "Cyclone Cyclones Date Joker Jokers Licences Original Position Positions",
}
"""Words that are the same in English and in this language."""
RULES: dict[str, Callable[[int], int]] = {"de": lambda count: int(count != 1), "fr": lambda count: int(count > 1)}
"""Which form goes with a number."""
ANYWHERE = "OK Explorer Studio TERRA INCOGNITA Incognitum Mare apng text min ms mm kB pixels h s m"
"""Words that are the same in every language: names, Latin, units."""


@cache
def known(language: str) -> BabelCatalog:
    """The messages as read by Babel."""
    with (LOCALE / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def pairs(message: Message) -> list[tuple[str, str]]:
    """Each form of a message in English and in the language."""
    if isinstance(message.id, str):
        return [(message.id, str(message.string))]
    one, many = message.id
    return [(one if form == 0 else many, words) for form, words in enumerate(message.string or ())]


def fields(words: str) -> Counter[str]:
    """The fields of a message with their formats."""
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
    """Whether a text may be the same in English and in a language."""
    allowed = {word.lower() for word in f"{SAME[language]} {ANYWHERE}".split()}
    bare = re.sub(r"\{[^}]*\}|`[^`]*`", " ", words)
    return all(word.lower() in allowed for word in re.findall(r"[^\W\d_]{2,}", bare))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: str) -> None:
    template = read_po((LOCALE / "studio.pot").open("rb"))
    wanted = {(message.id, message.context) for message in template if message.id}
    there = {(message.id, message.context) for message in known(language) if message.id}
    assert there == wanted, "run `make locale`, and translate what is new"
    missing = [message.id for message in known(language) if message.id and not all(one for _, one in pairs(message))]
    assert not missing
    assert not [message.id for message in known(language) if message.id and message.fuzzy]


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_fields_marks_and_rule_numbers_of_the_source(language: str) -> None:
    wrong = []
    for message in known(language):
        for source, words in pairs(message) if message.id and message.string else ():
            like = [fields(source)]
            if not isinstance(message.id, str):  # of one there need be no number: it may be in words
                like.append(fields(message.id[1]))
            clauses = [Counter(re.findall(r"\b[A-Z]\d+\b", text)) for text in (source, words)]
            ends = [(text[:1] == " ", text[-1:] == " ") for text in (source, words)]
            marks = [[text.count(mark) for mark in MARKS] for text in (source, words)]
            if fields(words) not in like or clauses[0] != clauses[1] or ends[0] != ends[1] or marks[0] != marks[1]:
                wrong.append((source, words))
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_stays_english_by_accident(language: str) -> None:
    left = [
        source
        for message in known(language)
        for source, words in (pairs(message) if message.id else ())
        if source == words and not same_words(language, source)
    ]
    assert not left, "translate it, or say in SAME that it is the same word"


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_match_their_numbers(language: str) -> None:
    """Texts for several numbers must contain the number."""
    ours = load_catalog(language, LOCALE)
    for message in known(language):
        forms = message.string
        if not message.id or isinstance(message.id, str) or not isinstance(forms, tuple):
            continue
        assert {RULES[language](count) for count in COUNTS} == set(range(len(forms)))
        one, many = message.id
        for count in COUNTS:
            words = ours.ngettext(one, many, count)
            assert words == forms[RULES[language](count)]
            assert filled(words, count)
            if count > 1:
                assert set(fields(words)) == set(fields(many)), f"said of {count}, too: {words}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_program_reads_every_translation(language: str) -> None:
    ours = load_catalog(language, LOCALE)
    for message in known(language):
        if isinstance(message.id, str) and message.id:
            words = ours.pgettext(message.context, message.id) if message.context else ours.gettext(message.id)
            assert words == (message.string or message.id)
            if "{" in message.id:
                assert filled(words, 2)


def test_names_of_shipped_layouts_and_tiles_are_translated_and_others_stay() -> None:
    """Layout names have a context of their own, so that a user's "Sea" stays."""
    speak("de")
    names = {"Base map": "Grundkarte", "Sea": "Sea", "": "", "My sea": "My sea"}
    assert {name: text.translated_name(name) for name in names} == names
    assert [kind_name(name) for name in ("cape", "waterfall +5", "cape 2")] == ["Kap", "Wasserfall +5", "cape 2"]
    speak("en")
    assert kind_name("cape") == "cape"


def test_notes_are_split_at_a_heading_and_translated_by_line() -> None:
    speak("de")
    assert text.split_notes("My sea\nBase map\n## Sources\nBase map\nmine") == (
        "My sea\nGrundkarte",
        "Quellen",
        "Grundkarte\nmine",
    )
    assert text.split_notes("") == ("", "", "") and text.split_notes("#1 sea") == ("#1 sea", "", "")


INSIDE = re.compile(r"\{[^{}\"]*\b(?:_|plural|in_context)\('")


def test_no_message_is_inside_a_field_of_a_literal() -> None:
    """There the message collector does not find it."""
    sources = (LOCALE.parents[1] / "studio").rglob("*.py")
    assert not [path.name for path in sources if INSIDE.search(path.read_text(encoding="utf-8"))]
