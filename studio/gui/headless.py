"""Windows without a display: isolated settings, waiting, screenshots, smoke test and demo."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication, QWidget

from studio import __version__
from studio.core.cancellation import CancelToken
from studio.core.game import EVERYBODY
from studio.core.match import Match, Node
from studio.core.picture import EDGE_BASE, Picture
from studio.core.problems import Problem, Severity, has_errors
from studio.core.text import SEAT_NAMES, name_seats, print_error, print_text
from studio.documents.files import DocumentError, write_bytes
from studio.documents.paths import set_data_dir, shipped_layouts
from studio.documents.store import HUMAN
from studio.games import slugs
from studio.lab.jobs import MatchLog, make_bots, play_match
from studio.services.loading import LoadedLayout, load_layout, playable_board, start_match

if TYPE_CHECKING:
    from studio.drawing.print_sheets import Printout
    from studio.gui.editor.page import EditorPage
    from studio.gui.page import Page
    from studio.gui.play.page import PlayPage
    from studio.gui.shell.main_window import MainWindow
    from studio.gui.style.theme import Theme

WINDOW_SIZE = (1440, 900)


class SmokeTestError(Exception):
    """A failed smoke test; the message says what failed."""


@contextmanager
def isolated_data_dir(given: Path | None) -> Iterator[Path]:
    """Use the given data folder, or a temporary one."""
    with tempfile.TemporaryDirectory(prefix="explorer-studio-", ignore_cleanup_errors=True) as folder:
        set_data_dir(given or Path(folder) / "data")
        try:
            yield Path(folder)
        finally:
            set_data_dir(given)


@contextmanager
def open_window(theme: str = "light", size: tuple[int, int] = WINDOW_SIZE) -> Iterator[MainWindow]:
    """Show the main window. Errors in slots, which Qt swallows, are raised at the end as `SmokeTestError`."""
    from studio.gui.settings import settings
    from studio.gui.shell.app import make_application
    from studio.gui.shell.main_window import MainWindow

    app = make_application()
    settings().set_value("motion", False)
    errors: list[BaseException] = []

    def caught(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        errors.append(error)

    hook, sys.excepthook = sys.excepthook, caught
    window = MainWindow()
    try:
        window.appearance.choose("theme", theme)
        window.resize(*size)
        window.show()
        app.processEvents()
        yield window
        for page in window.pages():
            page.about_to_close()
        app.processEvents()
    finally:
        sys.excepthook = hook
        window.hide()
        window.deleteLater()
        app.processEvents()
    if errors:
        raise SmokeTestError(f"an error inside the window: {errors[0]!r}") from errors[0]


def wait_until(done: Callable[[], bool], what: str, seconds: float = 60.0) -> None:
    """Process events until `done` is true. Raises `SmokeTestError` after the time limit."""
    limit = time.monotonic() + seconds
    while not done():
        if time.monotonic() > limit:
            raise SmokeTestError(f"{what}: not within {seconds:g} seconds")
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
        time.sleep(0.002)  # else the threads of bots and checks would wait for this loop


def settle(seconds: float = 0.6) -> None:
    """Process events for some time so that progressive painting finishes."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        time.sleep(0.005)


