"""What every tab of the window is: a page that knows its title, whether it changed, how to save and close itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import isValid

if TYPE_CHECKING:
    from studio.core.book import Clause
    from studio.core.game import Options
    from studio.core.match import Match, Node
    from studio.core.plugin import Game
    from studio.core.problems import Problem
    from studio.documents.autosave import UnsavedDocument
    from studio.documents.files import WatchedFile
    from studio.documents.store import Layout, Record
    from studio.gui.style.theme import Theme
    from studio.lab.review.model import ReviewStep
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


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """Who plays in a seat: name, "human" or the name of a bot, and the color of its pieces ("": the default)."""

    name: str
    kind: str = "human"
    color: str = ""


# What pages request. Nothing changes a request; they are not frozen because that triples the time to import them.


@dataclass
class SavePage:
    """Save the page; errors are shown."""


@dataclass
class ClosePage:
    """Close the tab of the page."""


@dataclass
class ShowPage:
    """Activate the tab of another page."""

    page: Page


@dataclass
class AskFiles:
    """Prompt for files and open them."""


@dataclass
class OpenFile:
    """Open a layout or a match."""

    path: Path


@dataclass
class OpenDocument:
    """Open a document that has no file: a layout in an editor, a record as a replay."""

    document: LoadedLayout | Record


@dataclass
class RestoreUnsaved:
    """Open a document with the changes that were not saved when its program ended."""

    unsaved: UnsavedDocument


@dataclass
class NewLayout:
    """Show the New layout dialog and open the generated layout."""


@dataclass
class NewMatch:
    """Show the New match dialog with this layout or file, or (`at_once`) start a match on `path`."""

    layout: LoadedLayout | None = None
    path: Path | None = None
    at_once: bool = False


@dataclass
class Rematch:
    """Start another match with the same seats; the next seat begins."""

    layout: LoadedLayout
    setups: Sequence[SeatSetup]
    options: Options


@dataclass
class OpenMatch:
    """Continue a match in a tab of its own."""

    match: Match
    layout: LoadedLayout
    setups: Sequence[SeatSetup]


@dataclass
class ReviewMatch:
    """Open the review of the page's match."""


@dataclass
class TryMove:
    """Open a match before a reviewed decision, to make it again; `played` is the position after it."""

    match: Match
    layout: LoadedLayout
    setups: Sequence[SeatSetup]
    played: Node
    step: ReviewStep


@dataclass
class Playtest:
    """Play the layout of the page: continue its match, or start one if there is none, or to `restart`."""

    restart: bool = False


@dataclass
class PrintLayout:
    """Open the print page for the layout of the page."""


@dataclass
class EditPieces:
    """Open the piece editor for the layout of the page, with this piece selected."""

    piece: str = ""


@dataclass
class OpenLab:
    """Open the Lab for the layout of the page."""


@dataclass
class ShowRules:
    """Open the rulebook of a game at a rule."""

    game: Game
    rule: str = ""


@dataclass
class TryRule:
    """Open the board of a rule as a small match."""

    game: Game
    rule: Clause


@dataclass
class OpenLesson:
    """Open a tutorial or a puzzle."""

    path: Path


Request = (
    SavePage
    | ClosePage
    | ShowPage
    | AskFiles
    | OpenFile
    | OpenDocument
    | RestoreUnsaved
    | NewLayout
    | NewMatch
    | Rematch
    | OpenMatch
    | ReviewMatch
    | TryMove
    | Playtest
    | PrintLayout
    | EditPieces
    | OpenLab
    | ShowRules
    | TryRule
    | OpenLesson
)


