"""Getting around on the board: rulers, back and forward through views, going to a space by its name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSizeF, QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFont, QFontMetricsF, QKeyEvent, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QCompleter, QFrame, QWidget

from studio.core.grid import Grid, parse_places
from studio.core.picture import is_edge
from studio.core.text import _, plural
from studio.gui.board.view import BoardView
from studio.gui.editor.edit_state import EditState
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme, text_font
from studio.gui.widgets import Card, painter_on, set_style_property, text_label, vbox
from studio.gui.widgets.inputs import SearchField

MAX_LOCATIONS = 50


class Location(NamedTuple):
    """A position of the view: centre in board units, zoom (0: fitted), and the selection."""

    x: float
    y: float
    zoom: float
    selection: frozenset[int]

    def is_same_view(self, other: Location) -> bool:
        near = abs(self.x - other.x) < 0.05 and abs(self.y - other.y) < 0.05
        return near and abs(self.zoom - other.zoom) < 0.001 and self.selection == other.selection


class NavigationHistory(QObject):
    """Back and forward through views. Call `record` before a jump."""

    changed = Signal()

    def __init__(self, edit_state: EditState, view: BoardView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._edit_state, self._view = edit_state, view
        self.back: list[Location] = []
        self.forward: list[Location] = []

    def record(self) -> None:
        here = self._current_location()
        if not self.back or not self.back[-1].is_same_view(here):
            self.back = [*self.back, here][-MAX_LOCATIONS:]
        self.forward.clear()
        self.changed.emit()

    def go_to(self, places: Iterable[int]) -> None:
        """Select cells, or one edge, and move the cursor there. The view is centred on them if it does not show all."""
        group = frozenset(places)
        if not group:
            return
        self.record()
        cells = [place for place in group if not is_edge(place)]
        self._edit_state.select(cells, -1 if cells else min(group))
        self._view.show_targets(group)
        self._view.set_cursor_target(min(cells or group))

    def zoom_to_selection(self) -> None:
        if self._edit_state.selection:
            self.record()
            self._view.fit_targets(self._edit_state.selection)

    def go_back(self) -> None:
        self._step(self.back, self.forward)

    def go_forward(self) -> None:
        self._step(self.forward, self.back)

    def _step(self, there: list[Location], other: list[Location]) -> None:
        here = self._current_location()
        while there:
            place = there.pop()
            if not place.is_same_view(here):
                other.append(here)
                self._restore(place)
                break
        self.changed.emit()

    def _current_location(self) -> Location:
        center, zoom = self._view.view_center(), 0.0 if self._view.is_fitted else self._view.zoom
        return Location(center.x(), center.y(), zoom, self._edit_state.selection)

    def _restore(self, place: Location) -> None:
        if place.zoom:
            self._view.set_zoom(place.zoom)
            self._view.center_on(place.x, place.y)
        else:
            self._view.fit()
        count = self._edit_state.document.grid.count  # the board may have another size by now
        self._edit_state.select(cell for cell in place.selection if cell < count)


POPUP_WIDTH = 320


class GotoSpacePopup(Card):
    """A popup over the board. `cells_chosen` carries the cells."""

    cells_chosen = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget, grid: Grid) -> None:
        super().__init__(parent=parent, padding=10)
        self._grid = grid
        hint = _("One or more spaces, or a range: {first}, {last}, {first}:{last}")
        self._hint = hint.format(first=grid.name(0), last=grid.name(grid.count - 1))
        self.field = SearchField(_("Go to space"))
        self.field.setMinimumHeight(32)
        self.field.setMaxLength(200)
        self.body.setSpacing(6)
        self.body.addWidget(self.field)
        self.message_label = text_label(self._hint, "second", 12, wrap=True)
        self.body.addWidget(self.message_label)
        names = QStringListModel([grid.name(cell) for cell in range(grid.count)], self)
        mode, case = QCompleter.CompletionMode.InlineCompletion, Qt.CaseSensitivity.CaseInsensitive
        self.field.setCompleter(QCompleter(names, self, completionMode=mode, caseSensitivity=case))
        self.field.textEdited.connect(self._on_text_edited)
        self.field.installEventFilter(self)
        self.hide()

    def open(self) -> None:
        parent = self.parentWidget()
        assert parent is not None, "it lies over the board"
        wide = min(POPUP_WIDTH, parent.width() - 20)
        self.setFixedWidth(wide)
        self.adjustSize()
        self.move((parent.width() - wide) // 2, 30)
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_text_edited(self, _text: str) -> None:
        cells, unknown = parse_places(self._grid, self._typed_text())
        if unknown:
            self._show_message(_("There is no space “{name}”.").format(name=unknown.upper()), "warning")
        elif cells:
            self._show_message(plural("{n} space", "{n} spaces", len(cells)).format(n=len(cells)))
        else:
            self._show_message(self._hint)

    def _typed_text(self) -> str:
        """Return the text without the part that the completer proposes."""
        text = self.field.text()
        return text[: self.field.selectionStart()] if self.field.selectedText() else text

    def _show_message(self, text: str, role: str = "second") -> None:
        self.message_label.setText(text)
        set_style_property(self.message_label, "role", role)

    def _submit(self) -> None:
        cells, unknown = parse_places(self._grid, self._typed_text())
        if not cells:  # a letter alone, say: then what is proposed is meant
            cells, unknown = parse_places(self._grid, self.field.text())
        if cells and not unknown:
            self.closed.emit()
            self.cells_chosen.emit(cells)
        elif unknown:
            self._show_message(_("There is no space “{name}”.").format(name=unknown.upper()), "warning")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent):
            is_press, is_escape = event.type() == QEvent.Type.KeyPress, event.key() == Qt.Key.Key_Escape
            if event.type() == QEvent.Type.ShortcutOverride and is_escape:
                event.accept()
                return True
            if is_press and is_escape:
                self.closed.emit()
                return True
            if is_press and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._submit()
                return True
        if watched is self.field and isinstance(event, QFocusEvent) and event.lostFocus() and self.isVisible():
            QTimer.singleShot(0, self, self._on_focus_lost)  # the window may just be going, with all that is in it
        return super().eventFilter(watched, event)

    def _on_focus_lost(self) -> None:
        """Close, unless the field's context menu has the focus."""
        if not self.field.hasFocus() and QApplication.activePopupWidget() is None:
            self.closed.emit()


