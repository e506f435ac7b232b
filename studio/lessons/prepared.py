"""A match that was written down, to be gone through: the same choices always have the same luck."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

from studio.core.game import Action, State
from studio.core.match import Decision, Match, Node
from studio.core.rng import Rng
from studio.documents.record import Record
from studio.documents.store import DocumentError
from studio.opening import replayed


class PreparedMatch(Match):
    """Begins where a written match began. Its `script` are the decisions of that one.

    Where the script is followed luck is as it was; elsewhere it hangs on the position alone. It stands at `start`,
    where the script ends, and only what is played after that can be undone; but one may visit all positions.
    """

    def __init__(self, written: Match) -> None:
        self.script: tuple[Decision, ...] = ()
        super().__init__(
            written.game, written.board, written.seats, written.options, analysis=True, opening=written.opening
        )
        self.script = tuple(written.decisions())
        self.go_on(len(self.script))
        self.start: Node = self.node

    @property
    def coming(self) -> Decision | None:
        """The next decision of the script."""
        depth = self.node.depth
        return self.script[depth] if depth < len(self.script) else None

    def play(self, action: Action, draws: Sequence[Action] | None = None) -> Node:
        coming = self.coming
        if draws is None and coming is not None and action == coming.action and self._is_on_script():
            draws = coming.draws
        return super().play(action, draws)

    def _is_on_script(self) -> bool:
        return all(made == told for made, told in zip(self.decisions(), self.script, strict=False))

    def go_on(self, depth: int) -> None:
        """Follow the script from the root until so many decisions are made."""
        self.visit(self.root)
        for decision in self.script[:depth]:
            known = next((node for node in self.node.children if node.decision == decision), None)
            if known is not None:
                self.visit(known)
            else:
                self.play(decision.action, decision.draws)

    def drawn(self, state: State) -> Action:
        return fated(state)

    @property
    def can_undo(self) -> bool:
        return self.node.depth > self.start.depth

    @property
    def can_redo(self) -> bool:
        return super().can_redo and self.node.depth >= self.start.depth

    def forward(self) -> list[Node]:
        return super().forward() if self.can_redo else []


def prepared(record: Record, path: str | Path) -> PreparedMatch:
    """The match of a lesson's record. Raises `DocumentError`; `path` is only named in it."""
    try:
        return PreparedMatch(replayed(record, path))
    except DocumentError as problem:
        raise DocumentError(path, problem.place.replace("`$", "`$.match", 1), problem.reason) from None


def fated(state: State) -> Action:
    """What luck brings in a position of a puzzle: always the same in the same position."""
    return state.draw(Rng(crc32(json.dumps(state.dump(), sort_keys=True).encode())))
