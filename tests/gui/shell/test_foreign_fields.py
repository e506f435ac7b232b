"""What a newer program wrote into a match's file stays there when the match goes on and is saved, and is told of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.documents.store import record_text
from studio.games import slugs
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.shell.main_window import MainWindow
from studio.services.loading import load_layout, start_match, to_layout, to_record


def foreign(folder: Path) -> Path:
    """A match with a field that nobody knows in it, in its layout, and a schema by a relative path."""
    opened = load_layout(shipped_layouts(slugs()[0])[0])
    record = to_record(start_match(opened, 2, seed=4), to_layout(opened), ["Ada", "Bento"], ["human", "human"])
    raw = json.loads(record_text(record))
    raw["weather"] = {"wind": "west"}
    raw["layout"]["mood"] = "calm"
    raw["$schema"] = "../schemas/match.schema.json"
    path = folder / "match.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    return path


def test_fields_that_nobody_knows_are_told_of_and_kept(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", lambda *_arguments: "discard")
    settings().set_value("motion", False)
    (tmp_path / "evening").mkdir()
    path = foreign(tmp_path / "evening")
    window = MainWindow()
    qtbot.addWidget(window)
    messages: list[str] = []
    monkeypatch.setattr(window, "show_toast", messages.append)
    page = window.open_path(path)
    assert isinstance(page, PlayPage)
    (remark,) = messages
    assert "2 fields" in remark and "weather" in remark and "$.layout.mood" in remark and "are kept" in remark
    page.controller.confirm_handover()
    page.controller.play(page.controller.choices.actions[0])
    assert page.file.write(path)
    again = json.loads(path.read_text("utf-8"))
    assert (again["weather"], again["layout"]["mood"]) == ({"wind": "west"}, "calm")
    assert len(again["log"]) == 1 and again["$schema"] == "../schemas/match.schema.json"
    elsewhere = tmp_path / "kept" / "years" / "match.json"
    elsewhere.parent.mkdir(parents=True)
    assert page.file.write(elsewhere)
    assert json.loads(elsewhere.read_text("utf-8"))["$schema"] == "../../schemas/match.schema.json"
    page.about_to_close()
