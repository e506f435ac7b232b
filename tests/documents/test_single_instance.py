"""One window for all: a second program hands its files over, and a program that has ended blocks no other."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from studio.documents import single_instance
from studio.documents.paths import set_data_dir
from studio.documents.single_instance import STALE_SECONDS, InstanceServer, OpenRequest, send_to_instance

pytestmark = pytest.mark.usefixtures("data_folder")


def taken() -> InstanceServer:
    door = InstanceServer.acquire()
    assert door is not None
    return door


def test_the_second_finds_the_door_held_until_the_first_goes(tmp_path: Path) -> None:
    door = taken()
    assert InstanceServer.acquire() is None
    set_data_dir(tmp_path / "other")
    taken().close()  # another data folder is another window
    set_data_dir(tmp_path / "data")
    door.close()
    taken().close()


def test_files_are_handed_over_once_by_their_whole_path(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, data_folder: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "t-1")
    door, came = taken(), list[OpenRequest]()
    odd = os.fsdecode(b"s\xe4a.json")
    assert send_to_instance([Path("sea.json"), Path(odd)], wait=lambda _seconds: came.extend(door.take_requests()))
    assert came == [OpenRequest((str(tmp_path / "sea.json"), str(tmp_path / odd)), "t-1")]
    assert door.take_requests() == [] and not list(data_folder.rglob("*.json"))


def test_a_window_that_does_not_answer_is_waited_for_no_longer_than_that(data_folder: Path) -> None:
    _door = taken()
    waited: list[float] = []
    assert not send_to_instance([Path("sea.json")], wait=waited.append)
    assert sum(waited) == pytest.approx(single_instance.TIMEOUT)
    assert not list(data_folder.rglob("*.json")), "it is not opened later"


def test_files_are_not_handed_over_if_they_cannot_be_written(data_folder: Path) -> None:
    (data_folder / "window").parent.mkdir(parents=True, exist_ok=True)
    (data_folder / "window").write_text("no folder", encoding="ascii")
    assert not send_to_instance([Path("sea.json")], wait=lambda _seconds: pytest.fail("nobody answers"))


def test_a_letter_taken_at_the_last_moment_counts() -> None:
    door, left = taken(), [round(single_instance.TIMEOUT / single_instance.POLL_INTERVAL)]

    def wait(_seconds: float) -> None:
        left[0] -= 1
        if not left[0]:
            assert len(door.take_requests()) == 1

    assert send_to_instance([], wait)


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", '{"files": "x", "token": ""}', '{"files": [1], "token": ""}', "\xff"),
        *('{"files": ["a\\u0000b"], "token": ""}', '{"files": ["/a"], "token": "\\u0000"}'),
        *('{"files": ["\\ud800"], "token": ""}', '{"files": ["/a"], "token": "\\udfff"}'),
        *(json.dumps({"files": ["/" + "a" * size], "token": ""}) for size in (5_000, 5_000_000)),
    ],
)
def test_invalid_requests_are_deleted_with_a_line_in_the_log(text: str, caplog: pytest.LogCaptureFixture) -> None:
    door = taken()
    (door.folder / "1.json").write_bytes(text.encode("latin-1"))
    assert door.take_requests() == [] and not list(door.folder.glob("*.json"))
    (line,) = caplog.messages
    assert "request 1.json of another window ignored: " in line and len(line) < 200


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_pipe_among_the_requests_blocks_nothing() -> None:
    door = taken()
    os.mkfifo(door.folder / "1.json")
    assert door.take_requests() == [] and not list(door.folder.glob("*.json"))


def test_old_requests_are_ignored() -> None:
    door = taken()
    letter = door.folder / "1.json"
    letter.write_text(json.dumps({"files": ["/x"], "token": ""}), encoding="utf-8")
    before = time.time() - 2 * STALE_SECONDS
    os.utime(letter, (before, before))
    assert door.take_requests() == [] and not letter.exists()
