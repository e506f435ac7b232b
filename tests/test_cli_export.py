"""`export` carries boards out of the program: what it writes is read by others than the program itself."""

from __future__ import annotations

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
