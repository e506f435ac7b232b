"""Sets the project up and runs it, its checks or the build of packages, on every system.

    python packaging/tasks.py run | check | test | package | install run|test|test-all|bench|mutation | tag v1.2.3

The virtual environment is `.venv`. A kind of installation is repeated only if its requirements have changed. `tag`
checks that a tag names the version of the program, which CHANGELOG and AppStream metadata must list first.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
EXTRAS = {"run": ".", "test": ".[dev]", "test-all": ".[dev]", "bench": ".[dev,bench]", "mutation": ".[dev,mutation]"}
CHECKS: tuple[list[str | Path], ...] = (
    [BIN / "ruff", "format", "--check", "."],
    [BIN / "ruff", "check", "."],
    [BIN / "lint-imports", "--no-cache"],
    [PYTHON, "packaging/extract_messages.py", "--check"],
)
# If the environment disables bytecode files, every test process would compile all modules again. Tests need no display:
# Qt renders offscreen, and the test of a real window starts its own Xvfb.
TESTING = {"PYTHONDONTWRITEBYTECODE": "", "QT_QPA_PLATFORM": "offscreen"}


def call(*command: str | Path, **environment: str) -> int:
    """Run a command in the project's folder; return its exit code."""
    return subprocess.run([str(word) for word in command], cwd=ROOT, env={**os.environ, **environment}).returncode


def require(*command: str | Path, **environment: str) -> None:
    """Run a command; exit with its code if it fails."""
    if code := call(*command, **environment):
        sys.exit(code)


def install(kind: str = "run") -> None:
    """Install system packages (where there is apt), the virtual environment and libraries, unless they are there."""
    done = VENV / f"{kind}.done"
    if done.exists() and all(
        done.stat().st_mtime >= path.stat().st_mtime for path in (ROOT / "pyproject.toml", CONSTRAINTS)
    ):
        return
    if os.name == "posix":
        require(
            "sh",
            "packaging/system_packages.sh",
            "test" if kind in ("bench", "mutation") else kind,
            PYTHON=sys.executable,
        )
    if not PYTHON.exists():
        require(sys.executable, "-m", "venv", VENV)
    print(f"Installing Explorer Studio into {VENV.relative_to(ROOT)} …", flush=True)
    # Compiling modules that nothing imports would take longer than the installation itself.
    require(
        *(PYTHON, "-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check"),
        *("-c", CONSTRAINTS, "-e", EXTRAS[kind]),
    )
    done.touch()
    (VENV / "run.done").touch()  # what the program needs is part of every kind


def run() -> int:
    """Open the window; without a display run the demo."""
    install()
    has_display = not sys.platform.startswith("linux") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    if has_display:
        return call(PYTHON, "-m", "studio")
    print("No display: running the demo instead.", flush=True)
    return call(PYTHON, "-m", "studio", "demo", "-o", "build/demo")


def check() -> int:
    """Check format, style, layers and messages, then run tests and mypy; return 0 if all is well."""
    for command in CHECKS:
        require(*command)
    with (VENV / "mypy.txt").open("w+", encoding="utf-8") as report:  # it uses one core, so it runs while tests do
        typing = subprocess.Popen([str(BIN / "mypy")], cwd=ROOT, stdout=report, stderr=subprocess.STDOUT)
        try:
            tests = call(PYTHON, "-m", "pytest", "-n", "auto", "--dist", "worksteal", "-m", "not long", **TESTING)
            types = typing.wait()
        finally:
            typing.kill()
        report.seek(0)
        print("mypy", report.read(), sep="\n", end="", flush=True)
    return tests or types


def test() -> int:
    """Set up and check."""
    install("test")
    return check()


def package() -> int:
    """Build the packages for this system."""
    install("test")
    if os.name == "posix":
        require("sh", "packaging/system_packages.sh", "package", PYTHON=sys.executable)
    return call(PYTHON, "packaging/build.py")


def check_tag(tag: str) -> int:
    """Whether a tag fits (0); otherwise print what differs."""
    places = {
        "studio/__init__.py": r'__version__ = "([^"]+)"',
        "CHANGELOG.md": r"^## \[([^]]+)\]",
        "packaging/desktop/explorer-studio.metainfo.xml": r'<release version="([^"]+)"',
    }
    wrong = 0
    for name, pattern in places.items():
        found = re.search(pattern, (ROOT / name).read_text("utf-8"), re.MULTILINE)
        if found is None or f"v{found[1]}" != tag:
            wrong = 1
            print(f"{name}: {found[1] if found else 'no version'}, but the tag is {tag}", file=sys.stderr)
    return wrong


TASKS: dict[str, Callable[[], int]] = {"run": run, "check": check, "test": test, "package": package}


def main() -> int:
    """Do the task that the arguments name; return the exit code."""
    task, *kinds = sys.argv[1:] or [""]
    if task == "install" and len(kinds) == 1 and kinds[0] in EXTRAS:
        install(kinds[0])
        return 0
    if task == "tag" and len(kinds) == 1:
        return check_tag(kinds[0])
    if task not in TASKS or kinds:
        print(__doc__, file=sys.stderr)
        return 2
    return TASKS[task]()


if __name__ == "__main__":
    sys.exit(main())
