"""Builds the Debian package from the frozen folder: menu entry, file types, icons, completion, man page, licences."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from email.utils import formatdate
from pathlib import Path

import msgspec
from contents import needed
from made_of import owner_of
from moment import moment
from publication import PUBLICATION, ROOT, fill

from studio import __version__
from studio.documents.components import BundledComponent

NAME = "explorer-studio"
DESKTOP = ROOT / "packaging" / "desktop"
ICONS = ROOT / "resources" / "icons"
DATA = ("fontconfig-config", "xkb-data")
"""Run-time data of bundled libraries: fonts configuration and keyboard layouts."""
RECOMMENDED, SUGGESTED = ("libwayland",), ("libcups",)  # libraries of optional plugins: Wayland, printing
COMPLETIONS = {
    "bash": "bash-completion/completions/explorer-studio",
    "zsh": "zsh/vendor-completions/_explorer-studio",
    "fish": "fish/vendor_completions.d/explorer-studio.fish",
}
"""The installed file of each shell's completion."""


def build(program: Path, work: Path, target: Path) -> Path:
    """Build the package of a frozen folder (given by its program); return its path in `target`."""
    shutil.rmtree(work, ignore_errors=True)
    home = work / "usr" / "lib" / NAME
    shutil.copytree(program.parent, home, symlinks=True)
    (work / "usr" / "bin").mkdir()
    (work / "usr" / "bin" / NAME).symlink_to(f"../lib/{NAME}/{NAME}")
    _desktop(work / "usr" / "share")
    for shell, place in COMPLETIONS.items():
        (work / "usr" / "share" / place).parent.mkdir(parents=True)
        (work / "usr" / "share" / place).write_text(_own_output(program, "completion", shell), "utf-8")
    man = _own_output(sys.executable, ROOT / "packaging" / "man_page.py")
    _pack(man, work / "usr" / "share" / "man" / "man1" / f"{NAME}.1.gz")
    _documents(home, work / "usr" / "share")
    for path in _walk(work):
        path.chmod(0o755 if path.is_dir() or path == home / NAME else 0o644)
        os.utime(path, (moment(), moment()))
    (work / "DEBIAN").mkdir()
    (work / "DEBIAN" / "md5sums").write_text(_sums(work), "utf-8")
    architecture = _output("dpkg", "--print-architecture")
    (work / "DEBIAN" / "control").write_text(control(home, architecture, size(work)), "utf-8")
    package = target / f"{NAME}_{__version__}_{architecture}.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(work), str(package)],
        env={**os.environ, "SOURCE_DATE_EPOCH": str(moment())},  # no file is newer, those of control included
        check=True,
    )
    return package


def control(home: Path, architecture: str, kilobytes: int) -> str:
    depends, recommends, suggests = wanted(home)
    return f"""Package: {NAME}
Version: {__version__}
Architecture: {architecture}
Maintainer: {_maintainer()}
Installed-Size: {kilobytes}
Depends: {", ".join(depends)}
Recommends: {", ".join(recommends)}
Suggests: {", ".join(suggests)}
Section: games
Priority: optional
Homepage: {PUBLICATION["homepage"]}
Description: design, check and play boards of four exploration games
 Explorer Studio is an editor for the boards of four exploration board games.
 It checks boards as you draw, verifies that they can be completed, and plays
 them with all rules against humans and bots. Lab measures their fairness.
 .
 Python and Qt are in the package.
"""


def wanted(home: Path) -> tuple[list[str], list[str], list[str]]:
    """The packages that the binaries in `home` depend on, recommend and suggest."""
    binaries = [path for path in _walk(home) if not path.is_symlink() and path.is_file() and _is_binary(path)]
    own = {path.name for path in _walk(home)}
    missing = {name for path in binaries for name in needed(str(path))} - own
    listed = _output("ldconfig", "-p") if shutil.which("ldconfig") else _output("/sbin/ldconfig", "-p")
    places = dict(re.findall(r"^\s+(\S+) \(libc6,[^)]*\) => (\S+)$", listed, re.MULTILINE))
    floor = glibc_floor(binaries)
    depends = {f"libc6 (>= {floor})", *DATA}
    recommends: set[str] = set()
    suggests: set[str] = set()
    for library in sorted(missing):
        package = owner_of(Path(places[library]).resolve()) if library in places else ""
        if not package:
            raise SystemExit(f"{library} is needed, and no package of this system has it")
        kind = recommends if library.startswith(RECOMMENDED) else suggests if library.startswith(SUGGESTED) else depends
        kind.add(package)
    depends.discard("libc6")
    return sorted(depends), sorted(recommends - depends), sorted(suggests - depends)


def glibc_floor(binaries: list[Path]) -> str:
    """The oldest glibc that has all symbol versions used."""
    versions = {"2.0"}
    for path in binaries:
        output = subprocess.run(["objdump", "-p", str(path)], capture_output=True, text=True, check=True).stdout
        versions |= set(re.findall(r"\bGLIBC_(2\.\d+)", output))
    return max(versions, key=lambda version: int(version.partition(".")[2]))


