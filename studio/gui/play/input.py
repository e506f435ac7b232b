"""What the mouse means at the table: point, turn, lay, ask; and how choices are marked on the board."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QCursor, QHelpEvent
from PySide6.QtWidgets import QWidget

from studio.core.book import find_clause
from studio.core.game import LAY, Action
from studio.core.picture import HAND, Picture, Target
from studio.core.text import _
from studio.gui.board.view import BoardView, Mark, PointerEvent
from studio.gui.play.bots import MoveRater
from studio.gui.play.controller import MatchController
from studio.gui.play.overlays.moves import MoveMenu
from studio.gui.play.overlays.place_info import PlaceInfoPopup
from studio.gui.play.panels.clickable import ClickableView, ItemsCard, Tray
from studio.gui.play.panels.seats import SeatCard
from studio.gui.play.status import PositionView
from studio.gui.widgets import is_tooltip_shown, show_tooltip

ZOOM_STEP = 1.15


class Input(QObject):
    """Turns pointers into words to the controller, and what is chosen into marks and a ghost.

    `told(words)` says why a click did nothing; `story_wanted(target)` that of all that happened only what happened at
    a target is to be told (-1: all of it).
    """

    message = Signal(str)
    history_requested = Signal(int)

    def __init__(
        self,
        board: BoardView,
        tray: Tray,
        controller: MatchController,
        answers: PlaceInfoPopup,
        page: QWidget,
    ) -> None:
        super().__init__(page)
        self.page = page
        self.info_popup = answers
        self.board = board
        self.tray = tray
        self.controller = controller
        self.move_menu = MoveMenu(controller, page)
        self._pressed = -1
        self._hovered: tuple[int, object] = (-1, None)
        self.move_rater = MoveRater(self)
        self.move_rater.finished.connect(self.show_choice)
        self._ghost: tuple[Picture | None, int] = (None, -1)
        self.panel_ghost: tuple[Picture | None, int] = (None, -1)
        """The ghost of a move whose place lies in a picture beside the board, and that place."""
        self.highlighted_only: frozenset[int] | None = None
        """Of all places that may be clicked, those that glow; the others lie in the shade (None: all glow)."""
        self._picture_targets: tuple[Target, ...] = ()
        self._names: dict[int, str] = {}
        self._is_prehighlighted = False
        self._highlighted_cells: tuple[int, ...] = ()
        self.history_target = -1
        """The target whose story is told, or -1."""
        self._previewed_move: Action | None = None
        self._last_tip: tuple[QPoint, int] = (QPoint(), -1)
        """Where on the screen the last tip of the board was shown, and of which target."""
        board.pointer_event.connect(self._on_pointer)
        board.installEventFilter(self)

    # showing

    def show_view(self, view: PositionView) -> None:
        """Learn what the places of a position are called, and whether its picture lights them itself."""
        self._previewed_move = None
        self.move_rater.start(view.choices, not self.info_popup.is_disabled)
        self.info_popup.close()
        self.board.hide_cursor()
        picture = view.picture
        self._is_prehighlighted = picture.shows_targets
        if picture.targets is not self._picture_targets:
            self._picture_targets = picture.targets
            self._names = {target.cell: target.name for target in picture.targets}

    def show_choice(self) -> None:
        """Mark the places that may be clicked and show the chosen move as a ghost.

        One without a place is shown while its button is pointed at, or when Enter plays it.
        """
        controller = self.controller
        choices = controller.choices
        ahead = self._previewed_move if self._previewed_move in choices.untargeted else None
        plan = choices.pointed_plan if ahead is None else None
        target = choices.current_target if ahead is None else -1
        ghost = None
        if plan is not None:
            ghost = plan.picture if any(layer.shapes for layer in plan.picture.layers) else None
        elif move := ahead or choices.selected_move or choices.default_move:
            ghost = controller.match.game.picture.preview(controller.state, move)
        marks = [Mark("last", cell) for cell in self._last_placed_cells()]
        if self.highlighted_only is not None:
            marks += [Mark("spot", place) for place in self.highlighted_only]
        elif not self._is_prehighlighted:
            best = self.move_rater.targets
            marks += [Mark("best" if place in best else "legal", place) for place in choices.targets if place != target]
        marks += [Mark("hover", cell) for cell in self._highlighted_cells]
        if target >= 0:
            marks.append(
                Mark(
                    "legal" if ghost is not None and plan is None and not self._is_prehighlighted else "chosen", target
                )
            )
        self.board.set_marks(marks)
        self._ghost = (ghost, target) if target < 0 or self.has_target(target) or plan is not None else (None, -1)
        self.panel_ghost = (None, -1) if self._ghost[0] is not None else (ghost, target)
        self.board.set_ghost(*self._ghost, choices.move_count() > 1)

    def preview_move(self, action: Action | None) -> None:
        """Show a move without choosing it, until another one or none is to be shown."""
        self._previewed_move = action
        self.show_choice()

    def highlight_cells(self, cells: tuple[int, ...]) -> None:
        """Light the spaces that a line of the log speaks of."""
        if cells != self._highlighted_cells:
            self._highlighted_cells = cells
            self.show_choice()

    def filter_history(self, target: int) -> None:
        """Have only what happened at a target told (-1: all)."""
        if target != self.history_target and (target < 0 or self.has_target(target)):
            self.history_target = target
            self.history_requested.emit(target)

    def place_name(self, target: int) -> str:
        """What a target of the board is called, in a few words."""
        return self._short_name(target)

    def has_target(self, target: int) -> bool:
        """Whether a target lies on the board."""
        return target in self._names

    def clear_marks(self) -> None:
        """Take away what only belongs to a choice; the ghost may stay until the tile itself is there."""
        self.board.set_marks(())
        self.board.set_ghost(*self._ghost, False)

    def _last_placed_cells(self) -> tuple[int, ...]:
        """The cells where the last decision laid something."""
        events = self.controller.node.events
        cells = [cell for event in events if event.kind == LAY for cell in event.cells]
        return tuple(dict.fromkeys(cells))

    # the mouse

    def _on_pointer(self, pointer: PointerEvent) -> None:
        controller = self.controller
        control = bool(pointer.modifiers & Qt.KeyboardModifier.ControlModifier)
        clicked = pointer.kind == "press" and pointer.button == Qt.MouseButton.LeftButton
        waits = not (controller.may_choose or controller.move_sequence.is_running)
        if clicked and (control or waits) and not controller.is_covered:
            self.filter_history(pointer.target)
            return
        if not controller.may_choose:
            return
        if pointer.kind == "move":
            place = (pointer.target, controller.choices)
            if place != self._hovered:  # a plan takes a moment to think out: once per place and position
                self._hovered = place
                controller.point(pointer.target)
        elif pointer.kind == "wheel":
            if pointer.target not in (-1, controller.choices.current_target) or not self.cycle_move(pointer.turn):
                self.board.zoom_by(ZOOM_STEP**-pointer.turn)
        elif pointer.kind == "double":
            self._pressed = -1  # the first click has played already: the second must not play what came next
        elif pointer.kind == "press":
            if pointer.button == Qt.MouseButton.RightButton:
                controller.point(pointer.target)
                self.cycle_move()
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
        if self._swap_held_piece(target):
            return
        if controller.may_choose and controller.choices.is_ambiguous(target):
            controller.point(target)
            self.move_menu.open_for(target, self._menu_position(target))
            return
        nowhere = controller.may_choose and not controller.choices.is_playable(target)
        if not nowhere:
            self.info_popup.close()  # a lesson may not let it be done, and then nothing is shown anew
        controller.activate_target(target)
        if nowhere and not self.show_info(target, pinned=True) and (name := self._names.get(target)):
            self.message.emit(_("{place}: nothing can be done there now.").format(place=controller.fill_names(name)))

    def _swap_held_piece(self, target: int) -> bool:
        """A click on the tray while something from it is in hand: put it back and take what lies there instead."""
        controller = self.controller
        if (
            not controller.has_piece_in_hand
            or target not in self.tray.targets
            or controller.choices.is_playable(target)
        ):
            return False
        held = controller.node.decision
        controller.undo()
        plan = controller.choices.plan(target)
        meant = plan.actions[0] if plan is not None else controller.choices.move_at(target)
        if held is not None and meant not in (None, held.action):
            controller.activate_target(target)
        return True

    def _menu_position(self, target: int) -> QPoint:
        """A place of the screen at the lower right of a target, wherever it is shown; else at the pointer."""
        view, box = self.locate_target(target)
        return QCursor.pos() if view is None else view.mapToGlobal(box.bottomRight())

    def locate_target(self, target: int) -> tuple[QWidget | None, QRect]:
        """What shows a target, and its box there."""
        box = self.board.widget_rect(target)
        if not box.isEmpty():
            return self.board, box
        for view in self.page.findChildren(ClickableView):
            lies = view.box_of(target) if view.isVisible() else None
            if lies is not None:
                return view, lies.toAlignedRect()
        return None, QRect()

    def show_info(self, target: int, *, pinned: bool = False, lead: str = "") -> bool:
        """Let the board answer beside a target, after the words of what a click means; whether it had any to say."""
        view, box = self.locate_target(target)
        name = self._short_name(target)
        return view is not None and self.info_popup.show_info(target, view, box, name, pinned=pinned, lead=lead)

    def show_panel_tip(self, place: QPoint, view: QWidget | None) -> None:
        """The pointer rests at a place of the page, over a view beside the board: tell what is there."""
        if not isinstance(view, ClickableView):
            return
        at = QPointF(view.mapFrom(self.page, place))
        target = view.target_at(at)
        words = view.text_at(at)
        is_told = self.show_info(target) if target >= 0 else False
        if isinstance(view, SeatCard) and not words:
            is_told = self.info_popup.show_score(view.seat, view)
        if not is_told:
            sprite = view.sprite_at(at) if isinstance(view, ItemsCard) else ""
            if words and sprite and (clause := find_clause(self.controller.match.game.text.book(), sprite)):
                words += "\n" + _("F1: {clause}, in the rules").format(clause=self.info_popup.clause_title(clause))
            show_tooltip(self.page.mapToGlobal(place), words, view)

    def show_hand_info(self, view: QWidget) -> None:
        """The pointer rests on what is in hand: where can it go?"""
        self.info_popup.show_info(HAND, view, view.rect())

    def _short_name(self, target: int) -> str:
        """What a target is called in the title of an answer: its first words, without what lies there."""
        return self._names.get(target, "").partition(" · ")[0].partition(":")[0].rstrip()

    # what is told where the pointer rests

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.board and event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_board_tip(event)
            return True
        return super().eventFilter(watched, event)

    def _show_board_tip(self, event: QHelpEvent) -> None:
        """The pointer rests: say what a click would do there or, where it does nothing, what is there and why."""
        target = self.board.target_at(QPointF(event.pos()))
        if self.info_popup.is_open and (self.info_popup.is_pinned or self.info_popup.target == target):
            return
        words = self.text_at(QPointF(event.pos()))
        leads_on = self.controller.choices.is_playable(target)
        is_bare = leads_on and not self.board.is_covered(target)  # nothing lies there that could be told of
        if target < 0 or is_bare or not self.show_info(target, lead=words if leads_on else ""):
            self._last_tip = (event.globalPos(), target)
            show_tooltip(event.globalPos(), words, self.board)

    def cycle_move(self, steps: int = 1) -> bool:
        """Turn what would be laid, and tell of it as it is turned now; whether there is another way."""
        turned = self.controller.cycle_move(steps)
        choices = self.controller.choices
        if turned:
            self.info_popup.unpin()
        if turned and self.info_popup.is_open and self.info_popup.target == choices.current_target:
            self.show_info(choices.current_target, lead=choices.text)
        elif turned and is_tooltip_shown() and self._last_tip[1] == choices.current_target:
            show_tooltip(self._last_tip[0], choices.text, self.board)
        return turned

    def text_at(self, place: QPointF) -> str:
        """What a place of the board is called, and what a click there would do."""
        controller = self.controller
        target = self.board.target_at(place)
        if target < 0:
            return ""
        action = controller.choices.move_at(target)
        if action is not None:
            return controller.choices.sentence(action)
        plan = controller.choices.plan(target)
        if plan is not None:
            return plan.text
        return self._names.get(target, "")

    @property
    def targets(self) -> list[int]:
        """The targets of the board, with moves or without."""
        return list(self._names)
