"""Locations of the program's files (source tree, wheel or frozen program) and of the user's."""

from __future__ import annotations

import contextlib
import sys
from functools import cache
from pathlib import Path

APP = "explorer-studio"

_PACKAGE = Path(__file__).resolve().parents[1]
_data_dir: Path | None = None


def _roots() -> list[Path]:
    """Folders that may contain `layouts` and `resources`, preferred first."""
    frozen = getattr(sys, "_MEIPASS", None)
    roots = [Path(frozen)] if frozen else []
    return [*roots, _PACKAGE / "_data", _PACKAGE.parent]


def _find(name: str) -> Path:
    roots = _roots()
    return next((root / name for root in roots if (root / name).is_dir()), roots[0] / name)


def layouts_dir() -> Path:
    return _find("layouts")


def is_shipped(path: Path | None) -> bool:
    """Whether a file came with the program; its texts are translated."""
    return path is not None and path.is_relative_to(layouts_dir().absolute())


def resources_dir() -> Path:
    """The folder of all resources: fonts, icons, texts, schemas, licences and others."""
    return _find("resources")


def shipped_lessons(game: str, kind: str) -> list[Path]:
    """The shipped lessons of a game: its "tutorial" (one or none), or its "puzzle"s in order."""
    return sorted((resources_dir() / "lessons" / game).glob(f"{kind}*.json"))


def data_dir() -> Path:
    """The folder of settings and saved documents, created on first use.

    If the default folder cannot be created, later writes report it. Raises `OSError` for a folder that was requested.
    Only the owner can read it, unless the user made the requested folder: its permissions stay.
    """
    folder = data_location()
    with contextlib.suppress(*() if _data_dir is not None else (OSError,)):
        folder.mkdir(0o700, parents=True, exist_ok=True)
    return folder


def data_location() -> Path:
    """The folder of settings and saved documents, whether or not it exists."""
    return _data_dir or _default_data_dir()


@cache
def _default_data_dir() -> Path:
    """The user's folder next to the frozen program, otherwise that of the system; cached, as all settings need it."""
    portable = Path(sys.executable).parent / "data"  # created by the user
    if getattr(sys, "frozen", False) and portable.is_dir():
        return portable
    import platformdirs

    folder = Path(platformdirs.user_data_dir(APP, appauthor=False))
    with contextlib.suppress(OSError):  # older versions let other users read it
        folder.chmod(folder.stat().st_mode & 0o700)
    return folder


def is_private(path: Path) -> bool:
    """Whether a file is in the data folder, so that only its owner may read it."""
    return path.is_relative_to(data_location().resolve())


def set_data_dir(folder: Path | None) -> None:
    """Use this data folder from now on (None: the default)."""
    global _data_dir
    _data_dir = folder
    _default_data_dir.cache_clear()


def matches_dir() -> Path:
    return data_dir().absolute() / "matches"


def unsaved_dir() -> Path:
    """The folder of autosaved documents."""
    return data_dir().absolute() / "unsaved"


def backups_dir() -> Path:
    """The folder of backups, with a folder per file."""
    return data_dir().absolute() / "backups"


def results_dir() -> Path:
    """The folder of stored simulation results."""
    return data_dir().absolute() / "lab"


def reviews_dir() -> Path:
    """The folder of stored match reviews."""
    return data_dir().absolute() / "reviews"


def puzzles_dir(game: str) -> Path:
    """The folder of the user's puzzles for a game."""
    return data_dir().absolute() / "puzzles" / game


def shipped_layouts(game: str = "") -> list[Path]:
    """The shipped layouts of a game or of all listed ones; "base" comes first."""
    files = layouts_dir().glob(f"{game or '[!_]*'}/*.json")
    return sorted(files, key=lambda path: (path.parent.name, path.stem != "base", path.stem))
