"""Flatpak manifest and AppImage, as far as they can be checked without the programs that run them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import appimage
import flatpak
import pytest
from publication import PUBLICATION, ROOT

ALLOWED = {"--share=ipc", "--socket=wayland", "--socket=fallback-x11", "--device=dri", "--socket=cups"}


@pytest.fixture
def manifest(tmp_path: Path) -> dict[str, Any]:
    """The written manifest; its folder is `tmp_path / "flatpak"`."""
    (tmp_path / "our.whl").write_bytes(b"wheel")
    path = flatpak.write(tmp_path / "flatpak", tmp_path / "our.whl")
    assert path.name == f"{PUBLICATION['app_id']}.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def test_the_flatpak_has_the_projects_id_and_no_more_permissions_than_it_needs(manifest: dict[str, Any]) -> None:
    assert manifest["id"] == PUBLICATION["app_id"]
    assert (manifest["base"], manifest["runtime"], manifest["sdk"]) == (
        "io.qt.PySide.BaseApp",
        "org.kde.Platform",
        "org.kde.Sdk",
    )
    assert set(manifest["finish-args"]) <= ALLOWED
    wanted = (ROOT / "pyproject.toml").read_text("utf-8")
    lowest = re.search(r"PySide6-Essentials>=(\d+\.\d+)", wanted)
    assert lowest is not None and manifest["base-version"] == manifest["runtime-version"] == lowest[1]


def test_the_flatpak_has_all_libraries_in_the_versions_of_the_other_packages(manifest: dict[str, Any]) -> None:
    remote = [source for module in manifest["modules"] for source in module["sources"] if "url" in source]
    pins = dict(line.split("==") for line in (ROOT / "packaging" / "constraints.txt").read_text("utf-8").split())
    pins = {name.lower().replace("_", "-"): version for name, version in pins.items()}
    found = {}
    for source in remote:
        assert source["url"].startswith("https://") and re.fullmatch("[0-9a-f]{64}", source["sha256"])
        name, version = re.match(r"(.+?)-(\d[\w.]*?)(?:-|\.tar)", source["url"].rpartition("/")[2]).groups()  # type: ignore[union-attr]
        found[name.lower().replace("_", "-")] = version
    assert found == {name: pins[name] for name in found}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = {re.split("[><=]", requirement)[0].lower() for requirement in project["dependencies"]}
    assert needed - {"pyside6-essentials"} <= set(found), "PySide6 is in the base application"


def test_the_flatpak_builds_only_the_solver_that_is_used(manifest: dict[str, Any], tmp_path: Path) -> None:
    """The command is run on a file like that of the library."""
    (tmp_path / "setup.py").write_text("import x\nto_install = ['cadical',\n    'lingeling', 'minicard']\nrest = 1\n")
    (solver,) = (module for module in manifest["modules"] if module["name"] == "solver")
    subprocess.run(solver["build-commands"][0], shell=True, check=True, cwd=tmp_path)
    assert (tmp_path / "setup.py").read_text() == 'import x\nto_install = ["minicard"]\nrest = 1\n'


def test_the_files_of_the_flatpak_are_complete(manifest: dict[str, Any], tmp_path: Path) -> None:
    local = [source["path"] for module in manifest["modules"] for source in module["sources"] if "path" in source]
    assert {*local, f"{manifest['id']}.json"} == {path.name for path in (tmp_path / "flatpak").iterdir()}
    for path in (tmp_path / "flatpak").glob("*.xml"):
        assert "${" not in path.read_text("utf-8")
    commands = " ".join(manifest["modules"][-1]["build-commands"])
    assert all(name in commands for name in local)


@pytest.mark.skipif(shutil.which("flatpak-builder") is None, reason="there is no flatpak-builder here")
def test_flatpak_builder_reads_the_manifest(manifest: dict[str, Any], tmp_path: Path) -> None:
    command = ["flatpak-builder", "--show-manifest", str(tmp_path / "flatpak" / f"{manifest['id']}.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == "", "it names fields that it does not know"
    read = json.loads(done.stdout)
    assert read["id"] == manifest["id"] and [module["name"] for module in read["modules"]] == [
        module["name"] for module in manifest["modules"]
    ]


STAND_IN = """#!/bin/sh
# In place of AppImage's runtime, which mounts the folder: this unpacks it.
folder=$(mktemp -d) && unsquashfs -quiet -no-progress -offset {size:4} -dest "$folder/app" "$0" >/dev/null || exit 9
"$folder/app/AppRun" "$@"; code=$?
rm -rf "$folder"
exit $code
"""


@pytest.mark.skipif(shutil.which("mksquashfs") is None, reason="there are no squashfs-tools here")
def test_an_appimage_runs_the_program_in_it(tmp_path: Path) -> None:
    program = tmp_path / "frozen" / "explorer-studio"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\necho "$(dirname "$(readlink -f "$0")")" "$@"\nexit 7\n')
    program.chmod(0o755)
    (tmp_path / "runtime").write_text(STAND_IN.format(size=len(STAND_IN.format(size=0))))
    made = []
    for place in ("one", "two"):
        folder = appimage.make_folder(program, tmp_path / place / "app")
        made.append(appimage.pack(folder, tmp_path / "runtime", tmp_path / place / "x.AppImage"))
    done = subprocess.run([str(made[0]), "games", "-q"], capture_output=True, text=True)
    assert done.returncode == 7 and re.fullmatch(r".*/app/usr/lib/explorer-studio games -q\n", done.stdout)
    assert made[0].read_bytes() == made[1].read_bytes(), "reproducible"


def test_the_folder_of_an_appimage_has_what_desktops_look_for(tmp_path: Path) -> None:
    """Source: AppImage specification, "Contents of the image"."""
    program = tmp_path / "frozen" / "explorer-studio"
    program.parent.mkdir()
    program.write_text("program")
    folder = appimage.make_folder(program, tmp_path / "app")
    assert (folder / "AppRun").resolve() == folder / "usr/lib/explorer-studio/explorer-studio"
    (desktop,) = folder.glob("*.desktop")
    icon = re.search("^Icon=(.+)$", desktop.read_text("utf-8"), re.MULTILINE)
    assert icon is not None and (folder / f"{icon[1]}.png").read_bytes() == (folder / ".DirIcon").read_bytes()
    assert all(not link.readlink().is_absolute() for link in folder.rglob("*") if link.is_symlink())
