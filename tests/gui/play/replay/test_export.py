"""Export of matches as text and animation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pytestqt.qtbot import QtBot

from studio.core.game import EVERYBODY, Event
from studio.gui.board.painter import run_steps
from studio.gui.output.animation import animation_steps
from studio.gui.page import SeatSetup
from studio.gui.play.controller import MatchController
from studio.gui.play.page import PlayPage
from studio.gui.play.replay import export
from studio.gui.play.replay.export import (
    AnimationExportDialog,
    ExportMatchDialog,
    ExportOptions,
    available_viewers,
    export_match,
    text_lines,
)
from studio.gui.style.theme import DARK, LIGHT
from studio.gui.widgets import PrimaryButton
from tests.gui.play.conftest import PageOpener
from tests.gui.play.worlds import layout, random_match


@pytest.fixture
def played(pages: PageOpener) -> PlayPage:
    page = pages("human", "human")
    for _move in range(4):
        page.controller.confirm_handover()
        page.controller.play(page.controller.choices.actions[0])
    page.controller.confirm_handover()
    return page


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Any]:
    """The dialogs answer by themselves: `set` changes what one asks, `path` is where, `film` how painting ends."""
    answers: dict[str, Any] = {"path": tmp_path / "match.out", "set": lambda _dialog: None, "film": "done"}

    def ask(self: ExportMatchDialog) -> str:
        answers["set"](self)
        self.deleteLater()
        return "go" if self.export_button.isEnabled() else ""

    def film(self: AnimationExportDialog) -> str:
        if answers["film"]:
            self.animation = run_steps(self._work)
        self.finish(answers["film"])
        self.deleteLater()
        return self.choice

    monkeypatch.setattr(ExportMatchDialog, "ask", ask)
    monkeypatch.setattr(AnimationExportDialog, "ask", film)
    monkeypatch.setattr(export, "ask_save_path", lambda *_words: answers["path"])
    return answers


def test_text_is_written_with_bookmarks_from_and_to(played: PlayPage, answered: dict[str, Any]) -> None:
    played.controller.annotations.set_bookmark(played.controller.match.line()[2], "look here")

    def part(dialog: ExportMatchDialog) -> None:
        dialog.kind.button("text").click()
        dialog.first.set_value(2)
        dialog.last.set_value(3)
        dialog._update_summary()
        assert (
            dialog.size_.isHidden() and not dialog.clauses.isHidden() and "2 positions" in dialog.summary_label.text()
        )

    answered["set"] = part
    assert "match.out" in export_match(played, played.controller, "match", "Gulf", LIGHT)
    lines = answered["path"].read_text(encoding="utf-8").splitlines()
    assert lines[0].endswith("Gulf") and lines[1] == "Ada, Bento"
    assert any("look here" in line for line in lines)
    assert {line[:5].strip() for line in lines if line[:5].strip().isdigit()} == {"2", "3"}


def test_an_animation_is_written_unless_cancelled(played: PlayPage, answered: dict[str, Any]) -> None:
    answered["set"] = lambda dialog: dialog.size_.set_current("480")
    answered["film"] = ""
    assert export_match(played, played.controller, "match", "", LIGHT) == "The image was not saved."
    assert not answered["path"].exists()
    answered["film"] = "done"
    assert "Saved" in export_match(played, played.controller, "match", "", LIGHT)
    with Image.open(answered["path"]) as image:
        assert image.width <= 480 and 1 < image.n_frames <= 5  # type: ignore[attr-defined]


def test_an_empty_range_cannot_be_exported(played: PlayPage, answered: dict[str, Any]) -> None:
    def wrong(dialog: ExportMatchDialog) -> None:
        assert dialog.theme_choice.current() == "light", "in a dark window too"
        dialog.first.set_value(3)
        dialog.last.set_value(1)
        dialog._update_summary()
        assert not dialog.export_button.isEnabled()

    answered["set"] = wrong
    assert export_match(played, played.controller, "match", "", DARK) == ""


def test_painting_can_be_cancelled(played: PlayPage, qtbot: QtBot) -> None:
    controller = played.controller
    nodes = controller.match.line()
    pictures = [controller.match.game.picture.picture(node.state, EVERYBODY) for node in nodes]
    dialog = AnimationExportDialog(played, animation_steps(pictures, 120, LIGHT, 100), len(nodes))
    with qtbot.waitSignal(dialog.finished):
        pass
    assert dialog.choice == "done" and dialog.animation is not None and dialog.animation.frames
    other = AnimationExportDialog(played, animation_steps(pictures, 120, LIGHT, 100), len(nodes))
    other.findChildren(PrimaryButton)[0].click()
    assert other.animation is None and other.choice == "" and not other._timer.isActive()


def test_a_running_match_is_exported_as_its_viewer_sees_it(qtbot: QtBot) -> None:
    match = random_match(layout("neue_entdecker", 30), 2, 5, 60)
    assert not match.is_over
    controller = MatchController(match, [SeatSetup("Ada"), SeatSetup("Bot", "random")])
    controller.set_paused(True)
    controller.begin()
    assert available_viewers(controller) == [0, EVERYBODY]
    node = match.node
    node.events.append(Event("learnt", "what Bento knows", 1, private_to=1))
    node.events.append(Event("learnt", "what Ada knows", 0, private_to=0))

    def exported_text(seat: int) -> str:
        return "\n".join(text_lines(controller, ExportOptions(True, 0, 999, seat, 480, 100, LIGHT, False), ""))

    assert "what Ada knows" in exported_text(0) and "what Bento knows" not in exported_text(0)
    assert "what Ada knows" not in exported_text(EVERYBODY) and "what Bento knows" not in exported_text(EVERYBODY)
    match.analysis = True
    assert available_viewers(controller) == [EVERYBODY, 0, 1] and "what Bento knows" in exported_text(EVERYBODY)
    controller.close()
