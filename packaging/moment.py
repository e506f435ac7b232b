"""When what is packed was made: the moment of the last commit, so that the same sources make the same packages."""

from __future__ import annotations

import os
import subprocess

from contents import ROOT


def moment() -> int:
    """Seconds since 1970; `SOURCE_DATE_EPOCH` says another."""
    if told := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(told)
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else int((ROOT / "LICENSE").stat().st_mtime)
