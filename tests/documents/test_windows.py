"""Windows rules, simulated: names of files made from titles, line ends, names in another case, files in use.

Source of the rules: Microsoft, "Naming Files, Paths, and Namespaces".
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from studio.documents import files
from studio.documents.files import DocumentError, is_device_name, safe_file_name, write_bytes, write_text
from studio.documents.paths import resources_dir, shipped_layouts
from studio.documents.store import list_backups, read_layout, read_record, record_text, save_with_backup
from studio.games import slugs
from studio.lessons import load_puzzle
from studio.services.loading import load_layout, start_match, to_record
from studio.services.tiled import export_map, import_map
from tests.helpers import Cli

DEVICES = [
    *("CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"),
    *(f"{port}{digit}" for port in ("COM", "LPT") for digit in "0123456789¹²³"),
]
HARD = [
    *DEVICES,
    *("con", "Nul.txt", "aux.layout", "com1 ", "LPT1 .sea", "NUL.tar.gz", "com¹.x"),
    *("Sea.", "Sea. . .", "Sea ", " ", ".", "..", "a<b>c", 'say "sea"', "what?", "all*", "c:\\boot.ini", "C:", "x|y"),
    *("tab\there", "two\nlines", "bell\x07", "../../up", "\\\\host\\share", "Größe ß ẞ", "海" * 100, "a" * 300),
]


def windows_error(name: str) -> str:
    """Why Windows would not store a file under exactly this name; "" if it would."""
    if not name or len(name.encode("utf-16-le")) // 2 > 255:
        return "length"
    if any(ord(letter) < 32 or letter in '<>:"/\\|?*' for letter in name):
        return "character"
    if name[-1] in " .":
        return "last character"
    if name.split(".")[0].rstrip(" ").upper() in DEVICES:
        return "device"
    return ""


@pytest.mark.parametrize("ending", [".layout.json", ".png", ""])
@pytest.mark.parametrize("title", HARD)
def test_names_made_from_titles_are_valid(title: str, ending: str) -> None:
    assert windows_error(safe_file_name(title, ending)) == ""


@given(st.text(st.sampled_from("cCoOnNuUlLpPtTmM1¹9$. \t:ßé海"), max_size=12))
def test_names_made_from_odd_titles_are_valid(title: str) -> None:
    assert windows_error(safe_file_name(title, ".json")) == ""
    assert is_device_name(title) == (title.split(".")[0].rstrip().upper() in DEVICES)


@pytest.mark.parametrize("slug", slugs())
def test_files_of_a_tiled_map_have_valid_names_that_differ_in_more_than_case(slug: str) -> None:
    made = export_map(load_layout(shipped_layouts(slug)[0]), safe_file_name("NUL", ""))
    names = [*made.texts(), *made.pictures]
    for name in names:
        assert [windows_error(part) for part in name.split("/")] == [""] * (name.count("/") + 1)
        assert len(name) < 100, "folder and name fit the classic limit of 260 characters in most places"
    assert len({name.casefold() for name in names}) == len(names)


def test_a_map_exported_from_a_file_named_like_a_device_is_valid(cli: Cli, tmp_path: Path) -> None:
    source = tmp_path / "con.layout.json"  # possible on Linux
    source.write_bytes(shipped_layouts("goldland")[0].read_bytes())
    written = cli.json("export", source, "--format", "tiled", "-o", tmp_path / "map")["written"]
    assert written
    assert [windows_error(Path(path).name) for path in written] == [""] * len(written)


def crlf(text: str) -> bytes:
    assert "\r" not in text and "\n" in text
    return text.replace("\n", "\r\n").encode()


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
def test_layouts_with_line_ends_of_windows_are_the_same(tmp_path: Path, mark: bytes) -> None:
    for slug in slugs():
        path = shipped_layouts(slug)[0]
        copy = tmp_path / f"{slug}.json"
        copy.write_bytes(mark + crlf(path.read_text("utf-8")))
        assert read_layout(copy) == read_layout(path)


def test_records_and_lessons_with_line_ends_of_windows_are_the_same(tmp_path: Path) -> None:
    opened = load_layout(shipped_layouts("goldland")[0])
    match = start_match(opened, 2, seed=3)
    while len(match.decisions()) < 5:
        match.play(match.legal()[0])
    record = to_record(match, opened.layout, ("Ada", "Bento"), ("human", "human"))
    paths = tmp_path / "plain.json", tmp_path / "windows.json"
    paths[0].write_text(record_text(record), encoding="utf-8", newline="\n")
    paths[1].write_bytes(crlf(record_text(record)))
    assert read_record(paths[1]) == read_record(paths[0])
    assert len(read_record(paths[1]).log) == len(record.log) > 4
    puzzle = next((resources_dir() / "lessons" / "goldland").glob("puzzle*.json"))
    plain = puzzle.read_text("utf-8")
    assert load_puzzle(puzzle, crlf(plain)).document == load_puzzle(puzzle, plain.encode()).document


def test_a_map_with_line_ends_of_windows_is_imported(tmp_path: Path) -> None:
    opened = load_layout(shipped_layouts("goldland")[0])
    made = export_map(opened, "sea")
    for name, text in made.texts().items():
        (tmp_path / name).write_bytes(crlf(text))
    path = tmp_path / "sea.tmj"
    assert import_map(path.read_bytes(), path).body == opened.body


def test_text_is_written_with_plain_line_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.linesep", "\r\n")
    layout = read_layout(shipped_layouts("goldland")[0])
    save_with_backup(tmp_path / "sea.json", layout)
    assert b"\r" not in (tmp_path / "sea.json").read_bytes()


def test_versions_of_files_are_stored_under_valid_names(tmp_path: Path) -> None:
    layout = read_layout(shipped_layouts("goldland")[0])
    path = tmp_path / ("long " * 30 + ".json")
    save_with_backup(path, layout)
    data = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(data, indent=3), encoding="utf-8")
    save_with_backup(path, layout)
    assert list_backups(path)
    for backup in list_backups(path):
        assert (windows_error(backup.path.name), windows_error(backup.path.parent.name)) == ("", "")
        assert len(backup.path.name) + len(backup.path.parent.name) < 60, "far below 260 characters, whatever the title"


# As on Windows: what the program does there and Linux allows.


@pytest.fixture
def as_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "IS_WINDOWS", True)
    monkeypatch.setattr(files, "_REPLACE_WAITS", (0.0, 0.0))


@pytest.mark.usefixtures("as_on_windows")
@pytest.mark.parametrize("name", ["con.json", "NUL", "lpt¹.layout.json", "aux .json"])
def test_a_device_is_not_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(DocumentError, match="reserves this name for a device"):
        write_text(tmp_path / name, "{}")
    assert list(tmp_path.iterdir()) == []
    write_text(tmp_path / "console.json", "{}")


def busy(times: int) -> Callable[[Path, Path], Path]:
    """A `Path.replace` that another program's open file prevents so many times."""
    replace, left = Path.replace, [times]

    def replace_later(source: Path, target: Path) -> Path:
        if left[0]:
            left[0] -= 1
            raise PermissionError(13, "Access is denied")
        return replace(source, target)

    return replace_later


@pytest.mark.usefixtures("as_on_windows")
def test_a_file_that_a_virus_scanner_has_open_is_written_a_moment_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sea.json"
    path.write_bytes(b"old")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", busy(2))
        write_bytes(path, b"new")
    assert path.read_bytes() == b"new"
    with monkeypatch.context() as patch, pytest.raises(DocumentError, match="permission"):
        patch.setattr(Path, "replace", busy(3))
        write_bytes(path, b"newest")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("sea.json", b"new")]
