"""The page of a match: seats, board, decisions, log. It knows a game only by its pictures, panels and texts."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QHelpEvent, QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from studio.bots.advice import explain_choice
from studio.core.game import Action, State
from studio.core.match import Match, Node
from studio.core.picture import HAND
from studio.core.rng import Luck
from studio.core.text import _, join_and, translated_name
from studio.documents.autosave import AutosaveFile
from studio.documents.files import WatchedFile
from studio.gui.background_task import BackgroundTask
from studio.gui.board.view import BoardView
from studio.gui.page import (
    KeyGroup,
    NewMatch,
    OpenMatch,
    Page,
    PageMenu,
    Rematch,
    ReviewMatch,
    SavePage,
    SeatSetup,
    ShowRules,
)
from studio.gui.play.animation import StepAnimator
from studio.gui.play.animation_items import RoundedCorners
from studio.gui.play.commands import MatchCommands, PlayActions
from studio.gui.play.controller import MatchController
from studio.gui.play.input import Input
from studio.gui.play.keyboard import Keyboard
from studio.gui.play.marks import totals_text
from studio.gui.play.match_file import MatchFile
from studio.gui.play.overlays import Overlays
from studio.gui.play.overlays.place_info import PlaceInfoPopup
from studio.gui.play.panels.clickable import Tray
from studio.gui.play.panels.decision import DecisionPanel
from studio.gui.play.panels.groups import WIDTH, Insets
from studio.gui.play.panels.progress import PhaseStrip
from studio.gui.play.panels.seats import SideColumn
from studio.gui.play.replay.bookmarks import BookmarkController, NotesCard
from studio.gui.play.replay.branches import BranchesCard, MatchFollower
from studio.gui.play.replay.log import LogCard
from studio.gui.play.screen_reader import MatchAnnouncer
from studio.gui.play.status import ANALYSIS, PLAY, REPLAY, MatchSnapshot, PositionView
from studio.gui.play.table_settings import WATCHED_SETTINGS, TableSettings, apply_settings
from studio.gui.settings import settings
from studio.gui.style.stylesheet import current_theme, set_seat_colors
from studio.gui.style.theme import Theme, seat_hues
from studio.gui.widgets import Toast, ToolButton, hbox, press_focused, vbox
from studio.gui.widgets.accessibility import announce
from studio.gui.widgets.actions import set_shortcut_tooltip
from studio.gui.widgets.collapsible import RAIL, CollapsibleHost, PanelSlot
from studio.services.loading import LoadedLayout

GAP, ROW_GAP = 12, 8
MIN_UNFOLDED_WIDTH = 900  # below this page width the side columns are folded
ROOMY_HEIGHT = 840  # page height from which a tray leaves room for the timeline
LOW_HEIGHT, LOW_GAP = 440, 6  # page height below which gaps, tray and decision panel are small
MIN_BOARD_HEIGHT = 80
MIN_CELL_SIZE = 44  # pixels: smaller cells are hard to read

if TYPE_CHECKING:
    from studio.documents.store import Record
    from studio.lab.review.model import Review


class PlayPanes:
    """The layout of a match page: seats on the left, board in the middle, details and log on the right."""

    def __init__(self, page: QWidget, seats: QWidget) -> None:
        self._page, self._seats = page, seats
        self.right = QWidget()
        left, self._slot = PanelSlot(seats), PanelSlot(self.right)
        table = QWidget()
        self._row = hbox(parent=table, spacing=GAP)
        self.folding = CollapsibleHost("table", table, MIN_UNFOLDED_WIDTH, gap=GAP)
        self.folding.add("seats", left, _("Seats"), "people", at_right=False)
        self.folding.add("log", self._slot, _("Details and log"), "list", at_right=True)
        self._outer = vbox(self.folding, parent=page, margins=(GAP, GAP, GAP, GAP))
        self._row.addWidget(left)

    def build_center(self, strip: QWidget, board: QWidget, tray: Tray, decision: DecisionPanel) -> None:
        self._strip, self._tray, self._decision = strip, tray, decision
        self._center = vbox(strip, (board, 1), tray, decision, spacing=ROW_GAP)
        self._row.addLayout(self._center, 1)

    def build_right_column(self, insets: Insets, *cards: QWidget, log: QWidget) -> None:
        self._insets, self._log = insets, log
        self.right.setFixedWidth(WIDTH)
        vbox(insets, *cards, (log, 1), parent=self.right, spacing=GAP)
        self._row.addWidget(self._slot)

    @property
    def height(self) -> int:
        """Height in view of the page in pixels, also before the page has followed a resize of its scroll area."""
        area, high = self._page.parentWidget(), self._page.height()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        return high if area is None else min(high, area.viewport().height())

    @property
    def column_height(self) -> int:
        return self.height - 2 * GAP

    def fit_height(self, asks: bool) -> None:
        """Fit all parts of the centre to the height; `asks`: moves are made (no replay)."""
        high, racked = self.height, self._tray.is_used
        low = high < LOW_HEIGHT
        self._outer.setContentsMargins(*[LOW_GAP if low else GAP] * 4)
        self._center.setSpacing(LOW_GAP if low else ROW_GAP)
        self._tray.setVisible(racked and (asks or not low))
        self._strip.setHidden(low and racked and asks)
        self._decision.set_compact(low or (racked and high < ROOMY_HEIGHT and asks))
        if racked:
            self._tray.fit_height(high)

    def share_column(self, below: Sequence[int]) -> None:
        """Set the height of the insets; `below` are the heights of the cards above the log."""
        share = 0.40 if below else 0.56 if self._insets.count < 3 else 0.66
        left = self.column_height - sum(below) - GAP * (len(below) + 1) - self._log.minimumSizeHint().height()
        self._insets.set_max_height(min(round(self.column_height * share), left))

    def auto_fold_log(self, bounds: tuple[float, float, float, float], is_used: bool) -> None:
        """Fold the log if the cells of a wide board would be too small next to it, unless the column is used."""
        page, tray = self._page, self._tray
        left, top, right, foot = bounds
        below = self._decision.height() + (0 if tray.isHidden() else tray.height() + ROW_GAP)
        room = page.width() - self._seats.width() - 4 * GAP
        high = (page.height() - 2 * GAP - self._strip.sizeHint().height() - below - 2 * ROW_GAP) / (foot - top)
        adjacent, alone = (min(wide / (right - left), high) for wide in (room - WIDTH, room - RAIL))
        gains = adjacent < MIN_CELL_SIZE and alone > 1.1 * adjacent and not is_used
        self.folding.set_collapsed_keys(frozenset({"log"}) if gains else frozenset())


REFRESH_MS = 45  # ms between two refreshes while instant bots play


class PlayViewState(NamedTuple):
    """State of the page that the match does not hold."""

    board_view: tuple[float, QPointF] | None
    shows_moves: bool
    shows_scores: bool


class PlayPage(Page):
    """One match."""

    icon_name = "dice"
    manual_key = "playing"
    watched_settings = WATCHED_SETTINGS
    allows_undo = True

    def __init__(
        self,
        match: Match,
        opened: LoadedLayout,
        setups: Sequence[SeatSetup],
        theme: Theme,
        parent: QWidget | None = None,
        path: Path | None = None,
        autosave_file: AutosaveFile | None = None,
        unsaved: int = 0,
        *,
        predecessor: PlayPage | None = None,
    ) -> None:
        """`predecessor`: the page whose match this one continues to show."""
        super().__init__(parent)
        if path is not None or autosave_file is not None:
            # a record has no random state: the next draws must differ each time
            match.rng = Luck(secrets.randbits(62))
        self._theme = theme
        self.opened = opened
        self._hues = seat_hues([setup.color for setup in setups])
        set_seat_colors(self, self._hues)
        if predecessor is None:
            self.controller = self._make_controller(match, setups)
            self.file = self._make_file(path, autosave_file, unsaved)
        else:
            self.controller, self.file = predecessor.controller, predecessor.file
            self.controller.update_language()
        controller = self.controller
        self.file.autosaver.failed.connect(partial(self._show_trouble, "warning"))
        self._refresh_timer = QTimer(self, singleShot=True)
        self._refresh_timer.timeout.connect(self._refresh)
        controller.changed.connect(self._on_match_changed)
        controller.playback.is_displayed = lambda: self.board.is_displayed
        apply_settings(controller, self.watched_settings)
        self._build_ui()
        settings().changed.connect(self._setting_changed)
        if predecessor is None:
            controller.begin()

    def _build_ui(self) -> None:
        self.shown_view: PositionView | None = None
        self._pending_move: tuple[Node, Node] | None = None
        self._build(self._theme)
        actions = self.actions_ = PlayActions(self, self.controller, self.commands, self.board)
        self.undo_action, self.redo_action = actions.undo, actions.redo
        for icon, action in (("zoom_out", actions.zoom_out), ("zoom_in", actions.zoom_in), ("fit", actions.fit)):
            self.strip.tools.addWidget(ToolButton(icon, action=action, px=30))
        set_shortcut_tooltip(self.notes.close_button, _("Close notes"), actions.notes)
        set_shortcut_tooltip(self.decision.replay.bookmark_button, _("Bookmark position"), actions.bookmark)
        speed, show = self.decision.speed, lambda: self._show_choice()  # may be overridden
        self.table_settings = TableSettings(self.controller, actions, speed, self.animator, self.input, show)
        self._connect()
        self.setFocusProxy(self.board)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # keys go to the board after a click on a button of the page
        self.setAccessibleName(self.title())

    def live_objects(self) -> Sequence[QObject]:
        return self.controller, self.file

    def successor(self, replaced: Mapping[Page, Page]) -> PlayPage:
        return PlayPage(self.controller.match, self.opened, self.controller.setups, current_theme(), predecessor=self)

    def stop_tasks(self) -> None:
        self.follower.stop_recall()
        self._refresh_timer.stop()
        self.input.move_rater.stop()
        self._reason_task.close()
        self.animator.finish()

    def view_state(self) -> object:
        return PlayViewState(
            self.board.view_position(), not self.overlays.moves_list.isHidden(), not self.overlays.end_screen.isHidden()
        )

    def restore_view_state(self, state: object) -> None:
        assert isinstance(state, PlayViewState)
        self._refresh()
        self.board.set_view_position(state.board_view)
        if state.shows_moves and self.overlays.moves_list.isHidden():
            self.overlays.toggle_moves()
        if state.shows_scores != (not self.overlays.end_screen.isHidden()):
            (self.overlays.show_scores if state.shows_scores else self.overlays.hide_scores)()

    def _make_controller(self, match: Match, setups: Sequence[SeatSetup]) -> MatchController:
        return MatchController(match, setups, self)

    def _make_file(self, path: Path | None, side: AutosaveFile | None, unsaved: int) -> MatchFile:
        return MatchFile(self.controller, self.opened, path, self, side, unsaved)

    # building

    def _build(self, theme: Theme) -> None:
        controller = self.controller
        self.side = SideColumn(controller)
        self.panes = PlayPanes(self, self.side)
        self.right, self.folding = self.panes.right, self.panes.folding
        self.strip = PhaseStrip()
        self.board = BoardView(theme.with_hues(self._hues), describe=lambda target: self.announcer.describe(target))
        self.board.setAccessibleName(_("Board"))
        self.board.setMinimumHeight(MIN_BOARD_HEIGHT)
        self.frame = RoundedCorners(self.board)
        self.overlays = Overlays(self, self.board, controller, self.right)
        self.commands = MatchCommands(
            self, controller, self.overlays, translated_name(self.opened.layout.name), self.title
        )
        self.tray = Tray()
        self.decision = DecisionPanel(controller, self.commands, allows_undo=self.allows_undo)
        grid = self.opened.game.body.grid(self.opened.body)
        self.info_popup = PlaceInfoPopup(self, self.board, controller, grid, (self.decision,))
        self.panes.build_center(self.strip, self.board, self.tray, self.decision)
        self.insets = Insets()
        self.branches = BranchesCard(controller)
        self.branches.setFixedHeight(150)
        self.notes = NotesCard(controller)
        self.bookmark_controller = BookmarkController(self, controller, self.decision.replay, self.board)
        self.log = LogCard(controller.names, controller.undo_blocked_reason, controller.reason_blocked_reason)
        self._followed: tuple[Record | None, Review | None] = None, None
        self._reason_task: BackgroundTask[tuple[State, Action], str] = BackgroundTask(
            lambda move, cancel: explain_choice(controller.match.game, *move, 0, cancel), "reasons", self, 0
        )
        self.panes.build_right_column(
            self.insets, self.branches, self.bookmark_controller.card, self.notes, log=self.log
        )
        self.follower = MatchFollower(
            controller, self.board, self.log, self.strip.compact_button, self.strip.set_compact_text
        )
        self.input = Input(self.board, self.tray, controller, self.info_popup, self)
        self.keyboard = Keyboard(self.input, self.commands, self._skip_animation)
        self.announcer = MatchAnnouncer(self.input, self.follower.log_book)
        self.animator = StepAnimator(
            self, self.board, controller, self.side, self.decision.hand, self.input.locate_target
        )

    def _connect(self) -> None:
        controller = self.controller
        for part in (self.side, self.insets, self.tray.view):
            part.hovered.connect(controller.point)
            part.clicked.connect(self.input.click)
        self.info_popup.rule_requested.connect(lambda rule: self.request.emit(ShowRules(self.opened.game, rule)))
        self.input.message.connect(self.decision.show_message)
        self.decision.button_row.hovered.connect(self.input.preview_move)
        self.log.node_clicked.connect(self.commands.show_node)
        self.log.undo_to_requested.connect(controller.take_back_to)
        self.log.cells_hovered.connect(self.input.highlight_cells)
        self.log.history_closed.connect(lambda: self.input.filter_history(-1))
        self.input.history_requested.connect(
            lambda target: self.log.show_history(target, controller.fill_names(self.input.place_name(target)))
        )
        self.log.rule_requested.connect(self._show_rule_of)
        self.log.reason_requested.connect(self._explain)
        self._reason_task.result_ready.connect(self._show_reason)
        self.branches.node_clicked.connect(controller.visit)
        actions, table = self.actions_, self.overlays.end_screen
        self.overlays.moves_toggled.connect(self._auto_fold_log)
        actions.branch.triggered.connect(self._branch)
        actions.notes.triggered.connect(self.notes.toggle)
        self.notes.visibility_changed.connect(self._on_refreshed)
        self.notes.left.connect(self.board.setFocus)
        actions.bookmark.triggered.connect(lambda: self.bookmark_controller.edit_bookmark())
        actions.next_bookmark.triggered.connect(lambda: self.bookmark_controller.step_bookmark(True))
        actions.previous_bookmark.triggered.connect(lambda: self.bookmark_controller.step_bookmark(False))
        actions.replay_since_turn.triggered.connect(self.follower.recall)
        actions.review.triggered.connect(lambda: self.request.emit(ReviewMatch()))
        table.review.clicked.connect(actions.review.trigger)
        table.replay.clicked.connect(self.commands.replay)
        table.analyse.clicked.connect(self.commands.analyse)
        table.new_match_button.clicked.connect(lambda: self.request.emit(NewMatch(self.opened)))
        table.save.clicked.connect(lambda: self.request.emit(SavePage()))
        table.sheet.replay_requested.connect(self.commands.replay_from)
        table.share.clicked.connect(self.commands.share)
        table.rematch.clicked.connect(
            lambda: self.request.emit(Rematch(self.opened, controller.setups, controller.match.options))
        )

    def _branch(self) -> None:
        match = self.controller.branch()
        if match is not None:
            self.request.emit(OpenMatch(match, self.opened, self.controller.setups))

    # refreshing

    def _on_match_changed(self, before: MatchSnapshot, after: MatchSnapshot) -> None:
        if after.error:
            self._show_trouble("error", after.error)
        if before.mode == after.mode and before.node is not after.node:
            first = before.node if self._pending_move is None else self._pending_move[0]
            self._pending_move = first, after.node
        if before.node is not after.node and self.controller.mode == PLAY and self.controller.is_over:
            self._show_review()
        if before.revision != after.revision:
            self._on_refreshed()
        if before.selection != after.selection:
            self._show_choice()

    def _on_refreshed(self) -> None:
        if self.controller.is_thinking and not self.controller.bots.delay:
            if not self._refresh_timer.isActive():
                self._refresh_timer.start(REFRESH_MS)
            return
        self._refresh_timer.stop()
        self._refresh()

    def _refresh(self) -> None:
        controller = self.controller
        before, view = self.shown_view, controller.view
        covered = controller.is_covered
        self.overlays.show_handover()
        quick = covered or not controller.step_delay or (controller.playback.is_running and controller.step_delay < 200)
        moved, self._pending_move = self._pending_move, None
        if self.animator.is_enabled and moved is not None and before is not None and not quick:
            self.input.clear_marks()
            self.animator.animate(before, view, moved)
        else:
            self.animator.finish()
            self.board.set_picture(view.picture)
        self.shown_view = view
        panel = view.panel
        self.input.show_view(view)
        self.strip.show_steps(panel.turn, panel.steps)
        self.strip.show_mode({REPLAY: _("Replay"), ANALYSIS: _("Analysis")}.get(controller.mode, ""))
        self.side.show_panel(panel)
        self.insets.show_insets(panel.insets)
        self.tray.show_inset(None if covered else panel.tray)
        self.decision.show_view(view)
        self.follower.refresh()
        self.animator.reveal_markers()
        self._share_column()  # before its cards are shown and request more height than there is
        self.branches.setVisible(controller.mode == ANALYSIS)
        self.branches.refresh()
        self.bookmark_controller.refresh()
        self.notes.refresh()
        self._fit_parts()
        self._show_choice()
        self.overlays.hide_handover()
        self.overlays.refresh()
        self.actions_.update_actions(self.follower.can_recall)
        self.changed.emit()

    def follow_review(self, record: Record, review: Review | None) -> None:
        """Show the marks of a review that is made now."""
        self._followed = record, review
        self._show_review()

    def _show_review(self) -> None:
        """Show the marks of the review in the log and the replay, and its totals on the end screen."""
        controller = self.controller
        marks: dict[Node, str] = {}
        texts: list[str] = []
        if controller.may_review:
            from studio.lab.review.store import load_review  # imports all bots

            record, line = self.file.record(), controller.played_match.line()
            followed, review = self._followed
            if followed is None or followed.log != record.log:
                review = load_review(record, controller.match.game)
            for step in review.steps if review is not None else ():
                if step.mark:
                    marks[line[step.number]] = step.mark
            if review is not None and review.is_complete:
                texts = [totals_text(controller.names[seat], review.totals(seat)) for seat in review.people]
        self.log.show_marks(marks)
        self.decision.replay.slider.set_review_marks({node.depth: mark for node, mark in marks.items()})
        self.overlays.end_screen.card.set_note("; ".join(filter(None, texts)))

    def _show_choice(self) -> None:
        choices = self.controller.choices
        lit, chosen = choices.clickable, choices.current_target
        self.side.set_clickable(lit, chosen)
        self.insets.set_clickable(lit, chosen)
        # of several equal pieces on a tray one has the move; plans may give it to the others
        self.tray.view.set_clickable(
            lit | {target for target in self.tray.targets if choices.plan(target) is not None}, chosen
        )
        self.input.show_choice()
        ghost, place = self.input.panel_ghost
        self.insets.set_ghost(ghost, place)
        self.tray.view.set_ghost(ghost if self.tray.view.has_target(place) else None)
        self.decision.show_choice()

    def _setting_changed(self, name: str) -> None:
        if name in self.watched_settings:
            self.table_settings.apply_setting(name)

    def _skip_animation(self) -> bool:
        """End an animation or a recall; returns whether there was one."""
        self.animator.finish()
        recalling = self.follower.is_recalling
        self.follower.stop_recall()
        return recalling

    def _fit_parts(self) -> None:
        """Divide the space: the board gets all that the others can spare."""
        self.panes.fit_height(self.controller.mode != REPLAY)
        self._share_column()
        self._auto_fold_log()

    def _share_column(self) -> None:
        self.bookmark_controller.fit_height(beside_notes=self.notes.should_show, height=self.panes.column_height)
        self.notes.set_compact(compact=self.bookmark_controller.should_show)
        cards = self.bookmark_controller.wanted_height, self.notes.wanted_height
        below = [self.branches.minimumSizeHint().height()] * (self.controller.mode == ANALYSIS)
        self.panes.share_column(below + [high for high in cards if high])

    def _auto_fold_log(self) -> None:
        if self.shown_view is not None:
            has_cards = self.controller.mode == ANALYSIS or self.bookmark_controller.should_show
            is_used = has_cards or self.notes.should_show or not self.overlays.moves_list.isHidden()
            self.panes.auto_fold_log(self.shown_view.picture.bounds, is_used or bool(self.shown_view.panel.insets))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.animator.finish()
        self.info_popup.close()
        self.overlays.fit_to_page()
        self._fit_parts()
        self.bookmark_controller.refresh()
        self.notes.refresh()

    def sizeHint(self) -> QSize:
        return QSize(1280, 720)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            view = self.childAt(event.pos())
            if view is self.decision.hand:
                self.info_popup.show_info(HAND, view, view.rect())
            else:
                self.input.show_panel_tip(event.pos(), view)
            return True
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and self.keyboard.is_own_key(event)
        ):
            event.accept()  # keys of the page precede those of the window
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not press_focused(self, event) and not self.keyboard.handle_key(event):
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.setFocus(event.reason())

    def hideEvent(self, event: QHideEvent) -> None:
        self.animator.finish()
        super().hideEvent(event)

    # interface of pages

    def title(self) -> str:
        return self.file.title()

    def path(self) -> Path | None:
        return self.file.shown_path()

    def is_modified(self) -> bool:
        return self.file.is_modified()

    def save(self) -> bool:
        return self._after_save(self.file.save(self))

    def save_as(self) -> bool:
        return self._after_save(self.file.save_as(self))

    def changes(self) -> int:
        return self.file.changes()

    def mark_unsaved(self) -> None:
        self.file.mark_unsaved()
        self.changed.emit()

    def _after_save(self, done: bool) -> bool:
        self.changed.emit()
        return done

    def menus(self) -> Sequence[PageMenu]:
        return self.actions_.menus()

    def match_layout(self) -> LoadedLayout:
        return self.opened

    def mark_random_seating(self) -> None:
        self.controller.annotations.random_seating = True
        text = _("Random seat order: {names}.").format(names=join_and(self.controller.names))
        Toast(self, text, "info", seconds=8, over=self.board)

    def clause(self) -> str:
        return self.opened.game.text.clause(self.controller.match.state)

    def _explain(self, node: Node) -> None:
        """Find out what spoke for the decision that led to a node."""
        assert node.parent is not None and node.decision is not None
        self._reason_task.start((node.parent.state.clone(), node.decision.action), immediately=True)

    def _show_reason(self, reason: str) -> None:
        text = self.controller.fill_names(reason) or _("No other move differs much from it.")
        announce(self, text)
        Toast(self, text, "info", seconds=12, over=self.board)

    def _show_rule_of(self, node: Node) -> None:
        assert node.parent is not None
        game = self.opened.game
        self.request.emit(ShowRules(game, game.text.clause(node.parent.state)))

    def shortcuts(self) -> Sequence[KeyGroup]:
        return self.actions_.shortcuts()

    def set_theme(self, theme: Theme) -> None:
        self.animator.finish()
        self.insets.clear_cache()
        self.tray.clear_cache()
        self.overlays.set_theme()

    def toast_area(self) -> QWidget:
        return self.board

    def activated(self) -> None:
        self.setFocus()
        self._show_review()
        if self.file.load_message:
            self.message.emit(self.file.load_message)
            self.file.load_message = ""

    def autosave_now(self, for_good: bool = False) -> bool:
        self.file.autosave()
        saved = self.file.autosaver.flush()
        if for_good:
            self.file.autosaver.close()
        return saved

    def watch_file(self, file: WatchedFile | None) -> None:
        self.file.autosaver.watched = file

    def close_message(self) -> str:
        return self.file.close_message()

    def about_to_close(self) -> bool:
        self.stop_tasks()
        self.controller.close()
        self.file.close()
        return True

    def _show_trouble(self, kind: str, message: str) -> None:
        Toast(self, message, kind, seconds=8, over=self.board)
