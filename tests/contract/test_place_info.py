"""Details and reasons of all places, each with a clause of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from studio.core import defaults
from studio.core.game import CHANCE, EVERYBODY, State
from studio.core.panel import Panel
from studio.core.picture import HAND
from studio.core.plugin import Game
from studio.core.rng import Rng
from studio.documents.paths import resources_dir
from studio.games import load
from tests.contract.cases import CASES, Case, decisions, each_layout, is_sentence
from tests.short_run import mark_long

SPRITES = resources_dir() / "sprites"
FEW, MANY = 12, 200  # positions of a game in the short run and in the long
GAMES = sorted({case.slug for case in CASES if case.layout})


def some_or_many(games: list[str]) -> pytest.MarkDecorator:
    many = [pytest.param(slug, MANY, marks=pytest.mark.long) for slug in games]
    return pytest.mark.parametrize(("slug", "count"), [*((slug, FEW) for slug in games), *many])


@cache
def cases_of(slug: str) -> list[Case]:
    """Every layout with the options on, and for three seats in all ways."""
    return [case for case in CASES if case.slug == slug and (case in each_layout() or case.seats == 3)][::-1]


def some_positions(slug: str, count: int, plain: bool = False) -> Iterator[tuple[Case, State]]:
    """Positions of random matches in which a seat is to move, of one layout after another; `plain`: without options."""
    found, seed = 0, 1
    while found < count:
        for case in [case for case in cases_of(slug) if not (plain and case.option)]:
            for state in decisions(case, seed)[:: 1 if count > FEW else 3]:
                yield case, state
                found += 1
                if found == count:
                    return
        seed += 1


def targets_beside(panel: Panel) -> list[int]:
    """What can be pointed at beside the board."""
    items = [item.target for group in panel.groups for item in group.items if item.target >= 0]
    insets = [*panel.insets, *([panel.tray] if panel.tray is not None else [])]
    return items + [target.cell for inset in insets for target in inset.picture.targets]


def clauses(game: Game) -> frozenset[str]:
    """The numbers that stand in the book."""
    return frozenset(clause.number for chapter in game.text.book() for clause in chapter.clauses)


@some_or_many([slug for slug in GAMES if load(slug).place_info.why_not is not defaults.why_not])
def test_every_place_without_a_move_has_a_reason(slug: str, count: int) -> None:
    requested = 0
    for case, state in some_positions(slug, count):
        game, before = case.game, state.dump()
        asked_of, meant = clauses(game), {game.picture.target(state, action) for action in state.legal()}
        board = [target.cell for target in game.picture.picture(state, state.to_move).targets]
        adjacent = targets_beside(game.panel.panel(state, state.to_move))
        for place in (*board, *adjacent):
            reason = game.place_info.why_not(state, place)
            if place in meant or game.picture.plan(state, place) is not None:
                assert reason is None, f"{place} {reason}"
                continue
            if reason is None:
                assert place not in board, f"{game.info.slug}: nothing is said of {place}"
                continue
            requested += 1
            assert is_sentence(reason.text.replace("⟦", "A")), reason.text
            assert reason.clause in asked_of, reason
        assert state.dump() == before
    assert requested > count


def test_without_a_decision_there_is_no_reason() -> None:
    for case in each_layout(2)[:1]:
        state = case.start()
        assert state.to_move < 0
        targets = case.game.picture.picture(state, EVERYBODY).targets
        assert not any(case.game.place_info.why_not(state, target.cell) for target in targets)


@some_or_many([slug for slug in GAMES if load(slug).place_info.describe_place is not defaults.describe_place])
def test_details_of_places_are_sentences_with_a_clause(slug: str, count: int) -> None:
    shown = 0
    for case, state in some_positions(slug, count):
        game, before = case.game, state.dump()
        known, chart = clauses(game), game.picture.picture(state, EVERYBODY)
        for seat in (EVERYBODY, state.to_move):
            places = [target.cell for target in game.picture.picture(state, seat).targets]
            for place in (*places, *targets_beside(game.panel.panel(state, seat)), HAND):
                answer = game.place_info.describe_place(state, place, seat)
                if answer is None:
                    continue
                shown += 1
                assert answer.title and answer.title[:1] == answer.title[:1].upper()
                assert not answer.text or is_sentence(answer.text.replace("⟦", "A")), answer.text
                assert answer.clause in known, answer
                assert all(0 <= fact.share <= 1 or fact.share == -1 for part in answer.groups for fact in part.facts)
                for fact in (fact for part in answer.groups for fact in part.facts if fact.pieces):
                    assert fact.seat >= 0 and all((SPRITES / f"{name}.svg").is_file() for name in fact.pieces)
                    counted = fact.text.partition(":")[2] or fact.value
                    assert sum(map(int, re.findall(r"\d+", counted))) == len(fact.pieces), fact
                if answer.highlight is not None:
                    left, top, right, foot = answer.highlight.bounds
                    assert left >= chart.bounds[0] and top >= chart.bounds[1]
                    assert right <= chart.bounds[2] and foot <= chart.bounds[3]
        assert state.dump() == before
    assert shown >= count


@pytest.mark.parametrize("each", mark_long([9, 3]))
@pytest.mark.parametrize("case", {case.slug: case for case in each_layout(2)}.values(), ids=str)
def test_hidden_information_does_not_change_details(case: Case, each: int) -> None:
    game, rng = case.game, Rng(5)
    for state in decisions(case)[::each]:
        for seat in range(state.to_move + 1):
            other = state.redeal(seat, rng)
            places = [target.cell for target in game.picture.picture(state, seat).targets]
            for place in (*places, *targets_beside(game.panel.panel(state, seat)), HAND):
                assert game.place_info.describe_place(state, place, seat) == game.place_info.describe_place(
                    other, place, seat
                )


@some_or_many(GAMES)
def test_numbers_and_runs_are_moves_of_the_position(slug: str, count: int) -> None:
    """What a panel puts into one row are legal moves, each once; a run leaves nothing to choose on its way."""
    for case, state in some_positions(slug, count):
        panel, legal = case.game.panel.panel(state, state.to_move), state.legal()
        counted = [move for amount in panel.amounts for _number, move in amount.moves]
        assert len(set(counted)) == len(counted) and set(counted) <= set(legal)
        assert all(list(amount.moves) == sorted(amount.moves) and amount.moves for amount in panel.amounts)
        for run in panel.move_runs:
            after = state.clone()
            for action in run:
                assert action in after.legal()
                after.apply(action)
            assert after.to_move != CHANCE
