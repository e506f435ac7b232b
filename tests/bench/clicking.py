"""The time from a click in a match to the next position with its targets."""

from __future__ import annotations

from time import thread_time

from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest

from studio.core.match import Match
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.gui.headless import wait_until
from studio.gui.page import SeatSetup
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.style.theme import LIGHT
from studio.services.loading import load_layout, start_match

SIZE = QSize(1920, 1080)
BEGUN = 60
"""Decisions before the click, so that the board is not empty."""


class Clicked:
    """A match of two in which one place is clicked, and the click undone, again and again."""

    def __init__(self, slug: str) -> None:
        for name in ("autoplay", "confirms"):
            settings().set_value(name, False)
        opened, rng = load_layout(shipped_layouts(slug)[0]), Rng(5)
        match = start_match(opened, 2, seed=5)
        while len(match.decisions()) < BEGUN or (place := _place(match)) < 0:
            match.play(rng.choose(match.legal()))
        self.page = PlayPage(match, opened, [SeatSetup("Ada"), SeatSetup("Bento")], LIGHT)
        self.page.resize(SIZE)
        self.page.show()
        self.page.controller.confirm_handover()
        self.place = place
        self.settle()

    def settle(self) -> None:
        wait_until(lambda: self.page.board.is_painted, "the board")

    def click(self) -> float:
        """Milliseconds of the GUI thread until the next position is painted, with warm caches."""
        settings().set_value("motion", False)
        self._answer()
        return self._answer()

    def _answer(self) -> float:
        board, controller = self.page.board, self.page.controller
        before, at = controller.node, board.widget_rect(self.place).center()
        QTest.mouseMove(board, at)
        self.settle()
        begun = thread_time()
        QTest.mouseClick(board, Qt.MouseButton.LeftButton, pos=at)
        board.repaint()
        spent = thread_time() - begun
        assert controller.node is not before and controller.choices.targets, "the click was not answered"
        controller.undo()
        assert controller.node is before
        self.settle()
        return spent * 1000


def _place(match: Match) -> int:
    """A place of the board with one move that does not end the turn and can be undone; or -1."""
    state, game = match.state, match.game
    shown = {target.cell for target in game.picture.picture(state, state.to_move).targets}
    moves: dict[int, list[tuple[int, ...]]] = {}
    for action in match.legal():
        moves.setdefault(game.picture.target(state, action), []).append(action)
    for place, actions in moves.items():
        if place in shown and len(actions) == 1:
            after = state.clone()
            after.apply(actions[0])
            if after.to_move == state.to_move and any(
                game.picture.target(after, action) in shown for action in after.legal()
            ):
                return place
    return -1
