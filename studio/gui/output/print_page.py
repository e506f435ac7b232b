"""The print page: preview of a layout on paper, PDF and printing."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator, Mapping
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtPrintSupport import QPrinterInfo
from PySide6.QtWidgets import QSlider, QWidget
from shiboken6 import isValid

from studio.core.text import _, translated_name
from studio.documents.files import DocumentError, write_bytes
from studio.drawing.print_layout import Unprintable
from studio.drawing.print_sheets import Printout, build_printout, without_published
from studio.gui.output.print_options import PARTS, PrintOptionsColumn, SummaryColumn, part_names
from studio.gui.output.print_preview import SLICE, SheetsView
from studio.gui.output.printing import ask_printer, pdf_steps, print_steps, wait_text
from studio.gui.page import Page
from studio.gui.style.sprites import LINES
from studio.gui.style.theme import Theme
from studio.gui.widgets import Card, ScrollArea, ToolButton, hbox, set_tooltip, text_label, vbox
from studio.gui.widgets.collapsible import CollapsibleHost, PanelSlot
from studio.gui.widgets.dialogs import ask_save_path, show_document_error
from studio.gui.widgets.inputs import Segmented
from studio.services.loading import LoadedLayout

GAP = 10
FOLD_WIDTH = 860  # on a narrower page the columns next to the preview are collapsed
ROOMY = 560  # minimum width to show the sections next to the zoom
PAUSE = 500  # milliseconds after the last edit until a visible preview follows its editor
LATER = 5000  # milliseconds after printing until the printer's status is checked
ZOOM = 20  # steps of the slider to either side of the middle; the ends are 0.5 × and 3 ×


class PrintPage(Page):
    """Previews a layout as its editor shows it, and writes or prints it."""

    icon_name = "print"
    manual_key = "printing"

    def __init__(self, opened: LoadedLayout, editor: Page | None = None) -> None:
        """`editor` is the page that edits the layout."""
        super().__init__()
        self._opened, self._editor = opened, editor
        self._cut_outs = opened.game.sketch.cut_outs(opened.body)
        self.pages: Printout | None = None
        self._steps: Generator[None, None, str] | None = None
        self._error_heading, self._is_printing = "", False
        self._printer = ""
        self._check_timer = QTimer(self, singleShot=True, interval=LATER)
        self._check_timer.timeout.connect(self._check_printer)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._work)
        self._reload_timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._reload_timer.timeout.connect(lambda: self._reload_layout() if self.isVisible() else None)
        if editor is not None:
            editor.changed.connect(self._reload_timer.start)
        self._build_ui()

    def successor(self, replaced: Mapping[Page, Page]) -> PrintPage:
        return PrintPage(self._opened, replaced.get(self._editor) if self._editor is not None else None)

    def stop_tasks(self) -> None:
        self.view.stop()
        while self._steps is not None:
            self._work()  # what is being written or printed now is complete, or an error is shown

    def _build_ui(self) -> None:
        opened = self._opened
        self._parts: list[tuple[str, str]] = []
        self.choices = PrintOptionsColumn(self._cut_outs, opened.game.info.name)
        self.view = SheetsView()
        self.summary = SummaryColumn()
        middle = self._middle = Card(_("Pages"), " ")
        self.error_label = text_label("", "error", 14, wrap=True)
        self.error_label.hide()
        middle.body.addWidget(self.error_label)
        self.area = ScrollArea(self.view, name=_("Pages"))
        middle.body.addWidget(self.area, 1)
        self.sections = Segmented(name=_("Parts of the printout"))
        self.sections.chosen.connect(lambda part: self._go_to(self.pages.pages_of(part)[0]) if self.pages else None)
        middle.header.insertWidget(1, self.sections)
        self._add_zoom(middle)
        middle.installEventFilter(self)
        slots = PanelSlot(self.choices), PanelSlot(self.summary)
        holder = QWidget()
        hbox(slots[0], (middle, 1), slots[1], parent=holder, spacing=GAP)
        folding = CollapsibleHost("print", holder, FOLD_WIDTH, gap=GAP)
        folding.add("choices", slots[0], _("Print options"), "sliders", at_right=False)
        folding.add("summary", slots[1], _("Summary"), "list", at_right=True)
        vbox((folding, 1), parent=self, margins=(GAP, GAP, GAP, GAP))
        self.choices.changed.connect(self.refresh)
        self.view.selected.connect(self._selected)
        self.view.page_painted.connect(self._page_painted)
        self.view.pointed.connect(self.summary.map.set_hovered)
        self.summary.map.chosen.connect(self._go_to)
        self.summary.save.clicked.connect(self.save_pdf)
        self.summary.print.clicked.connect(self.print_pages)
        self.setFocusProxy(self.choices.side)
        self.refresh()

    def _add_zoom(self, middle: Card) -> None:
        less = ToolButton("zoom_out", _("Zoom out"), px=28, icon_px=18)
        more = ToolButton("zoom_in", _("Zoom in"), px=28, icon_px=18)
        self.zoom = QSlider(Qt.Orientation.Horizontal)
        self.zoom.setAccessibleName(_("Zoom"))
        self.zoom.setRange(-ZOOM, ZOOM)
        self.zoom.setFixedWidth(90)
        less.clicked.connect(lambda: self.zoom.setValue(self.zoom.value() - 4))
        more.clicked.connect(lambda: self.zoom.setValue(self.zoom.value() + 4))
        self.zoom.valueChanged.connect(lambda step: self.view.set_zoom((3.0 if step > 0 else 2.0) ** (step / ZOOM)))
        usual = ToolButton("fit", _("Reset zoom"), px=28, icon_px=18, act=lambda: self.zoom.setValue(0))
        for widget in (less, self.zoom, more, usual):
            middle.header.addWidget(widget)

    def belongs_to_editor(self, editor: Page) -> bool:
        return self._editor is editor

    def title(self) -> str:
        return _("{name} · print").format(name=translated_name(self._opened.layout.name))

    def can_save(self) -> bool:
        return False

    def activated(self) -> None:
        self._reload_layout()

    def _reload_layout(self) -> None:
        now = self._editor.edited_layout() if self._editor is not None and isValid(self._editor) else None
        if now is not None and now.body is not self._opened.body:
            self._opened = now
            self._cut_outs = now.game.sketch.cut_outs(now.body)
            self.changed.emit()
            self.refresh()

    def about_to_close(self) -> bool:
        self.view.stop()
        while self._is_printing and self._steps is not None:
            self._work()  # a printer gets all pages or none
        self._end_work()
        self._check_timer.stop()
        return True

    def refresh(self) -> None:
        """Arrange the pages again."""
        choices, game = self.choices.choices, self._opened.game
        cut_outs = self._cut_outs
        if choices.additional_only:
            cut_outs = without_published(cut_outs, game.sketch.cut_outs(game.editing.blank()))
        try:
            name = translated_name(self._opened.layout.name)
            self.pages = build_printout(cut_outs, choices, name, game.info.name)
            self.error_label.hide()
        except Unprintable as problem:
            self.pages = None
            self.error_label.setText(str(problem))
            self.error_label.show()
        self.choices.show_summary(self._cut_outs, self.pages)
        self._update_sections()
        self.view.show_pages(self.pages, choices.ink_saving)
        self._show_summary()
        self._update_buttons()

    def _update_buttons(self) -> None:
        printers = bool(QPrinterInfo.availablePrinterNames())
        can = self.pages is not None and self._steps is None
        self.summary.save.setEnabled(can)
        self.summary.print.setEnabled(can and printers)
        set_tooltip(self.summary.print, "" if printers else _("No printer found. Save a PDF to print it elsewhere."))

    def _show_summary(self) -> None:
        inks = self.view.inks
        done = self.pages is not None and len(inks) == len(self.pages.pages)
        ink = sum(inks.values()) / len(inks) if done and inks else -1.0
        self.summary.show_summary(self._cut_outs, self.pages, self.choices.choices, ink)

    def _page_painted(self) -> None:
        if self.pages is not None and len(self.view.inks) == len(self.pages.pages):
            self._show_summary()

    def _selected(self, number: int) -> None:
        self.summary.map.select(number)
        if self.pages is not None and number <= len(self.pages.pages):
            self.sections.set_current(self.pages.pages[number - 1].part)

    def _update_sections(self) -> None:
        counts = Counter(page.part for page in self.pages.pages) if self.pages is not None else Counter()
        names = part_names()
        parts = [(part, f"{names[part]} {counts[part]}") for part in PARTS if counts[part]]
        if parts != self._parts:
            self._parts = parts
            self.sections.set_options(parts)
        self._fit_header()

    def _fit_header(self) -> None:
        self.sections.setVisible(len(self._parts) > 1 and self._middle.width() > ROOMY)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._middle and event.type() == QEvent.Type.Resize:
            self._fit_header()
        return super().eventFilter(watched, event)

    def _go_to(self, number: int) -> None:
        self.view.select(number)
        box = self.view.page_rect(number)
        self.area.ensureVisible(round(box.center().x()), round(box.center().y()), 80, round(box.height() / 2) + 20)

    def save_pdf(self) -> None:
        if self.pages is None:
            return
        path = ask_save_path(self, _("Save PDF"), self._opened.layout.name, (("PDF", ".pdf"),))
        if path is None:
            return
        self._begin(self._pdf_steps(path, self.pages), _("The PDF could not be saved"))

    def print_pages(self) -> None:
        if self.pages is None:
            return
        requested = ask_printer(self, self.pages, self._opened.layout.name)
        if requested is not None:
            self._printer = requested[0].printerName() if not requested[0].outputFileName() else ""
            steps = print_steps(*requested, self._line_theme, self._show_progress)
            self._begin(steps, _("The pages could not be printed"), is_printing=True)

    @property
    def _line_theme(self) -> Theme | None:
        return LINES if self.choices.choices.ink_saving else None

    def _pdf_steps(self, path: Path, pages: Printout) -> Generator[None, None, str]:
        """Paint all pages, then write the file."""
        data = yield from pdf_steps(pages, self._opened.layout.name, self._line_theme, self._show_progress)
        write_bytes(path, data)
        return _("PDF saved as {name}").format(name=path.name)

    def _begin(self, steps: Generator[None, None, str], complaint: str, is_printing: bool = False) -> None:
        """Run steps while the window stays responsive. `complaint` is the heading of an error message."""
        self._steps, self._error_heading, self._is_printing = steps, complaint, is_printing
        self._update_buttons()
        self._timer.start(0)

    def _show_progress(self, number: int) -> None:
        self.summary.progress.setText(_("Preparing page {number}…").format(number=number))
        self.summary.progress.show()

    def _work(self) -> None:
        until = time.perf_counter() + SLICE
        try:
            while self._steps is not None and time.perf_counter() < until:
                next(self._steps)
        except StopIteration as end:
            self._end_work()
            self.message.emit(end.value)
            if self._is_printing and self._printer:
                self._check_timer.start()
        except DocumentError as error:
            self._end_work()
            show_document_error(self, error, self._error_heading)

    def _check_printer(self) -> None:
        """Printers notice only while printing that they cannot be reached or have no paper."""
        if text := wait_text(self._printer):
            self.message.emit(text)

    def _end_work(self) -> None:
        self._timer.stop()
        if self._steps is not None:
            self._steps.close()
        self._steps = None
        self.summary.progress.hide()
        self._update_buttons()
