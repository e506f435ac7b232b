"""Printed pages: measured in the PDF by another library, and sent to printers."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.picture import Fill, Rings, Stroke
from studio.documents.paths import layouts_dir
from studio.drawing.print_layout import PrintOptions
from studio.drawing.print_sheets import Printout, build_printout, with_empty_backs
from studio.games import known, load
from studio.gui.output import print_page, printing
from studio.gui.output.print_page import PrintPage
from studio.gui.output.printing import PictureCache, page_image, pdf_bytes
from studio.gui.style.sprites import LINES
from studio.gui.style.theme import LIGHT
from studio.services.loading import load_layout
from tests.short_run import mark_long

pytestmark = pytest.mark.usefixtures("qtbot")
POINT = 25.4 / 72
WITHIN = 0.2
Segment = tuple[float, float, float, float]


def pages_of(name: str, choices: PrintOptions) -> Printout:
    opened = load_layout(str(layouts_dir() / f"{name}.json"))
    return build_printout(opened.game.sketch.cut_outs(opened.body), choices, opened.layout.name, opened.game.info.name)


def outlines(page: pypdfium2.PdfPage) -> Iterator[list[tuple[float, float]]]:
    """All paths of a page, in millimetres from its left upper corner."""
    high = page.get_height()
    for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH]):
        matrix = item.get_matrix()
        places: list[tuple[float, float]] = []
        for index in range(pdfium.FPDFPath_CountSegments(item.raw)):
            segment = pdfium.FPDFPath_GetPathSegment(item.raw, index)
            x, y = ctypes.c_float(), ctypes.c_float()
            pdfium.FPDFPathSegment_GetPoint(segment, x, y)
            if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO and places:
                yield places
                places = []
            px, py = matrix.on_point(x.value, y.value)
            places.append((px * POINT, (high - py) * POINT))
        if places:
            yield places


def straight(page: pypdfium2.PdfPage) -> list[Segment]:
    return [(*line[0], *line[1]) for line in outlines(page) if len(line) == 2]


def has(lines: list[Segment], wanted: Segment) -> bool:
    turned = (*wanted[2:], *wanted[:2])
    return any(all(abs(a - b) <= WITHIN for a, b in zip(line, way, strict=True)) for line in lines
               for way in (wanted, turned))  # fmt: skip


@pytest.mark.parametrize("choices", [PrintOptions(tiles=False, markers=False, ink_saving=True)], ids=["lines"])
@pytest.mark.parametrize(
    "name",
    ["neue_entdecker/base", *(pytest.param(one, marks=pytest.mark.long) for one in (
        "entdecker/base", "goldland/first_game", "columbus/wide_ocean"))],
)  # fmt: skip
def test_crop_marks_and_ruler_are_exact(name: str, choices: PrintOptions) -> None:
    pages = pages_of(name, choices)
    document = pypdfium2.PdfDocument(pdf_bytes(pages, "A board", LINES))
    assert len(document) == len(pages.pages)
    assert pages.page_grid is not None
    for part in pages.page_grid.parts:
        number = part.page - 1
        page = document[number]
        paper = page.get_width() * POINT, page.get_height() * POINT
        assert paper == pytest.approx(choices.size(pages.page_grid.is_landscape), abs=WITHIN)
        lines = straight(page)
        left, top, wide, high = part.x, part.y, part.wide, part.high
        for x, out in ((left, -1), (left + wide, 1)):
            for y, away in ((top, -1), (top + high, 1)):
                if 14 < x < paper[0] - 14 or part.column:  # else a wide part reaches the margin
                    end = min(x + 7.5, paper[0] - 6) if out > 0 else x - 7.5
                    assert abs(end - x) < 3 or has(lines, (x + out * 2, y, end, y)), (number, x, y)
                assert has(lines, (x, y + away * 2, x, y + away * 7.5)), (number, x, y)
        left, below = 13.5, paper[1] - 27 + 9.4
        assert has(lines, (left, below, left, below + 4.6))
        assert has(lines, (left + 100, below, left + 100, below + 4.6))
        assert has(lines, (left + 55, below, left + 55, below + 3.1))


def test_cuts_are_one_tile_apart() -> None:
    pages = pages_of("neue_entdecker/base", PrintOptions(board=False, markers=False, side=48.0, ink_saving=True))
    page = pypdfium2.PdfDocument(pdf_bytes(pages._replace(pages=pages.pages[:1]), "Tiles", LINES))[0]
    lines = straight(page)
    for column in range(5):
        x = 9.0 + 48 * column
        assert has(lines, (x, 24 - 7.5, x, 24 - 3)), column
        assert has(lines, (x, 264 + 3, x, 264 + 7.5)), column


def test_colour_images_have_the_same_position() -> None:
    pages = pages_of("_template/between_hedges", PrintOptions(markers=False))
    document = pypdfium2.PdfDocument(pdf_bytes(pages, "A meadow"))
    images = [item.get_bounds() for item in document[0].get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE])]
    assert images, "in colour the board is an image"
    assert pages.page_grid is not None
    left = pages.page_grid.parts[0].x
    assert min(box[0] for box in images) * POINT == pytest.approx(left, abs=0.5)


def ink_of(page: pypdfium2.PdfPage) -> float:
    """How much of a page is covered, 0 … 1."""
    grey = page.render(scale=0.5, grayscale=True)
    data = bytes(grey.buffer)
    rows = [data[row * grey.stride : row * grey.stride + grey.width] for row in range(grey.height)]
    return float(1 - sum(map(sum, rows)) / (255 * grey.width * grey.height))


@pytest.mark.long
def test_ink_saving_covers_less_paper() -> None:
    in_full = pages_of("neue_entdecker/base", PrintOptions(board=False, markers=False, backs="none"))
    in_lines = pages_of("neue_entdecker/base", PrintOptions(board=False, markers=False, backs="none", ink_saving=True))
    assert len(in_full.pages) == len(in_lines.pages)
    full = ink_of(pypdfium2.PdfDocument(pdf_bytes(in_full, "Tiles"))[1])
    lines = ink_of(pypdfium2.PdfDocument(pdf_bytes(in_lines, "Tiles", LINES))[1])
    assert 0.01 < lines < 0.15
    assert full > 3 * lines


def test_all_recipes_become_lines_in_ink_saving_mode() -> None:
    for slug in known():
        for name in load(slug).style.STYLES.recipes:
            for step in LINES.style(name).steps:
                assert isinstance(step, Fill | Stroke | Rings), name
                if isinstance(step, Fill):
                    assert LINES.color(step.role).lightness() == 255, name
                if isinstance(step, Stroke):
                    assert step.width <= 0.04 and LINES.color(step.role).lightness() <= 200, name


@pytest.mark.parametrize("saving", [False, True])
def test_painting_can_be_stopped_early(saving: bool) -> None:
    """Qt would complain of a painter that is not put back, and fail this test."""
    page = pages_of("_template/between_hedges", PrintOptions(ink_saving=saving)).pages[0]
    theme = LINES if saving else LIGHT
    for steps in (1, 3, 9):
        painting = page_image(page, 20.0, None if saving else PictureCache(theme, 20.0), theme)
        for _step in range(steps):
            next(painting)
        painting.close()


# Printers

State = QPrinter.PrinterState
Duplex = QPrinter.DuplexMode
BASE = layouts_dir() / "neue_entdecker" / "base.json"


class Info:
    """What Qt says of a printer."""

    def __init__(self, is_there: bool = True, state: State = State.Idle, modes: tuple[Duplex, ...] = ()) -> None:
        self.is_there, self._state, self._modes = is_there, state, modes

    def isNull(self) -> bool:
        return not self.is_there

    def state(self) -> State:
        return self._state

    def supportedDuplexModes(self) -> list[Duplex]:
        return list(self._modes)


class Printer(QPrinter):
    """A printer that lays its pages into a file, and says what it is told to say."""

    def __init__(self, path: Path, state: State = State.Idle, duplex: Duplex = Duplex.DuplexNone) -> None:
        super().__init__(QPrinter.PrinterMode.HighResolution)
        self._state, self._duplex = state, duplex
        self.setOutputFileName(str(path))
        self.setResolution(150)

    def printerName(self) -> str:
        return "Attic"

    def outputFileName(self) -> str:
        return ""

    def printerState(self) -> State:
        return self._state

    def duplex(self) -> Duplex:
        return self._duplex


class SetPrinter(Protocol):
    def __call__(self, info: Info, **facts: str) -> None: ...


class Send(Protocol):
    def __call__(self, printer: Printer, first: int = 1) -> tuple[list[str], list[str]]: ...


@pytest.fixture
def set_printer(monkeypatch: pytest.MonkeyPatch) -> SetPrinter:
    """Set the status of the printer called Attic."""

    def set_status(info: Info, **facts: str) -> None:
        class Infos:
            printerInfo = staticmethod(lambda _name: info)
            availablePrinterNames = staticmethod(lambda: ["Attic"])

        monkeypatch.setattr(printing, "QPrinterInfo", Infos)
        monkeypatch.setattr(print_page, "QPrinterInfo", Infos)
        shown = {key.replace("_", "-"): value for key, value in facts.items()}
        monkeypatch.setattr(printing, "queue_facts", lambda _name: shown)

    return set_status


@pytest.fixture
def tray(tmp_path: Path) -> Path:
    return tmp_path / "tray.pdf"


@pytest.mark.parametrize(
    ("info", "facts", "refusal", "waits"),
    [
        (Info(), {}, "", ""),
        (Info(), {"printer_state_reasons": "none"}, "", ""),
        (Info(is_there=False), {}, "The printer “Attic” is no longer available.", ""),
        (
            Info(),
            {"printer_is_accepting_jobs": "false"},
            "“Attic” does not accept pages at the moment. Check the printer or choose another one.",
            "",
        ),
        (Info(state=State.Error), {}, "", "printer stopped"),
        (Info(state=State.Error), {"printer_state_reasons": "paused"}, "", "paused"),
        (Info(), {"printer_state_reasons": "media-empty-error,toner-low-warning"}, "", "out of paper"),
        (Info(), {"printer_state_reasons": "connecting-to-device"}, "", "connecting"),
        (Info(), {"printer_state_reasons": "offline-report"}, "", "not reachable"),
    ],
)
def test_printer_texts(set_printer: SetPrinter, info: Info, facts: dict[str, str], refusal: str, waits: str) -> None:
    set_printer(info, **facts)
    found = printing.printer_status("Attic")
    assert found.refusal.startswith(refusal) and bool(found.refusal) == bool(refusal)
    assert found.wait_reason == waits


@pytest.fixture
def page(qtbot: QtBot, set_printer: SetPrinter) -> PrintPage:
    set_printer(Info())
    made = PrintPage(load_layout(str(layouts_dir() / "_template" / "between_hedges.json")))
    qtbot.addWidget(made, before_close_func=lambda widget: widget.about_to_close())
    made.resize(1024, 560)
    made.show()
    return made


@pytest.fixture
def send(page: PrintPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Send:
    """Print the pages from `first` on with a printer; return the messages and the errors shown."""

    def send(printer: Printer, first: int = 1) -> tuple[list[str], list[str]]:
        messages: list[str] = []
        complained: list[str] = []
        page.message.connect(messages.append)

        def asked(_parent: object, pages: Printout, _name: str) -> tuple[QPrinter, Printout]:
            return printer, pages._replace(pages=pages.pages[first - 1 :])

        monkeypatch.setattr(print_page, "ask_printer", asked)
        monkeypatch.setattr(print_page, "show_document_error", lambda *shown: complained.append(str(shown[1])))
        QTest.mouseClick(page.summary.print, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: page.summary.print.isEnabled())
        return messages, complained

    return send


def test_pages_are_printed(page: PrintPage, send: Send, tray: Path) -> None:
    shown, complained = send(Printer(tray), first=2)
    assert shown == ["The pages were sent to “Attic”."] and not complained
    assert page.pages is not None and len(pypdfium2.PdfDocument(tray)) == len(page.pages.pages) - 1


def test_printer_that_rejects_jobs_gets_none(page: PrintPage, send: Send, set_printer: SetPrinter, tray: Path) -> None:
    set_printer(Info(), printer_is_accepting_jobs="false")
    before = page.pages
    shown, (complaint,) = send(Printer(tray))
    assert complaint.startswith("“Attic” does not accept pages at the moment.") and not shown
    assert not tray.exists() and page.pages is before


@pytest.mark.long
def test_printer_without_paper_is_reported(send: Send, set_printer: SetPrinter, tray: Path) -> None:
    set_printer(Info(), printer_state_reasons="media-empty-error")
    shown, complained = send(Printer(tray))
    assert shown == ["The pages are waiting at “Attic”: out of paper."] and not complained


@pytest.mark.long
def test_printer_is_checked_again_later(page: PrintPage, send: Send, set_printer: SetPrinter, tray: Path) -> None:
    shown, _complained = send(Printer(tray))
    assert shown == ["The pages were sent to “Attic”."] and page._check_timer.isActive()
    set_printer(Info(), printer_state_reasons="connecting-to-device")
    heard: list[str] = []
    page.message.connect(heard.append)
    page._check_timer.timeout.emit()
    assert heard == ["The pages are waiting at “Attic”: connecting."]
    set_printer(Info())
    page._check_timer.timeout.emit()
    assert len(heard) == 1


@pytest.mark.parametrize("state", mark_long([State.Error, State.Aborted]))
def test_aborted_print_is_reported(send: Send, tray: Path, state: State) -> None:
    shown, (complaint,) = send(Printer(tray, state))
    assert complaint == "“Attic” stopped. Some pages may already be printed." and not shown


@pytest.mark.qt_log_ignore("Returned false")
def test_printer_that_cannot_start_is_reported(page: PrintPage, send: Send, tmp_path: Path) -> None:
    shown, (complaint,) = send(Printer(tmp_path / "nowhere" / "tray.pdf"))
    assert (
        complaint
        == (
            "The pages were not accepted. Check that the printer is connected and ready, or that the "
            "disk has free space."
        )
        and not shown
    )
    assert page.summary.save.isEnabled()


def test_closing_finishes_the_print(page: PrintPage, monkeypatch: pytest.MonkeyPatch, tray: Path) -> None:
    monkeypatch.setattr(print_page, "ask_printer", lambda _parent, pages, _name: (Printer(tray), pages))
    QTest.mouseClick(page.summary.print, Qt.MouseButton.LeftButton)
    assert page.pages is not None and page.about_to_close()
    assert len(pypdfium2.PdfDocument(tray)) == len(page.pages.pages)


def test_duplex_adds_empty_backs(page: PrintPage, send: Send, set_printer: SetPrinter, tray: Path) -> None:
    opened = load_layout(str(BASE))
    pages = build_printout(opened.game.sketch.cut_outs(opened.body), PrintOptions(), "Base", "Game")
    leaves = with_empty_backs(pages).pages
    assert [page for page in leaves if page.pictures] == list(pages.pages)
    fronts, backs = leaves[::2], leaves[1::2]
    assert not any(page.is_back for page in fronts) and all(page.is_back for page in backs)
    assert len(fronts) == pages.sheets
    assert page.pages is not None
    set_printer(Info(modes=(Duplex.DuplexNone, Duplex.DuplexLongSide)))
    send(Printer(tray, duplex=Duplex.DuplexLongSide))
    assert len(pypdfium2.PdfDocument(tray)) == len(with_empty_backs(page.pages).pages)
