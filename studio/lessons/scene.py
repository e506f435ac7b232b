"""A board of the book of rules as a match that begins there, to be tried out."""

from __future__ import annotations

from studio.core.book import Block, Clause
from studio.core.game import Body, State
from studio.core.match import Match, Node
from studio.core.protocols import Game
from studio.core.rng import Rng


class SceneMatch(Match):
    """Begins in a position that no match has led to. One may go anywhere in it, and undo everything."""

    def __init__(self, game: Game, state: State, seed: int = 0) -> None:
        self.game, self.board = game, None
        self.seats, self.options = len(state.scores()), {}
        self.rng, self.analysis = Rng(seed), True
        self.root = self.node = Node(state)
        self.opening = ()

    def analyse(self) -> Match:
        other = SceneMatch(self.game, self.root.state.clone())
        other.replay((decision.action, decision.draws) for decision in self.decisions())
        return other


def scene_match(game: Game, clause: Clause) -> tuple[Block, SceneMatch, Body] | None:
    """A match that begins at the first board of a clause at which a seat is to move, with that board and its
    layout; None where a clause has no such board."""
    for block in clause.blocks:
        if block.kind == "board":
            scene = game.scene(block.name)
            if scene.state.to_move >= 0:
                return block, SceneMatch(game, scene.state), scene.body
    return None
