"""The mouse on a match page: point, rotate, play, ask; and how choices are marked on the board."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QCursor, QHelpEvent
from PySide6.QtWidgets import QWidget

from studio.core.book import find_clause
from studio.core.game import LAY, Action
from studio.core.picture import Picture, Target
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
    """Handles the mouse on the board, and marks the choices there.

    `message(text)` says why a click did nothing; `history_requested(target)` asks to show only what happened at a
    target (-1: everything).
    """

    message = Signal(str)
    history_requested = Signal(int)

    def __init__(
        self, board: BoardView, tray: Tray, controller: MatchController, answers: PlaceInfoPopup, page: QWidget
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
        self.panel_ghost: tuple[Picture | None, int] = (None, -1)  # a ghost that is shown in a panel, and its target
        # the only clickable places that are highlighted (None: all)
        self.highlighted_only: frozenset[int] | None = None
        self._picture_targets: tuple[Target, ...] = ()
        self._names: dict[int, str] = {}
        self._is_prehighlighted = False
        self._highlighted_cells: tuple[int, ...] = ()
        self.history_target = -1  # whose history is shown, or -1
        self._previewed_move: Action | None = None
        self._last_tip: tuple[QPoint, int] = (QPoint(), -1)  # screen position and target of the last tooltip
        board.pointer_event.connect(self._on_pointer)
        board.installEventFilter(self)

    # showing

    def show_view(self, view: PositionView) -> None:
        """Take over the names of the targets, and whether the picture highlights them itself."""
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
        """Mark the clickable places, and show as a ghost the selected move, that of a button, or what Enter plays."""
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
        placed = dict.fromkeys(cell for event in controller.node.events if event.kind == LAY for cell in event.cells)
        marks = [Mark("last", cell) for cell in placed]
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
        self.board.set_plates(controller.hint_plates)
        self._ghost = (ghost, target) if target < 0 or self.has_target(target) or plan is not None else (None, -1)
        self.panel_ghost = (None, -1) if self._ghost[0] is not None else (ghost, target)
        self.board.set_ghost(*self._ghost, choices.move_count() > 1)

    def preview_move(self, action: Action | None) -> None:
        """Show a move without selecting it; None ends that."""
        self._previewed_move = action
        self.show_choice()

    def highlight_cells(self, cells: tuple[int, ...]) -> None:
        if cells != self._highlighted_cells:
            self._highlighted_cells = cells
            self.show_choice()

    def filter_history(self, target: int) -> None:
        """Show only what happened at a target (-1: everything)."""
        if target != self.history_target and (target < 0 or self.has_target(target)):
            self.history_target = target
            self.history_requested.emit(target)

    def has_target(self, target: int) -> bool:
        return target in self._names

    def clear_marks(self) -> None:
        """Remove the marks of a choice; the ghost stays until the tile itself is shown."""
        self.board.set_marks(())
        self.board.set_plates({})
        self.board.set_ghost(*self._ghost, False)

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
            if place != self._hovered:  # plans are slow: compute once per place and position
                self._hovered = place
                controller.point(pointer.target)
        elif pointer.kind == "wheel":
            if pointer.target not in (-1, controller.choices.current_target) or not self.cycle_move(pointer.turn):
                self.board.zoom_by(ZOOM_STEP**-pointer.turn)
        elif pointer.kind == "double":
            self._pressed = -1  # the first click has already played
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
        """Play the move or plan on a target, or ask which of several moves is meant."""
        controller = self.controller
        if self._swap_held_piece(target):
            return
        if controller.may_choose and controller.choices.is_ambiguous(target):
            controller.point(target)
            self.move_menu.open_for(target, self._menu_position(target))
            return
        nowhere = controller.may_choose and not controller.choices.is_playable(target)
        if not nowhere:
            self.info_popup.close()  # a lesson may reject the move, then nothing is refreshed
        controller.activate_target(target)
        if nowhere and not self.show_info(target, pinned=True) and (name := self._names.get(target)):
            self.message.emit(_("{place}: no move is possible here now.").format(place=controller.fill_names(name)))

    def _swap_held_piece(self, target: int) -> bool:
        """Handle a click on the tray while a piece from it is in hand: put that back and take the other one."""
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
        """Return the lower right corner of a target on the screen; else the pointer's position."""
        view, box = self.locate_target(target)
        return QCursor.pos() if view is None else view.mapToGlobal(box.bottomRight())

    def locate_target(self, target: int) -> tuple[QWidget | None, QRect]:
        """Return the widget that shows a target, and its box there."""
        box = self.board.widget_rect(target)
        if not box.isEmpty():
            return self.board, box
        for view in self.page.findChildren(ClickableView):
            lies = view.box_of(target) if view.isVisible() else None
            if lies is not None:
                return view, lies.toAlignedRect()
        return None, QRect()

    def show_info(self, target: int, *, pinned: bool = False, lead: str = "") -> bool:
        """Show the information about a target, after `lead`; returns whether there is any."""
        view, box = self.locate_target(target)
        name = self.place_name(target)
        return view is not None and self.info_popup.show_info(target, view, box, name, pinned=pinned, lead=lead)

    def show_panel_tip(self, place: QPoint, view: QWidget | None) -> None:
        """Show the tooltip or information for a position of the page that is over a panel."""
        if not isinstance(view, ClickableView):
            return
        at = QPointF(view.mapFrom(self.page, place))
        target = view.target_at(at)
        text = view.text_at(at)
        is_told = self.show_info(target) if target >= 0 else False
        if isinstance(view, SeatCard) and not text:
            is_told = self.info_popup.show_score(view.seat, view)
        if not is_told:
            sprite = view.sprite_at(at) if isinstance(view, ItemsCard) else ""
            if text and sprite and (clause := find_clause(self.controller.match.game.text.book(), sprite)):
                text += "\n" + _("F1: {clause} in the rulebook").format(clause=self.info_popup.clause_title(clause))
            show_tooltip(self.page.mapToGlobal(place), text, view)

    def place_name(self, target: int) -> str:
        """Return the first words of a target's name, without what lies there."""
        return self._names.get(target, "").partition(" · ")[0].partition(":")[0].rstrip()

    # tooltips

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.board and event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_board_tip(event)
            return True
        return super().eventFilter(watched, event)

    def _show_board_tip(self, event: QHelpEvent) -> None:
        """Show what a click would do here or, if nothing, what is here and why."""
        target = self.board.target_at(QPointF(event.pos()))
        if self.info_popup.is_open and (self.info_popup.is_pinned or self.info_popup.target == target):
            return
        text = self.text_at(QPointF(event.pos()))
        leads_on = self.controller.choices.is_playable(target)
        is_bare = leads_on and not self.board.is_covered(target)  # an empty place has no information
        if target < 0 or is_bare or not self.show_info(target, lead=text if leads_on else ""):
            self._last_tip = (event.globalPos(), target)
            show_tooltip(event.globalPos(), text, self.board)

    def cycle_move(self, steps: int = 1) -> bool:
        """Select the next move on the same target and update its tooltip; returns whether there is one."""
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
        """Return what a click at a position of the board would do, else the name of the place."""
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
        return list(self._names)
