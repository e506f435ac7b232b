"""The soak test at its shortest: every part runs and can fail, finished work is saved, failures are reported."""

from __future__ import annotations

import signal
from functools import partial
from pathlib import Path

import msgspec
import pytest

from studio import __version__
from studio.core.text import sanitize
from studio.documents.store import read_record
from studio.games import slugs
from studio.services.loading import replay_record
from tests.contract.cases import CASES, SLOW
from tests.mutating import mutated
from tests.soak import ledger, rules, running, spoiling
from tests.soak.ledger import Ledger, Part, Progress
from tests.soak.running import STATE
from tests.soak.toy import at_the_window, endless, fine, planted


def kept(folder: Path) -> Ledger:
    return msgspec.json.decode((folder / STATE).read_bytes(), type=Ledger)


def test_finished_work_is_kept_and_the_next_run_continues(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few, more = Part("fine", "things", 4, fine, 2), Part("fine", "things", 6, fine, 2)
    texts = ["--workers", "1"]
    assert running.main([*texts, "--minutes", "1e-9"], [few], tmp_path) == 0
    assert running.main(texts, [few], tmp_path) == 0
    first = kept(tmp_path).parts["fine"].slices
    assert running.main(texts, [more], tmp_path) == 0
    account = kept(tmp_path).parts["fine"]
    assert account.done == 6 and list(account.slices) == [0, 1, 2]
    assert {number: account.slices[number] for number in first} == first, "nothing was done twice"
    shown = capsys.readouterr().out
    assert "fine: 4 of 4 things" in shown and "fine: 6 of 6 things" in shown and shown.endswith("Nothing failed.\n")
    found = kept(tmp_path)
    assert account.seconds > 0 and (found.version, found.commit) == (__version__, ledger.commit())


@pytest.mark.long
def test_what_fails_is_named_and_does_not_stop_the_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    part = Part("planted", "things", 8, planted, 2)
    assert running.main(["--workers", "2"], [part], tmp_path) == 1
    account = kept(tmp_path).parts["planted"]
    assert account.done == 8 and account.failures == 2 and len(account.slices) == 4
    failure, crash = account.slices[0].failures[0], account.slices[2].failures[0]
    assert failure.thing == 1 and failure.words.startswith("thing 1: ValueError planted in planted (toy.py:")
    assert Path(failure.record).read_bytes() == b"what it was"
    assert crash.thing == 4 and "ended with 3" in crash.words
    assert "planted 1: thing 1: ValueError planted" in capsys.readouterr().out
    assert running.main(["--again", "1"], [part], tmp_path) == 1
    assert running.main(["--again", "2"], [part], tmp_path) == 0


def test_a_terminated_run_keeps_finished_work(tmp_path: Path) -> None:
    parts = [Part("fine", "things", 1, fine), Part("endless", "things", 1, endless)]
    assert running.main(["--workers", "1"], parts, tmp_path) == 128 + signal.SIGTERM
    assert {name: account.done for name, account in kept(tmp_path).parts.items()} == {"fine": 1}, "the other runs again"


def test_what_another_program_did_is_not_counted_along(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = ledger.opened_ledger(tmp_path / STATE, fresh=True)
    msgspec.structs.replace(new, commit="another").write(tmp_path / STATE)
    part = Part("fine", "things", 1, fine)
    assert running.main([], [part], tmp_path) == 2
    (tmp_path / STATE).write_bytes(b"{")
    assert running.main([], [part], tmp_path) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert "(another)" in first and "--fresh" in first and "cannot be read" in second
    assert ledger.opened_ledger(tmp_path / STATE, fresh=True).parts == {}


@pytest.mark.parametrize("slug", slugs())
def test_positions_of_every_game_are_used(slug: str) -> None:
    progress = Progress()
    rules.match(slug, 3, progress, most=50)
    assert 0 < progress.count <= 50


def test_a_game_whose_points_do_not_add_up_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slug = slugs()[0]
    case = next(case for case in CASES if case.slug == slug)
    kind = type(case.start())
    honest = kind.scores
    monkeypatch.setattr("tests.soak.rules.SLOW", SLOW[:1])
    monkeypatch.setattr(kind, "scores", lambda self: [score + (self.turn > 2) for score in honest(self)])
    done = Part("rules", "decisions", 10, partial(rules.match, slug)).slice(0, tmp_path)
    (failure,) = done.failures
    assert str(case) in failure.words and "points_add_up" in failure.words and sanitize(failure.words) == failure.words
    monkeypatch.setattr(kind, "scores", honest)
    match = replay_record(read_record(Path(failure.record)))
    assert len(match.decisions()) in (done.count - 1, done.count), "its record leads there"


def test_a_lost_piece_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.games.columbus.pieces.box_of", lambda _layout: (None, [0] * 99))
    done = Part("rules", "decisions", 10, partial(rules.match, "columbus")).slice(0, tmp_path)
    assert "pieces.py" in done.failures[0].words


def test_corrupted_files_that_do_harm_are_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = Part("files", "files", 2, spoiling.file, 2)
    assert part.slice(0, tmp_path).failures == ()
    monkeypatch.setattr("tests.test_mutations.sanitize", lambda words: words + "?")
    monkeypatch.setattr("tests.test_mutations.to_layout", lambda _opened: 1 / 0)
    failures = part.slice(0, tmp_path).failures
    assert len(failures) == 2
    assert Path(failures[1].record).read_bytes() == mutated(spoiling.OTHERS + 1)


@pytest.mark.long
def test_at_the_window(tmp_path: Path) -> None:
    assert running.main(["--workers", "1"], [Part("window", "things", 1, at_the_window)], tmp_path) == 0


@pytest.mark.long
def test_kills_tabs_and_hours(tmp_path: Path) -> None:
    from tests.soak import window

    parts = [
        *(Part(part.name, part.unit, 1, part.one) for part in spoiling.PARTS[:4]),
        Part("tabs", "tabs", 8, partial(window.tabbing, rounds=8, warm_up=8)),
        Part("hours", "minutes", 240, partial(window.hours, decisions=20, warm_up=1)),
    ]
    running.main(["--workers", "1"], parts, tmp_path)
    texts = [failure.words for account in kept(tmp_path).parts.values() for one in account.slices.values()
             for failure in one.failures]  # fmt: skip
    assert all("<= FLAT" in word for word in texts), texts  # too short to measure memory
    assert set(kept(tmp_path).parts) == {part.name for part in parts}
