"""All that a page shows or would say: texts, tips, accessible words, rows of lists, pictures, what is beside them."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QEvent, QModelIndex, QPointF, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLabel, QLineEdit, QPlainTextEdit, QWidget

from studio.core.picture import Picture
from studio.gui.play.page import PlayPage
from studio.gui.widgets.text import TooltipWidget

Sight = list[tuple[str, object]]
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.StatusTipRole,
    Qt.ItemDataRole.WhatsThisRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)
ROOT = QModelIndex()
MOST = 40
"""Moves that are put into words, and places that are asked for theirs."""


def sight(page: PlayPage) -> Sight:
    """What there is to see, with where; two pages that show the same give equal ones.

    All is in its place first, as it is before a window is painted: words that are cut short depend on their room.
    """
    for _round in range(40):  # what has got another size lays out anew what lies in it, and what it lies in, and so on
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    return [
        ("title", page.title()),
        *(
            (f"action {number}", (action.text(), action.toolTip(), action.statusTip(), action.isEnabled()))
            for number, action in enumerate(page.actions())
        ),
        *_of_choices(page),
        *_of_widgets(page),
    ]


def differences(one: Sight, other: Sight) -> list[str]:
    """Where two sights differ, for people."""
    if [place for place, _seen in one] != [place for place, _seen in other]:
        return ["other widgets are shown"]
    return [
        f"{place}: {seen!r:.300} / {unlike!r:.300}"
        for (place, seen), (_place, unlike) in zip(one, other, strict=True)
        if seen != unlike
    ]


def _of_choices(page: PlayPage) -> Iterator[tuple[str, object]]:
    choices = page.controller.choices
    for action in choices.actions[:MOST]:
        yield "move", (action, choices.sentence(action), choices.label(action))
    for place in page.input.targets[:MOST]:
        yield f"place {place}", page.input.text_at(QPointF(page.board.widget_rect(place).center()))


def _of_widgets(page: PlayPage) -> Iterator[tuple[str, object]]:
    shown = [widget for widget in [page, *page.findChildren(QWidget)] if widget.isVisibleTo(page)]
    for number, widget in enumerate(shown):
        place = f"{number} {type(widget).__name__}"
        yield (
            place,
            (
                widget.toolTip(),
                widget.statusTip(),
                widget.whatsThis(),
                widget.accessibleName(),
                widget.accessibleDescription(),
                widget.isEnabled(),
            ),
        )
        if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
            yield f"{place} text", widget.text()
        if isinstance(widget, QPlainTextEdit):
            yield f"{place} text", widget.toPlainText()
        if isinstance(widget, QAbstractItemView):
            for row, index in enumerate(_rows(widget.model())):
                yield f"{place} row {row}", tuple(str(index.data(role)) for role in ROLES)
        if isinstance(widget, TooltipWidget):
            spots = [(x, y) for x in range(6, widget.width(), 24) for y in range(6, widget.height(), 24)]
            yield f"{place} tips", tuple(widget.text_at(QPointF(x, y)) for x, y in spots)
        for name, value in sorted(vars(widget).items()):
            data = _data(value)
            if data is not None:
                yield f"{place}.{name}", data


def _rows(model: QAbstractItemModel, parent: QModelIndex = ROOT) -> Iterator[QModelIndex]:
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        yield index
        yield from _rows(model, index)


def _data(value: object) -> object:
    """A value that a widget paints from, as far as it is plain data: words, numbers, pictures, panels.

    Widgets in a list are none: those that are shown are looked at themselves, others are kept to be used again.
    """
    if isinstance(value, str | int | Picture) or type(value).__module__ == "studio.core.panel":
        return value
    if isinstance(value, list | tuple):
        return tuple(_data(one) for one in value if not isinstance(one, QWidget))
    return None
