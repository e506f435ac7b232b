"""How often something happens on each space, as a map and as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import pstdev

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.form import Row, Table
from studio.core.game import Json
from studio.core.grid import Grid
from studio.core.picture import Picture
from studio.core.text import _, format_number, format_percent, plural, translated_name, with_label
from studio.drawing.overlays import class_breaks, difference_keys, difference_map, heatmap, heatmap_keys, with_overlays
from studio.gui.board.overlay import Mark
from studio.gui.board.view import BoardView, PointerEvent
from studio.gui.editor.survey.panel import OverlayLegend
from studio.gui.editor.survey.table import SurveyTable
from studio.gui.output.thumbnails import Thumbnail, crop_to_spaces
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card, Elided, ScrollArea, hbox, painter_on, set_tooltip, show_tooltip, vbox
from studio.gui.widgets.accessibility import AccessiblePart
from studio.gui.widgets.inputs import Segmented
from studio.lab.report.findings import event_kinds, event_rates
from studio.lab.report.text import statistic_titles
from studio.lab.statistics import wilson_interval, z_score
from studio.services.loading import LoadedLayout

# Two layouts and their difference as three small boards.

FIRST, SECOND, DIFFERENCE = "first", "second", "difference"
SMALL_BOARD_SIZE = QSize(150, 108)


class SmallBoard(Thumbnail):
    """A small board with a map; `pressed` by mouse or keyboard."""

    pressed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(SMALL_BOARD_SIZE)
        self.ring: tuple[float, float] | None = None
        self.is_chosen = False
        self._map: Picture | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(SMALL_BOARD_SIZE.width() // 2)
        self.setFixedHeight(SMALL_BOARD_SIZE.height())
        self.setAccessibleName(name)
        set_tooltip(self, _("Enlarge"))

    def show_map(self, board: Picture, laid: Picture) -> None:
        self._map = crop_to_spaces(with_overlays(board, [laid]), rim=0.1)
        self.show_picture(self._map)

    def show_ring(self, grid: Grid, cell: int) -> None:
        """Mark a space, or none (-1)."""
        self.ring = grid.center(cell) if cell >= 0 else None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.pressed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.pressed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme = current_theme()
        with painter_on(self) as painter:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            if self.ring is not None and self._map is not None and self.is_drawn():
                left, top, right, _bottom = self._map.bounds
                place = self.picture_rect()
                scale = place.width() / (right - left)
                at = QPointF(place.left() + (self.ring[0] - left) * scale, place.top() + (self.ring[1] - top) * scale)
                half = max(5.0, 0.55 * scale)
                for colour, wide in (("ring_shade", 4.0), ("gold_ring", 2.0)):
                    painter.setPen(QPen(theme.color(colour), wide))
                    painter.drawRect(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half))
            if self.is_chosen or self.hasFocus():
                painter.setPen(QPen(theme.color("accent"), 2 if self.is_chosen else 1.2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5, 5)


class ComparisonCard(Card):
    """A, B, and A − B. `chosen` carries the one to show large."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__(_("Side by side"), " ")
        row = hbox(spacing=8)
        self.boards: dict[str, SmallBoard] = {}
        self.names: dict[str, Elided] = {}
        for key, name in ((FIRST, _("A")), (SECOND, _("B")), (DIFFERENCE, _("A − B"))):
            holder = QWidget()
            column = vbox(parent=holder, spacing=3)
            self.names[key] = Elided(name, "text", 13)
            column.addWidget(self.names[key])
            board = SmallBoard(name)
            board.pressed.connect(lambda key=key: self._choose(key))
            column.addWidget(board)
            self.boards[key] = board
            row.addWidget(holder, 1)
        self.body.addLayout(row)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.current = FIRST
        self.show_chosen(FIRST)

    def _choose(self, key: str) -> None:
        self.show_chosen(key)
        self.chosen.emit(key)

    def show_chosen(self, key: str) -> None:
        self.current = key
        for name, board in self.boards.items():
            board.is_chosen = name == key
            board.update()

    def show_names(self, first: str, second: str) -> None:
        for key, text in ((FIRST, _("A · {name}").format(name=first)), (SECOND, _("B · {name}").format(name=second))):
            self.names[key].set_text(text)
            self.boards[key].setAccessibleName(text)

    def show_deviations(self, first: list[float], second: list[float]) -> None:
        """Say on which layout the rates (0 to 1) of the spaces differ less, by standard deviation."""
        if len(first) < 2 or len(second) < 2:
            self.set_note(" ")
            return
        one, other = 100 * pstdev(first), 100 * pstdev(second)
        if abs(one - other) < 1:
            text = _("equally balanced: σ {a:.0f} points")
        else:
            text = (
                _("A is more balanced: σ {a:.0f}, B {b:.0f}")
                if one < other
                else _("B is more balanced: σ {b:.0f}, A {a:.0f}")
            )
        self.set_note(text.format(a=one, b=other))


