"""Whether this installation is whole, as far as Qt can tell: screens, typefaces, pictures; and a dialog."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6 import __version__ as binding
from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication, QImageReader

from studio.core.text import _
from studio.gui.shell.desktop.libraries import libraries
from studio.opening.installation import Looked, lines, looked_into

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from studio.gui.widgets.dialogs import HouseDialog

WANTED = {"png", "svg", "jpeg"}
"""Kinds of pictures that are read."""


def looked_into_window() -> Iterator[Looked]:
    """What only Qt can tell, one thing after the other. There is an application."""
    screens = ", ".join(
        f"{screen.size().width()}×{screen.size().height()} ({screen.devicePixelRatio():g}×)"
        for screen in QGuiApplication.screens()
    )
    words = _("Qt {version} (PySide6 {binding}) on {platform}, screens: {screens}")
    told = words.format(version=qVersion(), binding=binding, platform=QGuiApplication.platformName(), screens=screens)
    yield Looked(_("Window system"), bool(screens), told)
    yield _typefaces()
    kinds = {bytes(kind.data()).decode() for kind in QImageReader.supportedImageFormats()}
    lacking = sorted(WANTED - kinds)
    yield Looked(_("Pictures"), not lacking, ", ".join(sorted(WANTED)) if not lacking else _lacking(lacking))


def _typefaces() -> Looked:
    from studio.gui.style.fonts import DISPLAY_FAMILIES, TEXT_FAMILIES, load_fonts

    there = load_fonts()
    lacking = [names[-1] for names in (DISPLAY_FAMILIES, TEXT_FAMILIES) if not set(names) & set(there)]
    return Looked(_("Typefaces"), not lacking, ", ".join(there) if not lacking else _lacking(lacking))


def _lacking(names: list[str]) -> str:
    return _("Missing: {names}.").format(names=", ".join(names))


def installation_dialog(parent: QWidget | None) -> HouseDialog:
    """What was found, in a dialog with the words to be copied."""
    from studio.gui.widgets.dialogs import HouseDialog, facts

    looked = [*looked_into(), libraries(), *looked_into_window()]
    is_whole = all(one.is_fine for one in looked)
    heading = _("This installation is whole") if is_whole else _("Something is amiss with this installation")
    dialog = HouseDialog(parent, heading, "tick" if is_whole else "warning", "accent" if is_whole else "warning")
    dialog.body.addWidget(facts([(one.what, one.words if one.is_fine else f"✗ {one.words}") for one in looked]))
    copier = dialog.add_button("copy", _("Copy"), icon="copy")
    copier.clicked.disconnect()
    copier.clicked.connect(lambda: put_on_clipboard("\n".join(lines(looked))))
    dialog.add_button("close", _("Close"), filled=True)
    return dialog


def put_on_clipboard(words: str) -> None:
    """Have words ready to be put into a letter."""
    QGuiApplication.clipboard().setText(words)
