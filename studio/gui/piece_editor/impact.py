"""What the pieces as they stand do to a layout: which problems they cause or mend, and what the proof would need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QListView, QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from studio.core.cancellation import Cancelled, CancelToken
from studio.core.game import Body
from studio.core.pieces import MissingPieces, PieceSet
from studio.core.plugin import Game
from studio.core.problems import Problem, Severity, by_severity
from studio.core.text import _, plural
from studio.gui.editor.clipboard import place_name
from studio.gui.piece_editor.draft import PieceDraft
from studio.gui.piece_editor.impact_charts import ShareBars, StatBoxes
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import MEDIUM, current_theme, text_font
from studio.gui.widgets import (
    CENTER,
    Card,
    Chip,
    Elided,
    Separator,
    paint_button,
    paint_severity,
    paint_text,
    show_tooltip,
    text_label,
    title_label,
)
from studio.gui.widgets.actions import NAVIGATION_KEYS, Index, RowsModel, plain_view

VERIFY_SECONDS = 5.0
"""How long each of the two proofs may think."""


class ImpactRequest(NamedTuple):
    """A layout before and after."""

    game: Game
    before: Body
    after: Body


class EditImpact(NamedTuple):
    """Problems of the layout after a change, by what became of them, and the needs of the proof.

    `needs` is None when they are not known: the proof was not finished.
    """

    caused: tuple[Problem, ...]
    fixed: tuple[Problem, ...]
    remaining: tuple[Problem, ...]
    needs: tuple[MissingPieces, ...] | None = ()

    @property
    def worst(self) -> Severity | None:
        """How bad the worst of what is caused is."""
        return max((problem.severity for problem in self.caused), default=None)


def compute_impact(request: ImpactRequest, patience: CancelToken) -> EditImpact:
    """Both layouts looked through and proved. Raises `Spent` when nobody wants the answer any more."""
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
    """What the checks and, where there are no errors, the proof find."""
    found = [*game.checks.check(body)]
    if not any(problem.severity is Severity.ERROR for problem in found):
        patience.raise_if_cancelled()
        patience.set_timeout(VERIFY_SECONDS)
        found += [problem for problem in game.checks.verify(body, patience) if problem not in found]
    return [problem for problem in found if not problem.code.endswith("undecided")]


def compare_problems(before: Sequence[Problem], after: Sequence[Problem]) -> EditImpact:
    """What was caused, what is mended, what stays; a problem of the same sort in the same place is the same one."""
    old, new = _key_problems(before), _key_problems(after)
    return EditImpact(
        tuple(by_severity(problem for name, problem in new.items() if name not in old)),
        tuple(by_severity(problem for name, problem in old.items() if name not in new)),
        tuple(by_severity(problem for name, problem in new.items() if name in old)),
    )


def _key_problems(problems: Iterable[Problem]) -> dict[object, Problem]:
    """Problems by what tells them apart: code, how bad, and place; those without a place by their number, too."""
    found: dict[object, Problem] = {}
    for problem in problems:
        number = 0
        while (name := (problem.code, problem.severity, problem.cells, problem.edges, problem.field, number)) in found:
            number += 1
        found[name] = problem
    return found


# Problems by what became of them: caused, mended, or they stay; each with its place and what can be done.

CAUSED, FIXED, REMAINING = "caused", "mended", "stays"
ROW_HEIGHT = 38


class ProblemChange(NamedTuple):
    """A problem, and what became of it."""

    kind: str
    problem: Problem
    place: str

    @property
    def fix_label(self) -> str:
        """What its safe repair is called, "" without one."""
        fix = self.problem.fix
        return fix.label if fix is not None and fix.safe and self.kind != FIXED else ""

    @property
    def text(self) -> str:
        """In words, for a screen reader."""
        told = {CAUSED: _("Caused"), FIXED: _("Mended"), REMAINING: _("Stays")}[self.kind]
        return f"{told}. {self.place}. {self.problem.message}"


class ProblemChangeModel(RowsModel[ProblemChange]):
    """The problems that are shown."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.rows[index.row()].text
        return None


