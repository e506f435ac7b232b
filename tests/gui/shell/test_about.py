"""About: the licences of all components, and the check of the installation."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from studio.documents.components import components, license_texts
from studio.documents.paths import resources_dir
from studio.gui.shell.about import Licences, about_dialog, installation_dialog
from tests.helpers import not_none


def test_every_component_has_its_licence_text() -> None:
    found = {part.name: part for part in components()}
    assert next(iter(found)) == "Explorer Studio"
    assert {"Python", "PySide6_Essentials", "networkx", "msgspec", "python-sat", "Qt", "ICU", "Cabin"} <= set(found)
    assert [part.name for part in found.values() if not part.text and part.name != "Python"] == []
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in found["Qt"].text and "GNU GENERAL PUBLIC LICENSE" in found["Qt"].text


def test_every_licence_text_belongs_to_a_component() -> None:
    folder = resources_dir() / "licences"
    parts = msgspec.json.decode((folder / "parts.json").read_bytes())
    licences = [part["licence"] for part in parts if "file" not in part]
    names = " ".join(licences).split()
    texts = {path.stem for path in folder.glob("*.txt")}
    assert {name for name in texts if name in names} == texts - {"GPL-3.0-only"}
    assert all(map(license_texts, licences))


def test_about_shows_the_licences(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Licences] = []
    monkeypatch.setattr(Licences, "ask", lambda dialog: shown.append(dialog))
    dialog = about_dialog(None)
    qtbot.addWidget(dialog)
    button = not_none(dialog.findChild(QPushButton, "licences"))
    button.click()
    (licences,) = shown
    assert licences.name.text().startswith("Explorer Studio")
    assert "Permission is hereby granted" in licences.text.toPlainText()
    (garamond,) = [row for row, part in enumerate(licences.components) if part.name == "EB Garamond"]
    licences.list.setCurrentRow(garamond)
    assert licences.name.text() == "EB Garamond" and licences.owner.text() == "OFL-1.1 · Georg Duffner"
    assert "SIL OPEN FONT LICENSE" in licences.text.toPlainText()


def test_check_of_the_installation_can_be_copied(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = installation_dialog(None)
    qtbot.addWidget(dialog)
    assert dialog.heading.text() == "This installation is complete"
    copied: list[str] = []
    monkeypatch.setattr("studio.gui.shell.about.copy_to_clipboard", copied.append)
    button = not_none(dialog.findChild(QPushButton, "copy"))
    button.click()
    assert "OK       Libraries" in copied[0] and not dialog.choice
