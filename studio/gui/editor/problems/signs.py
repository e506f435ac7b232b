"""Small signs about findings: how many there are of a severity, and how far the proof is."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from studio.core.game import Verdicts
from studio.core.problems import Severity
from studio.core.text import _
from studio.gui.editor.document.places import KINDS, counted, ignored_words
from studio.gui.editor.document.prover import Proof
from studio.gui.style.fonts import MEDIUM, text_font
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import paint_severity, paint_words, set_tip

LEGIBLE = 56
"""In less room than this the sign of the proof stands without words, which its tip has."""


class CounterChip(QAbstractButton):
    """A pill that counts one severity (None: what is ignored) and, when switched off, hides it."""

    def __init__(self, severity: Severity | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.severity = severity
        self.is_brief = False
        self.setCheckable(True)
        self.setChecked(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_count(0)

    def set_count(self, count: int) -> None:
        """Show how many there are."""
        self.count = count
        words = counted(self.severity, count) if self.severity is not None else ignored_words(count)
        self.setText(str(count) if self.is_brief else words)
        self.setAccessibleName(words)
        set_tip(self, _("{counted}: show or hide them").format(counted=words))
        self.updateGeometry()

    def set_brief(self, brief: bool) -> None:
        """Show the number alone, or with its word."""
        self.is_brief = brief
        self.set_count(self.count)

    def sizeHint(self) -> QSize:
        width = QFontMetricsF(text_font(13, MEDIUM)).horizontalAdvance(self.text())
        return QSize(round(width) + 42, current_theme().target(26))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, role = current_theme(), "second" if self.severity is None else KINDS[self.severity]
        shown = self.isChecked() and self.count > 0
        ink = theme.color(role) if shown else theme.color("second")
        ground = f"{role}_tint" if shown and self.severity is not None else "inset"
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.setBrush(theme.color(ground))
            is_loud = shown and self.severity is not None
            edge = QPen(ink if is_loud else theme.color("line"), 1.8 if self.hasFocus() else 1)
            if not self.isChecked():
                edge.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(edge)
            painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
            painter.setOpacity(1.0 if shown else 0.55)
            top = (self.height() - 16) // 2
            if self.severity is None:
                painter.drawPixmap(9, top, icon_pixmap("eye_closed", ink, 16, self.devicePixelRatioF()))
            else:
                paint_severity(painter, QRectF(9, top, 16, 16), self.severity)
            painter.setOpacity(1.0)
            painter.setPen(ink)
            painter.setFont(text_font(13, MEDIUM))
            painter.drawText(QRectF(31, 0, self.width(), self.height()), Qt.AlignmentFlag.AlignVCenter, self.text())


def proof_words(state: Proof, verdicts: Verdicts | None = None) -> str:
    """What a proof has found out, in a few words: the game's own, or of whether the board can be completed."""
    words = verdicts or Verdicts(
        idle=_("Not proved yet"),
        working=_("Proving that it can be completed …"),
        holds=_("Proved completable"),
        fails=_("Cannot be completed"),
        unknown=_("Completable? Not decided"),
    )
    return {
        Proof.IDLE: words.idle,
        Proof.CHECKING: words.working,
        Proof.HOLDS: words.holds,
        Proof.FAILS: words.fails,
        Proof.UNKNOWN: words.unknown,
    }[state]


class ProofSign(QWidget):
    """What the proof has found out: being looked into, nothing wrong, something wrong, or not known."""

    LOOKS = {
        Proof.IDLE: ("hourglass", "second"),
        Proof.CHECKING: ("hourglass", "second"),
        Proof.HOLDS: ("tick", "done"),
        Proof.FAILS: ("warning", "warning"),
        Proof.UNKNOWN: ("help", "second"),
    }

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = Proof.IDLE
        self.verdicts: Verdicts | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.remark = ""
        self.setFixedHeight(26)

    def set_state(self, state: Proof) -> None:
        """Show another state."""
        self.state = state
        self._tell()

    def set_remark(self, remark: str) -> None:
        """Say something in small letters below."""
        self.remark = remark
        self.setFixedHeight(34)
        self._tell()

    def _tell(self) -> None:
        words = proof_words(self.state, self.verdicts)
        self.setAccessibleName(words)
        self.setAccessibleDescription(self.remark)
        tip = _("Nothing is proved while errors remain.") if self.state is Proof.IDLE else words
        set_tip(self, "\n".join(filter(None, (tip, self.remark))))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        words = proof_words(self.state, self.verdicts)
        if not (words or self.remark) or self.width() < 22:  # no room even for the sign
            return
        theme = current_theme()
        icon, role = self.LOOKS[self.state]
        ink = theme.color(role)
        with QPainter(self) as painter:
            top = (self.height() - 16) // 2
            painter.drawPixmap(2, top, icon_pixmap(icon, ink, 16, self.devicePixelRatioF()))
            room = QRectF(24, 0, self.width() - 24, self.height())
            if room.width() < LEGIBLE:
                return
            if self.remark:
                paint_words(painter, room.adjusted(0, 17, 0, 0), self.remark, theme.color("second"), 12)
                room.setBottom(18)
            paint_words(painter, room, words, ink, 13)
