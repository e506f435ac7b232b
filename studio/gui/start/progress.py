"""How far a person has come in the lessons, kept with the settings in the data folder."""

from __future__ import annotations

from pathlib import Path

from studio.gui.settings import settings

DONE = -1
_KEPT = "lessons"


def _key(path: Path) -> str:
    """A lesson that comes with the program goes by its game and name, wherever the program lies."""
    return f"{path.parent.name}/{path.stem}"


def reached(path: Path) -> int:
    """The step of a tutorial that one stands at, or how often a puzzle was tried; `DONE` when it was finished."""
    found = settings().value(_KEPT, {}).get(_key(path), 0)
    return found if isinstance(found, int) else 0


def put_reached(path: Path, step: int) -> None:
    """Keep it."""
    settings().put(_KEPT, {**settings().value(_KEPT, {}), _key(path): step})
