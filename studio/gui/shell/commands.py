"""What menus and pages can request of the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenuBar

from studio.core.text import _
from studio.documents.autosave import UnsavedDocument
from studio.documents.files import DocumentError
from studio.gui.page import (
    AskFiles,
    ClosePage,
    EditPieces,
    NewLayout,
    NewMatch,
    OpenDocument,
    OpenFile,
    OpenLab,
    OpenLesson,
    OpenMatch,
    Page,
    Playtest,
    PrintLayout,
    Rematch,
    Request,
    RestoreUnsaved,
    ReviewMatch,
    SavePage,
    SeatSetup,
    ShowPage,
    ShowRules,
    TryMove,
    TryRule,
)
from studio.gui.shell.documents import Documents
from studio.gui.shell.page_factory import editor_page, generated_page, match_page, requested_page, restored_page
from studio.gui.widgets.actions import record_action
from studio.gui.widgets.buttons import FocusRing

if TYPE_CHECKING:
    from studio.core.book import Clause
    from studio.core.game import Options
    from studio.core.match import Match
    from studio.core.plugin import Game
    from studio.gui.start.match_setup import MatchChoice
    from studio.services.loading import LoadedLayout


class Playtests:
    """Pairs of an editor and a match on its layout, between which one shortcut switches."""

    def __init__(self) -> None:
        self._match_pages: dict[Page, Page] = {}

    def pair(self, editor: Page, match: Page) -> None:
        self.forget(match)
        self._match_pages[editor] = match

    def forget(self, page: Page) -> None:
        self._match_pages = {
            editor: match for editor, match in self._match_pages.items() if page not in (editor, match)
        }

    def adopt(self, before: Playtests, replaced: Mapping[Page, Page]) -> None:
        self._match_pages = {replaced[editor]: replaced[match] for editor, match in before._match_pages.items()}

    def match_page(self, editor: Page) -> Page | None:
        return self._match_pages.get(editor)

    def editor_page(self, match: Page) -> Page | None:
        return next((editor for editor, other in self._match_pages.items() if other is match), None)

    def is_stale(self, editor: Page) -> bool:
        """Whether the layout has changed since its match began."""
        match = self.match_page(editor)
        edited, played = editor.edited_layout(), match.match_layout() if match is not None else None
        return edited is not None and played is not None and edited.body != played.body


class Commands:
    """Opens pages and dialogs. `menu_bar` holds the actions of the window."""

    def __init__(self, window: QMainWindow, documents: Documents, menu_bar: QMenuBar) -> None:
        self._window, self._documents, self._menu_bar = window, documents, menu_bar
        self.tabs = documents.tabs
        self.playtests = Playtests()
        documents.page_added.connect(self._on_page_added)
        documents.page_closed.connect(self.playtests.forget)

    def _on_page_added(self, page: Page) -> None:
        record_action(type(page).__name__)
        page.request.connect(partial(self.handle_request, page))

    def handle_request(self, page: Page, request: Request) -> None:
        match request:
            case SavePage():
                self._documents.save_page(page)
            case ClosePage():
                self._documents.close_page(page)
            case ShowPage(other):
                self.tabs.show_page(other)
            case AskFiles():
                self._documents.open_dialog()
            case OpenFile(path):
                self._documents.open_path(path)
            case OpenDocument(document):
                self._documents.add_page(requested_page(document))
            case RestoreUnsaved(unsaved):
                self._documents.restore_unsaved(unsaved)
            case NewLayout():
                self.new_layout()
            case NewMatch(layout, path, at_once):
                self.new_match(layout) if path is None else self.play_path(path, at_once)
            case Rematch(layout, setups, options):
                self.rematch(layout, setups, options)
            case OpenMatch(played, layout, setups):
                self.open_match(played, layout, setups)
            case ReviewMatch():
                self.review_match(page)
            case TryMove(match, layout, setups, node, step):
                from studio.gui.play.review.try_again import TryAgainPage

                self._documents.add_page(TryAgainPage(match, layout, setups, node, step), after=page)
            case Playtest(restart):
                self.playtest(page, restart)
            case PrintLayout():
                self.print_layout(page)
            case EditPieces(piece):
                self.open_piece_editor(page, piece)
            case OpenLab():
                self.open_lab(page)
            case ShowRules(game, rule):
                self.show_rules(game, rule)
            case TryRule(game, rule):
                self.try_rule(game, rule)
            case OpenLesson(path):
                self.open_lesson(path)
            case _:
                assert_never(request)

    # layouts, matches, paper

    def new_layout(self) -> Page | None:
        """Ask how a layout is generated, and open it in an editor."""
        from studio.gui.start.new_layout import ask_layout

        made = ask_layout(self._window, self._preselected_game())
        return self._documents.add_page(generated_page(made)) if made is not None else None

    def new_match(self, opened: LoadedLayout | None = None) -> Page | None:
        """Ask for layout, seats and options and start a match."""
        from studio.gui.start.match_setup import MatchSetup

        edited = [page.edited_layout() for page in self.tabs.pages()]
        also = [layout for layout in edited if layout is not None and layout != opened]
        setup = MatchSetup(self._window, opened, also, self._preselected_game())
        choice = setup.ask_match()
        if setup.choice == "tutorial":
            return self.show_tutorial(setup.games.current())
        return self._start_match(choice) if choice is not None else None

    def _preselected_game(self) -> str:
        """The game whose layouts the active start page shows, or ""."""
        start = self._documents.start
        return start.game if self.tabs.active_page() is start else ""

    def play_path(self, path: str | Path, at_once: bool = False) -> Page | None:
        from studio.services.loading import load_layout

        try:
            opened = load_layout(path)
        except DocumentError as error:
            self._documents.show_error(error)
            return None
        return self.play_opened(opened) if at_once else self.new_match(opened)

    def play_opened(self, opened: LoadedLayout) -> Page | None:
        """Start a match on a layout at once, with the seats of the last one."""
        from studio.gui.start.match_setup import quick_choice

        return self._start_match(quick_choice(opened))

    def rematch(self, opened: LoadedLayout, setups: Sequence[SeatSetup], options: Options) -> Page | None:
        """Start another match with the same seats; the next seat begins."""
        from studio.gui.start.match_setup import rematch_choice

        return self._start_match(rematch_choice(opened, setups, options))

    def playtest(self, editor: Page, restart: bool = False) -> Page | None:
        """Play the layout of an editor: continue its match, or start one if there is none, or to `restart`."""
        running, opened = self.playtests.match_page(editor), editor.edited_layout()
        if opened is None:
            return None
        if running is not None and not restart:
            self.tabs.show_page(running)
            if self.playtests.is_stale(editor):
                text = _("The layout has changed since this match began.")
                self.tabs.show_toast(text, "info", 12, _("Restart"), lambda: self.playtest(editor, restart=True))
            return running
        started = self.play_opened(opened)
        if started is None or started.match_layout() is None:
            return None
        self.playtests.pair(editor, started)
        if running is not None:
            self._documents.close_page(running)
        return started

    def print_layout(self, editor: Page) -> Page | None:
        from studio.gui.output.print_page import PrintPage

        opened = editor.edited_layout()
        if opened is None:
            return None
        shown = self._documents.activate_existing(PrintPage, lambda page: page.belongs_to_editor(editor))
        return shown or self._documents.add_page(PrintPage(opened, editor))

    def open_piece_editor(self, editor: Page, piece: str = "") -> Page | None:
        from studio.gui.piece_editor.page import PieceEditorPage
        from studio.gui.shell.page_factory import piece_editor_page

        shown: Page | None = self._documents.activate_existing(PieceEditorPage, lambda page: page.belongs_to(editor))
        if shown is None and (shown := piece_editor_page(editor)) is not None:
            self._documents.add_page(shown, after=editor)
        if shown is not None:
            shown.show_piece(piece)
        return shown

    def open_lab(self, editor: Page) -> Page:
        from studio.gui.lab.page import LabPage

        shown = self._documents.activate_existing(LabPage, lambda page: page.belongs_to(editor))
        return shown or self._documents.add_page(LabPage(editor), after=editor)

    def open_lab_for_active(self) -> Page | None:
        page = self.tabs.active_page()
        return self.open_lab(page) if page.edited_layout() is not None else None

    def play_active(self) -> None:
        opened = self.tabs.active_page().edited_layout()
        if opened is not None:
            self.new_match(opened)

    def edit_active(self) -> None:
        """Show the editor with the layout of the active match, or open one."""
        page = self.tabs.active_page()
        opened = page.match_layout()
        if opened is None:
            return
        editor = self.playtests.editor_page(page)
        if editor is None and opened.path is not None:
            editor = self._documents.page_of(opened.path)
        if editor is not None:
            self.tabs.show_page(editor)
        else:
            editor = self._documents.add_new_page(*editor_page(opened))
        if self.playtests.match_page(editor) is None:
            self.playtests.pair(editor, page)

    def _start_match(self, choice: MatchChoice) -> Page | None:
        from studio.gui.start.match_setup import start_or_explain

        match = start_or_explain(choice, self._window)
        if isinstance(match, tuple):
            if not match:
                return None
            page = self._editor_showing(choice.opened)
            page.show_problems(match)
            return page
        page = self.open_match(match, choice.opened, choice.setups)
        if choice.random_seating:
            page.mark_random_seating()
        return page

    def _editor_showing(self, opened: LoadedLayout) -> Page:
        """Show the editor of this layout or its file, or open one."""
        edited = ((page, page.edited_layout()) for page in self.tabs.pages())
        editor = next((page for page, layout in edited if layout is not None and layout.body is opened.body), None)
        if editor is None and opened.path is not None:
            editor = self._documents.page_of(opened.path)
        if editor is None:
            return self._documents.add_new_page(*editor_page(opened))
        self.tabs.show_page(editor)
        return editor

    def open_match(self, match: Match, opened: LoadedLayout, setups: Sequence[SeatSetup]) -> Page:
        return self._documents.add_page(match_page(match, opened, setups))

    def review_match(self, page: Page) -> Page | None:
        """Show the review of a page's match, as far as it has been played, or begin it."""
        from studio.gui.play.page import PlayPage
        from studio.gui.play.review.page import ReviewPage
        from studio.gui.play.review.runner import ReviewRunner
        from studio.lab.review.model import human_seats
        from studio.lab.review.run import hide_secrets
        from studio.services.loading import replay_record

        if not isinstance(page, PlayPage) or not page.controller.may_review:
            return None
        record, match = page.file.record(), page.controller.played_match
        shown = self._documents.activate_existing(ReviewPage, lambda other: other.runner.record.log == record.log)
        if shown is not None:
            return shown
        if not match.is_over:
            match = replay_record(record)  # that of the page goes on
            try:
                hide_secrets(match, human_seats(record))
            except ValueError as problem:
                page.message.emit(str(problem))
                return None
        runner = ReviewRunner(record, match.game)
        runner.advanced.connect(page.follow_review)
        name = self._documents.title_of(page)
        return self._documents.add_page(
            ReviewPage(match, page.opened, page.controller.setups, runner, name), after=page
        )

    # files

    def show_version_history(self) -> Page | None:
        """Ask for an earlier version of the active page's file, and restore it.

        A layout is restored as one undo step in its editor. A match opens in a tab of its own, without a file; so does
        a layout of another game.
        """
        from studio.documents.store import Layout
        from studio.gui.shell.version_history import choose_version

        page = self.tabs.active_page()
        version = choose_version(page)
        if version is None:
            return None
        document, edited = version.document, page.edited_layout()
        try:
            if not isinstance(document, Layout) or edited is None or edited.layout.game != document.game:
                unsaved = UnsavedDocument(version.backup.path, document, None, version.backup.time, 1)
                return self._documents.add_page(restored_page(unsaved, None))
            if page.replace_layout(document, _("Version restored")):
                text = _("Restored the version saved {when}; undo to go back")
                self.tabs.show_toast(text.format(when=version.time_text))
            else:
                self.tabs.show_toast(_("This version is the same as the current one"), "info")
        except DocumentError as error:
            self._documents.show_error(error)
            return None
        return page

    def compare_active(self) -> None:
        """Ask for a layout file, and compare it with the layout of the active page."""
        from studio.gui.shell.version_history import compare_with_file

        try:
            compare_with_file(self.tabs.active_page())
        except DocumentError as error:
            self._documents.show_error(error)

    # rulebooks, manual, lessons

    def show_rules(self, game: Game | None = None, rule: str = "") -> Page | None:
        """Open the rulebook at a rule; by default of the active page, at the rule of its next step."""
        from studio.gui.book.page import BookPage, game_of

        active = self.tabs.active_page()
        wanted = game or game_of(active)
        if not wanted.text.book():
            self.tabs.show_toast(_("There is no rulebook for {game}.").format(game=wanted.info.name))
            return None
        rule = rule or (active.clause() if game is None else "")
        shown = self._documents.activate_existing(BookPage, lambda page: page.game is wanted)
        book = shown or self._documents.add_page(BookPage(wanted))
        book.open_clause(rule)
        return book

    def show_manual(self, key: str = "") -> Page:
        """Open the manual at a page; by default the one about the active page."""
        from studio.gui.book.page import ManualPage

        key = key or self.tabs.active_page().manual_key
        manual = self._documents.activate_existing(ManualPage) or self._documents.add_page(ManualPage())
        manual.open_clause(key)
        return manual

    def open_lesson(self, path: Path) -> Page | None:
        from studio.gui.learn.page import LessonPage
        from studio.gui.shell.page_factory import lesson_page

        try:
            shown = self._documents.activate_existing(LessonPage, lambda page: page.lesson_path == path)
            return shown or self._documents.add_page(lesson_page(path))
        except DocumentError as error:
            self._documents.show_error(error)
            return None

    def try_rule(self, game: Game, rule: Clause) -> Page | None:
        """Open the board of a rule as a small match, if it has one."""
        from studio.gui.shell.page_factory import try_page

        page = try_page(game, rule)
        return self._documents.add_page(page) if page is not None else None

    def show_tutorial(self, slug: str = "") -> Page | None:
        """Open the tutorial of a game; by default that of the active page, or the first game."""
        from studio.documents.paths import shipped_lessons
        from studio.gui.book.page import game_of

        paths = shipped_lessons(slug or game_of(self.tabs.active_page()).info.slug, "tutorial")
        if not paths:
            self.tabs.show_toast(_("There is no tutorial for this game."))
            return None
        return self.open_lesson(paths[0])

    def show_puzzles(self, slug: str = "") -> Page | None:
        """Open a puzzle chosen from the list of a game; by default that of the active page, or the first game."""
        from studio.documents.lessons import list_puzzles
        from studio.gui.book.page import game_of
        from studio.gui.start.puzzle_list import ask_puzzle

        slug = slug or game_of(self.tabs.active_page()).info.slug
        paths = list_puzzles(slug)
        if not paths:
            self.tabs.show_toast(_("There are no puzzles for this game."))
            return None
        chosen = ask_puzzle(self._window, slug, paths)
        return self.open_lesson(chosen) if chosen is not None else None

    # the window

    def show_settings(self) -> Page:
        from studio.gui.shell.preferences import SettingsPage

        shown = self._documents.activate_existing(SettingsPage)
        find = partial(self._window.findChild, QAction)
        return shown or self._documents.add_page(SettingsPage(lambda name: find(f"window.{name}")))

    def focus_next_control(self) -> None:
        """Focus the next control, even where Tab moves between spaces of a board."""
        ring = self._window.findChild(FocusRing)
        if ring is not None:
            ring.show_for_keyboard()
        self._window.focusNextChild()

    def toggle_full_screen(self) -> None:
        self._window.setWindowState(self._window.windowState() ^ Qt.WindowState.WindowFullScreen)

    def open_command_palette(self) -> None:
        from studio.gui.shell.command_palette import toggle_command_palette

        toggle_command_palette(self._window, self._menu_bar)

    def show_shortcuts(self) -> None:
        from studio.gui.shell.shortcuts import shortcuts_dialog

        if shortcuts_dialog(self._window, self._menu_bar, self.tabs.active_page()).ask() == "change":
            self.change_shortcuts()

    def change_shortcuts(self) -> None:
        from studio.gui.shell.shortcuts import ShortcutEditor, all_commands

        ShortcutEditor(self._window, all_commands(self._window)).ask()

    def check_installation(self) -> None:
        from studio.gui.shell.about import installation_dialog

        installation_dialog(self._window).ask()

    def show_about(self) -> None:
        from studio.gui.shell.about import about_dialog

        about_dialog(self._window).ask()
