"""What the pieces as they stand do to a layout: which problems they cause or mend, and what the proof would need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QListView, QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from studio.core.cancellation import Patience, Spent
from studio.core.game import Body
from studio.core.pieces import Need, PieceSet
from studio.core.problems import Problem, Severity, worst_first
from studio.core.protocols import Game
from studio.core.text import _, plural
from studio.gui.editor.clipboard import place_name
from studio.gui.piece_editor.draft import PieceDraft
from studio.gui.piece_editor.impact_charts import FigureBoxes, SpreadBars
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import MEDIUM, current_theme, text_font
from studio.gui.widgets import (
    CENTRE,
    Card,
    Chip,
    Elided,
    Separator,
    paint_button,
    paint_severity,
    paint_words,
    show_tip,
    text_label,
    title_label,
)
from studio.gui.widgets.actions import WALKING, Index, RowsModel, plain_view

SECONDS = 5.0
"""How long each of the two proofs may think."""


class Question(NamedTuple):
    """A layout before and after."""

    game: Game
    before: Body
    after: Body


class Outcome(NamedTuple):
    """Problems of the layout after a change, by what became of them, and the needs of the proof.

    `needs` is None when they are not known: the proof was not finished.
    """

    caused: tuple[Problem, ...]
    mended: tuple[Problem, ...]
    stays: tuple[Problem, ...]
    needs: tuple[Need, ...] | None = ()

    @property
    def worst(self) -> Severity | None:
        """How bad the worst of what is caused is."""
        return max((problem.severity for problem in self.caused), default=None)


def outcome_of(question: Question, patience: Patience) -> Outcome:
    """Both layouts looked through and proved. Raises `Spent` when nobody wants the answer any more."""
    game, before, after = question
    found = _all_problems(game, after, patience)
    old = found if before == after else _all_problems(game, before, patience)
    patience.look()
    patience.limit(SECONDS)
    needs: tuple[Need, ...] | None
    try:
        needs = tuple(game.needs(after, patience))
    except Spent:
        needs = None
    return compared_problems(old, found)._replace(needs=needs)


def _all_problems(game: Game, body: Body, patience: Patience) -> list[Problem]:
    """What the checks and, where there are no errors, the proof find."""
    found = [*game.check(body)]
    if not any(problem.severity is Severity.ERROR for problem in found):
        patience.look()
        patience.limit(SECONDS)
        found += [problem for problem in game.prove(body, patience) if problem not in found]
    return [problem for problem in found if not problem.code.endswith("undecided")]


def compared_problems(before: Sequence[Problem], after: Sequence[Problem]) -> Outcome:
    """What was caused, what is mended, what stays; a problem of the same sort in the same place is the same one."""
    old, new = _named(before), _named(after)
    return Outcome(
        tuple(worst_first(problem for name, problem in new.items() if name not in old)),
        tuple(worst_first(problem for name, problem in old.items() if name not in new)),
        tuple(worst_first(problem for name, problem in new.items() if name in old)),
    )


def _named(problems: Iterable[Problem]) -> dict[object, Problem]:
    """Problems by what tells them apart: code, how bad, and place; those without a place by their number, too."""
    found: dict[object, Problem] = {}
    for problem in problems:
        number = 0
        while (name := (problem.code, problem.severity, problem.cells, problem.edges, problem.field, number)) in found:
            number += 1
        found[name] = problem
    return found


# Problems by what became of them: caused, mended, or they stay; each with its place and what can be done.

CAUSED, MENDED, STAYS = "caused", "mended", "stays"
LINE = 38


class Fate(NamedTuple):
    """A problem, and what became of it."""

    kind: str
    problem: Problem
    place: str

    @property
    def fix(self) -> str:
        """What its safe repair is called, "" without one."""
        fix = self.problem.fix
        return fix.label if fix is not None and fix.safe and self.kind != MENDED else ""

    @property
    def words(self) -> str:
        """In words, for a screen reader."""
        told = {CAUSED: _("Caused"), MENDED: _("Mended"), STAYS: _("Stays")}[self.kind]
        return f"{told}. {self.place}. {self.problem.message}"


class FateModel(RowsModel[Fate]):
    """The problems that are shown."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.rows[index.row()].words
        return None


