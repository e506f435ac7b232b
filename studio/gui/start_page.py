"""The start page: new, open, what was used lately, and the shipped layouts as pictures to edit or play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.core.text import _
from studio.documents.paths import data_dir
from studio.gui.emblem import Emblem
from studio.gui.page import Page
from studio.gui.settings import settings
from studio.gui.stylesheet import current_theme
from studio.gui.thumbnails import Thumbnail, caption, display_name, layout_files
from studio.gui.widgets import (
    Card,
    Elided,
    EmptyState,
    PlainButton,
    PrimaryButton,
    ScrollArea,
    Separator,
    ToolButton,
    paint_card,
    title_label,
)

if TYPE_CHECKING:
    from studio.gui.theme import Theme

CARD = 256
"""Least width of a layout's card."""


class LayoutCard(QWidget):
    """A shipped layout: its picture, its name, Play and Edit."""

    edit = Signal(object)
    play = Signal(object)

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 11)
        column.setSpacing(7)
        self.picture = Thumbnail(QSize(CARD - 20, 196))
        self.picture.setFixedHeight(196)
        self.picture.setCursor(Qt.CursorShape.PointingHandCursor)
        self.picture.clicked.connect(lambda: self.edit.emit(self.path))
        column.addWidget(self.picture)
        self.name = Elided(path.stem.replace("_", " ").capitalize(), "text", 17)
        from studio.gui.fonts import display_font

        self.name.setFont(display_font(18))
        column.addWidget(self.name)
        row = QHBoxLayout()
        row.setSpacing(6)
        self.about = Elided("", "second", 12)
        row.addWidget(self.about, 1)
        self.edit_button = PlainButton(_("Edit"), "pencil", small=True)
        self.edit_button.clicked.connect(lambda: self.edit.emit(self.path))
        row.addWidget(self.edit_button)
        self.play_button = PlainButton(_("Play"), "play", small=True)
        self.play_button.clicked.connect(lambda: self.play.emit(self.path))
        row.addWidget(self.play_button)
        column.addLayout(row)

    def load(self) -> None:
        """Read the name and ask for the picture."""
        name = display_name(self.path)
        self.name.set_text(name)
        self.about.set_text(game_name(self.path))
        self.edit_button.setAccessibleName(_("Edit {name}").format(name=name))
        self.play_button.setAccessibleName(_("Play {name}").format(name=name))
        self.picture.show_file(self.path)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_card(painter, QRectF(self.rect()), 8)


class RecentRow(QWidget):
    """A file used lately: small picture, name, folder; click or Enter opens it."""

    chosen = Signal(object)
    forgotten = Signal(object)

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedHeight(54)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 4, 4, 4)
        row.setSpacing(10)
        self.picture = Thumbnail(QSize(64, 44))
        self.picture.setFixedSize(64, 44)
        self.picture.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row.addWidget(self.picture)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        self.name = Elided(path.stem, "text", 14)
        self.folder = Elided(_shown_folder(path), "second", 12)
        words.addWidget(self.name)
        words.addWidget(self.folder)
        words.addStretch(1)
        row.addLayout(words, 1)
        self.forget = ToolButton("cross", _("Forget this file"), px=24, icon_px=13)
        self.forget.clicked.connect(lambda: self.forgotten.emit(self.path))
        self.forget.setVisible(False)
        row.addWidget(self.forget)
        self.setAccessibleName(path.name)

    def load(self) -> None:
        """Read the name and ask for the picture."""
        if self.path.is_file():
            self.name.set_text(display_name(self.path))
            if self.path.parent == kept_folder():
                self.folder.set_text(_("Go on playing"))
            elif caption(self.path).is_match:
                self.folder.set_text(_("Match on {name}").format(name=caption(self.path).name))
            self.picture.show_file(self.path)
        else:
            self.folder.set_text(_("The file is no longer there"))
            self.setEnabled(True)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.forget.setVisible(True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.forget.setVisible(False)
        super().leaveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.chosen.emit(self.path)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self.path)
        elif event.key() == Qt.Key.Key_Delete:
            self.forgotten.emit(self.path)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rect = QRectF(self.rect()).adjusted(0.8, 0.8, -0.8, -0.8)
            painter.setPen(QPen(theme.color("accent"), 1.4) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("hover") if self.underMouse() else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect, 7, 7)


