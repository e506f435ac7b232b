"""Where the program's own files lie (source tree, installed wheel or frozen program) and where the user's go."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

APP = "explorer-studio"

_PACKAGE = Path(__file__).resolve().parents[1]
_data_dir: Path | None = None


def _roots() -> list[Path]:
    """Folders that may hold `layouts` and `resources`, best first."""
    frozen = getattr(sys, "_MEIPASS", None)
    roots = [Path(frozen)] if frozen else []
    return [*roots, _PACKAGE / "_data", _PACKAGE.parent]


def _find(name: str) -> Path:
    roots = _roots()
    return next((root / name for root in roots if (root / name).is_dir()), roots[0] / name)


def layouts_dir() -> Path:
    """The folder of the shipped layouts, one folder per game in it."""
    return _find("layouts")


def is_shipped(path: Path | None) -> bool:
    """Whether a file came with the program: its words are shown in the language that is spoken."""
    return path is not None and path.is_relative_to(layouts_dir().absolute())


def resources_dir() -> Path:
    """The folder of fonts, icons, sprites, textures, schemas, languages, books, manual, lessons and licences."""
    return _find("resources")


def shipped_lessons(game: str, kind: str) -> list[Path]:
    """The lessons of a game that come with the program: its "tutorial" (one or none), or its "puzzle"s in order."""
    return sorted((resources_dir() / "lessons" / game).glob(f"{kind}*.json"))


def data_dir() -> Path:
    """The folder for settings and recent files; made when first needed.

    Where the usual one cannot be made, the program runs all the same, and whoever writes there tells. OSError when a
    folder that was asked for cannot be made.
    """
    if _data_dir is not None:
        _data_dir.mkdir(parents=True, exist_ok=True)
        return _data_dir
    if (beside := _portable_dir()) is not None:
        return beside
    import platformdirs

    folder = Path(platformdirs.user_data_dir(APP, appauthor=False))
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _portable_dir() -> Path | None:
    """The folder `data` beside the packaged program, where somebody has put one: it may travel on a stick."""
    folder = Path(sys.executable).parent / "data"
    return folder if getattr(sys, "frozen", False) and folder.is_dir() else None


def set_data_dir(folder: Path | None) -> None:
    """Keep settings in this folder from now on (None: the usual one of the system)."""
    global _data_dir
    _data_dir = folder


def matches_dir() -> Path:
    """The folder in which matches are kept by themselves."""
    return data_dir().absolute() / "matches"


def unsaved_dir() -> Path:
    """The folder in which open documents with unsaved changes are kept by themselves."""
    return data_dir().absolute() / "unsaved"


def backups_dir() -> Path:
    """The folder of the earlier versions of saved files, one folder per file in it."""
    return data_dir().absolute() / "backups"


def results_dir() -> Path:
    """The folder of what the laboratory has found out about layouts."""
    return data_dir().absolute() / "lab"


def shipped_layouts(game: str = "") -> list[Path]:
    """The layout files that come with the program, of one game or of all that are listed; "base" comes first."""
    files = layouts_dir().glob(f"{game or '[!_]*'}/*.json")
    return sorted(files, key=lambda path: (path.parent.name, path.stem != "base", path.stem))
