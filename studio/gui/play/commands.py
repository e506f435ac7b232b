"""What the buttons, keys and clicks of a match do, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor

from studio.core.text import _
from studio.gui.play.match.controller import NOBODY, REPLAY
from studio.gui.play.panels.decision import AT, HERE, MOVE

if TYPE_CHECKING:
    from studio.gui.play.page import PlayPage


class Commands:
    """Carries out commands on a page: `do(name)`, clicks on targets and on beads."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        controller, over, board, reel = page.controller, page.overlays, page.board, page.controller.reel
        self._acts = {
            "confirm": self._confirm,
            "turn": lambda: controller.turn(),
            "turn_back": lambda: controller.turn(-1),
            "next": lambda: controller.step_target(),
            "previous": lambda: controller.step_target(-1),
            "list": over.toggle_moves,
            "undo": controller.undo,
            "redo": controller.redo,
            "hint": controller.ask_hint,
            "pause": lambda: controller.set_paused(not controller.bots.is_held),
            "step": controller.step_bot,
            "slower": lambda: page.set_speed(controller.bots.speed - 1),
            "faster": lambda: page.set_speed(controller.bots.speed + 1),
            "replay": self._replay,
            "analyse": self._analyse,
            "resume": controller.resume,
            "table": over.show_table,
            "look": over.hide_table,
            "again": lambda: page.new_match_requested.emit(page.opened),
            "save": page.save_here,
            "fit": board.fit,
            "zoom_in": lambda: board.zoom_by(1.2),
            "zoom_out": lambda: board.zoom_by(1 / 1.2),
            "forget": lambda: controller.choose(None),
            "halt": controller.halt,
            "back": lambda: reel.seek(reel.index - 1),
            "forward": lambda: reel.seek(reel.index + 1),
            "first": lambda: reel.seek(0),
            "last": lambda: reel.seek(len(reel.nodes) - 1),
            "run": page.decision.replay.toggle,
        }

    def do(self, name: str) -> None:
        """Do what a button or a key asks for."""
        controller = self.page.controller
        if name.startswith(MOVE):
            place = int(name[len(MOVE) :])
            if place < len(controller.choices.loose):
                controller.play(controller.choices.loose[place])
        elif controller.curtain != NOBODY and name != "undo":
            return
        elif name.startswith(AT):
            controller.play(controller.choices.by_target[int(name[len(AT) :])][0])
        elif name.startswith(HERE):
            here = controller.choices.by_target.get(controller.choices.place, [])
            place = int(name[len(HERE) :])
            if place < len(here):
                controller.play(here[place])
        else:
            self._acts[name]()

    def _confirm(self) -> None:
        controller = self.page.controller
        if controller.is_over and controller.mode != REPLAY:
            self.page.overlays.show_table()
        elif controller.choices.ready is not None or controller.choices.intended is not None:
            controller.confirm()
        elif controller.may_choose:
            controller.step_target()

    def click(self, target: int) -> None:
        """Make the move on a target, carry out the plan that leads there, or ask which of several moves is meant."""
        controller = self.page.controller
        if self._put_back(target):
            return
        if controller.may_choose and controller.choices.is_open(target):
            controller.point(target)
            self.page.chooser.ask(target, self._beside(target))
        else:
            nowhere = controller.may_choose and not controller.choices.leads_on(target)
            controller.press(target)
            if nowhere and (name := self.page.input.name_of(target)):
                self.page.decision.tell(_("{place}: nothing can be done there now.").format(place=controller.say(name)))

    def _put_back(self, target: int) -> bool:
        """A click on the tray while something from it is in hand: put it back and take what lies there instead."""
        controller = self.page.controller
        if not controller.holds_something or target not in self.page.tray.places or controller.choices.leads_on(target):
            return False
        held = controller.node.decision
        controller.undo()
        plan = controller.choices.plan(target)
        meant = plan.actions[0] if plan is not None else controller.choices.at(target)
        if held is not None and meant not in (None, held.action):
            controller.press(target)
        return True

    def _beside(self, target: int) -> QPoint:
        """A place of the screen at the lower right of a target, wherever it is shown; else at the pointer."""
        page = self.page
        box = page.board.widget_rect(target)
        if not box.isEmpty():
            return page.board.mapToGlobal(box.bottomRight())
        for view in (page.tray.view, *(card.view for card in page.insets.cards)):
            lies = view.box_of(target) if view.isVisible() else None
            if lies is not None:
                return view.mapToGlobal(lies.bottomRight().toPoint())
        return QCursor.pos()

    def bead(self, offset: int) -> None:
        """Go so many decisions back or forth, as far as undo and redo go."""
        controller = self.page.controller
        controller.walk.forget()  # a bead is one decision
        count = len(controller.match.decisions()) + offset
        while len(controller.match.decisions()) > count and controller.can_undo:
            controller.undo()
        while len(controller.match.decisions()) < count and controller.can_redo:
            controller.redo()

    def _replay(self) -> None:
        controller = self.page.controller
        self.page.overlays.hide_table()
        self.page.overlays.hide_moves()
        controller.start_replay()
        controller.run_replay(controller.mode == REPLAY and len(controller.reel.nodes) > 1)

    def _analyse(self) -> None:
        self.page.overlays.hide_table()
        self.page.controller.start_analysis()
