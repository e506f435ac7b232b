"""Find missing libraries that Qt needs to show a window, without importing Qt, which might not load."""

from __future__ import annotations

import ctypes
import sys
from importlib.util import find_spec
from pathlib import Path

from studio.core.text import _, join_and
from studio.services.diagnostics import CheckResult

WINDOW_SYSTEMS = ("xcb", "wayland")  # one of these platform plugins is enough on Linux
PICTURES = ("imageformats/*qsvg.*", "iconengines/*qsvgicon.*")


def check_libraries() -> CheckResult:
    """Check that Qt can show windows and images."""
    what = _("Libraries")
    if find_spec("PySide6") is None:
        return CheckResult(what, False, _("PySide6 is not installed."))
    if not sys.platform.startswith("linux"):
        return CheckResult(what, True, _("Included with the program."))
    systems = {
        name: missing_plugins(f"platforms/libq{name}*") for name in WINDOW_SYSTEMS if _plugins(f"platforms/libq{name}*")
    }
    usable = [name for name, wanted in systems.items() if not wanted]
    wanted = [reason for pattern in PICTURES for reason in missing_plugins(pattern)]
    wanted += [reason for reasons in systems.values() for reason in reasons] if not usable else []
    if wanted or not usable:
        return CheckResult(what, False, _("Missing: {names}.").format(names=", ".join(dict.fromkeys(wanted)) or "Qt"))
    text = _("Available window systems: {systems}.").format(systems=join_and(usable))
    if lacking := [reason for reasons in systems.values() for reason in reasons]:
        text += " " + _("Missing but not required: {names}.").format(names=", ".join(dict.fromkeys(lacking)))
    return CheckResult(what, True, text)


def missing_plugins(pattern: str) -> list[str]:
    """Why plugins of Qt cannot be loaded, for a pattern of their paths."""
    found = []
    for path in _plugins(pattern):
        try:
            ctypes.CDLL(str(path))
        except OSError as problem:
            found.append(str(problem).removesuffix(": cannot open shared object file: No such file or directory"))
    return found


def _plugins(pattern: str) -> list[Path]:
    package = find_spec("PySide6")
    folders = [Path(folder) for folder in (package.submodule_search_locations or ())] if package is not None else []
    return [
        path for folder in folders for below in ("Qt/plugins", "plugins") for path in (folder / below).glob(pattern)
    ]