def ask_goto_space(over: QWidget, grid: Grid) -> GotoSpacePopup | None:
    """Open the popup over a board; None if it was open, which closes it."""
    if (here := over.findChild(GotoSpacePopup)) is not None:
        here.closed.emit()
        return None
    sheet = GotoSpacePopup(over, grid)

    def close() -> None:
        sheet.closed.disconnect(close)
        had_focus = sheet.field.hasFocus()
        sheet.hide()
        sheet.setParent(None)
        sheet.deleteLater()
        if had_focus:
            over.setFocus(Qt.FocusReason.OtherFocusReason)

    sheet.closed.connect(close)
    sheet.open()
    return sheet


RULER_PX = 22
LABEL_STEPS = (1, 2, 5, 10, 20, 50, 100)
GAP = 5.0  # between two names
REPAINT_MARGIN = 40  # around the highlighted name, where others may give way to it
NAME_PX, SMALL_PX = 12, 10  # font size, and for names wider than the ruler

Tick = tuple[str, float, float]  # the name of a column or row, and its part of the ruler (start, end) in board units


class RulerFrame(QFrame):
    """Rulers of a board view, whose paint events they follow. `moved`: it shows another part of the board."""

    moved = Signal()

    def __init__(self, view: BoardView) -> None:
        super().__init__()
        self.view = view
        self._grid: Grid | None = None
        self._columns: list[Tick] = []
        self._rows: list[Tick] = []
        self._highlighted: tuple[str, str] = ("", "")
        self._last_view: tuple[float, ...] = ()
        vbox(view, parent=self, margins=(RULER_PX, RULER_PX, 3, 3))
        view.installEventFilter(self)

    def set_grid(self, grid: Grid) -> None:
        if grid == self._grid:
            return
        self._grid = grid
        columns: dict[str, list[float]] = {}
        rows: dict[str, list[float]] = {}
        for cell in range(grid.count):
            letters, digits = split_name(grid.name(cell))
            x, y = grid.center(cell)
            columns.setdefault(letters, []).append(x)
            rows.setdefault(digits, []).append(y)
        self._columns, self._rows = _ticks(columns), _ticks(rows)
        self.update()

    def visible_area(self) -> QRectF:
        """Return the visible part of the board, in board units."""
        view = self.view
        return QRectF(view.board_point(QPointF(0, 0)), view.board_point(QPointF(view.width(), view.height())))

    def highlight(self, name: str) -> None:
        """Highlight column and row of a cell's name; "" for none."""
        highlighted = split_name(name)
        if highlighted != self._highlighted:
            for axis, names in enumerate(zip(self._highlighted, highlighted, strict=True)):
                spans, margin = self._spans(axis), REPAINT_MARGIN
                for box in (spans[label] for label in names if label in spans):
                    self.update(box.adjusted(-margin, -margin, margin, margin).toAlignedRect())
            self._highlighted = highlighted

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.view and event.type() == QEvent.Type.Paint:
            corner = self.view.board_point(QPointF(0, 0))
            shown = (corner.x(), corner.y(), self.view.zoom, self.view.width(), self.view.height())
            if shown != self._last_view:
                self._last_view = shown
                self.update(0, 0, self.width(), RULER_PX)
                self.update(0, 0, RULER_PX, self.height())
                self.moved.emit()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        with painter_on(self) as painter:
            frame = QPainterPath()
            frame.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 9, 9)
            painter.fillPath(frame, theme.color("panel"))
            painter.setClipPath(frame)
            for axis, highlighted in enumerate(self._highlighted):
                spans = self._spans(axis)
                if highlighted in spans:
                    painter.fillRect(spans[highlighted], theme.color("gold_tint"))
                for name, box in self._fitting_labels(axis, spans):
                    box = box.adjusted(-9, -9, 9, 9)
                    if event.region().intersects(box.toAlignedRect()):
                        painter.setFont(_label_font(name, name == highlighted))
                        painter.setPen(theme.color("gold_text" if name == highlighted else "second"))
                        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)
            painter.fillRect(QRectF(0, 0, RULER_PX, RULER_PX), theme.color("panel"))
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(QPointF(RULER_PX - 0.5, 0), QPointF(RULER_PX - 0.5, self.height()))
            painter.drawLine(QPointF(0, RULER_PX - 0.5), QPointF(self.width(), RULER_PX - 0.5))
            painter.setClipping(False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("border"), 1))
            painter.drawPath(frame)

    def labels(self) -> tuple[list[tuple[str, QRectF]], list[tuple[str, QRectF]]]:
        """Return the visible names of columns and rows, in order, each with its box in pixels."""
        return self._fitting_labels(0, self._spans(0)), self._fitting_labels(1, self._spans(1))

    def _spans(self, axis: int) -> dict[str, QRectF]:
        """Return the part of the ruler of every column (axis 0) or row (1), in pixels."""
        corner = self.view.board_point(QPointF(0, 0))
        units = self.view.board_point(QPointF(100, 0)).x() - corner.x()
        scale = 100 / units if units else 1.0
        first = corner.y() if axis else corner.x()
        spans = {}
        for name, start, end in self._rows if axis else self._columns:
            along, length = RULER_PX + (start - first) * scale, (end - start) * scale
            spans[name] = QRectF(0, along, RULER_PX, length) if axis else QRectF(along, 0, length, RULER_PX)
        return spans

    def _fitting_labels(self, axis: int, spans: dict[str, QRectF]) -> list[tuple[str, QRectF]]:
        """Return the names that fit; those too near to the highlighted one give way."""
        lit = self._highlighted[axis]
        sizes = {name: _label_size(name, name == lit) for name in spans}
        lengths = {name: size[axis] for name, size in sizes.items()}
        centers = {name: box.center().x() + box.center().y() for name, box in spans.items()}  # one of them is fixed
        pace = min((abs(centers[other] - centers[one]) for one, other in pairwise(spans)), default=1.0)
        longest = max(lengths.values(), default=0.0) + GAP
        every = next((step for step in LABEL_STEPS if step * pace >= longest), LABEL_STEPS[-1])
        found = []
        for name, span in spans.items():
            near = lit in spans and abs(centers[name] - centers[lit]) < (lengths[name] + lengths[lit]) / 2 + GAP
            if name == lit or (_label_number(name) % every == 0 and not near):
                box = QRectF(QPointF(0, 0), QSizeF(*sizes[name]))
                box.moveCenter(span.center())
                if box.intersects(QRectF(self.rect())):
                    found.append((name, box))
        return found


