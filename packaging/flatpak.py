"""Writes the Flatpak manifest and its files to dist/flatpak: `python packaging/flatpak.py`.

Build it where flatpak-builder can download the runtime and the base application:

    flatpak-builder --user --install-deps-from=flathub --install build/flatpak dist/flatpak/ID.json

Python and PySide6 come from the base application. Our wheel must be in dist (`python -m hatchling build -d dist`).
Nobody has built it yet: tests check the manifest only.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from debian import DESKTOP, ICONS, NAME
from publication import PUBLICATION, ROOT, fill
from solvers import KEPT

from studio import __version__

QT = "6.11"  # the branch of runtime and base application with the PySide6 that pyproject.toml requires
WHEEL = f"explorer_studio-{__version__}-py3-none-any.whl"
SOURCES: dict[str, Any] = json.loads((ROOT / "packaging" / "flatpak_sources.json").read_text("utf-8"))
PIP = "pip3 install --no-index --no-deps --no-build-isolation --prefix=/app"
PLACES = {
    f"{NAME}.desktop": f"applications/{NAME}.desktop",
    f"{NAME}.mime.xml": f"mime/packages/{PUBLICATION['app_id']}.xml",
    f"{NAME}.metainfo.xml": f"metainfo/{PUBLICATION['app_id']}.metainfo.xml",
    f"{NAME}.svg": f"icons/hicolor/scalable/apps/{NAME}.svg",
    f"{NAME}-128.png": f"icons/hicolor/128x128/apps/{NAME}.png",
}
"""Files of the desktop and their places below /app/share."""


def manifest() -> dict[str, Any]:
    """The manifest as plain data. No permission for the network or for files: dialogs use the portal."""
    solvers = ", ".join(f'"{name}"' for name in KEPT)
    return {
        "id": PUBLICATION["app_id"],
        "runtime": "org.kde.Platform",
        "runtime-version": QT,
        "sdk": "org.kde.Sdk",
        "base": "io.qt.PySide.BaseApp",
        "base-version": QT,
        "command": NAME,
        "finish-args": ["--share=ipc", "--socket=wayland", "--socket=fallback-x11", "--device=dri", "--socket=cups"],
        "rename-desktop-file": f"{NAME}.desktop",
        "rename-icon": NAME,
        "build-options": {"env": {"BASEAPP_REMOVE_WEBENGINE": "1"}},
        "cleanup-commands": ["/app/cleanup-BaseApp.sh"],
        "modules": [
            {
                "name": "libraries",
                "buildsystem": "simple",
                "build-commands": [f"{PIP} *.whl"],
                "sources": [{"type": "file", **source} for source in SOURCES["wheels"]],
            },
            {
                "name": "solver",  # of the library's twenty solvers only the one that is used
                "buildsystem": "simple",
                "build-commands": [
                    rf"sed -Ezi 's/\nto_install = \[[^]]*\]/\nto_install = [{solvers}]/' setup.py",
                    f"{PIP} .",
                ],
                "sources": [{"type": "archive", **SOURCES["solver"]}],
            },
            {
                "name": NAME,
                "buildsystem": "simple",
                "build-commands": [
                    f"{PIP} {WHEEL}",
                    *(f"install -Dm644 {name} /app/share/{place}" for name, place in PLACES.items()),
                ],
                "sources": [{"type": "file", "path": name} for name in (WHEEL, *PLACES)],
            },
        ],
    }


def write(folder: Path, wheel: Path) -> Path:
    """Write the manifest and the files that it names; return the path of the manifest."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in PLACES:
        if (DESKTOP / name).exists():
            (folder / name).write_text(fill((DESKTOP / name).read_text("utf-8")), "utf-8")
        else:
            shutil.copyfile(ICONS / name, folder / name)
    if wheel.exists():
        shutil.copyfile(wheel, folder / WHEEL)
    target = folder / f"{PUBLICATION['app_id']}.json"
    target.write_text(json.dumps(manifest(), indent=2) + "\n", "utf-8")
    return target


if __name__ == "__main__":
    print(write(ROOT / "dist" / "flatpak", ROOT / "dist" / WHEEL))
