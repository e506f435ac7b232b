"""What `make package` builds works and looks as from source, the wheel runs outside the source tree.

`make test-all` builds the package first.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tarfile
import time
import venv
from importlib.resources import files
from pathlib import Path
from typing import Any

import debian
import jsonschema
import pytest
from publication import PUBLICATION, ROOT, fill
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

from studio.documents.paths import resources_dir, shipped_layouts

pytestmark = pytest.mark.long
DIST = ROOT / "dist"
PROGRAM = DIST / "folder" / "explorer-studio" / "explorer-studio"
LAYOUT = shipped_layouts("neue_entdecker")[0]


@pytest.fixture(scope="module")
def program() -> Path:
    assert PROGRAM.exists(), "there is no package: make package"
    return PROGRAM


def run(*command: str | Path, home: Path) -> str:
    """The output of a command with an empty environment, which must succeed."""
    environment = {"HOME": str(home), "PATH": "/usr/bin:/bin", "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}
    done = subprocess.run([str(word) for word in command], cwd=home, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


def test_pictures_are_those_of_the_program_from_source(program: Path, tmp_path: Path) -> None:
    pictures = []
    for name, command in (("frozen", [program]), ("source", [sys.executable, "-m", "studio"])):
        picture = tmp_path / f"{name}.png"
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
        subprocess.run([*command, "render", LAYOUT, "-o", picture], cwd=ROOT, env=environment, check=True)
        pictures.append(picture.read_bytes())
    assert pictures[0] == pictures[1]


def test_languages_manual_lessons_and_schemas_work_in_it(program: Path, tmp_path: Path) -> None:
    assert "Im Labor spielen Bots" in run(program, "--language", "de", "manual", "lab", home=tmp_path)
    assert "Le labo" in run(program, "--language", "fr", "manual", "lab", home=tmp_path)
    inside = program.parent / "_internal"
    lesson = inside / "resources" / "lessons" / "goldland" / "puzzle_01.json"
    assert run(program, "puzzle", lesson, "--check", home=tmp_path)
    for folder in ("schemas", "lessons", "books", "fonts", "manual"):
        here = {path.name for path in (resources_dir() / folder).rglob("*.*") if path.suffix not in (".py", ".pyc")}
        assert here - {"README.md"} <= {path.name for path in (inside / "resources" / folder).rglob("*.*")}
    assert (inside / "PySide6" / "Qt" / "translations" / "qtbase_de.qm").exists()


def test_it_passes_its_checks_and_uses_a_data_folder_next_to_it(program: Path, tmp_path: Path) -> None:
    movable = shutil.copytree(program.parent, tmp_path / "stick", symlinks=True) / program.name
    assert str(tmp_path / ".local") in run(movable, "check", home=tmp_path)
    (movable.parent / "data").mkdir()
    assert str(movable.parent / "data") in run(movable, "check", home=tmp_path)


def begun(*command: str | Path, home: Path) -> subprocess.Popen[str]:
    """A running command with an empty environment that handles Ctrl+C as in a terminal."""
    return subprocess.Popen(
        [str(word) for word in command],
        cwd=home,
        env={"HOME": str(home), "PATH": "/usr/bin:/bin", "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


@pytest.mark.parametrize("after", [0.01 * step for step in range(1, 25)])
def test_ctrl_c_while_it_starts_ends_it_in_silence(program: Path, tmp_path: Path, after: float) -> None:
    process = begun(program, "games", home=tmp_path)
    time.sleep(after)
    process.send_signal(signal.SIGINT)
    _out, err = process.communicate(timeout=60)
    while_python_starts = 255  # only PyInstaller's loader can report it then
    assert process.returncode in (0, 130, -signal.SIGINT, while_python_starts)
    assert "Traceback" not in err and "ERROR" not in err


def test_a_window_of_it_takes_files_in_and_ends_by_ctrl_c(program: Path, tmp_path: Path) -> None:
    for name, source in (("one", LAYOUT), ("two", shipped_layouts("columbus")[0])):
        shutil.copy(source, tmp_path / f"{name}.layout.json")
    window = begun(program, "one.layout.json", home=tmp_path)
    saved = tmp_path / ".local" / "share" / "explorer-studio"
    try:
        limit = time.monotonic() + 120
        while not (saved / "window" / "lock").exists() and time.monotonic() < limit:
            time.sleep(0.1)
        message = run(program, "--language", "de", "two.layout.json", home=tmp_path)
        assert "Im laufenden Fenster geöffnet" in message, "in the language of the command line"
        window.send_signal(signal.SIGINT)
        out, err = window.communicate(timeout=120)
    finally:
        window.kill()
    assert (window.returncode, out) == (130, "") and "Traceback" not in err
    tabs = json.loads((saved / "settings.json").read_text("utf-8"))["tabs"]
    assert [Path(tab).name for tab in tabs] == ["one.layout.json", "two.layout.json"]


def test_nothing_in_it_looks_into_the_builders_folders(program: Path) -> None:
    binaries = [path for path in program.parent.rglob("*.so*") if not path.is_symlink()]
    shown = subprocess.run(["objdump", "-p", *binaries], capture_output=True, text=True, check=True).stdout
    paths = [line.split()[1] for line in shown.splitlines() if line.split()[:1] in (["RUNPATH"], ["RPATH"])]
    assert paths and [path for path in paths if not path.startswith("$ORIGIN")] == []
    assert debian.glibc_floor(binaries) in (ROOT / "resources" / "docs" / "packaging.md").read_text("utf-8")


def test_the_sums_are_right_and_the_bill_is_of_its_form() -> None:
    lines = (DIST / "SHA256SUMS").read_text("utf-8").splitlines()
    sums = {name: shown for shown, name in (line.split("  ") for line in lines)}
    assert {Path(name).suffix for name in sums} >= {".deb", ".xz", ".json"}
    assert {name: hashlib.sha256((DIST / name).read_bytes()).hexdigest() for name in sums} == sums
    (bill,) = [json.loads((DIST / name).read_text("utf-8")) for name in sums if name.endswith(".cdx.json")]
    folder = files("cyclonedx.schema") / "_res"
    named = {path.name: json.loads(path.read_text("utf-8")) for path in folder.iterdir() if path.name.endswith(".json")}
    form = named["bom-1.6.SNAPSHOT.schema.json"]
    base = form["$id"].rpartition("/")[0]
    registry: Registry[Any] = Registry().with_resources(
        (f"{base}/{name}", Resource.from_contents(one, DRAFT7)) for name, one in named.items()
    )
    jsonschema.Draft7Validator(form, registry=registry).validate(bill)
    listed = {part["name"] for part in bill["components"]}
    assert {"networkx", "shtab", "PySide6_Essentials", "Qt", "ICU", "Python"} <= listed
    parts = json.loads((PROGRAM.parent / "_internal" / "resources" / "parts.json").read_text("utf-8"))
    assert {part["name"] for part in parts} == {*listed, "Explorer Studio"} and all(part["text"] for part in parts)


@pytest.fixture(scope="module")
def package() -> Path:
    if not shutil.which("dpkg-deb"):
        pytest.skip("Debian packages are built on Debian-based systems only")
    found = sorted(DIST.glob("*.deb"))
    assert len(found) == 1, "there is no package, or there are several: make package"
    return found[0]


def test_lintian_accepts_the_package(package: Path) -> None:
    done = subprocess.run(
        ["lintian", "--allow-root", "--fail-on", "error,warning", str(package)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_a_desktop_reads_is_of_its_form(tmp_path: Path) -> None:
    subprocess.run(["desktop-file-validate", debian.DESKTOP / "explorer-studio.desktop"], check=True)
    described = tmp_path / f"{PUBLICATION['app_id']}.metainfo.xml"
    described.write_text(fill((debian.DESKTOP / "explorer-studio.metainfo.xml").read_text("utf-8")), "utf-8")
    subprocess.run(["appstreamcli", "validate", "--no-net", described], check=True)


def test_a_clean_debian_takes_the_package_opens_files_by_their_type_and_lets_go_of_it(package: Path) -> None:
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        pytest.skip("a clean Debian requires root and debootstrap")
    script = ROOT / "packaging" / "try_debian.py"
    done = subprocess.run([sys.executable, script, package], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "smoke test passed" in done.stdout
    assert "removed: nothing is left" in done.stdout
    assert "removed: the desktop has forgotten its files' types" in done.stdout


def run_here(home: Path, *command: object, folder: Path = ROOT) -> str:
    """The output of a command, which must succeed, with its own settings."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    environment |= {"QT_QPA_PLATFORM": "offscreen", "HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
    done = subprocess.run([str(word) for word in command], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_runs_from_an_empty_folder(tmp_path: Path) -> None:
    run_here(tmp_path, sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "fresh")
    scripts = tmp_path / "fresh" / ("Scripts" if os.name == "nt" else "bin")
    python, program = scripts / "python", scripts / "explorer-studio"
    run_here(tmp_path, sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel)
    packages = Path(run_here(tmp_path, python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (packages / "ours.pth").write_text(sysconfig.get_path("purelib"), "utf-8")  # the libraries, not what they link to
    empty = tmp_path / "empty"
    empty.mkdir()
    shipped = "from studio.documents import paths; print(*paths.shipped_layouts(), sep='\\n')"
    layouts = run_here(tmp_path, python, "-c", shipped, folder=empty).splitlines()
    assert [Path(layout).name for layout in layouts] == [path.name for path in shipped_layouts()]
    assert all(Path(layout).is_relative_to(packages.resolve()) for layout in layouts)
    assert "smoke test passed" in run_here(tmp_path, program, "--smoke-test", folder=empty)
    run_here(tmp_path, program, "validate", "--no-verify", *layouts, folder=empty)


def test_the_source_archive_has_what_git_has(tmp_path: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")  # an unpacked archive has no list of files to compare with
    run_here(tmp_path, sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    known = set(run_here(tmp_path, "git", "ls-files", "--cached", "--others", "--exclude-standard").splitlines())
    assert names - {"PKG-INFO"} == {name for name in known if (ROOT / name).exists()}


def test_builds_in_different_folders_are_equal(tmp_path: Path) -> None:
    if not (ROOT / ".git").exists() or not sys.platform.startswith("linux"):
        pytest.skip("needs a checkout on Linux")
    sums = []
    for place in (tmp_path / "one", tmp_path / "another" / "place"):
        run_here(tmp_path, "git", "clone", "--quiet", ROOT, place)
        environment = {**os.environ, "PYTHONPATH": str(place), "TMPDIR": str(place.parent), "PYTHONHASHSEED": "random"}
        command = [sys.executable, "packaging/build.py"]
        done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        sums.append((place / "dist" / "SHA256SUMS").read_text("utf-8").splitlines())
    assert {line.rpartition(".")[2] for line in sums[0]} >= {"xz", "deb", "json"}
    assert sums[0] == sums[1]
