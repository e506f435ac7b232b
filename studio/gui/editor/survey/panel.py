"""The survey in the editor: beside the board in turn with the form, drawn over the board, and in a line at its foot."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from studio.core.form import Key, Row, Table
from studio.core.picture import is_edge
from studio.core.text import _
from studio.gui.board.painter import paint_picture
from studio.gui.editor.board_controller import Easel
from studio.gui.editor.survey.overlays import OverlayRow, Surveying, is_empty
from studio.gui.editor.survey.table import SurveyTable
from studio.gui.settings import settings
from studio.gui.style.stylesheet import MEDIUM, current_theme, text_font
from studio.gui.widgets import LEFT, Card, Elided, ScrollArea, Separator, paint_words, text_label
from studio.gui.widgets.inputs import Choice, Segmented
from studio.gui.widgets.text import paint_wrapped, wrapped_height

# The legend of an overlay: a sample of each colour or pattern with what it means, in as many lines as it takes.

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


# What was measured of the layout, beside the board: from where, what is drawn over the board, tables of figures.


class TablePart(QWidget):
    """A table under its title, with its one-line summary at the foot. `chosen(table, row)`."""

    chosen = Signal(object, object)

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(Separator())
        self.title = Elided(table.title, "text", 15)
        self.title.setFont(text_font(14, MEDIUM))
        column.addWidget(self.title)
        self.view = SurveyTable(table)
        column.addWidget(self.view)
        self.note = text_label(table.note, "second", 12, wrap=True)
        column.addWidget(self.note)
        self.view.chosen.connect(lambda row: self.chosen.emit(self.view.table, row))
        self.show_table(table)

    def show_table(self, table: Table) -> None:
        """Show other figures."""
        self.title.set_text(table.title)
        self.view.show_table(table)
        self.note.setText(table.note)
        self.note.setVisible(bool(table.note))


class SurveyPanel(Card):
    """The panel. `shown(row)` asks to show a row's places on the board."""

    shown = Signal(object)

    def __init__(self, surveying: Surveying, parent: QWidget | None = None) -> None:
        super().__init__(_("Survey"), " ", parent)
        self.surveying = surveying
        self.rows: list[OverlayRow] = []
        self.legends: list[Legend] = []
        self.tables: list[TablePart] = []
        self.choice = Choice()
        self.choice.setAccessibleName(_("Measured from"))
        self.choice.setMaximumWidth(206)
        self.choice.chosen.connect(lambda key: surveying.choose(int(key)))
        self.header.addWidget(self.choice)
        self.nothing = text_label(_("Measuring …"), "second", 13, wrap=True)
        holder = QWidget()
        self._column = QVBoxLayout(holder)
        self._column.setContentsMargins(0, 0, 9, 0)
        self._column.setSpacing(6)
        self._column.addWidget(self.nothing)
        self._column.addStretch(1)
        self.area = ScrollArea(holder, name=_("Survey"))
        self.body.addWidget(self.area, 1)
        surveying.changed.connect(self.refresh)
        surveying.switched.connect(self._follow_switches)
        self.refresh()

    def refresh(self) -> None:
        """Show the newest survey; rows and tables are kept as long as there are as many."""
        surveying, survey = self.surveying, self.surveying.survey
        options = [(str(place), name) for place, name in survey.choices]
        if options != [(str(self.choice.itemData(at)), self.choice.itemText(at)) for at in range(self.choice.count())]:
            self.choice.set_options(options)
        self.choice.set_current(str(survey.target))
        self.choice.setVisible(len(options) > 0)
        self.note_label.setVisible(False)
        self.nothing.setVisible(is_empty(survey))
        if surveying.has_answer:
            self.nothing.setText(_("There is nothing to measure in this layout yet."))
        while len(self.rows) < len(survey.overlays):
            row = OverlayRow()
            row.switched.connect(surveying.switch)
            self._column.insertWidget(1 + 2 * len(self.rows), row)
            self._column.insertWidget(2 + 2 * len(self.rows), legend := Legend())
            self.rows.append(row)
            self.legends.append(legend)
        for row, legend in zip(self.rows[len(survey.overlays) :], self.legends[len(survey.overlays) :], strict=True):
            row.hide()
            legend.hide()
        self._follow_switches()
        while len(self.tables) < len(survey.tables):
            part = TablePart(survey.tables[len(self.tables)])
            part.chosen.connect(self._chosen)
            self._column.insertWidget(self._column.count() - 1, part)
            self.tables.append(part)
        for place, part in enumerate(self.tables):
            part.setVisible(place < len(survey.tables))
            if place < len(survey.tables):
                part.show_table(survey.tables[place])
                part.view.mark(survey.target if self._is_about_choices(survey.tables[place]) else -1)

    def _follow_switches(self) -> None:
        """Overlays can be switched elsewhere too."""
        for row, legend, overlay in zip(self.rows, self.legends, self.surveying.survey.overlays, strict=False):
            is_on = self.surveying.is_on(overlay)
            row.show_overlay(overlay, is_on)
            row.show()
            legend.show_keys(overlay.keys if is_on else ())

    def _is_about_choices(self, table: Table) -> bool:
        """Whether each row of a table is about one of the places that can be measured from."""
        places = {place for place, _name in self.surveying.survey.choices}
        told = [row.targets for row in table.rows if row.targets]
        return bool(told) and all(len(targets) == 1 and targets[0] in places for targets in told)

    def _chosen(self, table: Table, row: Row) -> None:
        self.shown.emit(row)
        if self._is_about_choices(table):
            self.surveying.choose(row.targets[0])

    def sizeHint(self) -> QSize:
        return QSize(300, 420)