def game_name(path: Path) -> str:
    """The name of the game that a file is for; "" when this program does not know it."""
    from studio import games

    slug = caption(path).game
    return games.load(slug).info.name if slug in games.slugs() else ""


def kept_folder() -> Path:
    """Where running matches are kept by themselves."""
    return data_dir().absolute() / "matches"


def _shown_folder(path: Path) -> str:
    home = Path.home()
    folder = path.parent
    return f"~/{folder.relative_to(home)}" if folder.is_relative_to(home) and folder != home else str(folder)


class Banner(QWidget):
    """The head of the page: emblem, the name of the program, what it is for, over a faint wind rose."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(150)
        row = QHBoxLayout(self)
        row.setContentsMargins(30, 0, 30, 0)
        row.setSpacing(24)
        row.addWidget(Emblem(104))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addStretch(1)
        words.addWidget(title_label(_("Explorer Studio"), 42))
        words.addWidget(title_label(_("Draw a sea, have it proved, set sail."), 20, italic=True))
        words.addStretch(1)
        row.addLayout(words)
        row.addStretch(1)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(10)
        row.addLayout(self.buttons)

    def paintEvent(self, _event: QPaintEvent) -> None:
        from math import cos, pi, sin

        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            shape = QPainterPath()
            shape.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -1.5), 10, 10)
            painter.fillPath(shape, theme.color("paper"))
            painter.save()
            painter.setClipPath(shape)
            ink = QColor(theme.color("grid"))
            ink.setAlphaF(0.20)
            painter.setPen(QPen(ink, 1))
            for x, y in ((82.0, 75.0), (self.width() - 190.0, 20.0), (self.width() * 0.55, 210.0)):
                for step in range(32):
                    angle = 2 * pi * step / 32
                    painter.drawLine(round(x), round(y), round(x + 1800 * cos(angle)), round(y + 1800 * sin(angle)))
            painter.restore()
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawPath(shape)
            painter.setPen(QPen(theme.color("paper_edge"), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(6.5, 6.5, -6.5, -7.5), 6, 6)


class StartPage(Page):
    """The first tab. It only asks; the window opens."""

    icon_name = "compass"
    new_layout = Signal()
    new_match = Signal()
    open_dialog = Signal()
    open_file = Signal(object)
    play_file = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[LayoutCard] = []
        self._headings: dict[str, Separator] = {}
        self.recent_rows: list[RecentRow] = []
        outer = QVBoxLayout(self)
        outer.setContentsMargins(12, 12, 12, 12)
        outer.setSpacing(12)
        banner = Banner()
        self.new_match_button = PrimaryButton(_("New match"), "play")
        self.new_layout_button = PlainButton(_("New layout"), "new")
        self.open_button = PlainButton(_("Open…"), "open")
        for button, signal in (
            (self.open_button, self.open_dialog),
            (self.new_layout_button, self.new_layout),
            (self.new_match_button, self.new_match),
        ):
            button.clicked.connect(signal)
            banner.buttons.addWidget(button)
        outer.addWidget(banner)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self._recent_card())
        row.addWidget(self._shipped_card(), 1)
        outer.addLayout(row, 1)
        self._columns = 0
        self._painted = False
        self.is_open: Callable[[Path], bool] = lambda _path: False
        self.refresh_recent()
        QTimer.singleShot(0, self._fill)

    def title(self) -> str:
        return _("Start")

    def can_save(self) -> bool:
        return False

    def activated(self) -> None:
        self.refresh_recent()

    def set_theme(self, theme: Theme) -> None:
        self.update()

    # lately used

    def _recent_card(self) -> Card:
        card = Card(_("Recent"))
        card.setFixedWidth(300)
        self.clear_button = ToolButton("trash", _("Forget all"), px=26, icon_px=16)
        self.clear_button.clicked.connect(self._forget_all)
        card.header.addWidget(self.clear_button)
        self._recent_room = QWidget()
        self._recent_column = QVBoxLayout(self._recent_room)
        self._recent_column.setContentsMargins(0, 0, 4, 0)
        self._recent_column.setSpacing(2)
        self._recent_column.addStretch(1)
        self._recent_scroll = ScrollArea(self._recent_room, name=_("Recent"))
        self._recent_none = EmptyState("history", _("Nothing yet"), _("Files you open or save will wait here."))
        card.body.addWidget(self._recent_scroll, 1)
        card.body.addWidget(self._recent_none, 1)
        return card

    def refresh_recent(self) -> None:
        """Show unfinished matches and the files used lately as they are now."""
        kept = self._unfinished() if self._painted else []
        paths = kept + [path for path in settings().recent if path not in kept and path.parent != kept_folder()]
        if [row.path for row in self.recent_rows] != paths:
            for row in self.recent_rows:
                self._recent_column.removeWidget(row)
                row.hide()
                row.deleteLater()
            self.recent_rows = []
            for index, path in enumerate(paths):
                row = RecentRow(path)
                row.chosen.connect(self.open_file)
                row.forgotten.connect(self._forget)
                self._recent_column.insertWidget(index, row)
                self.recent_rows.append(row)
            QTimer.singleShot(0, self._load_recent)
        self._recent_scroll.setVisible(bool(paths))
        self._recent_none.setVisible(not paths)
        self.clear_button.setVisible(bool(paths))

    def _unfinished(self) -> list[Path]:
        """Matches that were left before their end and are not open now."""
        from studio.gui.play.autosave import unfinished

        return [path for path in unfinished() if not self.is_open(path)]

    def _load_recent(self) -> None:
        for row in self.recent_rows:
            row.load()

    def _forget(self, path: Path) -> None:
        if path.parent == kept_folder():
            from studio.gui.dialogs import confirm

            words = _("It was left before its end and lies only in the program's own folder.")
            if not confirm(self, _("Throw this match away?"), words, _("Throw away"), _("Keep")):
                return
            path.unlink(missing_ok=True)
        settings().forget_recent(path)
        self.refresh_recent()

    def _forget_all(self) -> None:
        settings().forget_recent()
        self.refresh_recent()

    # shipped layouts

    def _shipped_card(self) -> Card:
        card = Card(_("Layouts"), _("shipped with the program"))
        self._room = QWidget()
        self._grid = QGridLayout(self._room)
        self._grid.setContentsMargins(0, 0, 4, 0)
        self._grid.setSpacing(12)
        scroll = ScrollArea(self._room, name=_("Layouts"))
        card.body.addWidget(scroll, 1)
        return card

    def _fill(self) -> None:
        """Make the cards, after the first paint."""
        self._painted = True
        self._add_cards([path for path, _name in layout_files()])
        self.refresh_recent()
        QTimer.singleShot(0, self._load_cards)

    def _add_cards(self, paths: Sequence[Path]) -> None:
        for path in paths:
            card = LayoutCard(path)
            card.edit.connect(self.open_file)
            card.play.connect(self.play_file)
            self.cards.append(card)
            if path.parent.name not in self._headings:
                self._headings[path.parent.name] = Separator(game_name(path))
        if not paths:
            self._grid.addWidget(EmptyState("map", _("No layouts found"), _("The program's own files are missing.")))
        self._arrange()

    def _load_cards(self) -> None:
        for card in self.cards:
            card.load()

    def _arrange(self) -> None:
        columns = max(1, (self.width() - 300 - 36 - 40) // (CARD + 12))
        if columns == self._columns and self._grid.count():
            return
        self._columns = columns
        for widget in (*self.cards, *self._headings.values()):
            self._grid.removeWidget(widget)
        line = 0
        for slug, heading in self._headings.items():
            if len(self._headings) > 1:
                self._grid.addWidget(heading, line, 0, 1, columns)
                line += 1
            cards = [card for card in self.cards if card.path.parent.name == slug]
            for index, card in enumerate(cards):
                self._grid.addWidget(card, line + index // columns, index % columns, Qt.AlignmentFlag.AlignTop)
            line += (len(cards) + columns - 1) // columns
        for column in range(max(columns, self._grid.columnCount())):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        for row in range(self._grid.rowCount() + 1):
            self._grid.setRowStretch(row, 1 if row == line else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.cards:
            self._arrange()

    def summary(self) -> str:
        """A line for the status bar."""
        return _("{count} layouts, {recent} recent files").format(count=len(self.cards), recent=len(self.recent_rows))
