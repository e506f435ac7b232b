"""The settings of an experiment: layouts, bots, options, stop rule."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from studio import bots
from studio.bots import level_of
from studio.core.game import Json
from studio.core.text import _, translated_name
from studio.documents.files import DocumentError, read_bytes
from studio.documents.paths import shipped_layouts
from studio.gui import widgets as w
from studio.gui.output.thumbnails import display_name
from studio.gui.settings import settings
from studio.gui.start.seats_form import LARGEST_SEED, VariantsForm, default_seat_count, seat_counts
from studio.gui.style.stylesheet import text_font
from studio.gui.widgets.dialogs import ask_layout, show_document_error, show_message
from studio.gui.widgets.inputs import ComboBox, CountBox, HalfStepBox, Segmented
from studio.lab.jobs import CustomStats, CustomStatsError, StatsSource
from studio.lab.run import Experiment, make_side
from studio.lab.statistics import MAX_MATCHES, Matches, Stop, Width
from studio.lab.worker_pool import default_workers
from studio.services.loading import LoadedLayout, load_layout

NOTHING, FILE, FROM_RESULT = "", "file", "kept"  # comparisons other than the paths of layouts
COUNT, WITHIN = "count", "within"
FORM_WIDTH = 276
MAX_OPENING = 100  # moves
MAX_TARGET = 999  # rounds
DEFAULT_COUNT, DEFAULT_HALF_WIDTH = 1_000, 4  # matches, and halves of a percent


class ComparisonState(NamedTuple):
    """The layouts that a layout can be compared with: those that were loaded, the options, the current one."""

    loaded: dict[str, LoadedLayout]
    options: Sequence[tuple[str, str]]
    current: str


class ExperimentCard(w.Card):
    """The form."""

    run_requested = Signal()
    comparison_changed = Signal()

    def __init__(self, opened: LoadedLayout) -> None:
        super().__init__(_("Experiment"), " ")
        self.setFixedWidth(FORM_WIDTH)
        self._loaded_layouts: dict[str, LoadedLayout] = {}
        self._bots_differ = False
        room = QWidget()
        self._column = w.vbox(parent=room, spacing=6, margins=(0, 0, 6, 0))
        self._compare(opened)
        self._seats(opened)
        self._stop()
        self._machine()
        self._column.addStretch(1)
        self.body.addWidget(w.ScrollArea(room, name=_("Experiment")), 1)
        self.run = w.PrimaryButton(_("Run"), "play", "F9", act=self.run_requested)
        self.body.addWidget(self.run)

    # building

    def _row(self, words: str, field: QWidget, wide: bool = False) -> None:
        row = w.hbox((w.text_label(words, "text", 13), 0 if wide else 1), (field, 1 if wide else 0), spacing=8)
        field.setAccessibleName(words)
        self._column.addLayout(row)

    def _compare(self, opened: LoadedLayout) -> None:
        self._column.addWidget(w.text_label(_("A · this layout"), "second", 12))
        self.name = w.Elided(translated_name(opened.layout.name) or _("Untitled layout"))
        self._column.addWidget(self.name)
        self._column.addWidget(w.text_label(_("B · compare with"), "second", 12))
        shipped = [(str(path), display_name(path)) for path in shipped_layouts(opened.game.info.slug)]
        self._comparison_options = [(NOTHING, _("nothing")), *shipped]
        self.other = ComboBox(name=_("Compare with"))
        self._update_comparisons(NOTHING)
        self.other.chosen.connect(self._comparison_chosen)
        self._current_comparison = NOTHING
        self._column.addWidget(self.other)
        self._column.addWidget(w.Separator())

    def _update_comparisons(self, current: str) -> None:
        self.other.set_options([*self._comparison_options, (FILE, _("File…"))])
        self.other.set_current(current)

    def _comparison_chosen(self, key: str) -> None:
        """Load the chosen layout; one that cannot be read changes nothing."""
        try:
            if key == FILE:
                opened = ask_layout(self, _("Open layout"))
                key = str(opened.path) if opened is not None else self._current_comparison
                if opened is not None:
                    self._loaded_layouts[key] = opened
                    if key not in dict(self._comparison_options):
                        self._comparison_options.append((key, translated_name(opened.layout.name) or Path(key).name))
            if key and key not in self._loaded_layouts:
                self._loaded_layouts[key] = load_layout(Path(key))
            self._current_comparison = key
        except DocumentError as error:
            show_document_error(self, error)
        self._update_comparisons(self._current_comparison)
        self.comparison_changed.emit()

    def _seats(self, opened: LoadedLayout) -> None:
        offered = seat_counts(opened)
        self.seats = Segmented([(str(number), str(number)) for number in offered])
        self.seats.set_current(str(default_seat_count(offered)))
        self.seats.chosen.connect(lambda _key: self._show_bots())
        self._row(_("Seats"), self.seats)
        self.variants = VariantsForm(with_help=False)
        self.variants.show_game(opened.game.info)
        self._column.addWidget(self.variants)
        self._column.addWidget(w.Separator())
        self.rotate = w.ToggleSwitch(_("Rotate seats"))
        self.rotate.setChecked(True)
        w.set_tooltip(
            self.rotate,
            _("Every bot plays each seat equally often, so that results depend on the board and not on the bots"),
        )
        self._column.addWidget(self.rotate)
        self.bots: list[ComboBox] = []
        self._rows: list[QWidget] = []
        for seat in range(offered.stop - 1):
            line, label = QWidget(), w.text_label(_("Seat {number}").format(number=seat + 1), "text", 13)
            choice = ComboBox([(name, level_of(name).title) for name in bots.list_bots()])
            choice.set_current("greedy")
            choice.setAccessibleName(_("Bot in seat {number}").format(number=seat + 1))
            choice.setMinimumWidth(120)
            w.hbox(w.EmblemBadge(seat, 22), (label, 1), choice, parent=line, spacing=8)
            self.bots.append(choice)
            self._rows.append(line)
            choice.chosen.connect(lambda _key: self._show_bots())
            self._column.addWidget(line)
        self.warning = w.text_label(
            _("Bots differ: the result is an estimate without a verdict."),
            "warning",
            13,
            wrap=True,
        )
        self._column.addWidget(self.warning)
        self._column.addWidget(w.Separator())
        self._show_bots()

    def _show_bots(self) -> None:
        for seat, line in enumerate(self._rows):
            line.setVisible(seat < self.seat_count())
        differ = len(set(self.bot_names())) > 1
        if differ != self._bots_differ:  # the default depends on it
            self.openings.set_value(bots.OPENING_PLIES if differ else 0)
        self._bots_differ = differ
        self.warning.setVisible(differ)

    def _stop(self) -> None:
        self.stop = Segmented([(COUNT, _("match count")), (WITHIN, _("precision"))])
        self.stop.chosen.connect(lambda _key: self._show_stop())
        self._row(_("Stop"), self.stop)
        self.count = CountBox(DEFAULT_COUNT, 10, MAX_MATCHES)
        self.within = HalfStepBox(DEFAULT_HALF_WIDTH, 1, 20)
        self._stops: dict[str, QWidget] = {}
        for key, text, field in ((COUNT, _("Matches"), self.count), (WITHIN, _("Precision in ± %"), self.within)):
            field.setFixedWidth(112)
            field.setAccessibleName(text)
            self._stops[key] = line = QWidget()
            w.hbox((w.text_label(text, "text", 13), 1), field, parent=line)
            self._column.addWidget(line)
        self._show_stop()
        self._column.addWidget(w.Separator())

    def _show_stop(self) -> None:
        for key, line in self._stops.items():
            line.setVisible(key == self.stop.current())

    def _machine(self) -> None:
        most = default_workers()
        self.workers = CountBox(most, 1, most)
        self.workers.setFixedWidth(112)
        w.set_tooltip(self.workers, _("Number of matches played in parallel; does not change the results"))
        self._row(_("Workers"), self.workers)
        self.seed = CountBox(0, 0, LARGEST_SEED // 1_000_000)
        self.seed.setFixedWidth(112)
        w.set_tooltip(self.seed, _("The same seed gives the same matches"))
        self._row(_("Seed"), self.seed)
        self.openings = CountBox(0, 0, MAX_OPENING)
        self.openings.setFixedWidth(112)
        w.set_tooltip(
            self.openings,
            _("Random moves at the start of every match, for a variety of positions; they change what is measured"),
        )
        self._row(_("Opening moves"), self.openings)
        self.target = CountBox(0, 0, MAX_TARGET)
        self.target.setFixedWidth(112)
        w.set_tooltip(self.target, _("Rounds (or turns) to compare the length of matches with; 0 for none"))
        self._row(_("Target length"), self.target)
        self.cluster = QLineEdit(placeholderText=_("this computer"))
        self.cluster.setFont(text_font(13))
        w.set_tooltip(
            self.cluster, _("Address of a Dask scheduler that provides the workers, for example tcp://host:8786")
        )
        self._row(_("Cluster"), self.cluster, wide=True)
        self.tally = w.PlainButton(_("Statistics…"), "plus", small=True, act=self._ask_tally)
        text = _(
            "Loads a Python file whose class Tally collects your own statistics. Its code is "
            "executed: use only files you trust"
        )
        w.set_tooltip(self.tally, text)
        self._tallies: dict[StatsSource, QWidget] = {}
        self._tally_column = w.vbox(spacing=4)
        self._column.addLayout(self._tally_column)
        self._column.addWidget(self.tally)

    def _ask_tally(self) -> None:
        folder = str(settings().value("folder"))
        chosen, _filter = QFileDialog.getOpenFileName(self, _("Custom statistics"), folder, _("Python files (*.py)"))
        if not chosen:
            return
        try:
            source = StatsSource(Path(chosen).name, read_bytes(chosen).decode("utf-8"))
            CustomStats(source)
        except DocumentError as error:
            show_document_error(self, error)
        except (CustomStatsError, UnicodeDecodeError) as problem:
            text = str(problem) if isinstance(problem, CustomStatsError) else _("The file is not a text file.")
            show_message(self, _("This file collects no statistics"), text, "warning", "warning")
        else:
            self.add_tally(source)

    def add_tally(self, source: StatsSource) -> None:
        """Count what this one counts, too; one of the same name takes its place."""
        for other in [other for other in self._tallies if other.name == source.name]:
            self._drop_tally(other)
        drop = w.ToolButton("cross", _("Remove statistics"), px=24, icon_px=14, act=lambda: self._drop_tally(source))
        self._tallies[source] = line = QWidget()
        w.hbox((w.Elided(source.name, "text", 13), 1), drop, parent=line)
        self._tally_column.addWidget(line)

    def _drop_tally(self, source: StatsSource) -> None:
        w.remove_widgets(self._tally_column, [self._tallies.pop(source)])

    # what was chosen

    def seat_count(self) -> int:
        return int(self.seats.current())

    def bot_names(self) -> tuple[str, ...]:
        return tuple(choice.current() for choice in self.bots[: self.seat_count()])

    def stop_rule(self) -> Stop:
        if self.stop.current() == WITHIN:
            return Width(self.within.value() / 200)
        return Matches(self.count.value())

    def layouts(self, opened: LoadedLayout) -> Sequence[LoadedLayout]:
        other = self._loaded_layouts.get(self.other.current())
        return (opened,) if other is None else (opened, other)

    def experiment(self, opened: LoadedLayout) -> Experiment:
        """All of it, on this layout. Raises `Unplayable`, `IllegalAction` and `ValueError`."""
        seats, options = self.seat_count(), self.variants.options()
        layouts = self.layouts(opened)
        if any(layout.game is not opened.game for layout in layouts):
            raise ValueError(_("You can only compare layouts of the same game."))
        return Experiment(
            tuple([make_side(layout, seats, options) for layout in layouts]),
            seats,
            self.bot_names(),
            self.rotate.isChecked(),
            self.stop_rule(),
            self.seed.value(),
            tallies=tuple(self._tallies),
            workers=self.workers.value(),
            scheduler=self.cluster.text().strip(),
            opening_plies=self.openings.value(),
            target_length=self.target.value(),
        )

    def show_experiment(self, report: Json, played_on: Sequence[LoadedLayout]) -> None:
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
            self._loaded_layouts[FROM_RESULT] = opened
            self._comparison_options.append((FROM_RESULT, translated_name(opened.layout.name) or _("Untitled layout")))
            self._current_comparison = FROM_RESULT
            self._update_comparisons(FROM_RESULT)
        self._show_bots()
        self.openings.set_value(planned["opening_plies"])
        self.target.set_value(planned["target_length"])
        self._show_stop()

    def comparison_state(self) -> ComparisonState:
        return ComparisonState(dict(self._loaded_layouts), self._comparison_options[1:], self._current_comparison)

    def tallies(self) -> Sequence[StatsSource]:
        return tuple(self._tallies)

    def restore_state(self, others: ComparisonState, tallies: Sequence[StatsSource]) -> None:
        """Offer and count what was offered and counted before."""
        self._loaded_layouts, self._current_comparison = dict(others.loaded), others.current
        known = {key for key, _words in self._comparison_options}
        self._comparison_options += [offer for offer in others.options if offer[0] not in known]
        self._update_comparisons(self._current_comparison)
        for source in tallies:
            self.add_tally(source)

    def show_name(self, name: str) -> None:
        self.name.set_text(name or _("Untitled layout"))
