"""The story of a finished match: turns, points, moments and figures, against a match gone through by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from studio.core.match import Match
from studio.core.transcript import DECIDED, GAIN, LEAD, MatchSummary, SeatStat, leading_seats, summarize
from tests.gui.play.toy import LAY, LOOK, SURE, TOY, WAIT, ToyState


def told(match: Match) -> MatchSummary:
    return summarize(match.game, match.line())


def test_turns_points_and_figures_of_a_match_by_hand() -> None:
    match = Match(TOY, None, 2, seed=3)
    for action in ((LOOK,), (LAY, 0, 0), (LAY, 3, 0), (WAIT,), (SURE,), (LAY, 4, 0), (LAY, 1, 0), (LAY, 5, 0)):
        match.play(action)
    match.play((LAY, 2, 0))
    assert match.is_over
    found = told(match)
    assert [turn.name for turn in found.turns] == ["Turn 1", "Turn 2", "Turn 3", "Turn 4", "Turn 5", "Turn 6", ""]
    assert (found.turns[0].first, found.turns[0].last) == (1, 2), "a look and a stone are one turn"
    nodes = match.line()
    for seat in range(2):
        assert found.points[seat][0] == nodes[0].state.scores()[seat]
        assert found.points[seat][-1] == nodes[-1].state.scores()[seat]
        for turn, points in zip(found.turns, found.points[seat][1:], strict=True):
            assert points == nodes[turn.last].state.scores()[seat]
    assert found.stats == (SeatStat("stones laid", (3, 3)),)
    assert found.has_score_curve and found.winners == tuple(match.state.winners())


def line_of(points: Sequence[tuple[int, ...]]) -> MatchSummary:
    """A match whose points after each stone are these: the toy, its points put in."""
    match = Match(TOY, None, len(points[0]), seed=1)
    for field in range(6):
        match.play((LAY, field, 0))
    for node, scores in zip(match.line(), points, strict=True):
        cast(ToyState, node.state).points = list(scores)
    return told(match)


def test_the_moments_are_the_greatest_gain_the_change_of_lead_and_what_decided() -> None:
    found = line_of([(0, 0), (3, 0), (3, 9), (12, 9), (12, 13), (15, 13), (15, 13)])
    assert [(moment.turn, moment.reason, moment.seat, moment.gain) for moment in found.moments] == [
        (1, GAIN, 1, 9),
        (2, LEAD, 0, 9),
        (4, DECIDED, 0, 3),
    ]
    assert [moment.step for moment in found.moments] == [2, 3, 5]
    assert found.moments[0].text == "⟦1⟧ lays a stone on B1."
    assert [moment.title() for moment in found.moments] == [
        "⟦1⟧ gains 9 points",
        "⟦0⟧ takes the lead",
        "⟦0⟧ is ahead for good",
    ]


def test_a_story_tells_of_all_steps_that_brought_the_points() -> None:
    match = Match(TOY, None, 2, seed=3)
    for action in ((LOOK,), (LAY, 0, 0), (LAY, 3, 0), (WAIT,), (SURE,), (LAY, 4, 0), (LAY, 1, 0), (LAY, 5, 0)):
        match.play(action)
    match.play((LAY, 2, 0))
    line = match.line()
    for node, points in zip(line, (0, 2, 5, *[5] * 7), strict=True):
        cast(ToyState, node.state).points = [points, 0]
    (moment,) = told(match).moments
    assert moment.gain == 5 and moment.step == 2, "the greater part of it came with the second step"
    assert all(event.text in moment.text for node in line[1:3] for event in node.events if event.private_to < 0)
    assert moment.text.count(".") > 1


def test_one_moment_a_turn_and_none_without_points() -> None:
    assert line_of([(0, 0)] * 7).moments == ()
    found = line_of([(0, 0), (5, 0), (5, 0), (5, 1), (5, 1), (5, 1), (5, 1)])
    assert [(moment.turn, moment.reason) for moment in found.moments] == [(0, GAIN), (2, GAIN)]
    assert not line_of([(0, 0)] * 6 + [(4, 0)]).has_score_curve, "what comes at the very end is no course"


def test_most_of_a_figure() -> None:
    assert leading_seats(SeatStat("gold", (3, 7, 7))) == {1, 2}
    assert leading_seats(SeatStat("gold", (3, 3, 3))) == frozenset()
    assert leading_seats(SeatStat("round", (None, 4, None))) == {1}
