"""The band on the start page that offers what was not saved when the program ended: a card for each document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio import games
from studio.core.text import _, plural, relative_date, translated_name
from studio.documents.autosave import UnsavedDocument, discard, find_unsaved
from studio.documents.files import base_name
from studio.gui.output.thumbnails import Thumbnail
from studio.gui.settings import settings
from studio.gui.start.captions import GameEmblem, status_text
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, current_theme, display_font, mix_colors, text_font
from studio.gui.widgets import (
    Elided,
    PlainButton,
    PrimaryButton,
    ScrollArea,
    paint_card,
    set_tooltip,
    text_label,
    title_label,
)

if TYPE_CHECKING:
    from studio.documents.store import Layout

PANEL_HEIGHT = 190
CARD = 124
GAP = 12
PICTURE = QSize(150, 107)
SMALL = QSize(96, 70)
"""The picture of a card that is narrower than `SNUG`."""
COMPACT_WIDTH = 520
BAR = 10
"""What the scroll bar below more than two cards takes."""
FOLDING = 160
"""Milliseconds in which the band folds up when nothing is left in it."""
PREVIEW_SIZE = QSize(760, 430)


def _layout(unsaved: UnsavedDocument) -> tuple[Layout, bool]:
    """The layout of a document, and whether that is a match on it."""
    from studio.documents.store import Record  # only when there is anything to show

    document = unsaved.document
    return (document.layout, True) if isinstance(document, Record) else (document, False)


def _game_name(slug: str) -> str:
    return games.load(slug).info.name if slug in games.slugs() else slug


def document_title(unsaved: UnsavedDocument) -> str:
    """What the tab of a document would say."""
    layout, is_match = _layout(unsaved)
    if not is_match:
        return translated_name(layout.name) or _("Untitled layout")
    if unsaved.source is not None:
        return base_name(unsaved.source)
    return _("{layout} · match").format(layout=translated_name(layout.name) or _game_name(layout.game))


def document_kind_text(unsaved: UnsavedDocument) -> str:
    """The game, and what of it this is."""
    layout, is_match = _layout(unsaved)
    kind = _("match") if is_match else _("layout")
    if unsaved.turn_info is not None:
        kind = status_text(unsaved.turn_info)
    return f"{_game_name(layout.game)} · {kind}"


def changes_text(unsaved: UnsavedDocument) -> str:
    """How much would be lost."""
    count = unsaved.changes
    if unsaved.source is None:
        return plural("{n} change, never saved", "{n} changes, never saved", count).format(n=count)
    if _layout(unsaved)[1]:
        return plural("{n} move since it was saved", "{n} moves since it was saved", count).format(n=count)
    return plural("{n} change since it was saved", "{n} changes since it was saved", count).format(n=count)


class RecoveryCard(QWidget):
    """One document: what it looks like, what it is, when it was changed; Restore, Show, Discard."""

    restore_requested = Signal(object)
    show_requested = Signal(object)
    discard_requested = Signal(object)

    def __init__(self, unsaved: UnsavedDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.unsaved = unsaved
        self.setFixedHeight(CARD)
        name = document_title(unsaved)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 8, 14, 9)
        row.setSpacing(16)
        self.picture = Thumbnail(PICTURE)
        row.addWidget(self.picture)
        words = QVBoxLayout()
        words.setSpacing(0)
        self.name = Elided(name, "text", 20)
        self.name.setFont(display_font(20))
        self.name.setFixedHeight(26)
        words.addWidget(self.name)
        about = QHBoxLayout()
        about.setSpacing(6)
        about.addWidget(GameEmblem(_layout(unsaved)[0].game, 16))
        self.kind = Elided(document_kind_text(unsaved), "second", 13)
        about.addWidget(self.kind, 1)
        words.addLayout(about)
        words.addSpacing(3)
        when = QHBoxLayout()
        when.setSpacing(5)
        self.when = text_label(_("Changed {when}").format(when=relative_date(unsaved.changed)), "text", 13)
        when.addWidget(self.when)
        when.addWidget(text_label("·", "second", 13))
        self.changes = Elided(changes_text(unsaved), "text", 13)
        self.changes.setFont(text_font(13, SEMIBOLD))
        when.addWidget(self.changes, 1)
        words.addLayout(when)
        words.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        self.restore_button = PlainButton(_("Restore"), "undo", small=True)
        self.show_button = PlainButton(_("Show"), "eye", small=True)
        self.discard_button = PlainButton(_("Discard"), "trash", small=True)
        self.discard_button.role = "error"
        for button, spoken, signal in (
            (self.restore_button, _("Restore {name}"), self.restore_requested),
            (self.show_button, _("Show {name}"), self.show_requested),
            (self.discard_button, _("Discard {name}"), self.discard_requested),
        ):
            button.setAccessibleName(spoken.format(name=name))
            button.clicked.connect(lambda _checked=False, signal=signal: signal.emit(self.unsaved))
            if button is self.discard_button:
                buttons.addStretch(1)
            buttons.addWidget(button)
        words.addLayout(buttons)
        row.addLayout(words, 1)
        self.setAccessibleName(
            ", ".join((name, self.kind.full_text(), self.when.text(), self.changes.full_text())),
        )
        set_tooltip(self, str(unsaved.source) if unsaved.source is not None else "")
        self.picture.show_file(unsaved.path)

    def fit(self, width: int) -> None:
        """Be so wide: a narrow card has a small picture, so that its words keep their room."""
        self.picture.setFixedSize(SMALL if width < COMPACT_WIDTH else PICTURE)
        self.setFixedWidth(width)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_card(painter, QRectF(self.rect()), 8)


class RecoveryRow(ScrollArea):
    """The cards side by side, two in view; the wheel goes along them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.content = QWidget()
        super().__init__(self.content, parent, name=_("Unsaved documents"))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(False)
        self.cards: list[RecoveryCard] = []

    def set_cards(self, cards: Sequence[RecoveryCard]) -> None:
        """Show other cards."""
        for card in self.cards:
            card.hide()
            card.deleteLater()
        self.cards = list(cards)
        for card in self.cards:
            card.setParent(self.content)
        self.setFixedHeight(CARD + (BAR if len(self.cards) > 2 else 0))
        self._place_cards()
        for card in self.cards:
            card.show()

    def _place_cards(self) -> None:
        """Half the width each, and a little less when there are more, so that the third looks in."""
        wide = (self.width() - GAP) // 2 - (24 if len(self.cards) > 2 else 0)
        for place, card in enumerate(self.cards):
            card.fit(wide)
            card.setGeometry(place * (wide + GAP), 0, wide, CARD)
        self.content.resize(max(len(self.cards) * (wide + GAP) - GAP, 0), CARD)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_cards()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta()
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() - (turned.x() or turned.y()))