class _FateRow(QStyledItemDelegate):
    """Paints a row: what became of it, sign, place, sentence, and at its end an eye or its safe repair."""

    def __init__(self, model: FateModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, LINE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = current_theme()
        fate = self._model.rows[index.row()]
        box = QRectF(option.rect).adjusted(0.5, 1.5, -0.5, -1.5)
        view = self.parent()
        assert isinstance(view, FateList)
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
        told = {CAUSED: _("Caused"), MENDED: _("Mended"), STAYS: _("Stays")}[fate.kind]
        ground, ink = {CAUSED: (f"{look}_tint", look), MENDED: ("done_tint", "done"), STAYS: ("inset", "second")}[
            fate.kind
        ]
        chip = QRectF(box.left() + 8, box.center().y() - 12, 78, 24)
        painter.setBrush(theme.color("panel" if is_caused else ground))
        painter.drawRoundedRect(chip, 12, 12)
        sign = {CAUSED: "warning", MENDED: "tick", STAYS: "dots"}[fate.kind]
        painter.drawPixmap(QPointF(chip.left() + 8, chip.center().y() - 7), icon_pixmap(sign, theme.color(ink), 14))
        paint_words(painter, chip.adjusted(27, 0, 0, 0), told, theme.color(ink), 13, MEDIUM)
        painter.setOpacity(0.55 if fate.kind == MENDED else 1.0)
        paint_severity(painter, QRectF(chip.right() + 10, box.center().y() - 8.5, 17, 17), fate.problem.severity)
        painter.setOpacity(1.0)
        wide = QFontMetricsF(text_font(13, MEDIUM)).horizontalAdvance(fate.place) + 16
        place = QRectF(chip.right() + 37, box.center().y() - 11, min(wide, 130.0), 22)
        painter.setBrush(theme.color("panel"))
        painter.setPen(QPen(theme.color("border"), 1))
        painter.drawRoundedRect(place, 6, 6)
        room = place.adjusted(6, 0, -6, 0)
        paint_words(painter, room, fate.place, theme.color("text"), 13, MEDIUM, CENTRE)
        end = self.end_box(box, fate)
        words = QRectF(place.right() + 10, box.top(), end.left() - place.right() - 18, box.height())
        paint_words(painter, words, fate.problem.message, theme.color("text"), 13.5)
        if fate.fix:
            ink_colour = paint_button(painter, end, pointed=view.pointed == index.row())
            wand = icon_pixmap("wand", ink_colour, 15)
            painter.drawPixmap(QPointF(end.left() + 9, end.center().y() - 7.5), wand)
            paint_words(painter, end.adjusted(30, 0, -4, 0), fate.fix, ink_colour, 13, MEDIUM)
        elif fate.problem.cells:
            eye = icon_pixmap("eye", theme.color("text" if view.pointed == index.row() else "second"), 17)
            painter.drawPixmap(QPointF(end.center().x() - 8.5, end.center().y() - 8.5), eye)

    @staticmethod
    def end_box(box: QRectF, fate: Fate) -> QRectF:
        """Where the eye or the repair of a row is."""
        wide = min(QFontMetricsF(text_font(13, MEDIUM)).horizontalAdvance(fate.fix) + 42, 210.0) if fate.fix else 30.0
        return QRectF(box.right() - wide - 6, box.center().y() - 13, wide, 26)


class FateList(QListView):
    """Problems by what became of them. `fix_wanted` carries one to be repaired, `show_wanted` one to be seen."""

    fix_wanted = Signal(object)
    show_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fates = FateModel()
        self.pointed = -1
        plain_view(self, _("Problems caused, mended, and those that stay"))
        self.setItemDelegate(_FateRow(self.fates, self))
        self.setModel(self.fates)
        self.setMinimumHeight(LINE)

    def _act(self, row: int) -> None:
        fate = self.fates.rows[row]
        if fate.fix:
            self.fix_wanted.emit(fate.problem)
        elif fate.problem.cells:
            self.show_wanted.emit(fate.problem)

    def _end(self, point: QPointF) -> int:
        index = self.indexAt(point.toPoint())
        if not index.isValid():
            return -1
        box = QRectF(self.visualRect(index)).adjusted(0.5, 1.5, -0.5, -1.5)
        return index.row() if _FateRow.end_box(box, self.fates.rows[index.row()]).contains(point) else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        row = self._end(event.position())
        if row >= 0:
            self._act(row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        row = self._end(event.position())
        if row != self.pointed:
            self.pointed = row
            pointing = row >= 0
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if pointing else Qt.CursorShape.ArrowCursor)
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index: QModelIndex = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and index.isValid():
            self._act(index.row())
        elif event.key() in WALKING:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            assert isinstance(event, QHelpEvent)
            index = self.indexAt(event.pos())
            fate = self.fates.rows[index.row()] if index.isValid() else None
            show_tip(event.globalPos(), "\n".join(filter(None, (fate.problem.message, fate.fix))) if fate else "", self)
            return True
        return super().viewportEvent(event)


class FateChip(Chip):
    """How many problems were caused, mended or stay; a click shows only these."""

    pressed = Signal(str)

    def __init__(self, fate: str) -> None:
        super().__init__(outlined=True)
        self.fate = fate
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._is_chosen = False
        self.show_count(())

    def show_count(self, found: Sequence[Problem]) -> None:
        """So many."""
        told = {
            CAUSED: plural("{n} caused", "{n} caused", len(found)),
            MENDED: plural("{n} mended", "{n} mended", len(found)),
            STAYS: plural("{n} stays", "{n} stay", len(found)),
        }[self.fate]
        worst = max((problem.severity for problem in found), default=Severity.INFO)
        kind = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "info"}[worst]
        if self.fate == MENDED or not found:
            kind = "done" if found else "plain"
        self.icon = {CAUSED: "warning", MENDED: "tick", STAYS: "info"}[self.fate]
        self.set_text(told.format(n=len(found)), kind)

    def set_chosen(self, chosen: bool) -> None:
        """Whether only these are shown."""
        self._is_chosen = chosen
        self.update()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        self.pressed.emit(self.fate)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.pressed.emit(self.fate)
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

