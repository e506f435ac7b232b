"""How tables are: how fast they go, what moves there, what they do and tell unasked. What one chooses holds at all."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any

from PySide6.QtWidgets import QStyle, QWidget

from studio.gui.play.animation import GLIDE, Motion
from studio.gui.play.bots import DELAYS
from studio.gui.play.commands import PlayActions
from studio.gui.play.controller import MatchController
from studio.gui.play.input import Input
from studio.gui.play.replay.bar import HELD, SpeedBox
from studio.gui.play.status import REPLAY
from studio.gui.settings import settings

FOLLOWED = frozenset(("speed", "autoplay", "confirms", "motion", "purist"))
"""Settings that a table takes over from wherever they were chosen."""
FASTEST = len(DELAYS) - 1


def presume_motion(seen: QWidget) -> None:
    """A system in which nothing is to move gives animations no time: so nothing does until a person wants it to."""
    settings().presume("motion", seen.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0)


def take_over(controller: MatchController, followed: Set[str]) -> None:
    """Have a match go as the settings say of which its table takes notice, before anything of it is seen."""
    controller.set_speed(round(float(settings().value("speed")) * FASTEST))
    controller.autoplay = "autoplay" in followed and bool(settings().value("autoplay"))
    controller.confirms = "confirms" in followed and bool(settings().value("confirms"))


class Manners:
    """Does and remembers what is chosen, and shows it where it can be chosen."""

    def __init__(
        self,
        controller: MatchController,
        actions: PlayActions,
        speed: SpeedBox,
        motion: Motion,
        given: Input,
        show_choice: Callable[[], None],
    ) -> None:
        self._controller, self._actions, self._speed = controller, actions, speed
        self._motion, self._input, self._show_choice = motion, given, show_choice
        presume_motion(motion.page)
        actions.autoplay.setChecked(controller.autoplay)
        actions.confirms.setChecked(controller.confirms)
        actions.purist.setChecked(bool(settings().value("purist")))
        self._animate(bool(settings().value("motion")))
        speed.changed.connect(self._choose_speed)
        actions.slower.triggered.connect(lambda: speed.step(-1))
        actions.faster.triggered.connect(lambda: speed.step(1))
        actions.autoplay.toggled.connect(self.set_autoplay)
        actions.confirms.toggled.connect(self.set_confirms)
        actions.motion.toggled.connect(self.set_animated)
        actions.purist.toggled.connect(self.set_purist)

    def follow(self, name: str) -> None:
        """Be as a setting says that was chosen at another table, or on the page of settings."""
        ways: dict[str, Callable[[Any], None]] = {
            "speed": lambda share: self.set_speed(round(share * FASTEST)),
            "autoplay": self.set_autoplay,
            "confirms": self.set_confirms,
            "motion": self.set_animated,
            "purist": self.set_purist,
        }
        ways[name](settings().value(name))

    def set_speed(self, speed: int) -> None:
        """How fast bots and replays go; remembered."""
        self._controller.set_speed(speed)
        self._pace_walks()
        if self._speed.slider.value() != HELD:
            self._speed.set_speed(self._controller.bots.speed)
        settings().put("speed", self._controller.bots.speed / FASTEST)

    def set_autoplay(self, wanted: bool) -> None:
        """Whether single choices are made without asking; remembered."""
        settings().put("autoplay", wanted)
        self._controller.set_autoplay(wanted)
        self._actions.autoplay.setChecked(wanted)

    def set_confirms(self, wanted: bool) -> None:
        """Whether turns of people end only when they say so; remembered."""
        settings().put("confirms", wanted)
        self._controller.set_confirms(wanted)
        self._actions.confirms.setChecked(wanted)

    def set_animated(self, wanted: bool) -> None:
        """Whether things move; remembered."""
        settings().put("motion", wanted)
        self._animate(wanted)

    def set_purist(self, wanted: bool) -> None:
        """Whether the board answers nothing; remembered."""
        settings().put("purist", wanted)
        self._actions.purist.setChecked(wanted)
        self._input.answers.close()
        self._input.best.look_at(self._controller.choices, not self._input.answers.is_silent)
        self._show_choice()

    def _choose_speed(self, speed: int) -> None:
        """Not at all holds the bots of this table, and is not remembered; any other speed lets them go on."""
        if speed != HELD:
            self.set_speed(speed)
        if self._controller.mode != REPLAY:
            self._controller.set_paused(speed == HELD)

    def _animate(self, wanted: bool) -> None:
        self._motion.set_wanted(wanted)
        self._pace_walks()
        self._actions.motion.setChecked(wanted)

    def _pace_walks(self) -> None:
        """Where things move, the moves of a plan wait for each other; where all is instant, they do not."""
        controller = self._controller
        controller.walk.pause = GLIDE + 40 if self._motion.is_wanted and controller.bots.delay else 0
