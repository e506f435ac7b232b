"""Passports as files and on printers: the sheet of `studio.lab.passport.charts` in the fonts of the program."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSize
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget

from studio.core.text import _
from studio.gui.output.export import png_bytes, render_bytes
from studio.gui.style.sprites import export_theme
from studio.gui.style.stylesheet import TEXT_FAMILIES, load_fonts
from studio.lab.passport.charts import PAGE, passport_style, sheet, style_roles
from studio.lab.passport.data import Passport
from studio.services.loading import LoadedLayout

BOARD_WIDTH, PICTURE_SCALE = 900, 2  # pixels of the board's picture, and of a pixel of the sheet in a PNG
RESOLUTION = 300  # dots per inch on paper; Qt draws no text of an SVG at its default of 1,200


def sheet_svg(passport: Passport, opened: LoadedLayout) -> bytes:
    """The page as SVG, always in the light theme."""
    theme = export_theme("light", False)
    board = render_bytes(opened.game.sketch.sketch(opened.body, still=True), ".png", BOARD_WIDTH, theme)
    style = passport_style({role: theme.color(role).name() for role in style_roles()})
    family = f"svg text{{font-family:{TEXT_FAMILIES[0]}}}"
    return sheet(passport, board).to_svg(family + style).encode()


def passport_bytes(passport: Passport, opened: LoadedLayout, kind: str) -> bytes:
    """The page as the bytes of a file of this kind (".svg", ".png", ".pdf")."""
    load_fonts()
    svg = sheet_svg(passport, opened)
    if kind == ".svg":
        return svg
    if kind == ".png":
        image = QImage(QSize(*(round(PICTURE_SCALE * side) for side in PAGE)), QImage.Format.Format_RGB32)
        image.fill("white")
        with QPainter(image) as painter:
            QSvgRenderer(svg).render(painter, QRectF(image.rect()))
        return png_bytes(image)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(_("Fairness passport"))
    writer.setResolution(RESOLUTION)
    with QPainter(writer) as painter:
        QSvgRenderer(svg).render(painter, QRectF(0, 0, writer.width(), writer.height()))
    return bytes(buffer.data().data())


def print_passport(parent: QWidget, passport: Passport, opened: LoadedLayout) -> None:
    """Ask for a printer and print the page."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(_("Fairness passport"))
    printer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    printer.setFullPage(True)
    printer.setResolution(RESOLUTION)
    if QPrintDialog(printer, parent).exec() == QPrintDialog.DialogCode.Accepted:
        with QPainter(printer) as painter:
            QSvgRenderer(sheet_svg(passport, opened)).render(painter, QRectF(0, 0, printer.width(), printer.height()))
