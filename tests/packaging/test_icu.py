"""The reduced ICU data keeps the collation of names."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import icu
import PySide6
import pytest

HEADER = struct.pack("<HBB", 32, 0xDA, 0x27) + bytes(8) + b"CmnD" + bytes(16)
LIBRARIES = Path(PySide6.__path__[0]) / "Qt" / "lib"

ORDER = """
import functools, sys
from PySide6.QtCore import QCollator, QLocale
for place in ("de_DE", "fr_FR", "en_GB"):
    order = QCollator(QLocale(place))
    order.setNumericMode(True)
    names = "Zoo b10 b2 Äpfel apfel ä côte coté cote straße strasse".split()
    print(sorted(names, key=functools.cmp_to_key(order.compare)))
maps = open("/proc/self/maps", encoding="utf-8").read()
print(*{line.split()[-1] for line in maps.splitlines() if "libicudata" in line}, file=sys.stderr)
"""


def test_what_is_left_is_found_under_its_name() -> None:
    saved = {"icudt73l/coll/root.res": b"root" * 9, "icudt73l/coll/de.res": b"of German!", "icudt73l/a.icu": b"\1" * 16}
    before = b"an ELF file begins here" + icu.collection(HEADER, saved)
    header, found = icu.items(before)
    assert header == HEADER
    assert list(found) == sorted(saved)
    assert {name: data[: len(saved[name])] for name, data in found.items()} == saved
    assert all(not data[len(saved[name]) :].strip(b"\0") for name, data in found.items())
    assert icu.collection(header, found) == icu.collection(HEADER, saved)


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere the system has ICU")
def test_names_are_sorted_as_before(tmp_path: Path) -> None:
    (whole,) = LIBRARIES.glob("libicudata.so.*")
    small = icu.reduce(whole, tmp_path, ("de", "fr"))
    assert small.stat().st_size < whole.stat().st_size / 30
    for name in ("libicui18n", "libicuuc"):
        shutil.copy(next(LIBRARIES.glob(f"{name}.so.*")), tmp_path)

    def told(**more: str) -> tuple[list[str], str]:
        command = [sys.executable, "-c", ORDER]
        done = subprocess.run(command, env={**os.environ, **more}, capture_output=True, text=True, check=True)
        return done.stdout.splitlines(), done.stderr.splitlines()[-1]

    usual, library = told()
    assert usual[0].index("b2") < usual[0].index("b10") and Path(library).samefile(whole)
    assert told(LD_PRELOAD=str(small)) == (usual, str(small))
