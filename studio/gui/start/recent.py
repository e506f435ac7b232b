"""What was used lately: unfinished matches first, then files, each with its picture and where it is from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.core.text import _
from studio.documents.keeping.matches import is_kept, kept_matches
from studio.documents.keeping.side_file import discard
from studio.documents.paths import layouts_dir
from studio.gui.output.thumbnails import Thumbnail, caption, display_name
from studio.gui.settings import settings
from studio.gui.start.game_chips import GameEmblem
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card, Elided, EmptyState, ScrollArea, ToolButton, set_tip

PICTURE = QSize(64, 44)


def game_name(path: Path) -> str:
    """The name of the game that a file is for; "" when this program does not know it."""
    from studio import games

    slug = caption(path).game
    return games.load(slug).info.name if slug in games.slugs() else ""


def is_shipped(path: Path) -> bool:
    """Whether a file came with the program."""
    return path.is_relative_to(layouts_dir().absolute())


def folder_words(path: Path) -> str:
    """The folder of a file, short where it lies in the user's own."""
    home = Path.home()
    folder = path.parent
    return f"~/{folder.relative_to(home)}" if folder.is_relative_to(home) and folder != home else str(folder)


def whereabouts(path: Path) -> str:
    """A line that tells a file from others of the same name: what it is of, or its own name and its folder."""
    if not path.is_file():
        return _("The file is no longer there")
    if is_kept(path):
        return _("Go on playing")
    if is_shipped(path):
        return _("{game}, shipped").format(game=game_name(path))
    if caption(path).is_match:
        return _("Match on {name}").format(name=caption(path).name)
    return _("{file} in {folder}").format(file=path.name, folder=folder_words(path))


class RecentRow(QWidget):
    """A file used lately: small picture, name, whereabouts; click or Enter opens it."""

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
        self.picture = Thumbnail(PICTURE)
        self.picture.setFixedSize(PICTURE)
        self.picture.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row.addWidget(self.picture)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        self.name = Elided(path.stem, "text", 14)
        words.addWidget(self.name)
        second = QHBoxLayout()
        second.setSpacing(5)
        self.emblem = GameEmblem(px=16)
        self.emblem.hide()
        second.addWidget(self.emblem)
        self.folder = Elided(path.name, "second", 12)
        second.addWidget(self.folder, 1)
        words.addLayout(second)
        words.addStretch(1)
        row.addLayout(words, 1)
        self.forget = ToolButton("cross", _("Forget this file"), px=24, icon_px=13)
        self.forget.clicked.connect(lambda: self.forgotten.emit(self.path))
        self.forget.setVisible(False)
        row.addWidget(self.forget)
        self.setAccessibleName(path.name)
        set_tip(self, str(path))

    def load(self) -> None:
        """Read the name and ask for the picture."""
        self.folder.set_text(whereabouts(self.path))
        if self.path.is_file():
            self.name.set_text(display_name(self.path))
            self.emblem.show_game(caption(self.path).game)
            self.emblem.setVisible(bool(game_name(self.path)))
            self.picture.show_file(self.path)
        self.setAccessibleName(f"{self.name.full_text()}, {self.folder.full_text()}")

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


class RecentCard(Card):
    """The list of them. `chosen` asks to open a file."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("Recent"), parent=parent)
        self.rows: list[RecentRow] = []
        self.is_open: Callable[[Path], bool] = lambda _path: False
        """Tells whether a kept match is on a table already, and need not be offered."""
        self.setFixedWidth(300)
        self.clear_button = ToolButton("trash", _("Forget all"), px=26, icon_px=16)
        self.clear_button.clicked.connect(self._forget_all)
        self.header.addWidget(self.clear_button)
        room = QWidget()
        self._column = QVBoxLayout(room)
        self._column.setContentsMargins(0, 0, 4, 0)
        self._column.setSpacing(2)
        self._column.addStretch(1)
        self._scroll = ScrollArea(room, name=_("Recent"))
        self.nothing = EmptyState("history", _("Nothing yet"), _("Files you open or save will wait here."))
        self.body.addWidget(self._scroll, 1)
        self.body.addWidget(self.nothing, 1)

    def refresh(self) -> None:
        """Show the matches that were left before their end and are not open now, and the files used lately."""
        kept = [match.path for match in kept_matches() if not self.is_open(match.path)]
        paths = kept + [path for path in settings().recent if path not in kept and not is_kept(path)]
        if [row.path for row in self.rows] != paths:
            for row in self.rows:
                self._column.removeWidget(row)
                row.hide()
                row.deleteLater()
            self.rows = []
            for index, path in enumerate(paths):
                row = RecentRow(path)
                row.chosen.connect(self.chosen)
                row.forgotten.connect(self._forget)
                row.load()
                self._column.insertWidget(index, row)
                self.rows.append(row)
        self._scroll.setVisible(bool(paths))
        self.nothing.setVisible(not paths)
        self.clear_button.setVisible(bool(paths))

    def _forget(self, path: Path) -> None:
        if is_kept(path):
            from studio.gui.widgets.dialogs import confirm

            words = _("It was left before its end and lies only in the program's own folder.")
            if not confirm(self, _("Throw this match away?"), words, _("Throw away"), _("Keep")):
                return
            discard(path)
        settings().forget_recent(path)
        self.refresh()

    def _forget_all(self) -> None:
        settings().forget_recent()
        self.refresh()