HIGH, LOW = 182, 134
NARROW = 780
"""In so little room only the problems are shown."""


class EffectsCard(Card):
    """What the changes do: counts on the left, problems on the right."""

    fix_wanted = Signal(object)
    show_wanted = Signal(object)

    def __init__(self, draft: PieceDraft, parent: QWidget | None = None) -> None:
        super().__init__("", "", parent)
        self.draft = draft
        self.figures = FigureBoxes()
        self.spread = SpreadBars()
        self.list = FateList()
        self.list.fix_wanted.connect(self.fix_wanted)
        self.list.show_wanted.connect(self.show_wanted)
        self.chips = {kind: FateChip(kind) for kind in (MENDED, CAUSED, STAYS)}
        self.verdict = Elided("", "done", 13)
        self.verdict.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.chosen = ""
        self._counts = QWidget()
        left = QVBoxLayout(self._counts)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(7)
        head = QHBoxLayout()
        head.addWidget(title_label(_("What changes")))
        head.addSpacing(10)
        self.caption = text_label("", "second", 13)
        head.addWidget(self.caption)
        head.addStretch(1)
        left.addLayout(head)
        left.addWidget(self.figures)
        left.addStretch(1)
        left.addWidget(self.spread)
        right = QVBoxLayout()
        right.setSpacing(6)
        row = QHBoxLayout()
        row.setSpacing(8)
        for chip in self.chips.values():
            chip.pressed.connect(self._choose)
            row.addWidget(chip)
        row.addWidget(self.verdict, 1)
        right.addLayout(row)
        right.addWidget(self.list, 1)
        both = QHBoxLayout()
        both.setSpacing(14)
        both.addWidget(self._counts, 40)
        self._rule = Separator(upright=True)
        both.addWidget(self._rule)
        both.addLayout(right, 60)
        self.body.addLayout(both, 1)
        self._outcome: Outcome | None = None

    def minimumSizeHint(self) -> QSize:
        return QSize(400, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for part in (self._counts, self._rule):
            part.setVisible(self.width() >= NARROW)

    def set_compact(self, is_compact: bool) -> None:
        """Be lower on a small screen."""
        self.setFixedHeight(LOW if is_compact else HIGH)
        self.spread.set_compact(is_compact)
        self.figures.set_compact(is_compact)

    def refresh(self, before: PieceSet, name: str) -> None:
        """Show the figures; `before` is what they are compared with, called so."""
        now = self.draft.pieces
        self.caption.setText(_("{before} → these pieces").format(before=name))
        self.figures.show_figures(before.figures, now.figures)
        self.spread.show_figures(now.spread_title, before.spread, now.spread)

    def show_outcome(self, outcome: Outcome | None) -> None:
        """Show what became of the problems; None: it is still being looked for."""
        if outcome is None:
            self._say(_("Looking …"), "second")
            return
        self._outcome = outcome
        for kind, found in self._found(outcome).items():
            self.chips[kind].show_count(found)
        worst = outcome.worst
        words, role = _("Nothing new is wrong, checked again as you click"), "done"
        if worst is Severity.ERROR:
            words, role = _("These pieces make errors"), "error"
        elif worst is Severity.WARNING:
            words, role = _("These pieces cause warnings"), "warning"
        elif worst is Severity.INFO:
            words = _("Only hints are new, checked again as you click")
        if outcome.needs is None:
            words, role = _("The proof was not finished"), "second"
        self._say(words, role)
        self._show_rows()

    def _say(self, words: str, role: str) -> None:
        self.verdict.set_role(role)
        self.verdict.set_text(words)

    @staticmethod
    def _found(outcome: Outcome) -> dict[str, tuple[Problem, ...]]:
        return {MENDED: outcome.mended, CAUSED: outcome.caused, STAYS: outcome.stays}

    def _choose(self, kind: str) -> None:
        """Show only those of a kind, or again all that have changed."""
        self.chosen = "" if self.chosen == kind else kind
        for chip in self.chips.values():
            chip.set_chosen(chip.fate == self.chosen)
        self._show_rows()

    def _show_rows(self) -> None:
        if self._outcome is None:
            return
        found = self._found(self._outcome)
        first = [CAUSED, MENDED] if self._outcome.worst is Severity.ERROR else [MENDED, CAUSED]
        kinds = [self.chosen] if self.chosen else first if found[CAUSED] or found[MENDED] else [STAYS]
        grid = self.draft.game.grid(self.draft.body)
        sections = self.draft.game.form(self.draft.body, -1)
        rows = [Fate(kind, problem, place_name(grid, problem, sections)) for kind in kinds for problem in found[kind]]
        self.list.fates.set_rows(rows)
