"""Find text that is clipped or truncated without a tooltip, and widgets that overlap or leave their parents.

Widgets are measured by their size hints; painted text by patched methods of QPainter and QFontMetrics.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QHelpEvent, QPainter, QTextDocumentFragment
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QHeaderView,
    QLabel,
    QLayout,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QStackedLayout,
    QTabBar,
    QToolButton,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from studio.gui.widgets.buttons import PlainButton
from studio.gui.widgets.cards import ScrollStrip
from studio.gui.widgets.inputs import ComboBox
from studio.gui.widgets.text import Elided

SLACK = 2  # tolerance in pixels
WAIT_MS, ATTEMPTS = 50, 8  # for a layout to settle
NO_TOOLTIP = "-"


class Misfit(NamedTuple):
    problem: str
    class_name: str
    text: str


class PaintedText:
    """Records the misfits of painted text."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._found: set[Misfit] = set()
        self._truncated: list[tuple[QWidget, QPointF, Misfit]] = []
        self._full_texts: dict[str, str] = {}
        draw = QPainter.drawText
        for kind in (QFontMetrics, QFontMetricsF):
            monkeypatch.setattr(kind, "elidedText", self._record_elided(kind.elidedText))

        def drawn(painter: QPainter, *how: Any) -> Any:
            self._check(painter, how)
            return draw(painter, *how)

        monkeypatch.setattr(QPainter, "drawText", drawn)

    def _record_elided(self, elide: Any) -> Any:
        def elided(metrics: Any, text: str, *arguments: Any) -> str:
            shown: str = elide(metrics, text, *arguments)
            if shown != text:
                self._full_texts[shown] = text
            return shown

        return elided

    def _check(self, painter: QPainter, how: tuple[Any, ...]) -> None:
        owner, text = painter.device(), next(one for one in how if isinstance(one, str))
        if not isinstance(owner, QWidget) or not text.strip():
            return
        who = owner.parentWidget() if owner.objectName() == "qt_scrollarea_viewport" else owner
        name = type(who).__name__
        if isinstance(how[0], QRect | QRectF):
            space, flags = QRectF(how[0]), how[1] if isinstance(how[1], int | Qt.AlignmentFlag | Qt.TextFlag) else 0
            flags = flags.value if isinstance(flags, Qt.AlignmentFlag | Qt.TextFlag) else int(flags)
            needed = QFontMetricsF(painter.font()).boundingRect(QRectF(0, 0, space.width(), 0), flags, text)
            if needed.width() > space.width() + SLACK or needed.height() > space.height() + 2 * SLACK:
                self._found.add(Misfit("clipped", name, text))
            place = space.center()
        else:
            place = QPointF(how[0]) if not isinstance(how[0], int) else QPointF(how[0], how[1])
            space = QFontMetricsF(painter.font()).boundingRect(text).translated(place)
        place, space = painter.transform().map(place), painter.transform().mapRect(space)
        if text in self._full_texts:
            self._truncated.append((owner, place, Misfit("truncated", name, self._full_texts.pop(text))))

    def misfits(self, widget: QWidget) -> set[Misfit]:
        """The misfits of painting a widget."""
        self._found.clear()
        self._truncated.clear()
        widget.grab()
        truncated = {misfit for owner, place, misfit in self._truncated if not _has_tooltip(misfit.text, owner, place)}
        return self._found | truncated


def _has_tooltip(text: str, owner: QWidget, place: QPointF) -> bool:
    """Whether the tooltip at `place` contains the text."""
    spot = place.toPoint()
    QToolTip.showText(owner.mapToGlobal(spot), NO_TOOLTIP, owner)
    QApplication.sendEvent(owner, QHelpEvent(QEvent.Type.ToolTip, spot, owner.mapToGlobal(spot)))
    shown = QToolTip.text()
    return text in shown or text in QTextDocumentFragment.fromHtml(shown).toPlainText()


def misfits(widget: QWidget, painted: PaintedText) -> set[Misfit]:
    """All misfits of a widget and its children."""
    found = painted.misfits(widget)
    for part in (widget, *widget.findChildren(QWidget)):
        if part.isVisible() and part.width() > 0:
            found |= {Misfit(problem, type(part).__name__, text) for problem, text in _problems(part)}
    return found


def settled_misfits(qtbot: QtBot, widget: QWidget, painted: PaintedText) -> set[Misfit]:
    """The misfits that stay once the layout has settled."""
    found = misfits(widget, painted)
    for _try in range(ATTEMPTS):
        if found:
            qtbot.wait(WAIT_MS)
            found &= misfits(widget, painted)
    return found


