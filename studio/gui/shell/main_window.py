"""The window of the program: makes layouts, begins to play, prints, remembers what was open, and knows how to go."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QWidget

from studio.core.text import _
from studio.gui.page import Page
from studio.gui.shell import language
from studio.gui.shell.help_window import ReadingWindow
from studio.gui.shell.menus import Menus
from studio.gui.shell.page_factory import Playtests, editor_page, made_page, table_page, wanted_page
from studio.gui.shell.tabs import remember_tabs, restore_tabs
from studio.gui.start.page import StartPage
from studio.gui.style.icons import app_icon
from studio.gui.style.stylesheet import current_theme, least
from studio.gui.widgets import ToolButton
from studio.gui.widgets.actions import note

if TYPE_CHECKING:
    from studio.core.game import Options
    from studio.core.match import Match
    from studio.gui.start.match_setup import MatchChoice
    from studio.gui.start.seats_form import SeatSetup
    from studio.services.loading import Opened

CALLED_OFF = 60_000
"""Milliseconds after which a session that was to end and still goes on counts as one that goes on."""


class MainWindow(ReadingWindow):
    """All of the program that a person sees."""

    def __init__(self, parent: QWidget | None = None) -> None:
        start = StartPage()
        super().__init__(start, parent)
        self.setWindowTitle("Explorer Studio")
        self.setWindowIcon(app_icon())
        self.setMinimumSize(least())
        self._playtests = Playtests()
        self.furnish_top()
        self._kept = False
        start.new_layout.connect(self.new_layout)
        start.new_match.connect(self.new_match)
        start.open_dialog.connect(self.open_dialog)
        start.open_file.connect(self.open_path)
        start.play_file.connect(self.play_path)
        start.restore.connect(self.restore)
        self.add_page(start)
        self.restore_place()
        self.dressed()

    def furnish_top(self) -> None:
        self.menus = Menus(self, self.top.menu_bar)
        self._theme_button = ToolButton("moon", _("Light or dark"))
        self._theme_button.clicked.connect(self.toggle_theme)
        self.top.icons.addWidget(ToolButton("search", action=self.menus.action("find")))
        self.top.icons.addWidget(self._theme_button)
        self.top.icons.addWidget(ToolButton("help", action=self.menus.action("manual")))
        self._theme_button.set_icon_name("sun" if current_theme().is_dark else "moon")

    def choose_language(self, name: str) -> None:
        """Speak this language from now on, or ("system") that of the system; remembered."""
        language.choose(name)
        QTimer.singleShot(0, self, self.respeak)  # the menu in which it was chosen goes

    # pages

    def page_added(self, page: Page) -> None:
        super().page_added(page)
        note(type(page).__name__)
        page.open_requested.connect(self._open_requested)
        page.playtest_requested.connect(lambda anew: self.playtest(page, anew))
        page.print_requested.connect(lambda: self.print_layout(page))
        page.workshop_requested.connect(lambda piece: self.open_workshop(page, piece))
        page.lab_requested.connect(lambda: self.open_lab(page))
        page.new_match_requested.connect(self.new_match)
        page.rematch_requested.connect(self.rematch)
        page.branch_requested.connect(lambda match, opened, setups: self._table(match, opened, setups, None))
        page.close_requested.connect(lambda: self.close_page(page))

    def page_gone(self, page: Page) -> None:
        super().page_gone(page)
        self._playtests.forget(page)

    def front_follows(self, page: Page) -> None:
        self.menus.follow(page, can_close=page is not self.start)
        self.menus.follow_sides(len(self.sides.sides), len(self.pages()))

    # layouts, matches, paper

    def new_layout(self) -> Page | None:
        """An editor with a board made of a few choices."""
        from studio.gui.start.new_layout import ask_layout

        made = ask_layout(self, self._game_shown())
        return self.add_page(made_page(made)) if made is not None else None

    def new_match(self, opened: Opened | None = None) -> Page | None:
        """Ask for layout, seats and options and start a match."""
        from studio.gui.start.match_setup import MatchSetup

        also = [layout for page in self.pages() if (layout := page.drawn()) is not None and layout != opened]
        setup = MatchSetup(self, opened, also, self._game_shown())
        choice = setup.ask_match()
        if setup.choice == "tutorial":
            return self.show_tutorial(setup.games.current())
        return self._begin(choice) if choice is not None else None

    def _game_shown(self) -> str:
        """The game whose layouts the start page shows while it is in front."""
        return self.start.game if self.front() is self.start else ""

    def play_path(self, path: str | Path) -> Page | None:
        """Set up a match on the layout in a file."""
        from studio.documents.store import DocumentError
        from studio.services.loading import open_layout

        try:
            opened = open_layout(path)
        except DocumentError as error:
            self.tell(error)
            return None
        return self.new_match(opened)

    def play_opened(self, opened: Opened) -> Page | None:
        """Start a match on an open layout at once, with the seats of last time."""
        from studio.gui.start.match_setup import quick_choice

        return self._begin(quick_choice(opened))

    def rematch(self, opened: Opened, setups: Sequence[SeatSetup], options: Options) -> Page | None:
        """Start another match of the same seats at once; the next of them begins."""
        from studio.gui.start.match_setup import rematch_choice

        return self._begin(rematch_choice(opened, setups, options))

    def playtest(self, editor: Page, anew: bool = False) -> Page | None:
        """Try out the layout of an editor: go on at its table, or (anew, or when there is none) begin a match."""
        table, opened = self._playtests.table(editor), editor.drawn()
        if opened is None:
            return None
        if table is not None and not anew:
            self.show_page(table)
            if self._playtests.is_stale(editor):
                words = _("The layout has been changed since this match began.")
                self.say(words, "info", 12, _("Start anew"), lambda: self.playtest(editor, anew=True))
            return table
        begun = self.play_opened(opened)
        if begun is None or begun.played() is None:
            return None
        self._playtests.pair(editor, begun)
        if table is not None:
            self.close_page(table)
        return begun

    def print_layout(self, editor: Page) -> Page | None:
        """Show the layout of an editor on pages of paper, in the tab that already does or in a new one."""
        from studio.gui.output.print_page import PrintPage

        opened = editor.drawn()
        if opened is None:
            return None
        here = self.show_open(PrintPage, lambda page: page.shows(editor))
        return here or self.add_page(PrintPage(opened, editor))

    def show_settings(self) -> Page:
        """Open the page of settings, in the tab that shows it or in a new one."""
        from studio.gui.shell.preferences import SettingsPage

        here = self.show_open(SettingsPage)
        return here or self.add_page(SettingsPage(lambda name: self.menus.actions.get(name)))

    def open_workshop(self, editor: Page, piece: str = "") -> Page | None:
        """Show the pieces of an editor's layout, this one first, in the tab that already does or in a new one."""
        from studio.gui.piece_editor.page import WorkshopPage
        from studio.gui.shell.page_factory import workshop_page

        here: Page | None = self.show_open(WorkshopPage, lambda page: page.belongs_to(editor))
        if here is None and (here := workshop_page(editor)) is not None:
            self.add_page(here, after=editor)
        if here is not None:
            here.reveal(piece)
        return here

    def lab_front(self) -> Page | None:
        """Find out how matches go on the layout in front."""
        return self.open_lab(self.front()) if self.front().drawn() is not None else None

    def open_lab(self, editor: Page) -> Page:
        """Find out how matches go on an editor's layout, in the tab that already does or in a new one."""
        from studio.gui.lab.page import LabPage

        here = self.show_open(LabPage, lambda page: page.belongs_to(editor))
        return here or self.add_page(LabPage(editor), after=editor)

    def play_front(self) -> None:
        """Set up a match on the layout in front."""
        opened = self.front().drawn()
        if opened is not None:
            self.new_match(opened)

    def edit_front(self) -> None:
        """Go to the editor with the layout of the match in front, or open one."""
        table = self.front()
        opened = table.played()
        if opened is None:
            return
        at_hand = self.page_of(opened.path) if opened.path is not None else None
        editor = self._playtests.editor(table) or at_hand
        if editor is not None:
            self.show_page(editor)
        else:
            editor = self._editor(opened)
        if self._playtests.table(editor) is None:
            self._playtests.pair(editor, table)

    def _begin(self, choice: MatchChoice) -> Page | None:
        from studio.gui.start.match_setup import start_or_explain

        match = start_or_explain(choice, self)
        if isinstance(match, tuple):
            if not match:
                return None
            page = self._drawing(choice.opened)
            page.point_to(match)
            return page
        table = self._table(match, choice.opened, choice.setups, None)
        if choice.by_lot:
            table.seated_by_lot()
        return table

    def _drawing(self, opened: Opened) -> Page:
        """The editor in which this very layout or its file lies open, or a new one."""
        drawn = ((page, page.drawn()) for page in self.pages())
        here = next((page for page, layout in drawn if layout is not None and layout.body is opened.body), None)
        if here is None and opened.path is not None:
            here = self.page_of(opened.path)
        if here is None:
            return self._editor(opened)
        self.show_page(here)
        return here

    def _editor(self, opened: Opened) -> Page:
        return self._add_made(*editor_page(opened))

    def _table(self, match: Match, opened: Opened, setups: Sequence[SeatSetup], path: Path | None) -> Page:
        return self.add_page(table_page(match, opened, setups, path))

    def _open_requested(self, wanted: object) -> None:
        if isinstance(wanted, str | Path):
            self.open_path(wanted)
        elif isinstance(wanted, Page):
            self.show_page(wanted)
        else:
            self.add_page(wanted_page(wanted))

    def dressed(self) -> None:
        self._theme_button.set_icon_name("sun" if current_theme().is_dark else "moon")
        for page in self.pages():
            page.set_theme(current_theme())
        self.menus.looks.follow()

    def resized(self) -> None:
        self.setMinimumSize(least())
        self.menus.looks.follow()

    def say_size_later(self) -> None:
        self.say(_("The new size is there when the program starts the next time."), "info")

    def full_screen_changed(self) -> None:
        self.menus.action("full_screen").setChecked(self.isFullScreen())

    # help

    def find_command(self) -> None:
        """Type a few letters of what is to be done, and do it."""
        from studio.gui.shell.command_palette import find_command

        find_command(self, self.menus.bar)

    def show_shortcuts(self) -> None:
        """The sheet of keyboard shortcuts, those of the page in front included."""
        from studio.gui.shell.shortcuts import shortcuts_dialog

        if shortcuts_dialog(self, self.menus.bar, self.front()).ask() == "change":
            self.change_shortcuts()

    def change_shortcuts(self) -> None:
        """Give commands other keys."""
        from studio.gui.shell.shortcuts import change_shortcuts

        change_shortcuts(self)

    def check_installation(self) -> None:
        """Look whether all of the program is there, and say what was found."""
        from studio.gui.shell.about import installation_dialog

        installation_dialog(self).ask()

    def show_about(self) -> None:
        """What the program is."""
        from studio.gui.shell.about import about

        about(self).ask()

    # coming and going

    def restore_tabs(self) -> None:
        """Open again what was open when the program was left."""
        restore_tabs(self)

    def _remember(self) -> None:
        self.remember_place()
        remember_tabs(self)

    def keep_everything(self) -> None:
        """Write into the data folder what is not saved yet, and remember what is open: the end may be near."""
        self._remember()
        for page in self.pages():
            page.keep_now()
        self._kept = True
        QTimer.singleShot(CALLED_OFF, self, self._go_on)

    def _go_on(self) -> None:
        self._kept = False

    def leave(self) -> None:
        """Go without asking. What is not saved is kept, and offered at the next start."""
        self.setEnabled(False)  # what would be done from now on would be lost
        self._remember()
        for page in self.inner_first():
            page.keep_now(for_good=True)
        for page in self.pages():
            page.closing()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._kept:  # nobody is there to answer, and nothing is lost
            self.leave()
            event.accept()
            return
        modified = [
            page for page in self.inner_first() if any(one.is_modified() for one in (page, *self.belonging(page)))
        ]
        if modified and not self.may_go(modified):
            event.ignore()
            return
        self._remember()
        for page in self.pages():
            if not page.closing():
                event.ignore()
                return
        event.accept()
