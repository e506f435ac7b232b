"""Whole matches of every game: replay, undo up to the seals, redo, branches, statistics."""

from __future__ import annotations

import json

import pytest

from studio.core.game import CHANCE, LAY, OVER, Action, IllegalAction
from studio.core.match import Match
from studio.core.protocols import BUILT, ROUNDS, SCORED, TURNS, VISITED, MatchStats
from studio.core.rng import Rng
from studio.core.transcript import collect_stats
from studio.lab.jobs import MatchLog, make_bots, play_match
from tests.contract.cases import Case, every_case, every_layout

MOST = 120  # decisions per match here: the end is reached elsewhere, and `Match` tells every event


def begin(case: Case, seed: int = 1, *, analysis: bool = False, opening: tuple[Action, ...] | None = None) -> Match:
    return Match(case.game, case.board, case.seats, case.options, seed, analysis=analysis, opening=opening)


def text(match: Match) -> str:
    return json.dumps(match.state.dump())


@every_case
def test_a_log_replays_without_its_seed(case: Case) -> None:
    match, rng = begin(case), Rng(1)
    for _decision in range(MOST):
        if not match.is_over:
            match.play(rng.choose(match.legal()))
    other = begin(case, seed=99, opening=match.opening)
    other.replay((decision.action, decision.draws) for decision in match.decisions())
    assert text(other) == text(match)
    assert [node.events for node in other.line()] == [node.events for node in match.line()]
    assert other.decisions() == match.decisions()


@every_case
def test_undo_and_redo_come_back_to_the_same_positions_and_stop_at_seals(case: Case) -> None:
    match, rng = begin(case), Rng(2)
    undone = sealed = 0
    for _decision in range(MOST):
        if match.is_over:
            break
        before, state = text(match), match.state
        action = rng.choose(match.legal())
        node = match.play(action)
        assert node.decision is not None
        assert node.decision.sealed == (bool(node.decision.draws) or state.reveals(action))
        if node.decision.sealed:
            sealed += 1
            assert not match.can_undo
            with pytest.raises(IllegalAction, match="sealed"):
                match.undo()
            continue
        undone += 1
        after = text(match)
        match.undo()
        assert text(match) == before
        assert match.can_redo
        match.redo()
        assert text(match) == after
        assert not match.can_redo
    assert sealed > 0
    assert undone > 0 or not case.layout, "no decision of this game can be taken back"


@every_layout
def test_an_analysis_goes_back_to_the_start_and_branches(case: Case) -> None:
    match, rng = begin(case), Rng(3)
    for _decision in range(40):
        if not match.is_over:
            match.play(rng.choose(match.legal()))
    end, luck = text(match), match.rng.state
    analysis = match.analysis_copy()
    tip = analysis.node
    while analysis.can_undo:
        analysis.undo()
    assert analysis.node is analysis.root
    first = analysis.root.children[0].decision
    assert first is not None
    other = next((action for action in analysis.legal() if action != first.action), first.action)
    analysis.play(other)
    assert len(analysis.root.children) == 2
    analysis.visit(tip)
    assert text(analysis) == end
    assert text(match) == end
    assert match.rng.state == luck


@every_case
def test_an_illegal_action_is_refused_and_changes_nothing(case: Case) -> None:
    match = begin(case)
    before = text(match)
    for action in ((-1,), (999, 1, 2), (), (0, 0, 0, 0, 0, 0, 0, 0)):
        with pytest.raises(IllegalAction):
            match.play(action)
    assert text(match) == before


@every_layout
def test_a_simulation_plays_the_same_match_as_the_careful_way(case: Case) -> None:
    bots = ["random"] * case.seats
    log = MatchLog()
    played = play_match(case.game, case.board, case.seats, case.options, make_bots(bots, 4), 4, log=log)
    quick = play_match(case.game, case.board, case.seats, case.options, make_bots(bots, 4), 4)
    assert (quick.decisions, quick.draws) == (played.decisions, played.draws)
    assert quick.state.dump() == played.state.dump()
    match, choosers = begin(case, seed=4), make_bots(bots, 4)
    while not match.is_over and len(match.decisions()) < 60:
        match.play(choosers[match.state.to_move].choose(match.game, match.state, match.state.to_move))
    careful = [(decision.action, decision.draws) for decision in match.decisions()]
    assert match.opening == tuple(log.opening)
    assert careful == [(action, tuple(drawn)) for action, drawn in log.moves[: len(careful)]]


# Statistics


COMMON = {VISITED, BUILT, SCORED, TURNS, ROUNDS}  # what the laboratory has names for


def counted(case: Case, *, only_watched: bool = False) -> MatchStats:
    """A match of random moves, watched; one that is not watched must come out the same."""
    state, other, tally, luck = case.start(), case.start(), case.game.stats.new_collector(), Rng(3)
    tally.before(state)
    while state.to_move != OVER:
        action = state.draw(luck) if state.to_move == CHANCE else luck.choose(state.legal())
        if not only_watched or not tally.watched or action[0] in tally.watched:
            tally.step(state, action)
        state.apply(action)
        other.apply(action)
    found = tally.after(state)
    assert state.dump() == other.dump()
    return found


@every_layout
def test_figures_have_names_and_places(case: Case) -> None:
    found, names = counted(case), {*case.game.stats.titles(), *COMMON}
    for part in (found.numbers, found.seats, found.spaces, found.places, found.curves):
        assert set(part) <= names, "each figure has a title"
    assert not found.ending or found.ending in names
    ground = set(case.game.stats.map_cells(case.board))
    assert all(set(cells) <= ground for cells in found.spaces.values())
    assert all(cell in ground for pairs in found.places.values() for cell, _number in pairs)
    assert all(len(row) == case.seats for row in [*found.seats.values(), *found.curves.values()])


@every_layout
def test_the_same_match_comes_to_the_same(case: Case) -> None:
    assert counted(case) == counted(case) == counted(case, only_watched=True)


@every_layout
def test_tiles_of_a_seat_are_those_that_its_log_tells_of(case: Case) -> None:
    match, luck = Match(case.game, case.board, case.seats, case.options, seed=5), Rng(5)
    while not match.is_over:
        match.play(luck.choose(match.legal()))
    seats = collect_stats(case.game, match.line()).seats
    laid = [event for node in match.line()[1:] for event in node.events if event.kind == LAY]
    for name in seats.keys() & {"tiles_of", "explored_of"}:
        assert list(seats[name]) == [sum(event.seat == seat for event in laid) for seat in range(case.seats)]
