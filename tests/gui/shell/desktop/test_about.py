"""What the program is made of can be read, every licence in full."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from studio.documents.components import components, license_texts
from studio.documents.paths import resources_dir
from studio.gui.shell.about import Licences, about_dialog


def test_every_part_has_the_text_of_its_licence() -> None:
    found = {part.name: part for part in components()}
    assert next(iter(found)) == "Explorer Studio"
    assert {"Python", "PySide6_Essentials", "networkx", "msgspec", "python-sat", "Qt", "ICU", "Cabin"} <= set(found)
    assert [part.name for part in found.values() if not part.text and part.name != "Python"] == []
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in found["Qt"].text and "GNU GENERAL PUBLIC LICENSE" in found["Qt"].text


def test_no_text_of_a_licence_lies_there_for_nobody() -> None:
    folder = resources_dir() / "licences"
    shown = msgspec.json.decode((folder / "parts.json").read_bytes())
    named = " ".join([one["licence"] for one in shown if "file" not in one])
    texts = {path.stem for path in folder.glob("*.txt")}
    assert {name for name in texts if name in named.split()} == texts - {"GPL-3.0-only"}
    assert all(license_texts(one["licence"]) for one in shown if "file" not in one)


def test_about_leads_to_the_licences(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Licences] = []
    monkeypatch.setattr(Licences, "ask", lambda dialog: shown.append(dialog))
    dialog = about_dialog(None)
    qtbot.addWidget(dialog)
    button = dialog.findChild(QPushButton, "licences")
    assert button is not None
    button.click()
    (licences,) = shown
    assert licences.name.text().startswith("Explorer Studio")
    assert "Permission is hereby granted" in licences.text.toPlainText()
    (garamond,) = [row for row, part in enumerate(licences.components) if part.name == "EB Garamond"]
    licences.list.setCurrentRow(garamond)
    assert licences.name.text() == "EB Garamond" and licences.owner.text() == "OFL-1.1 · Georg Duffner"
    assert "SIL OPEN FONT LICENSE" in licences.text.toPlainText()
