"""What every tab of the window is: a page that knows its title, whether it changed, how to save and close itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import isValid

if TYPE_CHECKING:
    from studio.core.problems import Problem
    from studio.documents.store import Layout
    from studio.gui.style.theme import Theme
    from studio.services.loading import LoadedLayout

KeyGroup = tuple[str, Sequence[tuple[str, Sequence[str]]]]
"""Keys that belong together, for the sheet of shortcuts: a title, then words and the keys that do it."""


class PageMenu(NamedTuple):
    """A menu that the window shows while the page is in front. None among the actions is a separating line.

    `merge_into` names a standard menu ("view", "edit", …) at whose end the actions appear instead of in a menu of
    their own.
    """

    title: str
    actions: Sequence[QAction | None]
    merge_into: str = ""


class Page(QWidget):
    """Base of every tab. Subclasses override what they have; what is here is a page with nothing to save.

    A page of widgets lies over live objects (its document, its match, its runs). When the language changes, the window
    deletes the page and makes a `successor` over the same live objects.

    `changed`: title, path, modified dot or offered actions are different now; the window reads them again.
    `message`: a short remark for the status bar (text). `save_requested`: the window is to save the page, and to tell
    what goes wrong. `open_requested`: another page is wanted (an open one, for a path, an editor for an `Opened`, a
    replay of a `Record`).
    `playtest_requested`: the layout drawn here is to be tried out (True: with a new match, False: in the one that is
    going on, if there is one); `print_requested`: it is to be seen on paper; `workshop_requested`: its pieces are to be
    changed, this one first;
    `lab_requested`: matches are to be played on it by bots;
    `new_match_requested`: a match on a layout (an `Opened`), after asking for seats and options.
    `rematch_requested`: another one on it (an `Opened`) with these seats and options, and the next seat first.
    `lesson_requested`: the lesson in a file that comes with the program. `close_requested`: the tab is to be closed.
    `try_requested`: the board of a clause (a `Clause` of a `Game`) on a table of its own.
    `branch_requested`: a `Match` that has begun goes on at a table of its own, on a layout, with these seats.
    `rule_requested`: the book of a game (a `Game`) is to be opened at the clause with this number.
    """

    changed = Signal()
    message = Signal(str)
    save_requested = Signal()
    open_requested = Signal(object)
    playtest_requested = Signal(bool)
    print_requested = Signal()
    piece_editor_requested = Signal(str)
    lab_requested = Signal()
    new_match_requested = Signal(object)
    rematch_requested = Signal(object, object, object)
    branch_requested = Signal(object, object, object)
    rule_requested = Signal(object, str)
    lesson_requested = Signal(object)
    try_requested = Signal(object, object)
    close_requested = Signal()

    icon_name = "map"
    """Icon of the tab (see `studio.gui.style.icons`)."""

    manual_key = "first_layout"
    """The page of the manual that tells of what is done here."""

    undo_action: QAction | None = None
    redo_action: QAction | None = None
    """Actions that the Edit menu shows while the page is in front."""

    status: QWidget | None = None
    """A widget that the status bar shows while the page is in front."""

    def live_objects(self) -> Sequence[QObject]:
        """Children of the page that a successor takes over."""
        return ()

    def successor(self, replaced: Mapping[Page, Page]) -> Page:
        """Return a new page over the same live objects, in the language in use.

        The widgets of this page are deleted already; `replaced` maps pages that have a successor to it.
        """
        raise NotImplementedError

    def stop_tasks(self) -> None:
        """Stop tasks and animations of the widgets. The live objects go on."""

    def view_state(self) -> object:
        """What the user has chosen to see (zoom, a tool, a tab), for `restore_view_state` of a successor."""
        return None

    def restore_view_state(self, state: object) -> None:
        """Show what `view_state` of a predecessor describes."""

    _focus_part: QWidget | None = None

    def setFocusProxy(self, part: QWidget | None) -> None:
        """Which part has the keyboard when the page gets it. Not Qt's own: Tab would leave out what lies before it."""
        self._focus_part = part

    def focusProxy(self) -> QWidget | None:
        return self._focus_part if self._focus_part is not None and isValid(self._focus_part) else super().focusProxy()

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        if self._focus_part is not None and isValid(self._focus_part):  # it may be about to be made anew
            self._focus_part.setFocus(reason)
        else:
            super().setFocus(reason)

    def title(self) -> str:
        """What the tab says."""
        return ""

    def path(self) -> Path | None:
        """The file behind the page, if it has one."""
        return None

    def edited_layout(self) -> LoadedLayout | None:
        """The layout that is drawn here, as it stands."""
        return None

    def belongs_to(self, _page: Page) -> bool:
        """Whether it is about the layout drawn on that page, and goes when that page goes."""
        return False

    def match_layout(self) -> LoadedLayout | None:
        """The layout that a match is played on here."""
        return None

    def mark_random_seating(self) -> None:
        """The order of the seats of the match that begins here was drawn: say so, and keep it."""

    def clause(self) -> str:
        """The clause that the next step of the match follows that is played here."""
        return ""

    def is_modified(self) -> bool:
        """Whether closing would lose something."""
        return False

    def unsaved_prompt(self) -> tuple[str, str, str] | None:
        """What is asked when it is closed with changes that do not go into a file: heading, words, how to keep them."""
        return None

    def save(self) -> bool:
        """Save to the page's file (asking for one when there is none). False when nothing was saved."""
        return self.save_as()

    def save_as(self) -> bool:
        """Ask for a file and save. False when nothing was saved."""
        return False

    def changes(self) -> int:
        """How many changes are not in the file yet, as far as they can be counted."""
        return 0

    def reload(self) -> bool:
        """Show what the page's file holds now. False: that takes a new page. Raises `DocumentError`."""
        return False

    def mark_unsaved(self) -> None:
        """The file no longer holds what was saved here: closing would lose something until it is saved again."""

    def add_notice(self, notice: QWidget) -> None:
        """Put a bar across the page, below its tool bars: above the last part, which is the page proper."""
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout), "a page with a file stacks its parts"
        layout.insertWidget(layout.count() - 1, notice)

    def can_save(self) -> bool:
        """Whether File → Save means anything here."""
        return True

    def menus(self) -> Sequence[PageMenu]:
        """Menus, or additions to the standard menus, that belong to this page."""
        return ()

    def shortcuts(self) -> Sequence[KeyGroup]:
        """Keys that stand in no menu."""
        return ()

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme from now on. The style sheet has been changed already."""

    def toast_area(self) -> QWidget:
        """The part of the page at whose foot a remark may lie for some seconds, since nothing is pressed there."""
        return self

    def activated(self) -> None:
        """The page has come to the front."""

    def deactivated(self) -> None:
        """Another page has come to the front."""

    def autosave_now(self, for_good: bool = False) -> bool:
        """Write into the data folder what is not saved yet, without asking; False when it cannot be written.

        `for_good`: the program ends now, and what was written is to be offered at the next start.
        """
        return True

    def replace_layout(self, layout: Layout, label: str, changes: int = 1) -> bool:
        """Make this the layout that is drawn here, as one undo step with this label that stands for so many changes.

        False when the page draws no layout of that game, or shows this one already. Raises `DocumentError`.
        """
        return False

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show where these problems of the layout are that is drawn here."""

    def reload_lab_data(self) -> None:
        """What is kept of matches on the layout that is drawn here is different now."""

    def show_piece(self, piece: str) -> None:
        """Show the piece of the layout that is called so, where pieces are shown."""

    def close_message(self) -> str:
        """What to tell a person who closes the page: where it is found again."""
        return ""

    def about_to_close(self) -> bool:
        """The tab is about to go, and unsaved changes have been dealt with: stop timers and threads.

        False keeps the page open.
        """
        return True
