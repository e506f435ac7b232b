"""Takes the pictures of the manual: parts of the window, in both themes, with few colours so that they are small.

Run from the top of the source tree: python -m resources.manual.make_pictures (needs the extra `dev`)
"""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PIL import Image
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget

from studio.core.match import Match
from studio.core.text import SEAT_NAMES
from studio.documents.paths import shipped_layouts
from studio.gui.editor.page import EditorPage
from studio.gui.headless import Failed, open_window, own_data_dir, photograph, settle, until
from studio.gui.lab.page import LabPage
from studio.gui.output.thumbnails import press
from studio.gui.play.page import PlayPage
from studio.gui.start.seats_form import SeatSetup
from studio.gui.style.stylesheet import current_theme
from studio.lab.jobs import make_bots
from studio.services.loading import Opened, open_layout, start_match

if TYPE_CHECKING:
    from studio.gui.shell.main_window import MainWindow

FOLDER = Path(__file__).parent / "pictures"
SIZE = (1280, 720)
WIDE = 760
"""Pixels that there are for a picture at most."""
COLORS = 80


def take(widget: QWidget, name: str, part: QRect | None = None) -> None:
    """Keep what a part of a widget looks like, all of it without one."""
    theme = "dark" if current_theme().is_dark else "light"
    path = photograph(widget, FOLDER / f"{name}_{theme}.png")
    with Image.open(BytesIO(path.read_bytes())) as image:
        whole = image.convert("RGB")
    if part is not None:
        whole = whole.crop((part.left(), part.top(), part.right() + 1, part.bottom() + 1))
    if whole.width > WIDE:
        whole = whole.resize((WIDE, whole.height * WIDE // whole.width), Image.Resampling.LANCZOS)
    whole.quantize(COLORS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)


def place_of(widget: QWidget, within: QWidget, margin: int = 0) -> QRect:
    """Where a widget lies in another one."""
    return QRect(widget.mapTo(within, QPoint()), widget.size()).adjusted(-margin, -margin, margin, margin)


def drawing(window: MainWindow, opened: Opened) -> None:
    """The editor, a finding that a click mends, the workshop, the pages to print."""
    page = window.open_path(shipped_layouts(opened.game.info.slug)[0])
    if not isinstance(page, EditorPage):
        raise Failed("the layout was not opened in an editor")
    settle(2.0)
    take(window, "editor", QRect(0, 42, 860, 438))
    body = spoilt(opened)
    page.document.apply("A careless stroke", body)
    settle(1.5)
    take(window, "finding", place_of(page.checking.panel, window, 8))
    page.document.stack.undo()
    window.open_workshop(page, "bend")
    until(lambda: not press().is_busy(), "the pieces")
    settle(1.5)
    take(window, "workshop", QRect(0, 42, 862, 498))
    window.print_layout(page)
    settle(2.5)
    take(window, "printing", QRect(300, 42, 680, 496))


def spoilt(opened: Opened) -> object:
    """A body of the layout with an edge where land meets sea."""
    game = opened.game
    stamps = [item.stamp for group in game.palette(opened.body) if group.on == "cells" for item in group.items]
    for cell in range(game.grid(opened.body).count):
        for stamp in stamps:
            tried = game.stamp(opened.body, cell, stamp)
            found = [problem for problem in game.check(tried) if problem.severity.name == "ERROR"]
            if len(found) == 1 and found[0].fix is not None:
                return tried
    raise Failed("no careless stroke was found")


def playing(window: MainWindow, opened: Opened) -> None:
    """A table in the middle of a match, somebody's tile in hand."""
    match = start_match(opened, 3, opened.game.info.defaults(), 8)
    bots = make_bots(("greedy",) * 3, 8)
    while len(match.decisions()) < 46 or not has_choice(match):
        seat = match.state.to_move
        match.play(bots[seat].choose(match.game, match.state, seat))
    mover = match.state.to_move
    setups = [SeatSetup(name, "human" if seat == mover else "random") for seat, name in enumerate(SEAT_NAMES[:3])]
    page = PlayPage(match, opened, setups, current_theme())
    window.add_page(page)
    settle(0.5)
    page.controller.step_target()
    settle(2.0)
    left = place_of(page.board, window).left() - 12
    take(window, "playing", QRect(left, 42, SIZE[0] - left, SIZE[1] - 42))


def has_choice(match: Match) -> bool:
    """Whether the seat to move has a tile to lay somewhere."""
    state = match.state
    return state.to_move >= 0 and sum(match.game.preview(state, action) is not None for action in state.legal()) > 2


def measured(window: MainWindow, opened: Opened) -> None:
    """What the laboratory says of a layout."""
    page = window.open_path(shipped_layouts(opened.game.info.slug)[0])
    if page is None:
        raise Failed("the layout was not opened")
    lab = window.open_lab(page)
    if not isinstance(lab, LabPage):
        raise Failed("the laboratory was not opened")
    for choice in lab.choices.bots:
        choice.set_current("random")
    lab.choices.count.set_value(600)
    lab.run()
    until(lambda: lab.report is not None and lab.run_action.isEnabled(), "the matches", 100)
    settle(1.0)
    take(window, "lab", place_of(lab.summary.fairness, window, 4))


def main() -> None:
    """Take all of them."""
    opened = open_layout(shipped_layouts("neue_entdecker")[0])
    for theme in ("light", "dark"):
        with own_data_dir(None), open_window(theme, SIZE) as window:
            drawing(window, opened)
            playing(window, opened)
            measured(window, opened)


if __name__ == "__main__":
    main()