def size(folder: Path) -> int:
    """Installed size in kilobytes as dpkg counts it: files rounded up, one for each folder and link."""
    return sum(
        -(-path.stat().st_size // 1024) if path.is_file() and not path.is_symlink() else 1 for path in _walk(folder)
    )


def _desktop(share: Path) -> None:
    """Install menu entry, MIME types, AppStream metadata and icons."""
    for name, place in (
        (f"{NAME}.desktop", share / "applications" / f"{NAME}.desktop"),
        (f"{NAME}.mime.xml", share / "mime" / "packages" / f"{NAME}.xml"),
        (f"{NAME}.metainfo.xml", share / "metainfo" / f"{PUBLICATION['app_id']}.metainfo.xml"),
        (f"{NAME}.lintian", share / "lintian" / "overrides" / NAME),
    ):
        place.parent.mkdir(parents=True)
        place.write_text(fill((DESKTOP / name).read_text("utf-8")), "utf-8")
    for picture in ICONS.glob(f"{NAME}-*.png"):
        pixels = picture.stem.rpartition("-")[2]
        place = share / "icons" / "hicolor" / f"{pixels}x{pixels}" / "apps" / f"{NAME}.png"
        place.parent.mkdir(parents=True)
        shutil.copyfile(picture, place)
    scalable = share / "icons" / "hicolor" / "scalable" / "apps"
    scalable.mkdir(parents=True)
    shutil.copyfile(ICONS / f"{NAME}.svg", scalable / f"{NAME}.svg")


def _own_output(*command: str | Path) -> str:
    """The output of a command of ours, in English."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}
    done = subprocess.run([str(word) for word in command], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def _documents(home: Path, share: Path) -> None:
    """Install changelog, copyright and all licence texts."""
    doc = share / "doc" / NAME
    doc.mkdir(parents=True)
    parts = msgspec.json.decode(
        (home / "_internal" / "resources" / "parts.json").read_bytes(), type=list[BundledComponent]
    )
    others = parts[1:]
    (doc / "copyright").write_text(copyright_text(others), "utf-8")
    _pack(
        "\n\n\n".join(f"{part.name} {part.version}\n{'=' * 78}\n{part.text}" for part in others),
        doc / "licences.txt.gz",
    )
    _pack((ROOT / "CHANGELOG.md").read_text("utf-8"), doc / "NEWS.md.gz")
    _pack(
        f"{NAME} ({__version__}) stable; urgency=medium\n\n  * The changes are listed in NEWS.md.gz.\n\n"
        f" -- {_maintainer()}  {formatdate(moment())}\n",
        doc / "changelog.gz",
    )


def copyright_text(parts: Sequence[BundledComponent]) -> str:
    """The copyright file in Debian's machine-readable format 1.0, with the other components of the package."""
    _heading, holder, *own_text, _about_fonts = (ROOT / "LICENSE").read_text("utf-8").strip().split("\n\n")
    fonts = [part for part in parts if part.licence == "OFL-1.1"]
    shtab = next(part for part in parts if part.name == "shtab")
    font_text = re.search(r"^License: OFL-1.1\n((?: .*\n)+)", fonts[0].text, re.MULTILINE)
    assert font_text is not None, "the licence of the fonts is not in the format of Debian"
    listed = [
        "The package contains the parts below. Their licences are in licences.txt.gz in this folder, those of the GNU",
        "project also in /usr/share/common-licenses (Qt: LGPL-3).",
        *(f"{part.name} {part.version}: {part.licence or 'see its text'} ({part.owner})" for part in parts),
    ]
    return f"""Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Explorer Studio
Upstream-Contact: {_maintainer()}
Source: {PUBLICATION["source"]}
Comment:
{_indented(listed)}

Files: *
Copyright: {holder.removeprefix("Copyright (c) ")}
License: Expat

Files: usr/lib/{NAME}/_internal/resources/fonts/*
Copyright: {"; ".join(part.owner for part in fonts)}
License: OFL-1.1

Files: usr/lib/{NAME}/_internal/resources/completions/*
{_indented(f"usr/share/{place}" for place in COMPLETIONS.values())}
Copyright: {holder.removeprefix("Copyright (c) ")}; {shtab.owner}
License: Expat and MPL-2.0

License: Expat
{_indented([line for paragraph in own_text for line in (*paragraph.splitlines(), "")][:-1])}

License: OFL-1.1
{_indented(font_text[1].splitlines())}

License: MPL-2.0
 The text is in /usr/share/common-licenses/MPL-2.0.
"""


def _indented(lines: Iterable[str]) -> str:
    """Further lines of a field: indented by a space, empty ones as a full stop."""
    return "\n".join(f" {line.strip() or '.'}" for line in lines)


def _pack(words: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(words.encode("utf-8"), 9, mtime=0))


def _sums(work: Path) -> str:
    files = sorted(
        path.relative_to(work).as_posix() for path in _walk(work) if path.is_file() and not path.is_symlink()
    )
    return subprocess.run(["md5sum", *files], cwd=work, capture_output=True, text=True, check=True).stdout


def _walk(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if not path.is_symlink() or path.is_file())


def _is_binary(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def _maintainer() -> str:
    """The maintainer from Debian's environment variables, otherwise the authors."""
    name = os.environ.get("DEBFULLNAME", PUBLICATION["author"])
    return f"{name} <{os.environ.get('DEBEMAIL', PUBLICATION['email'])}>"
