"""Pages made from what is opened: an editor for a layout, a table for a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from studio.documents.paths import layouts_dir
from studio.gui.page import Page
from studio.gui.style.stylesheet import current_theme

if TYPE_CHECKING:
    from studio.core.match import Match
    from studio.gui.start.seats_form import SeatSetup
    from studio.opening import Opened


def page_of_file(path: Path) -> tuple[Page, Path | None]:
    """The page for a layout or a match record, and the shipped layout that it is a copy of. Raises `DocumentError`."""
    from studio.documents.layout import Layout
    from studio.documents.store import read
    from studio.gui.start.seats_form import SeatSetup
    from studio.opening import opened, replayed

    found = read(path)
    if isinstance(found, Layout):
        return editor_page(opened(found, path))
    match = replayed(found, path)
    setups = [SeatSetup(seat.name, seat.kind) for seat in found.seats]
    return table_page(match, opened(found.layout), setups, path), None


def editor_page(opened: Opened) -> tuple[Page, Path | None]:
    """An editor, and where its layout is from; what came with the program is a copy, to be saved elsewhere."""
    from studio.gui.editor.page import EditorPage

    source = opened.path
    if source is not None and source.is_relative_to(layouts_dir().absolute()):
        opened = replace(opened, path=None)
    return EditorPage(opened, current_theme()), source


def table_page(match: Match, opened: Opened, setups: Sequence[SeatSetup], path: Path | None = None) -> Page:
    """A table with a match."""
    from studio.gui.play.page import PlayPage

    return PlayPage(match, opened, setups, current_theme(), path=path)
