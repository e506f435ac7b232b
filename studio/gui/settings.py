"""What the program remembers between two runs, as JSON in the data folder. A damaged file costs the memory, no more."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from studio.documents.files import DocumentError, is_same_file, read_regular, write_bytes
from studio.documents.paths import data_dir, data_location

THEMES = ("system", "light", "dark")
MAX_RECENT = 12
_LIMIT = 1 << 20
RETRY_MS = 5000  # time from a failed write to the next attempt

_DEFAULTS: dict[str, Any] = {
    "theme": "system",
    "contrast": False,
    "palette": "usual",
    "large_targets": False,
    "size": 100,
    "language": "system",
    "geometry": "",
    "recent": [],
    "tabs": [],
    "beside": [],
    "shown": [],
    "divider": 0.5,
    "folder": os.path.expanduser("~"),  # noqa: PTH111 - Path.home() raises where there is no home
    "speed": 0.5,
    "motion": True,
    "autoplay": False,
    "purist": False,
    "confirms": False,
    "names": [],
    "kinds": [],
    "colors": [],
    "setups": {},
    "layout": "",
    "boards": {},
    "stamps": {},
    "commands": [],
    "keys": {},
    "editor_side": "survey",
    "overlay_opacity": 100,
}


class Settings(QObject):
    """Values by name. Those listed above always have the type of their default; others are kept as they are.

    Every `put` is written at once (whole file, by rename); if the disk refuses, it is tried again every few seconds.
    `changed` reports the name of each value that has changed.
    """

    changed = Signal(str)

    def __init__(self, path: Path | None = None) -> None:
        super().__init__()
        self.path = path if path is not None else data_dir() / "settings.json"
        self._values: dict[str, Any] = {}
        self._system_defaults: dict[str, Any] = {}
        self.is_damaged = False
        self._retry_timer = QTimer(self, singleShot=True, interval=RETRY_MS)
        self._retry_timer.timeout.connect(self._write)
        self._read()

    def _read(self) -> None:
        try:
            data = read_regular(self.path, _LIMIT + 1)
            if len(data) > _LIMIT:
                raise ValueError("too large")
            raw = json.loads(data)
            if not isinstance(raw, dict):
                raise ValueError("not an object")
        except (FileNotFoundError, NotADirectoryError):
            return
        except (OSError, ValueError, RecursionError):
            self.is_damaged = True
            return
        self._values = raw

    def value(self, name: str, default: Any = None) -> Any:
        """A value; the default when there is none or it has another type."""
        default = self._system_defaults.get(name, _DEFAULTS.get(name, default))
        found = self._values.get(name, default)
        if default is None or type(found) is type(default):
            return found
        if isinstance(default, float) and type(found) is int:
            return float(found)
        return default

    def set_system_default(self, name: str, value: Any) -> None:
        """Set the default of a value, as the desktop's settings ask for."""
        self._system_defaults[name] = value

    def default(self, name: str) -> Any:
        return self._system_defaults.get(name, _DEFAULTS.get(name))

    def set_value(self, name: str, value: Any) -> None:
        """Save a value that JSON can hold."""
        if self.value(name) != value:
            self._values[name] = value
            self._write()
            self.changed.emit(name)

    def reset(self, *names: str) -> None:
        """Let values be again what they are before anybody has chosen."""
        for name in names:
            self._values.pop(name, None)
        self._write()
        for name in names:
            self.changed.emit(name)

    def _write(self) -> None:
        # all in ASCII: a file's name may hold what no UTF-8 can
        text = json.dumps(self._values, indent=1)
        try:
            self.path.parent.mkdir(0o700, parents=True, exist_ok=True)
            write_bytes(self.path, text.encode("ascii"), durable=False)
        except (OSError, DocumentError):
            if QCoreApplication.instance() is not None and not self._retry_timer.isActive():
                self._retry_timer.start()

    @property
    def theme(self) -> str:
        """ "system", "light" or "dark"."""
        name = str(self.value("theme"))
        return name if name in THEMES else "system"

    @property
    def appearance(self) -> tuple[str, bool, str, bool]:
        """Theme, high contrast, palette of the seats, large targets."""
        return self.theme, self.value("contrast"), self.value("palette"), self.value("large_targets")

    @property
    def text_size(self) -> int:
        """Text size in per cent; the nearest that is offered."""
        from studio.gui.style.stylesheet import nearest_scale

        return nearest_scale(self.value("size"))

    def string_list(self, name: str) -> list[str]:
        """A list value, without entries that are no text."""
        return [entry for entry in self.value(name) if isinstance(entry, str)]

    @property
    def recent(self) -> list[Path]:
        """Recent files, the latest first, missing ones included."""
        return [Path(entry) for entry in self.string_list("recent") if entry][:MAX_RECENT]

    def add_recent(self, path: Path) -> None:
        """Put a file first in the recent files, and propose its folder in dialogs."""
        path = path.absolute()
        self.set_value("folder", str(path.parent))
        others = (other for other in self.string_list("recent") if not is_same_file(Path(other), path))
        self.set_value("recent", [str(path), *others][:MAX_RECENT])

    def remove_recent(self, path: Path | None = None) -> None:
        """Remove one file from the recent files, or all."""
        keep = [] if path is None else [entry for entry in self.string_list("recent") if Path(entry) != path]
        self.set_value("recent", keep)

    def keys_for(self, name: str) -> list[str] | None:
        """The keys that a person has given an action; None if it has its usual ones, or the entry is invalid."""
        found = self.value("keys").get(name)
        return found if isinstance(found, list) and all(isinstance(keys, str) for keys in found) else None

    def set_keys(self, chosen: Mapping[str, Sequence[str] | None]) -> None:
        """Give actions other keys, or (None) their usual ones."""
        saved = {
            name: list(keys)
            for name, keys in {**self.value("keys"), **chosen}.items()
            if isinstance(keys, list | tuple)
        }
        self.set_value("keys", saved)


_current: Settings | None = None


def settings() -> Settings:
    """The settings of this process, read when first asked for (and again when the data folder has changed)."""
    global _current
    if _current is None or _current.path.parent != data_location():  # not `data_dir`, which would create it each time
        _current = Settings()
    return _current
