"""The program finds its own files, and keeps those of the user in the given folder."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from studio.documents import paths
from studio.documents.files import _UMASK, write_bytes


def test_shipped_layouts_are_found_base_first() -> None:
    found = [path.stem for path in paths.shipped_layouts("neue_entdecker")]
    assert found[0] == "base"
    assert found[1:] == sorted(found[1:]) and len(found) == 7
    assert set(paths.shipped_layouts()) >= set(paths.shipped_layouts("neue_entdecker"))
    assert paths.shipped_layouts("chess") == []


def test_resources_are_found() -> None:
    assert (paths.resources_dir() / "schemas").is_dir()


def test_a_frozen_program_looks_beside_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "layouts").mkdir()
    monkeypatch.setattr("sys._MEIPASS", str(tmp_path), raising=False)
    assert paths.layouts_dir() == tmp_path / "layouts"


def test_user_data_goes_to_the_given_folder(tmp_path: Path) -> None:
    try:
        paths.set_data_dir(tmp_path / "a" / "b")
        assert paths.data_dir() == tmp_path / "a" / "b"
        assert paths.data_dir().is_dir()
    finally:
        paths.set_data_dir(None)


def test_everything_of_the_user_is_in_one_folder_and_nothing_of_it_is_shipped(tmp_path: Path) -> None:
    try:
        paths.set_data_dir(tmp_path)
        kinds = (paths.matches_dir, paths.unsaved_dir, paths.backups_dir, paths.results_dir, paths.reviews_dir)
        folders = [*(kind() for kind in kinds), paths.puzzles_dir("a"), paths.puzzles_dir("b")]
        assert len(set(folders)) == 7 and all(folder.is_relative_to(tmp_path) for folder in folders)
        assert not any(map(paths.is_shipped, (*folders, None))) and all(map(paths.is_shipped, paths.shipped_layouts()))
    finally:
        paths.set_data_dir(None)


def test_a_packaged_program_keeps_its_data_beside_itself_where_there_is_a_folder_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "explorer-studio"))
    (tmp_path / "data").mkdir()
    assert paths.data_dir() != tmp_path / "data", "only a packaged one"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    paths.set_data_dir(None)  # the place is looked for once
    assert paths.data_dir() == tmp_path / "data"
    paths.set_data_dir(tmp_path / "given")
    assert paths.data_dir() == tmp_path / "given", "the given folder comes first"
    paths.set_data_dir(None)
    (tmp_path / "data").rmdir()
    assert paths.data_dir() != tmp_path / "data"


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_only_the_owner_reads_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        paths.set_data_dir(tmp_path / "new")
        file = paths.data_dir() / "settings.json"
        file.write_text("{}", encoding="utf-8")
        file.chmod(0o644)
        write_bytes(file, b"{}")
        write_bytes(paths.data_dir() / "other.json", b"{}")
        write_bytes(tmp_path / "export.json", b"{}")
        found = {path.name: path.stat().st_mode & 0o777 for path in (paths.data_dir(), *paths.data_dir().iterdir())}
        assert found == {"new": 0o700, "settings.json": 0o600, "other.json": 0o600}
        assert (tmp_path / "export.json").stat().st_mode & 0o777 == 0o666 & ~_UMASK, "elsewhere as usual"
        (tmp_path / "chosen").mkdir(0o755)
        paths.set_data_dir(tmp_path / "chosen")
        write_bytes(paths.data_dir() / "settings.json", b"{}")
        found = {path.name: path.stat().st_mode & 0o777 for path in (paths.data_dir(), *paths.data_dir().iterdir())}
        assert found == {"chosen": 0o755, "settings.json": 0o600}, "the folder is the user's own"
        old = tmp_path / "share" / paths.APP
        old.mkdir(parents=True)
        old.chmod(0o755)
        monkeypatch.setenv("XDG_DATA_HOME", str(old.parent))
        paths.set_data_dir(None)
        assert (paths.data_dir(), old.stat().st_mode & 0o777) == (old, 0o700)
    finally:
        paths.set_data_dir(None)
