"""Seat marks, plurals, translation."""

from __future__ import annotations

from studio.core import text


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
    assert text.hint_of("One.", "", "Two.") == "One. Two."
    assert text.hint_of(long, long, "Short.") == f"{long} Short."
    assert text.hint_of() == ""


def test_who_has_won() -> None:
    assert text.won([1], 12) == "⟦1⟧ wins with 12 points." and text.victory([1], 12) == "⟦1⟧ wins with 12 points"
    assert text.won([0, 2], 1) == "⟦0⟧ and ⟦2⟧ share the victory: 1 point each."
    assert text.victory([0, 2], 1) == "⟦0⟧ and ⟦2⟧ share the victory with 1 point"
