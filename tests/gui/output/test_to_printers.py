"""Pages on their way to printers: what a printer says is told in a sentence, and nothing is lost when it refuses."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.documents.paths import layouts_dir
from studio.drawing.print_layout import PrintOptions
from studio.drawing.print_sheets import Printout, build_printout, with_empty_backs
from studio.gui.output import print_page, printing
from studio.gui.output.print_page import PrintPage
from studio.services.loading import load_layout
from tests.shortly import shortly

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


def says(monkeypatch: pytest.MonkeyPatch, info: Info, **facts: str) -> None:
    """Have the printer called Attic say this of itself."""

    class Infos:
        printerInfo = staticmethod(lambda _name: info)
        availablePrinterNames = staticmethod(lambda: ["Attic"])

    monkeypatch.setattr(printing, "QPrinterInfo", Infos)
    monkeypatch.setattr(print_page, "QPrinterInfo", Infos)
    told = {key.replace("_", "-"): value for key, value in facts.items()}
    monkeypatch.setattr(printing, "queue_facts", lambda _name: told)


@pytest.mark.parametrize(
    ("info", "facts", "refusal", "waits"),
    [
        (Info(), {}, "", ""),
        (Info(), {"printer_state_reasons": "none"}, "", ""),
        (Info(is_there=False), {}, "There is no printer called “Attic” any more.", ""),
        (Info(), {"printer_is_accepting_jobs": "false"}, "“Attic” takes no pages at present. Choose another one,", ""),
        (Info(state=State.Error), {}, "", "it has been stopped"),
        (Info(state=State.Error), {"printer_state_reasons": "paused"}, "", "it is paused"),
        (Info(), {"printer_state_reasons": "media-empty-error,toner-low-warning"}, "", "it has no paper"),
        (Info(), {"printer_state_reasons": "connecting-to-device"}, "", "it has not been reached yet"),
        (Info(), {"printer_state_reasons": "offline-report"}, "", "it cannot be reached"),
    ],
)
def test_what_a_printer_says_of_itself_in_words(
    monkeypatch: pytest.MonkeyPatch, info: Info, facts: dict[str, str], refusal: str, waits: str
) -> None:
    says(monkeypatch, info, **facts)
    found = printing.printer_status("Attic")
    assert found.refusal.startswith(refusal) and bool(found.refusal) == bool(refusal)
    assert found.wait_reason == waits


@pytest.fixture
def page(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> PrintPage:
    says(monkeypatch, Info())
    made = PrintPage(load_layout(str(layouts_dir() / "_template" / "between_hedges.json")))
    qtbot.addWidget(made, before_close_func=lambda widget: widget.about_to_close())
    made.resize(1024, 560)
    made.show()
    return made


def sent(
    page: PrintPage, printer: Printer, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, first: int = 1
) -> tuple[list[str], list[str]]:
    """Press Print…, choose this printer and the pages from this one on; what is said, and what is complained about."""
    told: list[str] = []
    complained: list[str] = []
    page.message.connect(told.append)

    def asked(_parent: object, pages: Printout, _name: str) -> tuple[QPrinter, Printout]:
        return printer, pages._replace(pages=pages.pages[first - 1 :])

    monkeypatch.setattr(print_page, "ask_printer", asked)
    monkeypatch.setattr(print_page, "show_document_error", lambda _page, error, _heading: complained.append(str(error)))
    QTest.mouseClick(page.summary.print, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.summary.print.isEnabled())
    return told, complained


def test_pages_are_printed_while_the_window_stays_awake(
    page: PrintPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "tray.pdf"
    told, complained = sent(page, Printer(path), qtbot, monkeypatch, first=2)
    assert told == ["The pages are on their way to “Attic”."] and not complained
    assert page.pages is not None and len(pypdfium2.PdfDocument(path)) == len(page.pages.pages) - 1


def test_a_printer_that_takes_no_jobs_gets_none(
    page: PrintPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    says(monkeypatch, Info(), printer_is_accepting_jobs="false")
    path, before = tmp_path / "tray.pdf", page.pages
    told, (complaint,) = sent(page, Printer(path), qtbot, monkeypatch)
    assert complaint.startswith("“Attic” takes no pages at present.") and not told
    assert not path.exists() and page.pages is before


@pytest.mark.long
def test_a_printer_without_paper_keeps_the_pages_waiting(
    page: PrintPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    says(monkeypatch, Info(), printer_state_reasons="media-empty-error")
    told, complained = sent(page, Printer(tmp_path / "tray.pdf"), qtbot, monkeypatch)
    assert told == ["The pages wait at “Attic”: it has no paper."] and not complained


@pytest.mark.long
def test_what_a_printer_finds_out_when_it_is_to_print_is_told_later(
    page: PrintPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told, _complained = sent(page, Printer(tmp_path / "tray.pdf"), qtbot, monkeypatch)
    assert told == ["The pages are on their way to “Attic”."] and page._check_timer.isActive()
    says(monkeypatch, Info(), printer_state_reasons="connecting-to-device")
    heard: list[str] = []
    page.message.connect(heard.append)
    page._check_timer.timeout.emit()
    assert heard == ["The pages wait at “Attic”: it has not been reached yet."]
    says(monkeypatch, Info())
    page._check_timer.timeout.emit()
    assert len(heard) == 1


@pytest.mark.parametrize("state", shortly([State.Error, State.Aborted]))
def test_a_printer_that_breaks_off_is_told(
    page: PrintPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, state: State
) -> None:
    told, (complaint,) = sent(page, Printer(tmp_path / "tray.pdf", state), qtbot, monkeypatch)
    assert complaint == "“Attic” broke off; some pages may lie there." and not told


@pytest.mark.qt_log_ignore("Returned false")
def test_a_printer_that_cannot_begin_is_told(
    page: PrintPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told, (complaint,) = sent(page, Printer(tmp_path / "nowhere" / "tray.pdf"), qtbot, monkeypatch)
    assert complaint == "It takes no pages. See whether it is still there, switched on, and has room." and not told
    assert page.summary.save.isEnabled()


def test_a_tab_that_closes_lets_the_printer_have_all_pages(
    page: PrintPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "tray.pdf"
    monkeypatch.setattr(print_page, "ask_printer", lambda _parent, pages, _name: (Printer(path), pages))
    QTest.mouseClick(page.summary.print, Qt.MouseButton.LeftButton)
    assert page.pages is not None and page.about_to_close()
    assert len(pypdfium2.PdfDocument(path)) == len(page.pages.pages)


def test_fronts_without_backs_get_an_empty_page_where_both_sides_are_printed(
    page: PrintPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened = load_layout(str(BASE))
    pages = build_printout(opened.game.sketch.cut_outs(opened.body), PrintOptions(), "Base", "Game")
    leaves = with_empty_backs(pages).pages
    assert [page for page in leaves if page.pictures] == list(pages.pages)
    fronts, backs = leaves[::2], leaves[1::2]
    assert not any(page.is_back for page in fronts) and all(page.is_back for page in backs)
    assert len(fronts) == pages.sheets
    assert page.pages is not None
    says(monkeypatch, Info(modes=(Duplex.DuplexNone, Duplex.DuplexLongSide)))
    path = tmp_path / "tray.pdf"
    sent(page, Printer(path, duplex=Duplex.DuplexLongSide), qtbot, monkeypatch)
    assert len(pypdfium2.PdfDocument(path)) == len(with_empty_backs(page.pages).pages)
