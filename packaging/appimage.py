"""Packs the frozen folder as an AppImage: `python packaging/appimage.py RUNTIME`, after `make package`.

RUNTIME is the file `runtime-x86_64` of the project AppImage/type2-runtime; it is not in the package registries. An
AppImage is this program followed by a compressed folder. Requires squashfs-tools.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from debian import DESKTOP, ICONS, NAME
from moment import moment
from publication import PUBLICATION, ROOT, fill

from studio import __version__


def make_folder(program: Path, folder: Path) -> Path:
    """Create the AppDir of a frozen program: the program, `AppRun`, menu entry, icon and AppStream metadata."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(program.parent, folder / "usr" / "lib" / NAME, symlinks=True)
    (folder / "AppRun").symlink_to(f"usr/lib/{NAME}/{program.name}")
    applications, metainfo = folder / "usr" / "share" / "applications", folder / "usr" / "share" / "metainfo"
    for place in (applications, metainfo):
        place.mkdir(parents=True)
    (applications / f"{NAME}.desktop").write_text((DESKTOP / f"{NAME}.desktop").read_text("utf-8"), "utf-8")
    (folder / f"{NAME}.desktop").symlink_to(f"usr/share/applications/{NAME}.desktop")
    text = fill((DESKTOP / f"{NAME}.metainfo.xml").read_text("utf-8"))
    (metainfo / f"{PUBLICATION['app_id']}.metainfo.xml").write_text(text, "utf-8")
    shutil.copyfile(ICONS / f"{NAME}-256.png", folder / f"{NAME}.png")
    (folder / ".DirIcon").symlink_to(f"{NAME}.png")
    return folder


def pack(folder: Path, runtime: Path, target: Path) -> Path:
    """Write an AppImage of an AppDir, the same one for the same files."""
    image, when = target.with_suffix(".squashfs"), str(moment())
    subprocess.run(
        ["mksquashfs", str(folder), str(image), "-root-owned", "-noappend", "-no-xattrs", "-comp", "xz", "-quiet",
         "-no-progress", "-mkfs-time", when, "-all-time", when],
        check=True,
        env={name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"},  # either or
    )  # fmt: skip
    target.write_bytes(runtime.read_bytes() + image.read_bytes())
    target.chmod(0o755)
    image.unlink()
    return target


def main() -> None:
    program = ROOT / "dist" / "folder" / NAME / NAME
    if len(sys.argv) != 2 or not program.exists():
        raise SystemExit(__doc__)
    target = ROOT / "dist" / f"{NAME}-{__version__}-{platform.machine()}.AppImage"
    print(pack(make_folder(program, ROOT / "build" / "appimage" / f"{NAME}.AppDir"), Path(sys.argv[1]), target))


if __name__ == "__main__":
    main()
