"""The fairness passport of a layout: verdict, matrix of seats and bots, course of a cell, earlier results."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QStandardItemModel
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QBoxLayout,
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from studio.bots import level_of
from studio.core.form import Row, Table
from studio.core.problems import Severity
from studio.core.text import _, format_number, translated_name
from studio.games import load
from studio.gui import widgets as w
from studio.gui.editor.survey.table import SurveyTableModel
from studio.gui.lab.charts import ChartCard
from studio.gui.output.passport import passport_bytes, print_passport
from studio.gui.output.thumbnails import Thumbnail
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme, text_font
from studio.gui.widgets.accessibility import announce
from studio.gui.widgets.actions import NAVIGATION_KEYS, Index, plain_view
from studio.gui.widgets.dialogs import save_bytes
from studio.gui.widgets.svg_chart import SvgChart, render_chart, seat_inks
from studio.lab.passport.charts import (
    axis_parts,
    cell_chart,
    fun_chart,
    funnel_chart,
    main_cell,
    seal_parts,
    shown_seat,
)
from studio.lab.passport.data import BOTS, MAIN_BOT, Cell, Passport, bot_names, cell_key, rule_names
from studio.lab.report.charts import Figure
from studio.lab.report.text import history_table
from studio.lab.verdict import Verdict
from studio.services.loading import LoadedLayout

ITEM = Qt.ItemDataRole
CELL = ITEM.UserRole
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
GAP = 10

# The matrix.

NAMES, HEAD, CELL_GAP = 74, 26, 8
CELL_HEIGHT = (56, 62)  # the least and the most pixels of a row
BUTTON = QSize(96, 28)


class _Heads(QHeaderView):
    """The names of the levels above the cells, or the numbers of seats with their emblems at the left."""

    def __init__(self, orientation: Qt.Orientation, matrix: Matrix) -> None:
        super().__init__(orientation, matrix)
        self._matrix = matrix
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(20)

    def sizeHint(self) -> QSize:
        return QSize(NAMES, HEAD)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        words = str(self.model().headerData(section, self.orientation()))
        box, ink = QRectF(rect), current_theme().color("text")
        if self.orientation() is Qt.Orientation.Horizontal:
            w.paint_text(painter, box, words, ink, 13, SEMIBOLD)
            return
        middle = box.center().y()
        w.paint_text(painter, QRectF(box.left(), middle - 22, box.width(), 20), words, ink, 14, SEMIBOLD)
        for seat in range(self._matrix.seats[section]):
            w.paint_badge(painter, QRectF(box.left() + 11.5 * seat, middle + 2, 11, 11), seat)


class CellDelegate(QStyledItemDelegate):
    """Paints a cell: its chart, a ring if it is chosen, and a button if nothing was measured."""

    def __init__(self, matrix: Matrix) -> None:
        super().__init__(matrix)
        self._matrix = matrix
        self._drawn: dict[tuple[object, ...], tuple[Cell, QSvgRenderer]] = {}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cell, theme, box = index.data(CELL), current_theme(), self._matrix.cell_box(QRectF(option.rect))
        button = QRectF() if cell.matches else self._matrix.button_box(box)
        key = id(cell), box.width(), box.height(), theme.key
        if key not in self._drawn:
            if len(self._drawn) > 100:
                self._drawn.clear()
            chart = cell_chart(cell, box.width(), box.height(), seat_inks(), has_button=not button.isEmpty())
            self._drawn[key] = cell, render_chart(chart)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(0.5 if self._matrix.is_pale else 1.0)
        self._drawn[key][1].render(painter, box)
        if cell is self._matrix.running:
            bar = QRectF(box.left() + 8, box.bottom() - 3, box.width() - 16, 3)
            w.paint_box(painter, bar, "accent", None, radius=1.5)
        if not button.isEmpty():
            w.paint_box(painter, button, "panel", "border", radius=6)
            w.paint_text(painter, button, _("Measure"), theme.color("text"), 13, MEDIUM, w.CENTER)
        if index == self._matrix.currentIndex():
            w.paint_box(painter, box.adjusted(-2, -2, 2, 2), None, "accent", width=2, radius=8)
            if self._matrix.hasFocus():
                w.paint_box(painter, box.adjusted(2, 2, -2, -2), None, "accent", width=1.2, radius=6)
        painter.restore()


class Matrix(QTableView):
    """The cells. Arrows walk through them, Enter measures."""

    cell_chosen = Signal()
    measure_requested = Signal()
    resized = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.cells = QStandardItemModel(self)
        self.seats: list[int] = []
        self.running: Cell | None = None
        self.is_pale = False
        plain_view(self, _("Seats and bots"))
        self.setItemDelegate(CellDelegate(self))
        self.setModel(self.cells)
        self.setHorizontalHeader(_Heads(Qt.Orientation.Horizontal, self))
        self.setVerticalHeader(_Heads(Qt.Orientation.Vertical, self))
        self.verticalHeader().setFixedWidth(NAMES)
        self.horizontalHeader().setFixedHeight(HEAD)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.selectionModel().currentChanged.connect(lambda *_: self.cell_chosen.emit())

    def show_passport(self, passport: Passport) -> None:
        seats = sorted({number for number, _bot in passport.cells})
        if seats != self.seats:
            self.seats = seats
            self.cells.setRowCount(len(seats))
            self.cells.setHorizontalHeaderLabels([level_of(bot).title for bot in BOTS])
            self.cells.setVerticalHeaderLabels([_("{seats} seats").format(seats=number) for number in seats])
        for row, number in enumerate(seats):
            for column, bot in enumerate(BOTS):
                cell, index = passport.cells[number, bot], self.cells.index(row, column)
                if index.data(CELL) is not cell:
                    texts = {ITEM.DisplayRole: cell.state_text(), CELL: cell}
                    texts |= dict.fromkeys((ITEM.AccessibleTextRole, ITEM.ToolTipRole), cell.spoken_text())
                    for role, value in texts.items():
                        self.cells.setData(index, value, role)
        if not self.currentIndex().isValid():
            main = main_cell(passport)
            self.choose((main.seats, main.bot) if main is not None else (seats[0], MAIN_BOT))
        self._fit()

    def choose(self, key: tuple[int, str]) -> None:
        self.setCurrentIndex(self.cells.index(self.seats.index(key[0]), BOTS.index(key[1])))

    def current(self) -> Cell | None:
        cell = self.currentIndex().data(CELL)
        return cell if isinstance(cell, Cell) else None

    @staticmethod
    def cell_box(rect: QRectF) -> QRectF:
        return rect.adjusted(3, 3, 3 - CELL_GAP, -2)

    @staticmethod
    def button_box(box: QRectF) -> QRectF:
        """Where a cell has its button; empty without room for it."""
        if box.width() < BUTTON.width() + 40:
            return QRectF()
        return QRectF(box.right() - BUTTON.width() - 8, box.center().y() - BUTTON.height() / 2, *BUTTON.toTuple())

    def _fit(self) -> None:
        """Share the width among the columns, and give the rows their height."""
        rows = max(1, len(self.seats))
        high = max(CELL_HEIGHT[0], min(CELL_HEIGHT[1], 350 // rows))
        wide = (self.width() - NAMES) // len(BOTS)
        for column in range(len(BOTS)):
            self.setColumnWidth(column, wide)
        for row in range(len(self.seats)):
            self.setRowHeight(row, high)
        self.setFixedHeight(HEAD + rows * high + 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()
            self.resized.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and not index.data(CELL).matches:
            box = self.button_box(self.cell_box(QRectF(self.visualRect(index))))
            if box.contains(event.position()):
                self.measure_requested.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in NAVIGATION_KEYS:
            super().keyPressEvent(event)
        elif event.key() in ENTER:
            self.measure_requested.emit()
        else:
            event.ignore()


# Earlier results.


def run_rows(passport: Passport, is_running: bool) -> list[Row]:
    """All runs: date, seats and bots, options and seed, result; each cell has two lines. The first may be running."""
    _head, *rows = history_table([run.report for run in passport.history])
    found: list[Row] = []
    for run, (date, seats, _bots, _options, seed, matches, state, verdict, _version) in zip(
        passport.history, rows, strict=True
    ):
        count = _("{seats} seats, {matches} matches").format(seats=seats, matches=matches)
        varied = [name for name in [run.report["experiment"].get("variation")] if name]
        names = varied + rule_names(passport.game, run.report["sides"][0]["options"])
        options = ", ".join(names) or _("standard rules")
        seed = _("seed {seed}").format(seed=seed)
        if is_running and run is passport.history[0]:
            state = _("running")
        elif not passport.is_counted(run):
            state = _("not counted")
        cells = date.replace(" ", "\n"), f"{count}\n{bot_names(run.report)}", f"{options}\n{seed}"
        found.append(Row((*cells, f"{verdict}\n{state}"), (len(found),)))
    return found


class RunList(QTableView):
    """All runs of the board; one or two can be chosen."""

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rows = SurveyTableModel(Table("", ("", "", "", ""), ()), self)
        plain_view(self, _("Earlier results"))
        self.setModel(self.rows)
        self.horizontalHeader().hide()
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setFont(text_font(12.5))
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())

    def sizeHint(self) -> QSize:
        return QSize(240, 110)

    minimumSizeHint = sizeHint

    def selected_rows(self) -> list[int]:
        return sorted({index.row() for index in self.selectedIndexes()})

    def show_passport(self, passport: Passport, is_running: bool) -> None:
        chosen, flag = self.selected_rows(), QItemSelectionModel.SelectionFlag
        heads = (_("Date"), _("Seats and bots"), _("Options and seed"), _("Result"))
        self.rows.show_table(Table(_("Earlier results"), heads, tuple(run_rows(passport, is_running))))
        self.verticalHeader().setDefaultSectionSize(current_theme().target_size(44))
        self._fit()
        for row in chosen:
            self.selectionModel().select(self.rows.index(row, 0), flag.Select | flag.Rows)

    def _fit(self) -> None:
        shares = (0.19, 0.34, 0.25, 0.22)
        for column, share in enumerate(shares):
            self.setColumnWidth(column, int(share * self.viewport().width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


# Measuring while nobody uses the program.

IDLE_SECONDS = 60.0
_INPUT = {QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.Wheel}


class IdleWatch(QObject):
    """Tells when the program has had no input for a minute, and when it has input again; only while it is switched on.

    Qt calls an event filter for all events of the program, which is too slow to be always on.
    """

    idle = Signal()  # every few seconds
    used = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._last, self._timer = monotonic(), QTimer(self, interval=5_000)
        self._timer.timeout.connect(self.check)

    def switch(self, on: bool) -> None:
        app, self._last = QApplication.instance(), monotonic()
        assert app is not None
        (app.installEventFilter if on else app.removeEventFilter)(self)
        (self._timer.start if on else self._timer.stop)()

    def check(self) -> None:
        if monotonic() - self._last >= IDLE_SECONDS:
            self.idle.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _INPUT and event.spontaneous():
            self._last = monotonic()
            self.used.emit()
        return super().eventFilter(watched, event)


# The page.

BESIDE, SIDE_WIDTH = 1080, 494  # pixels; on a narrower page the course and the results are below the matrix


class VerdictCard(w.Card):
    """The verdict with the picture of the board and the seal."""

    def __init__(self) -> None:
        super().__init__(padding=8)
        self.board = Thumbnail(QSize(168, 96))
        self.board.setFixedSize(168, 96)
        self.about, self.warning = w.Elided("", "second", 13), w.text_label("", "warning", 13, wrap=True)
        self.lines = w.vbox(spacing=2)
        self.improve = w.PlainButton(_("Improve fairness…"), "wand", small=True)
        self.measure = w.PrimaryButton(_("Measure"), "play", "F9")
        self.seal = SvgChart(_("Seal"), 104)
        self.seal.setFixedSize(104, 104)
        self.seal.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = w.vbox(self.about, self.lines, self.warning, 1, spacing=4)
        buttons = w.vbox(self.measure, self.improve, 1, spacing=8)
        self.body.addLayout(w.hbox(self.board, (column, 1), buttons, self.seal, spacing=16))
        self._shown: object = None

    def show_passport(self, passport: Passport, opened: LoadedLayout, is_running: bool) -> None:
        name = translated_name(passport.layout) or _("Untitled layout")
        rules = rule_names(passport.game, passport.options)
        self.about.set_text(" · ".join([name, load(passport.game).info.name, *rules]))
        lines = passport.verdict_lines()
        changed = _("The layout has changed since these matches were played.")
        running = _("Matches are being played: this may still change.")
        self.warning.setText(changed if passport.is_outdated else running if is_running else "")
        self.warning.setVisible(passport.is_outdated or is_running)
        self.improve.setVisible(any(line.verdict is Verdict.UNFAIR for line in lines))
        self.board.set_stale(passport.is_outdated)
        if (passport.board, lines, current_theme().key) == self._shown:
            return
        self._shown = passport.board, lines, current_theme().key
        self.board.show_opened(opened)
        w.clear_layout(self.lines)
        for line in lines:
            row = QWidget()
            is_remark = line.verdict is None and len(lines) > 1
            label = w.text_label(line.text, "second", 13) if is_remark else w.title_label(line.text, 22)
            label.setWordWrap(True)
            w.hbox(self._sign(line.verdict), (label, 1), parent=row, spacing=10)
            self.lines.addWidget(row)
        date = passport.sealed
        self.seal.show_chart(lambda width, height: Figure(width, height, "", seal_parts(52, 52, 51, date)), 104)
        self.seal.setAccessibleName(_("Decided for all seats") if date else _("Not decided for all seats"))

    @staticmethod
    def _sign(verdict: Verdict | None) -> QWidget:
        if verdict is Verdict.UNFAIR:
            return w.SeverityMark(Severity.ERROR, 20)
        icon = {Verdict.FAIR: ("tick", "done"), Verdict.OPEN: ("hourglass", "second")}
        return w.IconLabel(*icon.get(verdict, ("info", "second")), 20)  # type: ignore[arg-type]  # None is not found


class PassportView(QWidget):
    """The fairness passport of the layout of a Lab page."""

    measure_requested = Signal(object)
    improve_requested = Signal(object)
    compare_requested = Signal(object)
    message = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.passport: Passport | None = None
        self._opened: LoadedLayout | None = None
        self._is_running = False
        self.verdict, self.matrix, self.runs = VerdictCard(), Matrix(), RunList()
        self.verdict.measure.clicked.connect(self.measure)
        self.verdict.improve.clicked.connect(self._improve)
        cells = w.Card(_("Seats and bots"), " ")
        cells.set_note(_("difference of each seat's win rate from its fair share"))
        self.axis = SvgChart(_("Seats and bots"), 200)
        self.axis.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.when_idle = w.ToggleSwitch(_("Measure while idle"))
        w.set_tooltip(self.when_idle, _("Measures open cells after a minute without input, until the next input"))
        cells.body.addWidget(self.matrix)
        cells.body.addWidget(self.axis)
        cells.header.addWidget(self.when_idle)
        cells.body.addStretch(1)
        self.course = w.Card(" ", " ")
        self.course.set_note(_("valid at any time"))
        self.funnel = SvgChart(" ", 300)
        self.course.body.addWidget(self.funnel)
        self.course.body.addStretch(1)
        self.course.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        results = w.Card(_("Earlier results"), " ")
        self.compare = w.PlainButton(_("Compare"), small=True, act=self._compare)
        w.set_tooltip(self.compare, _("Shows two selected runs side by side"))
        self.print = w.PlainButton(_("Print…"), "print", small=True, act=self._print)
        self.share = w.PlainButton(_("Share picture…"), "picture", small=True, act=self._share)
        results.body.addWidget(self.runs, 1)
        results.body.addLayout(w.hbox(self.compare, 1, self.print, self.share, spacing=8))
        self.fun = ChartCard(_("Course of play"), 300)
        self.fun.about.setMinimumHeight(0)
        left = w.vbox(cells, self.fun, 1, spacing=GAP)
        self._right = QWidget()
        self._side = QBoxLayout(QBoxLayout.Direction.TopToBottom, self._right)
        self._side.setContentsMargins(0, 0, 0, 0)
        self._side.setSpacing(GAP)
        self._side.addWidget(self.course, 1)
        self._side.addWidget(results, 1)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(GAP)
        self._row.addLayout(left, 1)
        self._row.addWidget(self._right)
        w.vbox(self.verdict, (self._row, 1), parent=self, spacing=GAP, margins=(0, 0, 6, 0))
        self.matrix.cell_chosen.connect(self._show_course)
        self.matrix.resized.connect(self._show_course)
        self.matrix.measure_requested.connect(self.measure)
        self.runs.chosen.connect(self._update_buttons)

    def minimumSizeHint(self) -> QSize:
        return QSize(440, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_beside = self.width() >= BESIDE
        ways = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._row.setDirection(ways[not is_beside])
        self._side.setDirection(ways[is_beside])
        self._right.setFixedWidth(min(SIDE_WIDTH, round(0.38 * self.width())) if is_beside else self.width() - 6)
        self.verdict.seal.setVisible(is_beside)

    def show_passport(self, passport: Passport, opened: LoadedLayout, is_running: bool) -> None:
        """Show a passport; `is_running`: matches are being played, of which the newest run may be a part."""
        self.passport, self._opened, self._is_running = passport, opened, is_running
        newest = passport.history[0] if is_running and passport.history else None
        is_counted = newest is not None and newest.report["state"] == "running" and passport.is_counted(newest)
        before = self.matrix.running
        self.matrix.running = passport.cells[cell_key(newest.report)] if newest is not None and is_counted else None
        after = self.matrix.running
        if before is not None and after is not None and before.verdict is not after.verdict:
            announce(self, after.spoken_text())
        self.matrix.is_pale = passport.is_outdated
        self.verdict.show_passport(passport, opened, self.matrix.running is not None)
        self.matrix.show_passport(passport)
        self.runs.show_passport(passport, self.matrix.running is not None)
        self.axis.show_chart(self._axis, 18)
        self._show_course()

    def _axis(self, width: float, height: float) -> Figure:
        column = self.matrix.columnWidth(0)
        parts = [axis_parts(column - CELL_GAP, 13, NAMES + 3 + place * column) for place in range(len(BOTS))]
        return Figure(width, height, "", [part for few in parts for part in few])

    def _show_course(self) -> None:
        cell = self.matrix.current()
        if cell is None or self.passport is None:
            return
        seat, name = (
            shown_seat(cell),
            _("{seats} seats, {bots}").format(seats=cell.seats, bots=level_of(cell.bot).title),
        )
        self.course.set_title(_("Seat {number} · {cell}").format(number=seat + 1, cell=name) if cell.matches else name)
        self.funnel.set_name(cell.spoken_text())
        self.funnel.show_chart(lambda width, height: funnel_chart(cell, seat, width, height, seat_inks()), 176)
        course, base = self.passport.courses(cell)
        self.fun.setVisible(course is not None)
        if course is not None:
            height = fun_chart(course, base, self.matrix.width()).height
            self.fun.chart.show_chart(lambda width, _height: fun_chart(course, base, width), height)
            text = _("{cell}; rated matches: {count}; hollow marks: base board")
            self.fun.set_texts(text.format(cell=name, count=format_number(course["matches"], ",")))
        self._update_buttons()

    def _update_buttons(self) -> None:
        cell = self.matrix.current()
        runs = cell.runs if cell is not None and not self.matrix.is_pale else ()
        is_stopped = bool(runs) and runs[0].report["state"] != "finished" and not self._is_running
        text = _("Resume") if is_stopped else _("Measure more") if runs else _("Measure")
        self.verdict.measure.set_text(text)
        self.verdict.measure.setEnabled(not self._is_running)
        self.compare.setEnabled(len(self.runs.selected_rows()) == 2)
        has_matches = self.passport is not None and self.passport.matches > 0
        self.print.setEnabled(has_matches)
        self.share.setEnabled(has_matches)

    def measure(self) -> None:
        """Measure the chosen cell, or measure more of it."""
        cell = self.matrix.current()
        if cell is not None and not self._is_running:
            self.measure_requested.emit(cell)

    def _improve(self) -> None:
        assert self.passport is not None
        self.improve_requested.emit(main_cell(self.passport))

    def _compare(self) -> None:
        assert self.passport is not None
        self.compare_requested.emit([self.passport.history[row] for row in self.runs.selected_rows()])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_H and self.passport is not None:
            cell = self.matrix.current()
            rows = [row for row, run in enumerate(self.passport.history) if cell is not None and run in cell.runs]
            self.runs.setFocus()
            self.runs.setCurrentIndex(self.runs.rows.index(rows[0] if rows else 0, 0))
        elif event.key() == Qt.Key.Key_R:
            self.measure()
        else:
            super().keyPressEvent(event)

    def _print(self) -> None:
        assert self.passport is not None and self._opened is not None
        print_passport(self, self.passport, self._opened)

    def _share(self) -> None:
        assert self.passport is not None and self._opened is not None
        name = _("{layout} passport").format(layout=translated_name(self.passport.layout) or _("layout"))
        kinds = [("PNG", ".png"), ("PDF", ".pdf"), ("SVG", ".svg")]
        passport, opened = self.passport, self._opened
        picture = _("Share picture")
        saved = save_bytes(self, picture, name, kinds, lambda ending: passport_bytes(passport, opened, ending))
        if saved:
            self.message.emit(_("Passport saved as {name}").format(name=saved))
