"""Paints pages on paint devices: PDF at actual size, printers, previews.
Boards and pieces are painted as fine pixels or, to save ink, as lines; marks are always lines and text. Lengths are in
millimetres.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Generator, Mapping
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter, QTransform
from PySide6.QtPrintSupport import QAbstractPrintDialog, QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QWidget

from studio.core.picture import Picture
from studio.core.text import _
from studio.documents.files import DocumentError
from studio.drawing.print_layout import Page, PlacedPicture
from studio.drawing.print_sheets import Printout, with_empty_backs
from studio.gui.board.painter import ShapePainter, paint_in_steps, run_steps, set_render_hints
from studio.gui.board.shape_cache import bounds_rect, outline_path
from studio.gui.style.stylesheet import load_fonts
from studio.gui.style.theme import LIGHT, Theme

INCH = 25.4
RASTER_DPI = 240  # DPI of what is painted as pixels
DEVICE = 1200  # DPI in which marks are placed

PageCallback = Callable[[int], object]


class PictureCache:
    """Painted pictures, shared by all places that show them."""

    def __init__(self, theme: Theme, dots: float) -> None:
        self._theme, self._dpi = theme, dots
        self._images: dict[tuple[int, float], tuple[Picture, QImage]] = {}

    def image(self, placed: PlacedPicture) -> Generator[None, None, tuple[QImage, QRectF]]:
        """Image of the visible part of a placed picture, and its region in the picture's units."""
        scale = abs(placed.across) / INCH * self._dpi
        whole_picture = bounds_rect(placed.picture)
        if whole_picture.width() * whole_picture.height() * scale * scale < 4e6:  # a piece, which comes again
            key = (id(placed.picture), scale)
            if key not in self._images:
                image = yield from _paint_on_white(placed.picture, self._theme, scale, whole_picture)
                self._images[key] = (placed.picture, image)
            return self._images[key][1], whole_picture
        seen = _visible_region(placed).intersected(whole_picture)
        corner = QPointF(int(seen.left() * scale) / scale, int(seen.top() * scale) / scale)
        snug = QRectF(corner, seen.size()).adjusted(-2 / scale, -2 / scale, 2 / scale, 2 / scale)
        image = yield from _paint_on_white(placed.picture, self._theme, scale, snug)
        left, top = round(snug.left() * scale) / scale, round(snug.top() * scale) / scale
        return image, QRectF(left, top, image.width() / scale, image.height() / scale)