class _ProblemChangeDelegate(QStyledItemDelegate):
    """Paints a row: what became of it, sign, place, sentence, and at its end an eye or its safe repair."""

    def __init__(self, model: ProblemChangeModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = current_theme()
        fate = self._model.rows[index.row()]
        box = QRectF(option.rect).adjusted(0.5, 1.5, -0.5, -1.5)
        view = self.parent()
        assert isinstance(view, ProblemChangeList)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_caused = fate.kind == CAUSED
        look = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "info"}[fate.problem.severity]
        if is_caused:
            painter.setBrush(theme.color(f"{look}_tint"))
            painter.setPen(QPen(theme.color(f"{look}_mark"), 1))
            painter.drawRoundedRect(box, 7, 7)
        elif view.currentIndex().row() == index.row() and view.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("accent"), 1.5))
            painter.drawRoundedRect(box, 7, 7)
        painter.setPen(Qt.PenStyle.NoPen)
        told = {CAUSED: _("Caused"), FIXED: _("Mended"), REMAINING: _("Stays")}[fate.kind]
        ground, ink = {CAUSED: (f"{look}_tint", look), FIXED: ("done_tint", "done"), REMAINING: ("inset", "second")}[
            fate.kind
        ]
        chip = QRectF(box.left() + 8, box.center().y() - 12, 78, 24)
        painter.setBrush(theme.color("panel" if is_caused else ground))
        painter.drawRoundedRect(chip, 12, 12)
        sign = {CAUSED: "warning", FIXED: "tick", REMAINING: "dots"}[fate.kind]
        painter.drawPixmap(QPointF(chip.left() + 8, chip.center().y() - 7), icon_pixmap(sign, theme.color(ink), 14))
        paint_text(painter, chip.adjusted(27, 0, 0, 0), told, theme.color(ink), 13, MEDIUM)
        painter.setOpacity(0.55 if fate.kind == FIXED else 1.0)
        paint_severity(painter, QRectF(chip.right() + 10, box.center().y() - 8.5, 17, 17), fate.problem.severity)
        painter.setOpacity(1.0)
        wide = QFontMetricsF(text_font(13, MEDIUM)).horizontalAdvance(fate.place) + 16
        place = QRectF(chip.right() + 37, box.center().y() - 11, min(wide, 130.0), 22)
        painter.setBrush(theme.color("panel"))
        painter.setPen(QPen(theme.color("border"), 1))
        painter.drawRoundedRect(place, 6, 6)
        room = place.adjusted(6, 0, -6, 0)
        paint_text(painter, room, fate.place, theme.color("text"), 13, MEDIUM, CENTER)
        end = self.button_rect(box, fate)
        words = QRectF(place.right() + 10, box.top(), end.left() - place.right() - 18, box.height())
        paint_text(painter, words, fate.problem.message, theme.color("text"), 13.5)
        if fate.fix_label:
            ink_colour = paint_button(painter, end, pointed=view.hovered_row == index.row())
            wand = icon_pixmap("wand", ink_colour, 15)
            painter.drawPixmap(QPointF(end.left() + 9, end.center().y() - 7.5), wand)
            paint_text(painter, end.adjusted(30, 0, -4, 0), fate.fix_label, ink_colour, 13, MEDIUM)
        elif fate.problem.cells:
            eye = icon_pixmap("eye", theme.color("text" if view.hovered_row == index.row() else "second"), 17)
            painter.drawPixmap(QPointF(end.center().x() - 8.5, end.center().y() - 8.5), eye)

    @staticmethod
    def button_rect(box: QRectF, fate: ProblemChange) -> QRectF:
        """Where the eye or the repair of a row is."""
        wide = (
            min(QFontMetricsF(text_font(13, MEDIUM)).horizontalAdvance(fate.fix_label) + 42, 210.0)
            if fate.fix_label
            else 30.0
        )
        return QRectF(box.right() - wide - 6, box.center().y() - 13, wide, 26)


