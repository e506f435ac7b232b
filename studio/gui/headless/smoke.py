"""The program tries itself out without a display: window, layout, edit and undo, checks, a match, saving, a picture."""

from __future__ import annotations

import json
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from studio import __version__
from studio.core.problems import has_errors
from studio.core.text import complain, say
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.headless.window import Failed, open_window, own_data_dir, photograph, until

if TYPE_CHECKING:
    from studio.core.match import Match
    from studio.gui.editor.page import EditorPage
    from studio.gui.page import Page
    from studio.gui.play.page import PlayPage
    from studio.gui.shell.main_window import MainWindow
    from studio.opening import Opened

MATCH_SECONDS = 120.0
SIZE = (1000, 640)
"""Of the window: the smallest it takes."""
STEPS = 4
"""So many steps of a tutorial are gone."""
IN_WINDOW = 3
"""So many decisions of each match are left to the bots in the window; the long way there needs no painting."""


def smoke_test(data_dir: Path | None = None) -> int:
    """Run it; one line says how it went. Returns the exit code."""
    begun = time.perf_counter()
    try:
        with own_data_dir(data_dir) as folder, open_window(size=SIZE) as window:
            decisions = 0
            for slug in slugs():
                layouts = shipped_layouts(slug)
                if not layouts:
                    raise Failed(f"no layouts of {slug} came with the program")
                source = folder / f"{slug}.json"
                source.write_bytes(min((path.read_bytes() for path in layouts), key=len))
                _try_editor(window, source)
                decisions += _try_match(window, source, folder / f"{slug}_match.json")
                photograph(window, folder / f"{slug}.png")
            _try_lesson(window)
            _try_languages(window)
            _try_report()
    except Failed as failure:
        complain(f"explorer-studio {__version__}: smoke test failed: {failure}")
        return 1
    seconds = time.perf_counter() - begun
    say(
        f"explorer-studio {__version__}: smoke test passed: layout opened, edited, undone, validated and saved, "
        f"a match of {decisions} decisions played, saved and loaded back, a lesson begun, languages spoken, "
        f"in {seconds:.1f} s"
    )
    return 0


def _opened(page: Page | None, what: str) -> Page:
    if page is None:
        raise Failed(f"{what} was not opened")
    return page


def _try_editor(window: MainWindow, path: Path) -> None:
    """Open, edit, undo, check, redo, save, and read back."""
    from studio.gui.editor.page import EditorPage
    from studio.opening import open_layout

    page = _opened(window.open_path(path), "the layout")
    if not isinstance(page, EditorPage):
        raise Failed("a layout was not opened in an editor")
    document = page.document
    before = document.body
    after = _some_edit(page)
    document.apply("Smoke test", after)
    if not page.is_modified() or document.body != after:
        raise Failed("an edit left no trace")
    document.undo()
    if document.body != before or page.is_modified():
        raise Failed("undo did not lead back")
    document.recheck()
    if has_errors(list(document.checked)):
        raise Failed(f"a shipped layout has errors: {document.checked[0].message}")
    document.redo()
    if not page.save() or open_layout(path).body != after:
        raise Failed("the layout was not saved as it is")


def _some_edit(page: EditorPage) -> object:
    """The body after the first stroke of the palette that changes something."""
    game, body = page.document.game, page.document.body
    for group in game.palette(body):
        for item in group.items if group.on == "cells" else ():
            for cell in range(game.grid(body).count):
                changed = game.stamp(body, cell, item.stamp)
                if changed != body:
                    return changed
    raise Failed("no stamp of the palette changes anything")


def _try_match(window: MainWindow, layout: Path, path: Path) -> int:
    """Let bots play the end of a match in the window, save it, load it back. Returns how many decisions it took."""
    from studio.core.text import SEAT_NAMES
    from studio.gui.play.match.bot_seats import DELAYS
    from studio.gui.play.page import PlayPage
    from studio.gui.start.setup.seats_form import SeatSetup
    from studio.gui.style.stylesheet import current_theme
    from studio.opening import open_layout

    opened = open_layout(layout)
    match, kinds = _nearly_over(opened), ("random", "greedy", "planner:40", "mcts:20")
    setups = [SeatSetup(SEAT_NAMES[seat], kinds[seat % len(kinds)]) for seat in range(match.seats)]
    page = PlayPage(match, opened, setups, current_theme())
    window.add_page(page)
    page.manners.set_speed(len(DELAYS) - 1)
    until(lambda: page.controller.is_over, "a match between bots", MATCH_SECONDS)
    page.file.write(path)
    _compare(window, page, path)
    return len(match.decisions())


def _nearly_over(opened: Opened) -> Match:
    """A match in which few decisions are missing."""
    from studio.lab.play import Log, make_bots, play_match
    from studio.opening import playable_board, start_match

    game, seats = opened.game, opened.game.info.least_seats
    players = make_bots(["random"] * seats, 1)
    log = Log()
    play_match(game, playable_board(opened), seats, game.info.defaults(), players, 1, log=log)
    match = start_match(opened, seats, seed=1)
    match.replay(log.moves[:-IN_WINDOW])
    return match


def _compare(window: MainWindow, page: PlayPage, path: Path) -> None:
    """Load a saved match in a tab of its own and hold it against the one on show."""
    from studio.gui.play.page import PlayPage

    window.show_page(page)
    window.close_page(page)
    other = _opened(window.open_path(path), "the saved match")
    if not isinstance(other, PlayPage):
        raise Failed("a match was not opened at a table")
    one, two = page.controller.played_match, other.controller.played_match
    if json.dumps(one.state.dump()) != json.dumps(two.state.dump()) or one.decisions() != two.decisions():
        raise Failed("the match was not loaded as it was saved")


def _try_lesson(window: MainWindow) -> None:
    """Open a tutorial and do what its first steps ask for."""
    from studio.gui.learn.tutorial_page import TutorialPage

    page = _opened(window.show_tutorial(slugs()[0]), "a tutorial")
    tutor = page.tutor if isinstance(page, TutorialPage) else None
    if tutor is None:
        raise Failed("a tutorial was not opened as one")
    while tutor.number < STEPS:
        until(lambda: tutor.wanted is not None or not tutor.step.act, "a step of a tutorial")
        number = tutor.number
        tutor.show()
        until(partial(lambda was: tutor.number > was, number), "the next step of a tutorial")
    window.close_page(page)


def _try_languages(window: MainWindow) -> None:
    """Speak every language and end with the one before."""
    from studio.gui.shell import speech

    before, offered, heard = speech.chosen(), [name for name, _called in speech.offered()], set()
    for language in (*offered, before):
        speech.choose(language)
        window.respeak()
        heard.add(tuple(action.text() for action in window.top.menu_bar.actions()))
    if len(heard) < len(offered):
        raise Failed("a language is not spoken in the menus")


def _try_report() -> None:
    """Write the report that is offered after an error."""
    from studio.gui.shell.desktop.crashing import write_report

    path = write_report("ValueError: nothing but a trial")
    if path is None or "nothing but a trial" not in path.read_text("utf-8"):
        raise Failed("no report of an error was written")
