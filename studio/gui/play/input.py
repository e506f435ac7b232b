"""What the mouse means at the table: point, turn, lay, ask; and how choices are marked on the board."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QCursor, QHelpEvent
from PySide6.QtWidgets import QWidget

from studio.core.book import explaining
from studio.core.game import LAY, Action
from studio.core.picture import HAND, Picture, Target
from studio.core.text import _
from studio.gui.board.view import BoardView, Mark, Pointer
from studio.gui.play.bots import Best
from studio.gui.play.controller import MatchController
from studio.gui.play.overlays.moves import Chooser
from studio.gui.play.overlays.place_info import Answers
from studio.gui.play.panels.clickable import ItemsCard, LitView, Tray
from studio.gui.play.panels.seats import SeatCard
from studio.gui.play.status import View
from studio.gui.widgets import is_tip_shown, show_tip

ZOOM_STEP = 1.15


class Input(QObject):
    """Turns pointers into words to the controller, and what is chosen into marks and a ghost.

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
        answers: Answers,
        page: QWidget,
    ) -> None:
        super().__init__(page)
        self.page = page
        self.answers = answers
        self.board = board
        self.tray = tray
        self.controller = controller
        self.chooser = Chooser(controller, page)
        self._pressed = -1
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
        board.pointed.connect(self._pointed)
        board.installEventFilter(self)

    # showing

    def show_view(self, view: View) -> None:
        """Learn what the places of a position are called, and whether its picture lights them itself."""
        self._ahead = None
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
        if nowhere and not self.ask(target, pinned=True) and (name := self._names.get(target)):
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

    def ask(self, target: int, *, pinned: bool = False, lead: str = "") -> bool:
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
        is_told = self.ask(target) if target >= 0 else False
        if isinstance(view, SeatCard) and not words:
            is_told = self.answers.tell_score(view.seat, view)
        if not is_told:
            sprite = view.sprite_at(at) if isinstance(view, ItemsCard) else ""
            if words and sprite and (clause := explaining(self.controller.match.game.book(), sprite)):
                words += "\n" + _("F1: {clause}, in the rules").format(clause=self.answers.called(clause))
            show_tip(self.page.mapToGlobal(place), words, view)

    def rest_on_hand(self, view: QWidget) -> None:
        """The pointer rests on what is in hand: where can it go?"""
        self.answers.ask(HAND, view, view.rect())

    def _name_of(self, target: int) -> str:
        """What a target is called in the title of an answer: its first words, without what lies there."""
        return self._names.get(target, "").partition(" · ")[0].partition(":")[0].rstrip()

    # what is told where the pointer rests

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
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
        if target < 0 or is_bare or not self.ask(target, lead=words if leads_on else ""):
            self._tipped = (event.globalPos(), target)
            show_tip(event.globalPos(), words, self.board)

    def turn(self, steps: int = 1) -> bool:
        """Turn what would be laid, and tell of it as it is turned now; whether there is another way."""
        turned = self.controller.turn(steps)
        choices = self.controller.choices
        if turned:
            self.answers.unpin()
        if turned and self.answers.is_open and self.answers.target == choices.place:
            self.ask(choices.place, lead=choices.words)
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
