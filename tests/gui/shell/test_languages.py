"""Another language while the window is open: everything says it, and everything a person has done stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from pytestqt.qtbot import QtBot

from studio.core import text
from studio.documents.paths import shipped_layouts, shipped_lessons
from studio.games import load, slugs
from studio.gui.book.page import BookPage
from studio.gui.editor.page import EditorPage
from studio.gui.lab.page import LabPage
from studio.gui.output.print_page import PrintPage
from studio.gui.page import Page
from studio.gui.piece_editor.page import PieceEditorPage
from studio.gui.play.page import PlayPage
from studio.gui.shell import language as speech
from studio.gui.shell.language import retranslate_page
from studio.gui.shell.page_factory import lesson_page, try_page
from studio.gui.shell.preferences import SettingsPage
from studio.gui.start.page import StartPage
from studio.gui.start.seats_form import SeatSetup
from studio.gui.style.theme import LIGHT
from studio.services.loading import LoadedLayout, load_layout, start_match
from tests.gui.said import said
from tests.gui.windows import forget_changes, shown_window
from tests.shortly import shortly

pytestmark = pytest.mark.usefixtures("english_afterwards")


def layout(slug: str) -> LoadedLayout:
    return load_layout(shipped_layouts(slug)[0])


def editor(slug: str) -> Page:
    return EditorPage(layout(slug), LIGHT)


def table(slug: str) -> Page:
    opened = layout(slug)
    match = start_match(opened, 2, seed=3)
    for _turn in range(6):
        match.play(match.legal()[0])
    return PlayPage(match, opened, [SeatSetup("Ada", "human"), SeatSetup("Bento", "human")], LIGHT)


def tried(slug: str) -> Page:
    game = load(slug)
    clauses = [clause for chapter in game.text.book() for clause in chapter.clauses]
    return next(page for clause in clauses if (page := try_page(game, clause)) is not None)


KINDS: dict[str, Callable[[str], Page]] = {
    "start": lambda _slug: StartPage(),
    "editor": editor,
    "table": table,
    "book": lambda slug: BookPage(load(slug)),
    "lab": lambda slug: LabPage(editor(slug)),
    "workshop": lambda slug: PieceEditorPage(editor(slug)),  # type: ignore[arg-type]  # it is one
    "print": lambda slug: PrintPage(layout(slug), editor(slug)),
    "tutorial": lambda slug: lesson_page(shipped_lessons(slug, "tutorial")[0]),
    "puzzle": lambda slug: lesson_page(shipped_lessons(slug, "puzzle")[0]),
    "try": tried,
    "settings": lambda _slug: SettingsPage(lambda _name: None),
}


def shown(qtbot: QtBot, page: Page) -> Page:
    qtbot.addWidget(page, before_close_func=lambda gone: gone.closing())
    page.resize(1280, 640)
    page.show()
    page.activated()
    return page


def agree(qtbot: QtBot, page: Page, fresh: Callable[[], Page], languages: Sequence[str] = ("de", "fr")) -> None:
    """What a page says in another language is what a page says that was made in that language."""
    shown(qtbot, page)
    qtbot.wait(1)
    english = said(page)
    for language in languages:
        speech.choose(language)
        retranslate_page(page)
        other = shown(qtbot, fresh())
        for _try in range(40):
            qtbot.wait(50)
            if said(page) == said(other):
                break
        assert said(page) - said(other) == said(other) - said(page)
        assert said(page) != english
        other.close()
        other.hide()


@pytest.mark.parametrize("kind", shortly(KINDS, 0, 1, 2))
def test_a_page_says_what_one_says_that_was_made_in_that_language(qtbot: QtBot, kind: str) -> None:
    small = dict.fromkeys(("book", "editor", "lab", "print", "tutorial", "try"), "_template")
    slug = {"table": "columbus", **small}.get(kind, "neue_entdecker")
    agree(qtbot, KINDS[kind](slug), lambda: KINDS[kind](slug), ["de"])


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("slug", slugs())
def test_so_does_a_page_of_every_game(qtbot: QtBot, kind: str, slug: str) -> None:
    agree(qtbot, KINDS[kind](slug), lambda: KINDS[kind](slug))


def test_the_window_says_it_too(qtbot: QtBot) -> None:
    window = shown_window(qtbot)
    speech.choose("fr")
    other = shown_window(qtbot)
    speech.choose("en")
    window.choose_language("fr")
    qtbot.waitUntil(lambda: window.start.language == "fr")
    qtbot.wait(60)
    assert said(window) - said(other) == said(other) - said(window)
    assert text.language() == "fr" and window.menus.action("language_fr").isChecked()


@pytest.mark.long
def test_what_was_done_stays(qtbot: QtBot) -> None:
    window = shown_window(qtbot, forget_changes)
    page = window.open_path(shipped_layouts("goldland")[0])
    assert isinstance(page, EditorPage)
    qtbot.wait(20)
    page.document.rename("name", "Our Coast")
    page.edit_state.select({3, 4})
    page.board.set_tool("stamp")
    page.view.set_zoom(2.0)
    page.view.center_on(3, 3)
    place, document, stack = page.view.view_position(), page.document, page.document.stack
    page.view.finish_painting()
    painted = page.view.copy_cache()._scale.blocks
    window.choose_language("de")
    qtbot.waitUntil(lambda: page.language == "de")
    kept = page.view.copy_cache()._scale.blocks
    assert painted and all(kept.get(block) is pixels for block, pixels in painted.items()), "only words are repainted"
    assert page.document is document and document.stack is stack and stack.count() == 1
    assert (
        page.is_modified() and page.title() == "Our Coast" and page in window.pages() and window.active_page() is page
    )
    assert page.edit_state.selection == {3, 4} and page.board.tool.key == "stamp"
    assert page.view.view_position() == place
    assert stack.undoText() == "Name geändert"
    page.page_actions["undo"].trigger()
    assert page.document.snapshot.name == page.document.loaded.layout.name and not page.is_modified()
    window.choose_language("en")
    qtbot.waitUntil(lambda: page.language == "en")
    assert page.document.stack.redoText() == "Name changed"
