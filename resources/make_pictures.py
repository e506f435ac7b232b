"""Make all pictures of the README and the manual from the current program.

Run from the top of the source tree: `make pictures`, or `python -m resources.make_pictures [NAME …]` for some of them
(needs the extra `dev`). Beside the pictures of the README lies `views.json`: for every picture the SHA-256 of its file,
and a fingerprint of the view it was taken of. Tests take the views again and compare.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import msgspec
from PIL import Image
from PySide6.QtCore import QEvent, QPoint, QRect
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWidget

from studio.cli import main as run_command
from studio.core.match import Match
from studio.core.text import SEAT_NAMES
from studio.documents.paths import shipped_layouts
from studio.gui.background_task import BackgroundTask
from studio.gui.editor.page import EditorPage
from studio.gui.headless import SmokeTestError, isolated_data_dir, open_window, photograph, settle, wait_until
from studio.gui.lab.page import LabPage
from studio.gui.output.print_page import PrintPage
from studio.gui.output.thumbnails import thumbnail_queue
from studio.gui.page import SeatSetup
from studio.gui.play.page import PlayPage
from studio.gui.style.stylesheet import current_theme
from studio.lab.jobs import make_bots
from studio.services.loading import load_layout, start_match

if TYPE_CHECKING:
    from studio.gui.shell.main_window import MainWindow
    from studio.services.loading import LoadedLayout

ROOT = Path(__file__).parent.parent
README, MANUAL = "resources/pictures", "resources/manual/pictures"
ENTRIES = ROOT / README / "views.json"
GAME, SEED = "neue_entdecker", 8
SIZE = (1280, 720)
MAX_WIDTH = 760  # pixels; wider pictures of the manual are scaled down
COLORS = {README: 200, MANUAL: 128}  # few colours keep the files small
BLOCK, TOLERANCE = 16, 3
"""A fingerprint holds the mean grey of every block of so many pixels square. Means (0 to 255) that differ by no more
than the tolerance are equal: processors round antialiased edges differently, and a changed word changes more."""


class Shot(NamedTuple):
    """A part of a widget to photograph; all of it where `part` is None."""

    widget: QWidget
    part: QRect | None = None


class Entry(msgspec.Struct):
    """What `views.json` says of a picture."""

    file: str
    view: str


def area(widget: QWidget, within: QWidget, margin: int = 0) -> QRect:
    """Return the rectangle of a widget in the coordinates of an ancestor."""
    return QRect(widget.mapTo(within, QPoint()), widget.size()).adjusted(-margin, -margin, margin, margin)


def open_editor(window: MainWindow, opened: LoadedLayout) -> EditorPage:
    """Open a layout in an editor and wait until it is checked and surveyed."""
    assert opened.path is not None
    page = window.open_path(opened.path)
    if not isinstance(page, EditorPage):
        raise SmokeTestError("the layout was not opened in an editor")
    wait_for_answers(window)
    return page


def wait_for_answers(window: MainWindow) -> None:
    """Let the window work until nothing is computed in the background."""
    settle(0.3)  # what starts a check or a survey is a timer
    inquiries = window.findChildren(BackgroundTask)
    wait_until(lambda: not thumbnail_queue().is_busy() and not any(one.is_waiting for one in inquiries), "the answers")


def still(widget: QWidget, part: QRect) -> None:
    """Let the window work until a part of a widget looks the same three times in a row."""
    seen: list[bytes] = []

    def is_still() -> bool:
        settle(0.15)
        seen.append(bytes(widget.grab(part).toImage().constBits()))
        return len(seen) > 2 and seen[-3] == seen[-2] == seen[-1]

    wait_until(is_still, "the view")


def editor(window: MainWindow, opened: LoadedLayout) -> Shot:
    """The editor with an unchanged layout."""
    open_editor(window, opened)
    return Shot(window, QRect(0, 42, 860, 438))


def finding(window: MainWindow, opened: LoadedLayout) -> Shot:
    """The list of problems after a stroke that places land next to open sea."""
    page = open_editor(window, opened)
    page.document.apply("A stroke", faulty(opened))
    wait_for_answers(window)
    page.problems.set_checked(0.012)  # the measured time differs from run to run
    return Shot(window, area(page.problems, window, 8))


def faulty(opened: LoadedLayout) -> object:
    """Return the body of a layout after one stamp that causes exactly one error, and one that has a fix."""
    game = opened.game
    stamps = [item.stamp for group in game.sketch.palette(opened.body) if group.on == "cells" for item in group.items]
    for cell in range(game.body.grid(opened.body).count):
        for stamp in stamps:
            tried = game.editing.stamp(opened.body, cell, stamp)
            found = [problem for problem in game.checks.check(tried) if problem.severity.name == "ERROR"]
            if len(found) == 1 and found[0].fix is not None:
                return tried
    raise SmokeTestError("no stamp causes one error with a fix")


def workshop(window: MainWindow, opened: LoadedLayout) -> Shot:
    """The piece editor."""
    window.commands.open_piece_editor(open_editor(window, opened), "bend")
    wait_for_answers(window)
    return Shot(window, QRect(0, 42, 862, 498))


def printing(window: MainWindow, opened: LoadedLayout) -> Shot:
    """The pages to print."""
    printed = window.commands.print_layout(open_editor(window, opened))
    assert isinstance(printed, PrintPage)
    wait_until(lambda: printed.pages is not None and len(printed.view.inks) == len(printed.pages.pages), "the pages")
    return Shot(window, QRect(300, 42, 680, 496))


def playing(window: MainWindow, opened: LoadedLayout) -> Shot:
    """The board and the log early in a match."""
    page = open_match(window, opened, 3, 46)
    left = area(page.board, window).left() - 12
    return Shot(window, QRect(left, 42, SIZE[0] - left, SIZE[1] - 42))


def play(window: MainWindow, opened: LoadedLayout) -> Shot:
    """The whole window in the second half of a match."""
    open_match(window, opened, 4, 190)
    return Shot(window)


def open_match(window: MainWindow, opened: LoadedLayout, seats: int, count: int) -> PlayPage:
    """Open a match of greedy bots after at least `count` decisions, where a person has to place a tile."""
    match = start_match(opened, seats, opened.game.info.defaults(), SEED)
    bots = make_bots(("greedy",) * seats, SEED)
    while len(match.decisions()) < count or not has_choice(match):
        seat = match.state.to_move
        match.play(bots[seat].choose(match.game, match.state, seat))
    mover = match.state.to_move
    setups = [SeatSetup(name, "human" if seat == mover else "random") for seat, name in enumerate(SEAT_NAMES[:seats])]
    page = PlayPage(match, opened, setups, current_theme())
    window.add_page(page)
    settle(0.5)
    page.controller.step_target()
    return page


def has_choice(match: Match) -> bool:
    """Return whether the seat to move has a tile in hand that it can place in more than two ways."""
    state, game = match.state, match.game
    if state.to_move < 0 or game.panel.panel(state, state.to_move).hand is None:
        return False
    return sum(game.picture.preview(state, action) is not None for action in state.legal()) > 2


def lab(window: MainWindow, opened: LoadedLayout) -> Shot:
    """The win rates of an experiment in the Lab."""
    page = window.commands.open_lab(open_editor(window, opened))
    if not isinstance(page, LabPage):
        raise SmokeTestError("the Lab was not opened")
    for choice in page.choices.bots:
        choice.set_current("random")
    page.choices.count.set_value(600)
    page.run()
    wait_until(lambda: page.report is not None and page.choices.run.isEnabled(), "the matches", 300)
    still(window, window.rect())  # the cards find their sizes
    return Shot(window, area(page.summary.fairness, window, 4))


VIEWS: tuple[Callable[[MainWindow, LoadedLayout], Shot], ...] = (editor, finding, workshop, printing, playing, lab)
SHOTS = {f"{MANUAL}/{view.__name__}_{theme}.png": (theme, view) for theme in ("light", "dark") for view in VIEWS} | {
    f"{README}/play.png": ("light", play)
}
"""Theme and view of every still picture, by its path."""
ANIMATION = f"{README}/match.png"
PICTURES = (*SHOTS, ANIMATION)


def photo(name: str) -> Image.Image:
    """Return the view of a still picture as it is now, in its own window with fresh settings."""
    QCursor.setPos(4_000, 4_000)  # outside of the window: what is under the pointer looks different
    theme, view = SHOTS[name]
    with isolated_data_dir(None) as folder:
        with open_window(theme, SIZE) as window:
            widget, part = view(window, load_layout(shipped_layouts(GAME)[0]))
            still(widget, part or widget.rect())
            with Image.open(photograph(widget, folder / "photo.png")) as image:
                whole = image.convert("RGB")
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # later themes would style it again
    if part is None:
        return whole
    return whole.crop((part.left(), part.top(), part.right() + 1, part.bottom() + 1))


def animate(path: Path) -> None:
    """Write a match of four bots as an animated PNG, by the commands that a user would type."""
    layout = next(layout for layout in shipped_layouts("entdecker") if layout.stem == "archipelago")
    with tempfile.TemporaryDirectory() as folder:
        record = f"{folder}/m.json"
        bots = ",".join(["greedy"] * 4)
        look = ("--size", "450", "--frame-seconds", "0.25")
        for command in (
            ("play", str(layout), "--seats", "4", "--bots", bots, "--seed", "7", "-o", record, "-q"),
            ("export", record, "--format", "apng", *look, "-o", str(path), "-q"),
        ):
            if run_command(command) != 0:
                raise SmokeTestError(" ".join(command))


def frames(path: Path) -> Image.Image:
    """Return the first, the middle and the last frame of an animated picture, one below the other."""
    with Image.open(path) as film:
        count = getattr(film, "n_frames", 1)
        strip = Image.new("RGB", (film.width, film.height * 3))
        for place, number in enumerate((0, count // 2, count - 1)):
            film.seek(number)
            strip.paste(film.convert("RGB"), (0, place * film.height))
    return strip


def fingerprint(image: Image.Image) -> str:
    """Return the size and the mean grey of all blocks of an image as text."""
    wide, high = image.width // BLOCK, image.height // BLOCK
    means = image.convert("L").resize((wide, high), Image.Resampling.BOX).tobytes()
    return f"{image.width}x{image.height} {b64encode(zlib.compress(means, 9)).decode('ascii')}"


def changed_blocks(before: str, after: str) -> int:
    """Return how many blocks of two fingerprints differ; all of them where the sizes do."""
    (old_size, old), (new_size, new) = before.split(), after.split()
    old_means, new_means = (zlib.decompress(b64decode(packed)) for packed in (old, new))
    if old_size != new_size:
        return max(len(old_means), len(new_means))
    return sum(abs(a - b) > TOLERANCE for a, b in zip(old_means, new_means, strict=True))


def view_of(name: str) -> str:
    """Return the fingerprint of the view that a picture shows, as the program draws it now."""
    if name != ANIMATION:
        return fingerprint(photo(name))
    with tempfile.TemporaryDirectory() as folder:
        animate(Path(folder) / "match.png")
        return fingerprint(frames(Path(folder) / "match.png"))


def make(name: str) -> Entry:
    """Write one picture; return its entry in `views.json`."""
    path = ROOT / name
    if name == ANIMATION:
        animate(path)
        view = fingerprint(frames(path))
    else:
        image = photo(name)
        view = fingerprint(image)
        folder = name.rpartition("/")[0]
        if folder == MANUAL and image.width > MAX_WIDTH:
            size = (MAX_WIDTH, image.height * MAX_WIDTH // image.width)
            image = image.resize(size, Image.Resampling.LANCZOS)
        small = image.quantize(COLORS[folder], Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        small.save(path, optimize=True)
    return Entry(sha256(path.read_bytes()).hexdigest(), view)


def entries() -> dict[str, Entry]:
    """Return what `views.json` says, by the path of the picture."""
    return msgspec.json.decode(ENTRIES.read_bytes(), type=dict[str, Entry]) if ENTRIES.exists() else {}


def main(arguments: Iterable[str] | None = None) -> None:
    """Make all pictures, or those whose path contains one of the words given."""
    parser = argparse.ArgumentParser(prog="python -m resources.make_pictures", description="Make the pictures.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="part of a path, such as lab_dark (default: all)")
    text = parser.parse_args(None if arguments is None else list(arguments)).names
    known = entries()
    for name in PICTURES:
        if not text or any(word in name for word in text):
            known[name] = make(name)
            sys.stdout.write(f"{name}: {(ROOT / name).stat().st_size / 1000:.0f} kB\n")
    saved = {name: known[name] for name in PICTURES if name in known}
    ENTRIES.write_bytes(msgspec.json.format(msgspec.json.encode(saved), indent=1) + b"\n")


if __name__ == "__main__":
    main()
