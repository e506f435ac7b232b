"""The speed of animations and of replays."""

from __future__ import annotations

from time import thread_time

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.gui.headless import wait_until
from studio.gui.page import SeatSetup
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.style.theme import LIGHT
from studio.services.loading import load_layout, start_match

SIZE = QSize(1920, 1080)
DECISIONS = 240
SHARES = 12
"""Frames of an animation that are painted."""


class Replayed:
    """A match of random moves in its replay, in a window of 1920 × 1080."""

    def __init__(self, slug: str) -> None:
        settings().set_value("motion", True)
        settings().set_value("speed", 0.5)
        opened, rng = load_layout(shipped_layouts(slug)[0]), Rng(5)
        match = start_match(opened, 2, seed=5)
        while not match.is_over and len(match.decisions()) < DECISIONS:
            match.play(rng.choose(match.legal()))
        self.page = PlayPage(match, opened, [SeatSetup("Ada"), SeatSetup("Bento", "random")], LIGHT)
        self.page.controller.set_paused(True)
        self.page.resize(SIZE)
        self.page.show()
        self.page.commands.replay()
        self.page.controller.playback.stop()
        self.rng, self.at = rng, 0
        self.fine = 0.0
        """Milliseconds until the last jump was fully painted, with everything around the board."""
        self.settle()

    def settle(self) -> None:
        """Finish animations and painting."""
        self.page.animator.finish()
        wait_until(lambda: self.page.board.is_painted, "the board")

    def frame(self) -> float:
        """Milliseconds of the GUI thread for the longest frame of an animation."""
        settings().set_value("motion", True)  # other measurements may have changed it
        reel, motion = self.page.controller.playback, self.page.animator
        for _step in reel.nodes:
            self.at = self.at % (len(reel.nodes) - 1) + 1
            reel.seek(self.at)
            if motion.flights.count:
                break
            motion.finish()
        assert motion.flights.count, "nothing moves"
        motion._animation.pause()
        wait_until(lambda: self.page.board.is_painted, "the board")
        QApplication.processEvents()
        longest = 0.0
        for share in range(1, SHARES):
            begun = thread_time()
            motion._set_progress(share / SHARES)
            QApplication.processEvents()
            longest = max(longest, thread_time() - begun)
        return longest * 1000

    def jump(self) -> float:
        """Milliseconds of the GUI thread until another position is on screen, at least coarsely."""
        reel = self.page.controller.playback
        self.settle()
        begun = thread_time()
        reel.seek(self.rng.below(len(reel.nodes)))
        self.page.board.repaint()
        seen = thread_time()
        while not self.page.board.is_displayed:
            QApplication.processEvents()
        self.fine = (thread_time() - begun) * 1000
        return (seen - begun) * 1000
