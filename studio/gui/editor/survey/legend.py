"""The legend of an overlay: a sample of each colour or pattern with what it means, in as many lines as it takes."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.form import Key
from studio.gui.board.painting.painter import paint_picture
from studio.gui.style.fonts import text_font
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import LEFT, paint_words

SAMPLE = QRectF(0, 0, 22, 16)
LINE, INDENT = 22, 49
BETWEEN, NEXT = 5.0, 11.0
"""Between a sample and its words, between words and the next sample."""
PX = 12.0


class Legend(QWidget):
    """Says what the colours and patterns of one overlay mean, below its switch."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.keys: tuple[Key, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()

    def show_keys(self, keys: tuple[Key, ...]) -> None:
        """Tell what these mean; nothing is shown for none."""
        self.keys = keys
        self.setAccessibleName(", ".join(key.words for key in keys))
        self.setVisible(bool(keys))
        self.updateGeometry()
        self.update()

    def places(self, wide: float) -> list[QRectF]:
        """Where each key lies, its words included, in so much room."""
        face, found = QFontMetricsF(text_font(PX)), []
        x, y = float(INDENT), 0.0
        for key in self.keys:
            room = SAMPLE.width() + BETWEEN + face.horizontalAdvance(key.words) + 1
            if x > INDENT and x + room > wide:
                x, y = float(INDENT), y + LINE
            found.append(QRectF(x, y, min(room, wide - x), LINE))
            x += room + NEXT
        return found

    def heightForWidth(self, wide: int) -> int:
        places = self.places(wide)
        return round(places[-1].bottom()) if places else 0

    def hasHeightForWidth(self) -> bool:
        return True

    def sizeHint(self) -> QSize:
        return QSize(250, LINE if self.keys else 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for key, place in zip(self.keys, self.places(self.width()), strict=True):
                sample = SAMPLE.translated(place.left(), place.center().y() - SAMPLE.height() / 2)
                painter.fillRect(sample, theme.color("paper"))
                painter.save()
                painter.setClipRect(sample)
                paint_picture(painter, key.picture, theme, _covering(sample))
                painter.restore()
                painter.setPen(QPen(theme.color("line"), 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(sample)
                words = place.adjusted(SAMPLE.width() + BETWEEN, 0, 0, 0)
                paint_words(painter, words, key.words, theme.color("second"), PX, align=LEFT)


def _covering(sample: QRectF) -> QRectF:
    """The square that covers a sample, around its middle."""
    side = max(sample.width(), sample.height())
    return QRectF(sample.center().x() - side / 2, sample.center().y() - side / 2, side, side)
