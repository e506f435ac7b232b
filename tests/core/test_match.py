"""Matches: undo up to seals, redo, replay, branches; positions as plain data."""

from __future__ import annotations

import json

import pytest

from studio.core.game import IllegalAction, load_plain, to_plain
from studio.core.match import Match
from studio.core.rng import Rng
from tests import toy


def match(seed: int = 1, *, analysis: bool = False, seats: int = 2) -> Match:
    return Match(toy.pebbles(), toy.BODY, seats, None, seed, analysis=analysis)


def play_on(game: Match, decisions: int, seed: int = 0) -> None:
    rng = Rng(seed)
    for _decision in range(decisions):
        if not game.is_over:
            game.play(rng.choose(game.legal()))


def test_the_opening_is_drawn_before_the_first_decision() -> None:
    game = match()
    assert game.state.to_move == 0
    assert [draw[0] for draw in game.opening] == [toy.BOWL]
    assert game.options == {"short": False}
    assert game.decisions() == []
    with pytest.raises(IllegalAction, match="2 to 3 seats, not 4"):
        match(seats=4)


def test_a_decision_with_draws_is_a_seal() -> None:
    game = match()
    node = game.play((toy.TAKE, 2))
    assert node.decision is not None
    assert node.decision.seat == 0
    assert [draw[0] for draw in node.decision.draws] == [toy.DRAW, toy.DRAW]
    assert node.decision.sealed
    assert [event.private_to for event in node.events] == [-1, 0, 0]
    with pytest.raises(IllegalAction, match="sealed"):
        game.undo()


def take_and_lay(analysis: bool = False) -> Match:
    """Return a match in which both seats took a pebble and seat 0 laid its own: one decision that can be undone."""
    game = match(analysis=analysis)
    game.play((toy.TAKE, 1))
    game.play((toy.TAKE, 1))
    game.play(next(action for action in game.legal() if action[0] == toy.LAY))
    return game


def test_undo_and_redo_give_the_same_positions() -> None:
    game = take_and_lay()
    after = game.state.dump()
    assert game.can_undo
    assert not game.can_redo
    game.undo()
    before = game.state.dump()
    assert before != after
    assert game.can_redo
    assert [node.depth for node in game.redo_line()] == [3]
    game.redo()
    assert game.state.dump() == after
    with pytest.raises(IllegalAction, match="nothing to play again"):
        game.redo()
    game.undo()
    assert game.state.dump() == before
    with pytest.raises(IllegalAction, match="sealed"):
        game.undo()
    with pytest.raises(IllegalAction, match="analysis"):
        game.visit(game.root)
    with pytest.raises(IllegalAction, match="nothing to take back"):
        match().undo()


def test_a_new_move_discards_what_was_undone() -> None:
    game = take_and_lay()
    game.undo()
    game.play((toy.LOOK,))
    assert not game.can_redo
    assert len(game.line()[-2].children) == 1


def test_redo_does_not_draw_again() -> None:
    game = match(analysis=True)
    game.play((toy.TAKE, 2))
    dump, state = game.state.dump(), game.rng.state
    game.undo()
    game.redo()
    assert game.state.dump() == dump
    assert game.rng.state == state


def test_a_finished_match_has_no_moves() -> None:
    game = match(5)
    play_on(game, 200)
    assert game.is_over
    assert game.legal() == []
    with pytest.raises(IllegalAction, match="the match is over"):
        game.play((toy.LOOK,))


@pytest.mark.parametrize(
    ("action", "draws", "reason"),
    [
        ((9, 9), (), r"decision 1 is not legal: \[9, 9\]"),
        ((0, 2), ((3, 0),), "a draw is missing"),
        ((0, 1), ((3, 7),), r"this draw is not possible: \[3, 7\]"),
        ((0, 1), ((3, 0), (3, 1)), "too many draws"),
    ],
)
def test_a_log_that_does_not_fit_is_rejected(
    action: tuple[int, ...], draws: tuple[tuple[int, ...], ...], reason: str
) -> None:
    game = match()
    before = game.state.dump()
    with pytest.raises(IllegalAction, match=reason):
        game.replay([(action, draws)])
    assert game.state.dump() == before
    assert game.decisions() == []


