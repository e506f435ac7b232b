"""Seat marks, plurals, translation."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

from studio.core import text
from studio.documents.paths import resources_dir


@pytest.fixture
def english_afterwards() -> Iterator[None]:
    yield
    text.use_language(["en"], resources_dir() / "locale")


def speak(language: str) -> None:
    text.use_language([language], resources_dir() / "locale")


def test_marks_become_names() -> None:
    sentence = f"{text.seat_mark(0)} pays {text.seat_mark(2)}; {text.seat_mark(0)} sighs."
    assert text.name_seats(sentence, ["Ada", "Bento", "Clara"]) == "Ada pays Clara; Ada sighs."


def test_marks_without_a_name_stay() -> None:
    assert text.name_seats(text.seat_mark(3), ["Ada"]) == text.seat_mark(3)


def test_there_is_a_name_for_every_seat() -> None:
    assert len(set(text.SEAT_NAMES)) == len(text.SEAT_NAMES) == 6


def test_english_needs_no_catalogue() -> None:
    assert text._("tile") == "tile"
    assert text.plural("one tile", "{count} tiles", 1) == "one tile"
    assert text.plural("one tile", "{count} tiles", 2) == "{count} tiles"


def test_a_hint_holds_whole_sentences_as_far_as_there_is_room() -> None:
    long = "a" * 60 + "."
    assert text.fit_hint("One.", "", "Two.") == "One. Two."
    assert text.fit_hint(long, long, "Short.") == f"{long} Short."
    assert text.fit_hint() == ""


def test_who_has_won() -> None:
    assert (
        text.winner_text([1], 12) == "⟦1⟧ wins with 12 points."
        and text.winner_title([1], 12) == "⟦1⟧ wins with 12 points"
    )
    assert text.winner_text([0, 2], 1) == "⟦0⟧ and ⟦2⟧ share the victory: 1 point each."
    assert text.winner_title([0, 2], 1) == "⟦0⟧ and ⟦2⟧ share the victory with 1 point"


NUMBERS = [
    (1234567.891, ",.1f", "1,234,567.9", "1.234.567,9", "1\u202f234\u202f567,9"),
    (-1234, ",", "−1,234", "−1.234", "−1\u202f234"),
    (2.5, "g", "2.5", "2,5", "2,5"),
    (2026, "", "2026", "2026", "2026"),
    (0.125, "+.2f", "+0.12", "+0,12", "+0,12"),
]


@pytest.mark.usefixtures("english_afterwards")
@pytest.mark.parametrize(("value", "how", "english", "german", "french"), NUMBERS)
def test_numbers_are_written_as_each_language_does(
    value: float, how: str, english: str, german: str, french: str
) -> None:
    assert text.format_number(value, how) == english
    for language, label in (("de", german), ("fr", french), ("en", english)):
        speak(language)
        assert text.format_number(value, how) == label == text._(f"{{one:{how}}}").format(one=value)
        assert text.unlocalized(text.format_number(value, how)) == format(value, how)


@pytest.mark.usefixtures("english_afterwards")
def test_shares_and_headed_words_keep_together() -> None:
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


@pytest.mark.usefixtures("english_afterwards")
def test_what_is_no_number_of_a_message_stays_as_it_is() -> None:
    speak("de")
    assert text._("{a} {b} {c:>3}").format(a="0.2.0", b=True, c=7) == "0.2.0 True   7"


def test_times_are_said_as_people_say_them() -> None:
    assert [text.format_duration(seconds) for seconds in (0.2, 59, 186, 7500)] == [
        "0 s",
        "59 s",
        "3 min 6 s",
        "2 h 5 min",
    ]


@pytest.mark.usefixtures("english_afterwards")
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
