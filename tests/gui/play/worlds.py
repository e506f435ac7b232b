"""Two worlds that a seat cannot tell apart: a match, and one in which all that this seat never saw is otherwise."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from studio.core.game import CHANCE, Action, Event, State
from studio.core.match import Match, Node
from studio.core.plugin import Game
from studio.core.problems import has_errors
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.services.loading import LoadedLayout, load_layout, start_match

SEATS = 3
"""What small layouts serve."""
TRIES = 6
"""Other moves and draws that are tried at each step to find one that looks the same."""


@cache
def layout(slug: str, least: int = 0) -> LoadedLayout:
    """The first shipped layout of a game, cut down to the fewest spaces from `least` on that it accepts (0: whole)
    for three seats."""
    opened = load_layout(shipped_layouts(slug)[0])
    game, body, grid = opened.game, opened.body, opened.game.body.grid(opened.body)
    sizes = sorted((x * y, x, y) for x in range(grid.columns) for y in range(grid.rows) if least and x * y >= least)
    for _count, columns, rows in sizes:
        try:
            body = game.editing.resize(opened.body, 0, 0, columns - grid.columns, rows - grid.rows)
        except ValueError:
            continue
        if SEATS in game.seats(body) and not has_errors(list(game.checks.check(body))):
            return replace(opened, body=body)
    return opened


def every_option(game: Game) -> dict[str, bool | int | str]:
    return {
        option.key: next((value for value, _words in option.choices if value != option.default), not option.default)
        for option in game.info.options
    }


def random_match(opened: LoadedLayout, seats: int, seed: int, decisions: int) -> Match:
    match, rng = start_match(opened, seats, every_option(opened.game), seed), Rng(seed + 1000)
    while not match.is_over and len(match.decisions()) < decisions:
        match.play(rng.choose(match.legal()))
    return match


class Imagined(Match):
    """A match whose positions are made up one by one, so that its log alone would not lead to them."""

    truth: Match

    def analysis_copy(self) -> Match:
        copy = Match(self.game, self.board, self.seats, self.options, analysis=True, opening=self.opening)
        first, *others = self.line()
        copy.root.state, copy.root.events = first.state, list(first.events)
        for node in others:
            copy.node.children = [Node(node.state, copy.node, node.decision, list(node.events))]
            copy.node = copy.node.children[0]
        self.truth.rng = self.rng
        copy.rng = self.truth.analysis_copy().rng
        return copy


def otherwise(match: Match, seat: int, rng: Rng) -> Match:
    """The same match as far as a seat has seen it: others drew, held and named in secret whatever may have been.

    Each step is played from the other world's own position wherever a move and draws are found there that look the
    same to the seat; else the position is dealt afresh, and what was private to others reads otherwise.
    """
    other = Imagined(match.game, match.board, match.seats, match.options, opening=match.opening)
    other.replay((decision.action, decision.draws) for decision in match.decisions())
    other.truth, other.rng = match, match.rng.clone()
    world: State | None = match.game.rules.start(match.board, match.seats, match.options)
    truth = match.game.rules.start(match.board, match.seats, match.options)
    nodes = list(zip(match.line(), other.line(), strict=True))
    for true, node in nodes:
        if node.decision is not None:
            truth = true.parent.state.clone() if true.parent is not None else truth
            world = None if node.parent is None else node.parent.state.clone()
        assert world is not None
        events = _step(match, true, truth, node, world, seat, rng)
        if events is None:
            world = true.state.redeal(seat, rng)
            node.events = [_unlike(event, seat) for event in true.events]
        else:
            node.events = events
        node.state = world
        assert json.dumps(world.observe(seat)) == json.dumps(true.state.observe(seat))
    return other


def _unlike(event: Event, seat: int) -> Event:
    return event if event.private_to in (-1, seat) else event._replace(text=f"Otherwise: {event.text}")


def _step(match: Match, true: Node, truth: State, node: Node, world: State, seat: int, rng: Rng) -> list[Event] | None:
    """Play in both worlds what led to a node, as alike as the seat can see; the events of the other world, or None."""
    events: list[Event] = []
    draws = match.opening
    if true.decision is not None and node.decision is not None:
        action, draws = true.decision.action, true.decision.draws
        mine = true.decision.seat == seat
        likes = [action] if mine else [*_some(rng, [one for one in world.legal() if one[0] == action[0]]), action]
        found = _alike(truth, action, world, [one for one in likes if one in world.legal()], seat)
        if found is None:
            return None
        events += _apply(match.game, world, found)
        node.decision = replace(node.decision, action=found)
    for draw in draws:
        if world.to_move != CHANCE:
            return None
        possible = [one for one, _weight in world.chance()]
        found = _alike(truth, draw, world, [*_some(rng, possible), *(one for one in possible if one == draw)], seat)
        if found is None:
            return None
        events += _apply(match.game, world, found)
    return events if world.to_move == true.state.to_move else None


def _some(rng: Rng, actions: list[Action]) -> list[Action]:
    shuffled = actions[:]
    rng.shuffle(shuffled)
    return shuffled[:TRIES]


def _apply(game: Game, state: State, action: Action) -> list[Event]:
    before = state.clone()
    state.apply(action)
    return list(game.text.events(before, action, state))


def _alike(truth: State, action: Action, world: State, likes: Iterable[Action], seat: int) -> Action | None:
    """Which of some moves does in the other world what the true one does, as far as the seat can see; plays the true
    one."""
    truth.apply(action)
    seen, to_move = json.dumps(truth.observe(seat)), truth.to_move
    for like in likes:
        after = world.clone()
        after.apply(like)
        if after.to_move == to_move and json.dumps(after.observe(seat)) == seen:
            return like
    return None
