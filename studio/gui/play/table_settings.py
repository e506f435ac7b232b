"""How tables are: how fast they go, what moves there, what they do and tell unasked. What one chooses holds at all."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any

from PySide6.QtWidgets import QStyle, QWidget

from studio.gui.play.animation import GLIDE, StepAnimator
from studio.gui.play.bots import DELAYS
from studio.gui.play.commands import PlayActions
from studio.gui.play.controller import MatchController
from studio.gui.play.input import Input
from studio.gui.play.replay.bar import PAUSED, SpeedBox
from studio.gui.play.status import REPLAY
from studio.gui.settings import settings

WATCHED_SETTINGS = frozenset(("speed", "autoplay", "confirms", "motion", "purist"))
"""Settings that a table takes over from wherever they were chosen."""
FASTEST = len(DELAYS) - 1


def detect_reduced_motion(seen: QWidget) -> None:
    """A system in which nothing is to move gives animations no time: so nothing does until a person wants it to."""
    settings().set_system_default("motion", seen.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0)


def apply_settings(controller: MatchController, followed: Set[str]) -> None:
    """Have a match go as the settings say of which its table takes notice, before anything of it is seen."""
    controller.set_speed(round(float(settings().value("speed")) * FASTEST))
    controller.autoplay = "autoplay" in followed and bool(settings().value("autoplay"))
    controller.confirms_turn_end = "confirms" in followed and bool(settings().value("confirms"))


class TableSettings:
    """Does and remembers what is chosen, and shows it where it can be chosen."""

    def __init__(
        self,
        controller: MatchController,
        actions: PlayActions,
        speed: SpeedBox,
        motion: StepAnimator,
        given: Input,
        show_choice: Callable[[], None],
    ) -> None:
        self._controller, self._actions, self._speed = controller, actions, speed
        self._animator, self._input, self._show_choice = motion, given, show_choice
        detect_reduced_motion(motion.page)
        actions.autoplay.setChecked(controller.autoplay)
        actions.confirm_turn_end.setChecked(controller.confirms_turn_end)
        actions.help_off.setChecked(bool(settings().value("purist")))
        self._apply_animations(bool(settings().value("motion")))
        speed.changed.connect(self._on_speed_chosen)
        actions.slower.triggered.connect(lambda: speed.step(-1))
        actions.faster.triggered.connect(lambda: speed.step(1))
        actions.autoplay.toggled.connect(self.set_autoplay)
        actions.confirm_turn_end.toggled.connect(self.set_confirm_turn_end)
        actions.animations.toggled.connect(self.set_animations)
        actions.help_off.toggled.connect(self.set_help_off)

    def apply_setting(self, name: str) -> None:
        """Be as a setting says that was chosen at another table, or on the page of settings."""
        ways: dict[str, Callable[[Any], None]] = {
            "speed": lambda share: self.set_speed(round(share * FASTEST)),
            "autoplay": self.set_autoplay,
            "confirms": self.set_confirm_turn_end,
            "motion": self.set_animations,
            "purist": self.set_help_off,
        }
        ways[name](settings().value(name))

    def set_speed(self, speed: int) -> None:
        """How fast bots and replays go; remembered."""
        self._controller.set_speed(speed)
        self._update_sequence_pause()
        if self._speed.slider.value() != PAUSED:
            self._speed.set_speed(self._controller.bots.speed)
        settings().set_value("speed", self._controller.bots.speed / FASTEST)

    def set_autoplay(self, wanted: bool) -> None:
        """Whether single choices are made without asking; remembered."""
        settings().set_value("autoplay", wanted)
        self._controller.set_autoplay(wanted)
        self._actions.autoplay.setChecked(wanted)

    def set_confirm_turn_end(self, wanted: bool) -> None:
        """Whether turns of people end only when they say so; remembered."""
        settings().set_value("confirms", wanted)
        self._controller.set_confirm_turn_end(wanted)
        self._actions.confirm_turn_end.setChecked(wanted)

    def set_animations(self, wanted: bool) -> None:
        """Whether things move; remembered."""
        settings().set_value("motion", wanted)
        self._apply_animations(wanted)

    def set_help_off(self, wanted: bool) -> None:
        """Whether the board answers nothing; remembered."""
        settings().set_value("purist", wanted)
        self._actions.help_off.setChecked(wanted)
        self._input.info_popup.close()
        self._input.move_rater.start(self._controller.choices, not self._input.info_popup.is_disabled)
        self._show_choice()

    def _on_speed_chosen(self, speed: int) -> None:
        """Not at all holds the bots of this table, and is not remembered; any other speed lets them go on."""
        if speed != PAUSED:
            self.set_speed(speed)
        if self._controller.mode != REPLAY:
            self._controller.set_paused(speed == PAUSED)

    def _apply_animations(self, wanted: bool) -> None:
        self._animator.set_enabled(wanted)
        self._update_sequence_pause()
        self._actions.animations.setChecked(wanted)

    def _update_sequence_pause(self) -> None:
        """Where things move, the moves of a plan wait for each other; where all is instant, they do not."""
        controller = self._controller
        controller.move_sequence.pause = GLIDE + 40 if self._animator.is_enabled and controller.bots.delay else 0
