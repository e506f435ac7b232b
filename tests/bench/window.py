"""How fast the window is: `python -m tests.bench.window` measures starts and repaints, the median of several runs."""

from __future__ import annotations

import subprocess
import sys
from time import perf_counter

from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QPixmap, QRegion
from PySide6.QtWidgets import QWidget

from studio.core.game import CHANCE, OVER
from studio.core.picture import Picture
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.board.cache import ChartCache
from studio.gui.board.view import BoardView
from studio.gui.shell.app import application
from studio.gui.style.theme import LIGHT
from studio.opening import Opened, open_layout, playable_board
from tests.bench.rules import RUNS, Measurement, measure, table

SIZE = QSize(1280, 800)

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
import os, sys
from PySide6.QtCore import QEvent, QObject
class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and watched.isWidgetType() and watched.isWindow():
            print("painted", flush=True)
            os._exit(0)
        return False
from studio.gui.shell import app
watch = Watch()
app.application().installEventFilter(watch)
app.run()
"""


def first_paint(code: str) -> float:
    """Seconds from the start of a Python process to the first paint of its window."""
    begun = perf_counter()
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert child.stdout is not None
    with child:
        line = child.stdout.readline()
        spent = perf_counter() - begun
        child.kill()
    if line.strip() != b"painted":
        raise RuntimeError("the window did not paint")
    return spent


def middle(opened: Opened, steps: int = 250) -> tuple[Picture, Picture]:
    """Pictures of a random match before and after a tile was laid, the board half full."""
    game = opened.game
    state = game.start(playable_board(opened), game.info.most_seats, game.info.defaults())
    rng = Rng(1)
    for step in range(10_000):
        if state.to_move == OVER:
            break
        before = state.clone()
        action = state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal())
        state.apply(action)
        laid = [event for event in game.events(before, action, state) if event.kind == "lay"]
        if step > steps and len(laid) == 1:
            return game.picture(before, -1), game.picture(state, -1)
    raise RuntimeError("no tile was laid")


class Charts:
    """A painted chart on which tiles are laid and taken up again."""

    def __init__(self, opened: Opened) -> None:
        self.pictures = middle(opened)
        self.at = 0
        self.view = BoardView(LIGHT)
        self.view.resize(SIZE)
        self.view.show()
        self.view.set_picture(self.pictures[0])
        self.view.fit()
        self.view.settle()
        self.sheet = QPixmap(SIZE)
        self.longest = 0.0

    def fresh(self) -> ChartCache:
        """A cache that has everything still to paint."""
        cache = ChartCache(LIGHT)
        cache.set_scale(64)
        cache.set_picture(self.pictures[0])
        left, top, right, bottom = self.pictures[0].bounds
        cache.set_view(QRectF(left, top, right - left, bottom - top))
        return cache

    def repaint(self) -> float:
        """Milliseconds of a repaint of the whole view from the cached chart."""
        begun = perf_counter()
        for _time in range(20):
            self.view.render(self.sheet, QPoint(), QRegion(QRect(QPoint(), SIZE)), QWidget.RenderFlag.DrawChildren)
        return (perf_counter() - begun) * 1000 / 20

    def lay(self) -> float:
        """Milliseconds until a laid tile and its neighbours are in the cache, all steps together."""
        cache = self.fresh()
        cache.finish()
        begun = perf_counter()
        cache.set_picture(self.pictures[1])
        spent, longest = perf_counter() - begun, 0.0
        while cache.is_busy:
            begun = perf_counter()
            cache.work(0.006)
            longest = max(longest, perf_counter() - begun)
            spent += perf_counter() - begun
        self.longest = longest * 1000
        return spent * 1000

    def whole(self) -> float:
        """Milliseconds until the whole chart is painted for the first time."""
        cache = self.fresh()
        begun = perf_counter()
        cache.finish()
        return (perf_counter() - begun) * 1000


def starts() -> list[Measurement]:
    """How soon a window is there; a bare one beside it shows what Python and Qt need by themselves."""
    first_paint(_STUDIO)  # warm
    return [
        Measurement("window painted after process start", "s", lambda: first_paint(_STUDIO), 0.5),
        Measurement("the same of a bare PySide6 window", "s", lambda: first_paint(_BARE)),
    ]


def charts(opened: Opened) -> list[Measurement]:
    """How fast the chart is painted."""
    charts = Charts(opened)
    return [
        Measurement("full repaint from the cached chart, 1280 × 800", "ms", charts.repaint, 4),
        Measurement("a laid tile into the cache, 64 px a tile", "ms", charts.lay, 80),
        Measurement("… the longest step of it", "ms", lambda: charts.longest),
        Measurement("the whole chart for the first time, in steps", "ms", charts.whole),
    ]


def main() -> int:
    """Measure and print; exit code 1 when a goal is missed."""
    app = application()
    figures = measure(starts(), RUNS)
    for slug in slugs()[:1]:
        figures += measure(charts(open_layout(shipped_layouts(slug)[0])), RUNS)
    app.processEvents()
    print("\nThe window")
    print(table(figures))
    return 0 if all(figure.is_met for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
