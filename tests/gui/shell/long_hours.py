"""A day at the window in a process of its own: what it costs in memory (`python -m tests.gui.shell.long_hours WHAT N`).

Prints a line of JSON: megabytes held, widgets and pages alive after a warm-up, and after N more rounds of the same.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, QTimer
from PySide6.QtGui import QAction, QValidator
from PySide6.QtWidgets import QApplication

from studio.core.patience import Patience
from studio.documents.paths import set_data_dir, shipped_layouts
from studio.games import slugs
from studio.gui.board import traced
from studio.gui.editor.page import EditorPage
from studio.gui.output.thumbnails import press
from studio.gui.page import Page
from studio.gui.shell.app import application
from studio.gui.shell.main_window import MainWindow

WARM_UP = {"tabs": 440, "steps": 2000}
"""Rounds until all that is kept once (pictures, fonts, paths of shapes) is kept, and the allocator has settled: a day
twice as long adds next to nothing."""
SHAPES, STRIPS = 3000, 1000
"""How many shapes and strips stay prepared on this day: fewer than else, so that a short warm-up fills their room."""
MEGABYTE = 1024 * 1024


def rest() -> None:
    """One turn of the event loop, with all that is to be deleted in it (what `exec` does by itself)."""
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def hang() -> None:
    """Wait until the start page has drawn its pictures: that comes whenever there is time, and much of it is kept."""
    rest()
    while press().is_busy():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def held() -> float:
    """Megabytes in memory that are in use: what the allocator only keeps in reserve is given back first."""
    for _turn in range(4):
        rest()
        gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def census(window: MainWindow) -> dict[str, float]:
    """What is alive when all is measured; the start page shows more as there is more to show."""
    editors = [page for page in window.pages() if isinstance(page, EditorPage)]
    while any(editor.survey.surveying.is_waiting for editor in editors):
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    megabytes = held()
    alive = gc.get_objects()
    widgets = sum(not window.start.isAncestorOf(widget) for widget in QApplication.allWidgets())
    pages = sum(isinstance(thing, Page) for thing in alive)
    things = sum(isinstance(thing, QAction | QValidator | QTimer | Patience) for thing in alive)
    return {"megabytes": megabytes, "widgets": widgets, "pages": pages, "things": things}


def tabs(window: MainWindow) -> Callable[[int], None]:
    """Open and close a layout, and a match on it, of each game in turn."""
    paths = [shipped_layouts(slug)[0] for slug in slugs()]

    def one(number: int) -> None:
        editor = window.open_path(paths[number // 2 % len(paths)])
        assert isinstance(editor, EditorPage)
        page: Page | None = editor
        if number % 2:
            page = window.play_opened(editor.drawn())
        for _turn in range(3):
            rest()
        assert page is not None
        window.close_page(page)
        if page is not editor:
            window.close_page(editor)
        hang()

    return one


def steps(window: MainWindow) -> Callable[[int], None]:
    """Go ten steps back and ten steps forth in an editor, over and over."""
    editor = window.open_path(shipped_layouts(slugs()[0])[0])
    assert isinstance(editor, EditorPage)
    document, desk = editor.document, editor.desk
    stamps = [item.stamp for item in desk.items("cells")]
    for number in range(10):
        document.apply(str(number), document.game.stamp(document.body, number, stamps[number % len(stamps)]))

    def one(number: int) -> None:
        document.undo() if number // 10 % 2 == 0 else document.redo()
        rest()

    return one


def main(what: str, rounds: int, warm_up: int) -> None:
    """Warm up, do it, and say what became of the memory."""
    application()
    traced.SHAPES_KEPT, traced.STRIPS_KEPT = SHAPES, STRIPS
    window = MainWindow()
    window.resize(1280, 720)
    window.show()
    one = {"tabs": tabs, "steps": steps}[what](window)
    for number in range(warm_up):
        one(number)
    before = census(window)
    for number in range(rounds):
        one(number)
    print(json.dumps({"before": before, "after": census(window)}), flush=True)
    os._exit(0)  # matches go on and layouts are changed: nobody is there to be asked


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        set_data_dir(Path(folder))
        main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else WARM_UP[sys.argv[1]])
