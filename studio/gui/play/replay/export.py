"""Exports a match as text or as an animation: options, progress, file."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QGridLayout, QProgressBar, QWidget

from studio.core.game import EVERYBODY
from studio.core.text import _, plural
from studio.core.transcript import SEE_ALL, header_lines, transcribe, transcript_lines
from studio.documents.files import DocumentError, write_bytes, write_text
from studio.gui.output.animation import AnimationSteps, ApngWriter, animation_steps
from studio.gui.output.export import check_folder
from studio.gui.play.controller import MatchController
from studio.gui.play.status import PLAY
from studio.gui.style.sprites import export_theme
from studio.gui.style.theme import Theme
from studio.gui.widgets import ToggleSwitch, text_label
from studio.gui.widgets.dialogs import AppDialog, ask_save_path, show_document_error
from studio.gui.widgets.inputs import ComboBox, CountBox, Segmented

SIZES = (480, 800, 1280)  # width in pixels
TIMES = (1500, 700, 300)  # ms per picture: slow, steady, quick
SLICE_SECONDS = 0.03  # of painting per turn of the event loop


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What to export: text or animation, which positions, as seen by which seat, and its appearance."""

    is_text: bool
    first: int
    last: int
    seat: int
    width: int
    frame_ms: int
    theme: Theme
    clauses: bool


def available_viewers(controller: MatchController) -> list[int]:
    """Return the seats whose view may be exported: all if the match is over or an analysis, else only the viewer's."""
    match = controller.played_match
    if match.is_over or match.analysis:
        return [EVERYBODY, *range(match.seats)]
    viewer = EVERYBODY if controller.is_covered else controller.viewer
    return [EVERYBODY] if viewer == EVERYBODY else [viewer, EVERYBODY]


class ExportMatchDialog(AppDialog):
    """Asks how to export a match."""

    def __init__(self, parent: QWidget, controller: MatchController, theme: Theme) -> None:
        super().__init__(parent, _("Export match"), "export")
        self._hues = theme.hues
        last = len(controller.played_match.line()) - 1
        self.kind = Segmented((("apng", _("Animated image")), ("text", _("Text"))))
        sizes, paces = (_("Small"), _("Medium"), _("Large")), (_("Slow"), _("Medium"), _("Fast"))
        self.size_ = Segmented(tuple(zip(map(str, SIZES), sizes, strict=True)))
        self.pace = Segmented(tuple(zip(map(str, TIMES), paces, strict=True)))
        self.theme_choice = Segmented((("light", _("Light")), ("dark", _("Dark"))))
        self.size_.set_current(str(SIZES[1]))
        self.pace.set_current(str(TIMES[1]))
        names = {EVERYBODY: _("Everyone"), **dict(enumerate(controller.names))}
        self.viewer_choice = ComboBox([(str(seat), names[seat]) for seat in available_viewers(controller)])
        self.viewer_choice.setFixedHeight(30)
        self.first, self.last = CountBox(0, 0, last), CountBox(last, 0, last)
        self.clauses = ToggleSwitch(_("Show the rule of each step"))
        self.summary_label = text_label("", "second", 13, wrap=True)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(10)
        self._rows: list[tuple[str, QWidget]] = []
        fields: list[tuple[str, QWidget, str]] = [
            (_("File type"), self.kind, ""),
            (_("From position"), self.first, ""),
            (_("To position"), self.last, ""),
            (_("Seen by"), self.viewer_choice, ""),
            (_("Size"), self.size_, "apng"),
            (_("Speed"), self.pace, "apng"),
            (_("Appearance"), self.theme_choice, "apng"),
            ("", self.clauses, "text"),
        ]
        for row, (text, widget, kind) in enumerate(fields):
            label = text_label(text, semibold=True, px=13)
            if text:
                widget.setAccessibleName(text)
            grid.addWidget(label, row, 0)
            grid.addWidget(widget, row, 1)
            self._rows += [(kind, label), (kind, widget)]
        grid.setColumnStretch(1, 1)
        self.body.addLayout(grid)
        self.body.addWidget(self.summary_label)
        self.add_button("", _("Cancel"))
        self.export_button = self.add_button("go", _("Export…"), filled=True, icon="save")
        for choice in (self.kind, self.pace):
            choice.chosen.connect(self._update_summary)
        for box in (self.first, self.last):
            box.changed.connect(self._update_summary)
        self._update_summary()
        self.kind.button("apng").setFocus()

    def _update_summary(self) -> None:
        """Show the options of the chosen format, and the amount."""
        for kind, widget in self._rows:
            widget.setVisible(kind in ("", self.kind.current()))
        wanted = self.options()
        count = wanted.last - wanted.first + 1
        if count < 1:
            text = _("The last position is before the first.")
        elif wanted.is_text:
            text = plural("{n} position", "{n} positions", count).format(n=count)
        else:
            text = plural("{n} position in {seconds} s", "{n} positions in {seconds} s", count)
            text = text.format(n=count, seconds=round(count * wanted.frame_ms / 1000))
        self.summary_label.setText(text)
        self.export_button.setEnabled(count > 0)

    def options(self) -> ExportOptions:
        return ExportOptions(
            self.kind.current() == "text",
            self.first.value(),
            self.last.value(),
            int(self.viewer_choice.current()),
            int(self.size_.current()),
            int(self.pace.current()),
            export_theme(self.theme_choice.current(), False).with_hues(self._hues),
            self.clauses.isChecked(),
        )


