"""The menus of the window: the standard ones, and what the active page adds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenuBar

from studio.core.text import _
from studio.documents.autosave import is_stored_match
from studio.gui.page import Page
from studio.gui.settings import settings
from studio.gui.shell import session
from studio.gui.shell.appearance import Appearance, AppearanceMenu
from studio.gui.shell.commands import Commands
from studio.gui.shell.documents import Documents
from studio.gui.widgets import escape_mnemonic
from studio.gui.widgets.actions import Keys, make_action, set_action_enabled
from studio.gui.widgets.buttons import Menu

StandardKey = QKeySequence.StandardKey

# actions for one kind of page, whose shortcuts may be the same as those of another kind
ACTION_NAMES = {"play_layout": "editor.play_layout", "edit_layout": "table.edit_layout", "lab": "editor.lab"}
MAX_RECENT_MATCHES = 4


class Menus(QObject):
    """Fills the menu bar of a window, and updates it for the active page."""

    language_chosen = Signal(str)

    def __init__(
        self, window: QMainWindow, bar: QMenuBar, documents: Documents, commands: Commands, appearance: Appearance
    ) -> None:
        super().__init__(bar)
        self.bar = bar
        self._documents = documents
        self.menus: dict[str, Menu] = {}
        self.actions: dict[str, QAction] = {}
        self._added: list[tuple[Menu, QAction]] = []
        self._separators: list[QAction] = []  # between actions of pages; used again, since a menu keeps references
        self._separators_used = 0
        self._extra: list[Menu] = []
        self._shown: list[object] = []
        self._build(window, commands, appearance)

    def action(self, name: str) -> QAction:
        return self.actions[name]

    def _menu(self, name: str, title: str) -> Menu:
        menu = Menu(title, self.bar)
        self.bar.addMenu(menu)
        menu.setToolTipsVisible(False)
        self.menus[name] = menu
        return menu

    def _add(self, menu: Menu, name: str, text: str, icon: str, slot: Callable[[], object], *keys: Keys) -> QAction:
        action = make_action(self.bar, ACTION_NAMES.get(name, f"window.{name}"), text, icon, keys, slot)
        menu.addAction(action)
        self.actions[name] = action
        return action

    def _build(self, window: QMainWindow, commands: Commands, appearance: Appearance) -> None:
        documents, tabs = self._documents, self._documents.tabs
        menu = self._menu("file", _("&File"))
        self._add(menu, "new_layout", _("New &layout"), "new", commands.new_layout, StandardKey.New)
        self._add(menu, "new_match", _("New &match…"), "play", commands.new_match, "Ctrl+Shift+N")
        self._add(menu, "open", _("&Open…"), "open", documents.open_dialog, StandardKey.Open)
        self.recent = Menu(_("Open &recent"), menu)
        menu.addMenu(self.recent)
        self.recent.aboutToShow.connect(self._fill_recent)
        menu.addSeparator()
        self._add(menu, "save", _("&Save"), "save", documents.save, StandardKey.Save)
        self._add(menu, "save_as", _("Save &as…"), "save", documents.save_as, "Ctrl+Shift+S")
        self._add(menu, "compare", _("Com&pare with file…"), "eye", commands.compare_active, "Ctrl+Alt+C")
        self._add(menu, "earlier", _("V&ersion history…"), "history", commands.show_version_history, "Ctrl+Alt+H")
        menu.addSeparator()
        chosen = self._add(menu, "settings", _("Se&ttings"), "gear", commands.show_settings, "Ctrl+,")
        chosen.setMenuRole(QAction.MenuRole.PreferencesRole)
        menu.addSeparator()
        self._add(menu, "close", _("&Close tab"), "cross", lambda: documents.close_page(tabs.active_page()), "Ctrl+W")
        self._add(menu, "quit", _("&Quit"), "stop", window.close, "Ctrl+Q").setMenuRole(QAction.MenuRole.QuitRole)

        menu = self._menu("edit", _("&Edit"))
        for name, text in (("undo", _("&Undo")), ("redo", _("&Redo"))):
            action = self._add(menu, f"no_{name}", text, name, lambda: None)
            set_action_enabled(action, False, _("There is nothing to undo on this page."))

        menu = self._menu("view", _("&View"))
        self._add(menu, "start", _("&Start page"), "home", lambda: tabs.show_page(documents.start), "Ctrl+Home")
        self._add(menu, "next_tab", _("&Next tab"), "right", lambda: tabs.step_page(1), "Ctrl+Tab", "Ctrl+PgDown")
        last = ("Ctrl+Shift+Tab", "Ctrl+PgUp")
        self._add(menu, "last_tab", _("Pre&vious tab"), "left", lambda: tabs.step_page(-1), *last)
        self.tab_list = Menu(_("All tabs"), menu)
        self.tab_list.aboutToShow.connect(self._fill_tab_list)
        menu.addMenu(self.tab_list)
        menu.addSeparator()
        self._add(menu, "split", _("Split &right"), "sides", tabs.split, "Ctrl+\\")
        move = tabs.move_to_other_pane
        self._add(menu, "move_over", _("&Move to other pane"), "swap", move, "Ctrl+Shift+F6")
        self._add(menu, "go_over", _("Focus ot&her pane"), "right", tabs.focus_other_pane, "Ctrl+F6")
        self._add(menu, "join", _("Merge panes"), "box", tabs.join_panes, "Shift+F6")
        menu.addSeparator()
        next_control = commands.focus_next_control
        self._add(menu, "next_part", _("Next control (leaves &board)"), "skip", next_control, "Alt+F6")
        menu.addSeparator()
        self.appearance_menu = AppearanceMenu(appearance, menu, self._add)
        languages = Menu(_("Lan&guage"), menu)
        menu.addMenu(languages)
        group = QActionGroup(self.bar)
        for key, text in session.choices():
            action = self._add(languages, f"language_{key}", text, "globe", partial(self.language_chosen.emit, key))
            action.setCheckable(True)
            action.setChecked(session.chosen() == key)
            group.addAction(action)
        action = self._add(menu, "full_screen", _("&Full screen"), "fullscreen", commands.toggle_full_screen, "F11")
        action.setCheckable(True)

        menu = self._menu("layout", _("&Layout"))
        self._add(menu, "play_layout", _("&Play layout…"), "play", commands.play_active, "Ctrl+P")
        self._add(menu, "lab", _("Test &fairness in Lab"), "dice", commands.open_lab_for_active, "Ctrl+F9")
        menu = self._menu("match", _("&Match"))
        self._add(menu, "edit_layout", _("&Edit layout"), "pencil", commands.edit_active, "F5")

        menu = self._menu("help", _("&Help"))
        self._add(menu, "manual", _("&Manual"), "help", commands.show_manual, "F1")
        self._add(menu, "rules", _("Game &rules"), "book", commands.show_rules, "Ctrl+F1")
        self._add(menu, "tutorial", _("Game &tutorial"), "person", commands.show_tutorial, "Ctrl+Shift+F1")
        self._add(menu, "puzzle", _("Game &puzzles…"), "star", commands.show_puzzles, "Ctrl+F2")
        self._add(menu, "find", _("&Find command…"), "search", commands.open_command_palette, "Ctrl+Shift+P")
        self._add(menu, "shortcuts", _("&Keyboard shortcuts"), "keyboard", commands.show_shortcuts, "Ctrl+?")
        self._add(menu, "keys", _("&Change shortcuts…"), "sliders", commands.change_shortcuts, "Ctrl+Alt+S")
        self._add(menu, "check", _("Check &installation"), "tick", commands.check_installation, "Ctrl+Alt+Shift+I")
        about = self._add(menu, "about", _("&About Explorer Studio"), "info", commands.show_about, "Ctrl+Alt+I")
        about.setMenuRole(QAction.MenuRole.AboutRole)

    def _fill_recent(self) -> None:
        from studio.documents.autosave import list_stored_matches
        from studio.gui.output.thumbnails import display_name
        from studio.gui.start.captions import status_text

        self.recent.clear()
        kept = [(match.path, status_text(match.turn_info)) for match in list_stored_matches()[:MAX_RECENT_MATCHES]]
        files = [(path, path.name) for path in settings().recent if path.is_file() and not is_stored_match(path)]
        for part in (kept, files):
            self.recent.addSeparator()
            for path, text in part:
                action = self.recent.addAction(escape_mnemonic(f"{display_name(path)}   ({text})"))
                action.triggered.connect(lambda _checked=False, path=path: self._documents.open_path(path))
        if not kept and not files:
            self.recent.addAction(_("No recent files")).setEnabled(False)

    def _fill_tab_list(self) -> None:
        self.tab_list.clear()
        tabs = self._documents.tabs
        for page in tabs.pages():
            title = self._documents.title_of(page) + (_(" (edited)") if page.is_modified() else "")
            action = self.tab_list.addAction(escape_mnemonic(title))
            action.setCheckable(True)
            action.setChecked(page is tabs.active_page())
            action.triggered.connect(partial(tabs.show_page, page))

    def update_for_page(self, page: Page) -> None:
        """Show the actions of the active page, and enable those that are possible."""
        added = page.menus()
        wanted: list[object] = [page.undo_action, page.redo_action]
        wanted += [(menu.title, menu.merge_into, *menu.actions) for menu in added]
        if wanted != self._shown:
            self._shown = wanted
            self._remove_extra()
            self._add_undo_actions(page)
            for part in added:
                menu = self.menus.get(part.merge_into)
                if menu is None:
                    menu = Menu(part.title, self.bar)
                    self.bar.insertMenu(self.menus["help"].menuAction(), menu)
                    self._extra.append(menu)
                elif menu.actions():
                    self._add_extra(menu, self._next_separator())
                for action in part.actions:
                    self._add_extra(menu, self._next_separator() if action is None else action)
        self._enable(page)

    def _add_extra(self, menu: Menu, action: QAction) -> None:
        menu.addAction(action)
        self._added.append((menu, action))

    def _next_separator(self) -> QAction:
        if self._separators_used == len(self._separators):
            line = QAction(self.bar)
            line.setSeparator(True)
            self._separators.append(line)
        self._separators_used += 1
        return self._separators[self._separators_used - 1]

    def _add_undo_actions(self, page: Page) -> None:
        edit = self.menus["edit"]
        for name, action in (("no_undo", page.undo_action), ("no_redo", page.redo_action)):
            self.actions[name].setVisible(action is None)
            if action is not None:
                edit.insertAction(self.actions[name], action)
                self._added.append((edit, action))

    def _remove_extra(self) -> None:
        for menu, action in self._added:
            menu.removeAction(action)
        self._added, self._separators_used = [], 0
        for menu in self._extra:
            self.bar.removeAction(menu.menuAction())
            menu.clear()
            menu.deleteLater()
        self._extra = []

    def _enable(self, page: Page) -> None:
        tabs = self._documents.tabs
        why = _("There are already two panes.") if tabs.is_split else _("Splitting requires a second tab.")
        set_action_enabled(self.actions["split"], not tabs.is_split and len(tabs.pages()) > 1, why)
        for name in ("move_over", "go_over", "join"):
            set_action_enabled(self.actions[name], tabs.is_split, _("There is only one pane."))
        for name in ("save", "save_as"):
            set_action_enabled(self.actions[name], page.can_save(), _("There is nothing to save on this page."))
        path = page.path()
        has_file = path is not None and not is_stored_match(path)
        set_action_enabled(self.actions["earlier"], has_file, _("This page has no version history."))
        set_action_enabled(
            self.actions["close"], page is not self._documents.start, _("The start page cannot be closed.")
        )
        is_layout, is_match = page.edited_layout() is not None, page.match_layout() is not None
        for name in ("compare", "play_layout", "lab"):
            set_action_enabled(self.actions[name], is_layout, _("The current tab is not a layout."))
        set_action_enabled(self.actions["edit_layout"], is_match, _("The current tab is not a match."))
        self.menus["layout"].menuAction().setVisible(is_layout)
        self.menus["match"].menuAction().setVisible(is_match)
