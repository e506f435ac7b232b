"""A bar across a page that says what has happened, with what can be done about it; the page stays usable."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from studio.gui.style.fonts import SEMIBOLD, text_font
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme, mixed
from studio.gui.widgets.buttons import PlainButton
from studio.gui.widgets.text import Elided, text_label

HEIGHT = 46


class NoticeBar(QWidget):
    """A warning sign, a sentence, a quieter remark, and small buttons, none of which is chosen beforehand."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(HEIGHT)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 1)
        row.setSpacing(10)
        self._sign = QLabel()
        self._sign.setFixedWidth(20)
        self.words = text_label("", "text", 14)
        self.words.setFont(text_font(14, SEMIBOLD))
        self.remark = Elided("", "second", 13)
        row.addWidget(self._sign)
        row.addWidget(self.words)
        row.addWidget(self.remark, 1)
        self._buttons: list[PlainButton] = []

    def show_words(self, words: str, remark: str) -> None:
        """Say this."""
        self.words.setText(words)
        self.remark.set_text(remark)
        self.setAccessibleName(f"{words}. {remark}")

    def offer(self, *choices: tuple[str, str, Callable[[], None]]) -> None:
        """What can be done: words, icon, and what a click does; in place of what was offered before."""
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = [PlainButton(words, icon, small=True) for words, icon, _act in choices]
        for button, (_words, _icon, act) in zip(self._buttons, choices, strict=True):
            button.clicked.connect(act)
            self._row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
            button.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        ground = theme.color("warning_tint")
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), ground)
            painter.setPen(QPen(mixed(theme.color("gold_border"), ground, 0.45), 1))
            painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
            sign = icon_pixmap("warning", theme.color("warning"), 20, self.devicePixelRatioF())
            painter.drawPixmap(self._sign.x(), round((self.height() - 1 - 20) / 2), sign)
