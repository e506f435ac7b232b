"""Where it happens: how often each space is visited, built on, scored, on the board itself and as a table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.core.game import Json
from studio.core.shown.form import Row, Table
from studio.core.text import _, plural
from studio.drawing.shares import edges, share_keys, share_map
from studio.gui.board.overlay import Mark
from studio.gui.board.view import BoardView, Pointer
from studio.gui.editor.survey.legend import Legend
from studio.gui.editor.survey.table import SurveyTable
from studio.gui.style.stylesheet import current_theme
from studio.gui.style.theme import Theme
from studio.gui.widgets import Card, ScrollArea, show_tip
from studio.gui.widgets.inputs import Segmented
from studio.lab.intervals import wilson, z_of
from studio.lab.report.plain import titles
from studio.lab.told import kinds, shares
from studio.opening import Opened

TABLE = 300
"""Pixels of the table of spaces."""


class SpacesCard(QWidget):
    """The map and the table; both show the same space."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        board = Card(_("Each space is…"))
        self.kinds = Segmented()
        self.kinds.setAccessibleName(_("What happens on a space"))
        self.kinds.chosen.connect(lambda _key: self._show())
        board.header.insertWidget(1, self.kinds)
        self.view = BoardView(current_theme())
        self.view.setAccessibleName(_("Map of the spaces"))
        board.body.addWidget(self.view, 1)
        self.legend = Legend()
        board.body.addWidget(self.legend)
        row.addWidget(board, 1)
        self.card = Card(_("Spaces"), " ")
        self.card.setFixedWidth(TABLE)
        self.table = SurveyTable(Table("", ("", ""), ()))
        self.card.body.addWidget(ScrollArea(self.table, name=_("Spaces")), 1)
        row.addWidget(self.card)
        self.view.pointed.connect(self._pointed)
        self.table.chosen.connect(self._chosen)
        self._report: Json | None = None
        self._layouts: Sequence[Opened] = ()
        self._offered: tuple[str, ...] = ()
        self._cell = -1

    @property
    def cell(self) -> int:
        """The space that is selected, or -1."""
        return self._cell

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self.view.set_theme(theme)

    def show_report(self, report: Json, layouts: Sequence[Opened]) -> None:
        """What the matches so far say of the spaces of the first of these layouts."""
        if not self._layouts or layouts[0] is not self._layouts[0]:
            self.view.set_picture(layouts[0].game.sketch(layouts[0].body, still=True))
            self._cell = -1
        self._report, self._layouts = report, layouts
        names, offered = titles(report["game"]), tuple(kinds(report["sides"][0]))
        if offered != self._offered:
            chosen = self.kinds.current() if self._offered else ""
            self._offered = offered
            self.kinds.set_options([(name, names.get(name, name)) for name in offered])
            if chosen in offered:
                self.kinds.set_current(chosen)
        self._show()

    def show_kind(self, kind: str) -> None:
        """Show the map of what is called so."""
        if kind in self._offered:
            self.kinds.set_current(kind)
            self._show()

    def shares(self, side: int) -> dict[int, float]:
        """By cell of the first layout: in which share of the matches on a side it happens there."""
        if self._report is None or not self._offered or side >= len(self._report["sides"]):
            return {}
        grid = self._layouts[side].game.grid(self._layouts[side].body)
        return shares(self._report["sides"][side], self.kinds.current(), grid)

    def _show(self) -> None:
        first = self.shares(0)
        self.kinds.setVisible(len(self._offered) > 1)
        grid = self._layouts[0].game.grid(self._layouts[0].body)
        limits = edges(list(first.values()))
        self.view.set_overlays([share_map(grid, first, limits)] if first else [])
        never = sum(share <= 0 for share in first.values())
        keys = share_keys(limits, bool(never), _("never")) if first else ()
        self.legend.show_keys(keys)
        self.card.set_note(self._note(first, never))
        self._fill(first)
        self._mark()

    def _note(self, first: dict[int, float], never: int) -> str:
        if not first:
            return _("no figures")
        if never:
            return plural("{count} is never", "{count} are never", never).format(count=never)
        return plural("{count} space", "{count} spaces", len(first)).format(count=len(first))

    def _fill(self, first: dict[int, float]) -> None:
        """The table, the most frequent first; with a second layout, the largest difference first."""
        second = self.shares(1)
        grid = self._layouts[0].game.grid(self._layouts[0].body)
        has_two = len(self._layouts) > 1
        order = sorted(first, key=lambda cell: (-first[cell], cell))
        columns: tuple[str, ...] = ("", _("share"))
        most = max(first.values(), default=0.0) or 1.0
        if has_two:
            order.sort(key=lambda cell: -abs(first[cell] - second.get(cell, first[cell])))
            columns = (_("Space"), _("A %"), _("B %"), _("A − B"))
        rows = []
        for cell in order:
            share, name = 100 * first[cell], grid.name(cell)
            if not has_two:
                rows.append(Row((name, f"{share:.1f} %"), (cell,), bar=first[cell] / most))
            elif cell in second:
                by = f"{share - 100 * second[cell]:+.1f}".replace("-", "−")
                rows.append(Row((name, f"{share:.1f}", f"{100 * second[cell]:.1f}", by), (cell,)))
            else:
                rows.append(Row((name, f"{share:.1f}", "–", "–"), (cell,)))
        self.table.show_table(Table(_("Spaces"), columns, tuple(rows)))

    # one space

    def words_of(self, cell: int) -> str:
        """What is known of a space, in a sentence."""
        first = self.shares(0)
        if cell not in first or self._report is None:
            return ""
        grid, matches = self._layouts[0].game.grid(self._layouts[0].body), self._report["sides"][0]["matches"]
        kind = titles(self._report["game"]).get(self.kinds.current(), self.kinds.current())
        half = 100 * wilson(first[cell] * matches, matches, z_of()).half
        words = _("{space}: {kind} in {share:.1f} % of the matches, ± {half:.1f}").format(
            space=grid.name(cell), kind=kind, share=100 * first[cell], half=half
        )
        second = self.shares(1)
        if cell in second:
            words += _("; on B in {share:.1f} %").format(share=100 * second[cell])
        return words

    def select(self, cell: int) -> None:
        """Show one space on the map and in the table, or (-1) none."""
        self._cell = cell if cell in self.shares(0) else -1
        self._mark()

    def _mark(self) -> None:
        self.view.set_marks([Mark("selected", self._cell)] if self._cell >= 0 else [])
        self.table.mark(self._cell)

    def _chosen(self, row: Row) -> None:
        self.select(row.targets[0])

    def _pointed(self, pointer: Pointer) -> None:
        if pointer.kind == "press":
            self.select(pointer.target)
        elif pointer.kind == "move":
            place = self.view.widget_rect(pointer.target).bottomLeft()
            show_tip(self.view.mapToGlobal(place), self.words_of(pointer.target), self.view)
