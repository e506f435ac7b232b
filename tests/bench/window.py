"""The speed of the window: `python -m tests.bench.window` measures starts and repaints, compared with a bare one.

`python -m tests.bench.window starts` measures the starts of the window and of commands alone.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import cycle
from statistics import median
from time import process_time, thread_time
from unittest.mock import patch

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPixmap, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from studio.core.game import CHANCE, OVER
from studio.core.match import Match
from studio.core.picture import Picture
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import load, slugs
from studio.gui.board.cache import ChartCache
from studio.gui.board.view import BoardView
from studio.gui.editor.page import EditorPage
from studio.gui.headless import isolated_data_dir, wait_until
from studio.gui.output.export import picture_pixmap
from studio.gui.page import SeatSetup
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.shell import session
from studio.gui.shell.app import make_application
from studio.gui.shell.main_window import MainWindow
from studio.gui.start.new_layout_preview import SIZE as BOARD, GenerateRequest, generate_preview
from studio.gui.style.stylesheet import DEFAULT_SCALE
from studio.gui.style.theme import LIGHT
from studio.services.loading import LoadedLayout, layout_from_body, load_layout, playable_board, start_match
from tests.bench.figures import RUNS, Figure, Measurement, measure, table
from tests.bench.rules import grown

SIZE = QSize(1280, 800)
STROKE = 100
FRAME = 0.19  # in multiples of a bare window: 16 ms on an idle machine, where that takes 85
LIGHT_UP = 0.59  # the same for 50 ms
JUMP = 1.18  # the same for 100 ms
SWITCH = 3.53  # the same for 300 ms

_BARE = """
import os, sys
from PySide6.QtWidgets import QApplication, QWidget
app = QApplication(sys.argv)
class Window(QWidget):
    def paintEvent(self, event):
        print("painted", flush=True)
        os._exit(0)
window = Window()
window.show()
app.exec()
"""

_STUDIO = """
import gc, os, sys
gc.disable()
from studio.gui.shell import main_window
def painted(window, event):
    print("painted", flush=True)
    os._exit(0)
main_window.MainWindow.paintEvent = painted
from studio.__main__ import main
sys.argv[1:] = ["--new-instance"]
main()
"""
"""As a user starts it, where the command line disables the collector before it imports the window. Not an event filter:
in Python it makes PySide load many widgets, and it sees every event."""

_FILLED = """
import gc, os, sys
gc.disable()
from studio.gui.start import content
fill = content.LayoutBrowser.fill
def filled(browser):
    fill(browser)
    if browser.is_complete:
        print("painted", flush=True)
        os._exit(0)
