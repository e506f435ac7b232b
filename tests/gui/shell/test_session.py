"""Change of language: the window is rebuilt in the other language, and all work is kept."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from threading import Event

import pytest
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from studio.core import text
from studio.core.form import Stamp
from studio.documents.paths import shipped_layouts, shipped_lessons
from studio.games import load, slugs
from studio.gui.book.page import BookPage
from studio.gui.editor.page import EditorPage
from studio.gui.editor.panels.overview import HistoryPanel
from studio.gui.editor.tools import ToolEvent
from studio.gui.lab.page import LabPage
from studio.gui.output.print_page import PrintPage
from studio.gui.page import Page, SeatSetup
from studio.gui.piece_editor.page import PieceEditorPage
from studio.gui.play.page import PlayPage
from studio.gui.play.review.page import ReviewPage
from studio.gui.play.review.runner import ReviewRunner
from studio.gui.shell import session
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.page_factory import lesson_page, try_page
from studio.gui.shell.preferences import SettingsPage
from studio.gui.shell.rebuild import PageSession
from studio.gui.start.page import StartPage
from studio.gui.style.theme import LIGHT
from studio.lab.review.run import review_match
from studio.lab.run import Progress, Run
from studio.lab.worker_pool import InProcessPool
from studio.services.loading import LoadedLayout, load_layout, start_match, to_record
from tests.gui.visible_text import visible_texts
from tests.gui.windows import shown_window
from tests.helpers import instance_of
from tests.short_run import mark_long

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


def example(slug: str) -> Page:
    game = load(slug)
    clauses = [clause for chapter in game.text.book() for clause in chapter.clauses]
    return next(page for clause in clauses if (page := try_page(game, clause)) is not None)


def review(_slug: str) -> Page:
    """The finished review of a short match, whatever the game."""
    opened = layout("_template")
    match = start_match(opened, 2, seed=3)
    while not match.is_over:
        match.play(match.legal()[0])
    runner = ReviewRunner(to_record(match, opened.layout, ["Ada", "Bento"], ["human", "greedy"]), match.game)
    runner.review = review_match(runner.record, match)
    return ReviewPage(match, opened, [SeatSetup("Ada", "human"), SeatSetup("Bento", "greedy")], runner, "Toy")


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
    "try": example,
    "review": review,
    "settings": lambda _slug: SettingsPage(lambda _name: None),
}


def shown(qtbot: QtBot, page: Page) -> Page:
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    page.resize(1280, 640)
    page.show()
    page.activated()
    return page


class Unchanged(dict[Page, Page]):
    """Pages that are not replaced."""

    def __missing__(self, page: Page) -> Page:
        return page


def in_language(qtbot: QtBot, page: Page, language: str) -> Page:
    """The successor of a page, which is deleted, in another language."""
    saved = PageSession(page)
    page.hide()
    session.choose(language)
    page = shown(qtbot, saved.successor(Unchanged()))
    saved.restore(page)
    return page


def compare_with_fresh(
    qtbot: QtBot, page: Page, fresh: Callable[[], Page], languages: Sequence[str] = ("de", "fr")
) -> None:
    """A successor in another language has the same texts as a page that was first made in that language."""
    shown(qtbot, page)
    qtbot.wait(1)
    english = visible_texts(page)
    for language in languages:
        page = in_language(qtbot, page, language)
        other = shown(qtbot, fresh())
        for _try in range(200):
            qtbot.wait(50)
            if visible_texts(page) == visible_texts(other):
                break
        assert visible_texts(page) - visible_texts(other) == visible_texts(other) - visible_texts(page)
        assert visible_texts(page) != english
        other.close()
        other.hide()


@pytest.mark.parametrize("kind", mark_long(KINDS, 0, 1, 2))
def test_rebuilt_page_has_the_texts_of_a_new_one(qtbot: QtBot, kind: str) -> None:
    small = dict.fromkeys(("book", "editor", "lab", "print", "tutorial", "try"), "_template")
    slug = {"table": "columbus", **small}.get(kind, "neue_entdecker")
    compare_with_fresh(qtbot, KINDS[kind](slug), lambda: KINDS[kind](slug), ["de"])


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("slug", slugs())
def test_rebuilt_page_of_every_game_has_the_texts_of_a_new_one(qtbot: QtBot, kind: str, slug: str) -> None:
    compare_with_fresh(qtbot, KINDS[kind](slug), lambda: KINDS[kind](slug))


def test_rebuilt_window_has_the_texts_of_a_new_one(qtbot: QtBot) -> None:
    window = shown_window(qtbot)
    session.choose("fr")
    other = shown_window(qtbot)
    session.choose("en")
    before = window.start
    window.choose_language("fr")
    qtbot.waitUntil(lambda: window.start is not before)
    qtbot.wait(60)
    assert visible_texts(window) - visible_texts(other) == visible_texts(other) - visible_texts(window)
    assert text.language() == "fr" and window.menus.action("language_fr").isChecked()


def successor(qtbot: QtBot, window: MainWindow, page: EditorPage) -> EditorPage:
    """The editor that replaces `page`."""
    qtbot.waitUntil(lambda: window.active_page() is not page)
    return instance_of(EditorPage, window.active_page())


def make_steps(page: Page) -> QUndoStack:
    """Edit a layout or its pieces in several ways; return the steps."""
    if isinstance(page, PieceEditorPage):
        page.piece_card._on_field_edited("sorted:sea", 3)
        for name in ("duplicate", "remove", "new_tile"):
            page.page_actions[name].trigger()
        return page.draft.stack
    assert isinstance(page, EditorPage)
    document, state = page.document, page.edit_state
    document.rename("name", "Our Sea")
    document.pin("B2", "Here")
    state.set_stamp(Stamp("tile:cove"))
    for key, cell in (("stamp", 1), ("fill", 0), ("erase", 4)):
        page.board.set_tool(key)
        page.board.tool.press(ToolEvent(1.5, 1.5, cell))
        page.board.tool.release(ToolEvent(1.5, 1.5, cell))
        if key == "stamp":
            page.problem_controller.fix(next(problem for problem in document.problems if problem.fix is not None))
            document.apply_fixes(document.safe_fixes())
    state.set_count(next(item.field for item in state.items("cells") if item.field), 30)
    state.select({2, 3})
    state.cut()
    state.paste()
    state.turn_selection(1)
    state.select(())
    page.inspector._edit("border.north", "coast")
    document.ignore(document.problems[:1], "As it should be")
    return document.stack


@pytest.mark.parametrize("kind", ["editor", "workshop"])
def test_labels_of_undo_steps_are_translated(qtbot: QtBot, kind: str) -> None:
    def labels(stack: QUndoStack) -> list[str]:
        return [stack.text(index) for index in range(stack.count())]

    page = shown(qtbot, KINDS[kind]("neue_entdecker"))
    stack = make_steps(page)
    english = labels(stack)
    assert len(english) > 3
    qtbot.wait(1)  # replaced fields are deleted
    page = in_language(qtbot, page, "de")
    fresh = make_steps(shown(qtbot, KINDS[kind]("neue_entdecker")))
    assert labels(stack) == labels(fresh) != english
    if isinstance(page, EditorPage):
        assert page.page_actions["undo"].toolTip().startswith("Rückgängig: Probleme ignoriert")
        assert visible_texts(page.history) == visible_texts(HistoryPanel(page.document))
    in_language(qtbot, page, "en")
    assert labels(stack) == english


@pytest.mark.long
def test_editor_keeps_its_document_view_and_pixels(window: MainWindow, qtbot: QtBot) -> None:
    page = instance_of(EditorPage, window.open_path(shipped_layouts("goldland")[0]))
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
    page = successor(qtbot, window, page)
    blocks = page.view.copy_cache()._scale.blocks
    assert painted and all(blocks.get(block) is pixels for block, pixels in painted.items()), "only text is repainted"
    assert page.document is document and document.stack is stack and stack.count() == 1
    assert page.is_modified() and page.title() == "Our Coast" and page in window.pages()
    assert page.edit_state.selection == {3, 4} and page.board.tool.key == "stamp"
    assert page.view.view_position() == place
    assert page.page_actions["undo"].text().startswith("&Rückgängig") and stack.undoText() == "Name geändert"
    page.page_actions["undo"].trigger()
    assert page.document.snapshot.name == page.document.loaded.layout.name and not page.is_modified()
    window.choose_language("en")
    assert successor(qtbot, window, page).document.stack.redoText() == "Name changed"


@pytest.mark.parametrize("game", ["goldland", "entdecker"])  # problems of the verification, and of the checks
def test_fitted_board_is_not_painted_again(game: str, window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1280, 720)
    page = instance_of(EditorPage, window.open_path(shipped_layouts(game)[0]))
    qtbot.waitUntil(lambda: bool(page.problems.listed_groups))
    page.view.finish_painting()
    painted, scale = page.view.copy_cache()._scale.blocks, page.view.viewport.scale
    window.choose_language("de")
    page = successor(qtbot, window, page)
    qtbot.waitUntil(lambda: bool(page.problems.listed_groups) and not page.problem_controller.verifier.is_waiting)
    blocks = page.view.copy_cache()._scale.blocks
    assert page.view.viewport.scale == scale
    assert painted and all(blocks.get(block) is pixels for block, pixels in painted.items()), "only text is repainted"


class Paused(Run):
    """An experiment that pauses after its first step until the test resumes it."""

    resumed = Event()

    def steps(self, every: float = 0.5) -> Generator[Progress, None, None]:
        steps = super().steps(every)
        yield next(steps)
        assert self.resumed.wait(60)
        yield from steps


def test_matches_and_experiments_continue_in_their_tabs(window: MainWindow, qtbot: QtBot) -> None:
    editor_tab = instance_of(EditorPage, window.open_path(shipped_layouts("_template")[0]))
    Paused.resumed.clear()
    lab = window.add_page(LabPage(editor_tab, lambda experiment: Paused(experiment, InProcessPool())))
    lab.choices.count.set_value(4)
    lab.run()
    qtbot.waitUntil(lambda: lab._progress is not None)
    match_tab = instance_of(PlayPage, window.add_page(table("columbus")))
    window.tabs.split()
    controller, depth = match_tab.controller, match_tab.controller.match.node.depth
    kinds = [[type(page) for page in pane.pages()] for pane in window.tabs.panes]
    session.choose("de")
    window.rebuild()
    assert [[type(page) for page in pane.pages()] for pane in window.tabs.panes] == kinds
    match_tab = instance_of(PlayPage, window.active_page())
    lab = next(page for page in window.pages() if isinstance(page, LabPage))
    assert match_tab.controller is controller and controller.match.node.depth == depth
    controller.confirm_handover()  # nothing can be undone on the privacy screen
    match_tab.undo_action.trigger()  # type: ignore[union-attr]
    assert controller.match.node.depth < depth
    assert lab._is_running and lab.belongs_to(next(page for page in window.pages() if isinstance(page, EditorPage)))
    Paused.resumed.set()
    qtbot.waitUntil(lambda: not lab._is_running)
    assert lab.report is not None and lab.report["matches"] >= 4


def test_file_dialogs_have_no_english_labels(qtbot: QtBot) -> None:
    """The French translation of Qt lacks two of the labels."""
    session.choose("fr")
    dialog = QFileDialog(None, "", "", "(*.json)")
    qtbot.addWidget(dialog)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    labels = {label.text().replace("&", "") for label in dialog.findChildren(QLabel)}
    assert {"Dossier\u00a0:", "Nom de fichier\u00a0:", "Type\u00a0:"} <= labels
