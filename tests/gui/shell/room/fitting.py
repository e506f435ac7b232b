"""What of a part of the window has too little room: words cut off or shortened untold, parts over or beside others.

What Qt writes is measured widget by widget; what is painted by hand tells it itself, as it is painted: whoever
shortens words asks Qt to, and whoever writes them says into which room.
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

SLACK = 2
"""Pixels by which rounding may differ."""
WAIT, PATIENCE = 50, 8
"""Milliseconds for a part to come to its place, and how often it gets them."""
NONE = "-"
"""What a tooltip says where nothing else is told."""


class Misfit(NamedTuple):
    """What has too little room: what is wrong with it, which kind of part it is, what it says."""

    trouble: str
    who: str
    words: str


class Painted:
    """What is written by hand while it is on: painters and their metrics tell it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._found: set[Misfit] = set()
        self._shortened: list[tuple[QWidget, QPointF, Misfit]] = []
        self._whole: dict[str, str] = {}
        draw = QPainter.drawText
        for kind in (QFontMetrics, QFontMetricsF):
            monkeypatch.setattr(kind, "elidedText", self._eliding(kind.elidedText))

        def drawn(painter: QPainter, *how: Any) -> Any:
            self._look(painter, how)
            return draw(painter, *how)

        monkeypatch.setattr(QPainter, "drawText", drawn)

    def _eliding(self, elide: Any) -> Any:
        def elided(metrics: Any, words: str, *how: Any) -> str:
            shown: str = elide(metrics, words, *how)
            if shown != words:
                self._whole[shown] = words
            return shown

        return elided

    def _look(self, painter: QPainter, how: tuple[Any, ...]) -> None:
        owner, text = painter.device(), next(one for one in how if isinstance(one, str))
        if not isinstance(owner, QWidget) or not text.strip():
            return
        who = owner.parentWidget() if owner.objectName() == "qt_scrollarea_viewport" else owner
        name = type(who).__name__
        if isinstance(how[0], QRect | QRectF):
            room, flags = QRectF(how[0]), how[1] if isinstance(how[1], int | Qt.AlignmentFlag | Qt.TextFlag) else 0
            flags = flags.value if isinstance(flags, Qt.AlignmentFlag | Qt.TextFlag) else int(flags)
            needed = QFontMetricsF(painter.font()).boundingRect(QRectF(0, 0, room.width(), 0), flags, text)
            if needed.width() > room.width() + SLACK or needed.height() > room.height() + 2 * SLACK:
                self._found.add(Misfit("clipped", name, text))
            place = room.center()
        else:
            place = QPointF(how[0]) if not isinstance(how[0], int) else QPointF(how[0], how[1])
            room = QFontMetricsF(painter.font()).boundingRect(text).translated(place)
        place, room = painter.transform().map(place), painter.transform().mapRect(room)
        if text in self._whole:
            self._shortened.append((owner, place, Misfit("untold", name, self._whole.pop(text))))

    def misfits(self, whole: QWidget) -> set[Misfit]:
        """What was written with too little room as a part of the window was painted."""
        self._found.clear()
        self._shortened.clear()
        whole.grab()
        untold = {misfit for owner, place, misfit in self._shortened if not _is_told(misfit.words, owner, place)}
        return self._found | untold


def _is_told(words: str, owner: QWidget, place: QPointF) -> bool:
    """Whether the tooltip there holds all the words."""
    spot = place.toPoint()
    QToolTip.showText(owner.mapToGlobal(spot), NONE, owner)
    QApplication.sendEvent(owner, QHelpEvent(QEvent.Type.ToolTip, spot, owner.mapToGlobal(spot)))
    text = QToolTip.text()
    return words in text or words in QTextDocumentFragment.fromHtml(text).toPlainText()


def misfits(whole: QWidget, painted: Painted) -> set[Misfit]:
    """Everything in a part of the window that has too little room, as it is now."""
    found = painted.misfits(whole)
    for part in (whole, *whole.findChildren(QWidget)):
        if part.isVisible() and part.width() > 0:
            found |= {Misfit(trouble, type(part).__name__, text) for trouble, text in _troubles(part)}
    return found


