"""The program finds its own files, and keeps those of the user in the given folder."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from studio.documents import paths


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


def test_a_packaged_program_keeps_its_data_beside_itself_where_there_is_a_folder_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "explorer-studio"))
    (tmp_path / "data").mkdir()
    assert paths.data_dir() != tmp_path / "data", "only a packaged one"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert paths.data_dir() == tmp_path / "data"
    paths.set_data_dir(tmp_path / "given")
    assert paths.data_dir() == tmp_path / "given", "the given folder comes first"
    paths.set_data_dir(None)
    (tmp_path / "data").rmdir()
    assert paths.data_dir() != tmp_path / "data"
