"""Builds the program as a folder and as one file into dist/, and tries both from an empty environment.

Prints the sizes. Exit code 0 only when both were built and both passed their smoke test.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = "explorer-studio" + (".exe" if os.name == "nt" else "")


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
        env={**os.environ, "ONE_FILE": "1" if one_file else "0"},
    )  # fmt: skip
    return target / NAME if one_file else target / "explorer-studio" / NAME


def size(path: Path) -> float:
    """Megabytes (10**6 bytes) of a file or of all files below a folder, links not followed."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file() and not file.is_symlink()]
    return sum(file.stat().st_size for file in files) / 1e6


def smoke_test(program: Path) -> None:
    """Run the program's own smoke test with nothing of this environment, in an empty folder."""
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


def main() -> None:
    """Build and try both kinds."""
    for one_file in (False, True):
        program = build(one_file)
        what = "one file" if one_file else "folder"
        print(f"{what}: {size(program if one_file else program.parent):.1f} MB, {program.relative_to(ROOT)}")
        smoke_test(program)


if __name__ == "__main__":
    main()
