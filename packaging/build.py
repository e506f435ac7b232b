"""Builds the program into dist/: folder, single file, archive, Debian package, bill of materials and checksums.

Prints the sizes and their limits, and runs folder and file in an empty environment. Exit code 0 only if everything was
built and both passed their smoke test. Archive and package contain the folder.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import debian
import msgspec
from made_of import bill
from moment import moment
from publication import ROOT

from studio import __version__
from studio.documents.components import BundledComponent

NAME = "explorer-studio" + (".exe" if os.name == "nt" else "")
AIMS = {"folder": 100, "one file": 48, "tar.xz": 34}  # size limits in megabytes


def build(one_file: bool) -> Path:
    """Run PyInstaller; return the program's path."""
    kind = "file" if one_file else "folder"
    target = ROOT / "dist" / kind
    shutil.rmtree(target, ignore_errors=True)
    subprocess.run(
        [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
         "--distpath", str(target), "--workpath", str(ROOT / "build" / f"pyinstaller-{kind}"),
         str(ROOT / "packaging" / "explorer_studio.spec")],
        check=True,
        cwd=ROOT,
        # Equal sources give equal files: the order of sets is fixed, and time stamps are those of the commit.
        env={
            **os.environ,
            "ONE_FILE": "1" if one_file else "0",
            "PYTHONHASHSEED": "0",
            "SOURCE_DATE_EPOCH": str(moment()),
        },
    )  # fmt: skip
    return target / NAME if one_file else target / "explorer-studio" / NAME


def size(path: Path) -> float:
    """Megabytes (10**6 bytes) of a file or folder without following links."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file() and not file.is_symlink()]
    return sum(file.stat().st_size for file in files) / 1e6


def smoke_test(program: Path) -> None:
    """Run the program's smoke test with an empty environment in an empty folder."""
    with tempfile.TemporaryDirectory() as empty:
        environment = {"HOME": empty, "PATH": "/usr/bin:/bin", "QT_QPA_PLATFORM": "offscreen"}
        if os.name == "nt":
            environment = {**environment, "SYSTEMROOT": os.environ["SYSTEMROOT"], "TEMP": empty}
        done = subprocess.run(
            [str(program), "--smoke-test"], env=environment, cwd=empty, text=True, capture_output=True, timeout=300
        )
        sys.stdout.write(done.stdout)
        sys.stderr.write(done.stderr)
        if done.returncode != 0:
            raise SystemExit(f"{program} failed its smoke test (exit code {done.returncode})")


def archive(folder: Path, target: Path) -> Path:
    """Pack a folder reproducibly."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = moment()
        return entry

    with tarfile.open(target, "w:xz", preset=9) as packed:
        packed.add(folder, folder.name, filter=plain)
    return target


def compressed(folder: Path, target: Path) -> Path:
    """Pack a folder as Windows and macOS expect it; on macOS frameworks contain links, which only `ditto` keeps."""
    if sys.platform == "darwin":
        subprocess.run(["ditto", "-c", "-k", "--keepParent", str(folder), str(target)], check=True)
        return target
    return Path(shutil.make_archive(str(target.with_suffix("")), "zip", folder.parent, folder.name))


def write_sums(files: list[Path], path: Path) -> None:
    """Write checksums in the format of `sha256sum --check`."""
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(files)]
    path.write_text("".join(lines), "utf-8")


def weigh(what: str, path: Path) -> None:
    """Print a size and its limit."""
    megabytes, most = size(path), AIMS.get(what)
    aim = f" (aim: {most})" if most else ""
    print(f"{what}: {megabytes:.1f} MB{aim}{', missed' if most and megabytes > most else ''}, {path.relative_to(ROOT)}")


def main() -> None:
    """Build everything and test both programs."""
    linux = sys.platform.startswith("linux")
    target, name = ROOT / "dist", f"explorer-studio-{__version__}"
    folder, single = build(False), build(True)
    kind = f"{sys.platform}-{platform.machine().lower()}"
    built = [single.rename(target / f"{name}-{kind}{single.suffix}")]
    weigh("folder", folder.parent)
    weigh("one file", built[0])
    if linux:
        built.append(archive(folder.parent, target / f"{name}-{kind}.tar.xz"))
        weigh("tar.xz", built[-1])
    else:
        bundle = target / "folder" / "Explorer Studio.app"
        packed = bundle if sys.platform == "darwin" else folder.parent
        built.append(compressed(packed, target / f"{name}-{kind}.zip"))
        weigh("zip", built[-1])
    if shutil.which("dpkg-deb"):
        built.append(debian.build(folder, ROOT / "build" / "debian" / "root", target))
        weigh("Debian package", built[-1])
    listed = folder.parent / "_internal" / "resources" / "parts.json"
    built.append(target / f"{name}-{kind}.cdx.json")
    built[-1].write_text(bill(msgspec.json.decode(listed.read_bytes(), type=list[BundledComponent])), "utf-8")
    write_sums(built, target / "SHA256SUMS")
    for program in (folder, built[0]):
        smoke_test(program)


if __name__ == "__main__":
    main()