class RecoveryPanel(QFrame):
    """All of it; not there while there is nothing to offer. `restore` carries an `Unsaved`; whoever takes it adopts it.

    `offering` says when the band has something to offer, or no longer has.
    """

    restore_requested = Signal(object)
    offering_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 11, 14, 11)
        column.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addStrut(36)
        self._icon = QLabel()
        self._icon.setFixedSize(26, 26)
        head.addWidget(self._icon)
        self.title = title_label("", 22)
        head.addWidget(self.title)
        head.addSpacing(6)
        self.details = Elided("", "second", 13)
        head.addWidget(self.details, 1)
        self.all_button = PrimaryButton("", "undo")
        self.all_button.clicked.connect(self._restore_all)
        head.addWidget(self.all_button)
        column.addLayout(head)
        self.row = RecoveryRow()
        column.addWidget(self.row)
        column.addStretch(1)
        self._collapse_animation = QVariantAnimation(self)
        self._collapse_animation.setDuration(FOLDING)
        self._collapse_animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._collapse_animation.valueChanged.connect(lambda high: self.setFixedHeight(round(high)))
        self._collapse_animation.finished.connect(self.hide)
        self.hide()

    @property
    def cards(self) -> list[RecoveryCard]:
        """The documents on offer, the latest first."""
        return self.row.cards

    def refresh(self) -> None:
        """Offer what lies there now and belongs to nobody."""
        found = find_unsaved()
        if [card.unsaved for card in self.cards] == found:
            return
        focused = any(card.isAncestorOf(self.focusWidget()) for card in self.cards if self.focusWidget() is not None)
        self.row.set_cards([self._card(unsaved) for unsaved in found])
        if not found:
            self._collapse()
            return
        self._collapse_animation.stop()
        count = len(found)
        self.title.setText(self._heading(count))
        self.details.set_text(self._details_text(count))
        self.all_button.set_text(_("Restore both") if count == 2 else _("Restore all"))
        self.all_button.setVisible(count > 1)
        first = self.cards[0].restore_button
        first.filled = count == 1
        self.setFixedHeight(PANEL_HEIGHT + self.row.height() - CARD)
        self.show()
        if focused:
            first.setFocus()
        self.offering_changed.emit(True)

    def _heading(self, count: int) -> str:
        if count == 1:
            return _("One document was not saved when the program ended")
        if count == 2:
            return _("Two documents were not saved when the program ended")
        return _("{n} documents were not saved when the program ended").format(n=count)

    def _details_text(self, count: int) -> str:
        if count == 1:
            return _("Its last state was kept. Nothing is written to your files until you save.")
        return _("Their last state was kept. Nothing is written to your files until you save.")

    def _card(self, unsaved: UnsavedDocument) -> RecoveryCard:
        card = RecoveryCard(unsaved)
        card.restore_requested.connect(self._restore)
        card.show_requested.connect(self._preview)
        card.discard_requested.connect(self._discard)
        return card

    def _collapse(self) -> None:
        self.offering_changed.emit(False)
        if self.isVisible() and settings().value("motion"):
            self._collapse_animation.setStartValue(float(self.height()))
            self._collapse_animation.setEndValue(0.0)
            self._collapse_animation.start()
        else:
            self.hide()

    def _restore(self, unsaved: UnsavedDocument) -> None:
        self.restore_requested.emit(unsaved)
        self.refresh()

    def _restore_all(self) -> None:
        for unsaved in [card.unsaved for card in self.cards]:
            self.restore_requested.emit(unsaved)
        self.refresh()

    def _preview(self, unsaved: UnsavedDocument) -> None:
        """A look at a document that changes nothing."""
        from studio.gui.widgets.dialogs import AppDialog

        dialog = AppDialog(self, document_title(unsaved), "eye")
        when = _("Changed {when}").format(when=relative_date(unsaved.changed))
        dialog.add_paragraph(f"{document_kind_text(unsaved)} · {when} · {changes_text(unsaved)}")
        picture = Thumbnail(PREVIEW_SIZE)
        picture.setMinimumSize(PREVIEW_SIZE)
        picture.show_file(unsaved.path)
        dialog.body.addWidget(picture, 1)
        dialog.setMinimumWidth(PREVIEW_SIZE.width() + 44)
        dialog.add_button("restore", _("Restore"), icon="undo")
        dialog.add_button("", _("Close"), filled=True)
        if dialog.ask() == "restore":
            self._restore(unsaved)

    def _discard(self, unsaved: UnsavedDocument) -> None:
        """Throw a document away, after a question."""
        from studio.gui.widgets.dialogs import confirm

        name = document_title(unsaved)
        if unsaved.source is None:
            words = _("It was never saved: nothing of it will be left.")
        else:
            words = _("{changes}: they will be gone. The file {file} stays as it is.").format(
                changes=changes_text(unsaved), file=unsaved.source.name
            )
        if confirm(self, _("Discard “{name}”?").format(name=name), words, _("Discard"), _("Keep")):
            discard(unsaved.path)
            self.refresh()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        sign = icon_pixmap("history", theme.color("gold_text"), 24, self.devicePixelRatioF())
        if self._icon.pixmap().cacheKey() != sign.cacheKey():
            self._icon.setPixmap(sign)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ground = mix_colors(theme.color("panel"), theme.color("gold_tint"), 0.45)
            edge: QColor = mix_colors(theme.color("gold_border"), ground, 0.45)
            painter.setBrush(ground)
            painter.setPen(QPen(edge, 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
