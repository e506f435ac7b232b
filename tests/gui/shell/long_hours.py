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
from PySide6.QtGui import QAction, QPixmapCache, QValidator
from PySide6.QtWidgets import QApplication

from studio.core.cancellation import CancelToken
from studio.documents.paths import set_data_dir, shipped_layouts
from studio.games import slugs
from studio.gui.board import shape_cache
from studio.gui.editor.page import EditorPage
from studio.gui.editor.panels import palette
from studio.gui.output.thumbnails import thumbnail_queue
from studio.gui.page import Page
from studio.gui.shell.app import make_application
from studio.gui.shell.main_window import MainWindow
from studio.gui.style import sprites

WARM_UP = {"tabs": 64, "steps": 600}
"""Rounds until all that is kept once and for ever (modules, fonts, icons, sprites) is kept."""
MEGABYTE = 1024 * 1024
BLOCK = 90
"""Bytes of a small object of Python, in the mean of the 650,000 after a day: they lie beside the heap of glibc."""


def rest() -> None:
    """One turn of the event loop, with all that is to be deleted in it (what `exec` does by itself)."""
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def hang() -> None:
    """Wait until the start page has drawn its pictures: that comes whenever there is time, and much of it is kept."""
    rest()
    while thumbnail_queue().is_busy():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def forget() -> None:
    """Empty what keeps only so many answers, shapes or pixels: it fills for hours with half of all that is held (after
    32 tabs 94 of 188 MB in use), Qt's own pictures up to 10 MB by 40 KB a tab, sprites up to 64 MB by 80 KB a match.
    What keeps without bound stays as it is.
    """
    for module in [module for name, module in sys.modules.items() if name.partition(".")[0] == "studio"]:
        for value in vars(module).values():
            for one in vars(value).values() if isinstance(value, type) else (value,):
                function = getattr(one, "__func__", one)
                if (clear := getattr(function, "cache_clear", None)) is not None and is_bounded(function):
                    clear()
    for known in (
        shape_cache._shape_cache,
        shape_cache._strip_cache,
        shape_cache._clip_cache,
        sprites._pixmaps,
        palette._pixmap_cache,
    ):
        known.clear()
    sprites._pixmap_bytes = 0
    QPixmapCache.clear()


def is_bounded(function: object) -> bool:
    """Whether a function that keeps its answers keeps only so many: `functools.cache` says no, `kept` always does."""
    requested = getattr(function, "cache_parameters", None)
    return requested is None or requested()["maxsize"] is not None


FIGURES = ["arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"]


class Told(ctypes.Structure):
    """What glibc tells of its heap (`mallinfo2`): bytes in use are `uordblks`, and `hblkhd` for large pieces."""

    _fields_ = tuple((name, ctypes.c_size_t) for name in FIGURES)


def held() -> float:
    """Megabytes that are in use. The pages of the process would tell besides how holes lie in the heap, and one small
    thing keeps a page: they grew by 17 KB with every tab where what is in use grew by 7."""
    forget()
    for _turn in range(4):
        rest()
        gc.collect()
    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = Told
    shown = mallinfo()
    in_use: int = shown.uordblks + shown.hblkhd + sys.getallocatedblocks() * BLOCK
    return in_use / MEGABYTE


def is_painting(editor: EditorPage) -> bool:
    """Whether some of its board is still to be painted: that would be megabytes, more at one time than at another."""
    return editor.view.isVisible() and not editor.view.is_idle


def census(window: MainWindow) -> dict[str, float]:
    """What is alive when all is measured; the start page shows more as there is more to show."""
    editors = [page for page in window.pages() if isinstance(page, EditorPage)]
    while any(editor.survey.survey_controller.is_waiting or is_painting(editor) for editor in editors):
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    megabytes = held()
    alive = gc.get_objects()
    widgets = sum(not window.start.isAncestorOf(widget) for widget in QApplication.allWidgets())
    pages = sum(isinstance(thing, Page) for thing in alive)
    things = sum(isinstance(thing, QAction | QValidator | QTimer | CancelToken) for thing in alive)
    return {"megabytes": megabytes, "widgets": widgets, "pages": pages, "things": things}


def tabs(window: MainWindow) -> Callable[[int], None]:
    """Open and close a layout, and a match on it, of each game in turn."""
    paths = [shipped_layouts(slug)[0] for slug in slugs()]

    def one(number: int) -> None:
        editor = window.open_path(paths[number // 2 % len(paths)])
        assert isinstance(editor, EditorPage)
        page: Page | None = editor
        if number % 2:
            page = window.play_opened(editor.edited_layout())
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
    document, desk = editor.document, editor.edit_state
    stamps = [item.stamp for item in desk.items("cells")]
    for number in range(10):
        document.apply(str(number), document.game.editing.stamp(document.body, number, stamps[number % len(stamps)]))

    def one(number: int) -> None:
        document.undo() if number // 10 % 2 == 0 else document.redo()
        rest()

    return one


def main(what: str, rounds: int, warm_up: int) -> None:
    """Warm up, do it, and say what became of the memory."""
    make_application()
    window = MainWindow()
    window.resize(1280, 720)
    window.show()
    one = {"tabs": tabs, "steps": steps}[what](window)
    for number in range(warm_up):
        if number == warm_up // 2:
            forget()  # once beforehand: what several kept in common each has for itself from now on
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
