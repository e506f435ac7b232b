"""Verification in a thread: the newest body wins, stale results are dropped, strokes never wait."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from studio.core.problems import Problem
from studio.gui.editor.problems.problem_groups import VERIFY_SECONDS, Verifier, VerifyState
from tests.gui.editor.toy import SEA, Toy, blank
from tests.toy import toy_game


@pytest.fixture
def toy() -> Toy:
    return Toy(gate=threading.Event())


@pytest.fixture
def prover(toy: Toy, qtbot: QtBot) -> Iterator[Verifier]:
    """A prover without the pause before a proof."""
    prover = Verifier(toy_game(toy), pause_ms=0)
    yield prover
    assert toy.gate is not None
    toy.gate.set()
    prover.close()
    assert not prover.is_busy


def test_an_answer_comes_back_to_the_window(prover: Verifier, toy: Toy, qtbot: QtBot) -> None:
    assert toy.gate is not None
    toy.gate.set()
    with qtbot.waitSignal(prover.result_ready) as answer:
        prover.start(toy.stamp(blank(), 0, SEA))
        assert str(prover.state.value) == "checking"
    assert answer.args is not None
    assert [problem.code for problem in answer.args[0]] == ["toy.proof"]
    assert str(prover.state.value) == "fails"
    with qtbot.waitSignal(prover.result_ready) as answer:
        prover.start(blank())
    assert answer.args == [()]
    assert str(prover.state.value) == "holds"


def test_stale_answers_are_dropped_and_the_newest_is_proved(prover: Verifier, toy: Toy, qtbot: QtBot) -> None:
    assert toy.gate is not None
    answers: list[list[Problem]] = []
    prover.result_ready.connect(lambda found: answers.append(list(found)))
    prover.start(toy.stamp(blank(), 0, SEA))
    qtbot.waitUntil(lambda: prover.is_busy)
    prover.start(toy.stamp(blank(), 1, SEA))
    prover.start(toy.stamp(blank(), 2, SEA))
    assert prover.state is VerifyState.CHECKING
    toy.gate.set()
    qtbot.waitUntil(lambda: prover.state is VerifyState.HOLDS)
    assert answers == [[]], "the answer about the first body is not wanted any more"
    assert [body.at(2) for body in toy.proofs][-1] == SEA
    assert not any(body.at(1) == SEA for body in toy.proofs), "the body in between is never proved"


def test_forgetting(prover: Verifier, toy: Toy, qtbot: QtBot) -> None:
    assert toy.gate is not None
    answers: list[object] = []
    prover.result_ready.connect(answers.append)
    prover.start(blank())
    qtbot.waitUntil(lambda: prover.is_busy)
    prover.cancel()
    toy.gate.set()
    qtbot.waitUntil(lambda: not prover.is_busy)
    assert (answers, prover.state) == ([], VerifyState.IDLE)


def test_closing_waits_for_nobody_and_hears_nothing(toy: Toy, qtbot: QtBot) -> None:
    assert toy.gate is not None
    prover = Verifier(toy_game(toy), pause_ms=0)
    answers: list[object] = []
    prover.result_ready.connect(answers.append)
    prover.start(blank())
    qtbot.waitUntil(lambda: bool(toy.patiences))
    prover.close()
    assert not toy.proofs and not prover.is_busy, "the proof still runs, and nobody waits for it"
    assert toy.patiences[0].is_cancelled, "but it was cancelled"
    toy.gate.set()
    qtbot.waitUntil(lambda: len(toy.proofs) == 1)
    qtbot.wait(20)
    assert answers == []
    prover.start(blank())
    qtbot.wait(20)
    assert len(toy.proofs) == 1


def test_a_proof_that_nobody_wants_any_more_is_called_off(prover: Verifier, toy: Toy, qtbot: QtBot) -> None:
    assert toy.gate is not None
    prover.start(blank())
    qtbot.waitUntil(lambda: len(toy.patiences) == 1)
    assert not toy.patiences[0].is_cancelled and toy.patiences[0].seconds == VERIFY_SECONDS
    prover.start(toy.stamp(blank(), 1, SEA))
    assert toy.patiences[0].is_cancelled, "a newer body is asked about"
    toy.gate.set()
    qtbot.waitUntil(lambda: prover.state is VerifyState.HOLDS)
    assert not toy.patiences[1].is_cancelled
    toy.gate.clear()
    prover.start(blank())
    qtbot.waitUntil(lambda: len(toy.patiences) == 3)
    prover.cancel()
    assert toy.patiences[2].is_cancelled


def test_a_prover_that_dies_takes_nobody_along(toy: Toy, qtbot: QtBot) -> None:
    assert toy.gate is not None
    prover = Verifier(toy_game(toy), pause_ms=0)
    prover.start(blank())
    qtbot.waitUntil(lambda: prover.is_busy)
    prover.deleteLater()  # nobody closed it, and its proof is still running
    qtbot.wait(20)
    toy.gate.set()
    qtbot.waitUntil(lambda: len(toy.proofs) == 1)
    other = Verifier(toy_game(toy), pause_ms=0)
    with qtbot.waitSignal(other.result_ready):
        other.start(blank())
    other.close()


def test_a_bug_in_a_proof_is_not_lost(toy: Toy, qtbot: QtBot) -> None:
    assert toy.gate is not None
    toy.gate.set()
    toy.failure = RuntimeError("a bug")
    prover = Verifier(toy_game(toy), pause_ms=0)
    with qtbot.captureExceptions() as caught:
        prover.start(blank())
        qtbot.waitUntil(lambda: prover.state is VerifyState.UNKNOWN and bool(caught))
    assert [str(error) for _kind, error, _trace in caught] == ["a bug"]
    prover.close()


QUITTING = """
from PySide6.QtWidgets import QApplication
from studio.gui.background_task import BackgroundTask

app, begun = QApplication([]), []


def endless(_asked, patience):
    begun.append(patience)
    while True:
        patience.raise_if_cancelled()


inquiry = BackgroundTask(endless, "proofs", None, 0)
inquiry.start(1, immediately=True)
while not begun:
    app.processEvents()
if {closed}:
    inquiry.close()
print("gone")
"""


@pytest.mark.long
@pytest.mark.parametrize("closed", [False, True])
def test_a_program_that_ends_waits_for_no_proof(closed: bool) -> None:
    script = QUITTING.format(closed=closed)
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "gone\n", "")
