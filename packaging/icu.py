"""Reduces the data of ICU from 32 MB to 1 MB.

Qt uses it to sort names (file dialog: b2 before b10, ä next to a) and for nothing else here; texts and number formats
of all countries are in Qt itself. Kept: the root collation and those of the program's languages. Only Qt's wheels for
Linux contain ICU.
"""

from __future__ import annotations

import re
import struct
import subprocess
from pathlib import Path

KEPT = ("coll/ucadata.icu", "coll/root.res")  # the root collation and its rules
_HEADER = 12  # offset of the header field that marks a collection
_ALIGNED = 16


def items(library: bytes) -> tuple[bytes, dict[str, bytes]]:
    """The header of the data in a library, and its items by name (`icudt73l/coll/de.res`)."""
    begin = library.index(b"CmnD") - _HEADER
    (size,) = struct.unpack_from("<H", library, begin)
    table = begin + size
    (count,) = struct.unpack_from("<I", library, table)
    entries = [struct.unpack_from("<II", library, table + 4 + 8 * index) for index in range(count)]
    ends = [offset for _name, offset in entries[1:]] + [len(library) - table]
    found = {}
    for (name, offset), end in zip(entries, ends, strict=True):
        text = library[table + name : library.index(b"\0", table + name)]
        found[text.decode("ascii")] = library[table + offset : table + end]
    return library[begin:table], found


def collection(header: bytes, saved: dict[str, bytes]) -> bytes:
    """Data with only these items, sorted for binary search."""
    names = sorted(saved)
    place = 4 + 8 * len(names)
    text = b"".join(name.encode("ascii") + b"\0" for name in names)
    offset = place + len(text)
    offset += -offset % _ALIGNED
    table = struct.pack("<I", len(names))
    body = b""
    for name in names:
        table += struct.pack("<II", place, offset + len(body))
        place += len(name) + 1
        body += saved[name] + bytes(-len(saved[name]) % _ALIGNED)
    return header + (table + text).ljust(offset, b"\0") + body


def reduce(library: Path, folder: Path, languages: tuple[str, ...]) -> Path:
    """Write a library of the same name to `folder` with the collation of these languages only.

    Uses assembler and linker of binutils, which PyInstaller needs as well.
    """
    header, found = items(library.read_bytes())
    wanted = {*KEPT, *(f"coll/{language}.res" for language in languages)}
    saved = {name: data for name, data in found.items() if name.partition("/")[2] in wanted}
    match = re.fullmatch(r"libicudata\.so\.(\d+)", library.name)
    if match is None or not {*KEPT} <= {name.partition("/")[2] for name in saved}:
        raise SystemExit(f"{library} is not the data of an ICU that this recipe knows")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "icu.dat").write_bytes(collection(header, saved))
    symbol = f"icudt{match[1]}_dat"
    (folder / "icu.s").write_text(
        f".section .rodata\n.balign {_ALIGNED}\n.globl {symbol}\n.type {symbol},@object\n{symbol}:\n"
        f'.incbin "icu.dat"\n.size {symbol},.-{symbol}\n.section .note.GNU-stack,"",@progbits\n',
        encoding="ascii",
    )
    subprocess.run(["as", "-o", "icu.o", "icu.s"], cwd=folder, check=True)
    subprocess.run(
        ["ld", "-shared", "-soname", library.name, "-z", "noexecstack", "-o", library.name, "icu.o"],
        cwd=folder,
        check=True,
    )
    return folder / library.name
