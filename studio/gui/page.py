"""What every tab of the window is: a page that knows its title, whether it changed, how to save and close itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import isValid

if TYPE_CHECKING:
    from studio.core.book import Clause
    from studio.core.game import Options
    from studio.core.match import Match
    from studio.core.plugin import Game
    from studio.core.problems import Problem
    from studio.documents.autosave import UnsavedDocument
    from studio.documents.store import Layout, Record
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


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """Who plays in a seat: name, "human" or the name of a bot, and the color of its pieces ("": the default)."""

    name: str
    kind: str = "human"
    color: str = ""


@dataclass(frozen=True)
class SavePage:
    """Save the page; errors are shown."""


@dataclass(frozen=True)
class ClosePage:
    """Close the tab of the page."""


@dataclass(frozen=True)
class ShowPage:
    """Activate the tab of another page."""

    page: Page


@dataclass(frozen=True)
class AskFiles:
    """Ask for files and open them."""


@dataclass(frozen=True)
class OpenFile:
    """Open a layout or a match."""

    path: Path


@dataclass(frozen=True)
class OpenDocument:
    """Open a document that has no file: a layout in an editor, a record as a replay."""

    document: LoadedLayout | Record


@dataclass(frozen=True)
class RestoreUnsaved:
    """Open a document with the changes that were not saved when its program ended."""

    unsaved: UnsavedDocument


@dataclass(frozen=True)
class NewLayout:
    """Ask how a new layout is generated, and open it."""


@dataclass(frozen=True)
class NewMatch:
    """Ask for layout, seats and options, and start a match; `layout` (or the one in the file `path`) is preselected."""

    layout: LoadedLayout | None = None
    path: Path | None = None


@dataclass(frozen=True)
class Rematch:
    """Start another match with the same seats; the next seat begins."""

    layout: LoadedLayout
    setups: Sequence[SeatSetup]
    options: Options


@dataclass(frozen=True)
class OpenMatch:
    """Continue a match in a tab of its own."""

    match: Match
    layout: LoadedLayout
    setups: Sequence[SeatSetup]


@dataclass(frozen=True)
class Playtest:
    """Play the layout of the page: continue its match, or start one if there is none, or to `restart`."""

    restart: bool = False


@dataclass(frozen=True)
class PrintLayout:
    """Open the print page for the layout of the page."""


@dataclass(frozen=True)
class EditPieces:
    """Open the piece editor for the layout of the page, with this piece selected."""

    piece: str = ""


@dataclass(frozen=True)
class OpenLab:
    """Open the Lab for the layout of the page."""


@dataclass(frozen=True)
class ShowRules:
    """Open the rulebook of a game at a rule."""

    game: Game
    rule: str = ""


@dataclass(frozen=True)
class TryRule:
    """Open the board of a rule as a small match."""

    game: Game
    rule: Clause


@dataclass(frozen=True)
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
    | Playtest
    | PrintLayout
    | EditPieces
    | OpenLab
    | ShowRules
    | TryRule
    | OpenLesson
)


class Page(QWidget):
    """Base of every tab. Subclasses override what they have; what is here is a page with nothing to save.

    A page of widgets lies over live objects (its document, its match, its runs). When the language changes, the window
    deletes the page and makes a `successor` over the same live objects.

    `changed`: title, path, modified dot or offered actions are different now; the window reads them again.
    `message`: a short text for a notification. `request`: what the window is to do, a `Request`.
    """

    changed = Signal()
    message = Signal(str)
    request = Signal(object)

    icon_name = "map"  # icon of the tab (see `studio.gui.style.icons`)

    manual_key = "first_layout"  # the page of the manual that tells of what is done here

    undo_action: QAction | None = None
    redo_action: QAction | None = None  # actions that the Edit menu shows while the page is in front

    status: QWidget | None = None  # a widget that the status bar shows while the page is in front

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

    def heightForWidth(self, _width: int) -> int:
        return -1  # else a scroll area gives a page with wrapped text its preferred height, not what there is

    _focus_part: QWidget | None = None

    def setFocusProxy(self, part: QWidget | None) -> None:
        """Set the part that takes the focus of the page. Not Qt's own: Tab would skip what is before it."""
        self._focus_part = part

    def focusProxy(self) -> QWidget | None:
        return self._focus_part if self._focus_part is not None and isValid(self._focus_part) else super().focusProxy()

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        if self._focus_part is not None and isValid(self._focus_part):  # it may be about to be made anew
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
        """The order of the seats of the match that begins here was drawn: say so, and keep it."""

    def clause(self) -> str:
        """The rule that the next step of the match follows."""
        return ""

    def is_modified(self) -> bool:
        """Whether closing would lose something."""
        return False

    def unsaved_prompt(self) -> tuple[str, str, str] | None:
        """Heading, text and label of the save button for unsaved changes that do not go into a file."""
        return None

    def save(self) -> bool:
        """Save to the page's file (asking for one when there is none). False when nothing was saved."""
        return self.save_as()

    def save_as(self) -> bool:
        """Ask for a file and save. False when nothing was saved."""
        return False

    def changes(self) -> int:
        """Number of changes that are not in the file."""
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
        """Whether File → Save applies here."""
        return True

    def menus(self) -> Sequence[PageMenu]:
        """Menus of the page, or additions to the standard menus."""
        return ()

    def shortcuts(self) -> Sequence[KeyGroup]:
        """Shortcuts that are in no menu."""
        return ()

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme from now on. The style sheet has been changed already."""

    def toast_area(self) -> QWidget:
        """The part of the page at whose foot notifications may appear."""
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
        """Where a closed document is found again."""
        return ""

    def about_to_close(self) -> bool:
        """The tab is about to go, and unsaved changes have been dealt with: stop timers and threads.

        False keeps the page open.
        """
        return True
