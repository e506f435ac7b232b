"""The About dialog with the licences of all components, and the dialog that checks the installation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6 import __version__ as binding
from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication, QImageReader
from PySide6.QtWidgets import QListWidget, QPlainTextEdit, QWidget

from studio import __version__
from studio.core.text import _, plural
from studio.documents.components import BundledComponent, components
from studio.gui.style.icons import Logo
from studio.gui.style.stylesheet import text_font
from studio.gui.widgets import Card, PlainButton, text_label, title_label
from studio.gui.widgets.actions import plain_view
from studio.gui.widgets.cards import hbox, vbox
from studio.gui.widgets.dialogs import AppDialog, facts
from studio.services.diagnostics import CheckResult, report_lines, run_diagnostics
from studio.services.libraries import check_libraries

LIST = 260
TEXT = (620, 360)


def about_dialog(parent: QWidget | None) -> AppDialog:
    dialog = AppDialog(parent, "Explorer Studio")
    dialog.heading.setText(_("Explorer Studio"))
    version = _("Version {number}").format(number=__version__)
    text = _(
        "Design layouts for exploration board games, check them as you draw, and play them. All "
        "artwork is original. The games are the work of their authors; this program is not "
        "affiliated with their publishers."
    )
    found = components()
    made = plural(
        "The program is free software under the MIT licence. It contains {n} component with its own licence.",
        "The program is free software under the MIT licence. It contains {n} components, each with its own licence.",
        len(found) - 1,
    ).format(n=len(found) - 1)
    labels = text_label(version, "gold", 14), text_label(text, wrap=True), text_label(made, "second", wrap=True)
    dialog.body.addLayout(hbox(vbox(Logo(96), 1), (vbox(*labels, 1, spacing=6), 1), spacing=18))
    opener = PlainButton(_("Licences…"), "book", act=lambda: Licences(dialog, found).ask())
    opener.setObjectName("licences")
    dialog.buttons.insertWidget(0, opener)
    dialog.add_button("close", _("Close"), filled=True)
    dialog.setMinimumWidth(600)
    return dialog


class Licences(AppDialog):
    """A list of the components, and the licence of the selected one."""

    def __init__(self, parent: QWidget | None, found: list[BundledComponent]) -> None:
        super().__init__(parent, _("Licences"), "book")
        self.components = found
        self.list = QListWidget(self)
        self.list.ensurePolished()  # before rows are measured
        plain_view(self.list, _("Components"))
        self.list.addItems([part.name for part in found])
        self.list.currentRowChanged.connect(self._show_part)
        card = Card(padding=6)
        card.setFixedWidth(LIST)
        card.body.addWidget(self.list)
        self.name = title_label("", 18)
        self.name.setWordWrap(True)
        self.owner = text_label("", "second", 13, wrap=True)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setFont(text_font(13))
        self.text.setAccessibleName(_("Licence text"))
        self.text.setMinimumSize(*TEXT)
        head = vbox(self.name, self.owner, spacing=4)
        self.body.addLayout(hbox(card, (vbox(head, (self.text, 1), spacing=8), 1), spacing=16), 1)
        self.add_button("close", _("Close"), filled=True)
        self.list.setCurrentRow(0)
        self.setMinimumWidth(LIST + TEXT[0] + 60)

    def _show_part(self, row: int) -> None:
        part = self.components[row]
        self.name.setText(f"{part.name} {part.version}".strip())
        remark = " · ".join(filter(None, (part.licence, part.owner)))
        self.owner.setText(remark)
        self.owner.setVisible(bool(remark))
        self.text.setPlainText(part.text or _("The text of this licence is not installed."))


# Check of the installation: screens, fonts, images.

IMAGE_FORMATS = {"png", "svg", "jpeg"}


def check_window_support() -> Iterator[CheckResult]:
    """Check window system, fonts and image formats. Needs an application."""
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
    yield _check_names(_("Images"), sorted(IMAGE_FORMATS), lacking)


def _check_fonts() -> CheckResult:
    from studio.gui.style.stylesheet import DISPLAY_FAMILIES, TEXT_FAMILIES, load_fonts

    there = load_fonts()
    lacking = [names[-1] for names in (DISPLAY_FAMILIES, TEXT_FAMILIES) if not set(names) & set(there)]
    return _check_names(_("Fonts"), there, lacking)


def _check_names(title: str, names: Sequence[str], missing: Sequence[str]) -> CheckResult:
    text = _("Missing: {names}.").format(names=", ".join(missing)) if missing else ", ".join(names)
    return CheckResult(title, not missing, text)


def installation_dialog(parent: QWidget | None) -> AppDialog:
    """The results of all checks, with a button that copies them."""
    results = [*run_diagnostics(), check_libraries(), *check_window_support()]
    is_ok = all(result.is_ok for result in results)
    heading = _("This installation is complete") if is_ok else _("This installation has problems")
    dialog = AppDialog(parent, heading, "tick" if is_ok else "warning", "accent" if is_ok else "warning")
    rows = [(result.title, result.text if result.is_ok else f"✗ {result.text}") for result in results]
    dialog.body.addWidget(facts(rows))
    copier = dialog.add_button("copy", _("Copy"), icon="copy")
    copier.clicked.disconnect()
    copier.clicked.connect(lambda: copy_to_clipboard("\n".join(report_lines(results))))
    dialog.add_button("close", _("Close"), filled=True)
    return dialog


def copy_to_clipboard(words: str) -> None:
    QGuiApplication.clipboard().setText(words)
