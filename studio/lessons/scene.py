"""A board of the book of rules as a match that begins there, to be tried out."""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.game import Game, State
from studio.core.match import Match, Node
from studio.core.rng import Rng
from studio.core.shown.book import Block, Clause


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


def boards(game: Game, clause: Clause) -> Iterator[tuple[Block, State]]:
    """The boards of a clause in whose positions there is something to choose."""
    for block in clause.blocks:
        if block.kind == "board":
            state = game.scene(block.name)
            if state.to_move >= 0 and len(state.legal()) > 1:
                yield block, state


def scene_match(game: Game, clause: Clause) -> tuple[Block, SceneMatch] | None:
    """A match that begins at the first board of a clause at which one can do something, and that board; or None."""
    return next(((block, SceneMatch(game, state)) for block, state in boards(game, clause)), None)
