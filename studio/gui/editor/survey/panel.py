"""The survey panel: origin, overlays with legends, tables; and the panel that shows it in place of the form."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QSlider, QStackedLayout, QWidget

from studio.core.form import LegendKey, Row, Table
from studio.core.picture import is_edge
from studio.core.text import _
from studio.gui import widgets as w
from studio.gui.board.painter import paint_picture
from studio.gui.editor.board_controller import EditorBoardController
from studio.gui.editor.survey.overlays import OverlayRow, SurveyController, is_empty
from studio.gui.editor.survey.table import SurveyTable
from studio.gui.settings import settings
from studio.gui.style.stylesheet import MEDIUM, current_theme, text_font
from studio.gui.widgets.inputs import ComboBox, Segmented
from studio.gui.widgets.text import paint_wrapped, wrapped_height

SAMPLE_RECT = QRectF(0, 0, 22, 16)
LINE_HEIGHT, INDENT = 22, 49
SAMPLE_GAP, KEY_GAP = 5.0, 11.0
FONT_PX = 12.0
OPACITY_SETTING, MIN_OPACITY = "overlay_opacity", 20  # per cent, in all editors; less could hardly be seen


class OverlayLegend(QWidget):
    """The legend of one overlay below its switch: samples with text, in as many lines as needed."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: tuple[LegendKey, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()

    def show_keys(self, keys: tuple[LegendKey, ...]) -> None:
        self.keys = keys
        self.setAccessibleName(", ".join(key.text for key in keys))
        self.setVisible(bool(keys))
        self.updateGeometry()
        self.update()

    def key_boxes(self, width: float) -> list[QRectF]:
        """Return the box of each key and its text for this width."""
        metrics, found = QFontMetricsF(text_font(FONT_PX)), []
        x, y = float(INDENT), 0.0
        for key in self.keys:
            needed = SAMPLE_RECT.width() + SAMPLE_GAP + metrics.horizontalAdvance(key.text) + 1
            if x > INDENT and x + needed > width:
                x, y = float(INDENT), y + LINE_HEIGHT
            found.append(QRectF(x, y, min(needed, width - x), LINE_HEIGHT))
            x += needed + KEY_GAP
        return found

    def heightForWidth(self, width: int) -> int:
        boxes = self.key_boxes(width)
        return round(boxes[-1].bottom()) if boxes else 0

    def hasHeightForWidth(self) -> bool:
        return True

    def sizeHint(self) -> QSize:
        return QSize(250, LINE_HEIGHT if self.keys else 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with w.painter_on(self) as painter:
            for key, box in zip(self.keys, self.key_boxes(self.width()), strict=True):
                sample = SAMPLE_RECT.translated(box.left(), box.center().y() - SAMPLE_RECT.height() / 2)
                painter.fillRect(sample, theme.color("paper"))
                painter.save()
                painter.setClipRect(sample)
                square = QRectF(0, 0, SAMPLE_RECT.width(), SAMPLE_RECT.width())
                square.moveCenter(sample.center())
                paint_picture(painter, key.picture, theme, square)
                painter.restore()
                painter.setPen(QPen(theme.color("line"), 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(sample)
                room = box.adjusted(SAMPLE_RECT.width() + SAMPLE_GAP, 0, 0, 0)
                w.paint_text(painter, room, key.text, theme.color("second"), FONT_PX, align=w.LEFT)


class TableSection(QWidget):
    """A table with its title and a one-line summary. `chosen(table, row)`."""

    chosen = Signal(object, object)

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.title = w.Elided(table.title, "text", 15)
        self.title.setFont(text_font(14, MEDIUM))
        self.table_view = SurveyTable(table)
        self.note = w.text_label(table.note, "second", 12, wrap=True)
        w.vbox(w.Separator(), self.title, self.table_view, self.note, parent=self, spacing=3)
        self.table_view.chosen.connect(lambda row: self.chosen.emit(self.table_view.table, row))
        self.show_table(table)

    def show_table(self, table: Table) -> None:
        self.title.set_text(table.title)
        self.table_view.show_table(table)
        self.note.setText(table.note)
        self.note.setVisible(bool(table.note))


class SurveyPanel(w.Card):
    """The survey: origin, overlays and tables. `row_requested(row)` asks to show a row's targets."""

    row_requested = Signal(object)

    def __init__(self, survey_controller: SurveyController) -> None:
        super().__init__(_("Survey"), " ")
        self.survey_controller = survey_controller
        self.rows: list[OverlayRow] = []
        self.legends: list[OverlayLegend] = []
        self.tables: list[TableSection] = []
        self.origin_choice = ComboBox(name=_("Starting point"))
        self.origin_choice.setMaximumWidth(206)
        self.origin_choice.chosen.connect(lambda key: survey_controller.set_origin(int(key)))
        self.header.addWidget(self.origin_choice)
        self.empty_label = w.text_label(_("Calculating…"), "second", 13, wrap=True)
        content = QWidget()
        self._column = w.vbox(self.empty_label, 1, parent=content, spacing=6, margins=(0, 0, 9, 0))
        self.opacity_slider = QSlider(Qt.Orientation.Horizontal)
        self.opacity_slider.setAccessibleName(_("Opacity of overlays"))
        self.opacity_slider.setRange(MIN_OPACITY, 100)
        self.opacity_slider.valueChanged.connect(lambda percent: settings().set_value(OPACITY_SETTING, percent))
        self.opacity_row = QWidget()
        label = w.text_label(_("Opacity"), "second", 13)
        w.hbox(label, (self.opacity_slider, 1), parent=self.opacity_row, spacing=8, margins=(0, 0, 9, 0))
        self.body.addWidget(self.opacity_row)
        self.area = w.ScrollArea(content, name=_("Survey"))
        self.body.addWidget(self.area, 1)
        survey_controller.changed.connect(self.refresh)
        survey_controller.switched.connect(self._update_switches)
        self.refresh()

    def refresh(self) -> None:
        controller, survey, origins = self.survey_controller, self.survey_controller.survey, self.origin_choice
        options = [(str(place), name) for place, name in survey.choices]
        if options != [(str(origins.itemData(at)), origins.itemText(at)) for at in range(origins.count())]:
            origins.set_options(options)
        origins.set_current(str(survey.target))
        origins.setVisible(bool(options))
        self.note_label.setVisible(False)
        self.empty_label.setVisible(is_empty(survey))
        self.opacity_row.setVisible(bool(survey.overlays))
        if controller.has_answer:
            self.empty_label.setText(_("This layout has nothing to survey yet."))
        while len(self.rows) < len(survey.overlays):
            row = OverlayRow()
            row.switched.connect(controller.set_overlay_on)
            self._column.insertWidget(1 + 2 * len(self.rows), row)
            self._column.insertWidget(2 + 2 * len(self.rows), legend := OverlayLegend())
            self.rows.append(row)
            self.legends.append(legend)
        for widget in (*self.rows[len(survey.overlays) :], *self.legends[len(survey.overlays) :]):
            widget.hide()
        self._update_switches()
        while len(self.tables) < len(survey.tables):
            part = TableSection(survey.tables[len(self.tables)])
            part.chosen.connect(self._on_row_chosen)
            self._column.insertWidget(self._column.count() - 1, part)
            self.tables.append(part)
        for place, part in enumerate(self.tables):
            part.setVisible(place < len(survey.tables))
            if place < len(survey.tables):
                part.show_table(survey.tables[place])
                part.table_view.highlight_target(survey.target if self._lists_origins(survey.tables[place]) else -1)

    def _update_switches(self) -> None:
        for row, legend, overlay in zip(self.rows, self.legends, self.survey_controller.survey.overlays, strict=False):
            is_on = self.survey_controller.is_overlay_on(overlay)
            row.show_overlay(overlay, is_on)
            row.show()
            legend.show_keys(overlay.keys if is_on else ())

    def _lists_origins(self, table: Table) -> bool:
        """Return whether each row is about one place that can be the origin."""
        places = {place for place, _name in self.survey_controller.survey.choices}
        listed = [row.targets for row in table.rows if row.targets]
        return bool(listed) and all(len(targets) == 1 and targets[0] in places for targets in listed)

    def _on_row_chosen(self, table: Table, row: Row) -> None:
        self.row_requested.emit(row)
        if self._lists_origins(table):
            self.survey_controller.set_origin(row.targets[0])

    def sizeHint(self) -> QSize:
        return QSize(300, 420)


FORM, SURVEY = "form", "survey"
SIDE_SETTING = "editor_side"  # which side the user chose last


class SurveyCaption(QWidget):
    """The survey in one line, at the lower left of the board."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self.text = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def set_text(self, text: str) -> None:
        if text != self.text:
            self.text = text
            self.setAccessibleName(text)
            self.setVisible(bool(text))
            self.update_position()
            self.update()

    def update_position(self) -> None:
        board = self.parentWidget()
        if board is not None and self.text:
            needed = QFontMetricsF(text_font(13, MEDIUM)).horizontalAdvance(self.text) + 30
            width = min(math.ceil(needed), board.width() - 24)
            height = wrapped_height(self.text, width - 28, 13, MEDIUM)
            self.resize(width, max(30, math.ceil(height) + 12))
            self.move(12, board.height() - self.height() - 10)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with w.painter_on(self) as painter:
            pill = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -1.5)
            w.paint_box(painter, pill, QColor("#14263A"), QColor(255, 248, 232, 70), radius=15)
            height = wrapped_height(self.text, self.width() - 28, 13, MEDIUM)
            room = QRectF(14, (self.height() - 1 - height) / 2, self.width() - 28, height)
            paint_wrapped(painter, room, self.text, QColor("#F7F1E2"), 13, MEDIUM)


class SurveyPane(QWidget):
    """The upper right panel: the form of the selection or the survey.

    Without a survey there is only the form and no switch. `side_changed` carries the name of the visible one.
    """

    side_changed = Signal(str)

    def __init__(self, board: EditorBoardController, form: QWidget) -> None:
        super().__init__()
        self.board, self.form = board, form
        self.survey_controller = SurveyController(board.document, self)
        self.panel = SurveyPanel(self.survey_controller)
        self.caption = SurveyCaption(board.view)
        self.has_survey = False
        self.side_switch = Segmented(((FORM, _("Properties")), (SURVEY, _("Survey"))), name=_("Properties or survey"))
        self.side_switch.chosen.connect(self._on_side_chosen)
        self.side_switch.hide()
        self._stack = QStackedLayout()
        # before the form is added, or it would be shown as a window of its own for a moment
        w.vbox(self.side_switch, (self._stack, 1), parent=self, spacing=6)
        self._stack.addWidget(form)
        self._stack.addWidget(self.panel)
        board.view.installEventFilter(self)
        self.panel.row_requested.connect(self._show_row)
        self.survey_controller.changed.connect(self.offer_survey)
        self.survey_controller.switched.connect(self._update_overlays)
        settings().changed.connect(self._update_opacity)
        self._update_opacity()
        self.survey_controller.request_survey()

    @property
    def current_side(self) -> str:
        return SURVEY if self._stack.currentWidget() is self.panel else FORM

    def offer_survey(self) -> None:
        """Show the survey if the game has one, unless the user chose the form last.

        Called at the start already: it keeps its place, so that the board need not be resized later.
        """
        if self.survey_controller.has_survey and not self.has_survey:
            self.has_survey = True
            self.side_switch.show()
            self.show_side(FORM if settings().value(SIDE_SETTING, SURVEY) == FORM else SURVEY)

    def show_side(self, name: str) -> None:
        self.side_switch.set_current(name)
        self._stack.setCurrentWidget(self.panel if name == SURVEY else self.form)
        self.side_changed.emit(name)

    def _on_side_chosen(self, name: str) -> None:
        settings().set_value(SIDE_SETTING, name)
        self.show_side(name)

    def _update_opacity(self, setting: str = OPACITY_SETTING) -> None:
        if setting == OPACITY_SETTING:
            percent = min(max(settings().value(OPACITY_SETTING), MIN_OPACITY), 100)
            self.panel.opacity_slider.setValue(percent)
            self.board.view.set_overlay_opacity(percent)

    def _update_overlays(self) -> None:
        self.board.view.set_overlays([overlay.picture for overlay in self.survey_controller.visible_overlays()])
        self.caption.set_text(self.survey_controller.caption)

    def _show_row(self, row: Row) -> None:
        """Select the targets of a row, and scroll to them."""
        self.board.navigation.record()
        self.board.view.reveal(row.targets)
        cells = [target for target in row.targets if not is_edge(target)]
        edge = row.targets[0] if not cells and len(row.targets) == 1 else -1
        self.board.edit_state.select(cells, edge)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.board.view and event.type() == QEvent.Type.Resize:
            self.caption.update_position()
        return super().eventFilter(watched, event)
