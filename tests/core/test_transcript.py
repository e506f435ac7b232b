"""Transcripts and summaries: what each seat may read of a match; points, moments and statistics by turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from studio import games
from studio.core.game import EVERYBODY, OVER, PRIVATE_FACT
from studio.core.match import Match
from studio.core.transcript import (
    DECIDED,
    GAIN,
    LEAD,
    SEE_ALL,
    MatchSummary,
    SeatStat,
    TranscriptStep,
    header_lines,
    leading_seats,
    private_facts,
    summarize,
    transcribe,
    transcript_lines,
)
from tests.gui.play.toy import LAY, LOOK, SURE, TOY, WAIT, ToyState
from tests.gui.play.worlds import SEATS, layout, random_match

# Transcripts, on random matches of all games


@pytest.fixture(scope="module", params=games.slugs())
def match(request: pytest.FixtureRequest) -> Match:
    return random_match(layout(request.param, 30), SEATS, 5, 90)


def test_every_event_appears_once_and_in_order(match: Match) -> None:
    line = match.line()
    events = [event.text for node in line for event in node.events if event.text and not event.is_transient]
    shown = [text for step in transcribe(match.game, line, SEE_ALL) for text in step.texts]
    rest = iter(shown)
    assert all(text in rest for text in events), "all of it, in this order"
    places = [step.step for step in transcribe(match.game, line, SEE_ALL)]
    assert places == sorted(set(places)) and places[-1] <= len(line) - 1
    numbers = {clause.number for chapter in match.game.text.book() for clause in chapter.clauses}
    assert {step.clause for step in transcribe(match.game, line, clauses=True)} <= numbers | {""}


def test_a_seat_reads_public_and_own_events(match: Match) -> None:
    line = match.line()
    for seat in range(match.seats):
        shown = {text for step in transcribe(match.game, line, seat) for text in step.texts}
        public = {text for step in transcribe(match.game, line, EVERYBODY) for text in step.texts}
        own: set[str] = set()
        others: set[str] = set()
        for event in (event for node in line for event in node.events if event.private_to >= 0 and event.text):
            (own if event.private_to == seat else others).add(event.text)
        assert public <= shown | own
        assert not (shown & (others - own - public)) and not public & ((own | others) - shown - public)
        assert {text for _node, text in private_facts(line, seat)} <= own


def test_lines_have_turns_numbers_clauses_and_bookmarks() -> None:
    steps = [
        TranscriptStep(0, "", ("It begins.",)),
        TranscriptStep(3, "Turn 1", ("⟦0⟧ sails.", "⟦1⟧ waits."), "N2"),
        TranscriptStep(9, "Turn 2", ("End.",)),
    ]
    lines = transcript_lines(steps, ["Ada", "Bento"], marks={3: "a  good\nmove", 12: ""})
    turns = ["Turn 1", "    3  Ada sails. (N2)", "       Bento waits.", "       * Bookmark at 3: a good move", ""]
    assert [*lines] == ["    0  It begins.", "", *turns, "Turn 2", "    9  End.", "       * Bookmark at 12"]


def test_the_header_mentions_a_random_order_of_seats(match: Match) -> None:
    assert header_lines(match.game, "Gulf", ["A", "B"])[0].endswith(": Gulf")
    assert len(header_lines(match.game, "", ["A", "B"], by_lot=True)) == 3


def test_a_look_under_a_cover_is_a_private_fact(match: Match) -> None:
    for node in match.line():
        if node.parent is None or node.decision is None or node.decision.draws or node.state.to_move == OVER:
            continue
        seat, before = node.decision.seat, node.parent.state
        if before.reveals(node.decision.action) and before.observe(EVERYBODY) == node.state.observe(EVERYBODY):
            assert any(event.kind == PRIVATE_FACT and event.private_to == seat for event in node.events)


def test_private_facts_are_private_and_have_a_text(match: Match) -> None:
    events = [event for node in match.line() for event in node.events if event.kind == PRIVATE_FACT]
    assert all(event.private_to == event.seat >= 0 and event.text and not event.is_transient for event in events)
    assert bool(events) == (match.game.info.slug == "neue_entdecker"), "the others hide nothing but what is held"


# Summaries, against a match calculated by hand


def played() -> Match:
    match, lays = Match(TOY, None, 2, seed=3), [(LAY, field, 0) for field in (0, 3, 4, 1, 5, 2)]
    for action in ((LOOK,), *lays[:2], (WAIT,), (SURE,), *lays[2:]):
        match.play(action)
    return match


def test_turns_points_and_statistics_of_a_match_by_hand() -> None:
    match = played()
    assert match.is_over
    summary = summarize(match.game, match.line())
    assert [turn.name for turn in summary.turns] == ["Turn 1", "Turn 2", "Turn 3", "Turn 4", "Turn 5", "Turn 6", ""]
    assert (summary.turns[0].first, summary.turns[0].last) == (1, 2), "a look and a stone are one turn"
    nodes = match.line()
    for seat in range(2):
        assert summary.points[seat][0] == nodes[0].state.scores()[seat]
        assert summary.points[seat][-1] == nodes[-1].state.scores()[seat]
        for turn, points in zip(summary.turns, summary.points[seat][1:], strict=True):
            assert points == nodes[turn.last].state.scores()[seat]
    assert summary.stats == (SeatStat("stones laid", (3, 3)),)
    assert summary.has_score_curve and summary.winners == tuple(match.state.winners())


def line_of(points: Sequence[tuple[int, ...]]) -> MatchSummary:
    """Return the summary of a toy match with these points after each stone."""
    match = Match(TOY, None, len(points[0]), seed=1)
    for field in range(6):
        match.play((LAY, field, 0))
    for node, scores in zip(match.line(), points, strict=True):
        cast(ToyState, node.state).points = list(scores)
    return summarize(match.game, match.line())


def test_key_moments_are_gain_change_of_lead_and_decision() -> None:
    summary = line_of([(0, 0), (3, 0), (3, 9), (12, 9), (12, 13), (15, 13), (15, 13)])
    assert [(moment.turn, moment.reason, moment.seat, moment.gain) for moment in summary.moments] == [
        (1, GAIN, 1, 9),
        (2, LEAD, 0, 9),
        (4, DECIDED, 0, 3),
    ]
    assert [moment.step for moment in summary.moments] == [2, 3, 5]
    assert summary.moments[0].text == "⟦1⟧ lays a stone on B1."
    titles = ["⟦1⟧ gains 9 points", "⟦0⟧ takes the lead", "⟦0⟧ leads until the end"]
    assert [moment.title() for moment in summary.moments] == titles


def test_the_text_of_a_moment_covers_all_steps_with_points() -> None:
    match = played()
    line = match.line()
    for node, points in zip(line, (0, 2, 5, *[5] * 7), strict=True):
        cast(ToyState, node.state).points = [points, 0]
    (moment,) = summarize(match.game, match.line()).moments
    assert moment.gain == 5 and moment.step == 2, "the greater part of it came with the second step"
    assert all(event.text in moment.text for node in line[1:3] for event in node.events if event.private_to < 0)
    assert moment.text.count(".") > 1


def test_there_is_one_moment_per_turn_and_none_without_points() -> None:
    assert line_of([(0, 0)] * 7).moments == ()
    summary = line_of([(0, 0), (5, 0), (5, 0), (5, 1), (5, 1), (5, 1), (5, 1)])
    assert [(moment.turn, moment.reason) for moment in summary.moments] == [(0, GAIN), (2, GAIN)]
    assert not line_of([(0, 0)] * 6 + [(4, 0)]).has_score_curve, "points at the very end only"


def test_leading_seats_of_a_statistic() -> None:
    leaders = [leading_seats(SeatStat("gold", values)) for values in ((3, 7, 7), (3, 3, 3), (None, 4, None))]
    assert leaders == [{1, 2}, set(), {1}]
