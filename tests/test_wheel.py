"""The wheel runs outside the source tree, and the source archive has the files of git."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
from pathlib import Path

import pytest

from studio.documents.paths import shipped_layouts

ROOT = Path(__file__).resolve().parent.parent


def run(home: Path, *command: object, folder: Path = ROOT) -> str:
    """The output of a command, which must succeed, with its own settings."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    environment |= {"QT_QPA_PLATFORM": "offscreen", "HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
    done = subprocess.run([str(word) for word in command], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
def test_the_wheel_runs_from_an_empty_folder(tmp_path: Path) -> None:
    run(tmp_path, sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "fresh")
    scripts = tmp_path / "fresh" / ("Scripts" if os.name == "nt" else "bin")
    python, program = scripts / "python", scripts / "explorer-studio"
    run(tmp_path, sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel)
    packages = Path(run(tmp_path, python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (packages / "ours.pth").write_text(sysconfig.get_path("purelib"), "utf-8")  # the libraries, not what they link to
    empty = tmp_path / "empty"
    empty.mkdir()
    shipped = "from studio.documents import paths; print(*paths.shipped_layouts(), sep='\\n')"
    layouts = run(tmp_path, python, "-c", shipped, folder=empty).splitlines()
    assert [Path(layout).name for layout in layouts] == [path.name for path in shipped_layouts()]
    assert all(Path(layout).is_relative_to(packages.resolve()) for layout in layouts)
    assert "smoke test passed" in run(tmp_path, program, "--smoke-test", folder=empty)
    run(tmp_path, program, "validate", "--no-proof", *layouts, folder=empty)


@pytest.mark.long
def test_the_source_archive_has_what_git_has(tmp_path: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")  # an unpacked archive has no list of files to compare with
    run(tmp_path, sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    known = set(run(tmp_path, "git", "ls-files", "--cached", "--others", "--exclude-standard").splitlines())
    assert names - {"PKG-INFO"} == {name for name in known if (ROOT / name).exists()}
