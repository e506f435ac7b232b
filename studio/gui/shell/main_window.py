"""The main window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QWidget

from studio.core.text import _
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
    SavePage,
    SeatSetup,
    ShowPage,
    ShowRules,
    TryRule,
)
from studio.gui.shell import session
from studio.gui.shell.files import DocumentWindow
from studio.gui.shell.menus import Menus
from studio.gui.shell.page_factory import Playtests, editor_page, generated_page, match_page, requested_page
from studio.gui.shell.session import rebuild_window, restore_tabs, save_tabs
from studio.gui.start.page import StartPage
from studio.gui.style.icons import app_icon
from studio.gui.style.stylesheet import current_theme, min_window_size
from studio.gui.widgets import ToolButton
from studio.gui.widgets.actions import record_action

if TYPE_CHECKING:
    from studio.core.book import Clause
    from studio.core.game import Options
    from studio.core.match import Match
    from studio.core.plugin import Game
    from studio.gui.start.match_setup import MatchChoice
    from studio.services.loading import LoadedLayout

SESSION_END_TIMEOUT_MS = 60_000
"""Milliseconds after which a session that was to end and still goes on counts as one that goes on."""


class MainWindow(DocumentWindow):
    """All of the program that a person sees."""

    def __init__(self, parent: QWidget | None = None) -> None:
        start = StartPage()
        super().__init__(start, parent)
        self.setWindowTitle("Explorer Studio")
        self.setWindowIcon(app_icon())
        self.setMinimumSize(min_window_size())
        self._playtests = Playtests()
        self._is_autosaved = False
        self.add_page(start)
        self.restore_window_geometry()
        self.appearance_changed()

    def build_center(self, start: StartPage) -> None:
        super().build_center(start)
        self.menus = Menus(self, self.top.menu_bar)
        self._theme_button = ToolButton("moon", _("Light or dark"))
        self._theme_button.clicked.connect(self.toggle_theme)
        self.top.icons.addWidget(ToolButton("search", action=self.menus.action("find")))
        self.top.icons.addWidget(self._theme_button)
        self.top.icons.addWidget(ToolButton("help", action=self.menus.action("manual")))
        self._theme_button.set_icon_name("sun" if current_theme().is_dark else "moon")

    def choose_language(self, name: str) -> None:
        """Choose a language, or "system", and save the choice."""
        session.choose(name)
        QTimer.singleShot(0, self, self.rebuild)  # not now: this deletes the menu in which it was chosen

    def rebuild(self) -> None:
        """Make all widgets again, in the language in use, over the documents, matches and runs that are open."""
        rebuild_window(self)

    def replace_pages(self, replaced: Mapping[Page, Page]) -> None:
        super().replace_pages(replaced)
        self._playtests.replace_pages(replaced)

    # pages

    def page_added(self, page: Page) -> None:
        super().page_added(page)
        record_action(type(page).__name__)
        page.request.connect(lambda request: self.handle_request(page, request))

    def handle_request(self, page: Page, request: Request) -> None:
        """Do what a page requests."""
        match request:
            case SavePage():
                self.save_page(page)
            case ClosePage():
                self.close_page(page)
            case ShowPage(other):
                self.show_page(other)
            case AskFiles():
                self.open_dialog()
            case OpenFile(path):
                self.open_path(path)
            case OpenDocument(document):
                self.add_page(requested_page(document))
            case RestoreUnsaved(unsaved):
                self.restore_unsaved(unsaved)
            case NewLayout():
                self.new_layout()
            case NewMatch(layout, path):
                self.new_match(layout) if path is None else self.play_path(path)
            case Rematch(layout, setups, options):
                self.rematch(layout, setups, options)
            case OpenMatch(played, layout, setups):
                self._open_match(played, layout, setups, None)
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
                self.try_clause(game, rule)
            case OpenLesson(path):
                self.open_lesson(path)
            case _:
                assert_never(request)

    def page_closed(self, page: Page) -> None:
        super().page_closed(page)
        self._playtests.forget(page)

    def active_page_changed(self, page: Page) -> None:
        self.menus.update_for_page(page, can_close=page is not self.start)
        self.menus.update_for_panes(len(self.split_view.panes), len(self.pages()))

    # layouts, matches, paper

    def new_layout(self) -> Page | None:
        """An editor with a board made of a few choices."""
        from studio.gui.start.new_layout import ask_layout

        made = ask_layout(self, self._preselected_game())
        return self.add_page(generated_page(made)) if made is not None else None

    def new_match(self, opened: LoadedLayout | None = None) -> Page | None:
        """Ask for layout, seats and options and start a match."""
        from studio.gui.start.match_setup import MatchSetup

        also = [layout for page in self.pages() if (layout := page.edited_layout()) is not None and layout != opened]
        setup = MatchSetup(self, opened, also, self._preselected_game())
        choice = setup.ask_match()
        if setup.choice == "tutorial":
            return self.show_tutorial(setup.games.current())
        return self._start_match(choice) if choice is not None else None

    def _preselected_game(self) -> str:
        """The game whose layouts the active start page shows, or ""."""
        return self.start.game if self.active_page() is self.start else ""

    def play_path(self, path: str | Path) -> Page | None:
        """Set up a match on the layout in a file."""
        from studio.documents.store import DocumentError
        from studio.services.loading import load_layout

        try:
            opened = load_layout(path)
        except DocumentError as error:
            self.show_error(error)
            return None
        return self.new_match(opened)

    def play_opened(self, opened: LoadedLayout) -> Page | None:
        """Start a match on a layout at once, with the seats of the last one."""
        from studio.gui.start.match_setup import quick_choice

        return self._start_match(quick_choice(opened))

    def rematch(self, opened: LoadedLayout, setups: Sequence[SeatSetup], options: Options) -> Page | None:
        """Start another match with the same seats; the next seat begins."""
        from studio.gui.start.match_setup import rematch_choice

        return self._start_match(rematch_choice(opened, setups, options))

    def playtest(self, editor: Page, restart: bool = False) -> Page | None:
        """Try out the layout of an editor: go on at its table, or (anew, or when there is none) begin a match."""
        table, opened = self._playtests.match_page(editor), editor.edited_layout()
        if opened is None:
            return None
        if table is not None and not restart:
            self.show_page(table)
            if self._playtests.is_stale(editor):
                text = _("The layout has been changed since this match began.")
                self.show_toast(text, "info", 12, _("Start anew"), lambda: self.playtest(editor, restart=True))
            return table
        begun = self.play_opened(opened)
        if begun is None or begun.match_layout() is None:
            return None
        self._playtests.pair(editor, begun)
        if table is not None:
            self.close_page(table)
        return begun

    def print_layout(self, editor: Page) -> Page | None:
        """Show the layout of an editor on pages of paper, in the tab that already does or in a new one."""
        from studio.gui.output.print_page import PrintPage

        opened = editor.edited_layout()
        if opened is None:
            return None
        here = self.activate_existing(PrintPage, lambda page: page.belongs_to_editor(editor))
        return here or self.add_page(PrintPage(opened, editor))

    def show_settings(self) -> Page:
        """Open the page of settings, in the tab that shows it or in a new one."""
        from studio.gui.shell.preferences import SettingsPage

        here = self.activate_existing(SettingsPage)
        return here or self.add_page(SettingsPage(lambda name: self.menus.actions.get(name)))

    def open_piece_editor(self, editor: Page, piece: str = "") -> Page | None:
        """Show the pieces of an editor's layout, this one first, in the tab that already does or in a new one."""
        from studio.gui.piece_editor.page import PieceEditorPage
        from studio.gui.shell.page_factory import piece_editor_page

        here: Page | None = self.activate_existing(PieceEditorPage, lambda page: page.belongs_to(editor))
        if here is None and (here := piece_editor_page(editor)) is not None:
            self.add_page(here, after=editor)
        if here is not None:
            here.show_piece(piece)
        return here

    def open_lab_for_active(self) -> Page | None:
        return self.open_lab(self.active_page()) if self.active_page().edited_layout() is not None else None

    def open_lab(self, editor: Page) -> Page:
        """Find out how matches go on an editor's layout, in the tab that already does or in a new one."""
        from studio.gui.lab.page import LabPage

        here = self.activate_existing(LabPage, lambda page: page.belongs_to(editor))
        return here or self.add_page(LabPage(editor), after=editor)

    def play_active(self) -> None:
        opened = self.active_page().edited_layout()
        if opened is not None:
            self.new_match(opened)

    def edit_active(self) -> None:
        """Go to the editor with the layout of the match in front, or open one."""
        table = self.active_page()
        opened = table.match_layout()
        if opened is None:
            return
        at_hand = self.page_of(opened.path) if opened.path is not None else None
        editor = self._playtests.editor_page(table) or at_hand
        if editor is not None:
            self.show_page(editor)
        else:
            editor = self._open_editor(opened)
        if self._playtests.match_page(editor) is None:
            self._playtests.pair(editor, table)

    def _start_match(self, choice: MatchChoice) -> Page | None:
        from studio.gui.start.match_setup import start_or_explain

        match = start_or_explain(choice, self)
        if isinstance(match, tuple):
            if not match:
                return None
            page = self._editor_showing(choice.opened)
            page.show_problems(match)
            return page
        table = self._open_match(match, choice.opened, choice.setups, None)
        if choice.random_seating:
            table.mark_random_seating()
        return table

    def _editor_showing(self, opened: LoadedLayout) -> Page:
        """The editor in which this very layout or its file lies open, or a new one."""
        drawn = ((page, page.edited_layout()) for page in self.pages())
        here = next((page for page, layout in drawn if layout is not None and layout.body is opened.body), None)
        if here is None and opened.path is not None:
            here = self.page_of(opened.path)
        if here is None:
            return self._open_editor(opened)
        self.show_page(here)
        return here

    def _open_editor(self, opened: LoadedLayout) -> Page:
        return self._add_new_page(*editor_page(opened))

    def _open_match(self, match: Match, opened: LoadedLayout, setups: Sequence[SeatSetup], path: Path | None) -> Page:
        return self.add_page(match_page(match, opened, setups, path))

    def appearance_changed(self) -> None:
        self._theme_button.set_icon_name("sun" if current_theme().is_dark else "moon")
        for page in self.pages():
            page.set_theme(current_theme())
        self.menus.appearance_menu.refresh()

    def text_size_changed(self) -> None:
        self.setMinimumSize(min_window_size())
        self.menus.appearance_menu.refresh()

    def notify_size_after_restart(self) -> None:
        self.show_toast(_("The new size is there when the program starts the next time."), "info")

    def full_screen_changed(self) -> None:
        self.menus.action("full_screen").setChecked(self.isFullScreen())

    # rulebooks, manual, lessons

    def show_rules(self, game: Game | None = None, clause: str = "") -> Page | None:
        """Open the book of a game at a clause, in the tab that shows it or in a new one.

        Without a game it is that of the page in front, at the clause of its next step; or the first game.
        """
        from studio.gui.book.page import BookPage, game_of

        wanted = game or game_of(self.active_page())
        clause = clause or (self.active_page().clause() if game is None else "")
        if not wanted.text.book():
            self.show_toast(_("There is no book of rules for {game}.").format(game=wanted.info.name))
            return None
        book = self.activate_existing(BookPage, lambda page: page.game is wanted) or self.add_page(BookPage(wanted))
        book.open_clause(clause)
        return book

    def show_manual(self, key: str = "") -> Page:
        """Open the manual at a page, in the tab that shows it or in a new one; without one at that about the page in
        front."""
        from studio.gui.book.page import ManualPage

        key = key or self.active_page().manual_key
        book = self.activate_existing(ManualPage) or self.add_page(ManualPage())
        book.open_clause(key)
        return book

    def open_lesson(self, path: Path) -> Page | None:
        """Open a tutorial or a puzzle, in the tab that shows it or in a new one."""
        from studio.documents.store import DocumentError
        from studio.gui.learn.page import LessonPage
        from studio.gui.shell.page_factory import lesson_page

        try:
            return self.activate_existing(LessonPage, lambda page: page.lesson_path == path) or self.add_page(
                lesson_page(path)
            )
        except DocumentError as error:
            self.show_error(error)
            return None

    def try_clause(self, game: Game, clause: Clause) -> Page | None:
        """Open the board of a clause on a table of its own; a clause without one opens nothing."""
        from studio.gui.shell.page_factory import try_page

        made = try_page(game, clause)
        return self.add_page(made) if made is not None else None

    def show_tutorial(self, slug: str = "") -> Page | None:
        """Open the tutorial of a game; without one of that of the page in front, or of the first game."""
        from studio.gui.book.page import game_of
        from studio.lessons import shipped_tutorial

        game = slug or game_of(self.active_page()).info.slug
        path = shipped_tutorial(game)
        if path is None:
            self.show_toast(_("There is no tutorial for this game."))
            return None
        return self.open_lesson(path)

    def show_puzzle(self, slug: str = "") -> Page | None:
        """Open the first puzzle of a game that is not solved yet; without one of that of the page in front."""
        from studio.documents.paths import shipped_lessons
        from studio.gui.book.page import game_of
        from studio.gui.start.captions import DONE, lesson_progress

        paths = shipped_lessons(slug or game_of(self.active_page()).info.slug, "puzzle")
        if not paths:
            self.show_toast(_("There are no puzzles for this game."))
            return None
        return self.open_lesson(next((path for path in paths if lesson_progress(path) != DONE), paths[0]))

    # help

    def open_command_palette(self) -> None:
        from studio.gui.shell.command_palette import toggle_command_palette

        toggle_command_palette(self, self.menus.bar)

    def show_shortcuts(self) -> None:
        from studio.gui.shell.shortcuts import shortcuts_dialog

        if shortcuts_dialog(self, self.menus.bar, self.active_page()).ask() == "change":
            self.change_shortcuts()

    def change_shortcuts(self) -> None:
        from studio.gui.shell.shortcuts import change_shortcuts

        change_shortcuts(self)

    def check_installation(self) -> None:
        from studio.gui.shell.about import installation_dialog

        installation_dialog(self).ask()

    def show_about(self) -> None:
        from studio.gui.shell.about import about_dialog

        about_dialog(self).ask()

    # coming and going

    def restore_tabs(self) -> None:
        restore_tabs(self)

    def _save_session(self) -> None:
        self.save_window_geometry()
        save_tabs(self)

    def autosave_all(self) -> None:
        """Write into the data folder what is not saved yet, and remember what is open: the end may be near."""
        self._save_session()
        for page in self.pages():
            page.autosave_now()
        self._is_autosaved = True
        QTimer.singleShot(SESSION_END_TIMEOUT_MS, self, self._session_continues)

    def _session_continues(self) -> None:
        self._is_autosaved = False

    def shut_down(self) -> None:
        """Go without asking. What is not saved is kept, and offered at the next start."""
        self.setEnabled(False)  # what would be done from now on would be lost
        self._save_session()
        for page in self.dependents_first():
            page.autosave_now(for_good=True)
        for page in self.pages():
            page.about_to_close()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._is_autosaved:  # nobody is there to answer, and nothing is lost
            self.shut_down()
            event.accept()
            return
        modified = [
            page for page in self.dependents_first() if any(one.is_modified() for one in (page, *self.dependents(page)))
        ]
        if modified and not self.confirm_close(modified):
            event.ignore()
            return
        self._save_session()
        for page in self.pages():
            if not page.about_to_close():
                event.ignore()
                return
        event.accept()