def settled(qtbot: QtBot, whole: QWidget, painted: Painted) -> set[Misfit]:
    """The same once all has come to its place: what is on its way there is no misfit."""
    found = misfits(whole, painted)
    for _try in range(PATIENCE):
        if found:
            qtbot.wait(WAIT)
            found &= misfits(whole, painted)
    return found


def _troubles(part: QWidget) -> Iterator[tuple[str, str]]:
    if isinstance(part, Elided):
        if part.text() != part.full_text() and not part.toolTip():
            yield "untold", part.full_text()
    elif isinstance(part, QLabel):
        yield from _label(part)
    elif isinstance(part, QCheckBox | QRadioButton) or (
        isinstance(part, QPushButton) and not isinstance(part, PlainButton)
    ):
        if part.text() and part.sizeHint().width() > part.width() + SLACK:
            yield "clipped", part.text()
    elif isinstance(part, ComboBox):
        whole = part.currentText() or part.placeholderText()
        if part.shown_text() != whole and whole not in part.toolTip():
            yield "untold", whole
    elif isinstance(part, QHeaderView):
        yield from _header(part)
    elif isinstance(part, QTabBar):
        yield from _tabs(part)
    holder = part.parentWidget()
    if holder is not None and not part.isWindow():
        yield from _outside(part, holder)
    yield from _over(part)


def _label(part: QLabel) -> Iterator[tuple[str, str]]:
    text, room = part.text(), part.contentsRect()
    if not text:
        return
    if part.wordWrap():
        if part.heightForWidth(part.width()) > part.height() + SLACK:
            yield "clipped", text
        plain = QTextDocumentFragment.fromHtml(text).toPlainText()
        longest = max((part.fontMetrics().horizontalAdvance(word) for word in plain.split()), default=0)
        if longest > room.width() + SLACK:
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
    """The tab in front, of those that scroll, beside their arrows."""
    arrows = [arrow.x() for arrow in part.findChildren(QToolButton) if arrow.isVisible() and arrow.arrowType().value]
    front = part.tabRect(part.currentIndex())
    if part.count() and (front.left() < -SLACK or front.right() > min(arrows, default=part.width()) + SLACK):
        yield "clipped", part.tabText(part.currentIndex())


def _outside(part: QWidget, holder: QWidget) -> Iterator[tuple[str, str]]:
    """A part beyond what holds it, unless it can be scrolled to."""
    box, room = part.geometry(), holder.rect()
    area = holder.parentWidget()
    if isinstance(holder, QTabBar):  # its tabs scroll
        return
    if isinstance(area, QAbstractScrollArea) and holder is area.viewport():
        slides = area.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        slides = slides or isinstance(area.parentWidget(), ScrollStrip)
        if isinstance(area, QScrollArea) and not slides and box.width() > room.width() + SLACK:
            yield "outside", named(area)
        return
    if not room.adjusted(-SLACK, -SLACK, SLACK, SLACK).contains(box):
        yield "outside", named(part)


def _over(holder: QWidget) -> Iterator[tuple[str, str]]:
    """Parts of one layout of which one lies over another."""
    outer = holder.layout()
    if outer is None or isinstance(outer, QStackedLayout):
        return
    layouts = (outer, *outer.findChildren(QLayout))  # not by their items: PySide's and Qt's come to blows over them
    parts = [
        part
        for part in holder.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if part.isVisible() and any(layout.indexOf(part) >= 0 for layout in layouts)
    ]
    for one, other in combinations(parts, 2):
        both = one.geometry() & other.geometry()
        if both.width() > SLACK and both.height() > SLACK:
            yield "over", f"{named(one)} / {named(other)}"


def named(part: QWidget) -> str:
    """A part by its kind and what it says."""
    text = getattr(part, "text", None)
    label = text() if callable(text) else ""
    return " ".join(filter(None, (type(part).__name__, str(label) or part.accessibleName())))