class Page(QWidget):
    """Base of every tab. The defaults describe a page with nothing to save.

    A page shows live objects (a document, a match, runs). When the language changes, the window deletes the page and
    makes a `successor` that shows the same live objects.

    `changed`: title, path, modified state or available actions have changed.
    `message`: a short text for a notification. `request`: a `Request` to the window.
    """

    accessible_role = QAccessible.Role.Pane
    changed = Signal()
    message = Signal(str)
    request = Signal(object)

    icon_name = "map"  # icon of the tab (see `studio.gui.style.icons`)

    manual_key = "first_layout"  # the manual page about this kind of page

    undo_action: QAction | None = None
    redo_action: QAction | None = None  # actions of the Edit menu while the page is active

    status: QWidget | None = None  # a widget of the status bar while the page is active

    def live_objects(self) -> Sequence[QObject]:
        """Children of the page that a successor takes over."""
        return ()

    def successor(self, replaced: Mapping[Page, Page]) -> Page:
        """Return a new page for the same live objects, in the current language.

        The widgets of this page are deleted already; `replaced` maps pages that have a successor to it. Subclasses
        implement it.
        """
        raise NotImplementedError

    def stop_tasks(self) -> None:
        """Stop tasks and animations of the widgets. The live objects continue."""

    def view_state(self) -> object:
        """Return the state of the view (zoom, tool, tab) for `restore_view_state` of a successor."""
        return None

    def restore_view_state(self, state: object) -> None:
        """Apply a `view_state` of a predecessor."""

    def heightForWidth(self, _width: int) -> int:
        return -1  # else a scroll area gives a page with wrapped text its preferred height instead of the available one

    _focus_part: QWidget | None = None

    def setFocusProxy(self, part: QWidget | None) -> None:
        """Set the part that takes the focus of the page. Not Qt's own: Tab would skip what is before it."""
        self._focus_part = part

    def focusProxy(self) -> QWidget | None:
        return self._focus_part if self._focus_part is not None and isValid(self._focus_part) else super().focusProxy()

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        if self._focus_part is not None and isValid(self._focus_part):  # it may be about to be replaced
            self._focus_part.setFocus(reason)
        else:
            super().setFocus(reason)

    def title(self) -> str:
        return ""

    def path(self) -> Path | None:
        """The file of the page, if it has one."""
        return None

    def edited_layout(self) -> LoadedLayout | None:
        """The layout that is edited here."""
        return None

    def belongs_to(self, _page: Page) -> bool:
        """Whether this page is about the layout edited on `page` and closes with it."""
        return False

    def match_layout(self) -> LoadedLayout | None:
        """The layout of the match that is played here."""
        return None

    def mark_random_seating(self) -> None:
        """Record and show that the order of the seats was drawn randomly."""

    def clause(self) -> str:
        """The rule that the next step of the match follows."""
        return ""

    def is_modified(self) -> bool:
        """Whether there are unsaved changes."""
        return False

    def has_work(self) -> bool:
        """Whether another state of the document would replace unsaved changes, or steps that can be redone."""
        return self.is_modified() or (self.redo_action is not None and self.redo_action.isEnabled())

    def unsaved_prompt(self) -> tuple[str, str, str] | None:
        """Heading, text and label of the save button for unsaved changes that do not go into a file."""
        return None

    def save(self) -> bool:
        """Save to the page's file, or prompt for one if there is none. Return False if nothing was saved."""
        return self.save_as()

    def save_as(self) -> bool:
        """Prompt for a file and save. Return False if nothing was saved."""
        return False

    def changes(self) -> int:
        """Number of changes that are not in the file."""
        return 0

    def reload(self) -> bool:
        """Load the page's file again. Return False if that requires a new page. Raises `DocumentError`."""
        return False

    def mark_unsaved(self) -> None:
        """Treat the document as unsaved: its file has been changed or removed."""

    def add_notice(self, notice: QWidget) -> None:
        """Insert a bar below the tool bars, above the last widget of the page's layout."""
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout), "a page with a file stacks its parts"
        layout.insertWidget(layout.count() - 1, notice)

    def can_save(self) -> bool:
        """Whether the page has something that File → Save can save."""
        return True

    def menus(self) -> Sequence[PageMenu]:
        """Menus of the page, or additions to the standard menus."""
        return ()

    def shortcuts(self) -> Sequence[KeyGroup]:
        """Shortcuts that are in no menu."""
        return ()

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme. The style sheet has already changed."""

    def toast_area(self) -> QWidget:
        """The part of the page at whose bottom notifications appear."""
        return self

    def activated(self) -> None:
        """The page has become the active one."""

    def deactivated(self) -> None:
        """Another page has become the active one."""

    def autosave_now(self, for_good: bool = False) -> bool:
        """Write unsaved changes into the data folder without a prompt. Return False if that fails.

        `for_good`: the program ends now, and the changes will be offered at the next start.
        """
        return True

    def watch_file(self, file: WatchedFile | None) -> None:
        """Autosave the known state of this file with the changes that start from it."""

    def replace_layout(self, layout: Layout, label: str, changes: int = 1) -> bool:
        """Replace the edited layout in one undo step with this label, which counts as `changes` changes.

        Return False if the page edits no layout of that game, or already this one. Raises `DocumentError`.
        """
        return False

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show the spaces of problems of the edited layout."""

    def reload_lab_data(self) -> None:
        """Load the stored Lab results of the edited layout again."""

    def show_piece(self, piece: str) -> None:
        """Select a piece by name, if the page shows pieces."""

    def close_message(self) -> str:
        """Return a message that says where to find the closed document."""
        return ""

    def about_to_close(self) -> bool:
        """Stop timers and threads before the tab closes; changes are saved or discarded. Return False to stay open."""
        return True
