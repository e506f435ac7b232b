"""Before a file is saved anew, what it held is put aside: ten versions, never beside the file."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from studio.documents import store
from studio.documents.files import DocumentError, write_text
from studio.documents.paths import data_dir
from studio.documents.store import Layout, list_backups, make_backup

LAYOUT = Layout(game="chess", name="0", body={})


def saved(path: Path, number: int) -> None:
    """Save version `number` as a program would."""
    text = store.layout_text(msgspec.structs.replace(LAYOUT, name=str(number)))
    make_backup(path, text)
    write_text(path, text)
    os.utime(path, (1e9 + number, 1e9 + number))


def test_the_ten_versions_before_the_last_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "here" / "gulf.json"
    path.parent.mkdir()
    for number in range(14):
        saved(path, number)
    kept = list_backups(path)
    assert [store.read_layout(backup.path).name for backup in kept] == [str(number) for number in range(12, 2, -1)]
    assert [backup.time for backup in kept] == [1e9 + number for number in range(12, 2, -1)]
    assert [entry.name for entry in path.parent.iterdir()] == ["gulf.json"], "nothing is put beside the file"
    assert all(backup.path.is_relative_to(data_dir()) for backup in kept)


def test_what_does_not_change_the_file_makes_no_version(tmp_path: Path) -> None:
    path = tmp_path / "gulf.json"
    saved(path, 1)
    assert list_backups(path) == []
    assert not make_backup(path, path.read_text("utf-8"))
    assert list_backups(path) == []


def test_every_spelling_of_a_path_has_the_same_versions_and_other_files_have_others(tmp_path: Path) -> None:
    path, other = tmp_path / "gulf.json", tmp_path / "sub" / ".." / "gulf.json"
    (tmp_path / "sub").mkdir()
    (tmp_path / "link.json").symlink_to(path)
    saved(path, 1)
    saved(other, 2)
    saved(tmp_path / "link.json", 3)
    assert len(list_backups(path)) == 2 and list_backups(path) == list_backups(other) == list_backups(
        tmp_path / "link.json"
    )
    assert list_backups(tmp_path / "else.json") == []


def test_what_is_no_document_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "gulf.json"
    path.write_text("something else", "utf-8")
    assert not make_backup(path, "x")
    assert not make_backup(tmp_path / "missing.json", "x")
    assert not make_backup(tmp_path, "x")
    assert list_backups(path) == []


def test_a_full_data_folder_does_not_hinder_saving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "gulf.json"
    saved(path, 1)

    def full(*_words: object) -> None:
        raise DocumentError("", "", "it could not be written (no space left on device).")

    monkeypatch.setattr("studio.documents.store.write_text", full)
    assert not make_backup(path, "x")
    assert list_backups(path) == []
