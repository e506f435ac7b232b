"""The window: strokes undone and redone, tabs opened and closed, matches of bots, and memory."""

from __future__ import annotations

import gc
import time
from random import Random

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from studio.documents.paths import data_dir, shipped_layouts
from studio.documents.store import layout_text, read_record
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.page import Page, SeatSetup
from studio.gui.play.bots import DELAYS
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.shell.app import make_application
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.page_factory import match_page
from studio.gui.style.theme import LIGHT
from studio.services.loading import load_layout, replay_record, start_match, to_layout
from tests.gui.shell.memory_process import WARM_UP, census, clear_caches, open_tabs, process_events, wait_for_thumbnails
from tests.soak.ledger import Part, Progress

STROKES, STEPS = 20, 250  # strokes on a layout, and steps of undo and redo
TABS = 504  # tabs opened and closed: a multiple of the number of games, so that the same is open before and after
HOURS = 4
STEADY = DELAYS[2] / 1000  # seconds between two decisions of bots at the default speed
FLAT = 5.0  # allowed change of memory in megabytes
STALLED = 120.0  # seconds without progress that count as stuck


def undoing(number: int, progress: Progress, strokes: int = STROKES, steps: int = STEPS) -> None:
    """Random strokes in an editor, then undo and redo at random: every step gives the same bytes as before."""
    make_application()
    luck = Random(number)
    path = luck.choice(shipped_layouts(slugs()[number % len(slugs())]))
    progress.place = f"{path.stem}, luck {number}"
    page = EditorPage(load_layout(path), LIGHT)
    page.resize(1280, 680)
    page.show()
    document = page.document

    def written() -> str:
        return layout_text(to_layout(document.to_loaded())) + repr(document.body)

    versions = [written()]
    stamps = [
        item.stamp
        for group in document.game.sketch.palette(document.body)
        if group.on == "cells"
        for item in group.items
    ]
    while len(versions) <= strokes:
        cell = luck.randrange(document.grid.count)
        if document.apply("Stroke", document.game.editing.stamp(document.body, cell, luck.choice(stamps))):
            versions.append(written())
    for _step in range(steps):
        at = document.stack.index()
        back = at == strokes or (at > 0 and luck.random() < 0.5)
        document.undo() if back else document.redo()
        process_events()
        progress.count += 1
        assert document.stack.index() == at + (-1 if back else 1)
        assert written() == versions[document.stack.index()], f"step {progress.count}"
    document.stack.setIndex(0)
    assert written() == versions[0] and not page.is_modified()
    page.about_to_close()
    page.hide()
    page.deleteLater()
    process_events()


def a_window() -> MainWindow:
    make_application()
    settings().set_value("motion", False)
    settings().set_value("speed", 1.0)
    window = MainWindow()
    window.resize(1280, 720)
    window.show()
    return window


def settled(window: MainWindow) -> None:
    """Wait until closed pages are gone, including their messages."""
    until = time.monotonic() + STALLED
    while (alive := sum(isinstance(thing, Page) for thing in gc.get_objects())) > len(window.pages()):
        assert time.monotonic() < until, f"{alive - len(window.pages())} closed pages stay"
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
        process_events()
        gc.collect()


def compared(before: dict[str, float], after: dict[str, float], progress: Progress) -> None:
    progress.notes.append(f"{before['megabytes']:.1f} → {after['megabytes']:.1f} MB")
    assert (after["pages"], after["widgets"]) == (before["pages"], before["widgets"]), (before, after)
    assert abs(after["megabytes"] - before["megabytes"]) <= FLAT, (before, after)


def tabbing(_number: int, progress: Progress, rounds: int = TABS, warm_up: int = WARM_UP["tabs"]) -> None:
    progress.count = rounds
    window = a_window()
    one = open_tabs(window)
    for number in range(warm_up):
        one(number)
    before = census(window)
    for number in range(rounds):
        one(number)
    compared(before, census(window), progress)


def watched(window: MainWindow, number: int, most: int = 0) -> int:
    """Play a match of bots at full speed to its end, or for so many decisions; return their number.

    Its saved file leads to the position on the board, and the score table adds up.
    """
    layouts = shipped_layouts(slugs()[number % len(slugs())])
    opened, luck = load_layout(layouts[number // len(slugs()) % len(layouts)]), Random(number)
    seats = luck.choice(opened.game.seats(opened.body))
    setups = [SeatSetup(f"Bot {seat + 1}", luck.choice(("random", "greedy"))) for seat in range(seats)]
    path = data_dir() / "watched.json"
    page = window.add_page(match_page(start_match(opened, seats, {}, number), opened, setups, path))
    assert isinstance(page, PlayPage)
    controller, last, moment = page.controller, -1, time.monotonic()

    def waiting() -> bool:
        nonlocal last, moment
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        if (far := len(controller.match.decisions())) != last:
            last, moment = far, time.monotonic()
        assert time.monotonic() - moment < STALLED, f"nothing happens after {far} decisions"
        return not most or far < most

    while not controller.is_over and waiting():
        pass
    assert window.documents.save()
    assert replay_record(read_record(path)).state.dump() == controller.match.state.dump()
    if controller.is_over:
        while page.overlays.end_screen.isHidden():
            waiting()
        lines = page.overlays.end_screen.rows.breakdown.lines
        assert [sum(line.points[seat] for line in lines) for seat in range(seats)] == controller.state.scores()
        page.grab()
    made = len(controller.match.decisions())
    assert window.close_page(page)
    path.unlink()
    process_events()
    return made


def looking_on(number: int, progress: Progress, most: int = 0) -> None:
    progress.place, progress.count = f"table {number}", 1
    window = a_window()
    made = watched(window, number, most)
    progress.notes.append(f"{slugs()[number % len(slugs())]} {made}")
    window.close()


def hours(_number: int, progress: Progress, decisions: int = round(HOURS * 3600 / STEADY), warm_up: int = 0) -> None:
    """Match after match of bots, as many decisions as in so many hours at the default speed.

    Every layout is used once before. The last match of every game is the same before and after, since caches of recent
    boards differ in size by megabytes.
    """
    progress.count = HOURS * 60
    window = a_window()
    warm_up = warm_up or len(slugs()) * max(len(shipped_layouts(slug)) for slug in slugs())
    made, number, last = 0, 0, range(max(0, warm_up - len(slugs())), warm_up)

    def sit_down(number: int) -> int:
        progress.place = f"table {number}"
        decided = watched(window, number)
        wait_for_thumbnails()
        return decided

    for number in range(warm_up):
        if number == warm_up // 2:
            clear_caches()
        sit_down(number)
    settled(window)
    before = census(window)
    while made < decisions:
        number += 1
        made += sit_down(number)
    progress.notes.append(f"{number + 1 - warm_up} matches, {made:,} decisions")
    for number in last:
        sit_down(number)
    settled(window)
    compared(before, census(window), progress)


PARTS = (
    Part("undo-redo", "steps", 10_000, undoing, 8),
    Part("watched", "matches", len(slugs()), looking_on),
    Part("open-close", "tabs", 500, tabbing),
    Part("memory", "minutes of play", HOURS * 60, hours),
)
