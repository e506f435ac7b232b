"""A layout with errors was asked to be played: what is wrong with it, each error a way to its places in the editor."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from studio.core.problems import Problem, by_cause, together
from studio.core.text import _
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card, ScrollArea, paint_row, paint_severity, paint_wrapped, wrapped_height
from studio.gui.widgets.dialogs import HouseDialog


class ErrorRow(QAbstractButton):
    """Errors of one cause, in a sentence that wraps, as a way to their places."""

    def __init__(self, problems: Sequence[Problem], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.problems = tuple(problems)
        self.setText(together(problems))
        self.setAccessibleDescription(_("Show it in the editor"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        return QSize(480, self.heightForWidth(480))

    def heightForWidth(self, width: int) -> int:
        return max(34, math.ceil(wrapped_height(self.text(), width - 72, 14)) + 16)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, rect = current_theme(), QRectF(self.rect())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.underMouse() or self.hasFocus():
                paint_row(painter, rect.adjusted(1, 1, -1, -1), "tint" if self.isDown() else "hover", self.hasFocus())
            paint_severity(painter, QRectF(8, 8, 18, 18), self.problems[0].severity)
            room = rect.adjusted(36, 8, -36, 0)
            paint_wrapped(painter, room, self.text(), theme.color("text"), 14)
            sign = icon_pixmap("right", theme.color("second"), 16, self.devicePixelRatioF())
            painter.drawPixmap(self.width() - 26, 9, sign)


class ErrorsDialog(HouseDialog):
    """A layout with errors was asked to be played: each row leads to its places in the editor."""

    def __init__(self, parent: QWidget | None, problems: Sequence[Problem]) -> None:
        super().__init__(parent, _("This layout cannot be played yet"), "error", "error")
        self.wanted: tuple[Problem, ...] = ()
        self.add_words(_("Mend these errors first. Each row shows its places in the editor."))
        room = QWidget()
        column = QVBoxLayout(room)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self.rows = [ErrorRow(group) for group in by_cause(problems)]
        for row in self.rows:
            row.clicked.connect(partial(self._want, row.problems))
            column.addWidget(row)
        column.addStretch(1)
        scroll = ScrollArea(room, name=_("Problems"))
        scroll.setMinimumHeight(min(44 * len(self.rows) + 12, 260))
        card = Card()
        card.body.addWidget(scroll)
        self.body.addWidget(card, 1)
        self.setMinimumWidth(600)
        self.add_button("", _("Close"))
        self.add_button("edit", _("Open in the editor"), filled=True, icon="pencil")

    def _want(self, problems: tuple[Problem, ...], _checked: bool = False) -> None:
        self.wanted = problems
        self.finish("edit")

    def finish(self, choice: str) -> None:
        if choice == "edit" and not self.wanted:
            self.wanted = self.rows[0].problems
        super().finish(choice)


def mend_first(parent: QWidget | None, problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Say why a layout cannot be played, and wait; the errors that are to be shown in the editor, or none."""
    dialog = ErrorsDialog(parent, problems)
    dialog.ask()
    return dialog.wanted
