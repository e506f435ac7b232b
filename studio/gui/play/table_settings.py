"""Settings of play: speed, forced moves, confirmation, animations, help. They apply to all matches."""

from __future__ import annotations

from collections.abc import Callable, Set
from functools import partial

from PySide6.QtGui import QAction
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
FASTEST = len(DELAYS) - 1


def detect_reduced_motion(seen: QWidget) -> None:
    """Switch animations off by default if the system does not animate widgets."""
    settings().set_system_default("motion", seen.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0)


def apply_settings(controller: MatchController, followed: Set[str]) -> None:
    """Apply the settings in `followed` to a new match, before it is shown."""
    controller.set_speed(round(float(settings().value("speed")) * FASTEST))
    controller.autoplay = "autoplay" in followed and bool(settings().value("autoplay"))
    controller.confirms_turn_end = "confirms" in followed and bool(settings().value("confirms"))


class TableSettings:
    """Connects the settings of play with their actions and the widgets they affect."""

    def __init__(
        self,
        controller: MatchController,
        actions: PlayActions,
        speed: SpeedBox,
        motion: StepAnimator,
        given: Input,
        show_choice: Callable[[], None],
    ) -> None:
        self._controller, self._speed = controller, speed
        self._animator, self._input, self._show_choice = motion, given, show_choice
        detect_reduced_motion(motion.page)
        self._switches: dict[str, tuple[QAction, Callable[[bool], None]]] = {
            "autoplay": (actions.autoplay, controller.set_autoplay),
            "confirms": (actions.confirm_turn_end, controller.set_confirm_turn_end),
            "motion": (actions.animations, self._set_animations),
            "purist": (actions.help_off, self._set_help_off),
        }
        actions.autoplay.setChecked(controller.autoplay)
        actions.confirm_turn_end.setChecked(controller.confirms_turn_end)
        actions.help_off.setChecked(bool(settings().value("purist")))
        actions.animations.setChecked(bool(settings().value("motion")))
        self._set_animations(actions.animations.isChecked())
        for name, (action, _apply) in self._switches.items():
            action.toggled.connect(partial(self.switch, name))
        speed.changed.connect(self._on_speed_chosen)
        actions.slower.triggered.connect(lambda: speed.step(-1))
        actions.faster.triggered.connect(lambda: speed.step(1))

    def apply_setting(self, name: str) -> None:
        """Apply a setting that was changed elsewhere."""
        if name == "speed":
            self.set_speed(round(float(settings().value(name)) * FASTEST))
        else:
            self.switch(name, bool(settings().value(name)))

    def set_speed(self, speed: int) -> None:
        self._controller.set_speed(speed)
        self._update_sequence_pause()
        if self._speed.slider.value() != PAUSED:
            self._speed.set_speed(self._controller.bots.speed)
        settings().set_value("speed", self._controller.bots.speed / FASTEST)

    def switch(self, name: str, wanted: bool) -> None:
        """Change a setting other than the speed, and whatever depends on it."""
        action, apply = self._switches[name]
        settings().set_value(name, wanted)
        action.setChecked(wanted)
        apply(wanted)

    def _on_speed_chosen(self, speed: int) -> None:
        """ "Paused" holds the bots of this match and is not saved; any other speed resumes them."""
        if speed != PAUSED:
            self.set_speed(speed)
        if self._controller.mode != REPLAY:
            self._controller.set_paused(speed == PAUSED)

    def _set_animations(self, wanted: bool) -> None:
        self._animator.set_enabled(wanted)
        self._update_sequence_pause()

    def _set_help_off(self, _wanted: bool) -> None:
        popup = self._input.info_popup
        popup.close()
        self._input.move_rater.start(self._controller.choices, not popup.is_disabled)
        self._show_choice()

    def _update_sequence_pause(self) -> None:
        """Pause between the moves of a plan if they are animated."""
        controller = self._controller
        controller.move_sequence.pause = GLIDE + 40 if self._animator.is_enabled and controller.bots.delay else 0
