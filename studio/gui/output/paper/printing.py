"""Pages on their way to a printer: what it says of itself beforehand, and what holds the pages up there."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Generator, Mapping
from typing import NamedTuple

from PySide6.QtPrintSupport import QAbstractPrintDialog, QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QWidget

from studio.core.text import _
from studio.documents.files import DocumentError
from studio.drawing.paper.printout import Printout, with_empty_backs
from studio.gui.output.paper.pages import Tell, paint_pages
from studio.gui.style.theme import Theme

BOTH_SIDES = (QPrinter.DuplexMode.DuplexLongSide, QPrinter.DuplexMode.DuplexShortSide, QPrinter.DuplexMode.DuplexAuto)


class Standing(NamedTuple):
    """Why a printer takes no pages, and what those that it takes wait for; "" for nothing."""

    refusal: str = ""
    waits: str = ""


def ask_printer(parent: QWidget, pages: Printout, name: str) -> tuple[QPrinter, Printout] | None:
    """Ask for a printer and which pages; None when nothing is to be printed. `name` heads the job in its queue."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(name)
    printer.setFullPage(True)
    if pages.both_sides and _turns(printer):
        printer.setDuplex(QPrinter.DuplexMode.DuplexLongSide)
    dialog = QPrintDialog(printer, parent)
    dialog.setMinMax(1, len(pages.pages))
    if dialog.exec() != QPrintDialog.DialogCode.Accepted:
        return None
    if dialog.printRange() is QAbstractPrintDialog.PrintRange.PageRange:
        pages = pages._replace(pages=pages.pages[dialog.fromPage() - 1 : dialog.toPage()])
    return printer, pages


def printing(printer: QPrinter, pages: Printout, theme: Theme | None, tell: Tell) -> Generator[None, None, str]:
    """Paint pages on a printer step by step, with a `theme` as its lines only; what is to be said then.

    `tell` hears the number of each page that is begun.

    A printer that prints on both sides gets an empty page behind each front without a back. Raises `DocumentError`
    when it takes none, or fewer than there are.
    """
    name, is_file = printer.printerName(), bool(printer.outputFileName())
    if not is_file and (refusal := standing(name).refusal):
        raise DocumentError("", "", refusal)
    if printer.duplex() in BOTH_SIDES and _turns(printer):
        pages = with_empty_backs(pages)
    yield from paint_pages(printer, pages, printer.resolution(), theme, tell)
    if printer.printerState() in (QPrinter.PrinterState.Error, QPrinter.PrinterState.Aborted):
        raise DocumentError("", "", _("“{printer}” broke off; some pages may lie there.").format(printer=name))
    if is_file:
        return _("The pages are in {name}.").format(name=printer.outputFileName())
    if refusal := standing(name).refusal:
        raise DocumentError("", "", refusal)
    return waiting(name) or _("The pages are on their way to “{printer}”.").format(printer=name)


def waiting(name: str) -> str:
    """What pages at a printer wait for, as a sentence; "" when they wait for nothing, as far as it tells."""
    reason = standing(name).waits
    return _("The pages wait at “{printer}”: {reason}.").format(printer=name, reason=reason) if reason else ""


def standing(name: str) -> Standing:
    """How it stands with a printer, as far as it tells."""
    info = QPrinterInfo.printerInfo(name)
    if info.isNull():
        return Standing(_("There is no printer called “{printer}” any more.").format(printer=name))
    facts = queue_facts(name)
    if facts.get("printer-is-accepting-jobs") == "false":
        words = _("“{printer}” takes no pages at present. Choose another one, or see what is the matter with it.")
        return Standing(words.format(printer=name))
    told = facts.get("printer-state-reasons", "")
    for part, words in _reasons():
        if part in told:
            return Standing(waits=words)
    is_stopped = info.state() is QPrinter.PrinterState.Error
    return Standing(waits=_("it has been stopped") if is_stopped else "")


def _reasons() -> tuple[tuple[str, str], ...]:
    """What printers call the commonest reasons not to print (RFC 8011, 5.4.12), and what people call them."""
    return (
        ("media-empty", _("it has no paper")),
        ("media-needed", _("it asks for paper")),
        ("media-jam", _("paper is stuck in it")),
        ("toner-empty", _("it has no toner")),
        ("marker-supply-empty", _("it has no ink")),
        ("cover-open", _("its cover is open")),
        ("door-open", _("its door is open")),
        ("offline", _("it cannot be reached")),
        ("timed-out", _("it cannot be reached")),
        ("connecting-to-device", _("it has not been reached yet")),
        ("shutdown", _("it is switched off")),
        ("paused", _("it is paused")),
    )


def _turns(printer: QPrinter) -> bool:
    """Whether it prints on both sides by itself."""
    modes = QPrinterInfo.printerInfo(printer.printerName()).supportedDuplexModes()
    return any(mode in BOTH_SIDES for mode in modes)


# what the queue says, where CUPS keeps it: Qt tells whether a printer is stopped, but not whether it takes jobs


class _Option(ctypes.Structure):
    _fields_ = (("name", ctypes.c_char_p), ("value", ctypes.c_char_p))


class _Destination(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("instance", ctypes.c_char_p),
        ("is_default", ctypes.c_int),
        ("num_options", ctypes.c_int),
        ("options", ctypes.POINTER(_Option)),
    )


def queue_facts(name: str) -> Mapping[str, str]:
    """What a queue says of itself by the names of RFC 8011; nothing where there is no CUPS."""
    if not sys.platform.startswith("linux"):
        return {}
    try:
        cups = ctypes.CDLL("libcups.so.2")
    except OSError:
        return {}
    cups.cupsGetNamedDest.restype = ctypes.POINTER(_Destination)
    cups.cupsGetNamedDest.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p)
    cups.cupsFreeDests.argtypes = (ctypes.c_int, ctypes.POINTER(_Destination))
    found = cups.cupsGetNamedDest(None, name.encode(), None)
    if not found:
        return {}
    queue = found.contents
    options = [queue.options[index] for index in range(queue.num_options)]
    facts = {option.name.decode(): option.value.decode("utf-8", "replace") for option in options}
    cups.cupsFreeDests(1, found)
    return facts