content.LayoutBrowser.fill = filled
from studio.__main__ import main
sys.argv[1:] = ["--new-instance"]
main()
"""
"""Until the start page has all its cards, which it gets after the first paint."""


def first_paint(code: str) -> float:
    """Seconds of processor time of all threads of a Python process up to the first paint of its window."""
    return run_python("-c", code, last_line=b"painted")  # it exits then


def run_python(*arguments: str, last_line: bytes | None = None) -> float:
    """Seconds of processor time of a Python process. Raises `RuntimeError` if it does not print the last line."""
    compiled = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, *arguments]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=compiled)
    assert child.stdout is not None
    with child:
        lines = child.stdout.readlines()
        _pid, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode or (last_line is not None and lines[-1:] != [last_line + b"\n"]):
        raise RuntimeError("the process failed, or the window did not paint")
    return usage.ru_utime + usage.ru_stime


class Bare:
    """A process that others are compared with, such as the start of a bare window."""

    def __init__(self, take: Callable[[], float]) -> None:
        self._take = take
        self.seconds = 0.0  # of the last run

    def start(self) -> float:
        self.seconds = self._take()
        return self.seconds

    def millis(self) -> float:
        return self.seconds * 1000

    def start_millis(self) -> float:
        return self.start() * 1000


def middle(opened: LoadedLayout, steps: int = 250) -> tuple[Picture, Picture]:
    """Pictures of a random match before and after a tile is placed, with half of the board filled."""
    game = opened.game
    state = game.rules.start(playable_board(opened), game.info.max_seats, game.info.defaults())
    rng = Rng(1)
    for step in range(10_000):
        if state.to_move == OVER:
            break
        before = state.clone()
        action = state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal())
        state.apply(action)
        laid = [event for event in game.text.events(before, action, state) if event.kind == "lay"]
        if step > steps and len(laid) == 1:
            return game.picture.picture(before, -1), game.picture.picture(state, -1)
    raise RuntimeError("no tile was laid")


def in_front(page: QWidget, settle: Callable[[], None], take: Callable[[], float]) -> Callable[[], float]:
    """The measurement with its page active; the pages of the others stay open as in tabs."""

    def taken() -> float:
        page.show()
        if not QTest.qWaitForWindowExposed(page):
            raise RuntimeError("the page does not come to the front")
        page.repaint()
        QApplication.processEvents()
        settle()
        try:
            return take()
        finally:
            page.hide()

    page.hide()
    return taken


class Charts:
    """A painted board on which tiles are placed and removed."""

    def __init__(self, opened: LoadedLayout) -> None:
        self.pictures = middle(opened)
        self.at = 0
        self.view = BoardView(LIGHT)
        self.view.resize(SIZE)
        self.view.show()
        self.view.set_picture(self.pictures[0])
        self.view.fit()
        self.view.finish_painting()
        self.sheet = QPixmap(SIZE)
        self.longest = 0.0

    def fresh(self) -> ChartCache:
        cache = ChartCache(LIGHT)
        cache.set_scale(64)
        cache.set_picture(self.pictures[0])
        left, top, right, bottom = self.pictures[0].bounds
        cache.set_view(QRectF(left, top, right - left, bottom - top))
        return cache

    def repaint(self) -> float:
        """Milliseconds of a repaint of the whole view from the cache."""
        begun = process_time()
        for _time in range(20):
            self.view.render(self.sheet, QPoint(), QRegion(QRect(QPoint(), SIZE)), QWidget.RenderFlag.DrawChildren)
        return (process_time() - begun) * 1000 / 20

    def lay(self) -> float:
        """Milliseconds until a placed tile and its neighbors are in the cache."""
        cache = self.fresh()
        cache.finish()
        begun = process_time()
        cache.set_picture(self.pictures[1])
        spent, longest = process_time() - begun, 0.0
        while cache.is_busy:
            begun = process_time()
            cache.work(0.006)
            longest = max(longest, process_time() - begun)
            spent += process_time() - begun
        self.longest = longest * 1000
        return spent * 1000

    def whole(self) -> float:
        """Milliseconds until the whole board is painted for the first time."""
        cache = self.fresh()
        begun = process_time()
        cache.finish()
        return (process_time() - begun) * 1000


def starts(bare: Bare) -> list[Measurement]:
    """Start-up times; the bare window comes first."""
    first_paint(_STUDIO)  # warm up
    return [
        Measurement("a bare PySide6 window painted", "s", bare.start),
        Measurement("our window painted", "s", lambda: first_paint(_STUDIO), lambda: bare.seconds, 2.0),
        Measurement("our start page complete", "s", lambda: first_paint(_FILLED), lambda: bare.seconds),
    ]


def commands() -> list[Measurement]:
    """Commands that need no window; an empty Python process comes first."""
    empty = Bare(partial(run_python, "-c", "pass"))
    layout = str(min(shipped_layouts("columbus"), key=lambda path: path.stat().st_size))
    calls = {"--version": [], "games": [], "completion": ["bash"], "validate": [layout]}
    return [
        Measurement("python -c pass", "ms", empty.start_millis),
        *(
            Measurement(name, "ms", partial(_millis, "-m", "studio", name, *words), empty.millis, 3.0)
            for name, words in calls.items()
        ),
    ]


def _millis(*arguments: str) -> float:
    return run_python(*arguments) * 1000


def charts(opened: LoadedLayout, bare: Bare) -> list[Measurement]:
    charts = Charts(opened)
    return [
        Measurement("full repaint from the cached chart, 1280 × 800", "ms", charts.repaint, bare.millis, 0.05),
        Measurement("a laid tile into the cache, 64 px a tile", "ms", charts.lay, bare.millis, 1.0),
        Measurement("… the longest step of it", "ms", lambda: charts.longest, bare.millis),
        Measurement("the whole chart for the first time, in steps", "ms", charts.whole, bare.millis),
    ]


class Wizard:
    def __init__(self, slug: str) -> None:
        self.game = load(slug)
        self.seed = 0

    def preview(self) -> float:
        """Milliseconds of processor time until a layout is generated, checked and painted."""
        self.seed += 1
        begun = process_time()
        roll = generate_preview(GenerateRequest(self.game, self.game.generation.templates()[0].recipe, self.seed))
        assert roll.picture is not None
        picture_pixmap(roll.picture, BOARD, LIGHT)
        return (process_time() - begun) * 1000


def previews(bare: Bare) -> list[Measurement]:
    wizards = {slug: Wizard(slug) for slug in slugs()}
    return [
        Measurement(f"a new layout of {slug} made, checked, painted", "ms", wizard.preview, bare.millis, 3.0)
        for slug, wizard in wizards.items()
    ]


class Stroke:
    """A stroke of a hundred spaces on the largest board that a game accepts, with all checks and the survey."""

    def __init__(self, slug: str) -> None:
        opened = load_layout(shipped_layouts(slug)[0])
        game, (body, self.size, _goal) = opened.game, grown(opened.game, opened.body)
        self.page = EditorPage(layout_from_body(game.info.slug, body, "bench"), LIGHT)
        self.page.resize(SIZE)
        self.page.show()
        gc.freeze()
        self.settle()
        stamps = [item.stamp for group in game.sketch.palette(body) if group.on == "cells" for item in group.items]
        middle = game.body.grid(body).count // 2 + game.body.grid(body).columns // 2
        self.stamps = [
            stamp for stamp in stamps if not self.page.edit_state.is_single(body, stamp, [middle, middle + 1])
        ][:2]
        self.frames: list[float] = []

    def settle(self) -> None:
        """Finish painting and checks."""
        wait_until(lambda: self.page.view.is_painted and not self.page.survey.survey_controller.is_waiting, "the board")

    def draw(self) -> float:
        """Milliseconds of the GUI thread for the longest frame: a mouse move up to its paint, with warm caches."""
        self._stroke()
        return self._stroke()

    def _stroke(self) -> float:
        """Paint with alternating stamps, so that something changes."""
        page, view, grid = self.page, self.page.view, self.page.document.grid
        self.stamps.reverse()
        page.edit_state.set_stamp(self.stamps[0])
        page.board.set_tool("stamp")
        rows, wide = grid.rows, grid.columns - 2
        lines = [
            [grid.cell(1 + at, rows * line // 5 + at % 3) for at in range(wide)][:: 1 - line % 2 * 2]
            for line in (1, 2, 3)
        ]
        cells = [cell for line in lines for cell in line][:STROKE]
        self.frames = []
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=view.widget_rect(cells[0]).center())
        with patch.object(QApplication, "mouseButtons", return_value=Qt.MouseButton.LeftButton):  # bypasses Qt
            for cell in cells[1:]:
                begun = thread_time()
                QTest.mouseMove(view, view.widget_rect(cell).center())
                QApplication.processEvents()
                self.frames.append((thread_time() - begun) * 1000)
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=view.widget_rect(cells[-1]).center())
        self.settle()
        return max(self.frames)


def strokes(bare: Bare) -> list[Measurement]:
    found: list[Measurement] = []
    for slug in slugs():
        stroke = Stroke(slug)
        draw = in_front(stroke.page, stroke.settle, stroke.draw)
        text = f"a stroke of {STROKE} spaces at most, {slug}, {stroke.size}"
        found += [
            Measurement(f"{text}: the longest frame", "ms", draw, bare.millis, FRAME),
            Measurement("… the middle one", "ms", partial(_middle, stroke), bare.millis, FRAME),
        ]
    return found


def _middle(stroke: Stroke) -> float:
    return median(stroke.frames)


MATCH_SIZE = QSize(1920, 1080)
BEGUN = 60  # decisions before the click, so that the board is not empty


class Clicked:
    """A match of two in which one place is clicked, and the click undone, again and again."""

    def __init__(self, slug: str) -> None:
        for name in ("autoplay", "confirms"):
            settings().set_value(name, False)
        opened, rng = load_layout(shipped_layouts(slug)[0]), Rng(5)
        match = start_match(opened, 2, seed=5)
        while len(match.decisions()) < BEGUN or (place := _place(match)) < 0:
            match.play(rng.choose(match.legal()))
        self.page = PlayPage(match, opened, [SeatSetup("Ada"), SeatSetup("Bento")], LIGHT)
        self.page.resize(MATCH_SIZE)
        self.page.show()
        self.page.controller.confirm_handover()
        self.place = place
        self.settle()

    def settle(self) -> None:
        wait_until(lambda: self.page.board.is_painted, "the board")

    def click(self) -> float:
        """Milliseconds of the GUI thread until the next position is painted, with warm caches."""
        settings().set_value("motion", False)
        self._answer()
        return self._answer()

    def _answer(self) -> float:
        board, controller = self.page.board, self.page.controller
        before, at = controller.node, board.widget_rect(self.place).center()
        QTest.mouseMove(board, at)
        self.settle()
        begun = thread_time()
        QTest.mouseClick(board, Qt.MouseButton.LeftButton, pos=at)
        board.repaint()
        spent = thread_time() - begun
        assert controller.node is not before and controller.choices.targets, "the click was not answered"
        controller.undo()
        assert controller.node is before
        self.settle()
        return spent * 1000


def _place(match: Match) -> int:
    """A place of the board with one move that does not end the turn and can be undone; or -1."""
    state, game = match.state, match.game
    shown = {target.cell for target in game.picture.picture(state, state.to_move).targets}
    moves: dict[int, list[tuple[int, ...]]] = {}
    for action in match.legal():
        moves.setdefault(game.picture.target(state, action), []).append(action)
    for place, actions in moves.items():
        if place in shown and len(actions) == 1:
            after = state.clone()
            after.apply(actions[0])
            if after.to_move == state.to_move and any(
                game.picture.target(after, action) in shown for action in after.legal()
            ):
                return place
    return -1


DECISIONS = 240
SHARES = 12  # frames of an animation that are painted


class Replayed:
    """A match of random moves in its replay, in a window of 1920 × 1080."""

    def __init__(self, slug: str) -> None:
        settings().set_value("motion", True)
        settings().set_value("speed", 0.5)
        opened, rng = load_layout(shipped_layouts(slug)[0]), Rng(5)
        match = start_match(opened, 2, seed=5)
        while not match.is_over and len(match.decisions()) < DECISIONS:
            match.play(rng.choose(match.legal()))
        self.page = PlayPage(match, opened, [SeatSetup("Ada"), SeatSetup("Bento", "random")], LIGHT)
        self.page.controller.set_paused(True)
        self.page.resize(MATCH_SIZE)
        self.page.show()
        self.page.commands.replay()
        self.page.controller.playback.stop()
        self.rng, self.at = rng, 0
        self.fine = 0.0  # milliseconds until the last jump was fully painted, with everything around the board
        self.settle()

    def settle(self) -> None:
        """Finish animations and painting."""
        self.page.animator.finish()
        wait_until(lambda: self.page.board.is_painted, "the board")

    def frame(self) -> float:
        """Milliseconds of the GUI thread for the longest frame of an animation."""
        settings().set_value("motion", True)  # other measurements may have changed it
        reel, motion = self.page.controller.playback, self.page.animator
        for _step in reel.nodes:
            self.at = self.at % (len(reel.nodes) - 1) + 1
            reel.seek(self.at)
            if motion.flights.count:
                break
            motion.finish()
        assert motion.flights.count, "nothing moves"
        motion._animation.pause()
        wait_until(lambda: self.page.board.is_painted, "the board")
        QApplication.processEvents()
        longest = 0.0
        for share in range(1, SHARES):
            begun = thread_time()
            motion._set_progress(share / SHARES)
            QApplication.processEvents()
            longest = max(longest, thread_time() - begun)
        return longest * 1000

    def jump(self) -> float:
        """Milliseconds of the GUI thread until another position is on screen, at least coarsely."""
        reel = self.page.controller.playback
        self.settle()
        begun = thread_time()
        reel.seek(self.rng.below(len(reel.nodes)))
        self.page.board.repaint()
        seen = thread_time()
        while not self.page.board.is_displayed:
            QApplication.processEvents()
        self.fine = (thread_time() - begun) * 1000
        return (seen - begun) * 1000


class Spoken:
    """A window with an active editor, which cycles through the languages."""

    def __init__(self, slug: str) -> None:
        self.window = MainWindow()
        self.window.resize(SIZE)
        self.window.show()
        self.window.open_path(shipped_layouts(slug)[0])
        self.languages = cycle([name for name, _own in session.offered()][::-1])
        self.settle()

    @property
    def page(self) -> EditorPage:
        """The editor, which each change of language replaces."""
        page = self.window.active_page()
        assert isinstance(page, EditorPage)
        return page

    def settle(self) -> None:
        wait_until(lambda: self.page.view.is_painted and not self.page.survey.survey_controller.is_waiting, "the board")

    def switch(self) -> float:
        """Milliseconds of the GUI thread until the window is visible in the next language."""

        def rebuild() -> None:
            session.choose(next(self.languages))
            self.window.rebuild()

        return self.change(rebuild)

    def change(self, change: Callable[[], object]) -> float:
        """Milliseconds of the GUI thread until the window is visible after a change."""
        begun = thread_time()
        change()
        QApplication.processEvents()
        while not self.page.view.is_displayed:
            QApplication.processEvents()
        spent = thread_time() - begun
        self.settle()
        return spent * 1000


class Restyled(Spoken):
    """A window with an active editor and three hidden pages, of which the appearance changes."""

    def __init__(self, slug: str) -> None:
        super().__init__(slug)
        editor, commands = self.page, self.window.commands
        opened = load_layout(shipped_layouts(slug)[0])
        commands.open_lab(editor)
        commands.open_match(start_match(opened, 2, seed=5), opened, [SeatSetup("Ada"), SeatSetup("Bento")])
        self.window.show_page(editor)
        self.settle()

    def theme(self) -> float:
        return self.change(self.window.appearance.toggle_theme)

    def contrast(self) -> float:
        has_contrast = bool(settings().value("contrast"))
        return self.change(lambda: self.window.appearance.choose("contrast", not has_contrast))

    def text_size(self) -> float:
        percent = 125 if settings().text_size == DEFAULT_SCALE else DEFAULT_SCALE
        return self.change(lambda: self.window.appearance.choose_text_size(percent))

    def next_page(self) -> float:
        """Milliseconds of the GUI thread until a page is visible that was hidden when the theme changed."""
        editor = self.page
        self.window.show_page(self.window.start)
        self.window.appearance.toggle_theme()
        QApplication.processEvents()
        return self.change(lambda: self.window.show_page(editor))


def matches(bare: Bare) -> list[Measurement]:
    found: list[Measurement] = []
    for slug in slugs():
        replayed, clicked = Replayed(slug), Clicked(slug)
        click = in_front(clicked.page, clicked.settle, clicked.click)
        frame = in_front(replayed.page, replayed.settle, replayed.frame)
        jump = in_front(replayed.page, replayed.settle, replayed.jump)
        found += [
            Measurement(f"a click at the table of {slug}, until it is answered", "ms", click, bare.millis, LIGHT_UP),
            Measurement(f"a movement of {slug}, 1920 × 1080: the longest frame", "ms", frame, bare.millis, FRAME),
            Measurement("… a jump to anywhere in its replay, seen", "ms", jump, bare.millis, JUMP),
            Measurement("… and painted finely", "ms", partial(getattr, replayed, "fine"), bare.millis),
        ]
    return found


def switches(bare: Bare) -> list[Measurement]:
    found: list[Measurement] = []
    for slug in slugs():
        spoken = Spoken(slug)
        switch = in_front(spoken.window, spoken.settle, spoken.switch)
        found.append(Measurement(f"an editor of {slug} in another language", "ms", switch, bare.millis, SWITCH))
    return found


def measure_appearance(bare: Bare) -> list[Figure]:
    """Measured alone: the windows of other measurements would be styled too."""
    restyled = Restyled(slugs()[0])
    takes = {
        "an editor in another theme, with three hidden pages": restyled.theme,
        "… in high contrast and back": restyled.contrast,
        "… in another text size": restyled.text_size,
        "… shown after a change of theme": restyled.next_page,
    }
    window = restyled.window
    figures = measure(
        [
            Measurement(name, "ms", in_front(window, restyled.settle, take), bare.start_millis, SWITCH)
            for name, take in takes.items()
        ],
        RUNS,
    )
    window.appearance.reset()
    return figures


def main(only_starts: bool) -> int:
    """Measure and print everything, or the starts of processes alone; exit code 0 whatever the results."""
    bare = Bare(partial(first_paint, _BARE))
    if only_starts:
        print(table(measure([*starts(bare), *commands()], RUNS)))
        return 0
    app = make_application()
    opened = load_layout(shipped_layouts(slugs()[0])[0])
    with isolated_data_dir(None):
        figures = measure_appearance(bare)
        seen = [*charts(opened, bare), *previews(bare), *strokes(bare), *matches(bare), *switches(bare)]
        figures += measure([*starts(bare), *commands(), *seen], RUNS)
    app.processEvents()
    print("\nThe window, beside the start of a bare one")
    print(table(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] == ["starts"]))