class ProblemChangeList(QListView):
    """Problems by what became of them. `fix_wanted` carries one to be repaired, `show_wanted` one to be seen."""

    fix_requested = Signal(object)
    show_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.change_model = ProblemChangeModel()
        self.hovered_row = -1
        plain_view(self, _("Problems caused, mended, and those that stay"))
        self.setItemDelegate(_ProblemChangeDelegate(self.change_model, self))
        self.setModel(self.change_model)
        self.setMinimumHeight(ROW_HEIGHT)

    def _activate(self, row: int) -> None:
        fate = self.change_model.rows[row]
        if fate.fix_label:
            self.fix_requested.emit(fate.problem)
        elif fate.problem.cells:
            self.show_requested.emit(fate.problem)

    def _button_at(self, point: QPointF) -> int:
        index = self.indexAt(point.toPoint())
        if not index.isValid():
            return -1
        box = QRectF(self.visualRect(index)).adjusted(0.5, 1.5, -0.5, -1.5)
        return (
            index.row()
            if _ProblemChangeDelegate.button_rect(box, self.change_model.rows[index.row()]).contains(point)
            else -1
        )

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

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            assert isinstance(event, QHelpEvent)
            index = self.indexAt(event.pos())
            fate = self.change_model.rows[index.row()] if index.isValid() else None
            show_tooltip(
                event.globalPos(), "\n".join(filter(None, (fate.problem.message, fate.fix_label))) if fate else "", self
            )
            return True
        return super().viewportEvent(event)


class ProblemChangeChip(Chip):
    """How many problems were caused, mended or stay; a click shows only these."""

    pressed = Signal(str)

    def __init__(self, fate: str) -> None:
        super().__init__(outlined=True)
        self.change_kind = fate
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._is_chosen = False
        self.show_count(())

    def show_count(self, found: Sequence[Problem]) -> None:
        """So many."""
        told = {
            CAUSED: plural("{n} caused", "{n} caused", len(found)),
            FIXED: plural("{n} mended", "{n} mended", len(found)),
            REMAINING: plural("{n} stays", "{n} stay", len(found)),
        }[self.change_kind]
        worst = max((problem.severity for problem in found), default=Severity.INFO)
        kind = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "info"}[worst]
        if self.change_kind == FIXED or not found:
            kind = "done" if found else "plain"
        self.icon = {CAUSED: "warning", FIXED: "tick", REMAINING: "info"}[self.change_kind]
        self.set_text(told.format(n=len(found)), kind)

    def set_chosen(self, chosen: bool) -> None:
        """Whether only these are shown."""
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
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(current_theme().color("accent"), 2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 12, 12)


# The strip below: what the changes do, in figures on the left, in problems on the right.

FULL_HEIGHT, COMPACT_HEIGHT = 182, 134
MIN_FULL_WIDTH = 780
"""In so little room only the problems are shown."""


