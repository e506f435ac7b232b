"""The experiment as it is chosen: what to compare with, who plays, by which rules, when it is enough."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from studio import bots
from studio.bots import level_of
from studio.core.game import Json
from studio.core.text import _, called
from studio.documents.files import DocumentError, read_bytes
from studio.documents.paths import shipped_layouts
from studio.gui.output.thumbnails import display_name
from studio.gui.settings import settings
from studio.gui.start.seats_form import LARGEST_SEED, Variants, offered_seats, usual_seats
from studio.gui.style.stylesheet import text_font
from studio.gui.widgets import (
    Card,
    Elided,
    EmblemBadge,
    PlainButton,
    PrimaryButton,
    ScrollArea,
    Separator,
    ToggleSwitch,
    ToolButton,
    set_tip,
    text_label,
)
from studio.gui.widgets.dialogs import show_document_error, tell
from studio.gui.widgets.inputs import Choice, CountBox, HalvesBox, Segmented
from studio.lab.jobs import Faulty, Own, Source
from studio.lab.run import Experiment, side_of
from studio.lab.statistics import MOST, Matches, Stop, Width
from studio.lab.worker_pool import default_workers
from studio.services.loading import Opened, open_layout

NOTHING, FILE, KEPT = "", "file", "kept"
"""Keys of what it is compared with, beside the paths of layouts."""
COUNT, WITHIN = "count", "within"
WIDE = 276
USUAL_COUNT, USUAL_WITHIN = 1_000, 4
"""Matches, and halves of a percent."""


class Others(NamedTuple):
    """What a layout can be compared with: those that were read, what is offered and under which key, the chosen one."""

    known: dict[str, Opened]
    offered: Sequence[tuple[str, str]]
    chosen: str


class ExperimentCard(Card):
    """The form. `run_wanted` when the person has pressed its button, `other_changed` when another B was chosen."""

    run_wanted = Signal()
    other_changed = Signal()

    def __init__(self, opened: Opened) -> None:
        super().__init__(_("Experiment"), " ")
        self.setFixedWidth(WIDE)
        self._others: dict[str, Opened] = {}
        room = QWidget()
        self._column = QVBoxLayout(room)
        self._column.setContentsMargins(0, 0, 6, 0)
        self._column.setSpacing(6)
        self._compare(opened)
        self._seats(opened)
        self._stop()
        self._machine()
        self._column.addStretch(1)
        self.body.addWidget(ScrollArea(room, name=_("Experiment")), 1)
        self.run = PrimaryButton(_("Run"), "play", "F9")
        self.run.clicked.connect(self.run_wanted)
        self.body.addWidget(self.run)

    # building

    def _row(self, words: str, field: QWidget, wide: bool = False) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(text_label(words, "text", 13), 0 if wide else 1)
        row.addWidget(field, 1 if wide else 0)
        field.setAccessibleName(words)
        self._column.addLayout(row)

    def _compare(self, opened: Opened) -> None:
        self._column.addWidget(text_label(_("A · this layout"), "second", 12))
        self.name = Elided(called(opened.layout.name) or _("Layout without a name"))
        self._column.addWidget(self.name)
        self._column.addWidget(text_label(_("B · compare with"), "second", 12))
        shipped = [(str(path), display_name(path)) for path in shipped_layouts(opened.game.info.slug)]
        self._offered = [(NOTHING, _("nothing")), *shipped]
        self.other = Choice()
        self.other.setAccessibleName(_("Compare with"))
        self._offer(NOTHING)
        self.other.chosen.connect(self._other_chosen)
        self._before = NOTHING
        self._column.addWidget(self.other)
        self._column.addWidget(Separator())

    def _offer(self, current: str) -> None:
        self.other.set_options([*self._offered, (FILE, _("a file…"))])
        self.other.set_current(current)

    def _other_chosen(self, key: str) -> None:
        """Fetch the layout that was chosen; what cannot be read changes nothing."""
        try:
            if key == FILE:
                key, _filter = QFileDialog.getOpenFileName(
                    self, _("Open a layout"), str(settings().value("folder")), _("Layouts (*.json);;All files (*)")
                )
                key = key or self._before
            if key and key not in self._others:
                self._others[key] = open_layout(Path(key))
                if key not in dict(self._offered):
                    self._offered.append((key, called(self._others[key].layout.name) or Path(key).name))
            self._before = key
        except DocumentError as error:
            show_document_error(self, error)
        self._offer(self._before)
        self.other_changed.emit()

    def _seats(self, opened: Opened) -> None:
        offered = offered_seats(opened)
        self.seats = Segmented([(str(number), str(number)) for number in offered])
        self.seats.set_current(str(usual_seats(offered)))
        self.seats.chosen.connect(lambda _key: self._show_bots())
        self._row(_("Seats"), self.seats)
        self.variants = Variants(with_help=False)
        self.variants.show_game(opened.game.info)
        self._column.addWidget(self.variants)
        self._column.addWidget(Separator())
        self.rotate = ToggleSwitch(_("Bots go round the seats"))
        self.rotate.setChecked(True)
        set_tip(self.rotate, _("Every bot plays every seat equally often, so that a seat's figure is the board's"))
        self._column.addWidget(self.rotate)
        self.bots: list[Choice] = []
        self._rows: list[QWidget] = []
        for seat in range(offered.stop - 1):
            line = QWidget()
            row = QHBoxLayout(line)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(8)
            row.addWidget(EmblemBadge(seat, 22))
            row.addWidget(text_label(_("Seat {number}").format(number=seat + 1), "text", 13), 1)
            choice = Choice([(name, level_of(name).title) for name in bots.names()])
            choice.set_current("greedy")
            choice.setAccessibleName(_("Bot in seat {number}").format(number=seat + 1))
            choice.setMinimumWidth(120)
            row.addWidget(choice)
            self.bots.append(choice)
            self._rows.append(line)
            self._column.addWidget(line)
        self._column.addWidget(Separator())
        self._show_bots()

    def _show_bots(self) -> None:
        for seat, line in enumerate(self._rows):
            line.setVisible(seat < self.seats_chosen())

    def _stop(self) -> None:
        self.stop = Segmented([(COUNT, _("by number")), (WITHIN, _("when sure"))])
        self.stop.chosen.connect(lambda _key: self._show_stop())
        self._row(_("Stop"), self.stop)
        self.count = CountBox(USUAL_COUNT, 10, MOST)
        self.within = HalvesBox(USUAL_WITHIN, 1, 20)
        self._stops: dict[str, QWidget] = {}
        for key, words, field in (
            (COUNT, _("Matches"), self.count),
            (WITHIN, _("Each rate within ± %"), self.within),
        ):
            line = QWidget()
            row = QHBoxLayout(line)
            row.setContentsMargins(0, 0, 0, 0)
            row.addWidget(text_label(words, "text", 13), 1)
            field.setFixedWidth(112)
            field.setAccessibleName(words)
            row.addWidget(field)
            self._stops[key] = line
            self._column.addWidget(line)
        self._show_stop()
        self._column.addWidget(Separator())

    def _show_stop(self) -> None:
        for key, line in self._stops.items():
            line.setVisible(key == self.stop.current())

    def _machine(self) -> None:
        most = default_workers()
        self.workers = CountBox(most, 1, most)
        self.workers.setFixedWidth(112)
        set_tip(self.workers, _("How many matches are played at once; the figures do not depend on it"))
        self._row(_("Workers"), self.workers)
        self.seed = CountBox(0, 0, LARGEST_SEED // 1_000_000)
        self.seed.setFixedWidth(112)
        set_tip(self.seed, _("The same number gives the same matches"))
        self._row(_("Seed"), self.seed)
        self.cluster = QLineEdit()
        self.cluster.setPlaceholderText(_("this computer"))
        self.cluster.setFont(text_font(13))
        set_tip(self.cluster, _("The address of a Dask scheduler whose workers are to play, like tcp://host:8786"))
        self._row(_("Cluster"), self.cluster, wide=True)
        self.tally = PlainButton(_("Count more…"), "plus", small=True)
        words = _("A Python file whose class Tally counts what you want to know. It is run as it stands: use your own")
        set_tip(self.tally, words)
        self.tally.clicked.connect(self._ask_tally)
        self._tallies: dict[Source, QWidget] = {}
        self._tally_column = QVBoxLayout()
        self._tally_column.setSpacing(4)
        self._column.addLayout(self._tally_column)
        self._column.addWidget(self.tally)

    def _ask_tally(self) -> None:
        folder = str(settings().value("folder"))
        chosen, _filter = QFileDialog.getOpenFileName(self, _("A tally of your own"), folder, _("Python files (*.py)"))
        if not chosen:
            return
        try:
            source = Source(Path(chosen).name, read_bytes(chosen).decode("utf-8"))
            Own(source)
        except DocumentError as error:
            show_document_error(self, error)
        except (Faulty, UnicodeDecodeError) as problem:
            words = str(problem) if isinstance(problem, Faulty) else _("This is not text.")
            tell(self, _("This file counts nothing"), words, "warning", "warning")
        else:
            self.add_tally(source)

    def add_tally(self, source: Source) -> None:
        """Count what this one counts, too; one of the same name takes its place."""
        for other in [other for other in self._tallies if other.name == source.name]:
            self._drop_tally(other)
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(Elided(source.name, "text", 13), 1)
        drop = ToolButton("cross", _("Count this no more"), px=24, icon_px=14)
        drop.clicked.connect(lambda: self._drop_tally(source))
        row.addWidget(drop)
        self._tallies[source] = line
        self._tally_column.addWidget(line)

    def _drop_tally(self, source: Source) -> None:
        line = self._tallies.pop(source)
        line.hide()
        line.deleteLater()

    # what was chosen

    def seats_chosen(self) -> int:
        """How many play."""
        return int(self.seats.current())

    def bots_chosen(self) -> tuple[str, ...]:
        """A bot per seat."""
        return tuple(choice.current() for choice in self.bots[: self.seats_chosen()])

    def stop_chosen(self) -> Stop:
        """When it is enough."""
        if self.stop.current() == WITHIN:
            return Width(self.within.value() / 200)
        return Matches(self.count.value())

    def layouts(self, opened: Opened) -> Sequence[Opened]:
        """The layout, and the one that it is compared with."""
        other = self._others.get(self.other.current())
        return (opened,) if other is None else (opened, other)

    def experiment(self, opened: Opened) -> Experiment:
        """All of it, on this layout. Raises `Unplayable`, `IllegalAction` and `ValueError`."""
        seats, options = self.seats_chosen(), self.variants.options()
        layouts = self.layouts(opened)
        if any(layout.game is not opened.game for layout in layouts):
            raise ValueError(_("Only layouts of the same game can be compared."))
        return Experiment(
            tuple([side_of(layout, seats, options) for layout in layouts]),
            seats,
            self.bots_chosen(),
            self.rotate.isChecked(),
            self.stop_chosen(),
            self.seed.value(),
            tallies=tuple(self._tallies),
            workers=self.workers.value(),
            scheduler=self.cluster.text().strip(),
        )

    def recall(self, report: Json, played_on: Sequence[Opened]) -> None:
        """Choose what a report says that was chosen; `played_on` are the layouts of its sides."""
        planned, stop = report["experiment"], report["experiment"]["stop"]
        self.seats.set_current(str(planned["seats"]))
        for choice, bot in zip(self.bots, planned["bots"], strict=False):
            if choice.findData(bot) < 0:  # of the command line, with a limit of its own
                choice.addItem(level_of(bot).title, bot)
            choice.set_current(bot)
        self.rotate.setChecked(planned["rotated"])
        self.variants.choose(report["sides"][0]["options"])
        self.seed.set_value(report["seed"])
        if "count" in stop:
            self.stop.set_current(COUNT)
            self.count.set_value(stop["count"])
        elif stop["rule"] == "width":
            self.stop.set_current(WITHIN)
            self.within.set_value(round(200 * stop["half"]))
        for opened in played_on[1:]:
            self._others[KEPT] = opened
            self._offered.append((KEPT, called(opened.layout.name) or _("Layout without a name")))
            self._before = KEPT
            self._offer(KEPT)
        self._show_bots()
        self._show_stop()

    def others(self) -> Others:
        """The layouts that it can be compared with, in the order in which they are offered, and the chosen one."""
        return Others(dict(self._others), self._offered[1:], self._before)

    def tallies(self) -> Sequence[Source]:
        """What is counted besides."""
        return tuple(self._tallies)

    def take(self, others: Others, tallies: Sequence[Source]) -> None:
        """Offer and count what was offered and counted before."""
        self._others, self._before = dict(others.known), others.chosen
        known = {key for key, _words in self._offered}
        self._offered += [offer for offer in others.offered if offer[0] not in known]
        self._offer(self._before)
        for source in tallies:
            self.add_tally(source)

    def show_name(self, name: str) -> None:
        """The layout is called so now."""
        self.name.set_text(name or _("Layout without a name"))
