"""Make the page for a document: an editor for a layout, a match page for a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from studio.documents.autosave import AutosaveFile, UnsavedDocument, adopt, is_stored_match, new_match_file
from studio.documents.files import DocumentError
from studio.documents.paths import layouts_dir
from studio.gui.page import Page, SeatSetup
from studio.gui.style.stylesheet import current_theme

if TYPE_CHECKING:
    from studio.core.book import Clause
    from studio.core.match import Match
    from studio.core.plugin import Game
    from studio.documents.store import Record
    from studio.gui.play.page import PlayPage
    from studio.services.loading import LoadedLayout

TILED_SUFFIX = ".tmj"


class OpenInOtherInstance(Exception):
    """An autosaved match is open in another instance of the program."""


def page_for_file(path: Path, copy: bool = False) -> tuple[Page, Path | None]:
    """Return the page for a file, and the shipped layout that it is a copy of.

    An autosaved match continues in its file, or as a `copy` in another. Raises `DocumentError` and
    `OpenInOtherInstance`.
    """
    from studio.documents.files import read_bytes
    from studio.documents.lessons import is_puzzle
    from studio.documents.store import Layout, parse
    from studio.services.loading import parse_layout

    data = read_bytes(path)
    if path.suffix.lower() == TILED_SUFFIX:
        from studio.services.tiled import import_map

        return generated_page(import_map(data, path)), None
    if is_puzzle(data):
        return lesson_page(path), None
    found = parse(data, path)
    if isinstance(found, Layout):
        return editor_page(parse_layout(found, path))
    return (_stored_match_page(path, copy) if is_stored_match(path) else _record_page(found, path, path)), None


def _stored_match_page(path: Path, copy: bool) -> Page:
    from studio.documents.store import read_record

    side = new_match_file() if copy else adopt(path)
    if side is None:
        raise OpenInOtherInstance(path)
    try:
        return _record_page(read_record(path), path, None, side)
    except DocumentError:
        side.close()
        raise


def restored_page(unsaved: UnsavedDocument, path: Path | None) -> Page:
    """The page for a document with changes that are not in the file `path`. Raises `DocumentError`."""
    from studio.documents.store import Layout
    from studio.gui.editor.page import EditorPage
    from studio.services.loading import parse_layout

    if not isinstance(unsaved.document, Layout):
        return _record_page(unsaved.document, unsaved.path, path, unsaved=unsaved.changes)
    page = EditorPage(parse_layout(unsaved.document, path), current_theme())
    page.document.mark_changed(unsaved.changes)
    return page


def generated_page(made: LoadedLayout) -> Page:
    """An editor for a layout without a file, as an unsaved change."""
    from studio.gui.editor.page import EditorPage

    page = EditorPage(made, current_theme())
    page.document.mark_changed()
    return page


def requested_page(document: LoadedLayout | Record) -> Page:
    """The page for a document without a file: an editor for a layout, a replay for a record.

    An unfinished match is shown at its end, another one at its start. Raises `DocumentError`.
    """
    from studio.documents.store import Record

    if not isinstance(document, Record):
        return generated_page(document)
    page = _record_page(document, Path(), None)
    line = page.controller.match.line()
    page.commands.show_node(line[-1 if line[-1].state.to_move >= 0 else 0])
    return page


def _record_page(
    record: Record, read_from: Path, path: Path | None, side: AutosaveFile | None = None, unsaved: int = 0
) -> PlayPage:
    """The page of a match record; errors name `read_from`. Raises `DocumentError`."""
    from studio.services.loading import parse_layout, replay_record

    match = replay_record(record, read_from)
    setups = [SeatSetup(seat.name, seat.kind, seat.color) for seat in record.seats]
    page = match_page(match, parse_layout(record.layout), setups, path, side, unsaved)
    page.file.load_record_data(record)
    return page


def editor_page(opened: LoadedLayout) -> tuple[Page, Path | None]:
    """An editor, and the file of its layout. A shipped layout is opened as a copy without a file."""
    from studio.gui.editor.page import EditorPage

    source = opened.path
    if source is not None and source.is_relative_to(layouts_dir().absolute()):
        opened = replace(opened, path=None)
    page = EditorPage(opened, current_theme())
    page.source = source
    return page, source


def lesson_page(path: Path) -> Page:
    from studio.documents.files import read_bytes
    from studio.documents.lessons import is_puzzle
    from studio.gui.learn.lessons import PuzzlePage, TutorialPage

    return (PuzzlePage if is_puzzle(read_bytes(path)) else TutorialPage)(path, current_theme())


def try_page(game: Game, clause: Clause) -> Page | None:
    """A match on the board of a rule, if it has one."""
    from studio.gui.learn.lessons import TryPage
    from studio.lessons import sandbox_match

    return TryPage(game, clause, current_theme()) if sandbox_match(game, clause) is not None else None


def piece_editor_page(editor: Page) -> Page | None:
    """The piece editor of an editor page, if its game has one."""
    from studio.gui.editor.page import EditorPage
    from studio.gui.piece_editor.page import PieceEditorPage

    if not isinstance(editor, EditorPage) or not editor.document.game.has_piece_editor:
        return None
    return PieceEditorPage(editor)


def match_page(
    match: Match,
    opened: LoadedLayout,
    setups: Sequence[SeatSetup],
    path: Path | None = None,
    side: AutosaveFile | None = None,
    unsaved: int = 0,
) -> PlayPage:
    from studio.gui.play.page import PlayPage

    return PlayPage(match, opened, setups, current_theme(), path=path, autosave_file=side, unsaved=unsaved)