class EffectsCard(Card):
    """What the changes do: counts on the left, problems on the right."""

    fix_requested = Signal(object)
    show_requested = Signal(object)

    def __init__(self, draft: PieceDraft, parent: QWidget | None = None) -> None:
        super().__init__("", "", parent)
        self.draft = draft
        self.stat_boxes = StatBoxes()
        self.share_bars = ShareBars()
        self.change_list = ProblemChangeList()
        self.change_list.fix_requested.connect(self.fix_requested)
        self.change_list.show_requested.connect(self.show_requested)
        self.change_chips = {kind: ProblemChangeChip(kind) for kind in (FIXED, CAUSED, REMAINING)}
        self.summary = Elided("", "done", 13)
        self.summary.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.chosen_kind = ""
        self._stats_panel = QWidget()
        left = QVBoxLayout(self._stats_panel)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(7)
        head = QHBoxLayout()
        head.addWidget(title_label(_("What changes")))
        head.addSpacing(10)
        self.caption = text_label("", "second", 13)
        head.addWidget(self.caption)
        head.addStretch(1)
        left.addLayout(head)
        left.addWidget(self.stat_boxes)
        left.addStretch(1)
        left.addWidget(self.share_bars)
        right = QVBoxLayout()
        right.setSpacing(6)
        row = QHBoxLayout()
        row.setSpacing(8)
        for chip in self.change_chips.values():
            chip.pressed.connect(self._filter_kind)
            row.addWidget(chip)
        row.addWidget(self.summary, 1)
        right.addLayout(row)
        right.addWidget(self.change_list, 1)
        both = QHBoxLayout()
        both.setSpacing(14)
        both.addWidget(self._stats_panel, 40)
        self._separator = Separator(upright=True)
        both.addWidget(self._separator)
        both.addLayout(right, 60)
        self.body.addLayout(both, 1)
        self._impact: EditImpact | None = None

    def minimumSizeHint(self) -> QSize:
        return QSize(400, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for part in (self._stats_panel, self._separator):
            part.setVisible(self.width() >= MIN_FULL_WIDTH)

    def set_compact(self, is_compact: bool) -> None:
        """Be lower on a small screen."""
        self.setFixedHeight(COMPACT_HEIGHT if is_compact else FULL_HEIGHT)
        self.share_bars.set_compact(is_compact)
        self.stat_boxes.set_compact(is_compact)

    def refresh(self, before: PieceSet, name: str) -> None:
        """Show the figures; `before` is what they are compared with, called so."""
        now = self.draft.pieces
        self.caption.setText(_("{before} → these pieces").format(before=name))
        self.stat_boxes.show_stats(before.stats, now.stats)
        self.share_bars.show_shares(now.distribution_title, before.distribution, now.distribution)

    def show_impact(self, impact: EditImpact | None) -> None:
        """Show what became of the problems; None: it is still being looked for."""
        if impact is None:
            self._show_summary(_("Looking …"), "second")
            return
        self._impact = impact
        for kind, found in self._problems_by_kind(impact).items():
            self.change_chips[kind].show_count(found)
        worst = impact.worst
        words, role = _("Nothing new is wrong, checked again as you click"), "done"
        if worst is Severity.ERROR:
            words, role = _("These pieces make errors"), "error"
        elif worst is Severity.WARNING:
            words, role = _("These pieces cause warnings"), "warning"
        elif worst is Severity.INFO:
            words = _("Only hints are new, checked again as you click")
        if impact.needs is None:
            words, role = _("The proof was not finished"), "second"
        self._show_summary(words, role)
        self._show_rows()

    def _show_summary(self, words: str, role: str) -> None:
        self.summary.set_role(role)
        self.summary.set_text(words)

    @staticmethod
    def _problems_by_kind(impact: EditImpact) -> dict[str, tuple[Problem, ...]]:
        return {FIXED: impact.fixed, CAUSED: impact.caused, REMAINING: impact.remaining}

    def _filter_kind(self, kind: str) -> None:
        """Show only those of a kind, or again all that have changed."""
        self.chosen_kind = "" if self.chosen_kind == kind else kind
        for chip in self.change_chips.values():
            chip.set_chosen(chip.change_kind == self.chosen_kind)
        self._show_rows()

    def _show_rows(self) -> None:
        if self._impact is None:
            return
        found = self._problems_by_kind(self._impact)
        first = [CAUSED, FIXED] if self._impact.worst is Severity.ERROR else [FIXED, CAUSED]
        kinds = [self.chosen_kind] if self.chosen_kind else first if found[CAUSED] or found[FIXED] else [REMAINING]
        grid = self.draft.game.body.grid(self.draft.body)
        sections = self.draft.game.editing.form(self.draft.body, -1)
        rows = [
            ProblemChange(kind, problem, place_name(grid, problem, sections))
            for kind in kinds
            for problem in found[kind]
        ]
        self.change_list.change_model.set_rows(rows)
