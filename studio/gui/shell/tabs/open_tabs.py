"""What is open from one run of the program to the next: which files, on which side, and which of them is seen."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from studio.documents.keeping.matches import is_kept
from studio.documents.keeping.side_file import is_held
from studio.gui.page import Page
from studio.gui.settings import settings
from studio.gui.shell.tabs.sides import Sides
from studio.gui.start.start_page import StartPage

START = ""
"""Stands for the start page where paths stand for others."""


class Opening(Protocol):
    """What is asked of the window here."""

    sides: Sides
    start: StartPage

    def pages(self) -> list[Page]: ...
    def front(self) -> Page: ...
    def open_path(self, path: Path) -> Page | None: ...
    def path_of(self, page: Page) -> Path | None: ...


def remember_tabs(window: Opening) -> None:
    """Write down what is open. Pages that no file holds are kept elsewhere, and offered at the next start."""

    def named(page: Page) -> str | None:
        path = window.path_of(page)
        return START if page is window.start else str(path) if path is not None else None

    def names(pages: list[Page]) -> list[str]:
        return [name for page in pages if (name := named(page)) is not None]

    sides = window.sides
    settings().put("tabs", [name for name in names(window.pages()) if name != START])
    settings().put("beside", names(sides.sides[1].pages) if sides.is_split else [])
    settings().put("shown", names([*(page for page in sides.shown() if page is not window.front()), window.front()]))
    settings().put("divider", sides.share())


def restore_tabs(window: Opening) -> None:
    """Open again what was open; files that are gone are passed over.

    While something waits to be restored, the start page that offers it stays in front.
    """
    pages: dict[str, Page] = {START: window.start}
    for name in settings().texts("tabs"):
        path = Path(name)
        if path.is_file() and not (is_kept(path) and is_held(path)) and (page := window.open_path(path)) is not None:
            pages[name] = page
    sides = window.sides
    for name in settings().texts("beside"):
        if (page := pages.get(name)) is None:
            continue
        if not sides.is_split:
            sides.split(page)
        elif page not in sides.sides[1].pages:
            sides.bring(page, sides.sides[1])
    sides.set_share(float(settings().value("divider")))
    shown = [pages[name] for name in settings().texts("shown") if name in pages]
    if window.start.is_offering or not shown:
        shown.append(window.start)
    for page in shown:
        sides.show_page(page)
