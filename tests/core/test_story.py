"""A match told: every step once and in order, only what the one who reads may read, and what a seat has learnt."""

from __future__ import annotations

import pytest

from studio import games
from studio.core.game import EVERYBODY, OVER, PRIVATE_FACT
from studio.core.match import Match
from studio.core.transcript import SEE_ALL, TranscriptStep, header_lines, private_facts, transcribe, transcript_lines
from tests.gui.play.worlds import SEATS, layout, random_match


@pytest.fixture(scope="module", params=games.slugs())
def match(request: pytest.FixtureRequest) -> Match:
    return random_match(layout(request.param, 30), SEATS, 5, 90)


def test_every_event_is_told_once_and_in_order(match: Match) -> None:
    line = match.line()
    said = [event.text for node in line for event in node.events if event.text and not event.is_transient]
    told = [text for step in transcribe(match.game, line, SEE_ALL) for text in step.texts]
    rest = iter(told)
    assert all(text in rest for text in said), "all of it, in this order"
    places = [step.step for step in transcribe(match.game, line, SEE_ALL)]
    assert places == sorted(set(places)) and places[-1] <= len(line) - 1
    numbers = {clause.number for chapter in match.game.text.book() for clause in chapter.clauses}
    assert {step.clause for step in transcribe(match.game, line, clauses=True)} <= numbers | {""}


def test_a_seat_reads_what_is_everybodys_and_its_own(match: Match) -> None:
    line = match.line()
    for seat in range(match.seats):
        told = {text for step in transcribe(match.game, line, seat) for text in step.texts}
        public = {text for step in transcribe(match.game, line, EVERYBODY) for text in step.texts}
        own: set[str] = set()
        others: set[str] = set()
        for event in (event for node in line for event in node.events if event.private_to >= 0 and event.text):
            (own if event.private_to == seat else others).add(event.text)
        assert public <= told | own
        assert not (told & (others - own - public)) and not public & ((own | others) - told - public)
        assert {text for _node, text in private_facts(line, seat)} <= own


def test_text_has_heads_numbers_clauses_and_notes() -> None:
    steps = [
        TranscriptStep(0, "", ("It begins.",)),
        TranscriptStep(3, "Turn 1", ("⟦0⟧ sails.", "⟦1⟧ waits."), "N2"),
        TranscriptStep(9, "Turn 2", ("End.",)),
    ]
    lines = list(transcript_lines(steps, ["Ada", "Bento"], marks={3: "a  good\nmove", 12: ""}))
    assert lines == [
        "    0  It begins.",
        "",
        "Turn 1",
        "    3  Ada sails. (N2)",
        "       Bento waits.",
        "       * Bookmark at 3: a good move",
        "",
        "Turn 2",
        "    9  End.",
        "       * Bookmark at 12",
    ]


def test_the_title_says_that_lots_were_drawn(match: Match) -> None:
    assert header_lines(match.game, "Gulf", ["A", "B"])[0].endswith(": Gulf")
    assert len(header_lines(match.game, "", ["A", "B"], by_lot=True)) == 3


def test_who_looks_under_a_cover_learns_something_that_stands_on_its_notes(match: Match) -> None:
    """A decision that shows its seat something, and everybody else nothing, is told to that seat as learnt."""
    for node in match.line():
        if node.parent is None or node.decision is None or node.decision.draws or node.state.to_move == OVER:
            continue
        seat, before = node.decision.seat, node.parent.state
        if before.reveals(node.decision.action) and before.observe(EVERYBODY) == node.state.observe(EVERYBODY):
            assert any(event.kind == PRIVATE_FACT and event.private_to == seat for event in node.events)


def test_all_that_is_learnt_is_private_and_in_words(match: Match) -> None:
    events = [event for node in match.line() for event in node.events if event.kind == PRIVATE_FACT]
    assert all(event.private_to == event.seat >= 0 and event.text and not event.is_transient for event in events)
    assert bool(events) == (match.game.info.slug == "neue_entdecker"), "the others hide nothing but what is held"