@pytest.mark.parametrize(("opening", "reason"), [((), "missing"), (((toy.BOWL, 8),), "not possible")])
def test_an_opening_that_does_not_fit_is_rejected(opening: tuple[tuple[int, ...], ...], reason: str) -> None:
    with pytest.raises(IllegalAction, match=reason):
        Match(toy.pebbles(), toy.BODY, 2, opening=opening)


def test_an_analysis_ignores_seals_and_branches() -> None:
    game = take_and_lay(analysis=True)
    tip = game.node
    for _decision in range(3):
        game.undo()
    assert game.node is game.root
    branch = game.play((toy.LOOK,))
    assert len(game.root.children) == 2
    game.undo()
    game.redo()
    assert game.node is branch  # redo goes to the branch last visited
    game.visit(tip)
    assert len(game.decisions()) == 3
    game.undo()
    game.redo()
    assert game.node is tip


def test_an_analysis_copy_does_not_predict_draws() -> None:
    game = take_and_lay()
    dump, luck = game.state.dump(), game.rng.state
    other = game.analysis_copy()
    assert other.analysis
    assert other.state.dump() == dump
    assert other.rng.state != luck
    play_on(other, 5)
    assert game.state.dump() == dump
    assert game.rng.state == luck


def test_copies_and_branches_draw_otherwise_than_the_match() -> None:
    """Else who looks ahead in an analysis would know the hidden draws of the match."""
    foreseen = {"copy": 0, "branch": 0}
    for seed in range(60):
        game = match(seed, seats=3)
        copies = {"copy": game.analysis_copy(), "branch": game.branch(game.node, seed + 1000)}
        ahead = {name: other.play((toy.TAKE, 2)).decision for name, other in copies.items()}
        decision = game.play((toy.TAKE, 2)).decision
        assert decision is not None
        for name, other in ahead.items():
            foreseen[name] += other is not None and other.draws == decision.draws
    # two draws from 5, 4 and 3 pebbles, one of them under the bowl, agree by chance in about one of eight matches
    assert max(foreseen.values()) < 20


def test_a_decision_that_is_taken_back_changes_no_later_draw() -> None:
    plain, hesitant = take_and_lay(), take_and_lay()
    hesitant.undo()
    hesitant.redo()
    for game in (plain, hesitant):
        play_on(game, 4)
    assert hesitant.decisions() == plain.decisions()


# Positions as plain data


FIELDS = ("turn", "rules", "over", "cells", "hidden", "units", "racks")


class PlainPosition:
    def __init__(self) -> None:
        self.turn, self.rules, self.over = 0, "", False
        self.cells: list[int] = []
        self.hidden: tuple[int, ...] = ()
        self.units = bytearray()
        self.racks: list[list[int]] = []


def filled() -> PlainPosition:
    position = PlainPosition()
    position.turn, position.rules, position.over = 3, "2026-11-24", True
    position.cells, position.hidden = [1, -1], (2, 2)
    position.units, position.racks = bytearray((0, 7)), [[1], []]
    return position


def test_fields_are_restored_with_their_types_and_share_nothing() -> None:
    before, after = filled(), PlainPosition()
    plain = to_plain(before, FIELDS)
    assert list(plain) == list(FIELDS) and json.loads(json.dumps(plain)) == plain
    load_plain(after, plain, FIELDS)
    assert vars(after) == vars(before)
    assert {name: type(value) for name, value in vars(after).items()} == {
        name: type(value) for name, value in vars(before).items()
    }
    before.racks[0][0] = before.cells[0] = 9
    assert plain["racks"] == after.racks == [[1], []] and plain["cells"] == after.cells == [1, -1]
