"""The demonstration: without a display, validates every shipped layout, plays a match per game and takes pictures."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from studio.core.cancellation import Patience
from studio.core.game import EVERYBODY
from studio.core.match import Match, Node
from studio.core.picture import EDGE_BASE
from studio.core.problems import Problem, Severity
from studio.core.text import SEAT_NAMES, complain, name_seats, say
from studio.documents.files import DocumentError, write_bytes
from studio.documents.paths import shipped_layouts
from studio.documents.record import HUMAN
from studio.games import slugs
from studio.gui.headless.window import Failed, open_window, own_data_dir, photograph, render, settle
from studio.lab.play import make_bots
from studio.opening import Opened, open_layout, start_match

if TYPE_CHECKING:
    from studio.gui.shell.main_window import MainWindow

BOTS = ("greedy", "random")
SEED = 8
WIDTH = 1800
PROOF_SECONDS = 30.0
MOST_PLACES = 4


def demo(folder: Path, data_dir: Path | None = None) -> int:
    """Do it all and print what was done. Returns 0, or 1 when a shipped layout cannot be played."""
    begun, errors = time.perf_counter(), 0
    try:
        with own_data_dir(data_dir), open_window() as window:
            for slug in slugs():
                layouts = [open_layout(path) for path in shipped_layouts(slug)]
                if not layouts:
                    raise Failed(f"no layouts of {slug} came with the program")
                errors += sum(_validated(opened) for opened in layouts)
                _show(window, layouts[0], folder)
    except (Failed, DocumentError) as failure:
        complain(f"explorer-studio: {failure}")
        return 1
    say(f"Done in {time.perf_counter() - begun:.1f} s. The pictures are in {folder}.")
    return 1 if errors else 0


def _validated(opened: Opened) -> bool:
    """Check and prove one layout, print the outcome; whether there are errors."""
    begun = time.perf_counter()
    problems: list[Problem] = list(opened.game.check(opened.body))
    problems += opened.game.prove(opened.body, Patience(PROOF_SECONDS))
    spent = (time.perf_counter() - begun) * 1000
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    warnings = sum(problem.severity is Severity.WARNING for problem in problems)
    verdict = f"cannot be played: {errors[0].message}" if errors else f"can be played, warnings: {warnings}"
    say(f"{opened.game.info.name}, {opened.layout.name}: {verdict} ({spent:.0f} ms)")
    return bool(errors)


def _show(window: MainWindow, opened: Opened, folder: Path) -> None:
    """A picture of the editor, of a match in the middle, and of its final board."""
    game, slug = opened.game, opened.game.info.slug
    assert opened.path is not None
    page = window.open_path(opened.path)
    if page is None:
        raise Failed(f"{opened.path} was not opened")
    settle(1.5)
    say(f"  editor: {photograph(window, folder / f'{slug}_editor.png')}")
    match = _played(opened)
    names = SEAT_NAMES[: match.seats]
    count = len(match.decisions())
    verdict = name_seats(game.reckoning(match.state).verdict, names)
    say(f"  one match between bots ({', '.join(_seated(match.seats))}): {count} decisions. {verdict}")
    _show_table(window, opened, match, folder / f"{slug}_play.png")
    board = folder / f"{slug}_board.png"
    write_bytes(board, render(game.picture(match.state, EVERYBODY), ".png", WIDTH))
    say(f"  final board: {board}")


def _seated(seats: int) -> list[str]:
    return [BOTS[min(seat, 1)] for seat in range(seats)]


def _played(opened: Opened) -> Match:
    seats = opened.game.info.most_seats
    match = start_match(opened, seats, seed=SEED)
    bots = make_bots(_seated(seats), SEED)
    while not match.is_over:
        seat = match.state.to_move
        match.play(bots[seat].choose(opened.game, match.state, seat))
    return match


def _show_table(window: MainWindow, opened: Opened, match: Match, path: Path) -> None:
    """The match as it stood at a good moment past its middle, a person to move."""
    from studio.gui.play.page import PlayPage
    from studio.gui.start.setup.seats_form import SeatSetup
    from studio.gui.style.stylesheet import current_theme

    node = _moment(match)
    early = Match(match.game, match.board, match.seats, match.options, SEED, opening=match.opening)
    early.replay((decision.action, decision.draws) for decision in match.decisions()[: node.depth])
    person = node.state.to_move
    kinds = [HUMAN if seat == person else bot for seat, bot in enumerate(_seated(match.seats))]
    setups = [SeatSetup(SEAT_NAMES[seat], kind) for seat, kind in enumerate(kinds)]
    page = PlayPage(early, opened, setups, current_theme())
    window.add_page(page)
    page.controller.step_target()
    settle(1.5)
    say(f"  play view: {photograph(window, path)}")
    window.close_page(page)


def _moment(match: Match) -> Node:
    """A position past the middle of a match in which something can be put on two to four spaces, in several ways."""
    nodes = match.line()
    middle = nodes[len(nodes) // 2 : max(len(nodes) * 3 // 4, len(nodes) // 2 + 1)]

    def choice(node: Node) -> tuple[int, int]:
        state = node.state
        if state.to_move < 0:
            return (-1, 0)
        ghosts = [action for action in state.legal() if match.game.preview(state, action) is not None]
        places = {match.game.target(state, action) for action in ghosts if match.game.target(state, action) < EDGE_BASE}
        return (len(places) if len(places) <= MOST_PLACES else 0, len(ghosts))

    return max(middle, key=choice)