# The map of how often something happens on each space, and its table.

TABLE, TABLES = 300, 380  # pixels of the table of spaces, for one layout and for two


class HeatmapCard(QWidget):
    """The map and the table, with one selected space for both."""

    def __init__(self) -> None:
        super().__init__()
        row = hbox(parent=self, spacing=10)
        board = Card(_("Space map"))
        self.kinds = Segmented(name=_("Event on the space"))
        self.kinds.chosen.connect(lambda _key: self._show())
        self.sides = ComparisonCard()
        self.sides.chosen.connect(lambda _key: self._show())
        self.sides.hide()
        board.header.insertWidget(1, self.kinds)
        self.view = BoardView(current_theme(), describe=self._describe)
        self.view.setAccessibleName(_("Space map"))
        board.body.addWidget(self.view, 1)
        self.legend = OverlayLegend()
        board.body.addWidget(self.legend)
        row.addWidget(board, 1)
        self.card = Card(_("Spaces"), " ")
        self._sort, self._is_descending = -1, True
        self.table = SurveyTable(Table("", ("", ""), ()))
        self.card.body.addWidget(ScrollArea(self.table, name=_("Spaces")), 1)
        column = vbox(self.sides, (self.card, 1), spacing=10)
        self._side_column = QWidget()
        self._side_column.setLayout(column)
        column.setContentsMargins(0, 0, 0, 0)
        self._side_column.setFixedWidth(TABLE)
        row.addWidget(self._side_column)
        heads = self.table.horizontalHeader()
        heads.setSectionsClickable(True)
        heads.sectionClicked.connect(self.sort_by)
        self.view.pointer_event.connect(self._pointed)
        self.table.chosen.connect(lambda row: self.select(row.targets[0]))
        self._report: Json | None = None
        self._layouts: Sequence[LoadedLayout] = ()
        self._kinds: tuple[str, ...] = ()
        self.cell = -1  # the selected space of the first layout
        self._board: LoadedLayout | None = None

    def show_report(self, report: Json, layouts: Sequence[LoadedLayout]) -> None:
        """Show the rates of each space so far, on the first of these layouts."""
        if not self._layouts or layouts[0] is not self._layouts[0]:
            self.cell = -1
        if len(layouts) != len(self._layouts):
            self.sides.show_chosen(FIRST)
            self.sides.setVisible(len(layouts) > 1)
            self._side_column.setFixedWidth(TABLE if len(layouts) == 1 else TABLES)
            self._sort, self._is_descending = -1, True
        self._report, self._layouts = report, layouts
        names, offered = statistic_titles(report["game"]), tuple(event_kinds(report["sides"][0]))
        if offered != self._kinds:
            chosen = self.kinds.current() if self._kinds else ""
            self._kinds = offered
            self.kinds.set_options([(name, names.get(name, name)) for name in offered])
            if chosen in offered:
                self.kinds.set_current(chosen)
        self._show()

    def show_kind(self, kind: str) -> None:
        if kind in self._kinds:
            self.kinds.set_current(kind)
            self._show()

    def event_rates(self, side: int) -> dict[int, float]:
        """By cell of the first layout, the share of matches (0 … 1) of a side in which the event happens there."""
        if self._report is None or not self._kinds or side >= len(self._report["sides"]):
            return {}
        return event_rates(self._report["sides"][side], self.kinds.current(), self.grid())

    def grid(self, side: int = 0) -> Grid:
        return self._layouts[side].game.body.grid(self._layouts[side].body)

    def differences(self) -> dict[int, float]:
        """By cell of the first layout, its rate minus that of the second layout."""
        second = self.event_rates(1)
        return {cell: share - second[cell] for cell, share in self.event_rates(0).items() if cell in second}

    def _show(self) -> None:
        if self._report is None:
            return
        first = self.event_rates(0)
        self.kinds.setVisible(len(self._kinds) > 1)
        never = sum(share <= 0 for share in first.values())
        self._show_large()
        self.card.set_note(self._note(first, never))
        if len(self._layouts) > 1:
            self._show_small()
        self._fill(first)
        self._mark()

    def _show_large(self) -> None:
        """Show the selected board with its map and legend."""
        assert self._report is not None
        which = self.sides.current
        side = 1 if which == SECOND else 0
        board = self._layouts[side]
        if board is not self._board:
            self._board = board
            self.view.set_picture(board.game.sketch.sketch(board.body, still=True))
        if which == DIFFERENCE:
            self.view.set_overlays([difference_map(self.grid(), self.differences())])
            self.legend.show_keys(difference_keys())
            return
        reported = event_rates(self._report["sides"][side], self.kinds.current(), self.grid(side))
        limits = class_breaks(list(reported.values()))
        self.view.set_overlays([heatmap(self.grid(side), reported, limits)] if reported else [])
        has_none = any(share <= 0 for share in reported.values())
        self.legend.show_keys(heatmap_keys(limits, has_none, _("never")) if reported else ())

    def _show_small(self) -> None:
        """Show both boards and their difference, with the same classes."""
        assert self._report is not None
        reported = [
            event_rates(side, self.kinds.current(), self.grid(place))
            for place, side in enumerate(self._report["sides"])
        ]
        limits = class_breaks(list(reported[0].values()))
        boards = [one.game.sketch.sketch(one.body, still=True) for one in self._layouts]
        for place, key in enumerate((FIRST, SECOND)):
            laid = heatmap(self.grid(place), reported[place], limits, is_small=True)
            self.sides.boards[key].show_map(boards[place], laid)
        laid = difference_map(self.grid(), self.differences(), is_small=True)
        self.sides.boards[DIFFERENCE].show_map(boards[0], laid)
        self.sides.show_names(*(translated_name(side["layout"]) for side in self._report["sides"]))
        self.sides.show_deviations(*(list(one.values()) for one in reported))

    def _note(self, first: dict[int, float], never: int) -> str:
        if not first:
            return _("no data")
        if never:
            return plural("never on {count} space", "never on {count} spaces", never).format(count=never)
        return plural("{count} space", "{count} spaces", len(first)).format(count=len(first))

    def _fill(self, first: dict[int, float]) -> None:
        """Fill the table: most frequent first, with a second layout by difference, or as sorted by the user."""
        second, grid = self.event_rates(1), self.grid()
        has_two = len(self._layouts) > 1
        columns = [_("Space"), _("A %"), _("B %"), _("A − B")] if has_two else [_("Space"), _("percent")]
        orders: list[Callable[[int], float]] = [
            lambda cell: -cell,
            lambda cell: first[cell],
            lambda cell: second.get(cell, -1.0),
            lambda cell: abs(first[cell] - second.get(cell, first[cell])),
        ]
        sort = self._sort if 0 <= self._sort < len(columns) else len(columns) - 1
        order = sorted(sorted(first), key=orders[sort], reverse=self._is_descending)
        columns[sort] += " ▾" if self._is_descending else " ▴"
        most = max(first.values(), default=0.0) or 1.0
        rows = []
        for cell in order:
            share, name = 100 * first[cell], grid.name(cell)
            if not has_two:
                rows.append(Row((name, format_percent(first[cell])), (cell,), bar=first[cell] / most))
            elif cell in second:
                by = format_number(share - 100 * second[cell], "+.1f")
                rows.append(
                    Row((name, format_number(share, ".1f"), format_number(100 * second[cell], ".1f"), by), (cell,))
                )
            else:
                rows.append(Row((name, format_number(share, ".1f"), "–", "–"), (cell,)))
        self.table.show_table(Table(_("Spaces"), tuple(columns), tuple(rows)))

    def sort_by(self, column: int) -> None:
        """Sort the table by this column; by the same again the other way round."""
        now = self._sort if self._sort >= 0 else len(self.table.table.columns) - 1
        self._is_descending = not self._is_descending if column == now else True
        self._sort = column
        self._fill(self.event_rates(0))
        self._mark()

    def sort_by_next(self) -> None:
        """Sort the table by the next column, after the last by the first."""
        count = len(self.table.table.columns)
        self.sort_by(((self._sort if self._sort >= 0 else count - 1) + 1) % count)

    # one space

    def cell_text(self, cell: int) -> str:
        reported = self._cell_details(cell)
        return with_label(self.grid().name(cell), reported) if reported else ""

    def _describe(self, target: int) -> AccessiblePart:
        return AccessiblePart(self.view.target_name(target), self._cell_details(self._cell_on_first(target)))

    def _cell_details(self, cell: int) -> str:
        """What is known of a space, in a sentence."""
        first = self.event_rates(0)
        if cell not in first or self._report is None:
            return ""
        matches = self._report["sides"][0]["matches"]
        kind = statistic_titles(self._report["game"]).get(self.kinds.current(), self.kinds.current())
        half = 100 * wilson_interval(first[cell] * matches, matches, z_score()).half_width
        text = _("{kind} in {share:.1f} % of matches, ± {half:.1f}").format(
            kind=kind, share=100 * first[cell], half=half
        )
        second = self.event_rates(1)
        if cell in second:
            by = format_number(100 * (first[cell] - second[cell]), "+.1f")
            text += _("; on B in {share:.1f} %, difference {by}").format(share=100 * second[cell], by=by)
        return text

    def select(self, cell: int) -> None:
        """Select a space on the map and in the table, or none (-1)."""
        self.cell = cell if cell in self.event_rates(0) else -1
        self._mark()

    def _cell_on_side(self, side: int) -> int:
        """The selected space on a side's board, or -1 if that board does not have it."""
        return self.grid(side).cell_named(self.grid().name(self.cell)) if self.cell >= 0 else -1

    def _cell_on_first(self, target: int) -> int:
        """The space of the first layout with the name of a space on the large board."""
        if self.sides.current != SECOND or not 0 <= target < self.grid(1).count:
            return target
        return self.grid().cell_named(self.grid(1).name(target))

    def _mark(self) -> None:
        cell = self._cell_on_side(1 if self.sides.current == SECOND else 0)
        self.view.set_marks([Mark("selected", cell)] if cell >= 0 else [])
        self.table.highlight_target(self.cell)
        for key, board in self.sides.boards.items():
            side = 1 if key == SECOND and len(self._layouts) > 1 else 0
            board.show_ring(self.grid(side), self._cell_on_side(side))

    def _pointed(self, pointer: PointerEvent) -> None:
        if pointer.kind == "press":
            self.select(self._cell_on_first(pointer.target))
        elif pointer.kind == "move":
            place = self.view.widget_rect(pointer.target).bottomLeft()
            show_tooltip(self.view.mapToGlobal(place), self.cell_text(self._cell_on_first(pointer.target)), self.view)
