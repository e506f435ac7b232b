"""A match leaves the window: the question how, and the work itself, with its progress and a way to stop it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QGridLayout, QProgressBar, QWidget

from studio.core.game import EVERYBODY
from studio.core.match import Node
from studio.core.text import _, plural
from studio.core.transcript import ALL, script, story, title_lines
from studio.documents.files import DocumentError, write_bytes, write_text
from studio.gui.output.animation import Film, Filming
from studio.gui.output.export import check_folder
from studio.gui.play.controller import MatchController
from studio.gui.play.status import PLAY
from studio.gui.style.sprites import theme_of
from studio.gui.style.theme import Theme
from studio.gui.widgets import ToggleSwitch, text_label
from studio.gui.widgets.dialogs import HouseDialog, ask_where, show_document_error
from studio.gui.widgets.inputs import Choice, CountBox, Segmented

SIZES = (480, 800, 1280)
"""Pixels across."""
TIMES = (1500, 700, 300)
"""Milliseconds of a picture: slow, steady, quick."""
SLICE = 0.03
"""Seconds of painting between two looks at what else the window has to do."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was chosen: text or a picture, from and to which position, as which seat sees it, and how it looks."""

    is_text: bool
    first: int
    last: int
    seat: int
    width: int
    milliseconds: int
    theme: Theme
    clauses: bool


def eyes_offered(controller: MatchController) -> list[int]:
    """Through whose eyes a match may be taken along: all that is over or tried out is open, else only what the one at
    the table sees."""
    match = controller.played_match
    if match.is_over or match.analysis:
        return [EVERYBODY, *range(match.seats)]
    viewer = EVERYBODY if controller.is_covered else controller.viewer
    return [EVERYBODY] if viewer == EVERYBODY else [viewer, EVERYBODY]


class TakeDialog(HouseDialog):
    """Asks how a match of so many positions is to be taken along."""

    def __init__(self, parent: QWidget, controller: MatchController, theme: Theme) -> None:
        super().__init__(parent, _("Export the match"), "export")
        self._hues = theme.hues
        last = len(controller.played_match.line()) - 1
        self.kind = self._choice((("apng", _("Animated picture")), ("text", _("Text"))), _("Kind of file"))
        self.size_ = self._choice(
            tuple(zip(map(str, SIZES), (_("Small"), _("Medium"), _("Large")), strict=True)), _("Size")
        )
        self.pace = self._choice(
            tuple(zip(map(str, TIMES), (_("Slow"), _("Steady"), _("Quick")), strict=True)), _("Speed")
        )
        self.look = self._choice((("light", _("Light")), ("dark", _("Dark"))), _("How it looks"))
        self.size_.set_current(str(SIZES[1]))
        self.pace.set_current(str(TIMES[1]))
        self.look.set_current(theme.name)
        names = {EVERYBODY: _("Everybody"), **dict(enumerate(controller.names))}
        self.eyes = Choice([(str(seat), names[seat]) for seat in eyes_offered(controller)])
        self.eyes.setAccessibleName(_("Seen by"))
        self.eyes.setFixedHeight(30)
        self.first, self.last = CountBox(0, 0, last), CountBox(last, 0, last)
        self.first.setAccessibleName(_("From position"))
        self.last.setAccessibleName(_("To position"))
        self.clauses = ToggleSwitch(_("With the clause of the rules that each step follows"))
        self.told = text_label("", "second", 13, wrap=True)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(10)
        self._rows: list[tuple[str, QWidget]] = []
        for row, (words, widget, kind) in enumerate(
            (
                (_("Kind of file"), self.kind, ""),
                (_("From position"), self.first, ""),
                (_("To position"), self.last, ""),
                (_("Seen by"), self.eyes, ""),
                (_("Size"), self.size_, "apng"),
                (_("Speed"), self.pace, "apng"),
                (_("How it looks"), self.look, "apng"),
                ("", self.clauses, "text"),
            )
        ):
            label = text_label(words, semibold=True, px=13)
            grid.addWidget(label, row, 0)
            grid.addWidget(widget, row, 1)
            self._rows += [(kind, label), (kind, widget)]
        grid.setColumnStretch(1, 1)
        self.body.addLayout(grid)
        self.body.addWidget(self.told)
        self.add_button("", _("Cancel"))
        self.go = self.add_button("go", _("Choose a file…"), filled=True, icon="save")
        for choice in (self.kind, self.pace):
            choice.chosen.connect(self._tell)
        for box in (self.first, self.last):
            box.changed.connect(self._tell)
        self._tell()
        self.kind.button("apng").setFocus()

    def _choice(self, options: Sequence[tuple[str, str]], name: str) -> Segmented:
        choice = Segmented(tuple(options))
        choice.setAccessibleName(name)
        return choice

    def _tell(self) -> None:
        """Offer what the kind of file can hold, and say how much it will be."""
        for kind, widget in self._rows:
            widget.setVisible(kind in ("", self.kind.current()))
        wanted = self.chosen()
        count = wanted.last - wanted.first + 1
        if count < 1:
            words = _("It ends before it begins.")
        elif wanted.is_text:
            words = plural("{n} position", "{n} positions", count).format(n=count)
        else:
            words = plural("{n} position in {seconds} s", "{n} positions in {seconds} s", count).format(
                n=count, seconds=round(count * wanted.milliseconds / 1000)
            )
        self.told.setText(words)
        self.go.setEnabled(count > 0)

    def chosen(self) -> Wanted:
        """What the dialog shows."""
        return Wanted(
            self.kind.current() == "text",
            self.first.value(),
            self.last.value(),
            int(self.eyes.current()),
            int(self.size_.current()),
            int(self.pace.current()),
            theme_of(self.look.current(), False).wearing(self._hues),
            self.clauses.isChecked(),
        )


