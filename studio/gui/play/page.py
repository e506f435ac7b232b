"""The page of a match: seats, board, decisions, log. It knows a game only by its pictures, panels and words."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QHelpEvent, QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from studio.core.match import Match, Node
from studio.core.rng import Rng
from studio.core.text import _, called, every
from studio.documents.autosave import SideFile
from studio.gui.board.view import BoardView
from studio.gui.page import KeyGroup, Page, PageMenu
from studio.gui.play.animation import Motion
from studio.gui.play.animation_items import RoundedCorners
from studio.gui.play.commands import Commands, PlayActions
from studio.gui.play.controller import MatchController
from studio.gui.play.input import Input
from studio.gui.play.keyboard import Keyboard
from studio.gui.play.match_file import MatchFile
from studio.gui.play.overlays import Overlays
from studio.gui.play.overlays.place_info import Answers
from studio.gui.play.panels.clickable import Tray
from studio.gui.play.panels.decision import DecisionPanel
from studio.gui.play.panels.groups import WIDTH, Insets
from studio.gui.play.panels.progress import PhaseStrip
from studio.gui.play.panels.seats import SideColumn
from studio.gui.play.replay.bookmarks import Marking, NotesCard
from studio.gui.play.replay.branches import BranchesCard, Follow
from studio.gui.play.replay.log import LogCard
from studio.gui.play.screen_reader import Speaking
from studio.gui.play.status import ANALYSIS, REPLAY, Setup, View
from studio.gui.play.table_settings import FOLLOWED, Manners, take_over
from studio.gui.settings import settings
from studio.gui.style.stylesheet import set_seat_colors
from studio.gui.style.theme import Theme, hues_of
from studio.gui.widgets import PlainButton, Toast, ToolButton, press_focused
from studio.gui.widgets.actions import tip_with_keys
from studio.gui.widgets.collapsible import RAIL, Folding, Slot
from studio.services.loading import Opened

# Where the parts of a table stand, and how they share the page: the board gets all that the others can spare.

GAP, BETWEEN = 12, 8
LEAST = 900
"""In a room narrower than this the columns beside the board are folded."""
ROOMY = 840
"""Pixels of height from which a tray need not take the room of the beads."""
SMALL = 44
"""Pixels of a space: smaller ones are hard to read."""


class Room:
    """Seats on the left, the board between what is above and below it, on the right a column that ends with the log."""

    def __init__(self, page: QWidget, seats: QWidget) -> None:
        self._page, self._seats = page, seats
        rows = QVBoxLayout(page)
        rows.setContentsMargins(0, 0, 0, 0)
        self.right = QWidget()
        left, self._slot = Slot(seats), Slot(self.right)
        table = QWidget()
        self._row = QHBoxLayout(table)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GAP)
        self.folding = Folding("table", table, LEAST, gap=GAP)
        self.folding.add("seats", left, _("Seats"), "people", at_right=False)
        self.folding.add("log", self._slot, _("Details and log"), "list", at_right=True)
        inner = QHBoxLayout()
        inner.setContentsMargins(GAP, GAP, GAP, GAP)
        inner.addWidget(self.folding)
        rows.addLayout(inner, 1)
        self._row.addWidget(left)

    def stand(self, strip: QWidget, board: QWidget, tray: Tray, decision: DecisionPanel) -> None:
        """Put the board between the strip above it and what lies and is asked below it."""
        self._strip, self._tray, self._decision = strip, tray, decision
        centre = QVBoxLayout()
        centre.setSpacing(BETWEEN)
        centre.addWidget(strip)
        centre.addWidget(board, 1)
        centre.addWidget(tray)
        centre.addWidget(decision)
        self._row.addLayout(centre, 1)

    def line_up(self, insets: Insets, *cards: QWidget, log: QWidget) -> None:
        """Fill the column on the right."""
        self._insets, self._log = insets, log
        self.right.setFixedWidth(WIDTH)
        column = QVBoxLayout(self.right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(insets)
        for card in cards:
            column.addWidget(card)
        column.addWidget(log, 1)
        self._row.addWidget(self._slot)

    @property
    def column_height(self) -> int:
        """How high the column on the right is, or will be as soon as it follows a new size of the page."""
        area, high = self._page.parentWidget(), self._page.height()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if area is not None:
            high = min(high, area.viewport().height())  # else a page that was too high once would stay so
        return high - 2 * GAP

    def fit_tray(self, asks: bool) -> None:
        """Share the room below the board; `asks`: the match goes on there, and is not looked at again."""
        racked = not self._tray.isHidden()
        self._decision.set_compact(racked and self._page.height() < ROOMY and asks)
        if racked:
            self._tray.fit(self._page.height())

    def share_column(self, below: Sequence[int]) -> None:
        """Give the insets their part of the column on the right; `below`: heights of what stands above the log."""
        share = 0.40 if below else 0.56 if self._insets.count < 3 else 0.66
        left = self.column_height - sum(below) - GAP * (len(below) + 1) - self._log.minimumSizeHint().height()
        self._insets.set_room(min(round(self.column_height * share), left))

    def spare_log(self, bounds: tuple[float, float, float, float], is_used: bool) -> None:
        """Fold the log where the spaces of a wide board would be too small beside it, unless the column is used."""
        page, tray = self._page, self._tray
        left, top, right, foot = bounds
        below = self._decision.height() + (0 if tray.isHidden() else tray.height() + BETWEEN)
        room = page.width() - self._seats.width() - 4 * GAP
        high = (page.height() - 2 * GAP - self._strip.sizeHint().height() - below - 2 * BETWEEN) / (foot - top)
        beside, alone = (min(wide / (right - left), high) for wide in (room - WIDTH, room - RAIL))
        gains = beside < SMALL and alone > 1.1 * beside and not is_used
        self.folding.set_shy(frozenset({"log"}) if gains else frozenset())


# The page of a match: seats, board, decisions, log. It knows a game only by its pictures, panels and words.

HURRY = 45
"""Milliseconds between two refreshes while instant bots play."""


class Memory(NamedTuple):
    """What is seen of a table that its match does not know."""

    place: tuple[float, QPointF] | None
    shows_moves: bool
    shows_table: bool


class PlayPage(Page):
    """One match. It shows the controller's `View` and hands on what is done; nothing goes back while it is shown."""

    icon_name = "dice"
    manual = "playing"
    follows = FOLLOWED

    def __init__(
        self,
        match: Match,
        opened: Opened,
        setups: Sequence[Setup],
        theme: Theme,
        parent: QWidget | None = None,
        path: Path | None = None,
        side: SideFile | None = None,
        unsaved: int = 0,
    ) -> None:
        super().__init__(parent)
        if path is not None or side is not None:
            # a record holds no random source: what comes next must not be the same every time
            match.rng = Rng(secrets.randbits(62))
        self._theme = theme
        self.opened = opened
        self._hues = hues_of([setup.color for setup in setups])
        set_seat_colors(self, self._hues)
        self.controller = controller = self._runner(match, setups)
        self.file = self._file(path, side, unsaved)
        self.file.keeper.failed.connect(lambda words: self._say(words, "warning"))
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.timeout.connect(self._refresh)
        controller.moved.connect(self._on_moved)
        controller.refreshed.connect(self._on_refreshed)
        controller.chosen.connect(lambda: self._show_choice())  # what a subclass makes of it, too
        controller.failed.connect(lambda words: self._say(words, "error"))
        controller.reel.is_seen = lambda: self.board.is_seen
        take_over(controller, self.follows)
        self.furnish()
        settings().changed.connect(self._setting_changed)
        controller.begin()

    def furnish(self) -> None:
        controller = self.controller
        self.shown: View | None = None
        self._moved: tuple[Node, Node] | None = None
        self._build(self._theme)
        actions = self.actions_ = PlayActions(self, controller, self.commands, self.board)
        self.undo_action, self.redo_action = actions.undo, actions.redo
        for icon, action in (("zoom_out", actions.zoom_out), ("zoom_in", actions.zoom_in), ("fit", actions.fit)):
            self.strip.tools.addWidget(ToolButton(icon, action=action, px=30))
        tip_with_keys(self.notes.shut, _("Put the notes away"), actions.notes)
        tip_with_keys(self.decision.replay.note, _("Bookmark this position"), actions.bookmark)
        speed, show = self.decision.speed, lambda: self._show_choice()  # what a subclass makes of it, too
        self.manners = Manners(controller, actions, speed, self.motion, self.input, show)
        self._connect()
        self.setFocusProxy(self.board)

    def lasting(self) -> Sequence[QObject]:
        return self.controller, self.file, self._late

    def put_away(self) -> None:
        self.follow.skip()
        self._late.stop()
        self.input.best.stop()
        self.motion.finish()

    def retell(self) -> None:
        self.controller.retell()

    def memory(self) -> object:
        return Memory(self.board.place(), not self.overlays.moves.isHidden(), not self.overlays.table.isHidden())

    def recall(self, memory: object) -> None:
        assert isinstance(memory, Memory)
        self._refresh()
        self.board.set_place(memory.place)
        if memory.shows_moves and self.overlays.moves.isHidden():
            self.overlays.toggle_moves()
        if memory.shows_table != (not self.overlays.table.isHidden()):
            (self.overlays.show_table if memory.shows_table else self.overlays.hide_table)()

    def _runner(self, match: Match, setups: Sequence[Setup]) -> MatchController:
        """What runs the match."""
        return MatchController(match, setups, self)

    def _file(self, path: Path | None, side: SideFile | None, unsaved: int) -> MatchFile:
        """What the match is written into."""
        return MatchFile(self.controller, self.opened, path, self, side, unsaved)

    # building

    def _build(self, theme: Theme) -> None:
        controller = self.controller
        self.side = SideColumn(controller)
        self.room = Room(self, self.side)
        self.right, self.folding = self.room.right, self.room.folding
        self.strip = PhaseStrip()
        self.board = BoardView(theme.wearing(self._hues))
        self.board.setAccessibleName(_("Board"))
        self.board.setMinimumHeight(160)
        self.frame = RoundedCorners(self.board)
        self.overlays = Overlays(self, self.board, controller, self.right)
        self.commands = Commands(self, controller, self.overlays, called(self.opened.layout.name), self.title)
        self.answers = Answers(self, self.board, controller, self.opened.game.grid(self.opened.body))
        self.tray = Tray()
        self.decision = DecisionPanel(controller, self.commands)
        self.answers.spared = (self.decision,)
        self.room.stand(self.strip, self.board, self.tray, self.decision)
        self.insets = Insets()
        self.branches = BranchesCard(controller)
        self.branches.setFixedHeight(150)
        self.notes = NotesCard(controller)
        self.marking = Marking(self, controller, self.decision.replay, self.board)
        self.log = LogCard(controller.names, controller.no_way_back)
        self.room.line_up(self.insets, self.branches, self.marking.card, self.notes, log=self.log)
        since = self.strip.shy = PlainButton(_("Since your last turn"), "history", small=True)
        since.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.strip.tools.addWidget(since)
        self.strip.tools.addSpacing(6)
        self.follow = Follow(controller, self.board, self.log, since, self.strip.say_shyly)
        self.input = Input(self.board, self.tray, controller, self.answers, self)
        self.keyboard = Keyboard(self.input, self.commands)
        self.speaking = Speaking(self.input, self.follow.book)
        self.motion = Motion(self, self.board, controller, self.side, self.decision.hand, self.input.shown_in)

    def _connect(self) -> None:
        controller = self.controller
        for part in (self.side, self.insets, self.tray):
            part.pointed.connect(controller.point)
            part.clicked.connect(self.input.click)
        self.answers.rule_wanted.connect(lambda clause: self.rule_requested.emit(self.opened.game, clause))
        self.input.told.connect(self.decision.tell)
        self.decision.row.pointed.connect(self.input.show_ahead)
        self.log.visited.connect(self.commands.look_at)
        self.log.taken_back.connect(controller.take_back_to)
        self.log.pointed.connect(self.input.speak_of)
        self.log.story_left.connect(lambda: self.input.tell_story(-1))
        self.keyboard.skips = self._skip
        self.input.story_wanted.connect(self._tell_story)
        self.log.rule_wanted.connect(self._show_rule_of)
        self.branches.visited.connect(controller.visit)
        actions, table = self.actions_, self.overlays.table
        self.overlays.listed.connect(self._spare_log)
        actions.branch.triggered.connect(self._branch)
        actions.notes.triggered.connect(self.notes.toggle)
        self.notes.turned.connect(self._on_refreshed)
        self.notes.left.connect(self.board.setFocus)
        actions.bookmark.triggered.connect(lambda: self.marking.ask())
        actions.next_mark.triggered.connect(lambda: self.marking.step(True))
        actions.last_mark.triggered.connect(lambda: self.marking.step(False))
        actions.since.triggered.connect(self.follow.recall)
        table.replay.clicked.connect(self.commands.replay)
        table.analyse.clicked.connect(self.commands.analyse)
        table.again.clicked.connect(lambda: self.new_match_requested.emit(self.opened))
        table.save.clicked.connect(self.save_requested)
        table.sheet.replayed.connect(self.commands.replay_from)
        table.share.clicked.connect(self.commands.share)
        table.rematch.clicked.connect(
            lambda: self.rematch_requested.emit(self.opened, controller.setups, controller.match.options)
        )

    def _branch(self) -> None:
        """Have another match go on from the position on show, at a table of its own."""
        match = self.controller.branch()
        if match is not None:
            self.branch_requested.emit(match, self.opened, self.controller.setups)

    # refreshing

    def _on_moved(self, before: Node, after: Node) -> None:
        self._moved = (self._moved[0] if self._moved is not None else before, after)

    def _on_refreshed(self) -> None:
        controller = self.controller
        if controller.is_thinking and not controller.bots.delay:
            if not self._late.isActive():
                self._late.start(HURRY)
            return
        self._late.stop()
        self._refresh()

    def _refresh(self) -> None:
        controller = self.controller
        before, view = self.shown, controller.view
        covered = controller.is_covered
        self.overlays.cover_up()
        quick = covered or not controller.pace or (controller.reel.is_running and controller.pace < 200)
        moved, self._moved = self._moved, None
        if self.motion.is_wanted and moved is not None and before is not None and not quick:
            self.input.hush()
            self.motion.change(before, view, moved)
        else:
            self.motion.finish()
            self.board.set_picture(view.picture)
        self.shown = view
        panel = view.panel
        self.input.show_view(view)
        self.strip.show_steps(panel.turn, panel.steps)
        self.strip.show_mode({REPLAY: _("Replay"), ANALYSIS: _("Analysis")}.get(controller.mode, ""))
        self.side.show_panel(panel)
        self.insets.show_insets(panel.insets)
        self.tray.show_inset(None if covered else panel.tray)
        self.decision.show_view(view)
        self.follow.refresh()
        self.motion.reveal()
        self._share_column()  # before what lies in it comes and asks for more than there is
        self.branches.setVisible(controller.mode == ANALYSIS)
        self.branches.refresh()
        self.marking.refresh()
        self.notes.refresh()
        self._fit_parts()
        self._show_choice()
        self.overlays.uncover()
        self.overlays.follow()
        self.actions_.follow(self.follow.can_recall)
        self.changed.emit()

    def _show_choice(self) -> None:
        choices = self.controller.choices
        lit, chosen = choices.lit, choices.place
        self.side.set_lit(lit, chosen)
        self.insets.set_lit(lit, chosen)
        # of several things alike on a tray one bears the move; a plan may let the others mean it too
        self.tray.set_lit(lit | {target for target in self.tray.places if choices.plan(target) is not None}, chosen)
        self.input.show_choice()
        ghost, place = self.input.beside
        self.insets.set_ghost(ghost, place)
        self.tray.view.set_ghost(ghost if self.tray.view.has(place) else None)
        self.decision.show_choice()

    def _setting_changed(self, name: str) -> None:
        if name in self.follows:
            self.manners.follow(name)

    def _skip(self) -> bool:
        """End what is being shown by itself, so that the match goes on; whether there was anything."""
        self.motion.finish()
        recalling = self.follow.is_recalling
        self.follow.skip()
        return recalling

    def _tell_story(self, target: int) -> None:
        """Have the log tell only of a place, or of all again."""
        self.log.show_story(target, self.controller.say(self.input.place_name(target)))

    def _fit_parts(self) -> None:
        """Share the room out: the board gets all that the others can spare."""
        self.room.fit_tray(self.controller.mode != REPLAY)
        self._share_column()
        self._spare_log()

    def _share_column(self) -> None:
        self.marking.make_room(beside_notes=self.notes.is_due, high=self.room.column_height)
        self.notes.make_room(snug=self.marking.is_due)
        cards = self.marking.due_height, self.notes.due_height
        below = [self.branches.minimumSizeHint().height()] * (self.controller.mode == ANALYSIS)
        self.room.share_column(below + [high for high in cards if high])

    def _is_crowded(self) -> bool:
        """Whether more than the log stands below the insets."""
        return self.controller.mode == ANALYSIS or self.marking.is_due or self.notes.is_due

    def _spare_log(self) -> None:
        if self.shown is not None:
            is_used = bool(self.shown.panel.insets) or self._is_crowded() or not self.overlays.moves.isHidden()
            self.room.spare_log(self.shown.picture.bounds, is_used)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.motion.finish()
        self.answers.close()
        self.overlays.place()
        self._fit_parts()
        self.marking.refresh()
        self.notes.refresh()

    def sizeHint(self) -> QSize:
        return QSize(1280, 720)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            view = self.childAt(event.pos())
            if view is self.decision.hand:
                self.input.rest_on_hand(view)
            else:
                self.input.rest_beside(event.pos(), view)
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self.keyboard.wants(event):
            event.accept()  # wherever the keyboard is on this page, our keys come before the window's
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not press_focused(self, event) and not self.keyboard.press(event):
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.motion.finish()
        super().hideEvent(event)

    # what every page has

    def title(self) -> str:
        return self.file.title()

    def path(self) -> Path | None:
        return self.file.shown_path()

    def is_modified(self) -> bool:
        return self.file.is_modified()

    def save(self) -> bool:
        return self._saved(self.file.save(self))

    def save_as(self) -> bool:
        return self._saved(self.file.save_as(self))

    def changes(self) -> int:
        return self.file.changes()

    def part_from_file(self) -> None:
        self.file.part()
        self.changed.emit()

    def _saved(self, done: bool) -> bool:
        self.changed.emit()
        return done

    def menus(self) -> Sequence[PageMenu]:
        return self.actions_.menus()

    def played(self) -> Opened:
        return self.opened

    def seated_by_lot(self) -> None:
        self.controller.margin.by_lot = True
        words = _("The lot has seated: {names}.").format(names=every(self.controller.names))
        Toast.say(self, words, "info", seconds=8, over=self.board)

    def clause(self) -> str:
        return self.opened.game.clause(self.controller.match.state)

    def _show_rule_of(self, node: Node) -> None:
        """Open the book at the clause that the step to a position followed."""
        assert node.parent is not None
        game = self.opened.game
        self.rule_requested.emit(game, game.clause(node.parent.state))

    def shortcuts(self) -> Sequence[KeyGroup]:
        return self.actions_.shortcuts()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.motion.finish()
        self.board.set_theme(theme.wearing(self._hues))
        self.insets.forget()
        self.tray.forget()
        self.overlays.set_theme()
        for widget in self.findChildren(QWidget):
            widget.update()

    def calm(self) -> QWidget:
        return self.board

    def activated(self) -> None:
        self.setFocus()
        if self.file.remark:
            self.message.emit(self.file.remark)
            self.file.remark = ""

    def keep_now(self, for_good: bool = False) -> bool:
        self.file.keep()
        kept = self.file.keeper.flush()
        if for_good:
            self.file.keeper.close()
        return kept

    def farewell(self) -> str:
        return self.file.farewell()

    def closing(self) -> bool:
        self.put_away()
        self.controller.close()
        self.file.close()
        return True

    def _say(self, words: str, kind: str) -> None:
        Toast.say(self, words, kind, seconds=8, over=self.board)
