"""What mouse and keyboard mean at the table: point, turn, lay, next place; and how choices are marked on the board."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QCursor, QHelpEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from studio.core.game import LAY, Action
from studio.core.shown.book import explaining
from studio.core.shown.picture import Picture, Target
from studio.core.shown.targets import HAND
from studio.core.text import _
from studio.gui.board.view import BoardView, Mark, Pointer
from studio.gui.play.commands import Commands
from studio.gui.play.match.best import Best
from studio.gui.play.match.controller import MatchController
from studio.gui.play.match.situation import PLAY, REPLAY
from studio.gui.play.match.view import View
from studio.gui.play.over.answers import Answers
from studio.gui.play.over.chooser import Chooser
from studio.gui.play.panels.lit import ItemsCard, LitView
from studio.gui.play.panels.seats import SeatCard
from studio.gui.play.panels.tray import Tray
from studio.gui.widgets import is_tip_shown, show_tip

ZOOM_STEP = 1.15
KEY_ZOOM = 1.2
ARROWS = {
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Down: (0, 1),
    Qt.Key.Key_Left: (-1, 0),
}
ZOOMING = (Qt.Key.Key_Plus, Qt.Key.Key_Minus)
CONFIRMING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
PLAYING = {*CONFIRMING, *(Qt.Key(Qt.Key.Key_0 + digit) for digit in range(10))}
"""Keys that make a move."""


class Input(QObject):
    """Turns pointers and keys into words to the controller, and what is chosen into marks and a ghost.

    `told(words)` says why a click did nothing; `story_wanted(target)` that of all that happened only what happened at
    a target is to be told (-1: all of it).
    """

    told = Signal(str)
    story_wanted = Signal(int)

    def __init__(
        self,
        board: BoardView,
        tray: Tray,
        controller: MatchController,
        commands: Commands,
        answers: Answers,
        page: QWidget,
    ) -> None:
        super().__init__(page)
        self.page = page
        self.answers = answers
        self.board = board
        self.tray = tray
        self.controller = controller
        self.commands = commands
        self.chooser = Chooser(controller, page)
        self._pressed = -1
        self._typed = -1
        self.skips: Callable[[], bool] = lambda: False
        """Asked before any key means anything: whether it ended something that was being shown."""
        self._hovered: tuple[int, object] = (-1, None)
        self.best = Best(self)
        self.best.found.connect(self.show_choice)
        self._ghost: tuple[Picture | None, int] = (None, -1)
        self.beside: tuple[Picture | None, int] = (None, -1)
        """The ghost of a move whose place lies in a picture beside the board, and that place."""
        self.only: frozenset[int] | None = None
        """Of all places that may be clicked, those that glow; the others lie in the shade (None: all glow)."""
        self._named: tuple[Target, ...] = ()
        self._names: dict[int, str] = {}
        self._is_lit = False
        self._spoken_of: tuple[int, ...] = ()
        self.story = -1
        """The target whose story is told, or -1."""
        self._ahead: Action | None = None
        self._tipped: tuple[QPoint, int] = (QPoint(), -1)
        """Where on the screen the last tip of the board was shown, and of which target."""
        reel = controller.reel
        self._keys: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Return: commands.confirm,
            Qt.Key.Key_Enter: commands.confirm,
            Qt.Key.Key_R: self.turn,
            Qt.Key.Key_Tab: controller.step_target,
            Qt.Key.Key_Backtab: partial(controller.step_target, -1),
            Qt.Key.Key_Plus: partial(board.zoom_by, KEY_ZOOM),
            Qt.Key.Key_Minus: partial(board.zoom_by, 1 / KEY_ZOOM),
        }
        self._replay_keys: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Left: lambda: reel.seek(reel.index - 1),
            Qt.Key.Key_Right: lambda: reel.seek(reel.index + 1),
            Qt.Key.Key_Home: lambda: reel.seek(0),
            Qt.Key.Key_End: lambda: reel.seek(len(reel.nodes) - 1),
            Qt.Key.Key_Space: reel.toggle,
        }
        board.pointed.connect(self._pointed)
        board.installEventFilter(self)

    # showing

    def show_view(self, view: View) -> None:
        """Learn what the places of a position are called, and whether its picture lights them itself."""
        self._ahead = None
        self._typed = -1
        self.best.look_at(view.choices, not self.answers.is_silent)
        self.answers.close()
        self.board.hide_cursor()
        picture = view.picture
        self._is_lit = picture.lit
        if picture.targets is not self._named:
            self._named = picture.targets
            self._names = {target.cell: target.name for target in picture.targets}

    def show_choice(self) -> None:
        """Mark the places that may be clicked and show the chosen move as a ghost.

        One without a place is shown while its button is pointed at, or when Enter plays it.
        """
        controller = self.controller
        choices = controller.choices
        ahead = self._ahead if self._ahead in choices.loose else None
        plan = choices.intended if ahead is None else None
        target = choices.place if ahead is None else -1
        ghost = None
        if plan is not None:
            ghost = plan.picture if any(layer.shapes for layer in plan.picture.layers) else None
        elif move := ahead or choices.chosen or choices.ready:
            ghost = controller.match.game.preview(controller.state, move)
        marks = [Mark("last", cell) for cell in self._happened()]
        if self.only is not None:
            marks += [Mark("spot", place) for place in self.only]
        elif not self._is_lit:
            best = self.best.targets
            marks += [Mark("best" if place in best else "legal", place) for place in choices.targets if place != target]
        marks += [Mark("hover", cell) for cell in self._spoken_of]
        if target >= 0:
            marks.append(Mark("legal" if ghost is not None and plan is None and not self._is_lit else "chosen", target))
        self.board.set_marks(marks)
        self._ghost = (ghost, target) if target < 0 or self.shows(target) or plan is not None else (None, -1)
        self.beside = (None, -1) if self._ghost[0] is not None else (ghost, target)
        self.board.set_ghost(*self._ghost, choices.turns() > 1)

    def show_ahead(self, action: Action | None) -> None:
        """Show a move without choosing it, until another one or none is to be shown."""
        self._ahead = action
        self.show_choice()

    def speak_of(self, cells: tuple[int, ...]) -> None:
        """Light the spaces that a line of the log speaks of."""
        if cells != self._spoken_of:
            self._spoken_of = cells
            self.show_choice()

    def tell_story(self, target: int) -> None:
        """Have only what happened at a target told (-1: all)."""
        if target != self.story and (target < 0 or self.shows(target)):
            self.story = target
            self.story_wanted.emit(target)

    def place_name(self, target: int) -> str:
        """What a target of the board is called, in a few words."""
        return self._name_of(target)

    def shows(self, target: int) -> bool:
        """Whether a target lies on the board."""
        return target in self._names

    def hush(self) -> None:
        """Take away what only belongs to a choice; the ghost may stay until the tile itself is there."""
        self.board.set_marks(())
        self.board.set_ghost(*self._ghost, False)

    def _happened(self) -> tuple[int, ...]:
        """The cells where the last decision laid something."""
        events = self.controller.node.events
        cells = [cell for event in events if event.kind == LAY for cell in event.cells]
        return tuple(dict.fromkeys(cells))

    # the mouse

    def _pointed(self, pointer: Pointer) -> None:
        controller = self.controller
        control = bool(pointer.modifiers & Qt.KeyboardModifier.ControlModifier)
        clicked = pointer.kind == "press" and pointer.button == Qt.MouseButton.LeftButton
        waits = not (controller.may_choose or controller.walk.is_going)
        if clicked and (control or waits) and not controller.is_covered:
            self.tell_story(pointer.target)
            return
        if not controller.may_choose:
            return
        if pointer.kind == "move":
            place = (pointer.target, controller.choices)
            if place != self._hovered:  # a plan takes a moment to think out: once per place and position
                self._hovered = place
                controller.point(pointer.target)
        elif pointer.kind == "wheel":
            if pointer.target not in (-1, controller.choices.place) or not self.turn(pointer.turn):
                self.board.zoom_by(ZOOM_STEP**-pointer.turn)
        elif pointer.kind == "double":
            self._pressed = -1  # the first click has played already: the second must not play what came next
        elif pointer.kind == "press":
            if pointer.button == Qt.MouseButton.RightButton:
                controller.point(pointer.target)
                self.turn()
            elif pointer.button == Qt.MouseButton.LeftButton:
                self._pressed = pointer.target
        elif pointer.kind == "release" and pointer.button == Qt.MouseButton.LeftButton:
            pressed, self._pressed = self._pressed, -1
            if pressed == pointer.target >= 0:
                self.click(pointer.target)
        elif pointer.kind == "leave":
            self._hovered = (-1, None)

    def click(self, target: int) -> None:
        """Make the move on a target, carry out the plan that leads there, or ask which of several moves is meant."""
        controller = self.controller
        if self._put_back(target):
            return
        if controller.may_choose and controller.choices.is_open(target):
            controller.point(target)
            self.chooser.ask(target, self._corner_of(target))
            return
        nowhere = controller.may_choose and not controller.choices.leads_on(target)
        if not nowhere:
            self.answers.close()  # a lesson may not let it be done, and then nothing is shown anew
        controller.press(target)
        if nowhere and not self._ask(target, pinned=True) and (name := self._names.get(target)):
            self.told.emit(_("{place}: nothing can be done there now.").format(place=controller.say(name)))

    def _put_back(self, target: int) -> bool:
        """A click on the tray while something from it is in hand: put it back and take what lies there instead."""
        controller = self.controller
        if not controller.holds_something or target not in self.tray.places or controller.choices.leads_on(target):
            return False
        held = controller.node.decision
        controller.undo()
        plan = controller.choices.plan(target)
        meant = plan.actions[0] if plan is not None else controller.choices.at(target)
        if held is not None and meant not in (None, held.action):
            controller.press(target)
        return True

    def _corner_of(self, target: int) -> QPoint:
        """A place of the screen at the lower right of a target, wherever it is shown; else at the pointer."""
        view, box = self.shown_in(target)
        return QCursor.pos() if view is None else view.mapToGlobal(box.bottomRight())

    def shown_in(self, target: int) -> tuple[QWidget | None, QRect]:
        """What shows a target, and its box there."""
        box = self.board.widget_rect(target)
        if not box.isEmpty():
            return self.board, box
        for view in self.page.findChildren(LitView):
            lies = view.box_of(target) if view.isVisible() else None
            if lies is not None:
                return view, lies.toAlignedRect()
        return None, QRect()

    def _ask(self, target: int, *, pinned: bool = False, lead: str = "") -> bool:
        """Let the board answer beside a target, after the words of what a click means; whether it had any to say."""
        view, box = self.shown_in(target)
        name = self._name_of(target)
        return view is not None and self.answers.ask(target, view, box, name, pinned=pinned, lead=lead)

    def rest_beside(self, place: QPoint, view: QWidget | None) -> None:
        """The pointer rests at a place of the page, over a view beside the board: tell what is there."""
        if not isinstance(view, LitView):
            return
        at = QPointF(view.mapFrom(self.page, place))
        target = view.target_at(at)
        words = view.words_at(at)
        is_told = self._ask(target) if target >= 0 else False
        if isinstance(view, SeatCard) and not words:
            is_told = self.answers.tell_score(view.seat, view)
        if not is_told:
            show_tip(self.page.mapToGlobal(place), words, view)

    def rest_on_hand(self, view: QWidget) -> None:
        """The pointer rests on what is in hand: where can it go?"""
        self.answers.ask(HAND, view, view.rect())

    def _name_of(self, target: int) -> str:
        """What a target is called in the title of an answer: its first words, without what lies there."""
        return self._names.get(target, "").partition(" · ")[0].partition(":")[0].rstrip()

    # the keyboard

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.board and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress:
                return self.key(event)
            if event.type() == QEvent.Type.ShortcutOverride and self.wants_key(event):
                event.accept()  # the window's own Escape comes after ours
                return True
        if watched is self.board and event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._rest(event)
            return True
        return super().eventFilter(watched, event)

    def _rest(self, event: QHelpEvent) -> None:
        """The pointer rests: say what a click would do there or, where it does nothing, what is there and why."""
        target = self.board.target_at(QPointF(event.pos()))
        if self.answers.is_open and (self.answers.is_pinned or self.answers.target == target):
            return
        words = self.words_at(QPointF(event.pos()))
        leads_on = self.controller.choices.leads_on(target)
        is_bare = leads_on and not self.board.is_covered(target)  # nothing lies there that could be told of
        if target < 0 or is_bare or not self._ask(target, lead=words if leads_on else ""):
            self._tipped = (event.globalPos(), target)
            show_tip(event.globalPos(), words, self.board)

    def turn(self, steps: int = 1) -> bool:
        """Turn what would be laid, and tell of it as it is turned now; whether there is another way."""
        turned = self.controller.turn(steps)
        choices = self.controller.choices
        if turned:
            self.answers.unpin()
        if turned and self.answers.is_open and self.answers.target == choices.place:
            self._ask(choices.place, lead=choices.words)
        elif turned and is_tip_shown() and self._tipped[1] == choices.place:
            show_tip(self._tipped[0], choices.words, self.board)
        return turned

    def words_at(self, place: QPointF) -> str:
        """What a place of the board is called, and what a click there would do."""
        controller = self.controller
        target = self.board.target_at(place)
        if target < 0:
            return ""
        action = controller.choices.at(target)
        if action is not None:
            return controller.choices.sentence(action)
        plan = controller.choices.plan(target)
        if plan is not None:
            return plan.words
        return self._names.get(target, "")

    @property
    def places(self) -> list[int]:
        """The targets of the board, with moves or without."""
        return list(self._names)

    def key(self, event: QKeyEvent) -> bool:
        """Do what a key means; whether it meant anything."""
        key = Qt.Key(event.key())
        modifiers = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        if modifiers != Qt.KeyboardModifier.NoModifier:
            return False
        controller = self.controller
        if self.skips():
            return True
        if controller.is_covered or (event.isAutoRepeat() and key in PLAYING):
            return True  # a key that is held makes one move, and none for the next person
        if controller.mode == REPLAY and key in self._replay_keys:
            self._replay_keys[key]()
            return True
        if key == Qt.Key.Key_Escape:
            return self._escape()
        shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in ARROWS and shifted:
            self.board.walk(*ARROWS[key])
            return True
        if key == Qt.Key.Key_F1 and (clause := self._explained()):
            self.answers.rule_wanted.emit(clause)
            return True
        if key == Qt.Key.Key_F1 or (key in CONFIRMING and self._is_nowhere(self.board.cursor_target)):
            return self._ask_here()
        if key not in ZOOMING:
            self.answers.unpin()  # who goes on has read it, and it may lie over what is asked
        if key in ARROWS and controller.may_choose and controller.choices.amounts:
            controller.adjust(*ARROWS[key])
            return True
        if key in ARROWS and controller.may_choose and self._step(*ARROWS[key]):
            return True
        if key == Qt.Key.Key_R and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.turn(-1)
            return True
        if key in self._keys:
            self._keys[key]()
            return True
        if Qt.Key.Key_0 <= key <= Qt.Key.Key_9 and self.tray.isVisible():
            self.click(self.tray.target_of(key - Qt.Key.Key_0))
            return True
        if controller.choices.amounts and Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            self._type(key - Qt.Key.Key_0)
            return True
        if controller.choices.numbers and Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            controller.pick(key - Qt.Key.Key_0)
            return True
        digit = key - Qt.Key.Key_1
        if 0 <= digit < 9 and digit < len(controller.choices.loose):
            controller.play(controller.choices.loose[digit])
            return True
        return False

    def _type(self, digit: int) -> None:
        """A digit of a number: after another one it may make a number of two."""
        controller = self.controller
        kind, number = controller.choices.amount(controller.choices.ready) or (0, 0)
        known = [one for one, _move in controller.choices.amounts[kind].moves]
        typed = 10 * number + digit if number == self._typed and 10 * number + digit in known else digit
        self._typed = typed
        controller.count(kind, typed)

    def _is_nowhere(self, target: int) -> bool:
        """Whether the keyboard's cursor is at a place where nothing can be done."""
        return target >= 0 and not self.controller.choices.leads_on(target)

    @property
    def _here(self) -> int:
        """The place that the keyboard speaks of."""
        at = self.board.cursor_target
        return at if at >= 0 else self.controller.choices.place

    def _ask_here(self) -> bool:
        """Let the board answer where the keyboard is; a second time, open the rule."""
        if self.answers.is_open and self.answers.target == self._here:
            if self.answers.card.rule is not None:
                self.answers.card.rule.click()
            return True
        return self._here >= 0 and self._ask(self._here, pinned=True)

    def wants_key(self, event: QKeyEvent) -> bool:
        """Whether this is a key of the window's that means something here first."""
        is_asking = event.key() == Qt.Key.Key_F1 and event.modifiers() == Qt.KeyboardModifier.NoModifier
        return self.wants_escape(event) or (is_asking and (self._here >= 0 or bool(self._explained())))

    def _explained(self) -> str:
        """The clause that explains the thing beside the board under the pointer, "" where there is none."""
        place = self.page.mapFromGlobal(QCursor.pos())
        card = self.page.childAt(place)
        if not isinstance(card, ItemsCard):
            return ""
        sprite = card.sprite_at(QPointF(card.mapFrom(self.page, place)))
        return explaining(self.controller.match.game.book(), sprite) if sprite else ""

    def wants_escape(self, event: QKeyEvent) -> bool:
        """Whether this is an Escape that means something here."""
        return event.key() == Qt.Key.Key_Escape and self._way_out() is not None

    def _way_out(self) -> Callable[[], object] | None:
        """What Escape means: close the answer, stop, point at nothing, put back what is in hand, back to the match."""
        controller = self.controller
        if self.answers.is_open:
            return self.answers.close
        if controller.walk.is_going:
            return controller.halt
        if controller.may_choose and controller.choices.points:
            return self.commands.forget
        if self.story >= 0:
            return partial(self.tell_story, -1)
        if controller.holds_something:
            return controller.undo
        return controller.resume if controller.mode != PLAY else None

    def _escape(self) -> bool:
        way_out = self._way_out()
        if way_out is not None:
            way_out()
        return way_out is not None

    def _step(self, dx: int, dy: int) -> bool:
        """Choose the nearest place that way with a move or a plan; whether any place of the board is one."""
        controller, board = self.controller, self.board
        choices = controller.choices
        targets = dict.fromkeys((*choices.targets, *self._names))
        places = {target: board.widget_rect(target) for target in targets}
        centres = {target: box.center() for target, box in places.items() if not box.isEmpty()}
        here = choices.place
        if here not in centres:
            middle = board.rect().center()
            ahead = {target: _length(centre - middle) for target, centre in centres.items()}
        else:
            ahead = {}
            for target, centre in centres.items():
                offset = centre - centres[here]
                along, aside = offset.x() * dx + offset.y() * dy, abs(offset.x() * dy) + abs(offset.y() * dx)
                if along > 4:
                    ahead[target] = along + 2.2 * aside
        board.hide_cursor()
        # plans are thought out from the nearest place on, only as far as needed
        for target in sorted(ahead, key=lambda target: ahead[target]):
            if target in choices.by_target or choices.plan(target) is not None:
                controller.point(target)
                board.reveal([target])
                return True
        return here in centres


def _length(offset: QPoint) -> float:
    return math.hypot(offset.x(), offset.y())