class FilmDialog(HouseDialog):
    """Paints a film bit by bit while the window stays awake. `ask` answers "done", or "" when it was stopped."""

    def __init__(self, parent: QWidget, work: Filming, count: int) -> None:
        super().__init__(parent, _("Painting the match …"), "picture")
        self._work, self._painted = work, 0
        self.film: Film | None = None
        self.bar = QProgressBar()
        self.bar.setRange(0, count)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(_("Positions painted"))
        self.told = text_label("", "second", 13)
        self.body.addWidget(self.bar)
        self.body.addWidget(self.told)
        self.add_button("", _("Cancel"), filled=True)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._paint)
        self._timer.start(0)

    def _paint(self) -> None:
        until = time.perf_counter() + SLICE
        try:
            while time.perf_counter() < until:
                next(self._work)
                self._painted += 1
        except StopIteration as end:
            self.film = end.value
            self.finish("done")
            return
        self.bar.setValue(self._painted)
        self.told.setText(_("{n} of {all}").format(n=self._painted, all=self.bar.maximum()))

    def done(self, result: int) -> None:
        self._timer.stop()
        self._work.close()
        super().done(result)


def take_along(page: QWidget, controller: MatchController, title: str, layout: str, theme: Theme) -> str:
    """Ask how and where, and write; the words to say then, "" when nothing was written."""
    if controller.mode == PLAY and controller.is_covered:
        return ""
    controller.reel.stop()
    dialog = TakeDialog(page, controller, theme)
    if not dialog.ask():
        return ""
    wanted = dialog.chosen()
    kinds = [(_("Text"), ".txt")] if wanted.is_text else [(_("Animated pictures"), ".png")]
    path = ask_where(page, _("Export the match"), title, kinds)
    if path is None:
        return ""
    try:
        check_folder(path)
        written = (_write_text if wanted.is_text else _write_film)(page, controller, wanted, path, layout)
    except DocumentError as error:
        show_document_error(page, error, _("The match could not be written"))
        return ""
    return _("Saved as {name}.").format(name=path.name) if written else _("The picture was not written.")


def _write_text(_page: QWidget, controller: MatchController, wanted: Wanted, path: Path, layout: str) -> bool:
    write_text(path, "".join(f"{line}\n" for line in text_lines(controller, wanted, layout)))
    return True


def text_lines(controller: MatchController, wanted: Wanted, layout: str) -> list[str]:
    """The match as text."""
    match, margin = controller.played_match, controller.margin
    line = match.line()
    seat = ALL if wanted.seat == EVERYBODY and (match.is_over or match.analysis) else wanted.seat
    told = story(match.game, line, seat, wanted.clauses)
    steps = (step for step in told if wanted.first <= step.place <= wanted.last)
    marks = {mark.place: mark.note for mark in margin.marks(line) if wanted.first <= mark.place <= wanted.last}
    head = title_lines(match.game, layout, controller.names, margin.by_lot)
    return [*head, *script(steps, controller.names, marks)]


def _write_film(page: QWidget, controller: MatchController, wanted: Wanted, path: Path, _layout: str) -> bool:
    nodes = controller.played_match.line()[wanted.first : wanted.last + 1]
    work = film_of(controller, nodes, wanted)
    dialog = FilmDialog(page, work, len(nodes))
    if dialog.ask() != "done" or dialog.film is None:
        return False
    write_bytes(path, dialog.film.data())
    return True


def film_of(controller: MatchController, nodes: Sequence[Node], wanted: Wanted) -> Filming:
    """The work of painting some positions."""
    from studio.gui.output.animation import filming

    game = controller.played_match.game
    pictures = (game.picture(node.state, wanted.seat) for node in nodes)
    return filming(pictures, wanted.width, wanted.theme, wanted.milliseconds)