def _label_font(name: str, highlighted: bool) -> QFont:
    """Return the font of a name: smaller if it would not fit between the ruler's edges."""
    weight = SEMIBOLD if highlighted else MEDIUM
    usual = text_font(NAME_PX, weight)
    broad = QFontMetricsF(usual).horizontalAdvance(name) > RULER_PX - 4
    return text_font(SMALL_PX, weight) if broad and name.isdigit() else usual


@lru_cache(maxsize=512)
def _label_size(name: str, lit: bool) -> tuple[float, float]:
    """Return width and cap height of a name in pixels."""
    metrics = QFontMetricsF(_label_font(name, lit))
    return metrics.horizontalAdvance(name), metrics.capHeight()


def _ticks(places: dict[str, list[float]]) -> list[Tick]:
    """Return each name with its part of the ruler, centred on the mean position of its cells."""
    middles = {name: (min(found) + max(found)) / 2 for name, found in places.items()}
    ordered = sorted(middles.values())
    half = min((other - one for one, other in pairwise(ordered)), default=1.0) / 2
    return [(name, middle - half, middle + half) for name, middle in middles.items()]


def split_name(name: str) -> tuple[str, str]:
    """Split a cell name into the column's letters and the row's digits."""
    letters = name.rstrip("0123456789")
    return letters, name[len(letters) :]


def _label_number(name: str) -> int:
    """Return the index of a column or row, for thinning out: digits as they are, letters from A = 0."""
    if name.isdigit():
        return int(name)
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - 64
    return number - 1