def photograph(widget: QWidget, path: Path) -> Path:
    """Write a screenshot of a widget as PNG. Raises `SmokeTestError` if it is blank or cannot be written."""
    from studio.gui.board.canvas import BoardCanvas
    from studio.gui.output.export import png_bytes

    for board in widget.findChildren(BoardCanvas):
        if board.isVisible():
            board.finish_painting()
    shot = widget.grab()
    image = shot.toImage()
    xs, ys = ([size * part // 24 for part in range(1, 24)] for size in (image.width(), image.height()))
    colors = {image.pixel(x, y) for x in xs for y in ys}
    if shot.isNull() or len(colors) < 4:
        raise SmokeTestError("the window is blank")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        write_bytes(path, png_bytes(image))
    except DocumentError as problem:
        raise SmokeTestError(str(problem)) from None
    return path


def write_tiled_map(layout: LoadedLayout, folder: Path, name: str, theme: str = "light") -> list[Path]:
    """Write a layout as Tiled files into a folder; return their paths. Raises `DocumentError`."""
    from studio.gui.output.export import write_tiled

    return write_tiled(layout, folder, name, _load_theme(theme))


def _load_theme(name: str, grain: bool = True) -> Theme:
    """Start the application, which painting requires, and return the theme for files."""
    from studio.gui.shell.app import make_application
    from studio.gui.style.sprites import export_theme

    make_application()
    return export_theme(name, grain)


def render(
    picture: Picture, kind: str, width: int, theme: str = "light", dpi: float = 96.0, grain: bool = True
) -> bytes:
    """A picture as the bytes of a file of a kind (".png", ".svg", ".pdf")."""
    from studio.gui.output.export import render_bytes

    return render_bytes(picture, kind, width, _load_theme(theme, grain), dpi)


def render_animation(pictures: Iterable[Picture], width: int, theme: str, grain: bool, milliseconds: int) -> bytes:
    """Pictures of one board as the bytes of an animated PNG."""
    from studio.gui.board.painter import run_steps
    from studio.gui.output.animation import animation_steps

    return run_steps(animation_steps(pictures, width, _load_theme(theme, grain), milliseconds)).data()


def render_pdf(pages: Printout, title: str, ink_saving: bool) -> bytes:
    """Pages as the bytes of a PDF."""
    from studio.gui.output.printing import pdf_bytes
    from studio.gui.shell.app import make_application
    from studio.gui.style.sprites import LINES

    make_application()
    return pdf_bytes(pages, title, LINES if ink_saving else None)


# Smoke test

MATCH_SECONDS = 120.0
SMALL_WINDOW = (1000, 640)  # minimum size of the window
STEPS = 4  # number of tutorial steps to take
WINDOW_DECISIONS = 3  # number of decisions that bots take in the window; the earlier ones need no painting


def smoke_test(data_dir: Path | None = None) -> int:
    """Run the smoke test and print its result in one line; return the exit code."""
    begun = time.perf_counter()
    try:
        with isolated_data_dir(data_dir) as folder, open_window(size=SMALL_WINDOW) as window:
            decisions = 0
            for slug in slugs():
                layouts = shipped_layouts(slug)
                if not layouts:
                    raise SmokeTestError(f"no layouts of {slug} came with the program")
                source = folder / f"{slug}.json"
                source.write_bytes(min((path.read_bytes() for path in layouts), key=len))
                _try_editor(window, source)
                decisions += _try_match(window, source, folder / f"{slug}_match.json")
                photograph(window, folder / f"{slug}.png")
            _try_lesson(window)
            _try_languages(window)
            _try_report()
    except SmokeTestError as failure:
        print_error(f"explorer-studio {__version__}: smoke test failed: {failure}")
        return 1
    seconds = time.perf_counter() - begun
    print_text(
        f"explorer-studio {__version__}: smoke test passed: layout opened, edited, undone, validated and saved, "
        f"a match of {decisions} decisions played, saved and loaded back, a lesson begun, languages spoken, "
        f"in {seconds:.1f} s"
    )
    return 0


def _current_page(page: Page | None, what: str) -> Page:
    if page is None:
        raise SmokeTestError(f"{what} was not opened")
    return page


def _try_editor(window: MainWindow, path: Path) -> None:
    """Open, edit, undo, check, redo, save and load a layout."""
    from studio.gui.editor.page import EditorPage

    page = _current_page(window.open_path(path), "the layout")
    if not isinstance(page, EditorPage):
        raise SmokeTestError("a layout was not opened in an editor")
    document = page.document
    before = document.body
    after = _some_edit(page)
    document.apply("Smoke test", after)
    if not page.is_modified() or document.body != after:
        raise SmokeTestError("an edit left no trace")
    document.undo()
    if document.body != before or page.is_modified():
        raise SmokeTestError("undo did not lead back")
    document.recheck()
    if has_errors(list(document.check_problems)):
        raise SmokeTestError(f"a shipped layout has errors: {document.check_problems[0].message}")
    document.redo()
    if not page.save() or load_layout(path).body != after:
        raise SmokeTestError("the layout was not saved as it is")


def _some_edit(page: EditorPage) -> object:
    """Apply the first stroke of the palette that changes the body."""
    game, body = page.document.game, page.document.body
    for group in game.sketch.palette(body):
        for item in group.items if group.on == "cells" else ():
            for cell in range(game.body.grid(body).count):
                changed = game.editing.stamp(body, cell, item.stamp)
                if changed != body:
                    return changed
    raise SmokeTestError("no stamp of the palette changes anything")


def _try_match(window: MainWindow, layout: Path, path: Path) -> int:
    """Let bots play the end of a match in the window, save it and load it; return the number of decisions."""
    from studio.gui.page import SeatSetup
    from studio.gui.play.bots import DELAYS
    from studio.gui.play.page import PlayPage
    from studio.gui.style.stylesheet import current_theme

    opened = load_layout(layout)
    match, kinds = _nearly_finished_match(opened), ("random", "greedy", "planner:40", "mcts:20")
    setups = [SeatSetup(SEAT_NAMES[seat], kinds[seat % len(kinds)]) for seat in range(match.seats)]
    page = PlayPage(match, opened, setups, current_theme())
    window.add_page(page)
    page.table_settings.set_speed(len(DELAYS) - 1)
    wait_until(lambda: page.controller.is_over, "a match between bots", MATCH_SECONDS)
    page.file.write(path)
    _compare(window, page, path)
    return len(match.decisions())


def _nearly_finished_match(opened: LoadedLayout) -> Match:
    """Return a match with few decisions left."""
    game, seats = opened.game, opened.game.info.min_seats
    players = make_bots(["random"] * seats, 1)
    log = MatchLog()
    play_match(game, playable_board(opened), seats, game.info.defaults(), players, 1, log=log)
    match = start_match(opened, seats, seed=1)
    match.replay(log.moves[:-WINDOW_DECISIONS])
    return match


def _compare(window: MainWindow, page: PlayPage, path: Path) -> None:
    """Load a saved match in another tab and compare it with the one shown."""
    from studio.gui.play.page import PlayPage

    window.show_page(page)
    window.close_page(page)
    other = _current_page(window.open_path(path), "the saved match")
    if not isinstance(other, PlayPage):
        raise SmokeTestError("a match was not opened at a table")
    one, two = page.controller.played_match, other.controller.played_match
    if json.dumps(one.state.dump()) != json.dumps(two.state.dump()) or one.decisions() != two.decisions():
        raise SmokeTestError("the match was not loaded as it was saved")


def _try_lesson(window: MainWindow) -> None:
    """Open a tutorial and follow its first steps."""
    from studio.gui.learn.lessons import TutorialPage

    page = _current_page(window.commands.show_tutorial(slugs()[0]), "a tutorial")
    tutor = page.tutorial_controller if isinstance(page, TutorialPage) else None
    if tutor is None:
        raise SmokeTestError("a tutorial was not opened as one")
    while tutor.number < STEPS:
        wait_until(lambda: tutor.expected_action is not None or not tutor.step.act, "a step of a tutorial")
        number = tutor.number
        tutor.show_move()
        wait_until(partial(lambda was: tutor.number > was, number), "the next step of a tutorial")
    window.close_page(page)


def _try_languages(window: MainWindow) -> None:
    """Switch to every language and back."""
    from studio.gui.shell import session as speech

    before, offered, heard = speech.chosen(), [name for name, _called in speech.offered()], set()
    for language in (*offered, before):
        speech.choose(language)
        window.rebuild()
        heard.add(tuple(action.text() for action in window.menus.bar.actions()))
    if len(heard) < len(offered):
        raise SmokeTestError("a language is not spoken in the menus")


def _try_report() -> None:
    """Write an error report."""
    from studio.gui.shell.crash_handler import write_report

    path = write_report(ValueError("a trial"))
    if path is None or "ValueError" not in path.read_text("utf-8"):
        raise SmokeTestError("no report of an error was written")


# Demo

BOTS = ("greedy", "random")
SEED = 8
WIDTH = 1800
VERIFY_SECONDS = 30.0
MAX_PLACES = 4


def demo(folder: Path, data_dir: Path | None = None) -> int:
    """Check layouts, play matches and take screenshots; return 1 if a shipped layout has errors, else 0."""
    begun, errors = time.perf_counter(), 0
    try:
        with isolated_data_dir(data_dir), open_window() as window:
            for slug in slugs():
                layouts = [load_layout(path) for path in shipped_layouts(slug)]
                if not layouts:
                    raise SmokeTestError(f"no layouts of {slug} came with the program")
                errors += sum(_has_errors(opened) for opened in layouts)
                _show(window, layouts[0], folder)
    except (SmokeTestError, DocumentError) as failure:
        print_error(f"explorer-studio: {failure}")
        return 1
    print_text(f"Done in {time.perf_counter() - begun:.1f} s. The pictures are in {folder}.")
    return 1 if errors else 0


def _has_errors(opened: LoadedLayout) -> bool:
    """Check and verify a layout, print the result and return whether there are errors."""
    begun = time.perf_counter()
    problems: list[Problem] = list(opened.game.checks.check(opened.body))
    problems += opened.game.checks.verify(opened.body, CancelToken(VERIFY_SECONDS))
    spent = (time.perf_counter() - begun) * 1000
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    warnings = sum(problem.severity is Severity.WARNING for problem in problems)
    verdict = f"cannot be played: {errors[0].message}" if errors else f"can be played, warnings: {warnings}"
    print_text(f"{opened.game.info.name}, {opened.layout.name}: {verdict} ({spent:.0f} ms)")
    return bool(errors)


def _show(window: MainWindow, opened: LoadedLayout, folder: Path) -> None:
    """Take screenshots of the editor, of a match in the middle, and of its final board."""
    game, slug = opened.game, opened.game.info.slug
    assert opened.path is not None
    page = window.open_path(opened.path)
    if page is None:
        raise SmokeTestError(f"{opened.path} was not opened")
    settle(1.5)
    print_text(f"  editor: {photograph(window, folder / f'{slug}_editor.png')}")
    match = _play_match(opened)
    names = SEAT_NAMES[: match.seats]
    count = len(match.decisions())
    verdict = name_seats(game.text.score_breakdown(match.state).verdict, names)
    print_text(f"  one match between bots ({', '.join(_seat_bots(match.seats))}): {count} decisions. {verdict}")
    _show_table(window, opened, match, folder / f"{slug}_play.png")
    board = folder / f"{slug}_board.png"
    write_bytes(board, render(game.picture.picture(match.state, EVERYBODY), ".png", WIDTH))
    print_text(f"  final board: {board}")


def _seat_bots(seats: int) -> list[str]:
    return [BOTS[min(seat, 1)] for seat in range(seats)]


def _play_match(opened: LoadedLayout) -> Match:
    seats = opened.game.info.max_seats
    match = start_match(opened, seats, seed=SEED)
    bots = make_bots(_seat_bots(seats), SEED)
    while not match.is_over:
        seat = match.state.to_move
        match.play(bots[seat].choose(opened.game, match.state, seat))
    return match


def _show_table(window: MainWindow, opened: LoadedLayout, match: Match, path: Path) -> None:
    """Take a screenshot of a position past the middle with a human to move."""
    from studio.gui.page import SeatSetup
    from studio.gui.play.page import PlayPage
    from studio.gui.style.stylesheet import current_theme

    node = _pick_position(match)
    early = match.branch(node, SEED)
    person = node.state.to_move
    kinds = [HUMAN if seat == person else bot for seat, bot in enumerate(_seat_bots(match.seats))]
    setups = [SeatSetup(SEAT_NAMES[seat], kind) for seat, kind in enumerate(kinds)]
    page = PlayPage(early, opened, setups, current_theme())
    window.add_page(page)
    page.controller.step_target()
    settle(1.5)
    print_text(f"  play view: {photograph(window, path)}")
    window.close_page(page)


def _pick_position(match: Match) -> Node:
    """Find a position past the middle in which a piece has several placements on two to four spaces."""
    nodes = match.line()
    middle = nodes[len(nodes) // 2 : max(len(nodes) * 3 // 4, len(nodes) // 2 + 1)]

    def choice(node: Node) -> tuple[int, int]:
        state = node.state
        if state.to_move < 0:
            return (-1, 0)
        ghosts = [action for action in state.legal() if match.game.picture.preview(state, action) is not None]
        places = {place for action in ghosts if (place := match.game.picture.target(state, action)) < EDGE_BASE}
        return (len(places) if len(places) <= MAX_PLACES else 0, len(ghosts))

    return max(middle, key=choice)
