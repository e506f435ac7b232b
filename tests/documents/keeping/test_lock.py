"""One holder at a time, in this program or in another; a program that is killed holds nothing."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from studio.documents.autosave import Lock

HOLD = """
import sys
from pathlib import Path
from studio.documents.autosave import Lock
lock = Lock.acquire(Path(sys.argv[1]))
print("held" if lock else "refused", flush=True)
sys.stdin.read()
"""


def holder(path: Path) -> subprocess.Popen[str]:
    """Another program that holds a file until its input ends."""
    return subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def test_only_one_holds_it_and_nothing_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    first = Lock.acquire(path)
    assert first is not None
    assert Lock.acquire(path) is None
    first.release()
    assert list(tmp_path.iterdir()) == []
    second = Lock.acquire(path)
    assert second is not None
    second.release()


def test_another_program_is_kept_out_and_a_killed_one_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    with holder(path) as other:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        assert Lock.acquire(path) is None
        os.kill(other.pid, signal.SIGKILL)
        other.wait()
    mine = Lock.acquire(path)
    assert mine is not None
    with holder(path) as other:
        assert other.communicate()[0] == "refused\n"
    mine.release()


@pytest.mark.skipif(sys.platform == "win32", reason="another way of locking")
def test_where_there_are_no_locks_everything_is_kept_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_words: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", none)
    lock = Lock.acquire(tmp_path / "a.lock")
    assert lock is not None
    lock.release()
    assert list(tmp_path.iterdir()) == []


def test_a_lock_that_was_just_removed_is_not_taken_for_a_lock(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    first = Lock.acquire(path)
    assert first is not None
    path.unlink()  # as a release by somebody else does between opening and locking
    second = Lock.acquire(path)
    assert second is not None
    assert Lock.acquire(path) is None
    second.release()