def _paint_on_white(picture: Picture, theme: Theme, scale: float, region: QRectF) -> Generator[None, None, QImage]:
    painted = yield from paint_in_steps(picture, theme, scale, region)
    image = QImage(painted.size(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        painter.drawImage(0, 0, painted)
    return image


def _visible_region(placed: PlacedPicture) -> QRectF:
    """Region of a picture within its clip, in the picture's units."""
    box = outline_path((placed.clip,), True).boundingRect()
    found, _can = _page_transform(placed).inverted()
    return found.mapRect(box)


def _page_transform(placed: PlacedPicture) -> QTransform:
    """Transform from a picture's units to millimetres of the page."""
    turn = -1 if placed.is_upside_down else 1
    return QTransform(placed.across * turn, 0, 0, placed.down * turn, placed.x, placed.y)


def paint_page(
    painter: QPainter, page: Page, dots: float, plates: PictureCache | None, theme: Theme = LIGHT
) -> Generator[None]:
    """Paint a page step by step at `dots` DPI with its corner at the origin; without plates as lines only."""
    unit = dots / INCH
    set_render_hints(painter)
    for placed in page.pictures:
        painter.save()
        try:  # also restores the painter when the generator is closed early
            painter.setClipPath(QTransform.fromScale(unit, unit).map(outline_path((placed.clip,), True)))
            onto = _page_transform(placed) * QTransform.fromScale(unit, unit)
            if plates is not None:
                image, region = yield from plates.image(placed)
                painter.setTransform(onto, True)
                painter.drawImage(region, image, QRectF(image.rect()))
            else:
                scale, region = abs(placed.across) * unit, _visible_region(placed)
                painter.setTransform(QTransform.fromScale(1 / scale, 1 / scale) * onto, True)
                lines = ShapePainter(painter, placed.picture, theme, scale, 0, 0, region, vector=True)
                yield from lines.paint_layers()
        finally:
            painter.restore()
        yield
    yield from paint_marks(painter, page, unit)


def paint_marks(painter: QPainter, page: Page, unit: float) -> Generator[None]:
    """Paint only the marks of a page, at `unit` dots per millimetre."""
    region = QRectF(0, 0, page.wide, page.high)
    yield from ShapePainter(painter, page.marks, LIGHT, unit, 0, 0, region, vector=True).paint_layers()


def page_layout(page: Page) -> QPageLayout:
    """Paper of a page. Its margins are part of the page."""
    short, long = sorted((page.wide, page.high))
    size = QPageSize(QSizeF(short, long), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.FuzzyMatch)
    lies = QPageLayout.Orientation.Landscape if page.wide > page.high else QPageLayout.Orientation.Portrait
    layout = QPageLayout(size, lies, QMarginsF(0, 0, 0, 0))
    layout.setMode(QPageLayout.Mode.FullPageMode)
    return layout


def paint_pages(
    device: QPagedPaintDevice,
    pages: Printout,
    dots: float,
    theme: Theme | None,
    tell: PageCallback = lambda _number: None,
) -> Generator[None]:
    """Paint all pages on a device of `dots` DPI, step by step; with a `theme` as lines only.
    `tell` is called with the number of each page, from 1. Raises `DocumentError` if the device fails.
    """
    load_fonts()
    plates = PictureCache(LIGHT, RASTER_DPI) if theme is None else None
    painter = QPainter()
    device.setPageLayout(page_layout(pages.pages[0]))
    if not painter.begin(device):
        raise _write_error()
    try:
        for number, page in enumerate(pages.pages):
            if number:
                device.setPageLayout(page_layout(page))
                if not device.newPage():
                    raise _write_error()
            tell(number + 1)
            yield from paint_page(painter, page, dots, plates, theme or LIGHT)
    finally:
        painter.end()


def _write_error() -> DocumentError:
    text = _(
        "The pages were not accepted. Check that the printer is connected and ready, or that the disk has free space."
    )
    return DocumentError("", "", text)


def pdf_steps(
    pages: Printout, title: str, theme: Theme | None = None, tell: PageCallback = lambda _number: None
) -> Generator[None, None, bytes]:
    """Do `pdf_bytes` step by step; `tell` is called with the number of each page."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DEVICE)
    writer.setTitle(title)
    writer.setCreator("Explorer Studio")
    yield from paint_pages(writer, pages, DEVICE, theme, tell)
    return bytes(buffer.data().data())


def pdf_bytes(pages: Printout, title: str, theme: Theme | None = None) -> bytes:
    """The pages as the bytes of a PDF. Requires a QGuiApplication."""
    return run_steps(pdf_steps(pages, title, theme))


def page_image(
    page: Page, dots: float, plates: PictureCache | None, theme: Theme = LIGHT
) -> Generator[None, None, QImage]:
    """Paint a page as it will look on paper, at `dots` DPI, step by step."""
    image = QImage(
        round(page.wide / INCH * dots), round(page.high / INCH * dots), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.fill(QColor(Qt.GlobalColor.white))
    with QPainter(image) as painter:
        yield from paint_page(painter, page, dots, plates, theme)
    return image


# Printers

BOTH_SIDES = (QPrinter.DuplexMode.DuplexLongSide, QPrinter.DuplexMode.DuplexShortSide, QPrinter.DuplexMode.DuplexAuto)


class PrinterStatus(NamedTuple):
    """Why a printer rejects pages, and what accepted pages wait for; "" for nothing."""

    refusal: str = ""
    wait_reason: str = ""


def ask_printer(parent: QWidget, pages: Printout, name: str) -> tuple[QPrinter, Printout] | None:
    """Prompt for a printer and pages, None if cancelled. `name` is the title of the print job."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(name)
    printer.setFullPage(True)
    if pages.duplex_sheets and _has_duplex(printer):
        printer.setDuplex(QPrinter.DuplexMode.DuplexLongSide)
    dialog = QPrintDialog(printer, parent)
    dialog.setMinMax(1, len(pages.pages))
    if dialog.exec() != QPrintDialog.DialogCode.Accepted:
        return None
    if dialog.printRange() is QAbstractPrintDialog.PrintRange.PageRange:
        pages = pages._replace(pages=pages.pages[dialog.fromPage() - 1 : dialog.toPage()])
    return printer, pages


def print_steps(
    printer: QPrinter, pages: Printout, theme: Theme | None, tell: PageCallback
) -> Generator[None, None, str]:
    """Print pages step by step, with a `theme` as lines only; return a message.
    `tell` is called with the number of each page. On a duplex printer each front without a back gets an empty page.
    Raises `DocumentError` if the printer rejects pages.
    """
    name, is_file = printer.printerName(), bool(printer.outputFileName())
    if not is_file and (refusal := printer_status(name).refusal):
        raise DocumentError("", "", refusal)
    if printer.duplex() in BOTH_SIDES and _has_duplex(printer):
        pages = with_empty_backs(pages)
    yield from paint_pages(printer, pages, printer.resolution(), theme, tell)
    if printer.printerState() in (QPrinter.PrinterState.Error, QPrinter.PrinterState.Aborted):
        raise DocumentError("", "", _("“{printer}” stopped. Some pages may already be printed.").format(printer=name))
    if is_file:
        return _("The pages were saved in {name}.").format(name=printer.outputFileName())
    if refusal := printer_status(name).refusal:
        raise DocumentError("", "", refusal)
    return wait_text(name) or _("The pages were sent to “{printer}”.").format(printer=name)


def wait_text(name: str) -> str:
    """What pages at a printer wait for, as a sentence; "" if nothing is known."""
    reason = printer_status(name).wait_reason
    return _("The pages are waiting at “{printer}”: {reason}.").format(printer=name, reason=reason) if reason else ""


def printer_status(name: str) -> PrinterStatus:
    """Status of a printer, as far as it is known."""
    info = QPrinterInfo.printerInfo(name)
    if info.isNull():
        return PrinterStatus(_("The printer “{printer}” is no longer available.").format(printer=name))
    facts = queue_facts(name)
    if facts.get("printer-is-accepting-jobs") == "false":
        text = _("“{printer}” does not accept pages at the moment. Check the printer or choose another one.")
        return PrinterStatus(text.format(printer=name))
    reported = facts.get("printer-state-reasons", "")
    for part, text in _reasons():
        if part in reported:
            return PrinterStatus(wait_reason=text)
    is_stopped = info.state() is QPrinter.PrinterState.Error
    return PrinterStatus(wait_reason=_("printer stopped") if is_stopped else "")


def _reasons() -> tuple[tuple[str, str], ...]:
    """The most common IPP reasons (RFC 8011, 5.4.12) and their texts."""
    return (
        ("media-empty", _("out of paper")),
        ("media-needed", _("paper required")),
        ("media-jam", _("paper jam")),
        ("toner-empty", _("out of toner")),
        ("marker-supply-empty", _("out of ink")),
        ("cover-open", _("cover open")),
        ("door-open", _("door open")),
        ("offline", _("not reachable")),
        ("timed-out", _("not reachable")),
        ("connecting-to-device", _("connecting")),
        ("shutdown", _("switched off")),
        ("paused", _("paused")),
    )


def _has_duplex(printer: QPrinter) -> bool:
    modes = QPrinterInfo.printerInfo(printer.printerName()).supportedDuplexModes()
    return any(mode in BOTH_SIDES for mode in modes)


# CUPS queues: Qt knows whether a printer is stopped, but not whether it accepts jobs


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
    """Attributes of a CUPS queue by their RFC 8011 names; empty without CUPS."""
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
