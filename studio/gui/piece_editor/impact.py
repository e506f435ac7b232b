"""The effect of the edited pieces on a layout: problems they cause or fix, and what the verification needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from studio.core.cancellation import Cancelled, CancelToken
from studio.core.game import Body
from studio.core.pieces import MissingPieces, PieceSet
from studio.core.plugin import Game
from studio.core.problems import Problem, Severity, by_severity
from studio.core.text import _, plural
from studio.gui import widgets as w
from studio.gui.editor.problem_names import SEVERITY_NAMES, place_name
from studio.gui.piece_editor.draft import PieceDraft
from studio.gui.piece_editor.impact_charts import ShareBars, StatBoxes
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import MEDIUM, current_theme, text_font
from studio.gui.widgets.accessibility import Role
from studio.gui.widgets.actions import NAVIGATION_KEYS, Index, RowsModel, plain_view

VERIFY_SECONDS = 5.0  # time limit of each of the two verifications


class ImpactRequest(NamedTuple):
    """A layout before and after the change."""

    game: Game
    before: Body
    after: Body


class EditImpact(NamedTuple):
    """Problems by what the change did to them, and what the verification needs (None: it was not finished)."""

    caused: tuple[Problem, ...]
    fixed: tuple[Problem, ...]
    remaining: tuple[Problem, ...]
    needs: tuple[MissingPieces, ...] | None = ()

    @property
    def worst(self) -> Severity | None:
        """Highest severity of the caused problems."""
        return max((problem.severity for problem in self.caused), default=None)

    @property
    def by_kind(self) -> dict[str, tuple[Problem, ...]]:
        return {FIXED: self.fixed, CAUSED: self.caused, REMAINING: self.remaining}


def compute_impact(request: ImpactRequest, patience: CancelToken) -> EditImpact:
    """Check and verify both layouts. Raises `Cancelled`."""
    game, before, after = request
    found = _find_problems(game, after, patience)
    old = found if before == after else _find_problems(game, before, patience)
    patience.raise_if_cancelled()
    patience.set_timeout(VERIFY_SECONDS)
    needs: tuple[MissingPieces, ...] | None
    try:
        needs = tuple(game.pieces.missing_pieces(after, patience))
    except Cancelled:
        needs = None
    return compare_problems(old, found)._replace(needs=needs)


def _find_problems(game: Game, body: Body, patience: CancelToken) -> list[Problem]:
    """Problems found by the checks and, if there are no errors, by the verification."""
    found = [*game.checks.check(body)]
    if not any(problem.severity is Severity.ERROR for problem in found):
        patience.raise_if_cancelled()
        patience.set_timeout(VERIFY_SECONDS)
        found += [problem for problem in game.checks.verify(body, patience) if problem not in found]
    return [problem for problem in found if not problem.code.endswith("undecided")]


def compare_problems(before: Sequence[Problem], after: Sequence[Problem]) -> EditImpact:
    """Sort problems into caused, fixed and remaining; those with the same code in the same place are the same."""
    old, new = _key_problems(before), _key_problems(after)
    return EditImpact(
        tuple(by_severity(problem for name, problem in new.items() if name not in old)),
        tuple(by_severity(problem for name, problem in old.items() if name not in new)),
        tuple(by_severity(problem for name, problem in new.items() if name in old)),
    )


def _key_problems(problems: Iterable[Problem]) -> dict[object, Problem]:
    """Problems by code, severity and place; those without a place also by number."""
    found: dict[object, Problem] = {}
    for problem in problems:
        number = 0
        while (name := (problem.code, problem.severity, problem.cells, problem.edges, problem.field, number)) in found:
            number += 1
        found[name] = problem
    return found


CAUSED, FIXED, REMAINING = "caused", "fixed", "stays"
ROW_HEIGHT = 38


class ProblemChange(NamedTuple):
    """A problem and whether it is caused, fixed or remains."""

    kind: str
    problem: Problem
    place: str

    @property
    def fix_label(self) -> str:
        """Label of the safe fix, "" without one."""
        fix = self.problem.fix
        return fix.label if fix is not None and fix.safe and self.kind != FIXED else ""

    @property
    def text(self) -> str:
        """Text for screen readers."""
        return f"{self.kind_text}. {self.place}. {self.problem.message}"

    @property
    def kind_text(self) -> str:
        return {CAUSED: _("New"), FIXED: _("Fixed"), REMAINING: _("Remains")}[self.kind]


class ProblemChangeModel(RowsModel[ProblemChange]):
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        change = self.rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return change.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return w.plain_tooltip("\n".join(filter(None, (change.problem.message, change.fix_label))))
        return None


class _ProblemChangeDelegate(QStyledItemDelegate):
    """Paints a row: change, severity, place, message, and an eye or the safe fix."""

    def __init__(self, model: ProblemChangeModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = current_theme()
        change = self._model.rows[index.row()]
        box = QRectF(option.rect).adjusted(0.5, 1.5, -0.5, -1.5)
        view = self.parent()
        assert isinstance(view, ProblemChangeList)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_caused = change.kind == CAUSED
        role = SEVERITY_NAMES[change.problem.severity]
        if is_caused:
            w.paint_box(painter, box, f"{role}_tint", f"{role}_mark")
        elif view.currentIndex().row() == index.row() and view.hasFocus():
            w.paint_box(painter, box, None, "accent", width=1.5)
        painter.setPen(Qt.PenStyle.NoPen)
        looks = {CAUSED: (f"{role}_tint", role), FIXED: ("done_tint", "done"), REMAINING: ("inset", "second")}
        ground, ink = looks[change.kind]
        chip = QRectF(box.left() + 8, box.center().y() - 12, 78, 24)
        w.paint_box(painter, chip, "panel" if is_caused else ground, None, radius=12)
        sign = {CAUSED: "warning", FIXED: "tick", REMAINING: "dots"}[change.kind]
        painter.drawPixmap(QPointF(chip.left() + 8, chip.center().y() - 7), icon_pixmap(sign, theme.color(ink), 14))
        w.paint_text(painter, chip.adjusted(27, 0, 0, 0), change.kind_text, theme.color(ink), 13, MEDIUM)
        painter.setOpacity(0.55 if change.kind == FIXED else 1.0)
        w.paint_severity(painter, QRectF(chip.right() + 10, box.center().y() - 8.5, 17, 17), change.problem.severity)
        painter.setOpacity(1.0)
        wide = QFontMetricsF(text_font(13, MEDIUM)).horizontalAdvance(change.place) + 16
        place = QRectF(chip.right() + 37, box.center().y() - 11, min(wide, 130.0), 22)
        w.paint_box(painter, place, "panel", "border", radius=6)
        room = place.adjusted(6, 0, -6, 0)
        w.paint_text(painter, room, change.place, theme.color("text"), 13, MEDIUM, w.CENTER)
        end = self.button_rect(box, change)
        rect = QRectF(place.right() + 10, box.top(), end.left() - place.right() - 18, box.height())
        w.paint_text(painter, rect, change.problem.message, theme.color("text"), 13.5)
        if change.fix_label:
            ink_colour = w.paint_button(painter, end, pointed=view.hovered_row == index.row())
            wand = icon_pixmap("wand", ink_colour, 15)
            painter.drawPixmap(QPointF(end.left() + 9, end.center().y() - 7.5), wand)
            w.paint_text(painter, end.adjusted(30, 0, -4, 0), change.fix_label, ink_colour, 13, MEDIUM)
        elif change.problem.cells:
            eye = icon_pixmap("eye", theme.color("text" if view.hovered_row == index.row() else "second"), 17)
            painter.drawPixmap(QPointF(end.center().x() - 8.5, end.center().y() - 8.5), eye)

    @staticmethod
    def button_rect(box: QRectF, change: ProblemChange) -> QRectF:
        """Box of the eye or the fix of a row."""
        width = QFontMetricsF(text_font(13, MEDIUM)).horizontalAdvance(change.fix_label)
        wide = min(width + 42, 210.0) if change.fix_label else 30.0
        return QRectF(box.right() - wide - 6, box.center().y() - 13, wide, 26)


class ProblemChangeList(QListView):
    """A list of problem changes. `fix_requested` and `show_requested` carry a problem."""

    fix_requested = Signal(object)
    show_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.change_model = ProblemChangeModel()
        self.hovered_row = -1
        plain_view(self, _("New, fixed and remaining problems"))
        self.setItemDelegate(_ProblemChangeDelegate(self.change_model, self))
        self.setModel(self.change_model)
        self.setMinimumHeight(ROW_HEIGHT)

    def _activate(self, row: int) -> None:
        change = self.change_model.rows[row]
        if change.fix_label:
            self.fix_requested.emit(change.problem)
        elif change.problem.cells:
            self.show_requested.emit(change.problem)

    def _button_at(self, point: QPointF) -> int:
        index = self.indexAt(point.toPoint())
        if not index.isValid():
            return -1
        box = QRectF(self.visualRect(index)).adjusted(0.5, 1.5, -0.5, -1.5)
        button = _ProblemChangeDelegate.button_rect(box, self.change_model.rows[index.row()])
        return index.row() if button.contains(point) else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        row = self._button_at(event.position())
        if row >= 0:
            self._activate(row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        row = self._button_at(event.position())
        if row != self.hovered_row:
            self.hovered_row = row
            pointing = row >= 0
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if pointing else Qt.CursorShape.ArrowCursor)
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index: QModelIndex = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and index.isValid():
            self._activate(index.row())
        elif event.key() in NAVIGATION_KEYS:
            super().keyPressEvent(event)
        else:
            event.ignore()


class ProblemChangeChip(w.Chip):
    """Number of problems of one kind; a click filters the list."""

    accessible_role = Role.Button
    pressed = Signal(str)

    def __init__(self, change: str) -> None:
        super().__init__(outlined=True)
        self.change_kind = change
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._is_chosen = False
        self.show_count(())

    def show_count(self, found: Sequence[Problem]) -> None:
        text = {
            CAUSED: plural("{n} new", "{n} new", len(found)),
            FIXED: plural("{n} fixed", "{n} fixed", len(found)),
            REMAINING: plural("{n} remains", "{n} remain", len(found)),
        }[self.change_kind]
        worst = max((problem.severity for problem in found), default=Severity.INFO)
        kind = SEVERITY_NAMES[worst]
        if self.change_kind == FIXED or not found:
            kind = "done" if found else "plain"
        icon = {CAUSED: "warning", FIXED: "tick", REMAINING: "info"}[self.change_kind]
        self.show_text(text.format(n=len(found)), kind, icon)

    def set_chosen(self, chosen: bool) -> None:
        """Set whether the list is filtered by this kind."""
        self._is_chosen = chosen
        self.update()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        self.pressed.emit(self.change_kind)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.pressed.emit(self.change_kind)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._is_chosen or self.hasFocus():
            with w.painter_on(self) as painter:
                w.paint_box(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), None, "accent", width=2, radius=12)


FULL_HEIGHT, COMPACT_HEIGHT = 182, 134
MIN_FULL_WIDTH = 780  # in less width only the problems are shown


class EffectsCard(w.Card):
    """Effects of the changes: statistics on the left, problems on the right."""

    fix_requested = Signal(object)
    show_requested = Signal(object)

    def __init__(self, draft: PieceDraft) -> None:
        super().__init__("", "")
        self.draft = draft
        self.stat_boxes = StatBoxes()
        self.share_bars = ShareBars()
        self.change_list = ProblemChangeList()
        self.change_list.fix_requested.connect(self.fix_requested)
        self.change_list.show_requested.connect(self.show_requested)
        self.change_chips = {kind: ProblemChangeChip(kind) for kind in (FIXED, CAUSED, REMAINING)}
        self.summary = w.Elided("", "done", 13)
        self.summary.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.chosen_kind = ""
        self._stats_panel, self._separator = QWidget(), w.Separator(upright=True)
        self.caption = w.text_label("", "second", 13)
        head = w.hbox(w.title_label(_("Changes")), self.caption, 1)
        head.insertSpacing(1, 10)
        w.vbox(head, self.stat_boxes, 1, self.share_bars, parent=self._stats_panel, spacing=7)
        for chip in self.change_chips.values():
            chip.pressed.connect(self._filter_kind)
        row = w.hbox(*self.change_chips.values(), (self.summary, 1), spacing=8)
        right = w.vbox(row, (self.change_list, 1), spacing=6)
        self.body.addLayout(w.hbox((self._stats_panel, 40), self._separator, (right, 60), spacing=14), 1)
        self._impact: EditImpact | None = None

    def minimumSizeHint(self) -> QSize:
        return QSize(400, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for part in (self._stats_panel, self._separator):
            part.setVisible(self.width() >= MIN_FULL_WIDTH)

    def set_compact(self, is_compact: bool) -> None:
        self.setFixedHeight(COMPACT_HEIGHT if is_compact else FULL_HEIGHT)
        self.share_bars.set_compact(is_compact)
        self.stat_boxes.set_compact(is_compact)

    def refresh(self, before: PieceSet, name: str) -> None:
        """Show statistics compared with the set `before`, which is called `name`."""
        now = self.draft.pieces
        self.caption.setText(_("{before} → edited pieces").format(before=name))
        self.stat_boxes.show_stats(before.stats, now.stats)
        self.share_bars.show_shares(now.distribution_title, before.distribution, now.distribution)

    def show_impact(self, impact: EditImpact | None) -> None:
        """Show the problems; None while they are being searched."""
        if impact is None:
            self._show_summary(_("Checking…"), "second")
            return
        self._impact = impact
        for kind, found in impact.by_kind.items():
            self.change_chips[kind].show_count(found)
        worst = impact.worst
        text, role = _("No new problems, checked continuously"), "done"
        if worst is Severity.ERROR:
            text, role = _("These pieces cause errors"), "error"
        elif worst is Severity.WARNING:
            text, role = _("These pieces cause warnings"), "warning"
        elif worst is Severity.INFO:
            text = _("Only new hints, checked continuously")
        if impact.needs is None:
            text, role = _("Verification did not finish"), "second"
        self._show_summary(text, role)
        self._show_rows()

    def _show_summary(self, words: str, role: str) -> None:
        self.summary.set_role(role)
        self.summary.set_text(words)

    def _filter_kind(self, kind: str) -> None:
        """Show only one kind, or again all changes."""
        self.chosen_kind = "" if self.chosen_kind == kind else kind
        for chip in self.change_chips.values():
            chip.set_chosen(chip.change_kind == self.chosen_kind)
        self._show_rows()

    def _show_rows(self) -> None:
        if self._impact is None:
            return
        found = self._impact.by_kind
        first = [CAUSED, FIXED] if self._impact.worst is Severity.ERROR else [FIXED, CAUSED]
        kinds = [self.chosen_kind] if self.chosen_kind else first if found[CAUSED] or found[FIXED] else [REMAINING]
        grid = self.draft.game.body.grid(self.draft.body)
        sections = self.draft.game.editing.form(self.draft.body, -1)
        shown = [(kind, problem) for kind in kinds for problem in found[kind]]
        rows = [ProblemChange(kind, problem, place_name(grid, problem, sections)) for kind, problem in shown]
        self.change_list.change_model.set_rows(rows)
