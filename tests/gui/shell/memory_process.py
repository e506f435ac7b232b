"""Memory use of a long session: `python -m tests.gui.shell.memory_process KIND ROUNDS [WARM_UP]`.

Prints a line of JSON: megabytes, widgets and pages after the warm-up, and after ROUNDS more rounds of the same.
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
"""Rounds until everything that is loaded once (modules, fonts, icons, sprites) is loaded."""
MEGABYTE = 1024 * 1024
BLOCK = 90
"""Bytes of a small Python object, on average of the 650,000 of a long session; they are outside the heap of glibc."""


def process_events() -> None:
    """Process all events, including deferred deletions (which `exec` does itself)."""
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def wait_for_thumbnails() -> None:
    """Wait until the start page has drawn its thumbnails, which are cached."""
    process_events()
    while thumbnail_queue().is_busy():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def clear_caches() -> None:
    """Clear all bounded caches, which grow for hours (after 32 tabs to 94 of 188 MB). Unbounded ones stay."""
    for module in [module for name, module in sys.modules.items() if name.partition(".")[0] == "studio"]:
        for value in vars(module).values():
            for one in vars(value).values() if isinstance(value, type) else (value,):
                function = getattr(one, "__func__", one)
                if (clear := getattr(function, "cache_clear", None)) is not None and is_bounded(function):
                    clear()
    for cache in (
        shape_cache._shape_cache,
        shape_cache._strip_cache,
        shape_cache._clip_cache,
        sprites._pixmaps,
        palette._pixmap_cache,
    ):
        cache.clear()
    sprites._pixmap_bytes = 0
    QPixmapCache.clear()


def is_bounded(function: object) -> bool:
    """Whether a cached function has a maximum size, which only `functools.cache` has not."""
    parameters = getattr(function, "cache_parameters", None)
    return parameters is None or parameters()["maxsize"] is not None


FIELDS = ["arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"]


class MallocInfo(ctypes.Structure):
    """The result of `mallinfo2` of glibc: bytes in use are `uordblks`, and `hblkhd` for large blocks."""

    _fields_ = tuple((name, ctypes.c_size_t) for name in FIELDS)


def used_megabytes() -> float:
    """Megabytes in use. The resident size is larger because of holes in the heap."""
    clear_caches()
    for _turn in range(4):
        process_events()
        gc.collect()
    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = MallocInfo
    info = mallinfo()
    in_use: int = info.uordblks + info.hblkhd + sys.getallocatedblocks() * BLOCK
    return in_use / MEGABYTE


def is_painting(editor: EditorPage) -> bool:
    """Whether parts of the board are not painted yet; the pixels take megabytes."""
    return editor.view.isVisible() and not editor.view.is_idle


def census(window: MainWindow) -> dict[str, float]:
    """Megabytes and numbers of objects; the widgets of the start page, which grows with recent files, do not count."""
    editors = [page for page in window.pages() if isinstance(page, EditorPage)]
    while any(editor.survey.survey_controller.is_waiting or is_painting(editor) for editor in editors):
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    megabytes = used_megabytes()
    alive = gc.get_objects()
    widgets = sum(not window.start.isAncestorOf(widget) for widget in QApplication.allWidgets())
    pages = sum(isinstance(thing, Page) for thing in alive)
    things = sum(isinstance(thing, QAction | QValidator | QTimer | CancelToken) for thing in alive)
    return {"megabytes": megabytes, "widgets": widgets, "pages": pages, "things": things}


def open_tabs(window: MainWindow) -> Callable[[int], None]:
    """A round opens and closes a layout, or also a match on it, of each game in turn."""
    paths = [shipped_layouts(slug)[0] for slug in slugs()]

    def one(number: int) -> None:
        editor = window.open_path(paths[number // 2 % len(paths)])
        assert isinstance(editor, EditorPage)
        page: Page | None = editor
        if number % 2:
            page = window.commands.play_opened(editor.edited_layout())
        for _turn in range(3):
            process_events()
        assert page is not None
        window.close_page(page)
        if page is not editor:
            window.close_page(editor)
        wait_for_thumbnails()

    return one


def undo_and_redo(window: MainWindow) -> Callable[[int], None]:
    """A round undoes or redoes a step in an editor, ten times each."""
    editor = window.open_path(shipped_layouts(slugs()[0])[0])
    assert isinstance(editor, EditorPage)
    document, state = editor.document, editor.edit_state
    stamps = [item.stamp for item in state.items("cells")]
    for number in range(10):
        document.apply(str(number), document.game.editing.stamp(document.body, number, stamps[number % len(stamps)]))

    def one(number: int) -> None:
        document.undo() if number // 10 % 2 == 0 else document.redo()
        process_events()

    return one


def main(kind: str, rounds: int, warm_up: int) -> None:
    make_application()
    window = MainWindow()
    window.resize(1280, 720)
    window.show()
    one = {"tabs": open_tabs, "steps": undo_and_redo}[kind](window)
    for number in range(warm_up):
        if number == warm_up // 2:
            clear_caches()  # once before measuring, because shared values are duplicated afterwards
        one(number)
    before = census(window)
    for number in range(rounds):
        one(number)
    print(json.dumps({"before": before, "after": census(window)}), flush=True)
    os._exit(0)  # without questions about unsaved work


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        set_data_dir(Path(folder))
        main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else WARM_UP[sys.argv[1]])