def _problems(part: QWidget) -> Iterator[tuple[str, str]]:
    if isinstance(part, Elided):
        if part.text() != part.full_text() and not part.toolTip():
            yield "truncated", part.full_text()
    elif isinstance(part, QLabel):
        yield from _label(part)
    elif isinstance(part, QCheckBox | QRadioButton) or (
        isinstance(part, QPushButton) and not isinstance(part, PlainButton)
    ):
        if part.text() and part.sizeHint().width() > part.width() + SLACK:
            yield "clipped", part.text()
    elif isinstance(part, ComboBox):
        widget = part.currentText() or part.placeholderText()
        if part.shown_text() != widget and widget not in part.toolTip():
            yield "truncated", widget
    elif isinstance(part, QHeaderView):
        yield from _header(part)
    elif isinstance(part, QTabBar):
        yield from _tabs(part)
    holder = part.parentWidget()
    if holder is not None and not part.isWindow():
        yield from _outside(part, holder)
    yield from _over(part)


def _label(part: QLabel) -> Iterator[tuple[str, str]]:
    text, space = part.text(), part.contentsRect()
    if not text:
        return
    if part.wordWrap():
        if part.heightForWidth(part.width()) > part.height() + SLACK:
            yield "clipped", text
        plain = QTextDocumentFragment.fromHtml(text).toPlainText()
        longest = max((part.fontMetrics().horizontalAdvance(word) for word in plain.split()), default=0)
        if longest > space.width() + SLACK:
            yield "clipped", text
    elif part.sizeHint().width() > part.width() + SLACK or part.sizeHint().height() > part.height() + 2 * SLACK:
        yield "clipped", text


def _header(part: QHeaderView) -> Iterator[tuple[str, str]]:
    model = part.model()
    if part.orientation() != Qt.Orientation.Horizontal:
        return
    for place in range(part.count()):
        text = str(model.headerData(place, part.orientation()) or "")
        tip = str(model.headerData(place, part.orientation(), Qt.ItemDataRole.ToolTipRole) or "")
        has_room = part.fontMetrics().horizontalAdvance(text) <= part.sectionSize(place) - 4
        if not has_room and not part.isSectionHidden(place) and text not in tip:
            yield "clipped", text


def _tabs(part: QTabBar) -> Iterator[tuple[str, str]]:
    """The active tab, if it is scrolled out of view."""
    arrows = [arrow.x() for arrow in part.findChildren(QToolButton) if arrow.isVisible() and arrow.arrowType().value]
    front = part.tabRect(part.currentIndex())
    if part.count() and (front.left() < -SLACK or front.right() > min(arrows, default=part.width()) + SLACK):
        yield "clipped", part.tabText(part.currentIndex())


def _outside(part: QWidget, holder: QWidget) -> Iterator[tuple[str, str]]:
    """A widget outside its parent, unless it can be scrolled into view."""
    box, space = part.geometry(), holder.rect()
    area = holder.parentWidget()
    if isinstance(holder, QTabBar):  # its tabs scroll
        return
    if isinstance(area, QAbstractScrollArea) and holder is area.viewport():
        slides = area.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        slides = slides or isinstance(area.parentWidget(), ScrollStrip)
        if isinstance(area, QScrollArea) and not slides and box.width() > space.width() + SLACK:
            yield "outside", description(area)
        return
    if not space.adjusted(-SLACK, -SLACK, SLACK, SLACK).contains(box):
        yield "outside", description(part)


def _over(holder: QWidget) -> Iterator[tuple[str, str]]:
    """Widgets of one layout that overlap."""
    outer = holder.layout()
    if outer is None or isinstance(outer, QStackedLayout):
        return
    layouts = (outer, *outer.findChildren(QLayout))  # PySide may delete the items of a layout twice
    parts = [
        part
        for part in holder.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if part.isVisible() and any(layout.indexOf(part) >= 0 for layout in layouts)
    ]
    for one, other in combinations(parts, 2):
        both = one.geometry() & other.geometry()
        if both.width() > SLACK and both.height() > SLACK:
            yield "over", f"{description(one)} / {description(other)}"


def description(part: QWidget) -> str:
    getter = getattr(part, "text", None)
    text = getter() if callable(getter) else ""
    return " ".join(filter(None, (type(part).__name__, str(text) or part.accessibleName())))
