"""`export` carries boards out of the program: what it writes is read by others than the program itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

BASE = "layouts/neue_entdecker/base.json"


def export(*words: str | Path) -> subprocess.CompletedProcess[bytes]:
    plain = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "studio", "export", *map(str, words)]
    return subprocess.run(command, capture_output=True, timeout=120, env=plain, check=False)


@pytest.mark.parametrize(("kind", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_a_picture_is_of_the_kind_that_was_asked_for_whatever_its_name(
    kind: str, begins: bytes, tmp_path: Path
) -> None:
    done = export(BASE, "--to", kind, "-o", tmp_path / "board", "--size", "160")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (tmp_path / "board").read_bytes().startswith(begins)


def test_a_picture_goes_to_standard_output_too() -> None:
    done = export(BASE, "--to", "svg", "-o", "-", "--size", "160")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.rstrip().endswith(b"</svg>")


def test_pages_to_print_are_counted_and_say_that_the_size_is_ours(tmp_path: Path) -> None:
    words = ("layouts/_template/between_hedges.json", "--to", "print", "-o", tmp_path / "pages.pdf")
    done = export(*words)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"40 mm per tile" in done.stdout and b"published size is not known" in done.stdout
    assert (tmp_path / "pages.pdf").read_bytes().startswith(b"%PDF")
    told = json.loads(export(*words, "--json", "--tile-mm", "20", "--parts", "board").stdout)
    assert told["millimetres"] == 20
    assert told["published_size"] is False
    assert told["pages"] == told["sheets"] == 1


@pytest.mark.parametrize(
    ("words", "clear"),
    [
        (("--tile-mm", "3"), "15 to 120 mm"),
        (("--tile-mm", "wide"), "not a number of millimetres"),
        (("--parts", "board,box"), '"box" is no part'),
        (("--parts", ""), "nothing to print"),
        (("--margin", "140"), "99 pages"),
        (("--paper", "a9"), "invalid choice"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_one_sentence(words: tuple[str, ...], clear: str, tmp_path: Path) -> None:
    done = export(BASE, "--to", "print", "-o", tmp_path / "pages.pdf", *words)
    assert (done.returncode, done.stdout) == (2, b"")
    assert clear in done.stderr.decode() and done.stderr.count(b"\n") == 1
    assert not list(tmp_path.iterdir())


def test_only_a_layout_is_printed(tmp_path: Path) -> None:
    record = next(Path("tests/documents/samples").glob("match*"), None)
    assert record is not None
    done = export(record, "--to", "print", "-o", tmp_path / "pages.pdf")
    assert done.returncode == 2
    assert b"a layout was wanted" in done.stderr
