"""When the checks ended and how long they took, in the head of the panel; what is going on while they have not."""

from __future__ import annotations

import re
import threading

import pytest
from pytestqt.qtbot import QtBot

from studio.core.cancellation import CancelToken
from studio.core.problems import Problem, Severity
from studio.gui.editor.page import EditorPage
from studio.gui.editor.problems.panel import duration_text
from studio.gui.editor.problems.problem_groups import VerifyState
from tests.gui.editor.toy import SEA, Toy, cape, toy_body


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.0, "1 ms"), (0.0124, "12 ms"), (0.099, "99 ms"), (0.1, "0.1 s"), (0.44, "0.4 s"), (4.9, "4.9 s"), (5.2, "5 s")],
)
def test_durations_in_words(seconds: float, words: str) -> None:
    assert duration_text(seconds) == words


def test_it_is_told_when_the_checks_have_ended_and_what_they_took(page: EditorPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: page.problem_controller.verifier.state is VerifyState.HOLDS)
    assert re.fullmatch(r"checked just now · \d+ ms", page.problems.verify_status.note)
    assert page.problems.verify_status.accessibleDescription() == page.problems.verify_status.note


def test_while_a_proof_is_on_its_way_that_is_told(page: EditorPage, qtbot: QtBot) -> None:
    game = page.document.game.checks
    assert isinstance(game, Toy)
    qtbot.waitUntil(lambda: page.problem_controller.verifier.state is VerifyState.HOLDS)
    game.gate = threading.Event()
    page.document.apply("cape", game.stamp(toy_body(page.document.body), 8, cape(1)))
    assert page.problems.verify_status.note == "checking …"
    game.gate.set()
    qtbot.waitUntil(lambda: page.problems.verify_status.note.startswith("checked just now"))


def test_a_proof_that_was_stopped_is_told_as_such(
    page: EditorPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def undecided(_self: Toy, _body: object, _patience: CancelToken) -> list[Problem]:
        return [Problem("toy.undecided", Severity.INFO, "Not found out in time.")]

    monkeypatch.setattr(Toy, "verify", undecided)
    page.problem_controller.check_all()
    qtbot.waitUntil(lambda: page.problem_controller.verifier.state is VerifyState.UNKNOWN)
    assert re.fullmatch(r"stopped after \d+ ms", page.problems.verify_status.note)


def test_every_look_counts_and_ignoring_is_none(page: EditorPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: page.problem_controller.verifier.state is VerifyState.HOLDS)
    told: list[str] = []
    page.document.apply("cape", page.document.game.editing.stamp(page.document.body, 2, cape()))
    qtbot.waitUntil(lambda: page.problem_controller.verifier.state is VerifyState.HOLDS)
    page.problems.checked_time.changed.connect(lambda: told.append(page.problems.checked_time.text))
    page.document.ignore(page.document.problems, "fine")
    assert told == []
    page.document.recheck()
    assert told == ["just now"]


def test_with_errors_every_stroke_is_checked_anew(page: EditorPage) -> None:
    document = page.document
    document.apply("none", document.game.editing.set_field(document.body, -1, "seas", 0))
    told: list[str] = []
    page.problems.checked_time.changed.connect(lambda: told.append(page.problems.verify_status.note))
    for cell in (7, 8):
        document.apply("sea", document.game.editing.stamp(document.body, cell, SEA))
    assert len(told) >= 2 and page.problem_controller.verifier.state is VerifyState.IDLE
    assert all(re.fullmatch(r"checked just now · \d+ ms", words) for words in told[1:])