# The survey in the editor: beside the board in turn with the form, drawn over the board, and in a line at its foot.

FORM, SURVEY = "form", "survey"
KEPT = "editor_side"
"""In the settings: which of both was in front last."""


class SurveyLine(QWidget):
    """The survey in one line, on a dark pill at the lower left of the board it lies over."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self.words = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def set_words(self, words: str) -> None:
        """Say something else; "" for nothing."""
        if words != self.words:
            self.words = words
            self.setAccessibleName(words)
            self.setVisible(bool(words))
            self.place()
            self.update()

    def place(self) -> None:
        """Lie at the lower left of the board."""
        board = self.parentWidget()
        if board is not None and self.words:
            wide = QFontMetricsF(text_font(13, MEDIUM)).horizontalAdvance(self.words) + 30
            wide = min(math.ceil(wide), board.width() - 24)
            high = wrapped_height(self.words, wide - 28, 13, MEDIUM)
            self.resize(wide, max(30, math.ceil(high) + 12))
            self.move(12, board.height() - self.height() - 10)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            pill = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -1.5)
            painter.setPen(QColor(255, 248, 232, 70))
            painter.setBrush(QColor("#14263A"))
            painter.drawRoundedRect(pill, 15, 15)
            high = wrapped_height(self.words, self.width() - 28, 13, MEDIUM)
            room = QRectF(14, (self.height() - 1 - high) / 2, self.width() - 28, high)
            paint_wrapped(painter, room, self.words, QColor("#F7F1E2"), 13, MEDIUM)


class SurveySide(QWidget):
    """The upper place at the right of the board: the form of what is selected, or the survey, one of them in front.

    Without a survey there is only the form, and nothing to choose. `turned(name)` tells that another one is in front.
    """

    turned = Signal(str)

    def __init__(self, easel: Easel, form: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.easel, self.form = easel, form
        self.surveying = Surveying(easel.document, self)
        self.panel = SurveyPanel(self.surveying)
        self.caption = SurveyLine(easel.view)
        self.has_survey = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self.switch = Segmented(((FORM, _("Properties")), (SURVEY, _("Survey"))))
        self.switch.setAccessibleName(_("Properties or survey"))
        self.switch.chosen.connect(self._chosen)
        self.switch.hide()
        column.addWidget(self.switch)
        self._stack = QStackedLayout()
        column.addLayout(self._stack, 1)  # first, or the form would be shown as a window of its own for a moment
        self._stack.addWidget(form)
        self._stack.addWidget(self.panel)
        easel.view.installEventFilter(self)
        self.panel.shown.connect(self._show_row)
        self.surveying.changed.connect(self.offer)
        self.surveying.switched.connect(self._draw)
        self.surveying.ask()

    @property
    def front(self) -> str:
        """Which of both is in front."""
        return SURVEY if self._stack.currentWidget() is self.panel else FORM

    def offer(self) -> None:
        """Where the game measures, bring the survey to the front unless a person wanted the form last.

        Asked at the start already, it keeps a place, so that the board need not make room later.
        """
        if self.surveying.is_known and not self.has_survey:
            self.has_survey = True
            self.switch.show()
            self.turn(FORM if settings().value(KEPT, SURVEY) == FORM else SURVEY)

    def turn(self, name: str) -> None:
        """Bring one of both to the front."""
        self.switch.set_current(name)
        self._stack.setCurrentWidget(self.panel if name == SURVEY else self.form)
        self.turned.emit(name)

    def stop(self) -> None:
        """Measure no more."""
        self.surveying.close()

    def _chosen(self, name: str) -> None:
        settings().put(KEPT, name)
        self.turn(name)

    def _draw(self) -> None:
        self.easel.view.set_overlays([overlay.picture for overlay in self.surveying.drawn()])
        self.caption.set_words(self.surveying.caption)

    def _show_row(self, row: Row) -> None:
        """Select what a row is about, and bring it into view."""
        self.easel.way.leave()
        self.easel.view.reveal(row.targets)
        cells = [target for target in row.targets if not is_edge(target)]
        edge = row.targets[0] if not cells and len(row.targets) == 1 else -1
        self.easel.desk.select(cells, edge)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.easel.view and event.type() == QEvent.Type.Resize:
            self.caption.place()
        return super().eventFilter(watched, event)
