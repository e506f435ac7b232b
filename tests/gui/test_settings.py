"""Settings: storage, damaged files, recent files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from studio.documents.paths import set_data_dir
from studio.gui.settings import MAX_RECENT, Settings, settings


def test_values_are_stored(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    first = Settings(path)
    first.set_value("theme", "dark")
    first.set_value("speed", 0.75)
    first.set_value("editor.grid", True)
    again = Settings(path)
    assert again.theme == "dark"
    assert again.value("speed") == 0.75
    assert again.value("editor.grid", False) is True
    assert not again.is_damaged


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"7", b"\xff\xfe", b"[" * 50_000, b"null", b'{"theme": '])
def test_damaged_file_gives_defaults(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    found = Settings(path)
    assert found.is_damaged
    assert found.theme == "system"
    assert found.recent == []
    found.set_value("theme", "light")
    assert Settings(path).theme == "light"


def test_values_of_a_wrong_type_give_defaults(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"theme": 3, "recent": {"a": 1}, "speed": "fast", "tabs": [1, "x", null], "motion": 1}', "utf-8")
    found = Settings(path)
    assert found.theme == "system"
    assert found.recent == []
    assert found.value("speed") == 0.5
    assert found.string_list("tabs") == ["x"]
    assert found.value("motion") is True


def test_system_default_holds_until_a_value_is_set(tmp_path: Path) -> None:
    found = Settings(tmp_path / "settings.json")
    found.set_system_default("motion", False)
    assert found.value("motion") is False
    found.set_value("motion", True)
    assert found.value("motion") is True and Settings(found.path).value("motion") is True


def test_unknown_theme_means_the_system_theme(tmp_path: Path) -> None:
    found = Settings(tmp_path / "settings.json")
    found.set_value("theme", "neon")
    assert found.theme == "system"


def test_recent_files_are_limited_unique_and_latest_first(tmp_path: Path) -> None:
    found = Settings(tmp_path / "settings.json")
    for number in range(MAX_RECENT + 5):
        found.add_recent(tmp_path / f"{number}.json")
    found.add_recent(tmp_path / "8.json")
    names = [path.name for path in found.recent]
    assert len(names) == MAX_RECENT
    assert names[:2] == ["8.json", f"{MAX_RECENT + 4}.json"]
    assert names.count("8.json") == 1
    found.remove_recent(tmp_path / "8.json")
    assert "8.json" not in [path.name for path in found.recent]


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_all_paths_of_a_file_are_one_recent_file(tmp_path: Path) -> None:
    path, link = tmp_path / "sea.json", tmp_path / "link.json"
    path.write_text("x")
    link.symlink_to(path)
    found = Settings(tmp_path / "settings.json")
    (tmp_path / "in").mkdir()
    for other in (path, link, tmp_path / "in" / ".." / "sea.json", path):
        found.add_recent(other)
    assert found.recent == [path]


def test_unwritable_file_keeps_values_in_memory(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", "utf-8")
    found = Settings(blocked / "settings.json")
    found.set_value("theme", "dark")
    assert found.theme == "dark"
    assert blocked.read_text("utf-8") == ""


def test_values_that_a_full_disk_rejected_are_written_later(tmp_path: Path, qtbot: QtBot) -> None:
    found = Settings(tmp_path / "data" / "settings.json")
    found._retry_timer.setInterval(20)
    (tmp_path / "data").write_text("in the way", "utf-8")
    found.set_value("theme", "dark")
    qtbot.wait(60)
    (tmp_path / "data").unlink()
    qtbot.waitUntil(lambda: found.path.is_file())
    assert Settings(found.path).theme == "dark"


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_pipe_in_place_of_the_file_blocks_nothing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "settings.json")
    found = Settings(tmp_path / "settings.json")
    assert found.is_damaged and found.theme == "system"
    found.set_value("theme", "dark")
    assert found.theme == "dark"


def test_one_instance_per_data_folder(tmp_path: Path) -> None:
    first = settings()
    assert settings() is first
    set_data_dir(tmp_path / "other")
    assert settings() is not first


def test_undecodable_file_name(tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"s\xe4a.json")
    found = Settings(tmp_path / "settings.json")
    found.add_recent(odd)
    found.set_value("theme", "dark")
    again = Settings(tmp_path / "settings.json")
    assert again.theme == "dark" and again.recent == [odd]
