"""Selects the files of the package from those that PyInstaller finds."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import icu
import solvers
from publication import ROOT

sys.path.insert(0, str(ROOT))  # the source tree of this script, not an installed one
SPOKEN = tuple(sorted(path.stem for path in (ROOT / "resources" / "locale").glob("*.po")))
"""The languages except English."""

CODE = ("BINARY", "EXTENSION")  # PyInstaller's kinds of binaries
Entry = tuple[str, str, str]  # PyInstaller's entry: destination, source (or link target), kind

UNUSED_MODULES = [
    # Other widget toolkits, tests and developer tools; imports inside functions of networkx and others that are not
    # called.
    "IPython", "PIL", "_pytest", "attr", "attrs", "babel", "curses", "dask", "distributed", "distutils", "doctest",
    "hypothesis", "idlelib", "lib2to3", "matplotlib", "mypy", "numpy", "pandas", "pdb", "pip", "pyarrow", "pydoc",
    "pytest", "pytestqt", "ruff", "scipy", "setuptools", "sqlite3", "test", "tkinter", "tornado", "turtle", "unittest",
    "xmlrpc", "yaml",
    "PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets", "PySide6.QtSql",
    "PySide6.QtTest", "PySide6.QtDesigner", "PySide6.QtHelp", "PySide6.QtUiTools", "PySide6.QtConcurrent",
    "PySide6.QtNetwork",
    # hashlib falls back to built-in digests; the program has no network access.
    "_ssl", "ssl", "_hashlib",
    # Unused encodings: files are UTF-8.
    "_codecs_cn", "_codecs_hk", "_codecs_iso2022", "_codecs_jp", "_codecs_kr", "_codecs_tw", "_multibytecodec",
]  # fmt: skip

PRUNED = (
    # Platforms without a desktop, and other ways to show a window. Kept: those of a desktop, offscreen and minimal, the
    # portal theme (light or dark), SVG icons and pictures, PNG, JPEG and ICO.
    "plugins/platformthemes/qgtk3", "plugins/platforms/qeglfs", "plugins/platforms/qlinuxfb",
    "plugins/platforms/qvkkhrdisplay", "plugins/platforms/qvnc", "plugins/platforms/qminimalegl",
    "plugins/platforms/qdirect2d",
    "plugins/egldeviceintegrations", "plugins/networkinformation", "plugins/tls", "plugins/generic",
    "plugins/qmltooling", "plugins/platforminputcontexts/qtvirtualkeyboard",
    "plugins/wayland-shell-integration/ivi-shell", "plugins/wayland-shell-integration/qt-shell",
    "plugins/wayland-shell-integration/fullscreen-shell",
    "plugins/wayland-graphics-integration-client/vulkan-server",
    "plugins/wayland-graphics-integration-client/shm-emulation-server",
    "plugins/imageformats/qpdf", "plugins/imageformats/qwebp", "plugins/imageformats/qtiff",
    "plugins/imageformats/qgif", "plugins/imageformats/qicns", "plugins/imageformats/qtga",
    "plugins/imageformats/qwbmp",
    "Qt6Qml", "Qt6Quick", "Qt6Pdf", "Qt6VirtualKeyboard", "Qt6EglFS", "Qt6EglFs",
    "/opengl32sw",  # a renderer that only QOpenGLWidget would use
    "translations/", "qml/",
    # For developers only.
    "resources/pictures/", "resources/docs/", "resources/locale/studio.pot", "/make_", "README.md",
)  # fmt: skip
"""Parts of paths, as written on Windows: on Linux and macOS libraries begin with lib, and frameworks have no 6."""
_PREFIX = re.compile(r"(^|/)lib(?=[\w-]+\.(?:so|dylib))")
_FRAMEWORK = re.compile(r"(^|/)Qt(?=\w+\.framework)")

LEFT_TO_SYSTEM = ("libstdc++.", "libgcc_s.", "libcups.")
"""Libraries that must be those of the system: graphics drivers need its libstdc++. Without CUPS the program prints to
files.
"""


def is_kept(entry: Entry) -> bool:
    """Whether a file goes into the package, by its name."""
    place = PurePosixPath(entry[0].replace("\\", "/"))
    if place.name in {f"qtbase_{language}.qm" for language in SPOKEN}:  # Qt's own texts in dialogs
        return True
    named = _FRAMEWORK.sub(r"\1Qt6", _PREFIX.sub(r"\1", place.as_posix()))
    return not place.name.startswith(LEFT_TO_SYSTEM) and not any(pruned in named for pruned in PRUNED)


def needed(library: str) -> list[str]:
    """The names of the libraries that a library is linked to."""
    listed = subprocess.run(["objdump", "-p", library], capture_output=True, text=True, check=True).stdout
    return [line.split()[1] for line in listed.splitlines() if line.strip().startswith("NEEDED")]


def without_orphans(binaries: Sequence[Entry]) -> list[Entry]:
    """Drop libraries that nothing needs any more, such as those of dropped plugins.

    Python extensions, Qt plugins and Python itself are loaded by name and stay.
    """
    named = {PurePosixPath(entry[0]).name: entry for entry in binaries}
    loaded = [entry for entry in binaries if entry[2] == "EXTENSION" or "/plugins/" in entry[0] or _is_python(entry)]
    saved, waiting = {entry[0] for entry in loaded}, deque(loaded)
    while waiting:
        for name in needed(waiting.popleft()[1]):
            entry = named.get(name)
            if entry is not None and entry[0] not in saved:
                saved.add(entry[0])
                waiting.append(entry)
    return [entry for entry in binaries if entry[0] in saved]


def _is_python(entry: Entry) -> bool:
    return PurePosixPath(entry[0]).name.startswith("libpython")


def packed(found: Sequence[Entry], work: Path) -> list[Entry]:
    """The files of the package; `work` is a folder for modified copies."""
    links = [entry for entry in found if entry[2] == "SYMLINK"]
    remaining = [entry for entry in found if entry[2] != "SYMLINK" and is_kept(entry)]
    data = [entry for entry in remaining if entry[2] not in CODE]
    code = [entry for entry in remaining if entry[2] in CODE]
    if sys.platform.startswith("linux"):  # elsewhere there is no objdump, and libraries are found by other rules
        code = without_orphans(code)
    remaining = data + at_home([_reduced(entry, work) for entry in code], work)
    places = {entry[0] for entry in remaining}
    return remaining + [entry for entry in links if entry[1] in places]


def _reduced(entry: Entry, work: Path) -> Entry:
    place, source, kind = entry
    if PurePosixPath(place).name.startswith("libicudata"):
        source = str(icu.reduce(Path(source), work / "icu", SPOKEN))
    elif PurePosixPath(place).name.startswith(f"{solvers.MODULE}."):
        source = str(solvers.reduce(Path(source), work / "solvers"))
    return place, source, kind


def at_home(entries: Sequence[Entry], work: Path) -> list[Entry]:
    """The same libraries, copied without absolute RPATH or RUNPATH where necessary."""
    if not sys.platform.startswith("linux"):
        return list(entries)
    return [_at_home(entry, work / "at_home") if entry[2] in CODE else entry for entry in entries]


def _at_home(entry: Entry, work: Path) -> Entry:
    place, source, kind = entry
    output = subprocess.run(["objdump", "-p", source], capture_output=True, text=True, check=True).stdout
    paths = [line.split()[1] for line in output.splitlines() if line.split()[:1] in (["RUNPATH"], ["RPATH"])]
    if any(path.startswith("/") for path in paths):
        copy = work / place
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)
        subprocess.run(["chrpath", "--delete", str(copy)], check=True, stdout=subprocess.DEVNULL)
        source = str(copy)
    return place, source, kind
