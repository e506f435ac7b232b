"""The About dialog with the licences of all components, and the dialog that checks the installation."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6 import __version__ as binding
from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication, QImageReader
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QPlainTextEdit, QVBoxLayout, QWidget

from studio import __version__
from studio.core.text import _, plural
from studio.documents.components import BundledComponent, components
from studio.gui.shell.libraries import check_libraries
from studio.gui.style.icons import Logo
from studio.gui.style.stylesheet import text_font
from studio.gui.widgets import Card, PlainButton, text_label, title_label
from studio.gui.widgets.actions import plain_view
from studio.gui.widgets.dialogs import AppDialog
from studio.services.diagnostics import CheckResult, report_lines, run_diagnostics

LIST = 260
TEXT = (620, 360)


def about_dialog(parent: QWidget | None) -> AppDialog:
    """What the program is, which version, and the way to the licences."""
    dialog = AppDialog(parent, "Explorer Studio")
    dialog.heading.setText(_("Explorer Studio"))
    top = QHBoxLayout()
    top.setSpacing(18)
    top.addWidget(Logo(96), 0, Qt.AlignmentFlag.AlignTop)
    column = QVBoxLayout()
    column.setSpacing(6)
    column.addWidget(text_label(_("Version {number}").format(number=__version__), "gold", 14))
    text = _(
        "Draw layouts for exploration board games, have them proved while you draw, and play them. "
        "All drawings are our own. The games are the work of their authors; this program is not "
        "connected with their publishers."
    )
    column.addWidget(text_label(text, "text", 14, wrap=True))
    found = components()
    made = plural(
        "It is free under the MIT licence, and so is the {n} part that it is made of, under its own.",
        "It is free under the MIT licence, and so are the {n} parts that it is made of, each under its own.",
        len(found) - 1,
    ).format(n=len(found) - 1)
    column.addWidget(text_label(made, "second", 14, wrap=True))
    column.addStretch(1)
    top.addLayout(column, 1)
    dialog.body.addLayout(top)
    opener = PlainButton(_("Licences…"), "book")
    opener.setObjectName("licences")
    opener.clicked.connect(lambda: Licences(dialog, found).ask())
    dialog.buttons.insertWidget(0, opener)
    dialog.add_button("close", _("Close"), filled=True)
    dialog.setMinimumWidth(600)
    return dialog


class Licences(AppDialog):
    """All parts beside each other, and the licence of one of them."""

    def __init__(self, parent: QWidget | None, found: list[BundledComponent]) -> None:
        super().__init__(parent, _("Licences"), "book")
        row = QHBoxLayout()
        row.setSpacing(16)
        self.components = found
        self.list = QListWidget(self)
        self.list.ensurePolished()  # rows are as high as those of the house from the start
        plain_view(self.list, _("Parts of the program"))
        self.list.addItems([part.name for part in found])
        self.list.currentRowChanged.connect(self._show_part)
        held = Card(padding=6)
        held.setFixedWidth(LIST)
        held.body.addWidget(self.list)
        row.addWidget(held)
        column = QVBoxLayout()
        column.setSpacing(4)
        self.name = title_label("", 18)
        self.name.setWordWrap(True)
        self.owner = text_label("", "second", 13, wrap=True)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setFont(text_font(13))
        self.text.setAccessibleName(_("Text of the licence"))
        self.text.setMinimumSize(*TEXT)
        column.addWidget(self.name)
        column.addWidget(self.owner)
        column.addSpacing(4)
        column.addWidget(self.text, 1)
        row.addLayout(column, 1)
        self.body.addLayout(row, 1)
        self.add_button("close", _("Close"), filled=True)
        self.list.setCurrentRow(0)
        self.setMinimumWidth(LIST + TEXT[0] + 60)

    def _show_part(self, row: int) -> None:
        part = self.components[row]
        self.name.setText(f"{part.name} {part.version}".strip())
        remark = " · ".join(filter(None, (part.licence, part.owner)))
        self.owner.setText(remark)
        self.owner.setVisible(bool(remark))
        self.text.setPlainText(part.text or _("No text of this licence is installed here."))


# Check of the installation: screens, fonts, images.

IMAGE_FORMATS = {"png", "svg", "jpeg"}
"""Kinds of pictures that are read."""


def check_window_support() -> Iterator[CheckResult]:
    """What only Qt can tell, one thing after the other. There is an application."""
    screens = ", ".join(
        f"{screen.size().width()}×{screen.size().height()} ({screen.devicePixelRatio():g}×)"
        for screen in QGuiApplication.screens()
    )
    text = _("Qt {version} (PySide6 {binding}) on {platform}, screens: {screens}")
    reported = text.format(
        version=qVersion(), binding=binding, platform=QGuiApplication.platformName(), screens=screens
    )
    yield CheckResult(_("Window system"), bool(screens), reported)
    yield _check_fonts()
    kinds = {bytes(kind.data()).decode() for kind in QImageReader.supportedImageFormats()}
    lacking = sorted(IMAGE_FORMATS - kinds)
    yield CheckResult(
        _("Pictures"), not lacking, ", ".join(sorted(IMAGE_FORMATS)) if not lacking else _missing_text(lacking)
    )


def _check_fonts() -> CheckResult:
    from studio.gui.style.stylesheet import DISPLAY_FAMILIES, TEXT_FAMILIES, load_fonts

    there = load_fonts()
    lacking = [names[-1] for names in (DISPLAY_FAMILIES, TEXT_FAMILIES) if not set(names) & set(there)]
    return CheckResult(_("Typefaces"), not lacking, ", ".join(there) if not lacking else _missing_text(lacking))


def _missing_text(names: list[str]) -> str:
    return _("Missing: {names}.").format(names=", ".join(names))


def installation_dialog(parent: QWidget | None) -> AppDialog:
    """What was found, in a dialog with the words to be copied."""
    from studio.gui.widgets.dialogs import AppDialog, facts

    looked = [*run_diagnostics(), check_libraries(), *check_window_support()]
    is_whole = all(one.is_ok for one in looked)
    heading = _("This installation is whole") if is_whole else _("Something is amiss with this installation")
    dialog = AppDialog(parent, heading, "tick" if is_whole else "warning", "accent" if is_whole else "warning")
    dialog.body.addWidget(facts([(one.title, one.text if one.is_ok else f"✗ {one.text}") for one in looked]))
    copier = dialog.add_button("copy", _("Copy"), icon="copy")
    copier.clicked.disconnect()
    copier.clicked.connect(lambda: copy_to_clipboard("\n".join(report_lines(looked))))
    dialog.add_button("close", _("Close"), filled=True)
    return dialog


def copy_to_clipboard(words: str) -> None:
    QGuiApplication.clipboard().setText(words)
