"""A file that others change, touch, delete or replace is told apart from one that is the same."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from studio.documents.files import FileStatus, WatchedFile, is_same_file, write_text


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "sea.json"
    path.write_text("blue sea")
    os.utime(path, (1000, 1000))
    return path


def test_a_file_that_nobody_touched_is_the_same(path: Path) -> None:
    watched = WatchedFile(path)
    assert watched.check() is watched.check(thorough=True) is FileStatus.SAME
    assert watched.modified_at() == 1000


def test_another_content_is_a_change_until_it_is_known(path: Path) -> None:
    watched = WatchedFile(path)
    write_text(path, "grey sea")
    assert watched.check() is watched.check() is FileStatus.CHANGED, "of the same length"
    watched.accept()
    assert watched.check() is FileStatus.SAME


def test_a_change_that_hides_its_time_is_seen_before_saving(path: Path) -> None:
    watched = WatchedFile(path)
    path.write_text("grey sea")
    os.utime(path, (1000, 1000))
    assert watched.check() is FileStatus.SAME
    assert watched.check(thorough=True) is FileStatus.CHANGED


def test_a_touch_or_the_same_content_again_is_no_change(path: Path) -> None:
    watched = WatchedFile(path)
    os.utime(path, (2000, 2000))
    assert watched.check() is FileStatus.SAME
    write_text(path, "blue sea")
    assert watched.check() is FileStatus.SAME
    path.write_text("red sea")
    path.write_text("blue sea")
    assert watched.check() is FileStatus.SAME


def test_a_deleted_file_is_gone_and_may_come_back(path: Path) -> None:
    watched = WatchedFile(path)
    path.unlink()
    assert watched.check() is watched.check(thorough=True) is FileStatus.GONE
    assert watched.modified_at() is None
    path.mkdir()
    assert watched.check() is FileStatus.GONE
    path.rmdir()
    path.write_text("blue sea")
    assert watched.check() is FileStatus.SAME
    path.unlink()
    path.write_text("red sea")
    assert watched.check() is FileStatus.CHANGED


def test_a_file_that_was_not_there_and_comes_is_a_change(tmp_path: Path) -> None:
    watched = WatchedFile(tmp_path / "new.json")
    assert watched.check() is FileStatus.SAME
    (tmp_path / "new.json").write_text("x")
    assert watched.check() is FileStatus.CHANGED


def test_a_file_written_after_what_is_known_is_a_change(path: Path) -> None:
    watched = WatchedFile(path)
    watched.invalidate_if_newer(1000)
    assert watched.check() is FileStatus.SAME
    watched.invalidate_if_newer(999)
    assert watched.check() is watched.check() is FileStatus.CHANGED
    watched.accept()
    assert watched.check() is FileStatus.SAME


def test_a_disk_that_does_not_answer_is_no_change(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = WatchedFile(path)

    def refuse(self: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", refuse)
    assert watched.check() is FileStatus.SAME


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_a_file_is_the_same_by_every_way_to_it(path: Path) -> None:
    link, hard, folder = path.with_name("link.json"), path.with_name("hard.json"), path.parent / "in"
    link.symlink_to(path)
    hard.hardlink_to(path)
    folder.mkdir()
    other = path.with_name("other.json")
    other.write_bytes(path.read_bytes())
    assert all(is_same_file(path, way) for way in (path, link, hard, folder / ".." / "sea.json"))
    assert not is_same_file(path, other)
    assert not is_same_file(path, path.with_name("none.json"))
    assert is_same_file(path.with_name("none.json"), path.with_name("none.json"))