class AnimationExportDialog(AppDialog):
    """Paints an animation in small steps. `ask` returns "done", or "" if it was cancelled."""

    def __init__(self, parent: QWidget, work: AnimationSteps, count: int) -> None:
        super().__init__(parent, _("Exporting match…"), "picture")
        self._work, self._painted = work, 0
        self.animation: ApngWriter | None = None
        self.bar = QProgressBar()
        self.bar.setRange(0, count)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(_("Exported positions"))
        self.status_label = text_label("", "second", 13)
        self.body.addWidget(self.bar)
        self.body.addWidget(self.status_label)
        self.add_button("", _("Cancel"), filled=True)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._paint)
        self._timer.start(0)

    def _paint(self) -> None:
        until = time.perf_counter() + SLICE_SECONDS
        try:
            while time.perf_counter() < until:
                next(self._work)
                self._painted += 1
        except StopIteration as end:
            self.animation = end.value
            self.finish("done")
            return
        self.bar.setValue(self._painted)
        self.status_label.setText(_("{n} of {all}").format(n=self._painted, all=self.bar.maximum()))

    def done(self, result: int) -> None:
        self._timer.stop()
        self._work.close()
        super().done(result)


def export_match(page: QWidget, controller: MatchController, title: str, layout: str, theme: Theme) -> str:
    """Ask for options and a file, and write it; returns the message to show, "" if nothing was done."""
    if controller.mode == PLAY and controller.is_covered:
        return ""
    controller.playback.stop()
    dialog = ExportMatchDialog(page, controller, theme)
    if not dialog.ask():
        return ""
    wanted = dialog.options()
    kinds = [(_("Text"), ".txt")] if wanted.is_text else [(_("Animated images"), ".png")]
    path = ask_save_path(page, _("Export match"), title, kinds)
    if path is None:
        return ""
    try:
        check_folder(path)
        if wanted.is_text:
            write_text(path, "".join(f"{line}\n" for line in text_lines(controller, wanted, layout)))
        elif not _write_animation(page, controller, wanted, path):
            return _("The image was not saved.")
    except DocumentError as error:
        show_document_error(page, error, _("The match could not be exported"))
        return ""
    return _("Saved as {name}").format(name=path.name)


def text_lines(controller: MatchController, wanted: ExportOptions, layout: str) -> list[str]:
    match, margin = controller.played_match, controller.annotations
    line = match.line()
    seat = SEE_ALL if wanted.seat == EVERYBODY and (match.is_over or match.analysis) else wanted.seat
    reported = transcribe(match.game, line, seat, wanted.clauses)
    steps = (step for step in reported if wanted.first <= step.step <= wanted.last)
    marks = {
        mark.position: mark.note for mark in margin.bookmarks_on(line) if wanted.first <= mark.position <= wanted.last
    }
    head = header_lines(match.game, layout, controller.names, margin.random_seating)
    return [*head, *transcript_lines(steps, controller.names, marks)]


def _write_animation(page: QWidget, controller: MatchController, wanted: ExportOptions, path: Path) -> bool:
    game, nodes = controller.played_match.game, controller.played_match.line()[wanted.first : wanted.last + 1]
    pictures = (game.picture.picture(node.state, wanted.seat) for node in nodes)
    work = animation_steps(pictures, wanted.width, wanted.theme, wanted.frame_ms)
    dialog = AnimationExportDialog(page, work, len(nodes))
    if dialog.ask() != "done" or dialog.animation is None:
        return False
    write_bytes(path, dialog.animation.data())
    return True
